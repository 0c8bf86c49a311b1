/*
 * health.h - what would keep the hooks in an agent's files from working, and what to do about it.
 *
 * Every ailment has an id that stays, a place, a line of text and a next step. What is only read
 * from a file is found in health_entries.c and health_trust.c; health_tools.c asks the system.
 */
#ifndef GAFF_DOCTOR_HEALTH_H
#define GAFF_DOCTOR_HEALTH_H

#include "config/config.h"
#include "config/target.h"

enum gaff_ailment_kind {
	GAFF_AIL_REFUSED_FILE,
	GAFF_AIL_UNKNOWN_EVENT,
	GAFF_AIL_SWITCHED_OFF,
	GAFF_AIL_MISSING_PROGRAM,
	GAFF_AIL_WRONG_PROGRAM,
	GAFF_AIL_NOT_EXECUTABLE,
	GAFF_AIL_OPEN_PROGRAM,
	GAFF_AIL_UNQUOTED_PATH,
	GAFF_AIL_MISSING_TOOL,
	GAFF_AIL_SHORT_TIMEOUT,
	GAFF_AIL_TWICE,
	GAFF_AIL_TWO_SCOPES,
	GAFF_AIL_NARROW_MATCHER,
	GAFF_AIL_IGNORED_MATCHER,
	GAFF_AIL_SILENT_GRANT,
	GAFF_AIL_CHANGED_ENTRY,
	GAFF_AIL_NOT_CURRENT,
	GAFF_AIL_OUTDATED,
	GAFF_AIL_CODEX_UNTRUSTED,
	GAFF_AIL_CODEX_MODIFIED,
	GAFF_AIL_CODEX_DISABLED,
	GAFF_AIL_UNTRUSTED_FOLDER,
	GAFF_AIL_NOT_EVERYWHERE,
	GAFF_AIL_IMPORTED, /* "imported-by-cursor": the id has the agent behind it */
	GAFF_AIL_MANIFEST,
	GAFF_AIL_UNTRUSTED_MANIFEST,
	GAFF_AIL_CHANGED_MANIFEST,
	GAFF_AIL_NO_ANSWER,
	GAFF_AIL_NOT_OBEYED,
	GAFF_AIL_TOO_SLOW,
	GAFF_AIL_KNOWN_FAULT,
	GAFF_AIL_DISABLED,
	GAFF_AIL_BROKEN_SHIM,
	GAFF_AIL_VARIABLE,
	GAFF_AIL_COUNT
};

struct gaff_ailment {
	enum gaff_ailment_kind kind;
	struct sv id;
	const struct gaff_host *host; /* NULL: it is not about one agent */
	enum gaff_scope scope;
	const char *file; /* NULL: it is in no file */
	struct gaff_place place;
	bool is_wrong;   /* else: worth knowing */
	bool is_fixable; /* registering again with the same host in the same scope ends it */
	struct sv text, next;
};

struct gaff_health {
	struct arena *arena;
	struct gaff_ailment *item;
	size_t n, room;
};

/* Where something is found: in a file of an agent, at a value of it. */
struct gaff_spot {
	const struct gaff_host *host;
	enum gaff_scope scope;
	const char *file;
	struct gaff_place place;
};

struct gaff_spot gaff_spot_of(const struct gaff_config *config, const char *at);
struct gaff_spot gaff_spot_at(const struct gaff_config *config, const struct gaff_registered *r);

/* Add one; the same at the same place is added once. NULL: it is there, or there is no memory. */
__attribute__((format(printf, 5, 6))) struct gaff_ailment *
gaff_ail(struct gaff_health *h, enum gaff_ailment_kind kind, const struct gaff_spot *spot,
	 const char *next, const char *fmt, ...);

/* ---- what the files say (health_entries.c, health_trust.c) ---- */

/* A file that gaff_config_read() has refused. */
void gaff_health_refused(struct gaff_health *h, const struct gaff_host *host,
			 const struct gaff_config_row *row, const char *path,
			 const struct gaff_err *err);

/* Members that turn hooks off, events nobody fires, hooks that are there twice, matchers. */
void gaff_health_entries(struct gaff_health *h, const struct gaff_config *config);

/* Only the last of these: of a file that is another agent's too. */
void gaff_health_matchers(struct gaff_health *h, const struct gaff_config *config);

/* Are these events registered in a file, with enough time? Of a file without hooks of ours: no. */
void gaff_health_wishes(struct gaff_health *h, const struct gaff_config *config,
			const struct gaff_wish *wish, size_t n);

/* Do entries of ours say where configuration and state are, as gaff writes it there? */
void gaff_health_dirs(struct gaff_health *h, const struct gaff_config *config,
		      const struct gaff_call_dirs *dirs);

/* The same event of ours in two files of one agent. */
void gaff_health_scopes(struct gaff_health *h, const struct gaff_config *x,
			const struct gaff_config *y);

/* Whether only some of the agent's programs run them; for a file that has some of ours. */
void gaff_health_reach(struct gaff_health *h, const struct gaff_config *c);

/* A file of another agent that this one reads as well; `own` are the files of its own. */
void gaff_health_import(struct gaff_health *h, const struct gaff_config *import,
			const struct gaff_config *own, size_t n);

/* What Codex thinks of each of ours; `state` is the root of the user's config.toml. */
void gaff_health_codex(struct gaff_health *h, const struct gaff_config *config, struct json state);

/* Is the folder one that the agent trusts, when hooks of ours in such a file depend on it? */
void gaff_health_folder(struct gaff_health *h, const struct gaff_where *where,
			const struct gaff_config *config, struct json state);

/* ---- what the system says (health_tools.c) ---- */

/* The programs of a file's entries, ours and others'; `program` is this gaff, absolute. */
void gaff_health_programs(struct gaff_health *h, const struct gaff_config *config,
			  const char *program, const char *project);

/*
 * A command for a shell: the programs in it, and those in scripts that it names. Relative names
 * are looked for in `folder`, if they have a slash, and in `project`.
 */
void gaff_health_command(struct gaff_health *h, const struct gaff_spot *spot, struct sv command,
			 const char *folder, const char *project);

/*
 * Does a command of a manifest start a program that is only found in a folder of PATH that hooks do
 * not inherit (base/inherit.h)? `out` says which, and the line of `env` to add. `env` is the one
 * that the hook has.
 */
bool gaff_command_left_out(struct arena *a, struct sv command, struct json env, const char *project,
			   struct sv *out);

/* ---- a plugin and its manifest, as if they were entries ---- */

enum gaff_rc gaff_plugin_config(struct arena *a, const struct gaff_host *host,
				const struct gaff_config_row *row, const char *path,
				struct gaff_config *out, struct gaff_err *err);

/* Is the module itself ours, as this gaff would write it? */
void gaff_health_plugin(struct gaff_health *h, const struct gaff_config *config,
			const char *module);

#endif
