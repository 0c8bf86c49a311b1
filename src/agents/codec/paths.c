#include "model/event.h"

#include "base/hash.h"
#include "base/limits.h"
#include "agents/codec/codec.h"
#include "text/patch.h"
#include "text/path.h"

/* Every file of a call, as guards and matchers must see it: absolute, none left out. */

struct collector {
	struct arena *arena;
	struct sv cwd, home;
	struct gaff_paths paths;
	uint64_t *hash; /* of each path: comparing thousands of long ones takes its time */
	size_t room;
	bool tidies; /* GAFF_H_TIDIES_PATHS */
	enum gaff_rc rc;
};

/* Both tables at once: most calls have one file, and some thousands. */
static bool make_room(struct collector *c)
{
	size_t room = c->room ? GAFF_PATHS_MAX : 16;
	struct sv *path;
	uint64_t *hash;

	if (c->paths.n < c->room)
		return true;
	path = gaff_arena_alloc(c->arena, room * sizeof *path);
	hash = gaff_arena_alloc(c->arena, room * sizeof *hash);
	if (!path || !hash)
		return false;
	for (size_t i = 0; i < c->paths.n; i++) {
		path[i] = c->paths.path[i];
		hash[i] = c->hash[i];
	}
	c->paths.path = path;
	c->hash = hash;
	c->room = room;
	return true;
}

static void add_plain(struct collector *c, struct sv path, bool drives)
{
	struct buf b = buf_in(c->arena);
	uint64_t hash;

	gaff_path_absolute(&b, c->cwd, path, drives);
	if (!buf_ok(&b)) {
		c->rc = GAFF_ENOMEM;
		return;
	}
	hash = gaff_hash(GAFF_HASH_START, buf_sv(&b));
	for (size_t i = 0; i < c->paths.n; i++)
		if (c->hash[i] == hash && sv_eq(c->paths.path[i], buf_sv(&b)))
			return;
	if (c->paths.n == GAFF_PATHS_MAX) {
		c->rc = GAFF_ELIMIT;
		return;
	}
	if (!make_room(c)) {
		c->rc = GAFF_ENOMEM;
		return;
	}
	c->hash[c->paths.n] = hash;
	c->paths.path[c->paths.n++] = buf_sv(&b);
}

static void add_as_said(struct collector *c, struct sv path)
{
	if (!path.n || c->rc != GAFF_OK)
		return;
	add_plain(c, path, true);
	/* "c:/../etc" is a drive to one system and a folder to another: both are what it may be */
	if (c->rc == GAFF_OK && gaff_path_has_drive(path) && !gaff_path_has_drive(c->cwd) &&
	    !memchr(path.p, '\\', path.n))
		add_plain(c, path, false);
	/* so is "~/x": some agents go to the user's home for it, and some to a folder "~" */
	if (c->rc == GAFF_OK && c->home.n && sv_starts(path, SV("~/"))) {
		struct buf b = buf_in(c->arena);

		gaff_buf_add(&b, c->home);
		gaff_buf_add(&b, sv_skip(path, 1));
		if (buf_ok(&b))
			add_plain(c, buf_sv(&b), true);
		else
			c->rc = GAFF_ENOMEM;
	}
	/* and "file:///x": Cursor opens what the URL names */
	if (c->rc == GAFF_OK && sv_starts(path, SV("file://"))) {
		struct sv named;

		if (!gaff_path_of_file_url(c->arena, path, &named))
			c->rc = GAFF_ENOMEM;
		if (c->rc == GAFF_OK)
			add_plain(c, named, false);
		if (c->rc == GAFF_OK)
			add_plain(c, named, true);
	}
}

/* The bytes of a space that is none of ASCII: U+00A0, U+2000 to U+200A, U+202F, U+205F, U+3000. */
static size_t odd_space(struct sv text)
{
	static const struct sv others[] = { SV_INIT("\u00a0"), SV_INIT("\u202f"), SV_INIT("\u205f"),
					    SV_INIT("\u3000") };

	for (size_t i = 0; i < COUNT_OF(others); i++)
		if (sv_starts(text, others[i]))
			return others[i].n;
	return sv_starts(text, SV("\xe2\x80")) && text.n > 2 && (unsigned char)text.p[2] <= 0x8a
		       ? 3
		       : 0;
}

/* And what pi makes of it: odd spaces are spaces, and an "@" before it is no part of it. */
static void add(struct collector *c, struct sv path)
{
	struct buf b = buf_in(c->arena);
	struct sv tidy;

	add_as_said(c, path);
	if (!c->tidies)
		return;
	for (size_t i = 0, n; i < path.n; i += n ? n : 1) {
		n = odd_space(sv_skip(path, i));
		buf_addc(&b, n ? ' ' : path.p[i]);
	}
	tidy = buf_sv(&b);
	if (!buf_ok(&b))
		c->rc = GAFF_ENOMEM;
	else
		add_as_said(c, sv_starts(tidy, SV("@")) ? sv_skip(tidy, 1) : tidy);
}

static void add_patch(struct collector *c, struct sv patch)
{
	struct patch_iter it = { patch };
	struct patch_file file;

	while (c->rc == GAFF_OK && gaff_patch_next(&it, &file)) {
		add(c, file.path);
		add(c, file.move_to);
	}
}

/* A field that names a file may be a list of them. */
static void add_one_or_all(struct collector *c, struct json value)
{
	struct sv text;

	if (gaff_json_text(c->arena, value, &text))
		add(c, text);
	for (struct json_iter it = gaff_json_iter(value);
	     !it.is_object && c->rc == GAFF_OK && gaff_json_each(&it);)
		if (gaff_json_text(c->arena, it.value, &text))
			add(c, text);
}

