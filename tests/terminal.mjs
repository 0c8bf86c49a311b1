// terminal.mjs - no byte of a repository reaches a terminal as it is.
//
// A world in which everything that can be named or written holds what a terminal would obey or not show: folders, files,
// manifests, configurations of agents, payloads, what hooks print. Every command that touches it runs on a terminal
// (tests/wrap/terminal.py), and what comes out is looked at.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { finish, is, ok, test } from './check.mjs';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = path.resolve(process.env.GAFF ?? path.join(root, 'build/gaff'));
const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-terminal-')));
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const slow = Number(process.env.SLOW ?? 1);
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));

// What must not pass; those of a name, and those that only a text can hold.
const controls = '\x1b[2J\x1b[31m\x1b]0;title\x07\b\x7f\x9b31m\x85';
const unseen = '\u202e\u2066\u200b\u200d\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u2028\u2800\u3164\ufe0f\ufeff\uffa0\u{e0041}\u{e0100}\u{1d173}';
const evil = `${controls}${unseen}`;
const forged = `${evil}\nFORGED line`, shy = `${unseen}\x9b31m`; // of the last a pinned name may consist
const bytes = Buffer.concat([Buffer.from(evil), Buffer.from([0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80])]);

const bad = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800\u2000-\u200a]/u;

// gaff's own: ends of lines, tabs of a diff, and what overwrites a line.
function withoutOwn(text) {
  return text.replace(/\r\x1b\[K/g, '').replace(/\rstarting hook \d+ of \d+\r/g, '').replace(/\r {40}\r/g, '').replace(/\r?\r\n/g, '\n').replace(/[\n\t]/g, ' ');
}
function isClean(latin1, what) {
  const raw = Buffer.from(latin1, 'latin1');
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    throw new Error(`${what}: not UTF-8: ${JSON.stringify(raw.toString('latin1')).slice(0, 700)}`);
  }
  const found = bad.exec(withoutOwn(text));
  ok(!found, `${what}: U+${found?.[0].codePointAt(0).toString(16)} in ${JSON.stringify(text).slice(Math.max(0, (found?.index ?? 0) - 200), (found?.index ?? 0) + 500)}`);
  for (const line of text.split(/\r?\n/)) ok(!/^(gaff: )?FORGED/.test(line), `${what}: a line of its own: ${JSON.stringify(text).slice(0, 700)}`);
  return text.replace(/\r\n/g, '\n');
}

let made = 0;
function world(name = `p${forged}`) {
  const base = path.join(scratch, String(made++)), home = path.join(base, 'home'), project = path.join(base, name);
  const env = { PATH: '/usr/bin:/bin', HOME: home, SHELL: '/bin/sh', TERM: 'xterm', NO_COLOR: '1', ...sanitizer };
  const w = {
    base, home, project, env,
    write(name, text, mode) {
      const file = path.resolve(project, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, typeof text === 'string' || Buffer.isBuffer(text) ? text : JSON.stringify(text, null, '\t'), { mode });
      return file;
    },
    // On a terminal; `steps` as terminal.py has them.
    tty(argv, steps = [], more = {}) {
      const job = { argv, env: { ...env, ...more.env }, cwd: more.cwd ?? project, steps };
      const r = spawnSync('python3', [path.join(root, 'tests/wrap/terminal.py')], { input: JSON.stringify(job), encoding: 'utf8', timeout: 120000 * slow });
      is(r.status, 0, `terminal.py: ${r.stderr}`);
      return JSON.parse(r.stdout);
    },
    shows(args, pattern, more = {}) {
      const argv = more.stdin === undefined ? [gaff, ...args]
        : ['/bin/sh', '-c', 'in=$1; shift; exec "$@" <"$in"', 'sh', w.write(path.join(base, 'stdin'), more.stdin), gaff, ...args];
      const r = w.tty(argv, more.steps, more), text = isClean(r.text, JSON.stringify(args));
      ok(r.status !== null && (r.status & 127) === 0, `${JSON.stringify(args)}: status ${r.status}: ${text}`);
      ok(pattern.test(text), `${JSON.stringify(args)}: no ${pattern} in ${JSON.stringify(text).slice(0, 900)}`);
      return text;
    },
    pipe(args, more = {}) {
      return spawnSync(gaff, args, { cwd: project, env: { ...env, ...more.env }, input: more.stdin ?? '', maxBuffer: 1 << 26 });
    },
  };
  fs.mkdirSync(home, { recursive: true });
  fs.mkdirSync(project);
  return w;
}

