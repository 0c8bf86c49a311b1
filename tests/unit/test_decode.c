#include "check.h"
#include "convert/decode/decode_parts.h"
#include "agents/hosts.h"
#include "text/doc.h"

/*
 * What becomes of native entries. Texts here have single quotes for double ones, and ~ for a single
 * one, so that they can be read.
 */

struct decoded {
	struct arena arena;
	struct gaff_losses losses;
	struct gaff_middle middle;
	struct gaff_err err;
	enum gaff_rc rc;
};

static struct decoded made;

static struct sv plain(const char *quoted)
{
	char *text = gaff_arena_dup(&made.arena, sv_of(quoted));

	for (char *p = text; p && *p; p++)
		*p = *p == '\'' ? '"' : *p == '~' ? '\'' : *p;
	return sv_of(text);
}

static void begin(void)
{
	gaff_arena_release(&made.arena);
	made = (struct decoded){ 0 };
	gaff_arena_init(&made.arena, NULL, 0, 256u << 20);
	made.losses.arena = &made.arena;
}

static enum gaff_rc decode_text(const char *host, struct sv text, bool is_other)
{
	made.rc = gaff_convert_decode(&made.arena, gaff_layout_find(sv_of(host)), text, is_other,
				      &made.losses, &made.middle, &made.err);
	return made.rc;
}

static enum gaff_rc decode(const char *host, const char *quoted)
{
	begin();
	return decode_text(host, plain(quoted), false);
}

/* The hooks alone, or what the manifest keeps of the file. */
static struct sv hooks(void)
{
	struct sv list = json_sv(gaff_json_get(made.middle.root, SV("hooks")));

	return made.rc != GAFF_OK ? sv_of(made.err.msg)
				  : (struct sv){ list.p + 1, list.n > 2 ? list.n - 2 : 0 };
}

static struct sv of_file(const char *host)
{
	struct json all = gaff_json_get(made.middle.root, SV("provider_data"));

	return json_sv(gaff_json_get(all, sv_of(host)));
}

/* "1 matcher, 0 hooks!": hook and field of each loss; "!" is a guard. */
static struct sv losses(void)
{
	struct buf b = buf_in(&made.arena);

	for (size_t i = 0; i < made.losses.n; i++) {
		const struct gaff_loss *loss = &made.losses.item[i];
		char number[24];

		(void)snprintf(number, sizeof number, "%s%zu ", i ? ", " : "", loss->hook);
		gaff_buf_add(&b, sv_of(number));
		gaff_buf_add(&b, loss->field);
		if (loss->is_guard)
			buf_addc(&b, '!');
		CHECK(loss->of_source && loss->text.n);
	}
	return buf_sv(&b);
}

static void check_again(const char *what)
{
	struct gaff_middle again;
	struct gaff_err err;

	if (made.rc != GAFF_OK)
		return;
	if (gaff_middle_read(&made.arena, made.middle.root, NULL, &again, &err) != GAFF_OK ||
	    again.n != made.middle.n)
		check_text(what, 0, sv_of(err.msg), SV("a manifest"));
}

struct row {
	const char *host, *native, *hooks, *losses;
};

static void check_rows(const struct row *rows, size_t n, const char *file)
{
	for (size_t i = 0; i < n; i++) {
		(void)decode(rows[i].host, rows[i].native);
		check_text(file, (int)i, hooks(), plain(rows[i].hooks));
		check_text(file, (int)i, losses(), sv_of(rows[i].losses));
		check_again(rows[i].native);
	}
}

#define COMMAND(text)  "'handler':{'type':'command','command':'" text "'}"
#define BEFORE         "'event':'before_tool_execute'"
#define PRE(group)     "{'hooks':{'PreToolUse':[" group "]}}"
#define KEPT(id, data) ",'provider_data':{'" id "':{" data "}}"

