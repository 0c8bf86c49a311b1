// golden.mjs - every recorded payload through gaff: what hooks see, what agents get.
//
//   tests/hosts/<host>/<case>/stdin.json   a payload, and `from`: where it was taken from
//                             args         more options for gaff run, if the case needs any
//                             event.json   the canonical event a hook gets (without "native")
//                             expect       what the agent gets for each answer, and what it does
//
// `UPDATE=1 make check` rewrites event.json and expect; the diff is the review. What an agent
// does comes from emulator.mjs, and the checks below hold whatever the golden files say.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { judge } from './emulator.mjs';

const root = path.dirname(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname));
const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
const update = !!process.env.UPDATE;
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-golden-'));
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const env = { PATH: process.env.PATH, HOME: scratch, ...sanitizer };
let passed = 0, failed = 0;

function check(name, problem) {
  if (!problem) passed++;
  else { failed++; console.log(`FAIL ${name}: ${problem}`); }
}

function run(host, args, payload, command, extra = {}) {
  const r = spawnSync(gaff, ['run', '--host', host, ...args, '--', ...command], { input: payload, env: { ...env, ...extra }, cwd: '/', encoding: 'latin1', maxBuffer: 1 << 28 });
  if (r.error) throw r.error;
  const text = s => Buffer.from(s, 'latin1').toString('utf8');
  return { code: r.status, stdout: text(r.stdout), stderr: text(r.stderr), raw: r.stdout };
}

// The event as a hook of a dialect gets it.
function seen(host, args, payload, dialect) {
  const file = path.join(scratch, 'seen');
  fs.rmSync(file, { force: true });
  const r = run(host, [...args, '--dialect', dialect], payload, ['sh', '-c', 'cat > "$0"', file]);
  return { ...r, text: fs.existsSync(file) ? fs.readFileSync(file) : null };
}

// ---- the answers every event is tried with ----

const rewriteFor = event => event.tool === 'shell' ? { command: 'echo rewritten' }
  : ['file_read', 'file_write', 'file_edit'].includes(event.tool) && !event.tool_input?.patch ? { path: '/home/dev/proj/rewritten' }
  : event.tool_input?.patch ? { patch: '*** Begin Patch\n*** Add File: rewritten\n+x\n*** End Patch\n' } : { text: 'rewritten' };
const answers = {
  none: () => ({}),
  allow: () => ({ decision: 'allow', reason: 'fine' }),
  deny: () => ({ decision: 'deny', reason: 'not "this" one' }),
  'deny-context': () => ({ decision: 'deny', reason: 'no', context: 'read the rules' }),
  ask: () => ({ decision: 'ask', reason: 'sure?' }),
  context: () => ({ context: 'the build is red' }),
  rewrite: e => ({ updated_input: rewriteFor(e) }),
  message: () => ({ system_message: 'for the user' }),
  stop: () => ({ continue: false, stop_reason: 'enough' }),
  output: () => ({ updated_output: 'redacted' }),
  env: () => ({ env: { A: 'b' } }),
};

// ---- what the agents were measured to be able to do, by event ----

