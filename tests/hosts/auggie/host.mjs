// Auggie 0.36.0, as it was measured; of version 1 (payloads with hook_type) what it does is not known, and the same is held
// against it. What is exported, and what it means: tests/hosts.mjs.
export const title = 'Auggie';
export const shell = { event: 'PreToolUse', case: 'PreToolUse.launch-process' };
export const prolongs = {};
export const noOpinion = '';
export const privateStderr = false; // at exit 0 it is shown to the user

export const tools = ['PreToolUse'];
export const afterwards = ['PostToolUse', 'Stop'];
const all = ['PreToolUse', 'PostToolUse', 'PromptSubmit', 'SessionStart', 'SessionEnd', 'Stop', 'Notification'];
export const can = {
  deny: ['PreToolUse', 'PostToolUse'],
  allow: [],
  ask: [],
  context: ['PostToolUse'],
  denyContext: ['PreToolUse', 'PostToolUse'],
  rewrite: ['PreToolUse'],
  message: all,
  denyMessage: all.filter(event => event !== 'PreToolUse'), // there it is lost
  stop: [],
  env: [],
};

export const waits = { '*': 60000 };
export const vocabulary = { shell: ['launch-process'], file_read: ['view'], file_write: ['save-file'], file_edit: ['str-replace-editor'], web_fetch: ['web-fetch'], web_search: ['web-search'] };
export const toolName = p => p.tool_name;
export const toolInput = p => p.tool_input;
export const command = p => p.tool_input.command;
export const path = p => p.tool_input.path;
export const prompt = p => p.user_prompt;
export const session = p => p.conversation_id;
export const install = { file: '.augment/settings.json', local: '.augment/settings.local.json', args: 'args', comments: true, anything: true, notes: ['not-everywhere'] };
export const unfired = Object.fromEntries(['PreToolUse', 'PreToolUse.edit', 'PreToolUse.read', 'PreToolUse.write', 'PostToolUse', 'PostToolUse.failed', 'PromptSubmit', 'SessionStart', 'SessionEnd', 'Stop', 'Notification']
  .map(name => [`v1-${name}`, 'of version 1, whose payloads nobody has recorded']));

// ---- what it does with an answer ----

const texts = ['continue', 'stopReason', 'suppressOutput', 'systemMessage', 'additionalContext', 'hookSpecificOutput'];
const isWrong = (json, event) => {
  const out = json.hookSpecificOutput;
  return Object.keys(json).find(key => !texts.includes(key)) ?? (out && out.hookEventName !== event && 'hookEventName') ?? (out && event === 'PromptSubmit' && 'hookSpecificOutput');
};

export function judge(event, payload, { stdout, stderr, code }) {
  const v = {}, text = stdout.trim(), said = stderr.trim();
  if (code === 2) { // stdout is not read
    if (event === 'PreToolUse' || event === 'PostToolUse') return { blocked: said || 'Hook blocked execution' };
    return { rejected: 'exit 2 means nothing here' };
  }
  if (code !== 0) return { rejected: `exit ${code}` };
  if (said) v.message = said;
  if (!text) return v;
  let json;
  try { json = JSON.parse(text); } catch { return event === 'SessionStart' ? { rejected: 'nobody reads it' } : { ...v, message: text }; }
  const wrong = isWrong(json, event);
  if (wrong) return { rejected: `shown to the user as it is, for ${wrong}` };
  const out = json.hookSpecificOutput ?? {};
  if (event === 'PreToolUse') {
    if (out.permissionDecision === 'deny' || json.continue === false) {
      if (json.systemMessage || out.updatedInput) return { rejected: 'lost beside a denial' };
      v.blocked = out.permissionDecisionReason ?? `Tool execution blocked by hook: ${payload.tool_name}`;
      if (json.additionalContext) v.context = json.additionalContext;
      return v;
    }
    if (out.permissionDecision) return { rejected: `${out.permissionDecision} means nothing` };
    if (json.additionalContext) return { rejected: 'context is dropped before a tool that runs' };
    if (out.updatedInput) v.rewritten = out.updatedInput;
  } else if (event === 'PostToolUse') {
    const context = out.additionalContext ?? json.additionalContext;
    if (out.reason && json.continue !== false) return { rejected: 'the reason is dropped' };
    if (out.decision === 'block') v.blocked = [out.reason, context].filter(Boolean).join('\n');
    if (context) v.context = context;
  } else if (out.additionalContext || json.additionalContext || out.decision) return { rejected: 'nobody reads it' };
  if (json.systemMessage) v.message = json.systemMessage;
  return v;
}
