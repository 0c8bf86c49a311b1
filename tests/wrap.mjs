// wrap.mjs - gaff wrap: a program with a shim in front of it does what it does without one, and hooks are asked.
//
// tests/wrap/probe.c is the program; it tells what it was given. tests/wrap/terminal.py is the terminal.
import { spawn, spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { finish, is, ok, test } from './check.mjs';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = path.resolve(process.env.GAFF ?? path.join(root, 'build/gaff'));
const slow = Number(process.env.SLOW ?? 1);
const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-wrap-')));
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const probe = path.join(scratch, 'probe');
const built = spawnSync('cc', ['-std=c17', '-D_GNU_SOURCE', '-Wall', '-Wextra', '-o', probe, path.join(root, 'tests/wrap/probe.c')], { encoding: 'utf8' });
if (built.status !== 0) throw new Error(built.stderr);
const numbers = os.constants.signals;
const quote = text => `'${text.replaceAll("'", "'\\''")}'`;
const sleep = ms => new Promise(done => setTimeout(done, ms));

// A user with ~/.local/bin at the front of PATH, and the program `prog` behind it.
let worlds = 0;
function world(name = `w${++worlds}`) {
  const top = path.join(scratch, name), home = path.join(top, 'home'), bin = path.join(home, '.local/bin'), real = path.join(top, 'real');
  for (const folder of [bin, real]) fs.mkdirSync(folder, { recursive: true });
  const m = {
    top, home, bin, real, shim: path.join(bin, 'prog'), log: path.join(top, 'log'),
    env: { PATH: `${bin}:${real}:/usr/bin:/bin`, HOME: home, TMPDIR: top, LANG: 'C', ...sanitizer },
    put(file, text, mode = 0o755) {
      const full = path.resolve(top, file);
      fs.mkdirSync(path.dirname(full), { recursive: true });
      fs.writeFileSync(full, text);
      fs.chmodSync(full, mode);
      return full;
    },
    gaff: (args, more = {}) => result(spawnSync(gaff, args, { cwd: top, encoding: 'utf8', timeout: 60000, ...more, env: { ...m.env, ...more.env } })),
    wrap(...args) {
      const r = m.gaff(['wrap', 'prog', ...args]);
      is([r.code, r.stderr], [0, ''], `wrap ${args}`);
      return m;
    },
    call: (args, more = {}) => result(spawnSync('prog', args, { cwd: top, encoding: 'utf8', timeout: 60000 * slow, maxBuffer: 1 << 28, ...more, env: { ...m.env, ...more.env } })),
    sh: (text, more = {}) => result(spawnSync('/bin/sh', ['-c', text], { cwd: top, encoding: 'utf8', timeout: 60000 * slow, ...more, env: { ...m.env, ...more.env } })),
    start: (args, more = {}) => spawn('prog', args, { cwd: top, env: m.env, ...more }),
    // What hooks were shown, one line each.
    seen: () => fs.existsSync(m.log) ? fs.readFileSync(m.log, 'utf8').trim().split('\n').map(line => JSON.parse(line)) : [],
    noting: () => m.put('note', `#!/bin/sh\ncat >>${quote(m.log)}\n`),
  };
  fs.copyFileSync(probe, path.join(real, 'prog'));
  return m;
}
const result = r => ({ code: r.status, signal: r.signal, stdout: r.stdout, stderr: r.stderr });
const saying = answer => `cat >/dev/null; printf %s ${quote(JSON.stringify(answer))}`;

// The ways a shim can run the program: in its place, and beside it.
const ways = { 'in its place': ['--pre', 'cat >/dev/null'], 'beside it': ['--hook', 'cat >/dev/null'] };

// ---- nothing is different ----

// The same shell line, with and without a shim: everything the program can see of where it runs.
const unlike = /^env (?:474146465f575241505f4445505448|5f)3d/; // GAFF_WRAP_DEPTH and _
const seenBy = text => text.split('\n').filter(line => !unlike.test(line)).sort().join('\n');
const setups = {
  'as it is': 'exec prog show a b',
  'hostile arguments': `exec prog show '' ' ' "a
b" "it's" '"' '$HOME' '\`id\`' '\\' '*' -- --run --help -h '--pre=x' é '{"a":1}' "$(printf '\\001\\033[31m')"`,
  'no stdin': 'exec prog show <&-',
  'no stdout to read from': 'prog show >out <&-; cat out',
  'no stderr': 'exec prog show 2>&-',
  'none but stdout': 'exec prog show <&- 2>&-',
  'descriptors of its own': 'exec 3</dev/null 7>>/dev/null 9<>/dev/null; exec prog show',
  'signals ignored': "trap '' HUP INT QUIT TERM PIPE USR1 CHLD; exec prog show",
  'signals blocked': `exec python3 -c 'import os, signal
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGINT, signal.SIGUSR1, signal.SIGCHLD, signal.SIGRTMIN])
os.execvp("prog", ["prog", "show"])'`,
  'a mask and limits': 'umask 027; ulimit -c 0; ulimit -n 64; exec prog show',
  'another folder': 'mkdir -p "a b"; cd "a b"; exec prog show',
  'variables': "export A='x\ny' B= 'C= = ' ; export NASTY=\"$(printf '\\377\\376')\"; exec prog show".replace("'C= = ' ", 'C="= = "'),
  'niceness': 'exec nice -n 5 prog show',
};
for (const [way, hook] of Object.entries(ways))
  for (const [name, line] of Object.entries(setups))
    test(`${way}: ${name}`, () => {
      const m = world(), bare = m.sh(line);
      is(bare.code, 0, `without a shim: ${bare.stderr}`);
      const wrapped = m.wrap(...hook).sh(line);
      is([wrapped.code, wrapped.signal, wrapped.stderr], [bare.code, bare.signal, bare.stderr], 'end');
      ok(/^arg /m.test(bare.stdout) && /^SigIgn/m.test(bare.stdout), bare.stdout);
      is(seenBy(wrapped.stdout), seenBy(bare.stdout), 'what it sees');
    });

test('its name is what was typed', () => {
  const arg0 = Buffer.from('prog').toString('hex');
  for (const hook of Object.values(ways)) {
    const m = world().wrap(...hook);
    ok(m.call(['show']).stdout.startsWith(`arg ${arg0}\n`));
    ok(m.sh(`${quote(m.shim)} show`).stdout.startsWith(`arg ${arg0}\n`));
  }
});

test('bytes that are not UTF-8 reach it with --args, in its place and beside it', () => {
  for (const option of ['--pre', '--hook']) {
    const m = world().wrap(option, 'true', '--args'), r = m.sh(`exec prog show "$(printf 'x\\377\\300y')"`);
    is([r.code, r.stdout.split('\n')[2]], [0, 'arg 78ffc079']);
  }
});

// ---- ends ----

for (const [way, hook] of Object.entries(ways)) {
  test(`${way}: exit status`, () => {
    const m = world().wrap(...hook);
    for (const code of [0, 1, 2, 3, 42, 124, 125, 126, 127, 128, 129, 130, 143, 255]) is(m.call(['exit', `${code}`]).code, code);
  });
  for (const name of ['SIGTERM', 'SIGINT', 'SIGPIPE', 'SIGKILL', 'SIGSEGV', 'SIGHUP', 'SIGQUIT', 'SIGABRT', 'SIGUSR1', 'SIGALRM'])
    test(`${way}: it dies of ${name}`, () => {
      const m = world().wrap(...hook), r = m.call(['die', `${numbers[name]}`]);
      is([r.code, r.signal], [null, name]);
    });
  test(`${way}: a pipe that nobody reads`, () => {
    const m = world().wrap(...hook);
    is(m.sh(`{ prog pipe; echo $? >&2; } | head -c 2`).stderr, `${128 + numbers.SIGPIPE}\n`);
    is(m.sh(`trap '' PIPE; { prog pipe; echo $? >&2; } | head -c 2`).stderr, '1\n', 'ignored');
  });
}
test('every exit status, beside it', () => {
  const m = world().wrap('--hook', 'true', '--args');
  const want = Array.from({ length: 256 }, (_, i) => `${i}`).join('\n');
  is(m.sh('i=0; while [ $i -lt 256 ]; do prog exit $i; echo $?; i=$((i+1)); done').stdout.trim(), want);
});
test('no second core file', () => {
  const m = world().wrap('--hook', 'cat >/dev/null'), r = m.sh('ulimit -c unlimited; cd home; prog die 11; echo $?; ls');
  ok(r.stdout.startsWith('139\n'), r.stdout);
  ok(r.stdout.split('\n').filter(name => /^core/.test(name)).length <= 1, r.stdout);
});

// ---- streams ----

for (const [way, hook] of Object.entries(ways))
  test(`${way}: 24 MB of anything through it`, () => {
    const m = world().wrap(...hook), bytes = crypto.randomBytes(24 << 20);
    const r = spawnSync('prog', ['copy'], { env: m.env, input: bytes, maxBuffer: 1 << 28, timeout: 60000 * slow });
    is([r.status, r.stderr.toString(), r.stdout.length], [0, '', bytes.length]);
    ok(r.stdout.equals(bytes), 'other bytes');
  });
test('hooks get nothing of its stdin, and none of its descriptors', () => {
  const m = world();
  m.put('greedy', `#!/bin/sh\ncat >/dev/null; cat >/dev/null\nls /proc/self/fd | wc -l >>${quote(m.log)}\n`);
  m.wrap('--hook', './greedy');
  is(m.sh("exec 3</dev/null 8</dev/null; printf 'for the program' | prog copy").stdout, 'for the program');
  is(fs.readFileSync(m.log, 'utf8'), '5\n5\n', 'descriptors of a hook: its three, its event and the folder itself');
});
test('what hooks print does not get into its stdout', () => {
  const m = world();
  m.put('loud', '#!/bin/sh\necho said by the hook; echo to people >&2\n');
  const r = m.wrap('--hook', './loud', '--args').call(['exit', '0']);
  is([r.code, r.stdout], [0, '']);
  is(r.stderr, 'gaff: prog: said by the hook\nto people\ngaff: prog: said by the hook\nto people\n');
});
for (const [fd, stream] of [[1, 'stdout'], [0, 'stdin']])
  await test(`a program that leaves its ${stream} is seen to leave it`, async () => {
    const m = world().wrap('--post', 'cat >/dev/null'), child = m.start(['leave', `${fd}`], { stdio: ['pipe', 'pipe', 'pipe'] }), started = Date.now();
    const left = fd ? new Promise(done => child.stdout.on('end', () => done(Date.now() - started)).resume()) : new Promise(done => {
      child.stdin.on('error', () => done(Date.now() - started));
      const more = () => child.stdin.writable && child.stdin.write('x', () => setTimeout(more, 20));
      more();
    });
    const ended = new Promise(done => child.on('exit', () => done(Date.now() - started)));
    const [at, end] = [await left, await ended];
    ok(end > 1900 && at < end - 800, `left after ${at} ms, ended after ${end} ms`);
  });
test('a reader of messages who is gone keeps nothing from running', () => {
  const m = world().wrap('--pre', 'exit 7');
  is(m.sh('{ sleep 0.3; prog exit 3; echo $? >code; } 2>&1 | true; sleep 1; cat code').stdout, '3\n');
});

// ---- signals ----

const lines = child => {
  let text = '';
  const waiting = [];
  child.stdout.on('data', piece => { text += piece; for (const w of waiting.splice(0)) w(); });
  return {
    text: () => text,
    until: async want => {
      for (const end = Date.now() + 20000 * slow; !text.includes(want);) {
        if (Date.now() > end) throw new Error(`no ${JSON.stringify(want)} in ${JSON.stringify(text)}`);
        await Promise.race([new Promise(done => waiting.push(done)), sleep(100)]);
      }
    },
  };
};
// How it ended; what does not end is ended, and that is not what was wanted.
const ended = child => new Promise(done => {
  const late = setTimeout(() => child.kill('SIGKILL') && done('never'), 15000 * slow);
  child.on('exit', (code, signal) => { clearTimeout(late); done([code, signal]); });
});

for (const [way, hook] of Object.entries(ways))
  await test(`${way}: what is sent to it`, async () => {
    const m = world().wrap(...hook), child = m.start(['listen']), said = lines(child), end = ended(child);
    await said.until('ready');
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGWINCH', 'SIGCONT', 'SIGTSTP', 'SIGALRM', 'SIGPIPE', 'SIGABRT', 'SIGSEGV', 'SIGURG']) {
      child.kill(name);
      await said.until(`got ${numbers[name]}\n`);
    }
    await sleep(100);
    child.kill('SIGUSR2');
    is(await end, [0, null]);
    is(said.text().match(/got/g).length, 14, `each once: ${said.text()}`);
  });
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'])
  await test(`${name} ends it, and who sent it sees that`, async () => {
    const m = world();
    const child = m.wrap('--post', m.noting()).start(['copy']), end = ended(child);
    for (let tries = 0; tries < 200 && spawnSync('pgrep', ['-P', `${child.pid}`]).status !== 0; tries++) await sleep(20);
    const inner = Number(spawnSync('pgrep', ['-P', `${child.pid}`], { encoding: 'utf8' }).stdout);
    ok(inner > 0, 'the program is a process of its own');
    await sleep(50);
    child.kill(name);
    is(await end, [null, name]);
    await sleep(100);
    ok(!/^State:\s+[^ZX]/m.test(fs.existsSync(`/proc/${inner}/status`) ? fs.readFileSync(`/proc/${inner}/status`, 'utf8') : ''), 'the program goes on');
    is(m.seen().map(e => e.exit_code), name === 'SIGKILL' ? [] : [128 + numbers[name]], 'post');
  });
