/*
 * plugin.h - what `gaff install` writes for agents that have plugins instead of hook programs.
 *
 * The plugin (hosts/plugins.h) is the same for every installation; what differs is in a manifest
 * beside it, so nothing is ever pasted into code.
 */
#ifndef GAFF_INSTALL_PLUGIN_H
#define GAFF_INSTALL_PLUGIN_H

#include "config/entry.h"

#define GAFF_PLUGIN_MANIFEST_FILE "gaff.json"

struct gaff_plugin_event {
	struct sv name;    /* as in the rows of the host */
	unsigned deadline; /* seconds; 0: the plugin's own */
};

struct gaff_plugin {
	const struct gaff_host *host;
	struct sv program; /* gaff, an absolute path */
	const struct gaff_plugin_event *events;
	size_t n_events;
	bool fail_closed; /* block when gaff itself cannot be asked */
	struct gaff_call_dirs dirs;
};

/* Writes gaff.json. A path that is no UTF-8 cannot be written: check it before. */
void gaff_plugin_manifest(struct buf *out, const struct gaff_plugin *plugin);

/* The manifest that belongs to a plugin of that path; NULL: no memory. */
const char *gaff_plugin_beside(struct arena *a, const char *module);

/* Is this the text of a plugin or a gaff.json that gaff has written, of any version? */
bool gaff_plugin_is_ours(struct sv text);

#endif
