#include <stdlib.h>

#include "convert/encode/encode_parts.h"
#include "agents/hosts.h"
#include "text/doc.h"

/*
 * The text is read as any other of that agent, and its hooks are planned as if they were to stay
 * there. These plans have to be the ones that the text was written from: place by place, in the
 * order of each event. So a mistake in encoding, in a writer or in a reader is an error here, and
 * never a file that somebody trusts.
 */

/* A hook at one of its native places. */
struct seen {
	struct sv event;
	size_t number; /* in which order they came */
	const struct gaff_hook_plan *plan;
	const struct gaff_spot_row *spot;
};

struct verifying {
	struct arena *arena;
	const struct gaff_conversion *conversion;
	struct gaff_err *err;
};

static enum gaff_rc differs(struct verifying *v, const struct gaff_hook_plan *plan,
			    const char *what)
{
	return gaff_fail(v->err, GAFF_EIO,
			 "hook %zu: read again, the outcome has another %s; nothing is written",
			 plan->hook->number, what);
}

static enum gaff_rc same_number(struct verifying *v, const char *of, size_t is, size_t was)
{
	return is == was ? GAFF_OK
			 : gaff_fail(v->err, GAFF_EIO,
				     "read again, the outcome has %zu %s and not %zu; nothing is "
				     "written",
				     is, of, was);
}

/* ---- places ---- */

static int by_event(const void *x, const void *y)
{
	const struct seen *a = x, *b = y;
	int order = sv_order(a->event, b->event);

	return order ? order : a->number < b->number ? -1 : 1;
}

static enum gaff_rc collect(struct verifying *v, const struct gaff_hook_plan *plans, size_t n,
			    struct seen **out, size_t *n_out)
{
	size_t room = 1;

	for (size_t i = 0; i < n; i++)
		room += plans[i].n;
	*n_out = 0;
	*out = gaff_arena_alloc(v->arena, room * sizeof **out);
	GAFF_TRY(gaff_arena_check(v->arena, v->err));
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; plans[i].fate != GAFF_HOOK_GONE && k < plans[i].n; k++) {
			(*out)[*n_out] = (struct seen){ plans[i].spot[k].event->native, *n_out,
							&plans[i], &plans[i].spot[k] };
			++*n_out;
		}
	if (*n_out)
		qsort(*out, *n_out, sizeof **out, by_event);
	return GAFF_OK;
}

/* ---- one hook ---- */

static bool same_json(struct verifying *v, struct json x, struct json y)
{
	return x.n && y.n ? gaff_json_same(v->arena, x, y) : x.n == y.n;
}

static bool same_event(const struct gaff_hook *x, const struct gaff_hook *y)
{
	/* an agent's own name for an event may come back as the canonical one */
	return x->event == y->event || x->event == GAFF_EV_NATIVE;
}

/* Would the agent run both for the same of its tools? */
static bool same_tools(struct verifying *v, const struct gaff_host *host, struct sv x, struct sv y)
{
	struct gaff_err err;

	for (size_t i = 0; i < host->n_tools; i++) {
		bool one = false, other = false;

		if (gaff_matcher_selects(v->arena, host, x, host->tools[i].native, &one, &err) !=
			    GAFF_OK ||
		    gaff_matcher_selects(v->arena, host, y, host->tools[i].native, &other, &err) !=
			    GAFF_OK ||
		    one != other)
			return false;
	}
	return host->n_tools;
}

static bool same_matcher(struct verifying *v, const struct seen *meant, const struct seen *read)
{
	struct gaff_selection selection;

	if (sv_eq(meant->spot->matcher, read->spot->matcher))
		return true;
	if (!gaff_selection_read(v->arena, read->plan->hook->matcher, &selection))
		return false;
	return gaff_selection_same(&meant->plan->selection, &selection) ||
	       same_tools(v, meant->spot->host, meant->spot->matcher, read->spot->matcher);
}

static struct json own_member(const struct gaff_hook_plan *plan, const struct gaff_host *host,
			      enum gaff_member_field field)
{
	const struct gaff_member *row = gaff_layout_member(host->layout, field, plan->kind);
	struct json data = gaff_provider_data(plan->hook->provider_data, host);

	return row ? gaff_json_at(data, row->where) : (struct json){ 0 };
}

