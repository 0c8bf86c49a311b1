// 004-interchange-format.mjs - the hook interchange format: manifests, exit codes, answers, matchers, events, tools,
// capabilities, and conversion from and to the five agents whose names stand in its tables.
import { hosts as agents, readCase } from '../hosts.mjs';
import { call, clean, convert, differs, done, folder, host, hosts, is, ok, run, says, seed, start, table } from './lib.mjs';

seed('interchange format');
const providers = ['claude-code', 'gemini-cli', 'cursor', 'copilot-cli', 'kiro'];

// ---- manifests and the files of agents ----

const command = { type: 'command', command: './safety-check.sh', timeout: 10 };
const hook = (more = {}, handler = { type: 'command', command: 'true', timeout: 10 }) => ({ event: 'before_tool_execute', handler, ...more });
const manifest = (...list) => ({ spec: 'hooks/1.0', hooks: list });
const example = manifest({ event: 'before_tool_execute', matcher: 'shell', handler: command, blocking: true });
const validated = text => call(['validate', '-'], { input: typeof text === 'string' ? text : JSON.stringify(text) });
// No mistake in it; there may be warnings.
function fine(text) {
  const r = validated(text), lines = `${r.stdout}${r.stderr}`.trim().split('\n');
  is([r.code, lines.filter(one => !/: fine, \d+ hooks?$|: warning: /.test(one))], [0, []], `${JSON.stringify(text)}: exit code and mistakes`);
}
// Refused, with a word about what is wrong.
function refused(text, word) {
  const r = validated(text);
  is(r.code, 1, `${JSON.stringify(text)}: exit code`);
  ok(r.stdout.includes(word) || r.stderr.includes(word), r.stdout + r.stderr);
}
// Kiro's names in the document are those of its command line's files.
const form = id => id === 'kiro' ? ['--format', 'agent'] : [];
function converted(from, to, text, args = to === 'kiro' ? form(to) : []) {
  const r = convert(from, to, text, ['--json', ...args]);
  ok(r.json, `exit ${r.code}: ${r.stderr}`);
  return { ...r.json, code: r.code, file: r.json.output ? parsed(r.json.output) : undefined };
}
const parsed = text => { try { return JSON.parse(text); } catch { return text; } };
const encode = (to, text, args) => converted('canonical', to, text, args), decode = (from, text) => converted(from, 'canonical', text);
// An agent's own file with one hook in it.
const native = {
  'claude-code': (event, matcher, more = {}) => ({ hooks: { [event]: [{ ...matcher && { matcher }, hooks: [{ type: 'command', command: 'true', timeout: 10, ...more }] }] } }),
  'gemini-cli': (event, matcher, more = {}) => ({ hooks: { [event]: [{ ...matcher && { matcher }, hooks: [{ type: 'command', command: 'true', timeout: 10000, ...more }] }] } }),
  cursor: (event, matcher, more = {}) => ({ version: 1, hooks: { [event]: [{ ...matcher && { matcher }, command: 'true', timeout: 10, ...more }] } }),
  'copilot-cli': (event, matcher, more = {}) => ({ version: 1, hooks: { [event]: [{ type: 'command', ...matcher && { matcher }, bash: 'true', timeoutSec: 10, ...more }] } }),
  kiro: (event, matcher, more = {}) => /^[A-Z]/.test(event) ? { version: 'v1', hooks: [{ name: 'one', trigger: event, ...matcher && { matcher }, action: { type: 'command', command: 'true' }, timeout: 10 }] }
    : { hooks: { [event]: [{ ...matcher && { matcher }, command: 'true', timeout_ms: 10000, ...more }] } },
};
const before = { 'claude-code': 'PreToolUse', 'gemini-cli': 'BeforeTool', cursor: 'preToolUse', 'copilot-cli': 'preToolUse', kiro: 'preToolUse' };
const entries = file => Object.values(file.hooks).flat().flatMap(one => one.hooks ?? [one]);
const groups = file => Object.values(file.hooks).flat();
// The command that an entry starts.
const line = entry => entry.command ?? entry.bash ?? entry.action?.command;

// ---- calls ----

