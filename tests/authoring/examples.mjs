// examples.mjs - the hooks of examples/: in sh, in C and by their manifests they pass their own tests on every agent,
// and broken on purpose they do not.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { finish, is, ok, test } from '../check.mjs';

const root = path.resolve(path.dirname(new URL(import.meta.url).pathname), '../..');
const gaff = path.resolve(process.env.GAFF ?? path.join(root, 'build/gaff'));
const build = path.dirname(gaff), examples = path.join(root, 'examples');
const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-examples-')));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));
const isPlain = !process.env.GAFF; // with sanitizers the library cannot be linked to just anything
const { GAFF_DISABLE, GAFF_EVENT_FILE, ...env } = process.env;

function call(file, args, options = {}) {
  const r = spawnSync(file, args, { encoding: 'utf8', timeout: 240000, maxBuffer: 1 << 26, ...options, env: { ...env, HOME: scratch, ...options.env } });
  return { code: r.status, stdout: r.stdout ?? '', stderr: r.stderr ?? '' };
}
const names = fs.readdirSync(examples).filter(name => fs.statSync(path.join(examples, name)).isDirectory());
const read = (name, file) => fs.readFileSync(path.join(examples, name, file), 'utf8');
const replaced = (text, old, by) => {
  ok(text.includes(old), `there is no ${JSON.stringify(old)}`);
  return text.replace(old, () => by);
};

// A copy of an example, with another hook in its test file.
let copies = 0;
function copy(name, hook = text => text) {
  const dir = path.join(scratch, String(copies++), name);
  fs.cpSync(path.join(examples, name), dir, { recursive: true });
  const file = path.join(dir, `${name}.test.json`);
  fs.writeFileSync(file, hook(fs.readFileSync(file, 'utf8')));
  return dir;
}
const asC = (name, program) => copy(name, text => replaced(text, `"hook": "./${name}.sh"`, `"hook": ${JSON.stringify(program)}`));
const run = (dir, ...more) => {
  const r = call(gaff, ['test', '--json', ...more, '.'], { cwd: dir });
  try { return { ...r, report: JSON.parse(r.stdout) }; } catch { return r; }
};
const passes = dir => {
  const r = run(dir);
  ok(r.code === 0, call(gaff, ['test', dir]).stdout + r.stderr);
};
// Most are noticed on the first agent that is asked; two dozen take long.
const fails = dir => run(dir, '--host', 'claude-code').code === 1 || is(run(dir).code, 1, 'exit code');

test('there are six of them, each in sh and C, with a test and a manifest', () => {
  is(names, ['annotation-validator', 'format-on-write', 'prompt-secrets', 'protect-env', 'session-briefing', 'stop-until-tests-pass']);
  for (const name of names) is(fs.readdirSync(path.join(examples, name)).sort(), ['hooks.json', `${name}.c`, `${name}.sh`, `${name}.test.json`].sort());
});

for (const name of names) {
  test(`${name}: in sh it passes`, () => passes(copy(name)));
  test(`${name}: in C it passes`, () => passes(asC(name, path.join(build, 'examples', name, name))));
  test(`${name}: its manifest is one, and by it it passes`, () => {
    const dir = copy(name, text => replaced(text, `"hook": "./${name}.sh"`, '"manifest": "hooks.json"'));
    is(call(gaff, ['validate', 'hooks.json'], { cwd: dir }).code, 0, 'gaff validate');
    passes(dir);
  });
}
test('a shell that reads .env is not seen by protect-env alone, and is by its manifest', () => {
  const dir = copy('protect-env', () => JSON.stringify({ manifest: 'hooks.json', cases: [{ name: 'cat', fire: { event: 'before_tool_execute', command: 'cat .env' }, expect: { decision: 'ask' } }] }));
  passes(dir);
  fs.writeFileSync(path.join(dir, 'protect-env.test.json'), JSON.stringify({ hook: './protect-env.sh', cases: [{ name: 'cat', fire: { event: 'before_tool_execute', command: 'cat .env' }, expect: {} }] }));
  passes(dir);
});

// ---- broken ones: a test that cannot fail says nothing ----

