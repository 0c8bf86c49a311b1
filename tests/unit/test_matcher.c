#include "check.h"

#include "convert/matcher/matcher_parts.h"
#include "agents/codec/codec.h"
#include "agents/hosts.h"
#include "text/regex/js_regex.h"

static char storage[1 << 20];

/* "copilot-cli/2" is its other spelling, as "kiro/2" is the agent files'. */
static const struct gaff_host *host_of(const char *name)
{
	const char *slash = strchr(name, '/');
	struct sv id = { name, slash ? (size_t)(slash - name) : strlen(name) };
	const struct gaff_host *host = gaff_layout_find(id);

	return slash ? host->other_spelling : host;
}

static const char *const hosts[] = { "claude-code",   "codex",      "copilot-cli", "copilot-cli/2",
				     "cursor",        "gemini-cli", "kiro",        "kiro/2",
				     "factory-droid", "opencode",   "qwen-code" };

static void losses_said(struct buf *b, const struct gaff_losses *l)
{
	for (size_t i = 0; i < l->n; i++) {
		CHECK_TEXT(l->item[i].field, SV("matcher"));
		gaff_buf_add(b, i ? SV("; ") : SV(" ! "));
		gaff_buf_add(b, l->item[i].text);
	}
}

/* ---- native -> manifest ---- */

struct read_case {
	const char *host, *native, *want; /* "all", or JSON; and " ! losses" */
};

static void check_reads(const struct read_case *c, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct gaff_losses losses = { 0 };
		struct gaff_selection s;
		struct gaff_err err;
		struct json_writer w;
		struct arena a;
		struct buf b;

		gaff_arena_init(&a, storage, sizeof storage, 1 << 26);
		losses.arena = &a;
		b = buf_in(&a);
		w = (struct json_writer){ .out = &b };
		CHECK(gaff_matcher_read(&a, host_of(c[i].host), sv_of(c[i].native), 7, &losses, &s,
					&err) == GAFF_OK);
		if (s.n)
			gaff_selection_write(&w, &s);
		else
			gaff_buf_add(&b, SV("all"));
		for (size_t k = 0; k < losses.n; k++)
			CHECK(losses.item[k].of_source && losses.item[k].hook == 7);
		losses_said(&b, &losses);
		if (!sv_eq(buf_sv(&b), sv_of(c[i].want)))
			fprintf(stderr, "%s: %s\n", c[i].host, c[i].native);
		CHECK_TEXT(buf_sv(&b), sv_of(c[i].want));
		gaff_arena_release(&a);
	}
}

/* clang-format off */
TEST(matcher__reads_names)
{
	static const struct read_case cases[] = {
		{ "claude-code", "Bash", "\"shell\"" },
		{ "claude-code", "Edit|Write|MultiEdit", "[\"file_edit\",\"file_write\"]" },
		{ "claude-code", "Edit, Write", "[\"file_edit\",\"file_write\"]" },
		{ "claude-code", "^Bash$", "\"shell\"" },
		{ "claude-code", "^(Edit|Write)$", "[\"file_edit\",\"file_write\"]" },
		{ "claude-code", "^(?:Edit|(Write|Bash))$", "[\"file_edit\",\"file_write\",\"shell\"]" },
		{ "claude-code", "Bash|", "\"shell\"" },
		{ "claude-code", " Bash | Read ", "[\"shell\",\"file_read\"]" },
		{ "claude-code", "TodoWrite", "\"TodoWrite\"" },
		{ "claude-code", "PowerShell", "\"shell\" ! in a manifest \"PowerShell\" is also for Bash and Monitor of Claude Code" },
		{ "claude-code", "Write|NotebookEdit", "[\"file_write\",\"file_edit\"] ! in a manifest \"Write|NotebookEdit\" is also for Edit and MultiEdit of Claude Code" },
		{ "claude-code", "Task", "\"agent\"" },
		{ "claude-code", "bash", "\"bash\" ! Claude Code has no tool \"bash\", but other agents have" },
		{ "claude-code", "shell|Bash", "\"shell\" ! \"shell\" is no tool of Claude Code that gaff knows, and of a manifest another: left out" },
		{ "codex", "Write|Edit", "[\"file_write\",\"file_edit\"]" },
		{ "codex", "^apply_patch$", "[\"file_write\",\"file_edit\"]" },
		{ "qwen-code", "Bash", "\"shell\"" },
		{ "qwen-code", "write_file|edit", "[\"file_write\",\"file_edit\"]" },
		{ "copilot-cli", "bash|edit", "[\"shell\",\"file_edit\"]" },
		{ "copilot-cli/2", "bash|edit", "[\"shell\",\"file_edit\"]" },
		{ "copilot-cli/2", "Bash", "\"shell\"" },
		{ "cursor", "Shell", "[\"shell\",\"WriteShellStdin\"]" }, /* which has it in its name */
		{ "cursor", "^Shell$", "\"shell\"" },
		{ "cursor", "^(Shell|Write)$", "[\"shell\",\"file_write\",\"file_edit\"]" },
		{ "cursor", "Delete", "\"Delete\"" },
		{ "cursor", "run_terminal_cmd", "\"shell\"" },
		{ "cursor", "^edit_file$", "[\"file_write\",\"file_edit\"]" },
		{ "cursor", "read_file|grep_search|file_search|web_search", "[\"file_read\",\"search\",\"find\",\"web_search\"]" },
		{ "gemini-cli", "write_file|replace", "[\"file_write\",\"file_edit\"]" },
		{ "gemini-cli", " run_shell_command ", "\"shell\"" },
		{ "factory-droid", "Execute", "\"shell\"" },
		{ "kiro", "shell", "\"shell\"" },
		{ "kiro", "read", "[\"file_read\",\"search\",\"find\",\"list_directory\"]" },
		{ "kiro", "write", "[\"file_write\",\"file_edit\",\"delete_file\"]" },
		{ "kiro", "fs_append", "\"file_edit\" ! in a manifest \"fs_append\" is also for str_replace of Kiro" },
		{ "kiro/2", "fs_write", "[\"file_write\",\"file_edit\"]" },
		{ "kiro/2", "shell", "\"shell\"" },
	};

	check_reads(cases, COUNT_OF(cases));
}

