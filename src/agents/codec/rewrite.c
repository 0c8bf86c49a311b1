#include "agents/codec/rewrite.h"

#include "text/patch.h"
#include "text/words.h"

/* Canonical input -> the complete input in an agent's words. */

struct rewrite {
	struct arena *arena;
	const struct gaff_tool_row *row;
	struct json_index canonical, original;
	bool replaces, is_rewrite;
	const struct gaff_tool_row *seen;
	bool done[GAFF_INPUT_ROWS_MAX];
	struct json_writer w;
	size_t pairs; /* how many edits are pairs of members */
};

enum gaff_rc gaff_input_index(struct arena *a, struct json input, struct json_index *out,
			      struct gaff_err *err)
{
	if (!input.n) {
		*out = (struct json_index){ 0 };
		return GAFF_OK;
	}
	if (gaff_json_type(input) != JSON_OBJECT)
		return gaff_fail(err, GAFF_EUNSUPPORTED, "a tool's input must be an object");
	if (!gaff_json_index(a, input, GAFF_INPUT_FIELDS_MAX, out))
		return gaff_fail(err, GAFF_EUNSUPPORTED, "a tool's input has more than %d fields",
				 GAFF_INPUT_FIELDS_MAX);
	return GAFF_OK;
}

/* A hook that wrote a native name instead of the canonical one is understood: this, or an alias. */
static struct json native_value(const struct rewrite *x, const struct gaff_input_row *in)
{
	struct json value = gaff_json_find(&x->canonical, in->native);

	for (size_t i = 0; !value.n && in->canonical.n && i < x->row->n_input; i++)
		if (sv_eq(x->row->input[i].canonical, in->canonical))
			value = gaff_json_find(&x->canonical, x->row->input[i].native);
	return value;
}

/* A whole file, for an agent that writes one by edits. */
static struct json as_edits(struct arena *a, struct json content)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	if (!content.n)
		return content;
	gaff_json_open(&w, '[');
	gaff_json_open(&w, '{');
	json_member_string(&w, SV("old"), SV(""));
	json_member(&w, SV("new"), json_sv(content));
	gaff_json_close(&w, '}');
	gaff_json_close(&w, ']');
	return buf_ok(&b) ? (struct json){ b.p, b.n } : (struct json){ 0 };
}

/* The value a native field gets from a canonical input, absent when that says nothing of it. */
static struct json value_for(const struct rewrite *x, const struct gaff_input_row *in)
{
	const struct json_index *canonical = &x->canonical;
	struct json value = { 0 };

	switch (in->kind) {
	case GAFF_IN_OLD:
		value = gaff_json_at(gaff_json_find(canonical, SV("edits")), SV("/0/old"));
		break;
	case GAFF_IN_NEW:
		value = gaff_json_at(gaff_json_find(canonical, SV("edits")), SV("/0/new"));
		break;
	case GAFF_IN_EDITS:
		value = gaff_json_find(canonical, SV("edits"));
		if (!value.n && x->row->tool == GAFF_TOOL_FILE_WRITE)
			return as_edits(x->arena, gaff_json_find(canonical, SV("content")));
		break;
	case GAFF_IN_PLAIN:
	case GAFF_IN_PATH:
	case GAFF_IN_PATCH:
	case GAFF_IN_PROGRAM:
	case GAFF_IN_ARGUMENTS:
	case GAFF_IN_LIST:
	case GAFF_IN_SECONDS:
	case GAFF_IN_COMMANDS:
	case GAFF_IN_EACH:
		value = gaff_json_find(canonical, in->canonical);
		break;
	case GAFF_IN_PAIR:
	case GAFF_IN_REST:
		return value;
	}
	return value.n ? value : native_value(x, in);
}

static void write_field(struct rewrite *x, const struct gaff_input_row *in, struct json value)
{
	gaff_json_key(&x->w, in->native);
	if (in->kind == GAFF_IN_EDITS) {
		gaff_input_write_edits(&x->w, in, value, false,
				       gaff_json_find(&x->canonical, SV("path")));
	} else if (in->kind == GAFF_IN_SECONDS) {
		gaff_input_write_time(&x->w, value, 1, 1000);
	} else if (in->kind == GAFF_IN_LIST && gaff_json_type(value) != JSON_ARRAY) {
		gaff_json_open(&x->w, '[');
		gaff_json_raw(&x->w, json_sv(value));
		gaff_json_close(&x->w, ']');
	} else
		gaff_json_raw(&x->w, json_sv(value));
}

