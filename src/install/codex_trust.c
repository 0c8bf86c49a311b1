#include "install/codex_trust.h"

#include "base/limits.h"
#include "base/swap.h"
#include "text/toml/toml.h"

/* "PreToolUse" is pre_tool_use in keys and hashes. */
static void add_snake(struct buf *out, struct sv event)
{
	for (size_t i = 0; i < event.n; i++) {
		char c = event.p[i];

		if (c >= 'A' && c <= 'Z') {
			if (i)
				buf_addc(out, '_');
			c = (char)(c - 'A' + 'a');
		}
		buf_addc(out, c);
	}
}

/* What it makes of a timeout: none is 600 s, and a session's end never waits longer than 3 s. */
static unsigned timeout_of(const struct gaff_registered *e)
{
	bool is_end = sv_eq(e->event, SV("SessionEnd"));
	int64_t seconds = e->timeout_ms < 0 ? (is_end ? 1 : 600) : e->timeout_ms / 1000;

	if (seconds < 1)
		seconds = 1;
	return (unsigned)(is_end && seconds > 3 ? 3 : seconds);
}

/* These two have no matcher, whatever is written. */
static bool has_matcher(const struct gaff_registered *e)
{
	return gaff_json_type(e->matcher) == JSON_STRING &&
	       !sv_eq(e->event, SV("UserPromptSubmit")) && !sv_eq(e->event, SV("Stop"));
}

static void add_string(struct arena *a, struct json_writer *w, struct sv key, struct json value)
{
	struct sv text;

	if (gaff_json_text(a, value, &text))
		json_member_string(w, key, text);
}

/* Members in the order of their names, without spaces: what is hashed. */
static bool write_canonical(struct arena *a, struct buf *out, const struct gaff_registered *e)
{
	struct json_writer w = { .out = out };
	struct json limit = gaff_json_get(e->object, SV("additionalContextLimit"));
	struct buf event = buf_in(a);
	char number[32];

	add_snake(&event, e->event);
	gaff_json_open(&w, '{');
	json_member_string(&w, SV("event_name"), buf_sv(&event));
	gaff_json_member_open(&w, SV("hooks"), '[');
	gaff_json_open(&w, '{');
	if (gaff_json_type(limit) == JSON_NUMBER && !sv_eq(json_sv(limit), SV("2500"))) {
		gaff_json_key(&w, SV("additionalContextLimit"));
		gaff_json_raw(&w, json_sv(limit));
	}
	gaff_json_key(&w, SV("async"));
	gaff_json_raw(&w, gaff_json_type(gaff_json_get(e->object, SV("async"))) == JSON_TRUE
				  ? SV("true")
				  : SV("false"));
	json_member_string(&w, SV("command"), e->command);
	add_string(a, &w, SV("statusMessage"), gaff_json_get(e->object, SV("statusMessage")));
	(void)snprintf(number, sizeof number, "%u", timeout_of(e));
	gaff_json_key(&w, SV("timeout"));
	gaff_json_raw(&w, sv_of(number));
	json_member_string(&w, SV("type"), SV("command"));
	gaff_json_close(&w, '}');
	gaff_json_close(&w, ']');
	if (has_matcher(e))
		add_string(a, &w, SV("matcher"), e->matcher);
	gaff_json_close(&w, '}');
	return buf_ok(out);
}

enum gaff_rc gaff_codex_hash(struct arena *a, const struct gaff_registered *entry, struct sv *out,
			     struct gaff_err *err)
{
	struct buf text = buf_in(a), b = buf_in(a);
	char sum[65];

	if (!write_canonical(a, &text, entry))
		return gaff_no_memory(err);
	gaff_sha256(buf_sv(&text), sum);
	BUF_JOIN(&b, SV("sha256:"), sv_of(sum));
	GAFF_TRY(gaff_buf_check(&b, err));
	*out = buf_sv(&b);
	return GAFF_OK;
}

enum gaff_rc gaff_codex_key(struct arena *a, const char *file, const struct gaff_registered *entry,
			    struct sv *out, struct gaff_err *err)
{
	struct buf b = buf_in(a);
	char place[64];

	BUF_JOIN(&b, sv_of(file), SV(":"));
	add_snake(&b, entry->event);
	(void)snprintf(place, sizeof place, ":%zu:%zu", entry->group, entry->entry);
	gaff_buf_add(&b, sv_of(place));
	GAFF_TRY(gaff_buf_check(&b, err));
	*out = buf_sv(&b);
	return GAFF_OK;
}

static struct json state_of(struct json root, struct sv key)
{
	return gaff_json_get(gaff_json_at(root, SV("/hooks/state")), key);
}

