#include "check.h"
#include "agents/hosts.h"
#include "config/plan.h"

/*
 * What becomes of files of every shape: gaff is registered for two events, then again with another
 * time, then taken out. Formats of agents have cases of their own, in tests/install.
 */

static const struct gaff_shape nothing = { .deny_by = GAFF_DENY_EXIT_2 };
static const struct gaff_evidence seen = { GAFF_CONTRACT, "1" };
static const struct gaff_event_row events[] = {
	{ SV_INIT("Before"), GAFF_EV_BEFORE_TOOL, &nothing, 60000, &seen },
	{ SV_INIT("Stop"), GAFF_EV_AGENT_STOP, &nothing, 60000, &seen, .flags = GAFF_E_NO_GROUPS },
};

static const struct gaff_handler_type types[] = { { SV_INIT("command"), GAFF_HANDLER_COMMAND } };
static const struct gaff_member typed_rows[] = {
	{ SV_INIT("/type"), GAFF_MEMBER_TYPE },
	{ SV_INIT("/command"), GAFF_MEMBER_COMMAND },
	{ SV_INIT("/timeout"), GAFF_MEMBER_TIMEOUT },
};
static const struct gaff_layout groups = {
	.shape = GAFF_LAYOUT_GROUPS,
	.types = GAFF_ROWS(types),
	.rows = GAFF_ROWS(typed_rows),
};
static const struct gaff_layout named = {
	.shape = GAFF_LAYOUT_GROUPS,
	.frame = GAFF_FRAME_NAMED,
	.types = GAFF_ROWS(types),
	.rows = GAFF_ROWS(typed_rows),
};
static const struct gaff_member argument_rows[] = {
	{ SV_INIT("/command"), GAFF_MEMBER_COMMAND },
	{ SV_INIT("/args"), GAFF_MEMBER_ARGS },
	{ SV_INIT("/timeout"), GAFF_MEMBER_TIMEOUT, .unit = GAFF_MILLISECONDS },
};
static const struct gaff_layout arguments = {
	.shape = GAFF_LAYOUT_FLAT,
	.is_bare = true,
	.splits_lines = true,
	.rows = GAFF_ROWS(argument_rows),
};
static const struct gaff_member deep_rows[] = {
	{ SV_INIT("/name"), GAFF_MEMBER_NAME, .flags = GAFF_MEMBER_NEEDED },
	{ SV_INIT("/on"), GAFF_MEMBER_EVENT, .flags = GAFF_MEMBER_NEEDED, .may_be = GAFF_M_TEXT },
	{ SV_INIT("/do/type"), GAFF_MEMBER_TYPE },
	{ SV_INIT("/do/run"), GAFF_MEMBER_COMMAND, .flags = GAFF_MEMBER_NEEDED,
	  .may_be = GAFF_M_TEXT },
	{ SV_INIT("/do/seconds"), GAFF_MEMBER_TIMEOUT },
};
static const struct gaff_member deep_others[] = {
	{ SV_INIT("/version"), GAFF_MEMBER_OTHER, .flags = GAFF_MEMBER_OF_FILE | GAFF_MEMBER_NEEDED,
	  .may_be = GAFF_M_TEXT },
};
static const struct gaff_layout deep = {
	.shape = GAFF_LAYOUT_LIST,
	.head = SV_INIT("\"version\":\"v1\""),
	.types = GAFF_ROWS(types),
	.rows = GAFF_ROWS(deep_rows),
	.others = GAFF_ROWS(deep_others),
};
static const struct gaff_member list_rows[] = {
	{ SV_INIT("/event"), GAFF_MEMBER_EVENT, .flags = GAFF_MEMBER_NEEDED,
	  .may_be = GAFF_M_TEXT },
	{ SV_INIT("/matcher"), GAFF_MEMBER_MATCHER, .may_be = GAFF_M_RE2 },
	{ SV_INIT("/command"), GAFF_MEMBER_COMMAND, .flags = GAFF_MEMBER_NEEDED,
	  .may_be = GAFF_M_TEXT },
	{ SV_INIT("/timeout"), GAFF_MEMBER_TIMEOUT, .may_be = GAFF_M_WHOLE },
};
static const struct gaff_layout list = {
	.shape = GAFF_LAYOUT_LIST,
	.is_bare = true,
	.is_strict = true,
	.rows = GAFF_ROWS(list_rows),
};
static const struct gaff_member group_rows[] = {
	{ SV_INIT("/command"), GAFF_MEMBER_COMMAND },
	{ SV_INIT("/args"), GAFF_MEMBER_ARGS, .may_be = GAFF_M_TEXTS },
	{ SV_INIT("/timeout"), GAFF_MEMBER_TIMEOUT },
};
static const struct gaff_member group_others[] = {
	{ SV_INIT("/matcher"), GAFF_MEMBER_OTHER, .flags = GAFF_MEMBER_OF_GROUP,
	  .may_be = GAFF_M_PATTERN },
};
static const struct gaff_layout strict_groups = {
	.shape = GAFF_LAYOUT_GROUPS,
	.is_bare = true,
	.rows = GAFF_ROWS(group_rows),
	.others = GAFF_ROWS(group_others),
};
static const struct gaff_member timeless_rows[] = {
	{ SV_INIT("/command"), GAFF_MEMBER_COMMAND },
};
static const struct gaff_layout timeless = {
	.shape = GAFF_LAYOUT_FLAT,
	.is_bare = true,
	.new_file = SV_INIT("\"name\":\"gaff\",\"tools\":[\"*\"]"),
	.rows = GAFF_ROWS(timeless_rows),
};

