/*
 * json_edit_parts.h - what the files of json_edit.h share; for everybody else there is json_edit.h.
 *
 * A place is an offset in doc->source, what the person wrote. doc->json has the same bytes at the
 * same offsets, but spaces for comments and for a comma before a closing bracket.
 */
#ifndef GAFF_TEXT_JSON_JSON_EDIT_PARTS_H
#define GAFF_TEXT_JSON_JSON_EDIT_PARTS_H

#include "text/doc.h"

/* An element, or a member with its key. */
struct edit_entry {
	size_t start, value, end; /* start is value for an element */
};

/* An object or a list, and one entry of it that is meant. */
struct edit_box {
	size_t open, close;           /* its brackets */
	size_t start;                 /* of the entry whose value it is */
	size_t n;                     /* entries */
	size_t i;                     /* the one that is meant; n: there is none */
	struct edit_entry it, before; /* that one, and the one before it if i > 0 */
	struct edit_entry last;       /* if n > 0 */
	struct edit_entry same;       /* the last one before `it` that has its key */
	bool has_same;
};

/* How a file is written. */
struct edit_style {
	struct sv unit; /* one level of indentation */
	bool is_over_lines;
	bool has_colon_space, has_comma_space; /* "a": 1, … on one line */
	bool has_padding;                      /* { … } on one line */
};

struct edit_splice {
	size_t at, gone;
	struct sv added;
};

/* What becomes of a text, in the order of `at`; and of doc->json, to hold the outcome against. */
struct edit_plan {
	struct edit_splice text[3], json[3];
	size_t text_n, json_n;
};

/* ---- json_edit_style.c ---- */

struct edit_style gaff_edit_style(const struct gaff_doc *doc);

/* Write an entry that comes without spaces: on one line, or over lines that begin with `indent`. */
struct edit_print {
	struct edit_style style;
	struct sv newline, indent;
	bool is_over_lines;
};
void gaff_edit_print(struct buf *out, struct sv compact, const struct edit_print *how);

/* ---- json_edit_plan.c; false: no memory ---- */

bool gaff_edit_add(struct arena *a, const struct gaff_doc *doc, const struct edit_box *box,
		   struct sv compact, struct edit_plan *plan);
bool gaff_edit_put(struct arena *a, const struct gaff_doc *doc, const struct edit_box *box,
		   struct sv compact, struct edit_plan *plan);
void gaff_edit_remove(const struct gaff_doc *doc, const struct edit_box *box,
		      struct edit_plan *plan);

/* ---- lines, spaces and comments ---- */

static inline bool edit_is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

static inline bool edit_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Behind the comment that begins at `at`, if one does; a line comment ends before its line end. */
size_t gaff_edit_comment_end(struct sv source, size_t at);

/* Behind spaces, line ends and comments; `end` if there is nothing else before it. */
size_t gaff_edit_skip(struct sv source, size_t at, size_t end);

/* What the line of this place begins with. */
struct sv gaff_edit_indent(struct sv source, size_t at);

/* The line end that lines around this place have. */
struct sv gaff_edit_newline(struct sv source, size_t at);

#endif
