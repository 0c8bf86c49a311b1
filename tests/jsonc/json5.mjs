// json5.mjs - files in JSON5 (src/config/syntax_json5.c) against json5, the reference parser.
//
// Random files that are the same for the same seed: names without quotes, single quotes, every escape, lines that go
// on, hexadecimal numbers, signs, odd spaces, comments. Each is read, and edited in every way: json5 reads before and
// after, and after is before plus the change; what was added and is taken out leaves the bytes of before. Then bytes
// of it are changed at random: what json5 refuses is refused, and what it reads is read as the same value.
//
//   COUNT=10000 SEED=7 node tests/jsonc/json5.mjs      500 files of seed 1, if not said
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import readline from 'node:readline';

const root = path.resolve(path.dirname(new URL(import.meta.url).pathname), '../..'), wanted = 'json5@2.2.3';
const driver = path.resolve(process.env.JSONC_EDIT ?? path.join(root, 'build/asan/jsonc-edit'));
const files = Number(process.env.COUNT ?? 500), seed = Number(process.env.SEED ?? 1);

function install() {
  const dir = path.join(root, 'build/json5'), file = path.join(dir, 'node_modules/json5/package.json');
  if (fs.existsSync(file)) return file;
  fs.mkdirSync(dir, { recursive: true });
  fs.writeFileSync(path.join(dir, 'package.json'), '{"private":true}');
  const r = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', wanted], { encoding: 'utf8', cwd: dir, timeout: 600000 });
  if (fs.existsSync(file)) return file;
  const unreachable = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|ENETUNREACH/.exec(r.stderr ?? '');
  if (!unreachable) throw new Error(`npm did not install ${wanted}:\n${r.stdout}${r.stderr}`);
  console.log(`json5: skipped: the npm registry cannot be reached (${unreachable[0]})`);
  process.exit(0);
}
const json5 = createRequire(install())('json5');
console.warn = () => {}; // of line separators in texts

