#include "agents/simulate/fire.h"

#include "base/io.h"
#include "base/os.h"
#include "base/proc.h"

extern char **environ;

enum { PATIENCE_MS = 30000 }; /* beyond what `gaff run` gives itself */

/* Ours, without what another session of the agent left in it, and with what this one says. */
static bool is_of_agent(struct arena *a, const struct fire_shot *shot, const char *variable)
{
	struct fire_variable v;

	for (size_t i = 0; fire_variable(a, shot, i, &v); i++) {
		size_t n = strlen(v.name);

		if (strncmp(variable, v.name, n) == 0 && variable[n] == '=')
			return true;
	}
	return false;
}

char **fire_environment(struct arena *a, const struct fire_shot *shot, const char *last)
{
	struct fire_variable v;
	size_t n = 0, more = 0;
	char **all;

	while (environ[n])
		n++;
	while (fire_variable(a, shot, more, &v))
		more++;
	all = gaff_arena_alloc(a, (n + more + 2) * sizeof *all);
	if (!all)
		return NULL;
	n = 0;
	for (size_t i = 0; environ[i]; i++)
		if (!is_of_agent(a, shot, environ[i]))
			all[n++] = environ[i];
	for (size_t i = 0; fire_variable(a, shot, i, &v); i++) {
		struct buf b = buf_in(a);

		if (!v.value)
			continue;
		gaff_buf_add(&b, sv_of(v.name));
		buf_addc(&b, '=');
		gaff_buf_add(&b, sv_of(v.value));
		all[n] = gaff_arena_cstr(a, buf_sv(&b));
		n += all[n] != NULL;
	}
	if (last)
		all[n++] = gaff_arena_dup(a, sv_of(last));
	all[n] = NULL;
	return all;
}

/* ---- the run ---- */

static char **arguments(struct arena *a, const struct fire_shot *shot, char *program)
{
	size_t n = 0;
	char **argv, **next;

	while (shot->run_arguments[n])
		n++;
	argv = next = gaff_arena_alloc(a, (n + 8) * sizeof *argv);
	if (!argv)
		return NULL;
	*next++ = program;
	*next++ = gaff_arena_dup(a, SV("run"));
	*next++ = gaff_arena_dup(a, SV("--host"));
	*next++ = gaff_arena_dup(a, shot->mimic.host->id);
	*next++ = gaff_arena_dup(a, SV("--event"));
	*next++ = gaff_arena_dup(a, shot->mimic.row->native);
	if (!(shot->mimic.host->flags & GAFF_H_STDERR_IS_PRIVATE))
		*next++ = gaff_arena_dup(a, SV("--verbose"));
	for (size_t i = 0; i <= n; i++)
		*next++ = shot->run_arguments[i];
	return argv;
}

/* What --verbose has added: the agent would get the rest. */
static void take_out_warnings(struct arena *a, struct fire_shot *shot)
{
	struct buf rest = buf_in(a), said = buf_in(a);
	struct sv text = shot->outcome.err;

	while (text.n) {
		const char *end = memchr(text.p, '\n', text.n);
		struct sv line = { text.p, end ? (size_t)(end - text.p) + 1 : text.n };

		if (sv_starts(line, SV("gaff: ")) && shot->outcome.exit != 2)
			gaff_buf_add(&said, sv_skip(line, 6));
		else if (sv_starts(line, SV("gaff: ")) && rest.n) /* behind the reason */
			gaff_buf_add(&said, sv_skip(line, 6));
		else
			gaff_buf_add(&rest, line);
		text = sv_skip(text, line.n);
	}
	shot->outcome.err = buf_sv(&rest);
	shot->said = buf_sv(&said);
}

static enum gaff_rc run(struct arena *a, struct fire_shot *shot, struct gaff_err *err)
{
	struct gaff_proc_result result;
	struct gaff_proc proc = { .input = json_sv(shot->payload),
				  .deadline = gaff_now_ms() + shot->wait_ms + PATIENCE_MS,
				  .out_max = GAFF_PAYLOAD_MAX,
				  .err_max = GAFF_PAYLOAD_MAX };
	char program[4096];

	if (!gaff_os_own_program(program, sizeof program))
		return gaff_fail(err, GAFF_EIO, "cannot find the program gaff itself");
	proc.argv = arguments(a, shot, program);
	proc.envp = fire_environment(a, shot, NULL);
	GAFF_TRY(gaff_arena_check(a, err));
	GAFF_TRY(gaff_proc_run(a, &proc, &result, err));
	shot->outcome = (struct gaff_outcome){ result.exit, result.out, result.err };
	if (!(shot->mimic.host->flags & GAFF_H_STDERR_IS_PRIVATE))
		take_out_warnings(a, shot);
	return GAFF_OK;
}

enum gaff_rc fire_run(struct arena *a, struct fire_shot *shot, struct gaff_err *err)
{
	struct fire_env_file file = { .fd = -1 };
	enum gaff_rc rc, taken;
	struct gaff_err why;

	gaff_end_politely(); /* a file is left behind otherwise */
	if (fire_wants_env_file(shot->mimic.row))
		GAFF_TRY(fire_env_file_make(a, shot, &file, err));
	rc = run(a, shot, err);
	taken = fire_env_file_take(a, shot, &file, &why);
	if (rc == GAFF_OK && taken != GAFF_OK)
		*err = why;
	return rc == GAFF_OK ? taken : rc;
}
