#include "hook/split.h"

#include "text/patch.h"
#include "text/path.h"

static void write_edit(struct json_writer *w, struct patch_edit edit)
{
	gaff_json_open(w, '{');
	json_member_string(w, SV("old"), edit.before);
	json_member_string(w, SV("new"), edit.after);
	gaff_json_close(w, '}');
}

/* What happens to one file, as the canonical input of a write or an edit. */
static enum gaff_rc describe(struct arena *a, struct sv cwd, struct sv path,
			     const struct patch_file *file, struct gaff_event *part,
			     struct gaff_err *err)
{
	struct sv body = file->body;
	struct buf b = buf_in(a), absolute = buf_in(a);
	struct json_writer w = { .out = &b };
	struct patch_edit edit = { 0 };
	bool is_new = file->op == PATCH_ADD;

	gaff_path_absolute(&absolute, cwd, path,
			   gaff_path_has_drive(cwd) || memchr(path.p, '\\', path.n));
	part->tool = is_new ? GAFF_TOOL_FILE_WRITE : GAFF_TOOL_FILE_EDIT;
	gaff_json_open(&w, '{');
	json_member_string(&w, SV("path"), buf_sv(&absolute));
	if (is_new) {
		(void)gaff_patch_edit(a, file, &body, &edit);
		json_member_string(&w, SV("content"), edit.after);
	} else {
		gaff_json_key(&w, SV("edits"));
		gaff_json_open(&w, '[');
		if (!gaff_patch_edit(a, file, &body, &edit))
			write_edit(&w, edit); /* deleted or only renamed: from nothing to nothing */
		else
			do
				write_edit(&w, edit);
			while (gaff_patch_edit(a, file, &body, &edit));
		gaff_json_close(&w, ']');
	}
	gaff_json_close(&w, '}');
	if (!buf_ok(&b) || !buf_ok(&absolute))
		return gaff_fail(err, GAFF_ENOMEM, "no memory for the files of a patch");
	part->part = (struct json){ b.p, b.n };
	return GAFF_OK;
}

enum gaff_rc gaff_split_event(struct arena *a, const struct gaff_event *event,
			      const struct gaff_host *dialect, struct gaff_parts *out,
			      struct gaff_err *err)
{
	const struct gaff_input_row *row = gaff_input_row(event->tool_row, GAFF_IN_PATCH);
	struct gaff_parts parts = { 0 };
	struct patch_file file;
	struct patch_iter it;
	struct sv patch, cwd = { 0 };
	size_t files = 0;

	*out = parts;
	if (!row || dialect == event->host || dialect == &gaff_host_canonical ||
	    gaff_input_row(gaff_host_tool_by_id(dialect, event->tool), GAFF_IN_PATCH) ||
	    !gaff_json_text(a, gaff_json_get(event->field[GAFF_F_TOOL_INPUT], row->native), &patch))
		return GAFF_OK;
	(void)gaff_json_text(a, event->field[GAFF_F_CWD], &cwd);
	for (it = (struct patch_iter){ patch }; gaff_patch_next(&it, &file);)
		files += file.move_to.n ? 2 : 1;
	if (files > GAFF_PATHS_MAX)
		return gaff_fail(err, GAFF_ELIMIT, "one call touches more than %d files",
				 GAFF_PATHS_MAX);
	parts.part = gaff_arena_alloc(a, (files + 1) * sizeof *parts.part);
	if (!parts.part)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for the files of a patch");
	for (it = (struct patch_iter){ patch }; gaff_patch_next(&it, &file);) {
		struct sv names[] = { file.path, file.move_to };

		for (size_t i = 0; i < COUNT_OF(names) && (i == 0 || names[i].n); i++) {
			parts.part[parts.n] = *event;
			GAFF_TRY(describe(a, cwd, names[i], &file, &parts.part[parts.n], err));
			parts.n++;
		}
	}
	*out = parts;
	return GAFF_OK;
}
