/*
 * json_edit.h - change a few bytes of a JSON file that belongs to somebody else.
 *
 * Every function takes the whole text of a file and gives the whole new text. What is not meant
 * stays byte for byte: comments, order, indentation, spelling of numbers and texts, line ends,
 * byte order mark, the end of the file. What is added looks like what is around it: the same
 * indentation and line ends, on one line where its neighbours are on one line.
 *
 *	static const struct sv path[] = { SV_INIT("hooks"), SV_INIT("PreToolUse") };
 *
 *	GAFF_TRY(gaff_json_edit_append(a, text, path, 2, SV("{\"command\":\"x\"}"), &text, err));
 *
 * Comments and a comma before a closing bracket are understood (whether the agent that reads the
 * file understands them is for others to know: gaff_json_edit_style). Of a key that is there twice
 * the last one counts, as it does for the agents. A text that is empty, or nothing but spaces and
 * comments, becomes a file. What does not parse is GAFF_ESYNTAX with line, column and offset in
 * the text, what is longer or deeper than limits.h allows GAFF_ETOOBIG, and a new value that is no
 * JSON GAFF_EUSAGE. After every edit the new text is read again, and an edit that has changed
 * anything else is GAFF_EUNSUPPORTED, never a file.
 */
#ifndef GAFF_TEXT_JSON_JSON_EDIT_H
#define GAFF_TEXT_JSON_JSON_EDIT_H

#include "text/doc.h"

/* A step into a list, in a path. */
static inline struct sv gaff_json_edit_at(size_t i)
{
	return (struct sv){ NULL, i };
}

/*
 * Add an element behind the last one of the list at `path`: the keys of objects, from the root, and
 * gaff_json_edit_at() for an element of a list on the way.
 * What is missing on the way is made, each as the last member: objects, and the list itself.
 * GAFF_EUNSUPPORTED, with a place: something on the way is no object, or the end is no list.
 */
enum gaff_rc gaff_json_edit_append(struct arena *a, struct sv text, const struct sv *path, size_t n,
				   struct sv element, struct sv *out, struct gaff_err *err);

/* Put another element in the place of the i-th one of that list. GAFF_ENOENT: there is none. */
enum gaff_rc gaff_json_edit_replace(struct arena *a, struct sv text, const struct sv *path,
				    size_t n, size_t i, struct sv element, struct sv *out,
				    struct gaff_err *err);

/*
 * Give a member this value, or add it as the last one; what is missing on the way is made, and
 * GAFF_EUNSUPPORTED is as above. A value that is there already leaves the text as it is.
 */
enum gaff_rc gaff_json_edit_set(struct arena *a, struct sv text, const struct sv *path, size_t n,
				struct sv value, struct sv *out, struct gaff_err *err);

/*
 * Take the i-th element out of that list, or the member itself: what was added by the functions
 * above is gone byte for byte. (Of a file that was made from nothing, {} is left.) Comments inside
 * go with it, those around it stay. GAFF_ENOENT: it is not there. GAFF_EUNSUPPORTED: the member
 * is there twice, and the other one would begin to count.
 */
enum gaff_rc gaff_json_edit_remove_at(struct arena *a, struct sv text, const struct sv *path,
				      size_t n, size_t i, struct sv *out, struct gaff_err *err);
enum gaff_rc gaff_json_edit_remove(struct arena *a, struct sv text, const struct sv *path, size_t n,
				   struct sv *out, struct gaff_err *err);

/*
 * Read a text as the functions above do, to find what is to be taken out. Unlike gaff_doc_parse()
 * it takes long texts and keys that are there twice; a text without a value has an absent root.
 */
enum gaff_rc gaff_json_edit_read(struct arena *a, struct sv text, struct gaff_doc *out,
				 struct gaff_err *err);

/* What of a text is not plain JSON, as some agents refuse it; offsets are those of the first. */
struct gaff_json_style {
	bool has_bom, has_comments, has_trailing_comma;
	size_t comment_offset, comma_offset; /* in bytes, from 0 */
};

enum gaff_rc gaff_json_edit_style(struct arena *a, struct sv text, struct gaff_json_style *out,
				  struct gaff_err *err);

/* Line and column of an offset; a byte order mark is in no column. */
struct gaff_place gaff_json_edit_place(struct sv text, size_t offset);

#endif
