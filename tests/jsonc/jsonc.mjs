// jsonc.mjs - edits of JSON files (src/text/json/json_edit.h) against jsonc-parser, the parser of VS Code.
//
// Files are random but the same for the same seed: comments everywhere, CRLF, byte order marks, tabs, minified,
// commas at the end, keys twice. Each is edited in every way, and read by jsonc-parser before and after: after
// is before plus the change, without an error that was not there. And: what was added and is taken out again
// leaves the bytes of before, comments stay, nothing outside the edit changes.
//
//   COUNT=10000 SEED=7 node tests/jsonc/jsonc.mjs      500 files of seed 1, if not said
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import readline from 'node:readline';

const root = path.resolve(path.dirname(new URL(import.meta.url).pathname), '../..'), wanted = 'jsonc-parser@3.3.1';
const driver = path.resolve(process.env.JSONC_EDIT ?? path.join(root, 'build/asan/jsonc-edit'));
const files = Number(process.env.COUNT ?? 500), seed = Number(process.env.SEED ?? 1);
const RC = { ok: 0, none: -1, unsupported: -3 };

// ---- the parser ----

function install() {
  const dir = path.join(root, 'build/jsonc'), file = path.join(dir, 'node_modules/jsonc-parser/package.json');
  if (fs.existsSync(file)) return file;
  fs.mkdirSync(dir, { recursive: true });
  fs.writeFileSync(path.join(dir, 'package.json'), '{"private":true}');
  const r = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', wanted], { encoding: 'utf8', cwd: dir, timeout: 600000 });
  if (fs.existsSync(file)) return file;
  const unreachable = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|ENETUNREACH/.exec(r.stderr ?? '');
  if (!unreachable) throw new Error(`npm did not install ${wanted}:\n${r.stdout}${r.stderr}`);
  console.log(`jsonc: skipped: the npm registry cannot be reached (${unreachable[0]})`);
  process.exit(0);
}

const jsonc = createRequire(install())('jsonc-parser');

const plain = text => text.startsWith('\ufeff') ? text.slice(1) : text; // editors take it off before they parse

function parse(text) {
  const errors = [], value = jsonc.parse(plain(text), errors, { allowTrailingComma: true });
  return { value, errors: errors.map(e => jsonc.printParseErrorCode(e.error)) };
}

// comments with their places, and commas before a closing bracket
function scan(text) {
  const s = jsonc.createScanner(text), K = jsonc.SyntaxKind, comments = [], commas = [];
  let comma = -1;
  for (let kind; (kind = s.scan()) !== K.EOF;) {
    if (kind === K.LineCommentTrivia || kind === K.BlockCommentTrivia) comments.push({ at: s.getTokenOffset(), text: text.substr(s.getTokenOffset(), s.getTokenLength()) });
    else if (kind === K.CommaToken) comma = s.getTokenOffset();
    else if (kind !== K.Trivia && kind !== K.LineBreakTrivia) {
      if ((kind === K.CloseBraceToken || kind === K.CloseBracketToken) && comma >= 0) commas.push(comma);
      comma = -1;
    }
  }
  return { comments, commas };
}

// ---- random files ----

let state = seed >>> 0;
function random() {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = state;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const below = n => Math.floor(random() * n), chance = p => random() < p, pick = list => list[below(list.length)];

const keys = ['a', 'b', 'c', 'hooks', 'PreToolUse', 'x y', 'é', '日本', '', 'a/b', '"', '\\', '😀', '//', '/*'];
const scalars = ['0', '-0', '1.50', '1E5', '123456789012345678901234567890', 'true', 'false', 'null', '""', '"a"', '"\\u0061\\n"', '"é日本😀"',
  '"// no comment"', '"/* nor this */"', '"a,]"', '"\\"}"', '"\\ud83d"'];
const spelled = key => chance(0.1) ? `"${[...key].map(c => c.length === 1 ? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}` : c).join('')}"` : JSON.stringify(key);

function style() {
  const lines = pick(['lines', 'lines', 'lines', 'minified', 'spaced', 'mixed']);
  return {
    lines, newline: pick(['\n', '\n', '\r\n', '\r']), unit: pick(['  ', '    ', '\t', ' ', '   ', '\t\t', '']), colon: pick([': ', ': ', ':', ' : ']), pad: chance(0.3) ? ' ' : '',
    comments: pick([0, 0, 0.05, 0.2, 0.5]), trailing: pick([0, 0, 0.5, 1]), twice: chance(0.15), hug: chance(0.2), odd: pick([0, 0, 0.1]), first: chance(0.05),
  };
}

