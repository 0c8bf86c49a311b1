// audit.mjs - the record: many writers at once, what is in the way of it, and gaff log.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { finish, is, ok, skip, test } from './check.mjs';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
const append = path.join(path.dirname(gaff), 'append'); // tests/audit/append.c
const slow = process.env.SLOW ? Number(process.env.SLOW) : 1; // valgrind and sanitizers take their time
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-audit-'));
fs.chmodSync(scratch, 0o755); // one test is another user
const isRoot = process.getuid() === 0;
let homes = 0;
const sleep = ms => new Promise(done => setTimeout(done, ms));
async function until(cond, what, ms = 5000) {
  for (const end = Date.now() + ms * slow; !cond(); await sleep(10)) if (Date.now() > end) throw new Error(`${what} did not happen`);
}

// A user of our own: where the record is, and how programs are called.
function newHome() {
  const state = path.join(scratch, `home${homes++}`);
  const folder = path.join(state, 'gaff'), file = path.join(folder, 'audit.jsonl');
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', XDG_STATE_HOME: state, ...sanitizer };
  const call = (program, args, options = {}) => {
    const started = Date.now();
    const r = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, timeout: 60000, ...options, env: { ...env, ...options.env } });
    return { code: r.status, signal: r.signal, stdout: r.stdout, stderr: r.stderr, ms: Date.now() - started };
  };
  const start = (program, args) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 20000 * slow, killSignal: 'SIGKILL' });
    const job = { child, out: '', err: '' };
    child.stdout.on('data', data => job.out += data);
    child.stderr.on('data', data => job.err += data);
    job.end = new Promise(done => child.on('close', (code, signal) => done({ code, signal })));
    return job;
  };
  return {
    state, folder, file, env, start,
    write: (lines, name = 'audit.jsonl') => {
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(path.join(folder, name), lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line)) + '\n').join(''));
    },
    more: (...lines) => fs.appendFileSync(file, lines.map(line => JSON.stringify(line) + '\n').join('')),
    text: (name = 'audit.jsonl') => fs.readFileSync(path.join(folder, name), 'utf8'),
    append: (...args) => call(append, args.map(String)),
    log: (...args) => call(gaff, ['log', ...args]),
    call,
  };
}
const lines = text => { ok(!text || text.endsWith('\n'), 'no newline at the end'); return text.split('\n').slice(0, -1).map(line => JSON.parse(line)); };

// ---- many writers ----

const WRITERS = 16, EACH = 1000;
async function writeTogether(home, ...more) {
  const jobs = Array.from({ length: WRITERS }, (_, i) => home.start(append, [`w${i}`, `${EACH}`, ...more]));
  for (const job of jobs) is([(await job.end).code, job.out], [0, `${EACH}\n`], 'a writer');
}
function allThere(records) {
  is(records.length, WRITERS * EACH, 'lines');
  const seen = {};
  for (const r of records) {
    is(r.ms, seen[r.by] ?? 0, `the next of ${r.by}`); // each writer's own order is kept, too
    seen[r.by] = r.ms + 1;
  }
}
await test('16 writers, 1,000 lines each', async () => {
  const home = newHome();
  await writeTogether(home);
  allThere(lines(home.text()));
  is(home.log('--json', '--limit', '999999').stdout, home.text(), 'gaff log');
});
await test('16 writers, and a stopped process holds the lock', async () => {
  const home = newHome();
  home.write([]);
  const holder = home.start(append, ['--hold', home.file]);
  await until(() => holder.out === 'held\n', 'the lock');
  holder.child.kill('SIGSTOP');
  try {
    await writeTogether(home, '1000'); // full all the time, and never turned over
    allThere(lines(home.text()));
    ok(!fs.existsSync(`${home.file}.1`), 'turned over');
  } finally {
    holder.child.kill('SIGKILL');
    await holder.end;
  }
  is(home.append('one', 1, 1000).code, 0);
  allThere(lines(home.text('audit.jsonl.1')));
  is(lines(home.text()).length, 1, 'lines of the new file');
});
await test('16 writers, and the files are turned over meanwhile', async () => {
  const home = newHome();
  await writeTogether(home, '1500000'); // of 2.1 MB
  const older = lines(home.text('audit.jsonl.1')), newer = lines(home.text());
  ok(older.length && newer.length, `${older.length} and ${newer.length} lines`);
  is(older.length + newer.length, WRITERS * EACH, 'lines');
  is(new Set([...older, ...newer].map(r => `${r.by} ${r.ms}`)).size, WRITERS * EACH, 'different lines');
  is(fs.readdirSync(home.folder).sort(), ['audit.jsonl', 'audit.jsonl.1']);
});
await test('only 16 MiB and what came before are kept', () => {
  const home = newHome();
  home.write(['{"old":1}'], 'audit.jsonl.1');
  home.write([`{"x":"${'x'.repeat((16 << 20) - 9)}"}`]); // 16 MiB: not full yet
  is([fs.statSync(home.file).size, home.append('a', 1).code], [16 << 20, 0]);
  is(home.text('audit.jsonl.1'), '{"old":1}\n');
  is(home.append('a', 1).code, 0);
  is(lines(home.text()).length, 1);
  ok(fs.statSync(`${home.file}.1`).size > 16 << 20, 'it was not turned over');
});
await test('an older file that cannot be replaced loses nothing', () => {
  const home = newHome();
  home.write(['{"x":1}', '{"x":2}']);
  fs.mkdirSync(`${home.file}.1`);
  is(home.append('a', 2, 1).code, 0);
  is(lines(home.text()).length, 4);
});

