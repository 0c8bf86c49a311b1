// Files of Gemini CLI. What is exported, and what it means: tests/convert/forms.mjs.
import { found, groups, js } from '../../convert/shapes.mjs';

export const place = '.gemini/settings.json';
export const beforeModel = true;
export const forms = { '': groups('BeforeTool', [], {
  expands: true,
  mcp: (server, tool) => `mcp_${server}_${tool}`,
  selects(matcher, { name }) {
    const text = matcher?.trim();
    if (text === undefined || text === '' || text === '*') return true;
    return js(text) ? found(text, name) : text === name;
  },
}) };