/* clang-format off */
TEST(decode__entries_of_groups)
{
	static const struct row rows[] = {
		{ "claude-code", PRE("{'matcher':'Bash','hooks':[{'type':'command','command':'./a.sh','timeout':10}]}"),
		  "{" BEFORE ",'matcher':'shell','handler':{'type':'command','command':'./a.sh','timeout':10},'blocking':true}", "" },
		{ "claude-code", "{'hooks':{'SessionStart':[{'hooks':[{'type':'command','command':'x'}]}]}}",
		  "{'event':'session_start'," COMMAND("x") ",'blocking':false}", "" },
		/* comments and commas at the end are read, whatever the agent does with them */
		{ "claude-code", "// a\n{'hooks':{'Stop':[{'hooks':[{'type':'command','command':'x',},],},],},}",
		  "{'event':'agent_stop'," COMMAND("x") ",'blocking':true}", "" },
		{ "claude-code", "{'hooks':{'SessionStart':[{'matcher':'startup','hooks':[{'type':'command','command':'x'}]}]}}",
		  "{'event':'session_start'," COMMAND("x") ",'blocking':false" KEPT("claude-code", "'matcher':'startup'") "}", "1 matcher" },
		{ "claude-code", "{'hooks':{'Setup':[{'matcher':'','hooks':[{'type':'command','command':'x'}]}]}}",
		  "{'event':'claude-code:Setup'," COMMAND("x") ",'blocking':false" KEPT("claude-code", "'matcher':''") "}", "" },
		/* two groups with one matcher, and one with members of its own */
		{ "gemini-cli", "{'hooks':{'BeforeTool':[{'hooks':[{'type':'command','command':'a'},{'type':'command','command':'b'}]},"
		  "{'matcher':'*','sequential':true,'hooks':[{'type':'command','command':'c','name':'n','timeout':1500}]}]}}",
		  "{" BEFORE "," COMMAND("a") ",'blocking':true},{" BEFORE "," COMMAND("b") ",'blocking':true},"
		  "{'name':'n'," BEFORE ",'handler':{'type':'command','command':'c','timeout':1.5},'blocking':true"
		  KEPT("gemini-cli", "'matcher':'*','group':{'sequential':true}") "}", "3 group" },
		{ "factory-droid", PRE("{'matcher':'*','hooks':[{'type':'command','command':'a'}]},{'hooks':[{'type':'command','command':'b'}]}"),
		  "{" BEFORE "," COMMAND("a") ",'blocking':true},{" BEFORE "," COMMAND("b") ",'blocking':true"
		  KEPT("factory-droid", "'matcher':null,'group':{}") "}", "" },
		/* what is not known is kept, and what the manifest's reader refuses too */
		{ "claude-code", PRE("{'hooks':[{'type':'command','command':'a','once':true,'timeout':'9','async':false,'statusMessage':''}]}"),
		  "{" BEFORE ",'handler':{'type':'command','command':'a','async':false},'blocking':true"
		  KEPT("claude-code", "'once':true,'timeout':'9','statusMessage':''") "}", "1 timeout, 1 once" },
		{ "claude-code", PRE("{'hooks':[{'type':'command','command':'a','async':true,'statusMessage':'s'}]}"),
		  "{" BEFORE ",'handler':{'type':'command','command':'a','async':true},'blocking':false,'status_message':'s'}", "" },
		{ "qwen-code", PRE("{'hooks':[{'type':'command','command':'a','timeout':5000,'env':{'A':'b'}}]}"),
		  "{" BEFORE ",'handler':{'type':'command','command':'a','env':{'A':'b'},'timeout':5},'blocking':true" KEPT("qwen-code", "'timeout':5000") "}", "" },
		{ "codex", PRE("{'hooks':[{'type':'command','command':'a','command_windows':'w','timeout_sec':9}]}"),
		  "{" BEFORE ",'handler':{'type':'command','command':'a','platform':{'windows':'w'},'timeout':9},'blocking':true"
		  KEPT("codex", "'as':{'/commandWindows':'/command_windows','/timeout':'/timeout_sec'}") "}", "" },
	};

	check_rows(rows, COUNT_OF(rows), __FILE__);
}

