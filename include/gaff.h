/*
 * gaff.h - write a hook for AI coding agents once, run it unchanged on every agent.
 *
 *	#include <gaff.h>
 *
 *	static int check(gaff_event *event, gaff_response *response)
 *	{
 *		if (gaff_event_path_matches(event, ".env", ".env.*"))
 *			gaff_response_deny(response, "secrets are not for agents");
 *		return 0;
 *	}
 *
 *	int main(int argc, char **argv)
 *	{
 *		gaff_hooks hooks = { .before_tool_execute = check };
 *
 *		return gaff_main(&hooks, argc, argv);
 *	}
 *
 *	cc -o hook hook.c $(pkg-config --cflags --libs gaff)
 *
 * The program may be called by an agent itself, or by `gaff run` as a hook of a manifest: it finds
 * out who calls, and answers in that one's words. What an agent cannot do is degraded as `gaff run`
 * does it, and said.
 *
 * The second half is for programs that embed gaff: events, answers, configurations and guards as
 * functions on memory. They print nothing, never exit, and keep nothing: everything that belongs
 * to an event is freed with it. Different events may be used by different threads at once, one
 * event by one thread at a time.
 *
 * Texts are UTF-8 and end with a NUL. A U+0000 inside of one is shown as U+FFFD, so that no text
 * can hide its rest; gaff_event_json() has it as it came. What is not there is NULL. All of them
 * live as long as the event.
 *
 * No function crashes because a pointer is NULL. Of an event, a response or a conversion that is
 * NULL nothing is known (NULL, 0, false, no decision; gaff_event_path_excludes() is true) and
 * nothing is remembered, and what returns a status or has a gaff_error says GAFF_STATUS_USAGE; so
 *it is with a place for a result, and with bytes that have a length and are NULL. An error or a
 *length that is NULL is not asked for. A name, a format or a text that is NULL is a mistake of the
 *hook, and the hook has failed then (but gaff_log() says nothing, and gaff_response_text() has
 *nothing by that name); a reason may be NULL. To gaff_main() NULL hooks are a hook that has failed,
 *and without argv there are no options.
 */
#ifndef GAFF_H
#define GAFF_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define GAFF_API               __attribute__((visibility("default")))
#define GAFF_PRINTF(text, arg) __attribute__((format(printf, text, arg)))
#define GAFF_NULL_AT_END       __attribute__((sentinel))
#else
#define GAFF_API
#define GAFF_PRINTF(text, arg)
#define GAFF_NULL_AT_END
#endif

/* "0.1.0"; lives as long as the program. */
GAFF_API const char *gaff_version(void);

/* Something that happened in an agent. */
typedef struct gaff_hook_event gaff_event;

/* What the hook says to it. One that is left as it is: no opinion, which grants nothing. */
typedef struct gaff_hook_response gaff_response;

/* ---- a hook program ---- */

/*
 * Look at the event, say something in the response, return 0. Anything else is a failure of the
 * hook: it has no opinion then, or blocks with fail_closed. So it is with a function that does not
 * come back: it crashes, in any thread, calls exit() or (on Linux) quick_exit(), is told to end, or
 * is too late. What it has denied, asked or stopped before stands. These leave no answer: _exit(),
 * an exec() in its place, SIGKILL and other signals that docs/library.md does not name;
 * quick_exit() elsewhere; a stack that overflows in another thread than gaff_main()'s; a fault
 * whose signal the function blocks itself, or a thread that was there before the call; a function
 * that hangs after an alarm() of its own, alarm(0) too, or with SIGALRM blocked: that is the
 * deadline's. A crash after the answer, also when gaff_main() has returned, ends the process with
 * the answer's exit code. A handler that the program has for such a signal sees it after the
 * answer, in a copy of the process; one that the function sets itself comes before gaff's. A child
 * of the function never answers, and ends when it returns. What is printed on stdout goes to stderr
 * where that is private, else nowhere: stdout is the answer.
 */
typedef int gaff_handler(gaff_event *event, gaff_response *response);

