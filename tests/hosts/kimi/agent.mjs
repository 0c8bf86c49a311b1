// Kimi Code against a scripted model. What is exported, and what it means: tests/e2e/e2e.mjs.
import fs from 'node:fs';
import path from 'node:path';

export const install = '@moonshot-ai/kimi-code@2.1.0';
export const needs = ([arch]) => [`node-linux-${arch}@22.23.3`]; // it does not start on older ones
export const program = () => '@moonshot-ai/kimi-code/dist/main.mjs';
export const hooksFile = '.kimi-code/config.toml';
export const shell = command => ({ tool: 'Bash', input: { command, description: 'x' } });
export const write = (file, content) => ({ tool: 'Write', input: { path: file, content } });
export const edit = (file, old_string, new_string) => [{ tool: 'Read', input: { path: file } }, { tool: 'Edit', input: { path: file, old_string, new_string } }];
const call = (tool, input) => ({ tool, input }), look = call('Agent', { prompt: 'look', description: 'look', subagent_type: 'explore' });
export const more = [...edit('PROJECT/open.txt', 'x', 'y'), call('Grep', { pattern: 'x' }), call('Glob', { pattern: '*' }), call('FetchURL', { url: 'http://127.0.0.1:9/' }), call('TodoList', { todos: [] }), look, { text: 'looked' }];
export const mcpTool = 'mcp__lab__mark';
export const events = {
  before_tool_execute: 'PreToolUse', after_tool_execute: 'PostToolUse', tool_use_failure: 'PostToolUseFailure', permission_request: 'PermissionRequest',
  before_prompt: 'UserPromptSubmit', session_start: 'SessionStart', session_end: 'SessionEnd', agent_stop: 'Stop', error_occurred: 'StopFailure',
  subagent_start: 'SubagentStart', subagent_stop: 'SubagentStop', before_compact: 'PreCompact', after_compact: 'PostCompact', notification: 'Notification',
};

const text = JSON.stringify; // what it escapes, TOML reads alike
const hook = event => ({ matcher, command }) => `[[hooks]]\nevent = ${text(event)}\n${matcher === undefined ? '' : `matcher = ${text(matcher)}\n`}command = ${text(command)}\ntimeout = 20\n`;

const client = new URL('./client.mjs', import.meta.url).pathname;

// With `-p` it never asks: it does so only of somebody who can answer.
export function prepare({ home, port, program, entries = [], event, server, spec }) {
  const dir = path.join(home, '.kimi-code');
  fs.mkdirSync(dir);
  fs.writeFileSync(path.join(dir, 'config.toml'), `default_model = "mock"

[providers.mock]
type = "openai"
api_key = "test"
base_url = "http://127.0.0.1:${port}/v1"

[models.mock]
provider = "mock"
model = "mock-model"
max_context_size = 200000
capabilities = ["tool_use"]
${entries.map(entry => `\n${hook(event)(entry)}`).join('')}`);
  if (server) fs.writeFileSync(path.join(dir, 'mcp.json'), JSON.stringify({ mcpServers: { lab: { command: server[0], args: server.slice(1) } } }));
  const words = [path.resolve(program, `../../../../node-linux-${process.arch}/bin/node`), program], prompt = spec.prompt ?? 'please do it';
  const asks = spec.client ?? (spec.allow === false && 'decline');
  return {
    words: asks ? [process.execPath, client, asks, prompt, ...words, 'acp'] : [...words, '-p', prompt],
    env: { KIMI_CODE_NO_AUTO_UPDATE: '1', KIMI_DISABLE_TELEMETRY: '1', NO_COLOR: '1' },
  };
}

const reads = 'after a tool, and on all events but three, nothing that a hook prints is read';
export const cannot = {
  'rewrite: the other command runs': 'PreToolUse cannot change an input',
  'context: the model reads it after the tool': 'PreToolUse gives the model the reason of a denial and nothing else',
  'feedback after the tool': reads,
  'output replaced: the model reads the other one': reads,
  'context after the tool: the model reads it beside the output': reads,
  'context at the start of a session': reads,
  'a patch of two files, one of which must not change, changes neither; another patch does': 'its tools edit one file a call',
  'installed in a project: the agent obeys': 'it reads the hooks of the user alone',
  'switched off: no hook runs, and gaff status says so': 'it has no switch for hooks',
};

const asked = r => r.stdout.includes('asked: ');
export const scenarios = {
  'ask: becomes a denial, and the model reads the question': ({ answer, told }) => ({
    spec: { event: 'before_tool_execute', hook: answer({ decision: 'ask', reason: 'REASON-4711' }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'a new input that it cannot take: the old command does not run': ({ answer }) => ({
    spec: { event: 'before_tool_execute', hook: answer({ updated_input: { command: 'touch rewritten' } }), script: [shell('touch made')] },
    then: r => r.files.length ? `there is ${r.files}` : null,
  }),
  'denied: nobody is asked': ({ answer, told }) => ({
    spec: { event: 'before_tool_execute', client: 'accept', hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [shell('touch made')] },
    then: r => asked(r) ? 'the user was asked' : r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'no opinion: the user is asked, and may say yes': () => ({
    spec: { event: 'before_tool_execute', client: 'accept', hook: 'cat >/dev/null', script: [shell('touch made')] },
    then: r => !asked(r) ? 'the user was not asked' : r.files.includes('made') ? null : 'the tool did not run',
  }),
  'a permission request is told, and the user is asked whatever the hook says': ({ answer }) => ({
    spec: { event: 'permission_request', client: 'decline', hook: answer({ decision: 'allow' }), script: [shell('touch made')] },
    then: r => !asked(r) ? 'the user was not asked' : r.files.includes('made') ? 'the tool ran' : null,
  }),
  'a tool of a subagent denied': ({ told }) => ({
    spec: { event: 'before_tool_execute', hook: `case $(cat) in *'touch made'*) echo '{"decision":"deny","reason":"REASON-4711"}';; esac`, script: [look, shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 2, 'REASON-4711') ? null : 'the model was not told',
  }),
  'a prompt denied: the user reads why': ({ answer }) => ({
    spec: { event: 'before_prompt', hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [] },
    then: r => r.requests.length ? 'the model was asked' : r.stdout.includes('REASON-4711') ? null : 'the user was not told',
  }),
  'a stop refused with context: the model reads both': ({ answer, told }) => ({
    spec: { event: 'agent_stop', hook: answer({ decision: 'deny', reason: 'REASON-4711', context: 'CONTEXT-4711' }), script: [{ text: 'finished' }] },
    then: r => r.requests.length !== 2 ? `${r.requests.length} requests` : told(r, 1, 'REASON-4711') && told(r, 1, 'CONTEXT-4711') ? null : 'the model was not told',
  }),
  'of prompts with no opinion the model reads nothing more': () => ({
    spec: { event: 'before_prompt', hook: 'cat >/dev/null', script: [] },
    then: r => JSON.stringify(r.requests).includes('hook_result') ? 'the model reads something' : null,
  }),
};
