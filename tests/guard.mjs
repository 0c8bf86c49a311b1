// guard.mjs - guards as hooks, on every agent and as a program; gaff guard --explain; self and paths; gaff init.
// What each row of the other guards catches is in tests/guard: here it is enough that one does.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { finish, is, ok, test } from './check.mjs';
import { odd, placed } from './guard/planted.mjs';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-guard-')));
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
let made = 0;

const hosts = ['claude-code', 'codex', 'copilot-cli', 'cursor', 'factory-droid', 'gemini-cli', 'generic', 'opencode', 'qwen-code'];
const danger = 'git reset --hard', harmless = 'git status';

// A home and a project of their own. gaff is not in PATH: a guard that is run as a program is not found.
function machine() {
  const base = path.join(scratch, String(made++)), home = path.join(base, 'home'), project = path.join(base, 'project');
  fs.mkdirSync(home, { recursive: true });
  fs.mkdirSync(path.join(project, '.git'), { recursive: true });
  const env = { CLAUDE_CODE_SESSION_ATTENDED: '1', PATH: '/usr/bin:/bin', HOME: home, USER: 'u', SHELL: '/bin/sh', COLUMNS: '120', ...sanitizer };
  const m = {
    base, home, project, env,
    gaff(args, input = '', more = {}) {
      const r = spawnSync(gaff, args, { encoding: 'utf8', cwd: project, env: { ...env, ...more }, maxBuffer: 1 << 28, input });
      return { code: r.status, stdout: r.stdout, stderr: r.stderr };
    },
    json(args, input, more) {
      const r = m.gaff(args, input, more);
      try { return JSON.parse(r.stdout); } catch { throw new Error(`${args.join(' ')}: exit ${r.code}: ${r.stdout}${r.stderr}`); }
    },
    write(file, text) {
      file = path.resolve(project, file.replace(/^~/, home));
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text, null, 2));
      return file;
    },
    read: file => fs.readFileSync(path.resolve(project, file.replace(/^~/, home)), 'utf8'),
    exists: file => fs.existsSync(path.resolve(project, file.replace(/^~/, home))),
    // the user's manifest
    hooks: (...hooks) => m.write('~/.config/gaff/hooks.json', { spec: 'hooks/1.0', hooks }),
    payload: (host, command) => m.gaff(['fire', '--host', host, '--event', 'before_tool_execute', '--command', command]).stdout,
    explain: (host, command, ...args) => m.json(['explain', '--json', '--host', host, '--event', 'before_tool_execute', '--command', command, ...args]),
  };
  return m;
}
const hook = (command, more = {}) => ({ event: 'before_tool_execute', blocking: true, handler: { type: 'command', command }, ...more });

// ---- as hooks of manifests ----

