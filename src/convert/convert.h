/*
 * convert.h - one agent's hook configuration as another's, by way of the manifest.
 *
 *	text of H1 --decode--> manifest --check--> manifest --encode--> text of H2 --verify--> out
 *
 * Everything an agent's files say comes from the rows of its layout (agents/layout.h), its events
 *and its tools. What cannot be carried over is a loss, each named once; a difference between what
 *was meant and what the new text says when it is read again is an error, and there is no output.
 */
#ifndef GAFF_CONVERT_CONVERT_H
#define GAFF_CONVERT_CONVERT_H

#include "base/err.h"
#include "convert/loss.h"
#include "agents/schema.h"
#include "text/json/json.h"

struct gaff_hook;

struct gaff_conversion {
	const struct gaff_host *from, *to;            /* &gaff_host_canonical: a manifest */
	bool is_other_syntax_in, is_other_syntax_out; /* layout->other: TOML, YAML */
	bool runtime;      /* entries call gaff, which speaks the source's dialect to the hook */
	struct sv program; /* gaff, in those */
	struct sv plugin_root; /* of the hooks that are read, absolute; empty: nobody knows */
	bool without_kept;     /* what no manifest can say is not put back, even if it was kept */
};

struct gaff_converted {
	struct sv text;
	size_t n_read, n_written;     /* hooks; and those of them that are in the text */
	const struct gaff_hook *hook; /* as they were read: losses are about these */
	struct gaff_losses losses;
};

/*
 * Convert a text. GAFF_ESYNTAX, with a place: it is not what `from` reads. GAFF_EUNSUPPORTED: no
 * hook is left, or the agent has no layout for that. GAFF_EIO: the outcome does not say what was
 * meant, which is a fault of gaff's. `out->losses` are there in every case.
 */
enum gaff_rc gaff_convert(struct arena *a, const struct gaff_conversion *c, struct sv text,
			  struct gaff_converted *out, struct gaff_err *err);

/*
 * Of an agent that starts a program for each event: the events that this script of gaff's is for,
 * under whose names it has to be; at most `max`. How many.
 */
size_t gaff_script_events(struct arena *a, const struct gaff_host *host, struct sv text,
			  struct sv *out, size_t max);

/*
 * Which agent's file is this? `path` (may be NULL) is what it is called. *is_other_syntax: TOML or
 * YAML. GAFF_EUSAGE: it cannot be told; the message names who it could be.
 */
enum gaff_rc gaff_convert_recognise(struct arena *a, struct sv text, const char *path,
				    const struct gaff_host **out, bool *is_other_syntax,
				    struct gaff_err *err);

#endif
