// Files of Codex. What is exported, and what it means: tests/convert/forms.mjs.
import { groups, rust, underscored } from '../../convert/shapes.mjs';

export const place = '.codex/hooks.json';
export const takenFor = ['claude-code'];
const json = groups('PreToolUse', ['commandWindows', 'command_windows'], {
  mcp: underscored, noHyphens: true,
  selects(matcher, { name }) {
    const names = name === 'apply_patch' ? [name, 'Write', 'Edit'] : [name];
    if (matcher === undefined || matcher === '' || matcher === '*') return true;
    if (/^[A-Za-z0-9_|]*$/.test(matcher)) return matcher.split('|').some(x => names.includes(x));
    return names.some(x => rust(matcher)?.test(x) ?? false);
  },
});
export const forms = { '': json, toml: { ...json, syntax: 'toml' } };
