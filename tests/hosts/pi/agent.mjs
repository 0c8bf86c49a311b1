// pi against a scripted model. What is exported, and what it means: tests/e2e/e2e.mjs.
import fs from 'node:fs';
import path from 'node:path';

export const install = '@earendil-works/pi-coding-agent@1.5.0';
export const needs = ([arch]) => [`node-linux-${arch}@22.23.3`]; // what npm runs on is too old for it
// Its program is one bundle. Of what its package names besides, for those who write programs with it, not every mirror has all.
export const overrides = {
  '@earendil-works/pi-codemode': '0.99.1', '@earendil-works/pi-mcp': '0.99.1', '@earendil-works/pi-tui': '0.87.1',
  '@earendil-works/pi-telemetry': '0.87.1', '@earendil-works/chord': '0.87.1', '@earendil-works/pi-schema': 'npm:is-number@7.0.0',
};
export const hooksFile = '.pi/agent/extensions/converted.js';
export const program = () => '@earendil-works/pi-coding-agent/dist/bundle/cli.js';
export const shell = command => ({ tool: 'bash', input: { command } });
export const write = (file, content) => ({ tool: 'write', input: { path: file, content } });
export const edit = (file, oldText, newText) => [{ tool: 'edit', input: { path: file, edits: [{ oldText, newText }] } }];
export const mcpTool = 'mcp__lab__mark';
export const mcpOther = 'mcp__lab__mark_it';
export const trusts = ['--approve'];
export const events = {
  before_tool_execute: 'tool_call', after_tool_execute: 'tool_result', before_prompt: 'input', session_start: 'session_start', session_end: 'session_shutdown',
  agent_stop: 'agent_before_settle', before_compact: 'session_before_compact', after_compact: 'session_compact', before_model: 'context', notification: 'ui_prompt_start',
};

// The user's own hook is an extension, which starts a program.
const extension = (event, command) => `import { execSync } from 'node:child_process';
export default pi => pi.on(${JSON.stringify(event)}, async () => { execSync(${JSON.stringify(command)}, { input: '' }); });
`;
const driver = new URL('driver.mjs', import.meta.url).pathname;

