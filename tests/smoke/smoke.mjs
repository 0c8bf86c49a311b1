// smoke.mjs - real agents obey gaff.
//
// Claude Code and Codex from npm, at the versions the rows were held against, with an empty home, a
// clean environment and no network but loopback, against a scripted model. A hand-written configuration
// calls `gaff run … -- hook`. What counts is what happened: files, and what the model was told next.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const here = path.dirname(new URL(import.meta.url).pathname), root = path.resolve(here, '../..');
const gaff = path.resolve(process.env.GAFF ?? path.join(root, 'build/gaff'));
const arch = { x64: ['x64', 'x86_64'], arm64: ['arm64', 'aarch64'] }[process.arch] ?? ['none', 'none'];
const agents = {
  'claude-code': { install: '@anthropic-ai/claude-code@2.1.325', program: `@anthropic-ai/claude-code-linux-${arch[0]}/claude`, shell: command => ({ tool: 'Bash', input: { command, description: 'x' } }) },
  codex: { install: '@openai/codex@0.166.0', program: `@openai/codex-linux-${arch[0]}/vendor/${arch[1]}-unknown-linux-musl/bin/codex`, shell: command => ({ tool: 'exec_command', input: { cmd: command } }) },
};
let passed = 0, failed = 0, skipped = 0;

// ---- getting the agents ----

const run = (command, args, options = {}) => spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...options });

// A namespace with loopback up and nothing else; as an ordinary user, one of our own.
function namespace() {
  for (const flags of [['-n'], ['-rn']])
    if (run('unshare', [...flags, 'sh', '-c', 'ip link set lo up']).status === 0) return flags;
  return null;
}

function install(agent) {
  const { install: what, program } = agents[agent];
  const dir = path.join(root, 'build/agents', what.replaceAll(/[@/]/g, '_'));
  const file = path.join(dir, 'node_modules', program);
  if (fs.existsSync(file)) return { file };
  fs.mkdirSync(dir, { recursive: true });
  fs.writeFileSync(path.join(dir, 'package.json'), '{"private":true}');
  const r = run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', what], { cwd: dir, timeout: 600000 });
  if (fs.existsSync(file)) return { file };
  const unreachable = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|ENETUNREACH/.exec(r.stderr ?? '');
  return unreachable ? { skip: `the npm registry cannot be reached (${unreachable[0]})` } : { fail: `npm did not install ${what}:\n${r.stdout}${r.stderr}` };
}

// ---- one scenario ----

