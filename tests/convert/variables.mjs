// variables.mjs - variables in converted commands: they are run, with what the target sets for its hooks, and have to find what they found before.
//
// A folder of a plugin may be called anything: it is a folder here, and its script has to be the one that runs.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { finish, is, ok, test } from '../check.mjs';
import { batch, call, commandsOf, convert, convertJson, hosts, ids, isOf, scratch, textOf, valueOf } from './lib.mjs';

// ---- the project's folder ----

// What each agent sets for its hooks, and where those start that have no variable; the others promise neither.
const own = { 'claude-code': 'CLAUDE_PROJECT_DIR', 'gemini-cli': 'GEMINI_PROJECT_DIR', cursor: 'CURSOR_PROJECT_DIR', 'qwen-code': 'QWEN_PROJECT_DIR', 'factory-droid': 'FACTORY_PROJECT_DIR', devin: 'DEVIN_PROJECT_DIR', 'copilot-cli': 'COPILOT_PROJECT_DIR',
  crush: 'CRUSH_PROJECT_DIR', auggie: 'AUGMENT_PROJECT_DIR', trae: 'TRAE_PROJECT_DIR' };
const alsoClaudes = ['gemini-cli', 'cursor', 'qwen-code', 'factory-droid', 'copilot-cli', 'trae'];
const startInProject = ['codex', 'kimi', 'opencode', 'amp', 'pi'];
const nothing = ids.filter(id => !own[id] && !startInProject.includes(id));

const project = path.join(scratch, 'a project');
fs.mkdirSync(path.join(project, 'sub'), { recursive: true });
fs.writeFileSync(path.join(project, 'x.sh'), '#!/bin/sh\necho "ran $*"\n', { mode: 0o755 });
const setBy = id => Object.fromEntries([own[id], ...(alsoClaudes.includes(id) ? ['CLAUDE_PROJECT_DIR'] : []), ...(id === 'qwen-code' ? ['GEMINI_PROJECT_DIR'] : [])].filter(Boolean).map(name => [name, project]));
const canonicalSets = { GAFF_PROJECT_DIR: project };
const PATH = process.env.PATH;
const known = new Map();
const shell = (line, env, cwd, program = 'sh') => {
  const key = JSON.stringify([line, env, cwd, program]);
  if (!known.has(key)) known.set(key, start(line, env, cwd, program));
  return known.get(key);
};
const start = (line, env, cwd, program) => {
  const r = spawnSync(program, ['-c', line], { encoding: 'utf8', env: { PATH, ...env }, cwd, input: '' });
  return [r.status, r.stdout];
};

const lines = v => [`"$${v}"/x.sh a`, `"\${${v}}"/x.sh`, `"\${${v}}/x.sh" "a b"`, `"\${${v}:-/nowhere}/x.sh"`, `cd "$${v}" && ./x.sh`, `cd / && "$${v}"/x.sh`, `cd "$${v}/sub" && "$${v}"/x.sh; "$${v}/x.sh" 2`, `a=1; "$(printf %s "$${v}")"/x.sh "$a"`, `"\`printf %s "$${v}"\`"/x.sh`,
  `cat <<E\n$${v}/x.sh\nE`, `cat <<'E'\n$${v}/x.sh\nE`, `printf '%s\\n' '$${v}' "\\$${v}" \\$${v} "$${v}X" "\${#${v}}"`, `sh -c '"$${v}"/x.sh 3'`, `env A=1 sh -c 'cd /; exec "$${v}/x.sh" 4'`, `[ -d "$${v}" ] && echo there || echo not`, `${v}=/other; echo "$${v}"`, `for f in "$${v}"/*.sh; do "$f" loop; done`,
  `if cd /; then "$${v}"/x.sh; fi`, `( cd / ); "$${v}"/x.sh`, `echo "\${${v}##*/}" "\${${v}%ject}"`, `# $${v}\n"$${v}"/x.sh`, `f() { "$${v}/x.sh" f; }; cd /; f`];
const frames = new Map(); // made once
const fileOf = (id, command) => {
  const [r] = frames.get(id) ?? frames.set(id, batch([{ from: 'canonical', to: id, text: JSON.stringify({ spec: 'hooks/1.0', hooks: [{ event: 'before_tool_execute', matcher: 'shell', blocking: true, handler: { type: 'command', command: 'COMMAND' } }] }) }])).get(id);
  return textOf(id, '', isOf(id, 'module', '') || isOf(id, 'script', '') ? JSON.stringify(valueOf(id, '', r.text)).replace('"COMMAND"', JSON.stringify(command)) : r.text.replace('"COMMAND"', JSON.stringify(command)));
};
// Of one hook; where events are split by tool, each has the same.
const commandOf = (id, text) => id === 'canonical' ? JSON.parse(text).hooks[0].handler.command : commandsOf(id, valueOf(id, '', text))[0];