// ---- the file and what is in its way ----

await test('it and its folders are for this user alone', () => {
  const home = newHome();
  is(home.call('sh', ['-c', 'umask 0; exec "$0" a 1', append]).code, 0);
  const mode = name => (fs.statSync(name).mode & 0o7777).toString(8);
  is([mode(home.state), mode(home.folder), mode(home.file)], ['700', '700', '600']);
});
await test('without XDG_STATE_HOME it is below HOME', () => {
  const home = newHome();
  for (const state of ['', 'relative']) is(home.call(append, ['a', '1'], { env: { XDG_STATE_HOME: state, HOME: home.state } }).code, 0);
  is(lines(fs.readFileSync(path.join(home.state, '.local/state/gaff/audit.jsonl'), 'utf8')).length, 2);
  ok(!fs.existsSync('relative'), 'a relative path was used');
});
await test('a line is at most 64 KiB', () => {
  const home = newHome();
  is([home.append('--long', 65536).code, home.append('--long', 65537).code], [0, 1]);
  is(home.text().length, 65537);
  is(home.append('--line', '{"x":\n1}').code, 1, 'two lines');
});
await test('GAFF_AUDIT switches it off', () => {
  const home = newHome();
  for (const word of ['off', '0', 'no']) is(home.call(append, ['a', '1'], { env: { GAFF_AUDIT: word } }).code, 0);
  ok(!fs.existsSync(home.state), 'something was made');
  is(home.call(append, ['a', '1'], { env: { GAFF_AUDIT: 'on' } }).code, 0);
  is(lines(home.text()).length, 1);
});

