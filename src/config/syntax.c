#include "config/syntax.h"

static const struct gaff_editor *const editors[] = {
	[GAFF_SYNTAX_JSON] = &gaff_editor_json,
	[GAFF_SYNTAX_JSONC] = &gaff_editor_json,
	[GAFF_SYNTAX_JSON5] = &gaff_editor_json5,
	[GAFF_SYNTAX_TOML] = &gaff_editor_toml,
	[GAFF_SYNTAX_MODULE] = NULL,
	[GAFF_SYNTAX_SCRIPT] = NULL,
};

const struct gaff_editor *gaff_editor_of(enum gaff_syntax syntax)
{
	return editors[syntax];
}

const struct gaff_editor *gaff_editor_for(const struct gaff_host *host, bool is_other_format)
{
	struct sv format = is_other_format ? host->layout->other : host->layout->name;
	const struct gaff_editor *first = NULL;

	for (size_t i = 0; i < host->n_config; i++) {
		const struct gaff_editor *editor = editors[host->config[i].syntax];

		if (editor && sv_eq(editor->format, format))
			return editor;
		first = first ? first : editor;
	}
	return first; /* a format with a name of its own: "agent" */
}

const struct gaff_editor *gaff_editor_reads(struct arena *a, struct sv format, struct sv text,
					    struct gaff_doc *out, struct gaff_err *err)
{
	struct gaff_err why;
	bool is_first = true;

	for (size_t i = 0; i < COUNT_OF(editors); i++) {
		if (!editors[i] || !sv_eq(editors[i]->format, format) ||
		    (i && editors[i] == editors[i - 1]))
			continue;
		if (editors[i]->read_once(a, text, out, is_first ? err : &why) == GAFF_OK)
			return editors[i];
		is_first = false;
	}
	return NULL;
}
