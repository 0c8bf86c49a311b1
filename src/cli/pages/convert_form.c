#include <stdio.h>

#include "cli/pages/convert_work.h"
#include "cli/cli.h"
#include "agents/hosts.h"
#include "text/near.h"
#include "text/path.h"

/* ---- agents ---- */

const struct gaff_host *convert_find_host(const char *option, const char *word, const char *also)
{
	const struct gaff_host *host = gaff_layout_find(sv_of(word));
	const char *names[32], *near;
	size_t n = 0;

	if (host)
		return host;
	for (; n + 1 < COUNT_OF(names) && gaff_layout_host(n); n++)
		names[n] = gaff_layout_host(n)->id.p;
	names[n++] = also;
	near = gaff_nearest(word, names, n);
	fprintf(stderr, "gaff: convert: --%s knows no '%s'; %s%s%s:", option, cli_word(word),
		near ? "did you mean '" : "", near ? near : "",
		near ? "'? There are" : "there are");
	for (size_t i = 0; i < n; i++)
		fprintf(stderr, " %s", names[i]);
	fprintf(stderr, "\n");
	return NULL;
}

/* ---- syntaxes ---- */

/* "yaml" of "x.yaml" and "x.yml"; empty: it has none. */
static struct sv syntax_of_name(const char *file)
{
	const char *slash = file ? strrchr(file, '/') : NULL,
		   *dot = file ? strrchr(slash ? slash : file, '.') : NULL;

	if (!dot)
		return (struct sv){ 0 };
	return strcmp(dot, ".yml") == 0 ? SV("yaml") : sv_of(dot + 1);
}

bool convert_is_other_syntax(const struct gaff_host *host, const char *file, struct sv text)
{
	struct sv name = syntax_of_name(file);

	if (!host->layout->other.n)
		return false;
	if (sv_eq(name, host->layout->other))
		return true;
	if (sv_starts(name, SV("json")))
		return false;
	if (sv_starts(text, SV("\xef\xbb\xbf")))
		text = sv_skip(text, 3);
	text = sv_trim(text);
	/* of JSON an object or a comment is first, of the others neither */
	return text.n && text.p[0] != '{' && text.p[0] != '/';
}

/* ---- formats ---- */

static bool is_written(const struct gaff_host *host)
{
	return host->layout->shape != GAFF_LAYOUT_ONE;
}

/* The same agent in its next spelling; NULL: that was the last. */
static const struct gaff_host *next_spelling(const struct gaff_host *first,
					     const struct gaff_host *host)
{
	const struct gaff_host *next = gaff_layout_next(host);

	return next != first && next && next->layout ? next : NULL;
}

static void add_format(struct buf *out, struct sv name)
{
	if (!name.n)
		return;
	BUF_JOIN(out, out->n ? SV(", ") : SV(""), name);
}

static enum gaff_rc no_format(const struct gaff_host *host, const char *format,
			      struct gaff_err *err)
{
	char storage[128];
	struct buf b = buf_fixed(storage, sizeof storage);
	struct sv before = { 0 };
	bool is_read = false;

	for (const struct gaff_host *h = host; h; h = next_spelling(host, h)) {
		is_read |= !is_written(h) && sv_eq(h->layout->name, sv_of(format));
		if (is_written(h) && !sv_eq(h->layout->name, before)) {
			add_format(&b, h->layout->name);
			add_format(&b, h->layout->other);
		}
		before = h->layout->name;
	}
	return gaff_fail(err, GAFF_EUSAGE,
			 is_read ? "convert: of %s, '%.40s' is only read; there is %.*s"
				 : "convert: %s has no format '%.40s'; there is %.*s",
			 host->title, format, SV_ARG(buf_sv(&b)));
}

enum gaff_rc convert_choose_form(struct convert_target *target, const char *format,
				 struct gaff_err *err)
{
	const struct gaff_host *host = target->host;

	if (!format) {
		target->is_other_syntax = host->layout->other.n &&
					  sv_eq(syntax_of_name(target->file), host->layout->other);
		return GAFF_OK;
	}
	for (const struct gaff_host *h = host; h; h = next_spelling(host, h)) {
		target->is_other_syntax = h->layout->other.n &&
					  sv_eq(h->layout->other, sv_of(format));
		target->host = h;
		if (is_written(h) &&
		    (target->is_other_syntax || sv_eq(h->layout->name, sv_of(format))))
			return GAFF_OK;
	}
	return no_format(host, format, err);
}

static size_t add_new(struct sv *list, size_t n, size_t max, struct sv name)
{
	for (size_t i = 0; i < n; i++)
		if (sv_eq(list[i], name))
			return n;
	if (name.n && n < max)
		list[n++] = name;
	return n;
}

size_t convert_formats(struct sv *out, size_t max)
{
	size_t n = 0;

	for (size_t i = 0; gaff_layout_host(i); i++) {
		const struct gaff_host *first = gaff_layout_host(i);

		for (const struct gaff_host *h = first; h; h = next_spelling(first, h)) {
			if (!is_written(h))
				continue;
			n = add_new(out, n, max, h->layout->name);
			n = add_new(out, n, max, h->layout->other);
		}
	}
	return n;
}

/* ---- files ---- */

const char *convert_project_file(struct arena *a, const char *folder, const struct gaff_host *host)
{
	struct sv path = gaff_host_canonical.layout == host->layout ? SV("./.gaff/hooks.json")
								    : SV("");
	struct buf b = buf_in(a);

	for (size_t i = host->n_config; i-- > 0;) {
		const struct gaff_config_row *row = &host->config[i];

		if (row->scope == GAFF_SCOPE_PROJECT &&
		    !(row->flags & (GAFF_C_ANOTHERS | GAFF_C_IF_IT_HAS_HOOKS)))
			path = sv_of(row->path);
	}
	if (!path.n)
		return "";
	for (path = sv_skip(path, 2); path.n; path = sv_skip(path, 1)) {
		if (path.p[0] == '*' && host->layout->shape != GAFF_LAYOUT_SCRIPT)
			gaff_buf_add(&b, SV("hooks"));
		else
			buf_addc(&b, path.p[0]);
	}
	return buf_ok(&b) ? gaff_path_join(a, folder, buf_sv(&b)) : NULL;
}
