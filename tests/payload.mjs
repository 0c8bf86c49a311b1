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

// ---- keys that can be read in two ways ----

// How the tools of an agent read their input, by what was seen of the agent and not by gaff's rows.
const reads = {
  exactly: ['amp', 'amazon-q', 'auggie', 'claude-code', 'cli', 'cline', 'codex', 'copilot-cli', 'cursor', 'factory-droid', 'gemini-cli', 'kimi', 'opencode', 'pi', 'qwen-code', 'vs-code-copilot'],
  inAnyCase: ['crush'],
  nobodyKnows: ['antigravity', 'devin', 'generic', 'grok', 'junie', 'kiro', 'trae', 'windsurf'],
};
const exact = host => reads.exactly.includes(host);
test('of every agent it is said how its tools read their input', () => is(Object.values(reads).flat().filter(id => hosts[id]).sort(), [...ids].sort()));
test('gaff hosts says the same, and by what', () => {
  for (const h of JSON.parse(spawnSync(gaff, ['hosts', '--tools', '--json']).stdout).hosts) {
    const how = h.reads_input.how;
    is([exact(h.id), reads.inAnyCase.includes(h.id)], [['last', 'once'].includes(how), how === 'any-case'], h.id);
    ok(how === 'unknown' || (h.reads_input.by && h.reads_input.version), `${h.id}: how is that known?`);
  }
});
// The member of a payload that holds the command, with others beside it.
const members = (host, make) => given => {
  const text = JSON.stringify(JSON.parse(given));
  const value = JSON.stringify(commandOf(host)), at = text.indexOf(`:${value}`), key = text.slice(text.lastIndexOf('"', at - 2) + 1, at - 1);
  ok(at > 0, `no ${value} in ${text}`);
  return text.split(`"${key}":${value}`).join(make(key).map(([name, what]) => `"${name}":${JSON.stringify(what)}`).join(','));
};
const capital = key => key[0].toUpperCase() + key.slice(1);
const spellings = {
  'another case behind it': [key => [[key, 'ls'], [capital(key), DESTRUCTIVE]], true],
  'another case before it': [key => [[capital(key), DESTRUCTIVE], [key, 'ls']], true],
  'another case alone': [key => [[key.toUpperCase(), DESTRUCTIVE], ['x', 1]], true],
  'a harmless one in another case': [key => [[key, 'ls'], [capital(key), 'ls']], true],
  'the same again, the last harmless': [key => [[key, DESTRUCTIVE], [key, 'ls']], true],
  'the same again, the last null': [key => [[key, DESTRUCTIVE], [key, null]], true],
  'others that are none of it': [key => [[key, 'ls'], ['x', 1], ['y', { a: 1, b: [{ c: 1 }] }]], false],
};
for (const host of ids) {
  if (['cli', 'cline'].includes(host) || isNested(host)) continue; // Cline's is a list of lines
  for (const [what, [make, isOdd]] of Object.entries(spellings))
    test(`${what}: ${isOdd && !exact(host) ? 'blocked' : 'passes'} on ${host}`, () => {
      const r = guarded.shell(host, members(host, make));
      if (!isOdd || exact(host)) return nothing(r, host);
      ok(!r.v.rejected && /almost|twice/.test(r.v.blocked), `${r.code} ${r.stdout}${r.stderr}`);
      return nothing(bare.shell(host, members(host, make)), host); // nobody decides
    });
  test(`the same again, the last destructive: blocked on ${host}`, () => ok(guarded.shell(host, members(host, key => [[key, 'ls'], [key, DESTRUCTIVE]])).v.blocked !== undefined, 'open'));
}
const crush = (tool, input, w = guarded) => { const text = `{"event":"PreToolUse","session_id":"s","cwd":"/tmp","tool_name":"${tool}","tool_input":${input}}`; return judge('crush', 'PreToolUse', JSON.parse(text), w.run(['--host', 'crush', '--event', 'PreToolUse'], text)).blocked; };
test('letters that Go takes for s and k', () => {
  const w = new World(manifest(guard({ handler: { type: 'command', command: 'gaff guard secrets' } })));
  for (const key of ['file_path', 'FILE_PATH', 'de\u017fcription', 'wor\u212aing_dir', 'wor\u212aing_dir'])
    is(crush('bash', `{"command":"ls","${key}":"x"}`, w) !== undefined, key !== 'file_path' && key !== 'FILE_PATH', key);
});
test('keys further down count, too', () => {
  ok(/twice/.test(crush('multiedit', '{"file_path":"a","edits":[{"old_string":"a","new_string":"b","New_String":"c"}]}')), 'an edit');
  ok(/almost/.test(crush('multiedit', '{"file_path":"a","edits":[{"File_Path":"b","old_string":"a","new_string":"b"}]}')), 'a name');
  is(crush('write', '{"file_path":"a","content":"{\\"a\\":1,\\"A\\":2}"}'), undefined, 'a content');
});
test('the key is told by its own name, and not by what the model made of it', () => ok(/write "command"/.test(crush('bash', '{"COMMAND":"ls"}')), 'untold'));
test('more keys than can be compared are too many', () => ok(/more than 1024 keys/.test(crush('bash', `{"command":"ls",${Array.from({ length: 1100 }, (_, i) => `"k${i}":1`).join(',')}}`)), 'open'));
const alikeKeys = (n, from = 0) => `{${Array.from({ length: n }, (_, i) => `"${'k'.repeat(60)}${from + i}":1`).join(',')}}`;
test('many objects of many keys are answered at once, on crush', () => {
  const many = `{"command":"ls","x":[${Array.from({ length: Math.ceil((4 << 20) / alikeKeys(1024).length) }, () => alikeKeys(1024)).join(',')}]}`, from = Date.now();
  ok(/more than 16384 keys/.test(crush('bash', many)), 'open');
  ok(Date.now() - from < 2000 * (process.env.SLOW ?? 1), `${Date.now() - from} ms`);
});
test('as many keys as are compared are compared, on crush', () => {
  const list = (n, last = '') => `{"command":"ls","x":[${[...Array.from({ length: n }, (_, i) => alikeKeys(1024, i)), ...last ? [last] : []].join(',')}]}`, from = Date.now();
  is(crush('bash', list(15)), undefined, 'all differ');
  ok(/twice/.test(crush('bash', list(15, '{"a":1,"b":2,"A":3}'))), 'the last');
  ok(/twice/.test(crush('bash', `{"command":"ls","x":${alikeKeys(1000).slice(0, -1)},"${'K'.repeat(60)}7":2}}`)), 'one of many');
  ok(Date.now() - from < 2000 * (process.env.SLOW ?? 1), `${Date.now() - from} ms`);
});
test('a tool of an MCP server is read by the server, on every agent', () => {
  const call = input => { const text = `{"session_id":"s","cwd":"/tmp","hook_event_name":"PreToolUse","tool_name":"mcp__x__run","tool_input":${input}}`; return guarded.run(['--host', 'claude-code'], text).code; };
  is([call('{"command":"ls","Command":"rm"}'), call('{"a":1,"b":{"x":1,"X":2}}'), call('{"command":"ls"}')], [2, 0, 0]);
});
test('after a tool it is too late for that', () => {
  const seen = new World(manifest(hook({ event: 'after_tool_execute' }, { command: 'echo "{\\"context\\":\\"looked\\"}"' })));
  const text = '{"session_id":"s","cwd":"/tmp","hook_event_name":"PostToolUse","tool_name":"mcp__x__run","tool_input":{"a":1,"A":2},"tool_response":"x"}';
  ok(/looked/.test(seen.run(['--host', 'claude-code'], text).stdout), 'the hook was not asked');
});

