// doctor.mjs - gaff status, doctor, enable and disable: everything that can be wrong is planted, and found.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { agents, files } from './install/world.mjs';
import { finish, is, ok, test } from './check.mjs';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-doctor-')));
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
let made = 0;

const hosts = ['claude-code', 'codex', 'copilot-cli', 'cursor', 'factory-droid', 'gemini-cli', 'opencode', 'qwen-code'];

// A home and a project of their own; programs are those of the system, without the agents.
function machine(...installed) {
  const base = path.join(scratch, String(made++)), home = path.join(base, 'home'), project = path.join(base, 'project');
  fs.mkdirSync(home, { recursive: true });
  fs.mkdirSync(project);
  const env = { PATH: '/usr/bin:/bin', HOME: home, SHELL: '/bin/sh', COLUMNS: '500', ...sanitizer };
  const m = {
    base, home, project, env,
    gaff(...args) {
      const r = spawnSync(gaff, args, { encoding: 'utf8', cwd: project, env, maxBuffer: 1 << 26, input: '' });
      return { code: r.status, stdout: r.stdout, stderr: r.stderr };
    },
    does(...args) {
      const r = m.gaff(...args);
      is(r.code, 0, `exit of ${args.join(' ')} (${r.stdout}${r.stderr})`);
      return r.stdout;
    },
    file: host => path.join(home, files[host]),
    write(name, text, mode) {
      const file = path.resolve(home, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text, null, 2), { mode });
      if (mode) fs.chmodSync(file, mode);
      return file;
    },
    read: name => fs.readFileSync(path.resolve(home, name), 'utf8'),
    change(name, edit) {
      const before = m.read(name), after = edit(before);
      ok(before !== after, `${name} is as it was`);
      fs.writeFileSync(path.resolve(home, name), after);
    },
    look(command = 'status', ...args) {
      const r = m.gaff(command, '--json', ...args);
      const report = JSON.parse(r.stdout);
      is(r.code, report.ok ? 0 : 1, `exit of ${command}`);
      return report;
    },
    wrong: (command, ...args) => [...new Set(m.look(command, ...args).ailments.filter(x => x.level === 'wrong').map(x => x.id))].sort(),
    notes: (command, ...args) => [...new Set(m.look(command, ...args).ailments.filter(x => x.level === 'note').map(x => x.id))].sort(),
  };
  m.write('.gemini/trustedFolders.json', { [project]: 'TRUST_FOLDER' });
  if (installed.length) m.does('install', ...installed, '--trust');
  return m;
}
const find = (report, id) => {
  const x = report.ailments.find(a => a.id === id);
  ok(x, `no ${id} in ${JSON.stringify(report.ailments)}`);
  return x;
};

// ---- status ----

test('status where nothing is', () => {
  const m = machine();
  fs.rmSync(path.join(m.home, '.gemini'), { recursive: true });
  is(m.look(), { gaff: m.does('version').trim().replace('gaff ', ''), hosts: [], ok: true, ailments: [] });
  ok(m.does('status').includes('gaff install'), 'no next step');
});
const usualOf = host => host === 'cursor' ? 8 : 6; // of which two are for questions
test('status of a good machine', () => {
  const m = machine(...hosts), report = m.look();
  is(report.ailments, [], 'ailments');
  is(report.hosts.map(h => h.host), hosts, 'hosts');
  for (const h of report.hosts) {
    is([h.registered, h.last_fired], [true, null], h.host);
    is(h.files.map(f => [f.scope, f.file, f.state, f.missing, f.others, f.events.length]), [['user', m.file(h.host), 'current', 0, 0, usualOf(h.host)]], h.host);
  }
  is(report.hosts.find(h => h.host === 'codex').files[0].trust, 'trusted');
  const page = m.does('status');
  ok(!/wrong|note/.test(page) && page.match(/never fired/g).length === hosts.length, page);
  is(m.look('status', 'cursor').hosts.map(h => h.host), ['cursor']);
});
test('status writes nothing', () => {
  const m = machine('claude-code');
  const tree = () => spawnSync('find', [m.base, '-type', 'f', '-newermt', '@0', '-printf', '%p %T@ %s\n'], { encoding: 'utf8' }).stdout.split('\n').sort().join('\n');
  const before = tree();
  m.does('status');
  is(tree(), before);
});
test('status says when it last fired, and in which session', () => {
  const m = machine('claude-code');
  const call = (cwd, session) => spawnSync(gaff, ['run', '--host', 'claude-code', '--event', 'Stop'],
    { env: m.env, cwd, input: JSON.stringify({ session_id: session, cwd, hook_event_name: 'Stop' }) });
  call(m.project, 'one');
  call(m.base, 'two');
  m.does('install', 'claude-code', '--project');
  const [h] = m.look().hosts;
  is(h.files.map(f => [f.scope, f.last_fired?.session]), [['user', 'two'], ['project', 'one']]);
  ok(Math.abs(Date.now() - Date.parse(h.last_fired.time)) < 60000, h.last_fired.time);
  ok(/T\d\d:\d\d:\d\dZ in session two/.test(m.gaff('status').stdout.replace(/\s+/g, ' ')), 'no session on the page');
  is(m.notes(), ['two-scopes']);
});
test('an agent that is not known', () => {
  for (const command of ['status', 'doctor']) {
    const r = machine().gaff(command, 'nobody');
    is([r.code, r.stdout], [1, '']);
    ok(r.stderr.includes('claude-code'), r.stderr);
  }
});

// ---- what is planted ----

const plants = [
  ['a program that is gone', 'missing-program', m => m.change(files['claude-code'], t => t.replaceAll(gaff, '/nowhere/gaff'))],
  ['a program that is gone, of a plugin', 'missing-program', m => m.change(files.opencode, t => t.replaceAll(gaff, '/nowhere/gaff'))],
  ['another program in its place', 'wrong-program', m => m.change(files.codex, t => t.replaceAll(gaff, m.write('other/gaff', '#!/bin/sh\nexit 0\n', 0o755))), ['codex-modified']],
  ['a folder in its place', 'wrong-program', m => { fs.mkdirSync(path.join(m.home, 'gaff')); m.change(files['qwen-code'], t => t.replaceAll(gaff, `${m.home}/gaff`)); }],
  ['a path with a space', 'unquoted-path', m => m.change(files['gemini-cli'], t => t.replaceAll(gaff, '/opt/my tools/gaff'))],
  ['a program that cannot be executed', 'not-executable', m => m.change(files['factory-droid'], t => t.replaceAll(gaff, m.write('x/gaff', 'x', 0o644)))],
  ['a program that everybody may write', 'open-program', m => m.change(files.cursor, t => t.replaceAll(gaff.replaceAll('/', '\\/'),
    (fs.mkdirSync(`${m.home}/o`), fs.copyFileSync(gaff, `${m.home}/o/gaff`), fs.chmodSync(`${m.home}/o/gaff`, 0o777), `${m.home}/o/gaff`).replaceAll('/', '\\/')))],
  ['Codex was not asked', 'codex-untrusted', m => fs.rmSync(path.join(m.home, '.codex/config.toml'))],
  ['Codex was asked about something else', 'codex-modified', m => m.change('.codex/hooks.json', t => t.replaceAll('"timeout": 60', '"timeout": 61'))],
  ['Codex has one disabled', 'codex-disabled', m => m.change('.codex/config.toml', t => t.replace('trusted_hash', 'enabled = false\ntrusted_hash'))],
  ['an event Cursor does not know', 'unknown-event', m => m.change(files.cursor, t => t.replace('"stop"', '"preToolUSe"'))],
  ['an event Claude Code does not know', 'unknown-event', m => m.change(files['claude-code'], t => t.replace('"Stop"', '"Stopp"'))],
  ['a comment Claude Code refuses', 'refused-file', m => m.change(files['claude-code'], t => t.replace('{', '{ // mine'))],
  ['a comma Gemini CLI refuses', 'refused-file', m => m.change(files['gemini-cli'], t => t.replace(/\}\s*$/, ',}'))],
  ['a file nobody can parse', 'refused-file', m => m.write(files['qwen-code'], '{"hooks":')],
  ['a byte order mark in another hooks file of Copilot CLI', 'refused-file', m => m.write('.copilot/hooks/mine.json', '\ufeff{"version":1,"hooks":{}}')],
  ...Object.entries({ version: o => { o.version = '1'; }, timeout: o => { o.hooks.stop[0].timeout = 0; }, loop_limit: o => { o.hooks.stop[0].loop_limit = 0; }, failClosed: o => { o.hooks.stop[0].failClosed = 'yes'; },
    matcher: o => { o.hooks.stop.push({ command: 'true', matcher: '(?i)x' }); }, type: o => { o.hooks.stop.push({ type: 'http', command: 'true' }); }, command: o => { o.hooks.stop.push({}); },
    group: o => { o.hooks.stop.push({ hooks: [{ command: 'true' }] }); }, entry: o => { o.hooks.stop.push('true'); }, event: o => { o.hooks.preCompact = null; } })
    .map(([what, spoil]) => [`a ${what} Cursor refuses`, 'refused-file', m => m.change(files.cursor, t => { const o = JSON.parse(t); spoil(o); return JSON.stringify(o); })]),
  ['a file without version', 'not-current', m => m.change(files.cursor, t => t.replace(/"version": 1,\s*/, ''))],
  ['TOML nobody can parse', 'refused-file', m => m.write('.codex/config.toml', 'a ='), ['codex-untrusted']],
  ['a timeout below the deadline', 'short-timeout', m => m.change(files['claude-code'], t => t.replace('"timeout": 60', '"timeout": 5'))],
  ['a timeout below it, in milliseconds', 'short-timeout', m => m.change(files['gemini-cli'], t => t.replace('"timeout": 60000', '"timeout": 60'))],
  ['hooks that need longer', 'short-timeout', m => m.write('.config/gaff/hooks.json',
    { spec: 'hooks/0.1', hooks: [0, 1, 2].map(() => ({ event: 'before_tool_execute', handler: { type: 'command', command: 'true', timeout: 40 } })) })],
  ['an event that a manifest wants', 'not-current', m => m.write('.config/gaff/hooks.json',
    { spec: 'hooks/0.1', hooks: [{ event: 'before_compact', handler: { type: 'command', command: 'true' } }] })],
  ['the same twice', 'registered-twice', m => m.change(files['claude-code'], t => { const o = JSON.parse(t); o.hooks.Stop.push(o.hooks.Stop[0]); return JSON.stringify(o); })],
  ['another hook twice', 'registered-twice', m => m.change(files['qwen-code'], t => { const o = JSON.parse(t); const e = { hooks: [{ type: 'command', command: 'true' }] }; o.hooks.Stop.push(e, e); return JSON.stringify(o); })],
  ...Object.entries({ async: true, enabled: false, type: 'prompt' }).map(([key, value]) => [`an entry with ${key} ${value}`, 'changed-entry',
    m => m.change(files['qwen-code'], t => { const o = JSON.parse(t); o.hooks.PreToolUse[0].hooks[0][key] = value; return JSON.stringify(o); })]),
  ['all hooks switched off', 'switched-off', m => m.change(files['claude-code'], t => t.replace('{', '{"disableAllHooks":true,'))],
  ['Codex without hooks', 'switched-off', m => fs.appendFileSync(path.join(m.home, '.codex/config.toml'), '\n[features]\nhooks = false\n')],
  ['gaff alone switched off', 'switched-off', m => m.change(files['gemini-cli'], t => t.replace('{', '{"hooksConfig":{"disabled":["gaff"]},'))],
  ['a folder Gemini CLI was told not to trust', 'untrusted-folder', m => m.write('.gemini/trustedFolders.json', { [m.project]: 'DO_NOT_TRUST' })],
  ['an older plugin', 'not-current', m => m.change('.config/opencode/plugins/gaff.js', t => `${t}\n`)],
  ['a plugin without its manifest', 'refused-file', m => fs.rmSync(m.file('opencode'))],
  ['a manifest with a mistake', 'refused-manifest', m => m.write('.config/gaff/hooks.json', '{"spec":"hooks/0.1","hooks":[{}]}')],
  ['gaff switched off', 'disabled', m => { m.env.GAFF_DISABLE = '1'; }],
];

