#include "run/compiled.h"

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/fs.h"
#include "base/hash.h"
#include "base/limits.h"
#include "hook/match.h"
#include "hosts/hosts.h"

/* Any change to what manifests may say, or to the index, is another number here. */
#define FORMAT "gaff manifest 4 " GAFF_VERSION "\n"

static const char format[32] = FORMAT;

struct head {
	char format[sizeof format];
	uint64_t n_hooks, n_text, n_source;
	uint64_t sum; /* of the index, which has the sums of the texts; the source is compared */
};

static uint64_t sum_of_index(const struct gaff_manifest *m)
{
	return gaff_manifest_sum((struct sv){ (const char *)m->hook, m->n * sizeof *m->hook });
}

static bool cache_path(const char *manifest, char *path, size_t n)
{
	char name[48];

	(void)snprintf(name, sizeof name, "manifests/%016" PRIx64,
		       gaff_hash(GAFF_HASH_START, sv_of(manifest)));
	return gaff_dir_path(GAFF_DIR_CACHE, name, path, n);
}

static bool read_cache(struct arena *a, const char *path, struct sv *out)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	struct gaff_err ignored;
	struct stat s;
	bool ok;

	if (fd < 0)
		return false;
	ok = fstat(fd, &s) == 0 && gaff_fs_check_owner(&s, path, &ignored) == GAFF_OK &&
	     gaff_fs_read(a, fd, 8 * (size_t)GAFF_MANIFEST_MAX, out, &ignored) == GAFF_OK;
	(void)close(fd);
	return ok;
}

/* Are the texts that this call may need what they were? */
static bool has_texts(struct arena *a, const struct gaff_manifest *m,
		      const struct gaff_event *event)
{
	struct gaff_event_key key = { 0 };

	if (event)
		key = gaff_event_key(a, event);
	for (size_t i = 0; i < m->n; i++)
		if ((!event || gaff_hook_may_match(&m->hook[i], &key)) && !gaff_manifest_has(m, i))
			return false;
	return true;
}

/* The parts of what was kept, if it is whole and of this very source. */
static bool find_parts(struct arena *a, struct sv kept, struct sv source,
		       const struct gaff_event *event, struct gaff_manifest *out)
{
	struct gaff_manifest m;
	struct head head;
	const char *p;

	if (kept.n < sizeof head)
		return false;
	memcpy(&head, kept.p, sizeof head);
	if (memcmp(head.format, format, sizeof format) != 0 || head.n_source != source.n ||
	    head.n_hooks > GAFF_MANIFEST_HOOKS || head.n_text > kept.n ||
	    kept.n != sizeof head + head.n_hooks * sizeof *m.hook + head.n_text + source.n)
		return false;
	p = kept.p + sizeof head;
	m.hook = (const struct gaff_hook_index *)(const void *)p; /* aligned: arena and sizes */
	m.n = head.n_hooks;
	p += head.n_hooks * sizeof *m.hook;
	m.text = (struct sv){ p, head.n_text };
	if (sum_of_index(&m) != head.sum ||
	    (source.n && memcmp(p + head.n_text, source.p, source.n) != 0))
		return false;
	*out = m;
	return has_texts(a, &m, event);
}

/* A cache that cannot be written costs time and nothing else. */
static void keep(struct arena *a, const char *path, struct sv source,
		 const struct gaff_manifest *manifest)
{
	struct head head = { FORMAT, manifest->n, manifest->text.n, source.n,
			     sum_of_index(manifest) };
	struct buf b = buf_in(a);
	struct gaff_err ignored;

	gaff_buf_add(&b, (struct sv){ (const char *)&head, sizeof head });
	gaff_buf_add(&b, (struct sv){ (const char *)manifest->hook,
				      manifest->n * sizeof *manifest->hook });
	gaff_buf_add(&b, manifest->text);
	gaff_buf_add(&b, source);
	if (buf_ok(&b) && gaff_dir_make(path))
		(void)gaff_fs_replace(path, buf_sv(&b), &ignored);
}

static enum gaff_rc compile(struct arena *a, struct sv source, enum gaff_doc_syntax syntax,
			    struct gaff_manifest *out, struct gaff_err *err)
{
	struct gaff_findings findings = { .arena = a };
	struct gaff_doc doc;

	GAFF_TRY(gaff_doc_parse(a, source, syntax, &doc, err));
	if (gaff_manifest_read(a, gaff_hosts, doc.root, &findings, out))
		return GAFF_OK;
	return gaff_findings_fail(&findings, &doc, err);
}

enum gaff_rc gaff_compiled_manifest(struct arena *a, const char *path, struct sv source,
				    enum gaff_doc_syntax syntax, const struct gaff_event *event,
				    struct gaff_manifest *out, struct gaff_err *err)
{
	bool has_cache;
	char cache[PATH_MAX];
	struct sv kept;

	has_cache = cache_path(path, cache, sizeof cache);
	if (has_cache && read_cache(a, cache, &kept) && find_parts(a, kept, source, event, out))
		return GAFF_OK;
	GAFF_TRY(compile(a, source, syntax, out, err));
	if (has_cache)
		keep(a, cache, source, out);
	return GAFF_OK;
}
