#include "cli/print/color.h"

#include <stdlib.h>
#include <unistd.h>

#include "cli/print/screen.h"

enum gaff_rc cli_take_color(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	static const char *const words[] = {
		[COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never"
	};

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (strcmp(walk->value, words[i]) == 0) {
			*(enum color_when *)to = (enum color_when)i;
			return GAFF_OK;
		}
	}
	return gaff_fail(err, GAFF_EUSAGE, "%s: --color is auto, always or never, not '%s'",
			 walk->command->name, walk->value);
}

bool color_is_on(enum color_when when)
{
	const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");

	if (when != COLOR_AUTO)
		return when == COLOR_ALWAYS;
	return !(no && *no) && !(terminal && strcmp(terminal, "dumb") == 0) &&
	       isatty(STDOUT_FILENO);
}

enum color color_of(enum gaff_decision decision)
{
	return decision == GAFF_DENY ? COLOR_RED : decision == GAFF_ASK ? COLOR_YELLOW : COLOR_NONE;
}

void color_print(enum color color, struct sv text)
{
	static const char *const begins[] = {
		[COLOR_RED] = "\x1b[31m", [COLOR_YELLOW] = "\x1b[33m", [COLOR_GREEN] = "\x1b[32m"
	};

	if (color != COLOR_NONE)
		screen_control(stdout, begins[color]);
	if (text.n)
		(void)fwrite(text.p, 1, text.n, stdout);
	if (color != COLOR_NONE)
		screen_control(stdout, "\x1b[0m");
}