for (const host of hosts) {
  test(`in process on ${host}: denied, and no opinion`, () => {
    const m = machine();
    m.hooks(hook('gaff guard destructive'));
    const denied = m.explain(host, danger);
    is(denied.hooks.length, 1, 'hooks');
    is(denied.hooks[0].result, 'deny', 'result');
    ok(denied.hooks[0].findings.length === 1, denied.hooks[0].findings);
    is(['stdin' in denied.hooks[0], 'stdout' in denied.hooks[0]], [false, false], 'a program was run');
    is(denied.merged.decision, 'deny', 'merged');
    ok(denied.merged.reason.includes(denied.hooks[0].findings[0].reason), denied.merged.reason);
    const passed = m.explain(host, harmless);
    is([passed.hooks[0].result, passed.hooks[0].findings], ['no opinion', []]);
    // byte for byte what gaff run says
    const run = m.gaff(['run', '--host', host, '--event', denied.native_event], denied.payload);
    is([run.code, run.stdout], [denied.answer.exit, denied.answer.stdout], 'gaff run');
  });
}
test('what is asked is asked on an agent that can, and denied on one that cannot', () => {
  const m = machine();
  m.hooks(hook('gaff guard paths'));
  for (const [host, decision] of [['claude-code', 'ask'], ['codex', 'deny']]) {
    const r = m.explain(host, 'echo x > "$SOMEWHERE"');
    is([r.hooks[0].findings[0].decision, r.merged.decision], ['ask', decision], host);
  }
});
test('strict: what cannot be known is denied', () => {
  const m = machine();
  m.hooks(hook('gaff guard paths --strict'));
  is(m.explain('claude-code', 'echo x > "$SOMEWHERE"').merged.decision, 'deny');
});
test('several guards and hooks: the first denial ends it, a question is kept', () => {
  const m = machine();
  m.hooks(hook('gaff guard paths'), hook('gaff guard destructive'), hook('echo late >&2; exit 2'));
  const r = m.explain('claude-code', `echo x > "$SOMEWHERE"; ${danger}`);
  is(r.hooks.map(h => h.result), ['ask', 'deny', 'not run']);
  is(r.merged.decision, 'deny');
});
test('a guard sees what a hook before it made of the call', () => {
  const m = machine();
  m.hooks(hook('gaff guard destructive'), hook(`echo '{"decision":"allow","updated_input":{"command":"${danger}"}}'`), hook('gaff guard destructive'));
  const r = m.explain('claude-code', harmless);
  is(r.hooks.map(h => h.result), ['no opinion', 'allow', 'deny']);
});
test('a guard that does not block decides all the same', () => {
  const m = machine();
  m.hooks(hook('gaff guard destructive', { blocking: false }));
  is(m.explain('claude-code', danger).merged.decision, 'deny');
});
test('file tools are looked at, too', () => {
  const m = machine();
  m.hooks(hook('gaff guard self'));
  for (const host of ['claude-code', 'codex', 'cursor', 'gemini-cli']) {
    const r = m.json(['explain', '--json', '--host', host, '--event', 'before_tool_execute', '--path', '.gaff/hooks.json', '--content', '{}']);
    is(r.merged.decision, 'deny', host);
  }
  is(m.json(['explain', '--json', '--host', 'claude-code', '--event', 'PreToolUse', '--path', '.gaff/hooks.json']).merged.decision, 'none', 'reading');
});
test('what a guard or a rule says does not repeat a secret, nor does the record', () => {
  const m = machine(), key = 'gh' + 'p_9fKq2LmX7tVbR4sWcZ8yNpD3hJ6gA1eU0iOo';
  m.write('~/.config/gaff/hooks.json', { spec: 'hooks/1.0', rules: [{ name: 'no-deploy', program: 'deploy', decision: 'deny', reason: 'r' }], hooks: [hook('gaff guard destructive self')] });
  const long = 'x'.repeat(130); // it would be cut in the middle
  for (const command of [`git push --force https://me:${key}@example.com/a.git`, `rm -rf / ${key}`, `rm -rf / ${long} ${key}`, `mysql -p${key} -e 'drop table x'`, `gaff uninstall ${key}`, `deploy --token=${key}`, `deploy ${long} ${key}`]) {
    const r = m.gaff(['run', '--host', 'claude-code'], JSON.stringify({ session_id: 's', cwd: m.project, hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } }));
    ok(/"permissionDecision":"deny"/.test(r.stdout), r.stdout);
    ok(!(r.stdout + r.stderr).includes(key.slice(0, 12)), r.stdout);
  }
  ok(!m.read('~/.local/state/gaff/audit.jsonl').includes(key.slice(0, 12)), 'it is in the record');
});
// A secret of its own for each command, so that what is found says where it was.
function plant(i, weak) {
  const letters = weak ? 'abcdefghijklmnopqrstuvwxyz' : 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  const random = Array.from({ length: 12 }, () => letters[Math.floor(Math.random() * letters.length)]).join('');
  return weak ? `q${random}` : `${random}7${i}Z`;
}
for (const host of ['claude-code', 'codex', 'cursor', 'gemini-cli', 'generic']) {
  test(`a secret anywhere in a command is neither in a reason nor in the log, on ${host}`, () => {
    const m = machine(), log = path.join(m.home, '.local/state/gaff/audit.jsonl');
    m.hooks(hook('gaff guard destructive secrets paths self curl-pipe-to-shell'));
    const event = m.explain(host, danger).native_event, payload = m.payload(host, '%COMMAND%'), secrets = [];
    [...placed, ...odd].forEach((command, i) => {
      for (const weak of [false, true]) {
        const secret = plant(i, weak), shown = command.replaceAll('@@', secret);
        const r = m.gaff(['run', '--host', host, '--event', event], payload.replaceAll('"%COMMAND%"', () => JSON.stringify(shown)));
        secrets.push(secret);
        const said = `${r.stdout}${r.stderr}`, line = fs.readFileSync(log, 'utf8').trim().split('\n').at(-1);
        ok(/gaff guard/.test(said), `no objection to ${shown}: ${said}`);
        ok(/"decision":"(ask|deny)"/.test(line), line);
        ok(!said.includes(secret), `${shown}: ${said}`);
        ok(!line.includes(secret), `${shown}: ${line}`);
      }
    });
    const kept = m.gaff(['log', '--json', '--limit', '1000']).stdout;
    ok(kept.split('\n').length > 100, 'gaff log');
    is(secrets.filter(secret => kept.includes(secret)), [], 'gaff log');
  });
}
test('nor in the log where a hook quotes the command, in its reason or when it fails', () => {
  const quoting = 'python3 -c "import sys,json; sys.stderr.write(\'no: \' + json.load(sys.stdin)[\'tool_input\'][\'command\'])';
  for (const end of ['sys.exit(2)"', 'sys.exit(1)"']) {
    const m = machine(), log = path.join(m.home, '.local/state/gaff/audit.jsonl');
    m.hooks(hook(`${quoting}; ${end}`, { name: 'quoting' }));
    [...placed.flatMap((c, i) => [[c, plant(i)], [c, plant(i, true)]]), ...odd.map((c, i) => [c, plant(i)])].forEach(([command, secret]) => {
      const shown = command.replaceAll('@@', secret);
      m.gaff(['run', '--host', 'claude-code', '--event', 'PreToolUse'], m.payload('claude-code', shown));
      const line = fs.readFileSync(log, 'utf8').trim().split('\n').at(-1);
      ok(/no: /.test(line), `${end} ${shown}: ${line}`);
      ok(!line.includes(secret), `${shown}: ${line}`);
    });
  }
});
test('the log keeps what hooks say of files and words that are no secrets', () => {
  const m = machine(), log = path.join(m.home, '.local/state/gaff/audit.jsonl');
  const reasons = ['do not touch src/main.c', 'use pnpm install, not npm install', 'the token: expired yesterday', 'no -p here: see docs/a-b.md#c=d', 'run it with --dry-run first'];
  for (const reason of reasons) {
    m.hooks(hook(`echo '${reason}' >&2; exit 2`, { name: 'plain' }));
    m.gaff(['run', '--host', 'claude-code', '--event', 'PreToolUse'], m.payload('claude-code', 'npm install src/main.c'));
    is(JSON.parse(fs.readFileSync(log, 'utf8').trim().split('\n').at(-1)).reason, reason);
  }
});
test('secrets: a patch of a file for secrets and another one', () => {
  const m = machine(), key = 'gh' + 'p_9fKq2LmX7tVbR4sWcZ8yNpD3hJ6gA1eU0iOo';
  m.hooks(hook('gaff guard secrets'));
  const patch = files => m.gaff(['run', '--host', 'codex'], JSON.stringify({ session_id: 's', cwd: m.project, hook_event_name: 'PreToolUse', tool_name: 'apply_patch', tool_input: { command: ['*** Begin Patch', ...files.flatMap(f => [`*** Add File: ${f}`, `+x = ${key}`]), '*** End Patch', ''].join('\n') } })).stdout.includes('"deny"');
  is([patch(['.env']), patch(['a.js']), patch(['.env', 'a.js']), patch(['a.js', '.env'])], [false, true, true, true]);
});
test('tools that nobody knows: those that are called so write', () => {
  const m = machine();
  m.hooks(hook('gaff guard self paths'));
  const said = (tool, input) => m.gaff(['run', '--host', 'claude-code'], JSON.stringify({ session_id: 's', cwd: m.project, hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input })).stdout.match(/"permissionDecision":"(\w+)"/)?.[1] ?? 'none';
  is(said('mcp__fs__write_file', { path: path.join(m.home, '.config/gaff/hooks.json'), content: '{}' }), 'deny', 'gaff');
  is(said('mcp__fs__edit_file', { path: '.claude/settings.json', edits: [] }), 'ask', 'settings');
  is(said('mcp__fs__move_file', { source: 'a', destination: `file://${m.home}/notes` }), 'ask', 'outside');
  is(said('mcp__fs__write_file', { path: 'src/a.c', content: '' }), 'none', 'in the project');
  is(said('mcp__fs__read_file', { path: path.join(m.home, '.claude/settings.json') }), 'none', 'reading');
  is(said('mcp__sh__run', { command: 'rm .gaff/hooks.json' }), 'deny', 'by a command');
  is(said('mcp__web__create_page', { url: 'https://example.com/x' }), 'none', 'no file');
});
test('tools of MCP servers that run commands', () => {
  const m = machine();
  m.hooks(hook('gaff guard destructive secrets'));
  const said = input => m.gaff(['run', '--host', 'claude-code'], JSON.stringify({ session_id: 's', cwd: m.project, hook_event_name: 'PreToolUse', tool_name: 'mcp__term__execute', tool_input: input })).stdout.match(/"permissionDecision":"(\w+)"/)?.[1] ?? 'none';
  is([{ command: 'x=reset; git $x --hard' }, { cmd: 'cat ~/.ssh/id_rsa' }, { script: 'rm -rf /' }, { command: 'status' }, { query: 'rm -rf /' }, { command: ['rm'] }].map(said), ['deny', 'deny', 'deny', 'none', 'none', 'none']);
});
{ // a file that agents and shells read, at any length
  const call = content => { const m = machine(), from = Date.now(); m.hooks(hook('gaff guard self')); const r = m.gaff(['run', '--host', 'claude-code'], JSON.stringify({ session_id: 's', cwd: m.project, hook_event_name: 'PreToolUse', tool_name: 'Write', tool_input: { file_path: path.join(m.project, '.env'), content } })); return [/"permissionDecision":"(\w+)"/.exec(r.stdout)?.[1] ?? 'none', Date.now() - from]; };
  test('self: a long file is looked at in no time', () => {
    for (const content of ['a '.repeat(200000), 'pi x '.repeat(80000), '# pi x '.repeat(60000), 'pi'.repeat(200000), '#'.repeat(400000)]) {
      const [said, ms] = call(`${content}\nGAFF_DISABLE=1\n`);
      is(said, 'deny', content.slice(0, 10));
      ok(ms < 3000 * (process.env.SLOW ?? 1), `${content.slice(0, 10)}: ${ms} ms`);
    }
  });
  test('self: no alias is too far down', () => {
    const alias = "alias claude='claude --bare'\n", pi = n => 'echo pi x\n'.repeat(n);
    is([call(pi(31) + alias)[0], call(pi(32) + alias)[0] !== 'none', call(pi(200) + alias)[0] !== 'none', call(pi(3))[0], call('# pi x\n'.repeat(100) + alias)[0], call('# pi x\n'.repeat(100))[0], call(`echo ' # '; ${alias}`)[0], call(`x=" #"; ${alias}`)[0], call(`x=1 # it's\n${alias}`)[0]], ['deny', true, true, 'none', 'deny', 'none', 'deny', 'deny', 'deny']);
  });
}
{ // what a tool that nobody here knows is given: a command may be in it under many names, and a text that only talks of one
  const D = 'git reset --hard', list = ['git', 'reset', '--hard'], rows = {
    deny: [
      ['mcp__x__run', { command: 'git', args: ['reset', '--hard'] }], ['mcp__x__run', { command: ['git'], args: ['reset', '--hard'] }], ['mcp__x__run', { command: 'git', args: 'reset --hard' }], ['mcp__x__run', { program: 'git', arguments: ['reset', '--hard'] }],
      ['mcp__x__run', { command: 'bash', args: ['-c', D] }], ['mcp__x__run', { executable: '/usr/bin/git', argv: ['reset', '--hard'] }], ['mcp__x__run', { args: ['reset', '--hard'], cmd: 'git' }],
      ['mcp__x__run', { argv: list }], ['mcp__x__run', { command: list }], ['mcp__x__run', { commands: [D] }], ['mcp__x__run', { commands: ['ls', D] }], ['mcp__x__run', { command: ['ls -la', D] }], ['mcp__x__run', { commands: ['ls', 'cd ..; ' + D] }], ['mcp__x__run', { commands: [list] }],
      ['mcp__x__run', { commands: [{ command: 'ls' }, { command: D }] }], ['mcp__x__run', { steps: [{ cmd: 'git', args: ['reset', '--hard'] }] }], ['mcp__x__run', { params: { command: D } }], ['mcp__x__run', { arguments: { command: D } }], ['mcp__x__run', { input: { command: D } }],
      ['mcp__x__run', { params: { input: { command: D } } }], ['mcp__x__run', { Command: D }], ['mcp__x__run', { commandLine: D }], ['mcp__x__run', { command_line: D }], ['mcp__x__run', { 'command-line': D }], ['mcp__x__run', { shell_command: D }], ['mcp__x__run', { shellCommand: D }], ['mcp__x__run', { cmdString: D }],
      ['mcp__x__run', { command: 'ls', cmd: D }], ['mcp__x__run', { command: 'ls "', cmd: D }], ['mcp__x__run', { script: D }], ['mcp__iterm__write_to_terminal', { text: D }], ['mcp__dc__interact_with_process', { pid: 3, input: `${D}\n` }], ['mcp__shell__run', { input: D }], ['mcp__shell__run', { code: D }], ['mcp__t__runInTerminal', { text: D }],
      ['mcp__tmux__send_keys', { keys: D }], ['mcp__ssh__exec', { cmdString: 'rm -rf /' }], ['mcp__x__bash', { lines: ['ls', D] }], ['mcp__py__execute_code', { code: `import os; os.system('${D}')` }], ['mcp__x__run_code', { language: 'javascript', code: `require('child_process').execSync('${D}')` }],
      ['mcp__x__run_code', { language: 'bash', code: D }], ['write_stdin', { session_id: 1, chars: `${D}\n` }], ['my_terminal', { input: D }],
      ['run_command', { command: D }], ['shell', { cmd: D }], ['run_shell_command', { cmd: D }], ['execute_command', { cmd: D }], ['shell', { command: ['ls'], cmd: D }], ['write_bash', { shellId: '1', input: `${D}{enter}` }], ['write_bash', { shellId: '1', input: `y{enter}${D}` }], ['write-process', { terminal_id: 1, input_text: `${D}\n` }],
    ],
    none: [
      ['mcp__notes__add', { text: `${D} is dangerous` }], ['mcp__notes__add', { input: D }], ['mcp__notes__save', { code: D, language: 'bash' }], ['mcp__mail__send', { body: { text: D } }], ['mcp__x__run', { command: 'git', args: ['status'] }], ['mcp__x__run', { command: 'echo', args: [D] }], ['mcp__x__run', { command: ['echo', D] }],
      ['mcp__x__run', { args: ['reset', '--hard'] }], ['mcp__x__run', { command: 7, args: {} }], ['mcp__x__run', { commands: [] }], ['mcp__x__run', { description: D }], ['mcp__shell__run', { command: 'ls', description: D }], ['mcp__docs__executive_summary', { text: D }], ['mcp__iterm__write_to_terminal', { text: 'git status' }],
      ['mcp__py__execute_code', { code: "print('git reset --hard')" }], ['mcp__db__execute_sql', { query: 'select 1' }], ['mcp__x__search', { query: D }], ['mcp__git__commit', { message: D }],
      ['run_command', { command: 'ls' }], ['shell', { cmd: 'git status' }], ['write_bash', { shellId: '1', input: 'y{enter}ls{enter}' }],
    ],
  };
  for (const [wanted, calls] of Object.entries(rows)) {
    const m = machine();
    m.hooks(hook('gaff guard destructive secrets self'));
    for (const [tool, input] of calls)
      test(`a tool's input: ${wanted}: ${tool} ${JSON.stringify(input)}`, () => is(m.gaff(['run', '--host', 'claude-code'], JSON.stringify({ session_id: 's', cwd: m.project, hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input })).stdout.match(/"permissionDecision":"(\w+)"/)?.[1] ?? 'none', wanted));
  }
  test('a tool\'s input: very many members are looked at in no time, or are too many', () => {
    for (const key of ['code', 'command', 'text', 'args', 'language']) {
      const m = machine(), from = Date.now(), inner = `{${Array.from({ length: 12000 }, () => `"${key}":"a"`).join(',')}}`;
      m.hooks(hook('gaff guard destructive'));
      const r = m.gaff(['run', '--host', 'claude-code', '--event', 'PreToolUse'], `{"session_id":"s","cwd":"${m.project}","hook_event_name":"PreToolUse","tool_name":"mcp__x__run","tool_input":{"params":${inner},"command":"git reset --hard"}}`);
      ok(/"permissionDecision":"(deny|ask)"/.test(r.stdout), `${key}: ${r.stdout}`);
      ok(Date.now() - from < 4000 * (process.env.SLOW ?? 1), `${key}: ${Date.now() - from} ms`);
    }
  });
  test('a tool\'s input: arguments that are given to very many commands', () => {
    const m = machine(), input = { args: ['x'.repeat(100000)], ...Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`${'c_'.slice(0, 1)}${'_'.repeat(i)}ommand`, 'git'])) };
    m.hooks(hook('gaff guard destructive'));
    const r = m.gaff(['run', '--host', 'claude-code'], JSON.stringify({ session_id: 's', cwd: m.project, hook_event_name: 'PreToolUse', tool_name: 'mcp__x__run', tool_input: input }));
    ok((r.code === 2 || r.stdout.includes('"deny"')) && /the commands of a tool are too long/.test(r.stdout + r.stderr), r.stdout + r.stderr);
  });
}
{ // an apply_patch that a shell is given, and files that reading tools name in other members
  const patch = (header, line) => ['*** Begin Patch', header, '@@', line, '*** End Patch'].join('\n'), env = patch('*** Update File: .env', '+GAFF_DISABLE=1');
  const said = (m, host, event, tool, input) => m.gaff(['run', '--host', host], JSON.stringify({ session_id: 's', turn_id: 't', transcript_path: '/t', cwd: m.project, hook_event_name: event, tool_name: tool, tool_input: input }));
  const denies = r => r.code === 2 || /"deny"|"ask"/.test(r.stdout);
  for (const [wanted, tool, input] of [
    [true, 'apply_patch', { command: env }], [true, 'Bash', { command: `apply_patch <<'EOF'\n${env}\nEOF` }], [true, 'Bash', { command: `cd sub && applypatch <<"EOF"\n${env.replace('.env', '../.env')}\nEOF` }], [true, 'Bash', { command: `apply_patch '${env}'` }],
    [true, 'Bash', { command: `bash -lc "apply_patch <<'EOF'\n${env}\nEOF"` }], [true, 'Bash', { command: `apply_patch <<'EOF'\n${patch('*** Delete File: .gaff/hooks.json', '')}\nEOF` }], [true, 'Bash', { command: `apply_patch <<'EOF'\n${patch('*** Update File: a\n*** Move to: .gaff/hooks.json', '+x')}\nEOF` }],
    [true, 'apply_patch', { command: '*** Begin Patch\n*** Add File: .codex/config.toml\n+[features]\n+hooks = false\n*** End Patch' }], [true, 'apply_patch', { command: '*** Begin Patch\n  *** Add File: .codex/config.toml\n+[features]\n+hooks = false\n*** End Patch' }], [true, 'write_stdin', { session_id: 1, chars: 'rm .gaff/hooks.json\n' }],
    [false, 'Bash', { command: `apply_patch <<'EOF'\n${patch('*** Update File: src/a.c', '+GAFF_DISABLE=1')}\nEOF` }], [false, 'Bash', { command: `echo '${env}'` }], [false, 'write_stdin', { session_id: 1, chars: 'ls\n' }], [false, 'write_stdin', { session_id: 1, chars: '' }],
  ]) test(`codex: ${wanted ? 'caught' : 'none'}: ${tool} ${JSON.stringify(input)}`, () => {
    const m = machine();
    m.hooks(hook('gaff guard destructive secrets self'));
    const r = said(m, 'codex', 'PreToolUse', tool, input);
    is(denies(r), wanted, r.stdout + r.stderr);
  });
  for (const [wanted, host, event, tool, input] of [
    [true, 'gemini-cli', 'BeforeTool', 'read_many_files', { include: ['.env'] }], [true, 'gemini-cli', 'BeforeTool', 'read_many_files', { include: ['src/*.c', '**/.env*'] }], [true, 'gemini-cli', 'BeforeTool', 'read_many_files', { paths: ['/root/.ssh/id_rsa'] }], [true, 'gemini-cli', 'BeforeTool', 'read_many_files', { include: '.env' }],
    [true, 'gemini-cli', 'BeforeTool', 'grep_search', { pattern: '.', path: '~/.ssh' }], [true, 'gemini-cli', 'BeforeTool', 'grep_search', { pattern: '.', dir_path: '~/.ssh' }], [true, 'gemini-cli', 'BeforeTool', 'grep_search', { pattern: '.', include: '.env' }], [true, 'gemini-cli', 'BeforeTool', 'search_file_content', { pattern: '.', include: '.env' }],
    [true, 'gemini-cli', 'BeforeTool', 'search_file_content', { pattern: '.', dir_path: '~/.ssh' }], [true, 'qwen-code', 'PreToolUse', 'read_many_files', { paths: ['.env'] }], [true, 'qwen-code', 'PreToolUse', 'read_many_files', { include: ['**/.env'] }], [true, 'qwen-code', 'PreToolUse', 'grep_search', { pattern: '.', path: '~/.ssh' }], [true, 'qwen-code', 'PreToolUse', 'grep_search', { pattern: '.', glob: '.env' }],
    [true, 'claude-code', 'PreToolUse', 'Grep', { pattern: '.', path: '~/.ssh' }], [true, 'claude-code', 'PreToolUse', 'Grep', { pattern: '.', glob: '.env' }],
    [false, 'gemini-cli', 'BeforeTool', 'read_many_files', { include: ['src/**/*.ts'], exclude: ['.env'] }], [false, 'gemini-cli', 'BeforeTool', 'read_many_files', { include: ['**/*'], exclude: ['**/.env'] }], [false, 'gemini-cli', 'BeforeTool', 'grep_search', { pattern: '.env', path: 'src' }], [false, 'gemini-cli', 'BeforeTool', 'grep_search', { pattern: '.', include: '*.ts' }],
    [false, 'qwen-code', 'PreToolUse', 'read_many_files', { paths: ['src/*.ts'] }],
  ]) test(`secrets: ${wanted ? 'caught' : 'none'}: ${host} ${tool} ${JSON.stringify(input)}`, () => {
    const m = machine();
    m.hooks(hook('gaff guard secrets'));
    const named = JSON.parse(JSON.stringify(input).replaceAll('~/', `${m.home}/`)), r = said(m, host, event, tool, named);
    is(denies(r), wanted, r.stdout + r.stderr);
  });
}
test('secrets: of what a tool has printed the model reads the rest', () => {
  const m = machine(), keys = ['AKI' + 'AQ3Z7W5K2M9XJ4TLP', 'gh' + 'p_9fKq2LmX7tVbR4sWcZ8yNpD3hJ6gA1eU0iOo'];
  m.hooks({ ...hook('gaff guard secrets'), event: 'after_tool_execute' });
  const said = stdout => m.gaff(['run', '--host', 'claude-code'], JSON.stringify({ session_id: 's', cwd: m.project, hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: { command: './show' }, tool_response: { stdout, stderr: '', interrupted: false, isImage: false } })).stdout;
  const text = said(`before ${keys[0]} between ${keys[1]} behind`);
  for (const part of ['before', 'between', 'behind', '[redacted']) ok(text.includes(part), text);
  for (const key of keys) ok(!text.includes(key.slice(-8)), `${key} is in ${text}`);
  ok(!said('nothing to hide').includes('redacted'), 'it is changed');
});
test('in the project: trusted without a file to pin', () => {
  const m = machine();
  m.write('.gaff/hooks.json', { spec: 'hooks/1.0', hooks: [hook('gaff guard destructive')] });
  is(m.explain('claude-code', danger).merged.decision, 'none', 'not trusted');
  is(m.gaff(['trust', '--yes']).code, 0);
  is(m.explain('claude-code', danger).merged.decision, 'deny');
});
test('with shell characters it is a program like any other', () => {
  const m = machine();
  m.hooks(hook('gaff guard destructive | cat', { name: 'piped' }));
  is(m.explain('claude-code', danger).hooks[0].findings, undefined);
  const bin = path.join(m.base, 'bin');
  fs.mkdirSync(bin);
  fs.symlinkSync(gaff, path.join(bin, 'gaff'));
  const r = m.json(['explain', '--json', '--host', 'claude-code', '--event', 'PreToolUse', '--command', danger], '', { PATH: `${bin}:/usr/bin:/bin` });
  is([r.hooks[0].result, r.merged.decision], ['deny', 'deny'], 'the same answer');
});
test('the record has the row, and not what was found', () => {
  const m = machine();
  m.hooks(hook('gaff guard destructive'));
  m.gaff(['run', '--host', 'claude-code'], m.payload('claude-code', danger));
  const line = JSON.parse(m.read('~/.local/state/gaff/audit.jsonl').trim().split('\n').at(-1));
  is([line.decision, line.hooks[0].result, line.hooks[0].found.length], ['deny', 'deny', 1], JSON.stringify(line));
});
test('explain tells people that it ran in process', () => {
  const m = machine();
  m.hooks(hook('gaff guard destructive'));
  const { stdout } = m.gaff(['explain', '--host', 'claude-code', '--event', 'PreToolUse', '--command', danger]);
  ok(/in process/.test(stdout) && /found +deny, destructive/.test(stdout), stdout);
});

