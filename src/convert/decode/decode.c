#include "base/limits.h"
#include "convert/decode/decode_parts.h"
#include "agents/hosts.h"
#include "config/syntax.h"
#include "text/doc.h"

/* ---- which kind of file it is ---- */

static bool is_in_shape(const struct gaff_layout *layout, struct json root)
{
	enum json_type hooks = gaff_json_type(gaff_json_get(root, SV("hooks")));

	switch (layout->shape) {
	case GAFF_LAYOUT_GROUPS:
	case GAFF_LAYOUT_FLAT:
		return hooks == JSON_OBJECT;
	case GAFF_LAYOUT_LIST:
		return hooks == JSON_ARRAY;
	case GAFF_LAYOUT_ONE:
		return gaff_json_type(gaff_json_get(root, SV("when"))) == JSON_OBJECT;
	case GAFF_LAYOUT_MANIFEST:
	case GAFF_LAYOUT_MODULE:
	case GAFF_LAYOUT_SCRIPT:
		break;
	}
	return false;
}

const struct gaff_host *gaff_layout_spelling(const struct gaff_host *host, struct json root)
{
	const struct gaff_host *other = host;

	if (!gaff_layout_next(host))
		return host;
	do {
		if (is_in_shape(other->layout, root))
			return other;
		other = gaff_layout_next(other);
	} while (other && other != host && other->layout);
	return host;
}

/* ---- what the file says besides its hooks ---- */

/* What every such file begins with, so that it need not be kept. */
static bool is_of_head(struct gaff_decoding *d, struct json head, struct json key,
		       struct json value)
{
	struct sv name;

	return gaff_json_text(d->arena, key, &name) &&
	       gaff_json_same(d->arena, gaff_json_get(head, name), value);
}

/* "_comment" and the like: what people write for each other is a remark in any file. */
static bool is_remark(struct json key)
{
	return key.n > 2 && key.p[1] == '_';
}

static void copy_remarks(struct gaff_decoding *d, struct json_writer *w)
{
	for (size_t i = 0; i < d->file.n; i++)
		if (is_remark(d->file.key[i])) {
			gaff_json_key(w, (struct sv){ d->file.key[i].p + 1, d->file.key[i].n - 2 });
			gaff_doc_write(w, d->file.value[i]);
		}
}

static void keep_file_members(struct gaff_decoding *d, struct json head, struct json_writer *w)
{
	struct buf names = buf_in(d->arena);
	struct sv name;

	for (size_t i = 0; i < d->file.n; i++) {
		struct json key = d->file.key[i], value = d->file.value[i];

		if (gaff_json_is(key, SV("hooks")) || is_of_head(d, head, key, value) ||
		    is_remark(key) || !gaff_json_text(d->arena, key, &name))
			continue;
		if (!sv_eq(name, SV("events"))) { /* that is a name of ours */
			gaff_json_key(w, name);
			gaff_doc_write(w, value);
		}
		if (gaff_describes_file(name) || names.n > 200)
			continue;
		gaff_buf_add(&names, names.n ? SV(", ") : SV(""));
		gaff_buf_add(&names, gaff_shortened(name));
	}
	if (!names.n)
		return;
	gaff_lose(d->losses, 0, gaff_provider_field(d->arena, d->host->id, SV("")),
		  GAFF_DEGRADE_WARN, "what %s is told besides its hooks is for it alone: %.*s",
		  d->host->title, SV_ARG(buf_sv(&names)));
	gaff_loss_is_of_source(d->losses);
}

/* A file without what such files begin with gets none when it is written again. */
static void keep_missing_head(struct gaff_decoding *d, struct json head, struct json_writer *w)
{
	struct json_iter it = gaff_json_iter(head);
	struct json key, value;

	while (it.is_object && gaff_json_next(&it, &key, &value)) {
		struct sv name = { key.p + 1, key.n - 2 };

		if (!gaff_json_find(&d->file, name).n)
			json_member(w, name, SV("null"));
	}
}

