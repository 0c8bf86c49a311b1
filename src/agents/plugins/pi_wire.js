
// ---- what gaff's extensions for pi have in common: src/agents/plugins/pi_wire.js ----
//
// An event goes to the stdin of a program as pi passes it, with "ctx" beside: {"cwd","sessionId","sessionFile","model",
// "mode","hasUI","stopActive"}. The answer is one object: by "block" this must not happen, by "ask" the user decides, and
// "reason" says why; "input" becomes the tool's input, "text" the prompt, "output" the text of a result; "message" is
// for the model and "notify" for the user; and "stop" ends the run, for the "stopReason".

// What pi waits for and takes an answer to: can it be blocked?
const answered = {
  tool_call: true, tool_result: true, input: true, user_bash: true,
  session_before_compact: true, session_before_switch: true, session_before_fork: true, session_before_tree: true,
  session_start: false, session_compact: false, before_agent_start: false, agent_before_settle: false,
};
const mayBlock = name => Object.hasOwn(answered, name) && answered[name];

// ---- telling the user ----

// pi's screen where there is one, else stderr; each thing once. While extensions are being loaded there is no telling which.
function speaker(pi) {
  const said = new Set(), early = [];
  let ctx;
  const show = (level, message) => {
    try {
      if (ctx.hasUI) ctx.ui.notify(message, level === 'error' ? 'error' : level === 'warn' ? 'warning' : 'info');
      else console.error(message);
    } catch { /* there is nobody else to tell */ }
  };
  pi.on('session_start', (event, now) => {
    ctx = now;
    for (const [level, message] of early.splice(0)) show(level, message);
  });
  const say = (level, text) => {
    const message = oneLine(text);
    if (said.has(message) || said.size > 1000) return;
    said.add(message);
    if (ctx) show(level, message);
    else early.push([level, message]);
  };
  say.from = now => { ctx = now; };
  say.always = text => { if (ctx) show('info', oneLine(text)); };
  return say;
}

// ---- what an answer does ----

const custom = content => ({ customType: 'gaff', content, display: false });
const text = content => ({ type: 'text', text: content });

// Where the handler of an event returns nothing that the model reads: with the next prompt, or behind what runs now.
const send = (pi, words, isRunning) => pi.sendMessage(custom(words), { deliverAs: isRunning ? 'steer' : 'nextTurn' });

function rewrite(event, input) {
  if (!isObject(input) || !isObject(event.input)) throw new Error('a hook answers with an input that cannot be applied');
  for (const key of Object.keys(event.input)) delete event.input[key];
  lay(event.input, input, 'an input');
}

// Why it must not happen, or nothing.
async function objection({ block, ask, reason }, ctx) {
  const words = String((typeof block === 'string' && block) || reason || 'a hook objects');
  if (block !== undefined && block !== false) return words;
  if (!ask) return undefined;
  if (!ctx.hasUI) return unasked(words, 'pi');
  return await ctx.ui.confirm('gaff', words, { signal: ctx.signal }) ? undefined : `the user said no: ${words}`;
}

