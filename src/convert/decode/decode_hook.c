#include "base/limits.h"
#include "convert/decode/decode_parts.h"
#include "agents/hosts.h"
#include "text/doc.h"

/*
 * One entry as a hook. What the manifest's reader refuses of it is kept for the agent alone, and
 * the rest is tried again; where that is the command itself, no manifest can have the entry.
 */

struct taking {
	struct gaff_decoding *d;
	struct gaff_native_entry *entry;
	struct gaff_entry_members m;
	struct gaff_entry_selection selection;
	struct gaff_spelling spelling;
	struct json inside; /* the hook of a line that calls gaff, or absent */
	size_t number;      /* that the hook will have */
	unsigned refused;   /* bits of fields */
	unsigned kept;      /* the same, of those that would not come back otherwise */
	struct sv why[GAFF_MEMBER_FIELDS];
	size_t from[GAFF_MEMBER_FIELDS], to[GAFF_MEMBER_FIELDS]; /* where they are in the text */
	struct buf text;
	struct json_writer w;
	bool is_async;
};

/* ---- aside ---- */

static void add_place(struct buf *b, const struct gaff_native_entry *entry)
{
	char text[80] = "";

	gaff_buf_add(b, gaff_shortened(entry->event_name));
	if (entry->at == GAFF_NOT_IN_LIST)
		return;
	(void)snprintf(text, sizeof text, "%s%s %zu", entry->event_name.n ? ", " : "",
		       entry->group.n ? "group" : "entry", entry->at + 1);
	gaff_buf_add(b, sv_of(text));
	if (!entry->group.n)
		return;
	(void)snprintf(text, sizeof text, ", entry %zu", entry->in_group + 1);
	gaff_buf_add(b, sv_of(text));
}

/* Nobody waits for it: whatever it is, it is no guard. */
static bool is_not_waited_for(const struct taking *t, const struct gaff_native_entry *entry)
{
	const struct gaff_member *row = gaff_layout_member(t->d->layout, GAFF_MEMBER_ASYNC,
							   GAFF_HANDLER_COMMAND);

	return row && gaff_json_type(gaff_json_at(entry->object, row->where)) == JSON_TRUE;
}

static void leave_aside(struct taking *t, const char *why, bool could_block)
{
	struct gaff_losses *losses = t->d->losses;

	for (const struct gaff_native_entry *e = t->entry; e; e = e->twin) {
		struct buf place = buf_in(t->d->arena);

		add_place(&place, e);
		gaff_lose(losses, 0, SV("hooks"), GAFF_DEGRADE_EXCLUDE, "%.*s: %s: left out",
			  SV_ARG(buf_sv(&place)), why);
		gaff_loss_is_of_source(losses);
		if (could_block && e->event && gaff_shape_can_deny(e->event->answer) &&
		    !is_not_waited_for(t, e))
			gaff_loss_is_guard(losses);
	}
}

/* ---- the parts of a hook ---- */

static void write_event(struct taking *t)
{
	const struct gaff_event_row *event = t->entry->event;
	struct buf name = buf_in(t->d->arena);

	if (event->id != GAFF_EV_NATIVE) {
		json_member_string(&t->w, SV("event"), gaff_event_id_name(event->id));
		return;
	}
	gaff_buf_add(&name, t->entry->host->id);
	gaff_buf_add(&name, SV(":"));
	gaff_buf_add(&name, event->native);
	json_member_string(&t->w, SV("event"), buf_sv(&name));
}

static void write_field(struct taking *t, enum gaff_member_field field, struct sv name)
{
	bool is_other;
	struct json value = gaff_member_value(t->d, &t->m, field, &is_other);

	if (is_other || t->refused >> field & 1)
		t->kept |= 1u << field;
	if (field == GAFF_MEMBER_TIMEOUT && is_other && !value.n) {
		gaff_lose(t->d->losses, t->number, SV("timeout"), GAFF_DEGRADE_WARN,
			  "it may take as long as it likes; in a manifest it has %d s",
			  GAFF_HOOK_TIMEOUT_MS / 1000);
		gaff_loss_is_of_source(t->d->losses);
	}
	if (!value.n || t->refused >> field & 1)
		return;
	t->from[field] = t->text.n;
	gaff_json_key(&t->w, name);
	gaff_doc_write(&t->w, value);
	t->to[field] = t->text.n;
}

