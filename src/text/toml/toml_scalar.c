/*
 * toml_scalar.c - numbers, dates, times and words.
 *
 * Each match_…() says how many bytes of the text it can take, and 0 for none. What follows is for
 * the caller: of 1x the 1 is a number, and the x is wrong.
 */
#include "text/json/json_scan.h"
#include "text/toml/toml_parts.h"

/* The digits of `form` in their places: 0 stands for any, other characters for themselves. */
static bool has_form(struct sv s, const char *form)
{
	size_t i = 0;

	for (; form[i]; i++)
		if (i >= s.n || (form[i] == '0' ? !ascii_isdigit(s.p[i]) : s.p[i] != form[i]))
			return false;
	return true;
}

static int two_digits(const char *p)
{
	return (p[0] - '0') * 10 + (p[1] - '0');
}

static size_t match_date(struct sv s)
{
	int month, day;

	if (!has_form(s, "0000-00-00"))
		return 0;
	month = two_digits(s.p + 5);
	day = two_digits(s.p + 8);
	return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? 10 : 0;
}

static bool is_real_date(struct sv s)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	int year = two_digits(s.p) * 100 + two_digits(s.p + 2), month = two_digits(s.p + 5);
	bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

	return year > 0 && two_digits(s.p + 8) <= days[month - 1] + (month == 2 && is_leap);
}

static size_t match_time(struct sv s)
{
	size_t n = 8;

	if (!has_form(s, "00:00:00") || two_digits(s.p) > 23 || two_digits(s.p + 3) > 59 ||
	    two_digits(s.p + 6) > 59)
		return 0;
	if (s.n > 9 && s.p[8] == '.' && ascii_isdigit(s.p[9]))
		for (n = 10; n < s.n && ascii_isdigit(s.p[n]);)
			n++;
	return n;
}

static size_t match_zone(struct sv s)
{
	if (s.n && (s.p[0] == 'Z' || s.p[0] == 'z'))
		return 1;
	if (!s.n || (s.p[0] != '+' && s.p[0] != '-') || !has_form(sv_skip(s, 1), "00:00"))
		return 0;
	return two_digits(s.p + 1) <= 23 && two_digits(s.p + 4) <= 59 ? 6 : 0;
}

static size_t match_date_time(struct sv s)
{
	size_t n = match_date(s), time;

	if (!n || s.n == n || (s.p[n] != 'T' && s.p[n] != 't' && s.p[n] != ' '))
		return n;
	time = match_time(sv_skip(s, n + 1));
	if (!time)
		return n;
	n += 1 + time;
	return n + match_zone(sv_skip(s, n));
}

/* Digits, with single underscores between them. */
static size_t match_digits(struct sv s, int base)
{
	size_t n = 0;

	while (n < s.n) {
		bool is_joint = n && s.p[n] == '_' && n + 1 < s.n;
		int digit = ascii_hex_digit(s.p[n + is_joint]);

		if (digit < 0 || digit >= base)
			break;
		n += 1u + is_joint;
	}
	return n;
}

static size_t match_decimal(struct sv s, bool *is_float)
{
	size_t n = s.n && (s.p[0] == '+' || s.p[0] == '-'), digits;

	*is_float = false;
	digits = n < s.n && s.p[n] == '0' ? 1 : match_digits(sv_skip(s, n), 10);
	if (!digits)
		return 0;
	n += digits;
	if (n < s.n && s.p[n] == '.' && (digits = match_digits(sv_skip(s, n + 1), 10))) {
		n += 1 + digits;
		*is_float = true;
	}
	if (n < s.n && (s.p[n] == 'e' || s.p[n] == 'E')) {
		size_t sign = n + 1 < s.n && (s.p[n + 1] == '+' || s.p[n + 1] == '-');

		digits = match_digits(sv_skip(s, n + 1 + sign), 10);
		if (digits) {
			n += 1 + sign + digits;
			*is_float = true;
		}
	}
	return n;
}

/* As JSON has it: without underscores, without a plus before it, and no integer is -0. */
static enum gaff_rc take_decimal(struct toml_doc *d, struct toml_node *node, struct sv s)
{
	char *text = gaff_arena_alloc(d->arena, s.n);
	size_t n = 0;

	GAFF_TRY(gaff_arena_check(d->arena, d->err));
	for (size_t i = s.p[0] == '+'; i < s.n; i++)
		if (s.p[i] != '_')
			text[n++] = s.p[i];
	node->text = (struct sv){ text, n };
	if (node->kind == TOML_INTEGER && sv_eq(node->text, SV("-0")))
		node->text = SV("0");
	return GAFF_OK;
}

