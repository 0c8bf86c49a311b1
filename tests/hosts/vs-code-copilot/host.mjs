// Agent mode of VS Code (session target Local), as its documentation of 2026-09-16 and a reading of 1.136.0 have it. What is exported, and what it means: tests/hosts.mjs.
export const title = 'VS Code';
export const shell = { event: 'PreToolUse', case: 'PreToolUse.run_in_terminal' };
export const prolongs = { Stop: 'Stop', SubagentStop: 'SubagentStop' };
export const noOpinion = '';
export const privateStderr = false; // who reads it is not said

export const tools = ['PreToolUse'];
export const afterwards = ['PostToolUse', 'Stop', 'SubagentStop'];
export const unknown = ['BrandNewEvent'];
const all = ['PreToolUse', 'PostToolUse', 'SessionStart', 'UserPromptSubmit', 'PreCompact', 'SubagentStart', 'SubagentStop', 'Stop', 'BrandNewEvent'];
export const can = {
  deny: ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop', 'SubagentStop'],
  allow: ['PreToolUse'],
  ask: ['PreToolUse'],
  context: ['PreToolUse', 'PostToolUse', 'SessionStart', 'SubagentStart', 'UserPromptSubmit'], // of the last one: only the code
  denyContext: ['PreToolUse', 'PostToolUse', 'SessionStart', 'SubagentStart'],
  rewrite: ['PreToolUse'],
  message: all,
  stop: all.filter(event => event !== 'UserPromptSubmit'), // there it is how a prompt is blocked
  env: [],
};

export const waits = { '*': 30000 };
export const vocabulary = {
  shell: ['run_in_terminal', 'runTerminalCommand'], file_read: ['read_file'], file_write: ['create_file', 'createFile'], file_edit: ['replace_string_in_file', 'multi_replace_string_in_file', 'insert_edit_into_file', 'apply_patch', 'edit_notebook_file'],
  search: ['grep_search'], find: ['file_search'], web_fetch: ['fetch_webpage'], agent: ['runSubagent'],
};
export const toolName = p => p.tool_name;
export const toolInput = p => p.tool_input;
export const command = p => p.tool_input.command;
export const path = p => p.tool_input.filePath ?? p.tool_input.replacements[0].filePath;
export const prompt = p => p.prompt;
export const session = p => p.session_id ?? p.sessionId;
export const install = { file: '.copilot/hooks/gaff-vs-code.json', project: '.github/hooks/gaff-vs-code.json', shape: 'flat', comments: true, anything: true };
export const unfired = { 'PreToolUse.create_directory': 'as documented, without a transcript', 'PreToolUse.editFiles': 'an example', 'PreToolUse.runTerminalCommand': 'an example', 'PreToolUse.createFile': 'an example', 'PreToolUse.older': 'of June 2026' };

// ---- what it does with an answer ----

const decided = new Set(['PostToolUse', 'SubagentStop']); // a decision on top

export function judge(event, payload, { stdout, stderr, code }) {
  const v = {}, text = stdout.trim();
  if (code === 2) { // stdout is not read
    if (event !== 'PreToolUse' && !unknown.includes(event)) return { rejected: 'what exit 2 does here is not said' };
    if (!stderr.trim()) return { rejected: 'a block without a reason' };
    return { blocked: stderr.trim() };
  }
  if (code !== 0) return { rejected: `exit ${code}` };
  let json = {};
  if (text) try { json = JSON.parse(text); } catch { return { rejected: 'not one JSON object' }; }
  const out = json.hookSpecificOutput ?? {};
  for (const key of Object.keys(json)) if (!['continue', 'stopReason', 'systemMessage', 'decision', 'reason', 'hookSpecificOutput'].includes(key)) return { rejected: `${key} is not documented` };
  if (json.hookSpecificOutput && out.hookEventName !== event) return { rejected: 'hookSpecificOutput of another event is dropped' };
  const nested = { PreToolUse: ['permissionDecision', 'permissionDecisionReason', 'updatedInput', 'additionalContext'], Stop: ['decision', 'reason'], SubagentStop: ['decision', 'reason'] }[event] ?? ['additionalContext'];
  for (const key of Object.keys(out)) if (key !== 'hookEventName' && !nested.includes(key)) return { rejected: `${key} is not read here` };
  if (json.decision !== undefined && !decided.has(event) && !(event === 'UserPromptSubmit' && json.continue === false)) return { rejected: 'a decision on top is ignored here' };
  if (event === 'PreToolUse') {
    const decision = out.permissionDecision;
    if (decision !== undefined && !['allow', 'deny', 'ask'].includes(decision)) return { rejected: 'an unknown decision' };
    if (decision === 'deny') v.blocked = out.permissionDecisionReason ?? '';
    if (decision === 'ask') v.asked = out.permissionDecisionReason ?? true;
    if (decision === 'allow') v.granted = true;
    if (out.updatedInput !== undefined && v.blocked === undefined) {
      const declared = { run_in_terminal: ['command'], create_file: ['filePath', 'content'], replace_string_in_file: ['filePath', 'oldString', 'newString'], multi_replace_string_in_file: ['replacements'], insert_edit_into_file: ['filePath', 'code'], apply_patch: ['input'] }[payload.tool_name] ?? [];
      if (declared.some(key => !(key in out.updatedInput))) return { rejected: 'an input off the schema is ignored' };
      v.rewritten = out.updatedInput;
    }
  }
  if (event === 'PostToolUse' && json.decision === 'block') v.blocked = json.reason ?? '';
  if (event === 'Stop' && out.decision === 'block') v.blocked = out.reason ?? '';
  if (event === 'SubagentStop' && (json.decision === 'block' || out.decision === 'block')) {
    if (json.decision !== out.decision || json.reason !== out.reason) return { rejected: 'the documentation reads one of them, the program the other' };
    v.blocked = out.reason ?? '';
  }
  if (out.additionalContext !== undefined) {
    if (!can.context.includes(event)) return { rejected: 'context is lost here' };
    if (!(event === 'UserPromptSubmit' && json.continue === false)) v.context = out.additionalContext;
  }
  if (json.systemMessage) v.message = json.systemMessage;
  if (json.continue === false && event === 'UserPromptSubmit') v.blocked = json.stopReason ?? '';
  else if (json.continue === false) {
    v.stopped = json.stopReason ?? true;
    if (event === 'PreToolUse') v.blocked ??= '';
  }
  return v;
}