test('a signal that the program sends to its group does not come back', () => {
  const m = world().wrap('--hook', 'cat >/dev/null');
  for (const number of [numbers.SIGTERM, numbers.SIGUSR1]) is(m.sh(`setsid -w prog group ${number}`).code, 0);
});
test('an alarm that was set before it was started', () => {
  for (const way of Object.values(ways)) {
    const r = world().wrap(...way).sh(`exec python3 -c 'import os, signal
r, w = os.pipe()
os.dup2(r, 0)
os.set_inheritable(w, True)
signal.alarm(1)
os.execvp("prog", ["prog", "copy"])'`);
    is([r.code, r.signal], [null, 'SIGALRM']);
  }
});
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  await test(`${name} while the hook is asked: nothing is run`, async () => {
    const m = world(), flag = path.join(m.top, 'asked');
    const child = m.wrap('--hook', `touch ${quote(flag)}; exec sleep 20`).start(['listen']), said = lines(child), end = ended(child);
    for (let tries = 0; tries < 200 * slow && !fs.existsSync(flag); tries++) await sleep(20);
    child.kill(name);
    is(await end, [null, name]);
    is(said.text(), '');
  });
await test('nohup: what is ignored does not end the question either', async () => {
  const m = world(), flag = path.join(m.top, 'asked');
  m.wrap('--pre', `touch ${quote(flag)}; sleep 0.5`);
  const child = spawn('/bin/sh', ['-c', "trap '' HUP; exec prog exit 4"], { env: m.env }), end = ended(child);
  for (let tries = 0; tries < 200 && !fs.existsSync(flag); tries++) await sleep(20);
  child.kill('SIGHUP');
  is(await end, [4, null]);
});
await test('TERM while the hook behind it is asked: the status stays', async () => {
  const m = world(), flag = path.join(m.top, 'asked');
  const child = m.wrap('--post', `touch ${quote(flag)}; exec sleep 20`).start(['exit', '9']), end = ended(child);
  for (let tries = 0; tries < 200 && !fs.existsSync(flag); tries++) await sleep(20);
  child.kill('SIGTERM');
  is(await end, [9, null]);
});

