#include "agents/codec/split.h"

#include "agents/codec/codec.h"
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
		return gaff_no_memory(err);
	part->part = (struct json){ b.p, b.n };
	return GAFF_OK;
}

/* Has each edit a file of its own? */
static bool have_paths(struct json edits)
{
	for (struct json_iter it = gaff_json_iter(edits); gaff_json_each(&it);)
		if (gaff_json_get(it.value, SV("path")).n)
			return true;
	return false;
}

/* Is this the file of one of the edits, or the only name there is? */
static bool is_among(struct arena *a, struct json edits, struct json path)
{
	if (!path.n || !have_paths(edits))
		return true;
	for (struct json_iter it = gaff_json_iter(edits); gaff_json_each(&it);)
		if (gaff_json_same(a, gaff_json_get(it.value, SV("path")), path))
			return true;
	return false;
}

static enum gaff_rc add_edit(struct arena *a, const struct gaff_event *event, struct json path,
			     struct json edit, struct gaff_parts *parts, struct gaff_err *err)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	gaff_json_open(&w, '{');
	if (path.n)
		json_member(&w, SV("path"), json_sv(path));
	gaff_json_key(&w, SV("edits"));
	gaff_json_open(&w, '[');
	gaff_json_raw(&w, json_sv(edit));
	gaff_json_close(&w, ']');
	gaff_json_close(&w, '}');
	GAFF_TRY(gaff_buf_check(&b, err));
	parts->part[parts->n] = *event;
	parts->part[parts->n++].part = (struct json){ b.p, b.n };
	return GAFF_OK;
}

/* Several edits, for a dialect whose tool makes one at a time, or all in one file. */
static enum gaff_rc split_edits(struct arena *a, const struct gaff_event *event,
				const struct gaff_host *dialect, struct gaff_parts *out,
				struct gaff_err *err)
{
	struct gaff_parts parts = { 0 };
	struct json input, edits, whole;
	bool has_other;
	size_t n;

	if (event->tool != GAFF_TOOL_FILE_EDIT)
		return GAFF_OK;
	GAFF_TRY(gaff_event_input(a, event, &input, err));
	edits = gaff_json_get(input, SV("edits"));
	whole = gaff_json_get(input, SV("path"));
	if (!gaff_input_has_one_edit(gaff_tool_for_input(dialect, event->tool, input)) &&
	    !have_paths(edits))
		return GAFF_OK;
	n = gaff_json_count(edits);
	has_other = n <= GAFF_PATHS_MAX && !is_among(a, edits, whole);
	if (n < 2 && !has_other)
		return GAFF_OK;
	if (n > GAFF_PATHS_MAX)
		return gaff_fail(err, GAFF_ELIMIT, "one call makes more than %d edits",
				 GAFF_PATHS_MAX);
	parts.part = gaff_arena_alloc(a, 2 * n * sizeof *parts.part);
	GAFF_TRY(gaff_arena_check(a, err));
	for (struct json_iter it = gaff_json_iter(edits); gaff_json_each(&it);) {
		struct json path = gaff_json_get(it.value, SV("path"));

		GAFF_TRY(add_edit(a, event, path.n ? path : whole, it.value, &parts, err));
		/* which of two names the tool heeds nobody knows: hooks see the edit under both */
		if (path.n && has_other)
			GAFF_TRY(add_edit(a, event, whole, it.value, &parts, err));
	}
	*out = parts;
	return GAFF_OK;
}

/* The n-th of them; what there is one of is the same for all. */
static struct json nth(struct json value, size_t n)
{
	struct gaff_each e = gaff_each_of(value);
	struct json one = value;

	if (gaff_json_type(value) == JSON_ARRAY)
		for (size_t i = 0; i <= n && gaff_each_next(&e, &one); i++)
			;
	return one;
}

/* Several files, or several requests, for a dialect whose tool takes one at a time. */
static enum gaff_rc split_each(struct arena *a, const struct gaff_event *event,
			       const struct gaff_host *dialect, const struct gaff_input_row *row,
			       struct gaff_parts *out, struct gaff_err *err)
{
	struct gaff_parts parts = { 0 };
	struct json input, list, value;
	struct gaff_each e;
	size_t n = 0;

	GAFF_TRY(gaff_event_input(a, event, &input, err));
	list = gaff_json_get(input, row->canonical);
	if (gaff_json_type(list) != JSON_ARRAY ||
	    gaff_input_row(gaff_host_tool_by_id(dialect, event->tool), GAFF_IN_EACH))
		return GAFF_OK;
	for (e = gaff_each_of(list); gaff_each_next(&e, &value);)
		n++;
	if (n > GAFF_PATHS_MAX)
		return gaff_fail(err, GAFF_ELIMIT, "one call has more than %d of '%.*s'",
				 GAFF_PATHS_MAX, SV_ARG(row->canonical));
	parts.part = gaff_arena_alloc(a, (n + 1) * sizeof *parts.part);
	GAFF_TRY(gaff_arena_check(a, err));
	for (; parts.n < n; parts.n++) {
		struct buf b = buf_in(a);
		struct json_writer w = { .out = &b };

		gaff_json_open(&w, '{');
		for (struct json_iter it = gaff_json_iter(input); gaff_json_each(&it);)
			gaff_json_copy(&w, it.key, nth(it.value, parts.n));
		gaff_json_close(&w, '}');
		GAFF_TRY(gaff_buf_check(&b, err));
		parts.part[parts.n] = *event;
		parts.part[parts.n].part = (struct json){ b.p, b.n };
	}
	*out = parts;
	return GAFF_OK;
}

enum gaff_rc gaff_split_event(struct arena *a, const struct gaff_event *event,
			      const struct gaff_host *dialect, struct gaff_parts *out,
			      struct gaff_err *err)
{
	const struct gaff_input_row *row = gaff_input_row(event->tool_row, GAFF_IN_PATCH);
	struct json input = event->field[GAFF_F_TOOL_INPUT];
	struct gaff_parts parts = { 0 };
	struct patch_file file;
	struct patch_iter it;
	struct sv patch, cwd = { 0 };
	size_t files = 0;

	*out = parts;
	if (dialect == event->host || dialect == &gaff_host_canonical)
		return GAFF_OK;
	if (gaff_input_row(event->tool_row, GAFF_IN_EACH))
		return split_each(a, event, dialect, gaff_input_row(event->tool_row, GAFF_IN_EACH),
				  out, err);
	if (!row)
		return split_edits(a, event, dialect, out, err);
	if (gaff_input_row(gaff_host_tool_by_id(dialect, event->tool), GAFF_IN_PATCH) ||
	    !gaff_json_text(a, row->native.n ? gaff_json_get(input, row->native) : input, &patch))
		return GAFF_OK;
	(void)gaff_json_text(a, event->field[GAFF_F_CWD], &cwd);
	for (it = (struct patch_iter){ patch }; gaff_patch_next(&it, &file);)
		files += file.move_to.n ? 2 : 1;
	if (files > GAFF_PATHS_MAX)
		return gaff_fail(err, GAFF_ELIMIT, "one call touches more than %d files",
				 GAFF_PATHS_MAX);
	parts.part = gaff_arena_alloc(a, (files + 1) * sizeof *parts.part);
	GAFF_TRY(gaff_arena_check(a, err));
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
