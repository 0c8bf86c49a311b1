
// OpenCode has plugins where other agents have lists of hooks. This is the list, as `data`, and what runs it: for an
// event the commands whose matcher is found in the name of the tool, one after another. Exit 2 blocks, and stderr says
// why; exit 0 with nothing on stdout is no opinion. A command that fails otherwise, or takes too long, is named in
// OpenCode's log, and the call passes. OpenCode calls everything a plugin exports, so there is one export.
import { resolve } from 'node:path';

const usual = 60; // s, for a hook without a timeout
const isHook = event => Object.hasOwn(answered, event) || watched.includes(event); // or it comes over the bus

// The tool that an event is about. Of others this is undefined, and matchers do not count.
function toolOf(name, input) {
  switch (name) {
  case 'tool.execute.before':
  case 'tool.execute.after': return input?.tool;
  case 'permission.ask': return input?.type;
  case 'event:permission.asked': return input?.event?.properties?.permission;
  default: return undefined;
  }
}

function matching(matcher, complain) {
  if (typeof matcher !== 'string' || matcher === '' || matcher === '*') return () => true;
  try {
    const pattern = new RegExp(matcher);
    return tool => typeof tool !== 'string' || pattern.test(tool);
  } catch (error) {
    complain(`${error.message}: it is run for every tool`);
    return () => true;
  }
}

// The entries as calls, by event.
function load(directory, say) {
  const list = new Map();
  for (const [i, entry] of (Array.isArray(data.hooks) ? data.hooks : []).entries()) {
    const title = entry?.name && typeof entry.name === 'string' ? entry.name : `hook ${i + 1}`;
    const { event, matcher, command, cwd, env, timeout } = isObject(entry) ? entry : {};
    if (typeof event !== 'string' || typeof command !== 'string') {
      say('error', `${title} has no event or no command: it is not run`);
      continue;
    }
    const name = isHook(event) ? event : `event:${plain(event)}`;
    const variables = Object.entries(isObject(env) ? env : {}).filter(([, value]) => typeof value !== 'object').map(([key, value]) => [key, String(value)]);
    if (!list.has(name)) list.set(name, []);
    list.get(name).push({
      matches: matching(matcher, text => say('error', `${title}: ${text}`)),
      call: {
        program: command, isGroup: process.platform !== 'win32', folder: resolve(directory, typeof cwd === 'string' ? cwd : ''),
        seconds: typeof timeout === 'number' && timeout > 0 && timeout <= 86400 ? timeout : usual, grace: 0, who: 'it', title, mayBeSilent: true,
      },
      variables,
    });
  }
  return list;
}

export const Hooks = async ({ client, directory, worktree }) => {
  const say = speaker(client), list = load(directory, say);
  const calls = (name, input) => list.get(name).filter(({ matches }) => matches(toolOf(name, input)))
    .map(({ call, variables }) => ({ ...call, env: { ...process.env, ...Object.fromEntries(variables) } }));
  return serve({ say, directory, worktree, events: [...list.keys()], calls });
};
