#include "cli/cli.h"

#include <stdio.h>

#include "base/limits.h"
#include "cli/install_tell.h"
#include "install/uninstall_host.h"
#include "agents/hosts.h"

enum option { OPT_USER, OPT_PROJECT, OPT_LOCAL, OPT_AGENT, OPT_DRY_RUN, OPT_JSON };

static const struct cli_option options[] = {
	[OPT_USER] = { "user", NULL, "only from your own files" },
	[OPT_PROJECT] = { "project", NULL, "only from files of projects" },
	[OPT_LOCAL] = { "local", NULL, "only from files of projects that are yours alone" },
	[OPT_AGENT] = { "agent", "NAME", "only from the files of this agent of yours" },
	[OPT_DRY_RUN] = { "dry-run", NULL, "show what would change, and change nothing" },
	[OPT_JSON] = { "json", NULL, "print what was done as JSON" },
};

static int uninstall(struct uninstalling *un, int n, char **argv)
{
	struct buf b = buf_in(un->work.arena);
	struct gaff_err err;

	if (un->work.where.agent && install_agent(&un->work, n, argv) != CLI_OK)
		return CLI_USAGE;
	if (install_begin(&un->work, &err) != GAFF_OK ||
	    gaff_ledger_read(un->work.arena, &un->ledger, &err) != GAFF_OK) {
		fprintf(stderr, "gaff uninstall: %s\n", err.msg);
		return CLI_FATAL;
	}
	for (int i = 0; i < n; i++)
		if (!gaff_host_find(sv_of(argv[i])))
			return cli_unknown_host("uninstall", argv[i]);
	un->work.w.out = &b;
	if (un->work.is_json)
		gaff_json_open(&un->work.w, '[');
	for (size_t h = 0; gaff_hosts[h]; h++) {
		const struct gaff_host *of_agents = gaff_host_of_agents(gaff_hosts[h]);
		bool named = n == 0;

		for (int i = 0; i < n; i++)
			named = named || gaff_host_find(sv_of(argv[i])) == gaff_hosts[h];
		if (!named || !gaff_hosts[h]->entry)
			continue;
		uninstall_host(un, gaff_hosts[h]);
		if (of_agents && of_agents != gaff_hosts[h])
			uninstall_host(un, of_agents);
	}
	if (un->work.is_json) {
		gaff_json_close(&un->work.w, ']');
		printf("%.*s\n", SV_ARG(buf_sv(&b)));
	} else if (!un->found && !un->work.failed) {
		printf("gaff is registered nowhere.\n");
	}
	return un->work.failed ? CLI_NO : CLI_OK;
}

static int run_uninstall(int argc, char **argv)
{
	static char storage[1 << 16];
	struct cli_walk walk = { &cmd_uninstall, argc, 0, argv, NULL, NULL };
	struct uninstalling un = { .work = { .command = "uninstall",
					     .teller = &install_teller,
					     .scope = GAFF_SCOPE_USER } };
	struct gaff_err err;
	enum cli_step step;
	struct arena a;
	int code;

	cli_options_first(&cmd_uninstall, argc, argv);
	while ((step = cli_next(&walk, &err)) == CLI_OPTION) {
		switch ((enum option)(walk.option - options)) {
		case OPT_USER:
		case OPT_PROJECT:
		case OPT_LOCAL:
			un.one_scope = true;
			un.work.scope = GAFF_SCOPE_USER + (enum gaff_scope)(walk.option - options);
			break;
		case OPT_AGENT:
			un.work.where.agent = walk.value;
			break;
		case OPT_DRY_RUN:
			un.work.is_dry = true;
			break;
		case OPT_JSON:
			un.work.is_json = true;
			break;
		}
	}
	if (step == CLI_HELP) {
		cli_print_help(&cmd_uninstall);
		return CLI_OK;
	}
	if (step == CLI_WRONG) {
		fprintf(stderr, "gaff: %s\n", err.msg);
		return CLI_USAGE;
	}
	gaff_arena_init(&a, storage, sizeof storage, GAFF_ARENA_MAX);
	un.work.arena = &a;
	code = uninstall(&un, argc - walk.at, argv + walk.at);
	install_end(&un.work);
	gaff_arena_release(&a);
	return code;
}

const struct cli_command cmd_uninstall = {
	.name = "uninstall",
	.args = "[HOST...] [--user|--project|--local] [--agent NAME] [--dry-run]",
	.help = "Take gaff out of the configurations of agents",
	.details = "A file that nobody has changed since gaff was registered is given back byte "
		   "for byte;\n"
		   "from others only gaff's own entries are taken out. Files and folders that gaff "
		   "has made\n"
		   "are removed. Without HOST: everywhere.\n",
	.options = options,
	.n_options = COUNT_OF(options),
	.operand = "HOST",
	.run = run_uninstall,
};