const tools = { 'claude-code': ['PreToolUse'], codex: ['PreToolUse'], cursor: ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile', 'beforeTabFileRead'], generic: ['preToolUse'] };
const can = {
  deny: {
    'claude-code': [...tools['claude-code'], 'PermissionRequest', 'UserPromptSubmit', 'UserPromptExpansion', 'PostToolUse', 'PostToolBatch', 'Stop', 'SubagentStop',
      'PreCompact', 'PreModelSwitch', 'ConfigChange', 'TaskCreated', 'TaskCompleted', 'TeammateIdle', 'Elicitation', 'ElicitationResult', 'WorktreeCreate'],
    codex: ['PreToolUse', 'PermissionRequest', 'PostToolUse', 'UserPromptSubmit', 'Stop', 'SubagentStop'],
    cursor: [...tools.cursor, 'subagentStart', 'beforeSubmitPrompt', 'stop', 'subagentStop'],
    generic: ['preToolUse', 'postToolUse', 'beforeSubmitPrompt', 'Stop', 'PreCompact'],
  },
  allow: { 'claude-code': ['PreToolUse', 'PermissionRequest', 'PreModelSwitch'], codex: ['PermissionRequest'], cursor: [], generic: [] },
  ask: { 'claude-code': ['PreToolUse', 'PreModelSwitch'], codex: [], cursor: [], generic: [] },
  context: {
    'claude-code': ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'UserPromptSubmit', 'UserPromptExpansion', 'SessionStart', 'Setup', 'Stop',
      'SubagentStart', 'SubagentStop', 'PostModelSwitch', 'Notification'],
    codex: ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'SessionStart', 'SubagentStart'],
    cursor: ['preToolUse', 'postToolUse', 'postToolUseFailure', 'sessionStart', 'beforeSubmitPrompt'], generic: [],
  },
  rewrite: { 'claude-code': ['PreToolUse'], codex: ['PreToolUse'], cursor: ['preToolUse'], generic: [] },
  message: {
    'claude-code': ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'PermissionRequest', 'PermissionDenied', 'UserPromptSubmit', 'UserPromptExpansion',
      'SessionStart', 'Setup', 'Stop', 'SubagentStart', 'SubagentStop', 'PreCompact', 'PostCompact', 'PreModelSwitch', 'PostModelSwitch', 'Notification', 'ConfigChange',
      'TaskCreated', 'TaskCompleted', 'TeammateIdle', 'Elicitation', 'ElicitationResult', 'BrandNewEvent'],
    codex: ['PreToolUse', 'PermissionRequest', 'PostToolUse', 'PreCompact', 'PostCompact', 'SessionStart', 'UserPromptSubmit', 'SubagentStart', 'SubagentStop', 'Stop'],
    cursor: ['preCompact'], generic: ['preToolUse', 'postToolUse', 'SessionStart', 'beforeSubmitPrompt', 'Stop', 'PreCompact', 'SessionEnd'],
  },
  stop: {
    'claude-code': ['PreToolUse', 'PostToolUse', 'PostToolBatch', 'UserPromptSubmit', 'UserPromptExpansion', 'Stop', 'SubagentStop', 'PreCompact',
      'ConfigChange', 'TaskCreated', 'TaskCompleted', 'TeammateIdle', 'BrandNewEvent'],
    codex: ['PreCompact', 'PostCompact', 'SessionStart', 'UserPromptSubmit', 'SubagentStop', 'Stop'],
    cursor: ['sessionStart'], generic: [],
  },
  env: { 'claude-code': [], codex: [], cursor: ['sessionStart'], generic: [] },
};
// Where a denial comes too late, or keeps the agent working: no question and no rewrite may end in one.
const afterwards = new Set(['PostToolUse', 'postToolUse', 'Stop', 'stop', 'SubagentStop', 'subagentStop', 'TeammateIdle']);
const beforeTool = (host, event) => tools[host].includes(event);

// Does what the agent does agree with what it can do? Otherwise gaff must have said what is lost.
function judgeAnswer(name, host, event, payload, canonical, verdict, result) {
  const able = what => can[what]?.[host].includes(event);
  const warned = /^gaff: .*(lost|became|grants nothing|cut)/m.test(result.stderr) || / (lost|became)/.test(verdict.message ?? '');
  if (verdict.rejected) return `the agent rejects it: ${verdict.rejected}`;
  if (/\n/.test(result.stdout)) return 'more than one line';
  const nothing = Object.keys(verdict).length === 0;
  switch (name) {
    case 'none': return nothing && !result.stderr ? null : 'no opinion has an effect';
    case 'allow':
      if (able('allow')) return verdict.granted ? null : 'not granted';
      return verdict.granted ? 'granted where there is nothing to grant' : verdict.blocked !== undefined ? 'blocked' : null;
    case 'deny': case 'deny-context': {
      const reason = name === 'deny' ? 'not "this" one' : 'no';
      if (!able('deny') && !['brandNewEvent', 'BrandNewEvent'].includes(event)) return verdict.blocked === undefined && warned ? null : 'neither blocked nor said to be lost';
      if (verdict.blocked === undefined && !/rand/.test(event)) return 'not blocked';
      if (verdict.blocked !== undefined && !verdict.blocked.includes(reason) && event !== 'Elicitation' && event !== 'ElicitationResult') return 'the reason is lost';
      if (name === 'deny-context') return able('context') ? (verdict.context?.includes('read the rules') ? null : 'context is lost') : warned ? null : 'context is lost without a word';
      return null;
    }
    case 'ask':
      if (able('ask')) return verdict.asked ? null : 'not asked';
      if (event === 'PermissionRequest') return nothing ? null : 'the agent asks anyway';
      if (afterwards.has(event)) return nothing && warned ? null : 'ask has an effect, or is lost without a word';
      if (able('deny')) return verdict.blocked !== undefined && !verdict.asked ? null : 'ask is neither honoured nor denied';
      return verdict.asked ? 'asked' : null;
    case 'context': return able('context') ? (verdict.context === 'the build is red' ? null : 'context is lost') : warned && nothing ? null : 'context is lost without a word';
    case 'rewrite': {
      if (!('tool' in canonical)) return verdict.rewritten ? 'rewritten' : null;
      if (afterwards.has(event)) return nothing && warned ? null : 'a rewrite has an effect, or is lost without a word';
      if (!able('rewrite')) return verdict.rewritten ? 'rewritten' : able('deny') ? (verdict.blocked !== undefined ? null : 'a lost rewrite did not block') : warned ? null : 'lost without a word';
      if (!verdict.rewritten) return 'not rewritten';
      if (verdict.granted) return 'a rewrite granted';
      const before = payload.tool_input;
      for (const key of Object.keys(before)) if (!(key in verdict.rewritten)) return `the new input lacks ${key}`;
      return JSON.stringify(verdict.rewritten).includes('rewritten') ? null : 'the new value is lost';
    }
    case 'message': return able('message') ? (verdict.message === 'for the user' ? null : 'message is lost') : warned ? null : 'message is lost without a word';
    case 'stop':
      if (beforeTool(host, event) && verdict.blocked === undefined) return 'stopped, but the tool runs';
      if (able('stop')) return verdict.stopped ? null : 'not stopped';
      return verdict.stopped || (warned || verdict.blocked !== undefined) ? null : 'stop is lost without a word';
    case 'output': return verdict.output !== undefined ? (JSON.stringify(verdict.output).includes('redacted') ? null : 'wrong output') : warned ? null : 'output is lost without a word';
    case 'env': return able('env') ? (verdict.env?.A === 'b' ? null : 'env is lost') : warned ? null : 'env is lost without a word';
  }
  return 'no such answer';
}

