// e2e.mjs - real agents obey gaff: `make e2e`. By node's own test runner; reporter.mjs prints what happens.
//
// Agents from npm, at the versions their rows were held against, with an empty home, a clean environment
// and no network but loopback, against a scripted model. Each scenario goes the user's whole way, from a manifest and
// `gaff install` to `gaff uninstall` (one.mjs). What counts is what happened: files, and what the model was told next.
//
//   ONLY=regex        of "agent, scenario"            SET=core     what .ci/run has time for
//   AGENTS=latest     the newest versions, and what differs from the recorded ones (drift.mjs)
//   UPDATE=1          write docs/agents.md, and tests/hosts/<id>/seen.json, which AGENTS=latest is compared with
//   VERBOSE=1         all there is to know about a scenario that failed
//
// An agent is tests/hosts/<id>/agent.mjs, which exports
//
//   install          what npm installs, with its version      needs(arch)   [none] further packages, with theirs
//   overrides        [none] versions of what it depends on, as in a package.json
//   program(arch)    what runs, under node_modules; arch is ['x64', 'x86_64'] or ['arm64', 'aarch64']
//   events           { canonical event: the agent's name for it }
//   shell(command)   the tool call that runs a shell command: { tool, input }
//   asks(command)    [shell] one that needs a permission when the spec says `allow: false`
//   write(file, text), edit(file, old, new)    a call that writes a file; the calls that edit one (a list: some must read first)
//   patch(files, old, new)   [none] one call that edits several files of the project
//   more             [none] further calls, of other tools, that matchers are tried with
//   refusesFirst     [false] what needs a permission that nobody can give is refused before any hook is called
//   mcpTool          the name under which the tool `mark` of the MCP server `lab` is called
//   mcpOther         [mcpTool with that name] the same of its tool `mark-it`
//   prepare({ home, project, port, entries, event, server, program, spec })   writes the agent's configuration, which asks
//                    the model on `port`, has the MCP server of the words `server`, and on `event` the hooks `entries`
//                    (each if there is one): [{ matcher, command }], a shell line each, with or without a matcher; returns
//                    { args, env }, the arguments of `program` (a .js file is run by node), or { words, env }, the program included
//   backend          [none] what it asks instead of a model, in a protocol of its own; see model.mjs
//   installs         [none] options of `gaff install` without which the agent would run no hook
//   trusts           [none] arguments by which it trusts the folder it works in
//   hooksFile        where in the home a converted configuration goes: settings, which it is laid over, or a file of its own
//   bypass           [none] arguments by which it runs hooks that its user has not trusted
//   off              [file in the home, what is laid over its JSON or what becomes of its text]: the switch that turns its hooks off
//   ends             [false] a denial ends the run, and the model reads no reason
//   codec            false: gaff has no rows for it, and of the scenarios only its own are tried
//   cannot           [none] { common scenario: why this agent cannot do that }
//   scenarios        [none] { name: tools => ({ spec, then }) }: what only this agent can do; see scenarios.mjs
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { folder, get, moduleOf, nameOf, place, run, start } from './bed.mjs';
import * as drift from './drift.mjs';
import { foretold, tried } from './matchers.mjs';
import { answer, common, complete, told, wayProblem } from './scenarios.mjs';

