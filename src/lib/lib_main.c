#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/io.h"
#include "base/os.h"
#include "agents/hosts.h"
#include "lib/lib_args.h"
#include "lib/lib_call.h"
#include "lib/lib_log.h"
#include "run/load/project.h"
#include "run/run.h"
#include "text/json/json_pretty.h"
#include "text/visible.h"
#include "text/words.h"

/*
 * A hook program: `gaff run` with a function instead of manifests. Everything around the call (who
 * calls, what a failure means, what the agent can carry, the exit code, the record) is run.c's.
 */

/* clang-format off */
#define BY_EVENT(X) \
	X(BEFORE_TOOL,           before_tool_execute) \
	X(AFTER_TOOL,            after_tool_execute) \
	X(TOOL_FAILURE,          tool_use_failure) \
	X(SESSION_START,         session_start) \
	X(SESSION_END,           session_end) \
	X(BEFORE_PROMPT,         before_prompt) \
	X(AGENT_STOP,            agent_stop) \
	X(BEFORE_COMPACT,        before_compact) \
	X(AFTER_COMPACT,         after_compact) \
	X(NOTIFICATION,          notification) \
	X(ERROR,                 error_occurred) \
	X(SUBAGENT_START,        subagent_start) \
	X(SUBAGENT_STOP,         subagent_stop) \
	X(PERMISSION_REQUEST,    permission_request) \
	X(PERMISSION_DENIED,     permission_denied) \
	X(BEFORE_MODEL,          before_model) \
	X(AFTER_MODEL,           after_model) \
	X(BEFORE_TOOL_SELECTION, before_tool_selection) \
	X(CONFIG_CHANGE,         config_change) \
	X(FILE_CHANGED,          file_changed) \
	X(FILE_CREATED,          file_created) \
	X(FILE_SAVED,            file_saved) \
	X(FILE_DELETED,          file_deleted) \
	X(BEFORE_TASK,           before_task) \
	X(AFTER_TASK,            after_task)
/* clang-format on */

static gaff_handler *handler_of(const gaff_hooks *hooks, enum gaff_event_id id)
{
#define HANDLER(event, member) [GAFF_EV_##event] = hooks->member,
	gaff_handler *const by_event[GAFF_EV_COUNT] = { BY_EVENT(HANDLER) };
#undef HANDLER

	return by_event[id];
}

/* ---- the call ---- */

static enum gaff_rc call(gaff_handler *handler, gaff_event *event, gaff_response *response,
			 struct gaff_err *err)
{
	int said = handler(event, response);

	if (event->seen->failure.rc != GAFF_OK) {
		*err = event->seen->failure;
		return err->rc;
	}
	if (said != 0)
		return gaff_fail(err, GAFF_EHOOK, "the hook failed: it returned %d", said);
	return gaff_arena_check(event->arena, err);
}

/* What it has said before it failed: that something must not happen stands, the rest does not. */
static bool has_objected(struct arena *a, const struct gaff_run *run, gaff_response *r,
			 const struct gaff_err *why)
{
	struct gaff_response said = { .decision = r->said.decision, .stop = r->said.stop };

	if (!gaff_lib_objects(&r->said))
		return false;
	if (said.stop) /* it must not pass where nothing can be stopped but a call denied */
		said.decision = gaff_run_can_fail_closed(run) ? GAFF_DENY
				: said.decision == GAFF_ALLOW ? GAFF_NONE
							      : said.decision;
	said.text[GAFF_A_REASON] = gaff_lib_objection(&r->said);
	said.text[GAFF_A_STOP_REASON] = r->said.text[GAFF_A_STOP_REASON];
	r->said = said;
	gaff_warn(a, &r->warnings, "besides: %s", why->msg);
	return true;
}

static enum gaff_rc ask_function(struct arena *a, struct gaff_run *run,
				 const struct gaff_event *event, struct gaff_trace *trace,
				 struct gaff_response *out, struct gaff_err *err)
{
	const gaff_hooks *hooks = run->source_data;
	gaff_handler *handler = handler_of(hooks, event->id);
	struct gaff_lib_log log = { .arena = a,
				    .file = hooks->log_file,
				    .host = event->host->id,
				    .event = event->native_event,
				    .lines = buf_in(a) };
	struct gaff_lib_seen seen = { .has_input = false };
	struct gaff_call_place place;
	gaff_event handle = { .arena = a,
			      .event = event,
			      .seen = &seen,
			      .place = &place,
			      .env = getenv,
			      .log = gaff_lib_log_line,
			      .log_data = &log,
			      .data = hooks->data };
	static gaff_response response; /* looked at even when this frame is gone */
	struct gaff_step *step;
	enum gaff_rc rc;

	handler = handler ? handler : hooks->other;
	if (trace->is_disabled || !handler)
		return gaff_run_notice(a, run, event, trace, out, err);
	step = gaff_trace_add(a, trace);
	if (!step)
		return gaff_no_memory(err);
	step->label = SV("function");
	step->hook.blocking = true;
	step->result = GAFF_STEP_FAILED;
	response = (gaff_response){ .on = &handle };
	gaff_place_begin(&place, a, gaff_run_deadline(run));
	gaff_lib_call_begin(&(struct gaff_lib_call){ run, event, trace, &response.said });
	rc = call(handler, &handle, &response, err);
	gaff_lib_call_end();
	step->outcome.err = buf_sv(&log.lines);
	if (rc != GAFF_OK && !has_objected(a, run, &response, err))
		return rc;
	step->result = GAFF_STEP_ANSWERED;
	trace->warnings = response.warnings;
	trace->merged = step->said = *out = response.said;
	if (out->decision != GAFF_NONE)
		trace->decided = step;
	return GAFF_OK;
}

