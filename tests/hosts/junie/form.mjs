// Files of Junie. What is exported, and what it means: tests/convert/forms.mjs.
import { found, groups, namesOr } from '../../convert/shapes.mjs';

export const home = '.junie/config.json';
export const takenFor = ['claude-code'];
export const isAlike = true; // they differ in nothing
export const forms = { '': groups('PreToolUse', [], {
  selects: (matcher, { name }) => namesOr(matcher, [name], found), // as it is documented: as in Claude Code; what it calls tools of MCP servers is not, and nothing tells that they are any
}) };
