#include "hook/members.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "text/js_regex.h"
#include "text/utf8.h"

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

static bool is_number(struct json value, unsigned may_be)
{
	char text[64];
	double number;

	if (value.n >= sizeof text)
		return true;
	memcpy(text, value.p, value.n);
	text[value.n] = '\0';
	number = strtod(text, NULL);
	return number > 0 &&
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
		return may_be & (GAFF_M_NUMBER | GAFF_M_WHOLE) && is_number(value, may_be);
	case JSON_STRING:
		if (may_be & GAFF_M_TYPE)
			return is_type(l, value);
		if (!(may_be & (GAFF_M_TEXT | GAFF_M_REGEX)))
			return false;
		if (!gaff_json_text(l->arena, value, &text)) /* no memory: somebody else says so */
			return true;
		if (may_be & GAFF_M_NOT_BLANK && !gaff_utf8_trim(text).n)
			return false;
		if (!(may_be & GAFF_M_REGEX) || sv_eq(text, SV("*")) ||
		    gaff_js_regex_check(text, why) == GAFF_OK)
			return true;
		*at = gaff_json_text_at(value, why->offset);
		return false;
	case JSON_ARRAY:
	case JSON_OBJECT:
	case JSON_ABSENT:
		break;
	}
	return false;
}

static bool is_row_wrong(const struct looking *l, const struct gaff_member_row *row,
			 struct json object)
{
	static const char next[] = "put it right, or take it out";
	struct json value = gaff_json_get(object, row->name);
	struct gaff_err why = { .msg = "" };
	const char *at = value.p;

	if (!value.n && row->may_be & GAFF_M_NEEDED)
		return gaff_json_type(gaff_json_get(object, SV("hooks"))) == JSON_ARRAY
			       ? wrong(l, object.p, "put its hooks into the list itself",
				       "a group in the list of an event")
			       : wrong(l, object.p, next, "an entry without \"%.*s\"",
				       SV_ARG(row->name));
	if (!value.n || is_allowed(l, row, value, &at, &why))
		return false;
	return wrong(l, at, next, "a \"%.*s\" that is not %s%s%s", SV_ARG(row->name), row->what,
		     why.msg[0] ? ": " : "", why.msg);
}

static bool is_object_wrong(const struct looking *l, struct json object, unsigned of_file)
{
	struct json type = gaff_json_get(object, SV("type"));

	for (size_t i = 0; i < l->style->n_rows; i++) {
		const struct gaff_member_row *row = &l->style->rows[i];
		bool is_meant = !row->type.n || (type.n ? gaff_json_is(type, row->type)
							: sv_eq(row->type, SV("command")));

		if ((row->may_be & GAFF_M_OF_FILE) == of_file && is_meant &&
		    is_row_wrong(l, row, object))
			return true;
	}
	return false;
}

static bool is_event_wrong(const struct looking *l, struct json list)
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
		if (is_object_wrong(l, entry, 0))
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
	memset(list, 0, host->n_events * sizeof *list);
	while (it.is_object && gaff_json_next(&it, &key, &value))
		for (size_t i = 0; i < host->n_events; i++)
			if (gaff_json_is(key, host->events[i].native))
				list[i] = value;
	for (size_t i = 0; i < host->n_events; i++)
		if (list[i].n && is_event_wrong(&l, list[i]))
			return true;
	return false;
}

bool gaff_member_fits(struct arena *a, const struct gaff_host *host, const struct sv *type,
		      struct json name, struct json value, const char **what)
{
	struct looking l = { a, host->entry, NULL };
	struct gaff_err why;
	const char *at;

	for (size_t i = 0; host->entry && i < host->entry->n_rows; i++) {
		const struct gaff_member_row *row = &host->entry->rows[i];
		bool is_of_file = row->may_be & GAFF_M_OF_FILE;

		*what = row->what;
		if (is_of_file == !type && (!row->type.n || sv_eq(row->type, *type)) &&
		    gaff_json_is(name, row->name) && !is_allowed(&l, row, value, &at, &why))
			return false;
	}
	return true;
}
