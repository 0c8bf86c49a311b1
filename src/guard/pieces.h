/*
 * pieces.h - pieces of texts, and lists of words as one text: "a b c".
 */
#ifndef GAFF_GUARD_PIECES_H
#define GAFF_GUARD_PIECES_H

#include "base/arena.h"

/* The next word of a list with single spaces between; false: there is none. */
static inline bool list_next(const char **list, struct sv *word)
{
	word->p = *list;
	word->n = 0;
	while (word->p[word->n] && word->p[word->n] != ' ')
		word->n++;
	*list += word->n + (word->p[word->n] == ' ');
	return word->n;
}

/* As gaff_is_among(), but for the case of letters. */
static inline bool list_has_nocase(const char *list, struct sv word)
{
	struct sv one;

	while (list_next(&list, &one))
		if (sv_eq_nocase(one, word))
			return true;
	return false;
}

/* What is before a separator, which is taken away with it. */
static inline struct sv sv_next_piece(struct sv *rest, char separator)
{
	struct sv piece = { rest->p, 0 };

	while (piece.n < rest->n && piece.p[piece.n] != separator)
		piece.n++;
	*rest = sv_skip(*rest, piece.n + (piece.n < rest->n));
	return piece;
}

/* What is before the first such character, and what is behind it; false: there is none. */
static inline bool sv_split(struct sv text, char at, struct sv *before, struct sv *behind)
{
	*behind = text;
	*before = sv_next_piece(behind, at);
	return before->n < text.n;
}

/* Of a path its name: what is behind the last slash. */
static inline struct sv sv_last_part(struct sv path)
{
	size_t from = path.n;

	while (from && path.p[from - 1] != '/')
		from--;
	return sv_skip(path, from);
}

static inline bool sv_ends_nocase(struct sv text, struct sv end)
{
	return text.n >= end.n && sv_eq_nocase(sv_skip(text, text.n - end.n), end);
}

static inline bool sv_has_nocase(struct sv text, struct sv piece)
{
	for (size_t i = 0; i + piece.n <= text.n; i++)
		if (sv_starts_nocase(sv_skip(text, i), piece))
			return true;
	return false;
}

/* "git.exe" as "git". */
static inline struct sv sv_without_exe(struct sv program)
{
	if (program.n > 4 && sv_ends_nocase(program, SV(".exe")))
		program.n -= 4;
	return program;
}

/* One text behind another. Without memory it is empty, and the arena has failed. */
static inline struct sv sv_join(struct arena *a, struct sv first, struct sv second, struct sv third)
{
	struct buf b = buf_in(a);

	gaff_buf_add(&b, first);
	gaff_buf_add(&b, second);
	gaff_buf_add(&b, third);
	return buf_ok(&b) ? buf_sv(&b) : (struct sv){ 0 };
}

#endif
