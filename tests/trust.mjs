// trust.mjs - what a repository can do after it was trusted. A trusted project has a hook of every kind; then a commit
// changes one thing at some name, by chance. Afterwards each hook either runs the very bytes that were trusted, or it
// is said to have changed, and a closed one denies. COUNT and SEED choose how many changes and which.
//
// All hooks are of one event, so that one call runs all of a project. Each has a file of its own in `seen`: what it
// loads adds its mark there. Other marks than before are other bytes.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { finish, is, ok, skip, test } from './check.mjs';

process.umask(0o022);
const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const scratch = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'gaff-trust-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));
const has = program => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const slow = !!process.env.SLOW;
const changes = Number(process.env.COUNT ?? (slow ? 120 : 1000)), harmless = Number(process.env.COUNT ?? (slow ? 24 : 200));
// Several at once: each has numbers of its own, and so the same ones every time.
class Chance {
  constructor(seed) { this.state = Math.imul(Number(process.env.SEED ?? 20) + 1, 0x9e3779b1) + seed | 0; }
  number(n) {
    let x = this.state = this.state + 0x6d2b79f5 | 0;
    x = Math.imul(x ^ x >>> 15, x | 1);
    x ^= x + Math.imul(x ^ x >>> 7, x | 61);
    return ((x ^ x >>> 14) >>> 0) % n;
  }
  pick(list) { return list[this.number(list.length)]; }
}

// ---- worlds ----

let worlds = 0;
class World {
  constructor() {
    this.dir = path.join(scratch, `w${++worlds}`);
    [this.home, this.project, this.seen] = ['home', 'proj', 'seen'].map(name => path.join(this.dir, name));
    for (const folder of [this.home, this.project, this.seen]) fs.mkdirSync(folder, { recursive: true });
  }
  at(name) { return path.join(this.project, name); }
  write(name, text, mode) {
    fs.mkdirSync(path.dirname(this.at(name)), { recursive: true });
    fs.writeFileSync(this.at(name), typeof text === 'string' || Buffer.isBuffer(text) ? text : JSON.stringify(text, null, 1));
    if (mode) fs.chmodSync(this.at(name), mode);
  }
  hooks(hooks) { this.write('.gaff/hooks.json', { spec: 'hooks/1.0', hooks }); }
  gaff(args, { cwd = this.project, input } = {}) {
    const r = spawnSync(gaff, args, { cwd, input, env: this.env(), encoding: 'utf8', maxBuffer: 1 << 26 });
    if (r.error && r.error.code !== 'EPIPE') throw r.error;
    return { code: r.status, out: r.stdout, err: r.stderr };
  }
  trust(folder = this.project) {
    const r = this.gaff(['trust', '--yes', folder]);
    is(r.code, 0, `gaff trust: ${r.err}`);
    return r.out;
  }
  // A call of the shell; tells what ran, what the user was told, whether it was denied.
  call(options) { const [args, rest] = this.ask(options); return this.answered(this.gaff(args, rest)); }
  async callBeside(options) { // while others go on
    const [args, { input, cwd }] = this.ask(options), child = spawn(gaff, args, { cwd, env: this.env() });
    const out = [], err = [];
    child.stdout.on('data', data => out.push(data));
    child.stderr.on('data', data => err.push(data));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const code = await new Promise((resolve, reject) => { child.on('error', reject); child.on('close', resolve); });
    return this.answered({ code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() });
  }
  env() { return { PATH: process.env.PATH, HOME: this.home, SEEN: this.seen, ...sanitizer }; }
  ask({ command = 'ls', session = `s${++worlds}`, args = [], folder = this.project } = {}) {
    const payload = { session_id: session, cwd: folder, hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, permission_mode: 'default', transcript_path: '/x' };
    fs.rmSync(this.seen, { recursive: true, force: true });
    fs.mkdirSync(this.seen);
    return [['run', '--host', 'claude-code', ...args], { input: JSON.stringify(payload), cwd: folder }];
  }
  answered(r) {
    const answer = r.out ? JSON.parse(r.out) : {}, decided = answer.hookSpecificOutput ?? {};
    const ran = Object.fromEntries(fs.readdirSync(this.seen).map(name => [name, fs.readFileSync(path.join(this.seen, name), 'utf8')]));
    return { ...r, ran, told: answer.systemMessage ?? '', denied: decided.permissionDecision === 'deny' ? decided.permissionDecisionReason : undefined };
  }
  git(...args) {
    const [cwd, rest] = typeof args[0] === 'object' ? [args[0].cwd, args.slice(1)] : [this.project, args];
    const r = spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', '-c', 'commit.gpgsign=false', '-c', 'core.hooksPath=/dev/null', ...rest], { cwd, env: { PATH: process.env.PATH, HOME: this.home }, encoding: 'utf8' });
    is(r.status, 0, `git ${rest.join(' ')}: ${r.stderr}`);
    return r.stdout;
  }
}
const guard = (name, command, more = {}) => ({ name, event: 'before_tool_execute', blocking: true, on_error: 'closed', handler: { type: 'command', command, timeout: 20 }, ...more });

// ---- a hook of every kind ----

// How a file of each language leaves its mark: the name of the hook, and which bytes.
const mark = {
  sh: (hook, text) => `printf %s '${text}' >>"$SEEN/${hook}"\n`,
  py: (hook, text) => `import os as _os\nopen(_os.environ["SEEN"] + "/${hook}", "a").write("${text}")\n`,
  js: (hook, text) => `require("fs").appendFileSync(process.env.SEEN + "/${hook}", "${text}");\n`,
  mjs: (hook, text) => `import { appendFileSync as a${text.replace(/\W/g, '')} } from "node:fs"; a${text.replace(/\W/g, '')}(process.env.SEEN + "/${hook}", "${text}");\n`,
};
const kinds = {
  plain: { command: './plain.sh', files: { '.gaff/plain.sh': ['sh', ''] }, mode: { '.gaff/plain.sh': 0o755 } },
  sourced: { command: 'sh tools/sourced.sh', files: { 'tools/sourced.sh': ['sh', '. "$(dirname "$0")/lib/common.sh"\n. ./tools/lib/more\nfor f in tools/parts/*.sh; do . "./$f"; done\n'], 'tools/lib/common.sh': ['sh', ''], 'tools/lib/more': ['sh', ''], 'tools/parts/a.sh': ['sh', ''], 'tools/parts/b.sh': ['sh', ''] } },
  python: { needs: 'python3', command: 'python3 py/check.py', files: { 'py/check.py': ['py', 'import json, helper\nfrom plugins import one\nimport pack.deep.more\n'], 'py/helper.py': ['py', ''], 'py/plugins/one.py': ['py', ''], 'py/pack/__init__.py': ['py', ''], 'py/pack/deep/__init__.py': ['py', ''], 'py/pack/deep/more.py': ['py', ''] } },
  package: { needs: 'python3', command: 'python3 -m checks', files: { 'checks/__init__.py': ['py', ''], 'checks/__main__.py': ['py', 'from . import rule\nimport fnmatch\n'], 'checks/rule.py': ['py', ''] } },
  folder: { needs: 'python3', command: 'python3 app', files: { 'app/__main__.py': ['py', 'import rules\n'], 'app/rules.py': ['py', ''] } },
  template: { needs: 'python3', command: './alone.py', files: { '.gaff/alone.py': ['py', 'import json\n', '#!/usr/bin/env -S python3 -I\n'] }, mode: { '.gaff/alone.py': 0o755 } },
  node: { needs: 'node', command: 'node js/check.js', files: { 'js/check.js': ['js', 'require("./local"); require("../shared/util"); require("dep");\n'], 'js/local.js': ['js', ''], 'shared/util.js': ['js', ''], 'node_modules/dep/index.js': ['js', 'require("./inner");\n'], 'node_modules/dep/inner.js': ['js', ''] }, more: { 'js/package.json': '{"type":"commonjs"}', 'node_modules/dep/package.json': '{"name":"dep","main":"index.js"}' } },
  module: { needs: 'node', command: 'node esm/check.mjs', files: { 'esm/check.mjs': ['mjs', 'import "./local.mjs"; import "../shared/other.js";\n'], 'esm/local.mjs': ['mjs', ''], 'shared/other.js': ['js', ''] } },
  // folders by their names, from beside and above, the folder above itself, and what package.json maps
  lifted: { needs: 'node', command: 'node up/js/check.js', files: { 'up/js/check.js': ['js', 'require("./near"); require("../lib"); require("../held"); require(".."); require("#x"); require("me/y");\n'], 'up/js/near/index.js': ['js', ''], 'up/lib/index.js': ['js', 'require("./part");\n'], 'up/lib/part.js': ['js', ''], 'up/held/src/go.js': ['js', ''], 'up/index.js': ['js', ''], 'up/mapped/impl.js': ['js', ''], 'up/mapped/self.js': ['js', ''] }, more: { 'up/held/package.json': '{"main":"src/go"}', 'up/package.json': '{"name":"me","imports":{"#x":"./mapped/impl.js"},"exports":{"./y":"./mapped/self.js"}}' } },
  // Python that does not hear of PYTHONPYCACHEPREFIX
  deaf: { needs: 'python3', command: 'python3 -EB ears/in/check.py', caches: true, files: { 'ears/in/check.py': ['py', 'import sys, helper\nsys.path.insert(0, _os.path.dirname(_os.path.dirname(_os.path.abspath(__file__))))\nimport outer\n'], 'ears/in/helper.py': ['py', ''], 'ears/outer/__init__.py': ['py', ''] } },
  moved: { needs: 'python3', command: 'python3 -IB far/check.py', caches: true, files: { 'far/check.py': ['py', 'import sys\nsys.path.insert(0, "mods")\nimport one, pack\n'], 'mods/one.py': ['py', ''], 'mods/pack/__init__.py': ['py', ''] } },
  make: { needs: 'make', command: 'make -s -C mk check', files: { 'mk/run.sh': ['sh', ''] }, more: { 'mk/Makefile': 'include rules.mk\ncheck: dep\n\t@sh ./run.sh\n', 'mk/rules.mk': 'dep:\n\t@printf %s rules.mk >>"$$SEEN/make"\n' } },
  program: { command: 'printf %s program >>"$SEEN/program"', files: {} },
};
const used = Object.fromEntries(Object.entries(kinds).filter(([name, kind]) => !kind.needs || has(kind.needs) || skip(name, `there is no ${kind.needs}`)));

