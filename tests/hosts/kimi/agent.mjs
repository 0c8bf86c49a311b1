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
export const mcpTool = 'mcp__lab__mark';
export const events = {
  before_tool_execute: 'PreToolUse', after_tool_execute: 'PostToolUse', tool_use_failure: 'PostToolUseFailure',
  before_prompt: 'UserPromptSubmit', session_start: 'SessionStart', session_end: 'SessionEnd', agent_stop: 'Stop',
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
