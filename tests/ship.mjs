// ship.mjs - what is installed and taken away again; man pages and completions, which are printed from the tables.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { finish, is, ok, test } from './check.mjs';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
const build = path.dirname(gaff);
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-ship-'));
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const isPlain = !process.env.GAFF; // with sanitizers the library cannot be linked to just anything
const env = { PATH: process.env.PATH, HOME: scratch, ...sanitizer };

// What prints without end is stopped at a megabyte.
function call(file, args, options = {}) {
  const r = spawnSync(file, args, { encoding: 'utf8', maxBuffer: 1 << 20, timeout: 60000, ...options, env: { ...env, ...options.env } });
  return { code: r.status, stdout: r.stdout ?? '', stderr: r.stderr ?? '' };
}
function prints(...args) {
  const r = call(gaff, args);
  is([r.code, r.stderr], [0, ''], `exit and stderr of ${args.join(' ')}`);
  return r.stdout;
}
const has = program => call('sh', ['-c', `command -v ${program}`]).code === 0;

// ---- the tables, as --help shows them ----

const commands = [...prints('help').matchAll(/^ {2}([a-z]+) +[A-Z]/gm)].map(m => m[1]);
const options = Object.fromEntries(commands.map(c =>
  [c, [...prints('help', c).matchAll(/^ {2}(?:-(\w), )?--([a-z-]+)(?: (\S+))?/gm)].map(m => ({ letter: m[1], name: m[2], arg: m[3] }))]));
for (const c of commands) // an argument is one blank behind its option, help is further away
  for (const o of options[c]) if (o.arg && !prints('help', c).includes(` --${o.name} ${o.arg} `)) o.arg = undefined;
const all = commands.flatMap(c => options[c].map(o => ({ command: c, ...o })));
const book = JSON.parse(call(gaff, ['hosts', '--events', '--json']).stdout).hosts;

test('every command and its options are known', () => {
  ok(commands.length > 10 && commands.includes('completion'), commands.join(' '));
  ok(all.length > 40 && all.some(o => o.arg === 'ask|deny') && all.some(o => o.letter === '0' && o.name === 'null'), `${all.length} options`);
});
for (const c of commands)
  test(`${c} --help is what help ${c} says`, () => is(prints(c, '--help'), prints('help', c)));

// ---- man pages ----

