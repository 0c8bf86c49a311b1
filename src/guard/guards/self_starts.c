#include <fcntl.h>
#include <unistd.h>

#include "base/fs.h"
#include "guard/eval/place.h"
#include "guard/guards/self_parts.h"
#include "guard/pieces.h"
#include "agents/hosts.h"
#include "text/words.h"

/* What switches gaff off from outside: variables, homes that are moved, settings that are given. */

enum { SETTINGS_MAX = 256 << 10 };

#define TELL "tell the user what should be changed, and why"

static const char agents[] =
	"claude claude-code codex gemini qwen copilot cursor-agent droid opencode kilo crush kimi "
	"auggie pi cline amp goose kiro-cli q trae-cli grok";
static const char interpreters[] = "python python2 python3 perl ruby node nodejs php tclsh lua";

/* What gaff reads, and what moves where it and agents read. */
static const char variables[] = "GAFF_DISABLE GAFF_AUDIT GAFF_WRAP_DEPTH GAFF_WRAP_HOOK";
static const char homes[] = "XDG_CONFIG_HOME XDG_STATE_HOME";
static const char setters[] =
	"launchctl systemctl setx setenv set tmux dbus-update-activation-environment";

static void report(struct gaff_guard_report *to, const char *row, enum gaff_decision decision,
		   struct sv what, const char *reason, const char *instead)
{
	gaff_guard_add(to, "self", sv_of(row), decision, what, sv_of(reason), sv_of(instead));
}

static bool is_word_char(char c)
{
	return ascii_isalpha(c) || ascii_isdigit(c) || c == '_' || c == '-';
}

/* ---- programs ---- */

/* claude --settings FILE: one that switches hooks off, or that the same command writes. */
static bool settings_switch_off(struct gaff_guard_call *call, const struct gaff_args *args)
{
	static const struct sv member = SV_INIT("disableAllHooks");
	const struct gaff_arg *arg = gaff_args_option(args, SV("--settings"), true, NULL);
	struct gaff_word word = { .text = arg ? arg->value : SV("") };
	struct gaff_err ignored;
	const char *name;
	struct sv path, text;
	bool found;
	int fd;

	if (!arg || !arg->has_value || !word.text.n)
		return false;
	if (sv_has(call->programs.text, member))
		return true;
	path = gaff_place_path(call->arena, &call->world, args->program, word, NULL);
	name = path.n ? gaff_arena_cstr(call->arena, path) : NULL;
	fd = name ? open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) : -1;
	if (fd < 0)
		return false;
	found = gaff_fs_read(call->arena, fd, SETTINGS_MAX, &text, &ignored) != GAFF_OK ||
		sv_has(text, member);
	(void)close(fd);
	return found;
}

/* launchctl setenv NAME 1, systemctl set-environment NAME=1 */
static bool sets_for_all(const struct gaff_program *p)
{
	for (size_t i = 1; i < p->n; i++) {
		struct sv name = p->word[i].text;
		const char *eq = sv_chr(name, '=');

		if (eq)
			name.n = (size_t)(eq - name.p);
		if (gaff_agent_variable(name) == GAFF_VARIABLE_OFF)
			return true;
	}
	return false;
}

/* "gaff", "gaff run", "[g]aff": the program, and not "gaffer". */
static bool names_gaff(struct sv text)
{
	static const struct sv names[] = { SV_INIT("gaff"), SV_INIT("[g]aff") };

	for (size_t i = 0; i < text.n; i++)
		for (size_t k = 0; k < COUNT_OF(names); k++) {
			size_t end = i + names[k].n;

			if ((!i || !is_word_char(text.p[i - 1])) &&
			    sv_starts(sv_skip(text, i), names[k]) &&
			    (end == text.n || !is_word_char(text.p[end])))
				return true;
		}
	return false;
}

