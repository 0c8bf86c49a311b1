#include <stdio.h>

#include "cli/help/details.h"
#include "agents/simulate/fire.h"
#include "cli/pages/guard.h"
#include "cli/print/table.h"

/* What there is to guard against, printed from the tables it is done by. docs/guards.md is this. */

static void add_events(struct table *t, gaff_event_set events)
{
	struct buf *b = table_cell(t);

	for (size_t i = 0; i < GAFF_EV_COUNT; i++) {
		if (!(events >> i & 1) || !gaff_event_id_name((enum gaff_event_id)i).n)
			continue;
		BUF_JOIN(b, b->n ? SV(" `") : SV("`"), gaff_event_id_name((enum gaff_event_id)i),
			 SV("`"));
	}
}

void guard_print_json(struct arena *a, const struct gaff_guard_request *request)
{
	struct buf b = buf_in(a);
	struct json_writer w = { .out = &b };

	gaff_json_open(&w, '[');
	for (size_t g = 0; g < request->n; g++) {
		const struct gaff_guard *guard = request->guard[g];

		gaff_json_open(&w, '{');
		json_member_string(&w, SV("name"), sv_of(guard->name));
		json_member_string(&w, SV("help"), sv_of(guard->help));
		gaff_json_member_open(&w, SV("rows"), '[');
		for (size_t i = 0; i < guard->n_rows; i++) {
			const struct gaff_guard_row *row = &guard->rows[i];

			gaff_json_open(&w, '{');
			json_member_string(&w, SV("name"), sv_of(row->name));
			json_member_string(&w, SV("when"), sv_of(row->when));
			json_member_string(&w, SV("decision"), fire_decision_name(row->decision));
			json_member_string(&w, SV("reason"), sv_of(row->reason));
			json_member_string(&w, SV("instead"), sv_of(row->instead));
			gaff_json_close(&w, '}');
		}
		gaff_json_close(&w, ']');
		gaff_json_close(&w, '}');
	}
	gaff_json_close(&w, ']');
	if (buf_ok(&b))
		printf("%.*s\n", SV_ARG(buf_sv(&b)));
}

void guard_print_list(struct arena *a, bool is_markdown)
{
	static const char *const heads[] = { "guard", "rows", "looks at", "guards against" };
	struct table t = table_of(a, is_markdown, heads, COUNT_OF(heads));

	for (size_t g = 0; gaff_guards[g]; g++) {
		table_addf(&t, "`%s`", gaff_guards[g]->name);
		if (gaff_guards[g]->n_rows)
			table_addf(&t, "%zu", gaff_guards[g]->n_rows);
		else
			table_add(&t, SV(""));
		add_events(&t, gaff_guards[g]->events);
		table_add(&t, sv_of(gaff_guards[g]->help));
	}
	table_print(&t);
}

void guard_print_rows(struct arena *a, const struct gaff_guard *guard, bool is_markdown)
{
	static const char *const heads[] = { "row", "when", "", "why", "instead" };
	struct table t = table_of(a, is_markdown, heads, COUNT_OF(heads));

	for (size_t i = 0; i < guard->n_rows; i++) {
		const struct gaff_guard_row *row = &guard->rows[i];

		table_addf(&t, "`%s`", row->name);
		table_addf(&t, "`%s`", row->when);
		table_add(&t, fire_decision_name(row->decision));
		table_add(&t, sv_of(row->reason));
		table_add(&t, sv_of(row->instead));
	}
	if (guard->n_rows)
		table_print(&t);
	else
		table_paragraph(is_markdown,
				SV("It has no rows: what it looks at is not a command."));
}

void guard_print_book(struct arena *a)
{
	printf("# Guards\n\n");
	help_print_prose(a, true, "guards");
	printf("\n");
	guard_print_list(a, true);
	printf("\n");
	help_print_prose(a, true, "guards-list");
	for (size_t g = 0; gaff_guards[g]; g++) {
		printf("\n## %s\n\n%s.\n\n", gaff_guards[g]->name, gaff_guards[g]->help);
		guard_print_rows(a, gaff_guards[g], true);
	}
}
