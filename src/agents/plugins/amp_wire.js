
// ---- what gaff's plugins for Amp have in common: src/agents/plugins/amp_wire.js ----
//
// An event goes to the stdin of a program as {"amp","event","directory","stopActive"}: its name, and what Amp passes. The
// answer is one object: by "block" this must not happen, by "ask" the user decides, and "reason" says why; "input" becomes
// the tool's input, "output" the text of a result; "message" is for the model and "notify" for the user.

// What Amp waits for and takes an answer to: can it be blocked?
const answered = { 'tool.call': true, 'tool.result': true, 'agent.start': false, 'agent.end': false };
const mayBlock = name => Object.hasOwn(answered, name) && answered[name];

// ---- telling the user ----

// Amp's log, and its screen for what went wrong; each thing once.
function speaker(amp) {
  const said = new Set();
  let ui;
  const note = async message => { try { await ui?.notify(message); } catch { /* there is nobody else to tell */ } };
  const say = (level, text) => {
    const message = oneLine(text);
    if (said.has(message) || said.size > 1000) return;
    said.add(message);
    try { amp.logger.log(message); } catch { console.error(message); }
    if (level === 'error') note(message);
  };
  say.from = ctx => { ui = ctx?.ui; };
  say.always = text => { note(oneLine(text)); };
  return say;
}

// ---- what an answer does ----

// Why it must not happen, or nothing.
async function objection({ block, ask, reason }, ctx) {
  const words = String((typeof block === 'string' && block) || reason || 'a hook objects');
  if (block !== undefined && block !== false) return words;
  if (!ask) return undefined;
  if (typeof ctx?.ui?.confirm !== 'function') return unasked(words, 'Amp');
  return await ctx.ui.confirm({ title: 'gaff', message: words, confirmButtonText: 'Yes' }) === true ? undefined : `the user said no: ${words}`;
}

// A text or a list of parts, with more behind it.
function longer(output, more) {
  if (Array.isArray(output)) return [...output, { type: 'text', text: more }];
  return [typeof output === 'string' ? output : output === undefined ? '' : JSON.stringify(output), more].filter(Boolean).join('\n\n');
}

const does = {
  'tool.call'({ input }, event, { why }) {
    if (why !== undefined) return { action: 'reject-and-continue', message: why };
    if (input === undefined) return undefined;
    if (!isObject(input)) throw new Error('a hook answers with an input that cannot be applied');
    return { action: 'modify', input };
  },
  // A refusal comes too late for the call: the model reads it behind the output.
  'tool.result'({ output, message, isError = false }, event, { why }) {
    const more = [why, message].filter(part => part !== undefined).map(String).join('\n\n');
    if (output === undefined && !more) return undefined;
    if (isError || (event.status === 'error' && output === undefined)) return { status: 'error', error: longer(isError ? String(output) : event.error, more) };
    const now = output === undefined ? event.output : String(output);
    return { status: 'done', output: more ? longer(now, more) : now };
  },
  'agent.start'({ message }, event, { before }) {
    return message === undefined ? undefined : { message: { content: [before?.message.content, message].filter(Boolean).join('\n\n'), display: false } };
  },
  // Another turn; one that was cancelled, or failed, is over.
  'agent.end'(answer, event, { state, why }) {
    if (why === undefined || event.status !== 'done') return undefined;
    state.continued.set(event.thread?.id, why);
    return { action: 'continue', userMessage: why };
  },
};

// ---- the plugin ----

// `events` are names of events. calls(name, event, folder) is what is then run, one after another. `closed` says why what
// gets no verdict is blocked; without it, it passes.
function serve({ amp, say, events, calls, closed }) {
  const queue = makeQueue(), state = { continued: new Map() }; // thread: the words by which a stop was refused
  const folder = () => {
    try { return amp.helpers.filePathFromURI(amp.system.workspaceRoot) || process.cwd(); } catch { return process.cwd(); }
  };
  const pack = (name, event, directory) => () =>
    JSON.stringify({ amp: name, event, directory, ...(name === 'agent.end' && { stopActive: state.continued.has(event?.thread?.id) }) });

  async function ask(name, call, event, ctx, directory, before) {
    let answer;
    try {
      answer = await consult(call, name, pack(name, event, directory), say, mayBlock(name) && closed);
    } catch ({ message }) { // of a result without a verdict the model reads nothing
      answer = name === 'tool.result' ? { output: message, isError: true } : { block: message };
    }
    if (!answer) return undefined;
    if (answer.notify !== undefined) say.always(String(answer.notify));
    return does[name](answer, event, { state, before, why: await objection(answer, ctx) });
  }

  async function handle(name, event, ctx) {
    const directory = folder();
    let returned;
    for (const call of calls(name, event, directory)) try {
      const result = await ask(name, call, event, ctx, directory, returned);
      if (!result) continue;
      returned = result;
      if (result.action === 'reject-and-continue' || result.action === 'continue') break;
      event = result.action === 'modify' ? { ...event, input: result.input } : name === 'tool.result' ? { ...event, ...result } : event;
    } catch (error) {
      if (name === 'tool.call') return { action: 'reject-and-continue', message: error.message }; // what is not applied must not pass
      say('error', `${name}: ${error.message}; this cannot be blocked`);
    }
    return returned ?? (name === 'tool.call' ? { action: 'allow' } : undefined);
  }

  // The words by which a stop was refused come back as a prompt; any other begins something new.
  amp.on('agent.start', event => { if (state.continued.get(event?.thread?.id) !== event?.message) state.continued.delete(event?.thread?.id); });
  for (const name of new Set(events)) amp.on(name, (event, ctx) => {
    say.from(ctx);
    if (Object.hasOwn(answered, name)) return handle(name, event, ctx);
    const directory = folder();
    tell(queue, calls(name, event, directory), name, pack(name, event, directory), say);
    return undefined;
  });
}