/* Where the hook itself says nothing it may be in the agent's own data. */
static bool same_timeout(const struct seen *meant, const struct seen *read)
{
	int64_t ms = meant->plan->timeout_ms;

	if (ms < 0 &&
	    (!gaff_decode_timeout(meant->spot->host->layout,
				  own_member(meant->plan, meant->spot->host, GAFF_MEMBER_TIMEOUT),
				  &ms) ||
	     !ms))
		ms = -1;
	return ms == read->plan->timeout_ms;
}

static enum gaff_rc compare_handler(struct verifying *v, const struct seen *meant,
				    const struct seen *read)
{
	const struct gaff_hook_plan *x = meant->plan, *y = read->plan;
	const struct gaff_hook *was = x->hook, *is = y->hook;

	switch (x->kind) {
	case GAFF_HANDLER_COMMAND:
		return sv_eq(x->command, y->command) ? GAFF_OK : differs(v, x, "command");
	case GAFF_HANDLER_HTTP:
		if (!sv_eq(was->url, is->url))
			return differs(v, x, "url");
		if (!gaff_headers_same(v->arena, gaff_headers_native(v->arena, was->headers),
				       is->headers))
			return differs(v, x, "list of headers");
		if (!same_json(v, was->allowed_env_vars, is->allowed_env_vars))
			return differs(v, x, "list of variables");
		return GAFF_OK;
	case GAFF_HANDLER_PROMPT:
	case GAFF_HANDLER_AGENT:
		return sv_eq(was->prompt, is->prompt) ? GAFF_OK : differs(v, x, "prompt");
	}
	return GAFF_OK;
}

/* Fields that are written as they are, where the layout has a row for them and nothing of its own.
 */
static enum gaff_rc compare_fields(struct verifying *v, const struct seen *meant,
				   const struct seen *read)
{
	const struct gaff_hook_plan *x = meant->plan, *y = read->plan;
	const struct gaff_hook *was = x->hook, *is = y->hook;
	const struct {
		enum gaff_member_field field;
		const char *name;
		bool is_same;
	} fields[] = {
		{ GAFF_MEMBER_ENV, "list of variables", same_json(v, was->env, is->env) },
		{ GAFF_MEMBER_CWD, "folder", sv_eq(was->cwd, is->cwd) },
		{ GAFF_MEMBER_ASYNC, "\"async\"", was->async == is->async },
		{ GAFF_MEMBER_CLOSED, "\"on_error\"",
		  (was->on_error == GAFF_ON_ERROR_CLOSED) ==
			  (is->on_error == GAFF_ON_ERROR_CLOSED) },
		{ GAFF_MEMBER_ENABLED, "\"enabled\"", was->enabled == is->enabled },
		{ GAFF_MEMBER_MODEL, "model", sv_eq(was->model, is->model) },
	};

	if (x->fate == GAFF_HOOK_BLOCKS || x->kind != was->kind)
		return GAFF_OK; /* what gaff has made up has none of them */
	for (size_t i = 0; i < COUNT_OF(fields); i++)
		if (!fields[i].is_same &&
		    gaff_layout_member(meant->spot->host->layout, fields[i].field, x->kind) &&
		    !own_member(x, meant->spot->host, fields[i].field).n)
			return differs(v, x, fields[i].name);
	return GAFF_OK;
}

static enum gaff_rc compare_one(struct verifying *v, const struct seen *meant,
				const struct seen *read)
{
	if (!sv_eq(meant->event, read->event) || !same_event(meant->plan->hook, read->plan->hook))
		return differs(v, meant->plan, "event");
	if (meant->plan->kind != read->plan->kind)
		return differs(v, meant->plan, "type");
	GAFF_TRY(compare_handler(v, meant, read));
	if (!same_timeout(meant, read))
		return differs(v, meant->plan, "timeout");
	if (!same_matcher(v, meant, read))
		return differs(v, meant->plan, "matcher");
	return compare_fields(v, meant, read);
}

static enum gaff_rc compare_all(struct verifying *v, const struct gaff_hook_plan *plans, size_t n,
				const struct gaff_hook_plan *plans_read, size_t n_plans_read)
{
	struct seen *meant, *read;
	size_t n_meant, n_read;

	GAFF_TRY(collect(v, plans, n, &meant, &n_meant));
	GAFF_TRY(collect(v, plans_read, n_plans_read, &read, &n_read));
	for (size_t i = 0; i < n_meant && i < n_read; i++)
		GAFF_TRY(compare_one(v, &meant[i], &read[i]));
	return same_number(v, "entries", n_read, n_meant);
}

/* ---- what was put back ---- */

