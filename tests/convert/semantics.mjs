// semantics.mjs - a converted matcher selects what the other one selected, or a loss names the tools that differ.
//
// Both sides are evaluated by model.mjs, over every tool of the agent, some of MCP servers, and some that nobody knows.
import fs from 'node:fs';
import path from 'node:path';
import { finish, ok, test } from '../check.mjs';
import { batch, formOf, hosts, inputOf, isOf, random, root, slow, textOf, valuesOf } from './lib.mjs';
import { fileSelects, manifestSelects, mcpName, tools, variants, words } from './model.mjs';
import { isOfServer } from './selects.mjs';

const unsupported = -3;
const rounds = Math.ceil(Number(process.env.ROUNDS ?? 60) / slow);

// ---- the model ----

for (const { host, event, tools: seen, matchers } of JSON.parse(fs.readFileSync(path.join(root, 'tests/convert/matchers.json'), 'utf8'))) {
  if (!hosts[host]) continue; // its files are not converted
  const { spellings, selects: usual } = formOf(host), selects = spellings?.[event] ?? usual;
  test(`${host} ${event}: the model matches as it was measured`, () => none(matchers.flatMap(([m, want]) => {
    const got = seen.filter(name => selects(m ?? undefined, { name, words: [], mcp: isOfServer(host, name) ? {} : null }));
    return JSON.stringify(got) === JSON.stringify(want) ? [] : [`${show(m)}: ${got} for ${want}`];
  })));
}

// ---- what is tried ----

const patterns = ['file_(read|write|edit)', '^shell$', 'Bash', '^(Edit|Write)$', 'web_', '.', '.*', 'mcp__github__', '^mcp__github__create_issue$', 'mcp__.*__create_.*', '(?i)bash', 'Ba.h', '^file_', 'search$', 'create_issue', 'shell\\z',
  '\\Afile_read', '[[:alpha:]]+_read', 'Read|Shell|read', '^(shell|mcp__lab__mark)$', 'lab', 'mark$', 'x{2}', '^agent$', 'edit', 'a.*e', '^mcp', 'task|Task', '[A-Z]', '_'];
const mcps = [{ server: 'github' }, { server: 'github', tool: 'create_issue' }, { server: 'lab', tool: 'mark' }, { server: 'my-server' }, { server: 'my-server', tool: 'do-it' }, { server: 'nowhere', tool: 'x' }, { server: 'files', tool: 'file_read' }];
const foreign = ['Bash', 'Shell', 'run_shell_command', 'NotebookEdit', 'apply_patch', 'Write', 'Frobnicate', 'a.b', 'Nobody has this', 'mcp__github__create_issue'];

function manifestMatchers(id) {
  const names = tools(id).filter(t => t.known).map(t => t.name);
  const single = [...words, ...names, ...foreign, ...patterns.map(pattern => ({ pattern })), ...mcps.map(mcp => ({ mcp }))];
  const list = [undefined, ...single];
  words.forEach((w, i) => words.slice(i + 1).forEach(v => list.push([w, v])));
  list.push(['shell', { pattern: 'file_' }], ['shell', { mcp: { server: 'github' } }, 'NotebookEdit'], [{ mcp: { server: 'github' } }, { mcp: { server: 'lab', tool: 'mark' } }], ['mcp', 'file_read'], words);
  const r = random(words.length + names.length);
  for (let i = 0; i < rounds; i++) list.push(r.some(single, 1 + r.below(5)));
  return list;
}

function nativeMatchers(id) {
  const all = tools(id), names = all.filter(t => t.known).map(t => t.name), r = random(names.length * 7);
  const list = ['', '*', '.*', ...names, ...names.map(n => `^${n}$`), ...names.map(n => n.slice(0, -1)), ...all.filter(t => t.mcp).map(t => t.name), mcpName(id, 'github', '.*'), `^${mcpName(id, 'github', '')}`, 'mcp__.*', 'mcp__github', '^mcp', '^(?!Read)', '[A-Z].*', 'Frobnicate', 'Nobody|has', `${names[0]}|`];
  list.push(...formOf(id).matchers ?? []);
  for (let i = 0; i < rounds; i++) {
    const some = r.some([...names, ...foreign], 2 + r.below(3));
    list.push(some.join('|'), `^(${some.join('|')})$`, `(${some.join('|')})`);
  }
  return [...new Set(list)];
}

// ---- what is compared ----

function show(value) {
  return JSON.stringify(value) ?? 'none';
}

// Tools that nobody knows are spoken of as such.
const isNamed = (losses, tool, id, isWider) => losses.some(l => ['matcher', 'event'].includes(l.field) && (
  l.text.includes(tool.name) || /\b(every|all|any|other|others|wider|more|no tool)\b/.test(l.text) || (!tool.known && (isWider ? /whole events/ : /only tools that gaff knows/).test(l.text)) ||
  (tool.mcp !== null && /MCP/.test(l.text)) || (formOf(id).tellsWords && tool.words.some(w => l.text.includes(w)))));

