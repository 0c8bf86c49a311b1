// mutate.mjs - would a mistake in one row, or in one line of the engine, be noticed?
//
// Each fault below is put into a copy of the sources, one at a time; the program built from it must
// fail a suite; SUITE=e2e tries those that real agents must notice (make e2e-mutate). Goldens do not count as text here (JUDGE=1): what has to notice is the emulator of
// that agent, a hook of another dialect that is shown something else, or a test of behaviour.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-mutate-'));
const gaff = path.join(copy, 'build/gaff');

const suites = {
  golden: host => ['node', ['tests/golden.mjs', `${host}/`], { JUDGE: '1' }],
  run: (file, only) => ['node', ['tests/run.mjs'], { ONLY: only }],
  manifest: () => ['node', ['tests/manifest.mjs'], {}],
  install: (file, only) => ['node', ['tests/install.mjs'], { ONLY: only }],
  doctor: (file, only) => ['node', ['tests/doctor.mjs'], { ONLY: only }],
  engine: (file, only) => ['node', ['tests/engine.mjs'], { ONLY: only, JUDGE: '1' }],
  wrap: (file, only) => ['node', ['tests/wrap.mjs'], { ONLY: only }],
  guard: (file, only) => ['node', ['tests/guard.mjs'], { ONLY: only }],
  rules: (file, only) => ['node', ['tests/rules.mjs'], { ONLY: only }],
  corpus: (file, only) => ['node', ['tests/guard/corpus.mjs'], { ONLY: only }],
  grid: (file, only) => ['node', ['tests/guard/grid.mjs'], { ONLY: only }],
  convert: (file, only) => ['node', ['tests/convert.mjs'], { ONLY: only }],
  roundtrip: (file, only) => ['node', ['tests/convert/roundtrip.mjs'], { ONLY: only }],
  property: (file, only) => ['node', ['tests/convert/property.mjs'], { ONLY: only }],
  matrix: (file, only) => ['node', ['tests/convert/matrix.mjs'], { ONLY: only }],
  semantics: (file, only) => ['node', ['tests/convert/semantics.mjs'], { ONLY: only }],
  matching: (file, only) => ['node', ['tests/convert/matching.mjs'], { ONLY: only }],
  hostile: (file, only) => ['node', ['tests/convert/hostile.mjs'], { ONLY: only }],
  vectors: (file, only) => ['node', ['tests/convert/vectors.mjs'], { ONLY: only }],
  test: (file, only) => ['node', ['tests/authoring/test.mjs'], { ONLY: only }],
  new: (file, only) => ['node', ['tests/authoring/new.mjs'], { ONLY: only }],
  examples: (file, only) => ['node', ['tests/authoring/examples.mjs'], { ONLY: only }],
  cli: (file, only) => ['node', ['tests/cli.mjs'], { ONLY: only }],
  shell: (file, only) => ['node', ['tests/authoring/shell.mjs'], { ONLY: only }],
  library: (file, only) => ['node', ['tests/library.mjs'], { ONLY: only }],
  unit: () => ['sh', ['-c', `${path.join(copy, 'build/unit')} 2>&1`], {}],
  e2e: (file, only) => ['node', ['--test-reporter=./tests/e2e/reporter.mjs', '--test-reporter-destination=stdout', 'tests/e2e/e2e.mjs'], { ONLY: only }],
};

