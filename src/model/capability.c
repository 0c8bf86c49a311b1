#include "model/capability.h"

/* clang-format off */
static const struct {
	struct sv name;
	enum gaff_strategy strategy; /* when the author does not say */
	const char *help;
} capabilities[GAFF_CAP_COUNT] = {
	[GAFF_CAP_STRUCTURED_OUTPUT] = { SV_INIT("structured_output"), GAFF_DEGRADE_WARN, "the agent takes an answer on this event" },
	[GAFF_CAP_INPUT_REWRITE]     = { SV_INIT("input_rewrite"),     GAFF_DEGRADE_BLOCK, "the agent takes a new input" },
	[GAFF_CAP_LLM_EVALUATED]     = { SV_INIT("llm_evaluated"),     GAFF_DEGRADE_EXCLUDE, "a model is asked: gaff does not" },
	[GAFF_CAP_HTTP_HANDLER]      = { SV_INIT("http_handler"),      GAFF_DEGRADE_WARN, "a server is asked, by gaff-http" },
	[GAFF_CAP_ASYNC_EXECUTION]   = { SV_INIT("async_execution"),   GAFF_DEGRADE_WARN, "nobody waits: gaff supplies it" },
	[GAFF_CAP_PLATFORM_COMMANDS] = { SV_INIT("platform_commands"), GAFF_DEGRADE_WARN, "a command for each system: gaff supplies it" },
	[GAFF_CAP_CUSTOM_ENV]        = { SV_INIT("custom_env"),        GAFF_DEGRADE_WARN, "variables: gaff supplies it" },
	[GAFF_CAP_CONFIGURABLE_CWD]  = { SV_INIT("configurable_cwd"),  GAFF_DEGRADE_WARN, "a folder to run in: gaff supplies it" },
};

static const struct sv strategies[GAFF_DEGRADE_COUNT] = {
	[GAFF_DEGRADE_WARN]    = SV_INIT("warn"),
	[GAFF_DEGRADE_BLOCK]   = SV_INIT("block"),
	[GAFF_DEGRADE_EXCLUDE] = SV_INIT("exclude"),
};
/* clang-format on */

struct sv gaff_capability_name(enum gaff_capability capability)
{
	return capabilities[capability].name;
}

struct sv gaff_strategy_name(enum gaff_strategy strategy)
{
	return strategies[strategy];
}

enum gaff_capability gaff_capability_by_name(struct sv name)
{
	size_t i = 0;

	while (i < GAFF_CAP_COUNT && !sv_eq(capabilities[i].name, name))
		i++;
	return (enum gaff_capability)i;
}

enum gaff_strategy gaff_strategy_by_name(struct sv name)
{
	size_t i = 0;

	while (i < GAFF_DEGRADE_COUNT && !sv_eq(strategies[i], name))
		i++;
	return (enum gaff_strategy)i;
}

enum gaff_strategy gaff_capability_default(enum gaff_capability capability)
{
	return capabilities[capability].strategy;
}

const char *gaff_capability_help(enum gaff_capability capability)
{
	return capabilities[capability].help;
}
