/*
 * plugins.h - the modules that `gaff install` writes for agents with plugins instead of hooks.
 *
 * Each is src/hosts/<agent>_plugin.js as it is, for every installation the same; what differs is in
 * a manifest beside it (install/plugin.h).
 */
#ifndef GAFF_HOSTS_PLUGINS_H
#define GAFF_HOSTS_PLUGINS_H

#include "base/str.h"

extern const struct sv gaff_plugin_of_opencode;

#endif
