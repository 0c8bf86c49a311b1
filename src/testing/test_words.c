#include "testing/test.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/io.h"
#include "base/proc.h"

extern char **environ;

/* Hooks around programs that take arguments instead of JSON: PHASE PROGRAM ARGUMENT... */

static size_t count(char *const *words)
{
	size_t n = 0;

	while (words[n])
		n++;
	return n;
}

static enum gaff_rc add_word(struct arena *a, struct json value, char **out, struct gaff_err *err)
{
	struct sv text;

	*out = gaff_json_text(a, value, &text) ? gaff_arena_cstr(a, text) : NULL;
	return *out ? GAFF_OK
		    : gaff_fail(err, GAFF_EHOOK, "the call has a word that no program can get");
}

static enum gaff_rc words_for(struct arena *a, char **command, const struct gaff_event *event,
			      char ***out, struct gaff_err *err)
{
	struct json list = gaff_json_get(event->payload, SV("args"));
	size_t n = count(command);
	char **argv = gaff_arena_alloc(a, (n + 3 + gaff_json_count(list)) * sizeof *argv);

	GAFF_TRY(gaff_arena_check(a, err));
	memcpy(argv, command, n * sizeof *argv);
	GAFF_TRY(add_word(a, gaff_json_get(event->payload, SV("phase")), &argv[n++], err));
	GAFF_TRY(add_word(a, gaff_json_get(event->payload, SV("cli")), &argv[n++], err));
	for (struct json_iter it = gaff_json_iter(list); gaff_json_each(&it);)
		GAFF_TRY(add_word(a, it.value, &argv[n++], err));
	argv[n] = NULL;
	*out = argv;
	return GAFF_OK;
}

static enum gaff_rc run_it(struct arena *a, const struct gaff_run *run,
			   const struct gaff_event *event, struct gaff_outcome *out,
			   struct gaff_err *err)
{
	struct json code = gaff_json_get(event->payload, SV("exit_code"));
	const char *text = gaff_arena_dup(a, json_sv(code));
	struct gaff_proc_result result;
	struct gaff_proc proc = { .deadline = gaff_run_hook_deadline(run),
				  .out_max = GAFF_HOOK_OUTPUT_MAX,
				  .err_max = GAFF_HOOK_STDERR_MAX };
	char **argv = NULL;

	GAFF_TRY(words_for(a, run->command, event, &argv, err));
	(void)unsetenv("GAFF_EXIT_CODE");
	if (code.n && text)
		(void)setenv("GAFF_EXIT_CODE", text, 1);
	proc.argv = argv;
	proc.envp = environ;
	GAFF_TRY(gaff_proc_run(a, &proc, &result, err));
	*out = (struct gaff_outcome){ result.exit, result.out, result.err };
	return GAFF_OK;
}

/* Before the program exit 0 is no opinion, and with anything else it says no, and why. */
enum gaff_rc test_ask_with_words(struct arena *a, struct gaff_run *run,
				 const struct gaff_event *event, struct gaff_trace *trace,
				 struct gaff_response *out, struct gaff_err *err)
{
	struct gaff_step *step = gaff_trace_add(a, trace);
	struct gaff_response *r = &trace->merged;
	struct sv said;
	enum gaff_rc rc;

	if (!step)
		return gaff_no_memory(err);
	rc = run_it(a, run, event, &step->outcome, err);
	step->has_outcome = rc == GAFF_OK;
	step->result = gaff_step_of(rc);
	GAFF_TRY(rc);
	if (step->outcome.exit != 0 && event->id == GAFF_EV_BEFORE_TOOL) {
		said = sv_trim(step->outcome.err);
		r->decision = GAFF_DENY;
		r->text[GAFF_A_REASON] = said.n ? said : sv_trim(step->outcome.out);
	}
	*out = *r;
	return GAFF_OK;
}
