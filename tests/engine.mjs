// engine.mjs - gaff run with manifests: the chain of hooks, trust, policies, handlers, the record.
//
// The rules of answers are rows in tests/engine/rules.mjs; UPDATE=1 rewrites their golden files. Every test has a
// world of its own: a home, a project, and a folder `seen` where hooks leave behind that they ran.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { attend, cases, hosts, judge, readCase, silence } from './hosts.mjs';
import { hook, rules } from './engine/rules.mjs';
import { finish, is, ok, skip, test, wants } from './check.mjs';

process.umask(0o022);
const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
const slow = process.env.SLOW ? Number(process.env.SLOW) : 1; // valgrind and sanitizers take their time
const update = !!process.env.UPDATE;
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const scratch = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'gaff-engine-'));
const ids = Object.keys(hosts);
const has = program => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const canUnshare = spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs tmpfs /etc']).status === 0;
const nap = seconds => spawnSync('sleep', [String(seconds)]);
const wait = (cond, seconds = 5) => { for (let i = 0; i < seconds * 50 * slow && !cond(); i++) nap(0.02); return cond(); };

// ---- worlds ----

let worlds = 0;
class World {
  constructor(name = 'proj') {
    this.dir = path.join(scratch, `w${++worlds}`);
    this.home = path.join(this.dir, 'home');
    this.project = path.join(this.dir, name);
    this.seen = path.join(this.dir, 'seen');
    for (const folder of [this.home, this.project, this.seen]) fs.mkdirSync(folder, { recursive: true });
    this.config = path.join(this.home, '.config/gaff');
    this.state = path.join(this.home, '.local/state/gaff');
  }
  write(file, text, mode) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text, null, 1) + '\n');
    if (mode) fs.chmodSync(file, mode);
    return file;
  }
  manifest(file, hooks) { return this.write(file, typeof hooks === 'string' ? hooks : { spec: 'hooks/1.0', hooks }); }
  user(...hooks) { return this.manifest(path.join(this.config, 'hooks.json'), hooks); }
  given(...hooks) { return ['--manifest', this.manifest(path.join(this.dir, `given${++this.n || (this.n = 1)}.json`), hooks)]; }
  // hooks of a project, or of a folder in it; trusted unless `trust` is false
  own(hooks, { folder = this.project, trust = true } = {}) {
    const file = this.manifest(path.join(folder, '.gaff/hooks.json'), hooks);
    if (trust) this.trust(folder);
    return file;
  }
  script(name, text, folder = this.project) { return this.write(path.join(folder, name), `#!/bin/sh\n${text}\n`, 0o755); }
  trust(folder = this.project) {
    const r = spawnSync(gaff, ['trust', '--yes', folder], { env: this.env(), encoding: 'utf8' });
    is(r.status, 0, `gaff trust: ${r.stderr}`);
  }
  untrust(folder) { is(spawnSync(gaff, ['untrust', folder], { env: this.env(), encoding: 'utf8' }).status, 0, 'gaff untrust'); }
  policy(folder, policy) { this.write(path.join(folder, 'policy.json'), policy); }
  env(more) { return { PATH: process.env.PATH, HOME: this.home, SEEN: this.seen, ...sanitizer, ...more }; }
  // A call of an agent in this world, by default of the shell. Not attended: of a process that stays the same one.
  run(host = 'claude-code', { event, name, args = [], env, cwd, change, input, prefix = [], program = gaff, attended = true } = {}) {
    const given = readCase(host, name ?? hosts[host].shell.case);
    const here = Object.fromEntries(Object.entries(given.env).map(([name, value]) => [name, value.replaceAll('/home/dev/proj', this.project)]));
    let text = input ?? given.payload.toString().replaceAll('/home/dev/proj', JSON.stringify(this.project).slice(1, -1));
    if (change) text = JSON.stringify(change(JSON.parse(text)));
    const [first, ...rest] = [...prefix, ...(attended ? words => attend(host, words) : words => words)([program, 'run', '--host', host, ...given.args, ...args])], started = Date.now();
    const r = spawnSync(first, rest, { input: text, env: this.env({ ...here, ...env }), cwd: cwd ?? this.project, maxBuffer: 1 << 28, timeout: 60000 });
    if (r.error && r.error.code !== 'EPIPE') throw r.error; // it may answer before it reads
    const out = { code: r.status, stdout: r.stdout.toString(), stderr: r.stderr.toString(), ms: Date.now() - started };
    try { out.payload = JSON.parse(text); } catch { out.payload = {}; }
    out.v = judge(host, event ?? hosts[host].shell.event, out.payload, out);
    return out;
  }
  ran(name) { return fs.existsSync(path.join(this.seen, name)); }
  shown(name) { return fs.readFileSync(path.join(this.seen, name), 'utf8'); }
  order() { return this.ran('order') ? this.shown('order').trim().split('\n') : []; }
  forget() { fs.rmSync(this.seen, { recursive: true, force: true }); fs.mkdirSync(this.seen); }
  records() {
    const file = path.join(this.state, 'audit.jsonl');
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').filter(Boolean).map(line => JSON.parse(line)) : [];
  }
  last() { return this.records().at(-1) ?? {}; }
}
const deny = { decision: 'deny', reason: 'no' };
// What reaches somebody: the user by the agent's own message, else the model, which is asked to pass it on.
const place = (host, event = hosts[host].shell.event) => ['message', 'context'].find(what => hosts[host].can[what].includes(event));
const nothing = (r, host = 'claude-code', event = hosts[host].shell.event) => is([r.code, r.stdout], silence(host, event), 'exit and stdout');

// ---- the rules, a row each ----

const nativeEvent = given => { const p = JSON.parse(given.payload); const i = given.args.indexOf('--event'); return p.hook_event_name ?? (i >= 0 ? given.args[i + 1] : p.hook) ?? given.name.split('/')[1]; };
const caseOf = (host, event) => cases(host).find(name => nativeEvent(readCase(host, name)) === event);
function placeOf(row, host, its) {
  if (row.hosts && !row.hosts.includes(host)) return undefined;
  if (typeof row.at === 'object') return row.at[host];
  if (row.at === 'rewrite') return [its.rewrite.event, its.rewrite.case];
  if (row.at !== 'context') return [its.shell.event, its.shell.case];
  return its.can.context.map(event => [event, caseOf(host, event)]).find(([, name]) => name);
}
function tryRule(row, host, its, give = (w, hooks) => w.given(...hooks)) {
  const [event, name] = placeOf(row, host, its), w = new World();
  const native = row.at === 'context' ? { event: `${host}:${event}` } : {};
  const hooks = row.hooks.map(h => ({ ...h, ...native, ...(h.dialect === 'HOST' && { dialect: host }) }));
  const r = w.run(host, { event, name, args: [...give(w, hooks), ...(row.args ?? [])] });
  const seen = Object.fromEntries(fs.readdirSync(w.seen).map(file => [file, w.shown(file)]));
  const told = { host, its, event, payload: r.payload, stdout: r.stdout, able: what => its.can[what].includes(event), ran: w.order(), seen, record: w.last() };
  const golden = JSON.parse(JSON.stringify({ exit: r.code, stdout: r.stdout, stderr: r.stderr, does: r.v }).replaceAll(w.dir, 'DIR')); // wherever it was
  fs.rmSync(w.dir, { recursive: true, force: true });
  const problem = r.v.rejected ? `the agent rejects it: ${r.v.rejected}` : row.want(r.v, told);
  return { golden, problem: problem && `${problem}\n  ${JSON.stringify(golden)}` };
}
for (const row of rules) {
  const file = path.join(root, 'tests/engine/golden', `${row.rule}.json`), got = {};
  const want = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
  if (!wants(`rule ${row.rule}`)) continue;
  const tried = Object.entries(hosts).filter(([host, its]) => placeOf(row, host, its));
  for (const [host, its] of tried) {
    test(`rule ${row.rule} on ${host}`, () => {
      const { golden, problem } = tryRule(row, host, its);
      if (!problem || !update) got[host] = golden;
      ok(!problem, problem);
      if (!update && !process.env.JUDGE) is(golden, want[host], path.relative(root, file));
    });
  }
  if (update) fs.writeFileSync(file, '{\n' + Object.entries(got).map(([host, g]) => ` ${JSON.stringify(host)}: ${JSON.stringify(g)}`).join(',\n') + '\n}\n');
  else test(`rule ${row.rule}: nothing is golden that is not tried`, () => is(Object.keys(want), tried.map(([host]) => host)));
}

// ---- hooks that misbehave ----

const naughty = {
  'a grandchild holds stdout': 'sleep 50 & (sleep 51 &) ',
  'deaf to TERM': "trap '' TERM; sleep 50",
  'a child deaf to TERM': "(trap '' TERM; sleep 50) & sleep 51",
  'a gigabyte': 'head -c 1000000000 /dev/zero',
  'a gigabyte on stderr': 'head -c 1000000000 /dev/zero >&2',
  'reads nothing': 'sleep 50',
  'reads nothing and ends': 'exit 0',
  'all at once': "trap '' TERM; sleep 50 & (trap '' TERM; sleep 51) & head -c 1000000000 /dev/zero; sleep 52",
};
// Who has this mark in its environment.
function marked(mark) {
  return fs.readdirSync('/proc').filter(pid => {
    try { return /^\d+$/.test(pid) && fs.readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark) && fs.readFileSync(`/proc/${pid}/cmdline`, 'latin1'); } catch { return false; }
  });
}
const large = p => { p.tool_input.command = 'x'.repeat(10 << 20); return p; };
const raw = (name, command, fields = {}) => ({ name, event: 'before_tool_execute', blocking: true, ...fields, handler: { type: 'command', command, ...fields.handler } });
// A call that takes too long takes too long each time; one that a busy machine held up does not.
function timely(limit, call) {
  for (let left = 2; ; left--) {
    const r = call();
    if (r.ms < limit || !left) { ok(r.ms < limit, `${r.ms} ms`); return r; }
  }
}
function behaves(name, hooks, { closed } = {}) {
  test(`naughty: ${name}`, () => {
    const w = new World(), mark = `MARK=gaff-${process.pid}-${worlds}`;
    w.user(...hooks);
    const r = timely(1000 + 1000 * slow, () => w.run('claude-code', { args: ['--deadline', '1', ...(closed ? ['--fail-closed'] : [])], env: { MARK: mark.slice(5) }, change: large })); // with node and ten megabytes
    if (closed) ok(r.v.blocked, r); else nothing(r);
    ok(wait(() => !marked(mark).length, 0.5), `left behind: ${marked(mark).map(pid => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '))}`);
    ok(w.last().ms <= 1000 + 800 * slow, `${w.last().ms} ms in the record`);
  });
}
for (const [name, command] of Object.entries(naughty)) behaves(name, [raw('n', command)]);
behaves('each of them, one after another', Object.entries(naughty).map(([name, command]) => raw(name, command)));
behaves('observers', Object.entries(naughty).map(([name, command]) => raw(name, command, { blocking: false })));
behaves('closed', [raw('n', naughty['all at once'])], { closed: true });
test('naughty: three hooks of 30 s under a deadline of one', () => {
  const w = new World();
  w.user(...['a', 'b', 'c'].map(name => hook(name, { run: 'sleep 30' })));
  const r = timely(1000 + 1000 * slow, () => w.run('claude-code', { args: ['--deadline', '1'] }));
  nothing(r);
  is(w.last().hooks.map(h => h.result), ['late', 'late', 'late']);
});
test('naughty: no time left is late too, and blocks where that blocks', () => {
  const w = new World();
  w.user(hook('a', { run: 'sleep 30' }), hook('b', { timeout_action: 'block' }), hook('c'));
  const r = w.run('claude-code', { args: ['--deadline', '0.5'] });
  ok(/"b" gave no verdict/.test(r.v.blocked), r.v);
  is(w.order(), ['a']);
});
test('naughty: more files than there is time to ask about block, whatever on_error says', () => {
  const w = new World(), files = ['a', 'b', 'c', 'd'].map(name => `*** Add File: ${name}.txt\n+x\n`).join('');
  const change = p => ({ ...p, tool_name: 'apply_patch', tool_input: { command: `*** Begin Patch\n${files}*** End Patch\n` } });
  w.user(raw('slow', 'sleep 0.4', { dialect: 'claude-code', on_error: 'open', handler: { timeout: 0.9 } }));
  ok(/about all 4 files/.test(w.run('codex', { change }).v.blocked), w.last());
  w.user(raw('slow', 'sleep 0.4', { dialect: 'claude-code', on_error: 'open', blocking: false, handler: { timeout: 0.9 } }));
  nothing(w.run('codex', { change }), 'codex');
});
test('naughty: 0.3 s and timeout_action block', () => {
  const w = new World();
  w.user(hook('a', { run: 'sleep 30', timeout: 0.3, timeout_action: 'block' }));
  const r = w.run();
  ok(/in time/.test(r.v.blocked) && r.ms < 1500 * slow, `${r.ms} ms ${r.v.blocked}`);
});

test('naughty: when gaff is told to end in the middle, so is the hook, and those behind it do not start', () => {
  const w = new World(), mark = `MARK=gaff-${process.pid}-${worlds}`, input = path.join(w.dir, 'input');
  w.user(hook('a', { run: 'sleep 30' }), hook('b', { say: deny }));
  fs.writeFileSync(input, readCase('claude-code', 'PreToolUse.Bash').payload);
  const child = spawnSync('sh', ['-c', '"$0" run --host claude-code <"$1" & pid=$!; while ! test -f "$SEEN/order"; do sleep 0.02; done; kill $pid; wait $pid; echo $?', gaff, input], { env: w.env({ MARK: mark.slice(5) }), timeout: 20000 });
  is([child.stdout.toString(), w.order()], ['0\n', ['a']]);
  ok(wait(() => !marked(mark).length, 1), 'somebody is left');
  ok(/told to end/.test(w.last().error), w.last());
});

// TERM, INT or HUP while the first of these hooks runs.
function endedWith(signal, hooks, { args = '', change = p => p } = {}) {
  const w = new World(), input = path.join(w.dir, 'input');
  w.user(...hooks);
  fs.writeFileSync(input, JSON.stringify(change(JSON.parse(readCase('claude-code', 'PreToolUse.Bash').payload))));
  const child = spawnSync('sh', ['-c', `"$0" run --host claude-code ${args} <"$1" & pid=$!; while ! test -f "$SEEN/order"; do sleep 0.02; done; kill -${signal} $pid; wait $pid`, gaff, input], { env: w.env(), encoding: 'utf8', timeout: 20000 });
  return { w, v: judge('claude-code', 'PreToolUse', JSON.parse(fs.readFileSync(input)), { code: child.status, stdout: child.stdout, stderr: child.stderr }) };
}
for (const signal of ['TERM', 'INT', 'HUP']) test(`naughty: ${signal} while a hook runs that fails closed denies, also when it is one behind it, or a guard`, () => {
  const slow = hook('a', { run: 'sleep 30' }), reset = p => ({ ...p, tool_input: { ...p.tool_input, command: 'git reset --hard' } });
  const ended = (hooks, options) => endedWith(signal, hooks, options);
  ok(/"a" gave no verdict.*told to end/.test(ended([{ ...slow, on_error: 'closed' }]).v.blocked), 'closed');
  const behind = ended([slow, hook('b', { say: deny, on_error: 'closed' })]);
  ok(/"b" gave no verdict.*told to end/.test(behind.v.blocked), behind.v);
  is(behind.w.order(), ['a']);
  ok(/reset/.test(ended([slow, raw('g', 'gaff guard destructive')], { change: reset }).v.blocked), 'a guard behind it');
  const open = ended([slow, raw('g', 'gaff guard destructive')]);
  is([open.v.blocked, open.v.granted, /told to end/.test(open.w.last().error)], [undefined, undefined, true]);
  ok(ended([slow], { args: '--fail-closed' }).v.blocked, '--fail-closed');
});

// ---- many hooks ----