// Nothing is written, nothing is said, nobody waits, and nothing that was there is touched.
function refused(name, prepare, options = {}) {
  return test(`refused: ${name}`, () => {
    const home = newHome();
    fs.mkdirSync(home.folder, { recursive: true, mode: 0o700 });
    const untouched = prepare(home);
    const r = home.call(options.program ?? append, options.args ?? ['a', '3'], { env: options.env });
    is([r.code, r.signal, r.stdout, r.stderr], [1, null, '0\n', '']);
    ok(r.ms < 1000 * slow, `it took ${r.ms} ms`);
    if (untouched) is(fs.readFileSync(untouched, 'utf8'), 'mine', 'what was there');
  });
}
const mine = home => { const other = path.join(home.state, 'other'); fs.writeFileSync(other, 'mine'); return other; };
await refused('a FIFO', home => { spawnSync('mkfifo', [home.file]); });
await test('refused: a FIFO that somebody reads', async () => {
  const home = newHome();
  home.write([]);
  fs.rmSync(home.file);
  spawnSync('mkfifo', [home.file]);
  const reader = home.start('sh', ['-c', 'exec 3<>"$0"; echo open; read -r line <&3; echo "$line"', home.file]);
  await until(() => reader.out === 'open\n', 'the reader');
  is(home.append('a', 3).stdout, '0\n');
  reader.child.kill('SIGKILL');
  await reader.end;
  is(reader.out, 'open\n');
});
await refused('a link to a file', home => { const other = mine(home); fs.symlinkSync(other, home.file); return other; });
await refused('a link to nothing', home => { fs.symlinkSync('nothing', home.file); });
await refused('a link to /dev/full', home => { fs.symlinkSync('/dev/full', home.file); });
await refused('a folder', home => { fs.mkdirSync(home.file); });
await refused('a file for a folder', home => { fs.rmdirSync(home.folder); fs.writeFileSync(home.folder, 'mine'); return home.folder; });
await refused('a link to nothing for a folder', home => { fs.rmdirSync(home.folder); fs.symlinkSync('nothing', home.folder); });
await refused('no HOME', () => {}, { env: { XDG_STATE_HOME: '', HOME: '' } });
await refused('a relative HOME', () => {}, { env: { XDG_STATE_HOME: '', HOME: 'here' } });
await refused('a path that is too long', () => {}, { env: { XDG_STATE_HOME: `/${'x'.repeat(5000)}` } });
await refused('a HOME that cannot be made', () => {}, { env: { XDG_STATE_HOME: '/proc/nothing/here' } });
await refused('files may have no bytes', () => {}, { args: ['--limit', '0', '3'] });
await refused('files may have few bytes', home => { fs.writeFileSync(home.file, 'mine'); return home.file; }, { args: ['--limit', '20', '3'] });
if (isRoot) {
  const nobody = ['--reuid', '65534', '--regid', '65534', '--clear-groups', append, 'a', '3'];
  const openUp = home => { fs.chmodSync(home.state, 0o755); fs.chmodSync(home.folder, 0o755); };
  await refused("a folder that is another user's", openUp, { program: 'setpriv', args: nobody });
  await refused("a file that is another user's", home => { openUp(home); fs.writeFileSync(home.file, 'mine'); fs.chmodSync(home.file, 0o666); return home.file; }, { program: 'setpriv', args: nobody });
  await refused('root, and a file that is not', home => { fs.writeFileSync(home.file, 'mine'); fs.chownSync(home.file, 65534, 65534); return home.file; });
} else {
  await refused('a folder that is read-only', home => { fs.chmodSync(home.folder, 0o500); });
  await refused('a file that is read-only', home => { fs.writeFileSync(home.file, 'mine'); fs.chmodSync(home.file, 0o400); return home.file; });
}
await test('what fits below the limit for files is written', () => {
  const home = newHome();
  const r = home.append('--limit', 1000, 20);
  is([r.code, r.signal], [1, null]);
  is(lines(home.text()).length, Number(r.stdout));
  ok(Number(r.stdout) > 5, r.stdout);
});
await test('16 writers reach the limit for files', async () => {
  const home = newHome();
  const jobs = Array.from({ length: WRITERS }, () => home.start(append, ['--limit', '100000', '200']));
  for (const job of jobs) is((await job.end).signal, null);
  ok(fs.statSync(home.file).size <= 100000, 'more than the limit');
  is(home.append('--line', '{"time":"x","id":"last"}').code, 0);
  ok(home.log('--json').stdout.endsWith('{"time":"x","id":"last"}\n'), 'the next line is lost');
});

