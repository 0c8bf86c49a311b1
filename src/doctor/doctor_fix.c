#include "doctor/doctor.h"
#include "install/install_host.h"

static bool is_fixable(const struct gaff_ailment *item, const struct gaff_host *host,
		       enum gaff_scope scope)
{
	return item->is_fixable && item->is_wrong && item->host == host && item->scope == scope;
}

/* The file that install would write: when ours live elsewhere, a person put them there. */
static bool is_installed(const struct checkup *c, const struct checked_file *f)
{
	struct gaff_where where = c->work.where;
	struct gaff_config config;
	struct gaff_err ignored;
	const char *file;

	if (f->row->flags & GAFF_C_OF_AGENT)
		where.agent = gaff_arena_cstr(c->arena, gaff_config_name(f->row, f->path));
	return gaff_target_find(c->arena, &where, f->host, f->row->scope, &file, &config,
				&ignored) == GAFF_OK &&
	       strcmp(f->path, file) == 0;
}

/* Is there anything that registering again in this file ends? An agent has a file to itself. */
static bool needs_fix(const struct checkup *c, const struct checked_file *f)
{
	for (size_t i = 0; i < c->health.n && f->n_ours; i++) {
		const struct gaff_ailment *item = &c->health.item[i];

		if (is_fixable(item, f->host, f->row->scope) &&
		    (!(f->row->flags & GAFF_C_OF_AGENT) ||
		     (item->file && strcmp(item->file, f->path) == 0)))
			return is_installed(c, f);
	}
	return false;
}

/* What manifests want, and what is registered besides: nothing is taken away. */
static enum gaff_rc want(const struct checkup *c, const struct checked_file *f,
			 struct wanted_events *out, struct gaff_err *err)
{
	size_t n = c->wanted.is_usual ? 0 : c->wanted.n, room = n + f->config.n + 1;

	*out = (struct wanted_events){ .item = gaff_arena_alloc(c->arena,
								room * sizeof *out->item) };
	GAFF_TRY(gaff_arena_check(c->arena, err));
	out->has_starts = n;
	for (; out->n < n; out->n++)
		out->item[out->n] = c->wanted.item[out->n];
	for (size_t i = 0; i < f->config.n; i++)
		if (f->config.item[i].whose != GAFF_ANOTHERS &&
		    gaff_host_event_native(f->host, f->config.item[i].event))
			out->item[out->n++] = (struct wanted_event){ GAFF_EV_NATIVE,
								     f->config.item[i].event, 0,
								     true };
	return GAFF_OK;
}

static enum gaff_rc fix(const struct checkup *c, const struct checked_file *f,
			struct installing *in, struct gaff_err *err)
{
	in->work.scope = f->row->scope;
	if (f->row->flags & GAFF_C_OF_AGENT)
		in->work.where.agent = gaff_arena_cstr(c->arena, gaff_config_name(f->row, f->path));
	for (size_t i = 0; i < f->config.n; i++)
		in->fail_closed = in->fail_closed || (f->config.item[i].whose == GAFF_OURS &&
						      f->config.item[i].line.fail_closed);
	GAFF_TRY(want(c, f, &in->wanted, err));
	install_host(in, f->host);
	return GAFF_OK;
}

enum gaff_rc doctor_fix(const struct checkup *c, const struct install_teller *teller,
			struct json_writer *w, bool is_json, size_t *n_fixed, struct gaff_err *err)
{
	struct install_work work = {
		.arena = c->arena, .command = "doctor", .teller = teller, .is_json = is_json
	};
	enum gaff_rc rc = GAFF_OK;

	*n_fixed = 0;
	if (is_json)
		work.w = *w;
	GAFF_TRY(install_begin(&work, err));
	for (size_t i = 0; i < c->n && rc == GAFF_OK; i++) {
		for (size_t k = 0; k < c->host[i].n && rc == GAFF_OK; k++) {
			const struct checked_file *f = &c->host[i].file[k];
			struct installing in = { .work = work };

			if (!needs_fix(c, f))
				continue;
			rc = install_can_register(&work, err);
			if (rc == GAFF_OK)
				rc = fix(c, f, &in, err);
			work.w = in.work.w;
			*n_fixed += in.work.changed;
		}
	}
	if (is_json)
		*w = work.w;
	install_end(&work);
	return rc;
}
