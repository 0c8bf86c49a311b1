// Files of Windsurf. What is exported, and what it means: tests/convert/forms.mjs.
import { flat } from '../../convert/shapes.mjs';

export const place = '.windsurf/hooks.json';
export const forms = { '': flat('', ['command', 'powershell'], {
  events: { pre_run_command: 'shell', pre_read_code: 'file_read', pre_write_code: 'file_write', pre_mcp_tool_use: 'mcp' },
  mcp: (server, tool) => `${server}/${tool}`,
  strangers: [], // its events are all there is
  tools: [['shell', 'shell'], ['file_read', 'file_read'], ['file_write', 'file_write'], ['file_write', 'file_edit']], // it tells no names
  tellsWords: true,
}) };
