#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/inherit_parts.h"

/*
 * A program that is started in the project takes a relative name for one of the project. So a
 * value of which nobody knows what it means has no word that is such a name. A name may have in it
 * what is between words elsewhere: a few words that follow each other are looked for too.
 */
enum { WORDS_IN_NAME = 4, NAME_BYTES_MAX = 255, LOOKS_MAX = 1024, LOOKS_OF_PATH = 8 };
enum { LOOKS_OF_ALL = 16384 };

void gaff_inherit_stand(struct arena *a, struct gaff_inside *in, const char *folder)
{
	struct stat s;

	if (!folder || in->n_places == COUNT_OF(in->places) || stat(folder, &s) != 0 ||
	    (in->home.st_ino == s.st_ino && in->home.st_dev == s.st_dev))
		return; /* what is in a home is the user's */
	for (size_t i = 0; i < in->n_places; i++)
		if (strcmp(in->places[i], folder) == 0)
			return;
	folder = gaff_arena_dup(a, sv_of(folder));
	if (folder)
		in->places[in->n_places++] = folder;
}

static bool is_between(char c)
{
	return ascii_isspace(c) || (c && strchr("=:,;|&<>()\"'`", c));
}

/* A link that leads nowhere is there too: it may lead somewhere soon. */
static bool is_there(struct sv name, struct gaff_inside *in)
{
	char path[PATH_MAX + NAME_BYTES_MAX + 2];
	struct stat s;

	for (size_t i = 0; i < in->n_places; i++) {
		in->n_looks++;
		if (snprintf(path, sizeof path, "%s/%.*s", in->places[i], SV_ARG(name)) <
			    (int)sizeof path &&
		    lstat(path, &s) == 0)
			return true;
	}
	return false;
}

/* Does a name of the project start here? Its first part is enough: more may be put behind it. */
static bool starts_name(struct sv text, struct gaff_inside *in)
{
	size_t n = 0;

	while (text.n > 2 && text.p[0] == '.' && text.p[1] == '/')
		text = sv_skip(text, 2);
	for (int words = 0; words < WORDS_IN_NAME && in->n_looks < LOOKS_MAX; words++) {
		while (n < text.n && text.p[n] != '/' && !is_between(text.p[n]))
			n++;
		if (n > NAME_BYTES_MAX)
			return false;
		if (n && !is_between(text.p[n - 1]) && is_there((struct sv){ text.p, n }, in))
			return true;
		if (n == text.n || text.p[n] == '/')
			return false;
		n++;
	}
	return in->n_looks >= LOOKS_MAX;
}

static struct sv word_of(struct sv text)
{
	size_t n = 0;

	while (n < text.n && !is_between(text.p[n]))
		n++;
	return (struct sv){ text.p, n };
}

/* A path in the middle of a value, or behind an option: -I/x. Entries were looked at before. */
static bool leads_in(struct sv word, struct gaff_inside *in)
{
	const char *slash = sv_chr(word, '/');

	if (!slash || (word.p[0] != '/' && word.p[0] != '-'))
		return false;
	in->n_looks += LOOKS_OF_PATH;
	return in->n_looks >= LOOKS_MAX ||
	       gaff_is_inside(sv_skip(word, (size_t)(slash - word.p)), in);
}

/* A word, and what is behind -I or @ in it. */
static bool is_name(struct sv text, struct gaff_inside *in)
{
	struct sv word = word_of(text);

	if (!word.n)
		return false;
	if (leads_in(word, in) || (word.p[0] != '/' && starts_name(text, in)))
		return true;
	if (word.p[0] == '-' && word.n > 2 && word.p[1] != '-')
		return starts_name(sv_skip(text, 2), in);
	return word.p[0] == '@' && word.n > 1 && starts_name(sv_skip(text, 1), in);
}

/* A value of more words than those may be one name too. */
static bool is_whole_name(struct sv value, struct gaff_inside *in)
{
	const char *slash = sv_chr(value, '/');
	struct sv name = { value.p, slash ? (size_t)(slash - value.p) : value.n };
	int words = 1;

	for (size_t i = 0; i < name.n && words <= WORDS_IN_NAME; i++)
		words += is_between(name.p[i]);
	return words > WORDS_IN_NAME && name.n <= NAME_BYTES_MAX && is_there(name, in);
}

bool gaff_names_project(struct sv value, struct gaff_inside *in)
{
	if (!in->n_places || !value.n)
		return false;
	/* one that is very long takes nothing from the others, unless there are many such */
	in->n_all += in->n_looks;
	in->n_looks = in->n_all < LOOKS_OF_ALL ? 0 : LOOKS_MAX;
	if (is_whole_name(value, in))
		return true;
	for (size_t i = 0; i < value.n; i++)
		if ((i == 0 || is_between(value.p[i - 1])) && is_name(sv_skip(value, i), in))
			return true;
	return false;
}