// A hook of somebody else, in the way this agent has them.
const others = (command, matcher) => ({ hooks: { PreToolUse: [{ ...(matcher && { matcher }), hooks: [{ type: 'command', command }] }] } });
const own = command => m => m.write(files['claude-code'], others(command, 'Bash'));
plants.push(
  ['jq missing', 'missing-tool', own('no-such-jq .')],
  ['a tool missing behind a pipe', 'missing-tool', own('cat | deno run x')],
  ['a tool missing in a substitution', 'missing-tool', own('echo "$(cat "$f" | deno x)"')],
  ['a tool missing in a script', 'missing-tool', m => own(m.write('hook.sh', '#!/bin/sh\n# deno is fine here\nif true; then\n  X=1 bun x\nfi\n', 0o755))(m)],
  ['a tool missing in a script that bash is given', 'missing-tool', m => { m.write('hook.sh', 'deno x\n'); own('bash ~/hook.sh')(m); }],
  ['an interpreter missing', 'missing-tool', m => own(m.write('hook', '#!/usr/bin/env no-such-deno\n', 0o755))(m)],
  ['a policy with a mistake', 'refused-manifest', m => m.write('.config/gaff/policy.json', '{')],
  ['a tool missing in a script of a manifest', 'missing-tool', m => {
    m.write('.config/gaff/check.sh', '#!/bin/sh\nbun x\n', 0o755);
    m.write('.config/gaff/hooks.yaml', 'spec: hooks/0.1\nhooks:\n  - event: before_tool_execute\n    handler:\n      type: command\n      command: ./check.sh\n');
  }],
  ['a script that is gone', 'missing-program', own('/nowhere/hook.sh')],
  ['a script of the project that is gone', 'missing-program', own('"$CLAUDE_PROJECT_DIR"/.claude/hook.sh')],
  ['a script that cannot be executed', 'not-executable', m => own(m.write('hook.sh', '#!/bin/sh\n', 0o644))(m)],
  ["somebody's path with a space", 'unquoted-path', m => own(m.write('my hooks/hook.sh', '#!/bin/sh\n', 0o755))(m)],
  ['a command that Cursor has twice', 'imported-by-cursor', m => {
    own('true')(m);
    m.write(files.cursor, { version: 1, hooks: { stop: [{ command: 'true' }] } });
  }],
);
// The same with agents whose files have other shapes: the last one is installed alone.
const other = host => agents[host].file, edit = (host, change) => m => m.change(other(host), t => { const o = JSON.parse(t); change(o); return JSON.stringify(o, null, 2); });
const beside = (m, name) => path.join(m.home, path.dirname(other('cline')), name);
plants.push(
  ['an event that Kimi does not know', 'unknown-event', m => m.change(other('kimi'), t => t.replace('event = "Stop"', 'event = "Halt"')), [], 'kimi'],
  ['a member that Kimi does not know', 'refused-file', m => m.change(other('kimi'), t => t.replace('event = "Stop"', 'name = "x"\nevent = "Stop"')), [], 'kimi'],
  ['a timeout below the deadline, in TOML', 'short-timeout', m => m.change(other('kimi'), t => t.replace('timeout = 60', 'timeout = 5')), [], 'kimi'],
  ['an entry that Crush refuses', 'refused-file', edit('crush', o => o.hooks.PreToolUse.push({ matcher: 'x' })), [], 'crush'],
  ['an entry that Crush refuses under an event that is none', 'refused-file', edit('crush', o => { o.hooks.PreCompact = [{ matcher: 'x' }]; }), [], 'crush'],
  ['an entry that Crush refuses under a loose name', 'refused-file', edit('crush', o => { o.hooks.pre_tool_use = [{ command: 'true', matcher: '(' }]; }), [], 'crush'],
  ['a pattern that Crush refuses', 'refused-file', edit('crush', o => o.hooks.PreToolUse.push({ command: 'true', matcher: 'a(?=b)' })), [], 'crush'],
  ['an event of ours that Kiro does not know', 'unknown-event', edit('kiro', o => { o.hooks[0].trigger = 'BeforeTool'; }), [], 'kiro'],
  ['an entry that Kiro is told not to run', 'changed-entry', edit('kiro', o => { o.hooks[0].enabled = false; }), [], 'kiro'],
  ['an action of another type', 'changed-entry', edit('kiro', o => { Object.assign(o.hooks[0].action, { type: 'agent', prompt: 'x' }); }), [], 'kiro'],
  ['the same twice, in a list', 'registered-twice', edit('kiro', o => o.hooks.push(o.hooks[0])), [], 'kiro'],
  ["a name that somebody's hook of Kiro lacks", 'refused-file', edit('kiro', o => o.hooks.push({ trigger: 'Stop', action: { type: 'command', command: 'true' } })), [], 'kiro'],
  ["a command that somebody's hook of Kiro lacks", 'refused-file', edit('kiro', o => o.hooks.push({ name: 'x', trigger: 'Stop', action: { type: 'command' } })), [], 'kiro'],
  ['a timeout of Kiro that is a text', 'refused-file', edit('kiro', o => { o.hooks[0].timeout = '60'; }), [], 'kiro'],
  ['a file of Kiro of another version', 'refused-file', edit('kiro', o => { o.version = '1'; }), [], 'kiro'],
  ['a file of Kiro without version', 'not-current', edit('kiro', o => { delete o.version; }), [], 'kiro'],
  ["somebody's hook where silence grants", 'grants-by-silence', edit('junie', o => { o.hooks.PermissionRequest = [{ hooks: [{ type: 'command', command: 'true' }] }]; }), [], 'junie'],
  ['a named group that is switched off', 'switched-off', edit('antigravity', o => { o.gaff.enabled = false; }), ['changed-entry'], 'antigravity'],
  ["somebody's program is gone, and every call is blocked", 'missing-program', edit('antigravity', o => { o.mine = { Stop: [{ type: 'command', command: '/nowhere/x' }] }; }), [], 'antigravity'],
  ['a script that was edited', 'not-current', m => m.change(other('cline'), t => t.replace('exec', ':\nexec')), [], 'cline'],
  ['a script of another gaff', 'not-current', m => m.change(other('cline'), t => t.replace('do not edit', 'do not touch')), [], 'cline'],
  ['a script of ours that cannot be executed', 'not-executable', m => fs.chmodSync(beside(m, 'PreToolUse'), 0o644), [], 'cline'],
  ["somebody's script that cannot be executed", 'not-executable', m => m.write(beside(m, 'TaskCancel'), '#!/bin/sh\n', 0o644), [], 'cline'],
  ["a tool missing in somebody's script", 'missing-tool', m => m.write(beside(m, 'TaskCancel'), '#!/bin/sh\nbun x\n', 0o755), [], 'cline'],
  ['a folder in place of a script', 'refused-file', m => { fs.rmSync(beside(m, 'PreToolUse')); fs.mkdirSync(beside(m, 'PreToolUse')); }, [], 'cline'],
  ['a link in place of a script', 'refused-file', m => { fs.renameSync(beside(m, 'PreToolUse'), path.join(m.home, 'moved')); fs.symlinkSync(path.join(m.home, 'moved'), beside(m, 'PreToolUse')); }, [], 'cline'],
  ['an event that a manifest wants, with scripts', 'not-current', m => m.write('.config/gaff/hooks.json', { spec: 'hooks/0.1', hooks: [{ event: 'cline:TaskCancel', handler: { type: 'command', command: 'true' } }] }), [], 'cline'],
);
// The same in the file of an agent, of two that call gaff.
const ofAgents = { kiro: '.kiro/agents', 'amazon-q': '.aws/amazonq/cli-agents' };
for (const [host, folder] of Object.entries(ofAgents)) {
  const change = edit => m => {
    for (const name of ['dev', 'review']) m.does('install', host, '--agent', name);
    m.change(`${folder}/dev.json`, t => { const o = JSON.parse(t); edit(o.hooks, m); return JSON.stringify(o, null, 2); });
  };
  plants.push(
    [`${host}, an agent: a program that is gone`, 'missing-program', change(h => { for (const [e] of Object.values(h)) e.command = e.command.replace(gaff, '/nowhere/gaff'); }), [], host],
    [`${host}, an agent: a path with a space`, 'unquoted-path', change(h => { h.stop[0].command = h.stop[0].command.replace(gaff, '/opt/my tools/gaff'); }), [], host],
    [`${host}, an agent: a timeout below the deadline`, 'short-timeout', change(h => { h.preToolUse[0].timeout_ms = 60; }), [], host],
    [`${host}, an agent: no timeout, and the agent waits less`, 'short-timeout', change(h => { delete h.preToolUse[0].timeout_ms; }), [], host],
    [`${host}, an agent: the same twice`, 'registered-twice', change(h => { h.stop.push(h.stop[0]); }), [], host],
    [`${host}, an agent: an event nobody knows`, 'unknown-event', change(h => { h.beforeTool = h.stop; delete h.stop; }), [], host],
    [`${host}, an agent: an entry that is switched off`, 'changed-entry', change(h => { h.preToolUse[0].enabled = false; }), [], host],
    [`${host}, an agent: somebody's program is gone`, 'missing-program', change(h => { h.stop.push({ command: '/nowhere/x' }); }), [], host],
    [`${host}, an agent: an event that a manifest wants`, 'not-current', change((h, m) => { delete h.stop; m.write('.config/gaff/hooks.json', { spec: 'hooks/0.1', hooks: [{ event: 'agent_stop', handler: { type: 'command', command: 'true' } }] }); }), [], host],
    [`${host}, an agent: a file nobody can parse`, 'refused-file', m => { change(h => { delete h.stop; })(m); m.write(`${folder}/dev.json`, '{"hooks":'); }, [], host],
  );
}
for (const [name, id, plant, also = [], alone] of plants)
  test(`found: ${name}`, () => {
    const m = machine(...alone ? [alone] : hosts);
    plant(m);
    is(m.wrong(), [id, ...also].sort(), 'what is wrong');
    const x = find(m.look(), id), r = m.gaff('status');
    ok(x.text && x.next, JSON.stringify(x));
    ok(r.stdout.includes(`[${id}]`) && r.code === 1 && !r.stderr, r.stdout + r.stderr);
    const ailing = new Set(m.look().ailments.map(a => a.host ?? 'claude-code'));
    is(m.wrong('doctor', ...ailing), [id, ...also].sort(), 'what doctor finds');
  });

