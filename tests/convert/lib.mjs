// lib.mjs - what the suites of tests/convert share: conversions by the program or many in one process, and agents' files as values.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hosts } from './forms.mjs';

export { hosts, ids } from './forms.mjs';
export const root = path.dirname(path.dirname(path.dirname(new URL(import.meta.url).pathname)));
export const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
export const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-convert-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));
const batchProgram = path.join(path.dirname(gaff), 'convert-batch');
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const env = { PATH: process.env.PATH, HOME: scratch, ...sanitizer };
export const slow = process.env.SLOW ? Number(process.env.SLOW) : 1;

// "kiro agent": the form of that name.
export const formOf = target => hosts[target.split(' ')[0]].forms[target.split(' ')[1] ?? ''];
export const isOf = (host, syntax, format = '') => hosts[host]?.forms[format].syntax === syntax;
// How a format is called when it is read: most are found out.
export const inputOf = format => format === 'toml' ? format : '';

// Every entry of a file, with its event and the group that it is in.
export function entriesOf(target, native) {
  const form = formOf(target), { hooks } = form.plain?.(native) ?? native;
  if (form.shape === 'list') return hooks.map(entry => ({ event: entry[form.event], group: entry, entry }));
  return Object.entries(hooks).flatMap(([event, all]) => all.flatMap(group => Array.isArray(group.hooks) ? group.hooks.map(entry => ({ event, group, entry })) : [{ event, group, entry: group }]));
}
export const commandsOf = (target, native) => entriesOf(target, native).map(({ entry }) => (formOf(target).command ?? (e => e.command))(entry));

// ---- the program ----

export function call(args, options = {}) {
  const r = spawnSync(gaff, args, { encoding: 'utf8', maxBuffer: 1 << 28, timeout: 60000 * slow, cwd: scratch, ...options, env: { ...env, ...options.env } });
  if (r.error || r.status === null) throw r.error ?? new Error(`gaff ${args.join(' ')}: ${r.signal} ${r.stderr.slice(0, 2000)}`);
  return { code: r.status, stdout: r.stdout, stderr: r.stderr };
}

// `gaff convert` from stdin to stdout; `out` is a format, and the rest are further options.
export const convert = (from, to, text, { out = '', args = [], ...options } = {}) =>
  call(['convert', '--from', from, '--to', to, ...out ? ['--format', out] : [], ...args], { input: text, ...options });

// The same as data: { code, output, error, losses: [{ hook, field, capability, strategy, guard, text }] }, as batch() has it.
export function convertJson(from, to, text, options = {}) {
  const r = convert(from, to, text, { ...options, args: ['--json', ...options.args ?? []] });
  const { output, error, hooks, written, warnings } = JSON.parse(r.stdout);
  return { code: r.code, output, error, hooks, written, losses: warnings.map(w => ({ ...w, hook: w.hook ?? 0, field: w.field ?? '', text: w.message })) };
}

// ---- many at once: [{ from, to, text, in, out, runtime }] ----

export function batch(requests) {
  if (!requests.length) return [];
  const r = spawnSync(batchProgram, { encoding: 'utf8', maxBuffer: 1 << 30, timeout: 600000, env, input: requests.map(q => `${JSON.stringify(q)}\n`).join('') });
  const lines = (r.stdout ?? '').split('\n').filter(Boolean);
  if (r.status !== 0 || lines.length !== requests.length) {
    throw new Error(`${batchProgram}: ${r.error ?? r.signal ?? r.status} after ${lines.length} of ${requests.length}: ${(r.stderr ?? '').slice(0, 1500)}\n${JSON.stringify(requests[lines.length])?.slice(0, 3000)}`);
  }
  return lines.map(line => JSON.parse(line));
}

// ---- files as values ----

// Comments of JSON, not those inside of texts.
const uncommented = text => text.replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\//g, part => part[0] === '"' ? part : ' ');
export const jsonc = text => JSON.parse(uncommented(text));

// By Python's tomllib, many at once; numbers with their kind and all their digits.
export function tomls(texts) {
  const program = `
import json, sys, tomllib
def kind(v):
    if isinstance(v, dict): return {k: kind(x) for k, x in v.items()}
    if isinstance(v, list): return [kind(x) for x in v]
    if isinstance(v, bool) or isinstance(v, str): return v
    return type(v).__name__ + " " + repr(v)
def read(text):
    try: return {"value": kind(tomllib.loads(text))}
    except Exception as e: return {"error": str(e)}
json.dump([read(t) for t in json.load(sys.stdin)], sys.stdout)`;
  const r = spawnSync('python3', ['-c', program], { encoding: 'utf8', maxBuffer: 1 << 30, input: JSON.stringify(texts) });
  if (r.status !== 0) throw new Error(`python3: ${r.stderr}`);
  return JSON.parse(r.stdout);
}
export function toml(text) {
  const [{ value, error }] = tomls([text]);
  if (error) throw new Error(`TOML: ${error}`);
  return value;
}

