// corpus.mjs - what the guards say to every line of a corpus: node tests/guard/corpus.mjs [FILE...]
//
// A line is a case: { expect, command }, and for people `why`. `expect` is deny, ask, caught (either of them) or none;
// corpora of others say allow for none, and their deny is met by an ask, too. Further: `guard` names those to ask, instead
// of all; `strict`: what cannot be known is denied; `cwd` and `project` are where the agent is; `links` are links in the project (batch.mjs).
//
// Without a FILE it is tests/guard/*.jsonl, and all cases must pass. Of a corpus of somebody else MAX cases may differ.
// GUARDS names the guards to ask. ONLY=regex chooses by "file:line: command".
import fs from 'node:fs';
import path from 'node:path';
import { ask } from './batch.mjs';

const here = path.dirname(new URL(import.meta.url).pathname), files = process.argv.slice(2);
const only = new RegExp(process.env.ONLY ?? ''), most = Number(process.env.MAX ?? 0);
const own = fs.readdirSync(here).filter(name => name.endsWith('.jsonl')).sort().map(name => path.join(here, name));

function read(file) {
  const theme = path.basename(file, '.jsonl'), lines = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line, i) => ({ ...JSON.parse(line), name: `${theme}:${i + 1}` })).filter(c => only.test(`${c.name}: ${c.strict ? '--strict ' : ''}${c.command}`));
}

const isCaught = decision => decision === 'ask' || decision === 'deny';
const meets = {
  deny: decision => decision === 'deny',
  ask: decision => decision === 'ask',
  caught: isCaught,
  none: decision => !isCaught(decision),
  allow: decision => !isCaught(decision),
};

const cases = (files.length ? files : own).flatMap(read);
const guards = (process.env.GUARDS ?? '').split(' ').filter(Boolean), isForeign = cases.some(c => c.expect === 'allow');
const count = { passed: 0, failed: 0, missed: 0, alarms: 0 };
ask(cases, guards).forEach(({ decision, reason, findings }, i) => {
  const { expect, command, why, name } = cases[i], wanted = isForeign && expect === 'deny' ? 'caught' : expect;
  if (meets[wanted](decision)) {
    count.passed++;
    return;
  }
  count.failed++;
  if (!isCaught(decision)) count.missed++;
  else if (['none', 'allow'].includes(expect)) count.alarms++;
  console.log(`FAIL ${name}: expected ${expect}, got ${decision}${why ? ` (${why})` : ''}\n  ${command.slice(0, 300).replaceAll('\n', '\n  ')}`);
  if (findings?.length) console.log(`  => ${findings.map(f => `${f.guard}/${f.row}`).join(', ')}: ${reason?.slice(0, 300)}`);
});
const harmless = cases.filter(c => ['none', 'allow'].includes(c.expect)).length;
if (!files.length && !process.env.ONLY && (cases.length < 600 || Math.min(harmless, cases.length - harmless) < 300)) { // nothing is tried by an empty corpus
  count.failed++;
  console.log(`FAIL ${cases.length} cases, ${harmless} of them harmless: too few`);
}
if (count.failed) console.log(`${count.missed} missed, ${count.alarms} false alarms`);
console.log(`guard corpus: ${count.passed} passed, ${count.failed} failed`);
process.exit(count.failed > most || !count.passed ? 1 : 0);
