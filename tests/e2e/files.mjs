// files.mjs - what `gaff install` and `gaff uninstall` leave of other people's files.
import fs from 'node:fs';
import path from 'node:path';

// { name: { mode, bytes } } of the files below these folders; links are not followed.
export function snapshot(dir, folders, skip) {
  const all = {};
  const walk = name => {
    for (const entry of fs.readdirSync(path.join(dir, name), { withFileTypes: true })) {
      const inner = `${name}/${entry.name}`, file = path.join(dir, inner);
      if (skip(inner)) continue;
      try {
        if (entry.isDirectory()) walk(inner);
        else if (entry.isFile()) all[inner] = { mode: fs.statSync(file).mode, bytes: fs.readFileSync(file, 'latin1') };
      } catch (error) {
        if (error.code !== 'ENOENT') throw error; // the agent removed it meanwhile
      }
    }
  };
  for (const folder of folders) walk(folder);
  return all;
}

const same = (a, b) => a?.mode === b?.mode && a?.bytes === b?.bytes;

// What is not as it was. A file that the agent itself has changed meanwhile is the agent's: there nothing of
// gaff may be left in it.
export function compare({ before, installed, changed, end }, gaff) {
  const torn = [];
  for (const name of new Set([...Object.keys(before), ...Object.keys(installed)])) {
    const byAgent = !same(installed[name], changed[name]);
    if (byAgent && end[name]?.bytes.includes(gaff)) torn.push(`${name} still calls gaff`);
    if (byAgent || same(before[name], end[name])) continue;
    torn.push(before[name] ? `${name} is not as before` : `${name} is left behind`);
  }
  return torn;
}
