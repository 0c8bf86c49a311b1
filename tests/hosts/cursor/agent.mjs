// Cursor: the runtime that is in its SDK, which loads and runs hooks as the editor does, against a scripted backend.
// What is exported, and what it means: tests/e2e/e2e.mjs.
import fs from 'node:fs';
import path from 'node:path';

export * as backend from './backend.mjs';
export const install = '@cursor/sdk@1.0.32';
export const needs = ([arch]) => [`node-linux-${arch}@22.23.3`]; // what npm runs on is too old for it
export const program = () => '@cursor/sdk/dist/esm/index.js';
const driver = new URL('driver.mjs', import.meta.url).pathname;
export const start = program => [path.resolve(program, `../../../../../node-linux-${process.arch}/bin/node`), driver, path.resolve(program, '../../..')];
export const shell = command => ({ tool: 'Shell', input: { command } });
export const write = (file_path, content) => ({ tool: 'Write', input: { file_path, content } });
// It edits by writing the whole new text.
export const edit = (file_path, old, text) => [{ tool: 'Write', input: { file_path, content: `${text} words` } }];
export const mcpTool = 'MCP:lab/mark';
export const events = {
  before_tool_execute: 'preToolUse', after_tool_execute: 'postToolUse', tool_use_failure: 'postToolUseFailure',
  before_prompt: 'beforeSubmitPrompt', session_start: 'sessionStart', session_end: 'sessionEnd', agent_stop: 'stop',
  subagent_start: 'subagentStart', subagent_stop: 'subagentStop', before_compact: 'preCompact', after_model: 'afterAgentResponse',
};

export function prepare({ home, port, command, event, server, spec }) {
  fs.mkdirSync(path.join(home, '.cursor'));
  if (command) fs.writeFileSync(path.join(home, '.cursor/hooks.json'), JSON.stringify({ version: 1, hooks: { [event]: [{ command, timeout: 20 }] } }));
  if (server) fs.writeFileSync(path.join(home, '.cursor/mcp.json'), JSON.stringify({ mcpServers: { lab: { command: server[0], args: server.slice(1) } } }));
  return {
    args: [spec.prompt ?? 'please do it', JSON.stringify(spec.allow === false ? { autoReview: true } : {})],
    env: { CURSOR_BACKEND_URL: `http://127.0.0.1:${port}`, CURSOR_API_KEY: 'test' },
  };
}

const ignored = 'the SDK runs the hook and throws its answer away';
export const cannot = {
  'a prompt denied: no request is made': ignored,
  'context at the start of a session': ignored,
  'a patch of two files, one of which must not change, changes neither': 'its tools change one file a call',
  'switched off: no hook runs, and gaff status says so': 'it has no such switch',
};
