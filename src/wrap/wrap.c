#include "wrap/wrap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"
#include "base/os.h"
#include "text/utf8.h"
#include "text/words.h"

/* What every shim begins with, whoever wrote it when. */
#define MARK "#!/bin/sh\n# gaff wrap: "

/* ---- its text ---- */

static void add_option(struct buf *b, const char *option, struct sv value)
{
	if (!value.n)
		return;
	gaff_buf_add(b, sv_of(option));
	gaff_word_quote_always(b, value);
}

/* Printed when gaff is gone: a guard that is missing must not look like one that approves. */
static void add_farewell(struct arena *a, struct buf *b, const struct gaff_shim *shim)
{
	struct buf text = buf_in(a);

	BUF_JOIN(&text, SV("gaff: "), shim->name, SV(" is wrapped, but "), shim->gaff,
		 SV(" is gone, and so its hooks cannot be asked and it is not run. "
		    "Install gaff again, or remove this file: rm"));
	b->failed |= !buf_ok(&text);
	gaff_word_quote_always(b, buf_sv(&text));
}

enum gaff_rc gaff_shim_write(struct arena *a, const struct gaff_shim *shim, struct sv *out,
			     struct gaff_err *err)
{
	struct buf b = buf_in(a);

	BUF_JOIN(&b, SV(MARK), shim->name,
		 SV(", with hooks before and after it\n"
		    "# To see what is wrapped: gaff wrap. To remove this: gaff unwrap "),
		 shim->name, SV("\nif [ ! -x "));
	gaff_word_quote_always(&b, shim->gaff);
	gaff_buf_add(&b, SV(" ]; then\n\tprintf '%s %s\\n' "));
	add_farewell(a, &b, shim);
	gaff_buf_add(&b, SV(" \"$0\" >&2\n\texit 126\nfi\nexec "));
	gaff_word_quote_always(&b, shim->gaff);
	gaff_buf_add(&b, SV(" wrap --run"));
	add_option(&b, " --pre ", shim->pre);
	add_option(&b, " --post ", shim->post);
	add_option(&b, " --deadline ", shim->deadline);
	if (shim->takes_args)
		gaff_buf_add(&b, SV(" --args"));
	if (shim->fail_closed)
		gaff_buf_add(&b, SV(" --fail-closed"));
	add_option(&b, " --home ", shim->dirs.home);
	add_option(&b, " --config ", shim->dirs.config);
	add_option(&b, " --state ", shim->dirs.state);
	gaff_buf_add(&b, SV(" "));
	gaff_word_quote_always(&b, shim->name);
	gaff_buf_add(&b, SV(" -- \"$0\" \"$@\"\n"));
	GAFF_TRY(gaff_buf_check(&b, err));
	*out = buf_sv(&b);
	return GAFF_OK;
}

bool gaff_shim_is(struct sv text)
{
	return sv_starts(text, SV(MARK));
}

/* The words of its command, one after another. */
static bool next_is(struct arena *a, struct words_iter *it, struct sv want)
{
	struct sv word;

	return gaff_words_next(a, it, &word) == WORDS_WORD && sv_eq(word, want);
}

static bool read_command(struct arena *a, struct sv line, struct gaff_shim *out)
{
	struct words_iter it = words_iter(line);
	struct sv word;

	if (gaff_words_next(a, &it, &out->gaff) != WORDS_WORD || !next_is(a, &it, SV("wrap")) ||
	    !next_is(a, &it, SV("--run")))
		return false;
	while (gaff_words_next(a, &it, &word) == WORDS_WORD) {
		struct sv *value = sv_eq(word, SV("--pre"))        ? &out->pre
				   : sv_eq(word, SV("--post"))     ? &out->post
				   : sv_eq(word, SV("--deadline")) ? &out->deadline
				   : sv_eq(word, SV("--home"))     ? &out->dirs.home
				   : sv_eq(word, SV("--config"))   ? &out->dirs.config
				   : sv_eq(word, SV("--state"))    ? &out->dirs.state
								   : NULL;

		if (value && gaff_words_next(a, &it, value) != WORDS_WORD)
			return false;
		if (value)
			continue;
		if (sv_eq(word, SV("--args"))) {
			out->takes_args = true;
		} else if (sv_eq(word, SV("--fail-closed"))) {
			out->fail_closed = true;
		} else {
			out->name = word;
			return next_is(a, &it, SV("--"));
		}
	}
	return false;
}

/* What is in it. False: it is none. *is_edited: and not as gaff writes it. */
static bool read_shim(struct arena *a, struct sv text, struct gaff_shim *out, bool *is_edited)
{
	static const struct sv start = SV_INIT("\nexec ");
	struct gaff_shim shim = { 0 };
	struct sv rest = text, again;
	struct gaff_err err;

	if (!gaff_shim_is(text))
		return false;
	while (rest.n && !sv_starts(rest, start))
		rest = sv_skip(rest, 1);
	*is_edited = !rest.n || !read_command(a, sv_skip(rest, start.n), &shim) ||
		     gaff_shim_write(a, &shim, &again, &err) != GAFF_OK || !sv_eq(text, again);
	*out = shim;
	return true;
}