test('found: a wrapped program whose gaff is gone', () => {
  const m = machine('codex');
  m.env.PATH = `${m.home}/.local/bin:${m.env.PATH}`;
  fs.mkdirSync(`${m.home}/.local/bin`, { recursive: true });
  m.does('wrap', 'true', '--pre', 'cat');
  const before = m.wrong();
  m.change('.local/bin/true', t => t.replaceAll(gaff, '/nowhere/gaff'));
  for (const command of ['status', 'doctor']) is(m.wrong(command), [...before, 'broken-shim'].sort(), command);
  is(m.wrong('status', 'codex'), before, 'it is no agent\'s');
  ok(/the gaff it calls is gone/.test(find(m.look(), 'broken-shim').text));
});

const fine = [
  ['words of shells', 'if [ -f x ]; then cd /tmp && export A=1; fi'],
  ['an assignment before it', 'A=1 B="two words" cat'],
  ['a tool in a comment', 'true # bun x'],
  ['a tool as an argument', 'echo bun deno'],
  ['a tool in quotes', "echo 'x; bun y' \"bun\""],
  ['a variable', '$MY_TOOL x'],
  ['a redirection', 'cat < bun > /dev/null 2>&1'],
  ['a path in quotes', "'/bin/sh' -c true"],
  ['a script of a home', '~/fine.sh'],
];
for (const [name, command] of fine)
  test(`nothing wrong: ${name}`, () => {
    const m = machine('claude-code');
    m.write('fine.sh', '#!/bin/sh\necho "bun" # deno\ncat <<END\ntext\nEND\n', 0o755);
    own(command)(m);
    is(m.look().ailments, []);
  });

test('nothing wrong: a loose name of an event of Crush', () => {
  const m = machine('crush');
  edit('crush', o => { o.hooks = { pre_tool_use: o.hooks.PreToolUse, PRETOOLUSE: [{ command: 'true' }] }; })(m);
  is([m.wrong(), m.look().ailments], [[], []]);
  const before = m.read(other('crush'));
  m.does('doctor', '--fix');
  is(m.read(other('crush')), before, 'it counts as registered');
});

// ---- notes ----

test('noted: Claude hooks that Cursor imports', () => {
  const m = machine('cursor', 'claude-code');
  is(m.look().ailments, [], 'without a matcher it passes the file over');
  m.change(files['claude-code'], t => { const o = JSON.parse(t); o.hooks.Stop.push({ hooks: [{ type: 'command', command: 'true', matcher: 'Bash' }] }); return JSON.stringify(o); });
  is(m.look().ailments, [], 'a matcher that is no group\'s is none');
  m.change(files['claude-code'], t => { const o = JSON.parse(t); o.hooks.Stop.push(others('true', 'Bash').hooks.PreToolUse[0]); return JSON.stringify(o); });
  is([m.wrong(), m.notes()], [[], ['imported-by-cursor']]);
  ok(find(m.look(), 'imported-by-cursor').text.includes('its own'), 'who answers?');
});
test('noted: Claude hooks of a project that Copilot CLI runs', () => {
  const m = machine('copilot-cli');
  m.does('install', 'claude-code', '--project');
  is([m.wrong(), m.notes()], [[], ['imported-by-copilot-cli']]);
});
for (const [host, words] of [['vs-code-copilot', 'too, but only with chat.useClaudeHooks'], ['devin', 'too, unless read_config_from.claude is false']])
  test(`noted: Claude hooks that ${host} runs by a setting`, () => {
    const m = machine(host, 'claude-code'), id = `imported-by-${host}`;
    is([m.wrong('status', host), m.notes('status', host)], [[], [id]]);
    ok(find(m.look('status', host), id).text.includes(words), find(m.look('status', host), id).text);
  });
test('noted: Kiro runs what is in its own files in some of its engines', () => {
  const m = machine('kiro'), said = m.gaff('install', 'kiro').stdout.replace(/\s+/g, ' ');
  is([m.wrong(), m.notes()], [[], ['not-everywhere']]);
  for (const text of [said, find(m.look(), 'not-everywhere').text]) ok(/V1 and V2.* run none of them/.test(text), text);
  ok(said.includes('gaff install kiro --agent NAME') && find(m.look(), 'not-everywhere').next.includes('gaff install kiro --agent NAME'), 'no next step');
});
test('noted: hooks of a project need its trust', () => {
  const m = machine();
  for (const host of ['copilot-cli', 'cursor', 'codex']) {
    m.does('install', host, '--project', '--trust');
    is([m.wrong('status', host), m.notes('status', host)], [[], ['untrusted-folder']], host);
  }
  ok(find(m.look('status', 'copilot-cli'), 'untrusted-folder').next.includes('--trust-folder'), 'no next step');
  fs.appendFileSync(path.join(m.home, '.codex/config.toml'), `\n[projects."${m.project}"]\ntrust_level = "trusted"\n`);
  is(m.notes('status', 'codex'), [], 'a project that Codex trusts');
});
test('noted: a matcher that the agent ignores', () => {
  const m = machine('vs-code-copilot'), file = '.copilot/hooks/gaff-vs-code.json', before = m.read(file);
  for (const [matcher, notes] of [['Bash', ['ignored-matcher']], ['*', []]]) {
    m.write(file, before);
    m.change(file, t => { const o = JSON.parse(t); o.hooks.PreToolUse.push({ type: 'command', command: 'true', matcher }); return JSON.stringify(o); });
    is([m.wrong('status', 'vs-code-copilot'), m.notes('status', 'vs-code-copilot')], [[], notes], matcher);
  }
  const mine = m.write('.copilot/hooks/mine.json', { version: 1, hooks: { PreToolUse: [{ type: 'command', command: '/nowhere/x', matcher: 'Bash' }] } });
  m.write('.copilot/hooks/broken.json', '{');
  is([m.wrong('status', 'vs-code-copilot'), m.look('status', 'vs-code-copilot').ailments.map(x => [x.id, x.file])], [[], [['ignored-matcher', mine]]], 'in the folder that it shares');
});
test('events where silence grants are registered when they are named', () => {
  const m = machine(), events = () => Object.keys(JSON.parse(m.read(agents.junie.file)).hooks);
  m.write('.config/gaff/hooks.json', { spec: 'hooks/0.1', hooks: ['permission_request', 'agent_stop'].map(event => ({ event, handler: { type: 'command', command: 'true' } })) });
  ok(/Left out: PermissionRequest\. .*--events/.test(m.does('install', 'junie')), 'it does not say so');
  is([events(), JSON.parse(m.does('install', 'junie', '--json'))[0].left_out, m.wrong()], [['Stop'], 'PermissionRequest', []]);
  m.does('install', 'junie', '--events', 'all');
  ok(!events().includes('PermissionRequest') && events().length > 3, events());
  ok(!/Left out/.test(m.does('install', 'junie', '--events', 'permission_request,agent_stop')), 'it is named');
  is(events().sort(), ['PermissionRequest', 'Stop']);
  m.change(agents.junie.file, t => t.replaceAll(gaff, '/nowhere/gaff'));
  m.does('doctor', '--fix');
  is([events().sort(), m.wrong('doctor')], [['PermissionRequest', 'Stop'], []], 'what is registered stays so');
});
test('a hook that does not start blocks, where the agent fails closed', () => {
  const m = machine('antigravity', 'claude-code');
  for (const host of ['antigravity', 'claude-code']) {
    m.change(agents[host].file, t => t.replaceAll(gaff, '/nowhere/gaff'));
    is(/blocks every such call/.test(find(m.look('status', host), 'missing-program').text), host === 'antigravity', host);
  }
});
test('noted: a matcher of ours', () => {
  const m = machine('claude-code');
  m.change(files['claude-code'], t => { const o = JSON.parse(t); o.hooks.PreToolUse[0].matcher = 'Bash'; return JSON.stringify(o); });
  is([m.wrong(), m.notes()], [[], ['narrow-matcher']]);
});
test('status says that the default guards run in place of a manifest, or beside a policy, that cannot be used', () => {
  for (const [name, says] of [['hooks.json', /^no hook of this manifest runs: .*; the default guards run in its place$/], ['policy.json', /^nobody knows which hooks this policy forbids: .*; the default guards run in its place$/]]) {
    const m = machine();
    m.write(`.config/gaff/${name}`, '{');
    ok(says.test(find(m.look(), 'refused-manifest').text), JSON.stringify(m.look().ailments));
  }
});
test('a program that is only in a folder which hooks do not inherit, with the line to add; in gaff validate too', () => {
  const m = machine(), folder = path.join(m.project, 'node_modules/.bin');
  m.write(path.join(folder, 'prettierish'), '#!/bin/sh\n', 0o755);
  const hook = env => ({ spec: 'hooks/0.1', hooks: [{ event: 'session_start', handler: { type: 'command', command: 'prettierish --check .', ...env } }] });
  m.write('.config/gaff/hooks.json', hook({}));
  m.env.PATH = `${folder}:/usr/bin:/bin`;
  const line = '"env": {"PATH": "node_modules/.bin:/usr/local/bin:/usr/bin:/bin"}';
  ok(find(m.look(), 'missing-tool').text.includes(line), JSON.stringify(m.look().ailments));
  ok(m.gaff('validate').stdout.includes(`warning: prettierish is only in ${folder}, where hooks do not look; add ${line}`), m.gaff('validate').stdout);
  m.write('.config/gaff/hooks.json', hook({ env: { PATH: 'node_modules/.bin:/usr/bin:/bin' } }));
  is([m.wrong(), m.gaff('validate').stdout.includes('warning')], [[], false]);
  m.write('.config/gaff/hooks.json', hook({}));
  m.env.PATH = '/usr/bin:/bin';
  fs.mkdirSync(path.join(m.home, 'bin'));
  fs.renameSync(path.join(folder, 'prettierish'), path.join(m.home, 'bin/prettierish'));
  m.env.PATH = `${m.home}/bin:/usr/bin:/bin`;
  is(m.wrong(), [], 'one of the user');
});
test("variables that a project's files give to agents: those that act on gaff are wrong, those that hooks do not get are noted", () => {
  const claude = name => ['.claude/settings.json', JSON.stringify({ env: { [name]: '1', FINE: '1' } })], dot = (file, name) => [file, `# x\nFINE=1\nexport ${name}="1"\n`];
  for (const name of ['GAFF_DISABLE', 'GAFF_AUDIT', 'LD_PRELOAD', 'BASH_ENV', 'XDG_CONFIG_HOME', 'PATH', 'NODE_OPTIONS', 'PYTHONPATH']) for (const [file, text] of [claude(name), ['.claude/settings.local.json', claude(name)[1]], ...['.env', '.gemini/.env', '.qwen/.env'].map(file => dot(file, name))]) {
    const m = machine(), noted = /NODE|PYTHON/.test(name);
    fs.mkdirSync(path.dirname(path.join(m.project, file)), { recursive: true });
    fs.writeFileSync(path.join(m.project, file), text);
    const x = find(m.look(), 'project-variable');
    ok(x.text.includes(`sets ${name} for agents`) && x.file.endsWith(file) && x.line > 0, JSON.stringify(x));
    is([m.wrong(), m.notes()], noted ? [[], ['project-variable']] : [['project-variable'], []], `${file} ${name}`);
  }
  const m = machine();
  for (const [file, text] of [['.env', 'FINE=1\n#LD_PRELOAD=x\nNODE_ENV=test\nTOKEN=a=b\n'], ['.claude/settings.json', '{"env":{"FINE":"1"}}'], ['.gemini/.env', '']]) {
    fs.mkdirSync(path.dirname(path.join(m.project, file)), { recursive: true });
    fs.writeFileSync(path.join(m.project, file), text);
  }
  is(m.look().ailments, []);
});
test("noted: a variable of the project's files that nobody knows, and that names something in the project", () => {
  const m = machine();
  fs.mkdirSync(path.join(m.project, 'evil'));
  fs.writeFileSync(path.join(m.project, '.env'), 'FINE=1\nSOME_PLACE=evil\nNODE_ENV=evil\nAPP_ENV=evil\n');
  const x = find(m.look(), 'project-variable');
  is([m.wrong(), m.notes(), x.line, x.text], [[], ['project-variable'], 2, 'this project sets SOME_PLACE for agents: it names something in the project']);
  fs.writeFileSync(path.join(m.project, '.env'), 'APP_ENV=/proc/self/cwd/x\n');
  is([m.wrong(), m.notes()], [[], ['project-variable']]);
});
test("noted: a project's manifest that nobody has looked at", () => {
  const m = machine('claude-code');
  m.write(`${m.project}/.gaff/hooks.json`, { spec: 'hooks/0.1', hooks: [{ event: 'agent_stop', handler: { type: 'command', command: 'true' } }] });
  is([m.wrong(), m.notes()], [[], ['untrusted-manifest']]);
});
test('noted: a version that is known for it', () => {
  const m = machine();
  m.does('install', 'cursor', '--events', 'cursor:beforeShellExecution,before_tool_execute,after_tool_execute,before_prompt,agent_stop,session_start,session_end');
  spawnSync(gaff, ['run', '--host', 'cursor', '--event', 'stop'], { env: m.env, cwd: m.project, input: JSON.stringify({ cursor_version: '3.1.0', hook_event_name: 'stop', workspace_roots: [m.project] }) });
  is([m.wrong(), m.notes()], [[], ['known-fault']]);
});

