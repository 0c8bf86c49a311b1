#include "text/glob.h"

#include "text/utf8.h"

enum token_type {
	TOKEN_CHAR,
	TOKEN_ANY_CHAR,
	TOKEN_CLASS,
	TOKEN_STAR,
	TOKEN_STARS,
	TOKEN_OPEN,
	TOKEN_COMMA,
	TOKEN_CLOSE,
	TOKEN_BAD,
};

struct token {
	enum token_type type;
	uint32_t c;          /* of a character */
	struct sv class;     /* between the brackets */
	const char *problem; /* of a bad one */
	size_t at;           /* where the problem is */
};

/* One character; a byte that is not UTF-8 gets a number that no code point has. */
static uint32_t take_char(struct sv text, size_t *at)
{
	const char *p = text.p + *at;
	unsigned n = utf8_length(p, text.p + text.n);

	*at += n ? n : 1;
	return n ? utf8_point(p, n) : 0x110000u + (unsigned char)*p;
}

static struct token bad(const char *problem, size_t at)
{
	return (struct token){ .type = TOKEN_BAD, .problem = problem, .at = at };
}

/* One end of a range in a class. A \ stands before something: take_class() has seen to it. */
static uint32_t take_end(struct sv class, size_t *at)
{
	if (class.p[*at] == '\\')
		++*at;
	return take_char(class, at);
}

static bool take_range(struct sv class, size_t *at, uint32_t *low, uint32_t *high)
{
	if (*at >= class.n)
		return false;
	*low = *high = take_end(class, at);
	if (*at + 1 < class.n && class.p[*at] == '-') {
		++*at;
		*high = take_end(class, at);
	}
	return true;
}

static bool class_is_negated(struct sv *class)
{
	if (!class->n || (class->p[0] != '!' && class->p[0] != '^'))
		return false;
	*class = sv_skip(*class, 1);
	return true;
}

/* *at is behind the [ and ends up behind the ]. */
static struct token take_class(struct sv glob, size_t *at)
{
	size_t open = *at - 1, from = *at, i = from, range;
	struct token t = { .type = TOKEN_CLASS };
	uint32_t low, high;
	struct sv inside;

	if (i < glob.n && (glob.p[i] == '!' || glob.p[i] == '^'))
		i++;
	for (size_t first = i; i < glob.n && (glob.p[i] != ']' || i == first); i++) {
		if (glob.p[i] == '[' && i + 1 < glob.n && glob.p[i + 1] == ':')
			return bad("[:names:] are not supported", i);
		if (glob.p[i] == '\\')
			i++;
	}
	if (i >= glob.n)
		return bad("a [ without its ]", open);
	t.class = inside = (struct sv){ glob.p + from, i - from };
	*at = i + 1;
	(void)class_is_negated(&inside);
	for (range = i = 0; take_range(inside, &i, &low, &high); range = i)
		if (low > high)
			return bad("a range that runs backwards",
				   (size_t)(inside.p - glob.p) + range);
	return t;
}

/* in_braces: a comma or } belongs to them. */
static struct token take_token(struct sv glob, size_t *at, bool in_braces)
{
	size_t from = *at;
	struct token t = { .type = TOKEN_CHAR };

	switch (glob.p[from]) {
	case '*':
		while (*at < glob.n && glob.p[*at] == '*')
			++*at;
		t.type = *at - from > 1 ? TOKEN_STARS : TOKEN_STAR;
		return t;
	case '?':
		t.type = TOKEN_ANY_CHAR;
		break;
	case '[':
		++*at;
		return take_class(glob, at);
	case '{':
		t.type = TOKEN_OPEN;
		break;
	case ',':
	case '}':
		if (in_braces)
			t.type = glob.p[from] == ',' ? TOKEN_COMMA : TOKEN_CLOSE;
		break;
	case '\\':
		++*at;
		if (*at == glob.n)
			return bad("a \\ with nothing behind it", from);
		break;
	default:
		break;
	}
	t.c = take_char(glob, at);
	return t;
}

static enum gaff_rc refuse(struct gaff_err *err, enum gaff_rc rc, const char *problem, size_t at)
{
	gaff_fail(err, rc, "%s", problem);
	err->offset = at;
	return rc;
}

enum gaff_rc gaff_glob_check(struct sv glob, struct gaff_err *err)
{
	size_t open[GAFF_GLOB_DEPTH_MAX];
	bool has_comma[GAFF_GLOB_DEPTH_MAX];
	unsigned depth = 0;

