/*
 * options_parts.h - what options.c needs to know of each program; the table is options_rows.c.
 */
#ifndef GAFF_GUARD_ROWS_OPTIONS_PARTS_H
#define GAFF_GUARD_ROWS_OPTIONS_PARTS_H

#include "base/str.h"

/* How a program reads its words, where that is not the way of getopt. */
enum gaff_option_style {
	GAFF_OPT_SUBS = 1,       /* behind the sub-command are other options than before it */
	GAFF_OPT_WORDS = 2,      /* "-delete" is one option, not six */
	GAFF_OPT_POWERSHELL = 4, /* and may be cut short, in upper and lower case */
	GAFF_OPT_SLASH = 8,      /* "/s" is an option */
	GAFF_OPT_ASSIGN = 16,    /* "of=x" is the option "--of" with the value "x" */
};

struct gaff_option_row {
	const char *program; /* "git", "git checkout", "docker run|create" */
	const char *shorts;
	const char *longs;
	const char *const *twins; /* NULL, or with NULL at the end */
	unsigned style;
};

extern const struct gaff_option_row gaff_option_rows[]; /* program is NULL at the end */
extern const size_t gaff_n_option_rows;

#endif