bool gaff_input_covers(const struct gaff_tool_row *row, struct json key)
{
	for (size_t i = 0; i < row->n_input; i++) {
		const struct gaff_input_row *in = &row->input[i];

		if (in->kind == GAFF_IN_REST)
			continue;
		if (gaff_json_is(key, in->canonical) || gaff_json_is(key, in->native) ||
		    (gaff_json_is(key, SV("edits")) &&
		     (in->kind == GAFF_IN_NEW || in->kind == GAFF_IN_EDITS)) ||
		    (gaff_json_is(key, SV("content")) && in->kind == GAFF_IN_EDITS &&
		     row->tool == GAFF_TOOL_FILE_WRITE))
			return true;
	}
	return false;
}

/* A field the hook's dialect has no word for cannot have been left out by the hook. */
static bool was_seen(const struct rewrite *x, const struct gaff_input_row *in)
{
	for (size_t i = 0; x->seen && i < x->seen->n_input; i++)
		if (in->canonical.n ? sv_eq(x->seen->input[i].canonical, in->canonical)
				    : !x->seen->input[i].canonical.n)
			return true;
	return !x->seen;
}

/* Does the list hold it, which is written as a whole? */
static bool is_listed(const struct rewrite *x, size_t i)
{
	return x->row->input[i].kind == GAFF_IN_COMMANDS || x->row->input[i].kind == GAFF_IN_EACH ||
	       x->row->input[i].kind == GAFF_IN_ARGUMENTS;
}

static enum gaff_rc write_list(struct rewrite *x, struct json original, struct gaff_err *err)
{
	struct json value[GAFF_INPUT_ROWS_MAX] = { { 0 } };
	bool keeps = !x->replaces;

	for (size_t i = 0; i < x->row->n_input; i++) {
		if (!is_listed(x, i))
			continue;
		value[i] = value_for(x, &x->row->input[i]);
		keeps |= value[i].n || !was_seen(x, &x->row->input[i]);
	}
	return keeps ? gaff_input_write_list(x->arena, &x->w, x->row, value, original, err)
		     : GAFF_OK;
}

/* Which pair of the original this member is a half of; how many there are if it is none. */
static size_t pair_of(struct rewrite *x, struct sv name, bool *is_new)
{
	struct sv behind, key;
	size_t n = 0;

	for (size_t i = 0; i < x->row->n_input; i++)
		for (size_t m = 0; m < x->original.n; m++) {
			const struct gaff_input_row *in = &x->row->input[i];

			if (!gaff_input_is_pair(x->arena, in, x->original.key[m], &behind) ||
			    !gaff_json_text(x->arena, x->original.key[m], &key))
				continue;
			*is_new = sv_eq(name, key);
			if (*is_new || (name.n == in->canonical.n + behind.n &&
					sv_starts(name, in->canonical) &&
					sv_eq(sv_skip(name, in->canonical.n), behind)))
				return n;
			n++;
		}
	return n;
}

/* Edits in pairs of members stay where they are: there have to be as many as before. */
static enum gaff_rc check_pairs(struct rewrite *x, struct gaff_err *err)
{
	const struct gaff_input_row *list = gaff_input_row(x->row, GAFF_IN_EDITS);
	struct json edits = gaff_json_find(&x->canonical, SV("edits"));
	bool is_new;

	x->pairs = pair_of(x, SV(""), &is_new);
	if (x->pairs && ((edits.n && gaff_json_count(edits) != x->pairs) ||
			 (list && gaff_json_find(&x->original, list->native).n)))
		return gaff_fail(err, GAFF_EUNSUPPORTED,
				 "%.*s has its edits in a form that cannot be rewritten so",
				 SV_ARG(x->row->native));
	return GAFF_OK;
}

static bool write_half(struct rewrite *x, struct json key, struct sv name, struct json value)
{
	struct json_iter it = gaff_json_iter(gaff_json_find(&x->canonical, SV("edits")));
	struct json at, edit = { 0 }, changed;
	bool is_new = false;
	size_t k = x->pairs ? pair_of(x, name, &is_new) : 0;

	if (k >= x->pairs)
		return false;
	for (size_t i = 0; i <= k; i++)
		if (!gaff_json_next(&it, &at, &edit))
			edit = (struct json){ 0 };
	changed = gaff_json_get(edit, is_new ? SV("new") : SV("old"));
	gaff_json_copy(&x->w, key, changed.n ? changed : value);
	return true;
}

