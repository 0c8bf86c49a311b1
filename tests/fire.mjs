// fire.mjs - gaff fire: payloads as the agents send them, and what it says an agent does with an answer.
//
// The recorded cases say which fields a payload has, in which order; the judges of tests/hosts say what an agent does.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cases, hosts, judge, readCase, silence } from './hosts.mjs';
import { finish, is, ok, test } from './check.mjs';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-fire-test-')));
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const env = { PATH: process.env.PATH, HOME: scratch, TMPDIR: scratch, ...sanitizer };

function call(args, options = {}) {
  const r = spawnSync(gaff, args, { encoding: 'utf8', cwd: scratch, maxBuffer: 1 << 28, timeout: 120000, ...options, env: { ...env, ...options.env } });
  return { code: r.status, stdout: r.stdout, stderr: r.stderr };
}
function prints(...args) {
  const r = call(['fire', ...args]);
  is([r.code, r.stderr], [0, ''], 'exit and stderr');
  return r.stdout;
}
function payloadOf(...args) {
  const text = prints(...args);
  ok(text.endsWith('}\n') && text.indexOf('\n') === text.length - 1, `not one line: ${text}`);
  return JSON.parse(text);
}
const at = (doc, pointer) => pointer.split('/').slice(1).reduce((v, key) => v?.[key], doc);
const answering = answer => ['--', 'sh', '-c', 'cat >/dev/null; printf %s "$0"', JSON.stringify(answer)];

// ---- what the recorded payloads say ----

// The options that fire a call like that of a case; of a tool there is no option for, any call will do.
function optionsFor(event) {
  const input = event.tool_input ?? {}, { server, tool } = event.mcp ?? {};
  if (event.tool === 'mcp') return [['--mcp', `${server ?? 'lab'}/${tool ?? 'ping'}`]];
  if (event.tool === 'shell') return [['--command', input.command]];
  if (event.tool === 'file_read') return [['--path', input.path]];
  if (event.tool === 'file_write') return [['--path', input.path, '--content', input.content ?? 'x']];
  if (event.tool === undefined) return [[]];
  return [['--path', input.path ?? '/x'], ['--path', '/x', '--content', 'x'], []];
}

function firesLike(id, name) {
  const given = readCase(id, name), event = JSON.parse(fs.readFileSync(path.join(given.dir, 'event.json'), 'utf8'));
  const args = ['--host', id, '--event', event.native_event];
  if (call(['fire', ...args]).code === 1) return; // an event newer than the rows
  const tried = optionsFor(event).map(more => call(['fire', ...args, ...more])).filter(r => r.code === 0).map(r => Object.keys(JSON.parse(r.stdout)).join(' '));
  const want = Object.keys(JSON.parse(given.payload)).join(' '), reason = hosts[id].unfired[name];
  if (reason) ok(!tried.includes(want), `it does fire, so it should not be in unfired: ${reason}`);
  else ok(tried.includes(want), `fires\n  ${tried[0]}\n  not\n  ${want}`);
}
for (const id of Object.keys(hosts)) {
  for (const name of cases(id)) test(`${id}/${name} has the keys`, () => firesLike(id, name));
  test(`${id} unfired`, () => is(Object.keys(hosts[id].unfired).filter(name => !cases(id).includes(name)), [], 'cases that are not there'));
}

// ---- every event of every host: back through gaff run ----

const pages = Object.fromEntries(Object.keys(hosts).map(id => [id, JSON.parse(call(['hosts', id, '--events', '--json']).stdout).hosts[0]]));
const canonicalOf = (id, name) => JSON.parse(fs.readFileSync(path.join(readCase(id, name).dir, 'event.json'), 'utf8'));

