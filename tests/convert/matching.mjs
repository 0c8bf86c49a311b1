// matching.mjs - gaff_matcher_selects() against what agents did with the same matchers and tools (matchers.json, which the
// agents themselves wrote: tests/e2e/matchers.mjs).
import fs from 'node:fs';
import { finish, is, ok, skip, test } from '../check.mjs';
import { hosts } from './lib.mjs';
import { isShared, selects } from './selects.mjs';

const records = JSON.parse(fs.readFileSync(new URL('matchers.json', import.meta.url), 'utf8'));

// What gaff may leave open: not in RE2, or known to some engines alone; and what may be no pattern at all, with which no hook is called.
const isOpen = (matcher, fired) => /\(\?<?[=!]|\(\?(x|[ims-]+:)|\\[1-9kp]|\[\[/.test(matcher ?? '') || !fired.length;

for (const { host, event, version, tools, matchers } of records) {
  if (!hosts[host]) {
    skip(`${host}, ${event}`, 'gaff does not convert its files');
    continue;
  }
  const calls = matchers.flatMap(([matcher, fired]) => tools.map(tool => ({ host, event, matcher, tool, fires: fired.includes(tool), mayBeOpen: isOpen(matcher, fired) })));
  const said = selects(calls), show = ({ matcher, tool, fires }, i) => `${JSON.stringify(matcher)} for ${tool}: ${said[i]}, ${host} ${version}: ${fires}`;
  test(`${host}, ${event}: hooks are called as gaff foretells`, () => {
    const isRight = (call, i) => said[i] === String(call.fires) || (call.mayBeOpen && !/^(true|false)$/.test(said[i])) || isShared(call);
    const wrong = calls.flatMap((call, i) => isRight(call, i) ? [] : [show(call, i)]);
    ok(!wrong.length, `${wrong.length} of ${calls.length}: ${wrong.slice(0, 12).join('; ')}`);
  });
}

test('Claude Code tells hooks for Bash what Monitor runs', () => {
  is(selects(['Bash', '^Bash$', 'Monitor', 'Read'].map(matcher => ({ host: 'claude-code', event: 'PreToolUse', matcher, tool: 'Monitor' }))), ['true', 'true', 'true', 'false']);
});
const folder = new URL('../hosts/', import.meta.url), triable = [];
for (const id of fs.readdirSync(folder).filter(name => fs.existsSync(new URL(`${name}/agent.mjs`, folder))).sort()) {
  const { events, cannot = {} } = await import(new URL(`${id}/agent.mjs`, folder));
  if (!cannot['a hook is called for the tools that its matcher selects, and for no others']) triable.push(...[events.before_tool_execute, ...Object.keys(hosts[id]?.forms[''].spellings ?? {})].map(event => `${id} ${event}`));
}
test('of the agents that can be tried, all were', () => is(records.map(({ host, event }) => `${host} ${event}`), triable));
finish('matching', `, ${records.reduce((n, { matchers, tools }) => n + matchers.length * tools.length, 0)} pairs`);
