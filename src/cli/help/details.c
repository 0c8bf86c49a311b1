#include "cli/help/details.h"

#include "text/section.h"

static const unsigned char texts[] = {
#include <help/commands.txt.inc>
};

struct sv help_details(const char *command)
{
	return gaff_section((struct sv){ (const char *)texts, sizeof texts }, command);
}