/* The members of the original input, each with its new value if it has one. */
static void write_over(struct rewrite *x)
{
	for (size_t m = 0; m < x->original.n; m++) {
		struct json key = x->original.key[m], value = x->original.value[m], changed;
		struct sv name;
		size_t i = 0;

		if (!gaff_json_text(x->arena, key, &name) ||
		    gaff_json_find(&x->original, name).p != value.p)
			continue; /* of a repeated key the last is the one that counts */
		if (write_half(x, key, name, value))
			continue;
		while (i < x->row->n_input && (x->row->input[i].kind == GAFF_IN_REST ||
					       !sv_eq(x->row->input[i].native, name)))
			i++;
		if (i == x->row->n_input) {
			changed = gaff_json_find(&x->canonical, name);
			gaff_json_copy(&x->w, key, changed.n ? changed : value);
			continue;
		}
		if (is_listed(x, i))
			continue;
		changed = value_for(x, &x->row->input[i]);
		x->done[i] = true;
		if (changed.n)
			write_field(x, &x->row->input[i], changed);
		else if (!x->replaces || !was_seen(x, &x->row->input[i]))
			gaff_json_copy(&x->w, key, value);
	}
}

static bool is_done(const struct rewrite *x, enum gaff_input_kind kind)
{
	for (size_t i = 0; i < x->row->n_input; i++)
		if (x->row->input[i].kind == kind && x->done[i])
			return true;
	return false;
}

/* What the new input has and the original had not. */
static void write_rest(struct rewrite *x)
{
	bool needs_list = gaff_json_count(gaff_json_find(&x->canonical, SV("edits"))) > 1;

	for (size_t i = 0; i < x->row->n_input; i++) {
		const struct gaff_input_row *in = &x->row->input[i];
		struct json value = value_for(x, in);
		bool written = x->done[i];

		for (size_t k = 0; k < x->row->n_input && in->canonical.n; k++)
			written |= x->done[k] && sv_eq(x->row->input[k].canonical, in->canonical);
		written |= in->kind == GAFF_IN_EDITS && x->pairs;
		/* a list, or one edit outside of it, but not both */
		written |= in->kind == GAFF_IN_EDITS
				   ? is_done(x, GAFF_IN_NEW)
				   : (in->kind == GAFF_IN_OLD || in->kind == GAFF_IN_NEW) &&
					     (is_done(x, GAFF_IN_EDITS) || needs_list);
		if (written || !value.n || is_listed(x, i))
			continue;
		write_field(x, in, value);
		x->done[i] = true;
	}
	for (size_t m = 0; m < x->canonical.n; m++) {
		struct sv name;

		if (!gaff_input_covers(x->row, x->canonical.key[m]) &&
		    gaff_json_text(x->arena, x->canonical.key[m], &name) &&
		    !gaff_json_find(&x->original, name).n)
			gaff_json_copy(&x->w, x->canonical.key[m], x->canonical.value[m]);
	}
}

/* ---- patches ---- */

/* The patch that does what these canonical fields say. */
static enum gaff_rc patch_from(struct arena *a, const struct json_index *canonical, struct buf *out,
			       struct gaff_err *err)
{
	struct json content = gaff_json_find(canonical, SV("content"));
	enum patch_op op = content.n ? PATCH_ADD : PATCH_UPDATE;
	struct patch_edit change = { 0 };
	struct sv path;

	if (!gaff_json_text(a, gaff_json_find(canonical, SV("path")), &path))
		return gaff_fail(err, GAFF_EUNSUPPORTED, "a patch needs a path");
	gaff_patch_begin(out, op, path);
	if (gaff_json_text(a, content, &change.after))
		gaff_patch_change(out, op, change);
	for (struct json_iter it = gaff_json_iter(gaff_json_find(canonical, SV("edits")));
	     gaff_json_each(&it);) {
		change = (struct patch_edit){ 0 };
		(void)gaff_json_text(a, gaff_json_get(it.value, SV("old")), &change.before);
		(void)gaff_json_text(a, gaff_json_get(it.value, SV("new")), &change.after);
		gaff_patch_change(out, op, change);
	}
	gaff_patch_end(out);
	return gaff_buf_check(out, err);
}

static enum gaff_rc write_patch(struct rewrite *x, const struct gaff_input_row *in,
				struct gaff_err *err)
{
	struct json patch = value_for(x, in);
	struct buf text = buf_in(x->arena);

	if (!patch.n && x->is_rewrite)
		return gaff_fail(err, GAFF_EUNSUPPORTED,
				 "a patch can only be rewritten as a whole, in the field '%.*s'",
				 SV_ARG(in->canonical));
	if (!patch.n)
		GAFF_TRY(patch_from(x->arena, &x->canonical, &text, err));
	if (in->native.n)
		gaff_json_key(&x->w, in->native);
	if (patch.n)
		gaff_json_raw(&x->w, json_sv(patch));
	else
		gaff_json_string(&x->w, buf_sv(&text));
	return GAFF_OK;
}

