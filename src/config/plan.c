#include "config/plan.h"

#include "base/limits.h"
#include "config/syntax.h"
#include "text/json/json_edit.h"

struct planner {
	struct arena *arena;
	struct arena
		turns[2]; /* an edit needs its file many times over, and only once what it made */
	size_t turn;      /* the one with the text of now */
	const struct gaff_config *config;
	const struct gaff_wishes *wishes;
	struct sv text;
	struct gaff_plan plan;
	struct gaff_err *err;
};

static const struct gaff_editor *editor(const struct planner *p)
{
	return gaff_editor_of(p->config->row->syntax);
}

/* ---- single edits ---- */

/* Memory for the next edit, and then it holds the text. */
static struct arena *next_turn(struct planner *p)
{
	p->turn = !p->turn;
	gaff_arena_release(&p->turns[p->turn]);
	gaff_arena_init(&p->turns[p->turn], NULL, 0, GAFF_ARENA_MAX);
	return &p->turns[p->turn];
}

static enum gaff_rc take_out_at(struct planner *p, const struct sv *path, size_t n, size_t i)
{
	return editor(p)->remove_at(next_turn(p), p->text, (struct gaff_steps){ path, n }, i,
				    &p->text, p->err);
}

static enum gaff_rc take_out(struct planner *p, const struct sv *path, size_t n)
{
	return editor(p)->remove(next_turn(p), p->text, (struct gaff_steps){ path, n }, &p->text,
				 p->err);
}

static enum gaff_rc set(struct planner *p, const struct sv *path, size_t n, struct sv value)
{
	return editor(p)->set(next_turn(p), p->text, (struct gaff_steps){ path, n },
			      (struct json){ value.p, value.n }, &p->text, p->err);
}

/* Something else stands where the list of an event should be: that is for a person to put right. */
static enum gaff_rc say_what_to_do(struct gaff_err *err)
{
	size_t n = strlen(err->msg);

	if (err->rc == GAFF_EUNSUPPORTED && err->line)
		(void)snprintf(err->msg + n, sizeof err->msg - n, "; make it one, or take it out");
	return err->rc;
}

static enum gaff_rc add(struct planner *p, struct sv event, struct sv entry)
{
	struct sv path[2];
	size_t n = gaff_config_list(p->config, event, path);
	enum gaff_rc rc = editor(p)->append(next_turn(p), p->text, (struct gaff_steps){ path, n },
					    (struct json){ entry.p, entry.n }, &p->text, p->err);

	p->plan.added++;
	return rc == GAFF_OK ? rc : say_what_to_do(p->err);
}

/* ---- entries of ours ---- */

/* Or neither is there. */
static bool is_same(struct planner *p, struct json x, struct json y)
{
	return x.n && y.n ? gaff_json_same(p->arena, x, y) : !x.n && !y.n;
}

/* The keys, and places in lists, that lead to an entry. */
static size_t path_of(const struct gaff_registered *r, struct sv out[5])
{
	size_t n = 0;

	for (; n < r->n_list; n++)
		out[n] = r->list[n];
	if (r->group != GAFF_NO_GROUP) {
		out[n++] = gaff_json_edit_at(r->group);
		out[n++] = SV("hooks");
	}
	out[n++] = gaff_json_edit_at(r->entry);
	return n;
}

/* Only what is wrong: what somebody has written beside it stays. */
static enum gaff_rc correct_entry(struct planner *p, const struct gaff_registered *r,
				  struct json want)
{
	const struct gaff_layout *layout = p->config->host->layout;
	struct sv path[8];
	size_t n = path_of(r, path);

	for (size_t i = 0; i < layout->n_rows; i++) {
		struct json value = gaff_json_at(want, layout->rows[i].where),
			    old = gaff_json_at(r->object, layout->rows[i].where);
		size_t all;

		if (!gaff_entry_is_ours(layout, &layout->rows[i]) || is_same(p, old, value))
			continue;
		all = n + gaff_entry_path(layout->rows[i].where, path + n, COUNT_OF(path) - n);
		GAFF_TRY(value.n ? set(p, path, all, json_sv(value)) : take_out(p, path, all));
	}
	p->plan.replaced++;
	return GAFF_OK;
}

