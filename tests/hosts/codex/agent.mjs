// Codex against a scripted model. What is exported, and what it means: tests/smoke/smoke.mjs.
import fs from 'node:fs';
import path from 'node:path';

export const install = '@openai/codex@0.166.0';
export const program = ([arch, machine]) => `@openai/codex-linux-${arch}/vendor/${machine}-unknown-linux-musl/bin/codex`;
export const shell = command => ({ tool: 'exec_command', input: { cmd: command } });
export const installs = ['--trust'];
export const off = ['.codex/config.toml', text => text.replace('[features]', '[features]\nhooks = false')];
export const events = {
  before_tool_execute: 'PreToolUse', after_tool_execute: 'PostToolUse', before_prompt: 'UserPromptSubmit',
  session_start: 'SessionStart', agent_stop: 'Stop',
};

const config = port => `model = "mock-model"
model_provider = "mock"
check_for_update_on_startup = false
web_search = "disabled"
[model_providers.mock]
name = "mock"
base_url = "http://127.0.0.1:${port}/v1"
env_key = "MOCK_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false
[analytics]
enabled = false
[features]
goals = false
plugins = false
apps = false
remote_plugin = false
shell_snapshot = false
`;

export function prepare({ home, port, command, event, spec }) {
  fs.mkdirSync(path.join(home, '.codex'));
  if (command) fs.writeFileSync(path.join(home, '.codex/hooks.json'), JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: 'command', command, timeout: 20 }] }] } }));
  fs.writeFileSync(path.join(home, '.codex/config.toml'), config(port));
  return {
    args: ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', ...(command ? ['--dangerously-bypass-hook-trust'] : []), spec.prompt ?? 'please do it'],
    env: { MOCK_KEY: 'test' },
  };
}