/* kill $(pgrep gaff): whom it ends is not known, and the same command looks for gaff. */
static bool is_of_gaff(struct gaff_guard_call *call, const struct gaff_program *killer)
{
	static const char finders[] = "pgrep pidof ps grep egrep rg awk gawk sed lsof fuser";
	bool is_known = true;

	for (size_t i = 1; i < killer->n; i++)
		is_known &= word_is_known(killer->word[i]);
	for (const struct gaff_program *p = is_known ? NULL : call->programs.first; p; p = p->next)
		for (size_t i = 1; i < p->n && gaff_is_among(p->name, finders); i++)
			if (names_gaff(p->word[i].text))
				return true;
	return false;
}

static void look_at_program(struct gaff_guard_call *call, const struct gaff_args *args,
			    struct gaff_guard_report *to)
{
	const struct gaff_program *p = args->program;

	if (p->has_other_home && gaff_is_among(p->name, agents))
		report(to, "agent-home", GAFF_ASK, gaff_guard_name(p),
		       "it starts an agent with another home, where there are other hooks or none",
		       "start it with its own home, or ask the user to start it");
	if (p->is_without_hooks && gaff_is_among(p->name, agents))
		report(to, "agent-variable", GAFF_DENY, gaff_guard_name(p),
		       "it starts an agent with a variable that switches its hooks off",
		       "start it without that variable, or ask the user to start it");
	if (gaff_is_among(p->name, setters) && sets_for_all(p))
		report(to, "agent-variable", GAFF_DENY, gaff_guard_name(p),
		       "it switches off the hooks of agents that are started later", TELL);
	if (sv_eq(p->name, SV("kill")) && is_of_gaff(call, p))
		report(to, "gaff-kill", GAFF_DENY, gaff_guard_name(p),
		       "it would end the guard in the middle of its work",
		       "leave gaff running; tell the user if it hangs");
	if (sv_starts(p->name, SV("claude")) && settings_switch_off(call, args))
		report(to, "claude-no-hooks", GAFF_DENY, gaff_guard_name(p),
		       "it starts an agent without the hooks that guard it",
		       "start it with its hooks, or ask the user to start it");
}

/* Code that puts letters into the input of a terminal: ioctl(fd, TIOCSTI, "y"). */
static bool types(const struct gaff_program *p)
{
	static const struct sv call = SV_INIT("TIOCSTI");
	struct sv name = p->name;

	while (name.n > 1 && (ascii_isdigit(name.p[name.n - 1]) || name.p[name.n - 1] == '.'))
		name.n--;
	if (!gaff_is_among(name, interpreters))
		return false;
	for (size_t i = 1; i < p->n; i++)
		if (sv_has(p->word[i].text, call))
			return true;
	return sv_has(p->stdin_text, call);
}

void gaff_self_starts(struct gaff_guard_call *call, struct gaff_guard_report *to)
{
	struct sv text = call->programs.text;
	bool may_type = text.n && memmem(text.p, text.n, "TIOCSTI", 7), is_other = false;
	size_t i = 0;

	for (const struct gaff_program *p = call->programs.first; p; p = p->next, i++) {
		is_other |= !sv_eq(p->name, SV("gaff"));
		if (!p->name.n || p->is_elsewhere)
			continue;
		look_at_program(call, &call->args[i], to);
		if (may_type && types(p))
			report(to, "type-ioctl", GAFF_DENY, gaff_guard_name(p),
			       "it types into a terminal, where it could answer in the user's "
			       "place",
			       "tell the user what to type, or run the program itself");
	}
	if (is_other && call->programs.variable.n)
		report(to, "gaff-variable", GAFF_DENY, call->programs.variable,
		       "it switches off gaff, or its log, for what is started so",
		       "leave it out, or ask the user");
}

/* ---- files ---- */

static bool is_env_file(struct sv path)
{
	static const char shells[] =
		".bashrc .bash_profile .bash_login .profile .zshrc .zshenv .zprofile .zlogin "
		".kshrc .cshrc .tcshrc config.fish environment .pam_environment .envrc";
	struct sv name = sv_last_part(path);

	return sv_eq(name, SV(".env")) || sv_starts(name, SV(".env.")) ||
	       (name.n > 4 && sv_eq(sv_skip(name, name.n - 4), SV(".env"))) ||
	       (name.n && gaff_is_among(name, shells));
}