export function prepare({ home, port, program, entries, event, server, spec }) {
  const folder = path.join(home, '.pi/agent'), put = (name, value) => fs.writeFileSync(path.join(folder, name), JSON.stringify(value));
  fs.mkdirSync(path.join(folder, 'extensions'), { recursive: true });
  put('models.json', { providers: { mock: { baseUrl: `http://127.0.0.1:${port}/v1`, api: 'openai-completions', apiKey: 'test', models: [{ id: 'mock-model' }] } } });
  if (server) put('mcp.json', { mcpServers: { lab: { command: server[0], args: server.slice(1), ...(spec.programs ? {} : { exposure: 'direct' }) } } });
  if (spec.settings) put('settings.json', spec.settings);
  // Loaded before gaff's: once a call is blocked pi asks no further extension.
  if (entries) fs.writeFileSync(path.join(folder, 'extensions/another.js'), extension(event, entries[0].command));
  const node = path.resolve(program, `../../../../../node-linux-${process.arch}/bin/node`), args = ['--provider', 'mock', '--model', 'mock-model', ...(spec.args ?? [])];
  return {
    words: spec.rpc ? [node, driver, JSON.stringify(spec.rpc), node, program, ...args, '--mode', 'rpc'] : [node, program, ...args, '-p', spec.prompt ?? 'please do it'],
    env: { PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0', NO_COLOR: '1' },
  };
}

const noMatchers = 'its extensions have no matchers', noPermissions = 'it has no permissions: what it can do it may do';
export const cannot = {
  'without gaff: what needs a permission does not run': noPermissions,
  'no opinion: what needs a permission still needs it': noPermissions,
  'a hook is called for the tools that its matcher selects, and for no others': noMatchers,
  'whatever a matcher is, gaff foretells which tools its hook is called for': noMatchers,
  'a patch of two files, one of which must not change, changes neither; another patch does': 'its tools change one file a call',
  'switched off: no hook runs, and gaff status says so': 'no file switches its extensions off, only --no-extensions for one run',
};

const asks = { decision: 'ask', reason: 'REASON-4711' }, prompt = { type: 'prompt', message: 'please do it' };
const settings = { compaction: { keepRecentTokens: 10, reserveTokens: 100 } };
export const scenarios = {
  'a question where nobody can be asked: denied, and the model reads why': ({ answer, told }) => ({
    spec: { event: 'before_tool_execute', hook: answer(asks), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') && told(r, 1, 'nobody can be') ? null : 'the model was not told',
  }),
  'a question, and the user says yes: the tool runs': ({ answer }) => ({
    spec: { event: 'before_tool_execute', rpc: { confirm: true, send: [prompt] }, hook: answer(asks), script: [shell('touch made')] },
    then: r => !r.stdout.includes('REASON-4711') ? 'nobody was asked' : r.files.includes('made') ? null : 'the tool did not run',
  }),
  'a question, and the user says no: it does not, and the model reads why': ({ answer, told }) => ({
    spec: { event: 'before_tool_execute', rpc: { confirm: false, send: [prompt] }, hook: answer(asks), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'the user said no') ? null : 'the model was not told',
  }),
  'stopped before a tool: it does not run, and the model is not asked again': ({ answer }) => ({
    spec: { event: 'before_tool_execute', hook: answer({ continue: false, stop_reason: 'REASON-4711' }), script: [shell('touch made')] },
    then: r => r.files.includes('made') ? 'the tool ran' : r.requests.length > 1 ? 'the model was asked again' : r.stderr.includes('REASON-4711') ? null : 'the user was not told',
  }),
  'another prompt': ({ answer, told }) => ({
    spec: { event: 'before_prompt', hook: answer({ updated_prompt: 'PROMPT-4711' }), script: [] },
    then: r => told(r, 0, 'please do it') ? 'the model read the old one' : told(r, 0, 'PROMPT-4711') ? null : 'the new one is lost',
  }),
  'the end of a session is reported, and pi waits for that': () => ({
    spec: { event: 'session_end', hook: `sleep 1; case $(cat) in *'"event":"session_end"'*) touch ended;; esac`, script: [] },
    then: r => r.files.includes('ended') ? null : 'it was not',
  }),
  'compaction refused': ({ answer }) => ({
    spec: { event: 'before_compact', settings, rpc: { send: [prompt, prompt, { type: 'compact' }] }, hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [shell('true')] },
    then: r => !/"command":"compact","success":false/.test(r.stdout) ? 'it was compacted' : r.stdout.includes('REASON-4711') ? null : 'the user was not told',
  }),
  'context after compaction': ({ answer, told }) => ({
    spec: { event: 'after_compact', settings, rpc: { send: [prompt, prompt, { type: 'compact' }, prompt] }, hook: answer({ context: 'CONTEXT-4711' }), script: [shell('true')] },
    then: r => told(r, r.requests.length - 1, 'CONTEXT-4711') ? null : 'the model was not told',
  }),
  "the user's own command refused": ({ answer }) => ({
    spec: { user: [{ event: 'pi:user_bash', blocking: true, handler: { type: 'command', command: 'HOOK' } }], rpc: { send: [{ type: 'bash', command: 'touch made' }] }, hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [] },
    then: r => r.files.includes('made') ? 'it ran' : r.stdout.includes('REASON-4711') ? null : 'the user was not told',
  }),
  'a tool that a program of the model calls is denied': ({ answer }) => ({
    spec: {
      event: 'before_tool_execute', mcp: true, programs: true, row: { matcher: { mcp: { server: 'lab', tool: 'mark' } } }, hook: answer({ decision: 'deny', reason: 'REASON-4711' }),
      script: [{ tool: 'codemode', input: { code: "return await tools.mcp__lab__mark({ name: 'made' })" } }],
    },
    then: r => r.files.includes('made') ? 'the tool ran' : JSON.stringify(r.requests.slice(1)).includes('REASON-4711') ? null : 'the model was not told',
  }),
  'a file that must not be read is not, however pi spells its name': ({ answer, told }) => ({
    spec: {
      event: 'before_tool_execute', row: { paths: ['**/secret file.txt'] }, hook: answer({ decision: 'deny', reason: 'REASON-4711' }), files: { 'secret file.txt': 'SECRET-4711', 'open.txt': 'OPEN-4711' },
      script: ['secret file.txt', '@secret file.txt', '@PROJECT/secret file.txt', 'secret\u00a0file.txt', '@secret\u202ffile.txt', 'file://PROJECT/secret%20file.txt', '@file://PROJECT/secret%20file.txt', '@open.txt'].map(file => ({ tool: 'read', input: { path: file } })),
    },
    then: r => [1, 2, 3, 4, 5, 6, 7].some(n => told(r, n, 'SECRET-4711')) ? 'the model saw it' : ![1, 2, 3, 4, 5, 6, 7].every(n => told(r, n, 'REASON-4711')) ? 'the model was not told why' : told(r, 8, 'OPEN-4711') ? null : 'another file is not read',
  }),
  'with --no-extensions no hook runs': ({ answer }) => ({
    spec: { event: 'before_tool_execute', args: ['--no-extensions'], uncalled: true, hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [shell('touch made')] },
    silent: r => r.ran ? 'the hook ran' : r.files.includes('made') ? null : 'the tool did not run',
  }),
  'in a project that the user does not trust no extension is loaded': ({ answer }) => ({
    spec: { event: 'before_tool_execute', install: ['--project'], uncalled: true, ailing: true, hook: answer({ decision: 'deny', reason: 'REASON-4711' }), script: [shell('touch made')] },
    silent: r => r.ran ? 'the hook ran' : r.files.includes('made') ? null : 'the tool did not run',
  }),
};
