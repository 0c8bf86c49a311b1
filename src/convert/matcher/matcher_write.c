#include "base/limits.h"
#include "convert/matcher/matcher_parts.h"
#include "agents/codec/codec.h"
#include "agents/mcp.h"
#include "text/words.h"

/*
 * A selection by the rules of a host: first as terms (names, beginnings of names, patterns), then
 * as the texts that say them, which are read again and held against the selection.
 */

struct writing {
	struct arena *a, *scratch;
	const struct gaff_host *host;
	const struct gaff_selection *selection;
	bool wide, is_all;
	struct gaff_alternatives terms;
	struct gaff_names names, others; /* of the terms: those that are exact, and not */
	struct gaff_names nobody;        /* words and names that mean no tool of the host */
	struct gaff_names strangers;     /* names that gaff does not know here */
	struct gaff_names servers;       /* whose tools cannot be told from others' */
	bool hides_server, has_native_names, lacks_patterns; /* of that is said once */
	bool is_blind; /* a pattern may be for servers, which the host does not tell */
	bool is_loose; /* and where a server's name ends in it the host does not tell */
	struct gaff_text_list *out;
	size_t hook;
	struct gaff_losses *losses;
};

#define LOSE(w, ...)                                                                               \
	gaff_lose((w)->losses, (w)->hook, SV("matcher"), GAFF_DEGRADE_WARN, __VA_ARGS__)

static struct sv written_of(struct writing *w, const struct gaff_alternative *term)
{
	struct buf b = buf_in(w->scratch);

	gaff_buf_add(&b, term->of_servers ? w->host->layout->mcp_matcher : SV(""));
	gaff_alternative_write(&b, term);
	return buf_sv(&b);
}

static bool is_name(const struct gaff_alternative *term)
{
	return alternative_is_exact(term) && !term->of_servers;
}

static void add(struct writing *w, struct gaff_alternative term)
{
	if (w->host->layout->matching == GAFF_MATCH_GLOB &&
	    !gaff_term_can_be_glob(w->scratch, &term))
		w->lacks_patterns = true;
	else if (is_name(&term) ? gaff_names_add(&w->names, term.text)
				: gaff_names_add(&w->others, written_of(w, &term)))
		gaff_alternative_add(&w->terms, term);
}

static struct gaff_alternative name_term(struct sv name)
{
	return (struct gaff_alternative){
		.text = name, .is_literal = true, .at_begin = true, .at_end = true
	};
}

static void add_name(struct writing *w, struct sv name)
{
	add(w, name_term(name));
}

static bool add_mcp_terms(struct writing *w, struct sv server, struct sv tool)
{
	struct gaff_alternatives list = { .arena = w->a };

	if (!gaff_mcp_terms(w->a, w->host, server, tool, &list))
		return false;
	for (size_t i = 0; i < list.n; i++)
		add(w, list.item[i]);
	return true;
}

/* ---- words and names ---- */

/*
 * Agents have these on Windows alone, where a command that is meant for sh does not run. Kiro has a
 * word for both.
 */
static bool is_left_out(const struct writing *w, const struct gaff_tool_row *row)
{
	return !w->wide && w->host->layout->matching != GAFF_MATCH_SELECTOR &&
	       gaff_is_among(row->native, "PowerShell powershell write_powershell execute_pwsh");
}

/* Is it called by another name that is there already, as Monitor of Claude Code is by Bash? */
static bool is_there_by_alias(const struct writing *w, struct sv name)
{
	const struct gaff_layout *layout = w->host->layout;

	for (size_t i = 0; i < layout->n_aliases; i++)
		if (sv_eq(layout->aliases[i].tool, name) &&
		    !gaff_host_alias_tools(w->host, layout->aliases[i].name) &&
		    gaff_names_have(&w->names, layout->aliases[i].name))
			return true;
	return false;
}

