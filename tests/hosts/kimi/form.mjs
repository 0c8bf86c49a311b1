// Files of Kimi Code. What is exported, and what it means: tests/convert/forms.mjs.
import { found, list, usual } from '../../convert/shapes.mjs';

export const home = '.kimi-code/config.toml';
export const forms = { '': list('PreToolUse', 'event', ['event', 'matcher', 'command'], {
  syntax: 'toml',
  mcp: usual,
  selects: (matcher, { name }) => matcher === undefined || matcher === '' || found(matcher, name), // "*" is no pattern
}) };
