#include "cli/pages/hosts_view.h"
#include "config/syntax.h"

#include <stdio.h>

#include "agents/codec/codec.h"
#include "agents/hosts.h"
#include "agents/mcp.h"

/* Pages of single hosts: their rows as tables. */

static struct table begin(const struct hosts_view *v, const char *const *heads, size_t n)
{
	return table_of(v->arena, v->is_markdown, heads, n);
}

static void put_paragraph(const struct hosts_view *v, const struct buf *text)
{
	printf("\n");
	table_paragraph(v->is_markdown, buf_sv(text));
}

/* Where saying nothing is something else than elsewhere. */
static void print_silence(const struct hosts_view *v, const struct gaff_host *host)
{
	for (size_t i = 0; i < host->n_events; i++) {
		const struct gaff_event_row *row = &host->events[i];
		struct buf b = buf_in(v->arena), said = buf_in(v->arena);
		struct sv out;

		if (gaff_write_nothing(&said, host, row, row->native, false, &out))
			hosts_addf(&b,
				   "On `%.*s` exit 0 approves, whatever is said beside no "
				   "denial: no opinion is exit 1.",
				   SV_ARG(row->native));
		else if (said.n)
			hosts_addf(&b, "On `%.*s` no opinion is `%.*s`.", SV_ARG(row->native),
				   SV_ARG(out));
		else
			continue;
		put_paragraph(v, &b);
	}
}

/* Where a question can be answered, and what becomes of it elsewhere. */
static void print_attended(const struct hosts_view *v, const struct gaff_host *host)
{
	const struct gaff_attended *how = host->attended;
	struct buf b = buf_in(v->arena);

	if (!how || how->unanswered == GAFF_UNANSWERED_NEVER)
		return;
	if (how->unanswered == GAFF_UNANSWERED_DENIES)
		hosts_addf(&b, "`ask` where nobody can answer: %s.", how->otherwise);
	else
		hosts_addf(&b,
			   "`ask` is sent only where a person can answer now: %s. Elsewhere gaff "
			   "denies (else: %s).",
			   how->how, how->otherwise);
	put_paragraph(v, &b);
}

static void print_events(const struct hosts_view *v, const struct known_host *known)
{
	static const char *const heads[] = { "event", "is", "may return", "waits", "evidence" };
	struct table t = begin(v, heads, COUNT_OF(heads));

	for (size_t i = 0; i < known->host->n_events; i++) {
		const struct gaff_event_row *row = &known->host->events[i];
		struct buf *is;

		table_addf(&t, "`%.*s`", SV_ARG(row->native));
		is = table_cell(&t);
		buf_addc(is, '`');
		hosts_add_canonical(is, known->host, row);
		buf_addc(is, '`');
		if (row->tool != GAFF_TOOL_OTHER)
			hosts_addf(is, " of `%.*s`", SV_ARG(gaff_tool_name(row->tool)));
		BUF_JOIN(is, row->flags & GAFF_E_REPEATS ? SV(", once more") : SV(""),
			 row->flags & GAFF_E_ALIAS ? SV(", another name") : SV(""));
		hosts_add_answers(table_cell(&t), &known->fates[i]);
		hosts_add_seconds(table_cell(&t), row->timeout_ms);
		hosts_add_evidence(&t, known->host, row->seen);
	}
	table_print(&t);
	print_silence(v, known->host);
	print_attended(v, known->host);
}

/* "file_path → path" where the names differ */
static void add_input(struct buf *b, const struct gaff_input_row *in)
{
	const char *part = in->kind == GAFF_IN_PROGRAM     ? "first word of "
			   : in->kind == GAFF_IN_ARGUMENTS ? "other words of "
			   : in->kind == GAFF_IN_LIST      ? "list of "
			   : in->kind == GAFF_IN_EACH      ? "in a list: "
			   : in->kind == GAFF_IN_SECONDS   ? "seconds of "
			   : in->kind == GAFF_IN_COMMANDS  ? "lines of "
							   : "";
	struct sv canonical = hosts_canonical_input(in);

	if (in->kind == GAFF_IN_REST)
		hosts_addf(b, "all others");
	else if (in->native.n)
		hosts_addf(b, "`%.*s`", SV_ARG(in->native));
	else
		hosts_addf(b, "the input itself");
	if (!sv_eq(in->native, canonical) || *part)
		hosts_addf(b, " → %s`%.*s`", part, SV_ARG(canonical));
	if (in->is_fixed)
		hosts_addf(b, " (fixed)");
}

