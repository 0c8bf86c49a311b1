#include "guard/eval/files.h"
#include "guard/guards/secret.h"
#include "guard/guards/secret_reads.h"
#include "guard/pieces.h"
#include "text/json/json_scan.h"
#include "text/path.h"

/*
 * Nothing that is secret should get into a conversation: files that hold secrets are not read, and
 * texts that are secrets are not written, sent or shown. Findings say what kind of secret it is and
 * never what it says.
 */

static const char guard[] = "secrets";

#define SHOWS   "it shows what should stay secret"
#define INSTEAD "ask the user to run it, or let the program that needs it fetch it by itself"

/* clang-format off */
static const struct gaff_guard_row rows[] = {
	{ "gpg-secret-keys",   "gpg|gpg2 --export-secret-keys|--export-secret-subkeys", GAFF_DENY, SHOWS, INSTEAD },
	{ "keychain",          "security find-generic-password|find-internet-password|dump-keychain -w|-g|-d", GAFF_ASK, SHOWS, INSTEAD },
	{ "secret-tool",       "secret-tool lookup|search",                       GAFF_ASK, SHOWS, INSTEAD },
	{ "git-credential",    "git credential fill",                             GAFF_ASK, SHOWS, INSTEAD },
	{ "gh-token",          "gh auth token",                                   GAFF_ASK, SHOWS, INSTEAD },
	{ "gcloud-token",      "gcloud auth print-access-token|print-identity-token", GAFF_ASK, SHOWS, INSTEAD },
	{ "gcloud-secret",     "gcloud secrets versions access",                  GAFF_ASK, SHOWS, INSTEAD },
	{ "az-token",          "az account get-access-token",                     GAFF_ASK, SHOWS, INSTEAD },
	{ "aws-secret",        "aws secretsmanager get-secret-value",             GAFF_ASK, SHOWS, INSTEAD },
	{ "kubectl-secret",    "kubectl get secret|secrets -o|--output",          GAFF_ASK, SHOWS, INSTEAD },
	{ "vault-read",        "vault read|print",                                GAFF_ASK, SHOWS, INSTEAD },
	{ "vault-get",         "vault kv get",                                    GAFF_ASK, SHOWS, INSTEAD },
	{ "pass-show",         "pass|gopass show",                                GAFF_ASK, SHOWS, INSTEAD },
	{ "op-read",           "op read",                                         GAFF_ASK, SHOWS, INSTEAD },
	{ "heroku-config",     "heroku config",                                   GAFF_ASK, SHOWS, INSTEAD },
};
/* clang-format on */

/* "a private key of SSH, which would then be in the conversation" */
static struct sv sentence(struct arena *a, const char *before, const char *what, const char *behind)
{
	return sv_join(a, sv_of(before), sv_of(what), sv_of(behind));
}

/* ---- files ---- */

struct seeing {
	struct gaff_guard_call *call;
	struct gaff_guard_report *report;
};

/* `what`: the file that a tool names, or the program that reads it. */
static void report_file(struct seeing *s, struct sv what, struct gaff_word word,
			const struct gaff_secret_file *row)
{
	/* "*.pem" may be certificates */
	bool is_key = row->is_key && !(word.has_pattern && !row->starts.n && !row->under.n);

	gaff_guard_add(
		s->report, guard, is_key ? SV("key-file") : SV("secret-file"),
		is_key ? GAFF_DENY : GAFF_ASK, what,
		sentence(s->report->arena, "it holds ", row->what,
			 ", which would then be in the conversation"),
		is_key ? SV("do without it, or ask the user to run what needs it")
		       : SV("read '.env.example', or only the names in it: 'cut -d= -f1 FILE'"));
}

static void program_reads(void *arg, const struct gaff_program *program, struct gaff_word word,
			  const struct gaff_secret_file *row)
{
	struct seeing *s = arg;
	struct sv name = gaff_guard_name(program);

	if (!row->ends.p && row->starts.n) /* a name that everybody knows */
		name = sv_join(s->report->arena, name, SV(" "), row->starts);
	report_file(s, name, word, row);
}

