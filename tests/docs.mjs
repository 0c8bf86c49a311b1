// docs.mjs - what README.md and docs/*.md show is run, in order, and prints what they say.
//
// A page is one session: a machine of its own with an empty home (/home/dev, in which the agents Claude Code and Codex have
// a folder), and gaff on its PATH. What stands in a page:
//
//   ```sh              commands; each block has to end with 0
//   ``` or ```console  lines that begin with "$ " are run, and print what is behind them: "…" is anything, a line of it alone
//                      any lines; times and numbers of milliseconds are any
//   ```lang NAME       a file; with a "#!" it can be executed
//   <!-- before: … -->   commands that are run before the next block, and not shown
//   <!-- not run: why -->   the next block is not
//
// Every sh block and every session is one of these.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { finish, ok, test } from './check.mjs';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = path.resolve(process.env.GAFF ?? path.join(root, 'build/gaff'));
const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-docs-')));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const isPlain = !process.env.GAFF; // with sanitizers the library cannot be linked to just anything

function blocks(text) {
  const found = [], pattern = /^<!-- (before|not run): ([\s\S]*?)\s-->$|^```([^\n`]*)\n([\s\S]*?)^```$/gm;
  let before = [], why;
  for (const m of text.matchAll(pattern)) {
    if (m[1] === 'before') before.push(m[2]);
    else if (m[1]) why = m[2];
    else {
      const [language, name] = m[3].trim().split(/\s+/), line = text.slice(0, m.index).split('\n').length;
      found.push({ line, language, name, body: m[4], before, why });
      before = [], why = undefined;
    }
  }
  return found;
}
const isSession = b => ['', 'console'].includes(b.language) && b.body.startsWith('$ ');
const isCommands = b => b.language === 'sh' && !b.name;

// ---- a page's machine ----

const where = (...words) => spawnSync(words[0], words.slice(1), { encoding: 'utf8' }).stdout?.trim();
const tools = [...'sh cat cp mkdir rm tee ls grep cc as ld pkg-config'.split(' ').map(name => [name, where('sh', '-c', `command -v ${name}`)]),
  ['python3', where('python3', '-c', 'import sys; print(sys.executable)')]].filter(([, file]) => file?.startsWith('/')); // python3 may be a script that starts it

function machine(name) {
  const top = path.join(scratch, name), home = path.join(top, 'home/dev'), bin = path.join(top, 'usr/local/bin');
  for (const dir of [bin, ...['proj', '.claude', '.codex'].map(d => path.join(home, d))]) fs.mkdirSync(dir, { recursive: true });
  fs.symlinkSync(gaff, path.join(bin, 'gaff'));
  // Only these: an agent that is installed here would be found, and registered with.
  for (const [tool, file] of tools) fs.symlinkSync(file, path.join(bin, tool));
  const state = { cwd: path.join(home, 'proj') }, last = path.join(top, 'pwd');
  const env = { PATH: bin, HOME: home, TMPDIR: os.tmpdir(), LANG: 'C.UTF-8', COLUMNS: '110', LC_ALL: 'C.UTF-8',
    PKG_CONFIG_PATH: path.join(top, 'pkgconfig'), ...sanitizer };
  const library = path.join(top, 'pkgconfig');
  fs.mkdirSync(library);
  fs.writeFileSync(path.join(library, 'gaff.pc'), `Name: gaff\nDescription: gaff\nVersion: 0\nLibs: ${path.join(path.dirname(gaff), 'libgaff.a')}\nCflags: -I${root}/include\n`);
  return {
    run(line) {
      const r = spawnSync('/bin/sh', ['-c', `${line}\ncode=$?; pwd >'${last}'; exit $code`], { cwd: state.cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 120000 });
      if (fs.existsSync(last)) state.cwd = fs.readFileSync(last, 'utf8').trim();
      return { code: r.status, text: `${r.stdout}${r.stderr}`.replaceAll(top, '') };
    },
    // one after the other, as they come on a screen
    show(line) { return this.run(`exec 2>&1\n${line}`); },
    write(file, text) {
      const place = file.startsWith('~/') ? path.join(home, file.slice(2)) : path.join(state.cwd, file);
      fs.mkdirSync(path.dirname(place), { recursive: true });
      fs.writeFileSync(place, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
    },
  };
}

// ---- what is printed, and what is shown ----

const usual = text => text.replace(/\b\d+ ms\b/g, 'N ms').replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'DATE TIME').replace(/\bno: \d+ about/g, 'no: N about').replace(/ +$/gm, '').trimEnd();
function asPattern(shown) {
  const one = line => line.split('…').map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^\\n]*');
  return new RegExp(`^${shown.split('\n').map(line => line.trim() === '…' ? '(?:.*\\n)*?' : `${one(line)}\n`).join('')}$`);
}
const columns = text => text.replace(/^(DATE TIME .*?) +\d+ {2}/gm, '$1 N  '); // of the record: how long it took
function agrees(printed, shown) {
  return asPattern(columns(usual(shown))).test(`${columns(usual(printed))}\n`);
}

function session(page, b) {
  for (const part of b.body.split(/^\$ /m).slice(1)) {
    const end = part.indexOf('\n'), line = part.slice(0, end), shown = part.slice(end + 1);
    const printed = page.show(line).text;
    ok(agrees(printed, shown), `${line}\n--- shown\n${usual(shown)}\n--- printed\n${usual(printed)}`);
  }
}

const pages = ['README.md', 'CONTRIBUTING.md', ...fs.readdirSync(path.join(root, 'docs')).filter(name => name.endsWith('.md')).map(name => `docs/${name}`)];
let seen = 0;
for (const name of pages) {
  const page = machine(name.replaceAll('/', '-')), all = blocks(fs.readFileSync(path.join(root, name), 'utf8'));
  for (const b of all) {
    const isRun = isSession(b) || isCommands(b);
    if (isRun) seen++;
    if (b.name && !b.why) page.write(b.name, b.body);
    if (b.why !== undefined) test(`${name}:${b.line} says why it is not run`, () => ok(b.why.length > 10, b.why));
    else if (isRun && (isPlain || !b.body.includes('pkg-config'))) test(`${name}:${b.line} ${b.body.split('\n')[0]}`, () => {
      for (const line of b.before) { const r = page.run(line); ok(r.code === 0, `before: ${r.text}`); }
      if (isSession(b)) return session(page, b);
      const r = page.run(`set -e\n${b.body}`);
      return ok(r.code === 0, `exit ${r.code}: ${r.text}`);
    });
  }
}

test('there is something to run', () => ok(seen >= 15, `${seen} blocks`));
// A check that cannot fail would let every page pass.
for (const [printed, shown, same] of [['a b\n', 'a b\n', true], ['a c\n', 'a b\n', false], ['a\nx\ny\nb\n', 'a\n…\nb\n', true], ['a\nb\nc\n', 'a\nb\n', false], ['a: 17 ms\n', 'a: 3 ms\n', true], ['"x":1,"y":2\n', '"x":1,…\n', true], ['', 'a\n', false], ['a\n', '', false]])
  test(`a page that shows ${JSON.stringify(shown)} and ${JSON.stringify(printed)} ${same ? 'agree' : 'do not'}`, () => ok(agrees(printed, shown) === same, 'no'));
test('links of pages lead to files', () => {
  for (const name of pages)
    for (const [, to] of fs.readFileSync(path.join(root, name), 'utf8').replace(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g))
      ok(fs.existsSync(path.join(root, path.dirname(name), to)), `${name} links to ${to}`);
});

finish('docs');
