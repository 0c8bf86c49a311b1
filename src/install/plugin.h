/*
 * plugin.h - what `gaff install opencode` writes.
 *
 * OpenCode has plugins where other agents have hook programs. The plugin is the same for every
 * installation; what differs is in a manifest beside it, so nothing is ever pasted into code.
 */
#ifndef GAFF_INSTALL_PLUGIN_H
#define GAFF_INSTALL_PLUGIN_H

#include "base/arena.h"

#define GAFF_PLUGIN_FILE          "gaff.js"
#define GAFF_PLUGIN_MANIFEST_FILE "gaff.json"

extern const struct sv gaff_opencode_plugin; /* the bytes of gaff.js */

struct gaff_plugin_event {
	struct sv name;    /* as in the rows of the host */
	unsigned deadline; /* seconds; 0: the plugin's own */
};

struct gaff_plugin {
	struct sv program; /* gaff, an absolute path */
	const struct gaff_plugin_event *events;
	size_t n_events;
	bool fail_closed; /* block when gaff itself cannot be asked */
};

/* Writes gaff.json. A path that is no UTF-8 cannot be written: check it before. */
void gaff_plugin_manifest(struct buf *out, const struct gaff_plugin *plugin);

/* The manifest that belongs to a plugin of that path; NULL: no memory. */
const char *gaff_plugin_beside(struct arena *a, const char *module);

/* Is this the text of a gaff.js or a gaff.json that gaff has written, of any version? */
bool gaff_plugin_is_ours(struct sv text);

#endif
