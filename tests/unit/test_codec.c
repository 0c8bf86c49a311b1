#include "check.h"

#include "hook/codec.h"

/* Words of rows, on hosts that have nothing but them: src/hook/host.h says what each means. */

static const struct gaff_evidence seen = { GAFF_CONTRACT, "test" };
static const struct gaff_shape no_answer = { NULL, 0, GAFF_DENY_EXIT_2 };

#define ROW(where, field, flags)                                                                   \
	{                                                                                          \
		SV_INIT(where), GAFF_F_##field, GAFF_EV_ALL, SV_INIT(""), flags                    \
	}
#define EVENT(native, id, answer, flags)                                                           \
	{                                                                                          \
		SV_INIT(native), GAFF_EV_##id, GAFF_TOOL_OTHER, answer, 1000, flags, &seen         \
	}
#define HOST(...)                                                                                  \
	{                                                                                          \
		.id = SV_INIT("test"), .title = "Test", .seen = &seen, __VA_ARGS__                 \
	}

struct codec {
	struct arena arena;
	struct gaff_event event;
	struct gaff_err err;
};

static enum gaff_rc decode(struct codec *c, const struct gaff_host *host, struct sv payload,
			   struct sv hint)
{
	struct json doc;

	*c = (struct codec){ 0 };
	gaff_arena_init(&c->arena, NULL, 0, 1 << 20);
	CHECK(gaff_json_parse(payload, &doc, &c->err) == GAFF_OK);
	return gaff_decode_event(&c->arena, host, doc, hint, NULL, &c->event, &c->err);
}

/* The event in the words of this host, from its rows alone. */
static struct sv encode(struct codec *c, const struct gaff_host *host)
{
	struct gaff_host twin = *host;
	struct sv out = { 0 };

	CHECK(gaff_encode_event_as(&c->arena, &c->event, &twin, c->event.row, &out, &c->err) ==
	      GAFF_OK);
	return out;
}

/* ---- names: payloads call an event otherwise than files do ---- */

static const struct gaff_payload_row name_payload[] = { ROW("/hook", EVENT, 0) };
static const struct gaff_event_row name_events[] = {
	EVENT("Begin", SESSION_START, &no_answer, 0),
	EVENT("End", SESSION_END, &no_answer, 0),
};
static const struct gaff_name_row names[] = {
	{ SV_INIT("start"), SV_INIT("Begin") },
	{ SV_INIT("resume"), SV_INIT("Begin") },
};
static const struct gaff_host speaks = HOST(.payload = name_payload,
					    .n_payload = COUNT_OF(name_payload),
					    .events = name_events,
					    .n_events = COUNT_OF(name_events),
					    .unknown = name_events, .names = names,
					    .n_names = COUNT_OF(names));

TEST(codec__payloads_may_call_an_event_otherwise)
{
	static const struct {
		struct sv payload, hint;
		enum gaff_event_id id;
		struct sv native, back;
	} cases[] = {
		{ SV_INIT("{\"hook\":\"start\"}"), SV_INIT(""), GAFF_EV_SESSION_START,
		  SV_INIT("Begin"), SV_INIT("{\"hook\":\"start\"}") },
		{ SV_INIT("{\"hook\":\"resume\"}"), SV_INIT(""), GAFF_EV_SESSION_START,
		  SV_INIT("Begin"), SV_INIT("{\"hook\":\"start\"}") },
		{ SV_INIT("{\"hook\":\"Begin\"}"), SV_INIT(""), GAFF_EV_SESSION_START,
		  SV_INIT("Begin"), SV_INIT("{\"hook\":\"start\"}") },
		{ SV_INIT("{\"hook\":\"End\"}"), SV_INIT("start"), GAFF_EV_SESSION_END,
		  SV_INIT("End"), SV_INIT("{\"hook\":\"End\"}") },
		{ SV_INIT("{}"), SV_INIT("Begin"), GAFF_EV_SESSION_START, SV_INIT("Begin"),
		  SV_INIT("{\"hook\":\"start\"}") },
		{ SV_INIT("{}"), SV_INIT("resume"), GAFF_EV_SESSION_START, SV_INIT("Begin"),
		  SV_INIT("{\"hook\":\"start\"}") },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct codec c;

		CHECK(decode(&c, &speaks, cases[i].payload, cases[i].hint) == GAFF_OK);
		CHECK(c.event.id == cases[i].id);
		CHECK_TEXT(c.event.native_event, cases[i].native);
		CHECK_TEXT(encode(&c, &speaks), cases[i].back);
		gaff_arena_release(&c.arena);
	}
	/* what only payloads say is no name for a file */
	CHECK(!gaff_host_event_native(&speaks, SV("start")));
}
