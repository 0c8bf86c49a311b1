// install.mjs - gaff install, uninstall and restore: what becomes of files that belong to others.
//
// The table is tests/install/<host>/<case>/ (see tests/install/world.mjs; UPDATE=1 rewrites its golden files, ONLY=codex runs a
// part). Whatever a case is about, everything that must hold of all of them is tried on it.
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { World, agents, bin, built, cases, commandOf, entries, files, gaff, hosts, kinds, nothing, root, scratch, shared, withHook } from './install/world.mjs';
import { finish, is, ok, skip, test } from './check.mjs';

const update = !!process.env.UPDATE;
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
function hooked(c, text, isFirst) {
  const doc = text?.trim() ? plain(text) : {};
  return doc && shared.includes(c.host) ? pretty(withHook(c.kind, doc, isFirst, c.isBare)) : null;
}
const changes = {
  'a key in front': (c, text) => {
    if (!shared.includes(c.host)) return null;
    if (c.ext === '.toml') return text?.startsWith('\ufeff') ? `\ufefftheirs = 1\n${text.slice(1)}` : `theirs = 1\n${text ?? ''}`;
    const key = agents[c.host].only ? '"description": "theirs"' : agents[c.host].shape === 'named' ? '"theirs": {}' : '"theirs": 1';
    if (!text?.trim()) return `{${key}}`;
    return /^(\ufeff|\s|\/\/.*\n|\/\*[^]*?\*\/)*\{/.test(text) && !text.includes('"description"') ? text.replace(/^((?:\ufeff|\s|\/\/.*\n|\/\*[^]*?\*\/)*\{)(\s*\})?/, (_, head, end) => `${head}${key}${end ?? ','}`) : null;
  },
  'a hook behind ours': (c, text) => hooked(c, text, false),
  'a hook before ours': (c, text) => hooked(c, text, true),
};

// Without "version" and the like what others have added since would not run: it stays. (How an object that was empty was spelled is not known any more.)
function told(c, doc) {
  for (const key of [kinds[c.kind].version && 'version', ...kinds[c.kind].made ?? []]) if (doc && key) delete doc[key];
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
    ok(c.spec.mode || c.spec.link || !shared.includes(c.host) || /^gaff install: @(HOME|PROJECT)@\/[^:]+:\d+:\d+: ./.test(said), `no place in: ${said}`);
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
      const bare = !c.before() || /^\s*(\{\s*\})?\s*$/.test(c.before()), versioned = kinds[c.kind].version;
      ok(bare || versioned, `after ${name} this is left: ${JSON.stringify(left)}, not ${JSON.stringify(theirs)}`);
      is(told(c, plain(left)), told(c, plain(theirs)), `what is left after ${name}`);
    }
    ok(!left?.includes(gaff) || c.name.endsWith('hand-written'), `after ${name} gaff is left: ${left}`);
    is(world.ledger(), [], 'ledger');
    runs(c.install(world), `install after ${name} and uninstall`);
    world.remove();
  }
}

// The module beside a manifest.
const moduleOf = file => file.replace(/json$/, 'js');