const words = ['', ' c', ' , ]', ' "q" ', ' {', ' é', ' // x', '*', '/'];
const block = s => `/*${`${pick(words)}${chance(0.2) ? s.newline : ''}${pick(words)}`.replaceAll('*/', '* /')}${chance(0.5) ? ' ' : ''}*/`;
const line = s => `//${pick(words)}${s.newline}`;

// something that may stand between two tokens
function gap(s, usual) {
  let text = usual;
  if (chance(s.odd)) text += pick([' ', '\t', s.newline, s.newline + s.newline, '  ']);
  while (chance(s.comments)) text += pick([() => block(s), () => ` ${block(s)} `, () => s.lines === 'minified' ? block(s) : ` ${line(s)}`, () => s.lines === 'minified' ? block(s) : `${s.newline}${line(s)}`])();
  if (chance(s.odd)) text += pick([' ', '\t', s.newline]);
  return text;
}

function write(s, depth, outer, mode) {
  if (depth > 4 || chance(depth ? 0.35 : 0.02)) return pick(scalars);
  const list = chance(depth ? 0.45 : 0.05), n = pick([0, 1, 1, 2, 3, 4]), [open, close] = list ? '[]' : '{}';
  const how = mode === 'mixed' ? pick(['lines', 'spaced', 'mixed']) : mode, hug = how === 'lines' && list && s.hug;
  if (!n) return open + gap(s, pick(['', '', '', ' ', how === 'lines' ? s.newline : ''])) + close;
  const inner = outer + s.unit, isLines = how === 'lines' && !hug;
  const before = isLines ? s.newline + inner : '', space = how === 'minified' ? '' : ' ';
  let text = open + gap(s, isLines ? before : list ? '' : s.pad), used = [];
  for (let i = 0; i < n; i++) {
    if (!list) {
      let key = pick(keys);
      while (!s.twice && used.includes(key)) key += 'k';
      used.push(key);
      text += spelled(key) + gap(s, '') + (how === 'minified' ? ':' : s.colon) + gap(s, '');
    }
    text += write(s, depth + 1, hug ? outer : inner, how === 'mixed' ? 'mixed' : how);
    text += gap(s, '');
    if (i < n - 1) text += `,${gap(s, isLines ? before : space)}`;
    else if (chance(s.trailing)) text += `,${gap(s, '')}`;
  }
  return text + (isLines ? s.newline + (chance(0.95) ? outer : '') : list ? '' : s.pad) + close;
}

function file() {
  const s = style(), lead = chance(s.comments) ? gap(s, '') : '';
  let text = lead + write(s, 0, '', s.lines) + gap(s, '');
  if (chance(0.7)) text += s.newline;
  if (chance(0.02)) text = lead;
  return { text: (chance(0.15) ? '\ufeff' : '') + text, style: s };
}

// ---- edits ----

const child = spawn(driver, { stdio: ['pipe', 'pipe', 'inherit'] }), waiting = [];
readline.createInterface({ input: child.stdout, crlfDelay: 0 }).on('line', answer => waiting.shift()(JSON.parse(answer)));
child.on('exit', code => {
  if (!waiting.length) return;
  console.log(`FAIL the driver ended with ${code}`);
  process.exit(1);
});
let edits = 0, passed = 0, failed = 0, current;
const edit = (op, text, where, more = {}) => new Promise(resolve => {
  edits++;
  current = { op, text, path: where, ...more };
  waiting.push(resolve);
  child.stdin.write(`${JSON.stringify(current)}\n`);
});

const isObject = v => v !== null && typeof v === 'object' && !Array.isArray(v);
const show = v => JSON.stringify(v);
const copy = v => v === undefined ? undefined : structuredClone(v);

// every way through objects to something that answers to `want`
function ways(value, want, at = [], out = []) {
  if (want(value)) out.push(at);
  if (isObject(value)) for (const key of Object.keys(value)) ways(value[key], want, [...at, key], out);
  return out;
}

