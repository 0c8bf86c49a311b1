#include "check.h"

#include "guard/rows/rule.h"
#include "agents/hosts.h"

static char storage[1 << 18];

enum { RULES_MAX = 4 };

/* One call, and what the rules of one manifest say to it. */
struct tried {
	struct arena arena;
	struct gaff_rule rule[RULES_MAX];
	size_t n;
	struct gaff_event event;
	struct gaff_guard_call call;
	struct gaff_rule_verdict verdict[RULES_MAX];
	struct gaff_exceptions exceptions;
	struct gaff_err err;
	bool ok;
};

static void read_rules(struct tried *t, const char *rules)
{
	struct gaff_findings findings = { .arena = &t->arena };
	struct json root, key, value;
	struct json_iter it;

	if (gaff_json_parse(sv_of(rules), &root, &t->err) != GAFF_OK)
		return;
	it = gaff_json_iter(root);
	while (t->n < RULES_MAX && gaff_json_next(&it, &key, &value))
		if (gaff_rule_read(&t->arena, gaff_hosts, value, &findings, &t->rule[t->n]))
			t->n++;
	CHECK(!findings.n_errors);
}

/* `event` is canonical, without what every event has. */
static void try_rules(struct tried *t, const char *rules, const char *event)
{
	struct gaff_match_place place = { .project = SV("/p"), .home = SV("/home/u") };
	struct json payload;
	struct buf b;

	memset(t, 0, sizeof *t);
	gaff_arena_init(&t->arena, storage, sizeof storage, 1 << 26);
	b = buf_in(&t->arena);
	gaff_buf_add(&b, SV("{\"cwd\":\"/p\",\"project_dir\":\"/p\","));
	gaff_buf_add(&b, sv_of(event));
	gaff_buf_add(&b, SV("}"));
	read_rules(t, rules);
	t->call = (struct gaff_guard_call){
		.arena = &t->arena,
		.event = &t->event,
		.world = { .cwd = SV("/p"), .project = SV("/p"), .home = SV("/home/u") }
	};
	t->ok = t->n && gaff_json_parse(buf_sv(&b), &payload, &t->err) == GAFF_OK &&
		gaff_decode_event(&t->arena, &gaff_host_canonical_caller, payload, (struct sv){ 0 },
				  NULL, &t->event, &t->err) == GAFF_OK &&
		gaff_rules_look(&t->call, &place, t->rule, t->n, t->verdict, &t->exceptions, NULL,
				&t->err) == GAFF_OK;
	CHECK(t->ok);
}

static void done(struct tried *t)
{
	gaff_arena_release(&t->arena);
}

#define SHELL(command)                                                                             \
	"\"event\":\"before_tool_execute\",\"tool\":\"shell\",\"tool_input\":{\"command\":"        \
	"\"" command "\"}"
#define TOOL(tool, input)                                                                          \
	"\"event\":\"before_tool_execute\",\"tool\":\"" tool "\",\"tool_input\":" input
#define DENY(fields)  "{\"name\":\"d\",\"decision\":\"deny\"," fields "}"
#define ALLOW(fields) "{\"name\":\"a\",\"decision\":\"allow\"," fields "}"

/* "YPN": yes, perhaps, no for each rule. */
static void check_results(int line, const char *rules, const char *event, const char *want)
{
	struct tried t;
	char got[RULES_MAX + 1] = "";

	try_rules(&t, rules, event);
	for (size_t i = 0; i < t.n; i++)
		got[i] = "NPY"[t.verdict[i].result];
	if (strcmp(got, want) != 0) {
		printf("%s\n%s\n", rules, event);
		check_text(__FILE__, line, sv_of(got), sv_of(want));
	}
	done(&t);
}
#define RESULTS(rules, event, want) check_results(__LINE__, rules, event, want)