static void write_platform(struct taking *t)
{
	/* clang-format off */
	static const struct { enum gaff_member_field field; struct sv name; } systems[] = {
		{ GAFF_MEMBER_WINDOWS, SV_INIT("windows") },
		{ GAFF_MEMBER_LINUX,   SV_INIT("linux") },
		{ GAFF_MEMBER_OSX,     SV_INIT("osx") },
	};
	/* clang-format on */
	bool is_open = false;

	for (size_t i = 0; i < COUNT_OF(systems); i++) {
		if (!t->m.value[systems[i].field].n)
			continue;
		if (!is_open) {
			gaff_json_key(&t->w, SV("platform"));
			gaff_json_open(&t->w, '{');
			is_open = true;
		}
		write_field(t, systems[i].field, systems[i].name);
	}
	if (is_open)
		gaff_json_close(&t->w, '}');
}

static bool is_loopback(struct arena *a, struct json url)
{
	struct sv text = { 0 };

	(void)gaff_json_text(a, url, &text);
	return sv_starts(text, SV("http://localhost")) || sv_starts(text, SV("http://127.")) ||
	       sv_starts(text, SV("http://[::1]"));
}

static void write_handler(struct taking *t)
{
	gaff_json_key(&t->w, SV("handler"));
	gaff_json_open(&t->w, '{');
	json_member_string(&t->w, SV("type"), gaff_handler_name(t->m.kind));
	write_field(t, GAFF_MEMBER_COMMAND, SV("command"));
	write_platform(t);
	write_field(t, GAFF_MEMBER_CWD, SV("cwd"));
	write_field(t, GAFF_MEMBER_ENV, SV("env"));
	write_field(t, GAFF_MEMBER_URL, SV("url"));
	if (is_loopback(t->d->arena, t->m.value[GAFF_MEMBER_URL]))
		json_member(&t->w, SV("allow_http_loopback"), SV("true"));
	write_field(t, GAFF_MEMBER_HEADERS, SV("headers"));
	write_field(t, GAFF_MEMBER_ALLOWED_ENV, SV("allowed_env_vars"));
	write_field(t, GAFF_MEMBER_PROMPT, SV("prompt"));
	write_field(t, GAFF_MEMBER_MODEL, SV("model"));
	write_field(t, GAFF_MEMBER_TIMEOUT, SV("timeout"));
	write_field(t, GAFF_MEMBER_ASYNC, SV("async"));
	gaff_json_close(&t->w, '}');
}

/* ---- what is kept for the agent ---- */

static void keep_matcher(struct taking *t, struct json_writer *w)
{
	if (t->spelling.is_usual ||
	    t->d->layout->shape == GAFF_LAYOUT_ONE) /* which is never written */
		return;
	gaff_json_key(w, SV("matcher"));
	if (t->entry->matcher.n)
		gaff_doc_write(w, t->entry->matcher);
	else
		gaff_json_raw(w, SV("null"));
}

static void keep_events(struct taking *t, struct json_writer *w)
{
	if (gaff_events_are_usual(t->d->host, t->entry))
		return;
	gaff_json_key(w, SV("events"));
	gaff_json_open(w, '[');
	for (const struct gaff_native_entry *e = t->entry; e; e = e->twin)
		gaff_json_string(w, e->event_name);
	gaff_json_close(w, ']');
}

static bool is_same_matcher(struct arena *a, struct json x, struct json y)
{
	struct sv one = { 0 }, other = { 0 };

	if ((x.n && !gaff_json_text(a, x, &one)) || (y.n && !gaff_json_text(a, y, &other)))
		return false;
	return sv_eq(one, other) || (gaff_matcher_is_all(one) && gaff_matcher_is_all(other));
}