const describe = verdict => Object.entries(verdict).map(([k, v]) => v === true ? k : `${k} ${JSON.stringify(v)}`).join(', ') || 'goes on';

// ---- the checks ----

function compare(file, got, name) {
  if (update) { fs.writeFileSync(file, got); return; }
  const want = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  if (want === got) return check(name, null);
  const a = want.split('\n'), b = got.split('\n'), at = b.findIndex((line, i) => line !== a[i]);
  check(name, `differs from ${path.relative(root, file)}:${at + 1}\n  want ${a[at]}\n  got  ${b[at]}`);
}

function checkEvent(host, dir, args, payload) {
  const name = `${host}/${path.basename(dir)}`;
  const { text, stderr } = seen(host, args, payload, 'canonical');
  if (!text) { check(`${name} canonical`, `the hook was not run: ${stderr}`); return null; }
  const event = JSON.parse(text);
  check(`${name} keeps the payload`, text.includes(Buffer.from(payload.toString('utf8').trim())) ? null : 'its bytes changed');
  const { native, ...rest } = event;
  check(`${name} native`, JSON.stringify(native) === JSON.stringify(JSON.parse(payload)) ? null : 'native differs');
  compare(path.join(dir, 'event.json'), JSON.stringify(rest, null, 1) + '\n', `${name} event`);
  return event;
}

const vocabulary = {
  'claude-code': { shell: ['Bash'], file_read: ['Read'], file_write: ['Write'], file_edit: ['Edit', 'MultiEdit', 'NotebookEdit'], search: ['Grep'], find: ['Glob'], web_fetch: ['WebFetch'], web_search: ['WebSearch'], agent: ['Agent', 'Task'] },
  codex: { shell: ['Bash'], file_write: ['apply_patch'], file_edit: ['apply_patch'], agent: ['spawn_agent'] },
  cursor: { shell: ['Shell'], file_read: ['Read'], file_write: ['Write'], file_edit: ['Write'], search: ['Grep'], web_fetch: ['Fetch'], web_search: ['WebSearch'], agent: ['Task'] },
  generic: { shell: ['Shell'], file_read: ['Read'], file_write: ['Write'], file_edit: ['Edit', 'MultiEdit'], search: ['Grep'], find: ['Glob'], web_fetch: ['WebFetch'], web_search: ['WebSearch'], agent: ['Task'] },
};
const commandOf = { 'claude-code': p => p.tool_input.command, codex: p => p.tool_input.command, cursor: p => p.tool_input.command, generic: p => p.tool_input.command };
const pathOf = { 'claude-code': p => p.tool_input.file_path ?? p.tool_input.notebook_path, codex: p => /^\*\*\* \w+ File: (.*)$/m.exec(p.tool_input.command)?.[1], cursor: p => p.tool_input.file_path, generic: p => p.tool_input.path };

