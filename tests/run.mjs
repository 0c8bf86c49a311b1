// run.mjs - gaff run when things go wrong, and hooks that speak other dialects.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { attendRun, cases, hosts, judge, readCase, silence } from './hosts.mjs';
import { finish, is, ok, skip, test } from './check.mjs';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
const slow = process.env.SLOW ? Number(process.env.SLOW) : 1; // valgrind and sanitizers take their time
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-run-'));
process.env.HOME = scratch; // nothing that is started here writes to the user's record
for (const name of ['XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME']) delete process.env[name];
const payload = (host, name) => readCase(host, name).payload;
const of = make => Object.fromEntries(Object.entries(hosts).map(([id, host]) => [id, make(id, host)]));
const shell = of((id, host) => [host.shell.event, payload(id, host.shell.case)]);
const noOpinion = of((id, host) => silence(id, host.shell.event)[1]);

function run(args, input, command, options = {}) {
  const started = Date.now();
  const [program, ...words] = options.alone ? [gaff, 'run', ...args, ...(command ? ['--', ...command] : [])] : attendRun([gaff, 'run', ...args, ...(command ? ['--', ...command] : [])]);
  const r = spawnSync(program, words,
    { input, env: { PATH: process.env.PATH, HOME: scratch, ...(!options.alone && { CLAUDE_CODE_SESSION_ATTENDED: '1' }), ...sanitizer, ...options.env }, maxBuffer: 1 << 28, timeout: 60000, ...options.spawn });
  return { code: r.status, signal: r.signal, stdout: r.stdout.toString(), stderr: r.stderr.toString(), ms: Date.now() - started };
}
const sh = text => ['sh', '-c', text];
const says = answer => ['sh', '-c', 'printf %s "$0"', typeof answer === 'string' ? answer : JSON.stringify(answer)];
// gaff run for a case, as that case wants it to be called.
const runCase = (host, name, args, command, options = {}) => {
  const given = readCase(host, name);
  return run(['--host', host, ...given.args, ...args], options.input ?? given.payload, command, { ...options, env: { ...given.env, ...options.env } });
};
const runShell = (host, ...rest) => runCase(host, hosts[host].shell.case, ...rest);
const on = (host, name, answer, args = []) => { const c = readCase(host, name); return run(['--host', host, ...c.args, ...args], c.payload, Array.isArray(answer) ? answer : says(answer), { env: c.env }); };
const judged = (host, r, event = shell[host][0], text = shell[host][1]) => judge(host, event, JSON.parse(text), r);

// A failure must let the call pass, untouched and with a word about it; with --fail-closed it must block.
function failing(name, command, options = {}) {
  for (const [host, its] of Object.entries(hosts)) {
    const args = ['--event', its.shell.event, ...(options.args ?? [])];
    test(`${name}: open on ${host}`, () => {
      const r = runShell(host, args, command, options);
      is(r.code, 0, 'exit');
      if (options.badStdin && !its.badStdinIsOpen && its.can.message.includes(its.shell.event)) ok(/^gaff: .*no opinion given$/.test(judged(host, r).message), `nobody is told: ${r.stdout}`);
      else is(r.stdout, noOpinion[host], 'stdout');
      if (its.privateStderr) ok(/^gaff: .*no opinion given$/m.test(r.stderr), `stderr says nothing: ${r.stderr}`);
      else is(r.stderr, '', 'stderr');
      ok(r.ms < (options.ms ?? 5000) * slow, `it took ${r.ms} ms`);
    });
    test(`${name}: closed on ${host}`, () => {
      const r = runShell(host, ['--fail-closed', ...args], command, options);
      if (options.badStdin && its.badStdinIsOpen) {
        is([r.code, r.stdout], [0, noOpinion[host]]);
        return;
      }
      const verdict = judged(host, r);
      ok(!verdict.rejected, `the agent rejects it: ${verdict.rejected}`);
      ok(verdict.blocked !== undefined, `not blocked: exit ${r.code}, ${r.stdout}`);
      ok(/fail-closed/.test(verdict.blocked), `says ${verdict.blocked}`);
    });
  }
}

// ---- hooks that fail ----

failing('exit 1', sh('echo oops >&2; exit 1'));
failing('killed', sh('kill -9 $$'));
failing('garbage', sh('echo this is not JSON {'), {});
failing('half an answer', says('{"decision":"al'));
failing('an array', says('[1]'));
failing('two objects', says('{"decision":"deny"} {"decision":"allow"}'));
failing('not there', ['/nonexistent/hook']);
failing('100 MB of output', sh('head -c 100000000 /dev/zero | tr "\\0" x'), { ms: 10000 });
failing('endless output', ['yes'], { ms: 10000 });
failing('too late', sh('sleep 30'), { args: ['--deadline', '0.5'], ms: 2500 });
failing('deaf to TERM', sh('trap "" TERM; sleep 30'), { args: ['--deadline', '0.5'], ms: 2500 });
failing('broken payload', sh('exit 0'), { input: '{"tool_name":', badStdin: true });
failing('no payload', sh('exit 0'), { input: '', badStdin: true });
failing('a payload that is no object', sh('exit 0'), { input: '[1]', badStdin: true });
failing('a wrong option', sh('exit 0'), { args: ['--dedline', '3'] });
failing('a wrong value', sh('exit 0'), { args: ['--deadline', 'soon'] });
failing('an unknown decision', says({ decision: 'denied', reason: 'r' }));
failing('a decision that is no text', says({ decision: false }));
failing('a new input that is no object', says({ updated_input: 'ls' }));

test('fine hooks stay fine: garbage of a Claude hook is plain text, and ignored', () => {
  const r = run(['--host', 'claude-code', '--dialect', 'claude-code'], shell['claude-code'][1], sh('echo hello'));
  is([r.code, r.stdout, r.stderr], [0, '', '']);
});

for (const [host, its] of Object.entries(hosts)) {
  for (const [event, name] of Object.entries(its.prolongs)) {
    test(`a failing ${host} ${event} hook never keeps the agent running`, () => {
      const r = runCase(host, name, ['--event', event, '--fail-closed'], sh('exit 1'));
      is([r.code, r.stdout], silence(host, event));
    });
  }
}
test('a failing observer is open even with --fail-closed', () => {
  const r = run(['--host', 'claude-code', '--event', 'SessionEnd', '--fail-closed'], payload('claude-code', 'SessionEnd.other'), sh('exit 1'));
  is([r.code, r.stdout], [0, '']);
});
test('a payload that cannot be read and no --event: closed still blocks', () => {
  for (const host of Object.keys(hosts).filter(id => !hosts[id].badStdinIsOpen)) {
    const r = run(['--host', host, '--fail-closed'], '{', sh('exit 0'));
    if (hosts[host].exit2IsNothing || hosts[host].exit2IsUntold) ok(judged(host, r).blocked !== undefined, `${host}: ${r.stdout}`);
    else is([r.code, r.stdout], [2, ''], host);
    if (r.code || hosts[host].privateStderr) ok(r.stderr.includes('stdin:1:2:'), r.stderr);
    else ok(judged(host, r).blocked.includes('fail-closed') && !r.stderr, r.stdout + r.stderr);
  }
});
test('Antigravity without --event: nothing is decided, which holds back a tool; closed says why', () => {
  for (const input of ['{', shell.antigravity[1]]) {
    const open = run(['--host', 'antigravity'], input, sh('exit 0')), closed = run(['--host', 'antigravity', '--fail-closed'], input, sh('exit 0'));
    is([open.code, open.stdout, judged('antigravity', open).rejected], [0, '{}', 'no decision: nothing runs']); // an allow would be for what nobody has looked at
    ok(/fail-closed/.test(judged('antigravity', closed).blocked), closed.stdout);
    is(judge('antigravity', 'Stop', {}, closed), {}, 'a stop'); // it is no "continue"
  }
});

// ---- stdin, stdout and stderr at any size ----

const big = (() => {
  const p = JSON.parse(shell['claude-code'][1]);
  p.tool_input.command = 'x'.repeat(3 << 20);
  return JSON.stringify(p);
})();
test('a hook that never reads a large stdin', () => is(run(['--host', 'claude-code'], big, sh('exit 0')).code, 0));
test('a hook that closes stdin early', () => {
  const r = run(['--host', 'claude-code'], big, sh('exec 0<&-; sleep 0.1; printf %s "{\\"decision\\":\\"deny\\",\\"reason\\":\\"r\\"}"'));
  is([r.code, judged('claude-code', r).blocked], [2, 'r']);
});
test('a hook that writes much before it reads', () => {
  const r = run(['--host', 'claude-code'], big, sh('head -c 3000000 /dev/zero | tr "\\0" " "; head -c 1000000 /dev/zero >&2; cat >/dev/null; echo "{\\"decision\\":\\"deny\\",\\"reason\\":\\"r\\"}"'));
  is([r.code, judged('claude-code', r).blocked], [2, 'r']);
});
test('a hook that floods stderr for ever is ended', () => {
  const r = run(['--host', 'claude-code', '--deadline', '0.5'], shell['claude-code'][1], sh('yes >&2'));
  is(r.code, 0);
  ok(r.ms < 2500 * slow, `${r.ms} ms`);
});
test('the hook sees every byte of a large payload', () => {
  const r = run(['--host', 'claude-code', '--dialect', 'claude-code'], big, sh('[ $(wc -c) = ' + (big.length + 1) + ' ] || exit 2')); // and its line end
  is([r.code, r.stderr], [0, '']);
});
// `while read` does not see a line without an end: such a guard would pass everything.
for (const host of Object.keys(hosts)) {
  const its = readCase(host, hosts[host].shell.case).payload.toString().trim();
  for (const dialect of new Set(['canonical', host, 'claude-code', 'generic'])) {
    test(`stdin of a hook ends with one line end, whatever came: ${dialect} on ${host}`, () => {
      for (const end of ['', '\n', '\r\n', '\n\n \t\n']) {
        const file = path.join(scratch, 'stdin-ends'), again = path.join(scratch, 'stdin-ends-again');
        const r = runShell(host, ['--event', shell[host][0], '--dialect', dialect], ['sh', '-c', 'cat >"$0"; cat "$GAFF_EVENT_FILE" >"$1"', file, again], { input: its + end });
        is(r.code, 0);
        const text = fs.readFileSync(file, 'utf8');
        ok(/[^\s]\n$/.test(text), `it ends with ${JSON.stringify(text.slice(-5))} where ${JSON.stringify(end)} came`);
        JSON.parse(text);
        is(fs.readFileSync(again, 'utf8'), text, 'the file');
      }
    });
  }
}
test('a guard that reads lines sees the call: --dialect, a manifest, and a converted hook', () => {
  const guard = 'while IFS= read -r line; do case $line in *hello*) echo no >&2; exit 2;; esac; done; exit 0';
  is(runShell('claude-code', ['--dialect', 'claude-code'], sh(guard)).code, 2, '--dialect');
  const folder = path.join(scratch, 'reads-lines');
  fs.mkdirSync(path.join(folder, '.claude'), { recursive: true });
  const settings = JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: guard }] }] } });
  fs.writeFileSync(path.join(folder, '.claude/settings.json'), settings);
  is(spawnSync(gaff, ['init', '--from-claude'], { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, ...sanitizer } }).status, 0, 'init');
  is(run(['--host', 'claude-code'], shell['claude-code'][1], undefined, { env: { HOME: folder } }).code, 2, 'init --from-claude');
  const made = spawnSync(gaff, ['convert', '--from', 'claude-code', '--to', 'codex', '--runtime', '--in', path.join(folder, '.claude/settings.json')], { env: { PATH: process.env.PATH, HOME: scratch, ...sanitizer } });
  const line = JSON.parse(made.stdout.toString()).hooks.PreToolUse[0].hooks[0].command;
  const r = spawnSync('sh', ['-c', line], { input: shell.codex[1], env: { PATH: process.env.PATH, HOME: scratch, ...sanitizer } });
  is(r.status, 2, `convert --runtime: ${line}`);
});
test('a background process that keeps stdout open is not waited for', () => {
  const r = run(['--host', 'claude-code'], shell['claude-code'][1], sh('sleep 20 & echo "{\\"decision\\":\\"deny\\",\\"reason\\":\\"r\\"}"'));
  is(r.code, 2);
  ok(r.ms < 3000 * slow, `${r.ms} ms`);
});

// ---- the process group ----

const alive = mark => spawnSync('pgrep', ['-f', mark]).status === 0;
test('at the deadline the whole group is ended, children included', () => {
  const mark = 'sleep 41.' + process.pid;
  const r = run(['--host', 'claude-code', '--deadline', '0.4'], shell['claude-code'][1], sh(`${mark} & (trap "" TERM; ${mark}); wait`));
  is(r.code, 0);
  spawnSync('sleep', ['0.2']);
  ok(!alive(mark), 'a child lives on');
});
function toldToEnd(file) {
  const wait = cond => { for (let i = 0; i < 100 && !cond(); i++) spawnSync('sleep', ['0.05']); return cond(); };
  const hook = `echo $$ > "$0.pid"; trap 'echo asked > "$0.asked"; exit 0' TERM; mv "$0.pid" "$0"; while :; do sleep 0.05; done`;
  const input = path.join(scratch, 'input.json');
  fs.writeFileSync(input, shell['claude-code'][1]);
  const child = spawn(gaff, ['run', '--host', 'claude-code', '--', 'sh', '-c', hook, file], { stdio: [fs.openSync(input, 'r'), 'ignore', 'ignore'] });
  ok(wait(() => fs.existsSync(file)), 'the hook did not start');
  const pid = Number(fs.readFileSync(file, 'utf8'));
  child.kill('SIGTERM');
  ok(wait(() => !fs.existsSync(`/proc/${pid}`)), 'the hook lives on');
  return fs.existsSync(file + '.asked');
}
test('when gaff is told to end, so is the hook, and first it is asked', () => { // a busy machine may take the moment it has
  ok([1, 2, 3, 4].some(i => toldToEnd(path.join(scratch, `told${i}`))), 'it was not asked to end first');
});
test('a caller that blocks signals does not make gaff wait', () => {
  const r = spawnSync('python3', ['-c', `
import signal, subprocess, sys
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD, signal.SIGTERM})
r = subprocess.run([sys.argv[1], 'run', '--host', 'claude-code', '--deadline', '5', '--', 'sh', '-c', 'exec >&- 2>&-; sleep 0.1; grep -q "SigBlk:.0000000000000000" /proc/self/status && exit 2; exit 1'], stdin=open(sys.argv[2]))
sys.exit(r.returncode)`, gaff, path.join(root, 'tests/hosts/claude-code/PreToolUse.Bash/stdin.json')], { timeout: 20000 });
  if (r.error?.code === 'ENOENT') return;
  is(r.status, 2);
});
test('a hook of Codex has a second at the end of a session, and gaff answers before', () => {
  const r = run(['--host', 'codex', '--event', 'SessionEnd'], payload('codex', 'SessionEnd'), sh('sleep 5'));
  is([r.code, r.stdout], [0, '']);
  ok(r.ms < 3000 * slow && r.stderr.includes('in time'), `${r.ms} ms ${r.stderr}`); // the hook would take 5 s
  const fine = run(['--host', 'codex', '--event', 'SessionEnd'], payload('codex', 'SessionEnd'), sh('sleep 0.1'));
  is([fine.code, fine.stderr], [0, '']);
});

// ---- nobody listens ----

