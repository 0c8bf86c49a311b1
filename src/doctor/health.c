#include "doctor/health.h"

#include <stdarg.h>
#include <stdio.h>

/* What each is called, whether it is wrong or only worth knowing, and whether install ends it. */
static const struct {
	struct sv id;
	bool is_wrong, is_fixable;
} kinds[] = {
	/* clang-format off */
	[GAFF_AIL_REFUSED_FILE]       = { SV_INIT("refused-file"),       true,  false },
	[GAFF_AIL_UNKNOWN_EVENT]      = { SV_INIT("unknown-event"),      true,  false },
	[GAFF_AIL_SWITCHED_OFF]       = { SV_INIT("switched-off"),       true,  false },
	[GAFF_AIL_MISSING_PROGRAM]    = { SV_INIT("missing-program"),    true,  true  },
	[GAFF_AIL_WRONG_PROGRAM]      = { SV_INIT("wrong-program"),      true,  true  },
	[GAFF_AIL_NOT_EXECUTABLE]     = { SV_INIT("not-executable"),     true,  true  },
	[GAFF_AIL_OPEN_PROGRAM]       = { SV_INIT("open-program"),       true,  false },
	[GAFF_AIL_UNQUOTED_PATH]      = { SV_INIT("unquoted-path"),      true,  true  },
	[GAFF_AIL_MISSING_TOOL]       = { SV_INIT("missing-tool"),       true,  false },
	[GAFF_AIL_SHORT_TIMEOUT]      = { SV_INIT("short-timeout"),      true,  true  },
	[GAFF_AIL_TWICE]              = { SV_INIT("registered-twice"),   true,  true  },
	[GAFF_AIL_TWO_SCOPES]         = { SV_INIT("two-scopes"),         false, false },
	[GAFF_AIL_NARROW_MATCHER]     = { SV_INIT("narrow-matcher"),     false, false },
	[GAFF_AIL_IGNORED_MATCHER]    = { SV_INIT("ignored-matcher"),    false, false },
	[GAFF_AIL_SILENT_GRANT]       = { SV_INIT("grants-by-silence"),  true,  false },
	[GAFF_AIL_CHANGED_ENTRY]      = { SV_INIT("changed-entry"),      true,  false },
	[GAFF_AIL_NOT_CURRENT]        = { SV_INIT("not-current"),        true,  true  },
	[GAFF_AIL_OUTDATED]           = { SV_INIT("outdated"),           true,  true  },
	[GAFF_AIL_CODEX_UNTRUSTED]    = { SV_INIT("codex-untrusted"),    true,  false },
	[GAFF_AIL_CODEX_MODIFIED]     = { SV_INIT("codex-modified"),     true,  false },
	[GAFF_AIL_CODEX_DISABLED]     = { SV_INIT("codex-disabled"),     true,  false },
	[GAFF_AIL_UNTRUSTED_FOLDER]   = { SV_INIT("untrusted-folder"),   false, false },
	[GAFF_AIL_NOT_EVERYWHERE]     = { SV_INIT("not-everywhere"),     false, false },
	[GAFF_AIL_IMPORTED]           = { SV_INIT("imported-by-"),       false, false },
	[GAFF_AIL_MANIFEST]           = { SV_INIT("refused-manifest"),   true,  false },
	[GAFF_AIL_UNTRUSTED_MANIFEST] = { SV_INIT("untrusted-manifest"), false, false },
	[GAFF_AIL_CHANGED_MANIFEST]   = { SV_INIT("changed-manifest"),   true,  false },
	[GAFF_AIL_NO_ANSWER]          = { SV_INIT("no-answer"),          true,  false },
	[GAFF_AIL_NOT_OBEYED]         = { SV_INIT("not-obeyed"),         true,  false },
	[GAFF_AIL_TOO_SLOW]           = { SV_INIT("too-slow"),           true,  false },
	[GAFF_AIL_KNOWN_FAULT]        = { SV_INIT("known-fault"),        false, false },
	[GAFF_AIL_DISABLED]           = { SV_INIT("disabled"),           true,  false },
	[GAFF_AIL_BROKEN_SHIM]        = { SV_INIT("broken-shim"),        true,  false },
	[GAFF_AIL_VARIABLE]           = { SV_INIT("project-variable"),   true,  false },
	/* clang-format on */
};

struct gaff_spot gaff_spot_of(const struct gaff_config *config, const char *at)
{
	return (struct gaff_spot){ config->host, config->row->scope, config->held.path,
				   gaff_config_place(config, at) };
}

struct gaff_spot gaff_spot_at(const struct gaff_config *config, const struct gaff_registered *r)
{
	struct gaff_spot spot = gaff_spot_of(config, r->object.p);

	if (r->file)
		spot.file = r->file;
	return spot;
}

static bool is_known(const struct gaff_health *h, enum gaff_ailment_kind kind,
		     const struct gaff_spot *spot, struct sv text)
{
	for (size_t i = 0; i < h->n; i++) {
		const struct gaff_ailment *x = &h->item[i];

		if (x->kind == kind && x->place.line == spot->place.line &&
		    x->place.column == spot->place.column &&
		    sv_eq(sv_of(x->file), sv_of(spot->file)) && sv_eq(x->text, text))
			return true;
	}
	return false;
}

static struct sv id_of(struct arena *a, enum gaff_ailment_kind kind, const struct gaff_host *host)
{
	struct buf b = buf_in(a);

	if (kind != GAFF_AIL_IMPORTED)
		return kinds[kind].id;
	BUF_JOIN(&b, kinds[kind].id, host->id);
	return buf_sv(&b);
}

struct gaff_ailment *gaff_ail(struct gaff_health *h, enum gaff_ailment_kind kind,
			      const struct gaff_spot *spot, const char *next, const char *fmt, ...)
{
	char line[600];
	struct gaff_ailment *item;
	const char *text;
	va_list args;

	va_start(args, fmt);
	(void)vsnprintf(line, sizeof line, fmt, args);
	va_end(args);
	if (is_known(h, kind, spot, sv_of(line)))
		return NULL;
	if (!gaff_arena_room(h->arena, &h->item, h->n, &h->room, sizeof *item))
		return NULL;
	text = gaff_arena_dup(h->arena, sv_of(line));
	next = gaff_arena_dup(h->arena, sv_of(next));
	if (!text || !next)
		return NULL;
	item = &h->item[h->n++];
	*item = (struct gaff_ailment){ .kind = kind,
				       .id = id_of(h->arena, kind, spot->host),
				       .host = spot->host,
				       .scope = spot->scope,
				       .file = spot->file,
				       .place = spot->place,
				       .is_wrong = kinds[kind].is_wrong,
				       .is_fixable = kinds[kind].is_fixable &&
						     spot->scope != GAFF_SCOPE_SYSTEM,
				       .text = sv_of(text),
				       .next = sv_of(next) };
	return item;
}
