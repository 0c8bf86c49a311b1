/*
 * wrap_page.h - what `gaff wrap` and `gaff unwrap` tell, to people and as JSON.
 */
#ifndef GAFF_CLI_PAGES_WRAP_PAGE_H
#define GAFF_CLI_PAGES_WRAP_PAGE_H

#include "wrap/wrap_work.h"

struct wrap_report {
	const char *name, *folder;
	struct wrap_found found;
	struct sv after; /* the text of the shim; empty: it goes */
	bool changes, is_dry;
	const char *outcome; /* "wrapped" */
};

void wrap_print(struct arena *a, const struct wrap_report *report, bool is_json);
void wrap_complain(struct arena *a, const char *command, const char *name, bool is_json,
		   const struct gaff_err *err);

/* False: something is wrong with one of them. */
bool wrap_print_list(struct arena *a, const struct wrap_list *list, bool is_json);

#endif