test('a denial that cannot be written still blocks', () => {
  const r = spawnSync('sh', ['-c', `"$0" run --host cursor -- sh -c 'exit 2' >/dev/full`, gaff], { input: shell.cursor[1] });
  is(r.status, 2);
  is(spawnSync('sh', ['-c', `"$0" run --host cursor -- sh -c 'exit 2' >&-`, gaff], { input: shell.cursor[1] }).status, 2, 'closed');
  const closed = spawnSync('sh', ['-c', `"$0" run --host cursor --event beforeShellExecution --fail-closed -- sh -c 'exit 1' >/dev/full`, gaff], { input: shell.cursor[1] });
  is(closed.status, 2);
});
test('a reader that is gone does not kill gaff', () => {
  const r = spawnSync('bash', ['-c', `{ sleep 0.3; "$0" run --host claude-code -- sh -c 'echo no >&2; exit 2' <"$1" 2>&3; echo $? >"$2"; } 3> >(exec <&-; :) | :`,
    gaff, path.join(root, 'tests/hosts/claude-code/PreToolUse.Bash/stdin.json'), path.join(scratch, 'code')], { timeout: 20000 });
  spawnSync('sleep', ['0.8']);
  is(fs.readFileSync(path.join(scratch, 'code'), 'utf8'), '2\n', String(r.stderr));
});
test('a reader that does not read does not hold gaff for ever', () => {
  const input = path.join(root, 'tests/hosts/claude-code/PreToolUse.Bash/stdin.json');
  const r = spawnSync('sh', ['-c', `{ "$0" run --host claude-code -- sh -c 'printf "{\\"context\\":\\""; head -c 300000 /dev/zero | tr "\\0" x; printf "\\"}"' <"$1"; echo $? >"$2"; } | sleep 6`, gaff, input, path.join(scratch, 'code2')], { timeout: 30000 });
  is([r.status, fs.readFileSync(path.join(scratch, 'code2'), 'utf8')], [0, '0\n']);
});
test('an answer that a child of the hook passes on arrives', () => {
  for (let i = 0; i < 5; i++) is(run(['--host', 'claude-code'], shell['claude-code'][1], ['bash', '-c', `exec > >(sleep 0.02; cat); echo '{"decision":"deny","reason":"r"}'`]).code, 2);
});
test('-- without a command is a mistake, not a hook without an opinion', () => {
  const r = spawnSync(gaff, ['run', '--host', 'claude-code', '--event', 'PreToolUse', '--fail-closed', '--'], { input: shell['claude-code'][1] });
  is(r.status, 2);
  ok(r.stderr.toString().includes('no command behind --'), r.stderr.toString());
});
test('variables of another event do not reach the hook', () => {
  const r = run(['--host', 'claude-code'], payload('claude-code', 'SessionStart.startup'), sh('echo "[$GAFF_TOOL]" >&2'), { env: { GAFF_TOOL: 'stale' } });
  is(r.stderr, '[]\n');
});
test('a name too long for the environment does not keep the hook from running', () => {
  const p = { ...JSON.parse(shell['claude-code'][1]), session_id: 'x'.repeat(300000) };
  is(run(['--host', 'claude-code'], JSON.stringify(p), sh('exit 2')).code, 2);
});
test('a payload that never ends is answered at the deadline', () => {
  const r = spawnSync('sh', ['-c', `(printf '{"a":'; sleep 5) | { "$0" run --host cursor --deadline 0.5 -- true; echo " exit $?"; }`, gaff], { timeout: 20000 });
  ok(r.stderr.toString().includes('did not arrive in time'), r.stderr.toString());
  is(r.stdout.toString(), '{} exit 0\n');
});
test('a hook inherits three descriptors, the file with the event and default signals', () => {
  const r = spawnSync('sh', ['-c', `exec 7</dev/null; trap '' PIPE; exec "$0" run --host claude-code -- sh -c 'ls /proc/self/fd | wc -l >&2; grep SigIgn /proc/self/status >&2'`, gaff],
    { input: shell['claude-code'][1] });
  const [fds, ignored] = r.stderr.toString().trim().split('\n');
  is(Number(fds), 5, 'descriptors (with the one that lists them)'); // 0 1 2, 100 and the directory
  const libc = 0x180000000n; // two signals belong to the C library
  is(Number(BigInt('0x' + ignored.split(/\s+/)[1]) & ~libc), 0, 'ignored signals');
});
test('a hook knows where it is', () => {
  const r = run(['--host', 'cursor', '--dialect', 'claude-code'], shell.cursor[1], sh('echo "$GAFF_HOST $GAFF_EVENT $GAFF_TOOL $GAFF_PROJECT_DIR $CLAUDE_PROJECT_DIR" >&2'));
  is(r.stderr, 'cursor before_tool_execute shell /home/dev/proj /home/dev/proj\n');
});
test('arguments reach the hook as they are', () => {
  const r = run(['--host', 'claude-code'], shell['claude-code'][1], ['sh', '-c', 'printf "%s|" "$@" >&2', 'x', 'a b', '$HOME', '--host', "it's", '']);
  is(r.stderr, "a b|$HOME|--host|it's||\n");
});

// ---- the command line ----

test('an unknown host is exit 1', () => {
  const r = run(['--host', 'claud-code'], '{}', sh('exit 0'));
  is([r.code, r.stdout], [1, '']);
  ok(r.stderr.includes("did you mean 'claude-code'"), r.stderr);
});
test('no host is exit 1', () => is([run([], '{}', sh('exit 0')).code, run([], '{}').code], [1, 1]));
test('a wrong option names the nearest right one', () => ok(run(['--host', 'codex', '--dedline', '1'], '{}', sh('exit 0')).stderr.includes("did you mean '--deadline'"), 'no suggestion'));
test('--help is on stdout with exit 0', () => {
  for (const args of [['--help'], ['run', '--help'], ['hosts', '--help'], ['help', 'run']]) {
    const r = spawnSync(gaff, args);
    is([r.status, r.stderr.toString(), r.stdout.length > 100], [0, '', true], args.join(' '));
  }
});
test('wrong words to gaff itself are exit 129, never 2', () => {
  for (const args of [[], ['rnu'], ['hosts', '--x'], ['hosts', 'a', 'b']]) is(spawnSync(gaff, args).status, 129, args.join(' '));
});
test('without a command there is no opinion', () => {
  for (const host of Object.keys(hosts)) is(runShell(host, ['--event', shell[host][0]]).stdout, noOpinion[host], host);
});
test('a payload without a directory is about where gaff runs', () => {
  const r = run(['--host', 'generic'], payload('generic', 'Write'), sh('sed s/^/seen:/ >&2'), { spawn: { cwd: '/usr' } });
  ok(r.stderr.includes('"cwd":"/usr"') && r.stderr.includes('"paths":["/usr/src/a.c"]'), r.stderr);
});
test('a tool with the name of a canonical event is a tool', () => {
  const r = run(['--host', 'generic', '--event', 'preToolUse'], '{"tool_name":"session_start","tool_input":{}}', says({ decision: 'deny', reason: 'r' }));
  is(r.code, 2);
});
test('hook_event_name beside tool_name says which event of a tool it is', () =>
  ok(run(['--host', 'generic'], '{"hook_event_name":"postToolUse","tool_name":"Shell","tool_input":{"command":"ls"}}', sh('sed s/^/seen:/ >&2')).stderr.includes('"after_tool_execute"'), 'before'));
test('--fail-closed means it, however it is written', () => {
  is(run(['--host', 'generic', '--event', 'preToolUse', '--fail-closed=1'], shell.generic[1], sh('exit 0')).code, 2);
  is(run(['--host', 'generic', '--event', 'preToolUse', '--fail-closed', '--dialect', 'cluade-code'], shell.generic[1], sh('exit 0')).code, 2);
});
test('the payload names its event, whatever --event says', () => {
  const r = run(['--host', 'claude-code', '--event', 'Stop'], shell['claude-code'][1], says({ decision: 'deny', reason: 'r' }));
  ok(r.stdout.includes('"PreToolUse"'), r.stdout);
});
test('--event may be native, canonical or of the contract when the payload does not say', () => {
  const { hook_event_name, ...rest } = JSON.parse(shell['claude-code'][1]);
  for (const name of ['PreToolUse', 'before_tool_execute', 'preToolUse'])
    is(judged('claude-code', run(['--host', 'claude-code', '--event', name], JSON.stringify(rest), says({ decision: 'deny', reason: 'r' }))).blocked, 'r', name);
});
test('a byte order mark before the payload is fine', () =>
  is(run(['--host', 'cursor'], Buffer.concat([Buffer.from('\ufeff'), shell.cursor[1]]), says({ decision: 'deny', reason: 'r' })).stdout, '{"permission":"deny","agent_message":"r","user_message":"r"}'));

// ---- bounds ----

const bounded = (name, body) => process.env.NO_ULIMIT ? skip(name, 'a sanitizer needs more address space') : test(name, body);
bounded('a 200 MB payload is refused in bounded memory', () => {
  const r = spawnSync('sh', ['-c', `{ printf '{"hook_event_name":"PreToolUse","x":"'; head -c 200000000 /dev/zero | tr '\\0' a; printf '"}'; } | { ulimit -v 400000; "$0" run --host claude-code --fail-closed --event PreToolUse -- true; }`, gaff], { timeout: 60000 });
  is(r.status, 2);
  ok(JSON.parse(r.stdout).hookSpecificOutput.permissionDecision === 'deny', r.stdout.toString());
});
bounded('a guard is never shown a call with something missing for lack of memory', () => {
  const p = JSON.parse(payload('codex', 'PreToolUse.patch'));
  p.tool_input.command = '*** Begin Patch\n*** Add File: evil.sh\n' + '+rm -rf something\n'.repeat(400000) + '*** End Patch\n';
  for (let limit = 16000; limit < 60000; limit += 4000) {
    const r = spawnSync('sh', ['-c', `ulimit -v ${limit}; exec "$0" run --host codex --dialect claude-code --fail-closed -- sh -c 'grep -q "rm -rf" && exit 2; exit 0'`, gaff], { input: JSON.stringify(p) });
    is(r.status, 2, `exit with ${limit} kB`);
  }
});
bounded('without memory there is still a valid answer', () => {
  const r = spawnSync('sh', ['-c', `ulimit -v 16000; exec "$0" run --host codex --fail-closed --event PreToolUse -- true`, gaff], { input: Buffer.alloc(40 << 20, 32) });
  is(r.status, 2);
  ok(r.stderr.toString().includes('no memory'), r.stderr.toString());
  ok(JSON.parse(r.stdout).hookSpecificOutput.permissionDecision === 'deny', r.stdout.toString());
});
test('a key repeated a million times: the last wins, soon', () => {
  const text = '{' + '"tool_name":"Read",'.repeat(1000000) + shell['claude-code'][1].toString().trim().slice(1);
  const r = run(['--host', 'claude-code'], text, sh('case $GAFF_TOOL in shell) exit 2;; esac'));
  is(r.code, 2);
  ok(r.ms < 5000 * slow, `${r.ms} ms`);
});
test('a patch of too many files to check is blocked, also without --fail-closed', () => {
  const p = JSON.parse(payload('codex', 'PreToolUse.patch'));
  p.tool_input.command = '*** Begin Patch\n' + Array.from({ length: 5000 }, (_, i) => `*** Add File: f${i}\n+x\n`).join('') + '*** End Patch\n';
  for (const dialect of ['claude-code', 'canonical']) {
    const r = run(['--host', 'codex', '--dialect', dialect], JSON.stringify(p), sh('exit 0'));
    ok(judged('codex', r, 'PreToolUse', JSON.stringify(p)).blocked?.includes('more than 4096 files'), r.stdout + r.stderr);
  }
});
test('a patch of more files than there is time for is blocked', () => {
  const p = JSON.parse(payload('codex', 'PreToolUse.patch'));
  p.tool_input.command = '*** Begin Patch\n' + Array.from({ length: 500 }, (_, i) => `*** Add File: f${i}\n+x\n`).join('') + '*** End Patch\n';
  const r = run(['--host', 'codex', '--dialect', 'claude-code', '--deadline', '1'], JSON.stringify(p), sh('sleep 0.1'));
  ok(judged('codex', r, 'PreToolUse', JSON.stringify(p)).blocked?.includes('no time to ask'), r.stdout + r.stderr);
});
test('a patch that would blow up is blocked, not passed', () => {
  const p = JSON.parse(payload('codex', 'PreToolUse.patch'));
  p.tool_input.command = '*** Begin Patch\n*** Update File: ' + 'd/'.repeat(5000) + 'f\n' + '@@\n+\n'.repeat(70000) + '*** End Patch\n';
  const r = run(['--host', 'codex'], JSON.stringify(p), sh('exit 0'));
  ok(judged('codex', r, 'PreToolUse', JSON.stringify(p)).blocked !== undefined, r.stdout + r.stderr);
  ok(r.ms < 10000 * slow, `${r.ms} ms`);
});
test('a payload may name the file that variables go to, where nothing else can be hit', () => {
  const dir = fs.mkdtempSync(path.join(scratch, 'env-')), at = name => path.join(dir, name), victim = 'PS1=x\n';
  const outside = path.join([path.join(root, 'build'), '/var'].find(d => !d.startsWith('/tmp/')), 'env-file'); // the project itself may be below /tmp
  const start = (file, more = {}) => {
    const text = payload('claude-code', 'SessionStart.startup').toString().replace('{', `{"env_file":${JSON.stringify(file)},`);
    return run(['--host', 'claude-code'], text, says({ env: { A: 'b' } }), { env: more });
  };
  is([start(at('env')).stderr, fs.readFileSync(at('env'), 'utf8'), fs.statSync(at('env')).mode & 0o777], ['', "export A='b'\n", 0o600], 'a new file');
  is([start(at('env')).stderr, fs.readFileSync(at('env'), 'utf8')], ['', "export A='b'\n".repeat(2)], 'once more');
  is([start(at('env'), { CLAUDE_ENV_FILE: at('variable') }).stderr, fs.readFileSync(at('variable'), 'utf8'), fs.statSync(at('env')).size], ['', "export A='b'\n", 26], 'the variable wins');
  fs.writeFileSync(at('rc'), victim);
  fs.symlinkSync(at('env'), at('link'));
  fs.symlinkSync(dir, path.join(scratch, 'env-link'));
  fs.mkdirSync(at('.hidden'));
  fs.writeFileSync(at('two'), '');
  fs.linkSync(at('two'), at('names'));
  const before = fs.readdirSync(dir).sort();
  for (const file of [at('rc'), at('link'), at('.bashrc'), at('.hidden/env'), at('two'), path.join(scratch, 'env-link', 'new'), `${dir}/../new`, `${dir}//new`, dir, `${dir}/`, '/dev/null',
    outside, 'env', '/tmp', '/tmp/', '/tmpfile', `/tmp/${'x'.repeat(300)}`, `${at('env')}\u0000x`]) {
    const r = start(file);
    ok(r.code === 0 && /cannot write|is not a file/.test(r.stderr), `${JSON.stringify(file)}: ${r.stderr}`);
  }
  is([fs.readdirSync(dir).sort(), fs.readFileSync(at('rc'), 'utf8'), fs.statSync(at('env')).size, fs.statSync(at('two')).size, fs.existsSync(outside), fs.existsSync(path.join(scratch, 'new'))],
    [before, victim, 26, 0, false, false]);
  for (const file of [null, '', 7, {}, [at('env')]]) ok(start(file).stderr.includes('env is lost'), JSON.stringify(file));
  const other = payload('claude-code', 'Stop').toString().replace('{', `{"env_file":${JSON.stringify(at('env'))},`);
  ok(run(['--host', 'claude-code'], other, says({ env: { A: 'b' } })).stderr.includes('env is lost'), 'of another event');
  is(fs.statSync(at('env')).size, 26);
});
test('an input nested as deep as an agent can write it is understood', () => {
  const text = shell['claude-code'][1].toString().replace('"description":"x"', '"x":' + '['.repeat(9000) + ']'.repeat(9000));
  is(judged('claude-code', run(['--host', 'claude-code'], text, sh('exit 2'))).blocked, 'blocked by a hook');
});
test('many fields in an input and in its rewrite take no long time', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => ['f' + i, 'x'.repeat(2000)]));
  const p = { ...JSON.parse(shell['claude-code'][1]), tool_input: { command: 'x'.repeat(8 << 20), ...many } };
  const r = run(['--host', 'claude-code'], JSON.stringify(p), ['sh', '-c', `printf '{"updated_input":{"command":"ls"'; i=0; while [ $i -lt 400 ]; do printf ',"g%s":%s' $i $i; i=$((i+1)); done; printf '}}'`]);
  is(judged('claude-code', r).rewritten?.command, 'ls');
  ok(r.ms < 5000 * slow, `${r.ms} ms`);
});

// ---- hooks of other agents, unchanged, under every host ----

const claudeHook = sh(`
  input=$(cat)
  case $input in *'"hook_event_name":"PreToolUse"'*'"tool_name":"Bash"'*) ;; *) exit 0;; esac
  printf '%s' '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no shell"}}'`);
const contractHook = sh(`
  input=$(cat)
  case $input in *'"tool_name":"Shell"'*'"command":'*) echo '{"decision":"deny","reason":"no shell"}'; exit 2;; esac
  echo '{"decision":"allow"}'`);
