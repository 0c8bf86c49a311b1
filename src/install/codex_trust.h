/*
 * codex_trust.h - Codex runs no hook that its user has not trusted, and does not say so.
 *
 * It remembers trust in the user's config.toml, by the file a hook is registered in, the event and
 * its place there, with a hash of what is registered:
 *
 *	[hooks.state."/home/dev/.codex/hooks.json:pre_tool_use:0:0"]
 *	trusted_hash = "sha256:…"
 */
#ifndef GAFF_INSTALL_CODEX_TRUST_H
#define GAFF_INSTALL_CODEX_TRUST_H

#include "config/config.h"

enum gaff_codex_trust {
	GAFF_CODEX_TRUSTED,
	GAFF_CODEX_UNTRUSTED,
	GAFF_CODEX_MODIFIED, /* something else was trusted in its place */
	GAFF_CODEX_DISABLED,
};

/* "sha256:…" of an entry, as Codex has it. */
enum gaff_rc gaff_codex_hash(struct arena *a, const struct gaff_registered *entry, struct sv *out,
			     struct gaff_err *err);

/* "/home/dev/.codex/hooks.json:pre_tool_use:0:0" */
enum gaff_rc gaff_codex_key(struct arena *a, const char *file, const struct gaff_registered *entry,
			    struct sv *out, struct gaff_err *err);

/* What Codex thinks of an entry of `file`; `state` is the root of the user's config.toml. */
enum gaff_rc gaff_codex_trust_of(struct arena *a, const char *file,
				 const struct gaff_registered *entry, struct json state,
				 enum gaff_codex_trust *out, struct gaff_err *err);

/*
 * The text of config.toml in which all entries of ours in `config` are trusted, or are not any
 * more; *n is how many that changed.
 */
enum gaff_rc gaff_codex_trust_ours(struct arena *a, const struct gaff_config *config,
				   struct sv text, struct sv *out, size_t *n, struct gaff_err *err);
enum gaff_rc gaff_codex_untrust_ours(struct arena *a, const struct gaff_config *config,
				     struct sv text, struct sv *out, size_t *n,
				     struct gaff_err *err);

#endif
