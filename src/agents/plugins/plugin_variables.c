#include "agents/hosts.h"
#include "text/words.h"

/*
 * What commands of a plugin's hooks call the plugin's own folders, by agent. Outside of the plugin
 * nobody sets or replaces these.
 */

/* clang-format off */
const struct gaff_plugin_variable gaff_plugin_variables[] = {
	/* name                            what it is        set for hooks by                                                   replaced in the text by */
	{ SV_INIT("CLAUDE_PLUGIN_ROOT"),   GAFF_PLUGIN_ROOT, "claude-code codex copilot-cli cursor auggie junie grok vs-code-copilot", "codex qwen-code factory-droid" },
	{ SV_INIT("CLAUDE_PLUGIN_DATA"),   GAFF_PLUGIN_MORE, "claude-code codex copilot-cli grok",                              "" },
	{ SV_INIT("PLUGIN_ROOT"),          GAFF_PLUGIN_ROOT, "codex copilot-cli vs-code-copilot",                               "codex" },
	{ SV_INIT("PLUGIN_DATA"),          GAFF_PLUGIN_MORE, "codex",                                                           "codex" },
	{ SV_INIT("CODEX_PLUGIN_ROOT"),    GAFF_PLUGIN_ROOT, "codex",                                                           "codex" },
	{ SV_INIT("COPILOT_PLUGIN_ROOT"),  GAFF_PLUGIN_ROOT, "copilot-cli",                                                     "" },
	{ SV_INIT("COPILOT_PLUGIN_DATA"),  GAFF_PLUGIN_MORE, "copilot-cli",                                                     "" },
	{ SV_INIT("COPILOT_HOOK_DIR"),     GAFF_PLUGIN_MORE, "copilot-cli",                                                     "" },
	{ SV_INIT("CURSOR_PLUGIN_ROOT"),   GAFF_PLUGIN_ROOT, "cursor",                                                          "" },
	{ SV_INIT("DROID_PLUGIN_ROOT"),    GAFF_PLUGIN_ROOT, "",                                                                "factory-droid" },
	{ SV_INIT("FACTORY_PLUGIN_ROOT"),  GAFF_PLUGIN_ROOT, "",                                                                "factory-droid" },
	{ SV_INIT("KIMI_PLUGIN_ROOT"),     GAFF_PLUGIN_ROOT, "kimi",                                                            "" },
	{ SV_INIT("AUGMENT_PLUGIN_ROOT"),  GAFF_PLUGIN_ROOT, "auggie",                                                          "" },
	{ SV_INIT("JUNIE_EXTENSION_ROOT"), GAFF_PLUGIN_ROOT, "junie",                                                           "" },
	{ SV_INIT("GROK_PLUGIN_ROOT"),     GAFF_PLUGIN_ROOT, "grok",                                                            "" },
	{ SV_INIT("GROK_PLUGIN_DATA"),     GAFF_PLUGIN_MORE, "grok",                                                            "" },
	{ SV_INIT("extensionPath"),        GAFF_PLUGIN_ROOT, "",                                                                "gemini-cli qwen-code" },
	{ SV_INIT("workspacePath"),        GAFF_PLUGIN_MORE, "",                                                                "gemini-cli" },
	{ SV_INIT("/"),                    GAFF_PLUGIN_SLASH, "",                                                               "gemini-cli" },
};
/* clang-format on */
const size_t gaff_n_plugin_variables = COUNT_OF(gaff_plugin_variables);

bool gaff_plugin_variable_is_of(const struct gaff_plugin_variable *row,
				const struct gaff_host *host)
{
	return gaff_is_among(host->id, row->set_by) || gaff_is_among(host->id, row->replaced_by);
}