const at = (value, where) => where.reduce((v, key) => v === undefined ? v : v[key], value);

// what a change on the way through objects makes of a value; the rest of the way is made
function changed(value, where, change) {
  const out = { top: copy(value) };
  let box = out, key = 'top';
  for (const next of where) {
    if (box[key] === undefined) box[key] = {};
    box = box[key];
    key = next;
  }
  change(box, key);
  return out.top;
}

function expect(ok, what, more = '') {
  if (ok) return;
  failed++;
  if (failed <= 10) console.log(`FAIL ${what}\n  edit   ${show(current)}\n  ${more}`);
}

function expectSame(before, result, value) {
  if (result.rc !== RC.ok) return expect(false, 'the edit was refused', result.text);
  const was = parse(before), is = parse(result.text), blank = was.value === undefined;
  expect(show(is.value) === show(value), 'another value', `got    ${show(result.text)}\n  value  ${show(is.value)}\n  wanted ${show(value)}`);
  expect(blank ? !is.errors.length : show(was.errors) === show(is.errors), 'an error that was not there', `got ${show(result.text)} ${is.errors}`);
  expect(before.startsWith('\ufeff') === result.text.startsWith('\ufeff'), 'byte order mark');
}

const texts = comments => show(comments.map(c => c.text));

// Only something comes: at one place, or a comma and then, behind what is left of the line, the rest.
function expectAdded(before, after, s) {
  let p = 0, q = 0;
  while (p < before.length && before[p] === after[p]) p++;
  while (q < before.length - p && before[before.length - 1 - q] === after[after.length - 1 - q]) q++;
  const middle = before.slice(p, before.length - q), more = after.slice(p, after.length - q);
  expect(!middle || more.startsWith(`,${middle}`), 'bytes outside the edit', `got ${show(after)}`);
  expect(texts(scan(before).comments) === texts(scan(after).comments), 'comments', `got ${show(after)}`);
  if (s.lines === 'minified' && !/[\r\n]/.test(before)) expect(!/[\r\n]/.test(after) || /^\ufeff?(\/\*.*\*\/|\s)*([[{](\/\*.*\*\/|\s)*[\]}])?(\/\*.*\*\/|\s)*$/.test(before), 'lines in a file of one line', `got ${show(after)}`);
  const ends = text => new Set(text.match(/\r\n|\r|\n/g));
  if (ends(before).size === 1) expect(ends(after).size === 1, 'line ends', `got ${show(after)}`);
}

const elements = ['1', '"é"', '{"type":"command","command":"x"}', '[1,[],{"a":{}}]', '{"matcher":"*","hooks":[{"type":"command","command":"gaff run"}]}', '{}', '[]', 'null'];

async function expectBack(before, text, op, where, more) {
  const r = await edit(op, text, where, more);
  expect(r.rc === RC.ok && r.text === before, 'the bytes of before', `got    ${show(r.text)}\n  before ${show(before)}`);
}

// Where a value is, of a member with its key; the last one of a key, as parse() has it.
function rangeOf(tree, where, i) {
  let node = tree;
  for (const key of where) node = node.children.filter(m => m.children[0].value === key).at(-1).children[1];
  if (i === undefined) node = node.parent;
  else node = node.children[i];
  return [node.offset, node.offset + node.length];
}

async function tryAppend({ text, style: s }, value, where) {
  const element = pick(elements), list = at(value, where), r = await edit('append', text, where, { value: element });
  expectSame(text, r, changed(value, where, (box, key) => { box[key] = [...box[key] ?? [], JSON.parse(element)]; }));
  if (r.rc !== RC.ok) return;
  if (s) expectAdded(text, r.text, s);
  if (value === undefined) return;
  if (list) return expectBack(text, r.text, 'remove_at', where, { i: list.length });
  let made = 1;
  while (at(value, where.slice(0, made)) !== undefined) made++;
  await expectBack(text, r.text, 'remove', where.slice(0, made));
}

async function trySet({ text, style: s }, value, where) {
  const what = pick(elements), old = at(value, where), r = await edit('set', text, where, { value: what });
  expectSame(text, r, changed(value, where, (box, key) => { box[key] = JSON.parse(what); }));
  if (r.rc !== RC.ok || value === undefined || old !== undefined) return;
  if (s) expectAdded(text, r.text, s);
  let made = 1;
  while (at(value, where.slice(0, made)) !== undefined) made++;
  await expectBack(text, r.text, 'remove', where.slice(0, made));
}

