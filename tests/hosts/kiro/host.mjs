// Kiro, as its vendor's pages (2026-09-30) and what was read in its program (CLI 2.22.1) describe it; it was not run. What is exported, and what it
// means: tests/hosts.mjs. Events of v1 files (IDE 1.x, CLI V3) are PascalCase, those of agent files (CLI V1 and V2) camelCase.
export const title = 'Kiro';
export const shell = { event: 'PreToolUse', case: 'PreToolUse.execute_bash' };
export const prolongs = { Stop: 'Stop' };
export const noOpinion = '';
export const privateStderr = false; // at exit 2 the model reads it, at any other code the user; of exit 0 nothing is said

export const tools = ['PreToolUse', 'preToolUse'];
export const afterwards = ['PostToolUse', 'postToolUse', 'Stop', 'stop'];
export const can = {
  deny: ['PreToolUse', 'preToolUse', 'PreTaskExec', 'Stop'], // a prompt: by some versions, so nobody may rely on it
  allow: [],
  ask: ['PreToolUse'],
  context: ['SessionStart', 'agentSpawn', 'UserPromptSubmit', 'userPromptSubmit'],
  denyContext: ['SessionStart', 'agentSpawn', 'userPromptSubmit'],
  rewrite: [], message: [], stop: [], env: [],
};
export const losesQuestion = ['PreToolUse'];

export const waits = { '*': 60000, preToolUse: 10000, postToolUse: 10000, userPromptSubmit: 10000, agentSpawn: 10000, stop: 10000 };
export const vocabulary = { shell: ['execute_bash', 'execute_pwsh', 'control_bash_process', 'control_pwsh_process'], file_read: ['read_file', 'fs_read'], file_write: ['fs_write'], file_edit: ['str_replace', 'fs_append', 'fs_write'],
  search: ['grep_search', 'grep'], find: ['file_search', 'glob'], web_fetch: ['web_fetch'], web_search: ['remote_web_search', 'web_search'], agent: ['subagent', 'use_subagent'] };
export const toolName = p => p.tool_name;
export const toolInput = p => p.tool_input;
export const command = p => p.tool_input.command;
export const path = p => p.tool_input.path ?? p.tool_input.operations?.[0].path;
export const prompt = p => p.prompt;
export const session = p => p.session_id;
export const install = {
  file: '.kiro/hooks/gaff.json', shape: 'list', version: 'v1', notes: ['not-everywhere'],
  ofAgents: { file: '.kiro/agents/NAME.json', project: '.kiro/agents/NAME.json', shape: 'flat', event: 'preToolUse', version: undefined, made: ['name', 'tools'], variables: { KIRO_HOME: 'agents/NAME.json' } },
};

const plain = 'no word in it is Kiro\'s alone';
export const cannotTell = Object.fromEntries(['PostToolUse.mcp_lab_ping', 'PreToolUse.delete_file', 'PreToolUse.empty-input', 'PreToolUse.file_search', 'PreToolUse.grep_search',
  'PreToolUse.list_directory', 'PreToolUse.mcp_lab_ping', 'PreToolUse.read_file', 'PreToolUse.remote_web_search', 'PreToolUse.shell', 'PreToolUse.str_replace', 'PreToolUse.web_fetch',
  'SessionEnd', 'SessionStart', 'UserPromptSubmit', 'UserPromptSubmit.empty'].map(name => [name, plain]));
cannotTell['preToolUse.v1'] = 'it is Amazon Q\'s, too';
export const fileless = ['PostFileCreate', 'PostFileSave', 'PostFileDelete']; // it is not documented
export const unfired = { 'preToolUse.v1': 'of the engine V1, which does not name the session' };

// ---- what it does with an answer ----

const texts = ['SessionStart', 'AgentSpawn', 'agentSpawn', 'UserPromptSubmit', 'userPromptSubmit'];

export function judge(event, payload, { stdout, stderr, code }) {
  const text = stdout.trim();
  if (Object.keys(payload)[0] === 'hook_event_name' && /^[A-Z]/.test(event)) return { rejected: 'this is an engine of agent files, answered as if it were V3' };
  if (code === 2) {
    if (event === 'UserPromptSubmit') return {}; // the IDE 1.0.337 sends it all the same
    if (!['PreToolUse', 'preToolUse', 'PreTaskExec'].includes(event)) return { rejected: 'exit 2 is a warning here' };
    return { blocked: stderr.trim() };
  }
  if (code !== 0) return { rejected: event === 'Stop' ? 'another turn, without a reason' : `exit ${code} is a warning` };
  if (!text) return {};
  if (texts.includes(event)) return { context: text }; // whatever it looks like
  let json;
  try { json = JSON.parse(text); } catch { return { rejected: 'text is nothing here' }; }
  if (event === 'PreToolUse' && Object.keys(json).join() === 'hookSpecificOutput' && json.hookSpecificOutput.permissionDecision === 'ask') return { asked: true };
  if (event === 'Stop' && json.decision === 'block') return { blocked: json.reason ?? '' };
  return { rejected: 'it looks at nothing of this here' };
}
