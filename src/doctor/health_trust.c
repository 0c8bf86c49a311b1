#include "doctor/health.h"

#include <stdlib.h>

#include "base/limits.h"
#include "install/codex_trust.h"
#include "text/json/json_edit.h"
#include "text/path.h"

void gaff_health_codex(struct gaff_health *h, const struct gaff_config *c, struct json state)
{
	/* clang-format off */
	static const struct { enum gaff_ailment_kind kind; const char *why; } what[] = {
		[GAFF_CODEX_UNTRUSTED] = { GAFF_AIL_CODEX_UNTRUSTED, "nobody has trusted this hook" },
		[GAFF_CODEX_MODIFIED]  = { GAFF_AIL_CODEX_MODIFIED,  "it was trusted with another command or time" },
		[GAFF_CODEX_DISABLED]  = { GAFF_AIL_CODEX_DISABLED,  "it is switched off in config.toml" },
	};
	/* clang-format on */

	for (size_t i = 0; i < c->n; i++) {
		const struct gaff_registered *r = &c->item[i];
		struct gaff_spot spot = gaff_spot_at(c, r);
		enum gaff_codex_trust trust;
		struct gaff_err ignored;

		if (r->whose != GAFF_OURS || c->row->scope == GAFF_SCOPE_SYSTEM ||
		    gaff_codex_trust_of(h->arena, c->held.path, r, state, &trust, &ignored) !=
			    GAFF_OK ||
		    trust == GAFF_CODEX_TRUSTED)
			continue;
		(void)gaff_ail(h, what[trust].kind, &spot,
			       trust == GAFF_CODEX_DISABLED
				       ? "take enabled = false out of its state there"
				       : "run: gaff install codex --trust",
			       "Codex does not run gaff here: %s", what[trust].why);
	}
}

/* ---- folders ---- */

enum folder_trust { FOLDER_UNSAID, FOLDER_TRUSTED, FOLDER_REFUSED };

static struct json read_root(struct arena *a, const char *path)
{
	struct gaff_held held;
	struct gaff_doc doc;
	struct gaff_err ignored;

	if (!path || gaff_swap_read(a, path, GAFF_EDIT_MAX, &held, &ignored) != GAFF_OK ||
	    !held.exists || gaff_json_edit_read(a, held.text, &doc, &ignored) != GAFF_OK)
		return (struct json){ 0 };
	return doc.root;
}

static bool is_above(struct sv folder, const char *path)
{
	struct sv all = sv_of(path);

	return sv_starts(all, folder) &&
	       (all.n == folder.n || all.p[folder.n] == '/' || sv_eq(folder, SV("/")));
}

/* Of the folders in the list the nearest one counts. */
static enum folder_trust ask_list(struct arena *a, const struct gaff_where *where,
				  const struct gaff_config *c)
{
	const struct gaff_folder_trust *row = c->host->folder_trust;
	const char *moved = getenv(row->home_variable), *said = getenv(row->all_variable),
		   *home = moved && *moved ? moved : where->home;
	struct json root, key, value;
	enum folder_trust trust = FOLDER_UNSAID;
	struct json_iter it;
	size_t nearest = 0;

	if (!home || (said && strcmp(said, "true") == 0))
		return FOLDER_TRUSTED;
	root = read_root(a, gaff_path_join(a, home, row->settings));
	if (gaff_json_type(gaff_json_at(root, row->asks)) == JSON_FALSE ||
	    gaff_json_type(gaff_json_at(c->root, row->asks)) == JSON_FALSE)
		return FOLDER_TRUSTED;
	root = read_root(a, gaff_path_join(a, home, row->folders));
	it = gaff_json_iter(root);
	while (it.is_object && gaff_json_next(&it, &key, &value)) {
		struct sv folder;

		if (!gaff_json_text(a, key, &folder))
			continue;
		if (gaff_json_is(value, row->of_parent))
			while (folder.n > 1 && folder.p[--folder.n] != '/')
				;
		if (!is_above(folder, where->project) || folder.n < nearest)
			continue;
		nearest = folder.n;
		trust = gaff_json_is(value, row->refused) ? FOLDER_REFUSED : FOLDER_TRUSTED;
	}
	return trust;
}

/* [projects."/home/dev/x"] trust_level = "trusted", in the user's config.toml. */
static enum folder_trust ask_codex(const struct gaff_where *where, struct json state)
{
	struct json project = gaff_json_get(gaff_json_get(state, SV("projects")),
					    sv_of(where->project)),
		    level = gaff_json_get(project, SV("trust_level"));

	return !level.n                             ? FOLDER_UNSAID
	       : gaff_json_is(level, SV("trusted")) ? FOLDER_TRUSTED
						    : FOLDER_REFUSED;
}

/* What to say where the agent tells nobody whom it trusts. */
static const char *advice(struct arena *a, const struct gaff_host *host)
{
	static const char usual[] = "trust it when the agent asks";
	struct buf b = buf_in(a);

	if (!host->trusts_if)
		return usual;
	gaff_buf_add(&b, sv_of(usual));
	gaff_buf_add(&b, SV("; "));
	gaff_buf_add(&b, sv_of(host->trusts_if));
	buf_addc(&b, '\0');
	return buf_ok(&b) ? b.p : usual;
}

void gaff_health_folder(struct gaff_health *h, const struct gaff_where *where,
			const struct gaff_config *c, struct json state)
{
	struct gaff_spot spot = gaff_spot_of(c, NULL);
	enum folder_trust trust = FOLDER_UNSAID;
	struct gaff_ailment *item;

	if (!gaff_config_has_ours(c) || c->row->scope == GAFF_SCOPE_SYSTEM ||
	    (!(c->row->flags & GAFF_C_NEEDS_TRUST) && !c->host->folder_trust))
		return;
	if (c->host->folder_trust)
		trust = ask_list(h->arena, where, c);
	else if (gaff_host_trust_file(c->host))
		trust = ask_codex(where, state);
	if (trust == FOLDER_TRUSTED)
		return;
	item = gaff_ail(
		h, GAFF_AIL_UNTRUSTED_FOLDER, &spot,
		trust == FOLDER_REFUSED ? "trust the folder, if you do" : advice(h->arena, c->host),
		trust == FOLDER_REFUSED ? "%s runs no hook of this file here: %s is not trusted"
					: "%s runs the hooks of this file only when it trusts %s",
		c->host->title, where->project);
	if (item)
		item->is_wrong = trust == FOLDER_REFUSED;
}
