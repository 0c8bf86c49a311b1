// plugin.mjs - OpenCode's plugin: what it starts, what it does with answers, and what when there is none.
//
// node loads it here as OpenCode's Bun does; that OpenCode itself obeys is for tests/e2e. Everything lies in
// folders with names that would break a plugin that pastes them anywhere.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cases, readCase } from './hosts.mjs';
import { finish, is, ok, test } from './check.mjs';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = path.resolve(process.env.GAFF ?? path.join(root, 'build/gaff'));
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-plugin-'));
const slow = Number(process.env.SLOW ?? 1);
const source = ['opencode_plugin', 'opencode_wire', 'plugin_gaff', 'plugin_run'].map(name => fs.readFileSync(path.join(root, `src/agents/plugins/${name}.js`), 'utf8')).join('');
Object.assign(process.env, { HOME: scratch, XDG_CONFIG_HOME: scratch, XDG_STATE_HOME: scratch, XDG_CACHE_HOME: scratch, GAFF_AUDIT: 'off' });
let number = 0;
function matches(text, pattern) { ok(pattern.test(text), `${JSON.stringify(text)?.slice(0, 400)} is not ${pattern}`); }
const rejection = async promise => promise.then(() => null, error => error.message);
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
async function until(what, cond) {
  for (let i = 0; i < 500 * slow; i++, await sleep(10)) if (cond()) return;
  throw new Error(`in vain: ${what}`);
}

const gone = project => { // the process whose id is in the file
  const pid = fs.readFileSync(path.join(project, 'pid'), 'utf8').trim();
  return !fs.existsSync(`/proc/${pid}`) || /\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
};

const quote = text => `'${text.replaceAll("'", "'\\''")}'`;
const script = (file, body) => { fs.writeFileSync(file, `#!/bin/sh\n${body}\n`, { mode: 0o755 }); return file; };
const answer = value => `cat >/dev/null; cat <<'END'\n${JSON.stringify(value)}\nEND`;

// A plugin in a folder of its own: `program` is the text of a script, or `hook` one that real gaff calls.
async function load({ program, hook, path: given, events = ['tool.execute.before'], manifest, client, ...more }) {
  const dir = path.join(scratch, `${++number} it's a "plugin" #1 %41 \${x} \`y\``), project = path.join(dir, "the user's project");
  fs.mkdirSync(project, { recursive: true });
  fs.writeFileSync(path.join(dir, 'gaff.js'), source);
  fs.writeFileSync(path.join(dir, 'package.json'), '{"type":"module"}');
  const text = program ?? `exec ${quote(gaff)} "$@"${hook ? ` -- ${quote(script(path.join(dir, 'hook.sh'), hook))}` : ''}`;
  const file = given ?? script(path.join(dir, `"gaff" it's; $(touch oops)`), text);
  if (manifest !== null) fs.writeFileSync(path.join(dir, 'gaff.json'), manifest ?? JSON.stringify({ generated_by: 'gaff test', program: file, events, deadline: {}, failClosed: false, ...more }));
  const logs = [], toasts = [];
  const api = { app: { log: async ({ body }) => { logs.push(body); } }, tui: { showToast: async ({ body }) => { toasts.push(body); } } };
  const module = await import(pathToFileURL(path.join(dir, 'gaff.js')));
  is(Object.keys(module).length, 1, 'the number of exports');
  const plugin = await Object.values(module)[0]({ client: client === undefined ? api : client, directory: project, worktree: dir });
  return { plugin, logs, toasts, dir, project };
}

const before = (plugin, args = { command: 'ls', timeout: 5 }, id = 'call_1') => {
  const output = { args };
  return { output, done: plugin['tool.execute.before']({ tool: 'bash', sessionID: 'ses_1', callID: id }, output) };
};
const message = text => ({ message: { id: 'msg_1' }, parts: [{ type: 'text', text, id: 'prt_1', messageID: 'msg_1', sessionID: 'ses_1' }] });

// ---- answers, through gaff ----

