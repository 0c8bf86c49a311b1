#include <fcntl.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/inherit.h"
#include "base/limits.h"
#include "doctor/checkup_parts.h"
#include "text/doc.h"
#include "text/path.h"

/*
 * Files of a checkout from which agents take variables and hand them to hooks: measured of Claude
 * Code (the "env" of its settings), Gemini CLI and Qwen Code (.env).
 */
static const struct {
	struct sv name;
	bool is_settings;
} files[] = {
	{ SV_INIT(".env"), false },
	{ SV_INIT(".gemini/.env"), false },
	{ SV_INIT(".qwen/.env"), false },
	{ SV_INIT(".claude/settings.json"), true },
	{ SV_INIT(".claude/settings.local.json"), true },
};

struct file {
	struct checkup *c;
	struct gaff_spot spot;
	struct gaff_inside in;
};

/* Programs that are no hooks take these too: settings, folders of programs, what acts early. */
static bool is_wrong(enum gaff_inheritance how)
{
	return how != GAFF_INHERIT_NO && how != GAFF_INHERIT_WORDS;
}

/* What hooks do not get is worth knowing; what acts on gaff, or on what starts it, is wrong. */
static void check_variable(struct file *f, struct sv name, struct sv value)
{
	const struct gaff_variable_row *row = gaff_variable_find(name);
	bool is_ours = sv_starts(name, SV("GAFF_"));
	struct gaff_ailment *item;

	if (!is_ours && gaff_is_inherited(row, value, &f->in))
		return;
	item = gaff_ail(&f->c->health, GAFF_AIL_VARIABLE, &f->spot,
			"take it out, unless you know why it is there",
			is_ours ? "this project sets %.*s for agents, which is for gaff"
				: "this project sets %.*s for agents: %s",
			SV_SHORT(name, 60),
			row ? row->reader : "it names something in the project");
	if (item)
		item->is_wrong = is_ours || (row && is_wrong(row->how));
}

static struct sv unquoted(struct sv value)
{
	value = sv_trim(value);
	if (value.n > 1 && (value.p[0] == '"' || value.p[0] == '\'') &&
	    value.p[value.n - 1] == value.p[0])
		return (struct sv){ value.p + 1, value.n - 2 };
	return value;
}

/* Lines NAME=value, as dotenv reads them. */
static void check_lines(struct file *f, struct sv text)
{
	for (size_t number = 1; text.n; number++) {
		const char *end = memchr(text.p, '\n', text.n), *equals;
		struct sv line = { text.p, end ? (size_t)(end - text.p) : text.n };

		text = sv_skip(text, line.n + (end != NULL));
		line = sv_trim(line);
		if (sv_starts(line, SV("export ")))
			line = sv_trim(sv_skip(line, 7));
		equals = line.n ? memchr(line.p, '=', line.n) : NULL;
		if (!equals || line.p[0] == '#')
			continue;
		f->spot.place = (struct gaff_place){ number, 1 };
		check_variable(f, sv_trim((struct sv){ line.p, (size_t)(equals - line.p) }),
			       unquoted(sv_skip(line, (size_t)(equals - line.p) + 1)));
	}
}

static void check_settings(struct file *f, struct sv text)
{
	struct arena *a = f->c->arena;
	struct gaff_err ignored;
	struct gaff_doc doc;
	struct json_iter it;
	struct sv name, what;

	if (gaff_doc_parse(a, text, GAFF_DOC_JSON, &doc, &ignored) != GAFF_OK)
		return; /* told with the hooks in it */
	it = gaff_json_iter(gaff_json_get(doc.root, SV("env")));
	while (it.is_object && gaff_json_each(&it)) {
		if (!gaff_json_text(a, it.key, &name))
			continue;
		if (!gaff_json_text(a, it.value, &what))
			what = (struct sv){ 0 };
		f->spot.place = gaff_doc_place(&doc, it.key.p);
		check_variable(f, name, what);
	}
}

void checkup_variables(struct checkup *c)
{
	const char *project = c->work.where.project;

	for (size_t i = 0; project && i < COUNT_OF(files); i++) {
		const char *path = gaff_path_join(c->arena, project, files[i].name);
		int fd = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) : -1;
		struct file f = { c,
				  { .scope = GAFF_SCOPE_PROJECT, .file = path },
				  gaff_inherit_project(c->arena, project) };
		struct gaff_err ignored;
		struct sv text;

		if (fd < 0)
			continue;
		if (gaff_fs_read(c->arena, fd, GAFF_DOC_MAX, &text, &ignored) == GAFF_OK)
			(files[i].is_settings ? check_settings : check_lines)(&f, text);
		(void)close(fd);
	}
}
