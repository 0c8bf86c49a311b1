// Crush, as its documentation and source of 2026-08-21 describe it; it was not run. What is exported, and what it means: tests/hosts.mjs.
export const title = 'Crush';
export const shell = { event: 'PreToolUse', case: 'PreToolUse.bash' };
export const prolongs = {};
export const noOpinion = '';
export const privateStderr = false; // not documented

export const tools = ['PreToolUse'];
export const afterwards = [];
export const unknown = ['PreCompact'];
export const can = {
  deny: ['PreToolUse'],
  allow: ['PreToolUse'],
  ask: [],
  context: ['PreToolUse'],
  rewrite: ['PreToolUse'],
  message: [],
  stop: ['PreToolUse', 'PreCompact'],
  env: [],
};

export const waits = { '*': 30000 };
export const vocabulary = {
  shell: ['bash'], file_read: ['view'], file_write: ['write'], file_edit: ['edit', 'multiedit'], search: ['grep'], find: ['glob'],
  web_fetch: ['fetch', 'agentic_fetch', 'web_fetch'], web_search: ['web_search'], agent: ['agent'],
};
export const toolName = p => p.tool_name;
export const toolInput = p => p.tool_input;
export const command = p => p.tool_input.command;
export const path = p => p.tool_input.file_path;
export const prompt = p => p.prompt;
export const session = p => p.session_id;
export const install = { file: '.config/crush/crush.json', project: 'crush.json', shape: 'flat', comments: true, anything: true, variables: { CRUSH_GLOBAL_CONFIG: 'crush.json', XDG_CONFIG_HOME: 'crush/crush.json' } };

// ---- what it does with an answer ----

const texts = list => list.filter(Boolean).join('\n');

export function judge(event, payload, { stdout, stderr, code }) {
  const v = {}, text = stdout.trim();
  if (code === 2) { v.blocked = stderr.trim(); return v; } // stdout is ignored
  if (code === 49) { v.blocked = v.stopped = stderr.trim(); return v; }
  if (code !== 0) return { rejected: `exit ${code} is ignored` };
  if (!text) return v;
  let json;
  try { json = JSON.parse(text); } catch { return { rejected: 'not JSON' }; }
  const nested = json.hookSpecificOutput; // then the rest is ignored
  const said = nested ? { decision: nested.permissionDecision, reason: nested.permissionDecisionReason, context: nested.additionalContext, updated_input: nested.updatedInput } : json;
  for (const key of Object.keys(json)) if (!['version', 'decision', 'halt', 'reason', 'context', 'updated_input', 'hookSpecificOutput'].includes(key)) return { rejected: `it does not know ${key}` };
  if (said.decision != null && !['allow', 'deny'].includes(said.decision)) return { rejected: `${said.decision} is no decision` };
  if (said.reason !== undefined && said.decision !== 'deny' && !said.halt) return { rejected: 'nobody sees a reason without a denial' };
  if (said.decision === 'deny' || said.halt) {
    if (said.context !== undefined) return { rejected: 'context is lost beside a denial' };
    v.blocked = said.reason ?? '';
    if (said.halt) v.stopped = said.reason || true;
    return v;
  }
  if (event !== 'PreToolUse') return { rejected: 'nothing else has an effect here' };
  if (said.decision === 'allow') v.granted = true;
  if (said.updated_input) v.rewritten = { ...payload.tool_input, ...said.updated_input };
  if (said.context) v.context = Array.isArray(said.context) ? texts(said.context) : said.context;
  return v;
}
