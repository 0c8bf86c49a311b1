#include "manifest/manifest.h"

#include "base/hash.h"
#include "base/limits.h"
#include "manifest/manifest_parts.h"
#include "manifest/needs.h"
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
	for (struct json_iter it = gaff_json_iter(object); gaff_json_each(&it);)
		if (!is_known(fields, n, it.key))
			write_member(a, w, it.key, it.value);
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
	{ SV_INIT("rules"), GAFF_FIELD_ANY, 0, NULL, 0, NULL },
};

static void check_spec(struct gaff_findings *f, struct json root, struct json spec)
{
	if (!spec.n)
		gaff_find_error(f, root.p, "a manifest needs \"spec\": \"hooks/1.0\"");
	else if (!gaff_json_is(spec, SV("hooks/1.0")) && !gaff_json_is(spec, SV("hooks/0.1")))
		gaff_find_error(f, spec.p,
				"\"spec\" must be \"hooks/1.0\" (or \"hooks/0.1\"), not %.*s",
				SV_SHORT(spec, 40));
}

/* Where each object stands is kept in the index of its kind. */
static void write_list(struct arena *a, struct json_writer *w, struct sv name, struct json list,
		       const struct gaff_hook_field *fields, size_t n_fields,
		       struct gaff_hook_index *(*place)(void *index, size_t i), void *index)
{
	struct json_iter it = gaff_json_iter(list);

	gaff_json_key(w, name);
	gaff_json_open(w, '[');
	for (size_t i = 0; gaff_json_each(&it); i++) {
		size_t from = w->out->n + w->comma;

		write_object(a, w, fields, n_fields, it.value);
		place(index, i)->at = (uint32_t)from;
		place(index, i)->n = (uint32_t)(w->out->n - from);
	}
	gaff_json_close(w, ']');
}

static struct gaff_hook_index *hook_place(void *index, size_t i)
{
	return (struct gaff_hook_index *)index + i;
}

static struct gaff_hook_index *rule_place(void *index, size_t i)
{
	return &((struct gaff_rule_index *)index + i)->hook;
}

/* What is being read, and where it goes. */
struct reading {
	struct gaff_hook_reader reader;
	struct json root, hooks, rules;
	struct gaff_hook_index *hook;
	size_t n;
	struct gaff_rule_index *rule;
	size_t n_rules;
	struct buf needs;
};

static void write_all(struct reading *m, struct buf *b)
{
	struct arena *a = m->reader.arena;
	struct json_writer w = { .out = b };

	gaff_json_open(&w, '{');
	json_member_string(&w, SV("spec"), SV("hooks/1.0"));
	if (m->hooks.n)
		write_list(a, &w, SV("hooks"), m->hooks, gaff_hook_fields, gaff_n_hook_fields,
			   hook_place, m->hook);
	if (m->rules.n)
		write_list(a, &w, SV("rules"), m->rules, gaff_rule_fields, gaff_n_rule_fields,
			   rule_place, m->rule);
	write_others(a, &w, top, COUNT_OF(top), m->root);
	gaff_json_close(&w, '}');
}

uint32_t gaff_native_hash_of(enum gaff_event_id event, struct sv name)
{
	const char *colon = event == GAFF_EV_NATIVE && name.n ? memchr(name.p, ':', name.n) : NULL;
	size_t n = colon ? (size_t)(colon - name.p) : 0;

	return colon ? gaff_native_hash((struct sv){ name.p, n }, sv_skip(name, n + 1)) : 0;
}

/* How many there are of a list that may be missing; 0 too where there are too many, and said so. */
static size_t count_of(struct reading *m, struct json list, const char *what, size_t most)
{
	size_t n = gaff_json_type(list) == JSON_ARRAY ? gaff_json_count(list) : 0;

	if (list.n && gaff_json_type(list) != JSON_ARRAY)
		gaff_find_error(m->reader.findings, list.p, "\"%s\" must be a list", what);
	if (n <= most)
		return n;
	gaff_find_error(m->reader.findings, list.p, "there are %zu %s, and %zu are the most", n,
			what, most);
	return 0;
}

