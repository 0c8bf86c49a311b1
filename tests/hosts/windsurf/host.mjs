// Windsurf's Cascade, as its last documentation (2026-09) has it. What is exported, and what it means: tests/hosts.mjs.
export const title = 'Windsurf';
export const shell = { event: 'pre_run_command', case: 'pre_run_command' };
export const prolongs = {};
export const noOpinion = '';
export const privateStderr = false; // shown to the user, or to the model

export const tools = ['pre_run_command', 'pre_read_code', 'pre_write_code', 'pre_mcp_tool_use'];
export const afterwards = ['post_run_command', 'post_read_code', 'post_write_code', 'post_mcp_tool_use', 'post_cascade_response'];
export const unknown = ['pre_something_new'];
export const can = { deny: [...tools, 'pre_user_prompt'], allow: [], ask: [], context: [], denyContext: [], rewrite: [], message: [], stop: [], env: [] };

export const waits = { '*': 30000 }; // what gaff supposes: it is not documented
export const vocabulary = { shell: ['run_command'], file_read: ['read_code'], file_write: ['write_code'], file_edit: ['write_code'] };
export const toolName = p => p.tool_info.mcp_tool_name ?? p.agent_action_name.replace(/^(pre|post)_/, ''); // the event is the tool
export const toolInput = p => p.tool_info.mcp_tool_arguments ?? p.tool_info;
export const command = p => p.tool_info.command_line;
export const path = p => p.tool_info.file_path;
export const prompt = p => p.tool_info.user_prompt;
export const session = p => p.trajectory_id;
export const install = { file: '.codeium/windsurf/hooks.json', project: '.windsurf/hooks.json', shape: 'flat', event: 'pre_run_command', comments: true, anything: true };
export const unnamed = ['post_cascade_response', 'post_cascade_response_with_transcript', 'post_mcp_tool_use', 'post_read_code', 'post_run_command', 'post_setup_worktree', 'post_write_code', 'pre_mcp_tool_use', 'pre_read_code', 'pre_run_command', 'pre_user_prompt', 'pre_write_code'].flatMap(event => [`${event} cwd`, `${event} project_dir`]);

// ---- what it does with an answer ----

export function judge(event, payload, { stdout, stderr, code }) {
  if (stdout) return { rejected: 'what is printed is never read' };
  if (code === 2 && !event.startsWith('pre_')) return { rejected: 'it is too late to block' };
  if (code === 2) return { blocked: stderr.trim() };
  return code === 0 ? {} : { rejected: `exit ${code}` };
}
