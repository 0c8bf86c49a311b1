// cli.mjs - what gaff says of its hosts: every section of every host, and that it is what gaff run does.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { attendRun, cases, hosts as agents, readCase } from './hosts.mjs';
import { finish, is, ok, test } from './check.mjs';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const gaff = process.env.GAFF ?? path.join(root, 'build/gaff');
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-cli-'));
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const env = { PATH: process.env.PATH, HOME: scratch, ...sanitizer };

function call(args, options = {}) {
  const [program, ...words] = attendRun([gaff, ...args]);
  const r = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 28, ...options, env: { ...env, ...options.env } });
  return { code: r.status, stdout: r.stdout, stderr: r.stderr };
}
function prints(...args) {
  const r = call(['hosts', ...args]);
  is([r.code, r.stderr], [0, ''], `exit and stderr of ${args.join(' ')}`);
  ok(r.stdout.trim(), 'nothing is printed');
  return r.stdout;
}
const json = (...args) => JSON.parse(prints(...args, '--json'));

// ---- every section of every host ----

const sections = ['events', 'tools', 'responses', 'capabilities', 'config', 'contracts'];
const book = json();
const hosts = book.hosts;
const titles = ['id', 'title', 'evidence', 'version', 'no_opinion', 'notes'];

// Sections that another spelling of a host's events has too.
const spelled = ['events', 'tools', 'responses', 'contracts'];
// And files of its own, where an agent has another kind of them.
const ownFiles = ['kiro'];
const isSpelled = (h, section) => spelled.includes(section) || (section === 'config' && ownFiles.includes(h.id));

test('there are the hosts that have cases', () => is(hosts.map(h => h.id).sort(), Object.keys(agents).sort()));
test('everything has every section', () => {
  is(book.gaff, call(['version']).stdout.trim().replace(/^gaff /, ''), 'version');
  for (const h of hosts) {
    is(Object.keys(h).sort(), [...titles, ...sections, 'detect', 'spellings', 'reads_input'].sort(), h.id);
    is([h.title, h.no_opinion], [agents[h.id].title, agents[h.id].noOpinion], h.id);
    for (const other of h.spellings) is(Object.keys(other).sort(), ['title', ...sections.filter(section => isSpelled(h, section))].sort(), other.title);
  }
});