/* What a hook program consists of. New members are added at the end. */
typedef struct gaff_hooks {
	/* By event; NULL: no opinion. */
	gaff_handler *before_tool_execute;
	gaff_handler *after_tool_execute;
	gaff_handler *tool_use_failure;
	gaff_handler *session_start;
	gaff_handler *session_end;
	gaff_handler *before_prompt;
	gaff_handler *agent_stop;
	gaff_handler *before_compact;
	gaff_handler *after_compact;
	gaff_handler *notification;
	gaff_handler *error_occurred;
	gaff_handler *subagent_start;
	gaff_handler *subagent_stop;
	gaff_handler *permission_request;
	gaff_handler *permission_denied;
	gaff_handler *before_model;
	gaff_handler *after_model;
	gaff_handler *before_tool_selection;
	gaff_handler *config_change;
	gaff_handler *file_changed;
	gaff_handler *file_created;
	gaff_handler *file_saved;
	gaff_handler *file_deleted;
	gaff_handler *before_task;
	gaff_handler *after_task;
	gaff_handler *other; /* all the rest, as what only one agent has: "cursor:workspaceOpen" */

	/* Options. Those of the command line are added to them, but for the host: the program's
	   comes first. */
	bool fail_closed;  /* --fail-closed: a failure blocks, where blocking is possible */
	bool ask_passes;   /* --ask-fallback ask: as it is to agents that cannot ask; else it denies
			    */
	const char *host;  /* the agent that calls, whatever --host says; NULL: --host, or told by
			      the payload */
	const char *event; /* --event: of payloads that do not name their event; or NULL */
	const char *log_file; /* where gaff_log() writes; NULL: stderr, where no agent reads it */
	void *data;           /* for gaff_event_data() */
} gaff_hooks;

/*
 * Read the event from stdin, call its function, and answer. Returns the exit code for main(): 1
 * with a line on stderr when nothing tells which agent calls; there is no default. `gaff run` is
 * told of a failure by 1, too, and does what its manifest says to that.
 * Options of argv: --host, --event, --fail-closed, --ask-fallback, --deadline, --help, and
 * --manifest, which prints the manifest that registers this program for what it has functions for.
 */
static inline int gaff_main(const gaff_hooks *hooks, int argc, char **argv);

/* The same for a gaff_hooks of this size, which may be that of an older gaff.h. */
GAFF_API int gaff_main_sized(const gaff_hooks *hooks, size_t size, int argc, char **argv);

/*
 * A line for the log: the file of $GAFF_LOG_FILE, else of gaff_hooks, else stderr where that is
 * private, else nothing; never stdout, which is the answer. Secrets in it are redacted.
 */
GAFF_API void gaff_log(const gaff_event *event, const char *format, ...) GAFF_PRINTF(2, 3);

/* ---- what happened ---- */

/* "before_tool_execute"; "cursor:workspaceOpen" for what only one agent has. */
GAFF_API const char *gaff_event_name(const gaff_event *event);
/* The same as the agent calls it: "beforeShellExecution". */
GAFF_API const char *gaff_event_native_name(const gaff_event *event);
/* The agent: "claude-code". */
GAFF_API const char *gaff_event_host(const gaff_event *event);
GAFF_API const char *gaff_event_host_version(const gaff_event *event);
GAFF_API const char *gaff_event_session_id(const gaff_event *event);
GAFF_API const char *gaff_event_cwd(const gaff_event *event);
GAFF_API const char *gaff_event_project_dir(const gaff_event *event);
GAFF_API const char *gaff_event_transcript_path(const gaff_event *event);
GAFF_API const char *gaff_event_permission_mode(const gaff_event *event);
GAFF_API const char *gaff_event_agent_id(const gaff_event *event);
GAFF_API const char *gaff_event_agent_type(const gaff_event *event);
GAFF_API const char *gaff_event_model(const gaff_event *event);

/* "shell", "file_write", …; "mcp"; of tools without a canonical word the agent's own name. */
GAFF_API const char *gaff_event_tool(const gaff_event *event);
/* The agent's own name of the tool: "Bash", "run_shell_command". */
GAFF_API const char *gaff_event_tool_name(const gaff_event *event);
GAFF_API const char *gaff_event_tool_use_id(const gaff_event *event);
GAFF_API const char *gaff_event_mcp_server(const gaff_event *event);
GAFF_API const char *gaff_event_mcp_tool(const gaff_event *event);

