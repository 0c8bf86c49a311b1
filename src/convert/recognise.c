#include <stdlib.h>

#include "convert/decode/decode_parts.h"
#include "convert/matcher/matcher_parts.h"
#include "agents/hosts.h"
#include "agents/mcp.h"
#include "config/syntax.h"
#include "text/doc.h"
#include "text/toml/toml.h"
#include "text/words.h"

/*
 * Whose file is this? Some files say so themselves. Of the others everything in them that one agent
 * has and another has not is counted: names of events and tools, members, units, variables, and
 * where the file lies.
 */

enum weight {
	IS_PLACE = 12, /* it lies where this agent looks */
	IS_FOLDER = 6, /* it lies in a folder of this agent's: .factory */
	IS_NAME = 2,   /* it is called as one of its files is, and no other agent's */
	HAS_HEAD = 3,
	OTHER_HEAD = -6,
	NO_HEAD = -2,
	HEAD_OF_ANOTHER_VERSION = -1,
	OTHER_SHAPE = -8,
	OTHER_FRAME = -1, /* "hooks", where it may do without */
	KNOWN_EVENT = 2,
	UNKNOWN_EVENT = -4,
	KNOWN_MEMBER = 1,
	UNKNOWN_MEMBER = -2,
	KNOWN_TOOL = 2,
	UNKNOWN_TOOL = -1,
	OWN_MATCHER = 4, /* one for MCP tools, which no other agent has */
	KNOWN_TYPE = 1,
	UNKNOWN_TYPE = -3,
	NO_TYPE = -1,
	NO_COMMAND = -4, /* an entry that would run nothing */
	USUAL_UNIT = 2,
	OTHER_UNIT = -3,
	OWN_VARIABLE = 4,
	OWN_SETTING = 4,
	MOST_OF_A_KIND = 8, /* how often the same kind of thing counts */
};

/* ---- where it lies ---- */

/* "*" stands for any characters of one name. */
static bool name_matches(struct sv pattern, struct sv name)
{
	const char *star = sv_chr(pattern, '*');
	size_t before = star ? (size_t)(star - pattern.p) : 0;
	size_t behind = star ? pattern.n - before - 1 : 0;

	if (!star)
		return sv_eq(pattern, name);
	return name.n >= before + behind && sv_starts(name, (struct sv){ pattern.p, before }) &&
	       (!behind || memcmp(name.p + name.n - behind, star + 1, behind) == 0);
}

/* The last name of a path; `path` becomes what is before it. */
static struct sv last_name(struct sv *path)
{
	size_t n = path->n;
	struct sv name;

	while (n && path->p[n - 1] != '/')
		n--;
	name = sv_skip(*path, n);
	path->n = n ? n - 1 : 0;
	return name;
}

/* "hooks.json" is what many call it. */
static bool others_call_it(const struct gaff_host *host, struct sv name)
{
	for (size_t i = 0; gaff_layout_host(i); i++) {
		const struct gaff_host *other = gaff_layout_host(i);

		for (size_t k = 0; k < other->n_config; k++) {
			struct sv path = sv_of(other->config[k].path);

			if (!sv_eq(other->id, host->id) && sv_eq(last_name(&path), name))
				return true;
		}
	}
	return false;
}

/* In a folder of this name, which is the agent's own. */
static bool is_folder(struct sv row, struct sv path)
{
	struct sv name;

	(void)last_name(&row);
	(void)last_name(&path);
	name = last_name(&row);
	return name.n > 1 && name.p[0] == '.' && !sv_eq(name, SV(".github")) &&
	       sv_eq(name, last_name(&path));
}

