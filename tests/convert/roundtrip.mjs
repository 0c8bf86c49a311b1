// roundtrip.mjs - a configuration that goes to a manifest and back is the one it was, unknown members included.
//
// tests/convert/fixtures/<host>/  configurations as people write them: FORMAT-NAME or NAME.FORMAT where it is not the usual one;
//                                 of those that have programs the data in one of gaff's
import fs from 'node:fs';
import path from 'node:path';
import { finish, is, ok, test } from '../check.mjs';
import { batch, call, convert, difference, hosts, ids, inputOf, jsonc, root, scratch, textOf, valueOf } from './lib.mjs';

const folder = path.join(root, 'tests/convert/fixtures');
const fixtures = ids.flatMap(host => fs.readdirSync(path.join(folder, host)).sort().map(name => {
  const out = hosts[host].formats.find(format => format && (name.endsWith(`.${format}`) || name.startsWith(`${format}-`))) ?? '';
  const text = fs.readFileSync(path.join(folder, host, name), 'utf8');
  return { host, name, out, in: inputOf(out), text: textOf(host, out, text) };
}));

for (const host of ids) test(`${host} has 15 configurations`, () => ok(fixtures.filter(f => f.host === host).length >= 15, `only ${fixtures.filter(f => f.host === host).length}`));

const known = new Map(); // made once, whichever test asks first
const manifestOf = f => known.get(f) ?? known.set(f, convert(f.host, 'canonical', f.text)).get(f);
for (const f of fixtures) {
  test(`${f.host}/${f.name} comes back`, () => {
    const there = manifestOf(f);
    ok(there.code < 2 && there.stdout, `exit ${there.code}: ${there.stderr}`);
    const valid = call(['validate', '-'], { input: there.stdout });
    is([valid.code, valid.stdout], [0, valid.code ? '' : valid.stdout], `gaff validate says ${valid.stdout}${valid.stderr} to ${there.stdout}`);
    const back = convert('canonical', f.host, there.stdout, { out: f.out });
    ok(back.code < 2, `exit ${back.code}: ${back.stderr}`);
    const gone = difference(valueOf(f.host, f.out, f.text), valueOf(f.host, f.out, back.stdout));
    ok(!gone, `${gone}\nby way of ${there.stdout}`);
  });
}

// What a manifest cannot say is lost only on the way to others.
const there = batch(fixtures.map(f => ({ from: f.host, to: f.host, text: f.text, in: f.in, out: f.out })));
fixtures.forEach((f, i) => test(`${f.host}/${f.name} becomes itself, without a loss`, () => {
  is([there[i].rc, there[i].message], [0, ''], 'outcome');
  is(there[i].losses, [], 'losses');
  const gone = difference(valueOf(f.host, f.out, f.text), valueOf(f.host, f.out, there[i].text));
  ok(!gone, gone);
}));

test('manifests of the program and of the library are the same', () => {
  const again = batch(fixtures.map(f => ({ from: f.host, to: 'canonical', text: f.text, in: f.in })));
  fixtures.forEach((f, i) => is(again[i].text, manifestOf(f).stdout, `${f.host}/${f.name}`));
});

// ---- to all the others ----

for (const host of ids) {
  test(`what is there of ${host} becomes what every other agent reads, or nothing of it is left`, () => {
    const wanted = fixtures.filter(f => f.host === host).flatMap(f => ids.filter(id => id !== host).flatMap(to => hosts[to].formats.flatMap(out => [{ f, to, out }, { f, to, out, runtime: true }])));
    const done = batch(wanted.map(({ f, to, out, runtime }) => ({ from: host, in: f.in, to, out, runtime, text: f.text })));
    const wrong = wanted.flatMap(({ f, to, out, runtime }, i) => done[i].rc === 0 || (done[i].rc === -3 && /no hook/.test(done[i].message)) ? [] : [`${f.name} to ${to} ${out}${runtime ? ' --runtime' : ''}: ${done[i].rc} ${done[i].message}`]);
    ok(!wrong.length, `${wrong.length} of ${wanted.length}, such as\n  ${wrong.slice(0, Number(process.env.SHOW ?? 8)).join('\n  ')}`);
  });
}

// ---- --from auto ----

