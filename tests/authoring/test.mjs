// test.mjs - gaff test: every kind of expectation passes and fails where it has to, on every host; wrong and hostile files; what it prints.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cases as recorded, hosts, readCase } from '../hosts.mjs';
import { finish, is, ok, test } from '../check.mjs';

const root = path.dirname(path.dirname(path.dirname(new URL(import.meta.url).pathname)));
const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-test-test-')));
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const home = path.join(scratch, 'home'), tmp = path.join(scratch, 'tmp');
for (const folder of [home, tmp]) fs.mkdirSync(folder);
const env = { PATH: process.env.PATH, HOME: home, TMPDIR: tmp, ...sanitizer };
const slow = Number(process.env.SLOW ?? 1);
const ids = Object.keys(hosts);

let made = 0;
function project(files) {
  const folder = path.join(scratch, `p${made++}`);
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name), text = typeof content === 'string' ? content : JSON.stringify(content);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
  return folder;
}
function call(folder, args, options = {}) {
  const r = spawnSync(gaff, ['test', ...args], { encoding: 'utf8', cwd: folder, maxBuffer: 1 << 28, timeout: 120000, input: '', ...options, env: { ...env, ...options.env } });
  return { code: r.status, stdout: r.stdout, stderr: r.stderr };
}
function report(folder, ...args) {
  const r = call(folder, ['--json', ...args]);
  is(r.stderr, '', 'stderr');
  return { code: r.code, ...JSON.parse(r.stdout) };
}
const counts = ({ code, passed, failed, skipped }) => [code, passed, failed, skipped];

// A hook that says what its environment tells it to.
const say = '#!/bin/sh\ncat >/dev/null\n[ -z "${SAY_STDERR:-}" ] || echo "$SAY_STDERR" >&2\nprintf %s "${SAY:-}"\nexit "${SAY_EXIT:-0}"\n';
const shell = { event: 'before_tool_execute', command: 'ls' };
const one = { name: 'it', fire: shell, expect: {} };
function saying(answer, expect, more = {}) {
  const { fire = shell, ...rest } = more;
  return { name: 'it', fire, env: { SAY: answer === null ? '' : JSON.stringify(answer) }, expect, ...rest };
}
const suite = (cases, more = {}) => project({ 'say.sh': say, 'x.test.json': { hook: './say.sh', cases, ...more } });

// ---- every kind of expectation ----

const prompt = { event: 'before_prompt', prompt: 'hello' }, start = { event: 'session_start' }, after = { event: 'after_tool_execute', command: 'ls' }, stop = { event: 'agent_stop' };
const kinds = {
  'no opinion': [null, {}, { decision: 'deny' }],
  'an empty answer': [{}, {}, { decision: 'allow' }],
  'none in words': [{}, { decision: 'none' }, { decision: 'ask' }],
  deny: [{ decision: 'deny', reason: 'no' }, { decision: 'deny' }, { decision: 'ask' }],
  'deny is not nothing': [{ decision: 'deny', reason: 'no' }, { decision: 'deny', reason: 'no' }, {}],
  allow: [{ decision: 'allow' }, { decision: 'allow' }, {}],
  'a grant nobody expects': [{ decision: 'allow', context: 'x' }, { decision: 'allow', context: 'x' }, { context: 'x' }],
  ask: [{ decision: 'ask', reason: 'sure?' }, { decision: 'ask' }, { decision: 'deny' }],
  reason: [{ decision: 'deny', reason: 'because' }, { decision: 'deny', reason: 'because' }, { decision: 'deny', reason: 'becaus' }],
  'reason contains': [{ decision: 'deny', reason: 'because' }, { decision: 'deny', reason: { contains: 'caus' } }, { decision: 'deny', reason: { contains: 'x' } }],
  'reason matches': [{ decision: 'deny', reason: 'because' }, { decision: 'deny', reason: { matches: '^b.*e$' } }, { decision: 'deny', reason: { matches: '^c' } }],
  'no reason': [{ decision: 'deny' }, { decision: 'deny', reason: null }, { decision: 'deny', reason: 'x' }],
  context: [{ context: 'the build is red' }, { context: 'the build is red' }, { context: 'green' }, { fire: start }],
  'a context that is not {}': [{ context: 'x' }, { context: { contains: 'x' } }, {}, { fire: start }],
  user_message: [{ decision: 'deny', reason: 'r', user_message: 'u' }, { decision: 'deny', user_message: 'u' }, { decision: 'deny', user_message: 'v' }],
  system_message: [{ system_message: 's' }, { system_message: 's' }, { system_message: 't' }],
  message: [{ message: 's' }, { message: 's' }, { message: 't' }],
  updated_input: [{ updated_input: { command: 'ls -l' } }, { updated_input: { command: 'ls -l' } }, { updated_input: { command: 'ls -a' } }],
  'a rewrite nobody expects': [{ updated_input: { command: 'rm x' } }, { updated_input: { command: 'rm x' } }, { decision: 'none' }],
  'no rewrite': [null, {}, { updated_input: { command: 'ls -a' } }],
  updated_output: [{ updated_output: 'redacted' }, { updated_output: 'redacted' }, { updated_output: 'x' }, { fire: after }],
  'updated_output contains': [{ updated_output: 'redacted' }, { updated_output: { contains: 'act' } }, { updated_output: { contains: 'x' } }, { fire: after }],
  'an output nobody expects': [{ updated_output: 'redacted' }, { updated_output: 'redacted' }, { decision: 'none' }, { fire: after }],
  updated_prompt: [{ updated_prompt: 'hi' }, { updated_prompt: 'hi' }, { updated_prompt: 'ho' }, { fire: prompt }],
  'a prompt nobody expects': [{ updated_prompt: 'hi' }, { updated_prompt: { contains: 'h' } }, { decision: 'none' }, { fire: prompt }],
  env: [{ env: { A: 'b', C: '' } }, { env: { A: 'b', C: '' } }, { env: { A: 'b' } }, { fire: start }],
  'env contains': [{ env: { A: 'abc' } }, { env: { A: { contains: 'b' } } }, { env: { A: { matches: '^b' } } }, { fire: start }],
  'a variable nobody expects': [{ env: { A: 'b' } }, { env: { A: 'b' } }, { decision: 'none' }, { fire: start }],
  'a variable that is missing': [{ env: { A: '' } }, { env: { A: '' } }, { env: { A: '', B: '' } }, { fire: start }],
  stop: [{ continue: false, stop_reason: 'enough' }, { stop: true, stop_reason: 'enough' }, { stop: true, stop_reason: 'x' }, { fire: after }],
  continue: [{ continue: false }, { continue: false }, { continue: true }, { fire: after }],
  'a stop nobody expects': [{ continue: false, stop_reason: 'enough' }, { stop: true }, { decision: 'none' }, { fire: after }],
  'stop before a tool': [{ continue: false, stop_reason: 'enough' }, { stop: true }, {}],
  suppress_output: [{ suppress_output: true }, { suppress_output: true }, { suppress_output: false }],
  native: [{ native: { watchPaths: ['a'] } }, { native: { watchPaths: ['a'] } }, { native: { watchPaths: ['b'] } }, { fire: start }],
  'keeps working': [{ decision: 'deny', reason: 'run the tests' }, { decision: 'deny', reason: 'run the tests' }, {}, { fire: stop }],
};
for (const [name, [answer, right, wrong, more]] of Object.entries(kinds)) test(name, () => {
  const folder = suite([{ ...saying(answer, right, more), name: 'right' }, { ...saying(answer, wrong, more), name: 'wrong' }]);
  const { results } = report(folder);
  const of = which => results.filter(r => r.case === which);
  is(results.length, ids.length * 2, 'results');
  is(of('right').filter(r => r.result === 'failed').map(r => [r.host, r.expected, r.actual, r.why]), [], 'what should pass');
  is(of('wrong').filter(r => r.result === 'passed').map(r => r.host), [], 'what should fail');
  is(of('right').map(r => r.result === 'skipped'), of('wrong').map(r => r.result === 'skipped'), 'what is skipped');
  ok(of('right').some(r => r.result === 'passed'), 'nothing was tried');
});

