// OpenCode against a scripted model. What is exported, and what it means: tests/e2e/e2e.mjs.
import fs from 'node:fs';
import path from 'node:path';

export const install = 'opencode-ai@1.18.33';
export const program = ([arch]) => `opencode-linux-${arch}/bin/opencode`;
export const hooksFile = '.config/opencode/plugins/converted.js';
export const shell = command => ({ tool: 'bash', input: { command } });
export const write = (filePath, content) => ({ tool: 'write', input: { filePath, content } });
export const edit = (filePath, oldString, newString) => [{ tool: 'read', input: { filePath } }, { tool: 'edit', input: { filePath, oldString, newString } }];
export const patch = (files, from, to) => ({
  tool: 'apply_patch',
  input: { patchText: ['*** Begin Patch', ...files.map(file => `*** Update File: ${file}\n@@\n-${from}\n+${to}`), '*** End Patch'].join('\n') },
});
export const mcpTool = 'lab_mark';
export const events = {
  before_tool_execute: 'tool.execute.before', after_tool_execute: 'tool.execute.after', before_prompt: 'chat.message',
  before_compact: 'experimental.session.compacting', after_compact: 'session.compacted', after_model: 'experimental.text.complete',
  session_start: 'session.created', session_end: 'session.deleted', agent_stop: 'session.idle', error_occurred: 'session.error',
  permission_request: 'permission.asked', file_changed: 'file.edited',
};

// The user's own hook is a plugin, which starts a program.
const plugin = (event, command) => `import { execSync } from 'node:child_process';
export const Own = async () => ({ ${JSON.stringify(event)}: async () => { execSync(${JSON.stringify(command)}, { input: '' }); } });
`;

export function prepare({ home, port, entries, event, server, spec }) {
  const config = path.join(home, '.config/opencode'), at = `http://127.0.0.1:${port}`;
  const model = spec.patch ? 'gpt-5' : 'mock-model'; // apply_patch takes the place of write and edit for models of that name
  fs.mkdirSync(path.join(config, 'plugins'), { recursive: true });
  if (entries) fs.writeFileSync(path.join(config, 'plugins/own.js'), plugin(event, entries[0].command));
  fs.writeFileSync(path.join(config, 'opencode.json'), JSON.stringify({
    model: `mock/${model}`, small_model: `mock/${model}`, autoupdate: false, share: 'disabled', snapshot: false,
    provider: { mock: {
      npm: '@ai-sdk/openai-compatible', name: 'Mock', options: { baseURL: `${at}/v1`, apiKey: 'test' },
      models: { [model]: { name: model, tool_call: true, limit: { context: 200000, output: 8192 } } },
    } },
    mcp: server && { lab: { type: 'local', command: server } },
    permission: spec.allow === false ? { bash: 'ask' } : undefined,
  }));
  return {
    args: ['run', '--format', 'json', ...(spec.args ?? []), spec.prompt ?? 'please do it'],
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1', OPENCODE_DISABLE_FFF: '1', ...(spec.programs && { OPENCODE_EXPERIMENTAL_CODE_MODE: '1' }),
      // It installs @opencode-ai/plugin and waits for that before it loads any plugin; a registry that says 404 at once is enough.
      npm_config_registry: `${at}/npm/`, npm_config_fetch_retries: '0',
    },
  };
}

export const cannot = {
  'a hook is called for the tools that its matcher selects, and for no others': 'its plugins have no matchers',
  'whatever a matcher is, gaff foretells which tools its hook is called for': 'its plugins have no matchers',
  'context: the model reads it after the tool': 'tool.execute.before takes new arguments or an error, and gaff\'s plugin keeps no text for later',
  'context at the start of a session': 'a session is reported as an event, and an event has no answer',
  'a stop refused once: another turn, and no loop': 'the end of a turn is reported as an event, which has no answer, and `opencode run` leaves at once',
  'switched off: no hook runs, and gaff status says so': 'no file switches its plugins off, only --pure and OPENCODE_PURE=1 for one run',
};

export const scenarios = {
  'a session that begins is reported': () => ({
    spec: { event: 'session_start', hook: `case $(cat) in *'"event":"session_start"'*) touch started;; esac`, script: [] },
    then: r => r.files.includes('started') ? null : 'it was not',
  }),
  'the end of a turn is reported, and OpenCode waits for that': () => ({
    spec: { event: 'agent_stop', hook: `sleep 1; case $(cat) in *'"event":"agent_stop"'*) touch stopped;; esac`, script: [] },
    then: r => r.files.includes('stopped') ? null : 'it was not',
  }),
  'a permission that is asked for is reported': () => ({
    spec: { event: 'permission_request', allow: false, hook: `case $(cat) in *'"event":"permission_request"'*'touch made'*) touch asked;; esac`, script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : r.files.includes('asked') ? null : 'it was not',
  }),
  'variables reach the shell': ({ answer }) => ({
    spec: { event: 'shell.env', hook: answer({ env: { GAFF_E2E: "it's set" } }), script: [shell('touch "made $GAFF_E2E"')] },
    then: r => r.files.includes("made it's set") ? null : `there is ${r.files}`,
  }),
  'an MCP tool that a program of the model calls is denied': ({ answer, told }) => ({
    spec: {
      event: 'before_tool_execute', mcp: true, programs: true, row: { matcher: { mcp: { server: 'lab', tool: 'mark' } } }, hook: answer({ decision: 'deny', reason: 'REASON-4711' }),
      script: [{ tool: 'execute', input: { code: "return await tools.lab.mark({ name: 'made' })" } }],
    },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'with --pure no plugin is loaded, and no hook runs': ({ answer }) => ({
    spec: { event: 'before_tool_execute', args: ['--pure'], uncalled: true, hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [shell('touch made')] },
    silent: r => r.ran ? 'the hook ran' : r.files.includes('made') ? null : 'the tool did not run',
  }),
};
