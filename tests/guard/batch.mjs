// batch.mjs - asks the guards about many command lines at once.
//
// The world is made up: /home/ann is the home and /home/ann/app the project, and neither is there, so that a verdict
// depends on nothing of this machine. Cases with `links` are asked in a project that is there, with these links in it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.dirname(path.dirname(path.dirname(new URL(import.meta.url).pathname)));
export const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
export const home = '/home/ann', project = '/home/ann/app';
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));

export function call(args, options = {}) {
  const r = spawnSync(gaff, args, { encoding: 'utf8', maxBuffer: 1 << 30, timeout: 600000, ...options, env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, USER: 'ann', ...sanitizer, ...options.env } });
  if (r.error || r.status === null) throw r.error ?? new Error(`gaff ${args.join(' ')}: ${r.signal} ${r.stderr.slice(0, 2000)}`);
  return r;
}

function askAll(cases, guards, env) {
  const lines = cases.map(c => JSON.stringify({ command: c.command, cwd: c.cwd ?? project, project: c.project ?? project }));
  const r = call(['guard', '--batch', ...guards], { input: `${lines.join('\n')}\n`, env });
  const answers = r.stdout.split('\n').filter(Boolean).map(line => JSON.parse(line));
  const strange = answers.find(a => !['none', 'allow', 'ask', 'deny'].includes(a.decision)); // else "not caught" would be met by anything
  if (strange) throw new Error(`gaff guard --batch: no decision in ${JSON.stringify(strange).slice(0, 300)}`);
  if (r.status !== 0 || answers.length !== cases.length) throw new Error(`gaff guard --batch: ${answers.length} answers for ${cases.length} lines; ${r.stderr.slice(0, 2000)}`);
  return answers;
}

function askLinked(given, guards) {
  const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-guard-'))), at = path.join(dir, 'project');
  for (const name of ['home/.ssh', 'project/src/deep']) fs.mkdirSync(path.join(dir, name), { recursive: true });
  for (const name of ['home/.profile', 'home/.ssh/id_rsa']) fs.writeFileSync(path.join(dir, name), '');
  for (const [name, target] of Object.entries(given.links)) {
    fs.mkdirSync(path.dirname(path.join(at, name)), { recursive: true });
    fs.symlinkSync(target, path.join(at, name));
  }
  const [answer] = askAll([{ ...given, cwd: at, project: at }], guards, { HOME: path.join(dir, 'home') });
  fs.rmSync(dir, { recursive: true });
  return answer;
}

// What gaff says to each case, in their order. A case may name the guard that is asked, and that it is strict; otherwise it is
// `guards`, and none means all.
export function ask(cases, guards = []) {
  const answers = new Map(), groups = new Map();
  for (const c of cases) {
    const names = [...c.strict ? ['--strict'] : [], ...c.guard ? c.guard.split(' ') : guards], key = names.join(' ');
    if (c.links) answers.set(c, askLinked(c, names));
    else groups.set(key, [...groups.get(key) ?? [], c]);
  }
  for (const [key, group] of groups) {
    const got = askAll(group, key.split(' ').filter(Boolean));
    group.forEach((c, i) => answers.set(c, got[i]));
  }
  return cases.map(c => answers.get(c));
}
