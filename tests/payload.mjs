// payload.mjs - what a payload can do to a guard: by its size, its bytes, its keys, and by who sends it.
//
// The model chooses what is in a tool's input. Whatever it chooses, a call that a guard would deny is denied, or it is
// blocked because nobody can check it, or (a payload that is no payload) it passes and somebody is told.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hosts, judge, readCase, silence } from './hosts.mjs';
import { finish, is, ok, test } from './check.mjs';

process.umask(0o022);
const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const scratch = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'gaff-payload-'));
const DESTRUCTIVE = 'git reset --hard';

let worlds = 0;
class World {
  constructor(manifest) {
    this.dir = path.join(scratch, `w${++worlds}`);
    this.home = path.join(this.dir, 'home');
    this.project = path.join(this.dir, 'proj');
    for (const folder of [this.home, this.project]) fs.mkdirSync(folder, { recursive: true });
    if (manifest) this.write(path.join(this.home, '.config/gaff/hooks.json'), manifest);
  }
  write(file, text) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text));
    return file;
  }
  env(more) { return { PATH: process.env.PATH, HOME: this.home, ...sanitizer, ...more }; }
  trust() { is(spawnSync(gaff, ['trust', '--yes', this.project], { env: this.env() }).status, 0, 'gaff trust'); }
  run(args, input, env) {
    const r = spawnSync(gaff, ['run', ...args], { input, env: this.env(env), cwd: this.project, maxBuffer: 1 << 28, timeout: 120000 });
    if (r.error && r.error.code !== 'EPIPE') throw r.error; // it may answer before it has read all
    return { code: r.status, stdout: r.stdout.toString(), stderr: r.stderr.toString() };
  }
  // The shell call of this agent, its payload changed as a text.
  shell(host, change = text => text, args = []) {
    const its = hosts[host], given = readCase(host, its.shell.case);
    const input = change(given.payload.toString());
    const r = this.run(['--host', host, '--event', its.shell.event, ...given.args, ...args], input, given.env);
    return { ...r, v: judge(host, its.shell.event, JSON.parse(given.payload), r) };
  }
}
const manifest = (...hooks) => ({ spec: 'hooks/1.0', hooks });
const guard = (more = {}) => ({ event: 'before_tool_execute', blocking: true, handler: { type: 'command', command: 'gaff guard destructive' }, ...more });
const hook = (more = {}, handler = {}) => ({ event: 'before_tool_execute', blocking: true, handler: { type: 'command', command: 'exit 0', ...handler }, ...more });
const guarded = new World(manifest(guard())), bare = new World();
const nothing = (r, host = 'claude-code', event = hosts[host].shell.event) => is([r.code, r.stdout], silence(host, event), 'exit and stdout');
const ids = Object.keys(hosts), closing = ids.filter(id => !hosts[id].badStdinIsOpen);
// The text of the shell command of a recorded payload, however deep it is inside of other texts.
const commandOf = host => { const p = JSON.parse(readCase(host, hosts[host].shell.case).payload); return p.command ?? hosts[host].command(p); };

// ---- too large to be checked ----

const large = Buffer.alloc((64 << 20) + 1, 32); // nobody looks at what is in it
const deep = text => text.replace('{', `{"x":${'['.repeat(20000)}${']'.repeat(20000)},`);
const unchecked = { 'too large': () => large, 'nested too deeply': deep };

for (const [what, change] of Object.entries(unchecked)) {
  for (const host of closing) {
    test(`${what}: blocked on ${host}`, () => {
      for (const args of [[], ['--fail-closed']]) {
        const r = guarded.shell(host, change, args);
        ok(!r.v.rejected && r.v.blocked !== undefined, `not blocked: exit ${r.code}, ${r.stdout}${r.stderr} ${r.v.rejected ?? ''}`);
        ok(args.length || hosts[host].losesReason.includes(hosts[host].shell.event) || /too large|larger than|nested too deeply/.test(r.v.blocked), `says ${r.v.blocked}`);
      }
    });
    test(`${what}: with nobody who decides no opinion on ${host}`, () => nothing(bare.shell(host, change), host));
  }
  test(`${what}: open on generic, whose contract that is`, () => nothing(guarded.shell('generic', change, ['--fail-closed']), 'generic'));
}