function scenario(agent, program, flags, spec) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), `gaff-smoke-${agent}-`));
  const file = path.join(dir, 'scenario.json');
  fs.writeFileSync(file, JSON.stringify({ agent, program, gaff, dir, ...spec }));
  const r = run('unshare', [...flags, 'sh', '-c', 'ip link set lo up && exec "$0" "$@"', process.execPath, path.join(here, 'one.mjs'), file],
    { env: { PATH: process.env.PATH }, timeout: 120000 });
  try {
    return JSON.parse(r.stdout);
  } catch {
    throw new Error(`the scenario did not run: ${r.stdout}${r.stderr}`);
  } finally {
    fs.rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

const answer = value => `cat >/dev/null; cat <<'END'\n${JSON.stringify(value)}\nEND`;
const told = (result, n, text) => JSON.stringify(result.requests[n] ?? '').includes(text);

// `then` gets the result and says what is wrong, or null.
const scenarios = {
  'deny: the tool does not run and the model reads why': agent => ({
    spec: { event: 'PreToolUse', hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [agents[agent].shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'deny with context: the model reads both': agent => ({
    spec: { event: 'PreToolUse', hook: answer({ decision: 'deny', reason: 'REASON-4711', context: 'CONTEXT-4711' }), script: [agents[agent].shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : !told(r, 1, 'REASON-4711') ? 'the reason is lost' : told(r, 1, 'CONTEXT-4711') ? null : 'the context is lost',
  }),
  'no opinion: the tool runs': agent => ({
    spec: { event: 'PreToolUse', hook: 'cat >/dev/null', script: [agents[agent].shell('touch made')] },
    then: r => r.files.includes('made') ? null : 'the tool did not run',
  }),
  'rewrite: the other command runs': agent => ({
    spec: { event: 'PreToolUse', hook: answer({ updated_input: { command: 'touch rewritten' } }), script: [agents[agent].shell('touch made')] },
    then: r => r.files.includes('made') ? 'the old command ran' : r.files.includes('rewritten') ? null : 'the new command did not run',
  }),
  'context: the model reads it after the tool': agent => ({
    spec: { event: 'PreToolUse', hook: answer({ context: 'CONTEXT-4711' }), script: [agents[agent].shell('touch made')] },
    then: r => !r.files.includes('made') ? 'the tool did not run' : told(r, 1, 'CONTEXT-4711') ? null : 'the model was not told',
  }),
  'feedback after the tool': agent => ({
    spec: { event: 'PostToolUse', hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [agents[agent].shell('touch made')] },
    then: r => told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'a prompt denied: no request is made': () => ({
    spec: { event: 'UserPromptSubmit', hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [] },
    then: r => r.requests.length ? 'the model was asked' : null,
  }),
  'context at the start of a session': () => ({
    spec: { event: 'SessionStart', hook: answer({ context: 'CONTEXT-4711' }), script: [] },
    then: r => told(r, 0, 'CONTEXT-4711') ? null : 'the model was not told',
  }),
  'a stop refused once: another turn, and no loop': () => ({
    spec: { event: 'Stop', hook: `case $(cat) in *'"stop_hook_active":true'*) exit 0;; esac; echo '{"decision":"deny","reason":"REASON-4711"}'`, script: [{ text: 'finished' }] },
    then: r => r.requests.length !== 2 ? `${r.requests.length} requests` : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'a hook that hangs: the deadline answers, and closed is closed': agent => ({
    spec: { event: 'PreToolUse', options: ['--deadline', '1', '--fail-closed'], hook: 'sleep 50', script: [agents[agent].shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'fail-closed') ? null : 'the model was not told',
  }),
  'a hook that fails: open is open': agent => ({
    spec: { event: 'PreToolUse', hook: 'exit 1', script: [agents[agent].shell('touch made')] },
    then: r => r.files.includes('made') ? null : 'the tool did not run',
  }),
  'a hook of the plain contract denies': agent => ({
    spec: { event: 'PreToolUse', options: ['--dialect', 'generic'], hook: `case $(cat) in *'"tool_name":"Shell"'*) echo '{"decision":"deny","reason":"REASON-4711"}'; exit 2;; esac`, script: [agents[agent].shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
};
const only = { // what one of the two can do and the other cannot
  'claude-code': {
    'allow: a tool outside the allow-list runs': () => ({
      spec: { event: 'PreToolUse', allow: false, hook: answer({ decision: 'allow' }), script: [agents['claude-code'].shell('touch made')] },
      then: r => r.files.includes('made') ? null : 'the tool did not run',
    }),
    "a contract hook's allow does not": () => ({
      spec: { event: 'PreToolUse', allow: false, options: ['--dialect', 'generic'], hook: answer({ decision: 'allow' }), script: [agents['claude-code'].shell('touch made')] },
      then: r => r.files.includes('made') ? 'the tool ran' : null,
    }),
    'a permission request denied': () => ({
      spec: { event: 'PermissionRequest', allow: false, hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [agents['claude-code'].shell('touch made')] },
      then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
    }),
    'output replaced': () => ({
      spec: { event: 'PostToolUse', hook: answer({ updated_output: 'REDACTED-4711' }), script: [agents['claude-code'].shell('echo SECRET-4711')] },
      then: r => JSON.stringify(r.requests[1]?.messages.at(-1)).includes('SECRET-4711') ? 'the model saw it' : told(r, 1, 'REDACTED-4711') ? null : 'the new output is lost',
    }),
    'stop: the tool does not run, and no further request': () => ({
      spec: { event: 'PreToolUse', hook: answer({ continue: false, stop_reason: 'enough' }), script: [agents['claude-code'].shell('touch made')] },
      then: r => r.files.includes('made') ? 'the tool ran' : r.requests.length > 1 ? 'the agent went on' : null,
    }),
    'a worktree is where the hook says': () => ({
      spec: { event: 'WorktreeCreate', args: ['-w', 'foo'], options: ['--dialect', 'claude-code'], hook: 'cat >/dev/null; mkdir -p "$PWD/tree" && cd tree && pwd', script: [agents['claude-code'].shell('touch ../made')] },
      then: r => r.requests.length ? null : `the agent did not start: ${r.stderr}`,
    }),
    'session variables reach the shell': () => ({
      spec: { event: 'SessionStart', hook: answer({ env: { GAFF_SMOKE: "it's set" } }), script: [agents['claude-code'].shell('printf %s "$GAFF_SMOKE" > made-env; mv made-env "made $GAFF_SMOKE"')] },
      then: r => r.files.includes("made it's set") ? null : `there is ${r.files}`,
    }),
  },
};

// ---- all of them ----

const flags = namespace();
for (const agent of Object.keys(agents)) {
  const list = { ...scenarios, ...only[agent] };
  const got = arch[0] === 'none' ? { skip: `there is no build of it for ${process.arch}` }
    : flags ? install(agent) : { skip: 'the kernel allows no network namespace here' };
  if (got.skip) {
    skipped += Object.keys(list).length;
    console.log(`SKIP ${agent}, ${Object.keys(list).length} scenarios: ${got.skip}`);
    continue;
  }
  if (got.fail) {
    failed++;
    console.log(`FAIL ${agent}: ${got.fail}`);
    continue;
  }
  for (const [name, make] of Object.entries(list)) {
    if (process.argv[2] && !`${agent} ${name}`.includes(process.argv[2])) continue;
    const { spec, then } = make(agent);
    let problem, result;
    try {
      result = scenario(agent, got.file, flags, spec);
            problem = result.ran ? then(result) : `the hook was never called: exit ${result.code}, ${result.stderr.slice(-500)}`;
    } catch (e) {
      problem = e.message;
    }
    if (problem) {
      failed++;
      console.log(`FAIL ${agent}, ${name}: ${problem}`);
      if (process.env.VERBOSE && result) console.log(JSON.stringify(result, null, 1).slice(-6000));
    } else {
      passed++;
      console.log(`ok   ${agent}, ${name}`);
    }
  }
}
console.log(`smoke: ${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed ? 1 : 0);