// A shell call as this agent makes it, before the tool runs, where its input can be changed if anywhere.
const calls = Object.fromEntries(providers.map(id => [id, { event: agents[id].rewrite.event, ...readCase(id, agents[id].rewrite.case) }]));
const said = answer => `printf %s '${JSON.stringify(answer).replaceAll("'", "'\\''")}'`;
// What the agent does when a manifest's hooks are asked about that call.
function asked(id, list, { event = calls[id].event, payload = calls[id].payload, args = [] } = {}) {
  const words = ['--inline', JSON.stringify(manifest(...list)), ...args], r = run(id, event, payload, undefined, { args: words, env: calls[id].env });
  // some agents read stderr, and gaff warns there only when told to
  return { ...r, does: agents[id].judge(event, JSON.parse(payload), r), warned: () => run(id, event, payload, undefined, { args: [...words, '--verbose'], env: calls[id].env }).stderr };
}
const claude = (event, members) => JSON.stringify({ session_id: 's1', cwd: folderOfCalls, hook_event_name: event, ...members });
const folderOfCalls = folder({ 'sub/x': '' });
const bash = claude('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't1' });
const ran = (list, payload = bash) => run('claude-code', JSON.parse(payload).hook_event_name, payload, undefined, { args: ['--inline', JSON.stringify(manifest(...list))], cwd: folderOfCalls });
const shell = (text, more = {}) => ({ type: 'command', command: text, ...more });

// ---- 1. Introduction ----

const I = '1. Introduction';
for (const id of providers.filter(one => one !== 'claude-code')) says(I, `conversion goes through the canonical form: Claude Code to ${id}`, () => {
  const source = native['claude-code']('PreToolUse', 'Bash'), middle = decode('claude-code', source).file;
  is(converted('claude-code', id, source).file, encode(id, middle).file);
});
for (const id of providers) says(I, `a native file of ${id} is not replaced: it comes back as it was`, () => is(encode(id, decode(id, native[id](before[id])).file).file, native[id](before[id])));
const units = { 'claude-code': ['timeout', 10], 'gemini-cli': ['timeout', 10000], cursor: ['timeout', 10], 'copilot-cli': ['timeoutSec', 10], kiro: ['timeout_ms', 10000] };
for (const [id, [name, value]] of Object.entries(units)) says(I, `ten seconds are written in the unit of ${id}, and read`, () => is([entries(encode(id, example).file)[0][name], decode(id, native[id](before[id])).file.hooks[0].handler.timeout], [value, 10]));

// ---- 2. Canonical Format ----

const T = '2. Top-Level Structure';
says(T, 'the example is valid', () => fine(example));
says(T, 'the example is written as it was read', () => is(call(['validate', '--canonical', '-'], { input: JSON.stringify(example) }).stdout, `${JSON.stringify(example)}\n`));
table(T, 'the top level', ['Type', 'Required', 'Description'], { spec: ['string', 'Yes', 'always hooks/1.0'], hooks: ['array', 'Yes', 'one hook or more'] })
  .cell('spec', 'Type', () => refused({ ...example, spec: 1.0 }, '"spec"'))
  .cell('spec', 'Required', () => refused({ hooks: example.hooks }, '"spec"'))
  .cell('spec', 'Description', () => { for (const other of ['hooks/2.0', 'hooks/1.1', 'hooks', '1.0', '']) refused({ ...example, spec: other }, '"spec" must be "hooks/1.0"'); })
  .cell('hooks', 'Type', () => { for (const other of [{}, 'text', 1, null]) refused({ ...example, hooks: other }, '"hooks"'); })
  .cell('hooks', 'Required', () => refused({ spec: 'hooks/1.0' }, '"hooks"'))
  .cell('hooks', 'Description', () => refused(manifest(), 'empty'));
differs('manifests-that-say-other-things', T, 'a manifest of the draft before it is read too, and one of rules alone', () => {
  fine({ ...example, spec: 'hooks/0.1' });
  is(validated({ spec: 'hooks/1.0', rules: [{ name: 'no-push', program: 'git', words: 'push', decision: 'deny' }] }).code, 0);
});

// Each field: values of its type, values of others, and one without it.
const D = '2. Hook Definition', H = '2. Handler Definition';
const hookFields = table(D, 'a hook', ['Type', 'Required', 'Description'], {
  event: ['string', 'Yes', 'an event of the registry'], matcher: ['string, object, or array', 'No', 'which tools'], handler: ['object', 'Yes', 'what runs'],
  blocking: ['boolean', 'No', 'may it prevent; false'], degradation: ['object', 'No', 'a strategy for each capability'],
  provider_data: ['object', 'No', 'anything, under the name of an agent'] });
const handlerFields = table(H, 'a handler', ['Type', 'Required', 'Description'], {
  type: ['string', 'Yes', 'command, http, prompt, agent'], command: ['string', 'Conditional', 'a shell command; of type command'], platform: ['object', 'No', 'other commands for windows, linux, osx'],
  cwd: ['string', 'No', 'a folder below the project'], env: ['object', 'No', 'variables of the process'], timeout: ['number', 'No', 'seconds; 30'],
  async: ['boolean', 'No', 'nobody waits; false'] });
const good = {
  event: ['session_start', 'before_tool_execute'], matcher: ['shell', { pattern: 'file_.*' }, { mcp: { server: 'github' } }, ['shell', 'file_write']], handler: [command], blocking: [true, false],
  degradation: [{ input_rewrite: 'block', custom_env: 'warn', llm_evaluated: 'exclude' }, {}], provider_data: [{ 'claude-code': { once: true }, somebody: { anything: [1, { x: null }] } }, {}],
  type: ['command'], command: ['./safety-check.sh', 'npm test'], platform: [{ windows: 'x.cmd', linux: './l', osx: './o' }, { linux: './l' }], cwd: ['.', 'sub/folder'], env: [{ A: 'b', C: '' }], timeout: [10, 0.5, 600], async: [true, false],
};
const bad = {
  event: [1, {}, [], true], matcher: [1, true], handler: ['text', 1, [], true], blocking: ['true', 1, {}, []], degradation: ['warn', 1, [], true], provider_data: ['text', 1, [], true],
  type: [1, {}, [], true], command: [1, {}, [], true], platform: ['text', 1, [], true], cwd: [1, {}, [], true], env: ['text', 1, [], true], timeout: ['10', {}, [], true], async: ['true', 1, {}, []],
};
const inHook = (name, value) => manifest(hook({ [name]: value })), inHandler = (name, value) => manifest(hook({}, { type: 'command', command: 'true', [name]: value }));
const kind = value => Array.isArray(value) ? 'a list' : value === null ? 'null' : typeof value === 'object' ? 'an object' : `${typeof value} ${value}`;
for (const [fields, section, put] of [[hookFields, D, inHook], [handlerFields, H, inHandler]]) {
  for (const name of Object.keys(fields.rows)) {
    for (const value of bad[name]) says(section, `${name} is refused as ${kind(value)}`, () => refused(put(name, value), name === 'matcher' ? 'a matcher is' : `"${name}"`));
    for (const value of good[name]) says(section, `${name} may be ${JSON.stringify(value)}`, () => fine(put(name, value)));
  }
  fields.each(['Type'], name => () => {
    for (const value of good[name]) fine(put(name, value));
    for (const value of bad[name]) is(validated(put(name, value)).code, 1, JSON.stringify(value));
  });
  fields.each(['Required'], (name, _, required) => () => {
    const whole = put(name, good[name][0]), one = fields === hookFields ? whole.hooks[0] : whole.hooks[0].handler;
    delete one[name];
    if (required === 'No') fine(whole);
    else refused(whole, `"${name}"`);
  });
}
says(H, 'command is not needed by a handler of another type', () => fine(manifest(hook({}, { type: 'http', url: 'https://example.com/hook' }))));
hookFields
  .cell('event', 'Description', () => { refused(inHook('event', 'PreToolUse '), 'there is no event'); refused(inHook('event', 'nothing_of_this'), 'there is no event'); })
  .cell('matcher', 'Description', () => is([ran([hook({ matcher: 'shell', blocking: true }, shell('exit 2'))]).code, ran([hook({ matcher: 'file_read', blocking: true }, shell('exit 2'))]).code], [2, 0]))
  .cell('handler', 'Description', () => is(ran([hook({ blocking: true }, shell('echo why >&2; exit 2'))]).stderr, 'why\n'))
  .cell('blocking', 'Description', () => is([true, false, undefined].map(blocking => ran([hook({ blocking }, shell('exit 2'))]).code), [2, 0, 0]))
  .cell('degradation', 'Description', () => is(['block', 'warn', 'exclude'].map(custom_env => encode('claude-code', manifest(hook({ degradation: { custom_env } }, shell('true', { timeout: 10, env: { A: 'b' } })), hook({ event: 'session_end' }))).warnings.find(w => w.capability).strategy), ['block', 'warn', 'exclude']))
  .cell('provider_data', 'Description', () => is(entries(encode('claude-code', manifest(hook({ provider_data: { 'claude-code': { once: true }, cursor: { loop_limit: 3 } } }))).file)[0], { type: 'command', command: 'true', timeout: 10, once: true }));
differs('denial-without-blocking', D, 'a denial that a hook says in JSON counts also without blocking', () => is([ran([hook({}, shell(said({ decision: 'deny', reason: 'no' })))])].map(r => [r.code, r.stderr]), [[2, 'no\n']]));
const os = { linux: 'linux', darwin: 'osx', win32: 'windows' }[process.platform];
handlerFields
  .cell('type', 'Description', () => {
    for (const [type, more] of Object.entries({ command: { command: 'true' }, http: { url: 'https://example.com' }, prompt: { prompt: 'is it safe?' }, agent: { prompt: 'look at it' } })) fine(manifest(hook({}, { type, ...more })));
    refused(manifest(hook({}, { type: 'python', command: 'true' })), '"type" must be "command" or "http" or "prompt" or "agent"');
  })
  .cell('command', 'Description', () => is(ran([hook({ blocking: true }, shell('x=a; echo "$x-b" | cat >&2; exit 2'))]).stderr, 'a-b\n'))
  .cell('platform', 'Description', () => is(ran([hook({ blocking: true }, shell('exit 0', { platform: { windows: 'exit 1', linux: 'exit 1', osx: 'exit 1', [os]: 'echo its own >&2; exit 2' } }))]).stderr, 'its own\n'))
  .cell('cwd', 'Description', () => is(ran([hook({ blocking: true }, shell('pwd >&2; exit 2', { cwd: 'sub' }))]).stderr, `${folderOfCalls}/sub\n`))
  .cell('env', 'Description', () => is(ran([hook({ blocking: true }, shell('echo "$SEED" >&2; exit 2', { env: { SEED: 'a b' } }))]).stderr, 'a b\n'))
  .cell('timeout', 'Description', () => {
    const began = Date.now(), r = ran([hook({ blocking: true }, shell('sleep 20; exit 2', { timeout: 0.3 }))]);
    is(r.code, 0);
    ok(/did not answer in time/.test(r.stderr) && Date.now() - began < 5000, r.stderr);
  })
  .cell('async', 'Description', () => {
    const began = Date.now(), r = ran([hook({}, shell('sleep 2; exit 2', { async: true }))]);
    is([r.code, r.stdout], [0, '']);
    ok(Date.now() - began < 1500, 'it was waited for');
  });
says(H, 'async is false where nothing is said: the answer counts', () => is(ran([hook({ blocking: true }, shell('sleep 0.1; exit 2'))]).code, 2));
says(H, 'without cwd a hook runs in the project', () => is(ran([hook({ blocking: true }, shell('pwd >&2; exit 2'))]).stderr, `${folderOfCalls}\n`));
says(H, 'cwd leads nowhere but below the project', () => { for (const cwd of ['/etc', '../other', 'a/../../b']) refused(inHandler('cwd', cwd), '"cwd"'); });
says(H, 'without platform, or without this system in it, command runs', () => is(ran([hook({ blocking: true }, shell('exit 2', { platform: { [os === 'windows' ? 'linux' : 'windows']: 'exit 0' } }))]).code, 2));
for (const [what, bad] of [['a system that is no text', { platform: { linux: 1 } }], ['a variable that is no text', { env: { A: 1 } }], ['no time at all', { timeout: 0 }], ['less than no time', { timeout: -1 }]]) says(H, `refused: ${what}`, () => is(validated(manifest(hook({}, shell('true', bad)))).code, 1));
// an agent that waits longer or shorter by itself has to be told
for (const id of providers) says(H, `a timeout is 30 s where nothing is said, on ${id} too, or the difference is named`, () => {
  const r = encode(id, manifest(hook({}, { type: 'command', command: 'true' }))), own = host(id).events.concat((host(id).spellings ?? []).flatMap(one => one.events)).find(one => one.event === before[id]).timeout_ms;
  const [name, ten] = units[id], told = entries(r.file)[0][name];
  ok(told === 3 * ten || told === undefined && (own === 30000 || r.warnings.some(w => w.field === 'timeout' && /\b30 s\b/.test(w.message))), `${JSON.stringify(r.file)} ${JSON.stringify(r.warnings)}`);
});

// ---- 3. Exit Code Contract ----

const E = '3. Exit Code Contract', exits = code => shell(`echo why >&2; exit ${code}`);
table(E, 'exit codes', ['Name', 'Behavior'], { 0: ['Success', 'goes on; stdout is JSON, or nothing'], 1: ['Hook Error', 'a warning; goes on'], 2: ['Block', 'prevented, if it may block'], Other: ['Hook Error', 'as 1'] })
  .cell('0', 'Name', () => is([ran([hook({ blocking: true }, exits(0))])].map(r => [r.code, r.stdout, /gave no verdict/.test(r.stderr)]), [[0, '', false]]))
  .cell('0', 'Behavior', () => is([ran([hook({ blocking: true }, shell(said({ decision: 'allow', reason: 'fine' })))])].map(r => [r.code, r.json?.hookSpecificOutput.permissionDecision]), [[0, 'allow']]))
  .cell('1', 'Name', () => ok(/failed with exit code 1: why/.test(ran([hook({ blocking: true }, exits(1))]).stderr), 'it is not said'))
  .cell('1', 'Behavior', () => is([ran([hook({ blocking: true }, shell(`${said({ decision: 'deny', reason: 'no' })}; exit 1`))])].map(r => [r.code, r.stdout]), [[0, '']]))
  .cell('2', 'Name', () => is([ran([hook({ blocking: true }, exits(2))])].map(r => [r.code, r.stderr]), [[2, 'why\n']]))
  .cell('2', 'Behavior', () => is([ran([hook({ blocking: false }, exits(2))])].map(r => [r.code, r.stdout, /why/.test(r.stderr)]), [[0, '', true]]))
  .cell('Other', 'Name', () => { for (const code of [3, 126, 127]) ok(ran([hook({ blocking: true }, exits(code))]).stderr.includes(`failed with exit code ${code}: why`), `${code} is not said`); })
  .cell('Other', 'Behavior', () => { for (const code of [3, 126, 127, 255]) is([ran([hook({ blocking: true }, shell(`${said({ decision: 'deny', reason: 'no' })}; exit ${code}`))])].map(r => [r.code, r.stdout]), [[0, '']]); });
for (const id of providers) {
  for (const blocking of [true, false]) {
    for (const code of [0, 1, 2, 3]) says(E, `${code} of a hook ${blocking ? 'that may block' : 'without blocking'}, on ${id}`, () => {
      const { does } = asked(id, [hook({ blocking }, exits(code))]);
      is(does, code === 2 && blocking ? { blocked: 'why' } : {});
    });
  }
  says(E, `an error of a hook is a warning on ${id}`, () => ok(/exit code 1: why/.test(asked(id, [hook({ blocking: true }, exits(1))]).warned()), 'it is not said'));
}
for (const event of ['UserPromptSubmit', 'Stop']) for (const blocking of [true, false]) says(E, `2 on ${event} ${blocking ? 'with' : 'without'} blocking`, () => is(ran([{ event: event === 'Stop' ? 'agent_stop' : 'before_prompt', blocking, handler: exits(2) }], claude(event, event === 'Stop' ? { stop_hook_active: false } : { prompt: 'hello' })).code, blocking ? 2 : 0));
says(E, 'stdout of exit 0 that is no JSON is an error of the hook', () => is([ran([hook({ blocking: true }, shell('echo hello'))])].map(r => [r.code, r.stdout, /gave no verdict/.test(r.stderr)]), [[0, '', true]]));

// ---- 4. Canonical Output Schema ----

const O = '4. Canonical Output Schema', answers = answer => ran([hook({ blocking: true }, shell(said(answer)))]);
const failed = r => is([r.code, r.stdout, /gave no verdict/.test(r.stderr)], [0, '', true], r.stdout + r.stderr);
table(O, 'answers', ['Type', 'Description'], { decision: ['string', 'allow, deny, ask'], reason: ['string', 'why, for people'], continue: ['boolean', 'does the agent go on; true'], context: ['string', 'for the conversation'] })
  .cell('decision', 'Type', () => { for (const other of [1, true, {}, []]) failed(answers({ decision: other })); })
  .cell('decision', 'Description', () => {
    is(['allow', 'deny', 'ask'].map(decision => answers({ decision, reason: 'r' }).json.hookSpecificOutput.permissionDecision), ['allow', 'deny', 'ask']);
    failed(answers({ decision: 'perhaps' }));
  })
  .cell('reason', 'Type', () => { for (const other of [1, true, {}, []]) failed(answers({ decision: 'allow', reason: other })); })
  .cell('reason', 'Description', () => is(answers({ decision: 'deny', reason: 'because' }).json.hookSpecificOutput.permissionDecisionReason, 'because'))
  .cell('continue', 'Type', () => { for (const other of ['false', 0, {}]) failed(answers({ continue: other })); })
  .cell('continue', 'Description', () => is([answers({ continue: false }).json.continue, answers({ continue: true }).stdout, answers({}).stdout], [false, '', '']))
  .cell('context', 'Type', () => { for (const other of [1, true, {}]) failed(answers({ context: other })); })
  .cell('context', 'Description', () => is(answers({ context: 'read this' }).json.hookSpecificOutput.additionalContext, 'read this'));
says(O, 'updated_input has the arguments that change', () => is(answers({ updated_input: { command: 'pwd' } }).json.hookSpecificOutput.updatedInput, { command: 'pwd' }));
says(O, 'suppress_output', () => is(answers({ suppress_output: true }).json.suppressOutput, true));
says(O, 'system_message', () => is(answers({ system_message: 'look' }).json.systemMessage, 'look'));
// On each agent: it is delivered where the agent was seen to take it, and else said to be lost or stricter.
for (const id of providers) {
  const { event } = calls[id], can = name => agents[id].can[name].includes(event), answered = answer => asked(id, [hook({ blocking: true }, shell(said(answer)))]);
  const lost = (r, field) => ok(new RegExp(`${field}[^\\n]* (is lost|became)`).test(r.warned()), `stderr is ${r.warned()}`);
  says(O, `deny and its reason on ${id}`, () => is(answered({ decision: 'deny', reason: 'because' }).does, { blocked: 'because' }));
  says(O, `allow on ${id}`, () => is(answered({ decision: 'allow' }).does, can('allow') ? { granted: true } : {}));
  says(O, `ask on ${id}`, () => {
    const r = answered({ decision: 'ask', reason: 'sure?' });
    if (can('ask')) ok(r.does.asked === true || r.does.asked === 'sure?', r.does);
    else { ok(r.does.blocked?.startsWith('sure?'), r.does); lost(r, 'ask'); }
  });
  says(O, `context on ${id}`, () => {
    const r = answered({ context: 'read this' });
    if (can('context')) is(r.does, { context: 'read this' });
    else { is(r.does, {}); lost(r, 'context'); }
  });
  says(O, `continue: false on ${id}`, () => {
    const r = answered({ continue: false, stop_reason: 'enough' });
    if (can('stop')) is([r.does.blocked, r.does.stopped], ['enough', 'enough']);
    else { is(r.does, { blocked: 'enough' }); lost(r, 'continue'); }
  });
  says(O, `system_message on ${id}`, () => {
    const r = answered({ system_message: 'look' });
    if (can('message')) is(r.does, { message: 'look' });
    else { is(r.does, {}); lost(r, 'system_message'); }
  });
  says(O, `suppress_output on ${id}`, () => {
    const r = answered({ suppress_output: true });
    if (host(id).events.find(one => one.event === event).answers.includes('suppress_output')) is(r.json, { suppressOutput: true });
    else { is(r.does, {}); lost(r, 'suppress_output'); }
  });
  says(O, `updated_input on ${id}`, () => {
    const { does } = answered({ updated_input: { command: 'pwd' } });
    if (can('rewrite')) is(does.rewritten.command, 'pwd');
    else ok(does.blocked, does);
  });
}

// ---- 5. Matcher Types ----

const M = '5. Matcher Types';
const tools = { shell: ['Bash', { command: 'ls' }], file_read: ['Read', { file_path: '/a' }], file_write: ['Write', { file_path: '/a', content: 'x' }], file_edit: ['Edit', { file_path: '/a', old_string: 'a', new_string: 'b' }], search: ['Grep', { pattern: 'x' }], find: ['Glob', { pattern: 'x' }],
  web_search: ['WebSearch', { query: 'x' }], web_fetch: ['WebFetch', { url: 'https://example.com', prompt: 'x' }], agent: ['Agent', { prompt: 'x', description: 'y' }] };
const toolCall = (name, input = {}) => claude('PreToolUse', { tool_name: name, tool_input: input, tool_use_id: 't1' });
const selects = (matcher, name, input) => ran([hook({ matcher, blocking: true }, shell('exit 2'))], toolCall(name, input)).code === 2;
for (const word of Object.keys(tools)) {
  says(M, `the bare word ${word} selects that tool`, () => is(selects(word, ...tools[word]), true));
  says(M, `the bare word ${word} selects no other tool`, () => is(Object.keys(tools).filter(other => selects(word, ...tools[other])), [word]));
}
says(M, 'without a matcher every tool is selected', () => is(Object.values(tools).filter(one => !selects(undefined, ...one)), []));
const pattern = { pattern: 'file_(read|write|edit)' };
for (const word of Object.keys(tools)) says(M, `the example of a pattern ${/^file_/.test(word) ? 'selects' : 'does not select'} ${word}`, () => is(selects(pattern, ...tools[word]), /^file_/.test(word)));
says(M, 'a pattern that is none is refused', () => refused(inHook('matcher', { pattern: 'file_(' }), 'pattern'));
const mcp = { mcp: { server: 'github', tool: 'create_issue' } }, server = { mcp: { server: 'github' } };
for (const [name, both, one] of [['mcp__github__create_issue', true, true], ['mcp__github__list_issues', false, true], ['mcp__gitlab__create_issue', false, false], ['Bash', false, false]]) {
  says(M, `server and tool ${both ? 'select' : 'do not select'} ${name}`, () => is(selects(mcp, name), both));
  says(M, `a server alone ${one ? 'selects' : 'does not select'} ${name}`, () => is(selects(server, name), one));
}
const list = ['shell', 'file_write', server];
for (const [name, input, want] of [['Bash', tools.shell[1], true], ['Write', tools.file_write[1], true], ['mcp__github__x', {}, true], ['Read', tools.file_read[1], false], ['mcp__gitlab__x', {}, false]]) says(M, `a list ${want ? 'selects' : 'does not select'} ${name}`, () => is(selects(list, name, input), want));
// what is written for Claude Code, and that it means the same when it is read again
for (const [what, matcher, want] of [['a bare word', 'file_read', 'Read'], ['server and tool', mcp, 'mcp__github__create_issue'], ['a server', server, '^mcp__github__.*$'], ['a list', list, '^(Bash|Write|mcp__github__.*)$'], ['a pattern', pattern, '^(Read|Write|Edit|MultiEdit|NotebookEdit)$|file_(read|write|edit)']]) {
  says(M, `${what} as Claude Code has it`, () => is(groups(encode('claude-code', manifest(hook({ matcher }))).file)[0].matcher, want));
  says(M, `${what}, written and read again`, () => {
    const back = decode('claude-code', encode('claude-code', manifest(hook({ matcher }))).file).file.hooks[0].matcher;
    is(what === 'a pattern' ? back.at(-1) : back, matcher);
  });
}

// ---- 6. Event Registry ----

const R = '6. Event Registry';
const events = { before_tool_execute: 'PreToolUse', after_tool_execute: 'PostToolUse', session_start: 'SessionStart', session_end: 'SessionEnd', before_prompt: 'UserPromptSubmit', agent_stop: 'Stop' };
const members = { PreToolUse: { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't' }, PostToolUse: { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't', tool_response: { stdout: '' } }, SessionStart: { source: 'resume' }, SessionEnd: { reason: 'exit' }, UserPromptSubmit: { prompt: 'hello' }, Stop: { stop_hook_active: false } };
const on = (event, answer) => ran([{ event, blocking: true, handler: shell(typeof answer === 'string' ? answer : said(answer)) }], claude(events[event], members[events[event]]));
const core = table(R, 'core events', ['Description', 'Blocking Semantic'], { before_tool_execute: ['before a tool', 'prevents the tool'], after_tool_execute: ['after it', 'looks on'], session_start: ['begins, resumes', 'looks on; context'],
  session_end: ['ends', 'looks on'], before_prompt: ['between user and agent', 'changes or refuses the prompt'], agent_stop: ['the loop ends', 'once more'] });
// each is the event of that name, and of no other
core.each(['Description'], event => () => is(Object.keys(events).filter(other => {
  const seen = ran([{ event, handler: shell('touch "$GAFF_PROJECT_DIR/seen"') }], claude(events[other], members[events[other]]));
  is(seen.code, 0);
  return start('sh', ['-c', 'test -e seen && rm seen'], { cwd: folderOfCalls }).code === 0;
}), [event]));
core
  .cell('before_tool_execute', 'Blocking Semantic', () => is(on('before_tool_execute', { decision: 'deny', reason: 'no' }).code, 2))
  .cell('after_tool_execute', 'Blocking Semantic', () => { // where the agent only looks on; Claude Code is below
    const { event, payload } = { event: 'afterFileEdit', payload: readCase('cursor', 'base-015-afterFileEdit').payload };
    is(asked('cursor', [{ event: 'after_tool_execute', blocking: true, handler: exits(2) }], { event, payload }).does, {});
  })
  .cell('session_start', 'Blocking Semantic', () => is([on('session_start', 'exit 2').code, on('session_start', { context: 'read this' }).json], [0, { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'read this' } }]))
  .cell('session_end', 'Blocking Semantic', () => is([on('session_end', 'echo why >&2; exit 2')].map(r => [r.code, r.stdout]), [[0, '']]))
  .cell('before_prompt', 'Blocking Semantic', () => is([on('before_prompt', { decision: 'deny', reason: 'no' }).code, run('copilot-cli', 'userPromptSubmitted', { sessionId: 's', timestamp: 1, cwd: '/p', prompt: 'hello' }, { updated_prompt: 'hello, please' }).json], [2, { modifiedPrompt: 'hello, please' }]))
  .cell('agent_stop', 'Blocking Semantic', () => is(on('agent_stop', { decision: 'deny', reason: 'go on' }).json, { decision: 'block', reason: 'go on' }));
