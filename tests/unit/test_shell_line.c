#include "check.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/io.h"
#include "base/proc.h"
#include "convert/parts.h"
#include "agents/hosts.h"

/* Lines that gaff generates, as shells of agents read them. The last two need not be there. */
static const char *const shells[] = { "sh", "bash", "dash", "zsh", "fish" };

static char storage[1 << 16], scratch[64];
static struct arena arena;

/* A program of that name which prints what it was given, a US character behind each. */
static void write_program(const char *name)
{
	char path[128];
	FILE *f;

	(void)snprintf(path, sizeof path, "%s/%s", scratch, name);
	f = fopen(path, "w");
	CHECK(f != NULL);
	if (!f)
		return;
	fputs("#!/bin/sh\nprintf '%s\\037' \"$@\"\n", f);
	CHECK(fclose(f) == 0 && chmod(path, 0700) == 0);
}

static void begin(void)
{
	gaff_arena_init(&arena, storage, sizeof storage, 1 << 26);
	(void)snprintf(scratch, sizeof scratch, "/tmp/gaff-unit-XXXXXX");
	CHECK(mkdtemp(scratch) != NULL);
	write_program("curl");
	write_program("gaff");
}

static void end(void)
{
	char path[128];

	(void)snprintf(path, sizeof path, "%s/curl", scratch);
	(void)unlink(path);
	(void)snprintf(path, sizeof path, "%s/gaff", scratch);
	(void)unlink(path);
	CHECK(rmdir(scratch) == 0);
	gaff_arena_release(&arena);
}

/* False: there is no such shell. */
static bool run(const char *shell, struct sv line, const char *token, struct gaff_proc_result *out)
{
	char path[256], token_text[256];
	char *argv[] = { (char *)(uintptr_t)shell, (char *)(uintptr_t) "-c",
			 gaff_arena_cstr(&arena, line), NULL };
	char *envp[] = { path, (char *)(uintptr_t) "HOME=/nonexistent",
			 (char *)(uintptr_t) "LC_ALL=C.UTF-8", token_text, NULL };
	struct gaff_proc spec = { .argv = argv,
				  .envp = envp,
				  .cwd = scratch,
				  .deadline = gaff_now_ms() + 20000,
				  .out_max = 1 << 20,
				  .err_max = 1 << 16 };
	struct gaff_err err;

	(void)snprintf(path, sizeof path, "PATH=%s:/usr/bin:/bin", scratch);
	(void)snprintf(token_text, sizeof token_text, "TOKEN=%s", token);
	CHECK(argv[2] != NULL);
	if (!argv[2] || gaff_proc_run(&arena, &spec, out, &err) != GAFF_OK) {
		CHECK(strcmp(shell, "zsh") == 0 || strcmp(shell, "fish") == 0);
		return false;
	}
	return true;
}

/* What Gemini CLI and Qwen Code would replace: \$(?:(\w+)|{([^}]+)}) */
static bool has_variable(struct sv line)
{
	for (size_t i = 0; i + 1 < line.n; i++) {
		char next = line.p[i + 1];

		if (line.p[i] == '$' &&
		    (ascii_isalpha(next) || ascii_isdigit(next) || next == '_' || next == '{'))
			return true;
	}
	return false;
}

static const struct sv hostile[] = {
	/* clang-format off */
	SV_INIT("plain"),
	SV_INIT("it's"),
	SV_INIT("'; touch pwned; '"),
	SV_INIT("\"; touch pwned; \""),
	SV_INIT("$(touch pwned)"),
	SV_INIT("`touch pwned`"),
	SV_INIT("$HOME ${HOME} $TOKEN ${TOKEN:-x} $$ $1"),
	SV_INIT("ends with \\"),
	SV_INIT("\\' \\\\' \\\\\\'; touch pwned"),
	SV_INIT("a\\nb\\tc\\0d %s %n"),
	SV_INIT("-n -e --"),
	SV_INIT("* ? [a] {b,c} ~ ! !! ^ #"),
	SV_INIT("| & ; < > ( )"),
	SV_INIT("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80 // /* */"),
	SV_INIT("\xe2\x80\x98 \xe2\x80\x99"),
	/* clang-format on */
};