test('many: a hundred hooks run in the order of the manifest', () => {
  const w = new World(), names = Array.from({ length: 100 }, (_, i) => `h${i}`);
  w.user(...names.map(name => raw(name, `echo ${name} >>"$SEEN/order"`)));
  nothing(w.run());
  is(w.order(), names);
});
test('many: a hundred hooks and a large file, and it is written once for all of them', () => {
  for (const [megabytes, n, dialect] of [[1, 100, 'canonical'], [10, 20, 'canonical'], [1, 50, 'cursor']]) {
    const w = new World();
    w.user(...Array.from({ length: n }, (_, i) => raw(`h${i}`, ':', { dialect })), hook('last', { say: deny }));
    const r = w.run('claude-code', { name: 'PreToolUse.Write', change: p => { p.tool_input.content = 'x\n'.repeat(megabytes << 19); return p; } });
    is(r.v.blocked, 'no', `${megabytes} MB`);
    is(w.last().by, 'last');
  }
});
if (!has('strace')) skip('one process of gaff for a hundred hooks', 'there is no strace');
else test('many: one process of gaff for a hundred hooks', () => {
  const w = new World(), log = path.join(w.dir, 'strace');
  w.user(...Array.from({ length: 100 }, (_, i) => raw(`h${i}`, ':')));
  nothing(w.run('claude-code', { prefix: ['strace', '-f', '-e', 'trace=execve', '-o', log] }));
  const started = fs.readFileSync(log, 'utf8').split('\n').filter(line => /execve\(.*= 0$/.test(line));
  is([started.filter(line => line.includes('/gaff"')).length, started.filter(line => line.includes('"-c"')).length], [1, 100]);
});
const counts = payload => { // instructions, with what can be kept already kept
  const w = new World();
  return hooks => {
    if (hooks.length) w.user(...hooks); else fs.rmSync(w.config, { recursive: true, force: true });
    w.run('claude-code', payload);
    const r = w.run('claude-code', { ...payload, prefix: ['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null'] });
    return Number(/Collected : (\d+)/.exec(r.stderr)?.[1]);
  };
};
if (!has('valgrind') || process.env.SLOW) skip('a hundred hooks that do not match', 'no valgrind, or a sanitizer in the way');
else test('many: a hundred hooks that do not match cost next to nothing', () => {
  const mcp = { change: p => ({ ...p, tool_name: 'mcp__files__read_text', tool_input: { name: 'x' } }) };
  const write = { name: 'PreToolUse.Write', change: p => { p.tool_input.file_path = path.join(p.cwd, 'main.test.ts'); return p; } };
  const calls = [
    [{}, { word: { matcher: 'file_write' }, list: { matcher: ['file_write', 'Edit'] }, pattern: { matcher: { pattern: '^(Edit|Write|file_.*)$' } }, native: { matcher: 'NotebookEdit' }, mcp: { matcher: { mcp: { server: 'x' } } }, paths: { paths: ['**/.env'] }, event: { event: 'session_start' }, disabled: { enabled: false }, 'event of an agent': { event: 'cursor:workspaceOpen' } }],
    [mcp, { server: { matcher: { mcp: { server: 'github' } } }, 'tool of a server': { matcher: { mcp: { server: 'files', tool: 'write_text' } } }, word: { matcher: 'mcp__github__create_issue' }, pattern: { matcher: { pattern: '^mcp__github__' } }, list: { matcher: [{ pattern: 'delete' }, { mcp: { server: 'github' } }, 'shell'] } }],
    [write, { name: { paths: ['**/.env'] }, names: { paths: ['**/.env', '**/*.pem', '.github/**', '!docs/**'] }, ending: { paths: ['src/**/*.js'] }, braces: { paths: ['**/*.lock{,.json}'] }, home: { paths: ['~/.ssh/**'] }, 'one of many': { matcher: 'file_write', paths: ['infra/prod/*.tf'] } }],
  ];
  for (const [payload, kinds] of calls) {
    const count = counts(payload), none = count([]);
    for (const [name, kind] of Object.entries(kinds)) {
      const hooks = Array.from({ length: 100 }, (_, i) => raw(`h${i}`, './check.sh', kind));
      let hundred = count(hooks);
      // The letters of a path are looked at before a hook is read, by a hash: those of a folder by chance may be like a glob's.
      if (hundred >= 1.3 * none) hundred = counts(payload)(hooks);
      ok(none > 1000 && hundred < 1.3 * none, `${name}: ${none} instructions without, ${hundred} with them: ${(hundred / none).toFixed(2)}`);
      if (process.env.SHOW) console.log(name, none, hundred, (hundred / none).toFixed(3));
    }
  }
});

// ---- trust ----

// A project with a hook whose running leaves `x` behind; `spoil` happens after it was trusted.
const evil = 'touch "$SEEN/x"';
function untrusted(name, { command = '../x.sh', file = 'x.sh', setup = () => {}, spoil, trusted = true, user = false, says = /do not run/ }) {
  const make = () => {
    const w = new World();
    setup(w);
    if (file) w.script(file, 'touch "$SEEN/x"');
    if (user) w.user(raw('x', evil)); else w.own([raw('x', command)], { trust: trusted });
    return w;
  };
  if (trusted && !user) test(`trust: ${name}: runs before`, () => { const w = make(); nothing(w.run('claude-code', { env: { CLAUDE_PROJECT_DIR: w.project } })); ok(w.ran('x'), w.last()); });
  test(`trust: ${name}: runs nothing`, () => {
    const w = make();
    spoil?.(w);
    for (const host of ids) {
      const how = { env: { CLAUDE_PROJECT_DIR: w.project }, attended: false }, r = w.run(host, how);
      ok(!w.ran('x'), `it ran on ${host}`);
      is([r.v.blocked, r.v.asked, r.v.granted, r.v.rejected], [undefined, undefined, undefined, undefined], host);
      ok(says.test(w.last().notice), `${host}: ${JSON.stringify(w.last())}`);
      if (!place(host)) { nothing(r, host); continue; }
      ok(says.test(r.v[place(host)]), `${host} is not told: ${r.stdout}`);
      const again = w.run(host, how);
      is([again.code, again.stdout], silence(host, hosts[host].shell.event), `${host} is told twice`);
    }
    const change = p => ({ ...p, session_id: 'another' });
    ok(says.test(w.run('claude-code', { change, env: { CLAUDE_PROJECT_DIR: w.project } }).v.message), 'another session is not told');
    nothing(w.run('claude-code', { change, env: { CLAUDE_PROJECT_DIR: w.project } }));
    ok(!w.ran('x'), 'it ran');
  });
}
const append = file => w => fs.appendFileSync(path.join(w.project, file), '\n# changed\n');
const swap = (file, make) => w => { const at = path.join(w.project, file); fs.renameSync(at, at + '.was'); make(w, at); };
const manifestOf = '.gaff/hooks.json';
untrusted('never trusted', { trusted: false, says: /gaff trust/ });
untrusted('a changed manifest', { spoil: append(manifestOf), says: /changed/ });
untrusted('a changed script', { spoil: append('x.sh'), says: /changed/ });
untrusted('a script in .gaff', { command: './x.sh', file: '.gaff/x.sh', spoil: append('.gaff/x.sh'), says: /changed/ });
untrusted('a script that is now a link out of the project', { spoil: swap('x.sh', (w, at) => fs.symlinkSync(w.script('evil.sh', 'touch "$SEEN/x"', w.dir), at)), says: /leads out/ });
untrusted('a script that is now a link to another file of it', { setup: w => w.script('y.sh', 'touch "$SEEN/x"'), spoil: swap('x.sh', (w, at) => fs.symlinkSync('y.sh', at)), says: /leads elsewhere.*changed/ });
untrusted('.gaff is a link', { spoil: swap('.gaff', (w, at) => fs.symlinkSync(at + '.was', at)), says: /symbolic link/ });
untrusted('.gaff was a link all along', { trusted: false, setup: w => { fs.mkdirSync(path.join(w.dir, 'elsewhere')); fs.symlinkSync(path.join(w.dir, 'elsewhere'), path.join(w.project, '.gaff')); }, says: /symbolic link/ });
untrusted('hooks.json is a link', { spoil: swap(manifestOf, (w, at) => fs.symlinkSync('hooks.json.was', at)), says: /symbolic link/ });
untrusted('hooks.json is a fifo', { spoil: swap(manifestOf, (w, at) => spawnSync('mkfifo', [at])), says: /no longer a file/ });
untrusted('a folder of it is a link', { command: './s/x.sh', file: '.gaff/s/x.sh', spoil: swap('.gaff/s', (w, at) => { fs.mkdirSync(path.join(w.dir, 'e')); w.script('e/x.sh', 'touch "$SEEN/x"', w.dir); fs.symlinkSync(path.join(w.dir, 'e'), at); }), says: /leads out/ });
untrusted('a manifest that is now larger than anybody waits for', { spoil: w => fs.truncateSync(path.join(w.project, manifestOf), 2 ** 40), says: /changed/ });
untrusted('a script that is now larger than anybody waits for', { spoil: w => fs.truncateSync(path.join(w.project, 'x.sh'), 2 ** 40), says: /changed|more that it could load than gaff pins/ });
const words = {
  'an argument': 'sh tools/x.sh', 'with ./': 'sh ./tools/x.sh', 'in quotes': 'sh "tools/x.sh"', 'by assignment': 'F=tools/x.sh; sh $F', 'behind an option': 'env --chdir=. sh tools/x.sh',
  'by CLAUDE_PROJECT_DIR': 'sh "$CLAUDE_PROJECT_DIR"/tools/x.sh', 'all in quotes': 'sh "$CLAUDE_PROJECT_DIR/tools/x.sh"', 'in braces': 'sh ${CLAUDE_PROJECT_DIR}/tools/x.sh', 'by GAFF_PROJECT_DIR': 'sh $GAFF_PROJECT_DIR/tools/x.sh',
  'first by CLAUDE_PROJECT_DIR': '"$CLAUDE_PROJECT_DIR"/tools/x.sh', 'with a default': 'sh "${CLAUDE_PROJECT_DIR:-.}/tools/x.sh"', 'by PWD': 'sh $PWD/tools/x.sh', 'by PWD in braces': 'sh "${PWD}/tools/x.sh"',
  'by pwd': 'sh "$(pwd)/tools/x.sh"', 'by pwd in quotes': 'sh "$(pwd)"/tools/x.sh', 'by backticks': 'sh `pwd`/tools/x.sh', 'as a default': 'sh ${NOTHING:-tools/x.sh}', 'redirected': 'sh <tools/x.sh', 'behind a pipe': 'cat tools/x.sh|sh', 'after &&': 'true&&tools/x.sh',
  'by a dot': '. tools/x.sh', 'by a dot and a slash': '. ./tools/x.sh', 'with an escape': 'sh tools\\/x.sh', 'on another line': 'true\nsh tools/x.sh',
  'behind an @': 'F=@tools/x.sh; sh ${F#@}', 'behind a dash': 'F=-tools/x.sh; sh ${F#-}', 'in a folder it goes to': 'cd tools && ./x.sh', 'in one by a variable': 'cd "$CLAUDE_PROJECT_DIR/tools" && sh x.sh', 'in one by pwd': 'cd "$(pwd)/tools"; ./x.sh', 'in one by an option': 'env -C tools sh x.sh',
};
for (const [name, command] of Object.entries(words)) untrustedQuickly(`a changed file, named as ${name}`, command, append('tools/x.sh'), 'tools/x.sh');
untrustedQuickly('a changed file with a space in its name', 'sh "my tools/x y.sh"', append('my tools/x y.sh'), 'my tools/x y.sh');
untrustedQuickly('a changed file in a folder of a folder', 'cd a && cd b && sh x.sh', append('a/b/x.sh'), 'a/b/x.sh');
untrustedQuickly('a changed file below ~', 'sh ~/../proj/y.sh', append('y.sh'), 'y.sh');
test('trust: a changed file that only a variable of the hook names', () => {
  const w = new World();
  w.script('tools/x.sh', 'touch "$SEEN/x"');
  w.own([raw('x', 'sh $SCRIPT', { handler: { env: { SCRIPT: 'tools/x.sh' } } })]);
  w.run();
  ok(w.ran('x'), w.last());
  w.forget();
  append('tools/x.sh')(w);
  ok(/changed/.test(w.run().v.message) && !w.ran('x'), w.last());
});
if (has('python3')) untrustedQuickly('a changed python file', 'python3 tools/x.py', append('tools/x.py'), 'tools/x.py', w => w.write(path.join(w.project, 'tools/x.py'), "import os; open(os.environ['SEEN'] + '/x', 'w')\n"));
function untrustedQuickly(name, command, spoil, file, setup = w => w.script(file, 'touch "$SEEN/x"')) {
  test(`trust: ${name}`, () => {
    const w = new World(), env = { CLAUDE_PROJECT_DIR: w.project };
    setup(w);
    w.own([raw('x', command)]);
    w.run('claude-code', { env });
    ok(w.ran('x'), `it does not run when trusted: ${JSON.stringify(w.last())}`);
    w.forget();
    spoil(w);
    const r = w.run('claude-code', { env });
    ok(!w.ran('x'), 'it ran');
    ok(/changed|new since/.test(r.v.message), r);
  });
}
// The command itself: what it shows is what somebody agrees to.
const call = (w, args, { cwd = w.project, input, prefix = [] } = {}) => {
  const [first, ...rest] = [...prefix, gaff, ...args], r = spawnSync(first, rest, { env: w.env(), cwd, encoding: 'utf8', input });
  return { code: r.status, out: r.stdout, err: r.stderr };
};
function manyKinds() {
  const w = new World();
  w.script('tools/check.sh', 'echo "what it does"');
  w.script('.gaff/x.sh', 'touch "$SEEN/x"');
  w.own([raw('guard', 'sh tools/check.sh -v', { matcher: ['shell', { pattern: '^x' }], paths: ['**/.env'], capabilities: ['input_rewrite'], handler: { env: { A: '1' }, cwd: '.', platform: { osx: 'y' } } }),
    { event: 'session_start', handler: { type: 'http', url: 'https://example.com/h', headers: { Authorization: 'Bearer ${TOKEN}' }, allowed_env_vars: ['TOKEN'] } },
    { event: 'gemini-cli:BeforeModel', enabled: false, handler: { type: 'prompt', prompt: 'is it fine?' } },
    { event: 'session_end', handler: { type: 'agent', prompt: 'look at it' } },
    raw('x', './x.sh', { blocking: false, handler: { async: true } })], { trust: false });
  return w;
}
test('trust command: shows events, commands, what may block, what is needed, and every file', () => {
  const w = manyKinds(), r = call(w, ['trust', '--dry-run']);
  is(r.code, 0);
  for (const part of [/^.*hooks\.json: 5 hooks$/m, /^  1  guard, on before_tool_execute, may block$/m, /^     runs      sh tools\/check\.sh -v$/m, /^     matcher   \["shell",\{"pattern":"\^x"\}\]$/m, /^     paths     \["\*\*\/\.env"\]$/m, /^     env       \{"A":"1"\}$/m,
    /^     needs     structured_output, input_rewrite, platform_commands, custom_env, configurable_cwd$/m, /^     posts to  https:\/\/example\.com\/h$/m, /^     headers   .*\$\{TOKEN\}/m, /^  3  on gemini-cli:BeforeModel, not enabled$/m, /^     prompt    is it fine\?$/m, /^     agent     look at it$/m,
    /^  5  x, on before_tool_execute, async$/m, /^  [0-9a-f]{12}…  .*\/tools\/check\.sh$/m, /^  [0-9a-f]{12}…  .*\/\.gaff\/x\.sh$/m]) ok(part.test(r.out), `no ${part} in\n${r.out}`);
  ok(!/what it does/.test(r.out), 'scripts are shown though nobody asked');
  ok(/^     \| echo "what it does"$/m.test(call(w, ['trust', '--dry-run', '--scripts']).out), 'the text of a script is not shown');
});
test('trust command: --json', () => {
  const w = manyKinds(), j = JSON.parse(call(w, ['trust', '--dry-run', '--json']).out);
  is(j.hooks.map(h => [h.event, h.blocking, h.handler.type]), [['before_tool_execute', true, 'command'], ['session_start', false, 'http'], ['gemini-cli:BeforeModel', false, 'prompt'], ['session_end', false, 'agent'], ['before_tool_execute', false, 'command']]);
  is(j.hooks.map(h => h.capabilities), [['structured_output', 'input_rewrite', 'platform_commands', 'custom_env', 'configurable_cwd'], ['http_handler'], ['llm_evaluated'], ['llm_evaluated'], ['async_execution']]);
  is(j.files.map(f => [path.relative(w.project, f.path), f.sha256.length]), [['.gaff/hooks.json', 64], ['tools/check.sh', 64], ['.gaff/x.sh', 64]]);
});
test('trust command: --dry-run, no terminal and no answer trust nothing; --yes does, wherever it stands, and untrust ends it', () => {
  const w = new World(), runs = () => { w.forget(); w.run(); return w.ran('x'); };
  w.own([raw('x', evil)], { trust: false });
  is([call(w, ['trust', '--dry-run']).code, runs()], [0, false], '--dry-run');
  is([call(w, ['trust'], { input: 'y\n' }).code, runs()], [1, false], 'without a terminal');
  is([call(w, ['untrust']).out.slice(0, 18), runs()], ['it was not trusted', false]);
  for (const [args, cwd] of [[['--yes', w.project]], [[w.project, '--yes']], [['--yes', '--', w.project]], [['--yes'], path.join(w.project, 'a/b')], [['--yes', '.'], w.project]]) {
    fs.mkdirSync(path.join(w.project, 'a/b'), { recursive: true });
    const r = call(w, ['trust', ...args], { cwd: cwd ?? w.dir });
    is([r.code, /^trusted: /m.test(r.out), runs()], [0, true, true], `${args} ${r.err}`);
    is([call(w, ['untrust', w.project], { cwd: w.dir }).code, runs()], [0, false], 'untrust');
  }
  is([call(w, ['trust', w.project, w.dir, '--yes']).code, call(w, ['trust', '--yse']).code, runs()], [129, 129, false], 'wrong use');
});
if (!has('script')) skip('trust command: at a terminal', 'there is no script');
else test('trust command: at a terminal it asks, and only y is yes', () => {
  for (const [answer, code] of [['y', 0], ['yes', 0], ['n', 1], ['', 1], ['maybe', 1]]) {
    const w = new World();
    w.own([raw('x', evil)], { trust: false });
    const r = spawnSync('script', ['-qec', `"${gaff}" trust`, '/dev/null'], { env: w.env(), cwd: w.project, input: `${answer}\n`, encoding: 'utf8' });
    w.run();
    is([r.status, /May these run\?/.test(r.stdout), w.ran('x')], [code, true, code === 0], answer);
  }
});
test('trust command: what cannot be used is not trusted', () => {
  for (const [text, says] of [['{', /hooks\.json:1:2: /], ['{"spec":"hooks/1.0","hooks":[]}', /hooks\.json:1:\d+: "hooks" is empty/]]) {
    const w = new World();
    w.manifest(path.join(w.project, '.gaff/hooks.json'), text);
    const r = call(w, ['trust', '--yes']);
    is([r.code, says.test(r.err)], [1, true], r.err);
  }
  const w = new World();
  is(call(w, ['trust', '--yes', w.project]).code, 1, 'no manifest');
});
test('trust: a changed file that a command names from its cwd', () => {
  const w = new World();
  w.script('sub/tool.sh', evil);
  w.own([raw('x', 'sh tool.sh', { handler: { cwd: 'sub' } })]);
  w.run();
  ok(w.ran('x'), w.last());
  w.forget();
  append('sub/tool.sh')(w);
  ok(/changed/.test(w.run().v.message) && !w.ran('x'), w.last());
});
test('trust: a script of the same length and time is another one all the same', () => {
  const w = new World(), script = path.join(w.project, 'x.sh'), then = new Date('2026-01-01T00:00:00Z');
  w.script('x.sh', ': > "$SEEN/x"');
  fs.utimesSync(script, then, then);
  w.own([raw('x', '../x.sh')]);
  w.run();
  ok(w.ran('x'), w.last());
  w.forget();
  const text = fs.readFileSync(script, 'utf8'), { size, mtimeMs, ino } = fs.statSync(script);
  fs.writeFileSync(script, text.replace(': >', ':>>'));
  fs.utimesSync(script, then, then);
  is([fs.statSync(script).size, fs.statSync(script).mtimeMs, fs.statSync(script).ino], [size, mtimeMs, ino], 'what a stat tells');
  ok(/changed/.test(w.run().v.message) && !w.ran('x'), w.last());
});
test('trust: a large file of the same length and time is another one all the same', () => {
  const w = new World(), file = path.join(w.project, 'x.bin'), then = new Date('2026-01-01T00:00:00Z'), data = Buffer.alloc(2 << 20); // larger than what is read each time
  w.write(file, '');
  const put = () => { fs.writeFileSync(file, data); fs.utimesSync(file, then, then); };
  put();
  w.own([raw('x', 'cat ../x.bin >/dev/null; : > "$SEEN/x"')]);
  w.run();
  ok(w.ran('x'), w.last());
  w.forget();
  data[1 << 20] = 1;
  put();
  ok(/changed/.test(w.run().v.message) && !w.ran('x'), w.last());
});
test('trust: a folder of the user that cannot be opened is told of', () => {
  const w = new World();
  w.write(w.config, 'not a folder');
  const r = w.run();
  ok(/do not run: cannot open it/.test(r.v.message), r);
  ok(w.run('claude-code', { args: ['--fail-closed'] }).v.blocked, 'and blocks by --fail-closed');
});
test('trust: another reason is told in the same session, and names do nothing to a terminal', () => {
  const w = new World('pro\u001b[31mj\nx');
  w.script('x.sh', evil);
  w.own([raw('x', '../x.sh')], { trust: false });
  const first = w.run().v.message;
  ok(/has not been trusted/.test(first) && !/[\0-\x1f\x7f]/.test(first), JSON.stringify(first));
  const other = new World();
  other.script('x.sh', evil);
  other.own([raw('x', '../x.sh')], { trust: false });
  ok(/not been trusted/.test(other.run().v.message), 'not told');
  other.trust();
  append('x.sh')(other);
  ok(/changed/.test(other.run().v.message), 'the second reason is not told');
  nothing(other.run());
});
test('trust: told beside a denial where only that has a place for it, to each agent of a session, and forgotten after a month', () => {
  const w = new World(), told = path.join(w.state, 'told'), old = path.join(told, 'old'), fresh = path.join(told, 'fresh'), days = n => new Date(Date.now() - n * 86400e3);
  w.own([raw('x', evil)], { trust: false });
  for (const [file, age] of [[old, 40], [fresh, 20]]) fs.utimesSync(w.write(file, ''), days(age), days(age));
  const quiet = w.run('cursor');
  ok(!/do not run/.test(quiet.stdout), quiet);
  const r = w.run('cursor', { args: w.given(hook('d', { say: deny })) });
  ok(r.v.blocked && /do not run/.test(r.stdout), r);
  is([fs.existsSync(old), fs.existsSync(fresh)], [false, true], 'old and fresh marks');
  const same = { change: p => ({ ...p, session_id: 'one' }) };
  for (const host of ['claude-code', 'codex']) ok(/do not run/.test(w.run(host, same).v.message), host);
});
test('trust: a file that appears where a command names one', () => {
  const w = new World();
  w.own([raw('x', 'test -f tools/x.sh && sh tools/x.sh; exit 0')]);
  nothing(w.run());
  ok(!w.last().notice, w.last());
  w.script('tools/x.sh', 'touch "$SEEN/x"');
  ok(/new since/.test(w.run().v.message), 'not told');
  ok(!w.ran('x'), 'it ran');
});
test('trust: a file of the checkout above the folder that the agent was started in', () => {
  const w = new World(), inner = path.join(w.project, 'inner');
  fs.mkdirSync(path.join(w.project, '.git'));
  w.script('tools/x.sh', 'touch "$SEEN/x"');
  w.own([raw('x', 'sh tools/x.sh')], { folder: inner });
  const options = { env: { CLAUDE_PROJECT_DIR: inner }, cwd: inner, change: p => ({ ...p, cwd: inner }) };
  nothing(w.run('claude-code', options));
  ok(w.ran('x'), w.last());
  w.forget();
  append('tools/x.sh')(w);
  ok(/changed/.test(w.run('claude-code', options).v.message), 'not told');
  ok(!w.ran('x'), 'it ran');
});
test('trust: an agent that was started in a link: what it leads to counts, and not what the link is in', () => {
  const w = new World(), other = path.join(w.dir, 'other'), sub = path.join(w.project, 'sub');
  w.script('.gaff/x.sh', 'touch "$SEEN/x"', other);
  w.script('tools/y.sh', evil); // nobody looked at this one
  w.own([raw('x', './x.sh'), raw('y', 'sh tools/y.sh')], { folder: other });
  w.own([raw('z', 'touch "$SEEN/z"')]);
  fs.symlinkSync(other, sub);
  const options = { env: { CLAUDE_PROJECT_DIR: sub }, change: p => ({ ...p, cwd: sub }) };
  w.run('claude-code', options);
  is([w.ran('x'), w.ran('z'), w.last().project], [true, false, sub], w.last());
  w.forget();
  fs.appendFileSync(path.join(other, '.gaff/x.sh'), '# changed\n');
  ok(/changed/.test(w.run('claude-code', options).v.message), 'not told');
  ok(!w.ran('x'), 'it ran');
});
untrusted('a user manifest that the group can write', { user: true, spoil: w => fs.chmodSync(path.join(w.config, 'hooks.json'), 0o664), says: /written by others/ });
untrusted('a user manifest that all can write', { user: true, spoil: w => fs.chmodSync(path.join(w.config, 'hooks.json'), 0o646), says: /written by others/ });
untrusted('a folder of the user that the group can write', { user: true, spoil: w => fs.chmodSync(w.config, 0o775), says: /written by others/ });
untrusted('a user manifest that is a link into a folder of others', { user: true, spoil: w => { const f = path.join(w.dir, 'open'); fs.mkdirSync(f); fs.chmodSync(f, 0o777); fs.renameSync(path.join(w.config, 'hooks.json'), path.join(f, 'h.json')); fs.symlinkSync(path.join(f, 'h.json'), path.join(w.config, 'hooks.json')); }, says: /written by others/ });
if (process.getuid() !== 0) skip('a user manifest of somebody else', 'only root can give files away');
else {
  untrusted('a user manifest of somebody else', { user: true, spoil: w => fs.chownSync(path.join(w.config, 'hooks.json'), 12345, 12345), says: /another user/ });
  untrusted('a folder of the user that is somebody else\'s', { user: true, spoil: w => fs.chownSync(w.config, 12345, 12345), says: /another user/ });
}
test('trust: a user manifest that is a link to a safe place is fine', () => {
  const w = new World();
  w.user(raw('x', evil));
  fs.mkdirSync(path.join(w.home, 'dotfiles'));
  fs.renameSync(path.join(w.config, 'hooks.json'), path.join(w.home, 'dotfiles/hooks.json'));
  fs.symlinkSync(path.join(w.home, 'dotfiles/hooks.json'), path.join(w.config, 'hooks.json'));
  nothing(w.run());
  ok(w.ran('x'), w.last());
});
test('trust: what was said is said where it can be, later if not at once', () => {
  for (const [host, its] of Object.entries(hosts)) {
    const later = its.can.message.filter(event => event !== its.shell.event && caseOf(host, event));
    if (place(host) || !later.length) continue;
    const w = new World();
    w.own([raw('x', evil)], { trust: false });
    nothing(w.run(host), host);
    const r = w.run(host, { event: later[0], name: caseOf(host, later[0]) });
    ok(/gaff trust/.test(r.v.message), `${host} ${later[0]}: ${r.stdout}`);
  }
});
test('trust: the list of pins damaged, of another folder, or not ours runs nothing', () => {
  for (const spoil of [f => fs.writeFileSync(f, 'x'), f => fs.appendFileSync(f, 'x\n'), f => fs.writeFileSync(f, fs.readFileSync(f, 'utf8').replace(/\/proj\n/, '/porj\n')), f => fs.chmodSync(f, 0o666), f => fs.truncateSync(f, 20), f => { fs.renameSync(f, f + '.x'); fs.symlinkSync(f + '.x', f); }]) {
    const w = new World();
    w.own([raw('x', evil)]);
    const folder = path.join(w.state, 'trust');
    spoil(path.join(folder, fs.readdirSync(folder)[0]));
    w.run();
    ok(!w.ran('x'), `it ran: ${spoil}`);
    ok(w.last().notice, w.last());
  }
});
test('trust: a damaged cache costs nothing but time', () => {
  for (const spoil of [f => fs.writeFileSync(f, ''), f => fs.truncateSync(f, 60), f => fs.writeFileSync(f, Buffer.alloc(fs.statSync(f).size)), f => fs.appendFileSync(f, 'x'), f => { fs.rmSync(f); fs.mkdirSync(f); }, f => fs.writeFileSync(f, Buffer.concat([fs.readFileSync(f).subarray(0, 32), Buffer.alloc(fs.statSync(f).size - 32, 255)])),
    ...['before_tool_execute', '"exit ', 'printf', 'blocking":true', 'spec'].map(word => f => { const b = fs.readFileSync(f); b[b.indexOf(word) + 1] ^= 1; fs.writeFileSync(f, b); }), ...Array.from({ length: 64 }, (_, i) => 32 + i).map(at => f => { const b = fs.readFileSync(f); b[at] ^= 1; fs.writeFileSync(f, b); }),
    f => { const b = fs.readFileSync(f); b.writeBigUInt64LE(0n, 32); b.writeBigUInt64LE(b.readBigUInt64LE(48) + 24n, 48); fs.writeFileSync(f, b); }]) { // the last: no hook, and a longer text
    const w = new World(), folder = path.join(w.home, '.cache/gaff/manifests');
    w.user(hook('x', { say: deny }));
    is(w.run().v.blocked, 'no');
    spoil(path.join(folder, fs.readdirSync(folder)[0]));
    is(w.run().v.blocked, 'no', String(spoil));
    is(w.run().v.blocked, 'no', String(spoil));
  }
});
test('trust: a damaged cache of a manifest that is none is the fault of that manifest alone', () => {
  const w = new World(), folder = path.join(w.home, '.cache/gaff/manifests'), bad = Buffer.from('{"spec": "hooks/1.0", "hooks": 1}');
  const mine = w.user(hook('x', { say: deny }));
  is(w.run().v.blocked, 'no');
  const file = path.join(folder, fs.readdirSync(folder)[0]), kept = fs.readFileSync(file);
  const half = (kept.length - Number(kept.readBigUInt64LE(56))) / 2; // of another build, which read it otherwise
  kept.writeBigUInt64LE(BigInt(bad.length), 56);
  kept.writeBigUInt64LE(BigInt(bad.length), half + 56);
  kept[half + kept.indexOf('printf')] ^= 1;
  fs.writeFileSync(mine, bad);
  fs.writeFileSync(file, Buffer.concat([kept.subarray(0, 2 * half), bad]));
  const r = w.run('claude-code', { args: w.given(hook('y', { say: { ...deny, reason: 'given' } })) });
  is([r.v.blocked, w.ran('y')], ['given', true], r.stderr);
  ok(w.last().warnings?.some(line => line.includes(mine)), w.last());
});
test('trust: a changed manifest of the user counts at once', () => {
  const w = new World();
  w.user(hook('x', { say: deny }));
  is(w.run().v.blocked, 'no');
  w.user(hook('x', { say: { ...deny, reason: 'na' } })); // as long as before
  is(w.run().v.blocked, 'na');
});

// what the kernel was asked for by gaff itself
function readsOf(w, files, options = {}) {
  const log = path.join(w.dir, 'strace');
  const r = w.run('claude-code', { prefix: ['strace', '-y', '-e', 'trace=openat,read,pread64,mmap', '-o', log], ...options });
  const lines = fs.readFileSync(log, 'utf8').split('\n');
  return { r, opened: files.filter(f => lines.some(l => l.startsWith('openat') && l.includes(path.basename(f)))), read: files.filter(f => lines.filter(l => /^(read|pread64|mmap)/.test(l) && l.includes(path.basename(f))).reduce((n, l) => n + (Number(/= (\d+)$/.exec(l)?.[1]) || 0), 0) > (fs.statSync(path.join(w.project, '.gaff', path.basename(f)), { throwIfNoEntry: false })?.size > 1 << 20 ? 1 << 20 : 0)) }; // of a large one more than its beginning
}
if (!has('strace')) skip('small files are always read', 'there is no strace');
else test('trust: small files and scripts are always read; large programs when they look different, and then once', () => {
  const w = new World(), names = ['one', 'two', 'three.sh'], program = Buffer.concat([fs.readFileSync('/bin/true'), Buffer.alloc(2 << 20)]);
  for (const name of names.slice(0, 2)) { w.script(`.gaff/${name}`, ''); fs.writeFileSync(path.join(w.project, '.gaff', name), program); }
  w.script('.gaff/three.sh', 'echo three >>"$SEEN/order"');
  w.own(names.map(name => raw(name, `./${name}`)));
  const quiet = readsOf(w, names);
  nothing(quiet.r);
  is([quiet.opened, quiet.read, w.order().length], [names, ['three.sh'], 1]);
  fs.utimesSync(path.join(w.project, '.gaff/two'), new Date(), new Date(1e12));
  const touched = readsOf(w, names);
  is([touched.read, w.order().length], [['two', 'three.sh'], 2]);
  const after = readsOf(w, names);
  is([after.read, w.order().length], [['three.sh'], 3]);
  fs.writeFileSync(path.join(w.project, '.gaff/two'), Buffer.concat([program.subarray(0, -1), Buffer.from('x')]));
  ok(/two has changed/.test(w.run('claude-code', { change: p => ({ ...p, session_id: 'later' }) }).v.message), w.last());
});
test('trust: what Python compiled of a checkout goes to a folder of gaff, unless the manifest says where', () => {
  const w = new World();
  w.own([raw('x', 'printf %s "$PYTHONPYCACHEPREFIX" >"$SEEN/x"'), raw('y', 'printf %s "$PYTHONPYCACHEPREFIX" >"$SEEN/y"', { handler: { env: { PYTHONPYCACHEPREFIX: '/own' } } })]);
  w.run('claude-code', { env: { PYTHONPYCACHEPREFIX: '/evil' } });
  is([w.shown('x'), w.shown('y')], [path.join(w.home, '.cache/gaff/pycache'), '/own']);
});
test('trust: pins that cannot be kept cost time, not hooks', () => {
  const w = new World();
  w.script('.gaff/x.sh', 'touch "$SEEN/x"');
  w.own([raw('x', './x.sh')]);
  fs.utimesSync(path.join(w.project, '.gaff/x.sh'), new Date(), new Date(1e12));
  const folder = path.join(w.state, 'trust'), file = path.join(folder, fs.readdirSync(folder)[0]), kept = fs.readFileSync(file, 'utf8');
  if (process.getuid() === 0) { fs.renameSync(folder, folder + '.x'); fs.symlinkSync(folder + '.x', folder); } else fs.chmodSync(folder, 0o500);
  nothing(w.run());
  ok(w.ran('x'), w.last());
  fs.chmodSync(folder, 0o700);
  ok(kept.length > 100, kept);
});

// ---- where manifests are ----

// How each agent tells which project it is, when it has gone somewhere else.
const tells = { 'claude-code': w => ({ CLAUDE_PROJECT_DIR: w.project }), 'copilot-cli': w => ({ COPILOT_PROJECT_DIR: w.project }), 'gemini-cli': w => ({ GEMINI_PROJECT_DIR: w.project }), 'qwen-code': w => ({ QWEN_PROJECT_DIR: w.project }), 'factory-droid': w => ({ FACTORY_PROJECT_DIR: w.project }), cursor: () => ({}), opencode: () => ({}) };
const gone = (p, host) => JSON.parse(JSON.stringify(p, (key, value) => key === 'cwd' || (key === 'directory' && host !== 'opencode') ? '/tmp' : value));
for (const [host, env] of Object.entries(tells)) {
  test(`place: cd /tmp does not switch off the hooks of a project on ${host}`, () => {
    const w = new World();
    w.own([hook('x', { say: deny })]);
    const r = w.run(host, { env: env(w), change: p => gone(p, host), cwd: '/tmp' });
    ok(r.v.blocked?.includes('no'), JSON.stringify([r.v, w.last()]));
  });
}
test('place: an agent that does not tell its project: the git root of where it works', () => {
  const w = new World(), deep = path.join(w.project, 'a/b');
  fs.mkdirSync(deep, { recursive: true });
  fs.mkdirSync(path.join(w.project, '.git'));
  w.own([hook('x', { say: deny })]);
  for (const host of ['codex', 'claude-code']) is(w.run(host, { change: p => ({ ...p, cwd: deep }) }).v.blocked, 'no', host);
  w.user(hook('y', { run: 'printf %s "$GAFF_PROJECT_DIR $PWD" >"$SEEN/env"' }));
  w.run('codex', { change: p => ({ ...p, cwd: deep }) });
  is([JSON.parse(w.shown('y')).project_dir, w.shown('env')], [w.project, `${w.project} ${w.project}`], 'what hooks are told');
});
test('place: folders from the outermost down to where the agent was started; after those of the user, before --manifest', () => {
  const w = new World(), deep = path.join(w.project, 'a/b/c'), mark = name => raw(name, `echo ${name} >>"$SEEN/order"`);
  fs.mkdirSync(path.join(deep, 'd'), { recursive: true });
  fs.mkdirSync(path.join(w.project, '.git'));
  w.user(mark('user'));
  w.own([mark('outer')]);
  w.own([mark('b')], { folder: path.join(w.project, 'a/b') });
  w.own([mark('c')], { folder: deep });
  w.own([mark('sibling')], { folder: path.join(w.project, 'd') });
  w.own([mark('below')], { folder: path.join(deep, 'd') });
  w.own([mark('around')], { folder: w.dir, trust: false });
  const from = (start, cwd, args = []) => {
    w.forget();
    const r = w.run('claude-code', { env: { CLAUDE_PROJECT_DIR: start }, args, change: p => ({ ...p, cwd }) });
    is(r.v.message, undefined, 'what nobody trusted around a repository is no news');
    return w.order();
  };
  is(from(deep, deep, [...w.given(mark('given1')), ...w.given(mark('given2'))]), ['user', 'outer', 'b', 'c', 'given1', 'given2']);
  is(from(deep + '/', deep), ['user', 'outer', 'b', 'c'], 'with a slash at the end');
  is(from(deep.replace('/a/b', '//a///b'), deep), ['user', 'outer', 'b', 'c'], 'with many');
  is(from(path.join(w.project, 'a') + '/b/./c', deep), ['user', 'outer', 'b', 'c'], 'with a dot');
  is(from(path.join(w.project, 'd') + '/../a/b/c', deep), ['user', 'outer', 'b', 'c'], 'with two');
  is(from(deep, path.join(deep, 'd')), ['user', 'outer', 'b', 'c'], 'the model has gone down');
  is(from(deep, '/'), ['user', 'outer', 'b', 'c'], 'and away');
  is(from(w.project, deep), ['user', 'outer'], 'started above');
  fs.symlinkSync(w.project, path.join(w.dir, 'alias'));
  is(from(path.join(w.dir, 'alias/a/b'), deep), ['user', 'outer', 'b'], 'by another name of the project');
  is(w.last().project, path.join(w.dir, 'alias'), 'which is its name then');
});
test('place: a folder that only begins like the project is not in it', () => {
  const w = new World(), other = `${w.project}-other`;
  for (const folder of [other, path.join(other, 'deep')]) w.own([raw('x', evil)], { folder });
  w.run('claude-code', { env: { CLAUDE_PROJECT_DIR: w.project }, change: p => ({ ...p, cwd: path.join(other, 'deep') }) });
  is([w.ran('x'), w.last().notice], [false, undefined]);
});
test('place: the root of the disk is nobody\'s project', () => { // what OpenCode says outside a repository
  const w = new World(), sub = path.join(w.project, 'sub');
  w.own([raw('above', 'touch "$SEEN/above"')]);
  w.own([raw('x', evil)], { folder: sub });
  const r = w.run('opencode', { change: p => ({ ...p, directory: sub, worktree: '/' }) });
  is([r.payload.worktree, w.ran('x'), w.ran('above'), w.last().project], ['/', true, true, sub]);
});
test('place: an untrusted folder on the way does not hide the others', () => {
  const w = new World(), inner = path.join(w.project, 'a');
  fs.mkdirSync(path.join(w.project, '.git'));
  w.own([raw('o', 'touch "$SEEN/outer"')], { trust: false });
  w.own([hook('x', { say: deny })], { folder: inner });
  const r = w.run('claude-code', { env: { CLAUDE_PROJECT_DIR: inner }, change: p => ({ ...p, cwd: inner }) });
  is([r.v.blocked, w.ran('outer')], ['no', false]);
  ok(/gaff trust/.test(r.v.message), r);
});
// ---- where a project begins ----

// All that can be known of it from one call: what hooks are told, what runs, what is inside.
const destroy = { ...raw('guard', 'gaff guard destructive'), blocking: true };
const tell = raw('tell', 'cat >"$SEEN/tell"; pwd >"$SEEN/pwd"');
const fired = (w, host, command, cwd) => {
  const r = spawnSync(gaff, ['fire', '--host', host, '--event', 'before_tool_execute', '--command', command], { env: w.env(), cwd, encoding: 'utf8' });
  is(r.status, 0, r.stderr);
  return r.stdout;
};
const removes = (w, host, target, { start, cwd = start, env } = {}) => !!w.run(host, { input: fired(w, host, `rm -rf ${target}`, cwd), env: { ...starts[host]?.(start), ...env }, cwd }).v.blocked;
const starts = { 'claude-code': f => ({ CLAUDE_PROJECT_DIR: f }), 'copilot-cli': f => ({ COPILOT_PROJECT_DIR: f }), crush: f => ({ CRUSH_PROJECT_DIR: f }), devin: f => ({ DEVIN_PROJECT_DIR: f }), 'gemini-cli': f => ({ GEMINI_PROJECT_DIR: f }), 'qwen-code': f => ({ QWEN_PROJECT_DIR: f }), 'factory-droid': f => ({ FACTORY_PROJECT_DIR: f }), auggie: f => ({ AUGMENT_PROJECT_DIR: f }) };
// A repository with a folder in it; hooks of the repository leave "ran" behind.
class Repository extends World {
  constructor(name) {
    super(name);
    this.sub = path.join(this.project, 'packages/web');
    fs.mkdirSync(this.sub, { recursive: true });
    fs.mkdirSync(path.join(this.project, '.git'));
  }
  runs(start, { host = 'claude-code', cwd = start, ...more } = {}) {
    this.forget();
    this.run(host, { env: { CLAUDE_PROJECT_DIR: start }, cwd, change: p => ({ ...p, cwd }), ...more });
    return this.ran('x');
  }
  project_of(start, options) { this.runs(start, options); return this.last().project; }
}

for (const host of ids) {
  test(`project: started in a subfolder, on ${host}`, () => {
    const w = new Repository(), at = Object.assign(Object.create(w), { project: w.sub });
    w.own([hook('x', { say: deny })]);
    w.user(tell);
    const r = at.run(host, { env: starts[host]?.(w.sub), cwd: w.sub });
    ok(r.v.blocked?.includes('no'), JSON.stringify([r.v, w.last()]));
    is([JSON.parse(w.shown('tell')).project_dir, w.shown('pwd').trim(), w.last().project], [w.project, w.project, w.project]);
    fs.mkdirSync(path.join(w.sub, '.git')); // an empty one
    const s = at.run(host, { env: starts[host]?.(w.sub), cwd: w.sub });
    ok(s.v.blocked?.includes('no'), `an inner .git hides it: ${JSON.stringify([s.v, w.last()])}`);
    is([JSON.parse(w.shown('tell')).project_dir, w.last().project], [w.sub, w.sub]);
  });
  test(`project: what is inside is the same, on ${host}`, () => {
    const w = new Repository(), start = w.sub, place = path.join(w.home, 'src/proj'), at = path.join(place, 'packages/web');
    fs.mkdirSync(at, { recursive: true });
    fs.mkdirSync(path.join(place, '.git'));
    w.user(destroy);
    const got = ['build', path.join(place, 'dist'), '../../dist', '../../../other', path.join(w.home, 'src/other'), place, w.home].map(target => removes(w, host, target, { start: at }));
    is(got, [false, false, false, true, true, true, true], start);
  });
}

test('project: an agent that says where it was started is believed, and not the folder of a call', () => {
  const w = new Repository(), other = path.join(w.dir, 'other');
  fs.mkdirSync(path.join(other, '.git'), { recursive: true });
  w.own([raw('x', 'touch "$SEEN/x"')]);
  is([w.runs(w.sub, { cwd: other }), w.last().project], [true, w.project]);
  is([w.runs(w.sub, { cwd: '/' }), w.last().project], [true, w.project]);
  w.own([raw('y', evil)], { folder: other });
  is([w.runs(w.sub, { cwd: other }), w.last().project], [true, w.project]);
});
test('project: a variable of another agent says nothing', () => {
  const w = new Repository(), other = path.join(w.dir, 'other');
  fs.mkdirSync(path.join(other, '.git'), { recursive: true });
  const all = { CLAUDE_PROJECT_DIR: other, GEMINI_PROJECT_DIR: other, QWEN_PROJECT_DIR: other, FACTORY_PROJECT_DIR: other, COPILOT_PROJECT_DIR: other, CURSOR_PROJECT_DIR: other, DEVIN_PROJECT_DIR: other, CRUSH_PROJECT_DIR: other, TRAE_PROJECT_DIR: other, AUGMENT_PROJECT_DIR: other, GAFF_PROJECT_DIR: other };
  w.user(tell);
  for (const host of ['codex', 'kimi', 'kiro', 'pi', 'amp', 'opencode', 'cursor', 'trae', 'cline', 'antigravity', 'vs-code-copilot']) {
    w.run(host, { env: all });
    is(w.last().project, w.project, host);
  }
});
const opencode = (w, change) => w.run('opencode', { change: p => ({ ...p, ...change }) });
test('project: the folder of a shell of OpenCode is the model\'s', () => {
  const w = new Repository(), other = path.join(w.dir, 'other');
  fs.mkdirSync(path.join(other, '.git'), { recursive: true });
  w.user(tell);
  w.run('opencode', { event: 'shell.env', name: cases('opencode').find(name => /shell\.env/.test(name)), change: p => ({ ...p, input: { ...p.input, cwd: other }, directory: w.sub, worktree: w.project }) });
  is(w.last().project, w.project);
  opencode(w, { directory: w.sub, worktree: '/' });
  is(w.last().project, w.project, 'worktree');
});

// ---- the first call of a session ----

const remembered = ids.filter(host => !['amazon-q', 'cli', 'generic', 'junie', 'cursor', 'opencode', 'trae', 'cline', 'antigravity', 'auggie', 'devin'].includes(host));
const renamed = (p, as) => JSON.parse(JSON.stringify(p, (key, value) => /^(session_?id|trajectory_id)$/i.test(key) || (key === 'id' && /^T-/.test(value)) ? as : value));
for (const host of remembered) {
  test(`project: the model goes away, on ${host} that does not say where it was started`, () => {
    const w = new Repository(), other = path.join(w.dir, 'other');
    fs.mkdirSync(path.join(other, '.git'), { recursive: true });
    w.own([hook('x', { say: deny })]);
    const call = (folder, session = 'T-first') => {
      const at = Object.assign(Object.create(w), { project: folder });
      return at.run(host, { cwd: folder, change: p => renamed(p, session) });
    };
    ok(call(w.sub).v.blocked?.includes('no'), 'the first');
    ok(call(other).v.blocked?.includes('no'), `away: ${JSON.stringify(w.last())}`);
    is(w.last().project, w.project);
    const marks = path.join(w.state, 'started'), [mark, ...more] = fs.readdirSync(marks);
    is([more.length, fs.statSync(path.join(marks, mark)).mode & 0o777, fs.statSync(marks).mode & 0o777, fs.readFileSync(path.join(marks, mark), 'utf8')], [0, 0o600, 0o700, `${w.sub}\n`]);
    call(other, 'T-another');
    is([w.last().project, fs.readdirSync(marks).length], [other, 2], 'another session');
  });
}
const codex = (w, cwd, more = {}) => w.run('codex', { ...more, cwd, change: p => ({ ...p, cwd, ...more.payload }) });
const began = (w, cwd, source) => w.run('codex', { name: cases('codex').find(name => /^SessionStart/.test(name)), event: 'SessionStart', cwd, change: p => ({ ...p, cwd, source, session_id: JSON.parse(readCase('codex', hosts.codex.shell.case).payload).session_id }) });
test('project: a session that starts anew is where it starts; one that is only shortened is where it was', () => {
  const w = new Repository(), other = path.join(w.dir, 'other');
  fs.mkdirSync(path.join(other, '.git'), { recursive: true });
  w.user(tell);
  const projects = [[() => codex(w, w.sub)], [() => codex(w, other)], [() => began(w, other, 'compact')], [() => codex(w, other)], [() => began(w, other, 'clear')], [() => codex(w, other)],
    [() => began(w, other, 'resume')], [() => codex(w, w.sub)], [() => began(w, w.sub, 'startup')], [() => codex(w, other)]].map(([call]) => { call(); return w.last().project; });
  is(projects, [w.project, w.project, w.project, w.project, w.project, w.project, other, other, w.project, w.project]);
});
test('project: without a place to remember it is the folder of the call', () => {
  for (const spoil of [w => fs.writeFileSync(w.state, ''), w => { fs.mkdirSync(w.state); fs.writeFileSync(path.join(w.state, 'started'), ''); }, w => { fs.mkdirSync(w.state); fs.symlinkSync('/dev/null', path.join(w.state, 'started')); }]) {
    const w = new Repository(), other = path.join(w.dir, 'other');
    fs.mkdirSync(path.join(other, '.git'), { recursive: true });
    fs.mkdirSync(path.dirname(w.state), { recursive: true });
    w.user(tell);
    spoil(w);
    for (const folder of [w.sub, other]) {
      w.forget();
      codex(w, folder);
      is(JSON.parse(w.shown('tell')).project_dir, folder === other ? other : w.project);
    }
  }
});
test('project: what is remembered may be damaged', () => {
  const w = new Repository(), other = path.join(w.dir, 'other');
  fs.mkdirSync(path.join(other, '.git'), { recursive: true });
  w.user(tell);
  codex(w, w.sub);
  const mark = path.join(w.state, 'started', fs.readdirSync(path.join(w.state, 'started'))[0]);
  for (const text of ['', '\n', 'relative\n', '/half', '/a\0b\n', '/' + 'x'.repeat(9000) + '\n', '\n/x\n']) {
    fs.writeFileSync(mark, text);
    codex(w, other);
    is([w.last().project, fs.readFileSync(mark, 'utf8')], [other, `${other}\n`], JSON.stringify(text.slice(0, 20)));
  }
  fs.rmSync(mark);
  fs.symlinkSync(path.join(w.dir, 'elsewhere'), mark);
  fs.writeFileSync(path.join(w.dir, 'elsewhere'), `${w.sub}\n`);
  codex(w, other);
  is(w.last().project, other, 'a link');
  fs.rmSync(mark);
  fs.writeFileSync(mark, `${w.sub}\n`, { mode: 0o600 });
  fs.chmodSync(mark, 0o666);
  codex(w, other);
  is(w.last().project, other, 'that others can write');
});
test('project: what is remembered lasts while it is in use, and no more than a month else', () => {
  const w = new Repository(), day = 86400e3, other = path.join(w.dir, 'other'), marks = path.join(w.state, 'started');
  fs.mkdirSync(path.join(other, '.git'), { recursive: true });
  w.user(tell);
  codex(w, w.sub);
  const mark = path.join(marks, fs.readdirSync(marks)[0]), old = days => fs.utimesSync(mark, new Date(), new Date(Date.now() - days * day));
  old(29);
  codex(w, other);
  ok(Date.now() - fs.statSync(mark).mtimeMs < day, 'it is not touched');
  codex(w, other, { payload: { session_id: 'second' } });
  ok(fs.existsSync(mark), 'it is gone');
  old(31);
  codex(w, other, { payload: { session_id: 'third' } });
  ok(!fs.existsSync(mark), 'it is still there');
});
test('project: a trial remembers nothing, and knows what is remembered', () => {
  const w = new Repository(), other = path.join(w.dir, 'other');
  fs.mkdirSync(path.join(other, '.git'), { recursive: true });
  const payload = cwd => JSON.stringify({ ...JSON.parse(readCase('codex', hosts.codex.shell.case).payload), cwd });
  const explain = cwd => JSON.parse(spawnSync(gaff, ['explain', '--json', '--host', 'codex'], { env: w.env(), cwd, input: payload(cwd), encoding: 'utf8' }).stdout);
  is([explain(w.sub).project, fs.existsSync(path.join(w.state, 'started'))], [w.project, false]);
  codex(w, w.sub);
  is([explain(other).project, explain(other).started], [w.project, w.sub]);
  for (const folder of [other, w.sub]) { // made up, with one session for all
    const r = spawnSync(gaff, ['fire', '--run', '--host', 'codex', '--event', 'PreToolUse'], { env: w.env(), cwd: folder, encoding: 'utf8' });
    is([r.status, w.last().project, fs.readdirSync(path.join(w.state, 'started')).length], [0, folder === other ? other : w.project, 1], r.stderr);
  }
});

// ---- the folder of a call, where nobody says which one it was started in ----

// Two repositories: a session begins in the one, and goes on in the other without a word.
const bereft = hooks => {
  const w = new Repository('home/src/proj'), around = path.dirname(w.project), other = path.join(around, 'other'), deep = path.join(other, 'src/deep');
  fs.mkdirSync(path.join(other, '.git'), { recursive: true });
  fs.mkdirSync(deep, { recursive: true });
  if (hooks) w.own(hooks, { folder: other });
  return { w, around, other, deep };
};
for (const host of remembered) {
  test(`place: a session that goes on elsewhere has the trusted hooks of that place, on ${host}`, () => {
    const { w, other, deep } = bereft([hook('there', { say: deny })]);
    const call = folder => Object.assign(Object.create(w), { project: folder }).run(host, { cwd: folder, change: p => renamed(p, 'T-first') });
    is(call(w.sub).v.blocked, undefined, 'the first');
    ok(call(deep).v.blocked?.includes('no'), JSON.stringify(w.last()));
    is([w.last().project, w.last().hooks.length], [w.project, 1]);
    is(call(w.sub).v.blocked, undefined, 'back again');
    fs.rmSync(path.join(w.state, 'trust'), { recursive: true });
    const r = call(other);
    is([r.v.blocked, r.v.message, r.v.context, w.last().notice], [undefined, undefined, undefined, undefined], 'that nobody has trusted');
  });
}
test('place: hooks of a folder that the model chose, where nobody has trusted them, are not even told of', () => {
  const { w, other, deep } = bereft();
  w.own([raw('y', evil)], { folder: other, trust: false });
  w.own([raw('y', evil)], { folder: deep, trust: false });
  w.own([raw('x', 'touch "$SEEN/mine"')]);
  codex(w, w.sub);
  const r = codex(w, deep);
  is([w.ran('x'), w.ran('mine'), r.v.message, w.last().notice], [false, true, undefined, undefined]);
});
test('place: they run in their own repository, behind those of the start, and each once', () => {
  const { w, around, other, deep } = bereft();
  const say = name => raw(name, `echo ${name} $(pwd) >>"$SEEN/order"`);
  fs.mkdirSync(path.join(around, '.git'));
  w.own([say('around')], { folder: around });
  w.own([say('start')]);
  w.own([say('other')], { folder: other });
  w.own([say('deep')], { folder: deep });
  codex(w, w.sub);
  is(w.order(), [`around ${around}`, `start ${w.project}`]);
  w.forget();
  codex(w, deep);
  is(w.order(), [`around ${around}`, `start ${w.project}`, `other ${other}`, `deep ${other}`]);
  w.forget();
  w.run('codex', { cwd: deep, change: p => ({ ...p, cwd: deep }), args: w.given(say('given')) });
  is(w.order().at(-1), `given ${w.project}`);
});
test('place: below the start, and around it', () => { // whoever names another start must not hide what is in it
  const w = new Repository();
  w.own([raw('x', 'touch "$SEEN/x"')], { folder: w.sub });
  codex(w, w.project);
  is(w.ran('x'), false, 'it began above');
  codex(w, w.sub);
  is([w.ran('x'), w.last().project], [true, w.project], 'and went on below');
  const { w: v, around, deep } = bereft([raw('x', 'touch "$SEEN/x"')]);
  fs.mkdirSync(path.join(around, '.git'));
  codex(v, around);
  codex(v, deep);
  is([v.ran('x'), v.last().project], [true, around], 'a repository around it');
});
test('place: gaff explain shows where a call is made, if that counts', () => {
  const { w, other, deep } = bereft([hook('there', { say: deny })]);
  codex(w, w.sub);
  const explain = (cwd, ...more) => spawnSync(gaff, ['explain', '--host', 'codex', ...more], { env: w.env(), cwd, input: JSON.stringify({ ...JSON.parse(readCase('codex', hosts.codex.shell.case).payload), cwd }), encoding: 'utf8' }).stdout;
  ok(new RegExp(`^called in +${deep}$`, 'm').test(explain(deep)) && !explain(w.sub).includes('called in'), explain(deep));
  const x = JSON.parse(explain(deep, '--json'));
  is([x.project, x.started, x.manifests.map(m => m.file), x.hooks.map(h => h.name)], [w.project, w.sub, [path.join(other, '.gaff/hooks.json')], ['there']]);
});
test('place: an agent that says where it was started has no others', () => {
  const { w, deep } = bereft([raw('x', 'touch "$SEEN/x"')]);
  is([w.runs(w.sub, { cwd: deep }), w.last().project], [false, w.project]);
});
test('place: what was trusted in the folder of a call, and has changed since, counts as at the start', () => {
  const { w, other, deep } = bereft([raw('closed', 'true', { on_error: 'closed' })]);
  codex(w, w.sub);
  is(codex(w, deep).v.blocked, undefined);
  w.own([raw('x', evil)], { folder: other, trust: false });
  const r = codex(w, deep);
  ok(/has changed since/.test(r.v.blocked), JSON.stringify(r.v));
  fs.rmSync(path.join(other, '.gaff'), { recursive: true });
  ok(codex(w, deep).v.blocked, 'it is gone');
  is([w.ran('x'), codex(w, w.sub).v.blocked], [false, undefined]);
});
test('place: what guards take for inside is the start\'s project, wherever the call is', () => {
  const { w, other, deep } = bereft([destroy]);
  const at = (cwd, target) => !!w.run('codex', { cwd, change: p => ({ ...p, cwd, tool_input: { ...p.tool_input, command: `rm -rf ${target}` } }) }).v.blocked;
  is(at(w.sub, '/'), false, 'there is no guard at the start');
  is([at(deep, path.join(w.project, 'dist')), at(deep, path.join(other, 'dist')), at(deep, 'dist')], [false, true, true]);
});
for (const [name, say, event] of [['grants nothing', { decision: 'allow', reason: 'yes' }], ['asks', { decision: 'ask', reason: 'hm' }]]) {
  test(`place: a hook of the folder of a call ${name}`, () => {
    const { w, deep } = bereft([hook('there', { say })]);
    const call = cwd => w.run('vs-code-copilot', { cwd, change: p => ({ ...p, cwd }) });
    call(w.sub);
    const r = call(deep);
    is([r.v.allowed, !!r.v.asked, w.last().decision], say.decision === 'allow' ? [undefined, false, 'none'] : [undefined, true, 'ask'], JSON.stringify(r.v));
    const at = new Repository();
    at.own([hook('here', { say })]);
    at.run('vs-code-copilot', { cwd: at.sub, change: p => ({ ...p, cwd: at.sub }) });
    is(at.last().decision, say.decision, 'at the start it does');
  });
}
test('place: a policy of the start silences nothing elsewhere, nor does one from there the hooks of the start', () => {
  const { w, around, other, deep } = bereft();
  const say = name => raw(name, `echo ${name} >>"$SEEN/order"`), off = { disable_all_hooks: true };
  const ran = cwd => { w.forget(); codex(w, cwd); return w.order(); };
  const set = (folder, name, policy) => { if (policy) w.policy(path.join(folder, '.gaff'), policy); else fs.rmSync(path.join(folder, '.gaff/policy.json'), { force: true }); w.own([say(name)], { folder }); };
  w.user(say('user'));
  set(w.project, 'start');
  set(other, 'other');
  set(deep, 'deep');
  ran(w.sub);
  is(ran(deep), ['user', 'start', 'other', 'deep']);
  set(w.project, 'start', off);
  is(ran(deep), ['user', 'other', 'deep'], 'of the start');
  set(w.project, 'start');
  set(other, 'other', off);
  is([ran(deep), ran(w.sub)], [['user', 'start'], ['user', 'start']], 'of the other: its own, and what is in it');
  set(other, 'other');
  set(deep, 'deep', off);
  is(ran(deep), ['user', 'start', 'other']);
  set(deep, 'deep');
  fs.mkdirSync(path.join(around, '.git'));
  set(around, 'around', off);
  is(ran(deep), ['user'], 'of what is around both');
});
test('project: a start that is gone is none, unless somebody has trusted what was there', () => {
  const { w, other } = bereft(), gone = path.join(w.dir, 'plain/sub'), marks = path.join(w.state, 'started');
  w.user(tell);
  const begin = () => { fs.rmSync(marks, { recursive: true, force: true }); fs.mkdirSync(gone, { recursive: true }); codex(w, gone); };
  begin();
  is(w.last().project, gone);
  codex(w, other);
  is(w.last().project, gone, 'it is there');
  fs.rmSync(gone, { recursive: true });
  const told = spawnSync(gaff, ['explain', '--json', '--host', 'codex'], { env: w.env(), cwd: other, input: JSON.stringify({ ...JSON.parse(readCase('codex', hosts.codex.shell.case).payload), cwd: other }), encoding: 'utf8' });
  is([JSON.parse(told.stdout).started, fs.readFileSync(path.join(marks, fs.readdirSync(marks)[0]), 'utf8')], [other, `${gone}\n`], 'a trial changes nothing');
  codex(w, other);
  is([w.last().project, fs.readFileSync(path.join(marks, fs.readdirSync(marks)[0]), 'utf8')], [other, `${other}\n`]);
  codex(w, w.sub);
  is(w.last().project, other, 'from then on it is the new one');
  begin();
  fs.mkdirSync(path.join(path.dirname(gone), '.git'));
  fs.rmSync(gone, { recursive: true });
  codex(w, other);
  is(w.last().project, path.dirname(gone), 'its repository is there');
  fs.rmSync(path.dirname(gone), { recursive: true });
  begin();
  w.own([raw('closed', 'true', { on_error: 'closed' })], { folder: gone });
  codex(w, gone);
  fs.rmSync(gone, { recursive: true });
  const r = codex(w, other);
  is([!!r.v.blocked, w.last().project], [true, gone], 'it was trusted, and is missed');
});

// ---- how far up ----

test('project: the git root, else the nearest .gaff, else the folder', () => {
  const w = new World(), deep = path.join(w.project, 'a/b/c'), of = Repository.prototype.project_of, at = Object.assign(w, { runs: Repository.prototype.runs });
  fs.mkdirSync(deep, { recursive: true });
  w.user(raw('u', 'true'));
  is(of.call(at, deep), deep, 'neither');
  w.own([raw('x', 'touch "$SEEN/x"')], { folder: path.join(w.project, 'a') });
  is([of.call(at, deep), w.ran('x')], [path.join(w.project, 'a'), true], '.gaff above');
  fs.mkdirSync(path.join(w.project, 'a/b/.gaff'));
  is([of.call(at, deep), w.ran('x')], [path.join(w.project, 'a/b'), true], 'a nearer one hides nothing');
  fs.writeFileSync(path.join(w.project, '.git'), 'gitdir: /somewhere\n');
  is([of.call(at, deep), w.ran('x')], [w.project, true], 'a repository above, as a worktree has it');
  fs.mkdirSync(path.join(deep, '.git'));
  is([of.call(at, deep), w.ran('x')], [deep, true], 'an inner one');
});
test('project: hooks of an outer repository run in that, and their globs are of that', () => {
  const w = new Repository();
  w.script('tools/check.sh', 'pwd >"$SEEN/checked"');
  w.script('packages/web/tools/check.sh', evil); // nobody looked at this one
  w.own([raw('x', 'sh tools/check.sh'), { ...hook('glob', { say: deny }), paths: ['secrets/**'] }]);
  fs.mkdirSync(path.join(w.sub, '.git'));
  const read = file => w.run('claude-code', { env: { CLAUDE_PROJECT_DIR: w.sub }, input: JSON.stringify({ session_id: 's', cwd: w.sub, hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: file } }) });
  is([!!read(path.join(w.project, 'secrets/key')).v.blocked, !!read(path.join(w.sub, 'secrets/key')).v.blocked], [true, false]);
  is([w.shown('checked').trim(), w.ran('x')], [w.project, false]);
  append('tools/check.sh')(w);
  fs.rmSync(path.join(w.seen, 'checked'));
  ok(/changed/.test(read('x').v.message) && !w.ran('checked'), w.last());
});
test('project: a repository around another one, that nobody has trusted, is news', () => {
  const w = new Repository();
  fs.mkdirSync(path.join(w.sub, '.git'));
  w.own([raw('x', evil)], { trust: false });
  ok(/gaff trust/.test(w.run('claude-code', { env: { CLAUDE_PROJECT_DIR: w.sub } }).v.message) && !w.ran('x'), w.last());
});
test('project: globs of two repositories, one in the other', () => {
  const w = new Repository(), glob = name => ({ ...hook(name, { run: `echo ${name} >>"$SEEN/met"` }), paths: ['secrets/**'] });
  fs.mkdirSync(path.join(w.sub, '.git'));
  w.own([glob('outer')]);
  w.own([glob('inner')], { folder: w.sub });
  const met = file => {
    w.forget();
    w.run('claude-code', { env: { CLAUDE_PROJECT_DIR: w.sub }, input: JSON.stringify({ session_id: 's', cwd: w.sub, hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: file } }) });
    return w.ran('met') ? w.shown('met').trim().split('\n') : [];
  };
  is([met(path.join(w.project, 'secrets/key')), met(path.join(w.sub, 'secrets/key')), met(path.join(w.sub, 'other'))], [['outer'], ['inner'], []]);
});
test('project: what somebody has trusted around a repository counts, and what nobody has is no news', () => {
  const w = new Repository();
  w.own([hook('x', { say: deny, env: { SEEN: w.seen } })], { folder: w.dir, trust: false });
  const run = () => w.run('claude-code', { env: { CLAUDE_PROJECT_DIR: w.sub } });
  nothing(run());
  is(w.last().notice, undefined);
  w.trust(w.dir);
  is(run().v.blocked, 'no');
  fs.appendFileSync(path.join(w.dir, '.gaff/hooks.json'), '\n\n');
  const r = run();
  is([r.v.blocked, /changed/.test(r.v.message)], [undefined, true]);
  const file = path.join(w.dir, '.gaff/hooks.json');
  fs.renameSync(file, file + '.was');
  fs.symlinkSync(file + '.was', file);
  ok(/symbolic link/.test(w.run('claude-code', { env: { CLAUDE_PROJECT_DIR: w.sub }, change: p => ({ ...p, session_id: 'later' }) }).v.message), 'a link in its place is no news');
});
test('project: the folder it was started in may be gone', () => {
  const w = new Repository(), gone = path.join(w.sub, 'gone/further');
  w.own([raw('x', 'touch "$SEEN/x"')]);
  is([w.runs(gone, { cwd: w.project }), w.last().project], [true, w.project]);
});
test('project: very deep', () => {
  const w = new Repository(), deep = path.join(w.project, ...Array(100).fill('d'));
  fs.mkdirSync(deep, { recursive: true });
  w.own([raw('x', 'touch "$SEEN/x"')]);
  is([w.runs(deep), w.last().project], [true, w.project]);
});
test('project: a folder that all can write is not gone through, nor counts what is in it', () => {
  for (const mode of [0o777, 0o1777, 0o757, 0o773]) {
    const w = new Repository();
    w.own([raw('x', 'touch "$SEEN/x"')]);
    is(w.runs(w.sub), true);
    fs.chmodSync(w.project, mode);
    is([w.runs(w.sub), w.last().project], [false, w.sub], mode.toString(8));
    fs.chmodSync(w.project, 0o755);
    fs.chmodSync(path.dirname(w.sub), mode);
    is([w.runs(w.sub), w.last().project], [false, w.sub], `${mode.toString(8)} on the way`);
    fs.chmodSync(path.dirname(w.sub), 0o755);
    fs.chmodSync(w.sub, mode);
    is([w.runs(w.sub), w.last().project], [true, w.project], `${mode.toString(8)}, and started in it`);
  }
  const w = new Repository();
  w.own([raw('x', 'touch "$SEEN/x"')]);
  fs.chmodSync(w.project, 0o775);
  is(w.runs(w.sub), true, 'a group can');
});
if (process.getuid() !== 0) skip('project: what belongs to somebody else', 'only root can give files away');
else test('project: what belongs to somebody else', () => {
  const w = new Repository(), give = (...files) => files.forEach(file => fs.lchownSync(path.join(w.project, file), 4711, 4711));
  w.own([raw('x', 'touch "$SEEN/x"')]);
  give('.git');
  is([w.runs(w.sub), w.last().project], [true, w.project], '.git: it is the nearest .gaff');
  fs.mkdirSync(path.join(w.sub, '.git'));
  is([w.runs(w.sub), w.last().project], [true, w.sub], 'and an inner repository');
  give('packages/web/.git');
  is([w.runs(w.sub), w.last().project], [true, w.project], 'which is theirs');
  fs.rmdirSync(path.join(w.sub, '.git'));
  give('.gaff');
  is([w.runs(w.sub), w.last().project], [false, w.project], '.gaff too: what was trusted there is missed');
  ok(/belongs to somebody else/.test(w.last().notice), `it is told: ${w.last().notice}`);
  fs.chownSync(path.join(w.project, '.git'), 0, 0);
  is([w.runs(w.sub), w.last().project], [false, w.project], '.gaff alone');
  ok(/belongs to somebody else/.test(w.last().notice), `it is told: ${w.last().notice}`);
  is(call(w, ['trust', '--dry-run'], { cwd: w.sub }).code, 1, 'gaff trust finds it');
  give('', 'packages', 'packages/web', '.git');
  is([w.runs(w.sub), w.last().project], [true, w.project], 'all of it is theirs');
  fs.chownSync(path.join(w.project, 'packages'), 4712, 4712);
  is([w.runs(w.sub), w.last().project], [false, w.sub], 'a folder on the way is of a third');
  fs.chownSync(path.join(w.project, 'packages'), 0, 0);
  is([w.runs(w.sub), w.last().project], [true, w.project], 'of root');
});
if (process.getuid() !== 0) skip('project: .gaff and .git of another user in /tmp', 'only root can give files away');
else test('project: .gaff and .git of another user in /tmp', () => {
  const w = new World(), tmp = path.join(w.dir, 'tmp'), mine = path.join(tmp, 'mine');
  fs.mkdirSync(mine, { recursive: true });
  w.own([raw('x', 'touch "$SEEN/x"')], { folder: tmp });
  fs.mkdirSync(path.join(tmp, '.git'));
  fs.chmodSync(tmp, 0o1777);
  for (const file of ['.git', '.gaff', '.gaff/hooks.json']) fs.chownSync(path.join(tmp, file), 4711, 4711);
  const run = start => { w.forget(); const r = w.run('claude-code', { env: { CLAUDE_PROJECT_DIR: start }, cwd: start, change: p => ({ ...p, cwd: start, session_id: start }) }); return [w.ran('x'), w.last().project, r.v.message]; };
  w.user(raw('u', 'true'));
  is(run(mine), [false, mine, undefined]);
  ok(/^false,[^,]*,.*belongs to somebody else/.test(run(tmp).join()), 'started right there, where it was trusted');
  fs.chmodSync(tmp, 0o755);
  ok(/^false,[^,]*\/tmp,.*belongs to somebody else/.test(run(mine).join()), 'also where only they can write: somebody has trusted it');
});
if (!canUnshare) skip('project: the border of a file system', 'unshare(1) cannot mount');
else test('project: the border of a file system', () => {
  const w = new Repository(), mount = path.join(w.project, 'packages'), inner = path.join(mount, 'web');
  w.own([raw('x', 'touch "$SEEN/x"')]);
  const prefix = ['unshare', '-rm', 'sh', '-c', `mount -t tmpfs -o mode=755 tmpfs "${mount}" && mkdir "${inner}" && exec "$@"`, 'sh'];
  is([w.runs(inner, { prefix, cwd: w.project }), w.last().project], [false, inner]);
  is([w.runs(inner, { prefix: ['unshare', '-rm', 'sh', '-c', 'exec "$@"', 'sh'], cwd: w.project }), w.last().project], [true, w.project], 'without one');
});

