#include "convert/matcher/matcher_parts.h"
#include "agents/mcp.h"
#include "text/utf8.h"

void gaff_texts_add(struct gaff_text_list *texts, struct sv text)
{
	if (gaff_arena_room(texts->arena, &texts->item, texts->n, &texts->room, sizeof text))
		texts->item[texts->n++] = text;
}

/* ---- names of MCP tools ---- */

static bool is_plain(struct sv text)
{
	return gaff_is_made_of(text, "-");
}

/* As the agent spells it, as a pattern: some of what it has another sign for may be as it is. */
static void add_either(struct buf *out, const struct gaff_host *host, struct sv text)
{
	const char *p = text.p, *end = text.n ? text.p + text.n : text.p;

	while (p < end) {
		unsigned n = utf8_length(p, end);
		struct sv one = { p, n ? n : 1 };

		if (is_plain((struct sv){ p, 1 })) {
			gaff_mcp_spell(out, host, one);
		} else if ((unsigned char)*p < ' ' || (unsigned char)*p >= 0x7f) {
			buf_addc(out, '.');
		} else {
			gaff_buf_add(out, SV("(?:"));
			gaff_pattern_quote(out, one);
			buf_addc(out, '|');
			gaff_mcp_spell(out, host, one);
			buf_addc(out, ')');
		}
		p += one.n;
	}
}

struct sv gaff_mcp_name(struct arena *a, const struct gaff_host *host, struct sv server,
			struct sv tool)
{
	struct buf b = buf_in(a);

	if (gaff_matches_apart(host)) { /* such an agent has the server last */
		gaff_buf_add(&b, host->layout->mcp_matcher);
		gaff_mcp_spell(&b, host, tool);
		gaff_buf_add(&b, gaff_mcp_joint(host));
		gaff_mcp_spell(&b, host, server);
	} else if (host->layout->matching == GAFF_MATCH_GLOB) { /* which is the selector itself */
		gaff_buf_add(&b, gaff_mcp_prefix(host));
		gaff_buf_add(&b, server);
		gaff_buf_add(&b, gaff_mcp_joint(host));
		gaff_buf_add(&b, tool);
	} else {
		bool has_server = gaff_mcp_joint(host).n && server.n;

		gaff_buf_add(&b, gaff_mcp_prefix(host));
		gaff_mcp_spell(&b, host, has_server ? server : SV(""));
		gaff_buf_add(&b, has_server ? gaff_mcp_joint(host) : SV(""));
		gaff_mcp_spell(&b, host, tool);
	}
	return buf_ok(&b) ? buf_sv(&b) : (struct sv){ 0 };
}

/* "tool_server", the end of such names, or every MCP tool. */
static void add_apart(struct arena *a, const struct gaff_host *host, struct sv server,
		      struct sv tool, struct gaff_alternatives *out)
{
	struct gaff_alternative alt = { .is_literal = is_plain(server) && is_plain(tool),
					.of_servers = true,
					.at_begin = tool.n,
					.at_end = server.n,
					.more_before = server.n && !tool.n };
	struct buf b = buf_in(a);

	if (alt.is_literal) {
		gaff_mcp_spell(&b, host, tool);
		gaff_buf_add(&b, server.n ? gaff_mcp_joint(host) : SV(""));
		gaff_mcp_spell(&b, host, server);
	} else {
		add_either(&b, host, tool);
		gaff_pattern_quote(&b, gaff_mcp_joint(host));
		add_either(&b, host, server);
	}
	alt.text = buf_sv(&b);
	gaff_alternative_add(out, alt);
}

bool gaff_mcp_terms(struct arena *a, const struct gaff_host *host, struct sv server, struct sv tool,
		    struct gaff_alternatives *out)
{
	const struct sv joints[] = { gaff_mcp_joint(host), gaff_mcp_joint_too(host) };
	bool is_literal = (is_plain(server) && is_plain(tool)) ||
			  host->layout->matching == GAFF_MATCH_GLOB;

	if (!gaff_mcp_is_named(host))
		return false;
	if (gaff_matches_apart(host)) {
		add_apart(a, host, server, tool, out);
		return true;
	}
	for (size_t i = 0; i < COUNT_OF(joints) && (!i || joints[i].n); i++) {
		struct gaff_alternative alt = {
			.is_literal = is_literal, .at_begin = true, .server = server, .tool = tool
		};
		struct buf b = buf_in(a);

		alt.at_end = tool.n;
		if (!server.n && !gaff_mcp_prefix(host).n) { /* any name that is joined */
			alt.at_begin = false;
			alt.more_before = alt.more_behind = true;
			gaff_buf_add(&b, joints[i]);
		} else if (host->layout->matching == GAFF_MATCH_GLOB) {
			gaff_buf_add(&b, gaff_mcp_prefix(host));
			gaff_buf_add(&b, joints[i].n ? server : SV(""));
			gaff_buf_add(&b, server.n ? joints[i] : SV(""));
			gaff_buf_add(&b, tool);
		} else if (is_literal) {
			gaff_buf_add(&b, gaff_mcp_prefix(host));
			gaff_mcp_spell(&b, host, joints[i].n ? server : SV(""));
			gaff_buf_add(&b, server.n ? joints[i] : SV(""));
			gaff_mcp_spell(&b, host, tool);
		} else {
			gaff_pattern_quote(&b, gaff_mcp_prefix(host));
			add_either(&b, host, joints[i].n ? server : SV(""));
			gaff_pattern_quote(&b, server.n ? joints[i] : SV(""));
			add_either(&b, host, tool);
		}
		alt.text = buf_sv(&b);
		gaff_alternative_add(out, alt);
		if (!server.n && gaff_mcp_prefix(host).n)
			break;
	}
	return true;
}