// ---- all hosts ----

test('a call is made for every host that has it, and the others are named', () => {
  const r = report(suite([saying({ decision: 'deny', reason: 'no' }, { decision: 'deny' })]));
  is(counts(r), [0, ids.length, 0, 0]);
  is(r.results.map(x => x.host).sort(), [...ids].sort(), 'hosts');
  const compact = report(suite([saying(null, {}, { fire: { event: 'after_compact' } })]));
  ok(compact.skipped > 0 && compact.passed > 0, counts(compact));
  for (const x of compact.results) if (x.result === 'skipped') ok(/ has no after_compact$/.test(x.why), x.why);
});
test('every event that any host has can be fired', () => {
  const events = JSON.parse(spawnSync(gaff, ['hosts', '--events', '--json'], { encoding: 'utf8', env }).stdout).hosts.flatMap(h => h.events.map(e => e.event));
  const names = [...new Set(events)];
  ok(names.length > 60, names.length);
  const r = report(suite(names.map(event => ({ ...saying(null, {}, { fire: { event } }), name: event }))));
  is(r.results.filter(x => x.result === 'failed').map(x => [x.case, x.host, x.why, x.actual]), [], 'failed');
  for (const name of names) ok(r.results.some(x => x.case === name && x.result === 'passed'), `${name} was not tried`);
});
test('a degradation is what is expected, and is told', () => {
  const r = report(suite([saying({ decision: 'ask', reason: 'sure?' }, { decision: 'ask', reason: 'sure?' })]));
  is(counts(r), [0, ids.length, 0, 0]);
  const codex = r.results.find(x => x.host === 'codex'), claude = r.results.find(x => x.host === 'claude-code');
  ok(/^blocked: sure\?\s+This needs a person's confirmation/.test(codex.agent[0]) && /ask became deny/.test(codex.notes.join()), codex);
  ok(/^asks the user: sure\?$/.test(claude.agent[0]) && !claude.notes.length, claude);
});
test('on: what one agent does, in its place', () => {
  const one = { ...saying({ decision: 'ask', reason: 'sure?' }, { decision: 'ask' }), on: { codex: { decision: 'deny', reason: "sure?\n\nThis needs a person's confirmation, and Codex CLI does not ask here: the user can do it themselves, or change the guard or rule that asks." } } };
  is(counts(report(suite([one]))), [0, ids.length, 0, 0]);
  const wrong = report(suite([{ ...one, on: { codex: { decision: 'ask' } } }]));
  is([...counts(wrong), wrong.results.filter(x => x.result === 'failed').map(x => x.host)], [1, ids.length - 1, 1, 0, ['codex']]);
  const rewrite = { ...saying({ updated_input: { command: 'ls -l' } }, { updated_input: { command: 'ls -l' } }), on: { 'claude-code': { updated_input: { command: 'ls -l' } } } };
  is(counts(report(suite([rewrite]))), [0, ids.length, 0, 0]);
  is(counts(report(suite([{ ...rewrite, on: { 'claude-code': { updated_input: { command: 'ls' } } } }])))[2], 1, 'another input');
  const variables = { ...saying({ env: { A: 'b' } }, { env: { A: 'b' } }, { fire: start }), on: { 'claude-code': { env: { A: 'b' } } } };
  is(counts(report(suite([variables])))[2], 0, 'variables of a file');
  is(counts(report(suite([{ ...variables, on: { 'claude-code': { env: { A: 'c' } } } }])))[2], 1, 'other variables');
});
test('a hook that is not the same on every host', () => {
  const folder = project({ 'h.sh': '#!/bin/sh\n[ "$GAFF_HOST" != cursor ] || { echo no >&2; exit 2; }\n', 'x.test.json': { hook: './h.sh', cases: [{ name: 'it', fire: shell, expect: {} }] } });
  const r = report(folder);
  is([...counts(r), r.results.filter(x => x.result === 'failed').map(x => x.host)], [1, ids.length - 1, 1, 0, ['cursor']]);
  const people = call(folder, []);
  ok(people.stdout.includes(`FAIL  it (1 of ${ids.length} hosts)\n    on cursor\n`), people.stdout);
});
test('hosts: of the file, of the case, of the command line', () => {
  const hostsOf = (...args) => report(...args).results.map(x => x.host);
  is(hostsOf(suite([saying(null, {})], { hosts: ['cursor', 'codex', 'cursor'] })), ['cursor', 'codex']);
  is(hostsOf(suite([saying(null, {})], { hosts: 'all' })).length, ids.length);
  is(hostsOf(suite([saying(null, {}, { hosts: ['codex'] })], { hosts: 'cursor' })), ['codex']);
  is(hostsOf(suite([saying(null, {}, { host: 'codex' })])), ['codex']);
  is(hostsOf(suite([saying(null, {})]), '--host', 'codex'), ['codex']);
  is(hostsOf(suite([saying(null, {})]), '--host', 'all').length, ids.length);
  is([call(suite([saying(null, {})]), ['--host', 'codx'])].map(r => [r.code, /did you mean 'codex'/.test(r.stderr)]), [[1, true]]);
});

// ---- what is fired ----

test('every option of gaff fire', () => {
  const seen = '#!/bin/sh\ncat >"$SEEN.$GAFF_HOST"\n', out = path.join(scratch, 'seen');
  const cases = [
    [{ event: 'before_tool_execute', command: 'ls -l' }, e => e.tool_input.command, 'ls -l'],
    [{ event: 'before_tool_execute', path: '/x/.env' }, e => e.paths, ['/x/.env']],
    [{ event: 'before_tool_execute', path: '/x/a', content: 'text' }, e => e.tool_input.content, 'text'],
    [{ event: 'before_prompt', prompt: 'say "x"\n' }, e => e.prompt, 'say "x"\n'],
    [{ event: 'before_tool_execute', mcp: 'lab/ping', set: { '/tool_input/a/b': [1, { c: null }] } }, e => [e.mcp, e.tool_input.a], [{ server: 'lab', tool: 'ping' }, { b: [1, { c: null }] }]],
    [{ event: 'PreToolUse', set: { '/session_id': 'mine' } }, e => e.session_id, 'mine'],
  ];
  for (const [fire, look, want] of cases) {
    const folder = project({ 'h.sh': seen, 'x.test.json': { hook: './h.sh', env: { SEEN: out }, hosts: 'claude-code', cases: [{ name: 'it', fire, expect: {} }] } });
    is(counts(report(folder)), [0, 1, 0, 0], JSON.stringify(fire));
    const event = JSON.parse(fs.readFileSync(`${out}.claude-code`, 'utf8'));
    is(look(event), want, JSON.stringify(fire));
    is(event.cwd, folder, 'cwd');
  }
});
test('a recorded payload of every host, in the file and beside it', () => {
  for (const id of ids) {
    const name = recorded(id)[0], { payload, args } = readCase(id, name);
    if (args?.length) continue; // it does not say its event itself
    const one = { name: 'it', host: id, expect: {} };
    const folder = project({ 'say.sh': say, 'p.json': String(payload), 'x.test.json': { hook: './say.sh', cases: [{ ...one, event: JSON.parse(payload) }, { ...one, event: 'p.json' }] } });
    is(counts(report(folder)), [0, 2, 0, 0], `${id}/${name}`);
  }
});
test('whose payload it is, told by the payload or asked for', () => {
  let told = 0;
  for (const id of ids) {
    const { payload, args } = readCase(id, recorded(id)[0]);
    if (args?.length) continue;
    const r = call(project({ 'say.sh': say, 'x.test.json': { hook: './say.sh', cases: [{ name: 'it', event: JSON.parse(payload), expect: {} }] } }), ['--json']);
    if (r.code === 128) ok(/whose payload is it\? Say "host"/.test(r.stderr), r.stderr);
    else is(JSON.parse(r.stdout).results.map(x => [x.host, x.result]), [[id, 'passed']], id);
    told += r.code === 0;
  }
  ok(told >= 5, `${told} payloads tell`);
});
test('a canonical event is for all hosts', () => {
  const event = { spec: 'hooks/1.0', event: 'before_tool_execute', tool: 'shell', tool_name: 'shell', tool_input: { command: 'rm -rf /' }, cwd: '/tmp', session_id: 's' };
  const hook = '#!/bin/sh\ncase $(cat) in *\'"command":"rm -rf /"\'*) echo no >&2; exit 2;; esac\n';
  const folder = project({ 'h.sh': hook, 'x.test.json': { hook: './h.sh', cases: [{ name: 'it', event, expect: { decision: 'deny', reason: 'no' } }, { name: 'other', event: { ...event, tool_input: { command: 'ls' } }, expect: {} }] } });
  is(counts(report(folder)), [0, ids.length * 2, 0, 0]);
});
test('a hook of another dialect', () => {
  const hook = '#!/bin/sh\ncase $(cat) in *\'"tool_name":"Bash"\'*) echo \'{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}\';; esac\n';
  const folder = project({ 'h.sh': hook, 'x.test.json': { hook: './h.sh', dialect: 'claude-code', cases: [{ name: 'it', fire: shell, expect: { decision: 'deny', reason: 'no' } }] } });
  is(counts(report(folder)), [0, ids.length, 0, 0]);
});
test('a guard that is built in, and a command for the shell', () => {
  const guarded = project({ 'x.test.json': { hook: 'gaff guard destructive', cases: [{ name: 'it', fire: { event: 'before_tool_execute', command: 'git reset --hard' }, expect: { decision: 'deny', reason: { contains: 'git reset --hard' } } }] } });
  is(counts(report(guarded)), [0, ids.length, 0, 0]);
  const line = project({ 'x.test.json': { hook: 'cat >/dev/null; echo no >&2; exit 2', cases: [{ name: 'it', fire: shell, expect: { decision: 'deny', reason: 'no' } }] } });
  is(counts(report(line)), [0, ids.length, 0, 0]);
});

test('a hook that gets words', () => {
  const hook = '#!/bin/sh\nprintf "%s|" "$@" "${GAFF_EXIT_CODE-none}" >&2\n[ "$3" != no ] || exit 7\n[ "$3" != out ] || { echo said; exec 2>&-; exit 1; }\n';
  const of = (line, cases) => project({ 'h.sh': hook, 'x.test.json': { hook: line, args: true, cases: cases.map(([event, command, expect]) => ({ name: command, fire: { event, command }, expect })) } });
  const rows = [['pre', "gh yes 'a b' '' 'c\"d'", {}], ['pre', 'gh no', { decision: 'deny', reason: 'pre|gh|no|none|' }], ['post', 'gh no', {}]];
  for (const [line, more] of [['./h.sh', ''], ['./h.sh x', 'x|'], ['true && ./h.sh', ''], ['/bin/sh ./h.sh', ''], ['/bin/sh -c \'"$0" "$@"\' ./h.sh', '']]) {
    const fitted = more ? [rows[0], rows[2]] : rows, r = report(of(line, fitted));
    is([counts(r), r.results.map(x => x.host)], [[0, fitted.length, 0, 0], fitted.map(() => 'cli')], line);
    is(r.results[0].stderr, `${more}pre|gh|yes|a b||c"d|none|`, line);
    is(r.results.at(-1).stderr, `${more}post|gh|no|0|`, line);
  }
  is(counts(report(of('./h.sh', [['pre', 'gh no', {}], ['pre', 'gh yes', { decision: 'deny' }]]))), [1, 0, 2, 0]);
  for (const [more, why] of [[{ dialect: 'cli' }, /has no dialect then/], [{ hosts: 'cursor' }, /only "hosts": "cli"/], [{ args: 5 }, /"args" is true or false/]]) {
    const r = call(project({ 'h.sh': hook, 'x.test.json': { hook: './h.sh', args: true, cases: [one], ...more } }), []);
    ok(r.code === 128 && why.test(r.stderr), r.stderr);
  }
});

// ---- manifests ----

const manifest = (...hooks) => ({ spec: 'hooks/1.0', hooks });
const command = (line, more = {}) => ({ name: 'mine', event: 'before_tool_execute', blocking: true, handler: { type: 'command', command: line }, ...more });
const deny = "echo no >&2; exit 2";
test('a manifest is run alone, and without being trusted', () => {
  const files = { 'hooks.json': manifest(command(deny, { matcher: 'shell' })), 'x.test.json': { manifest: 'hooks.json', cases: [{ ...one, expect: { decision: 'deny', reason: 'no' } }] } };
  is(counts(report(project(files))), [0, ids.length, 0, 0]);
  // beside it the user's and the project's own, which nobody asked for
  const config = path.join(home, '.config/gaff'), there = { XDG_CONFIG_HOME: path.dirname(config) };
  const folder = project({ '.git/HEAD': '', '.gaff/hooks.json': manifest(command('echo project >&2; exit 2', { on_error: 'closed' })), '.gaff/pass.json': manifest(command('true')), '.gaff/x.test.json': { manifest: 'pass.json', cases: [one] }, 'x.test.json': { manifest: '.gaff/pass.json', cases: [one, { ...one, name: 'in the home of a user', env: there }] } });
  fs.mkdirSync(config, { recursive: true });
  fs.writeFileSync(path.join(config, 'hooks.json'), JSON.stringify(manifest(command('echo user >&2; exit 2'))));
  is(counts(report(folder)), [0, ids.length * 3, 0, 0]);
  fs.rmSync(path.dirname(config), { recursive: true });
});
test('paths of a manifest are those of the folder, in a repository or not, for every host', () => {
  const files = { 'sub/hooks.json': manifest(command(deny, { paths: ['src/*.c'] })), 'sub/x.test.json': { manifest: 'hooks.json', cases: [{ name: 'it', fire: { event: 'before_tool_execute', path: 'src/a.c', content: 'x' }, expect: { decision: 'deny' } }, { name: 'another', fire: { event: 'before_tool_execute', path: 'lib/a.c', content: 'x' }, expect: {} }] } };
  for (const more of [{}, { '.git/HEAD': '' }]) {
    const r = report(project({ ...files, ...more }));
    is([r.code, r.failed, r.results.filter(x => x.result === 'failed')], [0, 0, []]);
    ok(r.passed >= 14, r.passed);
  }
});
test('why a hook of a manifest was not asked', () => {
  const r = call(project({ 'hooks.json': manifest(command(deny, { matcher: 'file_read' })), 'x.test.json': { manifest: 'hooks.json', cases: [{ name: 'it', fire: shell, expect: { decision: 'deny' } }] } }), []);
  is(r.code, 1);
  ok(/mine: no match, its matcher does not name this tool/.test(r.stdout), r.stdout);
  ok(/gaff explain --host amazon-q --event before_tool_execute --command ls --manifest \S+hooks\.json\)/.test(r.stdout), r.stdout);
});
test('a rewrite in a manifest, also where an agent cannot take it', () => {
  const rewrite = command(`echo '{"updated_input":{"command":"ls -l"}}'`);
  const files = expect => ({ 'hooks.json': manifest(rewrite), 'x.test.json': { manifest: 'hooks.json', cases: [{ name: 'it', fire: shell, expect }] } });
  const r = report(project(files({ updated_input: { command: 'ls -l' } })));
  is([r.code, r.results.filter(x => x.result === 'failed')], [0, []]);
  ok(r.results.some(x => /^blocked/.test(x.agent[0])), 'no agent blocks it instead');
  is(counts(report(project(files({ updated_input: { command: 'ls -a' } }))))[1] < ids.length, true, 'another rewrite');
});
test('a hook of a manifest that fails closed', () => {
  const files = expect => ({ 'hooks.json': manifest(command('exit 1', { on_error: 'closed' })), 'x.test.json': { manifest: 'hooks.json', cases: [{ name: 'it', fire: shell, expect }] } });
  is(counts(report(project(files({ decision: 'deny' })))), [1, 0, ids.length, 0], 'a failure is not what was expected');
  is(counts(report(project(files({ decision: 'deny', error: { contains: 'exit code 1' } })))), [0, ids.length, 0, 0]);
});
test('a manifest with a mistake is a test file that is wrong', () => {
  const r = call(project({ 'hooks.json': '{ "spec": "hooks/1.0",\n  "hoks": [] }', 'x.test.json': { manifest: 'hooks.json', cases: [{ name: 'it', fire: shell, expect: {} }] } }), []);
  is([r.code, r.stdout], [128, '']);
  ok(/^x\.test\.json:1:\d+: \S+hooks\.json:\d+:\d+: /.test(r.stderr), r.stderr);
});

