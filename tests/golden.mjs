// golden.mjs - every recorded payload through gaff: what hooks see, what agents get.
//
//   tests/hosts/<host>/<case>/stdin.json   a payload, and `from`: where it was taken from
//                             args         more options for gaff run, if the case needs any
//                             env          and variables, lines NAME=value
//                             event.json   the canonical event a hook gets (without "native")
//                             expect       what the agent gets for each answer, and what it does
//
// `UPDATE=1 make check` rewrites event.json and expect; the diff is the review. What an agent
// can and does comes from its host.mjs, and the checks below hold whatever the golden files say.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isSampled, isWhole } from './check.mjs';
import { attend, cases, hosts, judge, readCase } from './hosts.mjs';

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

function run(host, { args, payload, env: extra }, more, command) {
  const [program, ...words] = attend(host, [gaff, 'run', '--host', host, ...args, ...more, '--', ...command]);
  const r = spawnSync(program, words, { input: payload, env: { ...env, ...extra }, cwd: '/', encoding: 'latin1', maxBuffer: 1 << 28 });
  if (r.error) throw r.error;
  const text = s => Buffer.from(s, 'latin1').toString('utf8');
  return { code: r.status, stdout: text(r.stdout), stderr: text(r.stderr), raw: r.stdout };
}

const only = process.argv[2];
const pages = Object.fromEntries(Object.keys(hosts).map(host => [host, JSON.parse(spawnSync(gaff, ['hosts', host, '--events', '--json'], { encoding: 'utf8', env }).stdout).hosts[0]]));

// The event as a hook of a dialect gets it.
function seen(host, given, dialect) {
  const file = path.join(scratch, 'seen');
  fs.rmSync(file, { force: true });
  const r = run(host, given, ['--dialect', dialect], ['sh', '-c', 'cat > "$0"', file]);
  return { ...r, text: fs.existsSync(file) ? fs.readFileSync(file) : null };
}

// ---- the answers every event is tried with ----

// A patch, or edits that name a file each: a hook of another dialect sees one after another (run.mjs).
const ownFiles = event => !!event.tool_input?.patch || !!event.tool_input?.edits?.some(e => e.path);
// For a tool that gaff knows little of: a field that nobody knows, where the agent would pass it on, else the first it has.
const rewriteFor = (event, passesOn) => event.tool === 'shell' ? { command: 'echo rewritten' }
  : ownFiles(event) && !event.tool_input.patch ? { edits: event.tool_input.edits.map(e => ({ ...e, new: 'rewritten' })) }
  : ['file_read', 'file_write', 'file_edit'].includes(event.tool) && !event.tool_input?.patch ? { path: '/home/dev/proj/rewritten' }
  : event.tool_input?.patch ? { patch: '*** Begin Patch\n*** Add File: rewritten\n+x\n*** End Patch\n' }
  : { [passesOn('text') ? 'text' : Object.keys(event.tool_input)[0]]: 'rewritten' };
const answers = {
  none: () => ({}),
  allow: () => ({ decision: 'allow', reason: 'fine' }),
  deny: () => ({ decision: 'deny', reason: 'not "this" one' }),
  'deny-context': () => ({ decision: 'deny', reason: 'no', context: 'read the rules' }),
  ask: () => ({ decision: 'ask', reason: 'sure?' }),
  context: () => ({ context: 'the build is red' }),
  rewrite: (e, passesOn) => ({ updated_input: rewriteFor(e, passesOn) }),
  message: () => ({ system_message: 'for the user' }),
  stop: () => ({ continue: false, stop_reason: 'enough' }),
  output: () => ({ updated_output: 'redacted' }),
  env: () => ({ env: { A: 'b' } }),
  prompt: () => ({ updated_prompt: 'another prompt' }),
};

// Every byte as it came, but for breaks between parts of the JSON: a hook may read it as a line.
const onOneLine = payload => payload.toString('utf8').trim().replace(/[\r\n]/g, ' ');

