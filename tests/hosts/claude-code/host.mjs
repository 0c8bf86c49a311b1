// Claude Code 2.1.325, as it was measured. What is exported, and what it means: tests/hosts.mjs.
export const title = 'Claude Code';
export const shell = { event: 'PreToolUse', case: 'PreToolUse.Bash' };
export const prolongs = { Stop: 'Stop', SubagentStop: 'SubagentStop', TeammateIdle: 'TeammateIdle' };
export const noOpinion = '';
export const privateStderr = true;

export const tools = ['PreToolUse'];
export const afterwards = ['PostToolUse', 'Stop', 'SubagentStop', 'TeammateIdle'];
export const silenceAsks = ['PermissionRequest'];
export const losesReason = ['Elicitation', 'ElicitationResult'];
export const unknown = ['BrandNewEvent'];
export const attended = { env: { CLAUDE_CODE_SESSION_ATTENDED: '1' } }; // 2.1.325: 0 with -p
export const can = {
  deny: ['PreToolUse', 'PermissionRequest', 'UserPromptSubmit', 'UserPromptExpansion', 'PostToolUse', 'PostToolBatch', 'Stop', 'SubagentStop',
    'PreCompact', 'PreModelSwitch', 'ConfigChange', 'TaskCreated', 'TaskCompleted', 'TeammateIdle', 'Elicitation', 'ElicitationResult', 'WorktreeCreate'],
  allow: ['PreToolUse', 'PermissionRequest', 'PreModelSwitch'],
  ask: ['PreToolUse', 'PreModelSwitch'],
  context: ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'UserPromptSubmit', 'UserPromptExpansion', 'SessionStart', 'Setup', 'Stop',
    'SubagentStart', 'SubagentStop', 'PostModelSwitch', 'Notification'],
  rewrite: ['PreToolUse'],
  message: ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'PermissionRequest', 'PermissionDenied', 'UserPromptSubmit', 'UserPromptExpansion',
    'SessionStart', 'Setup', 'Stop', 'SubagentStart', 'SubagentStop', 'PreCompact', 'PostCompact', 'PreModelSwitch', 'PostModelSwitch', 'Notification', 'ConfigChange',
    'TaskCreated', 'TaskCompleted', 'TeammateIdle', 'Elicitation', 'ElicitationResult', 'BrandNewEvent'],
  stop: ['PreToolUse', 'PostToolUse', 'PostToolBatch', 'UserPromptSubmit', 'UserPromptExpansion', 'Stop', 'SubagentStop', 'PreCompact',
    'ConfigChange', 'TaskCreated', 'TaskCompleted', 'TeammateIdle', 'BrandNewEvent'],
  env: [],
};

export const outputs = (event, p) => event === 'PostToolUse' && (p.tool_name.startsWith('mcp__') || typeof p.tool_response === 'string' || p.tool_name === 'Bash');
export const waits = { '*': 600000, UserPromptSubmit: 30000, SessionEnd: 1500 };
export const native = { SessionStart: { watchPaths: '/hookSpecificOutput/watchPaths', initialUserMessage: '/hookSpecificOutput/initialUserMessage' }, PermissionDenied: { retry: '/hookSpecificOutput/retry' }, MessageDisplay: { displayContent: '/hookSpecificOutput/displayContent' } };
export const vocabulary = {
  shell: ['Bash'], file_read: ['Read'], file_write: ['Write'], file_edit: ['Edit', 'MultiEdit', 'NotebookEdit'], search: ['Grep'], find: ['Glob'],
  web_fetch: ['WebFetch'], web_search: ['WebSearch'], agent: ['Agent', 'Task'],
};
export const toolName = p => p.tool_name;
export const toolInput = p => p.tool_input;
export const command = p => p.tool_input.command;
export const path = p => p.tool_input.file_path ?? p.tool_input.notebook_path;
export const prompt = p => p.prompt;
export const session = p => p.session_id;
export const install = { file: '.claude/settings.json', local: '.claude/settings.local.json', variables: { CLAUDE_CONFIG_DIR: 'settings.json' } };
export const inherits = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'x', CLAUDE_PROJECT_DIR: '/p' };
export const unnamed = ['PostToolBatch agent_id', 'PostToolBatch agent_type'];
export const unfired = {
  'PreToolUse.Bash-general-purpose-sub': 'of a subagent', 'PostToolBatch.general-purpose-sub': 'of a subagent',
  'PermissionRequest.Bash': 'recorded without permission_suggestions; the others have them',
  'SessionStart.startup': 'recorded without a model; the other start has one', 'SessionStart.clear': 'another source', 'SessionStart.compact': 'another source', 'SessionStart.resume': 'another source',
};

// ---- what it does with an answer ----

