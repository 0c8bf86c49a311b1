// shell.mjs - hooks in sh: gaff get, gaff match, gaff reply, and the file they read the event from.
//
// What agents are answered is in golden/; UPDATE=1 rewrites it, and the diff is the review. Whether that is right is not
// for the files to say: the emulator of each agent (tests/hosts) judges every answer.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { attend, attendRun, cases, hosts, judge, readCase, silence } from '../hosts.mjs';
import { finish, is, isWhole, ok, test } from '../check.mjs';

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
const run = (args, command, input, options) => start(attendRun([gaff, 'run', ...args, '--', ...command]), input, options);
const sh = (text, ...words) => ['sh', '-c', text, 'hook', ...words];
const write = (name, text, mode = 0o755) => {
  const file = path.join(scratch, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text, { mode });
  return file;
};
const claude = (fields = {}) => JSON.stringify({ session_id: 's', transcript_path: '/h/.claude/s.jsonl', cwd: '/p', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls -la' }, ...fields });
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
    if (dialect === 'claude-code') is(text, `${claude()}\n`);
  });
test('file: 20 MB of it', () => is(denied(inFolder('large', ['--host', 'claude-code'], sh(shows), claude({ tool_input: { command: 'x'.repeat(20 << 20) } })).out), 'same'));
test('file: each part of a patch has its own', () => {
  const patch = '*** Begin Patch\n*** Add File: a\n+1\n*** Add File: b\n+2\n*** End Patch\n';
  const folder = fs.mkdtempSync(path.join(scratch, 'parts'));
  const r = run(['--host', 'codex', '--dialect', 'claude-code'], sh('cat >in; cmp in "$GAFF_EVENT_FILE" || exit 3; cat "$GAFF_EVENT_FILE" >>all'),
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
    is(denied(run(['--host', 'claude-code'], ['sh', '-c', 'ls /proc/$$/fd >&2; exit 2'], claude(), { stdio: undefined }).out).trim().split(/\s+/).filter(fd => fd !== '10').sort(), ['0', '1', '100', '2']));
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

// ---- gaff get ----

const get = (args, input, options) => start([gaff, 'get', ...args], typeof input === 'object' && !Buffer.isBuffer(input) ? JSON.stringify(input) : input, options);
const event = fields => ({ spec: 'hooks/1.0', host: 'claude-code', event: 'before_tool_execute', cwd: '/p', ...fields }); // canonical, by hand
const fields = ['spec', 'host', 'host_version', 'event', 'native_event', 'session_id', 'cwd', 'project_dir', 'transcript_path', 'permission_mode', 'agent_id', 'agent_type', 'model', 'tool', 'tool_name',
  'tool_use_id', 'tool_input', 'paths', 'mcp', 'tool_output', 'tool_error', 'prompt', 'source', 'reason', 'trigger', 'message', 'file_path', 'stop_hook_active', 'last_assistant_message', 'env_file', 'native'];

// Every field of every recorded payload: from the agent, and from the canonical event that a hook of gaff run gets.
for (const id of Object.keys(hosts))
  for (const name of cases(id)) {
    const given = readCase(id, name);
    const payload = JSON.parse(given.payload);
    const want = { ...JSON.parse(fs.readFileSync(path.join(given.dir, 'event.json'), 'utf8')), native: payload };
    const short = want.tool_input?.path; // file_path is the event's own, else the tool's
    if (want.file_path === undefined && short !== undefined) want.file_path = short;
    const lines = r => {
      const out = r.out.split('\n').slice(0, -1);
      is(out.length, fields.length, 'lines');
      return Object.fromEntries(fields.map((field, i) => [field, out[i] ? JSON.parse(out[i]) : undefined]).filter(([, value]) => value !== undefined));
    };
    const same = (got, what) => { for (const field of fields) is(got[field], want[field], `${field} ${what}`); };
    test(`get: every field of ${given.name}`, () => {
      const r = get(['--json', '--host', id, ...given.args, ...fields], given.payload, { env: given.env, cwd: '/' });
      is([r.code, r.err], [1, ''], 'exit and stderr'); // no event has all of them
      same(lines(r), 'from the agent');
      const { native, file_path, ...rest } = want;
      const canonical = get(['--json', ...fields], JSON.stringify({ ...rest, ...(file_path === short ? {} : { file_path }), native }), { cwd: '/' });
      is(canonical.err, '');
      same(lines(canonical), 'from the canonical event');
    });
  }

const bash = event({ tool: 'shell', tool_name: 'Bash', tool_input: { command: 'ls -la', timeout: 5, description: null }, paths: [] });
const prints = (name, args, input, out, code = 0) => test(`get: ${name}`, () => {
  const r = get(args, input);
  is([r.code, r.bytes.toString('latin1'), r.err], [code, Buffer.from(out, Buffer.isBuffer(out) ? undefined : 'utf8').toString('latin1'), '']);
});
const refuses = (name, args, input, message, code = 128) => test(`get: ${name}`, () => {
  const r = get(args, input);
  is([r.code, r.out], [code, '']);
  ok(message.test(r.err), r.err);
});
prints('a text', ['tool_input.command'], bash, 'ls -la\n');
prints('the short name', ['command'], bash, 'ls -la\n');
prints('a pointer', ['/tool_input/command'], bash, 'ls -la\n');
prints('a number', ['timeout'], bash, '5\n');
prints('an object, on one line', ['tool_input'], JSON.stringify(bash, null, 2), '{"command":"ls -la","timeout":5,"description":null}\n');
prints('strings with white space and escapes on that line', ['tool_input'], event({ tool: 'x', tool_input: { 'a b': ' "\\\n\\" ', c: [1, { d: '\t' }] } }), JSON.stringify({ 'a b': ' "\\\n\\" ', c: [1, { d: '\t' }] }) + '\n');
prints('null is nothing', ['description'], bash, '', 1);
prints('but with --json', ['--json', 'description'], bash, 'null\n');
prints('what is not there', ['prompt'], bash, '', 1);
prints('what is not there, among others', ['tool', 'prompt', 'command'], bash, 'shell\n\nls -la\n', 1);
prints('what is not there, among others, with -0', ['-0', 'tool', 'prompt', 'command'], bash, 'shell\0\0ls -la\0', 1);
prints('a default', ['--default', 'x y', 'prompt'], bash, 'x y\n');
prints('a default of null', ['--default=', 'description'], bash, '\n');
prints('a default as JSON', ['--json', '--default', '"', 'prompt'], bash, '"\\""\n');
prints('raw', ['--raw', 'command'], bash, 'ls -la');
prints('a text of several lines', ['prompt'], event({ event: 'before_prompt', prompt: 'a\nb\n' }), 'a\nb\n\n');
const two = event({ tool: 'file_edit', tool_input: { path: 'a', edits: [{ old: '1', new: '2' }, { old: '3', new: '4' }] }, paths: ['/p/a', '/p/b c'] });
prints('a list, an element a line', ['paths'], two, '/p/a\n/p/b c\n');
prints('a list with -0', ['--raw', '-0', 'paths'], two, '/p/a\0/p/b c\0');
prints('a list as JSON', ['--json', 'paths'], two, '["/p/a","/p/b c"]\n');
prints('an empty list', ['paths'], bash, '');
prints('a list beside another field is one value', ['paths', 'tool'], two, '["/p/a","/p/b c"]\nfile_edit\n');
prints('every edit', ['edits.*.new'], two, '2\n4\n');
prints('options behind the fields', ['tool', '-0'], bash, 'shell\0');
refuses('a line end in an element', ['paths'], event({ tool: 'x', paths: ['/p/a\n/etc/passwd'] }), /use -0/);
refuses('a line end in one of several', ['tool', 'prompt'], event({ tool: 'x', prompt: 'a\nb' }), /use -0 or --json/);
prints('a line end with -0', ['-0', 'paths'], event({ tool: 'x', paths: ['/p/a\nb'] }), '/p/a\nb\0');
prints('a line end with --json', ['--json', 'tool', 'prompt'], event({ tool: 'x', prompt: 'a\nb' }), '"x"\n"a\\nb"\n');
refuses('a NUL with -0', ['-0', 'prompt'], event({ prompt: 'a\0b' }), /use --json/);
refuses('a NUL in a line', ['prompt'], event({ prompt: 'a\0b' }), /--raw/);
prints('a NUL as it is', ['--raw', 'prompt'], event({ prompt: 'a\0b' }), 'a\0b');
prints('a NUL in JSON', ['--json', 'prompt'], event({ prompt: 'a\0b' }), '"a\\u0000b"\n');
refuses('several, raw', ['--raw', 'tool', 'command'], bash, /use -0/);
refuses('a list, raw', ['--raw', 'paths'], two, /use -0/);
prints('letters beyond the first plane', ['prompt'], event({ prompt: 'é \u{1f600}' }), 'é \u{1f600}\n');
prints('half a letter', ['prompt'], '{"spec":"hooks/1.0","event":"before_prompt","prompt":"\\ud83d"}', Buffer.from([0xed, 0xa0, 0xbd, 10]));
prints('half a letter in JSON', ['--json', 'prompt'], '{"spec":"hooks/1.0","event":"before_prompt","prompt":"\\ud83d"}', '"\\ud83d"\n');
refuses('a name that no event has', ['comand'], bash, /did you mean 'command'/, 129);
refuses('one among others: nothing is printed', ['tool', 'comand'], bash, /comand/, 129);
refuses('an unknown option', ['--jsn', 'tool'], bash, /--json/, 129);
refuses('an unknown letter', ['-z', 'tool'], bash, /unknown option '-z'/, 129);
refuses('an unknown host', ['--host', 'cursr', 'tool'], bash, /unknown host/, 129);
refuses('no JSON', ['tool'], '{"a":', /the event, 1:6/);
refuses('nothing on stdin', ['tool'], '', /there is no event/);
refuses('an agent that nobody knows', ['tool'], '{"x":1}', /--host/, 129);
test('get: the whole event, for people and on one line', () => {
  const r = get([], claude());
  const doc = JSON.parse(r.out);
  is([doc.tool, doc.native.tool_name], ['shell', 'Bash']);
  ok(r.out.split('\n').length > 10, 'it is not pretty');
  const line = get(['--json'], claude()).out;
  is([JSON.parse(line), line.split('\n').length], [doc, 2]);
  is(JSON.parse(get([], r.out).out), doc); // and it is an event itself
});
test('get: 50 MB of a value, and of a list', () => {
  const text = 'y\\"é\n'.repeat(5 << 20);
  const r = get(['prompt'], event({ event: 'before_prompt', prompt: text }));
  is([r.code, r.bytes.length], [0, Buffer.byteLength(text) + 1]);
  ok(r.bytes.equals(Buffer.from(text + '\n')), 'other bytes');
  is(get(['-0', 'tool_input.x'], event({ tool: 'y', tool_input: { x: Array.from({ length: 1 << 20 }, (_, i) => `${i}`) } })).bytes.filter(b => b === 0).length, 1 << 20);
});
test('get: 70 MB are refused', () => is(get(['tool'], Buffer.alloc(70 << 20, 32)).code, 128));
test('get: brackets as deep as JSON may have them', () => {
  const deep = 16000;
  const text = `{"spec":"hooks/1.0","event":"before_tool_execute","tool":"x","tool_input":${'[{"a":'.repeat(deep / 2)}"end"${'}]'.repeat(deep / 2)}}`;
  is(get(['--json', 'tool_input'], text).out.length, `${'[{"a":'.repeat(deep / 2)}"end"${'}]'.repeat(deep / 2)}\n`.length);
  is(start([gaff, 'match', 'tool_input', '^end$'], text).code, 0);
});
test('get: stdout that cannot be written is no success', () => {
  if (!fs.existsSync('/dev/full')) return;
  is(start(['sh', '-c', '"$0" get tool >/dev/full', gaff], JSON.stringify(bash)).code, 128);
});

// ---- where the event is ----

test('input: several calls read one stdin that is a file, each from its start', () => {
  const file = write('event.json', JSON.stringify(bash), 0o600);
  is(start(['sh', '-c', '{ gaff get tool; gaff match command ls && gaff get command; cat; } <"$1"', 'x', file]).out, 'shell\nls -la\n' + JSON.stringify(bash));
});
test('input: several at once have one descriptor', () => {
  const file = write('event.json', JSON.stringify(bash), 0o600);
  is(start(['sh', '-c', 'exec 9<"$1"; for i in 1 2 3 4 5 6 7 8; do GAFF_EVENT_FILE=/dev/fd/9 gaff get command & done; wait', 'x', file]).out, 'ls -la\n'.repeat(8));
});
test('input: the file counts, and not stdin', () => is(get(['tool'], claude(), { env: { GAFF_EVENT_FILE: write('event.json', JSON.stringify(two), 0o600) } }).out, 'file_edit\n'));
test('input: an empty variable is none', () => is(get(['tool'], claude(), { env: { GAFF_EVENT_FILE: '' } }).out, 'shell\n'));
test('input: a descriptor that is not open leaves stdin', () => is(get(['tool'], claude(), { env: { GAFF_EVENT_FILE: '/dev/fd/87' } }).out, 'shell\n'));
const fifo = path.join(scratch, 'fifo');
spawnSync('mkfifo', [fifo]);
for (const [what, file] of Object.entries({ 'is not there': path.join(scratch, 'none'), 'is a folder': scratch, 'is a pipe with a name': fifo, 'is a device': '/dev/zero', 'is the terminal': '/dev/tty' }))
  test(`input: a file that ${what} is an error, and a deny still blocks`, () => {
    const r = get(['tool'], claude(), { env: { GAFF_EVENT_FILE: file } });
    is([r.code, r.out], [128, '']);
    ok(/GAFF_EVENT_FILE/.test(r.err), r.err);
    const denial = start([gaff, 'reply', 'deny', 'never'], claude(), { env: { GAFF_EVENT_FILE: file } });
    is([denial.code, denial.out], [2, '']);
    ok(/^never\n/.test(denial.err), denial.err);
  });
test('input: a file that is too long is an error', () => {
  const file = path.join(scratch, 'long');
  fs.writeFileSync(file, '');
  fs.truncateSync(file, 70 << 20);
  is(get(['tool'], '', { env: { GAFF_EVENT_FILE: file } }).code, 128);
});
test('input: stdin that is closed, or a folder', () => {
  for (const from of ['<&-', '</']) {
    const r = start(['sh', '-c', `gaff get tool ${from}; echo $?; gaff reply deny no ${from}; echo $?; gaff reply context x ${from}; echo $?`]);
    is(r.out, '128\n2\n128\n');
  }
});

// ---- gaff match ----

const match = (args, input, options) => start([gaff, 'match', ...args], typeof input === 'object' ? JSON.stringify(input) : input, options);
const matches = (name, args, input, want) => test(`match: ${name}`, () => {
  const r = match(args, input);
  is([r.code, r.out], [want === true ? 0 : want === false ? 1 : want, ''], 'exit');
  if (typeof want === 'boolean') {
    is(r.err, '');
    is(match(['--not', ...args], input).code, want ? 1 : 0, 'exit with --not');
  } else ok(/^gaff: match: ./.test(r.err), r.err);
});
const file = name => claude({ tool_name: 'Write', tool_input: { file_path: name, content: 'x' } });
const patch = files => JSON.stringify({ hook_event_name: 'PreToolUse', session_id: `patch-${files}`, cwd: '/p', transcript_path: null, model: 'gpt-5', permission_mode: 'default', turn_id: 't', tool_use_id: 'u', tool_name: 'apply_patch',
  tool_input: { command: `*** Begin Patch\n${files.map(f => `*** Add File: ${f}\n+1\n`).join('')}*** End Patch\n` } });
// the table of seed 003
for (const [glob, name, want] of [['**/*.php', '/p/a/b.php', true], ['**/*.php', '/b.php', true], ['*.php', '/p/a.php', true], ['*.php', '/p/a/b.php', false], ['**/app/Data/**/*.php', '/p/app/Data/x/y.php', true],
  ['**/app/Data/**/*.php', '/p/app/Data/y.php', true], ['**/*.[jt]s', '/p/a.ts', true], ['**/*.[!jt]s', '/p/a.ts', false], ['a?.c', '/p/ab.c', true], ['a?.c', '/p/a/.c', false], ['.env', '/p/.env', true], ['.env', '/q/.env', false],
  ['/q/**', '/q/x', true], ['src/**', '/p/src/x/y', true], ['src/**', '../p/src/z', true], ['!**/*.md', '/p/x', true], ['~/x', `${scratch}/x`, true]])
  matches(`path ${glob} and ${name}`, ['path', glob], file(name), want);
matches('path: one glob of several', ['path', '**/*.vue', '**/*.ts'], file('/p/a.ts'), true);
matches('path: no file, no match', ['path', '**'], claude(), false);
matches('path: no file, no match for all', ['--all', 'path', '**'], claude(), false);
matches('path: any file of a patch', ['path', '**/.env'], patch(['a', 'b/.env']), true);
matches('path: not every file of a patch', ['--all', 'path', 'src/**'], patch(['src/a', 'b']), false);
matches('path: every file of a patch', ['--all', 'path', 'src/**'], patch(['src/a', 'src/b']), true);
matches('path: every file by one of the globs', ['--all', 'path', 'src/**', 'b'], patch(['src/a', 'b']), true);
matches('path: from a canonical event', ['path', '**/.env'], event({ tool: 'NotebookEdit', tool_input: {}, paths: ['/p/.env'] }), true);
matches('path: a glob that is none', ['path', '[a'], file('/p/a'), 129);
matches('path: a glob that never matches', ['path', '../x'], file('/p/a'), 129);
matches('path: an empty glob', ['path', ''], file('/p/a'), 129);
test('match: path: a link does not lead around it', () => {
  const project = fs.mkdtempSync(path.join(scratch, 'links'));
  fs.writeFileSync(path.join(project, '.env'), '');
  fs.symlinkSync('.env', path.join(project, 'harmless'));
  is(match(['path', '**/.env'], claude({ cwd: project, tool_name: 'Read', tool_input: { file_path: 'harmless' } })).code, 0);
});
for (const [words, want] of [[['shell'], true], [['Bash'], true], [['bash'], false], [['file_write', 'shell'], true], [['file_write'], false], [['^Ba'], true], [['^sh'], true], [['as'], false], [['a.h'], true], [['mcp'], false], [['mcp:github'], false]])
  for (const [how, input] of [['directly', claude()], ['canonical', event({ tool: 'shell', tool_name: 'Bash', native_event: 'PreToolUse', tool_input: { command: 'x' }, native: JSON.parse(claude()) })], ['by hand', bash]])
    matches(`tool ${words} of a shell call, ${how}`, ['tool', ...words], input, want);
const github = claude({ tool_name: 'mcp__github__create_issue', tool_input: {} });
for (const [words, want] of [[['mcp'], true], [['mcp:github'], true], [['mcp:github/create_issue'], true], [['mcp:github/other'], false], [['mcp:gitlab'], false], [['mcp__github__create_issue'], true], [['^mcp__github__'], true], [['shell'], false]])
  for (const [how, input] of [['directly', github], ['canonical', event({ tool: 'mcp', tool_name: 'mcp__github__create_issue', native_event: 'PreToolUse', mcp: { server: 'github', tool: 'create_issue' }, tool_input: {}, native: JSON.parse(github) })],
    ['by hand', event({ tool: 'mcp', tool_name: 'mcp__github__create_issue', mcp: { server: 'github', tool: 'create_issue' }, tool_input: {} })]])
    matches(`tool ${words} of an MCP call, ${how}`, ['tool', ...words], input, want);
matches('tool: a patch that makes a file writes it', ['tool', 'file_write'], patch(['a']), true);
matches('tool: on an event without one', ['tool', 'shell'], claude({ hook_event_name: 'SessionStart', source: 'startup' }), false);
matches('tool: a pattern that is none', ['tool', '(a'], claude(), 129);
for (const [words, want] of [[['before_tool_execute'], true], [['PreToolUse'], true], [['preToolUse'], true], [['BeforeTool'], true], [['after_tool_execute'], false], [['agent_stop', 'PreToolUse'], true], [['cursor:workspaceOpen'], false], [['before_tool_exec'], 129], [['Nonsense'], 129]])
  for (const [how, input] of [['directly', claude()], ['canonical', bash]]) matches(`event ${words}, ${how}`, ['event', ...words], input, want);
matches('event: an agent\'s own one', ['event', 'cursor:workspaceOpen'], { spec: 'hooks/1.0', host: 'cursor', event: 'cursor:workspaceOpen', native_event: 'workspaceOpen' }, true);
matches('event: by its own name', ['event', 'workspaceOpen'], { spec: 'hooks/1.0', host: 'cursor', event: 'cursor:workspaceOpen', native_event: 'workspaceOpen' }, true);
matches('a field', ['command', 'ls +-'], claude(), true);
matches('a field, not', ['command', '^la'], claude(), false);
matches('a field that is not there', ['prompt', ''], claude(), false);
matches('a number', ['timeout', '^5$'], bash, true);
matches('every text of an object', ['tool_input', 'ls'], claude(), true);
matches('and not its names', ['tool_input', 'command'], claude(), false);
matches('escapes are seen through', ['command', 'rm'], '{"spec":"hooks/1.0","event":"before_tool_execute","tool":"shell","tool_input":{"command":"\\u0072\\u006d"}}', true);
matches('every edit, not only the first', ['new_string', 'secret'], claude({ tool_name: 'MultiEdit', tool_input: { file_path: 'a', edits: [{ old_string: '1', new_string: 'a' }, { old_string: '2', new_string: 'secret' }] } }), true);
matches('all of them', ['--all', 'paths', '^/p/'], two, true);
matches('not all of them', ['--all', 'paths', 'a$'], two, false);
matches('a pattern that is none', ['command', '('], claude(), 128);
matches('a pattern that is none behind one that matches', ['command', 'ls', '('], claude(), 128);
matches('a pattern that is none, of a field that is not there', ['prompt', '('], claude(), 128);
matches('a field that no event has', ['comand', 'x'], claude(), 129);
test('match: no pattern', () => is(match(['command'], claude()).code, 129));
test('match: a path named with a dash', () => is(match(['--', 'command', '-la'], claude()).code, 0));
// ---- gaff reply: every agent on the five events that all of them have ----

const universal = ['session_start', 'before_tool_execute', 'after_tool_execute', 'before_prompt', 'agent_stop'];
const replies = { deny: ['deny', 'not "here"\nnor there'], ask: ['ask', 'is it meant?'], context: ['context', 'the tests are red'], rewrite: ['rewrite', 'command=ls -la "x"'], none: ['none'] };
const hookFile = write('hook.sh', '#!/bin/sh\n# one line, directly or under gaff run; $AGENT is what the agent does not tell\nexec gaff reply "$@" $AGENT\n');

// A recorded payload of each event, of the native one where the agent takes most; about a tool, that of a shell call.
const takes = (id, native) => Object.values(hosts[id].can).filter(events => events.includes(native)).length;
const firstCase = Object.fromEntries(Object.keys(hosts).map(id => [id, {}]));
for (const id of Object.keys(hosts))
  for (const name of cases(id)) {
    const seen = JSON.parse(fs.readFileSync(path.join(readCase(id, name).dir, 'event.json'), 'utf8'));
    if (!universal.includes(seen.event) || (/_tool_/.test(seen.event) && (seen.tool !== 'shell' || seen.tool_input.command === undefined))) continue;
    const known = firstCase[id][seen.event];
    if (!known || takes(id, seen.native_event) > takes(id, known.native)) firstCase[id][seen.event] = { name, native: seen.native_event };
  }

function golden(file, got) {
  const where = path.join(root, 'tests/authoring/golden', file);
  if (process.env.UPDATE) {
    fs.mkdirSync(path.dirname(where), { recursive: true });
    fs.writeFileSync(where, got);
  } else if (fs.existsSync(where)) {
    const want = fs.readFileSync(where, 'utf8').split('\n');
    got.split('\n').forEach((line, i) => is(line, want[i], `line ${i + 1} of ${file}`));
    is(got.split('\n').length, want.length, `lines of ${file}`);
  } else throw new Error(`there is no ${file}; UPDATE=1 writes it`);
}

// What the agent must do with it, by what it was measured to be able to.
function judged(id, on, native, payload, word, r) {
  const verdict = judge(id, native, payload, { stdout: r.out, stderr: r.err, code: r.code });
  const host = hosts[id];
  const may = ability => host.can[ability].includes(native);
  ok(!verdict.rejected, `rejected: ${verdict.rejected}`);
  if (word === 'none') is([r.code, r.out, r.code === 1 ? '' : r.err], [...silence(id, native), '']);
  if (word === 'deny' && may('deny') && !host.losesReason.includes(native)) ok(/not "here"/.test(verdict.blocked), `not blocked: ${JSON.stringify(verdict)}`);
  if (word === 'deny' && may('deny')) ok(verdict.blocked !== undefined, 'not blocked');
  if (word === 'ask' && on === 'before_tool_execute' && may('deny') && !host.silenceAsks.includes(native)) ok(verdict.asked !== undefined || verdict.blocked !== undefined, `neither asked nor blocked: ${JSON.stringify(verdict)}`);
  if (word === 'context' && may('context')) ok(JSON.stringify(verdict.context ?? verdict.output ?? '').includes('the tests are red'), `no context: ${JSON.stringify(verdict)}`);
  if (word === 'context' || word === 'none') is([on === 'agent_stop' ? undefined : verdict.blocked, verdict.granted, verdict.rewritten], [undefined, undefined, undefined], 'what was not said');
  if (word === 'rewrite') {
    is(verdict.granted, undefined, 'a grant');
    if (on === 'before_tool_execute' && may('rewrite')) ok(verdict.blocked !== undefined || JSON.stringify(verdict.rewritten).includes('ls -la \\"x\\"'), `neither rewritten nor blocked: ${JSON.stringify(verdict)}`);
    if (on === 'before_tool_execute' && may('deny')) ok(verdict.blocked !== undefined || verdict.rewritten !== undefined, 'the old call goes on');
  }
  return verdict;
}

for (const id of Object.keys(hosts)) {
  const page = [];
  for (const on of universal) {
    const first = firstCase[id][on];
    if (!first) {
      page.push(`${on}: no payload of this agent is recorded`);
      continue;
    }
    const given = readCase(id, first.name);
    const agent = ['--host', id, ...given.args];
    for (const [word, args] of Object.entries(replies)) {
      let said;
      const direct = () => said ??= start(attend(id, [hookFile, ...args]), given.payload, { env: { ...given.env, AGENT: agent.join(' ') } });
      const isSame = r => is([r.code, r.out, r.err], [direct().code, direct().out, direct().err]);
      test(`reply: ${word} on ${on} of ${id}, directly`, () => { judged(id, on, first.native, JSON.parse(given.payload), word, direct()); });
      test(`reply: ${word} on ${on} of ${id}, under gaff run, is the same`, () => {
        isSame(run(agent, [hookFile, ...args], given.payload, { env: given.env }));
      });
      test(`reply: ${word} on ${on} of ${id}, by a hook in C, is the same`, () => {
        isSame(start(attend(id, [path.join(path.dirname(gaff), 'probe'), ...agent]), given.payload, { env: { ...given.env, PROBE: word, PROBE_TEXT: args[1]?.replace(/^command=/, '') ?? '' } }));
      });
      if (said) page.push(`${on} ${word}: exit ${said.code}`, ...[['stdout', said.out], ['stderr', said.err]].filter(([, text]) => text).map(([name, text]) => `  ${name} ${JSON.stringify(text)}`));
    }
  }
  if (isWhole) test(`reply: golden ${id}`, () => golden(`${id}.txt`, page.join('\n') + '\n'));
}
for (const id of Object.keys(hosts))
  test(`reply: what gaff fire says ${id} does with a denial`, () => {
    const r = start([gaff, 'fire', '--host', id, '--event', firstCase[id].before_tool_execute.native, '--run', '--json', '--', hookFile, 'deny', 'not "here"'], '');
    const effect = JSON.stringify(JSON.parse(r.out));
    ok(/not \\+"here/.test(effect) && /block|deny/i.test(effect), effect.slice(0, 600));
  });

// ---- gaff reply: the rest of it ----

const reply = (args, input = claude(), options) => start([gaff, 'reply', ...args], typeof input === 'object' && !Buffer.isBuffer(input) ? JSON.stringify(input) : input, options);
const says = (name, args, input, want, code = 0) => test(`reply: ${name}`, () => {
  const r = reply(args, input);
  is([r.code, r.out ? JSON.parse(r.out) : ''], [code, want]);
});
const shellCall = event({ tool: 'shell', tool_name: 'Bash', tool_input: { command: 'ls', timeout: 5 } });
says('canonically', ['deny', 'no'], shellCall, { decision: 'deny', reason: 'no' });
says('canonically, also with --host', ['deny', 'no', '--host', 'cursor', '--event', 'preToolUse'], shellCall, { decision: 'deny', reason: 'no' });
says('everything at once', ['allow', 'fine', '--context', 'c', '--user-message', 'u', '--system-message', 's', '--suppress-output', '--set', 'command=ls -l', '--native', '{"a":[1]}'], shellCall,
  { decision: 'allow', reason: 'fine', user_message: 'u', system_message: 's', context: 'c', updated_input: { command: 'ls -l', timeout: 5 }, suppress_output: true, native: { a: [1] } });
says('a reason as an option', ['deny', '--reason', 'why'], shellCall, { decision: 'deny', reason: 'why' });
says('a denial without a reason', ['deny'], shellCall, { decision: 'deny', reason: 'blocked by a hook' });
says('an empty reason', ['deny', ''], shellCall, { decision: 'deny', reason: 'blocked by a hook' });
says('message is context', ['message', 'c'], shellCall, { context: 'c' });
says('a text and two options with dashes in them', ['context', '--reason', 'x', '--', '--not-an-option'], shellCall, { context: '--not-an-option' });
says('texts for several lines, quotes and letters', ['deny', 'a\n"b"\t\\ é \u{1f600} $x `y`'], shellCall, { decision: 'deny', reason: 'a\n"b"\t\\ é \u{1f600} $x `y`' });
says('a rewrite with JSON', ['rewrite', 'command=ls', 'timeout:=7'], shellCall, { updated_input: { command: 'ls', timeout: 7 } });
says('a rewrite with = in the text', ['rewrite', 'command=a=b'], shellCall, { updated_input: { command: 'a=b', timeout: 5 } });
says('a rewrite by another name', ['rewrite', 'file_path=/p/b'], event({ tool: 'file_write', tool_name: 'Write', tool_input: { path: '/p/a', content: 'x' } }), { updated_input: { path: '/p/b', content: 'x' } });
says('a rewrite of a field that the tool does not have blocks, and names those it has', ['rewrite', 'comand=x'], shellCall, { decision: 'deny', reason: "shell has no 'comand' to rewrite; it has: command, cwd, description, timeout" });
says('a rewrite with a text for a number blocks', ['rewrite', 'timeout=7'], shellCall, { decision: 'deny', reason: 'timeout is no text; write timeout:=JSON' });
says('variables', ['env', 'A=1', 'B=x y=z', 'C='], event({ event: 'session_start', source: 'startup' }), { env: { A: '1', B: 'x y=z', C: '' } });
says('another prompt', ['prompt', 'better'], event({ event: 'before_prompt', prompt: 'p' }), { updated_prompt: 'better' });
says('another output', ['output', 'shorter'], event({ event: 'after_tool_execute', tool: 'shell', tool_input: { command: 'x' }, tool_output: 'long' }), { updated_output: 'shorter' });
says('to stop', ['stop', 'enough'], event({ event: 'after_tool_execute', tool: 'shell', tool_input: { command: 'x' } }), { continue: false, stop_reason: 'enough' });
says('to stop beside something', ['context', 'c', '--stop'], event({ event: 'after_tool_execute', tool: 'shell', tool_input: { command: 'x' } }), { context: 'c', continue: false });
says('to stop before a tool is to deny it', ['stop', 'enough'], shellCall, { decision: 'deny', reason: 'enough', continue: false, stop_reason: 'enough' });
says('a rewrite where there is no tool is lost', ['rewrite', 'command=x', '--context', 'c'], event({ event: 'before_prompt', prompt: 'p' }), { context: 'c' });
for (const word of ['none', 'ack', 'acknowledge']) says(word, [word], shellCall, '');

// What is wrong with a decision that blocks still blocks; with any other it is an error.
const wrong = (name, args, message, { input = claude(), code = 129, env: more } = {}) => test(`reply: ${name}`, () => {
  const r = reply(args, input, { env: more });
  is([r.code, r.out], [code, '']);
  ok(message.test(r.err), r.err);
});
wrong('no decision', [], /there is no decision/);
wrong('an unknown decision', ['dney', 'x'], /did you mean 'deny'/);
wrong('an unknown option', ['context', 'x', '--nonsense'], /unknown option/);
wrong('an unknown option beside a denial', ['deny', 'never', '--nonsense'], /unknown option/, { code: 2 });
wrong('an unknown host beside a denial', ['deny', 'never', '--host', 'x'], /^never\n.*unknown host 'x'/s, { code: 2 });
wrong('an unknown host', ['context', 'c', '--host', 'x'], /unknown host 'x'/);
wrong('two texts', ['context', 'a', 'b'], /one text, in quotes/);
wrong('an unknown letter before a denial', ['-x', 'deny', 'never'], /unknown option '-x'/, { code: 2 });
wrong('a misspelt option with a text before a denial', ['--reasn', 'why', 'deny'], /did you mean '--reason'/, { code: 2 });
wrong('an unknown option before one that rewrites', ['context', 'x', '--nonsense', '--set', 'command=ls'], /unknown option/, { code: 2 });
wrong('an unknown option before one that stops', ['context', 'x', '--nonsense', '--stop'], /unknown option/, { code: 2 });
wrong('an unknown option beside what blocks nothing', ['context', 'x', '--nonsense'], /unknown option/);
wrong('an unknown option beside another prompt', ['prompt', 'x', '--nonsense'], /unknown option/, { code: 2 });
wrong('two texts of a denial', ['deny', 'a', 'b'], /one text, in quotes/, { code: 2 });
wrong('no text', ['context'], /needs a text/);
wrong('a variable without a name', ['env', '=x'], /no name of a variable/);
wrong('a variable that a shell would run', ['env', 'A;touch x=1'], /no name of a variable/);
wrong('a variable that is none', ['env', 'A'], /NAME=VALUE/);
wrong('a rewrite that is none', ['rewrite', 'x'], /NAME=TEXT or NAME:=JSON/, { code: 2 });
wrong('a rewrite with half of JSON', ['rewrite', 'timeout:={'], /no JSON/, { code: 2 });
wrong('the same field twice', ['rewrite', 'command=a', 'command=b'], /twice/, { code: 2 });
wrong('a value that is no ask', ['ask', 'x', '--ask-fallback', 'maybe'], /ask or deny/, { code: 2 });
wrong('native that is no object', ['none', '--native', '[1]'], /JSON object/);
wrong('no event for a context', ['context', 'c'], /there is no event/, { input: '', code: 128 });
wrong('no event for a denial', ['deny', 'never'], /^never\n.*there is no event/s, { input: '', code: 2 });
wrong('no event for a question', ['ask', 'never'], /^never\n/, { input: '{"a":', code: 2 });
wrong('an agent that nobody knows', ['deny', 'never'], /^never\n.*--host/s, { input: '{"x":1}', code: 2 });
test('reply: no event, but the agent is known: it is denied in its words', () => {
  const r = reply(['deny', 'never "so"', '--host', 'cursor', '--event', 'preToolUse'], '');
  is([r.code, JSON.parse(r.out).permission, JSON.parse(r.out).agent_message], [0, 'deny', 'never "so"']);
});
test('reply: no event, and the reason is long', () => {
  const r = reply(['deny', '\u0001é'.repeat(20000), '--host', 'cursor', '--event', 'preToolUse'], '');
  is([r.code, JSON.parse(r.out).permission], [0, 'deny']);
});
test('reply: a broken event on a stop never keeps the agent going', () => is(reply(['deny', 'go on', '--host', 'claude-code', '--event', 'Stop'], '{').code, 128));
test('reply: bytes that are no UTF-8 are not rewritten into something else', () => {
  const r = start(['sh', '-c', `"$0" reply rewrite "command=$(printf 'a\\377')"`, gaff], JSON.stringify(shellCall));
  is([r.code, r.out], [2, '']);
});
test('reply: nobody reads the answer', () => {
  const r = start(['sh', '-c', '"$0" reply deny never >&-; echo $? >&2', gaff], readCase('cursor', hosts.cursor.shell.case).payload, { env: readCase('cursor', hosts.cursor.shell.case).env });
  ok(/never[^]*\n2\n$/.test(r.err), r.err);
});
test('reply: GAFF_DISABLE, which may be a repository\'s, does not silence it', () => is(reply(['deny', 'x'], claude(), { env: { GAFF_DISABLE: '1' } }).out, reply(['deny', 'x'], claude()).out) ?? ok(/deny/.test(reply(['deny', 'x'], claude(), { env: { GAFF_DISABLE: '1' } }).out), 'it is silent'));
test('reply: an agent that calls directly is recorded, and a hook of gaff run is recorded once', () => {
  const home = fs.mkdtempSync(path.join(scratch, 'home'));
  const record = () => fs.readFileSync(path.join(home, '.local/state/gaff/audit.jsonl'), 'utf8').trim().split('\n').map(line => JSON.parse(line));
  reply(['deny', 'because'], claude(), { env: { HOME: home, GAFF_AUDIT: '' } });
  is(record().map(line => [line.decision, line.reason, line.hooks?.[0]?.name]), [['deny', 'because', 'gaff reply']]);
  run(['--host', 'claude-code'], [hookFile, 'deny', 'again'], claude(), { env: { HOME: home, GAFF_AUDIT: '' } });
  is(record().map(line => line.reason), ['because', 'again']);
});
test('reply: variables go where the agent takes them', () => {
  const file = path.join(scratch, 'envfile');
  const given = claude({ hook_event_name: 'SessionStart', source: 'startup' });
  is(reply(['env', "A=it's"], given, { env: { CLAUDE_ENV_FILE: file } }).code, 0);
  is(fs.readFileSync(file, 'utf8'), "export A='it'\\''s'\n");
});
test('reply: a text from stdin', () => {
  const file = write('event.json', JSON.stringify(shellCall), 0o600);
  is(JSON.parse(reply(['context', '-'], 'from\nstdin\n', { env: { GAFF_EVENT_FILE: file } }).out), { context: 'from\nstdin\n' });
  is(JSON.parse(reply(['deny', '--reason', '-'], 'why', { env: { GAFF_EVENT_FILE: file } }).out), { decision: 'deny', reason: 'why' });
  const lost = reply(['deny', '-'], 'why', {});
  is([lost.code, lost.out], [2, '']);
  ok(/^why\n.*GAFF_EVENT_FILE/s.test(lost.err), lost.err);
  is(reply(['context', '-'], 'why', {}).code, 129);
  is(reply(['context', '-', '--reason', '-'], 'why', { env: { GAFF_EVENT_FILE: file } }).code, 129);
  is(reply(['context', '-'], 'x'.repeat(3 << 20), { env: { GAFF_EVENT_FILE: file } }).code, 128);
  is(reply(['deny', '-'], 'x'.repeat(3 << 20), { env: { GAFF_EVENT_FILE: file } }).code, 2);
});
test('reply: a text of 2 MB arrives', () => {
  const file = write('event.json', JSON.stringify(shellCall), 0o600);
  is(JSON.parse(reply(['context', '-'], 'é'.repeat((1 << 20) - 8), { env: { GAFF_EVENT_FILE: file } }).out).context.length, (1 << 20) - 8);
});

// ---- the examples of the contract that hook libraries have, as they are printed there ----

const rawBase = { session_id: 'abc123', cwd: '/home/user/project', hook_event_name: 'PreToolUse', transcript_path: '/home/user/.claude/...', permission_mode: 'default' };
const rawPre = (tool_name, tool_input) => JSON.stringify({ ...rawBase, tool_name, tool_input, tool_use_id: 'toolu_01ABC123...' }, null, 2);
const rawFile = '/home/user/project/app/Data/UserData.php';
const rawPost = (tool_result, tool_error) => JSON.stringify({ session_id: 'abc123', cwd: '/home/user/project', hook_event_name: 'PostToolUse', tool_name: 'Write', tool_input: { file_path: rawFile, content: '<?php...' }, tool_use_id: 'toolu_01ABC123...', tool_result, tool_error }, null, 2);
const raw = {
  base: JSON.stringify({ ...rawBase, session_id: 'abc123-def456', transcript_path: '/home/user/.claude/projects/.../session.jsonl' }, null, 2),
  write: rawPre('Write', { file_path: rawFile, content: '<?php\n\nclass UserData...' }),
  edit: rawPre('Edit', { file_path: '/absolute/path/to/file', old_string: 'text to find', new_string: 'replacement text' }),
  bash: rawPre('Bash', { command: 'npm run build', description: 'Build the project', timeout: 60000 }),
  read: rawPre('Read', { file_path: '/absolute/path/to/file', offset: 0, limit: 1000 }),
  glob: rawPre('Glob', { pattern: '**/*.php', path: '/home/user/project' }),
  grep: rawPre('Grep', { pattern: 'class.*Controller', path: '/home/user/project', include: '*.php' }),
  fetch: rawPre('WebFetch', { url: 'https://example.com', prompt: 'Extract the main content' }),
  search: rawPre('WebSearch', { query: 'laravel validation rules', allowed_domains: ['laravel.com'], blocked_domains: [] }),
  task: rawPre('Task', { description: 'Research authentication patterns', prompt: 'Find how authentication is implemented...', subagent_type: 'general-purpose' }),
  done: rawPost('File written successfully', null),
  failed: rawPost('', 'Permission denied'),
  prompt: JSON.stringify({ session_id: 'abc123', cwd: '/home/user/project', hook_event_name: 'UserPromptSubmit', prompt: 'Add a login feature' }, null, 2),
  session: JSON.stringify({ session_id: 'abc123', cwd: '/home/user/project', hook_event_name: 'SessionStart', env_file: '/tmp/claude-env-abc123' }, null, 2),
};
const asClaude = ['--host', 'claude-code'];
for (const [name, payload] of Object.entries(raw)) {
  const { tool_input: input = {}, ...members } = JSON.parse(payload);
  test(`raw: every member of the example ${name} is had by the name it has there`, () => {
    for (const [field, want] of [...Object.entries(members), ...Object.entries(input).map(([key, value]) => [`tool_input.${key}`, value])]) {
      const r = get([...asClaude, '--json', field], payload);
      is([r.code, r.out, r.err], want === null ? [1, '', ''] : [0, `${JSON.stringify(want)}\n`, ''], field);
    }
  });
  for (const field of ['file_path', 'content', 'command', 'old_string', 'new_string'].filter(key => !['glob', 'grep'].includes(name) || key !== 'file_path')) // the folder of a search is its file
    test(`raw: ${field} of the example ${name}`, () => {
      const r = get([...asClaude, field], payload);
      is([r.code, r.out], input[field] === undefined ? [1, ''] : [0, `${input[field]}\n`]);
    });
}
for (const name of ['write', 'done', 'failed'])
  test(`raw: globs of the example ${name}`, () => {
    const hit = (...globs) => start([gaff, 'match', ...asClaude, 'path', ...globs], raw[name]).code, miss = (...globs) => start([gaff, 'match', ...asClaude, '--not', 'path', ...globs], raw[name]).code;
    is([hit('**/*.php'), hit('**/app/Data/**/*.php', '**/app/Models/**/*.php'), hit('**/*.vue', '**/*.ts', '**/*.tsx')], [0, 0, 1]);
    is([miss('**/vendor/**', '**/node_modules/**'), miss('**/app/**')], [0, 1]);
  });
test('raw: without a file nothing matches, and everything is excluded', () =>
  is([['path', '**/*.php', '**'], ['--not', 'path', '**/app/**']].map(args => start([gaff, 'match', ...asClaude, ...args], raw.bash).code), [1, 0]));
test('raw: succeeded and failed', () => {
  const script = 'event=$(cat); error=$(printf %s "$event" | gaff get --host claude-code tool_error); printf %s "$event" | gaff match --host claude-code event after_tool_execute && [ -z "$error" ] && echo succeeded || echo "failed: $error"';
  is([start(['sh', '-c', script], raw.done).out, start(['sh', '-c', script], raw.failed).out], ['succeeded\n', 'failed: Permission denied\n']);
});
const specific = (hookEventName, members = {}) => ({ hookSpecificOutput: { hookEventName, ...members } });
const service = 'Consider using a service class for this operation.', typed = 'Data classes must have #[TypeScript()] annotation';
for (const [name, args, payload, want, code = 0] of [
  ['allow', ['allow', 'Validation passed'], raw.write, specific('PreToolUse', { permissionDecision: 'allow', permissionDecisionReason: 'Validation passed' })],
  ['deny', ['deny', typed], raw.write, specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: typed }), 2],
  ['allow with modified input', ['allow', 'Auto-corrected path', '--set', 'file_path=/corrected/path.php'], rawPre('Read', { file_path: '/old/path.php' }), specific('PreToolUse', { permissionDecision: 'allow', permissionDecisionReason: 'Auto-corrected path', updatedInput: { file_path: '/corrected/path.php' } })],
  ['allow with modified input, and the rest of it', ['allow', 'Auto-corrected path', '--set', 'file_path=/corrected/path.php'], raw.write, specific('PreToolUse', { permissionDecision: 'allow', permissionDecisionReason: 'Auto-corrected path', updatedInput: { file_path: '/corrected/path.php', content: '<?php\n\nclass UserData...' } })],
  ['acknowledge', ['acknowledge'], raw.done, specific('PostToolUse')],
  ['ack', ['ack'], raw.done, specific('PostToolUse')],
  ['with context', ['context', service], raw.done, specific('PostToolUse', { additionalContext: service })],
  ['with message', ['message', service], raw.done, specific('PostToolUse', { additionalContext: service })],
  ['nothing', ['none'], raw.done, ''],
  ['allow a prompt', ['allow'], raw.prompt, ''],
  ['deny a prompt', ['deny', 'no'], raw.prompt, { decision: 'block', reason: 'no' }, 2],
  ['acknowledge a session', ['acknowledge'], raw.session, ''],
]) test(`raw: ${name}`, () => {
  const r = reply([...args, ...asClaude], payload);
  is([r.code, r.out ? JSON.parse(r.out) : ''], [code, want]);
});
test('raw: ask', () => {
  const r = start(attendRun([gaff, 'reply', 'ask', 'sure?', ...asClaude]), raw.write, { env: attend('claude-code')?.env ?? { CLAUDE_CODE_SESSION_ATTENDED: '1' } });
  is([r.code, JSON.parse(r.out)], [0, specific('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: 'sure?' })]);
});
test('raw: another prompt blocks the old one, and that is said', () => {
  const r = reply(['prompt', 'Add a safe login', ...asClaude], raw.prompt);
  is([r.code, JSON.parse(r.out).decision], [2, 'block']);
  ok(/a hook changes this prompt/.test(r.err), r.err);
});
test('raw: variables go to the file of the environment, else to the one that the payload names', () => {
  const file = path.join(scratch, 'named'), other = path.join(scratch, 'told');
  const payload = raw.session.replace('/tmp/claude-env-abc123', file);
  is(get([...asClaude, 'env_file'], payload).out, `${file}\n`);
  reply(['env', 'A=1', ...asClaude], payload);
  is(fs.readFileSync(file, 'utf8'), "export A='1'\n");
  fs.rmSync(file);
  const link = path.join(scratch, 'a-link');
  fs.symlinkSync(file, link);
  const lost = reply(['env', 'A=1', '--context', 'beside', ...asClaude], raw.session.replace('/tmp/claude-env-abc123', link));
  ok(/env is lost/.test(lost.err) && !fs.existsSync(file) && lost.out.includes('beside'), lost.err + lost.out);
  reply(['env', 'A=1', ...asClaude], payload, { env: { CLAUDE_ENV_FILE: other } });
  is([fs.existsSync(file), fs.readFileSync(other, 'utf8')], [false, "export A='1'\n"]);
  is(get([...asClaude, 'env_file'], payload, { env: { CLAUDE_ENV_FILE: other } }).out, `${other}\n`);
});
// The table of globs: what each kind has to match, and what it must not.
for (const [glob, hits, misses] of [
  ['/p/*.php', ['/p/a.php', '/p/.php'], ['/p/b/a.php', '/p/a.phps']], ['/p/*/x', ['/p/b/x'], ['/p/a/c/x']],
  ['**/*.php', ['/p/a.php', '/p/q/r/a.php'], ['/p/a.vue']], ['**/app/Data/**/*.php', ['/p/app/Data/a.php', '/p/app/Data/x/y/a.php'], ['/p/app/Datas/a.php']], ['**/vendor/**', ['/p/q/vendor/a'], ['/p/vendors/a']],
  ['**/a.t?', ['/p/a.ts'], ['/p/a.tsx', '/p/a.t']], ['/p/x?y', ['/p/x-y'], ['/p/x/y']], ['/p/a?z', ['/p/aéz'], ['/p/az']],
  ['/p/[abc]', ['/p/a', '/p/c'], ['/p/d', '/p/ab']], ['/p/[!abc]', ['/p/d'], ['/p/a', '/p/dd']], ['/p/x[!abc]y', ['/p/xdy'], ['/p/x/y']],
]) test(`raw: the glob ${glob}`, () => {
  for (const [files, code] of [[hits, 0], [misses, 1]])
    for (const file of files) {
      const payload = claude({ tool_name: 'Write', tool_input: { file_path: file, content: '' } });
      is([['path', glob], ['--not', 'path', glob]].map(args => start([gaff, 'match', ...args], payload).code), [code, 1 - code], file);
    }
});

// ---- whole hooks, in the shells there are ----

const protect = `gaff match --not path '**/.env' && exit 0
exec gaff reply deny "$(gaff get file_path) holds secrets"
`;
const shells = ['sh', 'dash', 'bash', 'zsh', 'ksh', 'busybox sh'].filter(name => spawnSync('sh', ['-c', `command -v ${name.split(' ')[0]}`]).status === 0);
for (const name of shells) {
  const words = name.split(' ');
  const inShell = text => [...words, write(`${words.join('-')}-${text.length}.sh`, text)];
  const write_ = (file, id = 'claude-code') => id === 'codex' ? patch(['a', file]) : claude({ tool_name: 'Write', tool_input: { file_path: file, content: 'x' } });
  test(`hooks: protect-env in ${name}`, () => {
    is(denied(run(['--host', 'claude-code'], inShell(protect), write_('/p/.env')).out), '/p/.env holds secrets');
    is([run(['--host', 'claude-code'], inShell(protect), write_('/p/x'))].map(r => [r.code, r.out, r.err]), [[0, '', '']]);
    is(denied(run(['--host', 'codex'], inShell(protect), write_('b/.env', 'codex')).out), 'a holds secrets'); // file_path is the first; match saw all
  });
  test(`hooks: protect-env in ${name}, called by the agent itself`, () => {
    const text = `#!/usr/bin/env ${words[0]}\n[ -n "$GAFF_EVENT_FILE" ] || exec gaff run -- "$0" "$@"\n${protect}`;
    const hook = words.length > 1 ? null : write(`direct-${words[0]}.sh`, text);
    if (!hook) return;
    const r = start([hook], write_('/p/.env'));
    is([r.code, denied(r.out)], [2, '/p/.env holds secrets']);
    is([start([hook], write_('/p/x'))].map(q => [q.code, q.out]), [[0, '']]);
  });
  test(`hooks: a pipeline, a function, a subshell and a loop in ${name}`, () => {
    const text = `each() { gaff get -0 paths | tr '\\0' '\\n' | while read -r file; do echo "[$file]"; done; }
n=$( (each) | grep -c .)
gaff get content | grep -q x && gaff get --json tool_input | grep -q content || exit 3
exec 3<&0 4>&1
each | gaff reply context -
`;
    const r = run(['--host', 'claude-code'], inShell(text), claude({ hook_event_name: 'PostToolUse', tool_name: 'Write', tool_input: { file_path: '/p/a b', content: 'x' }, tool_response: 'ok' }));
    is([r.code, JSON.parse(r.out).hookSpecificOutput.additionalContext], [0, '[/p/a b]\n']);
  });
  test(`hooks: values that a shell could take for something else, in ${name}`, () => {
    const nasty = `$(touch ${scratch}/pwned) \`id\` "; rm -rf / #' \\ * ~ -n`;
    const text = `command=$(gaff get command)\nexec gaff reply deny "$command"\n`;
    is(denied(run(['--host', 'claude-code'], inShell(text), claude({ tool_input: { command: nasty } })).out), nasty);
    ok(!fs.existsSync(path.join(scratch, 'pwned')), 'it was run');
  });
}
test('hooks: the guard that the help advises lets nothing pass that could not be looked at', () => {
  const advised = start([gaff, 'match', '--help'], '').out.match(/^ {2}(gaff match --not path .* && exit 0\n) {2}(exec gaff reply deny .*\n)/m);
  is(advised?.slice(1).join(''), protect);
  const hook = write('misspelt.sh', `#!/bin/sh\n${protect.replace("'**/.env'", "'[a'")}`);
  is(denied(run(['--host', 'claude-code'], [hook], claude({ tool_name: 'Write', tool_input: { file_path: '/p/x', content: 'x' } })).out), '/p/x holds secrets');
});
test('hooks: a program that closes descriptors leaves stdin', () => {
  if (spawnSync('python3', ['-c', '']).status !== 0) return;
  const hook = write('hook.py', 'import subprocess\nprint(subprocess.run(["gaff", "reply", "deny", "from python"], capture_output=True, text=True).stdout)\n');
  is(denied(run(['--host', 'claude-code'], ['python3', hook], claude()).out), 'from python');
});
test('hooks: the event of an outer call is not that of an inner one', () => {
  const inner = write('inner.sh', '#!/bin/sh\nexec gaff reply deny "$(gaff get command)"\n');
  const outer = write('outer.sh', `#!/bin/sh\nprintf '%s' "$INNER" | gaff run --host claude-code -- '${inner}' >&2\nexit 2\n`);
  const r = run(['--host', 'claude-code'], [outer], claude({ tool_input: { command: 'outer' } }), { env: { INNER: claude({ tool_input: { command: 'inner' } }) } });
  ok(/"permissionDecisionReason\\":\\"inner/.test(JSON.stringify(denied(r.out))), r.out);
});

fs.rmSync(scratch, { recursive: true, force: true });
finish('shell hooks');