// host or file, what is wrong, the row as it is, the row with the fault, [the suite that must notice, which of its tests]
const faults = [
  // ---- questions that nobody can answer; guards that stay closed ----
  ['src/run/run.c', 'a question is sent though nobody is there', 'if (response.decision == GAFF_ASK && !gaff_run_is_attended(run, event))', 'if (0)', 'run', '^a question'],
  ['src/hook/fit.c', 'a question is passed on to an agent that hangs', 'host->attended->unanswered != GAFF_UNANSWERED_ENDS) {', 'true) {', 'run', '^a question that is passed on'],
  ['src/hook/fit.c', 'a question that nobody can answer is dropped', 'r->decision = GAFF_DENY;\n\tr->text[GAFF_A_REASON] = gaff_join_texts(a,', 'r->decision = GAFF_NONE;\n\tr->text[GAFF_A_REASON] = gaff_join_texts(a,', 'run', '^a question'],
  ['src/run/attended.c', 'a command line with -p is not read', '!agent.is_cut && !has_option(&agent, how->options_not);', '!agent.is_cut;', 'run', 'its command line'],
  ['src/run/attended.c', 'a command line is read in part', 'agent.on_terminal && !agent.is_cut &&', 'agent.on_terminal &&', 'run', 'its command line'],
  ['src/run/attended.c', 'CI is no matter', '!is_any_set(how->variables_not) &&', '', 'run', 'its command line'],
  ['src/run/attended.c', 'options in one word are not seen', "for (size_t i = 1; i < word.n && ascii_isalpha(word.p[i]); i++)", 'for (size_t i = 1; i < 2 && ascii_isalpha(word.p[i]); i++)', 'run', 'its command line'],
  ['src/run/attended.c', 'a shell is taken for the agent', '"sh bash dash zsh ash ksh fish busybox env"', '"bash"', 'run', 'shells between'],
  ['src/run/attended.c', 'a hook of gaff is asked about its own agent', 'sight = is_gaff ? SEEN_GAFF : SEEN_OTHER;', 'sight = SEEN_OTHER;', 'run', 'speaks for another agent'],
  ['src/base/os_linux.c', 'a terminal is not looked at', 'out->on_terminal = terminal && is_terminal(pid, STDIN_FILENO, terminal) &&', 'out->on_terminal = true || terminal ||', 'run', '^a question'],
  ['src/hosts/claude_code.c', 'Claude Code is taken to be attended', '.variable = "CLAUDE_CODE_SESSION_ATTENDED=1",', '', 'unit'],
  ['src/hosts/gemini_cli.c', 'a headless Gemini CLI is asked', '.by_terminal = true, .program = "gemini",', '.program = "gemini",', 'unit'],
  ['src/convert/check_field.c', 'a guard becomes open with exit 0', 'if (c->hook->blocking && gaff_event_is_gate(c->hook->event))', 'if (0)', 'unit'],
  ['src/convert/check_field.c', 'a guard is said to be closed where that is ignored', 'gaff_event_row_may_close(c->plan->spot[0].event)))', 'true))', 'unit'],
  ['src/convert/decode_members.c', 'onFailure is not read', 'gaff_json_same(d->arena, value, gaff_form_closed(d->form, true)))', 'false)', 'roundtrip', 'on-failure'],
  ['src/install/entry.c', 'onFailure is not written', 'style->closed_value.n ? style->closed_value : SV("true")));', 'SV("true")));', 'install', 'claude-code, fail-closed'],
  ['src/install/entry.c', 'onFailure is written where it is ignored', '!row || gaff_event_row_may_close(row);', 'true;', 'install', 'claude-code, fail-closed'],
  ['src/hosts/gemini_cli.c', 'a headless run hangs at a question', '.unanswered = GAFF_UNANSWERED_ENDS, .by_terminal = true,', '.unanswered = GAFF_UNANSWERED_DENIES, .by_terminal = true,', 'e2e', '^gemini-cli, ask with an MCP server'],
  ['src/lib/lib_call.c', 'a hook prints into its answer', 'answer_fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);', 'answer_fd = -1;', 'library', 'no part of the answer'],
  ['src/lib/lib_call.c', 'a hook that calls exit() passes', '(void)atexit(on_exit_called);', '', 'library', 'does not come back'],
  ['src/lib/lib_call.c', 'a child of a hook answers', 'if (watched_run && getpid() == watched_process)', 'if (watched_run)', 'library', 'child of a hook'],
  ['src/lib/lib_main.c', 'a denial is lost with a failure', 'if (said.decision != GAFF_DENY && said.decision != GAFF_ASK)', 'if (1)', 'library', 'objected all the same'],
  ['src/cli/cmd_reply.c', 'a denial among wrong words is lost', 'look_everywhere(&q, argc, argv);\n\t\treturn', 'return', 'shell', 'before a denial'],
  ['src/cli/cmd_get.c', 'a value looks like two', "if (v->is_list && sv_chr(v->text[i], '\\n'))", 'if (0)', 'shell', 'get'],
  ['src/run/handler.c', 'hooks have no file with their event', 'set(&v, GAFF_EVENT_FILE, SV(GAFF_PROC_INPUT_FILE));', '', 'shell', 'protect-env in sh'],
  ['src/cli/hosts_contracts.c', 'a field of another event', 'host->payload[i].events & (gaff_event_set)1 << id)', 'host->payload[i].events & (gaff_event_set)2 << id)', 'cli', 'contracts'],
  ['src/cli/hosts_contracts.c', 'what is known from something else is not', 'return where.n ? where : derived_from(host, id, field);', 'return where;', 'cli', 'contracts'],
  ['src/cli/hosts_contracts.c', 'payloads hold nothing besides', ': is_extra(host, &host->events[i], row->where)))', ': false))', 'cli', 'contracts'],
  ['src/hook/canonical.c', 'a stop that was refused is forgotten', '{ SV_INIT("/stop_hook_active"),       GAFF_F_STOP_ACTIVE, ', '{ SV_INIT("/stop_active"),            GAFF_F_STOP_ACTIVE, ', 'examples', 'stop-until-tests-pass: in sh'],
  ['src/cli/test_shot.c', 'no gaff beside a PATH of its own', 'return set_path(w, err); /* also before a PATH of the case\'s own */', 'return GAFF_OK;', 'examples', 'format-on-write: in sh'],
  ['src/cli/test_compare.c', 'a decision that nobody expects passes', 'each(c, SV("decision"), quoted(c, fire_decision_name(expected)),\n\t     quoted(c, fire_decision_name(actual)));', 'if (expected) each(c, SV("decision"), quoted(c, fire_decision_name(expected)),\n\t     quoted(c, fire_decision_name(actual)));', 'test', 'nobody expects|deny is not nothing'],
  ['src/cli/test_compare.c', 'a hook that fails passes', 'compare_text(&c, SV("error"), &want->error, got->error, true);', 'compare_text(&c, SV("error"), &want->error, got->error, false);', 'test', 'a hook that'],
  ['src/cli/test_shot.c', "the user's home", 'GAFF_TRY(set_folder(w, "HOME", "home", err));', '', 'test', 'home, cache'],
  ['src/cli/test_pool.c', 'a case that no host can have passes', 'c->shot[0].result = TEST_FAILED;\n\trun->n_skipped--;', 'return;', 'test', 'tests nothing'],
  ['src/cli/test_pool.c', 'cases beside each other', 'if (is_busy(p, file))', 'if (0)', 'test', 'those of one folder'],
  ['src/run/chain.c', 'a test asks every manifest', 'else if (run->is_apart)', 'else if (0)', 'test', 'run alone'],
  ['src/cli/new_write.c', 'a file is followed out of its folder', 'O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW', 'O_RDONLY | O_CLOEXEC | O_DIRECTORY', 'new', 'a link or nothing'],
  ['src/cli/new_write.c', 'a folder that is there', 'if (!is_new && errno == EEXIST && !is_forced)', 'if (0)', 'new', 'left alone'],
  ['claude-code', 'hookEventName is missing', 'SV_INIT(OUT "hookEventName")', 'SV_INIT(OUT "eventName")'],
  ['claude-code', 'a wrong word for deny', 'SV_INIT(OUT "permissionDecision"), SV_INIT("\\"deny\\""),', 'SV_INIT(OUT "permissionDecision"), SV_INIT("\\"block\\""),'],
  ['claude-code', 'context at the top level', 'SV_INIT(OUT "additionalContext")', 'SV_INIT("/additionalContext")'],
  ['claude-code', 'the command under another name', '{ SV_INIT("command"),     SV_INIT("command"),', '{ SV_INIT("cmd"),     SV_INIT("command"),'],
  ['codex', 'hookEventName is missing', 'SV_INIT(OUT "hookEventName")', 'SV_INIT(OUT "eventName")'],
  ['codex', 'a key its schema does not know', 'SV_INIT("/systemMessage")', 'SV_INIT("/system_message")'],
  ['codex', 'a denial without its reason', 'SV_INIT(OUT "permissionDecisionReason"), SV_INIT(""), GAFF_R_WITH_DENY', 'SV_INIT(OUT "permissionDecisionReason"), SV_INIT(""), GAFF_R_READ'],
  ['codex', 'seconds for milliseconds', '&no_answer,            1000, GAFF_E_WAITS_3_S,', '&no_answer,            1000000, GAFF_E_WAITS_3_S,', 'run', 'a hook of Codex has a second'],
  ['cursor', 'exit 2 on deny', 'before_tool_answer = { GAFF_ROWS(before_tool),   GAFF_DENY_JSON }', 'before_tool_answer = { GAFF_ROWS(before_tool),   GAFF_DENY_EXIT_2 }'],
  ['cursor', 'nothing for no opinion', '.no_opinion = SV_INIT("{}")', '.no_opinion = SV_INIT("")'],
  ['cursor', 'the reason where nobody reads it', 'SV_INIT("/user_message"),  SV_INIT(""), GAFF_R_WITH_DENY }, \\\n\t{ GAFF_A_USER_MESSAGE', 'SV_INIT("/message"),  SV_INIT(""), GAFF_R_WITH_DENY }, \\\n\t{ GAFF_A_USER_MESSAGE'],
  ['cursor', 'ask in every version', 'GAFF_R_BY_VERSION }', '0 }', 'run', 'a question on Cursor'],
  ['cursor', 'bytes for characters', '.context_max = 10000', '.context_max = 30000', 'run', 'context is cut to what Cursor'],
  ['kiro', 'exit 2 for a stop', 'stop_answer   = { GAFF_ROWS(stop),   GAFF_DENY_JSON }', 'stop_answer   = { GAFF_ROWS(stop),   GAFF_DENY_EXIT_2 }'],
  ['kiro', 'a prompt that is blocked for sure', 'GAFF_ROWS(prompt), GAFF_DENY_IN_VAIN }', 'GAFF_ROWS(prompt), GAFF_DENY_STDERR }'],
  ['kiro', 'another word for a question', 'SV_INIT("/hookSpecificOutput/permissionDecision")', 'SV_INIT("/permissionDecision")'],
  ['kiro', 'the other spelling is not seen', '.other_mark = SV_INIT("*")', '.other_mark = SV_INIT("")'],
  ['amazon-q', 'context as JSON', 'GAFF_A_CONTEXT, SV_INIT("-")', 'GAFF_A_CONTEXT, SV_INIT("/context")'],
  ['amazon-q', 'a denial at exit 0', 'gate      = { NULL, 0,         GAFF_DENY_STDERR }', 'gate      = { NULL, 0,         GAFF_DENY_JSON }'],
  ['amazon-q', 'an object for no opinion, which the model would read', '.no_opinion = SV_INIT("")', '.no_opinion = SV_INIT("{}")'],
  ['amp', 'a denial the plugin does not know', '{ GAFF_A_DENY,           SV_INIT("/block"),', '{ GAFF_A_DENY,           SV_INIT("/deny"),'],
  ['amp', 'a context that the plugin does not know before a tool', 'GAFF_A_CONTEXT,        SV_INIT("/reason"),  SV_INIT(""),     GAFF_R_WRITE |', 'GAFF_A_CONTEXT,        SV_INIT("/message"), SV_INIT(""),     GAFF_R_WRITE |'],
  ['amp', 'an output that is no text', 'SV_INIT(""),     GAFF_R_AS_TEXT }', 'SV_INIT(""),     GAFF_R_NOT_MCP }'],
  ['antigravity', 'no decision, and nothing runs', '{ GAFF_A_UNDECIDED, SV_INIT("/decision"), SV_INIT("\\"allow\\""),     GAFF_R_WRITE },', '{ GAFF_A_UNDECIDED, SV_INIT("/decision"), SV_INIT("\\"none\\""),      GAFF_R_WRITE },'],
  ['antigravity', 'a denial by an exit code', 'before_tool_answer  = { GAFF_ROWS(before_tool),  GAFF_DENY_JSON }', 'before_tool_answer  = { GAFF_ROWS(before_tool),  GAFF_DENY_EXIT_2 }'],
  ['antigravity', 'a context as if the user said it', 'SV_INIT("/injectSteps/0/ephemeralMessage")', 'SV_INIT("/injectSteps/0/userMessage")'],
  ['antigravity', 'a call that cannot be read, and nobody is told its event', 'GAFF_EV_NATIVE, T, &untold_answer,', 'GAFF_EV_NATIVE, T, &no_answer,', 'run', 'without --event|no --event'],
  ['crush', 'a wrong word for deny', '{ GAFF_A_DENY,          SV_INIT("/decision"),      SV_INIT("\\"deny\\""),', '{ GAFF_A_DENY,          SV_INIT("/decision"),      SV_INIT("\\"block\\""),'],
  ['crush', 'a stop under another name', '{ GAFF_A_STOP,          SV_INIT("/halt"),          SV_INIT("true"), 0 },\n\t{ GAFF_A_REASON', '{ GAFF_A_STOP,          SV_INIT("/stop"),          SV_INIT("true"), 0 },\n\t{ GAFF_A_REASON'],
  ['crush', "Claude Code's word for a new input", 'SV_INIT("/updated_input")', 'SV_INIT("/updatedInput")'],
  ['devin', 'an answer without its event', 'SV_INIT(OUT "hookEventName")', 'SV_INIT(OUT "eventName")'],
  ['devin', 'a wrong word for block', 'SV_INIT("/decision"), SV_INIT("\\"block\\""), 0', 'SV_INIT("/decision"), SV_INIT("\\"deny\\""), 0'],
  ['devin', 'a new input at the top level', 'SV_INIT(OUT "updatedInput")', 'SV_INIT("/updatedInput")'],
  ['junie', 'exit 2 for a prompt', 'GAFF_ROWS(prompt),      GAFF_DENY_JSON }', 'GAFF_ROWS(prompt),      GAFF_DENY_EXIT_2 }'],
  ['junie', "Claude Code's place for a context", '{ GAFF_A_CONTEXT, SV_INIT("/additionalContext"), SV_INIT(""), 0 }', '{ GAFF_A_CONTEXT, SV_INIT("/hookSpecificOutput/additionalContext"), SV_INIT(""), GAFF_R_WRITE }'],
  ['junie', 'a permission that silence grants', '#define GRANTS GAFF_E_SILENCE_GRANTS', '#define GRANTS GAFF_E_SILENCE_ASKS'],
  ['pi', 'a denial the extension does not know', '{ GAFF_A_DENY,           SV_INIT("/block"),', '{ GAFF_A_DENY,           SV_INIT("/deny"),'],
  ['pi', 'a prompt under another name', 'SV_INIT("/text"), ', 'SV_INIT("/prompt"), '],
  ['pi', 'a context beside a prompt that is held back', 'TELLS(GAFF_R_NOT_WITH_DENY), NOTIFIES,', 'TELLS(0), NOTIFIES,'],
  ['pi', 'a file that is opened under another name', 'GAFF_H_STDERR_IS_PRIVATE | GAFF_H_TIDIES_PATHS', 'GAFF_H_STDERR_IS_PRIVATE', 'run', '"@x"'],
  ['kiro', 'a file under a name that is not its own', 'GAFF_H_TEXT_IS_IGNORED | GAFF_H_MCP_LOWERCASE', 'GAFF_H_TEXT_IS_IGNORED | GAFF_H_TIDIES_PATHS', 'run', '"@x"'],
  ['trae', 'an answer without its event', 'SV_INIT(OUT "hookEventName")', 'SV_INIT(OUT "eventName")'],
  ['trae', 'a context of a stop where nobody reads it', '{ GAFF_A_CONTEXT, SV_INIT("/reason"), SV_INIT(""), GAFF_R_WRITE | GAFF_R_WITH_DENY },', '{ GAFF_A_CONTEXT, SV_INIT("/additionalContext"), SV_INIT(""), GAFF_R_WRITE | GAFF_R_WITH_DENY },'],
  ['trae', 'a wrong word for block', 'SV_INIT("/decision"),   SV_INIT("\\"block\\""), 0', 'SV_INIT("/decision"),   SV_INIT("\\"deny\\""), 0'],
  ['vs-code-copilot', 'a stop blocked at the top level', 'stop[]          = { COMMON, NAMED, BLOCKS(OUT) }', 'stop[]          = { COMMON, NAMED, BLOCKS("/") }'],
  ['vs-code-copilot', 'a prompt blocked by a word', '{ GAFF_A_DENY,           SV_INIT("/continue"),      SV_INIT("false"), 0 },', '{ GAFF_A_DENY,           SV_INIT("/decision"),      SV_INIT("\\"block\\""), 0 },'],
  ['vs-code-copilot', 'an answer without its event', 'SV_INIT(OUT "hookEventName")', 'SV_INIT(OUT "eventName")'],
  ['windsurf', 'a denial at exit 0', 'gate      = { NULL, 0, GAFF_DENY_STDERR }', 'gate      = { NULL, 0, GAFF_DENY_JSON }'],
  ['windsurf', 'an object for no opinion, which nobody reads', '.no_opinion = SV_INIT("")', '.no_opinion = SV_INIT("{}")'],
  ['windsurf', 'the command under another name', 'SV_INIT("command_line"), SV_INIT("command")', 'SV_INIT("command"), SV_INIT("command")'],
  ['src/hook/encode_response.c', 'a failure to decide grants', 'if (row->flags & GAFF_E_SILENCE_GRANTS) {', 'if (0) {', 'unit'],
  ['src/hook/encode_response.c', 'a text that is taken for an answer', 'gaff_shape_reads_json(shape) && looks_like_an_answer(text)', '0', 'unit'],
  ['gemini-cli', "Claude Code's word for a new input", 'SV_INIT(OUT "tool_input")', 'SV_INIT(OUT "updatedInput")'],
  ['gemini-cli', 'text beside an empty answer', 'GAFF_H_JSON_ON_STDERR,', 'GAFF_H_JSON_ON_STDERR | GAFF_H_STDERR_IS_PRIVATE,'],
  ['gemini-cli', 'an object for no opinion', '.no_opinion = SV_INIT("")', '.no_opinion = SV_INIT("{}")'],
  ['gemini-cli', 'a denial that is none', '{ GAFF_A_DENY,   SV_INIT("/continue"),   SV_INIT("false"), 0 },', '{ GAFF_A_DENY,   SV_INIT("/decision"),   SV_INIT("\\"deny\\""), 0 },'],
  ['copilot-cli', "Claude Code's word for a new input", 'SV_INIT("/modifiedArgs")', 'SV_INIT("/updatedInput")'],
  ['copilot-cli', 'an answer under hookSpecificOutput', 'SV_INIT("/permissionDecision"), SV_INIT("\\"deny\\"")', 'SV_INIT("/hookSpecificOutput/permissionDecision"), SV_INIT("\\"deny\\"")'],
  ['copilot-cli', 'a wrong word for block', 'SV_INIT("/decision"), SV_INIT("\\"block\\""), 0', 'SV_INIT("/decision"), SV_INIT("\\"deny\\""), 0'],
  ['copilot-cli', 'seconds for milliseconds', 'GAFF_EV_ALL,                 SV_INIT(""), GAFF_P_MILLISECONDS', 'GAFF_EV_ALL,                 SV_INIT(""), 0', 'run'],
  ['opencode', 'arguments that are not changed in place', 'SV_INIT("/args"),           SV_INIT(""), 0', 'SV_INIT("/output/args"),           SV_INIT(""), 0'],
  ['opencode', 'a denial the plugin does not know', 'SV_INIT("/block"),', 'SV_INIT("/deny"),'],
  ['opencode', 'context in the place of the output', 'GAFF_R_IN_OUTPUT | GAFF_R_NOT_MCP', 'GAFF_R_NOT_MCP'],
  ['cline', 'a denial by an exit code, which is nothing there', 'before_tool_answer = { GAFF_ROWS(before_tool), GAFF_DENY_JSON }', 'before_tool_answer = { GAFF_ROWS(before_tool), GAFF_DENY_EXIT_2_BARE }'],
  ['cline', 'VS Code taken for the CLI, and given a new input', '.other_mark = SV_INIT("!/agent_id")', '.other_mark = SV_INIT("/nothing")'],
  ['cline', 'a context beside a denial, which nobody reads', 'CANCELS, CONTEXT(GAFF_R_NOT_WITH_DENY), CONTEXT_TOO,', 'CANCELS, CONTEXT(0), CONTEXT_TOO,'],
  ['cline', 'a command under another name that is not seen', '{ SV_INIT("cmd"),      SV_INIT("command"), GAFF_IN_COMMANDS,  false }', '{ SV_INIT("cm"),       SV_INIT("command"), GAFF_IN_COMMANDS,  false }', 'unit'],
  ['src/hook/input_list.c', 'a command that the line before swallows', 'if (l.n == 1 || stands_alone(a, l.line[i]))', 'if (true)', 'unit'],
  ['src/hook/input_list.c', 'of several names only the first is seen', 'if (row->input[i].kind == GAFF_IN_COMMANDS)\n\t\t\tadd_commands', 'if (row->input[i].kind == GAFF_IN_COMMANDS && !l.n)\n\t\t\tadd_commands', 'unit'],
  ['factory-droid', 'exit 0 on deny', 'after_tool_answer  = { GAFF_ROWS(after_tool),    GAFF_DENY_STDERR }', 'after_tool_answer  = { GAFF_ROWS(after_tool),    GAFF_DENY_JSON }'],
  ['factory-droid', 'a new input without a grant', 'GAFF_R_WITH_ALLOW | GAFF_R_MERGES', 'GAFF_R_MERGES'],
  ['factory-droid', 'ask, which runs the tool', 'SV_INIT("\\"ask\\""),   GAFF_R_NOT_HONOURED', 'SV_INIT("\\"ask\\""),   0'],
  ['factory-droid', 'variables quoted for a shell', ' | GAFF_H_ENV_FILE_IS_RAW', '', 'run'],
  ['qwen-code', 'an allow that undoes denials', '{ GAFF_A_ALLOW,  SV_INIT(OUT "permissionDecision"), SV_INIT("\\"allow\\""), GAFF_R_READ | GAFF_R_NO_GRANT },', '{ GAFF_A_ALLOW,  SV_INIT(OUT "permissionDecision"), SV_INIT("\\"allow\\""), 0 },'],
  ['qwen-code', 'exit 2 where it means nothing', 'todo_answer        = { GAFF_ROWS(todo),               GAFF_DENY_JSON }', 'todo_answer        = { GAFF_ROWS(todo),               GAFF_DENY_EXIT_2_BARE }'],
  ['qwen-code', 'a block that is ignored', '{ GAFF_A_DENY,     SV_INIT("/continue"),   SV_INIT("false"), 0 }', '{ GAFF_A_DENY,     SV_INIT("/decision"),   SV_INIT("\\"block\\""), 0 }'],
  ['gemini-cli', 'a wait too long', '&before_tool_answer,  60000', '&before_tool_answer,  60000000'],
  ['gemini-cli', 'a field only it has in another place', 'NATIVE("clearContext", GAFF_R_WITH_DENY)', 'NATIVE("clear_context", GAFF_R_WITH_DENY)'],
  ['gemini-cli', 'a question without its text', 'GAFF_R_WRITE | GAFF_R_WITH_ASK }', 'GAFF_R_WRITE | GAFF_R_WITH_ALLOW }'],
  ['copilot-cli', 'a field only it has in another place', 'SV_INIT("/metaToUse")', 'SV_INIT("/_meta")'],
  ['copilot-cli', 'an output that is not replaced', 'SV_INIT("/modifiedResult/textResultForLlm")', 'SV_INIT("/modifiedResult/text")'],
  ['factory-droid', 'milliseconds for seconds', 'GAFF_IN_SECONDS', 'GAFF_IN_PLAIN', 'run'],
  ['qwen-code', 'a wait too long', '&batch_answer,       15000', '&batch_answer,       60000'],
  ['kimi', 'an object for no opinion, which the model would read', '.no_opinion = SV_INIT("")', '.no_opinion = SV_INIT("{}")'],
  ['kimi', 'a prompt that is no list of parts', 'SV_INIT("[]"), GAFF_P_PARTS }', 'SV_INIT("\\"\\""), 0 }'],
  ['kimi', 'a message in the place of the reason', 'SV_INIT("/message"), SV_INIT(""), GAFF_R_NOT_WITH_DENY }', 'SV_INIT("/message"), SV_INIT(""), 0 }'],
  ['kimi', 'a member that voids its hooks', '.event = SV_INIT("event")', '.event = SV_INIT("name")', 'install', '^kimi'],
  ['kimi', 'more seconds than it takes', 'GAFF_M_WHOLE | GAFF_M_TO_600', 'GAFF_M_WHOLE', 'install', '^kimi'],
  ['auggie', 'an answer without its event', 'SV_INIT(OUT "hookEventName")', 'SV_INIT(OUT "eventName")'],
  ['auggie', 'ask, which runs the tool', 'SV_INIT("\\"ask\\""), GAFF_R_NOT_HONOURED', 'SV_INIT("\\"ask\\""), 0'],
  ['auggie', 'a reason that is dropped', '{ GAFF_A_REASON,  SV_INIT(OUT "additionalContext"), SV_INIT(""), GAFF_R_WRITE', '{ GAFF_A_REASON,  SV_INIT(OUT "reason"), SV_INIT(""), GAFF_R_WRITE'],
  ['auggie', 'warnings that the user is shown', '.flags = GAFF_H_TEXT_IS_IGNORED |', '.flags = GAFF_H_STDERR_IS_PRIVATE | GAFF_H_TEXT_IS_IGNORED |'],
  ['auggie', 'a file of which it leaves hooks out', 'GAFF_M_PATTERN | GAFF_M_OF_GROUP', 'GAFF_M_TEXT | GAFF_M_OF_GROUP', 'install', '^auggie'],
  ['generic', 'nothing for no opinion', '.no_opinion = SV_INIT("{\\"decision\\":\\"allow\\"}")', '.no_opinion = SV_INIT("")'],
  ['cli', 'a wrong word for deny', 'SV_INIT("\\"deny\\""), 0', 'SV_INIT("\\"block\\""), 0'],
  ['src/run/chain_answer.c', 'a grant that outlives its input', 'r->decision != GAFF_ALLOW && merged->decision == GAFF_ALLOW', 'r->decision != GAFF_ALLOW && 0', 'engine', '^rule rewrite-grants-nothing'],
  ['src/run/chain_answer.c', 'a hook that is shown an old input', 'memset(c->shown, 0, sizeof c->shown);', '(void)0;', 'engine', '^rule rewrites-follow'],
  ['src/run/chain_answer.c', 'a stop that is none', 'r->stop && r->decision != GAFF_DENY &&', '0 && r->decision != GAFF_DENY &&', 'engine', '^rule stop'],
  ['src/run/chain_answer.c', 'on_error of an observer', '       hook->blocking && gaff_run_can_fail_closed(c->run);\n}', '       gaff_run_can_fail_closed(c->run);\n}', 'engine', '^rule observer'],
  ['src/run/chain.c', 'a policy that forbids nothing', 'if (forbidden) {', 'if (0) {', 'engine', '^policy'],
  ['src/run/chain.c', "files of a hook's own folder unchecked", 'cwd ? COUNT_OF(bases) : COUNT_OF(bases) - 1', 'COUNT_OF(bases) - 1', 'engine', '^trust: a changed file'],
  ['src/run/load.c', 'a folder that others may write', 'GAFF_TRY(check_owner(folder, source->folder, err));', '(void)0;', 'engine', '^trust: a folder of the user'],
  ['src/run/load.c', 'a policy over what is above it', 'is_over = above <= of;', 'is_over = true;', 'engine', '^policy: of an outer'],
  ['src/run/trust.c', 'a link out of the project', 'rc = gaff_fail(err, GAFF_EHOOK, "%s leads out of the project", path);\n\t\t\tbreak;', 'continue;', 'engine', '^trust: .* link'],
  ['src/base/fs.c', 'a time that anybody can set', 'gaff_os_mtime_ns(&s), gaff_os_ctime_ns(&s) };', 'gaff_os_mtime_ns(&s), 0 };', 'engine', '^trust: a script of the same length'],
  ['src/run/compiled.c', 'a cache of an older text', '(source.n && memcmp(p + 2 * n_parts, source.p, source.n) != 0)', '0', 'engine', '^trust: a changed manifest of the user'],
  ['src/hook/needs.c', 'a name with links followed', 'place->real(place->context, i, path));', 'SV(""));', 'engine', '^matching'],
  ['src/hook/needs.c', 'a server that nobody names', 'if (event->tool == GAFF_TOOL_MCP && !event->mcp_server.n)', 'if (0)', 'engine', '^matching'],
  ['src/run/chain_answer.c', 'what a rewrite touches', 'c->words.has_names = c->words.has_paths = false;', '(void)0;', 'engine', '^matching|^rule rewrite|rewrites'],
  ['src/run/notice.c', 'one session for all', 'event->host->id), session), what);', 'event->host->id), SV("")), what);', 'engine', '^trust: never trusted'],
  ['src/run/record.c', 'a secret in the record', '!is_program(word))', '0)', 'engine', '^record: no secret'],
  ['src/run/async.c', 'a hook that the agent waits for', 'pid_t pid = fork();', 'pid_t pid = 0;', 'engine', '^async'],
  ['src/install/plan.c', 'the same entry once more', 'if (has_ours(p->config, wishes->item[i].event))', 'if (0)', 'install', '^claude-code'],
  ['src/install/config.c', 'a file that the agent does not read', 'if (style.has_comments && flags & GAFF_C_NO_COMMENTS)', 'if (0)', 'install', '^claude-code'],
  ['src/install/target.c', 'a link out of the project', "if (strncmp(real, root, n) == 0 && real[n] == '/')", 'if (n < sizeof real)', 'install', 'leads out of it'],
  ['src/install/target.c', 'the file of another agent', 'if (row->flags & GAFF_C_OF_AGENT && where->agent)', 'if (0)', 'install', '^kiro, agent-others'],
  ['src/cli/cmd_uninstall.c', 'out of every agent', '(!agent || sv_eq(gaff_config_name(row, path), sv_of(agent)))', '1', 'install', '^kiro: several agents'],
  ['kiro', 'an agent that is called otherwise than its file', '\\"name\\":\\"$file\\"', '\\"name\\":\\"gaff\\"', 'install', '^kiro, agent-missing'],
  ['src/install/apply.c', "somebody else's words in a file of gaff's", 'c.removes = bare;', 'c.removes = true;', 'install', '^cursor|^gemini'],
  ['src/base/swap.c', 'a file that is read-only', 'if (held->exists && !(held->stat.st_mode & S_IWUSR))', 'if (0)', 'install', '^claude-code'],
  ['src/base/swap.c', 'the mode of a file', 'return fchmod(fd, (held->stat.st_mode & 07777) | more) == 0;', 'return true;', 'install', '^claude-code'],
  ['src/run/elsewhere.c', 'a call left to a program that is gone', '!is_this_program(a, r->line.program)', '0', 'doctor', '^through'],
  ['src/run/elsewhere.c', 'a call left to an entry for other tools', 'is_narrow(a, r) ||', '0 ||', 'doctor', '^through'],
  ['src/run/elsewhere.c', 'a call left to a file that needs trust', 'row->scope == GAFF_SCOPE_USER && !found', '!found', 'doctor', '^through|^two events'],
  ['src/run/elsewhere.c', 'a call left to an entry that is not as written', '!is_as_written(a, c->host->entry, r->object) ||', '', 'doctor', '^through'],
  ['src/run/elsewhere.c', 'a call left to an entry that is ended too early', 'row && is_in_time(c, r, row)', 'row', 'doctor', '^through'],
  ['src/run/elsewhere.c', 'a call that must fail closed, left to one that fails open', '(run->fail_closed && !r->line.fail_closed) ||', '', 'doctor', '^a call that must'],
  ['src/run/chain.c', 'a hook for one event alone, left to another event', '(hook->event != GAFF_EV_NATIVE &&', '(1 ||', 'doctor', '^two events'],
  ['src/run/elsewhere.c', 'a call left to another event', 'return row->id == event->id &&', 'return 1 ||', 'doctor', '^through'],
  ['src/run/hooks.c', 'a record of what doctor asks', 'run->is_trial = true;', '(void)0;', 'doctor', '^doctor runs no hook'],
  ['src/run/hooks.c', 'calls of an agent that are taken for those of doctor', 'return strcmp(value, sum) == 0;', 'return *value;', 'doctor', '^a variable in the'],
  ['src/cli/doctor_launch.c', 'text before an answer', 'l->is_obeyed && !is_spoilt(l, o->out);', 'l->is_obeyed;', 'doctor', '^a profile'],
  ['src/cli/doctor_launch.c', 'another program that is started', '!shot.mimic.host || is_hopeless(c, &spot)', '!shot.mimic.host', 'doctor', '^another program'],
  ['src/cli/doctor_fix.c', 'events that --fix takes away', 'f->config.item[i].whose != GAFF_ANOTHERS &&', '0 &&', 'doctor', '^--fix'],
  ['src/cli/cmd_enable.c', 'trust for what nobody has looked at', 'source->problem.rc == GAFF_OK && sv_eq(source->text, hook->held->text)', '1', 'doctor', "^a project's manifest stays"],
  ['src/hook/merge.c', 'a wish to show nothing that is taken back', 'into->suppress |= next->suppress;', 'into->suppress = next->suppress;', 'engine', '^rule suppress'],
  ['src/hook/manifest_index.c', "an agent's words forgotten", 'has_name(test, row->native)', '0', 'engine', '^matching'],
  ['src/hook/match.c', 'the project in globs', "(inside.n && gaff_glob_match(glob, inside))", '0', 'engine', '^matching'],
  ['src/hook/manifest_hook.c', 'a cwd out of the project', 'if (depth < 0)\n', 'if (0)\n', 'manifest'],
  ['src/text/doc.c', 'two keys of one name', 'GAFF_TRY(gaff_doc_check_keys(a, &doc, err));', '', 'manifest'],
  ['src/text/yaml.c', 'a second document', 'if (y->has_document)', 'if (0)', 'manifest'],

  // Guards: what a shell reads, what is executed, what rows and places mean.
  ['src/text/shell_quote.c', 'a dollar that is hidden, and counts', 'strchr("$`\\"\\\\", c)', 'strchr("\\"\\\\", c)', 'corpus', '^quoting:'],
  ['src/text/shell_quote.c', 'bytes by their numbers, in the wrong base', 'out[0] = (char)take_digits(p, 16, 2);', 'out[0] = (char)take_digits(p, 8, 3);', 'corpus', '^quoting:'],
  ['src/text/shell_heredoc.c', 'a here-document that is quoted, and expanded', 'else if (here->is_quoted)', 'else if (0)', 'corpus', '^structure:.*EOF'],
  ['src/guard/launcher_rows.c', 'a launcher that is none', '{ "stdbuf",             AS_WORDS,  0, 0, NULL },', '', 'grid', '^stdbuf: git'],
  ['src/guard/launcher_rows.c', 'the lock of flock taken for the program', '{ "flock",              AS_WORDS,  1, 0, "-c --command" },', '{ "flock",              AS_WORDS,  0, 0, "-c --command" },', 'grid', '^flock: git'],
  ['src/guard/code_calls.c', 'a call of Python that starts programs', '{ "run",           "subprocess",     CODE_IMPORTED,            CODE_FORM_RUN, 0 },', '', 'grid', '^python subprocess.run: git'],
  ['src/guard/row.c', 'a hole is no match', 'return sv_eq(word, SV("*")) ? GAFF_ROW_YES : GAFF_ROW_PERHAPS;', 'return sv_eq(word, SV("*")) ? GAFF_ROW_YES : GAFF_ROW_NO;', 'corpus', '^unknown:[0-9]+: git '],
  ['src/guard/guard.c', 'strict as if it were not', 'SV("cannot-know"),\n\t\t       report->is_strict ? GAFF_DENY : GAFF_ASK', 'SV("cannot-know"),\n\t\t       GAFF_ASK', 'corpus', '^unknown:.*: --strict'],
  ['src/guard/place.c', 'what the project is in, taken for another folder', 'if (to_project == SAME || to_project == ABOVE)\n\t\treturn is_system', 'if (to_project == SAME)\n\t\treturn is_system', 'corpus', '^files:'],
  ['src/guard/place.c', '.git taken for a folder of the project', 'SV(".git")) ? GAFF_PLACE_GIT', 'SV(".svn")) ? GAFF_PLACE_GIT', 'corpus', '^files:'],
  ['src/guard/place.c', 'folders for temporary files taken for others', 'SV_INIT("/var/tmp"),', 'SV_INIT("/var/temp"),', 'corpus', '^files:'],
  ['src/guard/destructive.c', 'a lease that does not help', '"!--force-with-lease"', '"!--force-if-includes"', 'corpus', '^git:.*git push'],
  ['src/guard/destructive.c', "an alias of git's own that is not looked at", "value->name.p[0] == '!'", '0', 'corpus', '^expansion:.*git config'],
  ['src/run/chain_rules.c', 'an exception for the guards of another manifest', 'c->exceptions = (struct gaff_exceptions){ 0 };', '(void)0;', 'rules', '^an exception|^a lower scope'],
  ['src/guard/secret_text.c', 'a secret that stays behind its note', 'at = secret.at + secret.n;\n\t}\n\tif (at < text.n)', 'at = secret.at + 1;\n\t}\n\tif (at < text.n)', 'guard', '^secrets'],

  // Conversions: what is lost is said, what is written means the same, and nothing breaks out.
  ['src/convert/check_field.c', 'a field that is gone without a word', 'gaff_check_warn(c, SV("name"), "%s has no names for hooks: dropped", c->title);', ';', 'property', 'no longer says'],
  ['src/convert/check.c', 'a guard that is gone, and nobody minds', 'if (c->hook->blocking && !is_wanted)', 'if (0)', 'property', 'no longer says'],
  ['src/cli/cmd_convert.c', 'a lost guard that is a success', 'return losses->n_guards ||', 'return 0 ||', 'matrix', 'no success$'],
  ['src/convert/check_event.c', 'a hook that comes too late, moved', 'if (!first) {\n\t\tsay_no_event(c);', 'if (!first) {\n\t\tfirst = late_row(c->to, c->hook->event, GAFF_TOOL_OTHER);\n\t\tif (first)\n\t\t\treturn add_spot(c, c->to, first);\n\t\tsay_no_event(c);', 'matrix', 'is not moved'],
  ['src/convert/matcher_terms.c', 'a name that is found in others', 'gaff_buf_add(out, n > 1 ? SV("^(") : SV("^"));', 'gaff_buf_add(out, n > 1 ? SV("(") : SV(""));', 'semantics', '^(cursor|gemini-cli): a manifest'],
  ['src/convert/convert.c', 'what the source alone can say, lost for all', 'if (c.from == c.to)', 'if (1)', 'semantics', '^claude-code: its own'],
  ['gemini-cli', 'seconds for milliseconds in a converted file', '.second = 1000, .expands = true', '.second = 1, .expands = true', 'vectors', 'gemini-cli'],
  ['src/convert/timeout.c', 'a long time that is taken for a short one', '(form->large_is_ms && ms >= 1000 * 1000)', '0', 'property', 'become files of agents$'],
  ['src/convert/encode_own.c', "provider_data that says what runs", '[GAFF_FORM_COMMAND] = NEVER', '[GAFF_FORM_COMMAND] = OWN', 'hostile', 'provider_data says'],
  ['src/convert/decode_rest.c', 'unknown members that are gone', 'gaff_doc_write(k->w, value);', 'gaff_json_raw(k->w, SV("null"));', 'roundtrip', 'comes back$'],
  ['src/convert/runtime.c', 'a quote in a line for a shell', 'strchr("\'\\"\\\\$`!", c)', 'strchr("\\"\\\\$`!", c)', 'hostile', 'a line that calls gaff'],
  ['src/convert/write.c', 'a text that Cursor takes for a comment', 'form->fussy ? GAFF_PRETTY_NO_COMMENT_MARKS : 0', '0', 'hostile', '^cursor: commands'],
  ['src/convert/module.c', 'texts as they are in a module', "c >= ' ' && c < 0x7f &&", "(unsigned char)c >= ' ' &&", 'hostile', '^opencode: a module with'],
  ['src/convert/verify.c', 'a difference that is fine', 'GAFF_TRY(compare_all(&v, plans, in->n, plans_read, again.n));', '(void)compare_all(&v, plans, in->n, plans_read, again.n);', 'unit'],
  ['src/cli/cmd_convert.c', 'a file of others that is replaced', 'if (held.text.n && !is_given(r, OPT_FORCE))', 'if (0)', 'convert', '^--out replaces'],
  ['src/convert/check_command.c', 'a guard that does not know its event, and nobody minds', '"--runtime tells it",\n\t\t\tc->title);\n\tif (c->hook->blocking)', '"--runtime tells it",\n\t\t\tc->title);\n\tif (0)', 'unit'],
  ['src/convert/check_event.c', 'provider_data that says when it runs', 'return c->plan->n && (is_general ? !tools : are_meant(c, tools));', 'return c->plan->n;', 'unit'],
  ['src/convert/check_kept.c', 'a kept matcher that selects something else', '*out = !selects.is_never && gaff_selection_same(&selects.tools, &c->selection) &&', '*out = !selects.is_never &&', 'hostile', 'provider_data says'],
  ['src/convert/check_needs.c', 'a guard that is gone for want of a capability', 'if (c->hook->blocking && !is_authors_wish(c, capability))', 'if (0)', 'unit'],
  ['src/convert/encode_own.c', 'words of provider_data instead of the command', 'return is_one && sv_eq(buf_sv(&line), r->plan->command);', 'return is_one;', 'hostile', 'provider_data says'],
  ['src/convert/encode_own.c', 'commands in a group of provider_data', 'sv_eq(name, SV("matcher")) ||\n\t\t    runs_somewhere(name))', '0)', 'hostile', 'provider_data says'],
  ['src/convert/encode_file.c', 'a kept entry for which the whole file is refused', '!read_restored(e, kept, r) || is_refused(e, r)) {', '!read_restored(e, kept, r)) {\n\t\t\t(void)is_refused;', 'unit'],
  ['src/convert/settle.c', 'a hook that is ended sooner than by its own agent', 'gaff_usual_timeout(from, hook) > GAFF_HOOK_TIMEOUT_MS;', 'false;', 'convert', '^--runtime waits'],
  ['src/convert/runtime.c', 'a line that has forgotten what the hook speaks', 'json_member_string(&w, SV("dialect"), line->dialect);', '', 'unit'],
  ['src/convert/matching.c', 'a pattern for whole names that is found anywhere', 'gaff_pattern_split(&m->list, same, r->is_whole);', 'gaff_pattern_split(&m->list, same, false);', 'unit'],
  ['src/convert/matcher_compare.c', 'a difference between matchers that is not said', 'if (selects != takes)', 'if (0)', 'semantics', "a manifest's matchers"],
  ['src/convert/matcher_write.c', 'a server that Cursor does not tell, and nobody hears of', 'if (w->hides_server)', 'if (0)', 'semantics', "^cursor: a manifest's"],
  ['src/convert/verify.c', 'another matcher that is fine', 'if (!same_matcher(v, meant, read))', 'if (0)', 'unit'],
  ['src/convert/verify.c', 'kept entries that are not looked for', 'return compare_kept(&v, in, &again);', '(void)compare_kept;\n\treturn GAFF_OK;', 'unit'],
  ['src/convert/decode_split.c', 'hooks of split events in another order', '(behind && (*slot)->place <= behind->place) ||', '', 'unit'],
  ['src/convert/recognise.c', 'a file whose entries would run nothing', 'NO_COMMAND = -4,', 'NO_COMMAND = 0,', 'roundtrip', '^--from auto knows files'],
  ['src/convert/recognise.c', 'a file whose events nobody knows', 'UNKNOWN_EVENT = -4,', 'UNKNOWN_EVENT = 2,', 'roundtrip', '^--from auto knows files'],
  ['src/convert/shell_line.c', "curl's own exit code 2, which blocks", 'gaff_buf_add(out, SV(" || exit 1"));', '', 'unit'],
  ['src/text/yaml_write.c', 'a text that YAML takes for a truth', 'is_old_word(text) ||', '', 'unit'],
  ['src/text/toml_document.c', 'an empty table that is gone', 'return is_empty;', 'return false;', 'unit'],

  ['src/convert/split_line.c', 'a line that a shell has to see', 'next_word(&rest, &first) && !is_builtin(first));', 'next_word(&rest, &first));', 'hostile', '^auggie: what a line'],
  ['src/convert/matching.c', 'MCP tools that a matcher does not select', 'm->list.item[i].of_servers = true;', 'm->list.item[i].of_servers = false;', 'matching', '^auggie'],
  ['src/hook/match.c', 'one way to read a name that is joined', 'add_readings(a, event, names, &n);', '(void)add_readings;', 'run', 'a pattern finds MCP'],
  ['src/hosts/detect.c', 'a guess between two agents that share their files', '(shares ? DOUBT : 0)', '0', 'run', 'share their files'],

  // What the agents themselves must notice: codecs, installation, engine; and in which scenarios.
  ['claude-code', 'an answer without its event', 'SV_INIT(OUT "hookEventName")', 'SV_INIT(OUT "eventName")', 'e2e', '^claude-code, (rewrite|context:)'],
  ['codex', 'a key its schema does not know', 'SV_INIT(OUT "additionalContext")', 'SV_INIT(OUT "additional_context")', 'e2e', '^codex, context'],
  ['gemini-cli', "Claude Code's word for a new input, once more", 'SV_INIT(OUT "tool_input")', 'SV_INIT(OUT "updatedInput")', 'e2e', '^gemini-cli, rewrite'],
  ['copilot-cli', "Claude Code's word for a new input, once more", 'SV_INIT("/modifiedArgs")', 'SV_INIT("/updatedInput")', 'e2e', '^copilot-cli, rewrite'],
  ['cursor', 'the reason where nobody reads it, once more', 'SV_INIT("/user_message"),  SV_INIT(""), GAFF_R_WITH_DENY }, \\\n\t{ GAFF_A_USER_MESSAGE', 'SV_INIT("/message"),  SV_INIT(""), GAFF_R_WITH_DENY }, \\\n\t{ GAFF_A_USER_MESSAGE', 'e2e', '^cursor, deny'],
  ['opencode', 'a denial under another name', 'SV_INIT("/block"),', 'SV_INIT("/deny"),', 'e2e', '^opencode, deny'],
  ['qwen-code', 'a result that stays as it was', '{ GAFF_A_DENY,     SV_INIT("/continue"),   SV_INIT("false"), 0 }', '{ GAFF_A_DENY,     SV_INIT("/decision"),   SV_INIT("\\"block\\""), 0 }', 'e2e', '^qwen-code, feedback'],
  ['factory-droid', 'a context under another name', 'SV_INIT(OUT "additionalContext")', 'SV_INIT(OUT "context")', 'e2e', '^factory-droid, context'],
  ['gemini-cli', 'milliseconds for seconds in its file', '.timeout = SV_INIT("timeout"), .second = 1000', '.timeout = SV_INIT("timeout"), .second = 1', 'e2e', '^gemini-cli, a hook that hangs, fail-closed'],
  ['claude-code', 'a file that it does not read', '"~/.claude/settings.json"', '"~/.claude/hooks.json"', 'e2e', '^claude-code, (no opinion|an MCP tool that no)'],
  ['kimi', 'context under another name', 'SV_INIT("/message"), SV_INIT(""), GAFF_R_NOT_WITH_DENY }', 'SV_INIT("/additionalContext"), SV_INIT(""), GAFF_R_NOT_WITH_DENY }', 'e2e', '^kimi, (context with a prompt|of prompts)'],
  ['auggie', 'seconds for milliseconds in its file', '.timeout = SV_INIT("timeout"), .second = 1000', '.timeout = SV_INIT("timeout"), .second = 1', 'e2e', '^auggie, a hook that hangs, fail-closed'],
  ['src/install/codex_trust.c', 'a hash that is not its own', 'json_member_string(&w, SV("command"), e->command);', 'json_member_string(&w, SV("cmd"), e->command);', 'e2e', '^codex, no opinion: the tool'],
  ['codex', 'a file of the project that it does not read', '"./.codex/hooks.json"', '"./.codex/hook.json"', 'e2e', '^codex, installed in a project'],
  ['src/install/plan.c', "the user's own hook taken for gaff's", 'if (r->whose == GAFF_ANOTHERS)\n\t\t\tcontinue;\n\t\tif (is_leaving', 'if (is_leaving', 'e2e', "^claude-code, .*the user's own"],
  ['src/hook/merge.c', 'the first decision counts', 'if (next->decision > into->decision) {', 'if (!into->decision) {', 'e2e', '^claude-code, two hooks disagree'],
  ['src/run/chain_answer.c', 'closed is open', 'return (hook->on_error == GAFF_ON_ERROR_CLOSED ||', 'return (0 ||', 'e2e', '^opencode, a hook that dies'],
  ['src/run/load.c', 'a broken manifest that passes', 'asks_for_closed(source->text);', '0;', 'e2e', '^codex, a manifest broken'],
  ['src/guard/destructive.c', 'a row that is gone', '"git reset --hard?|--merge"', '"git reset --merge"', 'e2e', '^(claude-code|codex), the built-in guard'],
  ['src/hook/paths.c', 'a URL is a name', 'if (c->rc == GAFF_OK && sv_starts(path, SV("file://"))) {', 'if (0) {', 'e2e', '^cursor, .*by a URL'],
  ['src/base/stand_in.c', 'hooks get descriptors of the program', 'return fcntl(fd, F_SETFD, flags | FD_CLOEXEC) == 0;', 'return true;', 'wrap', 'hooks get nothing'],
  ['src/base/stand_in.c', 'a key on the terminal is told twice', '(is_of_terminals(number) && gaff_os_is_from_kernel(info)) ||', '', 'wrap', 'Ctrl-C comes once'],
  ['src/base/stand_in.c', 'a stop is not seen', 'stop_too(seen.si_status);', '(void)seen;', 'wrap', 'Ctrl-Z'],
  ['src/base/stand_in.c', 'signals that were ignored are not', '\t\tgive_signals_back(&before);\n\t\tgaff_stand_in_become', '\t\tgaff_stand_in_become', 'wrap', 'beside it: signals'],
  ['src/base/stand_in.c', 'an end by a signal is an exit status', 'gaff_die_of(WTERMSIG(status));', '_exit(128 + WTERMSIG(status));', 'wrap', 'it dies of'],
  ['src/base/stand_in.c', 'a pipe stays open that the program has left', '\tlet_go();\n', '', 'wrap', 'seen to leave it'],
  ['src/cli/doctor_launch.c', 'what a checkout put into a script runs', 'r->is_changed || ', '', 'doctor', 'looks like ours'],
  ['src/base/stand_in.c', 'the background writes for ever', '(void)sigaction(stops[i], &b->action[stops[i]], NULL);', '(void)b;', 'wrap', 'lets nobody write'],
  ['src/base/tty.c', 'what was typed before is an answer', ' && tcflush(fd, TCIFLUSH) == 0', '', 'wrap', 'typed before'],
  ['src/base/tty.c', 'an agent in between is asked', 'if (!isatty(0) && !isatty(1) && !isatty(2))', 'if (false)', 'wrap', 'another program in between'],
  ['src/cli/wrapped.c', 'a signal during the question is forgotten', 'if (gaff_proc_signal())', 'if (false)', 'wrap', 'while the hook is asked'],
  ['src/cli/wrapped_ask.c', 'the program has children it does not know', 'has_started(&trace) ||', '', 'wrap', 'nobody waits for'],
  ['src/base/proc.c', 'more words than a hook can get are a way past it', 'why == E2BIG ? GAFF_ELIMIT : GAFF_ENOENT', 'GAFF_ENOENT', 'wrap', 'more words than'],
  ['src/run/command.c', 'a shell does not hand the words on', 'if (takes_words)', 'if (false)', 'wrap', 'a shell has to see'],
  ['src/cli/wrapped_ask.c', 'other words are shown', 'if (!gaff_utf8_is_valid(text) && !may_differ)', 'if (false)', 'wrap', 'never pass unseen'],
  ['src/install/wrap.c', 'a link is taken for a file', 'if (lstat(path, &s) != 0) {', 'if (stat(path, &s) != 0) {', 'wrap', 'refused: a symbolic link'],
  ['src/install/wrap_path.c', 'the shim runs itself', '|| (p->has_shim && is_same(&s, &p->shim))', '', 'wrap', 'whatever PATH looks like'],
  ['src/lib/lib_event.c', 'a misspelt field is one that is not there', '\tgaff_lib_failed(e, &err);\n\treturn (struct json){ 0 };', '\treturn (struct json){ 0 };', 'library', 'misspel'],
  ['src/lib/lib_main.c', 'a hook that fails is one without an opinion', 'if (said != 0)', 'if (0)', 'library', 'fail'],
  ['src/lib/lib_event.c', 'a link leads around a guard', 'e->place ? &e->place->match : &place', '&place', 'library', 'links'],
  ['src/hook/say.c', 'a call goes on that was to be another', '\tgaff_say_decision(a, r, GAFF_DENY, reason);\n\treturn GAFF_OK;', '\treturn GAFF_OK;', 'library', 'contract'],
  ['src/cli/reply.c', 'a denial that is lost when something is wrong', 'words[i].decision >= GAFF_ASK', 'words[i].decision > GAFF_DENY', 'shell', '^reply'],
  ['src/hook/decode_event.c', 'the model says which project it is', 'forget_models_word(host, &event, by);', '', 'engine', 'place: where a command'],
  ['src/hook/fit.c', 'a prompt goes on that was to be the end', '!can_stop && can_refuse(f)', 'false', 'run', 'continue: false on a prompt'],
  ['antigravity', 'silence of a hook passes', 'GAFF_E_ANY_EXIT_BLOCKS | GAFF_E_NO_WORD_ASKS', 'GAFF_E_ANY_EXIT_BLOCKS', 'run', 'without a decision asks'],
  ['src/install/plan.c', 'a version that others need is taken along', 'return GAFF_OK; /* without it they would not run */', 'break;', 'install', 'a version that'],
  ['src/install/apply.c', 'what was written into a script is lost', 'if (!c->is_own ||', 'if (c->is_own ||', 'install', 'somebody changed, the change'],
];

