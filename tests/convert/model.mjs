// model.mjs - which tools a matcher selects: by each agent's own rules, and by those of manifests.
//
// Written from what the agents were measured to do (make e2e, tests/hosts) and from their documentation, not from gaff's code:
// a matcher that gaff gets wrong must be wrong here.
import { call, entriesOf, formOf, hosts } from './lib.mjs';

// ---- tools ----

export const words = ['shell', 'file_read', 'file_write', 'file_edit', 'search', 'find', 'web_search', 'web_fetch', 'agent', 'mcp'];

// Of MCP servers: what the agent calls them.
const spelling = {
  'amazon-q': (server, tool) => `@${server}/${tool}`,
  amp: (server, tool) => `mcp__${server}__${tool}`,
  antigravity: null, // not documented
  'claude-code': (server, tool) => `mcp__${server}__${tool}`,
  cline: (server, tool) => `${server}__${tool}`,
  codex: (server, tool) => `mcp__${server}__${tool}`.replaceAll('-', '_'),
  'copilot-cli': (server, tool) => `${server}-${tool}`,
  crush: (server, tool) => `mcp_${server}_${tool}`,
  cursor: (server, tool) => `MCP:${tool}`,
  devin: (server, tool) => `mcp__${server}__${tool}`,
  'factory-droid': (server, tool) => `${server}___${tool}`,
  'gemini-cli': (server, tool) => `mcp_${server}_${tool}`,
  junie: null, // what it calls them is not documented, and nothing tells that they are any
  kimi: (server, tool) => `mcp__${server}__${tool}`,
  kiro: (server, tool) => `mcp_${server}_${tool}`,
  'kiro agent': (server, tool) => `@${server}/${tool}`,
  opencode: (server, tool) => `${server}_${tool}`,
  pi: (server, tool) => `mcp__${server}__${tool}`.replaceAll('-', '_'),
  'qwen-code': (server, tool) => `mcp__${server}__${tool}`,
  trae: (server, tool) => `mcp__${server}__${tool}`,
  'vs-code-copilot': (server, tool) => `${server}/${tool}`,
  windsurf: (server, tool) => `${server}/${tool}`,
};
const servers = [['github', 'create_issue'], ['github', 'delete_repo'], ['gitlab', 'create_issue'], ['lab', 'mark'], ['files', 'file_read'], ['docs', 'Bash_like'], ['my-server', 'do-it']];

// Agents that `gaff hosts` does not list: from their documentation. Kiro's tags stand beside the words.
const documented = {
  kiro: [['execute_bash', 'shell'], ['execute_pwsh', 'shell'], ['read_file', 'file_read'], ['fs_write', 'file_write'], ['str_replace', 'file_edit'], ['fs_append', 'file_edit'], ['grep_search', 'search'], ['file_search', 'find'],
    ['remote_web_search', 'web_search'], ['web_fetch', 'web_fetch'], ['list_directory', ''], ['delete_file', '']],
  'kiro agent': [['execute_bash', 'shell'], ['fs_read', 'file_read'], ['fs_write', 'file_write'], ['fs_write', 'file_edit'], ['grep', 'search'], ['glob', 'find'], ['web_search', 'web_search'], ['web_fetch', 'web_fetch'], ['use_subagent', 'agent'], ['use_aws', '']],
  'vs-code-copilot': [['run_in_terminal', 'shell'], ['read_file', 'file_read'], ['create_file', 'file_write'], ['replace_string_in_file', 'file_edit'], ['multi_replace_string_in_file', 'file_edit'], ['insert_edit_into_file', 'file_edit'], ['apply_patch', 'file_edit']],
  windsurf: [['shell', 'shell'], ['file_read', 'file_read'], ['file_write', 'file_write'], ['file_write', 'file_edit']], // it tells no names
};

// Task is an old name of Claude Code's Agent, and no tool of its own.
function rows(id) {
  if (documented[id]) return documented[id];
  const { hosts: [host] } = JSON.parse(call(['hosts', id, '--tools', '--json']).stdout);
  const isRun = host.tools.some(t => t.evidence === 'measured'); // or it is as usual as any, where nobody could look
  return host.tools.filter(t => id !== 'claude-code' || t.tool !== 'Task').map(t => [t.tool, words.includes(t.canonical) ? t.canonical : '', !isRun || t.evidence === 'measured']);
}

