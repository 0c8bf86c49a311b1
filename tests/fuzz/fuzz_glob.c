/*
 * fuzz_glob.c - a glob, a NUL, a path: the matcher says what trying everything says.
 */
#include <stdint.h>
#include <stdlib.h>

#include "text/glob.h"
#include "text/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TRIES = 200000, PIECES = 64 };

/*
 * What is still to be matched: pieces of the glob, the first one first. An alternative of
 * braces is put before what stands behind them, and nothing is copied.
 */
struct rest {
	struct sv piece;
	const struct rest *then;
	bool after_stars; /* the piece follows two stars where a name begins */
};

struct attempt {
	struct sv path;
	unsigned tries;
};

static size_t char_length(struct sv v)
{
	unsigned n = utf8_length(v.p, v.p + v.n);

	return n ? n : 1;
}

/* Behind the class that begins here; of a checked glob. */
static size_t class_length(struct sv g)
{
	size_t i = 1;

	if (g.p[i] == '!' || g.p[i] == '^')
		i++;
	for (size_t first = i; g.p[i] != ']' || i == first; i++)
		if (g.p[i] == '\\')
			i++;
	return i + 1;
}

/* Behind the comma or brace that ends the alternative that begins at i. */
static size_t alternative_end(struct sv g, size_t i)
{
	unsigned depth = 0;

	while (depth || (g.p[i] != ',' && g.p[i] != '}')) {
		depth += g.p[i] == '{';
		depth -= g.p[i] == '}';
		if (g.p[i] == '[')
			i += class_length(sv_skip(g, i));
		else
			i += g.p[i] == '\\' ? 2 : 1;
	}
	return i;
}

static bool try_rest(struct attempt *a, const struct rest *r, size_t at);

static bool try_braces(struct attempt *a, const struct rest *r, size_t at)
{
	size_t from = 1, end = 0, close = 0;

	for (size_t i = 1; !close; i = end + 1) {
		end = alternative_end(r->piece, i);
		close = r->piece.p[end] == '}' ? end + 1 : 0;
	}

	const struct rest behind = { sv_skip(r->piece, close), r->then, false };

	do {
		end = alternative_end(r->piece, from);
		const struct rest inside = { { r->piece.p + from, end - from },
					     &behind,
					     r->after_stars };
		if (try_rest(a, &inside, at))
			return true;
		from = end + 1;
	} while (from < close);
	return false;
}

/* One character by a glob of one character, which has been tested by tables. */
static bool try_one(struct attempt *a, const struct rest *r, size_t glob_n, size_t at)
{
	struct sv here = sv_skip(a->path, at);
	const struct rest next = { sv_skip(r->piece, glob_n), r->then, false };

	if (!here.n)
		return false;
	here.n = char_length(here);
	return gaff_glob_match((struct sv){ r->piece.p, glob_n }, here) &&
	       try_rest(a, &next, at + here.n);
}

static bool try_stars(struct attempt *a, const struct rest *r, size_t at)
{
	size_t n = 0;

	while (n < r->piece.n && r->piece.p[n] == '*')
		n++;

	struct rest next = { sv_skip(r->piece, n), r->then, false };

	for (;;) {
		next.after_stars = n > 1 && (at == 0 || a->path.p[at - 1] == '/');
		if (try_rest(a, &next, at))
			return true;
		if (at == a->path.n || (n == 1 && a->path.p[at] == '/'))
			return false;
		at += char_length(sv_skip(a->path, at));
	}
}

static bool try_rest(struct attempt *a, const struct rest *r, size_t at)
{
	struct rest flat = *r;
	bool slash;

	if (++a->tries > TRIES)
		return false;
	while (!flat.piece.n && flat.then) {
		bool after_stars = flat.after_stars;

		flat = *flat.then;
		flat.after_stars = after_stars;
	}
	if (!flat.piece.n)
		return at == a->path.n;
	switch (flat.piece.p[0]) {
	case '{':
		return try_braces(a, &flat, at);
	case '*':
		return try_stars(a, &flat, at);
	case '[':
		return try_one(a, &flat, class_length(flat.piece), at);
	default:
		break;
	}
	slash = flat.piece.p[0] == '/' || sv_starts(flat.piece, SV("\\/"));

	size_t n = flat.piece.p[0] == '\\' ? 1 + char_length(sv_skip(flat.piece, 1))
					   : char_length(flat.piece);
	const struct rest next = { sv_skip(flat.piece, n), flat.then, false };

	if (slash && flat.after_stars && try_rest(a, &next, at))
		return true;
	return try_one(a, &flat, n, at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data, *nul = size ? memchr(text, 0, size) : NULL;
	struct sv glob = { text, nul ? (size_t)(nul - text) : size };
	struct sv path = nul ? sv_skip((struct sv){ text, size }, glob.n + 1) : SV("a/b.c");
	struct gaff_err err;
	bool matches;

	if (path.n > 20000)
		path.n = 20000;
	matches = gaff_glob_match(glob, path);
	if (gaff_glob_check(glob, &err) != GAFF_OK) {
		if (matches || err.offset > glob.n)
			abort();
	} else if (glob.n <= PIECES && path.n <= PIECES) {
		struct attempt a = { .path = path };
		struct rest all = { .piece = glob };
		bool expected = try_rest(&a, &all, 0);

		if (a.tries <= TRIES && matches != expected)
			abort();
	}
	return 0;
}