static void add_member(struct gaff_guard_call *call, struct buf *b, struct json object,
		       struct sv key)
{
	struct sv text;

	if (gaff_json_text(call->arena, gaff_json_get(object, key), &text)) {
		gaff_buf_add(b, text);
		buf_addc(b, '\n');
	}
}

/* What a call puts into files, with what else it says: a command as it is written and expanded. */
static struct sv written(struct gaff_guard_call *call, const struct gaff_file *file)
{
	struct buf b = buf_in(call->arena);
	struct json input, key, edit;
	struct json_iter it;
	struct gaff_err ignored;

	for (const struct gaff_program *p = file->program->n ? file->program : NULL; p;
	     p = p->launcher) {
		for (size_t i = 0; i < p->n; i++) {
			gaff_buf_add(&b, p->word[i].text);
			buf_addc(&b, ' ');
		}
		gaff_buf_add(&b, p->stdin_text);
	}
	if (b.n) {
		gaff_buf_add(&b, call->programs.text);
		return buf_sv(&b);
	}
	if (gaff_guard_input(call, &input, &ignored) != GAFF_OK)
		return SV("");
	add_member(call, &b, input, SV("content"));
	it = gaff_json_iter(gaff_json_get(input, SV("edits")));
	while (gaff_json_next(&it, &key, &edit))
		add_member(call, &b, edit, SV("new"));
	return b.n && buf_ok(&b) ? buf_sv(&b) : json_sv(call->event->field[GAFF_F_TOOL_INPUT]);
}

/* NAME=1, "NAME": "1", NAME := 1, set -x NAME 1 */
static bool sets_one(struct sv text, struct sv name)
{
	for (size_t i = 0; i + name.n < text.n; i++) {
		size_t at = i + name.n;

		if (text.p[i] != name.p[0] || !sv_starts(sv_skip(text, i), name))
			continue;
		while (at < text.n && strchr("\"'\\ \t:", text.p[at]) && text.p[at] != ':')
			at++;
		if (at < text.n && (strchr("=:", text.p[at]) || text.p[at - 1] == ' '))
			return true;
	}
	return false;
}

/* Of names with spaces between, or of none. */
static bool sets_any(struct sv text, const char *names)
{
	struct sv name;

	while (names && list_next(&names, &name))
		if (sets_one(text, name))
			return true;
	return false;
}

static bool sets_gaffs(struct sv text)
{
	return sets_any(text, variables);
}

static bool sets_agents(struct sv text)
{
	for (size_t i = 0; gaff_hosts[i]; i++)
		if (sets_any(text, gaff_hosts[i]->off_variables))
			return true;
	return false;
}

static bool sets_homes(struct sv text)
{
	for (size_t i = 0; gaff_hosts[i]; i++) {
		const struct gaff_host *host = gaff_hosts[i];

		if (sets_any(text, host->moved_variables))
			return true;
		for (size_t k = 0; k < host->n_homes; k++)
			if (sets_one(text, sv_of(host->homes[k].variable)))
				return true;
	}
	return sets_any(text, homes);
}

/* ---- aliases ---- */

/* Where a text is walked through once, word by word. */
struct words {
	struct sv text;
	size_t at;
	char quote; /* that this place is in */
	bool is_comment;
};

static struct sv next_word(struct words *w)
{
	struct sv word = { 0 };

