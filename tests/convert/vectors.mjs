// vectors.mjs - conversions that were written down beforehand: those beside this file, and those in the folder $VECTORS.
//
//   canonical/NAME.json                  a manifest
//   HOST/NAME.json                       what becomes of it; "_warnings" is what has to be said about it
//   HOST/…roundtrip-source.json          a file of that agent, and
//   HOST/…roundtrip-canonical.json       the manifest that it becomes, and that becomes it
//   invalid/NAME.json                    what is no manifest
//
// Compared is what the values say: "_…" members, the version of the format and an empty matcher do not count. A command that always
// blocks is as good as another one that does. Of OpenCode it is the data in the module.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { finish, is, ok, skip, test } from '../check.mjs';
import { convertJson, difference, ids, root, textOf, valueOf } from './lib.mjs';

const json = file => JSON.parse(fs.readFileSync(file, 'utf8'));
const names = dir => fs.existsSync(dir) ? fs.readdirSync(dir).filter(name => name.endsWith('.json')).map(name => name.slice(0, -5)).sort() : [];

const doesNotCount = (key, value) => key.startsWith('_') || key === 'spec' || (key === 'matcher' && value === '');
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([k, v]) => !doesNotCount(k, v)).map(([k, v]) => [k, plain(v)]).filter(([, v]) => v !== undefined);
  return kept.length || !Object.keys(value).length ? Object.fromEntries(kept) : undefined; // nothing in it counts
}

// What only blocks, and says so.
function blocks(command) {
  const r = spawnSync('sh', ['-c', command], { encoding: 'utf8', input: '{}', cwd: '/', env: { PATH: '/usr/bin:/bin' }, timeout: 10000 });
  return r.status === 2 && r.stdout === '' && r.stderr.trim() !== '';
}
const isReplacement = text => /^echo .*>&2; exit 2$/s.test(text);

// Replacements of the expected value that are met by their effect.
function settle(want, got) {
  if (typeof want === 'string' && typeof got === 'string') return want !== got && isReplacement(want) && blocks(want) && blocks(got) ? got : want;
  if (Array.isArray(want) && Array.isArray(got)) return want.map((w, i) => settle(w, got[i]));
  if (want && got && typeof want === 'object' && typeof got === 'object') return Object.fromEntries(Object.entries(want).map(([k, v]) => [k, settle(v, got[k])]));
  return want;
}
function isEqual(want, got, what) {
  const gone = difference(settle(plain(want), plain(got)), plain(got));
  ok(!gone, `${what}: ${gone}`);
}

// "Hook 1: timeout field dropped …": a loss of that hook whose field or capability is named there.
function isSaid(warning, losses) {
  const hook = Number(/^Hook (\d+)/i.exec(warning)?.[1] ?? 0), rest = warning.replace(/^Hook \d+:?/i, '');
  const about = name => name && new RegExp(`(^|[^\\w.])${name.replace(/[.]/g, '\\.')}($|[^\\w.])`).test(rest);
  return losses.some(l => l.hook === hook && (about(l.field) || about(l.capability)));
}

function run(title, folder) {
  for (const host of ids) {
    for (const name of names(path.join(folder, host))) {
      const file = path.join(folder, host, `${name}.json`);
      if (name.endsWith('roundtrip-canonical')) continue;
      if (name.endsWith('roundtrip-source')) {
        const source = fs.readFileSync(file, 'utf8'), manifest = path.join(folder, host, `${name.replace(/source$/, 'canonical')}.json`);
        test(`${title}: ${host}/${name} becomes the manifest, and the manifest becomes it`, () => {
          isEqual(json(manifest), JSON.parse(convertJson(host, 'canonical', textOf(host, '', source)).output), 'the manifest');
          isEqual(JSON.parse(source), valueOf(host, '', convertJson('canonical', host, fs.readFileSync(manifest, 'utf8')).output), 'the file');
        });
        continue;
      }
      test(`${title}: canonical/${name} becomes ${host}/${name}`, () => {
        const want = json(file), r = convertJson('canonical', host, fs.readFileSync(path.join(folder, 'canonical', `${name}.json`), 'utf8'));
        isEqual(want, valueOf(host, '', r.output), 'the file');
        for (const warning of want._warnings ?? []) ok(isSaid(warning, r.losses), `no loss says "${warning}": ${JSON.stringify(r.losses)}`);
      });
    }
  }
  for (const name of names(path.join(folder, 'invalid'))) {
    test(`${title}: invalid/${name} is refused`, () => {
      const text = fs.readFileSync(path.join(folder, 'invalid', `${name}.json`), 'utf8');
      for (const host of ids) {
        const r = convertJson('canonical', host, text);
        ok(r.code !== 0 && !r.output, `${host}: exit ${r.code}, ${r.output}`);
      }
    });
  }
}

const own = path.join(root, 'tests/convert/vectors');
run('ours', own);
test('every agent has a vector', () => is(ids.filter(id => !names(path.join(own, id)).length && id !== 'kiro'), []));
if (process.env.VECTORS) run('given', process.env.VECTORS);
else skip('given', 'there is no folder in $VECTORS');
finish('vectors');