TEST(decode__handlers)
{
	static const struct row rows[] = {
		{ "claude-code", PRE("{'hooks':[{'type':'http','url':'http://localhost:1/x','headers':{'A':'b $T ${U}'},'allowedEnvVars':['T','U']}]}"),
		  "{" BEFORE ",'handler':{'type':'http','url':'http://localhost:1/x','allow_http_loopback':true,'headers':{'A':'b ${T} ${U}'},"
		  "'allowed_env_vars':['T','U']},'blocking':true" KEPT("claude-code", "'headers':{'A':'b $T ${U}'}") "}", "" },
		{ "claude-code", PRE("{'hooks':[{'type':'prompt','prompt':'p','model':'m'},{'type':'agent','prompt':'q','timeout':60}]}"),
		  "{" BEFORE ",'handler':{'type':'prompt','prompt':'p','model':'m'},'blocking':true},"
		  "{" BEFORE ",'handler':{'type':'agent','prompt':'q','timeout':60},'blocking':true}", "" },
		{ "claude-code", PRE("{'hooks':[{'type':'command','command':'node','args':['${CLAUDE_PROJECT_DIR}/a b.js','it~s','$x','']}]}"),
		  "{" BEFORE "," COMMAND("node \\'${CLAUDE_PROJECT_DIR}\\'~/a b.js~ ~it~\\\\~~s~ ~$x~ ~~") ",'blocking':true"
		  KEPT("claude-code", "'args':['node','${CLAUDE_PROJECT_DIR}/a b.js','it~s','$x','']") "}", "" },
		{ "copilot-cli", "{'version':1,'hooks':{'preToolUse':[{'type':'command','command':'a','timeout':5},{'bash':'b','powershell':'p','cwd':'x'},{'type':'command','bash':'b','command':'c'}]}}",
		  "{" BEFORE ",'handler':{'type':'command','command':'a','timeout':5},'blocking':true,'on_error':'closed','timeout_action':'warn'" KEPT("copilot-cli", "'as':{'/bash':'/command','/timeoutSec':'/timeout'}") "},"
		  "{" BEFORE ",'handler':{'type':'command','command':'b','platform':{'windows':'p'},'cwd':'x'},'blocking':true,'on_error':'closed','timeout_action':'warn'" KEPT("copilot-cli", "'as':{'/type':''}") "},"
		  "{" BEFORE ",'handler':{'type':'command','command':'b','platform':{'windows':'c'}},'blocking':true,'on_error':'closed','timeout_action':'warn'" KEPT("copilot-cli", "'as':{'/powershell':'/command'}") "}", "" },
		{ "cursor", "{'version':1,'hooks':{'preToolUse':[{'command':'a','failClosed':true,'loop_limit':3},{'type':'command','command':'b','failClosed':false}]}}",
		  "{" BEFORE "," COMMAND("a") ",'blocking':true,'on_error':'closed'" KEPT("cursor", "'loop_limit':3") "},"
		  "{" BEFORE "," COMMAND("b") ",'blocking':true" KEPT("cursor", "'as':{'/type':'/type'},'failClosed':false") "}", "1 loop_limit" },
		{ "vs-code-copilot", PRE("{'type':'command','command':'a','windows':'w','osx':'o','cwd':'/abs','matcher':'Bash'},{'type':'command','linux':'l'}"),
		  "{" BEFORE ",'handler':{'type':'command','command':'a','platform':{'windows':'w','osx':'o'}},'blocking':true" KEPT("vs-code-copilot", "'matcher':'Bash','cwd':'/abs'") "},"
		  "{" BEFORE ",'handler':{'type':'command','command':'l','platform':{'linux':'l'}},'blocking':true" KEPT("vs-code-copilot", "'as':{'/command':''}") "}", "1 cwd" },
		{ "kiro", "{'version':'v1','hooks':[{'name':'n','trigger':'PreToolUse','matcher':'shell','action':{'type':'command','command':'a','retries':2},'timeout':0,'enabled':false}]}",
		  "{'name':'n'," BEFORE ",'matcher':'shell'," COMMAND("a") ",'blocking':true,'enabled':false" KEPT("kiro", "'action':{'retries':2},'timeout':0") "}",
		  "1 timeout, 1 retries" },
		{ "kiro", "{'hooks':{'preToolUse':[{'matcher':'execute_bash','command':'a','timeout_ms':2500}]}}",
		  "{" BEFORE ",'matcher':'shell','handler':{'type':'command','command':'a','timeout':2.5},'blocking':true}", "" },
		{ "kiro", "{'version':'1','name':'n','enabled':true,'when':{'type':'fileEdited','patterns':['**/*.ts']},'then':{'type':'runCommand','command':'a'}}",
		  "{'name':'n','event':'file_saved','paths':['**/*.ts']," COMMAND("a") ",'blocking':false,'enabled':true}", "" },
		{ "kiro", "{'name':'n','when':{'type':'preToolUse','toolTypes':['shell','*'],'more':1},'then':{'type':'askAgent','prompt':'p'}}",
		  "{'name':'n'," BEFORE ",'handler':{'type':'agent','prompt':'p'},'blocking':false}", "1 more" },
	};

	check_rows(rows, COUNT_OF(rows), __FILE__);
}