#define MCP(server, tool) "{\"mcp\":{\"server\":\"" server "\",\"tool\":\"" tool "\"}}"
#define SERVER(server)    "{\"mcp\":{\"server\":\"" server "\"}}"

TEST(matcher__reads_mcp_tools)
{
	static const struct read_case cases[] = {
		{ "claude-code", "mcp__github__create_issue", MCP("github", "create_issue") },
		{ "claude-code", "mcp__plugin_x_y__z", MCP("plugin_x_y", "z") },
		{ "claude-code", "mcp__my_server__a__b", "[" MCP("my_server", "a__b") "," MCP("my_server__a", "b") "]" },
		{ "claude-code", "mcp__memory__.*", SERVER("memory") },
		{ "claude-code", "^mcp__memory__", SERVER("memory") },
		{ "claude-code", "mcp__memory__*", SERVER("memory") },
		{ "claude-code", "Bash|mcp__x__.*", "[\"shell\"," SERVER("x") "]" },
		{ "claude-code", "mcp__.*", "\"mcp\"" },
		{ "claude-code", "mcp__lab", "\"mcp__lab\" ! \"mcp__lab\" names no MCP tool: it needs a server and a tool" },
		{ "claude-code", "mcp__lab.*", SERVER("lab") " ! \"mcp__lab\" is also for servers with longer names than \"lab\": they are left out" },
		{ "claude-code", "mcp__.*__write.*", "{\"pattern\":\"mcp__.*__write.*\"}" },
		{ "qwen-code", "mcp__lab", SERVER("lab") " ! \"mcp__lab\" is also for servers with longer names than \"lab\": they are left out" },
		{ "gemini-cli", "mcp_github_.*", SERVER("github") },
		{ "gemini-cli", "^mcp_github_create_issue$", "[" MCP("github", "create_issue") "," MCP("github_create", "issue") "]" },
		{ "gemini-cli", "mcp_git.*_(push|commit)", "{\"pattern\":\"^mcp_git.*_(push|commit)|^mcp__git.*__(push|commit)\"}" },
		{ "factory-droid", "lab___mark", MCP("lab", "mark") " ! \"lab___mark\" is found anywhere in a name on Factory droid: other tools are left out" },
		{ "factory-droid", "^lab___mark$", MCP("lab", "mark") },
		{ "factory-droid", "lab___.*", SERVER("lab") },
		{ "copilot-cli", "github-create_issue", MCP("github", "create_issue") },
		{ "copilot-cli", "github-.*", SERVER("github") },
		{ "copilot-cli", ".+-.+", "\"mcp\"" },
		{ "cursor", "MCP:.*", "\"mcp\"" },
		{ "cursor", "^MCP:create_issue$", "{\"pattern\":\"^MCP:create_issue$|^mcp__.*__create_issue$\"}" },
		{ "kiro", "@mcp", "\"mcp\"" },
		{ "kiro", "@github", SERVER("github") },
		{ "kiro", "@github/create_issue", MCP("github", "create_issue") },
		{ "kiro/2", "@git/status", MCP("git", "status") },
		{ "kiro/2", "@git/*", SERVER("git") },
		{ "kiro/2", "@git*/st*", "{\"pattern\":\"^@git.*/st.*$|^mcp__git.*__st.*$\"}" },
	};

	check_reads(cases, COUNT_OF(cases));
}

