#include "agents/layout.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "text/json/json.h"

const struct gaff_member *gaff_layout_member(const struct gaff_layout *layout,
					     enum gaff_member_field field,
					     enum gaff_handler_kind kind)
{
	for (size_t i = 0; i < layout->n_rows; i++) {
		const struct gaff_member *row = &layout->rows[i];

		if (row->field == field && !(row->flags & GAFF_MEMBER_ALIAS) &&
		    (!row->kinds || row->kinds >> kind & 1))
			return row;
	}
	return NULL;
}

struct json gaff_layout_value(const struct gaff_layout *layout, enum gaff_member_field field,
			      struct json entry)
{
	struct json value = { 0 };

	for (size_t i = 0; i < layout->n_rows && !value.n; i++)
		if (layout->rows[i].field == field)
			value = gaff_json_at(entry, layout->rows[i].where);
	return value;
}

struct json gaff_layout_head(struct arena *a, const struct gaff_layout *layout)
{
	struct buf b = buf_in(a);

	buf_addc(&b, '{');
	gaff_buf_add(&b, layout->head);
	buf_addc(&b, '}');
	return buf_ok(&b) ? (struct json){ b.p, b.n } : (struct json){ 0 };
}

struct json gaff_layout_closed(const struct gaff_layout *layout, bool is_closed)
{
	struct sv value = is_closed ? layout->closed : layout->open;

	if (!value.n)
		value = is_closed ? SV("true") : SV("false");
	return (struct json){ value.p, value.n };
}

struct sv gaff_layout_type_name(const struct gaff_layout *layout, enum gaff_handler_kind kind)
{
	for (size_t i = 0; i < layout->n_types; i++)
		if (layout->types[i].kind == kind)
			return layout->types[i].native;
	return SV("");
}

/* ---- times ---- */

const struct gaff_member *gaff_layout_timeout(const struct gaff_layout *layout)
{
	static const struct gaff_member seconds = { .field = GAFF_MEMBER_TIMEOUT };
	const struct gaff_member *row = gaff_layout_member(layout, GAFF_MEMBER_TIMEOUT,
							   GAFF_HANDLER_COMMAND);

	return row ? row : &seconds;
}

struct sv gaff_thousandths(struct arena *a, int64_t n)
{
	char text[40];
	int length = snprintf(text, sizeof text, "%" PRId64 ".%03" PRId64, n / 1000, n % 1000);

	while (text[length - 1] == '0')
		length--;
	if (text[length - 1] == '.')
		length--;
	return (struct sv){ gaff_arena_dup(a, (struct sv){ text, (size_t)length }),
			    (size_t)length };
}

struct sv gaff_encode_timeout(struct arena *a, const struct gaff_layout *layout, int64_t ms)
{
	const struct gaff_member *row = gaff_layout_timeout(layout);
	bool is_ms = row->unit == GAFF_MILLISECONDS ||
		     (row->unit == GAFF_SECONDS_OR_MS && ms >= 1000 * 1000);
	int64_t n = is_ms ? ms * 1000 : ms;

	if (row->may_be & GAFF_M_WHOLE && n % 1000)
		n += 1000 - n % 1000;
	return gaff_thousandths(a, n);
}

bool gaff_decode_timeout(const struct gaff_layout *layout, struct json value, int64_t *ms)
{
	enum gaff_time_unit unit = gaff_layout_timeout(layout)->unit;
	char text[64];
	double number;

	if (gaff_json_type(value) != JSON_NUMBER || value.n >= sizeof text)
		return false;
	memcpy(text, value.p, value.n);
	text[value.n] = '\0';
	number = strtod(text, NULL);
	if (!(number >= 0 && number < 1e12))
		return false;
	if (unit == GAFF_SECONDS || (unit == GAFF_SECONDS_OR_MS && number < 1000))
		number *= 1000;
	*ms = (int64_t)number;
	*ms += number - (double)*ms > 1e-6; /* a part of one is a whole one */
	return true;
}