static const struct gaff_wish *find_wish(const struct planner *p, struct sv event)
{
	for (size_t i = 0; i < p->wishes->n; i++)
		if (sv_eq(p->wishes->item[i].event, event))
			return &p->wishes->item[i];
	return NULL;
}

/* The entry as it should be, and the object in its group that is it. */
static enum gaff_rc write_entry(struct planner *p, const struct gaff_wish *wish, struct sv *whole,
				struct json *object)
{
	const struct gaff_host *host = p->config->host;
	struct gaff_call_line line = { .program = p->wishes->program,
				       .host = host->id,
				       .event = wish->event,
				       .deadline = wish->deadline,
				       .fail_closed = p->wishes->fail_closed,
				       .dirs = p->wishes->dirs };

	return gaff_entry_write(p->arena, host, &line, wish->timeout, whole, object, p->err);
}

static bool is_right(struct planner *p, const struct gaff_registered *r, struct json want)
{
	const struct gaff_layout *layout = p->config->host->layout;

	for (size_t i = 0; i < layout->n_rows; i++)
		if (gaff_entry_is_ours(layout, &layout->rows[i]) &&
		    !is_same(p, gaff_json_at(r->object, layout->rows[i].where),
			     gaff_json_at(want, layout->rows[i].where)))
			return false;
	return true;
}

/* Is there one of ours on the same event further up? */
static bool is_another(const struct gaff_config *c, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (c->item[j].whose != GAFF_ANOTHERS && sv_eq(c->item[j].event, c->item[i].event))
			return true;
	return false;
}

/* One too many, or not wanted any more. */
static bool is_leaving(const struct planner *p, size_t i)
{
	const struct gaff_registered *r = &p->config->item[i];

	return r->whose != GAFF_ANOTHERS && (!find_wish(p, r->event) || is_another(p->config, i));
}

static bool same_group(const struct gaff_registered *x, const struct gaff_registered *y)
{
	return x->group == y->group && x->named.p == y->named.p && sv_eq(x->event, y->event);
}

/* With its group, when nothing else is left in it: what leaves behind it has left before. */
static enum gaff_rc remove_entry(struct planner *p, size_t i)
{
	const struct gaff_config *c = p->config;
	const struct gaff_registered *r = &c->item[i];
	struct sv path[5];
	size_t left = r->n_in_group, n = path_of(r, path) - 1;

	p->plan.removed++;
	if (r->group == GAFF_NO_GROUP)
		return take_out_at(p, path, n, r->entry);
	for (size_t j = i + 1; j < c->n && same_group(r, &c->item[j]); j++)
		left -= is_leaving(p, j);
	return left == 1 ? take_out_at(p, path, r->n_list, r->group)
			 : take_out_at(p, path, n, r->entry);
}

/* One that stays: is it as it should be, and how is that? */
static enum gaff_rc look_at(struct planner *p, const struct gaff_registered *r, struct sv *whole,
			    struct json *want, bool *right)
{
	GAFF_TRY(write_entry(p, find_wish(p, r->event), whole, want));
	*right = is_right(p, r, *want);
	return GAFF_OK;
}

/* In the tables of TOML nothing has a place of its own: what is wrong goes, and comes behind. */
static enum gaff_rc add_again(struct planner *p)
{
	const struct gaff_config *c = p->config;

	for (size_t i = 0; i < c->n; i++) {
		struct json want;
		struct sv whole;
		bool right;

		if (c->item[i].whose == GAFF_ANOTHERS || is_leaving(p, i))
			continue;
		GAFF_TRY(look_at(p, &c->item[i], &whole, &want, &right));
		if (!right)
			GAFF_TRY(add(p, c->item[i].event, whole));
	}
	return GAFF_OK;
}

/* From the last to the first: then what is before stays where it is. */
static enum gaff_rc visit_ours(struct planner *p)
{
	const struct gaff_config *c = p->config;