TEST(matcher__reads_patterns)
{
	static const struct read_case cases[] = {
		{ "claude-code", "", "all" }, { "claude-code", "*", "all" }, { "claude-code", ".*", "all" },
		{ "copilot-cli", ".*", "all" }, { "cursor", "Shell|", "all" }, { "kiro", "*", "all" },
		{ "claude-code", "Notebook.*", "[\"file_edit\",{\"pattern\":\"Notebook.*\"}] ! in a manifest \"Notebook.*\" is also for Edit and MultiEdit of Claude Code" },
		{ "claude-code", "Bash(git *)", "{\"pattern\":\"Bash(git *)\"}" },
		{ "claude-code", "a.b", "{\"pattern\":\"a.b\"}" },
		{ "claude-code", "\\z+", "{\"pattern\":\"z+\"}" },
		{ "claude-code", "[[:alpha:]]x", "{\"pattern\":\"[:\\\\[ahlp]\\\\]x\"}" }, /* what JavaScript makes of it */
		{ "claude-code", "^(?!Read).*", "all ! a manifest cannot say \"^(?!Read).*\" (it looks ahead or behind): every tool is meant" },
		{ "claude-code", "(a)\\1", "all ! a manifest cannot say \"(a)\\1\" (it refers back to a group): every tool is meant" },
		{ "claude-code", "a{5000}", "all ! a manifest cannot say \"a{5000}\" (more than 1000 repeats): every tool is meant" },
		{ "claude-code", "(?i)bash", "{\"pattern\":\"[^\\\\s\\\\S]\"} ! \"(?i)bash\" selects no tool of Claude Code" },
		{ "claude-code", "|", "{\"pattern\":\"[^\\\\s\\\\S]\"} ! \"|\" selects no tool of Claude Code" },
		{ "copilot-cli", "*", "{\"pattern\":\"[^\\\\s\\\\S]\"} ! \"*\" selects no tool of Copilot CLI" },
		{ "copilot-cli", "", "{\"pattern\":\"[^\\\\s\\\\S]\"} ! \"\" selects no tool of Copilot CLI" },
		{ "codex", "(?i)bash", "[\"shell\",{\"pattern\":\"[Bb][Aa][Ss][Hh]\"}]" },
		{ "codex", "[[:upper:]]ash\\z", "[\"shell\",{\"pattern\":\"[A-Z]ash$\"}]" },
		{ "gemini-cli", "write_.*", "[\"file_write\",{\"pattern\":\"write_.*\"}]" },
		{ "factory-droid", "mcp__lab", "{\"pattern\":\"mcp__lab\"} ! Factory droid does not call MCP tools \"mcp__\u2026\", but in a manifest all are" },
		{ "gemini-cli", "mcp__github", "{\"pattern\":\"mcp__github\"} ! Gemini CLI does not call MCP tools \"mcp__\u2026\", but in a manifest all are" },
		{ "kiro/2", "@builtin", "[\"shell\",\"file_read\",\"file_write\",\"file_edit\",\"search\",\"find\",\"web_search\",\"web_fetch\",\"agent\",\"use_aws\"] ! \"@builtin\" is also for other tools than gaff knows: they are left out" },
		{ "kiro", "@powers", "all ! a manifest cannot say \"@powers\" (gaff does not know what @powers are): every tool is meant" },
		{ "vs-code-copilot", "Bash", "all" },
	};

	check_reads(cases, COUNT_OF(cases));
}
/* clang-format on */

/* ---- manifest -> native ---- */

struct write_case {
	const char *host, *matcher, *want; /* matchers with a blank between, and " ! losses" */
	bool wide;
};

static void check_writes(const struct write_case *c, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct gaff_losses losses = { 0 };
		struct gaff_selection s;
		struct gaff_err err;
		struct json json;
		struct arena a;
		struct sv *text;
		size_t count = 0;
		struct buf b;

		gaff_arena_init(&a, storage, sizeof storage, 1 << 26);
		losses.arena = &a;
		b = buf_in(&a);
		CHECK(gaff_json_parse(sv_of(c[i].matcher), &json, &err) == GAFF_OK &&
		      gaff_selection_read(&a, json, &s) &&
		      gaff_matcher_write(&a, host_of(c[i].host), &s, c[i].wide, 7, &losses, &text,
					 &count, &err) == GAFF_OK);
		for (size_t k = 0; k < count; k++) {
			gaff_buf_add(&b, k ? SV(" ") : SV(""));
			gaff_buf_add(&b, text[k].n ? text[k] : SV("all"));
		}
		losses_said(&b, &losses);
		if (!sv_eq(buf_sv(&b), sv_of(c[i].want)))
			fprintf(stderr, "%s: %s\n", c[i].host, c[i].matcher);
		CHECK_TEXT(buf_sv(&b), sv_of(c[i].want));
		gaff_arena_release(&a);
	}
}

