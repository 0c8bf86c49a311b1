/*
 * self_parts.h - what the guard `self` looks for besides files of gaff and of agents (self.c).
 */
#ifndef GAFF_GUARD_GUARDS_SELF_PARTS_H
#define GAFF_GUARD_GUARDS_SELF_PARTS_H

#include "guard/eval/files.h"

/* Programs that are started with another home or with a switch of gaff's, and code that types. */
void gaff_self_starts(struct gaff_guard_call *call, struct gaff_guard_report *report);

/*
 * A file that shells and agents read when they start: is a switch of gaff or of an agent put into
 * it, another home, or an agent's program with what the rows are about (an alias)?
 */
enum gaff_rc gaff_self_writes(struct gaff_guard_call *call, struct gaff_guard_report *report,
			      const struct gaff_file *file, const struct gaff_guard_row *rows,
			      size_t n_rows, struct gaff_err *err);

/* Does what is put into the settings of an agent switch its hooks off? */
bool gaff_self_switches_off(struct gaff_guard_call *call, const struct gaff_file *file);

#endif
