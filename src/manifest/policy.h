/*
 * policy.h - what may run at all: policy.json beside a manifest.
 *
 *	{ "disable_all_hooks": false, "allow_managed_only": false,
 *	  "event_restrictions": { "session_start": "deny" },
 *	  "capability_restrictions": { "http_handler": "managed_only" },
 *	  "unlock": ["pause", "grants", "log"] }
 *
 * A policy is over the hooks of its own scope and of those below it: the system's over all, the
 * user's over the user's and the project's, a project's over its own. So a lower one can only
 * tighten, and a checkout cannot switch off the guards of whoever opens it. What is root's users do
 * not switch off either, but for what "unlock" of the system's policy names.
 */
#ifndef GAFF_MANIFEST_POLICY_H
#define GAFF_MANIFEST_POLICY_H

#include "manifest/manifest.h"

enum gaff_restriction { GAFF_RESTRICT_ALLOW, GAFF_RESTRICT_DENY, GAFF_RESTRICT_MANAGED_ONLY };

/* What users may do about root's hooks and log. */
enum gaff_unlock {
	GAFF_UNLOCK_PAUSE,  /* switch the hooks off for a while */
	GAFF_UNLOCK_GRANTS, /* allow what they deny */
	GAFF_UNLOCK_LOG,    /* switch the log off */
	GAFF_UNLOCK_COUNT
};

struct gaff_policy {
	bool disable_all, managed_only;
	unsigned unlocked; /* 1 << enum gaff_unlock */
	enum gaff_restriction event[GAFF_EV_COUNT], capability[GAFF_CAP_COUNT];
};

/* False: findings has errors, and nothing may be concluded from the policy. */
bool gaff_policy_read(struct arena *a, struct json root, struct gaff_findings *findings,
		      struct gaff_policy *out);

/* Why this hook may not run, or NULL. `is_managed`: it is of the system's manifest. */
const char *gaff_policy_denies(const struct gaff_policy *policy, const struct gaff_hook *hook,
			       enum gaff_event_id event, bool is_managed);

#endif
