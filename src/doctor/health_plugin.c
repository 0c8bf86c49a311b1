#include "doctor/health.h"

#include <stdlib.h>

#include "base/limits.h"
#include "install/plugin.h"

enum { DEADLINE_USUAL = 55, GRACE = 3 }; /* as in every plugin */

/* "event:session.idle" is what it calls what comes over the bus. */
static struct sv plain_name(struct sv name)
{
	return sv_starts(name, SV("event:")) ? sv_skip(name, 6) : name;
}

static unsigned deadline_of(struct json deadlines, struct sv name)
{
	struct json value = gaff_json_get(deadlines, name);
	char text[16];
	long seconds;

	if (gaff_json_type(value) != JSON_NUMBER || value.n >= sizeof text)
		return DEADLINE_USUAL;
	memcpy(text, value.p, value.n);
	text[value.n] = '\0';
	seconds = strtol(text, NULL, 10);
	return seconds > 0 && seconds <= GAFF_DEADLINE_MAX_S ? (unsigned)seconds : DEADLINE_USUAL;
}

/* Members of gaff.json, as options of the call. */
static struct gaff_call_dirs dirs_of(struct arena *a, struct json root)
{
	struct gaff_call_dirs dirs = {
		.is_committed = gaff_json_type(gaff_json_get(root, SV("committed"))) == JSON_TRUE
	};

	(void)gaff_json_text(a, gaff_json_get(root, SV("home")), &dirs.home);
	(void)gaff_json_text(a, gaff_json_get(root, SV("config")), &dirs.config);
	(void)gaff_json_text(a, gaff_json_get(root, SV("state")), &dirs.state);
	return dirs;
}

static bool add(struct arena *a, struct gaff_config *c, struct json event, struct sv program,
		struct json deadlines, bool fail_closed)
{
	struct gaff_registered item = { .object = event,
					.group = GAFF_NO_GROUP,
					.whose = GAFF_OURS };
	struct buf command = buf_in(a);
	struct sv name;

	if (!gaff_json_text(a, event, &name))
		return true;
	item.event = plain_name(name);
	item.line = (struct gaff_call_line){ .program = program,
					     .host = c->host->id,
					     .event = item.event,
					     .deadline = deadline_of(deadlines, name),
					     .fail_closed = fail_closed,
					     .dirs = dirs_of(a, c->root) };
	item.timeout_ms = (int64_t)(item.line.deadline + GRACE) * 1000;
	gaff_call_line_add(&command, &item.line);
	item.command = buf_sv(&command);
	c->item[c->n++] = item;
	return buf_ok(&command);
}

/* The manifest is what can be wrong; the plugin itself is the same everywhere. */
static enum gaff_rc read_manifest(struct arena *a, struct gaff_config *c, const char *beside,
				  struct gaff_err *err)
{
	struct json list;
	struct sv program;

	GAFF_TRY(gaff_swap_read(a, beside, GAFF_EDIT_MAX, &c->held, err));
	if (!c->held.exists)
		return gaff_fail(err, GAFF_ESYNTAX,
				 "gaff's plugin is here, but not the %s beside it",
				 GAFF_PLUGIN_MANIFEST_FILE);
	GAFF_TRY(gaff_doc_parse(a, c->held.text, GAFF_DOC_JSON, &c->doc, err));
	c->root = c->doc.root;
	list = gaff_json_get(c->root, SV("events"));
	if (!gaff_json_text(a, gaff_json_get(c->root, SV("program")), &program) ||
	    gaff_json_type(list) != JSON_ARRAY)
		return gaff_fail(err, GAFF_ESYNTAX,
				 "the manifest of gaff's plugin has no program or no events");
	c->item = gaff_arena_alloc(a, (gaff_json_count(list) + 1) * sizeof *c->item);
	GAFF_TRY(gaff_arena_check(a, err));
	for (struct json_iter it = gaff_json_iter(list); gaff_json_each(&it);)
		if (!add(a, c, it.value, program, gaff_json_get(c->root, SV("deadline")),
			 gaff_json_type(gaff_json_get(c->root, SV("failClosed"))) == JSON_TRUE))
			return gaff_no_memory(err);
	return GAFF_OK;
}

void gaff_health_plugin(struct gaff_health *h, const struct gaff_config *c, const char *module)
{
	struct gaff_spot spot = { c->host, c->row->scope, module, { 0 } };
	struct gaff_held held;
	struct gaff_err ignored;

	if (c->n && gaff_swap_read(h->arena, module, GAFF_EDIT_MAX, &held, &ignored) == GAFF_OK &&
	    !sv_eq(held.text, *c->host->layout->plugin))
		(void)gaff_ail(h, GAFF_AIL_NOT_CURRENT, &spot, "run: gaff doctor --fix",
			       "the plugin is of another version of gaff, or was changed");
}

enum gaff_rc gaff_plugin_config(struct arena *a, const struct gaff_host *host,
				const struct gaff_config_row *row, const char *path,
				struct gaff_config *out, struct gaff_err *err)
{
	struct gaff_config c = { .host = host, .row = row };
	const char *beside = gaff_plugin_beside(a, path);

	GAFF_TRY(gaff_swap_read(a, path, GAFF_EDIT_MAX, &c.held, err));
	if (!beside)
		return gaff_no_memory(err);
	if (c.held.exists && gaff_plugin_is_ours(c.held.text))
		GAFF_TRY(read_manifest(a, &c, beside, err));
	*out = c;
	return GAFF_OK;
}
