/* program.h - what files have in common that are programs of gaff's with hooks as data in them. */
#ifndef GAFF_CONVERT_PROGRAM_H
#define GAFF_CONVERT_PROGRAM_H

#include "convert/parts.h"

/* What is written around the data. */
struct gaff_program_text {
	struct sv first;     /* a line before everything else, or nothing */
	struct sv mark;      /* how the next one begins, */
	struct sv installed; /* and that of what `gaff install` writes */
	struct sv before, behind;
	const char *what, *others; /* what one is called, and those that are not gaff's */
};

/* The line with the mark, and the one with the data. */
void gaff_program_data(struct arena *a, const struct gaff_program_text *text,
		       const struct gaff_host *host, struct json document, struct buf *out);

bool gaff_program_is_of(const struct gaff_program_text *kind, const struct gaff_host *host,
			struct sv text);

/* The data again, and what is `behind` it. */
enum gaff_rc gaff_program_read(struct arena *a, const struct gaff_program_text *kind,
			       const struct gaff_host *host, struct sv text, struct json *out,
			       struct sv *behind, struct gaff_err *err);

#endif
