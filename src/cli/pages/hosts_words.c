#include "cli/pages/hosts_view.h"

#include <stdarg.h>
#include <stdio.h>

const char *hosts_evidence_word(const struct gaff_evidence *seen)
{
	static const char *const words[] = {
		[GAFF_MEASURED] = "measured",     [GAFF_TYPES] = "its types",
		[GAFF_DOCUMENTED] = "documented", [GAFF_REPORTED] = "reported",
		[GAFF_CONTRACT] = "contract",
	};

	return words[seen->kind];
}

/* How tools read their input, for programs and for people. */
static const struct {
	const char *word, *words;
} reads[] = {
	[GAFF_READS_UNKNOWN] = { "unknown", "nobody knows how" },
	[GAFF_READS_LAST] = { "last", "keys as they are, and of one that is repeated the last" },
	[GAFF_READS_ONCE] = { "once", "keys as they are, and with one that is repeated a tool does "
				      "not run" },
	[GAFF_READS_ANY_CASE] = { "any-case", "keys in any case, and of several the last" },
};

const char *hosts_reads_word(enum gaff_reads how)
{
	return reads[how].word;
}

const char *hosts_reads_words(enum gaff_reads how)
{
	return reads[how].words;
}

/* On a terminal the page of a host begins with its evidence; there only what differs is said. */
void hosts_add_evidence(struct table *t, const struct gaff_host *page,
			const struct gaff_evidence *seen)
{
	bool is_page = page && !t->is_markdown;

	if (!is_page || strcmp(page->seen->version, seen->version) != 0)
		table_addf(t, "%s, %s", hosts_evidence_word(seen), seen->version);
	else if (page->seen->kind != seen->kind)
		table_add(t, sv_of(hosts_evidence_word(seen)));
	else
		table_add(t, SV(""));
}

/* What makes an agent ignore a file, and what else is to be known of it. */
static const struct {
	unsigned flag;
	const char *words;
} config_words[] = {
	{ GAFF_C_NO_COMMENTS, "no comments" },
	{ GAFF_C_NO_TRAILING_COMMA, "no comma before a closing bracket" },
	{ GAFF_C_NO_BOM, "no byte order mark" },
	{ GAFF_C_ONLY_HOOKS, "nothing but \"hooks\"" },
	{ GAFF_C_ONLY_KNOWN_EVENTS, "only events it knows" },
	{ GAFF_C_ONLY_AS_IN_ROWS, "only members as they should be" },
	{ GAFF_C_BAD_STRINGS, "no // or /* in texts" },
	{ GAFF_C_NO_LINKS, "no symbolic link" },
	{ GAFF_C_NEEDS_TRUST, "only in trusted folders" },
	{ GAFF_C_IF_IT_HAS_HOOKS, "written if hooks are there" },
	{ GAFF_C_EDITION, "or if its folder alone is" },
	{ GAFF_C_ANOTHERS, "another agent's" },
	{ GAFF_C_OF_AGENT, "while this agent is in use" },
};

const char *hosts_config_word(unsigned flags, size_t *i)
{
	while (*i < COUNT_OF(config_words)) {
		size_t at = (*i)++;

		if (flags & config_words[at].flag)
			return config_words[at].words;
	}
	return NULL;
}

/* What becomes of a field of a tool's input, and its canonical name where that is not in its row.
 */
static const struct {
	const char *word;
	struct sv canonical;
} inputs[] = {
	[GAFF_IN_PLAIN] = { "plain" },
	[GAFF_IN_PATH] = { "path" },
	[GAFF_IN_OLD] = { "old", SV_INIT("edits[0].old") },
	[GAFF_IN_NEW] = { "new", SV_INIT("edits[0].new") },
	[GAFF_IN_EDITS] = { "edits", SV_INIT("edits") },
	[GAFF_IN_PAIR] = { "pair", SV_INIT("edits") },
	[GAFF_IN_PATCH] = { "patch" },
	[GAFF_IN_PROGRAM] = { "program", SV_INIT("command") },
	[GAFF_IN_ARGUMENTS] = { "arguments", SV_INIT("command") },
	[GAFF_IN_LIST] = { "list" },
	[GAFF_IN_SECONDS] = { "seconds" },
	[GAFF_IN_COMMANDS] = { "commands" },
	[GAFF_IN_EACH] = { "each" },
	[GAFF_IN_REST] = { "rest" },
};

