#include "cli/fire.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/io.h"
#include "base/os.h"
#include "base/proc.h"

extern char **environ;

enum { PATIENCE_MS = 30000 }; /* beyond what `gaff run` gives itself */

/* ---- the environment an agent gives its hooks ---- */

struct variable {
	const char *name;
	enum gaff_field field;
};

/* The i-th variable this agent tells something by; false: there are no more. */
static bool agent_variable(const struct gaff_host *host, size_t i, struct variable *out)
{
	if (i < host->n_env) {
		*out = (struct variable){ host->env[i].name, host->env[i].field };
		return true;
	}
	i -= host->n_env;
	for (size_t r = 0; r < host->n_payload; r++) {
		if (host->payload[r].where.p[0] != '$' || i-- > 0)
			continue;
		*out = (struct variable){ host->payload[r].where.p + 1, host->payload[r].field };
		return true;
	}
	return false;
}

static bool is_of_agent(const struct gaff_host *host, const char *variable)
{
	struct variable v;

	for (size_t i = 0; agent_variable(host, i, &v); i++) {
		size_t n = strlen(v.name);

		if (strncmp(variable, v.name, n) == 0 && variable[n] == '=')
			return true;
	}
	return false;
}

/* Ours, without what another session of the agent left in it, and with what this one says. */
static char **environment(struct arena *a, const struct fire_shot *shot, struct json env_file)
{
	const struct gaff_host *host = shot->mimic.host;
	struct variable v;
	size_t n = 0, more = 0;
	char **all;

	while (environ[n])
		n++;
	while (agent_variable(host, more, &v))
		more++;
	all = gaff_arena_alloc(a, (n + more + 1) * sizeof *all);
	if (!all)
		return NULL;
	n = 0;
	for (size_t i = 0; environ[i]; i++)
		if (!is_of_agent(host, environ[i]))
			all[n++] = environ[i];
	for (size_t i = 0; agent_variable(host, i, &v); i++) {
		struct json value = v.field == GAFF_F_ENV_FILE ? env_file
							       : shot->event.field[v.field];
		struct buf b = buf_in(a);
		struct sv text;

		if (!gaff_json_text(a, value, &text))
			continue;
		gaff_buf_add(&b, sv_of(v.name));
		buf_addc(&b, '=');
		gaff_buf_add(&b, text);
		all[n] = gaff_arena_cstr(a, buf_sv(&b));
		n += all[n] != NULL;
	}
	all[n] = NULL;
	return all;
}

/* ---- a file for the session's variables, where the agent has one ---- */

static bool wants_env_file(const struct gaff_event_row *row)
{
	const struct gaff_answer_row *env = gaff_shape_row(row->answer, GAFF_A_ENV, false);

	return env && env->where.p[0] == '$';
}

static enum gaff_rc make_env_file(char *path, size_t n, int *fd, struct gaff_err *err)
{
	const char *folder = getenv("TMPDIR");
	int length = snprintf(path, n, "%s/gaff-fire-XXXXXX", folder && *folder ? folder : "/tmp");

	*fd = length > 0 && (size_t)length < n ? mkstemp(path) : -1;
	return *fd >= 0 ? GAFF_OK
			: gaff_fail(err, GAFF_EIO, "cannot make a file for variables: %s",
				    strerror(errno));
}

static enum gaff_rc read_env_file(struct arena *a, int fd, struct sv *out, struct gaff_err *err)
{
	enum { FIRST = 4096 };
	char *first = gaff_arena_alloc(a, FIRST);

	if (!first)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for variables");
	return gaff_read_all(fd, first, FIRST, GAFF_PAYLOAD_MAX, gaff_now_ms() + GAFF_WRITE_MS, out,
			     err);
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

static enum gaff_rc run(struct arena *a, struct fire_shot *shot, struct json env_file,
			struct gaff_err *err)
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
	proc.envp = environment(a, shot, env_file);
	if (a->failed)
		return gaff_fail(err, GAFF_ENOMEM, "no memory to run the hook");
	GAFF_TRY(gaff_proc_run(a, &proc, &result, err));
	shot->outcome = (struct gaff_outcome){ result.exit, result.out, result.err };
	if (!(shot->mimic.host->flags & GAFF_H_STDERR_IS_PRIVATE))
		take_out_warnings(a, shot);
	return GAFF_OK;
}

enum gaff_rc fire_run(struct arena *a, struct fire_shot *shot, struct gaff_err *err)
{
	char path[4096];
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };
	enum gaff_rc rc;
	int fd;

	gaff_end_politely(); /* a file is left behind otherwise */
	if (!wants_env_file(shot->mimic.row))
		return run(a, shot, (struct json){ 0 }, err);
	GAFF_TRY(make_env_file(path, sizeof path, &fd, err));
	gaff_json_string(&w, sv_of(path));
	rc = run(a, shot, (struct json){ b.p, b.n }, err);
	if (rc == GAFF_OK)
		rc = read_env_file(a, fd, &shot->env_file, err);
	(void)close(fd);
	(void)unlink(path);
	return rc;
}
