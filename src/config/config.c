#include "config/config.h"

#include <limits.h>
#include <stdio.h>

#include "base/limits.h"
#include "config/members.h"
#include "config/call_script.h"
#include "config/syntax.h"

/* ---- what the agent would not read ---- */

static enum gaff_rc refuse(const struct gaff_config *c, struct gaff_place place,
			   struct gaff_err *err, const char *what, const char *next)
{
	gaff_fail(err, GAFF_ESYNTAX, "%s %s of a file with %s; %s", c->host->title,
		  c->row->flags & GAFF_C_EVENT_ALONE ? "does not run every hook" : "runs no hook",
		  what, next);
	err->line = place.line;
	err->column = place.column;
	return err->rc;
}

/* Of the syntax, where others would read on. */
static enum gaff_rc check_syntax(struct arena *a, const struct gaff_config *c, struct gaff_err *err)
{
	struct gaff_refused refused;

	GAFF_TRY(gaff_editor_of(c->row->syntax)
			 ->find_refused(a, c->row->flags, c->held.text, &c->doc, &refused, err));
	return refused.what ? refuse(c, refused.place, err, refused.what, refused.next) : GAFF_OK;
}

static enum gaff_rc check_members(struct arena *a, const struct gaff_config *c,
				  struct gaff_err *err)
{
	bool is_list = c->host->layout->shape == GAFF_LAYOUT_LIST;
	struct json hooks, key, value, at;
	struct json_iter it = gaff_json_iter(c->root);
	struct sv name;

	if (gaff_json_type(c->root) != JSON_OBJECT)
		return refuse(c, gaff_config_place(c, c->root.p), err, "anything but an object",
			      "make it one");
	while (c->row->flags & GAFF_C_ONLY_HOOKS && gaff_json_next(&it, &key, &value))
		if (!gaff_json_is(key, SV("hooks")) && !gaff_json_is(key, SV("description")))
			return refuse(c, gaff_config_place(c, key.p), err,
				      "other members than \"hooks\"", "take this one out");
	hooks = gaff_config_hooks(c->row, c->host, c->root);
	if (hooks.n && gaff_json_type(hooks) != (is_list ? JSON_ARRAY : JSON_OBJECT))
		return refuse(c, gaff_config_place(c, hooks.p), err,
			      is_list ? "\"hooks\" that are no list"
				      : "\"hooks\" that are no object",
			      "make them one");
	if (!(c->row->flags & GAFF_C_ONLY_KNOWN_EVENTS) ||
	    !gaff_config_unknown(a, c->host, c->row, c->root, &at, &name))
		return GAFF_OK;
	return refuse(c, gaff_config_place(c, at.p), err, "an event it does not know",
		      "take this one out");
}

static enum gaff_rc check_rows(struct arena *a, const struct gaff_config *c, struct gaff_err *err)
{
	struct gaff_wrong wrong = { 0 };

	if (!(c->row->flags & GAFF_C_ONLY_AS_IN_ROWS) ||
	    !gaff_members_wrong(a, c->host, c->root, &wrong))
		return GAFF_OK;
	return refuse(c, gaff_config_place(c, wrong.at), err, wrong.what, wrong.next);
}

enum gaff_rc gaff_config_parse(struct arena *a, const struct gaff_host *host,
			       const struct gaff_config_row *row, const struct gaff_held *held,
			       struct gaff_config *out, struct gaff_err *err)
{
	const struct gaff_editor *editor = gaff_editor_of(row->syntax);
	struct gaff_config c = { .host = host, .row = row, .held = *held };

	if (!editor || !held->exists) {
		*out = c;
		return GAFF_OK;
	}
	GAFF_TRY(editor->read(a, held->text, &c.doc, err));
	c.root = c.doc.root;
	GAFF_TRY(check_syntax(a, &c, err));
	if (c.root.n) {
		GAFF_TRY(check_members(a, &c, err));
		GAFF_TRY(check_rows(a, &c, err));
	}
	GAFF_TRY(gaff_config_find(a, &c, err));
	*out = c;
	return gaff_arena_check(a, err);
}

/* The file, or the folder it is in. */
static bool is_linked(const char *path)
{
	const char *slash = strrchr(path, '/');
	char folder[PATH_MAX];
	struct stat s;
	size_t n = slash ? (size_t)(slash - path) : 0;

	if (lstat(path, &s) == 0 && S_ISLNK(s.st_mode))
		return true;
	if (!n || n >= sizeof folder)
		return false;
	memcpy(folder, path, n);
	folder[n] = '\0';
	return lstat(folder, &s) == 0 && S_ISLNK(s.st_mode);
}

enum gaff_rc gaff_config_follows(const struct gaff_host *host, const struct gaff_config_row *row,
				 const char *path, struct gaff_err *err)
{
	if (!(row->flags & GAFF_C_NO_LINKS) || !is_linked(path))
		return GAFF_OK;
	return gaff_fail(err, GAFF_ESYNTAX,
			 "%s does not follow a symbolic link%s; put the file itself there",
			 host->title, row->path[0] == '.' ? " in a project" : " there");
}

enum gaff_rc gaff_config_read(struct arena *a, const struct gaff_host *host,
			      const struct gaff_config_row *row, const char *path,
			      struct gaff_config *out, struct gaff_err *err)
{
	struct gaff_held held;

	if (row->syntax == GAFF_SYNTAX_SCRIPT)
		return gaff_call_script_config(a, host, row, path, out, err);
	GAFF_TRY(gaff_swap_read(a, path, GAFF_EDIT_MAX, &held, err));
	GAFF_TRY(gaff_config_follows(host, row, path, err));
	return gaff_config_parse(a, host, row, &held, out, err);
}

struct sv gaff_config_name(const struct gaff_config_row *row, const char *path)
{
	const char *slash = strrchr(path, '/'), *star = strchr(row->path, '*');
	struct sv name = sv_of(slash ? slash + 1 : path), end = sv_of(star ? star + 1 : NULL);

	if (name.n >= end.n && sv_eq(sv_skip(name, name.n - end.n), end))
		name.n -= end.n;
	return name;
}

struct gaff_place gaff_config_place(const struct gaff_config *config, const char *at)
{
	const struct gaff_editor *editor = gaff_editor_of(config->row->syntax);
	struct sv json = config->doc.json;

	if (!at || !json.n || at < json.p || at > json.p + json.n)
		return (struct gaff_place){ 0 };
	/* beside a module there is JSON of ours */
	return editor ? editor->place(&config->doc, at) : gaff_doc_place(&config->doc, at);
}

const struct gaff_switch_row *gaff_config_switch(const struct gaff_config *config)
{
	for (size_t i = 0; i < config->host->n_switches; i++) {
		const struct gaff_switch_row *row = &config->host->switches[i];
		struct json value = gaff_json_at(config->root, row->where);

		if (value.n && sv_eq((struct sv){ value.p, value.n }, row->value))
			return row;
	}
	return NULL;
}
