// Qwen Code against a scripted model. What is exported, and what it means: tests/e2e/e2e.mjs.
import fs from 'node:fs';
import path from 'node:path';
import { dotenv, hostile } from '../../e2e/hostile.mjs';

export const install = '@qwen-code/qwen-code@0.24.4';
export const program = () => '@qwen-code/qwen-code/cli-entry.js';
export const hooksFile = '.qwen/settings.json';
export const shell = command => ({ tool: 'run_shell_command', input: { command, description: 'x', is_background: false } });
export const write = (file_path, content) => ({ tool: 'write_file', input: { file_path, content } });
export const edit = (file_path, old_string, new_string) => [{ tool: 'read_file', input: { file_path } }, { tool: 'edit', input: { file_path, old_string, new_string } }];
const call = (tool, input) => ({ tool, input });
export const more = [...edit('PROJECT/open.txt', 'x', 'y'), call('grep_search', { pattern: 'x' }), call('glob', { pattern: '*' }), call('tool_call', { name: 'monitor', arguments: { command: 'true', description: 'x' } }),
  call('agent', { description: 'look', prompt: 'look', subagent_type: 'general-purpose', run_in_background: false }), { text: 'looked' }];
export const refusesFirst = true;
export const mcpTool = 'mcp__lab__mark';
export const off = ['.qwen/settings.json', { disableAllHooks: true }];
export const events = {
  before_tool_execute: 'PreToolUse', after_tool_execute: 'PostToolUse', tool_use_failure: 'PostToolUseFailure',
  before_prompt: 'UserPromptSubmit', session_start: 'SessionStart', agent_stop: 'Stop', subagent_stop: 'SubagentStop',
  permission_request: 'PermissionRequest', permission_denied: 'PermissionDenied', session_end: 'SessionEnd', error_occurred: 'StopFailure',
  subagent_start: 'SubagentStart', before_compact: 'PreCompact', after_compact: 'PostCompact', notification: 'Notification',
};

// With `-p` nobody can be asked, and a call that needs a question is refused before any hook is called; the tool is
// offered only if some of its calls need none. In the default mode `touch` would be refused as an edit, without a question.
// A scenario with `stdin` talks to it as a program does, in JSON, and there the question is put to hooks.
export function prepare({ home, port, entries, event, server, spec }) {
  fs.mkdirSync(path.join(home, '.qwen'));
  fs.writeFileSync(path.join(home, '.qwen/settings.json'), JSON.stringify({
    $version: 3,
    security: { auth: { selectedType: 'openai' } },
    model: { name: 'mock-model' },
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    hooks: entries && { [event]: entries.map(({ matcher, command }) => ({ matcher, hooks: [{ type: 'command', name: 'own', command, timeout: 20 }] })) },
    mcpServers: server && { lab: { command: server[0], args: server.slice(1) } },
  }));
  const mode = spec.allow === false ? ['--approval-mode', 'auto-edit', '--allowed-tools', 'run_shell_command(true)'] : ['--approval-mode', 'yolo'];
  return {
    args: spec.stdin ? ['--approval-mode', 'default', '--input-format', 'stream-json', '--output-format', 'stream-json'] : [...mode, '-p', spec.prompt ?? 'please do it'],
    env: { OPENAI_API_KEY: 'test', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_MODEL: 'mock-model', NO_COLOR: '1', QWEN_CODE_SUPPRESS_YOLO_WARNING: '1' },
  };
}

export const cannot = {
  'context: the model reads it after the tool': 'PreToolUse gives the model the reason of a block and nothing else',
  'rewrite: the other command runs': 'PreToolUse cannot change an input; PermissionRequest can',
  'a patch of two files, one of which must not change, changes neither; another patch does': 'its tools edit one file a call',
};

const question = { event: 'permission_request', stdin: `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'please do it' } })}\n`, script: [shell('touch made')] };
export const scenarios = {
  ...hostile(variables => ({ '.env': dotenv(variables) })),
  'ask: nobody is there, the tool does not run': ({ answer, told }) => ({
    spec: { event: 'before_tool_execute', hook: answer({ decision: 'ask', reason: 'REASON-4711' }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'context after a tool that failed': ({ answer, told }) => ({
    spec: { event: 'tool_use_failure', hook: answer({ context: 'CONTEXT-4711' }), script: [{ tool: 'read_file', input: { file_path: '/nonexistent/file' } }] },
    then: r => told(r, 1, 'CONTEXT-4711') ? null : 'the model was not told',
  }),
  'a command that becomes a prompt denied: no request is made': ({ answer }) => ({
    spec: { event: 'UserPromptExpansion', prompt: '/init', hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [] },
    then: r => r.requests.length ? 'the model was asked' : r.stderr.includes('REASON-4711') ? null : 'the user was not told',
  }),
  'a permission request allowed': ({ answer }) => ({
    spec: { ...question, hook: answer({ decision: 'allow' }) },
    then: r => r.files.includes('made') ? null : 'the tool did not run',
  }),
  'a permission request denied': ({ answer, told }) => ({
    spec: { ...question, hook: answer({ decision: 'deny', reason: 'REASON-4711' }) },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'a permission request allowed for another command': ({ answer }) => ({
    spec: { ...question, hook: answer({ decision: 'allow', updated_input: { command: 'touch rewritten' } }) },
    then: r => r.files.includes('made') ? 'the old command ran' : r.files.includes('rewritten') ? null : 'the new command did not run',
  }),
  'of hooks of one name with the same matcher only the first is called': () => ({
    spec: { event: 'before_tool_execute', matchers: ['run_shell_command', 'run_shell_command', 'run_shell.*'], script: [shell('touch made')] },
    then: r => r.fired.map(tools => tools.length).join() === '1,0,1' ? null : `called for ${JSON.stringify(r.fired)}`,
  }),
  // Tools that are not offered, those of MCP servers among them, are called through another one.
  'an MCP tool called by way of another tool denied': ({ answer, told }) => ({
    spec: {
      event: 'before_tool_execute', mcp: true, row: { matcher: { mcp: { server: 'lab', tool: 'mark' } } }, hook: answer({ decision: 'deny', reason: 'REASON-4711' }),
      script: [{ tool: 'tool_call', input: { name: mcpTool, arguments: { name: 'made' } } }],
    },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'a command to be watched, called by way of another tool, is a shell command': ({ answer, told }) => ({
    spec: {
      event: 'before_tool_execute', row: { matcher: 'shell' }, hook: answer({ decision: 'deny', reason: 'REASON-4711' }),
      script: [{ tool: 'tool_call', input: { name: 'monitor', arguments: { command: 'touch made', description: 'x' } } }],
    },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'a tool of a subagent denied': ({ told }) => ({
    spec: {
      event: 'before_tool_execute', hook: `case $(cat) in *'touch made'*) echo '{"decision":"deny","reason":"REASON-4711"}';; esac`,
      script: [{ tool: 'agent', input: { description: 'look', prompt: 'look', subagent_type: 'general-purpose', run_in_background: false } }, shell('touch made')],
    },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 2, 'REASON-4711') ? null : 'the model was not told',
  }),
  'a subagent that may not stop yet goes on': ({ told }) => ({
    spec: {
      event: 'subagent_stop', hook: `case $(cat) in *'"stop_hook_active":true'*) exit 0;; esac; echo '{"decision":"deny","reason":"REASON-4711"}'`,
      script: [{ tool: 'agent', input: { description: 'look', prompt: 'look', subagent_type: 'general-purpose', run_in_background: false } }, { text: 'looked' }],
    },
    then: r => told(r, 2, 'REASON-4711') ? null : 'the model was not told',
  }),
};