differs('a-word-after-a-tool', R, 'what a hook objects to after a tool is told to Claude Code, where the tool has run', () => is([on('after_tool_execute', { decision: 'deny', reason: 'that was wrong' })].map(r => [r.code, r.json]), [[2, { decision: 'block', reason: 'that was wrong' }]]));

// names of agents, both ways
const names = {
  before_tool_execute: ['PreToolUse', 'BeforeTool', 'beforeShellExecution', 'preToolUse', 'preToolUse'], after_tool_execute: ['PostToolUse', 'AfterTool', 'afterFileEdit', 'postToolUse', 'postToolUse'],
  before_prompt: ['UserPromptSubmit', 'BeforeAgent', 'beforeSubmitPrompt', 'userPromptSubmitted', 'userPromptSubmit'], agent_stop: ['Stop', 'AfterAgent', 'stop', '—', 'stop'] };
const N = '6. Event Name Mapping', since = { before_tool_execute: 'preToolUse', after_tool_execute: 'postToolUse', agent_stop: 'agentStop' };
const writtenAs = (id, event) => Object.keys(encode(id, manifest(hook({ event }))).file.hooks);
const written = table(N, 'names as they are written', providers, names), readNames = table(N, 'names as they are read', providers, names), inCalls = table(N, 'names in calls', providers, names);
for (const [event, row] of Object.entries(names)) providers.forEach((id, i) => {
  const isSince = id === 'cursor' && since[event] && event !== 'agent_stop' || row[i] === '—';
  written.cell(event, id, name => is(writtenAs(id, event), [isSince ? since[event] : name]), isSince ? row[i] === '—' ? 'copilot-cli-stops' : 'cursor-has-one-event-for-all-tools' : undefined);
  readNames.cell(event, id, name => is(decode(id, native[id](name === '—' ? since[event] : name)).file.hooks.map(one => one.event), [event]));
  inCalls.cell(event, id, name => is(call(['get', '--host', id, '--event', name === '—' ? since[event] : name, 'event'], { input: id === 'copilot-cli' ? { sessionId: 's', timestamp: 1, cwd: '/p' } : { session_id: 's', cwd: '/p', hook_event_name: name } }).stdout, `${event}\n`));
});
says(N, "a hook for a shell call alone is the same after Cursor's own event for it", () => {
  const one = decode('cursor', native.cursor('beforeShellExecution')).file.hooks[0];
  is([one.event, one.matcher, encode('cursor', manifest(one)).file], ['before_tool_execute', 'shell', native.cursor('beforeShellExecution')]);
});

