#include <stdio.h>

#include "convert/encode/encode_parts.h"
#include "text/doc.h"

/* One hook as one entry: row after row of the layout, then what only the agent knows. */

/* ---- the matcher ---- */

void gaff_encode_matcher(struct gaff_placed *p)
{
	struct json kept = p->plan->kept_matcher;

	p->matcher = p->spot->matcher;
	p->has_matcher = kept.n ? gaff_json_type(kept) == JSON_STRING : p->matcher.n;
	if (kept.n || p->has_matcher)
		return;
	p->matcher = p->spot->host->layout->any;
	p->has_matcher = p->matcher.n;
}

/* ---- values ---- */

bool gaff_plan_is_generated(const struct gaff_encoding *e, const struct gaff_hook_plan *plan)
{
	return plan->fate == GAFF_HOOK_BLOCKS || plan->kind != plan->hook->kind ||
	       (e->conversion->runtime && plan->kind == GAFF_HANDLER_COMMAND);
}

static struct json text_value(struct gaff_encoding *e, struct sv text)
{
	struct buf b = buf_in(e->arena);
	struct json_writer w = { .out = &b };

	gaff_json_string(&w, text);
	return buf_ok(&b) ? (struct json){ b.p, b.n } : (struct json){ 0 };
}

static struct json made_up_name(struct gaff_encoding *e, const struct gaff_placed *p)
{
	struct buf b = buf_in(e->arena);
	char number[48];

	(void)snprintf(number, sizeof number, p->nth ? "%zu-%zu" : "%zu", p->plan->hook->number,
		       p->nth + 1);
	gaff_buf_add(&b, e->made_up);
	gaff_buf_add(&b, sv_of(number));
	return text_value(e, buf_sv(&b));
}

static struct json type_value(struct gaff_encoding *e, const struct gaff_placed *p,
			      const struct gaff_member *row)
{
	const struct gaff_layout *layout = p->spot->host->layout;

	if (layout->is_bare && p->plan->kind == GAFF_HANDLER_COMMAND &&
	    !gaff_json_is(gaff_json_get(p->own->as, row->where), row->where))
		return (struct json){ 0 };
	return text_value(e, gaff_layout_type_name(layout, p->plan->kind));
}

static struct json platform_value(const struct gaff_placed *p, struct sv os, struct sv other)
{
	struct json value = gaff_json_get(p->plan->hook->platform, os);

	return value.n || !other.n ? value : gaff_json_get(p->plan->hook->platform, other);
}

static struct json status_value(const struct gaff_placed *p)
{
	struct json value = gaff_json_get(p->hook, SV("status_message"));

	return value.n ? value : gaff_json_get(p->plan->hook->handler, SV("status_message"));
}

/* Is it a line that the agent would not give to a shell, and should? */
static bool needs_shell(struct gaff_encoding *e, const struct gaff_placed *p)
{
	return p->spot->host->layout->splits_lines && !p->own->program.n &&
	       !gaff_line_stays(e->arena, p->spot->host, p->plan->command);
}

static struct json shell_args(struct gaff_encoding *e, const struct gaff_placed *p)
{
	struct buf b = buf_in(e->arena);
	struct json_writer w = { .out = &b };

	gaff_json_open(&w, '[');
	gaff_json_string(&w, SV("-c"));
	gaff_json_string(&w, p->plan->command);
	gaff_json_close(&w, ']');
	return buf_ok(&b) ? (struct json){ b.p, b.n } : (struct json){ 0 };
}