	for (size_t i = c->n; i--;) {
		const struct gaff_registered *r = &c->item[i];
		struct json want;
		struct sv whole;
		bool right;

		if (r->whose == GAFF_ANOTHERS)
			continue;
		if (is_leaving(p, i)) {
			GAFF_TRY(remove_entry(p, i));
			continue;
		}
		GAFF_TRY(look_at(p, r, &whole, &want, &right));
		if (right)
			p->plan.kept++;
		else
			GAFF_TRY(editor(p)->has_tables ? remove_entry(p, i)
						       : correct_entry(p, r, want));
	}
	return editor(p)->has_tables ? add_again(p) : GAFF_OK;
}

static bool has_ours(const struct gaff_config *c, struct sv event)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->item[i].whose != GAFF_ANOTHERS && sv_eq(c->item[i].event, event))
			return true;
	return false;
}

/* ---- what is left when ours are gone ---- */

static enum gaff_rc read_again(struct planner *p, struct arena *a, struct gaff_config *out)
{
	struct gaff_held held = p->config->held;

	held.text = p->text;
	held.exists = true;
	return gaff_config_parse(a, p->config->host, p->config->row, &held, out, p->err);
}

/* Is a list, or an object, there and empty? */
static enum gaff_rc is_empty(struct planner *p, const struct sv *path, size_t n,
			     enum json_type type, bool *out)
{
	struct gaff_config now;
	struct json at, key, value;
	struct json_iter it;
	struct arena a;
	enum gaff_rc rc;

	gaff_arena_init(&a, NULL, 0, GAFF_ARENA_MAX);
	rc = read_again(p, &a, &now);
	if (rc == GAFF_OK) {
		at = now.root;
		for (size_t i = 0; i < n; i++)
			at = gaff_json_get(at, path[i]);
		it = gaff_json_iter(at);
		*out = gaff_json_type(at) == type && !gaff_json_next(&it, &key, &value);
	}
	gaff_arena_release(&a);
	return rc;
}

/* Something that is empty now, and was not there before gaff. */
static enum gaff_rc sweep_at(struct planner *p, const struct sv *path, size_t n,
			     enum json_type type)
{
	struct json was = p->wishes->was;
	bool empty = false;

	for (size_t i = 0; i < n; i++)
		was = gaff_json_get(was, path[i]);
	if (was.n)
		return GAFF_OK;
	GAFF_TRY(is_empty(p, path, n, type, &empty));
	return empty ? take_out(p, path, n) : GAFF_OK;
}

/* The "version" that a file must have, or nothing. */
static struct sv head_version(struct planner *p)
{
	struct json head = gaff_layout_head(p->arena, p->config->host->layout);

	return json_sv(gaff_json_get(head, SV("version")));
}

/* What gaff had to write beside its entries, if it is known that nobody else did. */
static enum gaff_rc sweep_version(struct planner *p)
{
	const struct sv path[] = { SV("version") };
	struct sv version = head_version(p);

	for (size_t i = 0; i < p->config->n; i++)
		if (p->config->item[i].whose == GAFF_ANOTHERS)
			return GAFF_OK; /* without it they would not run */
	if (!version.n || p->wishes->n || !p->wishes->was.n ||
	    gaff_json_get(p->wishes->was, path[0]).n ||
	    !sv_eq(json_sv(gaff_json_get(p->config->root, path[0])), version))
		return GAFF_OK;
	return take_out(p, path, 1);
}

/* Lists that had nothing but ours in them, and then what they stood in, "hooks" mostly. */
static enum gaff_rc sweep(struct planner *p)
{
	const struct gaff_config *c = p->config;

	for (size_t i = 0; i < c->n; i++)
		if (c->item[i].whose != GAFF_ANOTHERS)
			GAFF_TRY(sweep_at(p, c->item[i].list, c->item[i].n_list, JSON_ARRAY));
	for (size_t i = 0; i < c->n && !editor(p)->has_tables; i++)
		if (c->item[i].whose != GAFF_ANOTHERS && c->item[i].n_list == 2)
			GAFF_TRY(sweep_at(p, c->item[i].list, 1, JSON_OBJECT));
	return sweep_version(p);
}

static enum gaff_rc need_version(struct planner *p)
{
	const struct sv path[] = { SV("version") };
	struct sv version = head_version(p);

	if (!version.n || !p->wishes->n || gaff_json_get(p->config->root, SV("version")).n)
		return GAFF_OK;
	return set(p, path, 1, version);
}

