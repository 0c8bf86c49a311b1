#include "agents/codec/codec.h"

#include "text/patch.h"
#include "text/words.h"

/* The input of a tool in an agent's words -> in canonical fields (docs/canonical.md). */

const struct gaff_input_row *gaff_input_row(const struct gaff_tool_row *row,
					    enum gaff_input_kind kind)
{
	for (size_t i = 0; row && i < row->n_input; i++)
		if (row->input[i].kind == kind)
			return &row->input[i];
	return NULL;
}

bool gaff_input_has_one_edit(const struct gaff_tool_row *row)
{
	return gaff_input_row(row, GAFF_IN_OLD) && !gaff_input_row(row, GAFF_IN_EDITS);
}

bool gaff_input_is_patch(const struct gaff_tool_row *row, struct json native)
{
	return row && row->input[0].kind == GAFF_IN_PATCH && !row->input[0].native.n &&
	       gaff_json_type(native) == JSON_STRING;
}

/* ---- to canonical ---- */

/* What an agent calls the parts of an edit. */
struct edit_names {
	struct sv path, before, after;
};

static struct edit_names edit_names(const struct gaff_input_row *in)
{
	struct edit_names names = { SV(""), SV("old_string"), SV("new_string") };
	struct sv *const all[] = { &names.path, &names.before, &names.after };
	struct sv rest = sv_has(in->canonical, SV(" ")) ? in->canonical : SV("");

	for (size_t i = 0; rest.n && i < COUNT_OF(all); i++) {
		const char *space = memchr(rest.p, ' ', rest.n);

		*all[i] = (struct sv){ rest.p, space ? (size_t)(space - rest.p) : rest.n };
		rest = sv_skip(rest, all[i]->n + (space != NULL));
	}
	return names;
}

static void write_edit(struct json_writer *w, struct json edit, const struct edit_names *from,
		       const struct edit_names *to, struct json path)
{
	gaff_json_open(w, '{');
	if (path.n && to->path.n && !gaff_json_get(edit, from->path).n)
		json_member(w, to->path, json_sv(path));
	for (struct json_iter it = gaff_json_iter(edit); gaff_json_each(&it);) {
		if (gaff_json_is(it.key, from->before))
			gaff_json_key(w, to->before);
		else if (gaff_json_is(it.key, from->after))
			gaff_json_key(w, to->after);
		else if (from->path.n && to->path.n && gaff_json_is(it.key, from->path))
			gaff_json_key(w, to->path);
		else {
			gaff_json_copy(w, it.key, it.value);
			continue;
		}
		gaff_json_raw(w, json_sv(it.value));
	}
	gaff_json_close(w, '}');
}

static void write_edits(struct json_writer *w, const struct gaff_input_row *in, struct json edits,
			bool canonical, struct json path)
{
	struct edit_names native = edit_names(in), ours = { SV("path"), SV("old"), SV("new") };

	for (struct json_iter it = gaff_json_iter(edits); gaff_json_each(&it);)
		write_edit(w, it.value, canonical ? &native : &ours, canonical ? &ours : &native,
			   path);
}

void gaff_input_write_edits(struct json_writer *w, const struct gaff_input_row *in,
			    struct json edits, bool canonical, struct json path)
{
	gaff_json_open(w, '[');
	write_edits(w, in, edits, canonical, path);
	gaff_json_close(w, ']');
}

struct sv gaff_input_path_of_edits(const struct gaff_input_row *in)
{
	return in->kind == GAFF_IN_EDITS ? edit_names(in).path : SV("");
}

static void write_patch(struct arena *a, struct json_writer *w, struct sv patch)
{
	struct patch_iter files = { patch };
	struct patch_file file;
	bool first = true;

	while (gaff_patch_next(&files, &file)) {
		struct sv body = file.body;
		struct patch_edit edit;

		if (first) {
			json_member_string(w, SV("path"), file.path);
			gaff_json_key(w, SV("edits"));
			gaff_json_open(w, '[');
		}
		first = false;
		while (gaff_patch_edit(a, &file, &body, &edit)) {
			gaff_json_open(w, '{');
			json_member_string(w, SV("path"), file.path);
			json_member_string(w, SV("old"), edit.before);
			json_member_string(w, SV("new"), edit.after);
			gaff_json_close(w, '}');
		}
	}
	if (!first)
		gaff_json_close(w, ']');
}

