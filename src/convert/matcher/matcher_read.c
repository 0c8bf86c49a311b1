#include "base/limits.h"
#include "convert/matcher/matcher_parts.h"
#include "agents/mcp.h"

/*
 * A native matcher in a manifest's words: what is a tool of the host becomes its word, what is an
 * MCP tool its server and tool, and the rest a pattern that selects the same names.
 */

enum { SPLITS = 8 /* ways to read a joined name that are all meant */ };

struct reading {
	struct arena *a;
	const struct gaff_host *host;
	struct gaff_native native;
	struct gaff_selection out;
	size_t room;
	uint16_t words;           /* that are in it */
	struct gaff_names others; /* the same, of names and MCP tools */
	struct buf patterns;
	struct sv text;
	size_t hook;
	struct gaff_losses *losses;
};

/* What the agent means and a manifest does not, or the other way round. */
#define LOSE(r, ...)                                                                               \
	do {                                                                                       \
		gaff_lose((r)->losses, (r)->hook, SV("matcher"), GAFF_DEGRADE_WARN, __VA_ARGS__);  \
		gaff_loss_is_of_source((r)->losses);                                               \
	} while (0)

static void add(struct reading *r, struct gaff_selector one)
{
	if (gaff_arena_room(r->a, &r->out.item, r->out.n, &r->room, sizeof one))
		r->out.item[r->out.n++] = one;
}

static void add_words(struct reading *r, uint16_t tools)
{
	for (size_t i = GAFF_TOOL_OTHER + 1; i < GAFF_TOOL_COUNT; i++)
		if (tools >> i & 1 && !(r->words >> i & 1)) {
			r->words |= (uint16_t)(1u << i);
			add(r, (struct gaff_selector){ .kind = GAFF_SELECT_WORD,
						       .tool = (enum gaff_tool)i });
		}
}

static void add_mcp(struct reading *r, struct sv server, struct sv tool)
{
	struct buf b = buf_in(r->a);

	gaff_buf_add(&b, server);
	buf_addc(&b, '\0');
	gaff_buf_add(&b, tool);
	if (gaff_names_add(&r->others, buf_sv(&b)))
		add(r, (struct gaff_selector){
			       .kind = GAFF_SELECT_MCP, .text = server, .tool_text = tool });
}

static void add_pattern(struct reading *r, const struct gaff_alternative *alt)
{
	if (r->patterns.n)
		buf_addc(&r->patterns, '|');
	gaff_alternative_write(&r->patterns, alt);
}

/* ---- names ---- */

/* A bare word of a manifest is one tool's name, and no pattern. */
static bool can_be_word(struct sv name)
{
	for (size_t i = 0; i < name.n; i++)
		if (name.p[i] && strchr("|*()[]{}^$+?\\", name.p[i]))
			return false;
	return name.n;
}

static void add_name(struct reading *r, const struct gaff_alternative *alt)
{
	struct gaff_selector one = gaff_selector_of_word(alt->text);

	if (one.kind == GAFF_SELECT_WORD)
		LOSE(r,
		     "\"%.*s\" is no tool of %s that gaff knows, and of a manifest another: left "
		     "out",
		     SV_ARG(gaff_said(alt->text)), r->host->title);
	else if (!can_be_word(alt->text))
		add_pattern(r, alt);
	else if (gaff_names_add(&r->others, alt->text))
		add(r, one);
	if (gaff_is_tool_of_others(r->host, alt->text))
		LOSE(r, "%s has no tool \"%.*s\", but other agents have", r->host->title,
		     SV_ARG(gaff_said(alt->text)));
}

/* By its name, or another that matchers can call it by. */
static uint16_t tools_called(const struct gaff_host *host, struct sv name)
{
	const struct gaff_layout *layout = host->layout;
	unsigned tools = gaff_host_tools_called(host, name);

	for (size_t i = 0; i < layout->n_aliases; i++)
		if (sv_eq(layout->aliases[i].name, name))
			tools |= gaff_host_tools_called(host, layout->aliases[i].tool);
	return (uint16_t)tools;
}

