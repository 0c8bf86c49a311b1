// Files of VS Code. What is exported, and what it means: tests/convert/forms.mjs.
import { flat } from '../../convert/shapes.mjs';

export const reads = 'copilot-cli';
export const takenFor = ['claude-code', 'copilot-cli'];
export const forms = { '': flat('PreToolUse', ['hooks', 'type', 'command', 'windows', 'linux', 'osx'], {
  mcp: (server, tool) => `${server}/${tool}`,
  tools: [['run_in_terminal', 'shell'], ['read_file', 'file_read'], ['create_file', 'file_write'], ['replace_string_in_file', 'file_edit'], ['multi_replace_string_in_file', 'file_edit'], ['insert_edit_into_file', 'file_edit'], ['apply_patch', 'file_edit']],
}) };
