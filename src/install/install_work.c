#include "install/install_work.h"

#include <limits.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/dirs.h"
#include "install/own_program.h"
#include "run/load/project.h"
#include "text/path.h"
#include "text/utf8.h"
#include "text/words.h"

/* ---- where ---- */

enum gaff_rc install_begin(struct install_work *work, struct gaff_err *err)
{
	const char *home = getenv("HOME");
	char here[PATH_MAX];
	struct buf b = buf_in(work->arena);

	work->lock = -1;
	if (!getcwd(here, sizeof here))
		return gaff_fail(err, GAFF_EIO, "cannot find the current directory");
	if (home && home[0] == '/') {
		gaff_path_absolute(&b, (struct sv){ 0 }, sv_of(home), false);
		work->where.home = gaff_arena_cstr(work->arena, buf_sv(&b));
	}
	work->here = gaff_arena_dup(work->arena, sv_of(here));
	work->where.project = work->here ? gaff_project_root(work->arena, work->here) : NULL;
	if (!work->where.project)
		return gaff_no_memory(err);
	GAFF_TRY(gaff_own_program(work->arena, &work->program, err));
	if (!work->is_dry) {
		work->lock = gaff_install_lock(err);
		if (work->lock < 0)
			return err->rc;
	}
	return GAFF_OK;
}

/* A project's file is everybody's who has it; the others are of one user, or of one machine. */
struct gaff_call_dirs install_dirs(const struct install_work *work, enum gaff_scope scope)
{
	struct gaff_call_dirs dirs = { .is_committed = scope == GAFF_SCOPE_PROJECT ||
						       scope == GAFF_SCOPE_SYSTEM };

	if (!dirs.is_committed) {
		dirs.home = sv_of(work->where.home);
		dirs.config = sv_of(gaff_dir_moved(GAFF_DIR_CONFIG));
		dirs.state = sv_of(gaff_dir_moved(GAFF_DIR_STATE));
	}
	return dirs;
}

static enum gaff_rc check_folder(const char *name, struct sv folder, struct gaff_err *err)
{
	while (folder.n) {
		unsigned n = utf8_length(folder.p, folder.p + folder.n);

		if (!n || (unsigned char)*folder.p < 0x20)
			return gaff_fail(err, GAFF_EUNSUPPORTED,
					 "%s has control characters or is not UTF-8, and cannot be "
					 "written into the file of an agent",
					 name);
		folder = sv_skip(folder, n);
	}
	return GAFF_OK;
}

enum gaff_rc install_can_register(const struct install_work *work, struct gaff_err *err)
{
	struct gaff_call_dirs dirs = install_dirs(work, work->scope);

	GAFF_TRY(check_folder("HOME", dirs.home, err));
	GAFF_TRY(check_folder("XDG_CONFIG_HOME", dirs.config, err));
	GAFF_TRY(check_folder("XDG_STATE_HOME", dirs.state, err));
	if (gaff_word_is_program(sv_of(work->program), SV("gaff")))
		return GAFF_OK;
	return gaff_fail(err, GAFF_EUNSUPPORTED,
			 "an entry is known to be gaff's by its program, and this one is %.160s; "
			 "call it gaff",
			 work->program);
}

void install_pause(void)
{
	struct timespec moment = { 0, 10000000 };

	(void)nanosleep(&moment, NULL);
}

void install_end(struct install_work *work)
{
	if (work->lock >= 0)
		(void)close(work->lock);
}

/* ---- what is told ---- */

void install_refuse(struct install_work *work, const struct gaff_host *host, const char *file,
		    const struct gaff_err *err)
{
	work->failed++;
	work->teller->refused(work, host, file, err);
}

void install_tell(struct install_work *work, const struct install_report *report)
{
	work->changed += gaff_change_is_any(report->change);
	work->teller->done(work, report);
}
