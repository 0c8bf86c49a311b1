/*
 * proc.h - run one program with a text on its stdin, and get what it says, within a time.
 *
 * The child has its own process group, default signals, and no descriptor but its three (and the
 * file of input_variable).
 * stdin, stdout and stderr move together, so no size can make the two wait for each other; a
 * child that never reads its stdin, or closes it, is fine. At the deadline, or when it prints
 * too much, the whole group gets TERM and soon after KILL. The same befalls what the child leaves
 * running in its group when it ends; if that holds stdout open it is listened to for a moment.
 */
#ifndef GAFF_BASE_PROC_H
#define GAFF_BASE_PROC_H

#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"

#define GAFF_PROC_GRACE_MS 100 /* between TERM and KILL */

/* Its descriptor in the child: shells have their own uses for those below 64, and for 255. */
#define GAFF_PROC_INPUT_FD   100
#define GAFF_PROC_INPUT_FILE "/dev/fd/100"

struct gaff_proc {
	char *const *argv; /* argv[0] is looked up in PATH */
	char *const *envp;
	const char *cwd; /* NULL: ours */
	struct sv input;
	bool input_is_line; /* a line end comes behind it: what reads lines drops one without */

	/*
	 * A variable for the name of a file with the input, besides stdin, for children that read
	 * it more than once; NULL: none. envp holds GAFF_PROC_INPUT_FILE for it already, and the
	 * child gets none where the file cannot be made.
	 */
	const char *input_variable;
	bool stdin_is_socket; /* as with agents on Node.js; else a pipe */
	int64_t deadline;     /* of gaff_now_ms() */
	size_t out_max;       /* more is an error */
	size_t err_max;       /* more is read and forgotten */
};

struct gaff_proc_result {
	int exit; /* the exit code, or 128 + the signal that ended it */
	struct sv out, err;
};

/*
 * GAFF_ENOENT: it cannot be started. GAFF_ETIME: ended at the deadline, or because we were
 * told to end. GAFF_ETOOBIG: it printed more than out_max.
 */
enum gaff_rc gaff_proc_run(struct arena *a, const struct gaff_proc *spec,
			   struct gaff_proc_result *out, struct gaff_err *err);

/* Did the last one end because we were told to, by a signal? */
bool gaff_proc_told_to_end(void);

/* The last signal that told us to while any of them ran; 0: none has. */
int gaff_proc_signal(void);

#endif