const escapes = /\\x1b|\\u202e/;
const hook = (more = {}) => ({ name: `n${forged}`, event: 'before_tool_execute', matcher: `m${unseen}`, command: `./evil.sh '${forged}'`, env: { X: forged, Y: evil }, ...more });
const manifest = hooks => ({ spec: 'hooks/1.0', hooks: hooks.map(({ name, event, matcher, command, env }) => ({ name, event, matcher: { pattern: matcher }, handler: { type: 'command', command, env }, blocking: true })) });
const payload = (more = {}) => JSON.stringify({ session_id: `s${forged}`, cwd: '/tmp', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: `rm -rf / # ${forged}`, description: forged }, ...more });

function hostileProject(name) {
  const w = world(name);
  w.write('.gaff/evil.sh', Buffer.concat([Buffer.from(`#!/bin/sh\n# ${evil}\nprintf '%s' "$Y" >&2\n# `), bytes, Buffer.from('\nexit 2\n')]), 0o755);
  w.write('.gaff/hooks.json', manifest([hook({ matcher: `.*|${unseen}` })]));
  return w;
}

// ---- manifests ----

test('validate', () => {
  const w = hostileProject();
  w.shows(['validate', '.gaff/hooks.json'], /fine/);
  w.write('.gaff/hooks.json', { spec: 'hooks/1.0', [`k${forged}`]: 1, hooks: [{ name: forged, event: `e${forged}`, handler: { type: `t${forged}`, command: 1 } }] });
  w.shows(['validate'], escapes);
  w.shows(['validate', '--canonical'], escapes);
  w.shows(['validate', `x${forged}.json`], escapes);
  w.write('.gaff/hooks.json', Buffer.concat([Buffer.from('{"spec":"'), bytes, Buffer.from('\n')]));
  w.shows(['validate'], /hooks.json/);
  w.write(`y${evil}.yaml`, `spec: hooks/1.0\nhooks:\n  - name: "${'\u202e'}"\n    ${'\u202e\u200b'}: [\n`);
  w.shows(['validate', `y${evil}.yaml`], escapes);
});
test('trust and untrust', () => {
  const w = hostileProject(`p${shy}`);
  w.shows(['trust', '--dry-run'], escapes);
  w.shows(['trust', '--dry-run', '--scripts'], escapes);
  w.shows(['trust'], /not trusted/, { steps: [['expect', 'y/N'], ['send', 'n\n']] });
  w.shows(['trust', '--yes'], /trusted: .*\\u202e/);
  w.shows(['untrust'], /no longer trusted: .*\\u202e/);
  w.shows(['untrust'], /it was not trusted: .*\\u202e/);
  w.write('.gaff/hooks.json', Buffer.concat([Buffer.from('{"spec":'), bytes]));
  w.shows(['trust', '--yes'], escapes);
  w.shows(['trust', `/nowhere${forged}`], escapes);
  const other = hostileProject();
  other.shows(['trust'], /a control character in its name/);
  other.shows(['untrust'], /it was not trusted: .*\\x1b.*\\nFORGED line/);
});
test('enable and disable', () => {
  const w = hostileProject();
  w.shows(['disable', `n${forged}`], escapes);
  w.shows(['enable', '--dry-run', `n${forged}`], escapes);
  w.shows(['disable', `other${forged}`], escapes);
  w.write('.gaff/hooks.json', manifest([hook(), hook()]));
  w.shows(['disable', `n${forged}`], escapes);
  w.write('.gaff/hooks.json', Buffer.concat([Buffer.from('{"spec":'), bytes]));
  w.shows(['disable', 'x'], escapes);
});

// ---- configurations of agents ----

