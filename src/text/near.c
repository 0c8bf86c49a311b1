#include "text/near.h"

#include "base/str.h"

/* How many letters have to be changed, added, left out or swapped; words are short. */
static size_t distance(struct sv a, struct sv b)
{
	enum { LONGEST = 40 };
	size_t rows[3][LONGEST + 1];

	if (a.n > LONGEST || b.n > LONGEST)
		return LONGEST;
	for (size_t j = 0; j <= b.n; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= a.n; i++) {
		size_t *row = rows[i % 3], *before = rows[(i - 1) % 3];

		row[0] = i;
		for (size_t j = 1; j <= b.n; j++) {
			size_t best = before[j - 1] + (a.p[i - 1] != b.p[j - 1]);

			if (before[j] + 1 < best)
				best = before[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			if (i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] &&
			    a.p[i - 2] == b.p[j - 1] && rows[(i - 2) % 3][j - 2] + 1 < best)
				best = rows[(i - 2) % 3][j - 2] + 1;
			row[j] = best;
		}
	}
	return rows[a.n % 3][b.n];
}

const char *gaff_nearest(const char *word, const char *const *names, size_t n)
{
	struct sv w = sv_of(word);
	size_t best = w.n / 3 + 2; /* further away is no suggestion */
	const char *found = NULL;

	for (size_t i = 0; i < n; i++) {
		size_t d = distance(w, sv_of(names[i]));

		if (d < best) {
			best = d;
			found = names[i];
		}
	}
	return found;
}
