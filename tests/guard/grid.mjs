// grid.mjs - every launcher around every destructive row, around harmless commands, and the rows as data.
//
// Each row of the guard `destructive` has an example below at least. However it is launched it must be caught, and denied where
// the bare command is: every launcher is literal, so nothing is unknown. Harmless commands must never be caught, nor must an
// example that is only said. ONLY=regex chooses by "launcher: command".
import { ask, call } from './batch.mjs';
import { data, launchers } from './launchers.mjs';

const only = new RegExp(process.env.ONLY ?? '');
const payloads = {
};

const harmless = [
  'ls -la', 'git status', 'git log --oneline -5', 'git diff HEAD~1', 'git push origin main', 'git checkout -b feature', 'git stash list', 'git reset --soft HEAD~1', 'git branch -d merged',
  'git commit -m wip', 'npm test', 'npm run build', 'make -j4', 'cargo build', 'go test ./...', 'python3 -m pytest -q', 'docker ps -a', 'kubectl get pods', 'terraform plan', 'aws s3 ls',
  "psql -c 'SELECT 1'", "grep -rn 'rm -rf /' src", "echo 'git reset --hard'", "find . -name '*.c'", 'curl -s https://example.com', 'cat README.md | wc -l', 'ls > /dev/null 2>&1', 'true && echo done',
];
// Harmless because of where they are, so only on this machine.
const harmlessHere = ['rm -rf node_modules', 'rm -rf dist build', 'rm -f a.log', 'mkdir -p src/new', 'chmod +x scripts/a.sh', 'rm -rf /tmp/work-1', 'echo x > out.txt', "sed -i 's/a/b/' src/a.c"];

let passed = 0, failed = 0;
function fail(text) {
  if (++failed <= 200) console.log(`FAIL ${text.replaceAll('\n', '\n  ')}`);
}

function check(kind, cases, problem) {
  const chosen = cases.filter(c => only.test(c.name)), counts = { none: 0, allow: 0, ask: 0, deny: 0 };
  if (!chosen.length) return counts;
  ask(chosen, kind === 'caught' ? ['destructive'] : []).forEach(({ decision, findings }, i) => {
    counts[decision]++;
    const wrong = problem(decision, chosen[i]);
    if (!wrong) passed++;
    else fail(`${chosen[i].name}: ${wrong}${findings?.length ? ` (${findings.map(f => `${f.guard}/${f.row}`).join(', ')})` : ''}\n${chosen[i].command}`);
  });
  return counts;
}
const isCaught = decision => decision === 'ask' || decision === 'deny';
const silent = decision => isCaught(decision) ? `${decision}, and it is harmless` : null;

// ---- every row has an example that it catches ----

const { rows } = JSON.parse(call(['guard', '--list', '--json']).stdout).find(guard => guard.name === 'destructive');
for (const { name } of rows) if (!payloads[name]) fail(`row ${name}: it has no example in tests/guard/grid.mjs`);
for (const name of Object.keys(payloads)) if (!rows.some(row => row.name === name)) fail(`row ${name}: there is no such row`);

const examples = Object.entries(payloads).flatMap(([row, commands]) => commands.map(command => ({ row, command })));
const bare = new Map();
if (examples.length) {
  ask(examples, ['destructive']).forEach(({ decision, findings }, i) => {
    const { row, command } = examples[i];
    bare.set(command, decision);
    if (isCaught(decision) && findings.some(f => f.row === row)) passed++;
    else fail(`row ${row}: ${decision} by ${findings?.map(f => f.row).join(', ') || 'no row'}\n${command}`);
  });
}

// ---- the grid ----

const grid = (commands, wraps) => wraps.flatMap(({ name, wrap }) => commands.map(command => ({ name: `${name}: ${command}`, command: wrap(command), payload: command })));
const dangerous = examples.map(e => e.command), said = Object.entries(data).map(([name, wrap]) => ({ name, wrap }));

const caught = check('caught', grid(dangerous, launchers), (decision, { payload }) => !isCaught(decision) ? 'missed' : decision === bare.get(payload) ? null : `${decision}, but ${bare.get(payload)} without the launcher`);
const calm = check('calm', [...grid(harmless, launchers), ...grid(harmlessHere, launchers.filter(l => !l.isElsewhere))], silent);
const talk = check('said', grid(dangerous, said), silent);
const sum = c => Object.values(c).reduce((a, b) => a + b, 0);
console.log(`${launchers.length} launchers: ${sum(caught)} dangerous (${caught.deny} denied, ${caught.ask} asked about), ${sum(calm)} harmless; ${sum(talk)} that are only said`);
console.log(`guard grid: ${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
