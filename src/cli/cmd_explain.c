#include "cli/pages/explain.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/io.h"
#include "cli/pages/fire_print.h"
#include "cli/input/run_options.h"
#include "cli/print/table.h"

struct request {
	struct fire_request fire;
	struct gaff_run run;
	bool is_full, is_json;
	enum color_when color;
};

static const struct cli_option options[] = {
	CLI_FIRE_OPTIONS(offsetof(struct request, fire),
			 "the agent that calls [told by the payload], or to play",
			 "the event it is registered for, or that is made up"),
	CLI_FLAG("full", struct request, is_full, "show all of what hooks were told and said"),
	CLI_FLAG("json", struct request, is_json, "print everything as one JSON object"),
	CLI_COLOR(struct request, color),
	CLI_RUN_OPTIONS(offsetof(struct request, run)),
};

static struct explanation x;

/* ---- the payload ---- */

/*
 * From stdin, or made up: when it is said what the call is about, or an event is named and there is
 * nothing on stdin. `why` is left over when stdin cannot be read, which is explained like the rest.
 */
static enum gaff_rc get_payload(struct request *r, struct gaff_err *why, struct gaff_err *err)
{
	bool is_terminal = isatty(STDIN_FILENO);

	why->rc = GAFF_OK;
	x.is_made_up = r->fire.is_shaped || (is_terminal && r->fire.event);
	if (x.is_made_up)
		return GAFF_OK;
	if (is_terminal)
		return gaff_fail(err, GAFF_EUSAGE,
				 "explain: give a payload on stdin, or --event to make one up");
	if (cli_read_any(x.arena, STDIN_FILENO, GAFF_PAYLOAD_MAX, &x.payload, why) == GAFF_OK)
		why->rc = GAFF_OK;
	x.is_made_up = why->rc == GAFF_OK && r->fire.event && !sv_trim(x.payload).n;
	return GAFF_OK;
}

static void set_variable(const char *name, const char *value)
{
	if (value)
		(void)setenv(name, value, 0); /* of two rows for one the first counts */
	else
		(void)unsetenv(name);
}

/* What the agent has in its environment, and what another session left there not. */
static void play_agent(void)
{
	struct fire_variable v;

	for (size_t i = 0; fire_variable(x.arena, &x.shot, i, &v); i++)
		set_variable(v.name, NULL);
	for (size_t i = 0; fire_variable(x.arena, &x.shot, i, &v); i++)
		if (v.value)
			set_variable(v.name, v.value);
}

/* As the agent would have it registered. */
static enum gaff_rc make_up(const struct fire_request *r, struct fire_env_file *file,
			    struct gaff_err *err)
{
	GAFF_TRY(fire_make(x.arena, r, &x.shot, err));
	if (fire_wants_env_file(x.shot.mimic.row))
		GAFF_TRY(fire_env_file_make(x.arena, &x.shot, file, err));
	play_agent();
	x.payload = json_sv(x.shot.payload);
	x.run.host = x.registered = gaff_host_find(x.shot.mimic.host->id);
	x.run.event = x.shot.mimic.row->native;
	return GAFF_OK;
}

/* Does the payload name one? The variable, which wins, is set then. */
static bool names_env_file(const struct gaff_host *h)
{
	struct gaff_err ignored;
	struct json payload;

	if (gaff_json_parse(x.payload, &payload, &ignored) != GAFF_OK)
		return false;
	for (size_t i = 0; i < h->n_payload; i++)
		if (h->payload[i].field == GAFF_F_ENV_FILE && h->payload[i].where.p[0] == '/' &&
		    gaff_json_at(payload, h->payload[i].where).n)
			return true;
	return false;
}

/* Around us is a session: what a hook sets for it in this trial must not get there. */
static enum gaff_rc shield_session(struct fire_env_file *file, struct gaff_err *err)
{
	for (const struct gaff_host *h = gaff_host_next(NULL); h; h = gaff_host_next(h)) {
		for (size_t i = 0; i < h->n_payload; i++) {
			const char *name = h->payload[i].where.p + 1;

			if (h->payload[i].field != GAFF_F_ENV_FILE ||
			    h->payload[i].where.p[0] != '$' ||
			    (!getenv(name) && !names_env_file(h)))
				continue;
			if (file->fd < 0)
				GAFF_TRY(fire_env_file_make(x.arena, &x.shot, file, err));
			(void)setenv(name, file->path, 1);
		}
	}
	return GAFF_OK;
}