static void write_group(struct taking *t, struct json_writer *w)
{
	struct json_iter it = gaff_json_iter(t->entry->group);
	struct json key, value;
	struct sv name;

	gaff_json_key(w, SV("group"));
	gaff_json_open(w, '{');
	while (gaff_json_next(&it, &key, &value)) {
		if (gaff_json_is(key, SV("hooks")) || gaff_json_is(key, SV("matcher")) ||
		    !gaff_json_text(t->d->arena, key, &name))
			continue;
		gaff_json_key(w, name);
		gaff_doc_write(w, value);
		gaff_lose(t->d->losses, t->number, SV("group"), GAFF_DEGRADE_WARN,
			  "\"%.*s\" of its group is for %s alone", GAFF_SHORT(name),
			  t->d->host->title);
		gaff_loss_is_of_source(t->d->losses);
	}
	gaff_json_close(w, '}');
}

static bool has_more_members(struct json group)
{
	struct json_iter it = gaff_json_iter(group);
	struct json key, value;

	while (gaff_json_next(&it, &key, &value))
		if (!gaff_json_is(key, SV("hooks")) && !gaff_json_is(key, SV("matcher")))
			return true;
	return false;
}

/* The hook before it in the list of its event, or NULL. */
static const struct gaff_native_entry *hook_before(const struct gaff_decoding *d,
						   const struct gaff_native_entry *entry)
{
	const struct gaff_native_entry *e = entry;

	while (e > d->entry && e[-1].event == entry->event)
		if ((--e)->is_hook)
			return e;
	return NULL;
}

/* Which group it is in, where nobody would guess. */
static void keep_group(struct taking *t, struct json_writer *w)
{
	const struct gaff_native_entry *entry = t->entry, *last;
	bool is_flat = t->d->layout->shape == GAFF_LAYOUT_FLAT;

	if (!entry->group.n)
		return;
	last = hook_before(t->d, entry);
	if (last && last->group.p == entry->group.p) {
		/* hooks of one group may select other tools by their rules */
		if (is_flat || t->m.row[GAFF_MEMBER_IF])
			json_member(w, SV("group"), SV("true"));
		return;
	}
	if (is_flat || has_more_members(entry->group) ||
	    (last && is_same_matcher(t->d->arena, last->matcher, entry->matcher)))
		write_group(t, w);
}

static void keep_all(struct taking *t, struct json_writer *w)
{
	const struct gaff_native_entry *entry = t->entry;
	struct json own = t->m.value[GAFF_MEMBER_MATCHER];

	keep_events(t, w);
	if (t->inside.n) { /* what gaff wrote itself need not be kept, but for a name made up */
		bool is_named = gaff_json_get(t->inside, SV("name")).n;

		keep_group(t, w);
		gaff_keep_rest(t->d, entry, &t->m, is_named ? 0 : GAFF_FIELD_BIT(NAME), t->number,
			       w);
		return;
	}
	keep_matcher(t, w);
	keep_group(t, w);
	if (t->m.as.n) {
		gaff_json_key(w, SV("as"));
		gaff_json_open(w, '{');
		gaff_json_raw(w, buf_sv(&t->m.as));
		gaff_json_close(w, '}');
	}
	if (t->m.words.n) {
		gaff_json_key(w, SV("args"));
		gaff_doc_write(w, t->m.words);
	}
	if (t->m.row[GAFF_MEMBER_IF]) {
		gaff_json_key(w, SV("if"));
		gaff_doc_write(w, t->m.value[GAFF_MEMBER_IF]);
	}
	if (own.n && own.p != entry->matcher.p) {
		gaff_lose(t->d->losses, t->number, SV("matcher"), GAFF_DEGRADE_WARN,
			  "a matcher in a group that has one: dropped");
		gaff_loss_is_of_source(t->d->losses);
	}
	gaff_keep_rest(t->d, entry, &t->m, t->kept, t->number, w);
}

static void write_provider_data(struct taking *t)
{
	struct buf b = buf_in(t->d->arena);
	struct json_writer w = { .out = &b };

	gaff_json_open(&w, '{');
	keep_all(t, &w);
	gaff_json_close(&w, '}');
	if (b.n <= 2)
		return;
	gaff_json_key(&t->w, SV("provider_data"));
	gaff_json_open(&t->w, '{');
	json_member(&t->w, t->d->host->id, buf_sv(&b));
	gaff_json_close(&t->w, '}');
}

