// Codex against a scripted model. What is exported, and what it means: tests/e2e/e2e.mjs.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { authored } from '../../e2e/authored.mjs';

export const install = '@openai/codex@0.166.0';
export const program = ([arch, machine]) => `@openai/codex-linux-${arch}/vendor/${machine}-unknown-linux-musl/bin/codex`;
export const hooksFile = '.codex/hooks.json';
export const bypass = ['--dangerously-bypass-hook-trust'];
export const shell = command => ({ tool: 'exec_command', input: { cmd: command } });
const patchOf = (...hunks) => ({ tool: 'apply_patch', input: ['*** Begin Patch', ...hunks, '*** End Patch', ''].join('\n') });
const update = (file, from, to) => `*** Update File: ${file}\n@@\n-${from}\n+${to}`;
export const write = (file, text) => patchOf(`*** Add File: ${file}\n+${text}`);
export const edit = (file, from, to) => [patchOf(update(file, `${from} words`, `${to} words`))]; // a patch is made of whole lines
export const patch = (files, from, to) => patchOf(...files.map(file => update(file, from, to)));
export const mcpTool = 'mcp__lab/mark', mcpOther = 'mcp__lab/mark_it';
export const installs = ['--trust'];
export const off = ['.codex/config.toml', text => text.replace('[features]', '[features]\nhooks = false')];
export const events = {
  before_tool_execute: 'PreToolUse', after_tool_execute: 'PostToolUse', before_prompt: 'UserPromptSubmit',
  session_start: 'SessionStart', session_end: 'SessionEnd', agent_stop: 'Stop', permission_request: 'PermissionRequest',
  before_compact: 'PreCompact', after_compact: 'PostCompact', subagent_start: 'SubagentStart', subagent_stop: 'SubagentStop',
};

// Of the models it knows, this one is offered apply_patch and calls tools one by one; the others write programs that call them.
const config = (port, programs) => `model = "gpt-5.5"
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
code_mode_only = ${programs}
`;
const lab = ([command, ...args]) => `[mcp_servers.lab]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`;

// The user has trusted these hooks, as Codex writes it down: the place of the hook, and a hash of what it is.
function trust(file, event, { matcher, command }, at) {
  const name = event.replaceAll(/(?<=.)[A-Z]/g, '_$&').toLowerCase();
  const hook = JSON.stringify({ event_name: name, hooks: [{ async: false, command, timeout: 20, type: 'command' }], matcher });
  return `[hooks.state.${JSON.stringify(`${file}:${name}:${at}:0`)}]\ntrusted_hash = "sha256:${crypto.createHash('sha256').update(hook).digest('hex')}"\n`;
}

const client = new URL('./client.mjs', import.meta.url).pathname;

export function prepare({ home, port, program, entries = [], event, server, spec }) {
  const dir = path.join(home, '.codex'), hooks = path.join(dir, 'hooks.json');
  fs.mkdirSync(dir);
  if (entries.length) fs.writeFileSync(hooks, JSON.stringify({ hooks: { [event]: entries.map(({ matcher, command }) => ({ matcher, hooks: [{ type: 'command', command, timeout: 20 }] })) } }));
  fs.writeFileSync(path.join(dir, 'config.toml'), config(port, spec.programs ?? false) + (server ? lab(server) : '') + entries.map((entry, at) => trust(hooks, event, entry, at)).join(''));
  if (spec.allow === false) {
    fs.mkdirSync(path.join(dir, 'rules'));
    fs.writeFileSync(path.join(dir, 'rules/default.rules'), 'prefix_rule(pattern = ["touch"], decision = "prompt")\n');
  }
  const prompt = spec.prompt ?? 'please do it';
  return {
    words: spec.client ? [process.execPath, client, program, spec.client, prompt]
      : [program, 'exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', ...(spec.args ?? []), prompt],
    env: { MOCK_KEY: 'test' },
  };
}

const asked = r => r.stdout.includes('asked: ');

export const scenarios = {
  ...authored,
  'without gaff: the user is asked, and may say no': () => ({
    spec: { install: false, user: [], allow: false, client: 'decline', script: [shell('touch made')] },
    silent: r => !asked(r) ? 'the user was not asked' : r.files.includes('made') ? 'the tool ran' : null,
  }),
  'a permission request, no opinion: the user is asked, and may say yes': () => ({
    spec: { event: 'permission_request', allow: false, client: 'accept', hook: 'cat >/dev/null', script: [shell('touch made')] },
    then: r => !asked(r) ? 'the user was not asked' : r.files.includes('made') ? null : 'the tool did not run',
  }),
  'a permission request denied: the user is not asked': ({ answer, told }) => ({
    spec: { event: 'permission_request', allow: false, client: 'accept', hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [shell('touch made')] },
    then: r => asked(r) ? 'the user was asked' : r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'a permission request granted: the user is not asked': ({ answer }) => ({
    spec: { event: 'permission_request', allow: false, client: 'decline', hook: answer({ decision: 'allow' }), script: [shell('touch made')] },
    then: r => asked(r) ? 'the user was asked' : r.files.includes('made') ? null : 'the tool did not run',
  }),
  'a rewrite grants nothing: the user is asked for the new command': ({ answer }) => ({
    spec: { event: 'before_tool_execute', allow: false, client: 'decline', hook: answer({ updated_input: { command: 'touch rewritten' } }), script: [shell('touch made')] },
    then: r => !asked(r) ? 'the user was not asked' : r.files.length ? `there is ${r.files}` : null,
  }),
  'codex runs no hook that it does not trust, and gaff status says so': ({ answer }) => ({
    spec: { event: 'before_tool_execute', untrusted: true, uncalled: true, hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [shell('touch made')] },
    silent: r => r.ran ? 'the hook ran' : !r.files.includes('made') ? 'the tool did not run' : r.way.after.status.includes('[codex-untrusted]') ? null : `status: ${r.way.after.status}`,
  }),
  'codex denies a tool that a program of the model calls': ({ answer, told }) => ({
    spec: {
      event: 'before_tool_execute', programs: true, row: { matcher: 'shell' }, hook: answer({ decision: 'deny', reason: 'REASON-4711' }),
      script: [{ tool: 'exec', input: "text(await tools.exec_command({ cmd: 'touch made' }))" }],
    },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'codex denies a patch that a program of the model applies': ({ answer, told }) => ({
    spec: {
      event: 'before_tool_execute', programs: true, row: { paths: ['**/secret*'] }, hook: answer({ decision: 'deny', reason: 'REASON-4711' }),
      script: [write('secret.txt', 'x'), write('open.txt', 'x')].map(({ input }) => ({ tool: 'exec', input: `text(await tools.apply_patch(${JSON.stringify(input)}))` })),
    },
    then: r => r.files.includes('secret.txt') ? 'it was written' : !r.files.includes('open.txt') ? 'the other one was not' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
};
