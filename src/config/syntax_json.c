#include "config/syntax.h"
#include "text/json/json_edit.h"
#include "text/json/json_pretty.h"

/* ---- what the agent would not read ---- */

static struct gaff_refused refused_style(const struct gaff_json_style *style, unsigned flags,
					 struct sv text)
{
	if (style->has_bom && flags & GAFF_C_NO_BOM)
		return (struct gaff_refused){ "a byte order mark",
					      "save it as UTF-8 without one",
					      { 1, 1 } };
	if (style->has_comments && flags & GAFF_C_NO_COMMENTS)
		return (struct gaff_refused){ "comments", "take this one out",
					      gaff_json_edit_place(text, style->comment_offset) };
	if (style->has_trailing_comma && flags & GAFF_C_NO_TRAILING_COMMA)
		return (struct gaff_refused){ "a comma before a closing bracket", "take it out",
					      gaff_json_edit_place(text, style->comma_offset) };
	return (struct gaff_refused){ 0 };
}

/* Where JavaScript's "." ends a line: also at U+2028 and U+2029. */
static bool ends_line(struct sv text)
{
	return text.p[0] == '\n' || text.p[0] == '\r' || sv_starts(text, SV("\xe2\x80\xa8")) ||
	       sv_starts(text, SV("\xe2\x80\xa9"));
}

/* What Cursor makes of a file: first it cuts from every slash pair to the end of the line, in other
 * comments too. */
static struct sv cut_naively(struct arena *a, struct sv text)
{
	struct buf lines = buf_in(a), out = buf_in(a);
	bool closes = true;

	while (text.n) {
		if (sv_starts(text, SV("//")))
			while (text.n && !ends_line(text))
				text = sv_skip(text, 1);
		else {
			buf_addc(&lines, text.p[0]);
			text = sv_skip(text, 1);
		}
	}
	text = buf_sv(&lines);
	while (text.n) {
		size_t n = closes && sv_starts(text, SV("/*")) ? 2 : 0;

		while (n && n + 2 <= text.n && !sv_starts(sv_skip(text, n), SV("*/")))
			n++;
		closes = !n || n + 2 <= text.n; /* else no other does */
		if (n && closes) {
			text = sv_skip(text, n + 2);
			continue;
		}
		buf_addc(&out, text.p[0]);
		text = sv_skip(text, 1);
	}
	return buf_ok(&lines) && buf_ok(&out) ? buf_sv(&out) : (struct sv){ 0 };
}

/* What is left then is not what is meant. */
static struct gaff_refused refused_comment(struct arena *a, const struct gaff_doc *doc)
{
	struct sv cut = cut_naively(a, doc->source), json = doc->json;
	size_t at = 0;

	for (size_t i = 0; i < cut.n; i++) {
		if ((unsigned char)cut.p[i] <= ' ')
			continue;
		while (at < json.n && (unsigned char)json.p[at] <= ' ')
			at++;
		if (at == json.n || json.p[at] != cut.p[i])
			break;
		at++;
	}
	while (at < json.n && (unsigned char)json.p[at] <= ' ')
		at++;
	if (at == json.n)
		return (struct gaff_refused){ 0 };
	return (struct gaff_refused){ "a comment before this that has // in it",
				      "begin each line of a comment with //",
				      gaff_json_edit_place(doc->source, at) };
}

/* "/" and "*" in texts, as Cursor cuts comments out of a file without looking for quotes. */
static struct gaff_refused refused_string(const struct gaff_doc *doc)
{
	struct sv json = doc->json;

	for (size_t i = 0; i + 1 < json.n; i++)
		if (json.p[i] == '/' && (json.p[i + 1] == '/' || json.p[i + 1] == '*'))
			return (struct gaff_refused){ json.p[i + 1] == '/' ? "// in a text"
									   : "/* in a text",
						      json.p[i + 1] == '/'
							      ? "write \\/ for the slash"
							      : "write \\u002a for the star",
						      gaff_json_edit_place(doc->source, i) };
	return (struct gaff_refused){ 0 };
}

static enum gaff_rc find_refused(struct arena *a, unsigned row_flags, struct sv text,
				 const struct gaff_doc *doc, struct gaff_refused *out,
				 struct gaff_err *err)
{
	struct gaff_json_style style;

	GAFF_TRY(gaff_json_edit_style(a, text, &style, err));
	*out = refused_style(&style, row_flags, text);
	if (!out->what && doc->root.n && row_flags & GAFF_C_BAD_STRINGS) {
		*out = refused_string(doc);
		if (!out->what)
			*out = refused_comment(a, doc);
	}
	return GAFF_OK;
}

static bool has_comments(struct arena *a, struct sv text)
{
	struct gaff_json_style style;
	struct gaff_err ignored;

	return gaff_json_edit_style(a, text, &style, &ignored) != GAFF_OK || style.has_comments;
}

/* ---- edits ---- */

static enum gaff_rc append(struct arena *a, struct sv text, struct gaff_steps list,
			   struct json element, struct sv *out, struct gaff_err *err)
{
	return gaff_json_edit_append(a, text, list.key, list.n, json_sv(element), out, err);
}

static enum gaff_rc set(struct arena *a, struct sv text, struct gaff_steps member,
			struct json value, struct sv *out, struct gaff_err *err)
{
	return gaff_json_edit_set(a, text, member.key, member.n, json_sv(value), out, err);
}

static enum gaff_rc take_out(struct arena *a, struct sv text, struct gaff_steps member,
			     struct sv *out, struct gaff_err *err)
{
	return gaff_json_edit_remove(a, text, member.key, member.n, out, err);
}

static enum gaff_rc take_out_at(struct arena *a, struct sv text, struct gaff_steps list, size_t i,
				struct sv *out, struct gaff_err *err)
{
	return gaff_json_edit_remove_at(a, text, list.key, list.n, i, out, err);
}

static enum gaff_rc write_json(struct arena *a, struct json document, bool hides_comments,
			       struct sv *out, struct gaff_err *err)
{
	struct buf b = buf_in(a);

	gaff_json_pretty(&b, document, hides_comments ? GAFF_PRETTY_NO_COMMENT_MARKS : 0);
	*out = buf_sv(&b);
	return gaff_buf_check(&b, err);
}

const struct gaff_editor gaff_editor_json = {
	.format = SV_INIT("json"),
	.read = gaff_json_edit_read,
	.read_once = gaff_doc_parse_settings,
	.write = write_json,
	.place = gaff_doc_place,
	.find_refused = find_refused,
	.has_comments = has_comments,
	.append = append,
	.set = set,
	.remove = take_out,
	.remove_at = take_out_at,
};
