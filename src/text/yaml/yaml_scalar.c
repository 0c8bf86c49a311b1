#include "text/yaml/yaml_scalar.h"

#include <inttypes.h>

#include "text/json/json_scan.h"

/* plain text, and what it is; everything else but numbers is text */
static const struct {
	struct sv text;
	enum gaff_yaml_type type;
} words[] = {
	{ SV_INIT(""), GAFF_YAML_NULL },          { SV_INIT("~"), GAFF_YAML_NULL },
	{ SV_INIT("null"), GAFF_YAML_NULL },      { SV_INIT("Null"), GAFF_YAML_NULL },
	{ SV_INIT("NULL"), GAFF_YAML_NULL },      { SV_INIT("true"), GAFF_YAML_TRUE },
	{ SV_INIT("True"), GAFF_YAML_TRUE },      { SV_INIT("TRUE"), GAFF_YAML_TRUE },
	{ SV_INIT("false"), GAFF_YAML_FALSE },    { SV_INIT("False"), GAFF_YAML_FALSE },
	{ SV_INIT("FALSE"), GAFF_YAML_FALSE },    { SV_INIT(".nan"), GAFF_YAML_NO_NUMBER },
	{ SV_INIT(".NaN"), GAFF_YAML_NO_NUMBER }, { SV_INIT(".NAN"), GAFF_YAML_NO_NUMBER },
};

static const struct sv infinities[] = { SV_INIT(".inf"), SV_INIT(".Inf"), SV_INIT(".INF") };

/* A decimal number in its parts; `exponent` begins with its e. */
struct decimal {
	bool is_negative, has_point;
	struct sv whole, fraction, exponent;
};

static struct sv take_digits(struct sv *rest)
{
	struct sv digits = { rest->p, 0 };

	while (digits.n < rest->n && ascii_isdigit(rest->p[digits.n]))
		digits.n++;
	*rest = sv_skip(*rest, digits.n);
	return digits;
}

static bool take_decimal(struct sv text, struct decimal *out)
{
	struct decimal d = { 0 };

	if (text.n && (text.p[0] == '-' || text.p[0] == '+')) {
		d.is_negative = text.p[0] == '-';
		text = sv_skip(text, 1);
	}
	d.whole = take_digits(&text);
	if (text.n && text.p[0] == '.') {
		d.has_point = true;
		text = sv_skip(text, 1);
		d.fraction = take_digits(&text);
	}
	if (!d.whole.n && !d.fraction.n)
		return false;
	if (text.n && (text.p[0] == 'e' || text.p[0] == 'E')) {
		d.exponent.p = text.p;
		text = sv_skip(text, 1);
		if (text.n && (text.p[0] == '-' || text.p[0] == '+'))
			text = sv_skip(text, 1);
		if (!take_digits(&text).n)
			return false;
		d.exponent.n = (size_t)(text.p - d.exponent.p);
	}
	*out = d;
	return !text.n;
}

/* 0o17 and 0x1F, which have no sign. False also for a number beyond 64 bits, with is_one set. */
static bool take_based(struct sv text, bool *is_one, uint64_t *out)
{
	unsigned bits = sv_starts(text, SV("0o")) ? 3 : sv_starts(text, SV("0x")) ? 4 : 0;
	bool fits = true;
	uint64_t value = 0;

	*is_one = false;
	if (!bits || text.n < 3)
		return false;
	for (size_t i = 2; i < text.n; i++) {
		int digit = ascii_hex_digit(text.p[i]);

		if (digit < 0 || digit >> bits)
			return false;
		fits = fits && !(value >> (64 - bits));
		value = value << bits | (uint64_t)digit;
	}
	*is_one = true;
	*out = value;
	return fits;
}

enum gaff_yaml_type gaff_yaml_type_of(struct sv plain)
{
	struct sv unsigned_text = plain;
	struct decimal d;
	uint64_t value;
	bool is_based;

	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (sv_eq(plain, words[i].text))
			return words[i].type;
	if (plain.p[0] == '-' || plain.p[0] == '+')
		unsigned_text = sv_skip(plain, 1);
	for (size_t i = 0; i < COUNT_OF(infinities); i++)
		if (sv_eq(unsigned_text, infinities[i]))
			return GAFF_YAML_NO_NUMBER;
	(void)take_based(plain, &is_based, &value);
	if (is_based)
		return GAFF_YAML_BASED;
	if (!take_decimal(plain, &d))
		return GAFF_YAML_TEXT;
	return d.has_point || d.exponent.n ? GAFF_YAML_FLOAT : GAFF_YAML_INT;
}

/* JSON has no plus, no zeros in front, and digits on both sides of a point. */
static void write_decimal(struct json_writer *w, struct decimal d)
{
	while (d.whole.n > 1 && d.whole.p[0] == '0')
		d.whole = sv_skip(d.whole, 1);
	gaff_json_raw(w, d.is_negative ? SV("-") : SV(""));
	gaff_buf_add(w->out, d.whole.n ? d.whole : SV("0"));
	if (d.has_point) {
		buf_addc(w->out, '.');
		gaff_buf_add(w->out, d.fraction.n ? d.fraction : SV("0"));
	}
	gaff_buf_add(w->out, d.exponent);
}

bool gaff_yaml_write(struct json_writer *w, enum gaff_yaml_type type, struct sv plain)
{
	struct decimal d;
	uint64_t value;
	bool is_based;
	char text[24];

	switch (type) {
	case GAFF_YAML_TEXT:
		gaff_json_string(w, plain);
		return true;
	case GAFF_YAML_NULL:
		gaff_json_raw(w, SV("null"));
		return true;
	case GAFF_YAML_TRUE:
		gaff_json_raw(w, SV("true"));
		return true;
	case GAFF_YAML_FALSE:
		gaff_json_raw(w, SV("false"));
		return true;
	case GAFF_YAML_INT:
	case GAFF_YAML_FLOAT:
		if (!take_decimal(plain, &d))
			return false;
		write_decimal(w, d);
		return true;
	case GAFF_YAML_BASED:
		if (!take_based(plain, &is_based, &value))
			return false;
		(void)snprintf(text, sizeof text, "%" PRIu64, value);
		gaff_json_raw(w, sv_of(text));
		return true;
	case GAFF_YAML_NO_NUMBER:
		break;
	}
	return false;
}