const settings = () => ({ note: forged, [`k${evil}`]: evil, hooks: { PreToolUse: [{ matcher: `Bash|${evil}`, hooks: [{ type: 'command', command: `echo '${forged}'` }] }] } });
test('install, status, doctor, uninstall and restore', () => {
  const w = hostileProject();
  // a comment holds controls as they are
  w.write('.gemini/settings.json', Buffer.concat([Buffer.from('{\n\t// '), bytes, Buffer.from(`\n\t"x": ${JSON.stringify(evil)}\n}\n`)]));
  w.write('.claude/settings.json', settings());
  for (const host of ['gemini-cli', 'claude-code']) {
    w.shows(['install', host, '--project', '--dry-run', '--events', 'all'], escapes);
    w.shows(['install', host, '--project'], escapes);
    w.shows(['install', host, '--project'], escapes);
  }
  w.shows(['status'], escapes);
  w.shows(['status', '--verbose'], /./);
  w.shows(['doctor'], escapes);
  w.shows(['uninstall', '--dry-run', 'gemini-cli', '--project'], escapes);
  w.shows(['uninstall', '--dry-run'], escapes);
  w.shows(['uninstall', 'claude-code', '--project'], escapes);
  w.shows(['restore', '--dry-run', 'gemini-cli'], /./);
  w.shows(['restore', path.join(w.project, '.gemini/settings.json')], /./);
  w.write('.gemini/settings.json', Buffer.concat([Buffer.from('{\n"a": '), bytes]));
  w.shows(['install', 'gemini-cli', '--project'], escapes);
  w.shows(['status'], escapes);
  w.shows(['install', `codex${forged}`], escapes);
});
test('a diff is byte for byte what patch(1) needs, off a terminal', () => {
  const w = hostileProject();
  w.write('.gemini/settings.json', Buffer.concat([Buffer.from('{\n\t// '), bytes, Buffer.from('\n}\n')]));
  const r = w.pipe(['install', 'gemini-cli', '--project', '--dry-run']);
  ok(r.stdout.includes(bytes), 'the bytes of the file are not in the diff');
});
test('init takes hooks over, convert', () => {
  const w = hostileProject();
  w.write(path.join(w.home, '.claude/settings.json'), settings());
  w.shows(['init', '--from-claude', '--dry-run'], escapes);
  w.shows(['convert', '--from', 'claude-code', '--in', path.join(w.home, '.claude/settings.json'), '--to', 'gemini-cli'], escapes);
  w.shows(['convert', '--from', 'claude-code', '--in', path.join(w.home, '.claude/settings.json'), '--to', 'canonical', '--out', `o${evil}.json`], escapes);
  w.shows(['convert', '--from', 'claude-code', '--in', path.join(w.home, '.claude/settings.json'), '--to', 'canonical', '--runtime', '--out', w.write('o.json', bytes), '--force', '--dry-run'], escapes);
  w.shows(['convert', '--to', 'codex', '--from', 'claude-code', '--in', w.write('bad.json', Buffer.concat([Buffer.from('{'), bytes]))], /bad.json|\\x/);
  w.shows(['convert', '--to', `x${forged}`, '--from', 'claude-code', '--in', 'bad.json'], escapes);
  w.shows(['convert', '--from', 'claude-code', '--in', `nothing${forged}`, '--to', 'codex'], escapes);
});

// ---- calls ----

