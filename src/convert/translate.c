#include "convert/line.h"
#include "convert/parts.h"
#include "agents/hosts.h"
#include "text/doc.h"
#include "text/words.h"

/*
 * Variables in commands, between reading and checking. Those that the source sets for its hooks are
 * called what the target calls the same; in a manifest that is $GAFF_PROJECT_DIR. Those that only
 * hooks of a plugin have are the folder that was named with --plugin-root.
 */

/* ---- who sets what ---- */

/* clang-format off */
static const struct gaff_env_row ours[] = {
	{ "GAFF_PROJECT_DIR", GAFF_F_PROJECT_DIR },
	{ "GAFF_SESSION_ID",  GAFF_F_SESSION_ID },
};
/* clang-format on */

/* The variable number `n` that it sets for its hooks; empty: it has no more. */
static struct sv variable(const struct gaff_host *host, size_t n)
{
	if (!host)
		return (struct sv){ 0 };
	if (n < host->n_env)
		return sv_of(host->env[n].name);
	n -= host->n_env;
	if (n < host->n_input_env)
		return sv_of(host->input_env[n].name);
	n -= host->n_input_env;
	for (size_t i = 0; i < host->n_payload; i++)
		if (host->payload[i].where.p[0] == '$' && !n--)
			return sv_skip(host->payload[i].where, 1);
	return (struct sv){ 0 };
}

struct sv gaff_variable(const struct gaff_host *host, const struct gaff_host *dialect, size_t n)
{
	static const struct sv gaffs[] = { SV_INIT("GAFF_HOST"), SV_INIT("GAFF_EVENT"),
					   SV_INIT("GAFF_TOOL"), SV_INIT("GAFF_SESSION_ID"),
					   SV_INIT("GAFF_PROJECT_DIR") };

	if (!gaff_is_manifest(host))
		return variable(host, n);
	return n < COUNT_OF(gaffs) ? gaffs[n] : variable(dialect, n - COUNT_OF(gaffs));
}

bool gaff_is_set_by(const struct gaff_host *host, const struct gaff_host *dialect, struct sv name)
{
	struct sv one;

	for (size_t i = 0; (one = gaff_variable(host, dialect, i)).n; i++)
		if (sv_eq(one, name))
			return true;
	return false;
}

/* From whom, and to whom. */
struct way {
	const struct gaff_host *from, *to;
	bool is_gaffs;                   /* it was gaff that ran it */
	const struct gaff_host *dialect; /* that it speaks then, or will; or NULL */
	struct json brought;             /* what the hook itself sets */
	bool is_elsewhere;               /* it is not started in the project's folder */
};

/* Fields that mean the same everywhere, whatever payloads call them. */
static bool is_portable(enum gaff_field field)
{
	return field == GAFF_F_PROJECT_DIR || field == GAFF_F_SESSION_ID || field == GAFF_F_CWD;
}

static const char *name_of(const struct gaff_env_row *rows, size_t n, enum gaff_field field)
{
	for (size_t i = 0; i < n; i++)
		if (rows[i].field == field)
			return rows[i].name;
	return NULL;
}

/* What the target calls this; NULL: nothing. */
static const char *target_name(const struct way *way, enum gaff_field field, bool *is_folder)
{
	const char *name = gaff_is_manifest(way->to) ? name_of(ours, COUNT_OF(ours), field)
						     : name_of(way->to->env, way->to->n_env, field);

	*is_folder = !name && field == GAFF_F_PROJECT_DIR && way->to->layout->starts_in_project &&
		     !way->is_elsewhere;
	return *is_folder ? "PWD" : name;
}

enum { CHANGES = 24 };

