#include "agents/codec/rewrite.h"

/* What a rewrite can and cannot do: what an agent lets change. */

/* Every canonical field of every tool. */
static const struct sv vocabulary[] = {
	SV_INIT("command"),
	SV_INIT("cwd"),
	SV_INIT("description"),
	SV_INIT("timeout"),
	SV_INIT("path"),
	SV_INIT("offset"),
	SV_INIT("limit"),
	SV_INIT("content"),
	SV_INIT("edits"),
	SV_INIT("patch"),
	SV_INIT("pattern"),
	SV_INIT("glob"),
	SV_INIT("url"),
	SV_INIT("prompt"),
	SV_INIT("query"),
	SV_INIT("type"),
	SV_INIT("allowed_domains"),
	SV_INIT("blocked_domains"),
};

enum gaff_rc gaff_input_compare(struct arena *a, struct json before, struct json after,
				struct gaff_input_change *out, struct gaff_err *err)
{
	struct gaff_input_change change = { false, false };
	struct json_index old, new;
	struct sv name;

	if (gaff_json_type(before) == JSON_STRING && gaff_json_type(after) == JSON_STRING) {
		*out = (struct gaff_input_change){ !gaff_json_same(a, before, after), false };
		return GAFF_OK;
	}
	if (gaff_json_type(before) == JSON_ARRAY) { /* in an object now, or another list */
		*out = (struct gaff_input_change){ !gaff_json_same(a, before, after), false };
		return GAFF_OK;
	}
	GAFF_TRY(gaff_input_index(a, before, &old, err));
	GAFF_TRY(gaff_input_index(a, after, &new, err));
	for (size_t i = 0; i < old.n; i++)
		change.takes_out |= gaff_json_text(a, old.key[i], &name) &&
				    !gaff_json_find(&new, name).n;
	for (size_t i = 0; i < new.n; i++)
		change.changes |= !gaff_json_text(a, new.key[i], &name) ||
				  !gaff_json_same(a, new.value[i], gaff_json_find(&old, name));
	*out = change;
	return GAFF_OK;
}

static const struct gaff_input_row *named(const struct gaff_tool_row *row, struct sv native)
{
	for (size_t i = 0; i < row->n_input; i++)
		if (row->input[i].kind != GAFF_IN_REST && sv_eq(row->input[i].native, native))
			return &row->input[i];
	return NULL;
}

/* Another name of the field is in the input already: that is the one the agent looks at. */
static bool is_eclipsed(const struct gaff_tool_row *row, const struct gaff_input_row *in,
			const struct json_index *before)
{
	for (size_t i = 0; in->canonical.n && i < row->n_input; i++)
		if (&row->input[i] != in && sv_eq(row->input[i].canonical, in->canonical) &&
		    gaff_json_find(before, row->input[i].native).n)
			return true;
	return false;
}

static bool is_alike(struct json x, struct json y)
{
	enum json_type a = gaff_json_type(x), b = gaff_json_type(y);

	return a == b || (a == JSON_TRUE && b == JSON_FALSE) || (a == JSON_FALSE && b == JSON_TRUE);
}

enum gaff_rc gaff_input_check(struct arena *a, const struct gaff_tool_row *row, struct json before,
			      struct json after, struct gaff_err *err)
{
	const struct gaff_input_row *rest = gaff_input_row(row, GAFF_IN_REST);
	struct json_index old, new;
	struct sv name;

	if (!row || gaff_json_type(after) != JSON_OBJECT || gaff_input_is_list(row, before))
		return GAFF_OK;
	GAFF_TRY(gaff_input_index(a, before, &old, err));
	GAFF_TRY(gaff_input_index(a, after, &new, err));
	for (size_t i = 0; i < new.n; i++) {
		const struct gaff_input_row *in;
		struct json was;
		bool is_ignored;

		if (!gaff_json_text(a, new.key[i], &name))
			return gaff_no_memory(err);
		in = named(row, name);
		was = gaff_json_find(&old, name);
		is_ignored = in ? in->is_fixed || (rest && (was.n ? !is_alike(new.value[i], was)
								  : is_eclipsed(row, in, &old)))
				: rest && rest->is_fixed;
		if (is_ignored && !gaff_json_same(a, gaff_json_find(&new, name), was))
			return gaff_fail(err, GAFF_EUNSUPPORTED,
					 "the agent ignores a new '%.*s' for %.*s",
					 SV_SHORT(name, 60), SV_ARG(row->native));
	}
	return GAFF_OK;
}

/* Has each edit of its list a file of its own? */
static bool names_files(const struct gaff_tool_row *row)
{
	const struct gaff_input_row *list = gaff_input_row(row, GAFF_IN_EDITS);

	return list && gaff_input_path_of_edits(list).n;
}

/*
 * An edit without what it replaces would be another edit, and none at all would be none; so would
 * one without a file, where each has its own.
 */
static bool are_edits(const struct gaff_tool_row *row, struct json edits, bool has_path)
{
	bool needs_path = names_files(row) && !has_path;
	bool needs_old = gaff_input_row(row, GAFF_IN_OLD) || gaff_input_row(row, GAFF_IN_EDITS);
	bool any = false;

	if (gaff_json_type(edits) != JSON_ARRAY)
		return false;
	for (struct json_iter it = gaff_json_iter(edits); gaff_json_each(&it);) {
		any = true;
		if (gaff_json_type(gaff_json_get(it.value, SV("new"))) != JSON_STRING ||
		    (needs_old &&
		     gaff_json_type(gaff_json_get(it.value, SV("old"))) != JSON_STRING) ||
		    (needs_path &&
		     gaff_json_type(gaff_json_get(it.value, SV("path"))) != JSON_STRING))
			return false;
	}
	return any;
}

enum gaff_rc gaff_input_check_fields(struct arena *a, const struct gaff_tool_row *row,
				     struct json before, struct json canonical,
				     struct gaff_err *err)
{
	struct sv name;

	for (struct json_iter it = gaff_json_iter(canonical); row && gaff_json_each(&it);) {
		if (!gaff_json_text(a, it.key, &name) ||
		    gaff_json_same(a, it.value, gaff_json_get(before, name)))
			continue; /* as it was shown to the hook */
		if (gaff_json_type(it.value) == JSON_NULL)
			return gaff_fail(err, GAFF_EUNSUPPORTED, "a field of %.*s cannot be null",
					 SV_ARG(row->native));
		if (sv_eq(name, SV("edits")) && gaff_input_covers(row, it.key) &&
		    !are_edits(row, it.value, gaff_json_get(canonical, SV("path")).n))
			return gaff_fail(err, GAFF_EUNSUPPORTED,
					 "'edits' is not a list of edits with 'old' and 'new'%s",
					 names_files(row) ? ", and a 'path' for each" : "");
		for (size_t i = 0; i < COUNT_OF(vocabulary); i++)
			if (sv_eq(name, vocabulary[i]) && !gaff_input_covers(row, it.key))
				return gaff_fail(err, GAFF_EUNSUPPORTED, "%.*s has no '%.*s'",
						 SV_ARG(row->native), SV_ARG(vocabulary[i]));
	}
	return GAFF_OK;
}

enum gaff_rc gaff_input_check_words(const struct gaff_tool_row *row, struct json native,
				    struct gaff_err *err)
{
	for (struct json_iter it = gaff_json_iter(native); row && gaff_json_each(&it);)
		if (!gaff_input_covers(row, it.key))
			return gaff_fail(err, GAFF_EUNSUPPORTED,
					 "its field %.*s has no meaning here",
					 SV_SHORT(it.key, 60));
	return GAFF_OK;
}