test('run: answers and messages', () => {
  const w = hostileProject(`p${shy}`);
  is(w.pipe(['trust', '--yes']).status, 0, 'exit of trust');
  for (const [host, event] of [['claude-code', 'PreToolUse'], ['codex', 'PreToolUse']])
    w.shows(['run', '--host', host, '--verbose', '--event', event], escapes, { stdin: payload({ cwd: w.project }) });
  w.shows(['run', '--host', 'generic'], escapes, { stdin: payload({ cwd: w.project }) });
  w.shows(['run', '--host', 'generic', '--', 'sh', '-c', 'printf "%s" "$0" >&2; exit 2', evil], escapes, { stdin: payload() });
  w.shows(['run', '--host', 'generic', '--', 'sh', '-c', 'cat >/dev/null; printf "%s" "$0" >&2; exit 0', evil], /./, { stdin: payload() });
  w.shows(['run', '--host', 'generic', '--', `/nothing${forged}`], /\\x1b/, { stdin: payload() });
  w.shows(['run', '--host', `h${forged}`], escapes, { stdin: payload() });
  w.shows(['run', '--host', 'generic', `--x${forged}`], /\\x1b/, { stdin: payload() });
  w.shows(['run', '--host', 'generic'], /stdin/, { stdin: Buffer.concat([Buffer.from('{"a":'), bytes]) });
});
test('run: what an agent reads is what it was', () => {
  const w = hostileProject();
  const r = w.pipe(['run', '--host', 'generic', '--', 'sh', '-c', 'printf "%s" "$0" >&2; exit 2', evil], { stdin: payload() });
  ok(r.stderr.toString().includes(unseen) || r.stdout.toString().includes(unseen), `${r.stdout}${r.stderr}`);
});
test('log', () => {
  const w = hostileProject(`p${shy}`);
  is(w.pipe(['trust', '--yes']).status, 0, 'exit of trust');
  w.pipe(['run', '--host', 'claude-code'], { stdin: payload({ cwd: w.project }) });
  w.pipe(['run', '--host', 'claude-code', '--', 'sh', '-c', 'printf "%s" "$0" >&2; exit 2', forged], { stdin: payload({ tool_name: `mcp__${evil}__x` }) });
  w.shows(['log'], escapes);
  w.shows(['log', '--hooks'], escapes);
  w.shows(['log', '--session', `s${forged}`], /./);
  const file = path.join(w.home, '.local/state/gaff/audit.jsonl');
  fs.appendFileSync(file, Buffer.concat([bytes, Buffer.from(`\n{"v":1,"x":"${'\u202e'}"}\n`)]));
  w.shows(['log'], escapes);
  w.shows(['log', '--json'], /./);
});
test('explain, fire', () => {
  const w = hostileProject(`p${shy}`);
  is(w.pipe(['trust', '--yes']).status, 0, 'exit of trust');
  for (const more of [[], ['--full']]) w.shows(['explain', '--host', 'claude-code', ...more], escapes, { stdin: payload({ cwd: w.project }) });
  w.shows(['explain', '--host', 'generic', '--', 'sh', '-c', 'printf "%s" "$0"; exit 2', forged], escapes, { stdin: payload() });
  w.shows(['explain', '--host', 'claude-code'], escapes, { stdin: Buffer.concat([Buffer.from('{"a":"'), bytes]) });
  w.shows(['fire', '--host', 'claude-code', '--event', 'PreToolUse', '--command', forged], escapes);
  w.shows(['fire', '--host', 'claude-code', '--event', 'PreToolUse', '--command', forged, '--run', '--', 'sh', '-c', 'cat; printf "%s" "$0" >&2; exit 2', forged], escapes);
  w.shows(['fire', '--host', 'claude-code', '--event', `E${forged}`], escapes);
});
test('guard', () => {
  const w = hostileProject();
  w.shows(['guard', 'destructive', 'secrets', '--explain', `rm -rf /etc # ${forged}\nrm -rf '/${evil}'`], escapes);
  w.shows(['guard', `g${forged}`], escapes);
  w.shows(['guard', 'destructive'], /./, { stdin: payload() });
});
test('get, match, reply', () => {
  const w = hostileProject();
  w.shows(['get', '--host', 'claude-code', 'tool_input.command'], escapes, { stdin: payload({ tool_input: { command: evil } }) });
  w.shows(['get', '--json', '--host', 'claude-code', 'tool_input.command'], escapes, { stdin: payload() });
  w.shows(['get', '--host', 'claude-code', `f${forged}`], /./, { stdin: payload() });
  w.shows(['match', `--${forged}`], escapes, { stdin: payload() });
  w.shows(['reply', '--host', 'claude-code', 'deny', evil], escapes, { stdin: payload() });
});
test('test', () => {
  const w = hostileProject();
  w.write(`c${evil}.test.json`, { hook: w.write('deny.sh', `#!/bin/sh\nprintf '%s' '${forged}' >&2\nexit 2\n`, 0o755), cases: [{ name: `t${forged}`, fire: { event: 'before_tool_execute', command: forged }, expect: { decision: 'allow', reason: forged } }] });
  for (const more of [[], ['--verbose'], ['--tap']]) w.shows(['test', ...more, `c${evil}.test.json`], escapes);
  w.shows(['test', w.write('bad.test.json', Buffer.concat([Buffer.from('{'), bytes]))], /./);
  w.shows(['test', `none${forged}`], escapes);
});
test('new', () => {
  const w = hostileProject();
  w.shows(['new', `h${forged}`], /a name is/);
  w.shows(['new', 'one', '--dir', `d${evil}`], escapes);
  w.shows(['new', 'two', '--lang', `l${forged}`], escapes);
});
test('wrap', () => {
  const w = hostileProject(), dir = path.join(w.base, 'bin');
  fs.mkdirSync(dir);
  const env = { PATH: `${dir}:/usr/bin:/bin` };
  w.shows(['wrap', 'true', '--dir', dir, '--pre', `printf '%s' '${evil}' >&2; exit 2`], /true/, { env });
  w.shows(['wrap'], escapes, { env });
  isClean(w.tty([path.join(dir, 'true'), forged], [], { env }).text, 'a shim');
  w.shows(['wrap', 'true', '--dir', dir, '--pre', `cat '${w.write(path.join(w.base, 'ask.json'), { decision: 'ask', reason: evil })}'`], /true/, { env });
  const asked = isClean(w.tty([path.join(dir, 'true'), evil], [['expect', 'y/N'], ['send', 'n\n']], { env }).text, 'a question');
  ok(escapes.test(asked), asked);
  w.shows(['wrap', `w${forged}`, '--dir', dir, '--pre', 'x'], /control characters/, { env });
  w.shows(['wrap', `w${unseen}`, '--dir', dir, '--pre', 'x'], escapes, { env });
  w.shows(['unwrap', 'true', '--dir', dir], /true/, { env });
  w.shows(['unwrap', `w${unseen}`, '--dir', dir], escapes, { env });
});
test('hosts, help and words that are none', () => {
  const w = hostileProject();
  for (const args of [['hosts', forged], ['help', forged], [forged], ['hosts', `--${forged}`], ['completion', forged], ['version', `--${forged}`]]) w.shows(args, /\\x1b/);
});

