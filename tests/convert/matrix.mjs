// matrix.mjs - every agent to every other: one manifest with everything in it converts, verifies, and loses what is expected.
//
// tests/convert/matrix/everything.json  the manifest; sources of agents are made from it
// tests/convert/matrix/<source>.json    what is lost: { "to TARGET": { hook: "field capability strategy guard, …" } }; UPDATE=1 writes them
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { finish, is, ok, test } from '../check.mjs';
import { batch, convertJson, gaff, hosts, ids, inputOf, root, scratch } from './lib.mjs';

const folder = path.join(root, 'tests/convert/matrix');
const everything = fs.readFileSync(path.join(folder, 'everything.json'), 'utf8');
const targets = ['canonical', ...ids.flatMap(id => hosts[id].formats.map(out => out ? `${id} ${out}` : id))];
const split = target => ({ to: target.split(' ')[0], out: target.split(' ')[1] ?? '' });

test('the manifest has every event and every kind of handler and matcher in it', () => {
  const { hooks } = JSON.parse(everything), seen = new Set(hooks.map(h => h.event));
  for (const event of ['before_tool_execute', 'after_tool_execute', 'session_start', 'session_end', 'before_prompt', 'agent_stop', 'before_compact', 'notification', 'error_occurred', 'subagent_start', 'subagent_stop', 'permission_request',
    'before_model', 'after_model', 'before_tool_selection', 'config_change', 'file_created', 'file_saved', 'file_deleted', 'before_task', 'after_task']) ok(seen.has(event), `no ${event}`);
  for (const type of ['command', 'http', 'prompt', 'agent']) ok(hooks.some(h => h.handler.type === type), `no ${type}`);
  const kinds = new Set(hooks.map(h => typeof h.matcher === 'object' ? Array.isArray(h.matcher) ? 'list' : Object.keys(h.matcher)[0] : typeof h.matcher));
  is([...kinds].sort(), ['list', 'mcp', 'pattern', 'string', 'undefined']);
});

// What a hook loses, as one line. Hook 0 is the file.
function lost(losses) {
  const lines = {};
  for (const l of losses) {
    const line = [l.field, l.capability, l.strategy, l.guard ? 'guard' : ''].filter(Boolean).join(' ');
    lines[l.hook] = lines[l.hook] ? `${lines[l.hook]}, ${line}` : line;
  }
  return lines;
}

