// Files of Claude Code. What is exported, and what it means: tests/convert/forms.mjs.
import { foundNew, groups, namesOr, usual } from '../../convert/shapes.mjs';

const names = name => [name, ...{ Agent: ['Task'], Monitor: ['Bash'] }[name] ?? []]; // hooks for Bash are called for what Monitor runs

export const place = '.claude/settings.json';
export const forms = { '': groups('PreToolUse', ['args', 'url', 'prompt', 'if'], {
  mcp: usual,
  notTools: ['Task'], // an old name of Agent
  selects: (matcher, { name }) => namesOr(matcher, names(name), foundNew),
}) };
