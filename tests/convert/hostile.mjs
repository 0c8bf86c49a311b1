// hostile.mjs - texts that would like to be something else stay texts, in every kind of file and in every line for a shell.
//
// Files are read by parsers that are not gaff's; modules are run in node; lines are run by sh, dash and bash beside programs
// that write down what they were given.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { finish, is, ok, test } from '../check.mjs';
import { batch, commandsOf, convert, convertJson, dataOf, difference, entriesOf, formOf, hosts, ids, isOf, same, scratch, tomls } from './lib.mjs';
import { yaml } from './yaml.mjs';

const texts = {
  'double quotes': 'a "b" \\"c\\"', 'single quotes': "it's '' x", backslashes: 'a\\b\\\\c\\', 'line ends': 'a\nb\r\nc', 'a tab and controls': 'a\tb\u0001\u001b[31m\u007f\u0085', 'a template': '${process.exit(7)} `${1}` `', 'backticks': '`touch PWNED`',
  'a substitution': '$(touch PWNED) ${IFS} $HOME $PATH', 'the end of a command': '; touch PWNED #', 'a pipe': '| touch PWNED && touch PWNED || touch PWNED &', 'redirections': '>PWNED <PWNED 2>&1', 'a glob': '* ? [a-z] {a,b} ~', 'a script tag': '</script><script>1</script><!-- -->',
  'a comment of C': '*/ /* */ // x', 'a URL': 'https://example.com//a/*b', 'line ends of Unicode': 'a\u2028b\u2029c', 'a byte order mark': '\ufeffx\ufeff', 'TOML': "''' \"\"\" # [[hooks]] = x\n[hooks]\n", 'YAML': ': - ? | > & * ! % @ ` # x\n---\n...\n!!binary', 'words of YAML': 'yes', 'a number': '1e3', 'spaces': '  x  ',
  'prototypes': '__proto__ constructor', 'right to left': 'a\u202eb\u2066c', 'surrogates': '😀𝄞', 'an exclamation mark': 'a!b !! !$', 'a caret': '^a^b %PATH% !X!', 'a here document': '<<EOF\nEOF\n', 'options': '-n --help', 'a long one': 'x'.repeat(5000), 'percents': '%s %n %%', 'the empty one': '',
};
const commands = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, `check ${text}`]));

const hook = (command, more = {}, handler = {}) => ({ event: 'before_tool_execute', matcher: 'shell', blocking: true, ...more, handler: { type: 'command', command, ...handler } });
const manifest = (hooks, more = {}) => JSON.stringify({ spec: 'hooks/1.0', ...more, hooks });

// ---- files ----

// What runs, of files as parsers that are not gaff's read them.
const nativesOf = (target, list) => {
  const { to, out } = split(target);
  if (isOf(to, 'toml', out)) return tomls(list).map(({ value, error }) => error ? fail(error) : value);
  return list.map(text => isOf(to, 'module', out) || isOf(to, 'script', out) ? dataOf(text) : (formOf(target).parse ?? JSON.parse)(text));
};
const fail = text => { throw new Error(text); };
function read(target, text) {
  if (target === 'canonical') return JSON.parse(text).hooks.map(h => h.handler.command);
  if (target === 'canonical yaml') return yaml(text).hooks.map(h => h.handler.command);
  return commandsOf(target, nativesOf(target, [text])[0]);
}
const targets = ['canonical', 'canonical yaml', ...ids.flatMap(id => hosts[id].formats.map(out => out ? `${id} ${out}` : id))];
const split = target => ({ to: target.split(' ')[0], out: target.split(' ')[1] ?? '' });

for (const target of targets) {
  const names = Object.keys(commands).filter(n => commands[n].trim() === commands[n] || !/^canonical/.test(target));
  const all = names.map(n => commands[n]);
  test(`${target}: commands with anything in them are those commands, and nothing else`, () => {
    const [r] = batch([{ from: 'canonical', ...split(target), text: manifest(all.map(c => hook(c))) }]);
    is([r.rc, r.message], [0, '']);
    is(read(target, r.text), all);
  });
  test(`${target}: so are the other texts of a hook`, () => {
    const [r] = batch([{ from: 'canonical', ...split(target), text: manifest(Object.values(texts).map((t, i) => hook(`check ${i}`, { name: `n${t}`, status_message: `s${t}` }, { env: { A: t, [`K${i}`]: t } }))) }]);
    is([r.rc, r.message], [0, '']);
    is(read(target, r.text), Object.values(texts).map((t, i) => `check ${i}`));
  });
}
test('a command with a NUL in it is refused, or stays whole', () => {
  for (const target of targets) {
    const [r] = batch([{ from: 'canonical', ...split(target), text: manifest([hook('check a\u0000b')]) }]);
    if (r.rc === 0) is(read(target, r.text), ['check a\u0000b'], target);
    else ok(r.message, `${target}: no message`);
  }
});
test('half a surrogate pair is refused, or stays what it is', () => {
  const text = manifest([hook('check X')]).replace('X', '\\ud800');
  for (const target of targets) {
    const [r] = batch([{ from: 'canonical', ...split(target), text }]);
    if (r.rc === 0) ok(read(target, r.text).length === 1, target);
    else ok(r.message, `${target}: no message`);
  }
});

