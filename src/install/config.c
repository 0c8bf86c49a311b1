#include "install/config.h"

#include <limits.h>
#include <stdlib.h>

#include "base/limits.h"
#include "hook/members.h"
#include "text/json_edit.h"
#include "text/toml.h"

/* ---- what the agent would not read ---- */

static enum gaff_rc refuse(const struct gaff_config *c, struct gaff_place place,
			   struct gaff_err *err, const char *what, const char *next)
{
	gaff_fail(err, GAFF_ESYNTAX, "%s runs no hook of a file with %s; %s", c->host->title, what,
		  next);
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

static enum gaff_rc check_members(const struct gaff_config *c, const struct gaff_doc *doc,
				  struct gaff_err *err)
{
	struct json hooks = gaff_json_get(doc->root, SV("hooks")), key, value;
	struct json_iter it = gaff_json_iter(doc->root);

	if (gaff_json_type(doc->root) != JSON_OBJECT)
		return refuse(c, gaff_doc_place(doc, doc->root.p), err, "anything but an object",
			      "make it one");
	while (c->row->flags & GAFF_C_ONLY_HOOKS && gaff_json_next(&it, &key, &value))
		if (!gaff_json_is(key, SV("hooks")) && !gaff_json_is(key, SV("description")))
			return refuse(c, gaff_doc_place(doc, key.p), err,
				      "other members than \"hooks\"", "take this one out");
	if (hooks.n && gaff_json_type(hooks) != JSON_OBJECT)
		return refuse(c, gaff_doc_place(doc, hooks.p), err, "\"hooks\" that are no object",
			      "make them one");
	it = gaff_json_iter(hooks);
	while (c->row->flags & GAFF_C_ONLY_KNOWN_EVENTS && gaff_json_next(&it, &key, &value)) {
		struct sv name = { key.p + 1, key.n > 2 ? key.n - 2 : 0 };

		if (!gaff_host_event_native(c->host, name))
			return refuse(c, gaff_doc_place(doc, key.p), err,
				      "an event it does not know", "take this one out");
	}
	return GAFF_OK;
}

static enum gaff_rc check_rows(struct arena *a, const struct gaff_config *c,
			       const struct gaff_doc *doc, struct gaff_err *err)
{
	struct gaff_wrong wrong = { 0 };

	if (!(c->row->flags & GAFF_C_ONLY_AS_IN_ROWS) ||
	    !gaff_members_wrong(a, c->host, doc->root, &wrong))
		return GAFF_OK;
	return refuse(c, gaff_doc_place(doc, wrong.at), err, wrong.what, wrong.next);
}

/* ---- who is in it ---- */

static int64_t timeout_of(const struct gaff_host *host, struct json object)
{
	struct json value = gaff_json_get(object, host->entry->timeout);
	char text[32];
	double number;

	if (!value.n) /* some take either name */
		value = gaff_json_get(object, SV("timeout"));
	if (gaff_json_type(value) != JSON_NUMBER || value.n >= sizeof text)
		return -1;
	memcpy(text, value.p, value.n);
	text[value.n] = '\0';
	number = strtod(text, NULL);
	if (!(number >= 0 && number <= 1e9))
		return -1;
	if (host->entry->large_is_ms && number >= 1000)
		return (int64_t)number;
	return (int64_t)(number * 1000 / host->entry->second);
}

static void add(struct arena *a, struct gaff_config *c, struct gaff_registered item)
{
	struct json command = gaff_json_get(item.object, c->host->entry->command);

	if (!command.n)
		command = gaff_json_get(item.object, SV("command"));
	(void)gaff_json_text(a, command, &item.command);
	item.timeout_ms = timeout_of(c->host, item.object);
	item.whose = gaff_call_line_read(a, item.command, &item.line);
	if (c->item)
		c->item[c->n] = item;
	c->n++;
}

static size_t length(struct json list)
{
	struct json_iter it = gaff_json_iter(list);
	struct json key, value;
	size_t n = 0;

	while (gaff_json_type(list) == JSON_ARRAY && gaff_json_next(&it, &key, &value))
		n++;
	return n;
}

static void add_event(struct arena *a, struct gaff_config *c, struct sv event, struct json list)
{
	struct json_iter it = gaff_json_iter(list);
	struct json key, group, entry;

	for (size_t g = 0; gaff_json_type(list) == JSON_ARRAY && gaff_json_next(&it, &key, &group);
	     g++) {
		struct json hooks = gaff_json_get(group, SV("hooks"));
		struct json_iter in = gaff_json_iter(hooks);
		struct gaff_registered item = { .event = event,
						.group = g,
						.n_in_group = length(hooks),
						.matcher = gaff_json_get(group, SV("matcher")) };

		if (!hooks.n) { /* flat; an agent with groups may take these too */
			item.object = group;
			item.entry = g;
			item.group = GAFF_NO_GROUP;
			add(a, c, item);
			continue;
		}
		for (; gaff_json_type(hooks) == JSON_ARRAY && gaff_json_next(&in, &key, &entry);
		     item.entry++) {
			item.object = entry;
			add(a, c, item);
		}
	}
}

static void add_all(struct arena *a, struct gaff_config *c)
{
	struct json_iter it = gaff_json_iter(gaff_json_get(c->root, SV("hooks")));
	struct json key, list;
	struct sv event;

	c->n = 0;
	while (gaff_json_next(&it, &key, &list))
		if (gaff_json_text(a, key, &event))
			add_event(a, c, event, list);
}

enum gaff_rc gaff_config_parse(struct arena *a, const struct gaff_host *host,
			       const struct gaff_config_row *row, const struct gaff_held *held,
			       struct gaff_config *out, struct gaff_err *err)
{
	struct gaff_config c = { .host = host, .row = row, .held = *held };
	struct gaff_doc doc;

