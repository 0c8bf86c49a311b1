// explain.mjs - gaff explain: every step of a call, and the very bytes that gaff run prints.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { attendRun, cases, hosts, readCase, silence } from './hosts.mjs';
import { finish, is, ok, test as check } from './check.mjs';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-explain-test-')));
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const project = path.join(scratch, 'project'), home = path.join(scratch, 'home'), config = path.join(home, '.config/gaff');
const env = { PATH: process.env.PATH, HOME: home, TMPDIR: scratch, ...sanitizer };

// Each in a home and a project of its own.
function test(name, body) {
  check(name, () => {
    for (const dir of [home, project]) fs.rmSync(dir, { recursive: true, force: true });
    fs.mkdirSync(config, { recursive: true });
    fs.mkdirSync(path.join(project, '.gaff'), { recursive: true });
    body();
  });
}
const has = (page, ...patterns) => { for (const pattern of patterns) ok(pattern.test(page), `no ${pattern} in\n${page}`); };

function call(args, options = {}) {
  const [program, ...words] = attendRun([gaff, ...args]);
  const r = spawnSync(program, words, { encoding: 'utf8', cwd: project, input: '', maxBuffer: 1 << 28, timeout: 120000, ...options, env: { ...env, ...options.env } });
  return { code: r.status, stdout: r.stdout, stderr: r.stderr };
}
function explain(args, options) {
  const r = call(['explain', ...args], options);
  is([r.code, r.stderr], [0, ''], 'exit and stderr');
  return r.stdout;
}
const inJson = (args, options) => JSON.parse(explain(['--json', ...args], options));

// ---- manifests ----

const saying = answer => `cat >/dev/null; printf %s '${JSON.stringify(answer).replaceAll("'", "'\\''")}'`;
const hook = (event, command, more = {}) => { const { handler, ...rest } = more; return { name: 'guard', event, blocking: true, ...rest, handler: { type: 'command', command, ...handler } }; };
const manifest = (...hooks) => JSON.stringify({ spec: 'hooks/1.0', hooks });
function put(where, text) {
  const file = { user: path.join(config, 'hooks.json'), project: path.join(project, '.gaff/hooks.json'), given: path.join(project, 'given.json') }[where] ?? where;
  fs.writeFileSync(file, text);
  return file;
}
const remembered = () => fs.existsSync(path.join(home, '.local')) ? fs.readdirSync(path.join(home, '.local'), { recursive: true }).filter(name => !fs.statSync(path.join(home, '.local', name)).isDirectory()) : [];

// ---- what is shown is what gaff run prints ----

