// scenarios.mjs - what every agent should do, once `gaff install` has registered the user's manifest.
//
// A scenario is { name: tools => ({ spec, then }) }. `tools` is the agent's module and the functions below.
// `then` gets the result (see one.mjs) and says what is wrong, or null. It is asked only if the hook was called;
// `silent` takes its place where that is not to happen. `spec`:
//
//   event hook         the canonical event (or the agent's own name for one), and the text of a shell script
//   row                further fields of the hook in the manifest
//   user project       instead: the whole list of hooks, in which the command HOOK is the script; of the user, of the project
//   trusted            `gaff trust` is told about the project
//   start inner        the project is a repository, and the agent is started in this folder of it; which has an empty .git of its own
//   later              the text that becomes of the user's manifest after `gaff install`
//   install            arguments of `gaff install`; false: it is not called
//   untrusted          the agent is not told to trust what gaff registers
//   uncalled           the agent does not call gaff at all
//   ailing             gaff status and gaff doctor are not expected to be content
//   byHand             [options]: no manifest; the agent's own configuration calls `gaff run options -- hook`
//   raw                no gaff at all: the agent's own configuration calls the hook
//   written            'C': the hook is the program of tests/lib/e2e-hook.c; 'sh': its text is all of the script, which finds gaff. Nobody counts its calls
//   matchers           no gaff at all: the agent's own configuration has a hook for each of them (null: without one), which notes the tool
//   converted          { from, options, text }: its configuration is what `gaff convert` makes of that, HOOK being the script
//   own                the user has another hook for the event, which makes the file `own`
//   off                the agent's switch that turns hooks off is thrown after the installation
//   files mcp          { name: text } in the project; the MCP server `lab` with the tool `mark` is configured
//   script             what the model does: { tool, input } or { text }; PROJECT/ stands for the project's folder
//   gone               the program that is registered is there no longer while the agent runs
//   terminal           [steps of tests/wrap/terminal.py]: the agent runs on a terminal, and stdout is what that showed
//   prompt stdin args allow headless   for the agent's own prepare(); headless: as without a terminal, though there is one
//
// Of an agent that ends its run at a denial (`ends`), nobody reads the reason and nothing comes after it: there the calls
// that are to run come first, and after the last one no model is asked again.

export const answer = value => `cat >/dev/null; cat <<'END'\n${JSON.stringify(value)}\nEND`;
export const told = (result, n, text) => JSON.stringify(result.requests[n] ?? '').includes(text);
// Was it told in plain words? An agent that does not understand an answer may hand on its JSON.
const read = (r, n, text) => !told(r, n, text) ? 'the model was not told' : told(r, n, `\\"${text}`) ? 'the model reads JSON' : null;
// Was the model told with the n-th request, or is the run over?
const heard = (r, n, text) => r.ends ? r.requests.length <= r.steps : told(r, n, text);
const inTurn = (ends, refused, others) => ends ? [...others, ...refused] : [...refused, ...others];
const row = (event, more = {}) => ({ event, blocking: true, ...more, handler: { type: 'command', command: 'HOOK', ...more.handler } });
const other = command => ({ handler: { type: 'command', command } });
const text = hooks => JSON.stringify({ spec: 'hooks/1.0', hooks });

const deny = answer({ decision: 'deny', reason: 'REASON-4711' });
const denied = r => r.files.includes('made') ? 'the tool ran' : heard(r, 1, 'REASON-4711') ? null : 'the model was not told';
const failedClosed = r => r.files.includes('made') ? 'the tool ran' : heard(r, 1, 'GUARD-4711') ? null : 'the model was not told';
const refused = r => r.files.includes('made') ? 'the tool ran' : r.requests.length ? null : 'the agent asked no model';
const wentOn = r => r.files.includes('made') ? null : 'the tool did not run';
const before = 'before_tool_execute', after = 'after_tool_execute';

// A script as users have them for Claude Code: it knows that agent's words and no others.
const claudeScript = `call=$(cat)
case $call in *'"hook_event_name":"PreToolUse"'*'"tool_name":"Bash"'*'touch made'*) ;; *) exit 0;; esac
echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"REASON-4711"}}'`;

// A repository with a change that is not committed, and a folder that can be made again.
const repository = `git init -q .
git add work.txt
git -c user.name=e2e -c user.email=e2e@localhost commit -qm first
echo changed >work.txt
mkdir node_modules`;

