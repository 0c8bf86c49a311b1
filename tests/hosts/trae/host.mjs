// Trae, as its vendor's pages describe it (2026-08-12); it was not run. What is exported, and what it means: tests/hosts.mjs.
export const title = 'Trae';
export const shell = { event: 'PreToolUse', case: 'PreToolUse.RunCommand' };
export const prolongs = { Stop: 'Stop' };
export const noOpinion = '';
export const privateStderr = false; // not documented

export const tools = ['PreToolUse'];
export const afterwards = ['PostToolUse', 'Stop'];
export const can = {
  deny: ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'],
  allow: [], // what it asks about is asked about all the same
  ask: ['PreToolUse'],
  context: ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'SessionStart'],
  denyContext: ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'SessionStart', 'Stop'],
  rewrite: ['PreToolUse'],
  message: [],
  stop: ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'SessionStart', 'Stop'],
  env: [],
};

export const waits = { '*': 30000 };
export const vocabulary = { shell: ['RunCommand'], file_read: ['Read'], file_write: ['Write'], file_edit: ['Edit'], search: ['Grep'], find: ['Glob'], web_fetch: ['WebFetch'], web_search: ['WebSearch'] };
export const toolName = p => p.tool_name;
export const toolInput = p => p.tool_input;
export const command = p => p.tool_input.command;
export const path = p => p.tool_input.file_path;
export const prompt = p => p.prompt;
export const session = p => p.session_id;
export const install = { file: '.trae-cn/hooks.json', project: '.trae/hooks.json', version: 1, notes: ['not-everywhere'] };
export const unfired = { 'Notification.permission_prompt': 'of a tool call', 'PreToolUse.RunCommand-subagent': 'of a sub-agent' };

// ---- what it does with an answer ----

const blocks = ['PostToolUse', 'UserPromptSubmit', 'Stop'];
const contexts = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'SessionStart'];

export function judge(event, payload, { stdout, stderr, code }) {
  const v = {}, text = stdout.trim();
  if (event === 'Notification') return text || stderr.trim() || code ? { rejected: 'it looks at nothing here' } : v;
  if (code === 2) { // stderr alone counts
    if (event === 'SessionStart') return { rejected: 'exit 2 means nothing here' };
    v.blocked = stderr.trim();
    return v;
  }
  if (code !== 0) return { rejected: `exit ${code} is ignored` };
  if (!text) return v;
  let json;
  try { json = JSON.parse(text); } catch { json = null; }
  if (!json || typeof json !== 'object') {
    if (!['SessionStart', 'UserPromptSubmit'].includes(event)) return { rejected: 'text is nothing here' };
    v.context = text;
    return v;
  }
  for (const key of Object.keys(json)) if (!['continue', 'stopReason', 'decision', 'reason', 'hookSpecificOutput'].includes(key)) return { rejected: `it does not know ${key}` };
  const out = json.hookSpecificOutput ?? {};
  if (json.hookSpecificOutput && out.hookEventName !== event) return { rejected: 'hookEventName is missing or wrong' };
  if (json.decision !== undefined) {
    if (json.decision !== 'block' || !blocks.includes(event)) return { rejected: `decision ${json.decision} on ${event}` };
    v.blocked = json.reason ?? '';
  } else if (json.reason !== undefined) return { rejected: 'a reason without a block is ignored' };
  if (out.additionalContext !== undefined) {
    if (!contexts.includes(event)) return { rejected: 'context is lost here' };
    v.context = out.additionalContext;
  }
  if (event === 'PreToolUse') {
    if (out.permissionDecision === 'deny') v.blocked = out.permissionDecisionReason ?? '';
    else if (out.permissionDecision === 'ask') v.asked = out.permissionDecisionReason ?? true;
    else if (out.permissionDecision !== undefined && out.permissionDecision !== 'allow') return { rejected: 'unknown permissionDecision' };
    if (out.updatedInput !== undefined && v.blocked === undefined) v.rewritten = out.updatedInput; // all of it, nothing is merged
  } else for (const key of ['permissionDecision', 'updatedInput']) if (out[key] !== undefined) return { rejected: `${key} on ${event}` };
  if (json.continue === false) v.stopped = json.stopReason ?? true;
  return v;
}
