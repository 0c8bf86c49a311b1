// Google Antigravity, as its vendor's pages (2026-10-04) and reports of agy describe it; it was not run. What is exported, and what it means: tests/hosts.mjs.
export const title = 'Antigravity';
export const shell = { event: 'PreToolUse', case: 'PreToolUse.run_command' };
export const prolongs = { Stop: 'Stop' };
export const noOpinion = '{}';
export const silences = { PreToolUse: [0, '{"decision":"allow"}'], Stop: [0, '{"decision":"stop"}'] }; // a decision is required
export const privateStderr = false; // not documented
export const failsClosed = ['PreToolUse'];
export const exit2IsUntold = true;

export const tools = ['PreToolUse'];
export const afterwards = ['PostToolUse', 'PostInvocation', 'Stop'];
export const can = {
  deny: ['PreToolUse', 'Stop'],
  allow: [], // its own permission check is still made
  ask: ['PreToolUse'],
  context: ['PreInvocation', 'PostInvocation'],
  denyContext: ['PreToolUse', 'PreInvocation', 'PostInvocation', 'Stop'],
  rewrite: [],
  message: [],
  stop: ['PostInvocation'],
  env: [],
};

export const waits = { '*': 30000 };
export const native = { PreToolUse: { permissionOverrides: ['/permissionOverrides', ['command(ls)']], decision: ['/decision', 'deny_unless_prior_grant'] }, PostInvocation: { terminationBehavior: ['/terminationBehavior', 'force_continue'] } };
export const vocabulary = {
  shell: ['run_command'], file_read: ['view_file'], file_write: ['write_to_file'], file_edit: ['replace_file_content', 'multi_replace_file_content'], search: ['grep_search'], find: ['find_by_name'],
  web_fetch: ['read_url_content'], web_search: ['search_web'], agent: ['invoke_subagent'],
};
export const toolName = p => p.toolCall?.name;
export const toolInput = p => p.toolCall?.args;
export const command = p => p.toolCall.args.CommandLine;
export const path = p => p.toolCall.args.AbsolutePath ?? p.toolCall.args.TargetFile;
export const prompt = p => p.prompt;
export const session = p => p.conversationId;
export const install = { file: '.gemini/config/hooks.json', project: '.agents/hooks.json', shape: 'named', notes: ['not-everywhere'] };
export const unfired = {
  'PostToolUse.editor': 'the editor does not name the tool', 'PostToolUse.failed': 'of a tool that failed', 'PreInvocation.first': 'a number that is 0 is left out', 'Stop.failed': 'after an error', 'PreToolUse.print': 'without a workspace',
};

// ---- what it does with an answer ----

const decisions = ['allow', 'deny', 'ask', 'force_ask', 'deny_unless_prior_grant'];

function injected(steps) {
  if (steps === undefined) return {};
  if (!Array.isArray(steps)) return { rejected: 'injectSteps is no list' };
  const texts = [];
  for (const step of steps) {
    const [kind, ...more] = Object.keys(step);
    if (more.length || !['userMessage', 'ephemeralMessage', 'toolCall'].includes(kind)) return { rejected: 'a step that is none' };
    if (kind === 'userMessage') return { rejected: 'a context is not what the user said' };
    texts.push(step[kind]);
  }
  return texts.length ? { context: texts.join('\n') } : {};
}

export function judge(event, payload, { stdout, code }) {
  if (code !== 0) return { rejected: `exit ${code} is not documented` };
  let json;
  try { json = JSON.parse(stdout); } catch { return { rejected: 'not JSON' }; }
  const allowed = { PreToolUse: ['decision', 'reason', 'permissionOverrides'], PostToolUse: [], PreInvocation: ['injectSteps'], PostInvocation: ['injectSteps', 'terminationBehavior'], Stop: ['decision', 'reason'] }[event];
  for (const key of Object.keys(json)) if (!allowed.includes(key)) return { rejected: `${key} on ${event}` };
  if (event === 'PreToolUse') {
    if (!decisions.includes(json.decision)) return { rejected: 'no decision: nothing runs' };
    if (json.decision === 'deny') return { blocked: json.reason ?? '' };
    return json.decision === 'allow' ? {} : { asked: json.reason ?? true };
  }
  if (event === 'Stop') {
    if (typeof json.decision !== 'string') return { rejected: 'a decision is required' };
    return json.decision === 'continue' ? { blocked: json.reason ?? '' } : {};
  }
  const v = injected(json.injectSteps);
  if (json.terminationBehavior === 'terminate') v.stopped = true;
  return v;
}