static size_t add_changes(const struct way *way, const struct gaff_env_row *rows, size_t n,
			  struct sv line, struct gaff_line_change *out, size_t n_out)
{
	for (size_t i = 0; i < n && n_out < CHANGES; i++) {
		struct gaff_line_change change = { .name = sv_of(rows[i].name) };
		const char *to;

		if (!is_portable(rows[i].field) || !gaff_line_mentions(line, change.name) ||
		    gaff_is_set_by(way->to, way->dialect, change.name) ||
		    gaff_json_get(way->brought, change.name).n)
			continue;
		to = target_name(way, rows[i].field, &change.is_folder);
		if (!to && rows[i].field != GAFF_F_PROJECT_DIR)
			continue; /* that it is not set is said with the rest */
		change.to = to ? sv_of(to) : (struct sv){ 0 };
		out[n_out++] = change;
	}
	return n_out;
}

/* What of the line has another name there. */
static size_t collect(const struct way *way, struct sv line, struct gaff_line_change *out)
{
	size_t n = 0;

	if (!way->is_gaffs && !gaff_is_manifest(way->from))
		return add_changes(way, way->from->env, way->from->n_env, line, out, n);
	n = add_changes(way, ours, COUNT_OF(ours), line, out, n);
	if (way->dialect)
		n = add_changes(way, way->dialect->env, way->dialect->n_env, line, out, n);
	return n;
}

/* The line as the target has it. *lost: a variable that it needs, and nothing there is. */
static enum gaff_rc translate(struct arena *a, const struct way *way, struct sv line,
			      struct sv *out, struct sv *lost, struct gaff_err *err)
{
	struct gaff_line_change change[CHANGES];
	size_t n = collect(way, line, change);

	*out = line;
	*lost = (struct sv){ 0 };
	if (!n)
		return GAFF_OK;
	GAFF_TRY(gaff_line_change(a, line, change, n, out, err));
	for (size_t i = 0; i < n; i++)
		if (!change[i].to.n && gaff_line_uses(&change[i]))
			*lost = change[i].name;
	return GAFF_OK;
}

/* ---- the folder of a plugin ---- */

static bool is_written(const struct gaff_plugin_variable *row, struct sv text)
{
	char whole[40];
	struct buf b = buf_fixed(whole, sizeof whole);

	if (row->name.p[0] >= 'A' && row->name.p[0] <= 'Z')
		return gaff_line_mentions(text, row->name);
	gaff_buf_add(&b, SV("${"));
	gaff_buf_add(&b, row->name);
	buf_addc(&b, '}');
	return sv_has(text, buf_sv(&b));
}

/* With something else in place of `what`, where no name goes on behind it. */
static struct sv replaced(struct arena *a, struct sv text, struct sv what, struct sv with)
{
	bool is_name = what.n && (ascii_isalpha(what.p[what.n - 1]));
	struct buf b = buf_in(a);

	while (text.n) {
		struct sv rest = sv_skip(text, what.n < text.n ? what.n : text.n);
		bool is_it = sv_starts(text, what) &&
			     !(is_name && rest.n &&
			       (ascii_isalpha(rest.p[0]) || ascii_isdigit(rest.p[0]) ||
				rest.p[0] == '_'));

		gaff_buf_add(&b, is_it ? with : (struct sv){ text.p, 1 });
		text = is_it ? rest : sv_skip(text, 1);
	}
	return buf_sv(&b);
}

/*
 * The same in every way to write it; those of Windows where it is a command's. What no agent sets
 * is replaced in one way alone.
 */
static struct sv put_root(struct arena *a, struct sv text, const struct gaff_plugin_variable *row,
			  struct sv root, bool is_windows)
{
	static const struct {
		struct sv before, behind;
		bool is_windows;
	} layouts[] = {
		{ SV_INIT("${"), SV_INIT("}"), false },    { SV_INIT("$"), SV_INIT(""), false },
		{ SV_INIT("%"), SV_INIT("%"), true },      { SV_INIT("$env:"), SV_INIT(""), true },
		{ SV_INIT("${env:"), SV_INIT("}"), true },
	};

