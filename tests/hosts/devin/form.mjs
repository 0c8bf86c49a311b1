// Files of Devin. What is exported, and what it means: tests/convert/forms.mjs.
import { anywhere, bare, groups, usual } from '../../convert/shapes.mjs';

export const place = '.devin/hooks.v1.json';
export const forms = { '': groups('PreToolUse', ['prompt'], {
  plain: bare, wrap: hooks => hooks,
  mcp: usual,
  selects: anywhere, // unanchored, as it is documented; taken for JavaScript's
}) };
