// library.mjs - libgaff as others see it: gaff.h alone, what it exports, how it is built with, and hook programs.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { finish, is, ok, isWhole, test as tried } from './check.mjs';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
const build = path.dirname(gaff);
const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-library-')));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const isPlain = !process.env.GAFF; // with sanitizers the library cannot be linked to just anything
const env = { PATH: process.env.PATH, HOME: scratch, TMPDIR: scratch, ...sanitizer };

function call(file, args, options = {}) {
  const r = spawnSync(file, args, { encoding: 'utf8', cwd: scratch, maxBuffer: 1 << 26, timeout: 120000, ...options, env: { ...env, ...options.env } });
  return { code: r.status, signal: r.signal, stdout: r.stdout ?? '', stderr: r.stderr ?? '' };
}
function does(file, args, options) {
  const r = call(file, args, options);
  is([r.code, r.stderr], [0, ''], `exit and stderr of ${path.basename(file)} ${args.join(' ')}`);
  return r.stdout;
}
const lines = text => text.split('\n').filter(Boolean);
const passed = new Set(); // the names of tests that did
const test = (name, body) => tried(name, () => { body(); passed.add(name); });

// ---- the contract ----

const header = fs.readFileSync(path.join(root, 'include/gaff.h'), 'utf8');
const symbols = lines(fs.readFileSync(path.join(root, 'src/lib/symbols'), 'utf8'));
const contract = call(path.join(build, 'contract'), []);
const ran = lines(contract.stdout).map(line => line.match(/^(ok|not ok) (\w+)$/));

// ---- pointers that are NULL ----

