#include "convert/encode/encode_parts.h"
#include "config/members.h"
#include "agents/hosts.h"
#include "text/doc.h"

/*
 * A manifest may come from anywhere, and its provider_data says things about an agent that nobody
 * sees who reads the hooks. So nothing of it can change what runs, or when: where it is about
 * something that the hook says too, it may spell that in its own way, and no more.
 */

enum trust {
	NEVER, /* what runs, and when: it is the hook that says so */
	SAME,  /* only when it says what the hook says */
	OWN,   /* the agent's own value wins */
};

/* clang-format off */
static const enum trust trusts[GAFF_MEMBER_FIELDS] = {
	[GAFF_MEMBER_EVENT]   = NEVER, [GAFF_MEMBER_MATCHER]     = NEVER, [GAFF_MEMBER_TYPE]    = NEVER,
	[GAFF_MEMBER_COMMAND] = NEVER, [GAFF_MEMBER_ARGS]        = NEVER, [GAFF_MEMBER_WINDOWS] = NEVER,
	[GAFF_MEMBER_LINUX]   = NEVER, [GAFF_MEMBER_OSX]         = NEVER, [GAFF_MEMBER_URL]     = NEVER,
	[GAFF_MEMBER_PROMPT]  = NEVER, [GAFF_MEMBER_ENABLED]     = SAME,  [GAFF_MEMBER_ASYNC]   = SAME,
	[GAFF_MEMBER_CLOSED]  = SAME,  [GAFF_MEMBER_ENV]         = SAME,  [GAFF_MEMBER_TIMEOUT] = SAME,
	[GAFF_MEMBER_HEADERS] = SAME,  [GAFF_MEMBER_ALLOWED_ENV] = SAME,  [GAFF_MEMBER_CWD]     = OWN,
	[GAFF_MEMBER_NAME]    = OWN,   [GAFF_MEMBER_STATUS]      = OWN,   [GAFF_MEMBER_MODEL]   = OWN,
	[GAFF_MEMBER_IF]      = NEVER,
};
/* clang-format on */

struct reading {
	struct gaff_encoding *e;
	const struct gaff_hook_plan *plan;
	struct json hook;
	struct gaff_own *own;
	size_t room;
};

static void pass_over(struct reading *r, struct sv inside, struct sv name, const char *why)
{
	struct gaff_encoding *e = r->e;
	struct buf member = buf_in(e->arena);

	gaff_buf_add(&member, inside);
	gaff_buf_add(&member, inside.n ? SV(".") : SV(""));
	gaff_buf_add(&member, gaff_shortened(name));
	gaff_lose(e->losses, r->plan->hook->number,
		  gaff_provider_field(e->arena, e->host->id, buf_sv(&member)), GAFF_DEGRADE_WARN,
		  "passed over: %s", why);
}

/* ---- does it say the same? ---- */

static bool same_flag(struct json value, bool flag)
{
	enum json_type type = gaff_json_type(value);

	return type == (flag ? JSON_TRUE : JSON_FALSE);
}

static bool says_the_same(struct reading *r, enum gaff_member_field field, struct json value)
{
	const struct gaff_hook *hook = r->plan->hook;
	struct arena *a = r->e->arena;
	int64_t ms;

	switch (field) {
	case GAFF_MEMBER_ENABLED:
		return same_flag(value, hook->enabled);
	case GAFF_MEMBER_ASYNC:
		return same_flag(value, hook->async);
	case GAFF_MEMBER_CLOSED:
		return gaff_json_same(
			a, value,
			gaff_layout_closed(r->e->layout, hook->on_error == GAFF_ON_ERROR_CLOSED));
	case GAFF_MEMBER_ENV:
		return hook->env.n && gaff_json_same(a, value, hook->env);
	case GAFF_MEMBER_ALLOWED_ENV:
		return hook->allowed_env_vars.n && gaff_json_same(a, value, hook->allowed_env_vars);
	case GAFF_MEMBER_HEADERS:
		return hook->headers.n && gaff_json_type(value) == JSON_OBJECT &&
		       gaff_headers_same(a, value, hook->headers);
	case GAFF_MEMBER_TIMEOUT: /* where the hook says nothing it is the agent's own business */
		return r->plan->timeout_ms < 0 ||
		       (gaff_decode_timeout(r->e->layout, value, &ms) && ms == r->plan->timeout_ms);
	case GAFF_MEMBER_EVENT:
	case GAFF_MEMBER_MATCHER:
	case GAFF_MEMBER_NAME:
	case GAFF_MEMBER_STATUS:
	case GAFF_MEMBER_TYPE:
	case GAFF_MEMBER_COMMAND:
	case GAFF_MEMBER_ARGS:
	case GAFF_MEMBER_WINDOWS:
	case GAFF_MEMBER_LINUX:
	case GAFF_MEMBER_OSX:
	case GAFF_MEMBER_CWD:
	case GAFF_MEMBER_URL:
	case GAFF_MEMBER_PROMPT:
	case GAFF_MEMBER_MODEL:
	case GAFF_MEMBER_IF:
	case GAFF_MEMBER_FIELDS:
		break;
	}
	return false;
}

