// Grok Build CLI 1.0.41, which runs the hooks of Claude Code's file; measured by driving it. What is exported, and what it means: tests/hosts.mjs.
export const title = 'Grok';
export const shell = { event: 'PreToolUse', case: 'PreToolUse.run_terminal_command' };
export const prolongs = { Stop: 'Stop' };
export const noOpinion = '';
export const privateStderr = false; // who reads it is not known

export const tools = ['PreToolUse'];
export const afterwards = ['PostToolUse', 'Stop'];
export const can = {
  deny: ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'],
  allow: [], // grants nothing
  ask: [], // runs the tool when everything is approved
  context: ['PreToolUse', 'PostToolUse'],
  denyContext: ['PreToolUse', 'PostToolUse'],
  rewrite: ['PreToolUse'],
  message: [],
  stop: [],
  env: [],
};

export const waits = { PostToolUse: 600000, Stop: 600000, UserPromptSubmit: 30000, SessionEnd: 1500, '*': 5000 };
export const vocabulary = { shell: ['run_terminal_command', 'monitor'], file_read: ['read_file'], file_write: ['write'], file_edit: ['search_replace'], search: ['grep'], agent: ['spawn_subagent'] };
export const toolName = p => p.tool_name;
export const toolInput = p => p.tool_input;
export const command = p => p.tool_input.command;
export const path = p => p.tool_input.file_path ?? p.tool_input.target_file;
export const prompt = p => p.prompt;
export const session = p => p.session_id;
export const inherits = { GROK_HOOK_EVENT: 'pre_tool_use' };

// ---- what it does with an answer ----

export function judge(event, payload, { stdout, stderr, code }) {
  const v = {}, text = stdout.trim();
  let json = {};
  if (text) try { json = JSON.parse(text); } catch { return { rejected: 'not one JSON object' }; }
  const out = json.hookSpecificOutput ?? {};
  if (![0, 2].includes(code)) return { rejected: `exit ${code}` };
  if (json.continue !== undefined || out.permissionDecision === 'ask' || out.permissionDecision === 'allow') return { rejected: 'taken, and not heeded' };
  if (!can.deny.includes(event)) return text || code ? { rejected: 'thrown away' } : v;
  if (event === 'PreToolUse' && out.permissionDecision === 'deny') v.blocked = out.permissionDecisionReason;
  else if (json.decision === 'block') v.blocked = json.reason;
  else if (code === 2) v.blocked = stderr.split('\n')[0]; // the first line alone
  if (v.blocked !== undefined && !v.blocked) return { rejected: 'a denial without a reason' };
  if (out.additionalContext !== undefined) {
    if (!can.context.includes(event)) return { rejected: 'context is thrown away here' };
    v.context = out.additionalContext;
  }
  if (out.updatedInput !== undefined && v.blocked === undefined) v.rewritten = out.updatedInput; // a field less, and the tool does not run
  return v;
}