const broken = [
  ['annotation-validator', 'sh', 'app/Data/**', 'app/Daten/**'],
  ['annotation-validator', 'sh', "check '' \"$content\"", ':'],
  ['annotation-validator', 'sh', "case $2 in *'#[TypeScript'*) return ;; esac", ''],
  ['annotation-validator', 'sh', 'i=$((i + 1))', 'break'],
  ['protect-env', 'sh', ' && exit 0', ' && :'],
  ['protect-env', 'sh', "'**/.env.{local,production,staging,test}'", ''],
  ['protect-env', 'sh', 'reply deny', 'reply context'],
  ['format-on-write', 'sh', '"$@" "$path"', 'sh -c "$* $path"'],
  ['format-on-write', 'sh', 'gaff match tool file_write file_edit || exit 0', ''],
  ['format-on-write', 'sh', '\nexit 0\n', '\nexit 1\n'],
  ['prompt-secrets', 'sh', '[ -n "$answer" ] || exit 0', ''],
  ['prompt-secrets', 'sh', 'guard secrets', 'guard destructive'],
  ['stop-until-tests-pass', 'sh', 'gaff match stop_hook_active true && exit 0', ''],
  ['stop-until-tests-pass', 'sh', '| tail -n 40 ', ''],
  ['stop-until-tests-pass', 'sh', 'timeout -k 1 "${TEST_SECONDS:-40}" ', ''],
  ['stop-until-tests-pass', 'sh', ' -k 1', ''],
  ['session-briefing', 'sh', '--env "BRIEFING_BRANCH=$branch"', ''],
  ['session-briefing', 'sh', '"$@" --context "NOTES.md', '--context "NOTES.md'],
  ['annotation-validator', 'c', '|| has_wrong_edit(event)', ''],
  ['annotation-validator', 'c', 'is_wrong(NULL, gaff_event_content(event)) || ', ''],
  ['protect-env', 'c', '"**/*.pem", ', ''],
  ['protect-env', 'c', '"**/.env.{local,production,staging,test}"', '"**/.env.*"'],
  ['format-on-write', 'c', 'gaff_response_context(response', 'gaff_response_deny(response'],
  ['format-on-write', 'c', 'strcmp(tool, "file_write") != 0', 'strcmp(tool, "file_read") != 0'],
  ['prompt-secrets', 'c', '"secrets"', '"paths"'],
  ['stop-until-tests-pass', 'c', 'gaff_event_stop_is_active(event)', 'false'],
  ['stop-until-tests-pass', 'c', 'WEXITSTATUS(status) : 1', '0 : 1'],
  ['session-briefing', 'c', 'gaff_response_env(response', '(void)(response'],
];
test('each of them is broken in each language', () => {
  for (const name of names) for (const language of ['sh', 'c']) ok(broken.some(row => row[0] === name && row[1] === language), `${name}.${language}`);
});
for (const [name, language, old, by] of broken) {
  if (language === 'sh') test(`${name}.sh with ${JSON.stringify(by)} for ${JSON.stringify(old)} fails`, () => {
    const dir = copy(name), file = path.join(dir, `${name}.sh`);
    fs.writeFileSync(file, replaced(fs.readFileSync(file, 'utf8'), old, by));
    fails(dir);
  });
  else if (isPlain) test(`${name}.c with ${JSON.stringify(by)} for ${JSON.stringify(old)} fails`, () => {
    const dir = copy(name), source = path.join(dir, 'broken.c'), program = path.join(dir, 'broken');
    fs.writeFileSync(source, replaced(read(name, `${name}.c`), old, by));
    const r = call('cc', ['-std=c99', '-D_POSIX_C_SOURCE=200809L', '-w', `-I${root}/include`, '-o', program, source, path.join(build, 'libgaff.a')]);
    is(r.code, 0, r.stderr);
    fails(asC(name, program));
  });
}

// ---- what a test file cannot say ----