// ---- hooks that misbehave ----

const broken = {
  'dies of itself': ['#!/bin/sh\nexit 1\n', /exit code 1/],
  'is killed': ['#!/bin/sh\nkill -9 $$\n', /signal 9/],
  'prints nonsense': ['#!/bin/sh\necho nonsense\n', /not JSON/],
  'knows no decision': ['#!/bin/sh\necho \'{"decision":"denied"}\'\n', /unknown decision/],
  'speaks another dialect': ['#!/bin/sh\necho \'{"permission":"deny"}\'\n', /no field of the canonical dialect/],
  'floods': ['#!/bin/sh\nexec cat /dev/zero\n', /more than/],
};
for (const [name, [text, why]] of Object.entries(broken)) test(`a hook that ${name} fails whatever is expected, but that`, () => {
  const r = report(project({ 'h.sh': text, 'x.test.json': { hook: './h.sh', hosts: ['claude-code', 'cursor'], cases: [{}, { decision: 'none' }, { decision: 'deny' }].map(expect => ({ name: 'it', fire: shell, expect })) } }));
  is(counts(r), [1, 0, 6, 0]);
  for (const x of r.results) ok(why.test(x.actual.error), x);
  const wanted = report(project({ 'h.sh': text, 'x.test.json': { hook: './h.sh', hosts: ['claude-code', 'cursor'], cases: [{ name: 'it', fire: shell, expect: { error: { matches: why.source } } }] } }));
  is(counts(wanted), [0, 2, 0, 0], 'the failure is expected');
});
test('an error that does not come', () => is(counts(report(suite([saying(null, { error: { contains: 'x' } })])))[2], ids.length));
test('a hook that hangs is a failure, and is waited for once', () => {
  const began = Date.now();
  const r = report(project({ 'h.sh': '#!/bin/sh\nsleep 1000 & wait\n', 'x.test.json': { hook: './h.sh', deadline: 0.3, cases: [{ name: 'it', fire: shell, expect: {} }, { name: 'again', fire: shell, expect: {} }] } }));
  is(counts(r), [1, 0, ids.length * 2, 0]);
  ok(/in time/.test(r.results[0].actual.error), r.results[0]);
  ok(/not tried/.test(r.results[1].why), r.results[1]);
  ok(Date.now() - began < 5000 * slow, `${Date.now() - began} ms`);
});
test('what a hook leaves running is ended', () => {
  const mark = `12${process.pid}`;
  call(project({ 'h.sh': `#!/bin/sh\nsleep ${mark} >/dev/null 2>&1 &\n`, 'x.test.json': { hook: './h.sh', hosts: 'cursor', cases: [{ name: 'it', fire: shell, expect: {} }] } }), []);
  is(spawnSync('pgrep', ['-f', `sleep ${mark}`], { encoding: 'utf8' }).stdout, '');
});
test('a hook gets no terminal and no stdin but its event, and nothing of ours', () => {
  const hook = '#!/bin/sh\ncat >/dev/null\n[ -t 0 ] || [ -t 1 ] || [ -t 2 ] && exit 1\nls /proc/self/fd | grep -vE \'^([0-3]|1..)$\' >&2 && exit 2\nexit 0\n';
  const r = report(project({ 'h.sh': hook, 'x.test.json': { hook: './h.sh', cases: [{ name: 'it', fire: shell, expect: {} }] } }));
  is([counts(r), r.results.map(x => x.stderr).join('')], [[0, ids.length, 0, 0], '']);
});

