// Junie CLI, as its vendor's pages describe it (2026-07-10, 2026-09-11); it was not run. What is exported, and what it means: tests/hosts.mjs.
export const title = 'Junie CLI';
export const shell = { event: 'PreToolUse', case: 'PreToolUse.Bash' };
export const prolongs = { Stop: 'Stop' };
export const noOpinion = '';
export const silences = { PermissionRequest: [1, ''] }; // exit 0 would approve
export const privateStderr = false; // a failing hook's is shown

export const tools = ['PreToolUse'];
export const afterwards = ['Stop'];
export const silenceAsks = ['PermissionRequest']; // if the hook fails: exit 0 would approve
export const attended = { terminal: true }; // nobody has seen what it does elsewhere
export const can = {
  deny: ['PreToolUse', 'PermissionRequest', 'UserPromptSubmit', 'Stop'],
  allow: ['PermissionRequest'],
  ask: ['PreToolUse'],
  context: ['PreToolUse', 'UserPromptSubmit', 'Stop'],
  rewrite: ['PreToolUse'],
  message: ['Stop'],
  stop: ['Stop'],
  env: [],
};

export const waits = { '*': 10000, Stop: 600000, StopFailure: 60000, SessionEnd: 2000 };
export const vocabulary = { shell: ['Bash'], file_read: ['Read'], file_write: ['Write'], file_edit: ['Edit'], search: ['Grep'], find: ['Glob'] };
export const toolName = p => p.tool_name;
export const toolInput = p => p.tool_input;
export const command = p => p.tool_input.command;
export const path = p => p.tool_input.file_path;
export const prompt = p => p.prompt;
export const session = p => p.session_id;
export const install = { file: '.junie/config.json', project: false };
export const unnamed = ['PermissionRequest', 'PreToolUse', 'SessionEnd', 'Stop', 'StopFailure'].flatMap(event => [`${event} cwd`, `${event} project_dir`]);
export const sessionless = ['before_tool_execute', 'permission_request', 'agent_stop', 'error_occurred', 'session_end'];
const nobodys = 'nothing in it is of Junie alone';
export const cannotTell = Object.fromEntries(['PreToolUse.Bash', 'PreToolUse.Bash.background', 'PreToolUse.Read', 'PreToolUse.Write', 'PreToolUse.Edit', 'PreToolUse.Grep', 'PreToolUse.Glob', 'PreToolUse.github',
  'PermissionRequest.Bash', 'PermissionRequest.Edit', 'PermissionRequest.github', 'SessionStart.bare', 'UserPromptSubmit.bare', 'SessionEnd', 'Stop', 'Stop.again', 'StopFailure'].map(name => [name, nobodys]));
export const unfired = { 'SessionStart.bare': 'an older page, without a folder', 'UserPromptSubmit.bare': 'an older page, without a folder' };

// ---- what it does with an answer ----

const background = ['SessionStart', 'SessionEnd', 'StopFailure'];
const known = {
  PreToolUse: ['decision', 'reason', 'updatedInput', 'additionalContext'], PermissionRequest: ['decision', 'reason'],
  UserPromptSubmit: ['decision', 'reason', 'additionalContext'], Stop: ['decision', 'reason', 'additionalContext', 'hookSpecificOutput', 'continue', 'stopReason', 'systemMessage'],
};

export function judge(event, payload, { stdout, stderr, code }) {
  const v = {}, text = stdout.trim(), asksUser = event === 'PermissionRequest';
  if (background.includes(event)) return text || code ? { rejected: 'nobody waits for it' } : v;
  if (code === 2) {
    if (event === 'UserPromptSubmit') return { rejected: 'exit 2 is not said to block a prompt' };
    v.blocked = stderr.trim() || 'blocked with exit code 2'; // whatever is on stdout
    return v;
  }
  if (code !== 0) return asksUser ? v : { rejected: `exit ${code} is a warning` }; // on a permission request the dialog comes
  let json = {};
  if (text) {
    try { json = JSON.parse(text); } catch { json = null; }
    if (json === null || typeof json !== 'object') {
      if (['PreToolUse', 'UserPromptSubmit'].includes(event)) v.context = text;
      json = {};
    }
  }
  for (const key of Object.keys(json)) if (!known[event].includes(key)) return { rejected: `${key} has no effect here` };
  if (['block', 'deny'].includes(json.decision)) v.blocked = json.reason ?? '';
  else if (json.decision === 'ask' && event === 'PreToolUse') v.asked = json.reason ?? true;
  else if (json.decision !== undefined && json.decision !== 'allow') return { rejected: `no such decision: ${json.decision}` };
  else if (asksUser) v.granted = true; // exit 0 and no denial
  if (json.decision === 'allow' && !['PreToolUse', 'PermissionRequest'].includes(event)) return { rejected: 'nothing to allow' };
  if (json.updatedInput && v.blocked === undefined) v.rewritten = json.updatedInput; // it replaces the old one
  const context = json.additionalContext ?? json.hookSpecificOutput?.additionalContext;
  if (context !== undefined) v.context = context;
  if (json.systemMessage) v.message = json.systemMessage;
  if (json.continue === false) v.stopped = json.stopReason ?? true;
  return v;
}