// Where silence would approve, gaff says at exit 1 that the user decides.
const leftToTheUser = (host, event, { code, stderr }) => host.silenceAsks.includes(event) && code === 1 && stderr === 'gaff: no hook decides this; the user does\n';
const onlyReason = (verdict, { code, stderr }) => code === 2 && !/^gaff: /m.test(stderr) && (verdict.blocked === undefined || verdict.blocked.includes(stderr.trim()));

// Does what the agent does agree with what it can do? Otherwise gaff must have said what is lost.
function judgeAnswer(name, host, event, payload, canonical, verdict, result, said) {
  if (leftToTheUser(host, event, result)) result = { ...result, stderr: '' };
  const able = what => host.canIn(payload)[what].includes(event), late = host.afterwards.includes(event);
  const warned = /^gaff: .*(lost|became|grants nothing|cut)/m.test(said) || / (lost|became)/.test(verdict.message ?? '');
  if (verdict.rejected) return `the agent rejects it: ${verdict.rejected}`;
  if (/\n/.test(result.stdout)) return 'more than one line';
  if (!host.privateStderr && result.stderr && !onlyReason(verdict, result) && !host.losesReason.includes(event)) return 'more than a reason on stderr';
  const nothing = Object.keys(verdict).length === 0;
  switch (name) {
    case 'none': return nothing && !result.stderr ? null : 'no opinion has an effect';
    case 'allow':
      if (able('allow')) return verdict.granted ? null : 'not granted';
      return verdict.granted ? 'granted where there is nothing to grant' : verdict.blocked !== undefined ? 'blocked' : null;
    case 'deny': case 'deny-context': {
      const reason = name === 'deny' ? 'not "this" one' : 'no';
      if (!able('deny') && !host.unknown.includes(event)) return verdict.blocked !== undefined || !warned ? 'neither blocked nor said to be lost' : name === 'deny' || !able('denyContext') || verdict.context?.includes('read the rules') ? null : 'context is lost';
      if (verdict.blocked === undefined && !host.unknown.includes(event)) return 'not blocked';
      if (verdict.blocked !== undefined && !verdict.blocked.includes(reason) && !host.losesReason.includes(event)) return 'the reason is lost';
      if (name === 'deny-context' && host.showsContext.includes(event)) return verdict.message === 'read the rules' ? null : 'context is lost';
      if (name === 'deny-context') return able('denyContext') ? ([verdict.context, verdict.blocked].join().includes('read the rules') ? null : 'context is lost') : warned ? null : 'context is lost without a word';
      return null;
    }
    case 'ask':
      if (able('ask')) return !verdict.asked ? 'not asked' : String(verdict.asked).includes('sure?') || (host.losesQuestion.includes(event) && warned) ? null : 'the question is lost';
      if (host.silenceAsks.includes(event)) return nothing ? null : 'the agent asks anyway';
      if (late) return nothing && warned ? null : 'ask has an effect, or is lost without a word';
      if (able('deny')) return verdict.blocked !== undefined && !verdict.asked ? null : 'ask is neither honoured nor denied';
      return verdict.asked ? 'asked' : null;
    case 'context':
      if (host.showsContext.includes(event)) return verdict.message === 'the build is red' && verdict.blocked === undefined ? null : 'context is not shown, or has an effect';
      return able('context') ? (verdict.context === 'the build is red' ? null : 'context is lost') : warned && nothing ? null : 'context is lost without a word';
    case 'rewrite': {
      if (!('tool' in canonical)) return verdict.rewritten ? 'rewritten' : null;
      if (late) return nothing && warned ? null : 'a rewrite has an effect, or is lost without a word';
      if (!able('rewrite')) return verdict.rewritten ? 'rewritten' : able('deny') ? (verdict.blocked !== undefined ? null : 'a lost rewrite did not block') : warned ? null : 'lost without a word';
      if (!verdict.rewritten) return 'not rewritten';
      if (verdict.granted) return 'a rewrite granted';
      if (typeof host.toolInput(payload) === 'object') for (const key of Object.keys(host.toolInput(payload))) if (!(key in verdict.rewritten)) return `the new input lacks ${key}`;
      return JSON.stringify(verdict.rewritten).includes('rewritten') ? null : 'the new value is lost';
    }
    case 'message': return able('message') ? (verdict.message === 'for the user' ? null : 'message is lost') : warned ? null : 'message is lost without a word';
    case 'stop':
      if (host.tools.includes(event) && verdict.blocked === undefined) return 'stopped, but the tool runs';
      if (able('stop')) return !verdict.stopped ? 'not stopped' : verdict.stopped === true || verdict.stopped.includes('enough') ? null : 'why it stops is lost';
      return verdict.stopped || (warned || verdict.blocked !== undefined) ? null : 'stop is lost without a word';
    case 'output':
      if (host.outputs(event, payload) !== (verdict.output !== undefined)) return verdict.output === undefined ? 'the output is not replaced' : 'an output is replaced that cannot be';
      return verdict.output !== undefined ? (JSON.stringify(verdict.output).includes('redacted') ? null : 'wrong output') : warned ? null : 'output is lost without a word';
    case 'prompt':
      if (!able('prompt') && canonical.event === 'before_prompt' && able('deny')) return verdict.blocked !== undefined ? null : 'the old prompt goes on';
      return able('prompt') ? (verdict.prompt === 'another prompt' ? null : 'the prompt is lost') : warned && (nothing || host.unknown.includes(event)) ? null : 'the prompt is lost without a word';
    case 'env': return able('env') ? (verdict.env?.A === 'b' ? null : 'env is lost') : warned ? null : 'env is lost without a word';
  }
  return 'no such answer';
}