for (const [host, its] of Object.entries(hosts)) {
  test(`a Claude Code hook denies on ${host}`, () => is(judged(host, runShell(host, ['--dialect', 'claude-code'], claudeHook)).blocked, 'no shell'));
  test(`a Cline hook denies by its last line on ${host}`, () => {
    const r = runShell(host, ['--dialect', 'cline'], says('looking at it\nHOOK_CONTROL\t{"cancel":true,"errorMessage":"no shell"}\n'));
    is(judged(host, r).blocked, 'no shell');
  });
  test(`a contract hook denies on ${host}`, () => is(judged(host, runShell(host, ['--dialect', 'generic'], contractHook)).blocked, 'no shell'));
  test(`a contract hook's allow grants nothing on ${host}`, () => {
    const r = runShell(host, ['--dialect', 'generic'], says({ decision: 'allow' }));
    is([r.code, r.stdout], [0, noOpinion[host]]);
  });
  test(`exit 2 and stderr deny in every dialect that knows them on ${host}`, () => {
    for (const dialect of ['canonical', ...Object.keys(hosts)]) is(judged(host, runShell(host, ['--dialect', dialect], sh('echo never >&2; exit 2'))).blocked, hosts[dialect]?.exit2IsNothing ? undefined : 'never', dialect);
  });
  test(`a Claude Code hook rewrites on ${host}, or blocks`, () => {
    const { event, case: name } = its.rewrite, text = payload(host, name), input = its.toolInput(JSON.parse(text));
    const r = runCase(host, name, ['--dialect', 'claude-code', '--event', 'before_tool_execute'], says({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'ls -la' } } }));
    const verdict = judged(host, r, event, text), key = Object.keys(input).find(each => [input[each]].flat().join() === its.command(JSON.parse(text)));
    ok(its.can.rewrite.includes(event) ? [verdict.rewritten?.[key]].flat().join() === 'ls -la' : verdict.blocked !== undefined, JSON.stringify(verdict));
    ok(!verdict.granted, 'a rewrite granted');
  });
}
test('a Cursor hook denies on Claude Code', () => {
  const r = run(['--host', 'claude-code', '--dialect', 'cursor'], shell['claude-code'][1], says('some log line\n{"permission":"deny","user_message":"u"}'));
  ok(judged('claude-code', r).blocked !== undefined, r.stdout);
});
test('a Cursor hook may log on the line of its answer', () => is(judged('cursor', run(['--host', 'cursor', '--dialect', 'cursor'], shell.cursor[1], says('checking {x} ... {"permission":"deny","user_message":"no"}'))).blocked, 'no'));
test('exit 2 of a Cursor stop hook does nothing, as on Cursor', () => {
  is(run(['--host', 'cursor', '--dialect', 'cursor'], payload('cursor', 'base-038-stop'), sh('echo x >&2; exit 2')).stdout, '{}');
  is(run(['--host', 'claude-code', '--dialect', 'cursor'], payload('claude-code', 'Stop'), sh('echo x >&2; exit 2')).code, 0);
});
test('a Cursor follow-up keeps Claude Code working', () => {
  const text = payload('claude-code', 'Stop');
  is(judged('claude-code', run(['--host', 'claude-code', '--dialect', 'cursor'], text, says({ followup_message: 'go on' })), 'Stop', text).blocked, 'go on');
});
test('a Cursor allow grants nothing on Claude Code', () => is(run(['--host', 'claude-code', '--dialect', 'cursor'], shell['claude-code'][1], says({ permission: 'allow' })).stdout, ''));
test('a Claude Code hook that exits 1 with a denial denies', () => {
  const r = run(['--host', 'codex', '--dialect', 'claude-code'], shell.codex[1], sh(`echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"x"}}'; exit 1`));
  is(judged('codex', r).blocked, 'x');
});
test('a Claude Code hook in the old words: approve grants, block denies', () => {
  is(judged('claude-code', run(['--host', 'claude-code', '--dialect', 'claude-code'], shell['claude-code'][1], says({ decision: 'approve' }))).granted, true);
  is(judged('claude-code', run(['--host', 'claude-code', '--dialect', 'claude-code'], shell['claude-code'][1], says({ decision: 'block', reason: 'old' }))).blocked, 'old');
});
test('plain text from a Claude Code session hook is context on Codex', () => {
  const text = payload('codex', 'SessionStart.ephemeral');
  is(judged('codex', run(['--host', 'codex', '--dialect', 'claude-code'], text, sh('echo be careful')), 'SessionStart', text).context, 'be careful');
});
test('a Claude Code guard sees every file of a Codex patch', () => {
  const text = payload('codex', 'PreToolUse.patch-many');
  for (const file of ['src/a.c', '.env', 'b.txt', 'sub/c.txt', '/etc/gone']) {
    const r = run(['--host', 'codex', '--dialect', 'claude-code'], text, sh(`cat | grep -q '"file_path":"[^"]*${file}"' && { echo "not ${file}" >&2; exit 2; }; exit 0`));
    ok(judged('codex', r, 'PreToolUse', text).blocked?.includes(`not ${file}`), `${file} got through: ${r.stdout}${r.stderr}`);
  }
});
test('a guard that fails on one file of a patch is still asked about the others', () => {
  const text = payload('codex', 'PreToolUse.patch-many');
  const guard = sh(`input=$(cat); case $input in *src/a.c*) exit 1;; */.env*) echo "not .env" >&2; exit 2;; esac`);
  is(judged('codex', run(['--host', 'codex', '--dialect', 'claude-code'], text, guard), 'PreToolUse', text).blocked, 'not .env');
  const fails = run(['--host', 'codex', '--dialect', 'claude-code'], text, sh('case $(cat) in *src/a.c*) exit 1;; esac'));
  is([fails.code, fails.stdout], [0, '']);
  ok(fails.stderr.includes('exit code 1'), fails.stderr);
});
test('a guard of one file gets an absolute path without dots, and texts also for a deleted file', () => {
  const text = payload('codex', 'PreToolUse.patch-many'), file = path.join(scratch, 'parts');
  run(['--host', 'codex', '--dialect', 'claude-code'], text, ['sh', '-c', 'cat >> "$0"', file]);
  const parts = fs.readFileSync(file, 'utf8').trim().split('\n').map(line => JSON.parse(line));
  is(parts.map(p => `${p.tool_name} ${p.tool_input.file_path}`), ['MultiEdit /home/dev/proj/src/a.c', 'Write /home/dev/proj/.env', 'Edit /home/dev/proj/b.txt', 'Edit /home/dev/proj/sub/c.txt', 'Edit /etc/gone']);
  is(parts.at(-1).tool_input, { file_path: '/etc/gone', old_string: '', new_string: '' });
});
test('a grant for one file of a patch is no grant for the others', () => {
  const text = JSON.stringify({ ...JSON.parse(payload('codex', 'PreToolUse.patch-many')), hook_event_name: 'PermissionRequest' });
  const allow = '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}';
  const one = run(['--host', 'codex', '--dialect', 'claude-code'], text, sh(`cat | grep -q 'file_path":"b.txt' && printf %s '${allow}'; exit 0`));
  const all = run(['--host', 'codex', '--dialect', 'claude-code'], text, says(allow));
  is([judged('codex', one, 'PermissionRequest', text).granted, judged('codex', all, 'PermissionRequest', text).granted], [undefined, true]);
});

// ---- what is carried, and what is said to be lost ----

test('--ask-fallback ask passes the question on', () => {
  const r = run(['--host', 'codex', '--ask-fallback', 'ask'], shell.codex[1], says({ decision: 'ask', reason: 'sure?' }));
  ok(r.stdout.includes('"ask"') && r.stderr.includes('does not ask'), r.stdout + r.stderr);
});
test('--ask-fallback ask does not let the old input run', () => {
  const r = run(['--host', 'codex', '--ask-fallback', 'ask'], shell.codex[1], says({ decision: 'ask', reason: 'sure?', updated_input: { command: 'ls' } }));
  ok(judged('codex', r).blocked !== undefined, r.stdout);
});
for (const [version, shellAsks, mcpAsks] of [['1.0.0', false, false], ['1.7.52', true, true], ['2.4.20', true, true], ['2.4.21', false, false], ['3.2.16', false, false],
  ['2026.07.22-aaaaaaa', false, false], ['2026.07.23-0f00bad', true, false], ['2026.10.01-abc', true, false], ['', false, false], ['unknown', false, false], [undefined, false, false]]) {
  test(`a question on Cursor ${version}`, () => {
    for (const [name, expected] of [['base-004-beforeShellExecution', shellAsks], ['pre_updated-014-beforeMCPExecution-echo', mcpAsks], ['base-003-preToolUse-Shell', false]]) {
      const r = run(['--host', 'cursor'], JSON.stringify({ ...JSON.parse(payload('cursor', name)), cursor_version: version }), says({ decision: 'ask', reason: 'sure?' }));
      is([name, JSON.parse(r.stdout).permission], [name, expected ? 'ask' : 'deny']);
      is(/ask became deny/.test(r.stderr), !expected, 'the warning');
    }
  });
}
for (const [version, takes] of [['1.0.0', false], ['2.4.20', false], ['3.20.16', false], ['3.20.17', true], ['3.21.0', true], ['4.0', true], ['2026.09.17-aaaaaaa', false], ['2026.09.18-0f00bad', true], ['2026.10.01-abc', true],
  ['', false], ['unknown', false], [undefined, false]]) {
  test(`context with a prompt on Cursor ${version}: taken, or said to be lost`, () => {
    const given = JSON.stringify({ ...JSON.parse(payload('cursor', 'base-002-beforeSubmitPrompt')), cursor_version: version }), word = 'context is lost: this version of Cursor is not known to take it on beforeSubmitPrompt';
    for (const dialect of ['canonical', 'cursor']) {
      const r = run(['--host', 'cursor', '--dialect', dialect], given, says(dialect === 'cursor' ? { additional_context: 'read me' } : { context: 'read me' }));
      is([r.stdout, r.stderr], takes ? ['{"additional_context":"read me"}', ''] : ['{}', `gaff: ${word}\n`], dialect);
      is(judge('cursor', 'beforeSubmitPrompt', JSON.parse(given), r).context, takes ? 'read me' : undefined, 'what Cursor reads');
    }
    const denied = JSON.parse(run(['--host', 'cursor'], given, says({ decision: 'deny', reason: 'no', context: 'read me' })).stdout);
    is([denied.continue, denied.additional_context], [false, takes ? 'read me' : undefined], 'a denial is one all the same');
  });
}
test('a question keeps its reason on Cursor', () => is(run(['--host', 'cursor', '--ask-fallback', 'ask'], shell.cursor[1], says({ decision: 'ask', reason: 'sure?' })).stdout,
  '{"permission":"ask","agent_message":"sure?","user_message":"sure?"}'));
test('a reason without a decision is said to be lost, or carried where the contract has it', () => {
  ok(run(['--host', 'codex'], shell.codex[1], says({ reason: 'r' })).stderr.includes('reason (without a decision) is lost'), 'silent');
  is(run(['--host', 'generic', '--dialect', 'generic'], payload('generic', 'SessionStart'), says({ reason: 'note' })).stdout, '{"reason":"note"}');
});
test('the contract: what gates nothing is answered without a decision', () => {
  for (const [event, its] of [...['SessionStart', 'SessionEnd', 'Stop', 'PreCompact'].map(name => [name, '{}']), ...['preToolUse', 'postToolUse', 'beforeSubmitPrompt'].map(name => [name, '{"decision":"allow"}'])]) {
    const text = JSON.stringify(/ToolUse/.test(event) ? { tool_name: 'Shell', tool_input: { command: 'ls' } } : { tool_name: event, tool_input: {} });
    const call = (command, input = text, args = []) => run(['--host', 'generic', '--event', event, ...args], input, command);
    for (const r of [call(sh('exit 0')), call(says({ decision: 'allow' })), call(says({ decision: 'allow' }), text, ['--dialect', 'generic']), call(says({}), text, ['--dialect', 'generic']),
      call(sh('exit 0'), '{'), call(sh('exit 0'), ''), call(sh('exit 0'), '{', ['--fail-closed']), call(sh('exit 1')), call(['/does/not/exist'])]) is([event, r.code, r.stdout], [event, 0, its]);
    is(JSON.parse(call(says({ reason: 'note' }), text, ['--dialect', 'generic']).stdout), { ...JSON.parse(its), reason: 'note' }, event);
    const denied = call(says({ decision: 'deny', reason: 'no' }), text, ['--dialect', 'generic']), closed = call(sh('exit 1'), text, ['--fail-closed']);
    if (its !== '{}') is([denied.code, JSON.parse(denied.stdout)], [2, { decision: 'deny', reason: 'no' }], event);
    else is([JSON.parse(denied.stdout), 'decision' in JSON.parse(closed.stdout)], [{ reason: 'no' }, false], event);
    if (/^Session/.test(event)) ok(denied.code === 0 && denied.stderr.includes('deny is lost'), denied.stderr);
  }
  is(run(['--host', 'generic'], '{', sh('exit 0')).stdout, '{"decision":"allow"}', 'an event that nobody knows');
  is(judge('claude-code', 'Stop', {}, on('claude-code', 'Stop', { decision: 'deny', reason: 'go on' }, ['--dialect', 'generic'])).blocked, 'go on');
});
test('equal messages are said once', () => is(run(['--host', 'cursor', '--dialect', 'cursor'], shell.cursor[1], says({ permission: 'deny', user_message: 'A', agent_message: 'A' })).stdout,
  '{"permission":"deny","agent_message":"A","user_message":"A"}'));
test('bytes that are no text in an answer do not undo it', () => {
  for (const host of Object.keys(hosts)) is(judged(host, runShell(host, [], sh(`printf '{"decision":"deny","reason":"caf\\351"}'`))).blocked, 'caf\ufffd', host);
});
// ---- is somebody there whom the agent could ask? ----

const sure = says({ decision: 'ask', reason: 'sure?' }), nobody = host => `sure?\n\nThis needs a person's confirmation, and nobody can be asked in this run: the user can do it themselves, run ${hosts[host].title} interactively, or change the guard or rule that asks.`;
const terminal = path.join(root, 'build/attended');
const asks = { 'claude-code': 'PreToolUse.Bash', 'gemini-cli': 'BeforeTool', junie: 'PreToolUse.Bash' };
// What becomes of a question: `prefix` starts gaff.
function asked(host, { prefix = [], env = {}, args = [] } = {}) {
  const given = readCase(host, asks[host]), [program, ...words] = [...prefix, gaff, 'run', '--host', host, ...given.args, ...args, '--', ...sure];
  const r = spawnSync(program, words, { input: given.payload, env: { PATH: process.env.PATH, HOME: scratch, ...sanitizer, ...env }, timeout: 60000 });
  const v = judge(host, hosts[host].shell.event, JSON.parse(given.payload), { code: r.status, stdout: r.stdout.toString(), stderr: r.stderr.toString() });
  return v.asked !== undefined ? 'asked' : v.blocked === nobody(host) ? 'denied' : JSON.stringify(v);
}
for (const host of Object.keys(asks)) {
  const { env, terminal: needed } = hosts[host].attended, there = { env, prefix: needed ? [terminal] : [] };
  test(`a question on ${hosts[host].title}: asked where somebody is there, else a denial that says what to do`, () => {
    is([asked(host, there), asked(host)], ['asked', 'denied']);
    is(asked(host, { env: { CLAUDE_CODE_SESSION_ATTENDED: '0', GAFF_ATTENDED: '1' } }), 'denied');
  });
}
test('a question that an agent never asks is a denial that says what to do', () => {
  const denied = new Set();
  for (const [host, { title }] of Object.entries(hosts)) {
    const text = `This needs a person's confirmation, and ${title} does not ask here: the user can do it themselves, or change the guard or rule that asks.`;
    for (const reason of ['sure?', undefined]) {
      const { blocked } = judged(host, runShell(host, [], says({ decision: 'ask', reason })));
      if (blocked === undefined) continue;
      is(blocked, reason ? `${reason}\n\n${text}` : text, host);
      denied.add(host);
    }
  }
  ok(denied.size > 10, [...denied].join());
});
test('a question that is passed on whatever happens: not to an agent that would end or hang', () =>
  is(Object.keys(asks).map(host => asked(host, { args: ['--ask-fallback', 'ask'] })), ['asked', 'denied', 'asked']));
test('a question on Gemini CLI: its command line and its variables say whether it is headless', () => {
  const by = (...options) => asked('gemini-cli', { prefix: [terminal, ...options, '--'] }), ci = env => asked('gemini-cli', { prefix: [terminal], env });
  for (const options of [['-p', 'x'], ['-px'], ['-p=x'], ['-yp', 'x'], ['--prompt', 'x'], ['--prompt=x'], ['-y', '-p', 'x']]) is(by(...options), 'denied', options.join(' '));
  for (const options of [['-i', 'x'], ['--prompt-interactive', 'p'], ['-m', 'gemini-2.5-pro'], ['--approval-mode=yolo', '-y']]) is(by(...options), 'asked', options.join(' '));
  is(by('-i', 'x'.repeat(9000)), 'denied', 'a command line that cannot be read to its end');
  is([ci({ CI: 'true' }), ci({ GITHUB_ACTIONS: 'true' }), ci({ CI: '1' })], ['denied', 'denied', 'asked']);
});
test('a question on Gemini CLI: shells between it and gaff are passed over, and nothing else is', () => {
  const shell = ['sh', '-c', '"$@"; exit $?', 'sh'];
  is(asked('gemini-cli', { prefix: [terminal, ...shell, ...shell] }), 'asked');
  is(asked('gemini-cli', { prefix: [terminal, 'node', '-e', 'const r = require("child_process").spawnSync(process.argv[1], process.argv.slice(2), { stdio: "inherit" }); process.exitCode = r.status', '--'] }), 'denied');
  is(asked('gemini-cli', { prefix: [terminal, 'setsid', '-w'] }), 'denied', 'by a process that is not on the terminal');
});
test('a question of a hook that speaks for another agent: who calls the outer gaff is looked at', () => {
  const inner = ['sh', '-c', '"$0" reply ask "sure?"; exit $?', gaff], at = env => runCase('claude-code', 'PreToolUse.Bash', ['--dialect', 'gemini-cli'], inner, { alone: true, env });
  is(judged('claude-code', at({ CLAUDE_CODE_SESSION_ATTENDED: '1' })).asked, 'sure?');
  is(judged('claude-code', at({ CLAUDE_CODE_SESSION_ATTENDED: '0' })).blocked, nobody('claude-code'));
});

