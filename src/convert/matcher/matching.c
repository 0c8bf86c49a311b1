#include "base/limits.h"
#include "convert/matcher/matcher_parts.h"
#include "agents/hosts.h"
#include "agents/mcp.h"
#include "text/utf8.h"
#include "text/words.h"

struct rules;
typedef enum gaff_rc reader(struct arena *a, const struct rules *r, struct sv text,
			    struct gaff_native *m, struct gaff_err *err);
static reader read_names_first, read_selector, read_glob, read_apart;

/* How each kind of matcher is read. What is said of them in layout.h, as rows: a correction is one.
 */
static const struct rules {
	const char *list;       /* besides letters, digits and "_", in a list; NULL: no lists */
	const char *separators; /* between its names */
	const char *every;      /* the matchers that are every tool, with a space between */
	bool trims;             /* white space around it is nothing */
	bool is_whole;          /* patterns are for whole names */
	bool empty_is_nothing;
	bool bad_is_name; /* what is no pattern is a name */
	bool is_pattern;  /* always: a name needs no ".*" to be one */
	enum gaff_pattern_syntax syntax;
	reader *read; /* NULL: as a pattern */
} rules[] = {
	/* clang-format off */
	[GAFF_MATCH_NAMES]       = { "-|, ", "|,", "*",    .syntax = GAFF_PATTERN_JS },
	[GAFF_MATCH_NAMES_RUST]  = { "|",    "|",  "*",    .syntax = GAFF_PATTERN_RUST },
	[GAFF_MATCH_NAMES_FIRST] = { NULL,   "|",  "* .*", .trims = true, .read = read_names_first },
	[GAFF_MATCH_PATTERN]     = { NULL,   "",   "*",    .is_pattern = true },
	[GAFF_MATCH_PATTERN_ONLY] = { NULL,  "",   "",     .is_pattern = true },
	[GAFF_MATCH_PATTERN_RE2] = { NULL,   "",   "",     .is_pattern = true, .syntax = GAFF_PATTERN_RE2 },
	[GAFF_MATCH_PATTERN_APART] = { NULL, "",   ".*",   .is_pattern = true, .read = read_apart },
	[GAFF_MATCH_TRIMMED]     = { NULL,   "",   "*",    .is_pattern = true, .trims = true, .bad_is_name = true },
	[GAFF_MATCH_WHOLE]       = { NULL,   "",   "",     .is_whole = true, .empty_is_nothing = true },
	[GAFF_MATCH_WHOLE_OR_ALL] = { NULL,  "",   "*",    .is_whole = true },
	[GAFF_MATCH_NAMES_WHOLE] = { "|",    "|",  "* **", .trims = true, .is_whole = true, .empty_is_nothing = true },
	[GAFF_MATCH_SELECTOR]    = { NULL,   "",   "*",    .read = read_selector },
	[GAFF_MATCH_GLOB]        = { NULL,   "",   "*",    .read = read_glob },
	/* clang-format on */
};

bool gaff_matching_is_whole(const struct gaff_host *host)
{
	return rules[host->layout->matching].is_whole;
}

bool gaff_matching_is_pattern(const struct gaff_host *host)
{
	return rules[host->layout->matching].is_pattern;
}

bool gaff_is_made_of(struct sv text, const char *more)
{
	for (size_t i = 0; i < text.n; i++)
		if (!ascii_isalpha(text.p[i]) && !ascii_isdigit(text.p[i]) && text.p[i] != '_' &&
		    !(text.p[i] && strchr(more, text.p[i])))
			return false;
	return true;
}

bool gaff_matching_takes_in_list(const struct gaff_host *host, struct sv name)
{
	const char *list = rules[host->layout->matching].list;

	return list && name.n && gaff_is_made_of(name, strchr(list, '-') ? "-" : "");
}

/* ---- names of tools ---- */

static bool has_alias(const struct gaff_host *host, struct sv name)
{
	for (size_t i = 0; host->layout && i < host->layout->n_aliases; i++)
		if (sv_eq(host->layout->aliases[i].name, name))
			return true;
	return false;
}

bool gaff_has_tool(const struct gaff_host *host, struct sv name)
{
	return gaff_host_tool(host, name) || has_alias(host, name);
}

bool gaff_is_tool_of_others(const struct gaff_host *host, struct sv name)
{
	if (gaff_host_tool(host, name))
		return false;
	for (size_t i = 0; gaff_layout_host(i); i++) {
		const struct gaff_host *other = gaff_layout_host(i);

		if (gaff_has_tool(other, name) ||
		    (other->other_spelling && gaff_has_tool(other->other_spelling, name)))
			return true;
	}
	return false;
}

