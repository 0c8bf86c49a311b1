#include "run/trust/reach_search.h"

enum { LOOKED_MAX = 1 << 30 }; /* bytes of texts in which such names are looked for */

/* At these a text is taken apart, or a name is; so no word is such a name. */
static const char parting[] = " \t\r\n\v\f'\"\\`=,:(){}[]!#$^|&;<>*?%";

static bool is_parted(struct sv name)
{
	for (size_t i = 0; i < name.n; i++)
		if (strchr(parting, name.p[i]))
			return true;
	return false;
}

static int hex(char c)
{
	return ascii_isdigit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/*
 * Without what languages write around and into a name: quotes, backslashes, "%20" of URLs, and
 * without case. The same is done to names: one too many is found, never one too few.
 */
static struct sv plain(struct arena *a, struct sv text)
{
	char *p = gaff_arena_alloc(a, text.n + 1);
	size_t n = 0;

	for (size_t i = 0; p && i < text.n; i++) {
		char c = ascii_lower(text.p[i]);

		if (c == '\\' && i + 1 < text.n && text.p[i + 1] == '\n')
			i++;
		else if (c && !strchr("'\"\\", c))
			p[n++] = c;
		if (n > 2 && p[n - 3] == '%' && hex(p[n - 2]) >= 0 && hex(p[n - 1]) >= 0) {
			c = ascii_lower((char)(hex(p[n - 2]) << 4 | hex(p[n - 1])));
			n -= 3;
			if (c && !strchr("'\"\\", c))
				p[n++] = c;
		}
	}
	return (struct sv){ p, n };
}

/* What a checkout puts there must not cost time without an end. */
static bool is_in_texts(struct gaff_search *s, struct sv name)
{
	for (; s->n_plain < s->n_raw; s->n_plain++)
		s->raw[s->n_plain] = plain(s->arena, s->raw[s->n_plain]);
	for (size_t i = 0; i < s->n_raw && s->rc == GAFF_OK; i++) {
		s->looked += s->raw[i].n;
		if (s->looked > LOOKED_MAX)
			gaff_search_stop_too_much(s);
		else if (s->raw[i].n && sv_has(s->raw[i], name))
			return true;
	}
	return false;
}

/* "a b.js" is "a b" too, and make makes things of things. */
bool gaff_search_is_odd_name(struct gaff_search *s, struct sv name)
{
	struct sv stem;

	if (!is_parted(name))
		return false;
	name = plain(s->arena, name);
	if (!name.n)
		return true;
	if (is_in_texts(s, name))
		return true;
	for (size_t i = 0; i < GAFF_LANGUAGE_MAKE; i++)
		if ((s->said.open | s->present) >> i & 1 &&
		    gaff_ends_with_any(name, gaff_languages[i].modules, &stem))
			return is_in_texts(s, stem);
	return false;
}
