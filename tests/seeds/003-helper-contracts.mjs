// 003-helper-contracts.mjs - the contracts of a helper library for Claude Code's hooks: what a hook is given, what it
// can ask of it, and what its answers are on the wire.
//
// A helper is there three times: in sh (gaff get, match, reply), in C (libgaff, by tests/seeds/helpers.c), and as what
// a hook of gaff run reads on stdin and prints. JSON of the document stands here as it stands there; where it has an
// ellipsis, there is something instead.
import fs from 'node:fs';
import path from 'node:path';
import { call, differs, done, file, gaff, is, ok, run, says, seed, seenByHook, start, table } from './lib.mjs';

seed('helper contracts');
const host = 'claude-code', helpers = path.join(path.dirname(gaff), 'seed-helpers'), attended = { CLAUDE_CODE_SESSION_ATTENDED: '1' };

// ---- the document's JSON ----

const common = { session_id: 'abc123-def456', cwd: '/home/user/project', hook_event_name: 'PreToolUse', transcript_path: '/home/user/.claude/projects/-home-user-project/session.jsonl', permission_mode: 'default' };
const raw = {
  PreToolUse: { session_id: 'abc123', cwd: '/home/user/project', hook_event_name: 'PreToolUse', transcript_path: '/home/user/.claude/session.jsonl', permission_mode: 'default', tool_name: 'Write',
    tool_input: { file_path: '/home/user/project/app/Data/UserData.php', content: '<?php\n\nclass UserData...' }, tool_use_id: 'toolu_01ABC123...' },
  PostToolUse: { session_id: 'abc123', cwd: '/home/user/project', hook_event_name: 'PostToolUse', tool_name: 'Write',
    tool_input: { file_path: '/home/user/project/app/Data/UserData.php', content: '<?php...' }, tool_use_id: 'toolu_01ABC123...', tool_result: 'File written successfully', tool_error: null },
  UserPromptSubmit: { session_id: 'abc123', cwd: '/home/user/project', hook_event_name: 'UserPromptSubmit', prompt: 'Add a login feature' },
  SessionStart: { session_id: 'abc123', cwd: '/home/user/project', hook_event_name: 'SessionStart', env_file: '/tmp/claude-env-abc123' },
};
// The same with all that an event inherits.
const whole = Object.fromEntries(Object.entries(raw).map(([name, event]) => [name, { ...event, transcript_path: '/home/user/.claude/session.jsonl', permission_mode: 'plan' }]));
const schemas = {
  Write: { file_path: '/absolute/path/to/file', content: 'file contents here' },
  Edit: { file_path: '/absolute/path/to/file', old_string: 'text to find', new_string: 'replacement text' },
  Bash: { command: 'npm run build', description: 'Build the project', timeout: 60000 },
  Read: { file_path: '/absolute/path/to/file', offset: 0, limit: 1000 },
  Glob: { pattern: '**/*.php', path: '/home/user/project' },
  Grep: { pattern: 'class.*Controller', path: '/home/user/project', include: '*.php' },
  WebFetch: { url: 'https://example.com', prompt: 'Extract the main content' },
  WebSearch: { query: 'laravel validation rules', allowed_domains: ['laravel.com'], blocked_domains: [] },
  Task: { description: 'Research authentication patterns', prompt: 'Find how authentication is implemented...', subagent_type: 'general-purpose' },
};
const pre = (tool, input) => ({ ...raw.PreToolUse, tool_name: tool, tool_input: input });
const post = (tool, input, result = 'done', error = null) => ({ ...raw.PostToolUse, tool_name: tool, tool_input: input, tool_result: result, tool_error: error });

// ---- the three ways to ask ----

const absent = Symbol('absent');
// `gaff get` and libgaff, as JSON; what is not there is exit code 1 and nothing printed.
function asked(r) {
  if (r.code === 1 && r.stdout === '') return absent;
  is([r.code, r.stderr], [0, ''], 'exit code and stderr');
  return r.json;
}
const inSh = (event, field) => asked(call(['get', '--host', host, '--json', field], { input: event }));
const inC = (event, name) => asked(start(helpers, ['json', name], { input: event }));
// A function of gaff.h: its text without the line end.
function byName(event, helper, ...globs) {
  const r = start(helpers, ['get', helper, ...globs], { input: event });
  if (r.code === 1 && r.stdout === '') return absent;
  is([r.code, r.stderr, r.stdout.at(-1)], [0, '', '\n'], 'exit code and stderr');
  return r.stdout.slice(0, -1);
}
const shText = (event, field) => {
  const r = call(['get', '--host', host, '--raw', field], { input: event });
  if (r.code === 1 && r.stdout === '') return absent;
  is([r.code, r.stderr], [0, ''], 'exit code and stderr');
  return r.stdout;
};
const stdins = new Map(); // by payload: a hook is started once for each
function onStdin(event, args = []) {
  const key = JSON.stringify([event, args]);
  if (!stdins.has(key)) stdins.set(key, seenByHook(host, event.hook_event_name, event, { args }));
  return stdins.get(key);
}
const same = (got, want) => {
  if (want === absent) ok(got === absent || got === undefined || got === null, `it is ${String(JSON.stringify(got))}, and there is none`);
  else is(got === absent ? 'absent' : got, want);
};