const hooks = name => [['sh', path.join(examples, name, `${name}.sh`)], ['C', path.join(build, 'examples', name, name)]];
const PATH = `${build}:${process.env.PATH}`;
// What an agent gets, by `gaff run`, which is how hooks of manifests are called.
function answer(hook, cwd, event, options, more = {}) {
  const payload = call(gaff, ['fire', '--host', 'claude-code', '--event', event, ...options], { cwd }).stdout;
  // variables of a command are no agent's to set: its hook says them
  const r = call(gaff, ['run', '--host', 'claude-code', '--', 'env', ...Object.entries(more).map(pair => pair.join('=')), hook], { cwd, input: payload, env: { PATH } });
  return { ...r, says: r.stdout ? JSON.parse(r.stdout) : {} };
}
for (const [language, hook] of hooks('session-briefing')) {
  const briefing = (name, make, want) => test(`session-briefing in ${language}: ${name}`, () => {
    const cwd = fs.mkdtempSync(path.join(scratch, 'project-'));
    make(cwd);
    const r = answer(hook, cwd, 'SessionStart', []);
    is(r.code, 0, r.stderr);
    want(r.says.hookSpecificOutput?.additionalContext ?? '');
  });
  briefing('a book of notes is cut', cwd => fs.writeFileSync(path.join(cwd, 'NOTES.md'), 'ü'.repeat(50000)), said => ok(said.length > 1000 && said.length < 4200, `${said.length} characters`));
  briefing('notes that are a link are not read', cwd => fs.symlinkSync('/etc/passwd', path.join(cwd, 'NOTES.md')), said => is(said, ''));
  briefing('notes that are a pipe hold up nobody', cwd => call('mkfifo', [path.join(cwd, 'NOTES.md')]), said => is(said, ''));
  briefing('bytes that are no text are no harm', cwd => fs.writeFileSync(path.join(cwd, 'NOTES.md'), Buffer.from([0x61, 0xff, 0xc3, 0x28, 0x0a, 0x62])), said => ok(/^NOTES.md says:\na/.test(said), said));
  briefing('what the project configures for git is not started', cwd => {
    for (const words of [['init', '-q', '-b', 'topic'], ['config', 'core.fsmonitor', 'touch started; false']]) is(call('git', words, { cwd }).code, 0);
  }, said => ok(/^Branch: topic/.test(said), said));
  test(`session-briefing in ${language}: and was not`, () => is(fs.readdirSync(scratch).flatMap(d => fs.statSync(path.join(scratch, d)).isDirectory() ? fs.readdirSync(path.join(scratch, d)) : []).filter(f => f === 'started'), []));
}
for (const [language, hook] of hooks('stop-until-tests-pass')) {
  test(`stop-until-tests-pass in ${language}: a test that floods is cut, and one that leaves something running is over`, () => {
    const cwd = fs.mkdtempSync(path.join(scratch, 'project-')), start = Date.now();
    const flood = answer(hook, cwd, 'Stop', [], { TEST_COMMAND: 'head -c 30000000 /dev/zero | tr "\\0" "x"; exit 3' });
    is(flood.says.decision, 'block', flood.stderr);
    ok(flood.says.reason.length < 9000, `${flood.says.reason.length} characters`);
    if (language === 'C') is(answer(hook, cwd, 'Stop', [], { TEST_COMMAND: 'sleep 30 & true', TEST_SECONDS: '20' }).says, {});
    ok(Date.now() - start < 15000 * (Number(process.env.SLOW) || 1), 'late');
  });
}
for (const [language, hook] of hooks('format-on-write'))
  test(`format-on-write in ${language}: a link is not followed, and a name with a line end is one name`, () => {
    const [cwd, bin] = ['project-', 'bin-'].map(name => fs.mkdtempSync(path.join(scratch, name))); // hooks look for programs outside of the project
    fs.writeFileSync(path.join(bin, 'gofmt'), '#!/bin/sh\necho formatted >"$2"\n', { mode: 0o755 });
    fs.writeFileSync(path.join(cwd, 'kept'), 'x');
    fs.symlinkSync('kept', path.join(cwd, 'link.go'));
    fs.writeFileSync(path.join(cwd, 'a\n-b.go'), 'x');
    for (const file of ['link.go', 'a\n-b.go', 'missing.go']) is(answer(hook, cwd, 'PostToolUse', ['--path', file, '--content', 'x'], { PATH: `${bin}:${PATH}` }).code, 0);
    is([fs.readFileSync(path.join(cwd, 'kept'), 'utf8'), fs.readFileSync(path.join(cwd, 'a\n-b.go'), 'utf8')], ['x', 'formatted\n']);
  });

finish('examples');
