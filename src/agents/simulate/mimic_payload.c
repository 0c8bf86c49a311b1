#include "agents/simulate/mimic_parts.h"

#include "agents/mcp.h"

/* A payload from the payload rows, and the extra rows laid over it. */

struct laying {
	struct arena *arena;
	const struct gaff_mimic *mimic;
	const struct gaff_event *event;
	struct json payload;
};

static struct json mcp_name_too(struct arena *a, const struct gaff_event *event)
{
	struct buf b = buf_in(a);

	gaff_mcp_join(&b, event->host, event->mcp_server, gaff_mcp_joint_too(event->host),
		      event->mcp_tool);
	return gaff_mimic_text(a, buf_sv(&b));
}

/* What "$name" stands for. */
static struct json meaning(const struct laying *l, struct sv name)
{
	if (name.n && name.p[0] == '/')
		return gaff_json_at(l->payload, name);
	if (sv_eq(name, SV("content")))
		return gaff_mimic_text(l->arena, gaff_mimic_content(l->mimic));
	if (sv_eq(name, SV("path")))
		return gaff_mimic_text(l->arena, gaff_mimic_path(l->arena, l->mimic));
	if (sv_eq(name, SV("mcp_name_too")))
		return mcp_name_too(l->arena, l->event);
	for (enum gaff_field f = 0; f < GAFF_F_COUNT; f++)
		if (gaff_field_key(f).n && sv_eq(gaff_field_key(f), name))
			return l->event->field[f];
	return (struct json){ 0 };
}

static void write_value(const struct laying *l, struct json_writer *w, struct json value)
{
	enum json_type type = gaff_json_type(value);
	struct sv text;

	if (type == JSON_STRING && gaff_json_text(l->arena, value, &text) &&
	    sv_starts(text, SV("$"))) {
		struct json stands_for = meaning(l, sv_skip(text, 1));

		gaff_json_raw(w, stands_for.n ? json_sv(stands_for) : SV("null"));
		return;
	}
	if (type != JSON_ARRAY && type != JSON_OBJECT) {
		gaff_json_raw(w, json_sv(value));
		return;
	}
	gaff_json_open(w, type == JSON_ARRAY ? '[' : '{');
	for (struct json_iter it = gaff_json_iter(value); gaff_json_each(&it);) {
		if (gaff_json_text(l->arena, it.key, &text))
			gaff_json_key(w, text);
		write_value(l, w, it.value);
	}
	gaff_json_close(w, type == JSON_ARRAY ? ']' : '}');
}

static enum gaff_rc set(struct laying *l, struct sv where, struct json value, struct sv behind,
			struct gaff_err *err)
{
	return gaff_json_set(l->arena, l->payload, where, value, behind, &l->payload, err);
}

static enum gaff_rc lay_value(struct laying *l, struct sv where, struct json value,
			      struct sv behind, struct gaff_err *err)
{
	struct json was = gaff_json_at(l->payload, where), nothing = { 0 };
	struct buf b = buf_in(l->arena);
	struct json_writer w = { .out = &b };

	if (gaff_json_is(value, SV("$-")))
		return set(l, where, nothing, behind, err);
	if (!was.n && (gaff_json_is(value, SV("$")) || sv_eq(behind, SV("="))))
		return GAFF_OK;
	if (gaff_json_is(value, SV("$"))) { /* it moves */
		GAFF_TRY(set(l, where, nothing, behind, err));
		return set(l, where, was, behind, err);
	}
	write_value(l, &w, value);
	return set(l, where, (struct json){ b.p, b.n }, behind, err);
}

/* One member behind the other; an object goes into the object that is there. */
static enum gaff_rc lay_members(struct laying *l, struct sv parent, struct json members,
				struct sv first_behind, struct gaff_err *err)
{
	bool only_if_there = sv_eq(first_behind, SV("="));
	struct sv behind = first_behind, inside = only_if_there ? SV("") : first_behind, name;

	for (struct json_iter it = gaff_json_iter(members); gaff_json_each(&it);) {
		struct buf where = buf_in(l->arena);

		if (!gaff_json_text(l->arena, it.key, &name))
			return gaff_no_memory(err);
		gaff_buf_add(&where, parent);
		buf_addc(&where, '/');
		gaff_buf_add(&where, name);
		GAFF_TRY(gaff_buf_check(&where, err));
		if (gaff_json_type(it.value) == JSON_OBJECT &&
		    gaff_json_type(gaff_json_at(l->payload, buf_sv(&where))) == JSON_OBJECT)
			GAFF_TRY(lay_members(l, buf_sv(&where), it.value, inside, err));
		else
			GAFF_TRY(lay_value(l, buf_sv(&where), it.value, behind, err));
		if (!only_if_there && !gaff_json_is(it.value, SV("$-")))
			behind = name;
	}
	return GAFF_OK;
}

enum gaff_rc gaff_mimic_payload(struct arena *a, const struct gaff_mimic *m,
				const struct gaff_event *event, struct json *out,
				struct gaff_err *err)
{
	struct laying l = { .arena = a, .mimic = m, .event = event };
	struct sv text;

	GAFF_TRY(gaff_encode_event_as(a, event, m->host, m->row, &text, err));
	l.payload = (struct json){ text.p, text.n };
	for (size_t i = 0; i < m->host->n_extras; i++) {
		struct json members;

		if (!gaff_mimic_row_is_for(&m->host->extras[i], m->row, event->tool))
			continue;
		GAFF_TRY(gaff_json_parse(m->host->extras[i].members, &members, err));
		GAFF_TRY(lay_members(&l, SV(""), members, m->host->extras[i].behind, err));
	}
	GAFF_TRY(gaff_arena_check(a, err));
	*out = l.payload;
	return GAFF_OK;
}
