// install.mjs - gaff install, uninstall and restore: what becomes of files that belong to others.
//
// The table is tests/install/<host>/<case>/ (see tests/install/world.mjs; UPDATE=1 rewrites its golden files, ONLY=codex runs a
// part). Whatever a case is about, everything that must hold of all of them is tried on it.
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { World, bin, built, cases, files, gaff, hosts, root, scratch } from './install/world.mjs';

const update = !!process.env.UPDATE;
const only = process.env.ONLY ? new RegExp(process.env.ONLY) : null;
let passed = 0, failed = 0, skipped = 0;

function test(name, body) {
  if (only && !only.test(name)) return;
  try {
    body();
    passed++;
  } catch (e) {
    failed++;
    console.log(`FAIL ${name}: ${e.message}`);
  }
}
function skip(name, why) { skipped++; console.log(`SKIP ${name}: ${why}`); }
function is(got, want, what = 'value') {
  if (JSON.stringify(got) !== JSON.stringify(want)) throw new Error(`${what} is ${JSON.stringify(got)?.slice(0, 900)}, not ${JSON.stringify(want)?.slice(0, 900)}`);
}
function ok(cond, what) { if (!cond) throw new Error(typeof what === 'string' ? what : JSON.stringify(what)?.slice(0, 800)); }
const isRoot = process.getuid() === 0;

// What differs between two trees, for a message that can be read.
function sameTree(got, want, what) {
  const names = [...new Set([...Object.keys(got), ...Object.keys(want)])].filter(name => got[name] !== want[name]);
  ok(!names.length, `${what}: ${names.map(name => `${name} was ${want[name] ?? 'not there'}, is ${got[name] ?? 'gone'}`).join('; ')}`);
}
function runs(r, what) {
  is([r.code, r.stderr], [0, ''], `exit and stderr of ${what}`);
  return r;
}

// ---- the table ----

