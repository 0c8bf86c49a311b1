#include "convert/encode/encode_parts.h"
#include "config/members.h"
#include "text/doc.h"

/*
 * What is beside the hooks of a file, and what of its entries no manifest can have: kept in the
 * manifest's provider_data, and put back where it was. It may run something that is no hook of the
 * manifest, so it is said what is put back.
 */

/* Members that gaff understands, and are no member of the file; and remarks, which are the
 * manifest's. */
static bool is_control(struct sv name)
{
	return sv_eq(name, SV("hooks")) || sv_eq(name, SV("events")) || sv_starts(name, SV("_"));
}

/* Would any member beside "hooks" make the agent refuse the file? */
static bool has_only_hooks(const struct gaff_encoding *e)
{
	for (size_t i = 0; i < e->host->n_config; i++) {
		const struct gaff_config_row *row = &e->host->config[i];

		if (row->flags & GAFF_C_ONLY_HOOKS && gaff_editor_of(row->syntax) == e->editor)
			return true;
	}
	return false;
}

/* An agent that refuses a whole file for one wrong entry must not be given one. */
static bool is_refused(struct gaff_encoding *e, const struct gaff_restored *r)
{
	struct gaff_wrong wrong;
	struct buf b = buf_in(e->arena);
	struct json_writer w = { .out = &b };
	bool is_list = e->layout->shape == GAFF_LAYOUT_LIST;

	if (e->layout->is_strict)
		return true;
	if (!gaff_host_has_files(e->host, GAFF_C_ONLY_AS_IN_ROWS))
		return false;
	if (r->is_event || !gaff_takes_event(e->host, r->event))
		return true;
	gaff_json_open(&w, '{');
	gaff_json_key(&w, SV("hooks"));
	if (!is_list) {
		gaff_json_open(&w, '{');
		gaff_json_key(&w, r->event);
	}
	gaff_json_open(&w, '[');
	gaff_doc_write(&w, r->entry);
	gaff_json_close(&w, ']');
	if (!is_list)
		gaff_json_close(&w, '}');
	gaff_json_close(&w, '}');
	return !buf_ok(&b) ||
	       gaff_members_wrong(e->arena, e->host, (struct json){ b.p, b.n }, &wrong);
}

/* A place in a list; false: it is none. */
static bool read_index(struct json v, size_t *out)
{
	size_t n = 0;

	if (gaff_json_type(v) != JSON_NUMBER || v.n > 9)
		return false;
	for (size_t i = 0; i < v.n; i++) {
		if (!ascii_isdigit(v.p[i]))
			return false;
		n = 10 * n + (size_t)(v.p[i] - '0');
	}
	*out = n;
	return true;
}

static bool read_restored(struct gaff_encoding *e, struct json kept, struct gaff_restored *out)
{
	struct json at = gaff_json_get(kept, SV("at")), event = gaff_json_get(kept, SV("event")),
		    none, first, second;
	struct json_iter it = gaff_json_iter(at);
	bool has_events = !gaff_layout_is_list(e->layout);

	*out = (struct gaff_restored){ .within = GAFF_WHOLE,
				       .entry = gaff_json_get(kept, SV("entry")) };
	if (!out->entry.n || (event.n && !gaff_json_text(e->arena, event, &out->event)))
		return false;
	if ((event.n > 0) != has_events)
		return false; /* it is of another kind of this agent's files */
	if (!at.n) {
		out->is_event = true;
		return event.n;
	}
	if (gaff_json_type(at) != JSON_ARRAY)
		return read_index(at, &out->at);
	return gaff_json_next(&it, &none, &first) && gaff_json_next(&it, &none, &second) &&
	       read_index(first, &out->at) && read_index(second, &out->within);
}

static struct sv field_of(struct gaff_encoding *e)
{
	return gaff_provider_field(e->arena, e->host->id, SV(""));
}

/* Names that a loss tells: all of them, in as many lines as they need. */
struct told {
	struct gaff_encoding *e;
	const char *what;
	struct buf text;
	size_t n; /* in this line */
	struct sv last;
};

enum { NAMES_IN_A_LINE = 12 };

static struct told telling(struct gaff_encoding *e, const char *what)
{
	return (struct told){ .e = e, .what = what, .text = buf_in(e->arena) };
}

/* Who converts a file to its own kind sees the same in both. */
static void end_line(struct told *t)
{
	struct gaff_encoding *e = t->e;

	if (!t->n)
		return;
	gaff_lose(e->losses, 0, field_of(e), GAFF_DEGRADE_WARN, "%s: %.*s", t->what,
		  SV_ARG(buf_sv(&t->text)));
	gaff_loss_is_told(e->losses);
	if (e->conversion->from == e->conversion->to)
		gaff_loss_is_of_source(e->losses);
	t->n = t->text.n = 0;
}

static void tell(struct told *t, struct sv name)
{
	if (sv_eq(t->last, name))
		return;
	t->last = name;
	if (t->n == NAMES_IN_A_LINE)
		end_line(t);
	gaff_buf_add(&t->text, t->n++ ? SV(", ") : SV(""));
	gaff_buf_add(&t->text, (struct sv){ name.p, name.n < 40 ? name.n : 40 });
}

static enum gaff_rc read_entries(struct gaff_encoding *e, struct json list,
				 struct gaff_restoring *out)
{
	struct json_iter it = gaff_json_iter(list);
	struct told told = telling(e, "what no manifest can say, put back as it was");
	size_t n_refused = 0, room = 0;
	struct json none, kept;