// ---- modules ----

const run = (program, args, options = {}) => {
  const r = spawnSync(program, args, { encoding: 'utf8', timeout: 60000, ...options });
  if (r.error) throw r.error;
  return r;
};
let folders = 0;
const fresh = () => {
  const dir = path.join(scratch, `d${++folders}`);
  fs.mkdirSync(dir);
  return dir;
};
test('opencode: a module with anything in it is a module of JavaScript, and does nothing when it is loaded', () => {
  const evil = { ...commands, escape: '"); process.exit(7); ("', line: '\\u0022); process.exit(7); //', nul: undefined };
  delete evil.nul;
  const provider = { label: '"); process.exit(7); ("', __proto: 1 };
  const [r] = batch([{ from: 'canonical', to: 'opencode', text: manifest(Object.values(evil).map((c, i) => hook(c, { name: `${i}"\`\${}`, provider_data: { opencode: provider } }))) }]);
  is([r.rc, r.message], [0, '']);
  const dir = fresh(), file = path.join(dir, 'hooks.mjs');
  fs.writeFileSync(file, r.text);
  is(run('node', ['--check', file], { cwd: dir }).status, 0, 'exit of node --check');
  ok(/^[\x20-\x7e\n\t]*$/.test(r.text.match(/^const data = .*$/m)[0]), 'the data is not printable ASCII');
  const script = `const module = await import(${JSON.stringify(pathToFileURL(file).href)});
    const plugin = Object.values(module)[0], hooks = await plugin({ client: {}, directory: ${JSON.stringify(dir)}, worktree: ${JSON.stringify(dir)} });
    console.log(JSON.stringify([Object.keys(module).length, typeof hooks['tool.execute.before'], Object.prototype.__proto]));`;
  const loaded = run('node', ['--input-type=module', '-e', script], { cwd: dir });
  is([loaded.status, loaded.stdout], [0, '[1,"function",null]\n'], loaded.stderr);
  is(fs.readdirSync(dir), ['hooks.mjs'], 'files');
});
test('opencode: a module runs exactly the command', () => {
  for (const [name, text] of Object.entries(texts)) {
    const dir = fresh(), file = path.join(dir, 'hooks.mjs'), quoted = `'${text.replaceAll("'", "'\\''")}'`;
    const [r] = batch([{ from: 'canonical', to: 'opencode', text: manifest([hook(`printf %s ${quoted} >got; exit 2`)]) }]);
    fs.writeFileSync(file, r.text);
    const script = `const module = await import(${JSON.stringify(pathToFileURL(file).href)});
      const hooks = await Object.values(module)[0]({ client: {}, directory: ${JSON.stringify(dir)}, worktree: ${JSON.stringify(dir)} });
      try { await hooks['tool.execute.before']({ tool: 'bash', sessionID: 's', callID: 'c' }, { args: { command: 'ls' } }); console.log('passed'); } catch { console.log('blocked'); }`;
    if (!['double quotes', 'a template', 'TOML', 'line ends of Unicode', 'a script tag', 'single quotes'].includes(name)) continue; // a start of node each
    const loaded = run('node', ['--input-type=module', '-e', script], { cwd: dir });
    is(loaded.stdout, 'blocked\n', `${name}: ${loaded.stderr}`);
    is(fs.readFileSync(path.join(dir, 'got'), 'utf8'), text, name);
  }
});

