// jsregex.mjs - js_regex.h against the RegExp of this node, on patterns that people write, on random ones and on random changes of the
// first; COUNT of them, from SEED on. gaff may never refuse what an engine takes; what it lets pass must be an engine's or in doubt.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { built } from './install/world.mjs';
import { finish, ok, test } from './check.mjs';

const count = Number(process.env.COUNT ?? 50000);
let seed = Number(process.env.SEED ?? 1);
const random = n => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return Math.floor(seed / 2 ** 32 * n); };
const pick = list => list[random(list.length)];

const known = ['', '[a-\u{1f600}-\\uffff-a]', '[a-\u{1f600}-z]', '*', 'Shell', 'Shell|Read', '^(?:Shell|MCP:.*)$', '(?i)x', '(?<!a)b\\u0041', 'curl|wget|nc ', 'rm\\s+-rf?', '[a-z]+_[0-9]{2,3}', '(?<year>\\d{4})-\\k<year>', '^[^\\]]*$', '\\bfoo\\b',
  '(a|b)*?c{1,}', 'x{,3}', 'a{1', '{', '}', ']', '(?=a)*', '(?<=a)*', '(?:', 'a**', '[b-a]', 'a{3,2}', '\\', '[', '(', ')', '+', '^*', '\\b+', '(?<a>)(?<a>)', '(?<a>)|(?<a>)', '\\k', '\\k<a>', '(?<1>)',
  '[\u{1f600}-\u{1f601}]', '[\u{1f600}\u{1f601}]', '[\\d-z]', '[a-\\d]', '[\\c-a]', '[\\ca-z]', '[\\377-\\400]', '\\u{61}', '\\u{2,1}', '(?<\\u0061>x)\\k<a>', '[\\k](?<a>)', '(?i:a)', '(?-:a)', '(?i-i:a)'];
const pieces = ['a', 'b', 'z', '0', '9', '-', '-', '^', '$', '.', '*', '+', '?', '?', '(', '(', ')', ')', '[', '[', ']', ']', '{', '}', ',', '|', '\\', '(?:', '(?=', '(?!', '(?<=', '(?<!', '(?<a>', '(?<b>', '(?<', '>', '<', '=', '!',
  ':', '\\k<a>', '\\k', '\\b', '\\B', '\\d', '\\W', '\\x', '\\x41', '\\u', '\\u0062', '\\c', '\\cA', '\\1', '\\07', '\\777', '{2}', '{2,}', '{3,2}', '{1,99999999999}', '{99999999999,1}', '\u00e9', '\u{1f600}', '\ud83d', '\udc00', '\0', '\n', '/', ' ', '_'];
function make() {
  if (random(4)) return Array.from({ length: 1 + random(10) }, () => pick(pieces)).join('');
  const text = pick(known), at = random(text.length + 1);
  return text.slice(0, at) + (random(2) ? pick(pieces) : '') + text.slice(at + random(3));
}

const patterns = [...new Set([...known, ...Array.from({ length: count }, make)])];
const r = spawnSync(path.join(path.dirname(built), 'js-regex'), { input: patterns.map(p => JSON.stringify(p) + '\n').join(''), encoding: 'utf8', maxBuffer: 1 << 28 });
const said = r.stdout.split('\n');

// Younger engines take these, older ones do not; or it would take Unicode's tables to know.
const inDoubt = p => /\(\?[ims-]+:|\(\?<[^>]*(\\|[^\0-\x7f])|\\k<[^>]*(\\|[^\0-\x7f])/.test(p) || new Set(names(p)).size < names(p).length;
const names = p => [...p.matchAll(/\(\?<([^=!>][^>]*)>/g)].map(m => m[1]);

test('every line is answered', () => ok(r.status === 0 && said.length === patterns.length + 1, `${r.error ?? ''} exit ${r.status}, ${said.length} lines for ${patterns.length}`));
let bad = 0, doubts = 0;
const wrong = { refused: [], passed: [] };
patterns.forEach((pattern, i) => {
  let problem = '';
  try { new RegExp(pattern); } catch (e) { problem = e.message; }
  if (problem) bad++;
  if (said[i] && !problem) wrong.refused.push(`${JSON.stringify(pattern)}: ${said[i]}`);
  if (!said[i] && problem && inDoubt(pattern)) doubts++;
  else if (!said[i] && problem) wrong.passed.push(`${JSON.stringify(pattern)}: ${problem}`);
});
test('nothing is refused that RegExp takes', () => ok(!wrong.refused.length, `${wrong.refused.length}: ${wrong.refused.slice(0, 9).join('\n')}`));
test('nothing passes that RegExp refuses', () => ok(!wrong.passed.length, `${wrong.passed.length}: ${wrong.passed.slice(0, 9).join('\n')}`));
test('both are there, and doubts are few', () => ok(bad > patterns.length / 10 && bad < patterns.length * 0.9 && doubts < patterns.length / 20, { bad, doubts, of: patterns.length }));
finish('jsregex', `, ${patterns.length} patterns`);
