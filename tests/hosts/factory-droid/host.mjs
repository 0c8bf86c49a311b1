// Factory droid 0.215.0, as it was measured. What is exported, and what it means: tests/hosts.mjs.
export const title = 'Factory droid';
export const shell = { event: 'PreToolUse', case: 'PreToolUse.Execute' };
export const prolongs = { Stop: 'Stop', SubagentStop: 'SubagentStop' };
export const noOpinion = '';
export const privateStderr = false; // at some exit codes the model reads it

export const tools = ['PreToolUse'];
export const afterwards = ['PostToolUse', 'Stop', 'SubagentStop'];
export const can = {
  deny: ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'PreCompact', 'Stop', 'SubagentStop'],
  allow: ['PreToolUse'],
  ask: [],
  context: ['PostToolUse', 'UserPromptSubmit', 'SessionStart'],
  denyContext: ['PreToolUse', 'PostToolUse', 'SessionStart'],
  rewrite: [], // only beside a grant
  message: [],
  stop: ['PreToolUse', 'PostToolUse', 'UserPromptSubmit'],
  env: [],
  prompt: ['UserPromptSubmit'],
};

export const waits = { '*': 60000 };
export const vocabulary = { shell: ['Execute'], file_read: ['Read'], file_write: ['Create'], file_edit: ['Edit'], search: ['Grep'], find: ['Glob'], web_fetch: ['FetchUrl'], web_search: ['WebSearch'], agent: ['Task'] };
export const toolName = p => p.tool_name;
export const toolInput = p => p.tool_input;
export const command = p => p.tool_input.command;
export const path = p => p.tool_input.file_path;
export const prompt = p => p.prompt;
export const session = p => p.session_id;
export const install = { file: '.factory/settings.json', comments: true };
export const inherits = { FACTORY_PROJECT_DIR: '/p', DROID_PROJECT_DIR: '/p' };
export const unfired = { 'SessionStart.resume': 'another source' };

// ---- what it does with an answer ----

export function judge(event, payload, { stdout, stderr, code }) {
  const v = {}, text = stdout.trim();
  let json = {};
  if (text.startsWith('{')) {
    try { json = JSON.parse(text); } catch { return { rejected: 'broken JSON' }; }
  } else if (text && code === 0 && ['SessionStart', 'UserPromptSubmit'].includes(event)) v.context = text;
  const out = json.hookSpecificOutput ?? {};
  if (json.hookSpecificOutput && out.hookEventName !== event) return { rejected: 'hookEventName is missing or wrong' };
  if (code === 2 && !can.deny.includes(event)) return { rejected: 'exit 2 means nothing here' };
  if (code === 2 && (event === 'PostToolUse' || event === 'UserPromptSubmit')) { // only stderr counts
    v.blocked = stderr.trim();
    if (json.decision) return { rejected: 'its reason is lost' };
  } else if (code === 2) v.blocked = stderr.trim() || 'Tool execution blocked by hook';
  if (event === 'PreToolUse') {
    if (json.decision) return { rejected: 'decision is ignored' };
    if (out.permissionDecision === 'deny') v.blocked = out.permissionDecisionReason || 'Tool execution denied by hook';
    if (out.permissionDecision === 'ask') return { rejected: 'ask runs the tool' };
    if (out.permissionDecision === 'allow' && v.blocked === undefined) v.granted = true;
    if (out.updatedInput && v.blocked === undefined) {
      if (!v.granted) return { rejected: 'a new input without allow ends the run' };
      v.rewritten = { ...payload.tool_input, ...out.updatedInput };
    }
    if (out.additionalContext) return { rejected: 'context is lost here' };
  } else if (json.decision === 'block') {
    if (!['Stop', 'SubagentStop'].includes(event)) return { rejected: 'decision is ignored' };
    if (!json.reason) return { rejected: 'a block without a reason is ignored' };
    v.blocked = json.reason;
  }
  if (event === 'UserPromptSubmit' && out.updatedInput?.prompt !== undefined && v.blocked === undefined) v.prompt = out.updatedInput.prompt;
  if (out.additionalContext !== undefined) {
    if (!can.context.includes(event)) return { rejected: 'context is lost here' };
    v.context = out.additionalContext;
  }
  if (json.continue === false) {
    if (!can.stop.includes(event)) return { rejected: 'continue is ignored' };
    v.stopped = json.stopReason ?? true;
    if (event === 'PreToolUse') v.blocked ??= '';
  }
  if (json.systemMessage) return { rejected: 'nobody sees a systemMessage' };
  return v;
}
