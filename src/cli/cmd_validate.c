#include "cli/cli.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#include "base/inherit.h"
#include "cli/print/plain.h"
#include "doctor/validate.h"

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

static void report_findings(struct validation *v, const char *file,
			    const struct gaff_validation *found)
{
	const struct gaff_findings *f = &found->findings;
	char more[64];

	for (size_t i = 0; i < f->n; i++)
		report(v, file, gaff_doc_place(&found->doc, f->item[i].at), f->item[i].text,
		       f->item[i].is_warning);
	(void)snprintf(more, sizeof more, "and %zu more", f->n_more);
	if (f->n_more)
		report(v, file, (struct gaff_place){ 0 }, sv_of(more), !f->n_errors);
}

/* ", 2 hooks and 1 rule" */
static void print_counts(const struct gaff_manifest *m)
{
	printf(", ");
	if (m->n || !m->n_rules)
		printf("%zu hook%s", m->n, m->n == 1 ? "" : "s");
	if (m->n_rules)
		printf("%s%zu rule%s", m->n ? " and " : "", m->n_rules, m->n_rules == 1 ? "" : "s");
}

static void validate(void *context, const char *file)
{
	struct validation *v = context;
	struct gaff_validation found;
	struct gaff_err err;

	v->files++;
	if (gaff_validate(v->arena, file, &found, &err) != GAFF_OK) {
		v->errors++;
		report(v, file, (struct gaff_place){ err.line, err.column }, sv_of(err.msg), false);
		return;
	}
	v->errors += found.findings.n_errors;
	report_findings(v, file, &found);
	if (found.findings.n_errors || v->is_json)
		return;
	if (v->wants_canonical) {
		if (!found.is_policy)
			printf("%.*s\n", SV_ARG(found.manifest.text));
	} else if (!found.findings.n && !found.findings.n_more) {
		printf("%s: fine", gaff_plain_text(v->arena, file));
		if (!found.is_policy)
			print_counts(&found.manifest);
		printf("\n");
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
		gaff_validate_here(a, validate, &v);
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
