// Files of Crush. What is exported, and what it means: tests/convert/forms.mjs.
import { flat, found } from '../../convert/shapes.mjs';

export const place = 'crush.json';
export const forms = { '': flat('PreToolUse', ['matcher', 'command'], {
  mcp: (server, tool) => `mcp_${server}_${tool}`,
  selects: (matcher, { name }) => matcher === undefined || matcher === '' || (!/\(\?!/.test(matcher) && found(matcher, name)), // Go's patterns, of which these are alike; "*" is none
}) };
