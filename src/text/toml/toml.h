/*
 * toml.h - TOML 1.0: read as JSON, and a few bytes of it changed.
 *
 * A document is read into JSON: tables are objects in the order of their first key, arrays of
 *tables are lists, dates and times are texts as they are written, numbers are as JSON has them (an
 *integer in decimal; "inf", "-inf" and "nan" are texts). What is no TOML is GAFF_ESYNTAX with line,
 *column and offset; GAFF_TOML_DEPTH_MAX says how deep it may be. Python's tomllib is who decides in
 *doubt (no year 0, no leap second), but for a byte order mark, which is skipped.
 *
 * Edits take the whole text and give the whole new text. What is not meant stays byte for byte:
 * comments, order, spelling, line ends, byte order mark, the end of the file. After every edit the
 * new text is read again, and an edit that has changed anything else is GAFF_EUNSUPPORTED, never a
 * file. Values come as JSON (objects become inline tables, null is not allowed).
 *
 * A path is the names of keys from the top. It may lead through tables of every spelling, but not
 * into an element of a list: that is GAFF_EUNSUPPORTED.
 *
 *	struct sv path[] = { SV("hooks"), SV("PreToolUse") };
 *	GAFF_TRY(gaff_toml_append(a, text, path, 2, hook, &text, err));
 */
#ifndef GAFF_TEXT_TOML_TOML_H
#define GAFF_TEXT_TOML_TOML_H

#include "base/arena.h"
#include "base/err.h"
#include "text/json/json.h"

enum gaff_rc gaff_toml_read(struct arena *a, struct sv text, struct json *out,
			    struct gaff_err *err);

/*
 * Where in the text it is said what stands at this byte of the JSON that it is read as: the key, or
 * the header of a table. 0: that cannot be told.
 */
size_t gaff_toml_offset(struct arena *a, struct sv text, size_t at);

/*
 * A whole document of a JSON object: [tables], [[lists of tables]], the rest a line each.
 * GAFF_EUNSUPPORTED: there is a null in it, or something else that TOML cannot say.
 */
enum gaff_rc gaff_toml_document(struct arena *a, struct json object, struct sv *out,
				struct gaff_err *err);

/*
 * Give the key path[n-1] of the table path[0..n-2] this value: in its place when it is there, else
 * behind the last key of that table, else in a new table [path] at the end of the file. A value
 * that is there already stays as it is spelled. In a new table both the key and the table have to
 * be removed to have the old bytes again.
 */
enum gaff_rc gaff_toml_set(struct arena *a, struct sv text, const struct sv *path, size_t n,
			   struct json value, struct sv *out, struct gaff_err *err);

/*
 * Add an element (an object) behind the last one of the list at `path`, in the way the list is
 * written: as [[path]] with its keys (lists of objects in it as [[path.key]]), behind the last such
 * table and what belongs to it, or inside the brackets of an inline array. A list that is not there
 * is made, as [[path]] at the end of the file; in an inline table, as a member of it.
 */
enum gaff_rc gaff_toml_append(struct arena *a, struct sv text, const struct sv *path, size_t n,
			      struct json element, struct sv *out, struct gaff_err *err);

/*
 * Take the i-th element out of that list: with all that belongs to it, and what append() added is
 * gone byte for byte. GAFF_ENOENT: it is not there.
 */
enum gaff_rc gaff_toml_remove_at(struct arena *a, struct sv text, const struct sv *path, size_t n,
				 size_t i, struct sv *out, struct gaff_err *err);

/*
 * Take out a key with its value, or the table [path] with all its keys and the blank line before it
 * (sub-tables with a header of their own stay). GAFF_ENOENT: it is not there. GAFF_EUNSUPPORTED: it
 * is an array of tables, or a table that is there only because of its sub-tables.
 */
enum gaff_rc gaff_toml_remove(struct arena *a, struct sv text, const struct sv *path, size_t n,
			      struct sv *out, struct gaff_err *err);

#endif