static bool is_untouched(void)
{
	char path[128];

	(void)snprintf(path, sizeof path, "%s/pwned", scratch);
	return access(path, F_OK) != 0;
}

TEST(shell_line__blocks_and_says_why)
{
	begin();
	for (size_t i = 0; i < COUNT_OF(hostile); i++) {
		struct buf line = buf_in(&arena), want = buf_in(&arena);

		gaff_blocking_line(&line, hostile[i]);
		CHECK(buf_ok(&line) && !has_variable(buf_sv(&line)));
		gaff_buf_add(&want, SV("BLOCKED: "));
		gaff_buf_add(&want, hostile[i]);
		gaff_buf_add(&want, SV("\n"));
		for (size_t s = 0; s < COUNT_OF(shells); s++) {
			struct gaff_proc_result result;

			if (!run(shells[s], buf_sv(&line), "", &result))
				continue;
			CHECK(result.exit == 2);
			CHECK_TEXT(result.err, buf_sv(&want));
			CHECK_TEXT(result.out, SV(""));
			CHECK(is_untouched());
		}
	}
	end();
}

TEST(shell_line__blocks_in_one_line)
{
	char reason[2000];
	struct buf line;

	gaff_arena_init(&arena, storage, sizeof storage, 1 << 24);
	line = buf_in(&arena);
	gaff_blocking_line(&line, SV("one\ntwo\r\t\x1b[2J\x7f\0nul"));
	CHECK_TEXT(buf_sv(&line), SV("printf '%s\\n' 'BLOCKED: one two   [2J  nul' >&2; exit 2"));
	memset(reason, 'x', sizeof reason);
	line.n = 0;
	gaff_blocking_line(&line, (struct sv){ reason, sizeof reason });
	CHECK(buf_ok(&line) && line.n < 700);
	gaff_arena_release(&arena);
}

/* A hook as a manifest has it; `json` is its handler. */
static bool read_handler(struct sv json, struct gaff_hook *out)
{
	struct gaff_findings findings = { .arena = &arena };
	struct buf b = buf_in(&arena);
	struct gaff_err err;
	struct json hook;

	gaff_buf_add(&b, SV("{\"event\":\"before_tool_execute\",\"handler\":"));
	gaff_buf_add(&b, json);
	gaff_buf_add(&b, SV("}"));
	return gaff_json_parse(buf_sv(&b), &hook, &err) == GAFF_OK &&
	       gaff_hook_read(&arena, gaff_hosts, hook, &findings, out);
}

#define U "\037"

