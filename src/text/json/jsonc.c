/*
 * jsonc.c - JSON with comments and trailing commas.
 *
 * The text is copied with spaces in their place, so that what is left is JSON and every byte
 * of it stands where the person wrote it.
 */
#include "text/doc_parts.h"

struct jsonc {
	struct sv source;
	char *out;      /* as long as source */
	size_t i;       /* next byte of both */
	char last;      /* the mark before, a quote for a string, a letter for any word */
	char before;    /* what `last` was when it became a comma */
	size_t comma;   /* where that comma is */
	unsigned depth; /* brackets that are open */
	struct gaff_err *err;
};

static enum gaff_rc refuse(struct jsonc *j, size_t at, enum gaff_rc rc, const char *problem)
{
	return gaff_source_fail(j->source, at, j->err, rc, "%s", problem);
}

static bool is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

/* Put spaces from j->i to `end`, which is where it goes on. */
static void blank_until(struct jsonc *j, size_t end)
{
	for (; j->i < end; j->i++)
		if (!is_line_end(j->out[j->i]))
			j->out[j->i] = ' ';
}

static enum gaff_rc blank_comment(struct jsonc *j)
{
	struct sv rest = sv_skip(j->source, j->i);
	size_t n = 2;

	if (rest.n < 2 || (rest.p[1] != '/' && rest.p[1] != '*'))
		return refuse(j, j->i, GAFF_ESYNTAX, "a / that begins no comment");
	if (rest.p[1] == '/') {
		while (n < rest.n && !is_line_end(rest.p[n]))
			n++;
	} else {
		while (n + 1 < rest.n && (rest.p[n] != '*' || rest.p[n + 1] != '/'))
			n++;
		n += 2;
		if (n > rest.n)
			return refuse(j, j->i, GAFF_ESYNTAX, "a comment without its end");
	}
	blank_until(j, j->i + n);
	return GAFF_OK;
}

/* Whether it ends is for the JSON reader to say. */
static void skip_string(struct jsonc *j)
{
	for (j->i++; j->i < j->source.n && j->source.p[j->i] != '"'; j->i++)
		if (j->source.p[j->i] == '\\')
			j->i++;
	j->i++;
}

static enum gaff_rc take_mark(struct jsonc *j, char c)
{
	switch (c) {
	case '{':
	case '[':
		if (++j->depth > GAFF_DOC_DEPTH_MAX)
			return refuse(j, j->i, GAFF_ETOOBIG, "nested too deeply");
		break;
	case '}':
	case ']':
		/* a comma that follows nothing, or another comma, is left to be an error */
		if (j->last == ',' && !strchr("{[,:", j->before))
			j->out[j->comma] = ' ';
		if (j->depth)
			j->depth--;
		break;
	case ',':
		j->before = j->last;
		j->comma = j->i;
		break;
	default:
		break;
	}
	j->last = c;
	j->i++;
	return GAFF_OK;
}

static enum gaff_rc make_plain(struct jsonc *j)
{
	while (j->i < j->source.n) {
		char c = j->source.p[j->i];

		if (c == '"') {
			skip_string(j);
			j->last = c;
		} else if (c == '/') {
			GAFF_TRY(blank_comment(j));
		} else if (c == '#') {
			return refuse(j, j->i, GAFF_ESYNTAX, "a comment begins with // here");
		} else if (c && strchr("{}[],:", c)) {
			GAFF_TRY(take_mark(j, c));
		} else {
			j->i++;
			if (!ascii_isspace(c))
				j->last = 'a';
		}
	}
	return GAFF_OK;
}

enum gaff_rc gaff_jsonc_parse(struct arena *a, struct sv source, struct gaff_doc *out,
			      struct gaff_err *err)
{
	/* a document that begins with a comma has nothing before it, like one in brackets */
	struct jsonc j = { .source = source, .last = '[', .err = err };
	struct gaff_doc doc = { .source = source };
	struct gaff_err plain_err; /* its columns count the spaces that a comment left */
	enum gaff_rc rc;

	/* the JSON reader would skip it, and count from behind it */
	if (sv_starts(source, SV("\xef\xbb\xbf")))
		return refuse(&j, 0, GAFF_ESYNTAX, "a second byte order mark");
	j.out = gaff_arena_dup(a, source);
	GAFF_TRY(gaff_arena_check(a, err));
	rc = make_plain(&j);
	doc.json = (struct sv){ j.out, source.n };
	/* what comes first is what is wrong: of {'a/b'} not the slash */
	if (gaff_json_parse(doc.json, &doc.root, &plain_err) != GAFF_OK &&
	    (rc == GAFF_OK || plain_err.offset < err->offset))
		return refuse(&j, plain_err.offset, plain_err.rc, plain_err.msg);
	if (rc != GAFF_OK)
		return rc;
	*out = doc;
	return GAFF_OK;
}