for (const [host, place] of ids.map(id => [id, hosts[id].place ?? hosts[id].home]).filter(([, place]) => place)) {
  test(`--from auto knows ${place}`, () => {
    const dir = fs.mkdtempSync(path.join(scratch, 'auto-')), file = path.join(dir, place);
    const f = fixtures.find(x => x.host === host && !x.out);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, f.text);
    const r = call(['convert', '--from', 'auto', '--to', 'canonical', '--in', file]);
    is(r.stdout, manifestOf(f).stdout, `the manifest (${r.stderr})`);
  });
}
// Without a name it is told by what is in it; what Claude Code would read too is taken for its own.
for (const host of ids) {
  test(`--from auto knows files of ${host} by what is in them`, () => {
    const own = fixtures.filter(f => f.host === host), taken = own.map(f => /taken for (\S+)/.exec(convert('auto', 'canonical', f.text).stderr)?.[1]);
    is(own.filter((f, i) => taken[i] !== host && !hosts[host].takenFor.includes(taken[i])).map(f => f.name), [], 'files that are taken for others');
    if (!hosts[host].isAlike) ok(taken.filter(id => id === host).length * 2 > own.length, `most are taken for others: ${taken}`);
  });
}
test('--from auto knows Codex in TOML', () => {
  const dir = fs.mkdtempSync(path.join(scratch, 'auto-')), file = path.join(dir, 'config.toml'), f = fixtures.find(x => x.host === 'codex' && x.out === 'toml');
  fs.writeFileSync(file, f.text);
  is(call(['convert', '--from', 'auto', '--to', 'canonical', '--in', file]).stdout, manifestOf(f).stdout);
});
test('--from auto does not guess', () => {
  const r = convert('auto', 'canonical', '{"hooks":{}}');
  ok(r.code !== 0 && r.stdout === '' && r.stderr, `exit ${r.code}: ${r.stdout}${r.stderr}`);
});

// ---- files ----

test('--out writes a file, and does not write over one', () => {
  const file = path.join(scratch, 'out.json'), f = fixtures.find(x => x.host === 'claude-code' && !x.out);
  const run = (...args) => convert('claude-code', 'cursor', f.text, { args: ['--out', file, ...args] });
  is(run('--dry-run').code, 0, 'exit of a dry run');
  ok(!fs.existsSync(file), 'a dry run has written');
  is(run().code, 0, 'exit');
  const text = fs.readFileSync(file, 'utf8');
  ok(jsonc(text).hooks, text);
  fs.writeFileSync(file, 'mine');
  ok(run().code !== 0, 'a file was written over');
  is(fs.readFileSync(file, 'utf8'), 'mine');
  is(run('--force').code, 0, 'exit with --force');
  is(fs.readFileSync(file, 'utf8'), text);
});
test('--to all writes one file for each agent', () => {
  const dir = path.join(scratch, 'all'), f = fixtures.find(x => x.host === 'claude-code' && x.name === 'guard-shell.json');
  const r = convert('claude-code', 'all', f.text.replace(/\\"\$CLAUDE_PROJECT_DIR\\"/g, '/opt'), { args: ['--out', dir] }); // a variable that not all of them have
  ok(r.code < 2, `exit ${r.code}: ${r.stderr}`);
  const files = fs.readdirSync(dir, { recursive: true }).filter(name => fs.statSync(path.join(dir, name)).isFile());
  is(files.length, ids.filter(id => hosts[id].place).length, `files besides that of Claude Code, a manifest, and one for Copilot CLI and VS Code: ${files}`);
});

test('--to all follows no link out of its folder', () => {
  const dir = path.join(scratch, 'linked'), outside = path.join(scratch, 'outside'), f = fixtures.find(x => x.host === 'claude-code' && x.name === 'guard-shell.json');
  for (const d of [path.join(dir, '.cursor'), path.join(dir, 'agents'), outside]) fs.mkdirSync(d, { recursive: true });
  fs.symlinkSync(outside, path.join(dir, '.codex')); // a folder
  fs.symlinkSync(path.join(outside, 'new.json'), path.join(dir, '.cursor/hooks.json')); // a file that is not there
  fs.symlinkSync('agents', path.join(dir, '.gemini')); // this one stays inside
  const r = convert('claude-code', 'all', f.text, { args: ['--out', dir] });
  is(r.code, 128, r.stderr);
  is(fs.readdirSync(outside), [], 'files outside');
  is(fs.readdirSync(path.join(dir, 'agents')), ['settings.json'], 'files inside');
  ok(/codex: .*leads out/.test(r.stderr) && /cursor: .*leads out/.test(r.stderr), r.stderr);
});

finish('round trips');
