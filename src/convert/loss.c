#include "convert/loss.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/limits.h"

/* The texts of what is in the list are its own. */
static void list(struct gaff_losses *l)
{
	struct gaff_loss loss = l->last;

	if (!gaff_arena_room(l->arena, &l->item, l->n, &l->room, sizeof loss))
		return;
	loss.text.p = gaff_arena_dup(l->arena, loss.text);
	loss.field.p = gaff_arena_dup(l->arena, loss.field);
	if (!loss.text.p || !loss.field.p)
		loss.text.n = loss.field.n = 0;
	l->item[l->n++] = loss;
	l->is_listed = true;
}

void gaff_lose_capability(struct gaff_losses *l, size_t hook, struct sv field,
			  enum gaff_capability capability, enum gaff_strategy strategy,
			  const char *fmt, ...)
{
	struct gaff_loss loss = {
		.hook = hook, .field = field, .capability = capability, .strategy = strategy
	};
	va_list ap;
	int n;

	l->is_listed = false;
	if (!l->text)
		l->text = gaff_arena_alloc(l->arena, GAFF_LOSS_TEXT_MAX);
	if (!l->text)
		return;
	va_start(ap, fmt);
	n = vsnprintf(l->text, GAFF_LOSS_TEXT_MAX, fmt, ap);
	va_end(ap);
	loss.text = (struct sv){ l->text, n < 0                    ? 0
					  : n < GAFF_LOSS_TEXT_MAX ? (size_t)n
								   : GAFF_LOSS_TEXT_MAX - 1 };
	l->last = loss;
	if (l->n < GAFF_LOSSES_MAX)
		list(l);
	else
		l->n_more++;
}

/* Thousands of small losses must not hide what nobody may overlook. */
static void list_after_all(struct gaff_losses *l)
{
	if (l->is_listed || !l->n_more)
		return;
	list(l);
	l->n_more -= l->is_listed;
	l->n_more_of_source -= l->is_listed && l->last.of_source;
}

void gaff_lose_again(struct gaff_losses *l, size_t hook, const struct gaff_loss *loss)
{
	gaff_lose_capability(l, hook, loss->field, loss->capability, loss->strategy, "%.*s",
			     SV_ARG(loss->text));
	if (loss->is_guard)
		gaff_loss_is_guard(l);
	if (loss->is_broken)
		gaff_loss_is_broken(l);
	if (loss->of_source)
		gaff_loss_is_of_source(l);
}

/* What was said of the last one is to be in the list. */
static void mark(struct gaff_losses *l)
{
	if (l->n < 2 * GAFF_LOSSES_MAX)
		list_after_all(l);
	if (l->is_listed) {
		l->item[l->n - 1].is_guard = l->last.is_guard;
		l->item[l->n - 1].is_broken = l->last.is_broken;
	}
}

void gaff_loss_is_guard(struct gaff_losses *l)
{
	l->n_guards++;
	l->last.is_guard = true;
	mark(l);
}

void gaff_loss_is_broken(struct gaff_losses *l)
{
	l->n_broken++;
	l->last.is_broken = true;
	mark(l);
}

void gaff_loss_is_told(struct gaff_losses *l)
{
	list_after_all(l);
}

void gaff_loss_is_of_source(struct gaff_losses *l)
{
	l->last.of_source = true;
	if (l->is_listed)
		l->item[l->n - 1].of_source = true;
	else if (l->n_more)
		l->n_more_of_source++;
}