/* ---- the whole ---- */

static void say_refused(struct taking *t)
{
	static const struct sv names[GAFF_MEMBER_FIELDS] = {
		[GAFF_MEMBER_NAME] = SV_INIT("name"),
		[GAFF_MEMBER_ENABLED] = SV_INIT("enabled"),
		[GAFF_MEMBER_STATUS] = SV_INIT("status_message"),
		[GAFF_MEMBER_CLOSED] = SV_INIT("on_error"),
		[GAFF_MEMBER_WINDOWS] = SV_INIT("platform"),
		[GAFF_MEMBER_LINUX] = SV_INIT("platform"),
		[GAFF_MEMBER_OSX] = SV_INIT("platform"),
		[GAFF_MEMBER_CWD] = SV_INIT("cwd"),
		[GAFF_MEMBER_ENV] = SV_INIT("env"),
		[GAFF_MEMBER_HEADERS] = SV_INIT("headers"),
		[GAFF_MEMBER_ALLOWED_ENV] = SV_INIT("allowed_env_vars"),
		[GAFF_MEMBER_MODEL] = SV_INIT("model"),
		[GAFF_MEMBER_TIMEOUT] = SV_INIT("timeout"),
		[GAFF_MEMBER_ASYNC] = SV_INIT("async"),
		[GAFF_MEMBER_IF] = SV_INIT("paths"),
	};

	for (size_t field = 0; field < GAFF_MEMBER_FIELDS; field++) {
		if (!(t->refused >> field & 1))
			continue;
		gaff_lose(t->d->losses, t->number, names[field], GAFF_DEGRADE_WARN,
			  "it is for %s alone: %.*s", t->d->host->title, SV_ARG(t->why[field]));
		gaff_loss_is_of_source(t->d->losses);
	}
}

static enum gaff_rc select_calls(struct taking *t)
{
	struct gaff_selection all = { 0 };

	t->selection = (struct gaff_entry_selection){ 0 };
	if (t->d->layout->shape == GAFF_LAYOUT_ONE)
		return gaff_one_select(t->d, t->entry, &t->m, t->number, &t->selection);
	for (const struct gaff_native_entry *e = t->entry; e; e = e->twin) {
		GAFF_TRY(gaff_known_select(t->d, e, &t->m, t->number, &t->selection));
		if (e == t->entry && !e->twin)
			return gaff_known_spelling(t->d, e, &t->m, &t->selection.tools,
						   &t->spelling);
		if (!all.item)
			all.item = gaff_arena_alloc(t->d->arena,
						    4 * GAFF_TOOL_COUNT * sizeof *all.item);
		GAFF_TRY(gaff_arena_check(t->d->arena, t->d->err));
		for (size_t i = 0; i < t->selection.tools.n && all.n < 4 * GAFF_TOOL_COUNT; i++) {
			struct gaff_selector one = t->selection.tools.item[i];
			size_t same = 0;

			while (same < all.n && all.item[same].tool != one.tool)
				same++;
			if (same == all.n) /* twins have no matchers: these are words */
				all.item[all.n++] = one;
		}
	}
	t->selection.tools = all;
	t->spelling.is_usual = true; /* they have none */
	return GAFF_OK;
}

/*
 * What the agent does by itself when this hook fails, so that it does not get lost elsewhere. A
 * file cannot say it, so nothing of it is written on the way back.
 */
static void write_closed(struct taking *t)
{
	unsigned flags = 0;
	bool closes = false;

	for (const struct gaff_native_entry *e = t->entry; e; e = e->twin) {
		closes |= gaff_host_closes(e->host, e->event);
		flags |= e->event->flags;
	}
	if (!closes || t->m.kind != GAFF_HANDLER_COMMAND)
		return;
	json_member_string(&t->w, SV("on_error"), SV("closed"));
	if (flags & GAFF_E_LATE_PASSES)
		json_member_string(&t->w, SV("timeout_action"), SV("warn"));
}

