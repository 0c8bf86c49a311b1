#include "convert/decode/decode_parts.h"
#include "text/glob.h"

/*
 * Permission rules, by which Claude Code narrows a hook: "Bash(git *)", "Edit(src/?*)". It holds
 * the name against the tool alone (Edit is not Write here), and of file tools the content against
 * the path, in two ways, as 2.1.325 does:
 *
 *	as in .gitignore, from the root that its beginning names; what matches a folder matches all
 *	that is in it
 *	and where it begins with "*", or has none, as the whole path, with "*" for anything at all
 */

static bool is_name(struct sv text)
{
	for (size_t i = 0; i < text.n; i++)
		if (!ascii_isalpha(text.p[i]) && !ascii_isdigit(text.p[i]) &&
		    !(text.p[i] && strchr("_-", text.p[i])))
			return false;
	return text.n > 0;
}

bool gaff_permission_rule_read(struct sv text, struct gaff_permission_rule *out)
{
	struct gaff_permission_rule rule = { .tool = sv_trim(text) };
	const char *open = sv_chr(rule.tool, '(');

	if (open) {
		size_t n = (size_t)(open - rule.tool.p);

		rule.content = sv_skip(rule.tool, n + 1);
		rule.tool.n = n;
		if (!rule.content.n || rule.content.p[rule.content.n - 1] != ')')
			return false;
		rule.content.n--;
	}
	if (!is_name(rule.tool))
		return false;
	if (sv_eq(rule.content, SV("*")) || sv_eq(rule.content, SV("**")))
		rule.content.n = 0;
	*out = rule;
	return true;
}

/* ---- files ---- */

struct globs {
	struct buf list;
	struct json_writer w;
	bool ok;
};

/* One glob: where it begins, what follows, and how it ends. */
static void add_glob(struct arena *a, struct globs *g, struct sv root, struct sv middle,
		     struct sv end)
{
	struct buf b = buf_in(a);
	struct gaff_err err;

	gaff_buf_add(&b, root);
	gaff_buf_add(&b, middle);
	gaff_buf_add(&b, end);
	g->ok = g->ok && gaff_glob_check(buf_sv(&b), &err) == GAFF_OK;
	gaff_json_string(&g->w, buf_sv(&b));
}

/* What our globs read otherwise than those of .gitignore, or not at all. */
static bool is_foreign(struct sv content)
{
	static const struct sv steps[] = { SV_INIT("/./"), SV_INIT("../"), SV_INIT("//") };

	for (size_t i = 0; i < content.n; i++)
		if (!content.p[i] || strchr("\\{}", content.p[i]))
			return true;
	for (size_t i = 0; i < COUNT_OF(steps); i++)
		if (sv_has(content, steps[i]))
			return true;
	return content.n != sv_trim(content).n || sv_starts(content, SV("!")) ||
	       sv_starts(content, SV("#")) ||
	       (content.n > 1 && memcmp(content.p + content.n - 2, ":*", 2) == 0);
}

/* "*" is anything at all: for names without more stars the same as any folder before them. */
static void add_from_star(struct arena *a, struct globs *g, struct sv content)
{
	struct sv rest = sv_skip(content, 1);
	struct buf b = buf_in(a);

	g->ok = g->ok && !sv_chr(content, '?') && !sv_chr(content, '[');
	if (!sv_chr(rest, '*') && !sv_chr(rest, '/')) {
		add_glob(a, g, SV("**/"), content, SV(""));
		return;
	}
	for (size_t i = 0; i < content.n; i++) {
		if (content.p[i] != '*')
			buf_addc(&b, content.p[i]);
		else if (!i || content.p[i - 1] != '*')
			gaff_buf_add(&b, SV("**"));
	}
	add_glob(a, g, SV(""), buf_sv(&b), SV(""));
}

/* Is the last name one of any file of a kind? A folder is hardly called so. */
static bool ends_with_kind(struct sv content)
{
	while (sv_chr(content, '/'))
		content = sv_skip(content, (size_t)(sv_chr(content, '/') - content.p) + 1);
	return sv_starts(content, SV("*."));
}

static void add_from_root(struct arena *a, struct globs *g, struct sv content)
{
	bool is_literal = !sv_chr(content, '*'), has_root = true;
	struct sv root = { 0 }, end = SV("/**"), all = content;

	if (sv_starts(content, SV("//"))) {
		root = SV("/");
		content = sv_skip(content, 2);
	} else if (sv_starts(content, SV("~/"))) {
		root = SV("~/");
		content = sv_skip(content, 2);
	} else if (sv_starts(content, SV("/"))) {
		content = sv_skip(content, 1);
	} else {
		has_root = false;
		content = sv_skip(content, sv_starts(content, SV("./")) ? 2 : 0);
	}
	g->ok = g->ok && !is_foreign(content);
	if (sv_eq(content, SV("**")) && root.n) { /* all that is below */
		add_glob(a, g, root, content, SV(""));
		return;
	}
	if (content.n > end.n && sv_eq(sv_skip(content, content.n - end.n), end)) {
		add_glob(a, g, root, content, SV(""));
		return;
	}
	if (content.n > 1 && content.p[content.n - 1] == '/') {
		content.n--;
	} else {
		end = SV("");
	}
	if (!content.n || sv_eq(content, SV("**"))) {
		g->ok = false; /* the whole project, and nothing else: there is no glob for that */
		return;
	}
	if (!has_root && !sv_chr(content, '/'))
		root = SV("**/");
	add_glob(a, g, root, content, end);
	if (!end.n && !ends_with_kind(content))
		add_glob(a, g, root, content, SV("/**"));
	if (is_literal && has_root && !root.n)
		add_glob(a, g, SV(""), all, SV(""));
}

bool gaff_permission_rule_paths(struct arena *a, struct sv content, struct json *out)
{
	struct globs g = { .list = buf_in(a), .ok = true };

	g.w = (struct json_writer){ .out = &g.list };
	gaff_json_open(&g.w, '[');
	if (sv_starts(content, SV("*"))) {
		g.ok = !is_foreign(content);
		add_from_star(a, &g, content);
	} else {
		add_from_root(a, &g, content);
	}
	gaff_json_close(&g.w, ']');
	if (!g.ok)
		return false;
	*out = gaff_json_made(&g.list);
	return out->n;
}
