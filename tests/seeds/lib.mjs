// lib.mjs - statements of the documents that gaff was made from, each as a case.
//
//   says(section, what, body)            one statement; body tries it on the program
//   table(section, what, columns, rows)  a table, its cells as they stand there; every cell needs a case
//     .cell(row, column, body)           one cell's case
//     .each(columns, (row, column, value) => body)   cells that are tried alike; null where one has a case of its own
//   differs(entry, section, what, body)  gaff does otherwise, and the entry of docs/conformance.md says why;
//                                        body tries what gaff does instead
//
// A document that was read wrongly cannot be seen here: values in tables are the document's own.
// LIST=1 prints the cases as JSON and runs none.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { finish, is, isWhole, ok, test } from '../check.mjs';
import { attendRun } from '../hosts.mjs';

export { is, ok };
export const root = path.dirname(path.dirname(path.dirname(new URL(import.meta.url).pathname)));
export const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
export const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-seeds-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
export const clean = { PATH: process.env.PATH, HOME: scratch, ...sanitizer };

// ---- running gaff ----

// A program in a folder and an environment of its own; `input` is bytes, or an object that is sent as a line of JSON.
export function start(program, args, { input = '', env = {}, cwd = scratch } = {}) {
  const text = typeof input === 'string' || Buffer.isBuffer(input) ? input : `${JSON.stringify(input)}\n`;
  const r = spawnSync(program, args, { input: text, env: { ...clean, ...env }, cwd, maxBuffer: 1 << 26, timeout: 60000 });
  if (r.error) throw r.error;
  const stdout = r.stdout.toString();
  let json;
  try { json = JSON.parse(stdout); } catch { /* it is no JSON */ }
  return { code: r.status, signal: r.signal, stdout, stderr: r.stderr.toString(), json };
}
export const call = (args, options) => start(gaff, args, options);

// `gaff run` of a host's event with a hook. The hook: what it prints (an object or a text), or {print, stderr, exit},
// or a list of words to start. A person is there to be asked, unless `alone`.
export function run(host, event, input, hook, { args = [], alone = false, env = {}, ...more } = {}) {
  const words = [gaff, 'run', '--host', host, ...(event ? ['--event', event] : []), ...args, ...(hook === undefined ? [] : ['--', ...command(hook)])];
  const [program, ...rest] = alone ? words : attendRun(words);
  return start(program, rest, { input, env: alone ? env : { CLAUDE_CODE_SESSION_ATTENDED: '1', ...env }, ...more });
}
const command = hook => {
  if (Array.isArray(hook)) return hook;
  const { print = '', stderr = '', exit = 0 } = typeof hook === 'object' && ('print' in hook || 'exit' in hook || 'stderr' in hook) ? hook : { print: hook };
  return ['sh', '-c', 'cat >/dev/null; printf %s "$1"; printf %s "$2" >&2; exit "$3"', 'hook', typeof print === 'string' ? print : JSON.stringify(print), stderr, String(exit)];
};
// What a hook of a dialect (canonical, unless `args` has --dialect) is given on stdin for this call.
export function seenByHook(host, event, input, options = {}) {
  const file = path.join(scratch, `seen-${seenByHook.n = (seenByHook.n ?? 0) + 1}`);
  const r = run(host, event, input, ['sh', '-c', 'cat >"$0"', file], options);
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  return { ...r, text, event: text ? JSON.parse(text) : undefined };
}
export function file(name, text, mode = 0o644) {
  const at = path.join(scratch, name);
  fs.mkdirSync(path.dirname(at), { recursive: true });
  fs.writeFileSync(at, typeof text === 'string' ? text : JSON.stringify(text), { mode });
  return at;
}
let folders = 0;
export function folder(files = {}) { // a folder of its own with these files
  const name = `folder-${++folders}`;
  fs.mkdirSync(path.join(scratch, name));
  for (const [at, text] of Object.entries(files)) file(path.join(name, at), text);
  return path.join(scratch, name);
}
// `gaff convert` of one file; what was written, and what was said.
export function convert(from, to, text, args = []) {
  const at = file(`convert-${++folders}`, text);
  const r = call(['convert', '--from', from, '--to', to, '--in', at, ...args]);
  return { ...r, losses: r.stderr };
}
// The rows gaff runs on, as it prints them itself.
let known;
export const hosts = () => known ??= JSON.parse(call(['hosts', '--json']).stdout).hosts;
export const host = id => hosts().find(one => one.id === id);

// ---- cases ----

const page = fs.readFileSync(path.join(root, 'docs/conformance.md'), 'utf8');
const listed = [], tables = [], isList = process.env.LIST === '1';
let document = '';
export function seed(name) { document = name; }

function add(section, what, body, entry) {
  const name = `${document}, ${section}: ${what}`;
  if (listed.some(one => one.name === name)) throw new Error(`two cases are called ${name}`);
  listed.push({ name, ...(entry && { entry }) });
  if (isList) return;
  test(name, () => {
    if (entry) ok(page.includes(`| \`${entry}\` |`), `docs/conformance.md has no entry ${entry}`);
    body();
  });
}
export const says = (section, what, body) => add(section, what, body);
export const differs = (entry, section, what, body) => add(section, what, body, entry);

// rows: { name of a row: { column: what stands there } }, or a list of values in the order of the columns.
export function table(section, what, columns, rows) {
  const values = Object.fromEntries(Object.entries(rows).map(([row, cells]) => [row, Array.isArray(cells) ? Object.fromEntries(columns.map((column, i) => [column, cells[i]])) : cells]));
  const left = new Set();
  for (const [row, cells] of Object.entries(values)) {
    for (const column of columns) {
      if (cells[column] === undefined) throw new Error(`${what}: ${row} has nothing for ${column}`);
      left.add(`${row} | ${column}`);
    }
  }
  const made = {
    cell(row, column, body, entry) {
      if (!left.delete(`${row} | ${column}`)) throw new Error(`${what} has no cell ${row} | ${column}, or it has a case`);
      add(section, `${what}, ${row}, ${column}`, () => body(values[row][column]), entry);
      return made;
    },
    each(some, make) {
      for (const [row, cells] of Object.entries(values)) {
        for (const column of some) {
          const body = make(row, column, cells[column]);
          if (body) made.cell(row, column, body);
        }
      }
      return made;
    },
    rows: values,
  };
  tables.push({ what: `${document}, ${section}: ${what}`, left });
  return made;
}

export function done(suite) {
  if (isList) {
    for (const one of listed) console.log(JSON.stringify(one));
    process.exit(0);
  }
  if (isWhole) {
    for (const { what, left } of tables) test(`${what}: every cell has a case`, () => is([...left], []));
  }
  finish(suite);
}
