// Cline 3.0.65, the CLI, as it was measured; and its extension for VS Code, from its source of 2026-08-22. What is exported,
// and what it means: tests/hosts.mjs.
export const title = 'Cline';
export const shell = { event: 'PreToolUse', case: 'PreToolUse.run_commands' };
export const prolongs = {};
export const noOpinion = '';
export const privateStderr = true;
export const exit2IsNothing = true;

export const tools = ['PreToolUse'];
export const afterwards = ['PostToolUse', 'TaskComplete'];
export const can = {
  deny: ['PreToolUse'], // and the run is over
  allow: [],
  ask: [],
  context: ['PreToolUse', 'PostToolUse'],
  denyContext: ['PostToolUse'], // there a denial is nothing but context
  rewrite: ['PreToolUse'],
  message: [],
  stop: ['PreToolUse', 'PostToolUse'],
  env: [],
};
const isCli = payload => 'agent_id' in payload, gates = ['PreToolUse', 'TaskStart', 'UserPromptSubmit'];
export const titleIn = payload => isCli(payload) ? title : 'Cline (VS Code)';
export const canIn = payload => isCli(payload) ? { prompt: [], ...can } : { ...can, deny: gates, context: [...gates, 'PostToolUse'], rewrite: [], stop: [...gates, 'PostToolUse'], prompt: [] };

export const waits = { '*': 120000 };
export const vocabulary = { shell: ['run_commands'], file_read: ['read_files'], file_write: ['editor'], file_edit: ['editor'], search: ['search_codebase'], web_fetch: ['fetch_web_content'], web_search: ['web_search'], agent: ['spawn_agent'] };
const inner = p => p.preToolUse ?? p.postToolUse, input = p => (p.tool_call ?? p.tool_result)?.input ?? inner(p)?.parameters;
export const toolName = p => inner(p)?.toolName;
// Several names of one thing: an answer has to have the first.
const first = { run_commands: 'commands', read_files: 'files' };
export const toolInput = p => first[toolName(p)] && !Array.isArray(input(p)[first[toolName(p)]]) ? { [first[toolName(p)]]: input(p) } : input(p);
export const command = p => input(p).commands.join('\n');
export const path = p => input(p).files?.[0].path ?? input(p).path;
export const prompt = p => p.userPromptSubmit.prompt;
export const session = p => p.taskId;
export const install = { file: 'Documents/Cline/Hooks/PreToolUse', project: '.clinerules/hooks/PreToolUse', shape: 'files' };
export const honours = (p, field) => !['run_commands', 'editor', 'search_codebase', 'fetch_web_content', 'spawn_agent', 'ask_question'].includes(toolName(p));
const vscode = ['PostToolUse.execute_command', 'PostToolUse.run_commands', 'PreToolUse.editor', 'PreToolUse.execute_command', 'PreToolUse.list_files', 'PreToolUse.new_task', 'PreToolUse.read_file', 'PreToolUse.read_files',
  'PreToolUse.replace_in_file', 'PreToolUse.run_commands', 'PreToolUse.search_files', 'PreToolUse.use_mcp_tool', 'PreToolUse.web_fetch', 'PreToolUse.web_search', 'PreToolUse.write_to_file',
  'TaskCancel', 'TaskComplete', 'TaskStart', 'UserPromptSubmit'];
export const unfired = {
  ...Object.fromEntries(vscode.map(name => [`vscode.${name}`, 'of the extension'])), SessionShutdown: 'without a reason: a hook ended the run', TaskResume: 'a session that goes on has another member',
};

// ---- what it does with an answer ----

export function judge(event, payload, { stdout, code }) {
  const v = {}, text = stdout.trim(), cli = isCli(payload), now = canIn(payload);
  let json = {};
  if (!cli && code !== 0) return { rejected: `exit ${code}: nothing of it counts` };
  try { json = text ? JSON.parse(text) : {}; } catch { return { rejected: 'not one JSON object' }; }
  if (cli && !['PreToolUse', 'PostToolUse'].includes(event)) return text ? { rejected: 'nobody reads it' } : {};
  const reason = json.errorMessage?.trim() ? json.errorMessage : undefined, context = json.context ?? json.contextModification;
  if (json.cancel === true) {
    if (!now.stop.includes(event)) return { rejected: 'there is nothing to cancel' };
    if (context !== undefined) return { rejected: 'the model never reads it' };
    v.stopped = reason ?? true;
    if (event !== 'PostToolUse') v.blocked = reason ?? '';
    return v;
  }
  if (json.overrideInput !== undefined) {
    if (!now.rewrite.includes(event)) return { rejected: 'a new input is ignored' };
    v.rewritten = json.overrideInput;
  }
  if (context ?? reason) {
    if (!now.context.includes(event)) return { rejected: 'context is ignored' };
    v.context = (context ?? reason).slice(0, 50000);
  }
  return v;
}
