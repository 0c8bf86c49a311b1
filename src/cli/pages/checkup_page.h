/*
 * checkup_page.h - a check-up for people, and for programs.
 */
#ifndef GAFF_CLI_PAGES_CHECKUP_PAGE_H
#define GAFF_CLI_PAGES_CHECKUP_PAGE_H

#include "doctor/checkup.h"

/* As checkup_look(): CLI_OK, or the exit code of what was said. */
int checkup_begin(struct checkup *c, const char *command, int n, char **argv);

/* A line and a next step for each. */
void checkup_print(const struct checkup *c, bool has_color);

/* "ok", "ailments": members of the object that is open. */
void checkup_write(struct json_writer *w, const struct checkup *c);

/* "~/.claude/settings.json" */
struct sv checkup_short_path(const struct checkup *c, const char *path);

#endif