static void read_hooks(struct reading *m)
{
	const struct gaff_hook_reader *r = &m->reader;
	struct json_iter it = gaff_json_iter(m->hooks);

	for (size_t i = 0; i < m->n && gaff_json_each(&it); i++) {
		struct gaff_hook_index *index = &m->hook[i];
		struct gaff_hook hook;

		if (!gaff_hook_read(r->arena, r->hosts, it.value, r->findings, &hook))
			continue;
		index->event = (uint8_t)hook.event;
		index->flags = hook.enabled ? GAFF_INDEX_ENABLED : 0;
		index->tools = gaff_matcher_tools(r->arena, r->hosts, hook.matcher);
		index->native = gaff_native_hash_of(hook.event, hook.event_name);
		gaff_needs_add(r->arena, &m->needs, &hook, index);
	}
}

static void read_rules(struct reading *m)
{
	const struct gaff_hook_reader *r = &m->reader;
	struct json_iter it = gaff_json_iter(m->rules);

	for (size_t i = 0; i < m->n_rules && gaff_json_each(&it); i++) {
		struct gaff_rule rule;

		if (gaff_rule_read(r->arena, r->hosts, it.value, r->findings, &rule))
			gaff_rule_index(&m->reader, &rule, &m->needs, &m->rule[i]);
	}
}

static bool make_index(struct reading *m)
{
	size_t hooks = m->n * sizeof *m->hook, rules = m->n_rules * sizeof *m->rule;

	m->hook = gaff_arena_alloc(m->reader.arena, hooks + 1);
	m->rule = gaff_arena_alloc(m->reader.arena, rules + 1);
	if (!m->hook || !m->rule) {
		gaff_find_error(m->reader.findings, m->root.p, "no memory for the manifest");
		return false;
	}
	memset(m->hook, 0, hooks); /* also between their members: it is compared */
	memset(m->rule, 0, rules);
	return true;
}

static void check_lists(struct reading *m)
{
	struct gaff_findings *f = m->reader.findings;
	size_t errors = f->n_errors;

	m->n = count_of(m, m->hooks, "hooks", GAFF_MANIFEST_HOOKS);
	m->n_rules = count_of(m, m->rules, "rules", GAFF_MANIFEST_RULES);
	if (f->n_errors != errors || m->n || m->n_rules)
		return;
	if (!m->hooks.n)
		gaff_find_error(f, m->root.p, "a manifest needs \"hooks\"");
	else
		gaff_find_error(f, m->hooks.p,
				"\"hooks\" is empty: a manifest has at least one hook");
}

bool gaff_manifest_read(struct arena *a, const struct gaff_host *const *hosts, struct json root,
			struct gaff_findings *f, struct gaff_manifest *out)
{
	struct reading m = { .reader = { a, hosts, f },
			     .root = root,
			     .hooks = gaff_json_get(root, SV("hooks")),
			     .rules = gaff_json_get(root, SV("rules")),
			     .needs = buf_in(a) };
	struct buf b = buf_in(a);

	if (gaff_json_type(root) != JSON_OBJECT) {
		gaff_find_error(f, root.p, "a manifest is an object");
		return false;
	}
	check_spec(f, root, gaff_json_get(root, SV("spec")));
	check_lists(&m);
	if (!make_index(&m))
		return false;
	read_hooks(&m);
	read_rules(&m);
	if (f->n_errors)
		return false;
	write_all(&m, &b);
	if (!buf_ok(&b) || !buf_ok(&m.needs) || a->failed) {
		gaff_find_error(f, root.p, "no memory for the manifest");
		return false;
	}
	*out = (struct gaff_manifest){ .text = buf_sv(&b),
				       .hook = m.hook,
				       .n = m.n,
				       .rule = m.rule,
				       .n_rules = m.n_rules,
				       .needs = (const struct gaff_grams *)(const void *)m.needs.p,
				       .n_needs = m.needs.n / sizeof(struct gaff_grams) };
	return true;
}

