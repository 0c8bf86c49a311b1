/*
 * install_work.h - what install, uninstall and restore share: where they work, what they report.
 */
#ifndef GAFF_INSTALL_INSTALL_WORK_H
#define GAFF_INSTALL_INSTALL_WORK_H

#include "install/apply.h"
#include "config/target.h"
#include "text/json/json.h"

struct install_work;
struct install_report;

/* Who tells people, or programs, what is done and what is refused. */
struct install_teller {
	void (*done)(struct install_work *work, const struct install_report *report);
	void (*refused)(struct install_work *work, const struct gaff_host *host, const char *file,
			const struct gaff_err *err);
};

struct install_work {
	struct arena *arena;
	const struct install_teller *teller;
	const char *command; /* "install", for messages */
	struct gaff_where where;
	const char *here; /* where we are, in the project or at its root */
	enum gaff_scope scope;
	const char *program; /* this one, absolute */
	bool is_dry, is_json;
	int lock;             /* -1: none, in a dry run */
	struct json_writer w; /* with is_json */
	size_t changed, failed;
};

/* Find home, project and program, take the lock. GAFF_OK, or err. */
enum gaff_rc install_begin(struct install_work *work, struct gaff_err *err);

/* Would what it registers be known again? */
enum gaff_rc install_can_register(const struct install_work *work, struct gaff_err *err);
void install_end(struct install_work *work);

/* What an entry in a file of this scope says of where configuration and state are. */
struct gaff_call_dirs install_dirs(const struct install_work *work, enum gaff_scope scope);

/* Who writes to a file at the same time is done soon: how often to try, and to wait between. */
enum { INSTALL_TRIES = 20 };
void install_pause(void);

/* Why a host's file is left alone, with its place. NULL: it is none that gaff knows. */
void install_refuse(struct install_work *work, const struct gaff_host *host, const char *file,
		    const struct gaff_err *err);

/* What is done, or would be, to a file: the line of the report, and with a dry run the diff. */
struct install_report {
	const struct gaff_host *host;
	const struct gaff_change *change;
	const struct gaff_plan *plan; /* NULL: the file is all ours */
	const char *outcome;          /* "registered", "nothing to do", … */
	struct sv missing;            /* events that it does not have */
	struct sv left_out;           /* and those that have to be asked for by name */
	const char *note;             /* one more line for people, or NULL */
};
void install_tell(struct install_work *work, const struct install_report *report);

#endif