// How somebody else changes a file, as text or as their JSON library would write it; null: not with such a file.
const plain = text => { try { return JSON.parse(text); } catch { return null; } };
const pretty = value => JSON.stringify(value, null, 2) + '\n';
const events = { 'gemini-cli': 'BeforeTool', cursor: 'preToolUse', 'copilot-cli': 'preToolUse' };
function withHook(c, text, put) {
  const doc = text?.trim() ? plain(text) : {};
  if (!doc || c.host === 'opencode') return null;
  const entry = c.host === 'copilot-cli' ? { type: 'command', bash: '/opt/theirs' } : { type: 'command', command: '/opt/theirs' };
  const event = events[c.host] ?? 'PreToolUse', flat = ['cursor', 'copilot-cli'].includes(c.host);
  put((doc.hooks ??= {})[event] ??= [], flat ? entry : { hooks: [entry] });
  return pretty(doc);
}
const changes = {
  'a key in front': (c, text) => {
    if (c.host === 'opencode') return null;
    if (c.ext === '.toml') return `theirs = 1\n${text ?? ''}`;
    const key = c.host === 'codex' ? '"description": "theirs"' : '"theirs": 1';
    if (!text?.trim()) return `{${key}}`;
    return /^(\ufeff|\s|\/\/.*\n|\/\*[^]*?\*\/)*\{/.test(text) && !text.includes('"description"') ? text.replace(/^((?:\ufeff|\s|\/\/.*\n|\/\*[^]*?\*\/)*\{)(\s*\})?/, (_, head, end) => `${head}${key}${end ?? ','}`) : null;
  },
  'a hook behind ours': (c, text) => withHook(c, text, (list, hook) => list.push(hook)),
  'a hook before ours': (c, text) => withHook(c, text, (list, hook) => list.unshift(hook)),
};

// Without "version" what others have added since would not run: it stays. (How an object that was empty was spelled is not known any more.)
function told(c, doc) {
  if (['cursor', 'copilot-cli'].includes(c.host) && doc) delete doc.version;
  return doc;
}

function checkRefused(c) {
  const world = c.world(), before = world.tree({ times: true });
  for (const more of [[], ['--dry-run']]) {
    const r = c.install(world, ...more), said = c.shown(r.stderr, world);
    is(r.code, 1, 'exit');
    sameTree(world.tree({ times: true }), before, 'it was refused');
    if (update && !more.length) c.save('refused', said);
    else if (!update) is(said, c.refusal, 'stderr');
    ok(c.spec.mode || c.spec.link || c.host === 'opencode' || /^gaff install: @HOME@\/\S+:\d+:\d+: ./.test(said), `no place in: ${said}`);
    is(r.stdout, '', 'stdout');
  }
  is(world.ledger(), [], 'ledger');
  world.remove();
}

function checkDry(c, world) {
  const before = world.tree({ times: true, state: true });
  const r = runs(c.install(world, '--dry-run'), '--dry-run');
  sameTree(world.tree({ times: true, state: true }), before, '--dry-run has changed something');
  return r.stdout;
}

// The diff of --dry-run, given to patch(1), makes the same file.
function checkDiff(c, world, stdout, after) {
  const at = stdout.indexOf('--- ');
  if (at < 0) return is(c.before(), after, 'without a diff');
  const file = path.join(world.dir, 'patched');
  fs.writeFileSync(file, c.before() ?? '');
  const r = spawnSync('patch', ['--binary', '-s', '-f', file], { input: stdout.slice(at), encoding: 'utf8' });
  is([r.status, r.stderr], [0, ''], `patch said ${r.stdout.slice(0, 300)}, with ${JSON.stringify(stdout.slice(at, at + 600))}; exit and stderr`);
  ok(fs.readFileSync(file, 'utf8') === after, 'the diff makes another file');
  fs.rmSync(file);
}

function checkChanged(c, after) {
  for (const [name, change] of Object.entries(changes)) {
    const theirs = change(c, c.before()), both = change(c, after);
    if (theirs === null || both === null) continue;
    const world = c.world();
    c.install(world);
    fs.writeFileSync(world.at(c.spec.file), both);
    runs(world.call(['uninstall', c.host]), `uninstall after ${name}`);
    const left = world.has(c.spec.file) ? world.read(c.spec.file) : null;
    const lost = ['older-gaff', 'gaff-twice'].some(word => c.name.endsWith(word)); // with ours, the ones that were there before go
    if (!lost && left !== theirs) {
      const bare = !c.before() || /^\s*(\{\s*\})?\s*$/.test(c.before()), versioned = ['cursor', 'copilot-cli'].includes(c.host);
      ok(bare || versioned, `after ${name} this is left: ${JSON.stringify(left)}, not ${JSON.stringify(theirs)}`);
      is(told(c, plain(left)), told(c, plain(theirs)), `what is left after ${name}`);
    }
    ok(!left?.includes(gaff) || c.name === 'hand-written', `after ${name} gaff is left: ${left}`);
    is(world.ledger(), [], 'ledger');
    runs(c.install(world), `install after ${name} and uninstall`);
    world.remove();
  }
}

function check(c) {
  const world = c.world(), file = world.at(c.spec.file), before = world.tree();
  const diff = checkDry(c, world);
  runs(c.install(world), 'install');
  const after = world.read(c.spec.file), tree = world.tree({ times: true, state: true });
  if (update) c.save(`after${c.ext}`, c.shown(after, world));
  else ok(c.shown(after, world) === c.after, `the file is ${c.shown(after, world).slice(0, 3000)}`);
  if (c.host !== 'opencode') checkDiff(c, world, diff, after);
  else ok(world.read('.config/opencode/plugins/gaff.js') === fs.readFileSync(path.join(root, 'src/install/opencode_plugin.js'), 'utf8'), 'another plugin');
  const others = tree => Object.fromEntries(Object.entries(tree).filter(([name]) => !world.at(c.spec.link ?? c.spec.file).startsWith(path.join(world.dir, name)) && !name.endsWith('gaff.js')));
  sameTree(others(world.tree()), others(before), 'other files than the one');
  if (c.spec.link) ok(fs.lstatSync(file).isSymbolicLink(), 'the link is gone');
  if (c.spec.mode) is((fs.statSync(file).mode & 0o7777).toString(8), c.spec.mode, 'mode');

  runs(c.install(world), 'install, again');
  const again = world.tree({ times: true });
  sameTree(again, Object.fromEntries(Object.entries(tree).filter(([name]) => name in again)), 'a second install has changed something');

  runs(world.call(['uninstall', c.host]), 'uninstall');
  sameTree(world.tree(), before, 'uninstall did not give back');
  is(world.ledger(), [], 'ledger');
  const older = /older-gaff|gaff-twice|^link$/.test(c.name); // what was there before, uninstall gives back; the next time it is out
  ok(/registered nowhere/.test(world.call(['uninstall', c.host]).stdout) !== older, 'a second uninstall did not do its work');
  if (older) ok(/registered nowhere/.test(world.call(['uninstall', c.host]).stdout), 'a third uninstall had something to do');
  world.remove();
  if (!c.spec.pad) checkChanged(c, after);
}

const table = cases();
test('there are cases enough', () => {
  ok(table.length >= 60, `${table.length}`);
  for (const host of hosts) ok(table.some(c => c.host === host), host);
});
for (const c of table) {
  test(`${c.host}, ${c.name}`, () => {
    if (update) {
      const world = c.world(), { code } = c.install(world, '--dry-run');
      world.remove();
      c.refusal = code ? '' : null;
    }
    if (c.refusal !== null) checkRefused(c);
    else check(c);
  });
}

console.log(`install: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failed ? 1 : 0);