/* clang-format off */
TEST(matcher__writes_words)
{
	static const struct write_case cases[] = {
		{ "claude-code", "\"shell\"", "Bash ! on Claude Code it does not run for PowerShell, though meant to", false },
		{ "claude-code", "\"shell\"", "Bash|PowerShell", true },
		{ "claude-code", "[\"file_write\",\"file_edit\"]", "Write|Edit|MultiEdit|NotebookEdit", false },
		{ "claude-code", "\"NotebookEdit\"", "NotebookEdit", false },
		{ "claude-code", "\"mcp\"", "^mcp__.*$", false },
		{ "claude-code", "\"agent\"", "Agent|Task", false }, /* which it was called */
		{ "codex", "[\"shell\",\"file_edit\"]", "Bash|apply_patch", false },
		{ "codex", "\"file_read\"", " ! Codex CLI has no tool for file_read: left out", false },
		{ "codex", "[\"shell\",\"file_read\",\"find\"]", "Bash ! Codex CLI has no tool for file_read and find: left out", false },
		{ "cursor", "\"shell\"", "^(Shell|run_terminal_cmd)$", false }, /* aliases behind */
		{ "cursor", "[\"shell\",\"file_write\"]", "^(Shell|run_terminal_cmd|Write|edit_file)$", false },
		{ "cursor", "[\"edit_file\",\"file_write\"]", "^(Write|edit_file|StrReplace|Edit|ApplyPatch)$ ! on Cursor it also runs for StrReplace, Edit and ApplyPatch", false }, /* an alias is no reason to leave out the name */
		{ "cursor", "\"run_terminal_cmd\"", "^(Shell|run_terminal_cmd)$ ! on Cursor it also runs for Shell", false },
		{ "cursor", "[\"run_terminal_cmd\",\"shell\"]", "^(Shell|run_terminal_cmd)$", false },
		{ "cursor", "\"find\"", " ! Cursor has no tool for find: left out", false }, /* no call of file_search is seen */
		{ "cursor", "\"Bash\"", " ! Cursor has no tool for Bash: left out", false }, /* it would never match */
		{ "cursor", "\"TodoWrite\"", "^TodoWrite$ ! gaff knows no tool TodoWrite of Cursor: the name is written as it is", false },
		{ "cursor", "\"mcp\"", "^MCP:.*$", false },
		{ "copilot-cli", "\"file_write\"", "create ! apply_patch of Copilot CLI can write new files too, and is not in it", false },
		{ "copilot-cli", "\"file_write\"", "create|apply_patch", true },
		{ "copilot-cli", "\"mcp\"", ".+-.+|.+/.+", false },
		{ "copilot-cli/2", "[\"shell\",\"file_read\"]", "Bash|Read", false },
		{ "gemini-cli", "[\"file_write\",\"file_edit\"]", "^(write_file|replace)$", false },
		{ "qwen-code", "\"file_edit\"", "^(edit|notebook_edit)$", true },
		{ "opencode", "\"mcp\"", "^.+_.+$ ! on OpenCode it also runs for apply_patch", false },
		{ "kiro", "\"shell\"", "shell", false },
		{ "kiro", "\"file_edit\"", "^(str_replace|fs_append)$", false },
		{ "kiro", "[\"file_read\",\"search\",\"find\",\"list_directory\"]", "read", false },
		{ "kiro/2", "[\"shell\",\"file_read\",\"file_edit\"]", "execute_bash fs_read fs_write", false },
		{ "vs-code-copilot", "\"shell\"", "all ! VS Code has no matchers: it runs for every tool", false },
		{ "vs-code-copilot", "\"shell\"", "all", true },
	};

	check_writes(cases, COUNT_OF(cases));
}

