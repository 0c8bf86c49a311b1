// Kimi Code 2.1.0, as it was measured. What is exported, and what it means: tests/hosts.mjs.
export const title = 'Kimi Code';
export const shell = { event: 'PreToolUse', case: 'PreToolUse' };
export const prolongs = { Stop: 'Stop' };
export const noOpinion = '';
export const privateStderr = true; // at exit 0 nobody reads it

export const tools = ['PreToolUse'];
export const afterwards = ['PostToolUse', 'PostToolUseFailure', 'Stop'];
export const silenceAsks = ['PermissionRequest'];
export const can = {
  deny: ['PreToolUse', 'UserPromptSubmit', 'Stop'],
  allow: [],
  ask: [],
  context: ['UserPromptSubmit'],
  denyContext: ['PreToolUse', 'Stop'], // behind the reason
  rewrite: [],
  message: [],
  stop: [],
  env: [],
};

export const waits = { '*': 30000 };
export const vocabulary = { shell: ['Bash'], file_read: ['Read'], file_write: ['Write'], file_edit: ['Edit'], search: ['Grep'], find: ['Glob'], web_fetch: ['FetchURL'], web_search: ['WebSearch'], agent: ['Agent'] };
export const toolName = p => p.tool_name;
export const toolInput = p => p.tool_input;
export const command = p => p.tool_input.command;
export const path = p => p.tool_input.path;
export const prompt = p => p.prompt.map(part => part.text).join('');
export const session = p => p.session_id;
export const install = { file: '.kimi-code/config.toml', project: false, shape: 'list', variables: { KIMI_CODE_HOME: 'config.toml' } };
export const unfired = {
  'PreToolUse.titled': 'of a session with a title', 'UserPromptSubmit.titled': 'of a session with a title',
  'TurnStarted.subagent': 'of a subagent', 'TurnStarted.task': 'not what the user said',
};

// ---- what it does with an answer: exit 2, or JSON at exit 0, on three events ----

const isText = value => typeof value === 'string' && value.trim() !== '';

export function judge(event, payload, { stdout, stderr, code }) {
  const text = stdout.trim();
  if (!['PreToolUse', 'UserPromptSubmit', 'Stop'].includes(event)) return code || text ? { rejected: 'nobody reads it' } : {};
  if (code === 2) return { blocked: stderr.trim() || `Blocked by ${event} hook` }; // stdout is not read
  if (code !== 0) return { rejected: `exit ${code}` };
  if (!text) return {};
  let json;
  try { json = JSON.parse(text); } catch { /* plain text */ }
  const out = json?.hookSpecificOutput ?? {}, message = json?.message ?? out.message;
  if (out.permissionDecision === 'deny') {
    if (event === 'UserPromptSubmit' && isText(message)) return { rejected: 'the message is shown in place of the reason' };
    return { blocked: isText(out.permissionDecisionReason) ? out.permissionDecisionReason : `Blocked by ${event} hook` };
  }
  if (event === 'UserPromptSubmit') return isText(message) ? { context: message } : json ? { rejected: 'the model reads the JSON itself' } : { context: text };
  return { rejected: 'nobody reads it' };
}