const inForce = {
  'a blocking hook': [manifest(hook())],
  'a hook of one tool': [manifest(hook({ matcher: 'file_write' }))], // which tool it is nobody knows
  'a hook of some files': [manifest(hook({ paths: ['*.env'] }))],
  'a guard that need not block': [manifest(guard({ blocking: false }))],
  'an http hook': [manifest(hook({}, { type: 'http', command: undefined, url: 'https://example.com/' }))],
  'an event by the name the agent gives it': [manifest(hook({ event: 'claude-code:PreToolUse' }))],
  'a rule that denies': [{ spec: 'hooks/1.0', rules: [{ name: 'r', program: 'kubectl', decision: 'deny', reason: 'no' }] }],
  'a rule that asks': [{ spec: 'hooks/1.0', rules: [{ name: 'r', program: 'kubectl', decision: 'ask', reason: 'no' }] }],
  'a manifest that cannot be read': ['{'],
};
for (const [what, [text]] of Object.entries(inForce))
  test(`too large: ${what} is in force`, () => ok(new World(text).shell('claude-code', () => large).v.blocked, 'open'));
const notInForce = {
  'nothing of the user': [undefined],
  'a hook that is switched off': [manifest(hook({ enabled: false }))],
  'a hook of another event': [manifest(hook({ event: 'after_tool_execute' }))],
  'a hook of another event of this agent': [manifest(hook({ event: 'claude-code:PostToolBatch' }))],
  'an observer': [manifest(hook({ blocking: false }))],
  'a hook nobody waits for': [manifest(hook({ blocking: false }, { async: true }))],
  'a prompt for a model': [manifest(hook({}, { type: 'prompt', command: undefined, prompt: 'well?' }))],
  'an exception': [{ spec: 'hooks/1.0', rules: [{ name: 'r', program: 'kubectl', decision: 'allow' }] }],
};
for (const [what, [text]] of Object.entries(notInForce))
  test(`too large: ${what} is not in force`, () => nothing(new World(text).shell('claude-code', () => large)));
test('too large: policies count', () => {
  const w = new World(manifest(guard()));
  w.write(path.join(w.home, '.config/gaff/policy.json'), { disable_all_hooks: true });
  nothing(w.shell('claude-code', () => large));
});
test('too large: hooks of a project count where the agent is, once they are trusted', () => {
  const w = new World();
  w.write(path.join(w.project, '.gaff/hooks.json'), manifest(guard()));
  nothing(w.run(['--host', 'claude-code', '--event', 'PreToolUse'], large));
  w.trust();
  is(w.run(['--host', 'claude-code', '--event', 'PreToolUse'], large).code, 2, 'exit');
  const elsewhere = new World();
  is(elsewhere.run(['--host', 'claude-code', '--event', 'PreToolUse'], large, { CLAUDE_PROJECT_DIR: w.project, HOME: w.home }).code, 2, 'exit elsewhere');
});
test('too large: a COMMAND and --inline are in force', () => {
  for (const more of [['--', 'true'], ['--inline', JSON.stringify(manifest(hook()))]])
    is(bare.run(['--host', 'claude-code', '--event', 'PreToolUse', ...more], large).code, 2, more[0]);
});
test('too large: an event that nobody names is one that somebody guards', () => {
  is(guarded.run(['--host', 'claude-code'], large).code, 2);
  nothing(bare.run(['--host', 'claude-code'], large));
});
test('too large: every event that can deny, and no other', () => {
  const w = new World(manifest(...['before_prompt', 'after_tool_execute', 'agent_stop', 'session_end', 'subagent_stop'].map(event => hook({ event }))));
  for (const [event, blocked] of [['UserPromptSubmit', true], ['PostToolUse', true], ['Stop', false], ['SubagentStop', false], ['SessionEnd', false], ['PreToolUse', false]]) {
    const r = w.run(['--host', 'claude-code', '--event', event], large);
    is(judge('claude-code', event, {}, r).blocked !== undefined, blocked, event);
  }
});
test('too large: `gaff guard` as a hook denies, also when nobody says whose it is', () => {
  for (const args of [[], ['--host', 'claude-code']])
    is(spawnSync(gaff, ['guard', ...args, 'destructive'], { input: large, env: bare.env() }).status, 2, args.join(' '));
});
test('too large: Gemini CLI says so', () => {
  const r = guarded.shell('gemini-cli', () => large);
  ok(/the payload is larger than 67108864 bytes; blocked/.test(r.stderr), r.stderr);
});
test('too large: switched off is off', () => nothing(guarded.run(['--host', 'claude-code', '--event', 'PreToolUse'], large, { GAFF_DISABLE: '1' })));
test('too large: it is in the record', () => {
  const line = fs.readFileSync(path.join(guarded.home, '.local/state/gaff/audit.jsonl'), 'utf8').trim().split('\n').map(JSON.parse).find(l => /larger than/.test(JSON.stringify(l)));
  is(line?.decision, 'deny', 'the decision in the record');
});