// ---- a terminal ----

const tty = (m, argv, steps, more = {}) => {
  const r = spawnSync('python3', [path.join(root, 'tests/wrap/terminal.py')], { input: JSON.stringify({ argv, env: { ...m.env, ...more.env }, cwd: m.top, steps }), encoding: 'utf8', timeout: 120000 * slow });
  is(r.status, 0, `terminal.py: ${r.stderr}`);
  const out = JSON.parse(r.stdout);
  ok(out.missed === null, `no ${JSON.stringify(out.missed)} in ${JSON.stringify(out.text)}`);
  return out;
};
// A shell with job control, which knows what its jobs do.
const bash = ['/bin/bash', '--norc', '--noprofile', '--noediting', '-i'];
const prompt = { env: { PS1: 'READY> ', HISTFILE: '', TERM: 'dumb' } };

for (const [way, hook] of Object.entries({ 'without a shim': null, ...ways })) {
  const make = () => hook ? world().wrap(...hook) : world();
  test(`a terminal, ${way}: it has one`, () => {
    const m = make(), r = tty(m, ['/bin/sh', '-c', 'prog show'], []);
    is([r.status, r.text.match(/^fd [012] .* tty 1/gm)?.length, /^foreground 1/m.test(r.text), /^size 30 90/m.test(r.text)], [0, 3, true, true], r.text);
  });
  test(`a terminal, ${way}: Ctrl-C`, () => {
    const m = make(), r = tty(m, bash, [['expect', 'READY> '], ['send', 'prog tty\n'], ['expect', 'ready'], ['send', '\x03'], ['expect', 'READY> '], ['send', 'echo status $?\n'], ['expect', 'status 130'], ['send', 'exit\n']], prompt);
    ok(!/done/.test(r.text), r.text);
  });
  test(`a terminal, ${way}: Ctrl-C comes once`, () => {
    const m = make(), r = tty(m, bash, [['expect', 'READY> '], ['send', 'prog listen\n'], ['expect', 'ready'], ['send', '\x03'], ['expect', 'got 2'], ['send', '\x1c'], ['expect', 'got 3'], ['size', 40, 100], ['expect', 'got 28'], ['sleep', 0.3], ['send', 'x'], ['sleep', 0.1],
      ['send', '\x1a'], ['expect', 'got 20'], ['sleep', 0.2], ['hangup']], prompt);
    for (const number of [2, 3, 28, 20]) is(r.text.match(new RegExp(`got ${number}\\r`, 'g'))?.length, 1, `got ${number}: ${r.text}`);
  });
  test(`a terminal, ${way}: Ctrl-C ends a script`, () => {
    const m = make();
    m.put('script', '#!/bin/bash\nprog tty\necho went on\n');
    const r = tty(m, bash, [['expect', 'READY> '], ['send', './script\n'], ['expect', 'ready'], ['send', '\x03'], ['expect', 'READY> '], ['send', 'echo status $?\n'], ['expect', 'status 130'], ['send', 'exit\n']], prompt);
    ok(!/went on/.test(r.text), r.text);
  });
  test(`a terminal, ${way}: Ctrl-Z, and on in the foreground`, () => {
    const m = make(), r = tty(m, bash, [['expect', 'READY> '], ['send', 'prog tty\n'], ['expect', 'ready'], ['send', '\x1a'], ['expect', 'Stopped'], ['expect', 'READY> '], ['send', 'echo status $?; jobs\n'], ['expect', 'status 148'], ['expect', 'Stopped'], ['expect', 'READY> '],
      ['send', 'fg\n'], ['expect', 'done'], ['expect', 'READY> '], ['send', 'echo status $?\n'], ['expect', 'status 5'], ['send', 'exit\n']], prompt);
    ok(!/Terminated|There are/.test(r.text), r.text);
  });
  test(`a terminal, ${way}: it stops by itself, and goes on in the background`, () => {
    const m = make();
    tty(m, bash, [['expect', 'READY> '], ['send', `prog tty ${numbers.SIGSTOP}\n`], ['expect', 'ready'], ['expect', 'Stopped'], ['expect', 'READY> '], ['send', 'bg; wait %1; echo status $?\n'], ['expect', 'done'], ['expect', 'status 5'], ['send', 'exit\n']], prompt);
  });
  test(`a terminal, ${way}: it is woken by its process alone`, () => {
    const m = make();
    tty(m, bash, [['expect', 'READY> '], ['send', 'prog tty\n'], ['expect', 'ready'], ['send', '\x1a'], ['expect', 'Stopped'], ['expect', 'READY> '], ['send', 'kill -CONT $(jobs -p)\n'], ['expect', 'done'], ['sleep', 0.2], ['send', 'jobs\n'], ['expect', 'Exit 5'], ['send', 'exit\n']], prompt);
  });
  test(`a terminal, ${way}: in the background it may not read`, () => {
    const m = make();
    tty(m, bash, [['expect', 'READY> '], ['send', 'prog copy &\n'], ['expect', 'READY> '], ['sleep', 0.5], ['send', 'jobs\n'], ['expect', 'Stopped'], ['expect', 'READY> '], ['send', 'fg\n'], ['expect', 'copy'], ['sleep', 0.3], ['send', 'hello\n'], ['expect', 'hello\r\nhello'], ['send', '\x04'], ['expect', 'READY> '], ['send', 'echo status $?\n'], ['expect', 'status 0'], ['send', 'exit\n']], prompt);
  });
}

const asking = saying({ decision: 'ask', reason: 'deploy \u001b[31mnow\u0007?\nreally' });
test('a terminal that lets nobody write from the background: what is said behind the program waits for the foreground', () => {
  const m = world().wrap('--post', 'cat >/dev/null; echo too late >&2; exit 2');
  tty(m, bash, [['expect', 'READY> '], ['send', 'stty tostop; prog exit 4 &\n'], ['expect', 'READY> '], ['sleep', 0.7], ['send', 'jobs\n'], ['expect', 'Stopped'], ['expect', 'READY> '], ['send', 'fg\n'], ['expect', 'too late'], ['expect', 'READY> '], ['send', 'echo status $?\n'], ['expect', 'status 4'], ['send', 'exit\n']], prompt);
});
test('asked about very many words: the question is not far below the reason', () => {
  const m = world().wrap('--pre', asking), r = tty(m, ['/bin/sh', '-c', 'exec prog exit 0 $(seq 1 20000)'], [['expect', 'and more'], ['expect', '[y/N] '], ['send', 'n\n']]);
  ok(r.text.length < 6000, `${r.text.length} letters`);
});