TEST(matcher__writes_mcp_tools)
{
	static const struct write_case cases[] = {
		{ "claude-code", MCP("github", "create_issue"), "mcp__github__create_issue", false },
		{ "claude-code", SERVER("github"), "^mcp__github__.*$", false },
		{ "claude-code", MCP("my-lab", "x"), "mcp__my-lab__x", false },
		{ "claude-code", "[\"shell\"," SERVER("x") "]", "^(Bash|PowerShell|mcp__x__.*)$", true },
		{ "claude-code", MCP("claude.ai Gmail", "a|b"), "^mcp__claude(?:\\.|_)ai(?: |_)Gmail__a(?:\\||_)b$", false },
		{ "claude-code", MCP(".*", "(["), "^mcp__(?:\\.|_)(?:\\*|_)__(?:\\(|_)(?:\\[|_)$", false },
		{ "codex", MCP("my-lab", "x"), "mcp__my_lab__x", false }, /* it has no hyphens there */
		{ "gemini-cli", MCP("github", "create_issue"), "^mcp_github_create_issue$", false },
		{ "gemini-cli", SERVER("github"), "^mcp_github_.*$ ! on Gemini CLI names of servers can begin alike: not only github can be meant", false },
		{ "factory-droid", MCP("github", "create_issue"), "^github___create_issue$", false },
		{ "copilot-cli", MCP("github", "create_issue"), "github-create_issue|github/create_issue", false },
		{ "copilot-cli/2", "[\"shell\"," MCP("lab", "mark") "]", "Bash|lab-mark|lab/mark", false },
		{ "opencode", MCP("github", "create_issue"), "^github_create_issue$", false },
		{ "cursor", MCP("github", "create_issue"), "^MCP:create_issue$ ! Cursor does not tell the server of an MCP tool: it runs for any server's", false },
		{ "cursor", MCP("github", "create_issue"), "^MCP:create_issue$", true },
		{ "kiro", "[\"shell\"," SERVER("x") "," MCP("y", "z") "]", "@x @y/z shell", false },
		{ "kiro", "\"mcp\"", "@mcp", false },
		{ "kiro/2", "[\"mcp\"," MCP("y.z", "a") "]", "@*/* @y.z/a", false },
	};

	check_writes(cases, COUNT_OF(cases));
}

#define PATTERN(pattern) "{\"pattern\":\"" pattern "\"}"

TEST(matcher__writes_patterns)
{
	static const struct write_case cases[] = {
		{ "claude-code", PATTERN("file_(read|write)"), "^(Read|Write)$|file_(read|write)", false },
		{ "claude-code", PATTERN("Notebook"), "Notebook.*", false }, /* else a name */
		{ "gemini-cli", PATTERN("save_"), "save_", false },
		{ "claude-code", PATTERN("^Bash$"), "Bash ! on Claude Code it also runs for Monitor", false },
		{ "codex", PATTERN("(?i)BASH|[[:alpha:]]+_x\\\\z"), "[Bb][Aa][Ss][Hh]|[A-Za-z]+_[Xx]$", false },
		{ "cursor", PATTERN("\\\\Qa.b\\\\E|\\\\x{41}|(?s).c{2}"), "a\\.b|A|[\\s\\S]c{2} ! Cursor does not tell the server of an MCP tool: a pattern cannot find it", false },
		{ "cursor", PATTERN("\\\\pN+$"), "[0-9]+$ ! Cursor does not tell the server of an MCP tool: a pattern cannot find it", false },
		{ "cursor", PATTERN("^*a"), "^Grep$|(?:^)*a ! Cursor does not tell the server of an MCP tool: a pattern cannot find it", false },
		{ "copilot-cli", PATTERN("^re"), "re.*", false },
		{ "claude-code", PATTERN("mcp__github__create_.*"), "mcp__github__create_.*", false },
		{ "gemini-cli", PATTERN("^mcp__github__(create|delete)_"), "^mcp_github_(create|delete)_", false },
		{ "copilot-cli", PATTERN("^mcp__github__(create|delete)_"), "github-(create|delete)_.*|github/(create|delete)_.*", false },
		{ "factory-droid", PATTERN("mcp__github__.*"), "^github___.*$", false },
		{ "factory-droid", PATTERN("mcp__.*__delete"), "^.*___delete", false },
		{ "cursor", PATTERN("lab"), "lab ! Cursor does not tell the server of an MCP tool: a pattern cannot find it", false },
		{ "cursor", PATTERN("lab"), "^MCP:.*$|lab", true },
		{ "cursor", PATTERN("^mcp__.*__delete"), "^MCP:delete.*$", false },
		{ "cursor", PATTERN("^mcp__git__delete"), "^MCP:delete.*$ ! Cursor does not tell the server of an MCP tool: it runs for any server's", false },
		{ "kiro", PATTERN("^mcp__github__create_issue$"), "@github/create_issue", false },
		{ "kiro/2", PATTERN("mcp__git.*__delete"), "@git*/delete*", false },
		{ "kiro/2", PATTERN("file_(read|write)"), "fs_read fs_write ! Kiro (agent files) has no patterns: only tools that gaff knows are in it", false },
		{ "kiro/2", PATTERN("x[0-9]"), "all", true },
		{ "claude-code", PATTERN("(?i)\u00e9"), " ! no pattern of Claude Code says \"(?i)\u00e9\" (it has letters without case that are not ASCII): only tools that gaff knows are in it", false },
		{ "claude-code", PATTERN(".*"), "all", false },
		{ "factory-droid", PATTERN("^mcp"), "^(mcp.*|.+___.+)$", false },
		{ "claude-code", PATTERN("^mcp$"), "^mcp__.*$", false },
		{ "gemini-cli", PATTERN("^(Edit|Write)$"), " ! Gemini CLI has no tool for Edit and Write: left out", false },
		{ "kiro/2", PATTERN("^(agent|shell)$"), "execute_bash use_subagent", false },
	};

	check_writes(cases, COUNT_OF(cases));
}
/* clang-format on */

