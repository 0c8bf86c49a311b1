#include "check.h"

#include "agents/simulate/fate.h"
#include "agents/hosts.h"

/* What becomes of a field: nothing in silence, and everything that is delivered has a place. */

static char storage[1 << 16];

static size_t count_versions(const struct gaff_host *of, const struct gaff_event_row *row,
			     enum gaff_answer_field field)
{
	size_t n = 0;

	for (size_t i = 0; i < of->n_versions; i++)
		n += of->versions[i].field == field &&
		     (of->versions[i].since.n || of->versions[i].until.n) &&
		     sv_eq(of->versions[i].native_event, row->native);
	return n;
}

static void check_fate(const struct gaff_host *of, const struct gaff_event_row *row,
		       const struct gaff_fate *fate)
{
	if (fate->kind == GAFF_FATE_SILENT || fate->otherwise == GAFF_FATE_SILENT) {
		printf("%.*s %.*s: %.*s is dropped in silence\n", SV_ARG(of->id),
		       SV_ARG(row->native), SV_ARG(fate->name));
		CHECK(false);
	}
	CHECK(fate->name.n || fate->field == GAFF_A_NATIVE);
	CHECK(gaff_answer_is_said(fate->field));
	if (fate->kind == GAFF_FATE_DELIVERED)
		CHECK(fate->n_where || fate->exit == 2);
	if (fate->kind == GAFF_FATE_DENY || fate->kind == GAFF_FATE_CONTEXT ||
	    fate->kind == GAFF_FATE_LOST || fate->company != GAFF_ALONE)
		CHECK(fate->warning.n);
	if (fate->field == GAFF_A_NATIVE && !fate->name.n)
		CHECK(fate->kind == GAFF_FATE_LOST);
	if (fate->field == GAFF_A_DENY)
		CHECK((fate->kind == GAFF_FATE_DELIVERED) == gaff_shape_can_deny(row->answer));
	CHECK(fate->n_versions == count_versions(of, row, fate->field));
}

/* A field that an event has a row for is delivered there, one way or another. */
static void check_row_delivers(const struct gaff_event_row *row, const struct gaff_fate *fate)
{
	const struct gaff_answer_row *place = gaff_shape_row(row->answer, fate->field,
							     fate->tools == GAFF_FATE_MCP ||
								     row->tool == GAFF_TOOL_MCP);

	/* of native fields there may be several, some for MCP tools alone */
	if (place && fate->field != GAFF_A_NATIVE && !(place->flags & GAFF_R_NOT_HONOURED))
		CHECK(fate->kind == GAFF_FATE_DELIVERED);
}

TEST(fate__nothing_is_dropped_in_silence_and_a_row_is_a_delivery)
{
	for (const struct gaff_host *of = gaff_host_next(NULL); of; of = gaff_host_next(of)) {
		for (size_t e = 0; e < of->n_events; e++) {
			struct gaff_fates fates = { 0 };
			struct gaff_err err;
			struct arena a;

			gaff_arena_init(&a, storage, sizeof storage, 1 << 20);
			CHECK(gaff_event_fates(&a, of, &of->events[e], &fates, &err) == GAFF_OK);
			for (size_t i = 0; i < fates.n; i++) {
				check_fate(of, &of->events[e], &fates.row[i]);
				check_row_delivers(&of->events[e], &fates.row[i]);
			}
			gaff_arena_release(&a);
		}
	}
}

/* A host to try rules on that no agent of ours has. */
static const struct gaff_evidence seen = { GAFF_CONTRACT, "test" };
static const struct gaff_answer_row answers[] = {
	{ GAFF_A_CONTEXT, SV_INIT("/c"), .flags = GAFF_R_WITH_DENY },
	{ GAFF_A_SYSTEM_MESSAGE, SV_INIT("/m") },
	{ GAFF_A_DENY, SV_INIT("/d"), SV_INIT("\"no\"") },
	{ GAFF_A_UPDATED_OUTPUT, SV_INIT("/o"), .flags = GAFF_R_MCP_ONLY },
	{ GAFF_A_ASK, SV_INIT("/d"), SV_INIT("\"ask\""), GAFF_R_BY_VERSION },
	{ GAFF_A_ENV, SV_INIT("/e"), .flags = GAFF_R_NOT_WITH_DENY },
	{ GAFF_A_UPDATED_PROMPT, SV_INIT("/p"), .flags = GAFF_R_WRITE },
	{ GAFF_A_NATIVE, SV_INIT("/n"), .flags = GAFF_R_WRITE },
};
static const struct gaff_shape shape = { GAFF_ROWS(answers), GAFF_DENY_JSON };
static const struct gaff_event_row before_tool = {
	SV_INIT("before"), GAFF_EV_BEFORE_TOOL, &shape, 1000, &seen,
};
static const struct gaff_version_row versions[] = {
	{ SV_INIT("before"), GAFF_A_ASK, &seen, SV_INIT("2.1"), SV_INIT("3") },
	{ SV_INIT("before"), GAFF_A_ASK, &seen, .until = SV_INIT("1.5") },
	{ SV_INIT("after"), GAFF_A_ASK, &seen, SV_INIT("1") },
};

/* A prompt has no row here that its text could be seen in. */
static enum gaff_rc compose(struct arena *a, const struct gaff_event *event,
			    struct gaff_response *r, struct gaff_warnings *w, struct gaff_err *err)
{
	(void)a, (void)event, (void)w, (void)err;
	if (!r->text[GAFF_A_UPDATED_PROMPT].n)
		return GAFF_OK;
	r->text[GAFF_A_UPDATED_PROMPT] = (struct sv){ 0 };
	r->native = (struct json){ "{\"n\":[\"gaff-tries-this\"]}", 25 };
	return GAFF_OK;
}

static const struct gaff_host host = {
	.id = SV_INIT("test"),
	.title = "Test",
	.seen = &seen,
	.flags = GAFF_H_STDERR_IS_PRIVATE,
	.mcp_prefix = SV_INIT("mcp__"),
	.events = &before_tool,
	.n_events = 1,
	.unknown = &before_tool,
	.versions = GAFF_ROWS(versions),
	.compose = compose,
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
	fate = find(&fates, GAFF_A_ASK, GAFF_FATE_ANY_TOOL);
	CHECK(fate->kind == GAFF_FATE_DELIVERED && fate->otherwise == GAFF_FATE_DENY);
	CHECK(fate->n_versions == 2 && fate->versions[1] == &versions[1]);
	CHECK_TEXT(fate->warning, SV("ask became deny: Test does not ask on before"));
	fate = find(&fates, GAFF_A_ENV, GAFF_FATE_ANY_TOOL);
	CHECK(fate->kind == GAFF_FATE_DELIVERED && fate->company == GAFF_NOT_BESIDE_DENY);
	CHECK(fate->otherwise == GAFF_FATE_LOST);
	fate = find(&fates, GAFF_A_UPDATED_PROMPT, GAFF_FATE_ANY_TOOL);
	CHECK(fate->kind == GAFF_FATE_DELIVERED);
	CHECK_TEXT(fate->where[0], SV("/n"));
	CHECK(find(&fates, GAFF_A_UPDATED_INPUT, GAFF_FATE_ANY_TOOL)->kind == GAFF_FATE_DENY);
	CHECK(find(&fates, GAFF_A_UPDATED_OUTPUT, GAFF_FATE_MCP)->kind == GAFF_FATE_DELIVERED);
	CHECK(find(&fates, GAFF_A_UPDATED_OUTPUT, GAFF_FATE_NOT_MCP)->kind == GAFF_FATE_LOST);
	gaff_arena_release(&a);
}