// ---- mistakes ----

test('a name that is none is a mistake of the manifest', () => {
  const m = machine();
  m.hooks(hook('gaff guard destructiv'));
  const r = m.gaff(['validate']);
  is(r.code, 1);
  ok(/:\d+:\d+: .*destructiv.*destructive/.test(r.stdout), r.stdout);
  const run = m.explain('claude-code', danger);
  ok(run.manifests[0].unused.includes('destructiv'), run.manifests[0]);
});
test('so is one for another system, an option and an async guard', () => {
  const m = machine();
  for (const [handler, words] of [
    [{ type: 'command', command: 'true', platform: { windows: 'gaff guard nope' } }, /nope/],
    [{ type: 'command', command: 'gaff guard destructive --strikt' }, /--strikt/],
    [{ type: 'command', command: 'gaff guard' }, /it names no guard; see 'gaff guard --list'/],
    [{ type: 'command', command: 'gaff guard destructive', async: true }, /async/],
  ]) {
    m.hooks({ event: 'before_tool_execute', handler });
    const r = m.gaff(['validate']);
    is(r.code, 1, JSON.stringify(handler));
    ok(words.test(r.stdout), r.stdout);
  }
});
test('every mistake of a hook is told, not only that', () => {
  const m = machine();
  m.hooks({ event: 'before_tool', handler: { type: 'command', command: 'gaff guard nope' } });
  const found = m.json(['validate', '--json']);
  is(found.length, 2, JSON.stringify(found));
});
test('gaff run -- gaff guard with a wrong name is a hook that fails', () => {
  const m = machine();
  const payload = m.payload('claude-code', danger);
  is(m.gaff(['run', '--host', 'claude-code', '--', 'gaff', 'guard', 'nope'], payload).code, 0, 'open');
  const closed = m.gaff(['run', '--host', 'claude-code', '--fail-closed', '--', 'gaff', 'guard', 'nope'], payload);
  is(closed.code, 2, 'closed');
  ok(closed.stderr.includes('nope'), closed.stderr);
});

