#include <stdarg.h>

#include "base/limits.h"
#include "manifest/manifest_parts.h"
#include "text/doc.h"
#include "text/utf8.h"

bool gaff_one_line(struct arena *a, struct sv *text)
{
	char *p;

	if (!gaff_utf8_repair(a, text))
		return false;
	p = gaff_arena_dup(a, *text);
	text->p = p;
	for (size_t i = 0; p && i < text->n; i++) {
		unsigned char c = (unsigned char)p[i], next = (unsigned char)p[i + 1];

		if (c < 0x20 || c == 0x7f)
			p[i] = ' ';
		else if (c == 0xc2 && next < 0xa0) /* C1: escape sequences to some terminals */
			p[i] = p[i + 1] = ' ';
	}
	return p;
}

__attribute__((format(printf, 4, 0))) static void find(struct gaff_findings *f, const char *at,
						       bool is_warning, const char *fmt, va_list ap)
{
	/* warnings leave room: what is wrong must be among what is told */
	size_t room = is_warning ? GAFF_FINDINGS_MAX / 2 : GAFF_FINDINGS_MAX;
	char text[400];
	int n = vsnprintf(text, sizeof text, fmt, ap);
	struct sv line = sv_of(n < 0 ? "" : text);

	f->n_errors += !is_warning;
	if (!f->item)
		f->item = gaff_arena_alloc(f->arena, GAFF_FINDINGS_MAX * sizeof *f->item);
	if (f->item && f->n < room && gaff_one_line(f->arena, &line))
		f->item[f->n++] = (struct gaff_finding){ at, line, is_warning };
	else
		f->n_more++;
}

void gaff_find_error(struct gaff_findings *f, const char *at, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	find(f, at, false, fmt, ap);
	va_end(ap);
}

void gaff_find_warning(struct gaff_findings *f, const char *at, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	find(f, at, true, fmt, ap);
	va_end(ap);
}

enum gaff_rc gaff_findings_fail(const struct gaff_findings *f, const struct gaff_doc *doc,
				struct gaff_err *err)
{
	for (size_t i = 0; i < f->n; i++) {
		struct gaff_place place;

		if (f->item[i].is_warning)
			continue;
		place = gaff_doc_place(doc, f->item[i].at);
		gaff_fail(err, GAFF_ESYNTAX, "%.*s", SV_ARG(f->item[i].text));
		err->line = place.line;
		err->column = place.column;
		return GAFF_ESYNTAX;
	}
	return gaff_no_memory(err);
}

enum gaff_rc gaff_findings_part(const struct gaff_findings *f, const char *part, size_t i,
				struct gaff_err *err)
{
	struct sv why = f->n ? f->item[0].text : SV("no memory");

	return gaff_fail(err, GAFF_EHOOK, "%s %zu: %.*s", part, i + 1, SV_ARG(why));
}