const char *hosts_input_word(enum gaff_input_kind kind)
{
	return inputs[kind].word;
}

const char *hosts_fate_word(enum gaff_fate_kind kind)
{
	static const char *const words[GAFF_FATE_COUNT] = {
		[GAFF_FATE_DELIVERED] = "delivered", [GAFF_FATE_DENY] = "deny",
		[GAFF_FATE_CONTEXT] = "context",     [GAFF_FATE_IMPLIED] = "implied",
		[GAFF_FATE_LOST] = "lost",           [GAFF_FATE_SILENT] = "dropped",
	};

	return words[kind];
}

const char *hosts_company_word(enum gaff_company company)
{
	static const char *const words[] = {
		[GAFF_ALONE] = "",
		[GAFF_BESIDE_ALLOW] = "with allow",
		[GAFF_BESIDE_DENY] = "with deny",
		[GAFF_BESIDE_DECISION] = "with a decision",
		[GAFF_NOT_BESIDE_DENY] = "not with deny",
	};

	return words[company];
}

void hosts_addf(struct buf *b, const char *fmt, ...)
{
	char text[400];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	gaff_buf_add(b, sv_of(text));
}

void hosts_add_seconds(struct buf *b, unsigned ms)
{
	hosts_addf(b, "%u", ms / 1000);
	if (ms % 1000)
		hosts_addf(b, ".%u", ms % 1000 / 100);
	hosts_addf(b, " s");
}

void hosts_add_canonical(struct buf *b, const struct gaff_host *host,
			 const struct gaff_event_row *row)
{
	if (row->id == GAFF_EV_NATIVE)
		hosts_addf(b, "%.*s:%.*s", SV_ARG(host->id), SV_ARG(row->native));
	else
		gaff_buf_add(b, gaff_event_id_name(row->id));
}

struct sv hosts_canonical_input(const struct gaff_input_row *in)
{
	return inputs[in->kind].canonical.n ? inputs[in->kind].canonical : in->canonical;
}

/* ---- fields and what becomes of them ---- */

void hosts_add_field(struct buf *b, enum gaff_answer_field field)
{
	hosts_addf(b, field == GAFF_A_STOP ? "`%.*s: false`" : "`%.*s`",
		   SV_ARG(gaff_answer_key(field)));
}

void hosts_add_name(struct buf *b, const struct gaff_fate *fate)
{
	if (fate->field != GAFF_A_NATIVE)
		hosts_add_field(b, fate->field);
	else if (!fate->name.n)
		hosts_addf(b, "any other native field");
	else if (fate->native.n)
		hosts_addf(b, "native `%.*s: %.*s`", SV_ARG(fate->name), SV_ARG(fate->native));
	else
		hosts_addf(b, "native `%.*s`", SV_ARG(fate->name));
}

/* "by version: >= 1.7 and < 2.4.21; >= 2026.07.23" */
static void add_versions(struct buf *b, const struct gaff_fate *fate)
{
	for (size_t i = 0; i < fate->n_versions; i++) {
		const struct gaff_version_row *row = fate->versions[i];

		hosts_addf(b, i ? "; " : "by version: ");
		if (row->since.n)
			hosts_addf(b, ">= %.*s", SV_ARG(row->since));
		if (row->until.n)
			hosts_addf(b, "%s< %.*s", row->since.n ? " and " : "", SV_ARG(row->until));
	}
}

