#include "check.h"

#include "agents/codec/codec.h"
#include "model/verdict.h"

/* The table of exit codes, row by row, and through the canonical dialect. */

TEST(verdict__a_blocking_hook)
{
	CHECK(gaff_verdict(true, GAFF_ENDED_0) == GAFF_AS_SAID);
	CHECK(gaff_verdict(true, GAFF_ENDED_2) == GAFF_BLOCKS);
	CHECK(gaff_verdict(true, GAFF_ENDED_OTHER) == GAFF_FAILED);
	CHECK(gaff_verdict(true, GAFF_ENDED_BADLY) == GAFF_FAILED);
	CHECK(gaff_verdict(true, GAFF_ENDED_LATE) == GAFF_TIMED_OUT);
}

TEST(verdict__a_hook_that_only_looks_on)
{
	CHECK(gaff_verdict(false, GAFF_ENDED_0) == GAFF_AS_SAID);
	CHECK(gaff_verdict(false, GAFF_ENDED_2) == GAFF_WARNS);
	CHECK(gaff_verdict(false, GAFF_ENDED_OTHER) == GAFF_WARNS);
	CHECK(gaff_verdict(false, GAFF_ENDED_BADLY) == GAFF_WARNS);
	CHECK(gaff_verdict(false, GAFF_ENDED_LATE) == GAFF_WARNS);
}

static enum gaff_rc decode(bool is_blocking, int code, struct sv printed, enum gaff_decision *out)
{
	static char storage[4096];
	struct gaff_outcome outcome = { code, printed, SV("words") };
	struct gaff_response r = { 0 };
	struct gaff_err err;
	struct arena a;
	enum gaff_rc rc;

	gaff_arena_init(&a, storage, sizeof storage, 1 << 16);
	rc = gaff_decode_response(&a, &gaff_host_canonical, gaff_host_canonical.unknown,
				  is_blocking, &outcome, &r, &err);
	gaff_arena_release(&a);
	*out = r.decision;
	return rc;
}

TEST(verdict__answers_of_the_canonical_dialect)
{
	/* clang-format off */
	static const struct {
		bool is_blocking;
		int code;
		struct sv printed;
		enum gaff_rc rc;
		enum gaff_decision decision;
	} rows[] = {
		{ true,  0,   SV_INIT("{\"decision\":\"allow\"}"), GAFF_OK,    GAFF_ALLOW },
		{ true,  0,   SV_INIT("{\"decision\":\"deny\"}"),  GAFF_OK,    GAFF_DENY },
		{ true,  0,   SV_INIT("{\"decision\":\"ask\"}"),   GAFF_OK,    GAFF_ASK },
		{ true,  0,   SV_INIT("{}"),                       GAFF_OK,    GAFF_NONE },
		{ true,  0,   SV_INIT(""),                         GAFF_OK,    GAFF_NONE },
		{ true,  2,   SV_INIT("{\"decision\":\"allow\"}"), GAFF_OK,    GAFF_DENY },
		{ true,  2,   SV_INIT("not JSON"),                 GAFF_OK,    GAFF_DENY },
		{ true,  1,   SV_INIT("{\"decision\":\"deny\"}"),  GAFF_EHOOK, GAFF_NONE },
		{ true,  137, SV_INIT(""),                         GAFF_EHOOK, GAFF_NONE },
		{ true,  0,   SV_INIT("not JSON"),                 GAFF_EHOOK, GAFF_NONE },
		{ false, 0,   SV_INIT("{\"decision\":\"deny\"}"),  GAFF_OK,    GAFF_DENY },
		{ false, 0,   SV_INIT("{\"decision\":\"ask\"}"),   GAFF_OK,    GAFF_ASK },
		{ false, 2,   SV_INIT("{\"decision\":\"deny\"}"),  GAFF_EHOOK, GAFF_NONE },
		{ false, 1,   SV_INIT(""),                         GAFF_EHOOK, GAFF_NONE },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		enum gaff_decision decision;

		CHECK(decode(rows[i].is_blocking, rows[i].code, rows[i].printed, &decision) ==
		      rows[i].rc);
		CHECK(decision == rows[i].decision);
	}
}
