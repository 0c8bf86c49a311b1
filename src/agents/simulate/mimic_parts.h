/*
 * mimic_parts.h - what mimic.c and mimic_payload.c share; for everybody else there is mimic.h.
 */
#ifndef GAFF_AGENTS_SIMULATE_MIMIC_PARTS_H
#define GAFF_AGENTS_SIMULATE_MIMIC_PARTS_H

#include "agents/simulate/mimic.h"

/* A text as JSON. */
struct json gaff_mimic_text(struct arena *a, struct sv text);

/* The file and its content, as they were said or samples. */
struct sv gaff_mimic_path(struct arena *a, const struct gaff_mimic *m);
struct sv gaff_mimic_content(const struct gaff_mimic *m);

#endif
