#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/hash.h"
#include "base/io.h"
#include "run/run.h"

/*
 * A hook that never ran looks like a hook that approved. So whoever sits at the agent is told when
 * hooks do not run: through the agent's own message, and once a session, so that it is read.
 */

enum { KEPT_DAYS = 30, PRUNED_AT_ONCE = 256 };

static uint64_t mix(uint64_t h, struct sv text)
{
	return gaff_hash(gaff_hash(h, text), SV("\xff")); /* where one text ends counts */
}

/* One name for what is told to this session. */
static bool mark_path(struct arena *a, const struct gaff_event *event, struct sv what, char *path,
		      size_t n)
{
	struct sv session = { 0 };
	char parent[24], name[48];
	uint64_t h;

	if (!gaff_json_text(a, event->field[GAFF_F_SESSION_ID], &session) || !session.n) {
		(void)snprintf(parent, sizeof parent, "%ld", (long)getppid());
		session = sv_of(parent); /* the agent itself, for want of a better name */
	}
	h = mix(mix(mix(GAFF_HASH_START, event->host->id), session), what);
	(void)snprintf(name, sizeof name, "told/%016" PRIx64, h);
	return gaff_dir_path(GAFF_DIR_STATE, name, path, n);
}

/* Sessions end without telling us: what is a month old is of no use to anybody. */
void gaff_run_prune_marks(const char *mark)
{
	struct sv folder = sv_of(mark);
	const struct dirent *entry;
	char path[PATH_MAX];
	struct stat s;
	int seen = 0;
	DIR *dir;

	while (folder.n && folder.p[folder.n - 1] != '/')
		folder.n--;
	(void)snprintf(path, sizeof path, "%.*s", SV_ARG(folder));
	dir = opendir(path);
	while (dir && seen++ < PRUNED_AT_ONCE && (entry = readdir(dir)))
		if (fstatat(dirfd(dir), entry->d_name, &s, AT_SYMLINK_NOFOLLOW) == 0 &&
		    S_ISREG(s.st_mode) &&
		    gaff_wall_ms() / 1000 - s.st_mtime > (int64_t)KEPT_DAYS * 86400)
			(void)unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir)
		(void)closedir(dir);
}

/* True: nobody has told it to this session, and from now on we have. */
static bool is_new(const char *path)
{
	int fd;

	if (!gaff_dir_make(path))
		return true;
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return errno != EEXIST;
	(void)close(fd);
	gaff_run_prune_marks(path);
	return true;
}

/* Would a text in this field reach anybody on this event, beside the decision there is? */
static enum gaff_rc is_deliverable(struct arena *a, const struct gaff_run *run,
				   const struct gaff_event *event, const struct gaff_response *r,
				   enum gaff_answer_field field, bool *out, struct gaff_err *err)
{
	struct gaff_response probe = { .decision = r->decision };
	struct gaff_warnings lost = { .n = 0 };

	probe.text[GAFF_A_REASON] = r->text[GAFF_A_REASON];
	probe.text[field] = SV("x");
	GAFF_TRY(gaff_fit_response(a, event, run->ask, &probe, &lost, err));
	*out = true;
	for (size_t i = 0; i < lost.n; i++)
		*out &= !sv_starts(lost.line[i], gaff_answer_key(field));
	return GAFF_OK;
}

/*
 * The agent's own message, where it has one on this event. Where it has none the model can be told,
 * and asked to pass it on: rather that than nobody.
 */
static enum gaff_rc choose_place(struct arena *a, const struct gaff_run *run,
				 const struct gaff_event *event, const struct gaff_response *r,
				 enum gaff_answer_field *out, struct gaff_err *err)
{
	static const enum gaff_answer_field places[] = { GAFF_A_SYSTEM_MESSAGE, GAFF_A_CONTEXT };

	*out = GAFF_A_COUNT;
	for (size_t i = 0; i < COUNT_OF(places) && *out == GAFF_A_COUNT; i++) {
		bool can_be_told;

		GAFF_TRY(is_deliverable(a, run, event, r, places[i], &can_be_told, err));
		if (can_be_told)
			*out = places[i];
	}
	return GAFF_OK;
}

/* What did not run, and what to do about it; empty: nothing of that kind. */
static struct sv describe(struct arena *a, const struct gaff_trace *trace)
{
	struct buf b = buf_in(a);

	if (trace->is_disabled && !trace->sources.n)
		return SV("gaff: hooks are switched off by GAFF_DISABLE.");
	if (trace->is_disabled)
		gaff_buf_add(&b, SV("gaff: hooks are switched off by GAFF_DISABLE, but for those "
				    "of the system."));
	for (size_t i = 0; i < trace->sources.n; i++) {
		const struct gaff_source *source = &trace->sources.item[i];
		const struct gaff_err *p = &source->problem;
		char line[PATH_MAX + 400];

		if (p->rc == GAFF_OK)
			continue;
		if (source->is_untrusted)
			(void)snprintf(
				line, sizeof line,
				"gaff: the hooks of %s do not run: %s. Look at them with: "
				"gaff trust %.*s",
				source->file, p->msg,
				(int)(strlen(source->folder) > 6 ? strlen(source->folder) - 6 : 0),
				source->folder);
		else if (p->line)
			(void)snprintf(
				line, sizeof line,
				"gaff: the hooks of %s do not run: line %zu, column %zu: %s.%s",
				source->file, p->line, p->column, p->msg,
				source->is_inline ? "" : " See: gaff validate");
		else
			(void)snprintf(line, sizeof line, "gaff: the hooks of %s do not run: %s.",
				       source->file, p->msg);
		for (char *c = line; *c; c++) /* names in it are not ours */
			if ((unsigned char)*c < 0x20 || *c == 0x7f)
				*c = ' ';
		if (b.n)
			buf_addc(&b, '\n');
		gaff_buf_add(&b, sv_of(line));
	}
	return buf_ok(&b) ? buf_sv(&b) : (struct sv){ 0 };
}

enum gaff_rc gaff_run_notice(struct arena *a, const struct gaff_run *run,
			     const struct gaff_event *event, struct gaff_trace *trace,
			     struct gaff_response *r, struct gaff_err *err)
{
	struct sv what = describe(a, trace);
	enum gaff_answer_field place;
	char path[PATH_MAX];

	if (!what.n)
		return GAFF_OK;
	trace->notice = what;
	GAFF_TRY(choose_place(a, run, event, r, &place, err));
	if (place == GAFF_A_COUNT ||
	    (!run->is_trial && mark_path(a, event, what, path, sizeof path) && !is_new(path)))
		return GAFF_OK;
	trace->is_told = true;
	if (place == GAFF_A_CONTEXT)
		what = gaff_join_texts(a, what, SV("Please tell the user."));
	r->text[place] = gaff_join_texts(a, r->text[place], what);
	return GAFF_OK;
}
