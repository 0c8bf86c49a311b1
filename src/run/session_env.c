#include "run/run.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "text/shell.h"
#include "text/words.h"

static void add_export(struct buf *b, struct sv name, struct sv value, bool is_raw)
{
	gaff_buf_add(b, SV("export "));
	gaff_buf_add(b, name);
	buf_addc(b, '=');
	if (is_raw) {
		buf_addc(b, '"');
		gaff_buf_add(b, value);
		buf_addc(b, '"');
	} else {
		gaff_word_quote_always(b, value);
	}
	buf_addc(b, '\n');
}

enum gaff_rc gaff_run_session_env(struct arena *a, const struct gaff_event *event,
				  const struct gaff_response *response, struct gaff_err *err)
{
	const struct gaff_answer_row *row = gaff_shape_row(event->row->answer, GAFF_A_ENV, false);
	struct json_iter it = gaff_json_iter(response->env);
	struct buf b = buf_in(a);
	struct json key, value;
	struct sv path_text;
	const char *path;
	struct stat about;
	int fd;

	if (!response->env.n || !row || row->where.p[0] != '$' ||
	    !gaff_json_text(a, event->field[GAFF_F_ENV_FILE], &path_text))
		return GAFF_OK;
	while (gaff_json_next(&it, &key, &value)) {
		struct sv name, text;

		if (!gaff_json_text(a, key, &name) || !gaff_json_text(a, value, &text) ||
		    !gaff_shell_is_name(name) || memchr(text.p, '\0', text.n))
			return gaff_fail(err, GAFF_EHOOK, "the hook's env is not names with texts");
		add_export(&b, name, text, event->host->flags & GAFF_H_ENV_FILE_IS_RAW);
	}
	path = gaff_arena_cstr(a, path_text);
	if (!path || !buf_ok(&b))
		return gaff_fail(err, GAFF_ENOMEM, "no memory for the session's environment");
	fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600);
	if (fd < 0)
		return gaff_fail(err, GAFF_EIO, "cannot write %s: %s", path, strerror(errno));
	if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) {
		(void)close(fd);
		return gaff_fail(err, GAFF_EIO, "%s is not a file", path);
	}
	if (!gaff_write_all(fd, buf_sv(&b), gaff_now_ms() + 1000)) {
		(void)close(fd);
		return gaff_fail(err, GAFF_EIO, "cannot write %s", path);
	}
	return close(fd) == 0 ? GAFF_OK : gaff_fail(err, GAFF_EIO, "cannot write %s", path);
}
