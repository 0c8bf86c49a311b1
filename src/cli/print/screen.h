/*
 * screen.h - what gaff prints on a terminal, all of it.
 *
 * Names, configurations, answers and errors hold what a repository, an agent or a hook wrote. So
 * there is one door: on a terminal stdout and stderr are streams of our own, and whatever any
 * command prints on them is shown as visible.h says. Elsewhere they are what they are.
 */
#ifndef GAFF_CLI_PRINT_SCREEN_H
#define GAFF_CLI_PRINT_SCREEN_H

#include <stdio.h>

/* Before anything is printed. */
void screen_begin(void);

/* What gaff itself tells a terminal, as a colour. This alone is passed on as it is. */
void screen_control(FILE *stream, const char *control);

#endif
