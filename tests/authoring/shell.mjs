// shell.mjs - hooks in sh: gaff get, gaff match, gaff reply, and the file they read the event from.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { finish, is, ok, test } from '../check.mjs';

const root = path.dirname(path.dirname(path.dirname(new URL(import.meta.url).pathname)));
const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
const slow = process.env.SLOW ? Number(process.env.SLOW) : 1; // sanitizers take their time
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const scratch = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'gaff-shell-'));
const bin = path.join(scratch, 'bin');
fs.mkdirSync(bin);
fs.symlinkSync(gaff, path.join(bin, 'gaff'));
const env = { PATH: `${bin}:${process.env.PATH}`, HOME: scratch, GAFF_AUDIT: 'off', ...sanitizer };

function start(command, input, options = {}) {
  const r = spawnSync(command[0], command.slice(1), { input, env: { ...env, ...options.env }, maxBuffer: 1 << 28, timeout: 60000 * slow, cwd: options.cwd ?? scratch, stdio: options.stdio });
  return { code: r.status, signal: r.signal, out: r.stdout?.toString(), err: r.stderr?.toString(), bytes: r.stdout };
}
const run = (args, command, input, options) => start([gaff, 'run', ...args, '--', ...command], input, options);
const sh = (text, ...words) => ['sh', '-c', text, 'hook', ...words];
const write = (name, text, mode = 0o755) => {
  const file = path.join(scratch, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text, { mode });
  return file;
};
const claude = (fields = {}) => JSON.stringify({ session_id: 's', cwd: '/p', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls -la' }, ...fields });
const denied = answer => JSON.parse(answer).hookSpecificOutput.permissionDecisionReason;

// ---- the file ----

const shows = 'cat >in; cat "$GAFF_EVENT_FILE" >file; cmp in file >&2 && echo same >&2; exit 2'; // in a folder of its own
function inFolder(name, args, command, input, options = {}) {
  const folder = fs.mkdtempSync(path.join(scratch, name));
  return { ...run(args, command, input, { cwd: folder, ...options }), folder };
}

for (const dialect of ['canonical', 'claude-code', 'cursor', 'gemini-cli'])
  test(`file: it holds the bytes of stdin, in the dialect ${dialect}`, () => {
    const r = inFolder('bytes', ['--host', 'claude-code', '--dialect', dialect], sh(shows), claude());
    is(denied(r.out), 'same');
    const text = fs.readFileSync(path.join(r.folder, 'file'), 'utf8');
    ok(text.includes('ls -la'), text);
    if (dialect === 'claude-code') is(text, claude());
  });
test('file: 20 MB of it', () => is(denied(inFolder('large', ['--host', 'claude-code'], sh(shows), claude({ tool_input: { command: 'x'.repeat(20 << 20) } })).out), 'same'));
test('file: each part of a patch has its own', () => {
  const patch = '*** Begin Patch\n*** Add File: a\n+1\n*** Add File: b\n+2\n*** End Patch\n';
  const folder = fs.mkdtempSync(path.join(scratch, 'parts'));
  const r = run(['--host', 'codex', '--dialect', 'claude-code'], sh('cat >in; cmp in "$GAFF_EVENT_FILE" || exit 3; cat "$GAFF_EVENT_FILE" >>all; echo >>all'),
    JSON.stringify({ hook_event_name: 'PreToolUse', cwd: folder, session_id: 's', tool_name: 'apply_patch', tool_input: { command: patch } }), { cwd: folder });
  is([r.code, r.err], [0, '']);
  is(fs.readFileSync(path.join(folder, 'all'), 'utf8').trim().split('\n').map(line => path.basename(JSON.parse(line).tool_input.file_path)), ['a', 'b']);
});
test('file: the hook can have it as often as it wants, and from its start', () =>
  is(denied(run(['--host', 'claude-code'], sh('a=$(cat $GAFF_EVENT_FILE | cksum); b=$(cat $GAFF_EVENT_FILE | cksum); [ "$a" = "$b" ] && [ "$a" = "$(cksum)" ] && echo good >&2; exit 2'), claude()).out), 'good'));
if (process.platform === 'linux') {
  test('file: nobody can change it', () =>
    is(denied(run(['--host', 'claude-code'], sh('(echo x >$GAFF_EVENT_FILE) 2>/dev/null && echo written >&2; (: >>$GAFF_EVENT_FILE) 2>/dev/null; cat $GAFF_EVENT_FILE >/dev/null && grep -c "ls -la" $GAFF_EVENT_FILE >&2; exit 2'), claude()).out), '1'));
  test('file: it is the only descriptor besides the three, and above those of shells', () =>
    is(denied(run(['--host', 'claude-code'], ['sh', '-c', 'ls /proc/$$/fd | tr "\\n" " " >&2; exit 2'], claude(), { stdio: undefined }).out).trim().split(/ +/).filter(fd => fd !== '10').sort(), ['0', '1', '100', '2']));
  test('file: without a descriptor to spare the hook runs without it', () =>
    is(denied(start(['sh', '-c', `ulimit -n 60; exec "$0" run --host claude-code -- sh -c 'echo "[$GAFF_EVENT_FILE]" >&2; exit 2'`, gaff], claude()).out), '[]'));
  test('file: where a file may not be so long the hook runs without it', () =>
    is(denied(start(['sh', '-c', `ulimit -f 0; exec "$0" run --host claude-code -- sh -c 'echo "[$GAFF_EVENT_FILE]" >&2; exit 2'`, gaff], claude()).out), '[]'));
}
test('file: one of another call is not passed on', () =>
  is(denied(run(['--host', 'claude-code'], sh('grep -c "ls -la" "$GAFF_EVENT_FILE" >&2; exit 2'), claude(), { env: { GAFF_EVENT_FILE: '/etc/passwd' } }).out), '1'));
test('file: of a hook that nobody waits for, and of one behind a rewrite', () => {
  const folder = fs.mkdtempSync(path.join(scratch, 'chain'));
  const hook = (name, more, command) => ({ name, event: 'before_tool_execute', blocking: true, ...more, handler: { type: 'command', command, ...more.handler } });
  const manifest = write('chain.json', JSON.stringify({ spec: 'hooks/1.0', hooks: [
    hook('later', { blocking: false, handler: { async: true } }, `cat >'${folder}/in'; cat $GAFF_EVENT_FILE >'${folder}/file'; touch '${folder}/done'`),
    hook('rewrites', {}, `printf '%s' '{"updated_input":{"command":"ls -l"}}'`),
    hook('sees', {}, `grep -q '"tool_input":{"command":"ls -l"}' $GAFF_EVENT_FILE && cat >'${folder}/second' && cmp $GAFF_EVENT_FILE '${folder}/second' && echo seen >&2 && exit 2`),
  ] }));
  const r = start([gaff, 'run', '--host', 'claude-code', '--manifest', manifest], claude());
  is(denied(r.out), 'seen');
  for (let i = 0; i < 200 * slow && !fs.existsSync(path.join(folder, 'done')); i++) spawnSync('sleep', ['0.02']);
  is(fs.readFileSync(path.join(folder, 'file'), 'utf8'), fs.readFileSync(path.join(folder, 'in'), 'utf8'));
  ok(fs.readFileSync(path.join(folder, 'in')).length > 100, 'nothing was shown');
});

fs.rmSync(scratch, { recursive: true, force: true });
finish('shell hooks');