// ---- where a hook runs ----

test('home, cache, records and temporary files are its own, and gone afterwards', () => {
  const hook = '#!/bin/sh\ncat >/dev/null\n[ ! -e "$HOME/left" ] && [ ! -e "$TMPDIR/left" ] || { echo "not mine" >&2; exit 1; }\nmkdir -p "$HOME/left/deep" && touch "$TMPDIR/left" && chmod 0 "$HOME/left/deep"\necho "$HOME $TMPDIR $XDG_CONFIG_HOME $XDG_STATE_HOME $XDG_CACHE_HOME" >&2\n';
  const r = report(project({ 'h.sh': hook, 'x.test.json': { hook: './h.sh', cases: [{ name: 'it', fire: shell, expect: {} }] } }));
  is(counts(r), [0, ids.length, 0, 0]);
  const folders = r.results.flatMap(x => x.stderr.trim().split(' '));
  is(folders.length, ids.length * 5, 'folders');
  for (const folder of folders) ok(folder.startsWith(tmp) && !fs.existsSync(folder), folder);
  is([fs.readdirSync(tmp), fs.readdirSync(home)], [[], []], 'what is left behind');
});
test('gaff in a script is the gaff that tests it', () => {
  const r = report(project({ 'h.sh': '#!/bin/sh\ncat >/dev/null\nreadlink -f "$(command -v gaff)" >&2\n', 'x.test.json': { hook: './h.sh', hosts: 'cursor', cases: [{ name: 'it', fire: shell, expect: {} }] } }));
  is(r.results[0].stderr.trim(), fs.realpathSync(gaff));
});
test('what is in the environment of the caller does not count', () => {
  const folder = suite([saying({ decision: 'deny', reason: 'no' }, { decision: 'deny' })]);
  is(call(folder, [], { env: { GAFF_DISABLE: '1', GAFF_EVENT_FILE: '/dev/null', CLAUDE_PROJECT_DIR: '/x', CLAUDE_ENV_FILE: path.join(scratch, 'session-env') } }).code, 0);
  const variables = suite([saying({ env: { A: 'b' } }, { env: { A: 'b' } }, { fire: start })]);
  is(call(variables, [], { env: { CLAUDE_ENV_FILE: path.join(scratch, 'session-env') } }).code, 0);
  ok(!fs.existsSync(path.join(scratch, 'session-env')), 'a variable got into the session around us');
});
test('the folder is that of the test file, or as the case says', () => {
  const hook = '#!/bin/sh\ncat >/dev/null\npwd >&2\n';
  const folder = project({ 'a b/h.sh': hook, 'a b/x.test.json': { hook: './h.sh', hosts: 'cursor', cases: [{ name: 'one', fire: shell, expect: {} }, { name: 'two', fire: shell, cwd: '../c', expect: {} }] }, 'c/x': '' });
  for (const args of [[], ['a b'], ['a b/x.test.json'], [path.join(folder, 'a b')]]) {
    const r = report(folder, ...args);
    is(r.results.map(x => x.stderr.trim()), [path.join(folder, 'a b'), path.join(folder, 'c')]);
  }
});
test('files of a case are there for it, and looked at afterwards', () => {
  const hook = '#!/bin/sh\ncat >/dev/null\ncat src/a.c >&2\n[ -x run ] || exit 1\ntr a-z A-Z <src/a.c >b && mv b src/a.c && rm gone && : >empty\n';
  const files = { 'src/a.c': 'int a;\n', run: '#!/bin/sh\n', gone: 'x' };
  const check = expected => report(project({ 'h.sh': hook, 'x.test.json': { hook: './h.sh', hosts: ['cursor', 'codex'], cases: [{ name: 'it', fire: shell, files, expect: { files: expected } }] } }));
  is(counts(check({ 'src/a.c': 'INT A;\n', gone: null, empty: '' })), [0, 2, 0, 0]);
  is(counts(check({ 'src/a.c': { contains: 'INT' }, run: { matches: '^#!' } })), [0, 2, 0, 0]);
  for (const wrong of [{ 'src/a.c': 'int a;\n' }, { gone: 'x' }, { gone: '' }, { empty: null }, { run: null }]) is(counts(check(wrong)), [1, 0, 2, 0], JSON.stringify(wrong));
});

