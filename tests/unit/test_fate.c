#include "check.h"

#include "hook/fate.h"
#include "hosts/hosts.h"

/* What becomes of a field: nothing in silence, and everything that is delivered has a place. */

static char storage[1 << 16];

static void check_fate(const struct gaff_host *host, const struct gaff_event_row *row,
		       const struct gaff_fate *fate)
{
	if (fate->kind == GAFF_FATE_SILENT || fate->otherwise == GAFF_FATE_SILENT) {
		printf("%.*s %.*s: %.*s is dropped in silence\n", SV_ARG(host->id),
		       SV_ARG(row->native), SV_ARG(fate->name));
		CHECK(false);
	}
	CHECK(fate->name.n || fate->field == GAFF_A_NATIVE);
	if (fate->kind == GAFF_FATE_DELIVERED)
		CHECK(fate->n_where || fate->exit == 2);
	if (fate->kind == GAFF_FATE_DENY || fate->kind == GAFF_FATE_CONTEXT ||
	    fate->kind == GAFF_FATE_LOST || fate->company != GAFF_ALONE)
		CHECK(fate->warning.n);
	if (fate->field == GAFF_A_NATIVE && !fate->name.n)
		CHECK(fate->kind == GAFF_FATE_LOST);
	if (fate->field == GAFF_A_DENY)
		CHECK((fate->kind == GAFF_FATE_DELIVERED) == gaff_shape_can_deny(row->answer));
}

TEST(fate__nothing_is_dropped_in_silence)
{
	for (size_t h = 0; gaff_hosts[h]; h++) {
		for (size_t e = 0; e < gaff_hosts[h]->n_events; e++) {
			const struct gaff_event_row *row = &gaff_hosts[h]->events[e];
			struct gaff_fates fates;
			struct gaff_err err;
			struct arena a;

			gaff_arena_init(&a, storage, sizeof storage, 1 << 20);
			CHECK(gaff_event_fates(&a, gaff_hosts[h], row, &fates, &err) == GAFF_OK);
			for (size_t i = 0; i < fates.n; i++)
				check_fate(gaff_hosts[h], row, &fates.row[i]);
			gaff_arena_release(&a);
		}
	}
}

/* A field that an event has a row for is delivered there, one way or another. */
TEST(fate__a_row_is_a_delivery)
{
	for (size_t h = 0; gaff_hosts[h]; h++) {
		for (size_t e = 0; e < gaff_hosts[h]->n_events; e++) {
			const struct gaff_event_row *row = &gaff_hosts[h]->events[e];
			struct gaff_fates fates;
			struct gaff_err err;
			struct arena a;

			gaff_arena_init(&a, storage, sizeof storage, 1 << 20);
			CHECK(gaff_event_fates(&a, gaff_hosts[h], row, &fates, &err) == GAFF_OK);
			for (size_t i = 0; i < fates.n; i++) {
				const struct gaff_answer_row *place = gaff_shape_row(
					row->answer, fates.row[i].field,
					fates.row[i].tools == GAFF_FATE_MCP ||
						row->tool == GAFF_TOOL_MCP);

				if (place && fates.row[i].name.n &&
				    !(place->flags & GAFF_R_NOT_HONOURED))
					CHECK(fates.row[i].kind == GAFF_FATE_DELIVERED);
			}
			gaff_arena_release(&a);
		}
	}
}

/* A host to try rules on that no agent of ours has. */
static const struct gaff_evidence seen = { GAFF_CONTRACT, "test" };
static const struct gaff_answer_row answers[] = {
	{ GAFF_A_CONTEXT, SV_INIT("/c"), SV_INIT(""), GAFF_R_WITH_DENY },
	{ GAFF_A_SYSTEM_MESSAGE, SV_INIT("/m"), SV_INIT(""), 0 },
	{ GAFF_A_DENY, SV_INIT("/d"), SV_INIT("\"no\""), 0 },
	{ GAFF_A_UPDATED_OUTPUT, SV_INIT("/o"), SV_INIT(""), GAFF_R_MCP_ONLY },
};
static const struct gaff_shape shape = { GAFF_ROWS(answers), GAFF_DENY_JSON };
static const struct gaff_event_row before_tool = {
	SV_INIT("before"), GAFF_EV_BEFORE_TOOL, GAFF_TOOL_OTHER, &shape, 1000, 0, &seen,
};
static const struct gaff_host host = {
	.id = SV_INIT("test"),
	.title = "Test",
	.seen = &seen,
	.flags = GAFF_H_STDERR_IS_PRIVATE,
	.mcp_prefix = SV_INIT("mcp__"),
	.events = &before_tool,
	.n_events = 1,
	.unknown = &before_tool,
};

static const struct gaff_fate *find(const struct gaff_fates *fates, enum gaff_answer_field field,
				    enum gaff_fate_tools tools)
{
	static const struct gaff_fate none = { .kind = GAFF_FATE_COUNT };

	for (size_t i = 0; i < fates->n; i++)
		if (fates->row[i].field == field && fates->row[i].tools == tools)
			return &fates->row[i];
	return &none;
}

TEST(fate__conditions_are_found_by_trying)
{
	const struct gaff_fate *fate;
	struct gaff_fates fates;
	struct gaff_err err;
	struct arena a;

	gaff_arena_init(&a, storage, sizeof storage, 1 << 20);
	CHECK(gaff_event_fates(&a, &host, &before_tool, &fates, &err) == GAFF_OK);
	fate = find(&fates, GAFF_A_CONTEXT, GAFF_FATE_ANY_TOOL);
	CHECK(fate->kind == GAFF_FATE_DELIVERED && fate->company == GAFF_BESIDE_DENY);
	CHECK(fate->otherwise == GAFF_FATE_LOST);
	CHECK_TEXT(fate->where[0], SV("/c"));
	CHECK_TEXT(fate->warning, SV("context is lost: Test cannot take it on before"));
	fate = find(&fates, GAFF_A_MESSAGE, GAFF_FATE_ANY_TOOL);
	CHECK(fate->kind == GAFF_FATE_DELIVERED && fate->as == GAFF_A_SYSTEM_MESSAGE);
	fate = find(&fates, GAFF_A_DENY, GAFF_FATE_ANY_TOOL);
	CHECK(fate->kind == GAFF_FATE_DELIVERED && fate->exit == 0);
	CHECK_TEXT(fate->literal, SV("\"no\""));
	CHECK(find(&fates, GAFF_A_ASK, GAFF_FATE_ANY_TOOL)->kind == GAFF_FATE_DENY);
	CHECK(find(&fates, GAFF_A_UPDATED_INPUT, GAFF_FATE_ANY_TOOL)->kind == GAFF_FATE_DENY);
	CHECK(find(&fates, GAFF_A_UPDATED_OUTPUT, GAFF_FATE_MCP)->kind == GAFF_FATE_DELIVERED);
	CHECK(find(&fates, GAFF_A_UPDATED_OUTPUT, GAFF_FATE_NOT_MCP)->kind == GAFF_FATE_LOST);
	gaff_arena_release(&a);
}
