// Factory droid against a scripted model: how tests/smoke runs it.
import fs from 'node:fs';
import path from 'node:path';

export const install = 'droid@0.215.0';
export const program = ([arch]) => `@factory/cli-linux-${arch}/bin/droid`;
const execute = (command, riskLevel) => ({ tool: 'Execute', input: { summary: 'x', command, riskLevel, riskLevelReason: 'x' } });
export const shell = command => execute(command, 'low');
export const off = ['.factory/settings.json', text => { const all = JSON.parse(text); all.hooks.hooksDisabled = true; return JSON.stringify(all); }];
export const events = {
  before_tool_execute: 'PreToolUse', after_tool_execute: 'PostToolUse', before_prompt: 'UserPromptSubmit',
  session_start: 'SessionStart', agent_stop: 'Stop',
};

export function prepare({ home, port, command, event, spec }) {
  fs.mkdirSync(path.join(home, '.factory'));
  fs.writeFileSync(path.join(home, '.factory/settings.json'), JSON.stringify({
    customModels: [{
      model: 'mock-model', displayName: 'Mock', provider: 'generic-chat-completion-api',
      baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'test', maxOutputTokens: 8192,
    }],
    hooks: command && { [event]: [{ matcher: '*', hooks: [{ type: 'command', command, timeout: 20 }] }] },
  }));
  return {
    // A rewrite without a grant ends the run unless the level allows the command by itself.
    args: ['exec', '-m', 'custom:mock-model', '--auto', spec.allow === false ? 'low' : 'high', '-o', 'stream-json', ...(spec.args ?? []), spec.prompt ?? 'please do it'],
    env: { FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false' },
  };
}

const noContext = 'no context of PreToolUse reaches the model';
export const cannot = {
  'deny with context: the model reads both': noContext,
  'context: the model reads it after the tool': noContext,
  'rewrite: the other command runs': 'a new input needs an allow, which is a grant; gaff blocks a rewrite without one',
  'a prompt denied: no request is made': '`droid exec PROMPT` does not run UserPromptSubmit; only its JSON-RPC mode does',
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
    spec: { event: 'before_tool_execute', allow: false, options: ['--dialect', 'generic'], hook: answer({ decision: 'allow' }), script: [execute('touch made', 'high')] },
    then: r => r.files.includes('made') ? 'the tool ran' : null,
  }),
  'context after the tool': ({ answer, told, shell }) => ({
    spec: { event: 'after_tool_execute', hook: answer({ context: 'CONTEXT-4711' }), script: [shell('touch made')] },
    then: r => told(r, 1, 'CONTEXT-4711') ? null : 'the model was not told',
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
    spec: { event: 'session_start', hook: answer({ env: { GAFF_SMOKE: "it's \"set\" $HOME" } }), script: [shell('touch "made $GAFF_SMOKE"')] },
    then: r => r.files.includes("made it's \"set\" $HOME") ? null : `there is ${r.files}`,
  }),
};
