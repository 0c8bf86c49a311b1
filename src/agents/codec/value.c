#include "agents/codec/value.h"

#include "base/limits.h"
#include "agents/codec/codec.h"
#include "text/near.h"

/* ---- names ---- */

/*
 * Another name -> the field. Of one with a star gaff_event_value() takes the first element. The
 * rest of what is asked for goes behind the field.
 */
/* clang-format off */
static const struct {
	struct sv name, field;
} aliases[] = {
	{ SV_INIT("command"),                  SV_INIT("tool_input.command") },
	{ SV_INIT("path"),                     SV_INIT("tool_input.path") },
	{ SV_INIT("file_path"),                SV_INIT("tool_input.path") },
	{ SV_INIT("content"),                  SV_INIT("tool_input.content") },
	{ SV_INIT("edits"),                    SV_INIT("tool_input.edits") },
	{ SV_INIT("old_string"),               SV_INIT("tool_input.edits.*.old") },
	{ SV_INIT("new_string"),               SV_INIT("tool_input.edits.*.new") },
	{ SV_INIT("patch"),                    SV_INIT("tool_input.patch") },
	{ SV_INIT("description"),              SV_INIT("tool_input.description") },
	{ SV_INIT("timeout"),                  SV_INIT("tool_input.timeout") },
	{ SV_INIT("offset"),                   SV_INIT("tool_input.offset") },
	{ SV_INIT("limit"),                    SV_INIT("tool_input.limit") },
	{ SV_INIT("pattern"),                  SV_INIT("tool_input.pattern") },
	{ SV_INIT("glob"),                     SV_INIT("tool_input.glob") },
	{ SV_INIT("url"),                      SV_INIT("tool_input.url") },
	{ SV_INIT("query"),                    SV_INIT("tool_input.query") },
	{ SV_INIT("allowed_domains"),          SV_INIT("tool_input.allowed_domains") },
	{ SV_INIT("blocked_domains"),          SV_INIT("tool_input.blocked_domains") },
	{ SV_INIT("subagent_type"),            SV_INIT("tool_input.type") },
	{ SV_INIT("hook_event_name"),          SV_INIT("native_event") },
	{ SV_INIT("tool_result"),              SV_INIT("tool_output") },
	{ SV_INIT("tool_response"),            SV_INIT("tool_output") },
	{ SV_INIT("error"),                    SV_INIT("tool_error") },
	{ SV_INIT("user_prompt"),              SV_INIT("prompt") },
	{ SV_INIT("env_file"),                 SV_INIT("native.env_file") }, /* to read; see claude_code.c */
	{ SV_INIT("tool_input.file_path"),     SV_INIT("tool_input.path") },
	{ SV_INIT("tool_input.old_string"),    SV_INIT("tool_input.edits.*.old") },
	{ SV_INIT("tool_input.new_string"),    SV_INIT("tool_input.edits.*.new") },
	{ SV_INIT("tool_input.include"),       SV_INIT("tool_input.glob") },
	{ SV_INIT("tool_input.subagent_type"), SV_INIT("tool_input.type") },
};
/* clang-format on */

/* A name in its parts; `is_any` is a star: each element of a list. */
struct steps {
	struct sv at[GAFF_SET_DEPTH_MAX];
	bool is_any[GAFF_SET_DEPTH_MAX];
	size_t n;
};

static enum gaff_rc add_step(struct steps *s, struct sv name, struct sv part, bool is_any,
			     struct gaff_err *err)
{
	if (s->n == COUNT_OF(s->at))
		return gaff_fail(err, GAFF_ETOOBIG, "'%.*s...' has more than %d parts",
				 name.n > 40 ? 40 : (int)name.n, name.p, GAFF_SET_DEPTH_MAX);
	s->at[s->n] = part;
	s->is_any[s->n++] = is_any;
	return GAFF_OK;
}

/* What is before the mark, which is gone with it. */
static struct sv cut(struct sv *rest, char mark, bool *is_last)
{
	const char *end = sv_chr(*rest, mark);
	struct sv part = { rest->p, end ? (size_t)(end - rest->p) : rest->n };

	*is_last = !end;
	*rest = sv_skip(*rest, part.n + (end ? 1 : 0));
	return part;
}

/* "tool_input.edits.0.new"; with `first` a star is the first element. */
static enum gaff_rc add_dotted(struct steps *s, struct sv name, bool first, struct gaff_err *err)
{
	struct sv rest = name;
	bool is_last = false;

