/*
 * files.h - the files that a call changes: those of an agent's file tools, and those of programs,
 * by a table of which words of a program are files it writes or takes away (files.c).
 *
 * What is only read is not here.
 */
#ifndef GAFF_GUARD_EVAL_FILES_H
#define GAFF_GUARD_EVAL_FILES_H

#include "guard/guard.h"

enum gaff_file_act {
	GAFF_FILE_WRITES,
	GAFF_FILE_DELETES, /* or moves away: what is below a folder, too */
};

struct gaff_file {
	enum gaff_file_act act;
	struct gaff_word word;
	bool is_inside; /* it is a folder, and the names of what is written there are not known */
	const struct gaff_program *program; /* never NULL: a tool is one that has no words */
	struct gaff_file *next;
};

/* All of the call. GAFF_ENOMEM, or what gaff_event_paths() says. */
enum gaff_rc gaff_files_changed(struct gaff_guard_call *call, const struct gaff_file **out,
				struct gaff_err *err);

/* Calls `name` with each text in the members that are called like files ("path", "uris"), of the
 * input of a tool that nobody here knows. */
typedef void gaff_file_name_fn(void *arg, struct sv text);
void gaff_files_named(struct arena *a, struct json input, gaff_file_name_fn *name, void *arg);

/* The program, or the file itself where a tool changes it: for findings. */
struct sv gaff_file_what(const struct gaff_file *file);

#endif
