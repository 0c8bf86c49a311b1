#include "config/members.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "text/regex/js_regex.h"
#include "text/regex/regex.h"
#include "text/utf8.h"

struct looking {
	struct arena *arena;
	const struct gaff_layout *layout;
	struct gaff_wrong *wrong;
};

__attribute__((format(printf, 4, 5))) static bool wrong(const struct looking *l, const char *at,
							const char *next, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	(void)vsnprintf(l->wrong->what, sizeof l->wrong->what, fmt, args);
	va_end(args);
	l->wrong->at = at;
	l->wrong->next = next;
	return true;
}

static bool is_number(struct json value, const struct gaff_member *row)
{
	unsigned may_be = row->may_be;
	char text[64];
	double number;

	if (value.n >= sizeof text)
		return true;
	memcpy(text, value.p, value.n);
	text[value.n] = '\0';
	number = strtod(text, NULL);
	return (number > 0 || (may_be & GAFF_M_OR_0 && number == 0)) &&
	       (!row->max || number <= row->max) &&
	       (!(may_be & GAFF_M_WHOLE) ||
		(isfinite(number) && (number > 9e15 || number == (double)(int64_t)number)));
}

/* The i-th member that something is known of; NULL behind the last. */
static const struct gaff_member *row_at(const struct gaff_layout *layout, size_t i)
{
	return i < layout->n_others                    ? &layout->others[i]
	       : i - layout->n_others < layout->n_rows ? &layout->rows[i - layout->n_others]
						       : NULL;
}

static const struct gaff_handler_type *find_type(const struct looking *l, struct json name)
{
	for (size_t i = 0; i < l->layout->n_types; i++)
		if (gaff_json_is(name, l->layout->types[i].native))
			return &l->layout->types[i];
	return NULL;
}

static bool is_version(const struct looking *l, struct json value)
{
	struct json head = gaff_layout_head(l->arena, l->layout);

	return sv_eq(json_sv(value), json_sv(gaff_json_get(head, SV("version"))));
}

/* One that is too large for gaff need not be for the agent. */
static bool is_re2(struct json value, struct sv text, const char **at, struct gaff_err *why)
{
	bool found;

	if (gaff_regex_try(text, NULL, 0, &found, why) != GAFF_ESYNTAX) {
		why->msg[0] = '\0';
		return true;
	}
	*at = gaff_json_text_at(value, why->offset);
	return false;
}

static bool are_texts(struct json list)
{
	struct json_iter it = gaff_json_iter(list);
	struct json key, value;

	while (gaff_json_next(&it, &key, &value))
		if (gaff_json_type(value) != JSON_STRING)
			return false;
	return true;
}

/* `at`: where in the value, if that is known; `why`: what a pattern is not one for. */
static bool is_allowed(const struct looking *l, const struct gaff_member *row, struct json value,
		       const char **at, struct gaff_err *why)
{
	unsigned may_be = row->may_be;
	struct sv text;

	switch (gaff_json_type(value)) {
	case JSON_NULL:
		return may_be & GAFF_M_NULL;
	case JSON_TRUE:
	case JSON_FALSE:
		return may_be & GAFF_M_BOOLEAN;
	case JSON_NUMBER:
		return may_be & (GAFF_M_NUMBER | GAFF_M_WHOLE) && is_number(value, row);
	case JSON_STRING:
		if (may_be & GAFF_M_VERSION)
			return is_version(l, value);
		if (may_be & GAFF_M_TYPE)
			return find_type(l, value) != NULL;
		if (!(may_be & (GAFF_M_TEXT | GAFF_M_REGEX | GAFF_M_RE2 | GAFF_M_PATTERN)))
			return false;
		if (!gaff_json_text(l->arena, value, &text)) /* no memory: somebody else says so */
			return true;
		if (may_be & GAFF_M_NOT_BLANK && !gaff_utf8_trim(text).n)
			return false;
		if (may_be & GAFF_M_RE2)
			return is_re2(value, text, at, why);
		if (!(may_be & (GAFF_M_REGEX | GAFF_M_PATTERN)) ||
		    (may_be & GAFF_M_REGEX && sv_eq(text, SV("*"))) ||
		    gaff_js_regex_check(text, why) == GAFF_OK)
			return true;
		*at = gaff_json_text_at(value, why->offset);
		return false;
	case JSON_ARRAY:
		return may_be & GAFF_M_TEXTS && are_texts(value);
	case JSON_OBJECT:
		return may_be & GAFF_M_OBJECT;
	case JSON_ABSENT:
		break;
	}
	return false;
}

static struct sv leaf(struct sv where)
{
	for (size_t i = where.n; i--;)
		if (where.p[i] == '/')
			return sv_skip(where, i + 1);
	return where;
}