for (const from of [...Object.keys(own), 'canonical']) {
  const names = from === 'canonical' ? ['GAFF_PROJECT_DIR'] : Object.keys(setBy(from));
  // All lines of two of them; what differs between the others is the name.
  const some = v => ['claude-code', 'canonical'].includes(from) ? lines(v) : lines(v).filter((_, i) => i < 2 || i % 5 === 0);
  const wanted = names.flatMap(v => some(v).flatMap(line => [...ids, 'canonical'].filter(to => to !== from).map(to => ({ v, line, to }))));
  const sourceOf = line => from === 'canonical' ? JSON.stringify({ spec: 'hooks/1.0', hooks: [{ event: 'before_tool_execute', matcher: 'shell', blocking: true, handler: { type: 'command', command: line } }] }) : fileOf(from, line);
  const texts = new Map(wanted.map(w => [w.line, null]));
  for (const line of texts.keys()) texts.set(line, sourceOf(line));
  const done = batch(wanted.map(({ line, to }) => ({ from, to, text: texts.get(line) })));
  test(`${from}: a command finds the project on every agent, or is named`, () => {
    const wrong = [], ran = new Map();
    wanted.forEach(({ v, line, to }, i) => {
      const r = done[i], set = from === 'canonical' ? canonicalSets : setBy(from), needs = new RegExp(`\\$\\{?#?${v}`).test(line) && !/^cat <<'E'|^[A-Z_]+=/.test(line);
      if (r.rc !== 0 || !r.written) {
        if (!needs || !(nothing.includes(to) || r.losses.every(l => l.field !== 'command'))) wrong.push(`${to}: ${line}: ${r.rc} ${r.message} ${JSON.stringify(r.losses)}`);
        else if (nothing.includes(to) && !(r.guards === 1 && r.broken === 1 && r.losses.some(l => l.field === 'command' && l.text.includes(v)))) wrong.push(`${to}: ${line}: not named: ${JSON.stringify(r.losses)}`);
        return;
      }
      const command = commandOf(to, r.text), env = to === 'canonical' ? canonicalSets : setBy(to), there = own[to] || to === 'canonical' ? '/' : project;
      if (nothing.includes(to) && needs && command !== line) return wrong.push(`${to}: ${line}: became ${command}`);
      if (nothing.includes(to)) return;
      const key = JSON.stringify([line, there, set]);
      if (!ran.has(key)) ran.set(key, shell(line, set, there));
      const want = ran.get(key).map(x => typeof x === 'string' ? x.replaceAll(`$${v}`, 'VAR') : x), got = shell(command, env, there).map(x => typeof x === 'string' ? x.replaceAll(`$${v}`, 'VAR') : x);
      if (JSON.stringify(want) !== JSON.stringify(got)) wrong.push(`${to}: ${line} became ${command}: ${JSON.stringify(got)}, not ${JSON.stringify(want)}`);
      if (env[v] && command !== line) wrong.push(`${to} sets ${v}, and yet ${line} became ${command}`);
    });
    ok(!wrong.length, `${wrong.length} of ${wanted.length}, such as\n  ${wrong.slice(0, 6).join('\n  ')}`);
  });
  if (from === 'canonical') continue;
  test(`${from}: it comes back from a manifest as it was, by whatever name`, () => {
    const all = names.flatMap(lines), there = batch(all.map(line => ({ from, to: 'canonical', text: fileOf(from, line) })));
    const back = batch(there.map(r => ({ from: 'canonical', to: from, text: r.text })));
    is(back.map(r => commandOf(from, r.text)), all);
    const both = [...names, ...names].slice(0, 2).map(v => `"$${v}"`).join(' '), [mixed] = batch([{ from, to: 'canonical', text: fileOf(from, both) }]);
    is(commandOf(from, batch([{ from: 'canonical', to: from, text: mixed.text }])[0].text), both);
  });
}

test('in single quotes, behind a backslash and in a longer name it is no variable', () => {
  const line = `echo '$CLAUDE_PROJECT_DIR' \\$CLAUDE_PROJECT_DIR "\\$CLAUDE_PROJECT_DIR" $CLAUDE_PROJECT_DIRS`;
  for (const r of batch(ids.filter(id => id !== 'claude-code').map(to => ({ from: 'claude-code', to, text: fileOf('claude-code', line) })))) is([r.rc, r.broken], [0, 0], JSON.stringify(r.losses));
});
test('what a manifest keeps of a line is good only if it says the same', () => {
  const hook = (command, was) => JSON.stringify({ spec: 'hooks/1.0', hooks: [{ event: 'before_tool_execute', blocking: true, handler: { type: 'command', command }, provider_data: { cursor: { was: { command: was } } } }] });
  const to = (command, was) => commandOf('cursor', batch([{ from: 'canonical', to: 'cursor', text: hook(command, was) }])[0].text);
  is(to('"$GAFF_PROJECT_DIR"/x', '"$CLAUDE_PROJECT_DIR"/x'), '"$CLAUDE_PROJECT_DIR"/x');
  is(to('"$GAFF_PROJECT_DIR"/x', '"$CLAUDE_PROJECT_DIR"/y'), '"$CURSOR_PROJECT_DIR"/x');
  is(to('"$GAFF_PROJECT_DIR"/x', '"$CLAUDE_PROJECT_DIR"/x; touch PWNED'), '"$CURSOR_PROJECT_DIR"/x');
  is(to('./x', './y'), './x');
  is(to('"$GAFF_PROJECT_DIR"/x', '"$GAFF_PROJECT_DIR"/x'), '"$CURSOR_PROJECT_DIR"/x');
  is(to('"$GAFF_PROJECT_DIR"/x', '"$CLAUDE_PROJECT_DIR"/x # $GAFF_SESSION_ID'), '"$CURSOR_PROJECT_DIR"/x');
});
test('with --runtime the command stays, and gaff sets what its agent would', () => {
  for (const to of ['codex', 'kiro', 'canonical']) {
    const [r] = batch([{ from: 'claude-code', to, runtime: true, text: fileOf('claude-code', '"$CLAUDE_PROJECT_DIR"/x.sh') }]);
    ok(r.rc === 0 && r.text.replaceAll(/\\\\?u0024|\\u0024/g, '$').includes('$CLAUDE_PROJECT_DIR'), r.text);
  }
});
test('platform commands are translated too, session and cwd where both have one', () => {
  const manifest = { spec: 'hooks/1.0', hooks: [{ event: 'before_tool_execute', handler: { type: 'command', command: 'a "$GAFF_SESSION_ID"', platform: { linux: '"$GAFF_PROJECT_DIR"/l', osx: '"$GAFF_PROJECT_DIR"/o', windows: '%GAFF_PROJECT_DIR%\\w' } } }] };
  const one = to => JSON.parse(batch([{ from: 'canonical', to, text: JSON.stringify(manifest) }])[0].text);
  is(one('gemini-cli').hooks.BeforeTool[0].hooks[0].command, 'a "$GEMINI_SESSION_ID"');
  const [r] = batch([{ from: 'gemini-cli', to: 'crush', text: JSON.stringify({ hooks: { BeforeTool: [{ hooks: [{ type: 'command', command: 'x "$GEMINI_CWD" "$GEMINI_SESSION_ID"' }] }] } }) }]);
  is(JSON.parse(r.text).hooks.PreToolUse[0].command, 'x "$CRUSH_CWD" "$CRUSH_SESSION_ID"');
  const kept = batch([{ from: 'vs-code-copilot', to: 'canonical', text: batch([{ from: 'canonical', to: 'vs-code-copilot', text: JSON.stringify({ ...manifest, hooks: [{ ...manifest.hooks[0], handler: { ...manifest.hooks[0].handler, platform: { linux: './l' } } }] }) }])[0].text }])[0];
  is(kept.rc, 0, kept.message);
});

