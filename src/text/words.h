/*
 * words.h - a command line as words, and words as a command line.
 *
 * Only for commands that are words and nothing else. Whatever a shell would act upon (a pipe, a
 * variable, a pattern, an assignment in front) is no word, and gaff_words_next() says so instead
 * of guessing.
 */
#ifndef GAFF_TEXT_WORDS_H
#define GAFF_TEXT_WORDS_H

#include "base/arena.h"

/* As one word for a POSIX shell, in single quotes when it needs any. */
void gaff_word_quote(struct buf *out, struct sv word);

/* Always in single quotes: inside them only the quote itself means anything to a shell. */
void gaff_word_quote_always(struct buf *out, struct sv word);

/*
 * For every shell there is, fish too, and for agents that put variables into their settings before
 * any shell sees them: no name stands right behind a "$", and no backslash inside of quotes.
 */
void gaff_word_quote_everywhere(struct buf *out, struct sv word);

/* Does a shell end a word here? */
static inline bool words_is_operator(char c)
{
	return c && strchr("|&;<>()", c);
}

struct words_iter {
	struct sv rest;
	bool is_first;
};

static inline struct words_iter words_iter(struct sv text)
{
	return (struct words_iter){ text, true };
}

enum words_step { WORDS_END, WORDS_WORD, WORDS_NOT_PLAIN };

/* The next word, without its quotes, into `out` (from the arena when it had any). */
enum words_step gaff_words_next(struct arena *a, struct words_iter *it, struct sv *out);

/*
 * Is the first word of a command the path of a program, with a slash in it, and nothing that a
 * shell would have to compute? `script` is it without its quotes, `rest` is what follows.
 */
bool gaff_words_script(struct arena *a, struct sv command, struct sv *script, struct sv *rest);

/* Is it this program, by its name alone or behind a path? */
bool gaff_word_is_program(struct sv word, struct sv name);

/* Is it one of these names, which are separated by single spaces? */
bool gaff_is_among(struct sv name, const char *names);

#endif