/* A patch that makes files writes them, though its tool is one for edits. */
static void add_patches(struct writing *w)
{
	const struct gaff_host *host = w->host;
	struct gaff_names left = { .arena = w->scratch };

	for (size_t i = 0; i < host->n_tools; i++) {
		struct sv name = host->tools[i].native;

		if (!gaff_input_row(&host->tools[i], GAFF_IN_PATCH) ||
		    gaff_host_tools_called(host, name) & GAFF_TOOL_BIT(FILE_WRITE))
			continue;
		if (w->wide)
			add_name(w, name);
		else
			gaff_names_add(&left, name);
	}
	for (size_t i = 0; i < w->selection->n; i++)
		if (w->selection->item[i].kind == GAFF_SELECT_WORD &&
		    w->selection->item[i].tool == GAFF_TOOL_FILE_EDIT)
			left.n = 0; /* that word means them */
	if (left.n)
		LOSE(w, "%.*s of %s can write new files too, and is not in it",
		     SV_ARG(gaff_names_said(w->scratch, &left)), host->title);
}

static void add_word(struct writing *w, enum gaff_tool tool)
{
	bool found = false;

	if (tool == GAFF_TOOL_MCP) {
		found = add_mcp_terms(w, (struct sv){ 0 }, (struct sv){ 0 });
	} else {
		for (size_t i = 0; i < w->host->n_tools; i++) {
			const struct gaff_tool_row *row = &w->host->tools[i];

			if (row->tool != tool)
				continue;
			found = true;
			if (!is_left_out(w, row) && !is_there_by_alias(w, row->native))
				add_name(w, row->native);
		}
		for (size_t i = 0; found && i < w->host->n_alias_tools; i++)
			if (w->host->alias_tools[i].tool == tool)
				add_name(w, w->host->alias_tools[i].native);
		if (tool == GAFF_TOOL_FILE_WRITE)
			add_patches(w);
	}
	if (!found)
		gaff_names_add(&w->nobody, gaff_tool_name(tool));
}

/* Calls may not come under that name: the tool's own are written, too. */
static void add_alias(struct writing *w, struct sv name)
{
	uint16_t tools = gaff_host_alias_tools(w->host, name);

	for (size_t i = GAFF_TOOL_OTHER + 1; i < GAFF_TOOL_COUNT; i++)
		if (tools >> i & 1)
			add_word(w, (enum gaff_tool)i);
}

/* ---- MCP tools ---- */

static void add_mcp(struct writing *w, const struct gaff_selector *one)
{
	const struct gaff_host *host = w->host;
	bool has_selectors = host->layout->matching == GAFF_MATCH_SELECTOR ||
			     host->layout->matching == GAFF_MATCH_GLOB;

	if (!add_mcp_terms(w, one->text, one->tool_text)) {
		gaff_names_add(&w->nobody, gaff_tool_name(GAFF_TOOL_MCP));
		return;
	}
	w->hides_server = w->hides_server || !gaff_mcp_joint(host).n;
	if (!one->tool_text.n && gaff_mcp_joint(host).n == 1 && !has_selectors)
		gaff_names_add(&w->servers, one->text);
}

/* ---- patterns ---- */

/* The parts of "server__tool". */
static bool cut(struct sv text, bool is_literal, struct sv *server, struct sv *tool)
{
	return gaff_pattern_cut(text, is_literal, SV("__"), false, server, tool);
}

/* One that was spelled anew; a pattern may have become a name. */
static void add_parts(struct writing *w, struct gaff_alternative term)
{
	struct gaff_alternatives list = { .arena = w->a };

	if (!term.is_literal)
		gaff_pattern_split(&list, written_of(w, &term), false);
	else
		gaff_alternative_add(&list, term);
	for (size_t i = 0; i < list.n; i++) {
		list.item[i].of_servers = gaff_matches_apart(w->host);
		add(w, list.item[i]);
	}
}

/* The same for a host that holds such tools apart, and has the server last. */
static void add_spelled_apart(struct writing *w, struct gaff_alternative term, struct sv server,
			      struct sv tool, bool is_cut)
{
	struct buf b = buf_in(w->a);

	if (!is_cut) { /* a part of the server's name, or of both */
		term.text = server;
		term.at_begin = term.at_end = false;
	} else if (alternative_is_exact(&term)) {
		gaff_buf_add(&b, tool);
		gaff_buf_add(&b, gaff_mcp_joint(w->host));
		gaff_buf_add(&b, server);
		term.text = buf_sv(&b);
	} else {
		void (*add_text)(struct buf *, struct sv) = term.is_literal ? gaff_pattern_quote
									    : gaff_buf_add;

		add_text(&b, tool);
		gaff_buf_add(&b, term.at_end ? SV("") : SV(".*"));
		gaff_pattern_quote(&b, gaff_mcp_joint(w->host));
		add_text(&b, server);
		term.text = buf_sv(&b);
		term.is_literal = false;
		term.at_begin = term.at_end = true;
	}
	term.more_before = term.more_behind = false;
	term.spelled.n = 0;
	add_parts(w, term);
}

