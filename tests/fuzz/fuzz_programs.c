/*
 * fuzz_programs.c - what any bytes execute, as each kind of shell: there is an end to it, words and
 * places are in bounds, and a program without a name is said not to be known.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/limits.h"
#include "guard/rows/options.h"
#include "guard/eval/programs.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool ok)
{
	if (!ok)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct gaff_world world = { .cwd = SV_INIT("/p/sub"),
						 .project = SV_INIT("/p"),
						 .home = SV_INIT("/home/me"),
						 .tmpdir = SV_INIT("/tmp"),
						 .user = SV_INIT("me") };
	struct sv text = { (const char *)data + 1, size - 1 };
	struct gaff_programs found;
	struct gaff_args args;
	struct gaff_err err;
	struct arena a;
	size_t n = 0;

	if (!size)
		return 0;
	gaff_arena_init(&a, NULL, 0, GAFF_ARENA_MAX);
	if (gaff_find_programs(&a, text,
			       data[0] % 8 == 1   ? GAFF_SHELL_POWERSHELL
			       : data[0] % 8 == 2 ? GAFF_SHELL_CMD
						  : GAFF_SHELL_POSIX,
			       &world, &found, &err) != GAFF_OK) {
		check(a.failed);
		gaff_arena_release(&a);
		return 0;
	}
	for (const struct gaff_program *p = found.first; p; p = p->next, n++) {
		check(p->n > 0 && p->at <= text.n && p->n_at <= text.n - p->at);
		check(p->name.n || !p->word[0].text.n || found.unknown);
		check(!p->cwd.n || (p->cwd.p[0] == '/' && !memchr(p->cwd.p, 0, p->cwd.n)));
		for (size_t i = 0; i < p->n; i++)
			check(p->word[i].at <= text.n && p->word[i].n <= text.n - p->word[i].at);
		check(gaff_args_of(&a, p, &args, &err) == GAFF_OK || a.failed);
	}
	check(n == found.n);
	for (const struct gaff_unknown *u = found.unknown; u; u = u->next)
		check(u->why && u->at <= text.n && u->n <= text.n - u->at);
	gaff_arena_release(&a);
	return 0;
}
