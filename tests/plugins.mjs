// plugins.mjs - gaff's modules for pi and Amp: what they start, what they do with answers, and what when there is none.
//
// node loads them here as the agents do, with an API that notes what is registered; that pi itself obeys is for tests/e2e.
// What they share with the plugin for OpenCode (floods, pipes, deadlines) is tried in plugin.mjs. Everything lies in
// folders with names that would break a module that pastes them anywhere.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { finish, is, ok, test } from './check.mjs';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = path.resolve(process.env.GAFF ?? path.join(root, 'build/gaff'));
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-plugins-'));
Object.assign(process.env, { HOME: scratch, XDG_CONFIG_HOME: scratch, XDG_STATE_HOME: scratch, XDG_CACHE_HOME: scratch, GAFF_AUDIT: 'off' });
let number = 0;
function matches(text, pattern) { ok(pattern.test(text), `${JSON.stringify(text)?.slice(0, 400)} is not ${pattern}`); }
const quote = text => `'${text.replaceAll("'", "'\\''")}'`;
const script = (file, body) => { fs.writeFileSync(file, `#!/bin/sh\n${body}\n`, { mode: 0o755 }); return file; };
const answer = value => `cat >/dev/null; cat <<'END'\n${JSON.stringify(value)}\nEND`;
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
async function until(what, cond) {
  for (let i = 0; i < 1000; i++, await sleep(10)) if (cond()) return;
  throw new Error(`in vain: ${what}`);
}

// ---- the agents: an API, what a handler gets besides the event, and calls of a tool ----

const agents = {
  pi: {
    before: 'tool_call', after: 'tool_result', prompt: 'input', stop: 'agent_before_settle', start: 'session_start', other: 'turn_start',
    api: seen => ({ sendMessage: (message, options) => { seen.sent.push([message.content, options.deliverAs]); } }),
    ctx: (seen, project) => ({
      cwd: project, hasUI: seen.confirms !== undefined, mode: 'tui', model: { provider: 'mock', id: 'm' }, isIdle: () => true, abort: () => { seen.aborted = true; },
      sessionManager: { getSessionId: () => 'ses_1', getSessionFile: () => '/s.jsonl' },
      ui: { notify: message => { seen.notes.push(message); }, confirm: async (title, message) => { seen.asked = message; return seen.confirms; } },
    }),
    call: input => ({ type: 'tool_call', toolName: 'bash', toolCallId: 'call_1', input }),
    result: text => ({ type: 'tool_result', toolName: 'bash', toolCallId: 'call_1', input: { command: 'ls' }, content: [{ type: 'text', text }], isError: false }),
    isBlocked: result => result?.block === true ? result.reason : null,
    passes: result => result === undefined,
    inputAfter: (event, result) => event.input,
    outputAfter: result => result?.content.map(part => part.text).join('|'),
    isFailed: result => result?.isError === true,
    envelope: (event, project) => ({ ...event, ctx: { cwd: project, sessionId: 'ses_1', sessionFile: '/s.jsonl', model: 'mock/m', mode: 'tui', hasUI: false } }),
  },
  amp: {
    before: 'tool.call', after: 'tool.result', prompt: 'agent.start', stop: 'agent.end', start: 'session.start', other: 'session.start',
    api: (seen, project) => ({ logger: { log: message => { seen.notes.push(message); } }, system: { workspaceRoot: `file://${project}` }, helpers: { filePathFromURI: uri => uri.slice(7) } }),
    ctx: seen => ({ ui: seen.confirms === undefined ? {} : { notify: async message => { seen.notes.push(message); }, confirm: async ({ message }) => { seen.asked = message; return seen.confirms; } } }),
    call: input => ({ tool: 'Bash', input, toolUseID: 'toolu_1', thread: { id: 'T-1' } }),
    result: text => ({ tool: 'Bash', input: { cmd: 'ls' }, toolUseID: 'toolu_1', status: 'done', output: text, thread: { id: 'T-1' } }),
    isBlocked: result => result?.action === 'reject-and-continue' ? result.message : null,
    passes: result => result?.action === 'allow' && Object.keys(result).length === 1,
    inputAfter: (event, result) => result.input,
    outputAfter: result => result?.error ?? result?.output?.replaceAll('\n\n', '|'),
    isFailed: result => result?.status === 'error',
    envelope: (event, project) => ({ amp: 'tool.call', event, directory: project }),
  },
};

