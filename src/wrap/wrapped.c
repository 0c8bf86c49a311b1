#include "wrap/wrapped.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/io.h"
#include "base/limits.h"
#include "base/proc.h"
#include "base/stand_in.h"
#include "wrap/wrap.h"
#include "text/visible.h"

extern char **environ;

/* Whose hooks are running: a hook that calls its own program would be asked about that, for ever.
 */
#define IN_HOOK "GAFF_WRAP_HOOK"

/* How many wrapped programs are around this one: others look programs up on PATH too. */
#define DEPTH "GAFF_WRAP_DEPTH"

/* ---- what is said ---- */

static int complain(const struct wrapped *w, int code, const char *why)
{
	char line[1024];
	int n = snprintf(line, sizeof line, "gaff: %s: %s\n", w->name, why);

	if (n > 0)
		(void)gaff_visible_write(STDERR_FILENO, sv_of(line), gaff_now_ms() + GAFF_WRITE_MS);
	return code;
}

static void say_why_not(const char *path, int why)
{
	char line[512];
	int n = snprintf(line, sizeof line, "gaff: cannot run %.300s: %s\n", path, strerror(why));

	if (n > 0)
		(void)gaff_visible_write(STDERR_FILENO, sv_of(line), gaff_now_ms() + GAFF_WRITE_MS);
}

/* ---- loops ---- */

/* Is this name one of the words? */
static bool has_word(const char *words, const char *name)
{
	size_t n = strlen(name);

	for (const char *at = words; at && *at; at = strchr(at, '/')) {
		at += *at == '/';
		if (strncmp(at, name, n) == 0 && (at[n] == '/' || !at[n]))
			return true;
	}
	return false;
}

static long depth_of(const char *text)
{
	long n = 0;

	for (; text && ascii_isdigit(*text) && n < GAFF_WRAP_DEPTH_MAX; text++)
		n = n * 10 + (*text - '0');
	return n;
}

/* Variables that say something to gaff when a hook calls it, and that a repository may have set. */
static const char *const doubted[] = { "GAFF_DISABLE", "GAFF_AUDIT" };
static char *put_aside[COUNT_OF(doubted)];

static void hide_variables(struct arena *a)
{
	for (size_t i = 0; i < COUNT_OF(doubted) && gaff_dirs_are_given(); i++) {
		const char *value = getenv(doubted[i]);

		put_aside[i] = value ? gaff_arena_dup(a, sv_of(value)) : NULL;
		(void)unsetenv(doubted[i]);
	}
}

/* The program has what it was called with. */
static void show_variables(void)
{
	for (size_t i = 0; i < COUNT_OF(doubted); i++)
		if (put_aside[i])
			(void)setenv(doubted[i], put_aside[i], 1);
}

/* The names whose hooks are around us, and this one. */
static bool enter_hook(struct arena *a, const char *name, const char *before)
{
	struct buf b = buf_in(a);

	BUF_JOIN(&b, sv_of(before), SV("/"), sv_of(name)); /* the one letter that no name has */
	buf_addc(&b, '\0');
	hide_variables(a);
	return buf_ok(&b) && setenv(IN_HOOK, b.p, 1) == 0;
}

static void leave_hook(const char *before)
{
	if (before)
		(void)setenv(IN_HOOK, before, 1);
	else
		(void)unsetenv(IN_HOOK);
	show_variables();
}

/* What the program finds: our environment, and one more in the count. */
static char **environment(struct arena *a, long depth)
{
	enum { ROOM = sizeof DEPTH + 24 };
	size_t n = 0, kept = 0;
	char **all, *own = gaff_arena_alloc(a, ROOM);

	while (environ[n])
		n++;
	all = gaff_arena_alloc(a, (n + 2) * sizeof *all);
	if (!all || !own)
		return NULL;
	for (size_t i = 0; i < n; i++)
		if (strncmp(environ[i], DEPTH "=", sizeof DEPTH) != 0)
			all[kept++] = environ[i];
	(void)snprintf(own, ROOM, "%s=%ld", DEPTH, depth + 1);
	all[kept++] = own;
	all[kept] = NULL;
	return all;
}

/* ---- the program ---- */

