#include "convert/encode/encode_parts.h"
#include "text/json/json_scan.h"

enum gaff_rc gaff_encode_no_memory(struct gaff_encoding *e)
{
	return gaff_fail(e->err, GAFF_ENOMEM, "no memory for a converted document");
}

bool gaff_takes_event(const struct gaff_host *host, struct sv name)
{
	return !gaff_host_has_files(host, GAFF_C_ONLY_KNOWN_EVENTS) ||
	       gaff_host_event_native(host, name);
}

bool gaff_json_has_null(struct json v)
{
	for (const char *p = v.p; p < v.p + v.n; p++) {
		if (*p == 'n')
			return true;
		if (*p == '"')
			p = json_string_end(p) - 1;
	}
	return false;
}

/* Names that are made up begin with this, and no name that somebody gave does. */
static enum gaff_rc choose_made_up(struct gaff_encoding *e, const struct gaff_hook_plan *plans)
{
	struct buf b = buf_in(e->arena);

	gaff_buf_add(&b, SV("hook-"));
	for (size_t i = 0; i < e->in->n; i++) {
		if (!sv_starts(plans[i].hook->name, buf_sv(&b)))
			continue;
		buf_addc(&b, '-');
		i = (size_t)-1; /* from the first again: one longer, so that it comes to an end */
	}
	e->made_up = buf_sv(&b);
	return buf_ok(&b) ? GAFF_OK : gaff_encode_no_memory(e);
}

/* Every hook that is left, at each of its places. */
static enum gaff_rc place_hooks(struct gaff_encoding *e, const struct gaff_hook_plan *plans,
				struct gaff_placed **out, size_t *n)
{
	struct json_iter it = gaff_json_iter(gaff_json_get(e->in->root, SV("hooks")));
	struct gaff_own *own = gaff_arena_alloc(e->arena, (e->in->n + 1) * sizeof *own);
	struct json none, hook;
	size_t room = 1;

	for (size_t i = 0; i < e->in->n; i++)
		room += plans[i].n;
	*n = 0;
	*out = gaff_arena_alloc(e->arena, room * sizeof **out);
	if (!*out || !own)
		return gaff_encode_no_memory(e);
	for (size_t i = 0; i < e->in->n && gaff_json_next(&it, &none, &hook); i++) {
		if (plans[i].fate == GAFF_HOOK_GONE)
			continue;
		GAFF_TRY(gaff_own_read(e, &plans[i], hook, &own[i]));
		for (size_t k = 0; k < plans[i].n; k++) {
			struct gaff_placed *p = &(*out)[(*n)++];

			*p = (struct gaff_placed){ .plan = &plans[i],
						   .spot = &plans[i].spot[k],
						   .own = &own[i],
						   .hook = hook,
						   .nth = k };
			gaff_encode_matcher(p);
		}
	}
	return GAFF_OK;
}

/* ---- what switches them off ---- */

static bool is_off(const struct gaff_host *host, struct json native, struct sv *where)
{
	static const struct sv list = SV_INIT("/hooksConfig/disabled");
	struct json_iter it = gaff_json_iter(gaff_json_at(native, list));
	struct json none, name;

	for (size_t i = 0; i < host->n_switches; i++) {
		*where = host->switches[i].where;
		if (sv_eq(json_sv(gaff_json_at(native, *where)), host->switches[i].value))
			return true;
	}
	*where = list;
	return host->n_switches && gaff_json_next(&it, &none, &name);
}

/* What is put back beside the hooks of a manifest may be that none of them runs. */
static void say_off(struct gaff_encoding *e, const struct gaff_hook_plan *plans, struct json native)
{
	bool is_guard = false;
	struct sv where;

	if (e->conversion->from == e->host || !is_off(e->host, native, &where))
		return;
	for (size_t i = 0; i < e->in->n; i++)
		is_guard |= plans[i].fate != GAFF_HOOK_GONE && plans[i].hook->blocking;
	gaff_lose(e->losses, 0, SV("provider_data"), GAFF_DEGRADE_WARN,
		  "hooks are switched off in this file, by %.*s", SV_ARG(where));
	gaff_loss_is_told(e->losses);
	if (is_guard)
		gaff_loss_is_guard(e->losses);
}

enum gaff_rc gaff_convert_encode(struct arena *a, const struct gaff_conversion *c,
				 const struct gaff_middle *in, const struct gaff_hook_plan *plans,
				 struct gaff_losses *losses, struct json *out, struct gaff_err *err)
{
	struct gaff_encoding e = { .arena = a,
				   .conversion = c,
				   .host = c->to,
				   .layout = c->to->layout,
				   .editor = gaff_editor_for(c->to, c->is_other_syntax_out),
				   .in = in,
				   .losses = losses,
				   .err = err };
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	struct gaff_restoring back;
	struct gaff_placed *placed;
	size_t n;

	if (e.layout->shape == GAFF_LAYOUT_MANIFEST)
		return gaff_encode_manifest(&e, plans, out);
	if (e.layout->shape == GAFF_LAYOUT_ONE)
		return gaff_fail(err, GAFF_EUNSUPPORTED, "%s: such files are read, never written",
				 c->to->title);
	GAFF_TRY(choose_made_up(&e, plans));
	GAFF_TRY(place_hooks(&e, plans, &placed, &n));
	GAFF_TRY(gaff_restoring_read(&e, &back));
	gaff_json_open(&w, '{');
	GAFF_TRY(gaff_encode_head(&e, &back, &w));
	GAFF_TRY(gaff_encode_places(&e, placed, n, &back, &w));
	gaff_encode_tail(&e, &back, &w);
	gaff_json_close(&w, '}');
	if (!buf_ok(&b) || a->failed)
		return gaff_encode_no_memory(&e);
	GAFF_TRY(gaff_json_parse(buf_sv(&b), out, err));
	say_off(&e, plans, *out);
	return GAFF_OK;
}
