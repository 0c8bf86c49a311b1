#include "convert/encode/encode_parts.h"
#include "text/doc.h"
#include "text/words.h"

/*
 * A manifest as a manifest: everything stays, "spec" is the version that gaff writes, and
 * "blocking" is always there. With --runtime a hook says which agent's words it speaks, and a
 * script that the agent looks for in the project is looked for there by gaff, too.
 */

/* Which variable of the source is the project's folder; gaff sets its own for every hook. */
static const char *project_variable(const struct gaff_host *host)
{
	for (size_t i = 0; i < host->n_env; i++)
		if (host->env[i].field == GAFF_F_PROJECT_DIR)
			return host->env[i].name;
	return "GAFF_PROJECT_DIR";
}

struct sv gaff_manifest_command(struct gaff_encoding *e, const struct gaff_hook_plan *plan)
{
	struct sv all = sv_trim(plan->command), script, rest;
	struct buf b = buf_in(e->arena);

	if (!e->conversion->runtime || e->conversion->from == e->conversion->to ||
	    !gaff_words_script(e->arena, plan->command, &script, &rest) || script.p[0] == '/')
		return plan->command;
	gaff_buf_add(&b, SV("\"$"));
	gaff_buf_add(&b, sv_of(project_variable(e->conversion->from)));
	gaff_buf_add(&b, SV("\"/"));
	gaff_buf_add(&b, sv_starts(all, SV("./")) ? sv_skip(all, 2) : all);
	return buf_sv(&b);
}

static void write_handler(struct gaff_encoding *e, const struct gaff_hook_plan *plan,
			  struct json_writer *w)
{
	const struct gaff_hook *hook = plan->hook;
	struct json_iter it = gaff_json_iter(hook->handler);
	struct json key, value;
	struct sv name;

	gaff_json_open(w, '{');
	while (gaff_json_next(&it, &key, &value)) {
		if (!gaff_json_text(e->arena, key, &name))
			return; /* the arena remembers it */
		gaff_json_key(w, name);
		if (sv_eq(name, SV("command")) && hook->kind == GAFF_HANDLER_COMMAND)
			gaff_json_string(w, gaff_manifest_command(e, plan));
		else
			gaff_doc_write(w, value);
	}
	gaff_json_close(w, '}');
}

static void write_hook(struct gaff_encoding *e, const struct gaff_hook_plan *plan,
		       struct json object, struct json_writer *w)
{
	bool has_blocking = gaff_json_get(object, SV("blocking")).n,
	     needs_dialect = e->conversion->runtime && e->conversion->from != e->conversion->to &&
			     plan->hook->kind <= GAFF_HANDLER_HTTP &&
			     !gaff_json_get(object, SV("dialect")).n;
	struct json_iter it = gaff_json_iter(object);
	struct json key, value;
	struct sv name;

	gaff_json_open(w, '{');
	while (gaff_json_next(&it, &key, &value)) {
		if (!gaff_json_text(e->arena, key, &name))
			return;
		gaff_json_key(w, name);
		if (!sv_eq(name, SV("handler"))) {
			gaff_doc_write(w, value);
			continue;
		}
		write_handler(e, plan, w);
		if (!has_blocking)
			json_member(w, SV("blocking"), SV("false"));
		if (needs_dialect)
			json_member_string(w, SV("dialect"), e->conversion->from->id);
	}
	gaff_json_close(w, '}');
}

static void write_hooks(struct gaff_encoding *e, const struct gaff_hook_plan *plans,
			struct json hooks, struct json_writer *w)
{
	struct json_iter it = gaff_json_iter(hooks);
	struct json none, hook;

	gaff_json_key(w, SV("hooks"));
	gaff_json_open(w, '[');
	for (size_t i = 0; i < e->in->n && gaff_json_next(&it, &none, &hook); i++)
		if (plans[i].fate != GAFF_HOOK_GONE)
			write_hook(e, &plans[i], hook, w);
	gaff_json_close(w, ']');
}

enum gaff_rc gaff_encode_manifest(struct gaff_encoding *e, const struct gaff_hook_plan *plans,
				  struct json *out)
{
	struct json_iter it = gaff_json_iter(e->in->root);
	struct buf b = buf_in(e->arena);
	struct json_writer w = { .out = &b };
	struct json key, value;
	struct sv name;

	gaff_json_open(&w, '{');
	json_member_string(&w, SV("spec"), SV("hooks/1.0"));
	while (gaff_json_next(&it, &key, &value)) {
		if (!gaff_json_text(e->arena, key, &name))
			return gaff_encode_no_memory(e);
		if (sv_eq(name, SV("spec")))
			continue;
		if (sv_eq(name, SV("hooks"))) {
			write_hooks(e, plans, value, &w);
			continue;
		}
		gaff_json_key(&w, name);
		gaff_doc_write(&w, value);
	}
	gaff_json_close(&w, '}');
	if (!buf_ok(&b) || e->arena->failed)
		return gaff_encode_no_memory(e);
	return gaff_json_parse(buf_sv(&b), out, e->err);
}
