#include "base/limits.h"
#include "convert/matcher/matcher_parts.h"

enum { DEPTH = 8 }; /* groups in groups that are looked into; deeper ones are patterns */

void gaff_alternative_add(struct gaff_alternatives *list, struct gaff_alternative item)
{
	if (gaff_arena_room(list->arena, &list->item, list->n, &list->room, sizeof item))
		list->item[list->n++] = item;
}

/* ---- taking a pattern apart ---- */

size_t gaff_pattern_step(struct sv text, size_t i)
{
	if (text.p[i] == '\\')
		return i + 2;
	if (text.p[i] != '[')
		return i + 1;
	for (i++; i < text.n && text.p[i] != ']'; i++)
		i += text.p[i] == '\\';
	return i + 1;
}

bool gaff_pattern_cut(struct sv text, bool is_literal, struct sv joint, bool at_last,
		      struct sv *before, struct sv *behind)
{
	size_t depth = 0, i = 0, at = 0;

	while (i + joint.n + at_last <= text.n && (at_last || !at)) {
		if (!depth && i && sv_starts(sv_skip(text, i), joint))
			at = i;
		if (!is_literal) {
			depth += text.p[i] == '(';
			depth -= text.p[i] == ')' && depth;
		}
		i = is_literal ? i + 1 : gaff_pattern_step(text, i);
	}
	if (!at)
		return false;
	*behind = sv_skip(text, at + joint.n);
	*before = (struct sv){ text.p, at };
	return true;
}

/* Up to the first "|" or ")" of this group. */
static size_t branch_length(struct sv text)
{
	size_t depth = 0, i = 0;

	while (i < text.n) {
		char c = text.p[i];

		if (!depth && (c == '|' || c == ')'))
			return i;
		depth += c == '(';
		depth -= c == ')';
		i = gaff_pattern_step(text, i);
	}
	return text.n;
}

/* What is inside of the one group that a text is. */
static bool is_group(struct sv text, struct sv *inside)
{
	size_t n = sv_starts(text, SV("(?:")) ? 3 : sv_starts(text, SV("(")) ? 1 : 0, i = n;

	if (!n)
		return false;
	while (i < text.n) {
		i += branch_length(sv_skip(text, i));
		if (i < text.n && text.p[i] == ')')
			break;
		i++;
	}
	*inside = (struct sv){ text.p + n, i - n };
	return i + 1 == text.n;
}

/* Does it end with this, and not with an escaped one? */
static bool ends(struct sv text, struct sv with)
{
	size_t slashes = 0, at = text.n - with.n;

	if (text.n < with.n || !sv_eq(sv_skip(text, at), with))
		return false;
	while (slashes < at && text.p[at - slashes - 1] == '\\')
		slashes++;
	return slashes % 2 == 0;
}

/* .* and .+ at its ends say where the rest may be found. */
static void take_dots(struct gaff_alternative *alt)
{
	static const struct {
		struct sv spelled;
		bool is_more;
	} dots[] = { { SV_INIT(".*?"), false },
		     { SV_INIT(".+?"), true },
		     { SV_INIT(".*"), false },
		     { SV_INIT(".+"), true } };
	bool again = true;

	while (again) {
		again = false;
		for (size_t i = 0; i < COUNT_OF(dots) && !again; i++) {
			struct sv dot = dots[i].spelled;

			if (sv_starts(alt->text, dot) && !(dots[i].is_more && alt->more_before)) {
				alt->text = sv_skip(alt->text, dot.n);
				alt->at_begin = false;
				alt->more_before = alt->more_before || dots[i].is_more;
				again = true;
			} else if (ends(alt->text, dot) && !(dots[i].is_more && alt->more_behind)) {
				alt->text.n -= dot.n;
				alt->at_end = false;
				alt->more_behind = alt->more_behind || dots[i].is_more;
				again = true;
			}
		}
	}
}

/* The text that it stands for, when it is nothing but characters. */
static bool unquote(struct arena *a, struct sv text, struct sv *out)
{
	struct buf b = buf_in(a);

	if (text.n && !gaff_buf_reserve(&b, text.n))
		return false;
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];

		if (c == '\\') {
			c = text.p[++i];
			if (ascii_isalpha(c) || ascii_isdigit(c))
				return false;
		} else if (c && strchr("^$.|?*+()[]{}", c)) {
			return false;
		}
		buf_addc(&b, c);
	}
	*out = buf_sv(&b);
	return buf_ok(&b);
}