const set = (...words) => new Set(words);
const claudeSpecific = set('PreToolUse', 'UserPromptSubmit', 'UserPromptExpansion', 'SessionStart', 'Setup',
  'PreModelSwitch', 'PostModelSwitch', 'SubagentStart', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'Stop',
  'SubagentStop', 'PermissionDenied', 'Notification', 'PermissionRequest', 'Elicitation', 'ElicitationResult',
  'CwdChanged', 'FileChanged', 'WorktreeCreate', 'MessageDisplay');
const claudeContext = set('PreToolUse', 'UserPromptSubmit', 'UserPromptExpansion', 'SessionStart', 'Setup', 'PostModelSwitch',
  'SubagentStart', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'Stop', 'SubagentStop', 'Notification');
const claudeExit2 = set('PreToolUse', 'UserPromptSubmit', 'UserPromptExpansion', 'PostToolUse', 'PostToolBatch', 'Stop', 'SubagentStop',
  'PreCompact', 'ConfigChange', 'TaskCreated', 'TaskCompleted', 'TeammateIdle', 'WorktreeCreate', 'Elicitation', 'ElicitationResult',
  'PreModelSwitch');
const claudeBlockWord = set('PreToolUse', 'UserPromptSubmit', 'UserPromptExpansion', 'PostToolUse', 'PostToolBatch', 'Stop', 'SubagentStop',
  'PreCompact', 'ConfigChange');
const claudeNoStop = set('PostToolUseFailure', 'SessionStart', 'SessionEnd', 'StopFailure', 'PermissionRequest');

export function judge(event, payload, { stdout, stderr, code }) {
  const v = {};
  let text = stdout.replace(/^\ufeff/, '').trim(), json = null;
  if (text.startsWith('{')) {
    try { json = JSON.parse(text); } catch { v.rejected = 'looks like a JSON object but is not valid JSON'; }
  } else if (text && (event === 'SessionStart' || event === 'UserPromptSubmit') && code === 0) {
    v.context = text;
  }
  const bad = json && claudeSchemaError(event, json);
  if (bad) { v.rejected = bad; json = null; }
  if (code === 2 && claudeExit2.has(event)) v.blocked = stderr.trim() || 'No stderr output';
  if (!json) return v;
  const out = json.hookSpecificOutput ?? {};
  if (json.decision === 'block' && claudeBlockWord.has(event)) v.blocked = json.reason ?? 'Blocked by hook';
  if (json.decision === 'approve' && event === 'PreToolUse') v.granted = true;
  if (event === 'PreToolUse' || event === 'PreModelSwitch') {
    if (out.permissionDecision === 'deny') v.blocked = out.permissionDecisionReason ?? 'Blocked by hook';
    else if (code !== 2 && out.permissionDecision === 'ask') v.asked = out.permissionDecisionReason ?? true;
    else if (code !== 2 && out.permissionDecision === 'allow') v.granted = true;
  }
  if (event === 'PreToolUse' && out.updatedInput && v.blocked === undefined) v.rewritten = out.updatedInput;
  if (event === 'PermissionRequest' && out.decision) {
    if (out.decision.behavior === 'deny') v.blocked = out.decision.message ?? 'denied';
    else { v.granted = true; if (out.decision.updatedInput) v.rewritten = out.decision.updatedInput; }
  }
  if ((event === 'Elicitation' || event === 'ElicitationResult') && out.action === 'decline') v.blocked ??= 'declined';
  if (event === 'PostToolUse') {
    const mcp = payload.tool_name?.startsWith('mcp__');
    if (mcp && out.updatedMCPToolOutput !== undefined) v.output = out.updatedMCPToolOutput;
    if (!mcp && out.updatedToolOutput !== undefined && typeof out.updatedToolOutput === typeof payload.tool_response)
      v.output = out.updatedToolOutput;
  }
  if (out.additionalContext !== undefined && claudeContext.has(event)) v.context = out.additionalContext;
  if (json.systemMessage) v.message = json.systemMessage;
  if (json.continue === false && !claudeNoStop.has(event)) v.stopped = json.stopReason ?? true;
  return v;
}

function claudeSchemaError(event, json) {
  const out = json.hookSpecificOutput;
  if (json.decision !== undefined && !['approve', 'block'].includes(json.decision)) return 'decision is not approve or block';
  for (const key of ['reason', 'systemMessage', 'stopReason'])
    if (json[key] !== undefined && typeof json[key] !== 'string') return key + ' is not a string';
  if (out === undefined) return null;
  if (!claudeSpecific.has(event)) return `hookSpecificOutput on ${event}`;
  if (out.hookEventName !== event) return 'hookEventName is missing or wrong';
  if (out.permissionDecision !== undefined && !['allow', 'deny', 'ask', 'defer'].includes(out.permissionDecision)) return 'unknown permissionDecision';
  for (const key of ['permissionDecisionReason', 'additionalContext'])
    if (out[key] !== undefined && typeof out[key] !== 'string') return key + ' is not a string';
  return null;
}