/* ---- further members ---- */

static enum gaff_rc keep(struct reading *r, struct sv inside, struct json key, struct json value)
{
	struct gaff_own *own = r->own;

	if (own->n_more == r->room) {
		size_t room = r->room ? 2 * r->room : 4;
		struct gaff_own_member *more = gaff_arena_alloc(r->e->arena, room * sizeof *more);

		if (!more)
			return gaff_encode_no_memory(r->e);
		if (own->n_more)
			memcpy(more, own->more, own->n_more * sizeof *more);
		own->more = more;
		r->room = room;
	}
	own->more[own->n_more++] = (struct gaff_own_member){ inside, key, value };
	return GAFF_OK;
}

/* "/action/command" for "action" and "command". */
static bool is_at(struct sv where, struct sv inside, struct sv name)
{
	where = sv_skip(where, 1);
	if (inside.n) {
		if (!sv_starts(where, inside) || where.n <= inside.n || where.p[inside.n] != '/')
			return false;
		where = sv_skip(where, inside.n + 1);
	}
	return sv_eq(where, name);
}

static const struct gaff_member *row_at(const struct gaff_layout *layout, struct sv inside,
					struct sv name)
{
	for (size_t i = 0; i < layout->n_rows; i++)
		if (is_at(layout->rows[i].where, inside, name))
			return &layout->rows[i];
	return NULL;
}

/* Agents read each other's files: what says what runs for one of them is nobody's own member. */
static bool runs_somewhere(struct sv name)
{
	static const struct sv others[] = { SV_INIT("exec"), SV_INIT("hooks") };

	for (size_t i = 0; i < COUNT_OF(others); i++)
		if (sv_eq(name, others[i]))
			return true;
	for (size_t i = 0; gaff_layout_host(i); i++) {
		const struct gaff_layout *layout = gaff_layout_host(i)->layout;

		for (size_t k = 0; k < layout->n_rows; k++) {
			const struct gaff_member *row = &layout->rows[k];
			const char *leaf = row->where.p + row->where.n;

			while (leaf[-1] != '/')
				leaf--;
			if (trusts[row->field] == NEVER &&
			    sv_eq(name, (struct sv){ leaf, (size_t)(row->where.p + row->where.n -
								    leaf) }))
				return true;
		}
	}
	return false;
}

static bool is_object_of_rows(const struct gaff_layout *layout, struct sv name)
{
	for (size_t i = 0; i < layout->n_rows; i++) {
		struct sv where = sv_skip(layout->rows[i].where, 1);

		if (sv_starts(where, name) && where.n > name.n && where.p[name.n] == '/')
			return true;
	}
	return false;
}

/* ---- what is about when it runs all the same ---- */

/*
 * Members that no manifest has, and agents heed: another shell reads another program, and a hook
 * that nobody waits for blocks nothing.
 */
static const char *changes_hook(const struct reading *r, struct sv name, struct json value)
{
	if (sv_eq(name, SV("shell")) && gaff_json_is(value, SV("powershell")))
		return "what runs, and when, is said by the hook itself";
	if (sv_eq(name, SV("asyncRewake")) && gaff_json_type(value) == JSON_TRUE &&
	    r->plan->hook->blocking)
		return "the hook says otherwise";
	return NULL;
}

static bool is_about_when(struct sv name)
{
	return sv_eq(name, SV("once")) || sv_eq(name, SV("cache_ttl_seconds"));
}

