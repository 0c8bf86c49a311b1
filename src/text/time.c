#include "text/time.h"

#include <stdio.h>

enum { DAY_MS = 86400000, DAYS_TO_1970 = 719468 /* from 0000-03-01, where leap days come last */ };

static const int64_t last_ms = 253402300799999; /* of the year 9999 */

struct sv gaff_time_text(int64_t ms, char text[GAFF_TIME_LENGTH + 1])
{
	int64_t days, rest, era, doe, yoe, doy, month;
	char room[96]; /* so that the compiler need not believe us how short it is */

	ms = ms < 0 ? 0 : ms > last_ms ? last_ms : ms;
	days = ms / DAY_MS + DAYS_TO_1970;
	rest = ms % DAY_MS;
	era = days / 146097;
	doe = days % 146097;
	yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	month = (5 * doy + 2) / 153;
	(void)snprintf(room, sizeof room, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ",
		       (int)(yoe + era * 400 + (month >= 10)),
		       (int)(month < 10 ? month + 3 : month - 9),
		       (int)(doy - (153 * month + 2) / 5 + 1), (int)(rest / 3600000),
		       (int)(rest / 60000 % 60), (int)(rest / 1000 % 60), (int)(rest % 1000));
	memcpy(text, room, GAFF_TIME_LENGTH);
	text[GAFF_TIME_LENGTH] = '\0';
	return (struct sv){ text, GAFF_TIME_LENGTH };
}

/* The number of so many digits, taken off the text; -1: they are not there. */
static int take_digits(struct sv *text, size_t n)
{
	int number = 0;

	if (text->n < n)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (!ascii_isdigit(text->p[i]))
			return -1;
		number = number * 10 + (text->p[i] - '0');
	}
	*text = sv_skip(*text, n);
	return number;
}

static bool take(struct sv *text, char c)
{
	if (!text->n || text->p[0] != c)
		return false;
	*text = sv_skip(*text, 1);
	return true;
}

static int days_of(int year, int month)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return days[month - 1] + (month == 2 && is_leap);
}

static bool take_date(struct sv *text, int64_t *days)
{
	int year = take_digits(text, 4), month, day, doy;

	if (year < 1970 || !take(text, '-'))
		return false;
	month = take_digits(text, 2);
	if (month < 1 || month > 12 || !take(text, '-'))
		return false;
	day = take_digits(text, 2);
	if (day < 1 || day > days_of(year, month))
		return false;
	year -= month <= 2; /* it begins with March */
	doy = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
	*days = (int64_t)year * 365 + year / 4 - year / 100 + year / 400 + doy - DAYS_TO_1970;
	return true;
}

static bool take_clock(struct sv *text, int64_t *ms)
{
	int hour = take_digits(text, 2), minute, second, fraction = 0;

	if (hour < 0 || hour > 23 || !take(text, ':'))
		return false;
	minute = take_digits(text, 2);
	if (minute < 0 || minute > 59 || !take(text, ':'))
		return false;
	second = take_digits(text, 2);
	if (second < 0 || second > 59)
		return false;
	if (take(text, '.')) {
		size_t n = 0;

		for (int unit = 100; n < text->n && ascii_isdigit(text->p[n]); n++, unit /= 10)
			fraction += unit * (text->p[n] - '0');
		if (!n)
			return false;
		*text = sv_skip(*text, n);
	}
	*ms = ((int64_t)hour * 3600 + minute * 60 + second) * 1000 + fraction;
	return true;
}

bool gaff_time_parse(struct sv text, int64_t *out)
{
	int64_t days, ms = 0;

	if (!take_date(&text, &days))
		return false;
	if (text.n && !(take(&text, 'T') && take_clock(&text, &ms) && take(&text, 'Z')))
		return false;
	if (text.n)
		return false;
	*out = days * DAY_MS + ms;
	return true;
}