/* What a row takes, for people: "a whole number above 0, or null". */
static void describe(const struct looking *l, const struct gaff_member *row, char *out, size_t size)
{
	/* clang-format off */
	static const struct { unsigned may_be; const char *words; } words[] = {
		{ GAFF_M_TEXT | GAFF_M_NOT_BLANK, "a text with something in it" },
		{ GAFF_M_TEXT,                    "a text" },
		{ GAFF_M_TEXTS,                   "a list of texts" },
		{ GAFF_M_NUMBER | GAFF_M_OR_0,    "a number" },
		{ GAFF_M_NUMBER,                  "a number above 0" },
		{ GAFF_M_WHOLE,                   "a whole number above 0" },
		{ GAFF_M_BOOLEAN,                 "true or false" },
		{ GAFF_M_OBJECT,                  "an object" },
		{ GAFF_M_REGEX,                   "a regular expression of JavaScript" },
		{ GAFF_M_PATTERN,                 "a pattern" },
		{ GAFF_M_RE2,                     "a pattern" },
		{ GAFF_M_TYPE,                    "a type that it knows" },
		{ GAFF_M_VERSION,                 "its version" },
	};
	/* clang-format on */
	struct json version = gaff_json_get(gaff_layout_head(l->arena, l->layout), SV("version"));
	const char *what = row->what;
	size_t n = 0;

	for (size_t i = 0; i < COUNT_OF(words) && !what; i++)
		if ((row->may_be & words[i].may_be) == words[i].may_be)
			what = words[i].words;
	(void)snprintf(out, size, "%s%s", what ? what : "",
		       row->may_be & GAFF_M_NULL ? ", or null" : "");
	if (row->may_be & GAFF_M_VERSION)
		(void)snprintf(out, size, "%.*s", SV_ARG(json_sv(version)));
	if (row->max)
		(void)snprintf(out, size, "a whole number from 1 to %u", row->max);
	for (size_t i = 0; row->may_be & GAFF_M_TYPE && i < l->layout->n_types && n < size; i++)
		n += (size_t)snprintf(out + n, size - n, "%s\"%.*s\"", i ? " or " : "",
				      SV_ARG(l->layout->types[i].native));
}

static const char mend[] = "put it right, or take it out";

static bool is_missing(const struct looking *l, const struct gaff_member *row, struct json object)
{
	bool is_of_file = row->flags & GAFF_MEMBER_OF_FILE;

	if (!(row->flags & GAFF_MEMBER_NEEDED) || gaff_json_at(object, row->where).n)
		return false;
	return wrong(l, object.p, mend, "%s without \"%.*s\"", is_of_file ? "anything" : "an entry",
		     SV_ARG(leaf(row->where)));
}

static bool is_row_wrong(const struct looking *l, const struct gaff_member *row, struct json object)
{
	struct json value = gaff_json_at(object, row->where);
	struct gaff_err why = { .msg = "" };
	const char *at = value.p;
	char what[80];

	if (!value.n || !row->may_be || is_allowed(l, row, value, &at, &why))
		return false;
	describe(l, row, what, sizeof what);
	return wrong(l, at, mend, "a \"%.*s\" that is not %s%s%s", SV_ARG(leaf(row->where)), what,
		     why.msg[0] ? ": " : "", why.msg);
}

/* Is this member in a row, or the first step to what one points at? */
static bool is_in_rows(const struct looking *l, struct json key, unsigned place)
{
	const struct gaff_member *row;

	for (size_t i = 0; (row = row_at(l->layout, i)) != NULL; i++)
		if ((row->flags & GAFF_MEMBER_PLACE) == place &&
		    gaff_where_starts_at(row->where, key, true))
			return true;
	return false;
}

static bool has_other(const struct looking *l, struct json entry)
{
	struct json_iter it = gaff_json_iter(entry);
	struct json key, value;

	while (it.is_object && gaff_json_next(&it, &key, &value)) {
		struct sv name = { key.p + 1, key.n - 2 };

		if (!is_in_rows(l, key, 0))
			return wrong(l, key.p, "take it out", "a member it does not know, \"%.*s\"",
				     (int)(name.n < 60 ? name.n : 60), name.p);
	}
	return false;
}

/* Is a row about this object, and the kind of handler that it has? Without a type that is a
 * command. */
static bool is_about(const struct looking *l, const struct gaff_member *row, struct json object,
		     unsigned place)
{
	const struct gaff_handler_type *type;
	struct json name;

	if ((row->flags & GAFF_MEMBER_PLACE) != place || !row->kinds)
		return (row->flags & GAFF_MEMBER_PLACE) == place;
	name = gaff_layout_value(l->layout, GAFF_MEMBER_TYPE, object);
	type = find_type(l, name);
	return (type || !name.n) && row->kinds >> (type ? type->kind : GAFF_HANDLER_COMMAND) & 1;
}