// ---- names that mean the same ----

test('two names of one field that differ are blocked', () => {
  const amp = input => guarded.shell('amp', text => { const p = JSON.parse(text), it = hosts.amp.toolInput(p); for (const key of Object.keys(it)) delete it[key]; return JSON.stringify((Object.assign(it, input), p)); }).v.blocked;
  ok(/differ/.test(amp({ cmd: 'ls', command: DESTRUCTIVE })), 'open');
  ok(/differ/.test(amp({ cmd: DESTRUCTIVE, command: 'ls' })), 'open the other way round');
  is([amp({ cmd: 'ls', command: 'ls' }), amp({ cmd: 'ls', command: null })], [undefined, undefined]);
  ok(/git reset/.test(amp({ cmd: null, command: DESTRUCTIVE })), 'a null hides nothing');
});
test('two names of a file that differ are blocked', () => {
  const w = new World({ spec: 'hooks/1.0', rules: [{ name: 'env', tool: 'file_read', paths: ['**/.env'], decision: 'deny', reason: 'no' }] });
  const cursor = input => { const text = JSON.stringify({ conversation_id: 'c', generation_id: 'g', hook_event_name: 'preToolUse', cursor_version: '3.0', workspace_roots: ['/tmp'], tool_name: 'Read', tool_input: input }); return judge('cursor', 'preToolUse', JSON.parse(text), w.run(['--host', 'cursor', '--event', 'preToolUse'], text)).blocked; };
  for (const input of [{ file_path: '/tmp/.env', path: '/tmp/a' }, { file_path: '/tmp/a', path: '/tmp/.env' }]) ok(cursor(input) !== undefined, JSON.stringify(input));
  is(cursor({ file_path: '/tmp/a', path: '/tmp/a' }), undefined);
});

