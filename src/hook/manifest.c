#include "hook/manifest.h"

#include "base/hash.h"
#include "base/limits.h"
#include "hook/manifest_parts.h"
#include "hook/needs.h"
#include "text/doc.h"
#include "text/utf8.h"

/* ---- canonical bytes: known fields in the order of the tables, then the others as they came ----
 */

static bool is_known(const struct gaff_hook_field *fields, size_t n, struct json key)
{
	for (size_t i = 0; i < n; i++)
		if (gaff_json_is(key, fields[i].name))
			return true;
	return false;
}

static void write_member(struct arena *a, struct json_writer *w, struct json key, struct json value)
{
	struct sv name;

	if (!gaff_json_text(a, key, &name))
		return; /* the arena has failed, and says so */
	gaff_json_key(w, name);
	gaff_doc_write(w, value);
}

static void write_others(struct arena *a, struct json_writer *w,
			 const struct gaff_hook_field *fields, size_t n, struct json object)
{
	struct json_iter it = gaff_json_iter(object);
	struct json key, value;

	while (gaff_json_next(&it, &key, &value))
		if (!is_known(fields, n, key))
			write_member(a, w, key, value);
}

/* A hook, or the handler in it. */
static void write_object(struct arena *a, struct json_writer *w,
			 const struct gaff_hook_field *fields, size_t n, struct json object)
{
	struct json_index members;

	if (!gaff_json_index(a, object, object.n, &members))
		return; /* the arena has failed, and says so */
	gaff_json_open(w, '{');
	for (size_t i = 0; i < n; i++) {
		struct json value = gaff_json_find(&members, fields[i].name);

		if (!value.n)
			continue;
		gaff_json_key(w, fields[i].name);
		if (fields == gaff_hook_fields && sv_eq(fields[i].name, SV("handler")))
			write_object(a, w, gaff_handler_fields, gaff_n_handler_fields, value);
		else
			gaff_doc_write(w, value);
	}
	write_others(a, w, fields, n, object);
	gaff_json_close(w, '}');
}

/* ---- the document ---- */

uint32_t gaff_native_hash(struct sv host, struct sv event)
{
	uint64_t h = gaff_hash(gaff_hash(gaff_hash(GAFF_HASH_START, host), SV(":")), event);

	return (uint32_t)(h ^ h >> 32);
}

static const struct gaff_hook_field top[] = {
	{ SV_INIT("spec"), GAFF_FIELD_TEXT, 0, NULL, 0, NULL },
	{ SV_INIT("hooks"), GAFF_FIELD_ANY, 0, NULL, 0, NULL },
};

static void check_spec(struct gaff_findings *f, struct json root)
{
	struct json spec = gaff_json_get(root, SV("spec"));

	if (!spec.n)
		gaff_find_error(f, root.p, "a manifest needs \"spec\": \"hooks/1.0\"");
	else if (!gaff_json_is(spec, SV("hooks/1.0")) && !gaff_json_is(spec, SV("hooks/0.1")))
		gaff_find_error(f, spec.p,
				"\"spec\" must be \"hooks/1.0\" (or \"hooks/0.1\"), not %.*s",
				(int)(spec.n < 40 ? spec.n : 40), spec.p);
}

static size_t count(struct json list)
{
	struct json_iter it = gaff_json_iter(list);
	struct json key, value;
	size_t n = 0;

	while (gaff_json_next(&it, &key, &value))
		n++;
	return n;
}

static void write_all(struct arena *a, struct json root, struct json hooks, struct buf *b,
		      struct gaff_hook_index *index)
{
	struct json_writer w = { .out = b };
	struct json_iter it = gaff_json_iter(hooks);
	struct json key, value;

	gaff_json_open(&w, '{');
	json_member_string(&w, SV("spec"), SV("hooks/1.0"));
	gaff_json_key(&w, SV("hooks"));
	gaff_json_open(&w, '[');
	for (size_t i = 0; gaff_json_next(&it, &key, &value); i++) {
		size_t from = b->n + w.comma;

		write_object(a, &w, gaff_hook_fields, gaff_n_hook_fields, value);
		index[i].at = (uint32_t)from;
		index[i].n = (uint32_t)(b->n - from);
	}
	gaff_json_close(&w, ']');
	write_others(a, &w, top, COUNT_OF(top), root);
	gaff_json_close(&w, '}');
}

static uint32_t native_hash(const struct gaff_hook *hook)
{
	struct sv name = hook->event_name;
	const char *colon = memchr(name.p, ':', name.n);
	size_t n = colon ? (size_t)(colon - name.p) : 0;

	return hook->event == GAFF_EV_NATIVE && colon
		       ? gaff_native_hash((struct sv){ name.p, n }, sv_skip(name, n + 1))
		       : 0;
}