void gaff_input_write_time(struct json_writer *w, struct json value, long times, long by)
{
	char text[32];
	long n = 0;
	size_t i = 0;

	while (i < value.n && i < 9 && ascii_isdigit(value.p[i]))
		n = n * 10 + (value.p[i++] - '0');
	if (!value.n || i < value.n) { /* no plain number: as it is */
		gaff_json_raw(w, json_sv(value));
		return;
	}
	n *= times;
	(void)snprintf(text, sizeof text, "%ld", (n + by - 1) / by); /* whole ones, and enough */
	gaff_json_raw(w, sv_of(text));
}

static struct json only_element(struct json list)
{
	struct json_iter it = gaff_json_iter(list);
	struct json key, first, second;

	if (it.is_object || !gaff_json_next(&it, &key, &first) ||
	    gaff_json_next(&it, &key, &second))
		return list;
	return first;
}

/* A null does not hide another name of the same field. */
static void forget_nulls(const struct gaff_tool_row *row, struct json *found)
{
	for (size_t i = 0; i < row->n_input; i++)
		for (size_t k = 0; k < row->n_input && gaff_json_type(found[i]) == JSON_NULL; k++)
			if (k != i && found[k].n && gaff_json_type(found[k]) != JSON_NULL &&
			    row->input[i].canonical.n &&
			    sv_eq(row->input[i].canonical, row->input[k].canonical))
				found[i] = (struct json){ 0 };
}

/* Two names of one field that say different things: which of them the tool heeds nobody knows. */
static enum gaff_rc check_aliases(struct arena *a, const struct gaff_tool_row *row,
				  const struct json *found, struct gaff_err *err)
{
	for (size_t i = 0; i < row->n_input; i++) {
		enum gaff_input_kind kind = row->input[i].kind;

		if (!found[i].n || (kind != GAFF_IN_PLAIN && kind != GAFF_IN_PATH))
			continue;
		for (size_t k = 0; k < i; k++)
			if (found[k].n && row->input[k].kind == kind &&
			    sv_eq(row->input[k].canonical, row->input[i].canonical) &&
			    !gaff_json_same(a, found[k], found[i]))
				return gaff_fail(err, GAFF_ELIMIT,
						 "\"%.*s\" and \"%.*s\" of an input are the same "
						 "to %.*s, and differ",
						 SV_ARG(row->input[k].native),
						 SV_ARG(row->input[i].native), SV_ARG(row->native));
	}
	return GAFF_OK;
}

static void add_word(struct arena *a, struct buf *line, struct json value)
{
	struct sv word;

	if (!gaff_json_text(a, value, &word)) /* no text: nothing of it may be hidden */
		word = json_sv(value);
	gaff_word_quote(line, word);
}

/* The words of a call as the command line a shell would take. */
static void write_command(struct arena *a, struct json_writer *w, const struct gaff_tool_row *row,
			  const struct json *found)
{
	struct buf line = buf_in(a);

	for (size_t i = 0; i < row->n_input; i++) {
		if (row->input[i].kind == GAFF_IN_PROGRAM)
			add_word(a, &line, found[i]);
		if (row->input[i].kind != GAFF_IN_ARGUMENTS || !found[i].n)
			continue;
		if (gaff_json_type(found[i]) != JSON_ARRAY) {
			buf_addc(&line, ' ');
			add_word(a, &line, found[i]);
			continue;
		}
		for (struct json_iter it = gaff_json_iter(found[i]); gaff_json_each(&it);) {
			buf_addc(&line, ' ');
			add_word(a, &line, it.value);
		}
	}
	json_member_string(w, SV("command"), buf_sv(&line));
}

bool gaff_input_is_pair(struct arena *a, const struct gaff_input_row *in, struct json key,
			struct sv *behind)
{
	struct sv name;

	if (in->kind != GAFF_IN_PAIR || !gaff_json_text(a, key, &name) ||
	    !sv_starts(name, in->native))
		return false;
	*behind = sv_skip(name, in->native.n);
	for (size_t i = 0; i < behind->n; i++)
		if (behind->p[i] < '0' || behind->p[i] > '9')
			return false;
	return true;
}

