// grid.mjs - every launcher around every destructive row, around harmless commands, and the rows as data.
//
// Each row of the guard `destructive` has an example below at least. However it is launched it must be caught, and denied where
// the bare command is: every launcher is literal, so nothing is unknown. Harmless commands must never be caught, nor must an
// example that is only said. ONLY=regex chooses by "launcher: command" and "row NAME"; --list prints all of it, as JSON lines.
import { ask, call } from './batch.mjs';
import { data, launchers } from './launchers.mjs';

const only = new RegExp(process.env.ONLY ?? '');
// Examples by row. Those in `here` are dangerous because of the folder they are in, so only on this machine.
const payloads = {
  'rm-outside': ['rm -rf /', 'rm --recursive --force /usr'],
  'rm-precious': ['rm -r /etc'],
  'rm-settings': ['rm /etc/passwd'],
  'rimraf-outside': ['rimraf /'],
  'find-delete-all': ['find / -delete'],
  'find-delete-outside': ["find /etc -name '*.conf' -delete"],
  'shred-outside': ['shred -u /etc/passwd'],
  'truncate-outside': ['truncate -s 0 /etc/passwd'],
  'copy-nothing': ['cp /dev/null /etc/hosts'],
  'dd-onto': ['dd if=/dev/zero of=/dev/sda'],
  mkfs: ['mkfs.ext4 /dev/sda1'],
  wipefs: ['wipefs -a /dev/sda'],
  fdisk: ['parted /dev/sda mklabel gpt'],
  'disk-erase': ['diskutil eraseDisk JHFS+ X disk2'],
  'disk-crypt': ['cryptsetup luksFormat /dev/sda2'],
  'disk-format': ['nvme format /dev/nvme0n1'],
  'volume-remove': ['lvremove -f vg/data'],
  'pool-destroy': ['zpool destroy tank'],
  'mv-settings': ['mv /etc /tmp/x'],
  'mv-settings-to': ['mv -t /tmp/x /etc'],
  'mv-onto': ['mv x /etc/passwd'],
  'write-onto': ['echo x > /etc/passwd', ': > /etc/fstab'],
  'tee-onto': ['tee /etc/passwd'],
  'chmod-all': ['chmod -R 777 /', 'chown -R nobody /etc'],
  'rsync-delete': ['rsync -a --delete empty/ /etc/'],
  'rsync-delete-remote': ['rsync -a --delete empty/ host:/srv/www/'],
  'kill-everything': ['kill -9 -1'],
  'crontab-remove': ['crontab -r'],
  userdel: ['userdel -r bob'],
  'git-reset-hard': ['git reset --hard', 'git -C x -c a.b=c reset -q --hard HEAD~3'],
  'git-clean': ['git clean -fdx'],
  'git-clean-unforced': ['git -c clean.requireForce=false clean -d'],
  'git-checkout-files': ['git checkout -- .', 'git checkout HEAD -- src/a.c'],
  'git-checkout-tree-files': ['git checkout HEAD~1 src/a.c'],
  'git-checkout-path': ['git checkout .'],
  'git-checkout-force': ['git checkout -f main'],
  'git-checkout-list': ['git checkout HEAD --pathspec-from-file=list.txt'],
  'git-switch-force': ['git switch --discard-changes main'],
  'git-restore': ['git restore src/a.c'],
  'git-restore-worktree': ['git restore --staged --worktree .'],
  'git-checkout-index': ['git checkout-index -f -a'],
  'git-read-tree': ['git read-tree --reset -u HEAD'],
  'git-stash-drop': ['git stash clear', 'git stash drop stash@{1}'],
  'git-branch-delete': ['git branch -D feature'],
  'git-branch-delete-force': ['git branch --delete --force feature'],
  'git-push-force': ['git push --force origin main', 'git push -uf origin main'],
  'git-push-plus': ['git push origin +main'],
  'git-push-mirror': ['git push --mirror backup'],
  'git-push-delete': ['git push origin --delete feature'],
  'git-push-colon': ['git push origin :feature'],
  'git-tag-delete': ['git tag -d v1.0'],
  'git-reflog': ['git reflog expire --expire=now --all'],
  'git-gc-prune': ['git gc --prune=now'],
  'git-prune': ['git prune'],
  'git-update-ref': ['git update-ref -d refs/heads/main'],
  'git-symbolic-ref': ['git symbolic-ref --delete HEAD'],
  'git-filter': ["git filter-branch --tree-filter 'rm -f x' HEAD"],
  'git-filter-repo': ['git-filter-repo --path src'],
  'git-worktree-remove': ['git worktree remove --force wt'],
  'git-submodule-deinit': ['git submodule deinit -f lib'],
  'docker-prune': ['docker system prune -af --volumes'],
  'docker-prune-some': ['docker system prune -f'],
  'docker-reset': ['podman system reset -f'],
  'docker-volume': ['docker volume rm data'],
  'docker-compose-volumes': ['docker compose -f dev.yml down -v'],
  'compose-volumes': ['docker-compose down --volumes'],
  'docker-stack': ['docker stack rm web'],
  'kubectl-delete': ['kubectl -n prod delete namespace prod'],
  'kubectl-delete-all': ['kubectl delete pods --all'],
  'helm-uninstall': ['helm uninstall app'],
  'terraform-destroy': ['terraform -chdir=infra destroy -auto-approve'],
  'terraform-apply-destroy': ['terraform apply -destroy'],
  'terraform-state': ['terraform state rm aws_instance.web'],
  'terraform-workspace': ['terraform workspace delete prod'],
  'terragrunt-destroy': ['terragrunt run-all destroy'],
  'stack-destroy': ['pulumi destroy --yes'],
  'stack-remove': ['pulumi stack rm prod'],
  'stack-delete': ['eksctl delete cluster --name prod'],
  'serverless-remove': ['serverless remove --stage prod'],
  'aws-s3-bucket': ['aws s3 rb s3://bucket --force'],
  'aws-s3-remove': ['aws --profile prod s3 rm s3://bucket/ --recursive'],
  'aws-s3-sync': ['aws s3 sync empty s3://bucket --delete'],
  'aws-delete': ['aws ec2 terminate-instances --instance-ids i-1'],
  'gcloud-delete': ['gcloud compute instances delete web -q'],
  'gcloud-storage': ['gcloud storage rm -r gs://bucket'],
  'gsutil-remove': ['gsutil -m rm -r gs://bucket'],
  'gsutil-bucket': ['gsutil rb gs://bucket'],
  'gsutil-sync': ['gsutil rsync -d empty gs://bucket'],
  'az-delete': ['az group delete -n prod --yes'],
  'cloud-delete': ['doctl compute droplet delete 1'],
  'hosting-delete': ['vercel remove app'],
  'heroku-destroy': ['heroku apps:destroy app'],
  'gh-repo-delete': ['gh repo delete ann/app --yes'],
  'gh-delete': ['gh release delete v1'],
  'gh-api-delete': ['gh api -X DELETE repos/a/b'],
  'package-unpublish': ['npm unpublish app --force'],
  'package-yank': ['gem yank app -v 1.0.0'],
  'sql-drop': ["psql prod -c 'DROP TABLE users'", "mysql -e 'truncate table users'"],
  dropdb: ['dropdb prod'],
  'mysqladmin-drop': ['mysqladmin -f drop prod'],
  'pg-restore-clean': ['pg_restore --clean -d prod x.dump'],
  'redis-flush': ['redis-cli -h prod FLUSHALL'],
  'mongo-drop': ["mongosh prod --eval 'db.dropDatabase()'"],
  'mongo-restore-drop': ['mongorestore --drop dump'],
  'kafka-delete': ['kafka-topics.sh --delete --topic x'],
  'etcd-delete': ['etcdctl del --prefix /'],
  'rails-drop': ['rails db:drop'],
  'prisma-reset': ['prisma migrate reset --force'],
  'prisma-push': ['prisma db push --force-reset'],
  'artisan-wipe': ['php artisan migrate:fresh'],
  'django-flush': ['python3 manage.py flush'],
  'remove-item': ['Remove-Item -Recurse -Force /'],
  'remove-item-precious': ['Remove-Item -Recurse /'],
  'del-tree': ['rd /s /'],
  'format-drive': ['format c:'],
  'format-volume': ['Format-Volume -DriveLetter D'],
};
const here = {
  'rm-outside': ['rm -rf .', 'rm -rf ~/', 'rm -rf ../..'],
  'rm-all-files': ['rm -f *'],
  'find-delete-all': ['find . -delete'],
  'find-delete-here': ['find -delete'],
  'find-delete-some': ["find . -name '*.tmp' -delete"],
  shred: ['shred -u notes.txt'],
  'truncate-to-nothing': ['truncate -s 0 notes.txt'],
  'mv-project': ['mv . ../x'],
  'write-onto': ['echo x > ~/.bashrc'],
  'chmod-open': ['chmod -R 777 .'],
  'rsync-delete': ['rsync -a --delete empty/ ~/'],
  'git-checkout-file': ['git checkout /etc/hosts'],
  'git-rm-all': ['git rm -r .'],
};
const bomb = ':(){ :|:& };:'; // no row: what finds the programs tells it apart

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
for (const { name } of rows.filter(row => only.test(`row ${row.name}`))) if (!payloads[name] && !here[name]) fail(`row ${name}: it has no example in tests/guard/grid.mjs`);
for (const name of Object.keys({ ...payloads, ...here }).filter(name => only.test(`row ${name}`))) if (!rows.some(row => row.name === name)) fail(`row ${name}: there is no such row`);