static int weigh_path(const struct gaff_host *host, const char *file)
{
	int most = 0;

	for (size_t i = 0; file && i < host->n_config; i++) {
		struct sv row = sv_of(host->config[i].path), path = sv_of(file), whole = path,
			  name = last_name(&whole);
		bool is_same = true;
		size_t n = 0;

		if (host->config[i].flags & GAFF_C_ANOTHERS)
			continue;
		while (row.n && strchr("~./", row.p[0]) && row.n > 1 && row.p[1] == '/')
			row = sv_skip(row, 2);
		while (row.n && path.n && is_same) {
			is_same = name_matches(last_name(&row), last_name(&path));
			n += is_same;
		}
		if (!row.n && is_same && n > 1)
			most = IS_PLACE;
		else if (most < IS_FOLDER && is_folder(sv_of(host->config[i].path), sv_of(file)))
			most = IS_FOLDER;
		else if (n && most < IS_NAME && !sv_chr(sv_of(host->config[i].path), '*') &&
			 !others_call_it(host, name))
			most = IS_NAME;
	}
	return most;
}

/* ---- what is in it ---- */

struct weighing {
	struct arena *arena;
	const struct gaff_host *host; /* the spelling of the file */
	const struct gaff_layout *layout;
	size_t n_events;            /* that it knows */
	int events, strange_events; /* many that are known do not make up for one that is not */
	int members, tools, types, units, shapes, variables;
};

static int within(int weight)
{
	return weight > MOST_OF_A_KIND    ? MOST_OF_A_KIND
	       : weight < -MOST_OF_A_KIND ? -MOST_OF_A_KIND
					  : weight;
}

static const struct gaff_event_row *event_of(const struct weighing *w, struct json key)
{
	const struct gaff_host *spelling;
	struct sv name;

	return gaff_json_text(w->arena, key, &name) ? gaff_layout_event(w->host, name, &spelling)
						    : NULL;
}

/* Names of tools in a matcher, whatever is between them. */
static void weigh_matcher(struct weighing *w, struct json matcher)
{
	const struct gaff_host *other = gaff_layout_next(w->host);
	const struct gaff_tool_row *tool;
	struct sv text, rest;

	if (!gaff_json_text(w->arena, matcher, &text) || w->layout->matching == GAFF_MATCH_NOTHING)
		return;
	if (gaff_bare_name(w->host, text).n < text.n) {
		w->tools += OWN_MATCHER;
		return;
	}
	for (rest = text; rest.n;) {
		size_t n = 0;
		struct sv word;

		while (n < rest.n && (ascii_isalpha(rest.p[n]) || ascii_isdigit(rest.p[n]) ||
				      (rest.p[n] && strchr("_-@", rest.p[n]))))
			n++;
		word = (struct sv){ rest.p, n };
		rest = sv_skip(rest, n < rest.n ? n + 1 : n);
		tool = gaff_host_tool(w->host, word);
		if (word.n < 3 || (tool && tool->seen->kind == GAFF_REPORTED))
			continue; /* one report speaks for nobody */
		if (tool ||
		    (other && sv_eq(other->layout->name, w->layout->name) &&
		     gaff_host_tool(other, word)) ||
		    gaff_mcp_has_prefix(w->host, word))
			w->tools += KNOWN_TOOL;
		else
			w->tools += UNKNOWN_TOOL;
	}
}

static bool is_member(const struct weighing *w, struct json key)
{
	for (size_t i = 0; i < w->layout->n_rows; i++) {
		struct sv where = sv_skip(w->layout->rows[i].where, 1);

		if (gaff_json_is(key, sv_before(where, '/')))
			return true;
	}
	for (size_t i = 0; i < w->layout->n_others; i++)
		if (gaff_json_is(key, sv_skip(w->layout->others[i].where, 1)))
			return true;
	return false;
}

static void weigh_timeout(struct weighing *w, struct json value)
{
	bool is_large = value.n >= 4;

	for (size_t i = 0; i < value.n && is_large; i++)
		is_large = ascii_isdigit(value.p[i]);
	if (gaff_json_type(value) != JSON_NUMBER)
		return;
	if (is_large == (gaff_layout_timeout(w->layout)->unit == GAFF_MILLISECONDS))
		w->units += USUAL_UNIT;
	else if (!is_large || gaff_layout_timeout(w->layout)->unit != GAFF_SECONDS_OR_MS)
		w->units += OTHER_UNIT;
}

