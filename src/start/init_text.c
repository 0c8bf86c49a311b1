#include "start/init.h"
#include "guard/guard.h"
#include "text/section.h"

/* What a manifest to start from looks like, in parts. "@" stands for the names of the guards. */
static const unsigned char parts[] = {
#include <templates/init/hooks.txt.inc>
};

static struct sv part(const char *name)
{
	return gaff_section((struct sv){ (const char *)parts, sizeof parts }, name);
}

void init_write_guards(struct buf *out)
{
	struct sv text = part("guards");
	size_t at = (size_t)(sv_chr(text, '@') - text.p);
	bool is_first = true;

	gaff_buf_add(out, (struct sv){ text.p, at });
	for (size_t i = 0; gaff_guards[i]; i++) {
		if (!(gaff_guards[i]->events & GAFF_EV(BEFORE_TOOL)))
			continue;
		BUF_JOIN(out, is_first ? SV("") : SV(" "), sv_of(gaff_guards[i]->name));
		is_first = false;
	}
	gaff_buf_add(out, sv_skip(text, at + 1));
}

void init_write(struct buf *out, bool is_project, const struct init_taken *taken)
{
	BUF_JOIN(out, part(is_project ? "project" : "user"), part("begin"));
	init_write_guards(out);
	gaff_buf_add(out, part("secrets"));
	if (taken && taken->n)
		BUF_JOIN(out, part("taken"), buf_sv(&taken->hooks));
	gaff_buf_add(out, part("end"));
}
