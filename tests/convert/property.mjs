// property.mjs - conversions of manifests and configurations by chance: COUNT of them, from SEED on.
//
// Each manifest becomes a file of some agent; that file goes to a manifest and back, and to another agent. Nothing may fail but
// where no hook is left, and what a hook no longer says has a loss.
import { finish, is, ok, test } from '../check.mjs';
import { batch, call, difference, hosts, ids, inputOf, isOf, random, slow, tomls, valueOf } from './lib.mjs';
import { cases, hosts as agents, readCase } from '../hosts.mjs';
import { manifest, markOf } from './generate.mjs';

const count = Math.ceil(Number(process.env.COUNT || 500) / slow), first = Number(process.env.SEED || 1), at_once = 500;
const unsupported = -3;
const noneLeft = r => r.rc === unsupported && /no hook/i.test(r.message);
const tally = { files: 0, none: 0, others: 0, canonical: 0 };

// Does a hook that ends with this code block an event? By what the agent was seen to do; where nobody has looked, as if it did not.
const events = Object.fromEntries(ids.map(id => [id, JSON.parse(call(['hosts', id, '--events', '--json']).stdout).hosts[0].events]));
const known = new Map();
const isBlocked = (agent, event, { blocked, rejected }) => blocked !== undefined || (rejected !== undefined && agent.failsClosed.includes(event));
function blocks(id, canonical, code) {
  const key = `${id} ${canonical} ${code}`;
  if (known.has(key)) return known.get(key);
  const native = events[id]?.find(e => e.canonical === canonical)?.event, name = native && cases(id).find(n => n === native || n.startsWith(`${native}.`));
  const does = name ? isBlocked(agents[id], native, agents[id].judge(native, JSON.parse(readCase(id, name).payload), { stdout: '', stderr: 'no', code })) : false;
  known.set(key, does);
  return does;
}

// Of what a hook had, and has no longer, what has no loss.
function unsaid(before, after, losses, target) {
  const wrong = [];
  before.hooks.forEach((h, i) => {
    const mine = losses.filter(l => l.hook === i + 1), left = after.hooks.filter(x => JSON.stringify(x).includes(markOf(i)));
    const isSaid = (...fields) => mine.some(l => fields.includes(l.field) || fields.includes(l.capability));
    const isGone = mine.some(l => l.strategy === 'exclude');
    if (!left.length) {
      if (!isGone) wrong.push(`hook ${i + 1} is gone, and nothing says so`);
      if (h.blocking && h.enabled !== false && !Object.values(h.degradation ?? {}).includes('exclude') && !mine.some(l => l.guard)) wrong.push(`hook ${i + 1} is gone, and nothing says that it was a guard`);
      return;
    }
    if (mine.some(l => l.strategy === 'block')) return; // it blocks, whatever it was
    // Which folder is the project's has a name of its own on each agent.
    const named = v => typeof v === 'string' ? v.replace(/\b([A-Z]+_PROJECT_DIR|PWD)\b/g, 'PROJECT') : v;
    const want = (value, get, ...fields) => {
      if (value === undefined) return;
      for (const x of left) {
        if (difference(named(value), named(get(x))) && !isSaid(...fields)) wrong.push(`${fields[0]} of hook ${i + 1}: ${difference(value, get(x))}`);
      }
    };
    want(h.event, x => x.event, 'event');
    want(h.name, x => x.name, 'name');
    want(h.paths, x => x.paths, 'paths');
    want(h.enabled === false ? false : undefined, x => x.enabled, 'enabled');
    want(h.on_error === 'closed' && !blocks(target, h.event, 1) ? 'closed' : undefined, x => x.on_error, 'on_error');
    const late = x => x.timeout_action ?? (x.on_error === 'closed' ? 'block' : 'warn');
    want(h.timeout_action, late, 'timeout_action');
    want(h.status_message, x => x.status_message ?? x.handler.status_message, 'status_message');
    if (h.blocking || (h.handler.type === 'command' && blocks(target, h.event, 2))) want(h.blocking ?? false, x => x.blocking ?? false, 'blocking');
    if (h.dialect !== target && ['command', 'http'].includes(h.handler.type)) want(h.dialect, x => x.dialect, 'dialect');
    for (const [field, capability] of [['command', 'http_handler'], ['platform', 'platform_commands'], ['cwd', 'configurable_cwd'], ['env', 'custom_env'], ['url', 'http_handler'], ['headers', 'http_handler'], ['allowed_env_vars', 'http_handler'], ['prompt', 'llm_evaluated'], ['model', 'llm_evaluated'], ['timeout', 'timeout']]) {
      want(h.handler[field], x => x.handler[field], field, capability);
    }
    want(h.handler.async === true ? true : undefined, x => x.handler.async, 'async', 'async_execution');
    for (const id of Object.keys(h.provider_data ?? {})) if (id !== target && !isSaid(`provider_data.${id}`)) wrong.push(`provider_data.${id} of hook ${i + 1}`);
  });
  return wrong;
}

