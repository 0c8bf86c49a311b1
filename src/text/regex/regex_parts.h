/*
 * regex_parts.h - what the files of the regular expressions share.
 *
 * A pattern is compiled as it is read, without a tree: code is contiguous and jumps are relative,
 * so a piece of it can be moved and repeated. regex_parse.c reads patterns, regex_class.c reads
 * classes and escapes, regex_ranges.c knows sets of code points, regex.c makes the program and runs
 * it.
 */
#ifndef GAFF_TEXT_REGEX_REGEX_PARTS_H
#define GAFF_TEXT_REGEX_REGEX_PARTS_H

#include "base/arena.h"
#include "base/err.h"
#include "text/regex/unicode.h"

/* What stands for a sequence of bytes that is not UTF-8. */
#define RUNE_LAX  (UNICODE_MAX + 1) /* shaped like it: for the widest classes alone */
#define RUNE_NONE (UNICODE_MAX + 2) /* for nothing */

enum regex_op {
	REGEX_CHAR,   /* take code point x */
	REGEX_CLASS,  /* take one of class number x */
	REGEX_SPLIT,  /* go on, and x further */
	REGEX_JUMP,   /* go x further */
	REGEX_ASSERT, /* go on where all of REGEX_AT_* in x is true */
	REGEX_MATCH,
};

struct regex_inst {
	enum regex_op op;
	int32_t x;
};

enum {
	REGEX_AT_TEXT_BEGIN = 1 << 0,
	REGEX_AT_TEXT_END = 1 << 1,
	REGEX_AT_LINE_BEGIN = 1 << 2,
	REGEX_AT_LINE_END = 1 << 3,
	REGEX_AT_WORD_EDGE = 1 << 4,
	REGEX_AT_NO_WORD_EDGE = 1 << 5,
};

struct regex_range {
	uint32_t lo, hi;
};

/* Sorted ranges, and the part of them that is ASCII as bits. */
struct regex_class {
	uint64_t ascii[2];
	const struct regex_range *range;
	uint32_t n;
};

enum regex_flags {
	REGEX_FOLD = 1 << 0,       /* i */
	REGEX_MULTI_LINE = 1 << 1, /* m */
	REGEX_DOT_NL = 1 << 2,     /* s */
	REGEX_LAZY = 1 << 3,       /* U: says which match is preferred, and we do not tell */
};

/*
 * A set that is being made. Ranges from a mark on are in no order until they are tidied. Like a
 * struct buf it remembers that memory failed: look once at the end.
 */
struct regex_ranges {
	struct arena *a;
	struct regex_range *p;
	size_t n, cap;
	bool failed;
};

/* A group that is open, the whole pattern being the first. */
struct regex_group {
	uint32_t start;     /* its first instruction */
	uint32_t branch;    /* that of the alternative being read */
	uint32_t jumps;     /* the last of a chain of jumps to its end, or REGEX_NOWHERE */
	uint32_t atom;      /* what a repeat would repeat, or REGEX_NOWHERE */
	uint32_t atom_size; /* how often that repeats something inside of it */
	uint32_t size;      /* the largest of these in the group */
	unsigned flags;     /* to go back to behind it */
	size_t at;          /* where it was opened */
};

#define REGEX_NOWHERE UINT32_MAX

struct regex_parser {
	struct arena *a;
	struct gaff_err *err;
	const char *begin, *p, *end;
	unsigned flags;
	bool was_repeat; /* the last thing read was a repeat, which cannot be repeated as it stands
			  */
	struct regex_inst *code;
	size_t n, cap;
	struct regex_class *class;
	size_t classes, class_cap;
	struct regex_group *group;
	size_t depth, group_cap;
	struct regex_ranges set;
};

/* The pattern at p … end as code that ends in REGEX_MATCH. */
enum gaff_rc gaff_regex_parse(struct regex_parser *ps);
enum gaff_rc gaff_regex_bad(struct regex_parser *ps, const char *at, const char *what);

/* Code: one instruction; one that can be repeated; one for the set that was made. */
enum gaff_rc gaff_regex_emit(struct regex_parser *ps, enum regex_op op, int32_t x);
enum gaff_rc gaff_regex_atom(struct regex_parser *ps, enum regex_op op, int32_t x);
enum gaff_rc gaff_regex_class_atom(struct regex_parser *ps);

/* min … max times what was last, or any number from min on with max < 0. */
enum gaff_rc gaff_regex_repeat(struct regex_parser *ps, const char *at, int min, int max);

/* "(", "|", and ")" or the end of the pattern. */
enum gaff_rc gaff_regex_open(struct regex_parser *ps, const char *at);
enum gaff_rc gaff_regex_next_branch(struct regex_parser *ps);
void gaff_regex_end_branches(struct regex_parser *ps);
enum gaff_rc gaff_regex_close(struct regex_parser *ps);

/* Read one code point of the pattern; of an escape; "[…]" or \d \pN into the set. */
enum gaff_rc gaff_regex_rune(struct regex_parser *ps, uint32_t *out);
enum gaff_rc gaff_regex_escape(struct regex_parser *ps, uint32_t *out);
enum gaff_rc gaff_regex_brackets(struct regex_parser *ps);
enum gaff_rc gaff_regex_shorthand(struct regex_parser *ps, bool *found);

/* Room for one more element of a list that doubles; false: no memory. */
bool gaff_regex_grow(struct arena *a, void *list, size_t n, size_t *cap, size_t size);

/* Adding by a name gives false for a name that does not exist. */
void gaff_regex_add(struct regex_ranges *set, uint32_t lo, uint32_t hi);
bool gaff_regex_add_ascii(struct regex_ranges *set, struct sv name);
bool gaff_regex_add_unicode(struct regex_ranges *set, struct sv name);

/* On all ranges from a mark on: add what differs in case alone, sort and merge, turn around. */
void gaff_regex_fold(struct regex_ranges *set, size_t mark);
void gaff_regex_tidy(struct regex_ranges *set, size_t mark);
void gaff_regex_negate(struct regex_ranges *set, size_t mark);

/* Is the code point in one of n tidy ranges? */
bool gaff_regex_in(const struct regex_range *range, size_t n, uint32_t rune);

#endif
