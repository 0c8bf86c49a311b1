#include "install/uninstall_host.h"

#include "base/limits.h"
#include "config/call_script.h"
#include "install/codex_trust.h"
#include "install/plugin.h"

/* ---- one file ---- */

/* Nothing is ever written through a link out of a project: only what the ledger has is missed. */
static enum gaff_rc leads_out(const struct uninstalling *un, const char *path,
			      const struct gaff_err *err)
{
	return gaff_ledger_find(&un->ledger, sv_of(path)) ? err->rc : GAFF_OK;
}

/* Has gaff written this file, which is nobody else's? */
static bool is_ours(struct arena *a, const struct gaff_config_row *row, struct sv text)
{
	struct gaff_call_line line;

	return row->syntax == GAFF_SYNTAX_SCRIPT
		       ? gaff_call_script_read(a, text, &line) != GAFF_ANOTHERS
		       : gaff_plugin_is_ours(text);
}

/* One that is all ours: the plugin, its manifest, the script of an event. */
static enum gaff_rc drop_own(struct uninstalling *un, const struct gaff_host *host,
			     const struct gaff_config_row *row, const char *path,
			     struct gaff_err *err)
{
	struct arena *a = un->work.arena;
	struct gaff_change change;
	struct gaff_held held;

	if (gaff_target_stays(host, sv_of(gaff_scope_name(row->scope)), path, err) != GAFF_OK)
		return leads_out(un, path, err);
	GAFF_TRY(gaff_swap_read(a, path, GAFF_EDIT_MAX, &held, err));
	if (held.exists && !is_ours(a, row, held.text))
		return GAFF_OK; /* somebody has put something else there */
	if (!held.exists && !gaff_ledger_find(&un->ledger, sv_of(path)))
		return GAFF_OK;
	GAFF_TRY(gaff_change_drop(a, &held, &un->ledger, &change, err));
	change.scope = sv_of(gaff_scope_name(row->scope));
	un->found++;
	GAFF_TRY(un->work.is_dry ? gaff_apply_try(&change, err)
				 : gaff_apply_uninstall(a, &change, err));
	install_tell(&un->work,
		     &(struct install_report){ .host = host,
					       .change = &change,
					       .outcome = un->work.is_dry ? "would be removed"
									  : "removed" });
	return GAFF_OK;
}

static bool is_meant(const struct uninstalling *un, const struct gaff_config_row *row)
{
	return row->scope != GAFF_SCOPE_SYSTEM && !(row->flags & GAFF_C_ANOTHERS) &&
	       (!un->one_scope || row->scope == un->work.scope) &&
	       (!un->work.where.agent || row->flags & GAFF_C_OF_AGENT);
}

/* Which of its files this one of the ledger is; NULL: none that is meant. */
static const struct gaff_config_row *row_of(const struct uninstalling *un,
					    const struct gaff_host *host,
					    const struct gaff_install *install)
{
	const struct gaff_config_row *row = sv_eq(install->host, host->id)
						    ? gaff_target_row(host, install->scope,
								      install->file)
						    : NULL;

	return row && is_meant(un, row) ? row : NULL;
}

static enum gaff_rc untrust_file(struct uninstalling *un, const struct gaff_host *host,
				 const struct gaff_config_row *row, const char *path,
				 struct sv *text, struct gaff_err *err)
{
	struct arena *a = un->work.arena;
	struct gaff_config config;
	struct gaff_err ignored;
	size_t n;

	if (!path || gaff_config_read(a, host, row, path, &config, &ignored) != GAFF_OK)
		return GAFF_OK;
	return gaff_codex_untrust_ours(a, &config, *text, text, &n, err);
}

/* What Codex trusts of ours in files of the user, of this project, and of those of the ledger. */
static enum gaff_rc untrust_in_codex(struct uninstalling *un, const struct gaff_host *host,
				     struct sv *text, struct gaff_err *err)
{
	struct arena *a = un->work.arena;

	for (size_t i = 0; i < host->n_config; i++) {
		const struct gaff_config_row *row = &host->config[i];

		if (is_meant(un, row))
			GAFF_TRY(untrust_file(un, host, row,
					      gaff_target_path(a, &un->work.where, host, row), text,
					      err));
	}
	for (size_t i = 0; i < un->ledger.n; i++) {
		const struct gaff_config_row *row = row_of(un, host, &un->ledger.item[i]);

		if (row)
			GAFF_TRY(untrust_file(un, host, row,
					      gaff_arena_cstr(a, un->ledger.item[i].file), text,
					      err));
	}
	return GAFF_OK;
}

