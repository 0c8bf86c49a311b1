#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>

enum { ALIGNMENT = alignof(max_align_t), BLOCK_MIN = 64 << 10 };

struct arena_block {
	struct arena_block *next;
	max_align_t bytes[];
};

void gaff_arena_init(struct arena *a, void *first, size_t n, size_t cap)
{
	*a = (struct arena){ .cur = first, .end = first ? (char *)first + n : NULL, .left = cap };
}

void gaff_arena_release(struct arena *a)
{
	while (a->blocks) {
		struct arena_block *b = a->blocks;

		a->blocks = b->next;
		free(b);
	}
	a->cur = a->end = NULL;
}

static bool new_block(struct arena *a, size_t n)
{
	size_t size = n > BLOCK_MIN ? n : BLOCK_MIN;
	struct arena_block *b;

	if (size > a->left || size > SIZE_MAX - sizeof *b)
		return false;
	b = malloc(sizeof *b + size);
	if (!b)
		return false;
	a->left -= size;
	b->next = a->blocks;
	a->blocks = b;
	a->cur = (char *)b->bytes;
	a->end = a->cur + size;
	return true;
}

void *gaff_arena_alloc(struct arena *a, size_t n)
{
	size_t skip = -(uintptr_t)a->cur & (ALIGNMENT - 1);
	char *p;

	if (n > SIZE_MAX / 2) {
		a->failed = true;
		return NULL;
	}
	if (!a->cur || (size_t)(a->end - a->cur) < skip || (size_t)(a->end - a->cur) - skip < n) {
		if (!new_block(a, n)) {
			a->failed = true;
			return NULL;
		}
		skip = 0;
	}
	p = a->cur + skip;
	a->cur = p + n;
	return p;
}

bool gaff_arena_room(struct arena *a, void *list, size_t n, size_t *room, size_t size)
{
	size_t more = *room ? 2 * *room : 8;
	void *was, *is;

	if (n < *room)
		return true;
	is = gaff_arena_alloc(a, more * size);
	if (!is)
		return false;
	memcpy(&was, list, sizeof was);
	if (n)
		memcpy(is, was, n * size);
	memcpy(list, &is, sizeof is);
	*room = more;
	return true;
}

char *gaff_arena_dup(struct arena *a, struct sv v)
{
	char *p = gaff_arena_alloc(a, v.n + 1);

	if (!p)
		return NULL;
	if (v.n)
		memcpy(p, v.p, v.n);
	p[v.n] = '\0';
	return p;
}

char *gaff_arena_cstr(struct arena *a, struct sv v)
{
	return v.n && memchr(v.p, '\0', v.n) ? NULL : gaff_arena_dup(a, v);
}

bool gaff_buf_reserve(struct buf *b, size_t n)
{
	size_t need, cap;
	bool had_failed;
	char *p;

	if (b->failed || __builtin_add_overflow(b->n, n, &need) || need > SIZE_MAX / 4) {
		b->failed = true;
		return false;
	}
	if (need <= b->cap)
		return true;
	if (!b->arena) {
		b->failed = true;
		return false;
	}
	/* The newest allocation grows in place: text is mostly built one piece at a time. */
	if (b->p && b->p + b->cap == b->arena->cur &&
	    (size_t)(b->arena->end - b->arena->cur) >= need - b->cap) {
		size_t room = (size_t)(b->arena->end - b->p);

		cap = need + need / 2 < room ? need + need / 2 : room;
		b->arena->cur = b->p + cap;
		b->cap = cap;
		return true;
	}
	had_failed = b->arena->failed;
	cap = need < 256 ? 256 : need + need / 2;
	p = gaff_arena_alloc(b->arena, cap);
	if (!p && cap > need) { /* room to grow was too much to ask for, which is no failure */
		b->arena->failed = had_failed;
		cap = need;
		p = gaff_arena_alloc(b->arena, cap);
	}
	if (!p) {
		b->failed = true;
		return false;
	}
	if (b->n)
		memcpy(p, b->p, b->n);
	b->p = p;
	b->cap = cap;
	return true;
}

void gaff_buf_add(struct buf *b, struct sv v)
{
	if (!v.n || !gaff_buf_reserve(b, v.n))
		return;
	memcpy(b->p + b->n, v.p, v.n);
	b->n += v.n;
}

void gaff_buf_add_all(struct buf *b, const struct sv *part, size_t n)
{
	for (size_t i = 0; i < n; i++)
		gaff_buf_add(b, part[i]);
}

enum gaff_rc gaff_no_memory(struct gaff_err *err)
{
	return gaff_fail(err, GAFF_ENOMEM, "there is no memory left for this");
}

enum gaff_rc gaff_arena_check(const struct arena *a, struct gaff_err *err)
{
	return a->failed ? gaff_no_memory(err) : GAFF_OK;
}

enum gaff_rc gaff_buf_check(const struct buf *b, struct gaff_err *err)
{
	return b->failed ? gaff_no_memory(err) : GAFF_OK;
}