/* Each edit of a list may have a file of its own. */
static void add_edits(struct collector *c, const struct gaff_input_row *in, struct json edits)
{
	struct sv name = gaff_input_path_of_edits(in);

	for (struct json_iter it = gaff_json_iter(edits);
	     name.n && c->rc == GAFF_OK && gaff_json_each(&it);)
		add_one_or_all(c, gaff_json_get(it.value, name));
}

/* The files that a GAFF_IN_EACH row is about. */
static void add_each(struct collector *c, const struct gaff_tool_row *row,
		     const struct gaff_input_row *in, struct json list)
{
	struct gaff_each e = gaff_each_of(list);
	struct json one;

	while (sv_eq(in->canonical, SV("path")) && c->rc == GAFF_OK && gaff_each_next(&e, &one))
		add_one_or_all(c, gaff_each_member(row, in, one));
}

static void add_input(struct collector *c, const struct gaff_tool_row *row, struct json input)
{
	struct sv text;

	if (gaff_input_is_patch(row, input) && gaff_json_text(c->arena, input, &text))
		add_patch(c, text);
	if (gaff_input_is_list(row, input)) {
		add_each(c, row, &row->input[0], input);
		return;
	}
	for (struct json_iter it = gaff_json_iter(input);
	     c->rc == GAFF_OK && gaff_json_each(&it);) {
		for (size_t i = 0; i < row->n_input; i++) {
			if (!gaff_json_is(it.key, row->input[i].native))
				continue;
			if (row->input[i].kind == GAFF_IN_PATH)
				add_one_or_all(c, it.value);
			else if (row->input[i].kind == GAFF_IN_EDITS)
				add_edits(c, &row->input[i], it.value);
			else if (row->input[i].kind == GAFF_IN_EACH)
				add_each(c, row, &row->input[i], it.value);
			else if (row->input[i].kind == GAFF_IN_PATCH &&
				 gaff_json_text(c->arena, it.value, &text))
				add_patch(c, text);
		}
	}
}

static bool has_patch(const struct gaff_event *event)
{
	const struct gaff_tool_row *row = event->tool_row;
	struct json input = event->field[GAFF_F_TOOL_INPUT];

	for (size_t i = 0; row && i < row->n_input; i++)
		if (row->input[i].kind == GAFF_IN_PATCH &&
		    (gaff_input_is_patch(row, input) ||
		     gaff_json_get(input, row->input[i].native).n > 2))
			return true;
	return false;
}

static bool makes_files(struct arena *a, struct json value)
{
	struct patch_iter it = { 0 };
	struct patch_file file;

	if (!gaff_json_text(a, value, &it.rest))
		return true; /* no memory: better one guard too many */
	while (gaff_patch_next(&it, &file))
		if (file.op == PATCH_ADD || file.move_to.n)
			return true;
	return false;
}

/*
 * A guard of edits must see the agent that edits by writing the whole file, under one name with two
 * rows; and one of new files the patch that makes some.
 */
uint16_t gaff_event_tools(struct arena *a, const struct gaff_event *event)
{
	const struct gaff_tool_row *row = event->tool_row;
	struct json input = event->field[GAFF_F_TOOL_INPUT];
	unsigned tools = 1u << event->tool | event->borrowed;

	if (!row)
		return (uint16_t)tools;
	if (!has_patch(event))
		return (uint16_t)(tools | gaff_host_tools_called(event->host, row->native));
	if (gaff_input_is_patch(row, input) && makes_files(a, input))
		tools |= 1u << GAFF_TOOL_FILE_WRITE;
	for (struct json_iter it = gaff_json_iter(input); gaff_json_each(&it);)
		for (size_t i = 0; i < row->n_input; i++)
			if (row->input[i].kind == GAFF_IN_PATCH &&
			    gaff_json_is(it.key, row->input[i].native) && makes_files(a, it.value))
				tools |= 1u << GAFF_TOOL_FILE_WRITE;
	return (uint16_t)tools;
}

enum gaff_rc gaff_event_paths(struct arena *a, const struct gaff_event *event,
			      struct gaff_paths *out, struct gaff_err *err)
{
	struct collector c = { .arena = a,
			       .home = event->home,
			       .tidies = event->host->flags & GAFF_H_TIDIES_PATHS };
	struct sv file;

	(void)gaff_json_text(a, event->field[GAFF_F_CWD], &c.cwd);
	if (event->host ==
	    &gaff_host_canonical_caller) /* told of tools that only the agent knows */
		add_one_or_all(&c, gaff_json_get(event->payload, SV("paths")));
	if (event->tool_row)
		add_input(&c, event->tool_row, event->field[GAFF_F_TOOL_INPUT]);
	else if (gaff_json_text(a, event->field[GAFF_F_FILE_PATH], &file))
		add(&c, file);
	if (c.rc == GAFF_OK && !c.paths.n && gaff_event_is_gate(event->id) &&
	    has_patch(event)) /* the agent may read it otherwise */
		return gaff_fail(err, GAFF_ELIMIT, "no file can be found in a patch");
	if (c.rc == GAFF_ELIMIT)
		return gaff_fail(err, c.rc, "one call touches more than %d files", GAFF_PATHS_MAX);
	if (c.rc != GAFF_OK)
		return gaff_no_memory(err);
	*out = c.paths;
	return GAFF_OK;
}
