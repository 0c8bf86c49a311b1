#include "cli/color.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/str.h"

bool color_parse(const char *word, enum color_when *out)
{
	static const char *const words[] = {
		[COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never"
	};

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (strcmp(word, words[i]) == 0) {
			*out = (enum color_when)i;
			return true;
		}
	}
	return false;
}

bool color_is_on(enum color_when when)
{
	const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");

	if (when != COLOR_AUTO)
		return when == COLOR_ALWAYS;
	return !(no && *no) && !(terminal && strcmp(terminal, "dumb") == 0) &&
	       isatty(STDOUT_FILENO);
}

const char *color_begin(enum color color)
{
	static const char *const begins[] = { [COLOR_NONE] = "",
					      [COLOR_RED] = "\x1b[31m",
					      [COLOR_YELLOW] = "\x1b[33m",
					      [COLOR_GREEN] = "\x1b[32m" };

	return begins[color];
}

const char *color_end(enum color color)
{
	return color == COLOR_NONE ? "" : "\x1b[0m";
}