// ---- as a program ----

test('gaff run -- gaff guard', () => {
  const m = machine();
  const args = ['run', '--host', 'claude-code', '--', 'gaff', 'guard', 'destructive'];
  const r = m.gaff(args, m.payload('claude-code', danger));
  is(r.code, 2, r.stderr);
  is(JSON.parse(r.stdout).hookSpecificOutput.permissionDecision, 'deny');
  is(m.gaff(args, m.payload('claude-code', harmless)), { code: 0, stdout: '', stderr: '' });
});
test('gaff guard answers in the dialect it is asked in', () => {
  const m = machine();
  for (const host of ['claude-code', 'codex', 'gemini-cli']) {
    const payload = m.payload(host, danger);
    const want = m.gaff(['run', '--host', host, '--', 'gaff', 'guard', 'destructive'], payload);
    is(m.gaff(['guard', 'destructive', '--host', host], payload), want, host);
  }
  const event = { spec: 'hooks/1.0', event: 'before_tool_execute', tool: 'shell', tool_name: 'Bash', tool_input: { command: danger }, cwd: m.project };
  const r = m.gaff(['guard', 'destructive'], JSON.stringify(event));
  is([r.code, JSON.parse(r.stdout).decision], [0, 'deny'], r.stderr);
  is(m.gaff(['guard', 'destructive'], JSON.stringify({ ...event, tool_input: { command: harmless } })), { code: 0, stdout: '', stderr: '' });
  ok(!m.exists('~/.local/state/gaff/audit.jsonl') || !m.read('~/.local/state/gaff/audit.jsonl').includes('"canonical"'), 'recorded by the hook itself');
});
test('a canonical event of every tool is read', () => {
  const m = machine();
  for (const [tool, input, decision] of [
    ['file_write', { path: '.gaff/x', content: '' }, 'deny'],
    ['file_edit', { path: '.gaff/x', edits: [{ old: 'a', new: 'b' }] }, 'deny'],
    ['file_edit', { path: 'x', patch: '*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n*** Update File: .gaff/x\n@@\n-a\n+b\n*** End Patch\n' }, 'deny'],
    ['file_read', { path: '.gaff/x' }, undefined],
  ]) {
    const r = m.gaff(['guard', 'self'], JSON.stringify({ spec: 'hooks/1.0', event: 'before_tool_execute', tool, tool_input: input, cwd: m.project }));
    is(r.stdout ? JSON.parse(r.stdout).decision : undefined, decision, JSON.stringify(input));
  }
});
test('lists, rows and a wrong name', () => {
  const m = machine();
  const names = m.json(['guard', '--list', '--json']).map(g => g.name);
  for (const name of ['destructive', 'secrets', 'paths', 'self']) ok(names.includes(name), names);
  for (const args of [['guard'], ['guard', '--list']]) ok(m.gaff(args).stdout.includes('destructive'), args);
  ok(/git-reset/.test(m.gaff(['guard', 'destructive', '--rows']).stdout), 'rows');
  is(m.gaff(['guard', '--list', 'destructive']).stdout, m.gaff(['guard', 'destructive', '--rows']).stdout);
  is(m.json(['guard', 'self', 'secrets', '--rows', '--json']).map(g => g.name), ['self', 'secrets'], 'rows as JSON');
  is(m.json(['guard', 'self', '--list', '--json'])[0].rows.length > 0, true, 'a list of one as JSON');
  const wrong = m.gaff(['guard', 'destructiv', '--rows']);
  is(wrong.code, 129);
  ok(wrong.stderr.includes('destructive'), wrong.stderr);
});

