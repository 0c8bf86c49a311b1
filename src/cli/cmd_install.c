#include "cli/cli.h"

#include <stdio.h>

#include "install/install_host.h"
#include "cli/pages/install_tell.h"
#include "cli/print/plain.h"
#include "agents/hosts.h"
#include "run/trust/homes.h"

struct request {
	struct installing in;
	const char *events;
};

static const struct cli_option options[] = {
	CLI_VALUE("user", struct request, in.work.scope, GAFF_SCOPE_USER,
		  "for all your projects (the default)"),
	CLI_VALUE("project", struct request, in.work.scope, GAFF_SCOPE_PROJECT,
		  "in the project's own files, for everybody who has it"),
	CLI_VALUE("local", struct request, in.work.scope, GAFF_SCOPE_LOCAL,
		  "in the project, for you alone (Claude Code, Auggie)"),
	CLI_TEXT("agent", "NAME", struct request, in.work.where.agent,
		 "in the file of this agent of yours, where hooks belong to one"),
	CLI_TEXT("events", "LIST", struct request, events,
		 "these events, with commas between, or all; else those of your manifests"),
	CLI_FLAG("trust", struct request, in.trusts, "tell Codex that you trust these hooks"),
	CLI_FLAG("fail-closed", struct request, in.fail_closed, "block what gaff cannot decide"),
	CLI_FLAG("dry-run", struct request, in.work.is_dry,
		 "show what would change, and change nothing"),
	CLI_FLAG("json", struct request, in.work.is_json, "print what was done as JSON"),
};

static enum gaff_rc find_wanted(struct installing *in, const char *list, struct gaff_err *err)
{
	struct gaff_project project;
	struct gaff_sources sources = { 0 };

	if (list)
		return wanted_of_list(in->work.arena, list, &in->wanted, err);
	GAFF_TRY(gaff_project_at(in->work.arena, in->work.here, &project, err));
	GAFF_TRY(gaff_load(in->work.arena, &project, NULL, 0, &sources, err));
	for (size_t i = 0; i < sources.n && !in->work.is_json; i++)
		if (sources.item[i].problem.rc != GAFF_OK)
			fprintf(stderr, "gaff install: %s: %s; its events are left out\n",
				gaff_plain_text(in->work.arena, sources.item[i].file),
				sources.item[i].problem.msg);
	return wanted_of_manifests(in->work.arena, &sources, &in->wanted, err);
}

static int install(struct installing *in, const char *events, int n, char **argv)
{
	const struct gaff_host **hosts;
	struct buf b = buf_in(in->work.arena);
	struct gaff_err err;
	int code;

	if (in->work.where.agent && install_agent(&in->work, n, argv) != CLI_OK)
		return CLI_USAGE;
	if (install_begin(&in->work, &err) != GAFF_OK ||
	    install_can_register(&in->work, &err) != GAFF_OK ||
	    find_wanted(in, events, &err) != GAFF_OK) {
		fprintf(stderr, "gaff install: %s\n", err.msg);
		return err.rc == GAFF_EUSAGE         ? CLI_USAGE
		       : err.rc == GAFF_EUNSUPPORTED ? CLI_NO
						     : CLI_FATAL;
	}
	hosts = install_hosts(&in->work, n, argv, &code);
	if (!hosts)
		return code;
	for (size_t i = 0; in->work.where.agent && hosts[i]; i++)
		hosts[i] = gaff_host_of_agents(hosts[i]);
	in->work.w.out = &b;
	if (in->work.is_json)
		gaff_json_open(&in->work.w, '[');
	for (size_t i = 0; hosts[i]; i++)
		install_host(in, hosts[i]);
	if (!in->work.is_dry)
		gaff_homes_note();
	if (in->work.is_json) {
		gaff_json_close(&in->work.w, ']');
		printf("%.*s\n", SV_ARG(buf_sv(&b)));
	}
	return in->work.failed || !hosts[0] ? CLI_NO : CLI_OK;
}

static int run_install(struct arena *a, int argc, char **argv)
{
	struct request r = { .in.work = { .arena = a,
					  .command = "install",
					  .teller = &install_teller,
					  .scope = GAFF_SCOPE_USER } };
	int code;

	if (!cli_parse(&cmd_install, &r, &argc, &argv, &code))
		return code;
	code = install(&r.in, r.events, argc, argv);
	install_end(&r.in.work);
	return code;
}

const struct cli_command cmd_install = {
	.name = "install",
	.args = "[HOST...] [--user|--project|--local] [--agent NAME] [--events LIST] [--trust] "
		"[--dry-run]",
	.help = "Register gaff with agents, in the files they really read",
	.options = options,
	.n_options = COUNT_OF(options),
	.is_mixed = true,
	.operand = "HOST",
	.run = run_install,
};