	while (!is_last) {
		struct sv part = cut(&rest, '.', &is_last);
		bool is_any = sv_eq(part, SV("*"));

		if (!part.n)
			return gaff_fail(err, GAFF_EUSAGE,
					 "'%.*s' is no name of a field: nothing is between two "
					 "dots, or at an end",
					 SV_ARG(name));
		GAFF_TRY(
			add_step(s, name, is_any && first ? SV("0") : part, is_any && !first, err));
	}
	return GAFF_OK;
}

/* "a~1b" -> "a/b" */
static enum gaff_rc unescape(struct arena *a, struct sv pointer, struct sv raw, struct sv *out,
			     struct gaff_err *err)
{
	struct buf b = buf_in(a);

	for (size_t i = 0; i < raw.n; i++) {
		bool is_escape = raw.p[i] == '~';

		if (is_escape && (++i == raw.n || (raw.p[i] != '0' && raw.p[i] != '1')))
			return gaff_fail(err, GAFF_EUSAGE,
					 "'%.*s': in a pointer ~ is ~0, and / is ~1",
					 SV_ARG(pointer));
		buf_addc(&b, !is_escape ? raw.p[i] : raw.p[i] == '0' ? '~' : '/');
	}
	GAFF_TRY(gaff_buf_check(&b, err));
	*out = b.n ? buf_sv(&b) : SV("");
	return GAFF_OK;
}

static enum gaff_rc add_pointer(struct arena *a, struct steps *s, struct sv pointer,
				struct gaff_err *err)
{
	struct sv rest = sv_skip(pointer, 1), part = { 0 };
	bool is_last = false;

	while (!is_last) {
		struct sv raw = cut(&rest, '/', &is_last);

		GAFF_TRY(unescape(a, pointer, raw, &part, err));
		GAFF_TRY(add_step(s, pointer, part, false, err));
	}
	return GAFF_OK;
}

static enum gaff_rc read_name(struct arena *a, struct sv name, struct steps *out,
			      struct gaff_err *err)
{
	if (name.n > GAFF_VALUE_NAME_MAX)
		return gaff_fail(err, GAFF_ETOOBIG, "a field's name is longer than %d bytes",
				 GAFF_VALUE_NAME_MAX);
	out->n = 0;
	if (name.n && name.p[0] == '/')
		return add_pointer(a, out, name, err);
	return add_dotted(out, name, false, err);
}

/* How many steps this alias is, when they begin with it; else 0. */
static size_t begins_with(const struct steps *s, struct sv alias)
{
	bool is_last = false;
	size_t n = 0;

	while (!is_last) {
		struct sv part = cut(&alias, '.', &is_last);

		if (n == s->n || s->is_any[n] || !sv_eq(s->at[n], part))
			return 0;
		n++;
	}
	return n;
}

/* ---- fields ---- */

static bool is_tool_event(const struct gaff_event *event)
{
	return GAFF_EV_ANY_TOOL & (gaff_event_set)1 << event->id;
}

static bool came_canonical(const struct gaff_event *event)
{
	return event->host == &gaff_host_canonical_caller;
}

static enum gaff_rc as_json(const struct buf *b, struct json *out, struct gaff_err *err)
{
	GAFF_TRY(gaff_buf_check(b, err));
	*out = (struct json){ b->p, b->n };
	return GAFF_OK;
}

static enum gaff_rc as_string(struct arena *a, struct sv text, struct json *out,
			      struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	gaff_json_string(&w, text);
	return as_json(&b, out, err);
}

typedef enum gaff_rc make_fn(struct arena *a, const struct gaff_event *event, struct json *out,
			     struct gaff_err *err);

static enum gaff_rc make_spec(struct arena *a, const struct gaff_event *event, struct json *out,
			      struct gaff_err *err)
{
	(void)event;
	return as_string(a, SV("hooks/1.0"), out, err);
}

static enum gaff_rc make_host(struct arena *a, const struct gaff_event *event, struct json *out,
			      struct gaff_err *err)
{
	return as_string(a, event->host->id, out, err);
}

static enum gaff_rc make_event(struct arena *a, const struct gaff_event *event, struct json *out,
			       struct gaff_err *err)
{
	struct sv name;

	if (came_canonical(event) && event->id == GAFF_EV_NATIVE) /* as the agent's runner has it */
		return as_string(a, event->native_event, out, err);
	GAFF_TRY(gaff_event_full_name(a, event, &name, err));
	return as_string(a, name, out, err);
}

