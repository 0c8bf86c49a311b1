// one.mjs - goes the whole way of one scenario; bed.mjs starts it where there is no network but loopback.
//
// argv[2] is a JSON file: { agent, module, program, gaff, dir } and the scenario's spec (scenarios.mjs), where
// `module` is the agent's agent.mjs. The way: the agent's own configuration, a manifest, `gaff install`, the
// agent, `gaff uninstall`; between them `gaff status` and `gaff doctor` are asked.
//
// The result is JSON on stdout:
//   code stdout stderr   how the agent ended and what it printed
//   requests             what it sent to the model, in order
//   files texts          names in the project, and what is in the short ones
//   ran                  how often the hook was called
//   fired                of each of the scenario's matchers, the tools that its hook was called for
//   seen                 what gaff was sent, by event: { native event: [keys] }
//   way                  { before, installed, after, removed: { status, doctor } }, and `torn`: files that are not as before
//   wrong                what gaff's record says went wrong, by event
//   logged               the decisions in it
//   late                 it had to be ended
//   left                 what the agent left running, ended by now
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compare, snapshot } from './files.mjs';
import { startModel } from './model.mjs';

const given = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const home = path.join(given.dir, 'home'), project = path.join(given.dir, 'project'), calls = path.join(given.dir, 'calls');
for (const d of [home, project, calls]) fs.mkdirSync(d, { recursive: true });
const s = JSON.parse(JSON.stringify(given).replaceAll('PROJECT/', `${project}/`));
const started = path.join(project, s.start ?? '.');
if (s.start) {
  fs.mkdirSync(started, { recursive: true });
  if (spawnSync('git', ['init', '-q', project], { env: { PATH: process.env.PATH, HOME: home } }).status !== 0) throw new Error('git init');
  if (s.inner) fs.mkdirSync(path.join(started, '.git'));
}
if (s.gone) { // a copy of its own, to be taken away
  fs.mkdirSync(path.join(s.dir, 'copy'));
  fs.copyFileSync(s.gaff, path.join(s.dir, 'copy/gaff'));
  s.gaff = path.join(s.dir, 'copy/gaff');
}
const agent = { installs: [], ...await import(pathToFileURL(s.module)) };
// The system has this home for us: what a committed file calls looks there, and believes no variable.
fs.writeFileSync(path.join(given.dir, 'passwd'), `me:x:${process.getuid()}:${process.getgid()}::${home}:/bin/sh\n`);
spawnSync('mount', ['--bind', path.join(given.dir, 'passwd'), '/etc/passwd']);
const quote = text => `'${text.replaceAll("'", "'\\''")}'`;

// ---- the hook, and another that is the user's own ----

function script(name, text) {
  const file = path.join(s.dir, name);
  fs.writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return quote(file);
}
const bin = path.join(s.dir, 'bin');
fs.mkdirSync(bin);
fs.symlinkSync(s.gaff, path.join(bin, 'gaff'));
const hook = s.written === 'C' ? quote(path.join(path.dirname(s.gaff), 'e2e-hook')) : s.written ? script('hook in sh', `PATH=${quote(bin)}:$PATH\n${s.hook}`)
  : script("the user's hook", `in=$(mktemp ${quote(calls)}/XXXXXX) && cat > "$in" && exec < "$in"\n${s.hook ?? ''}`);
const own = script('own hook', `cat > /dev/null; : > ${quote(path.join(project, 'own'))}`);
const numbered = script('numbered hook', `cat > "$(mktemp ${quote(calls)}/"$1".XXXXXX)"`);
const byHand = s.byHand && [quote(s.gaff), 'run', '--host', s.agent, '--event', s.event, ...s.byHand, '--', hook].join(' ');

// ---- the agent's configuration, and what the user writes for gaff ----

