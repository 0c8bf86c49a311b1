/*
 * trust_page.h - what `gaff trust` shows somebody who has to decide.
 */
#ifndef GAFF_CLI_TRUST_PAGE_H
#define GAFF_CLI_TRUST_PAGE_H

#include "hook/rule.h"
#include "run/trust.h"
#include "text/doc.h"

struct trust_page {
	struct arena *arena;
	const char *file, *gaff_folder; /* the manifest, and where it is */
	struct gaff_hook *hook;
	size_t n_hooks;
	struct gaff_rule *rule;
	size_t n_rules;
	struct gaff_trust trust; /* as it would be saved */
	bool wants_scripts;
};

void trust_print_page(const struct trust_page *page);
void trust_print_json(const struct trust_page *page);

#endif
