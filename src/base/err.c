#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>

enum gaff_rc gaff_fail(struct gaff_err *err, enum gaff_rc rc, const char *fmt, ...)
{
	va_list ap;

	err->rc = rc;
	err->line = err->column = err->offset = 0;
	va_start(ap, fmt);
	(void)vsnprintf(err->msg, sizeof err->msg, fmt, ap);
	va_end(ap);
	return rc;
}