// A disk of 64 KiB, where that can be had.
const disk = path.join(scratch, 'disk');
fs.mkdirSync(disk);
if (isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status === 0) {
  await test('a full disk, and the line behind the torn one', () => {
    const home = newHome(), env = { XDG_STATE_HOME: disk }, file = path.join(disk, 'gaff/audit.jsonl');
    const r = home.call(append, ['a', '2000'], { env });
    is([r.code, r.signal, r.stderr], [1, null, '']);
    const text = fs.readFileSync(file, 'utf8');
    ok(!text.endsWith('\n'), 'no line was torn, and nothing is tried here');
    const whole = text.split('\n').slice(0, -1);
    is(Number(r.stdout), whole.length, 'whole lines');
    is(home.call(append, ['a', '3'], { env }).stdout, '0\n', 'still full');
    spawnSync('mount', ['-o', 'remount,size=128k', disk]);
    is(home.call(append, ['b', '3'], { env }).stdout, '3\n', 'room again');
    is(fs.readFileSync(file, 'utf8').split('\n').filter(line => line.includes('"by":"b"')).map(line => JSON.parse(line).ms), [0, 1, 2]);
    const log = home.call(gaff, ['log', '--json', '--limit', '5000'], { env });
    is([log.code, lines(log.stdout).length], [0, whole.length + 3]);
    is(log.stderr.replace(/: [^:]*\n$/, ''), `gaff: ${file}:${whole.length + 1}: not a record`);
  });
  await test('a disk that is read-only', () => {
    spawnSync('mount', ['-o', 'remount,ro', disk]);
    const r = newHome().call(append, ['a', '3'], { env: { XDG_STATE_HOME: disk } });
    is([r.code, r.signal, r.stdout, r.stderr], [1, null, '0\n', '']);
  });
  spawnSync('umount', [disk]);
} else {
  skip('a full disk', 'no tmpfs can be mounted');
}

// ---- secrets ----

// Put together here, so that nobody finds a secret in this file.
const token = ['ghp', 'wA4kQz8LmN2xR7vT5yB9cD3fG6hJ1pS0uEqK'].join('_'), key = ['AKIA', 'Z7QX4MTN2KWP5RJD'].join('');
const payload = (more = {}) => JSON.stringify({ session_id: 's', cwd: '/tmp', hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: '/tmp/x' }, ...more });
const hooked = (home, script, more) => home.call(gaff, ['run', '--host', 'claude-code', '--', 'sh', '-c', script], { input: payload(more) });
await test('no text of the record has a secret in it, whoever wrote it', () => {
  const home = newHome();
  const say = answer => `cat <<'E'\n${JSON.stringify(answer)}\nE`;
  hooked(home, say({ decision: 'deny', reason: `not with ${token}, nor ${key}` }));
  hooked(home, say({ decision: 'deny', reason: 'x' }), { tool_input: { file_path: `/tmp/${key}/a` } });
  hooked(home, `echo 'cannot use ${token}' >&2; exit 1`);
  hooked(home, 'exit 0', { tool_name: `mcp__x__${key}`.replace('__A', '__-A') });
  hooked(home, 'exit 0', { tool_name: 'Bash', tool_input: { command: `${token} x` } });
  const all = lines(home.text());
  is(all.length, 5);
  ok(!home.text().includes(token) && !home.text().includes(key), home.text());
  is([all[0].reason, all[1].paths], ['not with [redacted: a GitHub token], nor [redacted: an AWS access key]', ['/tmp/[redacted: an AWS access key]/a']]);
});
await test('of a command the record has the program, and nothing that may be a value', () => {
  const home = newHome(), commands = ['TOKEN=letmein ./run', "'let me in' x", 'https://me:letmein@host', 'git push letmein', '--letmein'];
  for (const command of commands) hooked(home, 'exit 0', { tool_name: 'Bash', tool_input: { command } });
  is(lines(home.text()).map(line => line.first_word ?? null), [null, null, null, 'git', null]);
  ok(!home.text().includes('letmein'), home.text());
});
await test('a secret is not cut in two before it is recognised', () => {
  for (let n = 250; n < 320; n += 7) {
    const home = newHome();
    hooked(home, `cat <<'E'\n${JSON.stringify({ decision: 'deny', reason: `${'x'.repeat(n)} ${token} y` })}\nE`);
    const { reason } = lines(home.text())[0];
    ok(!reason.includes(token.slice(0, 8)) && reason.length <= 300, reason);
  }
});
await test('what is no secret is kept as it is', () => {
  const home = newHome();
  const reason = 'the password is in .env; use AKIAIOSFODNN7EXAMPLE, sk-fading-circle, https://user:password@example.com';
  hooked(home, `cat <<'E'\n${JSON.stringify({ decision: 'deny', reason })}\nE`);
  is(lines(home.text())[0].reason, reason);
});