// Some of them in a project each: a call runs all of one.
const groups = [['program', 'plain', 'sourced', 'make'], ['template', 'python'], ['package', 'folder'], ['module', 'node'], ['lifted'], ['deaf', 'moved']].map(group => group.filter(name => used[name])).filter(group => group.length);
function fill(w, group, version = '') {
  for (const name of group) {
    const kind = used[name];
    for (const [file, [language, body, head = language === 'sh' ? '#!/bin/sh\n' : '']] of Object.entries(kind.files))
      w.write(file, head + mark[language](name, `${path.basename(file)}${version};`) + body, kind.mode?.[file]);
    for (const [file, text] of Object.entries(kind.more ?? {})) w.write(file, text);
  }
  w.write('README.md', '# a project\n');
  w.write('src/main.ts', 'export const x = 1;\n');
  w.write('docs/page.md', 'a page\n');
  w.hooks(group.map(name => guard(name, used[name].command)));
}
function make(group) {
  const w = new World(), outside = path.join(w.dir, 'outside');
  fs.mkdirSync(outside);
  for (const [name, text] of Object.entries(evil)) fs.writeFileSync(path.join(outside, `evil${name}`), text);
  fill(w, group);
  w.trust();
  const r = w.call();
  ok(!r.denied && !r.told, `it does not run: ${r.denied} ${r.told} ${r.err}`);
  is(Object.keys(r.ran).sort(), [...group].sort(), 'what runs');
  return Object.assign(w, { group, outside, want: r.ran });
}

// ---- what a commit can do ----

// By how a name ends: something that runs if anybody loads it, and leaves `evil` behind.
const evil = {
  '.py': 'import os\nopen(os.environ["SEEN"] + "/evil", "w")\n',
  '.js': 'require("fs").writeFileSync(process.env.SEEN + "/evil", "");\n',
  '.mjs': 'import { writeFileSync } from "node:fs"; writeFileSync(process.env.SEEN + "/evil", "");\n',
  '.json': '{"type":"module","main":"evil.js","imports":{"#x":"./evil.js"},"exports":"./evil.js"}',
  '.mk': 'check dep:\n\t@touch "$$SEEN/evil"\n.PHONY: check dep\n',
  '.sh': '#!/bin/sh\n: >"$SEEN/evil"\n',
};
// compiled, and said to need no check
const tag = has('python3') && spawnSync('python3', ['-c', 'import sys\nprint(sys.implementation.cache_tag)'], { encoding: 'utf8' }).stdout.trim();
if (tag) {
  const [from, to] = ['evil.py', 'evil.pyc'].map(name => path.join(scratch, name));
  fs.writeFileSync(from, evil['.py']);
  is(spawnSync('python3', ['-c', 'import py_compile, sys\npy_compile.compile(*sys.argv[1:3], "x.py", True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)', from, to]).status, 0, 'a compiled module');
  evil['.pyc'] = fs.readFileSync(to);
}
const isMake = name => /^(GNU)?makefile$/i.test(path.basename(name));
const evilOf = name => isMake(name) ? evil['.mk'] : evil[path.extname(name).replace(/^\.[ct]s$/, '.js').replace('.cjs', '.js')] ?? evil['.sh'];
const special = { '.gaff/policy.json': '{"disable_all_hooks":true}', '.gaff/hooks.json': '{"spec":"hooks/1.0","hooks":[{"event":"before_tool_execute","handler":{"type":"command","command":"touch $SEEN/evil"}}]}', '.gaff/hooks.yaml': 'spec: hooks/1.0\nhooks:\n  - event: before_tool_execute\n    handler: { type: command, command: touch $SEEN/evil }\n' };

function list(folder, below = '') {
  return fs.readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap(e => [path.join(below, e.name), ...(e.isDirectory() ? list(folder, path.join(below, e.name)) : [])]);
}
const modules = ['lib', 'impl', 'near', 'outer', 'held', 'part', 'json', 'os', 're', 'enum', 'fnmatch', 'io', 'types', 'helper', 'plugins', 'one', 'pack', 'rule', 'rules', 'deep', 'more', 'checks', 'app', 'runpy', 'codecs', 'encodings', 'zipfile', 'pkgutil', 'importlib', 'sitecustomize', '__init__', '__main__', 'local', 'util', 'other', 'index', 'fs', 'dep', 'inner', 'evil', 'common', 'check', 'run', 'a', 'c', 'dirname', 'printf', 'sh', 'python3', 'node', 'make', 'Makefile', 'makefile', 'GNUmakefile', 'package', 's.Makefile', 'plain', 'sourced'];
const endings = ['', '.py', '.pyc', '.so', '.js', '.json', '.node', '.mjs', '.cjs', '.sh', '.mk', '.c', '.o', ',v', '.ts'];
const extra = ['.gaff/policy.json', '.gaff/hooks.yaml', '.gaff/hooks.yml', '.gaff/hooks.jsonc', 'package.json', 'mk/Makefile.sh', 'mk/RCS/Makefile,v', 'mk/SCCS/s.Makefile', 'mk/check', 'mk/dep', 'mk/check.sh', 'mk/GNUmakefile', 'node_modules/fs/index.js', 'js/node_modules/dep/index.js', 'esm/package.json', 'shared/package.json', 'py/json.py', 'py/json/__init__.py', '.gaff/json.py', 'json.py', 'runpy.py', 'checks.py', 'app/json.py', 'app/rules/__init__.py', 'js/check.js.js', 'js/check.js/index.js', 'js/local/index.js', 'js/local.json', 'printf', '.gaff/printf', 'tools/parts/c.sh', 'tools/lib.sh', 'lib/common.sh', '.env', 'pyproject.toml', '.python-version', 'tsconfig.json', ...['py/__pycache__/helper', 'ears/in/__pycache__/helper', 'ears/outer/__pycache__/__init__', 'ears/__pycache__/outer', 'mods/__pycache__/one', 'mods/pack/__pycache__/__init__'].map(name => `${name}.${tag}.pyc`), 'up/lib/package.json', 'up/lib.js', 'up/package.json', 'up.js', 'ears/outer.py', 'mods/one/__init__.py', 'py/helper.pyc', 'py/helper.abi3.so', 'sitecustomize.py', 'py/sitecustomize.py', 'conftest.py', '.npmrc', 'mk/.SHELLFLAGS', 'README.md', 'src/other.ts'];

