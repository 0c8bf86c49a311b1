#include "cli/hosts_view.h"

#include <stdio.h>

/* Pages of single hosts: their rows as tables. */

static struct table begin(const struct hosts_view *v, const char *const *heads, size_t n)
{
	return table_of(v->arena, v->is_markdown, heads, n);
}

static void print_events(const struct hosts_view *v, const struct known_host *known)
{
	static const char *const heads[] = { "event", "is", "may return", "waits", "evidence" };
	struct table t = begin(v, heads, COUNT_OF(heads));

	for (size_t i = 0; i < known->host->n_events; i++) {
		const struct gaff_event_row *row = &known->host->events[i];
		struct buf is = buf_in(v->arena), answers = buf_in(v->arena),
			   waits = buf_in(v->arena);

		table_addf(&t, "`%.*s`", SV_ARG(row->native));
		buf_addc(&is, '`');
		hosts_add_canonical(&is, known->host, row);
		buf_addc(&is, '`');
		if (row->tool != GAFF_TOOL_OTHER)
			hosts_addf(&is, " of `%.*s`", SV_ARG(gaff_tool_name(row->tool)));
		table_add(&t, buf_sv(&is));
		hosts_add_answers(&answers, &known->fates[i]);
		table_add(&t, buf_sv(&answers));
		hosts_add_seconds(&waits, row->timeout_ms);
		table_add(&t, buf_sv(&waits));
		hosts_add_evidence(&t, row->seen);
	}
	table_print(&t);
}

/* "file_path → path" where the names differ */
static void add_input(struct buf *b, const struct gaff_input_row *in)
{
	struct sv canonical = hosts_canonical_input(in);

	hosts_addf(b, "`%.*s`", SV_ARG(in->native));
	if (!sv_eq(in->native, canonical))
		hosts_addf(b, " → `%.*s`", SV_ARG(canonical));
	if (in->is_fixed)
		hosts_addf(b, " (fixed)");
}

static void print_tools(const struct hosts_view *v, const struct gaff_host *host)
{
	static const char *const heads[] = { "tool", "is", "input", "evidence" };
	struct table t = begin(v, heads, COUNT_OF(heads));

	for (size_t i = 0; i < host->n_tools; i++) {
		const struct gaff_tool_row *row = &host->tools[i];
		struct buf input = buf_in(v->arena);

		table_addf(&t, "`%.*s`", SV_ARG(row->native));
		if (row->tool == GAFF_TOOL_OTHER)
			table_add(&t, SV("itself"));
		else
			table_addf(&t, "`%.*s`", SV_ARG(gaff_tool_name(row->tool)));
		for (size_t k = 0; k < row->n_input; k++) {
			hosts_addf(&input, k ? ", " : "");
			add_input(&input, &row->input[k]);
		}
		table_add(&t, buf_sv(&input));
		hosts_add_evidence(&t, row->seen);
	}
	table_print(&t);
	if (host->mcp_prefix.n)
		printf("\nMCP tools are named %s%.*s%s%.*sTOOL%s.\n", v->is_markdown ? "`" : "",
		       SV_ARG(host->mcp_prefix), host->mcp_joint.n ? "SERVER" : "",
		       SV_ARG(host->mcp_joint), v->is_markdown ? "`" : "");
}

static void print_config(const struct hosts_view *v, const struct gaff_host *host)
{
	static const char *const heads[] = { "configuration", "scope", "syntax", "evidence" };
	struct table t = begin(v, heads, COUNT_OF(heads));

	if (!host->n_config) {
		printf("It has no configuration that gaff knows of.\n");
		return;
	}
	for (size_t i = 0; i < host->n_config; i++) {
		const struct gaff_config_row *row = &host->config[i];

		table_addf(&t, "`%s`", row->path);
		table_add(&t, sv_of(hosts_scope_word(row->scope)));
		table_add(&t, sv_of(hosts_syntax_word(row->syntax)));
		hosts_add_evidence(&t, row->seen);
	}
	table_print(&t);
}

static void print_detect(const struct hosts_view *v, const struct gaff_host *host)
{
	const char *quote = v->is_markdown ? "`" : "";

	if (!host->n_detect)
		return;
	printf("\nRecognised by:");
	for (size_t i = 0; i < host->n_detect; i++) {
		const struct gaff_detect_row *row = &host->detect[i];

		printf("%s %s%.*s%s%.*s%s (%d)", i ? "," : "", quote, SV_ARG(row->where),
		       row->value.n ? "=" : "", SV_ARG(row->value), quote, row->weight);
	}
	printf(".\n");
}

/* ---- pages ---- */

static void print_introduction(const struct hosts_view *v, const struct gaff_host *host)
{
	const char *quote = v->is_markdown ? "`" : "";

	printf("Held against %s (%s). ", host->seen->version, hosts_evidence_word(host->seen));
	if (host->no_opinion.n)
		printf("No opinion is %s%.*s%s.", quote, SV_ARG(host->no_opinion), quote);
	else
		printf("No opinion is no output.");
	if (host->context_max)
		printf(" Context is cut at %zu characters.", host->context_max);
	printf("\n");
}

/* The sections of a page, in this order. */
static const struct {
	enum hosts_section section;
	const char *title;
} parts[] = {
	{ HOSTS_CAPABILITIES, "What it can do" },
	{ HOSTS_EVENTS, "Events" },
	{ HOSTS_RESPONSES, "What becomes of an answer" },
	{ HOSTS_TOOLS, "Tools" },
	{ HOSTS_CONFIG, "Configuration" },
};

static void print_part(const struct hosts_view *v, const struct known_host *known,
		       enum hosts_section section)
{
	switch (section) {
	case HOSTS_EVENTS:
		print_events(v, known);
		break;
	case HOSTS_TOOLS:
		print_tools(v, known->host);
		break;
	case HOSTS_RESPONSES:
		hosts_print_responses(v, known);
		break;
	case HOSTS_CAPABILITIES:
		hosts_print_abilities(v, known);
		break;
	case HOSTS_CONFIG:
		print_config(v, known->host);
		break;
	case HOSTS_EVERYTHING:
		break;
	}
}

void hosts_print_page(const struct hosts_view *v, const struct known_host *known)
{
	hosts_heading(v, 2, "%s (`%.*s`)", known->host->title, SV_ARG(known->host->id));
	if (v->section != HOSTS_EVERYTHING) {
		print_part(v, known, v->section);
		return;
	}
	print_introduction(v, known->host);
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		if (parts[i].section == HOSTS_CAPABILITIES && v->n > 1)
			continue; /* a page of all hosts has them in one table */
		printf("\n");
		hosts_heading(v, 3, "%s", parts[i].title);
		print_part(v, known, parts[i].section);
	}
	print_detect(v, known->host);
}

void hosts_print_summary(const struct hosts_view *v)
{
	static const char *const heads[] = { "host", "agent", "events", "tools", "evidence" };
	struct table t = begin(v, heads, COUNT_OF(heads));

	for (size_t i = 0; i < v->n; i++) {
		const struct gaff_host *host = v->known[i].host;

		table_addf(&t, "`%.*s`", SV_ARG(host->id));
		table_add(&t, sv_of(host->title));
		table_addf(&t, "%zu", host->n_events);
		table_addf(&t, "%zu", host->n_tools);
		hosts_add_evidence(&t, host->seen);
	}
	table_print(&t);
}
