// Codex CLI 0.166.0, as it was measured. What is exported, and what it means: tests/hosts.mjs.
export const title = 'Codex CLI';
export const shell = { event: 'PreToolUse', case: 'PreToolUse' };
export const prolongs = { Stop: 'Stop', SubagentStop: 'SubagentStop' };
export const noOpinion = '';
export const privateStderr = true;

export const tools = ['PreToolUse'];
export const showsContext = ['Stop', 'SubagentStop'];
export const afterwards = ['PostToolUse', 'Stop', 'SubagentStop'];
export const silenceAsks = ['PermissionRequest'];
export const can = {
  deny: ['PreToolUse', 'PermissionRequest', 'PostToolUse', 'UserPromptSubmit', 'Stop', 'SubagentStop'],
  allow: ['PermissionRequest'],
  ask: [],
  context: ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'SessionStart', 'SubagentStart'],
  rewrite: ['PreToolUse'],
  message: ['PreToolUse', 'PermissionRequest', 'PostToolUse', 'PreCompact', 'PostCompact', 'SessionStart', 'UserPromptSubmit', 'SubagentStart', 'SubagentStop', 'Stop'],
  stop: ['PreCompact', 'PostCompact', 'SessionStart', 'UserPromptSubmit', 'SubagentStop', 'Stop'],
  env: [],
};

export const outputs = event => event === 'PostToolUse';
export const waits = { '*': 600000, SessionEnd: 1000 };
export const vocabulary = { shell: ['Bash'], file_write: ['apply_patch'], file_edit: ['apply_patch'], agent: ['spawn_agent'] };
export const toolName = p => p.tool_name;
export const toolInput = p => p.tool_input;
export const command = p => p.tool_input.command;
export const path = p => /^\*\*\* \w+ File: (.*)$/m.exec(p.tool_input.command)?.[1];
export const prompt = p => p.prompt;
export const session = p => p.session_id;
export const install = { file: '.codex/hooks.json', only: true, variables: { CODEX_HOME: 'hooks.json' } };
export const unfired = { 'PostToolUse.subagent.2': 'of a subagent' };

// ---- what it does with an answer: one unknown key rejects the whole of it ----

const set = (...words) => new Set(words);
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

export function judge(event, payload, { stdout, stderr, code }) {
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