test('a decision put off is that on Claude Code, and a question elsewhere', () => {
  const defer = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'defer' } };
  is(JSON.parse(run(['--host', 'claude-code', '--dialect', 'claude-code'], shell['claude-code'][1], says(defer)).stdout), defer);
  ok(judged('codex', run(['--host', 'codex', '--dialect', 'claude-code'], shell.codex[1], says(defer))).blocked !== undefined, 'it passed');
});
test('a native field in the place of a denial does not undo it', () => {
  const r = run(['--host', 'claude-code'], shell['claude-code'][1], says({ decision: 'deny', reason: 'r', native: { permissionDecision: 'defer' } }));
  is([r.code, JSON.parse(r.stdout).hookSpecificOutput.permissionDecision], [2, 'deny']);
  ok(r.stderr.includes('"permissionDecision" is lost'), r.stderr);
});
test('variables that are no texts are left out and said', () => {
  const r = run(['--host', 'cursor'], payload('cursor', 'base-001-sessionStart'), says({ env: { A: 1, B: 'x' }, context: 'c' }));
  is(r.stdout, '{"env":{"B":"x"},"additional_context":"c"}');
  ok(r.stderr.includes('env "A" is lost'), r.stderr);
});
test('where stderr is the reason, warnings go another way', () => {
  const r = run(['--host', 'claude-code'], payload('claude-code', 'TaskCreated'), says({ decision: 'deny', reason: 'R', context: 'C' }));
  is([r.code, r.stderr], [2, 'R\n']);
  ok(JSON.parse(r.stdout).systemMessage.includes('context is lost'), r.stdout);
});
test('a denial that comes too late is feedback, even without a reason', () => {
  const late = ['after_tool_execute', 'tool_use_failure', 'agent_stop', 'subagent_stop'];
  const tried = new Set();
  for (const [host, its] of Object.entries(hosts)) {
    for (const name of cases(host)) {
      const { dir, payload: text } = readCase(host, name);
      const { event, native_event: native } = JSON.parse(fs.readFileSync(path.join(dir, 'event.json'), 'utf8'));
      if (!late.includes(event) || !its.can.context.includes(native) || its.can.deny.includes(native) || tried.has(`${host} ${native}`)) continue;
      tried.add(`${host} ${native}`);
      is(judge(host, native, JSON.parse(text), runCase(host, name, [], says({ decision: 'deny' }))).context, 'blocked by a hook', `context on ${host} ${native}`);
    }
  }
  ok(tried.size > 3, `only on ${[...tried]}`);
});
test('a native field that needs a grant is lost without one, and said', () => {
  const r = run(['--host', 'claude-code'], payload('claude-code', 'PermissionRequest.Bash'), says({ native: { updatedPermissions: [] } }));
  is(r.stdout, '');
  ok(r.stderr.includes('"updatedPermissions" is lost'), r.stderr);
});
test('a worktree hook prints its path', () => {
  is(run(['--host', 'claude-code', '--dialect', 'claude-code'], payload('claude-code', 'WorktreeCreate'), sh('echo /p/.wt/w')).stdout, '/p/.wt/w');
  is(run(['--host', 'claude-code'], payload('claude-code', 'WorktreeCreate'), says({ native: { worktreePath: '/p/w' } })).stdout, '/p/w');
});
failing('an answer in the wrong dialect', says({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } }));
failing('a field of the wrong type', says({ continue: 'false' }));
test('of two decisions in one answer the stricter counts', () => {
  const both = { decision: 'block', reason: 'old', hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } };
  ok(judged('claude-code', run(['--host', 'claude-code', '--dialect', 'claude-code'], shell['claude-code'][1], says(both))).blocked !== undefined, 'it passed');
});
test('a question about one file of a patch is a question about the patch', () => {
  const text = payload('codex', 'PreToolUse.patch-many');
  const ask = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"sure?"}}';
  is(judged('codex', run(['--host', 'codex', '--dialect', 'claude-code'], text, sh(`cat | grep -q 'src/a.c' && printf %s '${ask}'; exit 0`)), 'PreToolUse', text).blocked.split('\n')[0], 'sure?');
});
test('JSON of a Codex hook does not count at exit 1', () => {
  const r = run(['--host', 'codex', '--dialect', 'codex'], shell.codex[1], sh(`echo '{"decision":"block","reason":"x"}'; exit 1`));
  is([r.code, r.stdout], [0, '']);
});
test('a reason that cannot be seen is replaced', () => is(judged('codex', run(['--host', 'codex'], shell.codex[1], says('{"decision":"deny","reason":"\\u00a0\\u2003"}'))).blocked, 'blocked by a hook'));
test('what goes to stderr is text', () => {
  const r = spawnSync(gaff, ['run', '--host', 'codex', '--', ...says('{"decision":"deny","reason":"a\\ud83db"}')], { input: shell.codex[1] });
  ok(r.stderr.equals(Buffer.from('a\ufffd\ufffd\ufffdb\n')), r.stderr.toString('hex'));
});
test('no line of stderr starts an object', () => {
  const r = run(['--host', 'claude-code'], shell['claude-code'][1], sh(`printf 'note\\n{"decision":"block"}\\n' >&2`));
  ok(!/^\{/m.test(r.stderr), r.stderr);
  const named = run(['--host', 'claude-code'], JSON.stringify({ hook_event_name: 'x\n{"decision":"allow"}' }), says({ env: { A: 'b' } }));
  ok(!/^\{/m.test(named.stderr) && named.stderr.includes('env is lost'), named.stderr);
});
test('a file whose name looks like a drive is both', () => {
  const r = run(['--host', 'claude-code'], JSON.stringify({ hook_event_name: 'PreToolUse', cwd: '/p', tool_name: 'Read', tool_input: { file_path: 'c:/../../etc/passwd' } }), sh('sed s/^/seen:/ >&2'));
  ok(r.stderr.includes('"paths":["c:/etc/passwd","/etc/passwd"]'), r.stderr);
});
test('logs with braces before an answer of Cursor', () => {
  const r = run(['--host', 'cursor', '--dialect', 'cursor'], shell.cursor[1], sh(`i=0; while [ $i -lt 1500 ]; do echo "line { $i } of a log that goes on for some eighty characters or so ..........."; i=$((i+1)); done; echo '{"permission":"deny","user_message":"no"}'`));
  is(judged('cursor', r).blocked, 'no');
});
const echo = (pick, wrap) => ['node', '-e', `let t='';process.stdin.on('data',d=>t+=d).on('end',()=>{const e=JSON.parse(t);const i=(${pick})(e);process.stdout.write(JSON.stringify((${wrap})(i),null,2))})`];
test('whatever a hook was shown may be given back, however it is printed', () => {
  const nested = (host, name, input) => JSON.stringify({ ...JSON.parse(payload(host, name)), tool_name: host === 'cursor' ? 'echo' : 'mcp__a__b', tool_input: host === 'cursor' ? JSON.stringify(input) : input });
  const canonical = echo('e => e.tool_input', 'i => ({ updated_input: i })');
  const claude = echo('e => e.tool_input', 'i => ({ hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: i } })');
  for (const [host, text] of [['codex', payload('codex', 'PreToolUse.patch')], ['codex', payload('codex', 'PreToolUse.patch-many')], ['claude-code', payload('claude-code', 'PreToolUse.MultiEdit')],
    ['claude-code', payload('claude-code', 'PreToolUse.Edit')], ['cursor', nested('cursor', 'pre_updated-014-beforeMCPExecution-echo', { a: { b: [1, 2] } })], ['claude-code', nested('claude-code', 'PermissionRequest.Bash', { a: { b: [1, 2] } })]]) {
    is(run(['--host', host], text, canonical).stdout, noOpinion[host], `${host} canonical`);
    if (!text.includes('PermissionRequest')) is(run(['--host', host, '--dialect', 'claude-code'], text, claude).stdout, noOpinion[host], `${host} claude-code`);
  }
});
test('edits that are none, and nulls, are refused', () => {
  const edit = payload('claude-code', 'PreToolUse.Edit'), multi = payload('claude-code', 'PreToolUse.MultiEdit');
  for (const [text, updated_input] of [[edit, { edits: [] }], [edit, { edits: 'x' }], [multi, { edits: 'x' }], [multi, { edits: [{ new: 'N' }] }], [shell['claude-code'][1], { command: null }]])
    ok(judged('claude-code', run(['--host', 'claude-code'], text, says({ updated_input })), 'PreToolUse', text).blocked !== undefined, JSON.stringify(updated_input));
  is(judged('claude-code', run(['--host', 'claude-code'], edit, says({ updated_input: { edits: [{ old: 'a', new: 'b' }] } })), 'PreToolUse', edit).rewritten,
    { file_path: '/home/dev/proj/r.txt', old_string: 'a', new_string: 'b', replace_all: false });
});
test('a field of a dialect that cannot be translated blocks', () => {
  const text = payload('cursor', 'base-003-preToolUse-Shell');
  const r = run(['--host', 'cursor', '--dialect', 'claude-code'], text, says({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'X', run_in_background: true } } }));
  ok(judged('cursor', r, 'preToolUse', text).blocked?.includes('run_in_background'), r.stdout);
});
test('a rewrite that cannot be written blocks', () => is(spawnSync('sh', ['-c', `"$0" run --host claude-code -- echo '{"updated_input":{"command":"SAFE"}}' >/dev/full`, gaff], { input: shell['claude-code'][1] }).status, 2));
test('a question that cannot be written blocks', () => is(spawnSync('sh', ['-c', `"$0" run --host claude-code -- echo '{"decision":"ask","reason":"sure?"}' >/dev/full`, gaff], { input: shell['claude-code'][1] }).status, 2));
test('stderr that nobody reads does not cost the answer', () => {
  const hook = `head -c 200000 /dev/zero | tr "\\0" x >&2; echo "{\\"decision\\":\\"allow\\"}"`;
  const r = spawnSync('sh', ['-c', `{ "$0" run --host claude-code -- sh -c "$1" 2>&1 1>&5 5>&- | sleep 4; } 5>&1`, gaff, hook], { input: shell['claude-code'][1], timeout: 30000 });
  ok(r.stdout.toString().includes('"allow"'), r.stdout.toString());
});
test('told to end while it waits for the payload, gaff still answers', () => {
  const r = spawnSync('bash', ['-c', `sleep 3 | { exec 5<&0; "$0" run --host claude-code --event PreToolUse --fail-closed -- true <&5 & p=$!; sleep 0.4; kill -TERM $p; wait $p; echo "exit $?"; }`, gaff], { timeout: 20000 });
  ok(r.stdout.toString().includes('"deny"') && r.stdout.toString().endsWith('exit 2\n') && r.stderr.includes('told to end'), r.stdout.toString() + r.stderr);
});
test('a rewrite that changes nothing is none', () => {
  const r = run(['--host', 'cursor'], shell.cursor[1], says({ updated_input: { command: 'echo hi' } }));
  is([r.stdout, r.stderr], ['{}', '']);
});
test('a field cannot be taken out where the agent merges: that blocks', () => {
  const text = payload('cursor', 'pre_updated-013-preToolUse-MCP_echo');
  const r = run(['--host', 'cursor', '--dialect', 'claude-code'], text, says({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { other: 1 } } }));
  ok(judged('cursor', r, 'preToolUse', text).blocked?.includes('keeps a field'), r.stdout);
});
test('a hook whose own agent merges leaves the rest alone', () => {
  const text = shell['claude-code'][1];
  is(judged('claude-code', run(['--host', 'claude-code', '--dialect', 'cursor'], text, says({ updated_input: { timeout: 5 } }))).rewritten,
    { command: 'echo hello-from-tool', description: 'x', timeout: 5 });
});
test('a hook whose own agent replaces can take a field out', () => {
  const text = shell['claude-code'][1].toString().replace('"description":"x"', '"dangerouslyDisableSandbox":true');
  const r = run(['--host', 'claude-code', '--dialect', 'claude-code'], text, says({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: { command: 'echo hello-from-tool' } } }));
  is(judged('claude-code', r).rewritten, { command: 'echo hello-from-tool' });
});
test('an input given back as it was is no rewrite, in any dialect', () => {
  const r = run(['--host', 'cursor', '--dialect', 'claude-code'], shell.cursor[1], says({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'echo hi' } } }));
  is([r.code, r.stdout], [0, '{}']);
});
test('a field the tool does not have blocks', () => {
  for (const host of ['claude-code', 'codex']) ok(judged(host, run(['--host', host], shell[host][1], says({ updated_input: { cwd: '/safe' } }))).blocked?.includes("no 'cwd'"), host);
  const grep = payload('cursor', 'base-022-preToolUse-Grep');
  ok(judged('cursor', run(['--host', 'cursor'], grep, says({ updated_input: { glob: '*.c' } })), 'preToolUse', grep).blocked?.includes('glob'), 'glob');
});
test('what Cursor ignores in a new input blocks the call, in any words', () => {
  const call = (tool_name, tool_input) => JSON.stringify({ ...JSON.parse(payload('cursor', 'base-003-preToolUse-Shell')), tool_name, tool_input });
  const tools = { Shell: { command: 'ls', cwd: '', timeout: 30000 }, Delete: { file_path: '/p/a' }, WriteShellStdin: { shell_id: 1, chars_length: 3 }, Grep: { pattern: 'x', file_path: '/p', output_mode: 'content' } };
  for (const [tool, updated_input] of [['Shell', { nonsense: 'x' }], ['Shell', { command: 'pwd', nonsense: 'x' }], ['Delete', { other: 'x' }], ['WriteShellStdin', { chars: '/b' }], ['WriteShellStdin', { shell_id: 2 }], ['Grep', { output_mode: 'count' }], ['Shell', { '*': 1 }]])
    for (const dialect of ['canonical', 'cursor']) {
      const text = call(tool, tools[tool]), field = Object.keys(updated_input).at(-1);
      ok(judged('cursor', run(['--host', 'cursor', '--dialect', dialect], text, says({ updated_input })), 'preToolUse', text).blocked?.includes(`'${field}'`), `${tool} ${field} in ${dialect}`);
    }
  // what is given back as it was is no change, and what a server or the backend runs has fields that gaff does not know
  for (const [tool, input, updated_input] of [['Grep', tools.Grep, { ...tools.Grep, pattern: 'y' }], ['MCP:echo', { x: 1 }, { y: 2 }], ['Task', { prompt: 'p', model: 'a' }, { model: 'b' }], ['Brand', { x: 1 }, { y: 2 }]]) {
    const text = call(tool, input);
    is(judged('cursor', run(['--host', 'cursor'], text, says({ updated_input })), 'preToolUse', text).rewritten, { ...input, ...updated_input }, tool);
  }
});
test('a folder in another name of the field is set in the one that the call has', () => {
  for (const [has, other] of [['cwd', 'working_directory'], ['working_directory', 'cwd']]) {
    const text = JSON.stringify({ ...JSON.parse(payload('cursor', 'base-003-preToolUse-Shell')), tool_name: 'Shell', tool_input: { command: 'ls', [has]: '' } });
    const said = JSON.parse(run(['--host', 'cursor'], text, says({ updated_input: { [other]: '/x' } })).stdout);
    is(said, { updated_input: { command: 'ls', [has]: '/x' } });
    const own = JSON.parse(run(['--host', 'cursor', '--dialect', 'cursor'], text, says({ updated_input: { [other]: '/x' } })).stdout);
    is([own.permission, own.user_message.includes(`'${other}'`)], ['deny', true], 'in its own words');
  }
});
test('of a repeated key the last is what a rewrite keeps', () => {
  const text = shell['claude-code'][1].toString().replace('"description":"x"', '"command":"b","description":"x"');
  is(judged('claude-code', run(['--host', 'claude-code'], text, says({ updated_input: { description: 'y' } }))).rewritten, { command: 'b', description: 'y' });
});
test('a Cursor hook that rewrites content in its own words is blocked too', () => {
  const text = payload('cursor', 'base-014-preToolUse-Write');
  ok(judged('cursor', run(['--host', 'cursor', '--dialect', 'cursor'], text, says({ updated_input: { content: 'safe' } })), 'preToolUse', text).blocked?.includes('content'), 'not blocked');
});
test('Cursor ignores new content, so rewriting it blocks', () => {
  const text = payload('cursor', 'base-014-preToolUse-Write');
  ok(judged('cursor', run(['--host', 'cursor'], text, says({ updated_input: { content: 'safe' } })), 'preToolUse', text).blocked?.includes('content'), 'not blocked');
});
test('"@x" is also the file x to pi, and to nobody else', () => {
  const file = path.join(scratch, 'tidied'), reads = { kiro: 'PreToolUse.read_file', pi: 'tool_call.read', 'claude-code': 'PreToolUse.Read', cursor: 'base-011-preToolUse-Read' };
  for (const [host, name] of Object.entries(reads)) {
    const p = JSON.parse(payload(host, name)), input = hosts[host].toolInput(p), key = ['path', 'file_path'].find(key => key in input);
    input[key] = '@x';
    run(['--host', host], JSON.stringify(p), ['sh', '-c', 'cat >"$0"', file]);
    is(JSON.parse(fs.readFileSync(file)).paths.map(p => path.basename(p)), host === 'pi' ? ['@x', 'x'] : ['@x'], host);
  }
});
test('context is cut to what Cursor takes, whole characters only', () => {
  const text = payload('cursor', 'base-003-preToolUse-Shell');
  const r = run(['--host', 'cursor'], text, ['node', '-e', 'process.stdout.write(JSON.stringify({context:"\u{1F600}".repeat(20000)}))'], {});
  const context = judged('cursor', r, 'preToolUse', text).context;
  ok(context && context.length <= 10000 && context.length > 9900 && context.includes('[cut'), `length ${context?.length}`);
  ok(r.stderr.includes('was cut'), r.stderr);
});
test('context is cut to the bytes that are read of a hook of Amazon Q, and of agents of Kiro', () => {
  for (const [host, args] of [['amazon-q', []], ['kiro', ['--event', 'userPromptSubmit']]]) {
    const text = payload(host, 'userPromptSubmit'), r = run(['--host', host, ...args], text, ['node', '-e', 'process.stdout.write(JSON.stringify({context:"\u00e9".repeat(9000)}))'], {}), n = Buffer.byteLength(r.stdout);
    ok(n <= 10240 && n > 10200 && r.stdout.includes('[cut'), `${host}: ${n} bytes`);
    const whole = run(['--host', host, ...args], text, ['node', '-e', 'process.stdout.write(JSON.stringify({context:"x".repeat(10239)}))'], {});
    is(Buffer.byteLength(whole.stdout.trimEnd()), 10239, host);
  }
});
test('fields only one agent has reach that agent and no other', () => {
  const start = payload('claude-code', 'SessionStart.startup');
  const mine = run(['--host', 'claude-code'], start, says({ native: { watchPaths: ['/x'], nonsense: 1 } }));
  is(JSON.parse(mine.stdout).hookSpecificOutput, { hookEventName: 'SessionStart', watchPaths: ['/x'] });
  ok(mine.stderr.includes('"nonsense" is lost'), mine.stderr);
  const other = run(['--host', 'codex', '--dialect', 'claude-code'], payload('codex', 'SessionStart.ephemeral'), says({ hookSpecificOutput: { hookEventName: 'SessionStart', watchPaths: ['/x'] } }));
  is(other.stdout, '');
  ok(other.stderr.includes('"watchPaths" is lost'), other.stderr);
});
test('a sequence for the terminal reaches Claude Code and no other', () => {
  const bell = { terminalSequence: '\u001b]9;done\u0007' };
  for (const name of ['PreToolUse.Bash', 'PostToolUse.Bash', 'Stop', 'SessionStart.startup', 'Notification.elicitation_response']) {
    is(JSON.parse(on('claude-code', name, bell, ['--dialect', 'claude-code']).stdout), bell, name);
    is(JSON.parse(on('claude-code', name, { native: bell }).stdout), bell, name);
  }
  for (const [host, its] of Object.entries(hosts).filter(([id]) => id !== 'claude-code' && hosts[id].privateStderr)) {
    const r = run(['--host', host, '--dialect', 'claude-code', '--event', its.shell.event], shell[host][1], says(bell));
    ok(r.stderr.includes('"terminalSequence" is lost') && !r.stdout.includes('done'), `${host}: ${r.stdout}${r.stderr}`);
  }
});
test('a context is carried or said to be lost, wherever in its answer a hook has it', () => {
  const dialects = ['claude-code', 'factory-droid', 'qwen-code', 'codex', 'trae', 'devin', 'grok', 'vs-code-copilot', 'gemini-cli', 'junie', 'auggie', 'copilot-cli', 'cursor', 'crush'];
  const places = [{ additionalContext: 'CTX' }, { hookSpecificOutput: { hookEventName: 'X', additionalContext: 'CTX' } }, { continue: true, additionalContext: 'CTX', suppressOutput: false }];
  for (const dialect of dialects)
    for (const name of ['PreToolUse.Bash', 'PostToolUse.Bash', 'UserPromptSubmit', 'SessionStart.startup', 'Stop', 'PreCompact.manual', 'SessionEnd.other', 'PermissionRequest.Bash'])
      for (const say of places) {
        const r = on('claude-code', name, say, ['--dialect', dialect]);
        ok(r.stdout.includes('CTX') || / is lost/.test(r.stderr) || /has no event|has no word/.test(r.stderr), `${dialect} ${name} ${JSON.stringify(say)}: ${r.stdout} ${r.stderr}`);
      }
  const after = (say, dialect = 'claude-code') => judge('claude-code', 'PostToolUse', {}, on('claude-code', 'PostToolUse.Bash', say, ['--dialect', dialect]));
  for (const dialect of dialects.filter(id => !['crush', 'junie'].includes(id))) is([dialect, after({ additionalContext: 'CTX' }, dialect).context], [dialect, 'CTX']);
  is(after({ additionalContext: 'one', hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'one' } }).context, 'one');
  is(after({ additionalContext: 'two', hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'one' } }).context, 'one\n\ntwo');
  is(after({ additionalContext: 7 }).context, undefined);
  is(judge('codex', 'SessionStart', {}, on('codex', 'SessionStart.ephemeral', { additionalContext: 'CTX' }, ['--dialect', 'claude-code'])).context, 'CTX');
});
test('a context for the end of a turn is shown by Codex, and does not prolong it', () => {
  for (const name of ['Stop', 'SubagentStop']) {
    const r = on('codex', name, { context: 'note' });
    is([r.code, JSON.parse(r.stdout), r.stderr], [0, { systemMessage: 'note' }, '']);
    is(JSON.parse(on('codex', name, { context: 'note', system_message: 'hello' }).stdout), { systemMessage: 'hello\n\nnote' });
    const denied = on('codex', name, { decision: 'deny', reason: 'go on', context: 'note' });
    is([denied.code, JSON.parse(denied.stdout)], [0, { decision: 'block', reason: 'go on', systemMessage: 'note' }]);
  }
});
test('session variables go to the file Claude Code names, quoted', () => {
  const file = path.join(scratch, 'env.sh'), value = `it's "$HOME" \`x\` \\ \n end`;
  const r = run(['--host', 'claude-code'], payload('claude-code', 'SessionStart.startup'), says({ env: { A_1: value } }), { env: { CLAUDE_ENV_FILE: file } });
  is([r.code, r.stdout, r.stderr], [0, '', '']);
  is(spawnSync('sh', ['-c', '. "$0"; printf %s "$A_1"', file]).stdout.toString(), value);
  is(fs.statSync(file).mode & 0o777, 0o600, 'mode');
  run(['--host', 'claude-code'], payload('claude-code', 'SessionStart.startup'), says({ env: { B: '2' } }), { env: { CLAUDE_ENV_FILE: file } });
  is(spawnSync('sh', ['-c', '. "$0"; printf %s "$A_1$B"', file]).stdout.toString(), value + '2', 'both');
  for (const env of [{ 'A;id': 'x' }, { A: 'x\u0000y' }, { '': 'x' }, { '1A': 'x' }]) {
    const bad = run(['--host', 'claude-code'], payload('claude-code', 'SessionStart.startup'), says({ env }), { env: { CLAUDE_ENV_FILE: file } });
    ok(bad.stderr.includes('not names with texts'), JSON.stringify(env) + bad.stderr);
  }
  const fifo = path.join(scratch, 'fifo');
  spawnSync('mkfifo', [fifo]);
  const stuck = run(['--host', 'claude-code'], payload('claude-code', 'SessionStart.startup'), says({ env: { A: 'x' } }), { env: { CLAUDE_ENV_FILE: fifo } });
  ok(stuck.ms < 3000 * slow && stuck.code === 0, `${stuck.ms} ms`);
});
test('a reason that looks like an answer is not left alone on stderr', () => {
  for (const id of Object.keys(hosts).filter(id => hosts[id].can.deny.includes(shell[id][0]))) {
    const v = judged(id, run(['--host', id, '--event', shell[id][0]], shell[id][1], says({ decision: 'deny', reason: '{"a":1}' })));
    is([id, v.blocked.replace(/^blocked: /, '')], [id, '{"a":1}']); // a word in front is enough where stderr is all there is
  }
});

