#include "guard/guard.h"
#include "guard/pieces.h"
#include "text/words.h"

/*
 * What of a tool's input is a command line. The rows of agents say it of their shells. Of the tools
 * of MCP servers, and of others that nobody here knows, the names of members do.
 */

/* What a member of such an input is. */
enum member {
	PLAIN,
	NESTS,     /* members of its own are looked at: of all others but PLAIN, too */
	COMMAND,   /* a command line, or the words of one */
	COMMANDS,  /* several */
	ARGUMENTS, /* of the command beside it */
	TYPED,     /* a command line, if the tool is a shell or a terminal by its name */
	CODE,      /* the same, and code of an interpreter */
	LANGUAGE,  /* of that code */
};

/* In small letters, without "_" and "-". */
static const struct {
	enum member is;
	const char *names;
} members[] = {
	{ COMMAND,
	  "command cmd commandline cmdline commandstring cmdstring shellcommand bashcommand "
	  "terminalcommand fullcommand rawcommand script shellscript bashscript argv program "
	  "executable" },
	{ COMMANDS, "commands cmds commandlines scripts shellcommands" },
	{ ARGUMENTS, "args arguments argumentlist arglist commandargs cmdargs" },
	{ TYPED, "input inputs inputtext text texts chars characters keys keystrokes stdin data "
		 "line lines" },
	{ CODE, "code source sourcecode" },
	{ LANGUAGE, "language lang kernel runtime interpreter" },
	{ NESTS,
	  "params parameters options payload body request requests kwargs toolinput toolcalls "
	  "calls steps tasks operations actions batch items jobs" },
};

enum { KEY_MAX = 24, DEPTH_MAX = 4 };

struct finder {
	struct arena *arena;
	struct buf lines, typed;
	size_t n_lines;
	struct sv tool;
	size_t most;
	bool failed; /* it is more than that */
};

/* ---- the tool's name ---- */

/* "write_to_terminal", "runInTerminal", "mcp__py__execute": is one of these words in it? */
static bool is_called(struct sv name, const char *words)
{
	char word[KEY_MAX];
	size_t n = 0;

	for (size_t i = 0; i <= name.n; i++) {
		char c = i < name.n ? name.p[i] : '_';
		bool is_letter = ascii_isalpha(c);
		bool is_new = is_letter && ascii_lower(c) != c && i &&
			      ascii_lower(name.p[i - 1]) == name.p[i - 1];

		if (n && (!is_letter || is_new)) {
			if (gaff_is_among((struct sv){ word, n }, words))
				return true;
			n = 0;
		}
		if (is_letter && n < sizeof word)
			word[n++] = (char)ascii_lower(c);
	}
	return false;
}

static bool is_shell(struct sv tool)
{
	const char *pieces = "shell terminal bash command console stdin iterm tmux";
	struct sv piece;

	while (list_next(&pieces, &piece))
		if (sv_has_nocase(tool, piece))
			return true;
	return is_called(tool, "sh zsh ssh cmd tty pty process processes subprocess interact "
			       "interactive");
}

/* Does it execute what it is given, be that for a shell or not? */
static bool executes(struct sv tool)
{
	return is_shell(tool) ||
	       is_called(tool, "exec execute repl run eval evaluate python ipython "
			       "jupyter sandbox interpreter");
}

/* ---- what is found ---- */

static void add_evaluated(struct finder *f, struct sv line)
{
	if (f->lines.n)
		buf_addc(&f->lines, '\n');
	gaff_buf_add(&f->lines, SV("eval "));
	gaff_word_quote(&f->lines, line);
}

/* Of several each is read for itself: a quote that does not end in one hides none of the others. */
static void add_line(struct finder *f, struct sv line)
{
	struct sv first = f->lines.n ? buf_sv(&f->lines) : SV("");

	if (!line.n)
		return;
	if (f->n_lines == 1) {
		f->lines = buf_in(f->arena);
		add_evaluated(f, first);
	}
	if (f->n_lines++)
		add_evaluated(f, line);
	else
		gaff_buf_add(&f->lines, line);
	f->failed |= f->lines.n > f->most;
}

/* Line after line, as a terminal gets them. */
static void add_typed(struct finder *f, struct sv text)
{
	if (f->typed.n)
		buf_addc(&f->typed, '\n');
	gaff_buf_add(&f->typed, text);
	f->failed |= f->typed.n > f->most;
}

/* The words of a list, as a program gets them or with spaces between. False: not all are texts. */
static bool add_words(struct finder *f, struct buf *to, struct json list, bool quotes)
{
	struct json_iter it = gaff_json_iter(list);
	struct json key, item;
	struct sv word;

	while (gaff_json_next(&it, &key, &item)) {
		if (!gaff_json_text(f->arena, item, &word))
			return false;
		gaff_buf_add(to, to->n ? SV(" ") : SV(""));
		if (quotes)
			gaff_word_quote(to, word);
		else
			gaff_buf_add(to, word);
	}
	return true;
}