// The same event for a hook of every other dialect: that agent's names, with the same meaning.
function checkDialects(host, dir, args, payload, event) {
  for (const dialect of Object.keys(vocabulary)) {
    const name = `${host}/${path.basename(dir)} as ${dialect}`;
    const { text, stderr } = seen(host, args, payload, dialect);
    if (dialect === host) {
      check(name, text?.toString('utf8').trim() === payload.toString('utf8').trim() ? null : 'its own payload changed');
      continue;
    }
    if (!text) { check(name, /has no event for/.test(stderr) ? null : `not run, and not said why: ${stderr}`); continue; }
    const p = JSON.parse(text);
    let problem = null;
    const names = vocabulary[dialect][event.tool];
    if (event.tool_input?.patch) problem = /Write|Edit/.test(p.tool_name) ? null : `tool_name ${p.tool_name}`; // once for each file: run.mjs
    else if (event.tool && names && !names.includes(p.tool_name)) problem = `tool_name ${p.tool_name}`;
    else if (event.tool === 'shell' && commandOf[dialect](p) !== event.tool_input.command) problem = 'the command changed';
    else if (event.tool_input?.path && names && event.tool.startsWith('file_') && pathOf[dialect](p) !== event.tool_input.path) problem = `the path became ${pathOf[dialect](p)}`;
    else if (event.event === 'before_prompt' && (p.prompt ?? p.tool_input.prompt) !== event.prompt) problem = 'the prompt is lost';
    else if (event.session_id && event.event !== 'before_tool_execute' && event.event !== 'after_tool_execute' && (p.session_id ?? p.tool_input.session_id) !== event.session_id) problem = 'the session is lost';
    check(name, problem);
  }
}

function checkAnswers(host, dir, args, payload, event) {
  let text = '';
  for (const [name, make] of Object.entries(answers)) {
    const file = path.join(scratch, 'answer.json');
    fs.writeFileSync(file, JSON.stringify(make(event)));
    const r = run(host, args, payload, ['cat', file]);
    const verdict = judge(host, event.native_event, JSON.parse(payload), r);
    check(`${host}/${path.basename(dir)} ${name}`, judgeAnswer(name, host, event.native_event, JSON.parse(payload), event, verdict, r));
    text += `${name}\n  exit   ${r.code}\n` + (r.stdout ? `  stdout ${r.stdout}\n` : '') +
      r.stderr.split('\n').filter(Boolean).map(line => `  stderr ${line}\n`).join('') + `  agent  ${describe(verdict)}\n`;
  }
  compare(path.join(dir, 'expect'), text, `${host}/${path.basename(dir)} expect`);
}

const only = process.argv[2], covered = new Set();
for (const host of fs.readdirSync(path.join(root, 'tests/hosts'))) {
  for (const each of fs.readdirSync(path.join(root, 'tests/hosts', host)).sort()) {
    const dir = path.join(root, 'tests/hosts', host, each);
    if (only && !`${host}/${each}`.includes(only)) continue;
    const payload = fs.readFileSync(path.join(dir, 'stdin.json'));
    const argsFile = path.join(dir, 'args');
    const args = fs.existsSync(argsFile) ? fs.readFileSync(argsFile, 'utf8').trim().split(/\s+/) : [];
    if (!fs.existsSync(path.join(dir, 'from'))) check(`${host}/${each}`, 'no file `from`: where does the payload come from?');
    const event = checkEvent(host, dir, args, payload);
    if (!event) continue;
    covered.add(`${host} ${event.native_event}`);
    checkDialects(host, dir, args, payload, event);
    checkAnswers(host, dir, args, payload, event);
  }
}
// An event without a case is an event nobody looked at.
for (const host of fs.readdirSync(path.join(root, 'tests/hosts'))) {
  const page = spawnSync(gaff, ['hosts', host], { encoding: 'utf8', env }).stdout;
  for (const [, event] of page.slice(0, page.indexOf('| tool |')).matchAll(/^\| `(\w+)` \|/gm))
    if (!only) check(`${host} ${event}`, covered.has(`${host} ${event}`) ? null : 'no case has this event');
}
fs.rmSync(scratch, { recursive: true });
console.log(`golden: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
