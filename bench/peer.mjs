// peer.mjs - cc-safety-net from npm, beside gaff: node bench/peer.mjs install | verdicts
//
//   install    puts it into build/peer and prints the file that is its program; nothing where the registry is out of reach
//   verdicts   what both say to the cases of tests/guard/*.jsonl, by file: caught, missed, false alarms
//
// It looks at the folders it is told about, so its home and project are made below build/peer, and the names in the cases
// changed to theirs. Cases with links are left out for both.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ask, home as writtenHome } from '../tests/guard/batch.mjs';
import { install } from './npm.mjs';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname)), wanted = 'cc-safety-net@2.4.5';
const dir = path.join(root, 'build/peer'), home = path.join(dir, 'home'), project = path.join(home, 'app');
const folder = path.join(dir, 'node_modules/cc-safety-net/dist'), program = path.join(folder, 'bin/cc-safety-net.js');

function installed() {
  fs.mkdirSync(project, { recursive: true });
  return install(dir, wanted, program);
}

function read(file) {
  const cases = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean).map(line => JSON.parse(line));
  return cases.filter(c => !c.links);
}

const columns = list => list.map(n => String(n).padStart(11)).join('');

async function verdicts() {
  if (!installed()) return console.log(`${wanted}: skipped, the npm registry cannot be reached`);
  process.env.HOME = home;
  const { checkCommand } = await import(pathToFileURL(path.join(folder, 'api.js')));
  const theirs = c => checkCommand({ command: c.command.replaceAll(writtenHome, home), cwd: project }).kind === 'deny';
  const folderOfCases = path.join(root, 'tests/guard'), all = [0, 0, 0, 0, 0, 0];
  const line = (name, dangerous, harmless, [ours, peers]) => console.log(`${name.padEnd(14)}${columns([dangerous, ...ours, ...peers, harmless])}`);
  console.log(`${''.padEnd(25)}${'gaff'.padStart(22)}${wanted.padStart(22)}`);
  console.log(`${''.padEnd(14)}${columns(['dangerous', 'missed', 'alarms', 'missed', 'alarms', 'harmless'])}`);
  for (const name of fs.readdirSync(folderOfCases).filter(name => name.endsWith('.jsonl')).sort()) {
    const cases = read(path.join(folderOfCases, name)), answers = ask(cases).map(a => a.decision === 'ask' || a.decision === 'deny');
    const isBad = c => c.expect !== 'none', bad = cases.filter(isBad).length;
    const wrong = says => [cases.filter((c, i) => isBad(c) && !says(c, i)).length, cases.filter((c, i) => !isBad(c) && says(c, i)).length];
    const counts = [wrong((c, i) => answers[i]), wrong(theirs)];
    line(name.replace('.jsonl', ''), bad, cases.length - bad, counts);
    [bad, cases.length - bad, ...counts.flat()].forEach((n, i) => { all[i] += n; });
  }
  line('all', all[0], all[1], [all.slice(2, 4), all.slice(4, 6)]);
}

if (process.argv[2] === 'install') console.log(installed());
else await verdicts();
