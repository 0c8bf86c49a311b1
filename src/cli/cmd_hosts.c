#include "cli/cli.h"

#include <stdio.h>

#include "hosts/hosts.h"

/* What gaff knows of its hosts, printed from the rows it runs on. docs/hosts.md is this. */

static const struct cli_option options[] = {
	{ "markdown", NULL, "everything about every host, as the page docs/hosts.md" },
};

/* The answers worth a column, and the word for each. */
static const struct {
	enum gaff_answer_field field;
	const char *word;
} columns[] = {
	{ GAFF_A_ALLOW, "allow" },
	{ GAFF_A_ASK, "ask" },
	{ GAFF_A_UPDATED_INPUT, "rewrite" },
	{ GAFF_A_CONTEXT, "context" },
	{ GAFF_A_UPDATED_OUTPUT, "output" },
	{ GAFF_A_SYSTEM_MESSAGE, "message" },
	{ GAFF_A_USER_MESSAGE, "message" },
	{ GAFF_A_MESSAGE, "message" },
	{ GAFF_A_STOP, "stop" },
	{ GAFF_A_ENV, "env" },
};

static const char *evidence_word(const struct gaff_evidence *seen)
{
	switch (seen->kind) {
	case GAFF_MEASURED:
		return "measured";
	case GAFF_TYPES:
		return "its types";
	case GAFF_DOCUMENTED:
		return "documented";
	case GAFF_REPORTED:
		return "reported";
	case GAFF_CONTRACT:
		return "contract";
	}
	return "";
}

static void print_evidence(const struct gaff_evidence *seen)
{
	printf("%s, %s", evidence_word(seen), seen->version);
}

static const char *condition(const struct gaff_answer_row *mcp, const struct gaff_answer_row *other)
{
	const struct gaff_answer_row *row = other ? other : mcp;

	if (!other)
		return " (MCP)";
	if (row->flags & GAFF_R_WITH_DENY)
		return " (with deny)";
	return row->flags & GAFF_R_WITH_ALLOW ? " (with allow)" : "";
}

static void print_answers(const struct gaff_shape *shape)
{
	const char *separator = "";

	if (gaff_shape_can_deny(shape)) {
		printf("deny");
		separator = ", ";
	}
	for (size_t i = 0; i < COUNT_OF(columns); i++) {
		const struct gaff_answer_row *mcp = gaff_shape_row(shape, columns[i].field, true);
		const struct gaff_answer_row *other = gaff_shape_row(shape, columns[i].field,
								     false);

		if ((!mcp && !other) || (other && other->flags & GAFF_R_NOT_HONOURED))
			continue;
		printf("%s%s%s", separator, columns[i].word, condition(mcp, other));
		separator = ", ";
	}
	for (size_t i = 0; i < shape->n; i++) {
		if (shape->rows[i].field != GAFF_A_NATIVE || shape->rows[i].literal.n)
			continue;
		printf("%s`%.*s`", separator, SV_ARG(gaff_answer_leaf(&shape->rows[i])));
		separator = ", ";
	}
	if (!*separator)
		printf("nothing");
}

static void print_events(const struct gaff_host *host)
{
	printf("| event | is | may return | waits | evidence |\n|---|---|---|---|---|\n");
	for (size_t i = 0; i < host->n_events; i++) {
		const struct gaff_event_row *row = &host->events[i];

		printf("| `%.*s` | ", SV_ARG(row->native));
		if (row->id == GAFF_EV_NATIVE)
			printf("`%.*s:%.*s`", SV_ARG(host->id), SV_ARG(row->native));
		else
			printf("`%.*s`", SV_ARG(gaff_event_name(row->id)));
		if (row->tool != GAFF_TOOL_OTHER)
			printf(" of `%.*s`", SV_ARG(gaff_tool_name(row->tool)));
		printf(" | ");
		print_answers(row->answer);
		printf(" | %u", row->timeout_ms / 1000);
		if (row->timeout_ms % 1000)
			printf(".%u", row->timeout_ms % 1000 / 100);
		printf(" s | ");
		print_evidence(row->seen);
		printf(" |\n");
	}
}