/* ---- MCP tools ---- */

/* All ways to read "server__tool", or none when there are too many. */
static size_t splits(const struct gaff_host *host, struct sv joined, size_t at[SPLITS])
{
	size_t n = gaff_mcp_splits(joined, gaff_mcp_joint_in(host, joined), at, SPLITS);

	return n > SPLITS ? 0 : n;
}

/* The tool of any server: in the agent's spelling, and in the one that patterns have. */
static void add_tool_of_any(struct reading *r, struct gaff_alternative alt)
{
	struct buf b = buf_in(r->a);
	struct sv tool = sv_skip(alt.text, gaff_mcp_prefix(r->host).n);

	add_pattern(r, &alt);
	gaff_buf_add(&b, SV("mcp__.*__"));
	gaff_pattern_quote(&b, tool);
	alt.text = buf_sv(&b);
	alt.spelled.n = 0;
	alt.is_literal = false;
	alt.at_begin = true;
	add_pattern(r, &alt);
}

/* Of a whole name. False: it is no MCP tool. */
static bool read_mcp(struct reading *r, const struct gaff_alternative *alt)
{
	const struct gaff_host *host = r->host;
	struct sv joined = alt->text;
	struct gaff_event call;
	size_t at[SPLITS], n;

	if (alt->server.n) {
		add_mcp(r, alt->server, alt->tool);
		return true;
	}
	gaff_call_of(r->a, host, alt->text, &call);
	if (call.tool != GAFF_TOOL_MCP)
		return false;
	if (gaff_mcp_hides_server(host)) {
		struct gaff_alternative whole = *alt;

		whole.at_begin = whole.at_end = true;
		add_tool_of_any(r, whole);
		return true;
	}
	if (call.mcp_server.n) {
		add_mcp(r, call.mcp_server, call.mcp_tool);
		return true;
	}
	joined = sv_skip(joined, gaff_mcp_prefix(host).n);
	n = splits(host, joined, at);
	for (size_t i = 0; i < n; i++) {
		struct sv joint = gaff_mcp_joint_in(host, joined);

		add_mcp(r, (struct sv){ joined.p, at[i] }, sv_skip(joined, at[i] + joint.n));
	}
	if (!n && alternative_is_exact(alt))
		LOSE(r, "\"%.*s\" names no MCP tool: it needs a server and a tool",
		     SV_ARG(gaff_said(alt->text)));
	return n;
}

/* The beginning of names: of all MCP tools, of a server's, of some of its tools. */
static bool read_mcp_part(struct reading *r, const struct gaff_alternative *alt)
{
	struct sv prefix = gaff_mcp_prefix(r->host), joint = gaff_mcp_joint(r->host), rest;

	if (alt->server.n) {
		add_mcp(r, alt->server, alt->tool);
		return true;
	}
	if (gaff_matches_apart(r->host))
		return false; /* they are not meant */
	if (!prefix.n &&
	    (sv_eq(alt->text, joint) || sv_eq(alt->text, gaff_mcp_joint_too(r->host))) &&
	    alt->text.n && !alt->at_begin && !alt->at_end) {
		add_words(r, (uint16_t)(1u << GAFF_TOOL_MCP));
		return true;
	}
	if (!sv_starts(alt->text, prefix) || alt->at_end)
		return false;
	rest = sv_skip(alt->text, prefix.n);
	if (prefix.n && !rest.n) {
		add_words(r, (uint16_t)(1u << GAFF_TOOL_MCP));
		return true;
	}
	if (gaff_mcp_hides_server(r->host)) {
		add_tool_of_any(r, *alt);
		return true;
	}
	if (joint.n && rest.n > joint.n && sv_eq(sv_skip(rest, rest.n - joint.n), joint)) {
		rest.n -= joint.n;
		add_mcp(r, rest, (struct sv){ 0 });
		return true;
	}
	if (!prefix.n || !joint.n || sv_has(rest, joint) || rest.p[rest.n - 1] == joint.p[0])
		return false;
	add_mcp(r, rest, (struct sv){ 0 });
	LOSE(r, "\"%.*s\" is also for servers with longer names than \"%.*s\": they are left out",
	     SV_ARG(gaff_said(alt->text)), SV_ARG(gaff_said(rest)));
	return true;
}