/* What the original has besides the patch. */
static void write_beside(struct rewrite *x, const struct gaff_input_row *patch)
{
	for (size_t m = 0; m < x->original.n; m++) {
		struct sv name;

		if (gaff_json_text(x->arena, x->original.key[m], &name) &&
		    !sv_eq(name, patch->native) &&
		    gaff_json_find(&x->original, name).p == x->original.value[m].p)
			gaff_json_copy(&x->w, x->original.key[m], x->original.value[m]);
	}
}

/* ---- programs ---- */

/* A command as program and arguments; one that needs a shell is a call of that shell. */
static enum gaff_rc write_program(struct rewrite *x, struct gaff_err *err)
{
	struct sv command, word, program = { 0 };
	struct buf b = buf_in(x->arena);
	struct json_writer w = { .out = &b };
	enum words_step step;
	struct words_iter it;

	if (!gaff_json_text(x->arena, gaff_json_find(&x->canonical, SV("command")), &command))
		return gaff_fail(err, GAFF_EUNSUPPORTED, "a program needs a command");
	it = words_iter(command);
	gaff_json_open(&w, '[');
	while ((step = gaff_words_next(x->arena, &it, &word)) == WORDS_WORD) {
		if (program.p)
			gaff_json_string(&w, word);
		else
			program = word;
	}
	if (step == WORDS_NOT_PLAIN || !program.p) {
		b = buf_in(x->arena);
		w = (struct json_writer){ .out = &b };
		program = SV("sh");
		gaff_json_open(&w, '[');
		gaff_json_string(&w, SV("-c"));
		gaff_json_string(&w, command);
	}
	gaff_json_close(&w, ']');
	GAFF_TRY(gaff_buf_check(&b, err));
	for (size_t i = 0; i < x->row->n_input; i++) {
		if (x->row->input[i].kind == GAFF_IN_PROGRAM)
			json_member_string(&x->w, x->row->input[i].native, program);
		else if (x->row->input[i].kind == GAFF_IN_ARGUMENTS)
			json_member(&x->w, x->row->input[i].native, buf_sv(&b));
	}
	return GAFF_OK;
}

enum gaff_rc gaff_input_to_native(struct arena *a, const struct gaff_tool_row *row,
				  struct json canonical, struct json original, bool replaces,
				  const struct gaff_tool_row *seen, struct json *out,
				  struct gaff_err *err)
{
	static const struct gaff_tool_row no_rows;
	const struct gaff_input_row *patch = gaff_input_row(row, GAFF_IN_PATCH);
	struct buf b = buf_in(a);
	struct rewrite x = { .arena = a,
			     .row = row ? row : &no_rows,
			     .replaces = replaces,
			     .is_rewrite = original.n != 0,
			     .seen = seen,
			     .w = { .out = &b } };

	if (!row && replaces) { /* the hook saw every field of it, and these are what is left */
		*out = canonical;
		return GAFF_OK;
	}
	GAFF_TRY(gaff_input_index(a, canonical, &x.canonical, err));
	if (!gaff_input_is_patch(row, original) && !gaff_input_is_list(row, original))
		GAFF_TRY(gaff_input_index(a, original, &x.original, err));
	GAFF_TRY(check_pairs(&x, err));
	if (gaff_input_has_one_edit(row) &&
	    gaff_json_count(gaff_json_find(&x.canonical, SV("edits"))) > 1)
		return gaff_fail(err, GAFF_EUNSUPPORTED, "%.*s makes one edit at a time",
				 SV_ARG(row->native));
	if (patch && !patch->native.n) {
		GAFF_TRY(write_patch(&x, patch, err));
		GAFF_TRY(gaff_buf_check(&b, err));
		*out = (struct json){ b.p, b.n };
		return GAFF_OK;
	}
	gaff_json_open(&x.w, '{');
	if (patch) {
		GAFF_TRY(write_patch(&x, patch, err));
		write_beside(&x, patch);
	} else if (gaff_input_row(row, GAFF_IN_PROGRAM)) {
		GAFF_TRY(write_program(&x, err));
	} else {
		if (row &&
		    (row->input[0].kind == GAFF_IN_COMMANDS || row->input[0].kind == GAFF_IN_EACH))
			GAFF_TRY(write_list(&x, original, err));
		write_over(&x);
		write_rest(&x);
	}
	gaff_json_close(&x.w, '}');
	GAFF_TRY(gaff_buf_check(&b, err));
	*out = (struct json){ b.p, b.n };
	return GAFF_OK;
}
