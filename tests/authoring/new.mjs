// new.mjs - gaff new: every language, for agents and around programs: made, tested, broken, switched on; names and folders that are in the way.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hosts } from '../hosts.mjs';
import { finish, is, ok, skip, test } from '../check.mjs';

const root = path.dirname(path.dirname(path.dirname(new URL(import.meta.url).pathname)));
const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-new-test-')));
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const bin = path.join(scratch, 'bin');
fs.mkdirSync(bin);
fs.symlinkSync(gaff, path.join(bin, 'gaff'));
const env = { PATH: `${bin}:${process.env.PATH}`, HOME: scratch, TMPDIR: scratch, ...sanitizer };
const ids = Object.keys(hosts);

let made = 0;
function folder() {
  const name = path.join(scratch, `p${made++}`);
  fs.mkdirSync(name);
  return name;
}
function call(cwd, args, options = {}) {
  const r = spawnSync(gaff, args, { encoding: 'utf8', cwd, timeout: 120000, input: '', ...options, env: { ...env, ...options.env } });
  return { code: r.status, stdout: r.stdout, stderr: r.stderr };
}
function sh(cwd, line, more = {}) {
  const r = spawnSync('sh', ['-c', line], { encoding: 'utf8', cwd, timeout: 120000, input: '', env: { ...env, ...more } });
  return { code: r.status, stdout: r.stdout, stderr: r.stderr };
}
const has = program => sh(scratch, `command -v ${program}`).code === 0;
const commands = call(scratch, ['help']).stdout;
const hasCommand = name => new RegExp(`^  ${name} `, 'm').test(commands);

// The library as it lies in the build, unless a test has installed it.
const library = { GAFF_CFLAGS: `-I${root}/include`, GAFF_LIBS: path.join(root, 'build/libgaff.a') };
const build = (where, more = library) => sh(where, 'make CFLAGS="-O1 -Wall -Wextra -Werror"', more);

// ---- every language ----

// Its files, and what breaks it.
const languages = {
  sh: { program: 'x.sh', breaks: [/reply deny/g, 'reply context'] },
  c: { program: 'x', source: 'x.c', breaks: [/gaff_response_deny/g, 'gaff_response_context'] },
  python: { program: 'x.py', breaks: [/"deny"/g, '"allow"'] },
  node: { program: 'x.mjs', breaks: [/'deny'/g, "'allow'"] },
  minimal: { program: 'x.sh', breaks: [/exit [12]/g, 'exit 0'] },
};
function make(language, isCli, name = 'x') {
  const where = folder();
  const r = call(where, ['new', name, '--lang', language, ...isCli ? ['--for', 'cli'] : []]);
  is([r.code, r.stderr], [0, ''], 'exit and stderr');
  if (language === 'c') {
    const b = build(path.join(where, name));
    is([b.code, b.stderr], [0, ''], 'make');
  }
  return { where, dir: path.join(where, name), said: r.stdout };
}
const report = (where, ...args) => {
  const r = call(where, ['test', '--json', ...args]);
  is(r.stderr, '', 'stderr');
  return { code: r.code, ...JSON.parse(r.stdout) };
};

