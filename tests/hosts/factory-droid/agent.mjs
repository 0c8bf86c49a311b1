// Factory droid against a scripted model: what is exported, and what it means: tests/e2e/e2e.mjs.
import fs from 'node:fs';
import path from 'node:path';

export const install = 'droid@0.215.0';
export const program = ([arch]) => `@factory/cli-linux-${arch}/bin/droid`;
const execute = (command, riskLevel) => ({ tool: 'Execute', input: { summary: 'x', command, riskLevel, riskLevelReason: 'x' } });
export const hooksFile = '.factory/settings.json';
export const shell = command => execute(command, 'low');
export const write = (file_path, content) => ({ tool: 'Create', input: { file_path, content } });
export const edit = (file_path, old_str, new_str) => [{ tool: 'Read', input: { file_path } }, { tool: 'Edit', input: { file_path, old_str, new_str } }];
export const patch = (files, old, text) => ({ tool: 'ApplyPatch', input: `*** Begin Patch\n${files.map(file => `*** Update File: ${file}\n@@\n-${old}\n+${text}\n`).join('')}*** End Patch\n` });
export const mcpTool = 'lab___mark';
export const asks = command => execute(command, 'high');
export const off = ['.factory/settings.json', text => { const all = JSON.parse(text); all.hooks.hooksDisabled = true; return JSON.stringify(all); }];
export const events = {
  before_tool_execute: 'PreToolUse', after_tool_execute: 'PostToolUse', before_prompt: 'UserPromptSubmit',
  session_start: 'SessionStart', session_end: 'SessionEnd', agent_stop: 'Stop', subagent_stop: 'SubagentStop',
  before_compact: 'PreCompact', notification: 'Notification',
};

// `droid exec PROMPT` does not run UserPromptSubmit; told by JSON-RPC to take a prompt, it does. The client ends it after the turn.
const client = String.raw`
  const [program, params, text, ...args] = process.argv.slice(1), { spawn } = require('node:child_process');
  const droid = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ask = (method, params) => droid.stdin.write(JSON.stringify({ jsonrpc: '2.0', factoryApiVersion: '1.0.0', type: 'request', id: method, method, params }) + '\n');
  require('node:readline').createInterface({ input: droid.stdout }).on('line', line => {
    const { id, params } = JSON.parse(line);
    console.log(line);
    if (id === 'droid.initialize_session') ask('droid.add_user_message', { text });
    if (params?.notification?.type === 'agent_turn_completed') droid.stdin.end();
  });
  ask('droid.initialize_session', JSON.parse(params));`;

export function prepare({ home, project, port, entries, event, server, program, spec }) {
  const folder = path.join(home, '.factory'), put = (file, value) => fs.writeFileSync(path.join(folder, file), JSON.stringify(value));
  // By its name a model gets ApplyPatch instead of Create and Edit, and a patch is a bare text, which model.mjs says in Responses.
  const model = spec.patch ? { model: 'gpt-5-codex', provider: 'openai' } : { model: 'mock-model', provider: 'generic-chat-completion-api' };
  fs.mkdirSync(folder);
  put('settings.json', {
    customModels: [{ ...model, displayName: 'Mock', baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'test', maxOutputTokens: 8192 }],
    hooks: entries && { [event]: entries.map(({ matcher, command }) => ({ matcher, hooks: [{ type: 'command', command, timeout: 20 }] })) },
  });
  if (server) put('mcp.json', { mcpServers: { lab: { type: 'stdio', command: server[0], args: server.slice(1), disabled: false } } });
  const level = spec.allow === false ? 'low' : 'high', prompt = spec.prompt ?? 'please do it', modelId = 'custom:Mock-0';
  const session = { machineId: 'e2e', cwd: project, modelId, autonomyLevel: level };
  return {
    words: event === events.before_prompt
      ? [process.execPath, '-e', client, program, JSON.stringify(session), prompt, 'exec', '--input-format', 'stream-jsonrpc', '-o', 'stream-jsonrpc']
      : [program, 'exec', '-m', modelId, '--auto', level, '-o', 'stream-json', ...(spec.args ?? []), prompt],
    env: { FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false' },
  };
}

export const cannot = {
  'context: the model reads it after the tool': 'no context of PreToolUse reaches the model, but in the reason of a denial',
  'rewrite: the other command runs': 'below `--auto high` it ends the run at a new command that no hook allows, and an allow is a grant; so gaff blocks a rewrite without one',
  'output replaced: the model reads the other one': 'no answer of a PostToolUse hook replaces the output',
};

export const scenarios = {
  'rewrite with a grant: the other command runs': ({ answer, shell }) => ({
    spec: { event: 'before_tool_execute', hook: answer({ decision: 'allow', updated_input: { command: 'touch rewritten' } }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the old command ran' : r.files.includes('rewritten') ? null : 'the new command did not run',
  }),
  'rewrite without one: neither command runs, and the model reads why': ({ answer, told, shell }) => ({
    spec: { event: 'before_tool_execute', hook: answer({ updated_input: { command: 'touch rewritten' } }), script: [shell('touch made')] },
    then: r => r.files.includes('made') || r.files.includes('rewritten') ? 'a command ran' : told(r, 1, 'only with a grant') ? null : 'the model was not told',
  }),
  'allow: a command above the level runs': ({ answer }) => ({
    spec: { event: 'before_tool_execute', allow: false, hook: answer({ decision: 'allow' }), script: [execute('touch made', 'high')] },
    then: r => r.files.includes('made') ? null : 'the tool did not run',
  }),
  "a contract hook's allow does not": ({ answer }) => ({
    spec: { event: 'before_tool_execute', allow: false, row: { dialect: 'generic' }, hook: answer({ decision: 'allow' }), script: [execute('touch made', 'high')] },
    then: r => r.files.includes('made') ? 'the tool ran' : null,
  }),
  'a prompt replaced': ({ answer, told }) => ({
    spec: { event: 'before_prompt', hook: answer({ updated_prompt: 'PROMPT-4711' }), script: [] },
    then: r => told(r, 0, 'please do it') ? 'the old prompt was sent' : told(r, 0, 'PROMPT-4711') ? null : 'the new prompt is lost',
  }),
  'stop: the tool does not run, and no further request': ({ answer, shell }) => ({
    spec: { event: 'before_tool_execute', hook: answer({ continue: false, stop_reason: 'enough' }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : r.requests.length > 1 ? 'the agent went on' : null,
  }),
  'stop after the tool: no further request': ({ answer, shell }) => ({
    spec: { event: 'after_tool_execute', hook: answer({ continue: false, stop_reason: 'enough' }), script: [shell('touch made')] },
    then: r => r.requests.length > 1 ? 'the agent went on' : null,
  }),
  'session variables reach the shell': ({ answer, shell }) => ({
    spec: { event: 'session_start', hook: answer({ env: { GAFF_E2E: "it's \"set\" $HOME" } }), script: [shell('touch "made $GAFF_E2E"')] },
    then: r => r.files.includes("made it's \"set\" $HOME") ? null : `there is ${r.files}`,
  }),
};
