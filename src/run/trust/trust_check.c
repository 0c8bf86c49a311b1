#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/dirs.h"
#include "run/load/project.h"
#include "run/trust/trust.h"
#include "text/path.h"

/* What may name a file: a hook's command, and the variables that it is given. */
static struct sv hook_words(struct arena *a, const struct gaff_hook *hook)
{
	struct buf b = buf_in(a);
	struct sv text;

	if (!hook->env.n)
		return hook->command;
	gaff_buf_add(&b, hook->command);
	for (struct json_iter it = gaff_json_iter(hook->env); gaff_json_each(&it);) {
		buf_addc(&b, '\n');
		if (gaff_json_text(a, it.value, &text))
			gaff_buf_add(&b, text);
	}
	return buf_sv(&b); /* when memory fails, the arena says so */
}

/* ---- lines ---- */

static bool has_control(struct sv text)
{
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.p[i] < 0x20)
			return true;
	return false;
}

static enum gaff_rc add_pin(struct buf *lines, const struct gaff_pin *pin, struct gaff_err *err)
{
	char head[160];

	if (has_control(pin->path) || has_control(pin->real))
		return gaff_fail(err, GAFF_EUNSUPPORTED,
				 "a file with a control character in its name");
	(void)snprintf(head, sizeof head, "%c %c %s %" PRIu64 " ", (char)pin->kind,
		       pin->is_program ? 'x' : '-', pin->sha256[0] ? pin->sha256 : "-", pin->size);
	gaff_buf_add(lines, sv_of(head));
	gaff_buf_add(lines, pin->path);
	if (pin->real.n) {
		buf_addc(lines, '\t');
		gaff_buf_add(lines, pin->real);
	}
	buf_addc(lines, '\n');
	return GAFF_OK;
}

static void add_head(struct buf *lines, const char *what, size_t i)
{
	char head[40];

	(void)snprintf(head, sizeof head, "%s %zu\n", what, i);
	gaff_buf_add(lines, sv_of(head));
}

static bool read_pin(struct sv line, struct gaff_pin *out)
{
	size_t n = 4;

	*out = (struct gaff_pin){ .kind = GAFF_PIN_OTHER };
	if (line.n < 9 || !strchr("fdo", line.p[0]) || line.p[1] != ' ' || line.p[3] != ' ')
		return false;
	out->kind = (enum gaff_pin_kind)line.p[0];
	out->is_program = line.p[2] == 'x';
	if (line.p[n] == '-') {
		n++;
	} else {
		if (line.n < n + 66)
			return false;
		memcpy(out->sha256, line.p + n, 64);
		n += 64;
	}
	if (line.p[n++] != ' ')
		return false;
	for (; n < line.n && ascii_isdigit(line.p[n]); n++)
		out->size = out->size * 10 + (uint64_t)(line.p[n] - '0');
	if (n + 1 >= line.n || line.p[n] != ' ')
		return false;
	line = sv_skip(line, n + 1);
	out->path = sv_take(&line, '\t');
	out->real = line;
	return true;
}

/* The pins behind one of these heads. False: there is none, or what follows cannot be read. */
static bool read_pins(struct arena *a, struct sv text, const char *what, size_t i,
		      struct gaff_pins *out)
{
	size_t lines = 0;
	bool is_in = false, is_found = false;
	char head[40];

	(void)snprintf(head, sizeof head, "%s %zu", what, i);
	for (size_t at = 0; at < text.n; at++)
		lines += text.p[at] == '\n';
	*out = (struct gaff_pins){ .pin = gaff_arena_alloc(a, (lines + 1) * sizeof *out->pin) };
	while (out->pin && text.n) {
		struct sv line = sv_take(&text, '\n');

		if (sv_starts(line, SV("hook ")) || sv_starts(line, SV("above "))) {
			is_in = sv_eq(line, sv_of(head));
			is_found |= is_in;
		} else if (is_in && !read_pin(line, &out->pin[out->n++])) {
			return false;
		}
	}
	return is_found;
}

/* ---- sums of large files ---- */

struct summing {
	struct arena *arena;
	struct gaff_trust *trust;
	const struct gaff_pins *known; /* NULL: whatever it takes */
	size_t n_known;
};