// ---- the home ----

test('project: hooks above the home do not count, nor what is in it, for a folder in it', () => {
  const w = new Repository(), place = path.join(w.home, 'notes/today');
  fs.mkdirSync(place, { recursive: true });
  for (const [folder, name] of [[w.dir, 'above'], [w.home, 'home']]) { fs.mkdirSync(path.join(folder, '.git')); w.own([raw('x', `touch "$SEEN/x" "$SEEN/${name}"`, { handler: { env: { SEEN: w.seen } } })], { folder }); } // which is in it, so it is not inherited
  w.user(raw('u', 'true'));
  is([w.runs(place), w.last().project], [false, place]);
  is([w.runs(w.home), w.ran('home'), w.ran('above'), w.last().project], [true, true, false, w.home], 'started there its own do');
  fs.symlinkSync(w.home, path.join(w.dir, 'me'));
  is([w.runs(path.join(w.dir, 'me/notes/today')), w.last().project], [false, path.join(w.dir, 'me/notes/today')], 'by another name');
  is([w.runs(place, { env: { CLAUDE_PROJECT_DIR: place, HOME: path.join(w.dir, 'me') } })], [false], 'a home that has another name');
});
for (const host of ['claude-code', 'codex', 'cursor', 'gemini-cli', 'opencode']) {
  test(`project: a home is never inside, on ${host}`, () => {
    const w = new World(), proj = path.join(w.home, 'proj'), deep = path.join(proj, 'src'), plainly = path.join(w.home, 'notes');
    for (const folder of [deep, plainly, path.join(proj, '.git')]) fs.mkdirSync(folder, { recursive: true });
    w.user(destroy);
    const at = (start, cwd, target) => {
      const input = fired(w, host, `rm -rf ${target}`, start);
      return !!w.run(host, { input: JSON.stringify({ ...JSON.parse(input), session_id: start, ...(host !== 'opencode' && { cwd }) }), env: starts[host]?.(start), cwd: start }).v.blocked;
    };
    for (const start of [w.home, w.dir, '/']) is([at(start, start, path.join(w.home, 'stuff')), at(start, start, path.join(w.home, 'proj'))], [true, true], `started in ${start}`);
    is(at(w.home, w.home, 'stuff'), true, 'relative');
    if (['opencode', 'codex', 'cursor'].includes(host)) return; // the folder of a call is not told, or the first one, or a shell's
    is([at(w.home, deep, 'build'), at(w.home, deep, '../dist'), at(w.home, deep, '../../notes'), at(w.home, deep, proj)], [false, false, true, true], 'the folder of the call in a home');
    is([at(w.home, plainly, 'old'), at(w.home, plainly, '../proj')], [false, true], 'that is no repository');
    is([at(w.home, '/opt/nothing', 'build'), at('/', '/opt/nothing', 'build')], [true, true], 'but not one that is elsewhere');
  });
}
test('project: in a terminal it is the same', () => {
  const w = new Repository();
  w.own([raw('x', 'true')]);
  fs.mkdirSync(path.join(w.sub, '.git'));
  const root = cwd => JSON.parse(call(w, ['explain', '--json', '--host', 'claude-code', '--event', 'PreToolUse'], { cwd }).out);
  is([root(w.sub).project, root(w.sub).started, root(w.sub).folders.slice(-3), root(w.sub).hooks.map(h => h.name)], [w.sub, w.sub, [w.project, path.dirname(w.sub), w.sub], ['x']]);
  ok(call(w, ['validate'], { cwd: w.sub }).out.includes(path.join(w.project, '.gaff/hooks.json')), 'gaff validate');
  is(call(w, ['disable', 'x', '--project'], { cwd: w.sub }).code, 0, 'gaff disable');
});
test('project: self guards the hooks above a project', () => {
  const w = new Repository();
  fs.mkdirSync(path.join(w.sub, '.git'));
  w.user({ ...raw('guard', 'gaff guard self'), blocking: true });
  const says = file => !!w.run('claude-code', { env: { CLAUDE_PROJECT_DIR: w.sub }, input: JSON.stringify({ session_id: 's', cwd: w.sub, hook_event_name: 'PreToolUse', tool_name: 'Write', tool_input: { file_path: file, content: 'x' } }) }).v.blocked;
  is([path.join(w.project, '.gaff/hooks.json'), path.join(w.dir, '.gaff/policy.json'), path.join(w.project, 'packages/.gaff/x'), path.join(w.sub, 'a/.gaff/x'), path.join(w.sub, '.gaffer/x'), path.join(w.dir, 'seen/.gaff/x')].map(says), [true, true, true, true, false, false]);
});