static char storage[1 << 20];

static struct gaff_host host_of(const struct gaff_layout *layout)
{
	return (struct gaff_host){
		.id = SV("agent"), .title = "Agent", .events = GAFF_ROWS(events), .layout = layout
	};
}

static enum gaff_rc read(struct arena *a, const struct gaff_host *host,
			 const struct gaff_config_row *row, struct sv text, struct gaff_config *out,
			 struct gaff_err *err)
{
	struct gaff_held held = { .path = "/home/dev/file", .exists = true, .text = text };

	*out = (struct gaff_config){ 0 };
	return gaff_config_parse(a, host, row, &held, out, err);
}

/* Behind it gaff is registered for the first n events. */
static struct sv plan(struct arena *a, const struct gaff_host *host,
		      const struct gaff_config_row *row, struct sv text, size_t n, unsigned timeout)
{
	struct gaff_wish wish[] = { { SV("Before"), 5, timeout, 0, false },
				    { SV("Stop"), 5, timeout, 0, false } };
	struct gaff_wishes wishes = { .program = SV("/my bin/gaff"), .item = wish, .n = n };
	struct gaff_plan out = { 0 };
	struct gaff_config config;
	struct gaff_err err = { .msg = "" };

	CHECK(read(a, host, row, text, &config, &err) == GAFF_OK);
	CHECK(gaff_plan_file(a, &config, &wishes, &out, &err) == GAFF_OK);
	CHECK_TEXT(sv_of(err.msg), SV(""));
	return out.after;
}

#define LINE(event) "'/my bin/gaff' run --host agent --event " event " --deadline 5"