	for (size_t i = 0; i < (row->set_by[0] ? COUNT_OF(layouts) : 1); i++) {
		struct buf whole = buf_in(a);

		gaff_buf_add(&whole, layouts[i].before);
		gaff_buf_add(&whole, row->name);
		gaff_buf_add(&whole, layouts[i].behind);
		if (is_windows || !layouts[i].is_windows)
			text = replaced(a, text, buf_sv(&whole), root);
	}
	return text;
}

struct translating {
	struct arena *arena;
	const struct gaff_conversion *conversion;
	struct gaff_err *err;
	bool *is_of; /* of each variable of a plugin: is it the source's? */

	/* ---- of the hook that is looked at ---- */
	const struct gaff_hook *hook;
	struct way way;
	bool by_gaff; /* it is run by gaff, which sets what its own agent would */
	struct gaff_naming naming;
	bool is_changed;
	struct buf was; /* members of "was" */
};

/* Whose variables a hook may have. */
static bool may_name(const struct translating *t, size_t variable)
{
	return gaff_is_manifest(t->conversion->from) || t->hook->dialect.n || t->is_of[variable];
}

/* The plugin's variables in a text, each once. */
static size_t plugin_rows(const struct translating *t, struct sv text,
			  const struct gaff_plugin_variable **out)
{
	size_t n = 0;

	for (size_t i = 0; i < gaff_n_plugin_variables && n < CHANGES; i++)
		if (may_name(t, i) && is_written(&gaff_plugin_variables[i], text))
			out[n++] = &gaff_plugin_variables[i];
	return n;
}

/* Nobody knows which folder it is. */
static void lose_plugin(struct translating *t, const struct gaff_plugin_variable *row,
			struct sv field)
{
	const struct gaff_host *from = t->conversion->from, *to = t->conversion->to;
	bool stays_there = from == to || gaff_is_manifest(from);

	if (t->naming.fate >= GAFF_NAMES_BROKEN)
		return;
	t->naming = (struct gaff_naming){ .field = field,
					  .name = row->name,
					  .is_plugins = true,
					  .is_root = row->part == GAFF_PLUGIN_ROOT &&
						     !t->conversion->plugin_root.n };
	if (gaff_is_manifest(to))
		t->naming.fate = t->conversion->runtime ? GAFF_NAMES_GONE : GAFF_NAMES_BROKEN;
	else if (!stays_there || !gaff_plugin_variable_is_of(row, to) ||
		 (t->by_gaff && !gaff_is_among(to->id, row->set_by)))
		t->naming.fate = GAFF_NAMES_GONE;
	else
		t->naming.fate = from == to ? GAFF_NAMES_FINE : GAFF_NAMES_PLUGIN;
}

/* A line for a shell, with the plugin's folder in it. */
static enum gaff_rc root_in_line(struct translating *t, struct sv field, struct sv *line)
{
	const struct gaff_plugin_variable *row[CHANGES];
	struct gaff_line_change change[CHANGES];
	struct sv root = t->conversion->plugin_root;
	size_t n = plugin_rows(t, *line, row), n_changes = 0;

	for (size_t i = 0; i < n; i++) {
		if (!root.n || row[i]->part == GAFF_PLUGIN_MORE)
			lose_plugin(t, row[i], field);
		else if (row[i]->part == GAFF_PLUGIN_SLASH)
			*line = replaced(t->arena, *line, SV("${/}"), SV("/"));
		else
			change[n_changes++] = (struct gaff_line_change){
				.name = row[i]->name,
				.value = root,
				.is_text = gaff_is_among(t->conversion->from->id,
							 row[i]->replaced_by),
				.is_only_text = !row[i]->set_by[0],
			};
	}
	if (!n_changes)
		return GAFF_OK;
	GAFF_TRY(gaff_line_change(t->arena, *line, change, n_changes, line, t->err));
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n_changes; k++)
			if (change[k].is_left && sv_eq(change[k].name, row[i]->name))
				lose_plugin(t, row[i], field);
	return GAFF_OK;
}

/*
 * A text that no shell reads: what is in the folder's name means nothing there. How to quote it for
 * shells of Windows nobody knows; and a hook's own folder is one of the project's.
 */