// ---- --explain ----

test('explain: parse, programs, rows, verdict', () => {
  const m = machine();
  const r = m.gaff(['guard', '--explain', 'x=reset; echo hi | sudo git $x --hard']);
  is(r.code, 1);
  for (const line of [/^parse +list\n +x=reset\n +pipe\n +echo hi\n +sudo git \$x --hard$/m, /^programs /m, /^ +git reset --hard\n +started by sudo/m, /^verdict +deny$/m, /^reason /m])
    ok(line.test(r.stdout), `${line} in ${r.stdout}`);
  const fine = m.gaff(['guard', '--explain', harmless]);
  is(fine.code, 0);
  ok(/^verdict +no objection$/m.test(fine.stdout), fine.stdout);
});
test('explain: what cannot be known is quoted', () => {
  const m = machine();
  const { stdout } = m.gaff(['guard', '--explain', '$(curl -s x) --now']);
  ok(/^unknown +.*\$\(curl -s x\)/m.test(stdout), stdout);
});
test('explain --json is complete', () => {
  const m = machine();
  const r = m.json(['guard', '--json', '--explain', `cd sub && sudo ${danger} > out`]);
  is(Object.keys(r), ['command', 'decision', 'programs', 'unknown', 'tried', 'findings', 'reason']);
  const git = r.programs.find(p => p.name === 'git');
  is([git.words, git.via, git.cwd], [['git', 'reset', '--hard'], 'sudo', `${m.project}/sub`]);
  is(Object.keys(r.findings[0]), ['guard', 'row', 'decision', 'what', 'reason', 'instead']);
  const row = r.tried.find(t => t.result === 'yes');
  is([row.guard, row.row, row.program], [r.findings[0].guard, r.findings[0].row, 'git']);
  ok(r.tried.some(t => t.result === 'no' && t.missing), 'no row that was not met');
});
test('explain reads stdin, and takes a folder and a project', () => {
  const m = machine();
  is(m.json(['guard', '--json', '--explain', '-'], danger).command, danger);
  const at = (cwd, project) => m.json(['guard', 'paths', '--json', '--explain', 'echo > x', '--cwd', cwd, '--project', project]).decision;
  is([at('/srv/p/sub', '/srv/p'), at('/srv/q', '/srv/p')], ['none', 'deny']);
});
test('explain: hostile texts do not reach the terminal', () => {
  const m = machine();
  const { stdout } = m.gaff(['guard', '--explain', 'rm -rf "/\x1b[2J\u202e" $(\x07)']);
  ok(!/[\x00-\x08\x0b-\x1f\u202e]/.test(stdout), JSON.stringify(stdout));
});
test('explain of files and prompts', () => {
  const m = machine();
  const r = m.json(['guard', '--json', '--path', '.gaff/hooks.json', '--tool', 'write']);
  is([r.path, r.decision], ['.gaff/hooks.json', 'deny']);
  is(m.json(['guard', '--json', '--path', '.gaff/hooks.json', '--tool', 'read']).decision, 'none');
  is(m.json(['guard', '--json', '--prompt', 'hello']).decision, 'none');
  // a tool that nobody knows is not "no objection", and one without a file is not a list
  for (const args of [['--path', '/etc/passwd', '--tool', 'Write'], ['--tool', 'write'], ['--content', 'x']]) is(m.gaff(['guard', ...args]).code, 129, args.join(' '));
  ok(/a tool is read, write or edit, not 'Write'/.test(m.gaff(['guard', '--path', 'x', '--tool', 'Write']).stderr), 'what is wrong');
  ok(/^parse +rm -rf \/ x$/m.test(m.gaff(['guard', '--explain', '-'], 'rm -rf /\0 x\n').stdout), 'places behind a NUL');
  is(m.gaff(['guard', '--explain', 'ls', '--path', 'x']).code, 129);
});
test('--batch answers each line', () => {
  const m = machine();
  const lines = [];
  for (let i = 0; i < 500; i++) lines.push(JSON.stringify({ command: i % 2 ? danger : harmless }));
  lines.push('', 'nonsense', JSON.stringify({ path: '.gaff/x', tool: 'write' }), JSON.stringify({ nothing: 1 }));
  const r = m.gaff(['guard', '--batch'], lines.join('\n'));
  const answers = r.stdout.trim().split('\n').map(line => JSON.parse(line));
  is(answers.length, 503);
  is(answers.slice(0, 500).filter((a, i) => a.decision !== (i % 2 ? 'deny' : 'none')), []);
  ok(answers[500].error && answers[501].decision === 'deny' && answers[502].error, answers.slice(500));
  is(r.code, 1, 'a line could not be read');
});

// ---- self and paths ----

