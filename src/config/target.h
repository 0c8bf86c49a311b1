/*
 * target.h - which agents are on this machine, and which of their files a hook is registered in.
 */
#ifndef GAFF_CONFIG_TARGET_H
#define GAFF_CONFIG_TARGET_H

#include "config/config.h"

/* Where "~" and "." of the rows are. */
struct gaff_where {
	const char *home;    /* NULL: there is none */
	const char *project; /* absolute */
	const char *agent;   /* what "*" is in the file of an agent; NULL: ours */
};

/* May an agent be called so? Its name is that of a file, and is written into it. */
enum gaff_rc gaff_agent_name_check(struct sv name, struct gaff_err *err);

/*
 * The path of a row, "*" being ours; of what is a file for each event, their folder. NULL: there is
 * no such place, or no memory.
 */
const char *gaff_target_path(struct arena *a, const struct gaff_where *where,
			     const struct gaff_host *host, const struct gaff_config_row *row);

/*
 * All files of the folder of a row with a "*", in order; `path` is that of one in it, and need not
 * be there. How many they are; without memory for all of them a->failed says so.
 */
size_t gaff_target_folder(struct arena *a, const struct gaff_config_row *row, const char *path,
			  const char ***out);

/* The row of a file in whatever home or project; NULL: it is none that gaff writes. */
const struct gaff_config_row *gaff_target_row(const struct gaff_host *host, struct sv scope,
					      struct sv path);

/*
 * May it be written to? A file of a project may be a link, or be behind one, but only within the
 * project: where it leads is up to whoever made the repository, and not to its user.
 */
enum gaff_rc gaff_target_stays(const struct gaff_host *host, struct sv scope, const char *path,
			       struct gaff_err *err);

/*
 * The file of this agent in this scope: the one its rows name first, or where hooks live already.
 * GAFF_EUNSUPPORTED: it has none in that scope. *file is the one that is looked at, for messages.
 */
enum gaff_rc gaff_target_find(struct arena *a, const struct gaff_where *where,
			      const struct gaff_host *host, enum gaff_scope scope,
			      const char **file, struct gaff_config *out, struct gaff_err *err);

/* Why it is thought to be here ("~/.claude", "claude in PATH"); NULL: it is not. */
const char *gaff_agent_sign(struct arena *a, const struct gaff_where *where,
			    const struct gaff_host *host);

/* Is an entry of gaff's in it, be it one that no longer works? */
bool gaff_config_has_ours(const struct gaff_config *config);

#endif
