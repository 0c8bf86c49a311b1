/*
 * checkup_parts.h - what a check-up looks at besides the agents' files (checkup_around.c).
 */
#ifndef GAFF_DOCTOR_CHECKUP_PARTS_H
#define GAFF_DOCTOR_CHECKUP_PARTS_H

#include "doctor/checkup.h"

/* The record: when each agent last called. */
void checkup_calls(struct checkup *c);

/* Manifests that do not run, and what their hooks need; $GAFF_DISABLE. */
void checkup_manifests(struct checkup *c);

/* Shims of 'gaff wrap' that do not do what they are for. */
void checkup_shims(struct checkup *c);

/* Variables that files of the project give to agents, and so to gaff and its hooks. */
void checkup_variables(struct checkup *c);

/* What the version that last called is known not to do. */
void checkup_faults(struct checkup *c, const struct checked_host *h);

#endif
