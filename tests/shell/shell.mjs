// shell.mjs - command lines (src/text/shell/shell.h) against shfmt: which simple commands are in them, with which words,
// assignments and redirections, wherever they are: in substitutions, functions, here-documents.
//
// Lines are random but the same for the same seed, and files of JSON lines with a "command" can be given: what is
// in a corpus is held against shfmt as well. What shfmt takes for a syntax error has only to be read.
//
//   COUNT=10000 SEED=7 node tests/shell/shell.mjs      10,000 lines of seed 1, if not said
//   CORPUS='a.jsonl b.jsonl' GRID=1 node tests/shell/shell.mjs
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { generator } from './generate.mjs';
import { parse, simpleCommands } from './shfmt.mjs';

const root = path.resolve(path.dirname(new URL(import.meta.url).pathname), '../..');
const driver = path.resolve(process.env.SHELL_COMMANDS ?? path.join(root, 'build/asan/shell-commands'));
const count = Number(process.env.COUNT ?? 10000), seed = Number(process.env.SEED ?? 1), atOnce = 6;

// Where shfmt is not bash: what it is about, and which texts. Each was tried with bash.
const exceptions = [
  { why: 'a # behind $x or quotes is no comment', is: text => /(\$(\w+|[@*?$!-])|['"`})])#/.test(text) },
  { why: 'a comment does not go on in the next line', is: text => /#[^\n]*\\\n/.test(text) },
  { why: 'time with options is the program, where sh is not bash', is: text => /\btime\s+-(?!p\s)/.test(text) },
  { why: 'what is quoted or substituted in a pattern is not read by shfmt', is: text => /[@!+?*]\([^)]*(\$|['"`\\]|[<>]\()/.test(text) },
  { why: 'what does not start like a name is not assigned to', is: text => /(^|[\s;&|(])[^\s;&|()=]*[{~][^\s=]*=/.test(text) },
  { why: '!(a) in front is ! and a subshell, where extglob is off', is: text => /(^|[\n;&|({]|\b(do|then|else|if|elif|while|until|time)\b)\s*!\(/.test(text) },
  { why: 'the body of a here-document starts behind its line, also if that ends with ]]', is: text => /<<[^\n]*\]\]\s*\n/.test(text) },
  { why: 'a ( in a regular expression that is not closed is an error', is: text => /=~[^\n]*\([^)\n]*[&;]/.test(text) },
  { why: 'let is a command with words; shfmt reads what it computes', is: text => /(^|[\s;&|({])let\s/.test(text) },
  { why: '${! x} is a bad substitution', is: text => /\$\{!\s/.test(text) },
];

// Every GRID-th line of the grid of the guards: they have words and quotes of all kinds around each other.
function grid() {
  const each = Number(process.env.GRID ?? 12), r = spawnSync('node', [path.join(root, 'tests/guard/grid.mjs'), '--list'], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (r.status !== 0 || !r.stdout) throw new Error(`tests/guard/grid.mjs --list: ${r.stderr}`);
  return r.stdout.trim().split('\n').filter((_, i) => i % each === 0).map(line => JSON.parse(line).command);
}

function corpus() {
  const guard = path.join(root, 'tests/guard'), own = fs.existsSync(guard) ? fs.readdirSync(guard).filter(f => f.endsWith('.jsonl')).map(f => path.join(guard, f)) : [];
  const files = [...own, ...(process.env.CORPUS ?? '').split(/\s+/).filter(Boolean)];
  return files.flatMap(f => fs.readFileSync(f, 'utf8').split('\n').filter(Boolean).map(line => JSON.parse(line).command).filter(c => typeof c === 'string' && !c.includes('\0')));
}

function ours(texts) {
  const r = spawnSync(driver, { input: texts.map(command => JSON.stringify({ command }) + '\n').join(''), encoding: 'utf8', maxBuffer: 1 << 30 });
  const lines = r.stdout.split('\n');
  if (r.status !== 0) {
    console.log(`FAIL ${JSON.stringify(texts[lines.length - 1])}: ${path.basename(driver)} ended with ${r.status ?? r.signal}\n${r.stderr}`);
    process.exit(1);
  }
  return texts.map((text, i) => JSON.parse(lines[i]));
}

const sorted = list => list.map(c => JSON.stringify(c)).sort();

const make = generator(seed), given = [...corpus(), ...grid()], texts = [...given, ...Array.from({ length: count }, () => make())], got = ours(texts);
const tally = { passed: 0, failed: 0, refused: 0, excepted: 0 };

async function check(i) {
  const { tree, refused } = await parse(texts[i]);
  if (refused !== undefined) return 'refused';
  const want = sorted(simpleCommands(tree, texts[i])), have = sorted(got[i]);
  if (want.join('\n') === have.join('\n')) return 'passed';
  if (exceptions.some(e => e.is(texts[i]))) return 'excepted';
  console.log(`FAIL ${JSON.stringify(texts[i])}\n  shfmt: ${want.filter(c => !have.includes(c)).join(' ')}\n  gaff:  ${have.filter(c => !want.includes(c)).join(' ')}`);
  return 'failed';
}

let next = 0;
await Promise.all(Array.from({ length: atOnce }, async () => {
  while (next < texts.length) tally[await check(next++)]++;
}));
console.log(`shell: ${tally.passed} passed, ${tally.failed} failed; ${given.length} of a corpus and ${count} at random, ${tally.refused} no commands to shfmt, ${tally.excepted} where it is not bash`);
process.exit(tally.failed ? 1 : 0);