static const struct {
	const char *name;
	const struct gaff_layout *layout;
	enum gaff_syntax syntax;
	unsigned flags;
	struct sv before, after;
} files[] = {
	/* clang-format off */
	{ "bare", &groups, GAFF_SYNTAX_JSON, GAFF_C_BARE | GAFF_C_ONLY_KNOWN_EVENTS,
	  SV_INIT("{\"Stop\": [{\"hooks\": [{\"command\": \"x\"}]}]}\n"),
	  SV_INIT("{\"Stop\": [{\"hooks\": [{\"command\": \"x\"}]}, {\"type\": \"command\", \"command\": \"" LINE("Stop") "\", \"timeout\": 60}], "
	     "\"Before\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"" LINE("Before") "\", \"timeout\": 60}]}]}\n") },
	{ "named", &named, GAFF_SYNTAX_JSON, GAFF_C_ONLY_KNOWN_EVENTS,
	  SV_INIT("{\"mine\": {\"enabled\": true, \"Stop\": [{\"command\": \"x\"}]}}\n"),
	  SV_INIT("{\"mine\": {\"enabled\": true, \"Stop\": [{\"command\": \"x\"}]}, "
	     "\"gaff\": {\"Before\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"" LINE("Before") "\", \"timeout\": 60}]}], "
	     "\"Stop\": [{\"type\": \"command\", \"command\": \"" LINE("Stop") "\", \"timeout\": 60}]}}\n") },
	{ "arguments", &arguments, GAFF_SYNTAX_JSON, 0,
	  SV_INIT("{\"hooks\":{\"Stop\":[{\"command\":\"/x\",\"args\":[\"run\"]}]}}"),
	  SV_INIT("{\"hooks\":{\"Stop\":[{\"command\":\"/x\",\"args\":[\"run\"]},"
	     "{\"command\":\"/my bin/gaff\",\"args\":[\"run\",\"--host\",\"agent\",\"--event\",\"Stop\",\"--deadline\",\"5\"],\"timeout\":60000}],"
	     "\"Before\":[{\"command\":\"/my bin/gaff\",\"args\":[\"run\",\"--host\",\"agent\",\"--event\",\"Before\",\"--deadline\",\"5\"],\"timeout\":60000}]}}") },
	{ "deep", &deep, GAFF_SYNTAX_JSON, GAFF_C_ONLY_AS_IN_ROWS,
	  SV_INIT("{\"version\":\"v1\",\"hooks\":[{\"name\":\"n\",\"on\":\"Never\",\"do\":{\"run\":\"x\"}}]}"),
	  SV_INIT("{\"version\":\"v1\",\"hooks\":[{\"name\":\"n\",\"on\":\"Never\",\"do\":{\"run\":\"x\"}},"
	     "{\"on\":\"Before\",\"name\":\"gaff Before\",\"do\":{\"type\":\"command\",\"run\":\"" LINE("Before") "\",\"seconds\":60}},"
	     "{\"on\":\"Stop\",\"name\":\"gaff Stop\",\"do\":{\"type\":\"command\",\"run\":\"" LINE("Stop") "\",\"seconds\":60}}]}") },
	{ "list", &list, GAFF_SYNTAX_TOML, GAFF_C_ONLY_KNOWN_EVENTS | GAFF_C_ONLY_AS_IN_ROWS,
	  SV_INIT("model = 'x' # mine\n\n[[hooks]]\nevent = \"Stop\"\ncommand = 'y'\n\n[models.x]\nn = 1\n"),
	  SV_INIT("model = 'x' # mine\n\n[[hooks]]\nevent = \"Stop\"\ncommand = 'y'\n"
	     "\n[[hooks]]\nevent = \"Before\"\ncommand = \"" LINE("Before") "\"\ntimeout = 60\n"
	     "\n[[hooks]]\nevent = \"Stop\"\ncommand = \"" LINE("Stop") "\"\ntimeout = 60\n\n[models.x]\nn = 1\n") },
	{ "a list that is not there", &list, GAFF_SYNTAX_TOML, GAFF_C_ONLY_KNOWN_EVENTS,
	  SV_INIT("a = 1\n[models.x]\nn = 1"),
	  SV_INIT("a = 1\n[models.x]\nn = 1\n\n[[hooks]]\nevent = \"Before\"\ncommand = \"" LINE("Before") "\"\ntimeout = 60\n"
	     "\n[[hooks]]\nevent = \"Stop\"\ncommand = \"" LINE("Stop") "\"\ntimeout = 60") },
	{ "timeless", &timeless, GAFF_SYNTAX_JSON, 0,
	  SV_INIT("{\"hooks\":{\"Stop\":[{\"command\":\"x\",\"timeout\":1}]}}"),
	  SV_INIT("{\"hooks\":{\"Stop\":[{\"command\":\"x\",\"timeout\":1},{\"command\":\"" LINE("Stop") "\"}],\"Before\":[{\"command\":\"" LINE("Before") "\"}]}}") },
	/* clang-format on */
};