const extended = { before_compact: 'PreCompact', notification: 'Notification', error_occurred: 'StopFailure', subagent_start: 'SubagentStart', subagent_stop: 'SubagentStop', permission_request: 'PermissionRequest' };
for (const [event, name] of Object.entries(extended)) {
  says(R, `extended: ${event} is an event of a manifest`, () => fine(inHook('event', event)));
  says(R, `extended: ${event} is written for Claude Code`, () => is(writtenAs('claude-code', event), [name]));
  says(R, `extended: ${event} is read from Claude Code`, () => is(decode('claude-code', native['claude-code'](name)).file.hooks[0].event, event));
  says(R, `extended: ${event} runs its hooks`, () => {
    const r = ran([{ event, handler: shell('touch "$GAFF_PROJECT_DIR/seen"') }], claude(name, { message: 'x', error: 'x', tool_name: 'Bash', tool_input: { command: 'ls' } }));
    is([r.code, start('sh', ['-c', 'test -e seen && rm seen'], { cwd: folderOfCalls }).code], [0, 0], r.stderr);
  });
}
const exclusive = { before_model: ['gemini-cli', 'BeforeModel'], after_model: ['gemini-cli', 'AfterModel'], before_tool_selection: ['gemini-cli', 'BeforeToolSelection'], config_change: ['claude-code', 'ConfigChange'],
  file_created: ['kiro', 'PostFileCreate'], file_saved: ['kiro', 'PostFileSave'], file_deleted: ['kiro', 'PostFileDelete'], before_task: ['kiro', 'PreTaskExec'], after_task: ['kiro', 'PostTaskExec'] };
