#include "config/config.h"

#include <limits.h>
#include <stdio.h>

#include "base/limits.h"
#include "config/members.h"
#include "config/call_script.h"
#include "text/json/json_edit.h"
#include "text/toml/toml.h"

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

static enum gaff_rc check_style(struct arena *a, const struct gaff_config *c, struct gaff_err *err)
{
	struct sv text = c->held.text;
	struct gaff_json_style style;
	unsigned flags = c->row->flags;

	GAFF_TRY(gaff_json_edit_style(a, text, &style, err));
	if (style.has_bom && flags & GAFF_C_NO_BOM)
		return refuse(c, (struct gaff_place){ 1, 1 }, err, "a byte order mark",
			      "save it as UTF-8 without one");
	if (style.has_comments && flags & GAFF_C_NO_COMMENTS)
		return refuse(c, gaff_json_edit_place(text, style.comment_offset), err, "comments",
			      "take this one out");
	if (style.has_trailing_comma && flags & GAFF_C_NO_TRAILING_COMMA)
		return refuse(c, gaff_json_edit_place(text, style.comma_offset), err,
			      "a comma before a closing bracket", "take it out");
	return GAFF_OK;
}

/* Where JavaScript's "." ends a line: also at U+2028 and U+2029. */
static bool ends_line(struct sv text)
{
	return text.p[0] == '\n' || text.p[0] == '\r' || sv_starts(text, SV("\xe2\x80\xa8")) ||
	       sv_starts(text, SV("\xe2\x80\xa9"));
}

/* What Cursor makes of a file: first it cuts from every slash pair to the end of the line, in other
 * comments too. */
static struct sv cut_naively(struct arena *a, struct sv text)
{
	struct buf lines = buf_in(a), out = buf_in(a);
	bool closes = true;

	while (text.n) {
		if (sv_starts(text, SV("//")))
			while (text.n && !ends_line(text))
				text = sv_skip(text, 1);
		else {
			buf_addc(&lines, text.p[0]);
			text = sv_skip(text, 1);
		}
	}
	text = buf_sv(&lines);
	while (text.n) {
		size_t n = closes && sv_starts(text, SV("/*")) ? 2 : 0;

		while (n && n + 2 <= text.n && !sv_starts(sv_skip(text, n), SV("*/")))
			n++;
		closes = !n || n + 2 <= text.n; /* else no other does */
		if (n && closes) {
			text = sv_skip(text, n + 2);
			continue;
		}
		buf_addc(&out, text.p[0]);
		text = sv_skip(text, 1);
	}
	return buf_ok(&lines) && buf_ok(&out) ? buf_sv(&out) : (struct sv){ 0 };
}

static enum gaff_rc check_comments(struct arena *a, const struct gaff_config *c,
				   const struct gaff_doc *doc, struct gaff_err *err)
{
	struct sv cut, json = doc->json;
	size_t at = 0;

	if (!(c->row->flags & GAFF_C_BAD_STRINGS))
		return GAFF_OK;
	cut = cut_naively(a, doc->source);
	for (size_t i = 0; i < cut.n; i++) {
		if ((unsigned char)cut.p[i] <= ' ')
			continue;
		while (at < json.n && (unsigned char)json.p[at] <= ' ')
			at++;
		if (at == json.n || json.p[at] != cut.p[i])
			break;
		at++;
	}
	while (at < json.n && (unsigned char)json.p[at] <= ' ')
		at++;
	return at == json.n ? GAFF_OK
			    : refuse(c, gaff_json_edit_place(doc->source, at), err,
				     "a comment before this that has // in it",
				     "begin each line of a comment with //");
}

/* "/" and "*" in texts, as Cursor cuts comments out of a file without looking for quotes. */
static enum gaff_rc check_strings(const struct gaff_config *c, const struct gaff_doc *doc,
				  struct gaff_err *err)
{
	struct sv json = doc->json;

	for (size_t i = 0; c->row->flags & GAFF_C_BAD_STRINGS && i + 1 < json.n; i++)
		if (json.p[i] == '/' && (json.p[i + 1] == '/' || json.p[i + 1] == '*'))
			return refuse(c, gaff_json_edit_place(doc->source, i), err,
				      json.p[i + 1] == '/' ? "// in a text" : "/* in a text",
				      json.p[i + 1] == '/' ? "write \\/ for the slash"
							   : "write \\u002a for the star");
	return GAFF_OK;
}

static enum gaff_rc check_members(struct arena *a, const struct gaff_config *c,
				  struct gaff_err *err)
{
	bool is_list = c->host->entry->shape == GAFF_ENTRY_LIST;
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
	struct gaff_config c = { .host = host, .row = row, .held = *held };

	if (row->syntax == GAFF_SYNTAX_MODULE || !held->exists) {
		*out = c;
		return GAFF_OK;
	}
	if (row->syntax == GAFF_SYNTAX_TOML) {
		GAFF_TRY(gaff_toml_read(a, held->text, &c.root, err));
	} else {
		GAFF_TRY(gaff_json_edit_read(a, held->text, &c.doc, err));
		c.root = c.doc.root;
		GAFF_TRY(check_style(a, &c, err));
		if (c.root.n) {
			GAFF_TRY(check_strings(&c, &c.doc, err));
			GAFF_TRY(check_comments(a, &c, &c.doc, err));
		}
	}
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
	bool is_toml = config->row->syntax == GAFF_SYNTAX_TOML;
	struct sv json = is_toml ? json_sv(config->root) : config->doc.json;
	struct arena a;
	size_t offset;

	if (!at || !json.n || at < json.p || at > json.p + json.n)
		return (struct gaff_place){ 0 };
	if (!is_toml)
		return gaff_doc_place(&config->doc, at);
	gaff_arena_init(&a, NULL, 0, GAFF_ARENA_MAX);
	offset = gaff_toml_offset(&a, config->held.text, (size_t)(at - json.p));
	gaff_arena_release(&a);
	return gaff_json_edit_place(config->held.text, offset);
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
