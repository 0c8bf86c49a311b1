#include "convert/matcher_parts.h"

/* Names that no agent has, for those that gaff does not know. */
#define STRANGER SV("Zz9Stranger")

struct comparison {
	struct arena *a;
	const struct gaff_host *host;
	struct gaff_choice choice;
	struct gaff_native *native;
	size_t n;
	struct gaff_names *missing, *extra;
};

static enum gaff_rc compare(struct comparison *c, struct sv name, struct sv called,
			    struct gaff_err *err)
{
	struct gaff_event call;
	bool selects = false, takes;

	if (!name.n)
		return GAFF_OK;
	for (size_t i = 0; i < c->n && !selects; i++)
		GAFF_TRY(gaff_native_selects(c->a, &c->native[i], name, &selects, err));
	gaff_call_of(c->a, c->host, name, &call);
	takes = gaff_choice_takes(c->a, &c->choice, &call);
	if (selects != takes)
		gaff_names_add(takes ? c->missing : c->extra, called);
	return GAFF_OK;
}

/* Tools that are mentioned, and one of a server that is. */
static enum gaff_rc compare_mentioned(struct comparison *c, const struct gaff_names *nobody,
				      struct gaff_err *err)
{
	const struct gaff_selection *s = c->choice.selection;

	for (size_t i = 0; i < s->n; i++) {
		const struct gaff_selector *one = &s->item[i];
		struct sv name = one->text;

		if (one->kind == GAFF_SELECT_NAME && gaff_names_have(nobody, name))
			continue;
		if (one->kind == GAFF_SELECT_MCP) {
			name = gaff_mcp_name(c->a, c->host, one->text, STRANGER);
			GAFF_TRY(compare(c, name, SV("other tools of its MCP servers"), err));
			name = one->tool_text.n
				       ? gaff_mcp_name(c->a, c->host, one->text, one->tool_text)
				       : name;
		}
		if (one->kind == GAFF_SELECT_MCP || one->kind == GAFF_SELECT_NAME)
			GAFF_TRY(compare(c, name, name, err));
	}
	return GAFF_OK;
}

enum gaff_rc gaff_matchers_compare(struct arena *a, const struct gaff_host *host,
				   const struct gaff_selection *s, const struct gaff_texts *texts,
				   const struct gaff_names *nobody, struct gaff_names *missing,
				   struct gaff_names *extra, struct gaff_err *err)
{
	struct comparison c = {
		.a = a, .host = host, .n = texts->n, .missing = missing, .extra = extra
	};
	bool has_mcp = host->mcp_prefix.n || host->mcp_joint.n;

	GAFF_TRY(gaff_choice_of(a, s, &c.choice, err));
	c.native = gaff_arena_alloc(a, texts->n * sizeof *c.native);
	if (!c.native)
		return gaff_fail(err, GAFF_ENOMEM, "no memory for a matcher");
	for (size_t i = 0; i < texts->n; i++)
		GAFF_TRY(gaff_native_read(a, host, texts->item[i], &c.native[i], err));
	for (size_t i = 0; i < host->n_tools; i++)
		if (gaff_host_tool(host, host->tools[i].native) == &host->tools[i])
			GAFF_TRY(compare(&c, host->tools[i].native, host->tools[i].native, err));
	GAFF_TRY(compare_mentioned(&c, nobody, err));
	if (has_mcp)
		GAFF_TRY(compare(&c, gaff_mcp_name(a, host, STRANGER, STRANGER),
				 SV("other MCP tools"), err));
	return compare(&c, STRANGER, SV("tools that gaff does not know"), err);
}
