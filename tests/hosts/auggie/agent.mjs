// Auggie against a scripted model. What is exported, and what it means: tests/e2e/e2e.mjs.
import fs from 'node:fs';
import path from 'node:path';

export const install = '@augmentcode/auggie@0.36.0';
export const needs = ([arch]) => [`node-linux-${arch}@22.23.3`]; // it does not start on older ones
export const program = () => '@augmentcode/auggie/augment.mjs';
export const hooksFile = '.augment/settings.json';
export const shell = command => ({ tool: 'launch-process', input: { command, wait: true, max_wait_seconds: 20, cwd: 'PROJECT/' } });
export const write = (file, text) => ({ tool: 'save-file', input: { path: file, file_content: text, instructions_reminder: 'x' } });
export const edit = (file, old_str, new_str) => [{ tool: 'str-replace-editor', input: { command: 'str_replace', path: file, str_replace_entries: [{ old_str, new_str, old_str_start_line_number: 1, old_str_end_line_number: 1 }] } }];
export const patch = (files, from, to) => ({ tool: 'apply_patch', input: { input: ['*** Begin Patch', ...files.map(file => `*** Update File: ${file}\n@@\n-${from}\n+${to}`), '*** End Patch', ''].join('\n') } });
const call = (tool, input) => ({ tool, input });
export const more = [...edit('PROJECT/open.txt', 'x', 'y'), call('view', { path: 'open.txt', type: 'file' }), call('remove-files', { file_paths: ['none.txt'] }), call('web-fetch', { url: 'http://127.0.0.1:9/' }), call('view_tasklist', {})];
export const mcpTool = 'mark_lab', mcpOther = 'mark-it_lab';
export const events = {
  before_tool_execute: 'PreToolUse', after_tool_execute: 'PostToolUse', before_prompt: 'PromptSubmit', session_start: 'SessionStart',
  session_end: 'SessionEnd', agent_stop: 'Stop', notification: 'Notification',
};

// It starts a program and no shell: a line of one is given to sh.
export function prepare({ home, port, program, entries, event, server, spec }) {
  fs.mkdirSync(path.join(home, '.augment'));
  fs.writeFileSync(path.join(home, '.augment/settings.json'), JSON.stringify({
    hooks: entries && { [event]: entries.map(({ matcher, command }) => ({ matcher, hooks: [{ type: 'command', command: '/bin/sh', args: ['-c', command], timeout: 20000 }] })) },
    mcpServers: server && { lab: { command: server[0], args: server.slice(1) } },
    toolPermissions: spec.allow === false ? [{ toolName: 'launch-process', permission: { type: 'ask-user' } }] : undefined,
  }));
  return {
    words: [path.resolve(program, `../../../node-linux-${process.arch}/bin/node`), program, '--print', '--output-format', 'json', spec.prompt ?? 'please do it'],
    env: { AUGMENT_SESSION_AUTH: JSON.stringify({ accessToken: 'test', tenantURL: `http://127.0.0.1:${port}/`, scopes: ['read', 'write'] }), AUGMENT_DISABLE_AUTO_UPDATE: '1', NO_COLOR: '1' },
  };
}

const drops = 'what hooks of a prompt, of a session and of a stop say to the model is dropped';
export const cannot = {
  'context: the model reads it after the tool': 'PreToolUse gives the model context beside a denial alone',
  'output replaced: the model reads the other one': 'a hook can put something behind an output, and not in its place',
  'context with a prompt: the model reads both': drops,
  'a prompt denied: no request is made': 'PromptSubmit cannot block',
  'context at the start of a session': drops,
  'a stop refused once: another turn, and no loop': drops,
  'switched off: no hook runs, and gaff status says so': 'its servers have the switch',
};

const deny = { decision: 'deny', reason: 'REASON-4711' };
export const scenarios = {
  'ask: becomes a denial, and the model reads the question': ({ answer, told }) => ({
    spec: { event: 'before_tool_execute', hook: answer({ decision: 'ask', reason: 'REASON-4711' }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'a message to the user is shown': ({ answer }) => ({
    spec: { event: 'before_tool_execute', hook: answer({ system_message: 'MESSAGE-4711' }), script: [shell('touch made')] },
    then: r => !r.files.includes('made') ? 'the tool did not run' : r.stdout.includes('MESSAGE-4711') ? null : 'it was not',
  }),
  'feedback after the tool, with context: the model reads both': ({ answer, told }) => ({
    spec: { event: 'after_tool_execute', hook: answer({ ...deny, context: 'CONTEXT-4711' }), script: [shell('touch made')] },
    then: r => told(r, 1, 'REASON-4711') && told(r, 1, 'CONTEXT-4711') ? null : 'the model was not told',
  }),
  'feedback after a tool that failed': ({ answer, told }) => ({
    spec: { event: 'after_tool_execute', hook: answer(deny), script: [shell('exit 3')] },
    then: r => told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'a file that must not be removed is not': ({ answer }) => ({
    spec: { event: 'before_tool_execute', row: { paths: ['**/secret*'] }, hook: answer(deny), files: { 'secret.txt': 'x', 'open.txt': 'x' }, script: [call('remove-files', { file_paths: ['open.txt', 'secret.txt'] })] },
    then: r => r.files.includes('secret.txt') && r.files.includes('open.txt') ? null : `there is ${r.files}`,
  }),
  'a rewrite grants nothing: what needs a permission still needs it': ({ answer }) => ({
    spec: { event: 'before_tool_execute', allow: false, hook: answer({ updated_input: { command: 'touch rewritten' } }), script: [shell('touch made')] },
    then: r => r.files.length ? `there is ${r.files}` : null,
  }),
  'installed in a project for its user alone: the agent obeys': ({ answer, told }) => ({
    spec: { event: 'before_tool_execute', install: ['--local'], hook: answer(deny), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'of an event with one wrong matcher no hook runs': () => ({
    spec: { event: 'before_tool_execute', matchers: ['.*', '*'], script: [shell('touch made')] },
    silent: r => r.fired.flat().length ? `called for ${JSON.stringify(r.fired)}` : r.files.includes('made') ? null : 'the tool did not run',
  }),
};