/* ---- both, held against each other ---- */

static unsigned long random_state;

static size_t any(size_t n)
{
	random_state = (random_state * 6364136223846793005u + 1442695040888963407u);
	return (size_t)(random_state >> 33) % n;
}

/* Names that a matcher is tried with: those of the host, and what others would be called. */
static size_t names_of(struct arena *a, const struct gaff_host *host, struct sv *name, size_t max)
{
	static const char *const mcp[][2] = {
		{ "github", "create_issue" }, { "github", "x" }, { "x", "y" },
		{ "my_server", "a__b" },      { "lab", "ping" },
	};
	size_t n = 0;

	for (size_t i = 0; i < host->n_tools && n < max; i++)
		name[n++] = host->tools[i].native;
	for (size_t i = 0; i < COUNT_OF(mcp) && n < max; i++)
		name[n++] = gaff_mcp_name(a, host, sv_of(mcp[i][0]), sv_of(mcp[i][1]));
	if (n < max)
		name[n++] = SV("Unheard_of");
	return n;
}

/* Patterns are for what the agent says of the server, too, which no name tells. */
static bool is_certain(struct arena *a, const struct gaff_host *host,
		       const struct gaff_selection *s, struct sv name)
{
	struct gaff_event call;

	gaff_call_of(a, host, name, &call);
	if (call.tool != GAFF_TOOL_MCP || call.mcp_server.n)
		return true;
	for (size_t i = 0; i < s->n; i++)
		if (s->item[i].kind == GAFF_SELECT_PATTERN)
			return false;
	return true;
}

/* Is one of the matchers for it? */
static bool any_selects(struct arena *a, const struct gaff_host *host, const struct sv *text,
			size_t n, struct sv name)
{
	struct gaff_err err = { .msg = "" };
	bool one = false;

	for (size_t i = 0; i < n && !one; i++) {
		bool is_known = gaff_matcher_selects(a, host, text[i], name, &one, &err) == GAFF_OK;

		CHECK(is_known); /* gaff writes nothing that it cannot follow */
		if (!is_known)
			fprintf(stderr, "%.*s: %s\n", SV_ARG(text[i]), err.msg);
	}
	return one;
}

/* Whatever is written: where it selects other tools than are meant, that is said. */
static void check_written(struct arena *a, const struct gaff_host *host,
			  const struct gaff_selection *s, bool wide, size_t already_said)
{
	struct gaff_losses losses = { .arena = a };
	struct gaff_err err = { .msg = "" };
	struct sv name[64], *text;
	size_t n, count = 0;

	CHECK(gaff_matcher_write(a, host, s, wide, 1, &losses, &text, &count, &err) == GAFF_OK);
	for (size_t i = 0; i < count; i++)
		if (text[i].n && host->layout->matching != GAFF_MATCH_GLOB)
			CHECK(gaff_js_regex_check(text[i], &err) == GAFF_OK);
	n = names_of(a, host, name, COUNT_OF(name));
	for (size_t i = 0; i < n; i++) {
		bool selects = any_selects(a, host, text, count, name[i]),
		     meant = gaff_selection_selects(a, s, host, name[i]);

		if (selects == meant || (wide && selects) || losses.n || already_said ||
		    !is_certain(a, host, s, name[i]))
			continue;
		fprintf(stderr, "%.*s: %.*s is %smeant: %.*s\n", SV_ARG(host->id), SV_ARG(name[i]),
			meant ? "" : "not ", count ? (int)text[0].n : 0, count ? text[0].p : "");
		CHECK(selects == meant);
	}
}

