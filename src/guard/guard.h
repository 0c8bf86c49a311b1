/*
 * guard.h - hooks that are built in: what a tool call is about to do, held against tables.
 *
 * A guard is a row in gaff_guards[] and a function that looks at a call and reports findings.
 * Guards of one call share what is dear: the programs of its command are found once.
 */
#ifndef GAFF_GUARD_GUARD_H
#define GAFF_GUARD_GUARD_H

#include "guard/rows/row.h"
#include "agents/codec/codec.h"

struct gaff_file;

/* Of each row of a table: with which letters its programs begin (gaff_row_letters). */
struct gaff_row_letters {
	const struct gaff_guard_row *rows;
	struct gaff_row_letters *next;
	uint32_t of[];
};

/* One call, seen by all guards that are asked about it. */
struct gaff_guard_call {
	struct arena *arena;
	const struct gaff_event *event;
	struct gaff_world world;

	/* made when the first guard asks */
	bool has_input, has_programs, has_paths, has_files;
	struct json input; /* canonical */
	struct gaff_programs programs;
	struct gaff_row_letters *letters;
	struct row_filter *filters; /* of each program, too */
	struct gaff_args *args;     /* of each program, in their order */
	struct gaff_paths paths;
	const struct gaff_file *files; /* that it changes (guard/files.h) */
};

struct gaff_finding_row { /* what a guard found */
	const char *guard;
	struct sv row;               /* name of the row, or of the user's rule */
	enum gaff_decision decision; /* GAFF_ASK, GAFF_DENY; GAFF_NONE: only worth knowing */
	struct sv what;              /* "git reset --hard", a tool's file: one line, cut */
	struct sv reason, instead;
	struct gaff_finding_row *next;
};

/* A row that was looked at, for --explain. */
struct gaff_tried_row {
	const char *guard;
	struct sv row, when;
	const struct gaff_program *program; /* NULL: not about a program */
	enum gaff_row_result result;
	struct sv missing;
	struct gaff_tried_row *next;
};

struct gaff_guard_report {
	struct arena *arena;
	bool is_strict;  /* cannot know: deny */
	bool wants_rows; /* keep those that were tried */
	struct gaff_finding_row *finding, **last_finding;
	struct gaff_tried_row *tried, **last_tried;
	struct json updated_output; /* with secrets taken out; or absent */
};

struct gaff_guard {
	const char *name, *help;
	gaff_event_set events; /* on which it has something to say */
	enum gaff_rc (*look)(struct gaff_guard_call *call, struct gaff_guard_report *report,
			     struct gaff_err *err);
	const struct gaff_guard_row *rows; /* for documentation; may be NULL */
	size_t n_rows;
};

extern const struct gaff_guard *const gaff_guards[]; /* NULL at the end */
const struct gaff_guard *gaff_guard_find(struct sv name);

/* Keep a row that was looked at, if that is wanted. */
void gaff_guard_tried(struct gaff_guard_report *report, struct gaff_tried_row tried);

/* Add a finding; `what` is copied and cut. */
void gaff_guard_add(struct gaff_guard_report *report, const char *guard, struct sv row,
		    enum gaff_decision decision, struct sv what, struct sv reason,
		    struct sv instead);

/*
 * How findings name what is in a command (quote.c). Any of its words may be a secret, so it is the
 * program, and of its options and sub-commands those that the row has, too: "git push --force".
 */
struct sv gaff_guard_what(struct arena *a, const struct gaff_args *args, struct sv when);
struct sv gaff_guard_name(const struct gaff_program *program); /* "…": it is no plain name */
/* "$x", or the program there; empty: neither. */
struct sv gaff_guard_unknown(const struct gaff_programs *programs,
			     const struct gaff_unknown *unknown);

/* The canonical input, programs and files of the call, found once. No command: no programs. */
enum gaff_rc gaff_guard_input(struct gaff_guard_call *call, struct json *out, struct gaff_err *err);
enum gaff_rc gaff_guard_programs(struct gaff_guard_call *call, const struct gaff_programs **out,
				 struct gaff_err *err);
enum gaff_rc gaff_guard_paths(struct gaff_guard_call *call, const struct gaff_paths **out,
			      struct gaff_err *err);

/* The command lines in the input of a tool (tool_command.c). Empty: none. */
enum gaff_rc gaff_guard_command(struct gaff_guard_call *call, struct json input, struct sv *out,
				struct gaff_err *err);

/* Make the programs of the call those of this command line, which need not be that of a tool. */
enum gaff_rc gaff_guard_see_command(struct gaff_guard_call *call, struct sv command,
				    enum gaff_shell_kind kind, const struct gaff_world *world,
				    struct gaff_err *err);

/* Hold all rows of a table against all programs. */
enum gaff_rc gaff_guard_rows(struct gaff_guard_call *call, const char *guard,
			     const struct gaff_guard_row *rows, size_t n,
			     struct gaff_guard_report *report, struct gaff_err *err);

/* "destructive secrets --strict": what a handler `gaff guard ...` asks for. */
struct gaff_guard_request {
	const struct gaff_guard *guard[16];
	size_t n;
	bool is_strict;
};
enum gaff_rc gaff_guard_request(struct sv words, struct gaff_guard_request *out,
				struct gaff_err *err);

/* Is this command of a handler exactly `gaff guard [WORD...]`, without shell characters? */
bool gaff_guard_is_command(struct sv command, struct sv *words);

/*
 * Ask them, and make one response of what they found. Nothing found: GAFF_NONE. What cannot be
 * known about a command is told here, for all of them.
 */
enum gaff_rc gaff_guard_ask(struct gaff_guard_call *call, const struct gaff_guard_request *request,
			    struct gaff_guard_report *report, struct gaff_response *out,
			    struct gaff_err *err);

/* The guards themselves, one file each. */
extern const struct gaff_guard gaff_guard_destructive, gaff_guard_secrets, gaff_guard_paths_guard,
	gaff_guard_self, gaff_guard_remote_code;

#endif
