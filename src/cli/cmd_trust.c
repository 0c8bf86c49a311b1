#include "cli/cli.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/pages/trust_page.h"
#include "cli/print/plain.h"
#include "run/trust/homes.h"

struct request {
	bool is_agreed, wants_scripts, is_dry, is_json;
};

static const struct cli_option options[] = {
	CLI_FLAG("yes", struct request, is_agreed, "do not ask"),
	CLI_FLAG("scripts", struct request, wants_scripts, "show the text of the scripts too"),
	CLI_FLAG("dry-run", struct request, is_dry, "show what would run, and leave it untrusted"),
	CLI_FLAG("json", struct request, is_json, "print what would run as JSON"),
};

/* What was trusted by a name that is a link now is not missed any more: somebody has looked. */
static void forget_link(struct arena *a, const char *given, const char *folder)
{
	const char *name = trust_name_kept(a, given);
	struct gaff_err ignored;

	if (name && strcmp(name, folder) != 0)
		(void)gaff_trust_forget(a, name, &ignored);
}

static bool is_agreed(void)
{
	char line[16] = "";

	if (!isatty(STDIN_FILENO)) {
		fprintf(stderr, "gaff: trust: not trusted: there is no terminal to ask at; look at "
				"it and add --yes\n");
		return false;
	}
	printf("\nMay these run? [y/N] ");
	(void)fflush(stdout);
	if (!fgets(line, sizeof line, stdin) || (line[0] != 'y' && line[0] != 'Y')) {
		fprintf(stderr, "gaff: trust: not trusted\n");
		return false;
	}
	return true;
}

static int fail(const char *command, const struct trust_look *page, const struct gaff_err *err)
{
	if (err->line)
		fprintf(stderr, "gaff: %s: %s:%zu:%zu: %s\n", command,
			gaff_plain_text(page->arena, page->file), err->line, err->column, err->msg);
	else
		fprintf(stderr, "gaff: %s: %s\n", command, err->msg);
	return err->rc == GAFF_EIO || err->rc == GAFF_ENOMEM ? CLI_FATAL : CLI_NO;
}

static bool parse(const struct cli_command *command, struct request *r, int argc, char **argv,
		  const char **dir, int *code)
{
	if (!cli_parse(command, r, &argc, &argv, code))
		return false;
	*dir = argc ? argv[0] : NULL;
	*code = argc > 1 ? cli_usage("%s: one folder at a time", command->name) : CLI_OK;
	return *code == CLI_OK;
}

static int trust(struct arena *a, int argc, char **argv)
{
	static struct trust_look page;
	struct request r = { 0 };
	const char *dir, *folder;
	struct gaff_err err = { .rc = GAFF_OK };
	int code;

	if (!parse(&cmd_trust, &r, argc, argv, &dir, &code))
		return code;
	if (trust_find_folder(a, dir, &folder, &err) != GAFF_OK ||
	    trust_look(a, folder, &page, &err) != GAFF_OK)
		return fail("trust", &page, &err);
	if (r.is_json)
		trust_print_json(&page);
	else
		trust_print_page(&page, r.wants_scripts);
	if (r.is_dry)
		return CLI_OK;
	if (!r.is_agreed && !is_agreed())
		return CLI_NO;
	if (gaff_trust_add(a, &page.trust, &page.state, page.text, &err) != GAFF_OK)
		return fail("trust", &page, &err);
	gaff_trust_refresh(&page.trust);
	forget_link(a, dir, folder);
	gaff_homes_note();
	if (!r.is_json)
		printf("\ntrusted: %s\n", gaff_plain_text(a, folder));
	return CLI_OK;
}

static int untrust(struct arena *a, int argc, char **argv)
{
	struct trust_look page = { .arena = a };
	const char *dir, *folder;
	struct gaff_err err;
	int code;

	if (!parse(&cmd_untrust, NULL, argc, argv, &dir, &code))
		return code;
	folder = trust_name_kept(a, dir);
	if (!folder && trust_find_folder(a, dir, &folder, &err) != GAFF_OK)
		return fail("untrust", &page, &err);
	if (gaff_trust_forget(a, folder, &err) == GAFF_OK)
		printf("no longer trusted: %s\n", gaff_plain_text(a, folder));
	else if (err.rc == GAFF_ENOENT)
		printf("it was not trusted: %s\n", gaff_plain_text(a, folder));
	else
		return fail("untrust", &page, &err);
	return CLI_OK;
}

const struct cli_command cmd_trust = {
	.name = "trust",
	.args = "[DIR]",
	.help = "Look at a project's hooks, and let them run from now on",
	.operand = "DIR",
	.options = options,
	.n_options = COUNT_OF(options),
	.is_mixed = true,
	.run = trust,
};

const struct cli_command cmd_untrust = {
	.name = "untrust",
	.args = "[DIR]",
	.help = "Let a project's hooks run no more",
	.operand = "DIR",
	.is_mixed = true,
	.run = untrust,
};