/* A pattern; one of MCP names in the spelling that patterns have elsewhere, too. */
static void add_patterns(struct reading *r, struct gaff_alternative alt)
{
	struct sv prefix = gaff_mcp_prefix(r->host), joint = gaff_mcp_joint(r->host),
		  rest = alt.text;
	struct buf b = buf_in(r->a);
	const char *at;
	bool is_foreign = !gaff_spells_as_usual(r->host) && sv_has(rest, SV("mcp__"));

	if (!prefix.n || sv_eq(prefix, SV("mcp__")) || !sv_starts(rest, prefix) || is_foreign) {
		add_pattern(r, &alt);
		if (is_foreign)
			LOSE(r,
			     "%s does not call MCP tools \"mcp__\u2026\", but in a manifest all "
			     "are",
			     r->host->title);
		return;
	}
	alt.at_begin = true; /* such names begin so */
	alt.spelled.n = 0;
	add_pattern(r, &alt);
	rest = sv_skip(rest, prefix.n);
	at = joint.n && rest.n ? memmem(rest.p, rest.n, joint.p, joint.n) : NULL;
	gaff_buf_add(&b, gaff_mcp_hides_server(r->host) ? SV("mcp__.*__") : SV("mcp__"));
	if (at) {
		gaff_buf_add(&b, (struct sv){ rest.p, (size_t)(at - rest.p) });
		gaff_buf_add(&b, SV("__"));
		rest = sv_skip(rest, (size_t)(at - rest.p) + joint.n);
	}
	gaff_buf_add(&b, rest);
	alt.text = buf_sv(&b);
	add_pattern(r, &alt);
}

/* "mcp__github__*", which is a pattern and no glob, is for the same tools as if it were one. */
static bool read_star(struct reading *r, const struct gaff_alternative *alt)
{
	struct sv joint = gaff_mcp_joint(r->host), text = alt->text;
	struct gaff_alternative part = *alt;

	if (alt->is_literal || alt->at_end || !joint.n || !gaff_mcp_prefix(r->host).n ||
	    text.n < gaff_mcp_prefix(r->host).n + 1 || text.p[text.n - 1] != '*')
		return false;
	text.n--;
	if (!sv_starts(text, gaff_mcp_prefix(r->host)) || text.p[text.n - 1] != '_' ||
	    !gaff_is_made_of(text, "-"))
		return false;
	part.text = text;
	part.is_literal = true;
	return read_mcp_part(r, &part);
}

/* ---- one after another ---- */

static void add_text(struct buf *out, struct sv text, bool is_literal)
{
	if (is_literal)
		gaff_pattern_quote(out, text);
	else
		gaff_buf_add(out, text);
}

