/*
 * loss.h - what a conversion could not carry over: one line each, for people and as data.
 */
#ifndef GAFF_CONVERT_LOSS_H
#define GAFF_CONVERT_LOSS_H

#include "base/arena.h"
#include "model/capability.h"

struct gaff_loss {
	size_t hook;     /* its number in what was read, from 1; 0: it is about the file */
	struct sv field; /* "timeout", "provider_data.windsurf"; of a manifest, where it has one */
	enum gaff_capability capability; /* GAFF_CAP_COUNT: it is about none */
	enum gaff_strategy strategy;     /* what was done about it */
	bool of_source; /* the source says more than a manifest can: lost unless it goes back there
			 */
	bool is_guard;  /* what could block is gone, or cannot block any more */
	bool is_broken; /* it is of `n_broken` */
	struct sv text; /* what happened */
};

struct gaff_losses {
	struct arena *arena;
	struct gaff_loss *item;
	size_t n, room;
	size_t n_more; /* that are not in the list: see GAFF_LOSSES_MAX */
	size_t n_more_of_source;
	size_t n_guards;
	size_t n_broken;       /* hooks that are gone or no use, whatever they were */
	struct gaff_loss last; /* as it was said; it is in the list when `is_listed` */
	bool is_listed;
	char *text; /* of the last one, when it is not */
};

/* GAFF_DEGRADE_WARN: goes on without; EXCLUDE: the hook is gone. */
__attribute__((format(printf, 6, 7))) void gaff_lose_capability(struct gaff_losses *l, size_t hook,
								struct sv field,
								enum gaff_capability capability,
								enum gaff_strategy strategy,
								const char *fmt, ...);

/* One that is about no capability. */
#define gaff_lose(l, hook, field, strategy, ...)                                                   \
	gaff_lose_capability(l, hook, field, GAFF_CAP_COUNT, strategy, __VA_ARGS__)

/* Once more, of another hook. */
void gaff_lose_again(struct gaff_losses *l, size_t hook, const struct gaff_loss *loss);

/* Of the last one: see is_guard, is_broken and of_source. */
void gaff_loss_is_guard(struct gaff_losses *l);
void gaff_loss_is_broken(struct gaff_losses *l);
void gaff_loss_is_of_source(struct gaff_losses *l);

/* Of the last one: it is in the list, however many there are. For a few of a file. */
void gaff_loss_is_told(struct gaff_losses *l);

#endif