TEST(shell_line__curl_gets_what_was_meant)
{
	static const struct {
		struct sv handler;
		struct sv want; /* behind "-X POST", with TOKEN for the variable */
	} cases[] = {
		/* clang-format off */
		{ SV_INIT("{\"type\":\"http\",\"url\":\"https://h/a?b=c&d='e'\"}"),
		  SV_INIT("-H" U "Content-Type: application/json" U "--data-binary" U "@-" U "--url" U "https://h/a?b=c&d='e'" U) },
		{ SV_INIT("{\"type\":\"http\",\"url\":\"https://h/$TOKEN;`x`${TOKEN}$(x)/{a,b}/[1-9]\"}"),
		  SV_INIT("-H" U "Content-Type: application/json" U "--data-binary" U "@-" U "--url" U "https://h/$TOKEN;`x`${TOKEN}$(x)/{a,b}/[1-9]" U) },
		{ SV_INIT("{\"type\":\"http\",\"url\":\"https://h/\",\"headers\":{\"Authorization\":\"Bearer ${TOKEN}\"},\"allowed_env_vars\":[\"TOKEN\"]}"),
		  SV_INIT("-H" U "Authorization: Bearer TOKEN" U "-H" U "Content-Type: application/json" U "--data-binary" U "@-" U "--url" U "https://h/" U) },
		{ SV_INIT("{\"type\":\"http\",\"url\":\"https://h/\",\"headers\":{\"X-A\":\"$TOKEN-$TOKEN's $$TOKEN \\\\ \\\"`x`\\\"\",\"X-Empty\":\"\",\"content-type\":\"text/plain\"},"
			  "\"allowed_env_vars\":[\"TOKEN\"]}"),
		  SV_INIT("-H" U "X-A: TOKEN-TOKEN's $\1 \\ \"`x`\"" U "-H" U "X-Empty;" U "-H" U "content-type: text/plain" U "--data-binary" U "@-" U "--url" U "https://h/" U) },
		/* clang-format on */
	};

	begin();
	for (size_t i = 0; i < COUNT_OF(cases) * 2; i++) {
		bool expands = i % 2;
		struct sv want = cases[i / 2].want;
		struct buf line = buf_in(&arena);
		struct gaff_hook hook;
		struct gaff_err err;

		CHECK(read_handler(cases[i / 2].handler, &hook));
		CHECK(gaff_curl_line(&arena, &line, &hook, expands, &err) == GAFF_OK);
		CHECK(!expands || !has_variable(buf_sv(&line)));
		for (size_t t = 0; t < COUNT_OF(hostile); t++) {
			struct buf all = buf_in(&arena);
			char *token = gaff_arena_cstr(&arena, hostile[t]);

			gaff_buf_add(&all, SV("-gfsS" U "--max-time" U "30" U "-X" U "POST" U));
			for (size_t at = 0; at < want.n;) {
				if (i / 2 > 1 && sv_starts(sv_skip(want, at), SV("TOKEN"))) {
					gaff_buf_add(&all, hostile[t]);
					at += 5;
				} else if (want.p[at] == '\1') {
					gaff_buf_add(&all, SV("TOKEN"));
					at++;
				} else {
					buf_addc(&all, want.p[at++]);
				}
			}
			/* fish has a fault with "$(…)" before a '$', and no such agent uses it */
			for (size_t s = 0; s < COUNT_OF(shells) - expands; s++) {
				struct gaff_proc_result result;

				if (!run(shells[s], buf_sv(&line), token, &result))
					continue;
				CHECK(result.exit == 0);
				CHECK_TEXT(result.out, buf_sv(&all));
				CHECK(is_untouched());
			}
		}
	}
	end();
}

/* What curl calls 2 is no denial; and it is told how long a hook may take. */
TEST(shell_line__curl_that_fails)
{
	struct gaff_proc_result result;
	struct gaff_hook hook;
	struct gaff_err err;
	char path[128];
	struct buf line;
	FILE *f;

	begin();
	line = buf_in(&arena);
	CHECK(read_handler(SV("{\"type\":\"http\",\"url\":\"https://h\",\"timeout\":2.5}"), &hook));
	CHECK(gaff_curl_line(&arena, &line, &hook, false, &err) == GAFF_OK);
	CHECK(sv_has(buf_sv(&line), SV(" --max-time 3 ")));
	(void)snprintf(path, sizeof path, "%s/curl", scratch);
	f = fopen(path, "w");
	CHECK(f && fputs("#!/bin/sh\nexit 2\n", f) >= 0 && fclose(f) == 0);
	for (size_t s = 0; s < COUNT_OF(shells); s++)
		if (run(shells[s], buf_sv(&line), "", &result))
			CHECK(result.exit == 1);
	end();
}

/* ---- gaff run --inline ---- */

static struct sv hook_with(struct sv command)
{
	struct buf b = buf_in(&arena);
	struct json_writer w = { .out = &b };

	gaff_buf_add(&b, SV("{\"event\":\"before_tool_execute\",\"matcher\":{\"pattern\":"
			    "\"^a|\\\\bx\\\\$\"},\"handler\":{\"type\":\"command\",\"command\":"));
	gaff_json_string(&w, command);
	gaff_buf_add(&b, SV(",\"timeout\":1.50,\"env\":{\"A\":"));
	w.comma = false;
	gaff_json_string(&w, command);
	gaff_buf_add(&b, SV("}},\"blocking\":true"));
	return buf_sv(&b);
}

