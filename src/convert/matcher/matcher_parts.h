/*
 * matcher_parts.h - what the files of the matchers share.
 *
 * A native matcher is taken apart into alternatives: names, parts of names, and patterns. Those of
 * an agent's syntax are first written in one that all engines read alike, which is the syntax of
 * everything in here: JavaScript's without flags, RE2's and Rust's, where they mean the same for
 * names of printable ASCII. Agents have no others: they write "_" for the rest.
 */
#ifndef GAFF_CONVERT_MATCHER_MATCHER_PARTS_H
#define GAFF_CONVERT_MATCHER_MATCHER_PARTS_H

#include "convert/matcher/selection.h"
#include "manifest/match.h"
#include "text/regex/regex.h"

/* ---- sets of names (matcher_names.c) ---- */

struct gaff_names {
	struct arena *arena;
	struct sv *name;
	size_t n, room;
	uint32_t *slot; /* where in `name`, from 1 */
	size_t n_slots;
};

bool gaff_names_have(const struct gaff_names *names, struct sv name);

/* False: it was there. The arena remembers that there was no memory. */
bool gaff_names_add(struct gaff_names *names, struct sv name);

/* "Bash, Read and 3 more"; and what a person wrote, cut: for losses. */
struct sv gaff_names_said(struct arena *a, const struct gaff_names *names);
struct sv gaff_said(struct sv text);

/* ---- patterns (matcher_pattern.c) ---- */

enum gaff_pattern_syntax { GAFF_PATTERN_JS, GAFF_PATTERN_RUST, GAFF_PATTERN_RE2 };

/*
 * The same pattern for all engines; what is written alike stays as it is. GAFF_ESYNTAX: its own
 * engine would refuse it. GAFF_EUNSUPPORTED: another would (lookahead, references). JavaScript
 * takes what comes out; whether it is too large for ours is seen when it is tried.
 */
enum gaff_rc gaff_pattern_for_all(struct arena *a, enum gaff_pattern_syntax syntax,
				  struct sv pattern, struct sv *out, struct gaff_err *err);

/* The class at *p, behind whose "]" *p is afterwards (matcher_class.c). */
enum gaff_rc gaff_pattern_class(struct arena *a, enum gaff_pattern_syntax syntax, bool folds,
				const char **p, const char *end, struct buf *out,
				struct gaff_err *err);

/* \pL of RE2 and Rust, which ASCII has a class for. */
enum gaff_rc gaff_pattern_property(struct arena *a, bool folds, struct sv spelled, struct buf *out,
				   struct gaff_err *err);

/* A text that stands for itself; and a character of ASCII where these are special. */
void gaff_pattern_quote(struct buf *out, struct sv text);
void gaff_pattern_char(struct buf *out, char c, const char *special);

/* ---- alternatives (matcher_split.c) ---- */

struct gaff_alternative {
	struct sv text; /* that is found in a name; a pattern unless is_literal */
	bool is_literal;
	bool at_begin, at_end;         /* and nowhere else */
	bool more_before, more_behind; /* something has to be there */
	struct sv spelled;             /* as it was written, with .* or .+ at an end; or nothing */
	bool is_name;                  /* of a list: another name of the tool will do */
	bool of_servers; /* for MCP tools alone, where these are held apart; the others are not */
	struct sv server, tool;   /* of an MCP tool, where the matcher itself says which it is */
	struct gaff_regex *regex; /* made when it is needed */
};

struct gaff_alternatives {
	struct arena *arena;
	struct gaff_alternative *item;
	size_t n, room;
};

void gaff_alternative_add(struct gaff_alternatives *list, struct gaff_alternative item);

static inline bool alternative_is_exact(const struct gaff_alternative *alt)
{
	return alt->is_literal && alt->at_begin && alt->at_end;
}

/* .* or nothing at all */
static inline bool alternative_is_all(const struct gaff_alternative *alt)
{
	return alt->is_literal && !alt->text.n && !(alt->at_begin && alt->at_end);
}

/* Those of a pattern for all engines; `is_whole`: it is for whole names. */
void gaff_pattern_split(struct gaff_alternatives *out, struct sv pattern, bool is_whole);

/* Where the element at i of a pattern ends: an escape and a class are one. */
size_t gaff_pattern_step(struct sv pattern, size_t i);

/*
 * What is before and behind the first joint outside of groups and classes, or the last one that
 * something is behind.
 */
bool gaff_pattern_cut(struct sv text, bool is_literal, struct sv joint, bool at_last,
		      struct sv *before, struct sv *behind);

/* As a pattern of its own, with its anchors. */
void gaff_alternative_write(struct buf *out, const struct gaff_alternative *alt);

/*
 * Of an agent that holds matchers for MCP tools apart: in here their names are behind what is
 * before such a matcher, "mcp:create_issue_github", and nobody else's are.
 */
static inline bool gaff_matches_apart(const struct gaff_host *host)
{
	return host->layout && host->layout->mcp_matcher.n;
}

/* The name as the agent has it. */
static inline struct sv gaff_bare_name(const struct gaff_host *host, struct sv name)
{
	return gaff_matches_apart(host) && sv_starts(name, host->layout->mcp_matcher)
		       ? sv_skip(name, host->layout->mcp_matcher.n)
		       : name;
}

