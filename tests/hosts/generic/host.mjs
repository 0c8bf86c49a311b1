// The plain hook contract: its own text, and no agent. What is exported, and what it means: tests/hosts.mjs.
export const title = 'the plain hook contract';
export const shell = { event: 'preToolUse', case: 'Shell' };
export const prolongs = { Stop: 'Stop' };
export const noOpinion = '{"decision":"allow"}';
export const silences = { SessionStart: [0, '{}'], SessionEnd: [0, '{}'], Stop: [0, '{}'], PreCompact: [0, '{}'] };
export const privateStderr = true;
export const badStdinIsOpen = true;

export const tools = ['preToolUse'];
export const afterwards = ['postToolUse', 'Stop'];
export const can = {
  deny: ['preToolUse', 'postToolUse', 'beforeSubmitPrompt', 'Stop', 'PreCompact'],
  allow: [],
  ask: [],
  context: [],
  rewrite: [],
  message: ['preToolUse', 'postToolUse', 'SessionStart', 'beforeSubmitPrompt', 'Stop', 'PreCompact', 'SessionEnd'],
  stop: [],
  env: [],
};

export const waits = { '*': 60000 };
export const vocabulary = {
  shell: ['Shell'], file_read: ['Read'], file_write: ['Write'], file_edit: ['Edit', 'MultiEdit'], search: ['Grep'], find: ['Glob'],
  web_fetch: ['WebFetch'], web_search: ['WebSearch'], agent: ['Task'],
};
export const toolName = p => p.tool_name;
export const toolInput = p => p.tool_input;
export const command = p => p.tool_input.command;
export const path = p => p.tool_input.path;
export const prompt = p => p.tool_input.prompt;
export const session = p => p.tool_input.session_id;
export const unnamed = ['postToolUse cwd', 'postToolUse project_dir', 'preToolUse cwd', 'preToolUse project_dir'];
export const sessionless = ['before_tool_execute', 'after_tool_execute'];

// ---- what follows from an answer ----

export function judge(event, payload, { stdout, code }) {
  const v = {};
  let json;
  try { json = JSON.parse(stdout); } catch { return { rejected: 'not one JSON object' }; }
  if (json.decision !== undefined && !['allow', 'deny'].includes(json.decision)) return { rejected: 'decision is not allow or deny' };
  for (const key of Object.keys(json)) if (!['decision', 'reason', 'message', 'lint_command'].includes(key)) return { rejected: `unknown key ${key}` };
  if (json.decision !== undefined && event in silences) return { rejected: 'a decision where nothing is gated' };
  if (stdout.includes('\n')) return { rejected: 'more than one line' };
  if (code === 2 || (code === 0 && json.decision === 'deny')) v.blocked = json.reason ?? '';
  if (json.message) v.message = json.message;
  return v;
}
