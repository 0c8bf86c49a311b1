/*
 * log.h - how the lines of `gaff log` look.
 */
#ifndef GAFF_CLI_PAGES_LOG_H
#define GAFF_CLI_PAGES_LOG_H

#include "cli/print/color.h"
#include "log/log_line.h"

/*
 * The page: a record a line, in columns. Rows are held back until there are so many of them, to
 * find out how wide the columns are; what comes later can only widen them.
 */
enum log_column {
	LOG_TIME,
	LOG_HOST,
	LOG_EVENT,
	LOG_TOOL,
	LOG_DECISION,
	LOG_BY,
	LOG_MS,
	LOG_REASON, /* takes what is left of the line */
	LOG_COLUMNS
};

enum { LOG_ROWS = 64, LOG_ROW_BYTES = 3072 };

struct log_row {
	struct sv cell[LOG_COLUMNS];
	enum color color; /* of the decision */
	bool is_hook;     /* a line below a record; its reason is all there is */
	char text[LOG_ROW_BYTES];
};

struct log_page {
	size_t screen; /* letters in a line */
	bool has_color, has_hooks, has_head;
	size_t width[LOG_COLUMNS];
	size_t n;
	struct log_row row[LOG_ROWS];
};

void log_page_init(struct log_page *p, size_t screen, bool has_color, bool has_hooks);
void log_page_add(struct log_page *p, struct json record);
void log_page_print(struct log_page *p); /* what is held back */

#endif
