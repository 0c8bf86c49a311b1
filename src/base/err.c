#include "base/err.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool is_control(char c)
{
	return (unsigned char)c < 0x20 || c == 0x7f;
}

/*
 * A message is one line: names in it are not ours, and a line end in one would begin a line that
 * looks like gaff's. What else a terminal must not get is for who prints.
 */
static void make_one_line(char *msg, size_t n)
{
	char all[sizeof((struct gaff_err *)0)->msg];
	size_t at = 0;

	while (msg[at] && !is_control(msg[at]))
		at++;
	if (!msg[at])
		return;
	memcpy(all, msg, n);
	for (const char *p = all + at; *p && at + 4 < n; p++) {
		if (!is_control(*p))
			msg[at++] = *p;
		else if (*p == '\n')
			at += (size_t)snprintf(msg + at, n - at, "\\n");
		else
			at += (size_t)snprintf(msg + at, n - at, "\\x%02x", (unsigned char)*p);
	}
	msg[at] = '\0';
}

enum gaff_rc gaff_fail(struct gaff_err *err, enum gaff_rc rc, const char *fmt, ...)
{
	va_list ap;

	err->rc = rc;
	err->line = err->column = err->offset = 0;
	va_start(ap, fmt);
	(void)vsnprintf(err->msg, sizeof err->msg, fmt, ap);
	va_end(ap);
	make_one_line(err->msg, sizeof err->msg);
	return rc;
}