static void weigh_variables(struct weighing *w, struct json command)
{
	struct sv text;

	if (!gaff_json_text(w->arena, command, &text) || !sv_chr(text, '$'))
		return;
	for (size_t i = 0; i < w->host->n_env; i++)
		if (sv_has(text, sv_of(w->host->env[i].name))) {
			w->variables += OWN_VARIABLE;
			return;
		}
}

static void weigh_type(struct weighing *w, struct json entry)
{
	const struct gaff_member *row = gaff_layout_member(w->layout, GAFF_MEMBER_TYPE,
							   GAFF_HANDLER_COMMAND);
	struct json type = gaff_json_at(entry, row ? row->where : SV("/type"));

	if (!type.n) {
		w->types += w->layout->is_bare ? KNOWN_TYPE : NO_TYPE;
		return;
	}
	for (size_t i = 0; row && i < w->layout->n_types; i++)
		if (gaff_json_is(type, w->layout->types[i].native)) {
			w->types += w->layout->is_bare ? 0 : KNOWN_TYPE;
			return;
		}
	w->types += UNKNOWN_TYPE;
}

static void weigh_entry(struct weighing *w, struct json entry)
{
	const unsigned commands = GAFF_FIELD_BIT(COMMAND) | GAFF_FIELD_BIT(WINDOWS) |
				  GAFF_FIELD_BIT(LINUX) | GAFF_FIELD_BIT(OSX);
	struct json_iter it = gaff_json_iter(entry);
	struct json key, value, type = gaff_json_get(entry, SV("type"));
	bool has_command = type.n && !gaff_json_is(type, SV("command"));

	if (!it.is_object)
		return;
	weigh_type(w, entry);
	while (gaff_json_next(&it, &key, &value))
		if (!gaff_json_is(key, SV("type")) && !gaff_json_is(key, SV("command")))
			w->members += is_member(w, key) ? KNOWN_MEMBER : UNKNOWN_MEMBER;
	for (size_t i = 0; i < w->layout->n_rows; i++) {
		const struct gaff_member *row = &w->layout->rows[i];

		if (row->field == GAFF_MEMBER_TIMEOUT)
			weigh_timeout(w, gaff_json_at(entry, row->where));
		if (row->field == GAFF_MEMBER_COMMAND)
			weigh_variables(w, gaff_json_at(entry, row->where));
		has_command |= commands >> row->field & 1 && gaff_json_at(entry, row->where).n;
	}
	w->members += has_command ? 0 : NO_COMMAND;
}

static void weigh_group(struct weighing *w, const struct gaff_event_row *event, struct json group)
{
	bool has_groups = w->layout->shape == GAFF_LAYOUT_GROUPS && !gaff_event_is_flat(event);
	struct json list = gaff_json_get(group, SV("hooks")), key, entry;
	struct json_iter it = gaff_json_iter(list);

	if (event && GAFF_EV_ANY_TOOL >> event->id & 1)
		weigh_matcher(w, gaff_json_get(group, SV("matcher")));
	if (!list.n) {
		if (has_groups)
			w->shapes += OTHER_SHAPE;
		weigh_entry(w, group);
		return;
	}
	if (!has_groups)
		w->shapes += w->layout->groups_too ? OTHER_SHAPE / 2 : OTHER_SHAPE;
	while (gaff_json_type(list) == JSON_ARRAY && gaff_json_next(&it, &key, &entry))
		weigh_entry(w, entry);
}

/* Enough of a file to tell: more of the same would not change it. */
static void weigh_hooks(struct weighing *w, struct json hooks)
{
	struct json_iter events = gaff_json_iter(hooks), groups;
	struct json key, list, none, group;

	while (events.is_object && gaff_json_next(&events, &key, &list)) {
		const struct gaff_event_row *row = event_of(w, key);
		size_t n = 0;

		*(row ? &w->events : &w->strange_events) += row ? KNOWN_EVENT : UNKNOWN_EVENT;
		w->n_events += row != NULL;
		groups = gaff_json_iter(list);
		while (gaff_json_type(list) == JSON_ARRAY && n++ < MOST_OF_A_KIND &&
		       gaff_json_next(&groups, &none, &group))
			weigh_group(w, row, group);
	}
}