const title = { 'gemini-cli': 'Gemini CLI', 'claude-code': 'Claude Code', kiro: 'Kiro' };
const origin = table(R, 'events of one agent', ['Origin Provider'], Object.fromEntries(Object.entries(exclusive).map(([event, [id]]) => [event, [title[id]]])));
for (const [event, [id, name]] of Object.entries(exclusive)) {
  origin.cell(event, 'Origin Provider', value => {
    is(host(id).title, value);
    const to = encode(id, manifest(hook({ event })), []).file;
    is(id === 'kiro' ? to.hooks.map(one => one.trigger) : Object.keys(to.hooks), [name]);
  });
  says(R, `${event} is read from ${id}`, () => is(decode(id, native[id](name)).file.hooks[0].event, event));
  for (const other of providers.filter(one => one !== id && !(event === 'after_model' && one === 'cursor'))) says(R, `${event} is left out for ${other}, and named`, () => {
    const r = encode(other, manifest(hook({ event }), hook({ event: 'before_prompt' })), []);
    is([r.written, r.warnings.filter(w => w.hook === 1).map(w => [w.field, w.strategy])], [1, [['event', 'exclude']]]);
  });
}

// ---- 7. Tool Vocabulary ----

const vocabulary = {
  shell: ['Bash', 'run_shell_command', 'run_terminal_cmd', 'bash', 'execute_bash'], file_read: ['Read', 'read_file', 'read_file', 'view', 'fs_read'], file_write: ['Write', 'write_file', 'edit_file', 'create', 'fs_write'],
  file_edit: ['Edit', 'replace', 'edit_file', 'edit', 'fs_write'], search: ['Grep', 'grep_search', 'grep_search', 'grep', 'grep'], find: ['Glob', 'glob', 'file_search', 'glob', 'glob'],
  web_search: ['WebSearch', 'google_web_search', 'web_search', '—', 'web_search'], web_fetch: ['WebFetch', 'web_fetch', '—', 'web_fetch', 'web_fetch'], agent: ['Agent', '—', '—', 'task', 'use_subagent'] };