/* Of being lost otherwise the legend speaks; what is worse is said each time. */
void hosts_add_condition(struct buf *b, const struct gaff_fate *fate)
{
	size_t start = b->n;

	if (fate->tools != GAFF_FATE_ANY_TOOL)
		hosts_addf(b, fate->tools == GAFF_FATE_MCP ? "MCP" : "not MCP");
	if (fate->company != GAFF_ALONE)
		hosts_addf(b, "%s%s", b->n > start ? ", " : "", hosts_company_word(fate->company));
	if (fate->field == GAFF_A_ALLOW && fate->kind == GAFF_FATE_DELIVERED && !fate->is_grant)
		hosts_addf(b, "%sno grant", b->n > start ? ", " : "");
	if (fate->n_versions)
		hosts_addf(b, "%s", b->n > start ? ", " : "");
	add_versions(b, fate);
	if (fate->otherwise != fate->kind && fate->otherwise != GAFF_FATE_LOST)
		hosts_addf(b, ", else %s", hosts_fate_word(fate->otherwise));
}

void hosts_add_brackets(struct buf *b, const struct gaff_fate *fate)
{
	size_t start = b->n;

	hosts_addf(b, " (");
	hosts_add_condition(b, fate);
	if (b->n == start + 2)
		b->n = start;
	else
		buf_addc(b, ')');
}

void hosts_add_becomes(struct buf *b, const struct gaff_fate *fate)
{
	hosts_addf(b, "%s", hosts_fate_word(fate->kind));
	if (fate->as != fate->field)
		hosts_addf(b, " as `%.*s`", SV_ARG(gaff_answer_key(fate->as)));
	hosts_add_brackets(b, fate);
}

void hosts_add_where(struct buf *b, const struct gaff_fate *fate)
{
	const char *separator = "";

	for (size_t i = 0; i < fate->n_where; i++) {
		hosts_addf(b, "%s`%.*s`", separator, SV_ARG(fate->where[i]));
		separator = ", ";
		if (fate->literal.n && fate->where[i].p[0] == '/')
			hosts_addf(b, " = `%.*s`", SV_ARG(fate->literal));
	}
	if (fate->exit && (fate->field < GAFF_A_FIRST_TEXT || fate->kind == GAFF_FATE_DENY))
		hosts_addf(b, "%sexit %d", separator, fate->exit);
}

void hosts_add_answers(struct buf *b, const struct gaff_fates *fates)
{
	const char *separator = "";

	for (size_t i = 0; i < fates->n; i++) {
		struct gaff_fate fate = fates->row[i];

		if (!gaff_fate_is_answer(&fate) || gaff_fate_is_second_half(fates, i))
			continue;
		if (i + 1 < fates->n && gaff_fate_is_second_half(fates, i + 1) &&
		    gaff_fate_is_answer(&fates->row[i + 1]))
			fate.tools = GAFF_FATE_ANY_TOOL;
		hosts_addf(b, "%s", separator);
		hosts_add_name(b, &fate);
		hosts_add_brackets(b, &fate);
		separator = ", ";
	}
	if (!*separator)
		hosts_addf(b, "nothing");
}

void hosts_heading(const struct hosts_view *v, unsigned level, const char *fmt, ...)
{
	char text[200];
	size_t n = 0;
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	for (unsigned i = 0; v->is_markdown && i < level; i++)
		printf("#");
	if (v->is_markdown) {
		printf(" %s\n\n", text);
		return;
	}
	for (const char *p = text; *p; p++) {
		if (*p == '`')
			continue;
		printf("%c", *p);
		n++;
	}
	printf("\n");
	for (size_t i = 0; level <= 3 && i < n; i++)
		printf(level <= 2 ? "=" : "-");
	printf(level <= 3 ? "\n\n" : "\n");
}

size_t hosts_beside(const struct hosts_view *v, size_t width)
{
	enum { TITLE = 18 };
	size_t room = (table_screen_width() - TITLE) / width, tables;

	if (v->is_markdown)
		return TABLE_COLUMNS_MAX - 1;
	tables = (v->n + room - 1) / room;
	return tables ? (v->n + tables - 1) / tables : 1; /* as many in each */
}
