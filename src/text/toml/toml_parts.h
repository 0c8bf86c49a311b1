/*
 * toml_parts.h - what the files of toml.h share; for everybody else there is toml.h.
 *
 * A document is a tree of nodes that know where they are written: a value its bytes, a pair of key
 * and value in a section its lines. A section is a header with the pairs below it; the first one
 * has no header, and its table is the root. Offsets are into the whole text.
 */
#ifndef GAFF_TEXT_TOML_TOML_PARTS_H
#define GAFF_TEXT_TOML_TOML_PARTS_H

#include "text/toml/toml.h"

enum toml_kind {
	TOML_TABLE,
	TOML_LIST,
	TOML_STRING,
	TOML_INTEGER,
	TOML_FLOAT,
	TOML_BOOL,
	TOML_TIME,
};

struct toml_span {
	size_t begin, end;
};

struct toml_section;

struct toml_node {
	enum toml_kind kind;
	unsigned depth;
	struct sv key;  /* of an element: nothing */
	struct sv text; /* a string's own text; of other scalars the JSON */
	struct toml_node *parent, *first, *last, *next;
	struct toml_node *chain; /* in its bucket of the document */
	size_t id;

	bool is_value;   /* written behind a = or inside brackets: nothing can be added elsewhere */
	bool has_header; /* a table with [path] or [[path]]; the root has one too */
	bool is_dotted;  /* a table made by the dots of keys, all of them in one section */
	bool is_gone;    /* taken out by an edit */

	struct toml_span value;       /* of a value: its bytes */
	struct toml_span line;        /* of a pair, or the last pair of a dotted table: its lines */
	size_t key_at, comma;         /* of a pair or element; the comma behind it, or 0 */
	struct toml_section *section; /* of a pair, of a table with header or dots */

	/* of an inline table: the pairs in its braces, dotted ones too; of the root: all lines */
	struct toml_node *first_pair, *last_pair, *next_pair;
};

struct toml_section {
	struct toml_node *table;
	struct toml_span span; /* from the header to the last pair, whole lines */
	size_t last_line;      /* where the last header or pair in it begins */
	bool has_pairs;
	struct toml_section *next;
};

struct toml_doc {
	struct arena *arena;
	struct sv text;
	size_t start; /* behind the byte order mark */
	size_t i;     /* next byte to read */
	struct toml_node *root;
	struct toml_section *sections, *section; /* the first, and the one that is read */
	struct toml_node **buckets;
	size_t mask, ids;
	struct gaff_err *err;
};

/* toml_read.c */
enum gaff_rc gaff_toml_parse(struct arena *a, struct sv text, struct toml_doc *out,
			     struct gaff_err *err);
enum gaff_rc gaff_toml_pair(struct toml_doc *d, struct toml_node *table, struct toml_node *inside,
			    struct toml_node **out);

/* toml_scan.c: d->i moves behind what is taken; it is an error when it is not there. */
enum gaff_rc gaff_toml_refuse(struct toml_doc *d, size_t at, const char *problem);
enum gaff_rc gaff_toml_comment(struct toml_doc *d); /* or nothing */
enum gaff_rc gaff_toml_blank(struct toml_doc *d);   /* spaces, line ends, comments, or nothing */
enum gaff_rc gaff_toml_key_part(struct toml_doc *d, struct sv *out);
enum gaff_rc gaff_toml_string(struct toml_doc *d, bool may_be_long, struct sv *out);

/* toml_value.c, toml_scalar.c: fill a node that is new. */
enum gaff_rc gaff_toml_value(struct toml_doc *d, struct toml_node *node);
enum gaff_rc gaff_toml_scalar(struct toml_doc *d, struct toml_node *node);

/* toml_tree.c: gone nodes are not found, not compared and not written. */
enum gaff_rc gaff_toml_tree(struct toml_doc *d);
struct toml_node *gaff_toml_find(const struct toml_doc *d, const struct toml_node *table,
				 struct sv key);
