#include "convert/matcher/matcher_parts.h"
#include "agents/mcp.h"

#define STRANGER GAFF_STRANGER

enum { SERVERS = 16, PATTERNS = 64 /* of a selection that are tried with names of their own */ };

static enum gaff_rc any_selects(struct gaff_comparison *c, struct sv name, bool *out,
				struct gaff_err *err)
{
	*out = false;
	for (size_t i = 0; i < c->n && !*out; i++)
		GAFF_TRY(gaff_native_selects(c->a, &c->native[i], name, out, err));
	return GAFF_OK;
}

/* `by` is what mentions the tool, if anything does: most often it needs no other to select it. */
static enum gaff_rc compare(struct gaff_comparison *c, struct sv name, struct sv called,
			    const struct gaff_selector *by, struct gaff_err *err)
{
	struct gaff_event call;
	bool selects, takes;

	if (!name.n || !sv_eq(gaff_tool_usual_name(c->host, name), name))
		return GAFF_OK; /* matchers are held against the usual name */
	GAFF_TRY(any_selects(c, name, &selects, err));
	gaff_call_of(c->a, c->host, name, &call);
	takes = (by && by->kind == GAFF_SELECT_MCP &&
		 gaff_mcp_matches(c->a, by->text, by->tool_text, &call)) ||
		gaff_choice_takes(c->a, c->choice, &call);
	if (selects != takes)
		gaff_names_add(takes ? c->missing : c->extra, called);
	return GAFF_OK;
}

static enum gaff_rc compare_mcp(struct gaff_comparison *c, struct sv server, struct sv tool,
				struct sv called, struct gaff_err *err)
{
	struct sv name = gaff_mcp_name(c->a, c->host, server, tool);

	if (!gaff_mcp_is_named(c->host))
		return GAFF_OK;
	return compare(c, name, called.n ? called : name, NULL, err);
}

/* Tools that are mentioned, and others of the first servers that are. */
static enum gaff_rc compare_mentioned(struct gaff_comparison *c, struct gaff_err *err)
{
	const struct gaff_selection *s = c->choice->selection;
	size_t servers = 0;

	for (size_t i = 0; i < s->n; i++) {
		const struct gaff_selector *one = &s->item[i];
		struct sv name = one->text;

		if (one->kind == GAFF_SELECT_MCP) {
			name = gaff_mcp_name(c->a, c->host, one->text,
					     one->tool_text.n ? one->tool_text : STRANGER);
			if (one->tool_text.n && servers++ < SERVERS)
				GAFF_TRY(compare_mcp(c, one->text, STRANGER,
						     SV("other tools of its MCP servers"), err));
		} else if (one->kind != GAFF_SELECT_NAME || gaff_names_have(c->nobody, name)) {
			continue;
		}
		GAFF_TRY(compare(c, name, name, one, err));
	}
	return GAFF_OK;
}

/* The longest part of a pattern that has to be in a name as it is, more or less. */
static struct sv longest_run(const struct gaff_alternative *alt)
{
	struct sv text = alt->text, best = { 0 };

	if (alt->is_literal)
		return text;
	for (size_t i = 0; i < text.n;) {
		size_t begin = i, n;

		while (i < text.n && (ascii_isalpha(text.p[i]) || ascii_isdigit(text.p[i]) ||
				      text.p[i] == '_' || text.p[i] == '-'))
			i++;
		for (n = i - begin; n && text.p[begin] == '_'; n--)
			begin++;
		while (n && text.p[begin + n - 1] == '_')
			n--;
		if (n > best.n)
			best = (struct sv){ text.p + begin, n };
		if (i < text.n)
			i = gaff_pattern_step(text, i);
	}
	return best;
}

/* Patterns are also for "mcp__server__tool", and for "mcp": with such tools of the host's. */
static enum gaff_rc compare_pattern(struct gaff_comparison *c, struct sv pattern,
				    struct gaff_err *err)
{
	struct gaff_alternatives list = { .arena = c->a };
	struct gaff_err ignored;
	struct sv same;

	if (gaff_pattern_for_all(c->a, GAFF_PATTERN_RE2, pattern, &same, &ignored) != GAFF_OK)
		return GAFF_OK;
	gaff_pattern_split(&list, same, false);
	for (size_t i = 0; i < list.n && i < PATTERNS; i++) {
		struct sv run = longest_run(&list.item[i]);

		if (!run.n || sv_starts(run, SV("mcp__")) || gaff_mcp_has_prefix(c->host, run))
			continue;
		if (gaff_selector_of_word(run).kind == GAFF_SELECT_NAME)
			GAFF_TRY(compare(c, run, run, NULL, err));
		if (!gaff_mcp_joint(c->host).n) /* no name tells how a pattern sees it */
			continue;
		GAFF_TRY(compare_mcp(c, STRANGER, run, SV("some MCP tools"), err));
		GAFF_TRY(compare_mcp(c, run, STRANGER, SV("some MCP tools"), err));
	}
	return GAFF_OK;
}

enum gaff_rc gaff_compare_others(struct gaff_comparison *c, struct gaff_err *err)
{
	const struct gaff_selection *s = c->choice->selection;
	size_t patterns = 0;

	GAFF_TRY(compare_mentioned(c, err));
	for (size_t i = 0; i < s->n; i++)
		if (s->item[i].kind == GAFF_SELECT_PATTERN && patterns++ < PATTERNS)
			GAFF_TRY(compare_pattern(c, s->item[i].text, err));
	GAFF_TRY(compare_mcp(c, STRANGER, STRANGER, SV("other MCP tools"), err));
	GAFF_TRY(compare(c, STRANGER, SV("other tools"), NULL, err));
	return c->a->failed ? gaff_fail(err, GAFF_ETOOBIG, "it is too large") : GAFF_OK;
}

enum gaff_rc gaff_matchers_compare(struct gaff_comparison c, const struct gaff_selection *s,
				   const struct gaff_text_list *texts, struct gaff_err *err)
{
	const struct gaff_tool_row *row;
	struct gaff_choice choice;

	GAFF_TRY(gaff_choice_of(c.a, s, &choice, err));
	c.choice = &choice;
	c.n = texts->n;
	c.native = gaff_arena_alloc(c.a, texts->n * sizeof *c.native);
	GAFF_TRY(gaff_arena_check(c.a, err));
	for (size_t i = 0; i < texts->n; i++)
		GAFF_TRY(gaff_native_read(c.a, c.host, texts->item[i], &c.native[i], err));
	for (size_t i = 0; (row = gaff_host_tool_at(c.host, i)) != NULL; i++)
		if (gaff_host_tool(c.host, row->native) == row &&
		    (i < c.host->n_tools || gaff_host_tool_by_id(c.host, row->tool)))
			GAFF_TRY(compare(&c, row->native, row->native, NULL, err));
	return gaff_compare_others(&c, err);
}
