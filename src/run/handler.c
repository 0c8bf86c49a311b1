#include "run/run.h"

#include <limits.h>

#include "base/dirs.h"
#include "base/inherit.h"
#include "base/io.h"
#include "base/limits.h"
#include "base/proc.h"

extern char **environ;

/* A value the system would refuse must not keep the hook from running. */
enum { DIALECT_VARIABLES_MAX = 8 };

static const char *const ours[] = { "GAFF_HOST",       "GAFF_EVENT",       "GAFF_TOOL",
				    "GAFF_SESSION_ID", "GAFF_PROJECT_DIR", GAFF_EVENT_FILE };

static bool is_ours(const char *variable)
{
	for (size_t i = 0; i < COUNT_OF(ours); i++) {
		size_t n = strlen(ours[i]);

		if (strncmp(variable, ours[i], n) == 0 && variable[n] == '=')
			return true;
	}
	return false;
}

struct variables {
	struct arena *arena;
	char **all;
	size_t n;
	size_t n_before; /* those of a manifest have no name twice: only these are looked at */
};

/* NAME=value, unless the value is too long or cannot be in an environment. */
static void set_any(struct variables *v, struct sv name, struct sv value)
{
	struct buf b = buf_in(v->arena);
	size_t n = name.n;
	char *text;

	if (value.n > GAFF_VARIABLE_MAX)
		return;
	gaff_buf_add(&b, name);
	buf_addc(&b, '=');
	gaff_buf_add(&b, value);
	text = buf_ok(&b) ? gaff_arena_cstr(v->arena, buf_sv(&b)) : NULL;
	if (!text)
		return;
	for (size_t i = 0; i < (v->n_before ? v->n_before : v->n); i++) {
		if (strncmp(v->all[i], text, n + 1) == 0) {
			v->all[i] = text;
			return;
		}
	}
	v->all[v->n++] = text;
}

static void set(struct variables *v, const char *name, struct sv value)
{
	if (value.n)
		set_any(v, sv_of(name), value);
}

static void set_field(struct variables *v, const char *name, struct json value)
{
	struct sv text;

	if (gaff_json_text(v->arena, value, &text))
		set(v, name, text);
}

/* What a manifest wants besides, as it says; it was checked when it was read. */
static void set_all(struct variables *v, struct json env)
{
	struct sv name, text;

	v->n_before = v->n;
	for (struct json_iter it = gaff_json_iter(env); gaff_json_each(&it);)
		if (gaff_json_text(v->arena, it.key, &name) &&
		    gaff_json_text(v->arena, it.value, &text))
			set_any(v, name, text);
}

/* What it inherits; not of another event, when a hook starts an agent. */
static void inherit(struct variables *v, const struct gaff_call *call, size_t n)
{
	if (call->keeps_env)
		memcpy(v->all, environ, n * sizeof *v->all);
	else
		n = gaff_inherit(v->arena, environ, call->project, call->cwd, v->all);
	for (size_t i = 0; i < n; i++)
		if (!is_ours(v->all[i]))
			v->all[v->n++] = v->all[i];
}

/* What of ours it inherits, what is known of the event, and what the dialect's own agent would set.
 */
static enum gaff_rc environment(struct arena *a, const struct gaff_call *call,
				const struct gaff_event *event, char ***out, struct gaff_err *err)
{
	const struct gaff_host *dialect = call->dialect;
	struct variables v = { .arena = a };
	struct json input = { 0 };
	char path[PATH_MAX];
	struct sv name;
	size_t n = 0;

	while (environ[n])
		n++;
	v.all = gaff_arena_alloc(a, (n + COUNT_OF(ours) + DIALECT_VARIABLES_MAX +
				     dialect->n_input_env + gaff_json_count(call->env) +
				     GAFF_INHERIT_MORE + 2) *
					    sizeof *v.all);
	GAFF_TRY(gaff_arena_check(a, err));
	inherit(&v, call, n);
	GAFF_TRY(gaff_event_full_name(a, event, &name, err));
	set(&v, "GAFF_HOST", event->host->id);
	set(&v, "GAFF_EVENT", name);
	set(&v, "GAFF_TOOL", event->tool ? gaff_tool_name(event->tool) : event->tool_name);
	set_field(&v, "GAFF_SESSION_ID", event->field[GAFF_F_SESSION_ID]);
	set_field(&v, "GAFF_PROJECT_DIR", event->field[GAFF_F_PROJECT_DIR]);
	set(&v, GAFF_EVENT_FILE, SV(GAFF_PROC_INPUT_FILE));
	for (size_t i = 0; i < dialect->n_env && i < DIALECT_VARIABLES_MAX; i++)
		set_field(&v, dialect->env[i].name, event->field[dialect->env[i].field]);
	if (dialect->n_input_env && event->field[GAFF_F_TOOL_INPUT].n)
		GAFF_TRY(gaff_event_input(a, event, &input, err));
	for (size_t i = 0; i < dialect->n_input_env; i++)
		set_field(&v, dialect->input_env[i].name,
			  gaff_json_get(input, dialect->input_env[i].input));
	/* what Python compiled of a checkout's modules is not theirs to bring */
	if (gaff_dir_path(GAFF_DIR_CACHE, "pycache", path, sizeof path))
		set(&v, "PYTHONPYCACHEPREFIX", sv_of(path));
	if (call->is_isolated)
		set(&v, "PYTHONSAFEPATH", SV("1"));
	set_all(&v, call->env);
	v.all[v.n] = NULL;
	*out = v.all;
	return GAFF_OK;
}

int64_t gaff_run_hook_deadline(const struct gaff_run *run)
{
	int64_t deadline = gaff_run_deadline(run), grace = (deadline - run->start_ms) / 4;

	return deadline - (grace < GAFF_PROC_GRACE_MS ? grace : GAFF_PROC_GRACE_MS);
}

enum gaff_rc gaff_run_command(struct arena *a, const struct gaff_call *call,
			      const struct gaff_event *event, struct sv *input,
			      struct gaff_outcome *out, struct gaff_err *err)
{
	struct gaff_proc_result result;
	struct gaff_proc proc = { .argv = call->argv,
				  .cwd = call->cwd,
				  .input_is_line = true,
				  .input_variable = GAFF_EVENT_FILE,
				  .deadline = call->deadline,
				  .out_max = GAFF_HOOK_OUTPUT_MAX,
				  .err_max = GAFF_HOOK_STDERR_MAX };
	char **env = NULL;

	if (!input->n)
		GAFF_TRY(gaff_encode_event(a, event, call->dialect, input, err));
	GAFF_TRY(environment(a, call, event, &env, err));
	if (a->failed) /* a guard must not be shown a call with something missing */
		return gaff_no_memory(err);
	proc.envp = env;
	proc.input = *input;
	GAFF_TRY(gaff_proc_run(a, &proc, &result, err));
	*out = (struct gaff_outcome){ result.exit, result.out, result.err };
	return GAFF_OK;
}
