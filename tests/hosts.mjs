// hosts.mjs - what tests know about agents: tests/hosts/<id>/host.mjs, and the cases beside it.
//
// Written from what the agents were measured to do, not from gaff's rows: an answer that gaff gets
// wrong must be wrong there. Events are native names unless said otherwise. A host exports
//
//   title           as `gaff hosts` prints it
//   judge(event, payload, { stdout, stderr, code })   what the agent does with an answer, see below
//   noOpinion       the exact bytes on stdout that change nothing
//   silences        [none] { event: [exit, bytes] } where that is something else
//   privateStderr   may gaff warn on stderr? If not, stderr is empty but for the reason at exit 2
//   badStdinIsOpen  [false] a payload that does not parse never blocks
//   shell           { event, case } of a shell call, before it runs
//   rewrite         [shell] { event, case } of a shell call whose input can be changed
//   exit2IsNothing  [false] to the agent itself it is
//   failsClosed     [none] events where an answer that is thrown away blocks, or asks
//   exit2IsUntold   [false] nobody says what it is to the agent: gaff may not count on it
//   prolongs        { event: case } where a denial keeps the agent working
//   can             { deny, allow, ask, context, rewrite, message, stop, env }: events where it can; and if it can,
//                   { prompt [none], denyContext [context] }: replace the prompt, give context beside a denial (or in its reason);
//                   { denyMessage [message] }: show the user something beside a denial
//   canIn(payload)  [can] the same for an agent that does not do the same in all of its forms
//   titleIn(payload)   [unknown] the title of the form that this payload is of, where payloads tell and events do not
//   tools           events before a tool runs
//   afterwards      events where a denial comes too late or prolongs: no question and no rewrite may end in one
//   silenceAsks     [none] events where the agent asks the user when a hook says nothing
//   losesReason     [none] events where a denial has no room for its reason
//   losesQuestion   [none] events where a question has no room for what is asked
//   showsContext    [none] events where a context is shown to the user, and the model does not read it
//   unknown         [none] events of cases that gaff has no row for: a denial is tried, and may have no effect
//   cannotTell      [none] { case: why } of payloads that do not show whose they are
//   honours(payload, field)   [always] does the agent look at this field of a new tool input?
//   outputs(event, payload)   [never] can the output of this call be replaced?
//   waits           { event: milliseconds, '*': of all others }: how long the agent waits by default
//   native          [none] { event: { field: pointer in the answer } }: fields only this agent has
//   vocabulary      { canonical tool: [native names] }
//   toolName(p) toolInput(p) command(p) path(p) prompt(p) session(p)   what a payload of this host holds
//   sessionless     [none] canonical events whose payloads do not name the session
//   fileless        [none] events about a file whose payloads do not say which
//   unfired         [none] { case: why }: payloads with other fields than `gaff fire` writes
//   unnamed         [none] "event field" of fields that single payloads have although nothing says so of their events
//   inherits        [none] variables that a program started by the agent inherits, and so does another agent started by that
//   attended        [anywhere] where a question can be sent: { terminal: the agent is on one, env: variables it sets then }
//   install         [it cannot be installed for] its files, as `gaff install` writes them: tests/install/world.mjs
//
// and judge() returns only what happens:
//
//   rejected   the agent throws the answer away (and says so, or not)
//   blocked    the action does not happen; the text is what the model or the user is told
//   asked      the user is asked
//   granted    the agent's own permission prompt is skipped
//   rewritten  the tool input that is used instead
//   output     the tool output that is used instead
//   prompt     the prompt that is used instead
//   context    what the model gets to read
//   message    what only the user sees
//   stopped    the agent ends its turn
//   env        variables for the session
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const folder = path.join(path.dirname(new URL(import.meta.url).pathname), 'hosts');
const required = ['title', 'judge', 'noOpinion', 'privateStderr', 'shell', 'prolongs', 'can', 'tools', 'afterwards', 'vocabulary',
  'toolName', 'toolInput', 'command', 'path', 'prompt', 'session'];
const optional = { badStdinIsOpen: false, exit2IsNothing: false, exit2IsUntold: false, failsClosed: [], titleIn: () => undefined, silenceAsks: [], losesReason: [], losesQuestion: [], showsContext: [], unknown: [], sessionless: [], cannotTell: {}, unfired: {}, outputs: () => false, honours: () => true, waits: {}, native: {}, silences: {}, fileless: [], unnamed: [], inherits: undefined, attended: {}, install: undefined };
const abilities = ['deny', 'allow', 'ask', 'context', 'rewrite', 'message', 'stop', 'env'];
const folders = dir => fs.readdirSync(dir, { withFileTypes: true }).filter(entry => entry.isDirectory()).map(entry => entry.name).sort();

async function load(id) {
  const host = await import(`./hosts/${id}/host.mjs`);
  const known = [...required, ...Object.keys(optional), 'rewrite', 'canIn']; // a misspelt list would be an empty one
  const wrong = [...required.filter(name => !(name in host)).map(name => `lacks ${name}`), ...Object.keys(host).filter(name => !known.includes(name)).map(name => `has ${name}`),
    ...abilities.filter(name => !host.can?.[name]).map(name => `lacks can.${name}`)];
  if (wrong.length) throw new Error(`tests/hosts/${id}/host.mjs ${wrong.join(', ')}`);
  const can = { prompt: [], denyContext: host.can.context, denyMessage: host.can.message, ...host.can };
  return { ...optional, rewrite: host.shell, canIn: () => can, ...host, can };
}

export const cases = id => folders(path.join(folder, id));

export const hosts = {}; // by id; a folder without cases holds the recipe of an agent that gaff does not know yet
for (const id of folders(folder)) if (cases(id).length) hosts[id] = await load(id);

// Exit code and stdout where nothing was decided.
export const silence = (id, event) => hosts[id].silences[event] ?? [0, hosts[id].noOpinion];

export const judge = (id, event, payload, answer) => hosts[id].judge(event, payload, answer);

// The words that start a program as this agent does while somebody sits before it; tests/lib/attended.c has the terminal.
const root = path.resolve(folder, '../..'), terminal = path.join(root, 'build/attended');
export const attend = (id, words) => {
  if (!hosts[id]?.attended.terminal) return words;
  if (!fs.existsSync(terminal)) spawnSync('make', ['-s', 'build/attended'], { cwd: root, stdio: 'inherit' });
  return [terminal, ...words];
};

// The same for `gaff run --host ID …`.
export const attendRun = words => words[1] === 'run' && words.includes('--host') ? attend(words[words.indexOf('--host') + 1], words) : words;

// A case: its payload, the options for gaff run in `args`, the variables in `env` (lines NAME=value).
export function readCase(id, name) {
  const dir = path.join(folder, id, name);
  const text = file => fs.existsSync(path.join(dir, file)) ? fs.readFileSync(path.join(dir, file), 'utf8').trim() : '';
  const env = Object.fromEntries(text('env').split('\n').filter(Boolean).map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
  return { dir, name: `${id}/${name}`, from: text('from'), payload: fs.readFileSync(path.join(dir, 'stdin.json')), args: text('args').split(/\s+/).filter(Boolean), env: { ...hosts[id].attended.env, ...env } };
}