static void write_hook(struct taking *t)
{
	bool can_deny = gaff_shape_can_deny(t->entry->event->answer);

	t->kept = 0;
	t->text = buf_in(t->d->arena);
	t->w = (struct json_writer){ .out = &t->text };
	gaff_json_open(&t->w, '{');
	write_field(t, GAFF_MEMBER_NAME, SV("name"));
	write_event(t);
	if (t->selection.tools.n) {
		gaff_json_key(&t->w, SV("matcher"));
		gaff_selection_write(&t->w, &t->selection.tools);
	}
	if (t->selection.paths.n && !(t->refused >> GAFF_MEMBER_IF & 1)) {
		t->from[GAFF_MEMBER_IF] = t->text.n;
		gaff_json_key(&t->w, SV("paths"));
		gaff_doc_write(&t->w, t->selection.paths);
		t->to[GAFF_MEMBER_IF] = t->text.n;
	}
	write_handler(t);
	json_member(&t->w, SV("blocking"), can_deny && !t->is_async ? SV("true") : SV("false"));
	write_field(t, GAFF_MEMBER_ENABLED, SV("enabled"));
	if (t->m.row[GAFF_MEMBER_CLOSED])
		write_field(t, GAFF_MEMBER_CLOSED, SV("on_error"));
	else if (can_deny && !t->is_async)
		write_closed(t);
	write_field(t, GAFF_MEMBER_STATUS, SV("status_message"));
	say_refused(t);
	write_provider_data(t);
	gaff_json_close(&t->w, '}');
}

/* The hook that was inside of a line, and what is in the entry besides. */
static void write_inside(struct taking *t)
{
	struct json_iter it = gaff_json_iter(t->inside);
	struct json key, value;
	struct sv name;

	t->text = buf_in(t->d->arena);
	t->w = (struct json_writer){ .out = &t->text };
	gaff_json_open(&t->w, '{');
	while (gaff_json_next(&it, &key, &value)) {
		if (gaff_json_is(key, SV("provider_data")) ||
		    !gaff_json_text(t->d->arena, key, &name))
			continue;
		gaff_json_key(&t->w, name);
		gaff_doc_write(&t->w, value);
	}
	write_provider_data(t);
	gaff_json_close(&t->w, '}');
}

/* The field that a finding is about; GAFF_MEMBER_FIELDS: none that the hook can do without. */
static enum gaff_member_field field_at(const struct taking *t, const char *at)
{
	const unsigned needed = GAFF_FIELD_BIT(COMMAND) | GAFF_FIELD_BIT(URL) |
				GAFF_FIELD_BIT(PROMPT);
	size_t offset = (size_t)(at - t->text.p);

	for (size_t field = 0; field < GAFF_MEMBER_FIELDS; field++)
		if (at >= t->text.p && offset >= t->from[field] && offset < t->to[field] &&
		    !((needed | t->refused) >> field & 1))
			return (enum gaff_member_field)field;
	return GAFF_MEMBER_FIELDS;
}

/* Try it. *again: without a field that was refused; *problem: in no way. */
static enum gaff_rc try_hook(struct taking *t, struct gaff_hook *out, bool *again,
			     const char **problem)
{
	struct gaff_findings findings = { .arena = t->d->arena };
	enum gaff_member_field field;
	struct json hook;

	*again = false;
	*problem = NULL;
	memset(t->from, 0, sizeof t->from);
	memset(t->to, 0, sizeof t->to);
	if (t->inside.n)
		write_inside(t);
	else
		write_hook(t);
	hook = gaff_json_made(&t->text);
	if (!hook.n)
		return gaff_fail(t->d->err, GAFF_ENOMEM, "no memory for a hook");
	if (gaff_hook_read(t->d->arena, gaff_hosts, hook, &findings, out))
		return GAFF_OK;
	for (size_t i = 0; i < findings.n; i++) {
		const struct gaff_finding *found = &findings.item[i];

		if (found->is_warning)
			continue;
		field = field_at(t, found->at);
		if (field == GAFF_MEMBER_FIELDS) {
			*problem = gaff_arena_dup(t->d->arena, found->text);
			return *problem ? GAFF_OK
					: gaff_fail(t->d->err, GAFF_ENOMEM, "no memory for a hook");
		}
		t->refused |= 1u << field;
		t->why[field] = found->text;
		*again = true;
	}
	return *again ? GAFF_OK : gaff_fail(t->d->err, GAFF_ENOMEM, "no memory for a hook");
}