/* ---- terms as the texts of matchers ---- */

/* For whole names. */
static void write_whole(struct buf *out, const struct gaff_alternative *alt)
{
	struct sv text = alt->text;
	bool has_dots = !alt->is_literal && text.n > 2 && text.p[text.n - 3] != '\\' &&
			sv_eq(sv_skip(text, text.n - 2), SV(".*"));

	gaff_buf_add(out, alt->more_before ? SV(".+") : alt->at_begin ? SV("") : SV(".*"));
	if (alt->is_literal)
		gaff_pattern_quote(out, alt->text);
	else
		gaff_buf_add(out, alt->text);
	gaff_buf_add(out, alt->more_behind          ? SV(".+")
			  : alt->at_end || has_dots ? SV("")
						    : SV(".*"));
}

/* Does it go between ^( and )$, rather than beside it? */
static bool is_anchored(const struct gaff_alternative *alt)
{
	return alt->is_literal
		       ? alt->at_begin || alt->at_end || alt->more_before || alt->more_behind
		       : alt->at_begin && alt->at_end;
}

static void write_pattern(struct buf *out, const struct gaff_host *host,
			  const struct gaff_alternatives *terms)
{
	bool is_whole = gaff_matching_is_whole(host);
	size_t n = 0, written = 0;

	for (size_t i = 0; i < terms->n; i++)
		n += is_anchored(&terms->item[i]);
	if (n && !is_whole)
		gaff_buf_add(out, n > 1 ? SV("^(") : SV("^"));
	for (size_t i = 0; i < terms->n; i++) {
		if (!is_whole && !is_anchored(&terms->item[i]))
			continue;
		gaff_buf_add(out, written++ ? SV("|") : SV(""));
		write_whole(out, &terms->item[i]);
	}
	if (n && !is_whole)
		gaff_buf_add(out, n > 1 ? SV(")$") : SV("$"));
	for (size_t i = 0; !is_whole && i < terms->n; i++) {
		if (is_anchored(&terms->item[i]))
			continue;
		gaff_buf_add(out, written++ ? SV("|") : SV(""));
		gaff_alternative_write(out, &terms->item[i]);
		if (terms->item[i].is_literal && !terms->item[i].spelled.n &&
		    !gaff_matching_is_pattern(host))
			gaff_buf_add(out, SV(".*"));
	}
}

static bool write_list(struct buf *out, const struct gaff_host *host,
		       const struct gaff_alternatives *terms)
{
	for (size_t i = 0; i < terms->n; i++)
		if (!alternative_is_exact(&terms->item[i]) ||
		    !gaff_matching_takes_in_list(host, terms->item[i].text))
			return false;
	for (size_t i = 0; i < terms->n; i++) {
		gaff_buf_add(out, i ? SV("|") : SV(""));
		gaff_buf_add(out, terms->item[i].text);
	}
	return true;
}

static bool has_any(struct sv text, const char *chars)
{
	for (size_t i = 0; i < text.n; i++)
		if (!text.p[i] || strchr(chars, text.p[i]))
			return true;
	return false;
}

/* "@server/tool", "@server", and for all of them "@mcp" or a glob. */
static struct sv selector_of(struct arena *a, const struct gaff_host *host,
			     const struct gaff_alternative *alt)
{
	struct buf b = buf_in(a);

	if (!alt->server.n)
		return host->layout->matching == GAFF_MATCH_GLOB ? SV("@*/*") : SV("@mcp");
	buf_addc(&b, '@');
	gaff_buf_add(&b, alt->server);
	if (alt->tool.n) {
		buf_addc(&b, '/');
		gaff_buf_add(&b, alt->tool);
	}
	return buf_sv(&b);
}

/* Of an MCP tool or of all: a term that gaff_mcp_terms() made. */
static bool is_mcp(const struct gaff_host *host, const struct gaff_alternative *alt)
{
	return alt->server.n || (alt->is_literal && alt->at_begin && !alt->at_end &&
				 sv_eq(alt->text, gaff_mcp_prefix(host)));
}

