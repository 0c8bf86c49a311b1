#include <stdio.h>

#include "cli/cli.h"
#include "cli/input/event_options.h"
#include "agents/codec/say.h"
#include "agents/codec/value.h"
#include "text/json/json_pretty.h"

struct request {
	bool is_json, is_raw, is_null;
	const char *fallback, *host, *event;
};

static const struct cli_option options[] = {
	CLI_FLAG("json", struct request, is_json, "each value as a line of JSON"),
	CLI_FLAG("raw", struct request, is_raw, "the bytes of the value, and nothing behind them"),
	{ "null", NULL, "a NUL behind each value, instead of a line end", cli_take_flag,
	  CLI_AT(struct request, is_null, bool), 0, '0' },
	CLI_TEXT("default", "TEXT", struct request, fallback,
		 "what a field is that the event does not have"),
	CLI_EVENT_INPUT_OPTIONS(struct request, host, event),
};

/* What is printed: of each field a value, of a list each element. */
struct values {
	struct arena *arena;
	struct sv *text;
	size_t n, room;
	bool is_list;   /* there are several fields, or any number of elements of one */
	bool is_absent; /* a field is not there */
};

/* ---- values ---- */

static void add(struct values *v, struct sv text)
{
	if (gaff_arena_room(v->arena, &v->text, v->n, &v->room, sizeof text))
		v->text[v->n++] = text; /* else the arena remembers it */
}

/* The agent's own white space between values could be a line end. */
static void add_json(struct values *v, struct json value)
{
	struct buf b = buf_in(v->arena);
	bool is_string = false;

	for (size_t i = 0; i < value.n; i++) {
		if (!is_string && ascii_isspace(value.p[i]))
			continue;
		if (value.p[i] == '"')
			is_string = !is_string;
		buf_addc(&b, value.p[i]);
		if (is_string && value.p[i] == '\\')
			buf_addc(&b, value.p[++i]);
	}
	add(v, buf_sv(&b));
}

/* A text as it is; all else as JSON. */
static void add_plain(struct values *v, struct json value)
{
	struct sv text;

	if (gaff_json_text(v->arena, value, &text))
		add(v, text);
	else if (gaff_json_type(value) != JSON_STRING)
		add_json(v, value);
}

static void add_value(struct values *v, const struct request *q, struct json value)
{
	struct json_iter it = gaff_json_iter(value);
	struct json key, element;

	if (q->is_json) {
		add_json(v, value);
	} else if (gaff_json_type(value) != JSON_ARRAY || v->is_list) { /* one field, one value */
		add_plain(v, value);
	} else {
		v->is_list = true;
		while (gaff_json_next(&it, &key, &element))
			add_plain(v, element);
	}
}

/* Null is what agents write for "nothing", and as a text it could be a file of that name. */
static bool is_nothing(const struct request *q, struct json value)
{
	return !value.n || (gaff_json_type(value) == JSON_NULL && !q->is_json);
}

static void add_absent(struct values *v, const struct request *q, bool is_single)
{
	if (q->fallback) {
		add(v, q->is_json ? json_sv(gaff_json_of_text(v->arena, sv_of(q->fallback)))
				  : sv_of(q->fallback));
		return;
	}
	v->is_absent = true;
	if (!is_single)
		add(v, SV(""));
}

static enum gaff_rc collect(struct values *v, const struct request *q,
			    const struct gaff_event *event, int argc, char **argv,
			    struct gaff_err *err)
{
	v->is_list = argc > 1;
	for (int i = 0; i < argc; i++) {
		struct json value;

		GAFF_TRY(gaff_event_value(v->arena, event, sv_of(argv[i]), &value, err));
		if (is_nothing(q, value))
			add_absent(v, q, argc == 1);
		else
			add_value(v, q, value);
	}
	return gaff_arena_check(v->arena, err);
}

/* ---- what is printed ---- */

/* A value must not look like two of them, nor a shell lose a part of it. */
static enum gaff_rc check(const struct values *v, const struct request *q, struct gaff_err *err)
{
	if (q->is_raw && !q->is_null && v->is_list && v->n != 1)
		return gaff_fail(err, GAFF_EIO,
				 "there is more than one value, and --raw puts nothing between "
				 "them; use -0");
	for (size_t i = 0; i < v->n; i++) {
		if (q->is_null && sv_chr(v->text[i], '\0'))
			return gaff_fail(err, GAFF_EIO,
					 "a value has a NUL in it, which would end it; use --json");
		if (q->is_null || q->is_raw)
			continue;
		if (sv_chr(v->text[i], '\0'))
			return gaff_fail(err, GAFF_EIO,
					 "a value has a NUL in it, which shells drop; use --json, "
					 "or --raw for a file");
		if (v->is_list && sv_chr(v->text[i], '\n'))
			return gaff_fail(err, GAFF_EIO,
					 "a value has a line end in it, which would make it two; "
					 "use -0 or --json");
	}
	return GAFF_OK;
}

static void print(const struct values *v, const struct request *q)
{
	for (size_t i = 0; i < v->n; i++) {
		if (v->text[i].n)
			(void)fwrite(v->text[i].p, 1, v->text[i].n, stdout);
		if (q->is_null)
			(void)putchar('\0');
		else if (!q->is_raw)
			(void)putchar('\n');
	}
}

/* The canonical event, for people; with --json on one line. */
static enum gaff_rc print_event(struct arena *a, const struct request *q,
				const struct gaff_event *event, struct gaff_err *err)
{
	struct values v = { .arena = a };
	struct buf b = buf_in(a);
	struct json doc = event->payload;
	struct sv text;

	if (event->host != &gaff_host_canonical_caller) {
		GAFF_TRY(gaff_encode_event(a, event, &gaff_host_canonical, &text, err));
		doc = (struct json){ text.p, text.n };
	}
	if (q->is_json || q->is_raw || q->is_null) {
		add_json(&v, doc);
		GAFF_TRY(gaff_arena_check(a, err));
		print(&v, q);
		return GAFF_OK;
	}
	gaff_json_pretty(&b, doc, 0);
	GAFF_TRY(gaff_buf_check(&b, err));
	(void)fwrite(b.p, 1, b.n, stdout);
	return GAFF_OK;
}

static int get_command(struct arena *a, int argc, char **argv)
{
	struct values v = { .arena = a };
	struct request q = { 0 };
	struct gaff_event event;
	struct gaff_err err = { 0 };
	enum gaff_rc rc;
	int code;

	if (!cli_parse(&cmd_get, &q, &argc, &argv, &code))
		return code;
	rc = event_input_take(a, q.host, q.event, &event, &err);
	if (rc == GAFF_OK && !argc)
		rc = print_event(a, &q, &event, &err);
	else if (rc == GAFF_OK)
		rc = collect(&v, &q, &event, argc, argv, &err);
	if (rc == GAFF_OK)
		rc = check(&v, &q, &err);
	if (rc != GAFF_OK)
		return event_input_fail("get", &err);
	print(&v, &q);
	return v.is_absent ? CLI_NO : CLI_OK;
}

const struct cli_command cmd_get = {
	.name = "get",
	.args = "[FIELD...] [--json|--raw] [-0] [options]",
	.help = "In a hook: print fields of the event, whatever the agent calls them",
	.operand = "FIELD",
	.options = options,
	.n_options = COUNT_OF(options),
	.is_mixed = true,
	.run = get_command,
};
