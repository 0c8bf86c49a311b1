// bed.mjs - agents from npm, kept under build/, and the place where one scenario runs: no network but loopback,
// no files but temporary ones to write.
import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const here = path.dirname(new URL(import.meta.url).pathname);
export const root = path.resolve(here, '../..');
export const folder = path.join(root, 'tests/hosts');
export const moduleOf = id => path.join(folder, id, 'agent.mjs');
export const arch = { x64: ['x64', 'x86_64'], arm64: ['arm64', 'aarch64'] }[process.arch];
const gaff = path.resolve(process.env.GAFF ?? path.join(root, 'build/gaff'));

// ---- agents ----

const npm = (dir, ...args) => spawnSync('npm', [...args, '--loglevel=error'], {
  encoding: 'utf8', cwd: dir, timeout: 600000,
  env: { ...process.env, npm_config_cache: path.join(root, 'build/npm'), npm_config_update_notifier: 'false', npm_config_engine_strict: 'false' },
});
export const nameOf = spec => spec.slice(0, spec.lastIndexOf('@'));
const unreachable = text => /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|ENETUNREACH/.exec(text ?? '')?.[0];
const problem = (what, r) => unreachable(r.stderr) ? { skip: `the npm registry cannot be reached (${unreachable(r.stderr)})` } : { fail: `${what}:\n${r.stdout}${r.stderr}` };

// { file, version }, or { skip } or { fail }, which say why not.
export function get(agent, latest) {
  if (!arch) return { skip: `there is no build of it for ${process.arch}` };
  const name = nameOf(agent.install);
  let version = agent.install.slice(name.length + 1);
  if (latest) {
    const r = npm(root, 'view', name, 'version');
    if (r.status !== 0) return problem(`npm knows no version of ${name}`, r);
    version = r.stdout.trim();
  }
  const wanted = [`${name}@${version}`, ...agent.needs?.(arch) ?? []];
  const dir = path.join(root, 'build/agents', wanted.join('+').replaceAll(/[@/]/g, '_')), file = path.join(dir, 'node_modules', agent.program(arch));
  if (fs.existsSync(file)) return { file, version };
  // A download that is cut off must not pass for a whole one.
  const fresh = `${dir}.new`;
  fs.rmSync(fresh, { recursive: true, force: true });
  fs.mkdirSync(fresh, { recursive: true });
  fs.writeFileSync(path.join(fresh, 'package.json'), JSON.stringify({ private: true, overrides: agent.overrides }));
  const r = npm(fresh, 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...wanted);
  if (r.status !== 0) return problem(`npm did not install ${wanted.join(' ')}`, r);
  fs.rmSync(dir, { recursive: true, force: true });
  fs.renameSync(fresh, dir);
  return fs.existsSync(file) ? { file, version } : { fail: `${wanted.join(' ')} has no ${agent.program(arch)}` };
}

// ---- the place ----

// Loopback goes up; then the root, the home of the user and this project can only be read, the folder for temporary files
// apart. What is mounted ends with the namespace. An inner folder comes after the one it lies in, whose mount would hide its own.
const tmp = fs.realpathSync(os.tmpdir());
const folders = [['/', 'ro'], [os.homedir(), 'ro'], [root, 'ro'], [tmp, 'rw']].filter(([dir]) => fs.existsSync(dir)).sort(([a], [b]) => a.length - b.length);
const sealed = `ip link set lo up && while [ "$1" != -- ]; do
  { [ "$1" = / ] || mount --rbind "$1" "$1"; } && mount -o "remount,bind,$2" "$1" || exit 1
  shift 2
done && shift && cd / && exec "$@"`;
const open = 'ip link set lo up && while [ "$1" != -- ]; do shift 2; done && shift && exec "$@"';
const own = ['-pf', '--mount-proc', '--kill-child']; // processes: whatever an agent leaves running ends with the place
const environment = { PATH: process.env.PATH };

// How to start something there: the first way that works here. As an ordinary user it is a namespace of one's own.
export function place() {
  for (const [flags, text] of [[['-nm', ...own], sealed], [['-rnm', ...own], sealed], [['-n'], open], [['-rn'], open]]) {
    const words = [...flags, 'sh', '-c', text, 'sh', ...folders.flat(), '--'];
    if (spawnSync('unshare', [...words, 'true'], { env: environment }).status === 0) return { words, sealed: text === sealed };
  }
  return null;
}

export function start(place, program, args, timeout = 120000) {
  return new Promise(resolve => execFile('unshare', [...place.words, program, ...args], { env: environment, timeout, killSignal: 'SIGKILL', maxBuffer: 1 << 28 },
    (error, stdout, stderr) => resolve({ error, stdout, stderr })));
}

export async function run(place, scenario) {
  const dir = fs.mkdtempSync(path.join(tmp, `gaff-e2e-${scenario.agent}-`)), file = path.join(dir, 'scenario.json');
  fs.writeFileSync(file, JSON.stringify({ ...scenario, gaff, dir }));
  const { error, stdout, stderr } = await start(place, process.execPath, [path.join(here, 'one.mjs'), file]);
  fs.rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`the scenario did not run: ${error ?? ''}${stdout}${stderr}`);
  }
}
