// Copilot CLI against a scripted model: what is exported, and what it means: tests/e2e/e2e.mjs.
import fs from 'node:fs';
import path from 'node:path';

export const install = '@github/copilot@1.0.102';
export const program = ([arch]) => `@github/copilot-linux-${arch}/copilot`;
export const hooksFile = '.copilot/hooks/converted.json';
export const shell = command => ({ tool: 'bash', input: { command, description: 'x' } });
export const write = (path, file_text) => ({ tool: 'create', input: { path, file_text } });
export const edit = (path, old_str, new_str) => [{ tool: 'edit', input: { path, old_str, new_str } }];
export const patch = (files, old, text) => ({ tool: 'apply_patch', input: `*** Begin Patch\n${files.map(file => `*** Update File: ${file}\n@@\n-${old}\n+${text}\n`).join('')}*** End Patch\n` });
const call = (tool, input) => ({ tool, input });
export const more = [call('view', { path: 'PROJECT/open.txt' }), ...edit('PROJECT/open.txt', 'x', 'y'), call('rg', { pattern: 'x' }), call('glob', { pattern: '*' }), call('web_fetch', { url: 'http://127.0.0.1:1/' }),
  call('task', { description: 'look', prompt: 'look', agent_type: 'explore', name: 'x', mode: 'sync' }), { text: 'looked' }];
export const mcpTool = 'lab-mark';
export const trusts = ['--trust-folder'];
export const off = ['.copilot/hooks/gaff.json', { disableAllHooks: true }];
export const events = {
  before_tool_execute: 'preToolUse', after_tool_execute: 'postToolUse', before_prompt: 'userPromptSubmitted',
  session_start: 'sessionStart', session_end: 'sessionEnd', agent_stop: 'agentStop', permission_request: 'permissionRequest',
  tool_use_failure: 'postToolUseFailure', subagent_start: 'subagentStart', subagent_stop: 'subagentStop',
  before_compact: 'preCompact', error_occurred: 'errorOccurred', notification: 'notification',
};

export function prepare({ home, port, entries, event, server, spec }) {
  const folder = path.join(home, '.copilot'), put = (file, value) => fs.writeFileSync(path.join(folder, file), JSON.stringify(value));
  fs.mkdirSync(path.join(folder, 'hooks'), { recursive: true });
  if (entries) put('hooks/own.json', { version: 1, hooks: { [event]: entries.map(({ matcher, command }) => ({ type: 'command', matcher, bash: command, timeoutSec: 20 })) } });
  if (server) put('mcp-config.json', { mcpServers: { lab: { type: 'local', command: server[0], args: server.slice(1), tools: ['*'] } } });
  return {
    args: ['-p', spec.prompt ?? 'please do it', '--output-format', 'json', ...(spec.allow === false ? [] : ['--allow-all-tools']), ...(spec.args ?? [])],
    env: {
      COPILOT_OFFLINE: 'true', COPILOT_AUTO_UPDATE: 'false', COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${port}/v1`, COPILOT_PROVIDER_API_KEY: 'test',
      // By its name a model gets apply_patch instead of create and edit, and a patch is a bare text, which model.mjs says in Responses.
      ...(spec.patch ? { COPILOT_MODEL: 'gpt-5-codex', COPILOT_PROVIDER_WIRE_API: 'responses' } : { COPILOT_MODEL: 'mock-model' }),
    },
  };
}

export const cannot = {
  "a guard of gaff's, converted without --runtime, denies": 'its payload does not name the event, and gaff convert says that the guard is lost',
};

export const scenarios = {
  'allow: a tool that would be asked about runs': ({ answer, shell }) => ({
    spec: { event: 'before_tool_execute', allow: false, hook: answer({ decision: 'allow' }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? null : 'the tool did not run',
  }),
  "a contract hook's allow does not": ({ answer, shell }) => ({
    spec: { event: 'before_tool_execute', allow: false, row: { dialect: 'generic' }, hook: answer({ decision: 'allow' }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : null,
  }),
  'a rewrite does not grant': ({ answer, shell }) => ({
    spec: { event: 'before_tool_execute', allow: false, hook: answer({ updated_input: { command: 'touch rewritten' } }), script: [shell('touch made')] },
    then: r => r.files.some(f => ['made', 'rewritten'].includes(f)) ? 'a tool ran' : null,
  }),
  'a permission request denied': ({ answer, told, shell }) => ({
    spec: { event: 'permission_request', allow: false, hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'a permission request allowed': ({ answer, shell }) => ({
    spec: { event: 'permission_request', allow: false, hook: answer({ decision: 'allow' }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? null : 'the tool did not run',
  }),
  'context after a tool that failed': ({ answer, told }) => ({
    spec: { event: 'tool_use_failure', hook: answer({ context: 'CONTEXT-4711' }), script: [{ tool: 'nosuchtool', input: {} }] },
    then: r => told(r, 1, 'CONTEXT-4711') ? null : 'the model was not told',
  }),
  'a prompt replaced': ({ answer, told }) => ({
    spec: { event: 'before_prompt', hook: answer({ updated_prompt: 'PROMPT-4711' }), script: [] },
    then: r => told(r, 0, 'please do it') ? 'the old prompt was sent' : told(r, 0, 'PROMPT-4711') ? null : 'the new prompt is lost',
  }),
  'a prompt replaced as it is sent': ({ answer, told }) => ({
    spec: { event: 'userPromptTransformed', hook: answer({ updated_prompt: 'PROMPT-4711' }), script: [] },
    then: r => told(r, 0, 'please do it') ? 'the old prompt was sent' : told(r, 0, 'PROMPT-4711') ? null : 'the new prompt is lost',
  }),
  'the Pascal spelling: a hook is called for the tools that its matcher selects': ({ tried }) => tried('PreToolUse'),
  'the Pascal spelling: whatever a matcher is, gaff foretells which tools its hook is called for': ({ foretold }) => foretold('PreToolUse'),
  // The spelling of an event in the configuration chooses the payload; gaff install writes the other one.
  'the Pascal spelling: the tool does not run and the model reads why': ({ answer, told, shell }) => ({
    spec: { event: 'PreToolUse', byHand: [], hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'the Pascal spelling: the other command runs': ({ answer, shell }) => ({
    spec: { event: 'PreToolUse', byHand: [], hook: answer({ updated_input: { command: 'touch rewritten' } }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the old command ran' : r.files.includes('rewritten') ? null : 'the new command did not run',
  }),
};