for (const [language, { program, source = program, breaks: [from, to] }] of Object.entries(languages)) {
  for (const isCli of [false, true]) {
    const title = `${language}${isCli ? ' for cli' : ''}`;
    test(`${title}: what is written`, () => {
      const { where, dir, said } = make(language, isCli), files = [...isCli ? [] : ['hooks.json'], source, 'x.test.json', ...language === 'c' ? ['Makefile', 'x'] : []].sort();
      is(fs.readdirSync(dir).sort(), files, 'files');
      for (const file of files) {
        const text = fs.readFileSync(path.join(dir, file), 'latin1');
        is((fs.statSync(path.join(dir, file)).mode & 0o111) !== 0, file === program, `${file} can be executed`);
        ok(file === program && language === 'c' || !/example/.test(text), `${file} has the name of its template`);
        ok(file === 'x' || said.includes(`wrote x/${file}\n`), `${file} is not named`);
      }
      if (!isCli) is(call(where, ['validate', 'x/hooks.json']), { code: 0, stdout: 'x/hooks.json: fine, ' + (language === 'minimal' ? '1 hook' : '2 hooks') + '\n', stderr: '' });
    });
    test(`${title}: its test passes, and fails when the hook is broken`, () => {
      const { where, dir } = make(language, isCli), good = report(where, 'x');
      is([good.code, good.failed], [0, 0], JSON.stringify(good.results.filter(r => r.result === 'failed')));
      ok(isCli ? good.passed === 4 : good.passed >= 4 * (ids.length - 2), `${good.passed} passed`);
      const file = path.join(dir, source), text = fs.readFileSync(file, 'utf8');
      ok(from.test(text), 'there is nothing to break');
      fs.writeFileSync(file, text.replace(from, to));
      if (language === 'c') is(build(dir).code, 0, 'make');
      const bad = report(where, 'x');
      is(bad.code, 1, 'broken');
      ok(bad.failed >= (isCli ? 1 : ids.length - 2), `${bad.failed} failed`);
    });
    test(`${title}: the text is as its language has it`, () => {
      const { dir } = make(language, isCli), file = path.join(dir, source);
      if (/sh$/.test(file) && has('shellcheck')) is(sh(dir, `shellcheck ${source}`), { code: 0, stdout: '', stderr: '' });
      if (/sh$/.test(file)) is(sh(dir, `sh -n ${source}`).code, 0);
      if (language === 'python') is(sh(dir, `python3 -W error -c 'import ast, sys; ast.parse(sys.stdin.read())' <${source}`).stderr, '');
      if (language === 'node') is(sh(dir, `node --check ${source}`), { code: 0, stdout: '', stderr: '' });
    });
  }
}

// ---- what is said ----

const steps = said => said.split('\n').filter(line => /^ {2}/.test(line)).map(line => line.trim());
test('the three commands do what is said, to the agent that is named', () => {
  for (const language of ['sh', 'python', 'node', 'minimal', 'c']) {
    const where = folder(), home = path.join(where, 'home'), project = path.join(where, "my project's");
    fs.mkdirSync(home);
    fs.mkdirSync(path.join(project, '.git'), { recursive: true });
    const said = call(project, ['new', 'guard', '--lang', language, '--for', 'claude-code'], { env: { HOME: home } }).stdout;
    const [testing, trying, on] = steps(said), more = { HOME: home, ...library };
    ok(testing && trying && on && steps(said).length === 3, said);
    is(sh(project, testing, more).code, 0, testing);
    const shown = sh(project, trying, more);
    ok(shown.code === 0 && /agent +blocked: /.test(shown.stdout), shown.stdout + shown.stderr);
    const switched = sh(project, on.replace('gaff trust', 'gaff trust --yes'), more);
    is(switched.code, 0, `${on}: ${switched.stdout}${switched.stderr}`);
    ok(/claude-code/.test(fs.readFileSync(path.join(home, '.claude/settings.json'), 'utf8')), 'not installed');
    const fire = file => sh(project, `gaff fire --host claude-code --event PreToolUse --path ${file} --content x --run --json`, more);
    is(JSON.parse(fire('.env').stdout).agent.decision, 'deny', language);
    is(JSON.parse(fire('README').stdout).agent.decision, 'none', language);
    const again = steps(call(project, ['new', 'other', '--lang', language], { env: { HOME: home } }).stdout);
    ok(!/hooks\.json/.test(again[2]), `it would overwrite the manifest: ${again[2]}`);
  }
});
test('for what nothing can be registered with, that is not said', () => {
  const on = steps(call(folder(), ['new', 'x', '--for', 'generic']).stdout)[2];
  ok(/gaff trust$/.test(on), on);
  for (const id of ids.filter(id => !['cli', 'generic', 'grok'].includes(id))) ok(steps(call(folder(), ['new', 'x', '--for', id]).stdout)[2].endsWith(`gaff install ${id}`), id);
});
test('the three commands around a program', () => {
  for (const language of ['sh', 'python', 'node', 'minimal', 'c']) {
    const where = path.join(folder(), 'a b');
    fs.mkdirSync(where);
    const [testing, trying, on] = steps(call(where, ['new', 'guard', '--lang', language, '--for', 'cli']).stdout);
    is(sh(where, testing, library).code, 0, testing);
    const shown = sh(where, trying);
    ok(language === 'minimal' ? shown.code === 1 && /cannot be undone/.test(shown.stderr) : /agent +blocked: /.test(shown.stdout), shown.stdout + shown.stderr);
    if (!hasCommand('wrap')) continue;
    const real = path.join(where, 'real'), shims = path.join(where, 'shims');
    fs.mkdirSync(real);
    fs.mkdirSync(shims);
    fs.writeFileSync(path.join(real, 'gh'), '#!/bin/sh\necho "ran $*"\n', { mode: 0o755 });
    const more = { PATH: `${shims}:${real}:${env.PATH}` }, wrapped = sh(where, `${on} --dir '${shims}'`, more);
    is(wrapped.code, 0, `${on}: ${wrapped.stdout}${wrapped.stderr}`);
    const denied = sh(where, 'gh repo delete demo', more);
    ok(denied.code !== 0 && denied.stdout === '' && /cannot be undone/.test(denied.stderr), denied);
    is(sh(where, 'gh repo list', more), { code: 0, stdout: 'ran repo list\n', stderr: '' }, language);
  }
});
if (!hasCommand('wrap')) skip('a wrapped program asks the hook', 'there is no gaff wrap');

