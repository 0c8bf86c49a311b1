// Files of Cursor. What is exported, and what it means: tests/convert/forms.mjs.
import { anywhere, flat } from '../../convert/shapes.mjs';

// What its model calls them: no hook is called for these names, but who writes them means the tool.
const aliases = { Shell: 'run_terminal_cmd', Read: 'read_file', Write: 'edit_file', Grep: 'grep_search', WebSearch: 'web_search' };

export const place = '.cursor/hooks.json';
export const forms = { '': flat('preToolUse', ['matcher', 'type', 'command', 'prompt'], {
  events: { beforeShellExecution: 'shell', beforeMCPExecution: 'mcp', beforeReadFile: 'file_read' },
  wrap: hooks => ({ version: 1, hooks }),
  parse: text => JSON.parse(text.replace(/\/\/[^\n]*/g, '').replace(/\/\*[^]*?\*\//g, '')), // what looks like a comment is one, inside of texts too
  mcp: (server, tool) => `MCP:${tool}`,
  selects: (matcher, tool) => anywhere(matcher, tool) || (matcher ?? '').replace(/[()^$]/g, '').split('|').includes(aliases[tool.name]),
}) };