static void print_tools(const struct gaff_host *host)
{
	printf("\n| tool | is | input | evidence |\n|---|---|---|---|\n");
	for (size_t i = 0; i < host->n_tools; i++) {
		const struct gaff_tool_row *row = &host->tools[i];

		printf("| `%.*s` | ", SV_ARG(row->native));
		if (row->tool == GAFF_TOOL_OTHER)
			printf("itself | ");
		else
			printf("`%.*s` | ", SV_ARG(gaff_tool_name(row->tool)));
		for (size_t k = 0; k < row->n_input; k++)
			printf("%s`%.*s`", k ? " " : "", SV_ARG(row->input[k].native));
		printf(" | ");
		print_evidence(row->seen);
		printf(" |\n");
	}
	if (host->mcp_prefix.n)
		printf("\nMCP tools are named `%.*s%s%.*sTOOL`.\n", SV_ARG(host->mcp_prefix),
		       host->mcp_joint.n ? "SERVER" : "", SV_ARG(host->mcp_joint));
}

static void print_config(const struct gaff_host *host)
{
	static const char *const scopes[] = { "system", "user", "project", "local" };
	static const char *const syntaxes[] = { "JSON", "JSON with comments", "TOML",
						"JavaScript" };

	if (!host->n_config)
		return;
	printf("\n| configuration | scope | syntax | evidence |\n|---|---|---|---|\n");
	for (size_t i = 0; i < host->n_config; i++) {
		const struct gaff_config_row *row = &host->config[i];

		printf("| `%s` | %s | %s | ", row->path, scopes[row->scope], syntaxes[row->syntax]);
		print_evidence(row->seen);
		printf(" |\n");
	}
}

static void print_detect(const struct gaff_host *host)
{
	if (!host->n_detect)
		return;
	printf("\nRecognised by:");
	for (size_t i = 0; i < host->n_detect; i++) {
		const struct gaff_detect_row *row = &host->detect[i];

		printf("%s `%.*s%s%.*s` (%d)", i ? "," : "", SV_ARG(row->where),
		       row->value.n ? "=" : "", SV_ARG(row->value), row->weight);
	}
	printf(".\n");
}

static void print_page(const struct gaff_host *host)
{
	printf("## %s (`%.*s`)\n\n", host->title, SV_ARG(host->id));
	if (host->no_opinion.n)
		printf("No opinion is `%.*s`.", SV_ARG(host->no_opinion));
	else
		printf("No opinion is no output.");
	if (host->context_max)
		printf(" Context is cut at %zu characters.", host->context_max);
	printf("\n\n");
	print_events(host);
	print_tools(host);
	print_config(host);
	print_detect(host);
}

static void print_summary(void)
{
	printf("%-12s %-26s %6s %5s   %s\n", "host", "agent", "events", "tools", "evidence");
	for (size_t i = 0; gaff_hosts[i]; i++) {
		const struct gaff_host *host = gaff_hosts[i];

		printf("%-12.*s %-26s %6zu %5zu   ", SV_ARG(host->id), host->title, host->n_events,
		       host->n_tools);
		print_evidence(host->seen);
		printf("\n");
	}
}

static int hosts(int argc, char **argv)
{
	struct cli_walk walk = { .command = &cmd_hosts, .argc = argc, .argv = argv };
	const struct gaff_host *host;
	struct gaff_err err;
	enum cli_step step;
	bool all = false;

	while ((step = cli_next(&walk, &err)) == CLI_OPTION)
		all = true;
	if (step == CLI_HELP) {
		cli_print_help(&cmd_hosts);
		return CLI_OK;
	}
	if (step == CLI_WRONG || argc - walk.at > 1) {
		fprintf(stderr, "gaff: %s\n",
			step == CLI_WRONG ? err.msg : "hosts: one host at a time");
		return CLI_USAGE;
	}
	if (walk.at < argc) {
		host = gaff_host_find(sv_of(argv[walk.at]));
		if (!host) {
			fprintf(stderr, "gaff: hosts: unknown host '%s'; 'gaff hosts' lists them\n",
				argv[walk.at]);
			return CLI_NO;
		}
		print_page(host);
		return CLI_OK;
	}
	if (!all) {
		print_summary();
		return CLI_OK;
	}
	printf("# What gaff knows of each agent\n\n"
	       "Printed by `gaff hosts --markdown` from the rows that gaff runs on. \"Measured\" "
	       "means that\n"
	       "the agent itself was driven and did so; what an event cannot return is degraded "
	       "and said.\n");
	for (size_t i = 0; gaff_hosts[i]; i++) {
		printf("\n");
		print_page(gaff_hosts[i]);
	}
	return CLI_OK;
}

const struct cli_command cmd_hosts = {
	.name = "hosts",
	.args = "[HOST | --markdown]",
	.help = "Show the agents gaff knows and what each can do",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = hosts,
};