test('C is built with what pkg-config says', () => {
  if (process.env.GAFF || !has('pkg-config')) return skip('pkg-config', 'not here');
  const prefix = path.join(scratch, 'prefix');
  is(sh(root, `make -s install PREFIX='${prefix}' BUILD=build`).code, 0, 'make install');
  const where = folder();
  call(where, ['new', 'x', '--lang', 'c']);
  const b = sh(path.join(where, 'x'), 'make test', { PKG_CONFIG_PATH: path.join(prefix, 'lib/pkgconfig'), LDFLAGS: `-Wl,-rpath,${path.join(prefix, 'lib')}` }); // hooks do not inherit LD_LIBRARY_PATH
  is([b.code, b.stderr], [0, ''], b.stdout);
  is([sh(path.join(where, 'x'), 'make clean').code, fs.existsSync(path.join(where, 'x/x'))], [0, false], 'clean');
});

// ---- names ----

for (const name of ['', '.', '..', '-x', '_x', '../x', 'a/b', '/tmp/x', 'a b', "a'b", 'a"b', 'a;b', 'a$b', 'a\nb', 'ä', 'x'.repeat(65), '{}', 'a.b', '%s'])
  test(`a name that is none: ${JSON.stringify(name)}`, () => {
    const where = folder(), r = call(where, ['new', '--', name]);
    is([r.code, r.stdout, fs.readdirSync(where)], [129, '', []]);
    ok(/a name is up to 64 letters/.test(r.stderr), r.stderr);
  });
for (const name of ['a', 'A-1_b', '0', 'x'.repeat(64), 'example', 'sh', 'hooks', 'Makefile', 'test'])
  test(`a name: ${name}`, () => {
    const { where } = make('minimal', false, name);
    is(report(where, name).code, 0);
  });
test('a name that make knows is none for C', () => {
  for (const name of ['Makefile', 'makefile', 'GNUmakefile', 'test', 'clean']) {
    const where = folder(), r = call(where, ['new', name, '--lang', 'c']);
    is([r.code, r.stdout, fs.readdirSync(where)], [129, '', []], name);
    ok(/means something else to make/.test(r.stderr), r.stderr);
    is(call(where, ['new', name, '--lang', 'python']).code, 0, name);
  }
  const { where } = make('c', false, 'hooks');
  is(report(where, 'hooks').code, 0);
});

// ---- folders ----