static const char *outcome_of(const struct uninstalling *un, const struct gaff_change *c,
			      const struct gaff_plan *plan)
{
	if (!gaff_change_is_any(c))
		return "nothing to do";
	if (un->work.is_dry)
		return c->removes ? "would be removed" : "would be changed";
	if (c->removes)
		return "removed: it was gaff's alone";
	return sv_eq(c->after, c->before) && c->before.p ? "as it was before"
	       : plan->removed                           ? "gaff's entries are out"
							 : "gaff's trust is out";
}

/* The file was given back with an entry in it that was there before this gaff came. */
static const char *note_of(struct uninstalling *un, const struct gaff_config *config,
			   const struct gaff_change *c)
{
	struct gaff_held held = config->held;
	struct gaff_config left;
	struct gaff_err ignored;

	held.text = c->after;
	if (!c->known || c->removes ||
	    gaff_config_parse(un->work.arena, config->host, config->row, &held, &left, &ignored) !=
		    GAFF_OK ||
	    !gaff_config_has_ours(&left))
		return NULL;
	return "An older entry of gaff was in it before, and is again; to take it out, too, run: "
	       "gaff uninstall";
}

static enum gaff_rc take_out(struct uninstalling *un, const struct gaff_host *host,
			     const struct gaff_config_row *row, const char *path,
			     struct gaff_err *err)
{
	struct arena *a = un->work.arena;
	struct gaff_config_row any = *row;
	struct gaff_config config;
	struct gaff_change change;
	struct gaff_plan plan;

	/* whether the agent would read it does not matter to who takes things out */
	any.flags = row->flags & GAFF_C_BARE;
	if (gaff_target_stays(host, sv_of(gaff_scope_name(row->scope)), path, err) != GAFF_OK)
		return leads_out(un, path, err);
	GAFF_TRY(gaff_config_read(a, host, &any, path, &config, err));
	GAFF_TRY(gaff_change_uninstall(a, &config, &un->ledger, &plan, &change, err));
	change.scope = sv_of(gaff_scope_name(row->scope));
	if (row->flags & GAFF_C_HAS_TRUST && !change.before.p && !change.removes)
		GAFF_TRY(untrust_in_codex(un, host, &change.after, err));
	if (!gaff_change_is_any(&change) && !gaff_ledger_find(&un->ledger, sv_of(path)))
		return GAFF_OK;
	un->found++;
	GAFF_TRY(un->work.is_dry ? gaff_apply_try(&change, err)
				 : gaff_apply_uninstall(a, &change, err));
	install_tell(&un->work, &(struct install_report){ .host = host,
							  .change = &change,
							  .plan = &plan,
							  .outcome = outcome_of(un, &change, &plan),
							  .note = note_of(un, &config, &change) });
	return GAFF_OK;
}

static void uninstall_file(struct uninstalling *un, const struct gaff_host *host,
			   const struct gaff_config_row *row, const char *path)
{
	struct gaff_err err = { .rc = GAFF_OK };
	enum gaff_rc rc = GAFF_EBUSY;
	const char *file = path;
	struct arena *all = un->work.arena, one; /* files may be large: each has its own memory */

	un->work.arena = &one;
	for (int i = 0; i < INSTALL_TRIES && rc == GAFF_EBUSY; i++) {
		if (i) {
			gaff_arena_release(&one);
			install_pause();
		}
		gaff_arena_init(&one, NULL, 0, GAFF_ARENA_MAX);
		if (gaff_ledger_read(un->work.arena, &un->ledger, &err) != GAFF_OK)
			break;
		if (row->syntax == GAFF_SYNTAX_MODULE) {
			file = path;
			rc = drop_own(un, host, row, file, &err);
			if (rc == GAFF_OK) {
				file = gaff_plugin_beside(un->work.arena, path);
				rc = file ? drop_own(un, host, row, file, &err)
					  : gaff_no_memory(&err);
			}
		} else if (row->syntax == GAFF_SYNTAX_SCRIPT) {
			rc = drop_own(un, host, row, path, &err);
		} else {
			rc = take_out(un, host, row, path, &err);
		}
	}
	if (rc != GAFF_OK)
		install_refuse(&un->work, host, file, &err);
	gaff_arena_release(&one);
	un->work.arena = all;
	un->ledger = (struct gaff_ledger){ 0 };
}

