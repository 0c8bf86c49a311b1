// Gemini CLI against a scripted model. What is exported, and what it means: tests/e2e/e2e.mjs.
import fs from 'node:fs';
import path from 'node:path';
import { authored } from '../../e2e/authored.mjs';
import { dotenv, hostile } from '../../e2e/hostile.mjs';

export const install = '@google/gemini-cli@0.61.0';
export const program = () => '@google/gemini-cli/bundle/gemini.js';
export const hooksFile = '.gemini/settings.json';
export const shell = command => ({ tool: 'run_shell_command', input: { command, description: 'x' } });
export const write = (file_path, content) => ({ tool: 'write_file', input: { file_path, content } });
export const edit = (file_path, old_string, new_string) => [{ tool: 'replace', input: { file_path, instruction: 'x', old_string, new_string } }];
export const mcpTool = 'mcp_lab_mark';
export const off = ['.gemini/settings.json', { hooksConfig: { enabled: false } }];
export const events = {
  before_tool_execute: 'BeforeTool', after_tool_execute: 'AfterTool', before_prompt: 'BeforeAgent',
  session_start: 'SessionStart', agent_stop: 'AfterAgent', before_model: 'BeforeModel', after_model: 'AfterModel',
  before_tool_selection: 'BeforeToolSelection', session_end: 'SessionEnd', before_compact: 'PreCompress', notification: 'Notification',
};

// Where nobody can be asked, tools that need a question are not even offered, unless a rule of the user's own names them.
const question = '[[rule]]\ntoolName = "run_shell_command"\ndecision = "ask_user"\npriority = 100\n';

