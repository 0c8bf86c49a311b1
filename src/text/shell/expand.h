/*
 * expand.h - variables in the headers of an http handler.
 *
 *	Bearer ${TOKEN}     Bearer $TOKEN     costs $$5
 *
 * A name is letters, digits and _, as a shell has it; $$ is a dollar sign. Any other dollar sign
 * is an error and not itself: "${TOKEN:-x}" sent as it stands would be a secret that is none.
 * What a variable holds is not looked at again.
 */
#ifndef GAFF_TEXT_SHELL_EXPAND_H
#define GAFF_TEXT_SHELL_EXPAND_H

#include "text/json/json.h"

/*
 * Is the text well formed, and does it name only variables of the list `allowed` (absent: none)?
 * GAFF_ESYNTAX or GAFF_EUSAGE, with the offset in the text.
 */
enum gaff_rc gaff_expand_check(struct sv text, struct json allowed, struct gaff_err *err);

/* Text as it stands, or a variable; neither: it is the end. */
struct gaff_expand_piece {
	struct sv literal, name;
	size_t offset; /* of the dollar sign of a name */
};

/* The piece at *at, which then is where the next one begins. GAFF_ESYNTAX, with the offset. */
enum gaff_rc gaff_expand_next(struct sv text, size_t *at, struct gaff_expand_piece *out,
			      struct gaff_err *err);

/* The value of a variable; false: it is not set. */
typedef bool (*gaff_expand_get)(const void *context, struct sv name, struct sv *out);

/* Into `out`. GAFF_ENOENT, with its name in the message, when a variable is not set. */
enum gaff_rc gaff_expand(struct sv text, gaff_expand_get get, const void *context, struct buf *out,
			 struct gaff_err *err);

#endif