TEST(decode__split_events)
{
	static const struct row rows[] = {
		{ "windsurf", "{'hooks':{'pre_run_command':[{'command':'a'}],'pre_write_code':[{'command':'a'},{'command':'b'}]}}",
		  "{" BEFORE ",'matcher':['shell','file_write','file_edit']," COMMAND("a") ",'blocking':true},{" BEFORE ",'matcher':['file_write','file_edit']," COMMAND("b") ",'blocking':true}", "" },
		/* each list keeps its order: a and b cannot both be one */
		{ "windsurf", "{'hooks':{'pre_run_command':[{'command':'a'},{'command':'b'}],'pre_read_code':[{'command':'b'},{'command':'a'}]}}",
		  "{" BEFORE ",'matcher':'shell'," COMMAND("a") ",'blocking':true},{" BEFORE ",'matcher':['shell','file_read']," COMMAND("b") ",'blocking':true},"
		  "{" BEFORE ",'matcher':'file_read'," COMMAND("a") ",'blocking':true}", "" },
		/* nor are two of one event one */
		{ "windsurf", "{'hooks':{'pre_run_command':[{'command':'a'},3,{'command':'a'}],'pre_read_code':[{'command':'a'},{'command':'a'},{'command':'a'}]}}",
		  "{" BEFORE ",'matcher':['shell','file_read']," COMMAND("a") ",'blocking':true},{" BEFORE ",'matcher':['shell','file_read']," COMMAND("a") ",'blocking':true},"
		  "{" BEFORE ",'matcher':'file_read'," COMMAND("a") ",'blocking':true}", "0 hooks" },
		{ "cursor", "{'version':1,'hooks':{'beforeShellExecution':[{'command':'a'}],'beforeMCPExecution':[{'command':'a'}],'preToolUse':[{'command':'a'}]}}",
		  "{" BEFORE ",'matcher':['shell','mcp']," COMMAND("a") ",'blocking':true" KEPT("cursor", "'events':['beforeShellExecution','beforeMCPExecution']") "},"
		  "{" BEFORE "," COMMAND("a") ",'blocking':true}", "" },
		{ "cursor", "{'version':1,'hooks':{'beforeShellExecution':[{'command':'a','matcher':'git'}]}}",
		  "{" BEFORE ",'matcher':'shell'," COMMAND("a") ",'blocking':true" KEPT("cursor", "'events':['beforeShellExecution'],'matcher':'git'") "}", "1 matcher" },
		/* groups keep their places among the others */
		{ "copilot-cli", "{'version':1,'hooks':{'preMcpToolCall':[{'hooks':[{'type':'command','bash':'a'}]},{'type':'command','bash':'b'}]}}",
		  "{" BEFORE ",'matcher':'mcp'," COMMAND("a") ",'blocking':false" KEPT("copilot-cli", "'events':['preMcpToolCall'],'group':{}") "},"
		  "{" BEFORE ",'matcher':'mcp'," COMMAND("b") ",'blocking':false" KEPT("copilot-cli", "'events':['preMcpToolCall']") "}", "" },
		/* a name that only another agent has selects nothing */
		{ "claude-code", PRE("{'matcher':'run_shell_command','hooks':[{'type':'command','command':'a'}]},{'matcher':'Foo','hooks':[{'type':'command','command':'b'}]}"),
		  "{" BEFORE ",'matcher':'Foo'," COMMAND("b") ",'blocking':true}", "0 hooks" },
		{ "copilot-cli", "{'version':1,'hooks':{'PreToolUse':[{'matcher':'Bash','hooks':[{'type':'command','command':'a'},{'type':'command','command':'b'}]}]}}",
		  "{" BEFORE ",'matcher':'shell'," COMMAND("a") ",'blocking':true,'on_error':'closed','timeout_action':'warn'" KEPT("copilot-cli", "'events':['PreToolUse'],'group':{},'as':{'/bash':'/command'}") "},"
		  "{" BEFORE ",'matcher':'shell'," COMMAND("b") ",'blocking':true,'on_error':'closed','timeout_action':'warn'" KEPT("copilot-cli", "'events':['PreToolUse'],'group':true,'as':{'/bash':'/command'}") "}", "" },
	};

	check_rows(rows, COUNT_OF(rows), __FILE__);
}

