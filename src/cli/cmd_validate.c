#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/dirs.h"
#include "base/fs.h"
#include "base/inherit.h"
#include "base/limits.h"
#include "cli/print/plain.h"
#include "guard/guard.h"
#include "guard/rows/rule.h"
#include "manifest/manifest_parts.h"
#include "manifest/policy.h"
#include "agents/hosts.h"
#include "doctor/health.h"
#include "run/guards.h"
#include "run/load/load.h"
#include "run/trust/operand.h"
#include "run/load/project.h"
#include "text/doc.h"

struct validation {
	struct arena *arena;
	bool is_json, wants_canonical, wants_fields;
	struct json_writer w; /* of the findings, with --json */
	size_t files, errors;
};

static const struct cli_option options[] = {
	CLI_FLAG("canonical", struct validation, wants_canonical,
		 "print the manifest in canonical bytes; findings go to stderr"),
	CLI_FLAG("fields", struct validation, wants_fields,
		 "print the fields of a manifest, as markdown"),
	CLI_FLAG("json", struct validation, is_json, "print the findings as JSON"),
};

static bool ends_with(const char *file, const char *end)
{
	size_t n = strlen(file), k = strlen(end);

	return n >= k && strcmp(file + n - k, end) == 0;
}

/* One line for people; beside canonical bytes it is not on stdout. */
static void print_line(struct validation *v, const char *file, struct gaff_place place,
		       struct sv text, bool is_warning)
{
	FILE *out = v->wants_canonical ? stderr : stdout;
	char storage[PATH_MAX *
		     2]; /* not from the arena: that there is no memory is said here too */
	struct buf b = buf_fixed(storage, sizeof storage);

	gaff_plain_add(&b, sv_of(file), SIZE_MAX);
	fprintf(out, "%.*s:", SV_ARG(buf_sv(&b)));
	if (place.line)
		fprintf(out, "%zu:%zu:", place.line, place.column);
	b.n = 0;
	gaff_plain_add(&b, text, SIZE_MAX);
	fprintf(out, " %s%.*s\n", is_warning ? "warning: " : "", SV_ARG(buf_sv(&b)));
}

static void report(struct validation *v, const char *file, struct gaff_place place, struct sv text,
		   bool is_warning)
{

	if (!v->is_json) {
		print_line(v, file, place, text, is_warning);
		return;
	}
	gaff_json_open(&v->w, '{');
	json_member_string(&v->w, SV("file"), sv_of(file));
	if (place.line) {
		gaff_json_member_size(&v->w, SV("line"), place.line);
		gaff_json_member_size(&v->w, SV("column"), place.column);
	}
	json_member_string(&v->w, SV("severity"), is_warning ? SV("warning") : SV("error"));
	json_member_string(&v->w, SV("message"), text);
	gaff_json_close(&v->w, '}');
}

/* In the order of the text. */
static int compare(const void *x, const void *y)
{
	const struct gaff_finding *one = x, *other = y;

	if (one->at != other->at)
		return one->at < other->at ? -1 : 1;
	return strcmp(one->text.p, other->text.p);
}

static void report_findings(struct validation *v, const char *file, const struct gaff_doc *doc,
			    const struct gaff_findings *f)
{
	char more[64];

	if (f->n)
		qsort(f->item, f->n, sizeof *f->item, compare);
	for (size_t i = 0; i < f->n; i++)
		report(v, file, gaff_doc_place(doc, f->item[i].at), f->item[i].text,
		       f->item[i].is_warning);
	(void)snprintf(more, sizeof more, "and %zu more", f->n_more);
	if (f->n_more)
		report(v, file, (struct gaff_place){ 0 }, sv_of(more), !f->n_errors);
}

/* Reading comes before waiting: a pipe that nobody writes to is at its end. */
static enum gaff_rc read_all(struct arena *a, int fd, struct sv *out, struct gaff_err *err)
{
	struct pollfd ready = { .fd = fd, .events = POLLIN };
	struct buf b = buf_in(a);

	for (;;) {
		ssize_t n;

		if (!gaff_buf_reserve(&b, 16384))
			return gaff_fail(err, GAFF_ENOMEM, "no memory for a file");
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
	return strcmp(file, "policy.json") == 0 || ends_with(file, "/policy.json");
}

static enum gaff_rc read_doc(struct arena *a, const char *file, struct gaff_doc *out,
			     struct gaff_err *err)
{
	struct sv text;