await test('the program gets its arguments, the folder and the payload', async () => {
  const { plugin, dir, project } = await load({ program: `cat > "$PWD/payload"; for a; do echo "$a"; done > args; echo '{}'`, deadline: { 'tool.execute.before': 7.5 } });
  is(Object.keys(plugin).sort(), ['dispose', 'tool.execute.before']);
  const { output, done } = before(plugin);
  is(await done, undefined, 'what is returned');
  is(output, { args: { command: 'ls', timeout: 5 } }, 'output');
  is(fs.readFileSync(path.join(project, 'args'), 'utf8'), 'run\n--host\nopencode\n--event\ntool.execute.before\n--deadline\n7.5\n', 'arguments');
  is(JSON.parse(fs.readFileSync(path.join(project, 'payload'), 'utf8')), { hook: 'tool.execute.before', input: { tool: 'bash', sessionID: 'ses_1', callID: 'call_1' },
    output: { args: { command: 'ls', timeout: 5 } }, directory: project, worktree: dir }, 'payload');
  is(fs.readdirSync(project).sort(), ['args', 'payload'], 'what else is in the project');
});

await test('a denial', async () => {
  const { plugin, logs } = await load({ hook: answer({ decision: 'deny', reason: 'it\'s "private"\nreally' }) });
  is(await rejection(before(plugin).done), 'it\'s "private"\nreally');
  is(logs, [], 'the log');
});

await test('a rewrite, in place', async () => {
  const { plugin } = await load({ hook: answer({ updated_input: { command: 'echo rewritten' } }) });
  const args = { command: 'ls', timeout: 5 }, { output, done } = before(plugin, args);
  await done;
  ok(output.args === args, 'another object');
  is(args.command, 'echo rewritten');
});

await test('a rewrite takes away what it does not name, and __proto__ is a key', async () => {
  const { plugin } = await load({ program: `cat >/dev/null; echo '{"args":{"b":[1],"__proto__":{"evil":1}}}'` });
  const args = { a: 1, b: 2 };
  await before(plugin, args).done;
  is([Object.keys(args), args.b, args.evil, Object.getPrototypeOf(args) === Object.prototype], [['b', '__proto__'], [1], undefined, true]);
});

await test('a rewrite that cannot be applied blocks', async () => {
  for (const [args, text] of [[Object.freeze({ a: 1 }), '{"args":{"b":1}}'], [null, '{"args":{"b":1}}'], [{ a: 1 }, '{"args":"b"}'], [{ a: 1 }, '{"args":[1]}']]) {
    const { plugin } = await load({ program: `cat >/dev/null; echo '${text}'` });
    ok(await rejection(before(plugin, args).done), `${text} passes`);
    if (args) is(args.a, 1, 'the old argument');
  }
});

await test('where the files of gaff are is passed on', async () => {
  const words = path.join(scratch, 'words'), program = `cat >/dev/null; printf '%s|' "$@" >${JSON.stringify(words)}`;
  for (const [more, want] of [[{ home: '/my home', config: '/c', state: '/s' }, /\|--home\|\/my home\|--config\|\/c\|--state\|\/s\|$/], [{ committed: true }, /\|--committed\|$/], [{}, /\|--deadline\|\d+\|$/]]) {
    const { plugin } = await load({ program, ...more });
    await before(plugin, { command: 'ls' }).done;
    ok(want.test(fs.readFileSync(words, 'utf8')), fs.readFileSync(words, 'utf8'));
  }
});

await test('variables', async () => {
  const { plugin } = await load({ events: ['shell.env'], hook: answer({ env: { A: "it's", B: '' } }) });
  const env = { A: 'old', C: 'stays' }, output = { env };
  await plugin['shell.env']({ cwd: '/', sessionID: 'ses_1' }, output);
  ok(output.env === env, 'another object');
  is(env, { A: "it's", C: 'stays', B: '' });
});

await test('a prompt with a context behind it', async () => {
  const { plugin } = await load({ events: ['chat.message'], hook: answer({ context: 'CONTEXT' }) });
  const output = message('hello'), parts = output.parts;
  await plugin['chat.message']({ sessionID: 'ses_1' }, output);
  ok(output.parts === parts, 'another list');
  is(parts.map(part => [part.id, part.text]), [['prt_1', 'hello\n\nCONTEXT']]);
});

await test('a prompt denied', async () => {
  const { plugin } = await load({ events: ['chat.message'], hook: answer({ decision: 'deny', reason: 'no' }) });
  is(await rejection(plugin['chat.message']({ sessionID: 'ses_1' }, message('hello'))), 'no');
});

await test('another output of a tool, and its other members stay', async () => {
  const { plugin } = await load({ events: ['tool.execute.after'], hook: answer({ updated_output: 'REDACTED' }) });
  const output = { title: 't', output: 'secret', metadata: { exit: 0 } };
  await plugin['tool.execute.after']({ tool: 'bash', sessionID: 'ses_1', callID: 'c', args: { command: 'ls' } }, output);
  is(output, { title: 't', output: 'REDACTED', metadata: { exit: 0 } });
});