for (const [name, text] of Object.entries(s.files ?? {})) {
  fs.mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
  fs.writeFileSync(path.join(project, name), text);
}
const model = await startModel(s.script, agent.backend);
const server = s.mcp && [process.execPath, new URL('./mcp.mjs', import.meta.url).pathname, project];
const command = s.own ? own : s.raw ? hook : byHand;
const entries = s.matchers?.map((matcher, n) => ({ ...(matcher !== null && { matcher }), command: `${numbered} ${n}` })) ?? (command && [{ command }]);
const { args, words, env } = agent.prepare({ home, project: started, port: model.port, program: s.program, entries, event: s.event, server, spec: s });
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, LANG: 'C.UTF-8', TERM: 'xterm', TMPDIR: s.dir, ...env };
const userManifest = path.join(env.XDG_CONFIG_HOME ?? path.join(home, '.config'), 'gaff/hooks.json');

function gaff(...words) {
  const r = spawnSync(s.gaff, words, { env: environment, cwd: project, encoding: 'utf8', timeout: 30000 });
  if (r.error) throw r.error;
  return r;
}
function manifest(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.writeFileSync(file, (typeof text === 'string' ? text : JSON.stringify({ spec: 'hooks/1.0', hooks: text })).replaceAll('HOOK', JSON.stringify(hook).slice(1, -1)), { mode: 0o600 });
}
// A file of another agent becomes one of this one, beside what is in its settings already.
function convert({ from, options, text }) {
  const source = path.join(s.dir, 'source.json'), target = path.join(home, agent.hooksFile);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(source, JSON.stringify(text).replaceAll('HOOK', JSON.stringify(hook).slice(1, -1)).replaceAll('GAFF', JSON.stringify(quote(s.gaff)).slice(1, -1)));
  const r = gaff('convert', '--from', from, '--to', s.agent, '--in', source, ...options);
  if (r.status !== 0) throw new Error(`gaff convert: ${r.stdout}${r.stderr}`);
  const there = fs.existsSync(target) ? fs.readFileSync(target, 'utf8') : '';
  fs.writeFileSync(target, there && target.endsWith('.json') ? JSON.stringify({ ...JSON.parse(there), ...JSON.parse(r.stdout) }) : target.endsWith('.toml') ? `${there}\n${r.stdout}` : r.stdout);
}
const look = () => ({ status: gaff('status', s.agent).stdout, doctor: JSON.parse(gaff('doctor', s.agent, '--json').stdout), ...JSON.parse(gaff('status', s.agent, '--json').stdout) });

const way = {}, isOurs = name => /^home\/(\.config|\.cache|\.local\/state)\/gaff\/|^project\/\.gaff\//.test(name);
const before = snapshot(s.dir, ['home', 'project'], isOurs);
if (s.user) manifest(userManifest, s.user);
if (s.project) manifest(path.join(project, '.gaff/hooks.json'), s.project);
if (s.trusted) way.trust = gaff('trust', '--yes', project).status;
if (s.converted) convert(s.converted);
let installed = before;
if (s.user || s.project) {
  way.before = look();
  if (s.install) {
    const r = gaff('install', s.agent, ...(s.untrusted ? [] : agent.installs), ...s.install);
    if (r.status !== 0) throw new Error(`gaff install: ${r.stdout}${r.stderr}`);
    installed = snapshot(s.dir, ['home', 'project'], isOurs);
    way.installed = look();
  }
}
if (s.later) manifest(userManifest, s.later);
if (s.off) {
  const [name, change] = agent.off, file = path.join(home, name), text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, typeof change === 'object' ? JSON.stringify({ ...JSON.parse(text), ...change }) : change(text));
}

// ---- the agent ----

