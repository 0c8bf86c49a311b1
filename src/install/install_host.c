#include "install/install_host.h"

#include <stdio.h>

#include "base/limits.h"
#include "install/codex_trust.h"
#include "install/plugin.h"

const char *install_outcome(const struct installing *in, const struct gaff_change *c,
			    const struct gaff_plan *plan)
{
	if (!gaff_change_is_any(c))
		return "nothing to do";
	if (in->work.is_dry)
		return c->removes ? "would be removed" : "would be changed";
	if (c->removes)
		return "removed";
	if (!plan || plan->added)
		return "registered";
	return plan->kept || plan->replaced ? "brought up to date" : "gaff's entries are out";
}

#define NONE "None of the events is one of this agent's: it calls gaff for nothing."

void install_leave_out(struct installing *in, const struct gaff_host *host, const char *path,
		       struct sv missing)
{
	struct gaff_change change = { .held = { .path = path },
				      .removes = true,
				      .scope = sv_of(gaff_scope_name(in->work.scope)) };

	install_tell(&in->work, &(struct install_report){ .host = host,
							  .change = &change,
							  .outcome = "nothing to do",
							  .missing = missing,
							  .note = NONE });
}

/* ---- Codex ---- */

struct trust {
	struct gaff_config config, state;
	struct sv text;
	size_t n;
};

/* The user's config.toml, where Codex keeps what is trusted. */
static enum gaff_rc read_codex_state(struct installing *in, const struct gaff_host *host,
				     const char **file, struct gaff_config *out,
				     struct gaff_err *err)
{
	const struct gaff_config_row *row = gaff_host_trust_file(host);

	if (!row)
		return gaff_fail(err, GAFF_EUNSUPPORTED, "%s keeps no list of trusted hooks",
				 host->title);
	*file = gaff_target_path(in->work.arena, &in->work.where, host, row);
	return *file ? gaff_config_read(in->work.arena, host, row, *file, out, err)
		     : gaff_fail(err, GAFF_EIO, "$HOME is not set");
}

/* How many of ours it does not trust yet, and the text in which it does. */
static enum gaff_rc plan_trust(struct installing *in, const struct gaff_host *host,
			       const struct gaff_change *entries, const struct gaff_config_row *row,
			       struct trust *out, struct gaff_err *err)
{
	struct arena *a = in->work.arena;
	struct gaff_held held = entries->held;
	const char *file;

	held.text = entries->after;
	held.exists = true;
	GAFF_TRY(gaff_config_parse(a, host, row, &held, &out->config, err));
	GAFF_TRY(read_codex_state(in, host, &file, &out->state, err));
	if (in->work.is_dry && strcmp(out->state.held.path, held.path) == 0)
		out->state.held.text = held.text; /* as if that had been done */
	return gaff_codex_trust_ours(a, &out->config, out->state.held.text, &out->text, &out->n,
				     err);
}

/*
 * Which of ours Codex runs already: what gaff itself now writes differently it would ask about
 * again, and until then run none of it. What it did not trust before it does not trust now.
 */
static enum gaff_rc keep_trusted(struct installing *in, const struct gaff_config *before,
				 const struct gaff_config *state, struct trust *trust,
				 struct gaff_err *err)
{
	for (size_t i = 0; i < trust->config.n; i++) {
		struct gaff_registered *now = &trust->config.item[i];
		bool was_trusted = false;

		for (size_t k = 0; k < before->n && now->whose == GAFF_OURS; k++) {
			enum gaff_codex_trust was;

			if (before->item[k].whose != GAFF_OURS ||
			    !sv_eq(before->item[k].event, now->event))
				continue;
			GAFF_TRY(gaff_codex_trust_of(in->work.arena, before->held.path,
						     &before->item[k], state->root, &was, err));
			was_trusted = was_trusted || was == GAFF_CODEX_TRUSTED;
		}
		if (!was_trusted)
			now->whose = GAFF_ANOTHERS; /* nothing is said of it */
	}
	return gaff_codex_trust_ours(in->work.arena, &trust->config, trust->state.held.text,
				     &trust->text, &trust->n, err);
}