static enum gaff_rc add_hook(struct taking *t, const struct gaff_hook *hook)
{
	struct gaff_decoding *d = t->d;

	if (d->n_hooks == GAFF_MANIFEST_HOOKS)
		return gaff_fail(d->err, GAFF_ETOOBIG, "more than %d hooks", GAFF_MANIFEST_HOOKS);
	if (d->n_hooks)
		buf_addc(&d->hooks, ',');
	gaff_buf_add(&d->hooks, buf_sv(&t->text));
	d->hook[d->n_hooks] = *hook;
	d->hook[d->n_hooks].number = t->number;
	d->n_hooks++;
	for (struct gaff_native_entry *e = t->entry; e; e = e->twin)
		e->is_hook = true;
	return GAFF_OK;
}

/* What gaff itself has written there; *is_ours: nothing that a manifest would have. */
static void look_inside(struct taking *t, bool *is_ours)
{
	struct sv command;

	*is_ours = gaff_json_text(t->d->arena, t->m.value[GAFF_MEMBER_COMMAND], &command) &&
		   gaff_runtime_read(t->d->arena, command, &t->inside) && !t->inside.n;
}

/* By either name: "before_tool_execute", "cursor:beforeShellExecution". */
static bool is_of_event(struct taking *t)
{
	const struct gaff_event_row *row = t->entry->event;
	struct json event = gaff_json_get(t->inside, SV("event"));
	struct buf own = buf_in(t->d->arena);

	if (!t->inside.n || row->id == GAFF_EV_NATIVE ||
	    gaff_json_is(event, gaff_event_id_name(row->id)))
		return true;
	gaff_buf_add(&own, t->d->host->id);
	buf_addc(&own, ':');
	gaff_buf_add(&own, row->native);
	return gaff_json_is(event, buf_sv(&own));
}

/* What was said while a hook was tried, and is said again or not at all. */
static void forget_losses(struct gaff_losses *losses, const struct gaff_losses *before)
{
	losses->n = before->n;
	losses->n_more = before->n_more;
	losses->n_more_of_source = before->n_more_of_source;
	losses->n_guards = before->n_guards;
}

enum gaff_rc gaff_take_entry(struct gaff_decoding *d, struct gaff_native_entry *entry)
{
	struct taking t = { .d = d, .entry = entry, .number = d->n_hooks + 1 };
	struct gaff_losses before = *d->losses;
	const char *problem = entry->why_not;
	bool is_ours = false, again = true;
	struct gaff_hook hook;

	if (!problem)
		problem = gaff_find_members(d, entry, &t.m);
	if (problem) {
		leave_aside(&t, problem, !entry->why_not);
		return GAFF_OK;
	}
	look_inside(&t, &is_ours);
	if (is_ours || !is_of_event(&t)) {
		leave_aside(&t, is_ours ? "it calls gaff" : "it is for another event", false);
		return GAFF_OK;
	}
	t.is_async = gaff_json_type(t.m.value[GAFF_MEMBER_ASYNC]) == JSON_TRUE ||
		     gaff_json_type(gaff_json_find(&t.m.index, SV("asyncRewake"))) == JSON_TRUE;
	while (again && !problem) {
		forget_losses(d->losses, &before);
		if (!t.inside.n)
			GAFF_TRY(select_calls(&t));
		if (t.selection.is_never || t.spelling.is_nowhere) {
			forget_losses(d->losses, &before);
			leave_aside(&t,
				    t.selection.is_never ? "by its \"if\" it never runs"
							 : "its matcher selects no tool",
				    false);
			return GAFF_OK;
		}
		GAFF_TRY(try_hook(&t, &hook, &again, &problem));
	}
	if (!problem)
		return add_hook(&t, &hook);
	forget_losses(d->losses, &before);
	leave_aside(&t, problem, true);
	return GAFF_OK;
}
