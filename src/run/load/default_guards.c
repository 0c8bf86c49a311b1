#include "guard/guard.h"
#include "run/load/compiled.h"
#include "run/load/load.h"

/*
 * Whoever has a manifest relies on it. One mistake in it must not leave an agent without any guard:
 * so the guards that everybody starts with (start/init_text.c) run in its place.
 */

/* For each event the guards that look at it; `names`: those alone. */
static const struct {
	const char *event, *blocking, *names;
	gaff_event_set events;
} hooks[] = {
	{ "before_tool_execute", "true", NULL, GAFF_EV(BEFORE_TOOL) },
	{ "before_prompt", "true", "secrets", 0 },
	{ "after_tool_execute", "false", "secrets", 0 },
};

static void add(struct buf *out, const char *text)
{
	gaff_buf_add(out, sv_of(text));
}

static void add_names(struct buf *out, size_t i)
{
	if (hooks[i].names) {
		add(out, " ");
		add(out, hooks[i].names);
	}
	for (size_t k = 0; gaff_guards[k]; k++) {
		if (!(gaff_guards[k]->events & hooks[i].events))
			continue;
		add(out, " ");
		add(out, gaff_guards[k]->name);
	}
}

static struct sv write_manifest(struct arena *a)
{
	struct buf b = buf_in(a);

	add(&b, "{\"spec\":\"hooks/1.0\",\"hooks\":[");
	for (size_t i = 0; i < COUNT_OF(hooks); i++) {
		add(&b, i ? ",{" : "{");
		add(&b, "\"name\":\"default guards\",\"event\":\"");
		add(&b, hooks[i].event);
		add(&b, "\",\"blocking\":");
		add(&b, hooks[i].blocking);
		add(&b, ",\"handler\":{\"type\":\"command\",\"command\":\"gaff guard");
		add_names(&b, i);
		add(&b, "\"}}");
	}
	add(&b, "]}");
	return buf_ok(&b) ? buf_sv(&b) : (struct sv){ 0 };
}

bool gaff_source_needs_guards(const struct gaff_source *source)
{
	return source->problem.rc != GAFF_OK && source->scope <= GAFF_MANIFEST_USER;
}

enum gaff_rc gaff_source_stand_in(struct arena *a, struct gaff_source *source, struct gaff_err *err)
{
	struct gaff_source *guards = gaff_arena_alloc(a, sizeof *guards);

	GAFF_TRY(gaff_arena_check(a, err));
	*guards = (struct gaff_source){ .scope = source->scope,
					.folder = source->folder,
					.file = "default guards",
					.text = write_manifest(a) };
	GAFF_TRY(gaff_passing_manifest(a, guards->text, &guards->manifest, err));
	source->stand_in = guards;
	return GAFF_OK;
}