// ---- values that are no texts ----

test('an input that is no object is blocked, where the tool is known', () => {
  const call = input => { const text = `{"session_id":"s","cwd":"/tmp","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":${input}}`; return judge('claude-code', 'PreToolUse', JSON.parse(text), guarded.run(['--host', 'claude-code', '--event', 'PreToolUse'], text)).blocked; };
  for (const input of [`["${DESTRUCTIVE}"]`, `[{"command":"${DESTRUCTIVE}"}]`, `"${DESTRUCTIVE}"`, '7', 'true', '[]']) ok(/is no object/.test(call(input)), input);
  for (const input of ['{}', 'null']) is(call(input), undefined, input);
});

for (const host of ids) {
  if (['cli', 'cline'].includes(host) || isNested(host)) continue;
  test(`a command that is a list of words is judged on ${host}`, () => {
    for (const words of [['git', 'reset', '--hard'], ['bash', '-lc', DESTRUCTIVE], ['git reset', '--hard']])
      ok(guarded.shell(host, members(host, key => [[key, words]])).v.blocked !== undefined, JSON.stringify(words));
    nothing(guarded.shell(host, members(host, key => [[key, ['ls', '-l']]])), host);
  });
  test(`a command that is no text at all is blocked on ${host}`, () => {
    for (const what of [{ line: DESTRUCTIVE }, 7, true, [{ x: DESTRUCTIVE }]]) ok(guarded.shell(host, members(host, key => [[key, what]])).v.blocked !== undefined, JSON.stringify(what));
  });
}

// ---- callers and tools that nobody knows ----