TEST(decode__permission_rules)
{
	static const struct row rows[] = {
		{ "claude-code", PRE("{'matcher':'Edit|Write','hooks':[{'type':'command','command':'a','if':'Edit(*.ts)'},{'type':'command','command':'b','if':'Write(src/**)'}]}"),
		  "{" BEFORE ",'matcher':'file_edit','paths':['**/*.ts']," COMMAND("a") ",'blocking':true" KEPT("claude-code", "'matcher':'Edit|Write','if':'Edit(*.ts)'") "},"
		  "{" BEFORE ",'matcher':'file_write','paths':['src/**']," COMMAND("b") ",'blocking':true" KEPT("claude-code", "'matcher':'Edit|Write','group':true,'if':'Write(src/**)'") "}", "" },
		{ "claude-code", PRE("{'matcher':'Bash','hooks':[{'type':'command','command':'a','if':'Bash(git *)'}]}"),
		  "{" BEFORE ",'matcher':'shell'," COMMAND("a") ",'blocking':true" KEPT("claude-code", "'if':'Bash(git *)'") "}", "1 if" },
		{ "claude-code", PRE("{'matcher':'Bash','hooks':[{'type':'command','command':'a','if':'Edit(*.ts)'},{'type':'command','command':'b'}]}"),
		  "{" BEFORE ",'matcher':'shell'," COMMAND("b") ",'blocking':true}", "0 hooks" },
	};
	static const struct { const char *content, *paths; } paths[] = {
		{ "*.ts",          "['**/*.ts']" },
		{ "src/**",        "['src/**']" },
		{ "./secrets/**",  "['secrets/**']" },
		{ "//etc/hosts",   "['/etc/hosts','/etc/hosts/**']" },
		{ "~/.ssh/**",     "['~/.ssh/**']" },
		{ "~/.ssh/id_*",   "['~/.ssh/id_*','~/.ssh/id_*/**']" },
		{ "/docs/*.md",    "['docs/*.md']" },
		{ "/docs",         "['docs','docs/**','/docs']" },
		{ ".env",          "['**/.env','**/.env/**']" },
		{ "a/b",           "['a/b','a/b/**']" },
		{ "build/",        "['**/build/**']" },
		{ "**/*.key",      "['**/**.key']" },
		{ "*/gen/*.go",    "['**/gen/**.go']" },
		{ "*secret*",      "['**secret**']" },
		{ "/**", "" }, { "./", "" }, { "!x", "" }, { "a{b,c}", "" }, { "a\\b", "" }, { "../x", "" }, { "git:*", "" }, { "#x", "" }, { " x", "" },
	};

	check_rows(rows, COUNT_OF(rows), __FILE__);
	for (size_t i = 0; i < COUNT_OF(paths); i++) {
		struct json list = { 0 };

		begin();
		(void)gaff_permission_rule_paths(&made.arena, sv_of(paths[i].content), &list);
		{
			char *want = gaff_arena_dup(&made.arena, sv_of(paths[i].paths));

			for (char *p = want; *p; p++)
				*p = *p == '\'' ? '"' : *p;
			check_text(paths[i].content, (int)i, json_sv(list), sv_of(want));
		}
	}
}

TEST(decode__what_no_manifest_can_have)
{
	CHECK(decode("claude-code", "{'permissions':{'a':1},'_comment':'c','disableAllHooks':true,'hooks':{'PreToolUse':["
		     "{'matcher':'Bash','hooks':[{'type':'mcp_tool','server':'s'},{'type':'command','command':'a'},{'type':'command','command':'  '},7,{'type':'command','command':'b\\u0000'},"
		     "{'type':'command','command':'Get-Item','shell':'powershell'},{'type':'http','url':'ftp://x'}]},"
		     "{'matcher':'Bash','hooks':[]},{'matcher':3,'hooks':[{'type':'command','command':'a'}]},{'type':'command','command':'x'}],"
		     "'Stop':[],'Nope':[{'hooks':[{'type':'command','command':'a'}]}],'Setup':{}}}") == GAFF_OK);
	CHECK_TEXT(hooks(), plain("{" BEFORE ",'matcher':'shell'," COMMAND("a") ",'blocking':true}"));
	CHECK_TEXT(losses(), SV("0 hooks!, 0 hooks!, 0 hooks, 0 hooks!, 0 hooks!, 0 hooks!, 0 hooks, 0 hooks, 0 hooks, 0 hooks, 0 hooks, "
		    "0 provider_data.claude-code, 0 enabled"));
	CHECK_TEXT(of_file("claude-code"), plain("{'permissions':{'a':1},'disableAllHooks':true,'hooks':["
		    "{'event':'PreToolUse','at':[0,0],'entry':{'type':'mcp_tool','server':'s'}},{'event':'PreToolUse','at':[0,2],'entry':{'type':'command','command':'  '}},"
		    "{'event':'PreToolUse','at':[0,3],'entry':7},{'event':'PreToolUse','at':[0,4],'entry':{'type':'command','command':'b\\u0000'}},"
		    "{'event':'PreToolUse','at':[0,5],'entry':{'type':'command','command':'Get-Item','shell':'powershell'}},"
		    "{'event':'PreToolUse','at':[0,6],'entry':{'type':'http','url':'ftp://x'}},{'event':'PreToolUse','at':1,'entry':{'matcher':'Bash','hooks':[]}},"
		    "{'event':'PreToolUse','at':2,'entry':{'matcher':3,'hooks':[{'type':'command','command':'a'}]}},{'event':'PreToolUse','at':3,'entry':{'type':'command','command':'x'}},"
		    "{'event':'Nope','at':0,'entry':{'hooks':[{'type':'command','command':'a'}]}},{'event':'Setup','entry':{}}],'events':['Stop']}"));

	CHECK(decode("copilot-cli", "{'hooks':{'preToolUse':[{'type':'command','powershell':'p'},{'type':'command','bash':'b'}]}}") == GAFF_OK);
	CHECK_TEXT(of_file("copilot-cli"), plain("{'version':null,'hooks':[{'event':'preToolUse','at':0,'entry':{'type':'command','powershell':'p'}}]}"));
	CHECK(decode("cursor", "{'version':2,'hooks':{'stop':[{'command':'b'},{'hooks':[{'command':'c'}]}]}}") == GAFF_OK);
	CHECK_TEXT(of_file("cursor"), plain("{'version':2,'hooks':[{'event':'stop','at':1,'entry':{'hooks':[{'command':'c'}]}}]}"));
	CHECK(decode("kiro", "{'version':'v1','hooks':[{'name':'m','trigger':'Nope','action':{'type':'agent','prompt':'p'}},{'name':'n','trigger':'Stop','action':{'type':'command','command':'x'}}]}") == GAFF_OK);
	CHECK_TEXT(of_file("kiro"), plain("{'hooks':[{'at':0,'entry':{'name':'m','trigger':'Nope','action':{'type':'agent','prompt':'p'}}}]}"));
}
/* clang-format on */