const nulls = call(path.join(build, 'nulls'), []);
const nullRows = lines(nulls.stdout).map(line => line.match(/^(ok|not ok) (\w+) (\w+)$/)).filter(Boolean);
const declared = [...header.replace(/\/\*[^]*?\*\//g, '').matchAll(/^GAFF_API [^(;]*?(gaff_\w+)\(([^;]*?)\)(?: GAFF_\w+(?:\([^)]*\))?|\s)*;/gm)];
const pointers = declared.flatMap(([, name, args]) => args.split(',').filter(arg => arg.includes('*')).map(arg => `${name} ${arg.match(/(\w+)\s*$/)[1]}`));
test('every pointer of every function was NULL once', () => {
  is(declared.map(([, name]) => name).sort(), [...symbols].sort(), 'functions of gaff.h');
  is(nullRows.map(([, , name, argument]) => `${name} ${argument}`).sort(), pointers.sort(), `${nulls.stderr}; arguments`);
  is(nulls.code, 0, 'exit');
});
for (const [, result, name, argument] of nullRows) test(`NULL for ${argument} of ${name}`, () => is(result, 'ok'));

test('the contract says what became of each of its tests', () => ok(ran.length > 60 && ran.every(Boolean), contract.stdout));
for (const [, result, name] of ran) test(`contract: ${name}`, () => is(result, 'ok', contract.stderr));

// ---- what others can see ----

test('the header declares what is exported, and nothing else', () => {
  const declared = [...header.matchAll(/^GAFF_API [^;(]*?\b(gaff_\w+)\(/gm)].map(m => m[1]);
  is([...new Set(declared)].sort(), [...symbols].sort(), 'what gaff.h declares');
  is(symbols, [...symbols].sort(), 'the order of src/lib/symbols');
});
if (isPlain) {
  test('libgaff.so.0 exports exactly these', () => is(lines(does('nm', ['-D', '--defined-only', path.join(build, 'libgaff.so.0')])).map(l => l.split(' ').pop()).sort(), [...symbols].sort()));
  test('libgaff.a has no other global symbol', () => is(lines(does('nm', ['-g', '--defined-only', path.join(build, 'libgaff.a')])).map(l => l.match(/ [A-Z] (\w+)$/)?.[1]).filter(Boolean).sort(), [...symbols].sort()));
  test('libgaff.so.0 needs the C library alone', () => {
    const needed = [...does('readelf', ['-d', path.join(build, 'libgaff.so.0')]).matchAll(/\(NEEDED\).*\[(.*)\]/g)].map(m => m[1]);
    ok(needed.length > 0 && needed.every(name => /^(libc|ld-linux.*|libgcc_s)\.so/.test(name)), needed.join(' '));
    ok(/SONAME.*\[libgaff\.so\.0\]/.test(does('readelf', ['-d', path.join(build, 'libgaff.so.0')])), 'soname');
  });
}
const alone = path.join(scratch, 'alone.c');
fs.writeFileSync(alone, '#include <gaff.h>\nextern int unit;\n');
for (const [compiler, language, standard] of [['cc', 'c', 'c99'], ['cc', 'c', 'c17'], ['c++', 'c++', 'c++11'], ['c++', 'c++', 'c++17']])
  test(`gaff.h compiles alone as ${standard}`, () => is(does(compiler, [`-std=${standard}`, '-pedantic', '-Wall', '-Wextra', '-Wshadow', '-Werror', `-I${root}/include`, '-fsyntax-only', '-x', language, alone]), ''));

// ---- a program that is built with it ----

const program = `#include <gaff.h>
static int check(gaff_event *event, gaff_response *response)
{
	if (gaff_event_path_matches(event, ".env", ".env.*"))
		gaff_response_deny(response, "secrets are not for agents");
	return 0;
}
int main(int argc, char **argv)
{
	gaff_hooks hooks = gaff_hooks();
	hooks.before_tool_execute = check;
	return gaff_main(&hooks, argc, argv);
}
`;
const c = program.replace('gaff_hooks hooks = gaff_hooks();', 'gaff_hooks hooks = { 0 };');
if (isPlain) {
  const dest = path.join(scratch, 'dest dir'), prefix = '/opt/ga ff';
  const pkg = (...args) => does('pkg-config', [...args, 'gaff'], { env: { PKG_CONFIG_PATH: `${dest}${prefix}/lib/pkgconfig`, PKG_CONFIG_SYSROOT_DIR: '' } }).trim();
  test('make install puts it where pkg-config finds it', () => {
    does('make', ['-s', 'install', `DESTDIR=${dest}`, `PREFIX=${prefix}`], { cwd: root });
    is(pkg('--modversion'), JSON.parse(`"${does(gaff, ['version']).match(/\d+\.\d+\.\d+/)[0]}"`));
    is(pkg('--variable=libdir'), `${prefix}/lib`.replace(' ', '\\ '));
  });
  // as somebody who builds a package has it: the paths of the .pc file are those of the installed system
  for (const [name, source, compiler, more] of [['shared', c, 'cc -std=c99', ''], ['static', c, 'cc -std=c99', '--static'], ['c++', program, 'c++ -std=c++11', '']])
    test(`a consumer builds with pkg-config: ${name}`, () => {
      const file = path.join(scratch, `consumer.${name === 'c++' ? 'cc' : 'c'}`), out = path.join(scratch, `consumer-${name}`);
      fs.writeFileSync(file, source);
      const flags = pkg(...(more ? [more] : []), '--cflags', '--libs').replaceAll(prefix.replace(' ', '\\ '), `'${dest}${prefix}'`);
      does('sh', ['-c', `${compiler} -pedantic -Wall -Wextra -Werror ${more && '-static'} -o '${out}' '${file}' ${flags}`]);
      const env = { LD_LIBRARY_PATH: `${dest}${prefix}/lib` };
      const denied = call(out, [], { input: does(gaff, ['fire', '--host', 'cursor', '--event', 'before_tool_execute', '--path', '.env']), env });
      is([denied.code, JSON.parse(denied.stdout).permission], [0, 'deny']);
      const fine = call(out, [], { input: does(gaff, ['fire', '--host', 'cursor', '--event', 'before_tool_execute', '--path', 'a.c']), env });
      is([fine.code, fine.stdout, fine.stderr], [0, '{}', '']);
    });
  test('make uninstall takes it away', () => {
    does('make', ['-s', 'uninstall', `DESTDIR=${dest}`, `PREFIX=${prefix}`], { cwd: root });
    is(lines(does('find', [dest, '-not', '-type', 'd'])), []);
  });
}

// ---- hook programs ----

const probe = path.join(build, 'probe');
const faultsAreOurs = !fs.readFileSync(probe).includes('__asan_init'); // a sanitizer takes them for its own
const fire = (host, event, ...more) => does(gaff, ['fire', '--host', host, '--event', event, ...more]);
const shell = fire('claude-code', 'before_tool_execute', '--command', 'ls');
const ask = (what, options = {}) => call(probe, options.args ?? ['--host', 'claude-code'], { input: shell, ...options, env: { PROBE: what, ...options.env } });

test('a function that fails has no opinion, and says so', () => {
  const r = ask('fail');
  is([r.code, r.stdout], [0, '']);
  ok(/the hook failed: it returned 7; no opinion given/.test(r.stderr), r.stderr);
});
for (const [name, options] of [['by an option', { args: ['--host', 'claude-code', '--fail-closed'] }], ['by the program', { env: { PROBE_CLOSED: '1' } }]])
  for (const what of ['fail', 'misspell'])
    test(`fail closed ${name}: ${what}`, () => {
      const r = ask(what, { ...options });
      is([r.code, JSON.parse(r.stdout).hookSpecificOutput.permissionDecision], [2, 'deny']);
    });
for (const [what, decision, why] of [['deny-and-fail', 'deny', /^no$/], ['stop-and-fail', 'deny', /^enough$/], ['ask-and-misspell', 'ask', /^sure\?$/], ['rewrite-nothing', 'deny', /NULL/], ['rewrite-bytes', 'deny', /not UTF-8/], ['rewrite-no-json', 'deny', /./]])
  test(`a hook that fails besides has objected all the same: ${what}`, () => {
    const r = ask(what, { env: { CLAUDE_CODE_SESSION_ATTENDED: '1' } }), said = JSON.parse(r.stdout).hookSpecificOutput;
    is([r.code, said.permissionDecision], [decision === 'deny' ? 2 : 0, decision]);
    ok(why.test(said.permissionDecisionReason), r.stdout);
  });
test('a misspelt field is a failure, not a field that is not there', () => ok(/comand/.test(ask('misspell').stderr), ask('misspell').stderr));
test('a hook that hangs blocks at its deadline when it fails closed', () => {
  const start = Date.now(), r = ask('hang', { args: ['--host', 'claude-code', '--fail-closed', '--deadline', '0.5'] });
  is([r.code, JSON.parse(r.stdout).hookSpecificOutput.permissionDecision], [2, 'deny']);
  ok(Date.now() - start < 5000 * (Number(process.env.SLOW) || 1), 'late');
  ok(/did not end in time/.test(r.stderr), r.stderr);
});
test('on a host whose denials are JSON alone too', () => {
  const r = call(probe, ['--host', 'cursor', '--fail-closed', '--deadline=0.5'], { input: fire('cursor', 'before_tool_execute', '--command', 'ls'), env: { PROBE: 'hang' } });
  is([r.code, JSON.parse(r.stdout).permission], [0, 'deny']);
});
for (const [host, code] of [['claude-code', 2], ['cursor', 0]]) {
  const agent = (what, ...args) => call(probe, ['--host', host, ...args], { input: fire(host, 'before_tool_execute', '--command', 'ls'), env: { PROBE: what } });
  const decision = r => { const said = JSON.parse(r.stdout); return said.permission ?? said.hookSpecificOutput.permissionDecision; };
  test(`what a child of a hook does is no answer: ${host}`, () => {
    const r = agent('fork', '--fail-closed');
    is([r.code, decision(r), /fail-closed/.test(r.stdout + r.stderr)], [code, 'deny', false]);
  });
  test(`what a hook prints is no part of the answer: ${host}`, () => {
    const r = agent('print');
    is([r.code, decision(r)], [code, 'deny']);
    ok(/from a program[^]*without a line end/.test(r.stderr), r.stderr);
    is(decision(call(probe, ['--host', host], { input: fire(host, 'before_tool_execute', '--command', 'ls'), env: { PROBE: 'log-and-deny', GAFF_LOG_FILE: '/dev/stdout' } })), 'deny', 'nor is a log');
  });
}
test('where stderr is not private what a hook prints is nowhere', () => is(call(probe, ['--host', 'gemini-cli'], { input: fire('gemini-cli', 'BeforeTool', '--command', 'ls'), env: { PROBE: 'print' } }).stderr, 'no\n'));
test('a hook that is told to end blocks when it fails closed', () => {
  const r = call('sh', ['-c', 'exec 3<&0; "$0" --host claude-code --fail-closed <&3 & sleep 1; kill $!; wait $!', probe], { input: shell, env: { PROBE: 'hang' } });
  is([r.code, JSON.parse(r.stdout).hookSpecificOutput.permissionDecision], [2, 'deny']);
});
test('a hook that hangs can be ended', () => {
  const r = call('sh', ['-c', 'exec 3<&0; "$0" --host claude-code <&3 & sleep 1; kill $!; wait $!', probe], { input: shell, env: { PROBE: 'hang' } });
  is([r.code, r.signal, r.stdout], [0, null, '']);
  ok(/the hook was ended by SIGTERM; no opinion given/.test(r.stderr), r.stderr);
});
test('a hook that hangs has no opinion at its deadline', () => {
  const start = Date.now(), r = ask('hang', { args: ['--host', 'claude-code', '--deadline', '0.5'] });
  is([r.code, r.signal, r.stdout], [0, null, '']);
  ok(Date.now() - start < 5000 * (Number(process.env.SLOW) || 1), 'late');
  ok(/did not end in time; no opinion given/.test(r.stderr), r.stderr);
});

// ---- hooks that do not come back ----

// What each agent takes for no opinion, and for a denial: its exit code, and where the reason is.
const agents = {
  'claude-code': ['', 2, said => [said.hookSpecificOutput.permissionDecision, said.hookSpecificOutput.permissionDecisionReason]],
  cursor: ['{}', 0, said => [said.permission, said.agent_message]],
  codex: ['', 2, said => [said.hookSpecificOutput.permissionDecision, said.hookSpecificOutput.permissionDecisionReason]],
  'gemini-cli': ['', 2, said => [said.decision, said.reason]],
  generic: ['{"decision":"allow"}', 2, said => [said.decision, said.reason]],
};
const isPrivate = host => host !== 'gemini-cli'; // its users see what hooks print on stderr
const crashes = {
  'crash-segv': 'crashed: SIGSEGV', 'crash-die': 'crashed: SIGABRT', 'crash-fpe': 'crashed: SIGFPE', 'crash-bus': 'crashed: SIGBUS', 'crash-ill': 'crashed: SIGILL', overflow: 'crashed: SIGSEGV',
  'crash-exit': 'ended without an answer', ...(process.platform === 'linux' ? { 'crash-quick': 'ended without an answer: it called quick_exit' } : {}), 'crash-thread-segv': 'crashed: SIGSEGV', 'crash-thread-die': 'crashed: SIGABRT', 'crash-thread-exit': 'ended without an answer',
};
const records = home => { const f = path.join(home, '.local/state/gaff/audit.jsonl'); return fs.existsSync(f) ? lines(fs.readFileSync(f, 'utf8')).map(l => JSON.parse(l)) : []; };
for (const [host, [silence, code, read]] of Object.entries(agents)) {
  const before = fire(host, 'before_tool_execute', '--command', 'ls'), stopped = fire(host, 'agent_stop');
  const crash = (what, args, input, env) => call(probe, ['--host', host, ...args], { input, timeout: 20000, env: { PROBE: what, ...env } });
  for (const [what, why] of Object.entries(crashes).filter(([name]) => faultsAreOurs || /exit|die/.test(name))) {
    test(`a hook that does not come back has no opinion: ${what} on ${host}`, () => {
      const home = fs.mkdtempSync(path.join(scratch, 'home-')), r = crash(what, [], before, { HOME: home });
      is([r.code, r.signal, r.stdout], [0, null, silence]);
      is(new RegExp(`gaff: the hook ${why}.*; no opinion given\n`).test(r.stderr), isPrivate(host), r.stderr);
      is(records(home).map(l => [l.host, l.decision, l.hooks[0].result]), [[host, 'none', 'failed']]);
      ok(records(home)[0].error.includes(why), records(home)[0].error);
    });
    test(`a hook that does not come back blocks when it fails closed: ${what} on ${host}`, () => {
      const home = fs.mkdtempSync(path.join(scratch, 'home-')), r = crash(what, ['--fail-closed'], before, { HOME: home });
      is([r.code, r.signal, read(JSON.parse(r.stdout))[0]], [code, null, 'deny']);
      ok(/\w/.test(read(JSON.parse(r.stdout))[1]), 'without a reason');
      ok(new RegExp(`gaff: the hook ${why}.*; blocked \\(fail-closed\\)\n`).test(r.stderr), r.stderr);
      is(records(home).map(l => [l.host, l.decision]), [[host, 'deny']]);
    });
  }
  test(`a hook that does not come back never keeps an agent going: ${host}`, () => {
    const fine = crash('none', [], stopped);
    for (const args of [[], ['--fail-closed']]) is([crash('crash-die', args, stopped)].map(r => [r.code, r.signal, r.stdout]), [[0, null, fine.stdout]]);
  });
  test(`what a hook has objected to before it crashes stands: ${host}`, () => {
    for (const [what, reason] of [['deny-and-crash', 'never "so"'], ['ask-and-crash', 'sure?'], ['stop-and-crash', 'enough']]) {
      const r = crash(what, [], before);
      is([r.code, r.signal, ...read(JSON.parse(r.stdout))], [code, null, 'deny', reason]);
      ok(/SIGABRT; what it said before stands/.test(r.stderr), r.stderr);
    }
  });
  if (faultsAreOurs) test(`a thread that crashes while the answer is on its way does not stop it: ${host}`, () => {
    for (let i = 0; i < 20; i++) is([crash('crash-later', [], before)].map(r => [r.code, r.signal, r.stdout && read(JSON.parse(r.stdout))]), [[code, null, ['deny', 'no']]]);
  });
  if (faultsAreOurs) for (const [name, what, env] of [['in a thread', 'crash-after', { PROBE_AFTER: 'sleep' }], ['by its signal in a thread, seen by a handler', 'crash-after', { PROBE_AFTER: 'sleep', PROBE_HANDLER: '1' }], ['in main()', 'deny', { PROBE_AFTER: 'segv' }], ['by abort() in main()', 'deny', { PROBE_AFTER: 'die' }]])
    test(`a crash after the answer leaves its exit code: ${name} on ${host}`, () => {
      const r = crash(what, [], before, env);
      is([r.code, r.signal, ...read(JSON.parse(r.stdout))], [code, null, 'deny', 'no']);
    });
  test(`a thread that calls exit() while the answer is on its way does not stop it: ${host}`, () => {
    for (let i = 0; i < 10; i++) {
      const r = crash('exit-later', [], before, { PROBE_AFTER: 'sleep' }), isBefore = /called exit/.test(r.stderr);
      is([r.signal, ...read(JSON.parse(r.stdout))], [null, 'deny', 'no']);
      ok(r.code === code || (!isBefore && r.code === 3), `${r.code} ${r.stderr}`); // once it is out, exit() is the program's own
    }
  });
  if (faultsAreOurs) test(`a signal that is blocked is no crash without an answer: ${host}`, () => {
    for (const what of ['crash-segv', 'crash-thread-segv', 'crash-fpe', 'overflow', 'hang']) {
      const r = crash(what, ['--fail-closed', '--deadline', '2'], before, { PROBE_BLOCKED: '1' });
      is([r.code, r.signal, r.stdout && read(JSON.parse(r.stdout))[0]], [code, null, 'deny'], what);
    }
  });
}

// ---- hooks that deny, and then spoil what the answer needs ----

for (const [host, [, code, read]] of Object.entries(agents)) {
  const before = fire(host, 'before_tool_execute', '--command', 'ls'), file = path.join(scratch, 'of-the-hook');
  // by a shell, which says where stdout and stderr go: what is behind the colon is the exit code
  const trick = (what, shell = '"$@"', args = []) => {
    fs.writeFileSync(file, '');
    const r = call('sh', ['-c', shell, 'sh', probe, '--host', host, ...args], { input: before, timeout: 30000, env: { PROBE: `trick-${what}`, PROBE_FILE: file } });
    const at = r.stdout.lastIndexOf(':'), isInner = /:\d+\n$/.test(r.stdout);
    return { ...r, code: isInner ? Number(r.stdout.slice(at + 1)) : r.code, stdout: isInner ? r.stdout.slice(0, at) : r.stdout, file: fs.readFileSync(file, 'utf8') };
  };
  const denial = [code, null, 'deny', 'no', ''];
  const said = r => [r.code, r.signal, ...(r.stdout ? read(JSON.parse(r.stdout)) : []), r.file];
  test(`a denial needs no descriptor that a hook may close: ${host}`, () => {
    for (const what of ['close-one', 'open-files']) is(said(trick(what)), denial, what);
  });
  test(`a denial without a stdout is exit code 2, and in no other file: ${host}`, () => {
    for (const [what, shell] of [['close-all'], ['close-and-die'], ['reopen'], ['reopen-and-die'], ['open-files', '"$@" >&-'], ['reopen-and-die', '"$@" >&-']]) {
      const r = trick(what, shell);
      is([r.code, r.signal, r.stdout, r.file], [2, null, '', ''], what);
      ok(!r.stderr.includes('{'), r.stderr);
    }
  });
  test(`a child that returns from the function has no answer: ${host}`, () => is(said(trick('child-returns')), denial));
  test(`stdout whose lock a thread keeps does not outlast the deadline: ${host}`, () => is(said(trick('lock-stdout', '"$@"', ['--deadline', '0.5'])), denial));
  test(`nobody who reads stderr is no end without an answer: ${host}`, () => is(said(trick('print-to-nobody', 'exec 3>&1; { "$@" 2>&1 >&3; echo ":$?" >&3; } | true')), denial));
  if (faultsAreOurs) test(`a denial whose reason is lost is one all the same: ${host}`, () => {
    for (const what of ['spoil', 'spoil-and-die', 'spoil-blocked']) {
      const r = trick(what);
      is([r.code, r.signal, read(JSON.parse(r.stdout))[0]], [code, null, 'deny'], what);
      ok(/objected/.test(read(JSON.parse(r.stdout))[1]) && /what it said before stands/.test(r.stderr), `${what}: ${r.stdout}${r.stderr}`);
    }
  });
  test(`a denial outlives the frame of the function: ${host}`, () => is(said(trick('leap')), denial));
}
test('stdout that nobody reads does not outlast the deadline', () => {
  const fifo = path.join(scratch, 'unread');
  does('mkfifo', [fifo]);
  const unread = fs.openSync(fifo, 'r+'), r = call(probe, ['--host', 'cursor', '--deadline', '0.5'], { input: fire('cursor', 'before_tool_execute', '--command', 'ls'), stdio: ['pipe', 'pipe', unread], timeout: 30000, env: { PROBE: 'trick-print-much' } });
  fs.closeSync(unread);
  is([r.code, r.signal, JSON.parse(r.stdout || '{}').permission], [0, null, 'deny']);
});
if (faultsAreOurs) test('a handler that the program had before sees the crash, and the answer is the same', () => {
  for (const args of [[], ['--fail-closed']]) {
    const plain = ask('crash-segv', { args: ['--host', 'claude-code', ...args] }), r = ask('crash-segv', { args: ['--host', 'claude-code', ...args], env: { PROBE_HANDLER: '1' } });
    is([r.code, r.signal, r.stdout], [plain.code, null, plain.stdout]);
    is(r.stderr, `${plain.stderr}the hook's own handler\n`);
  }
});
test('gaff run is told that a hook has failed, and does what its manifest says', () => {
  const event = JSON.stringify({ spec: 'hooks/1.0', host: 'claude-code', event: 'before_tool_execute', tool: 'shell', tool_input: { command: 'ls' } });
  const file = path.join(scratch, 'closed.json'), hook = closed => ({ spec: 'hooks/1.0', hooks: [{ event: 'before_tool_execute', blocking: true, ...(closed ? { on_error: 'closed' } : {}), handler: { type: 'command', command: probe } }] });
  for (const what of ['fail', 'crash-die', 'crash-exit', ...(faultsAreOurs ? ['crash-segv', 'overflow'] : [])]) {
    is([call(probe, [], { input: event, env: { PROBE: what } })].map(r => [r.code, r.signal, r.stdout]), [[1, null, '']], what);
    for (const closed of [false, true]) {
      fs.writeFileSync(file, JSON.stringify(hook(closed)));
      is(call(gaff, ['run', '--host', 'claude-code', '--manifest', file], { input: shell, env: { PROBE: what } }).code, closed ? 2 : 0, `${what} ${closed}`);
    }
  }
});
test('bad options are failures of the call, with the mode they are given', () => {
  for (const [args, why] of [[['--nonsense'], /no option '--nonsense'/], [['--deadline', 'x'], /--deadline takes seconds/], [['--ask-fallback', 'x'], /ask or deny/], [['--event'], /no value behind/], [['--fail-closed=1'], /takes no value/]]) {
    const r = ask('none', { args: ['--host', 'claude-code', '--fail-closed', ...args] });
    is(r.code, 2, args.join(' '));
    ok(why.test(r.stderr), r.stderr);
    if (args[0] !== '--fail-closed=1') is(ask('none', { args: ['--host', 'claude-code', ...args] }).code, 0, args.join(' '));
  }
});
test('the agent that the program names comes before --host, and that before what the payload tells', () => {
  const cursor = fire('cursor', 'before_tool_execute', '--command', 'ls'), generic = fire('generic', 'before_tool_execute', '--command', 'ls');
  const answers = (args, input, host) => { const said = JSON.parse(call(probe, args, { input, env: { PROBE: 'deny', ...(host ? { PROBE_HOST: host } : {}) } }).stdout); return said.permission ? 'cursor' : said.decision ? 'generic or gemini-cli' : 'claude-code'; };
  is(answers([], cursor), 'cursor', 'the payload');
  is(answers(['--host', 'gemini-cli'], cursor), 'generic or gemini-cli', 'argv');
  is(answers(['--host', 'gemini-cli'], cursor, 'cursor'), 'cursor', 'the program, before argv');
  is(answers(['--host=cursor'], cursor, 'gemini-cli'), 'generic or gemini-cli', 'the program, before argv and payload');
  is(answers(['--host', 'nobody'], generic, 'generic'), 'generic or gemini-cli', 'argv is not asked');
  const none = call(probe, ['--host', 'cursor'], { input: cursor, env: { PROBE: 'deny', PROBE_HOST: 'nobody' } });
  is([none.code, none.stdout], [1, ''], 'no silent default');
  ok(/there is no agent 'nobody'/.test(none.stderr), none.stderr);
});
test('an agent that is not known', () => {
  is(ask('none', { args: ['--host', 'nobody'] }).code, 1);
  is(ask('none', { args: [], env: { PROBE_HOST: 'nobody' } }).code, 1);
  is(ask('none', { args: ['--fail-closed'], env: { PROBE_HOST: 'nobody' } }).code, 2);
  is(JSON.parse(ask('deny', { args: [], env: { PROBE_HOST: 'qwen-code' } }).stdout).decision ?? 'deny', 'deny');
});
test('--help and --manifest', () => {
  ok(/--fail-closed/.test(does(probe, ['--help'])), 'help');
  const manifest = does(probe, ['--manifest']), file = path.join(scratch, 'hooks.json');
  fs.writeFileSync(file, manifest);
  is(call(gaff, ['validate', file]).code, 0);
  is(JSON.parse(manifest).hooks.map(h => h.event), ['before_tool_execute', 'after_tool_execute', 'session_start', 'before_prompt', 'agent_stop']);
  const r = call(gaff, ['run', '--host', 'claude-code', '--manifest', file], { input: shell, env: { PROBE: 'deny' } });
  is([r.code, JSON.parse(r.stdout).hookSpecificOutput.permissionDecisionReason], [2, 'no']);
  is(JSON.parse(does(probe, ['--manifest'], { env: { PROBE_CLOSED: '1' } })).hooks[0].on_error, 'closed');
  is(JSON.parse(does(probe, ['--fail-closed', '--manifest'])).hooks[0].on_error, 'closed');
});
test('a log goes to stderr where that is private, and nowhere else', () => {
  is(ask('log').stderr, 'before_tool_execute on claude-code\n');
  is(ask('log').stdout, '');
  is(ask('log-and-deny').stderr, 'no\n', 'the reason, and no line of the log');
  is(call(probe, ['--host', 'gemini-cli'], { input: fire('gemini-cli', 'BeforeTool', '--command', 'ls'), env: { PROBE: 'log' } }).stderr, '');
});
test('or to a file of its user alone, with the time', () => {
  const file = path.join(scratch, 'hook.log'), other = path.join(scratch, 'other.log');
  is(ask('log', { env: { PROBE_LOG: file } }).stderr, '');
  ask('log', { env: { PROBE_LOG: other, GAFF_LOG_FILE: file } });
  ok(!fs.existsSync(other), 'the variable counts');
  is(lines(fs.readFileSync(file, 'utf8')).map(l => l.replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/, 'T')), Array(2).fill('T claude-code PreToolUse: before_tool_execute on claude-code'));
  is(fs.statSync(file).mode & 0o777, 0o600);
  is(ask('log', { env: { PROBE_LOG: '/no/such/folder/log' } }).code, 0);
});
test('what it was given is there', () => ok(/data of the hook/.test(call(probe, ['--host', 'claude-code'], { input: fire('claude-code', 'SessionStart'), env: { PROBE: 'data' } }).stdout)));
test('variables go to the file of the session', () => {
  const file = path.join(scratch, 'env');
  call(probe, ['--host', 'claude-code'], { input: fire('claude-code', 'SessionStart'), env: { PROBE: 'env', CLAUDE_ENV_FILE: file } });
  is(does('sh', ['-c', '. "$0"; printf %s "$PROBE_SAYS"', file]), `it's "a" $b`);
});
test('GAFF_DISABLE, which may be a repository\'s, does not silence it', () => {
  is(ask('deny', { env: { GAFF_DISABLE: '1' } }), ask('deny'));
  ok(ask('deny', { env: { GAFF_DISABLE: '1' } }).stdout.includes('deny'), ask('deny').stdout);
});
test('links are followed when globs are held against files', () => {
  const project = path.join(scratch, 'project');
  fs.mkdirSync(path.join(project, 'secret'), { recursive: true });
  fs.writeFileSync(path.join(project, 'secret/key'), '');
  fs.symlinkSync('secret', path.join(project, 'open'));
  const of = file => call(probe, ['--host', 'claude-code'], { cwd: project, input: does(gaff, ['fire', '--host', 'claude-code', '--event', 'PreToolUse', '--path', file], { cwd: project }), env: { PROBE: 'paths' } }).stdout;
  ok(/"yes"/.test(of('open/key')), of('open/key'));
  ok(/"no"/.test(of('other/key')), of('other/key'));
});
test('the example of the contract of a call that is done, with the agent named', () => {
  const done = JSON.stringify({ session_id: 'abc123', cwd: '/home/user/project', hook_event_name: 'PostToolUse', tool_name: 'Write', tool_input: { file_path: '/home/user/project/app/Data/UserData.php', content: '<?php...' }, tool_use_id: 'toolu_01ABC123...', tool_result: 'File written successfully', tool_error: null });
  for (const [args, host] of [[['--host', 'claude-code'], undefined], [[], 'claude-code']]) {
    const say = what => call(probe, args, { input: done, env: { PROBE: what, ...(host ? { PROBE_HOST: host } : {}) } }).stdout;
    is(JSON.parse(say('ack') || '""'), { hookSpecificOutput: { hookEventName: 'PostToolUse' } });
    is(JSON.parse(say('what')), { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'claude-code /home/user/project/app/Data/UserData.php: File written successfully, succeeded' } });
  }
});
test('what the agent sent but is no JSON', () => {
  is(call(probe, ['--host', 'claude-code'], { input: '{' }).code, 0);
  is(call(probe, [], { input: '{"a":1}' }).code, 1);
  is(call(probe, [], { input: '' }).code, 1);
});
test('a call of an agent is in the record, one of gaff run is there once', () => {
  const home = fs.mkdtempSync(path.join(scratch, 'home-'));
  const record = () => { const f = path.join(home, '.local/state/gaff/audit.jsonl'); return fs.existsSync(f) ? lines(fs.readFileSync(f, 'utf8')).map(l => JSON.parse(l)) : []; };
  ask('deny', { env: { HOME: home } });
  is(record().map(r => r.decision), ['deny']);
  call(gaff, ['run', '--host', 'claude-code', '--', probe], { input: shell, env: { HOME: home, PROBE: 'deny' } });
  is(record().map(r => r.decision), ['deny', 'deny']);
});

// ---- docs/library.md: what hook libraries have, and what is its equivalent here ----

const page = fs.readFileSync(path.join(root, 'docs/library.md'), 'utf8');
const table = page.split('\n').filter(line => line.startsWith('| ')).map(line => line.slice(2, -2).split(' | ')).filter(row => row.length === 5 && row[0] !== 'contract');
const quoted = cell => [...cell.matchAll(/`([^`]+)`/g)].map(m => m[1]);

// Every input field, helper and answer of the contracts, by what they are called there.
const promised = [
  'session_id', 'cwd', 'hook_event_name', 'transcript_path', 'permission_mode', 'tool_name', 'tool_use_id', 'tool_input', 'tool_result', 'tool_error', 'prompt', 'env_file', 'source',
  'Write: file_path', 'Write: content', 'Edit: old_string', 'Edit: new_string', 'Bash: command', 'Bash: description', 'Bash: timeout', 'Read: offset', 'Read: limit', 'Glob: pattern', 'Glob: path', 'Grep: include',
  'WebFetch: url', 'WebFetch: prompt', 'WebSearch: query', 'WebSearch: allowed_domains', 'WebSearch: blocked_domains', 'Task: subagent_type',
  'file_path_matches()', 'file_path_excludes()', 'glob *', 'glob **', 'glob ?', 'glob [abc]', 'glob [!abc]', 'succeeded', 'failed',
  'PreToolUseResponse.allow(reason)', 'PreToolUseResponse.deny(reason)', 'PreToolUseResponse.ask(reason)', 'with_updated_input(field=…)', 'PostToolUseResponse.acknowledge()', 'with_context(context)', 'with_message(message)',
  'UserPromptSubmitResponse.allow()', 'UserPromptSubmitResponse.deny(reason)', 'with_modified_prompt(prompt)', 'SessionStartResponse.acknowledge()', 'with_env_vars(vars)', 'continue: false', 'stopReason', 'suppressOutput', 'additionalContext',
  ...['decision', 'reason', 'user_message', 'modified_input', 'additional_context'].map(field => `IHookResponse.${field}`), 'exit code 0: no objection', 'exit code 2: blocked', 'another exit code: it failed',
  'run(hooks)', 'run(hooks, { host })', '--host in argv', 'the host is scored from stdin', 'no host: an error and exit 1', 'cursorAskFallback: "ask"', 'a handler that throws', 'a logger',
];
test('the page has a row for everything that is promised, and for nothing else', () =>
  is(table.map(row => row[0].replaceAll('`', '').replace(/^tool_input of /, '')).sort(), [...promised].sort()));
test('the page says which agents take another prompt', () => {
  const { hosts } = JSON.parse(call(gaff, ['hosts', '--responses', '--json']).stdout);
  const takes = ({ responses }) => responses.some(row => row.canonical === 'before_prompt' && row.field === 'updated_prompt' && row.becomes === 'delivered');
  const [, names] = table.find(row => row[0].includes('with_modified_prompt'))[1].match(/taken by (.*)$/);
  is(names.split(', ').sort(), hosts.filter(host => takes(host)).map(host => host.title).sort());
});
test('the page names every function', () => is(symbols.filter(name => !new RegExp(`\`[^\`]*\\b${name}\\b`).test(page)), []));
test('and no function that is none', () => is([...new Set(page.match(/\bgaff_\w+(?=\()/g))].filter(name => !symbols.includes(name) && name !== 'gaff_main'), []));
if (isWhole) for (const [contract, , , , tests] of table) test(`the page: the tests of ${contract} passed`, () => {
  const names = quoted(tests), good = ran.filter(row => row[1] === 'ok').map(row => row[2]);
  ok(names.length > 0, 'none is named');
  for (const name of names) ok(name.includes(' ') ? passed.has(name) : good.includes(name), `there is no test ${name}, or it failed`);
});

// Each line of sh is tried on calls of every kind: on one of them it has to say something, or to match.
const call1 = (tool, input) => JSON.stringify({ ...JSON.parse(shell), tool_name: tool, tool_input: input });
const calls = [
  shell, fire('claude-code', 'PostToolUse', '--command', 'ls'), fire('claude-code', 'UserPromptSubmit', '--prompt', 'hello'), fire('claude-code', 'SessionStart', '--set', '/transcript_path="/home/dev/.claude/projects/p/s.jsonl"'),
  call1('Bash', { command: 'make', description: 'build', timeout: 5 }), call1('Write', { file_path: `${scratch}/app/Data/User.php`, content: '<?php' }), call1('Edit', { file_path: '/a', old_string: 'x', new_string: 'y' }),
  call1('Read', { file_path: '/a', offset: 1, limit: 2 }), call1('Glob', { pattern: '*', path: '/p' }), call1('Grep', { pattern: 'x', path: '/p', glob: '*.c' }), call1('WebFetch', { url: 'u', prompt: 'p' }),
  call1('WebSearch', { query: 'q', allowed_domains: ['a.com'], blocked_domains: [] }), call1('Task', { description: 'd', prompt: 'p', subagent_type: 'g' }), fire('claude-code', 'PostToolUseFailure', '--command', 'ls'),
];
const bin = path.join(scratch, 'bin'), script = path.join(scratch, 'hook.sh');
fs.mkdirSync(bin);
fs.symlinkSync(gaff, path.join(bin, 'gaff'));
fs.writeFileSync(script, '#!/bin/sh\nexec gaff reply ack\n', { mode: 0o755 });
const says = {
  get: r => r.code === 0 && r.stdout.trim() !== '', match: r => r.code === 0, run: r => r.code === 0,
  reply: (r, words) => /^(ack|none)\b/.test(words) ? r.code === 0 : [0, 2].includes(r.code) && r.stdout.trim() !== '',
};
for (const line of new Set(table.flatMap(row => quoted(row[2]).filter(text => text.startsWith('gaff '))))) test(`the page: ${line}`, () => {
  const [, command, words] = line.match(/^gaff (\w+) ?(.*)$/);
  const results = calls.map(input => call('sh', ['-c', line], { input, env: { PATH: `${bin}:${process.env.PATH}`, CLAUDE_ENV_FILE: path.join(scratch, 'session') } }));
  if (/with_modified_prompt/.test(table.find(row => row[2].includes(line))[0])) return ok(results.some(r => /updated_prompt/.test(r.stderr)), 'nobody says that it is lost');
  if (/env NAME/.test(line)) return ok(/NAME/.test(fs.readFileSync(path.join(scratch, 'session'), 'utf8')), 'not in the file');
  if (/--host cursor/.test(line)) return ok(results.every(r => r.code <= 1), results.map(r => r.stderr).join(''));
  ok(results.some(r => says[command](r, words)), JSON.stringify(results.map(r => [r.code, r.stdout, r.stderr])));
});
if (isPlain) test('the page: its programs build, and print what it says', () => {
  const blocks = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)], c = blocks.filter(b => b[1] === 'c').map(b => b[2]), file = path.join(scratch, 'page.c'), out = path.join(scratch, 'page');
  is(c.length, 2);
  for (const text of c) {
    fs.writeFileSync(file, text);
    does('cc', ['-std=c99', '-pedantic', '-Wall', '-Wextra', '-Werror', `-I${root}/include`, '-o', out, file, path.join(build, 'libgaff.a')]);
  }
  is(does(out, []), blocks.at(-1)[2]);
});

finish('library');
