// model.mjs - which tools a matcher selects: by each agent's own rules (tests/hosts/<host>/form.mjs), and by those of manifests.
import { call, entriesOf, formOf, hosts } from './lib.mjs';

// ---- tools ----

export const words = ['shell', 'file_read', 'file_write', 'file_edit', 'search', 'find', 'web_search', 'web_fetch', 'agent', 'mcp'];

const servers = [['github', 'create_issue'], ['github', 'delete_repo'], ['gitlab', 'create_issue'], ['lab', 'mark'], ['files', 'file_read'], ['docs', 'Bash_like'], ['my-server', 'do-it']];

function rows(id) {
  const { tools: own, notTools = [] } = formOf(id);
  if (own) return own;
  const { hosts: [host] } = JSON.parse(call(['hosts', id, '--tools', '--json']).stdout);
  const isRun = host.tools.some(t => t.evidence === 'measured'); // or it is as usual as any, where nobody could look
  return host.tools.filter(t => !notTools.includes(t.tool)).map(t => [t.tool, words.includes(t.canonical) ? t.canonical : '', !isRun || t.evidence === 'measured', t.alias]);
}

// Every tool that a matcher is tried on: { name, words, mcp: { server, tool } | null, known, isMeasured, isAlias }.
const kept = new Map();
export function tools(id) {
  if (kept.has(id)) return kept.get(id);
  const byName = new Map();
  for (const [name, word, isMeasured = true, isAlias = false] of rows(id)) {
    const tool = byName.get(name) ?? { name, words: [], mcp: null, known: true, isMeasured, isAlias };
    if (word) tool.words.push(word);
    byName.set(name, tool);
  }
  const { mcp, noHyphens, strangers = ['Frobnicate', 'frobnicate_all'] } = formOf(id);
  for (const [server, tool] of mcp ? servers : []) {
    const name = mcp(server, tool);
    byName.set(`${name} of ${server}`, { name, words: ['mcp'], mcp: { server, tool }, hasHyphens: !noHyphens, known: false });
  }
  for (const name of strangers) byName.set(name, { name, words: [], mcp: null, known: false });
  const list = [...byName.values()];
  kept.set(id, list);
  return list;
}
export const mcpName = (id, server, tool) => formOf(id).mcp?.(server, tool) ?? tool;

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

// ---- which tools the entries of a file are run for, before they are ---- (entries: of one hook)

// `native` is the value of a file.
export function fileSelects(id, native, tool) {
  const { before, events = {}, selects = () => true } = formOf(id);
  return entriesOf(id, native).some(({ event, group }) => (event === before && selects(group.matcher, tool)) || tool.words.includes(events[event]));
}

export const variants = Object.keys(hosts).flatMap(id => hosts[id].formats.filter(f => f !== 'toml').map(f => ({ id: f ? `${id} ${f}` : id, host: id, out: f })));