/* Who reads a manifest's hooks does not see these, so they are told of. */
static void say_taken(struct reading *r, const struct gaff_member *row, struct sv name,
		      struct json value)
{
	enum gaff_member_field field = row ? row->field : GAFF_MEMBER_FIELDS;
	struct json cwd = gaff_json_get(r->plan->hook->handler, SV("cwd"));
	bool is_other_folder = field == GAFF_MEMBER_CWD &&
			       !(cwd.n && gaff_json_same(r->e->arena, cwd, value));
	bool is_limit = field == GAFF_MEMBER_TIMEOUT && r->plan->timeout_ms < 0;

	if (r->e->conversion->from->layout->shape != GAFF_LAYOUT_MANIFEST ||
	    !(is_other_folder || is_limit || is_about_when(name)))
		return;
	gaff_lose(r->e->losses, r->plan->hook->number,
		  is_other_folder ? SV("cwd")
		  : is_limit      ? SV("timeout")
				  : name,
		  GAFF_DEGRADE_WARN, "it is %.*s, as provider_data says",
		  (int)(value.n < 80 ? value.n : 80), value.p);
}

static enum gaff_rc take_member(struct reading *r, struct sv inside, struct json key,
				struct json value)
{
	const struct gaff_encoding *e = r->e;
	struct sv name;
	const struct gaff_member *row;
	const char *why;

	if (!gaff_json_text(e->arena, key, &name))
		return gaff_encode_no_memory(r->e);
	row = row_at(e->layout, inside, name);
	why = row ? NULL : changes_hook(r, name, value);
	if (why)
		pass_over(r, inside, name, why);
	else if (row ? trusts[row->field] == NEVER : runs_somewhere(name))
		pass_over(r, inside, name, "what runs, and when, is said by the hook itself");
	else if (row && trusts[row->field] == SAME && !says_the_same(r, row->field, value))
		pass_over(r, inside, name, "the hook says otherwise");
	else if (gaff_encode_no_null(e, value))
		pass_over(r, inside, name, gaff_encode_no_null(e, value));
	else if (!row && e->layout->is_strict)
		pass_over(r, inside, name, "the agent would run no hook of the file for it");
	else if (!inside.n && !gaff_member_fits(e->arena, e->host, &r->plan->kind, key, value))
		pass_over(r, inside, name, "the agent would refuse the whole file for it");
	else {
		say_taken(r, row, name, value);
		if (!row)
			return keep(r, inside, key, value);
		r->own->field[row->field] = value;
	}
	return GAFF_OK;
}

static enum gaff_rc take_all(struct reading *r)
{
	struct json_iter it = gaff_json_iter(r->own->data), inner;
	struct json key, value, k, v;
	struct sv name;

	while (gaff_json_next(&it, &key, &value)) {
		if (gaff_is_control(key))
			continue;
		if (!gaff_json_text(r->e->arena, key, &name))
			return gaff_encode_no_memory(r->e);
		if (!is_object_of_rows(r->e->layout, name)) {
			GAFF_TRY(take_member(r, SV(""), key, value));
			continue;
		}
		if (gaff_json_type(value) != JSON_OBJECT) {
			pass_over(r, SV(""), name, "it is no object");
			continue;
		}
		for (inner = gaff_json_iter(value); gaff_json_next(&inner, &k, &v);)
			GAFF_TRY(take_member(r, name, k, v));
	}
	return GAFF_OK;
}

/* ---- what gaff put there itself ---- */

/* Is that what the agent runs for these? */
static bool is_line_of(struct reading *r, struct json args)
{
	struct gaff_encoding *e = r->e;
	struct buf line = buf_in(e->arena);
	bool is_one = e->layout->splits_lines
			      ? gaff_split_line(e->arena, e->host, args, &line)
			      : gaff_json_type(args) == JSON_ARRAY &&
					gaff_exec_line(e->arena, e->host, args, &line);

	return is_one && sv_eq(buf_sv(&line), r->plan->command);
}

/* The program and its words, when they are the command that the hook has. */
static enum gaff_rc take_args(struct reading *r)
{
	struct gaff_encoding *e = r->e;
	struct json args = gaff_json_get(r->own->data, SV("args")), none, word;
	struct json_iter it = gaff_json_iter(args);
	bool is_text = e->layout->splits_lines && gaff_json_type(args) == JSON_STRING;
	struct buf rest = buf_in(e->arena);
	struct json_writer w = { .out = &rest };
	struct gaff_err err;