// { event, canonical, tool } of an agent's events, and of those it spells otherwise: the cases have them.
function eventsOf(id) {
  const all = Object.fromEntries(pages[id].events.filter(row => !row.alias).map(({ event, canonical, tool }) => [event, { event, canonical: canonical.includes(':') ? null : canonical, tool }]));
  for (const name of cases(id)) {
    const { native_event: event, event: full } = canonicalOf(id, name);
    if (!all[event] && call(['fire', '--host', id, '--event', event]).code === 0) all[event] = { event, canonical: full.includes(':') ? null : full, tool: pages[id].events.find(row => row.event.toLowerCase() === event.toLowerCase())?.tool ?? null };
  }
  return Object.values(all);
}
const toolEvents = ['before_tool_execute', 'after_tool_execute', 'tool_use_failure', 'permission_request', 'permission_denied'];
const isAboutTool = row => toolEvents.includes(row.canonical);

// The canonical event that a hook sees when gaff run gets this payload.
function seen(id, event, payload) {
  const file = path.join(scratch, 'seen');
  fs.rmSync(file, { force: true });
  const r = call(['run', '--host', id, '--event', event, '--', 'sh', '-c', 'cat > "$0"', file], { input: JSON.stringify(payload) });
  ok(fs.existsSync(file), `the hook was not run: ${r.stderr}`);
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

// Calls that an event can be about: options, and what a hook must see of them.
const calls = {
  shell: [['--command', "ls -l 'a b'"], e => [e.tool, e.tool_input.command], ['shell', "ls -l 'a b'"]],
  file_read: [['--path', '/p/.env'], e => [e.tool, e.tool_input.path], ['file_read', '/p/.env']],
  file_write: [['--path', '/p/x.c', '--content', 'int x;\n'], e => [/^file_(write|edit)$/.test(e.tool), e.paths], [true, ['/p/x.c']]],
  mcp: [['--mcp', 'lab/ping', '--set', '/unrelated=1'], e => [e.tool, e.mcp?.tool ?? 'ping'], ['mcp', 'ping']],
};
const callsOf = (id, row) => !isAboutTool(row) ? [] : Object.entries(calls).filter(([tool]) => row.tool ? row.tool === tool || (row.tool === 'file_edit' && tool === 'file_write') : tool === 'mcp' || hosts[id].vocabulary[tool]?.length);

for (const id of Object.keys(hosts)) {
  for (const row of eventsOf(id)) {
    const args = ['--host', id, '--event', row.event];
    test(`${id} ${row.event}`, () => {
      const payload = payloadOf(...args), event = seen(id, row.event, payload);
      is([event.host, event.native_event, event.event], [id, row.event, row.canonical ?? `${id}:${row.event}`], 'event');
      if (isAboutTool(row)) is(event.tool, row.tool ?? 'shell', 'tool');
      if (isAboutTool(row) && !row.tool) is(event.tool_input.command, 'echo hello', 'command');
      if (event.cwd) is(event.cwd, scratch, 'cwd');
      if (row.canonical === 'tool_use_failure') ok(event.tool_error, 'no error');
      if (row.canonical === 'after_tool_execute' && 'tool_output' in event && typeof event.tool_output !== 'number' && row.tool !== 'file_edit') ok(JSON.stringify(event.tool_output).includes('hello'), `the output is ${JSON.stringify(event.tool_output)}`);
    });
    if (row.canonical) test(`${id} ${row.canonical}`, () => {
      const first = pages[id].events.find(other => other.canonical === row.canonical)?.event ?? row.event;
      is(JSON.parse(prints('--json', '--host', id, '--event', row.canonical)).event, first, 'the first event of that name');
    });
    for (const [tool, [options, look, want]] of callsOf(id, row)) test(`${id} ${row.event} ${tool}`, () => {
      const r = call(['fire', ...args, ...options]);
      if (r.code === 1) return ok(/has no tool for/.test(r.stderr), r.stderr); // a plain contract has no MCP
      is([r.code, r.stderr], [0, ''], 'exit and stderr');
      is(look(seen(id, row.event, JSON.parse(r.stdout))), want, 'what a hook sees');
    });
    if (row.canonical === 'before_prompt') test(`${id} ${row.event} prompt`, () => {
      const payload = payloadOf(...args, '--prompt', 'say "please"\n');
      is([seen(id, row.event, payload).prompt, hosts[id].prompt(payload)], ['say "please"\n', 'say "please"\n'], 'prompt');
    });
    if (/^file_/.test(row.canonical ?? '') && !hosts[id].fileless.includes(row.event)) test(`${id} ${row.event} path`, () => is(seen(id, row.event, payloadOf(...args, '--path', '/p/watched')).paths, ['/p/watched'], 'paths'));
  }
}

// ---- what the agent does ----

const answers = {
  none: () => ({}),
  deny: () => ({ decision: 'deny', reason: 'not "this" one' }),
  ask: () => ({ decision: 'ask', reason: 'sure?' }),
  allow: () => ({ decision: 'allow', reason: 'fine' }),
  context: () => ({ context: 'the build is red' }),
  'deny-context': () => ({ decision: 'deny', reason: 'no', context: 'read the rules' }),
  rewrite: () => ({ updated_input: { command: 'echo rewritten' } }),
  stop: () => ({ continue: false, stop_reason: 'enough' }),
  message: () => ({ system_message: 'for the user' }),
  output: () => ({ updated_output: 'redacted' }),
  prompt: () => ({ updated_prompt: 'another prompt' }),
  env: () => ({ env: { A: 'b' } }),
};

// The judge is an emulator of the agent that knows nothing of gaff's rows.
function agree(id, event, shot) {
  const verdict = judge(id, event, shot.payload, { stdout: shot.stdout, stderr: shot.stderr, code: shot.exit }), agent = shot.agent;
  ok(!verdict.rejected && !agent.rejected, `rejected: ${verdict.rejected ?? agent.rejected}`);
  const stops = !!agent.stop && verdict.stopped !== undefined; // which may also be a block
  is([agent.decision === 'deny' || (stops && verdict.blocked !== undefined), agent.decision === 'ask', agent.decision === 'allow'], [verdict.blocked !== undefined, !!verdict.asked, !!verdict.granted], `deny, ask, allow of ${JSON.stringify(agent)} against ${JSON.stringify(verdict)}`);
  if (verdict.blocked && agent.reason) ok(verdict.blocked.includes(agent.reason), `blocked with ${verdict.blocked}, not ${agent.reason}`);
  is(agent.updated_input ?? null, verdict.rewritten ?? null, 'the new input');
  is(agent.context ?? null, verdict.context ?? null, 'context');
  is(agent.updated_prompt ?? null, verdict.prompt ?? null, 'prompt');
  is(agent.updated_output !== undefined, verdict.output !== undefined, 'whether the output is replaced');
  is(agent.env ?? null, verdict.env ?? null, 'env');
  if (verdict.stopped !== undefined) ok(agent.stop, 'the agent stops, and that is not said');
  const words = agent.does.join('\n');
  if (verdict.blocked !== undefined) ok(/^(blocked|keeps working|stops)/.test(words), `says ${words}`);
  if (verdict.context) ok(words.includes(`reads the context: ${verdict.context}`), `says ${words}`);
  if (verdict.message && !verdict.blocked) ok(words.includes(`shows the user: ${verdict.message}`), `says ${words}, and the user sees ${verdict.message}`);
}
for (const id of Object.keys(hosts)) {
  for (const row of eventsOf(id)) {
    for (const [name, make] of Object.entries(answers)) {
      const kinds = isAboutTool(row) && !row.tool && ['context', 'output', 'rewrite', 'deny'].includes(name) ? [[], ['--mcp', 'lab/ping', '--set', '/unrelated=1']] : [[]];
      for (const kind of kinds) test(`${id} ${row.event} ${kind[0] ?? ''} ${name}: the judge agrees`, () => {
        const r = call(['fire', '--host', id, '--event', row.event, '--json', '--run', ...kind, ...answering(make())]);
        if (kind.length && r.code === 1) return;
        is([r.code, r.stderr], [0, ''], 'exit and stderr');
        const shot = JSON.parse(r.stdout);
        is(Object.keys(shot), ['host', 'event', 'payload', 'exit', 'stdout', 'stderr', 'gaff', 'agent'], 'keys');
        agree(id, row.event, shot);
      });
    }
  }
}

// ---- --set ----

const plain = ['--event', 'preToolUse'];
const sets = (...words) => words.flatMap(word => ['--set', word]);
test('without a host it is the plain contract', () => is(prints('--event', 'preToolUse', '--command', 'ls'), '{"tool_name":"Shell","tool_input":{"command":"ls"}}\n'));
test('--set replaces in its place', () => is(prints(...plain, ...sets('/tool_name="X"')), '{"tool_name":"X","tool_input":{"command":"echo hello"}}\n'));
test('--set makes objects', () => is(payloadOf(...plain, ...sets('/a/b/c=5', '/tool_input/timeout=5')), { tool_name: 'Shell', tool_input: { command: 'echo hello', timeout: 5 }, a: { b: { c: 5 } } }));
test('--set into lists, one after the other', () => is(payloadOf(...plain, ...sets('/a=[1,{"x":2},3]', '/a/1/x="y"', '/a/0=null')).a, [null, { x: 'y' }, 3]));
test('--set with escapes and = in the value', () => is(payloadOf(...plain, ...sets('/a~1b~0c="k=v"'))['a/b~c'], 'k=v'));
test('--set keeps numbers as they are written', () => ok(prints(...plain, ...sets('/n=1.000000000000000000001e400')).includes('"n":1.000000000000000000001e400'), 'changed'));
test('--set is what the hook sees', () => {
  const shot = JSON.parse(prints(...plain, ...sets('/tool_input/command="rm x"'), '--json', '--run', '--', 'sh', '-c', 'case $(cat) in *\'"command":"rm x"\'*) echo no rm >&2; exit 2;; esac'));
  is([shot.agent.decision, shot.agent.reason], ['deny', 'no rm']);
});

// ---- --run for people ----

const lines = (...args) => prints(...args).split('\n').map(line => [line.slice(0, 8).trim(), line.slice(8)]);
for (const [id, host] of Object.entries(hosts)) {
  const args = ['--host', id, '--event', host.rewrite.event, '--command', 'echo hi', '--run'];
  test(`${id}: no hook is no opinion`, () => is([lines(...args).find(([label]) => label === 'agent')[1], lines(...args).find(([label]) => label === 'stdout')?.[1] ?? ''], ['goes on', silence(id, host.rewrite.event)[1]]));
  test(`${id}: a denial`, () => {
    const page = lines(...args, '--', 'sh', '-c', 'echo "not here" >&2; exit 2');
    is(page.find(([label]) => label === 'agent'), ['agent', 'blocked: not here']);
    JSON.parse(page.find(([label]) => label === 'payload')[1]);
    ok(/^[02]$/.test(page.find(([label]) => label === 'exit')[1]), 'no exit code');
  });
  test(`${id}: a rewrite`, () => {
    const page = lines(...args, ...answering({ updated_input: { command: 'echo other' } })).map(([, text]) => text).join('\n');
    if (host.can.rewrite.includes(host.rewrite.event)) ok(/^runs with the new input \{.*echo other/m.test(page), page);
    else ok(/^blocked: /m.test(page), page);
  });
  test(`${id}: options of gaff run`, () => {
    const fails = ['--', 'sh', '-c', 'exit 9'];
    is(JSON.parse(prints(...args, '--json', ...fails)).agent.decision, 'none');
    const shot = JSON.parse(prints(...args, '--fail-closed', '--json', ...fails));
    is(shot.agent.decision, 'deny');
    ok(/fail-closed/.test(shot.agent.reason), shot.agent.reason);
    const late = Date.now();
    is(JSON.parse(prints(...args, '--deadline=0.3', '--json', '--', 'sleep', '20')).agent.decision, 'none');
    ok(Date.now() - late < 15000, 'the deadline did not reach gaff run');
  });
  test(`${id}: a hook of its own dialect gets the payload`, () => {
    const shot = JSON.parse(prints('--json', ...args, '--dialect', id, '--', 'sh', '-c', 'cat > own'));
    is(JSON.parse(fs.readFileSync(path.join(scratch, 'own'), 'utf8')), shot.payload);
  });
}
test('a question nobody asks is said to be none', () => {
  for (const [id, host] of Object.entries(hosts)) for (const event of host.tools) {
    const r = call(['fire', '--host', id, '--event', event, '--json', '--run', '--ask-fallback', 'ask', ...answering({ decision: 'ask', reason: 'sure?' })]);
    const shot = JSON.parse(r.stdout);
    if (host.can.ask.includes(event)) is(shot.agent.decision, 'ask', `${id} ${event}`);
    else ok(shot.agent.decision !== 'ask' || judge(id, event, shot.payload, { ...shot, code: shot.exit }).asked, `${id} ${event} asks`);
  }
});
test('variables for a session, in the agent\'s answer or its file', () => {
  for (const id of Object.keys(hosts)) {
    const places = JSON.parse(call(['hosts', id, '--responses', '--json']).stdout).hosts[0].responses.filter(row => row.field === 'env').flatMap(row => row.where);
    const variables = places.filter(where => where[0] === '$').map(where => [where.slice(1), path.join(scratch, 'of-another-session')]);
    const r = call(['fire', '--host', id, '--event', 'session_start', '--json', '--run', ...answering({ env: { GAFF_TEST: 'a b' } })], { env: Object.fromEntries(variables) });
    if (r.code === 1) continue;
    const { agent, event } = JSON.parse(r.stdout), says = agent.does.some(line => line.startsWith('sets variables'));
    if (variables.length) ok(/^export GAFF_TEST=['"]a b['"]$/m.test(agent.env_file) && says, `${id}: ${agent.env_file}`);
    else is([agent.env ?? null, says], hosts[id].can.env.includes(event) ? [{ GAFF_TEST: 'a b' }, true] : [null, false], id);
  }
  is(fs.readdirSync(scratch).filter(name => /^gaff-fire-|of-another/.test(name)), [], 'files left behind');
});
test('what moves the cursor is not printed', () => {
  const page = prints(...plain, '--run', '--', 'sh', '-c', 'printf "a\\033[2Jb" >&2; exit 2');
  ok(!page.includes('\x1b') && /blocked: a/.test(page), page);
});

// ---- words that are wrong ----

const wrong = (args, code, pattern) => test(`fire ${args.join(' ')}`, () => {
  const r = call(['fire', ...args]);
  is([r.code, r.stdout], [code, ''], 'exit and stdout');
  ok(pattern.test(r.stderr) && r.stderr.trim().split('\n').length === 1, `stderr is ${r.stderr}`);
});
// one that has the events which are tried
const ids = Object.keys(hosts).filter(id => ['session_start', 'session_end'].every(name => pages[id].events.some(row => row.canonical === name))), bySome = (...words) => ['--host', ids[0], ...words];
wrong(['--event', 'preToolUse', '--host', 'nobody-at-all'], 1, /unknown host 'nobody-at-all'/);
wrong([], 129, /which event/);
wrong(bySome('--event', 'NoSuchEventAtAll'), 1, /has no event 'NoSuchEventAtAll'/);
wrong(bySome('--event', `${pages[ids[0]].events[0].event}x`), 1, new RegExp(`did you mean '${pages[ids[0]].events[0].event}'`));
wrong(bySome('--event', 'preToolUse', '--command', 'ls', '--path', 'x'), 129, /one call at a time/);
wrong(bySome('--event', 'preToolUse', '--mcp', 'a/b', '--command', 'ls'), 129, /one call at a time/);
wrong(bySome('--event', 'preToolUse', '--mcp', 'ab'), 129, /SERVER\/TOOL, not 'ab'/);
wrong(bySome('--event', 'preToolUse', '--content', 'x'), 129, /--content goes with --path/);
wrong(bySome('--event', 'preToolUse', '--prompt', 'x'), 1, /has no place for a prompt/);
wrong(bySome('--event', 'session_start', '--command', 'ls'), 1, /is not about a tool/);
wrong(bySome('--event', 'session_start', '--path', 'x'), 1, /is not about a file/);
wrong([...plain, '--mcp', 'a/b'], 1, /has no tool for mcp; it has: shell file_read file_write/);
wrong([...plain, '--set', 'x'], 129, /POINTER=JSON, not 'x'/);
wrong([...plain, '--set', 'x=1'], 129, /it begins with \//);
wrong([...plain, '--set', '/x=ls'], 129, /'ls' is not JSON .* --set '\/x="text"'/);
wrong([...plain, '--set', '/x='], 129, /is not JSON/);
wrong([...plain, '--set', '/tool_name/x=1'], 129, /no object/);
wrong([...plain, '--set', '/a=[1]', '--set', '/a/1=2'], 129, /the list there has 1 elements, and '1' is none/);
wrong([...plain, '--set', '/a~2=1'], 129, /~0.*~1/);
wrong([...plain, '--set', `${'/a'.repeat(65)}=1`], 129, /more than 64 segments/);
wrong([...plain, '--fail-closed'], 129, /--fail-closed goes with --run/);
wrong([...plain, '--', 'true'], 129, /-- goes with --run/);
wrong([...plain, '--run', 'true'], 129, /put -- before the command 'true'/);
wrong([...plain, '--run', '--'], 129, /no command behind --/);
wrong([...plain, '--run', '--dialect', 'nobody'], 129, /fire: unknown dialect 'nobody'/);
wrong([...plain, '--run', '--deadline', 'soon'], 129, /fire: --deadline takes seconds/);
wrong([...plain, '--comand', 'ls'], 129, /did you mean '--command'/);
test('an event about one tool wants that one', () => {
  for (const [id, page] of Object.entries(pages)) for (const { event, tool } of page.events) {
    if (!tool) continue;
    const other = tool === 'shell' ? ['--mcp', 'a/b'] : ['--command', 'ls'], r = call(['fire', '--host', id, '--event', event, ...other]);
    ok(r.code === 1 && r.stderr.includes(`${event} is about ${tool}, not `), `${id} ${event}: ${r.stderr}`);
  }
});
test('a host without such a tool names the ones it has', () => {
  for (const [id, host] of Object.entries(hosts)) {
    if (host.vocabulary.file_read?.length) continue;
    const r = call(['fire', '--host', id, '--event', 'preToolUse', '--path', 'x']);
    ok(r.code === 1 && /(has no tool for file_read; it has: shell | is about shell, not file_read)/.test(r.stderr), `${id}: ${r.stderr}`);
  }
});
test('fire --help teaches with examples that work', () => {
  const r = call(['fire', '--help']);
  is([r.code, r.stderr], [0, '']);
  const examples = r.stdout.split('\n').filter(line => line.startsWith('  gaff fire '));
  is(examples.length, 2, 'examples');
  for (const line of examples) is(spawnSync('sh', ['-c', line.replace('gaff', '"$0"'), gaff], { cwd: scratch, env }).status, 0, line);
});

for (const [id, host] of Object.entries(hosts)) test(`${id}: what gaff has to say is said, and apart from what the agent gets`, () => {
  const r = spawnSync(gaff, ['fire', '--host', id, '--event', host.shell.event, '--run', '--json', '--', 'sh', '-c', 'exit 1'], { encoding: 'utf8', cwd: scratch, env });
  const { stderr, gaff: said } = JSON.parse(r.stdout);
  is([/no opinion given/.test(stderr), /no opinion given/.test(said)], [host.privateStderr, !host.privateStderr]);
});

fs.rmSync(scratch, { recursive: true });
finish('fire');
