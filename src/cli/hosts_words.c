#include "cli/hosts_view.h"

#include <stdarg.h>
#include <stdio.h>

const char *hosts_evidence_word(const struct gaff_evidence *seen)
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

void hosts_add_evidence(struct table *t, const struct gaff_evidence *seen)
{
	table_addf(t, "%s, %s", hosts_evidence_word(seen), seen->version);
}

const char *hosts_scope_word(enum gaff_scope scope)
{
	static const char *const words[] = { "system", "user", "project", "local" };

	return words[scope];
}

const char *hosts_syntax_word(enum gaff_syntax syntax)
{
	static const char *const words[] = { "JSON", "JSON with comments", "TOML" };

	return words[syntax];
}

const char *hosts_input_word(enum gaff_input_kind kind)
{
	static const char *const words[] = { "plain", "path", "old", "new", "edits", "patch" };

	return words[kind];
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
	static const char *const words[] = { "", "allow", "deny", "a decision" };

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
		gaff_buf_add(b, gaff_event_name(row->id));
}

struct sv hosts_canonical_input(const struct gaff_input_row *in)
{
	switch (in->kind) {
	case GAFF_IN_PLAIN:
	case GAFF_IN_PATH:
	case GAFF_IN_PATCH:
		break;
	case GAFF_IN_OLD:
		return SV("edits[0].old");
	case GAFF_IN_NEW:
		return SV("edits[0].new");
	case GAFF_IN_EDITS:
		return SV("edits");
	}
	return in->canonical;
}

/* ---- fields and what becomes of them ---- */

void hosts_add_field(struct buf *b, enum gaff_answer_field field)
{
	hosts_addf(b, field == GAFF_A_STOP ? "`%.*s: false`" : "`%.*s`",
		   SV_ARG(gaff_answer_key(field)));
}

bool hosts_same_field(const struct gaff_fate *x, const struct gaff_fate *y)
{
	return x->field == y->field && sv_eq(x->name, y->name) && sv_eq(x->native, y->native);
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

/* Of being lost without its company the legend speaks; what is worse is said each time. */
void hosts_add_condition(struct buf *b, const struct gaff_fate *fate)
{
	size_t start = b->n;

	if (fate->tools != GAFF_FATE_ANY_TOOL)
		hosts_addf(b, fate->tools == GAFF_FATE_MCP ? "MCP" : "not MCP");
	if (fate->company != GAFF_ALONE) {
		hosts_addf(b, "%swith %s", b->n > start ? ", " : "",
			   hosts_company_word(fate->company));
		if (fate->otherwise != GAFF_FATE_LOST)
			hosts_addf(b, ", else %s", hosts_fate_word(fate->otherwise));
	}
	if (fate->field == GAFF_A_ALLOW && fate->kind == GAFF_FATE_DELIVERED && !fate->is_grant)
		hosts_addf(b, "%sno grant", b->n > start ? ", " : "");
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
	if (fate->kind == GAFF_FATE_DENY || fate->kind == GAFF_FATE_CONTEXT)
		hosts_addf(b, "becomes ");
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
	if (fate->exit && (fate->field == GAFF_A_DENY || fate->kind == GAFF_FATE_DENY))
		hosts_addf(b, "%sexit %d", separator, fate->exit);
}

bool hosts_is_answer(const struct gaff_fate *fate)
{
	return fate->kind == GAFF_FATE_DELIVERED && fate->as == fate->field &&
	       fate->field != GAFF_A_REASON;
}

/* Is this the other half of the fate before it: MCP tools have another place? */
bool hosts_is_second_half(const struct gaff_fates *fates, size_t i)
{
	return fates->row[i].tools == GAFF_FATE_MCP && i &&
	       hosts_same_field(&fates->row[i], &fates->row[i - 1]) &&
	       hosts_is_answer(&fates->row[i - 1]);
}

void hosts_add_answers(struct buf *b, const struct gaff_fates *fates)
{
	const char *separator = "";

	for (size_t i = 0; i < fates->n; i++) {
		struct gaff_fate fate = fates->row[i];

		if (!hosts_is_answer(&fate) || hosts_is_second_half(fates, i))
			continue;
		if (i + 1 < fates->n && hosts_is_second_half(fates, i + 1) &&
		    hosts_is_answer(&fates->row[i + 1]))
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
	for (size_t i = 0; level <= 2 && i < n; i++)
		printf("=");
	printf(level <= 2 ? "\n\n" : "\n");
}