// ---- Common Fields ----

// by the name of the document: the function of gaff.h, and where it is on a hook's stdin
const fields = {
  session_id: ['session_id', e => e.session_id], cwd: ['cwd', e => e.cwd], hook_event_name: ['native_name', e => e.native_event],
  transcript_path: ['transcript_path', e => e.transcript_path], permission_mode: ['permission_mode', e => e.permission_mode],
  tool_name: ['tool_name', e => e.tool_name], tool_use_id: ['tool_use_id', e => e.tool_use_id],
  tool_result: ['result', e => e.tool_output], tool_error: ['error', e => e.tool_error], prompt: ['prompt', e => e.prompt], env_file: ['env_file', e => e.env_file],
};
const inherited = ['session_id', 'cwd', 'hook_event_name', 'transcript_path', 'permission_mode'];
function field(section, what, event, name, want) {
  const [helper, at] = fields[name];
  says(section, `${what}${name}, asked in sh`, () => same(shText(event, name), want));
  says(section, `${what}${name}, asked in C`, () => same(byName(event, helper), want));
  says(section, `${what}${name}, on a hook's stdin`, () => same(at(onStdin(event).event), want));
}
for (const name of inherited) field('Common Fields', '', common, name, common[name]);
says('Common Fields', 'permission_mode is whatever mode there is', () => is(['default', 'plan', 'acceptEdits', 'bypassPermissions'].map(mode => shText({ ...common, permission_mode: mode }, 'permission_mode')), ['default', 'plan', 'acceptEdits', 'bypassPermissions']));

// ---- the events: what they inherit, and their own ----

const own = { PreToolUse: ['tool_name', 'tool_use_id'], PostToolUse: ['tool_name', 'tool_use_id', 'tool_result', 'tool_error'], UserPromptSubmit: ['prompt'], SessionStart: ['env_file'] };
const canonical = { PreToolUse: 'before_tool_execute', PostToolUse: 'after_tool_execute', UserPromptSubmit: 'before_prompt', SessionStart: 'session_start' };
for (const [event, names] of Object.entries(own)) {
  for (const name of inherited) field(event, 'inherited: ', whole[event], name, whole[event][name]);
  for (const name of names) field(event, '', raw[event], name, raw[event][name] ?? absent);
  says(event, 'it is known by its name', () => is([byName(raw[event], 'name'), shText(raw[event], 'event'), onStdin(raw[event]).event.event], Array(3).fill(canonical[event])));
  says(event, 'the raw JSON reaches a hook that was written for Claude Code as it is', () => is(onStdin(raw[event], ['--dialect', host]).text, `${JSON.stringify(raw[event])}\n`));
  says(event, 'the raw JSON is kept for every other hook', () => is(onStdin(raw[event]).event.native, raw[event]));
}
for (const event of ['PreToolUse', 'PostToolUse']) {
  says(event, 'tool_input, asked in sh', () => is(inSh(raw[event], '/native/tool_input'), raw[event].tool_input));
  says(event, 'tool_input, asked in C', () => is(inC(raw[event], '/native/tool_input'), raw[event].tool_input));
  says(event, "tool_input, on a hook's stdin", () => is(onStdin(raw[event]).event.tool_input, { path: raw[event].tool_input.file_path, content: raw[event].tool_input.content }));
}
for (const name of ['transcript_path', 'permission_mode']) for (const event of ['PostToolUse', 'UserPromptSubmit', 'SessionStart']) says(event, `${name} is not in the raw JSON, and is none then`, () => {
  same(shText(raw[event], name), absent);
  same(byName(raw[event], fields[name][0]), absent);
});
says('PostToolUse', 'tool_error is the message of a tool that failed', () => {
  const event = post('Bash', { command: 'make' }, '', 'make: no rule');
  is([shText(event, 'tool_error'), byName(event, 'error'), onStdin(event).event.tool_error], ['make: no rule', 'make: no rule', 'make: no rule']);
});
says('PostToolUse', 'tool_use_id is the one of PreToolUse', () => is(shText(raw.PostToolUse, 'tool_use_id'), shText(raw.PreToolUse, 'tool_use_id')));
says('PostToolUse', 'tool_input is what the tool was called with', () => is(inSh(post('Bash', schemas.Bash), 'tool_input'), inSh(pre('Bash', schemas.Bash), 'tool_input')));
says('PreToolUse', 'it comes before the tool: a denial keeps it from running', () => is(run(host, 'PreToolUse', raw.PreToolUse, { decision: 'deny', reason: 'no' }).code, 2));

