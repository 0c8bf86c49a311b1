// world.mjs - a home, a project and a gaff to install, and the cases of tests/install/<host>/<case>/:
//
//   before.json, before.toml   the file as it is; none: it is not there
//   case.json                  [all of it may be missing] args of `gaff install`; file (in the home, when it is not the usual one: with --agent its);
//                              mode; link (the file is a symbolic link to that); pad (as many bytes instead of @PAD@)
//   after.json, after.toml     what install makes of it; or
//   refused                    what install says, and leaves the file alone
//
// The last two are written by UPDATE=1. @GAFF@ is the program (@\/GAFF@ where slashes are escaped), @HOME@ (@\/HOME@) the home, @PROJECT@ the project, @HASH@ a hash of Codex.
import { spawn, spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hosts as known } from '../hosts.mjs';

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

// How each agent has its hooks, by `install` in tests/hosts/<host>/host.mjs:
//
//   file, project, local   its file for a user, in a project (false: it has none), and there for one user alone
//   shape                  of what is in it:
//     groups   "hooks": { EVENT: [ { "hooks": [ ENTRY ] } ] }       flat    "hooks": { EVENT: [ ENTRY ] }
//     list     "hooks": [ ENTRY with the event ]                    named   NAME: { EVENT: [ { "hooks": [ ENTRY ] } ] }
//     plugin   a manifest, and a module beside it                   files   an executable for each event; file is one of them
//   bare                   in a project: without "hooks" around it
//   event                  what it calls the one before a tool
//   command, args          what an entry calls its program; its arguments are a list
//   only                   a file has "hooks" and "description", and nothing else
//   notes                  what doctor says though all is well: some of its programs run none of this
//   version, made          that a file must have, and members of one that gaff makes
//   comments               may be in it; anything: and so may whatever else is not quite JSON, as far as is known
//   variables              that move its folder, and where the file is in it then
//   ofAgents               how the files of single agents differ, of an agent that has others besides; NAME in it is the agent
export const agents = Object.fromEntries(Object.entries(known).filter(([, { install }]) => install).map(([host, { install: agent }]) => [host,
  { shape: 'groups', project: agent.file, event: 'PreToolUse', command: 'command', isToml: agent.file.endsWith('.toml'), variables: {}, ...agent }]));
// The same, and behind the name of the host " --agent" how the files of its single agents are.
export const kinds = { ...agents, ...Object.fromEntries(Object.entries(agents).filter(([, agent]) => agent.ofAgents).map(([host, agent]) => [`${host} --agent`, { ...agent, ...agent.ofAgents }])) };
export const hosts = Object.keys(agents), files = Object.fromEntries(hosts.map(host => [host, agents[host].file]));
// Who has a file that others write to as well.
export const shared = hosts.filter(host => !['plugin', 'files'].includes(agents[host].shape));
// A file with nothing in it.
export const nothing = host => agents[host].isToml ? '' : '{}\n';

// The entries of a file: [event, entry, group]. Of TOML, of tables that gaff writes.
const tables = text => text.split(/^\[\[hooks\]\]$/m).slice(1).map(part => Object.fromEntries(part.split(/^\[/m)[0].trim().split('\n').map(line => /^(\w+) = (.*)$/.exec(line)).filter(Boolean).map(([, key, value]) => [key, JSON.parse(value)])));
export function entries(host, text, bare = false) {
  const { shape, isToml } = kinds[host], doc = isToml ? { hooks: tables(text) } : JSON.parse(text);
  if (shape === 'list') return (doc.hooks ?? []).map(entry => [entry.event ?? entry.trigger, entry, entry]);
  const maps = shape === 'named' ? Object.values(doc) : [(bare ? doc : doc.hooks) ?? {}];
  return maps.flatMap(map => Object.entries(map)).filter(([, list]) => Array.isArray(list))
    .flatMap(([event, list]) => list.flatMap(group => (group.hooks ?? [group]).map(entry => [event, entry, group])));
}
// What an entry starts, as a line for a shell.
const quote = text => `'${text.replaceAll("'", "'\\''")}'`;
export function commandOf(host, entry) {
  const { command, args } = kinds[host], program = entry.action?.command ?? entry[command];
  return args ? [program, ...entry[args]].map(quote).join(' ') : program;
}
// The same file with a hook of somebody else before, or behind, those of that event; null: not in this shape.
export function withHook(host, doc, isFirst, bare = false) {
  const { shape, event, command } = kinds[host], entry = { type: 'command', [command]: '/opt/theirs' };
  const list = shape === 'list' ? doc.hooks ??= [] : shape === 'named' ? (doc.theirs ??= {})[event] ??= [] : (bare ? doc : doc.hooks ??= {})[event] ??= [];
  list[isFirst ? 'unshift' : 'push'](shape === 'list' ? { name: 'theirs', trigger: event, action: { type: 'command', command: '/opt/theirs' } } : shape === 'flat' ? entry : { hooks: [entry] });
  return doc;
}

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
    this.kind = this.spec.args.includes('--agent') && agents[host].ofAgents ? `${host} --agent` : host;
    this.ext = path.extname(this.spec.file);
    this.refusal = this.golden('refused');
    this.after = this.golden(`after${this.ext}`);
    this.isBare = Boolean(agents[host].bare && this.spec.file.endsWith(agents[host].project));
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
    text = text.replaceAll(gaff, '@GAFF@').replaceAll(escaped, '@\\/GAFF@').replaceAll(world.home, '@HOME@').replaceAll(world.home.replaceAll('/', '\\/'), '@\\/HOME@').replaceAll(world.project, '@PROJECT@').replace(/sha256:[0-9a-f]{64}/g, '@HASH@');
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
