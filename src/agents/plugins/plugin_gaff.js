
// ---- what the plugins that `gaff install` writes have in common, whichever the agent: src/agents/plugins/plugin_gaff.js ----
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';

const usual = 55; // s, for an event without a deadline of its own
const grace = 3; // s that gaff gets beyond its deadline, before it is ended
const place = new URL('gaff.json', import.meta.url);

// { events, closed, call(name, event, folder, mayBlock) }: what is registered, why what gets no verdict is blocked (or
// nothing: it passes), and how gaff is asked; null when there is no manifest to go by.
function settings(host, say) {
  try {
    const { program, events, deadline, failClosed, committed, home, config, state } = JSON.parse(readFileSync(place, 'utf8'));
    if (typeof program !== 'string' || !isAbsolute(program)) throw new Error('"program" is no absolute path');
    if (!Array.isArray(events) || !events.every(name => typeof name === 'string')) throw new Error('"events" is no list of names');
    const seconds = name => deadline?.[name] > 0 && deadline[name] <= 86400 ? Number(deadline[name]) : usual;
    // where gaff's files are, whatever the environment says
    const dirs = [...(committed ? ['--committed'] : []), ...Object.entries({ '--home': home, '--config': config, '--state': state }).filter(([, folder]) => folder !== undefined).flat()];
    if (!dirs.every(word => typeof word === 'string')) throw new Error('a folder of gaff is no path');
    const call = (name, event, folder, mayBlock) => ({
      program, args: ['run', '--host', host, '--event', event, '--deadline', String(seconds(name)), ...(failClosed && mayBlock ? ['--fail-closed'] : []), ...dirs],
      folder, env: process.env, seconds: seconds(name), grace, who: program,
    });
    return { events, closed: failClosed ? 'failClosed is set in its gaff.json' : null, call };
  } catch (error) {
    say('error', `no hook is run: ${fileURLToPath(place)}: ${error.message}`);
    return null;
  }
}
