#include "run/match_place.h"

#include "base/dirs.h"
#include "base/os.h"
#include "run/load/project.h"
#include "text/path.h"

struct gaff_real_name {
	struct sv path, real;
};

/* Once for each file: a hundred hooks may ask for the names of thousands. */
static struct sv real_file(void *context, size_t n, struct sv path)
{
	struct gaff_call_place *p = context;
	struct gaff_real_name *known;

	if (n >= p->n_real) { /* most calls have one file, and some thousands */
		size_t room = n < 16 ? 16 : GAFF_PATHS_MAX;

		known = gaff_arena_alloc(p->arena, room * sizeof *known);
		if (!known)
			return (struct sv){ 0 };
		memset(known, 0, room * sizeof *known);
		if (p->n_real)
			memcpy(known, p->real, p->n_real * sizeof *known);
		p->real = known;
		p->n_real = room;
	}
	known = &p->real[n];
	if (!known->path.n || !sv_eq(known->path, path))
		*known = (struct gaff_real_name){ path, gaff_real_name(p->arena, path) };
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

void gaff_place_begin(struct gaff_call_place *place, struct arena *a, int64_t deadline)
{
	*place = (struct gaff_call_place){ .match = { .ignores_case = gaff_os_ignores_case(),
						      .deadline = deadline,
						      .real = real_file,
						      .context = place },
					   .arena = a };
}

void gaff_place_find(struct gaff_call_place *place, const char *project)
{
	struct gaff_match_place *m = &place->match;

	m->project = plain_name(place->arena, sv_of(project));
	m->home = plain_name(place->arena, sv_of(gaff_home()));
	m->real_project = gaff_real_name(place->arena, m->project);
	m->real_home = gaff_real_name(place->arena, m->home);
	place->is_found = true;
}
