#include "run/load/compiled.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/fs.h"
#include "base/hash.h"
#include "base/limits.h"
#include "manifest/needs.h"
#include "manifest/rule.h"
#include "run/guards.h"

/* Any change to what manifests may say, or to the index, is another number here. */
#define FORMAT "gaff manifest 11 " GAFF_VERSION "\n"

static const char format[32] = FORMAT;

/*
 * Behind it come the indices, the needs and the text, then all of it again, then the source. One
 * wrong bit could switch a hook off, and to compare is the cheapest way to find it; texts are
 * compared when they are read.
 */
struct head {
	char format[sizeof format];
	uint64_t n_hooks, n_rules, n_needs, n_text, n_source;
};

static bool cache_path(const char *manifest, char *path, size_t n)
{
	static const char digits[] = "0123456789abcdef";
	uint64_t hash = gaff_hash(GAFF_HASH_START, sv_of(manifest));
	char name[] = "manifests/0123456789abcdef";

	for (char *p = name + sizeof name - 1; *--p != '/'; hash >>= 4)
		*p = digits[hash & 15];
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

/* The parts of what was kept, if it is whole and of this very source. */
static bool find_parts(struct sv kept, struct sv source, struct gaff_manifest *out)
{
	struct gaff_manifest m = { 0 };
	struct head head;
	size_t n_told, n_parts; /* up to the texts of hooks, and with them */
	const char *p;

	if (kept.n < sizeof head)
		return false;
	memcpy(&head, kept.p, sizeof head);
	if (memcmp(head.format, format, sizeof format) != 0 || head.n_source != source.n ||
	    head.n_hooks > GAFF_MANIFEST_HOOKS || head.n_rules > GAFF_MANIFEST_RULES ||
	    head.n_needs > kept.n || head.n_text > kept.n)
		return false;
	n_told = sizeof head + head.n_hooks * sizeof *m.hook + head.n_rules * sizeof *m.rule +
		 head.n_needs * sizeof *m.needs;
	n_parts = n_told + head.n_text;
	p = kept.p;
	if (kept.n != 2 * n_parts + source.n || memcmp(p, p + n_parts, n_told) != 0 ||
	    (source.n && memcmp(p + 2 * n_parts, source.p, source.n) != 0))
		return false;
	p += sizeof head;
	m.hook = (const struct gaff_hook_index *)(const void *)p; /* aligned: arena and sizes */
	m.n = head.n_hooks;
	p += m.n * sizeof *m.hook;
	m.rule = (const struct gaff_rule_index *)(const void *)p;
	m.n_rules = head.n_rules;
	p += m.n_rules * sizeof *m.rule;
	m.needs = (const struct gaff_grams *)(const void *)p;
	m.n_needs = head.n_needs;
	m.text = (struct sv){ p + m.n_needs * sizeof *m.needs, head.n_text };
	m.copy = m.text.p + n_parts;
	*out = m;
	return true;
}

static void add_parts(struct buf *b, const struct head *head, const struct gaff_manifest *m)
{
	gaff_buf_add(b, (struct sv){ (const char *)head, sizeof *head });
	gaff_buf_add(b, (struct sv){ (const char *)m->hook, m->n * sizeof *m->hook });
	gaff_buf_add(b, (struct sv){ (const char *)m->rule, m->n_rules * sizeof *m->rule });
	gaff_buf_add(b, (struct sv){ (const char *)m->needs, m->n_needs * sizeof *m->needs });
	gaff_buf_add(b, m->text);
}

/* A cache that cannot be written costs time and nothing else. */
static void keep(struct arena *a, const char *path, struct sv source,
		 const struct gaff_manifest *manifest)
{
	struct head head = { FORMAT,           manifest->n, manifest->n_rules, manifest->n_needs,
			     manifest->text.n, source.n };
	struct buf b = buf_in(a);
	struct gaff_err ignored;

	add_parts(&b, &head, manifest);
	add_parts(&b, &head, manifest);
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
	if (gaff_read_manifest(a, doc.root, &findings, out))
		return GAFF_OK;
	return gaff_findings_fail(&findings, &doc, err);
}

enum gaff_rc gaff_compile_manifest(struct arena *a, const char *path, struct sv source,
				   struct gaff_manifest *out, struct gaff_err *err)
{
	char cache[PATH_MAX];

	GAFF_TRY(compile(a, source, gaff_doc_syntax_of(path), out, err));
	if (cache_path(path, cache, sizeof cache))
		keep(a, cache, source, out);
	return GAFF_OK;
}

enum gaff_rc gaff_compiled_manifest(struct arena *a, const char *path, struct sv source,
				    struct gaff_manifest *out, struct gaff_err *err)
{
	char cache[PATH_MAX];
	struct sv kept;

	if (cache_path(path, cache, sizeof cache) && read_cache(a, cache, &kept) &&
	    find_parts(kept, source, out))
		return GAFF_OK;
	return gaff_compile_manifest(a, path, source, out, err);
}

enum gaff_rc gaff_passing_manifest(struct arena *a, struct sv source, struct gaff_manifest *out,
				   struct gaff_err *err)
{
	struct gaff_findings findings = { .arena = a };
	struct gaff_doc doc;

	GAFF_TRY(gaff_doc_parse(a, source, GAFF_DOC_JSON, &doc, err));
	if (gaff_read_manifest_once(a, doc.root, &findings, out))
		return GAFF_OK;
	return gaff_findings_fail(&findings, &doc, err);
}