/* Of the tool's input, in whatever words the agent has it. */
GAFF_API const char *gaff_event_command(const gaff_event *event);
GAFF_API const char *gaff_event_file_path(const gaff_event *event);
GAFF_API const char *gaff_event_content(const gaff_event *event);
GAFF_API const char *gaff_event_old_string(const gaff_event *event); /* of the first edit */
GAFF_API const char *gaff_event_new_string(const gaff_event *event);
GAFF_API const char *gaff_event_url(const gaff_event *event);
GAFF_API const char *gaff_event_query(const gaff_event *event);
GAFF_API const char *gaff_event_pattern(const gaff_event *event);
GAFF_API const char *gaff_event_description(const gaff_event *event);

/* What the tool gave back, and why it failed. */
GAFF_API const char *gaff_event_result(const gaff_event *event);
GAFF_API const char *gaff_event_error(const gaff_event *event);
/* Both are false before it ran. */
GAFF_API bool gaff_event_succeeded(const gaff_event *event);
GAFF_API bool gaff_event_failed(const gaff_event *event);

GAFF_API const char *gaff_event_prompt(const gaff_event *event);
/* Why a session began: "startup", "resume", … */
GAFF_API const char *gaff_event_source(const gaff_event *event);
/* Why it ended, or something was denied. */
GAFF_API const char *gaff_event_reason(const gaff_event *event);
/* What began a compaction: "auto", "manual". */
GAFF_API const char *gaff_event_trigger(const gaff_event *event);
/* Of a notification or an error. */
GAFF_API const char *gaff_event_message(const gaff_event *event);
/* What the model said last, when it stops. */
GAFF_API const char *gaff_event_last_message(const gaff_event *event);
/* Does the agent go on already because a stop was refused? Refuse again, and it may never end. */
GAFF_API bool gaff_event_stop_is_active(const gaff_event *event);
/* Where the agent takes variables for its session from; gaff_response_env() writes to it. */
GAFF_API const char *gaff_event_env_file(const gaff_event *event);

/* The files the call touches, all of them (a patch may have many): absolute, without "..". */
GAFF_API size_t gaff_event_path_count(const gaff_event *event);
GAFF_API const char *gaff_event_path(const gaff_event *event, size_t index);

/*
 * Is one of these files named by one of the globs? Without a file: false. A glob may be relative to
 * the project. "*" is anything but "/", "**" anything, "?" one character; [abc], [!abc], {a,b}.
 */
GAFF_API bool gaff_event_path_matches(const gaff_event *event, ...) GAFF_NULL_AT_END;
#define gaff_event_path_matches(...) gaff_event_path_matches(__VA_ARGS__, (const char *)0)
/* Is none of them? Without a file: true. */
GAFF_API bool gaff_event_path_excludes(const gaff_event *event, ...) GAFF_NULL_AT_END;
#define gaff_event_path_excludes(...) gaff_event_path_excludes(__VA_ARGS__, (const char *)0)

/*
 * Any field by the name that it has in docs/canonical.md: "tool_input.timeout", "mcp.server",
 * "tool_input.edits.1.new"; or by pointer: "/native/hook_event_name" is what the agent sent. The
 * text of it, and of what is no text its JSON.
 */
GAFF_API const char *gaff_event_text(const gaff_event *event, const char *name);
/* Its JSON, as it came. `length` may be NULL. */
GAFF_API const char *gaff_event_json(const gaff_event *event, const char *name, size_t *length);

/* Can the agent that calls do this here: "allow", "ask", "deny", "context", "updated_input"…? */
GAFF_API bool gaff_event_can(const gaff_event *event, const char *what);

/* A text that lives as long as the event. */
GAFF_API const char *gaff_event_format(const gaff_event *event, const char *format, ...)
	GAFF_PRINTF(2, 3);