function compare(id, what, left, right, losses, wants = () => true) {
  const wrong = tools(id).filter(t => left(t) !== right(t) && wants(t) && !isNamed(losses, t, id, right(t))).map(t => `${t.name} ${left(t) ? 'no longer' : 'now too'}`);
  return wrong.length ? [`${what}: ${wrong.join(', ')}; losses ${show(losses.map(l => `${l.field}: ${l.text}`))}`] : [];
}
function none(wrong) {
  ok(!wrong.length, `${wrong.length} wrong, such as\n  ${wrong.slice(0, Number(process.env.SHOW ?? 6)).join('\n  ')}`);
}

// The files of some outcomes; null: there is none.
function nativesOf(v, done) {
  const values = valuesOf(v.host, v.out, done.filter(r => r.rc === 0).map(r => r.text));
  return done.map(r => r.rc === 0 ? values.shift() : null);
}
const manifest = matcher => JSON.stringify({ spec: 'hooks/1.0', hooks: [{ event: 'before_tool_execute', matcher, blocking: true, handler: { type: 'command', command: '/bin/check' } }] });

for (const v of variants) {
  const matchers = manifestMatchers(v.id);
  const plain = batch(matchers.map(m => ({ from: 'canonical', to: v.host, out: v.out, text: manifest(m) })));
  const plainNatives = nativesOf(v, plain);
  test(`${v.id}: a manifest's matchers select the same tools`, () => none(matchers.flatMap((m, i) => {
    const { rc, message, losses } = plain[i], native = plainNatives[i];
    if (rc !== 0 && rc !== unsupported) return [`${show(m)}: ${message}`];
    return compare(v.id, `${show(m)} as ${show(native?.hooks ?? native)}`, t => manifestSelects(m, t), t => native !== null && fileSelects(v.id, native, t), losses);
  })));
  test(`${v.id}: what is lost of a matcher is said once`, () => none(matchers.flatMap((m, i) => {
    const said = plain[i].losses.map(l => `${l.hook} ${l.field} ${l.text}`);
    return new Set(said).size === said.length ? [] : [`${show(m)}: ${show(said)}`];
  })));
  const runtime = batch(matchers.map(m => ({ from: 'canonical', to: v.host, out: v.out, runtime: true, text: manifest(m) }))), runtimeNatives = nativesOf(v, runtime);
  test(`${v.id}: entries that call gaff are run for every tool that may be meant`, () => none(matchers.flatMap((m, i) => {
    const { rc, message, losses } = runtime[i], native = runtimeNatives[i];
    if (rc !== 0 && rc !== unsupported) return [`${show(m)}: ${message}`];
    return compare(v.id, show(m), t => manifestSelects(m, t), t => native !== null && fileSelects(v.id, native, t), losses, t => manifestSelects(m, t));
  })));
  if (!formOf(v.id).selects) continue;
  const natives = nativeMatchers(v.id);
  const there = batch(natives.map(m => ({ from: v.host, in: inputOf(v.out), to: 'canonical', text: nativeFile(v, m) })));
  test(`${v.id}: its own matchers select the same tools in a manifest`, () => none(natives.flatMap((m, i) => {
    const { rc, text, message, losses } = there[i];
    if (rc !== 0 && !/^none of its entries/.test(message)) return [`${show(m)}: ${message}`];
    const hooks = rc === 0 ? JSON.parse(text).hooks : [], selects = t => formOf(v.id).selects(m, t);
    // A word is for all tools of its kind: that is what the vocabulary says, and no loss where a usual name of it was meant.
    const usual = new Set(tools(v.id).filter(t => t.isMeasured && selects(t)).flatMap(t => t.words));
    const isOfWord = t => !selects(t) && t.words.some(w => usual.has(w));
    // And a name in it is that tool, not one of a server that has it in its name.
    const parts = m.replace(/[()^$]/g, '').split('|').map(x => x.trim()), isName = part => foreign.includes(part) || tools(v.id).some(t => t.known && t.name === part);
    const isOfName = t => !t.known && parts.filter(part => part && t.name.includes(part)).length > 0 && parts.filter(part => part && t.name.includes(part)).every(isName);
    return compare(v.id, `${show(m)} as ${show(hooks.map(h => h.matcher))}`, selects, t => hooks.some(h => manifestSelects(h.matcher, t)), losses, t => !isOfWord(t) && !isOfName(t) && (selects(t) || !t.isAlias)); // no call has an alias
  })));
}

// A file with one hook that has this matcher.
function nativeFile({ id, host, out }, matcher) {
  const command = '/bin/check', { shape, before, event, file, wrap = hooks => ({ hooks }) } = formOf(id);
  const hooks = { groups: { [before]: [{ matcher, hooks: [{ type: 'command', command }] }] }, flat: { [before]: [{ matcher, command }] }, list: [{ [event]: before, matcher, command }] }[shape];
  if (isOf(host, 'toml', out)) return `[[hooks]]\n${Object.entries(hooks[0]).map(([k, v]) => `${k} = ${JSON.stringify(v)}\n`).join('')}`;
  return textOf(host, out, JSON.stringify(file ? file(matcher, command) : wrap(hooks)));
}

finish('meanings of matchers');