/* Servers each in a matcher of their own, names and patterns in one. */
static void write_selectors(struct arena *a, const struct gaff_host *host,
			    const struct gaff_alternatives *terms, struct gaff_text_list *out)
{
	struct gaff_alternatives others = { .arena = a };
	struct gaff_names names = { .arena = a };
	struct buf b = buf_in(a);
	struct sv tag;

	for (size_t i = 0; i < terms->n; i++) {
		const struct gaff_alternative *alt = &terms->item[i];

		if (is_mcp(host, alt) && !has_any(alt->server, "\\^$.|?*+()[]{}/@ ") &&
		    !has_any(alt->tool, "\\^$.|?*+()[]{}/@ ")) {
			gaff_texts_add(out, selector_of(a, host, alt));
			continue;
		}
		gaff_alternative_add(&others, *alt);
		if (alternative_is_exact(alt))
			gaff_names_add(&names, alt->text);
	}
	if (!others.n)
		return;
	tag = names.n == others.n ? gaff_matching_tag(host, &names) : (struct sv){ 0 };
	if (tag.n)
		gaff_buf_add(&b, tag);
	else if (others.n == 1 && names.n && is_plain(names.name[0]))
		gaff_buf_add(&b, names.name[0]);
	else
		write_pattern(&b, host, &others);
	gaff_texts_add(out, buf_sv(&b));
}

/* A pattern of nothing but characters and dots: .* is a star, another dot a question mark. */
static bool write_glob(struct buf *out, const struct gaff_alternative *alt)
{
	struct sv text = alt->text;

	if (!alt->at_begin)
		gaff_buf_add(out, alt->more_before ? SV("?*") : SV("*"));
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];

		if (!alt->is_literal && c == '.') {
			bool is_star = i + 1 < text.n && text.p[i + 1] == '*';

			buf_addc(out, is_star ? '*' : '?');
			i += is_star;
			continue;
		}
		if (!alt->is_literal && c == '\\') {
			c = text.p[++i];
			if (ascii_isalpha(c) || ascii_isdigit(c))
				return false;
		} else if (!alt->is_literal && c && strchr("^$|?*+()[]{}", c)) {
			return false;
		}
		buf_addc(out, c && strchr("*?[]", c) ? '?' : c);
	}
	if (!alt->at_end)
		gaff_buf_add(out, alt->more_behind ? SV("?*") : SV("*"));
	return true;
}

bool gaff_term_can_be_glob(struct arena *a, const struct gaff_alternative *alt)
{
	struct buf ignored = buf_in(a);

	return write_glob(&ignored, alt);
}

/* One each; a server is one. */
static void write_globs(struct arena *a, const struct gaff_host *host,
			const struct gaff_alternatives *terms, struct gaff_text_list *out)
{
	for (size_t i = 0; i < terms->n; i++) {
		const struct gaff_alternative *alt = &terms->item[i];
		struct buf b = buf_in(a);

		if (is_mcp(host, alt) && !has_any(alt->server, "*?[]") &&
		    !has_any(alt->tool, "*?[]"))
			gaff_texts_add(out, selector_of(a, host, alt));
		else if (write_glob(&b, alt))
			gaff_texts_add(out, buf_sv(&b));
	}
}

/* One for the tools of servers, and one for all others. */
static void write_apart(struct arena *a, const struct gaff_host *host,
			const struct gaff_alternatives *terms, struct gaff_text_list *out)
{
	for (int of_servers = 0; of_servers < 2; of_servers++) {
		struct gaff_alternatives some = { .arena = a };
		struct buf b = buf_in(a);
		bool is_all = false;

		for (size_t i = 0; i < terms->n; i++) {
			if (terms->item[i].of_servers != of_servers)
				continue;
			gaff_alternative_add(&some, terms->item[i]);
			is_all = is_all || alternative_is_all(&terms->item[i]);
		}
		if (!some.n)
			continue;
		gaff_buf_add(&b, of_servers ? host->layout->mcp_matcher : SV(""));
		if (of_servers && is_all)
			gaff_buf_add(&b, SV("*"));
		else
			write_pattern(&b, host, &some);
		gaff_texts_add(out, buf_sv(&b));
	}
}

void gaff_terms_write(struct arena *a, const struct gaff_host *host,
		      const struct gaff_alternatives *terms, struct gaff_text_list *out)
{
	struct buf b = buf_in(a);

	if (!terms->n)
		return;
	if (host->layout->matching == GAFF_MATCH_SELECTOR) {
		write_selectors(a, host, terms, out);
	} else if (host->layout->matching == GAFF_MATCH_GLOB) {
		write_globs(a, host, terms, out);
	} else if (gaff_matches_apart(host)) {
		write_apart(a, host, terms, out);
	} else {
		if (!write_list(&b, host, terms))
			write_pattern(&b, host, terms);
		gaff_texts_add(out, buf_sv(&b));
	}
}
