// rules.mjs - what the answers of hooks become, a row each: how a hook ends, and how answers are merged.
//
//   rule    its name, and that of tests/engine/golden/<rule>.json: what each agent gets, and does
//   hooks   in the order of the manifest; see hook()
//   at      [its shell call] 'rewrite': a shell call whose input can be changed; 'context': the first event that takes one;
//           or { host: [event, case] }, for these hosts alone
//   args    [none] more options for gaff run
//   hosts   [all] those it is tried on: what takes its time is not tried everywhere
//   want    what must happen, from what the agent was measured to do: (verdict, told) => problem or nothing.
//           told: { host, its, event, able(what), stdout, ran: names of hooks in order, seen: what each was shown, record }
//
// The golden file shows every byte; `want` holds whatever the golden file says.

// A hook that notes what it was shown and that it ran, then says, ends and fails as told. Other fields go into the manifest.
export function hook(name, { say, err, exit = 0, run = '', async, timeout, env, cwd, ...fields } = {}) {
  const text = say === undefined ? '' : `printf %s '${typeof say === 'string' ? say : JSON.stringify(say)}'; `;
  const command = `cat >"$SEEN/${name}"; echo ${name} >>"$SEEN/order"; ${text}${err ? `echo '${err}' >&2; ` : ''}${run ? run + '; ' : ''}exit ${exit}`;
  return { name, event: 'before_tool_execute', blocking: true, ...fields, handler: { type: 'command', command, ...(timeout && { timeout }), ...(async && { async }), ...(env && { env }), ...(cwd && { cwd }) } };
}

const observer = hook('z', { blocking: false });
const nothing = v => Object.keys(v).length ? `has an effect: ${JSON.stringify(v)}` : null;
const first = (...problems) => problems.find(Boolean) ?? null;
const ran = (...names) => (v, t) => t.ran.join() === names.join() ? null : `ran ${t.ran.join()}, not ${names.join()}`;
const warned = (v, t) => t.record.warnings?.some(w => /gave no verdict/.test(w)) ? null : 'nobody was warned';
const all = (...checks) => (v, t) => first(...checks.map(check => check(v, t)));

// What each result of the table is, on an agent that can and on one that cannot.
const blocks = reason => v => v.blocked === undefined ? 'not blocked' : v.blocked.includes(reason) ? null : `says ${v.blocked}`;
// Some agents have no place for a context beside a denial but its reason.
const read = (v, text) => v.context === text || v.blocked?.endsWith(`\n\n${text}`);
const grants = (v, t) => t.able('allow') ? (v.granted ? null : 'not granted') : v.granted || v.blocked !== undefined ? 'granted or blocked' : null;
// An agent that has no room for the question asks without one, and that is said.
const isLost = (what, t) => t.record.warnings?.some(w => w.startsWith(`${what} is lost`));
const asks = question => (v, t) => !t.able('ask') ? (v.asked ? 'asked' : blocks(question)(v))
  : !t.its.losesQuestion.includes(t.event) ? (String(v.asked).includes(question) ? null : `asked ${v.asked}`)
  : v.asked !== true ? `asked ${v.asked}` : isLost('reason', t) ? null : 'the question is lost without a word';
const goesOn = all(nothing, ran('a', 'z'));
const fails = all(goesOn, warned);
const denied = reason => all(blocks(reason), ran('a'));
const rewritten = command => (v, t) => t.able('rewrite') ? (v.rewritten && t.its.command({ ...t.payload, ...asInput(v.rewritten) }) === command ? null : `rewritten: ${JSON.stringify(v.rewritten)}`) : v.rewritten ? 'rewritten' : blocks('changes the input')(v);
const asInput = input => ({ tool_input: input, toolArgs: input, input, event: { input }, output: { args: input }, tool_call: { input } });
const notGranted = v => v.granted ? 'granted' : null;