// ---- who is calling ----

// Variables that a program started by an agent inherits, and so does an agent started by it.
const nested = { nobody: {}, ...Object.fromEntries(Object.entries(hosts).filter(([, { inherits }]) => inherits).map(([id, { inherits }]) => [id, inherits])) };
const caller = (args, input, env) => {
  const file = path.join(scratch, 'caller');
  fs.rmSync(file, { force: true });
  const r = run(args, input, ['sh', '-c', 'printf %s "$GAFF_HOST" > "$0"; cat >/dev/null', file], { env });
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : r.code === 1 && /^gaff: .*add --host/.test(r.stderr) ? 'unknown' : `exit ${r.code} ${r.stderr}`;
};
for (const id of Object.keys(hosts)) test(`without --host a payload of ${id} is known as one`, () => {
  for (const name of cases(id)) {
    const c = readCase(id, name), telling = !(name in hosts[id].cannotTell);
    is([name, caller(c.args, c.payload, c.env)], [name, telling ? id : 'unknown']);
  }
});
for (const [outer, env] of Object.entries(nested)) test(`an agent started by ${outer} is not taken for it`, () => {
  for (const id of Object.keys(hosts)) for (const name of cases(id).filter((_, i) => i % 5 === 0)) {
    const c = readCase(id, name), got = caller(c.args, c.payload, { ...env, ...c.env });
    ok(got === id || got === 'unknown', `${id}/${name} is taken for ${got}`);
  }
});
test('too little to tell is not guessed', () => {
  is(caller(['--event', 'PreToolUse'], '{"tool_name":"Bash","tool_input":{"command":"ls"},"cwd":"/project","session_id":"s"}'), 'unknown');
  is(caller([], '{"session_id":"s","cwd":"/p","hook_event_name":"SessionStart","timestamp":"2026-11-15T18:29:32.066Z","source":"startup"}', nested['gemini-cli']), 'unknown');
});
test('CLAUDE_PROJECT_DIR is evidence of nothing', () => is(caller(['--event', 'PreToolUse'], '{"tool":"x"}', { CLAUDE_PROJECT_DIR: '/p' }), 'unknown'));
test('nothing, or as much for one as for another: exit 1, and what to do', () => {
  const nothing = run([], '{"a":1}', sh('exit 2'));
  is([nothing.code, nothing.stdout, nothing.stderr], [1, '', 'gaff: nothing tells which agent is calling; add --host (gaff hosts lists them)\n']);
  const tie = run(['--fail-closed'], '{"hook":"x","sessionId":"s"}', sh('exit 2'));
  is([tie.code, tie.stdout], [1, '']);
  ok(/may be a call of .* or of .*; add --host with/.test(tie.stderr), tie.stderr);
  is(run([], '{', sh('exit 2')).code, 1);
  is(run(['--dedline', '3'], payload('codex', 'PreToolUse'), sh('exit 2')).code, 1);
});
test('a registration for Claude Code that another agent runs is answered in its words', () => {
  const deny = says({ decision: 'deny', reason: 'r' });
  for (const [id, name] of [['cursor', 'base-003-preToolUse-Shell'], ['copilot-cli', 'pascal-PreToolUse.Bash'], ['factory-droid', 'PreToolUse.Execute'], ['devin', 'PreToolUse.exec']]) {
    const c = readCase(id, name), event = JSON.parse(c.payload).hook_event_name;
    for (const args of [[], ['--event', 'PreToolUse'], ['--event', 'PreToolUse', '--fail-closed']]) {
      const r = run(['--host', 'claude-code', ...args], c.payload, deny);
      is([id, judge(id, event, JSON.parse(c.payload), r).blocked], [id, 'r']);
      is(run(['--host', 'claude-code', ...args], c.payload, says({})).stdout, hosts[id].noOpinion, id);
      is(r.stdout, run(['--host', id], c.payload, deny).stdout);
    }
    is(judge(id, event, JSON.parse(c.payload), run(['--host', 'claude-code', '--dialect', 'claude-code'], c.payload, says({ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'r' } }))).blocked, 'r', 'the hook still speaks as Claude Code\'s do');
  }
  is(caller(['--host', 'claude-code'], payload('claude-code', 'PreToolUse.Bash'), nested['copilot-cli']), 'claude-code');
  is(caller(['--host', 'codex'], payload('cursor', 'base-003-preToolUse-Shell')), 'codex');
});

test('of two agents that share their files the registered one calls, unless more speaks for the other', () => {
  const deny = says({ decision: 'deny', reason: 'r' }), copilot = { COPILOT_CLI: '1', COPILOT_CLI_BINARY_VERSION: '1.0.102' };
  for (const name of cases('vs-code-copilot').filter(name => JSON.parse(payload('vs-code-copilot', name)).hook_event_name)) { // a transcript is optional, and an id of the call there is only with a tool
    const { transcript_path, tool_use_id, ...p } = JSON.parse(payload('vs-code-copilot', name)), text = JSON.stringify(p);
    is(caller(['--host', 'vs-code-copilot', '--event', p.hook_event_name], text), 'vs-code-copilot', name);
  }
  const prompt = JSON.parse(payload('vs-code-copilot', 'UserPromptSubmit')), { transcript_path, ...bare } = prompt;
  is(judge('vs-code-copilot', 'UserPromptSubmit', bare, run(['--host', 'vs-code-copilot', '--event', 'UserPromptSubmit'], JSON.stringify(bare), deny)).blocked, 'r');
  for (const name of cases('copilot-cli').filter(name => name.startsWith('pascal-'))) {
    const p = JSON.parse(payload('copilot-cli', name));
    if (p.hook_event_name) is(caller(['--host', 'vs-code-copilot', '--event', p.hook_event_name], JSON.stringify(p), copilot), 'copilot-cli', name);
  }
});
test('who registered it stands, unless the payload has what that one never sends', () => {
  const post = { session_id: 'abc123', cwd: '/home/user/project', hook_event_name: 'PostToolUse', tool_name: 'Write', tool_input: { file_path: '/home/user/project/a.php', content: '<?php' }, tool_use_id: 'toolu_01', tool_result: 'File written successfully', tool_error: null };
  const short = [post, { ...post, tool_use_id: undefined, tool_error: 'failed' }, { tool_name: 'Bash', tool_input: { command: 'ls' }, cwd: '/p', session_id: 's' },
    { hook_event_name: 'SessionStart', session_id: 's' }, { hook_event_name: 'Stop', session_id: 's' }, { hook_event_name: 'SessionEnd', session_id: 's', cwd: '/p', reason: 'exit' },
    { hook_event_name: 'UserPromptSubmit', session_id: 's', prompt: 'p' }, { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: 'x' } }];
  for (const one of short) {
    const event = one.hook_event_name ?? 'PreToolUse';
    for (const env of [{}, nested['copilot-cli'], nested['factory-droid'] ?? {}, { CURSOR_VERSION: '3.0.0' }, { GROK_HOOK_EVENT: 'stop' }]) is(caller(['--host', 'claude-code', '--event', event], JSON.stringify(one), env), 'claude-code', JSON.stringify(one));
  }
  const file = path.join(scratch, 'stands');
  run(['--host', 'claude-code'], JSON.stringify(post), ['sh', '-c', 'cat >"$0"', file]);
  const seen = JSON.parse(fs.readFileSync(file, 'utf8'));
  is([seen.host, seen.tool_output, seen.tool_error, seen.paths], ['claude-code', 'File written successfully', undefined, ['/home/user/project/a.php']]);
});
// What came of a tool has three names in the field, and hooks' own tests use any of them.
for (const host of Object.keys(hosts).filter(id => id !== 'cline')) { // there it is the whole call
  const its = cases(host).map(name => ({ ...readCase(host, name), name })).find(({ payload: text }) => /"tool_(response|output|result)":/.test(text) && /^(post|after)_?tool(_?use)?$/i.test(JSON.parse(text).hook_event_name ?? ''));
  if (!its) continue;
  test(`what came of a tool is read under each of its names: ${host}`, () => {
    const { tool_response, tool_output, tool_result, ...rest } = JSON.parse(its.payload);
    for (const key of ['tool_response', 'tool_output', 'tool_result']) {
      const file = path.join(scratch, 'outcome');
      run(['--host', host, ...its.args], JSON.stringify({ ...rest, [key]: 'what came' }), ['sh', '-c', 'cat >"$0"', file], { env: its.env });
      is(JSON.parse(fs.readFileSync(file, 'utf8')).tool_output, 'what came', `${its.name}, ${key}`);
    }
  });
}
test('Devin starts a session by what is registered for Claude Code, and is known', () => {
  const c = readCase('devin', 'SessionStart');
  is(caller(['--host', 'claude-code', '--event', 'SessionStart'], c.payload, c.env), 'devin');
  is(caller(['--host', 'claude-code', '--event', 'SessionStart'], payload('claude-code', cases('claude-code').find(name => name.startsWith('SessionStart'))), c.env), 'claude-code');
});