function expected(source, got) {
  const file = path.join(folder, `${source.replaceAll(' ', '-')}.json`);
  if (process.env.UPDATE) fs.writeFileSync(file, `${JSON.stringify(got, null, 1)}\n`);
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

const made = batch(targets.map(target => ({ from: 'canonical', ...split(target), text: everything })));
const sources = targets.map((name, i) => ({ name, from: split(name).to, in: inputOf(split(name).out), ...made[i] }));

for (const source of sources) {
  test(`${source.name} can be made of the manifest`, () => is([source.rc, source.message], [0, '']));
  if (source.rc !== 0) continue;
  const wanted = targets.filter(t => t !== 'canonical' || source.from !== 'canonical').flatMap(target => [{ target, runtime: false }, { target, runtime: true }]);
  const text = source.from === 'canonical' ? everything : source.text;
  const done = batch(wanted.map(({ target, runtime }) => ({ from: source.from, in: source.in, ...split(target), runtime, text })));
  const got = {}, title = ({ target, runtime }) => `to ${target}${runtime ? ' --runtime' : ''}`;
  wanted.forEach((w, i) => { got[title(w)] = lost(done[i].losses); });
  const want = expected(source.name, got);
  wanted.forEach((w, i) => {
    test(`${source.name} ${title(w)}: converts and verifies`, () => {
      is([done[i].rc, done[i].message], [0, '']);
      ok(done[i].written > 0 && done[i].written <= done[i].read, `${done[i].written} of ${done[i].read} hooks`);
    });
    test(`${source.name} ${title(w)}: loses what is expected`, () => {
      for (const hook of new Set([...Object.keys(want[title(w)] ?? {}), ...Object.keys(got[title(w)])])) is(got[title(w)][hook], want[title(w)]?.[hook], `what hook ${hook} loses`);
    });
  });
  test(`${source.name}: no loss without a sentence, and none twice`, () => done.forEach(({ losses }) => {
    for (const l of losses) ok(l.text.length > 5 && !/\n/.test(l.text) && l.field && l.strategy, l);
    const said = losses.map(l => `${l.hook} ${l.field} ${l.text}`);
    is(said.length, new Set(said).size, `losses that are different, of ${JSON.stringify(said.filter((x, j) => said.indexOf(x) !== j))}`);
  }));
  test(`${source.name}: a hook that is gone is named`, () => done.forEach(({ losses, read, written }, i) => {
    const gone = new Set(losses.filter(l => l.strategy === 'exclude').map(l => l.hook));
    ok(gone.size >= read - written, `${title(wanted[i])}: ${read - written} are gone, ${gone.size} named`);
  }));
}

// ---- silence ----

test('where silence grants, a hook that was written for others is left out, and gaff answers for it with --runtime', () => {
  const text = blocking => JSON.stringify({ spec: 'hooks/1.0', hooks: [{ event: 'permission_request', blocking, handler: { type: 'command', command: '/opt/asked' } }, { event: 'agent_stop', handler: { type: 'command', command: '/opt/stop' } }] });
  for (const blocking of [true, false]) {
    const [plain, run] = batch([false, true].map(runtime => ({ from: 'canonical', to: 'junie', runtime, text: text(blocking) })));
    is([plain.rc, plain.written, plain.guards, plain.losses.some(l => l.hook === 1 && /grants whatever/.test(l.text))], [0, 1, Number(blocking), true], JSON.stringify(plain.losses));
    is([run.rc, run.written, run.guards], [0, 2, 0], JSON.stringify(run.losses));
  }
  const own = JSON.stringify({ hooks: { PermissionRequest: [{ hooks: [{ type: 'command', command: '/opt/own' }] }] } }), [same, there] = batch(['junie', 'canonical'].map(to => ({ from: 'junie', to, text: own })));
  is([same.rc, same.losses, JSON.parse(same.text)], [0, [], JSON.parse(own)], 'its own stays');
  is(batch([{ from: 'canonical', to: 'junie', text: there.text }])[0].guards, 1, 'of a manifest nobody knows that it was its own');
});

// ---- what would come too late ----

for (const [event, target, late] of [['before_model', 'cursor', 'afterAgentResponse'], ['before_model', 'opencode', 'experimental.text.complete'], ['permission_request', 'claude-code', ''], ['before_tool_execute', 'windsurf', '']]) {
  const text = JSON.stringify({ spec: 'hooks/1.0', hooks: [{ event, blocking: true, handler: { type: 'command', command: '/opt/late' } }, { event: 'agent_stop', handler: { type: 'command', command: '/opt/stop' } }] });
  test(`${event} for ${target} ${late ? `is not moved to ${late}, and that is said` : 'is in time'}`, () => {
    const [r] = batch([{ from: 'canonical', to: target, text }]);
    is([r.rc, r.written], [0, late ? 1 : 2], r.message);
    is(r.text.includes('/opt/late'), !late, `/opt/late is in ${r.text}`);
    const said = r.losses.filter(l => l.hook === 1 && l.text.startsWith('timing shift:'));
    is(said.length, late ? 1 : 0, `losses ${JSON.stringify(r.losses)}`);
    if (late) ok(said[0].text.includes(late) && said[0].guard && said[0].strategy === 'exclude', said);
  });
}

// ---- what is said of a hook, one thing at a time ----

const guard = (handler, more = {}) => JSON.stringify({ spec: 'hooks/1.0', hooks: [{ event: 'before_tool_execute', matcher: 'shell', blocking: true, handler, ...more }] });
const server = { type: 'http', url: 'https://hooks.example.com/' };
const claudeServer = JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [server] }] } });

for (const [from, to, text, isLost] of [['canonical', 'windsurf', guard(server), true], ['canonical', 'kiro', guard(server), true], ['canonical', 'cursor', guard(server), false],
  ['claude-code', 'cursor', claudeServer, true], ['claude-code', 'copilot-cli', claudeServer, true], ['claude-code', 'codex', claudeServer, false], ['claude-code', 'qwen-code', claudeServer, false]])
  test(`a server that guards, from ${from} to ${to}: ${isLost ? 'its answers mean nothing there, and that is a lost guard' : 'it can block'}`, () => {
    const [r] = batch([{ from, to, text }]);
    is([r.rc, r.written, r.guards > 0], [0, 1, isLost], JSON.stringify(r.losses));
    is(r.losses.some(l => l.field === 'blocking' && l.guard && /cannot block/.test(l.text)), isLost, JSON.stringify(r.losses));
  });