bool gaff_spells_as_usual(const struct gaff_host *host)
{
	return sv_eq(gaff_mcp_prefix(host), SV("mcp__")) && sv_eq(gaff_mcp_joint(host), SV("__"));
}

/* ---- reading ---- */

/* As JavaScript's trim(). */
static struct sv trim(struct sv text)
{
	size_t n;

	while ((n = gaff_js_space(text)))
		text = sv_skip(text, n);
	for (;;) {
		for (n = text.n < 3 ? text.n : 3; n; n--)
			if (gaff_js_space(sv_skip(text, text.n - n)) == n)
				break;
		if (!n)
			return text;
		text.n -= n;
	}
}

static void add_name(struct gaff_native *m, struct sv name)
{
	gaff_alternative_add(&m->list, (struct gaff_alternative){ .text = name,
								  .is_literal = true,
								  .at_begin = true,
								  .at_end = true,
								  .is_name = true });
}

/* Between ^(?: and )$ it may be one that is none by itself: ")Bash(?:". */
static enum gaff_rc whole_pattern(struct arena *a, const struct rules *r, struct sv pattern,
				  struct sv *out, struct gaff_err *err)
{
	struct buf b = buf_in(a);

	gaff_buf_add(&b, SV("(?:"));
	gaff_buf_add(&b, pattern);
	gaff_buf_add(&b, SV(")"));
	GAFF_TRY(gaff_buf_check(&b, err));
	return gaff_pattern_for_all(a, r->syntax, buf_sv(&b), out, err);
}

/* GAFF_ESYNTAX: nobody takes it for a pattern. */
static enum gaff_rc add_pattern(struct arena *a, const struct rules *r, struct sv pattern,
				struct gaff_native *m, struct gaff_err *err)
{
	struct sv same;
	enum gaff_rc rc = gaff_pattern_for_all(a, r->syntax, pattern, &same, err);

	if (rc == GAFF_ESYNTAX && r->is_whole)
		rc = whole_pattern(a, r, pattern, &same, err);
	if (rc == GAFF_ESYNTAX && r->bad_is_name)
		add_name(m, pattern);
	if (rc == GAFF_OK)
		gaff_pattern_split(&m->list, same, r->is_whole);
	return rc == GAFF_ESYNTAX ? GAFF_OK : rc; /* it matches nothing */
}

static void add_list(const struct rules *r, struct sv text, struct gaff_native *m)
{
	size_t begin = 0;

	for (size_t i = 0; i <= text.n; i++) {
		struct sv name = { text.p + begin, i - begin };

		if (i < text.n && !strchr(r->separators, text.p[i]))
			continue;
		name = sv_trim(name);
		if (name.n)
			add_name(m, name);
		begin = i + 1;
	}
}

/* The next entry of a list of patterns: up to a "|" outside of groups and classes. */
static bool next_entry(struct sv *rest, bool *is_first, struct sv *out)
{
	size_t depth = 0, i = 0;
	bool in_class = false;
	struct sv entry;

	if (!*is_first) {
		if (!rest->n)
			return false;
		*rest = sv_skip(*rest, 1); /* the bar */
	}
	*is_first = false;
	for (; i < rest->n && (rest->p[i] != '|' || depth || in_class); i++) {
		char c = rest->p[i];

		if (c == '\\') {
			i += i + 1 < rest->n;
			continue;
		}
		in_class = in_class ? c != ']' : c == '[';
		depth += !in_class && c == '(';
		depth -= !in_class && c == ')' && depth;
	}
	entry = (struct sv){ rest->p, i };
	*rest = sv_skip(*rest, i);
	*out = trim(entry);
	if (out->n && out->p[out->n - 1] == '\\' && out->p + out->n < entry.p + entry.n)
		out->n++; /* an escaped space stays */
	return true;
}

static void add_entries(struct sv text, struct gaff_native *m)
{
	bool is_first = true;
	struct sv entry;

	while (next_entry(&text, &is_first, &entry))
		if (entry.n)
			add_name(m, entry);
}

/*
 * Qwen's: a name, else a list of names, else a pattern, which finds those names too, if it is one;
 * but not other names of tools.
 */
static enum gaff_rc read_names_first(struct arena *a, const struct rules *r, struct sv text,
				     struct gaff_native *m, struct gaff_err *err)
{
	bool is_first = true, is_pattern = text.p[0] == '^' || text.p[0] == '(';
	struct sv rest = text, entry, pattern = text;
	struct buf joined = buf_in(a);
	size_t n;