// ---- files that are wrong ----

const wrong = {
  'no JSON': ['{ "hook": ', /^x\.test\.json:1:\d+: /],
  'no object': ['[]', /:1:1: a test file is an object/],
  'no cases': [{ hook: './say.sh', cases: [] }, /"cases" is a list of 1 to/],
  'cases that are missing': [{ hook: './say.sh' }, /"cases" is a list/],
  'no hook': [{ cases: [one] }, /a "hook" or a "manifest"/],
  'both': [{ hook: './say.sh', manifest: 'x', cases: [one] }, /a "hook" or a "manifest"/],
  'a key that is near': [{ hook: './say.sh', case: [one] }, /a test file has no "case"; did you mean "cases"\?/],
  'a key of a case': [{ hook: './say.sh', cases: [{ ...one, expected: {} }] }, /a case has no "expected"; did you mean "expect"\?/],
  'a key of fire': [{ hook: './say.sh', cases: [{ ...one, fire: { ...shell, comand: 'x' } }] }, /"fire" has no "comand"; did you mean "command"\?/],
  'a key of expect': [{ hook: './say.sh', cases: [{ ...one, expect: { decison: 'deny' } }] }, /an answer has no "decison"; did you mean "decision"\?/],
  'a key of expect of one host': [{ hook: './say.sh', cases: [{ ...one, on: { cursor: { reson: 'x' } } }] }, /an answer has no "reson"; did you mean "reason"\?/],
  'a decision': [{ hook: './say.sh', cases: [{ ...one, expect: { decision: 'block' } }] }, /a decision is "none", "allow", "ask" or "deny"/],
  'an event': [{ hook: './say.sh', cases: [{ ...one, fire: { event: 'before_tool_excute' } }] }, /no host has an event "before_tool_excute"; did you mean "before_tool_execute"\?/],
  'no event': [{ hook: './say.sh', cases: [{ ...one, fire: { command: 'ls' } }] }, /which "event"\?/],
  'two calls at once': [{ hook: './say.sh', cases: [{ ...one, fire: { ...shell, path: 'x' } }] }, /one call at a time/],
  'content alone': [{ hook: './say.sh', cases: [{ ...one, fire: { event: 'before_tool_execute', content: 'x' } }] }, /--content goes with --path/],
  'a host': [{ hook: './say.sh', hosts: ['cursr'], cases: [one] }, /there is no host "cursr"; did you mean "cursor"\?/],
  'a host of on': [{ hook: './say.sh', cases: [{ ...one, on: { cursr: {} } }] }, /there is no host "cursr"/],
  'an exception for a host that is not tried': [{ hook: './say.sh', cases: [{ ...one, hosts: ['codex'], on: { cursor: { decision: 'deny' } } }] }, /1:\d+: the case is not for this host, so nobody tries it/],
  'no host at all': [{ hook: './say.sh', hosts: [], cases: [one] }, /without any tests nothing/],
  'no name': [{ hook: './say.sh', cases: [{ fire: shell, expect: {} }] }, /a case has a "name"/],
  'no expect': [{ hook: './say.sh', cases: [{ name: 'it', fire: shell }] }, /what is expected\?/],
  'neither fire nor event': [{ hook: './say.sh', cases: [{ name: 'it', expect: {} }] }, /"fire" or "event"/],
  'fire and event': [{ hook: './say.sh', cases: [{ ...one, event: {} }] }, /"fire" or "event"/],
  'nobody\'s payload': [{ hook: './say.sh', cases: [{ name: 'it', event: { a: 1 }, expect: {} }] }, /whose payload is it\?/],
  'a payload for two': [{ hook: './say.sh', cases: [{ name: 'it', event: { a: 1 }, hosts: ['cursor', 'codex'], expect: {} }] }, /a payload is of one agent/],
  'a payload that is not there': [{ hook: './say.sh', cases: [{ name: 'it', event: 'no.json', host: 'cursor', expect: {} }] }, /no\.json: No such file/],
  'a pattern': [{ hook: './say.sh', cases: [{ ...one, expect: { reason: { matches: '(' } } }] }, /is no pattern: /],
  'a text': [{ hook: './say.sh', cases: [{ ...one, expect: { reason: 5 } }] }, /"reason" is a text, /],
  'another way of a text': [{ hook: './say.sh', cases: [{ ...one, expect: { reason: { like: 'x' } } }] }, /"reason" is a text, /],
  'an empty part': [{ hook: './say.sh', cases: [{ ...one, expect: { reason: { contains: '' } } }] }, /everything contains an empty text/],
  'a dialect': [{ hook: './say.sh', dialect: 'x', cases: [one] }, /"dialect" is "canonical" or a host/],
  'a deadline': [{ hook: './say.sh', deadline: 0, cases: [one] }, /"deadline" is seconds/],
  'a hook that is not there': [{ hook: './nobody.sh', cases: [one] }, /nobody\.sh cannot be executed: No such file/],
  'a hook that cannot run': [{ hook: './x.test.json', cases: [one] }, /cannot be executed: Permission denied/],
  'a manifest that is not there': [{ manifest: 'no.json', cases: [one] }, /no\.json: No such file/],
  'a file above': [{ hook: './say.sh', cases: [{ ...one, files: { '../x': '' } }] }, /without \. and \.\./],
  'a file of the root': [{ hook: './say.sh', cases: [{ ...one, files: { '/x': '' } }] }, /without \. and \.\./],
  'files and cwd': [{ hook: './say.sh', cases: [{ ...one, files: { x: '' }, cwd: '.' }] }, /"files" or "cwd"/],
  'a NUL': [{ hook: './say.sh\u0000', cases: [one] }, /"hook" is a text without NUL/],
  'a key twice': ['{ "hook": "./say.sh", "hook": "./say.sh", "cases": [] }', /:1:\d+: /],
};
for (const [name, [content, want]] of Object.entries(wrong)) test(`wrong: ${name}`, () => {
  if (/cannot run/.test(name) && process.getuid() === 0) fs.chmodSync(path.join(scratch), 0o755); // root may execute only what has an x bit
  const folder = project({ 'say.sh': say, 'x.test.json': content, 'good.test.json': { hook: './say.sh', cases: [one] } });
  const r = call(folder, []);
  is([r.code, r.stdout], [128, ''], 'exit and stdout');
  ok(want.test(r.stderr) && /^x\.test\.json:/.test(r.stderr) && /nothing was tested/.test(r.stderr), r.stderr);
  const tap = call(folder, ['--tap']);
  is(tap.code, 128);
  ok(/^TAP version 14\nBail out! x\.test\.json:/.test(tap.stdout), tap.stdout);
});
test('a mistake has its line and column', () => {
  const r = call(project({ 'say.sh': say, 'x.test.json': '{\n  // a comment\n  "hook": "./say.sh",\n  "cases": [\n    { "nam": "x" } ] }' }), []);
  ok(/^x\.test\.json:5:5: a case has a "name"/m.test(r.stderr) && /^x\.test\.json:5:7: a case has no "nam"; did you mean "name"\?/m.test(r.stderr), r.stderr);
});
test('YAML says the same', () => {
  const text = 'hook: ./say.sh\nhosts: [cursor]\ncases:\n- name: it\n  fire: {event: before_tool_execute, command: ls}\n  env: {SAY: \'{"decision":"deny","reason":"no"}\'}\n  expect:\n    decision: deny\n    reason: {contains: "n"}\n';
  for (const name of ['x.test.yaml', 'x.test.yml']) is(counts(report(project({ 'say.sh': say, [name]: text }))), [0, 1, 0, 0], name);
  const r = call(project({ 'say.sh': say, 'x.test.yaml': text.replace('decision:', 'decison:') }), []);
  ok(/^x\.test\.yaml:8:5: an answer has no "decison"/.test(r.stderr), r.stderr);
});