const describe = verdict => Object.entries(verdict).map(([k, v]) => v === true ? k : `${k} ${JSON.stringify(v)}`).join(', ') || 'goes on';

// ---- the checks ----

function compare(file, got, name) {
  if (process.env.JUDGE) return; // only what the emulators say: mutate.mjs
  if (update) { fs.writeFileSync(file, got); return; }
  const want = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  if (want === got) return check(name, null);
  const a = want.split('\n'), b = got.split('\n'), at = b.findIndex((line, i) => line !== a[i]);
  check(name, `differs from ${path.relative(root, file)}:${at + 1}\n  want ${a[at]}\n  got  ${b[at]}`);
}

function checkEvent(host, given) {
  const { name, dir, payload } = given;
  const { text, stderr } = seen(host, given, 'canonical');
  if (!text) { check(`${name} canonical`, `the hook was not run: ${stderr}`); return null; }
  const event = JSON.parse(text);
  check(`${name} keeps the payload`, text.includes(Buffer.from(onOneLine(payload))) ? null : 'its bytes changed');
  const { native, ...rest } = event;
  check(`${name} native`, JSON.stringify(native) === JSON.stringify(JSON.parse(payload)) ? null : 'native differs');
  compare(path.join(dir, 'event.json'), JSON.stringify(rest, null, 1) + '\n', `${name} event`);
  return event;
}

// The same event for hooks of other dialects: that agent's names, with the same meaning. Of all cases together each
// has every third dialect, so that every dialect sees cases of every agent; of one agent's cases alone (`only`) it is all.
let turn = 0;
function checkDialects(host, given, event) {
  turn++;
  for (const [i, [dialect, its]] of Object.entries(hosts).entries()) {
    if (!only && dialect !== host && (i + turn) % 3) continue;
    const name = `${given.name} as ${dialect}`;
    const { text, stderr } = seen(host, given, dialect);
    if (dialect === host) {
      check(name, text?.toString('utf8') === `${onOneLine(given.payload)}\n` ? null : 'its own payload changed');
      continue;
    }
    if (!text) {
      const said = hosts[host].privateStderr ? stderr : run(host, given, ['--verbose', '--dialect', dialect], ['true']).stderr;
      check(name, /has no event for/.test(said) ? null : `not run, and not said why: ${stderr}`);
      continue;
    }
    const p = JSON.parse(text);
    let problem = null;
    const names = ownFiles(event) ? [...its.vocabulary.file_write ?? [], ...its.vocabulary.file_edit ?? []] : its.vocabulary[event.tool];
    if (event.tool && names?.length && !names.includes(its.toolName(p))) problem = `the tool is called ${its.toolName(p)}`;
    else if (ownFiles(event)) problem = null;
    else if (event.tool === 'shell' && its.command(p) !== event.tool_input.command) problem = 'the command changed';
    else if (event.tool_input?.path && names && event.tool.startsWith('file_') && ![event.tool_input.path].flat().includes(its.path(p))) problem = `the path became ${its.path(p)}`;
    else if (event.event === 'before_prompt' && its.prompt(p) !== event.prompt) problem = 'the prompt is lost';
    else if (event.session_id && !its.sessionless.includes(event.event) && its.session(p) !== event.session_id) problem = 'the session is lost';
    check(name, problem);
  }
}