TEST(rule__needs_all_its_conditions)
{
	static const char rules[] = "[" DENY("\"program\":\"kubectl\",\"words\":\"apply\","
					     "\"paths\":[\"infra/**\"],\"content\":\"prod\"") "]";

	RESULTS(rules, SHELL("kubectl apply -f infra/prod.yaml"), "Y");
	RESULTS(rules, SHELL("helm apply -f infra/prod.yaml"), "N");
	RESULTS(rules, SHELL("kubectl get -f infra/prod.yaml"), "N");
	RESULTS(rules, SHELL("kubectl apply -f other/prod.yaml"), "N");
	RESULTS(rules, SHELL("kubectl apply -f infra/test.yaml"), "N");
}

TEST(rule__finds_its_program_wherever_it_is_started)
{
	static const char rules[] = "[" DENY("\"program\":[\"kubectl\",\"helm*\"],"
					     "\"words\":[\"apply|delete\",\"uninstall\"]") "]";

	RESULTS(rules, SHELL("sudo kubectl apply"), "Y");
	RESULTS(rules, SHELL("cd x && /usr/bin/kubectl delete y"), "Y");
	RESULTS(rules, SHELL("x=apply; kubectl $x"), "Y");
	RESULTS(rules, SHELL("bash -c 'kubectl delete ns a'"), "Y");
	RESULTS(rules, SHELL("helm3 uninstall z"), "Y");
	RESULTS(rules, SHELL("echo kubectl apply"), "N");
	RESULTS(rules, SHELL("git commit -m 'kubectl apply'"), "N");
	RESULTS(rules, TOOL("file_write", "{\"path\":\"x\",\"content\":\"kubectl apply\"}"), "N");
}

TEST(rule__that_may_be_meant_is_never_missed)
{
	static const char rules[] = "[" DENY("\"program\":\"kubectl\",\"words\":\"apply\"") "]";

	RESULTS(rules, SHELL("kubectl $X"), "P");
	RESULTS(rules, SHELL("$X apply"), "P");
	RESULTS(rules, SHELL("eval $X"), "P");
	RESULTS(rules, SHELL("ls $X"), "N");
	RESULTS("[" DENY("\"program\":\"kubectl\",\"paths\":[\"infra/**\"]") "]", SHELL("eval $X"),
		"P");
	/* one that is certain is still found behind one that may be */
	RESULTS("[" DENY("\"program\":\"a\",\"words\":\"x\"") "," DENY("\"program\":\"a\"") "]",
		SHELL("a $X"), "PY");
}

TEST(rule__first_that_holds_decides)
{
	static const char rules[] =
		"[" ALLOW("\"program\":\"rm\",\"paths\":[\"build/**\"]") "," DENY(
			"\"program\":\"rm\"") "," DENY("\"paths\":[\"src/**\"]") "]";

	RESULTS(rules, SHELL("rm build/x"), "YNN");
	RESULTS(rules, SHELL("rm src/x"), "NYN");
	RESULTS(rules, SHELL("cat src/x"), "NNY");
	RESULTS(rules, SHELL("rm build/x; rm src/x"), "YYN");
}

TEST(rule__exception_must_be_certain_and_for_all_files)
{
	static const char rules[] = "[" ALLOW("\"program\":\"rm\",\"paths\":[\"build/**\"]") "]";

	RESULTS(rules, SHELL("rm build/x build/y"), "Y");
	RESULTS(rules, SHELL("rm build/x src/y"), "N");
	RESULTS(rules, SHELL("rm build/x $Y"), "N");
	RESULTS(rules, SHELL("rm build/$X"), "N");
	RESULTS(rules, SHELL("rm build/../src/y"), "N");
	RESULTS(rules, SHELL("rm"), "N");
	RESULTS("[" ALLOW("\"program\":\"kubectl\"") "]", SHELL("$X"), "N");
}

TEST(rule__exception_leaves_out_what_its_paths_leave_out)
{
	static const char rules[] = "[" ALLOW(
		"\"program\":\"rm\",\"paths\":[\"build/**\",\"!build/keep/**\"]") "]";

	RESULTS(rules, SHELL("rm -r build/x"), "Y");
	RESULTS(rules, SHELL("rm -r build/a*"), "Y");
	RESULTS(rules, SHELL("rm -r build/keep/x"), "N");
	RESULTS(rules, SHELL("rm -r build/keep"), "N");
	RESULTS(rules, SHELL("rm -r build"), "N");
	RESULTS(rules, SHELL("rm -r build/*"), "N");
	RESULTS(rules, SHELL("rm -r build/k*"), "N");
}