static void add_arguments(struct finder *f, struct buf *to, struct json arguments)
{
	struct sv text;

	if (gaff_json_text(f->arena, arguments, &text)) {
		buf_addc(to, ' ');
		gaff_buf_add(to, text);
	} else if (gaff_json_type(arguments) == JSON_ARRAY) {
		(void)add_words(f, to, arguments, true);
	}
}

/* An agent may start a program with words, or give them to a shell: it is both. */
static void add_command(struct finder *f, struct json value, struct json arguments, bool quotes)
{
	struct buf line = buf_in(f->arena);
	struct sv text;

	if (gaff_json_text(f->arena, value, &text)) {
		if (quotes)
			gaff_word_quote(&line, text);
		else
			gaff_buf_add(&line, text);
	} else if (!add_words(f, &line, value, quotes)) {
		return;
	}
	if (line.n)
		add_arguments(f, &line, arguments);
	add_line(f, buf_sv(&line));
	f->failed |= !buf_ok(&line);
}

static bool has_blank(struct finder *f, struct json value)
{
	struct sv text;

	return gaff_json_text(f->arena, value, &text) && sv_chr(text, ' ');
}

static struct json first_item(struct json list)
{
	struct json_iter it = gaff_json_iter(list);
	struct json key, item = { 0 };

	return gaff_json_next(&it, &key, &item) ? item : (struct json){ 0 };
}

static void add_each(struct finder *f, struct json list, struct json arguments)
{
	struct json_iter it = gaff_json_iter(list);
	struct json key, item;

	while (!f->failed && gaff_json_next(&it, &key, &item))
		add_command(f, item, arguments, gaff_json_type(item) == JSON_ARRAY);
}

static void take_command(struct finder *f, struct json value, struct json arguments,
			 bool is_several)
{
	bool is_list = gaff_json_type(value) == JSON_ARRAY, has_arguments = arguments.n > 0;

	if (gaff_json_type(value) == JSON_OBJECT)
		return;
	add_command(f, value, arguments, is_list);
	if (is_list || (has_arguments && has_blank(f, value)))
		add_command(f, value, arguments, !is_list);
	if (is_list && (is_several || has_blank(f, first_item(value))))
		add_each(f, value, arguments);
}

static void take_typed(struct finder *f, struct json value)
{
	struct json_iter it = gaff_json_iter(value);
	struct json key, item;
	struct sv text;

	if (gaff_json_text(f->arena, value, &text))
		add_typed(f, text);
	while (!it.is_object && !f->failed && gaff_json_next(&it, &key, &item))
		if (gaff_json_text(f->arena, item, &text))
			add_typed(f, text);
}

/* ---- code ---- */

static const struct {
	const char *names, *starts; /* how a command line would start it; NULL: it is one */
} languages[] = {
	{ "bash sh shell zsh console terminal", NULL },
	{ "python python3 py ipython jupyter", "python3 -c " },
	{ "javascript js node nodejs typescript ts deno bun browser playwright", "node -e " },
	{ "ruby rb", "ruby -e " },
	{ "perl", "perl -e " },
	{ "php", "php -r " },
};

static void add_code(struct finder *f, struct sv code, const char *starts)
{
	struct buf line = buf_in(f->arena);

	if (!starts) {
		add_typed(f, code);
		return;
	}
	gaff_buf_add(&line, sv_of(starts));
	gaff_word_quote(&line, code);
	f->failed |= !buf_ok(&line);
	add_line(f, buf_sv(&line));
}

/* In the language that is named beside it, or by the tool. Else it may be any of the usual ones. */
static void take_code(struct finder *f, struct json value, struct json language)
{
	struct sv code, said;
	bool is_said = gaff_json_text(f->arena, language, &said), any = false;

	if (!executes(f->tool) || !gaff_json_text(f->arena, value, &code))
		return;
	for (size_t i = 0; i < COUNT_OF(languages); i++)
		if (is_called(is_said ? said : f->tool, languages[i].names)) {
			add_code(f, code, languages[i].starts);
			any = true;
		}
	if (any)
		return;
	if (is_shell(f->tool) || !sv_chr(code, '('))
		add_code(f, code, NULL);
	if (!is_shell(f->tool)) {
		add_code(f, code, languages[1].starts);
		add_code(f, code, languages[2].starts);
	}
}

/* ---- the input ---- */

static enum member member_of(struct finder *f, struct json key)
{
	char name[KEY_MAX];
	struct sv text;
	size_t n = 0;

	if (!gaff_json_text(f->arena, key, &text))
		return PLAIN;
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '_' || text.p[i] == '-')
			continue;
		if (n == sizeof name)
			return PLAIN;
		name[n++] = (char)ascii_lower(text.p[i]);
	}
	for (size_t i = 0; i < COUNT_OF(members); i++)
		if (gaff_is_among((struct sv){ name, n }, members[i].names))
			return members[i].is;
	return PLAIN;
}