static void root_in_text(struct translating *t, struct sv field, struct sv *text)
{
	const struct gaff_plugin_variable *row[CHANGES];
	struct sv root = t->conversion->plugin_root;
	bool is_windows = sv_eq(field, SV("platform")),
	     can_be = root.n && !sv_eq(field, SV("cwd")) &&
		      !(is_windows && !gaff_line_is_plain(root));
	size_t n = plugin_rows(t, *text, row);

	for (size_t i = 0; i < n; i++) {
		if (can_be && row[i]->part != GAFF_PLUGIN_MORE)
			*text = put_root(t->arena, *text, row[i],
					 row[i]->part == GAFF_PLUGIN_SLASH ? SV("/") : root,
					 is_windows);
		if (is_written(row[i], *text))
			lose_plugin(t, row[i], field);
	}
}

/* ---- one hook ---- */

/* Does it name what gaff alone sets? Such a line never was the target's. */
static bool names_ours(struct sv line, const struct gaff_host *to)
{
	for (size_t i = 0; i < COUNT_OF(ours); i++)
		if (gaff_line_mentions(line, sv_of(ours[i].name)) &&
		    !gaff_is_set_by(to, NULL, sv_of(ours[i].name)))
			return true;
	return false;
}

/* What a hook says in its own data for this agent: the line before it went to a manifest. */
static struct sv line_as_it_was(struct translating *t, struct sv member, struct sv line)
{
	const struct gaff_host *to = t->conversion->to;
	struct json data = gaff_provider_data(t->hook->provider_data, to);
	struct json kept = gaff_json_get(gaff_json_get(data, SV("was")), member);
	struct way there = { .from = to, .to = t->conversion->from };
	struct sv was, again, lost;

	if (t->hook->dialect.n || gaff_json_type(kept) != JSON_STRING ||
	    !gaff_json_text(t->arena, kept, &was) || names_ours(was, to) ||
	    translate(t->arena, &there, was, &again, &lost, t->err) != GAFF_OK ||
	    !sv_eq(again, line))
		return (struct sv){ 0 };
	return was;
}

/* Would it not come back from the manifest as it is? Then it is kept. */
static enum gaff_rc keep_line(struct translating *t, struct sv member, struct sv was, struct sv is)
{
	struct way back = { .from = t->conversion->to, .to = t->conversion->from };
	struct json_writer w = { .out = &t->was, .comma = t->was.n != 0 };
	struct sv again, lost;

	GAFF_TRY(translate(t->arena, &back, is, &again, &lost, t->err));
	if (!sv_eq(again, was))
		json_member_string(&w, member, was);
	return GAFF_OK;
}

static enum gaff_rc change_line(struct translating *t, struct sv member, struct sv field,
				struct sv *line)
{
	struct sv before = *line, lost = { 0 }, was;

	GAFF_TRY(root_in_line(t, field, line));
	if (t->by_gaff || t->conversion->from == t->conversion->to)
		return GAFF_OK;
	was = gaff_is_manifest(t->conversion->from) ? line_as_it_was(t, member, *line)
						    : (struct sv){ 0 };
	if (was.n) {
		*line = was;
		return GAFF_OK;
	}
	before = *line;
	GAFF_TRY(translate(t->arena, &t->way, before, line, &lost, t->err));
	if (lost.n && t->naming.fate < GAFF_NAMES_BROKEN)
		t->naming = (struct gaff_naming){ GAFF_NAMES_GONE, field, lost, false, false };
	if (gaff_is_manifest(t->conversion->to) && !sv_eq(before, *line))
		GAFF_TRY(keep_line(t, member, before, *line));
	return GAFF_OK;
}

/* One text of a handler: the member of `object` with this name. */
static enum gaff_rc change_text(struct translating *t, struct sv member, struct sv field,
				struct json value, struct json_writer *w)
{
	bool is_line = sv_eq(field, SV("command")) ||
		       (sv_eq(field, SV("platform")) && !sv_eq(member, SV("windows")));
	struct sv text = { 0 }, before;