/* "mcp__" and then this, as this host spells it, with one of its joints. */
static void add_spelled(struct writing *w, struct gaff_alternative term, struct sv server,
			struct sv tool, bool is_cut, struct sv joint)
{
	struct buf b = buf_in(w->a);

	if (gaff_matches_apart(w->host)) {
		add_spelled_apart(w, term, server, tool, is_cut);
		return;
	}
	if (!joint.n)
		server.n = 0;
	if (term.is_literal) {
		gaff_buf_add(&b, gaff_mcp_prefix(w->host));
		gaff_buf_add(&b, server);
		gaff_buf_add(&b, is_cut ? joint : SV(""));
	} else {
		gaff_pattern_quote(&b, gaff_mcp_prefix(w->host));
		gaff_buf_add(&b, server);
		gaff_pattern_quote(&b, is_cut ? joint : SV(""));
	}
	gaff_buf_add(&b, tool);
	term.text = buf_sv(&b);
	term.spelled.n = 0;
	term.at_begin = true;
	if (alternative_is_exact(&term) && is_cut) {
		term.server = server;
		term.tool = tool;
	}
	add_parts(w, term);
}

/* Can what is between a server and its tool be in the name of either? */
static bool is_joint_in_names(const struct gaff_host *host)
{
	return sv_eq(gaff_mcp_joint(host), SV("_")) || sv_eq(gaff_mcp_joint(host), SV("-"));
}

static bool has_repeat(struct sv pattern)
{
	return sv_chr(pattern, '*') || sv_chr(pattern, '+') || sv_chr(pattern, '{');
}

/* A pattern that begins with "mcp__", in the host's spelling of such names. */
static bool add_usual(struct writing *w, const struct gaff_alternative *alt)
{
	const struct gaff_host *host = w->host;
	struct sv rest, server, tool = { 0 }, more, further;
	bool is_cut;

	if (gaff_spells_as_usual(host) || !sv_starts(alt->text, SV("mcp__")) || alt->more_before)
		return false;
	if (!gaff_mcp_is_named(host)) {
		gaff_names_add(&w->nobody, gaff_tool_name(GAFF_TOOL_MCP));
		return true;
	}
	rest = server = sv_skip(alt->text, SV("mcp__").n);
	is_cut = cut(rest, alt->is_literal, &server, &tool);
	if (alt->is_literal && !alt->at_end && (!rest.n || (is_cut && !tool.n))) {
		struct gaff_selector one = { .kind = GAFF_SELECT_MCP, .text = server };

		if (rest.n)
			add_mcp(w, &one);
		else
			add_word(w, GAFF_TOOL_MCP);
		return true;
	}
	w->is_loose = w->is_loose ||
		      (is_cut && !alt->is_literal && is_joint_in_names(host) && has_repeat(server));
	w->hides_server = w->hides_server || (!gaff_mcp_joint(host).n && !sv_eq(server, SV(".*")) &&
					      !sv_eq(server, SV(".+")));
	for (;;) { /* all ways to read it */
		add_spelled(w, *alt, server, tool, is_cut, gaff_mcp_joint(host));
		if (gaff_mcp_joint_too(host).n && is_cut)
			add_spelled(w, *alt, server, tool, is_cut, gaff_mcp_joint_too(host));
		if (!alt->is_literal || !cut(tool, true, &more, &further) || !further.n)
			return true;
		server.n += 2 + more.n;
		tool = further;
	}
}

/* Has it something in it of "mcp__server__tool" that the host writes otherwise? */
static bool is_about_mcp(const struct gaff_host *host, const struct gaff_alternative *alt)
{
	if (gaff_spells_as_usual(host) || gaff_mcp_has_prefix(host, alt->text))
		return false;
	return sv_has(alt->text, SV("mcp")) || sv_has(alt->text, SV("__"));
}

