// smoke.mjs - real agents obey gaff.
//
// Agents from npm, at the versions their rows were held against, with an empty home, a clean environment
// and no network but loopback, against a scripted model. A hand-written configuration calls
// `gaff run … -- hook`. What counts is what happened: files, and what the model was told next.
//
// An agent is tests/hosts/<id>/agent.mjs, which exports
//
//   install          what npm installs
//   program(arch)    what runs, under node_modules; a .js file is run by node. arch is ['x64', 'x86_64'] or ['arm64', 'aarch64']
//   shell(command)   the tool call that runs a shell command: { tool, input }
//   events           { canonical event: the agent's name for it }; scenarios may also use the agent's own names
//   prepare({ home, project, port, command, program, event, spec })   writes a configuration that runs the shell line
//                    `command` on `event` and asks the model on `port`; returns { args, env } of the agent.
//                    `program` stands for gaff where the agent calls it as `gaff run --host … --event …` by itself
//                    Without `command` and `program` nothing is registered: gaff will do that
//   installs         [none] options of `gaff install` without which the agent would run no hook
//   trusts           [none] arguments by which it trusts the folder it works in
//   off              [file in the home, what is laid over its JSON or what becomes of its text]: the switch that turns its hooks off
//   cannot           [none] { common scenario: why this agent cannot do that }
//   scenarios        [none] { name: tools => ({ spec, then }) }: what only this agent can do
//
// `spec` is { event, hook, script } and maybe options (of `gaff run`), prompt, stdin (nothing, if it is not
// said), raw (no gaff: the agent calls the hook itself), manifests ({ user, project, trusted }: lists of hooks,
// where the command HOOK is the hook; then `gaff run` has no command), installed (`gaff install` registers the hooks of manifests), and what the agent's own prepare() looks at.
// The hook is the text of a shell script. `then` gets the result (see one.mjs) and says what is wrong, or null.
import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const here = path.dirname(new URL(import.meta.url).pathname), root = path.resolve(here, '../..');
const gaff = path.resolve(process.env.GAFF ?? path.join(root, 'build/gaff'));
const arch = { x64: ['x64', 'x86_64'], arm64: ['arm64', 'aarch64'] }[process.arch];
const filter = process.argv[2] ?? '';
const count = { passed: 0, failed: 0, skipped: 0, 'n/a': 0 };

// ---- what every agent should do ----

const answer = value => `cat >/dev/null; cat <<'END'\n${JSON.stringify(value)}\nEND`;
const told = (result, n, text) => JSON.stringify(result.requests[n] ?? '').includes(text);

const blocking = (command, more = {}) => ({ event: 'before_tool_execute', blocking: true, handler: { type: 'command', command }, ...more });