function checkAnswers(host, given, event) {
  const payload = JSON.parse(given.payload);
  let text = '';
  for (const [name, make] of Object.entries(answers)) {
    const file = path.join(scratch, 'answer.json');
    fs.writeFileSync(file, JSON.stringify(make(event, field => hosts[host].honours(payload, field))));
    const r = run(host, given, [], ['cat', file]);
    const verdict = judge(host, event.native_event, payload, r);
    // where the agent reads stderr gaff says what is lost only with --verbose
    const said = hosts[host].privateStderr ? r.stderr : run(host, given, ['--verbose'], ['cat', file]).stderr;
    check(`${given.name} ${name}`, judgeAnswer(name, hosts[host], event.native_event, payload, event, verdict, r, said));
    text += `${name}\n  exit   ${r.code}\n` + (r.stdout ? `  stdout ${r.stdout}\n` : '') +
      r.stderr.split('\n').filter(Boolean).map(line => `  stderr ${line}\n`).join('') + `  agent  ${describe(verdict)}\n`;
  }
  for (const [field, what] of Object.entries(hosts[host].native[event.native_event] ?? {})) {
    const [pointer, value, decision] = Array.isArray(what) ? what : [what, 'x'];
    const r = run(host, given, [], ['printf', '%s', JSON.stringify({ ...(decision && { decision, reason: 'r' }), native: { [field]: value } })]);
    let found;
    try { found = pointer.slice(1).split('/').reduce((at, key) => at?.[key], JSON.parse(r.stdout)); } catch { /* no answer */ }
    check(`${given.name} native ${field}`, JSON.stringify(found) === JSON.stringify(value) ? null : `it is ${JSON.stringify(found)} at ${pointer}`);
  }
  compare(path.join(given.dir, 'expect'), text, `${given.name} expect`);
}

const covered = new Set();
for (const host of Object.keys(hosts)) {
  for (const each of cases(host)) {
    const given = readCase(host, each);
    if (only && !given.name.includes(only)) continue;
    if (!isSampled(given.name)) continue;
    if (!given.from) check(given.name, 'no file `from`: where does the payload come from?');
    const event = checkEvent(host, given);
    if (!event) continue;
    covered.add(`${host} ${event.native_event}`);
    checkDialects(host, given, event);
    checkAnswers(host, given, event);
  }
}
// An event without a case is an event nobody looked at.
for (const [host, its] of Object.entries(hosts)) {
  if (!isWhole || (only && only !== `${host}/`)) continue;
  check(`${host} title`, pages[host].title === its.title ? null : `gaff hosts says ${pages[host].title}`);
  for (const { event, alias, timeout_ms: waits } of pages[host].events) {
    if (alias) continue; // its payloads are those of the event that it is another name of
    check(`${host} ${event}`, covered.has(`${host} ${event}`) ? null : 'no case has this event');
    check(`${host} ${event} waits`, waits === (its.waits[event] ?? its.waits['*']) ? null : `gaff says ${waits} ms`);
  }
}
fs.rmSync(scratch, { recursive: true });
console.log(`golden: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
