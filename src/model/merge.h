/*
 * merge.h - several answers become one.
 */
#ifndef GAFF_MODEL_MERGE_H
#define GAFF_MODEL_MERGE_H

#include "model/response.h"

/*
 * Add the next answer: deny > ask > allow > none, reasons and contexts joined in order,
 * continue: false sticks, a later rewrite, output or variable replaces an earlier one of its name.
 */
enum gaff_rc gaff_merge_response(struct arena *a, struct gaff_response *into,
				 const struct gaff_response *next, struct gaff_err *err);

#endif