TEST(rule__exception_by_words_is_for_every_operand_and_nothing_unknown)
{
	static const char temp[] = "[" ALLOW("\"program\":\"rm\",\"words\":\"-r @temp\"") "]";
	static const char away[] = "[" ALLOW(
		"\"program\":\"mv\",\"words\":\"@temp^ @project$\"") "]";
	static const char push[] = "[" ALLOW(
		"\"program\":\"git\",\"words\":\"push --force * my/*\"") "]";

	RESULTS(temp, SHELL("rm -r /tmp/x /tmp/y"), "Y");
	RESULTS(temp, SHELL("rm -r /tmp/x /"), "N");
	RESULTS(temp, SHELL("rm -r /tmp/x $Y"), "N");
	RESULTS(temp, SHELL("rm -r /tmp/x \\\"$Y\\\""), "N");
	RESULTS(away, SHELL("mv /tmp/x /tmp/y a"), "Y");
	RESULTS(away, SHELL("mv /tmp/x /etc/y a"), "N");
	RESULTS(push, SHELL("git push --force origin my/x"), "Y");
	RESULTS(push, SHELL("git push --force $R my/x"), "N");
	RESULTS(push, SHELL("git push --force origin my/$X"), "N");
	RESULTS(push, SHELL("git push --force \\\"$R\\\" my/x"), "N");
}

TEST(rule__paths_are_those_of_tools_and_programs)
{
	static const char rules[] = "[" DENY("\"paths\":[\"infra/**\",\"!infra/test/**\"]") "]";

	RESULTS(rules, TOOL("file_read", "{\"path\":\"infra/x\"}"), "Y");
	RESULTS(rules, TOOL("file_read", "{\"path\":\"infra/test/x\"}"), "N");
	RESULTS(rules,
		TOOL("file_edit", "{\"patch\":\"*** Begin Patch\\n*** Update File: a\\n@@\\n+x\\n"
				  "*** Add File: infra/y\\n+x\\n*** End Patch\\n\"}"),
		"Y");
	RESULTS(rules, SHELL("cat infra/x"), "Y");
	RESULTS(rules, SHELL("cd infra && rm x"), "Y");
	RESULTS(rules, SHELL("echo x > infra/x"), "Y");
	RESULTS(rules, SHELL("rm -rf infra"), "Y");
	RESULTS(rules, SHELL("dd if=a of=infra/x"), "Y");
	RESULTS(rules, SHELL("curl -d @infra/x http://h"), "Y");
	RESULTS(rules, SHELL("cat infra/test/x"), "N");
	RESULTS(rules, SHELL("echo infra/x"), "N");
	RESULTS(rules, SHELL("git commit -m infra/x"), "N");
	RESULTS(rules, SHELL("curl https://h/infra/x"), "N");
	RESULTS(rules, SHELL("rm -rf node_modules"), "N");
}

TEST(rule__paths_that_are_patterns_or_not_known_may_be_meant)
{
	static const char rules[] = "[" DENY("\"paths\":[\"infra/**\"]") "]";
	static const char dots[] = "[" DENY("\"paths\":[\"**/.env\"]") "]";
	static const char ends[] = "[" DENY("\"paths\":[\"**/*.tf\"]") "]";

	RESULTS(rules, SHELL("rm inf*"), "P");
	RESULTS(rules, SHELL("kubectl apply -f inf*/x"), "P");
	RESULTS(rules, SHELL("kubectl apply --filename=inf*/x"), "P");
	RESULTS(rules, SHELL("rm inf*/x"), "P");
	RESULTS(rules, SHELL("rm infra/*"), "Y");
	RESULTS(rules, SHELL("rm src/*"), "N");
	RESULTS(rules, SHELL("cat *.md"), "N");
	RESULTS(rules, SHELL("cat $F"), "P");
	RESULTS(rules, SHELL("cat $D/x"), "P");
	RESULTS(rules, SHELL("cat src/$F"), "N");
	RESULTS(rules, SHELL("cat src/$F/../x"), "P");
	RESULTS(dots, SHELL("cat *"), "N");
	RESULTS(dots, SHELL("cat .e*"), "P");
	RESULTS(dots, SHELL("cat $D/.env"), "P");
	RESULTS(dots, SHELL("cat $D/.envrc"), "N");
	RESULTS(ends, SHELL("cat *"), "P");
	RESULTS(ends, SHELL("cat $F.md"), "N");
	RESULTS(ends, SHELL("cat a*"), "P");
}

