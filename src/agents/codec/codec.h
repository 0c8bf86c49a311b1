/*
 * codec.h - the four directions between an agent's words and the model, from rows alone.
 *
 *	agent --- gaff_decode_event ---> event --- gaff_encode_event ---> hook
 *	agent <-- gaff_encode_response - response <- gaff_decode_response - hook
 *
 * Pure functions: memory from the arena, the environment through a function the caller
 * gives, nothing printed, nothing kept.
 */
#ifndef GAFF_AGENTS_CODEC_CODEC_H
#define GAFF_AGENTS_CODEC_CODEC_H

#include "base/limits.h"
#include "agents/schema.h"

/*
 * A payload becomes an event. `hint` is the event as registered (--event): native, canonical
 * or contract name, or empty. The payload's own name wins over it.
 */
enum gaff_rc gaff_decode_event(struct arena *a, const struct gaff_host *host, struct json payload,
			       struct sv hint, gaff_getenv_fn *env, struct gaff_event *out,
			       struct gaff_err *err);

/*
 * The first half of it: which event that is, and nothing of its tool. For who has to answer about a
 * payload of which gaff_decode_event() says GAFF_ELIMIT.
 */
enum gaff_rc gaff_decode_event_name(struct arena *a, const struct gaff_host *host,
				    struct json payload, struct sv hint, gaff_getenv_fn *env,
				    struct gaff_event *out, struct gaff_err *err);

/*
 * GAFF_ELIMIT: the tool may read another input than a guard would (spelling.c).
 */
enum gaff_rc gaff_check_spelling(struct arena *a, const struct gaff_event *event,
				 struct gaff_err *err);

/*
 * Which tool a call is of: `tool`, `tool_row` and the MCP names, by the name that the agent gives
 * it and, where it is told, the MCP server.
 */
void gaff_find_tool(struct gaff_event *event);

/* The same of a tool that is known to be an MCP server's. */
void gaff_find_mcp_tool(struct gaff_event *event);

/*
 * The event as a hook of this dialect expects it on stdin. For the dialect of the very agent
 * that called it is the payload, byte for byte. GAFF_EUNSUPPORTED: the dialect has no such
 * event.
 */
enum gaff_rc gaff_encode_event(struct arena *a, const struct gaff_event *event,
			       const struct gaff_host *dialect, struct sv *out,
			       struct gaff_err *err);

/* The same as this very event of the dialect: of several for one canonical event any, not the
 * first. */
enum gaff_rc gaff_encode_event_as(struct arena *a, const struct gaff_event *event,
				  const struct gaff_host *dialect, const struct gaff_event_row *as,
				  struct sv *out, struct gaff_err *err);

/* An object whose members are all texts: what is none is written as its JSON. */
void gaff_write_texts(struct json_writer *w, struct json object);

/* Two members of the canonical event: the MCP tool there is, and every file. */
void gaff_write_mcp(struct json_writer *w, const struct gaff_event *event);
enum gaff_rc gaff_write_paths(struct arena *a, struct json_writer *w,
			      const struct gaff_event *event, struct gaff_err *err);

/* What a hook process left behind. */
struct gaff_outcome {
	int exit; /* the exit code; for a signal 128 + its number */
	struct sv out, err;
};

/*
 * A hook's answer in its dialect becomes a response. `row` is the event as the dialect names
 * it. GAFF_EHOOK: the hook failed, or what it printed is no answer; of a hook that does not
 * block that is worth a warning and no more (verdict.h).
 */
enum gaff_rc gaff_decode_response(struct arena *a, const struct gaff_host *dialect,
				  const struct gaff_event_row *row, bool is_blocking,
				  const struct gaff_outcome *outcome, struct gaff_response *out,
				  struct gaff_err *err);

/* What could not be delivered as it was said, one line each. */
struct gaff_warnings {
	struct sv line[GAFF_WARNINGS_MAX];
	size_t n;
};

__attribute__((format(printf, 3, 4))) void gaff_warn(struct arena *a, struct gaff_warnings *w,
						     const char *fmt, ...);