static void write_aside(struct json_writer *w, const struct gaff_native_entry *entry, bool is_group,
			bool has_events)
{
	char at[64];

	gaff_json_open(w, '{');
	if (has_events)
		json_member_string(w, SV("event"), entry->event_name);
	if (entry->group.n && !is_group)
		(void)snprintf(at, sizeof at, "[%zu,%zu]", entry->at, entry->in_group);
	else
		(void)snprintf(at, sizeof at, "%zu", entry->at);
	if (entry->at != GAFF_NOT_IN_LIST)
		json_member(w, SV("at"), sv_of(at));
	gaff_json_key(w, SV("entry"));
	gaff_doc_write(w, is_group ? entry->group : entry->object);
	gaff_json_close(w, '}');
}

static bool are_in_one_group(const struct gaff_native_entry *x, const struct gaff_native_entry *y)
{
	return x->group.n && x->group.p == y->group.p;
}

/* Entries that are no hooks, in the order of the file; a group of nothing else as a whole. */
static void keep_aside(struct gaff_decoding *d, struct json_writer *w)
{
	bool has_events = !gaff_layout_is_list(d->layout);
	bool is_open = false;

	for (size_t i = 0, to; i < d->n; i = to) {
		bool has_hooks = d->entry[i].is_hook;

		for (to = i + 1; to < d->n && are_in_one_group(&d->entry[i], &d->entry[to]); to++)
			has_hooks = has_hooks || d->entry[to].is_hook;
		for (size_t at = i; at < to; at++) {
			bool is_group = d->entry[i].group.n && !has_hooks;

			if (d->entry[at].is_hook || (is_group && at > i))
				continue;
			if (!is_open) {
				gaff_json_key(w, SV("hooks"));
				gaff_json_open(w, '[');
				is_open = true;
			}
			write_aside(w, &d->entry[at], is_group, has_events);
		}
	}
	if (is_open)
		gaff_json_close(w, ']');
}

static void keep_file(struct gaff_decoding *d, struct json_writer *out)
{
	struct json head = gaff_layout_head(d->arena, d->layout);
	struct buf b = buf_in(d->arena);
	struct json_writer w = { .out = &b };

	gaff_json_open(&w, '{');
	keep_file_members(d, head, &w);
	keep_missing_head(d, head, &w);
	keep_aside(d, &w);
	if (d->empty.n) {
		gaff_json_key(&w, SV("events"));
		gaff_json_open(&w, '[');
		gaff_json_raw(&w, buf_sv(&d->empty));
		gaff_json_close(&w, ']');
	}
	gaff_json_close(&w, '}');
	if (b.n <= 2)
		return;
	gaff_json_key(out, SV("provider_data"));
	gaff_json_open(out, '{');
	json_member(out, d->host->id, buf_sv(&b));
	gaff_json_close(out, '}');
}

/* A switch that turns all hooks off is no setting of theirs. */
static void say_switched_off(struct gaff_decoding *d)
{
	for (size_t i = 0; i < d->host->n_switches; i++) {
		const struct gaff_switch_row *row = &d->host->switches[i];

		if (!sv_eq(json_sv(gaff_json_find_at(&d->file, row->where)), row->value))
			continue;
		gaff_lose(d->losses, 0, SV("enabled"), GAFF_DEGRADE_WARN,
			  "%s runs none of these hooks (%.*s), and another would", d->host->title,
			  SV_ARG(sv_skip(row->where, 1)));
		gaff_loss_is_of_source(d->losses);
	}
}

/* ---- the whole ---- */

static enum gaff_rc finish(struct gaff_decoding *d, struct gaff_middle *out)
{
	struct buf b = buf_in(d->arena);
	struct json_writer w = { .out = &b };
	struct gaff_middle middle = { .hook = d->hook, .n = d->n_hooks };

