#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "base/io.h"
#include "cli/cli.h"
#include "cli/input/event_options.h"
#include "run/shell/reply.h"
#include "agents/hosts.h"

struct request {
	struct arena *arena;
	struct reply reply;
	struct gaff_run run;
	const char *host, *event;
};

static enum gaff_rc take_text(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	struct request *q = to;

	return reply_take_text(q->arena, &q->reply, (enum gaff_answer_field)walk->option->value,
			       walk->value, err);
}

enum { PAIR, VARIABLE, NATIVE };

static enum gaff_rc take_word(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	static enum gaff_rc (*const takes[])(struct arena *, struct reply *, const char *,
					     struct gaff_err *) = {
		[PAIR] = reply_take_pair,
		[VARIABLE] = reply_take_variable,
		[NATIVE] = reply_take_native,
	};
	struct request *q = to;

	return takes[walk->option->value](q->arena, &q->reply, walk->value, err);
}

static enum gaff_rc take_ask(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	struct request *q = to;
	bool passes = strcmp(walk->value, "ask") == 0;

	if (!passes && strcmp(walk->value, "deny") != 0)
		return gaff_fail(err, GAFF_EUSAGE, "--ask-fallback is ask or deny, not '%.40s'",
				 walk->value);
	q->run.ask = passes ? GAFF_ASK_PASSES : GAFF_ASK_DENIES;
	return GAFF_OK;
}

static const struct cli_option options[] = {
	CLI_TAKE_AS("reason", "TEXT", take_text, GAFF_A_REASON, "why; goes with a decision"),
	CLI_TAKE_AS("context", "TEXT", take_text, GAFF_A_CONTEXT, "for the model to read"),
	CLI_TAKE_AS("user-message", "TEXT", take_text, GAFF_A_USER_MESSAGE,
		    "for the user, beside a decision"),
	CLI_TAKE_AS("system-message", "TEXT", take_text, GAFF_A_SYSTEM_MESSAGE, "for the user"),
	CLI_TAKE_AS("set", "NAME=TEXT", take_word, PAIR,
		    "another value in the tool's input; NAME:=JSON"),
	CLI_TAKE_AS("env", "NAME=VALUE", take_word, VARIABLE,
		    "a variable for the session, at its start"),
	CLI_FLAG("stop", struct request, reply.said.stop, "end the agent's turn"),
	CLI_FLAG("suppress-output", struct request, reply.said.suppress, "where an agent has that"),
	CLI_TAKE_AS("native", "JSON", take_word, NATIVE,
		    "fields only this agent has, as an object"),
	CLI_TAKE("ask-fallback", "ask|deny", take_ask, "for agents that cannot ask [deny]"),
	CLI_EVENT_INPUT_OPTIONS(struct request, host, event),
};

/* What must not be lost is known before anything on the command line can be wrong. */
static void look_ahead(struct request *q, int argc, char **argv)
{
	for (int i = 0; i < argc; i++) {
		bool is_option = argv[i][0] == '-' && argv[i][1] == '-' && argv[i][2];
		bool has_value = false;

		if (!is_option && strcmp(argv[i], "--") != 0) { /* the DECISION */
			q->reply.is_guard |= reply_word_is_guard(argv[i]);
			return;
		}
		for (size_t k = 0; is_option && k < COUNT_OF(options); k++)
			has_value |= options[k].arg && strcmp(argv[i] + 2, options[k].name) == 0;
		i += has_value;
	}
}

/* The words are wrong, so that nobody knows which of them is the DECISION: it may be any. */
static void look_everywhere(struct request *q, int argc, char **argv)
{
	for (int i = 0; i < argc; i++)
		q->reply.is_guard |= reply_word_is_guard(argv[i]) ||
				     strcmp(argv[i], "--stop") == 0 ||
				     strncmp(argv[i], "--set", 5) == 0;
}

static enum gaff_rc parse(struct request *q, int argc, char **argv, bool *help,
			  struct gaff_err *err)
{
	struct cli_walk walk = { .command = &cmd_reply, .argc = argc, .argv = argv };
	enum cli_step step;

	cli_options_first(&cmd_reply, argc, argv);
	step = cli_take_all(&walk, q, err);
	q->reply.is_guard |= q->reply.said.stop;
	q->run.event = sv_of(q->event);
	*help = step == CLI_HELP;
	if (step == CLI_WRONG)
		return GAFF_EUSAGE;
	return *help ? GAFF_OK
		     : reply_take_words(q->arena, &q->reply, argc - walk.at, argv + walk.at, err);
}