// ---- tool_input, tool by tool ----

// what gaff calls them, where that is another name
const renamed = { file_path: i => i.path, old_string: i => i.edits[0].old, new_string: i => i.edits[0].new, include: i => i.glob, subagent_type: i => i.type };
const words = { Write: 'file_write', Edit: 'file_edit', Bash: 'shell', Read: 'file_read', Glob: 'find', Grep: 'search', WebFetch: 'web_fetch', WebSearch: 'web_search', Task: 'agent' };
for (const [tool, input] of Object.entries(schemas)) {
  const event = pre(tool, input), section = `Tool-Specific tool_input, ${tool}`;
  says(section, 'the tool is known', () => is([byName(event, 'tool'), byName(event, 'tool_name')], [words[tool], tool]));
  for (const [name, value] of Object.entries(input)) {
    says(section, `${name}, asked in sh`, () => is(inSh(event, `tool_input.${name}`), value));
    says(section, `${name}, asked in C`, () => is(inC(event, `tool_input.${name}`), value));
    says(section, `${name}, on a hook's stdin`, () => is((renamed[name] ?? (i => i[name]))(onStdin(event).event.tool_input), value));
  }
}

// ---- Helper Methods ----

const properties = { file_path: ['Write', 'Bash'], content: ['Write', 'Bash'], command: ['Bash', 'Write'], old_string: ['Edit', 'Write'], new_string: ['Edit', 'Write'] };
for (const [event, make] of [['PreToolUse', pre], ['PostToolUse', post]]) {
  for (const [name, [has, lacks]] of Object.entries(properties)) {
    const section = `${event}, Helper Methods`;
    says(section, `${name} of ${has}, in sh`, () => is(shText(make(has, schemas[has]), name), schemas[has][name]));
    says(section, `${name} of ${has}, in C`, () => is(byName(make(has, schemas[has]), name), schemas[has][name]));
    says(section, `${name} is not there in ${lacks}, in sh`, () => same(shText(make(lacks, schemas[lacks]), name), absent));
    says(section, `${name} is not there in ${lacks}, in C`, () => same(byName(make(lacks, schemas[lacks]), name), absent));
  }
}
// [error, did it succeed]
for (const [what, event, succeeded] of [['no error', post('Bash', schemas.Bash), true], ['an error', post('Bash', schemas.Bash, '', 'exit code 1'), false]]) {
  says('PostToolUse, Helper Methods', `succeeded with ${what}, in C`, () => is(byName(event, 'succeeded'), String(succeeded)));
  says('PostToolUse, Helper Methods', `failed with ${what}, in C`, () => is(byName(event, 'failed'), String(!succeeded)));
  says('PostToolUse, Helper Methods', `${what}: sh asks for tool_error`, () => is(call(['get', '--host', host, 'tool_error'], { input: event }).code, succeeded ? 1 : 0));
}
says('PostToolUse, Helper Methods', 'without tool_error it succeeded', () => {
  const { tool_error: _, ...event } = post('Bash', schemas.Bash);
  is([byName(event, 'succeeded'), byName(event, 'failed')], ['true', 'false']);
});