static enum gaff_rc make_native_event(struct arena *a, const struct gaff_event *event,
				      struct json *out, struct gaff_err *err)
{
	return as_string(a, event->native_event, out, err);
}

static enum gaff_rc make_tool(struct arena *a, const struct gaff_event *event, struct json *out,
			      struct gaff_err *err)
{
	return as_string(
		a, event->tool == GAFF_TOOL_OTHER ? event->tool_name : gaff_tool_name(event->tool),
		out, err);
}

static enum gaff_rc make_tool_name(struct arena *a, const struct gaff_event *event,
				   struct json *out, struct gaff_err *err)
{
	return as_string(a, event->tool_name, out, err);
}

static enum gaff_rc make_paths(struct arena *a, const struct gaff_event *event, struct json *out,
			       struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	GAFF_TRY(gaff_write_paths(a, &w, event, err));
	return as_json(&b, out, err);
}

static enum gaff_rc make_mcp(struct arena *a, const struct gaff_event *event, struct json *out,
			     struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	*out = (struct json){ 0 };
	if (!event->mcp_tool.n && !event->mcp_server.n)
		return GAFF_OK;
	gaff_write_mcp(&w, event);
	return as_json(&b, out, err);
}

static enum gaff_rc make_native(struct arena *a, const struct gaff_event *event, struct json *out,
				struct gaff_err *err)
{
	(void)a;
	(void)err;
	*out = event->payload;
	return GAFF_OK;
}

/* What is not simply in the payload. The order is that of the canonical event. */
/* clang-format off */
static const struct {
	struct sv name;
	make_fn *make;
	bool of_tools; /* only an event about a tool has it */
} made[] = {
	{ SV_INIT("spec"),         make_spec,         false },
	{ SV_INIT("host"),         make_host,         false },
	{ SV_INIT("event"),        make_event,        false },
	{ SV_INIT("native_event"), make_native_event, false },
	{ SV_INIT("tool"),         make_tool,         true },
	{ SV_INIT("tool_name"),    make_tool_name,    true },
	{ SV_INIT("tool_input"),   gaff_event_input,  true },
	{ SV_INIT("paths"),        make_paths,        false },
	{ SV_INIT("mcp"),          make_mcp,          false },
	{ SV_INIT("native"),       make_native,       false },
};
/* clang-format on */

static bool is_key(struct sv name)
{
	for (enum gaff_field f = 0; f < GAFF_F_COUNT; f++)
		if (sv_eq(gaff_field_key(f), name))
			return true;
	return false;
}

struct sv gaff_value_name(size_t i)
{
	if (i < COUNT_OF(made))
		return made[i].name;
	i -= COUNT_OF(made);
	for (enum gaff_field f = 0; f < GAFF_F_COUNT; f++)
		if (gaff_field_key(f).n && i-- == 0)
			return gaff_field_key(f);
	for (size_t k = 0; k < COUNT_OF(aliases); k++)
		if (!sv_chr(aliases[k].name, '.') && !is_key(aliases[k].name) && i-- == 0)
			return aliases[k].name;
	return (struct sv){ 0 };
}

static bool is_field(struct sv name)
{
	struct sv known;

	for (size_t i = 0; (known = gaff_value_name(i)).n; i++)
		if (sv_eq(known, name))
			return true;
	return false;
}

/* What the payload of an event in canonical words tells of the agent behind it. */
static bool is_told(const struct gaff_event *event, struct sv name, struct json *out)
{
	if (!came_canonical(event) || sv_eq(name, SV("paths")) || sv_eq(name, SV("event")))
		return false;
	*out = gaff_json_get(event->payload, name);
	return out->n > 0;
}

/* A canonical field; absent when this event has none. */
static enum gaff_rc find_field(struct arena *a, const struct gaff_event *event, struct sv name,
			       struct json *out, struct gaff_err *err)
{
	*out = (struct json){ 0 };
	for (enum gaff_field f = 0; f < GAFF_F_COUNT; f++)
		if (sv_eq(gaff_field_key(f), name) &&
		    (f != GAFF_F_TOOL_USE_ID || is_tool_event(event)))
			*out = event->field[f];
	if (out->n || is_told(event, name, out))
		return GAFF_OK;
	for (size_t i = 0; i < COUNT_OF(made); i++)
		if (sv_eq(made[i].name, name) && (!made[i].of_tools || is_tool_event(event)))
			return made[i].make(a, event, out, err);
	return GAFF_OK;
}