// ---- nothing is no success ----

test('a test that tests nothing does not pass', () => {
  const nothing = call(project({ x: '' }), []);
  is([nothing.code, /there is no file \*\.test\.json/.test(nothing.stderr)], [128, true]);
  is([call(suite([saying(null, {})]), ['--only', 'nobody'])].map(r => [r.code, /no such case/.test(r.stderr)]), [[128, true]]);
  const skipped = call(suite([saying(null, {}, { fire: { event: 'before_tool_execute', path: 'x' } })]), ['--host', 'cli']);
  is([skipped.code, /every case was skipped/.test(skipped.stderr)], [128, true]);
  is(call(scratch, ['nowhere']).code, 128);
  const nobody = report(suite([saying(null, {}), { ...saying(null, {}, { fire: { event: 'after_model', command: 'x' } }), name: 'nowhere' }]));
  ok(nobody.code === 1 && nobody.results.some(x => x.case === 'nowhere' && x.result === 'failed'), 'a case that no host can have');
});

// ---- looking for files ----

test('folders are searched, and links, versions and downloads are not', () => {
  const good = { hook: 'true', hosts: 'cursor', cases: [one] };
  const folder = project({ 'b/c/x.test.json': good, 'a.test.json': good, 'b/.git/x.test.json': good, 'b/node_modules/m/x.test.json': good, 'b/test.json': good, 'b/.test.json': good, 'other/x.test.json': good });
  fs.symlinkSync('../other', path.join(folder, 'b/link'));
  fs.symlinkSync('../other/x.test.json', path.join(folder, 'b/link.test.json'));
  fs.symlinkSync('.', path.join(folder, 'loop'));
  is(report(folder).results.map(x => x.file), ['a.test.json', 'b/c/x.test.json', 'other/x.test.json']);
  is(report(folder, 'b').results.map(x => x.file), ['b/c/x.test.json']);
  is(report(folder, 'b/', 'a.test.json').results.map(x => x.file), ['b/c/x.test.json', 'a.test.json']);
  is(report(folder, '--only', 'it', './b').results.map(x => x.file), ['./b/c/x.test.json']);
  spawnSync('mkfifo', [path.join(folder, 'fifo.test.json')]);
  is(report(folder).results.length, 3, 'a pipe');
  is(call(folder, ['fifo.test.json']).code, 128, 'a pipe by name');
});
test('deep folders come to an end', () => {
  const folder = project({ 'a.test.json': { hook: 'true', hosts: 'cursor', cases: [one] }, [`${'d/'.repeat(200)}x.test.json`]: 'not even JSON' });
  is(counts(report(folder)), [0, 1, 0, 0]);
});