static bool is_object_wrong(const struct looking *l, struct json object, unsigned place)
{
	const struct gaff_member *row;

	for (size_t i = 0; (row = row_at(l->layout, i)) != NULL; i++)
		if (is_about(l, row, object, place) &&
		    (is_missing(l, row, object) || is_row_wrong(l, row, object)))
			return true;
	return l->layout->is_strict && !place && has_other(l, object);
}

static bool is_group_wrong(const struct looking *l, struct json group)
{
	struct json hooks = gaff_json_get(group, SV("hooks")), key, entry;
	struct json_iter it = gaff_json_iter(hooks);

	if (gaff_json_type(hooks) != JSON_ARRAY)
		return wrong(l, hooks.n ? hooks.p : group.p, "make it one, or take it out",
			     "an entry that has no list of hooks");
	if (is_object_wrong(l, group, GAFF_MEMBER_OF_GROUP))
		return true;
	while (gaff_json_next(&it, &key, &entry)) {
		if (gaff_json_type(entry) != JSON_OBJECT)
			return wrong(l, entry.p, "make it one, or take it out",
				     "an entry that is no object");
		if (is_object_wrong(l, entry, 0))
			return true;
	}
	return false;
}

/* A group of hooks, where the agent has none: nothing else that is wrong with it matters. */
static bool is_group_here(const struct looking *l, struct json entry)
{
	const struct gaff_member *command = gaff_layout_member(l->layout, GAFF_MEMBER_COMMAND,
							       GAFF_HANDLER_COMMAND);

	return command && command->flags & GAFF_MEMBER_NEEDED &&
	       !gaff_json_at(entry, command->where).n &&
	       gaff_json_type(gaff_json_get(entry, SV("hooks"))) == JSON_ARRAY &&
	       wrong(l, entry.p, "put its hooks into the list itself",
		     "a group in the list of an event");
}

static bool is_list_wrong(const struct looking *l, struct json list)
{
	struct json_iter it = gaff_json_iter(list);
	struct json key, entry;

	if (gaff_json_type(list) != JSON_ARRAY)
		return wrong(l, list.p, "make it one, or take it out",
			     "an event that has no list of hooks");
	while (gaff_json_next(&it, &key, &entry)) {
		if (gaff_json_type(entry) != JSON_OBJECT)
			return wrong(l, entry.p, "make it one, or take it out",
				     "an entry that is no object");
		if (l->layout->shape == GAFF_LAYOUT_GROUPS
			    ? is_group_wrong(l, entry)
			    : is_group_here(l, entry) || is_object_wrong(l, entry, 0))
			return true;
	}
	return false;
}

bool gaff_members_wrong(struct arena *a, const struct gaff_host *host, struct json root,
			struct gaff_wrong *out)
{
	struct looking l = { a, host->layout, out };
	struct json_iter it = gaff_json_iter(gaff_json_get(root, SV("hooks")));
	struct json *list = gaff_arena_alloc(a, host->n_events * sizeof *list), key, value;

	if (!list)
		return false;
	if (is_object_wrong(&l, root, GAFF_MEMBER_OF_FILE))
		return true;
	if (host->layout->shape == GAFF_LAYOUT_LIST) {
		value = gaff_json_get(root, SV("hooks"));
		return value.n && is_list_wrong(&l, value);
	}
	while (host->layout->rows_of_any_event && it.is_object && gaff_json_next(&it, &key, &value))
		if (is_list_wrong(&l, value))
			return true;
	memset(list, 0, host->n_events * sizeof *list);
	while (it.is_object && gaff_json_next(&it, &key, &value))
		for (size_t i = 0; i < host->n_events; i++)
			if (gaff_json_is(key, host->events[i].native))
				list[i] = value;
	for (size_t i = 0; i < host->n_events; i++)
		if (list[i].n && is_list_wrong(&l, list[i]))
			return true;
	return false;
}

bool gaff_member_fits(struct arena *a, const struct gaff_host *host,
		      const enum gaff_handler_kind *kind, struct json name, struct json value)
{
	struct looking l = { a, host->layout, NULL };
	unsigned place = kind ? 0 : GAFF_MEMBER_OF_FILE;
	const struct gaff_member *row;
	struct gaff_err why;
	const char *at;

	if (!gaff_host_has_files(host, GAFF_C_ONLY_AS_IN_ROWS))
		return true;
	for (size_t i = 0; (row = row_at(host->layout, i)) != NULL; i++)
		if ((row->flags & GAFF_MEMBER_PLACE) == place && row->may_be &&
		    gaff_json_is(name, sv_skip(row->where, 1)) &&
		    (!row->kinds || (kind && row->kinds >> *kind & 1)) &&
		    !is_allowed(&l, row, value, &at, &why))
			return false;
	return !kind || !host->layout->is_strict || is_in_rows(&l, name, place);
}