	if (row->syntax == GAFF_SYNTAX_MODULE || !held->exists) {
		*out = c;
		return GAFF_OK;
	}
	if (row->syntax == GAFF_SYNTAX_TOML) {
		GAFF_TRY(gaff_toml_read(a, held->text, &c.root, err));
	} else {
		GAFF_TRY(gaff_json_edit_read(a, held->text, &doc, err));
		GAFF_TRY(check_style(a, &c, err));
		if (doc.root.n) {
			GAFF_TRY(check_strings(&c, &doc, err));
			GAFF_TRY(check_comments(a, &c, &doc, err));
			GAFF_TRY(check_members(&c, &doc, err));
			GAFF_TRY(check_rows(a, &c, &doc, err));
		}
		c.root = doc.root;
		c.doc = doc;
	}
	add_all(a, &c); /* to count them */
	c.item = c.n ? gaff_arena_alloc(a, c.n * sizeof *c.item) : NULL;
	if (c.n && !c.item)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for the hooks of a file");
	if (c.n)
		add_all(a, &c);
	*out = c;
	return a->failed ? gaff_fail(err, GAFF_ENOMEM, "no memory for a file") : GAFF_OK;
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

enum gaff_rc gaff_config_read(struct arena *a, const struct gaff_host *host,
			      const struct gaff_config_row *row, const char *path,
			      struct gaff_config *out, struct gaff_err *err)
{
	struct gaff_held held;

	GAFF_TRY(gaff_swap_read(a, path, GAFF_EDIT_MAX, &held, err));
	if (row->flags & GAFF_C_NO_LINKS && is_linked(path))
		return gaff_fail(err, GAFF_ESYNTAX,
				 "%s does not follow a symbolic link in a project; put the file "
				 "itself there",
				 host->title);
	return gaff_config_parse(a, host, row, &held, out, err);
}

struct gaff_place gaff_config_place(const struct gaff_config *config, const char *at)
{
	struct sv json = config->doc.json;

	if (!at || !json.n || at < json.p || at > json.p + json.n)
		return (struct gaff_place){ 0 };
	return gaff_doc_place(&config->doc, at);
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