/* A file that a tool of the agent names. */
static void look_at_path(struct seeing *s, struct sv text, bool is_pattern)
{
	struct gaff_program here = { .cwd = s->call->world.cwd };
	struct gaff_word word = { .text = text, .has_pattern = is_pattern };
	const struct gaff_secret_file *row;

	if (gaff_path_of_file_url(s->call->arena, text, &text))
		word.text = text;
	row = gaff_secret_word(s->call, &here, word);
	if (row)
		report_file(s, word.text, word, row);
}

static void tool_names(void *arg, struct sv text)
{
	look_at_path(arg, text, false);
}

/* ---- texts ---- */

/* What kind of secret is in it; NULL: none. `known`: what is in there, too, is nothing new. */
static const char *secret_in(struct sv text, struct sv known)
{
	struct gaff_secret secret;

	for (size_t at = 0; gaff_secret_find(text, at, &secret); at = secret.at + secret.n)
		if (!known.n || !memmem(known.p, known.n, text.p + secret.at, secret.n))
			return secret.name;
	return NULL;
}

static void report_text(struct seeing *s, const char *name, struct sv row,
			enum gaff_decision decision, const char *where, struct sv instead)
{
	if (name)
		gaff_guard_add(s->report, guard, row, decision, SV(""),
			       sentence(s->report->arena, where, name, ""), instead);
}

/*
 * The strings of checked JSON, one after another, whatever they are in. A member is looked at with
 * its key: {"password": "..."} says more than its value alone.
 */
struct strings {
	struct arena *arena;
	const char *p, *end;
	struct json string;
	struct sv text; /* decoded */
	struct sv key;  /* of a member, else empty */
	bool failed;
};

static bool next_string(struct strings *s)
{
	bool was_key = s->string.n && s->text.n < 64;
	const char *from = s->p;
	const char *colon;

	s->p = memchr(s->p, '"', (size_t)(s->end - s->p));
	if (!s->p) {
		s->p = s->end;
		return false;
	}
	colon = was_key ? memchr(from, ':', (size_t)(s->p - from)) : NULL;
	s->key = colon ? s->text : (struct sv){ 0 };
	s->string.p = s->p;
	s->p = json_string_end(s->p);
	s->string.n = (size_t)(s->p - s->string.p);
	if (!gaff_json_text(s->arena, s->string, &s->text)) {
		s->failed = true;
		return false;
	}
	return true;
}

static struct strings strings_of(struct arena *a, struct json value)
{
	return (struct strings){ .arena = a, .p = value.p, .end = sv_end(json_sv(value)) };
}

/* The text with `key = "` before it, where that says that it is a secret; else the text. */
static struct sv with_key(struct strings *s, size_t *skip)
{
	*skip = 0;
	if (!s->key.n || s->text.n < 12 || s->text.n > 128 || memchr(s->text.p, ' ', s->text.n))
		return s->text;
	*skip = s->key.n + 2;
	return sv_join(s->arena, s->key, SV("=\""), s->text);
}

static const char *secret_in_strings(struct arena *a, struct json value)
{
	struct strings s = strings_of(a, value);
	const char *name = NULL;
	size_t skip;

	while (!name && value.n && next_string(&s))
		name = secret_in(with_key(&s, &skip), SV(""));
	return name;
}

