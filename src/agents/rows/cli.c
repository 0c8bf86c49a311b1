#include "agents/hosts.h"
#include "agents/inputs.h"

/*
 * Command-line programs without hooks of their own (gh, aws, kubectl), behind a wrapper of the same
 * name that asks before and after the real program runs. To hooks such a call is a shell command:
 * the program and its arguments, quoted as a shell would need them. A hook that speaks this dialect
 * sees a shell command of another agent as program and arguments, or as `sh -c` when it needs a
 * shell.
 */

/* clang-format off */
static const struct gaff_evidence contract = { GAFF_CONTRACT, "1" };

static const struct gaff_payload_row payload[] = {
	/* where                 field               in payloads of       when missing */
	{ SV_INIT("/phase"),     GAFF_F_EVENT,       GAFF_EV_ALL },
	{ SV_INIT("/cwd"),       GAFF_F_CWD,         GAFF_EV_ALL,         SV_INIT("\"\"") },
	{ SV_INIT("/exit_code"), GAFF_F_TOOL_OUTPUT, .flags = GAFF_P_ALIAS },
	{ SV_INIT("/exit_code"), GAFF_F_CONSTANT,    GAFF_EV(AFTER_TOOL), SV_INIT("0") }, /* it ran */
};

static const struct gaff_input_row call[] = { OF(PROGRAM, "cli", "command"), { SV_INIT("args"), .kind = GAFF_IN_ARGUMENTS } };

static const struct gaff_tool_row tools[] = {
	{ SV_INIT("cli"), GAFF_TOOL_SHELL, GAFF_ROWS(call), &contract },
};

static const struct gaff_shape before_answer = GAFF_ANSWER(EXIT_2,
	{ GAFF_A_ALLOW,  SV_INIT("/decision"), SV_INIT("\"allow\""), GAFF_R_READ | GAFF_R_NO_GRANT },
	{ GAFF_A_ASK,    SV_INIT("/decision"), SV_INIT("\"ask\""), GAFF_R_READ }, /* only 'gaff wrap' asks */
	{ GAFF_A_DENY,   SV_INIT("/decision"), SV_INIT("\"deny\"") },
	{ GAFF_A_REASON, SV_INIT("/reason"),   .flags = GAFF_R_WITH_DENY },
);

#define TOP GAFF_E_INPUT_AT_TOP

static const struct gaff_event_row events[] = {
	/* native          canonical            answer                  waits, ms */
	{ SV_INIT("pre"),  GAFF_EV_BEFORE_TOOL, &before_answer,         60000, &contract, .tool = GAFF_TOOL_SHELL, .flags = TOP },
	{ SV_INIT("post"), GAFF_EV_AFTER_TOOL,  GAFF_NO_ANSWER(EXIT_2), 60000, &contract, .tool = GAFF_TOOL_SHELL, .flags = TOP },
};

static const struct gaff_event_row unknown = {
	SV_INIT("*"), GAFF_EV_NATIVE, GAFF_NO_ANSWER(STDERR), 60000, &contract,
};

static const struct gaff_detect_row detect[] = {
	{ SV_INIT("/cli"),   6 },
	{ SV_INIT("/phase"), 4 },
};

/* The rest of its payloads, for `gaff fire`. */
static const struct gaff_extra_row extras[] = {
	/* events, of which tools, behind which key, what */
	{ SV_INIT("*"), .behind = SV_INIT("^"), .members = GAFF_JSON({"cli":"$","args":"$","cwd":"$","phase":"$"}) },
};
/* clang-format on */

const struct gaff_host gaff_host_cli = {
	.id = SV_INIT("cli"),
	.title = "Command-line wrapper",
	.seen = &contract,
	.reader = { GAFF_READS_LAST, "gaff, which writes it", &contract },
	.flags = GAFF_H_TEXT_IS_IGNORED | GAFF_H_STDERR_IS_PRIVATE,
	.payload = GAFF_ROWS(payload),
	.events = GAFF_ROWS(events),
	.unknown = &unknown,
	.tools = GAFF_ROWS(tools),
	.detect = GAFF_ROWS(detect),
	.extras = GAFF_ROWS(extras),
};
