#include "config/members.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "text/regex/js_regex.h"
#include "text/regex/regex.h"
#include "text/utf8.h"

/* Which object it is a member of; else of an entry. */
enum { PLACE = GAFF_M_OF_FILE | GAFF_M_OF_GROUP };

struct looking {
	struct arena *arena;
	const struct gaff_entry_style *style;
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

static bool is_number(struct json value, const struct gaff_member_row *row)
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

static bool is_type(const struct looking *l, struct json value)
{
	for (size_t i = 0; i < l->style->n_rows; i++)
		if (l->style->rows[i].type.n && gaff_json_is(value, l->style->rows[i].type))
			return true;
	return false;
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
static bool is_allowed(const struct looking *l, const struct gaff_member_row *row,
		       struct json value, const char **at, struct gaff_err *why)
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
			return sv_eq(json_sv(value), l->style->version);
		if (may_be & GAFF_M_TYPE)
			return is_type(l, value);
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

static struct json member(struct json object, struct sv name)
{
	return name.p[0] == '/' ? gaff_json_at(object, name) : gaff_json_get(object, name);
}

static struct sv leaf(struct sv name)
{
	for (size_t i = name.n; i--;)
		if (name.p[i] == '/')
			return sv_skip(name, i + 1);
	return name;
}

static bool is_row_wrong(const struct looking *l, const struct gaff_member_row *row,
			 struct json object)
{
	static const char next[] = "put it right, or take it out";
	struct json value = member(object, row->name);
	struct gaff_err why = { .msg = "" };
	const char *at = value.p;

	if (!value.n && row->may_be & GAFF_M_NEEDED)
		return !(row->may_be & GAFF_M_OF_FILE) &&
				       gaff_json_type(gaff_json_get(object, SV("hooks"))) ==
					       JSON_ARRAY
			       ? wrong(l, object.p, "put its hooks into the list itself",
				       "a group in the list of an event")
			       : wrong(l, object.p, next, "%s without \"%.*s\"",
				       row->may_be & GAFF_M_OF_FILE ? "anything" : "an entry",
				       SV_ARG(leaf(row->name)));
	if (!value.n || is_allowed(l, row, value, &at, &why))
		return false;
	return wrong(l, at, next, "a \"%.*s\" that is not %s%s%s", SV_ARG(leaf(row->name)),
		     row->what, why.msg[0] ? ": " : "", why.msg);
}

/* Is this member in a row, or the first step to what one points at? */
static bool is_in_rows(const struct looking *l, struct json key, unsigned place)
{
	for (size_t i = 0; i < l->style->n_rows; i++) {
		const struct gaff_member_row *row = &l->style->rows[i];

		if ((row->may_be & PLACE) == place &&
		    (row->name.p[0] == '/' ? gaff_where_starts_at(row->name, key, true)
					   : gaff_json_is(key, row->name)))
			return true;
	}
	return false;
}

static bool has_other(const struct looking *l, struct json object, unsigned place)
{
	struct json_iter it = gaff_json_iter(object);
	struct json key, value;

	while (it.is_object && gaff_json_next(&it, &key, &value)) {
		struct sv name = { key.p + 1, key.n - 2 };

		if (!is_in_rows(l, key, place))
			return wrong(l, key.p, "take it out", "a member it does not know, \"%.*s\"",
				     (int)(name.n < 60 ? name.n : 60), name.p);
	}
	return false;
}

/* Of which type an entry is: where the row of types says, else in "type". */
static struct json type_of(const struct looking *l, struct json object)
{
	for (size_t i = 0; i < l->style->n_rows; i++)
		if (l->style->rows[i].may_be & GAFF_M_TYPE)
			return member(object, l->style->rows[i].name);
	return gaff_json_get(object, SV("type"));
}

static bool is_object_wrong(const struct looking *l, struct json object, unsigned place)
{
	struct json type = type_of(l, object);

	for (size_t i = 0; i < l->style->n_rows; i++) {
		const struct gaff_member_row *row = &l->style->rows[i];
		bool is_meant = !row->type.n || (type.n ? gaff_json_is(type, row->type)
							: sv_eq(row->type, SV("command")));

		if ((row->may_be & PLACE) != place || !is_meant)
			continue;
		if (sv_eq(row->name, SV("*")) ? has_other(l, object, place)
					      : is_row_wrong(l, row, object))
			return true;
	}
	return false;
}

static bool is_group_wrong(const struct looking *l, struct json group)
{
	struct json hooks = gaff_json_get(group, SV("hooks")), key, entry;
	struct json_iter it = gaff_json_iter(hooks);

	if (gaff_json_type(hooks) != JSON_ARRAY)
		return wrong(l, hooks.n ? hooks.p : group.p, "make it one, or take it out",
			     "an entry that has no list of hooks");
	if (is_object_wrong(l, group, GAFF_M_OF_GROUP))
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
		if (l->style->shape == GAFF_ENTRY_GROUPS ? is_group_wrong(l, entry)
							 : is_object_wrong(l, entry, 0))
			return true;
	}
	return false;
}

bool gaff_members_wrong(struct arena *a, const struct gaff_host *host, struct json root,
			struct gaff_wrong *out)
{
	struct looking l = { a, host->entry, out };
	struct json_iter it = gaff_json_iter(gaff_json_get(root, SV("hooks")));
	struct json *list = gaff_arena_alloc(a, host->n_events * sizeof *list), key, value;

	if (!list)
		return false;
	if (is_object_wrong(&l, root, GAFF_M_OF_FILE))
		return true;
	if (host->entry->shape == GAFF_ENTRY_LIST) {
		value = gaff_json_get(root, SV("hooks"));
		return value.n && is_list_wrong(&l, value);
	}
	while (host->entry->rows_of_any_event && it.is_object && gaff_json_next(&it, &key, &value))
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

bool gaff_member_fits(struct arena *a, const struct gaff_host *host, const struct sv *type,
		      struct json name, struct json value, const char **what)
{
	struct looking l = { a, host->entry, NULL };
	unsigned place = type ? 0 : GAFF_M_OF_FILE;
	struct gaff_err why;
	const char *at;

	for (size_t i = 0; host->entry && i < host->entry->n_rows; i++) {
		const struct gaff_member_row *row = &host->entry->rows[i];
		bool is_other = sv_eq(row->name, SV("*")) && !is_in_rows(&l, name, place);

		*what = row->what;
		if ((row->may_be & PLACE) == place &&
		    (!row->type.n || (type && sv_eq(row->type, *type))) &&
		    (is_other ||
		     (gaff_json_is(name, row->name) && !is_allowed(&l, row, value, &at, &why))))
			return false;
	}
	return true;
}