enum gaff_rc gaff_shim_check_name(const char *name, struct gaff_err *err)
{
	struct sv rest = sv_of(name);
	const char *slash = strrchr(name, '/');

	if (slash)
		return gaff_fail(err, GAFF_EUSAGE, "give the name alone, as it is on PATH: %.160s",
				 slash[1] ? slash + 1 : "gh");
	if (!rest.n || *name == '-' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return gaff_fail(err, GAFF_EUSAGE, "'%.160s' is no name of a program", name);
	if (strcmp(name, "gaff") == 0 || strcmp(name, "gaff-http") == 0)
		return gaff_fail(err, GAFF_EUSAGE,
				 "%s itself cannot be wrapped: it is what asks the hooks", name);
	if (strcmp(name, "sh") == 0)
		return gaff_fail(err, GAFF_EUSAGE,
				 "sh cannot be wrapped: hooks and shims are run by it");
	while (rest.n) {
		unsigned n = utf8_length(rest.p, rest.p + rest.n);

		if (!n || (unsigned char)*rest.p < 0x20 || *rest.p == 0x7f)
			return gaff_fail(err, GAFF_EUSAGE,
					 "a name with control characters, or that is not UTF-8, "
					 "cannot be shown to hooks");
		rest = sv_skip(rest, n);
	}
	return GAFF_OK;
}

/* ---- its file ---- */

static const char *describe(mode_t mode)
{
	return S_ISLNK(mode)   ? "a symbolic link"
	       : S_ISDIR(mode) ? "a folder"
	       : S_ISREG(mode) ? "a file that gaff has not written"
			       : "no file";
}

enum gaff_rc gaff_shim_look(struct arena *a, const char *path, struct gaff_shim_file *out,
			    struct gaff_err *err)
{
	struct gaff_shim_file file = { .held = { .path = path, .real = path } };
	struct stat s;
	bool is_edited;
	enum gaff_rc rc;
	int fd;

	*out = file;
	if (lstat(path, &s) != 0) {
		if (errno == ENOENT || errno == ENOTDIR)
			return GAFF_OK;
		return gaff_fail(err, GAFF_EIO, "cannot look at %.160s: %s", path, strerror(errno));
	}
	file.state = GAFF_SHIM_FOREIGN;
	file.what = describe(s.st_mode);
	fd = S_ISREG(s.st_mode)
		     ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
		     : -1;
	if (fd < 0) {
		*out = file;
		return GAFF_OK;
	}
	rc = fstat(fd, &file.held.stat) == 0 && gaff_fs_stamp(fd, &file.held.stamp)
		     ? gaff_fs_read(a, fd, GAFF_SHIM_MAX, &file.held.text, err)
		     : gaff_fail(err, GAFF_EIO, "cannot read %.160s", path);
	(void)close(fd);
	if (rc == GAFF_OK && read_shim(a, file.held.text, &file.shim, &is_edited)) {
		file.held.exists = true;
		file.state = is_edited ? GAFF_SHIM_EDITED : GAFF_SHIM_INTACT;
	} else if (rc != GAFF_OK && rc != GAFF_ETOOBIG) { /* what is so large is not ours */
		return rc;
	}
	*out = file;
	return GAFF_OK;
}

/* Beside its place first: a file that is half written must never be run. */
static enum gaff_rc put_new(const char *path, struct sv text, struct gaff_err *err)
{
	char beside[4096];
	int n = snprintf(beside, sizeof beside, "%s.gaff-being-written-XXXXXX", path), fd, why;
	bool ok;

	if (n <= 0 || (size_t)n >= sizeof beside)
		return gaff_fail(err, GAFF_EIO, "its name is too long");
	fd = mkostemp(beside, O_CLOEXEC);
	if (fd < 0)
		return gaff_fail(err, GAFF_EIO, "cannot write %.160s: %s", path, strerror(errno));
	ok = gaff_write_all(fd, text, gaff_now_ms() + GAFF_WRITE_MS) && fchmod(fd, 0755) == 0 &&
	     fsync(fd) == 0;
	why = errno;
	ok = close(fd) == 0 && ok;
	if (ok && gaff_os_rename_new(beside, path))
		return GAFF_OK;
	if (ok)
		why = errno;
	(void)unlink(beside);
	return gaff_fail(err, GAFF_EIO, "cannot write %.160s: %s", path, strerror(why));
}

enum gaff_rc gaff_shim_put(const struct gaff_shim_file *file, struct sv text, struct gaff_err *err)
{
	if (!file->held.exists)
		return put_new(file->held.path, text, err);
	GAFF_TRY(gaff_swap_write(&file->held, text, err));
	if (chmod(file->held.path, 0755) != 0) /* somebody may have taken its x away */
		return gaff_fail(err, GAFF_EIO, "cannot make %.160s executable: %s",
				 file->held.path, strerror(errno));
	return GAFF_OK;
}