function put(w, name, text = special[name] ?? evilOf(name)) {
  fs.rmSync(w.at(name), { recursive: true, force: true });
  for (let folder = path.dirname(name); folder !== '.'; folder = path.dirname(folder)) // a file where a folder has to be
    if (fs.existsSync(w.at(folder)) && !fs.statSync(w.at(folder)).isDirectory()) fs.rmSync(w.at(folder));
  w.write(name, text, w.chance.number(2) ? 0o755 : undefined);
}
function putFolder(w, name) {
  fs.rmSync(w.at(name), { recursive: true, force: true });
  const stem = path.basename(name).replace(/\.\w+$/, '');
  for (const file of ['__init__.py', '__main__.py', 'index.js', 'package.json', `${stem}.py`, `${stem}.sh`, `${stem}.js`, 'evil.js', 'hooks.json', 'Makefile']) w.write(path.join(name, file), evilOf(file), 0o755);
}
const link = (w, name, target) => { fs.rmSync(w.at(name), { recursive: true, force: true }); fs.mkdirSync(path.dirname(w.at(name)), { recursive: true }); fs.symlinkSync(target, w.at(name)); };
const ways = {
  add: (w, name) => put(w, name),
  'add a folder': (w, name) => putFolder(w, name),
  remove: (w, name) => fs.rmSync(w.at(name), { recursive: true, force: true }),
  'a folder in its place': (w, name) => putFolder(w, name),
  'other bytes': (w, name) => put(w, name),
  'more bytes': (w, name) => { if (!fs.statSync(w.at(name)).isFile()) return put(w, name); const text = fs.readFileSync(w.at(name), 'utf8'); return fs.writeFileSync(w.at(name), text + evilOf(name).replace(/^#!.*\n/, '')); },
  'a link to a file': (w, name, all) => link(w, name, path.relative(path.dirname(w.at(name)), w.at(w.chance.pick(all))) || '.'),
  'a link to a device': (w, name) => link(w, name, w.chance.pick(['/dev/null', '/dev/stdin', '/dev/zero', '/dev/fd/0'])),
  'a link to nothing': (w, name) => link(w, name, 'nowhere'),
  'a link outside': (w, name) => link(w, name, w.chance.pick([path.join(w.outside, `evil${path.extname(name) in evil ? path.extname(name) : '.sh'}`), w.outside, path.join(w.dir, 'copy', name)])),
  rename: (w, name, all, fresh) => { const to = w.at(fresh); fs.mkdirSync(path.dirname(to), { recursive: true }); fs.rmSync(to, { recursive: true, force: true }); if (fs.existsSync(w.at(name)) && !to.startsWith(`${w.at(name)}/`)) fs.renameSync(w.at(name), to); },
  mode: (w, name) => { const s = fs.statSync(w.at(name)); if (s.isFile()) fs.chmodSync(w.at(name), s.mode & 0o100 ? 0o644 : 0o755); else put(w, path.join(name, 'new.py')); },
};
const restore = w => { fs.rmSync(w.project, { recursive: true, force: true }); fs.cpSync(path.join(w.dir, 'copy'), w.project, { recursive: true, verbatimSymlinks: true }); };

// The property itself; says what is wrong, or nothing.
function judge(w, r) {
  if ('evil' in r.ran) return 'code ran that nobody trusted';
  const other = w.group.filter(name => name in r.ran && r.ran[name] !== w.want[name]);
  if (other.length) return `other bytes ran: ${other.map(name => `${name} ${r.ran[name]}, not ${w.want[name]}`)}`;
  const missing = w.group.filter(name => !(name in r.ran));
  if (missing.length && !r.denied) return `${missing} did not run, and nothing was denied`;
  if (missing.length && !/do not run: .*(changed|new|gone|no longer|leads|link|both|cannot|more that it could)/s.test(r.told)) return `${missing} did not run, and nobody was told why: ${r.told}`;
  if (!missing.length && r.denied) return `all ran, and it was denied: ${r.denied}`;
  return undefined;
}

const beds = groups.map(make), parts = [2, 1, 1, 1, 1, 1]; // what is quick is tried more often
beds.forEach((w, i) => { w.chance = new Chance(i); w.share = parts[i] / parts.slice(0, beds.length).reduce((a, b) => a + b); fs.cpSync(w.project, path.join(w.dir, 'copy'), { recursive: true }); });
const tally = { same: 0, changed: 0, harmless: 0 };

async function change(w, i) {
  const all = list(w.project), folders = ['.', ...all.filter(name => fs.statSync(w.at(name)).isDirectory())], { chance } = w;
  const fresh = tag && !chance.number(12) ? path.join(chance.pick(folders), '__pycache__', `${chance.pick(modules)}.${tag}.pyc`) : chance.number(3) ? path.join(chance.pick(folders), chance.pick(modules) + chance.pick(endings)) : chance.number(2) ? chance.pick(extra) : chance.pick(all) + chance.pick(endings);
  const way = chance.pick(Object.keys(ways)), name = way.startsWith('add') ? fresh : chance.pick(all);
  await test(`change ${i}: ${w.group.join(' ')}: ${way}: ${name}${way === 'rename' ? ` to ${fresh}` : ''}`, async () => {
    try {
      ways[way](w, name, all, fresh);
      const r = await w.callBeside({ command: `: $(touch "$SEEN/evil")\ntouch "$SEEN/evil"` });
      const wrong = judge(w, r);
      tally[r.denied ? 'changed' : 'same']++;
      ok(!wrong, `${wrong}; ${r.denied ?? ''} ${r.err}`);
    } finally {
      restore(w);
    }
  });
}

// ---- and what must not be one ----

const quiet = {
  'README.md': w => w.write('README.md', `# another ${w.chance.number(1e6)}\n`),
  'a source': w => w.write('src/main.ts', `export const x = ${w.chance.number(1e6)};\n`),
  'a new source': w => w.write(`src/part${w.chance.number(1e6)}/view.tsx`, 'export {}\n'),
  'a page': w => w.write(`docs/page${w.chance.number(1e6)}.md`, 'x\n'),
  'a page beside a script': w => w.write(path.join(path.dirname(w.chance.pick(list(w.project).filter(name => fs.statSync(w.at(name)).isFile()))), `NOTES${w.chance.number(1e6)}.md`), 'x\n'),
  'a source of another language': w => w.write(`lib${w.chance.number(1e6)}/a.rs`, 'fn main() {}\n'),
  'a removed page': w => fs.rmSync(w.at('docs'), { recursive: true, force: true }),
  'times': w => { const name = w.chance.pick(list(w.project)); fs.utimesSync(w.at(name), new Date(), new Date(1e12 + w.chance.number(1e9))); },
  'other inodes': w => restore(w),
  // what Python left there by another way, and what somebody put there for it
  '__pycache__': w => { for (const name of list(w.project).filter(name => name.endsWith('.py'))) for (const version of ['39', '310', '311', '312', '313']) w.write(path.join(path.dirname(name), '__pycache__', `${path.basename(name, '.py')}.cpython-${version}.pyc`), 'x'); },
  '__pycache__ after a run': w => { for (const name of ['py/check.py', 'app'].filter(name => fs.existsSync(w.at(name)))) spawnSync('python3', [name], { cwd: w.project, env: { ...w.env(), SEEN: w.dir } }); },
};
async function keepQuiet(w, i) {
  const what = w.chance.pick(Object.keys(quiet).filter(name => !/__pycache__/.test(name) || !w.group.some(kind => used[kind].caches)));
  await test(`harmless ${i}: ${w.group.join(' ')}: ${what}`, async () => {
    try {
      quiet[what](w);
      const r = await w.callBeside();
      is([r.denied, r.told, r.ran], [undefined, '', w.want], r.err);
      tally.harmless++;
    } finally {
      restore(w);
    }
  });
}
await Promise.all(beds.map(async w => {
  for (let i = 1; i <= Math.ceil(changes * w.share); i++) await change(w, i);
  for (let i = 1; i <= Math.ceil(harmless * w.share); i++) await keepQuiet(w, i);
}));
if (process.env.VERBOSE) console.log(tally);

// ---- each that was seen ----

// A project with one closed guard that denies and leaves `ran` behind; `spoil` happens after it was trusted.
function one(command, files, more = {}, setup = () => {}) {
  const w = new World();
  for (const [name, text] of Object.entries(files)) w.write(name, text, /\.sh$/.test(name) ? 0o755 : undefined);
  setup(w);
  w.hooks([guard('guard', command, more)]);
  w.trust();
  return w;
}
const denies = '#!/bin/sh\n: >"$SEEN/ran"\necho no >&2\nexit 2\n';
const pyDenies = 'import os, sys\nopen(os.environ["SEEN"] + "/ran", "w")\nsys.exit("no" and 2)\n', jsDenies = 'require("fs").writeFileSync(process.env.SEEN + "/ran", "");process.exit(2);\n';
function isChanged(w, says, options = {}) {
  const r = w.call({ command: 'touch "$SEEN/evil"; : $(touch "$SEEN/evil")', ...options });
  is(Object.keys(r.ran), [], 'what ran');
  ok(r.denied && says.test(r.denied), `denied: ${r.denied}`);
  ok(/do not run/.test(r.told) && says.test(r.told), `told: ${r.told}`);
  return r;
}
function seen(name, { command, files, setup = () => {}, spoil, says, needs, more }) {
  if (needs && !has(needs)) return skip(name, `there is no ${needs}`);
  test(`seen: ${name}`, () => {
    const w = one(command, files, more, setup), before = w.call();
    ok(before.denied && 'ran' in before.ran && !before.told, `before: ${JSON.stringify(before)}`);
    spoil(w);
    isChanged(w, says);
    const status = w.gaff(['status', '--json']), found = JSON.parse(status.out).problems ?? JSON.parse(status.out);
    is(status.code, 1, `gaff status: ${status.out} ${JSON.stringify(found)}`);
    ok(/changed-manifest/.test(status.out), status.out);
    const open = w.call({ session: 'one' }), again = w.call({ session: 'one' });
    ok(open.told && !again.told && again.denied, 'told once a session, and denied each time');
  });
}
const sh = { command: 'sh check.sh', files: { 'check.sh': denies } }, py = { command: 'python3 tools/check.py', files: { 'tools/check.py': pyDenies }, needs: 'python3' }, js = { command: 'node check.js', files: { 'check.js': jsDenies }, needs: 'node' };
const swap = (name, target) => w => { fs.rmSync(w.at(name), { recursive: true }); fs.symlinkSync(target, w.at(name)); };
seen('a script became a folder with __main__.py', { ...py, spoil: w => { fs.rmSync(w.at('tools/check.py')); w.write('tools/check.py/__main__.py', evil['.py']); }, says: /no longer a file|gone|new since/ });
seen('a script is gone, and another by a longer name is there', { ...js, spoil: w => { fs.rmSync(w.at('check.js')); w.write('check.js.js', evil['.js']); }, says: /gone|new since/ });
for (const to of ['/dev/null', '/dev/stdin', '/dev/zero']) seen(`a script is a link to ${to}`, { ...sh, spoil: swap('check.sh', to), says: /no longer a file/ });
seen('a script is gone', { ...sh, spoil: w => fs.rmSync(w.at('check.sh')), says: /gone since/ });
seen('a policy was added', { ...sh, spoil: w => w.write('.gaff/policy.json', '{"disable_all_hooks":true}'), says: /policy\.json is new since/ });
seen('a policy that nobody can read was added', { ...sh, spoil: w => w.write('.gaff/policy.json', '{'), says: /policy\.json is new since/ });
seen('a policy that is a link', { ...sh, spoil: w => fs.symlinkSync('/dev/null', w.at('.gaff/policy.json')), says: /symbolic link/ });
seen('the manifest was deleted', { ...sh, spoil: w => fs.rmSync(w.at('.gaff/hooks.json')), says: /gone since/ });
seen('.gaff was renamed', { ...sh, spoil: w => fs.renameSync(w.at('.gaff'), w.at('.gaff.old')), says: /gone since/ });
seen('the manifest is called otherwise', { ...sh, spoil: w => fs.renameSync(w.at('.gaff/hooks.json'), w.at('.gaff/hooks.yml')), says: /gone since/ });
seen('a second manifest was added', { ...sh, spoil: w => w.write('.gaff/hooks.yaml', special['.gaff/hooks.yaml']), says: /are both in/ });
seen('the manifest is a link', { ...sh, spoil: w => { fs.renameSync(w.at('.gaff/hooks.json'), w.at('x.json')); fs.symlinkSync('../x.json', w.at('.gaff/hooks.json')); }, says: /symbolic link/ });
seen('.gaff is a link', { ...sh, spoil: w => { fs.renameSync(w.at('.gaff'), w.at('x')); fs.symlinkSync('x', w.at('.gaff')); }, says: /symbolic link/ });
seen('.gaff is a file', { ...sh, spoil: w => { fs.rmSync(w.at('.gaff'), { recursive: true }); w.write('.gaff', ''); }, says: /no folder/ });
seen('the manifest says something else', { ...sh, spoil: w => w.hooks([guard('x', 'touch "$SEEN/evil"', { on_error: 'open' })]), says: /changed since/ });
seen('a module that a script imports was edited', { ...py, files: { 'tools/check.py': `import helper\n${pyDenies}`, 'tools/helper.py': 'x = 1\n' }, spoil: w => w.write('tools/helper.py', evil['.py']), says: /helper\.py has changed/ });
seen('a module of the standard library was put beside a script', { ...py, files: { 'tools/check.py': `import json\n${pyDenies}` }, spoil: w => w.write('tools/json.py', evil['.py']), says: /json\.py is new/ });
seen('a module that no text names was put beside a script', { ...py, files: { 'tools/check.py': `import json\n${pyDenies}` }, spoil: w => w.write('tools/scanner/__init__.py', evil['.py']), says: /__init__\.py is new/ });
// what a script loads by naming a folder, or a name that package.json maps
const loads = (text, rest, from = 'tools/deep/check.js') => ({ command: `node ${from}`, needs: 'node', files: { [from]: text + jsDenies, ...rest } });
for (const [where, from] of Object.entries({ beside: './lib', above: '../lib', 'above, with a slash': '../lib/' }))
  seen(`a folder ${where} that Node loads by its name`, { ...loads(`require(${JSON.stringify(from)});\n`, { [path.join('tools/deep', from, 'index.js')]: '' }), spoil: w => w.write(path.join('tools/deep', from, 'index.js'), evil['.js']), says: /index\.js has changed/ });
seen('a folder that Node loads by a path it joins', { ...loads('require(require("path").join(__dirname, "..", "lib"));\n', { 'tools/lib/index.js': '' }), spoil: w => w.write('tools/lib/index.js', evil['.js']), says: /index\.js has changed/ });
seen('a folder that a script beside the manifest loads from above', { command: './deep/check.js', needs: 'node', files: { '.gaff/deep/check.js': `#!/usr/bin/env node\nrequire("../lib");\n${jsDenies}`, '.gaff/lib/index.js': '' }, setup: w => fs.chmodSync(w.at('.gaff/deep/check.js'), 0o755), spoil: w => w.write('.gaff/lib/index.js', evil['.js']), says: /index\.js has changed/ });
seen('what a folder loads in turn', { ...loads('require("../lib");\n', { 'tools/lib/index.js': 'require("./more");\n', 'tools/lib/more.js': '' }), spoil: w => w.write('tools/lib/more.js', evil['.js']), says: /more\.js has changed/ });
seen('the folder above', { ...loads('require("..");\n', { 'tools/index.js': '' }), spoil: w => w.write('tools/index.js', evil['.js']), says: /index\.js has changed/ });
seen('the folder above has a package.json', { command: './deep/check.js', needs: 'node', files: { '.gaff/deep/check.js': `#!/usr/bin/env node\nrequire("..");\n${jsDenies}`, '.gaff/package.json': '{"main":"impl"}', '.gaff/impl.js': '' }, setup: w => fs.chmodSync(w.at('.gaff/deep/check.js'), 0o755), spoil: w => w.write('.gaff/impl.js', evil['.js']), says: /impl\.js has changed/ });
seen('package.json maps a name', { ...loads('require("#x");\n', { 'package.json': '{"imports":{"#x":"./src/impl.js"}}', 'src/impl.js': '' }), spoil: w => w.write('src/impl.js', evil['.js']), says: /impl\.js has changed/ });
seen('package.json maps the name of the project itself', { ...loads('require("me/x");\n', { 'package.json': '{"name":"me","exports":{"./x":{"default":"./src/impl.js"}}}', 'src/impl.js': '' }), spoil: w => w.write('src/impl.js', evil['.js']), says: /impl\.js has changed/ });
for (const main of ['src/impl.js', './src/impl', 'src'])
  seen(`package.json of a folder has "main": "${main}"`, { ...loads('require("../lib");\n', { 'tools/lib/package.json': JSON.stringify({ main }), [`tools/lib/${main === 'src' ? 'src/index' : 'src/impl'}.js`]: '' }), spoil: w => w.write(`tools/lib/${main === 'src' ? 'src/index' : 'src/impl'}.js`, evil['.js']), says: /(impl|index)\.js has changed/ });
seen('package.json of a folder has another "main"', { ...loads('require("../lib");\n', { 'tools/lib/package.json': '{"main":"a.js"}', 'tools/lib/a.js': '', 'tools/lib/b.js': evil['.js'] }), spoil: w => w.write('tools/lib/package.json', '{"main":"b.js"}'), says: /(package\.json has changed|b\.js is new)/ });
seen('a folder that is loaded gets a package.json', { ...loads('require("../lib");\n', { 'tools/lib/index.js': '', 'tools/lib/b.js': evil['.js'] }), spoil: w => w.write('tools/lib/package.json', '{"main":"b.js"}'), says: /(package|b)\.js(on)? is new/ });
for (const [how, text] of Object.entries({ '..': 'sys.path.insert(0, "..")', 'dirname twice': 'sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))' }))
  seen(`a package that Python imports from above by ${how}`, { ...py, more: { handler: { type: 'command', command: 'python3 check.py', cwd: 'tools/deep' } }, files: { 'tools/deep/check.py': `import os, sys\n${text}\nimport lib\n${pyDenies}`, 'tools/lib/__init__.py': '' }, spoil: w => w.write('tools/lib/__init__.py', evil['.py']), says: /__init__\.py has changed/ });
seen('a module of C is put before one that Python imports from above', { ...py, files: { 'tools/check.py': `import sys\nsys.path.insert(0, ".")\nimport lib\n${pyDenies}`, 'lib.py': '' }, spoil: w => w.write('lib.cpython-311-x86_64-linux-gnu.so', 'x'), says: /lib\.cpython.* is new/ });

seen('a module of C is put where Python looks for one by importlib', { ...py, files: { 'tools/check.py': `import importlib.machinery, importlib.util\nspec = importlib.machinery.PathFinder.find_spec("plug", ["lib"])\nif spec: spec.loader.exec_module(importlib.util.module_from_spec(spec))\n${pyDenies}`, 'lib/README': '' }, spoil: w => w.write('lib/plug.abi3.so', 'x'), says: /plug\.abi3\.so is new/ });
// Python that does not hear of PYTHONPYCACHEPREFIX; -B, so that it writes nothing there itself
const helped = { 'tools/check.py': `import helper\n${pyDenies}`, 'tools/helper.py': '' }, above = { 'tools/check.py': `import sys\nsys.path.insert(0, "py")\nimport helper\n${pyDenies}`, 'py/helper.py': '' };
const compiled = folder => w => w.write(`${folder}/__pycache__/helper.${tag}.pyc`, evil['.pyc']);
for (const [name, command, files = helped] of [['-E', 'python3 -EB tools/check.py'], ['-E of its own', 'python3 -B -E tools/check.py'], ['env -i', 'env -i SEEN="$SEEN" PATH="$PATH" python3 -B tools/check.py'], ['env -', 'env - SEEN="$SEEN" PATH="$PATH" python3 -B tools/check.py'], ['unset', 'unset PYTHONPYCACHEPREFIX; python3 -B tools/check.py'],
  ['-I and sys.path', 'python3 -IB tools/check.py', above], ['-I in the first line', 'tools/check.py', { ...above, 'tools/check.py': `#!/usr/bin/env -S python3 -IB\n${above['tools/check.py']}` }],
  ['a script that starts it with -E', 'sh tools/run.sh', { ...helped, 'tools/run.sh': 'exec python3 -BE tools/check.py\n' }],
  ['a script that starts it with another environment', 'python3 tools/run.py', { ...helped, 'tools/run.py': 'import os, subprocess, sys\nsys.exit(subprocess.run([sys.executable, "-B", "tools/check.py"], env={"SEEN": os.environ["SEEN"]}).returncode)\n' }]])
  seen(`what Python compiled, with ${name}`, { needs: 'python3', command: command.startsWith('tools') ? `../${command}` : command, files, setup: w => fs.chmodSync(w.at('tools/check.py'), 0o755), spoil: compiled(files === helped || 'tools/helper.py' in files ? 'tools' : 'py'), says: /__pycache__\/helper.* is new/ });
test('harmless: what Python compiles for a script that does hear of it, or that imports nothing', () => {
  if (!has('python3')) return;
  for (const [command, files] of [['python3 tools/check.py', helped], ['python3 -I tools/check.py', { 'tools/check.py': pyDenies, 'tools/helper.py': '' }]]) {
    const w = one(command, files);
    compiled('tools')(w);
    for (let i = 0; i < 2; i++) { const r = w.call(); is([Object.keys(r.ran), r.told], [['ran'], ''], command); }
  }
});
test('harmless: a folder of sources that a script only names', () => {
  if (!has('node')) return;
  const w = one('node tools/check.js src', { 'tools/check.js': `const inside = name => name.startsWith("src/");\n${jsDenies}`, 'src/index.js': '', 'package.json': '{"name":"x","dependencies":{"dep":"1"}}', 'node_modules/dep/index.js': '' });
  w.write('src/index.js', '// other\n');
  w.write('node_modules/dep/index.js', '// other\n');
  const r = w.call();
  is([Object.keys(r.ran), r.told], [['ran'], '']);
});
seen('a name with a line continuation', { command: './che\\\nck.txt', files: { 'check.txt': denies }, setup: w => fs.chmodSync(w.at('check.txt'), 0o755), spoil: w => w.write('check.txt', evil['.sh']), says: /check\.txt has changed/ });
seen('a script that a script starts is called as a text is', { ...sh, files: { 'check.sh': 'sh -e tools/check.txt || exit 2\n', 'tools/check.txt': denies }, spoil: w => w.write('tools/check.txt', evil['.sh']), says: /check\.txt has changed/ });
// packages that no text names
const away = w => { const to = path.join(w.dir, 'away'); fs.mkdirSync(to); fs.writeFileSync(path.join(to, '__init__.py'), evil['.py']); return to; };
const imports = { ...py, files: { 'tools/check.py': `import subprocess\n${pyDenies}` } };
seen('a package that no text names, with a module of C', { ...imports, spoil: w => w.write('tools/selectors/__init__.abi3.so', 'x'), says: /selectors\/__init__\.abi3\.so is new/ });
seen('a package that no text names, by a link out of the project', { ...imports, spoil: w => fs.symlinkSync(away(w), w.at('tools/selectors')), says: /selectors is new/ });
seen('a package that no text names, by a link to /proc/self/cwd', { ...imports, spoil: w => { w.write('evil/__init__.py', evil['.py']); fs.symlinkSync('/proc/self/cwd/evil', w.at('tools/selectors')); }, says: /(selectors|__init__\.py) is new/ });
seen('a package that no text names, by a link to what is not there yet', { ...imports, spoil: w => fs.symlinkSync('/proc/self/cwd/later', w.at('tools/selectors')), says: /selectors is new/ });
seen('a package in a package, by a link out of the project', { ...py, files: { 'tools/check.py': `import pack\n${pyDenies}`, 'tools/pack/__init__.py': 'try:\n  __import__("pack.pa" + "rt")\nexcept ImportError: pass\n' }, spoil: w => fs.symlinkSync(away(w), w.at('tools/pack/part')), says: /part is new/ });
seen('a package in a folder of a package, by a link out of the project', { ...py, files: { 'tools/check.py': `import pack\n${pyDenies}`, 'tools/pack/__init__.py': 'try:\n  __import__("pack.de" + "ep.pa" + "rt")\nexcept ImportError: pass\n', 'tools/pack/deep/README': '' }, spoil: w => fs.symlinkSync(away(w), w.at('tools/pack/deep/part')), says: /part is new/ });
seen('a link that nobody can follow leads elsewhere', { ...imports, setup: w => fs.symlinkSync('/proc/self/cwd/one', w.at('tools/selectors')), spoil: w => { fs.rmSync(w.at('tools/selectors')); fs.symlinkSync('/proc/self/cwd/two', w.at('tools/selectors')); }, says: /selectors/ });
// folders that are put on the path of modules
const added = (folder, file = 'selectors.py', text = evil['.py']) => w => w.write(`${folder}/${file}`, text);
const pyLib = { 'tools/check.py': `import subprocess\n${pyDenies}`, 'lib/one.py': '' };
for (const [how, command, first = '', folder = 'lib', env] of [['sys.path', 'python3 tools/check.py', 'import sys\nsys.path.insert(0, "lib")\n'], ['sys.path and -I', 'python3 -IB tools/check.py', 'import sys\nsys.path.insert(0, "lib")\n'], ['PYTHONPATH in a command', 'PYTHONPATH=lib python3 tools/check.py'], ['PYTHONPATH in a variable', 'python3 tools/check.py', '', 'lib', { PYTHONPATH: 'lib' }],
  ['the folder it is started in', 'PYTHONPATH=. python3 tools/check.py', '', '.'], ['that folder by an empty end', 'PYTHONPATH=lib:$PYTHONPATH python3 tools/check.py', '', '.'], ['the folder above', 'python3 -IB tools/check.py', 'import os, sys\nsys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))\n', '.'], ['parent twice', 'python3 tools/check.py', 'import sys, pathlib\nROOT = pathlib.Path(__file__).resolve().parent.parent\nsys.path.insert(0, str(ROOT))\n', '.']])
  seen(`a module that no text names on the path, by ${how}`, { needs: 'python3', command, more: { handler: { type: 'command', command, ...(env ? { env } : {}) } }, files: { ...pyLib, 'tools/check.py': first + pyLib['tools/check.py'] }, spoil: added(folder), says: /selectors\.py is new/ });
const plDenies = 'open(my $f, ">", "$ENV{SEEN}/ran"); exit 2;\n', plEvil = 'open(my $e, ">", "$ENV{SEEN}/evil"); 1;\n';
for (const [how, command, first = ''] of [['use lib', 'perl tools/check.pl', "use lib 'lib';\n"], ['-I', 'perl -Ilib tools/check.pl'], ['-wI', 'perl -wIlib tools/check.pl'], ['-I and a blank', 'perl -I lib tools/check.pl'], ['PERL5LIB', 'PERL5LIB=lib perl tools/check.pl'], ['@INC', 'perl tools/check.pl', 'BEGIN { unshift @INC, "lib"; }\n']])
  seen(`a module of Perl that no text names, by ${how}`, { needs: 'perl', command, files: { 'tools/check.pl': `${first}use strict;\n${plDenies}`, 'lib/One.pm': '1;\n' }, spoil: added('lib', 'overload.pm', plEvil), says: /overload\.pm is new/ });
for (const [how, command, first = ''] of [['-I', 'ruby -Ilib tools/check.rb'], ['$LOAD_PATH', 'ruby tools/check.rb', '$LOAD_PATH.unshift "lib"\n'], ['$:', 'ruby tools/check.rb', '$: << "lib"\n']])
  seen(`a module of Ruby that no text names, by ${how}`, { needs: 'ruby', command, files: { 'tools/check.rb': `${first}require "json"\nFile.write(ENV["SEEN"] + "/ran", "")\nexit 2\n`, 'lib/one.rb': '' }, spoil: added('lib', 'ostruct.rb', ''), says: /ostruct\.rb is new/ });
for (const option of ['-WI', '-W -I', '-XI', '-BWI'])
  seen(`a module beside a script that is not isolated by ${option}`, { ...py, command: `python3 ${option} tools/check.py`, files: pyLib, spoil: added('tools'), says: /selectors\.py is new/ });
test('harmless: modules where no path of modules leads', () => {
  if (!has('python3')) return;
  for (const [command, first] of [['python3 tools/check.py', 'import sys\nsys.path.insert(0, "lib")\n'], ['python3 -I tools/check.py', ''], ['python3 -BI tools/check.py', '']]) {
    const w = one(command, { ...pyLib, 'tools/check.py': first + pyLib['tools/check.py'] });
    for (const folder of ['.', 'src', 'other', ...(first ? [] : ['tools', 'lib'])]) added(folder)(w);
    const r = w.call();
    is([Object.keys(r.ran), r.told], [['ran'], ''], command);
  }
});
// code in files that are called as data is
seen('code that Perl does, called as settings are', { needs: 'perl', command: 'perl tools/check.pl', files: { 'tools/check.pl': `do "./tools/rules.conf";\n${plDenies}`, 'tools/rules.conf': '1;\n' }, spoil: w => w.write('tools/rules.conf', plEvil), says: /rules\.conf has changed/ });
seen('code that Node requires, called as a text is', { ...loads('require("./rules.txt");\n', { 'tools/deep/rules.txt': '' }), spoil: w => w.write('tools/deep/rules.txt', evil['.js']), says: /rules\.txt has changed/ });
test('harmless: data that a script reads', () => {
  if (!has('node')) return;
  const w = one('node tools/check.js', { 'tools/check.js': `const fs = require("fs");\nfs.readFileSync("tools/words.txt");\nfs.readFileSync("tools/rules.yaml");\n${jsDenies}`, 'tools/words.txt': 'a', 'tools/rules.yaml': 'a' });
  for (const name of ['words.txt', 'rules.yaml']) w.write(`tools/${name}`, 'b');
  const r = w.call();
  is([Object.keys(r.ran), r.told], [['ran'], '']);
});
// names that a script puts together as it runs
for (const [how, says, name, is = 'edited'] of [
  ['the script\'s folder', '. "$(dirname "$0")/config.env"', 'tools/config.env'], ['the script\'s folder, cut off its name', '. "${0%/*}/config.cfg"', 'tools/config.cfg'],
  ['a folder that is found first', '. "$(cd "$(dirname "$0")" && pwd)/config.conf"', 'tools/config.conf'], ['a command', '. "$(printf %s .)/hooks.env"', 'hooks.env'],
  ['a variable with a default', 'CONF="${HOOK_CONF:-.gaff/hook.conf}"; [ ! -r "$CONF" ] || . "$CONF"', '.gaff/hook.conf', 'added'], ['a function', 'load() { . "${0%/*}/$1"; }; load rules.conf', 'tools/rules.conf'],
  ['eval', 'eval "$(cat tools/vars.txt)"', 'tools/vars.txt'], ['a shell', 'sh "${0%/*}/run.txt"', 'tools/run.txt'], ['a backtick', '. `dirname "$0"`/config.env', 'tools/config.env'],
  ['a loop', 'for f in a b; do [ ! -r "${0%/*}/lib/$f.sh" ] || . "${0%/*}/lib/$f.sh"; done', 'tools/lib/a.sh'], ['a loop over what is not there yet', 'for f in a b; do [ ! -r "${0%/*}/lib/$f.sh" ] || . "${0%/*}/lib/$f.sh"; done', 'tools/lib/b.sh', 'added'],
  ['a loop, in quotes of its own', 'for f in a; do . "${0%/*}"/lib/"$f".sh; done', 'tools/lib/a.sh'], ['a variable for the name', 'f=config; . "${0%/*}/$f.env"', 'tools/config.env'],
  ['a folder in a variable', 'LIB="$(dirname "$0")/lib"; for m in log; do . "$LIB/$m.sh"; done', 'tools/lib/log.sh'], ['a folder in a variable, and a star', 'DIR="$(dirname "$0")/hooks.d"; for f in "$DIR"/*; do [ ! -f "$f" ] || . "$f"; done', 'tools/hooks.d/z', 'added'],
  ['a folder in a variable, and ls', 'D=$(dirname "$0")/hooks.d; for f in $(ls $D 2>/dev/null); do sh $D/$f; done', 'tools/hooks.d/z', 'added'], ['a folder that it goes to', '(cd "$(dirname "$0")/hooks.d" 2>/dev/null && for f in *.sh; do [ ! -f "$f" ] || . "./$f"; done)', 'tools/hooks.d/z.sh', 'added'],
  ['a star for a folder', 'for f in tools/lib/*/init.sh; do [ ! -f "$f" ] || . "$f"; done', 'tools/lib/x/init.sh', 'added'], ['a variable for a folder', 'for d in x; do [ ! -f "tools/lib/$d/init.sh" ] || . "tools/lib/$d/init.sh"; done', 'tools/lib/x/init.sh', 'added'],
  ['a program by its folder', 'for f in one; do "${0%/*}/lib/$f"; done', 'tools/lib/one'], ['the system\'s name', '[ ! -f "${0%/*}/$(uname -s).sh" ] || . "${0%/*}/$(uname -s).sh"', `tools/${os.type()}.sh`, 'added'],
  ['a loop, behind a bracket in quotes', 'grep -q "x$(" /dev/null; n=a; . "./tools/lib/$n.sh"'.replace('"x$("', "'$('"), 'tools/lib/a.sh'], ['a name that ends as what is written does', 'n=a; . ./tools/lib/$n.tmp', 'tools/lib/a.tmp'], ['an option with a value', 'n=a; sh -o nounset ./tools/lib/$n.log', 'tools/lib/a.log'],
  ['a folder in a variable, behind a bracket in quotes', `x='$('; DIR=tools/hooks.d; for f in "$DIR"/*; do [ ! -f "$f" ] || . "$f"; done`, 'tools/hooks.d/z', 'added'],
  ['run-parts', 'run-parts tools/d', 'tools/d/z', 'added'], ['find', 'find tools/d -name "*.sh" -exec sh {} \\;', 'tools/d/z.sh', 'added'], ['find and a pipe', 'find tools/d -type f | xargs -n 1 sh', 'tools/d/deep/z', 'added'], ['find, which runs it itself', 'find tools/d -type f -exec {} \\;', 'tools/d/z', 'added'],
]) seen(`a name that is made by ${how}`, { command: '../tools/check.sh', needs: how === 'run-parts' ? 'run-parts' : undefined, files: { 'tools/check.sh': `#!/bin/sh\n${says}\n${denies}`, 'tools/d/.keep': '', 'tools/hooks.d/.keep': '', 'tools/lib/.keep': '', ...(is === 'edited' ? { [name]: ':\n' } : {}) }, setup: w => is === 'edited' && fs.chmodSync(w.at(name), 0o755), spoil: w => { w.write(name, evil['.sh']); fs.chmodSync(w.at(name), 0o755); }, says: is === 'edited' ? /has changed/ : /is new/ });
seen('a name that is made by the command itself', { command: 'n=check; sh tools/$n.sh', files: { 'tools/check.sh': denies }, spoil: w => w.write('tools/check.sh', evil['.sh']), says: /has changed/ });
for (const [how, text] of Object.entries({ 'a list of words': 'import subprocess\nsubprocess.run(["sh", os.path.join(os.path.dirname(__file__), "h", "run.txt")])\n', exec: 'exec(open("tools/h/run.txt").read())\n', 'exec and compile': 'exec(compile(open("tools/h/run.txt").read(), "x", "exec"))\n' }))
  seen(`a name that Python makes for ${how}`, { ...py, files: { 'tools/check.py': `import os\n${text}${pyDenies}`, 'tools/h/run.txt': '\n' }, spoil: w => w.write('tools/h/run.txt', evil[how === 'a list of words' ? '.sh' : '.py']), says: /run\.txt has changed/ });
seen('a name that Node makes', { ...loads('require(require("path").join(__dirname, "rules.txt"));\n', { 'tools/deep/rules.txt': '' }), spoil: w => w.write('tools/deep/rules.txt', evil['.js']), says: /rules\.txt has changed/ });
for (const [name, files] of [['node_modules/dep.js', {}], ['node_modules/@s/dep.json', { 'node_modules/@s/x/package.json': '{}' }], ['tools/node_modules/dep.cjs', {}], ['node_modules/dep.js', { 'node_modules/dep/index.js': '' }]])
  seen(`a package that a file comes before: ${[name, ...Object.keys(files)].join(', ')}`, { ...loads(`try { require("${name.includes('@s') ? '@s/' : ''}dep"); } catch {}\n`, files), spoil: w => w.write(name, evil['.js']), says: /dep\.c?js(on)? is new/ });
seen('a module of Perl that another comes before', { needs: 'perl', command: 'perl tools/check.pl', files: { 'tools/check.pl': `use lib 'lib';\nuse Foo;\n${plDenies}`, 'lib/Foo.pm': '1;\n' }, spoil: w => w.write('lib/Foo.pmc', plEvil), says: /Foo\.pmc is new/ });
seen('what make includes by a name that it makes', { needs: 'make', command: 'make -s check', files: { Makefile: 'D=mk\n-include $(D)/$(shell uname).mk\ncheck:\n\t@: >"$$SEEN/ran"; exit 2\n', 'mk/.keep': '' }, spoil: w => w.write(`mk/${os.type()}.mk`, 'X:=$(shell touch "$$SEEN/evil")\n'), says: /\.mk is new/ });
seen('what a recipe runs in a folder that it goes to', { needs: 'make', command: 'make -s check', files: { Makefile: 'check:\n\t@(cd tools; for s in *.sh; do sh $$s; done); : >"$$SEEN/ran"; exit 2\n', 'tools/a.sh': ':\n' }, spoil: w => w.write('tools/z.sh', evil['.sh']), says: /z\.sh is new/ });
test('harmless: what a script writes, and data beside what it loads', () => {
  const w = one('../tools/check.sh', { 'tools/check.sh': `#!/bin/sh\n. "\${0%/*}/lib.sh"\nOUT="\${0%/*}/out"; n=1; mkdir -p "$OUT"; date >>"\${0%/*}/audit.log"; date >"$OUT/$n.json"; date >"$OUT/$n.tmp"; cat README.md >/dev/null; find src -name "*.ts" -exec grep -q x {} +; find src -exec sh -c 'cat "$1"' x {} \\; >/dev/null\nfor f in src/$n.csv; do cat "$f" 2>/dev/null; done\n${denies}`, 'tools/lib.sh': ':\n', 'README.md': 'a', 'src/a.ts': 'a' });
  for (let i = 0; i < 2; i++) { const r = w.call(); is([Object.keys(r.ran), r.told], [['ran'], ''], `call ${i}`); w.write('README.md', 'b'); w.write('src/a.ts', 'b'); w.write('src/b.ts', 'b'); }
});
test('harmless: files that a hook is told to write', () => {
  const w = one('mkdir -p .cache; sh tools/check.sh .cache/$PPID', { 'tools/check.sh': `date >"$1"\nsh tools/more.sh --state .cache/$$ x-$$\n${denies}`, 'tools/more.sh': 'date >"$2"\n', '.cache/.keep': '' });
  for (let i = 0; i < 3; i++) { const r = w.call(); is([Object.keys(r.ran), r.told], [['ran'], ''], `call ${i}`); }
});
test('harmless: what a script only checks, or gives to a module', () => {
  const checks = ['sh -n "$f"', 'bash -n "$SRC/$f"', 'node --check "$SRC/$f.js"', 'python3 -m py_compile "$SRC/$f"', 'python3 -c "import sys" "$SRC/$f"', 'php -l "$f"', 'sh -c \'cat "$1"\' x "$SRC/$f"', 'sh -ec \'test -f "$1"\' x "$f"'];
  for (const check of checks) {
    const w = one('../tools/check.sh', { 'tools/check.sh': `#!/bin/sh\nSRC=src\nfor f in $(ls src); do ${check}; done >/dev/null 2>&1\n${denies}`, 'src/a.js': '1\n', 'src/b.py': '1\n', 'src/notes.txt': 'a' });
    for (let i = 0; i < 2; i++) { const r = w.call(); is([Object.keys(r.ran), r.told], [['ran'], ''], `${check}, call ${i}`); w.write('src/a.js', '2\n'); w.write('src/new.js', '2\n'); w.write('src/notes.txt', 'b'); }
  }
});
test('seen: a script that a pull made odd is told of in no time', () => {
  for (const text of ['a='.repeat(200000), 'a=$('.repeat(100000), 'a=${'.repeat(100000), 'cd $('.repeat(80000), '. $('.repeat(100000), '. "$a'.repeat(60000), '. `'.repeat(100000), '$a/'.repeat(100000), '. $a.b$'.repeat(50000)]) {
    const w = one('sh check.sh', { 'check.sh': denies });
    w.write('check.sh', `${denies}${text}\n`);
    const from = Date.now(), r = w.call();
    ok(r.denied, `${text.slice(0, 12)}: ${JSON.stringify(r)}`);
    is(Object.keys(r.ran), [], text.slice(0, 12));
    ok(Date.now() - from < 5000 * (process.env.SLOW ?? 1), `${text.slice(0, 12)}: ${Date.now() - from} ms`);
  }
});
// texts that are large, or that have a NUL
const filler = { js: `//${'x '.repeat(600000)}\n`, py: `#${'x '.repeat(600000)}\n`, sh: `#${'x '.repeat(600000)}\n` };
seen('what a large script of Node loads', { ...js, files: { 'check.js': `${filler.js}require("./helper.js");\n${jsDenies}`, 'helper.js': '' }, spoil: w => w.write('helper.js', evil['.js']), says: /helper\.js has changed/ });
seen('what a large script of Python imports', { ...py, files: { 'tools/check.py': `${filler.py}import helper\n${pyDenies}`, 'tools/helper.py': '' }, spoil: w => w.write('tools/helper.py', evil['.py']), says: /helper\.py has changed/ });
seen('what a large script of a shell sources', { command: 'sh tools/check', files: { 'tools/check': `${filler.sh}. tools/helper\n${denies}`, 'tools/helper': '' }, spoil: w => w.write('tools/helper', evil['.sh']), says: /helper has changed/ });
seen('what a script of Node with a NUL loads', { ...js, files: { 'check.js': `//\0\nrequire("./helper.js");\n${jsDenies}`, 'helper.js': '' }, spoil: w => w.write('helper.js', evil['.js']), says: /helper\.js has changed/ });
seen('what a script of Node without an ending and with a NUL loads', { ...js, command: 'node check', files: { check: `//\0\nrequire("./helper.js");\n${jsDenies}`, 'helper.js': '' }, spoil: w => w.write('helper.js', evil['.js']), says: /helper\.js has changed/ });
test('seen: a script that is larger than what is read is not trusted', () => {
  const w = one('node check.js', { 'check.js': `${filler.js.repeat(14)}${jsDenies}` });
  isChanged(w, /more that it could load/);
});
test('harmless: a large file that is no script', () => {
  const w = one('sh check.sh', { 'check.sh': `: data.bin data.csv\n${denies}`, 'data.bin': Buffer.alloc(20 << 20), 'data.csv': 'x'.repeat(20 << 20) });
  const r = w.call();
  is([Object.keys(r.ran), r.told], [['ran'], '']);
});
test('harmless: a large file of data that a command names', () => {
  const w = one('sh check.sh data.csv', { 'check.sh': denies, 'data.csv': 'x'.repeat(20 << 20) });
  const r = w.call();
  is([Object.keys(r.ran), r.told], [['ran'], '']);
});
// names that are no words of a text
for (const [name, says] of Object.entries({ 'my lib.sh': '. "./tools/my lib.sh"', 'my  lib.sh': String.raw`. ./tools/my\ \ lib.sh`, 'lib,v2.sh': '. ./tools/lib,v2.sh', 'lib%20x.sh': '. ./tools/lib%20x.sh', 'lib(1).sh': '. "./tools/lib(1).sh"', 'a=b.sh': '. ./tools/a=b.sh', "it's.sh": `. "./tools/it's.sh"`, "isn't.sh": String.raw`. './tools/isn'\''t.sh'`, 'a:b.sh': '. ./tools/a:b.sh', '[x].sh': '. "./tools/[x].sh"', 'my rules.conf': '. "./tools/my rules.conf"' }))
  seen(`a script that a script names, called ${name}`, { command: 'sh tools/check.sh', files: { 'tools/check.sh': `${says}\n${denies}`, [`tools/${name}`]: ':\n' }, spoil: w => w.write(`tools/${name}`, evil['.sh']), says: /has changed/ });
seen('a script in a folder with a blank', { command: 'sh tools/check.sh', files: { 'tools/check.sh': `(cd "tools/a b" && . ./run)\n${denies}`, 'tools/a b/run': ':\n' }, spoil: w => w.write('tools/a b/run', evil['.sh']), says: /has changed/ });
seen('a module with a blank that Node loads without its ending', { ...loads('require("../my lib"); require("./more/a b");\n', { 'tools/my lib.js': '', 'tools/deep/more/a b/index.js': '' }), spoil: w => w.write('tools/my lib.js', evil['.js']), says: /has changed/ });
seen('a folder with a blank that Node loads by its name', { ...loads('require("./more/a b");\n', { 'tools/deep/more/a b/index.js': '' }), spoil: w => w.write('tools/deep/more/a b/index.js', evil['.js']), says: /has changed/ });
seen('a module with a blank that Node loads by a URL', { command: 'node tools/check.mjs', needs: 'node', files: { 'tools/check.mjs': `import "./my%20lib.mjs";\nimport fs from "node:fs";\nfs.writeFileSync(process.env.SEEN + "/ran", "");process.exit(2);\n`, 'tools/my lib.mjs': '' }, spoil: w => w.write('tools/my lib.mjs', evil['.mjs']), says: /has changed/ });
seen('a module with a blank in another folder that Node loads by a URL', { command: 'node tools/check.mjs', needs: 'node', files: { 'tools/check.mjs': `import "../lib/my%20lib.mjs";\nimport fs from "node:fs";\nfs.writeFileSync(process.env.SEEN + "/ran", "");process.exit(2);\n`, 'lib/my lib.mjs': '' }, spoil: w => w.write('lib/my lib.mjs', evil['.mjs']), says: /has changed/ });
test('harmless: names with blanks that no text holds', () => {
  const w = one('sh tools/check.sh', { 'tools/check.sh': `. "./tools/my lib.sh"\n${denies}`, 'tools/my lib.sh': ':\n' });
  for (const name of ['my other.sh', 'lib (1).sh', 'a=b', '50%.sh']) w.write(`tools/${name}`, evil['.sh']);
  const r = w.call();
  is([Object.keys(r.ran), r.told], [['ran'], '']);
});
seen('the mode of a script', { ...sh, command: '../check.sh', spoil: w => fs.chmodSync(w.at('check.sh'), 0o644), says: /mode/ });
seen('make has a file to make its makefile of', { needs: 'make', command: 'make -s check', files: { Makefile: 'check:\n\t@sh ./check.sh || { echo no >&2; exit 2; }\n', 'check.sh': denies }, spoil: w => w.write('Makefile.sh', evil['.mk']), says: /Makefile\.sh is new/ });
test('seen: a hook that is pinned as closed denies the calls that it is for, and no others', () => {
  const w = one('sh check.sh', { 'check.sh': denies }, { matcher: ['file_write'] });
  fs.rmSync(w.at('.gaff'), { recursive: true });
  const r = w.call();
  is([r.denied, /do not run/.test(r.told)], [undefined, true], 'the shell');
  ok(/gone since/.test(w.call({ args: ['--fail-closed'] }).denied), 'by --fail-closed');
});
test('seen: a page dirty in a shared mapping keeps its times', () => {
  if (!has('python3')) return;
  const w = one('sh check.sh', { 'check.sh': denies });
  const r = spawnSync('python3', ['-c', 'import mmap,os,sys\nf=open(sys.argv[1],"r+b")\nm=mmap.mmap(f.fileno(),0)\ns=os.stat(sys.argv[1])\nm[0:1]=b" "\nos.utime(sys.argv[1],ns=(s.st_atime_ns,s.st_mtime_ns))', w.at('check.sh')]);
  is(r.status, 0, String(r.stderr));
  isChanged(w, /changed since/);
});
test('seen: a template that is written by gaff new imports nothing from .gaff', () => {
  if (!has('python3')) return;
  const w = new World();
  fs.mkdirSync(w.at('.gaff'));
  is(w.gaff(['new', 'check', '--lang', 'python'], { cwd: w.at('.gaff') }).code, 0, 'gaff new');
  for (const name of ['hooks.json', 'check.py']) if (!fs.existsSync(w.at(`.gaff/${name}`))) fs.cpSync(w.at(`.gaff/check/${name}`), w.at(`.gaff/${name}`));
  w.trust();
  w.write('.gaff/json.py', evil['.py']);
  w.write('.gaff/os.py', evil['.py']);
  w.call();
  const r = spawnSync(w.at('.gaff/check.py'), { input: '{"event":"session_start"}', env: w.env(), encoding: 'utf8' });
  is([r.status, fs.existsSync(path.join(w.seen, 'evil'))], [0, false], r.stderr);
});

// ---- states, branches, worktrees ----

test('states: going back to one is no change, and the seventeenth is forgotten', () => {
  const w = one('sh check.sh', { 'check.sh': denies }), version = i => `${denies}# ${i}\n`;
  for (let i = 1; i <= 16; i++) { w.write('check.sh', version(i)); w.trust(); }
  for (let i = 1; i <= 16; i++) { w.write('check.sh', version(i)); ok('ran' in w.call().ran, `${i}`); }
  w.write('check.sh', denies);
  isChanged(w, /changed since/);
  is(w.gaff(['untrust']).code, 0);
  w.write('check.sh', version(3));
  const r = w.call();
  is([r.ran, r.denied, /has not been trusted/.test(r.told)], [{}, undefined, true], 'untrust forgets all');
  is(fs.readdirSync(path.join(w.home, '.local/state/gaff/trust')), [], 'what is left of it');
});
test('states: that there are no hooks can be trusted, and they are again when they come back', () => {
  const w = one('sh check.sh', { 'check.sh': denies }), kept = fs.readFileSync(w.at('.gaff/hooks.json'), 'utf8');
  fs.rmSync(w.at('.gaff'), { recursive: true });
  isChanged(w, /gone since/);
  ok(/no hooks/.test(w.gaff(['trust', '--yes'], { cwd: w.at('.') }).out), 'what is shown');
  const r = w.call({ args: ['--fail-closed'] });
  is([r.denied, r.told, w.gaff(['status']).code], [undefined, '', 0]);
  w.write('.gaff/hooks.json', kept);
  ok('ran' in w.call().ran, 'back again');
  w.write('.gaff/policy.json', '{}');
  isChanged(w, /policy\.json is new/);
  w.trust();
  ok('ran' in w.call().ran, 'with a policy');
  fs.rmSync(w.at('.gaff/policy.json'));
  ok('ran' in w.call().ran, 'and without');
});
test('states: hooks that are gone are missed, even if the text that was kept of them is', () => {
  for (const spoil of [file => fs.rmSync(file), file => fs.appendFileSync(file, ' ')]) {
    for (const on_error of ['closed', 'open']) {
      const w = one('sh check.sh', { 'check.sh': denies }, { on_error }), folder = path.join(w.home, '.local/state/gaff/trust');
      const kept = fs.readdirSync(folder).filter(name => /\.[0-9a-f]{16}$/.test(name));
      is(kept.length, 1, 'texts');
      spoil(path.join(folder, kept[0]));
      fs.rmSync(w.at('.gaff'), { recursive: true });
      const r = w.call();
      is([/gone since/.test(r.told), /gone since/.test(r.denied ?? '')], [true, on_error === 'closed'], JSON.stringify(r));
    }
  }
});
test('states: the oldest are forgotten when there is no room for all', () => {
  if (!has('python3')) return;
  const w = new World(), long = 'x'.repeat(200); // 1,000 names of 1,000 bytes: over a MiB in each state
  const fill = i => { for (let k = 0; k < 1000; k++) w.write(`${`${long}/`.repeat(4)}m${k}${long}.py`, `x = ${i}\n`); };
  fill(0);
  w.write(`${`${long}/`.repeat(4)}check.py`, pyDenies);
  w.hooks([guard('guard', `python3 ${`${long}/`.repeat(4)}check.py`)]);
  for (let i = 0; i < 10; i++) { fill(i); w.trust(); }
  const folder = path.join(w.home, '.local/state/gaff/trust'), file = fs.readdirSync(folder).find(name => !name.includes('.'));
  const n = fs.readFileSync(path.join(folder, file), 'utf8').split('\nstate ').length - 1;
  ok(n > 1 && n < 10, `${n} states`);
  ok('ran' in w.call().ran, 'the last');
  fill(9 - n + 1);
  ok('ran' in w.call().ran, 'the oldest of them');
  fill(9 - n);
  isChanged(w, /x{100}/); // which is cut, for the name is so long
});
test('states: what is different is shown', () => {
  const w = one('sh check.sh', { 'check.sh': denies });
  w.hooks([guard('guard', 'sh check.sh --quick')]);
  w.write('check.sh', `${denies}# more\n`);
  const { out } = w.gaff(['trust', '--dry-run']);
  ok(/^ {2}-.*sh check\.sh"/m.test(out) && /^ {2}\+.*--quick"/m.test(out), out);
  ok(/check\.sh {2}\(new or changed\)$/m.test(out), out);
});
test('states: a policy of a project counts once it is trusted', () => {
  const w = new World();
  w.write('in/check.sh', denies);
  w.write('in/.gaff/hooks.json', { spec: 'hooks/1.0', hooks: [guard('guard', 'sh in/check.sh')] });
  w.git('init', '-q');
  w.trust(w.at('in'));
  w.write('.gaff/policy.json', '{"disable_all_hooks":true}');
  const options = { folder: w.at('in') };
  ok('ran' in w.call(options).ran && /policy\.json.*has not been trusted/.test(w.call(options).told), 'one that nobody looked at silences a guard');
  w.trust(w.project);
  is(w.call(options).ran, {}, 'one that somebody did');
});
test('states: what an older gaff trusted is to be trusted again', () => {
  const w = one('sh check.sh', { 'check.sh': denies }), folder = path.join(w.home, '.local/state/gaff/trust');
  const file = path.join(folder, fs.readdirSync(folder).find(name => !name.includes('.')));
  fs.writeFileSync(file, `gaff trust 1\n${w.project}\n${w.project}\n${'0'.repeat(64)} 1 1 1 1 1 ${w.at('.gaff/hooks.json')}\n`);
  const r = w.call({ args: ['--fail-closed'] });
  ok(/older gaff/.test(r.told) && /older gaff/.test(r.denied) && !('ran' in r.ran), JSON.stringify(r));
  w.trust();
  ok('ran' in w.call().ran, 'again');
});
if (!has('git')) skip('branches and worktrees', 'there is no git');
else {
  const repository = () => {
    const w = new World();
    w.git('init', '-q', '-b', 'one');
    for (const branch of ['one', 'two']) {
      if (branch === 'two') w.git('checkout', '-q', '-b', 'two');
      w.write('check.sh', `#!/bin/sh\nprintf %s ${branch} >"$SEEN/ran"\n`);
      w.hooks([guard(`guard of ${branch}`, 'sh check.sh')]);
      w.git('add', '-A');
      w.git('commit', '-qm', branch);
      w.trust();
    }
    return w;
  };
  test('harmless: switching between branches that are trusted, and worktrees of them', () => {
    const w = repository(), trees = { one: path.join(w.dir, 'first'), two: path.join(w.dir, 'second') };
    for (let i = 0; i < 12; i++) {
      const branch = i % 2 ? 'two' : 'one';
      w.git('checkout', '-q', branch);
      const r = w.call();
      is([r.ran.ran, r.told, r.denied], [branch, '', undefined], `switch ${i}`);
    }
    w.git('checkout', '-q', '--detach');
    for (const [branch, folder] of Object.entries(trees)) w.git('worktree', 'add', '-q', folder, branch);
    for (const [branch, folder] of Object.entries(trees)) {
      const r = w.call({ folder });
      is([r.ran.ran, r.told, r.denied], [branch, '', undefined], folder);
      fs.appendFileSync(path.join(folder, 'check.sh'), 'touch "$SEEN/evil"\n');
      isChanged(w, /check\.sh has changed/, { folder });
    }
  });
  test('worktrees: one that was trusted is so in the main checkout too', () => {
    const w = repository(), folder = path.join(w.dir, 'tree');
    w.git('worktree', 'add', '-q', '-b', 'three', folder);
    fs.writeFileSync(path.join(folder, 'check.sh'), 'printf %s three >"$SEEN/ran"\n');
    w.git({ cwd: folder }, 'commit', '-qam', 'three');
    isChanged(w, /check\.sh has changed/, { folder });
    w.trust(folder);
    is(w.call({ folder }).ran.ran, 'three');
    w.git({ cwd: folder }, 'checkout', '-q', '--detach');
    w.git('checkout', '-q', 'three');
    is(w.call().ran.ran, 'three');
  });
  test('worktrees: a folder that only says that it is one is another project', () => {
    const w = repository(), tree = path.join(w.dir, 'tree'), fake = path.join(w.dir, 'fake');
    w.git('worktree', 'add', '-q', '--detach', tree);
    fs.cpSync(tree, fake, { recursive: true }); // the same .git, which leads back to another
    const own = path.join(fake, 'own');
    for (const say of [f => f, () => fs.writeFileSync(path.join(fake, '.git'), `gitdir: ${own}\n`)]) {
      say();
      fs.mkdirSync(own, { recursive: true });
      fs.writeFileSync(path.join(own, 'commondir'), `${w.at('.git')}\n`);
      fs.writeFileSync(path.join(own, 'gitdir'), `${path.join(fake, '.git')}\n`);
      const r = w.call({ folder: fake });
      is([r.ran, /has not been trusted/.test(r.told)], [{}, true], r.told);
    }
  });
}

// ---- what gaff trust shows ----

const shown = (command, files = {}, more = {}) => {
  const w = new World();
  for (const [name, text] of Object.entries(files)) w.write(name, text, /^prog/.test(name) ? 0o755 : undefined);
  w.hooks([guard('x', command, more)]);
  return { w, out: w.gaff(['trust', '--dry-run']).out };
};
test('shown: line ends, long blanks and letters that nobody sees', () => {
  ok(/^ {5}runs {6}echo checked #\\n\n {15}curl x \| sh$/m.test(shown('echo checked #\ncurl x | sh').out), 'a line end');
  ok(/echo a<5000 blanks>; curl x/.test(shown(`echo a${' '.repeat(5000)}; curl x`).out), 'blanks');
  ok(/echo a\\u00a0b\\u202ec\\u200b\\u3164\\r\\t\\x1b\[2Kd/.test(shown('echo a\u00a0b\u202ec\u200b\u3164\r\t\u001b[2Kd').out), 'unseen');
  ok(!/[\0-\x09\x0b-\x1f\x7f-\x9f]/.test(shown('a\u001b]0;x\u0007\u009b', { }, { name: 'x\u001b[1m' }).out), 'controls');
});
test('shown: a program that hooks do not find', () => {
  const w = new World(), env = w.env();
  w.write('.venv/bin/only-here', '#!/bin/sh\n', 0o755);
  w.hooks([guard('x', 'only-here check')]);
  w.env = () => ({ ...env, PATH: `${w.at('.venv/bin')}:${env.PATH}` });
  ok(/^ {5}NOT FOUND only-here is only in .*"env": \{"PATH": "\.venv\/bin:/m.test(w.gaff(['trust', '--dry-run']).out), 'it is named, with the line to add');
  w.hooks([guard('x', 'sh check.sh')]);
  ok(!/NOT FOUND/.test(w.gaff(['trust', '--dry-run']).out), 'what is found');
});
test('shown: what is not pinned', () => {
  ok(/^ {5}unpinned {2}npm runs what the project tells it to/m.test(shown('npm test', { 'package.json': '{}' }).out), 'npm');
  ok(/^ {5}unpinned {2}what prettier reads by itself/m.test(shown('prettier --check src', { 'src/a.ts': '' }).out), 'prettier');
  ok(/^ {5}unpinned {2}other files in src$/m.test(shown('prettier --check src', { 'src/a.ts': '' }).out), 'a folder');
  ok(!/unpinned/.test(shown('sh check.sh', { 'check.sh': 'exit 0\n' }).out), 'a script');
  ok(/^ {5}unpinned {2}what prog\.sh loads by itself$/m.test(shown('../prog.sh', { 'prog.sh': '\x7fELF' }).out), 'a program for the machine');
  ok(/^ {5}unpinned {2}files whose names a script puts together as it runs$/m.test(shown('sh check.sh', { 'check.sh': '. "$D/$f"\n' }).out), 'a name that is made');
  ok(/unpinned {2}files whose names/.test(shown('sh check.sh', { 'check.sh': 'find . -name "*.sh" -exec sh {} +\n' }).out), 'all that is found anywhere');
  ok(!/unpinned/.test(shown('sh check.sh', { 'check.sh': '. "$D/lib.sh"\n. "lib/$f.sh"\n' }).out), 'names of which something is known');
  ok(/ {2}that there is no policy\.json$/m.test(shown('true').out), 'no policy');
});
test('shown: a hook with more than can be pinned is not trusted, and the others are', () => {
  const w = new World();
  for (let i = 0; i < 1100; i++) w.write(`py/m${i}.py`, '');
  w.write('py/check.py', pyDenies);
  w.write('check.sh', denies);
  w.hooks([guard('small', 'sh check.sh', { matcher: ['shell'] }), guard('large', 'python3 py/check.py', { matcher: ['file_write'] })]);
  const out = w.trust();
  ok(/NOT PINNED.*more that it could load/.test(out), out);
  ok('ran' in w.call().ran, 'the small one');
  w.hooks([guard('large', 'python3 py/check.py')]);
  w.trust();
  isChanged(w, /more that it could load/);
});

finish('trust');