const about = file_path => pre('Read', { file_path });
const shMatches = (event, ...globs) => {
  const r = call(['match', '--host', host, 'path', ...globs], { input: event });
  ok(r.code <= 1 && r.stderr === '' && r.stdout === '', `exit ${r.code}: ${r.stderr}`);
  return r.code === 0;
};
const shExcludes = (event, ...globs) => {
  const r = call(['match', '--host', host, '--not', 'path', ...globs], { input: event });
  ok(r.code <= 1 && r.stderr === '' && r.stdout === '', `exit ${r.code}: ${r.stderr}`);
  return r.code === 0;
};
function globs(section, what, event, patterns, matches) {
  const said = matches ? 'matches' : 'does not match';
  says(section, `${what} ${said}, in sh`, () => is(shMatches(event, ...patterns), matches));
  says(section, `${what} ${said}, in C`, () => is(byName(event, 'path_matches', ...patterns), String(matches)));
  says(section, `${what} ${matches ? 'is not excluded' : 'is excluded'}, in sh`, () => is(shExcludes(event, ...patterns), !matches));
  says(section, `${what} ${matches ? 'is not excluded' : 'is excluded'}, in C`, () => is(byName(event, 'path_excludes', ...patterns), String(!matches)));
}
const section = 'PreToolUse, Helper Methods', data = about('/home/user/project/app/Data/UserData.php');
globs(section, 'a PHP file: **/*.php', data, ['**/*.php'], true);
globs(section, 'a PHP file of two globs the first', data, ['**/app/Data/**/*.php', '**/app/Models/**/*.php'], true);
globs(section, 'a PHP file of two globs the last', about('/home/user/project/app/Models/a/User.php'), ['**/app/Data/**/*.php', '**/app/Models/**/*.php'], true);
globs(section, 'a PHP file of two globs none', about('/home/user/project/app/Http/User.php'), ['**/app/Data/**/*.php', '**/app/Models/**/*.php'], false);
globs(section, 'a file outside of app: **/app/**', about('/home/user/project/web/x.php'), ['**/app/**'], false);
globs(section, 'a call without a file', pre('Bash', schemas.Bash), ['**/*.php'], false);
globs(section, 'a call without a file, and a glob for everything', pre('Bash', schemas.Bash), ['**'], false);
globs('PostToolUse, Helper Methods', 'a PHP file: **/*.php', post('Write', schemas.Write), ['**/file'], true);

// ---- Glob Pattern Syntax ----

// a glob, a file that it matches, one that it does not
const patterns = {
  '*': ['/home/user/project/app/*.php', '/home/user/project/app/User.php', '/home/user/project/app/Data/User.php'],
  '**': ['/home/user/project/app/**/User.php', '/home/user/project/app/a/b/c/User.php', '/home/user/project/lib/a/User.php'],
  '?': ['/home/user/project/a?.php', '/home/user/project/ab.php', '/home/user/project/abc.php'],
  '[abc]': ['/home/user/project/x[abc].php', '/home/user/project/xb.php', '/home/user/project/xd.php'],
  '[!abc]': ['/home/user/project/x[!abc].php', '/home/user/project/xd.php', '/home/user/project/xb.php'],
};
table('Glob Pattern Syntax', 'patterns', ['Matches'], { '*': ['anything but /'], '**': ['anything, / too'], '?': ['one character'], '[abc]': ['one of these'], '[!abc]': ['none of these'] })
  .each(['Matches'], row => () => {
    const [glob, yes, no] = patterns[row];
    is([shMatches(about(yes), glob), shMatches(about(no), glob), byName(about(yes), 'path_matches', glob), byName(about(no), 'path_matches', glob)], [true, false, 'true', 'false']);
  });
for (const [name, [glob, yes, no]] of Object.entries(patterns)) {
  globs('Glob Pattern Syntax', `${name}: ${path.relative('/home/user/project', yes)}`, about(yes), [glob], true);
  globs('Glob Pattern Syntax', `${name}: ${path.relative('/home/user/project', no)}`, about(no), [glob], false);
}
// the document's examples: globs, and files that they are for and not for
for (const [what, list, yes, no] of [
  ['any PHP file', ['**/*.php'], ['/home/user/project/index.php', '/home/user/project/app/Data/UserData.php'], ['/home/user/project/index.phtml']],
  ['Data classes', ['**/app/Data/**/*.php'], ['/home/user/project/app/Data/UserData.php', '/home/user/project/app/Data/a/b/X.php'], ['/home/user/project/app/Models/User.php']],
  ['several patterns', ['**/*.vue', '**/*.ts', '**/*.tsx'], ['/home/user/project/a.vue', '/home/user/project/src/a.ts', '/home/user/project/src/a.tsx'], ['/home/user/project/src/a.js']],
  ['vendor and node_modules', ['**/vendor/**', '**/node_modules/**'], ['/home/user/project/vendor/a/b.php', '/home/user/project/node_modules/x/y.js'], ['/home/user/project/app/x.php']],
]) {
  for (const at of yes) globs('Glob Pattern Syntax, examples', `${what}: ${path.relative('/home/user/project', at)}`, about(at), list, true);
  for (const at of no) globs('Glob Pattern Syntax, examples', `${what}: ${path.relative('/home/user/project', at)}`, about(at), list, false);
}

// ---- Response Contracts ----

