#include "run/shell/reply.h"

#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"
#include "agents/codec/say.h"
#include "text/near.h"
#include "text/utf8.h"

/* ---- the words ---- */

enum behind { NO_WORDS, SEEN, MAY_TEXT, ONE_TEXT, PAIRS, VARIABLES };

/* DECISION: the decision, what is behind it, and where a text goes. */
/* clang-format off */
static const struct {
	const char *name;
	enum gaff_decision decision;
	enum behind behind;
	enum gaff_answer_field field;
} words[] = {
	{ "allow",   GAFF_ALLOW, MAY_TEXT,  GAFF_A_REASON },
	{ "deny",    GAFF_DENY,  MAY_TEXT,  GAFF_A_REASON },
	{ "ask",     GAFF_ASK,   MAY_TEXT,  GAFF_A_REASON },
	{ "context", GAFF_NONE,  ONE_TEXT,  GAFF_A_CONTEXT },
	{ "message", GAFF_NONE,  ONE_TEXT,  GAFF_A_CONTEXT },
	{ "rewrite", GAFF_NONE,  PAIRS,     GAFF_A_UPDATED_INPUT },
	{ "prompt",  GAFF_NONE,  ONE_TEXT,  GAFF_A_UPDATED_PROMPT },
	{ "output",  GAFF_NONE,  ONE_TEXT,  GAFF_A_UPDATED_OUTPUT },
	{ "env",     GAFF_NONE,  VARIABLES, GAFF_A_ENV },
	{ "stop",    GAFF_NONE,  MAY_TEXT,  GAFF_A_STOP_REASON },
	{ "acknowledge", GAFF_NONE, SEEN,   GAFF_A_COUNT },
	{ "ack",     GAFF_NONE,  SEEN,      GAFF_A_COUNT },
	{ "none",    GAFF_NONE,  NO_WORDS,  GAFF_A_COUNT },
};
/* clang-format on */

static size_t find_word(const char *word)
{
	size_t i = 0;

	while (i < COUNT_OF(words) && strcmp(words[i].name, word) != 0)
		i++;
	return i;
}

bool reply_word_is_guard(const char *word)
{
	size_t i = find_word(word);

	return i < COUNT_OF(words) &&
	       (words[i].decision >= GAFF_ASK || words[i].field == GAFF_A_UPDATED_INPUT ||
		words[i].field == GAFF_A_UPDATED_PROMPT || words[i].field == GAFF_A_STOP_REASON);
}

static enum gaff_rc unknown_word(const char *word, struct gaff_err *err)
{
	const char *names[COUNT_OF(words)], *near;

	for (size_t i = 0; i < COUNT_OF(words); i++)
		names[i] = words[i].name;
	near = gaff_nearest(word, names, COUNT_OF(words));
	return gaff_fail(err, GAFF_EUSAGE, "'%.40s' is no decision%s%s%s", word,
			 near ? "; did you mean '" : "; see 'gaff reply --help", near ? near : "",
			 near ? "'?" : "'");
}

static enum gaff_rc read_text(struct arena *a, struct reply *r, const char *word, struct sv *out,
			      struct gaff_err *err)
{
	enum { FIRST = 64 << 10 };
	char *first;

	*out = sv_of(word);
	if (strcmp(word, "-") == 0) {
		if (r->needs_stdin)
			return gaff_fail(err, GAFF_EUSAGE, "stdin is one text, and not two");
		r->needs_stdin = true;
		first = gaff_arena_alloc(a, FIRST);
		GAFF_TRY(gaff_arena_check(a, err));
		GAFF_TRY(gaff_read_all(STDIN_FILENO, first, FIRST, GAFF_REPLY_TEXT_MAX,
				       gaff_now_ms() + GAFF_UNKNOWN_WAIT_MS, out, err));
	}
	if (out->n > GAFF_REPLY_TEXT_MAX)
		return gaff_fail(err, GAFF_ETOOBIG, "a text is longer than %u bytes",
				 GAFF_REPLY_TEXT_MAX);
	return GAFF_OK;
}