	if (gaff_json_type(value) != JSON_STRING) {
		gaff_doc_write(w, value);
		return GAFF_OK;
	}
	(void)gaff_json_text(t->arena, value, &text);
	before = text;
	if (is_line)
		GAFF_TRY(change_line(t, member, field, &text));
	else
		root_in_text(t, field, &text);
	if (sv_eq(before, text)) {
		gaff_json_raw(w, json_sv(value));
		return GAFF_OK;
	}
	gaff_json_string(w, text);
	t->is_changed = true;
	return GAFF_OK;
}

/* The texts of a handler; of `field`: those of that member. */
static enum gaff_rc change_texts(struct translating *t, struct sv field, struct json object,
				 struct json_writer *w)
{
	struct json_iter it = gaff_json_iter(object);
	struct json key, value;

	gaff_json_open(w, '{');
	while (gaff_json_next(&it, &key, &value)) {
		struct sv name = { 0 };

		(void)gaff_json_text(t->arena, key, &name);
		gaff_json_key(w, name);
		if (field.n)
			GAFF_TRY(change_text(t, name, field, value, w));
		else if (gaff_is_among(name, "command cwd"))
			GAFF_TRY(change_text(t, name, name, value, w));
		else if (gaff_is_among(name, "platform env") &&
			 gaff_json_type(value) == JSON_OBJECT)
			GAFF_TRY(change_texts(t, name, value, w));
		else
			gaff_json_raw(w, json_sv(value));
	}
	gaff_json_close(w, '}');
	return GAFF_OK;
}

/* What is kept for an agent, with "was" as the last member. */
static void write_own(struct translating *t, struct json own, struct json_writer *w)
{
	struct json_iter it = gaff_json_iter(own);
	struct json key, value;

	gaff_json_key(w, t->conversion->from->id);
	gaff_json_open(w, '{');
	while (gaff_json_next(&it, &key, &value))
		if (!gaff_json_is(key, SV("was")))
			gaff_json_copy(w, key, value);
	gaff_json_key(w, SV("was"));
	gaff_json_open(w, '{');
	gaff_json_raw(w, buf_sv(&t->was));
	gaff_json_close(w, '}');
	gaff_json_close(w, '}');
}

/* An object with one more member, or one that was there with one more member. */
static void write_was(struct translating *t, struct json data, struct json_writer *w)
{
	struct json_iter it = gaff_json_iter(data);
	struct json key, value;
	bool is_done = false;

	gaff_json_key(w, SV("provider_data"));
	gaff_json_open(w, '{');
	while (gaff_json_next(&it, &key, &value)) {
		bool is_own = gaff_json_is(key, t->conversion->from->id) &&
			      gaff_json_type(value) == JSON_OBJECT;

		if (is_own)
			write_own(t, value, w);
		else
			gaff_json_copy(w, key, value);
		is_done |= is_own;
	}
	if (!is_done)
		write_own(t, (struct json){ 0 }, w);
	gaff_json_close(w, '}');
}

static enum gaff_rc change_hook(struct translating *t, struct json object, struct json_writer *w)
{
	struct buf handler = buf_in(t->arena);
	struct json_writer inner = { .out = &handler };
	struct json_iter it = gaff_json_iter(object);
	struct json key, value;
	bool has_data = false;

	GAFF_TRY(change_texts(t, SV(""), gaff_json_get(object, SV("handler")), &inner));
	gaff_json_open(w, '{');
	while (gaff_json_next(&it, &key, &value)) {
		if (gaff_json_is(key, SV("handler"))) {
			json_member(w, SV("handler"), buf_sv(&handler));
		} else if (gaff_json_is(key, SV("provider_data")) && t->was.n) {
			write_was(t, value, w);
			has_data = true;
		} else {
			gaff_json_copy(w, key, value);
		}
	}
	if (t->was.n && !has_data)
		write_was(t, (struct json){ 0 }, w);
	gaff_json_close(w, '}');
	return gaff_arena_check(t->arena, t->err);
}

