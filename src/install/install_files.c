#include "base/limits.h"
#include "install/install_host.h"
#include "config/call_script.h"

/*
 * Registering with an agent that runs a file of its own for each event. All of them are looked at
 * before the first one is written: a file that is not gaff's is nobody's to replace.
 */

struct file {
	const char *path;
	struct gaff_change change;
};

static const struct gaff_wish *find_wish(const struct gaff_wish *wish, size_t n, struct sv event)
{
	for (size_t i = 0; i < n; i++)
		if (sv_eq(wish[i].event, event))
			return &wish[i];
	return NULL;
}

static enum gaff_rc plan_script(struct installing *in, const struct gaff_host *host,
				const struct gaff_held *held, const struct gaff_ledger *ledger,
				const struct gaff_wish *wish, struct gaff_change *out,
				struct gaff_err *err)
{
	struct gaff_call_line line = { .program = sv_of(in->work.program),
				       .host = host->id,
				       .event = wish->event,
				       .deadline = wish->deadline,
				       .fail_closed = in->fail_closed,
				       .dirs = install_dirs(&in->work, in->work.scope) };
	struct buf text = buf_in(in->work.arena);

	gaff_call_script_write(&text, &line);
	GAFF_TRY(gaff_buf_check(&text, err));
	return gaff_change_own(in->work.arena, held, ledger, host, in->work.scope, line.program,
			       buf_sv(&text), out, err);
}

/* What is to become of the file of an event. *is_any: something is, or it is ours already. */
static enum gaff_rc plan_file(struct installing *in, const struct gaff_host *host,
			      const struct gaff_config_row *row, const struct gaff_ledger *ledger,
			      const struct gaff_wish *wish, struct file *f, bool *is_any,
			      struct gaff_err *err)
{
	struct arena *a = in->work.arena;
	struct gaff_call_line line;
	struct gaff_held held;
	bool is_ours;

	*is_any = false;
	GAFF_TRY(gaff_swap_read(a, f->path, GAFF_EDIT_MAX, &held, err));
	is_ours = held.exists && gaff_call_script_read(a, held.text, &line) != GAFF_ANOTHERS;
	if (!wish && !is_ours)
		return GAFF_OK;
	GAFF_TRY(gaff_target_stays(host, sv_of(gaff_scope_name(in->work.scope)), f->path, err));
	*is_any = true;
	if (!wish) {
		GAFF_TRY(gaff_change_drop(a, &held, ledger, &f->change, err));
		f->change.removes = true; /* an older one of ours calls gaff as well */
		f->change.scope = sv_of(gaff_scope_name(in->work.scope));
		return GAFF_OK;
	}
	GAFF_TRY(gaff_config_follows(host, row, f->path, err));
	if (held.exists && !is_ours)
		return gaff_fail(err, GAFF_EUNSUPPORTED,
				 "this file is not gaff's, and %s runs one of that name; move it "
				 "away (a manifest can call it), or leave the event out with "
				 "--events",
				 host->title);
	held.is_program = true;
	return plan_script(in, host, &held, ledger, wish, &f->change, err);
}

static enum gaff_rc apply(struct installing *in, const struct gaff_change *c, struct gaff_err *err)
{
	if (in->work.is_dry)
		return gaff_apply_try(c, err);
	return c->removes ? gaff_apply_uninstall(in->work.arena, c, err)
			  : gaff_apply_install(in->work.arena, c, err);
}

enum gaff_rc install_files(struct installing *in, const struct gaff_host *host, const char **file,
			   struct gaff_err *err)
{
	struct arena *a = in->work.arena;
	struct file *list = gaff_arena_alloc(a, (host->n_events + 1) * sizeof *list);
	struct buf missing = buf_in(a);
	struct gaff_ledger ledger;
	struct gaff_config config;
	struct gaff_wish *wish;
	size_t n_wishes, n = 0;
	const char *folder;

	*file = NULL;
	GAFF_TRY(gaff_arena_check(a, err));
	GAFF_TRY(wanted_wishes(a, host, &in->wanted, &wish, &n_wishes, &missing, err));
	GAFF_TRY(gaff_ledger_read(a, &ledger, err));
	GAFF_TRY(gaff_target_find(a, &in->work.where, host, in->work.scope, file, &config, err));
	folder = *file;
	for (size_t i = 0; i < host->n_events; i++) {
		struct sv event = host->events[i].native;
		bool is_any;

		list[n] = (struct file){ .path = gaff_call_script_file(a, folder, event) };
		if (!list[n].path)
			return gaff_no_memory(err);
		*file = list[n].path;
		GAFF_TRY(plan_file(in, host, config.row, &ledger, find_wish(wish, n_wishes, event),
				   &list[n], &is_any, err));
		n += is_any;
	}
	if (!n)
		install_leave_out(in, host, folder, buf_sv(&missing));
	for (size_t i = 0; i < n; i++) {
		struct gaff_change *c = &list[i].change;

		*file = list[i].path;
		GAFF_TRY(apply(in, c, err));
		install_tell(&in->work,
			     &(struct install_report){ .host = host,
						       .change = c,
						       .outcome = install_outcome(in, c, NULL),
						       .missing = i ? SV("") : buf_sv(&missing) });
	}
	return GAFF_OK;
}
