// Files of Trae. What is exported, and what it means: tests/convert/forms.mjs.
import { anywhere, groups, usual } from '../../convert/shapes.mjs';

export const place = '.trae/hooks.json';
export const forms = { '': groups('PreToolUse', [], { mcp: usual, selects: anywhere }) }; // as it is documented