const pages = { gaff: prints('help', '--man'), ...Object.fromEntries(commands.map(c => [`gaff-${c}`, prints('help', '--man', c)])) };
const plain = page => page.replace(/\\f[A-Z]/g, '').replace(/\\&/g, '').replace(/\\\(aq/g, "'").replace(/\\\(dq/g, '"').replace(/\\\(ti/g, '~').replace(/\\\(ha/g, '^').replace(/\\\(rs/g, '\\').replace(/\\-/g, '-');
for (const [name, page] of Object.entries(pages)) {
  test(`${name}(1) is roff that man can read`, () => {
    ok(page.startsWith(`.TH ${name.toUpperCase().replace('-', '\\-')} 1 "`), page.slice(0, 40));
    ok(/^[\n -~]*$/.test(page), 'not ASCII');
    for (const line of page.split('\n')) {
      ok(!/^'/.test(line) && (!/^\./.test(line) || /^\.(TH|SH|PP|TP|BR|nf|fi)( |$)/.test(line)), `a request by accident: ${line}`);
      ok(!/\\(?![-&]|f[BIR]|\((rs|aq|dq|ga|ha|ti))/.test(line), `a backslash by accident: ${line}`);
    }
    const file = path.join(scratch, `${name}.1`);
    fs.writeFileSync(file, page);
    if (has('mandoc')) is(call('mandoc', ['-T', 'lint', file]).stdout, '', 'what mandoc says');
    if (has('groff')) is(call('groff', ['-man', '-Tutf8', '-ww', file]).stderr, '', 'what groff says');
  });
}
for (const c of commands) {
  test(`gaff-${c}(1) says what --help says`, () => {
    const page = plain(pages[`gaff-${c}`]), words = text => text.split(/\s+/).join(' ');
    for (const o of options[c]) ok(page.includes(`\n${o.letter ? `-${o.letter}, ` : ''}--${o.name}${o.arg ? ` ${o.arg}` : ''}\n`), `no --${o.name}`);
    for (const line of prints('help', c).split('\noptions:')[0].split('\n').slice(1))
      ok(words(page.replace(/\n\.\w+\n/g, '\n')).includes(words(line.trim())), `it does not say: ${line}`);
    ok(pages.gaff.includes(`.BR gaff\\-${c} (1)`), 'gaff(1) does not name it');
  });
}
test('gaff(1) has every variable that gaff asks for, and every exit code', () => {
  const sources = fs.readdirSync(path.join(root, 'src'), { recursive: true }).filter(f => /\.c$/.test(f) && !/inherit_rows/.test(f)).map(f => fs.readFileSync(path.join(root, 'src', f), 'utf8')).join('\n'); // gaff asks for none of what hooks inherit
  const asked = [...sources.matchAll(/\bgetenv\("(\w+)"\)/g), ...sources.matchAll(/"(XDG_\w+)"/g), ...sources.matchAll(/set(?:_field)?\(&v, "(GAFF_\w+)"/g)].map(m => m[1]);
  ok(asked.length > 12, asked.join(' '));
  for (const name of asked) ok(new RegExp(`^${name}$`, 'm').test(plain(pages.gaff)), `no word about ${name}`);
  for (const [, code] of fs.readFileSync(path.join(root, 'src/cli/cli.h'), 'utf8').matchAll(/^\tCLI_\w+ = (\d+),/gm)) ok(new RegExp(`^${code}$`, 'm').test(plain(pages.gaff)), `no exit code ${code}`);
});
test('a page of what there is not', () => {
  const r = call(gaff, ['help', '--man', 'explian']);
  is([r.code, r.stdout, r.stderr], [129, '', "gaff: there is no command 'explian'; did you mean 'explain'?\n"]);
  is(call(gaff, ['help', '--woman']).code, 129);
});

// ---- completions ----

const shells = ['bash', 'zsh', 'fish'];
const scripts = Object.fromEntries(shells.map(s => [s, prints('completion', s)]));
for (const s of shells) {
  const file = path.join(scratch, `gaff.${s}`);
  fs.writeFileSync(file, scripts[s]);
  test(`${s} can read its script`, () => { if (has(s)) is(call(s, ['-n', file]), { code: 0, stdout: '', stderr: '' }); });
  test(`${s} knows every host and every event`, () => {
    for (const h of book)
      for (const name of [h.id, ...[h, ...h.spellings ?? []].flatMap(x => x.events.map(e => e.event))])
        ok(new RegExp(`[ '(]${name.replaceAll('.', '\\.')}[ ')\\n]`).test(scripts[s]), `no ${name}`);
  });
}
test('a shell that is not known', () => {
  is([call(gaff, ['completion']).code, call(gaff, ['completion', 'tcsh']).code, call(gaff, ['completion', 'bash', 'zsh']).code], [129, 129, 129]);
  is(call(gaff, ['completion', 'fihs']).stderr, "gaff: completion: unknown shell 'fihs'; did you mean 'fish'?\n");
});

// One bash for all questions: words of the command line, of which the last is to be completed.
function completeBash(lines) {
  const text = lines.map(words => `COMP_WORDS=(${words.map(w => `'${w}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _gaff; printf '%s\\n' "$\{COMPREPLY[*]}"`).join('\n');
  const r = call('bash', ['--norc', '-c', `. '${path.join(scratch, 'gaff.bash')}'\n${text}`], { cwd: path.join(scratch, 'folder') });
  is(r.stderr, '', 'stderr');
  return r.stdout.trimEnd().split('\n').map(line => line.split(' ').filter(Boolean));
}
fs.mkdirSync(path.join(scratch, 'folder/sub'), { recursive: true });
fs.writeFileSync(path.join(scratch, 'folder/some file'), '');
const cursor = book.find(h => h.id === 'cursor').events.map(e => e.event);
const rows = [
  ['a command', ['gaff', 'ex'], ['explain']],
  ['all commands', ['gaff', ''], [...commands, '--help', '--version']],
  ['an option', ['gaff', 'run', '--fail'], ['--fail-closed']],
  ['an option behind a value', ['gaff', 'run', '--host', 'cursor', '--ev'], ['--event']],
  ['a host', ['gaff', 'run', '--host', 'cu'], ['cursor']],
  ['a host behind =', ['gaff', 'run', '--host', '=', 'cu'], ['cursor']],
  ['a host behind = alone', ['gaff', 'run', '--host', '='], book.map(h => h.id)],
  ['a host where = does not cut', ['gaff', 'run', '--host=cu'], ['--host=cursor']],
  ['a dialect', ['gaff', 'run', '--dialect', 'ca'], ['canonical']],
  ['events of the host', ['gaff', 'fire', '--host', 'cursor', '--event', ''], cursor],
  ['events of the host behind =', ['gaff', 'fire', '--host', '=', 'cursor', '--event', '=', 'beforeSh'], ['beforeShellExecution']],
  ['events of the host where = does not cut', ['gaff', 'fire', '--host=cursor', '--event=beforeSh'], ['--event=beforeShellExecution']],
  ['events of no host', ['gaff', 'log', '--event', 'before_to'], ['before_tool_execute', 'before_tool_selection']],
  ['some words', ['gaff', 'run', '--ask-fallback', ''], ['ask', 'deny']],
  ['a text: nothing', ['gaff', 'fire', '--prompt', ''], []],
  ['a file', ['gaff', 'run', '--manifest', 'some'], ['some', 'file']],
  ['a file of files', ['gaff', 'validate', 's'], ['some', 'file', 'sub'], 'sorted'],
  ['a folder', ['gaff', 'trust', 's'], ['sub']],
  ['other words: options and --', ['gaff', 'run', '--'], [...options.run.map(o => `--${o.name}`), '--help', '--']],
  ['a program', ['gaff', 'run', '--', 'basenam'], ['basename']],
  ["a program's words", ['gaff', 'run', '--', 'cat', 'su'], ['sub']],
  ['no program', ['gaff', 'log', '--', 'basenam'], []],
  ["help's commands", ['gaff', 'help', 'unt'], ['untrust']],
];
if (has('bash')) {
  const got = completeBash(rows.map(r => r[1]));
  rows.forEach(([name, , want, sorted], i) => test(`bash completes ${name}`, () => is(sorted ? got[i].sort() : [...new Set(got[i])], sorted ? want.sort() : want)));
  test('bash completes every option of every command', () => {
    const offered = completeBash(commands.map(c => ['gaff', c, '--']));
    commands.forEach((c, i) => { for (const o of options[c]) ok(offered[i].includes(`--${o.name}`), `no --${o.name} of ${c}`); });
  });
  test('every value that is offered is taken', () => {
    for (const [args, value, behind] of [[['log'], '--decision', []], [['log'], '--color', []], [['explain', '--event', 'preToolUse', '--host', 'generic'], '--ask-fallback', []]])
      for (const word of completeBash([['gaff', ...args, value, '']])[0])
        ok(call(gaff, [...args, value, word, ...behind], { input: '' }).code < 128, `${args[0]} ${value} ${word}`);
  });
}
for (const { command, name, arg, letter } of all) {
  test(`zsh and fish know ${command} --${name}`, () => {
    const zsh = scripts.zsh.split(`\n\t${command})\n`)[1].split('\n\t\t;;')[0];
    ok(zsh.includes(`'*--${name}${arg ? '=' : ''}[`), 'zsh does not');
    ok(scripts.fish.includes(`-n '__gaff_is ${command}' -l ${name} `), 'fish does not');
    if (letter) {
      ok(zsh.includes(`'*-${letter}[`), `zsh does not know -${letter}`);
      ok(scripts.fish.includes(`-l ${name} -s ${letter} `), `fish does not know -${letter}`);
      ok(scripts.bash.includes(`-${letter} --help`), `bash does not know -${letter}`);
    }
  });
}
// Without a terminal: what _arguments is told, and what is offered for an event.
if (has('zsh')) {
  const ask = (...words) => {
    const r = call('zsh', ['-f', '-c', `compdef() { }; _arguments() { print -rl -- "$@" }; compadd() { print -r -- $names }; _normal() { print -r -- "$CURRENT $words" }
_describe() { print -rl -- $names }; source '${path.join(scratch, 'gaff.zsh')}'; words=(${words.map(w => `'${w}'`).join(' ')}); CURRENT=$#words; _gaff; _gaff_events`]);
    is(r.stderr, '', 'stderr');
    return r.stdout.trimEnd().split('\n');
  };
  for (const c of commands) {
    test(`zsh completes ${c}`, () => {
      const told = ask('gaff', c, '');
      for (const o of options[c]) ok(told.some(line => line.startsWith(`*--${o.name}${o.arg ? '=' : ''}[`) && (!o.arg || line.includes(`]:${o.arg}:`))), `no --${o.name}`);
    });
  }
  test('zsh completes commands, events and programs', () => {
    is(ask('gaff', '').slice(0, -1).map(line => line.split(':')[0]), commands, 'commands');
    for (const words of [['--host', 'cursor'], ['--host=cursor']]) is(ask('gaff', 'run', ...words, '--event', '').at(-1).split(' '), cursor, 'events');
    is(ask('gaff', 'run', '--', 'cat', 'x')[0], '2 cat x', 'a program');
  });
}
if (has('fish')) {
  test('fish completes', () => {
    const ask = line => call('fish', ['--no-config', '-c', `source '${path.join(scratch, 'gaff.fish')}'; complete -C '${line}'`]).stdout.trim().split('\n').map(l => l.split('\t')[0]);
    is([ask('gaff ex'), ask('gaff run --host cu'), ask('gaff fire --host cursor --event beforeSh'), ask('gaff run --fail')], [['explain'], ['cursor'], ['beforeShellExecution'], ['--fail-closed']]);
  });
}

const symbols = fs.readFileSync(path.join(root, 'src/lib/symbols'), 'utf8').trim().split('\n');
test('gaff(3) tells of every function, in roff that man can read', () => {
  const page = fs.readFileSync(path.join(build, 'share/gaff.3'), 'utf8');
  for (const name of ['gaff_main', ...symbols]) ok(page.includes(`${name}(`), name);
  ok(/^[\n -~]*$/.test(page), 'not ASCII');
  for (const line of page.split('\n')) ok(!/^'/.test(line) && (!/^\./.test(line) || /^\.(TH|SH|PP|nf|fi)( |$)/.test(line)), `a request by accident: ${line}`);
  if (has('groff')) is(call('groff', ['-man', '-Tutf8', '-ww', path.join(build, 'share/gaff.3')]).stderr, '', 'what groff says');
});

// ---- install and uninstall ----

const destination = path.join(scratch, "it's a place"), prefix = '/opt/my gaff';
const make = (target, ...more) => call('make', ['-s', '--no-print-directory', '-C', root, target, `BUILD=${build}`, `DESTDIR=${destination}`, `PREFIX=${prefix}`, ...more], { env: { MAKEFLAGS: '' } });
const hasHttp = fs.existsSync(path.join(build, 'libexec/gaff/gaff-http'));
const wanted = {
  'bin/gaff': 0o755,
  ...hasHttp ? { 'libexec/gaff/gaff-http': 0o755 } : {},
  'lib/libgaff.a': 0o644,
  'lib/pkgconfig/gaff.pc': 0o644,
  ...Object.fromEntries(fs.readdirSync(build).filter(name => /^libgaff\.(so|.*dylib)/.test(name)).map(name => [`lib/${name}`, 0o755])),
  ...Object.fromEntries(['gaff', 'gaff_main', ...symbols].map(name => [`share/man/man3/${name}.3`, 0o644])),
  'include/gaff.h': 0o644,
  ...Object.fromEntries(Object.keys(pages).map(name => [`share/man/man1/${name}.1`, 0o644])),
  'share/bash-completion/completions/gaff': 0o644,
  'share/zsh/site-functions/_gaff': 0o644,
  'share/fish/vendor_completions.d/gaff.fish': 0o644,
};
function found(folder) {
  const list = fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  return Object.fromEntries(list.filter(e => !e.isDirectory()).map(e => path.join(e.parentPath ?? e.path, e.name)).map(f => [path.relative(folder, f), fs.statSync(f).mode & 0o7777]));
}
const sorted = object => Object.entries(object).sort();
const there = path.join(destination, prefix), installed = path.join(there, 'bin/gaff');

test('make alone builds everything', () => {
  const r = call('make', ['-pnq', '-C', root], { env: { MAKEFLAGS: '' } }); // its rules, and nothing is built
  is(r.stdout.match(/^\.DEFAULT_GOAL := (.*)$/m)?.[1], 'all');
});
test('install, whatever the umask', () => {
  const before = process.umask(0o077), r = make('install');
  process.umask(before);
  is(r, { code: 0, stdout: hasHttp ? '' : r.stdout, stderr: '' }, 'make');
  is(sorted(found(destination)), sorted(Object.fromEntries(Object.entries(wanted).map(([f, mode]) => [path.join(prefix.slice(1), f), mode]))), 'what is there');
  for (let folder = path.dirname(installed); folder !== destination; folder = path.dirname(folder)) is(fs.statSync(folder).mode & 0o7777, 0o755, folder);
});
test('pages and completions are those of the program', () => {
  for (const [name, page] of Object.entries(pages)) is(fs.readFileSync(path.join(there, `share/man/man1/${name}.1`), 'utf8'), page, name);
  for (const [file, s] of [['bash-completion/completions/gaff', 'bash'], ['zsh/site-functions/_gaff', 'zsh'], ['fish/vendor_completions.d/gaff.fish', 'fish']]) is(fs.readFileSync(path.join(there, 'share', file), 'utf8'), scripts[s], s);
});
test('again, over what is there; a folder keeps its mode', () => {
  fs.chmodSync(path.join(there, 'lib'), 0o775);
  is(make('install').code, 0);
  is(fs.statSync(path.join(there, 'lib')).mode & 0o7777, 0o775);
});
test('the installed program answers, and finds its helper', () => {
  is(call(installed, ['version']).stdout, prints('version'));
  const manifest = path.join(scratch, 'hooks.json');
  fs.writeFileSync(manifest, JSON.stringify({ spec: 'hooks/1.0', hooks: [{ name: 'asks', event: 'before_tool_execute', handler: { type: 'http', url: 'http://127.0.0.1:1/', allow_http_loopback: true } }] }));
  const said = () => call(installed, ['explain', '--host', 'generic', '--event', 'preToolUse', '--manifest', manifest], { env: { COLUMNS: '400' }, input: '' }).stdout;
  if (hasHttp) ok(/connect/i.test(said()) && !/not installed/.test(said()), said());
  fs.rmSync(path.join(there, 'libexec'), { recursive: true, force: true });
  if (!fs.existsSync('/usr/local/libexec/gaff/gaff-http')) ok(/gaff-http is not installed/.test(said()), said());
});
test('uninstall leaves nothing, and what is not its own', () => {
  const other = path.join(there, 'share/man/man1/gaff-other.1');
  fs.writeFileSync(other, '');
  is(make('install').code, 0);
  is(make('uninstall'), { code: 0, stdout: '', stderr: '' });
  is(Object.keys(found(there)), ['share/man/man1/gaff-other.1']);
  ok(!fs.existsSync(path.join(there, 'libexec/gaff')), 'libexec/gaff is left');
  is(make('uninstall'), { code: 0, stdout: '', stderr: '' }, 'twice');
});
test('a helper that would not be found, and what is not built, is not installed', () => {
  fs.rmSync(destination, { recursive: true });
  const r = make('install', 'LIBEXECDIR=/elsewhere');
  ok(r.code && /gaff would not find gaff-http in \/elsewhere/.test(r.stderr), r.stderr);
  const none = make('install', `BUILD=${path.join(scratch, 'folder')}`);
  ok(none.code && /run 'make' first/.test(none.stderr), none.stderr);
  is(found(destination), {});
});

if (isPlain) {
  const library = path.join(build, 'libgaff.a'), strict = ['-Wall', '-Wextra', '-Wpedantic', '-Werror'];
  const compiles = (...args) => is(call(args[0], args.slice(1)), { code: 0, stdout: '', stderr: '' }, args[0]);
  test('the public header and the library are enough for a program, in C and in C++', () => {
    const user = path.join(scratch, 'user.c'), out = path.join(scratch, 'user');
    fs.writeFileSync(user, '#include <gaff.h>\n#include <stdio.h>\nint main(void)\n{\n\treturn puts(gaff_version()) < 0;\n}\n');
    for (const compiler of [['cc', '-std=c99'], ...has('c++') ? [['c++', '-x', 'c++']] : []]) {
      compiles(...compiler, ...strict, `-I${path.join(root, 'include')}`, '-c', '-o', `${out}.o`, user);
      compiles(compiler[0], '-o', out, `${out}.o`, library);
      is(`gaff ${call(out, []).stdout}`, prints('version'));
    }
  });
  test('a helper is found where it was said when gaff was built', () => {
    const libexec = path.join(scratch, 'lib of a distribution'), out = path.join(scratch, 'finder');
    fs.writeFileSync(`${out}.c`, '#include "run/http.h"\n#include <stdio.h>\nint main(void)\n{\n\tchar path[4096];\n\tstruct gaff_err err;\n\treturn gaff_http_helper(path, sizeof path, &err) ? 1 : puts(path) < 0;\n}\n');
    compiles('cc', '-std=c17', '-D_GNU_SOURCE', `-I${path.join(root, 'src')}`, `-DGAFF_LIBEXECDIR="${libexec}"`, '-o', out, `${out}.c`, path.join(root, 'src/run/http.c'), path.join(build, 'internal.a'), '-lyaml', '-lmd');
    is(call(out, []).code, 1, 'before it is there');
    const file = path.join(libexec, 'gaff/gaff-http');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, '', { mode: 0o755 });
    is(call(out, []).stdout, `${file}\n`);
  });
}

fs.rmSync(scratch, { recursive: true, force: true });
finish('ship');