static enum gaff_rc trust_in_codex(struct installing *in, const struct gaff_host *host,
				   const struct trust *trust, struct gaff_err *err)
{
	struct arena *a = in->work.arena;
	const struct gaff_held *held = &trust->state.held;
	struct gaff_ledger ledger;
	struct gaff_change change;
	size_t n;

	GAFF_TRY(gaff_ledger_read(a, &ledger, err));
	GAFF_TRY(gaff_change_own(a, held, &ledger, host, GAFF_SCOPE_USER, sv_of(in->work.program),
				 trust->text, &change, err));
	if (held->exists && !change.known && !change.was_there) {
		GAFF_TRY(gaff_codex_untrust_ours(a, &trust->config, held->text, &change.before, &n,
						 err));
		change.was_there = true;
	}
	GAFF_TRY(in->work.is_dry ? gaff_apply_try(&change, err)
				 : gaff_apply_install(a, &change, err));
	install_tell(&in->work,
		     &(struct install_report){ .host = host,
					       .change = &change,
					       .outcome = in->work.is_dry ? "would be trusted"
							  : in->trusts    ? "trusted, as you asked"
									  : "trusted, as before" });
	return GAFF_OK;
}

/* ---- one agent ---- */

/* What an agent needs besides, that no file of ours can give. */
static const char *note_of(const struct installing *in, const struct gaff_config *config)
{
	const struct gaff_switch_row *off = gaff_config_switch(config);
	const struct gaff_host *host = config->host;
	bool of_agents = gaff_host_of_agents(host) != NULL;
	char text[600];

	if (off)
		return "All hooks are switched off in this file.";
	if (config->row->flags & GAFF_C_OF_AGENT)
		return "These run while this agent is the one in use.";
	if (host->runs_if) {
		(void)snprintf(text, sizeof text, "%s runs these %s.%s%.*s%s", host->title,
			       host->runs_if, of_agents ? " For those, run: gaff install " : "",
			       of_agents ? (int)host->id.n : 0, host->id.p,
			       of_agents ? " --agent NAME" : "");
		return gaff_arena_dup(in->work.arena, sv_of(text));
	}
	if (of_agents)
		return "Agents with files of their own have their own hooks; to register with "
		       "one, add: --agent NAME";
	if (in->work.scope == GAFF_SCOPE_PROJECT && config->row->flags & GAFF_C_NEEDS_TRUST)
		return "Its hooks run only where the user trusts the folder.";
	return NULL;
}

#define UNTRUSTED                                                                                  \
	"Codex runs none of these before you trust them: it asks when it is started, or run: "     \
	"gaff install codex "

static enum gaff_rc install_entries(struct installing *in, const struct gaff_host *host,
				    const char **file, struct gaff_err *err)
{
	struct arena *a = in->work.arena;
	struct gaff_wishes wishes = { .program = sv_of(in->work.program),
				      .fail_closed = in->fail_closed,
				      .dirs = install_dirs(&in->work, in->work.scope) };
	struct buf missing = buf_in(a);
	bool is_trusted_apart = gaff_host_trust_file(host) != NULL;
	struct trust trust = { 0 };
	struct gaff_config config, state;
	struct gaff_ledger ledger;
	struct gaff_change change;
	size_t untrusted = 0;
	struct gaff_wish *wish;
	struct gaff_plan plan;
	const char *note;

	*file = NULL;
	GAFF_TRY(wanted_wishes(a, host, &in->wanted, &wish, &wishes.n, &missing, err));
	wishes.item = wish;
	if (is_trusted_apart) /* with a config.toml that it cannot read it does not start */
		GAFF_TRY(read_codex_state(in, host, file, &trust.state, err));
	GAFF_TRY(gaff_ledger_read(a, &ledger, err));
	GAFF_TRY(gaff_target_find(a, &in->work.where, host, in->work.scope, file, &config, err));
	if (!wishes.n && !config.held.exists) {
		install_leave_out(in, host, *file, buf_sv(&missing));
		return GAFF_OK;
	}
	GAFF_TRY(gaff_change_install(a, &config, &ledger, in->work.scope, &wishes, &plan, &change,
				     err));
	GAFF_TRY(in->work.is_dry ? gaff_apply_try(&change, err)
				 : gaff_apply_install(a, &change, err));
	note = wishes.n ? note_of(in, &config) : NONE;
	if (is_trusted_apart) {
		state = trust.state;
		*file = trust.state.held.path;
		GAFF_TRY(plan_trust(in, host, &change, config.row, &trust, err));
		untrusted = trust.n;
	}
	if (trust.n && !in->trusts) {
		GAFF_TRY(keep_trusted(in, &config, &state, &trust, err));
		untrusted -= trust.n;
	}
	if (untrusted && !in->trusts)
		note = in->work.scope == GAFF_SCOPE_USER ? UNTRUSTED "--trust"
							 : UNTRUSTED "--project --trust";
	install_tell(&in->work,
		     &(struct install_report){ .host = host,
					       .change = &change,
					       .plan = &plan,
					       .outcome = install_outcome(in, &change, &plan),
					       .missing = buf_sv(&missing),
					       .left_out = wanted_left_out(a, host, &in->wanted),
					       .note = note });
	return trust.n ? trust_in_codex(in, host, &trust, err) : GAFF_OK;
}