// ---- lines that set it themselves ----

// The agent's value is what an assignment reads in its own value, and what is used in front of it; one for a program is that program's alone.
const show = `sh -c 'echo "[$V]"'`;
const readers = ['env V="$V" "${V}"/x.sh', 'env V="$V" ' + show, 'V="$V" ' + show, 'V=/other "$V"/x.sh', 'V=/other W="$V" env | grep ^W', 'printf %s V="$V"', 'W=V="$V"; echo "$W"', 'V="$V/sub"; echo "$V"', 'V="${V:-/other}"; "$V"/x.sh', 'export V="$V"; "$V"/x.sh', 'export V; "$V"/x.sh', '"$V"/x.sh; V=/other; echo "$V"',
  'true || V=/other; "$V"/x.sh', 'false && V=/other; "$V"/x.sh', 'true && V=/other; echo "$V"', '(V=/other); "$V"/x.sh', 'V=/other & wait; "$V"/x.sh', 'true && V=/other & wait; "$V"/x.sh', 'V=/other | cat; "$V"/x.sh', 'if false; then V=/other; else "$V"/x.sh; fi; "$V"/x.sh', 'W=$(V=/other); "$V"/x.sh', 'f() { V=/other; }; "$V"/x.sh; f; echo "$V"', 'while "$V"/x.sh; do V=/other; done',
  'for V in "$V"/*.sh; do "$V"; done', 'for V in; do :; done; "$V"/x.sh', 'read V </dev/null; echo "[$V]"', 'read -r V <nowhere/at/all; "$V"/x.sh', 'getopts a V; echo "[$V]"', 'echo "$V"; unset V; echo "[$V]"', 'eval V=/other; echo "$V"', 'V=/other; ' + show, 'env -u V "$V"/x.sh', 'printenv V', 'setsid ' + show, 'SHELL=sh; $SHELL -c \'"$V"/x.sh\'', 'A=/bin; "$A"/sh -c \'"$V"/x.sh\'', "sh <<'E'\n\"$V\"/x.sh\nE", `echo '"$V"/x.sh' | sh`, '[ -n "$V" ] && V="$V"/sub && echo "$V"',
  // read by its name alone
  'v=V; echo "${!v}"', 'x=(V); echo "${!x}"', 'declare -n r=V; echo "$r"', 'env | grep ^V=', `awk 'BEGIN { print ENVIRON["V"] }'`, `/usr/bin/env awk 'BEGIN { print ENVIRON["V"] }'`, 'printf V | xargs printenv', `{ echo 'echo "$V"'; } | sh`, `f() { echo 'echo "$V"'; }; f | sh`, `sh -c "$(cat <<'E'\necho "$V"\nE\n)"`, `V=/other echo "$(printenv V)"`, `echo 'echo "$V"' >/dev/stdout | sh`, 'test -v V && echo set', '[[ -v V ]] && echo set',
  // it is not in the project any more, or the name that is the same there has another value
  'command cd sub && "$V"/x.sh', 'builtin cd sub && "$V"/x.sh', '\\cd sub; "$V"/x.sh', 'd=cd; $d sub; "$V"/x.sh', 'c"d" sub; "$V"/x.sh', 'command $X cd sub; "$V"/x.sh', 'command c"d" sub; "$V"/x.sh', "trap 'cd sub' EXIT; \"$V\"/x.sh", 'PWD=/zz; "$V"/x.sh', 'PWD=/zz && echo "${V}"', 'for PWD in a; do "$V"/x.sh; done', 'CRUSH_PROJECT_DIR=/zz; "$V"/x.sh', 'unset CRUSH_PROJECT_DIR GAFF_PROJECT_DIR; "$V"/x.sh', 'for CRUSH_PROJECT_DIR in a; do "$V"/x.sh; done', 'printf -vCRUSH_PROJECT_DIR x; "$V"/x.sh', 'read -rGAFF_PROJECT_DIR; "$V"/x.sh',
  // what does not set it, or not for certain
  '((V=5)); echo "$V"', 'echo "$((V=5))" "$V"', 'unset -f V; "$V"/x.sh', 'export V=/other </nowhere/at/all; echo "$V"', 'local V=/other; "$V"/x.sh'];
const owners = ['V=/other; echo "$V"', 'V=/other && echo "$V"', 'true && V=/other && echo "$V"', 'export V=/other; ' + show, '{ V=/other; }; echo "$V"', 'unset V; echo "[$V]"', 'for V in a b; do echo "$V"; done', '(V=/other; echo "$V")', 'V=/other; (echo "$V"); echo $(echo "$V")', 'V=/other ' + show, 'env V=/other true', 'V=/other; f() { echo "$V"; }; f', 'unset -v V; echo "[$V]"', 'f() { local V=/other; echo "$V"; }; f', 'export V=/other; v=V; echo "${!v}"',
  // where nobody reads it
  "echo 'V'", "printf '%s\\n' V >&2", "cat <<'E'\nV\nE", 'true # V', 'true | cat # V', '# V\ntrue'];