enum gaff_rc reply_take_text(struct arena *a, struct reply *r, enum gaff_answer_field field,
			     const char *word, struct gaff_err *err)
{
	struct sv text;

	GAFF_TRY(read_text(a, r, word, &text, err));
	if (field == GAFF_A_UPDATED_OUTPUT)
		r->said.updated_output = gaff_json_of_text(a, text);
	else
		gaff_say_text(a, &r->said, field, text);
	return gaff_arena_check(a, err);
}

enum gaff_rc reply_take_pair(struct arena *a, struct reply *r, const char *word,
			     struct gaff_err *err)
{
	const char *equals = strchr(word, '=');
	struct reply_pair *pair = &r->pair[r->n_pairs];
	bool is_json = equals && equals > word && equals[-1] == ':';

	r->is_guard = true; /* without it the call goes on as it is */
	if (!equals || equals - is_json == word)
		return gaff_fail(err, GAFF_EUSAGE,
				 "a rewrite is NAME=TEXT or NAME:=JSON, not '%.60s'", word);
	if (r->n_pairs == COUNT_OF(r->pair))
		return gaff_fail(err, GAFF_ETOOBIG, "a rewrite has at most %d fields",
				 REPLY_PAIRS_MAX);
	pair->name = (struct sv){ word, (size_t)(equals - word) - is_json };
	pair->is_text = !is_json;
	if (is_json) {
		if (gaff_json_parse(sv_of(equals + 1), &pair->value, err) != GAFF_OK)
			return gaff_fail(err, GAFF_EUSAGE,
					 "what is behind %.*s:= is no JSON: '%.60s'; for a text "
					 "it is %.*s=",
					 SV_ARG(pair->name), equals + 1, SV_ARG(pair->name));
	} else {
		/* what is written there is what was meant, or nothing: no byte is replaced */
		if (!gaff_utf8_is_valid(sv_of(equals + 1)))
			return gaff_fail(err, GAFF_EUSAGE, "the text behind %.*s= is not UTF-8",
					 SV_ARG(pair->name));
		pair->value = gaff_json_of_text(a, sv_of(equals + 1));
	}
	GAFF_TRY(gaff_arena_check(a, err));
	for (size_t i = 0; i < r->n_pairs; i++)
		if (sv_eq(r->pair[i].name, pair->name))
			return gaff_fail(err, GAFF_EUSAGE, "%.*s is rewritten twice",
					 SV_ARG(pair->name));
	r->n_pairs++;
	return GAFF_OK;
}

enum gaff_rc reply_take_variable(struct arena *a, struct reply *r, const char *word,
				 struct gaff_err *err)
{
	const char *equals = strchr(word, '=');

	if (!equals)
		return gaff_fail(err, GAFF_EUSAGE, "a variable is NAME=VALUE, not '%.60s'", word);
	return gaff_say_variable(a, &r->said, (struct sv){ word, (size_t)(equals - word) },
				 sv_of(equals + 1), err);
}

enum gaff_rc reply_take_native(struct arena *a, struct reply *r, const char *text,
			       struct gaff_err *err)
{
	struct json members;

	if (gaff_json_parse(sv_of(text), &members, err) != GAFF_OK)
		return gaff_fail(err, GAFF_EUSAGE, "--native is a JSON object, not '%.60s'", text);
	return gaff_say_native(a, &r->said, members, err);
}

enum gaff_rc reply_take_words(struct arena *a, struct reply *r, int argc, char **argv,
			      struct gaff_err *err)
{
	size_t i = argc ? find_word(argv[0]) : COUNT_OF(words);

