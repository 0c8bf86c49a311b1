/*
 * compiled.h - a manifest that was checked before is not checked again.
 *
 * What came of a manifest is kept in $XDG_CACHE_HOME/gaff, together with the text it came from. It
 * counts when that text is, byte for byte, the one of now; no clock is asked. So a hundred hooks,
 * or YAML, cost a call a comparison, and a mistake in any hook is found on every event.
 */
#ifndef GAFF_RUN_LOAD_COMPILED_H
#define GAFF_RUN_LOAD_COMPILED_H

#include "manifest/manifest.h"
#include "text/doc.h"

/* GAFF_ESYNTAX: violations; err has the first with its place. */
enum gaff_rc gaff_compiled_manifest(struct arena *a, const char *path, struct sv source,
				    struct gaff_manifest *out, struct gaff_err *err);

/* The same, whatever is kept: for hooks that are found damaged (gaff_manifest_hook()). */
enum gaff_rc gaff_compile_manifest(struct arena *a, const char *path, struct sv source,
				   struct gaff_manifest *out, struct gaff_err *err);

/* One in JSON that is not kept, and read for a single call. */
enum gaff_rc gaff_passing_manifest(struct arena *a, struct sv source, struct gaff_manifest *out,
				   struct gaff_err *err);

#endif