enum gaff_rc gaff_toml_add(struct toml_doc *d, struct toml_node *parent, struct sv key,
			   struct toml_node **out);
enum gaff_rc gaff_toml_add_json(struct toml_doc *d, struct toml_node *parent, struct sv key,
				struct json v);
/* Take it out; the second one when nothing holds it: no header, no braces, nothing inside. Tables
 * above that are then held by nothing go with it. */
void gaff_toml_drop(struct toml_node *node);
void gaff_toml_release(struct toml_node *node);
/* But for the order of keys. y is of the document `d`. */
bool gaff_toml_same(const struct toml_node *x, const struct toml_doc *d, const struct toml_node *y);
void gaff_toml_json(struct json_writer *w, const struct toml_node *node);

/* toml_write.c */
/* Is it written as [[tables]]: a list of objects, and not empty? */
bool gaff_toml_is_table_list(struct json v);
void gaff_toml_write_key(struct buf *out, struct sv key);
void gaff_toml_write_path(struct buf *out, const struct sv *path, size_t n);
enum gaff_rc gaff_toml_write(struct arena *a, struct buf *out, struct json v, struct gaff_err *err);
enum gaff_rc gaff_toml_write_table(struct arena *a, struct buf *out, const struct sv *path,
				   size_t n, struct json element, struct sv line_end,
				   struct gaff_err *err);

/* toml_patch.c: the new text, from cuts and insertions in the order of the text. */
struct toml_patch {
	struct toml_doc *doc;
	struct buf out;
	size_t done;          /* what is before is in `out` */
	struct toml_span cut; /* not done yet: it may go on */
};

struct toml_patch gaff_toml_patch(struct toml_doc *d);
void gaff_toml_cut(struct toml_patch *p, size_t begin, size_t end);
void gaff_toml_insert(struct toml_patch *p, size_t at, struct sv text);
void gaff_toml_insert_lines(struct toml_patch *p, size_t at, struct sv lines);
/* Read it again: it has to be what the tree of the document is by now. */
enum gaff_rc gaff_toml_finish(struct toml_patch *p, struct sv *out);

/* What a path leads to, or the last that is there on the way; *found of its names are. */
struct toml_node *gaff_toml_walk(const struct toml_doc *d, const struct sv *path, size_t n,
				 size_t *found);
enum gaff_rc gaff_toml_cannot(struct toml_doc *d, enum gaff_rc rc, const struct sv *path, size_t n,
			      const char *why);

/* The inline table that the keys of this table are in, or NULL. */
struct toml_node *gaff_toml_braces(struct toml_node *table);
bool gaff_toml_is_inside(const struct toml_node *node, const struct toml_node *outer);
struct sv gaff_toml_line_end(const struct toml_doc *d);
/* What is between an element of a list and what is before it: spaces, and one line end. */
struct toml_span gaff_toml_gap(const struct toml_doc *d, size_t at, bool *own_line);

static inline bool toml_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* How long the line end at this byte is, or 0. */
static inline unsigned toml_newline(const struct toml_doc *d, size_t at)
{
	if (at < d->text.n && d->text.p[at] == '\n')
		return 1;
	return at + 1 < d->text.n && d->text.p[at] == '\r' && d->text.p[at + 1] == '\n' ? 2 : 0;
}

static inline size_t toml_skip_blank(const struct toml_doc *d, size_t at)
{
	while (at < d->text.n && toml_is_blank(d->text.p[at]))
		at++;
	return at;
}

/* The end of the line that is at this byte, before its newline. */
static inline size_t toml_line_stop(const struct toml_doc *d, size_t at)
{
	while (at < d->text.n && !toml_newline(d, at))
		at++;
	return at;
}

static inline bool toml_take(struct toml_doc *d, char c)
{
	if (d->i == d->text.n || d->text.p[d->i] != c)
		return false;
	d->i++;
	return true;
}

#endif