enum gaff_ask_fallback { GAFF_ASK_DENIES, GAFF_ASK_PASSES };

/*
 * Make a response one that this event can carry: degrade what it cannot, and say so. Afterwards
 * every field that is set has a place in the event's shape, and a rewrite is the complete
 * input in the host's own words.
 */
enum gaff_rc gaff_fit_response(struct arena *a, const struct gaff_event *event,
			       enum gaff_ask_fallback ask, struct gaff_response *r,
			       struct gaff_warnings *w, struct gaff_err *err);

/*
 * Nobody is there whom the agent could ask (struct gaff_attended), and a question of this response
 * would be asked: it becomes a denial that says what to do. Before gaff_fit_response().
 */
void gaff_fit_unattended(struct arena *a, const struct gaff_event *event,
			 enum gaff_ask_fallback ask, struct gaff_response *r,
			 struct gaff_warnings *w);

/* Is something about to run with the old input or prompt, that a denial would keep from it? */
bool gaff_event_runs_rewritten(const struct gaff_event *event);
/* What a rewrite on this event changes, for people: "this prompt". */
const char *gaff_rewritten_thing(const struct gaff_event *event);

/*
 * A rewrite of one hook of several, before the next one is asked: it becomes the complete input in
 * the host's own words, or absent when it changes nothing, as does a prompt. GAFF_EUNSUPPORTED:
 * this agent would not take it here; the message says why.
 */
enum gaff_rc gaff_settle_rewrite(struct arena *a, const struct gaff_event *event,
				 struct gaff_response *r, struct gaff_err *err);

/*
 * The same event with another input, prompt or output (complete, in the host's words), in its
 * fields and in its payload: what the next hook is shown.
 */
enum gaff_rc gaff_event_change(struct arena *a, struct gaff_event *event, enum gaff_field field,
			       struct json value, struct gaff_err *err);

/* Where it happened, for an agent that did not say; also its project, if it did not say that. */
enum gaff_rc gaff_event_know_directory(struct arena *a, struct gaff_event *event, struct sv here,
				       struct gaff_err *err);

/* What the agent gets. */
struct gaff_answer {
	int exit;
	bool must_arrive; /* a denial, a question or a rewrite: without it the agent would go on as
			     before */
	struct sv out, err;
};

/* Encode a response that fits. An empty one is the host's no opinion. */
enum gaff_rc gaff_encode_response(struct arena *a, const struct gaff_event *event,
				  const struct gaff_response *r, const struct gaff_warnings *w,
				  struct gaff_answer *out, struct gaff_err *err);

/* The JSON part of it, into any buffer and without memory of its own. */
void gaff_write_answer(struct buf *out, const struct gaff_event_row *row, struct sv native_event,
		       bool is_mcp, const struct gaff_response *r);

/* What says nothing on this event: the exit code, and what is on stdout in `out` or in the buffer.
 */
int gaff_write_nothing(struct buf *b, const struct gaff_host *host,
		       const struct gaff_event_row *row, struct sv native_event, bool is_mcp,
		       struct sv *out);

/* ---- tool input (input.c, rewrite.c), used by the above ---- */

enum gaff_rc gaff_input_to_canonical(struct arena *a, const struct gaff_tool_row *row,
				     struct json native, struct json *out, struct gaff_err *err);

/*
 * Canonical input -> the complete input in a host's words. `original` (may be absent) is what
 * the fields are laid over: its unknown fields come back. With `replaces`, a known field that
 * is not in `canonical` is taken out, if the hook saw it: `seen` is the tool in the hook's
 * dialect, or NULL when it saw all of it.
 */
enum gaff_rc gaff_input_to_native(struct arena *a, const struct gaff_tool_row *row,
				  struct json canonical, struct json original, bool replaces,
				  const struct gaff_tool_row *seen, struct json *out,
				  struct gaff_err *err);

struct gaff_input_change {
	bool changes;   /* a field is new or has another value */
	bool takes_out; /* a field is gone */
};
enum gaff_rc gaff_input_compare(struct arena *a, struct json before, struct json after,
				struct gaff_input_change *out, struct gaff_err *err);

