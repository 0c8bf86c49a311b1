// convert.mjs - the command gaff convert: its options, files, messages and exit codes. What conversions say is in tests/convert/.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { finish, is, ok, test } from './check.mjs';
import { hosts as agents } from './convert/forms.mjs';
import { hosts as known } from './hosts.mjs';

process.umask(0o022);
const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = path.resolve(process.env.GAFF ?? path.join(root, 'build/gaff'));
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const scratch = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'gaff-convert-'));
let folders = 0;
const folder = () => { const dir = path.join(scratch, `f${++folders}`); fs.mkdirSync(dir); return dir; };
function call(args, { input = '', cwd = scratch, env, stdio } = {}) {
  const r = spawnSync(gaff, ['convert', ...args], { input, cwd, stdio, env: { PATH: process.env.PATH, HOME: scratch, ...sanitizer, ...env }, encoding: 'utf8', maxBuffer: 1 << 28 });
  return { code: r.status ?? r.signal, stdout: r.stdout, stderr: r.stderr };
}
// Every file below a folder, with what is in it.
const tree = dir => Object.fromEntries(fs.readdirSync(dir, { recursive: true }).map(String).filter(f => fs.statSync(path.join(dir, f)).isFile()).sort().map(f => [f, fs.readFileSync(path.join(dir, f), 'utf8')]));
const hook = (name, fields = {}) => ({ name, event: 'before_tool_execute', matcher: 'shell', blocking: true, ...fields, handler: { type: 'command', command: '/opt/check.sh', timeout: 10, ...fields.handler } });
const manifest = (...hooks) => JSON.stringify({ spec: 'hooks/1.0', hooks });
const plain = manifest(hook('check'), hook('note', { event: 'after_tool_execute', blocking: false }));
const model = hook('model', { event: 'before_model', matcher: undefined }); // only Gemini CLI has such an event that can block, and Antigravity and pi one that cannot
const claude = JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: '/opt/check.sh' }] }] } });
const to = (host, ...more) => ['--from', 'canonical', '--to', host, ...more];
const lines = r => r.stderr.split('\n').filter(Boolean);
const looksRight = r => { for (const line of lines(r)) ok(/^gaff: convert: /.test(line), line); };

// ---- stdin and stdout ----

