/*
 * path.h - paths as text: made absolute and plain without asking the file system.
 *
 * A name with a drive letter is data on any system: `C:\x`, `/C:/x` and `C:/x` all become
 * `C:/x`. Elsewhere a backslash is an ordinary character.
 */
#ifndef GAFF_TEXT_PATH_H
#define GAFF_TEXT_PATH_H

#include "base/arena.h"

/*
 * Append `path`, joined to `cwd` if it is relative, without "." and ".." and double slashes.
 * Without `drives`, "c:" is a name like any other.
 */
void gaff_path_absolute(struct buf *out, struct sv cwd, struct sv path, bool drives);

bool gaff_path_has_drive(struct sv path);

/*
 * What a "file://" URL names as browsers and node read it, whatever its host: "%2e" is a dot, "\\"
 * a slash, and tabs, line breaks, query and fragment do not count. False: it is none, or no memory.
 */
bool gaff_path_of_file_url(struct arena *a, struct sv url, struct sv *out);

/* folder/name; NULL: no memory, or a NUL in it. */
const char *gaff_path_join(struct arena *a, const char *folder, struct sv name);

#endif
