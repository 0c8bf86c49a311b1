#include "doctor/validate.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "agents/hosts.h"
#include "base/dirs.h"
#include "base/fs.h"
#include "base/limits.h"
#include "doctor/health.h"
#include "guard/guard.h"
#include "guard/rows/rule.h"
#include "manifest/policy.h"
#include "run/guards.h"
#include "run/load/load.h"
#include "run/load/project.h"
#include "run/trust/operand.h"

/* ---- the file ---- */

/* Reading comes before waiting: a pipe that nobody writes to is at its end. */
static enum gaff_rc read_all(struct arena *a, int fd, struct sv *out, struct gaff_err *err)
{
	struct pollfd ready = { .fd = fd, .events = POLLIN };
	struct buf b = buf_in(a);

	for (;;) {
		ssize_t n;

		if (!gaff_buf_reserve(&b, 16384))
			return gaff_buf_check(&b, err);
		n = read(fd, b.p + b.n, b.cap - b.n);
		if (n == 0)
			break;
		if (n < 0 && errno == EAGAIN)
			(void)poll(&ready, 1, -1);
		else if (n < 0 && errno != EINTR)
			return gaff_fail(err, GAFF_EIO, "%s", strerror(errno));
		b.n += n > 0 ? (size_t)n : 0;
		if (b.n > GAFF_MANIFEST_MAX)
			return gaff_fail(err, GAFF_ETOOBIG, "larger than %u bytes",
					 GAFF_MANIFEST_MAX);
	}
	*out = buf_sv(&b);
	return GAFF_OK;
}

static enum gaff_rc read_text(struct arena *a, const char *file, struct sv *out,
			      struct gaff_err *err)
{
	int fd = strcmp(file, "-") == 0 ? STDIN_FILENO
					: open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	enum gaff_rc rc;

	if (fd < 0)
		return gaff_fail(err, GAFF_EIO, "%s", strerror(errno));
	rc = read_all(a, fd, out, err);
	if (fd != STDIN_FILENO)
		(void)close(fd);
	return rc;
}

static bool is_policy(const char *file)
{
	const char *slash = strrchr(file, '/');

	return strcmp(slash ? slash + 1 : file, "policy.json") == 0;
}

static enum gaff_rc read_doc(struct arena *a, const char *file, struct gaff_doc *out,
			     struct gaff_err *err)
{
	struct sv text;

	GAFF_TRY(read_text(a, file, &text, err));
	return gaff_doc_parse(a, text, gaff_doc_syntax_of(file), out, err);
}

/* ---- what only this machine tells ---- */

/* Is it one of the user or the system, which run in every project? */
static bool is_everywhere(const char *file, char *folder, size_t n)
{
	char real[PATH_MAX], own[PATH_MAX], config[PATH_MAX];
	char *slash = realpath(file, real) ? strrchr(real, '/') : NULL;

	if (!slash || (size_t)(slash - real) >= n)
		return false;
	*slash = '\0';
	memcpy(folder, real, strlen(real) + 1);
	if (strcmp(folder, GAFF_SYSTEM_FOLDER) == 0)
		return true;
	if (!gaff_dir_path(GAFF_DIR_CONFIG, "hooks.json", own, sizeof own))
		return false;
	*strrchr(own, '/') = '\0';
	return realpath(own, config) && strcmp(folder, config) == 0;
}

/* What only this machine tells: files that would be a checkout's, programs that are not found. */
static void check_commands(struct arena *a, const char *file, struct json root,
			   struct gaff_findings *f)
{
	char folder[PATH_MAX], here[PATH_MAX];
	bool everywhere = is_everywhere(file, folder, sizeof folder);
	const char *project = getcwd(here, sizeof here) ? gaff_project_root(a, here) : NULL;
	struct json_iter it = gaff_json_iter(gaff_json_get(root, SV("hooks")));
	struct json key, hook;