if (s.gone) fs.renameSync(s.gaff, `${s.gaff}.away`);
const [first, ...rest] = words ?? [...(/\.[cm]?js$/.test(s.program) ? [process.execPath] : []), s.program, ...args];
// terminal.py has a terminal, and is told what is to be typed there.
const onTerminal = () => ({ program: 'python3', words: [new URL('../wrap/terminal.py', import.meta.url).pathname], input: JSON.stringify({ argv: [first, ...rest], env: environment, cwd: started, steps: s.terminal }) });
const { program, words: itsWords, input } = s.terminal ? onTerminal() : { program: first, words: rest, input: s.stdin };
const child = spawn(program, itsWords, { cwd: started, stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'], detached: true, env: environment });
let stdout = '', stderr = '';
child.stdin?.end(input);
child.stdout.on('data', d => { stdout += d; });
child.stderr.on('data', d => { stderr += d; });

// Everything else in this namespace of the network was started by the agent.
function endLeftovers() {
  const here = fs.readlinkSync('/proc/self/ns/net'), left = [];
  for (const pid of fs.readdirSync('/proc').filter(name => /^\d+$/.test(name) && +name !== process.pid)) {
    try {
      if (fs.readlinkSync(`/proc/${pid}/ns/net`) !== here || fs.readlinkSync(`/proc/${pid}/ns/pid`) !== fs.readlinkSync('/proc/self/ns/pid')) continue;
      const name = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      if (+pid === process.ppid || !name) continue; // who started us, and what is dead already
      process.kill(+pid, 'SIGKILL');
      left.push(name.slice(0, 200));
    } catch { /* it is gone, or somebody else's */ }
  }
  return left;
}

// The names of all fields, two levels deep: what a new version of the agent may change.
function keysOf(payload) {
  const keys = [];
  for (const [name, value] of Object.entries(payload)) {
    const inner = value && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : [];
    keys.push(name, ...inner.map(key => `${name}.${key}`));
  }
  return keys;
}

function whatWasSeen() {
  const seen = {};
  for (const name of fs.readdirSync(calls)) {
    let event;
    try { event = JSON.parse(fs.readFileSync(path.join(calls, name), 'utf8')); } catch { continue; } // of another dialect, or cut
    if (event.spec === 'hooks/1.0') seen[event.native_event] = [...new Set([...seen[event.native_event] ?? [], ...keysOf(event.native)])].sort();
  }
  return seen;
}

const log = () => gaff('log', '--json').stdout.split('\n').filter(Boolean).map(line => JSON.parse(line));
function whatWentWrong() {
  return log().filter(line => line.error).map(line => `${line.native_event}: ${line.error}`);
}

// Which of the numbered hooks were called, and for which tools.
function whatFired() {
  const fired = s.matchers.map(() => []);
  for (const name of fs.readdirSync(calls)) {
    const { tool_name, toolName } = JSON.parse(fs.readFileSync(path.join(calls, name), 'utf8'));
    fired[parseInt(name)].push(tool_name ?? toolName);
  }
  return fired.map(tools => [...new Set(tools)].sort());
}

let late = false;
const timer = setTimeout(() => { late = true; endLeftovers(); }, 60000);
child.on('close', code => {
  clearTimeout(timer);
  const left = endLeftovers();
  if (s.gone) fs.renameSync(`${s.gaff}.away`, s.gaff);
  model.stop();
  const files = [...new Set([...fs.readdirSync(project), ...fs.readdirSync(started)])], texts = {};
  for (const name of files) {
    const stat = fs.statSync(path.join(project, name), { throwIfNoEntry: false });
    if (stat?.isFile() && stat.size < 1000) texts[name] = fs.readFileSync(path.join(project, name), 'utf8');
  }
  if (way.installed) {
    way.after = look();
    const changed = snapshot(s.dir, ['home', 'project'], isOurs), r = gaff('uninstall', s.agent, ...s.install.filter(word => word === '--project'));
    if (r.status !== 0) way.uninstall = `${r.stdout}${r.stderr}`;
    way.removed = look();
    way.torn = compare({ before, installed, changed, end: snapshot(s.dir, ['home', 'project'], isOurs) }, s.gaff);
  }
  const result = { code, requests: model.requests, stdout: stdout.slice(-200000), stderr: stderr.slice(-20000), files, texts, ran: fs.readdirSync(calls).length, seen: whatWasSeen(), fired: s.matchers && whatFired(), wrong: whatWentWrong(), logged: log().map(line => line.decision), way, late, left };
  process.stdout.write(JSON.stringify(result), () => process.exit(0)); // an exit alone would cut a long text
});