/* Can it be found in the name of a server? */
static bool may_be_in_server(const struct gaff_alternative *alt)
{
	if (alt->is_literal)
		return !alt->at_begin && !alt->at_end;
	return !alt->at_begin ||
	       !(ascii_isalpha(alt->text.p[0]) || ascii_isdigit(alt->text.p[0])) ||
	       alt->text.p[0] == 'm';
}

/* What MCP tools may be called, too: a host that holds them apart needs to be told twice. */
static void add_twin(struct writing *w, struct gaff_alternative alt)
{
	bool may_be = !alternative_is_exact(&alt) || (sv_has(alt.text, gaff_mcp_joint(w->host)) &&
						      !gaff_host_tool(w->host, alt.text));

	alt.of_servers = true;
	if (gaff_matches_apart(w->host) && may_be)
		add(w, alt);
}

static void add_term(struct writing *w, const struct gaff_alternative *alt)
{
	if (add_usual(w, alt))
		return;
	w->has_native_names = w->has_native_names || is_about_mcp(w->host, alt);
	w->is_blind = w->is_blind || (gaff_mcp_hides_server(w->host) && may_be_in_server(alt));
	w->is_all = w->is_all || alternative_is_all(alt);
	if (alternative_is_exact(alt) && !gaff_has_tool(w->host, alt->text) &&
	    gaff_selector_of_word(alt->text).kind == GAFF_SELECT_WORD)
		return; /* a canonical name, which gaff alone knows: see add_known() */
	if (alternative_is_exact(alt) && gaff_is_tool_of_others(w->host, alt->text)) {
		gaff_names_add(&w->nobody, alt->text);
		return;
	}
	add(w, *alt);
	add_twin(w, *alt);
}

static enum gaff_rc add_pattern(struct writing *w, struct sv pattern, struct gaff_err *err)
{
	struct gaff_alternatives list = { .arena = w->a };
	struct sv same;

	if (gaff_pattern_for_all(w->a, GAFF_PATTERN_RE2, pattern, &same, err) != GAFF_OK) {
		if (err->rc == GAFF_ENOMEM)
			return err->rc;
		w->is_all = w->is_all || w->wide;
		if (!w->wide)
			LOSE(w,
			     "no pattern of %s says \"%.*s\" (%s): only tools that gaff knows are "
			     "in it",
			     w->host->title, SV_ARG(gaff_said(pattern)), err->msg);
		return GAFF_OK;
	}
	gaff_pattern_split(&list, same, false);
	for (size_t i = 0; i < list.n; i++)
		add_term(w, &list.item[i]);
	return GAFF_OK;
}

static enum gaff_rc terms_select(struct writing *w, struct sv name, bool *out, struct gaff_err *err)
{
	*out = gaff_names_have(&w->names, name);
	for (size_t i = 0; !*out && i < w->terms.n; i++)
		if (!is_name(&w->terms.item[i]))
			GAFF_TRY(gaff_term_selects(w->scratch, w->host, &w->terms.item[i], name,
						   out, err));
	return GAFF_OK;
}

/* Names that have nothing in common: what selects them all selects any. */
static const struct sv anything[][2] = { { SV_INIT("q7x"), SV_INIT("k5w") },
					 { SV_INIT("QZX"), SV_INIT("JYV") },
					 { SV_INIT("0"), SV_INIT("1") } };

/* "mcp", or all of "mcp__server__tool": any MCP tool, whatever a host calls it. */
static bool is_for_all_mcp(struct writing *w, struct gaff_regex *pattern)
{
	struct gaff_event call = { 0 };

	if (gaff_regex_search(pattern, gaff_tool_name(GAFF_TOOL_MCP)))
		return true;
	for (size_t i = 0; i < COUNT_OF(anything); i++) {
		call.mcp_server = anything[i][0];
		call.mcp_tool = anything[i][1];
		if (!gaff_regex_search(pattern, gaff_usual_mcp_name(w->scratch, &call)))
			return false;
	}
	return true;
}

static enum gaff_rc add_all_mcp(struct writing *w, const struct gaff_choice *patterns,
				struct gaff_err *err)
{
	bool is_meant = w->wide && w->is_blind, is_there = true;

