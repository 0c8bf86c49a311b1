/*
 * section.h - several texts in one file, which is compiled in.
 *
 *	#: enable disable
 *	Changes "enabled" of the hook with that name ...
 *	#: validate
 *	FILE is a manifest ...
 */
#ifndef GAFF_TEXT_SECTION_H
#define GAFF_TEXT_SECTION_H

#include "base/str.h"

/* The lines below the "#:" line that has this word in it, up to the next one; or nothing. */
struct sv gaff_section(struct sv text, const char *name);

#endif
