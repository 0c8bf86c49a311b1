/*
 * validate.h - what is wrong with a manifest or a policy, also what only this machine tells.
 */
#ifndef GAFF_DOCTOR_VALIDATE_H
#define GAFF_DOCTOR_VALIDATE_H

#include "manifest/manifest_parts.h"
#include "text/doc.h"

struct gaff_validation {
	struct gaff_doc doc;
	bool is_policy;
	struct gaff_manifest manifest; /* of one without errors */
	struct gaff_findings findings; /* in the order of the text */
};

/* "-" is stdin. An error is one of reading: the place in it is one of the file. */
enum gaff_rc gaff_validate(struct arena *a, const char *file, struct gaff_validation *out,
			   struct gaff_err *err);

/* Every file that would be read here: the user's and the project's. */
void gaff_validate_here(struct arena *a, void (*each)(void *context, const char *file),
			void *context);

#endif