TEST(decode__what_gaff_wrote_itself)
{
	CHECK(decode("claude-code",
		     PRE("{'hooks':[{'type':'command','command':'/opt/gaff run --host claude-code "
			 "--event PreToolUse --deadline "
			 "30'},{'type':'command','command':'a'}]}")) == GAFF_OK);
	CHECK_TEXT(hooks(), plain("{" BEFORE "," COMMAND("a") ",'blocking':true}"));
	CHECK_TEXT(losses(), SV("0 hooks"));
	CHECK(decode("cursor",
		     "{'version':1,'hooks':{'preToolUse':[{'command':'gaff run --host cursor "
		     "--event preToolUse --dialect claude-code --deadline 9 --inline "
		     "~{\\'spec\\':\\'hooks/1.0\\',\\'hooks\\':[{\\'event\\':"
		     "\\'before_tool_execute\\',\\'matcher\\':\\'shell\\',\\'handler\\':"
		     "{\\'type\\':\\'command\\',\\'command\\':\\'x\\'},\\'blocking\\':true}]}~',"
		     "'matcher':'Shell','timeout':14}]}}") == GAFF_OK);
	CHECK_TEXT(hooks(), plain("{" BEFORE ",'matcher':'shell'," COMMAND("x") ",'blocking':true,"
										"'dialect':'claude-"
										"code'}"));
	CHECK(!losses().n);
}

TEST(decode__manifests)
{
	CHECK(decode("canonical",
		     "// m\n{'spec':'hooks/0.1','_comment':'c','hooks':[{'event':'session_start',"
		     "'blocking':false," COMMAND("x") ",}]}") == GAFF_OK);
	CHECK_TEXT(json_sv(made.middle.root),
		   plain("{'spec':'hooks/1.0','hooks':[{'event':'session_start'," COMMAND(
			   "x") ",'blocking':false}],'_comment':'c'}"));
	CHECK(made.middle.n == 1 && made.middle.hook[0].number == 1 && !made.middle.rules.n);

	begin();
	CHECK(decode_text(
		      "canonical",
		      SV("spec: hooks/1.0\nrules:\n- {name: r, program: rm, decision: deny}\n"
			 "hooks:\n- event: agent_stop\n  handler: {type: command, command: x}\n"),
		      true) == GAFF_OK);
	CHECK(made.middle.n == 1 && gaff_json_type(made.middle.rules) == JSON_ARRAY);

	CHECK(decode("canonical", "{'spec':'hooks/1.0',\n'hooks':[{'event':'Stop'," COMMAND(
					  "x") "}]}") == GAFF_ESYNTAX);
	CHECK(made.err.line == 2 && made.err.column == 19);
	CHECK(decode("canonical", "{'hooks':[]}") == GAFF_ESYNTAX);
}

TEST(decode__toml)
{
	begin();
	CHECK(decode_text("codex",
			  SV("model = \"o\"\n[[hooks.PreToolUse]]\nmatcher = \"Bash\"\n"
			     "[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"x\"\n"
			     "[hooks.state]\na = 1\n"),
			  true) == GAFF_OK);
	CHECK_TEXT(hooks(),
		   plain("{" BEFORE ",'matcher':'shell'," COMMAND("x") ",'blocking':true}"));
	CHECK_TEXT(of_file("codex"),
		   plain("{'model':'o','hooks':[{'event':'state','entry':{'a':1}}]}"));
	CHECK(decode_text("codex", SV("[hooks\n"), true) == GAFF_ESYNTAX && made.err.line == 1);
}

