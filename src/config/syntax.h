/*
 * syntax.h - the syntaxes that agents' files have: an editor for each, behind one interface.
 *
 * A new syntax is a file of its own with an editor in it, and a row in syntax.c. An editor takes
 * the whole text and gives the whole new text; what is not meant stays byte for byte.
 */
#ifndef GAFF_CONFIG_SYNTAX_H
#define GAFF_CONFIG_SYNTAX_H

#include "agents/schema.h"
#include "text/doc.h"

/* The keys that lead to a member, or to a list; gaff_json_edit_at() for an element on the way. */
struct gaff_steps {
	const struct sv *key;
	size_t n;
};

/* Something in a file that its agent does not read. */
struct gaff_refused {
	const char *what, *next;
	struct gaff_place place;
};

struct gaff_editor {
	struct sv format; /* for --format: "json" */
	/* As JSON, with what place() needs. A text without a value has an absent root. */
	enum gaff_rc (*read)(struct arena *a, struct sv text, struct gaff_doc *out,
			     struct gaff_err *err);
	/* The same for a conversion: a text has a value, and no key is there twice. */
	enum gaff_rc (*read_once)(struct arena *a, struct sv text, struct gaff_doc *out,
				  struct gaff_err *err);
	/* A whole file, laid out for people; some agents find comments in texts. */
	enum gaff_rc (*write)(struct arena *a, struct json document, bool hides_comments,
			      struct sv *out, struct gaff_err *err);
	/* Where a key or value of it stands; no line: that cannot be told. */
	struct gaff_place (*place)(const struct gaff_doc *doc, const char *at);
	/*
	 * What some agents refuse, by the flags of the row: the first thing, what to do about it,
	 * and where it is. Not refused: `what` is NULL.
	 */
	enum gaff_rc (*find_refused)(struct arena *a, unsigned row_flags, struct sv text,
				     const struct gaff_doc *doc, struct gaff_refused *out,
				     struct gaff_err *err);
	bool (*has_comments)(struct arena *a, struct sv text);
	/* Behind the last element of a list, which is made if it is not there. */
	enum gaff_rc (*append)(struct arena *a, struct sv text, struct gaff_steps list,
			       struct json element, struct sv *out, struct gaff_err *err);
	enum gaff_rc (*set)(struct arena *a, struct sv text, struct gaff_steps member,
			    struct json value, struct sv *out, struct gaff_err *err);
	enum gaff_rc (*remove)(struct arena *a, struct sv text, struct gaff_steps member,
			       struct sv *out, struct gaff_err *err);
	enum gaff_rc (*remove_at)(struct arena *a, struct sv text, struct gaff_steps list, size_t i,
				  struct sv *out, struct gaff_err *err);
	/* Entries are tables that cannot be changed inside: what is wrong goes, and comes behind.
	 */
	bool has_tables;
	const char *no_null; /* why it cannot say null; NULL: it can */
};

/* "JSON with comments" */
const char *gaff_syntax_title(enum gaff_syntax syntax);

/* NULL: files of this syntax are all ours, or nobody's. */
const struct gaff_editor *gaff_editor_of(enum gaff_syntax syntax);

/* Of the files that are converted: in the layout's first format, or in its other one. */
const struct gaff_editor *gaff_editor_for(const struct gaff_host *host, bool is_other_format);

/* Any that reads a text of this format; NULL, with the first one's error: none does. */
const struct gaff_editor *gaff_editor_reads(struct arena *a, struct sv format, struct sv text,
					    struct gaff_doc *out, struct gaff_err *err);

extern const struct gaff_editor gaff_editor_json, gaff_editor_json5, gaff_editor_toml;

#endif