static void load_sums(struct arena *a, struct gaff_trust *trust)
{
	char path[PATH_MAX];
	int fd = -1;
	struct gaff_err ignored;
	struct sv text = { 0 };

	trust->sum = gaff_arena_alloc(a, GAFF_REACH_FILES * sizeof *trust->sum);
	if (trust->sum && gaff_trust_sums_path(trust, path, sizeof path))
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return;
	if (gaff_fs_read(a, fd, GAFF_REACH_FILES * sizeof *trust->sum, &text, &ignored) ==
		    GAFF_OK &&
	    text.n % sizeof *trust->sum == 0) {
		trust->n_sums = text.n / sizeof *trust->sum;
		memcpy(trust->sum, text.p, text.n);
	}
	(void)close(fd);
}

void gaff_trust_refresh(const struct gaff_trust *trust)
{
	char path[PATH_MAX];
	struct gaff_err ignored;

	if (!trust->is_outdated)
		return;
	if (gaff_trust_sums_path(trust, path, sizeof path) && gaff_dir_make(path))
		(void)gaff_fs_replace(
			path,
			(struct sv){ (const char *)trust->sum, trust->n_sums * sizeof *trust->sum },
			&ignored);
}

/* Of this size and name: nobody waits for the sum of what a checkout made huge. */
static bool is_known(const struct summing *s, const char *path, uint64_t size)
{
	const char *root = s->trust->root;
	struct sv below = sv_of(path + (gaff_is_below(path, root) ? strlen(root) + 1 : 0));

	for (size_t i = 0; i < s->n_known; i++)
		for (size_t k = 0; k < s->known[i].n; k++) {
			const struct gaff_pin *pin = &s->known[i].pin[k];
			struct sv real = pin->real.n ? pin->real : pin->path;

			if (pin->size == size && (sv_eq(real, below) || sv_eq(real, sv_of(path))))
				return true;
		}
	return false;
}

static bool sum(void *context, const char *path, int fd, uint64_t size, char out[65])
{
	struct summing *s = context;
	struct gaff_trust *trust = s->trust;
	struct gaff_trust_sum now;
	struct gaff_err ignored;

	memset(&now, 0, sizeof now);
	if ((s->known && !is_known(s, path, size)) || !gaff_fs_stamp(fd, &now.stamp))
		return false;
	if (!trust->sum)
		load_sums(s->arena, trust);
	for (size_t i = 0; i < trust->n_sums; i++)
		if (gaff_stamp_eq(&trust->sum[i].stamp, &now.stamp)) {
			memcpy(out, trust->sum[i].sha256, 65);
			out[64] = '\0';
			return true;
		}
	if (gaff_fs_sha256(fd, now.sha256, &ignored) != GAFF_OK)
		return false;
	memcpy(out, now.sha256, 65);
	if (trust->sum) {
		if (trust->n_sums == GAFF_REACH_FILES)
			trust->n_sums = 0; /* it is only remembered to save time */
		trust->sum[trust->n_sums++] = now;
		trust->is_outdated = true;
	}
	return true;
}

/* ---- pinning ---- */

enum { BASES_MAX = 4 };

/* As the agent's project may be any of these folders; with the folder the hook is started in. */
static size_t find_bases(struct arena *a, const char *const *folders, size_t n,
			 const struct gaff_hook *hook, const char *bases[BASES_MAX])
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		bases[found++] = folders[i];
	for (size_t i = 0; i < n && hook->cwd.n; i++) {
		struct buf b = buf_in(a);

		gaff_path_absolute(&b, sv_of(folders[i]), hook->cwd, false);
		bases[found] = gaff_arena_cstr(a, buf_sv(&b));
		found += bases[found] != NULL;
	}
	return found;
}

static enum gaff_rc find(struct arena *a, struct summing *sums, const struct gaff_hook *hook,
			 const char *gaff_folder, const char *const *folders, size_t n,
			 const char *root, struct gaff_pins *out, struct gaff_err *err)
{
	const char *bases[BASES_MAX];
	struct gaff_reach of = { .command = hook_words(a, hook),
				 .gaff_folder = gaff_folder,
				 .bases = bases,
				 .n_bases = find_bases(a, folders, n, hook, bases),
				 .root = root,
				 .sum = sum,
				 .context = sums };

	return a->failed ? gaff_no_memory(err) : gaff_reach_find(a, &of, out, err);
}

static enum gaff_rc find_usual(struct arena *a, struct summing *sums, const struct gaff_hook *hook,
			       const char *gaff_folder, struct gaff_pins *out, struct gaff_err *err)
{
	const struct gaff_trust *trust = sums->trust;
	const char *folders[] = { trust->folder, trust->root };

	return find(a, sums, hook, gaff_folder, folders,
		    strcmp(trust->folder, trust->root) == 0 ? 1 : 2, trust->root, out, err);
}

