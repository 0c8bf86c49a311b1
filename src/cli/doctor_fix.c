#include "cli/doctor.h"
#include "cli/install_host.h"

static bool is_fixable(const struct checkup *c, const struct checked_host *h, enum gaff_scope scope)
{
	for (size_t i = 0; i < c->health.n; i++)
		if (c->health.item[i].is_fixable && c->health.item[i].is_wrong &&
		    c->health.item[i].host == h->host && c->health.item[i].scope == scope)
			return true;
	return false;
}

/* The file that install would write: when ours live elsewhere, a person put them there. */
static const struct checked_file *find_file(const struct checkup *c, const struct checked_host *h,
					    enum gaff_scope scope)
{
	struct gaff_config config;
	struct gaff_err ignored;
	const char *file;

	if (gaff_target_find(c->arena, &c->work.where, h->host, scope, &file, &config, &ignored) !=
	    GAFF_OK)
		return NULL;
	for (size_t i = 0; i < h->n; i++)
		if (strcmp(h->file[i].path, file) == 0 && h->file[i].n_ours)
			return &h->file[i];
	return NULL;
}

/* What manifests want, and what is registered besides: nothing is taken away. */
static enum gaff_rc want(const struct checkup *c, const struct checked_host *h,
			 const struct checked_file *f, struct wanted_events *out,
			 struct gaff_err *err)
{
	size_t n = c->wanted.is_usual ? 0 : c->wanted.n, room = n + f->config.n + 1;

	*out = (struct wanted_events){ .item = gaff_arena_alloc(c->arena,
								room * sizeof *out->item) };
	if (!out->item)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for events");
	for (; out->n < n; out->n++)
		out->item[out->n] = c->wanted.item[out->n];
	for (size_t i = 0; i < f->config.n; i++)
		if (f->config.item[i].whose != GAFF_ANOTHERS &&
		    gaff_host_event_native(h->host, f->config.item[i].event))
			out->item[out->n++] = (struct wanted_event){ GAFF_EV_NATIVE,
								     f->config.item[i].event, 0,
								     true };
	return GAFF_OK;
}

static enum gaff_rc fix(const struct checkup *c, const struct checked_host *h,
			const struct checked_file *f, struct installing *in, struct gaff_err *err)
{
	for (size_t i = 0; i < f->config.n; i++)
		in->fail_closed = in->fail_closed || (f->config.item[i].whose == GAFF_OURS &&
						      f->config.item[i].line.fail_closed);
	GAFF_TRY(want(c, h, f, &in->wanted, err));
	install_host(in, h->host);
	return GAFF_OK;
}

enum gaff_rc doctor_fix(const struct checkup *c, struct json_writer *w, bool is_json,
			size_t *n_fixed, struct gaff_err *err)
{
	static const enum gaff_scope scopes[] = { GAFF_SCOPE_USER, GAFF_SCOPE_PROJECT,
						  GAFF_SCOPE_LOCAL };
	struct install_work work = { .arena = c->arena, .command = "doctor", .is_json = is_json };
	enum gaff_rc rc = GAFF_OK;

	*n_fixed = 0;
	if (is_json)
		work.w = *w;
	GAFF_TRY(install_begin(&work, err));
	for (size_t i = 0; i < c->n && rc == GAFF_OK; i++) {
		for (size_t s = 0; s < COUNT_OF(scopes) && rc == GAFF_OK; s++) {
			struct installing in = { .work = work };
			const struct checked_file *f = is_fixable(c, &c->host[i], scopes[s])
							       ? find_file(c, &c->host[i],
									   scopes[s])
							       : NULL;

			if (!f)
				continue;
			in.work.scope = scopes[s];
			rc = fix(c, &c->host[i], f, &in, err);
			work.w = in.work.w;
			*n_fixed += in.work.changed;
		}
	}
	if (is_json)
		*w = work.w;
	install_end(&work);
	return rc;
}