/*
 * It cannot be said in the agent's words. A decision that keeps something from happening is said in
 * those that nearly all of them know: exit code 2, and the reason on stderr.
 */
static int fail(const struct request *q, const struct gaff_err *err)
{
	const struct gaff_run *run = &q->run;
	struct sv reason = q->reply.said.text[GAFF_A_REASON];
	bool is_late = run->has_event && !gaff_event_is_gate(run->row->id);
	bool blocks = q->reply.is_guard && !is_late &&
		      !(run->row && !gaff_event_may_fail_closed(run->row->id));
	int code;

	if (blocks && reason.n)
		fprintf(stderr, "%.*s\n", SV_ARG(reason));
	code = event_input_fail("reply", err);
	return blocks ? 2 : code;
}

static enum gaff_rc read_event(struct request *q, struct sv *out, struct gaff_err *err)
{
	struct gaff_run *run = &q->run;

	if (q->host) {
		run->host = gaff_host_find(sv_of(q->host));
		if (!run->host)
			return gaff_fail(err, GAFF_EUSAGE, "unknown host '%.60s'; see 'gaff hosts'",
					 q->host);
		gaff_run_expect_event(run);
	}
	GAFF_TRY(event_input_open(run, q->reply.needs_stdin, err));
	return event_input_read(q->arena, run, out, err);
}

/* The agent is known, and a denial in its words was made beforehand. */
static bool deny_anyway(struct request *q, const struct gaff_err *why, struct gaff_answer *answer)
{
	struct buf b = buf_in(q->arena);

	if (!q->reply.is_guard || !q->run.host)
		return false;
	gaff_run_fail(&q->run, why, answer);
	if (answer->exit == 2) { /* stderr is what the agent shows */
		gaff_buf_add(&b, q->reply.said.text[GAFF_A_REASON]);
		BUF_JOIN(&b, SV("\n"), answer->err);
		answer->err = buf_ok(&b) ? buf_sv(&b) : answer->err;
	}
	return answer->must_arrive;
}

/* An answer that nobody takes leaves the exit code, and the reason where the agent may look. */
static int deliver(struct request *q, const struct gaff_event *event,
		   const struct gaff_trace *trace, struct gaff_answer *answer)
{
	struct sv reason = q->reply.said.text[GAFF_A_REASON];
	int planned = answer->exit;
	int code = gaff_run_deliver(q->arena, &q->run, event, trace, answer);

	if (code != planned && reason.n)
		fprintf(stderr, "%.*s\n", SV_ARG(reason));
	return code;
}

static int reply_to(struct request *q)
{
	static struct gaff_trace trace;
	static struct gaff_event event;
	struct gaff_answer answer = { .exit = 0 };
	struct gaff_run *run = &q->run;
	struct gaff_err err = { 0 };
	struct sv text;

	gaff_end_politely();
	(void)signal(SIGPIPE, SIG_IGN);
	run->source = reply_say;
	run->source_data = &q->reply;
	run->dialect = &gaff_host_canonical;
	run->fail_closed = q->reply.is_guard;
	run->reason = q->reply.said.text[GAFF_A_REASON];
	if (read_event(q, &text, &err) != GAFF_OK) {
		if (!deny_anyway(q, &err, &answer))
			return fail(q, &err);
		return deliver(q, &event, &trace, &answer);
	}
	gaff_run_answer(q->arena, run, text, &event, &trace, &answer);
	if (trace.error.n && !answer.must_arrive) {
		gaff_fail(&err, GAFF_EIO, "%.*s", SV_ARG(trace.error));
		return fail(q, &err);
	}
	return deliver(q, &event, &trace, &answer);
}

static int reply_command(struct arena *a, int argc, char **argv)
{
	static struct request q;
	struct gaff_err err = { 0 };
	bool help = false;

	q.arena = a;
	q.run.start_ms = gaff_now_ms();
	q.run.is_hook = true;
	look_ahead(&q, argc, argv);
	if (parse(&q, argc, argv, &help, &err) != GAFF_OK) {
		look_everywhere(&q, argc, argv);
		return fail(&q, &err);
	}
	if (help) {
		cli_print_help(&cmd_reply);
		return CLI_OK;
	}
	return reply_to(&q);
}

const struct cli_command cmd_reply = {
	.name = "reply",
	.args = "DECISION [TEXT] [options]",
	.help = "In a hook: answer the agent, in its own words",
	.operand = "REPLY",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = reply_command,
};