/* The same with absolute paths: another root may be theirs. */
static enum gaff_rc make_absolute(struct arena *a, struct gaff_pins *pins, const char *root,
				  struct gaff_err *err)
{
	for (size_t i = 0; i < pins->n; i++) {
		struct sv *names[] = { &pins->pin[i].path, &pins->pin[i].real };

		for (size_t k = 0; k < COUNT_OF(names); k++) {
			if (!names[k]->n || names[k]->p[0] == '/')
				continue;
			*names[k] = sv_of(gaff_path_join(a, root, *names[k]));
			if (!names[k]->p)
				return gaff_no_memory(err);
		}
	}
	return GAFF_OK;
}

/*
 * Without a repository around it, the agent's project may be any folder above, and the command then
 * names files below that. What cannot be pinned there is no reason not to trust the rest: it is
 * missed when it is about to run.
 */
static enum gaff_rc pin_above(struct arena *a, struct summing *sums, const struct gaff_hook *hook,
			      const char *gaff_folder, struct buf *lines, struct gaff_err *err)
{
	struct sv above = sv_of(sums->trust->folder);
	size_t levels = 0;

	while (levels++ < GAFF_LEVELS_MAX) {
		struct gaff_pins pins;
		struct gaff_err ignored;
		const char *base;
		enum gaff_rc rc;

		while (above.n && above.p[above.n - 1] != '/')
			above.n--;
		if (above.n < 2)
			return GAFF_OK;
		above.n--;
		base = gaff_arena_cstr(a, above);
		if (!base)
			return gaff_no_memory(err);
		rc = find(a, sums, hook, gaff_folder, &base, 1, base, &pins, &ignored);
		if (rc == GAFF_ENOMEM)
			return gaff_no_memory(err);
		if (rc != GAFF_OK)
			continue;
		GAFF_TRY(make_absolute(a, &pins, base, err));
		for (size_t i = 0; i < pins.n; i++)
			GAFF_TRY(add_pin(lines, &pins.pin[i], err));
	}
	return GAFF_OK;
}

static int by_path(const void *x, const void *y)
{
	return sv_order(((const struct gaff_pin *)x)->path, ((const struct gaff_pin *)y)->path);
}

enum gaff_rc gaff_trust_pin(struct arena *a, struct gaff_trust *trust, size_t i,
			    const struct gaff_hook *hook, const char *gaff_folder,
			    struct buf *lines, struct gaff_pins *out, struct gaff_err *err)
{
	struct summing sums = { .arena = a, .trust = trust };

	*out = (struct gaff_pins){ 0 };
	if (hook->kind != GAFF_HANDLER_COMMAND)
		return GAFF_OK;
	GAFF_TRY(find_usual(a, &sums, hook, gaff_folder, out, err));
	qsort(out->pin, out->n, sizeof *out->pin, by_path);
	add_head(lines, "hook", i);
	for (size_t k = 0; k < out->n; k++)
		GAFF_TRY(add_pin(lines, &out->pin[k], err));
	if (strcmp(trust->root, trust->folder) == 0) {
		add_head(lines, "above", i);
		GAFF_TRY(pin_above(a, &sums, hook, gaff_folder, lines, err));
	}
	return gaff_buf_check(lines, err);
}

/* ---- checking ---- */

static enum gaff_rc tell(const struct gaff_trust *trust, const struct gaff_pin *pin,
			 const char *what, struct gaff_err *err)
{
	bool is_whole = pin->path.p[0] == '/';

	return gaff_fail(err, GAFF_EHOOK, "%s%s%.*s %s", is_whole ? "" : trust->root,
			 is_whole ? "" : "/", SV_ARG(pin->path), what);
}

static enum gaff_rc compare(const struct gaff_trust *trust, const struct gaff_pin *pinned,
			    const struct gaff_pin *now, struct gaff_err *err)
{
	if (!pinned)
		return now ? tell(trust, now, "is new since it was trusted", err) : GAFF_OK;
	if (!now)
		return tell(trust, pinned, "is gone since it was trusted", err);
	if (now->kind != pinned->kind)
		return tell(trust, now,
			    pinned->kind == GAFF_PIN_FILE     ? "is no longer a file"
			    : pinned->kind == GAFF_PIN_FOLDER ? "is no longer a folder"
							      : "has changed since it was trusted",
			    err);
	if (!sv_eq(now->real, pinned->real))
		return tell(trust, now, "leads elsewhere since it was trusted: it has changed",
			    err);
	if (now->kind == GAFF_PIN_FILE && (now->size != pinned->size || !now->sha256[0] ||
					   strcmp(now->sha256, pinned->sha256) != 0))
		return tell(trust, now, "has changed since it was trusted", err);
	if (now->is_program != pinned->is_program)
		return tell(trust, now, "has another mode: it has changed since it was trusted",
			    err);
	return GAFF_OK;
}