const { AGENTS, ONLY, SET, UPDATE, VERBOSE } = process.env;
const latest = AGENTS === 'latest', whole = !ONLY && !SET && !process.env.GAFF;
if (AGENTS && !latest) throw new Error(`AGENTS=${AGENTS}: only "latest" is known; ONLY='^codex,' chooses an agent`);
if (SET && SET !== 'core') throw new Error(`SET=${SET}: only "core" is known`);
const core = [
  /^the place/, /^(claude-code|codex|gemini-cli|opencode), (deny|rewrite|context|no opinion|feedback|a prompt|a file|a patch|an MCP tool|a hook that hangs|a manifest|the user's own|the built-in guard|a hook is called|a hook in|codex)/,
  /^(auggie|cline|copilot-cli|cursor|factory-droid|kimi|pi|qwen-code), (deny|no opinion|a manifest broken later, fail-closed|the user's own|the built-in guard|a hook is called)/,
];
const wants = title => new RegExp(ONLY ?? '').test(title) && (!SET || core.some(pattern => pattern.test(title)));

async function load(id) {
  const agent = { cannot: {}, scenarios: {}, codec: true, more: [], asks: undefined, mcpOther: undefined, ...await import(moduleOf(id)) };
  agent.asks ??= agent.shell;
  agent.mcpOther ??= agent.mcpTool?.replace(/mark$/, 'mark-it');
  for (const name of Object.keys(agent.cannot)) if (!common[name]) throw new Error(`${moduleOf(id)}: there is no scenario "${name}"`);
  for (const name of Object.keys(agent.scenarios)) if (common[name]) throw new Error(`${moduleOf(id)}: "${name}" is a common scenario`);
  return agent;
}

// Requests are long, and their ends are what differs.
const details = ({ requests, ...rest }) => [...requests.map(r => `... ${JSON.stringify(r).slice(-1500)}`), JSON.stringify(rest, null, 1).slice(-8000)].join('\n');

async function attempt(where, { id, agent, file, make }) {
  const { spec, then, silent } = make({ ...agent, answer, told, tried: event => tried(id, agent, event), foretold: event => foretold(id, agent, event) });
  const result = await run(where, { agent: id, module: moduleOf(id), program: file, ...complete(id, agent, spec) });
  Object.assign(result, { ends: agent.ends, steps: spec.script.length });
  const missed = !silent && !result.ran && `the hook was never called: exit ${result.code}, ${result.stderr.slice(-500)}`;
  const problem = (result.late && 'it took more than 60 seconds') || missed || (silent ?? then)(result) || wayProblem(result, spec);
  return { problem, result };
}

// ---- the place itself ----

const where = place(), width = Math.min(2, os.cpus().length), seen = {};
const noPlace = 'the kernel allows no network namespace here';
if (wants('the place')) {
  const probe = `const net = require('net'), fs = require('fs'), said = [];
    const other = fs.readFileSync('/proc/net/dev', 'utf8').split('\\n').slice(2).filter(l => l.trim() && !/^ *lo:/.test(l));
    for (const file of JSON.parse(process.argv[1])) try { fs.writeFileSync(file, ''); said.push(file + ' was written'); } catch (e) { if (e.code !== 'EROFS') said.push(file + ': ' + e.code); }
    net.connect(443, '192.0.2.1').on('connect', () => said.push('connected')).on('error', e => { if (e.code !== 'ENETUNREACH') said.push(e.code); })
      .on('close', () => console.log(JSON.stringify([...other, ...said])));`;
  const files = [os.homedir(), folder, '/'].map(dir => path.join(dir, 'gaff-e2e-probe'));
  const inside = async given => JSON.parse((await start(where, process.execPath, ['-e', probe, JSON.stringify(given)])).stdout);
  test('the place: nothing but loopback', { skip: !where && noPlace }, async () => assert.deepEqual(await inside([]), []));
  test('the place: nothing outside can be written', { skip: where ? !where.sealed && 'the kernel allows no mounts here' : noPlace }, async () => assert.deepEqual(await inside(files), []));
  test('the place: what is left running is ended', { skip: where ? !where.sealed && 'the kernel allows no processes of its own here; one.mjs ends them one by one' : noPlace }, async () => {
    const mark = `${process.pid}4711`; // a daemon as agents leave them: in a session of its own, and deaf
    await start(where, 'sh', ['-c', `setsid sh -c 'trap "" TERM HUP; sleep ${mark}' >/dev/null 2>&1 & sleep 1`]);
    assert.equal(spawnSync('pgrep', ['-f', `sleep ${mark}`]).status, 1);
  });
}

if (wants('drift')) test('drift: an event, a field and a reaction that change are named', () => {
  const old = { keys: { A: ['x', 'y'], B: ['x'] }, reactions: { one: 'exit 0, 2 requests', two: 'exit 0, 1 requests' } };
  assert.deepEqual(drift.differences(old, old), []);
  assert.deepEqual(drift.differences(old, { keys: { A: ['x', 'z'], C: ['x'] }, reactions: { one: 'exit 1, 0 requests', two: 'exit 0, 1 requests' } }),
    ['A: +z -y', 'B: it is not reported any more', 'C: a new event', '"one": exit 1, 0 requests; was: exit 0, 2 requests']);
});

// ---- the agents, one after the other, two scenarios at a time ----

for (const id of fs.readdirSync(folder).filter(id => fs.existsSync(moduleOf(id))).sort()) {
  const agent = await load(id);
  const list = Object.entries({ ...(agent.codec ? common : {}), ...agent.scenarios }).filter(([name]) => wants(`${id}, ${name}`));
  if (!list.length) continue;
  const got = where ? get(agent, latest) : { skip: noPlace };
  const mine = seen[id] = { source: nameOf(agent.install), version: got.version, scenarios: {}, keys: {}, reactions: {} };
  describe(id, { concurrency: width }, () => {
    if (got.fail) test(`${id}, npm`, () => assert.fail(got.fail));
    else for (const [name, make] of list) {
      const why = agent.cannot[name];
      mine.scenarios[name] = why ? `n/a: ${why}` : got.skip ? 'skipped' : 'failed';
      test(`${id}, ${name}`, { skip: why && !latest ? `n/a: ${why}` : got.skip, todo: why && latest && `n/a: ${why}` }, async () => {
        const { problem, result } = await attempt(where, { id, agent, file: got.file, make });
        if (!why) drift.note(mine, name, result);
        assert.ok(!problem, `${problem}${VERBOSE ? `\n${details(result)}` : ''}`);
        mine.scenarios[name] = 'passed';
      });
    }
  });
}

if (whole && latest) after(() => drift.compare(seen));
if (whole && !latest) test('docs/agents.md and what is recorded of payloads say what this run has seen', { skip: !where && noPlace }, t => {
  if (!drift.record(seen, Boolean(UPDATE))) t.skip('not every agent could be had');
});