enum gaff_rc gaff_codex_trust_of(struct arena *a, const char *file,
				 const struct gaff_registered *entry, struct json state,
				 enum gaff_codex_trust *out, struct gaff_err *err)
{
	struct json known, trusted;
	struct sv key, hash;

	GAFF_TRY(gaff_codex_key(a, file, entry, &key, err));
	GAFF_TRY(gaff_codex_hash(a, entry, &hash, err));
	known = state_of(state, key);
	trusted = gaff_json_get(known, SV("trusted_hash"));
	*out = gaff_json_type(gaff_json_get(known, SV("enabled"))) == JSON_FALSE
		       ? GAFF_CODEX_DISABLED
	       : !trusted.n                  ? GAFF_CODEX_UNTRUSTED
	       : gaff_json_is(trusted, hash) ? GAFF_CODEX_TRUSTED
					     : GAFF_CODEX_MODIFIED;
	return GAFF_OK;
}

/* ---- the state of ours, one after another ---- */

typedef enum gaff_rc step(struct arena *a, const char *file, const struct gaff_registered *entry,
			  struct sv *text, struct gaff_err *err);

static enum gaff_rc trust_one(struct arena *a, const char *file,
			      const struct gaff_registered *entry, struct sv *text,
			      struct gaff_err *err)
{
	struct sv path[] = { SV("hooks"), SV("state"), SV(""), SV("trusted_hash") }, hash;
	enum gaff_codex_trust trust;
	struct buf value = buf_in(a);
	struct json_writer w = { .out = &value };
	struct json root;

	if (entry->whose != GAFF_OURS)
		return GAFF_OK;
	GAFF_TRY(gaff_toml_read(a, *text, &root, err));
	GAFF_TRY(gaff_codex_trust_of(a, file, entry, root, &trust, err));
	if (trust == GAFF_CODEX_TRUSTED || trust == GAFF_CODEX_DISABLED)
		return GAFF_OK;
	GAFF_TRY(gaff_codex_key(a, file, entry, &path[2], err));
	GAFF_TRY(gaff_codex_hash(a, entry, &hash, err));
	gaff_json_string(&w, hash);
	return gaff_toml_set(a, *text, path, 4, (struct json){ value.p, value.n }, text, err);
}

static enum gaff_rc untrust_one(struct arena *a, const char *file,
				const struct gaff_registered *entry, struct sv *text,
				struct gaff_err *err)
{
	struct sv path[] = { SV("hooks"), SV("state"), SV("") };
	enum gaff_codex_trust trust;
	struct json root;

	if (entry->whose == GAFF_ANOTHERS)
		return GAFF_OK;
	GAFF_TRY(gaff_toml_read(a, *text, &root, err));
	GAFF_TRY(gaff_codex_trust_of(a, file, entry, root, &trust, err));
	if (trust != GAFF_CODEX_TRUSTED)
		return GAFF_OK; /* what somebody else has written there is theirs */
	GAFF_TRY(gaff_codex_key(a, file, entry, &path[2], err));
	return gaff_toml_remove(a, *text, path, 3, text, err);
}

/* An edit needs its file many times over, so each has its memory, as long as its text is needed. */
static enum gaff_rc change_all(struct arena *a, const struct gaff_config *config, step *change,
			       struct sv text, struct sv *out, size_t *n, struct gaff_err *err)
{
	struct arena kept = { 0 }, next;
	enum gaff_rc rc = GAFF_OK;

	*n = 0;
	for (size_t i = 0; rc == GAFF_OK && i < config->n; i++) {
		const char *old = text.p;

		gaff_arena_init(&next, NULL, 0, GAFF_ARENA_MAX);
		rc = change(&next, config->held.path, &config->item[i], &text, err);
		if (rc != GAFF_OK || text.p == old) {
			gaff_arena_release(&next);
			continue;
		}
		gaff_arena_release(&kept);
		kept = next;
		++*n;
	}
	if (rc == GAFF_OK) {
		*out = *n ? (struct sv){ gaff_arena_dup(a, text), text.n } : text;
		if (text.n && !out->p)
			rc = gaff_no_memory(err);
	}
	gaff_arena_release(&kept);
	return rc;
}

enum gaff_rc gaff_codex_trust_ours(struct arena *a, const struct gaff_config *config,
				   struct sv text, struct sv *out, size_t *n, struct gaff_err *err)
{
	return change_all(a, config, trust_one, text, out, n, err);
}

enum gaff_rc gaff_codex_untrust_ours(struct arena *a, const struct gaff_config *config,
				     struct sv text, struct sv *out, size_t *n,
				     struct gaff_err *err)
{
	return change_all(a, config, untrust_one, text, out, n, err);
}