const named = (list, v) => list.map(line => line.replaceAll(/\bV\b/g, v));
test('a line that sets it, or seems to, finds what it found', () => {
  const v = 'CLAUDE_PROJECT_DIR', all = named([...readers, ...owners], v), targets = ['codex', 'crush', 'canonical', 'kiro'];
  const wanted = all.flatMap(line => targets.map(to => ({ line, to }))), wrong = [];
  batch(wanted.map(({ line, to }) => ({ from: 'claude-code', to, text: fileOf('claude-code', line) }))).forEach((r, i) => {
    const { line, to } = wanted[i], isOwn = named(owners, v).includes(line);
    if (to === 'kiro') {
      const isNamed = r.broken === 1 && r.guards === 1 && !r.written && r.losses.some(l => l.field === 'command' && l.text.includes(v));
      if (isOwn ? r.broken || commandOf(to, r.text) !== line : !isNamed) wrong.push(`${line}: ${r.broken} ${JSON.stringify(r.losses)}`);
      return;
    }
    const command = commandOf(to, r.text), env = to === 'canonical' ? canonicalSets : setBy(to);
    if (r.losses.some(l => l.field === 'command')) wrong.push(`${to}: ${line}: ${JSON.stringify(r.losses)}`);
    if (isOwn && command !== line) wrong.push(`${to}: ${line} became ${command}`);
    for (const program of ['sh', 'bash']) {
      const want = shell(line, setBy('claude-code'), project, program), got = shell(command, env, project, program);
      if (JSON.stringify(want) !== JSON.stringify(got)) wrong.push(`${to}: ${line} became ${command}: ${JSON.stringify(got)}, not ${JSON.stringify(want)}`);
    }
  });
  ok(!wrong.length, `${wrong.length} of ${wanted.length}, such as\n  ${wrong.slice(0, 6).join('\n  ')}`);
});
test('the same with the folder of a plugin, whatever it is called', () => {
  const v = 'CLAUDE_PLUGIN_ROOT', all = named([...readers, ...owners], v), wrong = [];
  batch(all.map(line => ({ from: 'claude-code', to: 'codex', plugin: project, text: fileOf('claude-code', line) }))).forEach((r, i) => {
    if (r.broken) {
      if (!r.losses.some(l => l.field === 'command' && l.text.includes(v))) wrong.push(`${all[i]}: ${JSON.stringify(r.losses)}`);
      return;
    }
    const command = commandOf('codex', r.text), want = shell(all[i], { [v]: project }, '/'), got = shell(command, {}, '/');
    if (JSON.stringify(want) !== JSON.stringify(got)) wrong.push(`${all[i]} became ${command}: ${JSON.stringify(got)}, not ${JSON.stringify(want)}`);
  });
  ok(!wrong.length, `${wrong.length} of ${all.length}, such as\n  ${wrong.slice(0, 6).join('\n  ')}`);
  const lost = batch(all.map(line => ({ from: 'claude-code', to: 'codex', text: fileOf('claude-code', line) })));
  is(lost.map(r => [r.broken, r.written]), all.map(() => [1, 0]));
});
test('a name behind the letters of an option is one, too', () => {
  const v = 'CLAUDE_PROJECT_DIR', all = [`printf -v${v} x; echo "$${v}"`, `docker run -e${v} image`, `env -u${v} sh -c 'echo "[$${v}]"'; "$${v}"/x.sh`];
  const there = batch(all.flatMap(line => ['crush', 'amazon-q'].map(to => ({ from: 'claude-code', to, text: fileOf('claude-code', line) }))));
  all.forEach((line, i) => {
    is(commandOf('crush', there[2 * i].text), `export ${v}="$CRUSH_PROJECT_DIR"; ${line}`);
    is([there[2 * i].losses.filter(l => l.field === 'command'), there[2 * i + 1].guards], [[], 1], line);
    is(shell(commandOf('crush', there[2 * i].text), setBy('crush'), project, 'bash'), shell(line, setBy('claude-code'), project, 'bash'));
  });
  is(batch([{ from: 'claude-code', to: 'crush', text: fileOf('claude-code', `echo -n MY_${v} "$X${v}"`) }])[0].losses.filter(l => l.field === 'command'), []);
});
test('what the other agent does not set is named however the line reads it', () => {
  const v = 'CURSOR_TRANSCRIPT_PATH', said = line => batch([{ from: 'cursor', to: 'crush', text: fileOf('cursor', line) }])[0].losses.filter(l => l.field === 'command').map(l => l.text);
  for (const line of ['cat "$V"', 'printenv V', 'echo ${#V}', 'echo ${!V}', 'export V="$V"; cat "$V"', 'export W=1; cat "$V"', 'v=V; cat "${!v}"', `jq -n env.V`, 'docker run -e V image', `python3.12 -c 'import os; os.environ["V"]'`, `cat <<'E' | node\nprocess.env.V\nE`, `eval "$(cat <<'E'\n$V\nE\n)"`]) is(said(line.replaceAll(/\bV\b/g, v)), [`Crush does not set $${v}`], line);
  for (const line of ['export V=/x; cat "$V"', `echo '$V'`, 'V=/x node -e process.env.V', 'true # $V', 'cat "$VX"']) is(said(line.replaceAll(/\bV\b/g, v)), [], line);
});
test('platform commands name what is not set, too', () => {
  const text = JSON.stringify({ spec: 'hooks/1.0', hooks: [{ event: 'before_tool_execute', handler: { type: 'command', command: './x', platform: { linux: 'echo "$GAFF_TOOL"', osx: "echo '$GAFF_TOOL'", windows: 'echo %GAFF_PROJECT_DIR%' } } }] });
  is(batch([{ from: 'canonical', to: 'vs-code-copilot', text }])[0].losses.filter(l => l.field === 'platform' && /does not set/.test(l.text)).map(l => l.text.replace(/.*set /, '')), ['$GAFF_PROJECT_DIR', '$GAFF_TOOL']);
});

