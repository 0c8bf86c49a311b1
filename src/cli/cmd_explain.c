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

static int explain_call(struct request *r)
{
	struct gaff_err err, unread;
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
	rc = explain_run(&x, &r->fire, &unread, &err);
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