for (const [id, event, call, api, blocked] of [['pi', 'tool_call', { toolName: 'bash', input: { command: 'ls' } }, '{ on, sendMessage() {} }', { block: true, reason: 'no "x"' }], ['amp', 'tool.call', { tool: 'Bash', input: { command: 'ls' } }, '{ on, system: {}, helpers: {} }', { action: 'reject-and-continue', message: 'no "x"' }]]) {
  test(`${id}: a module with anything in it is a module of JavaScript, and runs exactly the commands for the tool`, () => {
    const dir = fresh(), file = path.join(dir, 'hooks.mjs');
    const mine = hook(`cat >/dev/null; printf 1 >>got; printf 'no "x"' >&2; exit 2`), others = hook('printf 2 >>got', { matcher: 'file_read' });
    const [r] = batch([{ from: 'canonical', to: id, text: manifest([...Object.values(commands).map(c => hook(c, { matcher: 'web_fetch', name: `"\`\${} ${c}` })), hook('"); process.exit(7); ("', { matcher: 'web_fetch' }), others, mine]) }]);
    is([r.rc, r.message], [0, '']);
    fs.writeFileSync(file, r.text);
    is(run('node', ['--check', file], { cwd: dir }).status, 0, 'exit of node --check');
    const script = `const module = await import(${JSON.stringify(pathToFileURL(file).href)}), handlers = {};
      const on = (name, handler) => { (handlers[name] ??= []).push(handler); };
      module.default(${api});
      const ctx = { cwd: ${JSON.stringify(dir)}, hasUI: false, ui: {}, isIdle: () => true }, answers = [];
      for (const handler of handlers[${JSON.stringify(event)}]) answers.push(await handler(${JSON.stringify(call)}, ctx));
      console.log(JSON.stringify([Object.keys(module), answers.filter(Boolean)]));`;
    const loaded = run('node', ['--input-type=module', '-e', script], { cwd: dir });
    is([loaded.status, loaded.stdout], [0, `${JSON.stringify([['default'], [blocked]])}\n`], loaded.stderr);
    is([fs.readFileSync(path.join(dir, 'got'), 'utf8'), fs.readdirSync(dir).sort()], ['1', ['got', 'hooks.mjs']]);
  });
}
test('cline: a script runs exactly the commands of the event that it is called by, and exit 2 cancels', () => {
  const dir = fresh(), say = (n, rest = '') => `printf %s ${n} >>"$LOG"; ${rest}`;
  const [r] = batch([{ from: 'canonical', to: 'cline', text: manifest([hook(say(1, 'cat >"$LOG.stdin"')), hook(say(2, `printf 'it is "not" \\\\ so\\n\\tno' >&2; exit 2`)), hook(say(3, 'echo \'{"cancel":true,"errorMessage":"later"}\'')), hook(say(4), { event: 'after_tool_execute', blocking: false }), ...Object.values(texts).map(t => hook(`printf %s '${t.replaceAll("'", "'\\''")}' >/dev/null`))]) }]);
  is([r.rc, r.message], [0, '']);
  const calledAs = (name, text = r.text) => {
    const file = path.join(dir, name), log = path.join(dir, `log-${name}`);
    fs.writeFileSync(file, text, { mode: 0o755 });
    const done = run(file, [], { input: '{"x":"y"}', cwd: dir, env: { PATH: '/usr/bin:/bin', HOME: dir, LOG: log, TMPDIR: dir } });
    const got = { status: done.status, stdout: done.stdout, ran: fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : '' };
    for (const name of fs.readdirSync(dir).filter(f => f.startsWith('tmp.'))) throw new Error(`${name} is left`);
    return got;
  };
  const before = calledAs('PreToolUse');
  is([before.status, JSON.parse(before.stdout), before.ran], [0, { cancel: true, errorMessage: 'it is "not" \\ so  no' }, '123']);
  is(fs.readFileSync(path.join(dir, 'log-PreToolUse.stdin'), 'utf8'), '{"x":"y"}\n');
  is(calledAs('pretooluse.sh').ran, '123', 'by another spelling of its name');
  is(calledAs('PostToolUse'), { status: 0, stdout: '', ran: '4' });
  is(calledAs('TaskStart'), { status: 0, stdout: '', ran: '' });
  is(fs.readdirSync(dir).filter(f => f === 'PWNED'), []);
});
test('cline: a script whose commands were changed by hand is not read', () => {
  const [r] = batch([{ from: 'canonical', to: 'cline', text: manifest([hook('check one')]) }]);
  for (const changed of [r.text.replace("run 'check one'", "run 'check two'"), r.text.replace(/check one(?=[^']*$)/m, 'check two'), r.text.replace("\t;;", "\trun 'more'\n\t;;")]) {
    const [back] = batch([{ from: 'cline', to: 'canonical', text: changed }]);
    ok(changed !== r.text && back.rc === -2 && /changed by hand|damaged/.test(back.message), `${back.rc} ${back.message}`);
  }
});

// As its code has it (0.36.0): what is no shell's is split, and quotes are around whole words.
function auggieRuns({ command, args = [] }) {
  const isShells = command.startsWith('~') || (!args.length && /[|&;><$`]/.test(command));
  if (isShells) return ['bash', ['-c', [command, ...args].join(' ')]];
  const words = !args.length && command.includes(' ') ? [...command.matchAll(/"([^"]*(?:\\.[^"]*)*)"|'([^']*(?:\\.[^']*)*)'|(\S+)/g)].map(m => m[1] ?? m[2] ?? m[3]) : [command, ...args];
  return [words[0], words.slice(1)];
}
const shown = ([program, words], dir) => {
  const r = spawnSync(program, words, { cwd: dir, input: '', encoding: 'utf8', timeout: 10000, env: { PATH: `${dir}:/usr/bin:/bin`, HOME: dir } });
  return [r.status, r.stdout, r.error?.code];
};
const isOnlyOfShells = line => /^(exit|eval|\.|exec|time) /.test(line); // it starts no such program, and a shell has no need to
function shownIn() {
  const dir = fresh();
  fs.writeFileSync(path.join(dir, 'show'), '#!/bin/sh\nprintf "<%s>" "$@"\nexit 3\n', { mode: 0o755 });
  fs.writeFileSync(path.join(dir, 'a b.c'), '');
  return dir;
}
const plainLines = ['show', 'show one two', 'show  one', 'show "one two" three', "show 'one two'", 'show *.c', 'show a\\ b', 'show one"two three"four', "show it''s", 'show ""', 'exit 7', 'cd /; show x', 'show $HOME', 'A=1 show x', 'show a=1', 'show ~', '~/show x', 'show {a,b}', 'show # x', 'show x\nshow y', 'show\tx y',
  '! show x', '(show x)', 'if show x; then :; fi', 'show x && show y', 'show \u00a0x', 'eval "show x y"', '. ./none', 'time show x', 'show "unclosed', "show 'x", 'exec show x', 'show !', 'show [a-z]*', 'show ?\\ b.c', '"show" x', "'show' 'a b'", 'show \\"x\\"'];
test('auggie: what a line does in a shell, its entry does', () => {
  const dir = shownIn();
  for (const line of [...plainLines, ...Object.values(texts).map(text => `show '${text.replaceAll("'", "'\\''")}'`)]) {
    const [r] = batch([{ from: 'canonical', to: 'auggie', text: manifest([hook(line)]) }]), [{ entry }] = entriesOf('auggie', JSON.parse(r.text));
    is(shown(auggieRuns(entry), dir), shown(['sh', ['-c', line]], dir), `${JSON.stringify(line)} as ${JSON.stringify(entry)}`);
  }
});
test('auggie: what an entry does, its line in a manifest does in a shell, and the entry comes back', () => {
  const dir = shownIn(), entries = [...plainLines.filter(line => !isOnlyOfShells(line)).map(command => ({ command })), { command: 'show', args: ['a b', '$HOME', "it's", '*.c'] }, { command: '~/show', args: ['$HOME', '"x y"'] }, { command: '/bin/sh', args: ['-c', 'show x'] }, { command: '/bin/sh', args: ['-c', 'show "x y"'] },
    { command: '/bin/sh', args: ['-c', 'show "$0" "$@"', 'a', 'b'] }, { command: 'show', args: [''] }, { command: 'a b.c', args: ['x'] }, { command: 'show', args: ['|', ';', '`id`'] }];
  for (const entry of entries) {
    const text = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', ...entry }] }] } }), [there] = batch([{ from: 'auggie', to: 'canonical', text }]);
    const [{ handler: { command } }] = JSON.parse(there.text).hooks, [back] = batch([{ from: 'canonical', to: 'auggie', text: there.text }]);
    const wanted = shown(auggieRuns(entry), dir), got = shown(['bash', ['-c', command]], dir);
    is(wanted[2] ? [127, 126].includes(got[0]) : got, wanted[2] ? true : wanted, `${JSON.stringify(entry)} as ${command}`);
    const [{ entry: again }] = entriesOf('auggie', JSON.parse(back.text));
    is(auggieRuns(again), auggieRuns(entry), `${JSON.stringify(entry)} became ${JSON.stringify(again)}`);
  }
});
test('auggie: "args" of somebody else are not what runs', () => {
  for (const args of [['show', 'y'], 'show y', ['/bin/sh', '-c', 'show y'], '~/show x', ['~/show', 'x'], 'show x; show y', [], '', 7, { command: 'y' }]) {
    const [r] = batch([{ from: 'canonical', to: 'auggie', text: manifest([hook('show x', { provider_data: { auggie: { args } } })]) }]), [{ entry }] = entriesOf('auggie', JSON.parse(r.text));
    is([entry.command, entry.args, r.losses.filter(l => l.field.startsWith('provider_data')).length], ['show x', undefined, 1], JSON.stringify(args));
  }
});

// ---- provider_data ----

const controls = ['type', 'command', 'bash', 'powershell', 'commandWindows', 'command_windows', 'windows', 'linux', 'osx', 'args', 'exec', 'url', 'prompt', 'event', 'trigger', 'matcher', 'hooks', 'events', 'group', 'as', 'if', 'action', 'when', 'then', 'env', 'headers', 'enabled', 'async', 'failClosed', 'timeout', '__proto__', 'constructor', '/command', 'command/', 'action/command', '/action/command', ''];
const evils = ['touch PWNED', { command: 'touch PWNED', type: 'command' }, ['touch PWNED'], [{ type: 'command', command: 'touch PWNED', hooks: [{ type: 'command', command: 'touch PWNED' }], matcher: '*', event: 'PreToolUse' }], true, null, 0, { hooks: [{ type: 'command', command: 'touch PWNED' }], matcher: '*' }, { '/command': '/evil', '/bash': '/command' }, '*', '.*', ''];

// What runs, and when, of a native file: its events, and of entries and groups those members that the agent looks at for that.
const says = (target, native) => {
  const { decides, command, inner } = formOf(target);
  const own = (e, name) => Object.hasOwn(e, name) ? e[name] : Object.hasOwn(e[inner] ?? {}, name) ? e[inner][name] : undefined;
  return entriesOf(target, native).map(({ event, group, entry }) => [event, command?.(entry), ...decides.map(name => own(entry, name) ?? (name === 'matcher' ? own(group, name) : undefined))]);
};
for (const target of targets.filter(t => !t.startsWith('canonical'))) {
  const { to, out } = split(target);
  test(`${target}: provider_data says neither what runs nor when`, () => {
    const cases = controls.flatMap(key => evils.map(value => ({ key, value })));
    const texts = [manifest([hook('check one'), hook('check two', { matcher: 'file_read' })]), ...cases.map(({ key, value }) => {
      const data = `{${JSON.stringify(key)}:${JSON.stringify(value)}}`; // as text: __proto__ is a member like others there
      return manifest([hook('check one', { provider_data: { [to]: 'DATA' } }), hook('check two', { matcher: 'file_read' })]).replace('"DATA"', () => data);
    })];
    const [base, ...rest] = batch(texts.map(text => ({ from: 'canonical', to, out, text })));
    is([base.rc, base.message], [0, '']);
    const [baseNative, ...natives] = nativesOf(target, [base, ...rest].map(r => r.rc === 0 ? r.text : base.text)), baseSays = says(target, baseNative);
    rest.forEach((r, i) => {
      const what = `${JSON.stringify(cases[i])}`;
      if (r.rc !== 0) return ok(r.rc === -2 && r.message, `${what}: ${r.rc} ${r.message}`); // it is no manifest
      const native = natives[i];
      ok(same(says(target, native), baseSays), `${what}: ${difference(baseSays, says(target, native))}; losses ${JSON.stringify(r.losses.map(l => l.text))}`);
      ok(!formOf(target).decides.includes(cases[i].key) || !same(native, baseNative) || r.losses.some(l => l.hook === 1 && /^provider_data/.test(l.field)) || same(cases[i].value, defaultOf(target, baseNative, cases[i].key)), `${what} is passed over, and no loss says so`);
      return undefined;
    });
  });
  test(`${target}: entries in the manifest's provider_data are named when they are put back`, () => {
    const evil = { hooks: [{ event: 'PreToolUse', at: 0, entry: { type: 'command', command: 'touch PWNED' } }] };
    const [r] = batch([{ from: 'canonical', to, out, text: manifest([hook('check one')], { provider_data: { [to]: evil } }) }]);
    ok(r.rc === 0 || r.message, r);
    if (r.rc === 0 && r.text.includes('PWNED')) ok(r.losses.some(l => l.hook === 0), `no loss in ${JSON.stringify(r.losses)}`);
  });
}
// A member that says what the entry says anyway is no loss.
function defaultOf(target, native, key) {
  const [{ group, entry }] = entriesOf(target, native);
  return entry[key] ?? group[key];
}
test('provider_data of other agents is never used', () => {
  for (const target of targets.filter(t => !t.startsWith('canonical'))) {
    const { to, out } = split(target), data = Object.fromEntries(ids.filter(id => id !== to).map(id => [id, { command: 'touch PWNED', label: 'PWNED', bash: 'PWNED', matcher: 'PWNED', events: ['PWNED'] }]));
    const [r] = batch([{ from: 'canonical', to, out, text: manifest([hook('check', { provider_data: data })]) }]);
    is([r.rc, /PWNED/.test(JSON.stringify(nativesOf(target, [r.text])))], [0, false], target);
  }
});

test('provider_data makes no hook run otherwise, or less often, without a word', () => {
  const told = (to, data) => batch([{ from: 'canonical', to, text: manifest([hook('check', { provider_data: { [to]: data } })]) }])[0];
  for (const [to, data, field] of [['claude-code', { asyncRewake: true }, 'provider_data.claude-code.asyncRewake'], ['claude-code', { shell: 'powershell' }, 'provider_data.claude-code.shell'], ['qwen-code', { shell: 'powershell' }, 'provider_data.qwen-code.shell'],
    ['claude-code', { once: true }, 'once'], ['claude-code', { timeout: 0.001 }, 'timeout'], ['codex', { timeout: 'x' }, 'timeout'], ['copilot-cli', { cwd: '/evil' }, 'cwd'], ['windsurf', { working_directory: '/evil' }, 'cwd'], ['kiro', { cache_ttl_seconds: 999 }, 'cache_ttl_seconds']]) {
    const r = told(to, data);
    is([r.rc, r.message], [0, ''], JSON.stringify(data));
    ok(r.losses.some(l => l.hook === 1 && l.field === field), `${JSON.stringify(data)}: ${JSON.stringify(r.losses)}`);
    if (field.startsWith('provider_data')) ok(!r.text.includes(`"${Object.keys(data)[0]}"`), r.text);
  }
});
test('a file in which the hooks are switched off has lost its guards', () => {
  for (const [to, data] of [['claude-code', { disableAllHooks: true }], ['qwen-code', { disableAllHooks: true }], ['copilot-cli', { disableAllHooks: true }], ['gemini-cli', { hooksConfig: { enabled: false } }], ['gemini-cli', { hooksConfig: { disabled: ['check'] } }], ['factory-droid', { hooks: [{ event: 'hooksDisabled', entry: true }] }]]) {
    const r = convert('canonical', to, manifest([hook('check')], { provider_data: { [to]: data } }));
    is(r.code, 1, `exit for ${to}: ${r.stderr}`);
    ok(/GUARD LOST: .*switched off/.test(r.stderr), r.stderr);
  }
});
test('thousands of losses hide neither what is put back nor a lost guard', () => {
  const noise = Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`x${i}`, 1])), entry = { event: 'PreToolUse', at: 0, entry: { type: 'mcp_tool', server: 'PWNED' } };
  const names = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`plain${i}`, 1]));
  const [r] = batch([{ from: 'canonical', to: 'claude-code', text: manifest([hook('check', noise), hook('gone', { event: 'before_model' })], { ...noise, provider_data: { 'claude-code': { hooks: [entry], ...names, apiKeyHelper: 'PWNED' } } }) }]);
  is([r.rc, r.message], [0, '']);
  ok(r.losses.some(l => l.hook === 0 && /put back as it was: PreToolUse/.test(l.text)), 'the entry is not named');
  ok(r.losses.some(l => l.hook === 0 && /put back as it was:.* apiKeyHelper/.test(l.text)), 'the last of many members is not named');
  ok(r.losses.some(l => l.hook === 2 && l.guard), 'the lost guard is not named');
});
test('what is too large for its reader is said to be so', () => {
  const [r] = batch([{ from: 'canonical', to: 'canonical', text: manifest([hook('check', { provider_data: { x: { a: Array(300000).fill(1) } } })]) }]);
  ok(r.rc !== 0 && /larger than/.test(r.message) && !/read again/.test(r.message), `${r.rc} ${r.message}`);
});
test('dollar signs and variables of headers are what they were, there and back', () => {
  const headers = { A: 'Bearer $TOKEN', B: '${TOKEN}', C: '$$5 and $$', D: '$$$TOKEN' }, native = { A: 'Bearer ${TOKEN}', B: '${TOKEN}', C: '$5 and $', D: '$${TOKEN}' };
  const asked = list => manifest([{ event: 'before_tool_execute', matcher: 'shell', blocking: true, handler: { type: 'http', url: 'https://example.com/', headers: list, allowed_env_vars: ['TOKEN'] } }]);
  for (const to of ['claude-code', 'copilot-cli', 'qwen-code']) {
    const [there] = batch([{ from: 'canonical', to, text: asked(headers) }]);
    is([there.rc, there.message, there.losses.filter(l => l.field === 'headers')], [0, '', []], to);
    is(JSON.stringify(JSON.parse(there.text)).match(/"headers":({.*?"})/)[1], JSON.stringify(native), to);
    const [back] = batch([{ from: to, to: 'canonical', text: there.text }]);
    is(JSON.parse(back.text).hooks[0].handler.headers, { A: 'Bearer ${TOKEN}', B: '${TOKEN}', C: '$$5 and $$', D: '$$${TOKEN}' }, to);
    const [wrong] = batch([{ from: 'canonical', to, text: asked({ A: '$$TOKEN' }) }]); // for an agent this is a variable in any spelling
    ok(wrong.rc === 0 && wrong.losses.some(l => l.field === 'headers'), JSON.stringify(wrong));
  }
});
test('a hook among the kept entries is passed over', () => {
  for (const [to, event, entry] of [['claude-code', 'PreToolUse', { matcher: '*', hooks: [{ type: 'command', command: 'PWNED' }] }], ['cursor', 'preToolUse', { command: 'PWNED' }], ['windsurf', 'pre_run_command', { command: 'PWNED' }], ['opencode', undefined, { event: 'tool.execute.before', command: 'PWNED' }], ['kiro', undefined, { name: 'x', trigger: 'PreToolUse', action: { type: 'command', command: 'PWNED' } }]]) {
    for (const at of [0, 1, 999999999]) {
      const [r] = batch([{ from: 'canonical', to, text: manifest([hook('check')], { provider_data: { [to]: { hooks: [{ event, at, entry }] } } }) }]);
      is([r.rc, r.message, r.text.includes('PWNED')], [0, '', false], to);
      ok(r.losses.some(l => l.hook === 0 && /passed over/.test(l.text)), JSON.stringify(r.losses));
    }
  }
});
test('kept entries of another kind of file are passed over', () => {
  for (const [out, kept] of [['', { event: 'preToolUse', at: 0, entry: { matcher: '@git' } }], ['agent', { at: 0, entry: { name: 'x' } }]]) {
    const [r] = batch([{ from: 'canonical', to: 'kiro', out, text: manifest([hook('check')], { provider_data: { kiro: { hooks: [kept] } } }) }]);
    is([r.rc, r.message], [0, ''], out);
    ok(r.losses.some(l => l.hook === 0 && /passed over/.test(l.text)), JSON.stringify(r.losses));
  }
});
test('--runtime: hooks on an event by the name that one agent has for it', () => {
  for (const [to, event] of [['claude-code', 'claude-code:PreToolUse'], ['cursor', 'cursor:beforeShellExecution'], ['copilot-cli', 'copilot-cli:preToolUse']]) {
    const [r] = batch([{ from: 'canonical', to, runtime: true, text: manifest([hook('check', { event })]) }]);
    is([r.rc, r.message], [0, ''], event);
  }
});
test('a manifest of rules alone stays one', () => {
  const text = JSON.stringify({ spec: 'hooks/1.0', rules: [{ name: 'a', program: 'git', words: 'push', decision: 'ask' }] });
  const [r] = batch([{ from: 'canonical', to: 'canonical', text }]);
  is([r.rc, r.message], [0, '']);
  is(JSON.parse(r.text).rules, JSON.parse(text).rules);
});

// ---- lines for a shell ----

const shells = ['sh', 'dash', 'bash'];

// Lines for a shell, run one after another beside programs of these names that write down what they are given: for each its exit
// code, what it has printed, and the arguments and stdin of the program. Nothing else may come of them.
function runAll(shell, lines, programs, { input = '', env = {} } = {}) {
  const dir = fresh(), bin = path.join(dir, 'bin'), work = path.join(dir, 'work');
  for (const d of [bin, work]) fs.mkdirSync(d);
  for (const name of programs) {
    fs.writeFileSync(path.join(bin, name), '#!/bin/sh\nfor a in "$@"; do printf "%s\\0" "$a"; done >"$SEEN.argv"\ncat >"$SEEN.stdin"\n');
    fs.chmodSync(path.join(bin, name), 0o755);
  }
  fs.writeFileSync(path.join(dir, 'input'), input);
  const script = lines.map((line, i) => `export SEEN="$ALL/${i}"\n(\n${line}\n) <"$ALL/input" >"$SEEN.out" 2>"$SEEN.err"\necho $? >"$SEEN.exit"\n`).join('');
  const r = run(shell, ['-c', script], { cwd: work, env: { PATH: `${bin}:/usr/bin:/bin`, HOME: dir, ALL: dir, ...env } });
  is([r.status, r.stderr], [0, ''], shell);
  is(fs.readdirSync(work), [], `files that were made in ${shell}`);
  const file = (i, name) => fs.existsSync(path.join(dir, `${i}.${name}`)) ? fs.readFileSync(path.join(dir, `${i}.${name}`), 'utf8') : undefined;
  return lines.map((line, i) => ({ status: Number(file(i, 'exit')), stdout: file(i, 'out'), stderr: file(i, 'err'), argv: file(i, 'argv')?.split('\0').slice(0, -1), stdin: file(i, 'stdin') }));
}
const options = argv => Object.fromEntries(argv.slice(1).map((a, i, all) => [a, all[i + 1]]).filter(([a]) => a?.startsWith('--')));

for (const id of ids) {
  test(`${id}: a line that calls gaff gives it exactly the hook, in every shell`, () => {
    const all = Object.values(commands).map(c => hook(c, { name: `n${c.slice(6)}`.slice(0, 80) }));
    const [r] = batch([{ from: 'canonical', to: id, runtime: true, text: manifest(all) }]);
    is([r.rc, r.message], [0, '']);
    const lines = read(id, r.text);
    is(lines.length, all.length, 'lines');
    for (const shell of shells) {
      runAll(shell, lines, ['gaff']).forEach(({ argv, status, stderr }, i) => {
        is([status, stderr, argv?.[0]], [0, '', 'run'], `${shell}: ${lines[i]}`);
        const o = options(argv), [inner] = JSON.parse(o['--inline']).hooks;
        is([o['--host'], inner.handler.command, inner.name, inner.blocking, inner.matcher], [id, all[i].handler.command, all[i].name, true, 'shell'], `${shell}: ${lines[i]}`);
      });
    }
  });
}
for (const id of ids.filter(x => formOf(x).expands)) {
  test(`${id}: it finds no variable of its own in a line that calls gaff`, () => {
    const [r] = batch([{ from: 'canonical', to: id, runtime: true, text: manifest(Object.values(commands).map(c => hook(`${c} $HOME \${HOME}`))) }]);
    for (const line of read(id, r.text)) is(line.replace(/\$(\w+|\{[^}]*\})/g, 'FOUND'), line);
  });
}
test('--program may be any path', () => {
  const dir = path.join(fresh(), `a b'c"d$HOME\`x\`;*`), program = path.join(dir, 'gaff');
  fs.mkdirSync(dir);
  fs.writeFileSync(program, '#!/bin/sh\nprintf "%s\\n" "$1"\n');
  fs.chmodSync(program, 0o755);
  for (const id of ids) {
    const r = convert('claude-code', id, JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: '/bin/check' }] }] } }), { args: ['--runtime', '--program', program] });
    ok(r.code < 2 && r.stdout, `${id}: ${r.stderr}`);
    const [line] = read(id, r.stdout);
    for (const shell of shells) is(run(shell, ['-c', line], { cwd: scratch }).stdout, 'run\n', `${id}, ${shell}: ${line}`);
  }
});

