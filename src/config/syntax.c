#include "config/syntax.h"

static const struct gaff_editor *const editors[] = {
	[GAFF_SYNTAX_JSON] = &gaff_editor_json,
	[GAFF_SYNTAX_JSONC] = &gaff_editor_json,
	[GAFF_SYNTAX_TOML] = &gaff_editor_toml,
	[GAFF_SYNTAX_MODULE] = NULL,
	[GAFF_SYNTAX_SCRIPT] = NULL,
};

const struct gaff_editor *gaff_editor_of(enum gaff_syntax syntax)
{
	return editors[syntax];
}