// Folders that are not there: only their names count, and no folder for temporary files is near.
function decide(guard, commands, strict = []) {
  const m = machine();
  const lines = commands.map(command => JSON.stringify(typeof command === 'string'
    ? { command, cwd: '/home/u/p', project: '/home/u/p' } : { ...command, cwd: '/home/u/p', project: '/home/u/p' }));
  const r = m.gaff(['guard', guard, '--batch', ...strict], lines.join('\n'), { HOME: '/home/u' });
  return r.stdout.trim().split('\n').map(line => JSON.parse(line));
}
const table = (guard, wanted) => {
  for (const [decision, commands] of Object.entries(wanted)) {
    const answers = decide(guard, commands);
    commands.forEach((command, i) => test(`${guard}: ${decision}: ${typeof command === 'string' ? command : JSON.stringify(command)}`, () => {
      is(answers[i].decision, decision, JSON.stringify(answers[i].findings ?? answers[i]));
      if (decision !== 'none') ok(answers[i].findings.every(f => f.guard === guard && f.reason && f.instead), 'a reason and what to do instead');
    }));
  }
};
table('self', {
  deny: [
    'rm -rf .gaff', 'rm .gaff/hooks.json', 'echo {} > .gaff/hooks.json', 'mv ~/.config/gaff /tmp/x', 'rm -rf ~/.config', 'tee ~/.config/gaff/hooks.json',
    'sed -i s/deny/allow/ .gaff/policy.json', 'rm -rf ~/.local/state/gaff', 'rm ~/.cache/gaff/manifests/*', 'cp x.json .gaff/hooks.json', 'ln -sf /dev/null .gaff/hooks.json',
    'cd .gaff && rm hooks.json', 'sudo rm /etc/gaff/hooks.json', 'rm sub/.gaff/hooks.json', 'mkdir -p sub/.gaff', 'rm -rf .g*', 'truncate -s0 .gaff/hooks.json',
    `python3 -c "open('.gaff/hooks.json', 'w').write('x')"`, 'chmod 000 .gaff', 'git checkout HEAD~1 -- .gaff/hooks.json', 'find .gaff -delete', 'perl -pi -e s/a/b/ .gaff/hooks.json',
    'cp -t .gaff hooks.json', 'dd if=x of=.gaff/hooks.json', 'curl -o .gaff/hooks.json https://x', 'gaff uninstall', 'gaff trust --yes', 'gaff disable claude-code', 'sudo gaff untrust',
    'pkill gaff', 'killall -9 gaff', 'rm ~/.config/opencode/plugins/gaff.json',
    { path: '.gaff/hooks.json', tool: 'write' }, { path: '/home/u/.config/gaff/hooks.yaml', tool: 'edit' }, { path: 'src/../.gaff/x', tool: 'write' },
  ],
  ask: [
    'rm .claude/settings.json', 'rm -rf .claude', 'echo {} > ~/.claude/settings.json', 'jq . a > b && mv b .claude/settings.local.json', 'tee .cursor/hooks.json', 'rm ~/.codex/config.toml',
    'cp settings.json .claude/', 'rsync -a conf/ .claude/', 'unzip a.zip -d .gemini', 'rm .claude/$FILE', 'rm ~/.copilot/hooks/gaff.json', 'rm ~/.config/opencode/plugins/gaff.js',
    'gaff install', 'gaff init',
    { path: '.claude/settings.json', tool: 'edit' }, { path: '/home/u/.qwen/settings.json', tool: 'write' },
  ],
  none: [
    'cat .gaff/hooks.json', 'cat .claude/settings.json', 'grep -r deny .gaff', 'cp .gaff/hooks.json /tmp/backup', 'ls -la .claude', 'rm -rf node_modules', 'gaff status', 'gaff validate',
    'gaff log', 'gaff guard --list', 'echo rm -rf .gaff', 'git commit -m "rm -rf .gaff"', 'git config core.hooksPath', 'rm $FILE', 'rm build/$FILE', 'tar xf a.tgz', 'sed -n p .gaff/hooks.json',
    'ssh host rm -rf .gaff', 'rm -f *', 'rm -rf ./*', "find . -name '*.pyc' -delete", 'touch .gaffer', 'rm my.gaff', 'echo x > .claude/CLAUDE.md', 'mkdir -p .claude/agents', 'cd .gaff && ls', 'diff .gaff/hooks.json x > out',
    { path: '.gaff/hooks.json', tool: 'read' }, { path: '.claude/commands/x.md', tool: 'write' },
  ],
});
table('paths', {
  deny: [
    'echo x >> ~/.bashrc', 'tee -a ~/.zshrc', 'cp key ~/.ssh/authorized_keys', 'echo x > /etc/passwd', 'sudo cp a /usr/local/bin/b', 'echo x > .git/hooks/pre-commit', 'sed -i s/a/b/ .git/config',
    'rm /etc/hosts', 'install -m 755 x /usr/bin/x', 'mkdir -p ~/.config/autostart; cp x ~/.config/autostart/x.desktop', 'echo x > ~/.gitconfig', 'tar xf a.tgz -C /usr/local', 'dd if=x of=/dev/sda',
    'ln -s x ~/.config/systemd/user/x.service', 'curl -o ~/.profile https://x', 'cd / && touch etc/x', 'cp hooks/* .git/hooks/',
    { path: '/etc/hosts', tool: 'write' }, { path: '/home/u/.bashrc', tool: 'edit' }, { path: '.git/config', tool: 'edit' }, { path: '../.ssh/config', tool: 'write' },
  ],
  ask: [
    'echo x > ../other/file', 'cp a ~/Documents/', 'touch ~/x', 'rm ../q', 'mv a ..', 'echo x > $X', 'mkdir /data/x', 'cd .. && touch x', 'rm .git/index.lock', 'git -C x status > "$OUT"',
    { path: '../x', tool: 'write' }, { path: '/data/x', tool: 'edit' },
  ],
  none: [
    'echo x > a', 'mkdir -p src/a/b && touch src/a/b/c', 'cp a b', 'cp a .', 'mv a sub/', 'npm test > /tmp/log 2>&1', 'ls > /dev/null', 'cat /etc/passwd', 'cp ~/.bashrc backup', 'sed -i s/a/b/ src/x.c',
    'tar xf a.tgz', 'unzip a.zip', 'tar czf out.tgz src', 'curl -O https://x/y', 'rm -rf node_modules build/*', 'git checkout main', 'echo "> /etc/passwd"', 'echo x > build/$NAME', 'make 2>&1 | tee build.log',
    'ssh host "echo x > /etc/passwd"', 'grep -r x / 2>/dev/null', 'chmod +x run.sh', 'rm /tmp/x', 'touch x',
    { path: 'src/x', tool: 'write' }, { path: '/etc/passwd', tool: 'read' }, { path: '/tmp/x', tool: 'write' },
  ],
});
test('paths: links are followed to where they lead', () => {
  const m = machine();
  fs.symlinkSync('/etc', path.join(m.project, 'link'));
  const at = command => m.json(['guard', 'paths', '--json', '--explain', command]).decision;
  is([at('echo x > link/passwd'), at('echo x > ./link/../y')].at(0), 'deny');
  fs.mkdirSync(path.join(m.project, 'real'));
  fs.symlinkSync('real', path.join(m.project, 'inside'));
  is(at('echo x > inside/y'), 'none');
});
test('paths: a project that is named by a link, or not', () => {
  const m = machine();
  const base = fs.mkdtempSync(path.join(root, 'build/guard-')), project = path.join(base, 'project'), link = path.join(base, 'link');
  fs.mkdirSync(project);
  fs.symlinkSync('project', link);
  const at = (cwd, project) => m.json(['guard', 'paths', '--json', '--explain', 'echo x > y', '--cwd', cwd, '--project', project], '', { TMPDIR: '/nowhere' }).decision;
  is([at(link, link), at(project, link), at(link, project), at(project, project)], ['none', 'none', 'none', 'none']);
  fs.rmSync(base, { recursive: true });
});
test('paths: the folder for temporary files is the one that the environment names', () => {
  const m = machine(), at = more => m.json(['guard', 'paths', '--json', '--explain', 'echo x > /nowhere/scratch/a', '--cwd', '/home/ann/app', '--project', '/home/ann/app'], '', more).decision;
  is([at({}), at({ TMPDIR: '/nowhere/scratch' }), at({ TMPDIR: 'scratch' })], ['ask', 'none', 'ask']);
});
test('a word with a blank in it is not two words of a guard', () => {
  const m = machine(), run = (...words) => m.gaff(['run', '--host', 'claude-code', '--', ...words], m.payload('claude-code', danger));
  ok(run('gaff', 'guard', 'destructive').stdout.includes('"deny"'), 'as words');
  ok(!/guard destructive: `git/.test(run('gaff', 'guard destructive').stdout), 'as one');
});
test('self: settings that are a link are known where it leads', () => {
  const m = machine();
  m.write('dotfiles/claude.json', '{}');
  fs.mkdirSync(path.join(m.project, '.claude'));
  fs.symlinkSync('../dotfiles/claude.json', path.join(m.project, '.claude/settings.json'));
  fs.symlinkSync('.claude', path.join(m.project, 'way'));
  const at = command => m.json(['guard', 'self', '--json', '--explain', command]).decision;
  is([at('echo x > way/settings.json'), at('echo x > .claude/settings.json')], ['ask', 'ask']);
});
test('self: settings right in the project are meant by a pattern where they are, and by their name everywhere', () => {
  const m = machine(), at = command => m.json(['guard', 'self', '--json', '--explain', command]).decision;
  is([at('rm -f *'), at('tar xf a.tgz'), at('echo x > crush.json'), at('echo x > .crush.json')], ['none', 'none', 'ask', 'ask']);
  m.write('crush.json', '{}');
  is([at('rm -f *'), at('echo x > other.json')], ['ask', 'none']);
});
test('self: settings that are given to an agent as a file are read', () => {
  const m = machine();
  m.hooks(hook('gaff guard self'));
  m.write('off.json', { disableAllHooks: true });
  m.write('on.json', { model: 'x' });
  const decision = command => m.explain('claude-code', command).merged.decision;
  is(['off.json', './off.json', 'on.json', 'none.json', '/dev/zero'].map(file => decision(`claude --settings ${file} -p x`)), ['deny', 'deny', 'none', 'none', 'deny']);
});
test('self: the program is known where a PATH has it', () => {
  const m = machine();
  m.hooks(hook('gaff guard self'));
  const PATH = `${m.base}/tools:/usr/bin:/bin`;
  const decision = command => m.json(['explain', '--json', '--host', 'claude-code', '--event', 'before_tool_execute', '--command', command], '', { PATH }).merged.decision;
  is([`rm ${m.base}/tools/gaff`, `rm ${m.base}/tools/gaffer`, `cat ${m.base}/tools/gaff`, `chmod 0 ${m.base}/tools/gaff`].map(decision), ['deny', 'none', 'none', 'deny']);
});
test('self: switches that file tools write', () => {
  const m = machine();
  m.hooks(hook('gaff guard self'));
  const wrote = (file, content) => m.json(['explain', '--json', '--host', 'claude-code', '--event', 'before_tool_execute', '--path', file, '--content', content]).merged.decision;
  is([wrote('.env', 'A=1\nGAFF_DISABLE=1\n'), wrote('.env.local', 'export GAFF_AUDIT="off"'), wrote('.env', 'A=1\n'), wrote('README.md', 'GAFF_DISABLE=1'), wrote('.env', 'XDG_CONFIG_HOME=/x')], ['deny', 'deny', 'none', 'none', 'ask'], 'variables');
  is([wrote('.claude/settings.json', '{"disableAllHooks": true}'), wrote('.claude/settings.json', '{"env":{"GAFF_DISABLE":"1"}}'), wrote('.gemini/settings.json', '{"hooksConfig":{"enabled":false}}'), wrote('.claude/settings.json', '{"model":"x"}')], ['deny', 'deny', 'deny', 'ask'], 'settings');
});
test('self: folders that variables move', () => {
  const m = machine();
  const at = (command, env) => m.json(['guard', 'self', '--json', '--explain', command], '', env).decision;
  is(at('rm /srv/conf/gaff/hooks.json', { XDG_CONFIG_HOME: '/srv/conf' }), 'deny');
  is(at('rm /srv/codex/config.toml', { CODEX_HOME: '/srv/codex' }), 'ask');
});

// ---- init ----

test('init writes a manifest that is fine, and guards', () => {
  const m = machine();
  const r = m.gaff(['init']);
  is(r.code, 0, r.stderr);
  ok(m.gaff(['validate']).stdout.includes('fine, 3 hooks'), m.gaff(['validate']).stdout);
  is(fs.statSync(path.join(m.home, '.config/gaff/hooks.json')).mode & 0o022, 0, 'others may write it');
  const x = m.explain('claude-code', danger);
  is([x.merged.decision, x.hooks.filter(h => h.findings).length], ['deny', 1]);
  is(m.explain('claude-code', harmless).merged.decision, 'none');
  const every = m.json(['guard', '--list', '--json']).map(g => g.name);
  for (const name of every) ok(m.read('~/.config/gaff/hooks.json').includes(name), `${name} is not in it`);
});
test('init: keys in prompts are denied, and taken out of what tools print', () => {
  const m = machine(), key = `ghp_${'aB3dE5gH7jK9mN1pQ2sT4vW6xY8zC0fR5uL7'}`;
  m.gaff(['init']);
  const prompt = text => m.json(['explain', '--json', '--host', 'claude-code', '--event', 'UserPromptSubmit', '--prompt', text]).merged.decision;
  is([prompt(`use ${key}`), prompt('use the key')], ['deny', 'none']);
  const r = m.json(['explain', '--json', '--host', 'claude-code', '--event', 'PostToolUse', '--command', 'env', '--set', `/tool_response={"stdout":"K=${key}","stderr":""}`]);
  ok(!r.answer.stdout.includes(key) && r.merged.updated_output.stdout.startsWith('K=[redacted'), r.merged);
});
test('init of a project says what is missing', () => {
  const m = machine();
  fs.mkdirSync(path.join(m.project, 'sub'));
  const r = spawnSync(gaff, ['init', '--project'], { encoding: 'utf8', cwd: path.join(m.project, 'sub'), env: m.env });
  is(r.status, 0, r.stderr);
  ok(r.stdout.includes('gaff trust'), r.stdout);
  ok(m.exists('.gaff/hooks.json'), 'not in the root of the repository');
  is(m.gaff(['trust', '--yes']).code, 0);
  is(m.explain('claude-code', danger).merged.decision, 'deny');
});
test('init --dry-run writes nothing, and shows what patch(1) takes', () => {
  const m = machine();
  for (const scope of ['--user', '--project']) {
    const r = m.gaff(['init', scope, '--dry-run']);
    is(r.code, 0, r.stderr);
    ok(r.stdout.startsWith('--- ') && r.stdout.includes('\n+{\n'), r.stdout);
  }
  ok(!m.exists('.gaff') && !m.exists('~/.config/gaff'), 'written');
});
test('init overwrites nothing', () => {
  const m = machine();
  for (const [file, scope] of [['~/.config/gaff/hooks.json', '--user'], ['.gaff/hooks.yaml', '--project']]) {
    m.write(file, 'mine');
    const r = m.gaff(['init', scope]);
    is(r.code, 1);
    ok(r.stderr.includes(path.basename(file)) && r.stderr.includes('gaff guard'), r.stderr);
    is(m.read(file), 'mine');
    is(fs.readdirSync(path.dirname(path.resolve(m.project, file.replace('~', m.home)))).length, 1);
  }
  is(m.gaff(['init', '--user', '--project']).code, 129);
  is(m.gaff(['init', 'x']).code, 129);
});
test('the example that is commented out is one that works', () => {
  const m = machine();
  m.gaff(['init']);
  const text = m.read('~/.config/gaff/hooks.json').split('\n').filter(line => !/^\t*\/\/ [A-Z]|^\t*\/\/ (at|known|ends|gaff|Take)/.test(line)).join('\n').replace(/^(\t*)\/\/ ?/gm, '$1');
  m.write('~/.config/gaff/hooks.json', text);
  const r = m.gaff(['validate']);
  is(r.code, 0, r.stdout + text);
});

const settings = hooks => JSON.stringify({ model: 'opus', hooks }, null, 2);
const claude = (command, more = {}) => ({ type: 'command', command, ...more });
test('what init writes is used, whatever the mask; and where the folder was open before, that is said', () => {
  const m = machine();
  const sh = script => { const r = spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8', cwd: m.project, env: m.env }); return { code: r.status, stderr: r.stderr }; };
  is(sh(`umask 000; ${gaff} init`).code, 0, 'init');
  is(m.explain('claude-code', danger).merged.decision, 'deny');
  fs.rmSync(path.join(m.home, '.config'), { recursive: true });
  const open = sh(`umask 002; mkdir -p ~/.config/gaff; ${gaff} init`);
  is([open.code, /not used yet: .*written by others; run: chmod go-w /.test(open.stderr)], [1, true], open.stderr);
  is(sh(`umask 002; ${gaff} init --project`).code, 0, 'of a project');
});
test('init --from-claude takes over what there is', () => {
  const m = machine();
  const file = m.write('~/.claude/settings.json', settings({
    PreToolUse: [
      { matcher: 'Bash', hooks: [claude('cat >/dev/null; echo "no, $CLAUDE_PROJECT_DIR" >&2; exit 2', { timeout: 7 })] },
      { matcher: 'Edit|Write', hooks: [claude('./check.sh --all'), claude('"$CLAUDE_PROJECT_DIR"/x.sh')] },
      { matcher: 'Read', hooks: [claude("'my hooks/x.sh' a"), claude('hooks/y.sh; true'), claude('~/z.sh'), claude('A=b/c true')] },
      { matcher: 'mcp__memory__.*', hooks: [claude('true')] },
      { matcher: 'mcp__memory__store', hooks: [claude('true')] },
      { matcher: '*', hooks: [claude(`${gaff} run --host claude-code --event PreToolUse --deadline 55`)] },
    ],
    SessionStart: [{ hooks: [claude('echo hello')] }],
    TaskCreated: [{ hooks: [claude('true')] }],
    Stop: [{ hooks: [{ type: 'http', url: 'https://example.com/x', headers: { Authorization: 'Bearer $TOKEN' }, allowedEnvVars: ['TOKEN'] }, claude('true', { async: true })] }],
  }));
  const before = m.read(file), r = m.gaff(['init', '--from-claude']);
  is(r.code, 0, r.stderr);
  is(m.read(file), before, 'the settings of Claude Code');
  ok(r.stdout.includes('gaff install claude-code') && r.stdout.includes('twice') && r.stdout.includes(file), r.stdout);
  const v = m.gaff(['validate']);
  is([v.code, /warning/.test(v.stdout)], [0, false], v.stdout);
  const { hooks } = JSON.parse(m.gaff(['validate', '--canonical']).stdout);
  const taken = hooks.slice(3);
  is(taken.map(h => [h.event, h.matcher ?? null]), [
    ['before_tool_execute', 'shell'], ['before_tool_execute', ['file_edit', 'file_write']], ['before_tool_execute', ['file_edit', 'file_write']],
    ...Array(4).fill(['before_tool_execute', 'file_read']),
    ['before_tool_execute', { mcp: { server: 'memory' } }], ['before_tool_execute', { mcp: { server: 'memory', tool: 'store' } }],
    ['session_start', null], ['claude-code:TaskCreated', null], ['agent_stop', null], ['agent_stop', null],
  ]);
  ok(taken.every(h => h.dialect === 'claude-code'), 'dialect');
  is([taken[0].handler.timeout, taken[0].blocking, taken[9].blocking ?? false, taken[12].blocking ?? false], [7, true, false, false]);
  is(taken[1].handler.timeout, 600, 'as long as Claude Code waits');
  is([1, 3, 4, 5, 6].map(i => taken[i].handler.command), ['"$CLAUDE_PROJECT_DIR"/check.sh --all', `"$CLAUDE_PROJECT_DIR"/'my hooks/x.sh' a`, '"$CLAUDE_PROJECT_DIR"/hooks/y.sh; true', '~/z.sh', 'A=b/c true']);
  is(taken[11].handler.headers.Authorization, 'Bearer ${TOKEN}');
  // and it does what it did, on an agent it was not written for
  const x = m.explain('gemini-cli', 'ls');
  is(x.merged.decision, 'deny');
  ok(x.merged.reason.includes(`no, ${m.project}`), x.merged.reason);
});
test('init --from-claude: a file of any checkout is named by validate', () => {
  const m = machine();
  m.write('~/.claude/settings.json', settings({ PreToolUse: [{ matcher: 'Read', hooks: [claude('A=b/c ./x.sh')] }] }));
  is(m.gaff(['init', '--from-claude']).code, 0);
  const v = m.gaff(['validate']);
  is([v.code, (v.stdout + v.stderr).match(/: \S+ would be taken from the project/g)], [1, [': ./x.sh would be taken from the project']], v.stdout + v.stderr);
});
test('init --from-claude leaves out what names the folder of a plugin, and says so with exit 1', () => {
  const m = machine();
  m.write('~/.claude/settings.json', settings({ PreToolUse: [{ hooks: [claude('"${CLAUDE_PLUGIN_ROOT}"/guard.sh'), claude('/bin/true')] }] }));
  const r = m.gaff(['init', '--from-claude']);
  is([r.code, /GUARD LOST: command: CLAUDE_PLUGIN_ROOT is the folder of a plugin/.test(r.stderr)], [1, true], r.stderr);
  const text = m.read('~/.config/gaff/hooks.json');
  ok(!/PLUGIN_ROOT/.test(text) && /\/bin\/true/.test(text), text);
});
test('init --from-claude names every loss', () => {
  const m = machine();
  m.write('.claude/settings.json', settings({
    PreToolUse: [{ matcher: 'Bash', note: 'x', hooks: [claude('true', { if: 'Bash(git *)', once: true })] }, { matcher: '(?=B)ash', hooks: [claude('true')] }, 'x', { hooks: [5] }, { matcher: 'Bash' }, { matcher: ['Bash'], hooks: [claude('true')] }],
    Notification: { hooks: [claude('true')] },
    SessionStart: [{ matcher: 'startup', hooks: [claude('true')] }],
    Stop: [{ hooks: [{ type: 'prompt', prompt: 'done?' }, { type: 'odd' }] }],
    NoSuchEvent: [{ hooks: [claude('true')] }],
  }));
  m.write('.claude/settings.local.json', settings({ PostToolUse: [{ matcher: 'Write', hooks: [claude('true')] }] }).replace('{', '{ "disableAllHooks": true,'));
  const r = m.gaff(['init', '--project', '--from-claude']);
  is(r.code, 0, r.stderr);
  for (const loss of [/ if: /, / once: /, /\(\?=B\)ash/, /"startup" of SessionStart/, /asks no model/, /Stop, group 1, entry 2: .*left out/, /"note" of its group/, /PreToolUse, entry 3: .*left out/, /PreToolUse, group 4, entry 1: .*left out/, /PreToolUse, entry 5: .*left out/, /PreToolUse, group 6, entry 1: its matcher is no text/,
    /Notification: .*left out/, /local\.json: enabled: .*disableAllHooks/, /NoSuchEvent, group 1, entry 1: .*left out/])
    ok(loss.test(r.stderr), `${loss} in ${r.stderr}`);
  ok(r.stdout.includes('settings.local.json'), r.stdout);
  is(m.gaff(['validate']).code, 0, m.gaff(['validate']).stdout);
  const taken = JSON.parse(m.gaff(['validate', '--canonical']).stdout).hooks.slice(3);
  is(taken.map(h => h.event), ['before_tool_execute', 'before_tool_execute', 'session_start', 'agent_stop', 'after_tool_execute']);
  is(taken[0].provider_data, { 'claude-code': { group: { note: 'x' }, if: 'Bash(git *)', once: true } });
  is(taken[2].provider_data, { 'claude-code': { matcher: 'startup' } });
});
test('init --from-claude with nothing there, and with broken settings', () => {
  const m = machine();
  const none = m.gaff(['init', '--from-claude']);
  is(none.code, 0, none.stderr);
  ok(none.stdout.includes('no hooks'), none.stdout);
  m.write('.claude/settings.json', '{ broken');
  const broken = m.gaff(['init', '--project', '--from-claude']);
  is(broken.code, 1);
  ok(broken.stderr.includes('settings.json') && !m.exists('.gaff'), broken.stderr);
});

fs.rmSync(scratch, { recursive: true, force: true });
finish('guard');