const both = (w, folder) => { w.write(path.join(folder, 'hooks.json'), { spec: 'hooks/1.0', hooks: [raw('x', evil)] }); w.write(path.join(folder, 'hooks.yaml'), 'spec: hooks/1.0\nhooks: [{event: before_tool_execute, handler: {type: command, command: touch "$SEEN/x"}}]\n'); };
test('place: hooks.json and hooks.yaml in one folder run nothing of it, and the rest still runs', () => {
  const w = new World();
  both(w, w.config);
  w.own([hook('p', { say: deny })]);
  const r = w.run();
  is([r.v.blocked, w.ran('x')], ['no', false]);
  ok(/hooks\.json.*hooks\.yaml/.test(r.v.message), r);
  const v = new World();
  both(v, path.join(v.project, '.gaff'));
  v.user(hook('u', { say: deny }));
  const s = v.run();
  is([s.v.blocked, v.ran('x')], ['no', false]);
  ok(/hooks\.json.*hooks\.yaml/.test(s.v.message), s);
  ok(w.run('claude-code', { args: ['--fail-closed'], change: p => ({ ...p, session_id: 'c' }) }).v.blocked, 'open');
});
test('place: a manifest in YAML', () => {
  const w = new World();
  w.write(path.join(w.config, 'hooks.yaml'), 'spec: hooks/1.0\nhooks:\n  - event: before_tool_execute\n    matcher: shell\n    blocking: true\n    handler:\n      type: command\n      command: |\n        echo "no yaml" >&2\n        exit 2\n');
  is(w.run().v.blocked, 'no yaml');
  const short = path.join(w.dir, 'x.yml');
  fs.renameSync(path.join(w.config, 'hooks.yaml'), short);
  is(w.run('claude-code', { args: ['--manifest', short] }).v.blocked, 'no yaml', '.yml');
});
test('place: comments and trailing commas in a manifest', () => {
  const w = new World();
  w.write(path.join(w.config, 'hooks.json'), '// mine\n{"spec":"hooks/1.0","hooks":[{"event":"before_tool_execute","blocking":true,"handler":{"type":"command","command":"exit 2",},/* x */},],}');
  ok(w.run().v.blocked, 'not blocked');
});
test('place: --manifest that is not there', () => {
  const w = new World();
  nothing(w.run('claude-code', { args: ['--manifest', '/nonexistent/x.json'], change: p => ({ ...p, session_id: '' }) }).v.message ? { code: 0, stdout: '' } : { code: 1 });
  ok(w.run('claude-code', { args: ['--manifest', '/nonexistent/x.json', '--fail-closed'] }).v.blocked, 'open');
});

test('place: a trusted project in YAML', () => {
  const w = new World(), file = path.join(w.project, '.gaff/hooks.yaml');
  w.script('.gaff/x.sh', 'touch "$SEEN/x"');
  w.write(file, 'spec: hooks/1.0\nhooks:\n  - event: before_tool_execute\n    handler: {type: command, command: ./x.sh}\n');
  w.trust();
  nothing(w.run());
  ok(w.ran('x'), w.last());
  w.forget();
  fs.appendFileSync(file, '# changed\n');
  ok(/changed/.test(w.run().v.message) && !w.ran('x'), 'it ran');
});
test('place: where a command is to run does not say which project it is', () => {
  for (const [host, its] of Object.entries(hosts)) {
    const w = new World();
    w.own([hook('x', { say: deny })]);
    const r = w.run(host, { change: p => { const input = its.toolInput(p); if (typeof input === 'object') for (const key of ['cwd', 'Cwd', 'workdir', 'working_dir', 'working_directory']) input[key] = scratch; return p; } });
    ok(r.v.blocked, `${host}: it is not blocked: ${r.stdout} ${JSON.stringify(r.payload)}`);
  }
  const w = new World();
  w.own([hook('x', { say: deny })]);
  ok(w.run('generic', { cwd: '/tmp', change: p => ({ ...p, cwd: w.project, tool_input: { ...p.tool_input, cwd: '/tmp' } }) }).v.blocked, 'what the caller says counts');
});
test('place: a notice changes no answer that it goes with', () => {
  const answers = { deny, ask: { decision: 'ask', reason: 'sure?' }, allow: { decision: 'allow', reason: 'fine' }, context: { context: 'c' }, message: { system_message: 'm' }, rewrite: { updated_input: { command: 'echo new' } }, stop: { continue: false, stop_reason: 'enough' } };
  for (const [host, its] of Object.entries(hosts)) for (const [name, say] of Object.entries(answers)) {
    const make = own => { const w = new World(); w.user(hook('x', { say })); if (own) w.own([raw('y', evil)], { trust: false }); return w.run(host, { event: its.rewrite.event, name: its.rewrite.case }); };
    const plain = make(false), told = make(true), can = its.can.message.includes(its.rewrite.event);
    const without = text => text?.replace(/(^|\n\n)gaff: the hooks of [^]*$/, '') || undefined; // it may stand behind what is there
    const rest = ({ message, asked, context, blocked, stopped, ...v }) => JSON.stringify({ ...v, asked: !!asked, context: without(context), blocked: without(blocked), stopped: typeof stopped === 'string' ? without(stopped) : stopped })
      .replaceAll(/\/w\d+\/proj/g, '/proj'); // where each of them is
    is([told.v.rejected, rest(told.v)], [undefined, rest(plain.v)], `${host} ${name}`);
    if (plain.v.asked && !its.losesQuestion.includes(its.rewrite.event)) ok(String(told.v.asked).includes('sure?'), `${host}: ${told.v.asked}`);
    if (can) ok(/gaff trust/.test(`${told.v.message}${told.v.asked}${told.v.context}`), `${host} ${name}: ${told.stdout}`);
    if (name === 'message' && can) ok(told.v.message.startsWith('m\n\n'), told.v.message);
  }
});

// ---- manifests that cannot be used ----

const broken = { 'half of it': '{"spec":"hooks/1.0","hooks":[', 'not a manifest': '[]', empty: '', 'an unknown event': JSON.stringify({ spec: 'hooks/1.0', hooks: [{ event: 'nonsense', handler: { type: 'command', command: 'x' } }] }), 'async and blocking': JSON.stringify({ spec: 'hooks/1.0', hooks: [raw('x', 'x', { handler: { async: true } })] }), 'one bad hook beside a good one': JSON.stringify({ spec: 'hooks/1.0', hooks: [raw('x', evil), { event: 1 }] }), 'no UTF-8': '{"spec":"hooks/1.0","hooks":[{"name":"\xff"', 'two megabytes': ' '.repeat(2 << 20) };
for (const [name, text] of Object.entries(broken)) {
  test(`broken: a user manifest, ${name}`, () => {
    const w = new World(), file = path.join(w.config, 'hooks.json');
    w.write(file, text);
    w.own([raw('p', 'touch "$SEEN/p"')]);
    const r = w.run();
    is([r.v.blocked, r.v.granted, w.ran('p'), w.ran('x')], [undefined, undefined, true, false], 'open');
    ok(r.v.message.includes(file) && w.last().warnings.some(x => x.includes(file)), JSON.stringify([r.v, w.last()]));
    const closed = w.run('claude-code', { args: ['--fail-closed'] });
    ok(closed.v.blocked?.includes(file), closed);
    is([w.last().decision, w.last().by], ['deny', undefined]);
  });
  test(`broken: a project manifest, ${name}`, () => {
    const w = new World();
    w.own([raw('p', 'touch "$SEEN/p"')]);
    w.write(path.join(w.project, '.gaff/hooks.json'), text);
    w.user(raw('u', 'touch "$SEEN/u"'));
    const r = w.run('claude-code');
    is([r.v.blocked, w.ran('u'), w.ran('p')], [undefined, true, false]);
    ok(/do not run/.test(r.v.message), r);
    ok(/changed since/.test(w.run('claude-code', { args: ['--fail-closed'] }).v.blocked), 'what was trusted once is missed'); // closed is closed
    ok(!w.ran('p'), 'it ran');
  });
}
const refused = { ...broken, 'a typo in a name': JSON.stringify({ spec: 'hooks/1.0', hooks: [raw('x', 'gaff guard destructiv')] }), '1,025 rules': JSON.stringify({ spec: 'hooks/1.0', rules: Array.from({ length: 1025 }, (_, i) => ({ name: `r${i}`, program: 'npm', decision: 'deny' })) }) };
const places = { 'that others can write': w => fs.chmodSync(w.user(raw('g', 'true')), 0o666), 'in a folder that others can write': w => { w.user(raw('g', 'true')); fs.chmodSync(w.config, 0o777); }, 'that is a link to nothing': w => { fs.mkdirSync(w.config, { recursive: true }); fs.symlinkSync('/nowhere', path.join(w.config, 'hooks.json')); }, 'by another name': w => w.manifest(path.join(w.config, 'hooks.yml'), [raw('g', 'true')]), 'that is twice': w => { w.user(raw('g', 'true')); w.write(path.join(w.config, 'hooks.yaml'), 'spec: hooks/1.0\nhooks: []\n'); }, 'in a folder that is a file': w => w.write(w.config, '') };
for (const [name, make] of [...Object.entries(refused).map(([name, text]) => [name, w => w.write(path.join(w.config, 'hooks.json'), text)]), ...Object.entries(places)]) {
  test(`broken: the default guards run in place of a user manifest, ${name}`, () => {
    const w = new World(), command = text => p => ({ ...p, tool_input: { ...p.tool_input, command: text } });
    make(w);
    const r = w.run('claude-code', { change: command('git reset --hard') });
    ok(/gaff guard destructive: .*reset/.test(r.v.blocked), r);
    is(w.last().by, 'default guards');
    const fine = w.run('claude-code', { change: p => ({ ...command('ls')(p), session_id: 'other' }) });
    ok(fine.v.blocked === undefined && /default guards run in their place/.test(fine.v.message), fine);
    is(w.run('claude-code', { change: p => ({ ...command('ls')(p), session_id: 'other' }) }).v.message, undefined, 'told once a session');
  });
}
test('broken: the default guards are those of gaff init, once, and on every agent', () => {
  const w = new World(), fresh = new World();
  is(spawnSync(gaff, ['init', '--user'], { env: fresh.env(), encoding: 'utf8' }).status, 0, 'gaff init');
  const page = (world, event) => JSON.parse(spawnSync(gaff, ['explain', '--json', '--host', 'claude-code', '--event', event, ...(event === 'UserPromptSubmit' ? ['--prompt', 'x'] : ['--command', 'ls'])], { env: world.env(), cwd: world.project, encoding: 'utf8' }).stdout);
  w.write(path.join(w.config, 'hooks.json'), '{');
  w.policy(w.config, '{');
  for (const event of ['PreToolUse', 'UserPromptSubmit', 'PostToolUse']) {
    const of = world => page(world, event).hooks.filter(h => h.handler.startsWith('gaff guard')).map(h => [h.event, h.blocking, h.handler, h.result]);
    is(of(w), of(fresh), event);
  }
  is(page(w, 'PreToolUse').manifests.map(m => path.basename(m.file)), ['hooks.json', 'default guards', 'policy.json']);
  for (const host of ['claude-code', 'codex', 'gemini-cli', 'factory-droid', 'qwen-code']) {
    const text = command => p => JSON.parse(JSON.stringify(p).replaceAll(JSON.stringify(hosts[host].command(p)).slice(1, -1), command));
    ok(w.run(host, { change: text('git reset --hard') }).v.blocked, `${host}: ${JSON.stringify(w.last())}`);
    is(w.run(host, { change: text('ls') }).v.blocked, undefined, host);
  }
  w.policy(w.config, { disable_all_hooks: true });
  is(w.run('claude-code', { change: p => ({ ...p, tool_input: { command: 'git reset --hard' } }) }).v.blocked, undefined, 'a policy of the same person says no hooks');
});
test('broken: a hook that changes the call does not get past the default guards', () => {
  const w = new World();
  w.write(path.join(w.config, 'hooks.json'), '{');
  w.own([hook('p', { say: { decision: 'allow', reason: 'fine', updated_input: { command: 'git reset --hard' } } })]);
  ok(/reset/.test(w.run().v.blocked), w.last());
});
test('broken: what nobody ever trusted is no guard that is missing', () => {
  const w = new World();
  w.own([raw('p', 'touch "$SEEN/p"')], { trust: false });
  is([w.run('claude-code', { args: ['--fail-closed'] }).v.blocked, w.ran('p')], [undefined, false]);
});
test('record: a host that nobody knows is recorded', () => {
  const w = new World();
  const r = spawnSync(gaff, ['run', '--host', 'nobody'], { env: w.env(), input: '{}' });
  is([r.status, w.last().error, w.last().exit], [1, 'the host is not known', 1]);
});
test('trust: a guard is not switched off by editing its script, when it fails closed', () => {
  for (const host of ids) {
    const w = new World();
    w.script('x.sh', 'touch "$SEEN/x"');
    w.own([raw('open', '../x.sh'), { ...raw('x', '../x.sh'), blocking: true, on_error: 'closed' }]);
    fs.appendFileSync(path.join(w.project, 'x.sh'), '# changed\n');
    const r = w.run(host, { env: { CLAUDE_PROJECT_DIR: w.project } });
    ok(/changed since it was trusted/.test(r.v.blocked), `${host}: ${r.stdout} ${r.stderr}`);
    is([w.ran('x'), w.last().by], [false, 'x'], host);
  }
});
test('broken: a user manifest that says on_error closed blocks, wherever an agent can', () => {
  for (const text of ['{"hooks":[{"on_error":"closed",', '{"hooks":[{"on_error" :\n "closed",', "hooks:\n  - on_error: closed\n    x: [", "hooks:\n  - 'on_error': 'closed'\n    x: ["]) {
    const w = new World();
    w.write(path.join(w.config, text[0] === '{' ? 'hooks.json' : 'hooks.yaml'), text);
    for (const host of ids) { const r = w.run(host); ok(r.v.blocked && !r.v.rejected, `${host} ${JSON.stringify(r.v)}`); }
    for (const [host, its] of Object.entries(hosts)) for (const [event, name] of Object.entries(its.prolongs)) {
      const r = w.run(host, { event, name, args: ['--event', event, '--fail-closed'] });
      ok(r.code === 0 && r.v.blocked === undefined, `${host} ${event}: ${r.stdout}`);
    }
  }
  const w = new World();
  w.write(path.join(w.config, 'hooks.json'), '{"hooks":[{"on_error":"open","name":"closed",');
  is(w.run().v.blocked, undefined);
});
test('broken: a link of the user that leads to nothing is no absence of hooks', () => {
  for (const at of ['hooks.json', 'hooks.yaml', 'policy.json', '']) {
    const w = new World(), file = path.join(w.config, at);
    if (at === 'policy.json') w.user(hook('x', { say: deny }));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.symlinkSync('/nowhere', file.replace(/\/$/, ''));
    const r = w.run();
    ok(r.v.blocked === undefined && r.v.message?.includes('cannot open it'), `${at}: ${JSON.stringify(r)}`);
    ok(w.run('claude-code', { args: ['--fail-closed'] }).v.blocked, `${at}: not blocked`);
  }
});
test('broken: a manifest by a name that is not read is one that does not run', () => {
  for (const name of ['hooks.yml', 'hooks.jsonc']) {
    const w = new World();
    w.write(path.join(w.config, name), 'x');
    w.write(path.join(w.project, '.gaff', name), 'x');
    const r = w.run();
    ok(r.v.blocked === undefined && r.v.message?.split('\n').length === 2 && r.v.message.includes(path.join(w.config, name)), r);
    ok(w.run('claude-code', { args: ['--fail-closed'] }).v.blocked, 'not blocked');
    w.user(raw('u', 'touch "$SEEN/u"'));
    w.run();
    ok(w.ran('u'), 'hooks beside it do not run');
  }
});
test('broken: what a checkout says of on_error blocks nobody', () => {
  const w = new World();
  w.write(path.join(w.project, '.gaff/hooks.json'), '{"hooks":[{"on_error":"closed",');
  is(w.run('claude-code', { args: ['--fail-closed'] }).v.blocked, undefined);
});
test('broken: a denial of a good manifest beside a broken one is that denial', () => {
  const w = new World();
  w.write(path.join(w.config, 'hooks.json'), '{');
  w.own([hook('p', { say: deny })]);
  is(w.run('claude-code', { args: ['--fail-closed'] }).v.blocked, 'no');
  is(w.last().by, 'p');
});
for (const [host, its] of Object.entries(hosts)) for (const [event, name] of Object.entries(its.prolongs)) {
  test(`a failing hook never keeps ${host} running on ${event}`, () => {
    const w = new World(), failing = { exit: 1, on_error: 'closed', timeout_action: 'block' };
    w.user(...['agent_stop', 'subagent_stop', `${host}:${event}`].flatMap(e => [hook('x', { ...failing, event: e }), raw('p', '', { event: e, on_error: 'closed', degradation: { llm_evaluated: 'block' }, handler: { type: 'prompt', prompt: 'is it done?' } })]).map(h => { if (h.handler.type === 'prompt') delete h.handler.command; return h; }));
    const r = w.run(host, { event, name, args: ['--event', event, '--fail-closed'] });
    is([r.code, r.stdout], silence(host, event));
    ok(w.ran('x'), 'it did not run');
  });
}

test('naughty: fifty thousand variables of a hook', () => {
  const w = new World(), env = Object.fromEntries(Array.from({ length: 50000 }, (_, i) => [`V${i}`, 'x']));
  w.user(raw('x', 'test "$V49999$HOME" = xhome && touch "$SEEN/x"', { handler: { env: { ...env, HOME: 'home' } } }));
  const r = w.run();
  ok(w.ran('x') && r.ms < 3000 * slow, `${r.ms} ms ${JSON.stringify(w.last())}`);
});

// ---- paths ----

// A guard of a file, and the call that must not get around it; `link` is the project, `hlink` the home, by another name.
function guarded(name, { glob, file, env = {}, setup = () => {}, misses = false }) {
  test(`paths: ${name}`, () => {
    const w = new World(), f = text => text.replace('PROJECT', w.project).replace('HOME', w.home).replace('DIR', w.dir);
    for (const [link, to] of [['link', w.project], ['hlink', w.home]]) fs.symlinkSync(to, path.join(w.dir, link));
    fs.mkdirSync(path.join(w.home, '.ssh'));
    setup(w);
    w.user(hook('x', { paths: [glob].flat().map(f), say: deny }));
    const p = { session_id: 's', cwd: w.project, hook_event_name: 'PreToolUse', tool_name: 'Write', tool_input: { file_path: f(file), content: 'x' } };
    const r = w.run('claude-code', { event: 'PreToolUse', input: JSON.stringify(p), env: Object.fromEntries(Object.entries(env).map(([k, v]) => [k, f(v)])) });
    is(r.v.blocked, misses ? undefined : 'no', `blocked ${JSON.stringify(w.last())}`);
  });
}
const project = CLAUDE_PROJECT_DIR => ({ env: { CLAUDE_PROJECT_DIR } }), link = (to, at) => ({ setup: w => fs.symlinkSync(to.replace('HOME', w.home), path.join(w.project, at)) });
for (const written of ['PROJECT', '/PROJECT', 'PROJECT/', 'PROJECT/.', 'PROJECT/../proj', 'DIR/link', 'DIR/link/.']) guarded(`the project is ${written}`, { glob: 'secret/**', file: 'PROJECT/secret/x', ...project(written) });
guarded('a file by another name of the project', { glob: 'secret/**', file: 'DIR/link/secret/x', ...project('PROJECT') });
guarded('a file outside of the project', { glob: 'secret/**', file: 'DIR/secret/x', ...project('DIR/link'), misses: true });
for (const written of ['HOME', '/HOME', 'HOME/', 'HOME/.', 'DIR/hlink']) guarded(`the home is ${written}`, { glob: '~/.ssh/**', file: path.join('HOME', '.ssh/id'), env: { HOME: written, XDG_CONFIG_HOME: 'HOME/.config' } });
guarded('a file by ~', { glob: '~/.ssh/**', file: '~/.ssh/id' });
guarded('a file by ~ and ..', { glob: '~/.ssh/**', file: '~/x/../.ssh/id' });
guarded('a file in a folder ~', { glob: '\\~/.ssh/**', file: '~/.ssh/id' });
guarded('a folder of the project is a link', { glob: '~/.ssh/**', file: 'docs/id', ...link('HOME/.ssh', 'docs') });
guarded('a file is a link', { glob: '**/.env', file: 'notes.md', ...link('.env', 'notes.md'), setup: w => { w.write(path.join(w.project, '.env'), 'x'); fs.symlinkSync('.env', path.join(w.project, 'notes.md')); } });
guarded('a file is a link to nothing yet', { glob: '~/.ssh/**', file: 'notes.md', ...link('HOME/.ssh/authorized_keys', 'notes.md') });
guarded('a file is a link to a link to nothing yet', { glob: '**/.env', file: 'a', setup: w => { fs.symlinkSync('sub/../b', path.join(w.project, 'a')); fs.mkdirSync(path.join(w.project, 'sub')); fs.symlinkSync('./new/../.env', path.join(w.project, 'b')); } });
guarded('a link from a place that is let be', { glob: ['**/.env', '!**/testdata/**'], file: 'testdata/x', setup: w => { w.write(path.join(w.project, '.env'), 'x'); fs.mkdirSync(path.join(w.project, 'testdata')); fs.symlinkSync('../.env', path.join(w.project, 'testdata/x')); } });
guarded('a link to itself', { glob: '**/.env', file: 'loop', ...link('loop', 'loop'), misses: true });
test('paths: no time to hold all files of a call against all globs', () => {
  const w = new World(), name = 'x'.repeat(100), patch = `*** Begin Patch\n${Array.from({ length: 4096 }, (_, i) => `*** Add File: ${name}/${i}\n+x\n`).join('')}*** End Patch\n`;
  w.user(...Array.from({ length: 100 }, (_, i) => hook(`h${i}`, { paths: [`**/a*b*c*${i}x`, `**/*z*${i}x`], say: {} })), hook('g', { paths: ['**/4095'], say: deny }));
  const p = { session_id: 's', cwd: w.project, hook_event_name: 'PreToolUse', tool_name: 'apply_patch', tool_input: { command: patch } };
  const r = w.run('codex', { event: 'PreToolUse', input: JSON.stringify(p), args: ['--deadline', '1'] });
  ok(r.v.blocked && r.ms < 4000 * slow, `${r.ms} ms: ${JSON.stringify(r.v)}`);
});
test('paths: names that no file and no tool has are not tried for long', () => {
  const w = new World();
  w.user(...Array.from({ length: 20 }, () => hook('h', { paths: ['**/*a*b'], say: {} })), ...Array.from({ length: 20 }, () => hook('h', { matcher: { pattern: '^(a|b)*[a-c]+d$' }, say: {} })));
  for (const [tool_name, tool_input] of [['Write', { file_path: `/${'a/'.repeat(2e6)}`, content: '' }], ['a'.repeat(4e6), {}]]) {
    const r = w.run('claude-code', { event: 'PreToolUse', input: JSON.stringify({ session_id: 's', cwd: w.project, hook_event_name: 'PreToolUse', tool_name, tool_input }) });
    ok(r.v.blocked && r.ms < 2000 * slow, `${r.ms} ms: ${JSON.stringify(r.v)}`);
  }
});

// ---- policies ----

const policied = (name, { policy, hooks = [hook('x', { say: deny })], runs, at = 'user', from = 'user', event, args }) => test(`policy: ${name}`, () => {
  const w = new World();
  if (from === 'user') w.user(...hooks); else if (from === 'project') w.own(hooks);
  const more = from === 'given' ? w.given(...hooks) : [];
  w.policy(at === 'user' ? w.config : path.join(w.project, '.gaff'), policy);
  if (at === 'project' && from === 'project') w.trust(); // as it is now
  const r = w.run('claude-code', { event, name: event && caseOf('claude-code', event), args: [...more, ...(args ?? [])] });
  is(w.order(), runs ? hooks.map(h => h.name) : [], `ran (${w.last().error ?? w.last().notice ?? ''})`);
  if (!runs) ok(r.v.blocked === undefined && w.last().hooks.every(h => h.result === 'not run' && /policy/.test(h.why)), w.last());
});
test('policy: large ones in every folder of a checkout do not hold up the guards of the user', () => {
  const w = new World(), large = `{"event_restrictions":{${Array.from({ length: 90000 }, (_, i) => `"${i}":1`).join()}}}`;
  let deep = w.project;
  for (let i = 0; i < 64; i++) { deep += '/d'; w.write(path.join(deep, '.gaff/policy.json'), large); }
  w.user(hook('x', { say: deny }));
  const r = w.run('claude-code', { change: p => ({ ...p, cwd: deep }), env: { CLAUDE_PROJECT_DIR: w.project } });
  ok(r.v.blocked === 'no' && r.ms < 1000 * slow, `${r.ms} ms`);
});
const everyone = ['user', 'project', 'given'], http = { type: 'http', url: 'https://example.org/' };
for (const from of everyone) {
  policied(`of the user, empty, over ${from}`, { policy: {}, from, runs: true });
  policied(`of the user disables all, over ${from}`, { policy: { disable_all_hooks: true }, from, runs: false });
  policied(`of the user disables nothing, over ${from}`, { policy: { disable_all_hooks: false, allow_managed_only: false }, from, runs: true });
  policied(`of the user allows only managed ones, over ${from}`, { policy: { allow_managed_only: true }, from, runs: false });
  for (const [rule, runs] of [['allow', true], ['deny', false], ['managed_only', false]]) {
    policied(`of the user, the event ${rule}, over ${from}`, { policy: { event_restrictions: { before_tool_execute: rule } }, from, runs });
    policied(`of the user, another event ${rule}, over ${from}`, { policy: { event_restrictions: { session_start: rule } }, from, runs: true });
    policied(`of the user, structured_output ${rule}, over ${from}`, { policy: { capability_restrictions: { structured_output: rule } }, from, runs });
    policied(`of the user, custom_env ${rule}, over ${from}`, { policy: { capability_restrictions: { custom_env: rule } }, hooks: [hook('x', { say: deny, env: { A: 'b' } })], from, runs });
    policied(`of the user, a capability that is not needed ${rule}, over ${from}`, { policy: { capability_restrictions: { async_execution: rule, http_handler: rule, llm_evaluated: rule, input_rewrite: rule, platform_commands: rule, custom_env: rule, configurable_cwd: rule } }, from, runs: true });
  }
}
policied('of a project disables its own', { policy: { disable_all_hooks: true }, at: 'project', from: 'project', runs: false });
policied('of a project does not switch off the user', { policy: { disable_all_hooks: true, event_restrictions: { before_tool_execute: 'deny' } }, at: 'project', from: 'user', runs: true });
policied('of a project does not switch off --manifest', { policy: { disable_all_hooks: true }, at: 'project', from: 'given', runs: true });
policied('of a project: nothing in it is managed', { policy: { allow_managed_only: true }, at: 'project', from: 'project', runs: false });
for (const [capability, h] of Object.entries({
  async_execution: hook('x', { blocking: false, async: true }), platform_commands: { ...hook('x', {}), handler: { ...hook('x', {}).handler, platform: { windows: 'x' } } }, configurable_cwd: hook('x', { cwd: '.' }),
  input_rewrite: hook('x', { capabilities: ['input_rewrite'] }), http_handler: { ...hook('x'), handler: http }, llm_evaluated: { ...hook('x'), degradation: { llm_evaluated: 'block' }, handler: { type: 'prompt', prompt: 'x' } } }))
  policied(`each capability: ${capability}`, { policy: { capability_restrictions: { [capability]: 'deny' } }, hooks: [h], runs: false });
