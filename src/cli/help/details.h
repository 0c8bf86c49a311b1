/*
 * details.h - what is printed of texts: commands.txt for --help and man pages, pages.txt for pages.
 */
#ifndef GAFF_CLI_HELP_DETAILS_H
#define GAFF_CLI_HELP_DETAILS_H

#include "base/arena.h"

/* What there is to say of a command besides its options; may be nothing. */
struct sv help_details(const char *command);

/* The paragraphs of a page, filled anew. */
void help_print_prose(struct arena *a, bool is_markdown, const char *name);

#endif