/* What is there, which must be ours. */
static enum gaff_rc read_own_file(struct installing *in, const struct gaff_host *host,
				  const char *path, struct gaff_held *out, struct gaff_err *err)
{
	GAFF_TRY(gaff_target_stays(host, sv_of(gaff_scope_name(in->work.scope)), path, err));
	GAFF_TRY(gaff_swap_read(in->work.arena, path, GAFF_EDIT_MAX, out, err));
	return !out->exists || gaff_plugin_is_ours(out->text)
		       ? GAFF_OK
		       : gaff_fail(err, GAFF_EUNSUPPORTED,
				   "this file is not gaff's; give it another name");
}

static enum gaff_rc install_own_file(struct installing *in, const struct gaff_host *host,
				     const struct gaff_held *held, struct sv text,
				     struct sv missing, struct gaff_err *err)
{
	struct arena *a = in->work.arena;
	struct gaff_ledger ledger;
	struct gaff_change change;

	GAFF_TRY(gaff_ledger_read(a, &ledger, err));
	GAFF_TRY(gaff_change_own(a, held, &ledger, host, in->work.scope, sv_of(in->work.program),
				 text, &change, err));
	GAFF_TRY(in->work.is_dry ? gaff_apply_try(&change, err)
				 : gaff_apply_install(a, &change, err));
	install_tell(&in->work,
		     &(struct install_report){ .host = host,
					       .change = &change,
					       .outcome = install_outcome(in, &change, NULL),
					       .missing = missing });
	return GAFF_OK;
}

/* Its manifest first: a plugin without one would find nothing to do. */
static enum gaff_rc install_plugin(struct installing *in, const struct gaff_host *host,
				   const char **file, struct gaff_err *err)
{
	struct arena *a = in->work.arena;
	struct gaff_plugin plugin = { .host = host,
				      .program = sv_of(in->work.program),
				      .fail_closed = in->fail_closed,
				      .dirs = install_dirs(&in->work, in->work.scope) };
	struct buf missing = buf_in(a), manifest = buf_in(a);
	struct gaff_plugin_event *events;
	struct gaff_held module, settings;
	const char *beside;
	struct gaff_config config;
	struct gaff_wish *wish;

	*file = NULL;
	GAFF_TRY(wanted_wishes(a, host, &in->wanted, &wish, &plugin.n_events, &missing, err));
	events = gaff_arena_alloc(a, (plugin.n_events + 1) * sizeof *events);
	GAFF_TRY(gaff_target_find(a, &in->work.where, host, in->work.scope, file, &config, err));
	if (!plugin.n_events && !config.held.exists) {
		install_leave_out(in, host, *file, buf_sv(&missing));
		return GAFF_OK;
	}
	beside = gaff_plugin_beside(a, config.held.path);
	if (!events || !beside)
		return gaff_no_memory(err);
	for (size_t i = 0; i < plugin.n_events; i++)
		events[i] = (struct gaff_plugin_event){ wish[i].event, wish[i].deadline };
	plugin.events = events;
	gaff_plugin_manifest(&manifest, &plugin);
	GAFF_TRY(gaff_buf_check(&manifest, err));
	*file = config.held.path;
	GAFF_TRY(read_own_file(in, host, *file, &module, err)); /* both, before one is written */
	*file = beside;
	GAFF_TRY(read_own_file(in, host, beside, &settings, err));
	GAFF_TRY(install_own_file(in, host, &settings, buf_sv(&manifest), buf_sv(&missing), err));
	*file = config.held.path;
	return install_own_file(in, host, &module, *host->layout->plugin, SV(""), err);
}

void install_host(struct installing *in, const struct gaff_host *host)
{
	struct arena *all = in->work.arena, one; /* files may be large: each has its own memory */
	const char *file = NULL;
	struct gaff_err err = { .rc = GAFF_OK };
	enum gaff_rc rc = GAFF_EBUSY;

	in->work.arena = &one;
	for (int i = 0; i < INSTALL_TRIES && rc == GAFF_EBUSY; i++) {
		if (i) {
			gaff_arena_release(&one);
			install_pause();
		}
		gaff_arena_init(&one, NULL, 0, GAFF_ARENA_MAX);
		rc = host->layout->shape == GAFF_LAYOUT_MODULE
			     ? install_plugin(in, host, &file, &err)
		     : host->layout->shape == GAFF_LAYOUT_SCRIPT
			     ? install_files(in, host, &file, &err)
			     : install_entries(in, host, &file, &err);
	}
	if (rc != GAFF_OK)
		install_refuse(&in->work, host, file, &err);
	gaff_arena_release(&one);
	in->work.arena = all;
}
