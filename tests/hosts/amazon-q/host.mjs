// Amazon Q Developer CLI, as its documentation and its published sources (15cc8f3, 2026-04-23) describe it; it was not run. What is exported, and
// what it means: tests/hosts.mjs.
export const title = 'Amazon Q Developer CLI';
export const shell = { event: 'preToolUse', case: 'preToolUse.execute_bash' };
export const prolongs = {};
export const noOpinion = '';
export const privateStderr = false; // at exit 2 the model reads it, at any other code the user

export const tools = ['preToolUse'];
export const afterwards = ['postToolUse', 'stop'];
export const can = {
  deny: ['preToolUse'],
  allow: [], ask: [],
  context: ['agentSpawn', 'userPromptSubmit'],
  rewrite: [], message: [], stop: [], env: [],
};

export const waits = { '*': 30000 };
export const vocabulary = { shell: ['execute_bash'], file_read: ['fs_read'], file_write: ['fs_write'], file_edit: ['fs_write'], agent: ['delegate'] };
export const toolName = p => p.tool_name;
export const toolInput = p => p.tool_input;
export const command = p => p.tool_input.command;
export const path = p => p.tool_input.path ?? p.tool_input.operations?.[0].path;
export const prompt = p => p.prompt;
export const session = () => undefined;
export const install = { file: '.aws/amazonq/cli-agents/gaff.json', project: '.amazonq/cli-agents/gaff.json', shape: 'flat', event: 'preToolUse', made: ['name', 'tools'] };
export const cannotTell = Object.fromEntries([
  'agentSpawn', 'postToolUse.at-postgres-query', 'postToolUse.execute_bash-failed', 'postToolUse.fs_read', 'preToolUse.at-postgres-query',
  'preToolUse.delegate', 'preToolUse.execute_bash', 'preToolUse.execute_cmd', 'preToolUse.fs_read', 'preToolUse.fs_read-image',
  'preToolUse.fs_read-several', 'preToolUse.fs_write', 'preToolUse.fs_write-append', 'preToolUse.fs_write-replace', 'preToolUse.knowledge',
  'preToolUse.use_aws', 'stop', 'userPromptSubmit'
].map(name => [name, 'Kiro\'s engine V1 sends the same']));
export const sessionless = ['before_tool_execute', 'after_tool_execute', 'tool_use_failure', 'session_start', 'before_prompt', 'agent_stop'];

// ---- what it does with an answer ----

export function judge(event, payload, { stdout, stderr, code }) {
  const text = stdout.trim();
  if (code === 2) return event === 'preToolUse' ? { blocked: stderr.trim() } : { rejected: 'exit 2 is a warning here' };
  if (code !== 0) return { rejected: `exit ${code} is a warning` };
  if (!text) return {};
  return ['agentSpawn', 'userPromptSubmit'].includes(event) ? { context: text } : { rejected: 'stdout is nothing here' };
}
