// drift.mjs - what a run has seen of each agent: the fields of its payloads, how it reacted, which scenarios it passed.
//
// It is recorded in tests/hosts/<id>/seen.json and docs/agents.md (UPDATE=1); AGENTS=latest says what has changed.
import fs from 'node:fs';
import path from 'node:path';
import { folder, root } from './bed.mjs';
import { common } from './scenarios.mjs';

const fileOf = id => path.join(folder, id, 'seen.json');
const page = path.join(root, 'docs/agents.md');
const sorted = object => Object.fromEntries(Object.entries(object).sort(([a], [b]) => a < b ? -1 : 1));

export function note(mine, name, { code, requests, files, seen }) {
  for (const [event, keys] of Object.entries(seen)) mine.keys[event] = [...new Set([...mine.keys[event] ?? [], ...keys])].sort();
  mine.reactions[name] = `exit ${code}, ${requests.length} requests${files.length ? `, ${files.sort().join(' ')}` : ''}`;
}

// ---- what has changed ----

export function differences(old, now) {
  const said = [];
  for (const event of new Set([...Object.keys(old.keys), ...Object.keys(now.keys)])) {
    const was = new Set(old.keys[event]), is = new Set(now.keys[event]);
    const gone = [...was].filter(key => !is.has(key)), fresh = [...is].filter(key => !was.has(key));
    if (!was.size) said.push(`${event}: a new event`);
    else if (!is.size) said.push(`${event}: it is not reported any more`);
    else if (gone.length || fresh.length) said.push(`${event}:${fresh.map(k => ` +${k}`).join('')}${gone.map(k => ` -${k}`).join('')}`);
  }
  for (const name of new Set([...Object.keys(old.reactions), ...Object.keys(now.reactions)])) {
    const [was, is] = [old, now].map(run => run.reactions[name] ?? 'no result');
    if (was !== is) said.push(`"${name}": ${is}; was: ${was}`);
  }
  return said;
}

export function compare(all) {
  for (const [id, now] of Object.entries(all)) {
    if (!Object.keys(now.reactions).length) continue; // it could not be installed
    if (!fs.existsSync(fileOf(id))) {
      console.log(`${id}: nothing is recorded of it`);
      continue;
    }
    const old = JSON.parse(fs.readFileSync(fileOf(id), 'utf8')), said = differences(old, now);
    console.log(`${id}: ${old.version} recorded, ${now.version} tried: ${said.length ? `${said.length} differences` : 'no difference'}`);
    for (const line of said) console.log(`  ${line}`);
  }
}

// ---- what is recorded ----

function markdown(all) {
  const ids = Object.keys(all), tried = ids.filter(id => Object.keys(common).some(name => all[id].scenarios[name])), cell = { passed: 'yes', failed: '**no**', skipped: 'not tried' };
  const line = cells => `| ${cells.join(' | ')} |`, notes = [], numbers = new Map();
  const footnote = why => numbers.get(why) ?? (notes.push(why), numbers.set(why, notes.length), notes.length);
  const say = word => cell[word] ?? `no [${footnote(word.slice('n/a: '.length))}]`;
  const own = ids.flatMap(id => Object.entries(all[id].scenarios).filter(([name]) => !common[name]).map(([name, word]) => line([id, name, say(word)])));
  const shared = Object.keys(common).map(name => line([name, ...tried.map(id => say(all[id].scenarios[name]))]));
  return `# What agents were seen to do

Written by \`UPDATE=1 make e2e\`, which runs the agents themselves: from npm, at these versions, without a network, against a scripted model. Each scenario goes the whole
way: a manifest, \`gaff install\`, the agent, \`gaff status\`, \`gaff doctor\`, \`gaff uninstall\`, and the files are compared. "yes" is what happened; a number says why an agent cannot.

${line(['agent', 'from npm', 'version'])}
| --- | --- | --- |
${ids.map(id => line([id, `\`${all[id].source}\``, all[id].version])).join('\n')}

## On every agent

${line(['', ...tried])}
${line(['---', ...tried.map(() => '---')])}
${shared.join('\n')}

## What only some have

${line(['agent', 'scenario', ''])}
| --- | --- | --- |
${own.join('\n')}

${notes.map((why, i) => `[${i + 1}] ${why}`).join('  \n')}
`;
}

// With `update` what was seen is written; else it is compared, and a difference is a failure. False: there is not all of it.
export function record(all, update) {
  if (Object.values(all).some(mine => !Object.keys(mine.reactions).length)) return false;
  const wrong = [];
  const put = (file, text, differs) => {
    if (update) fs.writeFileSync(file, text);
    else if (differs(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '')) wrong.push(path.relative(root, file));
  };
  for (const [id, { version, keys, reactions }] of Object.entries(all)) {
    const text = `${JSON.stringify({ version, keys: sorted(keys), reactions: sorted(reactions) }, null, 1)}\n`;
    put(fileOf(id), text, old => !old || JSON.stringify(JSON.parse(old).keys) !== JSON.stringify(sorted(keys)));
  }
  put(page, markdown(all), old => old !== markdown(all));
  if (wrong.length) throw new Error(`not as this run has seen it: ${wrong.join(', ')}; write it with UPDATE=1 make e2e`);
  return true;
}
