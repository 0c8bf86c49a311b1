// install_kill.mjs - gaff install and uninstall, killed at every system call they make, or many at once.
//
// strace tells which calls a run makes, and then kills one run at each of them. After that each file must be the old one or the
// new one, and whatever is done next must come out as if nothing had happened. EVERY=7 tries each seventh call only; ONLY=… a part.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Case, World, files, gaff, scratch } from './install/world.mjs';
import { finish, ok, test } from './check.mjs';

const every = Number(process.env.EVERY ?? 1), rounds = Number(process.env.COUNT ?? 3);
let kills = 0;
const spared = [];

function same(got, want, what) {
  const names = [...new Set([...Object.keys(got), ...Object.keys(want)])].filter(name => got[name] !== want[name]);
  ok(!names.length, `${what}: ${names.map(name => `${name} should be ${want[name] ?? 'gone'}, is ${got[name] ?? 'not there'}`).join('; ')}`);
}
const read = (world, file) => world.has(file) ? world.read(file) : null;
const done = (r, what) => ok(r.code === 0, `${what}: ${r.code} ${r.stderr}`);

// ---- killed ----

// What is killed, after what, and the files it is about. `world` makes the home as it is before all of it.
const few = ['--events', 'before_tool_execute'], more = ['--events', 'before_tool_execute,agent_stop,session_start'];
const of = (host, name) => () => new Case(host, name).world();
const codex = () => {
  const world = new World();
  world.write('.codex/config.toml', 'model = "o4" # mine\n\n[projects."/x"]\ntrust_level = "trusted"\n');
  return world;
};
const scripts = ['PreToolUse', 'TaskStart', 'TaskComplete'].map(name => `Documents/Cline/Hooks/${name}`);
const scenarios = {
  'install, others have hooks there': { world: of('claude-code', 'others'), run: ['install', 'claude-code', ...few] },
  'install, nothing is there': { world: () => new World(), run: ['install', 'copilot-cli', ...few] },
  'install, an empty file': { world: of('qwen-code', 'empty'), run: ['install', 'qwen-code', ...few] },
  'install, a symbolic link': { world: of('gemini-cli', 'symlink'), run: ['install', 'gemini-cli', ...few] },
  'install, an older gaff': { world: of('cursor', 'older-gaff'), run: ['install', 'cursor', ...few], next: ['install'] }, // uninstall would take it out, or give it back
  'install, more events in a file that was empty': { world: of('factory-droid', 'empty'), first: ['install', 'factory-droid', ...few], run: ['install', 'factory-droid', ...more] },
  'install, Codex with trust': { world: codex, run: ['install', 'codex', ...few, '--trust'], files: ['.codex/hooks.json', '.codex/config.toml'] },
  'install, OpenCode': { world: () => new World(), run: ['install', 'opencode', ...few], files: ['.config/opencode/plugins/gaff.json', '.config/opencode/plugins/gaff.js'] },
  'install, a list in TOML': { world: of('kimi', 'others'), run: ['install', 'kimi', ...few] },
  'install, a file for each event': { world: () => new World(), run: ['install', 'cline', ...more], files: scripts },
  'install, fewer files than before': { world: () => new World(), first: ['install', 'cline', ...more], run: ['install', 'cline', ...few], files: scripts },
  'install, names of others': { world: of('antigravity', 'others'), run: ['install', 'antigravity', ...few] },
  'uninstall, a list in TOML': { world: of('kimi', 'others'), first: ['install', 'kimi', ...few], run: ['uninstall', 'kimi'] },
  'uninstall, a file for each event': { world: () => new World(), first: ['install', 'cline', ...more], run: ['uninstall', 'cline'], files: scripts },
  'uninstall, others have hooks there': { world: of('claude-code', 'others'), first: ['install', 'claude-code', ...few], run: ['uninstall', 'claude-code'] },
  'uninstall, nothing was there': { world: () => new World(), first: ['install', 'copilot-cli', ...few], run: ['uninstall', 'copilot-cli'] },
  'uninstall, Codex with trust': { world: codex, first: ['install', 'codex', ...few, '--trust'], run: ['uninstall', 'codex'], files: ['.codex/hooks.json', '.codex/config.toml'] },
  'uninstall, OpenCode': { world: () => new World(), first: ['install', 'opencode', ...few], run: ['uninstall', 'opencode'], files: ['.config/opencode/plugins/gaff.json', '.config/opencode/plugins/gaff.js'] },
  'restore': { world: of('gemini-cli', 'crlf-and-tabs'), first: ['install', 'gemini-cli', ...few], run: ['restore', 'gemini-cli'] },
};