/* The same JSON with its secrets redacted; everything else byte for byte. */
static size_t redact_strings(struct arena *a, struct json value, struct buf *out)
{
	struct strings s = strings_of(a, value);
	const char *copied = value.p;
	size_t n = 0, skip, found;

	while (value.n && next_string(&s)) {
		struct sv text = with_key(&s, &skip);
		struct buf b = buf_in(a);
		struct json_writer w = { .out = out };
		struct gaff_secret secret;

		if (gaff_secret_find(text, 0, &secret) && secret.at < skip) {
			text = s.text; /* the key is a secret itself, and redacted already */
			skip = 0;
		}
		if (!gaff_secret_find(text, 0, &secret))
			continue;
		found = gaff_secret_redact(&b, text);
		if (!buf_ok(&b)) {
			out->failed = true;
			return n;
		}
		gaff_buf_add(out, (struct sv){ copied, (size_t)(s.string.p - copied) });
		gaff_json_string(&w, sv_skip(buf_sv(&b), skip));
		copied = s.p;
		n += found;
	}
	out->failed |= s.failed;
	if (n)
		gaff_buf_add(out, (struct sv){ copied, (size_t)(value.p + value.n - copied) });
	return n;
}

/* ---- calls ---- */

static enum gaff_rc look_at_programs(struct seeing *s, const struct gaff_programs **out,
				     struct gaff_err *err)
{
	GAFF_TRY(gaff_guard_rows(s->call, guard, GAFF_ROWS(rows), s->report, err));
	GAFF_TRY(gaff_guard_programs(s->call, out, err));
	gaff_secret_reads(s->call, *out, program_reads, s);
	return GAFF_OK;
}

static enum gaff_rc look_at_command(struct seeing *s, struct gaff_err *err)
{
	const struct gaff_programs *programs;
	const char *name;
	struct json input;
	struct sv command;

	GAFF_TRY(look_at_programs(s, &programs, err));
	GAFF_TRY(gaff_guard_input(s->call, &input, err));
	if (!gaff_json_text(s->call->arena, gaff_json_get(input, SV("command")), &command))
		return GAFF_OK;
	name = secret_in(command, SV(""));
	for (const struct gaff_program *p = programs->first; p && !name; p = p->next)
		for (size_t i = 0; i < p->n && !name; i++)
			if (p->word[i].text.n >= 20) /* quotes and variables may have hidden it */
				name = secret_in(p->word[i].text, SV(""));
	report_text(
		s, name, SV("secret-in-command"), GAFF_ASK, "the command has in it ",
		SV("put it in an environment variable, outside of the conversation, and use its "
		   "name"));
	return GAFF_OK;
}

static const char *secret_in_member(struct seeing *s, struct json object, struct sv key,
				    struct sv known)
{
	struct sv text;

	return gaff_json_text(s->call->arena, gaff_json_get(object, key), &text)
		       ? secret_in(text, known)
		       : NULL;
}

/* What is written. A file that is there for secrets may have some. */
static enum gaff_rc look_at_written(struct seeing *s, struct gaff_err *err)
{
	const struct gaff_paths *paths;
	struct json input, key, edit;
	struct json_iter it;
	const char *name;
	struct sv old;

	GAFF_TRY(gaff_guard_paths(s->call, &paths, err));
	if (paths->n == 1 && gaff_secret_file(paths->path[0], s->call->world.home, false))
		return GAFF_OK;
	GAFF_TRY(gaff_guard_input(s->call, &input, err));
	name = secret_in_member(s, input, SV("content"), SV(""));
	it = gaff_json_iter(gaff_json_get(input, SV("edits")));
	while (!name && gaff_json_next(&it, &key, &edit)) {
		if (!gaff_json_text(s->call->arena, gaff_json_get(edit, SV("old")), &old))
			old = SV("");
		name = secret_in_member(s, edit, SV("new"), old);
	}
	report_text(s, name, SV("secret-in-file"), GAFF_DENY, "what is written has in it ",
		    SV("put it in an environment variable or a secret store, and write its name"));
	return GAFF_OK;
}

static enum gaff_rc look_at_tool(struct seeing *s, struct gaff_err *err)
{
	const unsigned reading = GAFF_TOOL_BIT(FILE_READ) | GAFF_TOOL_BIT(SEARCH);
	const unsigned writing = GAFF_TOOL_BIT(FILE_WRITE) | GAFF_TOOL_BIT(FILE_EDIT);
	const struct gaff_event *event = s->call->event;
	const struct gaff_programs *programs;
	const struct gaff_paths *paths;
	struct json input;
	struct sv glob;

