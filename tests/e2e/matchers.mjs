// matchers.mjs - which matchers select which tools, by the agents themselves: tests/convert/matchers.json.
//
// A record of it is { host, event, version, tools, matchers }: on this event, with calls of these tools, the hook of each
// matcher was called for those, [[matcher, [tools]]]. A matcher that is null is one that is not there. To try one more, add
// it with any tools, and UPDATE=1 ONLY='matcher selects' make e2e. tests/convert/matching.mjs holds gaff against the same table.
import fs from 'node:fs';
import path from 'node:path';
import { isShared, selects } from '../convert/selects.mjs';
import { root } from './bed.mjs';

const file = path.join(root, 'tests/convert/matchers.json');
const updates = process.env.UPDATE && process.env.AGENTS !== 'latest';

const line = JSON.stringify;
function text(records) {
  const one = ({ matchers, ...head }) => ` {\n${Object.entries(head).map(([key, value]) => `  ${line(key)}: ${line(value)},\n`).join('')}  "matchers": [\n${matchers.map(row => `   ${line(row)}`).join(',\n')}\n  ]\n }`;
  return `[\n${records.map(one).join(',\n')}\n]\n`;
}
const read = () => JSON.parse(fs.readFileSync(file, 'utf8'));
const toolsOf = fired => [...new Set(fired.flat())].sort();
const isFor = (host, event) => record => record.host === host && record.event === event;

// Other scenarios may write their records meanwhile: this reads and writes without a pause between.
function record(host, event, version, fired) {
  const records = read(), mine = records.find(isFor(host, event));
  mine.version = version;
  mine.tools = toolsOf(fired);
  mine.matchers = mine.matchers.map(([matcher], n) => [matcher, fired[n]]);
  fs.writeFileSync(file, text(records));
}

function differences({ tools, matchers }, fired) {
  const now = toolsOf(fired), wrong = matchers.flatMap(([matcher, was], n) => line(was) === line(fired[n]) ? [] : [`${line(matcher)}: ${fired[n]}; was: ${was}`]);
  return line(tools) !== line(now) ? `the tools were ${now}` : wrong.length ? `${wrong.length} of ${matchers.length} matchers: ${wrong.slice(0, 9).join('; ')}` : null;
}

const calls = agent => [agent.shell('touch made'), agent.write('PROJECT/open.txt', 'x'), { tool: agent.mcpTool, input: { name: 'marked' } }, ...agent.more];
const called = ({ files }) => ['made', 'open.txt', 'marked'].every(name => files.includes(name)) ? null : `there is ${files}`;

// The scenario of a record.
export function tried(id, agent, event) {
  const mine = read().find(isFor(id, event));
  return {
    spec: { event, mcp: true, matchers: mine.matchers.map(([matcher]) => matcher), script: calls(agent) },
    then: r => {
      const problem = called(r);
      if (problem || !updates) return problem ?? differences(mine, r.fired);
      record(id, event, agent.install.slice(agent.install.lastIndexOf('@') + 1), r.fired);
      return null;
    },
  };
}

// ---- matchers that nobody has tried ----

// Pieces put together, and changes of those in the table; from SEED on. An agent that refuses a file with a matcher that is
// no pattern gets none.
const signs = ['|', '|', '|', '^', '$', '.*', '.', '*', '+', '?', '(', ')', '(?:', '(?i:', '[', ']', '[a-z]', '[^a]', '{2}', '\\w', '\\b', '\\', ' ', ' ', ',', '-', '_', '\t', '\u00e9', '\u00a0', 'Other', 'x'];
function random({ tools, matchers }, count) {
  let seed = Number(process.env.SEED ?? 1);
  const below = n => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return Math.floor(seed / 2 ** 32 * n); }, pick = list => list[below(list.length)];
  const known = matchers.map(([matcher]) => matcher).filter(Boolean), isRefused = matcher => !isPattern(matcher) && (matcher !== '*' || !known.includes('*')), refuses = !known.some(isRefused);
  const piece = () => below(2) ? pick(signs) : below(3) ? pick(tools) : pick(tools).slice(below(3), 3 + below(5));
  const make = () => {
    const text = pick(known), at = below(text.length + 1);
    return below(2) ? Array.from({ length: 1 + below(5) }, piece).join('') : text.slice(0, at) + (below(3) ? piece() : '') + text.slice(at + below(2));
  };
  const made = new Set();
  while (made.size < count) {
    const matcher = make();
    if (!(refuses && isRefused(matcher)) && !/\\b[*+?{]/i.test(matcher)) made.add(matcher); // engines differ on whether that can be repeated
  }
  return [...made];
}
const isPattern = text => { try { return Boolean(new RegExp(text)) && !/\(\?i:/.test(text); } catch { return false; } };

export function foretold(id, agent, event) {
  const { tools, ...mine } = read().find(isFor(id, event)), matchers = random({ tools, ...mine }, 200);
  return {
    spec: { event, mcp: true, matchers: [null, ...matchers], script: calls(agent) },
    then: r => {
      const pairs = matchers.flatMap((matcher, n) => tools.map(tool => ({ host: id, event, matcher, tool, fires: String(r.fired[n + 1].includes(tool)) }))).filter(pair => !isShared(pair));
      const said = selects(pairs), open = said.filter(word => !isAnswer(word)).length;
      const wrong = pairs.flatMap(({ matcher, tool, fires }, i) => said[i] === fires || !isAnswer(said[i]) ? [] : [`${line(matcher)} for ${tool}: ${fires}, not ${said[i]}`]);
      return called(r) ?? (wrong.length ? `${wrong.length} of ${pairs.length}: ${wrong.slice(0, 12).join('; ')}` : open > pairs.length / 5 ? `${open} of ${pairs.length} are left open` : null);
    },
  };
}
const isAnswer = word => /^(true|false)$/.test(word);
