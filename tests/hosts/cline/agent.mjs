// Cline's CLI against a scripted model. What is exported, and what it means: tests/e2e/e2e.mjs.
import fs from 'node:fs';
import path from 'node:path';

export const install = 'cline@3.0.65';
export const program = ([arch]) => `@cline/cli-linux-${arch}/bin/cline`;
export const ends = true;
export const hooksFile = 'Documents/Cline/Hooks/PreToolUse';
export const shell = command => ({ tool: 'run_commands', input: { commands: [command] } });
export const write = (file, new_text) => ({ tool: 'editor', input: { path: file, new_text } });
export const edit = (file, old_text, new_text) => [{ tool: 'editor', input: { path: file, old_text, new_text } }];
export const patch = (files, old, text) => ({ tool: 'apply_patch', input: { input: `*** Begin Patch\n${files.map(file => `*** Update File: ${file}\n@@\n-${old}\n+${text}\n`).join('')}*** End Patch\n` } });
export const mcpTool = 'lab__mark';
export const events = {
  before_tool_execute: 'PreToolUse', after_tool_execute: 'PostToolUse', session_start: 'TaskStart', before_prompt: 'UserPromptSubmit',
  agent_stop: 'TaskComplete', error_occurred: 'TaskError', session_end: 'SessionShutdown',
};

// A file for each event; by its name a model gets apply_patch instead of the editor. What needs a permission is refused
// without a terminal. Its daemon outlives the run, and ends with the place.
export function prepare({ home, port, entries, event, server, spec }) {
  const put = (file, text, mode) => {
    fs.mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
    fs.writeFileSync(path.join(home, file), text, { mode });
  };
  const model = spec.patch ? 'gpt-5-codex' : 'mock-model', provider = 'openai-compatible';
  const settings = { provider, apiKey: 'test', model, baseUrl: `http://127.0.0.1:${port}/v1` };
  put('.cline/data/settings/providers.json', JSON.stringify({ version: 1, lastUsedProvider: provider, providers: { [provider]: { settings, updatedAt: '2026-11-16T00:00:00.000Z', tokenSource: 'manual' } } }), 0o600);
  for (const { command } of entries ?? []) put(`.cline/hooks/${event}`, `#!/bin/sh\nexec ${command}\n`, 0o755);
  if (server) put('.cline/data/settings/cline_mcp_settings.json', JSON.stringify({ mcpServers: { lab: { command: server[0], args: server.slice(1) } } }));
  return {
    args: ['-P', provider, '-m', model, '-k', 'test', '--json', ...(spec.allow === false ? ['--auto-approve', 'false'] : []), ...(spec.args ?? []), spec.prompt ?? 'please do it'],
    env: { CLINE_TELEMETRY_DISABLED: '1', CLINE_NO_AUTO_UPDATE: '1', NO_COLOR: '1' },
  };
}

const over = 'a denial ends the whole run, and nobody is told the reason', unheard = 'the CLI starts such a hook and does not wait for it: what it answers is ignored', unmatched = 'its hooks have no matchers';
export const cannot = {
  'deny: the tool does not run and the model reads why': over,
  'deny with context: the model reads both': over,
  'output replaced: the model reads the other one': 'no answer of a PostToolUse hook replaces the output',
  'context with a prompt: the model reads both': 'UserPromptSubmit is not called by the CLI',
  'a prompt denied: no request is made': 'UserPromptSubmit is not called by the CLI',
  'context at the start of a session': unheard,
  'a stop refused once: another turn, and no loop': unheard,
  'a hook is called for the tools that its matcher selects, and for no others': unmatched,
  'whatever a matcher is, gaff foretells which tools its hook is called for': unmatched,
  'switched off: no hook runs, and gaff status says so': 'it has no switch for hooks',
};