for (const [to, isSaid] of [['gemini-cli', true], ['copilot-cli', true], ['opencode', true], ['factory-droid', false], ['codex', false]])
  test(`a pattern for a tool of any server on ${to}: ${isSaid ? 'more tools may be found, and that is said' : 'finds the same'}`, () => {
    const [r] = batch([{ from: 'canonical', to, text: guard({ type: 'command', command: 'x' }, { matcher: { pattern: '^mcp__.*__delete' } }) }]);
    is(r.losses.some(l => l.field === 'matcher' && /can find more/.test(l.text)), isSaid, JSON.stringify(r.losses));
  });

test('hooks of split events are in the order of the file, and each event\'s in its own', () => {
  const on = (...commands) => commands.map(command => ({ command }));
  const order = hooks => JSON.parse(batch([{ from: 'cursor', to: 'canonical', text: JSON.stringify({ version: 1, hooks }) }])[0].text).hooks.map(h => h.handler.command).join(' ');
  is(order({ beforeShellExecution: on('a'), beforeReadFile: on('b'), beforeMCPExecution: on('c') }), 'a b c');
  is(order({ beforeShellExecution: on('g', 'a'), beforeReadFile: on('g', 'b') }), 'g a b');
  is(order({ beforeShellExecution: on('a', 'g'), beforeReadFile: on('b', 'g') }), 'a b g');
  is(order({ beforeShellExecution: on('a', 'b'), beforeReadFile: on('b', 'a') }), 'a b a');
  is(order({ stop: on('s'), beforeReadFile: on('r'), sessionStart: on('t'), beforeShellExecution: on('h') }), 's r h t');
});

test('where an event blocks on no agent, no guard is lost, and that it cannot block is said', () => {
  const on = event => JSON.stringify({ spec: 'hooks/1.0', hooks: [{ event, blocking: true, handler: { type: 'command', command: 'x' } }] });
  for (const [event, guards] of [['session_start', 0], ['session_end', 0], ['notification', 0], ['before_compact', 1]]) {
    const [r] = batch([{ from: 'canonical', to: 'gemini-cli', text: on(event) }]);
    is([r.rc, r.guards, r.losses.filter(l => l.field === 'blocking' && /cannot block/.test(l.text)).length], [0, guards, 1], `${event} ${JSON.stringify(r.losses)}`);
  }
});
test('a new input that needs a grant on Factory droid is told of', () => {
  const text = guard({ type: 'command', command: 'x' }, { capabilities: ['input_rewrite'] }), said = r => r.losses.filter(l => l.capability === 'input_rewrite' && /only with a grant/.test(l.text)).length;
  is(batch(['factory-droid', 'gemini-cli'].map(to => ({ from: 'canonical', to, text, runtime: true }))).map(said), [1, 0]);
});
test('an entry that no manifest can have is a lost guard, unless nobody waits for it', () => {
  const on = more => JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'x' }, { type: 'command', command: 'y', shell: 'powershell', ...more }] }] } });
  is(batch([{}, { async: true }].map(more => ({ from: 'claude-code', to: 'cursor', text: on(more) }))).map(r => [r.rc, r.written, r.guards]), [[0, 1, 1], [0, 1, 0]]);
});
test('afterFileEdit of Cursor is told of files that are written, too', () => {
  const text = JSON.stringify({ version: 1, hooks: { afterFileEdit: [{ command: 'format' }] } }), [r, back] = batch([{ from: 'cursor', to: 'claude-code', text }, { from: 'cursor', to: 'canonical', text }]);
  ok(JSON.parse(r.text).hooks.PostToolUse[0].matcher.split('|').includes('Write'), r.text);
  is(batch([{ from: 'canonical', to: 'cursor', text: back.text }])[0].text.includes('afterFileEdit'), true);
});
test('events of Cursor\'s Tab are not about the agent, and that is said', () => {
  const text = JSON.stringify({ version: 1, hooks: { beforeTabFileRead: [{ command: 'a' }], beforeReadFile: [{ command: 'b' }] } }), [r] = batch([{ from: 'cursor', to: 'claude-code', text }]);
  is(r.losses.filter(l => l.field === 'event' && /beforeTabFileRead .*not about/.test(l.text)).map(l => l.hook), [1], JSON.stringify(r.losses));
});
test('a tool that only another agent has is no guard that is lost', () => {
  const [r, word] = batch(['WriteShellStdin', 'search'].map(tool => ({ from: 'canonical', to: 'windsurf', text: guard({ type: 'command', command: 'x' }, { matcher: ['file_write', 'file_edit', tool] }) })));
  is([r.guards, r.losses.some(l => l.field === 'matcher' && /WriteShellStdin/.test(l.text))], [0, true], JSON.stringify(r.losses));
  is(word.guards, 1, JSON.stringify(word.losses));
});