// ---- questions ----

for (const [answer, code] of [['y\n', 0], ['YES\n', 0], ['\n', 126], ['n\n', 126], ['yeah\n', 126], ['\x04', 126], [`${'y'.repeat(99)}\n`, 126]])
  test(`asked on the terminal, ${JSON.stringify(answer.slice(0, 6))}`, () => {
    const m = world().wrap('--pre', asking), r = tty(m, ['/bin/sh', '-c', 'exec prog exit 0 "a b"'], [['expect', '[y/N] '], ['send', answer]]);
    is(r.status, code << 8, r.text);
    ok(r.text.startsWith('gaff: prog: deploy \\x1b[31mnow\\x07?\r\nreally\r\ngaff: run it: prog exit 0 \'a b\'\r\n'), JSON.stringify(r.text));
    if (code) ok(/gaff: prog: you said no/.test(r.text), r.text);
  });
test('asked on the terminal: what was typed before is no answer', () => {
  const m = world().wrap('--pre', `sleep 1; ${asking}`), r = tty(m, ['/bin/sh', '-c', 'echo go; exec prog exit 0'], [['expect', 'go'], ['send', 'y\n'], ['expect', '[y/N] '], ['sleep', 0.5], ['send', 'n\n']]);
  is(r.status, 126 << 8, r.text);
});
test('asked on the terminal: Ctrl-C', () => {
  const m = world().wrap('--pre', asking), r = tty(m, ['/bin/sh', '-c', 'exec prog exit 0'], [['expect', '[y/N] '], ['send', '\x03']]);
  is(r.status & 127, numbers.SIGINT);
});
test('asked where stdin and stdout are files', () => {
  const m = world().wrap('--pre', asking), r = tty(m, ['/bin/sh', '-c', 'echo data | prog copy >out; echo status $?; cat out'], [['expect', '[y/N] '], ['send', 'y\n'], ['expect', 'status 0'], ['expect', 'data']]);
  is(r.status, 0);
});
for (const [where, line] of [['no terminal', 'exec setsid -w prog exit 0'], ['another program in between', 'prog exit 0 </dev/null 2>&1 | cat; exit ${PIPESTATUS:-126}']])
  test(`asked with ${where}: it is not run`, () => {
    const m = world().wrap('--pre', asking);
    const r = where === 'no terminal' ? m.sh(line) : tty(m, ['/bin/bash', '-c', line], []);
    is(where === 'no terminal' ? r.code : r.status >> 8, 126);
    ok(/there is no terminal to ask on: run it on one, or change the guard or rule that asks\./.test(r.stderr ?? r.text), r.stderr ?? r.text);
  });

// ---- hooks ----

test('what hooks are shown', () => {
  const m = world();
  m.wrap('--hook', m.noting()).call(['exit', '7', 'pr "create"', '', 'ä\n']);
  const args = ['exit', '7', 'pr "create"', '', 'ä\n'];
  is(m.seen(), [{ cli: 'prog', args, cwd: m.top, phase: 'pre' }, { cli: 'prog', args, cwd: m.top, phase: 'post', exit_code: 7 }]);
});
test('post: the number of a signal, as shells have it', () => {
  const m = world();
  m.wrap('--post', m.noting()).call(['die', '15']);
  is(m.seen().map(e => [e.phase, e.exit_code]), [['post', 143]]);
});
test('pre and post are two commands', () => {
  const m = world();
  m.wrap('--pre', 'cat >/dev/null; echo pre >>order', '--post', 'cat >/dev/null; echo post >>order');
  is(m.sh('prog exit 0; cat order').stdout, 'pre\npost\n');
});
const denials = {
  'in JSON': [saying({ decision: 'deny', reason: 'not on Fridays' }), 'gaff: prog: not on Fridays\n'],
  'by exit 2': ['cat >/dev/null; echo not on Fridays >&2; exit 2', 'gaff: prog: not on Fridays\n'],
  'without a reason': [saying({ decision: 'deny' }), /^gaff: prog: .+\n$/],
  'with controls': [saying({ decision: 'deny', reason: '\u001b]0;x\u0007 two\nlines\u202e' }), 'gaff: prog: \\x1b]0;x\\x07 two\nlines\\u202e\n'],
};
for (const [how, [command, text]] of Object.entries(denials))
  test(`denied ${how}`, () => {
    const m = world().wrap('--hook', command), r = m.call(['show']);
    is([r.code, r.stdout], [126, '']);
    if (typeof text === 'string') is(r.stderr, text);
    else ok(text.test(r.stderr), r.stderr);
  });
test('a rewrite is a denial that says so', () => {
  const m = world();
  m.put('home/.config/gaff/hooks.json', JSON.stringify({ spec: 'hooks/1.0', hooks: [{ event: 'before_tool_execute', blocking: true, handler: { type: 'command', command: saying({ updated_input: { command: 'prog exit 0' } }) } }] }), 0o600);
  const r = m.wrap().call(['exit', '3']);
  is(r.code, 126);
  ok(/a hook changes the input of this call, but/.test(r.stderr), r.stderr);
});
const failures = { 'that fails': 'exit 7', 'that is killed': 'kill -9 $$', 'that says nonsense': 'cat >/dev/null; echo "{"', 'that is not there': 'no-such-program-here', 'that knows no such decision': saying({ decision: 'denied' }), 'that is late': 'exec sleep 20' };
for (const [what, command] of Object.entries(failures)) {
  test(`a hook ${what}: it is run, and told`, () => {
    const m = world().wrap('--pre', command, '--deadline', '1.5'), started = Date.now(), r = m.call(['exit', '3']);
    is(r.code, 3);
    ok(/^gaff: prog: .*\n(.*\n)*gaff: prog: it is run all the same\n$/.test(r.stderr), r.stderr);
    ok(Date.now() - started < 6000 * slow, 'it takes too long');
  });
  test(`a hook ${what}, closed: it is not run`, () => {
    const m = world().wrap('--pre', command, '--deadline', '1.5', '--fail-closed'), r = m.call(['exit', '3']);
    is(r.code, 126);
    ok(/^gaff: prog: .*\n(.*\n)*gaff: prog: and so it is not run\n$/.test(r.stderr), r.stderr);
  });
  if (!/decision/.test(what)) test(`a hook ${what}, behind it: the status stays`, () => {
    const m = world().wrap('--post', command, '--deadline', '1.5', '--fail-closed'), r = m.call(['exit', '3']);
    is([r.code, r.stdout], [3, '']);
    ok(/^gaff: prog: /.test(r.stderr), r.stderr);
  });
}
test('a deny behind it is told, and changes nothing', () => {
  const r = world().wrap('--post', 'cat >/dev/null; echo too late >&2; exit 2').call(['exit', '3']);
  is([r.code, r.stderr], [3, 'gaff: prog: too late\n']);
});
test('arguments that are not UTF-8 never pass unseen', () => {
  for (const more of [[], ['--fail-closed']]) {
    const m = world().wrap('--hook', saying({ decision: 'allow' }), ...more), r = m.sh(`prog exit 0 "$(printf 'x\\377')"`);
    is(r.code, 126);
    ok(/argument 3 is not UTF-8/.test(r.stderr), r.stderr);
  }
  const m = world().wrap(), r = m.sh(`prog exit 0 "$(printf '\\355\\240\\200')"`);
  is(r.code, 126, 'of the manifests, and half a surrogate');
});
test('nor a folder that is not', () => {
  const m = world().wrap('--hook', saying({ decision: 'allow' })), r = m.sh(`d=$(printf 'x\\377'); mkdir "$d"; cd "$d"; prog exit 0`);
  is(r.code, 126);
  ok(/folder is not UTF-8/.test(r.stderr), r.stderr);
});
test('a hook that calls its own program', () => {
  const m = world().wrap('--pre', 'cat >/dev/null; prog exit 0 || { echo "status $?" >&2; exit 2; }'), elsewhere = w => ({ cwd: fs.mkdtempSync(path.join(w.top, 'work-')) }); // hooks look for programs outside of the project
  const r = m.call(['exit', '3'], elsewhere(m));
  is(r.code, 126);
  ok(/called by its own hook/.test(r.stderr) && /status 126/.test(r.stderr), r.stderr);
  const by = world();
  is(by.wrap('--pre', `cat >/dev/null; ${quote(path.join(by.real, 'prog'))} exit 0`).call(['exit', '3'], elsewhere(by)).code, 3, 'by its path');
});
test('a hook that is built in', () => {
  const m = world();
  m.put('real/rm', '#!/bin/sh\necho removed\n');
  is(m.gaff(['wrap', 'rm', '--pre', 'gaff guard destructive']).code, 0);
  is([m.sh('rm -rf /').code, m.sh('rm x.o').stdout], [126, 'removed\n']);
});