/* ---- all files of an agent ---- */

static void uninstall_scripts(struct uninstalling *un, const struct gaff_host *host,
			      const struct gaff_config_row *row, const char *folder)
{
	for (size_t i = 0; i < host->n_events; i++) {
		const char *file = gaff_call_script_file(un->work.arena, folder,
							 host->events[i].native);

		if (file)
			uninstall_file(un, host, row, file);
	}
}

/*
 * Files of agents that no ledger knows, as in a project that somebody else has set up. One that
 * does not name gaff is not looked at: whether it can be read is nobody's concern here.
 */
static void uninstall_agents(struct uninstalling *un, const struct gaff_host *host,
			     const struct gaff_config_row *row, const char *path)
{
	const char **files;
	size_t n = gaff_target_folder(un->work.arena, row, path, &files);
	struct gaff_ledger known;
	struct gaff_err err;

	if (un->work.arena->failed) {
		(void)gaff_no_memory(&err);
		install_refuse(&un->work, host, path, &err);
	}
	if (gaff_ledger_read(un->work.arena, &known, &err) != GAFF_OK)
		return;
	for (size_t i = 0; i < n; i++) {
		struct gaff_held held;
		struct arena one;
		bool is_named;

		gaff_arena_init(&one, NULL, 0, GAFF_ARENA_MAX);
		is_named = gaff_swap_read(&one, files[i], GAFF_EDIT_MAX, &held, &err) == GAFF_OK &&
			   sv_has(held.text, SV("gaff"));
		gaff_arena_release(&one);
		if (is_named && !gaff_ledger_find(&known, sv_of(files[i])))
			uninstall_file(un, host, row, files[i]);
	}
}

/* Its files here. Those with trust in them come before those with the entries it is about. */
static void uninstall_here(struct uninstalling *un, const struct gaff_host *host)
{
	for (size_t i = host->n_config; i--;) {
		const struct gaff_config_row *row = &host->config[i];
		const char *path = gaff_target_path(un->work.arena, &un->work.where, host, row);

		if (!is_meant(un, row) || !path)
			continue;
		if (row->syntax == GAFF_SYNTAX_SCRIPT)
			uninstall_scripts(un, host, row, path);
		else if (row->flags & GAFF_C_OF_AGENT && !un->work.where.agent)
			uninstall_agents(un, host, row, path);
		else
			uninstall_file(un, host, row, path);
	}
}

/* Is it one that uninstall_here() has visited? */
static bool is_here(struct uninstalling *un, const struct gaff_host *host,
		    const struct gaff_config_row *row, const char *path)
{
	const char *here = gaff_target_path(un->work.arena, &un->work.where, host, row), *file;

	if (row->flags & GAFF_C_OF_AGENT && !un->work.where.agent)
		return false;
	if (!here || row->syntax != GAFF_SYNTAX_SCRIPT)
		return here && strcmp(here, path) == 0;
	for (size_t i = 0; i < host->n_events; i++) {
		file = gaff_call_script_file(un->work.arena, here, host->events[i].native);
		if (file && strcmp(file, path) == 0)
			return true;
	}
	return false;
}

/* What the ledger knows of other projects, and of agents. */
static void uninstall_elsewhere(struct uninstalling *un, const struct gaff_host *host)
{
	struct gaff_ledger known = un->ledger;
	const char *agent = un->work.where.agent;
	struct gaff_err err;

	if (gaff_ledger_read(un->work.arena, &known, &err) != GAFF_OK)
		return;
	for (size_t i = 0; i < known.n; i++) {
		const char *path = gaff_arena_cstr(un->work.arena, known.item[i].file);
		const struct gaff_config_row *row = row_of(un, host, &known.item[i]);

		if (path && row && !is_here(un, host, row, path) &&
		    (!agent || sv_eq(gaff_config_name(row, path), sv_of(agent))))
			uninstall_file(un, host, row, path);
	}
}

void uninstall_host(struct uninstalling *un, const struct gaff_host *host)
{
	uninstall_here(un, host);
	uninstall_elsewhere(un, host);
}