// Files of the system, in an /etc of our own; where nobody may have one that is not tried.
const unshared = spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs none /etc']).status === 0;
if (!unshared) console.log('SKIP files of the system: unshare(1) cannot make an /etc of its own');
else test('files of the system', () => {
  const m = machine('gemini-cli', 'cursor');
  const r = spawnSync('unshare', ['-rm', 'sh', '-c', `mount -t tmpfs none /etc && mkdir /etc/gemini-cli /etc/cursor && cp "$1" /etc/gemini-cli && echo '{ "hooks": {}, }' >/etc/cursor/hooks.json &&
    rm "$1" && "$0" status --json; find /etc -newer "$2" -type f | wc -l >&2`, gaff, m.file('gemini-cli'), m.file('cursor')], { encoding: 'utf8', cwd: m.project, env: m.env });
  const report = JSON.parse(r.stdout), of = host => report.hosts.find(h => h.host === host).files.map(f => [f.scope, f.state]);
  is([of('gemini-cli'), of('cursor')], [[['system', 'current']], [['system', 'refused'], ['user', 'current']]]);
  is(report.ailments.map(x => [x.id, x.scope, x.file, x.fixable]), [['refused-file', 'system', '/etc/cursor/hooks.json', false]]);
});
test('what one file switches off is off in all', () => {
  const m = machine('claude-code');
  m.does('install', 'claude-code', '--project');
  m.write(`${m.project}/.claude/settings.local.json`, { disableAllHooks: true });
  is(m.look().hosts[0].files.map(f => f.state), ['switched off', 'switched off']);
  ok(m.gaff('doctor').stdout.includes('12 hooks, all answer; but see below'), m.gaff('doctor').stdout);
});

test('commands that are fine', () => {
  for (const command of ['f() { cat; }; f', '2>/dev/null cat', 'coproc cat', 'command -v deno >/dev/null || exit 0; deno x', 'if which bun; then bun x; fi', '>/dev/null cat']) {
    const m = machine('claude-code');
    m.change(files['claude-code'], t => { const o = JSON.parse(t); o.hooks.Stop.push({ hooks: [{ type: 'command', command }] }); return JSON.stringify(o); });
    is(m.wrong(), [], command);
  }
});

// ---- doctor ----

test('doctor where nothing is', () => {
  const m = machine();
  is(m.does('doctor').split('\n').length, 2, 'lines');
  ok(m.does('doctor').includes('gaff install'), 'no next step');
  is(m.look('doctor').hooks, []);
});
test('doctor of a good machine', () => {
  const m = machine(...hosts), report = m.look('doctor');
  is(report.ailments, [], 'ailments');
  is(report.hooks.length, hosts.reduce((n, h) => n + usualOf(h), 0));
  for (const x of report.hooks) is([x.started, x.obeyed, x.file], [true, true, m.file(x.host)], `${x.host} ${x.event}`);
  is(m.does('doctor'), hosts.map(h => `${h}: ${usualOf(h)} hooks, all answer, and it would obey\n`).join(''));
  is(m.does('doctor', 'codex', 'cursor').split('\n').length, 3, 'lines');
});
test('doctor of every event there is', () => {
  const m = machine(), again = JSON.parse(m.does('hosts', '--json')).hosts.flatMap(h => h.events.filter(e => e.repeats).map(e => `${h.id}:${e.event}`));
  is(again.length, 7, 'events that only repeat others');
  m.does('install', ...hosts, '--events', ['all', ...again].join(), '--trust');
  const report = m.look('doctor');
  is(report.ailments, []);
  is(report.hooks.filter(x => !x.obeyed), []);
  ok(report.hooks.length > 100, 'that is not every event');
});
for (const [host, folder] of Object.entries(ofAgents)) {
  test(`${host}: agents with gaff in their files are shown, started and put right, each in its own`, () => {
    const m = machine(host), at = name => path.join(m.home, folder, `${name}.json`), inProject = path.join(m.project, host === 'kiro' ? folder : '.amazonq/cli-agents', 'dev.json');
    m.write(at('mine'), { name: 'mine', hooks: { stop: [{ command: 'true' }] } });
    for (const args of [['review', '--events', 'before_tool_execute,agent_stop', '--fail-closed'], ['dev'], ['dev', '--project']]) m.does('install', host, '--agent', ...args);
    const report = m.look('doctor', host), shown = () => m.look('status', host).hosts[0].files.filter(f => f.file !== path.join(m.home, other(host))).map(f => [f.scope, f.file, f.state, f.events.length, f.missing]);
    is([report.ailments, report.hooks.filter(x => !x.obeyed)], [[], []], 'what is wrong');
    is(new Set(report.hooks.map(x => x.file)), new Set([path.join(m.home, other(host)), at('dev'), at('review'), inProject]), 'files');
    is(shown().sort(), [['project', inProject, 'current', 5, 0], ['user', at('dev'), 'current', 5, 0], ['user', at('review'), 'current', 2, 3]], 'status');
    const files = [at('dev'), at('review'), inProject], good = files.map(file => m.read(file)), mine = m.read(at('mine'));
    for (const file of files) m.change(file, t => t.replaceAll(gaff, '/nowhere/gaff').replace('60000', '61'));
    is(m.wrong('doctor', host), ['missing-program', 'short-timeout'], 'when the program is gone');
    ok(shown().every(([,, state]) => state === 'ailing'), JSON.stringify(shown()));
    const fixed = m.look('doctor', host, '--fix');
    is([fixed.ailments, fixed.fixed.map(f => f.file).sort()], [[], [...files].sort()], 'fixed');
    is(files.map(file => m.read(file)), good, 'the files');
    m.change(at('review'), t => t.replaceAll(gaff, '/nowhere/gaff'));
    is(m.look('doctor', host, '--fix').fixed.map(f => f.file), [at('review')], 'the one that ails');
    is([m.read(at('review')), m.read(at('mine'))], [good[1], mine], 'the files, again');
  });
}
// Each agent by itself: with files of whatever shape everything is found, started and put right.
for (const [host, { file, shape }] of Object.entries(agents)) {
  const here = m => shape === 'files' ? fs.readdirSync(path.dirname(path.join(m.home, file))).map(name => path.join(path.dirname(file), name)) : [file];
  test(`${host}: every event it has is registered, and answered`, () => {
    const m = machine(), all = JSON.parse(m.does('hosts', '--json')).hosts.find(h => h.id === host).events;
    m.does('install', host, '--trust', '--events', ['all', ...all.map(e => `${host}:${e.event}`)].join());
    const report = m.look('doctor', host);
    is(report.ailments.map(x => [x.id, x.level]), (agents[host].notes ?? []).map(id => [id, 'note']));
    is(report.hooks.filter(x => !x.started || !x.obeyed), []);
    is([...new Set(report.hooks.map(x => x.event))].sort(), all.map(e => e.event).sort(), 'events');
    is(report.hooks.map(x => x.file).filter(name => !here(m).includes(path.relative(m.home, name))), [], 'files');
    is(m.look('status', host).hosts.map(h => h.files.map(f => f.state)), [['current']]);
  });
  test(`${host}: the program is gone, and --fix finds another`, () => {
    const m = machine(host), before = Object.fromEntries(here(m).map(name => [name, m.read(name)])), escaped = text => text.replaceAll('/', '\\/');
    for (const name of here(m)) m.change(name, text => text.replaceAll(gaff, '/nowhere/gaff').replaceAll(escaped(gaff), escaped('/nowhere/gaff')));
    ok(m.wrong('status', host).includes('missing-program'), m.gaff('status', host).stdout);
    ok(m.wrong('doctor', host).includes('missing-program'), m.gaff('doctor', host).stdout);
    m.does('doctor', host, '--fix');
    for (const name of here(m)) is(m.read(name), before[name], name);
    is(m.wrong('doctor', host), []);
  });
}

test('doctor runs no hook and records nothing', () => {
  const m = machine('claude-code');
  m.write('.config/gaff/hooks.json', { spec: 'hooks/0.1', hooks: ['session_start', 'session_end', 'before_prompt', 'before_tool_execute', 'after_tool_execute', 'agent_stop']
    .map(event => ({ event, handler: { type: 'command', command: `touch ${m.home}/ran` } })) });
  is(m.look('doctor').ailments, []);
  ok(!fs.existsSync(`${m.home}/ran`) && !fs.existsSync(`${m.home}/.local/state/gaff/audit.jsonl`), 'something was left behind');
});
test('a variable in the environment of an agent keeps no hook from its calls', () => {
  const m = machine('claude-code');
  m.write('.config/gaff/hooks.json', { spec: 'hooks/0.1', hooks: [{ event: 'session_start', handler: { type: 'command', command: `touch ${m.home}/ran` } }] });
  const input = m.does('fire', '--host', 'claude-code', '--event', 'SessionStart');
  for (const value of ['1', 'true', '0'.repeat(64)]) {
    spawnSync(gaff, ['run', '--host', 'claude-code', '--event', 'SessionStart'], { env: { ...m.env, GAFF_DOCTOR: value }, cwd: m.project, input });
    ok(fs.existsSync(`${m.home}/ran`) && m.read('.local/state/gaff/audit.jsonl'), value);
    for (const name of ['ran', '.local/state/gaff/audit.jsonl']) fs.rmSync(path.join(m.home, name));
  }
});
test('a program with a space and a quote in its path', () => {
  const m = machine(), place = path.join(m.base, "my 'tools' $x");
  fs.mkdirSync(place);
  fs.copyFileSync(gaff, `${place}/gaff`);
  fs.chmodSync(`${place}/gaff`, 0o755);
  const run = (...args) => spawnSync(`${place}/gaff`, args, { encoding: 'utf8', env: m.env, cwd: m.project });
  run('install', ...hosts, '--trust');
  const r = run('doctor');
  is([r.status, r.stdout.match(/it would obey\n/g)?.length], [0, hosts.length], r.stdout);
});