// ---- JSON ----

for (const [name, args, stdin, folder] of [
  ['trust', ['trust', '--dry-run', '--json'], undefined, `p${shy}`],
  ['fire', ['fire', '--host', 'claude-code', '--event', 'PreToolUse', '--command', forged, '--json', '--run', '--', 'cat']],
  ['status', ['status', '--json']],
  ['install', ['install', 'claude-code', '--project', '--dry-run', '--json']],
  ['explain', ['explain', '--host', 'generic', '--json', '--', 'sh', '-c', 'printf "%s" "$0" >&2; exit 2', forged], payload()],
  ['guard', ['guard', 'destructive', '--json', '--explain', `rm -rf / # ${evil}`]],
])
  test(`JSON on a terminal is the same JSON: ${name}`, () => {
    const w = hostileProject(folder);
    const shown = JSON.parse(w.shows(args, /^[[{]/, { stdin })), exact = JSON.parse(w.pipe(args, { stdin }).stdout);
    const same = value => JSON.stringify(value, (key, v) => key === 'ms' || key === 'took_ms' ? 0 : v);
    is(same(shown), same(exact), 'JSON');
    ok(same(exact).includes('\u202e'), 'nothing of it is in there');
  });

// ---- every letter ----

test('every letter that Unicode hides', () => {
  const w = world();
  const marks = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u; // formats by name, but drawn
  let text = '';
  for (let c = 0x20; c <= 0x10ffff; c++) {
    if (c === 0xd800) c = 0xe000;
    const letter = String.fromCodePoint(c);
    if (bad.test(letter) && !marks.test(letter) || c % 4099 === 7) text += letter;
  }
  const shown = w.shows(['get', '--host', 'claude-code', 'tool_input.command'], /\\udb40\\udc20/, { stdin: payload({ tool_input: { command: text } }) });
  is(JSON.parse(`"${shown.trimEnd().replaceAll('"', '\\"')}"`), text, 'what it stands for');
});
test('a letter in two pieces is one letter', () => {
  const w = world(), text = 'é€𝄞'.repeat(9000);
  for (const before of ['', 'a', 'ab', 'abc'])
    is(w.shows(['get', '--host', 'claude-code', 'tool_input.command'], /é/, { stdin: payload({ tool_input: { command: before + text } }) }), `${before}${text}\n`, 'text');
});
test('half a letter at the end is shown', () => {
  const w = world('p');
  for (const [tail, shown] of [[[0xc3], '\\xc3'], [[0xf0, 0x9d, 0x84], '\\xf0\\x9d\\x84'], [[0xe2, 0x82, 0x41], '\\xe2\\x82A']]) {
    w.write('.gaff/half.txt', Buffer.concat([Buffer.from('x'), Buffer.from(tail)]));
    w.write('.gaff/hooks.json', manifest([hook({ command: './half.txt', matcher: '.*' })]));
    w.shows(['trust', '--dry-run', '--scripts'], new RegExp(`x${shown.replaceAll('\\', '\\\\')}`));
  }
});

// ---- colours are gaff's ----

test('gaff has colours, and nobody else', () => {
  const w = hostileProject();
  const r = w.tty(['/bin/sh', '-c', 'in=$1; shift; exec "$@" <"$in"', 'sh', w.write(path.join(w.base, 'stdin'), payload()), gaff, 'explain', '--host', 'generic', '--', 'sh', '-c', 'printf "%s" "$0" >&2; exit 2', `\x1b[31mred${evil}`], [], { env: { NO_COLOR: '' } });
  ok(/\x1b\[31mdeny\x1b\[0m/.test(r.text), r.text);
  isClean(r.text.replace(/\x1b\[3[123]m([a-z ]+)\x1b\[0m/g, '$1'), 'explain');
  ok(/\\x1b\[31mred/.test(r.text), r.text);
});
test('colours that are asked for off a terminal', () => {
  const w = hostileProject();
  const r = w.pipe(['explain', '--color', 'always', '--host', 'generic', '--', 'sh', '-c', 'exit 2'], { stdin: payload() });
  ok(/\x1b\[31mdeny\x1b\[0m/.test(r.stdout.toString()), r.stdout.toString());
});

finish('terminal');
