#include "doctor/checkup.h"

#include <limits.h>
#include <stdlib.h>

#include "log/log.h"
#include "base/limits.h"
#include "doctor/checkup_parts.h"
#include "agents/hosts.h"
#include "install/codex_trust.h"

/* ---- the files of one agent ---- */

static struct checked_file *add_file(struct checkup *c, struct checked_host *h,
				     const struct gaff_host *host,
				     const struct gaff_config_row *row, const char *path)
{
	for (size_t i = 0; i < h->n; i++)
		if (strcmp(h->file[i].path, path) == 0)
			return NULL;
	if (!gaff_arena_room(c->arena, &h->file, h->n, &h->room, sizeof *h->file))
		return NULL;
	h->file[h->n] = (struct checked_file){ .host = host,
					       .row = row,
					       .path = path,
					       .wishes = host == h->host ? &h->wishes
									 : &h->of_agents };
	return &h->file[h->n++];
}

static void read_file(struct checkup *c, struct checked_host *h, const struct gaff_host *host,
		      const struct gaff_config_row *row, const char *path)
{
	struct checked_file *f = path ? add_file(c, h, host, row, path) : NULL;
	struct gaff_err err;

	if (!f)
		return;
	f->rc = row->syntax == GAFF_SYNTAX_MODULE
			? gaff_plugin_config(c->arena, host, row, path, &f->config, &err)
			: gaff_config_read(c->arena, host, row, path, &f->config, &err);
	if (f->rc != GAFF_OK) {
		/* one that is made for another is that one's, and told there */
		if (!(row->flags & GAFF_C_ANOTHERS))
			gaff_health_refused(&c->health, host, row, path, &err);
		return;
	}
	for (size_t i = 0; i < f->config.n; i++) {
		f->n_ours += f->config.item[i].whose != GAFF_ANOTHERS;
		f->n_others += f->config.item[i].whose == GAFF_ANOTHERS;
	}
	if (!(row->flags & GAFF_C_ANOTHERS))
		h->n_ours += f->n_ours;
}

/* Is this the file that gaff writes for the agent with which this one shares a folder? */
static bool is_for_other(const struct gaff_host *host, const struct gaff_config_row *row,
			 const char *path)
{
	const struct gaff_host *other = host->shares_files_with;

	return other && other->layout && other->layout->own_name.n &&
	       sv_eq(gaff_config_name(row, path), other->layout->own_name);
}

/* All files of a folder that a row with a "*" means. */
static void read_folder(struct checkup *c, struct checked_host *h, const struct gaff_host *host,
			const struct gaff_config_row *row, const char *ours)
{
	const char **files;
	size_t n = gaff_target_folder(c->arena, row, ours, &files);

	for (size_t i = 0; i < n; i++)
		if (!is_for_other(host, row, files[i]))
			read_file(c, h, host, row, files[i]);
}

static void read_files(struct checkup *c, struct checked_host *h, const struct gaff_host *host)
{
	for (size_t i = 0; i < host->n_config; i++) {
		const struct gaff_config_row *row = &host->config[i];
		const char *path = gaff_target_path(c->arena, &c->work.where, host, row);

		/* what else is in another agent's folder is told there */
		if (path && strchr(row->path, '*') && row->syntax != GAFF_SYNTAX_MODULE &&
		    row->syntax != GAFF_SYNTAX_SCRIPT &&
		    !(host->layout && host->layout->own_name.n))
			read_folder(c, h, host, row, path);
		read_file(c, h, host, row, path);
	}
}

/* ---- what is wrong with them ---- */

static struct json codex_state(const struct checked_host *h)
{
	for (size_t i = 0; i < h->n; i++)
		if (h->file[i].row->flags & GAFF_C_HAS_TRUST && h->file[i].rc == GAFF_OK)
			return h->file[i].config.root;
	return (struct json){ 0 };
}

/* The worst of ours, in a word. */
static const char *codex_word(struct arena *a, const struct gaff_config *c, struct json state)
{
	static const char *const words[] = { [GAFF_CODEX_TRUSTED] = "trusted",
					     [GAFF_CODEX_UNTRUSTED] = "untrusted",
					     [GAFF_CODEX_MODIFIED] = "modified",
					     [GAFF_CODEX_DISABLED] = "disabled" };
	enum gaff_codex_trust worst = GAFF_CODEX_TRUSTED, trust;
	struct gaff_err ignored;

	for (size_t i = 0; i < c->n; i++)
		if (c->item[i].whose == GAFF_OURS &&
		    gaff_codex_trust_of(a, c->held.path, &c->item[i], state, &trust, &ignored) ==
			    GAFF_OK &&
		    trust > worst)
			worst = trust;
	return words[worst];
}

