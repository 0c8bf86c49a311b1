// one.mjs - runs one scenario; smoke.mjs starts it inside a network namespace that has loopback only.
//
// argv[2] is a JSON file: { agent, module, program, gaff, dir } and a scenario's spec, where `module` is
// the agent's agent.mjs. The result, JSON on stdout: { code, requests, stdout, stderr, files, ran }, that is
// how the agent ended, what it sent to the model and printed, what is in the project, if the hook ran, and `status`.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startModel } from './model.mjs';

const s = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const { prepare, off, installs = [] } = await import(pathToFileURL(s.module));
const home = path.join(s.dir, 'home'), project = path.join(s.dir, 'project');
for (const d of [home, project]) fs.mkdirSync(d, { recursive: true });
const quote = text => `'${text.replaceAll("'", "'\\''")}'`;
const hook = path.join(s.dir, 'hook.sh');
fs.writeFileSync(hook, `#!/bin/sh\n: > '${hook}.ran'\n${s.hook}\n`, { mode: 0o755 });
const more = [...(s.options ?? []), ...(s.manifests ? [] : ['--', hook])];
const line = words => words.map(quote).join(' ');
const command = line(s.raw ? [hook] : [s.gaff, 'run', '--host', s.agent, '--event', s.event, ...more]);
// For an agent whose own plugin says all of that: a program that does the rest.
const program = path.join(s.dir, "a program's wrapper");
fs.writeFileSync(program, `#!/bin/sh\nexec ${s.raw ? command : `${quote(s.gaff)} "$@" ${line(more)}`}\n`, { mode: 0o755 });
const model = await startModel(s.script);

const { args, env } = prepare({ home, project, port: model.port, ...(s.installed ? {} : { command, program }), event: s.event, spec: s });
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, LANG: 'C.UTF-8', TERM: 'xterm', TMPDIR: s.dir, ...env };
if (s.manifests) {
  const put = (dir, hooks) => {
    fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
    fs.writeFileSync(path.join(dir, 'hooks.json'), JSON.stringify({ spec: 'hooks/1.0', hooks }).replaceAll('HOOK', quote(hook)), { mode: 0o600 });
  };
  const { user, project: its, trusted } = s.manifests;
  if (user) put(path.join(env.XDG_CONFIG_HOME ?? path.join(home, '.config'), 'gaff'), user);
  if (its) put(path.join(project, '.gaff'), its);
  if (trusted) execFileSync(s.gaff, ['trust', '--yes', project], { env: environment });
}
if (s.installed) execFileSync(s.gaff, ['install', s.agent, ...installs, ...(s.installed === true ? [] : [s.installed])], { env: environment, cwd: project });
let status = '';
if (s.off) {
  const [name, change] = off, file = path.join(home, name), text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, typeof change === 'object' ? JSON.stringify({ ...JSON.parse(text), ...change }) : change(text));
  status = spawnSync(s.gaff, ['status', s.agent], { env: environment, cwd: project, encoding: 'utf8' }).stdout;
}
const [agent, first] = /\.[cm]?js$/.test(s.program) ? [process.execPath, [s.program]] : [s.program, []];
const child = spawn(agent, [...first, ...args], { cwd: project, stdio: [s.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'], detached: true,
  env: environment });
let stdout = '', stderr = '';
child.stdin?.end(s.stdin);
child.stdout.on('data', d => { stdout += d; });
child.stderr.on('data', d => { stderr += d; });
const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 60000);
child.on('close', code => {
  clearTimeout(timer);
  model.stop();
  const result = { code, requests: model.requests, stdout: stdout.slice(-200000), stderr: stderr.slice(-20000), files: fs.readdirSync(project), ran: fs.existsSync(hook + '.ran'), status };
  process.stdout.write(JSON.stringify(result), () => process.exit(0)); // an exit alone would cut a long text
});