const without = (m, id) => m.look('doctor').ailments.filter(x => x.id === id).map(x => x.host);
test('a profile that prints', () => {
  const m = machine(...hosts);
  m.write('.profile', 'echo welcome home\n');
  is([...new Set(without(m, 'not-obeyed'))], ['codex'], 'Cursor looks for JSON behind other text');
  const x = find(m.look('doctor'), 'not-obeyed');
  ok(x.text.includes('welcome home') && x.next.includes('profile'), JSON.stringify(x));
});
test('a profile that takes too long', () => {
  const m = machine('cursor');
  m.write('.profile', 'sleep 1.2\n');
  m.write(files.cursor, { version: 1, hooks: { stop: [{ command: `${gaff} run --host cursor --event stop`.replaceAll('/', '/'), timeout: 1 }] } });
  m.change(files.cursor, t => t.replaceAll('/', '\\/'));
  ok(m.wrong('doctor').includes('too-slow'), m.gaff('doctor').stdout);
});
test('a shell that ends before', () => {
  const m = machine('codex');
  m.write('.profile', 'echo sorry >&2\nexit 7\n');
  is(m.wrong('doctor'), ['not-obeyed']);
  ok(find(m.look('doctor'), 'not-obeyed').text.includes('sorry'), 'what it said is missing');
});
test('a shell that is not there', () => {
  const m = machine('codex');
  m.env.SHELL = '/nowhere/fish';
  is(m.wrong('doctor'), ['no-answer']);
});
test('a profile that never ends is waited for once', () => {
  const m = machine('codex');
  m.write('.profile', 'sleep 60\n');
  const from = Date.now();
  is(m.wrong('doctor'), ['no-answer']);
  ok(Date.now() - from < 25000, `${Date.now() - from} ms`);
});
test('events that somebody chose, without a manifest', () => {
  const m = machine();
  m.does('install', 'claude-code', '--events', 'agent_stop');
  is([m.wrong(), m.wrong('doctor'), m.look().hosts.find(h => h.host === 'claude-code').files[0].state], [[], [], 'current']);
  m.change(files['claude-code'], t => t.replaceAll(gaff, '/nowhere/gaff'));
  m.does('doctor', '--fix');
  is(Object.keys(JSON.parse(m.read(files['claude-code'])).hooks), ['Stop']);
});
test('another program is not started', () => {
  const m = machine('claude-code');
  m.change(files['claude-code'], t => t.replaceAll(gaff, m.write('other/gaff', `#!/bin/sh\ntouch ${m.home}/ran\n`, 0o755)));
  is([m.wrong('doctor'), fs.existsSync(`${m.home}/ran`)], [['wrong-program'], false]);
});
test("a checkout's program is not started, whichever way it is named", () => {
  for (const [name, folder] of [['./gaff', 'sub'], ['./gaff', '.'], ['sub/../gaff', 'sub'], ['gaff', '.'], ['bin/gaff', '.']]) {
    const m = machine(), evil = `#!/bin/sh\ntouch ${m.home}/ran\n`;
    for (const file of ['.git/HEAD', 'gaff', 'bin/gaff', 'sub/bin/gaff']) m.write(`${m.project}/${file}`, evil, 0o755);
    fs.symlinkSync(gaff, `${m.project}/sub/gaff`); // what is looked at is not what would be started
    m.env.PATH = `bin:${m.env.PATH}`;
    m.write(`${m.project}/.claude/settings.json`, { hooks: { Stop: [{ hooks: [{ type: 'command', command: `${name} run --host claude-code --event Stop` }] }] } });
    const r = spawnSync(gaff, ['doctor', '--json'], { encoding: 'utf8', cwd: path.join(m.project, folder), env: m.env });
    ok(JSON.parse(r.stdout).ailments.some(x => x.id === 'wrong-program'), `${name}: ${r.stdout}`);
    is(fs.existsSync(`${m.home}/ran`), false, `${name} was started`);
  }
  const m = machine();
  m.env.PATH = `${path.dirname(m.write('other/gaff', `#!/bin/sh\ntouch ${m.home}/ran\n`, 0o755))}:${m.env.PATH}`;
  m.write(files['claude-code'], { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'gaff run --host claude-code --event Stop' }] }] } });
  ok(m.wrong('doctor').includes('wrong-program') && !fs.existsSync(`${m.home}/ran`), 'another gaff in PATH');
});
test("a checkout's script that looks like ours is not started", () => {
  const m = machine(), hook = `${m.project}/.clinerules/hooks/PreToolUse`;
  m.write(`${m.project}/.git/HEAD`, '');
  m.does('install', 'cline', '--project');
  is(m.wrong('doctor'), []);
  m.change(hook, t => t.replace('exec', `touch '${m.home}/ran'\nexec`));
  ok(m.wrong('doctor').includes('not-current'), 'it is not told');
  is(fs.existsSync(`${m.home}/ran`), false, 'it was started');
});
test('all files of agents are looked at, however many there are', () => {
  const m = machine(), names = Array.from({ length: 8 }, (_, i) => `q${i}`);
  for (let i = 0; i < 700; i++) m.write(`.kiro/agents/other-${i}.json`, { name: `other-${i}` });
  for (const name of names) m.does('install', 'kiro', '--agent', name);
  const found = () => m.look().hosts.find(h => h.host === 'kiro').files?.map(f => path.basename(f.file, '.json')) ?? [];
  is(found().filter(name => names.includes(name)), names, 'status');
  fs.rmSync(`${m.home}/.local`, { recursive: true });
  m.does('uninstall', 'kiro');
  is(names.filter(name => fs.existsSync(`${m.home}/.kiro/agents/${name}.json`) && m.read(`.kiro/agents/${name}.json`).includes('gaff run')), [], 'what still calls gaff');
});
// ---- --fix ----

const fixed = ['a program that is gone', 'a program that is gone, of a plugin', 'a folder in its place', 'a path with a space', 'a program that cannot be executed',
  'a timeout below the deadline', 'a timeout below it, in milliseconds', 'the same twice', 'an event that a manifest wants', 'an older plugin'];
for (const name of fixed)
  test(`--fix: ${name}`, () => {
    const m = machine(...hosts), [, , plant] = plants.find(p => p[0] === name);
    plant(m);
    const r = m.gaff('doctor', '--fix', '--json'), report = JSON.parse(r.stdout);
    is(report.ailments.filter(x => x.level === 'wrong' && !x.id.startsWith('codex-')), []);
    ok(report.fixed.length && report.fixed.some(x => x.changed), JSON.stringify(report.fixed));
    is(m.wrong('status').filter(id => !id.startsWith('codex-')), []);
  });
test('--fix keeps other events, hooks of others and fail-closed', () => {
  const m = machine();
  m.write(files['claude-code'], others('true', 'Bash'));
  m.does('install', 'claude-code', '--events', 'all', '--fail-closed');
  const before = m.read(files['claude-code']);
  m.change(files['claude-code'], t => t.replaceAll(gaff, '/nowhere/gaff'));
  m.does('doctor', '--fix');
  is(m.read(files['claude-code']), before);
});
test('--fix has an agent tell where a session starts, if anything else is to be put right', () => {
  const m = machine(), events = () => m.look().hosts.find(h => h.host === 'codex').files[0].events.map(e => e.event ?? e).sort();
  m.write('.config/gaff/hooks.json', { spec: 'hooks/0.1', hooks: [{ event: 'before_tool_execute', handler: { type: 'command', command: 'true' } }] }, 0o600);
  m.does('install', 'codex', '--trust', '--events', 'before_tool_execute');
  is([m.wrong(), m.wrong('doctor'), m.notes().includes('outdated')], [[], [], true], 'it is no fault');
  m.does('doctor', '--fix');
  is(events(), ['PreToolUse'], 'a note is a note');
  m.change(files.codex, t => t.replaceAll(gaff, '/nowhere/gaff'));
  m.gaff('doctor', '--fix');
  is([events(), m.notes().includes('outdated')], [['PreToolUse', 'SessionStart'], false]);
});
test('--fix trusts nothing and changes nothing it cannot mend', () => {
  const m = machine(...hosts);
  fs.rmSync(path.join(m.home, '.codex/config.toml'));
  m.change(files['claude-code'], t => t.replace('{', '{ // mine'));
  const before = [m.read(files.codex), m.read(files['claude-code'])];
  is(m.wrong('doctor', '--fix'), ['codex-untrusted', 'refused-file']);
  is([m.read(files.codex), m.read(files['claude-code'])], before);
  ok(!fs.existsSync(path.join(m.home, '.codex/config.toml')), 'trust');
});
test('a version that somebody took out comes back', () => {
  const m = machine('cursor'), before = JSON.parse(m.read(files.cursor));
  m.change(files.cursor, t => t.replace(/"version": 1,\s*/, ''));
  is(m.wrong('doctor', '--fix'), []);
  is(Object.entries(JSON.parse(m.read(files.cursor))).sort(), Object.entries(before).sort());
});
test('what Cursor refuses does not keep gaff in its file', () => {
  const m = machine('cursor'), theirs = { command: 'true', timeout: 0 };
  m.change(files.cursor, t => { const o = JSON.parse(t); o.hooks.stop.push(theirs); return JSON.stringify(o); });
  is(m.wrong('doctor', '--fix'), ['refused-file']);
  m.does('uninstall', 'cursor');
  is(JSON.parse(m.read(files.cursor)).hooks, { stop: [theirs] });
});
test('a command that somebody has built around gaff is no broken one of ours', () => {
  for (const [before, after] of [['A=1 ', ''], ['', ' && echo done'], ['/usr/bin/env ', ''], ['cd /; ', ''], ['', ' # mine'], ['~/../..', '']]) {
    const m = machine('claude-code'), command = `${before}${gaff} run --host claude-code --event Stop${after}`;
    m.change(files['claude-code'], t => { const o = JSON.parse(t); o.hooks.Stop.push({ hooks: [{ type: 'command', command }] }); return JSON.stringify(o).replace(gaff, '/nowhere/gaff'); });
    ok(!m.wrong().includes('unquoted-path'), command);
    m.gaff('doctor', '--fix');
    ok(JSON.parse(m.read(files['claude-code'])).hooks.Stop.some(g => g.hooks[0].command === command), `${command} is gone`);
    m.does('uninstall', 'claude-code');
    ok(JSON.parse(m.read(files['claude-code'])).hooks.Stop.some(g => g.hooks[0].command === command), `${command} is gone with uninstall`);
  }
});
test('--fix in a project', () => {
  const m = machine();
  m.does('install', 'claude-code', '--project');
  m.does('install', 'claude-code', '--local');
  for (const name of ['settings.json', 'settings.local.json'])
    m.change(`${m.project}/.claude/${name}`, t => t.replaceAll(gaff, '/nowhere/gaff'));
  m.does('doctor', '--fix');
  is(fs.existsSync(m.file('claude-code')), false, "the user's file");
});

