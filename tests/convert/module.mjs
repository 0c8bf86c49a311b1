// module.mjs - the module that `gaff convert --to opencode` writes: what it runs, what it does with answers, and that no
// text in it is ever code. node loads it here as OpenCode's Bun does; that OpenCode itself obeys is for tests/e2e.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { finish, is, ok, test } from '../check.mjs';

const root = path.dirname(path.dirname(path.dirname(new URL(import.meta.url).pathname)));
const gaff = path.resolve(process.env.GAFF ?? path.join(root, 'build/gaff'));
const tool = path.join(path.dirname(gaff), 'opencode-module');
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-module-'));
const slow = Number(process.env.SLOW ?? 1);
Object.assign(process.env, { HOME: scratch, XDG_CONFIG_HOME: scratch, XDG_STATE_HOME: scratch, XDG_CACHE_HOME: scratch, GAFF_AUDIT: 'off' });
let number = 0;
function matches(text, pattern) { ok(pattern.test(text), `${JSON.stringify(text)?.slice(0, 400)} is not ${pattern}`); }
const rejection = async promise => promise.then(() => null, error => error.message);
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
async function until(what, cond) {
  for (let i = 0; i < 500 * slow; i++, await sleep(10)) if (cond()) return;
  throw new Error(`in vain: ${what}`);
}
const quote = text => `'${text.replaceAll("'", "'\\''")}'`;
const answer = value => `cat >/dev/null; cat <<'END'\n${JSON.stringify(value)}\nEND`;
const call = (how, input) => spawnSync(tool, [how], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
function does(how, input) {
  const r = call(how, input);
  if (r.status !== 0) throw new Error(`${how}: ${r.error ?? r.stderr}`);
  return r.stdout;
}
const write = document => does('write', typeof document === 'string' ? document : JSON.stringify(document));
const data = text => text.split('\n')[1];
const rest = text => text.split('\n').filter((_, i) => i !== 1).join('\n');

// A module in a folder of its own, with a client that remembers.
async function load(hooks, { more = {}, text, project: name = "the user's project" } = {}) {
  const dir = path.join(scratch, `${++number} it's a "module" #1 %41 \${x}`), project = path.join(dir, name), file = path.join(dir, 'hooks.mjs');
  fs.mkdirSync(project, { recursive: true });
  fs.writeFileSync(file, text ?? write({ hooks, ...more }));
  const logs = [], toasts = [];
  const client = { app: { log: async ({ body }) => { logs.push(body); } }, tui: { showToast: async ({ body }) => { toasts.push(body); } } };
  const module = await import(pathToFileURL(file));
  is(Object.keys(module).length, 1, 'the number of exports');
  const plugin = await Object.values(module)[0]({ client, directory: project, worktree: dir });
  const at = inner => path.join(project, inner), has = inner => fs.existsSync(at(inner));
  return { plugin, logs, toasts, dir, project, has, get: inner => fs.readFileSync(at(inner), 'utf8') };
}
const hook = (command, more = {}) => ({ event: 'tool.execute.before', command, ...more });
const before = (plugin, args = { command: 'ls' }, tool = 'bash') => {
  const output = { args };
  return { output, done: plugin['tool.execute.before']({ tool, sessionID: 'ses_1', callID: 'call_1' }, output) };
};

// ---- what is run ----

await test('a command gets the payload, its folder and its variables', async () => {
  const it = await load([hook('cat > payload; printf "%s|%s|%s" "$PWD" "$A" "$OLD" > "../seen"', { cwd: 'in ner', env: { A: "it's \"$HOME\"", N: 1 } })], {});
  fs.mkdirSync(path.join(it.project, 'in ner'));
  process.env.OLD = 'stays';
  const { output, done } = before(it.plugin);
  is([await done, output], [undefined, { args: { command: 'ls' } }]);
  is(it.get('seen'), `${path.join(it.project, 'in ner')}|it's "$HOME"|stays`);
  is(JSON.parse(it.get('in ner/payload')), { hook: 'tool.execute.before', input: { tool: 'bash', sessionID: 'ses_1', callID: 'call_1' }, output: { args: { command: 'ls' } }, directory: it.project, worktree: it.dir });
  is([it.logs, Object.keys(it.plugin)], [[], ['tool.execute.before', 'dispose']]);
});

await test('an absolute folder, and one that is not there', async () => {
  const it = await load([hook('pwd >&2', { cwd: scratch }), hook('true', { cwd: 'nowhere', name: 'lost' })]);
  await before(it.plugin).done;
  is(it.logs.map(line => line.level), ['warn', 'error']);
  matches(it.logs[0].message, new RegExp(`^gaff: tool\\.execute\\.before: hook 1: ${fs.realpathSync(scratch)}$`));
  matches(it.logs[1].message, /^gaff: tool\.execute\.before: lost: it cannot be started in .*nowhere: ENOENT; it passes/);
});

await test('a matcher is found anywhere in the name of the tool, and none or * is every tool', async () => {
  const it = await load([['as', 'a'], ['^(bash|read)$', 'b'], ['Bash', 'c'], [undefined, 'd'], ['', 'e'], ['*', 'f'], ['^(?!bash)', 'g'], ['lab_', 'h']].map(([matcher, name]) => hook(`printf ${name} >> ran`, { matcher })));
  const ran = async tool => { fs.rmSync(path.join(it.project, 'ran'), { force: true }); await before(it.plugin, {}, tool).done; return it.get('ran'); };
  is([await ran('bash'), await ran('read'), await ran('lab_mark'), await ran('task')], ['abdef', 'bdefg', 'defgh', 'adefg']);
});

await test('a matcher is about tools, also those that a permission is for, and counts for no other event', async () => {
  const it = await load(['chat.message', 'shell.env', 'session.idle', 'permission.asked', 'permission.ask', 'tool.execute.after'].map(event => ({ event, command: `echo ${event} >> ran`, matcher: '^bash$' })));
  await it.plugin['chat.message']({ sessionID: 's' }, { parts: [] });
  await it.plugin['shell.env']({ cwd: '/' }, { env: {} });
  await it.plugin.event({ event: { type: 'session.idle', properties: {} } });
  for (const name of ['edit', 'bash']) {
    await it.plugin.event({ event: { type: 'permission.asked', properties: { permission: name } } });
    await it.plugin['permission.ask']({ type: name }, { status: 'ask' });
    await it.plugin['tool.execute.after']({ tool: name }, { output: '' });
  }
  await it.plugin.dispose();
  is(it.get('ran').trim().split('\n').sort(), ['chat.message', 'permission.ask', 'permission.asked', 'session.idle', 'shell.env', 'tool.execute.after']);
});

await test('a matcher that is no pattern is every tool, and is named', async () => {
  const it = await load([hook('touch ran', { matcher: '(', name: 'open' })]);
  matches(it.logs[0].message, /^gaff: open: .*\(.*: it is run for every tool/);
  await before(it.plugin).done;
  ok(it.has('ran'), 'it did not run');
});

await test('entries that cannot be run are named, and the others run', async () => {
  const broken = [null, 1, 'x', [], {}, { event: 'chat.message' }, { command: 'x' }, { event: {}, command: 'x' }, { event: 'chat.message', command: ['x'], name: 'listed' }];
  const odd = { toString: 1, valueOf: 1 };
  const it = await load([...broken, hook('touch "ran$A$B"', { timeout: odd, env: { A: odd, B: null }, cwd: odd, matcher: odd, name: odd })]);
  is(it.logs.map(line => line.message), [1, 2, 3, 4, 5, 6, 7, 8, 'listed'].map(n => `gaff: ${n > 0 ? `hook ${n}` : n} has no event or no command: it is not run`));
  await before(it.plugin).done;
  ok(it.has('ran'), 'it did not run');
  for (const hooks of [undefined, null, {}, 'x', []]) is(Object.keys((await load(hooks)).plugin), ['dispose'], JSON.stringify(hooks));
});

// ---- answers ----

await test('exit 2 blocks, stderr is why, and no later hook runs', async () => {
  const it = await load([hook('cat >/dev/null; touch first'), hook('echo " it\'s \\"private\\"" >&2; echo really >&2; exit 2'), hook('touch third')]);
  is(await rejection(before(it.plugin).done), 'it\'s "private"\nreally');
  is([it.has('first'), it.has('third'), it.logs], [true, false, []]);
  is(await rejection(before((await load([hook('exit 2')])).plugin).done), 'blocked by a hook');
  is(await rejection(before((await load([hook(answer({ block: 'in JSON' }))])).plugin).done), 'in JSON');
});

await test('a rewrite in place, which the next hook sees', async () => {
  const it = await load([hook(answer({ args: { command: 'echo 1', __proto__: null, ['__proto__']: { evil: 1 } } })), hook('cat > seen'), hook(`sed 's/.*/{"args":{"command":"echo 2"}}/'`)]);
  const args = { command: 'ls', timeout: 5 }, { output, done } = before(it.plugin, args);
  await done;
  ok(output.args === args, 'another object');
  is([args.command, Object.keys(args), args.evil], ['echo 2', ['command'], undefined]);
  is(JSON.stringify(JSON.parse(it.get('seen')).output), '{"args":{"command":"echo 1","__proto__":{"evil":1}}}');
});

await test('a rewrite that cannot be applied blocks', async () => {
  matches(await rejection(before((await load([hook(answer({ args: 'b' }))])).plugin).done), /args that cannot be applied/);
  matches(await rejection(before((await load([hook(answer({ env: { A: '1' } }))])).plugin).done), /an env that cannot be applied/);
});

await test('variables, parts and outputs', async () => {
  const { plugin } = await load([
    { event: 'shell.env', command: answer({ env: { A: "it's" } }) }, { event: 'shell.env', command: answer({ env: { B: '' } }) },
    { event: 'chat.message', command: answer({ parts: [{ type: 'text', text: 'other' }] }) },
    { event: 'tool.execute.after', command: answer({ output: { output: 'REDACTED' } }) },
  ]);
  const env = { A: 'old', C: 'stays' }, parts = [{ type: 'text', text: 'words' }], after = { title: 't', output: 'secret' };
  await plugin['shell.env']({ cwd: '/' }, { env });
  await plugin['chat.message']({ sessionID: 's' }, { parts });
  await plugin['tool.execute.after']({ tool: 'bash' }, after);
  is([env, parts, after], [{ A: "it's", C: 'stays', B: '' }, [{ type: 'text', text: 'other' }], { title: 't', output: 'REDACTED' }]);
});

await test('what cannot be blocked is not', async () => {
  const events = ['experimental.session.compacting', 'experimental.text.complete'];
  const it = await load(events.flatMap(event => [{ event, command: 'echo no >&2; exit 2' }, { event, command: `touch ${event}` }]));
  for (const event of events) await it.plugin[event]({ sessionID: 's' }, { context: [], text: '' });
  is([it.logs.map(line => line.message), events.map(it.has)], [events.map(event => `gaff: ${event}: hook ${event.includes('compact') ? 1 : 3}: no; this cannot be blocked`), [true, true]]);
});

// ---- failures ----

const failures = {
  'another exit code': ['echo "{\\"block\\":\\"x\\"}"; echo broken >&2; exit 1', /it exited with 1: broken/],
  'a program that is missing': ['no-such-program-4711', /it exited with 127: .*no-such-program-4711/],
  'one that dies': ['kill -9 $$', /it was killed by SIGKILL/],
  'text that is no answer': ['echo fine', /its answer is no JSON object/],
  'a list': ['echo "[]"', /its answer is no JSON object/],
  'half an answer': [`printf '{"block":"no'`, /its answer is no JSON object/],
};
for (const [name, [command, pattern]] of Object.entries(failures)) await test(`${name}: it passes, the log says so, and the next hook runs`, async () => {
  const it = await load([hook(command, { name: 'the "first"' }), hook('touch second')]);
  const { output, done } = before(it.plugin);
  await done;
  is([output, it.has('second')], [{ args: { command: 'ls' } }, true]);
  is([it.logs.length, it.logs[0].level, it.toasts.length], [1, 'error', 1]);
  matches(it.logs[0].message, /^gaff: tool\.execute\.before: the "first": .*; it passes without a verdict$/);
  matches(it.logs[0].message, pattern);
});

await test('a timeout ends the command and what it has started', async () => {
  const it = await load([hook(`sh -c 'trap "" TERM; echo $$ > pid; while :; do sleep 0.1; done'; true`, { timeout: 0.5 }), hook('touch second')]);
  const began = Date.now();
  await before(it.plugin).done;
  const took = Date.now() - began;
  ok(took >= 500 && took < 1000 + 2000 * slow, `it took ${took} ms`);
  matches(it.logs[0].message, /hook 1: it did not answer within 0\.5 seconds; it passes/);
  ok(it.has('second'), 'the next hook did not run');
  const pid = it.get('pid').trim();
  await until('it is killed, though it ignores SIGTERM', () => !fs.existsSync(`/proc/${pid}`) || /\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8')));
});

await test('a command that reads nothing, and one that leaves something behind', async () => {
  const it = await load([hook('exec <&-; sleep 0.1'), hook(`cat >/dev/null; sleep 20 & echo $! > pid; echo '{"block":"in time"}'`)]);
  const began = Date.now();
  is(await rejection(before(it.plugin, { command: 'x'.repeat(10 << 20) }).done), 'in time');
  ok(Date.now() - began < 5000 * slow, 'it waited');
  process.kill(Number(it.get('pid')));
});

// ---- what nobody waits for ----

await test('the bus is told in order and without waiting, and failures are named', async () => {
  const it = await load([{ event: 'session.idle', command: 'cat > payload; sleep 0.4; echo 1 >> told; exit 2' }, { event: 'session.idle', command: 'echo 2 >> told; exit 3', name: 'second' }, { event: 'event:session.error', command: 'touch error' }]);
  is(Object.keys(it.plugin), ['event', 'dispose']);
  const began = Date.now();
  await it.plugin.event({ event: { type: 'session.idle', properties: { sessionID: 's' } } });
  await it.plugin.event({ event: { type: 'session.error' } });
  for (const type of ['other', '__proto__', 'constructor', undefined]) await it.plugin.event({ event: { type } });
  ok(Date.now() - began < 350, 'an event is waited for');
  await it.plugin.dispose();
  is([it.get('told'), it.has('error'), it.logs.map(line => line.message)], ['1\n2\n', true, ['gaff: session.idle: second: it ended with 3; it may not have been told']]);
  is(JSON.parse(it.get('payload')), { hook: 'event', input: { event: { type: 'session.idle', properties: { sessionID: 's' } } }, directory: it.project, worktree: it.dir });
});

// ---- gaff in it ----

await test('a line that calls gaff run is understood: a denial, a rewrite, no opinion', async () => {
  const line = answer => `${quote(gaff)} run --host opencode --event tool.execute.before -- sh -c ${quote(`cat >/dev/null; echo ${quote(JSON.stringify(answer))}`)}`;
  const it = await load([hook(line({})), hook(line({ updated_input: { command: 'echo other' } }), { matcher: '^bash$' }), hook(line({ decision: 'deny', reason: 'no' }), { matcher: '^read$' })]);
  const { output, done } = before(it.plugin);
  await done;
  is([output, it.logs], [{ args: { command: 'echo other' } }, []]);
  is(await rejection(before(it.plugin, { filePath: '/x' }, 'read').done), 'no');
});

await test('a hook of another agent in a line of --runtime: its own words, and its denial arrives', async () => {
  const claude = `case $(cat) in *'"hook_event_name":"PreToolUse"'*'"tool_name":"Bash"'*) echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"it is Bash"}}';; esac`;
  const manifest = { spec: 'hooks/1.0', hooks: [{ event: 'before_tool_execute', matcher: 'shell', blocking: true, handler: { type: 'command', command: claude } }] };
  const it = await load([hook(`${quote(gaff)} run --host opencode --event tool.execute.before --dialect claude-code --deadline 32 --inline ${quote(JSON.stringify(manifest))}`, { timeout: 37 })]);
  is(await rejection(before(it.plugin).done), 'it is Bash');
  is([await before(it.plugin, { filePath: '/x' }, 'read').done, it.logs], [undefined, []]);
});

await test('every event of the host is registered', async () => {
  const rows = JSON.parse(spawnSync(gaff, ['hosts', 'opencode', '--events', '--json'], { encoding: 'utf8' }).stdout).hosts[0].events.map(row => row.event);
  ok(rows.length >= 23, `only ${rows.length} rows`);
  const it = await load(rows.map(event => ({ event, command: `echo ${event} >> ran` })));
  for (const event of rows.filter(name => name !== 'event')) {
    if (it.plugin[event]) await it.plugin[event]({}, {});
    else await it.plugin.event({ event: { type: event } });
  }
  await it.plugin.event({ event: { type: 'anything' } }); // "event" is all of the bus that has no entry of its own
  await it.plugin.dispose();
  is(it.get('ran').trim().split('\n').sort(), [...rows].sort());
});

// ---- texts that would like to be code ----

const hostile = [
  '"', "'", '\\', '\\"', '\\\\"', '");globalThis.oops=1;("', '`', '`;globalThis.oops=1;`', '${globalThis.oops=1}', '$', '\n', '\r\nglobalThis.oops=1\r\n', '\u2028globalThis.oops=1\u2029', '*/', '/*', '//', '-->', '<!--', '</script>', ']]>',
  '\u0001\u001f\u007f\u0085\u00a0\ufeff\ufffe', 'é\u0300😀\u{10ffff}', '\ud800', '\udc00x', '\\u0022', '\\ud83d', '__proto__', 'constructor', 'toString', '$(touch oops)', '%s%n', '\t', '', ' ',
];
// Every text at every place, also as a key; "hooks" with a key __proto__ needs the text of JSON.
const places = text => ({
  hooks: [{ event: text, matcher: text, name: text, command: text, cwd: text, env: { [text || 'x']: text }, timeout: 1, [`${text} more`]: { [text]: [text] } }],
  [`${text} file`]: text, [text === 'hooks' ? 'x' : text]: { deep: text },
});
const json = value => JSON.stringify(value).replaceAll('"proto":', '"__proto__":');

await test('hostile texts come back as they were, one by one', () => {
  for (const text of hostile) {
    const document = JSON.stringify(places(text)), module = write(document);
    is(JSON.stringify(JSON.parse(does('read', module))), JSON.stringify(JSON.parse(document)), JSON.stringify(text));
    matches(data(module), /^const data = JSON\.parse\("(?:[ !#%-.0-;=-\[\]-_a-~]|\\["\\]|\\u[0-9a-f]{4})*"\);$/);
    is(rest(module), rest(write({})), 'the code');
  }
});

await test('hostile texts are what node sees, and none of them is executed', async () => {
  const text = write({ hooks: hostile.map(places).flatMap(document => document.hooks), all: hostile.map(places) });
  const file = path.join(scratch, 'data.mjs');
  fs.writeFileSync(file, `${text}\nexport { data };\n`);
  const { data: seen } = await import(pathToFileURL(file));
  is(JSON.stringify(seen), JSON.stringify({ hooks: hostile.map(places).flatMap(document => document.hooks), all: hostile.map(places) }));
  const it = await load(null, { text });
  await it.plugin.event?.({ event: { type: 'x' } });
  await it.plugin.dispose();
  is([globalThis.oops, {}.more, it.has('oops')], [undefined, undefined, false]);
});

await test('keys that objects have already are keys', async () => {
  const it = await load(null, { text: write(json({ proto: { hooks: [hook('touch oops')] }, constructor: { prototype: 1 }, hooks: [{
    ...hook('env > got'), proto: { command: 'touch oops', event: 'chat.message' }, constructor: 1, hasOwnProperty: 1, env: { proto: 'P', constructor: 'C', toString: 'T' },
  }, { event: '__proto__', command: 'touch oops' }, { event: 'constructor', command: 'touch oops' }, { event: 'dispose', command: 'touch oops' }] })) });
  is(Object.keys(it.plugin), ['tool.execute.before', 'event', 'dispose']);
  await before(it.plugin).done;
  await it.plugin.dispose();
  const got = it.get('got').split('\n');
  is([['__proto__=P', 'constructor=C', 'toString=T'].map(line => got.includes(line)), it.has('oops')], [[true, true, true], false]);
});

await test('hostile commands, folders and variables reach sh as they are', async () => {
  const value = `a'b"c\\d\${HOME}\`x\` $(touch oops) \n é😀</script>`, name = 'it\'s "a" ${folder} `x`';
  const it = await load([hook(`printf '%s' ${quote(value)} > word; printf '%s' "$A" > variable; pwd > folder`, { cwd: name, env: { A: value } })]);
  fs.mkdirSync(path.join(it.project, name));
  await before(it.plugin).done;
  is(['word', 'variable', 'folder'].map(file => it.get(`${name}/${file}`)), [value, value, `${path.join(it.project, name)}\n`]);
  ok(!it.has('oops') && !it.has(`${name}/oops`), 'a part of it was run');
});

// ---- reading ----

await test('other plugins are refused with a word why, damaged modules with a place', () => {
  const module = write({ hooks: [hook('true')] }), lines = module.split('\n');
  const said = text => call('read', text).stderr;
  matches(said('export const Other = async () => ({});\n'), /^-3 0:0: other plugins of OpenCode are programs and cannot be converted; `gaff convert --to opencode` writes ones/);
  matches(said(fs.readFileSync(path.join(root, 'src/agents/plugins/opencode_plugin.js'))), /^-3 0:0: this is what `gaff install opencode` writes/);
  matches(said(lines[0]), /^-2 1:\d+: .*not where it should be/);
  const damaged = module.replace('\\"command\\":', '\\"command\\",');
  matches(said(damaged), new RegExp(`^-2 2:${data(damaged).indexOf('command\\",') + 'command\\"'.length + 1}: .*a colon is missing`));
  matches(said(lines.slice(0, 2).join('\n')), /^-2 2:\d+: .*no code/);
});

await test('a module with a byte order mark and the line ends of Windows', () => {
  const module = write({ hooks: [hook('true')] });
  is(JSON.parse(does('read', `\ufeff${module.replaceAll('\n', '\r\n')}`)), { hooks: [hook('true')] });
});

await test('a thousand hooks', async () => {
  const hooks = Array.from({ length: 1000 }, (_, i) => hook(`/usr/bin/some/script-${i}.sh --é`, { matcher: `^(tool_${i}|bash_${i})$` }));
  is(JSON.parse(does('read', write({ hooks }))), { hooks });
  const it = await load([...hooks, hook('touch ran')]);
  await before(it.plugin).done;
  is([it.logs, it.has('ran')], [[], true]);
});

fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
finish('module');