const grok = readCase('grok', 'PreToolUse.run_terminal_command');
const asClaude = (w, text, env = {}) => w.run(['--host', 'claude-code', '--event', 'PreToolUse'], text, env);
test('Grok runs what is registered with Claude Code: a hook of the shell is asked, and obeyed', () => {
  const w = new World(manifest(hook({ matcher: 'shell' }, { command: 'echo no shell >&2; exit 2' })));
  const elsewhere = grok.payload.toString().replaceAll('/.grok/', '/'); // where its files are is up to its user
  for (const [env, text] of [[grok.env, grok.payload], [{}, grok.payload], [{}, elsewhere]]) {
    const r = asClaude(w, text, env);
    is(judge('grok', 'PreToolUse', JSON.parse(grok.payload), r).blocked, 'no shell');
  }
  const line = fs.readFileSync(path.join(w.home, '.local/state/gaff/audit.jsonl'), 'utf8').trim().split('\n').map(JSON.parse).at(-1);
  is([line.host, line.tool], ['grok', 'shell']);
});
test('a question is a denial on Grok, which would run the tool', () => {
  const r = asClaude(new World(manifest(hook({}, { command: 'echo "{\\"decision\\":\\"ask\\",\\"reason\\":\\"sure?\\"}"' }))), grok.payload, grok.env);
  is(judge('grok', 'PreToolUse', JSON.parse(grok.payload), r).blocked.split('\n')[0], 'sure?');
});
test('an input of which Grok shows a part is blocked', () => {
  const text = grok.payload.toString().replace('"toolInputTruncated":false', '"toolInputTruncated":true');
  ok(/a part/.test(judge('grok', 'PreToolUse', JSON.parse(text), asClaude(guarded, text)).blocked), 'open');
});
test('a variable does not make Claude Code another agent', () => {
  const given = readCase('claude-code', hosts['claude-code'].shell.case), w = new World(manifest(hook({}, { command: 'echo "{\\"decision\\":\\"ask\\",\\"reason\\":\\"sure?\\"}"' })));
  const r = asClaude(w, given.payload, { ...given.env, GROK_HOOK_EVENT: 'pre_tool_use' });
  is(JSON.parse(r.stdout).hookSpecificOutput.permissionDecision, 'ask');
});
const book = JSON.parse(spawnSync(gaff, ['hosts', '--tools', '--json'], { maxBuffer: 1 << 26 }).stdout).hosts;
const claudes = new Set(book.find(h => h.id === 'claude-code').tools.map(t => t.tool));
test('a tool of any agent is that tool also when another agent sends it', () => {
  const tried = new Set();
  const w = {};
  for (const row of book.flatMap(h => [...h.tools, ...h.spellings.flatMap(s => s.tools)])) {
    if (!row.canonical || claudes.has(row.tool) || row.tool.startsWith('mcp__') || row.canonical === 'mcp' || tried.has(row.tool + row.canonical)) continue;
    tried.add(row.tool + row.canonical);
    w[row.canonical] ??= new World(manifest(hook({ matcher: row.canonical }, { command: 'exit 2' })));
    const text = JSON.stringify({ session_id: 's', cwd: '/tmp', hook_event_name: 'PreToolUse', tool_name: row.tool, tool_input: {} });
    is(asClaude(w[row.canonical], text).code, 2, `${row.tool} as ${row.canonical}`);
  }
  ok(tried.size > 60, `${tried.size} tools`);
});
test('a guard of the shell looks into a command of any agent, whoever sends it', () => {
  const w = new World(manifest(guard({ matcher: 'shell' })));
  const call = (tool, input) => asClaude(w, JSON.stringify({ session_id: 's', cwd: '/tmp', hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input })).code;
  for (const row of book.filter(h => h.id !== 'cli').flatMap(h => h.tools).filter(t => t.canonical === 'shell' && !claudes.has(t.tool))) {
    const field = row.input.find(i => i.canonical === 'command' && ['plain', 'command'].includes(i.kind));
    if (field) is([call(row.tool, { [field.native]: DESTRUCTIVE }), call(row.tool, { [field.native]: 'ls' })], [2, 0], row.tool);
  }
  is([call('RunTerminalCommand', { command: DESTRUCTIVE }), call('run_terminal_command', { command: DESTRUCTIVE, prompt: 'x', description: 'y', file_path: 'z' })], [2, 2], 'loosely');
  is([call('run_terminal_command', { Command: DESTRUCTIVE }), call('run_terminal_command', DESTRUCTIVE), call('brand_new_tool', { x: 1 })], [2, 2, 0], 'oddly');
});

fs.rmSync(scratch, { recursive: true, force: true });
finish('payload');
