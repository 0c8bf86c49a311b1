#include "cli/input/event_options.h"
#include "run/shell/event_match.h"

struct request {
	struct event_question question;
	bool is_not;
	const char *host, *event;
};

static const struct cli_option options[] = {
	CLI_FLAG("not", struct request, is_not, "the opposite: nothing matches"),
	CLI_FLAG("all", struct request, question.wants_all,
		 "every file, or every value of a list, and not only one"),
	CLI_EVENT_INPUT_OPTIONS(struct request, host, event),
};

static int match_command(struct arena *a, int argc, char **argv)
{
	struct request r = { .question.arena = a };
	struct event_question *q = &r.question;
	struct gaff_err err = { 0 };
	bool yes = false;
	int code;

	if (!cli_parse(&cmd_match, &r, &argc, &argv, &code))
		return code;
	if (argc < 2)
		return cli_usage("match: say what, and what it has to be: path, tool, event or a "
				 "field, and patterns");
	q->pattern = argv + 1;
	q->n = (size_t)(argc - 1);
	if (event_input_take(a, r.host, r.event, &q->event, &err) != GAFF_OK ||
	    event_match(q, argv[0], &yes, &err) != GAFF_OK || gaff_arena_check(a, &err) != GAFF_OK)
		return event_input_fail("match", &err);
	return yes != r.is_not ? CLI_OK : CLI_NO;
}

const struct cli_command cmd_match = {
	.name = "match",
	.args = "[--not] [--all] path|tool|event|FIELD PATTERN...",
	.help = "In a hook: is the event about this? Exit code 0 for yes, 1 for no",
	.operand = "FIELD",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = match_command,
};