// A module in a folder of its own: `program` is the text of a script, or `hook` one that real gaff calls.
async function load(id, { program, hook, path: given, events, manifest, confirms, ...more }) {
  const agent = agents[id], dir = path.join(scratch, `${++number} it's a "module" #1 %41 \${x} \`y\``), project = path.join(dir, 'project');
  fs.mkdirSync(project, { recursive: true });
  fs.writeFileSync(path.join(dir, 'gaff.js'), [`${id}_plugin`, `${id}_wire`, 'plugin_gaff', 'plugin_run'].map(name => fs.readFileSync(path.join(root, `src/agents/plugins/${name}.js`), 'utf8')).join(''));
  fs.writeFileSync(path.join(dir, 'package.json'), '{"type":"module"}');
  const text = program ?? `exec ${quote(gaff)} "$@"${hook ? ` -- ${quote(script(path.join(dir, 'hook.sh'), hook))}` : ''}`;
  const file = given ?? script(path.join(dir, `"gaff" it's; $(touch oops)`), text);
  const names = events ?? [agent.before];
  if (manifest !== null) fs.writeFileSync(path.join(dir, 'gaff.json'), manifest ?? JSON.stringify({ generated_by: 'gaff test', program: file, events: names, deadline: {}, failClosed: false, ...more }));
  const seen = { notes: [], sent: [], confirms }, handlers = {}, errors = [];
  const module = await import(pathToFileURL(path.join(dir, 'gaff.js')));
  is(Object.keys(module), ['default'], 'exports');
  module.default({ ...agent.api(seen, project), on: (name, handler) => { (handlers[name] ??= []).push(handler); } });
  const ctx = agent.ctx(seen, project);
  const fire = async (name, event) => { // as the agents do: one handler after another
    const old = console.error;
    console.error = line => errors.push(line);
    try {
      let last;
      for (const handler of handlers[name] ?? []) last = await handler(event, ctx) ?? last;
      return last;
    } finally {
      console.error = old;
    }
  };
  return { fire, seen, handlers, project, dir, errors, said: () => [...errors, ...seen.notes].join('\n') };
}