/* ---- the same, for a single call ---- */

/* More of them are worth an index. */
enum { READY_MAX = 16 };

/* True: all of it is fine, few, and read. */
static bool read_ready(struct arena *a, const struct gaff_host *const *hosts, struct json root,
		       struct gaff_manifest *out)
{
	struct gaff_findings unused = { .arena = a };
	struct gaff_hook_index *index = gaff_arena_alloc(a, READY_MAX * sizeof *index);
	struct gaff_hook *ready = gaff_arena_alloc(a, READY_MAX * sizeof *ready);
	struct json_index members;
	struct json_iter it;
	size_t n = 0;

	if (!index || !ready || !gaff_json_index(a, root, root.n, &members) ||
	    gaff_json_find(&members, SV("rules")).n)
		return false;
	check_spec(&unused, root, gaff_json_find(&members, SV("spec")));
	it = gaff_json_iter(gaff_json_find(&members, SV("hooks")));
	for (; !it.is_object && gaff_json_each(&it); n++) {
		if (n == READY_MAX || !gaff_hook_read(a, hosts, it.value, &unused, &ready[n]))
			return false;
		ready[n].number = n + 1;
		index[n] = (struct gaff_hook_index){
			.event = (uint8_t)ready[n].event,
			.flags = ready[n].enabled ? GAFF_INDEX_ENABLED : 0,
			.tools = UINT16_MAX,
			.native = gaff_native_hash_of(ready[n].event, ready[n].event_name),
		};
	}
	if (!n || unused.n_errors || a->failed)
		return false;
	*out = (struct gaff_manifest){ .hook = index, .n = n, .ready = ready };
	return true;
}

bool gaff_manifest_read_once(struct arena *a, const struct gaff_host *const *hosts,
			     struct json root, struct gaff_findings *f, struct gaff_manifest *out)
{
	return read_ready(a, hosts, root, out) || gaff_manifest_read(a, hosts, root, f, out);
}

enum gaff_rc gaff_manifest_part(const struct gaff_manifest *manifest,
				const struct gaff_hook_index *at, const char *what, size_t i,
				struct json *out, struct gaff_err *err)
{
	if (at->at > manifest->text.n || at->n > manifest->text.n - at->at ||
	    (manifest->copy &&
	     memcmp(manifest->text.p + at->at, manifest->copy + at->at, at->n) != 0))
		return gaff_fail(err, GAFF_EIO, "%s %zu is not what it was", what, i + 1);
	return gaff_json_parse((struct sv){ manifest->text.p + at->at, at->n }, out, err);
}

enum gaff_rc gaff_manifest_hook(struct arena *a, const struct gaff_host *const *hosts,
				const struct gaff_manifest *manifest, size_t i,
				struct gaff_hook *out, struct gaff_err *err)
{
	struct gaff_findings findings = { .arena = a };
	struct json object;

	if (manifest->ready) {
		*out = manifest->ready[i];
		return GAFF_OK;
	}
	GAFF_TRY(gaff_manifest_part(manifest, &manifest->hook[i], "hook", i, &object, err));
	if (!gaff_hook_read(a, hosts, object, &findings, out))
		return gaff_findings_part(&findings, "hook", i, err);
	out->number = i + 1;
	return GAFF_OK;
}

struct sv gaff_hook_label(struct arena *a, const struct gaff_hook *hook)
{
	char text[160];
	struct sv label = gaff_utf8_cut(hook->name, sizeof text), what; /* room for the rest */

	if (!label.n) {
		what = hook->kind == GAFF_HANDLER_COMMAND ? sv_trim(hook->command)
							  : gaff_handler_name(hook->kind);
		(void)snprintf(text, sizeof text, "#%zu %.*s", hook->number, SV_SHORT(what, 100));
		label = sv_of(text);
	}
	return gaff_one_line(a, &label) ? label : SV("a hook");
}
