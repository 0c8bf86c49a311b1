/*
 * capability.h - what a hook may need beyond "run a program", and what happens where it is missing.
 *
 * Needs are inferred from what a hook says (its handler, its degradation, its capabilities). Most
 * of them gaff supplies itself on every host; what it cannot supply degrades by the author's
 * strategy, else by the default in the table.
 */
#ifndef GAFF_MODEL_CAPABILITY_H
#define GAFF_MODEL_CAPABILITY_H

#include "base/str.h"

enum gaff_capability {
	GAFF_CAP_STRUCTURED_OUTPUT,
	GAFF_CAP_INPUT_REWRITE,
	GAFF_CAP_LLM_EVALUATED,
	GAFF_CAP_HTTP_HANDLER,
	GAFF_CAP_ASYNC_EXECUTION,
	GAFF_CAP_PLATFORM_COMMANDS,
	GAFF_CAP_CUSTOM_ENV,
	GAFF_CAP_CONFIGURABLE_CWD,
	GAFF_CAP_COUNT
};

#define GAFF_CAP(id) (1u << GAFF_CAP_##id)

enum gaff_strategy {
	GAFF_DEGRADE_WARN,    /* goes on with less, and says so */
	GAFF_DEGRADE_BLOCK,   /* the call is blocked instead */
	GAFF_DEGRADE_EXCLUDE, /* the hook does not run here */
	GAFF_DEGRADE_COUNT
};

struct sv gaff_capability_name(enum gaff_capability capability);
struct sv gaff_strategy_name(enum gaff_strategy strategy);
const char *gaff_capability_help(enum gaff_capability capability);

/* GAFF_CAP_COUNT, GAFF_DEGRADE_COUNT: there is no such name. */
enum gaff_capability gaff_capability_by_name(struct sv name);
enum gaff_strategy gaff_strategy_by_name(struct sv name);

enum gaff_strategy gaff_capability_default(enum gaff_capability capability);

#endif