// ---- what is no payload ----

const broken = { truncated: text => text.slice(0, text.length / 2), empty: () => '', 'no object': () => '[1]' };
for (const [what, change] of Object.entries(broken)) {
  for (const host of closing) {
    const its = hosts[host], event = its.shell.event;
    test(`${what}: passes on ${host}, and somebody is told`, () => {
      const r = guarded.shell(host, change);
      ok(!r.v.rejected && r.v.blocked === undefined, `${r.stdout} ${r.v.rejected}`);
      if (its.can.message.includes(event)) ok(/gaff: .*no opinion given/.test(r.v.message), `nobody is told: ${r.stdout}`);
      else nothing(r, host);
      if (its.privateStderr) ok(/no opinion given/.test(r.stderr), `stderr: ${r.stderr}`);
    });
    test(`${what}: blocked on ${host} with --fail-closed`, () => ok(guarded.shell(host, change, ['--fail-closed']).v.blocked !== undefined, 'open'));
    test(`${what}: nobody is told on ${host} where nobody decides`, () => nothing(bare.shell(host, change), host));
  }
}

// ---- bytes that are odd ----

// The command of a recorded call becomes `command`; the odd thing goes in beside it, wherever texts are in texts.
const withCommand = (host, command) => text => text.split(JSON.stringify(commandOf(host)).slice(1, -1)).join(command);
const odd = {
  'a lone surrogate': `${DESTRUCTIVE} \\ud800`,
  'a lone surrogate before it': `echo \\udc00; ${DESTRUCTIVE}`,
  'letters as escapes': [...DESTRUCTIVE].map(c => `\\u00${c.charCodeAt(0).toString(16)}`).join(''),
};
const isNested = host => { const p = readCase(host, hosts[host].shell.case).payload.toString(); return /\\"/.test(p) && !p.includes(JSON.stringify(commandOf(host))); };
for (const host of ids) {
  if (host === 'cli' || isNested(host)) continue; // gaff itself writes that one; a text in a text: its escapes are of the inner one, below
  for (const [what, command] of Object.entries(odd))
    test(`${what} in a command is judged on ${host}`, () => ok(/git reset/.test(guarded.shell(host, withCommand(host, command)).v.blocked), 'not judged'));
  for (const [what, bytes] of [['bytes that are no text', [0xff, 0xfe]], ['half a character', [0xe2, 0x82]], ['a surrogate in UTF-8', [0xed, 0xa0, 0x80]], ['a raw line end', [0x0a]], ['a raw NUL', [0]], ['a raw escape', [0x1b]]])
    test(`${what} in a command: judged on ${host}`, () => {
      const change = text => {
        const [before, ...after] = withCommand(host, `${DESTRUCTIVE} #@@`)(text).split('@@');
        return Buffer.concat([Buffer.from(before), ...after.flatMap(part => [Buffer.from(bytes), Buffer.from(part)])]);
      };
      const r = guarded.shell(host, change);
      ok(/git reset/.test(r.v.blocked), `${r.code} ${r.stdout} ${r.stderr}`);
    });
}
test('a text in a text with odd bytes is judged', () => {
  const input = '{"tool_name":"bash","toolName":"bash","sessionId":"s","timestamp":1,"cwd":"/tmp","toolArgs":"{\\"command\\":\\"git reset --hard \\\\ud800\\"}"}';
  const r = guarded.run(['--host', 'copilot-cli', '--event', 'preToolUse'], input);
  ok(/git reset/.test(judge('copilot-cli', 'preToolUse', JSON.parse(input), r).blocked), r.stdout);
});
test('what was mended is judged as it is, and no more is mended than must be', () => {
  const r = bare.run(['--host', 'claude-code', '--', 'sh', '-c', 'cat >&2; exit 2'], Buffer.concat([Buffer.from('{"hook_event_name":"PreToolUse",\n\t"tool_name":"Bash","tool_input":{"command":"a\\n\\"b\tc'), Buffer.from([0xff]), Buffer.from('d\\\\"}}')]));
  ok(r.stderr.includes('"command":"a\\n\\"b\\u0009c\ufffdd\\\\"'), r.stderr);
});

fs.rmSync(scratch, { recursive: true, force: true });
finish('payload');
