/*
 * guard.h - what `gaff guard` prints.
 */
#ifndef GAFF_CLI_PAGES_GUARD_H
#define GAFF_CLI_PAGES_GUARD_H

#include "cli/print/sheet.h"
#include "run/trial/guard_ask.h"

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

const char *guard_result(enum gaff_row_result result); /* "no", "perhaps", "yes" */

#endif