function check(c) {
  const world = c.world(), file = world.at(c.spec.file), before = world.tree();
  const diff = checkDry(c, world);
  runs(c.install(world), 'install');
  const after = world.read(c.spec.file), tree = world.tree({ times: true, state: true });
  if (update) c.save(`after${c.ext}`, c.shown(after, world));
  else ok(c.shown(after, world) === c.after, `the file is ${c.shown(after, world).slice(0, 3000)}`);
  if (agents[c.host].shape === 'plugin') ok(world.read(moduleOf(c.spec.file)) === [`${c.host}_plugin`, `${c.host}_wire`, 'plugin_gaff', 'plugin_run'].map(name => fs.readFileSync(path.join(root, `src/agents/plugins/${name}.js`), 'utf8')).join(''), 'another plugin');
  else if (shared.includes(c.host)) checkDiff(c, world, diff, after);
  const others = tree => Object.fromEntries(Object.entries(tree).filter(([name]) => !world.at(c.spec.link ?? c.spec.file).startsWith(path.join(world.dir, name)) && !name.endsWith('gaff.js')));
  if (agents[c.host].shape !== 'files') sameTree(others(world.tree()), others(before), 'other files than the one');
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

// ---- where ----

const userOnly = hosts.filter(host => !agents[host].project), projectFiles = Object.fromEntries(hosts.map(host => [host, agents[host].project]));
for (const host of userOnly) {
  test(`${host}: it has no file in a project`, () => {
    const world = new World(), before = world.tree(), r = world.call(['install', host, '--project']);
    is(r.code, 1, 'exit');
    ok(/no hooks in the project scope/.test(r.stderr), r.stderr);
    sameTree(world.tree(), before, 'at the end');
    world.remove();
  });
}
for (const host of hosts) {
  if (!userOnly.includes(host)) test(`${host}: --project is the project's own file, from any folder of it`, () => {
    const world = new World(), before = world.tree(), file = path.join(world.project, projectFiles[host]);
    const inside = path.join(world.project, 'src/deep');
    fs.mkdirSync(inside, { recursive: true });
    const tree = world.tree();
    runs(world.call(['install', host, '--project'], {}, { cwd: inside }), 'install');
    ok(world.has(file), `there is no ${file}`);
    ok(!world.has(files[host]), 'it is in the home, too');
    is(world.ledger().map(l => l.scope), world.ledger().map(() => 'project'), 'scope');
    runs(world.call(['uninstall', host, '--user'], {}, { cwd: world.home }), 'uninstall --user');
    ok(world.has(file), 'uninstall --user has taken it out');
    runs(world.call(['uninstall', host], {}, { cwd: world.home }), 'uninstall from elsewhere');
    sameTree(world.tree(), tree, 'uninstall');
    ok(Object.keys(before).length < Object.keys(tree).length, 'a test that tests nothing');
    world.remove();
  });
  test(`${host}: --local`, () => {
    const world = new World(), before = world.tree(), r = world.call(['install', host, '--local']);
    if (agents[host].local) {
      runs(r, '--local');
      ok(world.has(path.join(world.project, agents[host].local)), 'not there');
      runs(world.call(['uninstall', host, '--local']), 'uninstall');
    } else {
      is(r.code, 1, 'exit');
      ok(/no hooks in the local scope/.test(r.stderr), r.stderr);
    }
    sameTree(world.tree(), before, 'at the end');
    world.remove();
  });
}
const variables = hosts.flatMap(host => Object.entries(agents[host].variables).map(([name, file]) => [name, host, file]));
for (const [name, host, file] of variables) {
  test(`${host}: $${name} moves the file`, () => {
    const world = new World(), before = world.tree(), env = { [name]: path.join(world.dir, 'moved/a b') };
    runs(world.call(['install', host], env), 'install');
    ok(world.has(path.join(env[name], file)), `no ${file} there`);
    ok(!world.has(files[host]), 'it is in the home, too');
    runs(world.call(['uninstall', host], env), 'uninstall');
    sameTree(world.tree(), before, 'uninstall');
    runs(world.call(['install', host], { [name]: 'not/absolute' }), 'install');
    ok(world.has(files[host]), 'a variable that is no absolute path counts');
    world.remove();
  });
}
test('uninstall finds the files of a home that a variable named, without it', () => {
  for (const [variable, host] of variables) {
    const world = new World(), moved = world.at('moved');
    fs.mkdirSync(moved);
    const before = world.tree();
    runs(world.call(['install', host], { [variable]: moved }), 'install');
    ok(fs.readdirSync(moved).length, `${variable} does not count`);
    runs(world.call(['uninstall', host]), 'uninstall');
    sameTree(world.tree(), before, `${variable}: uninstall`);
    is(world.ledger(), [], 'ledger');
    world.remove();
  }
});
test('$CODEX_HOME is followed, as Codex does', () => {
  const world = new World();
  fs.mkdirSync(world.at('real'));
  fs.symlinkSync('real', world.at('link'));
  runs(world.call(['install', 'codex', '--trust'], { CODEX_HOME: world.at('link') }), 'install');
  ok(world.read('real/config.toml').includes(`[hooks.state."${world.at('real')}/hooks.json:pre_tool_use:0:0"]`), world.read('real/config.toml'));
  world.remove();
});
test('without a host: every agent that is found', () => {
  const world = new World(), none = world.call(['install']);
  is([none.code, none.stdout], [1, 'No agent is found on this machine; name one.\n'], 'without any');
  for (const folder of ['.claude', '.qwen']) fs.mkdirSync(world.at(folder));
  runs(world.call(['install']), 'install');
  is(hosts.filter(host => world.has(files[host])), ['claude-code', 'qwen-code'], 'installed');
  runs(world.call(['uninstall']), 'uninstall');
  is(hosts.filter(host => world.has(files[host])), [], 'uninstalled');
  world.write('bin/droid', '#!/bin/sh\n', 0o755);
  const found = runs(world.call(['install', '--json'], { PATH: `${world.at('bin')}:${world.env.PATH}` }), 'install --json');
  is(JSON.parse(found.stdout).map(r => r.host), ['claude-code', 'factory-droid', 'qwen-code'], 'found by their programs, too');
  world.remove();
});
test('an unknown host, and one without a configuration', () => {
  const world = new World();
  is(world.call(['install', 'claude-cod']).code, 1, 'exit');
  is(world.call(['uninstall', 'claude-cod']).code, 1, 'exit');
  is(world.call(['install', 'generic']).code, 129, 'exit');
  is(world.call(['install', 'claude-code', '--no-such']).code, 129, 'exit');
  ok(!world.has('.claude'), 'installed all the same');
  world.remove();
});

// ---- files of single agents ----

// Where the file of one is, in the home and in a project.
const ofAgents = { kiro: ['.kiro/agents', '.kiro/agents'], 'amazon-q': ['.aws/amazonq/cli-agents', '.amazonq/cli-agents'] };
const agentFile = (host, name, isProject) => path.join(ofAgents[host][Number(Boolean(isProject))], `${name}.json`);
const mine = name => `{ "name": "${name}",\n\t"tools": ["fs_read"], "hooks": {"stop": [ {"command": "/opt/theirs"} ]} }`;

for (const host of Object.keys(ofAgents)) {
  test(`${host}: several agents, one after another; one is taken out, then all`, () => {
    const world = new World(), at = (name, isProject) => path.join(isProject ? world.project : world.home, agentFile(host, name, isProject));
    world.write(at('review'), mine('review'));
    world.write(at('other'), mine('other'));
    world.write(at('broken'), '{ // mine');
    const before = world.tree();
    runs(world.call(['install', host, '--agent', 'review']), 'install');
    runs(world.call(['install', host, '--agent', 'dev', '--events', 'before_tool_execute']), 'install');
    runs(world.call(['install', host, '--agent', 'dev', '--project']), 'install');
    runs(world.call(['install', host]), 'install');
    is(world.json(at('dev')).name, 'dev', 'name');
    is(Object.keys(world.json(at('dev')).hooks), ['preToolUse'], 'events');
    is(Object.keys(world.json(at('dev', true)).hooks).sort(), ['agentSpawn', 'postToolUse', 'preToolUse', 'stop', 'userPromptSubmit'], 'events in the project');
    is(world.read(at('other')), mine('other'), 'an agent that was not named');
    is(world.ledger().map(l => [l.host, l.scope, path.relative(world.dir, l.file)]).sort(), [['project', at('dev', true)], ['user', at('dev')], ['user', at('review')], ['user', world.at(files[host])]].map(([scope, file]) => [host, scope, path.relative(world.dir, file)]).sort(), 'ledger');
    const all = world.tree(), left = JSON.parse(runs(world.call(['uninstall', host, '--agent', 'nobody', '--json']), 'uninstall').stdout);
    is(left, [], 'of an agent that is not there');
    sameTree(world.tree(), all, 'uninstall of an agent that is not there');
    runs(world.call(['uninstall', host, '--agent', 'dev', '--user']), 'uninstall --user');
    is([world.has(at('dev')), world.has(at('dev', true))], [false, true], 'after --user');
    runs(world.call(['install', host, '--agent', 'dev']), 'install');
    runs(world.call(['uninstall', host, '--agent', 'dev', '--dry-run']), 'dry run');
    sameTree(world.tree(), { ...all, [path.relative(world.dir, at('dev'))]: world.tree()[path.relative(world.dir, at('dev'))] }, 'dry run');
    // from elsewhere, too
    runs(world.call(['uninstall', host, '--agent', 'dev'], {}, { cwd: world.dir }), 'uninstall of one');
    is([world.has(at('dev')), world.has(at('dev', true)), world.read(at('review')).includes(gaff), world.has(files[host])], [false, false, true, true], 'after one is out');
    runs(world.call(['install', host, '--agent', 'dev', '--project']), 'install');
    runs(world.call(['uninstall', host], {}, { cwd: world.dir }), 'uninstall of all');
    sameTree(world.tree(), before, 'uninstall');
    is(world.ledger(), [], 'ledger');
    world.remove();
  });
  test(`${host}: entries in files of agents that no ledger knows are taken out`, () => {
    const world = new World(), file = path.join(world.project, agentFile(host, 'a.b+c', true));
    world.write(file, mine('a.b+c'));
    runs(world.call(['install', host, '--project', '--agent', 'a.b+c']), 'install');
    const with_ = JSON.parse(world.read(file));
    fs.rmSync(world.state, { recursive: true });
    runs(world.call(['uninstall', host]), 'uninstall');
    is(world.json(file), { ...with_, hooks: JSON.parse(mine('a.b+c')).hooks }, 'what is left');
    world.remove();
  });
  test(`${host}: restore puts back the file of an agent, in a project too`, () => {
    const world = new World();
    for (const isProject of [false, true]) {
      const file = path.join(isProject ? world.project : world.home, agentFile(host, 'review', isProject)), scope = isProject ? '--project' : '--user';
      world.write(file, mine('review'));
      runs(world.call(['install', host, scope, '--agent', 'review']), 'install');
      fs.writeFileSync(file, '{}');
      runs(world.call(['restore', file]), 'restore');
      is(world.read(file), mine('review'), scope);
      runs(world.call(['install', host, scope, '--agent', 'review']), 'install');
      runs(world.call(['restore', host]), 'restore by its host');
      is(world.read(file), mine('review'), scope);
    }
    is(world.ledger(), [], 'ledger');
    world.remove();
  });
  test(`${host}: the file of an agent that leads out of the project is refused`, () => {
    const world = new World(), file = path.join(world.project, agentFile(host, 'dev', true)), out = world.write('elsewhere.json', mine('dev'));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.symlinkSync(out, file);
    const before = world.tree({ times: true }), r = world.call(['install', host, '--project', '--agent', 'dev']);
    ok(r.code === 1 && /leads out of the project/.test(r.stderr), r);
    runs(world.call(['uninstall', host]), 'uninstall');
    sameTree(world.tree({ times: true }), before, 'it was refused');
    world.remove();
  });
  for (const name of ['', '.', '..', '.hidden', 'a/b', '/etc/x', '../x', 'a..b', '-x', ' x', 'x ', 'a\\b', 'a"b', "a'b", 'a*b', 'a$b', 'a\nb', 'a\tb', 'a'.repeat(101)])
    test(`${host}: no agent is called ${JSON.stringify(name)}`, () => {
      const world = new World(), before = world.tree({ state: true });
      for (const command of ['install', 'uninstall']) {
        const r = world.call([command, host, '--agent', name]);
        is([r.code, r.stdout], [129, ''], command);
        ok(r.stderr.startsWith(`gaff ${command}: --agent is what an agent of yours is called`) || (!name && /--agent/.test(r.stderr)), r.stderr);
      }
      sameTree(world.tree({ state: true }), before, 'it was refused');
      world.remove();
    });
  for (const name of ['a', '_x', '0', 'code review', 'a.b', 'größe', '日本', 'a-b_c+d@e', 'x'.repeat(100)])
    test(`${host}: an agent may be called ${name}`, () => {
      const world = new World(), before = world.tree();
      runs(world.call(['install', host, '--agent', name]), 'install');
      is(world.json(agentFile(host, name)).name, name, 'name');
      runs(world.call(['uninstall', host, '--agent', name]), 'uninstall');
      sameTree(world.tree(), before, 'uninstall');
      world.remove();
    });
  test(`${host}: --agent has no local scope, and takes the events by their own names`, () => {
    const world = new World(), r = world.call(['install', host, '--agent', 'dev', '--local']);
    ok(r.code === 1 && /no hooks in the local scope/.test(r.stderr), r);
    runs(world.call(['install', host, '--agent', 'dev', '--events', `${host}:preToolUse,stop`]), 'install');
    is(Object.keys(world.json(agentFile(host, 'dev')).hooks).sort(), ['preToolUse', 'stop'], 'events');
    const said = JSON.parse(runs(world.call(['install', host, '--agent', 'dev', '--json']), '--json').stdout);
    is([said.length, said[0].host, said[0].file, said[0].outcome], [1, host, world.at(agentFile(host, 'dev')), 'registered'], '--json');
    ok(/in use/.test(said[0].note), said[0].note);
    world.remove();
  });
}
test('an agent without files of single agents', () => {
  for (const host of hosts.filter(host => !ofAgents[host]))
    for (const command of ['install', 'uninstall']) {
      const world = new World(), before = world.tree({ state: true }), r = world.call([command, 'kiro', host, '--agent', 'dev']);
      is([r.code, r.stdout], [129, ''], host);
      ok(r.stderr.includes(`${host} has no `) && r.stderr.includes('amazon-q, kiro'), r.stderr);
      sameTree(world.tree({ state: true }), before, host);
      world.remove();
    }
  const world = new World();
  fs.mkdirSync(world.at('.kiro'));
  const before = world.tree({ state: true });
  for (const command of ['install', 'uninstall']) {
    const r = world.call([command, '--agent', 'dev']);
    is([r.code, r.stdout], [129, ''], 'without a host');
    ok(/needs the HOST .*amazon-q, kiro/.test(r.stderr), r.stderr);
    is(world.call([command, 'kirro', '--agent', 'dev']).code, 1, 'a host that nobody knows');
  }
  is(Object.keys(world.tree()), Object.keys(before), 'files');
  world.remove();
});
test('kiro: $KIRO_HOME moves the files of its agents, and not its hooks', () => {
  const world = new World(), env = { KIRO_HOME: world.at('moved') }, before = world.tree();
  runs(world.call(['install', 'kiro', '--agent', 'dev'], env), 'install');
  runs(world.call(['install', 'kiro'], env), 'install');
  is([world.has('moved/agents/dev.json'), world.has('.kiro/agents'), world.has(files.kiro), world.has('moved/hooks')], [true, false, true, false], 'files');
  runs(world.call(['uninstall', 'kiro']), 'uninstall, without it');
  sameTree(world.tree(), before, 'uninstall');
  is(world.ledger(), [], 'ledger');
  world.remove();
});
test('kiro: what is registered with an agent denies, in the words of its engine', () => {
  const world = new World();
  world.write('.config/gaff/hooks.json', { spec: 'hooks/1.0', rules: [{ name: 'no-rm', program: 'rm', decision: 'deny', reason: 'not here' }] }, 0o600);
  runs(world.call(['install', 'kiro', '--agent', 'dev', '--events', 'all']), 'install');
  const { hooks } = world.json('.kiro/agents/dev.json'), call = (event, input) => spawnSync('bash', ['-c', hooks[event][0].command], { ...world.options(), input: JSON.stringify({ hook_event_name: event, cwd: world.project, ...input }), encoding: 'utf8' });
  for (const event of Object.keys(hooks)) is([hooks[event].length, hooks[event][0].command], [1, `${gaff} run --host kiro --event ${event} --deadline 55 --home ${world.home}`], event);
  const denied = call('preToolUse', { tool_name: 'execute_bash', tool_input: { command: 'rm x' } });
  is([denied.status, denied.stdout], [2, ''], 'exit and stdout');
  ok(/not here/.test(denied.stderr), denied.stderr);
  const fine = call('preToolUse', { tool_name: 'fs_read', tool_input: { operations: [{ mode: 'Line', path: 'x' }] } });
  is([fine.status, fine.stdout, fine.stderr], [0, '', ''], 'another tool');
  is(call('stop', {}).status, 0, 'stop');
  world.remove();
});

// ---- the program ----

const firstCase = (host, event) => fs.readdirSync(path.join(root, 'tests/hosts', host)).filter(name => new RegExp(`(^|-)${event}\\b`).test(name) && !name.startsWith('pascal')).map(name => path.join(root, 'tests/hosts', host, name, 'stdin.json')).find(file => fs.existsSync(file));
const shells = [['sh', '-c'], ['bash', '-c'], ['bash', '-lc'], ['zsh', '-lc'], ['dash', '-c'], ['fish', '-c']].filter(([shell]) => spawnSync('sh', ['-c', `command -v ${shell}`]).status === 0);
const odd = ['with spaces', "it's", 'a "quote"', '$HOME `id` $(id)', 'größe \u{1F980}', 'back\\slash', "two\\\\ and\\'one\\", '$HOME${HOME}$', 'new\nline', '-dash ; & | < > * ? ~ # !', "'", 'tab\there', '*stars*', '**'];
const resolved = (text, env) => text.replace(/\$(?:(\w+)|{([^}]+)})/g, (all, one, other) => env[one || other] ?? all); // as they do
for (const [i, name] of odd.entries()) {
  test(`a program in a folder called ${name}: what is registered runs`, () => {
    const world = new World(), folder = path.join(world.dir, 'opt', name), program = path.join(folder, 'gaff');
    fs.mkdirSync(folder, { recursive: true });
    fs.copyFileSync(built, program);
    fs.chmodSync(program, 0o755);
    world.program = program;
    world.write('.config/gaff/hooks.json', { spec: 'hooks/1.0', hooks: [{ event: 'before_tool_execute', handler: { type: 'command', command: 'cat >/dev/null; : >"$HOME/ran"' } }] }, 0o600);
    const several = i ? ['claude-code', 'cursor', 'codex'] : shared;
    for (const host of several) {
      runs(world.call(['install', host]), `install ${host}`);
      runs(world.call(['install', host]), `install ${host} again`);
      const list = entries(host, world.read(files[host])).filter(([event]) => event === agents[host].event);
      is(list.length, 1, 'entries');
      if (host === 'cursor') ok(!/\/[/*]|\*\//.test(world.read(files[host])), `Cursor finds a comment in ${world.read(files[host])}`);
      const command = commandOf(host, list[0][1]);
      is(resolved(command, world.env), command, 'with the variables that Gemini CLI puts into its settings');
      for (const [shell, flag] of i && host !== 'codex' ? shells.slice(0, 1) : shells) {
        fs.rmSync(world.at('ran'), { force: true });
        const r = spawnSync(shell, [flag, command], { ...world.options(), input: fs.readFileSync(firstCase(host, agents[host].event)), encoding: 'utf8' });
        ok(r.status === 0 && world.has('ran'), `${host}, ${shell} ${flag} ${command}: ${r.status} ${r.stdout}${r.stderr}`);
      }
      runs(world.call(['uninstall', host]), `uninstall ${host}`);
      ok(!world.has(files[host]), 'it is still there');
    }
    world.remove();
  });
}
test('a path that is not UTF-8 cannot be registered, nor remembered', () => {
  const world = new World(), odd = Buffer.concat([Buffer.from(path.join(world.dir, 'odd-')), Buffer.from([0xff, 0xfe])]);
  const at = name => Buffer.concat([odd, Buffer.from(name)]), q = `"$(printf '${world.dir}/odd-\\377\\376')"`;
  fs.mkdirSync(at('/.git'), { recursive: true });
  fs.copyFileSync(built, at('/gaff'));
  fs.chmodSync(at('/gaff'), 0o755);
  for (const [script, what] of [[`cd ${q} && ${gaff} install claude-code opencode --project`, /its path is not UTF-8/], [`${q}/gaff install claude-code opencode`, /the path of gaff itself is not UTF-8/]]) {
    const r = spawnSync('sh', ['-c', script], { ...world.options(), encoding: 'utf8' });
    ok(r.status === 1 && what.test(r.stderr), `${script}: ${r.status} ${r.stdout} ${r.stderr}`);
  }
  is([world.ledger(), world.has('.claude'), world.has('.config'), fs.existsSync(at('/.claude')), fs.existsSync(at('/.opencode'))], [[], false, false, false, false], 'what is there');
  fs.rmSync(odd, { recursive: true });
  world.remove();
});
test('a program of another name is not known again: it registers nothing', () => {
  const world = new World();
  world.program = path.join(world.dir, 'gaff-0.1');
  fs.copyFileSync(built, world.program);
  fs.chmodSync(world.program, 0o755);
  const before = world.tree(), r = world.call(['install', ...hosts]);
  is([r.code, r.stderr.split('\n').length], [1, 2], r.stderr);
  ok(/gaff-0.1; call it gaff/.test(r.stderr), r.stderr);
  sameTree(world.tree(), before, 'install');
  world.remove();
});
test('the name in PATH is registered, when it is this program', () => {
  const world = new World();
  runs(world.call(['install', 'claude-code']), 'install');
  ok(world.read(files['claude-code']).includes(`"${gaff} run `), world.read(files['claude-code']));
  runs(world.call(['install', 'claude-code'], { PATH: '/usr/bin:/bin' }), 'install');
  ok(world.read(files['claude-code']).includes(`"${fs.realpathSync(built)} run `), world.read(files['claude-code']));
  world.remove();
});

// ---- events ----

const registered = (world, host = 'claude-code') => Object.keys(world.json(files[host]).hooks);
const line = (world, event, host = 'claude-code') => { const [one] = world.json(files[host]).hooks[event]; return one.hooks?.[0] ?? one; };
const manifest = (world, hooks, file = '.config/gaff/hooks.json') => world.write(file, { spec: 'hooks/1.0', hooks: hooks.map(h => ({ handler: { type: 'command', command: 'true' }, ...h })) }, 0o600);

test('the events of manifests are registered, and those that are asked for', () => {
  const world = new World();
  manifest(world, [{ event: 'agent_stop' }, { event: 'before_tool_execute', handler: { type: 'command', command: 'true', timeout: 90 } }, { event: 'before_tool_execute' }, { event: 'session_end', enabled: false }, { event: 'cursor:workspaceOpen' }]);
  runs(world.call(['install', 'claude-code', 'cursor']), 'install');
  is(registered(world).sort(), ['PreToolUse', 'Stop'], 'of Claude Code');
  is(registered(world, 'cursor').sort(), ['beforeMCPExecution', 'beforeShellExecution', 'preToolUse', 'stop', 'workspaceOpen'], 'of Cursor, where questions have events of their own');
  ok(/--deadline 120 --home/.test(line(world, 'PreToolUse').command) && line(world, 'PreToolUse').timeout === 125, line(world, 'PreToolUse'));
  ok(/--deadline 55 --home/.test(line(world, 'Stop').command), line(world, 'Stop'));
  runs(world.call(['install', 'claude-code', '--events', 'session_start']), 'other events');
  is(registered(world), ['SessionStart'], 'other events');
  runs(world.call(['install', 'claude-code', '--events', 'Notification,PreToolUse, Stop']), "the agent's own names");
  is(registered(world).sort(), ['Notification', 'PreToolUse', 'Stop'], 'own names');
  const r = world.call(['install', 'codex', '--events', 'before_tool_execute,before_model']);
  is(r.code, 0, 'exit');
  ok(/has no event for: before_model/.test(r.stdout), r.stdout);
  runs(world.call(['uninstall']), 'uninstall');
  is([world.has('.claude'), world.has('.cursor'), world.has('.codex')], [false, false, false], 'what is left');
  world.remove();
});
// Agents that do not tell with every call where they were started, and name their sessions.
const starts = { amp: 'session.start', codex: 'SessionStart', kimi: 'SessionStart', kiro: 'SessionStart', pi: 'session_start', 'vs-code-copilot': 'SessionStart' };
for (const host of hosts) {
  test(`${host}: where a session starts is asked of who does not tell it, and of nobody else`, () => {
    const world = new World(), told = () => JSON.parse(runs(world.call(['status', '--json']), 'status').stdout);
    manifest(world, [{ event: 'before_tool_execute' }]);
    told(); // there is a cache of the manifest from now on
    const before = world.tree();
    runs(world.call(['install', host, '--trust']), 'install');
    const events = () => told().hosts.find(h => h.host === host).files.flatMap(f => f.events.map(e => e.event ?? e));
    is(events().filter(event => /start|spawn/i.test(event)), starts[host] ? [starts[host]] : [], 'events');
    is(told().ailments.filter(x => ['outdated', 'not-current'].includes(x.id)), [], 'ailments');
    ok(/nothing to do/.test(runs(world.call(['install', host, '--trust']), 'again').stdout), 'once more');
    if (starts[host]) { // as before there was such an event
      runs(world.call(['install', host, '--trust', '--events', 'before_tool_execute']), 'install, by name');
      is(events().filter(event => /start|spawn/i.test(event)), [], 'a list is a list');
      const [note, ...more] = told().ailments.filter(x => ['outdated', 'not-current'].includes(x.id)), file = told().hosts.find(h => h.host === host).files[0];
      is([note?.id, note?.level, note?.text.includes(starts[host]), more.length, file.state, file.missing], ['outdated', 'note', true, 0, 'current', 1], 'the old one');
      runs(world.call(['install', host, '--trust']), 'install once more');
      is(events().includes(starts[host]), true, 'renewed');
    }
    runs(world.call(['uninstall', host]), 'uninstall');
    sameTree(world.tree(), before, 'uninstall');
    manifest(world, [{ event: host === 'cursor' ? 'gemini-cli:BeforeModel' : 'cursor:workspaceOpen' }]);
    ok(/calls gaff for nothing/.test(runs(world.call(['install', host]), 'install').stdout), 'it is no reason by itself');
    world.remove();
  });
  test(`${host}: it has none of the events, and gets no file`, () => {
    const world = new World(), other = host === 'cursor' ? 'gemini-cli:BeforeModel' : 'cursor:workspaceOpen', before = world.tree();
    const r = runs(world.call(['install', host, '--events', other]), 'install');
    ok(/nothing to do\n.*calls gaff for nothing/.test(r.stdout), r.stdout);
    sameTree(world.tree(), before, 'install');
    is(world.ledger(), [], 'ledger');
    if (!shared.includes(host)) return world.remove();
    runs(world.call(['install', host]), 'install, of the usual events');
    const out = runs(world.call(['install', host, '--events', other]), 'install, of none again');
    ok(/gaff's entries are out\n.*calls gaff for nothing/.test(out.stdout) && !world.read(files[host]).includes('gaff run'), out.stdout);
    entries(host, world.read(files[host]));
    runs(world.call(['uninstall', host]), 'uninstall');
    sameTree(world.tree(), before, 'uninstall');
    world.remove();
  });
}
test("a project's manifest counts, and one that is broken is told", () => {
  const world = new World();
  manifest(world, [{ event: 'session_end' }], path.join(world.project, '.gaff/hooks.json'));
  const first = world.call(['install', 'claude-code']);
  ok(first.code === 0 && /has not been trusted; its events are left out/.test(first.stderr), first);
  ok(registered(world).length > 1, 'not the usual events');
  runs(world.call(['trust', '--yes']), 'trust');
  runs(world.call(['install', 'claude-code']), 'install');
  is(registered(world), ['SessionEnd'], 'events');
  world.write('.config/gaff/hooks.json', '{"spec":', 0o600);
  const r = world.call(['install', 'claude-code']);
  is(r.code, 0, 'exit');
  ok(/hooks\.json: .*events are left out/.test(r.stderr), r.stderr);
  world.remove();
});
for (const list of ['before_lunch', 'before_tool_execute,no:such', ',', '']) {
  test(`--events ${JSON.stringify(list)} is a mistake`, () => {
    const world = new World(), r = world.call(['install', 'claude-code', '--events', list]);
    is(r.code, 129, 'exit');
    ok(/--events/.test(r.stderr), r.stderr);
    ok(!world.has('.claude'), 'installed all the same');
    world.remove();
  });
}
for (const host of shared) {
  test(`${host}: fewer events, more, closed and open again: always as if from nothing`, () => {
    const world = new World(), seen = new World(), options = [['--events', 'before_tool_execute,agent_stop'], ['--events', 'agent_stop'], ['--events', 'all'], ['--fail-closed'], [], ['--events', 'before_tool_execute', '--fail-closed']];
    world.write(files[host], nothing(host));
    for (const more of options) {
      runs(world.call(['install', host, ...more]), `install ${more}`);
      seen.write(files[host], nothing(host));
      runs(seen.call(['install', host, ...more]), `install ${more} from nothing`);
      const sorted = world => entries(host, world.read(files[host])).map(entry => JSON.stringify(entry).replaceAll(world.home, 'HOME')).sort();
      ok(sorted(world).length || more[1] === 'agent_stop', 'no entries');
      is(sorted(world), sorted(seen), `after ${more}`);
      runs(seen.call(['uninstall', host]), 'uninstall');
    }
    runs(world.call(['uninstall', host]), 'uninstall');
    is(world.read(files[host]), nothing(host), 'at the end');
    world.remove();
    seen.remove();
  });
}

// ---- Codex's trust ----

const toml = '# mine\nmodel = "o4"\r\n\n[projects."/x"]\ntrust_level = "trusted" # yes';
test('codex: --trust is written to config.toml, and taken out', () => {
  const world = new World();
  world.write('.codex/config.toml', toml);
  const before = world.tree();
  const dry = runs(world.call(['install', 'codex', '--trust', '--dry-run']), 'dry run').stdout;
  sameTree(world.tree({ state: true }), before, '--dry-run');
  is((dry.match(/^--- /gm) ?? []).length, 2, 'diffs');
  const first = runs(world.call(['install', 'codex']), 'install').stdout;
  ok(/before you trust them/.test(first), first);
  is(world.read('.codex/config.toml'), toml, 'without --trust');
  runs(world.call(['install', 'codex', '--trust']), '--trust');
  ok(world.read('.codex/config.toml').startsWith(toml), world.read('.codex/config.toml'));
  is((world.read('.codex/config.toml').match(/trusted_hash/g) ?? []).length, 6, 'hashes');
  const tree = world.tree({ times: true });
  ok(!/before you trust/.test(runs(world.call(['install', 'codex']), 'again').stdout), 'it is trusted');
  runs(world.call(['install', 'codex', '--trust']), 'and again');
  sameTree(world.tree({ times: true }), tree, 'a second --trust');
  runs(world.call(['uninstall', 'codex']), 'uninstall');
  sameTree(world.tree(), before, 'uninstall');
  world.remove();
});
test('codex: what it writes to config.toml itself stays, and a trust that is not ours', () => {
  const world = new World(), theirs = '\n[hooks.state."/opt/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:theirs"\n';
  world.write('.codex/config.toml', toml + '\n');
  runs(world.call(['install', 'codex', '--trust']), 'install');
  fs.appendFileSync(world.at('.codex/config.toml'), theirs);
  runs(world.call(['install', 'codex', '--trust', '--events', 'all']), 'install with more events');
  is((world.read('.codex/config.toml').match(/trusted_hash/g) ?? []).length, 12, 'hashes');
  runs(world.call(['uninstall', 'codex']), 'uninstall');
  is(world.read('.codex/config.toml'), toml + '\n' + theirs, 'what is left');
  ok(!world.has('.codex/hooks.json'), 'hooks.json is left');
  world.remove();
});
test("codex: trust of a project's hooks goes with them, from anywhere", () => {
  const world = new World(), theirs = '\n[tui]\ntheme = "x"\n';
  world.write('.codex/config.toml', toml + '\n');
  runs(world.call(['install', 'codex', '--project', '--trust']), 'install');
  fs.appendFileSync(world.at('.codex/config.toml'), theirs);
  runs(world.call(['uninstall'], {}, { cwd: world.home }), 'uninstall');
  is(world.read('.codex/config.toml'), toml + '\n' + theirs, 'what is left');
  ok(!world.has(path.join(world.project, '.codex')), 'the project has them still');
  world.remove();
});
test('codex: nothing was there, trust made it all, and it is all gone', () => {
  const world = new World(), before = world.tree();
  runs(world.call(['install', 'codex', '--trust', '--events', 'before_tool_execute']), 'install');
  runs(world.call(['install', 'codex', '--trust', '--events', 'all']), 'install');
  runs(world.call(['uninstall']), 'uninstall');
  sameTree(world.tree(), before, 'uninstall');
  world.remove();
});
test('codex: ours in config.toml stay there when a hooks.json comes, and are in no second place', () => {
  const world = new World(), toml = world.write('.codex/config.toml', '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "/opt/theirs"\n');
  runs(world.call(['install', 'codex']), 'install');
  world.write(files.codex, '{"hooks": {}}\n');
  const before = world.read(toml), r = runs(world.call(['install', 'codex']), 'install, again');
  ok(r.stdout.includes(`${toml}: nothing to do`), r.stdout);
  is([world.read(toml), world.read(files.codex)], [before, '{"hooks": {}}\n'], 'files');
  world.remove();
});
test('codex: a config.toml that it cannot read is told, and nothing is registered', () => {
  const world = new World();
  world.write('.codex/config.toml', 'model = "o4"\n\n[features\n');
  const before = world.tree({ times: true }), r = world.call(['install', 'codex']);
  is(r.code, 1, 'exit');
  ok(/config\.toml:3:\d+: /.test(r.stderr), r.stderr);
  sameTree(world.tree({ times: true }), before, 'it was refused');
  world.remove();
});

// ---- coming back ----

test('restore puts the file back, whatever was changed since, and keeps that', () => {
  const world = new World(), file = world.write(files['claude-code'], '{ "mine" : 1 }', 0o640), before = world.tree();
  runs(world.call(['install', 'claude-code']), 'install');
  fs.writeFileSync(file, '{ "broken": ');
  const seen = world.tree({ state: true, times: true });
  ok(/^\+\{ "mine" : 1 \}/m.test(runs(world.call(['restore', '--dry-run']), 'restore --dry-run').stdout), 'no diff');
  sameTree(world.tree({ state: true, times: true }), seen, 'restore --dry-run');
  is(world.call(['restore', 'codex']).code, 1, 'of another');
  runs(world.call(['restore', 'claude-code']), 'restore');
  sameTree(world.tree(), before, 'restore');
  const kept = fs.readdirSync(path.join(world.state, 'backups')).map(name => [name, world.read(path.join(world.state, 'backups', name))]);
  ok(kept.some(([, text]) => text === '{ "broken": '), 'what was there is lost');
  for (const [name, text] of kept) is(crypto.createHash('sha256').update(text).digest('hex'), name, 'a backup');
  is(runs(world.call(['restore']), 'restore again').stdout, 'gaff has changed no file.\n');
  runs(world.call(['install', 'claude-code']), 'install');
  runs(world.call(['restore', file]), 'restore by its name');
  sameTree(world.tree(), before, 'restore by its name');
  world.remove();
});
test('restore and uninstall take nothing from a ledger or a backup that others may write', () => {
  for (const what of ['installs.json', 'backups']) for (const command of ['restore', 'uninstall']) {
    const world = new World(), file = world.write(files['claude-code'], '{ "mine" : 1 }');
    runs(world.call(['install', 'claude-code']), 'install');
    const at = path.join(world.state, what), kept = what === 'backups' ? path.join(at, fs.readdirSync(at)[0]) : at, before = world.read(file);
    fs.chmodSync(kept, 0o666);
    const r = world.call([command, 'claude-code']);
    if (command === 'uninstall' && what === 'backups') { world.remove(); continue; } // it may do without
    ok(r.code !== 0 && /written by others/.test(r.stderr + r.stdout), `${command}, ${what}: ${r.code} ${r.stderr}`);
    is(world.read(file), before, `${command}, ${what}`);
    world.remove();
  }
});
test('restore by a name that is relative, of a link, or of what is gone', () => {
  const world = new World(), file = files['claude-code'];
  world.write('dotfiles/claude.json', '{}');
  fs.mkdirSync(path.dirname(world.at(file)));
  fs.symlinkSync('../dotfiles/claude.json', world.at(file));
  for (const name of [file, `./x/../${file}`, world.at(file)]) {
    runs(world.call(['install', 'claude-code']), 'install');
    runs(world.call(['restore', name], {}, { cwd: world.home }), `restore ${name}`);
    is(world.read(file), '{}', 'file');
  }
  runs(world.call(['install', 'claude-code']), 'install');
  fs.rmSync(world.at('dotfiles/claude.json'));
  runs(world.call(['restore', file], {}, { cwd: world.home }), 'restore of what is gone');
  is(world.read(file), '{}', 'file');
  runs(world.call(['install', 'claude-code']), 'install');
  fs.rmSync(world.at('dotfiles'), { recursive: true });
  const r = world.call(['restore', file], {}, { cwd: world.home });
  ok(r.code === 1 && /its folder is gone; make it/.test(r.stderr), r);
  is(world.ledger().length, 1, 'ledger');
  world.remove();
});
test('restore of a file that was not there removes it', () => {
  const world = new World(), before = world.tree();
  runs(world.call(['install', 'copilot-cli', 'opencode']), 'install');
  const said = JSON.parse(runs(world.call(['restore', '--json']), 'restore').stdout);
  is(said.length, 3, 'files');
  sameTree(world.tree(), before, 'restore');
  world.remove();
});
test('a backup that is damaged is told, and the file stays', () => {
  const world = new World(), file = world.write(files['claude-code'], '{"a":1}');
  runs(world.call(['install', 'claude-code']), 'install');
  const after = world.read(file), [backup] = fs.readdirSync(path.join(world.state, 'backups'));
  fs.writeFileSync(path.join(world.state, 'backups', backup), 'other bytes');
  is(world.call(['restore']).code, 1, 'exit of restore');
  is(world.read(file), after, 'file');
  runs(world.call(['uninstall']), 'uninstall does without');
  is(JSON.parse(world.read(file)), { a: 1 }, 'what is left');
  world.remove();
});
test('of a script and of a plugin that somebody changed, the change is kept', () => {
  for (const host of hosts.filter(host => ['plugin', 'files'].includes(agents[host].shape))) for (const command of ['install', 'uninstall']) {
    const world = new World();
    runs(world.call(['install', host]), 'install');
    const { file } = world.ledger().find(({ file }) => !file.endsWith('.json')), mine = `${world.read(file)}\n`;
    fs.writeFileSync(file, mine);
    runs(world.call([command, host]), command);
    ok(!fs.existsSync(file) || world.read(file) !== mine, `${host}: it is as it was`);
    const folder = path.join(world.state, 'backups');
    ok(fs.existsSync(folder) && fs.readdirSync(folder).some(name => world.read(path.join(folder, name)) === mine), `${host} ${command}: it is lost`);
    world.remove();
  }
});
test('a plugin of which one file is in the way is not written by half', () => {
  for (const host of hosts.filter(host => agents[host].shape === 'plugin')) {
    const names = new World();
    runs(names.call(['install', host]), 'install');
    const files = names.ledger().map(({ file }) => path.relative(names.home, file));
    names.remove();
    is(files.length, 2, host);
    for (const file of files) {
      const world = new World();
      world.write(file, 'mine');
      const before = world.tree(), r = world.call(['install', host]);
      ok(r.code === 1 && r.stderr.includes("not gaff's"), r);
      sameTree(world.tree(), before, `${host} with ${file}`);
      world.remove();
    }
  }
});
test('a version that gaff had to write goes with it, and one of the user stays', () => {
  for (const host of shared.filter(host => agents[host].version && !agents[host].bare)) for (const has of [false, true]) {
    const world = new World(), version = has ? `"version":${JSON.stringify(agents[host].version)},` : '';
    const file = world.write(files[host], `{${version}"hooks":${agents[host].shape === 'list' ? '[]' : '{}'}}`), before = world.read(file);
    runs(world.call(['install', host]), 'install');
    fs.appendFileSync(file, '\n\n'); // no longer as gaff wrote it
    runs(world.call(['uninstall', host]), 'uninstall');
    is(world.read(file), `${before}\n\n`, host);
    world.remove();
  }
  const world = new World(), file = world.write(files.cursor, '{"hooks":{}}');
  runs(world.call(['install', 'cursor']), 'install');
  const doc = JSON.parse(world.read(file));
  fs.writeFileSync(file, JSON.stringify({ ...doc, hooks: { ...doc.hooks, stop: [...doc.hooks.stop ?? [], { command: './mine.sh' }] } }));
  runs(world.call(['uninstall', 'cursor']), 'uninstall');
  is(JSON.parse(world.read(file)), { hooks: { stop: [{ command: './mine.sh' }] }, version: 1 }, 'with a hook that needs it');
  world.remove();
});
test('what gaff keeps is for its user alone', () => {
  const world = new World();
  world.write(files['claude-code'], '{"key":"secret"}');
  runs(world.call(['install', 'claude-code']), 'install');
  for (const [name, what] of Object.entries(world.tree({ state: true })))
    if (name.startsWith('home/.local/state/gaff')) ok(/ (600|700) /.test(what), `${name}: ${what}`);
  world.remove();
});
test('--json: the scope of each file, whatever the command', () => {
  const world = new World(), scopes = r => JSON.parse(runs(r, 'it').stdout).map(o => o.scope);
  for (const command of ['uninstall', 'restore']) {
    is(scopes(world.call(['install', 'claude-code', '--json'])), ['user'], 'install');
    for (const scope of ['project', 'local']) is(scopes(world.call(['install', 'claude-code', `--${scope}`, '--json'])), [scope], 'install');
    is(scopes(world.call([command, '--dry-run', '--json'])).sort(), ['local', 'project', 'user'], `${command} --dry-run`);
    is(scopes(world.call([command, '--json'])).sort(), ['local', 'project', 'user'], command);
  }
  world.remove();
});
test('restore --json, of an agent that a later gaff knew', () => {
  const world = new World();
  world.write(path.join(world.state, 'installs.json'), { installs: [{ host: 'later', scope: 'user', file: world.at('x'), before: '', after: '' }] });
  const r = world.call(['restore', '--json']);
  is(r.code, 1, 'exit');
  ok(/does not know/.test(JSON.parse(r.stdout)[0].error), r);
  world.remove();
});
test('a damaged cache of a manifest costs install nothing but time', () => {
  const world = new World(), folder = world.at('.cache/gaff/manifests');
  world.write('.config/gaff/hooks.json', JSON.stringify({ spec: 'hooks/1.0', hooks: [{ event: 'agent_stop', handler: { type: 'command', command: 'true' } }] }));
  runs(world.call(['install', 'claude-code', '--dry-run']), 'first');
  const [name] = fs.readdirSync(folder), file = path.join(folder, name), bytes = fs.readFileSync(file);
  bytes[bytes.indexOf('agent_stop') + 1] ^= 1;
  fs.writeFileSync(file, bytes);
  runs(world.call(['install', 'claude-code']), 'install');
  is(Object.keys(world.json('.claude/settings.json').hooks), ['Stop']);
  world.remove();
});
test('codex: a config.toml with very many projects', () => {
  const world = new World(), n = process.env.SLOW ? 3000 : 30000;
  const text = Array.from({ length: n }, (_, i) => `[projects."/home/dev/some/longer/project-${i}"]\ntrust_level = "trusted"\n`).join('');
  world.write('.codex/config.toml', text);
  const r = runs(world.call(['install', 'codex', '--trust']), 'install');
  ok(/config.toml: trusted/.test(r.stdout), r.stdout);
  world.write('.codex/config.toml', world.read('.codex/config.toml') + '[theirs]\n');
  runs(world.call(['uninstall', 'codex']), 'uninstall');
  ok(world.read('.codex/config.toml') === text + '[theirs]\n', 'another file');
  world.remove();
});
test('codex: trust of a project goes with its hooks, from elsewhere too, and stays with them', () => {
  const world = new World(), toml = '.codex/config.toml', elsewhere = { cwd: world.home };
  world.write(toml, 'model = "x"\n');
  for (const scope of ['--user', '--project']) runs(world.call(['install', 'codex', scope, '--trust']), 'install');
  world.write(toml, world.read(toml) + '# theirs\n');
  runs(world.call(['uninstall', 'codex', '--user']), 'uninstall --user');
  ok(!world.read(toml).includes(`"${world.at(files.codex)}`) && world.read(toml).includes(`"${world.project}`), world.read(toml));
  runs(world.call(['uninstall', 'codex'], {}, elsewhere), 'uninstall');
  ok(!world.read(toml).includes('hooks.state'), world.read(toml));
  ok(world.read(toml).startsWith('model = "x"\n') && world.read(toml).endsWith('# theirs\n'), world.read(toml));
  world.remove();
});
test("codex: the way to trust a project's hooks that is told is one", () => {
  const world = new World(), [, next] = /run: gaff (install .*)/.exec(runs(world.call(['install', 'codex', '--project']), 'install').stdout);
  runs(world.call(next.split(' ')), next);
  ok(!world.has(files.codex), 'it is registered for the user, too');
  ok(world.read('.codex/config.toml').includes(path.join(world.project, '.codex/hooks.json')), 'not trusted');
  world.remove();
});
test('uninstall --dry-run shows it, and changes nothing', () => {
  const world = new World(), file = world.write(files['claude-code'], '{\n\t"a": 1\r\n}');
  runs(world.call(['install', ...hosts, '--trust']), 'install');
  const before = world.tree({ state: true, times: true }), after = world.read(file);
  const said = runs(world.call(['uninstall', '--dry-run']), 'uninstall --dry-run').stdout;
  sameTree(world.tree({ state: true, times: true }), before, '--dry-run');
  const patch = said.slice(said.indexOf('--- ', said.indexOf(`${file}: would be changed`))).split(/^[a-z-]+: \//m)[0];
  fs.writeFileSync(path.join(world.dir, 'patched'), after);
  const r = spawnSync('patch', ['--binary', '-s', '-f', path.join(world.dir, 'patched')], { input: patch, encoding: 'utf8' });
  is([r.status, world.read(path.join(world.dir, 'patched'))], [0, '{\n\t"a": 1\r\n}'], `patch said ${r.stdout}${r.stderr}`);
  world.remove();
});
test('a file that its owner has removed since: the rest is put in order', () => {
  const world = new World(), before = world.tree();
  runs(world.call(['install', ...hosts, '--trust']), 'install');
  for (const host of hosts) fs.rmSync(world.at(files[host]));
  runs(world.call(['uninstall']), 'uninstall');
  sameTree(world.tree(), before, 'uninstall');
  is(world.ledger(), [], 'ledger');
  world.remove();
});
for (const host of shared.filter(host => agents[host].comments)) {
  test(`${host}: a comment that somebody has written into gaff's file stays`, () => {
    const world = new World();
    runs(world.call(['install', host]), 'install');
    world.write(files[host], `// to do\n${world.read(files[host])}`);
    runs(world.call(['uninstall', host]), 'uninstall');
    ok(world.has(files[host]) && /^\/\/ to do\n\{/.test(world.read(files[host])) && !world.read(files[host]).includes(gaff), 'it is gone');
    is(world.ledger(), [], 'ledger');
    world.remove();
  });
}
const older = { type: 'command', command: '/usr/bin/gaff run --host claude-code --event PreToolUse' }, theirs = { type: 'command', command: '/opt/theirs' };
for (const [name, groups, left] of [
  ['alone', [[older, older, older]], undefined], ['around another', [[older, theirs, older]], [[theirs]]], ['in two groups', [[older, older], [theirs], [older, older]], [[theirs]]],
]) {
  test(`several of ours in one group, ${name}: no empty group stays`, () => {
    const world = new World(), list = groups => groups?.map(hooks => ({ hooks }));
    world.write(files['claude-code'], { model: 'x', hooks: { PreToolUse: list(groups) } });
    runs(world.call(['uninstall', 'claude-code']), 'uninstall');
    is(world.json(files['claude-code']).hooks?.PreToolUse, list(left), 'hooks');
    world.write(files['claude-code'], { model: 'x', hooks: { PreToolUse: list(groups) } });
    runs(world.call(['install', 'claude-code']), 'install');
    const now = world.json(files['claude-code']).hooks.PreToolUse;
    ok(now.every(g => g.hooks.length) && now.flatMap(g => g.hooks).filter(h => h.command.startsWith(gaff)).length === 1, now);
    world.remove();
  });
}
test('a file with thousands of entries of gaff is refused, and soon', () => {
  const world = new World(), start = Date.now();
  world.write(files['claude-code'], { hooks: { PreToolUse: Array(20000).fill({ hooks: [older] }) } });
  const before = world.tree({ times: true });
  for (const command of ['install', 'uninstall']) {
    const r = world.call([command, 'claude-code']);
    ok(r.code === 1 && /20000 entries of gaff in it.*by hand/.test(r.stderr), r);
  }
  sameTree(world.tree({ times: true }), before, 'it was refused');
  ok(Date.now() - start < 20000, `${Date.now() - start} ms`);
  world.remove();
});
for (const host of shared.filter(host => !agents[host].isToml && !agents[host].anything)) {
  test(`${host}: out of a file that it would not read any more`, () => {
    const world = new World(), file = files[host], text = '{\n  "theirs": ["a"]\n}\n';
    const spoil = text => `\ufeff// why\n${text.replace('"a"', '"a",').replace('"theirs"', '"more": "//", "theirs"')}`;
    world.write(file, agents[host].only ? text.replace('theirs": ["a"]', 'description": "x"') : text);
    const before = world.read(file);
    runs(world.call(['install', host]), 'install');
    world.write(file, spoil(world.read(file)));
    is(world.call(['install', host]).code, 1, 'exit of install');
    runs(world.call(['uninstall', host]), 'uninstall');
    const left = world.read(file).replace(/,?\s*"version": ("\w+"|\d)/, '');
    is(left, spoil(before), 'file');
    world.remove();
  });
}
test('an entry that was moved into a group of somebody else is taken out of it', () => {
  const world = new World(), file = world.write(files['claude-code'], { hooks: {} }), theirs = { type: 'command', command: '/opt/theirs' };
  runs(world.call(['install', 'claude-code', '--events', 'before_tool_execute,agent_stop']), 'install');
  const doc = world.json(file), [ours] = doc.hooks.PreToolUse[0].hooks;
  world.write(file, { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [theirs, { ...ours, timeout: 7, note: 'mine' }, theirs] }], Stop: doc.hooks.Stop } });
  runs(world.call(['uninstall', 'claude-code']), 'uninstall');
  is(world.json(file), { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [theirs, theirs] }] } }, 'what is left');
  world.remove();
});
for (const line of ['timeout 10 @', 'X=1 @', '@ | tee log', '@ && true', 'cd /tmp && @', '/usr/bin/timeout 10 @', '/usr/bin/time -p ~/bin/gaff run --host claude-code --event PreToolUse', '"$HOME"/bin/gaff run --host claude-code --event PreToolUse', '@ -- ./hook',
  '@ --manifest x.json', '/opt/my tools/gaff run --host claude-code --event PreToolUse -- ./hook', 'echo "@"', '/opt/say: gaff run --host claude-code --event PreToolUse', '/opt/not-gaff run --host claude-code --event PreToolUse', '/opt/gaff/run --host claude-code --event PreToolUse']) {
  test(`somebody's own command stays: ${line}`, () => {
    const world = new World(), command = line.replace('@', '/usr/bin/gaff run --host claude-code --event PreToolUse');
    const text = pretty({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } });
    world.write(files['claude-code'], text);
    runs(world.call(['uninstall', 'claude-code']), 'uninstall');
    is(world.read(files['claude-code']), text, 'after an uninstall');
    runs(world.call(['install', 'claude-code']), 'install');
    is(world.json(files['claude-code']).hooks.PreToolUse.map(g => g.hooks.map(h => h.command === command)), [[true], [false]], 'commands');
    world.write(files['claude-code'], world.read(files['claude-code']) + '\n'); // so that it is not given back by its bytes
    runs(world.call(['uninstall', 'claude-code']), 'uninstall');
    is(world.read(files['claude-code']), text + '\n', 'at the end');
    world.remove();
  });
}
test('an entry of ours keeps what somebody has written beside it', () => {
  const world = new World(), file = world.write(files['gemini-cli'], {});
  runs(world.call(['install', 'gemini-cli', '--events', 'before_tool_execute']), 'install');
  const doc = world.json(file);
  Object.assign(doc.hooks.BeforeTool[0], { matcher: 'run_shell_command', sequential: true });
  Object.assign(doc.hooks.BeforeTool[0].hooks[0], { name: 'my own name', timeout: 1 });
  world.write(file, doc);
  runs(world.call(['install', 'gemini-cli', '--events', 'before_tool_execute']), 'install');
  const [group] = world.json(file).hooks.BeforeTool;
  is([group.matcher, group.sequential, group.hooks[0].name, group.hooks[0].timeout], ['run_shell_command', true, 'my own name', 60000], 'group and entry');
  world.remove();
});
test('a project without git is the folder one is in', () => {
  const world = new World();
  fs.rmSync(path.join(world.project, '.git'), { recursive: true });
  const before = world.tree();
  runs(world.call(['install', 'claude-code', '--project']), 'install');
  ok(world.has(path.join(world.project, '.claude/settings.json')), 'not there');
  runs(world.call(['uninstall', '--project'], {}, { cwd: '/' }), 'uninstall');
  sameTree(world.tree(), before, 'uninstall');
  world.remove();
});
test('a home behind a link, with a slash at its end and odd letters', () => {
  const world = new World(), home = path.join(world.dir, 'a home "größe"');
  fs.symlinkSync('home', home);
  const before = world.tree();
  runs(world.call(['install', ...hosts, '--trust'], { HOME: `${home}/` }), 'install');
  ok(world.read('.codex/config.toml').includes(JSON.stringify(`${home}/.codex/hooks.json:pre_tool_use:0:0`)), world.read('.codex/config.toml'));
  const tree = world.tree({ times: true });
  runs(world.call(['install', ...hosts, '--trust'], { HOME: home }), 'install');
  sameTree(world.tree({ times: true }), tree, 'a second install');
  runs(world.call(['uninstall'], { HOME: home }), 'uninstall');
  sameTree(world.tree(), before, 'uninstall');
  world.remove();
});

// ---- what can be in the way ----

const damaged = { 'no JSON': '{"installs":[', 'another shape': '[1]', 'empty': '', 'entries that are none': '{"installs":[1,{},{"file":7},{"file":"/x","host":"nobody"}]}' };
for (const [name, text] of Object.entries(damaged)) {
  test(`the ledger is damaged: ${name}`, () => {
    const world = new World(), file = world.write(files['claude-code'], '{"a":1}\n');
    world.write(path.join(world.state, 'installs.json'), text, 0o600);
    const r = world.call(['install', 'claude-code']);
    if (r.code) {
      ok(/list of installs .*damaged; move it away/.test(r.stderr), r.stderr);
      is(world.read(file), '{"a":1}\n', 'file');
      const out = world.call(['uninstall']);
      ok(out.code !== 0 && out.stderr.trim().split('\n').length === 1, 'uninstall says nothing, or the same of every file');
      fs.rmSync(path.join(world.state, 'installs.json'));
      runs(world.call(['install', 'claude-code']), 'install');
    }
    runs(world.call(['uninstall', 'claude-code']), 'uninstall');
    is(world.read(file), '{"a":1}\n', 'file');
    world.remove();
  });
}
test('the ledger is lost: uninstall takes out what is ours', () => {
  const world = new World();
  for (const host of hosts.filter(host => agents[host].shape !== 'files')) world.write(files[host].replace('gaff.json', 'other.json'), nothing(host));
  const before = world.tree();
  runs(world.call(['install', ...hosts]), 'install');
  fs.rmSync(path.join(world.state, 'installs.json'));
  runs(world.call(['install', ...hosts]), 'install again');
  runs(world.call(['uninstall']), 'uninstall');
  ok(!spawnSync('grep', ['-rl', gaff, world.home, '--exclude-dir=state'], { encoding: 'utf8' }).stdout, 'gaff is still there');
  for (const host of ['claude-code', 'gemini-cli']) is(world.json(files[host]), {}, host);
  ok(before, 'before');
  world.remove();
});
test('no place for the state: nothing is registered', () => {
  const world = new World(), file = world.write(files['claude-code'], '{}');
  world.write('.local/state', 'in the way');
  for (const env of [{}, { XDG_STATE_HOME: '/dev/null/state' }, { XDG_STATE_HOME: '/proc/nothing' }]) {
    const r = world.call(['install', 'claude-code'], env);
    ok(r.code === 128 && /cannot make the folder/.test(r.stderr), r);
    is(world.read(file), '{}', 'file');
  }
  world.remove();
});
test('$HOME is missing, or no path', () => {
  const world = new World(), before = world.tree();
  for (const env of [{ HOME: undefined }, { HOME: '' }, { HOME: 'relative' }])
    for (const scope of ['--user', '--project']) {
      const r = world.call(['install', 'claude-code', scope], env);
      ok(r.code !== 0 && /HOME/.test(r.stderr), `${r.code} ${r.stderr}`);
    }
  const r = world.call(['install', 'claude-code'], { HOME: undefined, XDG_STATE_HOME: world.state });
  ok(r.code === 1 && /HOME is not set/.test(r.stderr), `${r.code} ${r.stderr}`);
  const committed = world.call(['install', 'claude-code', '--project'], { HOME: undefined, XDG_STATE_HOME: world.state });
  ok(committed.code === 0 && /there is no home: .*; its events are left out/.test(committed.stderr), `a project needs no home: ${committed.code} ${committed.stderr}`);
  runs(world.call(['uninstall', '--project'], { HOME: undefined, XDG_STATE_HOME: world.state }), 'uninstall');
  sameTree(world.tree(), before, 'at the end');
  world.remove();
});
for (const [name, make] of Object.entries({
  'a directory': file => fs.mkdirSync(file), 'a FIFO': file => spawnSync('mkfifo', [file]), 'a link to a folder': file => fs.symlinkSync('/tmp', file),
  'a link to itself': file => fs.symlinkSync(path.basename(file), file), 'a device': file => fs.symlinkSync('/dev/zero', file),
})) {
  for (const host of ['claude-code', 'codex', 'opencode']) {
    test(`${host}: ${name} in its place`, () => {
      const world = new World(), file = world.at(files[host]);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      make(file);
      const before = world.tree();
      for (const command of ['install', 'uninstall']) {
        const r = world.call([command, host], {}, { timeout: 20000 });
        is(r.code, 1, `exit of ${command}, with ${r.stderr}`);
        ok(r.stderr.includes(file), r.stderr);
        sameTree(world.tree(), before, command);
      }
      is(world.ledger(), [], 'ledger');
      world.remove();
    });
  }
}
test('a folder on the way is a file', () => {
  const world = new World();
  world.write('.claude', 'in the way');
  const before = world.tree(), r = world.call(['install', 'claude-code']);
  is(r.code, 1, 'exit');
  sameTree(world.tree(), before, 'install');
  is(world.ledger(), [], 'ledger');
  world.remove();
});
test('a link that leads nowhere yet: the file is made where it leads', () => {
  const world = new World();
  fs.mkdirSync(world.at('.claude'));
  fs.symlinkSync('../dotfiles/claude.json', world.at('.claude/settings.json'));
  const before = world.tree();
  runs(world.call(['install', 'claude-code']), 'install');
  ok(world.has('dotfiles/claude.json'), 'not there');
  ok(fs.lstatSync(world.at('.claude/settings.json')).isSymbolicLink(), 'the link is gone');
  runs(world.call(['uninstall']), 'uninstall');
  sameTree(world.tree(), before, 'uninstall');
  world.remove();
});
test("what a killed gaff left beside a file goes, and somebody's copy of it stays", () => {
  const world = new World(), left = `${files['claude-code']}.gaff-being-written-a1B2c3`;
  world.write(files['claude-code'], '{}');
  for (const end of ['.gaff-backup', '.gaff-before', '.gaff-a1B2c3']) world.write(files['claude-code'] + end, 'mine');
  const before = world.tree();
  for (const command of ['install', 'uninstall']) {
    world.write(left, '{');
    runs(world.call([command, 'claude-code']), command);
    ok(!world.has(left), `${command} has left it`);
  }
  sameTree(world.tree(), before, 'uninstall');
  world.remove();
});
for (const host of hosts.filter(host => !userOnly.includes(host))) {
  const file = projectFiles[host], folders = path.dirname(file).split('/').filter(name => name !== '.').map((_, i, all) => all.slice(0, i + 1).join('/'));
  for (const link of [...folders, file]) {
    test(`${host}: ${link} of a project leads out of it, and nothing goes there`, () => {
      const world = new World(), from = path.join(world.project, link), to = world.at('private'), isFile = link === file;
      fs.mkdirSync(path.dirname(from), { recursive: true });
      if (isFile) world.write('private', '{}');
      else fs.mkdirSync(to);
      fs.symlinkSync(to, from);
      const before = world.tree({ times: true });
      for (const args of [['install', '--dry-run'], ['install']]) {
        const r = world.call([args[0], host, '--project', ...args.slice(1)]);
        ok(r.code === 1 && /link/.test(r.stderr) && r.stderr.includes(world.project), r);
      }
      runs(world.call(['uninstall', host]), 'uninstall of what is not there');
      sameTree(world.tree({ times: true }), before, 'a link was followed');
      is(world.ledger(), [], 'ledger');
      world.remove();
    });
    test(`${host}: ${link} becomes a link after the install: neither uninstall nor restore follow it`, () => {
      const world = new World(), to = path.join(world.home, 'private');
      runs(world.call(['install', host, '--project']), 'install');
      fs.renameSync(path.join(world.project, link), to);
      fs.symlinkSync(to, path.join(world.project, link));
      const outside = () => Object.fromEntries(Object.entries(world.tree({ times: true })).filter(([name]) => name.startsWith('home/')));
      const before = outside();
      for (const command of ['uninstall', 'restore']) {
        const r = world.call([command, host]);
        ok(r.code === 1 && /link/.test(r.stderr), r);
        ok(Object.keys(before).length && world.ledger().length, 'a test that tests nothing');
        sameTree(outside(), before, command);
      }
      world.remove();
    });
  }
}
test('a link within a project is followed', () => {
  const world = new World();
  fs.mkdirSync(path.join(world.project, 'agents/claude'), { recursive: true });
  fs.symlinkSync('agents/claude', path.join(world.project, '.claude'));
  const before = world.tree();
  runs(world.call(['install', 'claude-code', '--project']), 'install');
  ok(world.has(path.join(world.project, 'agents/claude/settings.json')), 'not there');
  runs(world.call(['uninstall', 'claude-code']), 'uninstall');
  sameTree(world.tree(), before, 'uninstall');
  world.remove();
});
test('cursor: a project file behind a link is not followed by it, and refused', () => {
  const world = new World();
  world.write('elsewhere.json', '{}');
  fs.mkdirSync(path.join(world.project, '.cursor'));
  fs.symlinkSync(world.at('elsewhere.json'), path.join(world.project, '.cursor/hooks.json'));
  const r = world.call(['install', 'cursor', '--project']);
  ok(r.code === 1 && /symbolic link/.test(r.stderr), r);
  is(world.read('elsewhere.json'), '{}', 'file');
  world.remove();
});
test('a file of 40 MB is too big, and left alone', () => {
  const world = new World();
  world.write(files['claude-code'], JSON.stringify({ pad: 'x'.repeat(40e6) }));
  const before = world.tree({ times: true }), r = world.call(['install', 'claude-code']);
  is(r.code, 1, `exit, with ${r.stderr}`);
  sameTree(world.tree({ times: true }), before, 'install');
  world.remove();
});
test('all hooks are switched off: it says so', () => {
  const world = new World();
  world.write(files['claude-code'], '{"disableAllHooks":true}');
  ok(/switched off/.test(runs(world.call(['install', 'claude-code']), 'install').stdout), 'it does not');
  world.remove();
});
test('a key that is there twice: the last one counts', () => {
  const world = new World(), file = world.write(files['claude-code'], '{"hooks": {"Stop": []}, "a": 1, "hooks": {"Stop": [{"hooks":[{"type":"command","command":"x"}]}]}}\n'), before = world.tree();
  runs(world.call(['install', 'claude-code', '--events', 'agent_stop']), 'install');
  is(world.json(file).hooks.Stop.length, 2, 'entries');
  runs(world.call(['uninstall']), 'uninstall');
  sameTree(world.tree(), before, 'uninstall');
  world.remove();
});
test('one is refused, the others are registered', () => {
  const world = new World();
  world.write(files['claude-code'], '{,}');
  const r = world.call(['install', 'claude-code', 'qwen-code', '--json']), said = JSON.parse(r.stdout);
  is([r.code, said.length, said[0].line, said[0].column, said[1].changed], [1, 2, 1, 2, true], 'answer');
  ok(world.has(files['qwen-code']), 'the other one is not');
  world.remove();
});
if (isRoot) {
  test('the owner of a file stays its owner', () => {
    const world = new World(), file = world.write(files['claude-code'], '{}', 0o664);
    fs.chownSync(file, 1234, 4321);
    const before = world.tree();
    runs(world.call(['install', 'claude-code']), 'install');
    const s = fs.statSync(file);
    is([s.uid, s.gid, (s.mode & 0o7777).toString(8)], [1234, 4321, '664'], 'owner, group and mode');
    runs(world.call(['uninstall']), 'uninstall');
    sameTree(world.tree(), before, 'uninstall');
    world.remove();
  });
  test("a file of another user is not made one's own", () => {
    const world = new World(), file = world.write(files['claude-code'], '{}', 0o666), mine = path.join(world.dir, 'bin');
    fs.chmodSync(scratch, 0o755);
    fs.mkdirSync(mine);
    fs.copyFileSync(built, path.join(mine, 'gaff'));
    fs.chmodSync(path.join(mine, 'gaff'), 0o755);
    world.program = path.join(mine, 'gaff');
    for (const folder of [world.home, path.dirname(file)]) fs.chownSync(folder, 65534, 65534);
    const r = world.call(['install', 'claude-code'], {}, { uid: 65534, gid: 65534 });
    is([r.code, fs.statSync(file).uid, world.read(file)], [1, 0, '{}'], `exit, owner and file; ${r.stderr}`);
    is(fs.readdirSync(path.dirname(file)), ['settings.json'], 'files');
    world.remove();
  });
  test('a folder that may not be written to', () => {
    const world = new World(), file = world.write(files['claude-code'], '{}'), mine = path.join(world.dir, 'bin');
    fs.chmodSync(scratch, 0o755);
    fs.mkdirSync(mine);
    fs.copyFileSync(built, path.join(mine, 'gaff'));
    fs.chmodSync(path.join(mine, 'gaff'), 0o755);
    world.program = path.join(mine, 'gaff');
    fs.chownSync(world.home, 65534, 65534);
    fs.chownSync(file, 65534, 65534);
    const r = world.call(['install', 'claude-code'], {}, { uid: 65534, gid: 65534 });
    ok(r.code === 1 && /cannot write beside it/.test(r.stderr), r);
    is([world.read(file), world.ledger()], ['{}', []], 'file and ledger');
    world.remove();
  });
} else {
  skip('files of other users', 'needs root');
}

// ---- which agents are here ----

test('of two editions that one gets its hooks whose folder is there', () => {
  for (const [there, wanted] of [[[], '.trae-cn'], [['.trae'], '.trae'], [['.trae-cn'], '.trae-cn'], [['.trae', '.trae-cn'], '.trae-cn']]) {
    const world = new World();
    for (const folder of there) fs.mkdirSync(world.at(folder));
    is(world.call(['install', 'trae']).code, 0, 'exit');
    is(['.trae', '.trae-cn'].filter(folder => world.has(`${folder}/hooks.json`)), [wanted], `with ${there}`);
    is(world.call(['uninstall', 'trae']).code, 0, 'exit');
    is(['.trae', '.trae-cn'].filter(folder => world.has(`${folder}/hooks.json`)), [], 'after uninstall');
    world.remove();
  }
});
test('a folder that two agents have says nothing of the one whose own is below it', () => {
  const here = folder => {
    const world = new World();
    fs.mkdirSync(world.at(folder), { recursive: true });
    const found = JSON.parse(world.call(['status', '--json'], { PATH: '/nowhere' }).stdout).hosts.map(h => h.host);
    world.remove();
    return found;
  };
  is([here('.gemini').includes('antigravity'), here('.gemini/config').includes('antigravity'), here('.trae'), here('.trae-cn'), here('.junie')], [false, true, ['trae'], ['trae'], ['junie']]);
});

finish('install');