static int weigh_head(struct weighing *w, struct json root)
{
	struct json version = gaff_json_get(root, SV("version")),
		    head = gaff_json_get(gaff_layout_head(w->arena, w->layout), SV("version"));

	if (!version.n)
		return head.n ? NO_HEAD : 0;
	if (!head.n)
		return gaff_json_type(version) == JSON_NUMBER ? OTHER_HEAD : 0;
	if (gaff_json_same(w->arena, version, head))
		return HAS_HEAD;
	/* an agent with rows for it says itself which it takes */
	return gaff_json_type(version) != gaff_json_type(head)        ? OTHER_HEAD
	       : gaff_host_has_files(w->host, GAFF_C_ONLY_AS_IN_ROWS) ? HAS_HEAD
								      : HEAD_OF_ANOTHER_VERSION;
}

static bool has_setting(const struct gaff_host *host, struct sv name)
{
	return host->layout->settings && gaff_is_among(name, host->layout->settings);
}

/* Does an agent have it that comes before this one? Each counts once. */
static bool is_known_before(size_t n, struct sv name)
{
	while (n-- > 0)
		if (has_setting(gaff_layout_host(n), name))
			return true;
	return false;
}

/* Settings that an agent has, for it, and against the others. */
static int weigh_settings(const struct gaff_host *host, struct json root)
{
	struct json schema = gaff_json_get(root, SV("$schema"));
	int weight = 0;

	for (size_t i = 0; gaff_layout_host(i); i++) {
		const char *settings = gaff_layout_host(i)->layout->settings;
		struct sv rest = settings ? sv_of(settings) : (struct sv){ 0 };

		while (rest.n) {
			struct sv name = sv_take(&rest, ' ');

			if (!is_known_before(i, name) && gaff_json_get(root, name).n)
				weight += has_setting(host, name) ? OWN_SETTING : -OWN_SETTING / 2;
		}
	}
	if (sv_has(json_sv(schema), host->id))
		weight += OWN_SETTING;
	return weight;
}

/* How much speaks for this host; NOTHING: it has no such file. */
enum { NOTHING = INT16_MIN };

static int weigh(struct arena *a, const struct gaff_host *host, struct json root, const char *path)
{
	struct weighing w = { .arena = a, .host = gaff_layout_spelling(host, root) };
	int place = weigh_path(w.host, path);
	struct gaff_err ignored;
	struct json plain;

	w.layout = w.host->layout;
	if ((w.layout->shape != GAFF_LAYOUT_GROUPS && w.layout->shape != GAFF_LAYOUT_FLAT) ||
	    gaff_frame_take(a, w.layout, root, &plain, &ignored) != GAFF_OK)
		return NOTHING;
	if (w.layout->frame == GAFF_FRAME_NAMED && gaff_json_get(root, SV("hooks")).n &&
	    place != IS_PLACE)
		return NOTHING; /* a group could be called so, and none is */
	if (w.layout->frame == GAFF_FRAME_BARE && gaff_json_get(root, SV("hooks")).n)
		w.shapes += OTHER_FRAME;
	weigh_hooks(&w, gaff_json_get(plain, SV("hooks")));
	if (!w.n_events && place != IS_PLACE)
		return NOTHING;
	return within(w.events) + within(w.strange_events) + within(w.members) + within(w.tools) +
	       within(w.types) + within(w.units) + within(w.shapes) + within(w.variables) +
	       weigh_head(&w, root) + weigh_settings(host, root) + place;
}

/* ---- choosing ---- */

static enum gaff_rc cannot_tell(const struct gaff_host *const *best, size_t n, struct gaff_err *err)
{
	char names[160] = "";
	size_t used = 0;