// What pi does with what is returned differs from event to event.
const does = {
  async tool_call({ input, message }, event, { pi, why }) {
    if (why === undefined && input !== undefined) rewrite(event, input);
    if (message !== undefined) send(pi, String(message), true);
    return why === undefined ? undefined : { block: true, reason: why };
  },
  // A refusal comes too late for the call: the model reads it behind the output, as an error.
  async tool_result({ output, message, isError = false }, event, { why }) {
    const content = output !== undefined ? [text(String(output))] : [...event.content];
    for (const more of [why, message]) if (more !== undefined) content.push(text(String(more)));
    if (output === undefined && content.length === event.content.length) return undefined;
    return { content, ...((isError || why !== undefined) && { isError: true }) };
  },
  async input({ text: words, message }, event, { pi, say, why }) {
    if (why !== undefined) {
      say.always(`the prompt is refused: ${why}`);
      return { action: 'handled' };
    }
    if (message !== undefined) send(pi, String(message), Boolean(event.streamingBehavior));
    return words === undefined ? undefined : { action: 'transform', text: String(words), images: event.images };
  },
  async user_bash(answer, event, { why }) {
    return why === undefined ? undefined : { result: { output: why, exitCode: 1, cancelled: false, truncated: false } };
  },
  async before_agent_start({ message }, event, { before }) {
    return message === undefined ? undefined : { message: custom([before?.message.content, message].filter(Boolean).join('\n\n')) };
  },
  async session_start({ message }, event, { pi }) {
    if (message !== undefined) send(pi, String(message), false);
  },
  async session_compact({ message }, event, { pi, ctx }) {
    if (message !== undefined) send(pi, String(message), !ctx.isIdle());
  },
  // Another turn, which begins with why the last one must not be the end.
  async agent_before_settle({ message }, event, { state, why }) {
    const words = [why, message].filter(part => part !== undefined).join('\n\n');
    if (!words) return undefined;
    if (why !== undefined) state.stopActive = true;
    return { entries: [...(event.entries ?? []), { type: 'custom_message', ...custom(words) }], ...(why !== undefined && { continue: true }) };
  },
};
for (const name of Object.keys(answered)) does[name] ??= async (answer, event, { say, why }) => {
  if (why === undefined) return undefined;
  say.always(`${name}: ${why}`);
  return { cancel: true };
};

// ---- the extension ----

// What a later hook sees of what an earlier one has changed; a new input is in the event already.
const chained = ['tool_result', 'input', 'agent_before_settle'];
const isFinal = result => Boolean(result.block || result.cancel || result.result || result.action === 'handled');

// `events` are names of events. calls(name, event, folder) is what is then run, one after another. `closed` says why what
// gets no verdict is blocked; without it, it passes.
function serve({ pi, say, events, calls, closed }) {
  const queue = makeQueue(), state = { stopActive: false };
  const about = (name, ctx) => ({
    cwd: ctx.cwd, sessionId: ctx.sessionManager?.getSessionId(), sessionFile: ctx.sessionManager?.getSessionFile(),
    model: ctx.model && `${ctx.model.provider}/${ctx.model.id}`, mode: ctx.mode, hasUI: Boolean(ctx.hasUI),
    ...(name === 'agent_before_settle' && { stopActive: state.stopActive }),
  });
  const pack = (name, event, ctx) => () => JSON.stringify({ ...event, ctx: about(name, ctx) });

  async function ask(name, call, event, ctx, before) {
    let answer;
    try {
      answer = await consult(call, name, pack(name, event, ctx), say, mayBlock(name) && closed);
    } catch ({ message }) { // of a result without a verdict the model reads nothing
      answer = name === 'tool_result' ? { output: message, isError: true } : { block: message };
    }
    if (!answer) return undefined;
    const why = await objection(answer, ctx), result = await does[name](answer, event, { pi, say, ctx, state, why, before });
    if (answer.notify !== undefined) say.always(String(answer.notify));
    if (answer.stop) {
      say.always(`stopped: ${answer.stopReason ?? 'a hook says so'}`);
      ctx.abort();
    }
    return result;
  }

  async function handle(name, event, ctx) {
    let returned;
    for (const call of calls(name, event, ctx.cwd)) {
      let result;
      try {
        result = await ask(name, call, event, ctx, returned);
      } catch (error) {
        if (name === 'tool_call') return { block: true, reason: error.message }; // a rewrite that is not applied must not pass
        say('error', `${name}: ${error.message}; this cannot be blocked`);
      }
      if (!result) continue;
      returned = { ...returned, ...result };
      if (isFinal(result)) break;
      if (chained.includes(name)) event = { ...event, ...result };
    }
    return returned;
  }

  pi.on('before_agent_start', () => { state.stopActive = false; }); // what goes on because a stop was refused has no such event
  for (const name of new Set(events)) pi.on(name, (event, ctx) => {
    say.from(ctx);
    if (Object.hasOwn(answered, name)) return handle(name, event, ctx);
    tell(queue, calls(name, event, ctx.cwd), name, pack(name, event, ctx), say);
    return undefined;
  });
  pi.on('session_shutdown', () => leave(queue, say));
}
