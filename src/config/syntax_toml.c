#include "base/limits.h"
#include "config/syntax.h"
#include "text/json/json_edit.h"
#include "text/toml/toml.h"

static enum gaff_rc read_toml(struct arena *a, struct sv text, struct gaff_doc *out,
			      struct gaff_err *err)
{
	if (text.n > GAFF_EDIT_MAX)
		return gaff_fail(err, GAFF_ETOOBIG, "larger than %u bytes", GAFF_EDIT_MAX);
	*out = (struct gaff_doc){ .source = text };
	GAFF_TRY(gaff_toml_read(a, text, &out->root, err));
	out->json = json_sv(out->root);
	return GAFF_OK;
}

static struct gaff_place place_toml(const struct gaff_doc *doc, const char *at)
{
	struct arena a;
	size_t offset;

	gaff_arena_init(&a, NULL, 0, GAFF_ARENA_MAX);
	offset = gaff_toml_offset(&a, doc->source, (size_t)(at - doc->json.p));
	gaff_arena_release(&a);
	return gaff_json_edit_place(doc->source, offset);
}

/* No agent refuses what TOML allows. */
static enum gaff_rc find_refused(struct arena *a, unsigned row_flags, struct sv text,
				 const struct gaff_doc *doc, struct gaff_refused *out,
				 struct gaff_err *err)
{
	(void)row_flags;
	(void)text;
	(void)doc;
	*out = (struct gaff_refused){ 0 };
	return gaff_arena_check(a, err);
}

static bool has_comments(struct arena *a, struct sv text)
{
	(void)a;
	return text.n && memchr(text.p, '#', text.n);
}

static enum gaff_rc append(struct arena *a, struct sv text, struct gaff_steps list,
			   struct json element, struct sv *out, struct gaff_err *err)
{
	return gaff_toml_append(a, text, list.key, list.n, element, out, err);
}

static enum gaff_rc set(struct arena *a, struct sv text, struct gaff_steps member,
			struct json value, struct sv *out, struct gaff_err *err)
{
	return gaff_toml_set(a, text, member.key, member.n, value, out, err);
}

static enum gaff_rc take_out(struct arena *a, struct sv text, struct gaff_steps member,
			     struct sv *out, struct gaff_err *err)
{
	return gaff_toml_remove(a, text, member.key, member.n, out, err);
}

static enum gaff_rc take_out_at(struct arena *a, struct sv text, struct gaff_steps list, size_t i,
				struct sv *out, struct gaff_err *err)
{
	return gaff_toml_remove_at(a, text, list.key, list.n, i, out, err);
}

static enum gaff_rc write_toml(struct arena *a, struct json document, bool hides_comments,
			       struct sv *out, struct gaff_err *err)
{
	(void)hides_comments;
	return gaff_toml_document(a, document, out, err);
}

const struct gaff_editor gaff_editor_toml = {
	.format = SV_INIT("toml"),
	.read = read_toml,
	.read_once = read_toml,
	.write = write_toml,
	.no_null = "TOML has no null",
	.place = place_toml,
	.find_refused = find_refused,
	.has_comments = has_comments,
	.append = append,
	.set = set,
	.remove = take_out,
	.remove_at = take_out_at,
	.has_tables = true,
};