// ---- hostile files ----

const noisy = 'x\u001b]0;pwned\u0007\u001b[2J\u202e # SKIP\n1..0\nok 1\\';
test('what a file and a hook say does nothing to a terminal, nor to TAP', () => {
  const folder = project({ 'h.sh': '#!/bin/sh\ncat >/dev/null\nprintf \'\\033[2Jx\\n1..0\\nok 5\\n\' >&2\n', 'x.test.json': { hook: './h.sh', hosts: 'cursor', cases: [{ name: noisy, fire: shell, expect: { reason: noisy } }] } });
  for (const args of [[], ['--verbose'], ['--tap']]) {
    const r = call(folder, args);
    is(r.code, 1);
    ok(!/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/.test(r.stdout), JSON.stringify(r.stdout));
  }
  const points = parseTap(call(folder, ['--tap']).stdout);
  is(points.map(p => [p.ok, p.skip]), [[false, undefined]]);
});
test('many cases, large texts and deep values', () => {
  const big = 'x'.repeat(200000);
  const folder = project({ 'h.sh': `#!/bin/sh\ncat >/dev/null\nprintf '{"decision":"deny","reason":"'\nhead -c 3000000 /dev/zero | tr '\\0' y\nprintf '"}'\n`, 'x.test.json': { hook: './h.sh', hosts: 'cursor', cases: [{ name: 'it', fire: { event: 'before_tool_execute', command: big }, expect: { decision: 'deny', reason: big } }] } });
  const r = report(folder);
  is([r.code, r.failed], [1, 1]);
  const deep = project({ 'x.test.json': `{"hook":"true","cases":[{"name":"it","fire":{"event":"PreToolUse","set":{"/a":${'['.repeat(5000)}${']'.repeat(5000)}}},"expect":{}}]}` });
  is(call(deep, []).code, 128);
  const many = project({ 'x.test.json': { hook: 'true', hosts: 'cli', cases: Array.from({ length: 10001 }, () => one) } });
  ok(/1 to 10000 cases/.test(call(many, []).stderr));
});
test('a tree that a hook leaves, with links out of it, takes nothing else away', () => {
  const outside = path.join(scratch, 'outside');
  fs.mkdirSync(outside);
  fs.writeFileSync(path.join(outside, 'keep'), 'x');
  const r = report(project({ 'h.sh': `#!/bin/sh\ncat >/dev/null\ncd "$HOME" && ln -s ${outside} link && ln -s ${outside}/keep keep && mkdir -p a/b/c && ln -s ${outside} a/b/c/d\n`, 'x.test.json': { hook: './h.sh', hosts: 'cursor', cases: [one] } }));
  is([counts(r), fs.readdirSync(outside), fs.readdirSync(tmp)], [[0, 1, 0, 0], ['keep'], []]);
});

// ---- what is printed ----

