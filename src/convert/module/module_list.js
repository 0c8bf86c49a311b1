
// ---- what the modules that `gaff convert` writes have in common, whichever the agent: src/convert/module/module_list.js ----
//
// `data` has the list of hooks. Those of an event whose matcher is found in the name of the tool are run one after another.
// Exit 2 blocks, and stderr says why; exit 0 with nothing on stdout is no opinion. One that fails otherwise, or takes too
// long, is named in the agent's log, and the call passes.
import { resolve } from 'node:path';

const usual = 60; // s, for a hook without a timeout

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

// The entries by event; nameOf(event) is what it is called here.
function load(say, nameOf = event => event) {
  const list = new Map();
  for (const [i, entry] of (Array.isArray(data.hooks) ? data.hooks : []).entries()) {
    const title = entry?.name && typeof entry.name === 'string' ? entry.name : `hook ${i + 1}`;
    const { event, matcher, command, cwd, env, timeout } = isObject(entry) ? entry : {};
    if (typeof event !== 'string' || typeof command !== 'string') {
      say('error', `${title} has no event or no command: it is not run`);
      continue;
    }
    const name = nameOf(event);
    const variables = Object.entries(isObject(env) ? env : {}).filter(([, value]) => typeof value !== 'object').map(([key, value]) => [key, String(value)]);
    if (!list.has(name)) list.set(name, []);
    list.get(name).push({
      matches: matching(matcher, text => say('error', `${title}: ${text}`)), cwd: typeof cwd === 'string' ? cwd : '', variables,
      call: {
        program: command, isGroup: process.platform !== 'win32', seconds: typeof timeout === 'number' && timeout > 0 && timeout <= 86400 ? timeout : usual,
        grace: 0, who: 'it', title, mayBeSilent: true,
      },
    });
  }
  return list;
}

// Those for this tool, as calls; of an event that is about none it is undefined, and matchers do not count.
const callsOf = (entries, tool, folder) => entries.filter(({ matches }) => matches(tool))
  .map(({ call, cwd, variables }) => ({ ...call, folder: resolve(folder, cwd), env: { ...process.env, ...Object.fromEntries(variables) } }));