function begin(s) {
  const world = s.world();
  if (s.first) done(world.call(s.first), s.first.join(' '));
  return world;
}
function strace(world, options, args) {
  const r = spawnSync('strace', ['-f', '-qq', ...options, gaff, ...args], { ...world.options(), encoding: 'utf8' });
  if (r.error) throw r.error;
  return r;
}

// The calls of a run, in order: each is the n-th of its name.
function callsOf(s) {
  const world = begin(s), log = path.join(scratch, 'calls'), count = {};
  const r = strace(world, ['-o', log], s.run);
  ok(r.status === 0, `under strace: ${r.status} ${r.stderr}`);
  const calls = [...fs.readFileSync(log, 'utf8').matchAll(/^(?:\d+ +)?(\w+)\(/gm)].map(([, name]) => ({ name, n: count[name] = (count[name] ?? 0) + 1 }));
  world.remove();
  return calls.slice(calls.findIndex(c => c.name === 'execve') + 1).filter(c => !c.name.startsWith('exit'));
}

function killedAt(s, call) {
  const world = begin(s), r = strace(world, ['-o', '/dev/null', '-e', `inject=${call.name}:signal=KILL:when=${call.n}`], s.run);
  const killed = r.signal === 'SIGKILL' || r.status === 137;
  ok(killed || r.status === 0, `${r.status} ${r.stderr}`);
  killed ? kills++ : spared.push(`${call.name} ${call.n}`); // some calls are not made every time: it has done its work then
  return world;
}

// As it would be without being killed: the files before and behind it, and the home before all.
function expected(s) {
  const world = s.world(), [, host] = s.run, list = s.files ?? [files[host]], before = world.tree();
  const install = s.run[0] === 'install' ? s.run : s.first;
  if (s.first) done(world.call(s.first), 'first');
  const old = list.map(file => read(world, file));
  done(world.call(s.run), 'run');
  const fresh = list.map(file => read(world, file));
  done(world.call(install), 'install');
  const installed = list.map(file => read(world, file));
  world.remove();
  // a home has its own name, and what Codex trusts is by name
  const plain = (text, w) => text?.replaceAll(w.home, '@HOME@').replaceAll(w.home.replaceAll('/', '\\/'), '@HOME@').replace(/sha256:\w+/g, '@HASH@') ?? null;
  return { host, list, before, install, plain: w => list.map(file => plain(read(w, file), w)), old: old.map(t => plain(t, world)), fresh: fresh.map(t => plain(t, world)), installed: installed.map(t => plain(t, world)) };
}

for (const [name, s] of Object.entries(scenarios)) {
  await test(name, () => {
    const want = expected(s), calls = callsOf(s);
    ok(calls.length > 20, `only ${calls.length} calls`);
    for (const [i, call] of calls.entries()) {
      if (i % every) continue;
      const at = `killed at call ${i}, ${call.name} ${call.n}`;
      for (const next of s.next ?? ['install', 'uninstall']) {
        const world = killedAt(s, call);
        want.plain(world).forEach((text, f) => ok(text === want.old[f] || text === want.fresh[f], `${at}: ${want.list[f]} is torn: ${text}`));
        if (next === 'install') {
          done(world.call(want.install), `${at}, then install`);
          want.plain(world).forEach((text, f) => ok(text === want.installed[f], `${at}, then install: ${want.list[f]} is ${text}`));
        }
        const gone = world.call(['uninstall', want.host]);
        done(gone, `${at}, then uninstall`);
        same(world.tree(), want.before, `${at}, then ${next === 'install' ? 'install and ' : ''}uninstall`);
        ok(!world.ledger().length, `${at}: the ledger is ${JSON.stringify(world.ledger())}`);
        world.remove();
      }
    }
  });
}

// ---- many at once ----

// Reads a file over and over; every text must be one of these.
function watch(file, texts, body) {
  const seen = new Set();
  let over = false;
  const look = async () => {
    while (!over) {
      try {
        seen.add(fs.readFileSync(file, 'utf8'));
      } catch {
        seen.add(null);
      }
      await new Promise(setImmediate);
    }
  };
  const looking = look();
  return body().finally(async () => { over = true; await looking; }).then(() => {
    for (const text of seen) ok(texts.includes(text), `torn: ${text}`);
  });
}

for (const [host, name] of [['claude-code', 'others'], ['cursor', 'empty'], ['copilot-cli', 'missing'], ['codex', 'toml-tables']]) {
  await test(`20 installs at once: ${host}, ${name}`, async () => {
    for (let round = 0; round < rounds; round++) {
      const c = new Case(host, name), world = c.world(), file = world.at(c.spec.file), before = world.tree();
      const old = read(world, file), twin = c.world();
      done(c.install(twin), 'install');
      const fresh = read(twin, c.spec.file)?.replaceAll(twin.home, world.home).replaceAll(twin.home.replaceAll('/', '\\/'), world.home.replaceAll('/', '\\/')); // a registration names the home
      await watch(file, [old, fresh], async () => {
        const all = await Promise.all(Array.from({ length: 20 }, () => world.start(['install', host, ...c.spec.args])));
        for (const r of all) done(r, 'install');
      });
      ok(read(world, file) === fresh, `the file is ${read(world, file)}`);
      ok(world.ledger().length === 1, world.ledger());
      done(world.call(['uninstall', host]), 'uninstall');
      same(world.tree(), before, 'uninstall');
      await watch(file, [old, fresh], async () => {
        const all = await Promise.all(Array.from({ length: 20 }, (_, i) => world.start(i % 2 ? ['install', host, ...c.spec.args] : ['uninstall', host])));
        for (const r of all) done(r, 'install and uninstall');
      });
      done(world.call(['uninstall', host]), 'uninstall');
      same(world.tree(), before, 'installs and uninstalls');
      world.remove();
      twin.remove();
    }
  });
}

// ---- an agent that writes its file meanwhile ----

// Counts up in the file, and looks each time whether its last number is still there. In place, as most write; or by renaming.
// gaff puts its file in place and, if that was not the one it had read, takes it back at once: between these two an older one is seen, but not for long.
const agent = `
const fs = require('fs'), [file, how, count] = process.argv.slice(1);
let last = 0, lost = 0;
for (let i = 1; i <= count; i++) {
  let doc = null;
  const patience = Date.now() + 200;
  for (let tries = 0; (!doc && tries < 1000) || (doc?.count !== last && Date.now() < patience); tries++) { try { doc = JSON.parse(fs.readFileSync(file, 'utf8')); } catch {} }
  if (doc?.count !== last) lost++;
  doc = { ...doc, count: last = i };
  const text = JSON.stringify(doc, null, 2);
  if (how === 'rename') { fs.writeFileSync(file + '.mine', text); fs.renameSync(file + '.mine', file); }
  else fs.writeFileSync(file, text);
  const until = Date.now() + Math.random() * 4;
  while (Date.now() < until);
}
process.exit(lost || JSON.parse(fs.readFileSync(file, 'utf8')).count !== last ? 1 : 0);`;
for (const how of ['rename', 'in place']) {
  await test(`an agent writes its file meanwhile, ${how}`, async () => {
    const world = new World(), file = world.write(files['claude-code'], { theirs: 'kept', count: 0 });
    const child = spawn(process.execPath, ['-e', agent, file, how, String(rounds * 200)], { stdio: 'inherit' });
    let over = null, n = 0;
    child.on('exit', code => { over = code; });
    while (over === null) await world.start([['install', 'claude-code', ...few], ['uninstall', 'claude-code'], ['install', 'claude-code', ...more]][n++ % 3]);
    ok(over === 0, `a change of the agent was lost, in ${n} runs`);
    ok(n > 5, `only ${n} runs`);
    done(world.call(['install', 'claude-code', ...few]), 'install');
    const doc = world.json(file);
    ok(doc.theirs === 'kept' && doc.hooks.PreToolUse.length === 1 && Object.keys(doc.hooks).length === 1, doc);
    done(world.call(['uninstall', 'claude-code']), 'uninstall');
    ok(JSON.stringify(world.json(file)) === JSON.stringify({ theirs: 'kept', count: rounds * 200 }), world.read(file));
    ok(fs.readdirSync(path.dirname(file)).length === 1, `left behind: ${fs.readdirSync(path.dirname(file))}`);
    world.remove();
  });
}

test('nearly every run is killed', () => ok(spared.length <= kills / 50, `not killed at ${[...new Set(spared)].join(', ')}`));
finish('kill', ` (${kills} kills, ${spared.length} spared)`);
