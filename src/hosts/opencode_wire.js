
// ---- what gaff's plugins have in common: src/hosts/opencode_wire.js ----
//
// A hook's input and output go to the stdin of a program as {"hook","input","output","directory","worktree"},
// and its answer is one object: "block" is thrown, "args" becomes the tool's input, "output" and "env" are
// laid over what OpenCode passed, "parts" become the parts of a message.
import { spawn } from 'node:child_process';

// What OpenCode waits for and takes an answer to: can an error thrown there block one call and no more?
const answered = {
  'tool.execute.before': true, 'tool.execute.after': true, 'chat.message': true, 'command.execute.before': true,
  'shell.env': true, 'experimental.session.compacting': false, 'experimental.text.complete': false,
};
// Hooks without an answer; like the bus they are told to the program, and nobody waits for it.
const watched = ['config', 'permission.ask'];

const patience = {
  kill: 2, // s from SIGTERM to SIGKILL
  pipes: 1, // s that pipes may stay open behind a program that has ended
  leave: 5, // s that OpenCode's exit waits for what is being told
};
const atOnce = 4; // events of the bus: a checkout changes a thousand files
const most = { stdout: 64 << 20, stderr: 1 << 20 };

const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value);
const plain = name => name.startsWith('event:') ? name.slice(6) : name; // as the bus calls it
const later = (seconds, body) => {
  const timer = setTimeout(body, seconds * 1000);
  timer.unref?.(); // no reason for OpenCode to stay
  return timer;
};

// ---- telling the user ----

// Printing would garble OpenCode's screen, so: its log, and once a note on the screen. Neither is waited
// for: while plugins are being loaded OpenCode does not answer. `opencode run` has no screen, and leaves
// before its log is written.
const hasScreen = process.argv.slice(2).find(word => !word.startsWith('-')) !== 'run';

function speaker(client) {
  let noted = false;
  const send = async (api, name, body) => { try { await api[name]({ body }); } catch { /* there is nobody else to tell */ } };
  return (level, text) => {
    const message = `gaff: ${text.replace(/[\s\x00-\x1f\x7f-\x9f]+/g, ' ').trim().slice(0, 2000)}`;
    if (client?.app?.log) send(client.app, 'log', { service: 'gaff', level, message });
    if (!client?.app?.log || (!hasScreen && level === 'error')) console.error(message);
    if (level !== 'error' || noted || !hasScreen) return;
    noted = true;
    if (client?.tui?.showToast) send(client.tui, 'showToast', { title: 'gaff', message, variant: 'warning' });
  };
}

// ---- running a program ----

// What it may leave behind could write for ever.
const hangUp = child => { for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy(); };

function end(child, isGroup) {
  const send = signal => { try { if (isGroup) process.kill(-child.pid, signal); else child.kill(signal); } catch { /* it is gone */ } };
  hangUp(child);
  send('SIGTERM');
  later(patience.kill, () => send('SIGKILL'));
}

// Resolves with { code, signal, stdout, stderr }, or rejects with what went wrong. A call is
//
//   program args    or a line for the shell, without args; `isGroup`: what that starts is ended with it
//   folder env      that it runs with
//   seconds grace   that it has, and that are not told
//   who             what messages call it
//
// Nobody reads an answer when `alone`; then it may outlive OpenCode, and a Ctrl-C in its terminal is not for it.
function run({ program, args, isGroup, folder, env, seconds, grace, who }, payload, alone) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args ?? [], {
      cwd: folder, shell: !args, detached: alone || isGroup, stdio: alone ? ['pipe', 'ignore', 'ignore'] : 'pipe',
      env, // Bun's own default lacks what OpenCode has set since it started: OPENCODE, OPENCODE_PID
    });
    const got = { stdout: [], stderr: [] }, size = { stdout: 0, stderr: 0 };
    const text = name => Buffer.concat(got[name]).toString('utf8');
    const timer = later(seconds + grace, () => {
      reject(new Error(`${who} did not answer within ${seconds} seconds`));
      end(child, isGroup);
    });
    const done = (code, signal) => {
      clearTimeout(timer);
      hangUp(child);
      resolve({ code, signal, stdout: text('stdout'), stderr: text('stderr') });
    };
    for (const name of ['stdout', 'stderr']) child[name]?.on('data', chunk => {
      if ((size[name] += chunk.length) <= most[name]) got[name].push(chunk);
      else if (name === 'stdout') {
        clearTimeout(timer);
        reject(new Error(`${who} answered with more than ${most.stdout} bytes`));
        end(child, isGroup);
      }
    }).on('error', () => {});
    child.on('error', error => {
      clearTimeout(timer);
      reject(new Error(`${who} cannot be started in ${folder}: ${error.code ?? error.message}`));
    });
    child.on('exit', (code, signal) => later(patience.pipes, () => done(code, signal)));
    child.on('close', done);
    child.stdin?.on('error', () => {}); // it may answer without having read it all
    child.stdin?.end(payload);
    if (alone) child.unref?.();
  });
}

// ---- its answer ----