static struct json parsed(struct sv text)
{
	struct json out = { 0 };
	struct gaff_err err;

	CHECK(gaff_json_parse(text, &out, &err) == GAFF_OK);
	return out;
}

static struct sv with(struct sv hook, struct sv end_of_it)
{
	struct buf b = buf_in(&arena);

	gaff_buf_add(&b, hook);
	gaff_buf_add(&b, end_of_it);
	return buf_sv(&b);
}

/* The line is one word for each shell, has nothing for an agent to find, and comes back. */
TEST(runtime__lines_are_read_back)
{
	begin();
	for (size_t i = 0; i < COUNT_OF(hostile); i++) {
		struct sv hook = hook_with(hostile[i]), seen = { 0 };
		struct buf line = buf_in(&arena);
		struct json back = { 0 };

		gaff_runtime_line(&arena, &line, SV("gaff"), &gaff_host_cursor, SV("preToolUse"),
				  SV("claude-code"), 4, parsed(with(hook, SV("}"))));
		CHECK(buf_ok(&line) && !has_variable(buf_sv(&line)));
		CHECK(!sv_has(buf_sv(&line), SV("//")) && !sv_has(buf_sv(&line), SV("/*")));
		CHECK(!sv_has(buf_sv(&line), SV("`")) && !sv_has(buf_sv(&line), SV("\n")));
		CHECK(gaff_runtime_read(&arena, buf_sv(&line), &back));
		CHECK(gaff_json_same(&arena, back,
				     parsed(with(hook, SV(",\"dialect\":\"claude-code\"}")))));
		for (size_t s = 0; s < COUNT_OF(shells); s++) {
			struct gaff_proc_result result;

			if (!run(shells[s], buf_sv(&line), "", &result))
				continue;
			CHECK(result.exit == 0 && is_untouched());
			CHECK(sv_starts(result.out,
					SV("run" U "--host" U "cursor" U "--event" U "preToolUse" U
					   "--dialect" U "claude-code" U "--deadline" U "4" U
					   "--inline" U "{\"spec\":\"hooks/1.0\",\"hooks\":[{")));
			CHECK(!s || sv_eq(seen, result.out));
			seen = result.out;
		}
	}
	end();
}

TEST(runtime__hides_all_that_is_special)
{
	struct buf line;

	gaff_arena_init(&arena, storage, sizeof storage, 1 << 24);
	line = buf_in(&arena);
	gaff_runtime_line(&arena, &line, SV("/opt/my $tools\\/it's/gaff"), &gaff_host_gemini_cli,
			  SV("BeforeTool"), SV("canonical"), 12,
			  parsed(SV("{\"a\":\"\\u0000\\ud800 \\u00e4\xc3\xa4 \\/\\/ //* \\\" \\\\ "
				    "\\n $x 'y' `z` !\"}")));
	CHECK_TEXT(buf_sv(&line),
		   SV("'/opt/my $'tools\\\\'/it'\\''s/gaff' run --host gemini-cli --event "
		      "BeforeTool --dialect canonical --deadline 12 --inline "
		      "'{\"spec\":\"hooks/1.0\",\"hooks\":[{\"a\":\"\\u0000\\ud800 "
		      "\xc3\xa4\xc3\xa4 \\u002f/ \\u002f\\u002f* \\u0022 \\u005c \\u000a "
		      "\\u0024x \\u0027y\\u0027 \\u0060z\\u0060 \\u0021\"}]}'"));
	gaff_arena_release(&arena);
}

#define HOOK  "{\"event\":\"session_start\",\"handler\":{\"type\":\"command\",\"command\":\"x\"}}"
#define MINE  "gaff run --host cursor --event sessionStart"
#define WHOSE "--dialect codex --deadline 9 --inline '{\"spec\":\"hooks/1.0\",\"hooks\":"

