/*
 * secret.h - texts that are keys and passwords, and files that hold them.
 *
 * Tables in secret_text.c, secret_place.c and secret_file.c. The log is redacted by the first two.
 */
#ifndef GAFF_GUARD_GUARDS_SECRET_H
#define GAFF_GUARD_GUARDS_SECRET_H

#include "base/arena.h"

struct gaff_secret {
	size_t at, n;
	const char *name; /* "an AWS access key" */
};

/* The first at or behind `from`. Linear: each byte of the text is looked at a bounded number of
 * times, whoever calls it in a loop. */
bool gaff_secret_find(struct sv text, size_t from, struct gaff_secret *out);

/* The text with each secret replaced by "[redacted: an AWS access key]"; returns how many. */
size_t gaff_secret_redact(struct buf *out, struct sv text);

/* The same for a text that is shown to people, of which only the beginning is: it comes back as it
 * is where it has none. */
struct sv gaff_secret_hide(struct arena *a, struct sv text);

/*
 * What the log keeps of a text, of a call that runs this command (or none): also without what is a
 * secret by its place, as behind "-p" of mysql, in the text or in the command.
 */
struct sv gaff_secret_strip(struct arena *a, struct sv text, struct sv command);

/* Files that hold secrets: a row of secret_file.c. */
struct gaff_secret_file {
	struct sv under;  /* folders that it is somewhere below: ".aws"; empty: anywhere */
	struct sv starts; /* how its name begins */
	struct sv ends;   /* how it ends; without a pointer: `starts` is the whole name */
	bool is_key;      /* a private key or what opens accounts: never to be read by an agent */
	const char *what; /* "a private key of SSH" */
};

/* The row of the file of this absolute path (of a relative one, what can be told), or NULL. `home`
 * may be empty. `is_pattern`: *, ? and [ in its last part are a pattern of a shell. */
const struct gaff_secret_file *gaff_secret_file_row(struct sv path, struct sv home,
						    bool is_pattern);

/* "a private key of SSH", where the file of this absolute path holds secrets; else NULL. `home` may
 * be empty. `is_pattern`: *, ? and [ in its last part are a pattern of a shell. */
const char *gaff_secret_file(struct sv path, struct sv home, bool is_pattern);

#endif
