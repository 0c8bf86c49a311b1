#include "cli/cli.h"

#include <stdio.h>

#include "cli/pages/install_tell.h"
#include "install/uninstall_host.h"
#include "agents/hosts.h"

static const struct cli_option options[] = {
	CLI_VALUE("user", struct uninstalling, work.scope, GAFF_SCOPE_USER,
		  "only from your own files"),
	CLI_VALUE("project", struct uninstalling, work.scope, GAFF_SCOPE_PROJECT,
		  "only from files of projects"),
	CLI_VALUE("local", struct uninstalling, work.scope, GAFF_SCOPE_LOCAL,
		  "only from files of projects that are yours alone"),
	CLI_TEXT("agent", "NAME", struct uninstalling, work.where.agent,
		 "only from the files of this agent of yours"),
	CLI_FLAG("dry-run", struct uninstalling, work.is_dry,
		 "show what would change, and change nothing"),
	CLI_FLAG("json", struct uninstalling, work.is_json, "print what was done as JSON"),
};

static int uninstall(struct uninstalling *un, int n, char **argv)
{
	struct buf b = buf_in(un->work.arena);
	struct gaff_err err;

	if (un->work.where.agent && install_agent(&un->work, n, argv) != CLI_OK)
		return CLI_USAGE;
	if (install_begin(&un->work, &err) != GAFF_OK ||
	    gaff_ledger_read(un->work.arena, &un->ledger, &err) != GAFF_OK)
		return cli_fail(CLI_FATAL, " uninstall: %s", err.msg);
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
		if (!named || !gaff_layout_registers(gaff_hosts[h]->layout))
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

static int run_uninstall(struct arena *a, int argc, char **argv)
{
	struct uninstalling un = { .work = { .arena = a,
					     .command = "uninstall",
					     .teller = &install_teller,
					     .scope = GAFF_SCOPE_SYSTEM /* none is said */ } };
	int code;

	if (!cli_parse(&cmd_uninstall, &un, &argc, &argv, &code))
		return code;
	un.one_scope = un.work.scope != GAFF_SCOPE_SYSTEM;
	if (!un.one_scope)
		un.work.scope = GAFF_SCOPE_USER;
	code = uninstall(&un, argc, argv);
	install_end(&un.work);
	return code;
}

const struct cli_command cmd_uninstall = {
	.name = "uninstall",
	.args = "[HOST...] [--user|--project|--local] [--agent NAME] [--dry-run]",
	.help = "Take gaff out of the configurations of agents",
	.options = options,
	.n_options = COUNT_OF(options),
	.is_mixed = true,
	.operand = "HOST",
	.run = run_uninstall,
};
