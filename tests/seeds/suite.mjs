// suite.mjs - the cases of the documents, counted; and that what should fail a suite does.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { finish, is, ok, test } from '../check.mjs';

const here = path.dirname(new URL(import.meta.url).pathname), root = path.dirname(path.dirname(here));
const files = fs.readdirSync(here).filter(name => /^\d{3}-.*\.mjs$/.test(name));
const lists = files.map(name => ({ name, ...spawnSync('node', [path.join(here, name)], { env: { ...process.env, LIST: '1' }, maxBuffer: 1 << 26 }) }));
const cases = lists.flatMap(one => one.stdout.toString().trim().split('\n').filter(Boolean).map(line => JSON.parse(line)));
const differing = cases.filter(one => one.entry);
const page = fs.readFileSync(path.join(root, 'docs/conformance.md'), 'utf8');
const entries = [...page.matchAll(/^\| `([a-z0-9-]+)` \|.*\|$/gm)].map(([line, name]) => ({ name, line }));

test('each of the five documents has its cases', () => is(files.map(name => name.slice(0, 3)), ['000', '001', '002', '003', '004']));
for (const one of lists) test(`${one.name} lists its cases`, () => is([one.status, one.stderr.toString(), one.stdout.length > 0], [0, '', true]));
test('there are at least 800 cases', () => ok(cases.length >= 800, `${cases.length} cases`));
test('at most 40 of them are answered by docs/conformance.md', () => ok(differing.length <= 40, `${differing.length} cases`));
test('every entry of docs/conformance.md has a case', () => is(entries.map(one => one.name).filter(name => !differing.some(one => one.entry === name)), []));
test('every entry that a case names is there once', () => { for (const { entry } of differing) is(entries.filter(one => one.name === entry).length, 1, entry); });

// What an entry says an agent was seen to do, gaff's own rows have as evidence.
const known = JSON.parse(spawnSync(process.env.GAFF ?? path.join(root, 'build/gaff'), ['hosts', '--json'], { maxBuffer: 1 << 28 }).stdout.toString()).hosts;
for (const { name, line } of entries) {
  test(`${name}: the evidence is that of the rows`, () => {
    const seen = line.split('|').map(cell => cell.trim()).at(-2);
    const named = [...seen.matchAll(/`([a-z-]+)` ([^,;]+)/g)];
    ok(seen === '-' || named.length > 0, `nobody was seen: ${seen}`);
    for (const [, host, version] of named) ok(JSON.stringify(known.find(one => one.id === host) ?? '').includes(version.trim()), `the rows of ${host} know nothing of ${version}`);
  });
}

// A suite made for this, with one mistake in it, has to fail.
const broken = (name, text, says) => test(`${name} fails a suite`, () => {
  const file = path.join(here, `.tried-${process.pid}.mjs`);
  fs.writeFileSync(file, `import { says, table, differs, done, seed } from './lib.mjs';\nseed('x');\n${text}\ndone('tried');\n`);
  try {
    const r = spawnSync('node', [file]);
    ok(r.status !== 0, 'it passed');
    ok(r.stdout.toString().includes(says) || r.stderr.toString().includes(says), r.stdout.toString() + r.stderr);
  } finally {
    fs.rmSync(file);
  }
});
broken('a cell without a case', "table('s', 't', ['a', 'b'], { r: ['1', '2'] }).cell('r', 'a', () => {});", 'r | b');
broken('a row without a cell', "table('s', 't', ['a', 'b'], { r: ['1'] }).each(['a'], () => () => {});", 'has nothing for b');
broken('an entry that is not there', "differs('no-such-entry', 's', 'w', () => {});", 'no entry no-such-entry');
broken('a statement that does not hold', "says('s', 'w', () => { throw new Error('not so'); });", 'not so');

finish('seeds');
