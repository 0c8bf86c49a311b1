// Qwen Code 0.24.4, as it was measured. What is exported, and what it means: tests/hosts.mjs.
export const title = 'Qwen Code';
export const shell = { event: 'PreToolUse', case: 'PreToolUse' };
export const prolongs = { Stop: 'Stop', SubagentStop: 'SubagentStop' };
export const noOpinion = '';
export const privateStderr = false; // with nothing on stdout it is read

export const tools = ['PreToolUse'];
export const afterwards = ['PostToolUse', 'PostToolUseFailure', 'PermissionDenied', 'Stop', 'SubagentStop'];
export const silenceAsks = ['PermissionRequest'];
export const can = {
  deny: ['PreToolUse', 'PostToolUse', 'PostToolBatch', 'PermissionRequest', 'UserPromptSubmit', 'UserPromptExpansion', 'Stop', 'SubagentStop', 'TodoCreated', 'TodoCompleted'],
  allow: ['PermissionRequest'],
  ask: ['PreToolUse'],
  context: ['PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'UserPromptSubmit', 'UserPromptExpansion', 'SessionStart', 'PreCompact'],
  denyContext: ['PreToolUse', 'PostToolUseFailure', 'PostToolBatch', 'SessionStart', 'PreCompact'],
  rewrite: [], // only beside a grant, in a permission request
  message: ['Stop'],
  stop: ['UserPromptSubmit'],
  env: [],
};

export const outputs = event => event === 'PostToolUse';
export const waits = { '*': 60000, PostToolBatch: 15000 };
export const vocabulary = { shell: ['run_shell_command'], file_read: ['read_file'], file_write: ['write_file'], file_edit: ['edit'], search: ['grep_search'], find: ['glob'], web_fetch: ['web_fetch'], agent: ['agent'] };
export const toolName = p => p.tool_name;
export const toolInput = p => p.tool_input;
export const command = p => p.tool_input.command;
export const path = p => p.tool_input.file_path;
export const prompt = p => p.prompt;
export const session = p => p.session_id;
export const install = { file: '.qwen/settings.json', comments: true, variables: { QWEN_HOME: 'settings.json' } };
export const unfired = {
  'PreToolUse.in-subagent': 'of a subagent', 'Notification.permission_prompt': 'in a turn',
  'UserPromptSubmit.stop-block-once.2': 'not what the user said', 'UserPromptSubmit.toolfail.2': 'not what the user said',
};

// ---- what it does with an answer: at exit 2 only stderr is read, else stdout, else stderr ----

const exit2 = ['PreToolUse', 'PostToolBatch', 'UserPromptSubmit', 'UserPromptExpansion', 'Stop', 'SubagentStop'];
const blockWord = ['PostToolBatch', 'UserPromptSubmit', 'UserPromptExpansion', 'Stop', 'SubagentStop', 'TodoCreated', 'TodoCompleted'];

export function judge(event, payload, { stdout, stderr, code }) {
  const v = {}, text = code === 2 ? stderr.trim() : stdout.trim() || stderr.trim();
  let json = null;
  try { json = JSON.parse(text); } catch { /* plain text */ }
  if (!json || typeof json !== 'object' || Array.isArray(json)) {
    if (code === 2) {
      if (!exit2.includes(event)) return unknown.includes(event) ? v : { rejected: 'exit 2 means nothing here' };
      if (!text) return { rejected: 'exit 2 without a text: the tool runs' };
      v.blocked = text;
    } else if (text.startsWith('{')) v.rejected = 'broken JSON';
    else if (text && ['SessionStart', 'UserPromptSubmit', 'UserPromptExpansion'].includes(event)) v.context = text;
    else if (text && event === 'Stop') v.message = text;
    return v;
  }
  const out = json.hookSpecificOutput ?? {};
  if (event === 'PreToolUse') {
    const decision = out.permissionDecision ?? json.decision;
    if (decision === 'allow') return { rejected: 'allow undoes the denials of other hooks' };
    if (['deny', 'block'].includes(decision)) v.blocked = out.permissionDecisionReason ?? json.reason ?? 'No reason provided';
    else if (decision === 'ask') v.asked = out.permissionDecisionReason ?? true;
    else if (json.continue === false) v.blocked = json.stopReason ?? '';
    if (out.updatedInput || out.additionalContext) return { rejected: 'ignored before a tool' };
  }
  if (event === 'PostToolUse') {
    if (json.decision) return { rejected: 'decision is ignored' };
    if (json.continue === false) { // the text takes the place of the output
      if (typeof json.stopReason !== 'string') return { rejected: 'no text for the place of the output' };
      v.blocked = v.output = json.stopReason;
      if (out.additionalContext) return { rejected: 'context is lost beside a new output' };
    }
  } else if (json.continue === false && event === 'UserPromptSubmit') {
    v.stopped = json.stopReason ?? true;
    v.blocked ??= json.stopReason ?? '';
  } else if (json.continue === false && event !== 'PreToolUse') return { rejected: 'continue:false does not stop it' };
  if (event === 'PermissionRequest') {
    if (json.decision) return { rejected: 'decision is ignored' };
    if (out.decision?.behavior === 'deny') v.blocked = out.decision.message ?? '';
    else if (out.decision?.behavior === 'allow') { v.granted = true; if (out.decision.updatedInput) v.rewritten = out.decision.updatedInput; }
  }
  if (json.decision && event !== 'PreToolUse') {
    if (!blockWord.includes(event)) return { rejected: 'decision is ignored' };
    if (json.decision === 'block') v.blocked = json.reason ?? 'No reason provided';
    else if (json.decision === 'deny' && !event.startsWith('Todo')) v.blocked = json.reason ?? 'No reason provided';
  }
  if (out.additionalContext !== undefined) {
    if (!can.context.includes(event) || (v.blocked !== undefined && !can.denyContext.includes(event))) return { rejected: 'context is lost here' };
    v.context = out.additionalContext;
  }
  if (json.systemMessage) {
    if (event !== 'Stop') return { rejected: 'nobody sees a systemMessage' };
    v.message = json.systemMessage;
  }
  return v;
}
export const unknown = [];