// ---- gaff log ----

const record = (more = {}) => ({ time: '2026-11-16T02:10:11.123Z', host: 'claude-code', host_version: '2.1.325', native_event: 'PreToolUse', event: 'before_tool_execute', session: 's1', project: '/p', tool: 'shell', tool_name: 'Bash', first_word: 'rm', decision: 'deny', by: 'no-rm', reason: 'not here', exit: 2, ms: 12,
  hooks: [{ name: 'no-rm', manifest: '/p/.gaff/hooks.json', result: 'deny', exit: 2, ms: 3, why: 'it is rm' }, { name: 'other', result: 'none', ms: 9 }], ...more });

await test('a page', () => {
  const home = newHome();
  home.write([record(), record({ host: 'cursor', native_event: 'beforeShellExecution', decision: 'none', by: undefined, reason: undefined, warnings: ['first', 'second'], ms: 1234 }), { time: 'whenever' }, {}]);
  const r = home.log();
  is([r.code, r.stderr], [0, '']);
  is(r.stdout, [
    'time (UTC)           host         event                 tool   decision  by        ms  reason',
    '-------------------  -----------  --------------------  -----  --------  ------  ----  ------',
    '2026-11-16 02:10:11  claude-code  PreToolUse            shell  deny      no-rm     12  not here',
    '2026-11-16 02:10:11  cursor       beforeShellExecution  shell  none              1234  first',
    'whenever',
    '',
    '',
  ].join('\n'));
});
await test('on a narrow screen the reason has a line of its own, and no line is too long', () => {
  const home = newHome();
  home.write([record({ reason: 'word '.repeat(100), by: 'b'.repeat(100), native_event: 'e'.repeat(100) }), record({ reason: 'ä'.repeat(500) })]);
  for (const width of [60, 80, 120, 200]) {
    const r = home.call(gaff, ['log', '--hooks'], { env: { COLUMNS: `${width}` } });
    for (const line of r.stdout.trim().split('\n')) {
      ok([...line].length <= width, `a line of ${[...line].length} of ${width}: ${line}`);
      ok(!/ $/.test(line), `a line ends with a blank: ${line}`);
    }
    ok(/word word.*\.\.\.$/m.test(r.stdout) && /ä\.\.\.$/m.test(r.stdout), r.stdout);
  }
});
await test('--hooks is a line more for each', () => {
  const home = newHome();
  home.write([record()]);
  is(home.log('--hooks').stdout.split('\n').slice(3), ['    no-rm: deny, exit 2, 3 ms: it is rm (/p/.gaff/hooks.json)', '    other: none, 9 ms', '']);
});
await test('what failed is the reason, and what was lost', () => {
  const home = newHome();
  for (const [more, word] of [[{ error: 'it died' }, 'it died'], [{ degradations: ['ask became deny'] }, 'ask became deny'], [{ disabled: true }, 'gaff is disabled'], [{ async: true }, 'nobody waits for the answer']]) {
    home.write([record({ reason: undefined, ...more })]);
    ok(home.log().stdout.trim().endsWith(`  ${word}`), home.log().stdout);
  }
});
await test('nothing in a record moves the cursor', () => {
  const home = newHome();
  const evil = '\u001b[2J\u001b]0;x\u0007\r\n\t\u0000\u007f\u009b31m\u0085\u202e\u2066\u2069\u202a\u200f\u061c\ufeff\u2028\u{e0041}\ud800é';
  const all = Object.fromEntries(Object.keys(record()).map(key => [key, evil]));
  home.write([record({ ...all, hooks: [Object.fromEntries(['name', 'manifest', 'result', 'exit', 'ms', 'why'].map(key => [key, evil]))] }), record({ hooks: evil, reason: evil }), record({ hooks: [evil, { [evil]: 1, name: { [evil]: evil } }] })]);
  for (const r of [home.log('--hooks'), home.call(gaff, ['log', '--hooks'], { env: { COLUMNS: '200' } })]) {
    is([r.code, r.stderr], [0, '']);
    ok(!/[^\n\x20-\x7eé]/u.test(r.stdout), `it shows ${JSON.stringify(r.stdout)}`);
    ok(/é/.test(r.stdout) || !/\?{14}/.test(r.stdout), r.stdout);
  }
  home.write([`{"reason":"${evil.slice(0, 4)}"}`, `{"${'\u009b'}31m":`]);
  ok(!/[^\n\x20-\x7e]/.test(home.log().stderr), 'stderr');
});
await test('bytes that are no UTF-8 do not reach the screen', () => {
  const home = newHome();
  home.write([]);
  fs.writeFileSync(home.file, Buffer.concat([Buffer.from('{"by":"x'), Buffer.from([0xff, 0x9b, 0xc2]), Buffer.from('y"}\n{"by":"z"}\n')]));
  const r = home.log();
  ok(/^[\n\x20-\x7e]*$/.test(r.stdout + r.stderr) && /z/.test(r.stdout), r.stdout + r.stderr);
});
await test('--json is what was recorded, byte for byte', () => {
  const home = newHome();
  const odd = ['{ "time" : "2026-11-16T02:10:11Z","a":1.50,"a":2, "x":"\\u00e9\u202e" }', '{"host":"cursor"}'];
  home.write(odd);
  is(home.log('--json').stdout, odd.join('\n') + '\n');
  is(home.log('--json', '--host', 'cursor').stdout, odd[1] + '\n');
});
await test('filters', () => {
  const home = newHome();
  home.write([record({ id: 1 }), record({ id: 2, host: 'cursor' }), record({ id: 3, decision: 'ask' })], 'audit.jsonl.1');
  home.write([record({ id: 4, native_event: 'Stop', event: 'agent_stop' }), record({ id: 5, session: 's2' }), record({ id: 6, time: '2026-11-17T00:00:00.000Z' }), { id: 7 }, record({ id: 8, decision: 'error' })]);
  const ids = (...args) => { const r = home.log('--json', ...args); is([r.code, r.stderr], [0, '']); return lines(r.stdout).map(l => l.id).join(''); };
  is(ids(), '12345678');
  is(ids('--host', 'cursor'), '2');
  is(ids('--decision', 'ask'), '3');
  is(ids('--decision=error'), '8');
  is(ids('--event', 'Stop'), '4');
  is(ids('--event', 'agent_stop'), '4');
  is(ids('--session', 's2'), '5');
  is(ids('--since', '2026-11-17'), '6');
  is(ids('--since', '2026-11-16T02:10:11.123Z'), '1234568');
  is(ids('--since', '2026-11-16T02:10:11.124Z'), '6');
  is(ids('--limit', '2'), '78');
  is(ids('--limit', '6'), '345678');
  is(ids('--limit', '0'), '');
  is(ids('--limit', '1', '--host', 'claude-code', '--decision', 'deny'), '6');
  is(ids('--limit', '999999999'), '12345678');
});
await test('--since so long ago', () => {
  const home = newHome(), ago = s => record({ s, time: new Date(Date.now() - s * 1000).toISOString() });
  home.write([ago(200000), ago(50000), ago(1000), ago(100), ago(5)]);
  const since = text => lines(home.log('--json', '--since', text).stdout).map(l => l.s);
  is(since('60s'), [5]);
  is(since('10m'), [100, 5]);
  is(since('2h'), [1000, 100, 5]);
  is(since('1d'), [50000, 1000, 100, 5]);
  is(since('999999999d').length, 5);
});
await test('the last 50', () => {
  const home = newHome();
  home.write(Array.from({ length: 120 }, (_, id) => record({ id })));
  is(lines(home.log('--json').stdout).map(l => l.id), Array.from({ length: 50 }, (_, i) => 70 + i));
  is(home.log().stdout.trim().split('\n').length, 52);
});
await test('nothing recorded yet', () => {
  const home = newHome();
  const r = home.log();
  is([r.code, r.stdout, r.stderr], [0, '', `gaff: nothing recorded yet: ${home.file}\n`]);
  const json = home.log('--json');
  is([json.code, json.stdout, json.stderr], [0, '', '']);
  ok(!fs.existsSync(home.state), 'reading made something');
});
await test('the older file alone', () => {
  const home = newHome();
  home.write([record()], 'audit.jsonl.1');
  is([home.log().stderr, lines(home.log('--json').stdout).length], ['', 1]);
});
await test('broken lines are said and passed over', () => {
  const home = newHome();
  home.write([record(), '{"time":"2026', '\u0001\u0002', '[]', '', `{"x":"${'x'.repeat(200000)}"}`, record()], 'audit.jsonl.1');
  home.write(['nonsense', record()]);
  fs.appendFileSync(home.file, '{"torn":');
  const r = home.log('--json');
  is([r.code, lines(r.stdout).length], [0, 3]);
  const at = (name, n, why) => `gaff: ${path.join(home.folder, name)}:${n}: not a record: ${why}`;
  const said = r.stderr.trim().split('\n');
  is(said.map(line => line.replace(/not a record: .*/, '')), [...[2, 3, 4, 6].map(n => at('audit.jsonl.1', n, '')), ...[1, 3].map(n => at('audit.jsonl', n, ''))].map(line => line.replace(/not a record: .*/, '')));
  is([said[2], said[3]], [at('audit.jsonl.1', 4, 'not an object'), at('audit.jsonl.1', 6, 'longer than a record may be')]);
});
await test('a record behind a torn one is found', () => {
  const home = newHome();
  home.write(['{"time":"2026-11-16T02:10:11Z","reason":"cut o{"time":"2026-11-16T02:10:12Z","by":"b"}', record()]);
  const r = home.log('--json');
  is([r.code, lines(r.stdout).map(l => l.by)], [0, ['b', 'no-rm']]);
  is(r.stderr.trim().split('\n').length, 1);
});
await test('many broken lines are counted', () => {
  const home = newHome();
  home.write([...Array(1000).fill('x'), record()]);
  const r = home.log('--json');
  is([r.code, lines(r.stdout).length, r.stderr.trim().split('\n').length], [0, 1, 21]);
  ok(r.stderr.endsWith('gaff: 980 more lines are no records\n'), r.stderr);
});
for (const [what, put] of [['a FIFO', f => spawnSync('mkfifo', [f])], ['a folder', f => fs.mkdirSync(f)], ['a link', f => fs.symlinkSync('/dev/zero', f)]]) {
  await test(`${what} is not read`, () => {
    const home = newHome();
    home.write([record()], 'audit.jsonl.1');
    put(home.file);
    const r = home.log('--json');
    is([r.code, lines(r.stdout).length], [1, 1]);
    ok(r.stderr.startsWith(`gaff: ${home.file}: `) && r.ms < 1000 * slow, r.stderr);
  });
}
await test('colours', () => {
  const home = newHome();
  home.write([record(), record({ decision: 'ask' }), record({ decision: 'allow' })]);
  ok(!home.log().stdout.includes('\x1b'), 'a pipe is no terminal');
  ok(!home.log('--color=never').stdout.includes('\x1b'), 'never');
  is(home.log('--color=always').stdout.match(/\x1b.*?\x1b\[0m/g), ['\x1b[31mdeny\x1b[0m', '\x1b[33mask\x1b[0m']);
  is(home.log('--color=always').stdout.replace(/\x1b\[\d+m/g, ''), home.log().stdout);
  if (spawnSync('script', ['--version']).status !== 0) return skip('colours on a terminal', 'no script(1)');
  const terminal = env => home.call('script', ['-qec', `'${gaff}' log`, '/dev/null'], { env: { TERM: 'xterm', ...env } }).stdout;
  ok(terminal({}).includes('\x1b[31mdeny'), 'a terminal');
  ok(!terminal({ NO_COLOR: '1' }).includes('\x1b'), 'NO_COLOR');
});

const wrong = (args, code, pattern, env = {}) => test(`log ${args.join(' ')}`, () => {
  const r = newHome().call(gaff, ['log', ...args], { env });
  is([r.code, r.stdout], [code, ''], 'exit and stdout');
  ok(pattern.test(r.stderr) && r.stderr.trim().split('\n').length === 1, `stderr is ${r.stderr}`);
});
for (const since of ['', 'yesterday', '10', 's', '-1s', '10w', '1.5h', '2026-13-01', '2026-11-16 02:10:11', '2026-11-16T02:10:11+01:00', '99999999999999d'])
  await wrong(['--since', since], 129, /--since is like 30s, 10m, 2h, 1d, 2026-11-16 or 2026-11-16T02:10:11Z, not/);
await wrong(['--decision', 'maybe'], 129, /--decision is allow, ask, deny, none or error, not 'maybe'/);
await wrong(['--host', 'claudecode'], 1, /did you mean 'claude-code'/);
for (const limit of ['', 'x', '-1', '1x', '9999999999']) await wrong(['--limit', limit], 129, /--limit is a number/);
await wrong(['--color', 'red'], 129, /--color is auto, always or never/);
await wrong(['--folow'], 129, /did you mean '--follow'/);
await wrong(['today'], 129, /what is 'today'/);
await wrong([], 1, /neither XDG_STATE_HOME nor HOME is an absolute path/, { XDG_STATE_HOME: '', HOME: '' });
await test('log --help', () => {
  const r = newHome().log('--help');
  is([r.code, r.stderr], [0, '']);
  for (const word of ['follow', 'since', 'host', 'decision', 'event', 'session', 'limit', 'hooks', 'json', 'color']) ok(r.stdout.includes(`--${word} `), `no word about --${word}`);
});

// ---- following ----

await test('--follow goes on, also into the next file', async () => {
  const home = newHome();
  home.write(Array.from({ length: 60 }, (_, id) => record({ id })));
  const job = home.start(gaff, ['log', '--follow', '--json', '--decision', 'deny', '--limit', '2']);
  const ids = () => lines(job.out).map(l => l.id);
  await until(() => job.out.split('\n').length === 3, 'what is there');
  home.more(record({ id: 60 }), record({ id: 'no', decision: 'allow' }));
  await until(() => job.out.split('\n').length === 4, 'a new line');
  const late = fs.openSync(home.file, 'a');
  fs.renameSync(home.file, `${home.file}.1`);
  home.more(record({ id: 62 }));
  fs.writeSync(late, JSON.stringify(record({ id: 61 })) + '\n'); // by one who had opened it before
  fs.closeSync(late);
  await until(() => job.out.split('\n').length === 6, 'the next file');
  home.more(record({ id: 63 }));
  await until(() => job.out.split('\n').length === 7, 'more of it');
  job.child.kill('SIGINT');
  is(await job.end, { code: 0, signal: null });
  is(ids(), [58, 59, 60, 61, 62, 63]);
  is(job.err, '');
});
await test('--follow of writers that turn the files over', async () => {
  const home = newHome();
  home.write([]);
  const job = home.start(gaff, ['log', '--follow', '--json']);
  await sleep(100);
  is(home.append('a', 2000, 200000).code, 0);
  ok(fs.existsSync(`${home.file}.1`), 'not turned over');
  await until(() => job.out.split('\n').length > 2000, 'all of them');
  job.child.kill('SIGTERM');
  is(await job.end, { code: 0, signal: null });
  is(lines(job.out).map(l => l.ms), Array.from({ length: 2000 }, (_, i) => i));
});
await test('--follow waits for the first record, and prints a page', async () => {
  const home = newHome();
  const job = home.start(gaff, ['log', '--follow']);
  await until(() => /nothing recorded yet/.test(job.err), 'a word');
  home.append('a', 1);
  await until(() => job.out.split('\n').length === 4, 'a page');
  home.append('b', 1);
  await until(() => job.out.split('\n').length === 5, 'a line of it');
  job.child.kill('SIGTERM');
  is(await job.end, { code: 0, signal: null });
});
await test('--follow ends when nobody reads', async () => {
  const home = newHome();
  home.write([record()]);
  const job = home.start(gaff, ['log', '--follow']);
  await until(() => job.out.split('\n').length === 4, 'a page');
  job.child.stdout.destroy();
  const end = await Promise.race([job.end, sleep(3000 * slow)]);
  if (!end) job.child.kill('SIGKILL');
  is(end, { code: 0, signal: null });
  is(job.err, '');
});

fs.rmSync(scratch, { recursive: true });
finish('audit');
