#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "convert/parts.h"

/* Times in the unit of a form: seconds, milliseconds, or by their size. */

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

struct sv gaff_encode_timeout(struct arena *a, const struct gaff_form *form, int64_t ms)
{
	bool is_ms = form->second == 1000 || (form->large_is_ms && ms >= 1000 * 1000);
	int64_t n = is_ms ? ms * 1000 : ms * form->second;

	if (form->is_whole && n % 1000)
		n += 1000 - n % 1000;
	return gaff_thousandths(a, n);
}

bool gaff_decode_timeout(const struct gaff_form *form, struct json value, int64_t *ms)
{
	char text[64];
	double number;

	if (gaff_json_type(value) != JSON_NUMBER || value.n >= sizeof text)
		return false;
	memcpy(text, value.p, value.n);
	text[value.n] = '\0';
	number = strtod(text, NULL);
	if (!(number > 0 && number < 1e12))
		return false;
	if (form->second != 1000 && !(form->large_is_ms && number >= 1000))
		number = number * 1000 / form->second;
	*ms = (int64_t)number;
	*ms += number - (double)*ms > 1e-6; /* a part of one is a whole one */
	return true;
}
