#include "convert/loss.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/limits.h"

/* Where the next one goes; NULL: there are enough, or there is no memory. */
static struct gaff_loss *next(struct gaff_losses *l)
{
	if (l->n == GAFF_LOSSES_MAX) {
		l->n_more++;
		return NULL;
	}
	if (l->n == l->room) {
		size_t room = l->room ? 2 * l->room : 16;
		struct gaff_loss *more = gaff_arena_alloc(l->arena, room * sizeof *more);

		if (!more)
			return NULL; /* the arena remembers it */
		if (l->n)
			memcpy(more, l->item, l->n * sizeof *more);
		l->item = more;
		l->room = room;
	}
	return &l->item[l->n++];
}

static void add(struct gaff_losses *l, struct gaff_loss loss, const char *fmt, va_list ap)
{
	char text[GAFF_LOSS_TEXT_MAX];
	struct gaff_loss *at = next(l);
	int n;

	if (!at)
		return;
	n = vsnprintf(text, sizeof text, fmt, ap);
	loss.text = (struct sv){ text, n < 0                     ? 0
				       : (size_t)n < sizeof text ? (size_t)n
								 : sizeof text - 1 };
	loss.text.p = gaff_arena_dup(l->arena, loss.text);
	loss.field.p = gaff_arena_dup(l->arena, loss.field);
	if (!loss.text.p || !loss.field.p)
		loss.text.n = loss.field.n = 0;
	*at = loss;
}

void gaff_lose(struct gaff_losses *l, size_t hook, struct sv field, enum gaff_strategy strategy,
	       const char *fmt, ...)
{
	struct gaff_loss loss = {
		.hook = hook, .field = field, .capability = GAFF_CAP_COUNT, .strategy = strategy
	};
	va_list ap;

	va_start(ap, fmt);
	add(l, loss, fmt, ap);
	va_end(ap);
}

void gaff_lose_capability(struct gaff_losses *l, size_t hook, struct sv field,
			  enum gaff_capability capability, enum gaff_strategy strategy,
			  const char *fmt, ...)
{
	struct gaff_loss loss = {
		.hook = hook, .field = field, .capability = capability, .strategy = strategy
	};
	va_list ap;

	va_start(ap, fmt);
	add(l, loss, fmt, ap);
	va_end(ap);
}

void gaff_loss_is_guard(struct gaff_losses *l)
{
	l->n_guards++;
	if (l->n && !l->n_more)
		l->item[l->n - 1].is_guard = true;
}

void gaff_loss_is_of_source(struct gaff_losses *l)
{
	if (l->n && !l->n_more)
		l->item[l->n - 1].of_source = true;
}