function parseTap(text) {
  const lines = text.split('\n');
  is(lines[0], 'TAP version 14');
  const plan = Number(/^1\.\.(\d+)$/.exec(lines[1])[1]), points = [];
  for (let i = 2; i < lines.length; i++) {
    const m = /^(not )?ok - ((?:[^#\\]|\\.)*?)(?: # SKIP (.*))?$/.exec(lines[i]);
    if (m) points.push({ ok: !m[1], name: m[2].replace(/\\(.)/g, '$1'), skip: m[3], yaml: {}, notes: [] });
    else if (lines[i] === '  ---') {
      for (i++; lines[i] !== '  ...'; i++) {
        const [, key, value] = /^ {2}(\w+): (.*)$/.exec(lines[i]);
        points.at(-1).yaml[key] = JSON.parse(value);
      }
    } else if (/^# /.test(lines[i])) points.at(-1).notes.push(lines[i].slice(2));
    else ok(lines[i] === '' && i === lines.length - 1, `not TAP: ${lines[i]}`);
  }
  is(points.length, plan, 'tests of the plan');
  return points;
}
const startless = JSON.parse(spawnSync(gaff, ['hosts', '--events', '--json'], { encoding: 'utf8' }).stdout).hosts.filter(h => !h.events.some(e => e.canonical === 'session_start')).length;
const mixed = () => suite([
  { ...saying({ decision: 'ask', reason: 'sure?' }, { decision: 'ask' }), name: 'asks' },
  { ...saying({ decision: 'deny', reason: 'no' }, { decision: 'deny', reason: 'yes' }), name: 'wrong # reason' },
  { ...saying({ context: 'x' }, { context: 'x' }, { fire: start }), name: 'starts' },
]);
test('TAP', () => {
  const r = call(mixed(), ['--tap']);
  is([r.code, r.stderr], [1, '']);
  const points = parseTap(r.stdout);
  is(points.length, ids.length * 3);
  is(points[0].name, `x.test.json: asks, ${ids[0]}`);
  for (const p of points) {
    is(p.ok, !/wrong # reason/.test(p.name), p.name);
    if (!p.ok) is([p.yaml.expected, p.yaml.actual], [{ decision: 'deny', reason: 'yes' }, { decision: 'deny', reason: 'no' }]);
    if (/starts, cli$/.test(p.name)) is(p.skip, 'Command-line wrapper has no session_start');
  }
  ok(points.find(p => /asks, codex/.test(p.name)).notes.some(n => /^codex: ask became deny/.test(n)), 'no note');
});
test('JSON', () => {
  const r = report(mixed());
  is(counts(r), [1, ids.length * 2 - startless, ids.length, startless]);
  is(r.files, 1);
  for (const x of r.results) ok(x.file === 'x.test.json' && ids.includes(x.host) && typeof x.ms === 'number' && ['passed', 'failed', 'skipped'].includes(x.result), x);
});
test('for people', () => {
  const r = call(mixed(), []);
  is([r.code, r.stderr], [1, '']);
  ok(r.stdout.startsWith(`x.test.json\n  ok    asks (${ids.length} hosts)\n  FAIL  wrong # reason (${ids.length} of ${ids.length} hosts)\n`), r.stdout);
  ok(/\n {6}- {2}"reason": "yes"\n {6}\+ {2}"reason": "no"\n/.test(r.stdout), r.stdout);
  ok(r.stdout.endsWith(`\n${ids.length * 2 - startless} passed, ${ids.length} failed, ${startless} skipped\n`), r.stdout);
  ok(r.stdout.includes('\n    on all of them\n'), r.stdout);
  ok(!r.stdout.includes('\u001b'), 'colours without a terminal');
  ok(call(mixed(), ['--color', 'always']).stdout.includes('\u001b[31m'), 'no colours');
  ok(/codex\n {6}the agent:\n {8}blocked: sure\?[^]*?asks\.\n {6}lost or changed:\n {8}ask became deny/.test(call(mixed(), ['--verbose']).stdout), 'verbose');
});
test('the command that is printed shows the same call', () => {
  const folder = suite([{ name: 'it', fire: { event: 'before_tool_execute', command: "echo 'a b' \"$x\"", set: { '/tool_input/timeout': 5 } }, host: 'claude-code', expect: { decision: 'deny' } }]);
  const line = /every step of it:\n {8}(.*)/.exec(call(folder, []).stdout)[1];
  const r = spawnSync('sh', ['-c', line.replace('gaff explain', '"$GAFF" explain --json')], { encoding: 'utf8', env: { ...env, GAFF: gaff } });
  is(r.status, 0, r.stderr);
  is(JSON.parse(JSON.parse(r.stdout).payload).tool_input, { command: "echo 'a b' \"$x\"", timeout: 5 });
});
test('the order of files and cases, whoever is ready first', () => {
  const slowly = '#!/bin/sh\ncat >/dev/null\nsleep 0.05\n';
  const folder = project({ 'a/h.sh': slowly, 'a/x.test.json': { hook: './h.sh', cases: [{ ...one, name: 'a1' }, { ...one, name: 'a2' }] }, 'b/x.test.json': { hook: 'true', cases: [{ ...one, name: 'b1' }] } });
  is([...new Set(report(folder).results.map(x => x.case))], ['a1', 'a2', 'b1']);
});
test('cases of one file never run beside each other', () => {
  const hook = '#!/bin/sh\ncat >/dev/null\nmkdir busy || exit 1\nsleep 0.01\nrmdir busy\n';
  is(counts(report(project({ 'h.sh': hook, 'x.test.json': { hook: './h.sh', cases: [{ ...one, name: 'a' }, { ...one, name: 'b' }] } }))), [0, ids.length * 2, 0, 0]);
});
test('neither do those of one folder, and a file that is named twice is tried once', () => {
  const hook = '#!/bin/sh\ncat >/dev/null\nmkdir busy || exit 1\nsleep 0.05\nrmdir busy\n', file = { hook: './h.sh', cases: [one] };
  const folder = project({ 'h.sh': hook, 'x.test.json': file, 'y.test.json': file });
  is(counts(report(folder)), [0, ids.length * 2, 0, 0]);
  is(counts(report(folder, 'x.test.json', './x.test.json', '.', folder)), [0, ids.length * 2, 0, 0]);
});
test('thousands of cases', () => {
  const folder = project({ 'x.test.json': { hook: 'gaff guard destructive', hosts: ['cli'], cases: Array.from({ length: 3000 }, (_, i) => ({ ...one, name: `case ${i}` })) } });
  const r = call(folder, []);
  is(r.code, 0, r.stderr);
  ok(/\n3000 passed, 0 failed\n$/.test(r.stdout), r.stdout.slice(-200));
});
test('wrong options', () => {
  for (const args of [['--tap', '--json'], ['--hots', 'x'], ['--color', 'x']]) is(call(scratch, args).code, 129, args.join(' '));
  ok(/^usage: gaff test /.test(call(scratch, ['--help']).stdout));
});

// ---- told to end ----

const mark = `61${process.pid}`;
const ended = new Promise(done => {
  const folder = project({ 'h.sh': `#!/bin/sh\nsleep ${mark} & sleep ${mark}\n`, 'x.test.json': { hook: './h.sh', deadline: 600, hosts: 'cursor', cases: [one] } });
  const own = path.join(scratch, 'own-tmp');
  fs.mkdirSync(own);
  const child = spawn(gaff, ['test'], { cwd: folder, env: { ...env, TMPDIR: own }, stdio: 'ignore' });
  const began = Date.now();
  const poll = setInterval(() => {
    if (!fs.readdirSync(own).length && Date.now() - began < 5000) return;
    clearInterval(poll);
    setTimeout(() => child.kill('SIGTERM'), 300);
  }, 20);
  child.on('exit', code => done({ code, left: fs.readdirSync(own) }));
});
await test('told to end, it leaves nothing behind', async () => {
  is(await ended, { code: 128, left: [] });
  is(spawnSync('pgrep', ['-f', `sleep ${mark}`], { encoding: 'utf8' }).stdout, '', 'processes');
});

// ---- the page ----

test('docs/testing.md: its examples do what it says', () => {
  const page = fs.readFileSync(path.join(root, 'docs/testing.md'), 'utf8');
  const blocks = [...page.matchAll(/```\w+ (\S+)\n([\s\S]*?)```/g)].map(([, name, text]) => [name, text]);
  is(blocks.map(([name]) => name), ['protect-env.sh', 'protect-env.test.json', 'hooks.json', 'manifest.test.yaml']);
  const shown = /```\n\$ gaff test\n([\s\S]*?)```/.exec(page)[1], r = call(project(Object.fromEntries(blocks)), []);
  is(r.code, 1);
  ok(r.stdout.startsWith(shown), `it shows\n${shown}\nnot\n${r.stdout}`);
});
test('docs/testing.md: every key and every field is in it', () => {
  const page = fs.readFileSync(path.join(root, 'docs/testing.md'), 'utf8'), source = ['read', 'cases', 'expect'].map(name => fs.readFileSync(path.join(root, `src/testing/test_${name}.c`), 'utf8')).join('');
  const keys = [...source.matchAll(/static const char \*const (?:names|others)\[\] = \{([^}]*)\}/g)].flatMap(m => [...m[1].matchAll(/"(\w+)"/g)].map(k => k[1]));
  ok(keys.length > 30, keys.join(' '));
  for (const key of keys) ok(page.includes(`\`${key}\``), `no word about ${key}`);
});

test('our own examples pass, and the README shows one of them', () => {
  const r = call(path.join(root, 'examples'), ['no-echo.test.json']);
  is([r.code, r.stderr], [0, '']);
  const page = fs.readFileSync(path.join(root, 'README.md'), 'utf8'), shown = /\$ gaff test[^\n]*\n([\s\S]*?)```/.exec(page)[1];
  is(r.stdout, shown);
  const text = /```jsonc[^\n]*\n(\{ "hook": "\.\/no-echo\.sh",[\s\S]*?)```/.exec(page)[1];
  is(call(project({ 'no-echo.sh': fs.readFileSync(path.join(root, 'examples/no-echo.sh'), 'utf8'), 'no-echo.test.json': text }), []).stdout, shown);
  is(call(root, ['examples']).code, 0, 'all of them');
});

test('nothing is left behind in the end', () => is([fs.readdirSync(tmp), fs.readdirSync(home)], [[], []]));
fs.rmSync(scratch, { recursive: true, force: true });
finish('gaff test');
