#include "cli/help/details.h"

#include <stdio.h>

#include "cli/print/table.h"
#include "text/section.h"

static const unsigned char commands[] = {
#include <help/commands.txt.inc>
};
static const unsigned char pages[] = {
#include <help/pages.txt.inc>
};

struct sv help_details(const char *command)
{
	return gaff_section((struct sv){ (const char *)commands, sizeof commands }, command);
}

void help_print_prose(struct arena *a, bool is_markdown, const char *name)
{
	struct sv text = gaff_section((struct sv){ (const char *)pages, sizeof pages }, name);

	while (text.n) {
		struct buf paragraph = buf_in(a);
		struct sv line;

		while ((line = sv_take(&text, '\n')).n)
			BUF_JOIN(&paragraph, paragraph.n ? SV(" ") : SV(""), line);
		table_paragraph(is_markdown, buf_sv(&paragraph));
		if (text.n)
			printf("\n");
	}
}
