#include "start/init.h"
#include "manifest/manifest.h"
#include "agents/hosts.h"
#include "config/target.h"
#include "text/doc.h"

/*
 * An entry of an agent's file becomes a hook that speaks this agent's dialect: the same program,
 * which then runs on every agent. It is `gaff convert --runtime` to a manifest, of which the hooks
 * are taken.
 */

/* Members on lines of their own, as a person would write them. */
static void add_hook(struct buf *out, struct json hook)
{
	struct json_iter it = gaff_json_iter(hook);
	struct json key, value;

	gaff_buf_add(out, SV("\t\t{\n"));
	while (gaff_json_next(&it, &key, &value)) {
		struct json_writer w = { .out = out };

		BUF_JOIN(out, SV("\t\t\t"), json_sv(key), SV(": "));
		gaff_doc_write(&w, value);
		gaff_buf_add(out, SV(",\n"));
	}
	gaff_buf_add(out, SV("\t\t},\n"));
}

static enum gaff_rc add_hooks(struct init_taken *out, struct sv manifest, struct gaff_err *err)
{
	struct json root, key, hook;
	struct json_iter it;

	GAFF_TRY(gaff_json_parse(manifest, &root, err));
	it = gaff_json_iter(gaff_json_get(root, SV("hooks")));
	while (gaff_json_next(&it, &key, &hook)) {
		add_hook(&out->hooks, hook);
		out->n++;
	}
	return GAFF_OK;
}

/* What is not about hooks stays where it is, and nothing of it is in the manifest. */
static void drop_others(struct gaff_losses *losses)
{
	size_t n = 0;

	for (size_t i = 0; i < losses->n; i++)
		if (losses->item[i].hook || !sv_starts(losses->item[i].field, SV("provider_data")))
			losses->item[n++] = losses->item[i];
	losses->n = n;
}

/* A manifest may have them, for agents; here gaff is to run them. */
static void lose_models(const struct gaff_host *host, struct gaff_converted *got)
{
	for (size_t i = 0; i < got->n_read; i++)
		if (got->hook[i].kind >= GAFF_HANDLER_PROMPT)
			gaff_lose_capability(&got->losses, i + 1, SV("type"),
					     GAFF_CAP_LLM_EVALUATED, GAFF_DEGRADE_EXCLUDE,
					     "gaff asks no model: leave it in %s's settings",
					     host->title);
}

static enum gaff_rc take_file(struct arena *a, const struct gaff_config *config, init_tell *tell,
			      struct init_taken *out, struct gaff_err *err)
{
	struct gaff_conversion conversion = { .from = config->host,
					      .to = &gaff_host_canonical,
					      .runtime = true };
	struct gaff_converted got = { 0 };
	enum gaff_rc rc = gaff_convert(a, &conversion, config->held.text, &got, err);

	for (size_t i = 0; i < config->n; i++)
		out->n_ours += config->item[i].whose != GAFF_ANOTHERS;
	drop_others(&got.losses);
	lose_models(config->host, &got);
	tell(a, config->held.path, &got);
	out->n_broken += got.losses.n_broken;
	if (rc == GAFF_EUNSUPPORTED)
		return GAFF_OK; /* there is no hook in it */
	return rc == GAFF_OK ? add_hooks(out, got.text, err) : rc;
}

enum gaff_rc init_take(struct arena *a, const struct gaff_host *host,
		       const struct gaff_where *where, bool is_project, init_tell *tell,
		       struct init_taken *out, const char **file, struct gaff_err *err)
{
	*out = (struct init_taken){ .hooks = buf_in(a) };
	for (size_t i = 0; i < host->n_config; i++) {
		const struct gaff_config_row *row = &host->config[i];
		struct gaff_config config;
		size_t before = out->n;

		if (row->scope == GAFF_SCOPE_SYSTEM ||
		    is_project == (row->scope == GAFF_SCOPE_USER))
			continue;
		*file = gaff_target_path(a, where, host, row);
		if (!*file)
			return gaff_fail(err, GAFF_ENOENT, "there is no home");
		GAFF_TRY(gaff_config_read(a, host, row, *file, &config, err));
		if (!config.held.exists)
			continue;
		GAFF_TRY(take_file(a, &config, tell, out, err));
		if (out->n > before && out->n_files < COUNT_OF(out->file))
			out->file[out->n_files++] = *file;
	}
	return gaff_buf_check(&out->hooks, err);
}