test('policy: a rewrite that nobody announced is under the policy too', () => {
  for (const [rule, rewritten] of [['allow', true], ['deny', false], ['managed_only', false]]) {
    const w = new World();
    w.user(hook('x', { say: { updated_input: { command: 'echo other' } } }), hook('y'));
    w.policy(w.config, { capability_restrictions: { input_rewrite: rule } });
    const r = w.run();
    is([!!r.v.rewritten, /policy/.test(r.v.blocked ?? '')], [rewritten, !rewritten], rule);
  }
});
test('policy: one that cannot be read keeps hooks back, and says so; one that fails closed blocks', () => {
  const self = f => fs.symlinkSync('policy.json', f);
  for (const text of ['{', '[]', '{"disable_all_hooks":"no"}', '{"event_restrictions":{"nonsense":"deny"}}', '{"event_restrictions":{"session_start":"never"}}', '{"capability_restrictions":{"flying":"deny"}}', self, f => fs.mkdirSync(f)]) {
    const w = new World();
    w.user(hook('x', { say: deny }));
    w.own([hook('p', { say: deny })]);
    const file = path.join(w.config, 'policy.json');
    if (typeof text === 'string') w.write(file, text); else text(file);
    const r = w.run();
    is([r.v.blocked, w.order()], [undefined, []], String(text));
    ok(r.v.message?.includes('policy.json'), `${text}: ${r.stdout}`);
    ok(w.run('claude-code', { args: ['--fail-closed'] }).v.blocked, `${text}: open`);
    w.user(hook('x'), hook('c', { on_error: 'closed' }));
    ok(/"c" does not run.*policy\.json/.test(w.run().v.blocked), `${text}: a hook that fails closed`);
    w.user(hook('x'));
    w.own([hook('p', { on_error: 'closed' })]);
    ok(/"p" does not run.*policy\.json/.test(w.run().v.blocked), `${text}: one of a project that fails closed`);
    is(w.order(), [], 'something ran');
  }
});
test('policy: one that cannot be read switches off no guard and no rule', () => {
  for (const text of ['{', f => fs.symlinkSync('policy.json', f), f => { fs.writeFileSync(f, '{}'); fs.chmodSync(f, 0o666); }]) {
    const w = new World(), file = path.join(w.config, 'policy.json'), run = command => w.run('claude-code', { change: p => ({ ...p, tool_input: { command } }) }).v;
    w.write(path.join(w.config, 'hooks.json'), { spec: 'hooks/1.0', rules: [{ name: 'mine', program: 'npm', words: 'publish', decision: 'deny' }], hooks: [raw('g', 'gaff guard destructive')] });
    w.own([raw('p', 'gaff guard curl-pipe-to-shell')]);
    if (typeof text === 'string') w.write(file, text); else text(file);
    ok(/reset/.test(run('git reset --hard').blocked), `${text}: a guard`);
    ok(/rule mine/.test(run('npm publish').blocked), `${text}: a rule`);
    is(run('ls').blocked, undefined);
    w.user(hook('x')); // no guard of its own: the default ones
    ok(/reset/.test(run('git reset --hard').blocked), `${text}: the default guards`);
    w.write(path.join(w.config, 'policy.json.off'), '');
  }
});
test('policy: one that others can write is not followed, and nothing of its folder runs', () => {
  const w = new World();
  w.user(hook('x', { say: deny }));
  w.policy(w.config, {});
  fs.chmodSync(path.join(w.config, 'policy.json'), 0o666);
  const r = w.run();
  is([r.v.blocked, w.order()], [undefined, []]);
  ok(/written by others/.test(r.v.message), r);
});
test('policy: of an outer folder over an inner one, and not the other way round', () => {
  for (const [at, ran] of [['.', []], ['a', ['outer']]]) {
    const w = new World(), inner = path.join(w.project, 'a');
    w.own([hook('outer')]);
    w.own([hook('inner')], { folder: inner });
    w.policy(path.join(w.project, at, '.gaff'), { disable_all_hooks: true });
    w.trust(path.join(w.project, at));
    w.run('claude-code', { env: { CLAUDE_PROJECT_DIR: inner }, change: p => ({ ...p, cwd: inner }) });
    is(w.order(), ran, at);
  }
});
// /etc/gaff of one's own, where the kernel lets users have that
const etc = (files, w) => ['unshare', '-rm', 'sh', '-c', `mount -t tmpfs tmpfs /etc && mkdir /etc/gaff && chmod 755 /etc /etc/gaff && cp "$0"/* /etc/gaff/ && exec "$@"`, files];
function system(name, body) {
  if (!canUnshare) return skip(`system: ${name}`, 'no namespaces here');
  test(`system: ${name}`, () => {
    const w = new World(), files = path.join(w.dir, 'etc');
    w.manifest(path.join(files, 'hooks.json'), [hook('system')]);
    w.user(hook('user'));
    w.own([hook('project')]);
    body(w, files, options => w.run('claude-code', { ...options, prefix: etc(files, w), args: w.given(hook('given')) }));
  });
}
system('first of all', (w, files, run) => { nothing(run()); is(w.order(), ['system', 'user', 'project', 'given']); });
system('only managed hooks', (w, files, run) => { w.policy(files, { allow_managed_only: true }); nothing(run()); is(w.order(), ['system']); });
system('an event for managed hooks', (w, files, run) => { w.policy(files, { event_restrictions: { before_tool_execute: 'managed_only' } }); nothing(run()); is(w.order(), ['system']); });
system('a capability for managed hooks', (w, files, run) => { w.policy(files, { capability_restrictions: { structured_output: 'managed_only' } }); nothing(run()); is(w.order(), ['system']); });
system('disabled altogether', (w, files, run) => { w.policy(files, { disable_all_hooks: true }); nothing(run()); is(w.order(), []); });
system('a policy of the user says nothing about it', (w, files, run) => { w.policy(w.config, { disable_all_hooks: true }); nothing(run()); is(w.order(), ['system']); });
system('a lower policy does not loosen it', (w, files, run) => { w.policy(files, { allow_managed_only: true }); w.policy(w.config, { allow_managed_only: false, event_restrictions: { before_tool_execute: 'allow' } }); nothing(run()); is(w.order(), ['system']); });
system('under a broken policy its own hooks go on, and no others', (w, files, run) => { w.write(path.join(files, 'policy.json'), '{'); const r = run(); is(w.order(), ['system']); ok(/policy\.json/.test(r.v.message), r); });
system('under a broken policy the default guards run, whatever the user says', (w, files, run) => {
  w.write(path.join(files, 'policy.json'), '{');
  w.policy(w.config, { disable_all_hooks: true });
  ok(/reset/.test(run({ change: p => ({ ...p, tool_input: { command: 'git reset --hard' } }) }).v.blocked), w.last());
});
system('in place of a broken manifest the default guards run', (w, files, run) => {
  w.write(path.join(files, 'hooks.json'), '{');
  w.policy(w.config, { disable_all_hooks: true });
  ok(/reset/.test(run({ change: p => ({ ...p, tool_input: { command: 'git reset --hard' } }) }).v.blocked), w.last());
});
system('a manifest that others can write does not run', (w, files, run) => { fs.chmodSync(path.join(files, 'hooks.json'), 0o666); const r = w.run('claude-code', { prefix: ['unshare', '-rm', 'sh', '-c', `mount -t tmpfs tmpfs /etc && mkdir /etc/gaff && cp -p "$0"/* /etc/gaff/ && exec "$@"`, files] }); is(w.order(), ['user', 'project']); ok(/written by others/.test(r.v.message), r); });

// ---- what an agent or a machine cannot do ----

const capabilities = Object.fromEntries(JSON.parse(spawnSync(gaff, ['hosts', '--capabilities', '--json'], { env: { PATH: process.env.PATH } }).stdout).hosts.map(h => [h.id, h.capabilities]));
const rewriting = { say: { updated_input: { command: 'echo other' }, context: 'beside' } };
for (const [host, its] of Object.entries(hosts)) for (const event of its.tools) {
  const name = caseOf(host, event) ?? (event === its.shell.event && its.shell.case);
  if (!name || (capabilities[host].rewrite_input.events.includes(event) && its.can.rewrite.includes(event))) continue;
  test(`degrade: input_rewrite on ${host} ${event}`, () => {
    const said = (fields, more = []) => { const w = new World(); w.user(hook('x', { ...rewriting, ...fields }), ...more); return [w.run(host, { event, name }), w]; };
    const [byDefault, a] = said({}), [blocks] = said({ degradation: { input_rewrite: 'block' } }), [warns, b] = said({ degradation: { input_rewrite: 'warn' } }), [excluded, c] = said({ degradation: { input_rewrite: 'exclude' } }, [hook('y')]);
    ok(byDefault.v.blocked && blocks.v.blocked, 'not blocked');
    ok(a.last().degradations?.some(d => /x: input_rewrite: block/.test(d)), a.last());
    is([warns.v.blocked, warns.v.rewritten, b.order()], [undefined, undefined, ['x']]);
    ok(b.last().degradations?.some(d => /input_rewrite: warn/.test(d)), b.last());
    is([excluded.v.blocked, excluded.v.rewritten, c.order().at(-1)], [undefined, undefined, 'y'], 'excluded'); // with a grant it might have been taken
    ok(c.last().degradations?.some(d => /input_rewrite: exclude/.test(d)), c.last());
  });
}
// A prompt that a hook has changed, to redact a key in it, must not go on as it was.
const prompting = Object.fromEntries(JSON.parse(spawnSync(gaff, ['hosts', '--events', '--json'], { env: { PATH: process.env.PATH }, maxBuffer: 1 << 26 }).stdout).hosts.map(h => [h.id, h.events.filter(e => e.canonical === 'before_prompt').map(e => e.event)]));
for (const [host, its] of Object.entries(hosts)) for (const event of prompting[host]) {
  const name = caseOf(host, event);
  if (!name || its.can.prompt.includes(event) || !its.can.deny.includes(event)) continue;
  test(`degrade: a rewritten prompt on ${host} ${event}`, () => {
    const said = (fields, text = 'another') => { const w = new World(); w.user(hook('x', { say: { updated_prompt: text }, event: 'before_prompt', ...fields })); return [w.run(host, { event, name }), w]; };
    const [byDefault, a] = said({}), [blocks] = said({ degradation: { input_rewrite: 'block' } }), [warns, b] = said({ degradation: { input_rewrite: 'warn' } }), [excluded, c] = said({ capabilities: ['input_rewrite'], degradation: { input_rewrite: 'exclude' } });
    for (const one of [byDefault, blocks]) ok(/a hook changes this prompt/.test(one.v.blocked) || its.losesReason.includes(event) && one.v.blocked !== undefined, `not blocked: ${JSON.stringify(one.v)}`);
    ok(a.last().degradations?.some(d => /x: input_rewrite: block/.test(d)), a.last());
    is([warns.v.blocked, b.order()], [undefined, ['x']]);
    ok(b.last().degradations?.some(d => /input_rewrite: warn/.test(d)), b.last());
    is([excluded.v.blocked, c.order()], [undefined, []], 'excluded');
    const now = JSON.parse(readCase(host, name).payload), prompt = now.prompt ?? now.user_prompt ?? now.tool_info?.user_prompt;
    if (typeof prompt === 'string' && prompt) is(said({}, prompt)[0].v.blocked, undefined, 'the prompt as it was');
  });
}
test('degrade: prompts and agents are left out, warned of, or block', () => {
  for (const type of ['prompt', 'agent']) for (const [strategy, blocked] of [[undefined, false], ['exclude', false], ['warn', false], ['block', true]]) for (const host of ids) {
    const w = new World(), handler = { type, prompt: 'is this fine?' };
    w.user({ name: 'p', event: 'before_tool_execute', blocking: true, ...(strategy && { degradation: { llm_evaluated: strategy } }), handler }, hook('y'));
    const r = w.run(host);
    is([!!r.v.blocked, w.order()], [blocked, blocked ? [] : ['y']], `${type} ${strategy} ${host}`);
    is([w.last().hooks[0].result, w.last().degradations.length], ['not run', 1]);
    // It is said on stderr where nobody else reads that; the log says it in any case.
    const why = /p: llm_evaluated: \w+: gaff does not ask a model/;
    if (!blocked) is(why.test(r.stderr), hosts[host].privateStderr, `${host}: ${r.stderr}`);
    ok(w.last().warnings.some(line => why.test(line)), JSON.stringify(w.last()));
    if (!strategy) is(w.run(host, { args: ['--fail-closed'] }).v.blocked, undefined, 'left out on purpose');
  }
});
test('degrade: gaff log and gaff explain name a hook that asks a model', () => {
  const w = new World();
  w.user(...['prompt', 'agent'].map(type => ({ event: 'before_tool_execute', handler: { type, prompt: 'is this fine?' } })));
  w.run('gemini-cli');
  const page = args => spawnSync(gaff, args, { env: w.env(), cwd: w.project, encoding: 'utf8' }).stdout;
  ok(page(['log', '--json']).includes('#2 agent: llm_evaluated: exclude: gaff does not ask a model'), page(['log', '--json']));
  ok(/#1 prompt: llm_evaluated/.test(page(['log'])), page(['log']));
  const explained = page(['explain', '--host', 'gemini-cli', '--event', 'BeforeTool', '--command', 'ls']);
  for (const label of ['#1 prompt', '#2 agent']) ok(new RegExp(`${label} +not run +gaff does not ask a model`).test(explained), explained);
});
test('degrade: http without its helper', () => {
  const w = new World(), alone = path.join(w.dir, 'bin/gaff');
  fs.mkdirSync(path.dirname(alone));
  fs.copyFileSync(gaff, alone);
  for (const [fields, args, blocked] of [[{}, [], false], [{ degradation: { http_handler: 'block' } }, [], true], [{ degradation: { http_handler: 'exclude' } }, [], false], [{ degradation: { http_handler: 'warn' } }, ['--fail-closed'], false],
    [{ on_error: 'closed' }, [], true], [{}, ['--fail-closed'], true], [{ on_error: 'open' }, ['--fail-closed'], false], [{ on_error: 'closed', blocking: false }, [], false]]) {
    w.forget();
    w.user({ name: 'h', event: 'before_tool_execute', blocking: true, ...fields, handler: http }, hook('y'));
    const r = w.run('claude-code', { program: alone, args });
    is([!!r.v.blocked, w.order()], [blocked, blocked ? [] : ['y']], JSON.stringify([fields, args]));
    ok(w.last().degradations.some(d => /gaff-http/.test(d)), w.last());
  }
});
test('degrade: an answer where the agent takes none', () => {
  for (const [strategy, runs] of [[undefined, true], ['warn', true], ['block', true], ['exclude', false]]) {
    const w = new World();
    w.user(hook('x', { event: 'session_end', say: deny, ...(strategy && { degradation: { structured_output: strategy } }) }));
    nothing(w.run('claude-code', { event: 'SessionEnd', name: 'SessionEnd.other' }));
    is(w.ran('x'), runs, strategy);
    ok(runs ? w.last().warnings?.some(x => /lost/.test(x)) : w.last().degradations, w.last());
  }
});
test('degrade: a hook that would rewrite where nothing can be, by exclude, is not run', () => {
  for (const [strategy, runs] of [[undefined, true], ['warn', true], ['block', true], ['exclude', false]]) {
    const w = new World();
    w.user(hook('x', { event: 'after_tool_execute', capabilities: ['input_rewrite'], ...(strategy && { degradation: { input_rewrite: strategy } }) }));
    nothing(w.run('claude-code', { event: 'PostToolUse', name: 'PostToolUse.Bash' }));
    is([w.ran('x'), !w.last().degradations], [runs, runs], strategy);
  }
});
test('degrade: a failure where nothing can be denied is open, whatever on_error says', () => {
  for (const [host, event, name, id] of [['claude-code', 'SessionEnd', 'SessionEnd.other', 'session_end'], ['claude-code', 'SessionStart', 'SessionStart.startup', 'session_start'], ['codex', 'SessionEnd', 'SessionEnd', 'session_end'], ['cursor', 'sessionEnd', 'base-039-sessionEnd', 'session_end']]) {
    const w = new World();
    w.user(hook('x', { event: id, exit: 1, on_error: 'closed' }), hook('y', { event: id, run: 'sleep 20', timeout: 0.1, timeout_action: 'block' }), hook('z', { event: id }));
    nothing(w.run(host, { event, name, args: ['--fail-closed'] }), host);
    is(w.order(), ['x', 'y', 'z'], host);
  }
});
test('async: the agent waits for nothing, the answer is recorded and decides nothing', () => {
  const w = new World();
  w.user(hook('slow', { blocking: false, async: true, say: deny, run: 'sleep 0.7; touch "$SEEN/later"' }), hook('y'));
  const r = w.run(); // spawnSync waits until every copy of the pipe is closed
  nothing(r);
  ok(r.ms < 600 * slow && !w.ran('later'), `${r.ms} ms`);
  is([w.last().async, w.last().hooks.map(h => h.result)], [undefined, ['started', 'none']]);
  ok(wait(() => w.ran('later') && w.records().length === 2), 'it never ended');
  const line = w.last();
  is([line.async, line.decision, line.hooks.map(h => [h.name, h.result]), line.by], [true, 'none', [['slow', 'deny']], undefined]);
});
test('async: not after a denial; ended at its own time; holds nothing of the agent', () => {
  const w = new World();
  w.user(hook('no', { say: deny }), hook('slow', { blocking: false, async: true }));
  is(w.run().v.blocked, 'no');
  const v = new World();
  v.user(hook('slow', { blocking: false, async: true, run: 'ls -l /proc/self/fd >"$SEEN/fd"; ps -o sid=,pgid=,pid= $$ >"$SEEN/ps"; sleep 30', timeout: 0.3 }));
  nothing(v.run('claude-code', { args: ['--deadline', '0.2'] }));
  ok(wait(() => v.records().length === 2), 'no record');
  is([v.last().hooks[0].result, v.last().async], ['late', true]);
  ok(!/\/dev\/pts|socket/.test(v.shown('fd')), v.shown('fd'));
  nap(0.1);
  is(w.order(), ['no']);
});
test('async: in a session of its own, so that what ends the terminal of the agent does not end it', () => {
  const w = new World(), session = stat => stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3];
  w.user(raw('a', 'cat /proc/self/stat >"$SEEN/stat.new"; mv "$SEEN/stat.new" "$SEEN/stat"', { blocking: false, handler: { async: true } }), raw('b', 'cat /proc/self/stat >"$SEEN/other"'));
  nothing(w.run());
  ok(wait(() => w.ran('stat')), 'it did not run');
  const own = session(fs.readFileSync('/proc/self/stat', 'utf8'));
  is([session(w.shown('other')) === own, session(w.shown('stat')) === own], [true, false]);
});
test('async: for its own time, and with none of the descriptors that the agent left open', () => {
  const w = new World();
  w.user(raw('a', 'sleep 1.5; touch "$SEEN/late"', { blocking: false, handler: { async: true, timeout: 20 } }));
  const r = w.run('claude-code', { args: ['--deadline', '0.5'], prefix: ['sh', '-c', 'exec "$@" 7>&1', '-'] }); // who holds 7 holds up whoever reads it
  nothing(r);
  ok(r.ms < 1200 * slow, `${r.ms} ms`);
  ok(wait(() => w.ran('late')), 'it was ended with the call');
});
test('async: ten of them', () => {
  const w = new World();
  w.user(...Array.from({ length: 10 }, (_, i) => hook(`a${i}`, { blocking: false, async: true })));
  nothing(w.run());
  ok(wait(() => w.records().length === 11), `${w.records().length} records`);
});
test('platform: the command for this system, darwin and osx alike', () => {
  const here = process.platform === 'darwin' ? 'darwin' : 'linux';
  for (const [platform, ran] of [[{ [here]: 'touch "$SEEN/here"' }, 'here'], [{ windows: 'touch "$SEEN/w"' }, 'plain'], [here === 'linux' ? { osx: 'touch "$SEEN/w"', darwin: 'touch "$SEEN/w"' } : { osx: 'touch "$SEEN/here"' }, here === 'linux' ? 'plain' : 'here'], [{ linux: 'touch "$SEEN/here"', osx: 'touch "$SEEN/here"' }, 'here']]) {
    const w = new World();
    w.user(raw('x', 'touch "$SEEN/plain"', { handler: { platform } }));
    w.run();
    is(fs.readdirSync(w.seen), [ran], JSON.stringify(platform));
  }
});

// ---- http ----

const port = path.join(scratch, 'port');
const server = spawn(process.execPath, [path.join(root, 'tests/engine/server.mjs'), port, String(process.pid)], { stdio: 'ignore' });
const url = at => `http://127.0.0.1:${fs.readFileSync(port, 'utf8')}/${at}`;
const ask = (name, at, fields = {}, handler = {}) => ({ name, event: 'before_tool_execute', blocking: true, ...fields, handler: { type: 'http', url: url(at), allow_http_loopback: true, ...handler } });
if (!fs.existsSync(path.join(path.dirname(gaff), 'libexec/gaff/gaff-http'))) skip('http handlers', 'gaff-http is not built');
else if (!wait(() => fs.existsSync(port))) test('http: a server', () => ok(false, 'it did not start'));
else {
  const say = (...hooks) => { const w = new World(); w.user(...hooks); return [w.run(), w]; };
  test('http: the answer counts like any other', () => {
    is(say(ask('h', 'deny'))[0].v.blocked, 'the server says no');
    is(say(ask('h', 'allow'))[0].v.granted, true);
    is(say(ask('h', 'context'), hook('y', { say: { context: 'two' } }))[0].v.context, 'from the server\n\ntwo');
    nothing(say(ask('h', 'none'))[0]);
  });
  test('http: 500, plain text and nobody there are errors of the hook', () => {
    for (const [at, handler] of [['500', {}], ['text', {}], ['x', { url: 'http://127.0.0.1:1/' }]]) {
      const [r, w] = say(ask('h', at, {}, handler), hook('y'));
      nothing(r);
      is([w.order(), w.last().hooks[0].result], [['y'], 'failed'], at);
      ok(/gave no verdict/.test(say(ask('h', at, { on_error: 'closed' }, handler))[0].v.blocked), `${at}: open`);
    }
  });
  test('http: a server that does not answer is late, and the hooks behind it still run', () => {
    const [r, w] = say(ask('h', 'late', {}, { timeout: 0.5 }), hook('y', { say: deny }));
    is([r.v.blocked, w.last().hooks.map(h => h.result)], ['no', ['late', 'deny']]);
    ok(/gave no verdict/.test(say(ask('h', 'late', { timeout_action: 'block' }, { timeout: 0.5 }))[0].v.blocked), 'open');
  });
  test('http: an answer is shown to nobody else, and the record has no header', () => {
    const w = new World();
    w.user(ask('h', 'none', {}, { headers: { authorization: 'Bearer $TOKEN' }, allowed_env_vars: ['TOKEN'] }));
    w.run('claude-code', { env: { TOKEN: 's3cret-header' } });
    const log = fs.readFileSync(port + '.log', 'utf8').trim().split('\n').map(line => JSON.parse(line)).at(-1);
    is([log.headers.authorization, JSON.parse(log.body).tool], ['Bearer s3cret-header', 'shell']);
    ok(!JSON.stringify(w.records()).includes('s3cret'), 'it is in the record');
  });
}

// ---- handlers ----

const report = 'printf "%s\\n" "$0" "$#" "$@" >"$SEEN/args"; pwd >"$SEEN/pwd"; env >"$SEEN/env"';
const args = w => w.shown('args').trim().split('\n');
test('handler: a script is relative to the folder of its manifest, in folders with spaces too', () => {
  for (const name of ['proj', 'my proj', "it's $HOME `x` \"q\""]) {
    const w = new World(name), file = w.script('.gaff/s c/x y.sh', report);
    const run = () => w.run('claude-code', { env: { CLAUDE_PROJECT_DIR: w.project }, cwd: '/', change: p => ({ ...p, cwd: w.project }) });
    w.own([raw('x', '"./s c/x y.sh" one "two three" \'$HOME\' four\\ five ""')]);
    run();
    is(args(w), [file, '5', 'one', 'two three', '$HOME', 'four five'], name); // the empty one is at the end
    is(w.shown('pwd').trim(), w.project);
    w.own([raw('x', '"./s c/x y.sh" "$HOME" $((1+1)) | cat')]); // a shell has to see this
    run();
    is(args(w), [file, '2', w.home, '2'], name);
  }
});
test('handler: a script of the user is relative to the folder of the user\'s manifest', () => {
  const w = new World(), file = w.script('bin/x.sh', report, w.config);
  w.user(raw('x', './bin/x.sh a'));
  w.run();
  is([args(w), w.shown('pwd').trim()], [[file, '1', 'a'], w.project]);
});
test('handler: anything else is for sh', () => {
  const w = new World();
  w.user(raw('x', 'X=1; test $X = 1 && echo "$(echo a)" >"$SEEN/sh"; exit 0'));
  nothing(w.run());
  is(w.shown('sh'), 'a\n');
});
test('handler: a script that is not there, or may not be executed, is an error of the hook', () => {
  for (const make of [() => {}, w => w.write(path.join(w.config, 'x.sh'), '#!/bin/sh\nexit 2\n', 0o644), w => fs.mkdirSync(path.join(w.config, 'x.sh')), w => w.write(path.join(w.config, 'x.sh'), '#!/no/such\n', 0o755)]) {
    const w = new World();
    w.user(raw('x', './x.sh'), hook('y'));
    make(w);
    nothing(w.run());
    is([w.last().hooks[0].result, w.order()], ['failed', ['y']]);
    w.user(raw('x', './x.sh', { on_error: 'closed' }));
    ok(w.run().v.blocked, 'open');
  }
});
test('handler: cwd is below the project, and one that is not there is an error of the hook', () => {
  const w = new World();
  fs.mkdirSync(path.join(w.project, 'sub dir'));
  w.user(hook('x', { cwd: 'sub dir', run: 'pwd >"$SEEN/pwd"' }));
  w.run();
  is(w.shown('pwd').trim(), path.join(w.project, 'sub dir'));
  w.forget();
  w.user(hook('x', { cwd: 'gone' }), hook('y'));
  nothing(w.run());
  is([w.order(), w.last().hooks[0].result], [['y'], 'failed']);
  w.user(hook('x', { cwd: 'gone', on_error: 'closed' }));
  ok(w.run().v.blocked, 'open');
  w.forget();
  w.user(hook('x', { cwd: 'sub dir' }), hook('y'));
  const r = w.run('claude-code', { change: p => ({ ...p, cwd: '/no/such/project', session_id: 'another' }) });
  nothing(r);
  is([w.order(), w.last().hooks[0].result], [['y'], 'failed'], 'without a project');
});
test('handler: env of the manifest, over what is inherited', () => {
  const w = new World();
  w.user(raw('x', 'env >"$SEEN/env"', { handler: { env: { A: 'from the manifest', B: '', GAFF_NOTE: '$A' } } }));
  w.run('claude-code', { env: { A: 'inherited', C: 'kept' } });
  const env = w.shown('env').split('\n');
  for (const line of ['A=from the manifest', 'B=', 'C=kept', 'GAFF_NOTE=$A']) ok(env.includes(line), `no ${line}`);
});
// ---- scripts of the user's commands ----

const ownScripts = [
  // the command, its file: what runs when it is beside the manifest, and in the project alone
  ['sh ./x.sh', 'x.sh'], ['sh x.sh', 'x.sh'], ['bash -e ./x.sh', 'x.sh'], ['bash -o pipefail x.sh a b', 'x.sh'], ['sh -eu tools/x.sh', 'tools/x.sh'], ['env X=1 sh x.sh', 'x.sh'], ['exec sh x.sh', 'x.sh'], ['nice -n 5 sh x.sh', 'x.sh'],
  ['timeout 5 sh x.sh', 'x.sh'], ['X=1 sh x.sh', 'x.sh'], ['true && sh x.sh', 'x.sh'], ['true; ./x.sh', 'x.sh'], ['env X=1 ./x.sh', 'x.sh'], ['X=1 ./x.sh', 'x.sh'], ['exec ./x.sh', 'x.sh'], ['cat | sh x.sh', 'x.sh'], ['. ./x.sh', 'x.sh'], ['if true; then sh x.sh; fi', 'x.sh'], ['y=$(sh x.sh); true', 'x.sh'], ['sh "x.sh"', 'x.sh'],
  ['/bin/sh x.sh', 'x.sh'], ['(sh x.sh)', 'x.sh'], ['bash --rcfile x.sh -i -c true </dev/null', 'x.sh'], ['sh "./my x.sh"', 'my x.sh'],
];
test("own: a script that an interpreter is given is the one beside the user's manifest, and never a checkout's", () => {
  for (const [command, file] of ownScripts) {
    const w = new World();
    w.user(raw('u', command));
    w.script(file, `touch "${w.seen}/project"`);
    nothing(w.run());
    ok(!w.ran('project'), `${command}: the project's ran`);
    ok(w.last().warnings?.some(x => /would be taken from the project|gave no verdict/.test(x)), `${command}: ${JSON.stringify(w.last())}`);
    ok(/gave no verdict/.test(w.run('claude-code', { args: ['--fail-closed'] }).v.blocked), `${command}: closed`);
    w.script(file, `touch "${w.seen}/own"`, w.config);
    w.run();
    is([w.ran('own'), w.ran('project')], [true, false], command);
  }
});
test('own: what is no script stays what it is', () => {
  const w = new World();
  w.script('x.sh', 'touch "$SEEN/project"');
  w.write(path.join(w.project, 'src/a'), '');
  for (const command of ['ls ./src/a', 'cat src/a', "sh -c 'test -f src/a' x", `cd ${w.project} && sh x.sh`, 'cd "$GAFF_PROJECT_DIR" && sh ./x.sh', `sh ${w.project}/x.sh`, 'python3 -c "open(\'src/a\')"', 'grep -c . ./src/a || true', 'test -f src/a', 'awk 1 src/a']) {
    w.user(raw('u', `{ ${command}; } >/dev/null`, { on_error: 'closed' }));
    is(w.run().v.blocked, undefined, command);
  }
  w.user(raw('u', 'cd src && sh ../x.sh', { on_error: 'closed' }));
  w.forget();
  ok(w.run().v.blocked && !w.ran('project'), 'a folder of the project');
  w.own([raw('p', 'sh ./x.sh')]);
  fs.rmSync(path.join(w.config, 'hooks.json'));
  w.run();
  ok(w.ran('project'), "a project's manifest names its own, and that is trusted");
});
test('own: python without a script imports nothing from the project', () => {
  const version = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 11))'], { encoding: 'utf8' }).stdout?.trim();
  if (version !== 'True') return;
  for (const command of ["python3 -c 'import json'", 'python3 -m json.tool </dev/null || true', "echo 'import json' | python3", "python3 - </dev/null"]) {
    const w = new World();
    w.write(path.join(w.project, 'json.py'), `open('${w.seen}/bad', 'w')`);
    w.write(path.join(w.project, 'json/tool.py'), `open('${w.seen}/bad', 'w')`);
    w.user(raw('u', command));
    w.run();
    ok(!w.ran('bad'), command);
  }
  const w = new World(); // siblings of a script are its own
  w.write(path.join(w.config, 'check.py'), 'import helper');
  w.write(path.join(w.config, 'helper.py'), `open('${w.seen}/helped', 'w')`);
  w.user(raw('u', 'python3 ./check.py'));
  w.run();
  ok(w.ran('helped'), w.last());
});
// Options in one word, and code behind them: these are no scripts.
const ownCode = ["bash -lc 'true; exit 2'", "sh -ec 'exit 2'", "bash -euo pipefail -c 'exit 2'", "bash -c -e 'exit 2'", "bash -co pipefail 'exit 2'", "sh +e -c 'exit 2'", "perl -ne 'exit 2'", "perl -0777 -ne 'exit 2'", "perl -0777ne 'exit 2'", "perl -Mstrict -e 'exit 2'",
  "ruby -ne 'exit 2'", "ruby -rjson -e 'exit 2'", "python3 -Ic 'raise SystemExit(2)'", "python3 -c'raise SystemExit(2)'", "python3 -Wignore -Ic 'raise SystemExit(2)'", "node -e 'process.exit(2)'", "node --eval='process.exit(2)'", "bash -s -- a <<'E'\nexit 2\nE", "echo 'exit 2' | bash -s a", "echo 'raise SystemExit(2)' | python3 - a",
  "awk '/./{exit 2}'", "awk '{exit 2}' /etc/passwd", "eval 'exit 2'", "sh -c 'sh -c \"exit 2\"'", "perl '-e' 'exit 2'", "ts-node -pe 'process.exit(2);'", "bun -p 'process.exit(2)'"];