	for (size_t i = 0; i < n && used < sizeof names - 40; i++)
		used += (size_t)snprintf(names + used, sizeof names - used, "%s%.*s",
					 i ? (i + 1 == n ? " or " : ", ") : "",
					 SV_ARG(best[i]->id));
	return gaff_fail(err, GAFF_EUSAGE, "this could be a file of %s: say --from", names);
}

/* By weight; of those whose file it could be the usual one, whose layout others have taken over. */
static enum gaff_rc choose(struct arena *a, const struct gaff_editor *editor, struct json root,
			   const char *path, const struct gaff_host **out, struct gaff_err *err)
{
	const struct gaff_host *best[GAFF_HOSTS_MAX];
	int most = NOTHING + 1;
	size_t n = 0;

	for (size_t i = 0; gaff_layout_host(i) && n < COUNT_OF(best); i++) {
		const struct gaff_host *host = gaff_layout_host(i);
		int weight = weigh(a, host, root, path);

		/* what is not plain JSON is of an agent that reads it */
		if (weight < most ||
		    (editor != &gaff_editor_json && gaff_editor_for(host, false) != editor))
			continue;
		if (weight > most)
			n = 0;
		most = weight;
		best[n++] = host;
	}
	if (!n)
		return gaff_fail(err, GAFF_EUSAGE,
				 "this is no agent's file that gaff recognises: say --from");
	for (size_t i = 0; i < n && n > 1; i++)
		if (best[i]->layout->is_usual) {
			best[0] = best[i];
			n = 1;
		}
	if (n > 1)
		return cannot_tell(best, n, err);
	*out = best[0];
	return GAFF_OK;
}

/* Does it have the member that holds this field? */
static bool has_field(const struct gaff_layout *layout, enum gaff_member_field field,
		      struct json entry)
{
	const struct gaff_member *row = gaff_layout_member(layout, field, GAFF_HANDLER_COMMAND);
	struct sv name = row ? sv_before(sv_skip(row->where, 1), '/') : (struct sv){ 0 };

	return name.n && gaff_json_get(entry, name).n;
}

/* A file that is an entry, or a list of them: by what it calls the event and what runs. */
static bool is_plainly_of(struct arena *a, const struct gaff_layout *layout, struct json root,
			  struct json first)
{
	struct json version = gaff_json_get(root, SV("version"));

	if (layout->shape == GAFF_LAYOUT_ONE)
		return has_field(layout, GAFF_MEMBER_EVENT, root) &&
		       has_field(layout, GAFF_MEMBER_COMMAND, root);
	if (layout->shape != GAFF_LAYOUT_LIST || sv_eq(layout->name, SV("toml")) || !first.n)
		return false;
	return has_field(layout, GAFF_MEMBER_EVENT, first) ||
	       has_field(layout, GAFF_MEMBER_COMMAND, first) ||
	       (version.n &&
		gaff_json_same(a, version,
			       gaff_json_get(gaff_layout_head(a, layout), SV("version"))));
}

/* What says itself whose it is. */
static const struct gaff_host *plain_case(struct arena *a, struct json root)
{
	struct json hooks = gaff_json_get(root, SV("hooks")), key, first = { 0 };
	struct json_iter it = gaff_json_iter(hooks);

	if (gaff_json_type(hooks) == JSON_ARRAY)
		(void)gaff_json_next(&it, &key, &first);
	if (gaff_json_get(root, SV("spec")).n || gaff_json_get(first, SV("handler")).n)
		return &gaff_host_canonical;
	for (size_t i = 0; gaff_layout_host(i); i++) {
		const struct gaff_host *host = gaff_layout_host(i), *with = host;

		do {
			if (is_plainly_of(a, with->layout, root, first))
				return host;
			with = gaff_layout_next(with);
		} while (with && with != host);
	}
	return NULL;
}

static bool ends_with(const char *path, const char *end)
{
	size_t n = path ? strlen(path) : 0, m = strlen(end);

	return n >= m && memcmp(path + n - m, end, m) == 0;
}

