#include "check.h"

#include "manifest/policy.h"

static char storage[1 << 16];

static bool read_policy(struct arena *a, const char *text, struct gaff_policy *out,
			struct gaff_findings *findings)
{
	struct json root;
	struct gaff_err err;

	gaff_arena_init(a, storage, sizeof storage, 1 << 20);
	*findings = (struct gaff_findings){ .arena = a };
	return gaff_json_parse(sv_of(text), &root, &err) == GAFF_OK &&
	       gaff_policy_read(a, root, findings, out);
}

/* Does the policy forbid such a hook? */
static bool forbids(const char *text, unsigned needs, enum gaff_event_id event, bool is_managed)
{
	struct gaff_hook hook = { .needs = needs };
	struct gaff_findings findings;
	struct gaff_policy policy;
	struct arena a;
	bool yes;

	CHECK(read_policy(&a, text, &policy, &findings));
	yes = gaff_policy_denies(&policy, &hook, event, is_managed) != NULL;
	gaff_arena_release(&a);
	return yes;
}

TEST(policy__nothing_forbids_nothing)
{
	CHECK(!forbids("{}", ~0u, GAFF_EV_BEFORE_TOOL, false));
	CHECK(!forbids("{\"disable_all_hooks\":false,\"allow_managed_only\":false,"
		       "\"event_restrictions\":{},\"capability_restrictions\":{}}",
		       ~0u, GAFF_EV_BEFORE_TOOL, false));
}

TEST(policy__all_hooks)
{
	CHECK(forbids("{\"disable_all_hooks\":true}", 0, GAFF_EV_BEFORE_TOOL, false));
	CHECK(forbids("{\"disable_all_hooks\":true}", 0, GAFF_EV_SESSION_END, true));
	CHECK(forbids("{\"allow_managed_only\":true}", 0, GAFF_EV_BEFORE_TOOL, false));
	CHECK(!forbids("{\"allow_managed_only\":true}", 0, GAFF_EV_BEFORE_TOOL, true));
}

TEST(policy__events)
{
	static const char deny[] = "{\"event_restrictions\":{\"session_start\":\"deny\","
				   "\"agent_stop\":\"managed_only\",\"notification\":\"allow\"}}";

	CHECK(forbids(deny, 0, GAFF_EV_SESSION_START, false));
	CHECK(forbids(deny, 0, GAFF_EV_SESSION_START, true));
	CHECK(forbids(deny, 0, GAFF_EV_AGENT_STOP, false));
	CHECK(!forbids(deny, 0, GAFF_EV_AGENT_STOP, true));
	CHECK(!forbids(deny, 0, GAFF_EV_NOTIFICATION, false));
	CHECK(!forbids(deny, 0, GAFF_EV_BEFORE_TOOL, false));
	CHECK(!forbids(deny, 0, GAFF_EV_NATIVE, false));
}

TEST(policy__capabilities)
{
	static const char deny[] = "{\"capability_restrictions\":{\"http_handler\":\"deny\","
				   "\"async_execution\":\"managed_only\"}}";

	CHECK(forbids(deny, GAFF_CAP(HTTP_HANDLER), GAFF_EV_BEFORE_TOOL, true));
	CHECK(forbids(deny, GAFF_CAP(CUSTOM_ENV) | GAFF_CAP(ASYNC_EXECUTION), GAFF_EV_BEFORE_TOOL,
		      false));
	CHECK(!forbids(deny, GAFF_CAP(ASYNC_EXECUTION), GAFF_EV_BEFORE_TOOL, true));
	CHECK(!forbids(deny, GAFF_CAP(CUSTOM_ENV), GAFF_EV_BEFORE_TOOL, false));
	for (size_t i = 0; i < GAFF_CAP_COUNT; i++) {
		char text[120];

		(void)snprintf(text, sizeof text, "{\"capability_restrictions\":{\"%s\":\"deny\"}}",
			       gaff_capability_name((enum gaff_capability)i).p);
		CHECK(forbids(text, 1u << i, GAFF_EV_BEFORE_TOOL, false));
		CHECK(!forbids(text, ~(1u << i), GAFF_EV_BEFORE_TOOL, false));
	}
}

/* Nothing may be concluded from it, and *out is untouched. */
TEST(policy__refused)
{
	static const struct {
		const char *text;
		size_t errors;
	} cases[] = {
		{ "[]", 1 },
		{ "null", 1 },
		{ "{\"disable_all_hooks\":1}", 1 },
		{ "{\"disable_all_hooks\":null,\"allow_managed_only\":\"true\"}", 2 },
		{ "{\"event_restrictions\":[\"session_end\"]}", 1 },
		{ "{\"event_restrictions\":{\"PreToolUse\":\"deny\",\"stop\":\"deny\",\"\":"
		  "\"deny\"}}",
		  3 },
		{ "{\"event_restrictions\":{\"session_end\":\"DENY\"}}", 1 },
		{ "{\"event_restrictions\":{\"session_end\":true,\"x\\u0000\":\"deny\"}}", 2 },
		{ "{\"capability_restrictions\":{\"http\":\"deny\",\"http_handler\":\"no\"}}", 2 },
		{ "{\"event_restriction\":{\"session_end\":\"deny\"}}", 1 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct gaff_policy policy = { .disable_all = true };
		struct gaff_findings findings;
		struct arena a;

		CHECK(!read_policy(&a, cases[i].text, &policy, &findings));
		CHECK(findings.n_errors == cases[i].errors);
		CHECK(policy.disable_all);
		gaff_arena_release(&a);
	}
}