const V = '7. Tool Vocabulary';
// where one name is two tools, its input tells them apart
const inputs = { 'kiro file_write': { command: 'create', path: '/a', file_text: 'x' }, 'kiro file_edit': { command: 'str_replace', path: '/a', old_str: 'x', new_str: 'y' }, 'cursor file_write': { target_file: '/a', code_edit: 'x' }, 'cursor file_edit': { target_file: '/a', code_edit: 'x' } };
const payload = (id, name, input) => id === 'copilot-cli' ? { sessionId: 's', timestamp: 1, cwd: '/p', toolName: name, toolArgs: JSON.stringify(input) }
  : id === 'cursor' ? { hook_event_name: 'preToolUse', conversation_id: 'c', generation_id: 'g', cursor_version: '3.20.17', workspace_roots: ['/p'], tool_name: name, tool_input: input } : { hook_event_name: before[id], session_id: 's', cwd: '/p', tool_name: name, tool_input: input };
const called = (id, name, input = {}) => ({ input: payload(id, name, input) });
const gap = (word, id) => { // a tool that the document has no name for is never lost in silence
  const r = encode(id, manifest(hook({ matcher: word }), hook({ event: 'before_prompt' })));
  ok(r.written === 2 || r.warnings.some(w => w.hook === 1 && w.strategy === 'exclude'), r);
};
const wordOf = (id, word, name) => {
  const r = call(['match', '--host', id, '--event', before[id], 'tool', word], called(id, name, inputs[`${id} ${word}`]));
  is([r.code, r.stderr], [0, ''], `is ${name} ${word}?`);
};
table(V, 'tools in calls', providers, vocabulary).each(providers, (word, id, name) => () => name === '—' ? gap(word, id) : wordOf(id, word, name));
table(V, 'tools in matchers, read', providers, vocabulary).each(providers, (word, id, name) => () => {
  if (name === '—') return gap(word, id);
  const got = [decode(id, native[id](before[id], name)).file.hooks[0].matcher].flat();
  // a pattern is held against gaff's word, too
  return is(got.some(one => one === word || one.pattern === word) && got.every(one => word === (one.pattern ?? one) || vocabulary[one]?.[providers.indexOf(id)] === name), true, `${JSON.stringify(got)} for ${name}: ${word} and nothing else`);
});
const plain = providers.filter(id => id !== 'cursor'), withoutCursor = Object.fromEntries(Object.entries(vocabulary).map(([word, row]) => [word, row.filter((_, i) => providers[i] !== 'cursor')]));
// names between | and ^( )$, of all entries
const selected = (id, word) => groups(encode(id, manifest(hook({ matcher: word }))).file).flatMap(one => one.matcher.replace(/^\^\(?|\)?\$$/g, '').split('|'));
table(V, 'tools in matchers, written', plain, withoutCursor).each(plain, (word, id, name) => () => name === '—' ? gap(word, id) : ok(selected(id, word).includes(name), selected(id, word)));
differs('cursor-names-tools-otherwise', V, 'what is written for Cursor is what its hooks are called with now', () => {
  is(Object.fromEntries(['shell', 'file_read', 'file_write', 'search', 'web_search'].map(word => [word, selected('cursor', word)[0]])), { shell: 'Shell', file_read: 'Read', file_write: 'Write', search: 'Grep', web_search: 'WebSearch' });
  for (const [word, name] of [['shell', 'Shell'], ['file_read', 'Read'], ['file_write', 'Write'], ['search', 'Grep']]) wordOf('cursor', word, name);
});
differs('tools-that-came-since', V, 'tools that an agent has got since are known', () => {
  is([selected('copilot-cli', 'web_search'), selected('cursor', 'web_fetch'), selected('gemini-cli', 'agent'), selected('cursor', 'agent')], [['web_search'], ['Fetch'], ['invoke_agent'], ['Task']]);
});

// ---- 8. Capability Registry, 9. Degradation Strategies ----

const C = '8. Capability Registry', G = '9. Degradation Strategies';
const rest = hook({ event: 'agent_stop' }, { type: 'command', command: 'other', timeout: 10 }), mine = more => ({ type: 'command', command: 'check-it', timeout: 10, ...more });
// a hook that needs it, an agent that has it not, one that has it, and the field in which it is asked for
const needs = {
  structured_output: [hook({ blocking: true }, mine()), 'kiro', 'claude-code', 'blocking'],
  input_rewrite: [hook({ capabilities: ['input_rewrite'] }, mine()), 'kiro', 'claude-code', 'capabilities'],
  llm_evaluated: [hook({}, { type: 'prompt', prompt: 'is it safe?', timeout: 10 }), 'gemini-cli', 'claude-code', 'type'],
  http_handler: [hook({}, { type: 'http', url: 'https://example.com/hook', timeout: 10 }), 'gemini-cli', 'claude-code', 'type'],
  async_execution: [hook({}, mine({ async: true })), 'gemini-cli', 'claude-code', 'async'],
  platform_commands: [hook({}, mine({ platform: { windows: 'w.cmd', linux: 'l.sh', osx: 'o.sh' } })), 'claude-code', 'vs-code-copilot', 'platform'],
  custom_env: [hook({}, mine({ env: { A: 'b' } })), 'claude-code', 'copilot-cli', 'env'],
  configurable_cwd: [hook({}, mine({ cwd: 'sub' })), 'claude-code', 'copilot-cli', 'cwd'],
};
const degraded = (capability, strategy) => {
  const [one, to] = needs[capability];
  const r = encode(to, manifest(strategy ? { ...one, degradation: { [capability]: strategy } } : one, rest));
  return { ...r, losses: r.warnings.filter(w => w.hook === 1 && w.capability === capability) };
};
const outcome = {
  block(r) {
    is([r.written, r.losses.map(w => w.strategy)], [2, ['block']]);
    const text = line(entries(r.file)[0]), tried = start('sh', ['-c', text]);
    is([tried.code, tried.stdout], [2, ''], text);
    ok(tried.stderr.startsWith('BLOCKED: '), tried.stderr);
  },
  warn(r) {
    is([r.written, r.losses.map(w => w.strategy)], [2, ['warn']]);
    ok(r.losses[0].message.length > 5, r.losses);
    ok(/check-it|example\.com/.test(line(entries(r.file)[0])), r.file);
  },
  exclude(r) {
    is([r.written, r.losses.map(w => w.strategy), entries(r.file).map(line)], [1, ['exclude'], ['other']]);
  },
};
const defaults = { structured_output: 'warn', input_rewrite: 'block', llm_evaluated: 'exclude', http_handler: 'warn', async_execution: 'warn', platform_commands: 'warn', custom_env: 'warn', configurable_cwd: 'warn' };
const about = { structured_output: 'answers in JSON', input_rewrite: 'another input; critical', llm_evaluated: 'a model decides', http_handler: 'a server is asked', async_execution: 'nobody waits', platform_commands: 'commands by system', custom_env: 'variables', configurable_cwd: 'a folder' };
const capabilities = table(C, 'capabilities', ['Description', 'Default Degradation'], Object.fromEntries(Object.keys(defaults).map(name => [name, [about[name], defaults[name]]])));
capabilities.each(['Default Degradation'], (name, _, strategy) => () => outcome[strategy](degraded(name)));
// it is seen in the hook itself, and no loss where the agent has it
capabilities.each(['Description'], name => () => {
  const [one, , has, field] = needs[name], r = degraded(name);
  is(r.losses.map(w => w.field), [field]);
  is(encode(has, manifest(one, rest)).warnings.filter(w => w.capability === name), []);
});
for (const name of Object.keys(defaults)) for (const strategy of ['block', 'warn', 'exclude']) {
  if (name === 'llm_evaluated' && strategy === 'warn') continue; // below
  says(G, `${strategy} as the author says it of ${name}`, () => outcome[strategy](degraded(name, strategy)));
}
differs('warn-with-nothing-left', G, 'a prompt that no model is asked about is left out, though its author says warn', () => outcome.exclude(degraded('llm_evaluated', 'warn')));
table(G, 'strategies', ['Behavior'], { block: ['the converted hook always blocks'], warn: ['it runs with less, and that is said'], exclude: ['it is not written'] })
  .each(['Behavior'], strategy => () => outcome[strategy](degraded('custom_env', strategy)));
