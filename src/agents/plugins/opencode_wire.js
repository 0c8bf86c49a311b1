
// ---- what gaff's plugins for OpenCode have in common: src/agents/plugins/opencode_wire.js ----
//
// A hook's input and output go to the stdin of a program as {"hook","input","output","directory","worktree"},
// and its answer is one object: "block" is thrown, "args" becomes the tool's input, "output" and "env" are
// laid over what OpenCode passed, "parts" become the parts of a message, and "notify" is for the user.

// What OpenCode waits for and takes an answer to: can an error thrown there block one call and no more?
const answered = {
  'tool.execute.before': true, 'tool.execute.after': true, 'chat.message': true, 'command.execute.before': true,
  'shell.env': true, 'experimental.session.compacting': false, 'experimental.text.complete': false,
  'chat.params': false, 'chat.headers': false,
};
// Hooks without an answer; like the bus they are told to the program, and nobody waits for it.
const watched = ['config', 'permission.ask'];

// What these are called with holds the key of the model's provider, which is nobody's business.
const secretive = ['chat.params', 'chat.headers'];
function discreet(hook, input) {
  if (!secretive.includes(hook) || !isObject(input)) return input;
  const known = ({ id, providerID, name }) => ({ id, providerID, name });
  return Object.fromEntries(Object.entries(input).filter(([key]) => key !== 'provider').map(([key, value]) => [key, key === 'model' && isObject(value) ? known(value) : value]));
}

const plain = name => name.startsWith('event:') ? name.slice(6) : name; // as the bus calls it

// ---- telling the user ----

// Printing would garble OpenCode's screen, so: its log, and once a note on the screen. Neither is waited
// for: while plugins are being loaded OpenCode does not answer. `opencode run` has no screen, and leaves
// before its log is written.
const hasScreen = process.argv.slice(2).find(word => !word.startsWith('-')) !== 'run';

function speaker(client) {
  let noted = false;
  const send = async (api, name, body) => { try { await api[name]({ body }); } catch { /* there is nobody else to tell */ } };
  return (level, text) => { // "note": what a hook has to say to the user, which is shown each time
    const message = oneLine(text), isNote = level === 'note';
    if (client?.app?.log) send(client.app, 'log', { service: 'gaff', level: isNote ? 'info' : level, message });
    if (!client?.app?.log || (!hasScreen && (isNote || level === 'error'))) console.error(message);
    if (!hasScreen || (!isNote && (level !== 'error' || noted))) return;
    noted ||= !isNote;
    if (client?.tui?.showToast) send(client.tui, 'showToast', { title: 'gaff', message, variant: isNote ? 'info' : 'warning' });
  };
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

// ---- the plugin ----

// `events` are names of hooks, and with "event:" before them of what comes over the bus. calls(name, input) is what
// is then run, one after another. `closed` says why what gets no verdict is blocked; without it, it passes.
function serve({ say, directory, worktree, events, calls, closed }) {
  const queue = makeQueue(), plugin = {};
  const pack = (hook, input, output) => JSON.stringify({ hook, input: discreet(hook, input), output, directory, worktree });

  async function ask(hook, call, input, output) {
    const answer = await consult(call, hook, () => pack(hook, input, output), say, answered[hook] && closed);
    if (typeof answer?.notify === 'string' && answer.notify) say('note', answer.notify);
    if (answer) try {
      apply(answer, output);
    } catch (error) {
      if (answered[hook]) throw error; // a rewrite that is not applied must not pass
      say('error', `${hook}: ${call.title ? `${call.title}: ` : ''}${error.message}; this cannot be blocked`);
    }
  }
  const report = (name, hook, input, output) => tell(queue, calls(name, input), plain(name), () => pack(hook, input, output), say);

  const bus = new Set(events.filter(name => name.startsWith('event:')).map(plain)), isAll = events.includes('event');
  for (const name of events) {
    if (Object.hasOwn(answered, name)) plugin[name] = async (input, output) => { for (const call of calls(name, input)) await ask(name, call, input, output); };
    else if (watched.includes(name)) plugin[name] = async (input, output) => { report(name, name, input, output); };
    else if (name !== 'event' && !name.startsWith('event:')) say('error', `this plugin knows no hook ${name}`);
  }
  if (bus.size || isAll) plugin.event = async input => {
    const type = input?.event?.type;
    if (bus.has(type)) report(`event:${type}`, 'event', input);
    else if (isAll) report('event', 'event', input);
  };
  plugin.dispose = () => leave(queue, say);
  return plugin;
}