	while (gaff_json_next(&it, &none, &kept))
		room++;
	out->item = gaff_arena_alloc(e->arena, (room + 1) * sizeof *out->item);
	if (!out->item)
		return gaff_encode_no_memory(e);
	for (it = gaff_json_iter(list); gaff_json_next(&it, &none, &kept);) {
		struct gaff_restored *r = &out->item[out->n];

		if (e->conversion->without_kept || !read_restored(e, kept, r) || is_refused(e, r)) {
			n_refused++;
			continue;
		}
		out->n++;
		tell(&told, r->event.n ? r->event : SV("an entry"));
	}
	end_line(&told);
	if (n_refused)
		gaff_lose(e->losses, 0, field_of(e), GAFF_DEGRADE_WARN,
			  "%zu of the kept entries are passed over: %s%s", n_refused,
			  e->conversion->without_kept ? "with them it would run something else"
						      : "they are none, or would void the file of ",
			  e->conversion->without_kept ? "" : e->host->title);
	return GAFF_OK;
}

/* Is it a member of a file at all? */
static bool is_member(struct gaff_encoding *e, struct json key, struct json value, struct sv *name)
{
	return gaff_json_text(e->arena, key, name) && !is_control(*name) &&
	       !(sv_eq(*name, SV("version")) && gaff_json_type(value) == JSON_NULL);
}

/* Is this member of the kept ones written? */
static bool is_kept_member(struct gaff_encoding *e, struct json key, struct json value,
			   struct sv *name)
{
	return is_member(e, key, value, name) && !has_only_hooks(e) &&
	       gaff_frame_has_place(e->host, *name, value) && !gaff_encode_no_null(e, value) &&
	       gaff_member_fits(e->arena, e->host, NULL, key, value);
}

enum gaff_rc gaff_restoring_read(struct gaff_encoding *e, struct gaff_restoring *out)
{
	struct json all = gaff_json_get(e->in->root, SV("provider_data")), key, value;
	struct told told = telling(e, "beside the hooks, put back as it was"),
		    refused = telling(e, "passed over, as the agent would refuse the whole file");
	struct json_iter it;
	struct sv name;

	*out = (struct gaff_restoring){ .members = gaff_provider_data(all, e->host) };
	GAFF_TRY(read_entries(e, gaff_json_get(out->members, SV("hooks")), out));
	for (it = gaff_json_iter(out->members); gaff_json_next(&it, &key, &value);)
		if (!is_kept_member(e, key, value, &name) && is_member(e, key, value, &name))
			tell(&refused, name);
		else if (is_member(e, key, value, &name) && !gaff_describes_file(name))
			tell(&told, name);
	end_line(&told);
	end_line(&refused);
	return GAFF_OK;
}

/* "version": null says that there was no head, where the agent does not need one. */
static bool has_no_head(struct gaff_encoding *e, const struct gaff_restoring *back)
{
	static const struct json key = { "\"version\"", 9 };
	struct json version = gaff_json_get(back->members, SV("version"));

	return gaff_json_type(version) == JSON_NULL &&
	       gaff_member_fits(e->arena, e->host, NULL, key, version);
}

/*
 * What people write for each other is a remark in any file: "_comment". Behind the hooks it came
 * with them; what is before them is about the manifest.
 */
static void write_remarks(struct gaff_encoding *e, struct json_writer *w)
{
	struct json_iter it = gaff_json_iter(e->in->source);
	bool is_behind = false;
	struct json key, value;
	struct sv name;

	if (has_only_hooks(e))
		return;
	while (gaff_json_next(&it, &key, &value)) {
		is_behind |= gaff_json_is(key, SV("hooks"));
		if (!is_behind || !gaff_json_text(e->arena, key, &name) ||
		    !sv_starts(name, SV("_")))
			continue;
		if (gaff_encode_no_null(e, value))
			continue;
		gaff_json_key(w, name);
		gaff_doc_write(w, value);
	}
}

enum gaff_rc gaff_encode_head(struct gaff_encoding *e, const struct gaff_restoring *back,
			      struct json_writer *w)
{
	struct json head = gaff_layout_head(e->arena, e->layout), key, value;
	struct json_iter it = gaff_json_iter(head);
	struct sv name;

	if (!head.n)
		return gaff_encode_no_memory(e);
	while (!has_no_head(e, back) && gaff_json_next(&it, &key, &value)) {
		struct json own;

		if (!gaff_json_text(e->arena, key, &name))
			return gaff_encode_no_memory(e);
		own = gaff_json_get(back->members, name);
		if (!own.n || !is_kept_member(e, key, own, &name))
			gaff_json_copy(w, key, value);
	}
	write_remarks(e, w);
	for (it = gaff_json_iter(back->members); gaff_json_next(&it, &key, &value);) {
		if (!is_kept_member(e, key, value, &name) || !gaff_describes_file(name))
			continue;
		gaff_json_key(w, name);
		gaff_doc_write(w, value);
	}
	return GAFF_OK;
}

void gaff_encode_tail(struct gaff_encoding *e, const struct gaff_restoring *back,
		      struct json_writer *w)
{
	struct json_iter it = gaff_json_iter(back->members);
	struct json key, value;
	struct sv name;

	while (gaff_json_next(&it, &key, &value)) {
		if (!is_kept_member(e, key, value, &name) || gaff_describes_file(name))
			continue;
		gaff_json_key(w, name);
		gaff_doc_write(w, value);
	}
}