/* Of an agent that holds MCP tools apart, "tool_server": in the spelling that patterns have. */
static void read_apart(struct reading *r, const struct gaff_alternative *alt)
{
	struct sv joint = gaff_mcp_joint(r->host), text = alt->text;
	struct gaff_alternative usual = { .at_begin = true };
	struct buf b = buf_in(r->a);
	size_t at[SPLITS], n;
	struct sv server;

	if (alternative_is_all(alt)) {
		add_words(r, (uint16_t)(1u << GAFF_TOOL_MCP));
		return;
	}
	if (alt->is_literal && alt->at_end && !alt->at_begin && text.n > joint.n &&
	    sv_starts(text, joint)) {
		text = sv_skip(text, joint.n);
		add_mcp(r, text, (struct sv){ 0 });
		LOSE(r, "\"%.*s\" is also for servers whose names end with \"%.*s\": left out",
		     SV_ARG(gaff_said(r->text)), SV_ARG(gaff_said(text)));
		return;
	}
	if (alternative_is_exact(alt)) {
		n = splits(r->host, text, at);
		for (size_t i = 0; i < n; i++)
			add_mcp(r, sv_skip(text, at[i] + joint.n), (struct sv){ text.p, at[i] });
		if (!n)
			LOSE(r, "\"%.*s\" names no MCP tool: it needs a tool and a server",
			     SV_ARG(gaff_said(text)));
		return;
	}
	gaff_buf_add(&b, SV("mcp__"));
	if (alt->at_end && gaff_pattern_cut(text, alt->is_literal, joint, true, &text, &server)) {
		add_text(&b, server, alt->is_literal);
		gaff_buf_add(&b, SV("__"));
		gaff_buf_add(&b, alt->at_begin ? SV("") : SV(".*"));
		usual.at_end = true;
	} else {
		gaff_buf_add(&b, alt->at_begin ? SV(".*__") : SV(".*"));
	}
	add_text(&b, text, alt->is_literal);
	usual.text = buf_sv(&b);
	add_pattern(r, &usual);
	LOSE(r,
	     "%s holds \"%.*s\" against \"tool%.*sserver\", a manifest against "
	     "\"mcp__server__tool\"",
	     r->host->title, SV_ARG(gaff_said(r->text)), SV_ARG(joint));
}

static void read_alternative(struct reading *r, const struct gaff_alternative *alt)
{
	bool is_exact = alternative_is_exact(alt),
	     is_bare = alt->is_literal && !alt->at_begin && !alt->at_end && !alt->spelled.n;
	uint16_t tools = is_exact || is_bare ? tools_called(r->host, alt->text) : 0;

	if (is_exact && !alt->text.n)
		return; /* no tool has an empty name */
	if (alt->of_servers) {
		read_apart(r, alt);
		return;
	}
	if (tools & ~1u) {
		add_words(r, tools);
	} else if (tools) {
		add_name(r, alt);
	} else if (is_exact) {
		if (!read_mcp(r, alt))
			add_name(r, alt);
	} else if (is_bare && alt->text.n > gaff_mcp_prefix(r->host).n && read_mcp(r, alt)) {
		LOSE(r, "\"%.*s\" is found anywhere in a name on %s: other tools are left out",
		     SV_ARG(gaff_said(alt->text)), r->host->title);
	} else if (!read_star(r, alt) && (!alt->is_literal || !read_mcp_part(r, alt))) {
		add_patterns(r, *alt);
	}
}

/* ---- what it selects of the tools that are known ---- */

static bool is_first_of_name(const struct gaff_host *host, size_t i)
{
	return gaff_host_tool(host, host->tools[i].native) == &host->tools[i];
}

/* The tools that a word stands for without saying: those seen, else the first. */
static bool is_usual(const struct gaff_host *host, const struct gaff_tool_row *row)
{
	bool any_seen = false;

	for (size_t i = 0; i < host->n_tools; i++)
		any_seen = any_seen || (host->tools[i].tool == row->tool &&
					host->tools[i].seen->kind == GAFF_MEASURED);
	return any_seen ? row->seen->kind == GAFF_MEASURED
			: gaff_host_tool_by_id(host, row->tool) == row;
}

/* Every tool that it selects is meant by something; *usual: words of which a usual tool is. */
static enum gaff_rc add_known(struct reading *r, uint16_t *usual, struct gaff_err *err)
{
	const struct gaff_host *host = r->host;
	bool selects;

	*usual = 0;
	for (size_t i = 0; i < host->n_tools; i++) {
		const struct gaff_tool_row *row = &host->tools[i];

		GAFF_TRY(gaff_native_selects(r->a, &r->native, row->native, &selects, err));
		if (!selects)
			continue;
		add_words(r, (uint16_t)(1u << row->tool));
		if (is_usual(host, row))
			*usual |= (uint16_t)(1u << row->tool);
	}
	if (r->patterns.n)
		add(r, (struct gaff_selector){ .kind = GAFF_SELECT_PATTERN,
					       .text = buf_sv(&r->patterns) });
	return gaff_arena_check(r->a, err);
}