test('own: code behind options in one word is no script', () => {
  const w = new World();
  for (const command of ownCode) {
    if (spawnSync('sh', ['-c', `command -v ${command.split(' ')[0]}`]).status !== 0) continue; // no ruby here
    w.user(raw('u', command));
    ok(w.run().v.blocked !== undefined, `${command}: ${JSON.stringify(w.last())}`);
  }
  for (const command of ownCode) {
    w.user(raw('u', command));
    const r = spawnSync(gaff, ['validate'], { env: w.env(), cwd: w.project, encoding: 'utf8' });
    is(r.status, 0, `${command}: ${r.stdout}`);
  }
});
const ownHidden = [ // a file of the project, where one has to look twice to see it
  "bash -c 'python3 x.py'", 'bash -c ./x.sh', "bash -lc 'sh x.sh'", 'eval python3 x.py', 'eval "sh x.sh"', 'python3 < x.py', 'python3 - < x.py', 'python3 - a <x.py', 'sh -s a < x.sh', 'python3 /dev/stdin <x.py', 'cat x.sh | sh', 'cat x.sh | sh -s a', 'cat x.py | python3 -',
  'flock /dev/null python3 x.py', 'flock -n /dev/null -c "sh x.sh"', 'flock lock sh x.sh', 'nice -n 5 env -u A sh x.sh', 'node --require=./x.js -e 1', 'node -e 1 -r ./x.js', 'npx tsx x.js', 'npx -y tsx x.js', 'bunx tsx x.js', 'cd "$PWD" && python3 x.py', '(cd /tmp); sh x.sh', 'y=$(cd /tmp); sh x.sh',
  'sh x.sh "$(sh /dev/null)"', 'sh <<E\nsh x.sh\nE', "sh <<<'sh x.sh'", 'perl -Mre x.pl', 'ruby -r./x.rb -e 1', 'make -sf x.mk', 'sed -nf x.sed a', 'sed --file=x.sed a', 'lua -e 1 x.lua', 'y=`sh x.sh`', "trap 'sh x.sh' EXIT", 'sh "my x.sh"',
];
test('own: a file of the project that a command hides is refused', () => {
  const w = new World();
  for (const command of ownHidden) {
    w.user(raw('u', command));
    for (const file of ['x.sh', 'my x.sh']) w.script(file, `touch "${w.seen}/project"`);
    w.write(path.join(w.project, 'x.py'), `open('${w.seen}/project', 'w')`);
    w.write(path.join(w.project, 'x.js'), `require('fs').writeFileSync('${w.seen}/project', '')`);
    w.run();
    ok(!w.ran('project'), `${command}: the project's ran`);
    ok(w.last().warnings?.some(x => /would be taken from the project|gave no verdict/.test(x)), `${command}: ${JSON.stringify(w.last())}`);
  }
});
test("own: what is beside the manifest is taken, in several places of a command", () => {
  for (const [command, ran] of [['sh x.sh "$(sh y.sh)"', 'x y'], ['env A="$(sh y.sh)" sh x.sh', 'x y'], ['sh < x.sh', 'x'], ['cat x.sh | sh', 'x'], ['node --require=./x.js -e 1', 'js'], ['flock /dev/null sh x.sh', 'x'], ['sh y.sh; python3 -c "import x"; sh x.sh', 'x y']]) {
    const w = new World();
    for (const name of ['x', 'y']) w.script(`${name}.sh`, `touch "${w.seen}/${name}"`, w.config);
    w.write(path.join(w.config, 'x.js'), `require('fs').writeFileSync('${w.seen}/js', '')`);
    w.write(path.join(w.project, 'x.py'), `open('${w.seen}/bad', 'w')`);
    w.user(raw('u', command));
    w.run();
    is([...ran.split(' ').filter(name => !w.ran(name)), w.ran('bad')], [false], command);
  }
});
test('own: what is about the project stays what it is', () => {
  const w = new World(), commands = ['prettier ./src', 'npx prettier --check ./src', 'jq . file', `sh -c 'cd "$GAFF_PROJECT_DIR" && npm test'`, `cd "$GAFF_PROJECT_DIR" && sh -c './x.sh'`, 'make lint', 'make -C sub -j4 all', 'git diff', 'awk "/a.b/" src/a.c', "awk -F: '{print $1}' src/a.c", 'python3 -c "import json" < data.json', 'python3 -m json.tool < a.json', 'cat a.json | jq .', 'cat a.json | python3 -c "1"',
    'cat a.json | python3 /opt/x.py', 'sh "$HOME/x.sh"', 'timeout 5 jq . ./a.json', 'flock /tmp/l jq . ./a.json', 'xargs -n1 prettier <files.txt', 'node --version', 'bash -c "$CODE"', 'bash -c \'test -f src/a\' x', 'sh -c "jq . ./a.json | grep x"', 'perl -ne "print if /x/" src/a', 'perl -pi -e "s/a/b/" src/a.txt', 'ruby -ne "puts 1" src/a', 'uv run -m pytest -s tests/x.py', 'python3 -m pytest tests/x.py', 'node -e 1 ./a.json', 'eval "$X"', '/usr/bin/env python3 /opt/x.py ./src'];
  for (const command of commands) {
    w.user(raw('u', command));
    const r = spawnSync(gaff, ['validate'], { env: w.env(), cwd: w.project, encoding: 'utf8' });
    is(r.status, 0, `${command}: ${r.stdout}`);
  }
});
test('own: gaff validate tells what would be the project\'s', () => {
  const w = new World(), validate = (...args) => spawnSync(gaff, ['validate', ...args], { env: w.env(), cwd: w.project, encoding: 'utf8' });
  const file = w.user(raw('u', 'python3 ./check.py'), raw('v', 'prettier --check ./src || true'));
  const r = validate();
  ok(r.status === 1 && /hooks\.json:\d+:\d+: .*check\.py would be taken from the project/.test(r.stdout), r.stdout);
  is(validate(file).status, 1);
  w.write(path.join(w.config, 'check.py'), '');
  is(validate().status, 0, validate().stdout);
  is(validate(w.own([raw('p', 'python3 ./check.py')], { trust: false })).status, 0, 'of a project');
});

// ---- what hooks inherit ----

