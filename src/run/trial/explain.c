#include "run/trial/explain.h"

#include <stdlib.h>

#include "base/io.h"

static void set_variable(const char *name, const char *value)
{
	if (value)
		(void)setenv(name, value, 0); /* of two rows for one the first counts */
	else
		(void)unsetenv(name);
}

/* What the agent has in its environment, and what another session left there not. */
static void play_agent(struct explanation *x)
{
	struct fire_variable v;

	for (size_t i = 0; fire_variable(x->arena, &x->shot, i, &v); i++)
		set_variable(v.name, NULL);
	for (size_t i = 0; fire_variable(x->arena, &x->shot, i, &v); i++)
		if (v.value)
			set_variable(v.name, v.value);
}

/* As the agent would have it registered. */
static enum gaff_rc make_up(struct explanation *x, const struct fire_request *r,
			    struct fire_env_file *file, struct gaff_err *err)
{
	GAFF_TRY(fire_make(x->arena, r, &x->shot, err));
	if (fire_wants_env_file(x->shot.mimic.row))
		GAFF_TRY(fire_env_file_make(x->arena, &x->shot, file, err));
	play_agent(x);
	x->payload = json_sv(x->shot.payload);
	x->run.host = x->registered = gaff_host_find(x->shot.mimic.host->id);
	x->run.event = x->shot.mimic.row->native;
	return GAFF_OK;
}

/* Does the payload name one? The variable, which wins, is set then. */
static bool names_env_file(const struct explanation *x, const struct gaff_host *h)
{
	struct gaff_err ignored;
	struct json payload;

	if (gaff_json_parse(x->payload, &payload, &ignored) != GAFF_OK)
		return false;
	for (size_t i = 0; i < h->n_payload; i++)
		if (h->payload[i].field == GAFF_F_ENV_FILE && h->payload[i].where.p[0] == '/' &&
		    gaff_json_at(payload, h->payload[i].where).n)
			return true;
	return false;
}

/* Around us is a session: what a hook sets for it in this trial must not get there. */
static enum gaff_rc shield_session(struct explanation *x, struct fire_env_file *file,
				   struct gaff_err *err)
{
	for (const struct gaff_host *h = gaff_host_next(NULL); h; h = gaff_host_next(h)) {
		for (size_t i = 0; i < h->n_payload; i++) {
			const char *name = h->payload[i].where.p + 1;

			if (h->payload[i].field != GAFF_F_ENV_FILE ||
			    h->payload[i].where.p[0] != '$' ||
			    (!getenv(name) && !names_env_file(x, h)))
				continue;
			if (file->fd < 0)
				GAFF_TRY(fire_env_file_make(x->arena, &x->shot, file, err));
			(void)setenv(name, file->path, 1);
		}
	}
	return GAFF_OK;
}

static void answer(struct explanation *x, const struct gaff_err *unread)
{
	x->run.start_ms = gaff_now_ms();
	x->run.source = gaff_run_hooks;
	x->run.is_judged = gaff_run_is_judged;
	x->run.is_trial = x->trace.wants_all = x->run.minds_disable = true;
	if (x->run.host)
		gaff_run_expect_event(&x->run);
	if (unread->rc == GAFF_OK) {
		gaff_run_answer(x->arena, &x->run, x->payload, &x->event, &x->trace, &x->answer);
	} else {
		gaff_run_fail(&x->run, unread, &x->answer);
		x->trace.merged.decision = x->answer.must_arrive ? GAFF_DENY : GAFF_NONE;
		x->trace.error = sv_of(unread->msg);
	}
	x->ms = gaff_now_ms() - x->run.start_ms;
}

/* What the agent does, by the rows that gaff reads hooks of its dialect by. */
static void judge(struct explanation *x)
{
	struct gaff_err ignored;

	if (!x->run.host)
		return;
	x->shot.event = x->run.has_event ? x->event
					 : (struct gaff_event){ .host = x->run.host,
								.row = x->run.row,
								.id = x->run.row->id };
	x->shot.payload = (struct json){ 0 };
	x->shot.mimic.host = x->run.host;
	x->shot.mimic.row = x->run.row;
	x->shot.outcome = (struct gaff_outcome){ x->answer.exit, x->answer.out, x->answer.err };
	x->has_verdict = fire_judge(x->arena, &x->shot, &x->verdict, &ignored) == GAFF_OK;
}

enum gaff_rc explain_run(struct explanation *x, const struct fire_request *made_up,
			 const struct gaff_err *unread, struct gaff_err *err)
{
	struct fire_env_file file = { .fd = -1 };
	enum gaff_rc rc = x->is_made_up ? make_up(x, made_up, &file, err)
					: shield_session(x, &file, err);
	struct gaff_err ignored;

	if (rc == GAFF_OK) {
		answer(x, unread);
		if (gaff_json_parse(x->payload, &x->document, &x->unreadable) == GAFF_OK)
			x->unreadable.line = 0;
	}
	if (fire_env_file_take(x->arena, &x->shot, &file, &ignored) == GAFF_OK && rc == GAFF_OK)
		judge(x);
	return rc;
}