function read({ code, signal, stdout, stderr }, mayBeSilent) {
  let answer;
  if (signal) throw new Error(`it was killed by ${signal}`);
  if (code !== 0 && code !== 2) throw new Error(`it exited with ${code}: ${stderr.trim() || 'no word why'}`);
  try { answer = JSON.parse(stdout.trim() || !mayBeSilent ? stdout : '{}'); } catch { /* said below */ }
  if (code === 2) return { block: stderr.trim(), ...(isObject(answer) && answer) };
  if (!isObject(answer)) throw new Error('its answer is no JSON object');
  return answer;
}

// Not Object.assign: a key "__proto__" has to stay a key.
function lay(target, members, what) {
  if (!isObject(target) || !isObject(members)) throw new Error(`a hook answers with ${what} that cannot be applied`);
  for (const [key, value] of Object.entries(members))
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

// OpenCode keeps its own references to args, parts and env: those are changed in place.
function apply({ block, args, parts, env, output: members }, output) {
  if (block !== undefined) throw new Error(String(block) || 'blocked by a hook');
  if (args !== undefined) {
    if (isObject(args)) for (const key of Object.keys(output?.args ?? {})) delete output.args[key];
    lay(output?.args, args, 'args');
  }
  if (members !== undefined) lay(output, members, 'an output');
  if (env !== undefined) lay(output?.env, env, 'an env');
  if (parts !== undefined) {
    if (!Array.isArray(parts) || !Array.isArray(output?.parts)) throw new Error('a hook answers with parts that cannot be applied');
    output.parts.length = 0;
    for (const part of parts) output.parts.push(part);
  }
}

// ---- what nobody waits for: started in order, a few at a time ----

function makeQueue() {
  const waiting = [], busy = new Set();
  const next = () => {
    while (waiting.length && busy.size < atOnce) {
      const job = waiting.shift()().finally(() => { busy.delete(job); next(); });
      busy.add(job);
    }
  };
  return {
    add(job) { waiting.push(job); next(); },
    async drain() {
      let patient = true, timer;
      const tired = new Promise(resolve => { timer = setTimeout(() => { patient = false; resolve(); }, patience.leave * 1000); });
      while (patient && busy.size) await Promise.race([tired, ...busy]);
      clearTimeout(timer);
      return waiting.splice(0).length; // what is running goes on without OpenCode
    },
  };
}

// ---- the plugin ----

// `events` are names of hooks, and with "event:" before them of what comes over the bus. calls(name, input) is what
// is then run, one after another. `closed` says why what gets no verdict is blocked; without it, it passes.
function serve({ say, directory, worktree, events, calls, closed }) {
  const queue = makeQueue(), plugin = {};
  const pack = (hook, input, output) => JSON.stringify({ hook, input, output, directory, worktree });

  async function ask(hook, call, input, output) {
    const about = call.title ? `${hook}: ${call.title}` : hook;
    let answer;
    try {
      const result = await run(call, pack(hook, input, output), false);
      answer = read(result, call.mayBeSilent);
      if (result.stderr.trim() && result.stderr.trim() !== answer.block) say('warn', `${about}: ${result.stderr}`);
    } catch (error) {
      const blocks = closed && answered[hook];
      say('error', `${about}: ${error.message}; ${blocks ? 'blocked' : 'it passes without a verdict'}`);
      if (blocks) throw new Error(`gaff got no verdict (${error.message}), and blocks because ${closed}`);
      return;
    }
    try {
      apply(answer, output);
    } catch (error) {
      if (answered[hook]) throw error; // a rewrite that is not applied must not pass
      say('error', `${about}: ${error.message}; this cannot be blocked`);
    }
  }

  function tell(name, hook, input, output) {
    const list = calls(name, input);
    let payload; // now: OpenCode may change what it passes
    try { payload = pack(hook, input, output); } catch (error) { return say('error', `${plain(name)}: ${error.message}`); }
    queue.add(async () => {
      for (const call of list) try {
        const { code, signal } = await run(call, payload, true);
        if (signal || (code !== 0 && code !== 2)) throw new Error(`${call.who} ended with ${signal ?? code}`);
      } catch (error) {
        say('error', `${plain(name)}: ${call.title ? `${call.title}: ` : ''}${error.message}; it may not have been told`);
      }
    });
  }

  const bus = new Set(events.filter(name => name.startsWith('event:')).map(plain));
  for (const name of events) {
    if (Object.hasOwn(answered, name)) plugin[name] = async (input, output) => { for (const call of calls(name, input)) await ask(name, call, input, output); };
    else if (watched.includes(name)) plugin[name] = async (input, output) => { tell(name, name, input, output); };
    else if (!name.startsWith('event:')) say('error', `this plugin knows no hook ${name}`);
  }
  if (bus.size) plugin.event = async input => {
    const type = input?.event?.type;
    if (bus.has(type)) tell(`event:${type}`, 'event', input);
  };
  plugin.dispose = async () => {
    const lost = await queue.drain();
    if (lost) say('error', `${lost} events came too late to be told`);
  };
  return plugin;
}