TEST(rule__content_is_what_the_call_says)
{
	static const char rules[] = "[" DENY("\"content\":\"(?i)secret\"") "]";
	static const char prompts[] = "[" DENY(
		"\"event\":\"before_prompt\",\"content\":\"secret\"") "]";
	static const char outputs[] = "[" DENY(
		"\"event\":\"after_tool_execute\",\"content\":\"secret\"") "]";

	RESULTS(rules, SHELL("echo SECRET"), "Y");
	RESULTS(rules, TOOL("file_write", "{\"path\":\"x\",\"content\":\"a secret\"}"), "Y");
	RESULTS(rules, TOOL("file_write", "{\"path\":\"secret\",\"content\":\"a\"}"), "N");
	RESULTS(rules,
		TOOL("file_edit",
		     "{\"path\":\"x\",\"edits\":[{\"old\":\"a\",\"new\":\"secret\"}]}"),
		"Y");
	RESULTS(rules,
		TOOL("file_edit",
		     "{\"path\":\"x\",\"edits\":[{\"old\":\"secret\",\"new\":\"a\"}]}"),
		"N");
	RESULTS(rules, TOOL("Odd", "{\"a\":[{\"b\":\"x\"},[\"a \\\"secret\\\"\"]]}"), "Y");
	RESULTS(rules, TOOL("Odd", "{\"secret\" : 1, \"a\":\"b\"}"), "N");
	RESULTS(prompts, "\"event\":\"before_prompt\",\"prompt\":\"a secret\"", "Y");
	RESULTS(prompts, "\"event\":\"before_prompt\",\"prompt\":\"none\"", "N");
	RESULTS(outputs,
		"\"event\":\"after_tool_execute\",\"tool\":\"shell\",\"tool_input\":{\"command\":"
		"\"secret\"},\"tool_output\":{\"stdout\":\"none\"}",
		"N");
	RESULTS(outputs,
		"\"event\":\"after_tool_execute\",\"tool\":\"shell\",\"tool_input\":{\"command\":"
		"\"x\"},\"tool_output\":{\"stdout\":\"a secret\"}",
		"Y");
}

TEST(rule__says_why_and_what_instead)
{
	struct gaff_response r;
	struct tried t;

	try_rules(&t,
		  "[{\"name\":\"r\",\"decision\":\"deny\",\"program\":\"a\",\"words\":\"b|c\","
		  "\"reason\":\"because\",\"suggestion\":\"do that\"}]",
		  SHELL("a b\\tx; a b"));
	CHECK(gaff_rule_answer(&t.arena, &t.rule[0], &t.verdict[0], &r, &t.err) == GAFF_OK);
	CHECK(r.decision == GAFF_DENY);
	CHECK_TEXT(r.text[GAFF_A_REASON], SV("rule r: `a b`: because. Instead: do that"));
	done(&t);
	try_rules(&t, "[" DENY("\"program\":\"a\",\"words\":\"b\"") "]", SHELL("a $X"));
	CHECK(gaff_rule_answer(&t.arena, &t.rule[0], &t.verdict[0], &r, &t.err) == GAFF_OK);
	CHECK(r.decision == GAFF_ASK);
	CHECK_TEXT(r.text[GAFF_A_REASON], SV("rule d: `a`, perhaps: this is not wanted here"));
	done(&t);
	try_rules(&t, "[" ALLOW("\"program\":\"a\"") "]", SHELL("a"));
	CHECK(gaff_rule_answer(&t.arena, &t.rule[0], &t.verdict[0], &r, &t.err) == GAFF_OK);
	CHECK(r.decision == GAFF_NONE && !r.text[GAFF_A_REASON].n); /* it grants nothing */
	done(&t);
	try_rules(&t, "[" DENY("\"program\":\"a\",\"words\":\"b|c\"") "]", SHELL("x; a d; y"));
	CHECK_TEXT(t.verdict[0].missing, SV("\"b|c\" is not met"));
	done(&t);
}