// One line for the first few that are wrong, with what shows it.
function report(wrong) {
  ok(!wrong.length, `${wrong.length} wrong, such as\n  ${wrong.slice(0, Number(process.env.SHOW ?? 3)).map(w => w.slice(0, 900)).join('\n  ')}`);
}

function round(from, n) {
  const cases = Array.from({ length: n }, (_, k) => {
    const seed = from + k, r = random(seed * 2654435761), host = r.pick(ids), out = r.pick(hosts[host].formats), runtime = r.chance(0.4);
    const other = r.pick(ids.filter(id => id !== host)), otherRuntime = r.chance(0.4);
    return { seed, host, out, in: inputOf(out), runtime, other, otherRuntime, otherOut: r.pick(hosts[other].formats), manifest: manifest(seed) };
  });
  const name = c => `seed ${c.seed}, ${c.host}${c.out ? ` ${c.out}` : ''}${c.runtime ? ' --runtime' : ''}`;
  const write = some => batch(some.map(c => ({ from: 'canonical', to: c.host, out: c.out, runtime: c.runtime, text: JSON.stringify(c.manifest) }))).forEach((file, i) => { some[i].file = file; });
  write(cases);
  // Where an agent can have none of its hooks, one that can have most of them is asked.
  const none = cases.filter(c => noneLeft(c.file));
  for (const c of none) Object.assign(c, { host: 'claude-code', out: hosts['claude-code'].formats[0], in: '', other: c.other === 'claude-code' ? 'cursor' : c.other, otherOut: '' });
  write(none);
  const label = `${from}-${from + n - 1}`;
  test(`${label}: manifests become files of agents`, () => report(cases.filter(c => c.file.rc !== 0 && !noneLeft(c.file)).map(c => `${name(c)}: ${c.file.rc} ${c.file.message}; ${JSON.stringify(c.manifest)}`)));
  const left = cases.filter(c => c.file.rc === 0);
  tally.files += left.length;
  tally.none += cases.length - left.length;

  const manifests = batch(left.map(c => ({ from: c.host, in: c.in, to: 'canonical', text: c.file.text })));
  left.forEach((c, i) => { c.back = manifests[i]; });
  test(`${label}: files become manifests`, () => report(left.filter(c => c.back.rc !== 0).map(c => `${name(c)}: ${c.back.rc} ${c.back.message}; ${c.file.text}`)));
  const whole = left.filter(c => c.back.rc === 0);
  const again = batch(whole.map(c => ({ from: 'canonical', to: c.host, out: c.out, runtime: c.runtime, text: c.back.text })));
  whole.forEach((c, i) => { c.again = again[i]; });
  const inToml = whole.filter(c => isOf(c.host, 'toml', c.out) && c.again.rc === 0), values = tomls(inToml.flatMap(c => [c.file.text, c.again.text]));
  test(`${label}: a file comes back from a manifest as it was`, () => report(whole.flatMap(c => {
    if (c.again.rc !== 0) return [`${name(c)}: ${c.again.rc} ${c.again.message}; ${c.back.text}`];
    const k = inToml.indexOf(c), read = (text, j) => k < 0 ? valueOf(c.host, '', text) : values[2 * k + j].value ?? values[2 * k + j].error;
    const gone = difference(read(c.file.text, 0), read(c.again.text, 1));
    return gone ? [`${name(c)}: ${gone}; ${c.file.text}`] : [];
  })));
  test(`${label}: what a hook no longer says has a loss`, () => report(whole.flatMap(c => unsaid(c.manifest, JSON.parse(c.back.text), c.file.losses, c.host).map(w => `${name(c)}: ${w}; ${JSON.stringify(c.manifest)}`))));

  const others = batch(left.map(c => ({ from: c.host, in: c.in, to: c.other, out: c.otherOut, runtime: c.otherRuntime, text: c.file.text })));
  test(`${label}: files of one agent become files of another`, () => report(left.flatMap((c, i) => others[i].rc === 0 || noneLeft(others[i]) ? [] : [`${name(c)} to ${c.other} ${c.otherOut}${c.otherRuntime ? ' --runtime' : ''}: ${others[i].rc} ${others[i].message}; ${c.file.text}`])));
  tally.others += others.filter(o => o.rc === 0).length;
  return whole;
}

const some = [];
for (let from = first; from < first + count; from += at_once) some.push(...round(from, Math.min(at_once, first + count - from)));
test('manifests that come of it are valid', () => {
  for (const c of some.slice(0, Math.ceil(60 / slow))) {
    const r = call(['validate', '-'], { input: c.back.text });
    is(r.code, 0, `exit of gaff validate (${r.stdout}${r.stderr}) for ${c.back.text}`);
    tally.canonical++;
  }
});

finish('conversions by chance', `; ${tally.files} files, ${tally.none} without a hook, ${tally.others} files of others`);