function same(args, options = {}) {
  const x = inJson(args, options);
  is(remembered(), [], 'what a trial leaves behind');
  const r = call(['run', ...args], options);
  is({ exit: x.answer.exit, stdout: x.answer.stdout, stderr: x.answer.stderr }, { exit: r.code, stdout: r.stdout, stderr: r.stderr }, 'the answer');
  return x;
}
const answers = {
  deny: saying({ decision: 'deny', reason: 'not "this" one' }),
  nothing: 'cat >/dev/null',
  rewrite: saying({ updated_input: { command: 'echo rewritten' } }),
  ask: saying({ decision: 'ask', reason: 'sure?' }),
  context: saying({ context: 'the build is red', system_message: 'hi' }),
  'exit 2': 'echo no >&2; exit 2',
  fails: 'echo oops >&2; exit 9',
  nonsense: 'echo {',
};
const names = Object.keys(answers);
for (const [id, host] of Object.entries(hosts)) {
  const special = [host.shell.case, host.rewrite.case, ...Object.values(host.prolongs)];
  cases(id).forEach((name, i) => {
    const isSpecial = special.includes(name), given = readCase(id, name);
    const event = JSON.parse(fs.readFileSync(path.join(given.dir, 'event.json'), 'utf8'));
    for (const which of isSpecial ? names : [names[i % names.length]]) {
      for (const more of isSpecial || i % 2 ? [[], ['--fail-closed']] : [['--ask-fallback', 'ask']]) test(`${id}/${name} ${which} ${more}: the bytes of gaff run`, () => {
        const x = same(['--host', id, ...given.args, ...more, '--manifest', put('given', manifest(hook(event.event, answers[which])))], { input: given.payload, env: given.env });
        is([x.host, x.event, x.native_event, (x.tool ?? x.tool_name) || undefined], [id, event.event, event.native_event, event.tool || undefined], 'who and what');
        is([x.payload, x.made_up, x.files.map(file => file.replace(project, ''))], [given.payload.toString(), false, event.paths ?? []], 'payload');
        if (host.unknown.includes(event.native_event)) return ok(x.manifests[0].unused && !x.hooks.length, 'a hook for an event that gaff does not know');
        ok(x.hooks[0].asked > 0 && x.hooks[0].result !== 'no match', `the hook was not run: ${JSON.stringify(x.hooks[0])}`);
      });
    }
    test(`${id}/${name} a COMMAND`, () => same(['--host', id, ...given.args, '--', 'sh', '-c', answers[names[i % names.length]]], { input: given.payload, env: given.env }));
  });
  for (const more of [[], ['--fail-closed'], ['--event', host.shell.event], ['--event', host.shell.event, '--fail-closed']]) {
    for (const bad of ['', 'nonsense', '{"a":', '[]', '"x"']) {
      if (bad === '' && more.includes('--event')) continue; // that is made up
      test(`${id} ${more.join(' ')} with ${bad || 'nothing'} on stdin`, () => {
        const x = same(['--host', id, ...more, '--', 'true'], { input: bad });
        ok(x.error, 'no error');
        is([x.payload, x.hooks], [bad, []]);
        ok(x.agent.does.length, 'nothing is said of the agent');
      });
    }
  }

  // the page of each host

  const args = ['--host', id, '--event', host.rewrite.event, '--command', 'echo hi'];
  test(`${id}: a denial`, () => {
    const file = put('user', manifest(hook('before_tool_execute', 'echo "not here" >&2; exit 2')));
    const page = explain(args), x = inJson(args);
    has(page, new RegExp(`^host      ${id} \\(.*\\), named by --host$`, 'm'), new RegExp(`^event     ${host.rewrite.event} \\(before_tool_execute\\)$`, 'm'), /^tool      \S+.* \(shell\)$/m,
      new RegExp(`^cwd       ${project}$`, 'm'), /^payload   \d+ bytes, made up$/m, /^  1    guard {2}deny {2}exit 2, \d+ ms$/m, /^ {7}dialect   canonical$/m, /^ {7}stderr    not here$/m,
      /^ {7}means     deny: not here$/m, /^decision  deny, by guard: not here$/m, /^answer    exit [02], \d+ bytes on stdout, \d+ on stderr/m, /^agent     blocked: not here$/m);
    ok(page.includes(`manifest  ${file} (user), 1 hook\n`), page);
    ok(page.includes(`\nstdout    ${x.answer.stdout.trimEnd() || '(empty)'}\n`), `the bytes are not in\n${page}`);
    is([x.merged.decision, x.by, x.hooks[0].said, x.agent.decision], ['deny', 'guard', { decision: 'deny', reason: 'not here' }, 'deny']);
  });
  test(`${id}: no opinion`, () => {
    put('user', manifest(hook('before_tool_execute', 'cat >/dev/null')));
    const page = explain(args), x = inJson(args);
    has(page, /^  1    guard {2}no opinion {2}exit 0, \d+ ms$/m, /^decision  none$/m, /^agent     goes on$/m);
    ok(page.includes(`\nstdout    ${silence(id, host.rewrite.event)[1] || '(empty)'}\n`), page);
    is([x.answer.stdout, x.by, x.hooks[0].result], [silence(id, host.rewrite.event)[1], null, 'no opinion']);
  });
  test(`${id}: a rewrite`, () => {
    put('user', manifest(hook('before_tool_execute', answers.rewrite, { matcher: 'shell' }), hook('before_tool_execute', 'cat >/dev/null', { name: 'next' })));
    const page = explain(args), x = inJson(args);
    if (host.can.rewrite.includes(host.rewrite.event)) {
      has(page, /^agent     (goes on|is granted)/m, /^ {10}runs with the new input \{.*echo rewritten/m);
      ok(x.hooks[1].stdin.includes('echo rewritten'), 'the next hook does not see the new input');
    } else {
      has(page, /^degraded  guard: input_rewrite: block: /m, /^decision  deny, by guard: a hook changes the input/m, /^agent     blocked: /m);
      is(x.hooks[1].result, 'not run');
    }
  });
}

// ---- who calls ----

for (const [id, host] of Object.entries(hosts)) {
  const given = readCase(id, host.shell.case), payload = given.payload;
  test(`${id}: told by the payload`, () => {
    const x = same([...given.args, '--', 'true'], { input: payload, env: given.env });
    if (!x.host) return is([x.why_host.by, x.agent, x.answer.exit], ['nothing', null, 1]);
    is([x.host, x.why_host.by], [id, 'payload']);
    const mine = x.why_host.candidates.find(c => c.host === id);
    is(mine.evidence.reduce((sum, row) => sum + row.weight, 0), mine.score, 'the sum of the weights');
    is(mine, x.why_host.candidates[0], 'the best candidate');
    for (const { where, value } of mine.evidence) ok(where[0] === '$' || where.split('/').slice(1).reduce((v, key) => v?.[key], JSON.parse(payload)) !== undefined, `${where} ${value}`);
    const page = explain([...given.args, '--', 'true'], { input: payload, env: given.env });
    has(page, new RegExp(`^host      ${id} .*told by the payload`, 'm'), /^ +[+-]\d+ {2}[/$]\S+ (is|contains|begins)/m, new RegExp(`^ {10} *${mine.score}  in sum$`, 'm'));
  });
}
test('a key that is repeated counts each time', () => {
  const x = inJson(['--', 'true'], { input: '{"prompt_id":"1","prompt_id":"2","cwd":"/p","hook_event_name":"Stop"}' });
  is([x.host, x.why_host.candidates[0].score, x.why_host.candidates[0].evidence.map(row => row.where)], ['claude-code', 7, ['/prompt_id', '/prompt_id', '/hook_event_name']]);
});
test('another agent runs the registration', () => {
  const { payload } = readCase('cursor', hosts.cursor.shell.case), x = same(['--host', 'claude-code', '--', 'true'], { input: payload });
  is([x.host, x.why_host.by, x.why_host.registered, x.why_host.candidates[0].host], ['cursor', 'payload', 'claude-code', 'cursor']);
  has(explain(['--host', 'claude-code', '--', 'true'], { input: payload }), /^host      cursor \(Cursor\), told by the payload: it also runs what is registered with\s+Claude Code$/m);
});
test('--host against the payload', () => {
  const { payload } = readCase('cursor', hosts.cursor.shell.case), args = ['--host', 'codex', '--event', 'PreToolUse'];
  is(inJson(args, { input: payload }).why_host.looks_like, 'cursor');
  has(explain(args, { input: payload }), /^ {10}but the payload looks like one of Cursor \(cursor\)$/m);
});
test('nobody knows who', () => {
  const page = explain([], { input: '{"hook_event_name":"X"}' });
  has(page, /^host      not known$/m, /^ {10}for claude-code:$/m, /^error     nothing tells which agent/m, /^answer    exit 1, 0 bytes on stdout/m, /^stdout    \(empty\)$/m, /^agent     nobody knows/m);
});

// ---- the hooks ----

const pre = ['--host', 'claude-code', '--event', 'PreToolUse'];
test('hooks that do not match say why', () => {
  put('user', manifest(hook('session_start', 'true', { name: 'a' }), hook('before_tool_execute', 'true', { name: 'b', matcher: 'file_write' }), hook('before_tool_execute', 'true', { name: 'c', paths: ['*.c'] }),
    hook('before_tool_execute', 'true', { name: 'd', enabled: false }), hook('before_tool_execute', 'true', { name: 'e', matcher: 'shell' })));
  const x = inJson([...pre, '--command', 'ls']);
  is(x.hooks.map(h => [h.name, h.result, h.why]), [['a', 'no match', 'it is for another event'], ['b', 'no match', 'its matcher does not name this tool'], ['c', 'no match', 'the call touches no file of its paths'],
    ['d', 'no match', 'it is not enabled'], ['e', 'no opinion', null]]);
  is(x.hooks.map(h => [h.asked, 'stdin' in h, 'exit' in h]), [...Array(4).fill([0, false, false]), [1, true, true]]);
  const page = explain([...pre, '--command', 'ls']);
  has(page, /^  2    b {2}no match {4}its matcher does not name this tool$/m, /^ {7}for       before_tool_execute, matcher "file_write"; may block$/m, /^ {7}for       before_tool_execute, paths \["\*\.c"\]; may block$/m);
});
test('hooks behind a denial', () => {
  put('user', manifest(hook('before_tool_execute', 'exit 2', { name: 'a' }), hook('before_tool_execute', `touch ${scratch}/ran`, { name: 'b' }), hook('session_end', 'true', { name: 'c' })));
  is(inJson(pre).hooks.map(h => [h.result, h.why]), [['deny', null], ['not run', 'a hook before it has denied the call'], ['no match', 'it is for another event']]);
  ok(!fs.existsSync(path.join(scratch, 'ran')), 'it was run');
});
test('an untrusted manifest, and a trusted one', () => {
  const file = put('project', manifest(hook('before_tool_execute', 'exit 2')));
  const x = inJson(pre);
  is(x.manifests, [{ file, scope: 'project', hooks: null, unused: 'it has not been trusted', untrusted: true, policy: false }]);
  is([x.hooks, x.merged.decision, x.told, /gaff trust/.test(x.notice)], [[], 'none', true, true]);
  has(explain(pre), /^ {10}not trusted: it has not been trusted; see 'gaff trust'$/m, /^notice    /m, /^ {10}\(the user is told this, once a session\)$/m);
  is(remembered(), [], 'told marks and records');
  same(pre.concat('--', 'true'), { input: '{"hook_event_name":"PreToolUse"}' });
  fs.rmSync(path.join(home, '.local'), { recursive: true });
  is(call(['trust', '--yes', project]).code, 0, 'gaff trust');
  is(inJson(pre).manifests, [{ file, scope: 'project', hooks: 1, unused: null, untrusted: false, policy: false }]);
  is(inJson(pre).by, 'guard');
});
test('a broken manifest, with its place', () => {
  const file = put('user', '{ "spec": "hooks/1.0",\n  "hooks": [ { "event": "before_tool_execute", "handler": 5 } ] }');
  const [m] = inJson(pre).manifests;
  is([m.file, m.hooks, m.line, m.untrusted], [file, null, 2, false]);
  ok(m.column > 1 && m.unused, 'no place or no reason');
  has(explain(pre), new RegExp(`^ {10}not used: 2:${m.column}: `, 'm'), /see\s+'gaff validate'/);
  put('user', '{ "on_error": "closed" ');
  const x = inJson(pre);
  is([x.merged.decision, x.by, x.agent.decision], ['deny', null, 'deny']);
  has(explain(pre), /^decision  deny, by gaff itself: gaff cannot use /m);
  same([...pre.slice(0, 2), '--event', 'PreToolUse'], { input: '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}' });
});
test('a manifest that is not there', () => has(explain([...pre, '--manifest', 'nowhere.json']), /nowhere\.json \(--manifest\)$/m, /^ {10}not used: cannot open it: /m));
test('no manifests', () => has(explain(pre), /^hooks     there are no manifests for this call$/m));
test('GAFF_DISABLE', () => {
  put('user', manifest(hook('before_tool_execute', 'exit 2')));
  has(explain(pre, { env: { GAFF_DISABLE: '1' } }), /^hooks     none is run: GAFF_DISABLE is set$/m, /^decision  none$/m);
  is(inJson(pre, { env: { GAFF_DISABLE: '1' } }).disabled, true);
});
test('a policy', () => {
  put('user', manifest(hook('before_tool_execute', 'exit 2')));
  put(path.join(config, 'policy.json'), '{"disable_all_hooks":true}');
  const x = inJson(pre);
  is([x.manifests[0].unused, x.manifests[0].policy, x.hooks[0].result, x.hooks[0].why], ['a policy disables all hooks', true, 'not run', 'a policy disables all hooks']);
  has(explain(pre), /1 hook, with a policy$/m, /^ {10}not used: a policy disables all hooks$/m);
});
test('hooks that cannot run are degraded', () => {
  put('user', manifest({ name: 'judge', event: 'before_tool_execute', blocking: true, degradation: { llm_evaluated: 'block' }, handler: { type: 'prompt', prompt: 'is it safe?' } }));
  const x = inJson(pre);
  is([x.hooks[0].result, x.hooks[0].handler, x.merged.decision, x.degradations.length], ['not run', 'is it safe?', 'deny', 1]);
  has(explain(pre), /^degraded  judge: llm_evaluated: block: /m);
});
test('what is lost is a warning', () => {
  put('user', manifest(hook('before_tool_execute', answers.context)));
  const x = inJson(['--host', 'cursor', '--event', 'beforeShellExecution']);
  ok(x.warnings.some(line => /context is lost/.test(line)), JSON.stringify(x.warnings));
  has(explain(['--host', 'cursor', '--event', 'beforeShellExecution']), /^warning   context is lost: /m);
});
test('hooks that fail or are late', () => {
  put('user', manifest(hook('before_tool_execute', 'echo oops >&2; exit 9', { name: 'a' }), hook('before_tool_execute', 'sleep 20', { name: 'b', handler: { timeout: 1 } })));
  const x = inJson(pre);
  is(x.hooks.map(h => [h.result, h.exit]), [['failed', 9], ['late', undefined]]);
  ok(x.hooks.every(h => h.why) && x.warnings.length === 2, JSON.stringify(x.warnings));
  is(inJson([...pre, '--fail-closed']).hooks.map(h => [h.result, h.said?.decision]), [['failed', 'deny'], ['not run', undefined]]);
});
test('a hook of another dialect gets its words', () => {
  put('user', manifest(hook('before_tool_execute', 'cat >/dev/null', { dialect: 'cursor', name: 'foreign' }), hook('before_tool_execute', 'cat >/dev/null', { dialect: 'claude-code', name: 'own' })));
  const x = inJson(pre);
  is(x.hooks.map(h => h.dialect), ['cursor', 'claude-code']);
  ok('cursor_version' in JSON.parse(x.hooks[0].stdin) || 'conversation_id' in JSON.parse(x.hooks[0].stdin), x.hooks[0].stdin);
  is(x.hooks[1].stdin, x.payload, 'its own');
});
test('a hook that is asked about each file', () => {
  const name = cases('codex').find(n => JSON.parse(fs.readFileSync(path.join(readCase('codex', n).dir, 'event.json'), 'utf8')).paths?.length > 1);
  const given = readCase('codex', name), event = JSON.parse(fs.readFileSync(path.join(given.dir, 'event.json'), 'utf8'));
  const file = put('given', manifest(hook(event.event, 'cat >/dev/null', { dialect: 'claude-code' }))), args = ['--host', 'codex', ...given.args, '--manifest', file];
  const x = inJson(args, { input: given.payload });
  is(x.files, event.paths);
  ok(x.hooks[0].asked > 1, JSON.stringify(x.hooks[0]));
  has(explain(args, { input: given.payload }), new RegExp(`^ {7}asked     ${x.hooks[0].asked} times`, 'm'));
});

// ---- nothing stays ----

test('an async hook is not started', () => {
  const mark = path.join(scratch, 'started');
  put('user', manifest(hook('before_tool_execute', `touch ${mark}`, { blocking: false, handler: { async: true } })));
  const x = inJson(pre);
  is([x.hooks[0].result, x.hooks[0].async, x.hooks[0].asked], ['would be started', true, 0]);
  has(explain(pre), /^  1    guard {2}would be started$/m);
  spawnSync('sleep', ['0.5']);
  ok(!fs.existsSync(mark), 'it was started');
});
test('nothing is recorded', () => {
  put('user', manifest(hook('before_tool_execute', 'exit 2')));
  put('project', manifest(hook('before_tool_execute', 'exit 2')));
  explain(pre);
  explain(['--host', 'claude-code', '--', 'true'], { input: '{' });
  is(remembered(), []);
  call(['run', ...pre], { input: '{"tool_name":"Bash"}' });
  ok(remembered().includes('state/gaff/audit.jsonl') && remembered().some(name => /told/.test(name)), `a run leaves ${remembered()}`);
});
test('variables for a session do not get there', () => {
  put('user', manifest(hook('session_start', saying({ env: { GAFF_TEST: 'a b' } }))));
  const session = path.join(scratch, 'session-env'), start = ['--host', 'claude-code', '--event', 'SessionStart'];
  fs.writeFileSync(session, '');
  for (const input of ['', '{"hook_event_name":"SessionStart","source":"startup"}']) {
    const x = inJson(start, { input, env: { CLAUDE_ENV_FILE: session } });
    ok(/^export GAFF_TEST='a b'$/m.test(x.agent.env_file), JSON.stringify(x.agent));
  }
  is(fs.readFileSync(session, 'utf8'), '');
  is(fs.readdirSync(scratch).filter(name => /^gaff-fire-/.test(name)), [], 'files left behind');
});

// ---- stdin or options ----

const given = '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"from stdin"},"cwd":"/"}';
test('stdin is the payload', () => is([inJson(pre, { input: given }).payload, inJson(pre, { input: given }).made_up], [given, false]));
for (const [more, want] of [[['--command', 'given'], /"given"/], [['--path', '/x'], /"\/x"/], [['--path', '/x', '--content', 'y'], /"y"/], [['--mcp', 'lab/ping'], /mcp__lab__ping/], [['--set', '/a=1'], /"a":1/]]) {
  test(`${more.join(' ')}: stdin is not read`, () => {
    const x = inJson([...pre, ...more], { input: given });
    ok(x.made_up && want.test(x.payload) && !/from stdin/.test(x.payload), x.payload);
    const fired = JSON.parse(call(['fire', ...pre, ...more]).stdout);
    is(JSON.parse(x.payload), fired, 'what gaff fire prints');
  });
}
test('--prompt', () => ok(/"say it"/.test(inJson(['--host', 'claude-code', '--event', 'UserPromptSubmit', '--prompt', 'say it']).payload), 'not in it'));
test('nothing on stdin and an event: made up', () => is([inJson(pre).made_up, inJson(pre, { input: ' \n' }).made_up], [true, true]));
test('without a host the plain contract', () => {
  const x = inJson(['--event', 'preToolUse', '--command', 'ls']);
  is([x.host, x.why_host.by, x.payload], ['generic', 'default', '{"tool_name":"Shell","tool_input":{"command":"ls"}}']);
});
for (const [id, host] of Object.entries(hosts)) test(`${id}: a made-up call is what gaff fire --run gets`, () => {
  put('user', manifest(hook('before_tool_execute', 'env > "$TMPDIR/variables"; echo no >&2; exit 2')));
  const args = ['--host', id, '--event', host.shell.event, '--command', 'ls'];
  const variables = () => fs.readFileSync(path.join(scratch, 'variables'), 'utf8').split('\n').filter(line => !/^(_|SHLVL|GAFF_)/.test(line)).sort();
  const x = inJson(args), mine = variables(), shot = JSON.parse(call(['fire', ...args, '--run', '--json']).stdout);
  is([x.answer.exit, x.answer.stdout, x.agent], [shot.exit, shot.stdout, shot.agent]);
  is(mine, variables(), 'the environment of the hook');
});
test('gaff fire --run --manifest', () => {
  const file = put('given', manifest(hook('before_tool_execute', 'echo no >&2; exit 2')));
  is(JSON.parse(call(['fire', ...pre, '--run', '--json', '--manifest', file]).stdout).agent.reason, 'no');
  const r = call(['fire', ...pre, '--run', '--manifest', file, '--', 'true']);
  is([r.code, r.stderr], [129, 'gaff: fire: a COMMAND or --manifest, not both\n']);
});

// ---- the page itself ----

const long = 'x'.repeat(3000), nasty = '\x1b[2Ja\x07\u009b31m\u202e\x7f\r\xff';
test('long texts are cut, and whole with --full', () => {
  put('user', manifest(hook('before_tool_execute', saying({ context: long }))));
  has(explain(pre), /… \(\d+ bytes more; --full\)/);
  const page = explain([...pre, '--full'], { env: { COLUMNS: '120' } });
  ok(!/--full/.test(page), 'something is cut');
  ok(page.replace(/\s+/g, '').split(long).length > 3, 'it is not all there');
});
for (const width of [80, 120]) test(`${width} columns`, () => {
  put('user', manifest(hook('before_tool_execute', `printf %s '${JSON.stringify({ decision: 'deny', reason: 'many words '.repeat(30), context: long })}'`, { name: 'a name that is rather long for a hook' }), hook('session_start', 'true', { paths: ['**/a/*.c', '**/b/*.c', '**/c/*.c'] })));
  for (const line of explain([...pre, '--command', 'echo '.repeat(200)], { env: { COLUMNS: `${width}` } }).split('\n')) {
    if (/^(stdout|stderr) /.test(line)) continue; // byte for byte
    ok([...line].length <= width, `too long: ${line}`);
    ok(line === line.trimEnd() || /^\S* *$/.test(line), `blanks at the end of '${line}'`);
  }
});
test('what others say does nothing to a terminal', () => {
  const bytes = `printf '\\033[2Ja\\007\\302\\23331m\\342\\200\\256\\177\\r\\377\\n'`;
  put('user', manifest(hook('before_tool_execute', `${bytes} >&2; ${bytes}; exit 2`, { name: nasty, matcher: { pattern: '.*|\u202e' } }), hook(`claude-code:${nasty.slice(0, 4)}`, `true ${nasty}`, { name: `x${nasty}` })));
  for (const args of [pre, [...pre, '--full'], [...pre, '--command', nasty], ['--host', 'claude-code', '--', 'printf', nasty]]) {
    for (const input of ['', nasty, JSON.stringify({ hook_event_name: nasty, tool_name: nasty, cwd: `/${nasty}`, tool_input: { file_path: nasty } })]) {
      const r = call(['explain', ...args], { input });
      is(r.code, 0, 'exit');
      // eslint-disable-next-line no-control-regex
      ok(!/[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/.test(r.stdout + r.stderr), JSON.stringify(r.stdout));
    }
  }
});
test('bytes that are not shown are said to be', () => {
  put('user', manifest(hook('before_tool_execute', saying({ decision: 'deny', reason: 'a\u202eb' }))));
  has(explain(pre), /^ {10}\(what must not reach a terminal is shown as \\x or \\u; --json has it\)$/m);
  ok(inJson(pre).answer.stdout.includes('a\u202eb'), 'nor in --json');
});
test('colours', () => {
  put('user', manifest(hook('before_tool_execute', 'echo no >&2; exit 2')));
  const page = explain([...pre, '--color', 'always']);
  has(page, /^  1    guard {2}\x1b\[31mdeny\x1b\[0m {2}exit 2/m, /^decision  \x1b\[31mdeny\x1b\[0m, by guard: no$/m, /^agent     \x1b\[31mblocked\x1b\[0m: no$/m);
  is(page.replace(/\x1b\[\d+m/g, '').replace(/\d+ ms/g, ''), explain(pre).replace(/\d+ ms/g, ''), 'but for colours');
  put('user', manifest(hook('before_tool_execute', answers.ask)));
  has(explain([...pre, '--color=always']), /\x1b\[33mask\x1b\[0m/);
});
test('--json has it all', () => {
  put('user', manifest(hook('before_tool_execute', 'cat')));
  const x = inJson([...pre, '--path', '/p/x.c', '--content', 'y']);
  is(Object.keys(x), ['host', 'why_host', 'version', 'native_event', 'event', 'tool_name', 'tool', 'files', 'project', 'started', 'folders', 'cwd', 'made_up', 'payload', 'disabled', 'manifests', 'hooks', 'merged', 'by', 'degradations', 'warnings', 'notice', 'told', 'error', 'answer', 'agent']);
  is(Object.keys(x.hooks[0]), ['name', 'manifest', 'number', 'event', 'matcher', 'paths', 'async', 'blocking', 'handler', 'dialect', 'result', 'why', 'asked', 'stdin', 'ms', 'stdout', 'stderr', 'exit', 'said']);
  is([x.tool, x.files, x.project, x.started, x.folders.at(-1), x.cwd, x.hooks[0].stdout], ['file_write', ['/p/x.c'], project, project, project, project, `${x.hooks[0].stdin}\n`]);
  is(Object.keys(x.answer), ['exit', 'stdout', 'stderr', 'ms']);
});

// ---- words that are wrong ----

const wrong = (args, code, pattern, options) => test(`explain ${args.join(' ')}`, () => {
  const r = call(['explain', ...args], options);
  is([r.code, r.stdout], [code, ''], 'exit and stdout');
  ok(pattern.test(r.stderr) && r.stderr.trim().split('\n').length === 1, `stderr is ${r.stderr}`);
});
wrong(['--host', 'nobody-at-all'], 1, /explain: unknown host 'nobody-at-all'/);
wrong(['--host', 'claude-code', '--event', 'NoSuchEvent'], 1, /explain: Claude Code has no event 'NoSuchEvent'/);
wrong(['--command', 'ls'], 129, /explain: which event/);
wrong([...pre, '--content', 'x'], 129, /explain: --content goes with --path/);
wrong([...pre, '--mcp', 'a/b', '--command', 'ls'], 129, /explain: .*one call at a time/);
wrong([...pre, '--prompt', 'x'], 1, /explain: .*has no place for a prompt/);
wrong([...pre, '--set', 'x'], 129, /explain: --set takes POINTER=JSON/);
wrong([...pre, '--dialect', 'nobody'], 129, /explain: unknown dialect 'nobody'/);
wrong([...pre, '--deadline', 'soon'], 129, /explain: --deadline takes seconds/);
wrong([...pre, '--color', 'red'], 129, /explain: --color is auto, always or never/);
wrong([...pre, 'true'], 129, /explain: put -- before the command 'true'/);
wrong([...pre, '--'], 129, /explain: there is no command behind --/);
wrong([...pre, '--manifest', 'x', '--', 'true'], 129, /explain: a COMMAND or --manifest, not both/);
wrong([...pre, ...Array(9).fill('--manifest=x')], 129, /explain: --manifest at most 8 times/);
wrong([...pre, '--ful'], 129, /did you mean '--full'/);
test('explain --help', () => {
  const r = call(['explain', '--help']);
  is([r.code, r.stderr], [0, '']);
  has(r.stdout, /really run/, /async/, /--full/);
  ok(/explain/.test(call(['help']).stdout) && /gaff explain/.test(call(['fire', '--help']).stdout), 'others do not mention it');
});

fs.rmSync(scratch, { recursive: true });
finish('explain');
