#include <limits.h>
#include <stdlib.h>

#include "base/fs.h"
#include "base/os.h"
#include "run/chain.h"
#include "text/path.h"

struct real_name {
	struct sv path, real;
};

/* ---- what files are called ---- */

/* Without links, "." and ".."; empty when that is what it is called. */
static struct sv real_name(struct arena *a, struct sv path)
{
	const char *name = path.n && path.p[0] == '/' ? gaff_arena_cstr(a, path) : NULL;
	struct buf b = buf_in(a);
	char real[PATH_MAX];

	if (!name || !gaff_fs_real(name, real, sizeof real))
		return (struct sv){ 0 };
	gaff_path_absolute(&b, (struct sv){ 0 }, sv_of(real), false);
	return buf_ok(&b) && !sv_eq(buf_sv(&b), path) ? buf_sv(&b) : (struct sv){ 0 };
}

/* Once for each file: a hundred hooks may ask for the names of thousands. */
static struct sv real_file(void *context, size_t n, struct sv path)
{
	struct chain *c = context;
	struct real_name *known;

	if (!c->real) {
		size_t size = GAFF_PATHS_MAX * sizeof *c->real;

		c->real = gaff_arena_alloc(c->arena, size);
		if (!c->real)
			return (struct sv){ 0 };
		memset(c->real, 0, size);
	}
	known = &c->real[n];
	if (!known->path.n || !sv_eq(known->path, path))
		*known = (struct real_name){ path, real_name(c->arena, path) };
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

/* Only for hooks that have paths: to ask for real names takes its time. */
void gaff_chain_find_place(struct chain *c)
{
	struct sv project = plain_name(c->arena, sv_of(c->trace->sources.project.root)),
		  home = plain_name(c->arena, sv_of(getenv("HOME")));

	c->place = (struct gaff_match_place){ .project = project,
					      .home = home,
					      .real_project = real_name(c->arena, project),
					      .real_home = real_name(c->arena, home),
					      .ignores_case = gaff_os_ignores_case(),
					      .deadline = c->place.deadline,
					      .real = real_file,
					      .context = c };
}