// Lines out of pieces, run in front of a conversion and behind it: the same is printed, and the same code comes out.
const some = (next, list) => list[next(list.length)];
const piece = (next, depth) => {
  const word = () => some(next, ['"$V"', '$V', '${V}', '"${V:-/no}"', '"${V#/}"', "'$V'", 'V', '\\$V', '"V=$V"', '${V+x}', '"${!v}"', '$((1+1))', '"$(pwd)"', '"$PWD"', '"$C"']);
  const one = () => some(next, [() => `echo ${word()} ${word()}`, () => `printf '<%s>' ${word()}`, () => `v=${some(next, ['V', 'W'])}`, () => `W=${word()}`, () => `V=${some(next, ['/other', '"$V/sub"', '$W'])}`, () => `export V=${some(next, ['/other', '"$V"'])}`, () => some(next, ['unset V', 'unset -f V', 'unset PWD', 'unset C', 'C=/zz', 'PWD=/zz', 'export V', 'declare -n v=V', 'read -r V </dev/null', 'local V=/l', '((V=3))']), () => some(next, ['cd /', 'command cd sub', '\\cd sub', 'cd "$V"', 'd=cd; $d /', 'true', 'false']),
    () => `sh -c 'echo "<$V>"' ${word()}`, () => `V=/given sh -c 'echo "$V"'`, () => `env V=${word()} printenv V`, () => 'printenv V', () => `env | grep ^V=`, () => `echo 'echo "[$V]"' | sh`, () => `cat <<E\n${word()}\nE\n`, () => `cat <<'E'\n${word()}\nE\n`, () => `[ -n ${word()} ]`, () => `[[ -v V ]]`, () => `echo x # ${word()}\n`])();
  if (depth && next(3) === 0) return some(next, [() => `(${piece(next, depth - 1)}\n)`, () => `{ ${piece(next, depth - 1)}\n}`, () => `if ${piece(next, depth - 1)}\nthen ${piece(next, depth - 1)}\nfi`, () => `f() { ${piece(next, depth - 1)}\n}; f`, () => `echo "$(${piece(next, depth - 1)}\n)"`, () => `{ ${piece(next, depth - 1)}\n} | cat`, () => `for V in a b; do ${piece(next, depth - 1)}\ndone`, () => `eval '${piece(next, depth - 1).replaceAll("'", '"')}\n'`])();
  const first = one();
  return depth && next(2) ? `${first}${first.endsWith('\n') ? '' : some(next, ['; ', ' && ', ' || ', '\n'])}${piece(next, depth - 1)}` : first;
};
test('random lines do what they did', () => {
  let state = Number(process.env.SEED ?? 7);
  const next = n => (state = (Math.imul(state, 1103515245) + 12345) >>> 0, (state >>> 8) % n);
  const v = 'CLAUDE_PROJECT_DIR', wrong = [], count = Number(process.env.COUNT ?? 80);
  const wanted = Array.from({ length: count }, () => piece(next, 3)).flatMap(line => [['codex', 'PWD'], ['crush', 'CRUSH_PROJECT_DIR']].map(([to, c]) => ({ to, line: line.replaceAll(/\bV\b/g, v).replaceAll(/\bC\b/g, c) })));
  batch(wanted.map(({ to, line }) => ({ from: 'claude-code', to, text: fileOf('claude-code', line) }))).forEach((r, i) => {
    const { to, line } = wanted[i], command = commandOf(to, r.text), env = { ...setBy('claude-code'), ...setBy(to) };
    const want = shell(line, env, project, 'bash'), got = shell(command, setBy(to), project, 'bash');
    if (JSON.stringify(want) !== JSON.stringify(got)) wrong.push(`${to}: ${JSON.stringify(line)} became ${JSON.stringify(command)}: ${JSON.stringify(got)}, not ${JSON.stringify(want)}`);
    if (r.losses.some(l => l.field === 'command')) wrong.push(`${to}: ${line}: ${JSON.stringify(r.losses)}`);
  });
  ok(!wrong.length, `${wrong.length} of ${wanted.length}, such as\n  ${wrong.slice(0, 4).join('\n  ')}`);
});
test('the work for a line grows with it, not with its square', () => {
  const of = n => {
    const text = fileOf('claude-code', 'sh a "$CLAUDE_PLUGIN_ROOT"; '.repeat(n)), since = process.hrtime.bigint();
    const r = convert('claude-code', 'codex', text, { args: ['--plugin-root', '/opt/p'] });
    is(r.code, 0, r.stderr);
    return Number(process.hrtime.bigint() - since) / 1e6;
  };
  const [few, many] = [of(1000), of(16000)]; // 16 times as much; squared it would be 256 times
  ok(many < 64 * Math.max(few, 15), `${few} ms, then ${many} ms`);
});

// ---- the folder of a plugin ----

