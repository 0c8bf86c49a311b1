/*
 * guard.h - what the files of `gaff guard` share: one call that guards are asked about, and all
 * that came of it.
 */
#ifndef GAFF_CLI_PAGES_GUARD_H
#define GAFF_CLI_PAGES_GUARD_H

#include "cli/print/sheet.h"
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

/* The rules of manifests, with `wants_rules` (guard_rules.c). */
enum gaff_rc guard_ask_rules(struct guard_view *v, const struct gaff_project *project,
			     struct gaff_err *err);

/* Ask about each line of stdin, a JSON object, and print one for each: an exit code. */
int guard_batch(const struct gaff_guard_request *request);

/* ---- the two ways to show it ---- */

void guard_print_page(const struct guard_view *v, const struct sheet *sheet);

/* What a command line was read as, indented (guard_tree.c). */
enum gaff_rc guard_print_tree(const struct sheet *sheet, struct sv command, struct gaff_err *err);

/* One object, without the end of the line. */
void guard_write_json(struct json_writer *w, const struct guard_view *v);
void guard_write_findings(struct json_writer *w, struct sv key,
			  const struct gaff_guard_report *report);

/* ---- what there is (guard_list.c) ---- */

void guard_print_list(struct arena *a, bool is_markdown);
void guard_print_json(struct arena *a, const struct gaff_guard_request *request); /* with rows */
void guard_print_rows(struct arena *a, const struct gaff_guard *guard, bool is_markdown);
void guard_print_book(struct arena *a); /* docs/guards.md */

/* ---- in words ---- */

struct sv guard_decision(enum gaff_decision decision); /* "none", "ask", "deny" */
const char *guard_result(enum gaff_row_result result); /* "no", "perhaps", "yes" */

#endif