const command = text => ({ updated_input: { command: text } });
const claude = answer => ({ dialect: 'claude-code', say: { hookSpecificOutput: { hookEventName: 'PreToolUse', ...answer } } });
const deny = { decision: 'deny', reason: 'not "this"' }, allow = { decision: 'allow', reason: 'fine' }, ask = { decision: 'ask', reason: 'sure?' };
const few = { hosts: ['claude-code', 'codex', 'cursor', 'gemini-cli'] };
const late = { run: 'sleep 20', timeout: 0.1 };

// One hook, and an observer behind it.
const alone = (rule, fields, want, more = {}) => ({ rule, hooks: [hook('a', fields), observer], want, ...more });
const shown = (name, expected) => (v, t) => { // what a hook was shown of the call, by whoever's words
  if (!t.able('rewrite')) return null;
  const p = JSON.parse(t.seen[name]), got = p.tool_input?.command ?? t.its.command(p);
  return got === expected ? null : `${name} was shown ${got}`;
};

export const rules = [
  // ---- how a hook ends: blocking, exit code, decision ----
  alone('blocking-0-allow', { say: allow }, all(grants, ran('a', 'z'))),
  alone('blocking-0-deny', { say: deny }, denied('not "this"')),
  alone('blocking-0-ask', { say: ask }, all(asks('sure?'), ran('a', 'z'))),
  alone('blocking-0-absent', { say: {} }, goesOn),
  alone('blocking-0-silent', {}, goesOn),
  alone('blocking-2-allow', { say: allow, err: 'by exit', exit: 2 }, denied('by exit')),
  alone('blocking-2-deny', { say: deny, err: 'by exit', exit: 2 }, all(v => v.blocked === undefined && 'not blocked', ran('a'))),
  alone('blocking-2-ask', { say: ask, exit: 2 }, all(v => v.blocked === undefined && 'not blocked', v => v.asked && 'asked', ran('a'))),
  alone('blocking-2-silent', { exit: 2 }, all(v => !v.blocked && 'not blocked, or without a reason', ran('a'))),
  alone('blocking-2-garbage', { say: 'not { JSON', err: 'by exit', exit: 2 }, denied('by exit')),
  alone('blocking-1-deny', { say: deny, err: 'oops', exit: 1 }, fails),
  alone('blocking-1-allow', { say: allow, exit: 1 }, fails),
  alone('blocking-3-silent', { exit: 3 }, fails),
  alone('blocking-127', { run: 'no-such-program-anywhere', say: allow, exit: 127 }, fails),
  alone('blocking-signal', { say: allow, run: 'kill -9 $$' }, fails),
  alone('blocking-garbage', { say: 'this is not { JSON' }, fails),
  alone('blocking-half', { say: '{"decision":"al' }, fails),
  alone('blocking-array', { say: '[{"decision":"deny"}]' }, fails),
  alone('blocking-unknown-decision', { say: { decision: 'maybe' } }, fails),
  alone('blocking-late', late, fails),
  alone('blocking-late-warn', { ...late, timeout_action: 'warn', on_error: 'closed' }, fails, few),
  alone('blocking-late-block', { ...late, timeout_action: 'block' }, denied('gave no verdict')),
  alone('blocking-late-said-deny', { ...late, say: deny }, fails, few),
  // on_error
  alone('closed-1', { exit: 1, on_error: 'closed' }, denied('gave no verdict')),
  alone('closed-signal', { run: 'kill -9 $$', on_error: 'closed' }, denied('gave no verdict')),
  alone('closed-garbage', { say: 'x', on_error: 'closed' }, denied('gave no verdict')),
  alone('closed-late', { ...late, on_error: 'closed' }, denied('gave no verdict'), few),
  alone('closed-0', { say: allow, on_error: 'closed' }, all(grants, ran('a', 'z'))),
  alone('open-against-fail-closed', { exit: 1, on_error: 'open' }, fails, { args: ['--fail-closed'] }),
  alone('fail-closed', { exit: 1 }, denied('gave no verdict'), { args: ['--fail-closed'] }),
  alone('late-warn-against-fail-closed', { ...late, timeout_action: 'warn' }, fails, { ...few, args: ['--fail-closed'] }),
  // observers
  alone('observer-0-allow', { blocking: false, say: allow }, all(grants, ran('a', 'z'))),
  alone('observer-0-deny', { blocking: false, say: deny }, denied('not "this"')),
  alone('observer-0-ask', { blocking: false, say: ask }, all(asks('sure?'), ran('a', 'z'))),
  alone('observer-0-absent', { blocking: false, say: {} }, goesOn),
  alone('observer-2-deny', { blocking: false, say: deny, exit: 2 }, fails),
  alone('observer-2-silent', { blocking: false, err: 'no', exit: 2 }, fails),
  alone('observer-1', { blocking: false, say: deny, exit: 1 }, fails),
  alone('observer-signal', { blocking: false, run: 'kill -9 $$' }, fails),
  alone('observer-garbage', { blocking: false, say: 'x' }, fails),
  alone('observer-late', { ...late, blocking: false }, fails, few),
  alone('observer-late-block', { ...late, blocking: false, timeout_action: 'block' }, fails, few),
  alone('observer-1-closed', { blocking: false, exit: 1, on_error: 'closed' }, fails, { args: ['--fail-closed'] }),

  // ---- how answers are merged ----
  { rule: 'deny-ends', hooks: [hook('a', { say: deny }), hook('b', { say: allow }), observer], want: denied('not "this"') },
  { rule: 'deny-beats-ask', hooks: [hook('a', { say: ask }), hook('b', { say: deny }), observer],
    want: all(blocks('not "this"'), v => v.asked && 'asked', v => v.blocked?.includes('sure?') && 'the reason of the question is given', ran('a', 'b')) },
  { rule: 'deny-beats-allow', hooks: [hook('a', { say: allow }), hook('b', { say: deny })], want: all(blocks('not "this"'), notGranted, v => v.blocked?.includes('fine') && 'the reason of the grant is given') },
  { rule: 'deny-drops-rewrite', at: 'rewrite', hooks: [hook('a', { say: command('echo one') }), hook('b', { say: deny })], want: all(v => v.blocked === undefined && 'not blocked', v => v.rewritten && 'rewritten') },
  { rule: 'ask-beats-allow', hooks: [hook('a', { say: allow }), hook('b', { say: ask }), observer], want: all(asks('sure?'), notGranted, ran('a', 'b', 'z')) },
  { rule: 'ask-beats-later-allow', hooks: [hook('a', { say: ask }), hook('b', { say: allow })], want: all(asks('sure?'), notGranted) },
  { rule: 'allow-beats-none', hooks: [hook('a', {}), hook('b', { say: allow }), hook('c', {})], want: grants },
  { rule: 'none-of-all', hooks: [hook('a', {}), hook('b', { say: {} })], want: nothing },
  { rule: 'ask-keeps-rewrite', at: 'rewrite', hooks: [hook('a', { say: command('echo one') }), hook('b', { say: ask })],
    want: (v, t) => t.able('rewrite') && t.able('ask') ? first(asks('sure?')(v, t), t.stdout.includes('echo one') ? null : 'the new input is lost') : v.blocked === undefined ? 'neither asked nor blocked' : null },
  { rule: 'rewrite-in-one-ask', at: 'rewrite', hooks: [hook('a', { say: { ...ask, ...command('echo one') } })],
    want: (v, t) => t.able('rewrite') && t.able('ask') ? first(asks('sure?')(v, t), t.stdout.includes('echo one') ? null : 'the new input is lost') : v.blocked === undefined ? 'neither asked nor blocked' : null },
  { rule: 'rewrites-follow', at: 'rewrite', hooks: [hook('a', { say: command('echo one') }), hook('b', { say: command('echo two') }), hook('c', { dialect: 'HOST' }), hook('d', { dialect: 'claude-code' })],
    want: all(rewritten('echo two'), notGranted, shown('b', 'echo one'), shown('c', 'echo two'), shown('d', 'echo two'), (v, t) => t.able('rewrite') ? ran('a', 'b', 'c', 'd')(v, t) : ran('a')(v, t)) },
  { rule: 'rewrite-of-a-dialect', at: 'rewrite', hooks: [hook('a', claude({ updatedInput: { command: 'echo one' } })), hook('b', {}), hook('c', { dialect: 'HOST' })],
    want: all(rewritten('echo one'), notGranted, shown('b', 'echo one'), shown('c', 'echo one')) },
  { rule: 'rewrite-grants-nothing', at: 'rewrite', hooks: [hook('a', { say: allow }), hook('b', { say: command('echo one') })], want: all(notGranted, rewritten('echo one')) },
  { rule: 'rewrite-then-allow', at: 'rewrite', hooks: [hook('a', { say: command('echo one') }), hook('b', { say: allow })], want: all(rewritten('echo one'), (v, t) => t.able('rewrite') ? grants(v, t) : notGranted(v)) },
  { rule: 'rewrite-lost-by-choice', at: 'rewrite', hooks: [hook('a', { say: { ...allow, updated_input: { url: 'http://x' } }, degradation: { input_rewrite: 'warn' } })],
    want: all(notGranted, v => v.blocked !== undefined ? 'blocked' : null, v => v.rewritten ? 'rewritten' : null, (v, t) => t.record.degradations?.some(d => d.includes('input_rewrite: warn')) ? null : 'not recorded') },
  { rule: 'rewrite-excluded', at: 'rewrite', hooks: [hook('a', { say: { ...ask, context: 'x', updated_input: { url: 'http://x' } }, degradation: { input_rewrite: 'exclude' } }), observer],
    want: all(nothing, (v, t) => t.record.degradations?.some(d => d.includes('input_rewrite: exclude')) ? null : 'not recorded', (v, t) => t.ran.at(-1) === 'z' ? null : 'the next did not run') },
  { rule: 'rewrite-blocked-says-the-rest', at: 'rewrite', hooks: [hook('a', { say: { system_message: 'one', context: 'two', updated_input: { url: 'http://x' } } })],
    want: all(blocks('changes the input'), (v, t) => !t.able('message') || (t.able('denyMessage') ? v.message === 'one' : v.message === undefined && isLost('system_message', t)) ? null : `message ${v.message}`, (v, t) => !t.able('denyContext') || read(v, 'two') ? null : `context ${v.context}`) },
  { rule: 'reasons-join', hooks: [hook('a', { say: ask }), hook('b', { say: { decision: 'ask', reason: 'really?' } })], want: asks('sure?\n\nreally?') },
  { rule: 'same-reason-once', hooks: [hook('a', { say: ask }), hook('b', { say: ask })], want: all(asks('sure?'), v => /sure\?[^]*sure\?/.test(v.asked ?? v.blocked) ? 'said twice' : null) },
  { rule: 'contexts-join', at: 'context', hooks: [hook('a', { say: { context: 'one' } }), hook('b', { say: { context: 'two' } })], want: (v, t) => v.context === 'one\n\ntwo' ? null : `context ${v.context}` },
  { rule: 'messages-join', hooks: [hook('a', { say: { system_message: 'one' } }), hook('b', { say: { system_message: 'two' } })], want: (v, t) => !t.able('message') ? null : v.message === 'one\n\ntwo' ? null : `message ${v.message}` },
  { rule: 'suppress-sticks', at: { 'claude-code': ['PostToolUse', 'PostToolUse.Bash'], 'gemini-cli': ['AfterTool', 'AfterTool'] },
    hooks: [hook('a', { event: 'after_tool_execute', say: { suppress_output: true } }), hook('b', { event: 'after_tool_execute', say: { context: 'x' } })], want: (v, t) => t.stdout.includes('"suppressOutput":true') ? null : 'it is shown' },
  { rule: 'context-beside-deny', hooks: [hook('a', { say: { context: 'read the rules' } }), hook('b', { say: deny })],
    want: all(blocks('not "this"'), (v, t) => !t.able('denyContext') || read(v, 'read the rules') ? null : 'the context is lost') },
  { rule: 'stop-sticks', hooks: [hook('a', { say: { continue: false, stop_reason: 'enough' } }), hook('b', { say: allow }), observer],
    want: all(blocks('enough'), notGranted, ran('a'), (v, t) => t.able('stop') ? (v.stopped ? null : 'not stopped') : null) },
  { rule: 'stop-sticks-after', at: { 'claude-code': ['PostToolUse', 'PostToolUse.Bash'], codex: ['PostToolUse', 'PostToolUse'] },
    hooks: [hook('a', { event: 'after_tool_execute', say: { continue: false, stop_reason: 'enough' } }), hook('b', { event: 'after_tool_execute', say: { context: 'x' } })],
    want: all((v, t) => !t.able('stop') || v.stopped === 'enough' ? null : `stopped ${v.stopped}`, ran('a', 'b')) },
  { rule: 'stop-after-allow', hooks: [hook('a', { say: allow }), hook('b', { say: { continue: false, stop_reason: 'enough' } })], want: all(blocks('enough'), notGranted, v => v.blocked?.includes('fine') ? 'the reason of the grant is given' : null) },
  { rule: 'stop-with-allow', at: 'rewrite', hooks: [hook('a', { say: { ...allow, ...command('echo one'), continue: false, stop_reason: 'enough' } })],
    want: all(blocks('enough'), notGranted, v => v.blocked?.includes('fine') ? 'the reason of the grant is given' : null, v => v.rewritten ? 'rewritten' : null) },
  { rule: 'failure-between', hooks: [hook('a', { say: ask }), hook('b', { exit: 1 }), hook('c', { say: allow })], want: all(asks('sure?'), warned, ran('a', 'b', 'c')) },
  { rule: 'closed-beats-ask', hooks: [hook('a', { say: ask }), hook('b', { exit: 1, on_error: 'closed' })], want: all(blocks('gave no verdict'), v => v.asked && 'asked') },
  { rule: 'env-of-two', at: { cursor: ['sessionStart', 'base-001-sessionStart'], opencode: ['shell.env', 'shell.env'] },
    hooks: ['session_start', 'opencode:shell.env'].flatMap(event => [hook('a', { event, say: { env: { A: '1', B: '1' } } }), hook('b', { event, say: { env: { B: '2', C: '3' } } })]),
    want: v => JSON.stringify(v.env) === '{"A":"1","B":"2","C":"3"}' ? null : `env ${JSON.stringify(v.env)}` },
  { rule: 'native-of-two', at: { 'claude-code': ['SessionStart', 'SessionStart.startup'] },
    hooks: [hook('a', { event: 'session_start', say: { native: { watchPaths: ['/x'], sessionTitle: 'one' } } }), hook('b', { event: 'session_start', say: { native: { sessionTitle: 'two' } } })],
    want: (v, t) => t.stdout.includes('"watchPaths":["/x"]') && t.stdout.includes('"sessionTitle":"two"') && !t.stdout.includes('one') ? null : `says ${t.stdout}` },
  // ---- whose allow is a grant ----
  ...Object.entries({ 'claude-code': { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } }, 'copilot-cli': { permissionDecision: 'allow' }, 'factory-droid': { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } } })
    .map(([dialect, say]) => alone(`allow-of-${dialect}`, { dialect, say }, all(grants, ran('a', 'z')))),
  ...Object.entries({ generic: { decision: 'allow' }, 'gemini-cli': { decision: 'allow' }, cursor: { permission: 'allow' } }).map(([dialect, say]) => alone(`allow-of-${dialect}`, { dialect, say }, all(notGranted, v => v.blocked !== undefined && 'blocked', ran('a', 'z')))),
];
