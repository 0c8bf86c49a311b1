/* hosts.h - the list of hosts; a new one adds a line here, and nothing else outside its file. */
#ifndef GAFF_AGENTS_HOSTS_H
#define GAFF_AGENTS_HOSTS_H

#include "agents/schema.h"

/* clang-format off */
#define GAFF_HOST_LIST(X) \
	X(amazon_q) \
	X(amp) \
	X(antigravity) \
	X(auggie) \
	X(claude_code) \
	X(cli) \
	X(cline) \
	X(codex) \
	X(copilot_cli) \
	X(crush) \
	X(cursor) \
	X(devin) \
	X(factory_droid) \
	X(gemini_cli) \
	X(generic) \
	X(grok) \
	X(junie) \
	X(kimi) \
	X(kiro) \
	X(opencode) \
	X(pi) \
	X(qwen_code) \
	X(trae) \
	X(vs_code_copilot) \
	X(windsurf)
/* clang-format on */

#define GAFF_HOST_DECLARED(name) extern const struct gaff_host gaff_host_##name;
GAFF_HOST_LIST(GAFF_HOST_DECLARED)
#undef GAFF_HOST_DECLARED

extern const struct gaff_host *const gaff_hosts[]; /* NULL at the end */

/* Answers with nothing in them, by how they deny: GAFF_NO_ANSWER(EXIT_2) */
extern const struct gaff_shape gaff_no_answers[];
#define GAFF_NO_ANSWER(by) (&gaff_no_answers[GAFF_DENY_##by])

/*
 * Where hooks of Claude Code, and of the agents that do as it does, put a context: for `besides`.
 */
enum { GAFF_CONTEXTS = 3 };
extern const struct gaff_answer_row gaff_contexts[GAFF_CONTEXTS];

/*
 * Every set of rows there is: each host, and behind it its other spelling.
 *
 *	for (const struct gaff_host *h = gaff_host_next(NULL); h; h = gaff_host_next(h)) …
 */
const struct gaff_host *gaff_host_next(const struct gaff_host *host);

const struct gaff_host *gaff_host_find(struct sv id);

enum { GAFF_HOSTS_MAX = 32 }; /* room for twice as many as there are agents worth the name */

/* Which agent does this payload, in this environment, come from? GAFF_EUSAGE: it cannot be told. */
enum gaff_rc gaff_host_detect(struct json payload, gaff_getenv_fn *env,
			      const struct gaff_host **out, struct gaff_err *err);

/*
 * Some agents also run the hooks that are registered with another: who really calls, when gaff is
 * registered with this one?
 */
const struct gaff_host *gaff_host_caller(const struct gaff_host *registered, struct json payload,
					 gaff_getenv_fn *env);

/*
 * A tool that the rows of who calls do not have is what other agents call so, too: its tools, and
 * how its input is read. GAFF_ELIMIT: as gaff_decode_event() has it.
 */
enum gaff_rc gaff_host_borrow_tool(struct arena *a, struct gaff_event *event, struct gaff_err *err);

/*
 * Why? The rows that speak for this host here, and those that speak against it, at most `max`; the
 * sum of their weights is what is compared. Of an absent payload, or without `env`, the rest.
 */
size_t gaff_host_evidence(const struct gaff_host *host, struct json payload, gaff_getenv_fn *env,
			  const struct gaff_detect_row **out, size_t max);

/* What a variable of a plugin's hooks is. */
enum gaff_plugin_part {
	GAFF_PLUGIN_ROOT,  /* the plugin's folder */
	GAFF_PLUGIN_MORE,  /* another that only a plugin has */
	GAFF_PLUGIN_SLASH, /* ${/}: what is between names in a path */
};

/* Agents are ids with a space between. Names in lower case are of texts: ${extensionPath} alone. */
struct gaff_plugin_variable {
	struct sv name;
	enum gaff_plugin_part part;
	const char *set_by;      /* in the environment */
	const char *replaced_by; /* in the text, before any shell sees it, in quotes too */
};

extern const struct gaff_plugin_variable gaff_plugin_variables[];
extern const size_t gaff_n_plugin_variables;

bool gaff_plugin_variable_is_of(const struct gaff_plugin_variable *row,
				const struct gaff_host *host);

/*
 * Everything with a layout is what can be converted: "canonical" comes first, then hosts as they
 *are listed. NULL behind the last.
 *
 *	for (size_t i = 0; gaff_layout_host(i); i++) …
 */
const struct gaff_host *gaff_layout_host(size_t n);
const struct gaff_host *gaff_layout_find(struct sv id);

/* What a variable does to an agent that is started with it. */
enum gaff_agent_variable { GAFF_VARIABLE_PLAIN, GAFF_VARIABLE_MOVES, GAFF_VARIABLE_OFF };
enum gaff_agent_variable gaff_agent_variable(struct sv name);

/*
 * The program of an agent that npm knows by this word: "@google/gemini-cli@latest", or a file in
 * that package. Empty: of none.
 */
struct sv gaff_agent_of_package(struct sv word);

/* A host, or "canonical". */
const struct gaff_host *gaff_dialect_find(struct sv id);

#endif
