// manifest.mjs - manifests: the same from JSON and YAML, every mistake with its place; and gaff validate.
//
// tests/manifests/valid    pairs NAME.json and NAME.yaml that say the same, without a mistake
// tests/manifests/invalid  what must be refused; NAME.json.expect has the lines, UPDATE=1 writes them
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { finish, is, ok, test } from './check.mjs';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
const slow = process.env.SLOW ? Number(process.env.SLOW) : 1;
const data = path.join(root, 'tests/manifests');
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-manifest-'));
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const env = { PATH: process.env.PATH, HOME: scratch, ...sanitizer };
const payload = fs.readFileSync(path.join(root, 'tests/hosts/claude-code/PreToolUse.Bash/stdin.json'));

function call(args, options = {}) {
  const started = Date.now();
  const r = spawnSync(gaff, args, { encoding: 'utf8', maxBuffer: 1 << 28, timeout: 60000 * slow, cwd: scratch, ...options, env: { ...env, ...options.env } });
  return { code: r.status, signal: r.signal, stdout: r.stdout, stderr: r.stderr, ms: Date.now() - started };
}
const validate = (...args) => call(['validate', ...args]);
const write = (name, text) => {
  const file = path.join(scratch, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
};
// What is fine but for hooks that gaff does not run.
const withoutModels = text => text.replace(/^.*: warning: gaff asks no model: .*\n/mg, '');
const canonical = file => {
  const r = validate('--canonical', file);
  is([r.code, withoutModels(r.stderr)], [0, ''], `exit and stderr for ${file}`);
  return r.stdout;
};
const hook = (fields = {}, handler = {}) => ({ event: 'before_tool_execute', handler: { type: 'command', command: 'x', ...handler }, ...fields });
const rule = (fields = {}) => ({ name: 'r', tool: 'shell', decision: 'deny', ...fields });
const rules = (...list) => JSON.stringify({ spec: 'hooks/1.0', rules: list });
const manifest = (...hooks) => JSON.stringify({ spec: 'hooks/1.0', hooks });

// ---- what is right ----

// Every member of one document is in another, wherever it stands in its object.
function holds(whole, part, where = '') {
  if (part === null || typeof part !== 'object') return is(whole, part, where);
  ok(whole && typeof whole === 'object' && Array.isArray(whole) === Array.isArray(part), `${where} is ${JSON.stringify(whole)}`);
  is(Object.keys(whole).length, Object.keys(part).length, `members of ${where}`);
  for (const key of Object.keys(part)) holds(whole[key], part[key], `${where}/${key}`);
}

const names = fs.readdirSync(path.join(data, 'valid')).filter(f => f.endsWith('.json')).map(f => f.slice(0, -5)).sort();
const used = new Set();
for (const name of names) {
  const json = path.join(data, 'valid', `${name}.json`), yaml = path.join(data, 'valid', `${name}.yaml`);
  test(`${name} is fine`, () => {
    for (const file of [json, yaml]) {
      const r = validate(file);
      is([r.code, r.stderr], [0, '']);
      const models = r.stdout !== withoutModels(r.stdout);
      ok(models ? withoutModels(r.stdout) === '' : /^.*: fine, (\d+ hooks?)?( and )?(\d+ rules?)?\n$/.test(r.stdout), r.stdout);
    }
  });
  test(`${name} is the same from JSON and YAML`, () => is(canonical(yaml), canonical(json)));
  test(`${name} in canonical bytes is itself`, () => {
    const once = canonical(json);
    is(canonical(write('once.json', once)), once);
    is(canonical(write('once.yaml', once)), once, 'as YAML');
  });
  test(`nothing of ${name} is lost`, () => {
    const doc = JSON.parse(canonical(json));
    is(doc.spec, 'hooks/1.0');
    let source;
    try { source = JSON.parse(fs.readFileSync(json, 'utf8').replace(/^\ufeff/, '')); } catch { return; } // comments
    holds(doc, { ...source, spec: 'hooks/1.0' });
    for (const one of source.rules ?? []) for (const key of Object.keys(one)) used.add(`rule.${key}`);
    for (const one of source.hooks ?? []) {
      for (const key of Object.keys(one)) used.add(key);
      for (const key of Object.keys(one.handler)) used.add(`handler.${key}`);
      for (const key of Object.keys(one.degradation ?? {})) used.add(`degradation.${key}`);
      used.add(`type ${one.handler.type}`);
    }
  });
}
test('there are pairs, and every file is in one', () => {
  ok(names.length >= 15, `${names.length} pairs`);
  is(fs.readdirSync(path.join(data, 'valid')).length, names.length * 2);
});
test('together they use every field of the format', () => {
  const fields = ['name', 'event', 'matcher', 'paths', 'handler', 'blocking', 'enabled', 'dialect', 'on_error', 'timeout_action', 'status_message', 'capabilities', 'degradation', 'provider_data'];
  const handler = ['type', 'command', 'platform', 'cwd', 'env', 'url', 'headers', 'allowed_env_vars', 'allow_http_loopback', 'prompt', 'model', 'timeout', 'timeout_action', 'async', 'status_message'];
  const rule = ['name', 'event', 'tool', 'program', 'words', 'paths', 'content', 'decision', 'reason', 'suggestion', 'enabled', 'examples'];
  const capabilities = ['structured_output', 'input_rewrite', 'llm_evaluated', 'http_handler', 'async_execution', 'platform_commands', 'custom_env', 'configurable_cwd'];
  const all = [...fields, ...rule.map(f => `rule.${f}`), ...handler.map(f => `handler.${f}`), ...capabilities.map(c => `degradation.${c}`), ...['command', 'http', 'prompt', 'agent'].map(t => `type ${t}`)];
  is(all.filter(field => !used.has(field)), []);
});
test('known fields come first and in one order, the others as they were', () => {
  const text = canonical(write('order.json', '{"z":1,"hooks":[{"y":1,"handler":{"x":1,"timeout":1.50,"command":"c","type":"command"},"a":2,"event":"session_end","name":"n"}],"a":{"b":1,"a":2},"spec":"hooks/0.1"}'));
  is(text, '{"spec":"hooks/1.0","hooks":[{"name":"n","event":"session_end","handler":{"type":"command","command":"c","timeout":1.50,"x":1},"y":1,"a":2}],"z":1,"a":{"b":1,"a":2}}\n');
});

test('rules stand behind hooks, in the order of their fields', () => {
  const text = canonical(write('rules.json', '{"rules":[{"x":1,"decision":"deny","tool":"shell","name":"n"}],"a":1,"hooks":[],"spec":"hooks/1.0"}'));
  is(text, '{"spec":"hooks/1.0","hooks":[],"rules":[{"name":"n","tool":"shell","decision":"deny","x":1}],"a":1}\n');
});
test('how many hooks and rules there are', () => {
  const count = (hooks, rules) => validate(write('count.json', JSON.stringify({ spec: 'hooks/1.0', hooks: Array(hooks).fill(hook()), rules: Array(rules).fill(rule()) }))).stdout.replace(/^.*: /, '');
  is([count(1, 0), count(2, 1), count(0, 2)], ['fine, 1 hook\n', 'fine, 2 hooks and 1 rule\n', 'fine, 2 rules\n']);
});

// ---- what is wrong ----

const wrong = fs.readdirSync(path.join(data, 'invalid')).filter(f => !f.endsWith('.expect')).sort();
for (const name of wrong) {
  test(`${name} is refused`, () => {
    const file = path.join(data, 'invalid', name), expect = `${file}.expect`;
    const r = call(['validate', name], { cwd: path.join(data, 'invalid') });
    is([r.code, r.signal, r.stderr], [1, null, '']);
    const lines = r.stdout.replaceAll(`${name}:`, '');
    if (process.env.UPDATE) fs.writeFileSync(expect, lines);
    is(lines, fs.readFileSync(expect, 'utf8'));
    const source = fs.readFileSync(file, 'latin1').split(/\r\n|\r|\n/);
    for (const line of lines.trimEnd().split('\n')) {
      const [, at, column] = /^(\d+):(\d+): \S/.exec(line) ?? [];
      ok(at >= 1 && at <= source.length && column >= 1 && column <= source[at - 1].length + 1, `no place in the text: ${line}`);
    }
  });
}
test('there are enough of them, and no expectation without a file', () => {
  ok(wrong.length >= 40, `${wrong.length}`);
  is(fs.readdirSync(path.join(data, 'invalid')).filter(f => f.endsWith('.expect') && !wrong.includes(f.slice(0, -7))), []);
});

test('an example that a rule does not get is told with its place, and what was not met', () => {
  const text = fs.readFileSync(path.join(data, 'invalid/rule-examples-fail.yaml.expect'), 'utf8');
  for (const want of ['10:11: the rule "no-prod" does not object to this example: "apply|delete" is not met', '15:11: the rule "no-prod" denies this example: kubectl delete --context', '16:11: the rule "no-prod" asks about this example',
    '32:31: the rule "cleaning" makes no exception of this example: not all', '33:24: the rule "cleaning" makes an exception of this example', '40:15: the rule "keys" denies this example'])
    ok(text.includes(want), `${want} is not in\n${text}`);
});
test('examples are tried by gaff validate alone', () => {
  const file = write('examples.json', rules(rule({ program: 'kubectl', examples: { deny: ['ls'] } })));
  is(validate(file).code, 1);
  const run = call(['run', '--host', 'claude-code', '--manifest', file], { input: payload });
  is([run.code, run.stderr], [0, '']);
});
test('1000 examples are tried in time', () => {
  const r = validate(write('examples.json', rules(rule({ program: 'kubectl', examples: { allow: Array(1000).fill('cd x && for f in *.c; do cc -c "$f"; done | tee log') } }))));
  is([r.code, r.stdout.replace(/^.*: /, '')], [0, 'fine, 1 rule\n']);
  ok(r.ms < 5000 * slow, `it took ${r.ms} ms`);
});

// What is too large to lie here.
const refused = (what, name, text, lines) => test(what, () => {
  const r = validate(write(name, text));
  is([r.code, r.signal, r.stderr], [1, null, '']);
  const got = r.stdout.replaceAll(`${path.join(scratch, name)}:`, '').trimEnd().split('\n');
  is(got.map(line => line.trim()), lines);
  ok(r.ms < 5000 * slow, `it took ${r.ms} ms`);
});
refused('65 levels', 'deep.json', `{"x":${'['.repeat(64)}${']'.repeat(64)}}`, ['1:69: nested too deeply']);
refused('65 levels of YAML', 'deep.yaml', `x: ${'['.repeat(64)}${']'.repeat(64)}\n`, ['1:67: nested too deeply']);
refused('more than 1 MiB', 'large.json', ' '.repeat(1 << 20) + '{}', ['larger than 1048576 bytes']);
refused('more than 4096 hooks', 'many.json', manifest(...Array(4097).fill({})), ['1:29: there are 4097 hooks, and 4096 are the most']);
refused('more than 1024 rules', 'many.json', rules(...Array(1025).fill({})), ['1:29: there are 1025 rules, and 1024 are the most']);
refused('more than 1000 examples', 'many.json', rules(rule({ examples: { deny: Array(500).fill('ls'), allow: Array(501).fill('ls') } })), ['1:86: there are 1001 examples, and 1000 are the most']);
refused('300 violations', 'wrong.json', `{"spec":"hooks/1.0","hooks":[${Array(300).fill('1').join(',\n')}]}`,
  [...Array(200).keys()].map(i => i ? `${i + 1}:1: a hook is an object, not a number` : '1:30: a hook is an object, not a number').concat('and 100 more'));
test('an error behind 300 warnings is told, and is one', () => {
  const r = validate(write('last.json', manifest(...Array(300).fill(hook({ matcher: 'nonesuch' })), 1)));
  const lines = r.stdout.trimEnd().split('\n');
  is([r.code, lines.length], [1, 102]);
  ok(lines.slice(0, 100).every(line => / warning: no agent /.test(line)) && / a hook is an object/.test(lines[100]) && / and 200 more$/.test(lines[101]), r.stdout.slice(-300));
  const run = call(['run', '--host', 'claude-code', '--manifest', path.join(scratch, 'last.json')], { input: payload });
  ok(/last\.json:1:\d+: a hook is an object/.test(run.stderr), run.stderr);
});
refused('a variable that nobody could set', 'env.json', manifest(hook({}, { env: { A: 'x'.repeat(32769) } })), ['1:114: a variable of 32769 bytes; 32768 are the most']);
test('4096 hooks with large patterns are checked in time and within memory', () => {
  const r = call(['validate', write('patterns.json', manifest(...Array(4096).fill(hook({ matcher: { pattern: '(?i)[^\\pL]{1000}' } }))))]);
  is([r.code, r.stdout.replace(/^.*: /, '')], [0, 'fine, 4096 hooks\n']);
  ok(r.ms < 10000 * slow, `it took ${r.ms} ms`);
});
test('a pattern of 10,000 characters', () => {
  is(validate(write('long.json', manifest(hook({ matcher: { pattern: 'a'.repeat(10000) } })))).code, 0);
  const r = validate(write('long.json', manifest(hook({ matcher: { pattern: 'a'.repeat(10000) + '(' } }))));
  ok(r.stdout.includes(':1:10126: in the pattern: ( without )'), r.stdout);
});
test('a hook of 1 MiB', () => {
  const many = n => Object.fromEntries([...Array(n).keys()].map(i => [`V${i}`, 'x']));
  const r = validate(write('wide.json', manifest(hook({ provider_data: { a: many(60000) } }, { env: many(5000) }))));
  is([r.code, r.stdout.replace(/^.*: /, '')], [0, 'fine, 1 hook\n']);
  ok(r.ms < 5000 * slow, `it took ${r.ms} ms`);
});

// ---- what is said and not refused ----

const warned = (what, one, lines) => test(`warned: ${what}`, () => {
  const r = validate(write('warned.json', manifest(one)));
  is([r.code, r.stderr], [0, '']);
  is(r.stdout.trimEnd().split('\n').map(line => line.replace(/^.*warned\.json:\d+:\d+: /, '')), lines);
});
const idle = field => `warning: "${field}" means nothing without "blocking": true`;
warned('on_error without blocking', hook({ on_error: 'closed' }), [idle('on_error')]);
warned('timeout_action without blocking', hook({ timeout_action: 'block' }), [idle('timeout_action')]);
warned('timeout_action of a handler without blocking', hook({ blocking: false }, { timeout_action: 'warn' }), [idle('timeout_action')]);
warned('a matcher where there is no tool', hook({ event: 'session_start', matcher: 'shell' }), ['warning: "matcher" is ignored: the event is not about a tool']);
warned('a matcher on an event of one agent', hook({ event: 'cursor:workspaceOpen', matcher: 'shell' }), ['warning: "matcher" is ignored: the event is not about a tool']);
warned('paths where there are no files', hook({ event: 'agent_stop', paths: ['**'] }), ['warning: "paths" is ignored: the event is not about files']);
warned('a tool that nobody has', hook({ matcher: 'nonesuch' }), [`warning: no agent that gaff knows has a tool "nonesuch"; see 'gaff hosts --tools', or write {"mcp": …}`]);
warned('capabilities that nobody knows', hook({ capabilities: ['teleport'], degradation: { levitate: 'warn' } }),
  ['warning: "teleport" is no capability gaff knows', 'warning: "levitate" is no capability gaff knows']);
for (const type of ['prompt', 'agent']) {
  const model = (more = {}) => ({ event: 'before_tool_execute', ...more, handler: { type, prompt: 'is it fine?' } });
  warned(`a handler of type ${type}, which gaff does not run`, model({ name: 'judge' }), ['warning: gaff asks no model: the hook "judge" never runs']);
  warned(`the same without a name, type ${type}`, model({ blocking: true }), [`warning: gaff asks no model: the hook "#1 ${type}" never runs`]);
  warned(`and one that blocks instead, type ${type}`, model({ blocking: true, degradation: { llm_evaluated: 'block' } }), [`warning: gaff asks no model: the hook "#1 ${type}" never runs, and blocks where it can`]);
  test(`not warned: a handler of type ${type} that is switched off`, () => is(validate(write('quiet.json', manifest(model({ enabled: false })))).stdout.replace(/^.*: /, ''), 'fine, 1 hook\n'));
  test(`warned: type ${type} has its file, line and hook, also in YAML and with --json`, () => {
    const file = write('models.yaml', `spec: hooks/1.0\nhooks:\n  - event: agent_stop\n    handler: { type: command, command: x }\n  - event: agent_stop\n    handler:\n      type: ${type}\n      prompt: is it fine?\n`);
    is([validate(file).code, validate(file).stdout], [0, `${file}:7:13: warning: gaff asks no model: the hook "#2 ${type}" never runs\n`]);
    const r = validate('--json', file);
    is([r.code, JSON.parse(r.stdout)], [0, [{ file, line: 7, column: 13, severity: 'warning', message: `gaff asks no model: the hook "#2 ${type}" never runs` }]]);
  });
}
const meant = (wrong, right) => `warning: "${wrong}" means nothing here; did you mean "${right}"?`;
test('warned: fields of a rule with a letter missing', () => {
  const r = validate(write('warned.json', rules(rule({ programs: 'git', owner: 'x' }))));
  is([r.code, r.stdout.replace(/^.*json:/, '')], [0, '1:75: warning: "programs" means nothing here; did you mean "program"?\n']);
});
warned('fields with a letter missing', hook({ blockng: true, onerror: 'closed', comment: 'x' }, { timout: 1 }), [meant('timout', 'timeout'), meant('blockng', 'blocking'), meant('onerror', 'on_error')]);
for (const [what, one] of Object.entries({
  'fields that are somebody else\'s': hook({ id: 1, comment: 'x', _x: 1, description: 'x' }, { shell: 'sh', x: 1 }),
  'a matcher on an event of a tool under its native name': hook({ event: 'claude-code:PreToolUse', matcher: 'Bash' }),
  'paths on events of files': hook({ event: 'file_changed', paths: ['**'] }),
  'paths on an event of one agent': hook({ event: 'claude-code:InstructionsLoaded', paths: ['**'] }),
  'timeout_action said twice alike': hook({ blocking: true, timeout_action: 'block' }, { timeout_action: 'block' }),
})) test(`not warned: ${what}`, () => is(validate(write('quiet.json', manifest(one))).stdout.replace(/^.*: /, ''), 'fine, 1 hook\n'));
test('warnings stand beside canonical bytes, not among them', () => {
  const r = validate('--canonical', write('warned.json', manifest(hook({ on_error: 'open' }))));
  is([r.code, JSON.parse(r.stdout).hooks.length], [0, 1]);
  ok(r.stderr.includes(idle('on_error')), r.stderr);
});

// ---- policies ----

const policy = (text, lines, code = 1) => test(`policy ${text.slice(0, 50)}`, () => {
  write('p/policy.json', text);
  const r = call(['validate', 'p/policy.json']);
  is([r.code, r.stdout.replaceAll('p/policy.json:', '').trimEnd().split('\n').map(l => l.trim())], [code, lines]);
});
policy('{"disable_all_hooks": true, "allow_managed_only": false, "event_restrictions": {"session_start": "deny"}, "capability_restrictions": {"http_handler": "managed_only"}, "$schema": "x", "_comment": 1}', ['fine'], 0);
policy('{}', ['fine'], 0);
policy('[]', ['1:1: a policy is an object']);
policy('{"disable_all_hooks": "yes", "allow_managed_only": 1}', ['1:23: "disable_all_hooks" must be true or false', '1:52: "allow_managed_only" must be true or false']);
policy('{"disable_all_hook": true}', ['1:2: a policy has no "disable_all_hook"; did you mean "disable_all_hooks"?']);
policy('{"favourite_colour": "red"}', ['1:2: warning: "favourite_colour" in a policy means nothing to gaff'], 0);
policy('{"event_restrictions": [], "capability_restrictions": null}', ['1:24: "event_restrictions" must be an object', '1:55: "capability_restrictions" must be an object']);
policy('{"event_restrictions": {"PreToolUse": "deny", "session_end": "forbid", "agent_stop": 1}}',
  ['1:25: "PreToolUse" is nothing that "event_restrictions" can restrict', '1:62: a rule is "allow", "deny" or "managed_only", not "forbid"', '1:86: a rule is "allow", "deny" or "managed_only", not 1']);
policy('{"capability_restrictions": {"flying": "deny"}}', ['1:30: "flying" is nothing that "capability_restrictions" can restrict']);
test('a manifest whose name ends like that of a policy', () => is(validate(write('my-policy.json', manifest(hook()))).stdout.replace(/^.*: /, ''), 'fine, 1 hook\n'));

// ---- the command ----

const good = write('good.json', manifest(hook())), bad = write('bad.json', manifest(hook({ event: 'x' }))), yaml = write('good.yml', 'spec: hooks/1.0\nhooks: [{event: session_end, handler: {type: command, command: x}}]\n');
test('several files, each with what is said of it', () => {
  const r = validate(good, bad, yaml);
  is([r.code, r.stdout.split('\n').map(line => line.split(scratch + '/')[1]?.split(':')[0])], [1, ['good.json', 'bad.json', 'good.yml', undefined]]);
  is(validate(good, yaml).code, 0);
});
test('stdin', () => {
  is(call(['validate', '-'], { input: fs.readFileSync(good) }).stdout, '-: fine, 1 hook\n');
  const r = call(['validate', '-', good], { input: '{' });
  is([r.code, r.stdout], [1, `-:1:2: the document ends too early\n${good}: fine, 1 hook\n`]);
});
test('--json', () => {
  const r = validate('--json', good, bad, write('warned.json', manifest(hook({ on_error: 'open' }))), path.join(scratch, 'gone.json'));
  is(r.code, 1);
  const findings = JSON.parse(r.stdout);
  is(findings.map(f => [path.basename(f.file), f.line, f.column, f.severity]), [['bad.json', 1, 39, 'error'], ['warned.json', 1, 115, 'warning'], ['gone.json', undefined, undefined, 'error']]);
  ok(findings.every(f => f.message), r.stdout);
  is([validate('--json', good).stdout, validate('--json', good).code], ['[]\n', 0]);
});
test('wrong use is 129', () => {
  for (const args of [['--jason'], ['--json=1'], ['-x'], ['--json', '--canonical', good]]) {
    const r = validate(...args);
    is([r.code, r.stdout], [129, ''], args.join(' '));
    ok(r.stderr.startsWith('gaff: validate: '), r.stderr);
  }
  is(validate('--help').code, 0);
  is(validate('--', good).code, 0);
});
test('what cannot be written is 128', () => is(spawnSync('sh', ['-c', '"$0" validate "$1" > /dev/full', gaff, good], { env }).status, 128));
test('files that are none', () => {
  for (const [file, why] of [['gone.json', 'No such file or directory'], ['.', 'Is a directory'], ['good.json/x', 'Not a directory'], ['', 'No such file or directory']]) {
    const r = validate(file);
    is([r.code, r.stdout, r.stderr], [1, `${file}: ${why}\n`, '']);
  }
  if (process.getuid() !== 0) {
    fs.chmodSync(write('secret.json', '{}'), 0);
    is(validate('secret.json').stdout, 'secret.json: Permission denied\n');
  }
});
test('a pipe that nobody writes to does not hold it up', () => {
  is(spawnSync('mkfifo', [path.join(scratch, 'pipe.json')]).status, 0);
  const r = call(['validate', 'pipe.json'], { timeout: 5000 * slow });
  is([r.code, r.signal, r.stdout], [1, null, 'pipe.json:1:1: there is no JSON here\n']);
  is(validate('/dev/null').code, 1);
});
test('a pipe that somebody writes to is read to its end', () => {
  const r = spawnSync('sh', ['-c', '(sleep 0.2; head -c 20 "$1"; sleep 0.2; tail -c +21 "$1") | "$0" validate /dev/stdin', gaff, good], { env, encoding: 'utf8' });
  is([r.status, r.stdout], [0, '/dev/stdin: fine, 1 hook\n']);
});
test('names do nothing to a terminal', () => {
  const name = 'a\u001b[2J\u009b\u202eb\n.json', file = path.join(scratch, name);
  fs.writeFileSync(file, manifest(hook({ event: 'x\u001b]0;y\u0007\u009b2J\u202e' })));
  for (const args of [[file], ['--canonical', file], [file + 'gone']]) {
    const r = validate(...args);
    // eslint-disable-next-line no-control-regex
    ok(!/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/.test(r.stdout + r.stderr), JSON.stringify(r.stdout + r.stderr));
    is((r.stdout + r.stderr).split('\n').length, 2);
  }
  const [finding] = JSON.parse(validate('--json', file).stdout);
  is(finding.file, file);
  fs.writeFileSync(file, manifest(hook()));
  is(validate(file).stdout, `${scratch}/a\\x1b[2J\\u009b\\u202eb\\n.json: fine, 1 hook\n`);
});
test('without a file: those of the user and of the project', () => {
  const home = path.join(scratch, 'home'), project = path.join(scratch, 'project'), deep = path.join(project, 'a/b');
  fs.mkdirSync(deep, { recursive: true });
  fs.mkdirSync(path.join(project, '.git'));
  const here = (args = []) => call(['validate', ...args], { cwd: deep, env: { HOME: home } });
  is([here().code, here().stdout], [0, 'There is no manifest for you or this project; name a file.\n']);
  is(here(['--json']).stdout, '[]\n');
  write('home/.config/gaff/hooks.yaml', fs.readFileSync(yaml));
  write('home/.config/gaff/policy.json', '{}');
  write('project/.gaff/hooks.json', manifest(hook(), hook()));
  is([here().code, here().stdout], [0, `${home}/.config/gaff/hooks.yaml: fine, 1 hook\n${home}/.config/gaff/policy.json: fine\n${project}/.gaff/hooks.json: fine, 2 hooks\n`]);
  write('project/.gaff/policy.json', '{"disable_all_hooks": 1}');
  is([here().code, here().stdout.split('\n').at(-2)], [1, `${project}/.gaff/policy.json:1:23: "disable_all_hooks" must be true or false`]);
});

// ---- what is kept of a manifest, damaged ----

test('damage to what is kept of a manifest changes nothing', () => {
  const home = path.join(scratch, 'kept'), file = write('kept.json', manifest(
    hook({ matcher: 'file_write', blocking: true }, { command: 'exit 2' }),
    hook({ matcher: 'shell', blocking: true, name: 'guard' }, { command: 'echo no >&2; exit 2' })));
  const run = () => call(['run', '--host', 'claude-code', '--manifest', file], { input: payload, env: { HOME: home } });
  const first = run();
  is([first.code, first.stderr], [2, 'no\n']);
  const folder = path.join(home, '.cache/gaff/manifests'), kept = path.join(folder, fs.readdirSync(folder)[0]), whole = fs.readFileSync(kept);
  const same = what => { const r = run(); is([r.code, r.stderr], [2, 'no\n'], what); };
  same('as it is');
  const step = slow > 1 ? 29 : 7;
  for (let i = 0; i < whole.length; i += i < 160 ? 1 : step) {
    const damaged = Buffer.from(whole);
    damaged[i] ^= 1 << i % 8;
    fs.writeFileSync(kept, damaged);
    same(`byte ${i} is another`);
  }
  for (const n of [0, 1, 31, 32, 63, 64, 80, whole.length - 1]) {
    fs.writeFileSync(kept, whole.subarray(0, n));
    same(`${n} bytes are left`);
  }
  fs.writeFileSync(kept, Buffer.concat([whole, Buffer.from('x')]));
  same('one byte more');
});
test('a policy that cannot be read forbids everything below it', () => {
  const home = path.join(scratch, 'forbids'), file = write('guard.json', manifest(hook({ blocking: true }, { command: 'exit 2' })));
  const run = () => call(['run', '--host', 'claude-code', '--manifest', file], { input: payload, env: { HOME: home } }).code;
  const place = path.join(home, '.config/gaff/policy.json');
  is(run(), 2);
  write('forbids/.config/gaff/policy.json', '{}');
  is(run(), 2);
  fs.writeFileSync(place, '{"disable_all_hook": true}');
  is(run(), 0, 'with a mistake in it');
  fs.rmSync(place);
  fs.symlinkSync('policy.json', place);
  is(run(), 0, 'a link to itself');
  fs.rmSync(place);
  fs.mkdirSync(place);
  is(run(), 0, 'a folder');
  fs.rmdirSync(place);
  fs.writeFileSync(place, '{}');
  fs.chmodSync(place, 0o666);
  is(run(), 0, 'that anybody may write');
});

test('what a hook is called is one line, on stderr and in the record', () => {
  const home = path.join(scratch, 'called');
  const run = one => call(['run', '--host', 'claude-code', '--manifest', write('called.json', manifest(one))], { input: payload, env: { HOME: home } });
  for (const one of [hook({ name: 'a\n{"decision":"allow"}', blocking: true, on_error: 'closed' }, { command: 'exit 3' }),
    hook({ blocking: true, on_error: 'closed' }, { command: `true\n{ exit 3; } # ${'é'.repeat(60)}` })]) {
    const r = run(one);
    is([r.code, r.stderr.split('\n').length], [2, 2], r.stderr);
    ok(!/^\{/m.test(r.stderr), r.stderr);
    const line = JSON.parse(fs.readFileSync(path.join(home, '.local/state/gaff/audit.jsonl'), 'utf8').trimEnd().split('\n').at(-1));
    ok(!line.by.includes('\n') && line.by, JSON.stringify(line));
  }
});

// ---- other people's: VECTORS names a folder with canonical/ and invalid/ ----

let vectors = 0;
const folder = name => path.join(process.env.VECTORS ?? path.join(scratch, 'none'), name);
for (const [name, check] of Object.entries({
  canonical: r => is([r.code, /: fine, /.test(r.stdout)], [0, true], r.stdout),
  invalid: r => ok(r.code === 1 && /:\d+:\d+: /.test(r.stdout), r.stdout),
})) {
  for (const file of fs.existsSync(folder(name)) ? fs.readdirSync(folder(name)).sort() : []) {
    vectors++;
    test(`${name}/${file}`, () => check(validate(path.join(folder(name), file))));
  }
}

fs.rmSync(scratch, { recursive: true });
console.log(`${names.length} pairs, ${wrong.length} that are refused, ${vectors} vectors of others`);
finish('manifest');
