/*
 * fate.h - what becomes of each field of an answer on an event of a host.
 *
 * Found by doing it: a response with just that field goes through gaff_fit_response() and
 * gaff_encode_response(), and what comes out is looked at. So what gaff says of a host is what
 * it does there, whatever rows and rules are added.
 *
 *	struct gaff_fates fates;
 *	GAFF_TRY(gaff_event_fates(a, host, &host->events[0], &fates, err));
 *	for (size_t i = 0; i < fates.n; i++) … fates.row[i].name, fates.row[i].kind …
 */
#ifndef GAFF_AGENTS_SIMULATE_FATE_H
#define GAFF_AGENTS_SIMULATE_FATE_H

#include "agents/schema.h"

enum gaff_fate_kind {
	GAFF_FATE_DELIVERED,
	GAFF_FATE_DENY,    /* became a denial */
	GAFF_FATE_CONTEXT, /* became context for the model */
	GAFF_FATE_IMPLIED, /* not sent, because the agent does so anyway */
	GAFF_FATE_LOST,    /* not sent, and said so */
	GAFF_FATE_SILENT,  /* not sent and not said: a mistake of ours */
	GAFF_FATE_COUNT
};

/* What has to be beside a field for its kind to hold, or must not be. */
enum gaff_company {
	GAFF_ALONE,
	GAFF_BESIDE_ALLOW,
	GAFF_BESIDE_DENY,
	GAFF_BESIDE_DECISION,
	GAFF_NOT_BESIDE_DENY,
};

enum gaff_fate_tools { GAFF_FATE_ANY_TOOL, GAFF_FATE_MCP, GAFF_FATE_NOT_MCP };

enum { GAFF_FATE_PLACES = 4, GAFF_FATE_VERSIONS = 8 };

struct gaff_fate {
	enum gaff_answer_field field;
	struct sv name;   /* "context"; of a native field its own name, empty for any unknown one */
	struct sv native; /* the value (JSON) a native field must have, or empty */
	enum gaff_fate_tools tools;
	enum gaff_fate_kind kind;
	enum gaff_company company;
	const struct gaff_version_row
		*versions[GAFF_FATE_VERSIONS]; /* of the agent, for it to hold */
	size_t n_versions;                     /* 0: any */
	enum gaff_fate_kind otherwise;         /* without that company, or of another version */
	enum gaff_answer_field as;             /* the field it went out as, if not its own */
	bool is_grant;                         /* an allow that skips the agent's own question */
	struct sv where[GAFF_FATE_PLACES];     /* pointers, "$NAME", "stdout" or "stderr" */
	size_t n_where;
	struct sv literal; /* JSON that stands there for a fact; of a value empty */
	int exit;
	struct sv warning; /* what gaff says when it comes to `otherwise` or is not delivered */
};

struct gaff_fates {
	struct gaff_fate *row;
	size_t n;
};

enum gaff_rc gaff_event_fates(struct arena *a, const struct gaff_host *host,
			      const struct gaff_event_row *row, struct gaff_fates *out,
			      struct gaff_err *err);

#endif