const http = (url, headers, more = {}) => ({ event: 'before_tool_execute', matcher: 'shell', blocking: true, handler: { type: 'http', url, headers, ...more } });
for (const id of ids.filter(x => !formOf(x).decides.includes('url'))) {
  test(`${id}: a line for curl asks exactly that server, in every shell`, () => {
    const secret = 'a"b\'c $(touch PWNED) `touch PWNED`', quote = 'it\'s "x" $(touch PWNED) `touch PWNED` \\ ;';
    const urls = ["https://example.com/a?b=1&c=2;d=$(touch%20x)'x'", 'https://example.com/%22*?[x]{y}~!$HOME', 'https://example.com/`touch`'];
    const done = urls.map(url => batch([{ from: 'canonical', to: id, text: manifest([http(url, { 'X-Quote': quote.replaceAll('$', '$$$$'), // a dollar is written twice there
      Authorization: 'Bearer ${TOKEN}' }, { allowed_env_vars: ['TOKEN'], timeout: 7 })]) }])[0]);
    done.forEach((r, i) => ok(r.rc === 0 || r.message, `${urls[i]}: ${r.rc}`)); // one that two programs could read in two ways is refused
    const asked = urls.filter((url, i) => done[i].rc === 0), lines = done.filter(r => r.rc === 0).map(r => read(id, r.text)[0]);
    ok(asked.length > 0 && done.filter(r => r.rc === 0).every(r => r.losses.some(l => l.capability === 'http_handler')), 'none of them, or no loss');
    for (const shell of shells) {
      runAll(shell, lines, ['curl'], { input: '{"x":1}', env: { TOKEN: secret } }).forEach(({ argv, stdin, stderr }, i) => {
        ok(argv, `${shell}: curl was not started by ${lines[i]}: ${stderr}`);
        ok(argv.includes(asked[i]), `${shell}: ${JSON.stringify(argv)} has not ${asked[i]}`);
        ok(argv.includes(`X-Quote: ${quote}`), `${shell}: no X-Quote in ${JSON.stringify(argv)}`);
        ok(argv.includes(`Authorization: Bearer ${secret}`), `${shell}: the variable of a header in ${JSON.stringify(argv)}`);
        is(stdin, '{"x":1}', `${shell}: what is sent`);
      });
    }
  });
}