/* ---- the program ---- */

/* Of an older gaff.h it is shorter: what it does not have is NULL. */
static gaff_hooks known_part(const gaff_hooks *hooks, size_t size)
{
	gaff_hooks all = { .data = NULL };

	if (hooks)
		memcpy(&all, hooks, size < sizeof all ? size : sizeof all);
	return all;
}

static void write_hook(struct json_writer *w, const gaff_hooks *hooks, struct sv event,
		       struct sv command)
{
	gaff_json_open(w, '{');
	json_member_string(w, SV("event"), event);
	json_member(w, SV("blocking"), SV("true"));
	if (hooks->fail_closed)
		json_member_string(w, SV("on_error"), SV("closed"));
	gaff_json_key(w, SV("handler"));
	gaff_json_open(w, '{');
	json_member_string(w, SV("type"), SV("command"));
	json_member_string(w, SV("command"), command);
	gaff_json_close(w, '}');
	gaff_json_close(w, '}');
}

/* A hook for each event that has a function; what only one agent has is not known by its name. */
static int print_manifest(const gaff_hooks *hooks)
{
	static char memory[32 << 10];
	char program[4096];
	struct buf path, text, page;
	struct json_writer w = { .out = &text };
	struct arena arena;
	bool is_said;

	if (!gaff_os_own_program(program, sizeof program)) {
		fprintf(stderr, "gaff: it cannot be told where this program is\n");
		return 1;
	}
	gaff_arena_init(&arena, memory, sizeof memory, 1 << 20);
	path = text = page = buf_in(&arena);
	gaff_word_quote(&path, sv_of(program));
	gaff_json_open(&w, '{');
	json_member_string(&w, SV("spec"), SV("hooks/1.0"));
	gaff_json_key(&w, SV("hooks"));
	gaff_json_open(&w, '[');
	for (size_t i = GAFF_EV_NATIVE + 1; i < GAFF_EV_COUNT; i++)
		if (handler_of(hooks, (enum gaff_event_id)i))
			write_hook(&w, hooks, gaff_event_id_name((enum gaff_event_id)i),
				   buf_sv(&path));
	gaff_json_close(&w, ']');
	gaff_json_close(&w, '}');
	gaff_json_pretty(&page, (struct json){ text.p, text.n }, 0);
	is_said = buf_ok(&path) && buf_ok(&text) && buf_ok(&page) && fflush(stdout) == 0 &&
		  gaff_visible_write(STDOUT_FILENO, buf_sv(&page), gaff_now_ms() + GAFF_WRITE_MS);
	gaff_arena_release(&arena);
	return is_said ? 0 : 1;
}

static void say_unknown(const char *host)
{
	char line[256];

	(void)snprintf(line, sizeof line, "gaff: there is no agent '%.200s'\n", host);
	(void)gaff_visible_write(STDERR_FILENO, sv_of(line), gaff_now_ms() + GAFF_WRITE_MS);
}

int gaff_main_sized(const gaff_hooks *given, size_t size, int argc, char **argv)
{
	static gaff_hooks hooks;
	static struct gaff_run run;
	enum gaff_lib_wish wish;
	struct gaff_err err = { .rc = GAFF_OK };
	const char *unknown_host;
	enum gaff_rc rc;
	int exit_code;

	hooks = known_part(given, size);
	run = (struct gaff_run){ .source = ask_function,
				 .source_data = &hooks,
				 .start_ms = gaff_now_ms(),
				 .dialect = &gaff_host_canonical,
				 .event = sv_of(hooks.event),
				 .fail_closed = hooks.fail_closed,
				 .ask = hooks.ask_passes ? GAFF_ASK_PASSES : GAFF_ASK_DENIES,
				 .on_deliver = gaff_lib_call_delivers,
				 .is_hook = true };
	rc = gaff_lib_args(argv ? argc : 0, argv, &run, &wish, &unknown_host, &err);
	if (!given && rc == GAFF_OK)
		rc = gaff_fail(&err, GAFF_EUSAGE,
			       "the hook program has no gaff_hooks: they are NULL");
	if (hooks.host) { /* what the program says comes before what its registration says */
		run.host = gaff_host_find(sv_of(hooks.host));
		unknown_host = run.host ? NULL : hooks.host;
	}
	if (wish == GAFF_LIB_HELP) {
		gaff_lib_print_help(argc > 0 ? argv[0] : "hook");
		return 0;
	}
	hooks.fail_closed = run.fail_closed;
	if (wish == GAFF_LIB_MANIFEST)
		return print_manifest(&hooks);
	if (unknown_host) {
		say_unknown(unknown_host);
		gaff_run_record_failure(&run, "the host is not known");
		return run.fail_closed ? 2 : 1;
	}
	exit_code = gaff_run(&run, rc == GAFF_OK ? NULL : &err);
	gaff_lib_call_over(exit_code);
	return exit_code;
}