/* What the manifest says, or gaff for it; absent: nothing. */
static struct json value_of(struct gaff_encoding *e, const struct gaff_placed *p,
			    const struct gaff_member *row)
{
	static const struct json nothing;
	const struct gaff_hook_plan *plan = p->plan;
	const struct gaff_hook *hook = plan->hook;
	bool is_generated = gaff_plan_is_generated(e, plan);
	struct sv time;

	switch (row->field) {
	case GAFF_MEMBER_EVENT:
		return text_value(e, p->spot->event->native);
	case GAFF_MEMBER_MATCHER:
		return p->is_alone && p->has_matcher ? text_value(e, p->matcher) : nothing;
	case GAFF_MEMBER_NAME:
		return hook->name.n && !p->plan->is_nameless ? text_value(e, hook->name)
		       : row->flags & GAFF_MEMBER_NEEDED     ? made_up_name(e, p)
							     : nothing;
	case GAFF_MEMBER_ENABLED:
		return gaff_json_get(p->hook, SV("enabled"));
	case GAFF_MEMBER_STATUS:
		return status_value(p);
	case GAFF_MEMBER_CLOSED:
		return hook->on_error == GAFF_ON_ERROR_UNSAID
			       ? nothing
			       : gaff_layout_closed(p->spot->host->layout,
						    hook->on_error == GAFF_ON_ERROR_CLOSED);
	case GAFF_MEMBER_TYPE:
		return type_value(e, p, row);
	case GAFF_MEMBER_COMMAND:
		return text_value(e, p->own->program.n   ? p->own->program
				     : needs_shell(e, p) ? SV("/bin/sh")
							 : plan->command);
	case GAFF_MEMBER_WINDOWS:
		return is_generated ? nothing : platform_value(p, SV("windows"), SV(""));
	case GAFF_MEMBER_LINUX:
		return is_generated ? nothing : platform_value(p, SV("linux"), SV(""));
	case GAFF_MEMBER_OSX:
		return is_generated ? nothing : platform_value(p, SV("osx"), SV("darwin"));
	case GAFF_MEMBER_CWD:
		return is_generated ? nothing : gaff_json_get(hook->handler, SV("cwd"));
	case GAFF_MEMBER_ENV:
		return is_generated ? nothing : hook->env;
	case GAFF_MEMBER_URL:
		return gaff_json_get(hook->handler, SV("url"));
	case GAFF_MEMBER_HEADERS:
		return gaff_headers_native(e->arena, hook->headers);
	case GAFF_MEMBER_ALLOWED_ENV:
		return hook->allowed_env_vars;
	case GAFF_MEMBER_PROMPT:
		return gaff_json_get(hook->handler, SV("prompt"));
	case GAFF_MEMBER_MODEL:
		return gaff_json_get(hook->handler, SV("model"));
	case GAFF_MEMBER_TIMEOUT:
		if (plan->timeout_ms < 0)
			return nothing;
		time = gaff_encode_timeout(e->arena, p->spot->host->layout, plan->timeout_ms);
		return time.p ? (struct json){ time.p, time.n } : nothing;
	case GAFF_MEMBER_ASYNC:
		return is_generated ? nothing : gaff_json_get(hook->handler, SV("async"));
	case GAFF_MEMBER_ARGS:
		return needs_shell(e, p) ? shell_args(e, p) : nothing;
	case GAFF_MEMBER_IF: /* it is of the agent's own data alone */
	case GAFF_MEMBER_FIELDS:
		break;
	}
	return nothing;
}

/* ---- the entry ---- */

/* Where a member is written; empty: it is not. */
static struct sv place_of(struct gaff_encoding *e, const struct gaff_placed *p,
			  const struct gaff_member *row)
{
	struct json as = gaff_json_get(p->own->as, row->where);
	struct sv where;

	return gaff_json_text(e->arena, as, &where) ? where : row->where;
}

static struct sv object_of(struct sv where)
{
	const char *slash = memchr(where.p + 1, '/', where.n - 1);

	return slash ? (struct sv){ where.p + 1, (size_t)(slash - where.p) - 1 } : SV("");
}

/* What the agent's own data adds to an object that is open now. */
static void add_more(struct json_writer *w, const struct gaff_own *own, struct sv inside)
{
	for (size_t i = 0; i < own->n_more; i++) {
		if (!sv_eq(own->more[i].inside, inside))
			continue;
		gaff_doc_copy(w, own->more[i].key, own->more[i].value);
	}
}

enum gaff_rc gaff_encode_entry(struct gaff_encoding *e, struct gaff_placed *p)
{
	const struct gaff_layout *layout = p->spot->host->layout;
	struct buf b = buf_in(e->arena);
	struct json_placer placer = gaff_json_place_begin(&b);
	struct sv inside = SV("");

	for (size_t i = 0; i < layout->n_rows; i++) {
		const struct gaff_member *row = &layout->rows[i];
		bool is_meant = !row->kinds || row->kinds >> p->plan->kind & 1;
		struct json value = p->own->field[row->field];
		struct sv where;

		if (row->flags & GAFF_MEMBER_ALIAS || !is_meant)
			continue;
		if (!value.n)
			value = value_of(e, p, row);
		where = place_of(e, p, row);
		if (!value.n || !where.n)
			continue;
		if (inside.n && !sv_eq(inside, object_of(where)))
			add_more(&placer.w, p->own, inside);
		inside = object_of(where);
		gaff_json_place(&placer, where);
		gaff_doc_write(&placer.w, value);
	}
	if (inside.n)
		add_more(&placer.w, p->own, inside);
	while (placer.depth)
		gaff_json_close(&placer.w, placer.is_array[--placer.depth] ? ']' : '}');
	add_more(&placer.w, p->own, SV(""));
	gaff_json_place_end(&placer);
	if (!buf_ok(&b) || e->arena->failed)
		return gaff_encode_no_memory(e);
	p->written = (struct json){ b.p, b.n };
	return GAFF_OK;
}