const listed = table => Object.entries(table).flatMap(([row, commands]) => commands.map(command => ({ row, command })));
const anywhere = [...listed(payloads), { row: 'fork-bomb', command: bomb }], examples = [...anywhere, ...listed(here)];
const bare = new Map();
ask(examples, ['destructive']).forEach(({ decision, findings }, i) => {
  const { row, command } = examples[i];
  bare.set(command, decision);
  if (!only.test(`row ${row}`)) return;
  if (isCaught(decision) && findings.some(f => f.row === row)) passed++;
  else fail(`row ${row}: ${decision} by ${findings?.map(f => f.row).join(', ') || 'no row'}\n${command}`);
});

// ---- the grid ----

const grid = (commands, wraps) => wraps.flatMap(({ name, wrap }) => commands.map(command => ({ name: `${name}: ${command}`, command: wrap(command), payload: command })));
const isHere = launchers.filter(l => !l.isElsewhere), commandsOf = list => list.map(e => e.command), said = Object.entries(data).map(([name, wrap]) => ({ name, wrap }));

const dangerous = [...grid(commandsOf(anywhere), launchers), ...grid(commandsOf(listed(here)), isHere)];
const peaceful = [...grid(harmless, launchers), ...grid(harmlessHere, isHere)], prose = grid(commandsOf(examples), said);
if (process.argv[2] === '--list') { // for tests/shell/shell.mjs
  process.stdout.write([...dangerous, ...peaceful, ...prose].map(({ command }) => JSON.stringify({ command }) + '\n').join(''), () => process.exit());
  await new Promise(() => {});
}
const caught = check('caught', dangerous, (decision, { payload }) => !isCaught(decision) ? 'missed' : decision === 'deny' || decision === bare.get(payload) ? null : `${decision}, but ${bare.get(payload)} without the launcher`);
const calm = check('calm', peaceful, silent);
const talk = check('said', prose, silent);
const sum = c => Object.values(c).reduce((a, b) => a + b, 0);
// nothing is tried by an empty table
if (!process.env.ONLY && (sum(caught) < 1500 || sum(calm) < 1500 || sum(talk) < 1500)) fail(`too few: ${sum(caught)} dangerous, ${sum(calm)} harmless, ${sum(talk)} that are only said`);
console.log(`${launchers.length} launchers: ${sum(caught)} dangerous (${caught.deny} denied, ${caught.ask} asked about), ${sum(calm)} harmless; ${sum(talk)} that are only said`);
console.log(`guard grid: ${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
