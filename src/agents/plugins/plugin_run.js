
// ---- what all of gaff's plugins have in common, whichever the agent: src/agents/plugins/plugin_run.js ----
import { spawn } from 'node:child_process';

const patience = {
  kill: 2, // s from SIGTERM to SIGKILL
  pipes: 1, // s that pipes may stay open behind a program that has ended
  leave: 5, // s that the agent's exit waits for what is being told
};
const atOnce = 4; // of what is only told: a checkout changes a thousand files
const most = { stdout: 64 << 20, stderr: 1 << 20 };

const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value);
const later = (seconds, body) => {
  const timer = setTimeout(body, seconds * 1000);
  timer.unref?.(); // no reason for the agent to stay
  return timer;
};
// Without what would garble a screen.
const oneLine = text => `gaff: ${text.replace(/[\s\x00-\x1f\x7f-\x9f]+/g, ' ').trim().slice(0, 2000)}`;

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
// Nobody reads an answer when `alone`; then it may outlive the agent, and a Ctrl-C in its terminal is not for it.
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
    child.stdin?.end(`${payload}\n`); // hooks may read it as a line
    if (alone) child.unref?.();
  });
}

// ---- its answer ----

function read({ code, signal, stdout, stderr }, mayBeSilent) {
  let answer;
  if (signal) throw new Error(`it was killed by ${signal}`);
  if (code !== 0 && code !== 2) throw new Error(`it exited with ${code}: ${stderr.trim() || 'no word why'}`);
  try { answer = JSON.parse(stdout.trim() || !mayBeSilent ? stdout : '{}'); } catch { /* said below */ }
  if (code === 2) {
    const words = [answer?.block, answer?.reason].find(text => typeof text === 'string' && text);
    return { ...(isObject(answer) && answer), block: words ?? stderr.trim() };
  }
  if (!isObject(answer)) throw new Error('its answer is no JSON object');
  return answer;
}

// Not Object.assign: a key "__proto__" has to stay a key.
function lay(target, members, what) {
  if (!isObject(target) || !isObject(members)) throw new Error(`a hook answers with ${what} that cannot be applied`);
  for (const [key, value] of Object.entries(members))
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

// Of a question where nobody is there: what gaff itself says of those that it does not send (src/agents/codec/fit.c).
const unasked = (words, title) => `${words}\n\nThis needs a person's confirmation, and nobody can be asked in this run: the user can do it themselves, run ${title} interactively, or change the guard or rule that asks.`;

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
      return waiting.splice(0).length; // what is running goes on without the agent
    },
  };
}

// ---- asking and telling ----

// The answer to one call, or null: there is none, and what was to be judged passes. Throws when that blocks: `closed` says
// why what gets no verdict does. `pack` makes the payload.
async function consult(call, about, pack, say, closed) {
  if (call.title) about += `: ${call.title}`;
  try {
    const result = await run(call, pack(), false), answer = read(result, call.mayBeSilent);
    if (result.stderr.trim() && ![answer.block, answer.reason].includes(result.stderr.trim())) say('warn', `${about}: ${result.stderr}`);
    return answer;
  } catch (error) {
    say('error', `${about}: ${error.message}; ${closed ? 'blocked' : 'it passes without a verdict'}`);
    if (closed) throw new Error(`gaff got no verdict (${error.message}), and blocks because ${closed}`);
    return null;
  }
}

function tell(queue, list, about, pack, say) {
  let payload; // now: the agent may change what it passes
  try { payload = pack(); } catch (error) { return say('error', `${about}: ${error.message}`); }
  queue.add(async () => {
    for (const call of list) try {
      const { code, signal } = await run(call, payload, true);
      if (signal || (code !== 0 && code !== 2)) throw new Error(`${call.who} ended with ${signal ?? code}`);
    } catch (error) {
      say('error', `${about}: ${call.title ? `${call.title}: ` : ''}${error.message}; it may not have been told`);
    }
  });
}

async function leave(queue, say) {
  const lost = await queue.drain();
  if (lost) say('error', `${lost} events came too late to be told`);
}