/* By its name alone, as who types it calls it. */
static char **arguments(struct arena *a, const struct wrapped *w)
{
	char **argv = gaff_arena_alloc(a, (w->n_args + 2) * sizeof *argv);

	if (!argv)
		return NULL;
	argv[0] = gaff_arena_dup(a, sv_of(w->name));
	for (size_t i = 0; i <= w->n_args; i++)
		argv[i + 1] = w->args[i];
	return argv[0] ? argv : NULL;
}

static const char *folder_of(struct arena *a, const char *shim)
{
	const char *slash = strrchr(shim, '/');

	if (!slash)
		return ".";
	return gaff_arena_cstr(a, slash == shim ? SV("/")
						: (struct sv){ shim, (size_t)(slash - shim) });
}

static int find_program(struct arena *a, const struct wrapped *w, const char **out)
{
	const char *folder = folder_of(a, w->shim);
	struct gaff_on_path found;
	struct gaff_err err;

	if (!folder ||
	    gaff_path_find(a, getenv("PATH"), w->name, folder, w->shim, &found, &err) != GAFF_OK)
		return complain(w, WRAPPED_BROKEN, "no memory");
	*out = found.program;
	if (!found.program && found.is_forbidden)
		return complain(w, WRAPPED_DENIED, "it may not be executed");
	if (!found.program)
		return complain(w, WRAPPED_MISSING,
				"there is no such program on PATH behind this shim; to remove the "
				"shim: gaff unwrap");
	return 0;
}

/* ---- one after the other ---- */

static void ask_before(struct arena *a, const struct wrapped *w, struct wrapped_verdict *out)
{
	struct wrapped_phase phase = { .wrapped = w, .name = "pre", .command = w->pre };

	wrapped_ask(a, &phase, NULL, out);
	if (gaff_proc_signal()) /* who ends us does not want the program either */
		gaff_die_of(gaff_proc_signal());
}

static void ask_after(struct arena *a, const struct wrapped *w, int status, struct sv before)
{
	struct wrapped_phase phase = { .wrapped = w, .name = "post", .command = w->post };
	struct wrapped_verdict ignored;

	phase.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	wrapped_ask(a, &phase, &before, &ignored);
}

static int run_it(struct arena *a, const struct wrapped *w, struct gaff_stand_in *stand_in)
{
	bool is_manifests = !w->pre && !w->post;
	const char *in_hook = getenv(IN_HOOK);
	long depth = depth_of(getenv(DEPTH));
	struct wrapped_verdict verdict = { 0 };
	struct gaff_exec_program program = { .say = say_why_not };
	struct gaff_err err;
	int code = find_program(a, w, &program.path), status = 0;

	if (code)
		return code;
	if (has_word(in_hook, w->name))
		return complain(w, WRAPPED_DENIED,
				"it is called by its own hook; there, call the program by its "
				"whole path");
	if (depth >= GAFF_WRAP_DEPTH_MAX)
		return complain(w, WRAPPED_DENIED,
				"it has called itself too often; whatever is behind this shim on "
				"PATH must not look for it on PATH again");
	if (in_hook)
		in_hook = gaff_arena_dup(a, sv_of(in_hook)); /* the old text goes with setenv() */
	if (!enter_hook(a, w->name, in_hook))
		return complain(w, WRAPPED_BROKEN, "no memory");
	if (w->pre || is_manifests)
		ask_before(a, w, &verdict);
	if (verdict.is_denied)
		return WRAPPED_DENIED;
	leave_hook(in_hook);
	program.argv = arguments(a, w);
	program.envp = environment(a, depth);
	if (!program.argv || !program.envp)
		return complain(w, WRAPPED_BROKEN, "no memory");
	if (!w->post && !verdict.must_stay)
		gaff_stand_in_become(stand_in, &program);
	if (gaff_stand_in_run(stand_in, &program, &status, &err) != GAFF_OK)
		return complain(w, WRAPPED_BROKEN, err.msg);
	if (enter_hook(a, w->name, in_hook))
		ask_after(a, w, status, verdict.said);
	gaff_stand_in_end(status);
}

int wrapped_run(const struct wrapped *w)
{
	static struct gaff_stand_in stand_in;
	struct gaff_err err;
	struct arena arena;
	int code;

	if (gaff_stand_in_begin(&stand_in, &err) != GAFF_OK)
		return complain(w, WRAPPED_BROKEN, err.msg);
	gaff_arena_init(&arena, NULL, 0, GAFF_ARENA_MAX);
	code = run_it(&arena, w, &stand_in);
	gaff_arena_release(&arena);
	return code;
}