	if (glob.n > GAFF_GLOB_MAX)
		return refuse(err, GAFF_ETOOBIG, "a pattern this long is not supported",
			      GAFF_GLOB_MAX);
	for (size_t i = 0; i < glob.n;) {
		size_t from = i;
		struct token t = take_token(glob, &i, depth > 0);

		if (t.type == TOKEN_BAD)
			return refuse(err, GAFF_ESYNTAX, t.problem, t.at);
		if (t.type == TOKEN_OPEN) {
			if (depth == GAFF_GLOB_DEPTH_MAX)
				return refuse(err, GAFF_ETOOBIG, "braces nested too deeply", from);
			open[depth] = from;
			has_comma[depth++] = false;
		} else if (t.type == TOKEN_COMMA) {
			has_comma[depth - 1] = true;
		} else if (t.type == TOKEN_CLOSE && !has_comma[--depth]) {
			return refuse(err, GAFF_ESYNTAX,
				      "braces need a comma; \\{ is the character itself",
				      open[depth]);
		}
	}
	if (depth)
		return refuse(err, GAFF_ESYNTAX, "a { without its }", open[depth - 1]);
	return GAFF_OK;
}

static bool class_has(struct sv class, uint32_t c)
{
	bool negated = class_is_negated(&class), found = false;
	uint32_t low, high;

	for (size_t i = 0; !found && take_range(class, &i, &low, &high);)
		found = c >= low && c <= high;
	return c != '/' && found != negated;
}

/* How a place in the pattern was reached: not at all, or so; a / may be passed over or not. */
enum { REACHED = 1, PASS_SLASH = 2 };

/* What braces need while the pattern is gone over. */
struct braces {
	unsigned before; /* how the { was reached: so are its alternatives */
	unsigned behind; /* how the ends of alternatives were */
};

/* The place in the path: a character, or its end, and whether a name begins here. */
struct step {
	uint32_t c;
	bool at_end, at_name;
};

/* A byte that is, or belongs to, a character that stands for itself. */
static bool is_plain(char c)
{
	return c != '*' && c != '?' && c != '[' && c != '{' && c != ',' && c != '}' && c != '\\';
}

/*
 * Once over the pattern. `now` has the places that the characters before led to; places that
 * cost no character are found on the way, as they are all further on. Returns whether the
 * pattern's end was reached; `any` says whether a place is left in `next`.
 */
static bool go_over(struct sv glob, struct step s, const char *now, char *next, bool *any)
{
	struct braces braces[GAFF_GLOB_DEPTH_MAX];
	unsigned depth = 0, how = 0;
	bool moved = false;

	for (size_t i = 0; i < glob.n;) {
		if (!how && !now[i] && is_plain(glob.p[i])) { /* most of it, most of the time */
			i++;
			continue;
		}

		size_t from = i;
		struct token t = take_token(glob, &i, depth > 0);
		bool takes = false;

		how |= now[from] ? REACHED : 0;
		switch (t.type) {
		case TOKEN_STAR:
		case TOKEN_STARS:
			if (!how)
				continue;
			if (!s.at_end && (t.type == TOKEN_STARS || s.c != '/'))
				next[from] = moved = true;
			how = t.type == TOKEN_STARS && s.at_name ? REACHED | PASS_SLASH : REACHED;
			continue;
		case TOKEN_OPEN:
			braces[depth++] = (struct braces){ .before = how };
			continue;
		case TOKEN_COMMA:
			braces[depth - 1].behind |= how;
			how = braces[depth - 1].before;
			continue;
		case TOKEN_CLOSE:
			how |= braces[--depth].behind;
			continue;
		case TOKEN_CHAR:
			takes = s.c == t.c;
			break;
		case TOKEN_ANY_CHAR:
			takes = s.c != '/';
			break;
		case TOKEN_CLASS:
			takes = how && class_has(t.class, s.c);
			break;
		case TOKEN_BAD:
			break;
		}
		if (how && takes && !s.at_end)
			next[i] = moved = true;
		how = t.type == TOKEN_CHAR && t.c == '/' && how & PASS_SLASH ? REACHED : 0;
	}
	*any = moved;
	return how || now[glob.n];
}

bool gaff_glob_match(struct sv glob, struct sv path)
{
	char one[GAFF_GLOB_MAX + 1], other[GAFF_GLOB_MAX + 1], *now = one, *next = other;
	struct step s = { .at_name = true };
	struct gaff_err err;
	bool any = true;

	if (gaff_glob_check(glob, &err) != GAFF_OK)
		return false;
	memset(now, 0, glob.n + 1);
	now[0] = true;
	for (size_t i = 0; i < path.n && any;) {
		char *used = now;

		s.c = take_char(path, &i);
		memset(next, 0, glob.n + 1);
		(void)go_over(glob, s, now, next, &any);
		s.at_name = s.c == '/';
		now = next;
		next = used;
	}
	s.at_end = true;
	return any && go_over(glob, s, now, next, &any);
}