// ---- guards that fail closed ----

// What agents were seen to do when a command of a guard fails before a tool runs, with nothing said about it in their files.
const closedByThemselves = ['antigravity', 'copilot-cli'], latePasses = ['copilot-cli'];
const copilot = (entry, event = 'preToolUse') => JSON.stringify({ version: 1, hooks: { [event]: [entry] } });
const own = { type: 'command', bash: '/opt/check' }, closed = { on_error: 'closed' };
const readHook = text => JSON.parse(text).hooks[0], about = (r, field) => r.losses.filter(l => l.field === field).map(l => [Boolean(l.guard), l.text]);

for (const id of ids) test(`a guard of ${id}: ${closedByThemselves.includes(id) ? 'that the agent fails closed is in the manifest' : 'nothing is made up of its failures'}`, () => {
  const [there] = batch([{ from: 'canonical', to: id, text: guard({ type: 'command', command: '/opt/check' }) }]), [back] = batch([{ from: id, to: 'canonical', text: there.text }]);
  const { on_error, timeout_action, blocking } = readHook(back.text), isClosed = closedByThemselves.includes(id);
  is([on_error, timeout_action], [isClosed ? 'closed' : undefined, latePasses.includes(id) ? 'warn' : undefined], `with blocking: ${blocking}`);
  const [again] = batch([{ from: 'canonical', to: id, text: back.text }]);
  is([again.text, about(again, 'on_error'), about(again, 'timeout_action')], [there.text, [], []], 'on the way home');
});
for (const event of ['preToolUse', 'PreToolUse']) test(`${event} of Copilot CLI fails closed: so does what it becomes, or that is a lost guard`, () => {
  const at = (to, runtime = false) => batch([{ from: 'copilot-cli', to, runtime, text: copilot(own, event) }])[0];
  is(readHook(at('canonical').text).on_error, 'closed');
  is(JSON.parse(at('claude-code').text).hooks.PreToolUse[0].hooks[0].onFailure, 'block');
  is(JSON.parse(at('cursor').text).hooks.preToolUse[0].failClosed, true);
  for (const to of ['claude-code', 'cursor', 'antigravity', 'copilot-cli', 'canonical']) is(about(at(to), 'on_error'), [], to);
  const open = ids.filter(id => !['claude-code', 'cursor', ...closedByThemselves].includes(id));
  for (const to of open) {
    const r = at(to), lost = about(r, 'on_error');
    ok(r.guards >= 1 && lost.length === 1 && lost[0][0] && /lets a call pass when a hook fails/.test(lost[0][1]), `${to}: ${JSON.stringify(r.losses)}`);
    is(convertJson('copilot-cli', to, copilot(own, event)).code, 1, `exit for ${to}`);
    const run = at(to, true);
    is([about(run, 'on_error'), /on_error[^,}]*closed/.test(run.text)], [[], true], `${to} --runtime: ${run.text.slice(0, 600)}`);
  }
});
test('a hook of a manifest that speaks as Copilot CLI does fails as there', () => {
  const text = more => guard({ type: 'command', command: '/opt/check' }, { dialect: 'copilot-cli', ...more }), at = (to, more) => batch([{ from: 'canonical', to, text: text(more) }])[0];
  is(JSON.parse(at('claude-code').text).hooks.PreToolUse[0].hooks[0].onFailure, 'block');
  is(JSON.parse(at('claude-code', { on_error: 'open' }).text).hooks.PreToolUse[0].hooks[0].onFailure, 'continue', 'unless it says so');
  is(about(at('codex'), 'on_error').map(([isGuard]) => isGuard), [true]);
  is([about(at('codex', { blocking: false }), 'on_error'), about(at('codex', { dialect: 'codex' }), 'on_error'), about(at('copilot-cli'), 'on_error'), about(at('copilot-cli'), 'timeout_action')], [[], [], [], []]);
});
test('what --runtime makes of a guard of Copilot CLI fails as it did there: denied, and passed when it is late', () => {
  const payload = fs.readFileSync(path.join(root, 'tests/hosts/codex/PreToolUse/stdin.json'));
  const answer = command => {
    const [{ text }] = batch([{ from: 'copilot-cli', to: 'codex', runtime: true, text: copilot({ type: 'command', bash: command, timeoutSec: 1 }) }]);
    const line = JSON.parse(text).hooks.PreToolUse[0].hooks[0].command, words = line.slice(line.indexOf(' run ')); // by this build's program
    return spawnSync('sh', ['-c', `"$GAFF_UNDER_TEST"${words}`], { input: payload, encoding: 'utf8', cwd: scratch, env: { PATH: process.env.PATH, HOME: scratch, GAFF_UNDER_TEST: gaff } }).status;
  };
  is(['exit 0', 'exit 1', '/opt/nowhere/to/be/found', 'kill -9 $$', 'sleep 5'].map(answer), [0, 2, 2, 2, 0]);
});
test('what Copilot CLI lets pass when it fails is not closed elsewhere', () => {
  const to = (entry, event) => readHook(batch([{ from: 'copilot-cli', to: 'canonical', text: copilot(entry, event) }])[0].text);
  for (const event of ['preMcpToolCall', 'permissionRequest', 'postToolUse', 'userPromptSubmitted', 'agentStop', 'PermissionRequest', 'UserPromptSubmit']) is([to(own, event).on_error, to(own, event).timeout_action], [undefined, undefined], event);
  is(to({ type: 'http', url: 'https://hooks.example.com/' }).on_error, undefined, 'a server');
});
test('a closed guard that asks a server is a lost one on Copilot CLI, which lets errors of servers pass', () => {
  const [r, open] = batch([closed, {}].map(more => ({ from: 'canonical', to: 'copilot-cli', text: guard(server, more) })));
  ok(about(r, 'on_error').some(([isGuard]) => isGuard), JSON.stringify(r.losses));
  is(about(open, 'on_error'), [], 'an open one');
});
test('a guard that blocks when it is late is a lost one where a late hook passes', () => {
  const on = (to, more) => about(batch([{ from: 'canonical', to, text: guard({ type: 'command', command: '/opt/check' }, more) }])[0], 'timeout_action').map(([isGuard]) => isGuard);
  is(on('copilot-cli', closed), [true], 'closed, and late hooks pass');
  is(on('copilot-cli', { ...closed, timeout_action: 'warn' }), [], 'as it is there');
  is(on('copilot-cli', { ...closed, timeout_action: 'block' }), [true]);
  is(on('codex', { timeout_action: 'block' }), [true]);
  is([on('codex', { timeout_action: 'warn' }), on('codex', { ...closed, timeout_action: 'warn' })], [[], []], 'as it is there, too');
  is(on('codex', closed), [], 'its own line says so');
  for (const to of ['claude-code', 'cursor', 'antigravity']) is([on(to, closed), on(to, { ...closed, timeout_action: 'block' }), on(to, { ...closed, timeout_action: 'warn' })], [[], [], [false]], to);
  is(on('claude-code', { timeout_action: 'block' }), [true], 'onFailure is not written for it');
});
test('a hook that only watches is no guard, and nothing of it is lost', () => {
  const [r] = batch([{ from: 'canonical', to: 'codex', text: JSON.stringify({ spec: 'hooks/1.0', hooks: [{ event: 'after_tool_execute', blocking: true, timeout_action: 'block', handler: { type: 'command', command: 'x' } }] }) }]);
  is(about(r, 'timeout_action').map(([isGuard]) => isGuard), [false]);
});

// ---- the program says the same ----

for (const source of sources.filter(s => s.rc === 0 && !s.in)) {
  const target = source.from === 'cursor' ? 'windsurf' : 'cursor';
  test(`${source.name} to ${target}: the program's list of losses is the library's, and a lost guard is no success`, () => {
    const text = source.from === 'canonical' ? everything : source.text;
    const [library] = batch([{ from: source.from, to: target, text }]), program = convertJson(source.from, target, text);
    is(lost(program.losses), lost(library.losses));
    is(program.code, library.guards > 0 ? 1 : 0, 'exit');
  });
}

finish('matrix');
