/*
 * color.h - colours, for terminals alone.
 */
#ifndef GAFF_CLI_PRINT_COLOR_H
#define GAFF_CLI_PRINT_COLOR_H

#include <stdbool.h>

#include "cli/cli.h"
#include "model/response.h"

enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };
enum color { COLOR_NONE, COLOR_RED, COLOR_YELLOW, COLOR_GREEN };

/* The row of --color; its member is an enum color_when. */
#define CLI_COLOR(type, member)                                                                    \
	{                                                                                          \
		"color", "WHEN", "auto (on a terminal, without $NO_COLOR), always or never",       \
			cli_take_color, CLI_AT(type, member, enum color_when), 0, 0                \
	}
cli_take cli_take_color;

/* Does what is written to stdout get colours? */
bool color_is_on(enum color_when when);

/* Red where something is denied, yellow where somebody is asked. */
enum color color_of(enum gaff_decision decision);

/* To stdout, in that colour. */
void color_print(enum color color, struct sv text);

#endif