	if (has_alias(m->host, text))
		add_name(m, text);
	if (!is_pattern && next_entry(&rest, &is_first, &entry) && rest.n) {
		rest = text;
		is_first = true;
		while (next_entry(&rest, &is_first, &entry)) {
			if (!entry.n)
				continue;
			m->is_all = m->is_all || gaff_is_among(entry, r->every);
			if (has_alias(m->host, entry))
				add_name(m, entry);
			gaff_buf_add(&joined, joined.n ? SV("|") : SV(""));
			gaff_buf_add(&joined, entry);
		}
		GAFF_TRY(gaff_buf_check(&joined, err));
		pattern = buf_sv(&joined);
		if (!pattern.n)
			return GAFF_OK;
	}
	if (m->is_all)
		return GAFF_OK;
	n = m->list.n;
	GAFF_TRY(add_pattern(a, r, pattern, m, err));
	if (m->list.n == n && !is_pattern)
		add_entries(text, m);
	return GAFF_OK;
}

/* @server, @server/tool and @mcp: of names that are made of these. */
static bool add_server(struct arena *a, struct sv text, struct gaff_native *m)
{
	const struct gaff_host *host = m->host;
	struct gaff_alternative alt = { .is_literal = true, .at_begin = true };
	struct buf b = buf_in(a);

	if (text.n < 2 || text.p[0] != '@')
		return false;
	gaff_buf_add(&b, gaff_mcp_prefix(host));
	if (!sv_eq(text, SV("@mcp"))) {
		alt.tool = sv_skip(text, 1);
		alt.server = sv_take(&alt.tool, '/');
		if (sv_eq(alt.tool, SV("*")))
			alt.tool.n = 0;
		gaff_mcp_spell(&b, host, alt.server);
		gaff_buf_add(&b, gaff_mcp_joint(host));
		gaff_mcp_spell(&b, host, alt.tool);
	}
	alt.at_end = alt.tool.n;
	alt.text = buf_sv(&b);
	gaff_alternative_add(&m->list, alt);
	return true;
}

static bool add_tag(struct sv text, struct gaff_native *m)
{
	const struct gaff_host *host = m->host;

	for (size_t i = 0; i < host->layout->n_tags; i++) {
		const struct gaff_matcher_tag *tag = &host->layout->tags[i];

		if (!sv_eq(tag->name, text))
			continue;
		m->is_builtin = !*tag->tools;
		for (size_t t = 0; t < host->n_tools; t++)
			if (!*tag->tools || gaff_is_among(host->tools[t].native, tag->tools))
				add_name(m, host->tools[t].native);
		return true;
	}
	return false;
}

static bool has_any(struct sv text, const char *chars)
{
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] && strchr(chars, text.p[i]))
			return true;
	return false;
}

struct sv gaff_matching_tag(const struct gaff_host *host, const struct gaff_names *names)
{
	const struct gaff_layout *layout = host->layout;

	for (size_t i = 0; layout->matching != GAFF_MATCH_GLOB && i < layout->n_tags; i++) {
		size_t n = 1, found = 0;

		for (const char *p = layout->tags[i].tools; *p; p++)
			n += *p == ' ';
		while (found < names->n && gaff_is_among(names->name[found], layout->tags[i].tools))
			found++;
		if (found == n && n == names->n)
			return layout->tags[i].name;
	}
	return (struct sv){ 0 };
}

static enum gaff_rc read_selector(struct arena *a, const struct rules *r, struct sv text,
				  struct gaff_native *m, struct gaff_err *err)
{
	if (has_any(text, "\\^$.|?*+()[]{}"))
		return add_pattern(a, r, text, m, err);
	if (sv_eq(text, SV("@powers")))
		return gaff_fail(err, GAFF_EUNSUPPORTED, "gaff does not know what @powers are");
	if (!add_tag(text, m) && !add_server(a, text, m))
		add_name(m, text);
	return GAFF_OK;
}

static enum gaff_rc read_glob(struct arena *a, const struct rules *r, struct sv text,
			      struct gaff_native *m, struct gaff_err *err)
{
	const char *slash = sv_chr(text, '/');
	struct sv inside = text;
	struct buf b = buf_in(a);

	(void)r;
	if (slash && sv_eq(sv_skip(text, (size_t)(slash - text.p)), SV("/*")))
		inside.n -= 2;
	if (sv_eq(text, SV("@*/*")) && add_server(a, SV("@mcp"), m))
		return GAFF_OK;
	if (!has_any(inside, "*?")) {
		if (!add_tag(text, m) && !add_server(a, text, m))
			add_name(m, text);
		return GAFF_OK;
	}
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] == '*')
			gaff_buf_add(&b, SV(".*"));
		else if (text.p[i] == '?')
			buf_addc(&b, '.');
		else
			gaff_pattern_quote(&b, (struct sv){ text.p + i, 1 });
	GAFF_TRY(gaff_buf_check(&b, err));
	gaff_pattern_split(&m->list, buf_sv(&b), true);
	return GAFF_OK;
}