await test('exit 2 without JSON', async () => {
  const { plugin } = await load({ program: 'cat >/dev/null; echo " why " >&2; exit 2' });
  is(await rejection(before(plugin).done), 'why');
  const mute = await load({ program: 'exit 2' });
  is(await rejection(before(mute.plugin).done), 'blocked by a hook');
  const both = await load({ program: `cat >/dev/null; echo '{"block":"in JSON"}'; echo beside >&2; exit 2` });
  is(await rejection(before(both.plugin).done), 'in JSON');
  is(both.logs.map(line => [line.level, line.message]), [['warn', 'gaff: tool.execute.before: beside']]);
  const other = await load({ program: `cat >/dev/null; echo '{"block":false}'; echo why >&2; exit 2` });
  is(await rejection(before(other.plugin).done), 'why');
});

await test('a hook that fails: gaff itself is told whether that blocks', async () => {
  const failing = { hook: 'cat >/dev/null; exit 1' };
  is(await rejection(before((await load({ ...failing, failClosed: true })).plugin).done), 'gaff got no verdict from the hook, and blocks because it runs with --fail-closed');
  is(await before((await load(failing)).plugin).done, undefined);
});

await test('what cannot be blocked is not', async () => {
  for (const [hook, output] of [['experimental.session.compacting', { context: [] }], ['experimental.text.complete', { text: 'x' }]]) {
    const { plugin, logs } = await load({ events: [hook], failClosed: true, program: 'cat >/dev/null; echo no >&2; exit 2' });
    await plugin[hook]({ sessionID: 'ses_1' }, output);
    is(logs.length, 1, `lines in the log for ${hook}`);
  }
});

await test('what gaff has to say goes to the log', async () => {
  const { plugin, logs, toasts } = await load({ hook: 'cat >/dev/null; exit 1' });
  await before(plugin).done;
  is([logs.length, logs[0].service, logs[0].level, toasts.length], [1, 'gaff', 'warn', 0]);
  matches(logs[0].message, /^gaff: tool\.execute\.before: gaff: .*exit code 1/);
});

await test('what a hook has to say to the user goes to the log and the screen, each time', async () => {
  const { plugin, logs, toasts } = await load({ events: ['tool.execute.before', 'chat.message'], hook: answer({ system_message: 'one\ntwo', user_message: 'three' }) });
  await before(plugin).done;
  await plugin['chat.message']({ sessionID: 'ses_1' }, message('hello'));
  is(logs.map(line => [line.service, line.level, line.message]), Array(2).fill(['gaff', 'info', 'gaff: one two three']));
  is(toasts.map(note => [note.title, note.variant, note.message]), Array(2).fill(['gaff', 'info', 'gaff: one two three']));
  const denied = await load({ hook: answer({ decision: 'deny', reason: 'no', message: 'why not' }) });
  is(await rejection(before(denied.plugin).done), 'no');
  is([denied.logs.map(line => line.message), denied.toasts.length], [['gaff: why not'], 1]);
  const odd = await load({ program: `cat >/dev/null; echo '{"notify":{"a":1}}'` });
  await before(odd.plugin).done;
  is([odd.logs, odd.toasts], [[], []]);
});

await test('how the model is asked, and nobody sees the key of its provider', async () => {
  const secret = { info: { key: 'SECRET' }, options: { apiKey: 'SECRET' } }, model = { id: 'm', providerID: 'p', headers: { authorization: 'SECRET' }, options: { apiKey: 'SECRET' } };
  const input = { sessionID: 'ses_1', agent: 'build', model, provider: secret, message: { id: 'msg_1' } };
  for (const [name, output, native, after] of [['chat.params', { temperature: 0, topP: 1, topK: 0, options: { a: 1 } }, { temperature: 0.5, options: { b: 2 } }, { temperature: 0.5, topP: 1, topK: 0, options: { b: 2 } }],
    ['chat.headers', { headers: { a: '1' } }, { headers: { b: '2' } }, { headers: { b: '2' } }]]) {
    const { plugin, logs, project } = await load({ events: [name], hook: `cat > ${quote(path.join(scratch, name))}; echo '${JSON.stringify({ native })}'` });
    await plugin[name](input, output);
    is([output, logs], [after, []]);
    const seen = fs.readFileSync(path.join(scratch, name), 'utf8');
    ok(!seen.includes('SECRET'), seen);
    is([JSON.parse(seen).event, JSON.parse(seen).model, JSON.parse(seen).session_id], [`opencode:${name}`, 'm', 'ses_1']);
    is(input.provider, secret, 'what OpenCode has');
    const denied = await load({ events: [name], hook: answer({ decision: 'deny', reason: 'no' }), failClosed: true });
    await denied.plugin[name](input, output);
    ok(/deny is lost/.test(denied.logs[0].message), JSON.stringify(denied.logs));
  }
});