TEST(matcher__what_is_written_selects_what_is_meant_or_it_is_said)
{
	static const char *const one[] = {
		"\"shell\"",
		"\"file_read\"",
		"\"file_write\"",
		"\"file_edit\"",
		"\"search\"",
		"\"find\"",
		"\"web_fetch\"",
		"\"agent\"",
		"\"mcp\"",
		"\"Bash\"",
		"\"NotebookEdit\"",
		"\"a.b\"",
		"\"x-y\"",
		MCP("github", "create_issue"),
		SERVER("github"),
		SERVER("x"),
		MCP("my_server", "a__b"),
		MCP("claude.ai", "send"),
		PATTERN("file_(read|write)"),
		PATTERN("^mcp__github__"),
		PATTERN("mcp__(x|lab)__.*"),
		PATTERN("(?i)SHELL"),
		PATTERN("^[[:upper:]][[:lower:]]+$"),
		PATTERN("e$"),
		PATTERN("_"),
		PATTERN("^(shell|Edit)$"),
		PATTERN("create_issue"),
		PATTERN("a|b|"),
	};

	random_state = 1;
	for (size_t round = 0; round < 600; round++) {
		struct gaff_selection s;
		struct gaff_err err;
		struct json json;
		struct arena a;
		struct buf b;

		gaff_arena_init(&a, storage, sizeof storage, 1 << 26);
		b = buf_in(&a);
		buf_addc(&b, '[');
		for (size_t i = 0, n = 1 + any(3); i < n; i++) {
			gaff_buf_add(&b, i ? SV(",") : SV(""));
			gaff_buf_add(
				&b, sv_of(one[round < COUNT_OF(one) ? round : any(COUNT_OF(one))]));
		}
		buf_addc(&b, ']');
		CHECK(gaff_json_parse(buf_sv(&b), &json, &err) == GAFF_OK &&
		      gaff_selection_read(&a, json, &s));
		for (size_t h = 0; h < COUNT_OF(hosts); h++) {
			check_written(&a, host_of(hosts[h]), &s, false, 0);
			check_written(&a, host_of(hosts[h]), &s, true, 0);
		}
		gaff_arena_release(&a);
	}
}

TEST(matcher__what_is_read_selects_the_same_or_it_is_said)
{
	static const char *const piece[] = {
		"Bash",
		"Edit",
		"Write",
		"read_file",
		"edit",
		"Shell",
		"mcp__github__.*",
		"mcp_x_.*",
		"lab-.*",
		"MCP:.*",
		"lab___ping",
		"@x",
		"read",
		"shell",
		"^",
		"$",
		"|",
		"(",
		")",
		".*",
		"\\w+",
		"[a-z]+",
		"_",
		" ",
		"create_issue",
		"Unheard",
		"?",
		"-",
	};

	random_state = 2;
	for (size_t round = 0; round < 2000; round++) {
		struct gaff_losses losses = { 0 };
		const struct gaff_host *host = host_of(hosts[any(COUNT_OF(hosts))]);
		struct gaff_selection s;
		struct gaff_err err;
		struct sv name[64];
		struct arena a;
		struct buf b;
		size_t n;

		gaff_arena_init(&a, storage, sizeof storage, 1 << 26);
		losses.arena = &a;
		b = buf_in(&a);
		for (size_t i = 0, k = 1 + any(5); i < k; i++)
			gaff_buf_add(&b, sv_of(piece[any(COUNT_OF(piece))]));
		CHECK(gaff_matcher_read(&a, host, buf_sv(&b), 1, &losses, &s, &err) == GAFF_OK);
		n = names_of(&a, host, name, COUNT_OF(name));
		for (size_t i = 0; i < n; i++) {
			bool one, meant = gaff_selection_selects(&a, &s, host, name[i]);

			if (gaff_matcher_selects(&a, host, buf_sv(&b), name[i], &one, &err) !=
			    GAFF_OK) {
				CHECK(!s.n && losses.n);
				break;
			}
			/* a word means more than the usual tool, and that is in the vocabulary */
			if (one == meant || losses.n || (meant && gaff_host_tool(host, name[i])) ||
			    !is_certain(&a, host, &s, name[i]))
				continue;
			fprintf(stderr, "%.*s: \"%.*s\" for %.*s: %d, in a manifest %d\n",
				SV_ARG(host->id), SV_ARG(buf_sv(&b)), SV_ARG(name[i]), one, meant);
			CHECK(one == meant);
		}
		check_written(&a, host, &s, false, losses.n);
		gaff_arena_release(&a);
	}
}

/* ---- a selection is what a call gets ---- */

/* A call of which the payload tells the name of the tool, and no more. */
static bool decode_call(struct arena *a, const struct gaff_host *host, struct sv name,
			struct gaff_event *out)
{
	const struct gaff_event_row *event = gaff_host_event_by_id(host, GAFF_EV_BEFORE_TOOL);
	struct buf b = buf_in(a);
	struct json_placer p = gaff_json_place_begin(&b);
	struct gaff_err err;
	struct json payload;

	for (size_t i = 0; i < host->n_payload; i++) {
		const struct gaff_payload_row *row = &host->payload[i];

		if (row->field != GAFF_F_TOOL_NAME || !(row->events & GAFF_EV(BEFORE_TOOL)) ||
		    row->flags & GAFF_P_ALIAS)
			continue;
		gaff_json_place(&p, row->where);
		gaff_json_string(&p.w, name);
		break;
	}
	gaff_json_place_end(&p);
	return gaff_json_parse(buf_sv(&b), &payload, &err) == GAFF_OK &&
	       gaff_decode_event(a, gaff_host_find(host->id), payload, event->native, NULL, out,
				 &err) == GAFF_OK;
}