export const common = {
  'deny: the tool does not run and the model reads why': ({ shell }) => ({
    spec: { event: before, hook: deny, script: [shell('touch made')] }, then: denied,
  }),
  'deny with context: the model reads both': ({ shell }) => ({
    spec: { event: before, hook: answer({ decision: 'deny', reason: 'REASON-4711', context: 'CONTEXT-4711' }), script: [shell('touch made')] },
    then: r => denied(r) ?? (told(r, 1, 'CONTEXT-4711') ? null : 'the context is lost'),
  }),
  'no opinion: the tool runs': ({ shell }) => ({
    spec: { event: before, hook: 'cat >/dev/null', script: [shell('touch made')] }, then: wentOn,
  }),
  'without gaff: what needs a permission does not run': ({ asks }) => ({
    spec: { install: false, user: [], allow: false, script: [asks('touch made')] },
    silent: refused,
  }),
  'no opinion: what needs a permission still needs it': ({ asks, refusesFirst }) => ({
    spec: { event: before, allow: false, uncalled: refusesFirst, hook: 'cat >/dev/null', script: [asks('touch made')] },
    silent: r => refused(r) ?? (refusesFirst || r.ran ? null : 'the hook did not run'),
  }),
  'rewrite: the other command runs': ({ shell }) => ({
    spec: { event: before, hook: answer({ updated_input: { command: 'touch rewritten' } }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the old command ran' : r.files.includes('rewritten') ? null : 'the new command did not run',
  }),
  'context: the model reads it after the tool': ({ shell }) => ({
    spec: { event: before, hook: answer({ context: 'CONTEXT-4711' }), script: [shell('touch made')] },
    then: r => wentOn(r) ?? read(r, 1, 'CONTEXT-4711'),
  }),
  'feedback after the tool': ({ shell }) => ({
    spec: { event: after, hook: deny, script: [shell('touch made')] },
    then: r => wentOn(r) ?? (told(r, 1, 'REASON-4711') ? null : 'the model was not told'),
  }),
  'output replaced: the model reads the other one': ({ shell }) => ({
    spec: { event: after, hook: answer({ updated_output: 'REDACTED-4711' }), script: [shell('printf SECRET-%s 4711')] },
    then: r => told(r, 1, 'SECRET-4711') ? 'the model saw it' : told(r, 1, 'REDACTED-4711') ? null : 'the new output is lost',
  }),
  'context after the tool: the model reads it beside the output': ({ shell }) => ({
    spec: { event: after, hook: answer({ context: 'CONTEXT-4711' }), script: [shell('printf OUTPUT-%s 4711')] },
    then: r => !told(r, 1, 'OUTPUT-4711') ? 'the output is lost' : read(r, 1, 'CONTEXT-4711'),
  }),
  'context with a prompt: the model reads both': () => ({
    spec: { event: 'before_prompt', hook: answer({ context: 'CONTEXT-4711' }), script: [] },
    then: r => !told(r, 0, 'please do it') ? 'the prompt is lost' : read(r, 0, 'CONTEXT-4711'),
  }),
  'a prompt denied: no request is made': () => ({
    spec: { event: 'before_prompt', hook: deny, script: [] },
    then: r => r.requests.length ? 'the model was asked' : null,
  }),
  'context at the start of a session': () => ({
    spec: { event: 'session_start', hook: answer({ context: 'CONTEXT-4711' }), script: [] },
    then: r => read(r, 0, 'CONTEXT-4711'),
  }),
  'a stop refused once: another turn, and no loop': () => ({
    spec: { event: 'agent_stop', hook: `case $(cat) in *'"stop_hook_active":true'*) exit 0;; esac; echo '{"decision":"deny","reason":"REASON-4711"}'`, script: [{ text: 'finished' }] },
    then: r => r.requests.length !== 2 ? `${r.requests.length} requests` : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),

  // ---- tools ----

  'an MCP tool denied by server and name': ({ mcpTool }) => ({
    spec: { event: before, mcp: true, row: { matcher: { mcp: { server: 'lab', tool: 'mark' } } }, hook: deny, script: [{ tool: mcpTool, input: { name: 'made' } }] },
    then: denied,
  }),
  'an MCP tool with a hyphen in its name denied by server and name': ({ mcpOther }) => ({
    spec: { event: before, mcp: true, row: { matcher: { mcp: { server: 'lab', tool: 'mark-it' } } }, hook: deny, script: [{ tool: mcpOther, input: { name: 'made' } }] },
    then: denied,
  }),
  'an MCP tool that no matcher names runs': ({ mcpTool }) => ({
    spec: { event: before, mcp: true, row: { matcher: { mcp: { server: 'lab', tool: 'other' } } }, hook: deny, script: [{ tool: mcpTool, input: { name: 'made' } }] },
    silent: r => r.ran ? 'the hook ran' : wentOn(r),
  }),
  'a file that must not be written is not, another is': ({ write, ends }) => ({
    spec: { event: before, row: { matcher: 'file_write', paths: ['**/secret*'] }, hook: deny, script: inTurn(ends, [write('PROJECT/secret.txt', 'x')], [write('PROJECT/open.txt', 'x')]) },
    then: r => r.files.includes('secret.txt') ? 'it was written' : !r.files.includes('open.txt') ? 'the other one was not' : heard(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'a file that must not be edited is not, another is': ({ edit, ends }) => ({
    spec: {
      event: before, row: { matcher: 'file_edit', paths: ['**/secret*'] }, hook: deny, files: { 'secret.txt': 'old words', 'open.txt': 'old words' },
      script: inTurn(ends, edit('PROJECT/secret.txt', 'old', 'new'), edit('PROJECT/open.txt', 'old', 'new')),
    },
    then: r => r.texts['secret.txt'] !== 'old words' ? 'it was edited' : !/^new words\n?$/.test(r.texts['open.txt']) ? 'the other one was not' : r.requests.some((_, n) => (r.ends || n) && heard(r, n, 'REASON-4711')) ? null : 'the model was not told',
  }),
  'a patch of two files, one of which must not change, changes neither; another patch does': ({ patch, ends }) => ({
    spec: {
      event: before, row: { paths: ['**/secret*'] }, hook: deny, patch: true, files: { 'secret.txt': 'old words\n', 'open.txt': 'old words\n', 'more.txt': 'old words\n' },
      script: inTurn(ends, [patch(['open.txt', 'secret.txt'], 'old words', 'new words')], [patch(['more.txt'], 'old words', 'new words')]),
    },
    then: r => r.texts['secret.txt'] !== 'old words\n' ? 'it was changed' : r.texts['open.txt'] !== 'old words\n' ? 'the other one was' : r.texts['more.txt'] !== 'new words\n' ? 'the other patch was not applied' : heard(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),

  'a hook is called for the tools that its matcher selects, and for no others': ({ tried, events }) => tried(events[before]),
  'whatever a matcher is, gaff foretells which tools its hook is called for': ({ foretold, events }) => foretold(events[before]),

  // ---- guards ----

  // Codex refuses every rm -f by itself.
  'the built-in guard denies a disguised command, from one manifest line; a harmless one runs': ({ shell, ends }) => ({
    spec: {
      user: [{ ...row(before), ...other('gaff guard destructive') }], files: { 'work.txt': 'committed\n', 'setup.sh': repository },
      script: [shell('sh setup.sh'), ...inTurn(ends, [shell('x=reset; git $x --hard')], [shell('rm -r node_modules && touch made')])],
    },
    silent: r => r.texts['work.txt'] !== 'changed\n' ? `the change is lost: ${r.texts['work.txt']}` : !heard(r, 2, 'git reset --hard') ? 'the model was not told'
      : r.files.includes('node_modules') ? 'the harmless command did not run' : wentOn(r),
  }),

  // ---- hooks of all kinds ----

  'a hook of Claude Code, unchanged, denies': ({ shell }) => ({
    spec: { event: before, row: { dialect: 'claude-code' }, hook: claudeScript, script: [shell('touch made')] }, then: denied,
  }),
  'a hook of the plain contract denies': ({ shell }) => ({
    spec: { event: before, row: { dialect: 'generic' }, hook: `case $(cat) in *'"tool_name":"Shell"'*) echo '{"decision":"deny","reason":"REASON-4711"}'; exit 2;; esac`, script: [shell('touch made')] },
    then: denied,
  }),
  'two hooks disagree: the denial counts': ({ shell }) => ({
    spec: { user: [{ ...row(before), ...other(`printf '{"decision":"allow"}'`) }, row(before)], hook: deny, script: [shell('touch made')] }, then: denied,
  }),
  'of two hooks the one that matches denies': ({ shell }) => ({
    spec: { user: [{ ...row(before, { matcher: 'web_search' }), ...other('touch never') }, row(before, { matcher: 'shell' })], hook: deny, script: [shell('touch made')] },
    then: r => r.files.includes('never') ? 'the other hook ran' : denied(r),
  }),
  'a hook that hangs, fail-closed: blocked in time': ({ shell }) => ({
    spec: { event: before, row: { name: 'GUARD-4711', on_error: 'closed', handler: { timeout: 1 } }, hook: 'sleep 300', script: [shell('touch made')] }, then: failedClosed,
  }),
  'a hook that hangs, fail-open: the tool runs': ({ shell }) => ({
    spec: { event: before, row: { handler: { timeout: 1 } }, hook: 'sleep 300', script: [shell('touch made')] }, then: wentOn,
  }),
  'a hook that dies, fail-closed: blocked': ({ shell }) => ({
    spec: { event: before, row: { name: 'GUARD-4711', on_error: 'closed' }, hook: 'kill -9 $$', script: [shell('touch made')] }, then: failedClosed,
  }),
  'a hook that dies, fail-open: the tool runs': ({ shell }) => ({
    spec: { event: before, hook: 'kill -9 $$', script: [shell('touch made')] }, then: wentOn,
  }),
  'a hook that floods, fail-closed: blocked': ({ shell }) => ({
    spec: { event: before, row: { name: 'GUARD-4711', on_error: 'closed' }, hook: 'yes 0123456789 | head -c 300000000', script: [shell('touch made')] }, then: failedClosed,
  }),
  'a hook that floods, fail-open: the tool runs': ({ shell }) => ({
    spec: { event: before, hook: 'yes 0123456789 | head -c 300000000', script: [shell('touch made')] }, then: wentOn,
  }),

  // ---- manifests ----

  'a manifest broken later, fail-closed: blocked': ({ shell }) => ({
    spec: { event: before, row: { name: 'GUARD-4711', on_error: 'closed' }, hook: deny, later: `${text([row(before, { on_error: 'closed' })]).slice(0, -1)},`, ailing: true, script: [shell('touch made')] },
    silent: r => r.ran ? 'the hook ran' : r.files.includes('made') ? 'the tool ran' : !heard(r, 1, 'hooks.json') ? 'the model was not told' : r.way.after.status.includes('[refused-manifest]') ? null : `status: ${r.way.after.status}`,
  }),
  'a manifest broken later, installed with --fail-closed: blocked': ({ shell }) => ({
    spec: { event: before, install: ['--fail-closed'], hook: deny, later: `${text([row(before)]).slice(0, -1)},`, ailing: true, script: [shell('touch made')] },
    silent: r => r.ran ? 'the hook ran' : r.files.includes('made') ? 'the tool ran' : heard(r, 1, 'hooks.json') ? null : 'the model was not told',
  }),
  'a manifest broken later, fail-open: the tool runs': ({ shell }) => ({
    spec: { event: before, hook: deny, later: `${text([row(before)]).slice(0, -1)},`, ailing: true, script: [shell('touch made')] },
    silent: r => r.ran ? 'the hook ran' : wentOn(r) ?? (r.way.after.status.includes('[refused-manifest]') ? null : `status: ${r.way.after.status}`),
  }),
  "a project's manifest that nobody trusts does nothing, and the rest runs": ({ shell }) => ({
    spec: { user: [row(before)], project: [{ ...row(before), ...other('touch stranger; exit 2') }], hook: 'cat >/dev/null', ailing: true, script: [shell('touch made')] },
    then: r => r.files.includes('stranger') ? "a stranger's hook ran" : wentOn(r),
  }),
  "a project's manifest runs once it is trusted": ({ shell }) => ({
    spec: { project: [row(before, { matcher: 'shell' })], trusted: true, hook: deny, script: [shell('touch made')] }, then: denied,
  }),

  "started in a folder of a repository: its hook denies": ({ shell }) => ({
    spec: { project: [row(before, { matcher: 'shell' })], trusted: true, start: 'packages/web', hook: deny, script: [shell('touch made')] }, then: denied,
  }),
  "started where an empty .git is, in a repository: its hook denies": ({ shell }) => ({
    spec: { project: [row(before, { matcher: 'shell' })], trusted: true, start: 'packages/web', inner: true, hook: deny, script: [shell('touch made')] }, then: denied,
  }),

  // ---- conversions ----

  "Claude Code's settings, converted with --runtime: its script denies": ({ shell, bypass }) => ({
    spec: {
      converted: { from: 'claude-code', options: ['--runtime'], text: { hooks: { PreToolUse: [
        { matcher: 'Write', hooks: [{ type: 'command', command: 'touch never' }] },
        { matcher: 'Bash', hooks: [{ type: 'command', command: 'HOOK', timeout: 10 }] }] } } },
      args: bypass, hook: claudeScript, script: [shell('touch made')],
    },
    then: r => r.files.includes('never') ? 'the other hook ran' : denied(r),
  }),
  "a guard of gaff's, converted without --runtime, denies": ({ shell, bypass, ends }) => ({
    spec: {
      converted: { from: 'canonical', options: [], text: { spec: 'hooks/1.0', hooks: [{ ...row(before, { matcher: 'shell' }), ...other('GAFF guard destructive') }] } },
      args: bypass, files: { 'work.txt': 'committed\n', 'setup.sh': repository }, script: [shell('sh setup.sh'), ...inTurn(ends, [shell('git reset --hard')], [shell('touch made')])],
    },
    silent: r => r.texts['work.txt'] !== 'changed\n' ? 'the change is lost' : !heard(r, 2, 'git reset --hard') ? 'the model was not told' : wentOn(r),
  }),

  // ---- installations ----

  'installed in a project: the agent obeys': ({ shell, trusts }) => ({
    spec: { event: before, install: ['--project'], args: trusts, hook: deny, script: [shell('touch made')] }, then: denied,
  }),
  "the user's own hook still runs, before and beside gaff": ({ shell }) => ({
    spec: { event: before, own: true, hook: 'cat >/dev/null', script: [shell('touch made')] },
    then: r => !r.files.includes('own') ? 'it did not run' : wentOn(r),
  }),
  "a denial counts although the user's own hook has no opinion": ({ shell }) => ({
    spec: { event: before, own: true, hook: deny, script: [shell('touch made')] }, then: r => denied(r) ?? (r.files.includes('own') ? null : 'the own hook did not run'),
  }),
  'switched off: no hook runs, and gaff status says so': ({ shell }) => ({
    spec: { event: before, off: true, uncalled: true, ailing: true, hook: deny, script: [shell('touch made')] },
    silent: r => r.ran ? 'the hook ran' : wentOn(r) ?? (r.way.after.status.includes('[switched-off]') ? null : `status: ${r.way.after.status}`),
  }),
  'all events: whatever the agent reports is understood': ({ shell, write }) => ({
    spec: { user: [], install: ['--events', 'all'], everything: true, script: [shell('touch made'), write('PROJECT/open.txt', 'x')] },
    then: r => wentOn(r) ?? (!r.files.includes('open.txt') ? 'the file was not written' : r.wrong.length ? `not understood: ${r.wrong.join(', ')}`
      : Object.keys(r.seen).length < 4 ? `only ${Object.keys(r.seen)} were reported` : null),
  }),
};

// ---- what is true of every way that was gone ----

const is = (what, ok) => ok ? null : what;

export function wayProblem({ way }, spec) {
  if (!way.installed) return null;
  const host = look => look.hosts[0], { before, installed, after, removed, torn } = way;
  return is('before: status says that gaff is registered', !host(before).registered && before.doctor.hooks.length === 0)
    ?? is(`installed: status says that gaff is not registered: ${installed.status}`, host(installed).registered)
    ?? is(`installed: status is not content: ${installed.status}`, spec.ailing || spec.untrusted || installed.ok)
    ?? is(`installed: doctor is not content: ${JSON.stringify(installed.doctor)}`, spec.ailing || spec.untrusted || (installed.doctor.ok && installed.doctor.hooks.length > 0 && installed.doctor.hooks.every(h => h.started)))
    ?? is(`after: status is not content: ${after.status}`, spec.ailing || spec.untrusted || after.ok)
    ?? is(`after: status does not know whether the agent called: ${after.status}`, Boolean(host(after).last_fired) === !spec.uncalled)
    ?? is(`uninstall: ${way.uninstall}`, !way.uninstall)
    ?? is(`removed: status says that gaff is registered: ${removed.status}`, !host(removed).registered && removed.doctor.hooks.length === 0)
    ?? is(`removed: ${torn.join(', ')}`, torn.length === 0);
}

// The manifest of a scenario that says only which event it is about.
export function complete(id, agent, spec) {
  const name = event => agent.events[event] || /^[a-z]+(_[a-z]+)+$/.test(event) ? event : `${id}:${event}`;
  const native = event => agent.events[event] ?? event;
  const user = spec.user ?? (spec.project || spec.byHand || spec.raw || spec.matchers || spec.converted ? undefined : [row(name(spec.event), spec.row)]);
  return { ...spec, user: spec.everything ? Object.keys(agent.events).map(event => row(name(event))) : user, event: native(spec.event ?? before), install: spec.install ?? [] };
}