static void begin(struct translating *t, const struct gaff_hook *hook)
{
	const struct gaff_conversion *c = t->conversion;

	t->hook = hook;
	t->naming = (struct gaff_naming){ 0 };
	t->was = buf_in(t->arena);
	t->by_gaff = c->runtime && hook->kind <= GAFF_HANDLER_HTTP;
	t->way = (struct way){
		.from = c->from,
		.to = c->to,
		.is_gaffs = hook->dialect.n != 0,
		.dialect = hook->dialect.n ? gaff_host_find(hook->dialect) : NULL,
		.brought = gaff_is_manifest(c->to) ||
					   gaff_layout_member(c->to->layout, GAFF_MEMBER_ENV,
							      hook->kind)
				   ? hook->env
				   : (struct json){ 0 },
		.is_elsewhere = hook->cwd.n &&
				gaff_layout_member(c->to->layout, GAFF_MEMBER_CWD, hook->kind),
	};
}

/* ---- all of them ---- */

/* With the same members beside the hooks. */
static enum gaff_rc read_again(struct translating *t, struct gaff_middle *middle, struct sv hooks)
{
	struct gaff_findings findings = { .arena = t->arena };
	struct json none, hook;
	struct gaff_hook *again;
	struct json_iter it;

	again = gaff_arena_alloc(t->arena, (middle->n + 1) * sizeof *again);
	GAFF_TRY(gaff_middle_with(t->arena, middle->root, hooks, &middle->root, t->err));
	it = gaff_json_iter(gaff_json_get(middle->root, SV("hooks")));
	for (size_t i = 0; i < middle->n && gaff_json_next(&it, &none, &hook); i++) {
		if (!gaff_hook_read(t->arena, gaff_hosts, hook, &findings, &again[i]))
			return gaff_fail(t->err, GAFF_ESYNTAX, "hook %zu: %.*s", i + 1,
					 findings.n ? (int)findings.item[0].text.n : 9,
					 findings.n ? findings.item[0].text.p : "no memory");
		again[i].number = middle->hook[i].number;
	}
	middle->hook = again; /* messages name the hooks as they were read */
	return GAFF_OK;
}

enum gaff_rc gaff_middle_translate(struct arena *a, const struct gaff_conversion *c,
				   struct gaff_middle *middle, struct gaff_err *err)
{
	struct translating t = { .arena = a, .conversion = c, .err = err };
	struct json_iter it = gaff_json_iter(gaff_json_get(middle->root, SV("hooks")));
	struct buf hooks = buf_in(a);
	struct json_writer w = { .out = &hooks };
	struct gaff_naming *naming;
	struct json none, object;

	if (c->from == c->to && !c->plugin_root.n && (!c->runtime || gaff_is_manifest(c->to)))
		return GAFF_OK;
	naming = gaff_arena_alloc(a, (middle->n + 1) * sizeof *naming);
	t.is_of = gaff_arena_alloc(a, gaff_n_plugin_variables * sizeof *t.is_of);
	GAFF_TRY(gaff_arena_check(a, err));
	for (size_t i = 0; i < gaff_n_plugin_variables; i++)
		t.is_of[i] = gaff_plugin_variable_is_of(&gaff_plugin_variables[i], c->from);
	gaff_json_open(&w, '[');
	for (size_t i = 0; i < middle->n && gaff_json_next(&it, &none, &object); i++) {
		begin(&t, &middle->hook[i]);
		if (t.hook->kind == GAFF_HANDLER_COMMAND)
			GAFF_TRY(change_hook(&t, object, &w));
		else
			gaff_json_raw(&w, json_sv(object));
		naming[i] = t.naming;
	}
	gaff_json_close(&w, ']');
	middle->naming = naming;
	GAFF_TRY(gaff_buf_check(&hooks, err));
	return t.is_changed ? read_again(&t, middle, buf_sv(&hooks)) : GAFF_OK;
}
