#include "config/syntax.h"

static const struct {
	const char *title;
	const struct gaff_editor *editor;
} syntaxes[] = {
	[GAFF_SYNTAX_JSON] = { "JSON", &gaff_editor_json },
	[GAFF_SYNTAX_JSONC] = { "JSON with comments", &gaff_editor_json },
	[GAFF_SYNTAX_JSON5] = { "JSON5", &gaff_editor_json5 },
	[GAFF_SYNTAX_TOML] = { "TOML", &gaff_editor_toml },
	[GAFF_SYNTAX_MODULE] = { "JavaScript module", NULL },
	[GAFF_SYNTAX_SCRIPT] = { "executable for each event", NULL },
};

const struct gaff_editor *gaff_editor_of(enum gaff_syntax syntax)
{
	return syntaxes[syntax].editor;
}

const char *gaff_syntax_title(enum gaff_syntax syntax)
{
	return syntaxes[syntax].title;
}

const struct gaff_editor *gaff_editor_for(const struct gaff_host *host, bool is_other_format)
{
	struct sv format = is_other_format ? host->layout->other : host->layout->name;
	const struct gaff_editor *first = NULL;

	for (size_t i = 0; i < host->n_config; i++) {
		const struct gaff_editor *editor = syntaxes[host->config[i].syntax].editor;

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

	for (size_t i = 0; i < COUNT_OF(syntaxes); i++) {
		const struct gaff_editor *editor = syntaxes[i].editor;

		if (!editor || !sv_eq(editor->format, format) ||
		    (i && editor == syntaxes[i - 1].editor))
			continue;
		if (editor->read_once(a, text, out, is_first ? err : &why) == GAFF_OK)
			return editor;
		is_first = false;
	}
	return NULL;
}