// ---- words ----

test('--args: words, and no JSON', () => {
  const m = world();
  m.put('words', `#!/bin/sh\n{ echo "$# [\${GAFF_EXIT_CODE-none}]"; for w; do printf '<%s>' "$w"; done; echo; cat; } >>${quote(m.log)}\n`);
  is(m.wrap('--hook', './words', '--args').call(['exit', '6', 'a b', "it's", '']).code, 6);
  is(fs.readFileSync(m.log, 'utf8'), `7 [none]\n<pre><prog><exit><6><a b><it's><>\n7 [6]\n<post><prog><exit><6><a b><it's><>\n`);
});
test('--args: a GAFF_EXIT_CODE of somebody else is not for the hook, and stays the program\'s', () => {
  const m = world();
  m.put('words', `#!/bin/sh\necho "[\${GAFF_EXIT_CODE-none}]" >>${quote(m.log)}\n`);
  const r = m.wrap('--hook', './words', '--args').call(['show'], { env: { GAFF_EXIT_CODE: '99' } });
  ok(r.stdout.includes(`env ${Buffer.from('GAFF_EXIT_CODE=99').toString('hex')}\n`), r.stdout);
  is(fs.readFileSync(m.log, 'utf8'), '[none]\n[0]\n');
});
test('--args: a command that a shell has to see', () => {
  const m = world().wrap('--hook', `X=1 printf '%s|' >>${quote(path.join(world('words').top, 'log'))} "$X"x`, '--args');
  is(m.call(['exit', '0', '$HOME', '*']).code, 0);
  is(fs.readFileSync(path.join(scratch, 'words', 'log'), 'utf8'), 'x|pre|prog|exit|0|$HOME|*|x|post|prog|exit|0|$HOME|*|');
});
for (const before of ['/bin/sh ', '/bin/sh -e ', '/bin/sh -c \'"$0" "$@"\' '])
  test(`--args: ${before}SCRIPT gets the same words`, () => {
    const m = world();
    m.put('words', `#!/bin/sh\nprintf '<%s>' "$@" >>${quote(m.log)}\n`);
    is(m.wrap('--pre', before + quote(path.join(m.top, 'words')), '--args').call(['exit', '6', 'a b']).code, 6);
    is(fs.readFileSync(m.log, 'utf8'), '<pre><prog><exit><6><a b>');
  });
for (const [code, text, say] of [[1, 'echo why >&2', 'why'], [2, 'echo why >&2', 'why'], [77, 'echo why', 'why'], [1, ':', '.+']])
  test(`--args: exit ${code} after ${text}`, () => {
    const m = world();
    m.put('no', `#!/bin/sh\n${text}\nexit ${code}\n`);
    const r = m.wrap('--pre', './no', '--args').call(['exit', '0']);
    is(r.code, 126);
    ok(new RegExp(`^gaff: prog: ${say}\n$`).test(r.stderr), r.stderr);
  });
if (process.platform === 'linux') test('--args: more words than the hook can be given are no way past it', () => {
  const m = world(), work = fs.mkdtempSync(path.join(m.top, 'work-')), long = 'x'.repeat(200); // Linux puts the interpreter's name in front of the words
  fs.mkdirSync(path.join(m.top, long));
  fs.symlinkSync('/bin/sh', path.join(m.top, long, 'sh'));
  m.put('no', `#!${path.join(m.top, long, 'sh')}\necho no >&2\nexit 1\n`);
  m.wrap('--pre', './no', '--args');
  const call = n => m.sh(`ulimit -s 2048; a=$(head -c 100000 /dev/zero | tr '\\0' a); exec prog exit 0 "$a" "$a" "$a" "$a" "$(head -c ${n} /dev/zero | tr '\\0' b)"`, { cwd: work }); // not in the project's folder: a hook inherits less of that
  let fits = 100000, over = 131000;
  while (over - fits > 16) {
    const n = fits + over >> 1;
    if (/: no\n/.test(call(n).stderr)) fits = n; else over = n;
  }
  const r = call(over);
  is([r.code, r.stdout], [126, ''], r.stderr);
  ok(/Argument list too long\ngaff: prog: and so it is not run\n$/.test(r.stderr), r.stderr);
});
test('--args: what fails behind it changes nothing', () => {
  const m = world(), r = m.wrap('--post', 'sh -c "echo late >&2; exit 2"', '--args').call(['exit', '4']);
  is([r.code, r.stderr], [4, 'gaff: prog: late\n']);
});

// ---- manifests ----

