/*
 * yaml.c - YAML as JSON: the events of libyaml, written as they come.
 *
 * What libyaml is given is bounded first, for it has slow inputs within a megabyte: it clears a
 * buffer as long as the longest run of blanks for every word that follows, and compares every
 * %TAG with every other. Its events are then held to a depth, which bounds the rest.
 */
#include <yaml.h>

#include "text/doc_parts.h"
#include "text/yaml/yaml_scalar.h"

struct level {
	bool is_map, wants_key;
};

struct yaml {
	struct arena *arena;
	struct sv source;
	struct gaff_err *err;
	struct buf json;
	struct json_writer w;
	struct gaff_doc_mark *marks;
	size_t marks_n, marks_cap;
	struct level level[GAFF_DOC_DEPTH_MAX + 1]; /* the first is the document */
	unsigned depth;
	size_t index, byte; /* one place of the source: in characters, in bytes */
	bool has_document;
};

static bool is_continuation(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* libyaml counts characters. Marks go on from one to the next, so we do from the last. */
static size_t byte_of(struct yaml *y, yaml_mark_t mark)
{
	while (y->index < mark.index && y->byte < y->source.n) {
		for (y->byte++; y->byte < y->source.n && is_continuation(y->source.p[y->byte]);)
			y->byte++;
		y->index++;
	}
	while (y->index > mark.index) {
		for (y->byte--; is_continuation(y->source.p[y->byte]);)
			y->byte--;
		y->index--;
	}
	return y->byte;
}

static enum gaff_rc refuse(struct yaml *y, const yaml_event_t *e, const char *problem)
{
	return gaff_source_fail(y->source, byte_of(y, e->start_mark), y->err, GAFF_ESYNTAX, "%s",
				problem);
}

/* Line ends of YAML 1.1 that no editor shows, so that a comment would end where nobody sees it. */
static bool is_odd_line_end(struct sv rest)
{
	return sv_starts(rest, SV("\xc2\x85")) || sv_starts(rest, SV("\xe2\x80\xa8")) ||
	       sv_starts(rest, SV("\xe2\x80\xa9"));
}

static enum gaff_rc check_source(struct yaml *y)
{
	struct sv source = y->source;
	bool at_line = true;
	size_t blanks = 0;

	for (size_t i = 0; i < source.n; i++) {
		char c = source.p[i];

		if (at_line && sv_starts(sv_skip(source, i), SV("%TAG")))
			return gaff_source_fail(source, i, y->err, GAFF_ESYNTAX,
						"%%TAG is not supported");
		if (((unsigned char)c == 0xc2 || (unsigned char)c == 0xe2) &&
		    is_odd_line_end(sv_skip(source, i)))
			return gaff_source_fail(
				source, i, y->err, GAFF_ESYNTAX,
				"a line end that cannot be seen (U+0085, U+2028 or U+2029)");
		at_line = c == '\n' || c == '\r';
		blanks = at_line || c == ' ' || c == '\t' ? blanks + 1 : 0;
		if (blanks > GAFF_DOC_BLANKS_MAX)
			return gaff_source_fail(source, i, y->err, GAFF_ETOOBIG,
						"more than %d spaces and line ends in a row",
						GAFF_DOC_BLANKS_MAX);
	}
	return GAFF_OK;
}

/* What is written next begins here in the source. */
static enum gaff_rc mark(struct yaml *y, const yaml_event_t *e)
{
	size_t json = y->json.n + y->w.comma, source = byte_of(y, e->start_mark);

	if (y->marks_n == y->marks_cap) {
		size_t cap = y->marks_cap ? 2 * y->marks_cap : 128;
		struct gaff_doc_mark *marks = gaff_arena_alloc(y->arena, cap * sizeof *marks);

		GAFF_TRY(gaff_arena_check(y->arena, y->err));
		if (y->marks_n)
			memcpy(marks, y->marks, y->marks_n * sizeof *marks);
		y->marks = marks;
		y->marks_cap = cap;
	}
	y->marks[y->marks_n++] = (struct gaff_doc_mark){ (uint32_t)json, (uint32_t)source };
	return GAFF_OK;
}

/* A value has been written: in a map the next is a key. */
static void value_done(struct yaml *y)
{
	y->level[y->depth].wants_key = y->level[y->depth].is_map;
}

#define ONE_OF(type) (1u << (type))

/* name in tag:yaml.org,2002:, and the types of plain text that may have it */
struct tag_row {
	struct sv name;
	unsigned types;
};

static const struct tag_row tags[] = {
	{ SV_INIT("str"), ~0u },
	{ SV_INIT("int"), ONE_OF(GAFF_YAML_INT) | ONE_OF(GAFF_YAML_BASED) },
	{ SV_INIT("float"),
	  ONE_OF(GAFF_YAML_FLOAT) | ONE_OF(GAFF_YAML_INT) | ONE_OF(GAFF_YAML_NO_NUMBER) },
	{ SV_INIT("bool"), ONE_OF(GAFF_YAML_TRUE) | ONE_OF(GAFF_YAML_FALSE) },
	{ SV_INIT("null"), ONE_OF(GAFF_YAML_NULL) },
	{ SV_INIT("map"), 0 },
	{ SV_INIT("seq"), 0 },
};

static const struct tag_row *find_tag(struct sv tag)
{
	static const struct sv prefix = SV_INIT("tag:yaml.org,2002:");

	for (size_t i = 0; sv_starts(tag, prefix) && i < COUNT_OF(tags); i++)
		if (sv_eq(sv_skip(tag, prefix.n), tags[i].name))
			return &tags[i];
	return NULL;
}

static enum gaff_rc resolve(struct yaml *y, const yaml_event_t *e, struct sv text,
			    enum gaff_yaml_type *type)
{
	struct sv tag = sv_of((const char *)e->data.scalar.tag);
	const struct tag_row *row = find_tag(tag);
	size_t at = byte_of(y, e->start_mark);
	bool is_text = e->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;

	*type = gaff_yaml_type_of(text);
	if (row) {
		if (!(row->types & ONE_OF(*type)))
			return refuse(y, e, "a tag that does not fit the value");
		is_text = row->types == ~0u;
	} else if (tag.p && !sv_eq(tag, SV("!"))) {
		return refuse(y, e, "a tag that is not supported");
	} else if (at < y->source.n && y->source.p[at] == '!') {
		is_text = true; /* of a ! libyaml tells nothing but that the scalar begins there */
	}
	if (is_text)
		*type = GAFF_YAML_TEXT;
	return GAFF_OK;
}

/* A key is its text, whatever it would be as a value. */
static enum gaff_rc take_scalar(struct yaml *y, const yaml_event_t *e)
{
	struct sv text = { (const char *)e->data.scalar.value, e->data.scalar.length };
	size_t at = byte_of(y, e->start_mark);
	enum gaff_yaml_type type;

	if (e->data.scalar.anchor)
		return refuse(y, e, "anchors are not supported");
	GAFF_TRY(resolve(y, e, text, &type));
	GAFF_TRY(mark(y, e));
	if (y->level[y->depth].wants_key) {
		if (sv_eq(text, SV("<<")) && y->source.p[at] == '<')
			return refuse(y, e, "merge keys are not supported");
		gaff_json_key(&y->w, text);
		y->level[y->depth].wants_key = false;
		return GAFF_OK;
	}
	if (!gaff_yaml_write(&y->w, type, text))
		return refuse(y, e,
			      type == GAFF_YAML_BASED ? "a number of more than 64 bits"
						      : ".inf and .nan are not supported");
	value_done(y);
	return GAFF_OK;
}

static enum gaff_rc open_level(struct yaml *y, const yaml_event_t *e, bool is_map)
{
	const yaml_char_t *anchor = is_map ? e->data.mapping_start.anchor
					   : e->data.sequence_start.anchor;
	const yaml_char_t *tag = is_map ? e->data.mapping_start.tag : e->data.sequence_start.tag;
	const struct tag_row *row = find_tag(sv_of((const char *)tag));

	if (anchor)
		return refuse(y, e, "anchors are not supported");
	if (!row && tag && !sv_eq(sv_of((const char *)tag), SV("!")))
		return refuse(y, e, "a tag that is not supported");
	if (row && !sv_eq(row->name, is_map ? SV("map") : SV("seq")))
		return refuse(y, e, "a tag that does not fit the value");
	if (y->level[y->depth].wants_key)
		return refuse(y, e, "a key must be a single value");
	if (y->depth == GAFF_DOC_DEPTH_MAX)
		return gaff_source_fail(y->source, byte_of(y, e->start_mark), y->err, GAFF_ETOOBIG,
					"nested too deeply");
	GAFF_TRY(mark(y, e));
	gaff_json_open(&y->w, is_map ? '{' : '[');
	y->level[++y->depth] = (struct level){ is_map, is_map };
	return GAFF_OK;
}

static enum gaff_rc take_event(struct yaml *y, const yaml_event_t *e)
{
	switch (e->type) {
	case YAML_DOCUMENT_START_EVENT:
		if (y->has_document)
			return refuse(y, e, "a second document; there may be one only");
		y->has_document = true;
		return GAFF_OK;
	case YAML_ALIAS_EVENT:
		return refuse(y, e, "aliases are not supported");
	case YAML_SCALAR_EVENT:
		return take_scalar(y, e);
	case YAML_SEQUENCE_START_EVENT:
		return open_level(y, e, false);
	case YAML_MAPPING_START_EVENT:
		return open_level(y, e, true);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		gaff_json_close(&y->w, y->level[y->depth].is_map ? '}' : ']');
		y->depth--;
		value_done(y);
		return GAFF_OK;
	case YAML_STREAM_END_EVENT:
		return y->has_document ? GAFF_OK : refuse(y, e, "there is no YAML here");
	case YAML_NO_EVENT:
	case YAML_STREAM_START_EVENT:
	case YAML_DOCUMENT_END_EVENT:
		break;
	}
	return GAFF_OK;
}

static enum gaff_rc syntax_error(struct yaml *y, const yaml_parser_t *parser)
{
	size_t at;

	if (parser->error == YAML_MEMORY_ERROR)
		return gaff_no_memory(y->err);
	at = parser->error == YAML_READER_ERROR ? parser->problem_offset
						: byte_of(y, parser->problem_mark);
	return gaff_source_fail(y->source, at, y->err, GAFF_ESYNTAX, "%s",
				parser->problem ? parser->problem : "not YAML");
}

/* Every event, and each is freed whatever is thought of it. */
static enum gaff_rc take_events(struct yaml *y, yaml_parser_t *parser)
{
	bool at_end = false;

	while (!at_end) {
		yaml_event_t event;
		enum gaff_rc rc;

		if (!yaml_parser_parse(parser, &event))
			return syntax_error(y, parser);
		rc = take_event(y, &event);
		at_end = event.type == YAML_STREAM_END_EVENT;
		yaml_event_delete(&event);
		if (rc != GAFF_OK)
			return rc;
		GAFF_TRY(gaff_buf_check(&y->json, y->err));
	}
	return GAFF_OK;
}

enum gaff_rc gaff_yaml_parse(struct arena *a, struct sv source, struct gaff_doc *out,
			     struct gaff_err *err)
{
	struct yaml y = { .arena = a, .source = source, .err = err, .json = buf_in(a) };
	yaml_parser_t parser;
	enum gaff_rc rc;

	y.w.out = &y.json;
	GAFF_TRY(check_source(&y));
	if (!yaml_parser_initialize(&parser))
		return gaff_no_memory(y.err);
	/* said, or it would guess UTF-16 from the first bytes */
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&parser, (const unsigned char *)source.p, source.n);
	rc = take_events(&y, &parser);
	yaml_parser_delete(&parser);
	if (rc != GAFF_OK)
		return rc;
	*out = (struct gaff_doc){ .root = { y.json.p, y.json.n },
				  .json = buf_sv(&y.json),
				  .source = source,
				  .marks = y.marks,
				  .marks_n = y.marks_n };
	return GAFF_OK;
}