static void write_new(struct json_writer *w, struct json before, struct json after)
{
	gaff_json_open(w, '{');
	if (before.n)
		json_member(w, SV("old"), json_sv(before));
	json_member(w, SV("new"), json_sv(after));
	gaff_json_close(w, '}');
}

static void write_pairs(struct arena *a, struct json_writer *w, const struct gaff_input_row *in,
			struct json native)
{
	struct sv behind;

	for (struct json_iter it = gaff_json_iter(native); it.is_object && gaff_json_each(&it);) {
		struct buf name = buf_in(a);

		if (!gaff_input_is_pair(a, in, it.key, &behind))
			continue;
		gaff_buf_add(&name, in->canonical);
		gaff_buf_add(&name, behind);
		if (buf_ok(&name))
			write_new(w, gaff_json_get(native, buf_sv(&name)), it.value);
	}
}

static bool has_edits(const struct gaff_input_row *in)
{
	return in->kind == GAFF_IN_NEW || in->kind == GAFF_IN_EDITS || in->kind == GAFF_IN_PAIR;
}

static bool is_first_of_edits(const struct gaff_tool_row *row, const struct json *found, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (found[k].n && has_edits(&row->input[k]))
			return false;
	return true;
}

/* In whatever ways an input may have them: a guard has to see each. */
static void write_all_edits(struct arena *a, struct json_writer *w, const struct gaff_tool_row *row,
			    struct json native, const struct json *found)
{
	struct json before = { 0 };

	for (size_t k = 0; k < row->n_input; k++)
		if (row->input[k].kind == GAFF_IN_OLD && found[k].n)
			before = found[k];
	gaff_json_key(w, SV("edits"));
	gaff_json_open(w, '[');
	for (size_t k = 0; k < row->n_input; k++) {
		const struct gaff_input_row *in = &row->input[k];

		if (in->kind == GAFF_IN_EDITS)
			write_edits(w, in, found[k], true, (struct json){ 0 });
		else if (in->kind == GAFF_IN_NEW && found[k].n)
			write_new(w, before, found[k]);
		else if (in->kind == GAFF_IN_PAIR)
			write_pairs(a, w, in, native);
	}
	gaff_json_close(w, ']');
}

static bool has_path(const struct gaff_tool_row *row, const struct json *found)
{
	for (size_t i = 0; i < row->n_input; i++)
		if (row->input[i].kind == GAFF_IN_PATH && found[i].n)
			return true;
	return false;
}

static void write_canonical_field(struct arena *a, struct json_writer *w,
				  const struct gaff_tool_row *row, struct json native,
				  const struct json *found, size_t i)
{
	const struct gaff_input_row *in = &row->input[i];
	struct json path;
	struct sv patch;

	switch (in->kind) {
	case GAFF_IN_COMMANDS:
	case GAFF_IN_EACH:
		for (size_t k = 0; k < i; k++) /* written already, with all of its names */
			if (found[k].n && row->input[k].kind == in->kind &&
			    sv_eq(row->input[k].canonical, in->canonical))
				return;
		if (in->kind == GAFF_IN_COMMANDS)
			gaff_input_write_commands(a, w, row, found);
		else
			gaff_input_write_each(a, w, row, found, in->canonical);
		break;
	case GAFF_IN_PLAIN:
	case GAFF_IN_PATH:
		for (size_t k = 0; k < i; k++) /* an alias of a field that is there already */
			if (found[k].n && sv_eq(row->input[k].canonical, in->canonical))
				return;
		json_member(w, in->canonical, json_sv(found[i]));
		break;
	case GAFF_IN_OLD:
		break; /* written with its other half, below */
	case GAFF_IN_NEW:
	case GAFF_IN_PAIR:
		if (is_first_of_edits(row, found, i))
			write_all_edits(a, w, row, native, found);
		break;
	case GAFF_IN_EDITS:
		path = gaff_json_get(gaff_json_at(found[i], SV("/0")),
				     gaff_input_path_of_edits(in));
		if (path.n && !has_path(row, found)) /* of the first, as of a patch */
			json_member(w, SV("path"), json_sv(path));
		if (is_first_of_edits(row, found, i))
			write_all_edits(a, w, row, native, found);
		break;
	case GAFF_IN_PROGRAM:
		write_command(a, w, row, found);
		break;
	case GAFF_IN_ARGUMENTS:
		break; /* written with the program, above */
	case GAFF_IN_REST:
		break; /* these have no canonical names */
	case GAFF_IN_SECONDS:
		gaff_json_key(w, in->canonical);
		gaff_input_write_time(w, found[i], 1000, 1);
		break;
	case GAFF_IN_LIST:
		json_member(w, in->canonical, json_sv(only_element(found[i])));
		break;
	case GAFF_IN_PATCH:
		if (gaff_json_text(a, found[i], &patch))
			write_patch(a, w, patch);
		json_member(w, in->canonical, json_sv(found[i]));
		break;
	}
}