const tree = where => fs.readdirSync(where, { recursive: true }).sort().map(name => [name, fs.lstatSync(path.join(where, name)).isFile() ? fs.readFileSync(path.join(where, name), 'utf8') : '']);
test('a folder that is there is left alone, and replaced only by force', () => {
  const { where } = make('sh', false);
  fs.writeFileSync(path.join(where, 'x/x.sh'), 'mine');
  fs.writeFileSync(path.join(where, 'x/other'), 'mine');
  const before = tree(where), r = call(where, ['new', 'x', '--lang', 'python']);
  is([r.code, r.stdout, tree(where)], [1, '', before]);
  ok(/x is there already; .*--force/.test(r.stderr), r.stderr);
  is(call(where, ['new', 'x', '--force']).code, 0);
  const after = Object.fromEntries(tree(where));
  ok(/^#!\/bin\/sh/.test(after['x/x.sh']) && after['x/other'] === 'mine', after);
  is(fs.statSync(path.join(where, 'x/x.sh')).mode & 0o111, 0o111, 'mode');
  is(fs.readdirSync(path.join(where, 'x')).sort(), ['hooks.json', 'other', 'x.sh', 'x.test.json'], 'nothing else is left');
});
test('a file, a link or nothing at the place', () => {
  const where = folder(), outside = folder();
  fs.writeFileSync(path.join(outside, 'x.sh'), 'mine');
  fs.writeFileSync(path.join(where, 'file'), 'mine');
  fs.symlinkSync(outside, path.join(where, 'link'));
  fs.symlinkSync('/nowhere/at/all', path.join(where, 'dangling'));
  for (const name of ['file', 'link', 'dangling']) for (const more of [[], ['--force']]) {
    const before = [tree(outside), fs.readdirSync(where)], r = call(where, ['new', name, ...more]);
    ok(r.code !== 0 && r.stderr && !r.stdout, `${name} ${more}: ${JSON.stringify(r)}`);
    is([tree(outside), fs.readdirSync(where)], before, `${name} ${more}`);
  }
  fs.mkdirSync(path.join(where, 'x'));
  fs.symlinkSync(path.join(outside, 'x.sh'), path.join(where, 'x/x.sh'));
  is(call(where, ['new', 'x', '--force']).code, 0);
  is([fs.readFileSync(path.join(outside, 'x.sh'), 'utf8'), fs.lstatSync(path.join(where, 'x/x.sh')).isFile()], ['mine', true], 'a link in it is replaced, not followed');
});
test('a folder in the place of a file: nothing is half done', () => {
  const where = folder();
  fs.mkdirSync(path.join(where, 'x/x.test.json/full'), { recursive: true });
  const r = call(where, ['new', 'x', '--force']);
  is(r.code, 128);
  ok(!fs.readdirSync(path.join(where, 'x')).some(name => /^\.gaff/.test(name)), fs.readdirSync(path.join(where, 'x')));
});
test('--dir', () => {
  const where = folder();
  fs.mkdirSync(path.join(where, "it's here"));
  const r = call(where, ['new', 'x', '--dir', "it's here"]);
  is([r.code, fs.readdirSync(path.join(where, "it's here/x")).length], [0, 3]);
  is(sh(where, steps(r.stdout)[0]).code, 0, 'its test');
  is(call(where, ['new', 'x', '--dir', 'nowhere']).code, 128);
  is(call(where, ['new', 'x', '--dir', '']).code, 129);
  is(call(where, ['new', 'y', '--dir', path.join(where, "it's here")]).code, 0);
});
test('--dry-run writes nothing', () => {
  const where = folder(), r = call(where, ['new', 'x', '--lang', 'c', '--dry-run']);
  is([r.code, r.stdout, fs.readdirSync(where)], [0, ['x.c', 'hooks.json', 'x.test.json', 'Makefile'].map(name => `would write x/${name}\n`).join(''), []]);
});
test('others may not write what is run', () => {
  const where = folder();
  is(sh(where, 'umask 000; gaff new x').code, 0);
  for (const name of ['x', 'x/x.sh', 'x/hooks.json', 'x/x.test.json']) is(fs.statSync(path.join(where, name)).mode & 0o022, 0, name);
});

// ---- the command line ----

test('wrong options', () => {
  const where = folder();
  for (const [args, why, code] of [[[], /what is it called/, 129], [['x', 'y'], /One hook at a time/, 129], [['x', '--lang', 'pyton'], /did you mean 'python'/, 129], [['x', '--lang', 'cobol'], /there are sh\|c\|python/, 129], [['x', '--for', 'cursr'], /did you mean 'cursor'/, 1], [['x', '--langg', 'c'], /did you mean '--lang'/, 129]]) {
    const r = call(where, ['new', ...args]);
    is([r.code, r.stdout, fs.readdirSync(where)], [code, '', []], args.join(' '));
    ok(why.test(r.stderr), r.stderr);
  }
  ok(/^usage: gaff new NAME /.test(call(where, ['new', '--help']).stdout));
});
test('the templates pass their own tests, where they lie', () => is(call(root, ['test', 'templates']).code, 0));

fs.rmSync(scratch, { recursive: true, force: true });
finish('gaff new');
