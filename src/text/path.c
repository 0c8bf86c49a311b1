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

/* The character at *i, "%2e" for instance, and on to the next. */
static char decoded(struct sv text, size_t *i)
{
	int high = *i + 2 < text.n ? ascii_hex_digit(text.p[*i + 1]) : -1;
	int low = high < 0 ? -1 : ascii_hex_digit(text.p[*i + 2]);
	char c = text.p[*i];

	if (c != '%' || low < 0) {
		*i += 1;
		return c;
	}
	*i += 3;
	return (char)(high << 4 | low);
}

/* 1 for ".", 2 for "..", each dot written plainly or not; else 0. */
static unsigned dots(struct sv segment)
{
	unsigned n = 0;

	for (size_t i = 0; i < segment.n; n++)
		if (decoded(segment, &i) != '.')
			return 0;
	return n <= 2 ? n : 0;
}

static bool is_letter_of_drive(struct sv segment)
{
	return segment.n == 2 && ascii_isalpha(segment.p[0]) &&
	       (segment.p[1] == ':' || segment.p[1] == '|');
}

/* What stays of a URL: without tabs, line breaks and what is behind "?" or "#". */
static void clean(struct buf *out, struct sv url)
{
	while (url.n && (unsigned char)url.p[url.n - 1] <= ' ')
		url.n--;
	for (size_t i = 0; i < url.n && url.p[i] != '?' && url.p[i] != '#'; i++)
		if (!memchr("\t\r\n", url.p[i], 3))
			buf_addc(out, url.p[i]);
}

/* Takes the first segment off `path`, with the separator behind it. */
static struct sv take_segment(struct sv *path)
{
	struct sv segment = { path->p, 0 };

	while (segment.n < path->n && !is_separator(path->p[segment.n], true))
		segment.n++;
	*path = sv_skip(*path, segment.n + (segment.n < path->n));
	return segment;
}

bool gaff_path_of_file_url(struct arena *a, struct sv url, struct sv *out)
{
	static const struct sv scheme = SV_INIT("file://");
	struct buf plain = buf_in(a), raw = buf_in(a), b = buf_in(a);
	struct sv path, host;

	if (!sv_starts(url, scheme))
		return false;
	clean(&plain, sv_skip(url, scheme.n));
	path = buf_sv(&plain);
	host = take_segment(&path);
	if (is_letter_of_drive(host))
		path = buf_sv(&plain);
	/* an empty segment is one, and what a percent sign hides separates nothing */
	while (path.n) {
		struct sv segment = take_segment(&path);
		unsigned n = dots(segment);
		size_t last = raw.n;

		if (n == 1)
			continue;
		while (last && raw.p[last - 1] != '/')
			last--;
		if (n == 2 && last && !(last == 1 && is_letter_of_drive(sv_skip(buf_sv(&raw), 1))))
			raw.n = last - 1;
		if (n == 2)
			continue;
		buf_addc(&raw, '/');
		gaff_buf_add(&raw, segment);
		if (raw.n == 3 && is_letter_of_drive(segment))
			raw.p[2] = ':';
	}
	for (size_t i = 0; i < raw.n;)
		buf_addc(&b, decoded(buf_sv(&raw), &i));
	if (!b.n)
		buf_addc(&b, '/');
	*out = buf_sv(&b);
	return buf_ok(&plain) && buf_ok(&raw) && buf_ok(&b);
}
