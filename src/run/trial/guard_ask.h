/*
 * guard_ask.h - guards that are asked about a call which nobody makes, and all that came of it.
 */
#ifndef GAFF_RUN_TRIAL_GUARD_ASK_H
#define GAFF_RUN_TRIAL_GUARD_ASK_H

#include "guard/rows/rule.h"
#include "run/load/load.h"

/* What the call is about; NULL: nothing is said of that. */
struct guard_subject {
	const char *tool; /* "read", "write", "edit", or a canonical name */
	struct sv command, path, content, prompt;
	struct sv cwd, project; /* empty: here, and what it is in */
	bool has_command, has_path, has_content, has_prompt;
};

struct guard_view {
	struct arena *arena;
	struct guard_subject about;
	struct gaff_guard_request request; /* the guards that are asked */
	bool wants_rows;
	bool wants_rules; /* also those of the manifests that count here */
	struct gaff_sources sources;
	struct gaff_event event;
	struct gaff_guard_call call;
	const struct gaff_programs *programs; /* NULL: no command line */
	struct gaff_guard_report report;
	struct gaff_response said;
};

/* Make the call up and ask (guard_ask.c). GAFF_EUSAGE: the subject makes no sense. */
enum gaff_rc guard_ask(struct guard_view *v, struct gaff_err *err);

/* The rules of manifests, with `wants_rules` (guard_ask_rules.c). */
enum gaff_rc guard_ask_rules(struct guard_view *v, const struct gaff_project *project,
			     struct gaff_err *err);

#endif