/* The `data` of gaff_hooks, or of gaff_decoding. */
GAFF_API void *gaff_event_data(const gaff_event *event);

/* ---- what the hook says ---- */

/*
 * These may be combined. Of two decisions the stricter one stays (deny, ask, allow), with its
 * reason; texts that are given twice are joined. A mistake, as JSON that is none, is remembered,
 * and the hook has failed then; a denial or a question that it has given stands nevertheless.
 */

/* Grant the call: the agent need not ask its user. `reason` may be NULL. */
GAFF_API void gaff_response_allow(gaff_response *response, const char *reason);
/* Block it. The model is told why. */
GAFF_API void gaff_response_deny(gaff_response *response, const char *reason);
/* Let the user decide. */
GAFF_API void gaff_response_ask(gaff_response *response, const char *reason);
/* Seen, and nothing to say: what a response is from the beginning. An agent that has words for it
 * gets them. */
GAFF_API void gaff_response_acknowledge(gaff_response *response);

/* For the model. */
GAFF_API void gaff_response_context(gaff_response *response, const char *text);
/* The same by another name. */
GAFF_API void gaff_response_message(gaff_response *response, const char *text);
/* For the user, beside a denial or a question; and whenever. */
GAFF_API void gaff_response_user_message(gaff_response *response, const char *text);
GAFF_API void gaff_response_system_message(gaff_response *response, const char *text);

/* Another value for a field of the tool's input: "command", "path", "content"… */
GAFF_API void gaff_response_rewrite(gaff_response *response, const char *field, const char *text);
/* The same with JSON: a number, a list. */
GAFF_API void gaff_response_rewrite_json(gaff_response *response, const char *field,
					 const char *json);
/* Another prompt instead of the user's. */
GAFF_API void gaff_response_prompt(gaff_response *response, const char *prompt);
/* Another output of the tool, as JSON. */
GAFF_API void gaff_response_output_json(gaff_response *response, const char *json);

/* A variable for what the agent runs in this session. */
GAFF_API void gaff_response_env(gaff_response *response, const char *name, const char *value);

/* End the agent's turn; `reason` may be NULL. */
GAFF_API void gaff_response_stop(gaff_response *response, const char *reason);
/* Do not show what the hook printed. */
GAFF_API void gaff_response_suppress_output(gaff_response *response);
/* Members of the agent's own answer, as a JSON object, for what only this agent has. */
GAFF_API void gaff_response_native_json(gaff_response *response, const char *json);

/* ---- for programs that embed gaff ---- */

enum gaff_status {
	GAFF_STATUS_OK = 0,
	GAFF_STATUS_NOT_FOUND = -1,
	GAFF_STATUS_SYNTAX = -2,      /* input does not parse; line and column say where */
	GAFF_STATUS_UNSUPPORTED = -3, /* well formed, but the agent cannot express it */
	GAFF_STATUS_NO_MEMORY = -4,   /* or the event has used up its share */
	GAFF_STATUS_IO = -5,
	GAFF_STATUS_TOO_BIG = -6,
	GAFF_STATUS_TIME = -7,
	GAFF_STATUS_HOOK = -8,       /* the hook failed, or what it said is no answer */
	GAFF_STATUS_USAGE = -9,      /* a wrong option or name */
	GAFF_STATUS_TOO_LARGE = -10, /* a call too large to be checked: it should be blocked */
};

typedef struct gaff_error {
	enum gaff_status status;
	size_t line, column; /* from 1; 0 when there is no place to point at */
	char message[240];
} gaff_error;

/* How a payload is read. All members may be 0. */
typedef struct gaff_decoding {
	const char *host;  /* the agent; NULL: told by the payload */
	const char *event; /* for payloads that do not name their event */
	const char *cwd;   /* where the agent is, for payloads that do not say */
	char *(*get_variable)(const char *name);   /* as getenv(); NULL: no environment */
	void (*log)(void *data, const char *line); /* where gaff_log() goes; NULL: nowhere */
	void *data;
	size_t memory_max; /* bytes this event may take; 0: 512 MiB */
} gaff_decoding;

