/*
 * manifest_parts.h - what the files that read a manifest share; for everybody else there is
 * manifest.h.
 */
#ifndef GAFF_MANIFEST_MANIFEST_PARTS_H
#define GAFF_MANIFEST_MANIFEST_PARTS_H

#include "agents/schema.h"
#include "manifest/rule.h"

struct gaff_hook_reader {
	struct arena *arena;
	const struct gaff_host *const *hosts;
	struct gaff_findings *findings;
};

enum gaff_field_kind {
	GAFF_FIELD_TEXT,
	GAFF_FIELD_FLAG,
	GAFF_FIELD_SECONDS,
	GAFF_FIELD_WORD, /* one of some words */
	GAFF_FIELD_OBJECT,
	GAFF_FIELD_TEXTS, /* an object of texts */
	GAFF_FIELD_NAMES, /* a list of texts */
	GAFF_FIELD_SOME,  /* a text, or a list of texts that is not empty */
	GAFF_FIELD_ANY,   /* has a check of its own */
};

struct gaff_field_word {
	struct sv word;
	unsigned value;
};

/* One field of a hook, a handler or a rule: what it is called, what it holds, where it goes, what
 * it is. */
struct gaff_hook_field {
	struct sv name;
	enum gaff_field_kind kind;
	size_t at; /* in struct gaff_hook or struct gaff_rule */
	const struct gaff_field_word *words;
	size_t n_words;
	const char *help;
};

extern const struct gaff_hook_field gaff_hook_fields[], gaff_handler_fields[], gaff_rule_fields[];
extern const size_t gaff_n_hook_fields, gaff_n_handler_fields, gaff_n_rule_fields;

/* By the types of a table, into the struct that it is about (manifest_types.c). */
void gaff_read_field(struct gaff_hook_reader *r, const struct gaff_hook_field *field,
		     struct json value, void *out);
void gaff_read_fields(struct gaff_hook_reader *r, const struct gaff_hook_field *fields, size_t n,
		      const struct json_index *members, void *out);

/* The members of an object. False: no memory, and a finding says so. */
bool gaff_read_members(struct gaff_hook_reader *r, struct json object, struct json_index *out);

/* What a value is, for "…, not a list". */
const char *gaff_type_of(struct json value);

/* Make one line of text of it, whatever the names in it hold, and where they were cut off. */
bool gaff_one_line(struct arena *a, struct sv *text);

/* What takes more than a look at the type (manifest_check.c). */
enum gaff_event_id gaff_check_event(struct gaff_hook_reader *r, struct json value,
				    struct gaff_hook *hook); /* of a native one, its twin */
void gaff_check_matcher(struct gaff_hook_reader *r, struct json value);
void gaff_check_paths(struct gaff_hook_reader *r, struct json value);
void gaff_check_dialect(struct gaff_hook_reader *r, struct json value);
void gaff_check_http(struct gaff_hook_reader *r, struct json handler, const struct gaff_hook *hook);

/* A regular expression, where `what` is "the pattern". */
void gaff_check_regex(struct gaff_hook_reader *r, struct json value, const char *what);

/* gaff_native_hash() of an event that is "host:NativeName", or 0. */
uint32_t gaff_native_hash_of(enum gaff_event_id event, struct sv name);

/* What the index has of a rule; what it needs of a call goes to `needs` (manifest_rule.c). */
void gaff_rule_index(struct gaff_hook_reader *r, const struct gaff_rule *rule, struct buf *needs,
		     struct gaff_rule_index *out);

/* Why hook or rule i of a manifest cannot be used: the first thing that was found. */
enum gaff_rc gaff_findings_part(const struct gaff_findings *f, const char *part, size_t i,
				struct gaff_err *err);

/* The text of the i-th hook or rule, unless it is damaged. */
enum gaff_rc gaff_manifest_part(const struct gaff_manifest *manifest,
				const struct gaff_hook_index *at, const char *what, size_t i,
				struct json *out, struct gaff_err *err);

/* The tools a matcher may match, as bits; a yes is then decided by match.c (manifest_index.c). */
uint16_t gaff_matcher_tools(struct arena *a, const struct gaff_host *const *hosts,
			    struct json matcher);

#endif
