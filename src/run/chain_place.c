#include <limits.h>
#include <stdlib.h>

#include "base/os.h"
#include "run/chain.h"
#include "run/project.h"
#include "text/path.h"

struct real_name {
	struct sv path, real;
};

/* ---- what files are called ---- */

/* Once for each file: a hundred hooks may ask for the names of thousands. */
static struct sv real_file(void *context, size_t n, struct sv path)
{
	struct chain *c = context;
	struct real_name *known;

	if (n >= c->n_real) { /* most calls have one file, and some thousands */
		size_t room = n < 16 ? 16 : GAFF_PATHS_MAX;

		known = gaff_arena_alloc(c->arena, room * sizeof *known);
		if (!known)
			return (struct sv){ 0 };
		memset(known, 0, room * sizeof *known);
		if (c->n_real)
			memcpy(known, c->real, c->n_real * sizeof *known);
		c->real = known;
		c->n_real = room;
	}
	known = &c->real[n];
	if (!known->path.n || !sv_eq(known->path, path))
		*known = (struct real_name){ path, gaff_real_name(c->arena, path) };
	return known->real;
}

static struct sv plain_name(struct arena *a, struct sv path)
{
	struct buf b = buf_in(a);

	if (!path.n || path.p[0] != '/')
		return path;
	gaff_path_absolute(&b, (struct sv){ 0 }, path, false);
	return buf_ok(&b) ? buf_sv(&b) : path;
}

/* What is known without asking anybody. */
struct gaff_match_place gaff_chain_place(struct chain *c)
{
	return (struct gaff_match_place){ .ignores_case = gaff_os_ignores_case(),
					  .deadline = gaff_run_hook_deadline(c->run),
					  .real = real_file,
					  .context = c };
}

/* Only for hooks that have paths: to ask for real names takes its time. */
void gaff_chain_find_place(struct chain *c)
{
	c->place.project = plain_name(c->arena, sv_of(c->trace->sources.project.root));
	c->place.home = plain_name(c->arena, sv_of(getenv("HOME")));
	c->place.real_project = gaff_real_name(c->arena, c->place.project);
	c->place.real_home = gaff_real_name(c->arena, c->place.home);
	c->has_place = true;
}

const char *gaff_chain_root(struct chain *c)
{
	const char *root = c->trace->sources.project.root;
	char real[PATH_MAX];

	if (!c->root && root && realpath(root, real))
		c->root = gaff_arena_dup(c->arena, sv_of(real));
	return c->root;
}
