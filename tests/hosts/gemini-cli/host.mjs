// Gemini CLI 0.61.0, as it was measured. What is exported, and what it means: tests/hosts.mjs.
export const title = 'Gemini CLI';
export const shell = { event: 'BeforeTool', case: 'BeforeTool' };
export const prolongs = { AfterAgent: 'AfterAgent' };
export const noOpinion = '';
export const privateStderr = false; // with nothing on stdout it is read, and shown

export const tools = ['BeforeTool'];
export const afterwards = ['AfterTool', 'AfterAgent'];
export const attended = { terminal: true }; // 0.61.0: without one the run ends, or hangs
export const can = {
  deny: ['BeforeTool', 'AfterTool', 'BeforeAgent', 'AfterAgent', 'BeforeModel', 'AfterModel'],
  allow: [],
  ask: ['BeforeTool'],
  context: ['AfterTool', 'BeforeAgent', 'SessionStart'],
  denyContext: ['BeforeTool'],
  rewrite: ['BeforeTool'],
  message: ['BeforeTool', 'AfterTool', 'BeforeAgent', 'AfterAgent', 'BeforeModel', 'AfterModel', 'SessionStart', 'SessionEnd', 'PreCompress', 'Notification'],
  stop: ['BeforeTool', 'AfterTool', 'BeforeAgent', 'AfterAgent', 'BeforeModel', 'AfterModel'],
  env: [],
  prompt: [],
};

export const outputs = event => event === 'AfterTool';
export const waits = { '*': 60000 };
const response = { candidates: [{ content: { role: 'model', parts: ['x'] } }] };
export const native = {
  AfterTool: { tailToolCallRequest: '/hookSpecificOutput/tailToolCallRequest' }, AfterModel: { llm_response: ['/hookSpecificOutput/llm_response', response] }, BeforeToolSelection: { toolConfig: '/hookSpecificOutput/toolConfig' },
  BeforeModel: { llm_request: '/hookSpecificOutput/llm_request', llm_response: ['/hookSpecificOutput/llm_response', response, 'deny'] }, AfterAgent: { clearContext: ['/hookSpecificOutput/clearContext', true, 'deny'] },
};
export const vocabulary = { shell: ['run_shell_command'], file_read: ['read_file'], file_write: ['write_file'], file_edit: ['replace'], search: ['grep_search'], find: ['glob'], web_fetch: ['web_fetch'], web_search: ['google_web_search'], agent: ['invoke_agent'] };
export const toolName = p => p.tool_name;
export const toolInput = p => p.tool_input;
export const command = p => p.tool_input.command;
export const path = p => p.tool_input.file_path;
export const prompt = p => p.prompt;
export const session = p => p.session_id;
export const install = { file: '.gemini/settings.json', event: 'BeforeTool', comments: true, variables: { GEMINI_CLI_HOME: '.gemini/settings.json' } };
export const inherits = { GEMINI_SESSION_ID: 'x', GEMINI_CWD: '/p', CLAUDE_PROJECT_DIR: '/p' };
export const unnamed = ['AfterTool tool_error'];

// ---- what it does with an answer: an object counts at any exit code, stderr when stdout is empty ----

const required = { run_shell_command: ['command'], write_file: ['file_path', 'content'], replace: ['file_path', 'old_string', 'new_string'], read_file: ['file_path'], glob: ['pattern'] };

export function judge(event, payload, { stdout, stderr, code }) {
  const v = {}, text = stdout.trim() || stderr.trim();
  let json = null;
  try { json = JSON.parse(text); } catch { /* plain text */ }
  if (event === 'BeforeToolSelection' && text && !json?.hookSpecificOutput?.toolConfig) return { rejected: 'any output but a toolConfig changes the mode' };
  if (!json || typeof json !== 'object') {
    if (!text) return v;
    if (code >= 2 && can.deny.includes(event)) v.blocked = text;
    else if (code < 2) v.message = code ? 'Warning: ' + text : text;
    return v;
  }
  const out = json.hookSpecificOutput ?? {};
  for (const key of ['reason', 'systemMessage', 'stopReason']) if (json[key] !== undefined && typeof json[key] !== 'string') return { rejected: `${key} is no text` };
  if (json.decision && (!can.deny.includes(event) || event === 'AfterModel')) return { rejected: 'a decision has no effect here' };
  if (['deny', 'block'].includes(json.decision)) v.blocked = json.reason || 'No reason provided';
  if (event === 'AfterTool' && v.blocked !== undefined) v.output = v.blocked; // the reason takes the place of the output
  if (json.decision === 'ask' && event === 'BeforeTool') v.asked = json.systemMessage ?? true; // the reason is shown nowhere
  if (out.llm_response && !out.llm_response.candidates?.[0]?.content?.parts?.length) return { rejected: 'a response without parts undoes the denial' };
  if (out.llm_response && event === 'BeforeModel' && v.blocked === undefined) return { rejected: 'llm_response counts only beside a denial' };
  if (event === 'BeforeTool' && out.tool_input !== undefined && v.blocked === undefined) {
    for (const key of required[payload.tool_name] ?? []) if (typeof out.tool_input[key] !== 'string') return { rejected: `the new input has no ${key}` };
    v.rewritten = out.tool_input;
  }
  if (out.additionalContext !== undefined && can.context.includes(event) && v.blocked === undefined) v.context = out.additionalContext;
  if (json.systemMessage && !json.suppressOutput && can.message.includes(event) && v.asked !== json.systemMessage) v.message = json.systemMessage;
  if (event === 'BeforeAgent' && json.systemMessage && (v.blocked !== undefined || json.continue === false)) v.blocked = json.systemMessage; // shown instead of the reason
  if (json.continue === false && can.stop.includes(event)) {
    v.stopped = json.stopReason || json.reason || 'No reason provided';
    if (event === 'AfterModel') v.blocked = v.stopped; // its tool call is not run
  }
  if (event === 'AfterTool' && out.tailToolCallRequest) v.tail = out.tailToolCallRequest;
  return v;
}