/* In a file that nobody else has written to. */
static enum gaff_rc need_members(struct planner *p)
{
	struct sv name = gaff_config_name(p->config->row, p->config->held.path);
	struct json members = gaff_entry_file(p->arena, p->config->host->layout, name), key, value;
	struct json_iter it = gaff_json_iter(members);

	while (!p->config->root.n && p->wishes->n && it.is_object &&
	       gaff_json_next(&it, &key, &value)) {
		const struct sv path[] = { { key.p + 1, key.n - 2 } };

		GAFF_TRY(set(p, path, 1, json_sv(value)));
	}
	return GAFF_OK;
}

/* As the agent would read it: all of ours are there, and all others as they were. */
static enum gaff_rc check_outcome(struct planner *p)
{
	const struct gaff_config *before = p->config;
	size_t ours = 0, others = 0, n = 0;
	struct gaff_config now;

	GAFF_TRY(read_again(p, p->arena, &now));
	for (size_t i = 0; i < now.n; i++)
		ours += now.item[i].whose == GAFF_OURS && find_wish(p, now.item[i].event);
	for (size_t i = 0; i < before->n; i++) {
		if (before->item[i].whose != GAFF_ANOTHERS)
			continue;
		n++;
		while (others < now.n &&
		       (now.item[others].whose != GAFF_ANOTHERS ||
			!gaff_json_same(p->arena, now.item[others].object, before->item[i].object)))
			others++;
		if (others++ >= now.n)
			return gaff_fail(p->err, GAFF_EUNSUPPORTED,
					 "a hook of somebody else would be lost; nothing is done");
	}
	if (ours != p->wishes->n || now.n != n + ours)
		return gaff_fail(p->err, GAFF_EUNSUPPORTED,
				 "the file would not have gaff's hooks once each; nothing is done");
	return GAFF_OK;
}

/* Each is an edit of the whole file; a repository could have a file that takes hours. */
static enum gaff_rc check_number(const struct planner *p)
{
	enum { MOST = 200 };
	size_t n = 0;

	for (size_t i = 0; i < p->config->n; i++)
		n += p->config->item[i].whose != GAFF_ANOTHERS;
	return n <= MOST ? GAFF_OK
			 : gaff_fail(p->err, GAFF_EUNSUPPORTED,
				     "there are %zu entries of gaff in it, and no gaff has written "
				     "so many; take them out by hand",
				     n);
}

static enum gaff_rc plan_all(struct planner *p)
{
	const struct gaff_wishes *wishes = p->wishes;

	GAFF_TRY(check_number(p));
	GAFF_TRY(visit_ours(p));
	if (p->plan.removed)
		GAFF_TRY(sweep(p));
	GAFF_TRY(need_version(p));
	GAFF_TRY(need_members(p));
	for (size_t i = 0; i < wishes->n; i++) {
		struct json object;
		struct sv whole;

		if (has_ours(p->config, wishes->item[i].event))
			continue;
		GAFF_TRY(write_entry(p, &wishes->item[i], &whole, &object));
		GAFF_TRY(add(p, wishes->item[i].event, whole));
	}
	if (p->config->held.exists || wishes->n)
		GAFF_TRY(check_outcome(p));
	return GAFF_OK;
}

enum gaff_rc gaff_plan_file(struct arena *a, const struct gaff_config *config,
			    const struct gaff_wishes *wishes, struct gaff_plan *out,
			    struct gaff_err *err)
{
	struct planner p = { .arena = a,
			     .config = config,
			     .wishes = wishes,
			     .text = config->held.text,
			     .err = err };
	enum gaff_rc rc;

	rc = plan_all(&p);
	if (rc == GAFF_OK) {
		p.plan.after = p.text;
		if (p.text.p != config->held.text.p)
			p.plan.after.p = gaff_arena_dup(a, p.text);
		if (p.text.n && !p.plan.after.p)
			rc = gaff_fail(err, GAFF_ENOMEM, "no memory for a file that is changed");
		else
			*out = p.plan;
	}
	gaff_arena_release(&p.turns[0]);
	gaff_arena_release(&p.turns[1]);
	return rc;
}
