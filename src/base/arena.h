/*
 * arena.h - the memory of one invocation, and text that is built in it.
 *
 * Nothing allocated here is freed singly. The first block is the caller's (in .bss
 * or on the stack), so that a usual call never asks the system for memory; the cap
 * is what input can make us use.
 *
 * struct buf remembers its own failure: write as much as you like, look once at the
 * end (gaff_buf_ok). A buf without an arena writes into fixed storage and fails
 * instead of growing.
 */
#ifndef GAFF_BASE_ARENA_H
#define GAFF_BASE_ARENA_H

#include "base/err.h"
#include "base/str.h"

struct arena_block;

struct arena {
	char *cur, *end;
	struct arena_block *blocks;
	size_t left; /* what may still be asked of the system */
	bool failed; /* an allocation was refused: what was made since may lack something */
};

void gaff_arena_init(struct arena *a, void *first, size_t n, size_t cap);
void gaff_arena_release(struct arena *a);

/* Aligned for any type; NULL when there is no memory or the cap is reached. */
void *gaff_arena_alloc(struct arena *a, size_t n);

/*
 * Room for one more in a list of n items, which moves when it grows: `list` points at the pointer
 * to it. False: there is no memory, and the list is as it was.
 */
bool gaff_arena_room(struct arena *a, void *list, size_t n, size_t *room, size_t size);

/* A NUL-terminated copy, or NULL. Embedded NULs are kept: see gaff_arena_cstr. */
char *gaff_arena_dup(struct arena *a, struct sv v);

/* The same, but NULL for a text with a NUL inside: what is checked must be what is opened. */
char *gaff_arena_cstr(struct arena *a, struct sv v);

/* What is said when there is none, in the one place that says it. */
enum gaff_rc gaff_no_memory(struct gaff_err *err);

/*
 * Where a stage ends: was there memory for everything in it? What was refused on the way is empty
 * or NULL, and who makes it may go on with that.
 */
enum gaff_rc gaff_arena_check(const struct arena *a, struct gaff_err *err);

struct buf {
	char *p;
	size_t n, cap;
	struct arena *arena;
	bool failed;
};

static inline struct buf buf_in(struct arena *a)
{
	return (struct buf){ .arena = a };
}

static inline struct buf buf_fixed(void *storage, size_t n)
{
	return (struct buf){ .p = storage, .cap = n };
}

static inline bool buf_ok(const struct buf *b)
{
	return !b->failed;
}

enum gaff_rc gaff_buf_check(const struct buf *b, struct gaff_err *err);

static inline struct sv buf_sv(const struct buf *b)
{
	return (struct sv){ b->p, b->n };
}

/* Make room for n more bytes; false (and failed) when there is none. */
bool gaff_buf_reserve(struct buf *b, size_t n);
void gaff_buf_add(struct buf *b, struct sv v);
void gaff_buf_add_all(struct buf *b, const struct sv *part, size_t n);

/* Several texts, one behind the other. */
#define BUF_JOIN(b, ...)                                                                           \
	gaff_buf_add_all(b, (const struct sv[]){ __VA_ARGS__ },                                    \
			 COUNT_OF(((const struct sv[]){ __VA_ARGS__ })))

static inline void buf_addc(struct buf *b, char c)
{
	if (b->n < b->cap || gaff_buf_reserve(b, 1))
		b->p[b->n++] = c;
}

#endif