TEST(decode__refuses_with_a_place)
{
	/* clang-format off */
	static const struct { const char *host, *text; enum gaff_rc rc; size_t line, column; } rows[] = {
		{ "claude-code", "{'hooks':{'Stop':[],\n'Stop':[]}}", GAFF_ESYNTAX, 2, 1 },
		{ "claude-code", "{\n 'hooks':[]}", GAFF_ESYNTAX, 2, 10 },
		{ "claude-code", "[]", GAFF_ESYNTAX, 1, 1 },
		{ "claude-code", "{'hooks':", GAFF_ESYNTAX, 1, 10 },
		{ "claude-code", "", GAFF_ESYNTAX, 1, 1 },
		{ "claude-code", "{'model':'x'}", GAFF_EUNSUPPORTED, 0, 0 },
		{ "claude-code", "{'hooks':{'Nope':[{'hooks':[{'type':'command','command':'x'}]}]}}", GAFF_EUNSUPPORTED, 0, 0 },
		{ "kiro", "{'version':'v1','hooks':7}", GAFF_ESYNTAX, 1, 25 },
		{ "opencode", "export const x = 1", GAFF_EUNSUPPORTED, 0, 0 },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		enum gaff_rc rc = decode(rows[i].host, rows[i].text);

		if (rc != rows[i].rc || made.err.line != rows[i].line ||
		    made.err.column != rows[i].column) {
			char got[320];

			(void)snprintf(got, sizeof got, "%d %zu:%zu %s", (int)rc, made.err.line,
				       made.err.column, made.err.msg);
			check_text(rows[i].text, (int)i, sv_of(got), SV("another"));
		}
	}
}

TEST(decode__bears_many_and_little_memory)
{
	static char memory[4096];
	struct buf b;

	begin();
	b = buf_in(&made.arena);
	gaff_buf_add(&b, SV("{\"hooks\":{\"PreToolUse\":["));
	for (int i = 0; i < 4096; i++)
		gaff_buf_add(&b, SV("{\"matcher\":\"Bash\",\"hooks\":[{\"type\":\"command\","
				    "\"command\":\"x\"}]},"));
	gaff_buf_add(&b, SV("]}}"));
	CHECK(decode_text("claude-code", buf_sv(&b), false) == GAFF_OK && made.middle.n == 4096);
	for (size_t n = 64; n <= sizeof memory; n += 61) {
		struct sv text = SV("{\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"command\","
				    "\"command\":\"x\",\"once\":1}]}]}}");
		struct gaff_losses lost;
		struct gaff_middle middle;
		struct gaff_err err;
		struct arena a;

		gaff_arena_init(&a, memory, n, 0);
		lost = (struct gaff_losses){ .arena = &a };
		CHECK(gaff_convert_decode(&a, &gaff_host_claude_code, text, false, &lost, &middle,
					  &err) == GAFF_ENOMEM ||
		      !a.failed);
		gaff_arena_release(&a);
	}
}

/* ---- whose file is it? ---- */