TEST(shapes__in_and_out)
{
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		struct gaff_host host = host_of(files[i].layout);
		struct gaff_config_row row = { GAFF_SCOPE_USER, "~/file", files[i].syntax, &seen,
					       files[i].flags };
		struct gaff_config config;
		struct gaff_err err;
		struct sv after, other;
		struct arena a;

		gaff_arena_init(&a, storage, sizeof storage, sizeof storage);
		after = plan(&a, &host, &row, files[i].before, 2, 60);
		CHECK_TEXT(after, files[i].after);
		CHECK_TEXT(plan(&a, &host, &row, after, 2, 60), after);
		CHECK_TEXT(plan(&a, &host, &row, after, 0, 0), files[i].before);
		other = plan(&a, &host, &row, after, 2, 70);
		CHECK_TEXT(plan(&a, &host, &row, other, 0, 0), files[i].before);
		if (files[i].syntax == GAFF_SYNTAX_JSON)
			CHECK_TEXT(plan(&a, &host, &row, other, 2, 60), after);
		CHECK(read(&a, &host, &row, other, &config, &err) == GAFF_OK);
		CHECK(config.n == (sv_starts(files[i].before, SV("a = 1")) ? 2 : 3));
		for (size_t e = 0; e < config.n; e++)
			if (config.item[e].whose != GAFF_ANOTHERS) {
				CHECK(config.item[e].timeout_ms ==
				      (files[i].layout != &timeless ? 70000 : -1));
				CHECK_TEXT(config.item[e].line.program, SV("/my bin/gaff"));
				CHECK_TEXT(config.item[e].line.event, config.item[e].event);
			}
		gaff_arena_release(&a);
	}
}

TEST(shapes__of_nothing)
{
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		bool is_toml = files[i].syntax == GAFF_SYNTAX_TOML;
		struct gaff_host host = host_of(files[i].layout);
		struct gaff_config_row row = { GAFF_SCOPE_USER, "~/file", files[i].syntax, &seen,
					       files[i].flags };
		struct sv after, left;
		struct arena a;

		gaff_arena_init(&a, storage, sizeof storage, sizeof storage);
		after = plan(&a, &host, &row, SV(""), 2, 60);
		left = plan(&a, &host, &row, after, 0, 0);
		CHECK_TEXT(plan(&a, &host, &row, left, 2, 60), after);
		CHECK(sv_has(after, SV("\"tools\"")) == (files[i].layout == &timeless));
		if (is_toml)
			CHECK_TEXT(left, SV(""));
		gaff_arena_release(&a);
	}
}