// Every tool that a matcher is tried on: { name, words, mcp: { server, tool } | null, known, isMeasured }.
const kept = new Map();
export function tools(id) {
  if (kept.has(id)) return kept.get(id);
  const byName = new Map();
  for (const [name, word, isMeasured = true] of rows(id)) {
    const tool = byName.get(name) ?? { name, words: [], mcp: null, known: true, isMeasured };
    if (word) tool.words.push(word);
    byName.set(name, tool);
  }
  for (const [server, tool] of spelling[id] ? servers : []) {
    const name = spelling[id](server, tool);
    byName.set(`${name} of ${server}`, { name, words: ['mcp'], mcp: { server, tool }, hasHyphens: !['codex', 'pi'].includes(id), known: false });
  }
  for (const name of ['Frobnicate', 'frobnicate_all']) byName.set(name, { name, words: [], mcp: null, known: false });
  if (id === 'windsurf') for (const name of ['Frobnicate', 'frobnicate_all']) byName.delete(name); // its events are all there is
  if (id === 'opencode') byName.delete('frobnicate_all'); // with a "_" in it it would be one of a server
  const list = [...byName.values()];
  kept.set(id, list);
  return list;
}
export const mcpName = (id, server, tool) => spelling[id]?.(server, tool) ?? tool;

// ---- manifests ----

export function manifestSelects(matcher, tool) {
  if (matcher === undefined) return true;
  if (Array.isArray(matcher)) return matcher.some(one => manifestSelects(one, tool));
  if (typeof matcher === 'string') return words.includes(matcher) ? tool.words.includes(matcher) : tool.name === matcher;
  if (matcher.pattern !== undefined) {
    const names = [tool.name, ...tool.words, ...tool.mcp ? [`mcp__${tool.mcp.server}__${tool.mcp.tool}`] : []];
    return names.some(name => re2(matcher.pattern).test(name));
  }
  const isCalled = (word, name) => word === name || (!tool.hasHyphens && word === name.replaceAll('-', '_')); // which is all that it tells
  return tool.mcp !== null && isCalled(matcher.mcp.server, tool.mcp.server) && (matcher.mcp.tool === undefined || isCalled(matcher.mcp.tool, tool.mcp.tool));
}

// The patterns tried are such that RE2 and JavaScript agree, but for these.
function re2(pattern) {
  let flags = '', text = pattern;
  if (text.startsWith('(?i)')) [flags, text] = ['i', text.slice(4)];
  return new RegExp(text.replaceAll('\\z', '$').replaceAll('\\A', '^').replaceAll('[[:alpha:]]', '[A-Za-z]'), flags);
}

// ---- agents ----

// Of newer versions of JavaScript than this one: (?i:…) around all of it, and between anchors.
const newer = /^(\^\(\?:)?\(\?i:(.*)\)(\)\$)?$/;
const js = (text, flags, isNew = false) => {
  try {
    const found = isNew && newer.exec(text);
    return found ? new RegExp(`${found[1] ?? ''}${found[2]}${found[3] ?? ''}`, 'i') : new RegExp(text, flags);
  } catch {
    return null;
  }
};
const found = (pattern, ...names) => names.some(name => js(pattern)?.test(name) ?? false);
const foundNew = (pattern, ...names) => names.some(name => js(pattern, '', true)?.test(name) ?? false);
const glob = (pattern, name) => new RegExp(`^${pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*').replaceAll('?', '.')}$`).test(name);

