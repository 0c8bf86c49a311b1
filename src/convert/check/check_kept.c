#include "convert/check/check_parts.h"
#include "convert/decode/decode_parts.h" /* for what a permission rule is */

/*
 * The matcher and the permission rule that an agent's own file had, kept in provider_data where a
 * manifest cannot spell them so. They are good as long as both together select what the hook says;
 * on an event that is not about tools a matcher can only be for less, and is the agent's own.
 */

static void pass_over(struct gaff_checking *c, struct sv name, const char *why)
{
	gaff_check_warn(c, gaff_provider_field(c->arena, c->to->id, name), "passed over: %s", why);
}

static bool same_paths(struct arena *a, struct json x, struct json y)
{
	return x.n && y.n ? gaff_json_same(a, x, y) : x.n == y.n;
}

/* Would an entry with these run when the hook says? `more`: and not always then. */
static enum gaff_rc is_good(struct gaff_checking *c, struct json matcher, struct json rule,
			    bool *out, bool *more)
{
	const struct gaff_spot_row *spot = &c->plan->spot[0];
	struct gaff_losses unheard = { .arena = c->arena };
	struct gaff_entry_selection selects;

	GAFF_TRY(gaff_entry_select(c->arena, spot->host, spot->event, matcher, rule,
				   c->hook->number, &unheard, &selects, c->err));
	*more = unheard.n;
	*out = !selects.is_never && gaff_selection_same(&selects.tools, &c->selection) &&
	       same_paths(c->arena, selects.paths, c->hook->paths);
	return GAFF_OK;
}

static struct json as_json(struct gaff_checking *c, struct sv text)
{
	struct buf b = buf_in(c->arena);
	struct json_writer w = { .out = &b };

	if (!text.n)
		return (struct json){ 0 };
	gaff_json_string(&w, text);
	return (struct json){ b.p, b.n };
}

/* Is there a tool that the hook is for, and an entry with this matcher not? */
static bool selects_less(struct gaff_checking *c, const struct gaff_spot_row *spot)
{
	for (size_t i = 0; i < spot->host->n_tools; i++) {
		struct sv tool = spot->host->tools[i].native;
		bool is_selected = true;
		struct gaff_err err;

		if (gaff_selection_selects(c->arena, &c->selection, spot->host, tool) &&
		    gaff_matcher_selects(c->arena, spot->host, spot->matcher, tool, &is_selected,
					 &err) == GAFF_OK &&
		    !is_selected)
			return true;
	}
	return false;
}

/* Of a manifest: that it runs less often than the hook says. */
static void say_narrower(struct gaff_checking *c, struct sv field, struct json native)
{
	const struct gaff_spot_row *spot = &c->plan->spot[0];
	bool by_tool = c->is_about_tools && spot->event->tool == GAFF_TOOL_OTHER &&
		       sv_eq(field, SV("matcher"));

	if (gaff_is_manifest(c->conversion->from) && (!by_tool || selects_less(c, spot)))
		gaff_check_warn(c, field, "it runs only for %.*s, as provider_data says",
				(int)(native.n < 80 ? native.n : 80), native.p);
}

static bool is_rule(struct gaff_checking *c, struct json v)
{
	struct gaff_permission_rule rule;
	struct sv text;

	return gaff_json_text(c->arena, v, &text) && gaff_permission_rule_read(text, &rule);
}

static bool is_matcher(struct json v)
{
	return gaff_json_type(v) == JSON_STRING || gaff_json_type(v) == JSON_NULL;
}

/* Is it written? An entry that calls gaff does without: gaff looks again, and is told of more. */
static bool is_kept(struct gaff_checking *c, struct sv name, bool good, bool more)
{
	if (!good)
		pass_over(c, name, "it does not select what the hook says");
	else if (c->by_gaff && more && c->conversion->from == c->to)
		pass_over(c, name, "gaff knows no such conditions");
	return good && !c->by_gaff;
}

enum gaff_rc gaff_check_kept_matcher(struct gaff_checking *c)
{
	struct json data = gaff_provider_data(c->hook->provider_data, c->to),
		    kept = gaff_json_get(data, SV("matcher")), rule = gaff_json_get(data, SV("if"));
	struct gaff_hook_plan *plan = c->plan;
	bool good = false, more = false;

	if (!kept.n || check_is_gone(c))
		return GAFF_OK;
	if (!gaff_check_has_row(c, GAFF_MEMBER_IF))
		rule = (struct json){ 0 };
	if (is_matcher(kept) && plan->n == 1)
		GAFF_TRY(is_good(c, kept, rule, &good, &more));
	if (!is_kept(c, SV("matcher"), good, more))
		return GAFF_OK;
	plan->kept_matcher = kept;
	plan->selection = c->selection;
	plan->spot[0].matcher = SV("");
	if (gaff_json_type(kept) == JSON_STRING)
		(void)gaff_json_text(c->arena, kept, &plan->spot[0].matcher);
	GAFF_TRY(gaff_arena_check(c->arena, c->err));
	if (more && !rule.n)
		say_narrower(c, SV("matcher"), kept);
	return GAFF_OK;
}

enum gaff_rc gaff_check_kept_rule(struct gaff_checking *c)
{
	struct json data = gaff_provider_data(c->hook->provider_data, c->to),
		    rule = gaff_json_get(data, SV("if")), matcher = c->plan->kept_matcher;
	bool good = false, more = false;

	if (!rule.n || check_is_gone(c))
		return GAFF_OK;
	if (!gaff_check_has_row(c, GAFF_MEMBER_IF)) {
		pass_over(c, SV("if"), "the agent has no such rules");
		return GAFF_OK;
	}
	if (!matcher.n)
		matcher = as_json(c, c->plan->spot[0].matcher);
	if (is_rule(c, rule) && c->plan->n == 1)
		GAFF_TRY(is_good(c, matcher, rule, &good, &more));
	if (!is_kept(c, SV("if"), good, more))
		return GAFF_OK;
	if (more)
		say_narrower(c, SV("if"), rule);
	c->plan->kept_rule = rule;
	return GAFF_OK;
}