static void count_missing(struct checked_file *f)
{
	for (size_t w = 0; w < f->wishes->n; w++) {
		bool found = false;

		for (size_t i = 0; i < f->config.n; i++)
			found = found || (f->config.item[i].whose != GAFF_ANOTHERS &&
					  sv_eq(f->config.item[i].event, f->wishes->item[w].event));
		f->n_missing += !found;
		f->misses_start |= !found && f->wishes->item[w].is_for_start;
	}
}

static void check_file(struct checkup *c, struct checked_host *h, struct checked_file *f,
		       struct json state)
{
	struct gaff_call_dirs dirs = install_dirs(&c->work, f->row->scope);
	struct gaff_health *health = &c->health;
	bool is_trusted_apart = gaff_host_trust_file(h->host) != NULL;

	if (f->row->syntax == GAFF_SYNTAX_MODULE)
		gaff_health_plugin(health, &f->config, f->path);
	gaff_health_entries(health, &f->config);
	gaff_health_programs(health, &f->config, c->work.program, c->work.where.project);
	if (!f->n_ours)
		return;
	count_missing(f);
	gaff_health_dirs(health, &f->config, &dirs);
	if (f->row->scope != GAFF_SCOPE_SYSTEM)
		gaff_health_wishes(health, &f->config, f->wishes->item,
				   c->wanted.is_usual ? 0 : f->wishes->n);
	if (is_trusted_apart) {
		gaff_health_codex(health, &f->config, state);
		f->trust = f->row->scope == GAFF_SCOPE_SYSTEM
				   ? "trusted"
				   : codex_word(c->arena, &f->config, state);
	}
	gaff_health_folder(health, &c->work.where, &f->config, state);
}

static void check_imports(struct checkup *c, const struct checked_host *h)
{
	struct gaff_config *own = gaff_arena_alloc(c->arena, (h->n + 1) * sizeof *own);
	size_t n = 0;

	for (size_t i = 0; own && i < h->n; i++)
		if (h->file[i].rc == GAFF_OK && !(h->file[i].row->flags & GAFF_C_ANOTHERS))
			own[n++] = h->file[i].config;
	for (size_t i = 0; own && i < h->n; i++)
		if (h->file[i].rc == GAFF_OK && h->file[i].row->flags & GAFF_C_ANOTHERS)
			gaff_health_import(&c->health, &h->file[i].config, own, n);
}

/* What is in another agent's folder is told there, but for what only this one makes of it. */
static void check_shared(struct checkup *c, const struct checked_host *h)
{
	struct checked_host all = { .host = h->host };
	size_t known = c->health.n;

	for (size_t i = 0; i < h->host->n_config; i++) {
		const struct gaff_config_row *row = &h->host->config[i];
		const char *path = gaff_target_path(c->arena, &c->work.where, h->host, row);

		if (path && h->host->layout->own_name.n && strchr(row->path, '*'))
			read_folder(c, &all, h->host, row, path);
	}
	c->health.n = known;
	for (size_t i = 0; i < all.n; i++)
		if (all.file[i].rc == GAFF_OK)
			gaff_health_matchers(&c->health, &all.file[i].config);
}

/* Who has registered with an agent of theirs knows that. */
static void check_reach(struct checkup *c, const struct checked_host *h)
{
	for (size_t i = 0; i < h->n; i++)
		if (h->file[i].row->flags & GAFF_C_OF_AGENT && h->file[i].n_ours)
			return;
	for (size_t i = 0; i < h->n; i++)
		if (h->file[i].rc == GAFF_OK && h->file[i].n_ours)
			gaff_health_reach(&c->health, &h->file[i].config);
}