static void add_mcp_name(struct buf *b, const struct gaff_host *host, struct sv joint)
{
	buf_addc(b, '`');
	gaff_mcp_join(b, host, joint.n ? SV("SERVER") : SV(""), joint, SV("TOOL"));
	buf_addc(b, '`');
}

static void print_mcp_names(const struct hosts_view *v, const struct gaff_host *host)
{
	struct buf b = buf_in(v->arena);

	if (!gaff_mcp_is_named(host))
		return;
	hosts_addf(&b, "MCP tools are named ");
	add_mcp_name(&b, host, gaff_mcp_joint(host));
	if (gaff_mcp_joint_too(host).n) {
		hosts_addf(&b, " or ");
		add_mcp_name(&b, host, gaff_mcp_joint_too(host));
	}
	buf_addc(&b, '.');
	put_paragraph(v, &b);
}

/* What becomes of a key that a model writes twice, or in another case. */
static void print_reader(const struct hosts_view *v, const struct gaff_host *host)
{
	const struct gaff_reader *reader = &host->reader;
	struct buf b = buf_in(v->arena);

	if (reader->how == GAFF_READS_UNKNOWN)
		hosts_addf(&b, "How its tools read their input is not known");
	else
		hosts_addf(&b, "Its tools read their input by %s (%s, %s): %s", reader->by,
			   hosts_evidence_word(reader->seen), reader->seen->version,
			   hosts_reads_words(reader->how));
	if (reader->how == GAFF_READS_UNKNOWN || reader->how == GAFF_READS_ANY_CASE)
		hosts_addf(&b, ". So gaff blocks an input with a key that is there twice, or "
			       "differs from a field's name by case alone, where anybody decides");
	buf_addc(&b, '.');
	put_paragraph(v, &b);
}

static void print_tools(const struct hosts_view *v, const struct gaff_host *host)
{
	static const char *const heads[] = { "tool", "is", "input", "evidence" };
	struct table t = begin(v, heads, COUNT_OF(heads));

	const struct gaff_tool_row *row;

	for (size_t i = 0; (row = gaff_host_tool_at(host, i)) != NULL; i++) {
		struct buf *input;

		table_addf(&t, "`%.*s`%s", SV_ARG(row->native),
			   i < host->n_tools ? "" : ", an alias");
		if (row->tool == GAFF_TOOL_OTHER)
			table_add(&t, SV("itself"));
		else
			table_addf(&t, "`%.*s`", SV_ARG(gaff_tool_name(row->tool)));
		input = table_cell(&t);
		for (size_t k = 0; k < row->n_input; k++) {
			hosts_addf(input, k ? ", " : "");
			add_input(input, &row->input[k]);
		}
		hosts_add_evidence(&t, host, row->seen);
	}
	table_print(&t);
	print_mcp_names(v, host);
	print_reader(v, host);
}

static void add_config_words(struct buf *b, unsigned flags)
{
	const char *word;

	for (size_t i = 0; (word = hosts_config_word(flags, &i)) != NULL;)
		BUF_JOIN(b, b->n ? SV(", ") : SV(""), sv_of(word));
}

static void print_config(const struct hosts_view *v, const struct gaff_host *host)
{
	static const char *const heads[] = { "configuration", "scope", "syntax", "what counts",
					     "evidence" };
	struct table t = begin(v, heads, COUNT_OF(heads));

	if (!host->n_config) {
		printf("It has no configuration that gaff knows of.\n");
		return;
	}
	for (size_t i = 0; i < host->n_config; i++) {
		const struct gaff_config_row *row = &host->config[i];

		table_addf(&t, "`%s`", row->path);
		table_add(&t, sv_of(gaff_scope_name(row->scope)));
		table_add(&t, sv_of(gaff_syntax_title(row->syntax)));
		add_config_words(table_cell(&t), row->flags);
		hosts_add_evidence(&t, host, row->seen);
	}
	table_print(&t);
}