	for (size_t i = 0; i < patterns->selection->n && !is_meant; i++)
		is_meant = is_for_all_mcp(w, patterns->regex[i]);
	for (size_t i = 0; i < COUNT_OF(anything) && is_meant && is_there; i++)
		GAFF_TRY(terms_select(
			w, gaff_mcp_name(w->scratch, w->host, anything[i][0], anything[i][1]),
			&is_there, err));
	if (is_meant && !is_there)
		add_word(w, GAFF_TOOL_MCP);
	if (is_meant)
		w->has_native_names = w->is_blind = false;
	return GAFF_OK;
}

/* Patterns are also for canonical names, which no agent knows. */
static enum gaff_rc add_known(struct writing *w, struct gaff_err *err)
{
	const struct gaff_tool_row *row;
	struct gaff_selection patterns = { .n = 0 };
	struct gaff_choice choice;
	struct gaff_event call;
	bool is_there;

	patterns.item = gaff_arena_alloc(w->scratch, w->selection->n * sizeof *patterns.item);
	for (size_t i = 0; patterns.item && i < w->selection->n; i++)
		if (w->selection->item[i].kind == GAFF_SELECT_PATTERN)
			patterns.item[patterns.n++] = w->selection->item[i];
	if (!patterns.n)
		return GAFF_OK;
	GAFF_TRY(gaff_choice_of(w->scratch, &patterns, &choice, err));
	for (size_t i = 0; (row = gaff_host_tool_at(w->host, i)) != NULL; i++) {
		if (i >= w->host->n_tools && !gaff_host_tool_by_id(w->host, row->tool))
			continue; /* an alias of nothing */
		gaff_call_of(w->scratch, w->host, row->native, &call);
		if (is_left_out(w, row) || !gaff_choice_takes(w->scratch, &choice, &call))
			continue;
		GAFF_TRY(terms_select(w, row->native, &is_there, err));
		if (!is_there)
			add_name(w, row->native);
	}
	return add_all_mcp(w, &choice, err);
}

/* What the patterns select anyhow needs no name. */
static enum gaff_rc drop_names(struct writing *w, struct gaff_err *err)
{
	struct gaff_alternatives kept = { .arena = w->a };

	for (size_t i = 0; i < w->terms.n; i++) {
		const struct gaff_alternative *alt = &w->terms.item[i];
		bool is_tool = is_name(alt) && gaff_host_tool(w->host, alt->text), is_there = false;

		for (size_t k = 0; is_tool && !is_there && k < w->terms.n; k++)
			if (!is_name(&w->terms.item[k]))
				GAFF_TRY(gaff_term_selects(w->scratch, w->host, &w->terms.item[k],
							   alt->text, &is_there, err));
		if (!is_there)
			gaff_alternative_add(&kept, *alt);
	}
	w->terms = kept;
	return GAFF_OK;
}

/* ---- all of it ---- */

static enum gaff_rc add_selector(struct writing *w, const struct gaff_selector *one,
				 struct gaff_err *err)
{
	switch (one->kind) {
	case GAFF_SELECT_WORD:
		add_word(w, one->tool);
		break;
	case GAFF_SELECT_NAME:
		if (gaff_is_tool_of_others(w->host, one->text)) {
			gaff_names_add(&w->nobody, one->text);
		} else if (gaff_host_alias_tools(w->host, one->text)) {
			add_alias(w, one->text);
		} else {
			add_name(w, one->text);
			add_twin(w, name_term(one->text));
		}
		if (!gaff_host_tool(w->host, one->text) && gaff_names_have(&w->names, one->text))
			gaff_names_add(&w->strangers, one->text);
		break;
	case GAFF_SELECT_MCP:
		add_mcp(w, one);
		break;
	case GAFF_SELECT_PATTERN:
		return add_pattern(w, one->text, err);
	}
	return GAFF_OK;
}

/* What the texts select, and what is meant: each difference is said. */
static enum gaff_rc say_differences(struct writing *w, struct gaff_err *err)
{
	struct gaff_names missing = { .arena = w->scratch }, extra = { .arena = w->scratch };
	struct gaff_comparison c = { .a = w->scratch,
				     .host = w->host,
				     .nobody = &w->nobody,
				     .missing = &missing,
				     .extra = &extra };
	enum gaff_rc rc = gaff_matchers_compare(c, w->selection, w->out, err);

