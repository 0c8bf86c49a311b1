#include "agents/plugins/plugins.h"

/* The build makes NAME_plugin.inc of every NAME_plugin.js in this folder, and so of every
 * NAME_module.js in src/convert.
 */
static const unsigned char opencode[] = {
#include "opencode_plugin.inc"
};

static const unsigned char opencode_module[] = {
#include "opencode_module.inc"
};

static const unsigned char amp[] = {
#include "amp_plugin.inc"
};

static const unsigned char amp_module[] = {
#include "amp_module.inc"
};

static const unsigned char pi[] = {
#include "pi_plugin.inc"
};

static const unsigned char pi_module[] = {
#include "pi_module.inc"
};

const struct sv gaff_plugin_of_opencode = { (const char *)opencode, sizeof opencode };
const struct sv gaff_module_of_opencode = { (const char *)opencode_module, sizeof opencode_module };
const struct sv gaff_plugin_of_amp = { (const char *)amp, sizeof amp };
const struct sv gaff_module_of_amp = { (const char *)amp_module, sizeof amp_module };
const struct sv gaff_plugin_of_pi = { (const char *)pi, sizeof pi };
const struct sv gaff_module_of_pi = { (const char *)pi_module, sizeof pi_module };