/* GAFF_EUNSUPPORTED: the new native input changes what the agent does not let change. */
enum gaff_rc gaff_input_check(struct arena *a, const struct gaff_tool_row *row, struct json before,
			      struct json after, struct gaff_err *err);
/*
 * GAFF_EUNSUPPORTED: a canonical rewrite names a canonical field that this tool does not have, or
 * gives one a value it cannot have. What is as it was in `before` is fine.
 */
enum gaff_rc gaff_input_check_fields(struct arena *a, const struct gaff_tool_row *row,
				     struct json before, struct json canonical,
				     struct gaff_err *err);
/* GAFF_EUNSUPPORTED: a rewrite in a dialect's words has one that cannot be translated. */
enum gaff_rc gaff_input_check_words(const struct gaff_tool_row *row, struct json native,
				    struct gaff_err *err);

/* The row of this host that can carry such an input of that tool, or NULL. */
const struct gaff_tool_row *gaff_tool_for_input(const struct gaff_host *host, enum gaff_tool tool,
						struct json canonical);

const struct gaff_input_row *gaff_input_row(const struct gaff_tool_row *row,
					    enum gaff_input_kind kind);
/* Is there room for one edit, and for no list of them? */
bool gaff_input_has_one_edit(const struct gaff_tool_row *row);

/* A time, times one number and divided by another: seconds <-> milliseconds. */
void gaff_input_write_time(struct json_writer *w, struct json value, long times, long by);

/* Is this input the list itself, and not an object that has one (GAFF_IN_COMMANDS, GAFF_IN_EACH)?
 */
bool gaff_input_is_list(const struct gaff_tool_row *row, struct json native);

/* The elements of a list one after another, or the one thing that is no list. */
struct gaff_each {
	struct json_iter it;
	struct json single;
};
struct gaff_each gaff_each_of(struct json value);
bool gaff_each_next(struct gaff_each *e, struct json *out);

/* Of an element what this GAFF_IN_EACH row is about, or nothing. */
struct json gaff_each_member(const struct gaff_tool_row *row, const struct gaff_input_row *in,
			     struct json element);

/* The canonical members of both kinds; `found` is what the input has for each row. */
void gaff_input_write_commands(struct arena *a, struct json_writer *w,
			       const struct gaff_tool_row *row, const struct json *found);
void gaff_input_write_each(struct arena *a, struct json_writer *w, const struct gaff_tool_row *row,
			   const struct json *found, struct sv canonical);
/* And the native ones: `value` is what is said of each row; as it was, the list stays as it was. */
enum gaff_rc gaff_input_write_list(struct arena *a, struct json_writer *w,
				   const struct gaff_tool_row *row, struct json *value,
				   struct json original, struct gaff_err *err);

/*
 * A list of edits with the canonical names of their parts, or with those of the row. The path is
 * for edits that name none, where each has to.
 */
void gaff_input_write_edits(struct json_writer *w, const struct gaff_input_row *in,
			    struct json edits, bool canonical, struct json path);
/* Is this the new text of an edit by such a row, and what is behind its name? */
bool gaff_input_is_pair(struct arena *a, const struct gaff_input_row *in, struct json key,
			struct sv *behind);
/* What names the file of each edit in such a list, or nothing. */
struct sv gaff_input_path_of_edits(const struct gaff_input_row *in);

/* ---- what an event is about ---- */

/* What `tools` has to be for this input. */
uint16_t gaff_event_tools(struct arena *a, const struct gaff_event *event);

/* The tool input in canonical fields (docs/canonical.md), as JSON text. */
enum gaff_rc gaff_event_input(struct arena *a, const struct gaff_event *event, struct json *out,
			      struct gaff_err *err);

/* Every file the call touches: absolute, without "." and "..". */
struct gaff_paths {
	struct sv *path;
	size_t n;
};
enum gaff_rc gaff_event_paths(struct arena *a, const struct gaff_event *event,
			      struct gaff_paths *out, struct gaff_err *err);

#endif
