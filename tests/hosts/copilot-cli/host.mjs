// GitHub Copilot CLI 1.0.102, as it was measured. What is exported, and what it means: tests/hosts.mjs.
export const title = 'Copilot CLI';
export const shell = { event: 'preToolUse', case: 'preToolUse.bash' };
export const prolongs = { agentStop: 'agentStop', subagentStop: 'subagentStop', Stop: 'pascal-Stop', SubagentStop: 'pascal-SubagentStop' };
export const noOpinion = '';
export const privateStderr = true;

// Its own spelling and the other: the same answers work in both.
const both = (...events) => events.flatMap(e => [e, { userPromptSubmitted: 'UserPromptSubmit', agentStop: 'Stop' }[e] ?? e[0].toUpperCase() + e.slice(1)]);
export const tools = both('preToolUse'); // preMcpToolCall comes after it and cannot block
export const afterwards = both('postToolUse', 'postToolUseFailure', 'agentStop', 'subagentStop');
export const silenceAsks = both('permissionRequest');
export const can = {
  deny: both('preToolUse', 'permissionRequest', 'userPromptSubmitted', 'postToolUse', 'agentStop', 'subagentStop'),
  allow: both('preToolUse', 'permissionRequest'),
  ask: both('preToolUse'),
  context: both('preToolUse', 'postToolUse', 'postToolUseFailure', 'userPromptSubmitted', 'sessionStart', 'subagentStart', 'notification'),
  denyContext: both('preToolUse', 'postToolUseFailure', 'sessionStart', 'subagentStart', 'notification'),
  rewrite: both('preToolUse'),
  message: [],
  stop: [],
  env: [],
  prompt: [...both('userPromptSubmitted'), 'userPromptTransformed'],
};

export const outputs = event => both('postToolUse').includes(event);
export const waits = { '*': 30000 };
export const native = { preMcpToolCall: { metaToUse: '/metaToUse' }, permissionRequest: { interrupt: ['/interrupt', true, 'deny'] }, userPromptSubmitted: { handled: ['/handled', true], responseContent: '/responseContent' }, subagentStop: { modifiedResponse: '/modifiedResponse' }, SubagentStop: { modifiedResponse: '/modifiedResponse' } };
export const vocabulary = { shell: ['bash'], file_read: ['view'], file_write: ['create'], file_edit: ['edit', 'apply_patch'], search: ['grep'], find: ['glob'], web_fetch: ['web_fetch'], web_search: ['web_search'], agent: ['task'] };
export const toolName = p => p.toolName ?? p.tool_name;
export const toolInput = p => p.toolArgs ?? p.toolInput ?? p.tool_input ?? p.arguments;
export const command = p => toolInput(p).command;
export const path = p => toolInput(p).path;
export const prompt = p => p.prompt;
export const session = p => p.sessionId ?? p.session_id;
export const install = { file: '.copilot/hooks/gaff.json', project: '.github/hooks/gaff.json', shape: 'flat', event: 'preToolUse', command: 'bash', version: 1, variables: { COPILOT_HOME: 'hooks/gaff.json' } };
export const inherits = { COPILOT_CLI: '1', COPILOT_CLI_BINARY_VERSION: '1.0.102', CLAUDE_PROJECT_DIR: '/p' };
export const unnamed = ['PreMcpToolCall tool_use_id'];
export const unfired = Object.fromEntries(['agentStop.2', 'pascal-PreToolUse.Bash-sub', 'permissionRequest.bash.2', 'postToolUse.bash.2', 'preToolUse.bash.2',
  'userPromptSubmitted.2', 'userPromptTransformed.2'].map(name => [name, 'of a subagent']));

// ---- what it does with an answer ----

export function judge(event, payload, { stdout, stderr, code }) {
  const v = {}, text = stdout.trim(), pascal = event[0] !== event[0].toLowerCase();
  const is = (...events) => both(...events).includes(event);
  let json = {};
  try { json = text ? JSON.parse(text) : {}; } catch { return { rejected: 'not one JSON object' }; }
  const out = json.hookSpecificOutput ?? {};
  if (code !== 0 && code !== 2) return is('preToolUse') ? { rejected: `exit ${code}`, blocked: 'hook errored' } : { rejected: `exit ${code}` };
  for (const [key, value] of Object.entries(json)) if (value === null) return { rejected: `${key} is null, and the model reads "null"` };
  if (json.hookSpecificOutput && !(pascal && is('preToolUse') && code === 0)) return { rejected: 'hookSpecificOutput is lost here' };
  if (is('preToolUse')) {
    const decision = json.permissionDecision ?? out.permissionDecision;
    if (decision !== undefined && !['allow', 'deny', 'ask'].includes(decision)) return { rejected: 'unknown permissionDecision' };
    if (code === 2 || decision === 'deny') v.blocked = json.permissionDecisionReason ?? out.permissionDecisionReason ?? 'hook exited with code 2';
    else if (decision === 'ask') v.asked = json.permissionDecisionReason ?? true;
    else if (decision === 'allow') v.granted = true;
    const input = json.modifiedArgs ?? out.updatedInput;
    if (input !== undefined && v.blocked === undefined && !v.asked) v.rewritten = input;
  }
  if (is('permissionRequest')) {
    if (code === 2 || json.behavior === 'deny') v.blocked = (json.behavior === 'deny' && json.message) || 'Permission denied by hook.';
    else if (json.behavior === 'allow') v.granted = true;
  }
  if (is('userPromptSubmitted', 'postToolUse', 'agentStop', 'subagentStop') && json.decision === 'block') {
    if (!json.reason) return { rejected: 'a block without a reason is ignored' };
    v.blocked = json.reason;
  }
  if (code === 2 && !is('preToolUse', 'permissionRequest') && v.blocked === undefined) {
    if (is('postToolUseFailure')) return { context: stderr.trim() };
    return { rejected: 'exit 2 is a warning here' };
  }
  if (json.additionalContext !== undefined && can.context.includes(event) && (v.blocked === undefined || is('preToolUse'))) v.context = json.additionalContext;
  if (is('userPromptSubmitted') && json.modifiedPrompt && v.blocked === undefined) v.prompt = json.modifiedPrompt;
  if (event === 'userPromptTransformed' && json.modifiedTransformedPrompt) v.prompt = json.modifiedTransformedPrompt;
  if (is('postToolUse') && json.modifiedResult !== undefined && v.blocked === undefined) {
    if (typeof json.modifiedResult?.textResultForLlm !== 'string') return { rejected: 'modifiedResult is not a result' };
    v.output = json.modifiedResult.textResultForLlm;
  }
  for (const key of ['systemMessage', 'continue', 'suppressOutput', 'env']) if (key in json) return { rejected: `${key} is ignored` };
  return v;
}