/* Both the same, but for their order. */
static enum gaff_rc compare_all(const struct gaff_trust *trust, const struct gaff_pins *pinned,
				const struct gaff_pins *now, struct gaff_err *err)
{
	size_t x = 0, y = 0;

	while (x < pinned->n || y < now->n) {
		int order = x == pinned->n ? 1
			    : y == now->n  ? -1
					   : sv_order(pinned->pin[x].path, now->pin[y].path);

		GAFF_TRY(compare(trust, order <= 0 ? &pinned->pin[x] : NULL,
				 order >= 0 ? &now->pin[y] : NULL, err));
		x += order <= 0;
		y += order >= 0;
	}
	return GAFF_OK;
}

/* Everything that is there now was pinned, here or above. */
static enum gaff_rc compare_more(const struct gaff_trust *trust, const struct gaff_pins *pinned,
				 const struct gaff_pins *above, const struct gaff_pins *now,
				 struct gaff_err *err)
{
	for (size_t i = 0; i < now->n; i++) {
		const struct gaff_pin *pin = gaff_pins_find(pinned, now->pin[i].path);

		GAFF_TRY(compare(trust, pin ? pin : gaff_pins_find(above, now->pin[i].path),
				 &now->pin[i], err));
	}
	return GAFF_OK;
}

/* Where an agent's project is another folder than those that were thought of. */
static enum gaff_rc check_elsewhere(struct arena *a, struct summing *sums, size_t i,
				    const struct gaff_trust_state *state, struct gaff_pins *pinned,
				    const struct gaff_hook *hook, const char *gaff_folder,
				    const char *project, struct gaff_err *err)
{
	const struct gaff_trust *trust = sums->trust;
	struct gaff_pins above, now, known[2];
	const char *root = gaff_is_below(project, trust->root) ? trust->root : project;

	if (!read_pins(a, state->pins, "above", i, &above))
		above.n = 0;
	GAFF_TRY(make_absolute(a, pinned, trust->root, err));
	known[0] = *pinned;
	known[1] = above;
	sums->known = known;
	sums->n_known = 2;
	GAFF_TRY(find(a, sums, hook, gaff_folder, &project, 1, root, &now, err));
	GAFF_TRY(make_absolute(a, &now, root, err));
	return compare_more(trust, pinned, &above, &now, err);
}

enum gaff_rc gaff_trust_check(struct arena *a, struct gaff_trust *trust, size_t i,
			      const struct gaff_hook *hook, const char *gaff_folder,
			      const char *project, struct gaff_err *err)
{
	struct gaff_pins pinned[GAFF_TRUST_STATES], now;
	struct summing sums = { .arena = a, .trust = trust, .known = pinned };
	bool has[GAFF_TRUST_STATES] = { false };
	enum gaff_rc rc = GAFF_EHOOK;

	if (hook->kind != GAFF_HANDLER_COMMAND)
		return GAFF_OK;
	for (size_t s = 0; s < trust->n; s++)
		if (!trust->state[s].is_now ||
		    !(has[s] = read_pins(a, trust->state[s].pins, "hook", i, &pinned[s])))
			pinned[s].n = 0;
	sums.n_known = trust->n;
	GAFF_TRY(find_usual(a, &sums, hook, gaff_folder, &now, err));
	qsort(now.pin, now.n, sizeof *now.pin, by_path);
	gaff_fail(err, GAFF_EHOOK, "there is more that it could load than gaff pins");
	for (size_t s = trust->n; s-- > 0 && rc != GAFF_OK;) { /* the last state's reason stays */
		if (!has[s])
			continue;
		rc = compare_all(trust, &pinned[s], &now, err);
		if (rc == GAFF_OK && project && strcmp(project, trust->root) != 0 &&
		    strcmp(project, trust->folder) != 0)
			rc = check_elsewhere(a, &sums, i, &trust->state[s], &pinned[s], hook,
					     gaff_folder, project, err);
		sums.known = pinned;
		sums.n_known = trust->n;
	}
	return rc;
}
