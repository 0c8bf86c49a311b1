/*
 * trust_page.h - what `gaff trust` shows somebody who has to decide.
 */
#ifndef GAFF_CLI_PAGES_TRUST_PAGE_H
#define GAFF_CLI_PAGES_TRUST_PAGE_H

#include "manifest/rule.h"
#include "run/trust/trust.h"
#include "text/doc.h"

/* A file that is pinned, with the name it goes by. */
struct trust_file {
	const char *path;
	enum gaff_pin_kind kind;
	const char *sha256;
	bool is_new; /* or other bytes than those that were trusted last */
};

struct trust_page {
	struct arena *arena;
	const char *file, *gaff_folder; /* the manifest, and where it is; NULL: there is none */
	struct sv text, policy;         /* of the manifest and of policy.json */
	bool has_policy;
	struct sv before; /* the manifest that was trusted last */
	bool has_before;
	struct gaff_hook *hook;
	size_t n_hooks;
	struct gaff_pins *pins;   /* of each hook */
	struct gaff_err *refused; /* why one is not trusted with the others, if rc says so */
	struct gaff_rule *rule;
	size_t n_rules;
	struct trust_file *pinned; /* all of them once; the manifest is the first */
	size_t n_pinned;
	struct gaff_trust trust;       /* what is trusted already */
	struct gaff_trust_state state; /* and would be */
	bool wants_scripts;
};

void trust_print_page(const struct trust_page *page);
void trust_print_json(const struct trust_page *page);

#endif