// What a module or a script of gaff's holds besides its code, and one with something else in it.
const dataLine = /^(const data = JSON\.parse\(|# data: )(".*?")(\);)?$/m;
export function dataOf(text) {
  const found = dataLine.exec(text);
  if (!found) throw new Error(`no data in ${text.slice(0, 300)}`);
  return JSON.parse(JSON.parse(found[2]));
}
const frames = new Map();
export function programOf(host, data) {
  if (!frames.has(host)) frames.set(host, batch([{ from: 'canonical', to: host, text: '{"spec":"hooks/1.0","hooks":[{"event":"before_tool_execute","handler":{"type":"command","command":"x"}}]}' }])[0].text);
  const text = frames.get(host).replace(dataLine, (line, before, old, behind = '') => `${before}${JSON.stringify(JSON.stringify(data))}${behind}`);
  return isOf(host, 'script') ? text.replace(/^hooks\(\) \{[^]*?^esac; \}$/m, () => functionOf(data.hooks)) : text;
}
// The function of a script: each event once, with its commands.
function functionOf(all) {
  const quote = line => `'${line.replaceAll("'", "'\\''")}'`, good = all.filter(e => typeof e?.event === 'string' && typeof e.command === 'string');
  const events = [...new Set(good.map(e => e.event))];
  return ['hooks() { case $1 in', ...events.flatMap(event => [`${quote(event.toLowerCase())})`, ...good.filter(e => e.event === event).map(e => `\trun ${quote(e.command)}`), '\t;;']), 'esac; }'].join('\n');
}

// The value of a native file, and what is written down of one in a folder as its text.
export function valueOf(host, format, text) {
  if (format === 'toml' || isOf(host, 'toml', format)) return toml(text);
  return isOf(host, 'module', format) || isOf(host, 'script', format) ? dataOf(text) : jsonc(text);
}
// Of many at once: a start of Python each would take long.
export const valuesOf = (host, format, texts) => isOf(host, 'toml', format) ? tomls(texts).map(({ value }) => value) : texts.map(text => valueOf(host, format, text));
export const textOf = (host, format, text) => isOf(host, 'module', format) || isOf(host, 'script', format) ? programOf(host, JSON.parse(text)) : text;

// Objects with their members in one order, for comparisons.
export function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, sorted(v)]).sort(([x], [y]) => (x < y ? -1 : x > y ? 1 : 0)));
}
export const same = (x, y) => JSON.stringify(sorted(x)) === JSON.stringify(sorted(y));

// Where two values differ first, for messages.
export function difference(x, y, at = '') {
  if (same(x, y)) return '';
  if (x === null || y === null || typeof x !== 'object' || typeof y !== 'object' || Array.isArray(x) !== Array.isArray(y)) return `${at || '/'}: ${JSON.stringify(x)?.slice(0, 300)} became ${JSON.stringify(y)?.slice(0, 300)}`;
  for (const key of new Set([...Object.keys(x), ...Object.keys(y)])) {
    if (!Object.hasOwn(x, key)) return `${at}/${key} is new: ${JSON.stringify(y[key]).slice(0, 300)}`;
    if (!Object.hasOwn(y, key)) return `${at}/${key} is gone: ${JSON.stringify(x[key]).slice(0, 300)}`;
    const found = difference(x[key], y[key], `${at}/${key}`);
    if (found) return found;
  }
  return `${at}: ?`;
}

// ---- chance, the same in every run ----

export function random(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = state + 0x6d2b79f5 >>> 0;
    let t = state;
    t = Math.imul(t ^ t >>> 15, t | 1);
    t ^= t + Math.imul(t ^ t >>> 7, t | 61);
    return ((t ^ t >>> 14) >>> 0) / 4294967296;
  };
  const below = n => Math.floor(next() * n);
  return { next, below, chance: p => next() < p, pick: list => list[below(list.length)], some: (list, n) => list.map(x => [next(), x]).sort(([a], [b]) => a - b).slice(0, n).map(([, x]) => x) };
}
