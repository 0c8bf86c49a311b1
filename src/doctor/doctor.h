/*
 * doctor.h - what `gaff doctor` does beyond a check-up: it starts what is registered.
 */
#ifndef GAFF_DOCTOR_DOCTOR_H
#define GAFF_DOCTOR_DOCTOR_H

#include "doctor/checkup.h"

/* One entry of ours, started as its agent would. */
struct launched_entry {
	const struct checked_host *host;
	const struct checked_file *file;
	const struct gaff_registered *entry;
	bool is_started; /* else: what is wrong with it is known already */
	bool is_obeyed;
	int exit;
	int64_t ms;
	struct sv does; /* what the agent would do, in words */
};

/*
 * Start an entry by the row of its agent (shell, folder, environment, stdin) with a payload that
 * the agent might send, and judge the answer as the agent does. What is wrong becomes an ailment.
 * gaff itself runs no hook then and records nothing: it answers with a denial, where it can.
 */
enum gaff_rc doctor_launch(struct checkup *c, const struct checked_host *h,
			   const struct checked_file *f, const struct gaff_registered *r,
			   struct launched_entry *out, struct gaff_err *err);

/* Register again where that ends an ailment. What was done is told as by `gaff install`. */
enum gaff_rc doctor_fix(const struct checkup *c, const struct install_teller *teller,
			struct json_writer *w, bool is_json, size_t *n_fixed, struct gaff_err *err);

#endif
