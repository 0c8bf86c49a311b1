// Cursor, the hook runtime of @cursor/sdk 1.0.32, as it was measured. What is exported, and what it means: tests/hosts.mjs.
export const title = 'Cursor';
export const shell = { event: 'beforeShellExecution', case: 'base-004-beforeShellExecution' };
export const rewrite = { event: 'preToolUse', case: 'base-003-preToolUse-Shell' }; // what runs the shell cannot be changed at its own event
export const prolongs = { stop: 'base-038-stop', subagentStop: 'subagentStop' };
export const noOpinion = '{}';
export const privateStderr = true;

export const tools = ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile', 'beforeTabFileRead'];
export const afterwards = ['postToolUse', 'stop', 'subagentStop'];
export const unknown = ['brandNewEvent'];
export const attended = { terminal: true }; // the command-line agent; its editor has none
export const can = {
  deny: [...tools, 'subagentStart', 'beforeSubmitPrompt', 'stop', 'subagentStop'],
  allow: [],
  ask: [],
  context: ['preToolUse', 'postToolUse', 'postToolUseFailure', 'sessionStart', 'subagentStart', 'subagentStop'], // of the last two it goes to the backend; the SDK ignores the one before them
  rewrite: ['preToolUse'],
  message: ['preCompact'],
  stop: ['sessionStart'],
  env: ['sessionStart'],
};

const used = { Shell: ['command', 'cwd', 'timeout'], Read: ['file_path'], Write: ['file_path'], Delete: ['file_path'], List: ['file_path'], ReadLints: ['file_path'], Grep: ['pattern', 'file_path'], Fetch: ['url'],
  WriteShellStdin: [], ComputerUse: [], RecordScreen: [] };
export const honours = (p, field) => used[p.tool_name]?.includes(field) ?? true; // MCP servers and the server's own tools get all of it
export const outputs = (event, p) => event === 'postToolUse' && p.tool_name.startsWith('MCP:');
export const waits = { '*': 60000 };
export const native = { workspaceOpen: { pluginPaths: '/pluginPaths' } };
export const vocabulary = {
  shell: ['Shell'], file_read: ['Read'], file_write: ['Write'], file_edit: ['Write'], search: ['Grep'], web_fetch: ['Fetch'], web_search: ['WebSearch'], agent: ['Task'],
};
export const toolName = p => p.tool_name;
export const toolInput = p => p.tool_input;
export const command = p => p.tool_input.command;
export const path = p => p.tool_input.file_path;
export const prompt = p => p.prompt;
export const session = p => p.session_id;
export const install = { file: '.cursor/hooks.json', shape: 'flat', event: 'preToolUse', version: 1, comments: true };
export const inherits = { CURSOR_VERSION: '3.1.0' };

// ---- what it does with an answer ----

const set = (...words) => new Set(words);
const cursorPermission = set('preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile', 'beforeTabFileRead', 'subagentStart');
const cursorNoAsk = set('beforeReadFile', 'beforeTabFileRead');
const cursorContext = set(...can.context);
const versionAbove = (version, least) => { const [x, y] = [version, least].map(v => String(v).split(/[.-]/).map(Number)); const i = y.findIndex((n, k) => x[k] !== n); return i < 0 || x[i] > y[i]; };
const takesWithPrompt = version => /^\d/.test(version) && versionAbove(version, String(version).startsWith('20') ? '2026.09.18' : '3.20.17');

export function judge(event, payload, { stdout, stderr, code }) {
  const v = {}, text = stdout.trim(), gate = cursorPermission.has(event);
  const bad = why => gate ? { rejected: why, blocked: why } : { rejected: why };
  if (code === 2) {
    const reason = text || 'Hook blocked with message: ' + stderr.trim();
    if (gate || event === 'beforeSubmitPrompt') v.blocked = reason;
    else if (event === 'sessionStart') v.stopped = reason;
    if (text.startsWith('{')) v.rejected = 'raw JSON shown to the model';
    return v;
  }
  if (code !== 0) return { rejected: `exit ${code}` };
  if (!text) return { rejected: 'empty output, a failure with failClosed' };
  let json;
  try { json = JSON.parse(text); } catch { return bad('invalid JSON'); }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return bad('not an object');
  for (const [key, value] of Object.entries(json)) if (value === null) return bad(`${key} is null`);
  for (const key of ['user_message', 'agent_message', 'additional_context', 'followup_message'])
    if (json[key] !== undefined && typeof json[key] !== 'string') return bad(`${key} is not a string`);
  if (gate && json.permission !== undefined) {
    const words = cursorNoAsk.has(event) ? ['allow', 'deny'] : ['allow', 'deny', 'ask'];
    if (!words.includes(json.permission)) return bad('permission off its schema');
    if (json.permission === 'deny') v.blocked = json.user_message ?? '';
    if (json.permission === 'ask' && event === 'beforeShellExecution') v.asked = true;
  }
  if (event === 'preToolUse' && json.updated_input !== undefined) {
    if (typeof json.updated_input !== 'object' || Array.isArray(json.updated_input)) return bad('updated_input is not an object');
    const ignored = Object.keys(json.updated_input).find(key => !honours(payload, key) && JSON.stringify(json.updated_input[key]) !== JSON.stringify(payload.tool_input?.[key]));
    if (ignored !== undefined) return { rejected: `a new ${ignored} is ignored` };
    if (v.blocked === undefined) v.rewritten = json.updated_input;
  }
  if ((cursorContext.has(event) || (event === 'beforeSubmitPrompt' && takesWithPrompt(payload.cursor_version))) && json.additional_context !== undefined) {
    if (json.additional_context.trim().length > 10000) v.rejected = 'context over 10,000 characters is dropped';
    else v.context = json.additional_context;
  }
  if (event === 'beforeSubmitPrompt' && json.continue === false) v.blocked = json.user_message ?? '';
  if (event === 'sessionStart') {
    if (json.continue === false) v.stopped = json.user_message ?? true;
    if (json.env) v.env = json.env;
  }
  if ((event === 'stop' || event === 'subagentStop') && json.followup_message) v.blocked = json.followup_message;
  if (event === 'preCompact' && json.user_message) v.message = json.user_message;
  if (event === 'postToolUse' && json.updated_mcp_tool_output !== undefined && payload.tool_name?.startsWith('MCP:'))
    v.output = json.updated_mcp_tool_output;
  return v;
}
