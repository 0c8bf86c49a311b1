#include <stdio.h>

#include "cli/cli.h"
#include "cli/input/event_input.h"
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

static enum gaff_rc no_memory(struct gaff_err *err)
{
	return gaff_fail(err, GAFF_ENOMEM, "no memory for a value");
}

static enum gaff_rc add(struct values *v, struct sv text, struct gaff_err *err)
{
	if (v->n == v->room) {
		size_t room = v->room ? v->room * 2 : 16;
		struct sv *more = gaff_arena_alloc(v->arena, room * sizeof *more);

		if (!more)
			return no_memory(err);
		if (v->n)
			memcpy(more, v->text, v->n * sizeof *more);
		v->text = more;
		v->room = room;
	}
	v->text[v->n++] = text;
	return GAFF_OK;
}

/* The agent's own white space between values could be a line end. */
static bool one_line(struct arena *a, struct json v, struct sv *out)
{
	struct buf b = buf_in(a);
	bool is_string = false;

	for (size_t i = 0; i < v.n; i++) {
		if (!is_string && ascii_isspace(v.p[i]))
			continue;
		if (v.p[i] == '"')
			is_string = !is_string;
		buf_addc(&b, v.p[i]);
		if (is_string && v.p[i] == '\\')
			buf_addc(&b, v.p[++i]);
	}
	*out = buf_sv(&b);
	return buf_ok(&b);
}

static enum gaff_rc add_json(struct values *v, struct json value, struct gaff_err *err)
{
	struct sv text;

	if (!one_line(v->arena, value, &text))
		return no_memory(err);
	return add(v, text, err);
}

/* A text as it is; all else as JSON. */
static enum gaff_rc add_plain(struct values *v, struct json value, struct gaff_err *err)
{
	struct sv text;

	if (gaff_json_type(value) != JSON_STRING)
		return add_json(v, value, err);
	if (!gaff_json_text(v->arena, value, &text))
		return no_memory(err);
	return add(v, text, err);
}

static enum gaff_rc add_value(struct values *v, const struct request *q, struct json value,
			      struct gaff_err *err)
{
	struct json_iter it = gaff_json_iter(value);
	struct json key, element;

	if (q->is_json)
		return add_json(v, value, err);
	if (gaff_json_type(value) != JSON_ARRAY || v->is_list) /* one field, one value */
		return add_plain(v, value, err);
	v->is_list = true;
	while (gaff_json_next(&it, &key, &element))
		GAFF_TRY(add_plain(v, element, err));
	return GAFF_OK;
}

/* Null is what agents write for "nothing", and as a text it could be a file of that name. */
static bool is_nothing(const struct request *q, struct json value)
{
	return !value.n || (gaff_json_type(value) == JSON_NULL && !q->is_json);
}

static enum gaff_rc add_absent(struct values *v, const struct request *q, bool is_single,
			       struct gaff_err *err)
{
	struct json text;

	if (q->fallback && !q->is_json)
		return add(v, sv_of(q->fallback), err);
	if (q->fallback) {
		text = gaff_json_of_text(v->arena, sv_of(q->fallback));
		return text.n ? add(v, json_sv(text), err) : no_memory(err);
	}
	v->is_absent = true;
	return is_single ? GAFF_OK : add(v, SV(""), err);
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
			GAFF_TRY(add_absent(v, q, argc == 1, err));
		else
			GAFF_TRY(add_value(v, q, value, err));
	}
	return GAFF_OK;
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
		GAFF_TRY(add_json(&v, doc, err));
		print(&v, q);
		return GAFF_OK;
	}
	gaff_json_pretty(&b, doc, 0);
	if (!buf_ok(&b))
		return no_memory(err);
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
