/*
 * manifest.h - the canonical hook document: what a person writes once for every agent.
 *
 *	{ "spec": "hooks/1.0",
 *	  "hooks": [ { "event": "before_tool_execute", "matcher": "shell", "blocking": true,
 *	               "handler": { "type": "command", "command": "./check.sh" } } ] }
 *
 * A manifest is checked as a whole: every violation is a finding that points at its place in the
 * text, and one with violations runs nothing. What is fine is kept in canonical bytes (known
 * fields in the order of the tables, unknown ones behind them) with an index that says, for each
 * hook, on which events and tools it can matter at all: so a call looks only at those. Beside its
 * hooks a manifest may have rules (rule.h).
 */
#ifndef GAFF_MANIFEST_MANIFEST_H
#define GAFF_MANIFEST_MANIFEST_H

#include "model/capability.h"
#include "model/event.h"
#include "agents/layout.h"
#include "model/response.h"

/* ---- what is wrong with a document ---- */

struct gaff_finding {
	const char *at; /* into the JSON text of the document */
	struct sv text;
	bool is_warning;
};

struct gaff_findings {
	struct arena *arena;
	struct gaff_finding *item;
	size_t n, n_errors;
	size_t n_more; /* that are not in the list: it holds GAFF_FINDINGS_MAX */
};

__attribute__((format(printf, 3, 4))) void gaff_find_error(struct gaff_findings *f, const char *at,
							   const char *fmt, ...);
__attribute__((format(printf, 3, 4))) void gaff_find_warning(struct gaff_findings *f,
							     const char *at, const char *fmt, ...);

/* The first that is no warning, with its place, as what a document is refused for. */
struct gaff_doc;
enum gaff_rc gaff_findings_fail(const struct gaff_findings *f, const struct gaff_doc *doc,
				struct gaff_err *err);

/* ---- one hook ---- */

enum gaff_on_error { GAFF_ON_ERROR_UNSAID, GAFF_ON_ERROR_OPEN, GAFF_ON_ERROR_CLOSED };
enum gaff_when_late { GAFF_LATE_UNSAID, GAFF_LATE_WARNS, GAFF_LATE_BLOCKS };

struct gaff_hook {
	size_t number; /* its place in the manifest, from 1 */
	struct sv name;
	struct sv event_name;     /* as written */
	enum gaff_event_id event; /* GAFF_EV_NATIVE: event_name is "host:NativeName" */
	struct json matcher, paths;
	bool blocking, enabled, async;
	enum gaff_on_error on_error;
	enum gaff_when_late when_late;
	struct sv dialect; /* empty: canonical */
	unsigned needs;    /* GAFF_CAP()s, inferred */
	enum gaff_strategy degrade[GAFF_CAP_COUNT];

	enum gaff_handler_kind kind;
	struct sv command; /* for this system */
	struct sv cwd;
	struct json env;
	int64_t timeout_ms;
	struct sv url;
	struct json headers, allowed_env_vars;
	bool http_loopback;
	struct sv prompt, model;

	/* of no use when it runs, but checked like the rest */
	struct sv status_message, plain_command;
	struct json platform, degradation, capabilities, provider_data, handler;
};

/*
 * Read one hook. `hosts` (NULL at the end) are the hosts whose names count. False: there are new
 * findings that are errors.
 */
bool gaff_hook_read(struct arena *a, const struct gaff_host *const *hosts, struct json hook,
		    struct gaff_findings *findings, struct gaff_hook *out);

/* "command", "http", as manifests call them. */
struct sv gaff_handler_name(enum gaff_handler_kind kind);

/* "name", else what it runs, as one line: for messages and the record. */
struct sv gaff_hook_label(struct arena *a, const struct gaff_hook *hook);

/* ---- the whole document ---- */

/* What can be told of a hook without reading it. */
struct gaff_hook_index {
	uint32_t at, n;  /* its canonical text */
	uint32_t native; /* gaff_native_hash() of an agent's own event */
	uint32_t needs;  /* where in those of the manifest, and how many (needs.h) */
	uint16_t n_name_ways, n_path_ways;
	uint16_t tools; /* a bit for each enum gaff_tool it may match */
	uint8_t event;  /* enum gaff_event_id */
	uint8_t flags;
};

enum { GAFF_INDEX_ENABLED = 1 };

struct gaff_grams;
struct gaff_rule_index;

struct gaff_manifest {
	struct sv text;   /* canonical bytes */
	const char *copy; /* the same again, of what was kept in a file; or NULL */
	const struct gaff_hook_index *hook;
	size_t n;
	const struct gaff_rule_index *rule; /* rule.h */
	size_t n_rules;
	const struct gaff_grams *needs;
	size_t n_needs;
	const struct gaff_hook *ready; /* what gaff_manifest_read_once() has read; or NULL */
};

/* Check all of it and write the canonical bytes. False: findings has errors. */
bool gaff_manifest_read(struct arena *a, const struct gaff_host *const *hosts, struct json root,
			struct gaff_findings *findings, struct gaff_manifest *out);

/*
 * The same for a single call: few hooks are read at once, and nothing is made that only pays when
 * they are read again, as canonical bytes and the most of an index.
 */
bool gaff_manifest_read_once(struct arena *a, const struct gaff_host *const *hosts,
			     struct json root, struct gaff_findings *findings,
			     struct gaff_manifest *out);

/* Of the parts of "cursor:workspaceOpen": to tell most of the others from it. */
uint32_t gaff_native_hash(struct sv host, struct sv event);

/* What of a call tells, without reading a hook, that it is not meant (gaff_event_key()). */
struct gaff_event_key {
	enum gaff_event_id event;
	uint32_t native, native_too; /* gaff_native_hash(), and in the agent's other spelling */
	uint16_t tools; /* a bit for each that it may be; 0 where tools do not matter */
};

/* May this hook matter for such a call? Cheap; a yes is then decided by match.h. */
static inline bool gaff_hook_may_match(const struct gaff_hook_index *hook,
				       const struct gaff_event_key *key)
{
	return hook->flags & GAFF_INDEX_ENABLED &&
	       (hook->event == key->event ||
		(hook->event == GAFF_EV_NATIVE &&
		 (hook->native == key->native || hook->native == key->native_too))) &&
	       (hook->tools & key->tools || !key->tools);
}

/*
 * The i-th hook of a manifest that was read before: checked again, as its text may be from a file.
 * GAFF_EIO: that is damaged.
 */
enum gaff_rc gaff_manifest_hook(struct arena *a, const struct gaff_host *const *hosts,
				const struct gaff_manifest *manifest, size_t i,
				struct gaff_hook *out, struct gaff_err *err);

#endif