let state = seed >>> 0;
function random() {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = state;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const below = n => Math.floor(random() * n), chance = p => random() < p, pick = list => list[below(list.length)];

const names = ['a', 'hooks', '$x', '_y1', 'true', 'null', 'Infinity', 'NaN', 'é', '日本', '\\u0061b', "'x y'", '"q"', "'it\\'s'", "''", "'a\\\nb'", '"//"'];
const scalars = ['0', '-0', '+1', '.5', '5.', '-.25', '1.5e3', '5.e2', '0x1F', '-0Xff', '0xFFFFFFFF', '0x12345678901234567890', 'true', 'false', 'null', "''", "'a'", '"a"', "'\"'", '"\'"', "'\\x41\\v\\0\\b'", "'\\a\\/\\''",
  "'a\\\nb'", "'a\\\r\nb'", "'\\u00e9\\ud83d\\ude00'", "'// no comment'", '"/* nor */"', "'a\u2028b'", "'日本😀'", "'\t'", "'\\\t'"];
const gaps = ['', '', '', ' ', '\n', '\t', '\r\n', '\u00a0', '\u2028', '\u3000', '\v', '\f', '// c\n', '/* "x" */', '/*\u00010*/', "// it's\u2029", '\ufeff'];
const gap = () => chance(0.7) ? pick(['', '', ' ', '\n  ']) : pick(gaps) + pick(gaps);

function write(depth) {
  if (depth > 3 || chance(depth ? 0.4 : 0)) return pick(scalars);
  const list = chance(depth ? 0.45 : 0.1), n = pick([0, 1, 1, 2, 3]), [open, close] = list ? '[]' : '{}', used = new Set();
  let text = open + gap();
  for (let i = 0; i < n; i++) {
    if (!list) {
      const name = pick(names), key = Object.keys(json5.parse(`{${name}:1}`))[0];
      if (used.has(key)) continue;
      used.add(key);
      text += `${name}${gap()}:${gap()}`;
    }
    text += `${write(depth + 1)}${gap()},${gap()}`;
  }
  if (chance(0.7)) text = text.replace(/,([^,]*)$/, (all, rest) => /["'/\\]/.test(rest) ? all : rest);
  return text + close;
}
const file = () => (chance(0.1) ? '\ufeff' : '') + gap() + write(0) + gap() + pick(['', '\n']);

const child = spawn(driver, { stdio: ['pipe', 'pipe', 'inherit'] }), waiting = [];
readline.createInterface({ input: child.stdout }).on('line', line => waiting.shift()(JSON.parse(line)));
child.on('exit', code => { if (waiting.length) { console.log(`json5: the program ended with ${code}`); process.exit(1); } });
const ask = (op, text, where = [], more = {}) => new Promise(done => {
  waiting.push(done);
  child.stdin.write(`${JSON.stringify({ op, json5: true, text, path: where, ...more })}\n`);
});

let edits = 0, passed = 0, failed = 0;
const show = v => JSON.stringify(v)?.replace(/[\u007f-\uffff]/g, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`), plain = v => JSON.stringify(v, (k, x) => typeof x === 'number' && Object.is(x, -0) ? 0 : x);
function expect(ok, what, ...more) {
  edits++;
  if (ok) return;
  failed++;
  if (failed < 20) console.log(`FAIL ${what}: ${more.join('\n  ')}`);
}
const copy = v => json5.parse(json5.stringify(v));
function* ways(v, at = []) {
  yield [at, v];
  if (Array.isArray(v)) return; // a path goes through objects
  if (v && typeof v === 'object') for (const k of Object.keys(v)) yield* ways(v[k], [...at, k]);
}
const put = (v, at, change) => { const top = { v: copy(v) }; let o = top, k = 'v'; for (const step of at) { o = o[k]; k = step; } change(o, k); return top.v; };

async function read(text, what) {
  if (!text.isWellFormed()) return; // no file can have it
  let want, refused;
  try { want = json5.parse(text); } catch { refused = true; }
  if (!refused && /Infinity|NaN|__proto__/.test(text)) return; // JSON has no word for them, or JavaScript another meaning
  const r = await ask('read', text);
  if (refused && r.rc === 0 && r.text === '') return; // a file without a value is one to begin with
  expect(refused ? r.rc !== 0 : r.rc === 0 && plain(JSON.parse(r.text)) === plain(want), what, show(text), show(r), refused ? 'refused' : plain(want));
}

async function tryFile(text) {
  const value = json5.parse(text);
  await read(text, 'read');
  for (const [at, v] of ways(value)) {
    if (/Infinity|NaN/.test(text)) break;
    if (Array.isArray(v)) {
      const r = await ask('append', text, at, { value: '{"new":["x"]}' });
      expect(r.rc === 0 && plain(json5.parse(r.text)) === plain(put(value, at, (o, k) => o[k].push({ new: ['x'] }))), 'append', show(text), show(at), show(r));
      const back = r.rc === 0 ? await ask('remove_at', r.text, at, { i: v.length }) : {};
      expect(back.text === text, 'and take it out', show(text), show(r.text), show(back));
      for (let i = 0; i < v.length; i++) {
        const less = await ask('remove_at', text, at, { i });
        expect(less.rc === 0 && plain(json5.parse(less.text)) === plain(put(value, at, (o, k) => o[k].splice(i, 1))), 'remove_at', show(text), show(at), i, show(less));
      }
    } else if (v && typeof v === 'object') {
      const r = await ask('set', text, [...at, 'new'], { value: '"x"' });
      expect(r.rc === 0 && plain(json5.parse(r.text)) === plain(put(value, at, (o, k) => { o[k].new = 'x'; })), 'set', show(text), show(at), show(r));
      const back = r.rc === 0 ? await ask('remove', r.text, [...at, 'new']) : {};
      expect(back.text === text, 'and take it out', show(text), show(r.text), show(back));
    }
    if (at.length) {
      const other = await ask('set', text, at, { value: '"other"' });
      expect(other.rc === 0 && plain(json5.parse(other.text)) === plain(put(value, at, (o, k) => { o[k] = 'other'; })), 'set what is there', show(text), show(at), show(other));
    }
  }
  for (let i = 0; i < 8; i++) {
    const n = below(text.length + 1), odd = pick(['', '"', "'", '\\', ',', ':', '{', ']', '0', '.', '+', 'x', '\n', '/', '*', 'é', '\u2028', 'u']);
    await read(text.slice(0, n) + odd + text.slice(n + below(3)), 'with other bytes');
  }
}

for (let i = 0; i < files; i++) {
  const was = failed;
  await tryFile(file());
  if (failed === was) passed++;
}
child.stdin.end();
console.log(`json5: ${edits} readings and edits of ${files} files at random, seed ${seed}: ${passed} passed, ${files - passed} failed`);
process.exitCode = failed ? 1 : 0;
