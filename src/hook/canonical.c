#include "hook/host.h"

/*
 * The canonical dialect, as rows: flat, the same for every event. Its payload is written by
 * encode_event.c, because it holds what no payload does (canonical input, paths, the native
 * payload).
 */

/* clang-format off */
static const struct gaff_evidence spec = { GAFF_CONTRACT, "hooks/1.0" };

static const struct gaff_answer_row answer_rows[] = {
	{ GAFF_A_ALLOW,          SV_INIT("/decision"),        SV_INIT("\"allow\""), 0 },
	{ GAFF_A_ASK,            SV_INIT("/decision"),        SV_INIT("\"ask\""),   0 },
	{ GAFF_A_DENY,           SV_INIT("/decision"),        SV_INIT("\"deny\""),  0 },
	{ GAFF_A_DENY,           SV_INIT("/decision"),        SV_INIT("\"block\""), GAFF_R_READ },
	{ GAFF_A_ALLOW,          SV_INIT("/decision"),        SV_INIT("\"approve\""), GAFF_R_READ },
	{ GAFF_A_REASON,         SV_INIT("/reason"),          SV_INIT(""), 0 },
	{ GAFF_A_USER_MESSAGE,   SV_INIT("/user_message"),    SV_INIT(""), 0 },
	{ GAFF_A_SYSTEM_MESSAGE, SV_INIT("/system_message"),  SV_INIT(""), 0 },
	{ GAFF_A_MESSAGE,        SV_INIT("/message"),         SV_INIT(""), 0 },
	{ GAFF_A_CONTEXT,        SV_INIT("/context"),         SV_INIT(""), 0 },
	{ GAFF_A_CONTEXT,        SV_INIT("/additional_context"), SV_INIT(""), GAFF_R_READ },
	{ GAFF_A_UPDATED_INPUT,  SV_INIT("/updated_input"),   SV_INIT(""), 0 },
	{ GAFF_A_UPDATED_INPUT,  SV_INIT("/modified_input"),  SV_INIT(""), GAFF_R_READ },
	{ GAFF_A_UPDATED_PROMPT, SV_INIT("/updated_prompt"),  SV_INIT(""), 0 },
	{ GAFF_A_UPDATED_OUTPUT, SV_INIT("/updated_output"),  SV_INIT(""), 0 },
	{ GAFF_A_ENV,            SV_INIT("/env"),             SV_INIT(""), 0 },
	{ GAFF_A_STOP,           SV_INIT("/continue"),        SV_INIT("false"), 0 },
	{ GAFF_A_STOP_REASON,    SV_INIT("/stop_reason"),     SV_INIT(""), 0 },
	{ GAFF_A_SUPPRESS,       SV_INIT("/suppress_output"), SV_INIT("true"), 0 },
	{ GAFF_A_LINT_COMMAND,   SV_INIT("/lint_command"),    SV_INIT(""), 0 },
	{ GAFF_A_NATIVE,         SV_INIT("/native"),          SV_INIT(""), 0 },
};
/* clang-format on */

static const struct gaff_shape answer = { GAFF_ROWS(answer_rows), GAFF_DENY_EXIT_2 };

static const struct gaff_event_row any_event = {
	SV_INIT("*"), GAFF_EV_NATIVE, GAFF_TOOL_OTHER, &answer, 30000, 0, &spec,
};

const struct gaff_host gaff_host_canonical = {
	.id = SV_INIT("canonical"),
	.title = "gaff's own dialect",
	.seen = &spec,
	.unknown = &any_event,
};
