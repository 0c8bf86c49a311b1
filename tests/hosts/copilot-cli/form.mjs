// Files of Copilot CLI. What is exported, and what it means: tests/convert/forms.mjs.
import { flat, foundNew } from '../../convert/shapes.mjs';

const pascal = { Bash: ['bash'], Read: ['view'], Write: ['create'], Edit: ['edit'], Grep: ['rg'], Glob: ['glob'], WebFetch: ['web_fetch'], Agent: ['task', 'Task'] };

export const place = '.github/hooks/copilot.json';
export const written = '.github/hooks/hooks.json';
export const shared = { PreToolUse: { Grep: /\bgrep\b/, Edit: /\bapply_patch\b/ } }; // its own names of two tools each
export const forms = { '': flat('preToolUse', ['matcher', 'hooks', 'type', 'bash', 'powershell', 'exec', 'args', 'url', 'prompt'], {
  command: e => e.bash,
  file: (matcher, command) => ({ version: 1, hooks: { preToolUse: [{ type: 'command', bash: command, matcher }] } }),
  mcp: (server, tool) => `${server}-${tool}`,
  selects: (matcher, { name }) => matcher === undefined || (matcher !== '' && foundNew(`^(?:${matcher})$`, name)), // of its own events, in camelCase
  spellings: {
    PreToolUse(matcher, { name }) { // of events by the names that Claude Code has for them; so are those of tools
      const text = matcher?.trim(), names = [name, ...pascal[name] ?? []];
      if (matcher === '') return false;
      if (text === undefined || ['', '*', '**'].includes(text)) return true;
      return /^[A-Za-z0-9_|]*$/.test(text) ? text.split('|').some(x => names.includes(x)) : foundNew(`^(?:${text})$`, name);
    },
  },
}) };