// ---- MCP tools, whose names agents make in their own ways ----

// What a manifest's pattern is held against is mcp__server__tool, whatever the agent joins, and wherever that can be split.
const called = [['github', 'delete_issue'], ['github', 'create_issue'], ['my_server', 'do_it'], ['gitlab', 'delete']];
const patterns = ['mcp__.*__delete.*', '^mcp__(github|gitlab)__', 'mcp__github__(create|delete)_.*', 'mcp__.*__write', '.*__delete_.*', '^mcp__my_server__do_it$', 'mcp__my__'];
const fired = (...args) => spawnSync(gaff, ['fire', ...args], { encoding: 'utf8', env: { PATH: process.env.PATH, HOME: scratch, ...sanitizer } });
const joins = host => { // its event, and how it calls them; not: those that hide the server, or of which nobody knows
  const { status, stdout } = fired('--host', host, '--event', hosts[host].shell.event, '--mcp', 'github/delete_issue');
  return status === 0 && /github/.test(stdout) && /delete_issue/.test(stdout);
};
for (const id of Object.keys(hosts).filter(joins)) test(`${id}: a pattern finds MCP tools by server and tool`, () => {
  for (const [server, tool] of called) {
    const text = fired('--host', id, '--event', hosts[id].shell.event, '--mcp', `${server}/${tool}`).stdout, native = hosts[id].shell.event;
    for (const pattern of patterns) {
      const inline = JSON.stringify({ spec: 'hooks/1.0', hooks: [{ event: 'before_tool_execute', matcher: { pattern }, blocking: true, handler: { type: 'command', command: 'echo NO >&2; exit 2' } }] });
      const r = run(['--host', id, '--event', native, '--inline', inline], text), blocked = judge(id, native, JSON.parse(text), r).blocked;
      const isMeant = new RegExp(pattern).test(`mcp__${server}__${tool}`);
      // one joint, and it may be in either name: other ways to read it are meant, too
      if (isMeant) is(blocked, 'NO', `${pattern} for ${server} ${tool}: ${text}`);
      else if (!/my_/.test(server + pattern)) is(blocked, undefined, `${pattern} for ${server} ${tool}: ${text}`);
    }
  }
});
test('a name that can be read in very many ways is nothing that a pattern passes over', () => {
  const inline = on_error => JSON.stringify({ spec: 'hooks/1.0', hooks: [{ event: 'before_tool_execute', matcher: { pattern: 'mcp__.*__delete' }, blocking: true, on_error, handler: { type: 'command', command: 'exit 2' } }] });
  const text = JSON.stringify({ ...JSON.parse(payload('auggie', 'PreToolUse.mark_lab')), tool_name: `${'a_'.repeat(60)}delete_x` });
  is(judge('auggie', 'PreToolUse', JSON.parse(text), run(['--host', 'auggie', '--inline', inline('closed')], text)).blocked !== undefined, true);
});

// ---- what single agents do otherwise ----

const as = (dialect, command, host = 'claude-code') => run(['--host', host, '--dialect', dialect, '--event', shell[host][0]], shell[host][1], command);

test('Gemini CLI: fields only it has, where they have an effect', () => {
  const response = { candidates: [{ content: { role: 'model', parts: ['X'] } }] };
  is(JSON.parse(on('gemini-cli', 'BeforeModel.mcp', { decision: 'deny', reason: 'r', native: { llm_response: response } }).stdout).hookSpecificOutput, { llm_response: response });
  is(on('gemini-cli', 'BeforeModel.mcp', { native: { llm_response: response } }).stdout, '');
  is(JSON.parse(on('gemini-cli', 'BeforeModel.mcp', { native: { llm_request: { config: { temperature: 0 } } } }).stdout).hookSpecificOutput, { llm_request: { config: { temperature: 0 } } });
  is(JSON.parse(on('gemini-cli', 'AfterModel', { native: { llm_response: response } }).stdout).hookSpecificOutput, { llm_response: response });
  is(JSON.parse(on('gemini-cli', 'BeforeToolSelection', { native: { toolConfig: { mode: 'NONE' } } }).stdout).hookSpecificOutput, { toolConfig: { mode: 'NONE' } });
  is(JSON.parse(on('gemini-cli', 'AfterTool', { native: { tailToolCallRequest: { name: 'read_file', args: {} } } }).stdout).hookSpecificOutput, { tailToolCallRequest: { name: 'read_file', args: {} } });
  is(on('gemini-cli', 'BeforeToolSelection', {}).stdout, '');
});
test('Gemini CLI: session and directories also from the environment, and by other names', () => {
  const env = { GEMINI_SESSION_ID: 's-1', GEMINI_CWD: '/somewhere/sub', GEMINI_PROJECT_DIR: '/somewhere' };
  const seen = path.join(scratch, 'gemini');
  run(['--host', 'gemini-cli'], '{"hook_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"ls"}}', ['sh', '-c', 'cat > "$0"', seen], { env });
  const event = JSON.parse(fs.readFileSync(seen));
  is([event.event, event.session_id, event.cwd, event.project_dir], ['before_tool_execute', 's-1', '/somewhere/sub', '/somewhere']);
  run(['--host', 'gemini-cli'], '{"hook_name":"SessionStart","session_id":"s-2","trigger":"startup"}', ['sh', '-c', 'cat > "$0"', seen], { env });
  const start = JSON.parse(fs.readFileSync(seen));
  is([start.event, start.session_id, start.source, start.trigger], ['session_start', 's-2', 'startup', 'startup']);
  run(['--host', 'gemini-cli'], payload('gemini-cli', 'PreCompress.mcp'), ['sh', '-c', 'cat > "$0"', seen]);
  is('source' in JSON.parse(fs.readFileSync(seen)), false);
});
test('a Gemini CLI hook: an answer on stderr, a text that is a message, codes that block', () => {
  is(judged('claude-code', as('gemini-cli', sh(`echo '{"decision":"deny","reason":"r"}' >&2`))).blocked, 'r');
  is(judged('claude-code', as('gemini-cli', sh('echo look'))).message, 'look');
  is(judged('claude-code', as('gemini-cli', sh('echo no >&2; exit 3'))).blocked, 'no');
  is(judged('claude-code', as('gemini-cli', sh(`echo '{"decision":"deny","reason":"r"}'; exit 1`))).blocked, 'r');
  is(as('gemini-cli', sh('echo no >&2; exit 1')).code, 0);
  is(as('gemini-cli', says({ decision: 'allow' })).stdout, '');
});
test('a Copilot CLI hook that fails before a tool denies, elsewhere it does not', () => {
  is(as('copilot-cli', sh('exit 1')).code, 2);
  is(as('copilot-cli', sh('exit 127')).code, 2);
  is(run(['--host', 'claude-code', '--dialect', 'copilot-cli'], payload('claude-code', 'PostToolUse.Write'), sh('exit 1')).code, 0);
  is(run(['--host', 'claude-code', '--dialect', 'copilot-cli'], payload('claude-code', 'Stop'), sh('echo why >&2; exit 2')).code, 0);
  is(run(['--host', 'claude-code', '--dialect', 'copilot-cli'], payload('claude-code', 'Stop'), sh(`echo '{"decision":"block","reason":"r"}'; exit 2`)).code, 2);
  is(run(['--host', 'claude-code', '--dialect', 'copilot-cli'], payload('claude-code', 'PostToolUseFailure.Bash-err'), sh('echo look >&2; exit 2')).stdout, '{"hookSpecificOutput":{"hookEventName":"PostToolUseFailure","additionalContext":"look"}}');
});
test('Copilot CLI: arguments as an object, as its text, and a patch that is a text', () => {
  const seen = path.join(scratch, 'copilot');
  for (const args of ['{"command":"rm x"}', JSON.stringify('{"command":"rm x"}')]) {
    run(['--host', 'copilot-cli', '--event', 'preToolUse'], `{"sessionId":"s","cwd":"/p","toolName":"bash","toolArgs":${args}}`, ['sh', '-c', 'cat > "$0"', seen]);
    is([JSON.parse(fs.readFileSync(seen)).tool, JSON.parse(fs.readFileSync(seen)).tool_input.command], ['shell', 'rm x']);
  }
  for (const name of ['preToolUse.apply_patch', 'pascal-PreToolUse.Edit-patch']) {
    on('copilot-cli', name, ['sh', '-c', 'cat > "$0"', seen]);
    is(JSON.parse(fs.readFileSync(seen)).paths, ['/home/dev/proj/p.txt'], name);
    const r = on('copilot-cli', name, { updated_input: { patch: '*** Begin Patch\n*** Add File: q\n+x\n*** End Patch\n' } });
    is(JSON.parse(r.stdout).modifiedArgs, '*** Begin Patch\n*** Add File: q\n+x\n*** End Patch\n', name);
    is(judged('copilot-cli', on('copilot-cli', name, sh('case $(cat) in *p.txt*) echo no >&2; exit 2;; esac'), ['--dialect', 'claude-code'])).blocked, 'no', 'a Claude Code hook sees each file');
  }
});
test('Copilot CLI: the spelling of the event chooses the words', () => {
  const seen = path.join(scratch, 'spelling');
  on('copilot-cli', 'pascal-PreToolUse.Bash', ['sh', '-c', 'cat > "$0"', seen], ['--dialect', 'copilot-cli']);
  is(fs.readFileSync(seen, 'utf8'), `${payload('copilot-cli', 'pascal-PreToolUse.Bash').toString().trim()}\n`);
  is(judge('copilot-cli', 'PreToolUse', {}, on('copilot-cli', 'pascal-PreToolUse.Bash', { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'r' } }, ['--dialect', 'copilot-cli'])).blocked, 'r');
  is(on('copilot-cli', 'preToolUse.bash', { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'r' } }, ['--dialect', 'copilot-cli']).stdout, '');
});
test('Factory droid: a new input with a grant, and without one', () => {
  is(judged('factory-droid', on('factory-droid', 'PreToolUse.Execute', { decision: 'allow', updated_input: { command: 'ls' } })).rewritten.command, 'ls');
  ok(judged('factory-droid', on('factory-droid', 'PreToolUse.Execute', { updated_input: { command: 'ls' } })).blocked, 'it ran');
});
test('a Crush hook ends the turn with exit 49', () => {
  const v = judged('claude-code', as('crush', sh('echo enough >&2; exit 49')));
  is([v.blocked, v.stopped], ['enough', true]);
  is(judged('claude-code', as('crush', sh('echo enough >&2; exit 48'))), {}, 'any other code is nothing');
  is(judged('crush', runShell('crush', ['--dialect', 'crush'], sh('echo enough >&2; exit 49'))), { blocked: 'enough', stopped: 'enough' });
});
test('a Crush hook may give its context in a list', () => is(judged('claude-code', as('crush', says({ context: ['one', '', 'two'] }))).context, 'one\ntwo'));
test('a Crush hook finds the command and the file in its variables', () => {
  const guard = sh('case $CRUSH_TOOL_INPUT_COMMAND in "") echo "file $CRUSH_TOOL_INPUT_FILE_PATH" >&2;; *) echo "no $CRUSH_TOOL_INPUT_COMMAND" >&2;; esac; exit 2');
  for (const host of ['claude-code', 'crush', 'gemini-cli', 'copilot-cli']) is(judged(host, runShell(host, ['--dialect', 'crush'], guard)).blocked, `no ${hosts[host].command(JSON.parse(shell[host][1]))}`, host);
  is(judged('claude-code', runCase('claude-code', 'PreToolUse.Read', ['--dialect', 'crush'], guard), 'PreToolUse', payload('claude-code', 'PreToolUse.Read')).blocked,
    `file ${JSON.parse(payload('claude-code', 'PreToolUse.Read')).tool_input.file_path}`);
});
test('Antigravity has to be told which event it is', () => {
  const text = payload('antigravity', 'PreToolUse.run_command'), deny = says({ decision: 'deny', reason: 'r' });
  const r = run(['--host', 'antigravity', '--verbose'], text, deny);
  is([r.code, r.stdout], [0, '{}'], 'which blocks the call, or makes it ask');
  ok(/the payload does not name its event; add --event/.test(r.stderr), r.stderr);
  is(judge('antigravity', 'PreToolUse', JSON.parse(text), run(['--host', 'antigravity', '--event', 'PreToolUse'], text, deny)).blocked, 'r');
});
test('an Antigravity hook: its allow grants nothing, its questions are asked, its messages are context', () => {
  is(as('antigravity', says({ decision: 'allow' })).stdout, '');
  for (const decision of ['ask', 'force_ask', 'deny_unless_prior_grant']) is(judged('claude-code', as('antigravity', says({ decision, reason: 'sure?' }))).asked, 'sure?', decision);
  const r = runCase('antigravity', 'PreInvocation', ['--dialect', 'antigravity'], says({ injectSteps: [{ userMessage: 'one' }, { toolCall: { name: 'x', args: {} } }, { ephemeralMessage: 'two' }] }));
  is(r.stdout, '{"injectSteps":[{"ephemeralMessage":"one\\ntwo"}]}');
});
test('an Antigravity hook without a decision asks, and one that fails blocks', () => {
  for (const hook of [says({}), sh('exit 0'), says({ reason: 'r' })]) ok(judged('claude-code', as('antigravity', hook)).asked !== undefined, hook);
  for (const code of [1, 2, 3]) ok(judged('claude-code', as('antigravity', sh(`exit ${code}`))).blocked !== undefined, code);
  const file = path.join(scratch, 'observer.json'), observer = { event: 'before_tool_execute', dialect: 'antigravity', handler: { type: 'command', command: 'true' } };
  fs.writeFileSync(file, JSON.stringify({ spec: 'hooks/1.0', hooks: [observer] }));
  is(judged('claude-code', runShell('claude-code', ['--manifest', file])), {}, 'one that blocks nothing');
});
test('exit 2 of a Windsurf hook blocks before, and nothing afterwards', () => {
  ok(judged('claude-code', as('windsurf', sh('echo no >&2; exit 2'))).blocked, 'not blocked');
  for (const name of ['Stop', 'PostToolUse.Bash']) {
    const r = runCase('claude-code', cases('claude-code').find(each => each.startsWith(name)), ['--dialect', 'windsurf'], sh('echo no >&2; exit 2'));
    is([r.code, r.stdout], [0, ''], name);
  }
});
test('a refused stop of Kiro may be nested', () => {
  for (const answer of [{ decision: 'block', reason: 'r' }, { hookSpecificOutput: { decision: 'block', reason: 'r' } }]) {
    const r = runCase('claude-code', cases('claude-code').find(each => each.startsWith('Stop')), ['--dialect', 'kiro'], says(answer));
    is(JSON.parse(r.stdout), { decision: 'block', reason: 'r' });
  }
});
test('pi and Amp take a text for a block, and false for none', () => {
  for (const dialect of ['pi', 'amp', 'opencode']) is(judged('claude-code', as(dialect, says({ block: 'r' }))).blocked, 'r', dialect);
  for (const dialect of ['pi', 'amp']) {
    is(judged('claude-code', as(dialect, says({ block: true, reason: 'why' }))).blocked, 'why', dialect);
    is([as(dialect, says({ block: false })).code, as(dialect, says({ block: false })).stdout], [0, ''], dialect);
    ok(/unknown decision/.test(as(dialect, says({ block: 1 })).stderr), dialect);
  }
});
test('continue: false on a prompt: stopped, else refused, and of Kiro tried', () => {
  for (const [host, its] of Object.entries(hosts)) for (const name of cases(host)) {
    const given = readCase(host, name), { event, native_event: native } = JSON.parse(fs.readFileSync(path.join(given.dir, 'event.json')));
    if (event !== 'before_prompt') continue;
    const r = runCase(host, name, [], says({ continue: false, stop_reason: 'enough' })), v = judge(host, native, JSON.parse(given.payload), r);
    if (its.can.deny.includes(native) || its.can.stop.includes(native)) ok(v.blocked !== undefined || v.stopped !== undefined, `${host}/${name}: ${r.stdout}`);
    else if (host === 'kiro') is(r.code, native === 'UserPromptSubmit' ? 2 : 0, native);
  }
});
test('an edit by a patch under any of its keys: its files are seen, and it can be another one', () => {
  const patch = (...files) => `*** Begin Patch\n${files.map(file => `*** Update File: ${file}\n@@\n-a\n+b\n`).join('')}*** End Patch\n`;
  const call = { amp: input => ({ amp: 'tool.call', event: { tool: 'apply_patch', input }, directory: '/w' }), devin: input => ({ hook_event_name: 'PreToolUse', session_id: 's', prompt_id: 'p', tool_name: 'apply_patch', tool_input: input }) };
  for (const [host, key] of [['amp', 'patchText'], ['amp', 'patch'], ['amp', 'input'], ['devin', 'patch'], ['devin', 'input']]) {
    const text = JSON.stringify(call[host]({ [key]: patch('x', '.env') })), file = path.join(scratch, 'patched');
    fs.rmSync(file, { force: true });
    run(['--host', host], text, ['sh', '-c', 'cat >"$0"', file]);
    is(JSON.parse(fs.readFileSync(file)).paths.map(each => path.basename(each)), ['x', '.env'], `${host} ${key}`);
    const out = JSON.parse(run(['--host', host], text, says({ updated_input: { patch: patch('y') } })).stdout), input = out.input ?? out.hookSpecificOutput?.updatedInput;
    is(input, { [key]: patch('y') }, `${host} ${key}`);
  }
});
test('what a Junie hook prints is context', () => {
  const r = run(['--host', 'junie', '--dialect', 'junie', '--fail-closed'], payload('junie', 'UserPromptSubmit'), sh('echo plain'));
  is(judge('junie', 'UserPromptSubmit', JSON.parse(payload('junie', 'UserPromptSubmit')), r).context, 'plain');
});
test('VS Code calls by what is registered for Copilot CLI, without a transcript too; a refused prompt is refused by both', () => {
  for (const tool_name of ['read_file', 'apply_patch', 'edit_notebook_file', 'run_in_terminal'])
    is(caller(['--host', 'copilot-cli', '--event', 'preToolUse'], JSON.stringify({ timestamp: '2026-01-01T00:00:00.000Z', cwd: '/w', session_id: 's', hook_event_name: 'PreToolUse', tool_name, tool_input: {}, tool_use_id: 't' })), 'vs-code-copilot', tool_name);
  const text = payload('copilot-cli', 'pascal-UserPromptSubmit'), r = run(['--host', 'vs-code-copilot', '--event', 'UserPromptSubmit'], text, sh('echo no >&2; exit 2'));
  const { continue: goesOn, stopReason, ...rest } = JSON.parse(r.stdout); // Copilot CLI ignores these two
  is([judge('vs-code-copilot', 'UserPromptSubmit', JSON.parse(text), r).blocked, judge('copilot-cli', 'UserPromptSubmit', JSON.parse(text), { ...r, stdout: JSON.stringify(rest) }).blocked], ['no', 'no']);
});
test('a hook of Junie approves by saying nothing, but not through gaff', () => {
  const text = payload('junie', 'PermissionRequest.Bash'), on = (...command) => run(['--host', 'junie', '--dialect', 'junie'], text, ...command);
  is([on(sh('exit 0')).code, on(sh('exit 1')).code, on(says('checked')).code], [1, 1, 1], 'the user is asked');
  is([on(says({ decision: 'allow' })).code, on(sh('exit 2')).code, on(says({ decision: 'deny', reason: 'r' })).code], [0, 2, 2]);
  is(run(['--host', 'junie', '--event', 'PermissionRequest'], 'nonsense', sh('exit 0')).code, 1, 'what cannot be read is not approved');
});
test('a Factory droid hook ends the turn with exit 3', () => {
  const v = judged('claude-code', as('factory-droid', sh('echo enough >&2; exit 3')));
  is([v.blocked, v.stopped], ['enough', true]);
});
test('Factory droid reads its variables without a shell', () => {
  const file = path.join(scratch, 'droid-env');
  const c = readCase('factory-droid', 'SessionStart.startup');
  const r = run(['--host', 'factory-droid'], c.payload, says({ env: { A: `it's "q" $HOME \\n`, B: 'two\nlines', C: 'C:\\new' } }), { env: { CLAUDE_ENV_FILE: file } });
  is([r.code, fs.readFileSync(file, 'utf8')], [0, 'export A="it\'s "q" $HOME \\n"\nexport C="C:\\new"\n']);
});
test('a wrapped program is a command line, quoted as a shell reads it', () => {
  for (const args of [['pr', 'create'], ['a b', '', "it's", '"', '$HOME', '`x`', 'a\nb', '*', '~', '#', '!', '\\', '-x=1', '{a,b}', ';', '\u00e4']]) {
    const seen = path.join(scratch, 'cli');
    run(['--host', 'cli'], JSON.stringify({ cli: 'printf', args: ['%s|', ...args], cwd: '/', phase: 'pre' }), ['sh', '-c', 'cat > "$0"', seen]);
    is(spawnSync('sh', ['-c', JSON.parse(fs.readFileSync(seen)).tool_input.command], { encoding: 'utf8' }).stdout, args.map(a => a + '|').join(''));
  }
});
test('a hook of wrapped programs sees the words of a command, or the shell it needs', () => {
  const seen = path.join(scratch, 'words');
  const words = command => { run(['--host', 'claude-code', '--dialect', 'cli'], JSON.stringify({ ...JSON.parse(shell['claude-code'][1]), tool_input: { command } }), ['sh', '-c', 'cat > "$0"', seen]); const p = JSON.parse(fs.readFileSync(seen)); return [p.phase, p.cli, ...p.args]; };
  is(words('gh pr merge 12 --squash'), ['pre', 'gh', 'pr', 'merge', '12', '--squash']);
  is(words(`gh issue create --title 'it'\\''s' --body "a b" c\\ d ""`), ['pre', 'gh', 'issue', 'create', '--title', "it's", '--body', 'a b', 'c d', '']);
  for (const command of ['gh pr list | head', 'GH_TOKEN=x gh pr list', 'cd x && gh pr merge', 'gh pr view $N', 'gh "$(id)"', 'gh `id`', 'ls *', 'gh pr list; id', 'gh "unfinished', '', 'gh a\\\nb', 'echo {a,b}', '~/gh x', 'gh x &', '(gh x)', 'gh <x', 'a#b', '! gh'])
    is(words(command), ['pre', 'sh', '-c', command], command);
  is(judged('claude-code', as('cli', says({ decision: 'deny', reason: 'r' }))).blocked, 'r');
});
test('several edits of one call: a hook whose agent makes one at a time is asked about each', () => {
  const edits = JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p', tool_name: 'MultiEdit', tool_input: { file_path: '/p/a', edits: [{ old_string: 'a', new_string: 'b' }, { old_string: 'c', new_string: 'SECRET' }] } });
  const guard = sh('case $(cat) in *SECRET*) echo "not that" >&2; exit 2;; esac');
  for (const dialect of ['gemini-cli', 'copilot-cli', 'opencode', 'factory-droid']) is(judge('claude-code', 'PreToolUse', {}, run(['--host', 'claude-code', '--dialect', dialect], edits, guard)).blocked, 'not that', dialect);
});
test('OpenCode: what is answered to a prompt, to a result and to the shell', () => {
  is(JSON.parse(on('opencode', 'chat.message', { updated_prompt: 'other', context: 'c' }).stdout).parts[0].text, 'other\n\nc');
  is(JSON.parse(on('opencode', 'tool.execute.after.bash', { updated_output: { a: 1 } }).stdout), { output: { output: '{"a":1}' } });
  is(JSON.parse(on('opencode', 'tool.execute.after.bash', { updated_output: 'x', context: 'c' }).stdout), { output: { output: 'x\n\nc' } });
  is(JSON.parse(on('opencode', 'tool.execute.after.lab_ping', { updated_output: 'x', context: 'c' }).stdout), { output: { content: [{ type: 'text', text: 'x' }, { type: 'text', text: 'c' }] } });
  is(JSON.parse(on('opencode', 'chat.message', { context: 'c', native: { parts: [{ type: 'text', text: 'mine', id: 'prt_1' }] } }).stdout).parts, [{ type: 'text', id: 'prt_1', text: 'mine\n\nc' }]);
  const image = JSON.stringify({ hook: 'chat.message', input: { sessionID: 's' }, output: { parts: [{ type: 'file', url: 'x', id: 'prt_1' }, { type: 'text', text: 'look', id: 'prt_2' }] }, directory: '/p', worktree: '/p' });
  is(JSON.parse(run(['--host', 'opencode'], image, says({ context: 'c' })).stdout).parts, [{ type: 'file', url: 'x', id: 'prt_1' }, { type: 'text', id: 'prt_2', text: 'look\n\nc' }]);
});
const shown = (host, input, args = []) => { const file = path.join(scratch, 'shown'); fs.rmSync(file, { force: true }); const r = run(['--host', host, ...args], typeof input === 'string' ? input : JSON.stringify(input), ['sh', '-c', 'cat > "$0"', file]); return { ...r, event: fs.existsSync(file) ? JSON.parse(fs.readFileSync(file)) : null }; };
test('a Cline hook that wants a review asks, and a resource of a server is its server', () => {
  ok(judged('claude-code', as('cline', says({ review: true }))).asked !== undefined, 'not asked');
  is(judged('claude-code', as('cline', says({ review: false }))), {});
  const { event } = shown('cline', { hookName: 'PreToolUse', clineVersion: '3', taskId: 't', workspaceRoots: ['/w'], preToolUse: { toolName: 'access_mcp_resource', parameters: { server_name: 'gh', uri: 'x://y' } } });
  is([event.tool, event.mcp], ['mcp', { server: 'gh' }]);
});