static void print_detect(const struct hosts_view *v, const struct gaff_host *host)
{
	static const char *const heads[] = { "where", "what", "weight" };
	struct table t = begin(v, heads, COUNT_OF(heads));

	if (!host->n_detect)
		return;
	printf("\n");
	hosts_heading(v, 3, "Recognised by");
	for (size_t i = 0; i < host->n_detect; i++) {
		const struct gaff_detect_row *row = &host->detect[i];

		table_addf(&t, "`%.*s`", SV_ARG(row->where));
		if (row->value.n)
			table_addf(&t, "`%.*s`", SV_ARG(row->value));
		else
			table_add(&t, SV("anything"));
		table_addf(&t, row->weight < 0 ? "%d, speaks against it" : "%d", row->weight);
	}
	table_print(&t);
}

/* ---- pages ---- */

/* What users should know of an agent and no table shows. */
static void print_notes(const struct hosts_view *v, const struct gaff_host *host)
{
	for (size_t i = 0; host->notes && host->notes[i]; i++) {
		struct buf b = buf_in(v->arena);

		hosts_addf(&b, "- %s", host->notes[i]);
		table_paragraph(v->is_markdown, buf_sv(&b));
	}
}

static void print_introduction(const struct hosts_view *v, const struct gaff_host *host)
{
	struct buf b = buf_in(v->arena);

	hosts_addf(&b, "Held against %s (%s)%s. ", host->seen->version,
		   hosts_evidence_word(host->seen),
		   v->is_markdown ? "" : " where nothing else is said");
	if (host->no_opinion.n)
		hosts_addf(&b, "No opinion is `%.*s`.", SV_ARG(host->no_opinion));
	else
		hosts_addf(&b, "No opinion is no output.");
	if (host->context_max)
		hosts_addf(&b, " Context is cut at %zu %s.", host->context_max,
			   host->flags & GAFF_H_CONTEXT_IN_BYTES ? "bytes" : "characters");
	table_paragraph(v->is_markdown, buf_sv(&b));
}

/* The sections of a page, in this order. */
static const struct {
	enum hosts_section section;
	const char *title;
	bool is_spelled; /* another spelling has its own */
} parts[] = {
	{ HOSTS_CAPABILITIES, "What it can do", false },
	{ HOSTS_EVENTS, "Events", true },
	{ HOSTS_RESPONSES, "What becomes of an answer", true },
	{ HOSTS_TOOLS, "Tools", true },
	{ HOSTS_CONFIG, "Configuration", false },
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
	case HOSTS_CONTRACTS: /* not a part of a page: a page of its own */
	case HOSTS_EVERYTHING:
		break;
	}
}

bool hosts_is_spelled(const struct gaff_host *host, enum hosts_section section)
{
	const struct gaff_host *other = host->other_spelling;

	if (section == HOSTS_CONFIG)
		return other && other->config != host->config;
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		if (parts[i].section == section)
			return parts[i].is_spelled;
	return true;
}

/* The same agent when its events are spelled otherwise. */
static void print_spelling(const struct hosts_view *v, const struct known_host *other)
{
	struct buf b = buf_in(v->arena);

	printf("\n");
	hosts_heading(v, 3, "%s", other->host->title);
	hosts_addf(&b, "When its events are spelled like `%.*s`, it speaks otherwise:",
		   SV_ARG(other->host->events[0].native));
	table_paragraph(v->is_markdown, buf_sv(&b));
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		if (!hosts_is_spelled(other->host, parts[i].section) ||
		    (v->section != HOSTS_EVERYTHING && v->section != parts[i].section))
			continue;
		printf("\n");
		if (v->section == HOSTS_EVERYTHING)
			hosts_heading(v, 4, "%s", parts[i].title);
		print_part(v, other, parts[i].section);
	}
}

void hosts_print_page(const struct hosts_view *v, const struct known_host *known)
{
	bool is_all = v->section == HOSTS_EVERYTHING;

	hosts_heading(v, 2, "%s (`%.*s`)", known->host->title, SV_ARG(known->host->id));
	print_introduction(v, known->host);
	if (is_all && known->host->notes) {
		printf("\n");
		print_notes(v, known->host);
	}
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		if (!is_all && v->section != parts[i].section)
			continue;
		if (is_all && parts[i].section == HOSTS_CAPABILITIES && v->n > 1)
			continue; /* a page of all hosts has them in one table */
		printf("\n");
		if (is_all)
			hosts_heading(v, 3, "%s", parts[i].title);
		print_part(v, known, parts[i].section);
	}
	if (is_all)
		print_detect(v, known->host);
	if (known->other && hosts_is_spelled(known->host, v->section))
		print_spelling(v, known->other);
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
		hosts_add_evidence(&t, NULL, host->seen);
	}
	table_print(&t);
}