/* `how` may be NULL. NULL: it cannot be read, and `error` (which may be NULL, here and below) says
 * why. */
GAFF_API gaff_event *gaff_event_decode(const gaff_decoding *how, const void *payload, size_t length,
				       gaff_error *error);
GAFF_API void gaff_event_free(gaff_event *event);

/* The event as a hook of this dialect expects it on stdin: an agent, or "canonical". */
GAFF_API enum gaff_status gaff_event_encode(gaff_event *event, const char *dialect,
					    const char **text, size_t *length, gaff_error *error);

/* What a hook process leaves behind, and what an agent expects of one. */
typedef struct gaff_output {
	int exit_code; /* of a process that a signal ended: 128 and its number */
	const char *out, *err;
	size_t out_length, err_length;
} gaff_output;

/* An empty response to the event; NULL: no memory. It is freed with the event. */
GAFF_API gaff_response *gaff_response_new(gaff_event *event);

/* What a hook of this dialect said. NULL: it failed. */
GAFF_API gaff_response *gaff_response_decode(gaff_event *event, const char *dialect,
					     const gaff_output *output, gaff_error *error);

/*
 * The response in the words of the agent, degraded to what that can carry: what was lost is in
 * gaff_response_warning(). `ask_passes` as in gaff_hooks. Variables for a session that the agent
 * takes from a file are left to the caller: gaff_event_env_file(), gaff_response_text("env").
 */
GAFF_API enum gaff_status gaff_response_encode(gaff_response *response, bool ask_passes,
					       gaff_output *out, gaff_error *error);
GAFF_API const char *gaff_response_warning(const gaff_response *response, size_t index);

enum gaff_verdict_kind {
	GAFF_VERDICT_NONE,
	GAFF_VERDICT_ALLOW,
	GAFF_VERDICT_ASK,
	GAFF_VERDICT_DENY,
};
GAFF_API enum gaff_verdict_kind gaff_response_decision(const gaff_response *response);
/* By its name in docs/canonical.md: "reason", "context"; "updated_input" and "env" as JSON. */
GAFF_API const char *gaff_response_text(const gaff_response *response, const char *name);

/*
 * Ask the built-in guards: "destructive secrets --strict", as behind `gaff guard`. What they object
 * to is added to the response. GAFF_STATUS_TOO_LARGE: they could not look through all of it.
 */
GAFF_API enum gaff_status gaff_event_guard(gaff_event *event, const char *guards,
					   gaff_response *response, gaff_error *error);

/* One agent's hook configuration as another's: `gaff convert`. */
typedef struct gaff_converting {
	const char *from;    /* an agent or "canonical"; NULL: told by the text */
	const char *to;      /* the same; needed */
	bool from_is_other;  /* it is in the other syntax of that agent: TOML, YAML */
	bool to_is_other;    /* and so shall this be */
	bool runtime;        /* entries call gaff, which translates for the hook */
	const char *program; /* what gaff is called in those; NULL: "gaff" */
	size_t memory_max;   /* bytes it may take; 0: 512 MiB */
} gaff_converting;

typedef struct gaff_conversion_result gaff_converted;

/*
 * NULL: it cannot be read, or nothing of it can be had. What is lost on the way is named by
 * gaff_converted_loss(), and a guard that is lost besides by gaff_converted_guards_lost().
 */
GAFF_API gaff_converted *gaff_config_convert(const gaff_converting *how, const void *text,
					     size_t length, gaff_error *error);
GAFF_API const char *gaff_converted_text(const gaff_converted *converted, size_t *length);
GAFF_API const char *gaff_converted_loss(const gaff_converted *converted, size_t index);
GAFF_API size_t gaff_converted_guards_lost(const gaff_converted *converted);
GAFF_API void gaff_converted_free(gaff_converted *converted);

/* The agents there are, in order; NULL behind the last. */
GAFF_API const char *gaff_host_name(size_t index);

static inline int gaff_main(const gaff_hooks *hooks, int argc, char **argv)
{
	return gaff_main_sized(hooks, sizeof *hooks, argc, argv);
}

#ifdef __cplusplus
}
#endif

#endif