/* A name that is none of ours; the agent's own fields are asked for below "native". */
static enum gaff_rc unknown_field(struct arena *a, const struct gaff_event *event, struct sv name,
				  struct gaff_err *err)
{
	const char *names[GAFF_F_COUNT + COUNT_OF(made) + COUNT_OF(aliases)];
	const char *word = gaff_arena_cstr(a, name), *near = NULL;
	struct json native;
	size_t n = 0;

	GAFF_TRY(find_field(a, event, SV("native"), &native, err));
	if (gaff_json_get(native, name).n)
		return gaff_fail(err, GAFF_EUSAGE,
				 "there is no field '%.*s'; the agent's own one is native.%.*s",
				 name.n > 40 ? 40 : (int)name.n, name.p,
				 name.n > 40 ? 40 : (int)name.n, name.p);
	for (; n < COUNT_OF(names) && gaff_value_name(n).n; n++)
		names[n] = gaff_value_name(n).p;
	if (word)
		near = gaff_nearest(word, names, n);
	return gaff_fail(err, GAFF_EUSAGE, "there is no field '%.*s'%s%s%s",
			 name.n > 40 ? 40 : (int)name.n, name.p,
			 near ? "; did you mean '"
			      : "; what the agent itself gives is below 'native",
			 near ? near : "", near ? "'?" : "'");
}

/* ---- and what is inside of them ---- */

static bool is_each(struct json v, const struct steps *s, size_t at)
{
	return s->is_any[at] && gaff_json_type(v) == JSON_ARRAY;
}

/* Every value that the rest of the steps leads to. */
static void collect(struct json_writer *w, struct json v, const struct steps *s, size_t at)
{
	for (; at < s->n && v.n; at++) {
		if (is_each(v, s, at)) {
			for (struct json_iter it = gaff_json_iter(v); gaff_json_each(&it);)
				collect(w, it.value, s, at + 1);
			return;
		}
		v = gaff_json_step(v, s->at[at]);
	}
	if (v.n)
		gaff_json_raw(w, json_sv(v));
}

static enum gaff_rc look_up(struct arena *a, const struct gaff_event *event, const struct steps *s,
			    struct json *out, struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	struct json v;
	size_t at = 1;

	GAFF_TRY(find_field(a, event, s->at[0], &v, err));
	for (; at < s->n && v.n && !is_each(v, s, at); at++)
		v = gaff_json_step(v, s->at[at]);
	if (at == s->n || !v.n) {
		*out = v;
		return GAFF_OK;
	}
	gaff_json_open(&w, '[');
	collect(&w, v, s, at);
	gaff_json_close(&w, ']');
	return as_json(&b, out, err);
}

static bool says_nothing(struct json v)
{
	return gaff_json_type(v) == JSON_ABSENT || gaff_json_type(v) == JSON_NULL ||
	       sv_eq(json_sv(v), SV("[]"));
}

static enum gaff_rc value(struct arena *a, const struct gaff_event *event, struct sv name,
			  bool first, struct json *out, struct gaff_err *err)
{
	struct steps s, other;
	struct json found;

	GAFF_TRY(read_name(a, name, &s, err));
	if (s.is_any[0] || !is_field(s.at[0]))
		return unknown_field(a, event, s.at[0], err);
	GAFF_TRY(look_up(a, event, &s, &found, err));
	for (size_t i = 0; i < COUNT_OF(aliases) && says_nothing(found); i++) {
		size_t n = begins_with(&s, aliases[i].name);
		struct json too;

		if (!n)
			continue;
		other.n = 0;
		GAFF_TRY(add_dotted(&other, aliases[i].field, first, err));
		for (; n < s.n; n++)
			GAFF_TRY(add_step(&other, name, s.at[n], s.is_any[n], err));
		GAFF_TRY(look_up(a, event, &other, &too, err));
		found = too.n ? too : found;
	}
	*out = found;
	return GAFF_OK;
}

enum gaff_rc gaff_event_value(struct arena *a, const struct gaff_event *event, struct sv name,
			      struct json *out, struct gaff_err *err)
{
	return value(a, event, name, true, out, err);
}

enum gaff_rc gaff_event_values(struct arena *a, const struct gaff_event *event, struct sv name,
			       struct json *out, struct gaff_err *err)
{
	return value(a, event, name, false, out, err);
}