bool gaff_manifest_read(struct arena *a, const struct gaff_host *const *hosts, struct json root,
			struct gaff_findings *f, struct gaff_manifest *out)
{
	struct json hooks = gaff_json_get(root, SV("hooks")), key, value;
	struct json_iter it = gaff_json_iter(hooks);
	struct gaff_hook_index *index;
	struct buf b = buf_in(a), needs = buf_in(a);
	size_t n;

	if (gaff_json_type(root) != JSON_OBJECT) {
		gaff_find_error(f, root.p, "a manifest is an object");
		return false;
	}
	check_spec(f, root);
	n = gaff_json_type(hooks) == JSON_ARRAY ? count(hooks) : 0;
	if (!hooks.n)
		gaff_find_error(f, root.p, "a manifest needs \"hooks\"");
	else if (gaff_json_type(hooks) != JSON_ARRAY)
		gaff_find_error(f, hooks.p, "\"hooks\" must be a list");
	else if (!n)
		gaff_find_error(f, hooks.p, "\"hooks\" is empty: a manifest has at least one hook");
	else if (n > GAFF_MANIFEST_HOOKS)
		gaff_find_error(f, hooks.p, "there are %zu hooks, and %d are the most", n,
				GAFF_MANIFEST_HOOKS);
	index = n && n <= GAFF_MANIFEST_HOOKS ? gaff_arena_alloc(a, n * sizeof *index) : NULL;
	if (!index)
		return false;
	for (size_t i = 0; gaff_json_next(&it, &key, &value); i++) {
		struct gaff_hook hook;

		if (!gaff_hook_read(a, hosts, value, f, &hook))
			continue;
		index[i].event = (uint8_t)hook.event;
		index[i].flags = hook.enabled ? GAFF_INDEX_ENABLED : 0;
		index[i].tools = gaff_matcher_tools(a, hosts, hook.matcher);
		index[i].native = native_hash(&hook);
		gaff_needs_add(a, &needs, &hook, &index[i]);
	}
	if (f->n_errors)
		return false;
	write_all(a, root, hooks, &b, index);
	if (!buf_ok(&b) || !buf_ok(&needs) || a->failed) {
		gaff_find_error(f, root.p, "no memory for the manifest");
		return false;
	}
	*out = (struct gaff_manifest){ .text = buf_sv(&b),
				       .hook = index,
				       .n = n,
				       .needs = (const struct gaff_grams *)(const void *)needs.p,
				       .n_needs = needs.n / sizeof(struct gaff_grams) };
	return true;
}

enum gaff_rc gaff_manifest_hook(struct arena *a, const struct gaff_host *const *hosts,
				const struct gaff_manifest *manifest, size_t i,
				struct gaff_hook *out, struct gaff_err *err)
{
	struct gaff_findings findings = { .arena = a };
	const struct gaff_hook_index *at = &manifest->hook[i];
	struct json object;

	if (at->at > manifest->text.n || at->n > manifest->text.n - at->at ||
	    (manifest->copy &&
	     memcmp(manifest->text.p + at->at, manifest->copy + at->at, at->n) != 0))
		return gaff_fail(err, GAFF_EIO, "hook %zu is not what it was", i + 1);
	GAFF_TRY(gaff_json_parse((struct sv){ manifest->text.p + at->at, at->n }, &object, err));
	if (!gaff_hook_read(a, hosts, object, &findings, out))
		return gaff_fail(err, GAFF_EHOOK, "hook %zu: %.*s", i + 1,
				 findings.n ? (int)findings.item[0].text.n : 9,
				 findings.n ? findings.item[0].text.p : "no memory");
	out->number = i + 1;
	return GAFF_OK;
}

struct sv gaff_hook_label(struct arena *a, const struct gaff_hook *hook)
{
	char text[160];
	struct sv label = gaff_utf8_cut(hook->name, sizeof text), what; /* room for the rest */

	if (!label.n) {
		what = hook->kind == GAFF_HANDLER_COMMAND ? sv_trim(hook->command)
		       : hook->kind == GAFF_HANDLER_HTTP  ? SV("http")
							  : SV("prompt");
		(void)snprintf(text, sizeof text, "#%zu %.*s", hook->number,
			       (int)(what.n < 100 ? what.n : 100), what.p);
		label = sv_of(text);
	}
	return gaff_one_line(a, &label) ? label : SV("a hook");
}