async function tryRemove({ text }, value, where, i) {
  const tree = jsonc.parseTree(plain(text), [], { allowTrailingComma: true }), [from, to] = rangeOf(tree, where, i);
  const r = i === undefined ? await edit('remove', text, where) : await edit('remove_at', text, where, { i });
  if (i === undefined && r.rc === RC.unsupported && /twice/.test(r.text)) {
    let node = tree;
    for (const key of where.slice(0, -1)) node = node.children.filter(m => m.children[0].value === key).at(-1).children[1];
    return expect(node.children.filter(m => m.children[0].value === where.at(-1)).length > 1, 'refused, but the key is there once');
  }
  expectSame(text, r, changed(value, where, (box, key) => { if (i === undefined) delete box[key]; else box[key].splice(i, 1); }));
  if (r.rc !== RC.ok) return;
  const stay = scan(plain(text)).comments.filter(c => c.at < from || c.at >= to);
  expect(texts(stay) === texts(scan(plain(r.text)).comments), 'comments', `got ${show(r.text)}`);
}

async function tryReplace({ text }, value, where, i) {
  const element = pick(elements), r = await edit('replace', text, where, { value: element, i });
  expectSame(text, r, changed(value, where, (box, key) => { box[key][i] = JSON.parse(element); }));
}

async function tryStyle({ text }) {
  const r = await edit('style', text, []), { comments, commas } = scan(plain(text)), offset = n => n < 0 ? n : Buffer.from(text).subarray(0, n).toString().length;
  const skip = text.length - plain(text).length;
  expect(r.rc === RC.ok && r.bom === skip && offset(r.comment) === (comments.length ? comments[0].at + skip : -1) && offset(r.comma) === (commas.length ? commas[0] + skip : -1), 'style', show(r));
}

async function tryFile(f) {
  const { value, errors } = parse(f.text), lists = ways(value, Array.isArray), objects = ways(value, isObject), others = ways(value, v => v !== undefined && !isObject(v) && !Array.isArray(v));
  const fresh = ['new', ...Array.from({ length: below(3) }, () => pick(keys))];
  if (value !== undefined && errors.length) throw new Error(`the generator: ${errors} in ${show(f.text)}`);
  await tryStyle(f);
  for (const where of lists) await tryAppend(f, value, where);
  for (const where of value === undefined ? [[]] : objects) {
    await tryAppend(f, value, [...where, ...fresh]);
    await trySet(f, value, [...where, ...fresh]);
  }
  for (const where of ways(value, v => v !== undefined)) if (where.length) {
    await trySet(f, value, where);
    await tryRemove(f, value, where);
  }
  for (const where of lists) for (let i = 0; i < at(value, where).length; i++) {
    await tryRemove(f, value, where, i);
    await tryReplace(f, value, where, i);
  }
  for (const where of others) {
    const r = await edit('append', f.text, [...where, 'a'], { value: '1' });
    expect(r.rc === RC.unsupported && r.line > 0, 'something on the way is no object', show(r));
  }
  for (const op of ['remove', 'replace', 'remove_at']) {
    const r = await edit(op, f.text, ['not there', 'x'], { value: '1', i: 0 });
    expect(r.rc === RC.none, 'it is not there', show(r));
  }
}

// What `gaff install` is tried on, as far as it is JSON; then files at random.
const folder = path.join(root, 'tests/install'), cases = fs.readdirSync(folder, { recursive: true }).filter(name => path.basename(name) === 'before.json')
  .map(name => ({ text: fs.readFileSync(path.join(folder, name), 'utf8') })).filter(f => parse(f.text).value === undefined ? !f.text.trim() : !parse(f.text).errors.length);
for (let i = 0; i < cases.length + files; i++) {
  const was = failed;
  await tryFile(cases[i] ?? file());
  if (failed === was) passed++;
}
child.stdin.end();
console.log(`jsonc: ${edits} edits of ${cases.length} files of people and ${files} at random, seed ${seed}: ${passed} passed, ${cases.length + files - passed} failed`);
process.exitCode = failed ? 1 : 0;