// Rust's syntax, as far as it is met here.
function rust(text) {
  if (/\(\?[=!<]/.test(text) && !/\(\?P?</.test(text)) return null;
  let flags = '', t = text;
  if (t.startsWith('(?i)')) [flags, t] = ['i', t.slice(4)];
  if (t.startsWith('(?i:')) [flags, t] = ['i', `(?:${t.slice(4)}`];
  if (t.startsWith('(?x)')) t = t.slice(4).replaceAll(' ', '');
  if (t.includes('\\p{')) flags += 'u';
  t = t.replaceAll('[[:alpha:]]', '[A-Za-z]').replaceAll(/\[\[([^[\]]*)\]\]/g, '[$1]'); // a class in a class
  return js(t.replaceAll('\\z', '$').replaceAll('\\A', '^').replaceAll('(?P<', '(?<').replaceAll('\\pl', '[A-Za-z]'), flags);
}

const claudeNames = name => [name, ...{ Agent: ['Task'], Monitor: ['Bash'] }[name] ?? []]; // hooks for Bash are called for what Monitor runs
const qwenAliases = {
  run_shell_command: ['Bash', 'Shell', 'ShellTool'], monitor: ['Monitor'], read_file: ['Read', 'ReadFile'], write_file: ['Write', 'WriteFile'], edit: ['Edit', 'EditFile', 'replace'], notebook_edit: ['NotebookEdit'], grep_search: ['Grep', 'search_file_content', 'SearchFiles'],
  glob: ['Glob', 'FindFiles'], web_fetch: ['WebFetch'], web_search: ['WebSearch'], agent: ['Agent', 'Task', 'task', 'TaskTool'],
};
function qwenEntries(text) {
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

const pascal = { Bash: ['bash'], Read: ['view'], Write: ['create'], Edit: ['edit'], Grep: ['rg'], Glob: ['glob'], WebFetch: ['web_fetch'], Agent: ['task', 'Task'] };
const kiroTags = {
  read: ['read_file', 'list_directory', 'file_search', 'grep_search'], write: ['fs_write', 'fs_append', 'str_replace', 'delete_file'], shell: ['execute_bash', 'execute_pwsh'], web: ['remote_web_search', 'web_fetch'],
};

// Does the agent run a hook with this matcher for this tool? undefined: it has none.
export const agentSelects = {
  'amazon-q'(matcher, { name, mcp }) { // as its source has it
    if (matcher === undefined || matcher === '' || matcher === '*') return true;
    if (matcher === '@builtin') return mcp === null;
    if (matcher.startsWith('@') && !matcher.includes('/')) return mcp !== null && matcher === `@${mcp.server}`;
    return glob(matcher, name);
  },
  amp(matcher, { name }) {
    return matcher === undefined || matcher === '' || matcher === '*' || found(matcher, name);
  },
  antigravity(matcher, { name }) { // for the whole name, as it is documented
    return matcher === undefined || matcher === '' || matcher === '*' || found(`^(?:${matcher})$`, name);
  },
  cline: () => true,
  'claude-code'(matcher, { name }) {
    if (matcher === undefined || matcher === '' || matcher === '*') return true;
    if (/^[A-Za-z0-9_|, -]*$/.test(matcher)) return matcher.split(/[|,]/).map(x => x.trim()).filter(Boolean).some(x => claudeNames(name).includes(x));
    return foundNew(matcher, ...claudeNames(name));
  },
  codex(matcher, { name }) {
    const names = name === 'apply_patch' ? [name, 'Write', 'Edit'] : [name];
    if (matcher === undefined || matcher === '' || matcher === '*') return true;
    if (/^[A-Za-z0-9_|]*$/.test(matcher)) return matcher.split('|').some(x => names.includes(x));
    return names.some(x => rust(matcher)?.test(x) ?? false);
  },
  'copilot-cli'(matcher, { name }) { // of its own events, in camelCase
    return matcher === undefined || (matcher !== '' && foundNew(`^(?:${matcher})$`, name));
  },
  'copilot-cli PreToolUse'(matcher, { name }) { // of events by the names that Claude Code has for them; so are those of tools
    const text = matcher?.trim(), names = [name, ...pascal[name] ?? []];
    if (matcher === '') return false;
    if (text === undefined || ['', '*', '**'].includes(text)) return true;
    return /^[A-Za-z0-9_|]*$/.test(text) ? text.split('|').some(x => names.includes(x)) : foundNew(`^(?:${text})$`, name);
  },
  crush(matcher, { name }) { // Go's patterns, of which these are alike; "*" is none
    return matcher === undefined || matcher === '' || (!/\(\?!/.test(matcher) && found(matcher, name));
  },
  cursor(matcher, { name }) {
    return matcher === undefined || matcher === '' || matcher === '*' || found(matcher, name);
  },
  devin(matcher, { name }) { // unanchored, as it is documented; taken for JavaScript's
    return matcher === undefined || matcher === '' || matcher === '*' || found(matcher, name);
  },
  'factory-droid'(matcher, { name }) {
    return matcher === undefined || matcher === '' || matcher === '*' || foundNew(matcher, name);
  },
  'gemini-cli'(matcher, { name }) {
    const text = matcher?.trim();
    if (text === undefined || text === '' || text === '*') return true;
    return js(text) ? found(text, name) : text === name;
  },
  junie(matcher, { name }) { // as it is documented: as in Claude Code
    if (matcher === undefined || matcher === '' || matcher === '*') return true;
    if (/^[A-Za-z0-9_|, -]*$/.test(matcher)) return matcher.split(/[|,]/).map(x => x.trim()).filter(Boolean).includes(name);
    return found(matcher, name);
  },
  kimi(matcher, { name }) { // "*" is no pattern
    return matcher === undefined || matcher === '' || found(matcher, name);
  },
  kiro(matcher, { name, mcp }) {
    if (matcher === undefined || matcher === '' || matcher === '*') return true;
    if (matcher === '@mcp') return mcp !== null;
    if (matcher === '@builtin') return mcp === null;
    if (matcher.startsWith('@')) return mcp !== null && [`@${mcp.server}`, `@${mcp.server}/${mcp.tool}`].includes(matcher);
    if (/^[A-Za-z0-9_-]+$/.test(matcher)) return matcher === name || (kiroTags[matcher] ?? []).includes(name);
    return found(matcher, name);
  },
  'kiro agent'(matcher, { name, mcp }) {
    if (matcher === undefined || matcher === '' || matcher === '*') return true;
    if (matcher === '@builtin') return mcp === null;
    if (matcher.startsWith('@') && !matcher.includes('/')) return mcp !== null && matcher === `@${mcp.server}`;
    const aliases = { execute_bash: 'shell', fs_read: 'read', fs_write: 'write', use_aws: 'aws' };
    return glob(matcher, name) || matcher === aliases[name];
  },
  opencode(matcher, { name }) {
    return matcher === undefined || matcher === '' || matcher === '*' || found(matcher, name);
  },
  pi(matcher, { name }) {
    return matcher === undefined || matcher === '' || matcher === '*' || found(matcher, name);
  },
  'qwen-code'(matcher, { name }) {
    const text = matcher?.trim(), aliases = [name, ...qwenAliases[name] ?? []];
    if (text === undefined || ['', '*', '.*'].includes(text) || aliases.includes(text)) return true;
    if (!text.includes('|') || /^[\^(]/.test(text)) return found(text, name);
    const entries = qwenEntries(text);
    if (entries.some(e => ['*', '.*'].includes(e) || aliases.includes(e))) return true;
    return entries.length > 0 && found(entries.join('|'), name);
  },
  trae(matcher, { name }) { // as it is documented
    return matcher === undefined || matcher === '' || matcher === '*' || found(matcher, name);
  },
  'vs-code-copilot': () => true,
};

// ---- which tools the entries of a file are run for, before they are ---- (entries: of one hook)

const windsurf = { pre_run_command: 'shell', pre_read_code: 'file_read', pre_write_code: 'file_write', pre_mcp_tool_use: 'mcp' };

// `native` is the value of a file.
export function fileSelects(id, native, tool) {
  if (id === 'windsurf') return Object.keys(native.hooks).some(event => tool.words.includes(windsurf[event]));
  const split = { beforeShellExecution: 'shell', beforeMCPExecution: 'mcp', beforeReadFile: 'file_read' }; // of Cursor
  return entriesOf(id, native).some(({ event, group }) => (event === formOf(id).before && agentSelects[id](group.matcher, tool)) || (id === 'cursor' && tool.words.includes(split[event])));
}

export const variants = Object.keys(hosts).flatMap(id => hosts[id].formats.filter(f => f !== 'toml').map(f => ({ id: f ? `${id} ${f}` : id, host: id, out: f })));
