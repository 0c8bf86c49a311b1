// Files of Factory Droid. What is exported, and what it means: tests/convert/forms.mjs.
import { foundNew, groups } from '../../convert/shapes.mjs';

export const place = '.factory/settings.json';
export const takenFor = ['claude-code'];
export const forms = { '': groups('PreToolUse', [], {
  mcp: (server, tool) => `${server}___${tool}`,
  selects: (matcher, { name }) => matcher === undefined || matcher === '' || matcher === '*' || foundNew(matcher, name),
}) };
