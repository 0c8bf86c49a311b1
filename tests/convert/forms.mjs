// forms.mjs - how agents have their hooks in files: tests/hosts/<id>/form.mjs of all whose files gaff converts.
//
// Written from what the agents were measured to do (make e2e, tests/hosts) and from their documentation, not from gaff's code:
// a matcher that gaff gets wrong must be wrong there. shapes.mjs has what several have in common. A form.mjs exports
//
//   place, home   where a project has its file, or only a user; nothing: it reads the files of `reads`
//   written       [place] what `--to all` writes, where the name is free
//   also          [none] what it writes besides, for hooks before and after tools
//   reads         [none] the agent whose files it reads
//   takenFor      [none] whom a file may be taken for by what is in it, undefined: nobody
//   isAlike       [false] most of its files are
//   beforeModel   [false] it has an event before a model is asked
//   shared        [none] { event: { tool: which matchers } } of tools that share a name with another, which then is the one called
//   apart         [none] what names of MCP tools are like in matchers.json, where matchers for them are apart
//   forms         what can be written, the first by default, of each
//
//     shape       groups, flat or list, as in layout.h
//     before      its event before a tool is called
//     events      [none] { event: word } of those before single tools
//     event       of list: the member with the event
//     decides     members of entries and groups that say what runs, and when
//     command     where the line for a shell is, if not in a member of that name
//     inner       an object of the entry that has some of its members
//     plain       its value as { hooks }, where it is something else; wrap: the other way round
//     file        (matcher, command) → the value of a file with this hook, where it is not the usual one of its shape
//     syntax      toml, module or script
//     parse       how the agent reads a text, where it is not JSON.parse
//     expands     [false] it replaces variables before a shell sees them
//     mcp         (server, tool) → what it calls a tool of an MCP server; nothing: nobody knows
//     noHyphens   [false] those have none, so which name it was cannot be told
//     strangers   [two] names of tools that nobody knows
//     tools       [those of `gaff hosts`] [name, canonical word]
//     notTools    [none] names among those of `gaff hosts` that are old ones of others
//     tellsWords  [false] losses name the words of tools, as it has no names for them
//     matchers    [none] more of its own that are tried
//     selects     (matcher, { name, mcp }): does it run a hook with this matcher for this tool? Nothing: it has no matchers
//     spellings   [none] { event: the same } of its other names for `before`
import fs from 'node:fs';
import path from 'node:path';

const folder = path.join(path.dirname(path.dirname(new URL(import.meta.url).pathname)), 'hosts');
const known = ['place', 'home', 'written', 'also', 'reads', 'takenFor', 'isAlike', 'beforeModel', 'shared', 'apart', 'forms'];
const knownOfForms = ['shape', 'before', 'events', 'event', 'decides', 'command', 'inner', 'plain', 'wrap', 'file', 'syntax', 'parse', 'expands', 'mcp', 'noHyphens', 'strangers', 'tools', 'notTools', 'tellsWords', 'matchers', 'selects', 'spellings'];

async function load(id) {
  const host = await import(`../hosts/${id}/form.mjs`);
  const wrong = [...Object.keys(host).filter(name => !known.includes(name)), ...Object.values(host.forms).flatMap(form => Object.keys(form).filter(name => !knownOfForms.includes(name)))]; // a misspelt one would be none
  if (wrong.length) throw new Error(`tests/hosts/${id}/form.mjs has ${wrong.join(', ')}`);
  return { written: host.place, also: [], takenFor: [], shared: {}, ...host, formats: Object.keys(host.forms) };
}

export const hosts = {}; // in the order of `gaff convert --help`
for (const id of fs.readdirSync(folder).sort()) if (fs.existsSync(path.join(folder, id, 'form.mjs'))) hosts[id] = await load(id);
export const ids = Object.keys(hosts);