// ---- one thing that reaches gaff twice is answered once ----

// A guard that denies everything, and a call of Cursor's as its own payload or through Claude Code's file.
function guarded(...installed) {
  const m = machine(...installed);
  m.write('.config/gaff/hooks.json', { spec: 'hooks/0.1', hooks: [{ event: 'before_tool_execute', blocking: true, handler: { type: 'command', command: 'echo guarded >&2; exit 2' } }] });
  return m;
}
function calls(m, host, event, as, sent = event, more = []) {
  const made = spawnSync(gaff, ['fire', '--host', host, '--event', sent, ...more], { encoding: 'utf8', env: m.env, cwd: m.project }).stdout;
  const r = spawnSync(gaff, ['run', '--host', as, '--event', as === host ? event : 'PreToolUse'], { encoding: 'utf8', env: m.env, cwd: m.project, input: made });
  ok(made && r.status !== null, 'it did not run');
  return `${r.stdout}${r.stderr}`.includes('guarded');
}
for (const [host, event] of [['cursor', 'preToolUse'], ['copilot-cli', 'PreToolUse'], ['factory-droid', 'PreToolUse'], ['devin', 'PreToolUse'], ['vs-code-copilot', 'PreToolUse']]) {
  test(`${host} through Claude Code's file: answered where it is the only one`, () => is(calls(guarded('claude-code'), host, event, 'claude-code'), true));
  test(`${host} through Claude Code's file: no opinion where it has its own`, () => {
    const m = guarded('claude-code', host);
    is([calls(m, host, event, 'claude-code'), calls(m, host, host === 'copilot-cli' ? 'preToolUse' : event, host)], [false, true]);
    ok(JSON.parse(m.read('.local/state/gaff/audit.jsonl').split('\n')[0]).elsewhere, 'the record does not say so');
  });
}
// Copilot CLI and VS Code read each other's files: the payload tells who calls.
function shared(m, host, sent, as, event) {
  const made = m.does('fire', '--host', host, '--event', sent);
  const r = spawnSync(gaff, ['run', '--host', as, '--event', event], { encoding: 'utf8', env: m.env, cwd: m.project, input: made });
  return { guarded: `${r.stdout}${r.stderr}`.includes('guarded'), ...r };
}
for (const [host, sent, as, event, nested] of [['vs-code-copilot', 'PreToolUse', 'copilot-cli', 'preToolUse', true], ['copilot-cli', 'PreToolUse', 'vs-code-copilot', 'PreToolUse', false]]) {
  test(`${host} through the file of ${as}: answered in its own words where it is the only one`, () => {
    const r = shared(guarded(as), host, sent, as, event);
    is([r.guarded, r.status, 'hookSpecificOutput' in JSON.parse(r.stdout), 'permissionDecision' in JSON.parse(r.stdout)], [true, 2, nested, !nested]);
  });
  test(`${host} through the file of ${as}: no opinion where it has its own`, () => {
    const m = guarded(as, host);
    is([shared(m, host, sent, as, event).guarded, shared(m, host, sent, host, host === 'copilot-cli' ? 'preToolUse' : sent).guarded], [false, true]);
  });
}
test('two agents with one folder: each has a file, neither is told of the other', () => {
  const m = machine('copilot-cli', 'vs-code-copilot'), folder = path.join(m.home, '.copilot/hooks');
  is(fs.readdirSync(folder).sort(), ['gaff-vs-code.json', 'gaff.json']);
  is([m.wrong('status'), m.notes('status')], [[], []]);
  is(m.look().hosts.filter(h => h.registered).map(h => [h.host, h.files.length]), [['copilot-cli', 1], ['vs-code-copilot', 1]]);
  m.does('uninstall', 'vs-code-copilot');
  is(fs.readdirSync(folder), ['gaff.json']);
});
test("another agent's folder is no sign of VS Code", () => {
  const m = machine('copilot-cli');
  ok(!m.does('install', '--dry-run').includes('vs-code-copilot'), 'it is thought to be here');
});
// What is in the project's file is for this home, so that nothing but the file is a reason.
const inProject = m => m.change(`${m.project}/.cursor/hooks.json`, t => t.replaceAll('--committed', `--home ${m.home}`.replaceAll('/', '\\/')));
function ofCursor(m, change) {
  m.change(files.cursor, t => { const o = JSON.parse(t); change(o.hooks.preToolUse[0]); return JSON.stringify(o).replaceAll('/', '\\/'); });
}
const unsure = [
  ['the entry is gone', m => fs.rmSync(m.file('cursor'))],
  ['its program is gone', m => m.change(files.cursor, t => t.replaceAll(gaff.replaceAll('/', '\\/'), '\\/nowhere\\/gaff'))],
  ['it is for another event', m => m.write(files.cursor, JSON.stringify({ version: 1, hooks: { stop: JSON.parse(m.read(files.cursor)).hooks.stop } }).replaceAll('/', '\\/'))],
  ['it has a matcher', m => m.change(files.cursor, t => { const o = JSON.parse(t); o.hooks.preToolUse[0].matcher = 'Write'; return JSON.stringify(o).replaceAll('/', '\\/'); })],
  ['the agent refuses the file', m => m.change(files.cursor, t => t.replace('"stop"', '"nothing"'))],
  ['its program is another gaff', m => m.change(files.cursor, t => t.replaceAll(gaff.replaceAll('/', '\\/'), m.write('other/gaff', '#!/bin/sh\n', 0o755).replaceAll('/', '\\/')))],
  ['it is for less time than gaff takes', m => ofCursor(m, x => { x.timeout = 1; })],
  ...Object.entries({ env: { GAFF_DISABLE: '1' }, async: true, enabled: false, type: 'prompt' }).map(([key, value]) =>
    [`it says ${key}`, m => ofCursor(m, x => { x[key] = value; })]),
  ['the file needs trust', m => { m.does('uninstall', 'cursor'); m.does('install', 'cursor', '--project'); inProject(m); }],
  ['it is for another home', m => m.change(files.cursor, t => t.replaceAll(`--home ${m.home.replaceAll('/', '\\/')}`, '--home \\/home\\/other'))],
];
for (const [name, plant] of unsure)
  test(`through Claude Code's file: answered when ${name}`, () => {
    const m = guarded('claude-code', 'cursor');
    plant(m);
    is(calls(m, 'cursor', 'preToolUse', 'claude-code'), true);
  });
test("through Claude Code's file: answered when another file switches the agent's own hooks off", () => {
  for (const [host, file, text] of [['copilot-cli', m => path.join(m.home, '.copilot/settings.json'), { disableAllHooks: true }], ['factory-droid', m => `${m.project}/.factory/settings.json`, { hooks: { hooksDisabled: true } }]]) {
    const m = guarded('claude-code', host);
    is(calls(m, host, 'PreToolUse', 'claude-code'), false, host);
    m.write(file(m), text);
    is(calls(m, host, 'PreToolUse', 'claude-code'), true, host);
  }
});
test("through Claude Code's file: a variable does not say that the agent has an entry of its own", () => {
  const m = guarded('claude-code'), COPILOT_HOME = path.join(m.project, 'evil'), made = m.does('fire', '--host', 'copilot-cli', '--event', 'PreToolUse');
  fs.mkdirSync(COPILOT_HOME);
  is(spawnSync(gaff, ['install', 'copilot-cli'], { env: { ...m.env, COPILOT_HOME }, cwd: m.project }).status, 0);
  const answered = args => { const r = spawnSync(gaff, ['run', '--host', 'claude-code', '--event', 'PreToolUse', ...args], { encoding: 'utf8', env: { ...m.env, COPILOT_HOME }, cwd: m.project, input: made }); return `${r.stdout}${r.stderr}`.includes('guarded'); };
  is([answered(['--home', m.home]), answered([])], [true, false]);
});
test('a command of its own is not what the other entry runs', () => {
  const m = machine('claude-code', 'cursor');
  const made = m.does('fire', '--host', 'cursor', '--event', 'preToolUse');
  const r = spawnSync(gaff, ['run', '--host', 'claude-code', '--', 'sh', '-c', 'echo guarded >&2; exit 2'], { encoding: 'utf8', env: m.env, cwd: m.project, input: made });
  ok(r.stdout.includes('guarded'), r.stdout);
});
test('a call that must fail closed is not left to one that fails open', () => {
  const m = guarded('claude-code', 'cursor'), made = m.does('fire', '--host', 'cursor', '--event', 'preToolUse');
  const answer = () => spawnSync(gaff, ['run', '--host', 'claude-code', '--event', 'PreToolUse', '--fail-closed'], { encoding: 'utf8', env: m.env, cwd: m.project, input: made }).stdout.includes('guarded');
  is(answer(), true);
  m.does('install', 'cursor', '--fail-closed');
  is(answer(), false);
});
const named = 'all,beforeShellExecution,beforeMCPExecution';
test("two events of Cursor: a checkout's file is no reason to keep silent", () => {
  const m = guarded('cursor');
  m.does('install', 'cursor', '--project', '--events', named);
  inProject(m);
  is(calls(m, 'cursor', 'preToolUse', 'cursor'), true);
});
test('two events of Cursor: hooks that go by the names of one are run on it', () => {
  const m = machine(), mcp = ['--mcp', 'demo/echo'], handler = { type: 'command', command: 'echo guarded >&2; exit 2' };
  m.does('install', 'cursor', '--events', named);
  for (const [hook, more] of [[{ event: 'cursor:preToolUse' }, []], [{ event: 'before_tool_execute', matcher: 'MCP:echo' }, mcp], [{ event: 'before_tool_execute', matcher: { pattern: '^MCP:' } }, mcp],
    [{ event: 'cursor:preToolUse', matcher: { mcp: { server: 'demo', tool: 'echo' } } }, mcp]]) {
    m.write('.config/gaff/hooks.json', { spec: 'hooks/0.1', hooks: [{ ...hook, blocking: true, handler }] });
    is(calls(m, 'cursor', 'preToolUse', 'cursor', 'preToolUse', more), true, JSON.stringify(hook));
  }
});
test('two events of Cursor: a hook for an MCP server is left to the one that names it', () => {
  const m = machine(), mcp = ['--mcp', 'demo/echo'], handler = { type: 'command', command: 'echo guarded >&2; exit 2' };
  const asked = server => {
    m.write('.config/gaff/hooks.json', { spec: 'hooks/0.1', hooks: [{ event: 'before_tool_execute', matcher: { mcp: { server, tool: 'echo' } }, blocking: true, handler }] });
    return ['preToolUse', 'beforeMCPExecution'].map(event => calls(m, 'cursor', event, 'cursor', event, mcp));
  };
  m.does('install', 'cursor', '--events', 'preToolUse');
  is(asked('other')[0], true, 'a guess, where nobody knows better');
  m.does('install', 'cursor', '--events', named);
  is([asked('demo'), asked('other')], [[false, true], [false, false]]);
});

