#include "cli/input/event_options.h"

#include <stdio.h>

int event_input_fail(const char *command, const struct gaff_err *err)
{
	fprintf(stderr, "gaff: %s: ", command);
	if (err->line)
		fprintf(stderr, "the event, %zu:%zu: ", err->line, err->column);
	fprintf(stderr, "%s\n", err->msg);
	return err->rc == GAFF_EUSAGE ? CLI_USAGE : CLI_FATAL;
}
