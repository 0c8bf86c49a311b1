// emulator.mjs - what an agent does with the bytes a hook leaves behind.
//
// Written from what the agents were measured to do, not from gaff's rows: an answer that gaff
// gets wrong must be wrong here. judge() returns only what happens:
//
//   rejected   the agent throws the answer away (and says so, or not)
//   blocked    the action does not happen; the text is what the model or the user is told
//   asked      the user is asked
//   granted    the agent's own permission prompt is skipped
//   rewritten  the tool input that is used instead
//   output     the tool output that is used instead
//   context    what the model gets to read
//   message    what only the user sees
//   stopped    the agent ends its turn
//   env        variables for the session

const set = (...words) => new Set(words);

// ---- Claude Code 2.1.325 ----

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

function claude(event, payload, { stdout, stderr, code }) {
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

// ---- Codex CLI 0.166.0: one unknown key rejects the whole answer ----

const codexTop = set('continue', 'stopReason', 'suppressOutput', 'systemMessage');
const codexKeys = {
  PreToolUse: [set('decision', 'reason'), set('hookEventName', 'permissionDecision', 'permissionDecisionReason', 'updatedInput', 'additionalContext')],
  PermissionRequest: [set(), set('hookEventName', 'decision')],
  PostToolUse: [set('decision', 'reason'), set('hookEventName', 'additionalContext', 'updatedMCPToolOutput')],
  UserPromptSubmit: [set('decision', 'reason'), set('hookEventName', 'additionalContext')],
  SessionStart: [set(), set('hookEventName', 'additionalContext')],
  SubagentStart: [set(), set('hookEventName', 'additionalContext')],
  Stop: [set('decision', 'reason'), null],
  SubagentStop: [set('decision', 'reason'), null],
  PreCompact: [set(), null],
  PostCompact: [set(), null],
};
const codexExit2 = set('PreToolUse', 'PermissionRequest', 'PostToolUse', 'UserPromptSubmit', 'Stop', 'SubagentStop');

function codex(event, payload, { stdout, stderr, code }) {
  const v = {}, text = stdout.trim();
  if (code === 2) {
    if (!codexExit2.has(event)) v.rejected = 'exit 2 means nothing here';
    else if (stderr.trim()) v.blocked = stderr.trim();
    else v.rejected = 'exit 2 without stderr';
    return v; // stdout is not read
  }
  if (code !== 0) return { rejected: `exit ${code}` };
  if (!text) return v;
  if (!text.startsWith('{')) {
    if (event === 'SessionStart' || event === 'UserPromptSubmit') v.context = text;
    else if (event === 'Stop') v.rejected = 'not JSON';
    return v;
  }
  let json;
  try { json = JSON.parse(text); } catch { return { rejected: 'broken JSON' }; }
  const keys = codexKeys[event];
  if (!keys) return { rejected: `${event} takes no answer` };
  for (const key of Object.keys(json)) {
    if (key === 'hookSpecificOutput' ? !keys[1] : !codexTop.has(key) && !keys[0].has(key)) return { rejected: `unknown key ${key}` };
    if (json[key] === null) return { rejected: `${key} is null` };
  }
  const out = json.hookSpecificOutput;
  if (out) {
    for (const key of Object.keys(out)) if (!keys[1].has(key)) return { rejected: `unknown key ${key}` };
    if (out.hookEventName !== event) return { rejected: 'hookEventName is missing or wrong' };
  }
  if (json.decision !== undefined && json.decision !== 'block') return { rejected: 'decision is not block' };
  if (json.decision === 'block') {
    if (!json.reason) return { rejected: 'block without a reason' };
    v.blocked = json.reason;
  }
  if (event === 'PreToolUse') {
    if (json.continue === false || json.suppressOutput) return { rejected: 'continue or suppressOutput on PreToolUse' };
    const d = out?.permissionDecision;
    if (d === 'deny') {
      if (!out.permissionDecisionReason) return { rejected: 'deny without a reason' };
      v.blocked = out.permissionDecisionReason;
    } else if (d === 'ask') return { rejected: 'ask is not supported' };
    else if (d === 'allow' && !out.updatedInput) return { rejected: 'allow without updatedInput' };
    else if (d === 'allow') {
      if (typeof out.updatedInput.command !== 'string' && ['Bash', 'apply_patch'].includes(payload.tool_name))
        return { rejected: 'updatedInput without string field command', blocked: 'updatedInput without string field command' };
      v.rewritten = out.updatedInput;
    }
  }
  if (event === 'PermissionRequest' && out?.decision) {
    for (const key of Object.keys(out.decision)) if (!['behavior', 'message'].includes(key)) return { rejected: `decision.${key} fails closed` };
    if (out.decision.behavior === 'deny') v.blocked = out.decision.message ?? 'denied';
    else v.granted = true;
  }
  if (event === 'PostToolUse' && out?.updatedMCPToolOutput !== undefined) return { rejected: 'updatedMCPToolOutput is not supported' };
  if (out?.additionalContext) v.context = out.additionalContext;
  if (json.systemMessage) v.message = json.systemMessage;
  if (json.continue === false) {
    if (event === 'PostToolUse') v.output = json.stopReason; // and the turn goes on
    else v.stopped = json.stopReason ?? true;
  }
  return v;
}

// ---- Cursor, the hook runtime of @cursor/sdk 1.0.32 ----

const cursorPermission = set('preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile', 'beforeTabFileRead', 'subagentStart');
const cursorNoAsk = set('beforeReadFile', 'beforeTabFileRead');
const cursorContext = set('preToolUse', 'postToolUse', 'postToolUseFailure', 'sessionStart', 'beforeSubmitPrompt');

function cursor(event, payload, { stdout, stderr, code }) {
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
    if (v.blocked === undefined) v.rewritten = json.updated_input;
  }
  if (cursorContext.has(event) && json.additional_context !== undefined) {
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

// ---- the plain contract ----

function generic(event, payload, { stdout, code }) {
  const v = {};
  let json;
  try { json = JSON.parse(stdout); } catch { return { rejected: 'not one JSON object' }; }
  if (json.decision !== undefined && !['allow', 'deny'].includes(json.decision)) return { rejected: 'decision is not allow or deny' };
  for (const key of Object.keys(json)) if (!['decision', 'reason', 'message', 'lint_command'].includes(key)) return { rejected: `unknown key ${key}` };
  if (stdout.includes('\n')) return { rejected: 'more than one line' };
  if (code === 2 || (code === 0 && json.decision === 'deny')) v.blocked = json.reason ?? '';
  if (json.message) v.message = json.message;
  return v;
}

const hosts = { 'claude-code': claude, codex, cursor, generic };

export function judge(host, event, payload, answer) {
  return hosts[host](event, payload, answer);
}
