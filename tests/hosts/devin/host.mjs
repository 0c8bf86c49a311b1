// Devin CLI, as its documentation of 2026-10-03 has it; payloads as a report captured them on 3000.6.14 and 3000.10.31. What is exported, and what it means: tests/hosts.mjs.
export const title = 'Devin';
export const shell = { event: 'PreToolUse', case: 'PreToolUse.exec' };
export const prolongs = { Stop: 'Stop' };
export const noOpinion = '';
export const privateStderr = false; // who reads it is not said

export const tools = ['PreToolUse'];
export const afterwards = ['PostToolUse', 'Stop'];
export const silenceAsks = ['PermissionRequest'];
export const unknown = ['BrandNewEvent'];
export const can = {
  deny: ['PreToolUse', 'PermissionRequest', 'UserPromptSubmit', 'Stop'],
  allow: ['PermissionRequest'], // before a tool "approve" is not said to skip the prompt
  ask: [],
  context: ['PostToolUse', 'UserPromptSubmit', 'SessionStart'],
  denyContext: ['PreToolUse', 'PermissionRequest', 'PostToolUse', 'SessionStart', 'Stop'],
  rewrite: ['PreToolUse'],
  message: [],
  stop: [],
  env: [],
};

export const waits = { '*': 30000 }; // what gaff supposes: it is not documented
export const vocabulary = { shell: ['exec'], file_read: ['read', 'notebook_read'], file_write: ['write'], file_edit: ['edit', 'apply_patch'], search: ['grep'], find: ['glob'], web_fetch: ['webfetch'], agent: ['run_subagent'] };
export const toolName = p => p.tool_name;
export const toolInput = p => p.tool_input;
export const command = p => p.tool_input.command;
export const path = p => p.tool_input.file_path;
export const prompt = p => p.prompt;
export const session = p => p.session_id;
export const install = { file: '.config/devin/config.json', project: '.devin/hooks.v1.json', bare: true, comments: true, anything: true };
export const inherits = { DEVIN_PROJECT_DIR: '/p' };
export const unfired = { 'Stop.again': 'documented without the last message' };

// ---- what it does with an answer ----

export function judge(event, payload, { stdout, stderr, code }) {
  const v = {}, text = stdout.trim();
  let json = {};
  if (text) try { json = JSON.parse(text); } catch { return { rejected: 'not one JSON object' }; }
  if (code === 2) { // whether stdout counts then is not said: nothing may hang on it
    if (!can.deny.includes(event) && !unknown.includes(event)) return { rejected: 'what exit 2 does here is not said' };
    if (!stderr.trim()) return { rejected: 'a denial without a reason' };
    if (json.hookSpecificOutput) return { rejected: 'it may be lost at exit 2' };
    return { blocked: stderr.trim() };
  }
  if (code !== 0) return { rejected: `exit ${code}` };
  const out = json.hookSpecificOutput ?? {};
  const known = { decision: true, reason: true, hookSpecificOutput: true };
  for (const key of Object.keys(json)) if (!known[key]) return { rejected: `${key} is not documented` };
  if (json.hookSpecificOutput && out.hookEventName !== event) return { rejected: 'hookEventName is missing or wrong' };
  if (json.decision !== undefined) {
    if (!['approve', 'block'].includes(json.decision)) return { rejected: 'an unknown decision' };
    if (!can.deny.includes(event)) return { rejected: 'what a decision does here is not said' };
    if (json.decision === 'block') v.blocked = json.reason ?? '';
    else if (event === 'PermissionRequest') v.granted = true;
    else return { rejected: 'nobody knows what this approves' };
  }
  for (const key of Object.keys(out)) if (!['hookEventName', 'additionalContext', 'updatedInput'].includes(key)) return { rejected: `${key} is not documented` };
  if (out.additionalContext !== undefined) {
    if (!can.context.includes(event)) return { rejected: 'context is lost here' };
    if (v.blocked === undefined) v.context = out.additionalContext;
  }
  if (out.updatedInput !== undefined) {
    if (event !== 'PreToolUse') return { rejected: 'there is no input here' };
    if (v.blocked === undefined) v.rewritten = { ...payload.tool_input, ...out.updatedInput };
  }
  return v;
}