/* Does it lie in a folder of this agent's, whatever it is called? */
static bool lies_with(const struct gaff_host *host, const char *file)
{
	for (size_t i = 0; file && i < host->n_config; i++) {
		struct sv folder = sv_of(host->config[i].path);

		(void)last_name(&folder);
		if (folder.n > 2 && sv_has(sv_of(file), sv_skip(folder, 2)))
			return true;
	}
	return false;
}

/*
 * A program: one of gaff's says whom it is for, of others it is told by where they lie. A module
 * that lies elsewhere is taken for one of the usual agent's.
 */
static const struct gaff_host *program_case(struct sv text, const char *path)
{
	bool is_module = ends_with(path, ".js") || ends_with(path, ".mjs") ||
			 ends_with(path, ".ts");
	const struct gaff_host *found = NULL, *usual = NULL;

	for (size_t i = 0; gaff_layout_host(i); i++) {
		const struct gaff_host *host = gaff_layout_host(i);
		bool has_modules = host->layout->shape == GAFF_LAYOUT_MODULE;

		if (!has_modules && host->layout->shape != GAFF_LAYOUT_SCRIPT)
			continue;
		if (has_modules ? gaff_module_is_of(host, text) : gaff_script_is_of(host, text))
			return host;
		if (!found && (has_modules ? is_module : sv_starts(text, SV("#!"))) &&
		    lies_with(host, path))
			found = host;
		if (is_module && has_modules && host->layout->is_usual)
			usual = host;
	}
	return found ? found : usual;
}

/* In TOML: by the shape of its hooks. */
static const struct gaff_host *toml_case(struct json root, bool *is_other_syntax)
{
	bool is_list = gaff_json_type(gaff_json_get(root, SV("hooks"))) == JSON_ARRAY;

	for (size_t i = 0; gaff_layout_host(i); i++) {
		const struct gaff_layout *layout = gaff_layout_host(i)->layout;

		*is_other_syntax = sv_eq(layout->other, SV("toml"));
		if ((*is_other_syntax || sv_eq(layout->name, SV("toml"))) &&
		    gaff_layout_is_list(layout) == is_list)
			return gaff_layout_host(i);
	}
	return NULL;
}

static bool looks_like_json(struct sv text)
{
	if (sv_starts(text, SV("\xef\xbb\xbf")))
		text = sv_skip(text, 3);
	text = sv_trim(text);
	return sv_starts(text, SV("{")) || sv_starts(text, SV("/"));
}

enum gaff_rc gaff_convert_recognise(struct arena *a, struct sv text, const char *path,
				    const struct gaff_host **out, bool *is_other_syntax,
				    struct gaff_err *err)
{
	const struct gaff_host *host;
	const struct gaff_editor *editor;
	struct gaff_err ignored;
	struct gaff_doc doc;
	struct json root;

	*is_other_syntax = false;
	*out = program_case(text, path);
	if (*out)
		return GAFF_OK;
	if (looks_like_json(text)) {
		editor = gaff_editor_reads(a, SV("json"), text, &doc, err);
		if (!editor)
			return err->rc;
		host = editor == &gaff_editor_json ? plain_case(a, doc.root) : NULL;
		if (!host)
			return choose(a, editor, doc.root, path, out, err);
		*out = host;
		return GAFF_OK;
	}
	*is_other_syntax = true;
	if (!ends_with(path, ".yaml") && !ends_with(path, ".yml") &&
	    gaff_toml_read(a, text, &root, &ignored) == GAFF_OK &&
	    (gaff_json_get(root, SV("hooks")).n || ends_with(path, ".toml"))) {
		*out = toml_case(root, is_other_syntax);
		if (*out)
			return GAFF_OK;
		*is_other_syntax = true;
	}
	if (gaff_doc_parse(a, text, GAFF_DOC_YAML, &doc, &ignored) == GAFF_OK &&
	    gaff_json_get(doc.root, SV("spec")).n) {
		*out = &gaff_host_canonical;
		return GAFF_OK;
	}
	return gaff_fail(err, GAFF_EUSAGE,
			 "this is no agent's file that gaff recognises: say --from");
}