// Without a terminal it is 120 wide.
function looksRight(text, isMarkdown, width = 120) {
  for (const line of text.split('\n')) {
    ok(!/[ \t]$/.test(line), `a line ends with a blank: ${line}`);
    if (!isMarkdown) ok(!line.includes('`') && !/^\||^#/.test(line), `markdown on a terminal: ${line}`);
    if (!isMarkdown) ok([...line].length <= width, `a line of ${[...line].length}: ${line}`);
  }
}
const tables = text => text.split('\n\n').map(part => part.split('\n').filter(line => line.startsWith('|'))).filter(t => t.length);
const cells = line => line.slice(2, -2).split(/(?<!\\) \| /);

test('a summary', () => {
  const lines = prints().trim().split('\n');
  is(lines.length, hosts.length + 2, 'lines');
  const at = lines[0].indexOf('evidence');
  hosts.forEach((h, i) => ok(lines[i + 2].startsWith(h.id) && lines[i + 2].slice(at) === `${h.evidence}, ${h.version}`, `not aligned: ${lines[i + 2]}`));
});
test('all of it as markdown', () => {
  const text = prints('--markdown');
  looksRight(text, true);
  for (const h of hosts)
    for (const title of [h.title, ...h.spellings.map(other => other.title)]) ok(text.includes(`# ${title}`), `no page of ${title}`);
});
test('where context is cut has a unit', () => {
  const limit = id => json(id, '--capabilities').hosts[0].capabilities.context_limit;
  is([limit('cursor'), limit('amazon-q'), limit('codex')].map(({ value, unit }) => [value, unit]), [[10000, 'characters'], [10239, 'bytes'], [null, undefined]]);
  for (const [id, words] of [['cursor', '10000 characters'], ['amazon-q', '10239 bytes']]) ok(new RegExp(`context is cut at +${words}`).test(prints(id)), prints(id));
});
for (const width of [80, 100]) {
  for (const args of [[], ['--capabilities'], ['--responses'], ...hosts.map(h => [h.id])])
    test(`hosts ${args.join(' ')} is ${width} wide`, () => looksRight(call(['hosts', ...args], { env: { COLUMNS: `${width}` } }).stdout, false, width));
}
for (const h of hosts) {
  test(`${h.id}: a page`, () => looksRight(prints(h.id), false));
  test(`${h.id}: a page in markdown`, () => looksRight(prints(h.id, '--markdown'), true));
  test(`${h.id}: in JSON`, () => is(json(h.id), { gaff: book.gaff, hosts: [h] }));
}
function agree(section, rows, list) {
  if (section === 'responses') {
    const word = r => r.field === 'native' ? (r.native ? `native ${r.native}` : 'any other native field') : r.field === 'continue' ? 'continue: false' : r.field;
    const said = new Set(rows.map(r => r[0].replaceAll('`', '').replace(/(native \w+): .*/, '$1')));
    is([...said].sort(), [...new Set(list.map(word))].sort(), 'fields');
    for (const { versions } of list)
      for (const v of versions ?? []) ok(rows.some(r => /by version: /.test(r[1]) && [v.since, v.until].every(n => !n || r[1].includes(n))), `no word about ${v.since} to ${v.until}`);
  } else {
    is(rows.length, Array.isArray(list) ? list.length : Object.keys(list).length, 'rows');
  }
  for (const row of rows) ok(/^(measured|its types|documented|reported|contract), ./.test(row.at(-1)), `a row without evidence: ${row}`);
}
for (const section of sections) {
  test(`--${section}`, () => looksRight(prints(`--${section}`), false));
  test(`--${section} in markdown`, () => looksRight(prints(`--${section}`, '--markdown'), true));
  test(`--${section} in JSON`, () => {
    const some = json(`--${section}`);
    for (const [i, h] of some.hosts.entries()) {
      is(Object.keys(h), [...titles, section, ...(isSpelled(h, section) ? ['spellings'] : []), ...(section === 'tools' ? ['reads_input'] : [])], 'keys');
      is(h[section], hosts[i][section], section);
      is(h.spellings?.map(other => other[section]), isSpelled(h, section) ? hosts[i].spellings.map(other => other[section]) : undefined, 'spellings');
    }
  });
  for (const h of hosts) {
    test(`${h.id} --${section}`, () => looksRight(prints(h.id, `--${section}`), false));
    test(`--${section} ${h.id}, in any order`, () => is(prints(`--${section}`, h.id, '--markdown'), prints('--markdown', h.id, `--${section}`)));
    if (section !== 'contracts') test(`${h.id} --${section}: JSON and markdown agree`, () => {
      const lists = [h, ...(isSpelled(h, section) ? h.spellings : [])].map(one => one[section]);
      const shown = tables(prints(h.id, `--${section}`, '--markdown'));
      is(shown.length, lists.filter(list => !Array.isArray(list) || list.length).length, 'tables');
      shown.forEach((table, i) => agree(section, table.slice(2).map(cells), lists[i]));
    });
  }
}

const at = (doc, pointer) => pointer.split('/').slice(1).reduce((v, key) => v?.[key], doc);
function readRecorded(id, name) {
  const dir = path.join(root, 'tests/hosts', id, name);
  return { event: JSON.parse(fs.readFileSync(path.join(dir, 'event.json'), 'utf8')), payload: JSON.parse(fs.readFileSync(path.join(dir, 'stdin.json'), 'utf8')) };
}

// ---- contracts: what every recorded event holds is what they say ----

const contracts = Object.fromEntries(hosts.map(h => [h.id, [h, ...h.spellings].map(one => one.contracts)]));
const always = ['spec', 'host', 'event', 'native_event', 'tool', 'paths', 'native'];
const flat = event => Object.entries(event).flatMap(([key, value]) => key === 'mcp' ? Object.keys(value).map(inner => `mcp.${inner}`) : [key]);
for (const h of hosts) test(`${h.id}: contracts name every field of the events that were recorded, and no other place has it`, () => {
  const lost = {};
  let seen = 0;
  for (const name of cases(h.id)) {
    const { event, payload } = readRecorded(h.id, name), rows = contracts[h.id].flat().filter(row => row.events.includes(event.native_event));
    if (!rows.length) continue; // an event that gaff has no row for
    seen++;
    for (const key of flat(event).filter(key => !always.includes(key))) {
      const places = rows.map(row => row.fields[key]?.where).filter(Boolean);
      if (!places.length) { (lost[h.id] ??= []).push(`${event.native_event} ${key}`); continue; }
      for (const where of places.filter(where => where.startsWith('/') && typeof event[key] === 'string'))
        if (rows.length === 1 && !rows[0].fields[key].derived && typeof at(payload, where) === 'string' && at(payload, where)) is(at(payload, where), event[key], `${name}: ${where}`);
    }
  }
  is([...new Set(lost[h.id] ?? [])].sort(), agents[h.id].unnamed, 'fields that no contract names');
  ok(seen > 0, 'nothing recorded');
});
test('contracts have an event under each of its native names once, with what it may be answered', () => {
  for (const h of hosts) for (const one of [h, ...h.spellings]) {
    is(one.contracts.flatMap(row => row.events).sort(), one.events.map(row => row.event).sort(), one.title);
    for (const row of one.contracts) ok(row.events.every(name => (one.events.find(e => e.event === name).canonical === row.canonical) || row.canonical === null), `${one.title}: ${row.canonical}`);
  }
});
test('the page of contracts has all of them', () => {
  const text = prints('--contracts', '--markdown');
  for (const h of hosts) for (const row of h.contracts) {
    if (row.canonical) ok(text.includes(`## ${row.canonical}\n`), row.canonical);
    for (const name of row.events) ok(text.includes(`| ${h.id} | \`${name}\``), `${h.id} ${name}`);
  }
});

test('the matrix of all hosts counts what the JSON lists', () => {
  const [head, , ...rows] = tables(prints('--responses', '--markdown'))[0].map(cells);
  is(head, ['field', ...hosts.map(h => h.id)], 'head');
  for (const [field, ...counts] of rows) {
    const key = field.replaceAll('`', '').replace(': false', '');
    hosts.forEach((h, i) => {
      const events = new Set(h.responses.filter(r => r.field === key && r.becomes === 'delivered').map(r => r.event));
      is(/^(\d+) of/.exec(counts[i])?.[1] ?? '0', String(events.size), `${field} on ${h.id}`);
    });
  }
});
test('every response has an event, and every event all responses', () => {
  const said = new Set(hosts[0].responses.map(r => r.field));
  for (const h of hosts.flatMap(one => [one, ...one.spellings])) {
    for (const r of h.responses) ok(said.has(r.field), `${h.title} has ${r.field}`);
    for (const { event } of h.events)
      for (const field of said) ok(h.responses.some(r => r.event === event && r.field === field), `${h.title} ${event} has no ${field}`);
  }
});
test('what a host is recognised by stands row by row', () => {
  for (const h of hosts.filter(one => one.detect.length)) {
    const rows = tables(prints(h.id, '--markdown')).map(table => table.map(cells)).find(([head]) => head.at(-1) === 'weight').slice(2);
    is(rows.map(r => parseInt(r[2], 10)), h.detect.map(d => d.weight), h.id);
    rows.forEach((r, i) => is(/against/.test(r[2]), h.detect[i].weight < 0, `${h.id} ${r}`));
  }
});

// ---- what it says of answers is what happens to them ----

const MARK = 'gaff-cli-mark';

const rewrite = event => event.tool === 'shell' ? { command: MARK }
  : event.tool?.startsWith('file_') ? { path: `/home/dev/proj/${MARK}` } : { text: MARK };

function answerFor(row, event, beside) {
  const decision = beside === 'decision' ? 'deny' : beside;
  const company = decision ? { decision, reason: 'why' } : {};
  switch (row.field) {
    case 'allow': case 'ask': case 'deny': // where the decision goes under, its reason may have a place of its own
      return ['lost', 'implied'].includes(row.becomes) ? { decision: row.field } : { decision: row.field, reason: MARK };
    case 'continue': return { ...company, continue: false };
    case 'stop_reason': return { ...company, continue: false, stop_reason: MARK };
    case 'suppress_output': return { ...company, suppress_output: true };
    case 'env': return { ...company, env: { A: MARK } };
    case 'native': return { ...company, native: { [row.native ?? 'gaff-unknown']: row.value ?? (row.native === 'llm_response' ? { candidates: [{ content: { parts: [MARK] } }] } : MARK) } };
    case 'updated_input': return { ...company, updated_input: rewrite(event) };
    default: return { ...company, [row.field]: MARK };
  }
}

// The recorded payloads of a host, or of one form of it: for each event one with a usual tool, and one with an MCP tool.
function casesOf(host, title) {
  const found = {};
  for (const name of cases(host)) {
    const one = readCase(host, name);
    const event = JSON.parse(fs.readFileSync(path.join(one.dir, 'event.json'), 'utf8'));
    if ((agents[host].titleIn(JSON.parse(one.payload)) ?? title) !== title) continue;
    const slot = found[event.native_event] ??= {};
    const kind = event.tool === 'mcp' ? 'mcp' : 'usual';
    if (!slot[kind] || (event.tool === 'shell' && slot[kind].event.tool !== 'shell')) slot[kind] = { ...one, event };
  }
  return found;
}

// The same payload from another version of the agent; null if it does not say its version.
function ofVersion(one, version) {
  const said = JSON.stringify(one.event.host_version ?? null), text = one.payload.toString();
  return said !== 'null' && text.includes(said) ? { ...one, payload: text.replaceAll(said, JSON.stringify(version)) } : null;
}

function run(host, one, answer, variable) {
  const file = path.join(scratch, 'answer.json'), kept = path.join(scratch, 'kept');
  fs.writeFileSync(file, JSON.stringify(answer));
  fs.rmSync(kept, { force: true });
  const r = call(['run', '--host', host, ...one.args, '--', 'cat', file], { input: one.payload, cwd: '/', env: { ...one.env, ...(variable ? { [variable]: kept } : {}) } });
  return { ...r, kept: fs.existsSync(kept) ? fs.readFileSync(kept, 'utf8') : '' };
}

function checkDelivered(row, r) {
  is(r.code, row.exit, 'exit');
  const doc = row.where.some(w => w[0] === '/') ? JSON.parse(r.stdout) : null;
  for (const where of row.where) {
    if (where[0] === '/' && row.value !== null) is(at(doc, where), row.value, where);
    else {
      const found = where === 'stdout' ? r.stdout : where === 'stderr' ? r.stderr : where[0] === '$' ? r.kept : JSON.stringify(at(doc, where));
      ok(found?.includes(MARK), `it is not in ${where}: ${r.stdout}`);
    }
  }
  ok(row.where.length || r.code === 2, 'no place');
}
// What says nothing on an event.
const silence = (host, name) => [host, ...host.spellings].flatMap(one => one.events).find(e => e.event === name).no_opinion;
// Where the agent reads stderr gaff does not warn there, and the answer alone is looked at.
function checkInstead(host, row, kind, r) {
  ok(['deny', 'context', 'implied', 'lost'].includes(kind), `it is ${kind}`);
  if (agents[host.id].privateStderr && row.warning) ok(`${r.stderr}${r.stdout}`.includes(row.warning), `no word about it: ${r.stderr}, not ${row.warning}`);
  const nothing = silence(host, row.event);
  const stops = row.field === 'stop_reason' && host.responses.some(other => other.event === row.event && other.field === 'continue' && other.becomes === 'delivered'); // it is tried with a stop
  if (stops) ok(!r.stdout.includes(MARK), `it is there: ${r.stdout}`);
  else if (kind === 'lost' || kind === 'implied') is([r.code, r.stdout], [/may be lost/.test(row.warning) ? 2 : nothing.exit, nothing.stdout], 'answer'); // tried all the same
  if (kind === 'implied' && !nothing.exit) is(r.stderr, '', 'stderr');
  if (kind === 'context') ok(r.stdout.includes(MARK) && r.code === 0, `not in the answer: ${r.stdout}`);
  if (kind === 'deny') ok(/became deny/.test(row.warning) && r.stdout + r.code !== nothing.stdout + nothing.exit, 'not denied');
  if (kind === 'lost') ok(row.warning, 'lost without a word');
}
// Beside a denial it is gone, and the denial is there.
function checkGone(host, row, r) {
  ok(['lost', 'implied'].includes(row.otherwise), `it is ${row.otherwise}`);
  if (agents[host.id].privateStderr) ok(`${r.stderr}${r.stdout}`.includes(row.warning), `no word about it: ${r.stderr}, not ${row.warning}`);
  ok(!r.stdout.includes(MARK), `it is there: ${r.stdout}`);
  ok(r.stdout + r.code !== host.no_opinion + 0, 'not denied');
}

function tryRow(host, row, one) {
  const name = `${one.name}: ${row.field}${row.native ? ` ${row.native}` : ''}`;
  const variable = row.where.find(w => w[0] === '$')?.slice(1);
  const get = (payload, beside) => run(host.id, payload, answerFor(row, one.event, beside), variable);
  const version = row.versions?.map(v => ofVersion(one, v.since ?? '0')) ?? [one];
  for (const payload of version.filter(Boolean)) {
    test(`${name} is ${row.becomes}`, () => {
      const r = get(payload, row.with);
      if (row.becomes === 'delivered') checkDelivered(row, r);
      else checkInstead(host, row, row.becomes, r);
    });
  }
  if (row.not_with) test(`${name} is gone with ${row.not_with}`, () => checkGone(host, row, get(one, row.not_with)));
  else if (row.otherwise) test(`${name} is else ${row.otherwise}`, () => checkInstead(host, row, row.otherwise, get(one, null)));
}

// Of rows that differ in nothing but the event a few are enough.
const FEW = 8;
const alike = row => JSON.stringify({ ...row, event: null, canonical: null, evidence: null, version: null, warning: null });
for (const host of hosts) {
  const tried = {};
  for (const [row, payloads] of [host, ...host.spellings].flatMap(one => { const given = casesOf(host.id, one.title); return one.responses.map(row => [row, given]); })) {
    const slot = payloads[row.event] ?? {};
    const wanted = row.tools === 'mcp' ? ['mcp'] : row.tools === 'not-mcp' ? ['usual'] : ['usual', 'mcp'];
    const given = wanted.map(kind => slot[kind]).filter(Boolean);
    if (!given.length) continue;
    tried[alike(row)] = (tried[alike(row)] ?? 0) + 1;
    if (tried[alike(row)] <= FEW) for (const one of given) tryRow(host, row, one);
  }
}

// ---- words that are wrong ----

const wrong = (args, code, pattern) => test(`hosts ${args.join(' ')}`, () => {
  const r = call(['hosts', ...args]);
  is([r.code, r.stdout], [code, ''], 'exit and stdout');
  ok(pattern.test(r.stderr) && r.stderr.trim().split('\n').length === 1, `stderr is ${r.stderr}`);
});
wrong(['--events', '--tools'], 129, /--events or --tools, one section at a time/);
wrong([hosts[0].id, '--config', '--responses'], 129, /one section/);
wrong(['--json', '--markdown'], 129, /--json or --markdown, not both/);
wrong([hosts[0].id, hosts[1].id], 129, /one host at a time/);
wrong(['--event'], 129, /did you mean '--events'/);
wrong([hosts[0].id, '--jsn'], 129, /did you mean '--json'/);
wrong(['--json=yes'], 129, /takes no value/);
wrong([hosts[0].id.slice(1)], 1, new RegExp(`did you mean '${hosts[0].id}'.*${hosts.map(h => h.id).join(' ')}`));
wrong(['nothing-like-this-at-all', '--json'], 1, /unknown host 'nothing-like-this-at-all'; there are:/);
test('a section twice is that section', () => is(prints('--tools', '--tools'), prints('--tools')));
test('a host behind --', () => is(prints('--', hosts[0].id), prints(hosts[0].id)));
test('hosts --help', () => {
  const r = call(['hosts', '--help']);
  is([r.code, r.stderr], [0, '']);
  for (const word of [...sections, 'json', 'markdown']) ok(r.stdout.includes(`--${word} `), `no word about --${word}`);
});

// ---- the README says the same ----

test('the table of agents in the README has every host, its version, its number of events and what it can do', () => {
  const rows = Object.fromEntries(fs.readFileSync(path.join(root, 'README.md'), 'utf8').split('\n').map(line => line.split('|').map(cell => cell.trim())).filter(cells => /^`[a-z][a-z-]+`$/.test(cells[2] ?? '')).map(cells => [cells[2].slice(1, -1), cells]));
  is(Object.keys(rows).sort(), hosts.map(host => host.id).sort());
  const able = Object.fromEntries(JSON.parse(call(['hosts', '--capabilities', '--json']).stdout).hosts.map(h => [h.id, h.capabilities]));
  const places = { before: 'context_before_tool', after: 'context_after_tool', prompt: 'context_at_prompt', start: 'context_at_session_start' };
  for (const host of hosts) {
    const [, , , version, events, deny, ask, rewrite, context] = rows[host.id], can = able[host.id];
    is([host.id, version, events], [host.id, host.evidence === 'contract' ? '–' : host.version, String(host.events.length)]);
    is([deny, ask, rewrite].map(cell => /^(yes|with|by)/.test(cell)), [can.block_before_tool, can.ask, can.rewrite_input].map(c => c.can), host.id);
    const told = Object.keys(places).filter(place => can[places[place]].can && can[places[place]].how !== 'yes (with deny)');
    is(context, told.length === 4 ? 'yes' : told.join(', ') || 'no', host.id);
  }
});

fs.rmSync(scratch, { recursive: true });
finish('cli');