const roots = { 'claude-code': ['${CLAUDE_PLUGIN_ROOT}', '$CLAUDE_PLUGIN_ROOT'], codex: ['${PLUGIN_ROOT}', '${CLAUDE_PLUGIN_ROOT}', '${CODEX_PLUGIN_ROOT}'], 'copilot-cli': ['$PLUGIN_ROOT', '${COPILOT_PLUGIN_ROOT}', '${CLAUDE_PLUGIN_ROOT}'], 'gemini-cli': ['${extensionPath}'],
  'qwen-code': ['${extensionPath}', '${CLAUDE_PLUGIN_ROOT}'], 'factory-droid': ['${DROID_PLUGIN_ROOT}', '${FACTORY_PLUGIN_ROOT}', '$CLAUDE_PLUGIN_ROOT'], cursor: ['${CURSOR_PLUGIN_ROOT}', '${CLAUDE_PLUGIN_ROOT}'], kimi: ['$KIMI_PLUGIN_ROOT'], auggie: ['${AUGMENT_PLUGIN_ROOT}'],
  junie: ['${JUNIE_EXTENSION_ROOT}', '${CLAUDE_PLUGIN_ROOT}'], 'vs-code-copilot': ['${PLUGIN_ROOT}'] };
for (const [from, list] of Object.entries(roots)) {
  test(`${from}: outside of a plugin its folder is a loss with a name, and inside it stays`, () => {
    for (const root of list) {
      const text = fileOf(from, `"${root}"/s.sh`), name = root.replace(/[${}]/g, '');
      const wanted = [...ids, 'canonical'].filter(to => to !== from).flatMap(to => [{ to, runtime: false }, { to, runtime: true }]);
      batch(wanted.map(w => ({ from, ...w, text }))).forEach((r, i) => {
        const { to, runtime } = wanted[i];
        const said = r.losses.filter(l => l.field === 'command' && l.text.includes(name) && l.guard);
        is([said.length, r.broken], [1, 1], `${to} ${runtime}: ${JSON.stringify(r.losses)}`);
        ok(/--plugin-root/.test(said[0].text), said[0].text);
        if (to === 'canonical' && !runtime) is(commandOf(to, r.text), `"${root}"/s.sh`, 'a manifest keeps it, for the way back');
        else is(r.written, 0, `${to} ${runtime}: ${r.text}`);
      });
      const [same] = batch([{ from, to: from, text }]);
      is([same.rc, same.losses, commandOf(from, same.text)], [0, [], `"${root}"/s.sh`], 'itself');
      const [there] = batch([{ from, to: 'canonical', text }]), [back] = batch([{ from: 'canonical', to: from, text: there.text }]);
      is([back.rc, back.broken, commandOf(from, back.text)], [0, 0, `"${root}"/s.sh`], 'back');
      const [rooted] = batch([{ from, to: 'canonical', plugin: '/opt/the plugin', text }]);
      is([rooted.broken, shell(`printf '%s' ${commandOf('canonical', rooted.text)}`, {}, '/')[1]], [0, '/opt/the plugin/s.sh']);
    }
  });
}
test('the exit code is 1 although nothing was blocking, and with --plugin-root it is 0', () => {
  const text = JSON.stringify({ hooks: { SessionEnd: [{ hooks: [{ type: 'command', command: '"${CLAUDE_PLUGIN_ROOT}"/bye.sh' }] }], Stop: [{ hooks: [{ type: 'command', command: '/opt/stop' }] }] } });
  for (const args of [[], ['--runtime']]) {
    const r = convert('claude-code', 'codex', text, { args });
    is([r.code, /GUARD LOST/.test(r.stderr), /hook 1 .*CLAUDE_PLUGIN_ROOT.*left out/.test(r.stderr)], [1, false, true], r.stderr);
    ok(JSON.parse(r.stdout).hooks.Stop && !JSON.parse(r.stdout).hooks.SessionEnd, r.stdout);
    is(convert('claude-code', 'codex', text, { args: [...args, '--plugin-root', '/opt/p'] }).code, 0);
  }
  const data = convertJson('claude-code', 'codex', text);
  is([data.code, data.losses.filter(l => l.hook === 1).map(l => [l.field, l.strategy])], [1, [['command', 'exclude']]]);
});
test('wherever a handler names it', () => {
  const entry = more => JSON.stringify({ version: 1, hooks: { preToolUse: [{ type: 'command', bash: '/opt/x', ...more }] } });
  for (const more of [{ env: { A: '${PLUGIN_ROOT}/lib' } }, { cwd: '${PLUGIN_ROOT}/lib' }, { powershell: '& "$env:PLUGIN_ROOT\\x.ps1"' }, { bash: 'node -e \'require(process.env.PLUGIN_ROOT + "/x")\'' }, { bash: 'sh -c \'"$COPILOT_PLUGIN_ROOT"/x\'' }, { bash: '"$COPILOT_PLUGIN_DATA"/x' }]) {
    const [r, rooted] = batch([{}, { plugin: '/opt/p' }].map(w => ({ from: 'copilot-cli', to: 'vs-code-copilot', text: entry(more), ...w })));
    is([r.broken, r.guards, r.written], [1, 1, 0], JSON.stringify([more, r.losses]));
    const never = more.cwd || /DATA/.test(more.bash ?? '');
    is([rooted.broken, rooted.written], never ? [1, 0] : [0, 1], JSON.stringify([more, rooted.losses, rooted.text]));
    if (!never) ok(/\/opt\/p/.test(rooted.text), rooted.text);
  }
  const words = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: '${CLAUDE_PLUGIN_ROOT}/x', args: ['${CLAUDE_PLUGIN_ROOT}/y', 'a b'] }] }] } });
  const [lost, rooted, same] = batch([{ to: 'codex' }, { to: 'codex', plugin: '/opt/a b' }, { to: 'claude-code' }].map(w => ({ from: 'claude-code', text: words, ...w })));
  is([lost.broken, same.losses, JSON.parse(same.text)], [1, [], JSON.parse(words)]);
  is(shell(`set -- ${commandOf('codex', rooted.text)}; printf '%s\\n' "$@"`, {}, '/')[1], '/opt/a b/x\n/opt/a b/y\na b\n');
  // the program of such words is one, whatever a shell would take it for
  for (const [command, want] of [['${CLAUDE_PLUGIN_ROOT}/a=b/x', '/opt/a b/a=b/x'], ['A=${CLAUDE_PLUGIN_ROOT}/x', 'A=/opt/a b/x'], ['A=b', 'A=b'], ['time', 'time'], ['if', 'if']]) {
    const [r] = batch([{ from: 'claude-code', to: 'codex', plugin: '/opt/a b', text: JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command, args: ['y'] }] }] } }) }]), line = commandOf('codex', r.text);
    is([r.broken, shell(`printf '%s\\n' ${line}`, {}, '/')[1]], [0, `${want}\ny\n`]);
    ok(/^['"]/.test(line), line);
  }
});
test('--plugin-root is absolute, tidy, and needs a value', () => {
  const text = fileOf('claude-code', '"${CLAUDE_PLUGIN_ROOT}"/s.sh'), to = (dir, options) => convert('claude-code', 'codex', text, { args: ['--plugin-root', dir], ...options });
  const dir = fs.realpathSync(fs.mkdtempSync(path.join(scratch, 'p-')));
  is(commandOf('codex', to('x/../y//z', { cwd: dir }).stdout), `"${dir}/y/z"/s.sh`);
  is(commandOf('codex', to('/a/./b').stdout), '"/a/b"/s.sh');
  is([['--plugin-root', ''], ['--plugin-root']].map(args => call(['convert', '--from', 'claude-code', '--to', 'codex', ...args]).code), [129, 129]);
});