// A hook keeps the ways of its own agent under another: what it prints, where, and with which exit code.
const ways = [ // dialect, event of Claude Code, hook, what Claude Code does then
  ['factory-droid', 'PostToolUse.Write', 'echo enough >&2; exit 3', v => v.stopped && v.blocked === 'enough'],
  ['factory-droid', 'UserPromptSubmit', 'echo remember', v => v.context === 'remember'],
  ['factory-droid', 'SessionStart.startup', 'echo remember', v => v.context === 'remember'],
  ['factory-droid', 'PreToolUse.Bash', `echo '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"r"}}'; exit 1`, v => v.blocked === 'r'],
  ['factory-droid', 'PreToolUse.Bash', `echo '{"hookSpecificOutput":{"permissionDecision":"allow"}}'`, v => v.granted],
  ['factory-droid', 'Stop', `echo '{"decision":"block","reason":"r"}'`, v => v.blocked === 'r'],
  ['qwen-code', 'SessionStart.startup', 'echo remember', v => v.context === 'remember'],
  ['qwen-code', 'UserPromptSubmit', 'echo remember', v => v.context === 'remember'],
  ['qwen-code', 'Stop', 'echo look', v => v.message === 'look' && v.blocked === undefined],
  ['qwen-code', 'PreToolUse.Bash', `echo '{"continue":false,"stopReason":"r"}'`, v => v.blocked === 'r' && !v.stopped],
  ['qwen-code', 'PreToolUse.Bash', `echo '{"continue":true}'`, v => Object.keys(v).length === 0],
  ['qwen-code', 'PreToolUse.Bash', `echo '{"decision":"deny","reason":"r"}'; exit 3`, v => v.blocked === 'r'],
  ['qwen-code', 'PreToolUse.Bash', `echo '{"decision":"deny","reason":"r"}' >&2`, v => v.blocked === 'r'],
  ['qwen-code', 'PreToolUse.Bash', `echo '{"hookSpecificOutput":{"permissionDecision":"allow"}}'`, v => Object.keys(v).length === 0],
  ['qwen-code', 'PermissionRequest.Bash', 'echo no >&2; exit 2', v => Object.keys(v).length === 0],
  ['qwen-code', 'PostToolUse.Write', `echo '{"continue":false,"stopReason":"r"}'`, v => v.blocked === 'r'],
  ['qwen-code', 'Stop', `echo '{"continue":false,"stopReason":"r"}'`, v => v.blocked === 'r'],
  ['copilot-cli', 'PreToolUse.Bash', `echo '{"permissionDecision":"allow"}'`, v => v.granted],
  ['copilot-cli', 'PreToolUse.Bash', 'echo just text', v => Object.keys(v).length === 0],
  ['copilot-cli', 'PostToolUse.mcp__lab__ping', `echo '{"modifiedResult":{"resultType":"success","textResultForLlm":"new"}}'`, v => v.output === 'new'],
  ['copilot-cli', 'SessionStart.startup', `echo '{"additionalContext":"remember"}'`, v => v.context === 'remember'],
  ['gemini-cli', 'PostToolUse.Write', `echo '{"decision":"deny","reason":"r"}'`, v => v.blocked === 'r'],
  ['gemini-cli', 'PreToolUse.Bash', `echo '{"hookSpecificOutput":{"tool_input":{"command":"ls"}}}'`, v => v.rewritten?.command === 'ls'],
  ['opencode', 'PreToolUse.Bash', `echo '{"block":"r"}'`, v => v.blocked === 'r'],
  ['opencode', 'PreToolUse.Bash', `echo '{"args":{"command":"ls"}}'`, v => v.rewritten?.command === 'ls'],
  ['opencode', 'PostToolUse.mcp__lab__ping', `echo '{"output":{"output":"new"}}'`, v => v.output === 'new'],
  ['cli', 'PreToolUse.Bash', `echo '{"decision":"deny","reason":"r"}'`, v => v.blocked === 'r'],
];
for (const [dialect, name, hook, does] of ways) test(`a ${dialect} hook on ${name}: ${hook.slice(0, 60)}`, () => {
  const c = readCase('claude-code', name), p = JSON.parse(c.payload);
  const v = judge('claude-code', p.hook_event_name, p, run(['--host', 'claude-code', '--dialect', dialect], c.payload, sh(`cat >/dev/null; ${hook}`)));
  ok(!v.rejected && does(v), JSON.stringify(v));
});
test('a new output takes its context along where Qwen Code has no other place for it', () => is(JSON.parse(on('qwen-code', 'PostToolUse', { updated_output: 'x', context: 'c' }).stdout), { continue: false, stopReason: 'x\n\nc' }));
test("the variables of a dialect's own agent are there", () => {
  for (const [dialect, names] of Object.entries({ 'claude-code': ['CLAUDE_PROJECT_DIR'], cursor: ['CURSOR_PROJECT_DIR'], 'gemini-cli': ['GEMINI_PROJECT_DIR', 'GEMINI_SESSION_ID', 'GEMINI_CWD', 'CLAUDE_PROJECT_DIR'], 'copilot-cli': ['COPILOT_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'],
    'factory-droid': ['FACTORY_PROJECT_DIR', 'DROID_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'], 'qwen-code': ['QWEN_PROJECT_DIR', 'QWEN_CODE_SESSION_ID', 'CLAUDE_PROJECT_DIR', 'GEMINI_PROJECT_DIR'] })) {
    const r = run(['--host', 'codex', '--dialect', dialect], shell.codex[1], sh(`cat >/dev/null; for n in ${names.join(' ')}; do eval "[ -n \\"\\$$n\\" ]" || { echo "no $n" >&2; exit 2; }; done`));
    is([dialect, r.code, r.stderr], [dialect, 0, '']);
  }
});
test('Gemini CLI: a message beside a refused prompt does not hide why', () => ok(judge('gemini-cli', 'BeforeAgent', {}, on('gemini-cli', 'BeforeAgent.aa-deny-once', { decision: 'deny', reason: 'REASON', system_message: 'MESSAGE' })).blocked.includes('REASON'), 'the reason is hidden'));
test('a time in seconds is milliseconds to hooks, and seconds again', () => {
  const call = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Execute', tool_input: { command: 'ls', timeout: 60 } };
  is(shown('factory-droid', call).event.tool_input.timeout, 60000);
  is(JSON.parse(run(['--host', 'factory-droid'], JSON.stringify(call), says({ decision: 'allow', updated_input: { timeout: 5500 } })).stdout).hookSpecificOutput.updatedInput.timeout, 6);
  is(shown('claude-code', { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command: 'ls', timeout: 5000 } }, ['--dialect', 'factory-droid']).event.tool_input.timeout, 5);
});
test('without --host and --event every payload is answered or refused, never a crash', () => {
  for (const id of Object.keys(hosts)) for (const name of cases(id)) for (const args of [[], ['--fail-closed']]) {
    const r = run(args, readCase(id, name).payload, sh('exit 1'));
    ok([0, 1, 2].includes(r.code), `${id}/${name} ${args} ${r.code} ${r.signal}`);
  }
});