const common = {
  'deny: the tool does not run and the model reads why': ({ shell }) => ({
    spec: { event: 'before_tool_execute', hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'deny with context: the model reads both': ({ shell }) => ({
    spec: { event: 'before_tool_execute', hook: answer({ decision: 'deny', reason: 'REASON-4711', context: 'CONTEXT-4711' }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : !told(r, 1, 'REASON-4711') ? 'the reason is lost' : told(r, 1, 'CONTEXT-4711') ? null : 'the context is lost',
  }),
  'no opinion: the tool runs': ({ shell }) => ({
    spec: { event: 'before_tool_execute', hook: 'cat >/dev/null', script: [shell('touch made')] },
    then: r => r.files.includes('made') ? null : 'the tool did not run',
  }),
  'rewrite: the other command runs': ({ shell }) => ({
    spec: { event: 'before_tool_execute', hook: answer({ updated_input: { command: 'touch rewritten' } }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the old command ran' : r.files.includes('rewritten') ? null : 'the new command did not run',
  }),
  'context: the model reads it after the tool': ({ shell }) => ({
    spec: { event: 'before_tool_execute', hook: answer({ context: 'CONTEXT-4711' }), script: [shell('touch made')] },
    then: r => !r.files.includes('made') ? 'the tool did not run' : told(r, 1, 'CONTEXT-4711') ? null : 'the model was not told',
  }),
  'feedback after the tool': ({ shell }) => ({
    spec: { event: 'after_tool_execute', hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [shell('touch made')] },
    then: r => told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'a prompt denied: no request is made': () => ({
    spec: { event: 'before_prompt', hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [] },
    then: r => r.requests.length ? 'the model was asked' : null,
  }),
  'context at the start of a session': () => ({
    spec: { event: 'session_start', hook: answer({ context: 'CONTEXT-4711' }), script: [] },
    then: r => told(r, 0, 'CONTEXT-4711') ? null : 'the model was not told',
  }),
  'a stop refused once: another turn, and no loop': () => ({
    spec: { event: 'agent_stop', hook: `case $(cat) in *'"stop_hook_active":true'*) exit 0;; esac; echo '{"decision":"deny","reason":"REASON-4711"}'`, script: [{ text: 'finished' }] },
    then: r => r.requests.length !== 2 ? `${r.requests.length} requests` : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'a hook that hangs: the deadline answers, and closed is closed': ({ shell }) => ({
    spec: { event: 'before_tool_execute', options: ['--deadline', '1', '--fail-closed'], hook: 'sleep 50', script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'fail-closed') ? null : 'the model was not told',
  }),
  'a hook that fails: open is open': ({ shell }) => ({
    spec: { event: 'before_tool_execute', hook: 'exit 1', script: [shell('touch made')] },
    then: r => r.files.includes('made') ? null : 'the tool did not run',
  }),
  'a hook of the plain contract denies': ({ shell }) => ({
    spec: { event: 'before_tool_execute', options: ['--dialect', 'generic'], hook: `case $(cat) in *'"tool_name":"Shell"'*) echo '{"decision":"deny","reason":"REASON-4711"}'; exit 2;; esac`, script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'manifests: of two hooks the one that matches denies': ({ shell }) => ({
    spec: { event: 'before_tool_execute', hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [shell('touch made')], manifests: { user: [
      blocking('touch never', { matcher: 'web_search' }), blocking('HOOK', { matcher: 'shell' })] } },
    then: r => r.files.includes('made') ? 'the tool ran' : r.files.includes('never') ? 'the other hook ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'installed: gaff install, and the agent obeys': ({ shell }) => ({
    spec: { event: 'before_tool_execute', installed: true, hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [shell('touch made')], manifests: { user: [blocking('HOOK', { matcher: 'shell' })] } },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'installed in a project: the agent obeys': ({ shell, trusts }) => ({
    spec: { event: 'before_tool_execute', installed: '--project', args: trusts, hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [shell('touch made')], manifests: { user: [blocking('HOOK', { matcher: 'shell' })] } },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'switched off: no hook runs, and gaff status says so': ({ shell }) => ({
    spec: { event: 'before_tool_execute', installed: true, off: true, hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [shell('touch made')], manifests: { user: [blocking('HOOK', { matcher: 'shell' })] } },
    silent: r => r.ran ? 'the hook ran' : !r.files.includes('made') ? 'the tool did not run' : r.status.includes('[switched-off]') ? null : `status: ${r.status}`,
  }),
  'manifests: what nobody trusts does not run, and the rest does': ({ shell }) => ({
    spec: { event: 'before_tool_execute', hook: 'cat >/dev/null', script: [shell('touch made')], manifests: { user: [blocking('HOOK')], project: [blocking('touch stranger; exit 2')] } },
    then: r => r.files.includes('stranger') ? 'a stranger\'s hook ran' : r.files.includes('made') ? null : 'the tool did not run',
  }),
  'manifests: a project\'s hook runs once it is trusted': ({ shell }) => ({
    spec: { event: 'before_tool_execute', hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [shell('touch made')], manifests: { project: [blocking('HOOK', { matcher: 'shell' })], trusted: true } },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
};

// ---- getting the agents ----

const folder = path.join(root, 'tests/hosts'), moduleOf = id => path.join(folder, id, 'agent.mjs');

async function load(id) {
  const agent = { cannot: {}, scenarios: {}, ...await import(moduleOf(id)) };
  for (const name of Object.keys(agent.cannot)) if (!common[name]) throw new Error(`${moduleOf(id)}: there is no scenario "${name}"`);
  for (const name of Object.keys(agent.scenarios)) if (common[name]) throw new Error(`${moduleOf(id)}: "${name}" is a common scenario`);
  return agent;
}

// A namespace with loopback up and nothing else; as an ordinary user, one of our own.
function namespace() {
  for (const flags of [['-n'], ['-rn']])
    if (spawnSync('unshare', [...flags, 'sh', '-c', 'ip link set lo up']).status === 0) return flags;
  return null;
}

function install(agent) {
  const dir = path.join(root, 'build/agents', agent.install.replaceAll(/[@/]/g, '_'));
  const file = path.join(dir, 'node_modules', agent.program(arch));
  if (fs.existsSync(file)) return { file };
  fs.mkdirSync(dir, { recursive: true });
  fs.writeFileSync(path.join(dir, 'package.json'), '{"private":true}');
  const r = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', agent.install], { encoding: 'utf8', cwd: dir, timeout: 600000 });
  if (fs.existsSync(file)) return { file };
  const unreachable = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|ENETUNREACH/.exec(r.stderr ?? '');
  return unreachable ? { skip: `the npm registry cannot be reached (${unreachable[0]})` } : { fail: `npm did not install ${agent.install}:\n${r.stdout}${r.stderr}` };
}

// ---- one scenario ----

function run(flags, scenario) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), `gaff-smoke-${scenario.agent}-`)), file = path.join(dir, 'scenario.json');
  fs.writeFileSync(file, JSON.stringify({ ...scenario, gaff, dir }));
  const args = [...flags, 'sh', '-c', 'ip link set lo up && exec "$0" "$@"', process.execPath, path.join(here, 'one.mjs'), file];
  return new Promise((resolve, reject) => execFile('unshare', args, { env: { PATH: process.env.PATH }, timeout: 120000, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
    try {
      fs.rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    } catch { /* something the agent left behind still writes there */ }
    try {
      resolve(JSON.parse(stdout));
    } catch {
      reject(new Error(`the scenario did not run: ${error ?? ''}${stdout}${stderr}`));
    }
  }));
}

async function attempt({ id, agent, file, make }, flags) {
  const { spec, then, silent } = make({ answer, told, shell: agent.shell, trusts: agent.trusts });
  let result;
  try {
    result = await run(flags, { agent: id, module: moduleOf(id), program: file, ...spec, event: agent.events[spec.event] ?? spec.event });
    const problem = silent ? silent(result) : result.ran ? then(result) : `the hook was never called: exit ${result.code}, ${result.stderr.slice(-500)}`;
    return { problem, result };
  } catch (e) {
    return { problem: e.message, result };
  }
}

// ---- all of them, two at a time, told in order ----

function say(kind, word, text) {
  count[kind]++;
  console.log(`${word.padEnd(4)} ${text}`);
}

const flags = namespace(), jobs = [];
for (const id of fs.readdirSync(folder).filter(id => fs.existsSync(moduleOf(id))).sort()) {
  const agent = await load(id);
  const list = Object.entries({ ...common, ...agent.scenarios }).filter(([name]) => `${id} ${name}`.includes(filter));
  if (!list.length) continue;
  const got = !arch ? { skip: `there is no build of it for ${process.arch}` } : flags ? install(agent) : { skip: 'the kernel allows no network namespace here' };
  if (got.fail) say('failed', 'FAIL', `${id}: ${got.fail}`);
  if (got.skip) {
    console.log(`SKIP ${id}, ${list.length} scenarios: ${got.skip}`);
    count.skipped += list.length;
  }
  if (got.file) for (const [name, make] of list) jobs.push({ id, agent, name, make, file: got.file });
}
const pending = jobs.filter(job => !job.agent.cannot[job.name]);
for (const job of pending) job.done = new Promise(resolve => { job.settle = resolve; });
let next = 0;
for (let width = Math.min(2, os.cpus().length); width > 0; width--)
  (async () => { while (next < pending.length) { const job = pending[next++]; job.settle(await attempt(job, flags)); } })();
for (const job of jobs) {
  const title = `${job.id}, ${job.name}`, { problem, result } = await job.done ?? {};
  if (!job.done) say('n/a', 'n/a', `${title}: ${job.agent.cannot[job.name]}`);
  else if (!problem) say('passed', 'ok', title);
  else {
    say('failed', 'FAIL', `${title}: ${problem}`);
    if (process.env.VERBOSE && result) console.log(JSON.stringify(result, null, 1).slice(-6000));
  }
}
console.log(`smoke: ${Object.entries(count).map(([kind, n]) => `${n} ${kind}`).join(', ')}`);
process.exit(count.failed ? 1 : 0);
