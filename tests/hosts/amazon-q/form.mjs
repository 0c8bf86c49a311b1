// Files of Amazon Q: agents, of which it reads the hooks of the one in use. What is exported, and what it means: tests/convert/forms.mjs.
import { flat, glob } from '../../convert/shapes.mjs';

export const place = '.amazonq/cli-agents/hooks.json';
export const takenFor = [undefined, 'kiro'];
export const isAlike = true; // agent files of Kiro are the same
export const forms = { '': flat('preToolUse', ['matcher', 'command'], {
  mcp: (server, tool) => `@${server}/${tool}`,
  selects(matcher, { name, mcp }) { // as its source has it
    if (matcher === undefined || matcher === '' || matcher === '*') return true;
    if (matcher === '@builtin') return mcp === null;
    if (matcher.startsWith('@') && !matcher.includes('/')) return mcp !== null && matcher === `@${mcp.server}`;
    return glob(matcher, name);
  },
}) };