const output = (event, members) => ({ hookSpecificOutput: { hookEventName: event, ...members } });
const inShReply = (event, ...args) => call(['reply', '--host', host, ...args], { input: event, env: attended });
const inCReply = (event, ...args) => start(helpers, ['reply', ...args], { input: event, env: attended });
const byHook = (event, answer) => run(host, event.hook_event_name, event, answer);
const byNative = (event, answer) => run(host, event.hook_event_name, event, answer, { args: ['--dialect', host] });
const blocks = { deny: 2 };
function printed(r, want, code = 0) {
  is(r.stdout, JSON.stringify(want), `${r.stderr}stdout`);
  is(r.code, code, 'exit code');
}
// A response in all ways to give it; `code` is the exit code that goes with it.
function response(section, what, event, { sh, c, hook, native }, want, code = 0) {
  if (sh) says(section, `${what}: in sh`, () => printed(inShReply(event, ...sh), want, code));
  if (c) says(section, `${what}: in C`, () => printed(inCReply(event, ...c), want, code));
  if (hook) says(section, `${what}: a canonical hook's`, () => printed(byHook(event, hook), want, code));
  if (native) says(section, `${what}: as the document prints it`, () => printed(byNative(event, native), want, code));
}
const tool = raw.PreToolUse, only = pre('Read', { file_path: '/wrong/path.php' }), P = 'PreToolUse, Response Contract';
const allowed = output('PreToolUse', { permissionDecision: 'allow', permissionDecisionReason: 'Validation passed' });
const denied = output('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'Data classes must have #[TypeScript()] annotation' });
const corrected = output('PreToolUse', { permissionDecision: 'allow', permissionDecisionReason: 'Auto-corrected path', updatedInput: { file_path: '/corrected/path.php' } });
response(P, 'allow with a reason', tool, { sh: ['allow', 'Validation passed'], c: ['allow', 'Validation passed'], hook: { decision: 'allow', reason: 'Validation passed' }, native: allowed }, allowed);
response(P, 'allow without a reason', tool, { sh: ['allow'], c: ['allow', '-'], hook: { decision: 'allow' }, native: output('PreToolUse', { permissionDecision: 'allow' }) }, output('PreToolUse', { permissionDecision: 'allow' }));
response(P, 'deny', tool, { sh: ['deny', 'Data classes must have #[TypeScript()] annotation'], c: ['deny', 'Data classes must have #[TypeScript()] annotation'], hook: { decision: 'deny', reason: 'Data classes must have #[TypeScript()] annotation' }, native: denied }, denied, blocks.deny);
response(P, 'ask', tool, { sh: ['ask', 'Is this the right class?'], c: ['ask', 'Is this the right class?'], hook: { decision: 'ask', reason: 'Is this the right class?' }, native: output('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: 'Is this the right class?' }) },
  output('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: 'Is this the right class?' }));
response(P, 'allow with a modified input', only, { sh: ['allow', 'Auto-corrected path', '--set', 'file_path=/corrected/path.php'], c: ['allow', 'Auto-corrected path', 'rewrite', 'file_path=/corrected/path.php'], hook: { decision: 'allow', reason: 'Auto-corrected path', updated_input: { path: '/corrected/path.php' } }, native: corrected }, corrected);
says(P, 'the reason of a denial is what Claude is told, in sh', () => is(inShReply(tool, 'deny', 'use a data class').stderr, 'use a data class\n'));
says(P, 'the reason of a denial is what Claude is told, in C', () => is(inCReply(tool, 'deny', 'use a data class').stderr, 'use a data class\n'));
for (const [what, make] of [['in sh', () => inShReply(only, 'deny', 'no', '--set', 'file_path=/x')], ['in C', () => inCReply(only, 'deny', 'no', 'rewrite', 'file_path=/x')], ["a canonical hook's", () => byHook(only, { decision: 'deny', reason: 'no', updated_input: { path: '/x' } })]])
  says(P, `a denial has no modified input: ${what}`, () => printed(make(), output('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'no' }), 2));
for (const decision of ['deny', 'ask']) for (const [what, make] of [['in sh', () => inShReply(tool, decision)], ['in C', () => inCReply(tool, decision, '-')]])
  says(P, `${decision} without a reason does not pass, and has some reason: ${what}`, () => {
    const r = make(), answer = r.json?.hookSpecificOutput;
    ok(r.code === 2 || answer?.permissionDecision === 'ask', `exit ${r.code}: ${r.stdout}${r.stderr}`);
    if (r.code === 2) ok(r.stderr.trim() && answer?.permissionDecision !== 'allow', r.stderr);
  });
for (const decision of ['perhaps', 'Allow', '', 1, null]) says(P, `there are three decisions, and ${JSON.stringify(decision)} is none: it grants nothing`, () => {
  const r = byNative(tool, output('PreToolUse', { permissionDecision: decision, permissionDecisionReason: 'x' }));
  is([r.code, r.stdout], [0, '']);
});
differs('input-that-is-whole', P, 'an input of several fields comes whole, with the modified one in it', () => {
  const want = output('PreToolUse', { permissionDecision: 'allow', permissionDecisionReason: 'Auto-corrected path', updatedInput: { file_path: '/corrected/path.php', content: tool.tool_input.content } });
  printed(inShReply(tool, 'allow', 'Auto-corrected path', '--set', 'file_path=/corrected/path.php'), want);
  printed(inCReply(tool, 'allow', 'Auto-corrected path', 'rewrite', 'file_path=/corrected/path.php'), want);
  printed(byHook(tool, { decision: 'allow', reason: 'Auto-corrected path', updated_input: { path: '/corrected/path.php' } }), want);
});
differs('input-without-allow', P, 'an input is modified also without a decision, and with a question', () => {
  printed(inShReply(only, 'rewrite', 'file_path=/x'), output('PreToolUse', { updatedInput: { file_path: '/x' } }));
  printed(inCReply(only, 'rewrite', 'file_path=/x'), output('PreToolUse', { updatedInput: { file_path: '/x' } }));
  printed(inShReply(only, 'ask', 'sure?', '--set', 'file_path=/x'), output('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: 'sure?', updatedInput: { file_path: '/x' } }));
});

const after = raw.PostToolUse, Q = 'PostToolUse, Response Contract', advice = 'Consider using a service class for this operation.';
response(Q, 'acknowledge', after, { sh: ['ack'], c: ['acknowledge', '-'] }, output('PostToolUse', {}));
// To acknowledge is no opinion, which may also be silence.
const acknowledged = (r, event) => {
  is([r.code, r.stderr], [0, ''], 'exit code and stderr');
  ok(r.stdout === '' || r.stdout === JSON.stringify(output(event, {})), r.stdout);
};
says(Q, 'acknowledge: as the document prints it', () => acknowledged(byNative(after, output('PostToolUse', {})), 'PostToolUse'));
says(Q, 'a hook that says nothing has acknowledged it', () => is([byHook(after, '').code, byHook(after, '').stdout], [0, '']));
response(Q, 'with context', after, { sh: ['context', advice], c: ['context', advice], hook: { context: advice }, native: output('PostToolUse', { additionalContext: advice }) }, output('PostToolUse', { additionalContext: advice }));
response(Q, 'with message is the same', after, { sh: ['message', advice], c: ['message', advice] }, output('PostToolUse', { additionalContext: advice }));
for (const [what, make] of [['in sh', () => inShReply(after, 'context', advice)], ['in C', () => inCReply(after, 'context', advice)]])
  says(Q, `context is not shown to the user: ${what}`, () => is([make().json.systemMessage, make().json.suppressOutput, make().stderr], [undefined, undefined, '']));

const prompt = raw.UserPromptSubmit, R = 'UserPromptSubmit, Response Contract';
for (const [what, make] of [['in sh', () => inShReply(prompt, 'allow')], ['in C', () => inCReply(prompt, 'allow', '-')], ["a canonical hook's", () => byHook(prompt, { decision: 'allow' })]])
  says(R, `allow lets the prompt go on: ${what}`, () => is([make().code, make().stdout, make().stderr], [0, '', '']));
for (const [what, make] of [['in sh', () => inShReply(prompt, 'deny', 'no secrets')], ['in C', () => inCReply(prompt, 'deny', 'no secrets')], ["a canonical hook's", () => byHook(prompt, { decision: 'deny', reason: 'no secrets' })]])
  says(R, `deny blocks the prompt with its reason: ${what}`, () => is([make().code, make().stderr, make().json.reason], [2, 'no secrets\n', 'no secrets']));
differs('prompt-denial', R, "a denial of a prompt has Claude Code's own form", () => {
  for (const r of [inShReply(prompt, 'deny', 'no'), inCReply(prompt, 'deny', 'no'), byHook(prompt, { decision: 'deny', reason: 'no' })]) printed(r, { decision: 'block', reason: 'no' }, 2);
});
const rewritten = { updated_prompt: 'Add a login feature with tests' };
differs('modified-prompt', R, 'a modified prompt, which Claude Code does not take, blocks, and its author may say otherwise', () => {
  for (const r of [inShReply(prompt, 'prompt', rewritten.updated_prompt), inCReply(prompt, 'prompt', rewritten.updated_prompt), byHook(prompt, rewritten)]) is([r.code, r.json?.decision], [2, 'block'], r.stdout + r.stderr);
  const inline = JSON.stringify({ spec: 'hooks/1.0', hooks: [{ event: 'before_prompt', blocking: true, degradation: { input_rewrite: 'warn' }, handler: { type: 'command', command: `printf %s '${JSON.stringify(rewritten)}'` } }] });
  is(run(host, 'UserPromptSubmit', prompt, undefined, { args: ['--inline', inline] }).code, 0);
});
says(R, 'a modified prompt is what an agent sees that takes one', () => is(run('factory-droid', 'UserPromptSubmit', prompt, rewritten).json, output('UserPromptSubmit', { updatedInput: { prompt: rewritten.updated_prompt } })));

const S = 'SessionStart, Response Contract';
says(S, 'acknowledge: in sh', () => acknowledged(inShReply(raw.SessionStart, 'ack'), 'SessionStart'));
says(S, 'acknowledge: in C', () => acknowledged(inCReply(raw.SessionStart, 'acknowledge', '-'), 'SessionStart'));
let sessions = 0;
const variables = { API_URL: 'https://example.com', GREETING: "it's a \"day\" for $HOME" };
for (const [what, make] of [
  ['in sh', event => inShReply(event, 'env', ...Object.entries(variables).map(([name, value]) => `${name}=${value}`))],
  ['in C', event => inCReply(event, ...Object.entries(variables).flatMap(([name, value]) => ['env', `${name}=${value}`]))],
  ["a canonical hook's", event => byHook(event, { env: variables })],
]) {
  says(S, `variables are set for the session by env_file: ${what}`, () => {
    const at = file(`claude-env-${++sessions}`, ''), r = make({ ...raw.SessionStart, env_file: at });
    is([r.code, r.stderr], [0, ''], 'exit code and stderr');
    is(start('sh', ['-c', '. "$0"; printf "%s\\n" "$API_URL" "$GREETING"', at]).stdout, `${Object.values(variables).join('\n')}\n`, fs.readFileSync(at, 'utf8'));
  });
}

// ---- Response Format ----

const F = 'Response Format';
for (const event of Object.keys(raw)) {
  const want = output(event, { additionalContext: 'read this' });
  response(F, `hookEventName is ${event}`, raw[event], { sh: ['context', 'read this'], c: ['context', 'read this'], native: want }, want);
}
for (const decision of ['allow', 'deny', 'ask']) {
  const want = output('PreToolUse', { permissionDecision: decision, permissionDecisionReason: 'string', ...(decision !== 'deny' && { updatedInput: { file_path: '/x' } }) });
  says(F, `a hook that prints permissionDecision ${decision} is understood`, () => printed(byNative(only, output('PreToolUse', { permissionDecision: decision, permissionDecisionReason: 'string', updatedInput: { file_path: '/x' } })), want, blocks[decision] ?? 0));
}
// and means the same to another agent
for (const [decision, want] of [['deny', { decision: 'deny', reason: 'string' }], ['allow', undefined]])
  says(F, `permissionDecision ${decision} is understood where Gemini CLI calls`, () => is(run('gemini-cli', 'BeforeTool', { session_id: 's', cwd: '/p', hook_event_name: 'BeforeTool', tool_name: 'read_file', tool_input: { file_path: '/x' } }, output('PreToolUse', { permissionDecision: decision, permissionDecisionReason: 'string' }), { args: ['--dialect', host] }).json, want));

// Fields that work with every event: [what it is called, sh, C, what the answer has then].
const A = 'Additional Response Fields';
const additional = {
  continue: { native: { continue: false }, sh: ['stop'], c: ['stop', '-'], of: j => j.continue, want: false },
  stopReason: { native: { continue: false, stopReason: 'message' }, sh: ['stop', 'message'], c: ['stop', 'message'], of: j => j.stopReason, want: 'message' },
  suppressOutput: { native: { suppressOutput: true }, sh: ['none', '--suppress-output'], c: ['suppress_output', '-'], of: j => j.suppressOutput, want: true },
  additionalContext: { native: { additionalContext: 'context' }, sh: ['context', 'context'], c: ['context', 'context'], of: j => j.hookSpecificOutput.additionalContext, want: 'context' },
};
for (const [name, { native, sh, c, of, want }] of Object.entries(additional)) {
  for (const event of Object.keys(raw)) {
    if (event === 'SessionStart' && (name === 'continue' || name === 'stopReason')) continue; // below
    const good = r => is(r.json === undefined ? r.stdout + r.stderr : of(r.json), want);
    says(A, `${name} on ${event}: as the document prints it`, () => good(byNative(raw[event], native)));
    says(A, `${name} on ${event}: in sh`, () => good(inShReply(raw[event], ...sh)));
    says(A, `${name} on ${event}: in C`, () => good(inCReply(raw[event], ...c)));
  }
}
const startsAllTheSame = (r, what) => {
  is([r.code, r.stdout], [0, '']);
  ok(r.stderr.includes(`${what} is lost`), `stderr is ${r.stderr}`);
};
differs('nothing-stops-a-start', A, 'continue, stopReason and exit 2 are lost on SessionStart, and that is said', () => {
  startsAllTheSame(inShReply(raw.SessionStart, 'stop', 'message'), 'continue: false');
  startsAllTheSame(inCReply(raw.SessionStart, 'stop', 'message'), 'continue: false');
  startsAllTheSame(byHook(raw.SessionStart, { continue: false, stop_reason: 'message' }), 'continue: false');
  startsAllTheSame(byNative(raw.SessionStart, { stderr: 'not now', exit: 2 }), 'deny');
});
differs('nothing-stops-a-start', A, 'so they are in the words of the document', () => startsAllTheSame(byNative(raw.SessionStart, additional.stopReason.native), 'continue: false'));
says(A, 'a session that is to end at a tool call does not run that tool', () => is([byNative(tool, { continue: false, stopReason: 'message' }).code, byNative(tool, { continue: false, stopReason: 'message' }).stderr], [2, 'message\n']));
says(A, 'continue: true changes nothing', () => is([byNative(tool, { continue: true }).code, byNative(tool, { continue: true }).stdout], [0, '']));

// ---- Exit Codes ----

const X = 'Exit Codes', json = output('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: 'from stdout' });
table(X, 'exit codes', ['Behavior'], { 0: ['JSON is read; silence allows'], 2: ['blocks with what stderr says'], Other: ['an error that blocks nothing'] })
  .cell('0', 'Behavior', () => printed(byNative(tool, { print: json, stderr: 'a word', exit: 0 }), json))
  .cell('2', 'Behavior', () => is([byNative(tool, { print: json, stderr: 'not this', exit: 2 })].map(r => [r.code, r.stderr, r.json.hookSpecificOutput.permissionDecision]), [[2, 'not this\n', 'deny']]))
  .cell('Other', 'Behavior', () => is([byNative(tool, { stderr: 'broken', exit: 1 })].map(r => [r.code, r.stdout, /broken/.test(r.stderr)]), [[0, '', true]]));
for (const event of Object.keys(raw)) {
  says(X, `0 and no output lets ${event} go on`, () => is([byNative(raw[event], '').code, byNative(raw[event], '').stdout, byNative(raw[event], '').stderr], [0, '', '']));
  for (const code of [1, 3, 127]) says(X, `${code} lets ${event} go on, and is said on stderr alone`, () => {
    const r = byNative(raw[event], { stderr: 'broken', exit: code });
    is([r.code, r.stdout], [0, '']);
    ok(r.stderr.includes('broken'), r.stderr);
  });
}
for (const event of ['PreToolUse', 'UserPromptSubmit']) {
  says(X, `2 blocks ${event} with the words of stderr`, () => is([byNative(raw[event], { stderr: 'not this', exit: 2 })].map(r => [r.code, r.stderr]), [[2, 'not this\n']]));
  says(X, `2 blocks ${event} without a word, too`, () => is(byNative(raw[event], { exit: 2 }).code, 2));
}
for (const decision of ['allow', 'ask']) says(X, `2: what stdout says about ${decision} is ignored`, () => {
  const r = byNative(tool, { print: output('PreToolUse', { permissionDecision: decision, permissionDecisionReason: 'from stdout' }), stderr: 'from stderr', exit: 2 });
  is([r.code, r.stderr, r.json], [2, 'from stderr\n', output('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'from stderr' })]);
});
says(X, '2 after a tool tells Claude the words of stderr', () => is([byNative(after, { stderr: 'not this', exit: 2 })].map(r => [r.code, r.stderr]), [[2, 'not this\n']]));
differs('exit-2-and-a-denial', X, 'a denial on stdout at exit 2 has its own reason', () => {
  const r = byNative(tool, { print: output('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'from stdout' }), stderr: 'from stderr', exit: 2 });
  is([r.code, r.stderr, r.json.hookSpecificOutput], [2, 'from stdout\n', { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'from stdout' }]);
});
says(X, '0 and JSON is parsed also from a hook in the canonical dialect', () => is(byHook(tool, { print: { decision: 'deny', reason: 'no' }, exit: 0 }).code, 2));

done('seed helpers');
