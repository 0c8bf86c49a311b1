#include "convert/parts.h"
#include "agents/schema.h"
#include "agents/hosts.h"
#include "text/doc.h"
#include "text/words.h"

/* The manifest in the middle of a conversion, read once. */

static enum gaff_rc not_a_manifest(const struct gaff_findings *findings, const struct gaff_doc *doc,
				   struct gaff_err *err)
{
	if (doc)
		return gaff_findings_fail(findings, doc, err);
	for (size_t i = 0; i < findings->n; i++)
		if (!findings->item[i].is_warning)
			return gaff_fail(err, GAFF_ESYNTAX, "%.*s", SV_ARG(findings->item[i].text));
	return gaff_fail(err, GAFF_ENOMEM, "no memory for a manifest");
}

enum gaff_rc gaff_middle_read(struct arena *a, struct json root, const struct gaff_doc *doc,
			      struct gaff_middle *out, struct gaff_err *err)
{
	struct gaff_findings findings = { .arena = a };
	struct gaff_middle middle = { 0 };
	struct gaff_manifest manifest;

	if (!gaff_manifest_read(a, gaff_hosts, root, &findings, &manifest))
		return not_a_manifest(&findings, doc, err);
	GAFF_TRY(gaff_json_parse(manifest.text, &middle.root, err));
	middle.rules = gaff_json_get(middle.root, SV("rules"));
	middle.n = manifest.n;
	middle.hook = gaff_arena_alloc(a, (manifest.n + 1) * sizeof *middle.hook);
	GAFF_TRY(gaff_arena_check(a, err));
	for (size_t i = 0; i < manifest.n; i++)
		GAFF_TRY(gaff_manifest_hook(a, gaff_hosts, &manifest, i, &middle.hook[i], err));
	*out = middle;
	return GAFF_OK;
}

enum gaff_rc gaff_middle_with(struct arena *a, struct json root, struct sv hooks, struct json *out,
			      struct gaff_err *err)
{
	struct json_iter it = gaff_json_iter(root);
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	struct json key, value;

	gaff_json_open(&w, '{');
	while (gaff_json_next(&it, &key, &value))
		if (gaff_json_is(key, SV("hooks")))
			json_member(&w, SV("hooks"), hooks);
		else
			gaff_json_copy(&w, key, value);
	gaff_json_close(&w, '}');
	GAFF_TRY(gaff_arena_check(a, err));
	return gaff_json_parse(buf_sv(&b), out, err);
}

struct json gaff_json_made(const struct buf *b)
{
	struct gaff_err ignored;
	struct json value;

	if (!buf_ok(b) || gaff_json_parse(buf_sv(b), &value, &ignored) != GAFF_OK)
		return (struct json){ 0 };
	return value;
}

/* ---- provider_data ---- */

struct json gaff_provider_data(struct json provider_data, const struct gaff_host *host)
{
	struct json data = gaff_json_get(provider_data, host->id);

	return gaff_json_type(data) == JSON_OBJECT ? data : (struct json){ 0 };
}

struct sv gaff_provider_field(struct arena *a, struct sv id, struct sv member)
{
	struct buf b = buf_in(a);

	gaff_buf_add(&b, SV("provider_data."));
	gaff_buf_add(&b, gaff_shortened(id));
	gaff_buf_add(&b, member.n ? SV(".") : SV(""));
	gaff_buf_add(&b, member);
	return buf_sv(&b);
}

bool gaff_is_control(struct json key)
{
	static const struct sv names[] = { SV_INIT("events"), SV_INIT("matcher"), SV_INIT("group"),
					   SV_INIT("as"),     SV_INIT("args"),    SV_INIT("if"),
					   SV_INIT("was") };

	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (gaff_json_is(key, names[i]))
			return true;
	return false;
}

bool gaff_describes_file(struct sv name)
{
	return gaff_is_among(name, "$schema version description wrapper");
}