/* GAFF_EUNSUPPORTED: it is too large to be tried. */
enum gaff_rc gaff_alternative_selects(struct arena *a, struct gaff_alternative *alt, struct sv name,
				      bool *out, struct gaff_err *err);

/* The same by the rules of a host: is it for such tools at all? */
enum gaff_rc gaff_term_selects(struct arena *a, const struct gaff_host *host,
			       struct gaff_alternative *alt, struct sv name, bool *out,
			       struct gaff_err *err);

/* ---- selections (selection.c) ---- */

/* A name that no agent has, for those that gaff does not know. */
#define GAFF_STRANGER SV("Zz9Stranger")

/* A canonical word, else a name. */
struct gaff_selector gaff_selector_of_word(struct sv word);

/* A call of which nothing is known but the name of its tool. */
void gaff_call_of(struct arena *a, const struct gaff_host *host, struct sv name,
		  struct gaff_event *out);

/* A selection that is asked about many calls. */
struct gaff_choice {
	const struct gaff_selection *selection;
	uint16_t words; /* a bit for each */
	struct gaff_names names;
	struct gaff_regex **regex; /* for each selector */
	bool has_others;
};

/* GAFF_ETOOBIG: a pattern is. */
enum gaff_rc gaff_choice_of(struct arena *a, const struct gaff_selection *s,
			    struct gaff_choice *out, struct gaff_err *err);
bool gaff_choice_takes(struct arena *a, const struct gaff_choice *c, const struct gaff_event *call);

/* Does the host call MCP tools "mcp__server__tool", as patterns do? */
bool gaff_spells_as_usual(const struct gaff_host *host);

/* ---- native matchers (matching.c) ---- */

struct gaff_native {
	const struct gaff_host *host;
	bool is_all;
	bool is_builtin; /* every tool that is no MCP server's: the list has those that are known */
	struct gaff_alternatives list; /* of none: it selects nothing */
	struct gaff_names names,
		exact; /* of the list: those of is_name, and the other exact ones */
	bool has_others;
};

/* By the rules of the host. GAFF_EUNSUPPORTED: gaff cannot follow it. */
enum gaff_rc gaff_native_read(struct arena *a, const struct gaff_host *host, struct sv matcher,
			      struct gaff_native *out, struct gaff_err *err);

enum gaff_rc gaff_native_selects(struct arena *a, struct gaff_native *native, struct sv name,
				 bool *out, struct gaff_err *err);

/* May this name be in a list of names, which is for exactly these? */
bool gaff_matching_takes_in_list(const struct gaff_host *host, struct sv name);

/* Has it a tool of this name, or another name for one? */
bool gaff_has_tool(const struct gaff_host *host, struct sv name);

/* Is it a tool of another agent's, and of this one's none? */
bool gaff_is_tool_of_others(const struct gaff_host *host, struct sv name);

/* Are patterns for whole names? */
bool gaff_matching_is_whole(const struct gaff_host *host);

/* Is a matcher a pattern, whatever it is made of? */
bool gaff_matching_is_pattern(const struct gaff_host *host);

/* Letters, digits, "_", and these. */
bool gaff_is_made_of(struct sv text, const char *more);

/* The agent's word for just these tools, or nothing. */
struct sv gaff_matching_tag(const struct gaff_host *host, const struct gaff_names *names);

/* ---- terms of a matcher that is written (matcher_terms.c) ---- */

struct gaff_text_list {
	struct arena *arena;
	struct sv *item;
	size_t n, room;
};

void gaff_texts_add(struct gaff_text_list *texts, struct sv text);

/* The name of an MCP tool, as the agent writes it. */
struct sv gaff_mcp_name(struct arena *a, const struct gaff_host *host, struct sv server,
			struct sv tool);

/* Such names as alternatives; no tool: all of the server, no server: of any. False: it has none. */
bool gaff_mcp_terms(struct arena *a, const struct gaff_host *host, struct sv server, struct sv tool,
		    struct gaff_alternatives *out);

/* Can it be said with "*" and "?" alone? */
bool gaff_term_can_be_glob(struct arena *a, const struct gaff_alternative *alt);

/* The matchers that say these, by the host's rules: one, or several where it must be. */
void gaff_terms_write(struct arena *a, const struct gaff_host *host,
		      const struct gaff_alternatives *terms, struct gaff_text_list *out);

/* ---- what is meant against what is selected (matcher_compare.c) ---- */

struct gaff_comparison {
	struct arena *a;
	const struct gaff_host *host;
	const struct gaff_choice *choice;
	struct gaff_native *native; /* the matchers, as they were read */
	size_t n;
	const struct gaff_names *nobody; /* names that are left out on purpose */
	struct gaff_names *missing,      /* that they do not select, though meant to */
		*extra;                  /* and that they select besides */
};

/*
 * Over the tools of the host, those that the selection mentions and some that nobody knows;
 * `choice` and `native` are made of these.
 */
enum gaff_rc gaff_matchers_compare(struct gaff_comparison c, const struct gaff_selection *s,
				   const struct gaff_text_list *texts, struct gaff_err *err);

/* The same without the tools of the host. */
enum gaff_rc gaff_compare_others(struct gaff_comparison *c, struct gaff_err *err);

#endif