await test('the whole bus', async () => {
  const { plugin, project } = await load({ events: ['event', 'event:session.idle'], program: 'cat >/dev/null; echo "$5" >> told; echo "{}"' });
  for (const type of ['session.idle', 'message.updated', 'server.connected']) await plugin.event({ event: { type, properties: {} } });
  await plugin.dispose();
  is(fs.readFileSync(path.join(project, 'told'), 'utf8').trim().split('\n').sort(), ['event', 'event', 'session.idle']);
});

// ---- every row of the host ----

await test('every event of the host can be registered, and gaff gets the payload as it was recorded', async () => {
  const rows = JSON.parse(spawnSync(gaff, ['hosts', 'opencode', '--events', '--json'], { encoding: 'utf8' }).stdout).hosts[0].events.map(row => row.event);
  const recorded = cases('opencode').map(name => JSON.parse(readCase('opencode', name).payload)).filter(payload => payload.hook);
  const names = new Set(recorded.map(payload => payload.input?.event?.type ?? payload.hook));
  const registered = name => source.includes(`'${name}'`) ? name : `event:${name}`;
  ok(rows.length >= 23 && names.size > 20, `only ${rows.length} rows and ${names.size} recorded`);
  const { plugin, project } = await load({ events: [...rows, ...names].map(registered), program: `n=$(mktemp "$PWD/got.XXXXXX"); { echo "$5"; cat; } > "$n"; mv "$n" "$n.whole"; echo '{}'` });
  for (const name of rows) ok(plugin[name] ?? (registered(name).startsWith('event:') && plugin.event), `${name} is not registered`);
  for (const { hook, input, output } of recorded) await plugin[hook](input, output);
  await plugin.dispose();
  const got = fs.readdirSync(project).filter(name => name.endsWith('.whole')).map(name => fs.readFileSync(path.join(project, name), 'utf8').split('\n'));
  const key = (event, { hook, input, output }) => JSON.stringify([event, hook, input, output]);
  is(got.map(([event, payload]) => key(event, JSON.parse(payload))).sort(), recorded.map(payload => key(payload.input?.event?.type ?? payload.hook, payload)).sort(), 'what gaff got');
});

// ---- the bus ----

const idle = { event: { id: 'evt_1', type: 'session.idle', properties: { sessionID: 'ses_1' } } };

await test('of the bus only what is listed, and nobody waits but dispose', async () => {
  const { plugin, project, logs } = await load({ events: ['event:session.idle'], program: 'cat >/dev/null; sleep 0.5; echo "$5" >> told; echo noise; echo noise >&2; exit 2' });
  const began = Date.now();
  await plugin.event(idle);
  await plugin.event({ event: { type: 'session.updated', properties: {} } });
  await plugin.event({});
  ok(Date.now() - began < 400, 'an event is waited for');
  await plugin.dispose();
  is([fs.readFileSync(path.join(project, 'told'), 'utf8'), logs], ['session.idle\n', []]);
});

await test('forty events are a few processes at a time', async () => {
  const { plugin, project } = await load({ events: ['event:session.idle'], program: `mkdir "busy.$$"; ls -d busy.* | wc -l >> width; cat >> "order.$$"; rmdir "busy.$$"` });
  for (let i = 0; i < 40; i++) await plugin.event({ event: { ...idle.event, id: i } });
  await plugin.dispose();
  const widths = fs.readFileSync(path.join(project, 'width'), 'utf8').trim().split('\n').map(Number);
  is([widths.length, Math.max(...widths) <= 4], [40, true], 'processes, and at a time');
});

await test('a program that is missing, on the bus', async () => {
  const { plugin, logs } = await load({ path: path.join(scratch, 'nowhere'), events: ['event:session.idle', 'config'], failClosed: true });
  await plugin.config({ model: 'm' });
  await plugin.event(idle);
  await plugin.dispose();
  is(logs.length, 2);
  for (const line of logs) matches(line.message, /^gaff: (config|session\.idle): .*nowhere cannot be started .*ENOENT/);
});

// ---- when gaff fails ----

