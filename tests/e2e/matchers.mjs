// matchers.mjs - which matchers select which tools, by the agents themselves: tests/convert/matchers.json.
//
// A record of it is { host, event, version, tools, matchers }: on this event, with calls of these tools, the hook of each
// matcher was called for those, [[matcher, [tools]]]. A matcher that is null is one that is not there. To try one more, add
// it with any tools, and UPDATE=1 ONLY='matcher selects' make e2e. tests/convert/matching.mjs holds gaff against the same table.
import fs from 'node:fs';
import path from 'node:path';
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

// The scenario of a record.
export function tried(id, agent, event) {
  const mine = read().find(isFor(id, event));
  return {
    spec: {
      event, mcp: true, matchers: mine.matchers.map(([matcher]) => matcher),
      script: [agent.shell('touch made'), agent.write('PROJECT/open.txt', 'x'), { tool: agent.mcpTool, input: { name: 'marked' } }, ...agent.more],
    },
    then: ({ fired, files }) => {
      if (!['made', 'open.txt', 'marked'].every(name => files.includes(name))) return `there is ${files}`;
      if (!updates) return differences(mine, fired);
      record(id, event, agent.install.slice(agent.install.lastIndexOf('@') + 1), fired);
      return null;
    },
  };
}