test('stdin to stdout, and each loss is a line on stderr', () => {
  const r = call(to('cursor'), { input: plain });
  is(r.code, 0, r.stderr);
  ok(r.stdout.endsWith('}\n') && JSON.parse(r.stdout).hooks.preToolUse.length === 1, r.stdout);
  looksRight(r);
  for (const [n, name] of [[1, 'check'], [2, 'note']]) ok(new RegExp(`^gaff: convert: hook ${n} \\(${name}\\): dialect: .* \\[warn\\]$`, 'm').test(r.stderr), r.stderr);
  is(call(to('cursor', '--in', '-', '--out', '-'), { input: plain }), r);
});
test('hooks without a name are called by what they run', () => {
  const r = call(to('cursor'), { input: manifest({ ...hook(), name: undefined, handler: { type: 'command', command: `  /opt/${'x'.repeat(60)}` } }) });
  ok(/^gaff: convert: hook 1 \(\/opt\/x{40}\.\.\.\): dialect/m.test(r.stderr), r.stderr);
  const other = call(to('cursor'), { input: manifest({ ...hook(), name: undefined, handler: { type: 'command', command: 'all', platform: { linux: 'l', osx: 'o' } } }) });
  ok(/^gaff: convert: hook 1 \(all\): platform/m.test(other.stderr), other.stderr);
});
test('of hooks with one name Qwen Code runs the first: the others go without', () => {
  const twice = manifest(hook('check'), hook('check', { handler: { command: '/opt/other.sh' } }), hook('check', { matcher: 'file_read' }), hook('check', { event: 'after_tool_execute', blocking: false }));
  const r = call(to('qwen-code'), { input: twice }), { hooks } = JSON.parse(r.stdout);
  is([...hooks.PreToolUse.flatMap(group => group.hooks), ...hooks.PostToolUse[0].hooks].map(entry => entry.name ?? null), ['check', null, 'check', 'check']);
  ok(/hook 2 \(check\): name: /.test(r.stderr), r.stderr);
  is(JSON.parse(call(to('gemini-cli'), { input: twice }).stdout).hooks.BeforeTool[0].hooks.map(entry => entry.name), ['check', 'check']);
});
test('a line that always blocks is left to gaff where exit 2 does not block', () => {
  const line = event => JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: 'command', command: "printf '%s\\n' 'BLOCKED: x' >&2; exit 2", timeout: 10 }] }] } });
  const entry = event => Object.values(JSON.parse(call(['--from', 'claude-code', '--to', 'copilot-cli', '--runtime'], { input: line(event) }).stdout).hooks)[0][0].bash;
  ok(/^printf /.test(entry('PreToolUse')), entry('PreToolUse'));
  ok(/ run --host copilot-cli --event userPromptSubmitted /.test(entry('UserPromptSubmit')), entry('UserPromptSubmit'));
});
test('remarks behind the hooks go with them, those before them are about the manifest', () => {
  const text = JSON.stringify({ _mine: 'a', spec: 'hooks/1.0', hooks: [hook('check')], _theirs: 'b' });
  const remarks = host => Object.keys(JSON.parse(call(to(host), { input: text }).stdout)).filter(name => name.startsWith('_'));
  is(remarks('claude-code'), ['_theirs']);
  is(remarks('codex'), []); // it runs no hook of a file with other members
  is(remarks('canonical').sort(), ['_mine', '_theirs']);
});
test('nothing is lost from an agent to itself', () => {
  is(call(['--from', 'claude-code', '--to', 'claude-code', '--strict'], { input: claude }), { code: 0, stdout: JSON.stringify(JSON.parse(claude), null, 2) + '\n', stderr: '' });
});
test('--strict: a loss is exit 1, and everything else is the same', () => {
  const r = call(to('cursor'), { input: plain });
  is(call(to('cursor', '--strict'), { input: plain }), { ...r, code: 1 });
});
test('a lost guard is exit 1, and the rest is written', () => {
  const dir = folder(), out = path.join(dir, 'hooks.json'), r = call(to('cursor', '--out', out), { input: manifest(hook('check'), model) });
  is(r.code, 1);
  ok(/^gaff: convert: hook 2 \(model\): GUARD LOST: event: .*\[exclude\]$/m.test(r.stderr), r.stderr);
  ok(fs.existsSync(out), r.stderr);
  is(call(to('gemini-cli'), { input: manifest(model) }).code, 0);
});
test('without any hook left there is nothing, and exit 1', () => {
  const dir = folder(), r = call(to('cursor'), { input: manifest(model) });
  is([r.code, r.stdout], [1, '']);
  ok(lines(r).length === 2 && /GUARD LOST/.test(lines(r)[0]), r.stderr);
  is(call(to('cursor', '--out', path.join(dir, 'x')), { input: manifest(model) }).code, 1);
  is(tree(dir), {});
});
test('what others wrote does nothing to a terminal', () => {
  const r = call(to('cursor'), { input: manifest(hook('a\u001b[2J\u202eb\nc', { provider_data: { 'x\u001b[1m': {} }, ['odd\u0007']: 1 })) });
  ok(/hook 1 \(a\\x1b\[2J\\u202eb\\nc\): /.test(r.stderr) && !/[\x00-\x09\x0b-\x1f\u202e]/.test(r.stderr), r.stderr);
});
test('stdout that cannot be written is no success', () => {
  const full = fs.openSync('/dev/full', 'w');
  is(call(to('cursor'), { input: plain, stdio: ['pipe', full, 'pipe'] }).code, 128);
  fs.closeSync(full);
});

// ---- files ----

test('--in and --out', () => {
  const dir = folder();
  fs.writeFileSync(path.join(dir, 'm.json'), plain);
  const r = call(to('cursor', '--in', 'm.json', '--out', 'hooks.json'), { cwd: dir });
  is([r.code, r.stdout], [0, 'wrote hooks.json: 2 of 2 hooks\n']);
  is(tree(dir)['hooks.json'], call(to('cursor'), { input: plain }).stdout);
  is(fs.statSync(path.join(dir, 'hooks.json')).mode & 0o777, 0o644);
  process.umask(0o077);
  call(to('cursor', '--in', 'm.json', '--out', 'other.json'), { cwd: dir });
  process.umask(0o022);
  is(fs.statSync(path.join(dir, 'other.json')).mode & 0o777, 0o600);
  is(fs.readdirSync(dir).sort(), ['hooks.json', 'm.json', 'other.json']);
});
test('--out replaces nothing that is something else', () => {
  const dir = folder(), out = path.join(dir, 'hooks.json'), args = to('cursor', '--out', out);
  fs.writeFileSync(out, 'mine\n', { mode: 0o640 });
  const r = call(args, { input: plain });
  is([r.code, r.stdout, tree(dir)], [128, '', { 'hooks.json': 'mine\n' }]);
  ok(/hooks\.json: .*--dry-run.*--force/.test(lines(r).at(-1)), r.stderr);
  const before = fs.statSync(out).ino;
  is(call([...args, '--force'], { input: plain }).code, 0);
  is(tree(dir)['hooks.json'], call(to('cursor'), { input: plain }).stdout);
  ok(fs.statSync(out).ino !== before, 'it was written in place');
  is(fs.statSync(out).mode & 0o777, 0o640);
});
test('--out: an empty file is filled, and one that is so already stays as it is', () => {
  const dir = folder(), out = path.join(dir, 'hooks.json'), args = to('cursor', '--out', out);
  fs.writeFileSync(out, '');
  is(call(args, { input: plain }).stdout, `wrote ${out}: 2 of 2 hooks\n`);
  const before = fs.statSync(out, { bigint: true });
  const r = call(args, { input: plain }), after = fs.statSync(out, { bigint: true });
  is([r.code, r.stdout], [0, `unchanged ${out}: 2 of 2 hooks\n`]);
  ok(before.ino === after.ino && before.mtimeNs === after.mtimeNs, 'it was written again');
});
test('--out: of a link the file it leads to', () => {
  const dir = folder();
  fs.writeFileSync(path.join(dir, 'real.json'), '{}');
  fs.symlinkSync('real.json', path.join(dir, 'link.json'));
  is(call(to('cursor', '--out', 'link.json', '--force'), { input: plain, cwd: dir }).code, 0);
  ok(fs.lstatSync(path.join(dir, 'link.json')).isSymbolicLink() && JSON.parse(tree(dir)['real.json']).hooks, tree(dir));
});
test('--out in a folder that is not there, on a folder, read-only', () => {
  const dir = folder(), out = path.join(dir, 'x.json');
  fs.writeFileSync(out, '{}', { mode: 0o444 });
  for (const [file, says] of [['no/x.json', /no\/x\.json: /], ['.', /\.: it is not a file/], ['x.json', /x\.json: it is read-only/]]) {
    const r = call(to('cursor', '--out', file, '--force'), { input: plain, cwd: dir });
    ok(r.code === 128 && says.test(lines(r).at(-1)), r);
  }
  is(tree(dir), { 'x.json': '{}' });
});
test('--dry-run shows the diff and writes nothing', () => {
  const dir = folder(), out = path.join(dir, 'hooks.json'), text = call(to('cursor'), { input: plain }).stdout;
  const fresh = call(to('cursor', '--out', out, '--dry-run'), { input: plain });
  is([fresh.code, tree(dir)], [0, {}]);
  ok(fresh.stdout.startsWith(`--- a${out}\n+++ b${out}\n@@ `) && fresh.stdout.split('\n').filter(l => /^\+[^+]/.test(l)).map(l => l.slice(1)).join('\n') + '\n' === text, fresh.stdout);
  fs.writeFileSync(out, '{\n}\n');
  const r = call(to('cursor', '--out', out, '--dry-run'), { input: plain });
  is([r.code, tree(dir)], [0, { 'hooks.json': '{\n}\n' }]);
  const patched = spawnSync('patch', ['-p1', '-d', '/', '-s', '-o', '-'], { input: r.stdout, encoding: 'utf8' });
  is(patched.stdout, text, patched.stderr);
  is(call(to('cursor', '--out', out, '--dry-run', '--strict'), { input: plain }).code, 1);
});
test('a source that cannot be read', () => {
  const dir = folder();
  fs.writeFileSync(path.join(dir, 'x.json'), '{\n  "spec": "hooks/1.0",\n  "hooks": [ nonsense ]\n}\n');
  for (const [args, input, code, says] of [
    [to('cursor', '--in', 'x.json'), '', 1, /^gaff: convert: x\.json:3:\d+: /], [to('cursor'), '{', 1, /^gaff: convert: stdin:1:\d+: /], [to('cursor'), manifest({ ...hook('x'), event: 'nonsense' }), 1, /^gaff: convert: stdin:1:\d+: .*nonsense/],
    [to('cursor', '--in', 'no.json'), '', 128, /^gaff: convert: no\.json: No such file/], [to('cursor', '--in', '.'), '', 128, /^gaff: convert: \.: /], [['--from', 'claude-code', '--to', 'cursor'], '{"hooks": 3}', 1, /^gaff: convert: stdin:1:\d+: /],
  ]) {
    const r = call([...args, '--out', 'out.json'], { input, cwd: dir });
    is([r.code, r.stdout, lines(r).length], [code, '', 1], r.stderr);
    ok(says.test(r.stderr), r.stderr);
  }
  is(Object.keys(tree(dir)), ['x.json']);
});

// ---- forms ----

test('--format, or the end of --out', () => {
  const dir = folder(), yaml = call(to('canonical', '--format', 'yaml'), { input: plain }), toml = call(to('codex', '--format', 'toml'), { input: plain });
  ok(/^spec: /m.test(yaml.stdout) && /^\[\[hooks\.PreToolUse/m.test(toml.stdout), [yaml, toml]);
  for (const [host, file, text] of [['canonical', 'a.yaml', yaml.stdout], ['canonical', 'a.yml', yaml.stdout], ['codex', 'config.toml', toml.stdout]]) {
    call(to(host, '--out', file), { input: plain, cwd: dir });
    is(tree(dir)[file], text, file);
  }
  is(call(to('codex', '--format', 'json'), { input: plain }).stdout, call(to('codex'), { input: plain }).stdout);
  call(to('cursor', '--out', 'cursor.toml'), { input: plain, cwd: dir });
  ok(JSON.parse(tree(dir)['cursor.toml']).hooks, 'Cursor has no TOML');
});
test('--format: another kind of file of the agent', () => {
  const v1 = call(to('kiro'), { input: plain }), agent = call(to('kiro', '--format', 'agent'), { input: plain });
  is(call(to('kiro', '--format', 'v1'), { input: plain }), v1);
  ok(Array.isArray(JSON.parse(v1.stdout).hooks) && JSON.parse(agent.stdout).hooks.preToolUse, [v1, agent]);
  for (const format of ['yaml', '']) {
    const r = call(to('kiro', '--format', format), { input: plain });
    is([r.code, r.stderr], [129, `gaff: convert: Kiro has no format '${format}'; there is v1, agent\n`]);
  }
  const r = call(to('kiro', '--format', 'kiro.hook'), { input: plain });
  is([r.code, r.stderr], [129, `gaff: convert: of Kiro, 'kiro.hook' is only read; there is v1, agent\n`]);
});
test('--list: --format takes every format that it has, but those that are only read', () => {
  const rows = call(['--list', '--markdown']).stdout.split('\n').filter(line => line.startsWith('| `')).map(line => line.split(/ *(?<!\\)\| */).slice(1));
  ok(rows.length > 20, rows);
  const only = [];
  for (const [agent, , formats] of rows) {
    for (const [, format] of formats.matchAll(/`([^`]+)`/g)) {
      const r = call(to(agent.replaceAll('`', ''), '--format', format), { input: plain });
      if (/only read/.test(formats)) only.push([agent, format, r.code]);
      else ok(r.code < 2, `${agent} ${format}: ${r.code} ${r.stderr}`);
    }
  }
  is(only, [['`kiro`', 'kiro.hook', 129]]);
});
test('a .kiro.hook is read, with the tools and files that it is for', () => {
  const file = { version: '1', name: 'n', enabled: true, when: { type: 'preToolUse', toolTypes: ['shell'], patterns: ['**/*.c'] }, then: { type: 'runCommand', command: './x' } };
  const r = call(['--from', 'kiro', '--to', 'canonical'], { input: JSON.stringify(file) }), [hook] = JSON.parse(r.stdout).hooks;
  is([hook.event, hook.matcher, hook.paths], ['before_tool_execute', 'shell', ['**/*.c']], r.stderr);
});
test('the syntax of the source: by its name, else by how it begins', () => {
  const dir = folder(), yaml = call(to('canonical', '--format', 'yaml'), { input: plain }).stdout, toml = call(to('codex', '--format', 'toml'), { input: plain }).stdout;
  const want = call(to('cursor'), { input: plain }).stdout;
  for (const [name, text] of [['m.yaml', yaml], ['m.yml', yaml], ['m.json', plain], ['m', yaml], ['n', plain], ['o', `\ufeff  // why\n${plain}`]]) {
    fs.writeFileSync(path.join(dir, name), text);
    is(call(to('cursor', '--in', name), { cwd: dir }).stdout, want, name);
    if (!/\./.test(name)) is(call(to('cursor'), { input: text }).stdout, want, name);
  }
  is(call(['--from', 'codex', '--to', 'codex'], { input: toml }).stdout, call(to('codex'), { input: plain }).stdout);
});
test('--from auto says what it took it for', () => {
  for (const [host, input] of [['canonical', plain], ['claude-code', claude], ['cursor', call(to('cursor'), { input: plain }).stdout], ['codex', call(to('codex', '--format', 'toml'), { input: plain }).stdout]]) {
    const dir = folder(), file = path.join(dir, { 'claude-code': 'settings.json', codex: 'config.toml' }[host] ?? 'hooks.json');
    fs.writeFileSync(file, input);
    const r = call(['--from', 'auto', '--to', host, '--in', file, '--json']);
    ok(new RegExp(`^gaff: convert: this is taken for ${host} \\(`, 'm').test(r.stderr), `${host}: ${r.stderr}`);
    is(JSON.parse(r.stdout).from, host);
  }
  for (const input of ['', '{}', '[]', 'x']) {
    const r = call(['--from', 'auto', '--to', 'cursor'], { input });
    ok(r.code === 129 || r.code === 1, `${input}: ${r.code}`);
    is(r.stdout, '');
    ok(/^gaff: convert: stdin: /m.test(r.stderr), r.stderr);
  }
});

// ---- all of them ----

// Who has a file in a project, and how a name that is free is called there.
const places = { canonical: '.gaff/hooks.json', ...Object.fromEntries(Object.entries(agents).filter(([, { place }]) => place).map(([id, { written }]) => [id, written])) };
// Who reads files of another: its hooks would run twice.
const readers = Object.entries(agents).filter(([, { reads }]) => reads);
test('--to all: a file for every agent, at its place', () => {
  for (const from of ['canonical', 'claude-code']) {
    const dir = folder(), out = path.join(dir, 'a/b'), input = from === 'canonical' ? plain : claude, r = call(['--from', from, '--to', 'all', '--out', out], { input });
    const want = Object.keys(places).filter(host => host !== from);
    const more = from === 'canonical' ? want.flatMap(host => (agents[host]?.also ?? []).map(file => [host, file])) : []; // it has a file for each event, which is the same
    is(Object.keys(tree(out)).sort(), [...want.map(host => places[host]), ...more.map(([, file]) => file)].sort(), r.stderr);
    for (const [host, file] of more) is([tree(out)[file], fs.statSync(path.join(out, file)).mode & 0o777], [tree(out)[places[host]], 0o755], file);
    for (const host of want) {
      const one = call(['--from', from, '--to', host], { input });
      is(tree(out)[places[host]], one.stdout, host);
      for (const line of lines(one)) ok(lines(r).includes(line.replace('convert: ', `convert: ${host}: `)), line);
    }
    for (const [host, { reads }] of readers) ok(new RegExp(`^gaff: convert: ${host}: file: .*${known[reads].title}.*left out`, 'm').test(r.stderr), r.stderr);
    is(r.stdout.split('\n').filter(Boolean).length, want.length + more.length);
    is(fs.statSync(path.join(out, '.cursor')).mode & 0o777, 0o755);
    is(call(['--from', from, '--to', 'all', '--out', out], { input }).stdout, r.stdout.replaceAll('wrote', 'unchanged'));
  }
});
test('--to all: one that fails is a line, and not the end', () => {
  const dir = folder(), r = call(['--from', 'canonical', '--to', 'all', '--out', dir], { input: manifest(model) });
  const have = Object.keys(agents).filter(host => agents[host].beforeModel && places[host]);
  is([r.code, Object.keys(tree(dir))], [1, have.map(host => places[host]).sort()]);
  for (const host of Object.keys(places).filter(h => h !== 'canonical' && !have.includes(h))) ok(new RegExp(`^gaff: convert: ${host}: `, 'm').test(r.stderr), `${host}: ${r.stderr}`);
  const other = folder();
  fs.mkdirSync(path.join(other, '.cursor'));
  fs.writeFileSync(path.join(other, '.cursor/hooks.json'), 'mine');
  const refused = call(['--from', 'canonical', '--to', 'all', '--out', other], { input: plain });
  is([refused.code, tree(other)['.cursor/hooks.json'], Object.keys(tree(other)).length], [128, 'mine', Object.keys(places).length - 1 + Object.values(agents).flatMap(({ also }) => also).length]);
  ok(/^gaff: convert: cursor: .*hooks\.json: there is something else/m.test(refused.stderr), refused.stderr);
});
test('--to all: what is wrong with the source is said once', () => {
  const r = call(['--from', 'canonical', '--to', 'all', '--out', folder()], { input: '{' });
  is([r.code, r.stdout, lines(r).length], [1, '', 1], r.stderr);
});
test('--to all --dry-run: diffs, and not even a folder', () => {
  const dir = folder(), out = path.join(dir, 'new'), r = call(['--from', 'canonical', '--to', 'all', '--out', out, '--dry-run'], { input: plain });
  is(fs.readdirSync(dir), []);
  for (const host of Object.keys(places).filter(h => h !== 'canonical')) ok(r.stdout.includes(`\n+++ b${path.join(out, places[host])}\n`), host);
});
test('--to all --json: a list', () => {
  const dir = folder(), r = call(['--from', 'canonical', '--to', 'all', '--out', dir, '--json'], { input: manifest(hook('check'), model) }), list = JSON.parse(r.stdout);
  is([r.code, r.stderr], [1, '']);
  is(list.map(x => x.to), Object.keys(agents));
  for (const x of list) ok(x.from === 'canonical' && (places[x.to] || agents[x.to].reads ? x.file.startsWith(dir) : !x.file) && (places[x.to] || agents[x.to].reads ? x.output === undefined : x.output === '') && Array.isArray(x.warnings), x);
  is(list.find(x => x.to === 'gemini-cli').written, 2);
  is(list.find(x => x.to === 'cursor').written, 1);
  for (const [host] of readers) is(list.find(x => x.to === host).written, 0);
});

// ---- as data ----

test('--json: what there is, and each loss', () => {
  const input = manifest(hook('check'), model), bare = call(to('cursor'), { input }), r = call(to('cursor', '--json'), { input }), x = JSON.parse(r.stdout);
  is([r.code, r.stderr, Object.keys(x)], [1, '', ['from', 'to', 'output', 'hooks', 'written', 'warnings']]);
  is([x.from, x.to, x.output, x.hooks, x.written], ['canonical', 'cursor', bare.stdout, 2, 1]);
  is(x.warnings.length, lines(bare).length);
  for (const w of x.warnings) {
    is(Object.keys(w), ['hook', 'field', 'capability', 'strategy', 'guard', 'message']);
    ok(bare.stderr.includes(`${w.field}: ${w.message} [`), w);
  }
  const guard = x.warnings.find(w => w.guard);
  is([guard.hook, guard.field, guard.capability, guard.strategy], [2, 'event', null, 'exclude']);
});
test('--json with --out, --dry-run, and what fails', () => {
  const dir = folder(), out = path.join(dir, 'hooks.json'), file = JSON.parse(call(to('cursor', '--out', out, '--json'), { input: plain }).stdout);
  is([Object.keys(file), file.file, fs.existsSync(out)], [['from', 'to', 'file', 'hooks', 'written', 'warnings'], out, true]);
  const dry = JSON.parse(call(to('codex', '--out', out, '--json', '--dry-run'), { input: plain }).stdout);
  is(dry.output, call(to('codex'), { input: plain }).stdout);
  const none = call(to('cursor', '--json'), { input: manifest(model) }), x = JSON.parse(none.stdout);
  ok(none.code === 1 && x.error && x.written === 0 && x.hooks === 1 && x.output === undefined && x.warnings[0].guard, none);
  const broken = call(to('cursor', '--json'), { input: '{\n' }), y = JSON.parse(broken.stdout);
  ok(broken.code === 1 && y.error && y.line >= 1 && y.column >= 1, broken);
  const refused = call(to('codex', '--out', out, '--json'), { input: plain });
  ok(refused.code === 128 && /something else/.test(JSON.parse(refused.stdout).error), refused);
});

// ---- entries that call gaff ----

test('--runtime calls this program, by the name it has in PATH, or --program', () => {
  const bin = folder(), link = path.join(bin, 'gaff'), run = (args, env) => call(to('cursor', '--runtime', '--json', ...args), { input: plain, env });
  fs.symlinkSync(gaff, link);
  const command = r => JSON.parse(JSON.parse(r.stdout).output).hooks.preToolUse[0].command;
  ok(command(run([])).startsWith(`${fs.realpathSync(gaff)} run --host cursor --event preToolUse --dialect canonical `), command(run([])));
  ok(command(run([], { PATH: `${bin}:${process.env.PATH}` })).startsWith(`${link} run `), 'not the name in PATH');
  ok(command(run(['--program', 'gaff'])).startsWith('gaff run '), 'not what was said');
  ok(command(run(['--program', '/opt/my gaff/gaff'])).startsWith("'/opt/my gaff/gaff' run "), command(run(['--program', '/opt/my gaff/gaff'])));
});
test('--runtime waits as long as the hook\'s own agent does', () => {
  const deadline = text => JSON.parse(call(['--from', 'claude-code', '--to', 'cursor', '--runtime', '--json'], { input: text }).stdout).output.match(/ --deadline (\d+) /)[1];
  is(deadline(claude), '602', 'where nothing is said'); // 600 s are Claude Code's own
  is(deadline(claude.replace('}]', ',"timeout":7}]')), '9', 'where something is');
});

// ---- the command line ----

test('what is wrong with it', () => {
  const hosts = ['canonical', ...Object.keys(agents)].join(' ');
  for (const [args, says] of [
    [[], '--from is missing: '], [['--from', 'codex'], '--to is missing: '], [['--from', 'codex', '--to'], '--to needs a value: TARGET'],
    [['--from', 'x', '--to', 'codex'], `--from knows no 'x'; there are: ${hosts} auto\n`], [['--from', 'codex', '--to', 'coursor'], `--to knows no 'coursor'; did you mean 'cursor'? There are: ${hosts} all\n`],
    [['--from', 'all', '--to', 'codex'], "--from knows no 'all'"], [['--from', 'codex', '--to', 'auto'], "--to knows no 'auto'"], [['--from', 'generic', '--to', 'codex'], "--from knows no 'generic'"],
    [to('all'), '--to all needs a folder: --out DIR'], [to('all', '--out', '-'), '--to all needs a folder'], [to('all', '--out', 'x', '--format', 'json'), '--format or --to all'],
    [to('codex', '--dry-run'), '--dry-run goes with --out'], [to('codex', '--out', ''), '--out needs a value: FILE'], [to('codex', '--in', ''), '--in needs a value: FILE'], [to('codex', '--force'), '--force goes with --out'], [to('codex', '--program', 'x'), '--program goes with --runtime'], [to('codex', '--runtime', '--program', ''), '--program needs a value'],
    [to('codex', 'x.json'), "what is 'x.json'? A file is --in or --out"], [to('codex', '--formt', 'x'), "unknown option '--formt'; did you mean '--format'?"], [to('codex', '--format', 'yaml'), "Codex CLI has no format 'yaml'; there is json, toml"],
  ]) {
    const r = call(args, { input: plain });
    is([r.code, r.stdout], [129, ''], args.join(' '));
    ok(r.stderr.startsWith(`gaff: convert: ${says}`), r.stderr);
  }
});
test('--help has examples that work', () => {
  const dir = folder(), help = call(['--help']);
  is(help.code, 0);
  const examples = help.stdout.split('\n').filter(line => line.startsWith('  gaff convert '));
  is(examples.length, 2);
  fs.mkdirSync(path.join(dir, '.claude'));
  fs.writeFileSync(path.join(dir, '.claude/settings.json'), claude);
  fs.writeFileSync(path.join(dir, 'hooks.yaml'), call(to('canonical', '--format', 'yaml'), { input: plain }).stdout);
  for (const line of examples) {
    const r = call(line.trim().split(' ').slice(2), { cwd: dir });
    ok(r.code <= 1 && r.stdout, `${line}: ${r.stderr}`);
  }
});

fs.rmSync(scratch, { recursive: true, force: true });
finish('convert');