for (const name of Object.keys(defaults)) says(G, `what is said of another capability leaves ${name} as it is by default`, () => {
  const [one, to] = needs[name], other = name === 'custom_env' ? 'configurable_cwd' : 'custom_env';
  const r = encode(to, manifest({ ...one, degradation: { [other]: 'exclude' } }, rest));
  is(r.warnings.filter(w => w.capability === name).map(w => w.strategy), [defaults[name]]);
});
says(G, 'a strategy is one of the three', () => refused(inHook('degradation', { custom_env: 'ignore' }), 'a strategy is "block", "warn" or "exclude"'));
for (const strategy of ['block', 'warn', 'exclude']) says(G, `${strategy} when a hook rewrites an input that the agent does not take`, () => {
  const { does } = asked('kiro', [hook({ blocking: true, degradation: { input_rewrite: strategy } }, shell(said({ updated_input: { command: 'pwd' } })))]);
  is(does.blocked !== undefined, strategy === 'block', JSON.stringify(does));
});
says(C, 'a rewritten input that the agent does not take blocks by default', () => ok(asked('kiro', [hook({ blocking: true }, shell(said({ updated_input: { command: 'pwd' } })))]).does.blocked, 'it goes on'));
for (const type of ['prompt', 'agent']) says(C, `a handler of type ${type} is left out when gaff runs hooks, and that is said`, () => is([ran([hook({}, { type, prompt: 'safe?' })])].map(r => [r.code, r.stdout, /llm_evaluated: exclude/.test(r.stderr)]), [[0, '', true]]));
says(C, 'a handler of type prompt blocks where its author says so', () => is(ran([hook({ blocking: true, degradation: { llm_evaluated: 'block' } }, { type: 'prompt', prompt: 'safe?' })]).code, 2));

// An http handler for real: a server of this machine says no.
says(C, 'an http handler gets the event by POST, and its answer counts', () => {
  const at = folder({ 'serve.mjs': `import http from 'node:http'; import fs from 'node:fs';
    http.createServer((q, a) => { let text = ''; q.on('data', d => { text += d; }); q.on('end', () => { const event = JSON.parse(text); a.end(JSON.stringify({ decision: 'deny', reason: q.method + ' ' + event.event + ' ' + event.tool_input.command })); process.exitCode = 0; setTimeout(() => process.exit(0), 100); }); })
      .listen(0, '127.0.0.1', function () { fs.writeFileSync('port', String(this.address().port)); }); setTimeout(() => process.exit(1), 10000);` });
  const port = start('sh', ['-c', `${process.execPath} serve.mjs >/dev/null 2>&1 & while ! test -s port; do sleep 0.05; done; cat port`], { cwd: at, env: { PATH: clean.PATH } }).stdout;
  const r = ran([hook({ blocking: true }, { type: 'http', url: `http://127.0.0.1:${port}/hook`, allow_http_loopback: true, timeout: 5 })]);
  is([r.code, r.stderr], [2, 'POST before_tool_execute ls\n'], r.stdout);
});

// ---- 10. Conversion Pipeline ----

const L = '10. Conversion Pipeline';
for (const id of providers) {
  says(L, `decode: a file of ${id} becomes a manifest`, () => {
    const { file } = decode(id, native[id](before[id], id === 'cursor' ? '^Shell$' : vocabulary.shell[providers.indexOf(id)]));
    fine(file);
    is([file.spec, file.hooks.length, file.hooks[0].event, file.hooks[0].matcher, file.hooks[0].handler], ['hooks/1.0', 1, 'before_tool_execute', 'shell', { type: 'command', command: 'true', timeout: 10 }]);
  });
  says(L, `validate: what ${id} has not is named`, () => {
    const r = encode(id, manifest(hook({}, { type: 'agent', prompt: 'look' }), hook({}, mine({ env: { A: 'b' }, cwd: 'sub', async: true, platform: { windows: 'w', linux: 'l', osx: 'o' } })), rest));
    const lacking = { 'claude-code': ['platform_commands', 'custom_env', 'configurable_cwd'], 'gemini-cli': ['llm_evaluated', 'async_execution', 'platform_commands', 'custom_env', 'configurable_cwd'], cursor: ['llm_evaluated', 'async_execution', 'platform_commands', 'custom_env', 'configurable_cwd'], 'copilot-cli': ['llm_evaluated', 'async_execution', 'platform_commands'], kiro: ['llm_evaluated', 'async_execution', 'platform_commands', 'custom_env', 'configurable_cwd'] };
    is([...new Set(r.warnings.map(w => w.capability).filter(Boolean))].sort(), lacking[id].sort());
  });
  says(L, `encode: a manifest becomes a file of ${id}`, () => {
    const r = encode(id, example);
    is([r.code, r.written, line(entries(r.file)[0])], [0, 1, './safety-check.sh']);
    is(Object.keys(r.file.hooks), [before[id]]);
  });
  says(L, `verify: what is written for ${id} is the same hook when it is read again`, () => {
    const one = hook({ matcher: 'shell', blocking: true }, shell('./safety-check.sh', { timeout: 10 })), back = decode(id, encode(id, manifest(one)).file).file.hooks;
    is([back.length, back[0].event, back[0].matcher, back[0].handler], [1, one.event, one.matcher, one.handler]);
  });
  says(L, `nothing is written of a file that ${id} could not read`, () => {
    const r = convert(id, 'claude-code', '{"hooks": ');
    is([r.code === 0, r.stdout], [false, '']);
    ok(r.stderr, 'and nothing is said');
  });
  says(L, `the order of hooks stays on ${id}`, () => is(entries(encode(id, manifest(...['one', 'two', 'three'].map(text => hook({}, shell(text, { timeout: 10 }))))).file).map(line), ['one', 'two', 'three']));
}
says(L, 'a manifest with a mistake is not converted', () => is([convert('canonical', 'claude-code', { spec: 'hooks/1.0', hooks: [{ event: 'before_tool_execute' }] })].map(r => [r.code === 0, r.stdout]), [[false, '']]));
for (const from of providers) for (const to of providers.filter(one => one !== from)) says(L, `from ${from} to ${to}`, () => {
  const r = converted(from, to, native[from](before[from]));
  // what fails closed by itself on one agent, and cannot on the other, is a guard that is lost
  is([r.code, r.written, line(entries(r.file)[0]), entries(r.file)[0][units[to][0]]], [r.warnings.some(w => w.guard) ? 1 : 0, 1, 'true', units[to][1]]);
  is(r.warnings.filter(w => w.guard).map(w => w.field), from === 'copilot-cli' && ['gemini-cli', 'kiro'].includes(to) ? ['on_error'] : []);
});

// ---- 11. Conformance Levels ----