const make = () => spawnSync('make', ['-s', '-C', copy, 'CFLAGS=-O0', 'all', 'build/convert-batch', 'build/selects', 'build/unit', 'build/contract', 'build/probe'], { encoding: 'utf8' });
for (const name of ['include', 'src', 'scripts', 'templates', 'Makefile', 'tests/unit', 'tests/convert', 'tests/lib']) fs.cpSync(path.join(root, name), path.join(copy, name), { recursive: true });

let passed = 0, failed = 0;
function report(name, problem) {
  if (problem) failed++;
  else passed++;
  console.log(problem ? `FAIL ${name}: ${problem}` : `ok   ${name}`);
}

// What a suite says; with `first` only until it says that something is wrong. What it leaves behind goes with the copy.
function runSuite(suite, host, only, first) {
  const [program, args, env] = suites[suite](host, only), tmp = path.join(copy, 'tmp');
  fs.rmSync(tmp, { recursive: true, force: true, maxRetries: 5 });
  fs.mkdirSync(tmp);
  return new Promise(resolve => {
    const child = spawn(program, args, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, ...env, GAFF: gaff, TMPDIR: tmp } });
    let stdout = '', failed = false;
    child.stdout.setEncoding('utf8').on('data', text => {
      stdout += text;
      failed = /^FAIL /m.test(stdout);
      if (failed && first) try { process.kill(-child.pid, 'SIGKILL'); } catch { /* it is done */ }
    });
    child.on('close', status => resolve({ stdout, status, failed }));
  });
}

