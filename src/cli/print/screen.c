#include "cli/print/screen.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/io.h"
#include "base/os.h"
#include "text/visible.h"

/* Whoever has stopped a terminal lets it go on some day. */
static const int64_t for_ever = INT64_MAX / 2;

/* A letter may come in two pieces, so its beginning is held back. */
struct screen {
	int fd;
	FILE *stream; /* NULL: it is no terminal */
	size_t n_held;
	char held[4];
};

static struct screen screens[] = { { .fd = STDOUT_FILENO }, { .fd = STDERR_FILENO } };

/* How many bytes at the end may be the beginning of a letter. */
static size_t unfinished(struct sv text)
{
	for (size_t n = 1; n <= 3 && n <= text.n; n++) {
		unsigned char c = (unsigned char)text.p[text.n - n];

		if (c >= 0xc0)
			return n < (c < 0xe0 ? 2u : c < 0xf0 ? 3u : 4u) ? n : 0;
		if (c < 0x80)
			return 0;
	}
	return 0;
}

static bool show_held(struct screen *s)
{
	struct sv held = { s->held, s->n_held };

	s->n_held = 0;
	return gaff_visible_write_terminal(s->fd, held, for_ever);
}

/* Until the letter that is held is whole, or is none. */
static bool finish_held(struct screen *s, struct sv *text)
{
	while (s->n_held && text->n) {
		if (((unsigned char)*text->p & 0xc0) != 0x80)
			return show_held(s);
		s->held[s->n_held++] = *text->p;
		*text = sv_skip(*text, 1);
		if (!unfinished((struct sv){ s->held, s->n_held }))
			return show_held(s);
	}
	return true;
}

static ssize_t show(void *data, const char *bytes, size_t n)
{
	struct screen *s = data;
	struct sv text = { bytes, n };
	size_t rest;

	if (!finish_held(s, &text))
		return -1;
	rest = unfinished(text);
	text.n -= rest;
	if (!gaff_visible_write_terminal(s->fd, text, for_ever))
		return -1;
	if (rest) {
		memcpy(s->held, text.p + text.n, rest);
		s->n_held = rest;
	}
	return (ssize_t)n;
}

static FILE *stream_of(struct screen *s, FILE *before, int buffering)
{
	if (!isatty(s->fd))
		return before;
	s->stream = gaff_os_stream(show, s);
	if (!s->stream) { /* then nothing is better than everything */
		fprintf(before, "gaff: no memory\n");
		exit(128);
	}
	(void)setvbuf(s->stream, NULL, buffering, BUFSIZ);
	return s->stream;
}

static void end(void)
{
	for (size_t i = 0; i < COUNT_OF(screens); i++) {
		if (!screens[i].stream)
			continue;
		(void)fflush(screens[i].stream);
		(void)show_held(&screens[i]);
	}
}

void screen_begin(void)
{
	stdout = stream_of(&screens[0], stdout, _IOLBF);
	stderr = stream_of(&screens[1], stderr, _IONBF);
	if (screens[0].stream || screens[1].stream)
		(void)atexit(end);
}

void screen_control(FILE *stream, const char *control)
{
	for (size_t i = 0; i < COUNT_OF(screens); i++) {
		if (!screens[i].stream || screens[i].stream != stream)
			continue;
		(void)fflush(stream);
		(void)show_held(&screens[i]);
		(void)gaff_write_all(screens[i].fd, sv_of(control), for_ever);
		return;
	}
	(void)fputs(control, stream);
}