TEST(recognise__by_content_and_place)
{
	/* clang-format off */
	static const struct { const char *text, *path, *host; } rows[] = {
		{ "{'spec':'hooks/1.0','hooks':[]}", NULL, "canonical" },
		{ PRE("{'matcher':'Bash','hooks':[{'type':'command','command':'x'}]}"), NULL, "claude-code" },
		{ PRE("{'matcher':'Bash','hooks':[{'type':'command','command':'x'}]}"), "/home/u/.codex/hooks.json", "codex" },
		{ PRE("{'matcher':'Bash','hooks':[{'type':'command','command':'x'}]}"), ".qwen/settings.json", "qwen-code" },
		{ PRE("{'matcher':'Bash','hooks':[{'type':'command','command':'x'}]}"), "hooks.json", "claude-code" },
		{ PRE("{'matcher':'Bash','hooks':[{'type':'command','command':'x'}]}"), "plugin/hooks/hooks.json", "claude-code" },
		{ PRE("{'matcher':'Bash','hooks':[{'type':'command','command':'x'}]}"), "a/.factory/hooks.json", "factory-droid" },
		{ PRE("{'matcher':'Execute','hooks':[{'type':'command','command':'x'}]}"), NULL, "factory-droid" },
		{ PRE("{'matcher':'run_shell_command','hooks':[{'type':'command','command':'x'}]}"), NULL, "qwen-code" },
		{ "{'hooks':{'BeforeTool':[{'hooks':[{'type':'command','command':'x'}]}]}}", NULL, "gemini-cli" },
		{ "{'hooks':{'pre_run_command':[{'command':'x','show_output':true}]}}", NULL, "windsurf" },
		{ "{'version':1,'hooks':{'preToolUse':[{'type':'command','bash':'x','timeoutSec':3}]}}", NULL, "copilot-cli" },
		{ "{'version':1,'hooks':{'preToolUse':[{'command':'x','failClosed':true}]}}", NULL, "cursor" },
		{ "{'version':1,'hooks':{'stop':[{'command':'x'}]}}", NULL, "cursor" },
		{ PRE("{'type':'command','command':'x','windows':'y'}"), NULL, "vs-code-copilot" },
		{ PRE("{'type':'command','command':'x'}"), "repo/.github/hooks/a.json", "vs-code-copilot" },
		{ "{'version':'v1','hooks':[{'name':'a','trigger':'Stop','action':{}}]}", NULL, "kiro" },
		{ "{'when':{'type':'agentStop'},'then':{}}", NULL, "kiro" },
		{ "{'name':'a','hooks':{'preToolUse':[{'matcher':'execute_bash','command':'x','timeout_ms':5000}]}}", ".kiro/agents/a.json", "kiro" },
		{ "{'name':'a','hooks':{'preToolUse':[{'matcher':'execute_bash','command':'x','timeout_ms':5000}]}}", ".amazonq/cli-agents/a.json", "amazon-q" },
		{ "{'name':'a','hooks':{'preToolUse':[{'matcher':'execute_bash','command':'x','timeout_ms':5000}]}}", NULL, "this could be a file of amazon-q or kiro: say --from" },
		{ "{'PreToolUse':[{'matcher':'exec','hooks':[{'type':'command','command':'x'}]}]}", NULL, "devin" },
		{ PRE("{'matcher':'exec','hooks':[{'type':'command','command':'x'}]}"), ".devin/config.json", "devin" },
		{ "{'guard':{'PreToolUse':[{'matcher':'run_command','hooks':[{'type':'command','command':'x'}]}]}}", NULL, "antigravity" },
		{ PRE("{'matcher':'^bash$','command':'x','name':'a'}"), "crush.json", "crush" },
		{ "{'version':1,'hooks':{'PreToolUse':[{'matcher':'RunCommand','hooks':[{'type':'command','command':'x'}]}]}}", NULL, "trae" },
		{ PRE("{'matcher':'Bash','hooks':[{'type':'command','command':'x'}]}"), "/home/u/.junie/config.json", "junie" },
		{ "export default 1", "/x/.opencode/plugins/a.ts", "opencode" },
		{ "export default 1", "/x/.pi/extensions/a.ts", "pi" },
		{ "export default 1", "/x/.amp/plugins/a.js", "amp" },
		{ "#!/bin/sh\nexit 0\n", "/x/.clinerules/hooks/PreToolUse", "cline" },
	};
	/* clang-format on */

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct gaff_host *host = &gaff_host_canonical;
		bool is_other = true;
		enum gaff_rc rc;

		begin();
		rc = gaff_convert_recognise(&made.arena, plain(rows[i].text), rows[i].path, &host,
					    &is_other, &made.err);
		check_text(rows[i].text, (int)i, rc == GAFF_OK ? host->id : sv_of(made.err.msg),
			   sv_of(rows[i].host));
		CHECK(rc != GAFF_OK || !is_other);
	}
}

TEST(recognise__other_syntaxes_and_doubts)
{
	const struct gaff_host *host = NULL;
	bool is_other = false;

	begin();
	CHECK(gaff_convert_recognise(&made.arena, SV("[[hooks.Stop]]\n"), NULL, &host, &is_other,
				     &made.err) == GAFF_OK &&
	      host == &gaff_host_codex && is_other);
	CHECK(gaff_convert_recognise(&made.arena, SV("spec: hooks/1.0\n"), "x.yaml", &host,
				     &is_other, &made.err) == GAFF_OK &&
	      host == &gaff_host_canonical && is_other);
	CHECK(gaff_convert_recognise(&made.arena, SV("[[hooks]]\nevent = \"Stop\"\n"), NULL, &host,
				     &is_other, &made.err) == GAFF_OK &&
	      host == &gaff_host_kimi && !is_other);
	host = NULL;
	CHECK(gaff_convert_recognise(&made.arena, plain("{'hooks':{}}"), NULL, &host, &is_other,
				     &made.err) == GAFF_EUSAGE &&
	      !host);
	CHECK(gaff_convert_recognise(&made.arena, SV("hello"), NULL, &host, &is_other, &made.err) ==
	      GAFF_EUSAGE);
	CHECK(gaff_convert_recognise(&made.arena, SV("{\n]"), NULL, &host, &is_other, &made.err) ==
		      GAFF_ESYNTAX &&
	      made.err.line == 2);
}
