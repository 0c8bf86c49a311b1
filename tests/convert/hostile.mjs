// hostile.mjs - texts that would like to be something else stay texts, in every kind of file and in every line for a shell.
//
// Files are read by parsers that are not gaff's; modules are run in node; lines are run by sh, dash and bash beside programs
// that write down what they were given.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { finish, is, ok, test } from '../check.mjs';
import { batch, convert, convertJson, dataOf, difference, hosts, ids, jsonc, same, scratch, tomls } from './lib.mjs';
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

// Cursor takes what looks like a comment for one, inside of texts too.
const cursors = text => JSON.parse(text.replace(/\/\/[^\n]*/g, '').replace(/\/\*[^]*?\*\//g, ''));

const commandsOf = {
  flat: (native, member) => Object.values(native.hooks).flat().map(e => e[member]),
  groups: native => Object.values(native.hooks).flat().flatMap(g => g.hooks).map(e => e.command),
};
const readers = {
  'claude-code': text => commandsOf.groups(JSON.parse(text)), codex: text => commandsOf.groups(JSON.parse(text)), 'codex toml': text => {
    const [{ value, error }] = tomls([text]);
    if (error) throw new Error(error);
    return commandsOf.groups(value);
  },
  'copilot-cli': text => commandsOf.flat(JSON.parse(text), 'bash'), cursor: text => commandsOf.flat(cursors(text), 'command'), 'factory-droid': text => commandsOf.groups(JSON.parse(text)), 'gemini-cli': text => commandsOf.groups(JSON.parse(text)),
  kiro: text => JSON.parse(text).hooks.map(h => h.action.command), 'kiro agent': text => commandsOf.flat(JSON.parse(text), 'command'), opencode: text => dataOf(text).hooks.map(h => h.command), 'qwen-code': text => commandsOf.groups(JSON.parse(text)),
  'vs-code-copilot': text => commandsOf.flat(JSON.parse(text), 'command'), windsurf: text => commandsOf.flat(JSON.parse(text), 'command'), canonical: text => JSON.parse(text).hooks.map(h => h.handler.command), 'canonical yaml': text => yaml(text).hooks.map(h => h.handler.command),
};
const targets = ['canonical', 'canonical yaml', ...ids.flatMap(id => hosts[id].formats.map(out => out ? `${id} ${out}` : id))];
const split = target => ({ to: target.split(' ')[0], out: target.split(' ')[1] ?? '' });

for (const target of targets) {
  const names = Object.keys(commands).filter(n => commands[n].trim() === commands[n] || !/^canonical/.test(target));
  const all = names.map(n => commands[n]);
  test(`${target}: commands with anything in them are those commands, and nothing else`, () => {
    const [r] = batch([{ from: 'canonical', ...split(target), text: manifest(all.map(c => hook(c))) }]);
    is([r.rc, r.message], [0, '']);
    is(readers[target](r.text), all);
  });
  test(`${target}: so are the other texts of a hook`, () => {
    const [r] = batch([{ from: 'canonical', ...split(target), text: manifest(Object.values(texts).map((t, i) => hook(`check ${i}`, { name: `n${t}`, status_message: `s${t}` }, { env: { A: t, [`K${i}`]: t } }))) }]);
    is([r.rc, r.message], [0, '']);
    is(readers[target](r.text), Object.values(texts).map((t, i) => `check ${i}`));
  });
}
test('a command with a NUL in it is refused, or stays whole', () => {
  for (const target of targets) {
    const [r] = batch([{ from: 'canonical', ...split(target), text: manifest([hook('check a\u0000b')]) }]);
    if (r.rc === 0) is(readers[target](r.text), ['check a\u0000b'], target);
    else ok(r.message, `${target}: no message`);
  }
});
test('half a surrogate pair is refused, or stays what it is', () => {
  const text = manifest([hook('check X')]).replace('X', '\\ud800');
  for (const target of targets) {
    const [r] = batch([{ from: 'canonical', ...split(target), text }]);
    if (r.rc === 0) ok(readers[target](r.text).length === 1, target);
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

// ---- provider_data ----

const controls = ['type', 'command', 'bash', 'powershell', 'commandWindows', 'command_windows', 'windows', 'linux', 'osx', 'args', 'exec', 'url', 'prompt', 'event', 'trigger', 'matcher', 'hooks', 'events', 'group', 'as', 'if', 'action', 'when', 'then', 'env', 'headers', 'enabled', 'async', 'failClosed', 'timeout', '__proto__', 'constructor', '/command', 'command/', 'action/command', '/action/command', ''];
const evils = ['touch PWNED', { command: 'touch PWNED', type: 'command' }, ['touch PWNED'], [{ type: 'command', command: 'touch PWNED', hooks: [{ type: 'command', command: 'touch PWNED' }], matcher: '*', event: 'PreToolUse' }], true, null, 0, { hooks: [{ type: 'command', command: 'touch PWNED' }], matcher: '*' }, { '/command': '/evil', '/bash': '/command' }, '*', '.*', ''];

// What runs, and when, of a native file: commands, types, matchers, events.
const says = (id, native) => {
  const of = e => [e.type, e.command, e.bash, e.powershell, e.commandWindows, e.command_windows, e.windows, e.linux, e.osx, e.args, e.exec, e.url, e.prompt, e.action?.type, e.action?.command, e.action?.prompt, e.matcher, e.event, e.trigger, e.if, e.hooks?.map(of)];
  return Array.isArray(native.hooks) ? native.hooks.map(of) : Object.entries(native.hooks).map(([event, list]) => [event, list.map(of)]);
};
for (const target of targets.filter(t => !t.startsWith('canonical'))) {
  const { to, out } = split(target), read = text => out === 'toml' ? tomls([text])[0].value : to === 'opencode' ? dataOf(text) : jsonc(text);
  test(`${target}: provider_data says neither what runs nor when`, () => {
    const cases = controls.flatMap(key => evils.map(value => ({ key, value })));
    const texts = [manifest([hook('check one'), hook('check two', { matcher: 'file_read' })]), ...cases.map(({ key, value }) => {
      const data = `{${JSON.stringify(key)}:${JSON.stringify(value)}}`; // as text: __proto__ is a member like others there
      return manifest([hook('check one', { provider_data: { [to]: 'DATA' } }), hook('check two', { matcher: 'file_read' })]).replace('"DATA"', () => data);
    })];
    const [base, ...rest] = batch(texts.map(text => ({ from: 'canonical', to, out, text })));
    is([base.rc, base.message], [0, '']);
    const baseNative = read(base.text), baseSays = says(to, baseNative);
    rest.forEach((r, i) => {
      const what = `${JSON.stringify(cases[i])}`;
      if (r.rc !== 0) return ok(r.rc === -2 && r.message, `${what}: ${r.rc} ${r.message}`); // it is no manifest
      const native = read(r.text);
      ok(same(says(to, native), baseSays), `${what}: ${difference(baseSays, says(to, native))}; losses ${JSON.stringify(r.losses.map(l => l.text))}`);
      ok(!same(native, baseNative) || r.losses.some(l => l.hook === 1 && /^provider_data/.test(l.field)) || same(cases[i].value, defaultOf(baseNative, cases[i].key)), `${what} is passed over, and no loss says so`);
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
function defaultOf(native, key) {
  const entry = Array.isArray(native.hooks) ? native.hooks[0] : Object.values(native.hooks)[0][0];
  return entry.hooks?.[0][key] ?? entry[key];
}
test('provider_data of other agents is never used', () => {
  for (const target of targets.filter(t => !t.startsWith('canonical'))) {
    const { to, out } = split(target), data = Object.fromEntries(ids.filter(id => id !== to).map(id => [id, { command: 'touch PWNED', label: 'PWNED', bash: 'PWNED', matcher: 'PWNED', events: ['PWNED'] }]));
    const [r] = batch([{ from: 'canonical', to, out, text: manifest([hook('check', { provider_data: data })]) }]);
    is([r.rc, /PWNED/.test(out === '' && to === 'opencode' ? JSON.stringify(dataOf(r.text)) : r.text)], [0, false], target);
  }
});

// ---- lines for a shell ----

const shells = ['sh', 'dash', 'bash'];
// Programs that write down what they were given: arguments with a NUL behind each, and stdin.
function bed(names) {
  const dir = fresh(), bin = path.join(dir, 'bin'), work = path.join(dir, 'work');
  for (const d of [bin, work]) fs.mkdirSync(d);
  for (const name of names) {
    fs.writeFileSync(path.join(bin, name), `#!/bin/sh\nfor a in "$@"; do printf '%s\\0' "$a"; done >"${dir}/argv"\ncat >"${dir}/stdin"\nexit \${FAKE_EXIT:-0}\n`);
    fs.chmodSync(path.join(bin, name), 0o755);
  }
  const start = (shell, line, options = {}) => {
    for (const name of ['argv', 'stdin']) fs.rmSync(path.join(dir, name), { force: true });
    const r = run(shell, ['-c', line], { cwd: work, input: options.input ?? '', env: { PATH: `${bin}:/usr/bin:/bin`, HOME: dir, ...options.env } });
    const file = name => fs.existsSync(path.join(dir, name)) ? fs.readFileSync(path.join(dir, name), 'utf8') : undefined;
    is(fs.readdirSync(work), [], `files that ${line} has made`);
    return { ...r, argv: file('argv')?.split('\0').slice(0, -1), stdin: file('stdin') };
  };
  return { dir, bin, start };
}
const options = argv => Object.fromEntries(argv.slice(1).map((a, i, all) => [a, all[i + 1]]).filter(([a]) => a?.startsWith('--')));

for (const id of ids.filter(x => hosts[x].runs)) {
  test(`${id}: a line that calls gaff gives it exactly the hook, in every shell`, () => {
    const { start } = bed(['gaff']);
    const all = Object.values(commands).map(c => hook(c, { name: `n${c.slice(6)}`.slice(0, 80) }));
    const [r] = batch([{ from: 'canonical', to: id, runtime: true, text: manifest(all) }]);
    is([r.rc, r.message], [0, '']);
    const lines = readers[id](r.text);
    is(lines.length, all.length, 'lines');
    lines.forEach((line, i) => shells.forEach(shell => {
      const { argv, status, stderr } = start(shell, line);
      is([status, stderr], [0, ''], `${shell}: ${line}`);
      is(argv[0], 'run', `${shell}: ${line}`);
      const o = options(argv);
      is(o['--host'], id);
      const [inner] = JSON.parse(o['--inline']).hooks;
      is(inner.handler.command, all[i].handler.command, `the command in ${line}`);
      is(inner.name, all[i].name);
      is([inner.blocking, inner.matcher], [true, 'shell']);
    }));
  });
}
for (const id of ['gemini-cli', 'qwen-code']) {
  test(`${id}: it finds no variable of its own in a line that calls gaff`, () => {
    const [r] = batch([{ from: 'canonical', to: id, runtime: true, text: manifest(Object.values(commands).map(c => hook(`${c} $HOME \${HOME}`))) }]);
    for (const line of readers[id](r.text)) is(line.replace(/\$(\w+|\{[^}]*\})/g, 'FOUND'), line);
  });
}
test('--program may be any path', () => {
  const dir = path.join(fresh(), `a b'c"d$HOME\`x\`;*`), program = path.join(dir, 'gaff');
  fs.mkdirSync(dir);
  fs.writeFileSync(program, '#!/bin/sh\nprintf "%s\\n" "$1"\n');
  fs.chmodSync(program, 0o755);
  for (const id of ids.filter(x => hosts[x].runs)) {
    const r = convert('claude-code', id, JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: '/bin/check' }] }] } }), { args: ['--runtime', '--program', program] });
    ok(r.code < 2 && r.stdout, `${id}: ${r.stderr}`);
    const [line] = readers[id](r.stdout);
    for (const shell of shells) is(run(shell, ['-c', line], { cwd: scratch }).stdout, 'run\n', `${id}, ${shell}: ${line}`);
  }
});

const http = (url, headers, more = {}) => ({ event: 'before_tool_execute', matcher: 'shell', blocking: true, handler: { type: 'http', url, headers, ...more } });
for (const id of ids.filter(x => !['claude-code', 'copilot-cli', 'qwen-code'].includes(x))) {
  test(`${id}: a line for curl asks exactly that server, in every shell`, () => {
    const { start } = bed(['curl']), secret = 'a"b\'c $(touch PWNED) `touch PWNED`';
    const urls = ["https://example.com/a?b=1&c=2;d=$(touch%20x)#'frag'", 'https://example.com/%22*?[x]{y}~!$HOME', 'https://example.com/`touch`'];
    const all = urls.map(url => http(url, { 'X-Quote': `it's "x" $(touch PWNED) \`touch PWNED\` \\ ;`, Authorization: 'Bearer ${TOKEN}' }, { allowed_env_vars: ['TOKEN'], timeout: 7 }));
    for (const h of all) {
      const [r] = batch([{ from: 'canonical', to: id, text: manifest([h]) }]);
      if (r.rc !== 0) {
        ok(r.message && /url|http/i.test(r.message), `${h.handler.url}: ${r.rc} ${r.message}`); // a URL that two programs could read in two ways
        continue;
      }
      ok(r.losses.some(l => l.capability === 'http_handler'), 'no loss');
      const [line] = readers[id](r.text);
      for (const shell of shells) {
        const { argv, stdin, stderr } = start(shell, line, { input: '{"x":1}', env: { TOKEN: secret } });
        ok(argv, `${shell}: curl was not started by ${line}: ${stderr}`);
        ok(argv.includes(h.handler.url) || argv.includes(`url=${h.handler.url}`), `${shell}: ${JSON.stringify(argv)} has not ${h.handler.url}`);
        const given = JSON.stringify(argv) + (stdin ?? '');
        ok(given.includes(JSON.stringify(`X-Quote: ${h.handler.headers['X-Quote']}`).slice(1, -1)) || argv.some(a => a.includes(h.handler.headers['X-Quote'])), `${shell}: no X-Quote in ${JSON.stringify(argv)}`);
        ok(argv.some(a => a.includes(secret)) || !argv.some(a => a.includes('${TOKEN}')), `${shell}: the variable of a header in ${JSON.stringify(argv)}`);
        is(stdin, '{"x":1}', `${shell}: what is sent`);
      }
    }
  });
}

for (const id of ['windsurf', 'kiro', 'qwen-code']) {
  test(`${id}: a hook that needs a new input always blocks, and says why, in every shell`, () => {
    const { start } = bed([]);
    for (const [name, command] of Object.entries(commands)) {
      const [r] = batch([{ from: 'canonical', to: id, text: manifest([hook(command, { capabilities: ['input_rewrite'] })]) }]);
      is([r.rc, r.message], [0, ''], name);
      const [line] = readers[id](r.text);
      for (const shell of shells) {
        const { status, stderr, stdout } = start(shell, line);
        is([status, stdout], [2, ''], `${name}, ${shell}: ${line}`);
        ok(/input_rewrite/.test(stderr), `${name}, ${shell}: it says ${stderr}`);
      }
    }
  });
}

// ---- the program ----

test('a loss is one line, whatever is in it', () => {
  const evil = 'a\nb\u001b[31m\u2028\r<x>';
  const text = manifest([hook('check', { name: evil, provider_data: { [`x${evil}`]: { a: 1 } } }, { cwd: 'a' }), hook('check', { matcher: ['shell', evil] })]);
  const r = convert('canonical', 'codex', text);
  ok(!/[\u0000-\u0009\u000b-\u001f\u007f]/.test(r.stderr), JSON.stringify(r.stderr));
  const { losses } = convertJson('canonical', 'codex', text);
  is(r.stderr.split('\n').filter(Boolean).length, losses.length, `lines of ${JSON.stringify(r.stderr)}`);
});

finish('hostile texts');