const fileOf = host => path.join(copy, host.endsWith('.c') ? host : `src/hosts/${host.replaceAll('-', '_')}.c`);
// For a fault that is not tried: false when there is nothing more to say about it.
function hasRow([host, what, row]) {
  if (!fs.readFileSync(fileOf(host), 'utf8').includes(row)) report(`${host}: ${what}`, 'there is no such row any more');
  return false;
}

async function tryFault([host, what, row, fault, suite = 'golden', only]) {
  const name = `${host}: ${what}`;
  const file = fileOf(host), text = fs.readFileSync(file, 'utf8');
  if (!text.includes(row)) return report(name, 'there is no such row any more');
  fs.writeFileSync(file, text.replace(row, () => fault));
  const built = make();
  if (built.status !== 0) report(name, `it does not build: ${built.stderr.slice(0, 400)}`);
  else {
    report(name, (await runSuite(suite, host, only, true)).failed ? null : 'nobody noticed');
  }
  fs.writeFileSync(file, text);
}

// EVERY=3 tries every third of them; that the others are still about something is looked at all the same.
const only = process.argv[2], every = Number(process.env.EVERY ?? 1);
if (make().status !== 0) throw new Error('the program does not build');
const wanted = faults.filter(([host, what, , , suite]) => (suite === 'e2e') === (process.env.SUITE === 'e2e') && (!only || new RegExp(only).test(`${host}: ${what}`))).filter((fault, i) => i % every === 0 || hasRow(fault)), tried = new Set();
for (const [host, , , , suite = 'golden', tests] of wanted) { // without a fault nobody complains
  const key = suite === 'golden' ? host : `${suite} ${tests ?? ''}`;
  if (tried.has(key)) continue;
  tried.add(key);
  const r = await runSuite(suite, host, tests, false);
  if (r.status !== 0 || / 0 passed/.test(r.stdout)) report(`${key} as it is`, r.stdout.slice(0, 400));
}
for (const fault of wanted) await tryFault(fault);
fs.rmSync(copy, { recursive: true, maxRetries: 5 });
console.log(`mutate: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
