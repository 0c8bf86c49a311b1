/*
 * config.h - a configuration file of an agent as it is: who has registered what in it.
 */
#ifndef GAFF_CONFIG_CONFIG_H
#define GAFF_CONFIG_CONFIG_H

#include "base/swap.h"
#include "config/entry.h"
#include "text/doc.h"

#define GAFF_NO_GROUP SIZE_MAX

/* One entry of it, ours or not. */
struct gaff_registered {
	struct sv event;
	struct sv list[2]; /* the keys that lead to the list it stands in */
	size_t n_list;
	size_t group, entry; /* where in the list, or in the list of the group */
	size_t n_in_group;   /* entries of that group */
	struct json object, matcher;
	struct json named; /* the object of the name it stands under, where entries have names */
	const char *file;  /* that it is alone; NULL: it is in the file of the others */
	struct sv command;
	int64_t timeout_ms; /* -1: it does not say */
	enum gaff_whose whose;
	struct gaff_call_line line; /* of ours */
	bool is_changed;            /* ours, and a file of its own that is not as gaff writes it */
};

struct gaff_config {
	const struct gaff_host *host;
	const struct gaff_config_row *row;
	struct gaff_held held;
	struct json root;    /* n is 0: the file is not there, or empty */
	struct gaff_doc doc; /* the same, for places */
	struct gaff_registered *item;
	size_t n;
};

/*
 * Read a file of an agent. GAFF_ESYNTAX, with a place: the agent would refuse it, or run none of
 * its hooks; the message says why and what to do. Not being there is no error.
 */
enum gaff_rc gaff_config_read(struct arena *a, const struct gaff_host *host,
			      const struct gaff_config_row *row, const char *path,
			      struct gaff_config *out, struct gaff_err *err);

/* The same of a text that is not in the file yet: `held` is for where it will be. */
enum gaff_rc gaff_config_parse(struct arena *a, const struct gaff_host *host,
			       const struct gaff_config_row *row, const struct gaff_held *held,
			       struct gaff_config *out, struct gaff_err *err);

/* The keys that lead to the list with ours for an event; how many they are. */
size_t gaff_config_list(const struct gaff_config *config, struct sv event, struct sv out[2]);

/* The first thing in it that should be the name of an event of this agent, and is none. */
bool gaff_config_unknown(struct arena *a, const struct gaff_host *host,
			 const struct gaff_config_row *row, struct json root, struct json *at,
			 struct sv *name);

/* What "hooks" is, or stands for it; of what has names, the whole. */
struct json gaff_config_hooks(const struct gaff_config_row *row, const struct gaff_host *host,
			      struct json root);

/* Find the entries of a file that has been read (registered.c). */
enum gaff_rc gaff_config_find(struct arena *a, struct gaff_config *config, struct gaff_err *err);

/* Would the agent not follow this path, because of a symbolic link? Then err says what to do. */
enum gaff_rc gaff_config_follows(const struct gaff_host *host, const struct gaff_config_row *row,
				 const char *path, struct gaff_err *err);

/* What "*" of the row is in this path: of the file of an agent, what that is called. */
struct sv gaff_config_name(const struct gaff_config_row *row, const char *path);

/* Where in the file a key or value of it stands; no line: that is not known, as in TOML. */
struct gaff_place gaff_config_place(const struct gaff_config *config, const char *at);

/* Which of its members turns all hooks off; NULL: none does. */
const struct gaff_switch_row *gaff_config_switch(const struct gaff_config *config);

/* How long the agent waits for an entry. */
int64_t gaff_registered_waits_ms(const struct gaff_config *config, const struct gaff_registered *r);

#endif