const troubles = {
  'a program that is missing': [{ path: path.join(scratch, 'no "such" gaff') }, /no "such" gaff cannot be started in .*ENOENT/],
  'a program that may not be run': [{ path: path.join(root, 'README.md') }, /README\.md cannot be started in .*EACCES/],
  'a program that dies': [{ program: 'kill -9 $$' }, /it was killed by SIGKILL/],
  'another exit code': [{ program: 'echo "{}"; echo usage >&2; exit 129' }, /it exited with 129: usage/],
  'no answer': [{ program: 'cat >/dev/null' }, /its answer is no JSON object/],
  garbage: [{ program: 'cat >/dev/null; echo "{} and more"' }, /its answer is no JSON object/],
  'an answer that is no object': [{ program: 'cat >/dev/null; echo "[1]"' }, /its answer is no JSON object/],
  'half an answer': [{ program: `cat >/dev/null; printf '{"block":"no'` }, /its answer is no JSON object/],
};
for (const [name, [what, pattern]] of Object.entries(troubles)) {
  await test(`${name}: open`, async () => {
    const { plugin, logs, toasts } = await load(what);
    const { output, done } = before(plugin);
    await done;
    is(output, { args: { command: 'ls', timeout: 5 } });
    is([logs.length, logs[0].level, toasts.length], [1, 'error', 1]);
    matches(logs[0].message, pattern);
    matches(logs[0].message, /passes/);
    await before(plugin).done;
    is([logs.length, toasts.length], [2, 1], 'lines and notes after a second call');
  });
  await test(`${name}: closed`, async () => {
    const events = ['tool.execute.before', 'tool.execute.after', 'chat.message', 'command.execute.before', 'shell.env', 'experimental.text.complete', 'experimental.session.compacting'];
    const { plugin } = await load({ ...what, events, failClosed: true });
    for (const hook of events) {
      const error = await rejection(plugin[hook]({ sessionID: 'ses_1' }, { args: {}, env: {}, parts: [] }));
      if (hook.startsWith('experimental.')) is(error, null, hook);
      else matches(error, pattern);
    }
  });
}

await test('a folder that is gone', async () => {
  const { plugin, project } = await load({ hook: 'cat >/dev/null', failClosed: true });
  fs.rmdirSync(project);
  matches(await rejection(before(plugin).done), /cannot be started in .*project: ENOENT/);
});

await test('a payload that is no JSON', async () => {
  const loop = {};
  loop.loop = loop;
  const { plugin } = await load({ hook: 'cat >/dev/null', failClosed: true });
  matches(await rejection(before(plugin, loop).done), /got no verdict/);
  const open = await load({ hook: 'cat >/dev/null', events: ['tool.execute.before', 'event:x'] });
  await before(open.plugin, loop).done;
  await open.plugin.event({ event: { type: 'x', loop } });
  is(open.logs.length, 2);
});

await test('without a log of OpenCode the console', async () => {
  const lines = [], old = console.error;
  console.error = line => lines.push(line);
  try {
    for (const client of [null, {}, { app: {} }]) {
      const { plugin } = await load({ client, path: path.join(scratch, 'nowhere') });
      await before(plugin).done;
    }
  } finally {
    console.error = old;
  }
  is(lines.length, 3);
  matches(lines[0], /^gaff: .*nowhere cannot be started/);
});

await test('a log that fails', async () => {
  for (const log of [() => { throw new Error('no'); }, async () => { throw new Error('no'); }, () => new Promise(() => {})]) {
    const { plugin } = await load({ client: { app: { log } }, path: path.join(scratch, 'nowhere') });
    await before(plugin).done;
  }
});

const hanging = { program: `trap '' TERM; echo $$ > pid; while :; do sleep 0.2; done`, deadline: { 'tool.execute.before': 0.2 } };
const slowOnes = [false, true].map(failClosed => test(`a program that hangs: ${failClosed ? 'closed' : 'open'}`, async () => {
  const { plugin, project } = await load({ ...hanging, failClosed });
  const began = Date.now(), error = await rejection(before(plugin).done), took = Date.now() - began;
  if (failClosed) matches(error, /did not answer within 0\.2 seconds/);
  else is(error, null);
  ok(took > 3000 && took < 3200 + 2000 * slow, `it took ${took} ms`);
  await until('it is killed, though it ignores SIGTERM', () => gone(project));
}));
slowOnes.push(test('OpenCode\'s exit does not wait for ever, and what is running goes on', async () => {
  const { plugin, project } = await load({ events: ['event:session.idle'], program: 'cat >/dev/null; while [ ! -e go ]; do sleep 0.1; done; touch told' });
  const began = Date.now();
  await plugin.event(idle);
  await plugin.dispose();
  const took = Date.now() - began;
  ok(took > 4500 && took < 5000 + 2000 * slow, `it took ${took} ms`);
  fs.writeFileSync(path.join(project, 'go'), '');
  await until('it is told', () => fs.existsSync(path.join(project, 'told')));
}));
await Promise.all(slowOnes);