	gaff_json_open(&w, '{');
	json_member_string(&w, SV("spec"), SV("hooks/1.0"));
	gaff_json_key(&w, SV("hooks"));
	gaff_json_open(&w, '[');
	gaff_json_raw(&w, buf_sv(&d->hooks));
	gaff_json_close(&w, ']');
	copy_remarks(d, &w);
	if (d->layout->shape != GAFF_LAYOUT_ONE)
		keep_file(d, &w);
	gaff_json_close(&w, '}');
	say_switched_off(d);
	if (d->arena->failed || !buf_ok(&d->hooks))
		return gaff_fail(d->err, GAFF_ENOMEM, "no memory for a manifest");
	GAFF_TRY(gaff_json_parse(buf_sv(&b), &middle.root, d->err));
	middle.source = middle.root;
	if (!middle.n)
		return gaff_fail(d->err, GAFF_EUNSUPPORTED,
				 d->n ? "none of its entries can be in a manifest"
				      : "there are no hooks in it");
	middle.spelling = d->host;
	*out = middle;
	return GAFF_OK;
}

static enum gaff_rc decode_native(struct arena *a, const struct gaff_host *host,
				  bool is_other_syntax, const struct gaff_doc *doc,
				  struct json root, struct gaff_losses *losses,
				  struct gaff_middle *out, struct gaff_err *err)
{
	struct gaff_decoding d = { .arena = a,
				   .host = gaff_layout_spelling(host, root),
				   .is_other_syntax = is_other_syntax,
				   .losses = losses,
				   .err = err,
				   .empty = buf_in(a),
				   .hooks = buf_in(a) };

	d.layout = d.host->layout;
	GAFF_TRY(gaff_collect_entries(&d, doc, root));
	if (d.n > GAFF_ENTRIES_MAX)
		return gaff_fail(err, GAFF_ETOOBIG, "more than %d entries", GAFF_ENTRIES_MAX);
	d.hook = gaff_arena_alloc(a, (d.n + 1) * sizeof *d.hook);
	if (!d.hook)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for %zu hooks", d.n);
	GAFF_TRY(gaff_join_split(&d));
	for (size_t i = 0; i < d.n_order; i++)
		GAFF_TRY(gaff_take_entry(&d, d.order[i]));
	return finish(&d, out);
}

static enum gaff_rc decode_manifest(struct arena *a, struct sv text, bool is_yaml,
				    struct gaff_middle *out, struct gaff_err *err)
{
	struct gaff_doc doc;

	GAFF_TRY(gaff_doc_parse(a, text, is_yaml ? GAFF_DOC_YAML : GAFF_DOC_JSON, &doc, err));
	GAFF_TRY(gaff_middle_read(a, doc.root, &doc, out, err));
	out->source = doc.root;
	return GAFF_OK;
}

enum gaff_rc gaff_convert_decode(struct arena *a, const struct gaff_host *host, struct sv text,
				 bool is_other_syntax, struct gaff_losses *losses,
				 struct gaff_middle *out, struct gaff_err *err)
{
	struct gaff_doc doc;
	struct json root;

	if (!host->layout)
		return gaff_fail(err, GAFF_EUNSUPPORTED, "%s has no file that gaff converts",
				 host->title);
	if (host->layout->shape == GAFF_LAYOUT_MANIFEST)
		return decode_manifest(a, text, is_other_syntax, out, err);
	if (host->layout->shape == GAFF_LAYOUT_MODULE ||
	    host->layout->shape == GAFF_LAYOUT_SCRIPT) {
		GAFF_TRY(host->layout->shape == GAFF_LAYOUT_MODULE
				 ? gaff_module_read(a, host, text, &root, err)
				 : gaff_script_read(a, host, text, &root, err));
		return decode_native(a, host, false, NULL, root, losses, out, err);
	}
	GAFF_TRY(gaff_editor_for(host, is_other_syntax)->read_once(a, text, &doc, err));
	GAFF_TRY(gaff_frame_take(a, host->layout, doc.root, &root, err));
	/* with a frame taken off it has no places any more */
	return decode_native(a, host, is_other_syntax, root.p == doc.root.p ? &doc : NULL, root,
			     losses, out, err);
}
