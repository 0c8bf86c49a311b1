#include "doctor/health.h"

#include "base/io.h"
#include "base/limits.h"
#include "base/proc.h"
#include "check.h"
#include "agents/hosts.h"
#include "doctor/shell_scan.h"
#include "text/yaml/yaml_edit.h"

/* ---- which words are commands ---- */

static struct buf commands;
static char storage[4096];

static void keep(void *context, struct sv word, bool is_command, bool is_plain)
{
	(void)context;
	if (!is_command)
		return;
	gaff_buf_add(&commands, commands.n ? SV(" ") : SV(""));
	gaff_buf_add(&commands, is_plain ? SV("") : SV("?"));
	gaff_buf_add(&commands, word);
}

static struct sv commands_of(const char *text)
{
	static char memory[1 << 16];
	struct arena a;

	gaff_arena_init(&a, memory, sizeof memory, sizeof memory);
	commands = buf_fixed(storage, sizeof storage);
	gaff_shell_scan(&a, sv_of(text), keep, NULL);
	gaff_arena_release(&a);
	return buf_sv(&commands);
}

TEST(shell_scan__finds_commands)
{
	/* clang-format off */
	static const struct { const char *text, *commands; } rows[] = {
		{ "", "" },
		{ "jq .", "jq" },
		{ "cat x | jq . && node y; deno z &", "cat jq node deno" },
		{ "A=1 B='x y' jq", "jq" },
		{ "if true; then jq; else node; fi", "true jq node" },
		{ "# jq\nnode # deno\nbun", "node bun" },
		{ "echo 'a; jq' \"b; node\" c\\;d", "echo" },
		{ "echo \"$(jq . | node)\" x", "echo jq node" },
		{ "x=`jq`; y=$(node \"$(bun)\")", "jq node bun" },
		{ "\"my tool\" x", "my tool" },
		{ "$TOOL x; ${A}/b", "?$TOOL ?${A}/b" },
		{ "cat <jq >node 2>&1 | bun", "cat bun" },
		{ "(jq; node) && { bun; }", "jq node bun" },
		{ "exec jq", "exec jq" },
		{ "\"$DIR\"/x.sh y", "?$DIR/x.sh" },
		{ "cat <<E\njq $(node)\nE\nbun", "cat node bun" },
		{ "f() { jq; }; case x in y) node;; esac", "jq node" },
		{ "a \\\n jq\nb", "a b" },
		{ "echo \"unfinished $(jq", "echo jq" },
		{ "'unfinished", "unfinished" },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_text(rows[i].text, (int)i, commands_of(rows[i].text),
			   sv_of(rows[i].commands));
	CHECK(gaff_shell_has(SV("cd")) && gaff_shell_has(SV("[")) && !gaff_shell_has(SV("jq")) &&
	      !gaff_shell_has(SV("c")) && !gaff_shell_has(SV("")));
}

TEST(shell_scan__bears_any_text)
{
	char deep[2000];

	memset(deep, '(', sizeof deep - 1);
	deep[sizeof deep - 1] = '\0';
	CHECK(commands_of(deep).n == 0);
	for (size_t i = 0; i + 1 < sizeof deep; i++)
		deep[i] = i % 2 ? '(' : '$';
	(void)commands_of(deep);
	for (size_t i = 0; i + 1 < sizeof deep; i++)
		deep[i] = "\"`$('"[i % 5];
	(void)commands_of(deep);
}

/* ---- one word of a YAML file ---- */

static struct sv edited(const char *text, size_t i, bool value)
{
	static char memory[1 << 18];
	struct sv out = SV("refused");
	struct gaff_err err;
	struct arena a;

	gaff_arena_init(&a, memory, sizeof memory, sizeof memory);
	if (gaff_yaml_edit_flag(&a, sv_of(text), SV("hooks"), i, SV("on"), value, &out, &err) !=
	    GAFF_OK)
		CHECK(err.line && err.rc == GAFF_EUNSUPPORTED);
	return out;
}

TEST(yaml_edit__changes_one_word)
{
	/* clang-format off */
	static const struct { const char *text; size_t i; const char *on, *off; } rows[] = {
		{ "hooks:\n- a: 1\n", 0, "hooks:\n- on: true\n  a: 1\n", "hooks:\n- on: false\n  a: 1\n" },
		{ "hooks:\n  - a: 1\n    on: false # x\n", 0, "hooks:\n  - a: 1\n    on: true # x\n", "hooks:\n  - a: 1\n    on: false # x\n" },
		{ "hooks:\n  - a: 1\n  -\n    b: 2\n", 1, "hooks:\n  - a: 1\n  -\n    on: true\n    b: 2\n", "hooks:\n  - a: 1\n  -\n    on: false\n    b: 2\n" },
		{ "hooks: [{a: 1}, { b: 2 }]\n", 1, "hooks: [{a: 1}, { on: true, b: 2 }]\n", "hooks: [{a: 1}, { on: false, b: 2 }]\n" },
		{ "{\"hooks\": [{\"on\": True}]}", 0, "{\"hooks\": [{\"on\": true}]}", "{\"hooks\": [{\"on\": false}]}" },
		{ "hooks:\n- \xc3\xa4: 1\n  on: true", 0, "hooks:\n- \xc3\xa4: 1\n  on: true", "hooks:\n- \xc3\xa4: 1\n  on: false" },
		{ "hooks:\n- on: \"false\"\n", 0, "refused", "refused" },
		{ "hooks:\n- ? a\n  : 1\n", 0, "refused", "refused" },
		{ "hooks:\n- {}\n", 0, "refused", "refused" },
		{ "hooks:\n- a: 1\n", 1, "refused", "refused" },
		{ "hooks: x\n", 0, "refused", "refused" },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		check_text(rows[i].text, 1, edited(rows[i].text, rows[i].i, true),
			   sv_of(rows[i].on));
		check_text(rows[i].text, 0, edited(rows[i].text, rows[i].i, false),
			   sv_of(rows[i].off));
	}
}

/* ---- ailments ---- */

TEST(health__has_each_ailment_once)
{
	static char memory[1 << 16];
	struct gaff_spot spot = { &gaff_host_cursor, GAFF_SCOPE_USER, "/x", { 1, 2 } };
	struct gaff_health h = { 0 };
	struct arena a;

	gaff_arena_init(&a, memory, sizeof memory, sizeof memory);
	h.arena = &a;
	for (int kind = 0; kind < GAFF_AIL_COUNT; kind++) {
		CHECK(gaff_ail(&h, (enum gaff_ailment_kind)kind, &spot, "next", "text"));
		CHECK(!gaff_ail(&h, (enum gaff_ailment_kind)kind, &spot, "next", "text"));
	}
	CHECK(h.n == GAFF_AIL_COUNT);
	for (size_t i = 0; i < h.n; i++) {
		CHECK(h.item[i].id.n);
		for (size_t j = 0; j < i; j++)
			CHECK(!sv_eq(h.item[i].id, h.item[j].id));
	}
	CHECK(sv_eq(h.item[GAFF_AIL_IMPORTED].id, SV("imported-by-cursor")));
	spot.scope = GAFF_SCOPE_SYSTEM;
	CHECK(!gaff_ail(&h, GAFF_AIL_MISSING_PROGRAM, &spot, "next", "other")->is_fixable);
}

/* What an agent that ignores matchers, fails closed and takes silence for a yes has in its file. */
TEST(health__of_an_odd_agent)
{
	static const struct gaff_shape nothing = { .deny_by = GAFF_DENY_EXIT_2 };
	static const struct gaff_evidence seen = { GAFF_CONTRACT, "1" };
	static const struct gaff_event_row events[] = {
		{ SV_INIT("Before"), GAFF_EV_BEFORE_TOOL, &nothing, 60000, &seen },
		{ SV_INIT("Ask"), GAFF_EV_PERMISSION_REQUEST, &nothing, 60000, &seen,
		  .flags = GAFF_E_SILENCE_GRANTS },
	};
	static const struct gaff_member rows[] = {
		{ SV_INIT("/command"), GAFF_MEMBER_COMMAND },
		{ SV_INIT("/timeout"), GAFF_MEMBER_TIMEOUT },
	};
	static const struct gaff_layout layout = { .shape = GAFF_LAYOUT_FLAT,
						   .is_bare = true,
						   .rows = GAFF_ROWS(rows) };
	static const struct gaff_config_row row = { GAFF_SCOPE_USER, "~/x", GAFF_SYNTAX_JSON,
						    &seen };
	static const struct sv text = SV_INIT(
		"{\"hooks\":{\"Before\":[{\"command\":\"/nowhere/x\",\"matcher\":\"Bash\"},"
		"{\"command\":\"/nowhere/gaff run --host agent --event "
		"Before\",\"matcher\":\"Bash\"}],"
		"\"Ask\":[{\"command\":\"true\"},"
		"{\"command\":\"/nowhere/gaff run --host agent --event Ask\"}]}}");
	static char memory[1 << 17];
	struct gaff_host host = { .id = SV("agent"),
				  .title = "Agent",
				  .flags = GAFF_H_MATCHERS_ARE_IGNORED | GAFF_H_FAILS_CLOSED,
				  .events = GAFF_ROWS(events),
				  .layout = &layout };
	struct gaff_held held = { .path = "/x", .exists = true, .text = text };
	struct gaff_config config;
	struct gaff_health h = { 0 };
	struct gaff_err err;
	struct arena a;
	size_t n = 0;

	gaff_arena_init(&a, memory, sizeof memory, sizeof memory);
	h.arena = &a;
	CHECK(gaff_config_parse(&a, &host, &row, &held, &config, &err) == GAFF_OK);
	gaff_health_entries(&h, &config);
	CHECK(h.n == 2);
	CHECK_TEXT(h.item[0].id, SV("ignored-matcher"));
	CHECK_TEXT(h.item[0].text, SV("Agent ignores matchers: this hook runs for every tool, not "
				      "only for \"Bash\""));
	CHECK_TEXT(h.item[1].id, SV("grants-by-silence"));
	CHECK(!h.item[0].is_wrong && h.item[1].is_wrong && h.item[1].place.line == 1);
	gaff_health_programs(&h, &config, "/usr/bin/gaff", NULL);
	for (size_t i = 2; i < h.n; i++) {
		CHECK_TEXT(h.item[i].id, SV("missing-program"));
		n += sv_has(h.item[i].text, SV(", and Agent blocks every such call"));
	}
	CHECK(h.n == 5 && n == 3);
	host.flags = 0;
	h.n = 0;
	gaff_health_entries(&h, &config);
	gaff_health_programs(&h, &config, "/usr/bin/gaff", NULL);
	CHECK(h.n == 5);
	CHECK_TEXT(h.item[0].id, SV("narrow-matcher"));
	for (size_t i = 0; i < h.n; i++)
		CHECK(!sv_has(h.item[i].text, SV("blocks every")));
	gaff_arena_release(&a);
}

/* ---- how it is started ---- */

static int stdin_test(const char *test, bool is_socket)
{
	static char memory[1 << 16];
	char sh[] = "sh", c[] = "-c", script[64], path[] = "PATH=/usr/bin:/bin";
	char *argv[] = { sh, c, script, NULL }, *envp[] = { path, NULL };
	struct gaff_proc proc = { .argv = argv,
				  .envp = envp,
				  .input = SV("hello"),
				  .stdin_is_socket = is_socket,
				  .deadline = gaff_now_ms() + 10000,
				  .out_max = 64,
				  .err_max = 64 };
	struct gaff_proc_result result = { .exit = -1 };
	struct gaff_err err;
	struct arena a;

	(void)snprintf(script, sizeof script, "cat; [ %s /dev/fd/0 ]", test);
	gaff_arena_init(&a, memory, sizeof memory, sizeof memory);
	CHECK(gaff_proc_run(&a, &proc, &result, &err) == GAFF_OK);
	check_text(__FILE__, __LINE__, result.out, SV("hello"));
	return result.exit;
}

TEST(proc__stdin_is_a_pipe_or_a_socket)
{
	CHECK(stdin_test("-S", true) == 0);
	CHECK(stdin_test("-p", false) == 0);
}