	GAFF_TRY(read_text(a, file, &text, err));
	return gaff_doc_parse(a, text, gaff_doc_syntax_of(file), out, err);
}

/* "fine, 2 hooks and 1 rule" */
static void print_counts(const struct gaff_manifest *m)
{
	printf(": fine, ");
	if (m->n || !m->n_rules)
		printf("%zu hook%s", m->n, m->n == 1 ? "" : "s");
	if (m->n_rules)
		printf("%s%zu rule%s", m->n ? " and " : "", m->n_rules, m->n_rules == 1 ? "" : "s");
	printf("\n");
}

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
static void check_commands(struct validation *v, const char *file, struct json root,
			   struct gaff_findings *f)
{
	char folder[PATH_MAX], here[PATH_MAX];
	bool everywhere = is_everywhere(file, folder, sizeof folder);
	const char *project = getcwd(here, sizeof here) ? gaff_project_root(v->arena, here) : NULL;
	struct json_iter it = gaff_json_iter(gaff_json_get(root, SV("hooks")));
	struct json key, hook;

	while (gaff_json_next(&it, &key, &hook)) {
		struct json at = gaff_json_get(hook, SV("handler"));
		struct gaff_own_command own;
		struct gaff_err err;
		struct sv command, text;

		if (!gaff_json_is(gaff_json_get(at, SV("type")), SV("command")) ||
		    !gaff_json_text(v->arena, gaff_json_get(at, SV("command")), &command) ||
		    gaff_guard_is_command(command, &text))
			continue;
		if (everywhere &&
		    gaff_own_command(v->arena, command, folder, &own, &err) == GAFF_EHOOK)
			gaff_find_error(f, at.p, "%s", err.msg);
		if (gaff_command_left_out(v->arena, command, gaff_json_get(at, SV("env")), project,
					  &text))
			gaff_find_warning(f, at.p, "%.*s", SV_ARG(text));
	}
}

/* A manifest may have them, for agents that ask a model; gaff never does, so they guard nothing. */
static void check_models(struct validation *v, struct json root,
			 const struct gaff_manifest *manifest, struct gaff_findings *f)
{
	struct json_iter it = gaff_json_iter(gaff_json_get(root, SV("hooks")));
	struct gaff_err ignored;
	struct gaff_hook hook;
	struct json key, at;

	for (size_t i = 0; gaff_json_next(&it, &key, &at) && i < manifest->n; i++) {
		struct json type = gaff_json_get(gaff_json_get(at, SV("handler")), SV("type"));

		if ((!gaff_json_is(type, SV("prompt")) && !gaff_json_is(type, SV("agent"))) ||
		    gaff_manifest_hook(v->arena, gaff_hosts, manifest, i, &hook, &ignored) !=
			    GAFF_OK ||
		    !hook.enabled)
			continue;
		gaff_find_warning(f, type.p, "gaff asks no model: the hook \"%.*s\" never runs%s",
				  SV_ARG(gaff_hook_label(v->arena, &hook)),
				  hook.degrade[GAFF_CAP_LLM_EVALUATED] == GAFF_DEGRADE_BLOCK
					  ? ", and blocks where it can"
					  : "");
	}
}

static void validate(struct validation *v, const char *file)
{
	struct gaff_findings findings = { .arena = v->arena };
	struct gaff_err err = { .rc = GAFF_OK };
	struct gaff_manifest manifest = { .n = 0 };
	struct gaff_policy policy;
	struct gaff_doc doc;
	bool ok;

	v->files++;
	if (read_doc(v->arena, file, &doc, &err) != GAFF_OK) {
		v->errors++;
		report(v, file, (struct gaff_place){ err.line, err.column }, sv_of(err.msg), false);
		return;
	}
	ok = is_policy(file) ? gaff_policy_read(v->arena, doc.root, &findings, &policy)
			     : gaff_read_manifest(v->arena, doc.root, &findings, &manifest);
	if (ok && !is_policy(file)) {
		gaff_rules_try(&findings, gaff_hosts, doc.root);
		check_commands(v, file, doc.root, &findings);
		check_models(v, doc.root, &manifest, &findings);
		ok = !findings.n_errors;
	}
	if (!ok && !findings.n_errors)
		gaff_find_error(&findings, doc.root.p, "no memory to check it");
	v->errors += findings.n_errors;
	report_findings(v, file, &doc, &findings);
	if (!ok || v->is_json)
		return;
	if (v->wants_canonical) {
		if (!is_policy(file))
			printf("%.*s\n", SV_ARG(manifest.text));
	} else if (!findings.n && !findings.n_more) {
		plain_print(v->arena, sv_of(file));
		if (is_policy(file))
			printf(": fine\n");
		else
			print_counts(&manifest);
	}
}

static void print_table(const char *title, const struct gaff_hook_field *fields, size_t n)
{
	printf("| %s | |\n|---|---|\n", title);
	for (size_t i = 0; i < n; i++)
		printf("| `%s` | %s |\n", fields[i].name.p, fields[i].help);
	printf("\n");
}

/* There are many: a line for each way. */
static void print_variables(void)
{
	static const enum gaff_inheritance ways[] = { GAFF_INHERIT_EARLY,   GAFF_INHERIT_NO,
						      GAFF_INHERIT_OUTSIDE, GAFF_INHERIT_ENTRIES,
						      GAFF_INHERIT_SOCKET,  GAFF_INHERIT_WORDS,
						      GAFF_INHERIT_YES };

	printf("| variable of the agent | a hook inherits |\n|---|---|\n");
	for (size_t k = 0; k < COUNT_OF(ways); k++) {
		const char *before = "| ";

		for (size_t i = 0; i < gaff_n_variable_rows; i++) {
			if (gaff_variable_rows[i].how != ways[k])
				continue;
			printf("%s`%s`", before, gaff_variable_rows[i].name);
			before = " ";
		}
		printf(" | %s |\n", gaff_inheritance_name(ways[k]));
	}
	printf("| any other | what names nothing in the project |\n");
}

static void print_fields(void)
{
	print_table("hook", gaff_hook_fields, gaff_n_hook_fields);
	print_table("handler", gaff_handler_fields, gaff_n_handler_fields);
	print_table("rule", gaff_rule_fields, gaff_n_rule_fields);
	printf("| capability | means | where it is missing |\n|---|---|---|\n");
	for (size_t i = 0; i < GAFF_CAP_COUNT; i++) {
		enum gaff_capability c = (enum gaff_capability)i;

		printf("| `%s` | %s | `%s` |\n", gaff_capability_name(c).p, gaff_capability_help(c),
		       gaff_strategy_name(gaff_capability_default(c)).p);
	}
	printf("\n");
	print_variables();
}

/* Without a file: those that would be read here. */
static void validate_here(struct validation *v)
{
	static const char *const names[] = { "hooks.json", "hooks.yaml", "policy.json" };
	char path[PATH_MAX], here[PATH_MAX];
	struct gaff_project project;
	struct gaff_err ignored;

	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (gaff_dir_path(GAFF_DIR_CONFIG, names[i], path, sizeof path) &&
		    access(path, F_OK) == 0)
			validate(v, path);
	if (!getcwd(here, sizeof here))
		return;
	if (gaff_project_at(v->arena, here, &project, &ignored) != GAFF_OK)
		return;
	for (size_t n = project.levels.first; n; n = gaff_levels_next(&project.levels, n))
		for (size_t i = 0; i < COUNT_OF(names); i++) {
			int length = snprintf(path, sizeof path, "%.*s/.gaff/%s", (int)n,
					      project.levels.path, names[i]);

			if (length > 0 && (size_t)length < sizeof path && access(path, F_OK) == 0)
				validate(v, path);
		}
}

static int finish(struct validation *v)
{
	if (v->is_json) {
		gaff_json_close(&v->w, ']');
		if (!buf_ok(v->w.out))
			return CLI_FATAL;
		printf("%.*s\n", SV_ARG(buf_sv(v->w.out)));
	} else if (!v->files) {
		fprintf(v->wants_canonical ? stderr : stdout,
			"There is no manifest for you or this project; name a file.\n");
	}
	return v->errors ? CLI_NO : CLI_OK;
}

static int run(struct arena *a, int argc, char **argv)
{
	struct validation v = { .arena = a };
	struct buf b = buf_in(a);
	int code;

	if (!cli_parse(&cmd_validate, &v, &argc, &argv, &code))
		return code;
	if (v.is_json && v.wants_canonical)
		return cli_usage("validate: --canonical or --json, not both");
	if (v.wants_fields) {
		print_fields();
		return CLI_OK;
	}
	v.w.out = &b;
	if (v.is_json)
		gaff_json_open(&v.w, '[');
	for (int i = 0; i < argc; i++)
		validate(&v, argv[i]);
	if (!argc)
		validate_here(&v);
	return finish(&v);
}

const struct cli_command cmd_validate = {
	.name = "validate",
	.args = "[FILE...]",
	.help = "Check manifests, and name every mistake with its line and column",
	.operand = "FILE",
	.options = options,
	.n_options = COUNT_OF(options),
	.is_mixed = true,
	.run = run,
};