/* Both over the tools of the host: what is not in it is put in, what is too much is said. */
static enum gaff_rc compare(struct reading *r, uint16_t usual, struct gaff_err *err)
{
	const struct gaff_host *host = r->host;
	struct gaff_names wider = { .arena = r->a }, narrower = { .arena = r->a },
			  none = { .arena = r->a };
	struct gaff_selection was = r->out;
	struct gaff_choice choice;
	struct gaff_comparison c = { .a = r->a,
				     .host = host,
				     .choice = &choice,
				     .native = &r->native,
				     .n = 1,
				     .nobody = &none,
				     .missing = &wider,
				     .extra = &narrower };
	struct gaff_event call;
	bool selects, takes;

	if (!was.n)
		return GAFF_OK;
	GAFF_TRY(gaff_choice_of(r->a, &was, &choice, err));
	for (size_t i = 0; i < host->n_tools; i++) {
		struct sv name = host->tools[i].native;

		if (!is_first_of_name(host, i))
			continue;
		gaff_call_of(r->a, host, name, &call);
		GAFF_TRY(gaff_native_selects(r->a, &r->native, name, &selects, err));
		takes = gaff_choice_takes(r->a, &choice, &call);
		if (selects && !takes)
			add(r, (struct gaff_selector){ .kind = GAFF_SELECT_NAME, .text = name });
		if (!selects && takes && !(call.tools & r->words & usual))
			gaff_names_add(&wider, name);
	}
	GAFF_TRY(gaff_compare_others(&c, err));
	if (wider.n)
		LOSE(r, "in a manifest \"%.*s\" is also for %.*s of %s", SV_ARG(gaff_said(r->text)),
		     SV_ARG(gaff_names_said(r->a, &wider)), host->title);
	if (narrower.n)
		LOSE(r, "in a manifest \"%.*s\" is not for %.*s of %s", SV_ARG(gaff_said(r->text)),
		     SV_ARG(gaff_names_said(r->a, &narrower)), host->title);
	return GAFF_OK;
}

static enum gaff_rc read_all(struct reading *r, struct gaff_err *err)
{
	uint16_t usual;

	for (size_t i = 0; i < r->native.list.n; i++)
		read_alternative(r, &r->native.list.item[i]);
	if (r->native.is_builtin)
		LOSE(r, "\"%.*s\" is also for other tools than gaff knows: they are left out",
		     SV_ARG(gaff_said(r->text)));
	GAFF_TRY(add_known(r, &usual, err));
	GAFF_TRY(compare(r, usual, err));
	if (!r->out.n) {
		LOSE(r, "\"%.*s\" selects no tool of %s", SV_ARG(gaff_said(r->text)),
		     r->host->title);
		add(r,
		    (struct gaff_selector){ .kind = GAFF_SELECT_PATTERN, .text = SV("[^\\s\\S]") });
	}
	return gaff_arena_check(r->a, err);
}

enum gaff_rc gaff_matcher_read(struct arena *a, const struct gaff_host *host, struct sv native,
			       size_t hook, struct gaff_losses *losses, struct gaff_selection *out,
			       struct gaff_err *err)
{
	struct reading r = { .a = a,
			     .host = host,
			     .text = native,
			     .hook = hook,
			     .losses = losses,
			     .others.arena = a,
			     .patterns = buf_in(a) };
	enum gaff_rc rc = gaff_native_read(a, host, native, &r.native, err);

	if (rc == GAFF_OK && !r.native.is_all)
		rc = read_all(&r, err);
	if (rc != GAFF_OK && rc != GAFF_ENOMEM) {
		LOSE(&r, "a manifest cannot say \"%.*s\" (%s): every tool is meant",
		     SV_ARG(gaff_said(native)), err->msg);
		r.out.n = 0;
		rc = GAFF_OK;
	}
	if (rc == GAFF_OK)
		*out = r.out;
	return rc;
}
