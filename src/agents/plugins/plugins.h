/*
 * plugins.h - the modules that gaff writes for agents with plugins instead of hooks.
 *
 * That of `gaff install` is src/agents/plugins/<agent>_plugin.js as it is, for every installation
 * the same; what differs is in a manifest beside it (install/plugin.h). That of `gaff convert` is
 * src/convert/<agent>_module.js, behind a line with its hooks (convert/module.c).
 */
#ifndef GAFF_AGENTS_PLUGINS_PLUGINS_H
#define GAFF_AGENTS_PLUGINS_PLUGINS_H

#include "base/str.h"

extern const struct sv gaff_plugin_of_opencode, gaff_module_of_opencode;
extern const struct sv gaff_plugin_of_pi, gaff_module_of_pi;
extern const struct sv gaff_plugin_of_amp, gaff_module_of_amp;

#endif
