/*
 * answers.h - rows of answers that Claude Code has, and the agents that do as it does.
 *
 * What only one or two agents have stands in their own files.
 */
#ifndef GAFF_AGENTS_ANSWERS_H
#define GAFF_AGENTS_ANSWERS_H

#include "agents/schema.h"

/* clang-format off */
#define OUT "/hookSpecificOutput/"
#define NAMED            { GAFF_A_EVENT_NAME, SV_INIT(OUT "hookEventName"), .flags = GAFF_R_WRITE }
#define CONTEXT_IF(when) { GAFF_A_CONTEXT, SV_INIT(OUT "additionalContext"), .flags = when }
#define CONTEXT          CONTEXT_IF(0)
#define STOPS \
	{ GAFF_A_STOP,        SV_INIT("/continue"), SV_INIT("false") }, \
	{ GAFF_A_STOP_REASON, SV_INIT("/stopReason") }
#define BLOCKS_AT(at) \
	{ GAFF_A_DENY,   SV_INIT(at "decision"), SV_INIT("\"block\"") }, \
	{ GAFF_A_REASON, SV_INIT(at "reason"),   .flags = GAFF_R_WITH_DENY }
#define BLOCKS BLOCKS_AT("/")
#define NO_OBJECTION(word) { GAFF_A_ALLOW, SV_INIT("/decision"), SV_INIT("\"" word "\""), GAFF_R_READ | GAFF_R_NO_GRANT }
#define RULES /* of a permission request */ \
	{ GAFF_A_ALLOW,  SV_INIT(OUT "decision/behavior"), SV_INIT("\"allow\"") }, \
	{ GAFF_A_DENY,   SV_INIT(OUT "decision/behavior"), SV_INIT("\"deny\"") }, \
	{ GAFF_A_REASON, SV_INIT(OUT "decision/message"),  .flags = GAFF_R_WITH_DENY }
/* clang-format on */

#endif
