#include "cli/cli.h"

#include <stdio.h>

#include "cli/help/details.h"
#include "cli/pages/hosts_view.h"
#include "agents/hosts.h"

/* What gaff knows of its hosts, printed from the rows it runs on. docs/hosts.md is this. */

struct request {
	const char *host; /* NULL: all of them */
	enum hosts_section section;
	const char *section_name; /* NULL: everything */
	bool is_json, is_markdown;
};

static enum gaff_rc take_section(const struct cli_walk *walk, void *to, struct gaff_err *err)
{
	struct request *r = to;

	if (r->section_name && r->section != (enum hosts_section)walk->option->value)
		return gaff_fail(err, GAFF_EUSAGE, "hosts: --%s or --%s, one section at a time",
				 r->section_name, walk->option->name);
	r->section = (enum hosts_section)walk->option->value;
	r->section_name = walk->option->name;
	return GAFF_OK;
}

static const struct cli_option options[] = {
	CLI_TAKE_AS("events", NULL, take_section, HOSTS_EVENTS,
		    "the events, and what each may return"),
	CLI_TAKE_AS("tools", NULL, take_section, HOSTS_TOOLS,
		    "the tools and the fields of their input"),
	CLI_TAKE_AS("responses", NULL, take_section, HOSTS_RESPONSES,
		    "what becomes of each field of an answer"),
	CLI_TAKE_AS("capabilities", NULL, take_section, HOSTS_CAPABILITIES,
		    "what the agent can do"),
	CLI_TAKE_AS("config", NULL, take_section, HOSTS_CONFIG,
		    "the files the agent is configured by"),
	CLI_TAKE_AS("contracts", NULL, take_section, HOSTS_CONTRACTS,
		    "events, fields and answers, event by event"),
	CLI_FLAG("json", struct request, is_json, "as one JSON document"),
	CLI_FLAG("markdown", struct request, is_markdown,
		 "as markdown; everything is docs/hosts.md"),
};

/* ---- the view ---- */

static enum gaff_rc make_view(struct arena *a, const struct gaff_host *only,
			      const struct request *r, struct hosts_view *v, struct gaff_err *err)
{
	size_t n = 0;

	while (gaff_hosts[n])
		n++;
	*v = (struct hosts_view){
		.arena = a,
		.is_markdown = r->is_markdown,
		.section = r->section,
		.known = gaff_arena_alloc(a, n * sizeof *v->known),
	};
	GAFF_TRY(gaff_arena_check(a, err));
	for (size_t i = 0; i < n; i++)
		if (!only || gaff_hosts[i] == only)
			GAFF_TRY(gaff_know_host(a, gaff_hosts[i], &v->known[v->n++], err));
	return GAFF_OK;
}

static void print_each(const struct hosts_view *v)
{
	for (size_t i = 0; i < v->n; i++) {
		if (i)
			printf("\n");
		hosts_print_page(v, &v->known[i]);
	}
}

static void print_book(const struct hosts_view *v)
{
	hosts_heading(v, 1, "What gaff knows of each agent");
	help_print_prose(v->arena, true, "hosts");
	printf("\n");
	hosts_print_summary(v);
	printf("\n");
	hosts_heading(v, 2, "What each can do");
	hosts_print_capabilities(v);
	printf("\n");
	hosts_heading(v, 2, "What becomes of an answer");
	hosts_print_matrix(v);
	printf("\n");
	print_each(v);
}

static void print(const struct hosts_view *v, const struct request *r)
{
	if (r->section == HOSTS_CONTRACTS)
		hosts_print_contracts(v);
	else if (r->host)
		print_each(v);
	else if (r->section == HOSTS_CAPABILITIES)
		hosts_print_capabilities(v);
	else if (r->section == HOSTS_RESPONSES)
		hosts_print_matrix(v);
	else if (r->section != HOSTS_EVERYTHING)
		print_each(v);
	else if (r->is_markdown)
		print_book(v);
	else
		hosts_print_summary(v);
}

static enum gaff_rc show(struct arena *a, const struct gaff_host *only, const struct request *r,
			 struct gaff_err *err)
{
	struct buf json = buf_in(a);
	struct hosts_view v;

	GAFF_TRY(make_view(a, only, r, &v, err));
	if (r->is_json)
		hosts_write_json(&v, &json);
	else
		print(&v, r);
	GAFF_TRY(gaff_arena_check(a, err));
	if (r->is_json)
		(void)fwrite(json.p, 1, json.n, stdout);
	return GAFF_OK;
}

static int hosts(struct arena *a, int argc, char **argv)
{
	struct request request = { .section = HOSTS_EVERYTHING };
	const struct gaff_host *only = NULL;
	struct gaff_err err;
	enum gaff_rc rc;
	int code;

	while (argc) { /* options may stand before and behind the name of a host */
		if (!cli_parse(&cmd_hosts, &request, &argc, &argv, &code))
			return code;
		if (argc && request.host)
			return cli_usage("hosts: one host at a time");
		if (!argc)
			break;
		request.host = *argv++;
		argc--;
	}
	if (request.is_json && request.is_markdown)
		return cli_usage("hosts: --json or --markdown, not both");
	if (request.host) {
		only = gaff_host_find(sv_of(request.host));
		if (!only)
			return cli_unknown_host("hosts", request.host);
	}
	rc = show(a, only, &request, &err);
	if (rc != GAFF_OK)
		fprintf(stderr, "gaff: hosts: %s\n", err.msg);
	return rc == GAFF_OK ? CLI_OK : CLI_NO;
}

const struct cli_command cmd_hosts = {
	.name = "hosts",
	.args = "[HOST] [--events|--tools|--responses|--capabilities|--config|--contracts] "
		"[--json|--markdown]",
	.help = "Show the agents gaff knows and what each can do",
	.operand = "HOST",
	.options = options,
	.n_options = COUNT_OF(options),
	.run = hosts,
};