/* For MCP tools alone, or for all others. */
static enum gaff_rc read_apart(struct arena *a, const struct rules *r, struct sv text,
			       struct gaff_native *m, struct gaff_err *err)
{
	struct sv pattern = gaff_bare_name(m->host, text);

	if (pattern.n == text.n)
		return add_pattern(a, r, text, m, err);
	if (!pattern.n || gaff_is_among(pattern, "* .*"))
		gaff_alternative_add(&m->list, (struct gaff_alternative){ .is_literal = true });
	else
		GAFF_TRY(add_pattern(a, r, pattern, m, err));
	for (size_t i = 0; i < m->list.n; i++)
		m->list.item[i].of_servers = true;
	return GAFF_OK;
}

static enum gaff_rc read_matcher(struct arena *a, struct sv text, struct gaff_native *m,
				 struct gaff_err *err)
{
	enum gaff_matching matching = m->host->layout->matching;
	const struct rules *r = &rules[matching];

	if (!text.p || matching == GAFF_MATCH_NOTHING || (!text.n && !r->empty_is_nothing)) {
		m->is_all = true;
		return GAFF_OK;
	}
	if (!text.n)
		return GAFF_OK;
	if (r->trims)
		text = trim(text);
	m->is_all = !text.n || gaff_is_among(text, r->every);
	if (m->is_all)
		return GAFF_OK;
	if (r->list && gaff_is_made_of(text, r->list)) {
		add_list(r, text, m);
		return GAFF_OK;
	}
	return (r->read ? r->read : add_pattern)(a, r, text, m, err);
}

static void index_names(struct gaff_native *m)
{
	for (size_t i = 0; i < m->list.n; i++) {
		const struct gaff_alternative *alt = &m->list.item[i];

		if (alternative_is_exact(alt) && !alt->of_servers)
			gaff_names_add(alt->is_name ? &m->names : &m->exact, alt->text);
		else
			m->has_others = true;
		m->is_all = m->is_all || (alternative_is_all(alt) && !gaff_matches_apart(m->host));
	}
}

enum gaff_rc gaff_native_read(struct arena *a, const struct gaff_host *host, struct sv matcher,
			      struct gaff_native *out, struct gaff_err *err)
{
	struct gaff_native m = {
		.host = host, .list.arena = a, .names.arena = a, .exact.arena = a
	};

	GAFF_TRY(read_matcher(a, matcher, &m, err));
	index_names(&m);
	GAFF_TRY(gaff_arena_check(a, err));
	*out = m;
	return GAFF_OK;
}

/* ---- asking ---- */

static enum gaff_rc selects_by(struct arena *a, struct gaff_native *m, struct sv name,
			       bool with_patterns, bool *out, struct gaff_err *err)
{
	bool is_servers = gaff_bare_name(m->host, name).n < name.n;

	*out = !is_servers && gaff_names_have(&m->names, name);
	if (*out || !with_patterns)
		return GAFF_OK;
	*out = !is_servers && gaff_names_have(&m->exact, name);
	for (size_t i = 0; !*out && m->has_others && i < m->list.n; i++)
		if (!alternative_is_exact(&m->list.item[i]) || m->list.item[i].of_servers)
			GAFF_TRY(gaff_term_selects(a, m->host, &m->list.item[i], name, out, err));
	return GAFF_OK;
}

/* Is it written there, between "|" and "|"? */
static bool is_written(const struct gaff_native *m, struct sv name)
{
	for (size_t i = 0; i < m->list.n; i++)
		if (m->list.item[i].is_literal && sv_eq(m->list.item[i].text, name))
			return true;
	return false;
}

enum gaff_rc gaff_native_selects(struct arena *a, struct gaff_native *m, struct sv name, bool *out,
				 struct gaff_err *err)
{
	const struct gaff_layout *layout = m->host->layout;

	*out = m->is_all;
	if (!*out)
		GAFF_TRY(selects_by(a, m, name, true, out, err));
	for (size_t i = 0; !*out && i < layout->n_aliases; i++)
		if (!sv_eq(layout->aliases[i].tool, name))
			continue;
		else if (gaff_host_alias_tools(m->host, layout->aliases[i].name))
			*out = is_written(m, layout->aliases[i].name); /* which is what is meant */
		else
			GAFF_TRY(selects_by(a, m, layout->aliases[i].name,
					    layout->aliases_in_patterns, out, err));
	return GAFF_OK;
}

enum gaff_rc gaff_matcher_selects(struct arena *a, const struct gaff_host *host, struct sv matcher,
				  struct sv tool, bool *out, struct gaff_err *err)
{
	struct gaff_native native;

	GAFF_TRY(gaff_native_read(a, host, matcher, &native, err));
	return gaff_native_selects(a, &native, tool, out, err);
}