	while (gaff_json_next(&it, &key, &hook)) {
		struct json at = gaff_json_get(hook, SV("handler"));
		struct gaff_own_command own;
		struct gaff_err err;
		struct sv command, text;

		if (!gaff_json_is(gaff_json_get(at, SV("type")), SV("command")) ||
		    !gaff_json_text(a, gaff_json_get(at, SV("command")), &command) ||
		    gaff_guard_is_command(command, &text))
			continue;
		if (everywhere && gaff_own_command(a, command, folder, &own, &err) == GAFF_EHOOK)
			gaff_find_error(f, at.p, "%s", err.msg);
		if (gaff_command_left_out(a, command, gaff_json_get(at, SV("env")), project, &text))
			gaff_find_warning(f, at.p, "%.*s", SV_ARG(text));
	}
}

/* A manifest may have them, for agents that ask a model; gaff never does, so they guard nothing. */
static void check_models(struct arena *a, struct json root, const struct gaff_manifest *manifest,
			 struct gaff_findings *f)
{
	struct json_iter it = gaff_json_iter(gaff_json_get(root, SV("hooks")));
	struct gaff_err ignored;
	struct gaff_hook hook;
	struct json key, at;

	for (size_t i = 0; gaff_json_next(&it, &key, &at) && i < manifest->n; i++) {
		struct json type = gaff_json_get(gaff_json_get(at, SV("handler")), SV("type"));

		if ((!gaff_json_is(type, SV("prompt")) && !gaff_json_is(type, SV("agent"))) ||
		    gaff_manifest_hook(a, gaff_hosts, manifest, i, &hook, &ignored) != GAFF_OK ||
		    !hook.enabled)
			continue;
		gaff_find_warning(f, type.p, "gaff asks no model: the hook \"%.*s\" never runs%s",
				  SV_ARG(gaff_hook_label(a, &hook)),
				  hook.degrade[GAFF_CAP_LLM_EVALUATED] == GAFF_DEGRADE_BLOCK
					  ? ", and blocks where it can"
					  : "");
	}
}

/* ---- all of it ---- */

/* In the order of the text. */
static int compare(const void *x, const void *y)
{
	const struct gaff_finding *one = x, *other = y;

	if (one->at != other->at)
		return one->at < other->at ? -1 : 1;
	return strcmp(one->text.p, other->text.p);
}

enum gaff_rc gaff_validate(struct arena *a, const char *file, struct gaff_validation *out,
			   struct gaff_err *err)
{
	struct gaff_policy policy;
	bool ok;

	*out = (struct gaff_validation){ .findings.arena = a, .is_policy = is_policy(file) };
	GAFF_TRY(read_doc(a, file, &out->doc, err));
	if (out->is_policy) {
		ok = gaff_policy_read(a, out->doc.root, &out->findings, &policy);
	} else {
		ok = gaff_read_manifest(a, out->doc.root, &out->findings, &out->manifest);
		if (ok) {
			gaff_rules_try(&out->findings, gaff_hosts, out->doc.root);
			check_commands(a, file, out->doc.root, &out->findings);
			check_models(a, out->doc.root, &out->manifest, &out->findings);
		}
	}
	if (!ok && !out->findings.n_errors)
		gaff_find_error(&out->findings, out->doc.root.p, "no memory to check it");
	if (out->findings.n)
		qsort(out->findings.item, out->findings.n, sizeof *out->findings.item, compare);
	return GAFF_OK;
}

void gaff_validate_here(struct arena *a, void (*each)(void *context, const char *file),
			void *context)
{
	static const char *const names[] = { "hooks.json", "hooks.yaml", "policy.json" };
	char path[PATH_MAX], here[PATH_MAX];
	struct gaff_project project;
	struct gaff_err ignored;

	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (gaff_dir_path(GAFF_DIR_CONFIG, names[i], path, sizeof path) &&
		    access(path, F_OK) == 0)
			each(context, path);
	if (!getcwd(here, sizeof here) || gaff_project_at(a, here, &project, &ignored) != GAFF_OK)
		return;
	for (size_t n = project.levels.first; n; n = gaff_levels_next(&project.levels, n))
		for (size_t i = 0; i < COUNT_OF(names); i++) {
			int length = snprintf(path, sizeof path, "%.*s/.gaff/%s", (int)n,
					      project.levels.path, names[i]);

			if (length > 0 && (size_t)length < sizeof path && access(path, F_OK) == 0)
				each(context, path);
		}
}
