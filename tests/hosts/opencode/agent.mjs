// OpenCode against a scripted model: how tests/smoke runs it.
import fs from 'node:fs';
import path from 'node:path';

export const install = 'opencode-ai@1.18.33';
export const program = ([arch]) => `opencode-linux-${arch}/bin/opencode`;
export const shell = command => ({ tool: 'bash', input: { command } });
export const events = {
  before_tool_execute: 'tool.execute.before', after_tool_execute: 'tool.execute.after', before_prompt: 'chat.message',
  session_start: 'session.created', agent_stop: 'session.idle', shell_env: 'shell.env',
};

// The plugin that `gaff install` writes, and its manifest.
const plugin = new URL('../../../src/install/opencode_plugin.js', import.meta.url);
const onBus = event => !fs.readFileSync(plugin, 'utf8').includes(`'${event}'`);
const manifest = (program, event, failClosed) => {
  const name = onBus(event) ? `event:${event}` : event;
  return { generated_by: 'gaff test', program, deadline: { [name]: 20 }, events: [name], failClosed };
};

export function prepare({ home, port, program, event, spec }) {
  const config = path.join(home, '.config/opencode'), at = `http://127.0.0.1:${port}`;
  fs.mkdirSync(path.join(config, 'plugins'), { recursive: true });
  if (program) {
    fs.copyFileSync(plugin, path.join(config, 'plugins/gaff.js'));
    fs.writeFileSync(path.join(config, 'plugins/gaff.json'), JSON.stringify(manifest(program, event, spec.failClosed ?? false)));
  }
  fs.writeFileSync(path.join(config, 'opencode.json'), JSON.stringify({
    model: 'mock/mock-model', small_model: 'mock/mock-model', autoupdate: false, share: 'disabled', snapshot: false,
    provider: { mock: {
      npm: '@ai-sdk/openai-compatible', name: 'Mock', options: { baseURL: `${at}/v1`, apiKey: 'test' },
      models: { 'mock-model': { name: 'mock-model', tool_call: true, limit: { context: 200000, output: 8192 } } },
    } },
  }));
  return {
    args: ['run', '--format', 'json', ...(spec.args ?? []), spec.prompt ?? 'please do it'],
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1', OPENCODE_DISABLE_FFF: '1',
      // It installs @opencode-ai/plugin and waits for that before it loads any plugin; a registry that says 404 at once is enough.
      npm_config_registry: `${at}/npm/`, npm_config_fetch_retries: '0',
    },
  };
}

const oneText = 'a plugin can give the model one text for a tool: the reason of a block, or a changed result';
export const cannot = {
  'switched off: no hook runs, and gaff status says so': 'it has no such switch',
  'deny with context: the model reads both': oneText,
  'context: the model reads it after the tool': oneText,
  'context at the start of a session': 'a session is reported as an event, and an event has no answer',
  'a stop refused once: another turn, and no loop': 'the end of a turn is reported as an event, and `opencode run` leaves at once',
};

export const scenarios = {
  'output replaced': ({ answer, told, shell }) => ({
    spec: { event: 'after_tool_execute', hook: answer({ updated_output: 'REDACTED-4711' }), script: [shell('echo SECRET-$((4000 + 711))')] },
    then: r => told(r, 1, 'SECRET-4711') ? 'the model saw it' : told(r, 1, 'REDACTED-4711') ? null : 'the new output is lost',
  }),
  'context behind the output of a tool': ({ answer, told, shell }) => ({
    spec: { event: 'after_tool_execute', hook: answer({ context: 'CONTEXT-4711' }), script: [shell('echo OUTPUT-$((4000 + 711))')] },
    then: r => !told(r, 1, 'OUTPUT-4711') ? 'the output is lost' : told(r, 1, 'CONTEXT-4711') ? null : 'the model was not told',
  }),
  'context with a prompt': ({ answer, told }) => ({
    spec: { event: 'before_prompt', hook: answer({ context: 'CONTEXT-4711' }), script: [] },
    then: r => !told(r, 0, 'please do it') ? 'the prompt is lost' : told(r, 0, 'CONTEXT-4711') ? null : 'the model was not told',
  }),
  'a session that begins is reported': () => ({
    spec: { event: 'session_start', hook: `case $(cat) in *'"event":"session_start"'*) touch started;; esac`, script: [] },
    then: r => r.files.includes('started') ? null : 'it was not',
  }),
  'the end of a turn is reported, and OpenCode waits for that': () => ({
    spec: { event: 'agent_stop', hook: `sleep 1; case $(cat) in *'"event":"agent_stop"'*) touch stopped;; esac`, script: [] },
    then: r => r.files.includes('stopped') ? null : 'it was not',
  }),
  'variables reach the shell': ({ answer, shell }) => ({
    spec: { event: 'shell_env', hook: answer({ env: { GAFF_SMOKE: "it's set" } }), script: [shell('touch "made $GAFF_SMOKE"')] },
    then: r => r.files.includes("made it's set") ? null : `there is ${r.files}`,
  }),
};
