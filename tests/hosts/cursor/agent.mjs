// Cursor: the runtime that is in its SDK, which loads and runs hooks as the editor does, against a scripted backend.
// What is exported, and what it means: tests/e2e/e2e.mjs.
import fs from 'node:fs';
import path from 'node:path';

export * as backend from './backend.mjs';
export const install = '@cursor/sdk@1.0.32';
export const needs = ([arch]) => [`node-linux-${arch}@22.23.3`]; // what npm runs on is too old for it
export const program = () => '@cursor/sdk/dist/esm/index.js';
const driver = new URL('driver.mjs', import.meta.url).pathname;
export const hooksFile = '.cursor/hooks.json';
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

export function prepare({ home, port, program, entries, event, server, spec }) {
  fs.mkdirSync(path.join(home, '.cursor'));
  if (entries) fs.writeFileSync(path.join(home, '.cursor/hooks.json'), JSON.stringify({ version: 1, hooks: { [event]: entries.map(entry => ({ ...entry, timeout: 20 })) } }));
  if (server) fs.writeFileSync(path.join(home, '.cursor/mcp.json'), JSON.stringify({ mcpServers: { lab: { command: server[0], args: server.slice(1) } } }));
  return {
    words: [path.resolve(program, `../../../../../node-linux-${process.arch}/bin/node`), driver, path.resolve(program, '../../..'), spec.prompt ?? 'please do it', JSON.stringify(spec.allow === false ? { autoReview: true } : {})],
    env: { CURSOR_BACKEND_URL: `http://127.0.0.1:${port}`, CURSOR_API_KEY: 'test' },
  };
}

const ignored = 'the SDK runs the hook and throws its answer away';
export const cannot = {
  'output replaced: the model reads the other one': 'it takes a new output for MCP tools alone',
  'context with a prompt: the model reads both': ignored,
  'a prompt denied: no request is made': ignored,
  'context at the start of a session': ignored,
  'a patch of two files, one of which must not change, changes neither; another patch does': 'its tools change one file a call',
  'switched off: no hook runs, and gaff status says so': 'it has no such switch',
};

const read = file_path => ({ tool: 'Read', input: { file_path } });
const deny = { decision: 'deny', reason: 'REASON-4711' };
export const scenarios = {
  'output of an MCP tool replaced': ({ answer, told }) => ({
    spec: { event: 'after_tool_execute', mcp: true, row: { matcher: 'mcp' }, hook: answer({ updated_output: 'REDACTED-4711' }), script: [{ tool: mcpTool, input: { name: 'made' } }] },
    then: r => told(r, 1, 'marked made') ? 'the model saw it' : told(r, 1, 'REDACTED-4711') ? null : 'the new output is lost',
  }),
  'a file that must not be read is not, by a URL either': ({ answer, told }) => ({
    spec: {
      event: 'before_tool_execute', row: { paths: ['secret.txt'] }, hook: answer(deny), files: { 'secret.txt': 'SECRET-4711', 'open.txt': 'OPEN-4711' },
      script: [read('PROJECT/secret.txt'), read('file://PROJECT/secret.txt'), read('file://localhostPROJECT/s%65cret.txt?x#y'),
        read('file://PROJECT//../secret.txt'), read('file://PROJECT/a%2fb/../secret.txt'), read('file://PROJECT/open.txt')],
    },
    then: r => [1, 2, 3, 4, 5].some(n => told(r, n, 'SECRET-4711')) ? 'the model saw it' : ![1, 2, 3, 4, 5].every(n => told(r, n, 'REASON-4711')) ? 'the model was not told why' : told(r, 6, 'OPEN-4711') ? null : 'a URL is not read at all',
  }),
  'a rewrite writes another file': ({ answer, write }) => ({
    spec: { event: 'before_tool_execute', row: { matcher: 'file_write' }, hook: answer({ updated_input: { path: 'other.txt' } }), script: [write('PROJECT/made.txt', 'x')] },
    then: r => r.files.includes('made.txt') ? 'the old file was written' : r.files.includes('other.txt') ? null : 'no file was written',
  }),
  'a rewrite for another MCP server blocks: it does not say which one is called': ({ answer, told }) => ({
    spec: { event: 'before_tool_execute', mcp: true, row: { matcher: { mcp: { server: 'other', tool: 'mark' } } }, hook: answer({ updated_input: { name: 'rewritten' } }), script: [{ tool: mcpTool, input: { name: 'made' } }] },
    then: r => r.files.includes('rewritten') ? 'another server was meant' : r.files.includes('made') ? 'it passed unchanged' : told(r, 1, 'which MCP server') ? null : 'the model was not told',
  }),
  'a matcher that is no pattern: no hook of the file is called': () => ({
    spec: { event: 'before_tool_execute', matchers: ['Shell', '['], script: [shell('touch made')] },
    silent: r => r.ran ? 'one was' : r.files.includes('made') ? null : 'the tool did not run',
  }),
  'a session refused: no request is made': ({ answer }) => ({
    spec: { event: 'session_start', hook: answer({ continue: false, stop_reason: 'REASON-4711' }), script: [] },
    then: r => r.requests.length ? 'the model was asked' : `${r.stdout}${r.stderr}`.includes('REASON-4711') ? null : 'the user was not told',
  }),
  'context with a tool that failed': ({ answer, told }) => ({
    spec: { event: 'tool_use_failure', hook: answer({ context: 'CONTEXT-4711' }), script: [read('PROJECT/nothing.txt')] },
    then: r => told(r, 1, 'CONTEXT-4711') ? null : 'the model was not told',
  }),
};