const before = 'before_tool_execute', call = input => ({ tool: 'run_commands', input });
const ended = r => r.requests.length > 1 ? 'the agent went on' : null;
const deniesMade = `case $(cat) in *'touch made'*) echo '{"decision":"deny","reason":"REASON-4711"}';; esac`;
const denied = r => r.files.length ? `there is ${r.files}` : ended(r);
const guarded = input => () => ({ spec: { event: before, row: { matcher: 'shell' }, hook: deniesMade, script: [call(input)] }, then: denied });
const raw = (hook, then) => () => ({ spec: { raw: true, event: before, hook: `cat >/dev/null; ${hook}`, script: [call({ commands: ['touch made', 'touch more'] })] }, then });
const ran = r => ['made', 'more'].every(name => r.files.includes(name)) ? null : `there is ${r.files}`;

export const scenarios = {
  'deny: the tool does not run, and the run is over': ({ answer }) => ({
    spec: { event: before, hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [shell('touch made')] }, then: denied,
  }),
  'ask: becomes a denial': ({ answer }) => ({
    spec: { event: before, hook: answer({ decision: 'ask', reason: 'REASON-4711' }), script: [shell('touch made')] }, then: denied,
  }),
  'allow: what needs a permission still needs it': ({ answer }) => ({
    spec: { event: before, allow: false, hook: answer({ decision: 'allow' }), script: [shell('touch made')] }, then: r => r.files.includes('made') ? 'the tool ran' : null,
  }),
  'stop before the tool: it does not run, and the run is over': ({ answer }) => ({
    spec: { event: before, hook: answer({ continue: false, stop_reason: 'enough' }), script: [shell('touch made')] }, then: denied,
  }),
  'stop after the tool: no further request': ({ answer }) => ({
    spec: { event: 'after_tool_execute', hook: answer({ continue: false, stop_reason: 'enough' }), script: [shell('touch made')] }, then: r => r.files.includes('made') ? ended(r) : 'the tool did not run',
  }),
  'several commands in one call: the last one denies all of them': guarded({ commands: ['touch first', 'touch made'] }),
  'a single command instead of a list: it is seen': guarded({ command: 'touch made' }),
  'a bare list instead of an input: it is seen': guarded(['touch first', 'touch made']),
  'a program and its arguments: they are seen': guarded({ commands: [{ command: 'touch', args: ['made'] }] }),
  'a command behind a list that is none: it is seen': guarded({ commands: 5, cmd: 'touch made' }),
  'several commands rewritten: the new one runs, and no other': ({ answer }) => ({
    spec: { event: before, hook: answer({ updated_input: { command: 'touch rewritten' } }), script: [call({ commands: ['touch first', 'touch made'] })] },
    then: r => r.files.join() === 'rewritten' ? null : `there is ${r.files}`,
  }),
  'several commands given back as they were: each runs': () => ({
    spec: { event: before, hook: `cat >/dev/null; printf '%s' '{"updated_input":{"command":"touch made\\ntouch more"}}'`, script: [call({ commands: ['touch made', 'touch more'] })] }, then: ran,
  }),
  'several files in one call: a guard of paths sees the last': ({ answer }) => ({
    spec: {
      event: before, row: { matcher: 'file_read', paths: ['**/secret*'] }, hook: answer({ decision: 'deny', reason: 'REASON-4711' }), files: { 'open.txt': 'x', 'secret.txt': 'SECRET-4711' },
      script: [{ tool: 'read_files', input: { files: [{ path: 'PROJECT/open.txt' }, { path: 'PROJECT/secret.txt' }] } }],
    },
    then: ended,
  }),
  'a call of a subagent is denied, too': ({ answer }) => ({
    spec: { event: before, row: { matcher: 'shell' }, hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [{ tool: 'spawn_agent', input: { systemPrompt: 'You help.', task: 'Do it.' } }, shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : null,
  }),
  'without gaff: no exit code blocks': raw("printf '%s' REASON-4711 >&2; exit 2", ran),
  'without gaff: cancel counts at any exit code': raw(`echo '{"cancel":true,"errorMessage":"REASON-4711"}'; exit 3`, denied),
  'without gaff: plain text is nothing': raw('echo some words', ran),
  'without gaff: a new input takes the place of all of it': raw(`echo '{"overrideInput":{"commands":["touch rewritten"]}}'`, r => r.files.join() === 'rewritten' ? null : `there is ${r.files}`),
};
