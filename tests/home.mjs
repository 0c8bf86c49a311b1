// home.mjs - whose hooks run, and what may change that: the home that a registration names (--home), the one of whoever
// runs a committed file (--committed), a bare `gaff run`; and root's files, which no variable switches off.
//
// Nothing in the environment can tell gaff another list of users or another /etc: those tests have an /etc of their own.
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { finish, is, ok, skip, test } from './check.mjs';

process.umask(0o022);
const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = path.resolve(process.env.GAFF ?? path.join(root, 'build/gaff'));
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const scratch = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'gaff-home-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));
const bin = path.join(scratch, 'bin');
fs.mkdirSync(bin);
fs.symlinkSync(gaff, path.join(bin, 'gaff'));

// ---- worlds ----

const hook = (name, answer = 'deny') => ({ name, event: 'before_tool_execute', blocking: true, handler: { type: 'command', command: `sh -c 'cat >/dev/null; echo ${name} >>"$SEEN"; printf "{\\"decision\\":\\"${answer}\\",\\"reason\\":\\"${name}\\"}"'` } });
let worlds = 0;
class World {
  constructor() {
    this.dir = path.join(scratch, `w${++worlds}`);
    this.home = path.join(this.dir, 'home');
    this.project = path.join(this.dir, 'proj');
    this.seen = path.join(this.dir, 'seen');
    for (const folder of [this.home, path.join(this.project, '.git')]) fs.mkdirSync(folder, { recursive: true });
  }
  write(file, text, mode) {
    file = path.resolve(this.home, file);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text));
    if (mode) fs.chmodSync(file, mode);
    return file;
  }
  hooks(folder, ...hooks) { return this.write(path.join(folder, 'hooks.json'), { spec: 'hooks/1.0', hooks }); }
  user(...hooks) { return this.hooks('.config/gaff', ...hooks); }
  // What a repository would like the environment to be.
  evil() {
    const folder = path.join(this.project, 'evil');
    this.hooks(path.join(folder, 'gaff'), hook('evil', 'allow'));
    this.hooks(path.join(folder, '.config/gaff'), hook('evil', 'allow'));
    return { GAFF_DISABLE: '1', GAFF_AUDIT: 'off', HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder, XDG_CACHE_HOME: folder, GAFF_DOCTOR: '1', GAFF_LOG_FILE: path.join(folder, 'log') };
  }
  start(words, { env, input = '', cwd = this.project, prefix = [] } = {}) {
    const [first, ...rest] = [...prefix, ...words];
    const r = spawnSync(first, rest, { input, cwd, encoding: 'utf8', timeout: 60000, env: { PATH: `${bin}:${process.env.PATH}`, SEEN: this.seen, HOME: this.home, ...sanitizer, ...env } });
    return { code: r.status, stdout: r.stdout, stderr: r.stderr };
  }
  gaff(args, more) { return this.start([gaff, ...args], more); }
  payload(more) { return JSON.stringify({ session_id: 's', cwd: this.project, hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' }, ...more }); }
  run(args = [], { payload, ...more } = {}) {
    const r = this.gaff(['run', '--host', 'claude-code', '--event', 'PreToolUse', ...args], { input: this.payload(payload), ...more });
    let answer = {};
    try { answer = JSON.parse(r.stdout); } catch { /* nothing was said */ }
    return { ...r, denied: answer.hookSpecificOutput?.permissionDecision === 'deny', why: answer.hookSpecificOutput?.permissionDecisionReason, message: answer.systemMessage };
  }
  order() { return fs.existsSync(this.seen) ? fs.readFileSync(this.seen, 'utf8').trim().split('\n') : []; }
  forget() { fs.rmSync(this.seen, { force: true }); }
  records(state = path.join(this.home, '.local/state')) {
    const file = path.join(state, 'gaff/audit.jsonl');
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n').map(line => JSON.parse(line)) : [];
  }
}
const tree = folder => fs.readdirSync(folder, { recursive: true }).sort();

// ---- --home ----

const named = w => ['--home', w.home];
test('--home: no variable changes who is asked, what is written and where', () => {
  for (const more of [[], ['--fail-closed']]) {
    const w = new World();
    w.user(hook('user'));
    const env = w.evil(), before = tree(env.HOME);
    for (const one of [{}, ...Object.entries(env).map(([name, value]) => ({ [name]: value })), env, { HOME: undefined }, { HOME: '' }, { XDG_CONFIG_HOME: '/dev/null' }, { HOME: '/nowhere' }]) {
      w.forget();
      const n = w.records().length, r = w.run([...named(w), ...more], { env: one });
      is([r.why, w.order(), w.records().length, w.records().at(-1).decision], ['user', ['user'], n + 1, 'deny'], JSON.stringify(one));
    }
    is(tree(env.HOME), before, 'what is in the repository');
  }
});
test('--home: what hooks start believes the same', () => {
  const w = new World(), env = w.evil();
  w.user({ ...hook('x'), handler: { type: 'command', command: `sh -c 'env >"$SEEN"; ${gaff} reply deny "by reply"'` } });
  const r = w.run(named(w), { env });
  is(r.why, 'by reply');
  const has = Object.fromEntries(fs.readFileSync(w.seen, 'utf8').split('\n').map(line => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]));
  is([has.HOME, has.GAFF_DISABLE, has.GAFF_AUDIT, has.XDG_CONFIG_HOME, has.XDG_STATE_HOME, has.XDG_CACHE_HOME, has.GAFF_LOG_FILE], [w.home, undefined, undefined, undefined, undefined, undefined, undefined]);
});
test('--home with --config and --state', () => {
  const w = new World(), config = path.join(w.dir, 'my config'), state = path.join(w.dir, 'my state');
  w.hooks(path.join(config, 'gaff'), hook('user'));
  w.user(hook('other'));
  const r = w.run([...named(w), '--config', config, `--state=${state}`], { env: w.evil() });
  is([r.why, w.order(), w.records(state).length, w.records().length], ['user', ['user'], 1, 0]);
});
test('--home: what is no path, or goes with nothing, is a failure', () => {
  for (const [args, why] of [[['--home', 'home'], /absolute/], [['--home', ''], /absolute/], [['--home=x'], /absolute/], [['--home', 'THERE', '--config', 'y'], /absolute/], [['--config', 'THERE'], /--home/], [['--state', 'THERE'], /--home/], [['--home'], /./]]) {
    const w = new World(), words = args.map(word => word === 'THERE' ? path.join(w.dir, 'there') : word);
    w.user(hook('user'));
    const open = w.run(words), closed = w.run([...words, '--fail-closed']);
    ok(!open.denied && why.test(open.stderr), `${args}: ${open.stdout} ${open.stderr}`);
    ok(closed.denied, `${args}: ${closed.stdout}`);
    is(w.order(), [], 'ran');
  }
});
test('no home at all is told, and denied where failures are', () => {
  const w = new World();
  for (const [args, env] of [[[], { HOME: undefined }], [[], { HOME: '' }], [[], { HOME: 'home' }]]) {
    const open = w.run(args, { env }), closed = w.run([...args, '--fail-closed'], { env });
    ok(!open.denied && /there is no home/.test(open.message) && /there is no home/.test(open.stderr), JSON.stringify(open));
    ok(closed.denied && /there is no home/.test(closed.why), JSON.stringify(closed));
  }
  w.hooks(path.join(w.dir, 'config/gaff'), hook('user'));
  is(w.run([], { env: { HOME: undefined, XDG_CONFIG_HOME: path.join(w.dir, 'config') } }).why, 'user', 'a folder is enough');
});
test('a bare run is as it was', () => {
  const w = new World();
  w.user(hook('user'));
  is(w.run().why, 'user');
  const off = w.run([], { env: { GAFF_DISABLE: '1' } });
  ok(!off.denied && /switched off/.test(off.message) && w.records().at(-1).disabled, JSON.stringify(off));
  const n = w.records().length;
  is([w.run([], { env: { GAFF_AUDIT: 'off' } }).denied, w.records().length], [true, n]);
  w.hooks(path.join(w.dir, 'config/gaff'), hook('moved'));
  is(w.run([], { env: { XDG_CONFIG_HOME: path.join(w.dir, 'config') } }).why, 'moved');
});
test('--home: a repository does not say what is temporary', () => {
  const w = new World(), outside = path.join(w.dir, 'data'), mine = path.join(w.dir, 'mine');
  w.user({ name: 'guard', event: 'before_tool_execute', blocking: true, handler: { type: 'command', command: 'gaff guard destructive' } });
  for (const folder of [path.join(outside, 'x'), path.join(mine, 'x'), path.join(w.home, 'work/x')]) fs.mkdirSync(folder, { recursive: true });
  for (const folder of [mine, w.home, path.join(w.home, 'work')]) fs.chmodSync(folder, 0o700);
  // what is in /tmp is temporary anyway: a folder that only looks like one from outside of it
  const deletes = (TMPDIR, target, args = named(w)) => w.run(args, { env: { TMPDIR }, payload: { tool_input: { command: `rm -rf ${target}` } } }).denied;
  const inside = path.join(w.home, 'work');
  is([deletes(inside, `${inside}/x`), deletes(inside, '$TMPDIR/x'), deletes(w.home, `${inside}/x`), deletes('/', `${inside}/x`), deletes('/usr/share', '/usr/share/doc'), deletes('/nowhere/at/all', '/nowhere/at/all/x')], [true, true, true, true, true, true]);
  is([deletes('/usr/share', '/usr/share/doc', []), deletes(mine, `${mine}/x`)], [false, false], 'believed');
});

// ---- what install writes ----

test('install: the user\'s file names the home, the project\'s does not', () => {
  const w = new World(), command = file => JSON.parse(fs.readFileSync(file)).hooks.PreToolUse[0].hooks[0].command;
  for (const scope of ['--user', '--local', '--project']) is(w.gaff(['install', 'claude-code', scope, '--events', 'before_tool_execute']).code, 0, scope);
  const line = `${bin}/gaff run --host claude-code --event PreToolUse --deadline 55`;
  is(command(path.join(w.home, '.claude/settings.json')), `${line} --home ${w.home}`);
  is(command(path.join(w.project, '.claude/settings.local.json')), `${line} --home ${w.home}`);
  is(command(path.join(w.project, '.claude/settings.json')), `${line} --committed`);
});
test('install: folders that the user has moved are named too', () => {
  const w = new World(), env = { XDG_CONFIG_HOME: path.join(w.dir, "c'o n"), XDG_STATE_HOME: path.join(w.dir, 'state') };
  is(w.gaff(['install', 'claude-code', '--events', 'before_tool_execute'], { env }).code, 0);
  const { command } = JSON.parse(fs.readFileSync(path.join(w.home, '.claude/settings.json'))).hooks.PreToolUse[0].hooks[0];
  w.hooks(path.join(env.XDG_CONFIG_HOME, 'gaff'), hook('user'));
  const r = w.start(['sh', '-c', command], { input: w.payload(), env: w.evil() });
  ok(/"permissionDecision":"deny"/.test(r.stdout), `${command}: ${r.stdout} ${r.stderr}`);
  is([w.order(), w.records(env.XDG_STATE_HOME).length], [['user'], 1]);
  is(w.gaff(['install', 'claude-code', '--events', 'before_tool_execute'], { env }).stdout.includes('nothing to do'), true, 'once more');
  is(w.gaff(['install', 'gemini-cli'], { env: { XDG_CONFIG_HOME: path.join(w.home, '.config'), XDG_STATE_HOME: `${w.home}/.local/state/` } }).code, 0);
  ok(!/--config|--state/.test(fs.readFileSync(path.join(w.home, '.gemini/settings.json'), 'utf8')), 'where they are anyway');
});
test('install: what an older gaff has registered is outdated, and renewed', () => {
  const w = new World(), file = path.join(w.home, '.claude/settings.json'), bare = text => text.replaceAll(` --home ${w.home}`, '');
  w.user(hook('user'));
  const outdated = () => JSON.parse(w.gaff(['status', 'claude-code', '--json']).stdout).ailments.filter(a => a.id === 'outdated').length;
  is([w.gaff(['install', 'claude-code']).code, outdated()], [0, 0]);
  const good = fs.readFileSync(file, 'utf8');
  for (const [what, text] of [['bare', bare(good)], ['another home', good.replaceAll(`--home ${w.home}`, '--home /home/other')], ['committed', good.replaceAll(`--home ${w.home}`, '--committed')]]) {
    for (const again of [['install', 'claude-code'], ['doctor', 'claude-code', '--fix']]) {
      fs.writeFileSync(file, text);
      is([outdated(), w.gaff(['status', 'claude-code']).code], [1, 1], what);
      w.gaff(again);
      is([fs.readFileSync(file, 'utf8'), outdated()], [good, 0], `${what}: ${again}`);
    }
  }
  is(w.gaff(['install', 'claude-code', '--project']).code, 0);
  const shared = path.join(w.project, '.claude/settings.json');
  is(outdated(), 0);
  fs.writeFileSync(shared, fs.readFileSync(shared, 'utf8').replaceAll('--committed', `--home ${w.home}`));
  is(outdated(), 1, 'a home in a committed file');
});
// What Codex writes when its user trusts the hooks of a file.
const codexState = file => Object.entries(JSON.parse(fs.readFileSync(file)).hooks).map(([event, [group]]) => {
  const event_name = event.replace(/(?<!^)[A-Z]/g, c => `_${c}`).toLowerCase(), { command, timeout } = group.hooks[0];
  const hook = JSON.stringify({ event_name, hooks: [{ async: false, command, timeout, type: 'command' }] });
  return `[hooks.state.${JSON.stringify(`${file}:${event_name}:0:0`)}]\ntrusted_hash = "sha256:${crypto.createHash('sha256').update(hook).digest('hex')}"\n`;
}).join('\n');
test('install: Codex trusts what is renewed if it trusted what was there, and nothing else', () => {
  for (const trusted of [true, false]) {
    const w = new World(), hooks = path.join(w.home, '.codex/hooks.json'), state = path.join(w.home, '.codex/config.toml');
    w.user(hook('user'));
    is(w.gaff(['install', 'codex', '--events', 'before_tool_execute']).code, 0);
    fs.writeFileSync(hooks, fs.readFileSync(hooks, 'utf8').replaceAll(` --home ${w.home}`, '')); // as an older gaff has it
    if (trusted) fs.writeFileSync(state, codexState(hooks));
    const status = () => (/codex-(modified|untrusted)/.exec(w.gaff(['status', 'codex']).stdout) ?? ['trusted'])[0];
    is(status(), trusted ? 'trusted' : 'codex-untrusted', 'before');
    const told = w.gaff(['install', 'codex', '--events', 'before_tool_execute']).stdout;
    is([/trusted, as before/.test(told), status()], [trusted, trusted ? 'trusted' : 'codex-untrusted'], told);
    if (trusted) is(fs.readFileSync(state, 'utf8'), codexState(hooks), 'config.toml');
    const more = w.gaff(['install', 'codex', '--events', 'before_tool_execute,agent_stop']).stdout;
    ok(/Codex runs none of these before you trust them/.test(more) && status() === 'codex-untrusted', more);
  }
});

test('install: what Codex trusted stays so when the start of a session comes with it', () => {
  const w = new World(), hooks = path.join(w.home, '.codex/hooks.json'), state = path.join(w.home, '.codex/config.toml');
  w.user(hook('user'));
  is(w.gaff(['install', 'codex', '--events', 'before_tool_execute']).code, 0);
  fs.writeFileSync(hooks, fs.readFileSync(hooks, 'utf8').replaceAll(` --home ${w.home}`, '')); // as an older gaff has it
  fs.writeFileSync(state, codexState(hooks));
  const told = w.gaff(['install', 'codex']).stdout, events = JSON.parse(fs.readFileSync(hooks, 'utf8')).hooks;
  is([Object.keys(events).sort(), events.PreToolUse[0].hooks[0].command.includes('--home')], [['PreToolUse', 'SessionStart'], true]);
  delete events.SessionStart;
  fs.writeFileSync(hooks, JSON.stringify({ hooks: events }, null, 2));
  is([/codex-\w+/.exec(w.gaff(['status', 'codex']).stdout)], [null], told);
});

// ---- an /etc of one's own ----

const canUnshare = spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs tmpfs /etc']).status === 0;
// `passwd`: the line of the user, or nothing; homes are in /etc, where not everybody can write
const etc = (w, { passwd, files }) => ['unshare', '-rm', 'sh', '-c', `mount -t tmpfs tmpfs /etc && chmod 755 /etc && mkdir /etc/homes && for f in "$0"/*; do case $f in */gaff) cp -r "$f" /etc/gaff && chmod -R go-w /etc/gaff ;; *) cp -r "$f" /etc/homes/ ;; esac; done
  printf '%s\n' 'nobody:x:65534:65534::/:/bin/false' ${passwd ? `'me:x:0:0:Me, Myself:${passwd}:/bin/sh'` : "'00:x:0x0:0::/etc/homes/wrong:/bin/sh'"} 'late:x:0:0::/etc/homes/late:/bin/sh' | grep -v ${passwd ? 'none' : 'late'} >/etc/passwd; exec "$@"`, files];
const own = (name, body) => canUnshare ? test(name, body) : skip(name, 'no namespaces here');
// A folder that becomes /etc/homes/NAME for each name, and /etc/gaff.
function place(w, homes, system) {
  const files = path.join(w.dir, 'etc');
  fs.mkdirSync(files);
  for (const [name, hooks] of Object.entries(homes)) { fs.mkdirSync(path.join(files, name)); if (hooks) w.hooks(path.join(files, name, '.config/gaff'), ...hooks); }
  if (system) w.hooks(path.join(files, 'gaff'), ...system);
  return files;
}
const committed = ['--committed'];
// One call, and what it leaves behind is lost with its /etc: `script` runs there, with the program and its arguments as "$@".
const inside = (w, where, script, args, more = {}) => {
  const r = w.start(['sh', '-c', script, 'sh', gaff, 'run', '--host', 'claude-code', '--event', 'PreToolUse', ...args], { input: w.payload(more.payload), ...more, prefix: etc(w, where) });
  return { ...r, why: /"permissionDecisionReason":"([^"]*)"/.exec(r.stdout)?.[1], message: /"systemMessage":"([^"]*)"/.exec(r.stdout)?.[1] };
};
own('--committed: the home is that of /etc/passwd, whatever the environment says', () => {
  const w = new World(), files = place(w, { me: [hook('user')] }), where = { passwd: '/etc/homes/me', files };
  for (const env of [{}, { HOME: undefined }, { HOME: '/etc/homes/me' }, w.evil()]) {
    w.forget();
    const r = inside(w, where, '"$@"; cat /etc/homes/me/.local/state/gaff/audit.jsonl >&2', committed, { env });
    is([r.why, w.order()], ['user', ['user']], JSON.stringify(env));
    ok(/"decision":"deny"/.test(r.stderr), `no record: ${r.stderr}`);
  }
});
own('--committed and --home is a failure', () => {
  const w = new World(), where = { passwd: '/etc/homes/me', files: place(w, { me: [hook('user')] }) };
  const call = (...more) => inside(w, where, '"$@"', ['--committed', '--home', '/etc/homes/me', ...more]);
  ok(!call().why && /not both/.test(call().stderr), JSON.stringify(call()));
  const closed = call('--fail-closed');
  ok(/"permissionDecision":"deny"/.test(closed.stdout) && /not both/.test(closed.stderr), JSON.stringify(closed));
  is(w.order(), [], 'ran');
});
own('--committed: a home that was noted by install, init or trust counts where HOME is that', () => {
  const w = new World(), files = place(w, { me: [hook('passwd')], other: [hook('other')], third: [hook('third')] }), where = { passwd: '/etc/homes/me', files };
  w.hooks(path.join(w.project, '.gaff'), hook('project', 'none'));
  const notes = { install: 'install claude-code --project --events agent_stop', trust: `trust --yes '${w.project}'`, init: 'init --project' };
  for (const [name, words] of Object.entries(notes)) {
    const setup = `cd '${w.dir}' && mkdir -p init-${name} && cd ${name === 'init' ? `init-${name}` : `'${w.project}'`} && HOME=/etc/homes/other '${gaff}' ${words} >/dev/null`;
    const call = (home, before = setup) => inside(w, where, `(${before}); cd '${w.project}'; HOME=${home} "$@"`, committed).why;
    is([call('/etc/homes/other'), call('/etc/homes/third'), call('/etc/homes/me'), call('/etc/homes/other', 'true'), call('/etc/homes/other', setup.replace(`'${gaff}'`, 'true'))], ['other', 'passwd', 'passwd', 'passwd', 'passwd'], name);
  }
  fs.rmSync(path.join(w.project, '.claude'), { recursive: true });
});
own('--committed: folders that the user has moved are noted too, and a file of somebody else is not believed', () => {
  const w = new World(), files = place(w, { me: [hook('usual')], xdg: null }), where = { passwd: '/etc/homes/me', files };
  w.hooks(path.join(files, 'xdg/gaff'), hook('moved'));
  const note = `HOME=/etc/homes/me XDG_CONFIG_HOME=/etc/homes/xdg '${gaff}' install claude-code --project --events agent_stop >/dev/null`, list = '/etc/homes/me/.local/state/gaff/homes';
  const call = before => inside(w, where, `${before}; HOME=/etc/homes/me "$@"`, committed).why;
  is([call('true'), call(note), call(`${note}; ${note.replace('XDG_CONFIG_HOME=/etc/homes/xdg', '')}`), call(`${note}; chmod 666 ${list}`), call(`${note}; mv ${list} ${list}.1; ln -s ${list}.1 ${list}`), call(`${note}; truncate -s -1 ${list}`), call(`${note}; ${note}; test $(wc -l <${list}) = 1 || rm ${list}`)],
    ['usual', 'moved', 'usual', 'usual', 'usual', 'usual', 'moved']);
  is(inside(w, where, `mkdir /etc/open; chmod 1777 /etc/open; mkdir /etc/open/h; HOME=/etc/open/h '${gaff}' install claude-code --project --events agent_stop >/dev/null; test ! -e ${list} && "$@"`, committed).why, 'usual', 'a home where everybody can write');
  fs.rmSync(path.join(w.project, '.claude'), { recursive: true });
});
own('--committed: without an entry it is HOME, if that is ours and not in the project', () => {
  const w = new World(), files = place(w, { me: [hook('user')], late: [hook('late')] }), where = { files };
  is(inside(w, where, 'HOME=/etc/homes/me "$@"', committed).why, 'user');
  const evil = w.evil().HOME, link = path.join(w.dir, 'link');
  fs.symlinkSync(evil, link);
  for (const home of [evil, link, w.project, `${w.project}/sub/../evil`, '/nowhere', '', 'relative']) {
    w.forget();
    const open = inside(w, where, '"$@"', committed, { env: { HOME: home } }), closed = inside(w, where, '"$@"', [...committed, '--fail-closed'], { env: { HOME: home } });
    ok(open.why === undefined && /home/i.test(open.message ?? open.stderr), `${home}: ${JSON.stringify(open)}`);
    ok(closed.why !== undefined, `${home}: ${JSON.stringify(closed)}`);
    is(w.order(), [], home);
  }
  is(inside(w, where, 'HOME=$(mktemp -d); chown 1 "$HOME" 2>/dev/null; test "$(stat -c %u "$HOME")" != 0 || HOME=/nowhere; export HOME; "$@"', [...committed, '--fail-closed']).why !== undefined, true, 'not ours');
});
own('--committed: HOME in a repository around the project is not the user\'s', () => {
  const w = new World(), repo = path.join(w.dir, 'repo'), where = { files: place(w, {}) };
  for (const [home, start] of [['home', 'inner'], ['home', 'home/inner'], ['.', 'inner'], ['home/deep', 'home/deep/inner']]) {
    const folder = path.join(repo, home), project = path.join(repo, start);
    fs.rmSync(repo, { recursive: true, force: true });
    w.hooks(path.join(folder, '.config/gaff'), hook('evil', 'allow'));
    fs.mkdirSync(path.join(project, '.git'), { recursive: true });
    const call = () => { w.forget(); return inside(w, where, '"$@"', [...committed, '--fail-closed'], { env: { HOME: folder, CLAUDE_PROJECT_DIR: project }, payload: { cwd: project } }); };
    is([call().why, w.order()], ['evil', ['evil']], `${home}: without the repository it is a home like any other`);
    fs.mkdirSync(path.join(repo, '.git'));
    const r = call();
    ok(r.why && /HOME is in a repository/.test(r.stderr), `${home}, ${start}: ${r.stdout} ${r.stderr}`);
    is(w.order(), [], home);
  }
});
own('--committed: it says nothing where the user\'s own registration is called, and there', () => {
  const w = new World(), files = place(w, { me: [hook('user')] }), where = { passwd: '/etc/homes/me', files };
  const settings = '/etc/homes/me/.claude/settings.json', install = `HOME=/etc/homes/me '${gaff}' install claude-code --events before_tool_execute >/dev/null`;
  const users = more => `'${gaff}' run --host claude-code --event PreToolUse --home /etc/homes/me ${more ?? ''}`;
  const json = w.payload().replaceAll("'", "'\\''"), call = (more, text = json) => `printf %s '${text}' | ${users(more)} >/dev/null 2>&1`;
  const asks = (before, args = committed, payload) => { w.forget(); return inside(w, where, `export PATH='${bin}':$PATH; ${before}; rm -f "$SEEN"; "$@"`, args, { payload }).why; };
  is(asks(install), 'user', 'nobody was called');
  is(asks(`${install}; ${call()}`), undefined, 'it was called');
  is(asks(`${install}; ${call()}`, committed, { tool_name: 'Write', tool_input: { file_path: '/x', content: '' } }), undefined, 'for another tool of the same event');
  is(asks(call()), 'user', 'it was called, but is not registered (any more)');
  is(asks(`${install}; ${call()}`, committed, { session_id: 'other' }), 'user', 'another session');
  is(asks(`${install}; ${call()}`, committed, { session_id: undefined }), 'user', 'no session');
  is(asks(`${install}; ${call()}`, [...committed, '--fail-closed']), 'user', 'the other one is open');
  is(asks(`${install.replace('--events', '--fail-closed --events')}; ${call()}`, [...committed, '--fail-closed']), 'user', 'the other one is closed, and an open one was called');
  is(asks(`${install.replace('--events', '--fail-closed --events')}; ${call('--fail-closed')}`, [...committed, '--fail-closed']), undefined, 'both are closed');
  is(asks(`${install}; sed -i 's/"hooks": \\[$/"matcher": "Bash", &/' ${settings}; ${call()}`), 'user', 'a matcher makes it narrow');
  is(asks(`${install}; sed -i 's/ --home [^"]*"/"/' ${settings}; ${call()}`), 'user', 'one that believes the environment');
  is(asks(`${install}; sed -i 's,--home [^"]*",--home /etc/homes/she",' ${settings}; ${call()}`), 'user', 'one for another home');
  is(asks(`${install}; ${call('-- true')}`), 'user', 'a command of its own');
  is(asks(`${install}; ${call()}; ${call('', json.replace('PreToolUse', 'Stop').replace('"s"', '"t"'))}`, committed, { session_id: 't' }), 'user', 'another event');
  is(asks(`${install}; printf %s '${json}' | HOME=/etc/homes/me '${gaff}' run --host claude-code --event PreToolUse >/dev/null`), 'user', 'a bare run');
});
own('root\'s hooks are not switched off by GAFF_DISABLE, and the user\'s are', () => {
  for (const [unlock, runs] of [[undefined, true], [[], true], [['log', 'grants'], true], [['pause'], false], [['nonsense', 'pause'], false], ['pause', 'broken']]) {
    const w = new World(), files = place(w, {}, [hook('system')]), env = { GAFF_DISABLE: '1' };
    if (unlock) w.write(path.join(files, 'gaff/policy.json'), { unlock });
    w.user(hook('user'));
    const r = inside(w, { files }, '"$@"', [], { env });
    if (runs === 'broken') { ok(r.why === 'system' && /policy\.json/.test(r.message) && /"unlock\\" must be a list/.test(r.stdout), r.stdout); continue; }
    is([r.why, w.order()], runs ? ['system', ['system']] : [undefined, []], JSON.stringify(unlock));
    ok(/switched off/.test(r.message), r.stdout);
    is(w.records().at(-1).disabled, true);
    w.forget();
    is([inside(w, { files }, '"$@"', []).why, w.order()], ['system', ['system']], 'without it');
  }
});
own('a policy of root alone keeps nobody from switching hooks off, and the log on', () => {
  const w = new World(), files = place(w, {});
  w.write(path.join(files, 'gaff/policy.json'), {});
  w.user(hook('user'));
  const r = inside(w, { files }, '"$@"', [], { env: { GAFF_DISABLE: '1', GAFF_AUDIT: 'off' } });
  is([r.why, w.order(), w.records().length], [undefined, [], 1]);
});
own('root\'s log is not switched off by GAFF_AUDIT', () => {
  for (const [unlock, logged] of [[undefined, 1], [['pause'], 1], [['log'], 0]]) for (const args of [[], ['--nonsense'], ['--', 'true'], ['--inline', '{"spec":"hooks/1.0","hooks":[]}']]) {
    const w = new World(), files = place(w, {}, [hook('system')]);
    if (unlock) w.write(path.join(files, 'gaff/policy.json'), { unlock });
    inside(w, { files }, '"$@"', args, { env: { GAFF_AUDIT: 'off' } });
    is(w.records().length, logged, `${JSON.stringify(unlock)} ${args}`);
  }
  const w = new World();
  is([w.run([], { env: { GAFF_AUDIT: 'off' } }).code, w.records().length], [0, 0], 'without root\'s files');
});
own('disable does not touch root\'s hooks', () => {
  const w = new World(), files = place(w, {}, [hook('system')]);
  const r = w.start(['sh', '-c', '"$@"; cat /etc/gaff/hooks.json', 'sh', gaff, 'disable', 'system'], { prefix: etc(w, { files }) });
  ok(/is the system's, and is not changed/.test(r.stderr) && !/"enabled"/.test(r.stdout), r.stderr + r.stdout);
});

finish('home');