	if (rc == GAFF_EUNSUPPORTED || rc == GAFF_ETOOBIG) {
		LOSE(w, "gaff cannot try what it selects on %s: %s", w->host->title, err->msg);
		return GAFF_OK;
	}
	if (rc != GAFF_OK)
		return rc;
	if (missing.n)
		LOSE(w, "on %s it does not run for %.*s, though meant to", w->host->title,
		     SV_ARG(gaff_names_said(w->scratch, &missing)));
	if (extra.n && !w->wide)
		LOSE(w, "on %s it also runs for %.*s", w->host->title,
		     SV_ARG(gaff_names_said(w->scratch, &extra)));
	return GAFF_OK;
}

/* What the rows tell, without trying anything. */
static void say_what_is_known(struct writing *w)
{
	const char *title = w->host->title;

	if (w->nobody.n)
		LOSE(w, "%s has no tool for %.*s: left out", title,
		     SV_ARG(gaff_names_said(w->scratch, &w->nobody)));
	if (w->strangers.n)
		LOSE(w, "gaff knows no tool %.*s of %s: the name is written as it is",
		     SV_ARG(gaff_names_said(w->scratch, &w->strangers)), title);
	if (w->wide)
		return;
	if (w->lacks_patterns)
		LOSE(w, "%s has no patterns: only tools that gaff knows are in it", title);
	if (w->hides_server)
		LOSE(w, "%s does not tell the server of an MCP tool: it runs for any server's",
		     title);
	if (w->is_blind)
		LOSE(w, "%s does not tell the server of an MCP tool: a pattern cannot find it",
		     title);
	if (w->servers.n)
		LOSE(w, "on %s names of servers can %s alike: not only %.*s can be meant", title,
		     gaff_matches_apart(w->host) ? "end" : "begin",
		     SV_ARG(gaff_names_said(w->scratch, &w->servers)));
	if (w->is_loose)
		LOSE(w,
		     "on %s \"%.*s\" is between a server and its tool, and in their names: "
		     "the pattern can find more of them",
		     title, SV_ARG(gaff_mcp_joint(w->host)));
	if (w->has_native_names)
		LOSE(w, "the pattern is held against names of MCP tools as %s writes them", title);
}

static enum gaff_rc write_all(struct writing *w, struct gaff_err *err)
{
	for (size_t i = 0; i < w->selection->n; i++)
		GAFF_TRY(add_selector(w, &w->selection->item[i], err));
	GAFF_TRY(add_known(w, err));
	GAFF_TRY(drop_names(w, err));
	say_what_is_known(w);
	if (w->is_all || (w->wide && w->lacks_patterns))
		gaff_texts_add(w->out, (struct sv){ 0 });
	else
		gaff_terms_write(w->a, w->host, &w->terms, w->out);
	return w->out->n ? say_differences(w, err) : GAFF_OK;
}

enum gaff_rc gaff_matcher_write(struct arena *a, const struct gaff_host *host,
				const struct gaff_selection *s, bool wide, size_t hook,
				struct gaff_losses *losses, struct sv **out, size_t *n,
				struct gaff_err *err)
{
	struct gaff_text_list texts = { .arena = a };
	max_align_t first[1024];
	struct arena scratch;
	struct writing w = { .a = a,
			     .scratch = &scratch,
			     .host = host,
			     .selection = s,
			     .wide = wide,
			     .terms.arena = a,
			     .names.arena = a,
			     .others.arena = &scratch,
			     .nobody.arena = a,
			     .strangers.arena = a,
			     .servers.arena = a,
			     .out = &texts,
			     .hook = hook,
			     .losses = losses };
	enum gaff_rc rc = GAFF_OK;

	gaff_arena_init(&scratch, first, sizeof first, GAFF_REGEX_MEMORY_MAX);
	if (!s->n || host->layout->matching == GAFF_MATCH_NOTHING) {
		gaff_texts_add(&texts, (struct sv){ 0 });
		if (s->n && !wide)
			LOSE(&w, "%s has no matchers: it runs for every tool", host->title);
	} else {
		rc = write_all(&w, err);
	}
	gaff_arena_release(&scratch);
	GAFF_TRY(rc);
	GAFF_TRY(gaff_arena_check(a, err));
	*out = texts.item;
	*n = texts.n;
	return GAFF_OK;
}