TEST(runtime__knows_its_lines)
{
	static const struct {
		struct sv command;
		bool is_ours, has_hook;
	} cases[] = {
		/* clang-format off */
		{ SV_INIT(MINE), true, false },
		{ SV_INIT("'/opt/my tools/gaff' run --host cursor --event stop --deadline 55 --fail-closed"), true, false },
		{ SV_INIT(MINE " " WHOSE "[" HOOK "]}'"), true, true },
		{ SV_INIT("\"/a/gaff\" run --event stop --host cursor " WHOSE "[" HOOK "]}'"), true, true },
		/* what a person wrote */
		{ SV_INIT(MINE " -- ./check.sh"), false, false },
		{ SV_INIT(MINE " ./check.sh"), false, false },
		{ SV_INIT(MINE " --manifest x.json"), false, false },
		{ SV_INIT(MINE " --dialect codex"), false, false },
		{ SV_INIT(MINE " | cat"), false, false },
		{ SV_INIT(MINE "; ./check.sh"), false, false },
		{ SV_INIT("sudo " MINE), false, false },
		{ SV_INIT("X=1 " MINE), false, false },
		{ SV_INIT("notgaff run --host cursor --event stop"), false, false },
		{ SV_INIT("gaff run --host cursor"), false, false },
		{ SV_INIT("gaff run --event stop"), false, false },
		{ SV_INIT("gaff guard destructive"), false, false },
		{ SV_INIT("gaff"), false, false },
		{ SV_INIT(""), false, false },
		/* nearly ours */
		{ SV_INIT(MINE " --fail-closed " WHOSE "[" HOOK "]}'"), false, false },
		{ SV_INIT(MINE " --inline '{\"spec\":\"hooks/1.0\",\"hooks\":[" HOOK "]}'"), false, false },
		{ SV_INIT(MINE " " WHOSE "[" HOOK "," HOOK "]}'"), false, false },
		{ SV_INIT(MINE " " WHOSE "[]}'"), false, false },
		{ SV_INIT(MINE " " WHOSE HOOK "}'"), false, false },
		{ SV_INIT(MINE " " WHOSE "[" HOOK "],\"rules\":[]}'"), false, false },
		{ SV_INIT(MINE " " WHOSE "[" HOOK "],\"hooks\":[" HOOK "]}'"), false, false },
		{ SV_INIT(MINE " " WHOSE "[{\"event\":\"nothing\"}]}'"), false, false },
		{ SV_INIT(MINE " " WHOSE "[" HOOK "]'"), false, false },
		{ SV_INIT(MINE " " WHOSE "[" HOOK "]}' x"), false, false },
		{ SV_INIT(MINE " --host codex " WHOSE "[" HOOK "]}'"), false, false },
		{ SV_INIT(MINE " --dialect nobody --inline '{\"spec\":\"hooks/1.0\",\"hooks\":[" HOOK "]}'"), false, false },
		/* clang-format on */
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct json hook = { 0 };
		bool is_ours;

		gaff_arena_init(&arena, storage, sizeof storage, 1 << 24);
		is_ours = gaff_runtime_read(&arena, cases[i].command, &hook);
		if (is_ours != cases[i].is_ours || (hook.n > 0) != cases[i].has_hook)
			fprintf(stderr, "%.*s\n", SV_ARG(cases[i].command));
		CHECK(is_ours == cases[i].is_ours);
		CHECK((hook.n > 0) == cases[i].has_hook);
		gaff_arena_release(&arena);
	}
}

TEST(shell_line__knows_what_blocks)
{
	struct buf line;

	gaff_arena_init(&arena, storage, sizeof storage, 1 << 24);
	for (size_t i = 0; i < COUNT_OF(hostile); i++) {
		line = buf_in(&arena);
		gaff_blocking_line(&line, hostile[i]);
		CHECK(gaff_is_blocking_line(buf_sv(&line)));
	}
	CHECK(!gaff_is_blocking_line(SV("printf '%s\\n' >&2; exit 2")));
	CHECK(!gaff_is_blocking_line(SV("printf '%s\\n' 'BLOCKED: x' >&2; exit 0")));
	CHECK(!gaff_is_blocking_line(SV("")));
	gaff_arena_release(&arena);
}