// ---- what a hostile call could try ----

const denyAll = says({ decision: 'deny', reason: 'r' });

test('a payload that tells its agent and no more is a failure, not a crash', () => {
  for (const input of ['{"llm_request":{}}', '{"sessionId":"s","toolArgs":{}}', '{"cursor_version":"1"}', '{"hook":1}', '{"cli":"x","phase":7}'])
    for (const args of [[], ['--fail-closed'], ['--event', 'preToolUse', '--fail-closed']]) ok([0, 1, 2].includes(run(args, input, denyAll).code), `${input} ${args}`);
});
test('a registration for Claude Code: the event is translated for the agent that calls', () => {
  const input = '{"cursor_version":"1.0.0","tool_name":"Shell","tool_input":{"command":"ls"},"conversation_id":"c"}';
  is(JSON.parse(run(['--host', 'claude-code', '--event', 'PreToolUse'], input, denyAll).stdout).permission, 'deny');
  const closed = run(['--host', 'claude-code', '--event', 'PreToolUse', '--fail-closed'], input, sh('exit 1'));
  is([closed.code, JSON.parse(closed.stdout).permission], [0, 'deny']);
});
test('variables alone do not make another agent of Claude Code', () => is(caller(['--host', 'claude-code', '--event', 'SessionStart'], '{"hook_event_name":"SessionStart","session_id":"s","cwd":"/","source":"startup"}', { FACTORY_PROJECT_DIR: '/x', DROID_PROJECT_DIR: '/x', COPILOT_CLI: '1', COPILOT_CLI_BINARY_VERSION: '1' }), 'claude-code'));
test('the contract: no field of an input is lost on the way to its hooks, nor its edits to others', () => {
  const call = (tool_name, tool_input) => ({ session_id: 's', transcript_path: '/x/.claude/t', cwd: '/p', hook_event_name: 'PreToolUse', tool_use_id: 't', tool_name, tool_input });
  const told = (name, input) => shown('claude-code', call(name, input), ['--dialect', 'generic']).event;
  const grep = { pattern: 'x', path: '/p/s', glob: '*.c', output_mode: 'content', '-n': true };
  is(told('Grep', grep), { tool_name: 'Grep', tool_input: { pattern: 'x', path: '/p/s', include: '*.c', output_mode: 'content', '-n': true } });
  is(told('Edit', { file_path: '/p/a', old_string: 'x', new_string: 'y', replace_all: true, more: 1 }).tool_input, { path: '/p/a', old_string: 'x', new_string: 'y', replace_all: true, more: 1 });
  const edits = [{ old_string: 'x', new_string: 'y', replace_all: true }, { old_string: 'q', new_string: 'r' }];
  is(told('MultiEdit', { file_path: '/p/a', edits }), { tool_name: 'MultiEdit', tool_input: { path: '/p/a', edits } });
  is(told('WebSearch', { query: 'x', allowed_domains: ['a'] }).tool_input, { query: 'x', allowed_domains: ['a'] });
  const plain = (tool_name, tool_input, args = []) => shown('generic', { tool_name, tool_input }, args).event;
  is(plain('Grep', { pattern: 'x', path: 's', include: '*.c' }).tool_input, { pattern: 'x', path: 's', glob: '*.c' });
  is(plain('Grep', { pattern: 'x', glob: '*.c' }).tool_input, { pattern: 'x', glob: '*.c' });
  is(plain('Grep', { pattern: 'x', include: '*.c' }, ['--dialect', 'claude-code']).tool_input, { pattern: 'x', glob: '*.c' });
  for (const name of ['Edit', 'MultiEdit']) {
    is(plain(name, { path: 'a', edits }).tool_input, { path: 'a', edits: [{ old: 'x', new: 'y', replace_all: true }, { old: 'q', new: 'r' }] }, name);
    is(plain(name, { path: 'a', old_string: 'x', new_string: 'y' }).tool_input, { path: 'a', edits: [{ old: 'x', new: 'y' }] }, name);
    is(plain(name, { path: 'a', edits }, ['--dialect', 'claude-code']).tool_input, { file_path: 'a', edits }, name);
    is(plain(name, { path: 'a', edits, x: 1 }, ['--dialect', 'generic']), { tool_name: name, tool_input: { path: 'a', edits, x: 1 } }, name);
  }
});
test('OpenCode: tools of older versions are edits, with each file that they name', () => {
  const call = (tool, args) => ({ hook: 'tool.execute.before', input: { tool, sessionID: 's', callID: 'c' }, output: { args }, directory: '/p', worktree: '/p' });
  const guard = ['sh', '-c', `grep -q '\\.env' && { echo no >&2; exit 2; }; exit 0`];
  const edits = [{ oldString: 'x', newString: 'y' }, { oldString: 'p', newString: 'q' }], named = edits.map((edit, i) => ({ ...edit, filePath: `f${i}` }));
  is(shown('opencode', call('multiedit', { filePath: 'a', edits })).event.tool_input, { path: 'a', edits: [{ old: 'x', new: 'y' }, { old: 'p', new: 'q' }] });
  for (const [args, paths] of [[{ filePath: '.env', edits }, ['/p/.env']], [{ filePath: 'a', edits: [{ ...edits[0], filePath: '.env' }, edits[1]] }, ['/p/a', '/p/.env']],
    [{ filePath: '.env', edits: named }, ['/p/.env', '/p/f0', '/p/f1']], [{ filePath: '.env', edits: named.slice(0, 1) }, ['/p/.env', '/p/f0']], [{ edits: [...named, { ...edits[0], filePath: '.env' }] }, ['/p/f0', '/p/f1', '/p/.env']]]) {
    const { event } = shown('opencode', call('multiedit', args));
    is([event.tool, event.paths], ['file_edit', paths]);
    for (const dialect of ['canonical', 'claude-code', 'generic', 'cursor', 'opencode', 'vs-code-copilot'])
      is([dialect, run(['--host', 'opencode', '--dialect', dialect], JSON.stringify(call('multiedit', args)), guard).code], [dialect, 2]);
  }
  const patch = call('patch', { patchText: '*** Begin Patch\n*** Add File: .env\n+x\n*** End Patch' });
  is([shown('opencode', patch).event.tool, shown('opencode', patch).event.paths], ['file_edit', ['/p/.env']]);
  is(run(['--host', 'opencode', '--dialect', 'claude-code'], JSON.stringify(patch), guard).code, 2);
  const two = { session_id: 's', cwd: '/p', hook_event_name: 'PreToolUse', tool_name: 'MultiEdit', tool_input: { file_path: '/p/a', edits: [{ old_string: 'x', new_string: 'y' }, { old_string: 'p', new_string: 'q' }] } };
  is(shown('claude-code', two, ['--dialect', 'opencode']).event.input.tool, 'edit', 'what newer versions do not have');
});
test('no file of a patch hides behind how its name is written', () => {
  const patch = header => ({ hook: 'tool.execute.before', input: { tool: 'apply_patch', sessionID: 's', callID: 'c' }, output: { args: { patchText: `*** Begin Patch\n${header}\n+x\n*** End Patch` } }, directory: '/p', worktree: '/p' });
  for (const header of ['*** Add File: .env', '*** Add File:.env', '*** Add File: .env\u00a0', '*** Add File:\u3000.env\ufeff', '\u00a0*** Add File: .env', '*** Delete File:.env', '*** Update File:\t.env'])
    is([header, shown('opencode', patch(header)).event?.paths], [header, ['/p/.env']]);
  const r = run(['--host', 'opencode'], JSON.stringify(patch('*** Addition: .env')), sh('exit 0'));
  is([r.code, /no file can be found|too large/.test(r.stdout + r.stderr)], [2, true]);
});
test('arguments that cannot be read are no reason to let a shell run', () => {
  for (const args of ['rm -rf /', '{"command":"rm -rf /","x":' + '['.repeat(20000) + ']'.repeat(20000) + '}']) {
    const r = run(['--host', 'copilot-cli', '--event', 'preToolUse'], JSON.stringify({ sessionId: 's', cwd: '/p', toolName: 'bash', toolArgs: args }), sh('exit 0'));
    is(r.code, 2);
  }
});
test('a patch that a Copilot CLI hook rewrites in its own words is rewritten', () => {
  const r = on('copilot-cli', 'preToolUse.apply_patch', { modifiedArgs: '*** Begin Patch\n*** Add File: q\n+x\n*** End Patch\n' }, ['--dialect', 'copilot-cli']);
  is(JSON.parse(r.stdout).modifiedArgs, '*** Begin Patch\n*** Add File: q\n+x\n*** End Patch\n');
});
test('tools that run commands are shells, whatever they are called', () => {
  is(shown('qwen-code', { hook_event_name: 'PreToolUse', tool_name: 'monitor', tool_input: { command: 'id' } }).event.tool, 'shell');
  is(shown('copilot-cli', { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'powershell', tool_input: { command: 'id' } }).event.tool, 'shell');
  is(shown('copilot-cli', { sessionId: 's', toolName: 'write_bash', toolArgs: { input: 'id' } }, ['--event', 'preToolUse']).event.tool_input.command, 'id');
  is(shown('claude-code', { hook_event_name: 'PreToolUse', tool_name: 'PowerShell', tool_input: { command: 'id' } }).event.tool, 'shell');
});
test("OpenCode: somebody's own tool is not taken for an MCP tool when its output is replaced", () => {
  const after = { hook: 'tool.execute.after', input: { tool: 'math_add', sessionID: 's', callID: 'c', args: {} }, output: { title: 't', output: 'SECRET', metadata: {} }, directory: '/p', worktree: '/p' };
  is(JSON.parse(run(['--host', 'opencode'], JSON.stringify(after), says({ updated_output: 'x' })).stdout), { output: { output: 'x' } });
});
test('OpenCode: every text of a prompt is shown, and a prompt without any loses context with a word', () => {
  const message = parts => ({ hook: 'chat.message', input: { sessionID: 's' }, output: { parts }, directory: '/p', worktree: '/p' });
  is(shown('opencode', message([{ type: 'text', text: 'hi' }, { type: 'file', url: 'u' }, { type: 'text', text: 'SECRET' }])).event.prompt, 'hi\n\nSECRET');
  const r = run(['--host', 'opencode'], JSON.stringify(message([{ type: 'file', url: 'u' }])), says({ context: 'c' }));
  is([r.stdout, /context is lost/.test(r.stderr)], ['{}', true]);
});
test('OpenCode: a content its own hook has made goes out as it was made', () => {
  const content = [{ type: 'image', data: 'A' }, { type: 'text', text: 'B' }, { type: 'text', text: 'C' }];
  is(JSON.parse(on('opencode', 'tool.execute.after.lab_ping', { output: { content } }, ['--dialect', 'opencode']).stdout), { output: { content } });
});
test('Copilot CLI: server and tool of a request are split where it joins them', () => is(shown('copilot-cli', { hookName: 'permissionRequest', sessionId: 's', toolName: 'my-lab/ping', toolInput: {} }).event.mcp, { server: 'my-lab', tool: 'ping' }));
test('Gemini CLI: a response without parts does not undo a denial', () => {
  const r = on('gemini-cli', 'BeforeModel.mcp', { decision: 'deny', reason: 'r', native: { llm_response: { text: 'X' } } });
  is([r.code, JSON.parse(r.stdout)], [2, { decision: 'deny', reason: 'r' }]);
});
test('a Gemini CLI hook that crashes at the end of a turn does not keep the agent working', () => {
  for (const hook of ['kill -9 $$', 'echo x >&2; exit 127', 'echo x >&2; exit 3']) for (const [host, name] of [['gemini-cli', 'AfterAgent'], ['claude-code', 'Stop']])
    is([hook, run(['--host', host, '--dialect', 'gemini-cli'], payload(host, name), sh(hook)).code], [hook, 0]);
  is(as('gemini-cli', sh('exit 3')).code, 0, 'without a text it does not block');
});
test('a reason that would be read as an answer never stands alone on stderr', () => {
  for (const reason of ['{"a":1}', '\u00a0{}', '\ufeff{}', '[]']) {
    is(judged('qwen-code', run(['--host', 'qwen-code'], shell['qwen-code'][1], says({ decision: 'deny', reason }))).blocked, reason);
    for (const host of ['qwen-code', 'gemini-cli']) {
      const r = run(['--host', host], '{"hook_event_name":"BrandNew","session_id":"s"}', says({ decision: 'deny', reason }));
      is([r.code, r.stderr.startsWith('blocked: ')], [2, true]);
    }
  }
});
test('a null does not hide the other name of a field', () => is(shown('gemini-cli', { hook_event_name: 'BeforeTool', tool_name: 'read_file', tool_input: { file_path: null, absolute_path: '/etc/shadow' } }).event.tool_input, { path: '/etc/shadow' }));
test('nothing of a wrapped call is left out, whatever its type', () => {
  is(shown('cli', { cli: 'rm', args: '-rf /', cwd: '/', phase: 'pre' }).event.tool_input.command, "rm '-rf /'");
  is(shown('cli', { cli: ['rm'], args: ['-rf', { a: 1 }], cwd: '/', phase: 'pre' }).event.tool_input.command, `'["rm"]' -rf '{"a":1}'`);
});
test('a page that cannot be written is not a success', () => {
  for (const command of ['hosts', 'fire --host codex --event PreToolUse']) is(spawnSync('sh', ['-c', `"$0" ${command} >/dev/full`, gaff]).status, 128, command);
});

test('the time of a call, in the form each agent has it', () => {
  const seen = path.join(scratch, 'time');
  as('copilot-cli', ['sh', '-c', 'cat > "$0"', seen]);
  ok(Math.abs(JSON.parse(fs.readFileSync(seen)).timestamp - Date.now()) < 60000, 'milliseconds');
  as('gemini-cli', ['sh', '-c', 'cat > "$0"', seen]);
  const text = JSON.parse(fs.readFileSync(seen)).timestamp;
  is(new Date(text).toISOString(), text);
  ok(Math.abs(new Date(text) - Date.now()) < 60000, text);
});

test('what a hook prints on stderr beside its answer is passed on', () => is(run(['--host', 'claude-code'], shell['claude-code'][1], sh('echo note >&2')).stderr, 'note\n'));
test('numbers, surrogates and NULs come back from a rewrite as they were', () => {
  const p = shell['claude-code'][1].toString().replace('"description":"x"', '"description":"\\ud83d\\u0000","timeout":12345678901234567890.10');
  const r = run(['--host', 'claude-code'], p, says({ updated_input: { command: 'ls' } }));
  ok(r.stdout.includes('"updatedInput":{"command":"ls","description":"\\ud83d\\u0000","timeout":12345678901234567890.10}'), r.stdout);
});
test('a reason with a lone surrogate and a NUL is valid JSON again', () => {
  const r = run(['--host', 'claude-code'], shell['claude-code'][1], says('{"decision":"deny","reason":"a\\ud83d\\u0000b"}'));
  is(JSON.parse(r.stdout).hookSpecificOutput.permissionDecisionReason, 'a\ud83d\u0000b');
});

test('a Cline hook: of several such lines the last counts, and one that is cut off is no silence', () => {
  const line = answer => `HOOK_CONTROL\t${answer}\n`, deny = '{"cancel":true,"errorMessage":"no"}';
  const said = (...lines) => judged('cline', runShell('cline', ['--dialect', 'cline', '--fail-closed'], says(lines.join('')))).blocked;
  is(said(line('{}'), 'text\n', line(deny)), 'no');
  is(said(line(deny), line('{}')), undefined);
  is(said(`not HOOK_CONTROL\t${deny}\n`), undefined);
  ok(/fail-closed/.test(said(line(deny.slice(0, 20)))));
});
test('a Crush hook: with a hookSpecificOutput what is at the top grants nothing', () => {
  const said = answer => judged('crush', runShell('crush', ['--dialect', 'crush'], says(answer)));
  is(said({ decision: 'allow' }), { granted: true });
  is(said({ decision: 'allow', context: 'x', updated_input: { command: 'x' }, hookSpecificOutput: {} }), {});
  is(said({ decision: 'allow', hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no' } }), { blocked: 'no' });
  is(said({ decision: 'deny', reason: 'no', hookSpecificOutput: {} }), { blocked: 'no' }); // the safe side
});

fs.rmSync(scratch, { recursive: true });
finish('run');
