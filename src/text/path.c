#include "text/path.h"

/* The drive letter's length with what stands before it: 2 for "C:", 3 for "/C:", else 0. */
static size_t drive(struct sv path)
{
	size_t at = path.n && (path.p[0] == '/' || path.p[0] == '\\') ? 1 : 0;

	if (path.n >= at + 2 && ascii_isalpha(path.p[at]) && path.p[at + 1] == ':' &&
	    (path.n == at + 2 || path.p[at + 2] == '/' || path.p[at + 2] == '\\'))
		return at + 2;
	return 0;
}

static bool is_separator(char c, bool windows)
{
	return c == '/' || (windows && c == '\\');
}

/* Append the segments of `path`; ".." takes the last one of out off, down to `root`. */
static void add_segments(struct buf *out, size_t root, struct sv path, bool windows)
{
	while (path.n) {
		struct sv segment = { path.p, 0 };

		while (segment.n < path.n && !is_separator(path.p[segment.n], windows))
			segment.n++;
		path = sv_skip(path, segment.n + (segment.n < path.n));
		if (!segment.n || sv_eq(segment, SV(".")))
			continue;
		if (sv_eq(segment, SV(".."))) {
			while (out->n > root && out->p[out->n - 1] != '/')
				out->n--;
			if (out->n > root)
				out->n--;
			continue;
		}
		buf_addc(out, '/');
		gaff_buf_add(out, segment);
	}
}

bool gaff_path_has_drive(struct sv path)
{
	return drive(path) != 0;
}

void gaff_path_absolute(struct buf *out, struct sv cwd, struct sv path, bool drives)
{
	size_t start = out->n, root, of_path = drives ? drive(path) : 0,
	       of_cwd = drives ? drive(cwd) : 0;
	bool windows = of_path || of_cwd;
	bool is_absolute = of_path || (path.n && is_separator(path.p[0], windows));
	struct sv base = of_path ? path : cwd;
	size_t letter = of_path ? of_path : of_cwd;

	if (letter) /* without the slash that some agents put before it */
		gaff_buf_add(out, (struct sv){ base.p + letter - 2, 2 });
	root = out->n;
	if (!is_absolute)
		add_segments(out, root, sv_skip(cwd, of_cwd), windows);
	add_segments(out, root, sv_skip(path, of_path), windows);
	if (out->n == root && (root == start || windows))
		buf_addc(out, '/');
}

const char *gaff_path_join(struct arena *a, const char *folder, struct sv name)
{
	struct buf b = buf_in(a);

	gaff_buf_add(&b, sv_of(folder));
	if (b.n && b.p[b.n - 1] != '/')
		buf_addc(&b, '/');
	gaff_buf_add(&b, name);
	return buf_ok(&b) ? gaff_arena_cstr(a, buf_sv(&b)) : NULL;
}

/* ---- file URLs ---- */

static int hex_digit(char c)
{
	return ascii_isdigit(c)       ? c - '0'
	       : c >= 'a' && c <= 'f' ? c - 'a' + 10
	       : c >= 'A' && c <= 'F' ? c - 'A' + 10
				      : -1;
}

static bool is_dropped(char c)
{
	return c == '\t' || c == '\n' || c == '\r';
}

/* The i-th character and those it is made of: "%2e" is a dot, a backslash is a slash. */
static char decoded(struct sv url, size_t *i)
{
	char c = url.p[(*i)++];
	size_t at = *i;
	int digit[2];

	if (c != '%')
		return c == '\\' ? '/' : c;
	for (size_t n = 0; n < 2; n++) {
		while (at < url.n && is_dropped(url.p[at]))
			at++;
		if (at == url.n || (digit[n] = hex_digit(url.p[at++])) < 0)
			return c;
	}
	*i = at;
	return (char)(digit[0] << 4 | digit[1]);
}

bool gaff_path_of_file_url(struct buf *out, struct sv url)
{
	static const struct sv scheme = SV_INIT("file://");
	size_t i = scheme.n;

	if (!sv_starts(url, scheme))
		return false;
	while (url.n && (unsigned char)url.p[url.n - 1] <= ' ')
		url.n--;
	while (i < url.n && url.p[i] != '/' && url.p[i] != '\\') /* the host */
		i++;
	while (i < url.n && url.p[i] != '?' && url.p[i] != '#') {
		if (is_dropped(url.p[i]))
			i++;
		else
			buf_addc(out, decoded(url, &i));
	}
	return true;
}