// Names of folders as nobody should have them.
const names = ['plain', 'two words', "it's", 'say "hi"', 'back\\slash\\', '$HOME', '${HOME}', '$(touch PWNED)', '`touch PWNED`', '; touch PWNED #', '& touch PWNED', 'a\nb', 'a\tb', '*', '?[a-z]{a,b}', '~', '!', '#', '%PATH%', "'''\"\"\"", 'größe ✓', '-n', '--', 'a=b', '(x)', '|', '<x>', ' lead', 'trail ', '\\', "\\'", '"; touch PWNED; "', "'; touch PWNED; '", '$CLAUDE_PLUGIN_ROOT', '\u2028', '//*', '\u0001'];
const forms = ['"${CLAUDE_PLUGIN_ROOT}"/s.sh', '${CLAUDE_PLUGIN_ROOT}/s.sh', '"${CLAUDE_PLUGIN_ROOT}/s.sh"', '"$CLAUDE_PLUGIN_ROOT"/"s.sh" a', 'sh "$CLAUDE_PLUGIN_ROOT/s.sh"', `sh -c '"$CLAUDE_PLUGIN_ROOT"/s.sh'`, '"$(printf %s "${CLAUDE_PLUGIN_ROOT}/s.sh")"', '"`printf %s "${CLAUDE_PLUGIN_ROOT}"`/s.sh"', '"${CLAUDE_PLUGIN_ROOT%/}/s.sh"',
  '"${CLAUDE_PLUGIN_ROOT:-/nowhere}/s.sh"', 'X="$CLAUDE_PLUGIN_ROOT"; "$X/s.sh"', 'if [ -x "$CLAUDE_PLUGIN_ROOT/s.sh" ]; then "$CLAUDE_PLUGIN_ROOT/s.sh"; fi', '. /dev/stdin <<E\n"${CLAUDE_PLUGIN_ROOT}/s.sh"\nE', '"${NOTHING:-$CLAUDE_PLUGIN_ROOT}"/s.sh', 'cd "$CLAUDE_PLUGIN_ROOT" && ./s.sh'];