for (const [id, a] of Object.entries(agents)) {
  const command = text => id === 'amp' ? { cmd: text } : { command: text, timeout: 5 };

  await test(`${id}: the program gets its arguments, the folder and the payload`, async () => {
    const { fire, project } = await load(id, { program: `cat > "$PWD/payload"; for a; do echo "$a"; done > args; echo '{}'`, deadline: { [a.before]: 7.5 } });
    const event = a.call(command('ls'));
    ok(a.passes(await fire(a.before, event)), 'what is returned');
    is(fs.readFileSync(path.join(project, 'args'), 'utf8'), `run\n--host\n${id}\n--event\n${a.before}\n--deadline\n7.5\n`, 'arguments');
    is(JSON.parse(fs.readFileSync(path.join(project, 'payload'), 'utf8')), a.envelope(event, project), 'payload');
    is(fs.readdirSync(project).sort(), ['args', 'payload'], 'what else is in the project');
  });

  await test(`${id}: a denial, and nothing else is said`, async () => {
    const { fire, said } = await load(id, { hook: answer({ decision: 'deny', reason: 'it\'s "private"\nreally' }) });
    is(a.isBlocked(await fire(a.before, a.call(command('ls')))), 'it\'s "private"\nreally');
    is(said(), '');
  });

  await test(`${id}: a rewrite takes away what it does not name, and __proto__ is a key`, async () => {
    const { fire } = await load(id, { program: `cat >/dev/null; echo '{"input":{"b":[1],"__proto__":{"evil":1}}}'` });
    const event = a.call({ a: 1, b: 2 }), input = a.inputAfter(event, await fire(a.before, event));
    is([Object.keys(input).sort(), input.b, input.evil, Object.getPrototypeOf(input) === Object.prototype], [['__proto__', 'b'], [1], undefined, true]);
  });

  await test(`${id}: a rewrite through gaff`, async () => {
    const { fire } = await load(id, { hook: answer({ updated_input: { command: 'echo rewritten' } }) });
    const event = a.call(command('ls'));
    is(a.inputAfter(event, await fire(a.before, event)), command('echo rewritten'));
  });

  await test(`${id}: a rewrite that cannot be applied blocks`, async () => {
    for (const text of ['{"input":"b"}', '{"input":[1]}']) {
      const { fire } = await load(id, { program: `cat >/dev/null; echo '${text}'` });
      const event = a.call({ a: 1 });
      matches(a.isBlocked(await fire(a.before, event)), /cannot be applied/);
      is(event.input, { a: 1 }, 'the old input');
    }
  });

  await test(`${id}: a question, with and without somebody to ask`, async () => {
    const hook = answer({ decision: 'ask', reason: 'sure?' });
    const yes = await load(id, { hook, confirms: true });
    ok(a.passes(await yes.fire(a.before, a.call(command('ls')))), 'the user said yes');
    is(yes.seen.asked, 'sure?');
    const no = await load(id, { hook, confirms: false });
    is(a.isBlocked(await no.fire(a.before, a.call(command('ls')))), 'the user said no: sure?');
    const nobody = await load(id, { hook });
    is(a.isBlocked(await nobody.fire(a.before, a.call(command('ls')))), `sure?\n\nThis needs a person's confirmation, and nobody can be asked in this run: the user can do it themselves, run ${id === 'amp' ? 'Amp' : id} interactively, or change the guard or rule that asks.`);
  });

  await test(`${id}: what the model reads of a result`, async () => {
    for (const [said, want, failed] of [[{ updated_output: 'REDACTED' }, 'REDACTED', false], [{ context: 'CONTEXT' }, 'secret|CONTEXT', false], [{ decision: 'deny', reason: 'no' }, 'secret|no', id === 'pi'],
      [{ updated_output: 'REDACTED', context: 'CONTEXT' }, 'REDACTED|CONTEXT', false]]) {
      const { fire } = await load(id, { events: [a.after], hook: answer(said) });
      const result = await fire(a.after, a.result('secret'));
      is([a.outputAfter(result), a.isFailed(result)], [want, failed], JSON.stringify(said));
    }
    const { fire } = await load(id, { events: [a.after], hook: 'cat >/dev/null' });
    is(await fire(a.after, a.result('secret')), undefined, 'no opinion');
  });

  await test(`${id}: exit 2 without JSON`, async () => {
    const { fire } = await load(id, { program: 'cat >/dev/null; echo " why " >&2; exit 2' });
    is(a.isBlocked(await fire(a.before, a.call(command('ls')))), 'why');
    const mute = await load(id, { program: 'cat >/dev/null; exit 2' });
    matches(a.isBlocked(await mute.fire(a.before, a.call(command('ls')))), /./);
  });
  await test(`${id}: exit 2 blocks whatever the JSON says`, async () => {
    for (const block of [false, null, '', 0, {}]) {
      const { fire } = await load(id, { program: `cat >/dev/null; echo '${JSON.stringify({ block })}'; echo why >&2; exit 2` });
      is(a.isBlocked(await fire(a.before, a.call(command('ls')))), 'why', JSON.stringify(block));
    }
    const both = await load(id, { program: `cat >/dev/null; echo '{"block":true,"reason":"in JSON"}'; echo noise >&2; exit 2` });
    is(a.isBlocked(await both.fire(a.before, a.call(command('ls')))), 'in JSON');
  });

  await test(`${id}: a message for the user`, async () => {
    const { fire, seen } = await load(id, { hook: answer({ system_message: 'NOTE' }), confirms: true });
    ok(a.passes(await fire(a.before, a.call(command('ls')))), 'it passes');
    is(seen.notes, ['gaff: NOTE']);
  });

  const troubles = {
    'a program that is missing': [{ path: path.join(scratch, 'no "such" gaff') }, /no "such" gaff cannot be started in .*ENOENT/],
    'a program that dies': [{ program: 'kill -9 $$' }, /it was killed by SIGKILL/],
    'another exit code': [{ program: 'echo "{}"; echo usage >&2; exit 129' }, /it exited with 129: usage/],
    'no answer': [{ program: 'cat >/dev/null' }, /its answer is no JSON object/],
    'half an answer': [{ program: `cat >/dev/null; printf '{"block":true'` }, /its answer is no JSON object/],
  };
  for (const [name, [what, pattern]] of Object.entries(troubles)) await test(`${id}: ${name}, open and closed`, async () => {
    const open = await load(id, what), event = a.call(command('ls'));
    ok(a.passes(await open.fire(a.before, event)), 'open: it does not pass');
    is(event, a.call(command('ls')), 'open: the event');
    matches(open.said(), pattern);
    matches(open.said(), /passes without a verdict/);
    const closed = await load(id, { ...what, failClosed: true, events: [a.before, a.after, a.stop, a.prompt] });
    matches(a.isBlocked(await closed.fire(a.before, a.call(command('ls')))), pattern);
    const result = await closed.fire(a.after, a.result('secret'));
    ok(a.isFailed(result) && !JSON.stringify(result).includes('secret'), `the model reads a result without a verdict: ${JSON.stringify(result)}`);
    const end = await closed.fire(a.stop, { type: a.stop, entries: [], status: 'done', thread: { id: 'T-1' } });
    is(end, undefined, 'what cannot be blocked');
  });

  await test(`${id}: a payload that is no JSON`, async () => {
    const loop = {};
    loop.loop = loop;
    const closed = await load(id, { hook: 'cat >/dev/null', failClosed: true });
    matches(a.isBlocked(await closed.fire(a.before, a.call(loop))), /got no verdict/);
    const open = await load(id, { hook: 'cat >/dev/null' });
    ok(a.passes(await open.fire(a.before, a.call(loop))), 'it passes');
  });

  for (const [name, manifest] of Object.entries({ 'is missing': null, 'is no JSON': '{"program":', 'names a relative program': '{"program":"gaff","events":[]}', 'has no events': '{"program":"/bin/true"}' }))
    await test(`${id}: a gaff.json that ${name}`, async () => {
      const { fire, handlers, said } = await load(id, { manifest });
      is(Object.keys(handlers).includes(a.before), false, 'a hook is registered');
      await fire(a.start, { type: a.start, thread: { id: 'T-1' } });
      matches(said(), /no hook is run: .*it's a "module" .*gaff\.json: /);
    });

  await test(`${id}: what has no answer is not waited for`, async () => {
    const { fire, project } = await load(id, { events: [a.other], program: 'cat >/dev/null; sleep 0.5; echo "$5" > told; exit 2' });
    const began = Date.now();
    is(await fire(a.other, { type: a.other, thread: { id: 'T-1' } }), undefined);
    ok(Date.now() - began < 400, 'it was');
    await until('it is told', () => fs.existsSync(path.join(project, 'told')) && fs.readFileSync(path.join(project, 'told'), 'utf8') === `${a.other}\n`);
  });

  await test(`${id}: a stop refused, and the next one is known to follow from that`, async () => {
    const { fire } = await load(id, { events: [a.stop], hook: `case $(cat) in *'"stop_hook_active":true'*) exit 0;; esac; echo '{"decision":"deny","reason":"GO ON"}'` });
    const end = { type: a.stop, entries: [], status: 'done', thread: { id: 'T-1' } };
    const first = await fire(a.stop, end);
    is(id === 'amp' ? first : [first.continue, first.entries.map(entry => entry.content)], id === 'amp' ? { action: 'continue', userMessage: 'GO ON' } : [true, ['GO ON']]);
    if (id === 'amp') await fire('agent.start', { message: 'GO ON', thread: { id: 'T-1' } }); // what goes on begins so
    is(await fire(a.stop, end), undefined, 'a second refusal');
    await fire(id === 'amp' ? 'agent.start' : 'before_agent_start', { message: 'more', thread: { id: 'T-1' } });
    ok(await fire(a.stop, end), 'another prompt: it is refused again');
  });
}

// ---- what only one of them has ----

await test('pi: context is sent into the session', async () => {
  for (const [event, payload, want] of [['tool_call', agents.pi.call({ command: 'ls' }), 'steer'], ['input', { type: 'input', text: 'hello', source: 'interactive' }, 'nextTurn'],
    ['input', { type: 'input', text: 'hello', source: 'interactive', streamingBehavior: 'steer' }, 'steer'], ['session_start', { type: 'session_start', reason: 'startup' }, 'nextTurn'],
    ['session_compact', { type: 'session_compact', reason: 'manual' }, 'nextTurn']]) {
    const { fire, seen } = await load('pi', { events: [event], hook: answer({ context: 'CONTEXT' }) });
    is([await fire(event, payload), seen.sent], [undefined, [['CONTEXT', want]]], event);
  }
  const { fire, seen } = await load('pi', { events: ['before_agent_start'], hook: answer({ context: 'CONTEXT' }) });
  is([(await fire('before_agent_start', { type: 'before_agent_start', prompt: 'x' })).message.content, seen.sent], ['CONTEXT', []]);
});

await test('pi: a prompt refused, and another one', async () => {
  const prompt = { type: 'input', text: 'hello', images: [1], source: 'interactive' };
  const no = await load('pi', { events: ['input'], hook: answer({ decision: 'deny', reason: 'NOPE' }), confirms: true });
  is([await no.fire('input', prompt), no.seen.notes], [{ action: 'handled' }, ['gaff: the prompt is refused: NOPE']]);
  const other = await load('pi', { events: ['input'], hook: answer({ updated_prompt: 'other' }) });
  is(await other.fire('input', prompt), { action: 'transform', text: 'other', images: [1] });
});

await test('pi: what is cancelled, and the command of the user', async () => {
  for (const event of ['session_before_compact', 'session_before_switch', 'session_before_fork', 'session_before_tree']) {
    const { fire } = await load('pi', { events: [event], hook: answer({ decision: 'deny', reason: 'NOPE' }) });
    is(await fire(event, { type: event, reason: 'manual' }), { cancel: true }, event);
  }
  const { fire } = await load('pi', { events: ['user_bash'], hook: answer({ decision: 'deny', reason: 'NOPE' }) });
  is(await fire('user_bash', { type: 'user_bash', command: 'ls', cwd: '/' }), { result: { output: 'NOPE', exitCode: 1, cancelled: false, truncated: false } });
});

await test('pi: stopped', async () => {
  const { fire, seen, said } = await load('pi', { hook: answer({ continue: false, stop_reason: 'enough' }) });
  is([agents.pi.isBlocked(await fire('tool_call', agents.pi.call({ command: 'ls' }))), seen.aborted], ['enough', true]);
  matches(said(), /stopped: enough/);
});

await test('pi: its exit waits for what is being told', async () => {
  const { fire, project } = await load('pi', { events: ['session_shutdown'], program: 'cat >/dev/null; sleep 0.5; touch told' });
  await fire('session_shutdown', { type: 'session_shutdown', reason: 'quit' });
  ok(fs.existsSync(path.join(project, 'told')), 'it does not');
});

await test('Amp: context with a prompt, and a turn that was cancelled is over', async () => {
  const { fire } = await load('amp', { events: ['agent.start'], hook: answer({ context: 'CONTEXT' }) });
  is(await fire('agent.start', { id: 1, message: 'hello', thread: { id: 'T-1' } }), { message: { content: 'CONTEXT', display: false } });
  const end = await load('amp', { events: ['agent.end'], hook: answer({ decision: 'deny', reason: 'GO ON' }) });
  is(await end.fire('agent.end', { id: 1, message: 'hello', messages: [], status: 'cancelled', thread: { id: 'T-1' } }), undefined);
});

await test('Amp: a result in parts, and one that failed', async () => {
  const { fire } = await load('amp', { events: ['tool.result'], hook: answer({ context: 'CONTEXT' }) });
  is(await fire('tool.result', { ...agents.amp.result(''), output: [{ type: 'text', text: 'a' }] }), { status: 'done', output: [{ type: 'text', text: 'a' }, { type: 'text', text: 'CONTEXT' }] });
  is(await fire('tool.result', { ...agents.amp.result(''), status: 'error', output: undefined, error: 'exit code 3' }), { status: 'error', error: 'exit code 3\n\nCONTEXT' });
});

fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
finish('plugins');
