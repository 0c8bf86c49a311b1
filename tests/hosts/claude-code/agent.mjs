// Claude Code against a scripted model. What is exported, and what it means: tests/smoke/smoke.mjs.
import fs from 'node:fs';
import path from 'node:path';

export const install = '@anthropic-ai/claude-code@2.1.325';
export const program = ([arch]) => `@anthropic-ai/claude-code-linux-${arch}/claude`;
export const shell = command => ({ tool: 'Bash', input: { command, description: 'x' } });
export const off = ['.claude/settings.json', { disableAllHooks: true }];
export const events = {
  before_tool_execute: 'PreToolUse', after_tool_execute: 'PostToolUse', before_prompt: 'UserPromptSubmit',
  session_start: 'SessionStart', agent_stop: 'Stop', permission_request: 'PermissionRequest',
};

export function prepare({ home, port, command, event, spec }) {
  fs.mkdirSync(path.join(home, '.claude'));
  fs.writeFileSync(path.join(home, '.claude/settings.json'), JSON.stringify({ hooks: command && { [event]: [{ hooks: [{ type: 'command', command, timeout: 20 }] }] } }));
  return {
    args: ['-p', spec.prompt ?? 'please do it', '--model', 'claude-sonnet-4-5', '--output-format', 'stream-json', '--verbose', '--include-hook-events',
      ...(spec.allow === false ? [] : ['--allowedTools', 'Bash']), ...(spec.args ?? [])],
    env: { ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`, ANTHROPIC_API_KEY: 'test', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_TELEMETRY: '1', DISABLE_AUTOUPDATER: '1' },
  };
}

export const scenarios = {
  'allow: a tool outside the allow-list runs': ({ answer }) => ({
    spec: { event: 'before_tool_execute', allow: false, hook: answer({ decision: 'allow' }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? null : 'the tool did not run',
  }),
  "a contract hook's allow does not": ({ answer }) => ({
    spec: { event: 'before_tool_execute', allow: false, options: ['--dialect', 'generic'], hook: answer({ decision: 'allow' }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : null,
  }),
  'a permission request denied': ({ answer, told }) => ({
    spec: { event: 'permission_request', allow: false, hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'output replaced': ({ answer, told }) => ({
    spec: { event: 'after_tool_execute', hook: answer({ updated_output: 'REDACTED-4711' }), script: [shell('echo SECRET-4711')] },
    then: r => JSON.stringify(r.requests[1]?.messages.at(-1)).includes('SECRET-4711') ? 'the model saw it' : told(r, 1, 'REDACTED-4711') ? null : 'the new output is lost',
  }),
  'stop: the tool does not run, and no further request': ({ answer }) => ({
    spec: { event: 'before_tool_execute', hook: answer({ continue: false, stop_reason: 'enough' }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : r.requests.length > 1 ? 'the agent went on' : null,
  }),
  'a worktree is where the hook says': () => ({
    spec: { event: 'WorktreeCreate', args: ['-w', 'foo'], options: ['--dialect', 'claude-code'], hook: 'cat >/dev/null; mkdir -p "$PWD/tree" && cd tree && pwd', script: [shell('touch ../made')] },
    then: r => r.requests.length ? null : `the agent did not start: ${r.stderr}`,
  }),
  'session variables reach the shell': ({ answer }) => ({
    spec: { event: 'session_start', hook: answer({ env: { GAFF_SMOKE: "it's set" } }), script: [shell('printf %s "$GAFF_SMOKE" > made-env; mv made-env "made $GAFF_SMOKE"')] },
    then: r => r.files.includes("made it's set") ? null : `there is ${r.files}`,
  }),
};