	for (; w->at < w->text.n && !word.n; w->at++) {
		char c = w->text.p[w->at];

		if (c == '\n') {
			w->is_comment = false;
			w->quote = '\0';
		} else if (!w->is_comment && (c == '\'' || c == '"')) {
			w->quote = !w->quote ? c : w->quote == c ? '\0' : w->quote;
		} else if (c == '#' && !w->quote &&
			   (!w->at || ascii_isspace(w->text.p[w->at - 1]))) {
			w->is_comment = true;
		}
		if (w->is_comment || !is_word_char(c))
			continue;
		word.p = w->text.p + w->at;
		while (w->at + word.n < w->text.n && is_word_char(word.p[word.n]))
			word.n++;
		w->at += word.n - 1;
	}
	return word;
}

/* The next agent's name, with what follows up to a quote or the end of the line. */
static struct sv next_start(struct words *w)
{
	struct sv line;

	while ((line = next_word(w)).n) {
		if (!gaff_is_among(line, agents) ||
		    (w->at < w->text.n && w->text.p[w->at] == '=')) /* the name of an alias */
			continue;
		while (w->at < w->text.n && !strchr("\n\"'`", w->text.p[w->at])) {
			w->at++;
			line.n++;
		}
		return line;
	}
	return (struct sv){ 0 };
}

enum { ALIASES_MAX = 32 };

/* alias claude="claude --bare": the same as if it were typed, each time it is. */
static enum gaff_rc look_at_aliases(struct gaff_guard_call *call, struct gaff_guard_report *to,
				    const struct gaff_file *file, struct sv text,
				    const struct gaff_guard_row *rows, size_t n_rows,
				    struct gaff_err *err)
{
	struct words words = { .text = text };
	struct gaff_guard_call later = *call;
	struct sv line;

	for (size_t n = 0; (line = next_start(&words)).n; n++) {
		if (n == ALIASES_MAX) {
			report(to, "agent-alias", GAFF_ASK, gaff_file_what(file),
			       "it starts agents in more places than are looked at", TELL);
			break;
		}
		later.filters = NULL;
		GAFF_TRY(gaff_guard_see_command(&later, line, GAFF_SHELL_POSIX, &call->world, err));
		GAFF_TRY(gaff_guard_rows(&later, "self", rows, n_rows, to, err));
	}
	return GAFF_OK;
}

enum gaff_rc gaff_self_writes(struct gaff_guard_call *call, struct gaff_guard_report *to,
			      const struct gaff_file *file, const struct gaff_guard_row *rows,
			      size_t n_rows, struct gaff_err *err)
{
	struct sv text;

	if (file->act != GAFF_FILE_WRITES || !is_env_file(file->word.text))
		return GAFF_OK;
	text = written(call, file);
	if (sets_gaffs(text))
		report(to, "gaff-variable", GAFF_DENY, gaff_file_what(file),
		       "it switches off gaff, or its log, for what is started with this file",
		       TELL);
	else if (sets_agents(text))
		report(to, "agent-variable", GAFF_DENY, gaff_file_what(file),
		       "it switches off the hooks of agents that are started with this file", TELL);
	else if (sets_homes(text))
		report(to, "agent-home", GAFF_ASK, gaff_file_what(file),
		       "agents that read this file have another home then, and other hooks or none",
		       TELL);
	return look_at_aliases(call, to, file, text, rows, n_rows, err);
}

/* "/hooksConfig/enabled" with false: all of these are in the text. */
static bool says(struct sv text, const struct gaff_switch_row *row)
{
	struct sv rest = row->where;

	while (rest.n) {
		struct sv part = sv_next_piece(&rest, '/');

		if (part.n && !sv_has(text, part))
			return false;
	}
	return sv_has(text, row->value);
}

bool gaff_self_switches_off(struct gaff_guard_call *call, const struct gaff_file *file)
{
	struct sv text;

	if (file->act != GAFF_FILE_WRITES)
		return false;
	text = written(call, file);
	if (sets_gaffs(text) || sets_agents(text))
		return true;
	for (const struct gaff_host *h = gaff_host_next(NULL); h; h = gaff_host_next(h))
		for (size_t i = 0; i < h->n_switches; i++)
			if (says(text, &h->switches[i]))
				return true;
	return false;
}