export function prepare({ home, port, entries, event, server, spec }) {
  fs.mkdirSync(path.join(home, '.gemini'));
  fs.writeFileSync(path.join(home, '.gemini/settings.json'), JSON.stringify({
    security: { auth: { selectedType: 'gemini-api-key' } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    hooks: entries && { [event]: entries.map(({ matcher, command }) => ({ matcher, hooks: [{ type: 'command', name: 'own', command, timeout: 20000 }] })) },
    mcpServers: server && { lab: { command: server[0], args: server.slice(1) } },
  }));
  if (spec.allow === false) {
    fs.mkdirSync(path.join(home, '.gemini/policies'));
    fs.writeFileSync(path.join(home, '.gemini/policies/own.toml'), question);
  }
  return {
    args: ['-m', 'gemini-2.5-flash', '--approval-mode', spec.allow === false ? 'default' : 'yolo', ...(spec.args ?? []), spec.terminal && !spec.headless ? '-i' : '-p', spec.prompt ?? 'please do it'],
    env: {
      GEMINI_API_KEY: 'test', GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`, GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_CLI_NO_RELAUNCH: 'true', NO_COLOR: '1',
    },
  };
}

export const cannot = {
  'context: the model reads it after the tool': 'BeforeTool gives the model the reason of a block and nothing else',
  'a patch of two files, one of which must not change, changes neither; another patch does': 'its tools edit one file a call',
};

const question4711 = { decision: 'ask', reason: 'REASON-4711' }, leave = [['send', '\x03'], ['sleep', 0.5], ['send', '\x03'], ['sleep', 1]];
const refused = (r, told) => r.files.includes('made') ? 'the tool ran' : !told(r, 1, 'REASON-4711') ? 'the model was not told why' : told(r, 1, 'nobody can be asked in this run') ? null : 'the model was not told what to do';
const asked = r => JSON.parse(r.stdout).missed ? 'nobody was asked' : null;
const reply = text => ({ candidates: [{ content: { role: 'model', parts: [text] }, finishReason: 'STOP' }] });
// What a hostile checkout sets for agents: each would run code of it inside of a hook.
const checkout = { PYTHONPATH: 'PROJECT/evil', GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.fsmonitor', GIT_CONFIG_VALUE_0: ': >PROJECT/bad-git; false' };

export const scenarios = {
  ...authored,
  ...hostile(variables => ({ '.env': dotenv(variables) })),
  'a rewrite keeps the fields it does not name': ({ answer }) => ({
    spec: { event: 'before_tool_execute', hook: answer({ updated_input: { path: 'other.txt' } }), script: [{ tool: 'write_file', input: { file_path: 'made.txt', content: 'x' } }] },
    then: r => r.files.includes('made.txt') ? 'the old file was written' : r.files.includes('other.txt') ? null : 'no file was written',
  }),
  'ask, and nobody is there: denied, the model reads what to do and goes on': ({ answer, told }) => ({
    spec: { event: 'before_tool_execute', hook: answer(question4711), script: [shell('touch made'), shell('touch other')] }, then: r => refused(r, told),
  }),
  'ask with an MCP server, and nobody is there: denied, and the run ends by itself': ({ answer, told }) => ({
    spec: { event: 'before_tool_execute', mcp: true, hook: answer(question4711), script: [shell('touch made')] }, then: r => refused(r, told),
  }),
  'ask with -p on a terminal: denied': ({ answer, told }) => ({
    spec: { event: 'before_tool_execute', mcp: true, terminal: [], headless: true, hook: answer(question4711), script: [shell('touch made')] }, then: r => refused(r, told),
  }),
  'ask with --ask-fallback ask, and nobody is there: denied all the same': ({ answer, told }) => ({
    spec: { event: 'before_tool_execute', mcp: true, byHand: ['--ask-fallback', 'ask'], hook: answer(question4711), script: [shell('touch made')] }, then: r => refused(r, told),
  }),
  'ask on its terminal: the question is asked, and yes runs the tool': ({ answer }) => ({
    spec: { event: 'before_tool_execute', terminal: [['expect', 'REASON-4711'], ['sleep', 1.5], ['send', '\r'], ['sleep', 3], ...leave], hook: answer(question4711), script: [shell('touch made')] },
    then: r => asked(r) ?? (r.files.includes('made') ? null : 'the tool did not run'),
  }),
  'ask on its terminal: the question is asked, and no keeps the tool from running': ({ answer }) => ({
    spec: { event: 'before_tool_execute', terminal: [['expect', 'REASON-4711'], ['sleep', 1.5], ['send', '\x1b'], ['sleep', 3], ...leave], hook: answer(question4711), script: [shell('touch made')] },
    then: r => asked(r) ?? (r.files.includes('made') ? 'the tool ran' : null),
  }),
  'allow grants nothing: what needs a permission still needs it': ({ answer, told }) => ({
    spec: { event: 'before_tool_execute', allow: false, hook: answer({ decision: 'allow' }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'requires user confirmation') ? null : 'the model was not told',
  }),
  'stop: the tool does not run, and no further request': ({ answer }) => ({
    spec: { event: 'before_tool_execute', hook: answer({ continue: false, stop_reason: 'enough' }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : r.requests.length > 1 ? 'the agent went on' : null,
  }),
  'stop after the tool: no further request': ({ answer }) => ({
    spec: { event: 'after_tool_execute', hook: answer({ continue: false, stop_reason: 'enough' }), script: [shell('touch made')] },
    then: r => !r.files.includes('made') ? 'the tool did not run' : r.requests.length > 1 ? 'the agent went on' : null,
  }),
  'a message to the user': ({ answer, told }) => ({
    spec: { event: 'before_tool_execute', hook: answer({ system_message: 'MESSAGE-4711' }), script: [shell('touch made')] },
    then: r => !r.files.includes('made') ? 'the tool did not run' : told(r, 1, 'MESSAGE-4711') ? 'the model was told' : r.stderr.includes('MESSAGE-4711') ? null : 'the user was not told',
  }),
  'a tool of a subagent denied': ({ told }) => ({
    spec: {
      event: 'before_tool_execute', hook: `case $(cat) in *'"tool_name":"list_directory"'*) echo '{"decision":"deny","reason":"REASON-4711"}';; esac`,
      script: [{ tool: 'invoke_agent', input: { agent_name: 'codebase_investigator', prompt: 'look' } }, { tool: 'list_directory', input: { dir_path: '.' } }],
    },
    then: r => told(r, 2, 'REASON-4711') ? null : 'the model was not told',
  }),
  'a model call denied: no request is made': ({ answer }) => ({
    spec: { event: 'before_model', hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [] },
    then: r => r.requests.length ? 'the model was asked' : null,
  }),
  'a model call answered by the hook': ({ answer }) => ({
    spec: { event: 'before_model', hook: answer({ decision: 'deny', reason: 'REASON-4711', native: { llm_response: reply('REPLY-4711') } }), script: [] },
    then: r => r.requests.length ? 'the model was asked' : r.stdout.includes('REPLY-4711') ? null : 'the reply is lost',
  }),
  'a model call changed': ({ answer }) => ({
    spec: { event: 'before_model', hook: answer({ native: { llm_request: { config: { temperature: 0.25 } } } }), script: [] },
    then: r => r.requests[0]?.generationConfig?.temperature === 0.25 ? null : 'it was not',
  }),
  "a model's answer replaced": ({ answer }) => ({
    spec: { event: 'after_model', hook: answer({ native: { llm_response: reply('REPLY-4711') } }), script: [{ text: 'SECRET-4711' }] },
    then: r => r.stdout.includes('SECRET-4711') ? 'the old one was shown' : r.stdout.includes('REPLY-4711') ? null : 'the new one is lost',
  }),
  'tools restricted': ({ answer }) => ({
    spec: { event: 'before_tool_selection', hook: answer({ native: { toolConfig: { mode: 'ANY', allowedFunctionNames: ['read_file'] } } }), script: [] },
    then: r => r.requests[0]?.toolConfig?.functionCallingConfig?.allowedFunctionNames?.[0] === 'read_file' ? null : 'they were not',
  }),
  'no opinion on the tools changes nothing': () => ({ // `{}` would
    spec: { event: 'before_tool_selection', hook: 'cat >/dev/null', script: [] },
    then: r => r.requests[0]?.toolConfig ? `the request says ${JSON.stringify(r.requests[0].toolConfig)}` : null,
  }),
  'another tool runs after the tool': ({ answer, told }) => ({
    spec: {
      event: 'after_tool_execute', script: [shell('touch made')],
      hook: `case $(cat) in *'touch made'*) ;; *) exit 0;; esac\n${answer({ native: { tailToolCallRequest: { name: 'run_shell_command', args: { command: 'printf TAIL-%s 4711' } } } })}`,
    },
    then: r => told(r, 1, 'TAIL-4711') ? null : 'it did not, or the model was not told',
  }),
  "a checkout's variables reach hooks, but none that loads its code": () => ({
    spec: {
      event: 'before_tool_execute', script: [shell('touch made')], hook: `cat >/dev/null; test -n "$REACHED" && : >reached\npython3 -c 'import json'\ngit init -q x; git -C x status >/dev/null\nexit 0`,
      files: { '.env': Object.entries({ ...checkout, REACHED: '1' }).map(([name, value]) => `${name}=${value}\n`).join(''), 'evil/json.py': "open('PROJECT/bad-python', 'w')" },
    },
    then: r => !r.files.includes('made') ? 'the tool did not run' : !r.files.includes('reached') ? 'the variables did not reach the hook: nothing is shown' : r.files.some(name => name.startsWith('bad-')) ? `it ran: ${r.files}` : null,
  }),
};