const manifest = hooks => JSON.stringify({ spec: 'hooks/1.0', hooks });
const hook = (event, command, more = {}) => ({ event, blocking: true, matcher: 'shell', handler: { type: 'command', command }, ...more });
test('manifests: the user\'s', () => {
  const m = world();
  const note = m.noting();
  m.put('home/.config/gaff/hooks.json', manifest([hook('before_tool_execute', note), hook('after_tool_execute', note)]), 0o600);
  is(m.wrap().call(['exit', '8']).code, 8);
  is(m.seen().map(e => [e.host, e.event, e.tool, e.tool_input.command]), [['cli', 'before_tool_execute', 'shell', 'prog exit 8'], ['cli', 'after_tool_execute', 'shell', 'prog exit 8']]);
});
test('manifests: deny, context and messages', () => {
  const m = world(), at = 'home/.config/gaff/hooks.json';
  m.put(at, manifest([hook('before_tool_execute', saying({ context: 'remember\u001b this', system_message: 'hello' }))]), 0o600);
  is(m.wrap().call(['exit', '0']), { code: 0, signal: null, stdout: '', stderr: 'gaff: prog: hello\ngaff: prog: remember\\x1b this\n' });
  m.put(at, manifest([hook('before_tool_execute', saying({ decision: 'deny', reason: 'no' }))]), 0o600);
  is(m.call(['exit', '0']).code, 126);
});
test('manifests: a project\'s, trusted or not', () => {
  const m = world(), project = path.join(m.top, 'project');
  m.put('project/.gaff/hooks.json', manifest([hook('before_tool_execute', saying({ decision: 'deny', reason: 'of the project' }))]), 0o644);
  fs.mkdirSync(path.join(project, '.git'));
  m.wrap();
  const before = m.call(['exit', '5'], { cwd: project });
  is(before.code, 5);
  ok(/hooks\.json/.test(before.stderr), before.stderr);
  is(before.stderr.split('\n').length, 2, `said once: ${before.stderr}`);
  is(m.gaff(['trust', '--yes', project]).code, 0);
  const after = m.call(['exit', '5'], { cwd: project });
  is([after.code, after.stderr], [126, 'gaff: prog: of the project\n']);
  is(m.call(['exit', '5']).code, 5, 'elsewhere');
});
test('manifests: rules', () => {
  const m = world();
  m.put('home/.config/gaff/hooks.json', JSON.stringify({ spec: 'hooks/1.0', rules: [{ name: 'no-deploy', program: 'prog', words: ['deploy'], decision: 'deny', reason: 'not from here' }] }), 0o600);
  const checked = m.gaff(['validate', path.join(m.home, '.config/gaff/hooks.json')]);
  if (checked.code !== 0) throw new Error(checked.stdout + checked.stderr);
  m.wrap();
  is([m.call(['deploy']).code, m.call(['exit', '0']).code], [126, 0]);
});
test('manifests: without a hook for it the program takes the place', () => {
  const m = world();
  m.put('home/.config/gaff/hooks.json', manifest([hook('before_tool_execute', 'cat >/dev/null')]), 0o600);
  const inPlace = m.wrap().sh('prog listen & sleep 1; pgrep -P $! | wc -l; kill -USR2 $!');
  ok(/^0$/m.test(inPlace.stdout), inPlace.stdout);
  m.put('home/.config/gaff/hooks.json', manifest([hook('after_tool_execute', 'cat >/dev/null')]), 0o600);
  ok(/^1$/m.test(m.sh('prog listen & sleep 1; pgrep -P $! | wc -l; kill -USR2 $!').stdout), 'beside it');
});
test('manifests: a hook that nobody waits for is no child of the program', () => {
  const m = world();
  m.put('home/.config/gaff/hooks.json', manifest([{ event: 'before_tool_execute', handler: { type: 'command', async: true, command: `cat >/dev/null; sleep 0.3; echo late >>${quote(m.log)}` } }]), 0o600);
  is(m.wrap().call(['children']), { code: 0, signal: null, stdout: 'none\n', stderr: '' });
  is(m.sh(`sleep 1; cat ${quote(m.log)}`).stdout, 'late\n');
});
test('a shim does not believe the environment: who is asked is whom its user has chosen', () => {
  const no = { decision: 'deny', reason: 'no' }, evil = m => ({ GAFF_DISABLE: '1', GAFF_AUDIT: 'off', HOME: m.top, XDG_CONFIG_HOME: m.top, XDG_STATE_HOME: m.top });
  for (const args of [['--hook', saying(no)], ['--hook', 'exit 1', '--args'], ['--hook', `${quote(gaff)} reply deny no`], ['--hook', `[ -n "$GAFF_DISABLE$GAFF_AUDIT" ] || { ${saying(no)}; }`]]) {
    const m = world().wrap(...args);
    is(m.call(['exit', '3'], { env: evil(m) }).code, 126, args.join(' '));
    ok(fs.existsSync(path.join(m.home, '.local/state/gaff/audit.jsonl')), 'no record');
  }
  const m = world();
  m.put('home/.config/gaff/hooks.json', manifest([{ event: 'before_tool_execute', blocking: true, handler: { type: 'command', command: saying(no) } }]), 0o600);
  is(m.wrap().call(['exit', '3'], { env: evil(m) }).code, 126, 'manifests');
  const kept = world().wrap('--hook', 'cat >/dev/null').call(['all'], { env: { GAFF_DISABLE: '1' } }).stdout;
  ok(kept.includes(Buffer.from('GAFF_DISABLE=1').toString('hex')), `what the program gets: ${kept}`);
});
test('GAFF_DISABLE acts on the shims of older versions', () => {
  for (const args of [['--hook', saying({ decision: 'deny', reason: 'no' })], ['--hook', 'exit 1', '--args']]) {
    const m = world().wrap(...args);
    m.put(m.shim, fs.readFileSync(m.shim, 'utf8').replace(/ --home '[^']*'/, ''));
    is(m.call(['exit', '3'], { env: { GAFF_DISABLE: '1' } }).code, 3);
    ok(/^prog /m.test(m.gaff(['wrap']).stdout) && m.gaff(['wrap']).code === 0, m.gaff(['wrap']).stdout);
  }
});
test('the record', () => {
  const m = world().wrap('--pre', saying({ decision: 'deny', reason: 'no' }));
  m.call(['exit', '3']);
  const [line] = m.gaff(['log', '--json']).stdout.trim().split('\n').map(text => JSON.parse(text));
  is([line.host, line.native_event ?? line.event, line.decision, line.reason], ['cli', line.native_event ?? line.event, 'deny', 'no']);
});

// ---- which program ----

test('the program: the first behind the shim, whatever PATH looks like', () => {
  const m = world(), other = path.join(m.top, 'other'), link = path.join(m.top, 'link');
  m.wrap('--pre', m.noting());
  fs.symlinkSync(m.bin, link);
  fs.mkdirSync(other);
  fs.symlinkSync(m.shim, path.join(other, 'prog'));
  for (const PATH of [`${m.bin}:${m.bin}:${m.real}`, `${m.bin}:${link}:${m.real}`, `${link}:${m.bin}:${m.real}`, `${m.bin}/:${m.bin}/.:${m.real}`, `${m.bin}:${other}:${m.real}`, `${other}:${m.real}`, `${other}:${m.bin}:${m.real}`, `${m.bin}:/no/such:${m.real}:${m.bin}`, `${m.bin}::${m.real}`]) {
    fs.rmSync(m.log, { force: true });
    is([m.sh(`PATH=${PATH}:/usr/bin:/bin; prog exit 3`).code, m.seen().length], [3, 1], PATH);
  }
});
test('the program: not a folder, not what may not be executed', () => {
  const m = world().wrap('--pre', 'cat >/dev/null');
  m.put('plain/prog', 'no program', 0o644);
  fs.mkdirSync(path.join(m.top, 'folders/prog'), { recursive: true });
  is(m.sh(`PATH=${m.bin}:${m.top}/folders:${m.top}/plain:${m.real}:/usr/bin:/bin; prog exit 3`).code, 3);
});
test('the program: none', () => {
  const m = world();
  m.wrap('--hook', m.noting());
  const r = m.sh(`PATH=${m.bin}:/usr/bin:/bin; prog exit 3`);
  is(r.code, 127);
  ok(/no such program on PATH behind this shim/.test(r.stderr), r.stderr);
  is(m.seen(), [], 'nobody is asked');
  is(m.sh(`unset PATH; ${quote(m.shim)} exit 3`).code, 127, 'no PATH at all');
});
test('the program: a script without a first line, as shells run it', () => {
  for (const way of Object.values(ways)) {
    const m = world().wrap(...way);
    fs.rmSync(path.join(m.real, 'prog'));
    m.put('real/prog', 'echo "script $1 $#"; exit 6\n');
    is(m.call(['a b', 'c']), { code: 6, signal: null, stdout: 'script a b 2\n', stderr: '' });
  }
});
test('the program: what cannot be executed after all', () => {
  for (const way of Object.values(ways)) {
    const m = world().wrap(...way);
    fs.rmSync(path.join(m.real, 'prog'));
    m.put('real/prog', '#!/no/such/interpreter\n');
    const r = m.call([]);
    is(r.code, 127);
    ok(/cannot run .*real\/prog/.test(r.stderr), r.stderr);
  }
});
test('the program: another shim has hooks of its own', () => {
  const m = world(), second = path.join(m.top, 'second');
  m.wrap('--pre', 'cat >/dev/null; echo one >>order');
  is(m.gaff(['wrap', 'prog', '--dir', second, '--force', '--pre', 'cat >/dev/null; echo two >>order']).code, 0);
  is(m.sh(`PATH=${m.bin}:${second}:${m.real}:/usr/bin:/bin; prog exit 3; echo $?; cat order`).stdout, '3\none\ntwo\n');
});
test('the program: one that looks for itself on PATH ends', () => {
  const m = world().wrap('--pre', 'cat >/dev/null');
  fs.rmSync(path.join(m.real, 'prog'));
  m.put('real/prog', '#!/bin/sh\nexec prog "$@"\n');
  const r = m.call([]);
  is(r.code, 126);
  ok(/it has called itself too often/.test(r.stderr), r.stderr);
});

// ---- the shim ----

test('gaff is gone: it is said, and nothing is run', () => {
  const m = world(), own = path.join(m.top, 'own', 'gaff');
  fs.mkdirSync(path.dirname(own));
  fs.copyFileSync(gaff, own);
  is(spawnSync(own, ['wrap', 'prog', '--pre', 'true'], { env: m.env }).status, 0);
  is(m.call(['exit', '3']).code, 3);
  fs.rmSync(own);
  const r = m.call(['exit', '3']);
  is(r.code, 126);
  ok(r.stderr.includes(`${own} is gone`) && r.stderr.includes(`rm ${m.shim}`), r.stderr);
  ok(/the gaff it calls is gone/.test(m.gaff(['wrap']).stdout));
});
test('hostile names of everything', () => {
  const m = world("a 'b\" $(touch x) \\ `c`\n d"), name = "it's $x; \"y\" `z` \\";
  m.env.PATH = `${m.bin}:${m.real}:/usr/bin:/bin`;
  fs.renameSync(path.join(m.real, 'prog'), path.join(m.real, name));
  const own = path.join(m.top, 'gaff');
  fs.copyFileSync(gaff, own);
  const script = m.put("hooks' here/my hook", `#!/bin/sh\ncat >"$(dirname "$0")/seen"\n`);
  is(result(spawnSync(own, ['wrap', name, '--pre', `./${quote("hooks' here/my hook").slice(0)} 'x y' "$HOME"`], { env: m.env, cwd: m.top, encoding: 'utf8' })).code, 0);
  const r = result(spawnSync(name, ['exit', '9'], { env: m.env, cwd: m.top, encoding: 'utf8' }));
  is([r.code, r.stderr], [9, '']);
  is(JSON.parse(fs.readFileSync(path.join(path.dirname(script), 'seen'), 'utf8')).cli, name);
  is(JSON.parse(m.gaff(['wrap', '--json']).stdout)[0].program, name);
  is([m.gaff(['unwrap', name]).code, fs.readdirSync(m.bin)], [0, []]);
  is(fs.readdirSync(m.top).filter(n => n === 'x'), []);
});
test('a hook by a relative path is meant from here', () => {
  const m = world();
  m.put('sub/hook', `#!/bin/sh\ncat >${quote(m.log)}\n`);
  is(m.gaff(['wrap', 'prog', '--pre', './hook'], { cwd: path.join(m.top, 'sub') }).code, 0);
  m.call(['exit', '0'], { cwd: '/' });
  is(m.seen()[0].cwd, '/');
});
test('the file: 0755, and the same bytes again', () => {
  const m = world().wrap('--pre', 'true'), bytes = fs.readFileSync(m.shim);
  is(fs.statSync(m.shim).mode & 0o7777, 0o755);
  const again = m.gaff(['wrap', 'prog', '--pre', 'true']);
  ok(/wrapped already/.test(again.stdout), again.stdout);
  ok(bytes.equals(fs.readFileSync(m.shim)));
  fs.chmodSync(m.shim, 0o644);
  m.wrap('--pre', 'true');
  is(fs.statSync(m.shim).mode & 0o7777, 0o755, 'made executable again');
  ok(/wrapped anew/.test(m.gaff(['wrap', 'prog', '--post', 'true']).stdout));
  ok(!bytes.equals(fs.readFileSync(m.shim)));
  is(fs.readdirSync(m.bin), ['prog'], 'nothing is left beside it');
});
test('the shim is a script that shellcheck and a shell read', () => {
  const m = world().wrap('--hook', "it's", '--args', '--fail-closed', '--deadline', '3');
  is(spawnSync('/bin/sh', ['-n', m.shim]).status, 0);
  is(fs.readFileSync(m.shim, 'utf8').split('\n').at(-2), `exec ${quote(gaff)} wrap --run --pre 'it'\\''s' --post 'it'\\''s' --deadline '3' --args --fail-closed --home ${quote(m.home)} 'prog' -- "$0" "$@"`);
});

const refused = (m, args, code, why) => {
  const r = m.gaff(['wrap', ...args]);
  is([r.code, r.stdout], [code, ''], args.join(' '));
  ok(why.test(r.stderr) && r.stderr.startsWith('gaff: wrap: '), r.stderr);
};
test('refused: a file that is not its own', () => {
  const m = world();
  fs.writeFileSync(m.shim, '#!/bin/sh\necho mine\n');
  refused(m, ['prog', '--pre', 'true'], 1, /is a file that gaff has not written/);
  refused(m, ['prog', '--pre', 'true', '--force'], 1, /is a file that gaff has not written/);
  is(fs.readFileSync(m.shim, 'utf8'), '#!/bin/sh\necho mine\n');
  fs.writeFileSync(m.shim, Buffer.alloc(1 << 20, '#'));
  refused(m, ['prog', '--pre', 'true'], 1, /is a file that gaff has not written/);
  fs.rmSync(m.shim);
  fs.mkdirSync(m.shim);
  refused(m, ['prog', '--pre', 'true'], 1, /is a folder/);
});
test('refused: a symbolic link, also to a shim', () => {
  const m = world(), to = path.join(m.top, 'elsewhere');
  fs.symlinkSync(to, m.shim);
  refused(m, ['prog', '--pre', 'true'], 1, /is a symbolic link/);
  ok(!fs.existsSync(to));
  fs.rmSync(m.shim);
  m.wrap('--pre', 'true');
  fs.renameSync(m.shim, to);
  fs.symlinkSync(to, m.shim);
  refused(m, ['prog', '--pre', 'true'], 1, /is a symbolic link/);
  is(m.gaff(['unwrap', 'prog']).code, 1);
  ok(fs.lstatSync(m.shim).isSymbolicLink());
});
test('refused: names', () => {
  const m = world();
  for (const [name, why] of [['./prog', /give the name alone, as it is on PATH: prog/], ['/usr/bin/env', /env/], ['gaff', /gaff itself/], ['sh', /sh cannot be wrapped/], ['', /no name/], ['..', /no name/], ['a\nb', /control characters/]]) refused(m, [name, '--pre', 'true'], 129, why);
  refused(m, ['no-such-thing', '--pre', 'true'], 1, /there is no program no-such-thing on PATH/);
  is(m.gaff(['wrap', '--pre', 'true', '--', '-x']).code, 129);
  is(fs.readdirSync(m.bin), []);
});
test('refused: options that do not fit', () => {
  const m = world();
  for (const args of [['prog', '--hook', 'x', '--pre', 'y'], ['prog', '--args'], ['prog', '--pre', ''], ['prog', '--pre'], ['prog', '--deadline', '0', '--pre', 'x'], ['--pre', 'x'], ['prog', 'other'], ['prog', '--run'], ['--run'], ['--run', 'prog'], ['--run', 'prog', 'x', 'y'], ['--run', '--help'], ['--run', '--prre', 'x', 'prog', '--', 'x'], ['--run', '--deadline', 'x', 'prog', '--', 'x']]) is(m.gaff(['wrap', ...args]).code, 129, args.join(' '));
  is(fs.readdirSync(m.bin), []);
});
test('refused: a hook that cannot be run', () => {
  const m = world();
  refused(m, ['prog', '--pre', './missing'], 1, /the hook .*missing cannot be run: No such file/);
  m.put('plain', 'x', 0o644);
  refused(m, ['prog', '--pre', './plain'], 1, /chmod \+x/);
});
test('refused: a folder that is not on PATH, or comes too late', () => {
  const m = world(), off = path.join(m.top, 'off');
  refused(m, ['prog', '--pre', 'true', '--dir', 'off'], 1, new RegExp(`PATH=${off}:\\$PATH`));
  ok(!fs.existsSync(off));
  is(m.gaff(['wrap', 'prog', '--pre', 'true', '--dir', 'off', '--force']).code, 0);
  is(m.sh(`PATH=${off}:$PATH; prog exit 3`).code, 3);
  const late = m.gaff(['wrap', 'prog', '--pre', 'true'], { env: { PATH: `${m.real}:${m.bin}:/usr/bin:/bin` } });
  is(late.code, 1);
  ok(/comes before/.test(late.stderr), late.stderr);
});
test('a folder that is on PATH and not there is made', () => {
  const m = world(), dir = path.join(m.top, 'new/bin');
  const r = m.gaff(['wrap', 'prog', '--pre', 'true', '--dir', dir], { env: { PATH: `${dir}:${m.env.PATH}` } });
  is([r.code, fs.readdirSync(dir)], [0, ['prog']], r.stderr);
});
test('--dry-run changes nothing, and shows a diff that patch takes', () => {
  const m = world(), r = m.gaff(['wrap', 'prog', '--pre', 'true', '--dry-run']);
  is([r.code, fs.readdirSync(m.bin)], [0, []]);
  ok(r.stdout.includes(`+++ b${m.shim}\n`) && /prog: would be wrapped/.test(r.stdout), r.stdout);
  const patched = spawnSync('patch', ['-s', '-p1', '-d', '/'], { input: r.stdout.replace(/^prog: .*\n/m, ''), encoding: 'utf8' });
  is(patched.status, 0, patched.stdout + patched.stderr);
  const bytes = fs.readFileSync(m.shim, 'utf8');
  fs.rmSync(m.shim);
  m.wrap('--pre', 'true');
  is(bytes, fs.readFileSync(m.shim, 'utf8'));
  const un = m.gaff(['unwrap', 'prog', '--dry-run']);
  ok(/would be unwrapped/.test(un.stdout) && fs.existsSync(m.shim), un.stdout);
});
test('unwrap', () => {
  const m = world().wrap('--pre', 'true');
  fs.writeFileSync(path.join(m.bin, 'other'), 'x');
  is(m.gaff(['unwrap', 'prog']).code, 0);
  is(fs.readdirSync(m.bin), ['other']);
  is(m.call(['exit', '3']).code, 3);
  is(m.gaff(['unwrap', 'prog']).code, 1, 'again');
  is(m.gaff(['unwrap', 'other']).code, 1);
  is(fs.readFileSync(path.join(m.bin, 'other'), 'utf8'), 'x');
  is([m.gaff(['unwrap']).code, m.gaff(['unwrap', '../x']).code], [129, 129]);
});
test('unwrap: one that was edited stays', () => {
  const m = world().wrap('--pre', 'true');
  fs.appendFileSync(m.shim, '# mine\n');
  is(m.gaff(['unwrap', 'prog']).code, 1);
  is(m.gaff(['wrap', 'prog', '--pre', 'true']).code, 1);
  ok(/# mine/.test(fs.readFileSync(m.shim, 'utf8')));
  ok(/somebody has edited it/.test(m.gaff(['wrap']).stdout));
  is(m.gaff(['unwrap', 'prog', '--force']).code, 0);
  is(fs.readdirSync(m.bin), []);
});
test('the list', () => {
  const m = world();
  ok(/No program is wrapped/.test(m.gaff(['wrap']).stdout));
  is(m.gaff(['wrap', '--json']).stdout, '[]\n');
  m.wrap('--pre', 'x y', '--post', 'z', '--fail-closed');
  const [one] = JSON.parse(m.gaff(['wrap', '--json']).stdout);
  is(one, { program: 'prog', shim: m.shim, behind: path.join(m.real, 'prog'), gaff, pre: 'x y', post: 'z', args: false, fail_closed: true, trouble: null });
  for (const [PATH, trouble] of [[`${m.real}:${m.bin}`, 'another program comes before it on PATH'], [m.real, 'its folder is not on PATH'], [m.bin, 'the program behind it is gone']]) {
    const r = m.gaff(['wrap', '--json'], { env: { PATH } });
    is([r.code, JSON.parse(r.stdout)[0].trouble], [1, trouble]);
  }
  fs.chmodSync(m.shim, 0o644);
  is(JSON.parse(m.gaff(['wrap', '--json']).stdout)[0].trouble, 'it is not executable');
});
test('--json of what was done', () => {
  const m = world(), r = m.gaff(['wrap', 'prog', '--pre', 'true', '--json']);
  is(JSON.parse(r.stdout), { program: 'prog', outcome: 'wrapped', shim: m.shim, behind: path.join(m.real, 'prog'), changes: true });
  const no = m.gaff(['wrap', 'nothing-here', '--pre', 'true', '--json']);
  is([no.code, JSON.parse(no.stdout).outcome], [1, 'refused']);
  is(JSON.parse(m.gaff(['unwrap', 'prog', '--json']).stdout).outcome, 'unwrapped');
});

// ---- the page ----

test('docs/wrap.md shows what happens', () => {
  const m = world(), [, session] = fs.readFileSync(path.join(root, 'docs/wrap.md'), 'utf8').match(/```console\n([^]*?)```/);
  fs.rmSync(path.join(m.real, 'prog'));
  m.put('real/gh', '#!/bin/sh\necho "this is gh $*"\n');
  fs.mkdirSync(path.join(m.top, 'own'));
  fs.symlinkSync(gaff, path.join(m.top, 'own/gaff'));
  const steps = session.split(/^\$ /m).slice(1).map(text => [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n') + 1)]);
  ok(steps.length >= 6, session);
  let last = 0;
  for (const [command, want] of steps) {
    if (command.startsWith('cat ')) {
      m.put(command.slice(4), want);
      continue;
    }
    const r = m.sh(`(exit ${last}); { ${command}\n} 2>&1`, { env: { PATH: `${m.bin}:${m.real}:${m.top}/own:/usr/bin:/bin` } });
    last = r.code;
    is(r.stdout.replaceAll(m.home, '/home/you').replaceAll(m.real, '/usr/bin'), want, command);
  }
});

fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
finish('wrap');