test('whatever the folder of a plugin is called, its script is what runs', () => {
  const place = path.join(scratch, 'plugins'), wrong = [];
  fs.mkdirSync(place);
  names.forEach((name, i) => {
    const dir = path.join(place, String(i), ...name.split('/').filter(Boolean).slice(0, 1)), here = path.join(place, String(i));
    fs.mkdirSync(dir, { recursive: true });
    fs.writeFileSync(path.join(dir, 's.sh'), `#!/bin/sh\necho ran ${i}\n`, { mode: 0o755 });
    const targets = ['codex', 'cursor', 'canonical', 'opencode', 'cline'];
    const wanted = forms.flatMap(form => targets.map(to => ({ form, to })));
    const done = batch(wanted.map(({ form, to }) => ({ from: 'claude-code', to, plugin: dir, text: fileOf('claude-code', form) })));
    wanted.forEach(({ form, to }, k) => {
      if (done[k].rc !== 0 || done[k].broken) return wrong.push(`${JSON.stringify(name)} ${form} to ${to}: ${done[k].message} ${JSON.stringify(done[k].losses)}`);
      if (to !== 'codex' && (to !== 'canonical' || i % 6)) return done[k].text.includes('touch PWNED') && !name.includes('touch') ? wrong.push(done[k].text) : 0;
      const command = commandOf(to, done[k].text), program = ['sh', 'bash', 'dash'][(i + k) % 3];
      // A here-document reads a name by other rules than a word: what is special in it was so before.
      if (/<<E/.test(form) && /["\\$`]/.test(name)) return 0;
      const r = spawnSync(program, ['-c', command], { encoding: 'utf8', env: { PATH }, cwd: here, input: '' });
      if (r.stdout !== `ran ${i}\n`) wrong.push(`${JSON.stringify(name)} ${form} to ${to} in ${program}: ${command}: ${r.stdout}${r.stderr}`);
    });
    is(fs.readdirSync(here).filter(f => f === 'PWNED'), [], JSON.stringify(name));
    is(fs.readdirSync(dir).sort(), ['s.sh'], JSON.stringify(name));
  });
  ok(!wrong.length, `${wrong.length}, such as\n  ${wrong.slice(0, 6).join('\n  ')}`);
});
test('where only its own agent would put it in, it is replaced if it means nothing to a shell, and named if not', () => {
  const text = fileOf('gemini-cli', "sh -c 'exec \"${extensionPath}/s.sh\"'");
  const [plain, odd] = batch(['/opt/p', '/opt/a b'].map(plugin => ({ from: 'gemini-cli', to: 'codex', plugin, text })));
  is([plain.broken, commandOf('codex', plain.text)], [0, "sh -c 'exec \"/opt/p/s.sh\"'"]);
  is([odd.broken, odd.written], [1, 0], JSON.stringify(odd.losses));
  // $NAME is the shell's, and nobody sets it; nor is it what else is written about it
  const bare = ['echo "$extensionPath"', 'echo "${extensionPath:-none}"', 'extensionPath=1; echo "$extensionPath"'];
  is(batch(bare.map(line => ({ from: 'gemini-cli', to: 'codex', plugin: '/opt/p', text: fileOf('gemini-cli', line) }))).map(r => [r.broken, commandOf('codex', r.text)]), bare.map(line => [0, line]));
  const [both, droid] = batch([['gemini-cli', 'echo "${extensionPath}" "$extensionPath"'], ['factory-droid', '"$DROID_PLUGIN_ROOT"/x']].map(([from, line]) => ({ from, to: 'codex', plugin: '/opt/p', text: fileOf(from, line) })));
  is([both.broken, droid.broken], [1, 1], 'named');
  const [slashes] = batch([{ from: 'gemini-cli', to: 'codex', plugin: '/opt/p', text: fileOf('gemini-cli', '"${extensionPath}${/}s.sh"') }]);
  is(commandOf('codex', slashes.text), '"/opt/p/s.sh"');
});

test('a folder of a plugin is one word in braces, and is split as it was', () => {
  const root = path.join(scratch, 'a,b'), lines = ['echo {$V}', 'echo {x,$V}', 'IFS=/; set -- $V; echo $#', 'IFS=,; printf "<%s>" $V', 'echo "{$V,y}"'].map(line => line.replaceAll('V', 'CLAUDE_PLUGIN_ROOT'));
  batch(lines.map(line => ({ from: 'claude-code', to: 'codex', plugin: root, text: fileOf('claude-code', line) }))).forEach((r, i) => is(shell(commandOf('codex', r.text), {}, '/', 'bash'), shell(lines[i], { CLAUDE_PLUGIN_ROOT: root }, '/', 'bash'), lines[i]));
});

// ---- how long an agent waits ----

test('an agent waits as long as the other did where nothing was said, or it is named', () => {
  const defaults = Object.fromEntries(ids.map(id => [id, JSON.parse(call(['hosts', id, '--events', '--json']).stdout).hosts[0].events]));
  const usual = (id, event) => defaults[id].find(e => e.canonical === event)?.timeout_ms;
  for (const event of ['before_tool_execute', 'session_end', 'before_prompt', 'agent_stop']) {
    const able = ids.filter(id => usual(id, event));
    const manifest = JSON.stringify({ spec: 'hooks/1.0', hooks: [{ event, handler: { type: 'command', command: '/opt/x' } }] });
    const sources = Object.fromEntries(able.map(id => [id, batch([{ from: 'canonical', to: id, text: manifest }])[0].text]));
    const wanted = able.flatMap(from => able.filter(to => to !== from).map(to => ({ from, to })));
    const done = batch(wanted.map(w => ({ ...w, text: sources[w.from] })));
    const back = batch(done.map((r, i) => ({ from: wanted[i].to, to: 'canonical', text: r.rc === 0 ? r.text : '{}' })));
    const wrong = wanted.flatMap(({ from, to }, i) => {
      if (done[i].rc !== 0) return [];
      const said = JSON.parse(back[i].text).hooks[0].handler.timeout, before = usual(from, event), now = said === undefined ? usual(to, event) : said * 1000;
      const isNamed = done[i].losses.some(l => l.field === 'timeout');
      if (said !== undefined && before === usual(to, event)) return [`${event} ${from} to ${to}: ${said} is written, which it waits anyway`];
      if (now === before || (said !== undefined && now > before && now - before < 1000) || isNamed) return [];
      return [`${event} ${from} to ${to}: ${now} ms, not ${before}`];
    });
    ok(!wrong.length, `${wrong.length} of ${wanted.length}, such as\n  ${wrong.slice(0, 6).join('\n  ')}`);
  }
});
test('prompts have a time of their own; a server that curl asks has that of its agent', () => {
  const [prompt] = batch([{ from: 'claude-code', to: 'cursor', text: JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'prompt', prompt: 'fine?' }] }] } }) }]);
  is(Object.values(JSON.parse(prompt.text).hooks)[0][0].timeout, 30, prompt.text);
  const [http] = batch([{ from: 'claude-code', to: 'codex', text: JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks: [{ type: 'http', url: 'https://example.com/x' }] }], Stop: [{ hooks: [{ type: 'http', url: 'https://example.com/x' }] }] } }) }]);
  ok(/--max-time 30 /.test(commandsOf('codex', JSON.parse(http.text))[0]), http.text);
});
test('to and from a manifest no time is written that nobody wrote; with --runtime it is', () => {
  const text = fileOf('claude-code', '/opt/x');
  const [plain, run, short] = batch([{ to: 'canonical' }, { to: 'canonical', runtime: true }, { to: 'canonical', runtime: true, from: 'junie', text: fileOf('junie', '/opt/x') }].map(w => ({ from: 'claude-code', text, ...w })));
  is([plain, run, short].map(r => JSON.parse(r.text).hooks[0].handler.timeout), [undefined, 600, 10]);
  ok(plain.losses.some(l => l.field === 'timeout' && /gaff waits 30 s/.test(l.text)), JSON.stringify(plain.losses));
});

finish('variables and times');
