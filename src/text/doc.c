#include "text/doc.h"

#include <stdarg.h>

#include "text/doc_parts.h"
#include "text/json/json_scan.h"
#include "text/utf8.h"

enum gaff_doc_syntax gaff_doc_syntax_of(const char *file)
{
	const char *dot = strrchr(file, '.');

	return dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0) ? GAFF_DOC_YAML
									      : GAFF_DOC_JSON;
}

struct gaff_place gaff_source_place(struct sv source, size_t offset)
{
	struct gaff_place place = { 1, 1 };

	for (size_t i = 0; i < offset && i < source.n; i++) {
		char c = source.p[i];
		bool half = c == '\r' && i + 1 < source.n && source.p[i + 1] == '\n';

		if ((c == '\n' || c == '\r') && !half) {
			place.line++;
			place.column = 1;
		} else if (((unsigned char)c & 0xc0) != 0x80) {
			place.column++;
		}
	}
	return place;
}

enum gaff_rc gaff_source_fail(struct sv source, size_t offset, struct gaff_err *err,
			      enum gaff_rc rc, const char *fmt, ...)
{
	struct gaff_place place = gaff_source_place(source, offset);
	char msg[sizeof err->msg];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(msg, sizeof msg, fmt, ap);
	va_end(ap);
	gaff_fail(err, rc, "%s", msg);
	err->line = place.line;
	err->column = place.column;
	err->offset = offset;
	return rc;
}

static enum gaff_rc check_utf8(struct sv source, struct gaff_err *err)
{
	for (size_t i = 0; i < source.n;) {
		unsigned n = utf8_length(source.p + i, source.p + source.n);

		if (!n)
			return gaff_source_fail(source, i, err, GAFF_ESYNTAX, "invalid UTF-8");
		i += n;
	}
	return GAFF_OK;
}

static enum gaff_rc parse(struct arena *a, struct sv source, enum gaff_doc_syntax syntax,
			  struct gaff_doc *out, struct gaff_err *err)
{
	struct gaff_doc doc;

	GAFF_TRY(check_utf8(source, err));
	GAFF_TRY(syntax == GAFF_DOC_YAML ? gaff_yaml_parse(a, source, &doc, err)
					 : gaff_jsonc_parse(a, source, &doc, err));
	GAFF_TRY(gaff_doc_check_keys(a, &doc, err));
	*out = doc;
	return GAFF_OK;
}

static enum gaff_rc parse_up_to(struct arena *a, struct sv text, size_t max,
				enum gaff_doc_syntax syntax, struct gaff_doc *out,
				struct gaff_err *err)
{
	bool has_bom = sv_starts(text, SV("\xef\xbb\xbf"));
	enum gaff_rc rc;

	if (text.n > max)
		return gaff_fail(err, GAFF_ETOOBIG, "larger than %zu bytes", max);
	rc = parse(a, has_bom ? sv_skip(text, 3) : text, syntax, out, err);
	if (rc != GAFF_OK && err->line && has_bom)
		err->offset += 3;
	return rc;
}

enum gaff_rc gaff_doc_parse(struct arena *a, struct sv text, enum gaff_doc_syntax syntax,
			    struct gaff_doc *out, struct gaff_err *err)
{
	return parse_up_to(a, text, GAFF_DOC_MAX, syntax, out, err);
}

enum gaff_rc gaff_doc_parse_settings(struct arena *a, struct sv text, struct gaff_doc *out,
				     struct gaff_err *err)
{
	return parse_up_to(a, text, GAFF_EDIT_MAX, GAFF_DOC_JSON, out, err);
}

size_t gaff_doc_offset(const struct gaff_doc *doc, const char *at)
{
	size_t offset = (size_t)(at - doc->json.p), low = 0, high = doc->marks_n;

	if (!doc->marks)
		return offset;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (doc->marks[middle].json <= offset)
			low = middle;
		else
			high = middle;
	}
	return doc->marks[low].source;
}

struct gaff_place gaff_doc_place(const struct gaff_doc *doc, const char *at)
{
	return gaff_source_place(doc->source, gaff_doc_offset(doc, at));
}

static const char *write_string(struct json_writer *w, const char *p)
{
	const char *end = json_string_end(p) - 1;

	gaff_json_text_begin(w);
	for (p++; p < end;) {
		const char *slash = memchr(p, '\\', (size_t)(end - p));
		const char *stop = slash ? slash : end;
		char unit[4];

		gaff_json_text_add(w, (struct sv){ p, (size_t)(stop - p) });
		p = stop;
		if (slash) {
			unsigned n = json_next_unit(&p, unit);

			gaff_json_text_add(w, (struct sv){ unit, n });
		}
	}
	gaff_json_text_end(w);
	return end + 1;
}

static const char *write_word(struct json_writer *w, const char *p, const char *end)
{
	const char *from = p;

	while (p < end && !json_is_space(*p) && !strchr("{}[],:", *p))
		p++;
	gaff_json_raw(w, (struct sv){ from, (size_t)(p - from) });
	return p;
}

/* Mark after mark: the text is checked, so that brackets need not be counted. */
void gaff_doc_write(struct json_writer *w, struct json v)
{
	const char *p = v.p, *end = v.n ? v.p + v.n : v.p;

	while (p < end) {
		switch (*p) {
		case '{':
		case '[':
			gaff_json_open(w, *p++);
			break;
		case '}':
		case ']':
			gaff_json_close(w, *p++);
			break;
		case ':':
			buf_addc(w->out, *p++);
			w->comma = false;
			break;
		case '"':
			p = write_string(w, p);
			break;
		default:
			if (*p == ',' || json_is_space(*p))
				p++;
			else
				p = write_word(w, p, end);
		}
	}
}

void gaff_doc_copy(struct json_writer *w, struct json key, struct json value)
{
	gaff_doc_write(w, key);
	buf_addc(w->out, ':');
	w->comma = false;
	gaff_doc_write(w, value);
}