enum gaff_rc gaff_input_to_canonical(struct arena *a, const struct gaff_tool_row *row,
				     struct json native, struct json *out, struct gaff_err *err)
{
	struct json found[GAFF_INPUT_ROWS_MAX] = { { 0 } };
	struct json_iter it = gaff_json_iter(native);
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	struct sv behind;

	if (!native.n) {
		*out = (struct json){ "{}", 2 };
		return GAFF_OK;
	}
	if (gaff_input_is_patch(row, native)) {
		struct sv patch;

		if (!gaff_json_text(a, native, &patch))
			return gaff_no_memory(err);
		gaff_json_open(&w, '{');
		write_patch(a, &w, patch);
		json_member(&w, row->input[0].canonical, json_sv(native));
		gaff_json_close(&w, '}');
		GAFF_TRY(gaff_buf_check(&b, err));
		*out = (struct json){ b.p, b.n };
		return GAFF_OK;
	}
	if (!row || (!it.is_object && !gaff_input_is_list(row, native))) {
		*out = native;
		return GAFF_OK;
	}
	if (!it.is_object)
		for (size_t i = 0; i < row->n_input; i++)
			if (sv_eq(row->input[i].native, row->input[0].native))
				found[i] = native;
	while (it.is_object && gaff_json_each(&it))
		for (size_t i = 0; i < row->n_input; i++)
			if (row->input[i].kind == GAFF_IN_PAIR
				    ? gaff_input_is_pair(a, &row->input[i], it.key, &behind)
				    : gaff_json_is(it.key, row->input[i].native) &&
					      row->input[i].native.n)
				found[i] = it.value;
	forget_nulls(row, found);
	GAFF_TRY(check_aliases(a, row, found, err));
	gaff_json_open(&w, '{');
	for (size_t i = 0; i < row->n_input; i++)
		if (found[i].n)
			write_canonical_field(a, &w, row, native, found, i);
	gaff_json_close(&w, '}');
	GAFF_TRY(gaff_buf_check(&b, err));
	*out = (struct json){ b.p, b.n };
	return GAFF_OK;
}

static bool is_old(const struct gaff_host *host, const struct gaff_tool_row *row)
{
	return host->old_tools && gaff_is_among(row->native, host->old_tools);
}

const struct gaff_tool_row *gaff_tool_for_input(const struct gaff_host *host, enum gaff_tool tool,
						struct json canonical)
{
	const struct gaff_tool_row *first = gaff_host_tool_by_id(host, tool);
	struct json_iter it = gaff_json_iter(gaff_json_get(canonical, SV("edits")));
	size_t edits = 0;

	while (edits < 2 && gaff_json_each(&it))
		edits++;
	for (size_t i = 0; gaff_json_get(canonical, SV("patch")).n && i < host->n_tools; i++)
		if (host->tools[i].tool == tool && gaff_input_row(&host->tools[i], GAFF_IN_PATCH))
			return &host->tools[i];
	if (!first || tool != GAFF_TOOL_FILE_EDIT || edits < 2)
		return first;
	for (size_t i = 0; i < host->n_tools; i++) /* that which has nothing but lists, if any */
		if (host->tools[i].tool == tool && !is_old(host, &host->tools[i]) &&
		    gaff_input_row(&host->tools[i], GAFF_IN_EDITS) &&
		    !gaff_input_row(&host->tools[i], GAFF_IN_OLD))
			return &host->tools[i];
	return first;
}
