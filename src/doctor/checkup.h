/*
 * checkup.h - what status and doctor know: every file of every agent, ours in it, what is wrong.
 */
#ifndef GAFF_DOCTOR_CHECKUP_H
#define GAFF_DOCTOR_CHECKUP_H

#include "install/install_events.h"
#include "install/install_work.h"
#include "doctor/health.h"

/* The events that should be registered, as the files of a host call them. */
struct checked_wishes {
	struct gaff_wish *item;
	size_t n;
};

/* A file that an agent reads. */
struct checked_file {
	const struct gaff_host *host; /* the spelling that it is in */
	const struct gaff_config_row *row;
	const struct checked_wishes *wishes;
	const char *path;
	struct gaff_config config; /* with rc GAFF_OK */
	enum gaff_rc rc;           /* else: the agent refuses it */
	size_t n_ours, n_others;
	size_t n_missing;  /* wanted events that are not registered */
	bool misses_start; /* one of those is, and no hook wants it */
	const char *trust; /* of ours, as the agent has it: "trusted"; NULL: it asks nobody */
};

/* The last time gaff was called by an agent. */
struct checked_call {
	char time[40], session[128], version[64]; /* empty: never, or nobody said */
};

struct checked_host {
	const struct gaff_host *host;
	const char *sign; /* why it is thought to be here, or NULL */
	struct checked_file *file;
	size_t n, room;
	size_t n_ours;
	struct checked_call last, last_here;     /* the latter: in this project */
	struct checked_wishes wishes, of_agents; /* the latter: in files of single agents */
};

struct checkup {
	struct arena *arena;
	struct install_work work;
	struct gaff_sources sources;
	struct wanted_events wanted;
	struct checked_host *host;
	size_t n;
	struct gaff_health health;
	bool is_recorded; /* there is a record to look into */
};

/*
 * Look at the agents that are named in argv[0, n), else at all that are here or have hooks of
 * ours. Nothing is written, nothing is started.
 */
enum gaff_rc checkup_look(struct checkup *c, const char *command, int n, char **argv,
			  struct gaff_err *err);

/* How many ailments are wrong? */
size_t checkup_wrong(const struct checkup *c);

/* Is anything wrong with this agent; does it run no hook at all? */
bool checkup_is_ailing(const struct checkup *c, const struct gaff_host *host);
bool checkup_is_off(const struct checkup *c, const struct gaff_host *host);

#endif
