// Files of Antigravity. What is exported, and what it means: tests/convert/forms.mjs.
import { found, groups, named } from '../../convert/shapes.mjs';

export const place = '.agents/hooks.json';
export const beforeModel = true; // which cannot block
export const forms = { '': groups('PreToolUse', ['enabled'], {
  plain: named, wrap: hooks => ({ guard: hooks }), // what it calls tools of MCP servers is not documented
  selects: (matcher, { name }) => matcher === undefined || matcher === '' || matcher === '*' || found(`^(?:${matcher})$`, name), // for the whole name, as it is documented
}) };