	if (event->tools & GAFF_TOOL_BIT(SHELL))
		return look_at_command(s, err);
	if (event->tools & reading) {
		GAFF_TRY(gaff_guard_paths(s->call, &paths, err));
		for (size_t i = 0; i < paths->n; i++)
			look_at_path(s, paths->path[i], sv_chr(paths->path[i], '*'));
		GAFF_TRY(gaff_guard_input(s->call, &input, err));
		if (gaff_json_text(s->call->arena, gaff_json_get(input, SV("glob")), &glob))
			look_at_path(s, glob, true);
		return GAFF_OK;
	}
	if (event->tools & writing)
		return look_at_written(s, err);
	if (event->tools & GAFF_TOOL_BIT(FIND))
		return GAFF_OK;
	GAFF_TRY(look_at_programs(s, &programs, err));
	gaff_files_named(s->call->arena, event->field[GAFF_F_TOOL_INPUT], tool_names, s);
	report_text(s, secret_in_strings(s->call->arena, event->field[GAFF_F_TOOL_INPUT]),
		    SV("secret-in-call"), GAFF_ASK, "what is sent to this tool has in it ",
		    SV("leave it out, or ask the user to enter it where it is needed"));
	return GAFF_OK;
}

static void look_at_prompt(struct seeing *s)
{
	struct sv prompt;

	if (gaff_json_text(s->call->arena, s->call->event->field[GAFF_F_PROMPT], &prompt))
		report_text(s, secret_in(prompt, SV("")), SV("secret-in-prompt"), GAFF_DENY,
			    "the prompt has in it ",
			    SV("leave it out; put it in an environment variable and name that"));
}

static enum gaff_rc look_at_output(struct seeing *s, struct gaff_err *err)
{
	const struct gaff_event *event = s->call->event;
	struct json output = event->field[GAFF_F_TOOL_OUTPUT];
	struct buf b = buf_in(s->call->arena);
	char reason[80];
	size_t n;

	if (!output.n)
		output = event->field[GAFF_F_TOOL_ERROR];
	n = redact_strings(s->call->arena, output, &b);
	GAFF_TRY(gaff_buf_check(&b, err));
	if (!n)
		return GAFF_OK;
	s->report->updated_output = (struct json){ b.p, b.n };
	(void)snprintf(reason, sizeof reason, "%zu secret%s in this output", n,
		       n == 1 ? " is" : "s are");
	gaff_guard_add(
		s->report, guard, SV("secret-in-output"), GAFF_NONE, SV(""),
		sentence(s->report->arena, reason, "", ""),
		SV("do without, do not repeat what you see of it, and do not get it another way"));
	return GAFF_OK;
}

static enum gaff_rc look(struct gaff_guard_call *call, struct gaff_guard_report *report,
			 struct gaff_err *err)
{
	struct seeing s = { call, report };
	gaff_event_set event = (gaff_event_set)1 << call->event->id;

	if (event & (GAFF_EV(BEFORE_TOOL) | GAFF_EV(PERMISSION_REQUEST)))
		GAFF_TRY(look_at_tool(&s, err));
	else if (event & GAFF_EV(BEFORE_PROMPT))
		look_at_prompt(&s);
	else
		GAFF_TRY(look_at_output(&s, err));
	return gaff_arena_check(call->arena, err);
}

const struct gaff_guard gaff_guard_secrets = {
	.name = "secrets",
	.help = "files that hold keys and passwords, and texts that are some",
	.events = GAFF_EV(BEFORE_TOOL) | GAFF_EV(PERMISSION_REQUEST) | GAFF_EV(BEFORE_PROMPT) |
		  GAFF_EV(AFTER_TOOL) | GAFF_EV(TOOL_FAILURE),
	.look = look,
	.rows = rows,
	.n_rows = COUNT_OF(rows),
};
