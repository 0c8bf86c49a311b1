// files.mjs - what `gaff install` and `gaff uninstall` leave of other people's files.
import fs from 'node:fs';
import path from 'node:path';

// { name: { mode, bytes } } of what is below these folders; of a folder only that it is there, of a link where it points.
export function snapshot(dir, folders, skip) {
  const all = {};
  const walk = name => {
    for (const entry of fs.readdirSync(path.join(dir, name), { withFileTypes: true })) {
      const inner = `${name}/${entry.name}`, file = path.join(dir, inner);
      if (skip(`${inner}${entry.isDirectory() ? '/' : ''}`)) continue;
      try {
        if (entry.isDirectory()) {
          all[inner] = { mode: fs.statSync(file).mode, bytes: '' };
          walk(inner);
        } else if (entry.isSymbolicLink()) all[inner] = { mode: 0, bytes: fs.readlinkSync(file) };
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

// A document without what calls gaff, and without groups and lists that are empty then.
function without(value, gaff) {
  const calls = inner => typeof inner === 'string' && inner.includes(gaff), isEmpty = inner => typeof inner === 'object' && inner !== null && !Object.keys(inner).length;
  if (typeof value !== 'object' || value === null) return value;
  if (Object.values(value).some(calls)) return {};
  const rest = Object.entries(value).map(([key, inner]) => [key, without(inner, gaff)]).filter(([, inner]) => !isEmpty(inner));
  if (Array.isArray(value)) return rest.map(([, inner]) => inner);
  return Array.isArray(value.hooks) && !rest.some(([key]) => key === 'hooks') ? {} : Object.fromEntries(rest);
}
function sameBut(gaff, a, b) {
  try {
    const [x, y] = [a, b].map(file => JSON.stringify(without(JSON.parse(file.bytes), gaff)));
    return x === y;
  } catch {
    return true; // no JSON: that gaff is not in it any more has to do
  }
}

// What is not as it was. In a file that the agent itself has changed meanwhile, nothing but gaff's own may be missing.
export function compare({ before, installed, changed, end }, gaff) {
  const torn = [], names = Object.keys(end), isUsed = folder => names.some(name => name.startsWith(`${folder}/`)); // by the agent, then
  for (const name of new Set([...Object.keys(before), ...Object.keys(installed), ...Object.keys(end)])) {
    if (/^home\/\.(config|cache|local(\/state)?)$/.test(name)) continue; // where gaff and others keep their own
    if (!before[name] && !installed[name]) {
      if (!changed[name]) torn.push(`${name} came with gaff uninstall`);
    } else if (same(installed[name], changed[name])) {
      if (!same(before[name], end[name]) && !(!before[name] && isUsed(name))) torn.push(before[name] ? `${name} is not as before` : `${name} is left behind`);
    } else if (end[name]?.bytes?.includes(gaff)) torn.push(`${name} still calls gaff`);
    else if (changed[name] && end[name] && !sameBut(gaff, changed[name], end[name])) torn.push(`${name} lacks more than what was gaff's`);
  }
  return torn;
}