/* ---- the run ---- */

static void answer(const struct gaff_err *unread)
{
	x.run.start_ms = gaff_now_ms();
	x.run.source = gaff_run_hooks;
	x.run.is_judged = gaff_run_is_judged;
	x.run.is_trial = x.trace.wants_all = x.run.minds_disable = true;
	if (x.run.host)
		gaff_run_expect_event(&x.run);
	if (unread->rc == GAFF_OK) {
		gaff_run_answer(x.arena, &x.run, x.payload, &x.event, &x.trace, &x.answer);
	} else {
		gaff_run_fail(&x.run, unread, &x.answer);
		x.trace.merged.decision = x.answer.must_arrive ? GAFF_DENY : GAFF_NONE;
		x.trace.error = sv_of(unread->msg);
	}
	x.ms = gaff_now_ms() - x.run.start_ms;
}

/* What the agent does, by the rows that gaff reads hooks of its dialect by. */
static void judge(void)
{
	struct gaff_err ignored;

	if (!x.run.host)
		return;
	x.shot.event = x.run.has_event ? x.event
				       : (struct gaff_event){ .host = x.run.host,
							      .row = x.run.row,
							      .id = x.run.row->id };
	x.shot.payload = (struct json){ 0 };
	x.shot.mimic.host = x.run.host;
	x.shot.mimic.row = x.run.row;
	x.shot.outcome = (struct gaff_outcome){ x.answer.exit, x.answer.out, x.answer.err };
	x.has_verdict = fire_judge(x.arena, &x.shot, &x.verdict, &ignored) == GAFF_OK;
}

static int explain_call(struct request *r)
{
	struct fire_env_file file = { .fd = -1 };
	struct gaff_err err, unread, ignored;
	enum gaff_rc rc = get_payload(r, &unread, &err);
	int found;

	if (rc != GAFF_OK)
		return cli_usage("%s", err.msg);
	if (x.is_made_up) {
		found = fire_find_or_say(&r->fire);
		if (found != CLI_OK)
			return found;
	}
	gaff_end_politely(); /* a file is left behind otherwise */
	rc = x.is_made_up ? make_up(&r->fire, &file, &err) : shield_session(&file, &err);
	if (rc == GAFF_OK) {
		answer(&unread);
		if (gaff_json_parse(x.payload, &x.document, &x.unreadable) == GAFF_OK)
			x.unreadable.line = 0;
	}
	if (fire_env_file_take(x.arena, &x.shot, &file, &ignored) == GAFF_OK && rc == GAFF_OK)
		judge();
	if (rc == GAFF_OK && r->is_json) {
		rc = explain_print_json(&x, &err);
	} else if (rc == GAFF_OK) {
		struct sheet sheet = { x.arena, table_screen_width(), color_is_on(r->color),
				       r->is_full };

		explain_print_page(&x, &sheet);
	}
	if (rc != GAFF_OK)
		fprintf(stderr, "gaff: explain: %s\n", err.msg);
	return fire_exit_code(rc);
}

static int explain(struct arena *a, int argc, char **argv)
{
	struct cli_walk walk = { .command = &cmd_explain, .argc = argc, .argv = argv };
	static struct request request = { .fire = { .by = "explain" },
					  .run = { .dialect = &gaff_host_canonical } };
	struct gaff_err err;
	int code;

	x.arena = a;
	if (!cli_parse_walk(&walk, &request, &code))
		return code;
	if (cli_take_command(&walk, &request.run, &err) != GAFF_OK ||
	    (request.fire.is_shaped && fire_check(&request.fire, &err) != GAFF_OK))
		return cli_usage("%s", err.msg);
	x.run = request.run;
	x.is_named = request.fire.host != NULL;
	if (x.is_named) {
		x.registered = gaff_host_find(sv_of(request.fire.host));
		if (!x.registered)
			return cli_unknown_host("explain", request.fire.host);
	}
	x.run.host = x.registered;
	x.run.event = sv_of(request.fire.event);
	return explain_call(&request);
}

const struct cli_command cmd_explain = {
	.name = "explain",
	.args = "[--host HOST] [--event EVENT] [options] [-- COMMAND...]",
	.help = "Show every step from an agent's call to its answer, and what the agent does then",
	.operand = "PROGRAM",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = explain,
};
