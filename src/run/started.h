/*
 * started.h - the folder an agent was started in.
 *
 * Some say it with every call (GAFF_P_STARTED). Of the others it is what their first call names:
 * that is kept by session, since the folder of a later call may be one that the model has chosen.
 */
#ifndef GAFF_RUN_STARTED_H
#define GAFF_RUN_STARTED_H

#include "run/load/project.h"

enum gaff_started_memory {
	GAFF_STARTED_NOW,  /* where it is now: it is a test, or nobody's call */
	GAFF_STARTED_READ, /* what is kept of its session counts */
	GAFF_STARTED_KEPT, /* and what is not is kept from now on */
};

/* The project of a call; its root is NULL where nobody knows the folder. */
enum gaff_rc gaff_project_find(struct arena *a, const struct gaff_event *event,
			       enum gaff_started_memory memory, struct gaff_project *out,
			       struct gaff_err *err);

/*
 * The folders that count besides: of a call that is made elsewhere than in the folders of a start
 * that is only remembered. A session may go on in another folder without a word, and whoever knows
 * its name can tell us another start. What is trusted where the call is made must not be silent for
 * that.
 */
enum gaff_rc gaff_project_look_here(struct arena *a, const struct gaff_event *event,
				    struct gaff_project *project, struct gaff_err *err);

#endif