static void check_host(struct checkup *c, struct checked_host *h)
{
	struct json state = codex_state(h);

	for (size_t i = 0; i < h->n; i++) {
		struct checked_file *f = &h->file[i];

		if (f->rc != GAFF_OK || f->row->flags & GAFF_C_ANOTHERS)
			continue;
		check_file(c, h, f, state);
		for (size_t j = 0; j < i; j++)
			if (h->file[j].rc == GAFF_OK && !(h->file[j].row->flags & GAFF_C_ANOTHERS))
				gaff_health_scopes(&c->health, &h->file[j].config, &f->config);
	}
	check_imports(c, h);
	check_reach(c, h);
	if (h->host->flags & GAFF_H_MATCHERS_ARE_IGNORED)
		check_shared(c, h);
	checkup_faults(c, h);
}

/* ---- which agents ---- */

static bool is_named(const struct gaff_host *host, int n, char **argv)
{
	for (int i = 0; i < n; i++)
		if (sv_eq(host->id, sv_of(argv[i])))
			return true;
	return false;
}

/* Its files, and with them those of its user's agents. */
static enum gaff_rc find_files(struct checkup *c, struct checked_host *h, struct gaff_err *err)
{
	const struct gaff_host *of_agents = gaff_host_of_agents(h->host);
	struct buf missing = buf_in(c->arena);

	GAFF_TRY(wanted_wishes(c->arena, h->host, &c->wanted, &h->wishes.item, &h->wishes.n,
			       &missing, err));
	read_files(c, h, h->host);
	if (!of_agents || of_agents == h->host)
		return GAFF_OK;
	GAFF_TRY(wanted_wishes(c->arena, of_agents, &c->wanted, &h->of_agents.item, &h->of_agents.n,
			       &missing, err));
	read_files(c, h, of_agents);
	return GAFF_OK;
}

static enum gaff_rc find_hosts(struct checkup *c, int n, char **argv, struct gaff_err *err)
{
	c->host = gaff_arena_alloc(c->arena, GAFF_HOSTS_MAX * sizeof *c->host);
	GAFF_TRY(gaff_arena_check(c->arena, err));
	for (size_t i = 0; gaff_hosts[i] && c->n < GAFF_HOSTS_MAX; i++) {
		struct checked_host *h = &c->host[c->n];
		size_t known = c->health.n;

		if (!gaff_layout_registers(gaff_hosts[i]->layout) ||
		    (n && !is_named(gaff_hosts[i], n, argv)))
			continue;
		*h = (struct checked_host){ .host = gaff_hosts[i] };
		h->sign = gaff_agent_sign(c->arena, &c->work.where, h->host);
		GAFF_TRY(find_files(c, h, err));
		if (n || h->sign || h->n_ours)
			c->n++;
		else
			c->health.n = known; /* it is not here: what is in its files harms nobody */
	}
	return gaff_arena_check(c->arena, err);
}

enum gaff_rc checkup_look(struct checkup *c, const char *command, int n, char **argv,
			  struct gaff_err *err)
{
	struct gaff_project project;

	c->work = (struct install_work){ .arena = c->arena, .command = command, .is_dry = true };
	c->health.arena = c->arena;
	GAFF_TRY(install_begin(&c->work, err));
	GAFF_TRY(gaff_project_at(c->arena, c->work.here, &project, err));
	GAFF_TRY(gaff_load(c->arena, &project, NULL, 0, &c->sources, err));
	GAFF_TRY(wanted_of_manifests(c->arena, &c->sources, &c->wanted, err));
	GAFF_TRY(find_hosts(c, n, argv, err));
	checkup_calls(c);
	checkup_manifests(c);
	if (!n) { /* they are no agent's */
		checkup_shims(c);
		checkup_variables(c);
	}
	for (size_t i = 0; i < c->n; i++)
		check_host(c, &c->host[i]);
	return gaff_arena_check(c->arena, err);
}

size_t checkup_wrong(const struct checkup *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->health.n; i++)
		n += c->health.item[i].is_wrong;
	return n;
}

/* In any of its spellings. */
static bool is_about(const struct gaff_ailment *item, const struct gaff_host *host)
{
	return item->host && sv_eq(item->host->id, host->id);
}

bool checkup_is_ailing(const struct checkup *c, const struct gaff_host *host)
{
	for (size_t i = 0; i < c->health.n; i++)
		if (c->health.item[i].is_wrong && is_about(&c->health.item[i], host))
			return true;
	return false;
}

bool checkup_is_off(const struct checkup *c, const struct gaff_host *host)
{
	for (size_t i = 0; i < c->health.n; i++)
		if (c->health.item[i].kind == GAFF_AIL_SWITCHED_OFF &&
		    is_about(&c->health.item[i], host))
			return true;
	return false;
}