for (const id of ['windsurf', 'kiro', 'qwen-code']) {
  test(`${id}: a hook that needs a new input always blocks, and says why, in every shell`, () => {
    const [r] = batch([{ from: 'canonical', to: id, text: manifest(Object.values(commands).map(c => hook(c, { capabilities: ['input_rewrite'] }))) }]);
    is([r.rc, r.message], [0, '']);
    const lines = read(id, r.text);
    is(lines.length, Object.keys(commands).length, 'lines');
    for (const shell of shells) {
      runAll(shell, lines, []).forEach(({ status, stdout, stderr }, i) => {
        is([status, stdout], [2, ''], `${shell}: ${lines[i]}`);
        ok(/input_rewrite/.test(stderr), `${shell}: it says ${stderr}`);
      });
    }
  });
}

// ---- the program ----

test('a loss is one line, whatever is in it', () => {
  const evil = 'a\nb\u001b[31m\u2028\r<x>';
  const text = manifest([hook('check', { name: evil, provider_data: { [`x${evil}`]: { a: 1 } } }, { cwd: 'a' }), hook('check', { matcher: ['shell', { pattern: 'a\n\u001b\u2028' }] })]);
  const r = convert('canonical', 'codex', text);
  ok(!/[\u0000-\u0009\u000b-\u001f\u007f]/.test(r.stderr), JSON.stringify(r.stderr));
  const { losses } = convertJson('canonical', 'codex', text);
  is(r.stderr.split('\n').filter(Boolean).length, losses.length, `lines of ${JSON.stringify(r.stderr)}`);
});

finish('hostile texts');