TEST(rule__what_is_excepted_is_hidden_from_guards)
{
	const struct gaff_programs *programs;
	struct gaff_guard_call hidden;
	struct tried t;

	try_rules(&t, "[" ALLOW("\"program\":\"rm\",\"paths\":[\"build/**\"]") "]",
		  SHELL("ls; rm build/x; rm y"));
	CHECK(t.ok && t.exceptions.program && !t.exceptions.all);
	CHECK(gaff_rules_hide(&t.call, &t.exceptions, &hidden, &t.err) == GAFF_OK);
	CHECK(gaff_guard_programs(&hidden, &programs, &t.err) == GAFF_OK);
	CHECK(programs->n == 2 && sv_eq(programs->first->name, SV("ls")));
	CHECK(programs->first->next && !programs->first->next->next);
	CHECK_TEXT(programs->first->next->word[1].text, SV("y"));
	for (size_t i = 0; i < programs->n; i++) /* the arguments go with their programs */
		CHECK(hidden.args[i].program == (i ? programs->first->next : programs->first));
	CHECK(gaff_guard_programs(&t.call, &programs, &t.err) == GAFF_OK);
	CHECK(programs->n == 3 && programs->first->next->next); /* as it was, for the others */
	done(&t);
}

TEST(rule__excepted_files_are_hidden_one_by_one)
{
	struct gaff_guard_call hidden;
	struct tried t;

	try_rules(&t, "[" ALLOW("\"paths\":[\"build/**\"]") "]",
		  TOOL("file_edit", "{\"patch\":\"*** Begin Patch\\n*** Add File: build/a\\n+x\\n"
				    "*** Add File: src/b\\n+x\\n*** End Patch\\n\"}"));
	CHECK(gaff_rules_hide(&t.call, &t.exceptions, &hidden, &t.err) == GAFF_OK);
	CHECK(t.call.paths.n == 2 && hidden.paths.n == 1);
	CHECK_TEXT(hidden.paths.path[0], SV("/p/src/b"));
	done(&t);
	try_rules(&t, "[" ALLOW("\"tool\":\"file_write\"") "]",
		  TOOL("file_write", "{\"path\":\"x\",\"content\":\"\"}"));
	CHECK(t.exceptions.all);
	done(&t);
}

static bool may_be(struct gaff_program_bits bits, const char *name)
{
	return gaff_programs_meet(bits, gaff_program_bits(sv_of(name)));
}

TEST(rule__is_not_read_for_programs_it_cannot_be_about)
{
	struct gaff_program_bits bits;
	struct tried t;

	try_rules(&t, "[" DENY("\"program\":\"x\"") "]", SHELL("sudo git status"));
	CHECK(gaff_rules_programs(&t.call, &bits, &t.err) == GAFF_OK);
	CHECK(may_be(bits, "git") && may_be(bits, "sudo"));
	CHECK(!may_be(bits, "kubectl") && !may_be(bits, "rm") && !may_be(bits, "helm"));
	done(&t);
	try_rules(&t, "[" DENY("\"program\":\"x\"") "]", SHELL("$X"));
	CHECK(gaff_rules_programs(&t.call, &bits, &t.err) == GAFF_OK && may_be(bits, "kubectl"));
	done(&t);
	/* all the names by which a row would find it */
	try_rules(&t, "[" DENY("\"program\":\"x\"") "]", SHELL("PODMAN ps; GIT.exe push"));
	CHECK(gaff_rules_programs(&t.call, &bits, &t.err) == GAFF_OK);
	CHECK(may_be(bits, "docker") && may_be(bits, "Podman") && may_be(bits, "git"));
	done(&t);
}