// One call of Cursor's command-line agent on a terminal: its events in order, with what the first has made of the command; and how often the hook was asked.
const terminal = path.join(root, 'build/attended');
class Session {
  constructor(m, say, { event = 'before_tool_execute', events, scope = '--user', matcher, tool = 'Shell', version = '2026.10.01-abc', more = [] } = {}) {
    Object.assign(this, { m, tool, version, input: tool === 'Shell' ? { command: 'make it', cwd: m.project, timeout: 30000 } : { text: 'hey' } });
    m.write('.config/gaff/hooks.json', { spec: 'hooks/0.1', hooks: [{ event, ...matcher && { matcher }, blocking: true, handler: { type: 'command', command: `cat >/dev/null; echo x >>"$HOME/asked"; printf '%s' '${JSON.stringify(say)}'` } }] });
    m.does('install', 'cursor', scope, ...events ? ['--events', events] : [], ...more);
    if (scope === '--project') inProject(m);
    this.file = scope === '--user' ? m.file('cursor') : path.join(m.project, '.cursor/hooks.json');
  }
  get entries() { return JSON.parse(fs.readFileSync(this.file, 'utf8')).hooks; }
  send(event, fields, { env = {}, prefix = [terminal] } = {}) {
    const entry = this.entries[event]?.[0];
    if (!entry) return undefined;
    const payload = { conversation_id: 'c1', generation_id: 'c1', model: 'm', session_id: 'c1', hook_event_name: event, cursor_version: this.version, workspace_roots: [this.m.project], user_email: null, transcript_path: null, ...fields };
    const r = spawnSync(prefix[0] ?? 'sh', [...prefix.slice(1), ...prefix.length ? ['sh'] : [], '-c', entry.command], { encoding: 'utf8', env: { ...this.m.env, ...env }, cwd: this.m.project, input: JSON.stringify(payload) });
    is(r.status, 0, `${event}: ${r.stderr}`);
    return JSON.parse(r.stdout);
  }
  general(more) { return this.send('preToolUse', { tool_name: this.tool, tool_input: this.input, tool_use_id: 't1', cwd: this.m.project }, more); }
  own(input = this.input, more) {
    return this.tool === 'Shell' ? this.send('beforeShellExecution', { command: input.command, cwd: this.m.project, sandbox: false }, more)
      : this.send('beforeMCPExecution', { tool_name: this.tool.slice(4), tool_input: JSON.stringify(input), mcp_server_name: 'demo', command: 'demo' }, more);
  }
  // What comes of the call: both answers, and how often the hook was asked.
  call(more) {
    fs.rmSync(path.join(this.m.home, 'asked'), { force: true });
    const first = this.general(more), then = first?.permission === 'deny' ? undefined : this.own({ ...this.input, ...first?.updated_input }, more);
    return [first, then, fs.existsSync(path.join(this.m.home, 'asked')) ? this.m.read('asked').length / 2 : 0];
  }
}
const both = 'before_tool_execute', question = { permission: 'ask', agent_message: 'sure?', user_message: 'sure?' };
const sure = { decision: 'ask', reason: 'sure?' };
test('install of Cursor has the events that ask, and no other that repeats one', () => {
  const m = machine('cursor'), events = () => Object.keys(JSON.parse(m.read(files.cursor)).hooks);
  is(events(), ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'postToolUse', 'sessionStart', 'sessionEnd', 'beforeSubmitPrompt', 'stop']);
  m.does('install', 'cursor', '--events', both);
  is(events(), ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution']);
  m.does('install', 'cursor', '--events', 'preToolUse');
  is(events(), ['preToolUse'], 'by its own name');
  m.does('install', 'cursor', '--events', 'all');
  is(events().filter(e => /^(before|after)(Shell|MCP|Read|File)/.test(e)), ['beforeShellExecution', 'beforeMCPExecution'], 'all');
});
test('two events of Cursor for one call: a question is put where it is asked, once', () => {
  const s = new Session(machine(), sure);
  is(s.call(), [{}, question, 1]);
  is(s.call(), [{}, question, 1], 'again');
  const [first, second] = s.m.read('.local/state/gaff/audit.jsonl').trim().split('\n').map(line => JSON.parse(line));
  is([first.decision, first.elsewhere, second.decision, second.reason, !!second.by], ['none', 'beforeShellExecution', 'ask', 'sure?', true], 'the log');
});
test('two events of Cursor for one call: a new input and a context go with the first, the question with the second', () => {
  const s = new Session(machine(), { ...sure, context: 'mind', updated_input: { command: 'make that' } });
  const [first, then, asked] = s.call();
  is([first.permission, first.updated_input.command, first.additional_context, then, asked], [undefined, 'make that', 'mind', question, 1]);
});
test('two events of Cursor for one call: hooks are asked once whatever they say', () => {
  for (const [say, first, then] of [[{}, {}, {}], [{ decision: 'allow' }, { permission: 'allow' }, {}], [{ context: 'mind' }, { additional_context: 'mind' }, {}], [{ decision: 'deny', reason: 'no' }, { permission: 'deny', agent_message: 'no', user_message: 'no' }, undefined]])
    for (const tool of ['Shell', 'MCP:echo']) for (const scope of ['--user', '--project']) is(new Session(machine(), say, { tool, scope }).call(), [first, then, 1], `${JSON.stringify(say)} of ${tool}, ${scope}`);
  const [first, then, asked] = new Session(machine(), { updated_input: { text: 'NEW', extra: 1 } }, { tool: 'MCP:echo' }).call();
  is([first.updated_input, then, asked], [{ text: 'NEW', extra: 1 }, {}, 1]);
});
test('two events of Cursor for one call: a question is a denial where it is not certain to be asked', () => {
  const denied = (what, s, more) => { const [first, then, asked] = s.call(more); is([first.permission, then, asked], ['deny', undefined, 1], what); };
  denied('another version', new Session(machine(), sure, { version: '3.2.16' }));
  denied('an unknown version', new Session(machine(), sure, { version: '' }));
  denied('an MCP tool', new Session(machine(), sure, { tool: 'MCP:echo' }));
  denied('a file of a checkout', new Session(machine(), sure, { scope: '--project' }));
  denied('the first event alone', new Session(machine(), sure, { events: 'preToolUse' }));
  denied('nobody there', new Session(machine(), sure), { prefix: [] });
  const s = new Session(machine(), sure);
  s.m.change(files.cursor, t => { const o = JSON.parse(t); o.hooks.beforeShellExecution[0].matcher = 'git'; return JSON.stringify(o).replaceAll('/', '\\/'); });
  denied('an entry for some commands', s);
  const c = new Session(machine(), sure);
  fs.rmSync(path.join(c.m.home, '.local/state/gaff'), { recursive: true, force: true });
  c.m.write('.local/state/gaff', 'no folder');
  denied('no place to remember it', c);
});
test('two events of Cursor for one call: an MCP tool is asked about in the versions that did', () => is(new Session(machine(), sure, { tool: 'MCP:echo', version: '2.4.20' }).call(), [{}, question, 1]));
test('two events of Cursor for one call: the second asks the hooks itself where the first has not', () => {
  const asks = (what, s, before) => { fs.rmSync(path.join(s.m.home, 'asked'), { force: true }); before(s); const n = fs.existsSync(path.join(s.m.home, 'asked')) ? 1 : 0; is([s.own(), s.m.read('asked').length / 2], [question, n + 1], what); };
  const marks = s => fs.readdirSync(path.join(s.m.home, '.local/state/gaff/asked')).map(f => path.join('.local/state/gaff/asked', f));
  asks('alone', new Session(machine(), sure), () => {});
  asks('once each', new Session(machine(), sure), s => { s.call(); fs.rmSync(path.join(s.m.home, 'asked')); });
  asks('for another command', new Session(machine(), sure), s => { s.input.command = 'other'; s.general(); s.input.command = 'make it'; });
  const aged = (what, year) => asks(what, new Session(machine(), sure), s => { s.general(); s.m.change(marks(s)[0], t => t.replace(/"time":"20\d\d/, `"time":"${year}`)); });
  aged('of another time', 2020);
  aged('of a time to come', 2999);
  for (const year of [2020, 2999]) {
    const s = new Session(machine(), {}), dir = path.join(s.m.home, '.local/state/gaff/answered');
    s.general();
    s.m.change(path.join('.local/state/gaff/answered', fs.readdirSync(dir)[0]), t => t.replace(/"time":"20\d\d/, `"time":"${year}`));
    is([s.own(), s.m.read('asked').length / 2], [{}, 2], `no objection, in ${year}`);
  }
  const kept = new Session(machine(), sure);
  kept.general(); kept.version = '3.2.16'; kept.general(); kept.version = '2026.10.01-abc';
  is([kept.own(), kept.m.read('asked').length / 2], [question, 2], 'another call of the same was denied: the question stays');
  const strict = new Session(machine(), sure);
  strict.general();
  strict.m.does('install', 'cursor', '--fail-closed');
  is([strict.own(), strict.m.read('asked').length / 2], [question, 1], 'a question of one that fails open is asked');
  const open = new Session(machine(), {});
  open.general();
  open.m.does('install', 'cursor', '--fail-closed');
  is([open.own(), open.m.read('asked').length / 2], [{}, 2], 'that one that fails open was asked is not enough');
  const of = new Session(machine(), sure, { more: ['--fail-closed'] });
  is(of.call(), [{}, question, 1], 'both closed');
});
test('two events of Cursor for one call: of two calls of the same the question stays', () => {
  const s = new Session(machine(), sure);
  s.general();
  s.m.write('.config/gaff/hooks.json', { spec: 'hooks/0.1', hooks: [] });
  s.general();
  is([s.own(), s.own(), s.m.read('asked').length / 2], [question, {}, 1], 'each takes a mark of its own');
  const { m } = s, folder = kind => path.join(m.home, '.local/state/gaff', kind);
  is([fs.readdirSync(folder('asked')), fs.readdirSync(folder('answered'))], [[], []], 'both are taken away');
});
// A hook for preToolUse alone, or one that changes the call, cannot ask again on the second event: the question may not get lost on the way.
test('two events of Cursor for one call: a question that cannot be asked again is never lost', () => {
  const alone = more => new Session(machine(), sure, { event: 'cursor:preToolUse', events: both, ...more });
  const asks = (what, s, before) => { before(s); is(s.own(), question, what); };
  asks('in order', alone(), s => s.general());
  for (const cwd of ['.', './', '', 'sub/..', '/elsewhere']) asks(`a folder as ${cwd}`, alone(), s => { s.input.cwd = cwd && cwd[0] !== '/' ? `${s.m.project}/${cwd}` : cwd; s.general(); });
  asks('another call of the same was denied', alone(), s => { s.general(); s.version = '3.2.16'; s.general(); s.version = '2026.10.01-abc'; });
  asks('a stricter entry', alone(), s => { s.general(); const t = s.m.read(files.cursor); s.m.write(files.cursor, t.replace(/("[^"]* --event )(beforeShellExecution)/, '$1$2 --fail-closed')); });
  for (const ms of [-60000, 60000]) asks(`a mark of ${ms} ms`, alone(), s => { s.general(); const dir = path.join(s.m.home, '.local/state/gaff/asked'), f = path.join(dir, fs.readdirSync(dir)[0]); fs.writeFileSync(f, fs.readFileSync(f, 'utf8').replace(/("time":")([^"]*)/, (all, key, t) => key + new Date(Date.parse(t) + ms).toISOString())); });
  const twice = alone();
  for (let i = 0; i < 3; i++) is(twice.general(), {}, 'put off');
  is([twice.own(), twice.own(), twice.own(), twice.own()], [question, question, question, {}], 'three at once, each is asked');
  const another = alone();
  another.general();
  another.m.write('.config/gaff/hooks.json', { spec: 'hooks/0.1', hooks: [{ event: 'before_tool_execute', blocking: true, handler: { type: 'command', command: 'cat >/dev/null' } }] });
  another.input.command = 'other';
  is([another.general(), another.own()], [{}, {}], 'a call of its own is not asked about');
  const changed = new Session(machine(), { ...sure, updated_input: { command: 'make that' } });
  changed.m.write('.config/gaff/hooks.json', { spec: 'hooks/0.1', hooks: [{ event: 'before_tool_execute', blocking: true, handler: { type: 'command', command: `if grep -q 'make it'; then printf '%s' '${JSON.stringify({ ...sure, updated_input: { command: 'make that' } })}'; fi` } }] });
  for (let i = 0; i < 2; i++) is(changed.general().updated_input.command, 'make that');
  for (let i = 0; i < 2; i++) is(changed.own({ command: 'make that' }), question, 'a changed call');
  is(changed.own({ command: 'make that' }), {}, 'and no more');
});
test('two events of Cursor for one call: what was asked about another folder, or not answered, is asked again', () => {
  const none = {}, no = { permission: 'deny', agent_message: 'no', user_message: 'no' };
  const judge = (s, line) => s.m.write('.config/gaff/hooks.json', { spec: 'hooks/1.0', hooks: [{ event: 'before_tool_execute', blocking: true, handler: { type: 'command', command: `cat >/dev/null; ${line}` } }] });
  const deny = `printf '%s' '{"decision":"deny","reason":"no"}'`;
  const call = (s, cwd, project = s.m.project) => ({
    first: () => s.send('preToolUse', { tool_name: 'Shell', tool_input: { command: 'make it', cwd: '', timeout: 1 }, tool_use_id: 't', cwd, workspace_roots: [project] }),
    then: () => s.send('beforeShellExecution', { command: 'make it', cwd, sandbox: false, workspace_roots: [project] }),
  });
  const s = new Session(machine(), none), here = call(s, s.m.project), there = call(s, s.m.home), unsaid = call(s, ''), third = call(s, path.dirname(s.m.home));
  for (const [what, before, after, answer] of [['the same', here, here, {}], ['another folder', there, here, no], ['no folder, then another', unsaid, third, no], ['no folder is the project', unsaid, here, {}]]) {
    judge(s, 'true');
    is(before.first(), {}, what);
    judge(s, deny);
    is(after.then(), answer, what);
  }
  for (const line of ['exit 1', 'echo nonsense', 'kill -9 $$']) {
    judge(s, line);
    is(here.first(), {}, line);
    judge(s, deny);
    is(here.then(), no, `after ${line}`);
  }
  judge(s, 'true');
  is(here.first(), {}, 'one that never came to its second event');
  judge(s, 'kill -9 $PPID; sleep 1');
  const entry = s.entries.preToolUse[0].command;
  spawnSync('sh', ['-c', entry], { env: s.m.env, cwd: s.m.project, input: JSON.stringify({ conversation_id: 'c1', session_id: 'c1', tool_name: 'Shell', tool_input: { command: 'make it', cwd: '', timeout: 1 }, cwd: s.m.project, hook_event_name: 'preToolUse', cursor_version: s.version, workspace_roots: [s.m.project] }) });
  judge(s, deny);
  is(here.then(), no, 'a first event that was killed');
});
test('two events of Cursor for one call: another tool, and what explain and fire say', () => {
  const m = guarded('cursor');
  is(calls(m, 'cursor', 'preToolUse', 'cursor', 'preToolUse', ['--path', 'x', '--content', 'y']), true, 'another tool');
  is([calls(m, 'cursor', 'preToolUse', 'cursor'), calls(m, 'cursor', 'beforeShellExecution', 'cursor')], [true, true], 'a denial');
  const s = new Session(machine(), sure), call = ['--host', 'cursor', '--event', 'preToolUse', '--command', 'make it', '--set', '/cursor_version="2026.10.01-abc"'];
  ok(/entry of its own/.test(s.m.does('explain', ...call)), 'explain');
  for (const kind of ['answered', 'asked']) is(fs.existsSync(path.join(s.m.home, '.local/state/gaff', kind)), false, 'a trial leaves nothing');
});

// ---- enable and disable ----

const hook = (name, more = '') => `{ "event": "agent_stop", "name": "${name}",${more} "handler": { "type": "command", "command": "true" } }`;
const manifest = (...hooks) => `{\n  // mine\n  "spec": "hooks/0.1",\n  "hooks": [\n    ${hooks.join(',\n    ')},\n  ],\n}\n`;
const yaml = `# mine\nspec: hooks/0.1\nhooks:\n  - event: agent_stop # first\n    name: a\n    handler: {type: command, command: "true"}\n`
  + `  -   name: b\n      enabled: false   # too loud\n      event: agent_stop\n      handler:\n        type: command\n        command: |\n          true\n`
  + `  - {name: c, event: agent_stop, handler: {type: command, command: "true"}}\n`;
const user = '.config/gaff/hooks.json', userYaml = '.config/gaff/hooks.yaml';

test('disable and enable in JSON', () => {
  const m = machine(), before = manifest(hook('a'), hook('b', ' "enabled": true,'));
  m.write(user, before);
  ok(m.does('disable', 'b').includes('is now disabled'), 'what is said');
  is(m.read(user), before.replace('"enabled": true', '"enabled": false'));
  m.does('enable', 'b');
  is(m.read(user), before);
  const r = JSON.parse(m.does('disable', 'a', '--json'));
  is([r.name, r.file, r.line, r.enabled, r.changed, r.trust], ['a', path.join(m.home, user), 5, false, true, undefined]);
  ok(m.read(user).includes('// mine') && m.read(user).includes('"enabled": false'), m.read(user));
  m.does('validate', path.join(m.home, user));
});
test('disable and enable in YAML', () => {
  const m = machine();
  for (const [name, from, to] of [['a', '  - event: agent_stop # first', '  - enabled: false\n    event: agent_stop # first'], ['c', '{name: c', '{enabled: false, name: c']]) {
    m.write(userYaml, yaml);
    m.does('disable', name);
    is(m.read(userYaml), yaml.replace(from, to), name);
    m.does('enable', name);
    is(m.read(userYaml), yaml.replace(from, to.replace('false', 'true')), name);
  }
  m.write(userYaml, yaml);
  m.does('enable', 'b');
  is(m.read(userYaml), yaml.replace('enabled: false   #', 'enabled: true   #'), 'b');
  m.write(userYaml, `\ufeff${yaml.replaceAll('\n', '\r\n')}`);
  m.does('disable', 'a');
  is(m.read(userYaml), `\ufeff${yaml.replaceAll('\n', '\r\n')}`.replace('- event', '- enabled: false\r\n    event'));
});
test('what is so already stays as it is', () => {
  const m = machine();
  m.write(userYaml, yaml);
  for (const args of [['enable', 'a'], ['disable', 'b']]) ok(m.does(...args).includes('already'), args);
  ok(m.does('disable', 'a', '--dry-run').includes('+  - enabled: false'), 'no diff');
  is(m.read(userYaml), yaml);
});
test('a hook that does not run any more', () => {
  const m = machine('claude-code');
  m.write(user, manifest(hook('a').replace('"true"', `"touch ${m.home}/ran"`)));
  const stop = () => { fs.rmSync(`${m.home}/ran`, { force: true }); m.gaff('fire', '--host', 'claude-code', '--event', 'Stop', '--run'); return fs.existsSync(`${m.home}/ran`); };
  is(stop(), true);
  m.does('disable', 'a');
  is(stop(), false);
});
test('names that are not there, and names that are there twice', () => {
  const m = machine(), project = `${m.project}/.gaff/hooks.json`;
  ok(m.gaff('disable', 'a').stderr.includes('none has a name'), 'nothing at all');
  m.write(user, manifest(hook('guard'), hook('other')));
  m.write(project, manifest(hook('guard'), hook('twice'), hook('twice')));
  for (const [args, text] of [[['gaurd'], "did you mean 'guard'"], [['zzzzzzzzzz'], 'there are: guard, other, guard, twice'], [['guard'], '--user or --project'], [['twice'], 'names of their own']]) {
    const r = m.gaff('disable', ...args);
    is([r.code, r.stdout], [1, ''], args);
    ok(r.stderr.includes(text), r.stderr);
  }
  ok(m.gaff('disable', 'twice').stderr.includes(`${project}:6:5`), 'no place');
  m.does('disable', 'guard', '--project');
  is([m.read(user).includes('enabled'), m.read(project).includes('enabled')], [false, true]);
  for (const args of [[], ['a', 'b'], ['a', '--user', '--project']]) is(m.gaff('disable', ...args).code, 129, args);
});
test("a project's manifest stays as trusted as it was", () => {
  const m = machine(), project = `${m.project}/.gaff/hooks.json`;
  m.write(project, manifest(hook('a'), hook('b')));
  ok(m.does('disable', 'a').includes('gaff trust'), 'it was not trusted');
  is(m.notes(), ['untrusted-manifest']);
  m.does('trust', '--yes');
  ok(m.does('enable', 'a').includes('You trusted'), 'it was trusted');
  is(m.notes(), []);
  fs.appendFileSync(project, '\n');
  is(JSON.parse(m.does('disable', 'a', '--json')).trust, 'needed');
  is([m.wrong(), m.notes()], [['changed-manifest'], []]);
});
test("a project's link to somebody's manifest is not followed", () => {
  for (const make of [m => fs.symlinkSync(path.join(m.home, '.config/gaff'), `${m.project}/.gaff`),
    m => { fs.mkdirSync(`${m.project}/.gaff`); fs.symlinkSync(path.join(m.home, user), `${m.project}/.gaff/hooks.json`); }]) {
    const m = machine(), before = manifest(hook('a'));
    m.write(user, before);
    make(m);
    const r = m.gaff('disable', 'a', '--project');
    is([r.code, m.read(user)], [1, before], r.stdout + r.stderr);
  }
});
test('a manifest with a mistake is left out, and said', () => {
  const m = machine();
  m.write(user, '{"spec":"hooks/0.1","hooks":[{}]}');
  const r = m.gaff('disable', 'a');
  is(r.code, 1);
  ok(/hooks\.json:1:\d+: .*left out/.test(r.stderr), r.stderr);
});

fs.rmSync(scratch, { recursive: true, force: true });
finish('doctor');