	if (!args.n || gaff_plan_is_generated(e, r->plan))
		return GAFF_OK;
	if (!gaff_layout_member(e->layout, GAFF_MEMBER_ARGS, r->plan->kind) ||
	    !is_line_of(r, args) ||
	    !(is_text ? gaff_json_text(e->arena, args, &r->own->program)
		      : gaff_json_next(&it, &none, &word) &&
				gaff_json_text(e->arena, word, &r->own->program))) {
		pass_over(r, SV(""), SV("args"), "they are not the words of the command");
		return GAFF_OK;
	}
	if (is_text)
		return GAFF_OK;
	gaff_json_open(&w, '[');
	while (gaff_json_next(&it, &none, &word))
		gaff_doc_write(&w, word);
	gaff_json_close(&w, ']');
	if (!buf_ok(&rest) ||
	    gaff_json_parse(buf_sv(&rest), &r->own->field[GAFF_MEMBER_ARGS], &err) != GAFF_OK)
		return gaff_encode_no_memory(e);
	return GAFF_OK;
}

/* Is it the place of a row, and another one of the same: an alias, the row itself, or nowhere? */
static bool is_other_place(struct reading *r, struct json key, struct json value)
{
	const struct gaff_layout *layout = r->e->layout;
	const struct gaff_member *row = NULL;

	for (size_t i = 0; i < layout->n_rows && !row; i++)
		if (!(layout->rows[i].flags & GAFF_MEMBER_ALIAS) &&
		    gaff_json_is(key, layout->rows[i].where))
			row = &layout->rows[i];
	if (row && row->field == GAFF_MEMBER_COMMAND && gaff_json_is(value, SV("")))
		return gaff_json_is(gaff_json_get(r->plan->hook->platform, SV("linux")),
				    r->plan->command) &&
		       gaff_layout_member(layout, GAFF_MEMBER_LINUX, r->plan->kind);
	for (size_t i = 0; row && i < layout->n_rows; i++)
		if (layout->rows[i].field == row->field &&
		    gaff_json_is(value, layout->rows[i].where))
			return true;
	return row && row->field == GAFF_MEMBER_TYPE && gaff_json_is(value, SV(""));
}

/* Where members were written; all of it is good, or nothing. */
static void take_places(struct reading *r)
{
	struct json as = gaff_json_get(r->own->data, SV("as")), key, value;
	struct json_iter it = gaff_json_iter(as);
	bool is_good = gaff_json_type(as) == JSON_OBJECT;

	while (is_good && gaff_json_next(&it, &key, &value))
		is_good = is_other_place(r, key, value);
	if (is_good)
		r->own->as = as;
	else if (as.n)
		pass_over(r, SV(""), SV("as"), "these are no other names of the same members");
}

static const char *group_is_refused(struct gaff_encoding *e, struct json group)
{
	struct json_iter it = gaff_json_iter(group);
	struct json key, value;
	struct sv name;

	if (e->layout->shape != GAFF_LAYOUT_GROUPS && !e->layout->groups_too)
		return "it knows no groups";
	if (gaff_json_type(group) != JSON_TRUE && gaff_json_type(group) != JSON_OBJECT)
		return "it is no group";
	while (gaff_json_next(&it, &key, &value)) {
		if (!gaff_json_text(e->arena, key, &name) || sv_eq(name, SV("matcher")) ||
		    runs_somewhere(name))
			return "what runs, and when, is said by the hook itself";
		if (gaff_encode_no_null(e, value))
			return gaff_encode_no_null(e, value);
	}
	return NULL;
}

/* The members of a group that it begins; none of them says what runs or when. */
static void take_group(struct reading *r)
{
	struct json group = gaff_json_get(r->own->data, SV("group"));
	const char *why = group.n ? group_is_refused(r->e, group) : NULL;

	if (why)
		pass_over(r, SV(""), SV("group"), why);
	else
		r->own->group = group;
}

enum gaff_rc gaff_own_read(struct gaff_encoding *e, const struct gaff_hook_plan *plan,
			   struct json hook, struct gaff_own *out)
{
	struct reading r = { .e = e, .plan = plan, .hook = hook, .own = out };

	*out = (struct gaff_own){ .data = gaff_provider_data(plan->hook->provider_data, e->host) };
	if (!out->data.n)
		return GAFF_OK;
	take_places(&r);
	GAFF_TRY(take_args(&r));
	take_group(&r);
	out->field[GAFF_MEMBER_IF] = plan->kept_rule;
	return take_all(&r);
}