await test('something that holds the pipes open does not hold up the call', async () => {
  const { plugin, project } = await load({ program: `cat >/dev/null; sleep 20 & echo $! > pid; echo '{"block":"in time"}'` });
  const began = Date.now();
  is(await rejection(before(plugin).done), 'in time');
  ok(Date.now() - began < 5000 * slow, 'it waited');
  process.kill(Number(fs.readFileSync(path.join(project, 'pid'), 'utf8')));
});

// ---- size ----

await test('10 MB to gaff, and a program that reads none of it', async () => {
  const big = { command: 'x'.repeat(10 << 20) };
  const { plugin } = await load({ hook: `[ "$(wc -c)" -gt 10485760 ] && echo '{"decision":"deny","reason":"all of it"}'` });
  is(await rejection(before(plugin, big).done), 'all of it');
  const deaf = await load({ program: `echo '{"block":"unread"}'` });
  is(await rejection(before(deaf.plugin, big).done), 'unread');
});

await test('2 MB from gaff', async () => {
  const { plugin } = await load({ program: `cat >/dev/null; printf '{"args":{"command":"'; head -c 2097152 /dev/zero | tr '\\0' x; printf '"}}'` });
  const { output, done } = before(plugin);
  await done;
  is(output.args.command.length, 2 << 20);
});

await test('a flood is cut off, also from what gaff leaves behind', async () => {
  const { plugin, project } = await load({ program: 'cat >/dev/null; yes >&2 & echo $! > pid; exec yes', failClosed: true });
  matches(await rejection(before(plugin).done), /more than 67108864 bytes/);
  await until('nobody reads it', () => gone(project));
});

// ---- many at once ----

await test('ten calls at once each get their own answer, and OpenCode goes on meanwhile', async () => {
  const { plugin } = await load({ program: `read -r line; sleep 0.3; id=\${line##*'"callID":"'}; printf '{"args":{"command":"for %s"}}' "\${id%%'"'*}"` });
  let ticks = 0;
  const timer = setInterval(() => ticks++, 10), began = Date.now();
  const calls = Array.from({ length: 10 }, (_, i) => before(plugin, { command: 'ls' }, `call_${i}`));
  await Promise.all(calls.map(call => call.done));
  clearInterval(timer);
  is(calls.map(call => call.output.args.command), calls.map((_, i) => `for call_${i}`));
  ok(Date.now() - began < 2500 * slow, 'one after another');
  ok(ticks > 5, `the event loop went on ${ticks} times`);
});

// ---- gaff.json ----

const broken = {
  'is missing': null, 'is empty': '', 'is no JSON': '{"program":', 'is no object': 'null', 'names no program': '{"events":[]}', 'names a relative program': '{"program":"gaff","events":[]}',
  'has no events': '{"program":"/bin/true"}', 'has events that are no names': '{"program":"/bin/true","events":[{}],"failClosed":true}',
};
for (const [name, manifest] of Object.entries(broken)) await test(`a gaff.json that ${name}`, async () => {
  const { plugin, logs } = await load({ manifest });
  is([Object.keys(plugin), logs.length], [[], 1]);
  matches(logs[0].message, /no hook is run: .*it's a "plugin" .*gaff\.json: /);
});

await test('a hook that the plugin does not know is named', async () => {
  const { plugin, logs } = await load({ events: ['tool.execute.before', 'tool.execute.during', 'toString', 'dispose', 'events'] });
  is([Object.keys(plugin), logs.length], [['tool.execute.before', 'dispose'], 4]);
});

await test('odd deadlines are the usual one', async () => {
  for (const value of [0, -1, 'soon', null, 1e9, {}]) {
    const { plugin, project } = await load({ program: `cat >/dev/null; echo "$7" > seconds; echo '{}'`, deadline: { 'tool.execute.before': value } });
    await before(plugin).done;
    is(fs.readFileSync(path.join(project, 'seconds'), 'utf8'), '55\n', JSON.stringify(value));
  }
});

fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
finish('plugin');