/* Some questions are the encoder's to answer. */
static struct gaff_encoding encoding_of(struct verifying *v, const struct gaff_middle *in,
					struct gaff_losses *unheard)
{
	return (struct gaff_encoding){ .arena = v->arena,
				       .conversion = v->conversion,
				       .host = v->conversion->to,
				       .layout = v->conversion->to->layout,
				       .in = in,
				       .losses = unheard,
				       .err = v->err };
}

struct kept {
	struct sv event, text;
};

static int by_text(const void *x, const void *y)
{
	const struct kept *a = x, *b = y;
	int order = sv_order(a->event, b->event);

	return order ? order : sv_order(a->text, b->text);
}

/* All texts spelled one way. */
static enum gaff_rc list_kept(struct verifying *v, const struct gaff_middle *in, struct kept **out,
			      size_t *n)
{
	struct gaff_losses none = { .arena = v->arena };
	struct gaff_encoding e = encoding_of(v, in, &none);
	struct gaff_restoring back;

	GAFF_TRY(gaff_restoring_read(&e, &back));
	*n = 0;
	*out = gaff_arena_alloc(v->arena, (back.n + 1) * sizeof **out);
	GAFF_TRY(gaff_arena_check(v->arena, v->err));
	for (size_t i = 0; i < back.n; i++) {
		struct buf b = buf_in(v->arena);
		struct json_writer w = { .out = &b };

		if (back.item[i].within != GAFF_WHOLE || back.item[i].is_event)
			continue; /* these are lost when their place is, and that is said */
		gaff_doc_write(&w, back.item[i].entry);
		GAFF_TRY(gaff_buf_check(&b, v->err));
		(*out)[(*n)++] = (struct kept){ back.item[i].event, buf_sv(&b) };
	}
	if (*n)
		qsort(*out, *n, sizeof **out, by_text);
	return GAFF_OK;
}

static enum gaff_rc compare_kept(struct verifying *v, const struct gaff_middle *in,
				 const struct gaff_middle *again)
{
	struct kept *meant, *read;
	size_t n_meant, n_read, k = 0;

	GAFF_TRY(list_kept(v, in, &meant, &n_meant));
	GAFF_TRY(list_kept(v, again, &read, &n_read));
	for (size_t i = 0; i < n_meant; i++, k++) {
		while (k < n_read && by_text(&read[k], &meant[i]) < 0)
			k++;
		if (k == n_read || by_text(&read[k], &meant[i]) != 0)
			return gaff_fail(v->err, GAFF_EIO,
					 "read again, the outcome lacks a kept entry of %.*s; "
					 "nothing is written",
					 SV_ARG(meant[i].event));
	}
	return GAFF_OK;
}

/* ---- a manifest ---- */

/* Members of a hook that stay as they are; others are looked at one by one. */
static enum gaff_rc compare_members(struct verifying *v, const struct gaff_hook_plan *plan,
				    struct json was, struct json is, struct sv except)
{
	struct json_iter it = gaff_json_iter(was);
	struct json key, value;

	while (gaff_json_next(&it, &key, &value)) {
		struct sv name = { 0 };

		(void)gaff_json_text(v->arena, key, &name);
		GAFF_TRY(gaff_arena_check(v->arena, v->err));
		if (sv_eq(name, except) || sv_eq(name, SV("handler")))
			continue;
		if (!same_json(v, value, gaff_json_get(is, name)))
			return gaff_fail(v->err, GAFF_EIO,
					 "hook %zu: read again, the outcome has another \"%.*s\"; "
					 "nothing is written",
					 plan->hook->number, SV_ARG(name));
	}
	return GAFF_OK;
}

static enum gaff_rc compare_manifest(struct verifying *v, const struct gaff_middle *in,
				     const struct gaff_hook_plan *plans,
				     const struct gaff_middle *again)
{
	struct gaff_encoding e = encoding_of(v, in, NULL);
	struct json_iter was = gaff_json_iter(gaff_json_get(in->root, SV("hooks"))),
			 is = gaff_json_iter(gaff_json_get(again->root, SV("hooks")));
	struct json none, x, y;
	size_t n = 0;

	for (size_t i = 0; i < in->n && gaff_json_next(&was, &none, &x); i++) {
		const struct gaff_hook *hook = plans[i].hook;

		if (plans[i].fate == GAFF_HOOK_GONE)
			continue;
		if (n == again->n || !gaff_json_next(&is, &none, &y))
			return differs(v, &plans[i], "number, or is not there");
		GAFF_TRY(compare_members(v, &plans[i], x, y, SV("")));
		GAFF_TRY(compare_members(v, &plans[i], hook->handler, again->hook[n].handler,
					 SV("command")));
		if (hook->kind == GAFF_HANDLER_COMMAND &&
		    !sv_eq(gaff_manifest_command(&e, &plans[i]), again->hook[n].plain_command))
			return differs(v, &plans[i], "command");
		if (hook->blocking != again->hook[n].blocking)
			return differs(v, &plans[i], "\"blocking\"");
		n++;
	}
	GAFF_TRY(same_number(v, "hooks", again->n, n));
	if (!same_json(v, in->rules, again->rules))
		return gaff_fail(v->err, GAFF_EIO,
				 "read again, the outcome has other rules; nothing is written");
	return GAFF_OK;
}

