// shapes.mjs - what tests/hosts/<host>/form.mjs are made of: shapes of files, and how matchers are held against names.

// ---- shapes ----

export const groups = (before, more = [], rest = {}) => ({ shape: 'groups', before, decides: ['matcher', 'hooks', 'type', 'command', ...more], ...rest });
export const flat = (before, decides, rest = {}) => ({ shape: 'flat', before, decides, ...rest });
export const list = (before, event, decides, rest = {}) => ({ shape: 'list', before, event, decides, ...rest });
export const module = (before, rest = {}) => list(before, 'event', ['event', 'matcher', 'command'], { syntax: 'module', ...rest });

// The file itself is what "hooks" is elsewhere.
export const bare = native => native.hooks ? native : { hooks: Object.fromEntries(Object.entries(native).filter(([name]) => !/^[_$]/.test(name))) };
// NAME: { "enabled": …, EVENT: [ … ] }
export const named = native => ({ hooks: Object.entries(native).filter(([, group]) => typeof group === 'object').reduce((all, [name, { enabled, ...group }]) => {
  for (const [event, elements] of Object.entries(group)) if (Array.isArray(elements)) all[event] = [...all[event] ?? [], ...elements.map(e => Array.isArray(e?.hooks) ? { ...e, hooks: e.hooks.map(x => ({ ...x, enabled })) } : { ...e, enabled })];
  return all;
}, {}) });

// ---- names of MCP servers' tools ----

export const usual = (server, tool) => `mcp__${server}__${tool}`;
export const underscored = (server, tool) => usual(server, tool).replaceAll('-', '_');

// ---- patterns ----

// Of newer versions of JavaScript than this one: (?i:…) around all of it, and between anchors.
const newer = /^(\^\(\?:)?\(\?i:(.*)\)(\)\$)?$/;
export const js = (text, flags, isNew = false) => {
  try {
    const found = isNew && newer.exec(text);
    return found ? new RegExp(`${found[1] ?? ''}${found[2]}${found[3] ?? ''}`, 'i') : new RegExp(text, flags);
  } catch {
    return null;
  }
};
export const found = (pattern, ...names) => names.some(name => js(pattern)?.test(name) ?? false);
export const foundNew = (pattern, ...names) => names.some(name => js(pattern, '', true)?.test(name) ?? false);
export const glob = (pattern, name) => new RegExp(`^${pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*').replaceAll('?', '.')}$`).test(name);

// Rust's syntax, as far as it is met here.
export function rust(text) {
  if (/\(\?[=!<]/.test(text) && !/\(\?P?</.test(text)) return null;
  let flags = '', t = text;
  if (t.startsWith('(?i)')) [flags, t] = ['i', t.slice(4)];
  if (t.startsWith('(?i:')) [flags, t] = ['i', `(?:${t.slice(4)}`];
  if (t.startsWith('(?x)')) t = t.slice(4).replaceAll(' ', '');
  if (t.includes('\\p{')) flags += 'u';
  t = t.replaceAll('[[:alpha:]]', '[A-Za-z]').replaceAll(/\[\[([^[\]]*)\]\]/g, '[$1]'); // a class in a class
  return js(t.replaceAll('\\z', '$').replaceAll('\\A', '^').replaceAll('(?P<', '(?<').replaceAll('\\pl', '[A-Za-z]'), flags);
}

// A pattern, found anywhere; nothing and "*" are every tool.
export const anywhere = (matcher, { name }) => matcher === undefined || matcher === '' || matcher === '*' || found(matcher, name);
// Names between "|" and ",", or a pattern.
export const namesOr = (matcher, names, finds) => {
  if (matcher === undefined || matcher === '' || matcher === '*') return true;
  if (/^[A-Za-z0-9_|, -]*$/.test(matcher)) return matcher.split(/[|,]/).map(x => x.trim()).filter(Boolean).some(x => names.includes(x));
  return finds(matcher, ...names);
};