static void look_at_object(struct finder *f, struct json object, unsigned depth);

/* An object, or those in a list. */
static void look_inside(struct finder *f, struct json value, unsigned depth)
{
	struct json_iter it = gaff_json_iter(value);
	struct json key, item;

	if (gaff_json_type(value) == JSON_OBJECT)
		look_at_object(f, value, depth);
	while (!it.is_object && !f->failed && gaff_json_next(&it, &key, &item))
		if (gaff_json_type(item) == JSON_OBJECT)
			look_at_object(f, item, depth);
}

/* The first of these members; absent: there is none. */
static struct json find_member(struct finder *f, struct json object, enum member is)
{
	struct json_iter it = gaff_json_iter(object);
	struct json key, value;

	while (gaff_json_next(&it, &key, &value))
		if (member_of(f, key) == is)
			return value;
	return (struct json){ 0 };
}

/* {"program":"git","argv":["reset"]}: arguments by another name. */
static struct json find_arguments(struct finder *f, struct json object)
{
	struct json found = find_member(f, object, ARGUMENTS);
	struct json argv = gaff_json_get(object, SV("argv"));

	return found.n ? found : argv;
}

static void look_at_object(struct finder *f, struct json object, unsigned depth)
{
	struct json_iter it = gaff_json_iter(object);
	struct json arguments = find_arguments(f, object), none = { 0 };
	struct json language = find_member(f, object, LANGUAGE);
	struct json key, value;

	while (depth < DEPTH_MAX && !f->failed && gaff_json_next(&it, &key, &value)) {
		enum member is = member_of(f, key);

		if (is == COMMAND || is == COMMANDS)
			take_command(f, value, gaff_json_is(key, SV("argv")) ? none : arguments,
				     is == COMMANDS);
		else if (is == TYPED && is_shell(f->tool))
			take_typed(f, value);
		else if (is == CODE)
			take_code(f, value, language);
		if (is != PLAIN)
			look_inside(f, value, depth + 1);
	}
}

/* Of a shell it has to be understood: who knows what an agent makes of a command that is no text.
 */
static enum gaff_rc shell_command(struct finder *f, struct json input, struct gaff_err *err)
{
	struct json value = gaff_json_get(input, SV("command"));
	enum json_type type = gaff_json_type(value);

	take_command(f, value, (struct json){ 0 }, false);
	if (!f->lines.n && type != JSON_ABSENT && type != JSON_NULL && type != JSON_STRING)
		return gaff_fail(err, GAFF_ELIMIT, "the command of a shell is no text");
	return GAFF_OK;
}

/* Copilot CLI types keys by their names: "{enter}" ends a command. */
static struct sv press_enter(struct arena *a, struct sv text)
{
	static const struct sv key = SV_INIT("{enter}");
	struct buf b = buf_in(a);

	if (!sv_has(text, key))
		return text;
	for (size_t i = 0; i < text.n;) {
		bool is_key = sv_starts(sv_skip(text, i), key);

		buf_addc(&b, is_key ? '\n' : text.p[i]);
		i += is_key ? key.n : 1;
	}
	return buf_ok(&b) ? buf_sv(&b) : text;
}

enum gaff_rc gaff_guard_command(struct gaff_guard_call *call, struct json input, struct sv *out,
				struct gaff_err *err)
{
	const struct gaff_event *event = call->event;
	struct finder f = { .arena = call->arena,
			    .lines = buf_in(call->arena),
			    .typed = buf_in(call->arena),
			    .tool = event->tool_name,
			    .most = 4096 + 8 * input.n };

	*out = (struct sv){ 0 };
	if (event->tools & GAFF_TOOL_BIT(SHELL) && !event->borrowed &&
	    gaff_json_text(call->arena, gaff_json_get(input, SV("command")), out)) {
		*out = press_enter(call->arena, *out);
		return GAFF_OK;
	}
	if (event->borrowed) /* the names of another agent's tool need not be those of this one */
		look_inside(&f, event->field[GAFF_F_TOOL_INPUT], 0);
	if (event->tools & GAFF_TOOL_BIT(SHELL) && !f.lines.n)
		GAFF_TRY(shell_command(&f, input, err));
	else if (!event->borrowed)
		look_inside(&f, input, 0);
	add_line(&f, f.typed.n ? buf_sv(&f.typed) : SV(""));
	if (f.failed || !buf_ok(&f.lines) || !buf_ok(&f.typed))
		return gaff_fail(err, GAFF_ELIMIT, "the commands of a tool are too long");
	*out = f.lines.n ? press_enter(call->arena, buf_sv(&f.lines)) : (struct sv){ 0 };
	return GAFF_OK;
}
