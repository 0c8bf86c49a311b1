#include "text/section.h"

/* Is it one of the words of this line? */
static bool has_word(struct sv line, struct sv word)
{
	for (size_t i = 0; i + word.n <= line.n; i++)
		if (i && line.p[i - 1] == ' ' && sv_starts(sv_skip(line, i), word) &&
		    (i + word.n == line.n || line.p[i + word.n] == ' '))
			return true;
	return false;
}

struct sv gaff_section(struct sv text, const char *name)
{
	const char *from = NULL;

	while (text.n) {
		struct sv line = sv_take(&text, '\n');

		if (!sv_starts(line, SV("#: ")))
			continue;
		if (from)
			return (struct sv){ from, (size_t)(line.p - from) };
		if (has_word(line, sv_of(name)))
			from = text.p;
	}
	return from ? (struct sv){ from, (size_t)(text.p - from) } : (struct sv){ 0 };
}