const loads = { PYTHONPATH: '/x', PYTHONSTARTUP: '/x', NODE_OPTIONS: '--require /x', NODE_PATH: '/x', BASH_ENV: '/x', ENV: '/x', 'BASH_FUNC_ls%%': '() { evil; }', PERL5OPT: '-Mx', PERL5LIB: '/x', PERLLIB: '/x', RUBYOPT: '-rx', RUBYLIB: '/x', GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.pager', GIT_CONFIG_GLOBAL: '/x', GIT_EXEC_PATH: '/x', GIT_SSH_COMMAND: 'x', GIT_EXTERNAL_DIFF: 'x', GIT_DIR: '/x', GIT_PAGER: 'x', GIT_ASKPASS: 'x', JAVA_TOOL_OPTIONS: '-javaagent:x', _JAVA_OPTIONS: 'x', JDK_JAVA_OPTIONS: 'x', LD_AUDIT: '', LD_LIBRARY_PATH: '/x', DYLD_INSERT_LIBRARIES: '/x', PS4: '$(x)', SHELLOPTS: 'xtrace', ZDOTDIR: '/x', LUA_INIT: '@x', DOTNET_STARTUP_HOOKS: '/x', npm_config_registry: 'http://x', NPM_CONFIG_NODE_OPTIONS: 'x', GOFLAGS: '-toolexec=x', CARGO_BUILD_RUSTC_WRAPPER: 'x', RUSTC_WRAPPER: 'x', MAKEFLAGS: '--eval=x', OPENSSL_CONF: '/x', GCONV_PATH: '/x', LESSOPEN: '|x', PAGER: 'x', EDITOR: 'x' };
const data = { TERM: 'xterm', LANG: 'C.UTF-8', TMPDIR: '/tmp', GIT_AUTHOR_NAME: 'me', NODE_ENV: 'test', https_proxy: 'http://proxy', NPM_TOKEN: 'x', MY_OWN: '1', SSH_AUTH_SOCK: '/x' };
const asLines = text => new Map(text.split('\0').filter(Boolean).map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
const showEnv = 'cat /proc/self/environ >"$SEEN/env"';
test('inherit: what loads code is left out, data is not, and env of the manifest sets what it likes', () => {
  const w = new World();
  for (const [from, make] of Object.entries({ user: hooks => (w.user(...hooks), []), project: hooks => (w.user(), fs.rmSync(path.join(w.config, 'hooks.json')), w.own(hooks), []), given: hooks => w.given(...hooks), inline: hooks => ['--inline', JSON.stringify({ spec: 'hooks/1.0', hooks })], async: hooks => (w.user(...hooks.map(h => ({ ...h, blocking: false, handler: { ...h.handler, async: true } }))), []) })) {
    w.forget();
    w.run('claude-code', { env: { ...loads, ...data }, args: make([raw('x', 'cat /proc/self/environ >"$SEEN/part"; mv "$SEEN/part" "$SEEN/env"', { handler: { env: { PYTHONPATH: '/mine', NODE_PATH: '' } } })]) });
    ok(wait(() => w.ran('env')), `${from}: it did not run`);
    const env = asLines(w.shown('env'));
    for (const name of Object.keys(loads)) if (name !== 'PYTHONPATH' && name !== 'NODE_PATH') ok(!env.has(name), `${from}: ${name}`);
    for (const [name, value] of Object.entries(data)) is(env.get(name), value, `${from}: ${name}`);
    is([env.get('PYTHONPATH'), env.get('NODE_PATH')], ['/mine', ''], from);
    fs.rmSync(path.join(w.project, '.gaff'), { recursive: true, force: true });
  }
});
test('inherit: a COMMAND of the command line too', () => {
  const w = new World();
  fs.mkdirSync(path.join(w.project, 'bin'));
  w.run('claude-code', { env: { ...loads, ...data, PATH: `${w.project}/bin:${process.env.PATH}` }, args: ['--', 'sh', '-c', showEnv] });
  const env = asLines(w.shown('env'));
  for (const name of Object.keys(loads)) ok(!env.has(name), name);
  ok(!env.get('PATH').includes(w.project), env.get('PATH'));
});
test("inherit: a checkout's module, preload and git settings do not run inside of the user's hooks", () => {
  const w = new World(), evil = path.join(w.project, 'evil'), bad = `touch "${w.seen}/bad"`;
  w.write(path.join(evil, 'json.py'), `import os\nos.system('${bad}')\n`);
  w.write(path.join(evil, 'x.js'), `require('child_process').execSync('${bad}')`);
  w.script('bin/jq', bad, w.project);
  w.write(path.join(evil, 'git/config'), `[alias]\n\tstatus = "!${bad}"\n[core]\n\tfsmonitor = "${bad.replaceAll('"', '\\"')}"\n`);
  spawnSync('git', ['init', '-q', w.project]);
  const hooks = { python: "python3 -c 'import json'", node: 'node -e 0', git: 'git status >/dev/null', path: 'jq --version >/dev/null 2>&1', bash: 'bash -c :' };
  w.user(...Object.entries(hooks).filter(([, command]) => has(command.split(' ')[0]) || command.startsWith('jq')).map(([name, command]) => raw(name, command)));
  w.write(path.join(evil, 'env.sh'), bad);
  const env = { PYTHONPATH: evil, NODE_OPTIONS: `--require ${evil}/x.js`, XDG_CONFIG_HOME: evil, GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.fsmonitor', GIT_CONFIG_VALUE_0: bad, BASH_ENV: `${evil}/env.sh` };
  const config = { ...env, XDG_CONFIG_HOME: undefined };
  for (const PATH of [`${w.project}/bin:${process.env.PATH}`, `bin:${process.env.PATH}`, `/proc/self/cwd/bin:${process.env.PATH}`, `${w.project}/../proj/bin:${process.env.PATH}`]) {
    w.run('claude-code', { env: { ...config, PATH } });
    ok(!w.ran('bad'), `${PATH}: ${JSON.stringify(w.last())}`);
  }
  const r = spawnSync(gaff, ['run', '--host', 'claude-code', '--manifest', path.join(w.config, 'hooks.json')], { input: readCase('claude-code', 'PreToolUse.Bash').payload.toString().replaceAll('/home/dev/proj', w.project), env: w.env(env), cwd: w.project });
  ok(r.status === 0 && !w.ran('bad'), 'XDG_CONFIG_HOME');
});
test('inherit: PATH without what is relative, empty, in the project or not there; a home is no project', () => {
  const w = new World(), link = path.join(w.dir, 'link'), own = path.join(w.home, 'bin');
  for (const folder of [path.join(w.project, 'node_modules/.bin'), own]) fs.mkdirSync(folder, { recursive: true });
  fs.symlinkSync(path.join(w.project, 'node_modules'), link);
  const path_ = (PATH, change) => { w.forget(); w.user(raw('x', showEnv)); w.run('claude-code', { env: { PATH }, change }); return asLines(w.shown('env')).get('PATH'); };
  is(path_(`:/usr/bin:.:node_modules/.bin:${w.project}/node_modules/.bin:${link}/.bin:${own}::/bin:/not/there:${w.project}`), `/usr/bin:${own}:/bin`);
  is(path_(`${w.project}/node_modules/.bin:`), '/usr/local/bin:/usr/bin:/bin');
  w.run('claude-code', { env: { PATH: '/proc/self/cwd/bin:/usr/bin:/bin' }, cwd: w.home }); // another folder to the hook
  is(asLines(w.shown('env')).get('PATH'), '/usr/bin:/bin');
  is(path_(`${own}:/usr/bin:/bin`, p => ({ ...p, cwd: w.home })), `${own}:/usr/bin:/bin`);
  w.user(raw('x', showEnv, { handler: { env: { PATH: 'node_modules/.bin:/usr/bin:/bin' } } }));
  w.run();
  is(asLines(w.shown('env')).get('PATH'), 'node_modules/.bin:/usr/bin:/bin');
});
test('inherit: places of settings and certificates in the project are left out', () => {
  const w = new World(), names = ['XDG_DATA_HOME', 'JAVA_HOME', 'SSL_CERT_FILE', 'CARGO_HOME'];
  w.user(raw('x', showEnv));
  fs.mkdirSync(path.join(w.project, 'x'));
  const seen = value => { w.forget(); w.run('claude-code', { env: Object.fromEntries(names.map(name => [name, value])) }); const env = asLines(w.shown('env')); return names.map(name => env.get(name)); };
  is(seen(path.join(w.project, 'x')), names.map(() => undefined));
  is(seen('x'), names.map(() => undefined));
  is(seen(w.home), names.map(() => w.home));
});
// what reached a hook of the environment: `more` is the agent's, in the folder the agent stands in
const inherited = (w, more, folder = w.project) => {
  w.forget();
  w.user(raw('x', showEnv));
  w.run('claude-code', { env: more, cwd: folder, change: p => ({ ...p, cwd: folder, session_id: `s${++worlds}` }) });
  return asLines(w.shown('env'));
};
const never = 'CLOUDSDK_PYTHON CLOUDSDK_PYTHON_ARGS COMPILER_PATH GCC_EXEC_PREFIX FUNCNEST Npm_Config_script_shell yarn_yarn_path pnpm_config_script_shell node_options Bash_Env Skip visual TOOLCHAINS __PYVENV_LAUNCHER__ _PYTHON_SYSCONFIGDATA_NAME RBENV_VERSION NODENV_VERSION JENV_VERSION PLENV_VERSION PYENV_VERSION GOENV_VERSION TFENV_CONFIG_DIR ASDF_NODEJS_VERSION MISE_ENV fish_function_path NU_LIB_DIRS JRUBY_OPTS SBT_OPTS ANT_OPTS ANT_ARGS MAVEN_OPTS GRADLE_OPTS R_PROFILE R_PROFILE_USER R_ENVIRON_USER EXECIGNORE PYTEST_PLUGINS PYTEST_ADDOPTS COVERAGE_PROCESS_START MYPYPATH RUBOCOP_OPTS SPEC_OPTS HUSKY HUSKY_SKIP_HOOKS LEFTHOOK LEFTHOOK_BIN SKIP JUST_JUSTFILE HGRCPATH SVN_SSH CVS_RSH ALSA_CONFIG_PATH ALSA_PLUGIN_DIR SSH_SK_PROVIDER SSH_SK_HELPER SSH_PKCS11_HELPER SASL_PATH CCACHE_PREFIX CCACHE_COMPILER PKG_CONFIG PKG_CONFIG_PATH RSYNC_RSH RSYNC_PROXY PSQL_PAGER GH_PAGER AWS_PAGER SYSTEMD_PAGER MANPAGER TF_CLI_ARGS TERRAGRUNT_TFPATH VAGRANT_VAGRANTFILE NIX_PATH NIX_CONFIG DIRENV_CONFIG EDITOR'.split(' ');
const outside = 'DEVELOPER_DIR SDKROOT RBENV_ROOT NODENV_ROOT JENV_ROOT PLENV_ROOT PYENV_ROOT GOENV_ROOT TFENV_ROOT ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR NVM_DIR PSModulePath JAVACMD ANT_HOME M2_HOME MAVEN_HOME GRADLE_HOME R_HOME LUAROCKS_CONFIG PYLINTRC IPYTHONDIR BIOME_BINARY ESBUILD_BINARY_PATH GITLEAKS_CONFIG GH_CONFIG_DIR CCACHE_DIR PSQLRC AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE CLOUDSDK_CONFIG TF_CLI_CONFIG_FILE VAGRANT_HOME NIX_SSL_CERT_FILE'.split(' ');
const all = (names, value) => Object.fromEntries(names.map(name => [name, value]));
test('inherit: the tables: never, in any case; and only what is outside of the project', () => {
  const w = new World(), own = path.join(w.home, 'x');
  for (const folder of [own, path.join(w.project, 'x')]) fs.mkdirSync(folder);
  let env = inherited(w, { ...all(never, own), ...all(outside, own) });
  is(never.filter(name => env.has(name)), []);
  is(outside.filter(name => env.get(name) !== own), []);
  for (const value of [path.join(w.project, 'x'), 'x', './x', '//proc/self/cwd/x', '']) {
    env = inherited(w, all(outside, value));
    is(outside.filter(name => env.has(name)), [], value);
  }
});
test('inherit: data reaches hooks', () => {
  const w = new World(), socket = w.write(path.join(w.home, 'bus'), '');
  const more = { LANG: 'C.UTF-8', TERM: 'xterm', USER: 'me', SSH_AUTH_SOCK: '/run/user/1/ssh', DISPLAY: ':0', AWS_PROFILE: 'dev', AWS_REGION: 'eu', GITHUB_TOKEN: 'ghp_x/./y', HTTPS_PROXY: 'http://me:pw@proxy:3128/', XDG_RUNTIME_DIR: '/run/user/1', TF_VAR_x: '1', MESSAGE: 'see a/b ./c', LS_COLORS: 'di=01;34:ln=01;36', TMPDIR: '/tmp//', PWD: w.project, OLDPWD: w.project, MY_PROJECT_DIR: w.project, INIT_CWD: w.project, GROK_WORKSPACE_ROOT: w.project, GITHUB_WORKSPACE: w.project, BESIDE: `${w.project}2/x`, DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket},guid=12ab` };
  let env = inherited(w, more);
  for (const [name, value] of Object.entries(more)) if (name !== 'PWD' && name !== 'OLDPWD') is(env.get(name), value, name); // a shell sets these two
  is(env.get('HOME'), w.home);
  is(inherited(w, { DBUS_SESSION_BUS_ADDRESS: 'unix:abstract=/tmp/dbus-1' }).get('DBUS_SESSION_BUS_ADDRESS'), 'unix:abstract=/tmp/dbus-1');
});
test('inherit: D-Bus starts nothing, and asks nobody in the project', () => {
  const w = new World(), socket = w.write(path.join(w.project, 'bus'), ''), own = w.write(path.join(w.home, 'bus'), '');
  for (const value of ['unixexec:path=./bin/evil', `unixexec:path=${own}`, `unix:path=${socket}`, 'unix:path=bus', `unix:path=${own};unixexec:path=x`, `unix:path=${own},path=bus`, 'tcp:host=evil,port=1', 'autolaunch:', '']) {
    const env = inherited(w, { DBUS_SESSION_BUS_ADDRESS: value, DBUS_SYSTEM_BUS_ADDRESS: value, FOO_BUS: 'unixexec:path=x' });
    for (const name of ['DBUS_SESSION_BUS_ADDRESS', 'DBUS_SYSTEM_BUS_ADDRESS', 'FOO_BUS']) ok(!env.has(name), `${name}=${value}`);
  }
});
test('inherit: a variable that nobody knows does not lead into the project', () => {
  const w = new World(), name = path.basename(w.project), link = path.join(w.dir, 'link');
  fs.symlinkSync(w.project, link);
  const values = [`${w.project}/x`, w.project, `--plugin=${w.project}/x`, `-I${w.project}`, `/usr/lib:${w.project}/x`, `file://${w.project}/x`, './x', '../x', '/usr/lib:./x', '/proc/self/cwd/x', '//proc/self/cwd/x', '/usr/../proc/self/cwd/x', '/dev/fd/3', `${w.dir}/./${name}/x`, `${w.dir}//${name}/x`, `${w.home}/../${name}/x`, `a:/${w.dir}/./${name}/x`, 'unixexec:path=x', 'UnixExec:path=x'];
  const env = inherited(w, Object.fromEntries(values.map((value, i) => [`FOO_PLUGIN${i}`, value])));
  is(values.filter((_, i) => env.has(`FOO_PLUGIN${i}`)), []);
  ok(!inherited(w, { FOO_PLUGIN: `${link}/x` }, link).has('FOO_PLUGIN'), 'by the name that the agent has for it');
});
test('inherit: PATH does not pass /proc, /dev or the project, however that is written', () => {
  const w = new World(), name = path.basename(w.project), out = path.join(w.home, 'bin');
  for (const folder of [path.join(w.project, 'bin'), out]) fs.mkdirSync(folder);
  fs.symlinkSync('/usr/bin', path.join(w.project, 'away')); // the project may turn it
  fs.symlinkSync(out, path.join(w.project, 'home'));
  fs.symlinkSync(path.join(w.project, 'away'), path.join(w.dir, 'through'));
  fs.symlinkSync('home/bin', path.join(w.dir, 'own'));
  fs.symlinkSync('loop', path.join(w.dir, 'loop'));
  const bad = ['//proc/self/cwd/bin', '/./proc/self/cwd/bin', '/usr/../proc/self/cwd/bin', '/usr/bin/../../proc/self/cwd/bin', '///proc//self/cwd', '/proc/self/root/usr/bin', '//dev/fd', '/dev/shm', '/usr/../dev/fd/0', `/${w.project}/bin`, `${w.dir}/./${name}/bin`, `${w.home}/../${name}/bin`, `${w.project}/away`, `${w.project}/home`, `${w.dir}/through`, `${w.project}/../home/bin`, `${w.dir}/loop`, `${w.dir}/gone/../home/bin`];
  for (const entry of bad) is(inherited(w, { PATH: `${entry}:/usr/bin:/bin` }).get('PATH'), '/usr/bin:/bin', entry);
  for (const entry of [out, `${w.dir}/own`, `${w.dir}/./home//bin/`, '/usr/bin/../bin']) is(inherited(w, { PATH: `${entry}:/usr/bin:/bin` }).get('PATH'), `${entry}:/usr/bin:/bin`, entry);
  w.script('bin/jq', `touch "${w.seen}/bad"`, w.project);
  w.user(raw('x', 'jq --version >/dev/null 2>&1; touch "$SEEN/ran"'));
  for (const PATH of bad) w.run('claude-code', { env: { PATH: `${PATH}:${process.env.PATH}` }, cwd: w.home }); // /proc/self/cwd is the home to gaff, and the project to the hook
  ok(w.ran('ran') && !w.ran('bad'), 'a program of the project');
});
test('inherit: the project is the outermost repository; a home ends it, and what is in a home is not in the project', () => {
  const w = new World(), inner = path.join(w.project, 'a/inner'), bin = path.join(w.project, 'bin'), code = path.join(w.home, 'code');
  for (const folder of [path.join(inner, '.git'), path.join(w.project, '.git'), bin, path.join(code, '.git'), path.join(w.home, '.git'), path.join(w.home, 'bin')]) fs.mkdirSync(folder, { recursive: true });
  const PATH = `${bin}:/usr/bin:/bin`;
  is(inherited(w, { PATH }, inner).get('PATH'), '/usr/bin:/bin', 'of the outer repository');
  ok(!inherited(w, { FOO_PLUGIN: `${bin}/x` }, inner).has('FOO_PLUGIN'), 'a variable of the outer repository');
  is(inherited(w, { PATH: `${w.home}/bin:/usr/bin` }, code).get('PATH'), `${w.home}/bin:/usr/bin`, 'a home with a .git');
  is(inherited(w, { PATH: `${code}:/usr/bin` }, code).get('PATH'), '/usr/bin', 'a project in a home');
  fs.mkdirSync(path.join(w.dir, '.git')); // now all of it is one, with the home in it
  const wide = { PATH: `${w.home}/bin:${bin}:/usr/bin:${w.home}/../proj/bin`, FOO_PLUGIN: `${bin}/x`, FOO_OWN: `${w.home}/x`, SEEN: undefined };
  w.user(raw('x', `cat /proc/self/environ >${w.seen}/env`));
  w.run('claude-code', { env: wide, cwd: w.dir, change: p => ({ ...p, cwd: w.dir, session_id: 'wide' }) });
  const env = asLines(w.shown('env'));
  is([env.get('PATH'), env.get('FOO_PLUGIN'), env.get('FOO_OWN'), env.get('HOME')], [`${w.home}/bin:/usr/bin`, undefined, `${w.home}/x`, w.home]);
});
// variables by which programs load code, start commands, believe others, or find less
const loaders = `BUNDLER_SETUP BUNDLER_ORIG_RUBYOPT GOCACHEPROG GOAUTH GOPACKAGESDRIVER GOPROXY GOSUMDB GONOSUMDB GONOSUMCHECK GONOPROXY GOPRIVATE GOINSECURE GOVCS GOFLAGS GOWORK GOENV GOTOOLCHAIN GOTOOLDIR GODEBUG GCCGO CGO_CFLAGS CGO_LDFLAGS GOBIN GOCACHE GOMODCACHE GOTMPDIR GOROOT GOPATH
  RM AR AS LD CPP CC CXX FC F77 PC LEX YACC LINT M2C CO GET MAKE MAKEINFO MAKEFILES MAKEFLAGS MAKE_COMMAND TEX TEXI2DVI WEAVE CWEAVE TANGLE CTANGLE NM RANLIB STRIP OBJCOPY INSTALL AWK SED HOSTCC CROSS_COMPILE CFLAGS CXXFLAGS CPPFLAGS LDFLAGS ARFLAGS ASFLAGS FFLAGS LFLAGS YFLAGS LDLIBS LOADLIBES OUTPUT_OPTION VPATH COMPILE.c LINK.o PREPROCESS.S
  TCLLIBPATH TCL8_6_TM_PATH TCL9_0_TM_PATH TCL_LIBRARY TK_LIBRARY CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH OBJC_INCLUDE_PATH LIBRARY_PATH MY_LIBRARY_PATH MONO_PATH MONO_CONFIG MONO_ENV_OPTIONS DEPENDENCIES_OUTPUT
  KUBE_EDITOR GH_EDITOR SUDO_EDITOR HGEDITOR_EDITOR RCLONE_PASSWORD_COMMAND RESTIC_PASSWORD_COMMAND BORG_PASSCOMMAND BORG_RSH KUBECTL_EXTERNAL_DIFF KUBECONFIG RCLONE_CONFIG AZURE_EXTENSION_DIR AZURE_CONFIG_DIR MYSQL_HOME LIBMYSQL_PLUGIN_DIR LIBMYSQL_PLUGINS SPA_PLUGIN_DIR PULSE_CLIENTCONFIG PIPEWIRE_MODULE_DIR PGSYSCONFDIR PGSERVICEFILE ANY_CMD ANY_WRAPPER ANY_LAUNCHER ANY_HELPER ANY_PRELOAD ANY_ASKPASS ANY_PLUGIN_PATH ANY_HOME ANY_CONFIG_DIR ANY_CONFIG_FILE ANY_CONFIG_PATH JVM_OPTS BC_ENV_ARGS ANY_OPTIONS
  DOCKER_HOST DOCKER_CONTEXT CONTAINER_HOST SHELLCHECK_OPTS GITLEAKS_CONFIG GITLEAKS_CONFIG_TOML TRIVY_EXIT_CODE TRIVY_CACHE_DIR SEMGREP_RULES PRE_COMMIT_ALLOW_NO_CONFIG PRE_COMMIT_HOME POSIXLY_CORRECT GREP_OPTIONS JQ_LIBRARY_PATH JQ_COLORS GRYPE_CONFIG CHECKOV_CONFIG OPA_BUNDLE RUFF_CONFIG ESLINT_USE_FLAT_CONFIG HADOLINT_IGNORE BAT_CONFIG_PATH ACKRC ZIPOPT UNZIP GZIP XZ_DEFAULTS SSLKEYLOGFILE AWS_CA_BUNDLE HOSTALIASES LOCALDOMAIN TEXTDOMAINDIR TZDIR TMPDIR TMP TEMP TEXINPUTS MANOPT
  PYTHONPATH PYTHONHOME NODE_OPTIONS NODE_PATH BASH_ENV ENV PERL5LIB PERL5OPT RUBYOPT RUBYLIB LUA_PATH LUA_INIT PHPRC PHP_INI_SCAN_DIR CLASSPATH JAVA_TOOL_OPTIONS GIT_SSH_COMMAND GIT_EXEC_PATH GIT_CONFIG_GLOBAL EDITOR PAGER LESSOPEN GTK_MODULES OPENSSL_CONF XDG_DATA_HOME CARGO_HOME RUSTC_WRAPPER SSH_ASKPASS DIRENV_CONFIG
  NOBODY_KNOWS_THIS x Q SOME_DIR SOME_PATH SOME_FILE SOME_MODULE SOME_PLUGIN SOME_SCRIPT`.split(/\s+/);
const withEvil = () => {
  const w = new World();
  w.write(path.join(w.project, 'evil/x.rb'), '');
  w.script('evil.sh', `touch "${w.seen}/bad"`, w.project);
  return w;
};
test('inherit: no variable by which programs load code, with any name of the project', () => {
  const w = withEvil();
  for (const value of ['evil', './evil', 'evil/x', 'sh evil.sh', '-fplugin=evil.sh', path.join(w.project, 'evil'), `sh ${w.project}/evil.sh`, 'x/../../../../proc/self/cwd/evil']) {
    const env = inherited(w, all(loaders, value));
    ok(env.has('GAFF_HOST'), value);
    is(loaders.filter(name => env.has(name)), [], value);
  }
  w.forget();
  w.user(raw('x', showEnv, { handler: { env: all(loaders.filter(name => !name.includes('.')), 'evil') } }));
  const r = w.run('claude-code', { change: p => ({ ...p, session_id: 'own' }) });
  ok(w.ran('env'), r.stdout + r.stderr);
  const env = asLines(w.shown('env'));
  is(loaders.filter(name => !name.includes('.') && env.get(name) !== 'evil'), [], "a manifest's own env");
});
test('inherit: plain words reach hooks, even where a folder of the project has that name', () => {
  const w = new World();
  const plain = { NODE_ENV: 'test', RAILS_ENV: 'test', RACK_ENV: 'test', APP_ENV: 'dev', ENVIRONMENT: 'dev', STAGE: 'dev', CI: 'true', CI_JOB_STAGE: 'test', GITHUB_ACTIONS: 'true', GITHUB_REF_NAME: 'main', LANG: 'C.UTF-8', LC_ALL: 'C', LANGUAGE: 'en:de', TZ: 'UTC', TERM: 'xterm', TERM_PROGRAM: 'vscode', COLORTERM: 'truecolor', NO_COLOR: '1', FORCE_COLOR: '1', LS_COLORS: 'di=01;34:ln=01;36:*.test=1', USER: 'dev', LOGNAME: 'dev', HOSTNAME: 'api', SHLVL: '7', DISPLAY: ':0', XDG_SESSION_TYPE: 'x11', GIT_AUTHOR_NAME: 'dev', GIT_AUTHOR_EMAIL: 'dev@x', AWS_REGION: 'eu', AWS_DEFAULT_REGION: 'eu', AWS_PROFILE: 'dev', DATABASE_URL: 'postgres://api:pw@db/app', REDIS_URI: 'redis://db', SENTRY_DSN: 'https://x@y/1', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://api:4317', DB_HOST: 'db', DB_USER: 'dev', DB_PASSWORD: 'test', DB_NAME: 'app', API_TOKEN: 'test', OPENAI_API_KEY: 'test', LOG_LEVEL: 'dev', DEBUG: 'app:*', PORT: '1', CLAUDECODE: '1', CLAUDE_CODE_ENTRYPOINT: 'cli', CLAUDE_CODE_SESSION_ID: '1', CURSOR_AGENT: '1', GEMINI_CLI: '1', OPENCODE: '1', COPILOT_CLI: '1', GROK_HOOK_EVENT: 'test', GOOS: 'js', GOARCH: 'wasm', https_proxy: 'http://api:1', HTTP_PROXY: 'http://api:1', CLAUDE_PROJECT_DIR: w.project, QWEN_PROJECT_DIR: w.project, SOME_ROOT: '/usr/lib', SOME_TEXT: 'nothing that is there, not/even/this', SOME_JSON: '{"type": "service_account", "n": 12}', SOME_WEB: 'https://example.org/a/b?c=d', TMPDIR: '/tmp', DOCKER_HOST: `unix://${w.write(path.join(w.home, 'docker.sock'), '')}` };
  for (const name of 'test dev true main C en de UTC xterm vscode truecolor 0 1 7 x11 api eu postgres redis https db app cli js wasm'.split(' ')) fs.mkdirSync(path.join(w.project, name));
  const env = inherited(w, plain);
  is(Object.keys(plain).filter(name => name !== 'SOME_WEB' && env.get(name) !== plain[name]), []);
  ok(!env.has('SOME_WEB'), 'a scheme that is a folder of the project, where nothing says that this is an address');
  fs.rmdirSync(path.join(w.project, 'https'));
  is(inherited(w, plain).get('SOME_WEB'), plain.SOME_WEB);
  for (const value of [`${w.project}/x`, './x', 'a/../b', '/proc/self/cwd/x', '/dev/fd/3']) for (const name of ['NO_NAME', 'NO_URL', 'APP_ENV', 'LANG', 'CI']) ok(!inherited(w, { [name]: value }).has(name), `${name}=${value}`);
});
test('inherit: no word of a variable that nobody knows is a name in the project or where the hook is started', () => {
  const w = withEvil(), sub = path.join(w.project, 'sub'), link = path.join(w.dir, 'link');
  for (const name of ['e v,i=l', 'a=b', 'one two three four five', 'sub/deep']) fs.mkdirSync(path.join(w.project, name), { recursive: true });
  fs.symlinkSync('gone', path.join(w.project, 'dangling'));
  fs.symlinkSync(w.project, link);
  const bad = ['evil', 'evil.sh', 'evil/not/there', 'x evil', 'x:evil', 'evil:x', '/usr/lib:evil', 'x=evil', 'x,evil', 'x;evil', 'x\tevil', 'x\nevil', '--a=b --c=evil', '-Ievil', '-I evil', '@evil', '|evil', '"evil"', "x 'evil.sh'", 'x $(evil.sh)', '`evil.sh`', 'x&&evil.sh', 'x<evil.sh', '.', '..', 'x .', '-I.', 'x:.', 'x ./evil', 'x ././evil', 'dangling', 'e v,i=l', '--a=e v,i=l', 'a=b', 'x:a=b/c', 'one two three four five', 'evil://x', 'a/../b', 'x/../evil', 'x /proc/self/cwd/evil', '--x=/dev/fd/3', `-I${w.dir}//${path.basename(w.project)}/x`, `x ${w.dir}/./${path.basename(w.project)}/x`, `--x=${link}/x`, `-I${link}/x`];
  const good = ['evil2', 'evi', 'evil.sh2', 'x', 'x/evil', 'xevil', '-Xxevil', 'see a/b ./c', '/usr/lib', '-I/usr/lib', 'deep', '1', '', '-', '@', '=', '/', '--', 'https://x.org/evil'];
  const named = values => Object.fromEntries(values.map((value, i) => [`ZZ${i}`, value]));
  let env = inherited(w, named(bad));
  is(bad.filter((_, i) => env.has(`ZZ${i}`)), []);
  env = inherited(w, named(good));
  is(good.filter((value, i) => env.get(`ZZ${i}`) !== value), []);
  w.user(raw('x', showEnv, { handler: { cwd: 'sub' } }));
  w.run('claude-code', { env: { ZZ_FOLDER: 'deep', ZZ_ROOT: 'evil', ZZ_FINE: 'fine' }, change: p => ({ ...p, session_id: 'sub' }) });
  env = asLines(w.shown('env'));
  is([env.get('ZZ_FOLDER'), env.get('ZZ_ROOT'), env.get('ZZ_FINE')], [undefined, undefined, 'fine'], 'of a hook with a folder');
  w.forget();
  w.run('claude-code', { env: { ZZ_FOLDER: 'deep', ZZ_FINE: 'fine' }, cwd: sub, args: ['--', 'sh', '-c', showEnv] });
  env = asLines(w.shown('env'));
  is([env.get('ZZ_FOLDER'), env.get('ZZ_FINE')], [undefined, 'fine'], 'of a COMMAND');
  fs.mkdirSync(path.join(w.home, 'own'));
  is(inherited(w, { ZZ: 'own' }, w.home).get('ZZ'), 'own', 'a home is no project');
});
test('inherit: a variable of the outer repository, by a relative name', () => {
  const w = withEvil(), inner = path.join(w.project, 'a/inner');
  for (const folder of [path.join(w.project, '.git'), path.join(inner, '.git'), path.join(inner, 'mine')]) fs.mkdirSync(folder, { recursive: true });
  const env = inherited(w, { ZZ1: 'evil', ZZ2: 'mine', ZZ3: 'x' }, inner);
  is([env.get('ZZ1'), env.get('ZZ2'), env.get('ZZ3')], [undefined, undefined, 'x']);
});
test('inherit: what would need too many looks is left out, and takes no time', () => {
  const w = withEvil(), many = Object.fromEntries(Array.from({ length: 20000 }, (_, i) => [`ZZ${i}`, `w${i}`]));
  const start = Date.now(), env = inherited(w, { ...many, TERM: 'xterm', ZZ_LONG: 'a '.repeat(30000), ZZ_LAST: 'evil' });
  ok(Date.now() - start < 3000, `${Date.now() - start} ms`);
  const kept = Object.keys(many).filter(name => env.has(name)).length;
  ok(kept > 500 && kept < 17000, `${kept} kept`);
  is([env.get('TERM'), env.get('ZZ_LONG'), env.get('ZZ_LAST')], ['xterm', undefined, undefined]);
  const one = inherited(w, { ZZ_LONG: 'a '.repeat(30000), ZZ_AFTER: 'word' });
  is([one.get('ZZ_LONG'), one.get('ZZ_AFTER')], [undefined, 'word'], 'a long one takes nothing from another');
});
test('inherit: a server of this machine is asked without a proxy', () => {
  const w = new World(), own = 'localhost,127.0.0.1,::1', both = (more, ...want) => { const env = inherited(w, { no_proxy: undefined, NO_PROXY: undefined, http_proxy: undefined, https_proxy: undefined, ...more }); is([env.get('no_proxy'), env.get('NO_PROXY')], want, JSON.stringify(more)); ok(!env.has('No_Proxy'), 'another spelling'); };
  for (const name of ['http_proxy', 'HTTPS_PROXY', 'All_Proxy', 'ftp_proxy']) both({ [name]: 'http://evil:1' }, own, own);
  both({ http_proxy: 'http://p', no_proxy: '.x,y' }, `.x,y,${own}`, `.x,y,${own}`);
  both({ http_proxy: 'http://p', NO_PROXY: '.x' }, `.x,${own}`, `.x,${own}`);
  both({ http_proxy: 'http://p', no_proxy: 'a', NO_PROXY: 'b' }, `a,${own}`, `b,${own}`);
  both({ http_proxy: 'http://p', no_proxy: '*' }, '*', '*');
  both({ http_proxy: 'http://p', No_Proxy: 'x' }, own, own);
  both({ no_proxy: '.x' }, '.x', undefined);
  both({}, undefined, undefined);
  w.user(raw('x', showEnv, { handler: { env: { no_proxy: 'mine' } } }));
  w.run('claude-code', { env: { http_proxy: 'http://p' }, change: p => ({ ...p, session_id: 'proxy' }) });
  is(asLines(w.shown('env')).get('no_proxy'), 'mine');
});
test('inherit: docker is asked on this machine', () => {
  const w = new World(), own = `unix://${w.write(path.join(w.home, 'd.sock'), '')}`, theirs = `unix://${w.write(path.join(w.project, 'd.sock'), '')}`;
  is(inherited(w, { DOCKER_HOST: own }).get('DOCKER_HOST'), own);
  for (const value of [theirs, 'tcp://evil:2375', 'ssh://evil', 'unix://d.sock', 'unix:///proc/self/cwd/d.sock', 'fd://', '']) ok(!inherited(w, { DOCKER_HOST: value, CONTAINER_HOST: value }).has('DOCKER_HOST'), value);
});
test("inherit: a checkout does not run inside of the user's makefile, nor silence the user's grep", () => {
  const w = withEvil();
  const makefile = w.write(path.join(w.home, 'Makefile'), 'all:\n\t@touch "$(SEEN)/ran"; $(RM) "$(HOME)/tmp"\n');
  w.user(...(has('make') ? [raw('make', `make -s -f ${makefile}`)] : []), raw('grep', "echo 'git reset --hard' | grep 'reset --hard' -qi && { echo no >&2; exit 2; }; exit 0", { blocking: true }));
  const r = w.run('claude-code', { env: { RM: 'sh evil.sh', POSIXLY_CORRECT: '1' } });
  is(r.v.blocked, 'no', r.stderr);
  ok(!w.ran('bad') && (!has('make') || w.ran('ran')), JSON.stringify(w.last()));
});
const variables = { 'claude-code': { CLAUDE_PROJECT_DIR: 'project' }, 'gemini-cli': { GEMINI_PROJECT_DIR: 'project', GEMINI_SESSION_ID: 'session', GEMINI_CWD: 'project', CLAUDE_PROJECT_DIR: 'project' }, cursor: { CURSOR_PROJECT_DIR: 'project', CLAUDE_PROJECT_DIR: 'project' } };
for (const [dialect, names] of Object.entries(variables)) {
  test(`handler: the variables of ${dialect} under every agent`, () => {
    for (const [host, its] of Object.entries(hosts)) {
      const w = new World(), { event, case: name } = its.shell;
      w.user(raw('x', 'env >"$SEEN/env"', { dialect }));
      const r = w.run(host), env = Object.fromEntries(w.shown('env').split('\n').map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
      const values = { project: w.project, session: its.session(r.payload) };
      for (const [variable, what] of Object.entries(names)) if (values[what]) is(env[variable], values[what], `${variable} on ${host}`);
      is([env.GAFF_HOST, env.GAFF_EVENT, env.GAFF_TOOL, env.GAFF_PROJECT_DIR, env.GAFF_SESSION_ID], [host, 'before_tool_execute', 'shell', w.project, values.session], host);
      ok(event && name, host);
    }
  });
}
test('handler: a hook written for Claude Code guards every agent', () => {
  for (const [host, its] of Object.entries(hosts)) {
    const w = new World();
    w.user({ ...raw('x', `python3 -c 'import json,sys; p=json.load(sys.stdin); assert p["hook_event_name"]=="PreToolUse" and p["tool_name"]=="Bash"; print(json.dumps({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no "+p["tool_input"]["command"]}}))'`, { dialect: 'claude-code', on_error: 'closed' }), matcher: 'shell' });
    const r = w.run(host);
    is(r.v.blocked, `no ${r.payload.command ?? its.command(r.payload)}`, host);
    w.user({ ...raw('x', 'echo by exit >&2; exit 2', { dialect: 'claude-code' }), matcher: { pattern: '^(Bash|shell)$' } });
    ok(w.run(host).v.blocked?.includes('by exit'), host);
  }
});
test('handler: a hook of any dialect on any event of any agent gives an answer that is taken', () => {
  const all = [];
  for (const [host, its] of Object.entries(hosts)) for (const event of new Set([...Object.values(its.can).flat()])) if (caseOf(host, event) && !its.unknown.includes(event)) all.push([host, event]);
  for (const [i, [host, event]] of all.entries()) {
    if (slow > 1 && i % 5) continue;
    const w = new World(), dialects = slow > 1 ? ['claude-code'] : ['claude-code', 'cursor', 'gemini-cli'];
    w.user(...dialects.map(dialect => raw(dialect, 'cat >/dev/null; exit 1', { event: `${host}:${event}`, dialect })));
    const r = w.run(host, { event, name: caseOf(host, event) });
    is([r.code, r.stdout, w.last().hooks?.length], [...silence(host, event), dialects.length], `${host} ${event} ${JSON.stringify(w.last())}`);
  }
});
test('handler: four descriptors, a group of its own, default signals', () => {
  const w = new World();
  w.user(raw('x', 'ls /proc/self/fd | wc -l >"$SEEN/fd"; grep -E "Sig(Ign|Blk)" /proc/self/status >"$SEEN/sig"; echo $$ $(ps -o pgid= $$) $(ps -o ppid= $$) >"$SEEN/pg"'));
  w.run('claude-code', { prefix: ['sh', '-c', `exec 7</dev/null 9>/dev/null; trap '' PIPE USR1; exec "$0" "$@"`] });
  is(Number(w.shown('fd')), 5, 'descriptors, with that of its event and the one that lists them');
  const libc = 0x180000000n;
  for (const line of w.shown('sig').trim().split('\n')) is(Number(BigInt('0x' + line.split(/\s+/)[1]) & ~libc), 0, line);
  const [pid, group, parent] = w.shown('pg').trim().split(/\s+/);
  is(pid, group);
  ok(parent !== group, 'the group of its parent');
});
test('handler: CLAUDE_ENV_FILE gets the variables of two hooks', () => {
  const w = new World(), file = path.join(w.dir, 'env file');
  w.user(hook('a', { event: 'session_start', say: { env: { A: '1', B: '1' } } }), hook('b', { event: 'session_start', say: { env: { B: 'x $y' } } }));
  nothing(w.run('claude-code', { event: 'SessionStart', name: 'SessionStart.startup', env: { CLAUDE_ENV_FILE: file } }));
  is(fs.readFileSync(file, 'utf8'), "export A='1'\nexport B='x $y'\n");
});
test('matching: what a rewrite made of the call is what the next matcher sees', () => {
  const w = new World(), name = 'PreToolUse.Write';
  w.user(hook('never', { paths: ['**/nothing'] }), hook('a', { matcher: 'file_write', say: { updated_input: { path: path.join(w.project, 'secret/x') } } }), hook('b', { paths: ['secret/**'], say: deny }));
  ok(cases('claude-code').includes(name), 'no such case');
  is(w.run('claude-code', { name }).v.blocked, 'no');
});
test('matching: a file is guarded under the name that its links lead to', () => {
  const w = new World(), name = 'PreToolUse.Write';
  fs.writeFileSync(path.join(w.project, '.env'), '');
  fs.symlinkSync('.env', path.join(w.project, 'notes'));
  w.user(hook('b', { paths: ['**/.env'], say: deny }));
  const write = file => w.run('claude-code', { name, change: p => { p.tool_input.file_path = path.join(w.project, file); return p; } });
  is([write('notes').v.blocked, write('other').v.blocked], ['no', null]);
});
test('matching: where the server is hidden, a matcher that names one goes by the tool', () => {
  const w = new World(), name = 'base-028-preToolUse-MCP_echo';
  w.user(hook('any', { matcher: { mcp: { server: 'somewhere' } } }), hook('same', { matcher: { mcp: { server: 'elsewhere', tool: 'echo' } } }), hook('other', { matcher: { mcp: { server: 'elsewhere', tool: 'write' } } }));
  w.run('cursor', { name });
  is(w.order(), ['any', 'same']);
});
test('matching: where the server is hidden, a hook that names one may deny and not rewrite', () => {
  const w = new World(), name = 'base-028-preToolUse-MCP_echo', says = (matcher, say) => { w.user(hook('a', { matcher, say })); return w.run('cursor', { event: 'preToolUse', name }).v; };
  const named = { mcp: { server: 'elsewhere', tool: 'echo' } }, rewrite = { updated_input: { x: 'new' } };
  is(says(named, deny).blocked, 'no');
  ok(says(named, rewrite).blocked.includes('does not say for which MCP server'), 'another server\'s call was changed');
  ok(says([named, { pattern: 'echo' }], rewrite).rewritten, 'one that matches without the server counts');
  const after = matcher => { w.user(hook('a', { event: 'after_tool_execute', matcher, say: { updated_output: 'new' } })); return w.run('cursor', { event: 'postToolUse', name: 'base-031-postToolUse-MCP_echo' }).v.output; };
  is([after(named), after({ pattern: 'echo' })], [undefined, 'new'], 'another server\'s output');
});
const modelNames = { run_terminal_cmd: { command: 'git push --force', is_background: false, explanation: 'x' }, read_file: { target_file: '.env' }, edit_file: { target_file: 'src/a.c', instructions: 'i', code_edit: 'new' },
  grep_search: { query: 'x', include_pattern: '*.c' }, file_search: { query: 'x', explanation: 'y' }, web_search: { search_term: 'x' } };
test("matching: the names that Cursor's model has for its tools are those tools", () => {
  const w = new World(), words = { run_terminal_cmd: ['shell'], read_file: ['file_read'], edit_file: ['file_edit', 'file_write'], grep_search: ['search'], file_search: ['find'], web_search: ['web_search'] };
  const all = [...new Set(Object.values(words).flat())];
  const call = (tool_name, tool_input = modelNames[tool_name]) => { w.forget(); return w.run('cursor', { event: 'preToolUse', name: 'base-003-preToolUse-Shell', change: p => ({ ...p, cwd: w.project, tool_name, tool_input }) }); };
  for (const [name, its] of Object.entries(words)) {
    w.user(...all.map(word => hook(word, { matcher: word })), hook('native', { matcher: name }), hook('pattern', { matcher: { pattern: `^${name.slice(0, -2)}` } }), hook('other', { matcher: 'Delete' }));
    call(name);
    is(w.order().sort(), [...its, 'native', 'pattern'].sort(), name);
  }
  w.user(hook('x', { paths: ['src/**', '.env'], say: deny }));
  for (const key of ['target_file', 'file_path', 'path'])
    is(['read_file', 'edit_file', 'grep_search'].map(name => call(name, { [key]: 'src/a.c', query: 'x', code_edit: 'y' }).v.blocked), ['no', 'no', 'no'], key);
  is([call('read_file').v.blocked, call('edit_file', { target_file: 'a.c', code_edit: 'x' }).v.blocked], ['no', undefined], 'by their paths');
  w.user(hook('x', { say: { updated_input: { command: 'ls' } } }));
  is(call('run_terminal_cmd').v.rewritten, { ...modelNames.run_terminal_cmd, command: 'ls' }, 'a new input');
});
test("matching: guards judge calls under the names that Cursor's model has", () => {
  const w = new World(), guarded = (guard, tool_name, tool_input) => { w.user({ name: 'g', event: 'before_tool_execute', blocking: true, handler: { type: 'command', command: `gaff guard ${guard}` } }); return w.run('cursor', { event: 'preToolUse', name: 'base-003-preToolUse-Shell', change: p => ({ ...p, cwd: w.project, tool_name, tool_input }) }).v.blocked !== undefined; };
  is([guarded('destructive', 'run_terminal_cmd', { command: 'rm -rf /', is_background: false }), guarded('destructive', 'run_terminal_cmd', { command: 'ls', is_background: false })], [true, false], 'destructive');
  is([guarded('secrets', 'read_file', { target_file: '.env' }), guarded('secrets', 'read_file', { target_file: 'a.c' })], [true, false], 'secrets');
  is([guarded('secrets', 'edit_file', { target_file: 'a.c', code_edit: `key = "AKIA${'Q7ZK2M4N8P3R5T6V'}"` }), guarded('secrets', 'edit_file', { target_file: 'a.c', code_edit: 'x' })], [true, false], 'what is written');
  is([guarded('paths', 'edit_file', { target_file: '/etc/passwd', code_edit: 'x' }), guarded('paths', 'edit_file', { target_file: 'a.c', code_edit: 'x' })], [true, false], 'paths');
});
test('matching: a name that a tool has besides is one', () => {
  const w = new World();
  w.user(hook('x', { matcher: 'execute_cmd', say: deny }));
  is(w.run('amazon-q', { change: p => ({ ...p, tool_name: 'execute_cmd' }) }).v.blocked, 'no');
});
test('matching: a file URL is the file that node opens by it', () => {
  const w = new World(), name = 'base-003-preToolUse-Shell', pieces = ['/', '/', '//', '\\', '..', '.', '%2e', '%2E.', '.%2e', '%2f', 'a', 'b c', '.env', '\t', '?', '#x', '%', '%zz', 'ä', '%c3%a4', ' ', '\n'];
  let seed = 4711;
  const random = n => (seed = seed * 1103515245 + 12345 & 0x7fffffff) % n, urls = ['file:///p//../.env', 'file:///p/a%2fb/../.env', 'file://?x', 'file://C:/x'];
  while (urls.length < 250) urls.push(`file://${random(4) ? '/' : ['localhost/', '', 'C:/'][random(3)]}${Array.from({ length: 1 + random(9) }, () => pieces[random(pieces.length)]).join('')}`);
  let tried = 0;
  const event = () => JSON.parse(fs.readFileSync(path.join(w.seen, 'a'), 'utf8'));
  w.user(hook('a'));
  for (const url of urls) {
    let want;
    try { want = path.resolve(fileURLToPath(url)); } catch { continue; } // no such file
    w.run('cursor', { event: 'preToolUse', name, change: p => ({ ...p, tool_name: 'Read', tool_input: { file_path: url } }) });
    ok(event().paths.includes(want), `${JSON.stringify(url)}: ${want} is not among ${event().paths}`);
    tried++;
  }
  ok(tried > 100, `only ${tried}`);
});
test('matching: a patch that makes a file writes it, and one that changes files does not', () => {
  const w = new World(), patch = text => w.run('codex', { name: 'PreToolUse', change: p => ({ ...p, tool_name: 'apply_patch', tool_input: { command: `*** Begin Patch\n${text}\n*** End Patch\n` } }) });
  w.user(hook('write', { matcher: 'file_write' }), hook('edit', { matcher: { pattern: '^file_edit$' } }));
  patch('*** Update File: a\n@@\n-x\n+y');
  is(w.order(), ['edit']);
  w.forget();
  patch('*** Update File: a\n@@\n-x\n+y\n*** Add File: b\n+y');
  is(w.order(), ['write', 'edit']);
  w.forget();
  patch('*** Update File: a\n*** Move to: b\n@@\n-x\n+y');
  is(w.order(), ['write', 'edit'], 'a file under another name');
});
test('matching: what Codex would take for a note is no new output', () => {
  const w = new World(), said = say => { w.user(hook('a', { event: 'after_tool_execute', dialect: 'codex', say })); return w.run('codex', { event: 'PostToolUse', name: 'PostToolUse' }).v.output; };
  is([said({ stopReason: 'a note' }), said({ continue: true, stopReason: 'a note' }), said({ continue: false, stopReason: 'new' }), said({ continue: false, stopReason: 'user', reason: 'new' })], [undefined, undefined, 'new', 'new']);
});
test('rewriting: what Cursor would not take for a command blocks', () => {
  const w = new World(), says = input => { w.user(hook('a', { say: { updated_input: input } })); return w.run('cursor', { event: 'preToolUse', name: 'base-003-preToolUse-Shell' }).v; };
  is(says({ command: 'true' }).rewritten.command, 'true');
  for (const input of [{ command: ['true'] }, { command: null }, { '*': 'x' }, { nonsense: 'x' }]) ok(says(input).blocked, JSON.stringify(input));
});
test('a context beside a question is not the question', () => {
  for (const host of ['gemini-cli', 'qwen-code']) {
    const w = new World();
    w.user(hook('a', { say: { decision: 'ask', reason: 'sure?', context: 'for the model' } }));
    const r = w.run(host, { args: ['--verbose'] });
    ok(!r.stdout.includes('for the model') && r.stderr.includes('context is lost'), r);
  }
});
// ---- the last word of guards and rules ----

const rewrites = (name, text, more = {}) => hook(name, { say: { decision: 'allow', reason: 'fine', updated_input: { command: text }, ...more } });
const guards = (...names) => raw('g', `gaff guard ${names.join(' ')}`);
const reset = 'git reset --hard';
test('final: a guard that judged before a rewrite judges what will run', () => {
  for (const [host, its] of Object.entries(hosts)) {
    if (!its.can.rewrite.includes(its.rewrite.event)) continue;
    const w = new World(), run = () => w.run(host, { event: its.rewrite.event, name: its.rewrite.case }).v;
    w.user(guards('destructive'), rewrites('a', reset));
    ok(/reset/.test(run().blocked), `${host}: ${JSON.stringify(w.last())}`);
    w.user(guards('destructive'), rewrites('a', reset), rewrites('b', 'echo fine'));
    ok(run().rewritten, `${host}: what nobody runs is judged`);
  }
});
test('final: of every manifest, of a rule, and of what matched nothing before', () => {
  const w = new World(), all = hooks => ({ spec: 'hooks/1.0', ...hooks });
  const rule = { name: 'no-reset', program: 'git', words: 'reset', decision: 'deny', reason: 'not here' };
  w.user(guards('destructive'));
  w.own([rewrites('p', reset)]);
  ok(/reset/.test(w.run().v.blocked), 'a guard of the user, a hook of the project');
  w.user(rewrites('u', 'echo one'), { ...guards('destructive'), matcher: 'shell' }, rewrites('v', 'echo two'));
  ok(/reset/.test(w.run().v.blocked), 'two manifests rewrite');
  w.write(path.join(w.config, 'hooks.json'), all({ rules: [rule], hooks: [rewrites('u', reset)] }));
  fs.rmSync(path.join(w.project, '.gaff'), { recursive: true });
  ok(/no-reset.*not here/.test(w.run().v.blocked), 'a rule before a hook of its manifest');
  const key = ['AKIA', 'Z7QXW2M4KD3PLR5T'].join(''), file = name => ({ file_path: path.join(w.project, name), content: 'x' });
  w.user(raw('g', 'gaff guard secrets', { paths: ['src/**'] }), hook('u', { say: { updated_input: { ...file('src/x'), content: `id = ${key}` } } }));
  ok(w.run('claude-code', { change: p => ({ ...p, tool_name: 'Write', tool_input: file('a') }) }).v.blocked, 'a guard for files that the call did not touch');
  w.user(guards('destructive'), hook('u', { say: { updated_input: { command: 'git push --force' } } }));
  is([w.run().v.granted, !!(w.run().v.asked ?? w.run().v.blocked)], [undefined, true], 'a question');
});
test('trust: guards and rules beside a hook whose file has changed go on', () => {
  const rule = { name: 'no-stash', program: 'git', words: 'stash', decision: 'deny', reason: 'not here' };
  for (const order of [0, 1]) {
    const w = new World(), script = () => raw('c', 'sh tools/c.sh'), command = text => w.run('claude-code', { env: { CLAUDE_PROJECT_DIR: w.project }, change: p => ({ ...p, tool_input: { command: text } }) }).v;
    w.script('tools/c.sh', 'exit 0');
    w.manifest(path.join(w.project, '.gaff/hooks.json'), order ? [script(), guards('destructive')] : [guards('destructive'), script()]);
    w.write(path.join(w.project, '.gaff/hooks.json'), { ...JSON.parse(fs.readFileSync(path.join(w.project, '.gaff/hooks.json'))), rules: [rule] });
    w.trust();
    ok(/reset/.test(command('git reset --hard').blocked), 'before');
    w.script('tools/c.sh', 'exit 0 # other');
    ok(/reset/.test(command('git reset --hard').blocked), `a guard, ${order}: ${JSON.stringify(w.last())}`);
    ok(/not here/.test(command('git stash').blocked), `a rule, ${order}`);
    w.own([guards('destructive'), rewrites('p', reset), script()]);
    w.script('tools/c.sh', 'exit 0 # once more');
    ok(/reset/.test(command('ls').blocked), `a rewrite before it: ${JSON.stringify(w.last())}`);
    w.write(path.join(w.project, '.gaff/hooks.json'), { spec: 'hooks/1.0', rules: [rule], hooks: [rewrites('p', 'git stash'), script()] });
    w.trust();
    w.script('tools/c.sh', 'exit 0 # and again');
    ok(/not here/.test(command('ls').blocked), `a rule, about a rewrite before it: ${JSON.stringify(w.last())}`);
  }
});
test('trust: a project that was moved away is missed', () => {
  const w = new World(), call = args => w.run('claude-code', { env: { CLAUDE_PROJECT_DIR: w.project }, cwd: w.dir, args });
  w.own([{ ...raw('x', 'exit 2'), on_error: 'closed' }]);
  fs.renameSync(w.project, `${w.project}-away`);
  ok(/its hooks are gone/.test(call([]).v.blocked), `it denies: ${JSON.stringify(w.last())}`);
  ok(/do not run/.test(w.last().notice), `it is told: ${JSON.stringify(w.last())}`);
});
test('a slow hook takes no time from a guard or a rule behind it', () => {
  const slow = raw('slow', 'sleep 5'), call = w => w.run('claude-code', { args: ['--deadline', '0.8'], change: p => ({ ...p, tool_input: { command: 'git reset --hard' } }) });
  const w = new World(), own = (hooks, rules = []) => { w.write(path.join(w.project, '.gaff/hooks.json'), { spec: 'hooks/1.0', rules, hooks }); w.trust(); };
  w.user(slow, guards('destructive'));
  ok(/reset/.test(call(w).v.blocked), `the same manifest: ${JSON.stringify(w.last())}`);
  w.user(slow);
  own([guards('destructive')]);
  ok(/reset/.test(call(w).v.blocked), `another manifest: ${JSON.stringify(w.last())}`);
  own([guards('secrets')], [{ name: 'mine', program: 'git', words: 'reset', decision: 'deny', reason: 'not here' }]);
  ok(/not here|no time/.test(call(w).v.blocked), `a rule: ${JSON.stringify(w.last())}`);
});
test('trust: a folder that a link has replaced is missed, until somebody has looked', () => {
  for (const way of ['trust', 'untrust']) {
    const w = new World(), sub = path.join(w.project, 'sub'), away = path.join(w.project, 'away');
    const call = cwd => w.run('claude-code', { env: { CLAUDE_PROJECT_DIR: cwd }, cwd, args: [] });
    w.write(path.join(sub, '.gaff/hooks.json'), { spec: 'hooks/1.0', hooks: [{ ...raw('x', 'exit 0'), on_error: 'closed' }] });
    w.trust(sub);
    is(call(sub).v.blocked, undefined, 'it runs');
    fs.renameSync(sub, away);
    fs.symlinkSync('away', sub);
    fs.mkdirSync(path.join(away, 'deep'));
    ok(/was a folder when it was trusted, now a link/.test(call(sub).v.blocked), `it denies: ${JSON.stringify(w.last())}`);
    ok(/do not run/.test(w.last().notice), `it is told: ${JSON.stringify(w.last())}`);
    ok(call(path.join(sub, 'deep')).v.blocked, 'below it too');
    is(call(away).v.blocked, undefined, 'by its new name it is only not trusted');
    if (way === 'trust') w.trust(sub);
    else w.untrust(sub);
    is(call(sub).v.blocked, undefined, `after ${way}`);
    is(w.last().hooks?.length, way === 'trust' ? 1 : undefined, `what runs after ${way}: ${JSON.stringify(w.last())}`);
  }
  const w = new World();
  w.own([{ ...raw('x', 'exit 0'), on_error: 'closed' }]);
  fs.renameSync(w.project, `${w.project}-away`);
  w.untrust(w.project);
  is(w.run('claude-code', { env: { CLAUDE_PROJECT_DIR: w.project }, cwd: w.dir, args: [] }).v.blocked, undefined, 'and is not missed any more');
});
test('an event that is spelt anew is what it was registered for', () => {
  const w = new World();
  w.user(guards('destructive'));
  for (const name of ['pre_tool_use', 'pretooluse', 'BeforeTool', 'zzz'])
    ok(/reset/.test(w.run('claude-code', { args: ['--event', 'PreToolUse'], change: p => ({ ...p, hook_event_name: name, tool_input: { command: 'git reset --hard' } }) }).v.blocked), name);
  is(w.run('claude-code', { args: ['--event', 'Stop'], change: p => ({ ...p, hook_event_name: 'zzz', tool_input: { command: 'git reset --hard' } }) }).v.blocked, undefined, 'only for a gate');
});
test('final: exceptions are for the call that will run', () => {
  const w = new World(), rule = { name: 'mine', program: 'git', words: 'reset', decision: 'allow' };
  const given = (rules, hooks) => { w.write(path.join(w.config, 'hooks.json'), { spec: 'hooks/1.0', rules, hooks }); return w.run('claude-code', { change: p => ({ ...p, tool_input: { command: 'git status' } }) }).v; };
  is(given([rule], [guards('destructive'), rewrites('u', reset)]).blocked, undefined, 'excepted');
  is(given([rule], [rewrites('u', reset), guards('destructive')]).blocked, undefined, 'excepted, guard behind it');
  ok(given([rule], [guards('destructive'), rewrites('u', 'git clean -fdx')]).blocked, 'another is not');
  ok(given([{ ...rule, decision: 'deny' }], [rewrites('u', reset), guards('destructive')]).blocked, 'a rule that denies it');
});
test('final: prompts and outputs too', () => {
  const key = ['AKIA', 'Z7QXW2M4KD3PLR5T'].join(''), w = new World();
  w.user(raw('g', 'gaff guard secrets', { event: 'before_prompt' }), hook('a', { event: 'before_prompt', say: { updated_prompt: `use ${key}` } }));
  const host = ids.find(id => hosts[id].can.prompt?.includes('UserPromptSubmit')) ?? 'opencode';
  const event = Object.values(hosts[host].can).flat().find(e => /prompt|chat\.message/i.test(e));
  if (event && caseOf(host, event)) { const r = w.run(host, { event, name: caseOf(host, event) }); ok(r.v.blocked || !r.stdout.includes(key), r); }
  w.user(raw('g', 'gaff guard secrets', { event: 'after_tool_execute', blocking: false }), hook('a', { event: 'after_tool_execute', blocking: false, say: { updated_output: `key ${key}` } }));
  const r = w.run('claude-code', { event: 'PostToolUse', name: caseOf('claude-code', 'PostToolUse') });
  ok(!r.stdout.includes(key), r.stdout);
});
test('final: the record and gaff explain tell it; nothing is asked twice when nothing was changed', () => {
  const w = new World();
  w.user(guards('destructive'), rewrites('a', reset));
  w.run();
  is(w.last().hooks.map(h => [h.name, h.result, h.why]), [['g', 'none', undefined], ['a', 'allow', undefined], ['g', 'deny', 'asked again, as a hook has changed the call']]);
  is(w.last().by, 'g');
  const x = JSON.parse(spawnSync(gaff, ['explain', '--json', '--host', 'claude-code', '--event', 'PreToolUse', '--command', 'ls'], { env: w.env(), cwd: w.project, encoding: 'utf8' }).stdout);
  is(x.hooks.map(h => [h.name, h.why]), [['g', undefined], ['a', undefined], ['g', 'asked again, as a hook has changed the call']]);
  w.user(guards('destructive'), hook('a', { say: { decision: 'allow', reason: 'fine' } }));
  w.run();
  is(w.last().hooks.map(h => h.name), ['g', 'a']);
});
test('matching: a call that touches no file, until a hook gives it one', () => {
  const w = new World(), search = p => ({ ...p, tool_name: 'Grep', tool_input: { pattern: 'x' } });
  w.user(hook('a', { paths: ['**'] }), hook('b', { say: { updated_input: { pattern: 'x', path: path.join(w.project, 'secret/x') } } }), hook('c', { paths: ['secret/**'], say: deny }));
  is(w.run('claude-code', { change: search }).v.blocked, 'no');
  is(w.order(), ['b', 'c']);
});
test('matching: every kind of matcher that does not name this tool costs nothing, and one that does is asked', () => {
  const w = new World(), names = ['a', 'b', 'c', 'd', 'e'];
  w.user(...[{ pattern: '^file_' }, { pattern: 'Bash' }, { pattern: '^(Edit|shell)$' }, 'Write', [{ pattern: '^Read$' }, 'Bash']].map((matcher, i) => hook(names[i], { matcher })));
  w.run();
  is(w.order(), ['b', 'c', 'e']);
  w.forget();
  w.run('claude-code', { change: p => ({ ...p, tool_name: 'Bashful' }) }); // a tool that no row has
  is(w.order(), ['b']);
});
test('matching: a new output and a new prompt are what the next hook sees', () => {
  const w = new World(), other = 'after_tool_execute';
  w.user(hook('a', { event: other, say: { updated_output: 'redacted' } }), hook('b', { event: other }), hook('c', { event: other, dialect: 'copilot-cli' }),
    hook('p', { event: 'before_prompt', say: { updated_prompt: 'another' } }), hook('q', { event: 'before_prompt' }), hook('r', { event: 'before_prompt', dialect: 'copilot-cli' }));
  const r = w.run('copilot-cli', { event: 'postToolUse', name: 'postToolUse.bash' });
  ok(JSON.stringify(r.v.output).includes('redacted'), r);
  ok(w.shown('b').includes('redacted') && w.shown('c').includes('redacted'), w.shown('b'));
  const s = w.run('copilot-cli', { event: 'userPromptSubmitted', name: 'userPromptSubmitted' });
  is(s.v.prompt, 'another');
  is([JSON.parse(w.shown('q')).prompt, JSON.parse(w.shown('r')).prompt], ['another', 'another']);
});
test('matching: an agent with two spellings of its events, by either', () => {
  for (const [name, event, written] of [['preToolUse.bash', 'preToolUse', 'PreToolUse'], ['pascal-PreToolUse.Bash', 'PreToolUse', 'preToolUse'], ['userPromptSubmitted', 'userPromptSubmitted', 'UserPromptSubmit'], ['pascal-Stop', 'Stop', 'agentStop']]) {
    const w = new World();
    w.user(hook('a', { event: `copilot-cli:${written}` }), hook('b', { event: `copilot-cli:${event}` }), hook('c', { event: 'copilot-cli:preMcpToolCall' }), hook('d', { event: 'copilot-cli:PermissionRequest' }), hook('e', { event: 'copilot-cli:userPromptTransformed' }));
    w.run('copilot-cli', { event, name });
    is(w.order(), ['a', 'b'], written);
  }
});
test('matching: disabled hooks, other tools and other events do not run', () => {
  const w = new World();
  w.user(hook('a', { enabled: false }), hook('b', { matcher: 'file_read' }), hook('c', { event: 'session_start' }), hook('d', { matcher: ['file_read', 'shell'] }), hook('e', { event: 'codex:PreToolUse' }), hook('f', { event: 'claude-code:PreToolUse' }), hook('g', { matcher: 'Bash' }), hook('h', { matcher: { mcp: { server: 'x' } } }));
  w.run();
  is(w.order(), ['d', 'f', 'g']);
});

// ---- switched off ----

test('GAFF_DISABLE: no opinion anywhere, recorded, and shown once a session', () => {
  for (const host of ids) {
    const w = new World(), env = { GAFF_DISABLE: '1' };
    w.user(hook('x', { say: deny }));
    const r = w.run(host, { env, args: ['--fail-closed'], attended: false }), again = w.run(host, { env, attended: false });
    is([r.v.blocked, w.order(), w.records().map(l => [l.disabled, l.decision])], [undefined, [], [[true, 'none'], [true, 'none']]], host);
    if (place(host)) ok(/GAFF_DISABLE/.test(r.v[place(host)]), `${host}: ${r.stdout}`); else nothing(r, host);
    nothing(again, host);
    w.run(host, { env: { GAFF_DISABLE: '0' } });
    is([w.order(), w.last().disabled], [['x'], undefined], host);
  }
});
test('GAFF_DISABLE: a command of the command line does not run either', () => {
  const w = new World();
  const r = w.run('claude-code', { env: { GAFF_DISABLE: '1' }, args: ['--', 'sh', '-c', 'exit 2'] });
  is([r.code, r.v.blocked, w.last().disabled], [0, undefined, true]);
});

// ---- the record ----

test('record: one line a call, with who decided', () => {
  const w = new World();
  w.user(hook('one'), hook('two', { say: deny }), hook('three'));
  w.run();
  const [line, ...more] = w.records();
  is(more.length, 0);
  is([line.host, line.event, line.native_event, line.tool, line.tool_name, line.first_word, line.decision, line.by, line.reason, line.exit, line.project], ['claude-code', 'before_tool_execute', 'PreToolUse', 'shell', 'Bash', 'echo', 'deny', 'two', 'no', 2, w.project]);
  is(line.hooks.map(h => [h.name, h.result, h.exit, h.manifest]), [['one', 'none', 0, path.join(w.config, 'hooks.json')], ['two', 'deny', 0, path.join(w.config, 'hooks.json')]]);
  ok(/^\d{4}-.*Z$/.test(line.time) && line.session && /^[0-9a-f]{16}$/.test(line.input_hash) && line.ms >= 0, line);
});
test('record: the decision is what the agent was told', () => {
  const w = new World();
  w.user(hook('a', { say: { decision: 'ask', reason: 'sure?' } }));
  ok(w.run('codex').v.blocked, 'nobody is asked there');
  is([w.last().decision, w.last().by, w.last().hooks[0].result], ['deny', 'a', 'ask']);
});
test('record: who decided, also among many hooks', () => {
  const w = new World();
  w.user(hook('ask', { say: { decision: 'ask', reason: 'x' } }), ...Array.from({ length: 40 }, (_, i) => raw(`h${i}`, ':')));
  w.run();
  is([w.last().decision, w.last().by], ['ask', 'ask']);
});
const secret = 'S3CRETW0RD';
test('record: no secret of a call', () => {
  const commands = [`curl -H "Authorization: ${secret}" x`, `TOKEN=${secret} cmd`, `TOKEN='${secret}' cmd`, `TOKEN="a ${secret}" cmd`, `export TOKEN=${secret}`, `TOKEN+=${secret} cmd`, `A[0]=${secret} cmd`, `"TOKEN=${secret}" cmd`, `\\TOKEN=${secret} cmd`, `TOKEN\\=${secret} x`, `$(echo ${secret})`, `\`echo ${secret}\``, `{ echo ${secret}; }`, `(echo ${secret})`, `echo '${secret}`,
    `<<<${secret} cat`, `>${secret} cat`, `# ${secret}`, `FOO=1 TOKEN=${secret} cmd`, `cmd\n${secret}`, `cmd;${secret}`, `cmd|${secret}`, `cmd&&${secret}`, `env TOKEN=${secret} cmd`, `${'x'.repeat(300)}${secret}`, `"cmd ${secret}" x`, `cmd\t${secret}`, `https://me:${secret}@host/x`, `--password=${secret} x`, `Authorization:${secret} x`, `cmd\u00a0${secret}`];
  for (const host of ['claude-code', 'codex', 'cursor', 'gemini-cli']) {
    const w = new World();
    w.user(hook('x', { say: { updated_input: { command: `other ${secret}` } }, degradation: { input_rewrite: 'warn' } }), hook('y', { exit: 1 }));
    for (const command of commands) w.run(host, { change: p => { if (p.tool_input) p.tool_input.command = command; else p.command = command; return p; } });
    const lines = w.records();
    is(lines.length, commands.length);
    for (const [i, line] of lines.entries()) ok(!JSON.stringify(line).includes(secret), `${host}: ${commands[i].slice(0, 60)}: ${JSON.stringify(line)}`);
  }
});
test('record: no content of a file, no prompt, no output of a tool', () => {
  const w = new World();
  w.user(...['before_tool_execute', 'after_tool_execute', 'before_prompt'].map(event => hook('x', { event, exit: 1 })));
  const put = value => typeof value === 'string' ? secret : Array.isArray(value) ? value.map(put) : value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, put(v)])) : value;
  for (const name of ['PreToolUse.Write', 'PreToolUse.Edit', 'PostToolUse.Bash', 'UserPromptSubmit']) {
    if (!cases('claude-code').includes(name)) continue;
    w.run('claude-code', { name, change: p => ({ ...p, ...(p.prompt && { prompt: secret }), ...(p.tool_response && { tool_response: put(p.tool_response) }), ...(p.tool_input && { tool_input: { ...put(p.tool_input), file_path: '/x/y', command: 'ls' } }) }) });
    ok(!JSON.stringify(w.last()).includes(secret), `${name}: ${JSON.stringify(w.last())}`);
  }
});
test('record: failures too, each one line', () => {
  const w = new World();
  w.user(hook('x', { say: deny }));
  const kinds = [{ input: '{' }, { input: '' }, { args: ['--dedline', '3'] }, { args: ['--fail-closed'], input: '[1]' }, { name: 'SessionEnd.other' }, {}];
  kinds.forEach((options, i) => { w.run('claude-code', options); is(w.records().length, i + 1, JSON.stringify(options)); });
  is(w.records().map(l => !!l.error), [true, true, true, true, false, false]);
  is(w.records()[3].decision, 'deny');
  const s = spawnSync(gaff, ['run'], { input: '{}', env: w.env() });
  is([s.status, w.records().length], [1, kinds.length + 1], 'nobody knows who calls');
  ok(w.last().error && !w.last().host, w.last());
});
test('record: a hook is called by its name, or by a number and what it runs', () => {
  const w = new World();
  const { name, ...nameless } = raw('x', 'exit 2');
  w.user(nameless);
  w.run();
  ok(name && /^#1 /.test(w.last().by), w.last());
});
test('record: what was told, degraded and warned of is in it', () => {
  const w = new World();
  w.own([raw('x', evil)], { trust: false });
  w.user({ name: 'p', event: 'before_tool_execute', handler: { type: 'prompt', prompt: secret } }, hook('f', { exit: 1 }));
  w.run();
  const line = w.last();
  ok(/gaff trust/.test(line.notice) && line.degradations.length === 1 && line.warnings.some(x => /gave no verdict/.test(x)), line);
  ok(!JSON.stringify(line).includes(secret), 'the prompt of a handler is in the record');
});
test('record: the version of the agent, a hash that tells inputs apart, and no more than 16 paths', () => {
  const w = new World(), patch = n => p => ({ ...p, tool_name: 'apply_patch', tool_input: { command: `*** Begin Patch\n${Array.from({ length: n }, (_, i) => `*** Add File: f${i}\n+x\n`).join('')}*** End Patch\n` } });
  const r = w.run('cursor', { change: p => ({ ...p, cursor_version: '3.20.17' }) }), hashes = ['a', 'b', 'a'].map(text => { w.run('claude-code', { change: p => ({ ...p, tool_input: { command: `echo ${text}` } }) }); return w.last().input_hash; });
  is([w.records()[0].host_version, r.code], ['3.20.17', 0]);
  ok(/^[0-9a-f]{16}$/.test(hashes[0]) && hashes[0] === hashes[2] && hashes[0] !== hashes[1], hashes);
  w.run('codex', { change: patch(20) });
  is([w.last().paths.length, w.last().paths_more, w.last().paths[0]], [16, 4, path.join(w.project, 'f0')]);
  w.run('codex', { change: patch(16) });
  is([w.last().paths.length, w.last().paths_more], [16, undefined]);
});
test('record: long texts are cut between characters, and rather less is kept than nothing', () => {
  const w = new World(), long = '\u00e9'.repeat(2000);
  w.user(hook('a', { say: { decision: 'deny', reason: `x${long}` } }));
  w.run();
  is(w.last().reason, `x${'\u00e9'.repeat(149)}`);
  w.user(hook('y', { name: long, exit: 1, on_error: 'closed' }));
  const r = w.run();
  ok(/gave no verdict, and so this is blocked: ./.test(r.v.blocked), r.v.blocked);
  ok(!r.stdout.includes('\ufffd'), 'half a character');
  const odd = '\u0001'.repeat(250), patch = Array.from({ length: 16 }, (_, i) => `*** Add File: ${i}${odd}\n+x\n`).join(''); // six bytes each in JSON
  w.user();
  fs.rmSync(w.config, { recursive: true });
  const file = w.manifest(path.join(w.dir, odd, 'hooks.json'), Array.from({ length: 40 }, (_, i) => raw(`${i}`, ':')));
  w.run('codex', { args: ['--manifest', file], change: p => ({ ...p, tool_name: 'apply_patch', tool_input: { command: `*** Begin Patch\n${patch}*** End Patch\n` } }) });
  is([w.records().length, w.last().decision, w.last().hooks, w.last().paths.length], [3, 'none', undefined, 16]);
});
test('record: a state that cannot be written changes neither decision nor stderr', () => {
  for (const spoil of [w => w.write(path.join(w.home, '.local'), 'a file'), w => { fs.mkdirSync(w.state, { recursive: true }); fs.mkdirSync(path.join(w.state, 'audit.jsonl')); }, w => { fs.mkdirSync(w.state, { recursive: true }); fs.symlinkSync('/dev/full', path.join(w.state, 'audit.jsonl')); }, w => { fs.mkdirSync(w.state, { recursive: true }); w.write(path.join(w.state, 'told'), 'x'); }]) for (const host of ids) {
    const make = () => { const w = new World(); w.user(hook('x', { say: deny })); return w; }, fine = make(), full = make();
    spoil(full);
    const a = fine.run(host), b = full.run(host);
    is([b.code, b.stdout, b.stderr], [a.code, a.stdout, a.stderr], `${host} ${spoil}`);
  }
});
test('record: no home at all is told, and no reason not to ask whom the command line names', () => {
  const w = new World(), more = w.given(hook('x', { say: deny }));
  const r = spawnSync(gaff, ['run', '--host', 'claude-code', ...more], { input: readCase('claude-code', 'PreToolUse.Bash').payload, env: { PATH: process.env.PATH, SEEN: w.seen, ...sanitizer } });
  is(r.status, 2);
  ok(/^no\ngaff: ~\/\.config\/gaff\/hooks\.json: there is no home: /.test(r.stderr.toString()), r.stderr.toString());
});
// ---- --inline: the hooks of the command line, and no others ----

const inline = (...hooks) => ['--inline', JSON.stringify({ spec: 'hooks/1.0', hooks })];
for (const row of rules.filter(row => !row.hosts)) for (const host of ['claude-code', 'cursor', 'gemini-cli']) {
  const its = hosts[host];
  if (placeOf(row, host, its)) test(`inline: rule ${row.rule} on ${host}`, () => {
    const { problem } = tryRule(row, host, its, (w, hooks) => inline(...hooks));
    ok(!problem, problem);
  });
}
test('inline: no other manifest runs, and none is read', () => {
  const w = new World(), other = hook('other', { say: deny }), before = () => w.run('claude-code', { args: inline(hook('x')) });
  w.user(other);
  w.own([other]);
  nothing(before());
  is([w.order(), w.last().hooks.map(h => h.manifest)], [['x'], ['--inline']]);
  w.write(path.join(w.config, 'hooks.json'), '{');
  w.own('{', { trust: false });
  nothing(before());
  ok(!w.last().notice && !w.last().warnings, w.last());
});
test('inline: nothing is kept of it', () => {
  const w = new World();
  w.run('claude-code', { args: inline(hook('x')) });
  ok(w.ran('x') && !fs.existsSync(path.join(w.home, '.cache')), fs.readdirSync(w.home));
});
test('inline: matchers, paths and events', () => {
  const w = new World(), calls = { matcher: [['shell', 'Bash', { pattern: '^B' }, ['file_read', 'shell']], ['file_write', 'Edit', { pattern: '^E' }, { mcp: { server: 'x' } }, []]] };
  for (const [i, list] of calls.matcher.entries()) for (const matcher of list) {
    const r = w.run('claude-code', { args: inline(hook('x', { say: deny, ...(matcher.length !== 0 ? { matcher } : { event: 'session_start' }) })) });
    is(r.v.blocked, i ? undefined : 'no', JSON.stringify(matcher));
  }
  const write = { name: 'PreToolUse.Write', change: p => { p.tool_input.file_path = path.join(p.cwd, 'a.env'); return p; } };
  is(w.run('claude-code', { ...write, args: inline(hook('x', { say: deny, paths: ['*.env'] })) }).v.blocked, 'no');
  is(w.run('claude-code', { ...write, args: inline(hook('x', { say: deny, paths: ['*.c'] })) }).v.blocked, undefined);
  is(w.run('claude-code', { args: inline(hook('x', { say: deny, enabled: false })) }).v.blocked, undefined);
  is(w.run('cursor', { event: 'preToolUse', args: inline(hook('x', { say: deny, event: 'claude-code:PreToolUse' })) }).v.blocked, undefined);
});
test('inline: more hooks than are read at once, and rules', () => {
  const w = new World(), names = Array.from({ length: 17 }, (_, i) => `h${i}`);
  nothing(w.run('claude-code', { args: inline(...names.map(name => hook(name))) }));
  is(w.order(), names);
  const rule = { name: 'r', program: 'echo', decision: 'deny', reason: 'a rule' };
  const args = ['--inline', JSON.stringify({ spec: 'hooks/1.0', rules: [rule], hooks: [hook('x')] })];
  ok(/a rule/.test(w.run('claude-code', { args, change: p => { p.tool_input.command = 'echo x'; return p; } }).v.blocked), w.last());
});
test('inline: context, variables, a folder, a script of the project', () => {
  const w = new World(), at = path.join(w.project, 'sub');
  fs.mkdirSync(at);
  w.run('claude-code', { args: inline(raw('x', 'echo "$A $GAFF_PROJECT_DIR $(pwd)" >"$SEEN/x"', { handler: { env: { A: 'b c' }, cwd: 'sub' } })) });
  is(w.shown('x'), `b c ${w.project} ${at}\n`);
  w.script('tools/check.sh', 'echo "$0 $1" >"$SEEN/y"; echo no >&2; exit 2');
  for (const change of [p => p, p => ({ ...p, cwd: at })]) {
    const r = w.run('claude-code', { args: inline(raw('y', './tools/check.sh a')), change, env: { CLAUDE_PROJECT_DIR: w.project }, cwd: at });
    is([r.v.blocked, w.shown('y')], ['no', `${w.project}/tools/check.sh a\n`]);
  }
  const start = { name: caseOf('claude-code', 'SessionStart'), event: 'SessionStart' };
  is(w.run('claude-code', { ...start, args: inline(hook('z', { event: 'session_start', say: { context: 'Use tabs.' } })) }).v.context, 'Use tabs.');
});
test('inline: http is asked too', () => {
  const w = new World(), handler = { type: 'http', url: `http://127.0.0.1:1/`, allow_http_loopback: true };
  const r = w.run('claude-code', { args: inline({ name: 'h', event: 'before_tool_execute', blocking: true, on_error: 'closed', handler }) });
  ok(/"h"/.test(r.v.blocked), r);
});
test('inline: --dialect is that of hooks that name none', () => {
  const answer = JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'said so' } });
  for (const host of ['cursor', 'gemini-cli', 'claude-code']) {
    const w = new World(), args = ['--dialect', 'claude-code'];
    is(w.run(host, { args: [...args, ...inline(hook('x', { say: answer }))] }).v.blocked, 'said so', host);
    is(JSON.parse(w.shown('x')).tool_name, 'Bash', host);
    is(w.run(host, { args: [...args, ...inline(hook('x', { say: deny, dialect: 'canonical' }))] }).v.blocked, 'no', host);
    is(JSON.parse(w.shown('x')).event, 'before_tool_execute', host);
    is(w.run(host, { args: inline(hook('x', { say: deny })) }).v.blocked, 'no', host);
  }
});
test('inline: a guard answers in process', () => {
  const w = new World(), change = p => { p.tool_input.command = 'git reset --hard'; return p; };
  const guard = { event: 'before_tool_execute', blocking: true, handler: { type: 'command', command: 'gaff guard destructive' } };
  ok(w.run('claude-code', { args: inline(guard), change, env: { PATH: '/nowhere' } }).v.blocked, w.last());
  ok(/no guard is called/.test(w.run('claude-code', { args: inline({ ...guard, handler: { ...guard.handler, command: 'gaff guard nonsense' } }), change }).v.message), w.last());
});
const brokenInline = { 'no JSON': '{', empty: '', 'no object': '[]', 'no spec': '{"hooks":[{"event":"session_start","handler":{"type":"command","command":"true"}}]}', 'no hooks': '{"spec":"hooks/1.0","hooks":[]}', 'a wrong hook': JSON.stringify({ spec: 'hooks/1.0', hooks: [hook('x', { say: deny }), { event: 'nonsense' }] }) };
for (const [name, text] of Object.entries(brokenInline)) test(`inline: broken: ${name}`, () => {
  for (const host of ['claude-code', 'cursor', 'codex']) {
    const w = new World(), r = w.run(host, { args: [`--inline=${text}`] });
    ok(/^--inline:1:\d+: /.test(w.last().warnings[0]), w.last());
    ok(r.v.blocked === undefined && !w.ran('x'), r);
    if (place(host)) ok(/hooks of --inline do not run/.test(r.v[place(host)]), r);
    ok(/gaff cannot use --inline:1:\d+: .*fail-closed/.test(w.run(host, { args: ['--inline', text, '--fail-closed'] }).v.blocked), w.last());
  }
});
test('inline: broken, and asks to fail closed', () => {
  const w = new World(), text = JSON.stringify({ spec: 'hooks/1.0', hooks: [hook('x', { on_error: 'closed' })] }).slice(0, -1);
  ok(/gaff cannot use --inline/.test(w.run('claude-code', { args: ['--inline', text] }).v.blocked), w.last());
  ok(/gave no verdict/.test(w.run('claude-code', { args: inline(hook('x', { exit: 1, on_error: 'closed' })) }).v.blocked), w.last());
});
test('inline: policies of the user are over it, those of a project are not', () => {
  for (const [policy, blocked] of [[{}, 'no'], [{ disable_all_hooks: true }, undefined], [{ event_restrictions: { before_tool_execute: 'deny' } }, undefined], ['{', undefined]]) {
    const w = new World();
    w.policy(w.config, policy);
    is(w.run('claude-code', { args: inline(hook('x', { say: deny })) }).v.blocked, blocked, JSON.stringify(policy));
  }
  const w = new World();
  w.policy(path.join(w.project, '.gaff'), { disable_all_hooks: true });
  is(w.run('claude-code', { args: inline(hook('x', { say: deny })) }).v.blocked, 'no');
});
test('inline: only once, and instead of a COMMAND or --manifest', () => {
  const w = new World(), one = inline(hook('x', { say: deny }));
  for (const [args, says] of [[[...one, ...one], /--inline only once/], [[...one, '--', 'true'], /a COMMAND or --inline/], [[...one, ...w.given(hook('y'))], /--inline or --manifest/], [[...w.given(hook('y')), ...one], /--inline or --manifest/], [['--inline'], /--inline/]]) {
    const r = w.run('claude-code', { args });
    nothing(r);
    ok(says.test(r.stderr) && !w.ran('x') && !w.ran('y'), r);
    ok(w.run('claude-code', { args: ['--fail-closed', ...args] }).v.blocked, `${args}: not blocked`);
  }
});
test('inline: what it answers is not taken for what another entry answers', () => {
  const w = new World(), one = inline(hook('x', { say: deny })), input = readCase('cursor', caseOf('cursor', 'preToolUse')).payload;
  const installed = spawnSync(gaff, ['install', 'cursor', '--user', '--events', 'preToolUse,beforeShellExecution'], { env: w.env(), encoding: 'utf8' });
  is(installed.status, 0, installed.stderr);
  const r = spawnSync(gaff, ['run', '--host', 'cursor', '--event', 'preToolUse', ...one], { input: JSON.stringify({ ...JSON.parse(input), tool_name: 'Shell', tool_input: { command: 'echo x' } }), env: w.env(), encoding: 'utf8' });
  ok(/"no"/.test(r.stdout), r);
});
test('inline: explain and fire take it', () => {
  const w = new World(), one = inline(hook('x', { say: deny }));
  const call = ['--host', 'claude-code', '--event', 'PreToolUse', '--command', 'ls'];
  const run = args => spawnSync(gaff, args, { env: w.env(), cwd: w.project, encoding: 'utf8' });
  const x = JSON.parse(run(['explain', '--json', ...call, '--dialect', 'cursor', ...one]).stdout);
  is([x.manifests.map(m => [m.file, m.scope, m.hooks]), x.hooks.map(h => [h.manifest, h.dialect])], [[['--inline', '--inline', 1]], [['--inline', 'cursor']]]);
  ok(/manifest +--inline \(--inline\), 1 hook\n/.test(run(['explain', ...call, ...one]).stdout), 'page');
  ok(/no/.test(run(['fire', ...call, '--run', ...one]).stdout), 'fire');
  is(run(['explain', ...call, ...one, '--', 'true']).status, 129);
});
if (!has('valgrind') || process.env.SLOW) skip('the cost of --inline', 'no valgrind, or a sanitizer in the way');
else test('inline: one that does not match costs less than half of a call', () => {
  const w = new World(), prefix = ['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null'];
  const count = args => Number(/Collected : (\d+)/.exec(w.run('claude-code', { args, prefix }).stderr)?.[1]);
  w.run();
  const none = count([]), one = count(inline(raw('h', './check.sh', { matcher: 'file_write', handler: { timeout: 30 } })));
  ok(none > 1000 && one < 1.5 * none, `${none} instructions without, ${one} with it`);
});
server.kill();
fs.rmSync(scratch, { recursive: true, force: true });
finish('engine');