const K = '11. Conformance Levels';
const everything = manifest(
  hook({ matcher: 'shell', blocking: true }), hook({ event: 'after_tool_execute', matcher: ['file_write', server] }), hook({ event: 'session_start' }), hook({ event: 'session_end' }), hook({ event: 'before_prompt', blocking: true }), hook({ event: 'agent_stop' }),
  hook({ event: 'before_compact' }), hook({ event: 'config_change' }), hook({ provider_data: { 'claude-code': { once: true } } }));
table(K, 'levels', ['Requirements'], { Core: ['manifests, core events, exit codes, bare words, names of events and tools'], Extended: ['and all matchers, answers, capabilities, degradation, extended events'], Full: ['and provider data, verification, all capabilities, events of one agent'] })
  .cell('Core', 'Requirements', () => { // a manifest of core events and bare words comes back from each agent
    const one = manifest(...Object.keys(events).map(event => hook({ event, ...event.includes('tool') && { matcher: 'shell' } })));
    for (const id of ['claude-code', 'gemini-cli', 'copilot-cli']) is(decode(id, encode(id, one).file).file.hooks.map(h => [h.event, h.matcher ?? null]), one.hooks.map(h => [h.event, h.matcher ?? null]), id);
  })
  .cell('Extended', 'Requirements', () => { // and one with all kinds of matchers and extended events
    const one = manifest(...Object.keys(extended).map(event => hook({ event })), ...['shell', mcp, server, list].map(matcher => hook({ matcher })));
    is(decode('claude-code', encode('claude-code', one).file).file.hooks.map(h => [h.event, h.matcher ?? null]).sort(), one.hooks.map(h => [h.event, h.matcher ?? null]).sort());
  })
  .cell('Full', 'Requirements', () => {
    const back = decode('claude-code', encode('claude-code', everything).file).file;
    is(back.hooks.map(h => h.event).sort(), everything.hooks.map(h => h.event).sort());
    is(back.hooks.filter(h => h.provider_data).map(h => h.provider_data), [{ 'claude-code': { once: true } }]);
  });
// what each agent alone has comes back
const extras = { 'claude-code': { once: true }, 'gemini-cli': { description: 'looks at it' }, cursor: { loop_limit: 3 }, 'copilot-cli': { comment: 'looks at it' }, kiro: { cache_ttl_seconds: 5 } };
for (const [id, more] of Object.entries(extras)) {
  says(K, `Full: provider data of ${id} is kept in the manifest`, () => is(decode(id, native[id](before[id], undefined, more)).file.hooks[0].provider_data, { [id]: more }));
  says(K, `Full: provider data of ${id} comes back`, () => is(encode(id, decode(id, native[id](before[id], undefined, more)).file).file, native[id](before[id], undefined, more)));
  says(K, `Full: provider data of ${id} is not for others, and that is said`, () => {
    const other = id === 'claude-code' ? 'gemini-cli' : 'claude-code', r = converted(id, other, native[id](before[id], undefined, more));
    is([JSON.stringify(r.file).includes(Object.keys(more)[0]), r.warnings.some(w => w.field.includes(Object.keys(more)[0]) || w.field.includes('provider_data'))], [false, true], JSON.stringify(r.warnings));
  });
}
says(K, 'Core: a manifest is written in the same bytes each time', () => {
  const once = call(['validate', '--canonical', '-'], { input: JSON.stringify(everything) }).stdout;
  is(call(['validate', '--canonical', '-'], { input: once }).stdout, once);
  const sorted = value => Array.isArray(value) ? value.map(sorted) : value && typeof value === 'object' ? Object.fromEntries(Object.keys(value).sort().map(key => [key, sorted(value[key])])) : value;
  is(sorted(JSON.parse(once)), sorted(everything));
});

// ---- Appendix: Provider Strengths ----

const Z = 'Appendix';
for (const [type, more] of Object.entries({ command: { command: 'true' }, http: { url: 'https://example.com/hook' }, prompt: { prompt: 'is it safe?' }, agent: { prompt: 'look at it' } }))
  says(Z, `Claude Code has handlers of type ${type}`, () => is(entries(encode('claude-code', manifest(hook({}, { type, ...more, timeout: 10 }))).file), [{ type, ...more, timeout: 10 }]));
says(Z, 'Claude Code has more than 25 events', () => ok(host('claude-code').events.length > 25, host('claude-code').events.length));
says(Z, "Claude Code's answers say most of all of these", () => {
  const rich = Object.fromEntries(providers.map(id => [id, new Set(host(id).events.flatMap(one => one.answers)).size]));
  is(Object.keys(rich).sort((a, b) => rich[b] - rich[a])[0], 'claude-code', JSON.stringify(rich));
});
for (const [event, name] of [['before_model', 'BeforeModel'], ['after_model', 'AfterModel']]) {
  says(Z, `Gemini CLI has ${event}`, () => is(host('gemini-cli').events.find(one => one.canonical === event)?.event, name));
  says(Z, `of these five Gemini CLI alone can answer on ${event}`, () => is(providers.filter(id => host(id).events.some(one => one.canonical === event && one.answers.includes('deny'))), ['gemini-cli']));
}
for (const event of ['file_created', 'file_saved', 'file_deleted']) says(Z, `Kiro calls hooks on ${event}`, () => is(hosts().filter(one => one.events.some(e => e.canonical === event)).map(one => one.id), ['kiro']));
for (const event of ['before_task', 'after_task']) says(Z, `Kiro calls hooks on ${event} of a spec`, () => is(hosts().filter(one => one.events.some(e => e.canonical === event)).map(one => one.id), ['kiro']));
says(Z, 'Kiro can keep a task from starting', () => ok(host('kiro').events.find(one => one.canonical === 'before_task').answers.includes('deny'), host('kiro').events));
says(Z, 'Cursor asks before a file is read, and a denial keeps it closed', () => {
  const r = run('cursor', 'beforeReadFile', { hook_event_name: 'beforeReadFile', conversation_id: 'c', generation_id: 'g', cursor_version: '3.20.17', workspace_roots: ['/p'], file_path: '/p/.env', content: 'KEY=1' }, { decision: 'deny', reason: 'private' });
  is([r.code, r.json.permission], [0, 'deny']);
});
says(Z, 'the file that Cursor is to read is known', () => is(call(['get', '--host', 'cursor', '--event', 'beforeReadFile', 'tool', 'file_path'], { input: { hook_event_name: 'beforeReadFile', conversation_id: 'c', file_path: '/p/.env', content: 'KEY=1' } }).stdout, 'file_read\n/p/.env\n'));
says(Z, 'Windsurf reads hooks of the whole machine', () => ok(host('windsurf').config.some(one => one.scope === 'system'), host('windsurf').config));
says(Z, 'hooks for OpenCode are a module of JavaScript', () => {
  const r = convert('canonical', 'opencode', example), at = folder({ 'plugin.mjs': r.stdout });
  is(r.code, 0, r.stderr);
  is(start(process.execPath, ['--input-type=module', '-e', "const m = await import(process.argv[1]); console.log(Object.values(m).some(one => typeof one === 'function'))", `${at}/plugin.mjs`]).stdout, 'true\n');
});
says(Z, 'Copilot CLI is on the safe side: a hook of its own that fails denies, and other agents are told', () => is(decode('copilot-cli', native['copilot-cli']('preToolUse')).file.hooks[0].on_error, 'closed'));
says(Z, "Copilot CLI's hooks are files of the repository", () => ok(host('copilot-cli').config.some(one => one.scope === 'project' && one.path === './.github/hooks/*.json'), host('copilot-cli').config));

done('seed format');