/* Digits of base 2, 8 or 16 as decimal ones, which are kept from the last to the first. */
static enum gaff_rc take_based(struct toml_doc *d, struct toml_node *node, struct sv s, int base)
{
	char digits[GAFF_TOML_DIGITS_MAX * 5 / 4 + 1] = { 0 }, *text;
	size_t n = 1;

	if (s.n > GAFF_TOML_DIGITS_MAX)
		return gaff_fail(d->err, GAFF_ETOOBIG, "a number of more than %d digits",
				 GAFF_TOML_DIGITS_MAX);
	for (size_t i = 0; i < s.n; i++) {
		int carry = ascii_hex_digit(s.p[i]);

		for (size_t k = 0; carry >= 0 && (k < n || carry); k++) {
			carry += k < n ? digits[k] * base : 0;
			digits[k] = (char)(carry % 10);
			carry /= 10;
			n = k < n ? n : k + 1;
		}
	}
	text = gaff_arena_alloc(d->arena, n);
	GAFF_TRY(gaff_arena_check(d->arena, d->err));
	for (size_t k = 0; k < n; k++)
		text[k] = (char)('0' + digits[n - 1 - k]);
	node->text = (struct sv){ text, n };
	return GAFF_OK;
}

static int base_of(struct sv s)
{
	if (s.n < 2 || s.p[0] != '0')
		return 10;
	return s.p[1] == 'x' ? 16 : s.p[1] == 'o' ? 8 : s.p[1] == 'b' ? 2 : 10;
}

static enum gaff_rc read_time(struct toml_doc *d, struct toml_node *node, struct sv s)
{
	char *quoted;

	if (has_form(s, "0000-00-00") && !is_real_date(s))
		return gaff_toml_refuse(d, d->i, "there is no such date");
	quoted = gaff_arena_alloc(d->arena, s.n + 2);
	GAFF_TRY(gaff_arena_check(d->arena, d->err));
	quoted[0] = quoted[s.n + 1] = '"';
	memcpy(quoted + 1, s.p, s.n);
	node->kind = TOML_TIME;
	node->text = (struct sv){ quoted, s.n + 2 };
	d->i += s.n;
	return GAFF_OK;
}

static bool read_word(struct toml_doc *d, struct toml_node *node, struct sv rest)
{
	static const struct word {
		struct sv toml, json;
		enum toml_kind kind;
	} words[] = {
		{ SV_INIT("true"), SV_INIT("true"), TOML_BOOL },
		{ SV_INIT("false"), SV_INIT("false"), TOML_BOOL },
		{ SV_INIT("inf"), SV_INIT("\"inf\""), TOML_FLOAT },
		{ SV_INIT("+inf"), SV_INIT("\"inf\""), TOML_FLOAT },
		{ SV_INIT("-inf"), SV_INIT("\"-inf\""), TOML_FLOAT },
		{ SV_INIT("nan"), SV_INIT("\"nan\""), TOML_FLOAT },
		{ SV_INIT("+nan"), SV_INIT("\"nan\""), TOML_FLOAT },
		{ SV_INIT("-nan"), SV_INIT("\"nan\""), TOML_FLOAT },
	};

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (!sv_starts(rest, words[i].toml))
			continue;
		node->kind = words[i].kind;
		node->text = words[i].json;
		d->i += words[i].toml.n;
		return true;
	}
	return false;
}

enum gaff_rc gaff_toml_scalar(struct toml_doc *d, struct toml_node *node)
{
	struct sv rest = sv_skip(d->text, d->i), digits;
	int base = base_of(rest);
	bool is_float;
	size_t n;

	if (read_word(d, node, rest))
		return GAFF_OK;
	n = match_date_time(rest);
	if (!n)
		n = match_time(rest);
	if (n)
		return read_time(d, node, (struct sv){ rest.p, n });
	node->kind = TOML_INTEGER;
	if (base != 10 && (n = match_digits(sv_skip(rest, 2), base))) {
		digits = (struct sv){ rest.p + 2, n };
		d->i += 2 + n;
		return take_based(d, node, digits, base);
	}
	n = match_decimal(rest, &is_float);
	if (!n)
		return gaff_toml_refuse(d, d->i, "a value is missing here");
	node->kind = is_float ? TOML_FLOAT : TOML_INTEGER;
	d->i += n;
	return take_decimal(d, node, (struct sv){ rest.p, n });
}