/* What makes the agent run no hook of the whole file. */
TEST(shapes__that_are_void)
{
	static const struct {
		const struct gaff_layout *layout;
		enum gaff_syntax syntax;
		unsigned flags;
		struct sv text;
		const char *why;
		size_t column;
	} void_files[] = {
		/* clang-format off */
		{ &list, GAFF_SYNTAX_TOML, GAFF_C_ONLY_KNOWN_EVENTS, SV_INIT("[[hooks]]\nevent='Nope'\n"), "with an event it does not know; take this one out", 1 },
		{ &list, GAFF_SYNTAX_TOML, GAFF_C_ONLY_AS_IN_ROWS, SV_INIT("[[hooks]]\nevent='Stop'\ncommand='x'\nname='y'\n"), "with a member it does not know, \"name\"; take it out", 1 },
		{ &list, GAFF_SYNTAX_TOML, GAFF_C_ONLY_AS_IN_ROWS, SV_INIT("[[hooks]]\nevent='Stop'\n"), "with an entry without \"command\"; put it right, or take it out", 1 },
		{ &list, GAFF_SYNTAX_TOML, GAFF_C_ONLY_AS_IN_ROWS, SV_INIT("[[hooks]]\nevent='Stop'\ncommand='x'\ntimeout=1.5\n"), "with a \"timeout\" that is not a whole number above 0; put it right, or take it out", 1 },
		{ &list, GAFF_SYNTAX_TOML, 0, SV_INIT("[hooks]\nevent='Stop'\n"), "with \"hooks\" that are no list; make them one", 1 },
		{ &list, GAFF_SYNTAX_JSON, GAFF_C_ONLY_AS_IN_ROWS, SV_INIT("{\"hooks\":[{\"event\":\"Stop\",\"command\":\"x\",\"matcher\":\"a(?=b)\"}]}"), "with a \"matcher\" that is not a pattern: ", 53 },
		{ &list, GAFF_SYNTAX_JSON, GAFF_C_ONLY_AS_IN_ROWS, SV_INIT("{\"hooks\":[{\"event\":\"Stop\",\"command\":\"x\",\"matcher\":\"*\"}]}"), "with a \"matcher\" that is not a pattern: ", 0 },
		{ &deep, GAFF_SYNTAX_JSON, GAFF_C_ONLY_AS_IN_ROWS, SV_INIT("{\"version\":\"v1\",\"hooks\":[{\"name\":\"n\",\"on\":\"Stop\",\"do\":{}}]}"), "with an entry without \"run\"; ", 26 },
		{ &deep, GAFF_SYNTAX_JSON, GAFF_C_ONLY_AS_IN_ROWS, SV_INIT("{\"hooks\":[]}"), "with anything without \"version\"; ", 1 },
		{ &groups, GAFF_SYNTAX_JSON, GAFF_C_BARE | GAFF_C_ONLY_KNOWN_EVENTS, SV_INIT("{\"Nope\":[]}"), "with an event it does not know; take this one out", 2 },
		{ &strict_groups, GAFF_SYNTAX_JSON, GAFF_C_ONLY_AS_IN_ROWS, SV_INIT("{\"hooks\":{\"Stop\":[{\"matcher\":\"*\",\"hooks\":[]}]}}"), "runs no hook of a file with a \"matcher\" that is not a pattern: ", 31 },
		{ &strict_groups, GAFF_SYNTAX_JSON, GAFF_C_ONLY_AS_IN_ROWS | GAFF_C_EVENT_ALONE, SV_INIT("{\"hooks\":{\"Stop\":[{\"hooks\":[{\"args\":[1]}]}]}}"), "does not run every hook of a file with a \"args\" that is not a list of texts", 37 },
		{ &strict_groups, GAFF_SYNTAX_JSON, GAFF_C_ONLY_AS_IN_ROWS, SV_INIT("{\"hooks\":{\"Stop\":[{\"args\":[]}]}}"), "with an entry that has no list of hooks; ", 19 },
		{ &strict_groups, GAFF_SYNTAX_JSON, GAFF_C_ONLY_AS_IN_ROWS, SV_INIT("{\"hooks\":{\"Stop\":[{\"hooks\":[1]}]}}"), "with an entry that is no object; ", 29 },
		{ &deep, GAFF_SYNTAX_JSON, GAFF_C_ONLY_AS_IN_ROWS, SV_INIT("{\"version\":\"v1\",\"hooks\":[{\"on\":1,\"hooks\":[]}]}"), "with a group in the list of an event; put its hooks into the list itself", 26 },
		{ &groups, GAFF_SYNTAX_JSON, GAFF_C_BARE, SV_INIT("[]"), "with anything but an object; make it one", 1 },
		{ &named, GAFF_SYNTAX_JSON, GAFF_C_ONLY_KNOWN_EVENTS, SV_INIT("{\"mine\":{\"enabled\":true,\"Nope\":[]}}"), "with an event it does not know; take this one out", 25 },
		/* clang-format on */
	};

	for (size_t i = 0; i < COUNT_OF(void_files); i++) {
		struct gaff_host host = host_of(void_files[i].layout);
		struct gaff_config_row row = { GAFF_SCOPE_USER, "~/file", void_files[i].syntax,
					       &seen, void_files[i].flags };
		struct gaff_err err = { .msg = "" };
		struct gaff_config config;
		struct arena a;

		gaff_arena_init(&a, storage, sizeof storage, sizeof storage);
		CHECK(read(&a, &host, &row, void_files[i].text, &config, &err) == GAFF_ESYNTAX);
		if (!strstr(err.msg, void_files[i].why))
			CHECK_TEXT(sv_of(err.msg), sv_of(void_files[i].why));
		if (void_files[i].column)
			CHECK(err.column == void_files[i].column);
		row.flags &= GAFF_C_BARE;
		if (void_files[i].flags & ~(unsigned)GAFF_C_BARE)
			CHECK(read(&a, &host, &row, void_files[i].text, &config, &err) == GAFF_OK);
		gaff_arena_release(&a);
	}
}
