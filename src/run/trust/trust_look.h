/*
 * trust_look.h - what somebody has to look at who trusts the hooks of a project.
 */
#ifndef GAFF_RUN_TRUST_TRUST_LOOK_H
#define GAFF_RUN_TRUST_TRUST_LOOK_H

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

struct trust_look {
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
};

/* The folder that has the .gaff: the one that is given, else the nearest above where we are. */
enum gaff_rc trust_find_folder(struct arena *a, const char *given, const char **out,
			       struct gaff_err *err);

/* A folder that is trusted by the very name that is given, though it may be gone or a link. */
const char *trust_name_kept(struct arena *a, const char *given);

/* All there is to see. GAFF_ESYNTAX: the manifest or the policy is wrong; page->file is which. */
enum gaff_rc trust_look(struct arena *a, const char *folder, struct trust_look *page,
			struct gaff_err *err);

/* The program of a command that is plain words, when it is none of the project's files; or none. */
struct sv trust_unknown_program(const struct trust_look *page, const struct gaff_hook *hook);

/* A program for the machine: nobody here reads what it loads. */
bool trust_is_machine_code(const struct trust_look *page, const struct gaff_pin *pin);

#endif
