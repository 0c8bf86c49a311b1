// Files of Qwen Code. What is exported, and what it means: tests/convert/forms.mjs.
import { found, groups, usual } from '../../convert/shapes.mjs';

const aliases = {
  run_shell_command: ['Bash', 'Shell', 'ShellTool'], monitor: ['Monitor'], read_file: ['Read', 'ReadFile'], write_file: ['Write', 'WriteFile'], edit: ['Edit', 'EditFile', 'replace'], notebook_edit: ['NotebookEdit'], grep_search: ['Grep', 'search_file_content', 'SearchFiles'],
  glob: ['Glob', 'FindFiles'], web_fetch: ['WebFetch'], web_search: ['WebSearch'], agent: ['Agent', 'Task', 'task', 'TaskTool'],
};
function entriesOf(text) {
  const entries = [''];
  let depth = 0, square = false;
  for (let i = 0; i < text.length; i++) {
    const ch = text[i];
    if (ch === '\\') {
      entries[entries.length - 1] += ch + (text[++i] ?? '');
      continue;
    }
    if (square) square = ch !== ']';
    else if (ch === '[') square = true;
    else if (ch === '(') depth++;
    else if (ch === ')') depth = Math.max(0, depth - 1);
    if (ch === '|' && !square && !depth) entries.push('');
    else entries[entries.length - 1] += ch;
  }
  return entries.map(e => e.trim()).filter(Boolean);
}

export const place = '.qwen/settings.json';
export const takenFor = ['claude-code'];
export const forms = { '': groups('PreToolUse', ['url', 'prompt'], {
  expands: true,
  mcp: usual,
  selects(matcher, { name }) {
    const text = matcher?.trim(), names = [name, ...aliases[name] ?? []];
    if (text === undefined || ['', '*', '.*'].includes(text) || names.includes(text)) return true;
    if (!text.includes('|') || /^[\^(]/.test(text)) return found(text, name);
    const entries = entriesOf(text);
    if (entries.some(e => ['*', '.*'].includes(e) || names.includes(e))) return true;
    return entries.length > 0 && found(entries.join('|'), name);
  },
}) };