static void add_branch(struct gaff_alternatives *out, struct gaff_alternative alt)
{
	struct gaff_alternative simple = alt;
	struct buf b = buf_in(out->arena);
	bool has_dots;

	take_dots(&simple);
	has_dots = alt.text.n != simple.text.n;
	if (unquote(out->arena, simple.text, &simple.text)) {
		if (has_dots)
			gaff_alternative_write(&b, &alt);
		simple.spelled = buf_sv(&b);
		simple.is_literal = true;
		gaff_alternative_add(out, simple);
		return;
	}
	gaff_alternative_add(out, alt);
}

static void split(struct gaff_alternatives *out, struct gaff_alternative whole, unsigned depth)
{
	struct sv text = whole.text, inside;

	for (;;) {
		struct gaff_alternative alt = whole;
		size_t n = branch_length(text);

		alt.text = (struct sv){ text.p, n };
		while (sv_starts(alt.text, SV("^"))) {
			alt.text = sv_skip(alt.text, 1);
			alt.at_begin = true;
		}
		while (ends(alt.text, SV("$"))) {
			alt.text.n--;
			alt.at_end = true;
		}
		if (depth < DEPTH && is_group(alt.text, &inside)) {
			alt.text = inside;
			split(out, alt, depth + 1);
		} else {
			add_branch(out, alt);
		}
		if (n == text.n)
			return;
		text = sv_skip(text, n + 1);
	}
}

void gaff_pattern_split(struct gaff_alternatives *out, struct sv pattern, bool is_whole)
{
	split(out,
	      (struct gaff_alternative){
		      .text = pattern, .at_begin = is_whole, .at_end = is_whole },
	      0);
}

/* ---- using the parts ---- */

void gaff_alternative_write(struct buf *out, const struct gaff_alternative *alt)
{
	if (alt->spelled.n) {
		gaff_buf_add(out, alt->spelled);
		return;
	}
	if (alt->more_before || alt->at_begin)
		gaff_buf_add(out, alt->more_before ? SV(".+") : SV("^"));
	if (alt->is_literal)
		gaff_pattern_quote(out, alt->text);
	else
		gaff_buf_add(out, alt->text);
	if (alt->more_behind || alt->at_end)
		gaff_buf_add(out, alt->more_behind ? SV(".+") : SV("$"));
}

static bool literal_selects(const struct gaff_alternative *alt, struct sv name)
{
	size_t before = alt->more_before, behind = alt->more_behind;

	if (name.n < alt->text.n + before + behind)
		return false;
	if (alt->at_begin && alt->at_end)
		return sv_eq(alt->text, name);
	if (alt->at_begin)
		return sv_starts(name, alt->text);
	if (alt->at_end)
		return sv_eq(sv_skip(name, name.n - alt->text.n), alt->text);
	name = (struct sv){ name.p + before, name.n - before - behind };
	return !alt->text.n || sv_has(name, alt->text);
}

enum gaff_rc gaff_alternative_selects(struct arena *a, struct gaff_alternative *alt, struct sv name,
				      bool *out, struct gaff_err *err)
{
	struct buf b = buf_in(a);

	if (alt->is_literal) {
		*out = literal_selects(alt, name);
		return GAFF_OK;
	}
	if (!alt->regex) {
		gaff_alternative_write(&b, alt);
		GAFF_TRY(gaff_buf_check(&b, err));
		if (gaff_regex_compile(a, buf_sv(&b), &alt->regex, err) != GAFF_OK)
			return err->rc = err->rc == GAFF_ENOMEM ? GAFF_ENOMEM : GAFF_EUNSUPPORTED;
	}
	*out = gaff_regex_search(alt->regex, name);
	return GAFF_OK;
}

enum gaff_rc gaff_term_selects(struct arena *a, const struct gaff_host *host,
			       struct gaff_alternative *alt, struct sv name, bool *out,
			       struct gaff_err *err)
{
	struct sv bare = gaff_bare_name(host, name);

	*out = false;
	if (gaff_matches_apart(host) && alt->of_servers != (bare.n < name.n))
		return GAFF_OK;
	return gaff_alternative_selects(a, alt, bare, out, err);
}
