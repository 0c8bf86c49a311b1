// selects.mjs - asks gaff whether an agent would call a hook with this matcher for a tool: selects.c.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { hosts } from './forms.mjs';

const build = process.env.GAFF ? path.dirname(path.resolve(process.env.GAFF)) : new URL('../../build', import.meta.url).pathname;
const program = path.join(build, 'selects');

// Of tools that share a name, what is called here is the other one.
export const isShared = ({ host, event, matcher, tool }) => Boolean(hosts[host]?.shared[event]?.[tool]?.test(matcher ?? ''));

// Where the name alone does not tell whether a tool is a server's: behind "mcp:" it is.
export const isOfServer = (host, tool) => Boolean(hosts[host]?.apart?.test(tool));
const named = ({ host, tool }) => isOfServer(host, tool) ? `mcp:${tool}` : tool;

// Of [{ host, event, matcher, tool }], where a null matcher is none: 'true', 'false', or why not even that, for each.
export function selects(calls) {
  const line = ({ host, event, matcher, tool }) => `${JSON.stringify({ host, event, matcher: matcher ?? undefined, tool: named({ host, tool }) })}\n`;
  const r = spawnSync(program, { input: calls.map(line).join(''), encoding: 'utf8', maxBuffer: 1 << 26 });
  const said = (r.stdout ?? '').split('\n').slice(0, -1);
  if (r.status !== 0 || said.length !== calls.length) throw new Error(`${program}: ${r.error ?? ''} exit ${r.status}, ${said.length} lines for ${calls.length}: ${r.stderr}`);
  return said;
}