	if (!argc)
		return gaff_fail(err, GAFF_EUSAGE,
				 "there is no decision: deny, ask, allow, context ...");
	if (i == COUNT_OF(words))
		return unknown_word(argv[0], err);
	r->is_guard |= reply_word_is_guard(argv[0]);
	r->said.decision = words[i].decision;
	r->said.acknowledges = words[i].behind == SEEN;
	if (words[i].field == GAFF_A_STOP_REASON)
		r->said.stop = true;
	if (words[i].behind == PAIRS || words[i].behind == VARIABLES) {
		if (argc == 1 && !r->n_pairs && !r->said.env.n)
			return gaff_fail(err, GAFF_EUSAGE, "%s needs NAME=%s", argv[0],
					 words[i].behind == PAIRS ? "TEXT or NAME:=JSON" : "VALUE");
		for (int k = 1; k < argc; k++)
			GAFF_TRY((words[i].behind == PAIRS ? reply_take_pair : reply_take_variable)(
				a, r, argv[k], err));
		return GAFF_OK;
	}
	if (argc > 2 || (argc == 2 && words[i].behind <= SEEN))
		return gaff_fail(err, GAFF_EUSAGE, "%s takes %s; '%.60s' is too much", argv[0],
				 words[i].behind <= SEEN ? "nothing" : "one text, in quotes",
				 argv[argc - 1]);
	if (argc == 1 && words[i].behind == ONE_TEXT)
		return gaff_fail(err, GAFF_EUSAGE, "%s needs a text, or - for that on stdin",
				 argv[0]);
	return argc == 2 ? reply_take_text(a, r, words[i].field, argv[1], err) : GAFF_OK;
}

/* ---- the answer ---- */

/* "timeout=5000" is a text; an agent may take it for anything, or throw the answer away. */
static enum gaff_rc check_type(const struct reply_pair *pair, struct json input,
			       struct gaff_err *err)
{
	static const struct sv numbers[] = { SV_INIT("timeout"), SV_INIT("offset"),
					     SV_INIT("limit") };
	struct json was = gaff_json_get(input, pair->name);
	bool is_other = was.n && gaff_json_type(was) != JSON_STRING &&
			gaff_json_type(was) != JSON_NULL;

	for (size_t i = 0; i < COUNT_OF(numbers) && !was.n; i++)
		is_other |= sv_eq(pair->name, numbers[i]);
	if (!pair->is_text || !is_other)
		return GAFF_OK;
	return gaff_fail(err, GAFF_EUSAGE, "%.*s is no text; write %.*s:=JSON", SV_ARG(pair->name),
			 SV_ARG(pair->name));
}

static enum gaff_rc rewrite(struct arena *a, const struct reply *r, const struct gaff_event *event,
			    struct gaff_response *out, struct gaff_err *err)
{
	struct json input = { 0 };

	if (r->n_pairs && event->field[GAFF_F_TOOL_INPUT].n)
		GAFF_TRY(gaff_event_input(a, event, &input, err));
	for (size_t i = 0; i < r->n_pairs; i++) {
		GAFF_TRY(check_type(&r->pair[i], input, err));
		GAFF_TRY(gaff_say_input(a, event, out, r->pair[i].name, r->pair[i].value, err));
	}
	return GAFF_OK;
}

enum gaff_rc reply_say(struct arena *a, struct gaff_run *run, const struct gaff_event *event,
		       struct gaff_trace *trace, struct gaff_response *out, struct gaff_err *err)
{
	const struct reply *r = run->source_data;
	struct gaff_step *step;

	if (trace->is_disabled)
		return GAFF_OK;
	step = gaff_trace_add(a, trace);
	GAFF_TRY(gaff_arena_check(a, err));
	*out = r->said;
	if (r->n_pairs && !gaff_say_has_tool(a, event, &trace->warnings))
		out->updated_input = (struct json){ 0 };
	else if (rewrite(a, r, event, out, err) != GAFF_OK)
		GAFF_TRY(gaff_say_refused(a, event, out, err));
	step->label = SV("gaff reply");
	step->hook.blocking = true;
	step->result = GAFF_STEP_ANSWERED;
	step->said = trace->merged = *out;
	if (out->decision != GAFF_NONE)
		trace->decided = step;
	return GAFF_OK;
}
