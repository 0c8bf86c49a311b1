#include "lib/lib_log.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/io.h"
#include "guard/guards/secret.h"
#include "text/time.h"

enum { LINE_MAX_BYTES = 16 << 10, LOG_MS = 1000 };

/* One line, without secrets and without anything a terminal would obey. */
static const char *line_of(const gaff_event *e, struct sv text)
{
	struct buf b = buf_in(e->arena);

	gaff_buf_add(&b, gaff_secret_strip(e->arena, text, (struct sv){ 0 }));
	for (size_t i = 0; i < b.n; i++)
		if ((unsigned char)b.p[i] < 0x20 || b.p[i] == 0x7f)
			b.p[i] = ' ';
	buf_addc(&b, '\0');
	return buf_ok(&b) ? b.p : NULL;
}

void gaff_log(const gaff_event *event, const char *format, ...)
{
	char text[LINE_MAX_BYTES];
	const char *line;
	va_list args;
	int n;

	if (!event || !event->log || !format)
		return;
	va_start(args, format);
	n = vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (n < 0)
		return;
	line = line_of(event, sv_of(text));
	if (line)
		event->log(event->log_data, line);
}

/* ---- of a hook program ---- */

static void to_file(const char *path, struct sv line)
{
	int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
		      0600);

	if (fd < 0)
		return; /* a log is no reason to fail */
	(void)gaff_write_all(fd, line, gaff_now_ms() + LOG_MS);
	(void)close(fd);
}

void gaff_lib_log_line(void *data, const char *line)
{
	struct gaff_lib_log *log = data;
	const char *path = getenv("GAFF_LOG_FILE");
	char time[GAFF_TIME_LENGTH + 1];
	struct buf b = buf_in(log->arena);

	if (!path || !*path)
		path = log->file;
	if (!path || !*path) {
		gaff_buf_add(&log->lines, sv_of(line));
		buf_addc(&log->lines, '\n');
		return;
	}
	gaff_buf_add(&b, gaff_time_text(gaff_wall_ms(), time));
	buf_addc(&b, ' ');
	gaff_buf_add(&b, log->host);
	buf_addc(&b, ' ');
	gaff_buf_add(&b, log->event);
	gaff_buf_add(&b, SV(": "));
	gaff_buf_add(&b, sv_of(line));
	buf_addc(&b, '\n');
	if (buf_ok(&b))
		to_file(path, buf_sv(&b));
}
