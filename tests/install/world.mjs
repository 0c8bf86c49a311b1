// world.mjs - a home, a project and a gaff to install, and the cases of tests/install/<host>/<case>/:
//
//   before.json, before.toml   the file as it is; none: it is not there
//   case.json                  [all of it may be missing] args of `gaff install`; file (in the home, when it is not the usual one);
//                              mode; link (the file is a symbolic link to that); pad (as many bytes instead of @PAD@)
//   after.json, after.toml     what install makes of it; or
//   refused                    what install says, and leaves the file alone
//
// The last two are written by UPDATE=1. @GAFF@ is the program (@\/GAFF@ where slashes are escaped), @HOME@ the home, @HASH@ a hash of Codex.
import { spawn, spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

process.umask(0o022);
export const here = path.dirname(new URL(import.meta.url).pathname), root = path.resolve(here, '../..');
export const built = path.resolve(process.env.GAFF ?? path.join(root, 'build/gaff'));
export const scratch = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'gaff-install-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));

// What is registered is the name people know it by, when that is in PATH.
export const bin = path.join(scratch, 'bin'), gaff = path.join(bin, 'gaff');
fs.mkdirSync(bin);
fs.symlinkSync(built, gaff);

// The file of each agent for its user.
export const files = {
  'claude-code': '.claude/settings.json', codex: '.codex/hooks.json', 'gemini-cli': '.gemini/settings.json', cursor: '.cursor/hooks.json',
  'copilot-cli': '.copilot/hooks/gaff.json', opencode: '.config/opencode/plugins/gaff.json', 'factory-droid': '.factory/settings.json', 'qwen-code': '.qwen/settings.json',
  kimi: '.kimi-code/config.toml',
};
export const hosts = Object.keys(files);

let worlds = 0;
export class World {
  constructor() {
    this.dir = path.join(scratch, `w${++worlds}`);
    this.home = path.join(this.dir, 'home');
    this.project = path.join(this.dir, 'proj');
    this.state = path.join(this.home, '.local/state/gaff');
    for (const folder of [this.home, path.join(this.project, '.git')]) fs.mkdirSync(folder, { recursive: true });
    this.env = { PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`, HOME: this.home, ...sanitizer };
  }
  at(file) { return path.resolve(this.home, file); }
  write(file, text, mode) {
    fs.mkdirSync(path.dirname(this.at(file)), { recursive: true });
    fs.writeFileSync(this.at(file), typeof text === 'string' || Buffer.isBuffer(text) ? text : JSON.stringify(text, null, 2) + '\n');
    if (mode) fs.chmodSync(this.at(file), mode);
    return this.at(file);
  }
  read(file) { return fs.readFileSync(this.at(file), 'utf8'); }
  json(file) { return JSON.parse(this.read(file)); }
  has(file) { return fs.existsSync(this.at(file)); }
  options(env, more) { return { cwd: this.project, env: { ...this.env, ...env }, ...more }; }
  call(args, env, more) {
    const r = spawnSync(this.program ?? gaff, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...this.options(env, more) });
    return { code: r.status ?? r.signal, stdout: r.stdout, stderr: r.stderr };
  }
  start(args, env) {
    const child = spawn(this.program ?? gaff, args, { ...this.options(env), stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', d => { stderr += d; });
    return new Promise(resolve => child.on('close', (code, signal) => resolve({ code: code ?? signal, stderr })));
  }
  ledger() { return this.has(path.join(this.state, 'installs.json')) ? this.json(path.join(this.state, 'installs.json')).installs : []; }
  // Everything in the home and the project but gaff's own state.
  tree({ times = false, state = false } = {}) {
    const seen = {};
    const visit = file => {
      const s = fs.lstatSync(file, { bigint: true }), name = path.relative(this.dir, file);
      if (file === this.state && !state) return;
      const what = s.isSymbolicLink() ? `-> ${fs.readlinkSync(file)}` : s.isDirectory() ? 'folder'
        : s.isFile() ? crypto.createHash('sha256').update(fs.readFileSync(file)).digest('hex') : 'something';
      if (file !== this.dir && !this.state.startsWith(`${file}/`)) seen[name] = `${what} ${(s.mode & 0o7777n).toString(8)} ${s.uid}:${s.gid}${times ? ` ${s.mtimeNs} ${s.ino}` : ''}`;
      if (s.isDirectory()) for (const entry of fs.readdirSync(file).sort()) visit(path.join(file, entry));
    };
    visit(this.dir);
    return seen;
  }
  remove() { fs.rmSync(this.dir, { recursive: true, force: true }); }
}

// ---- cases ----

const pad = n => 'abcdefg '.repeat(Math.ceil(n / 8)).slice(0, n);
const escaped = gaff.replaceAll('/', '\\/');

export class Case {
  constructor(host, name) {
    this.host = host;
    this.name = name;
    this.dir = path.join(here, host, name);
    const file = path.join(this.dir, 'case.json');
    this.spec = { args: [], file: files[host], ...(fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {}) };
    this.ext = path.extname(this.spec.file);
    this.refusal = this.golden('refused');
    this.after = this.golden(`after${this.ext}`);
  }
  golden(name) {
    const file = path.join(this.dir, name);
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
  }
  before() {
    const text = this.golden(`before${this.ext}`);
    return text === null ? null : text.replaceAll('@GAFF@', gaff).replaceAll('@\\/GAFF@', escaped).replaceAll('@PAD@', () => pad(this.spec.pad));
  }
  // As it stands in golden files.
  shown(text, world) {
    text = text.replaceAll(gaff, '@GAFF@').replaceAll(escaped, '@\\/GAFF@').replaceAll(world.home, '@HOME@').replace(/sha256:[0-9a-f]{64}/g, '@HASH@');
    return this.spec.pad ? text.replaceAll(pad(this.spec.pad), '@PAD@') : text;
  }
  world() {
    const world = new World(), text = this.before(), { link, file, mode } = this.spec;
    if (text === null) return world;
    const real = world.write(link ?? file, text, mode ? parseInt(mode, 8) : 0);
    if (link) {
      fs.mkdirSync(path.dirname(world.at(file)), { recursive: true });
      fs.symlinkSync(path.relative(path.dirname(world.at(file)), real), world.at(file));
    }
    return world;
  }
  install(world, ...more) { return world.call(['install', this.host, ...this.spec.args, ...more]); }
  save(name, text) {
    for (const other of ['refused', `after${this.ext}`]) fs.rmSync(path.join(this.dir, other), { force: true });
    fs.writeFileSync(path.join(this.dir, name), text);
  }
}

export function cases() {
  return hosts.flatMap(host => fs.readdirSync(path.join(here, host)).sort().map(name => new Case(host, name)));
}