TEST(selection__selects_as_a_manifest_does)
{
	static const char *const matchers[] = {
		"\"shell\"",
		"[\"file_edit\",\"Read\"]",
		"\"mcp\"",
		"\"MCP:ping\"",
		MCP("lab", "ping"),
		SERVER("lab"),
		MCP("my.server", "a__b"),
		PATTERN("^mcp__lab__"),
		PATTERN("_file$|^shell$"),
	};
	static const struct gaff_match_place nowhere = { 0 };

	for (size_t i = 0; i < COUNT_OF(hosts) * COUNT_OF(matchers); i++) {
		const struct gaff_host *host = host_of(hosts[i / COUNT_OF(matchers)]);
		struct gaff_hook hook = { .enabled = true, .event = GAFF_EV_BEFORE_TOOL };
		struct gaff_selection s;
		struct gaff_match match;
		struct gaff_event call;
		struct gaff_err err;
		struct sv name[64];
		struct arena a;
		size_t n;

		if (!gaff_host_find(host->id)) /* gaff runs no hooks there */
			continue;
		gaff_arena_init(&a, storage, sizeof storage, 1 << 26);
		CHECK(gaff_json_parse(sv_of(matchers[i % COUNT_OF(matchers)]), &hook.matcher,
				      &err) == GAFF_OK &&
		      gaff_selection_read(&a, hook.matcher, &s));
		n = names_of(&a, host, name, COUNT_OF(name));
		for (size_t k = 0; k < n; k++) {
			CHECK(decode_call(&a, host, name[k], &call) &&
			      gaff_hook_match(&a, &hook, &call, &nowhere, &match, &err) == GAFF_OK);
			CHECK(call.host == host);
			CHECK(match.yes == gaff_selection_selects(&a, &s, host, name[k]));
		}
		gaff_arena_release(&a);
	}
}

TEST(selection__comes_back_from_json)
{
	static const char *const texts[] = {
		"\"shell\"",
		"\"NotebookEdit\"",
		"[\"shell\"," MCP("a\\\"b", "c") "," SERVER("x") "," PATTERN("^a\\\\.b$") "]",
	};

	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct gaff_selection s, again;
		struct json_writer w;
		struct gaff_err err;
		struct json json;
		struct arena a;
		struct buf b;

		gaff_arena_init(&a, storage, sizeof storage, 1 << 26);
		b = buf_in(&a);
		w = (struct json_writer){ .out = &b };
		CHECK(gaff_json_parse(sv_of(texts[i]), &json, &err) == GAFF_OK &&
		      gaff_selection_read(&a, json, &s));
		gaff_selection_write(&w, &s);
		CHECK_TEXT(buf_sv(&b), sv_of(texts[i]));
		CHECK(gaff_json_parse(buf_sv(&b), &json, &err) == GAFF_OK &&
		      gaff_selection_read(&a, json, &again) && gaff_selection_same(&s, &again));
		if (s.n > 1) {
			struct gaff_selector first = again.item[0];

			again.item[0] = again.item[1];
			again.item[1] = first;
			CHECK(gaff_selection_same(&s, &again)); /* in any order */
			again.n--;
			CHECK(!gaff_selection_same(&s, &again) && !gaff_selection_same(&again, &s));
		}
		gaff_arena_release(&a);
	}
}

/* ---- long ones ---- */

TEST(matcher__takes_a_thousand_names)
{
	struct gaff_selector *one;
	struct arena a;

	gaff_arena_init(&a, storage, sizeof storage, 1 << 28);
	one = gaff_arena_alloc(&a, 1000 * sizeof *one);
	for (unsigned i = 0; i < 1000; i++) {
		char name[20];
		int n = snprintf(name, sizeof name, "Tool%u", i);
		struct sv text = { gaff_arena_dup(&a, (struct sv){ name, (size_t)n }), (size_t)n };

		one[i] = i % 2 ? (struct gaff_selector){ .kind = GAFF_SELECT_NAME, .text = text }
			       : (struct gaff_selector){ .kind = GAFF_SELECT_MCP,
							 .text = text,
							 .tool_text = SV("x") };
	}
	for (size_t h = 0; h < COUNT_OF(hosts); h++) {
		const struct gaff_host *host = host_of(hosts[h]);
		struct gaff_selection s = { one, 1000 };
		struct gaff_losses losses = { .arena = &a };
		struct gaff_err err;
		struct sv *text;
		size_t n;

		CHECK(gaff_matcher_write(&a, host, &s, false, 1, &losses, &text, &n, &err) ==
		      GAFF_OK);
		CHECK(n >= 1 && losses.n <= 2);
		CHECK(any_selects(&a, host, text, n, SV("Tool999")));
		CHECK(any_selects(&a, host, text, n,
				  gaff_mcp_name(&a, host, SV("Tool998"), SV("x"))));
		CHECK(!any_selects(&a, host, text, n, SV("Tool100")));
	}
	gaff_arena_release(&a);
}