/*
 * Without the index that a manifest has for calls of agents, which is most of the work of reading
 * one: every hook is read as it is for those.
 */
static enum gaff_rc read_manifest(struct verifying *v, struct sv text, struct gaff_middle *out,
				  struct gaff_err *err)
{
	enum gaff_doc_syntax syntax = v->conversion->is_other_syntax_out ? GAFF_DOC_YAML
									 : GAFF_DOC_JSON;
	struct gaff_findings findings = { .arena = v->arena };
	struct gaff_middle again = { 0 };
	struct json none, hook, hooks;
	struct json_iter it;
	struct gaff_doc doc;

	GAFF_TRY(gaff_doc_parse(v->arena, text, syntax, &doc, err));
	again.root = doc.root;
	again.rules = gaff_json_get(doc.root, SV("rules"));
	hooks = gaff_json_get(doc.root, SV("hooks"));
	for (it = gaff_json_iter(hooks); gaff_json_next(&it, &none, &hook);)
		again.n++;
	again.hook = gaff_arena_alloc(v->arena, (again.n + 1) * sizeof *again.hook);
	GAFF_TRY(gaff_arena_check(v->arena, err));
	if (!gaff_json_is(gaff_json_get(doc.root, SV("spec")), SV("hooks/1.0")) ||
	    (gaff_json_type(hooks) != JSON_ARRAY && (hooks.n || !again.rules.n)))
		return gaff_fail(err, GAFF_ESYNTAX, "it is no manifest");
	it = gaff_json_iter(hooks);
	for (size_t i = 0; gaff_json_next(&it, &none, &hook); i++)
		if (!gaff_hook_read(v->arena, gaff_hosts, hook, &findings, &again.hook[i]))
			return gaff_findings_fail(&findings, &doc, err);
	*out = again;
	return GAFF_OK;
}

/* ---- all of it ---- */

/* A file that is too large for its reader is nobody's mistake. */
static enum gaff_rc cannot_be_read(const struct gaff_err *why, struct gaff_err *err)
{
	if (why->rc == GAFF_ETOOBIG)
		return gaff_fail(err, GAFF_ETOOBIG, "what it becomes is %.200s", why->msg);
	if (why->rc == GAFF_ENOMEM)
		return gaff_fail(err, GAFF_ENOMEM, "%.200s", why->msg);
	return gaff_fail(err, GAFF_EIO, "the outcome cannot be read again: %.200s", why->msg);
}

enum gaff_rc gaff_convert_verify(struct arena *a, const struct gaff_conversion *c,
				 const struct gaff_middle *in, const struct gaff_hook_plan *plans,
				 struct sv text, struct gaff_err *err)
{
	struct verifying v = { .arena = a, .conversion = c, .err = err };
	struct gaff_losses none = { .arena = a };
	struct gaff_conversion back = *c;
	struct gaff_hook_plan *plans_read;
	struct gaff_middle again;
	struct gaff_err why;

	if (c->to->layout->shape == GAFF_LAYOUT_MANIFEST) {
		if (read_manifest(&v, text, &again, &why) != GAFF_OK)
			return cannot_be_read(&why, err);
		return compare_manifest(&v, in, plans, &again);
	}
	if (gaff_convert_decode(a, c->to, text, c->is_other_syntax_out, &none, &again, &why) !=
	    GAFF_OK)
		return cannot_be_read(&why, err);
	back.from = c->to;
	back.is_other_syntax_in = c->is_other_syntax_out;
	if (gaff_convert_check(a, &back, &again, &none, &plans_read, &why) != GAFF_OK)
		return gaff_fail(err, GAFF_EIO, "the outcome does not say what was meant: %.200s",
				 why.msg);
	GAFF_TRY(compare_all(&v, plans, in->n, plans_read, again.n));
	return compare_kept(&v, in, &again);
}
