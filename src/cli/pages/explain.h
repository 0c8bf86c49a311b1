/*
 * explain.h - the two ways to show what became of a call.
 */
#ifndef GAFF_CLI_PAGES_EXPLAIN_H
#define GAFF_CLI_PAGES_EXPLAIN_H

#include "cli/print/sheet.h"
#include "run/trial/explain.h"

void explain_print_page(const struct explanation *x, const struct sheet *sheet);
enum gaff_rc explain_print_json(const struct explanation *x, struct gaff_err *err);

#endif
