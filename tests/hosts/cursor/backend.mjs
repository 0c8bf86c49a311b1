// backend.mjs - a scripted backend for Cursor's own agent runtime (@cursor/sdk), on loopback.
//
// Cursor's model is far away, its tools are near: the backend asks the client to execute a tool, the client asks
// its hooks, executes, and sends the result back. With CURSOR_BACKEND_URL=http://… all of it is HTTP/1.1 and the Connect
// protocol: the client opens AgentService/RunSSE, a stream of what the backend says in one turn, and sends
// what it has to say itself with one BidiService/BidiAppend after another; a request id joins the two.
//
// Each step of the script is {tool, input}, a tool to execute, or {text}, which ends the turn; after the last step
// the text is "done". `requests` keeps what the client sent: the run request that began a turn, and after each tool
// the list of messages about it. So, as with every other model, requests[n] is what the model was told before step n.
//
// The numbers are those of the protobuf fields as @cursor/sdk 1.0.32 has them.

// ---- protobuf ----

function varint(n) {
  const bytes = [];
  for (n = BigInt(n); n > 127n; n >>= 7n) bytes.push(Number(n & 127n) | 128);
  return Buffer.from([...bytes, Number(n)]);
}

// A message is an object of field numbers: a number or boolean is a varint, an object a message, a list a repeated field.
function encode(message) {
  const parts = [];
  const put = (no, value) => {
    if (typeof value === 'number' || typeof value === 'boolean') return parts.push(varint(no << 3), varint(Number(value)));
    const bytes = Buffer.isBuffer(value) ? value : typeof value === 'string' ? Buffer.from(value) : encode(value);
    parts.push(varint(no << 3 | 2), varint(bytes.length), bytes);
  };
  for (const [no, value] of Object.entries(message)) for (const v of Array.isArray(value) ? value : [value]) put(Number(no), v);
  return Buffer.concat(parts);
}

// google.protobuf.Value, which MCP arguments are made of. A double has a wire type of its own (1).
function jsonValue(v) {
  if (typeof v === 'number') {
    const bytes = Buffer.alloc(9, 2 << 3 | 1);
    bytes.writeDoubleLE(v, 1);
    return bytes;
  }
  if (v === null) return encode({ 1: 0 });
  if (typeof v === 'string') return encode({ 3: v });
  if (typeof v === 'boolean') return encode({ 4: v });
  return encode(Array.isArray(v) ? { 6: { 1: v.map(jsonValue) } } : { 5: { 1: jsonEntries(v) } });
}
const jsonEntries = object => Object.entries(object).map(([key, v]) => encode({ 1: key, 2: jsonValue(v) }));

// The fields of a message as [number, value]; null if it is none. Bytes stay bytes.
function fields(bytes) {
  const found = [];
  let at = 0;
  const number = () => {
    let n = 0n;
    for (let shift = 0n; ; shift += 7n) {
      if (at >= bytes.length || shift > 63n) return null;
      n |= BigInt(bytes[at] & 127) << shift;
      if (bytes[at++] < 128) return Number(n);
    }
  };
  while (at < bytes.length) {
    const tag = number(), wire = tag & 7;
    let value = wire === 0 || wire === 2 ? number() : wire === 1 ? 8 : wire === 5 ? 4 : null;
    if (tag === null || tag < 8 || value === null) return null;
    if (wire !== 0) {
      if (at + value > bytes.length) return null;
      value = bytes.subarray(at, at += value);
    }
    found.push([tag >> 3, value]);
  }
  return found;
}

// What we have a name for is called by it; what has none is guessed: text, a message, or bytes. That is for readers
// and for tests that look for a text; nothing here depends on a guess.
const printable = bytes => { const text = bytes.toString(); return /[\0-\x08\x0e-\x1f\ufffd]/.test(text) ? null : text; };

function decode(bytes, names = {}) {
  const message = {};
  for (const [no, value] of fields(bytes) ?? []) {
    const [name, inner] = [names[no] ?? `#${no}`].flat();
    const plain = typeof value === 'number' ? value : inner ? decode(value, inner) : names[no] ? value.toString()
      : printable(value) ?? (fields(value) ? decode(value) : `base64:${value.toString('base64')}`);
    message[name] = name in message ? [message[name], plain].flat() : plain;
  }
  return message;
}

// ---- what the client says ----

const rejected = ['rejected', { 1: 'path', 2: 'reason' }], denied = ['permission_denied', { 1: 'path', 2: 'error' }];
const contexts = ['hook_additional_contexts', { 1: 'hook_event_name', 2: 'content' }];
const hookAnswers = {
  1: ['preCompact', { 1: 'user_message' }], 2: ['subagentStart', { 1: 'permission', 2: 'user_message', 3: 'additional_context' }], 3: ['subagentStop', { 1: 'followup_message', 2: 'additional_context' }],
  4: ['preToolUse', { 1: 'permission', 2: 'user_message', 3: 'agent_message', 4: 'updated_input', 5: 'additional_context' }], 5: ['postToolUse', { 1: 'additional_context' }],
  7: ['beforeSubmitPrompt', { 1: 'continue', 2: 'user_message', 3: 'additional_context' }], 11: ['stop', { 1: 'followup_message' }],
};
const shellOutcomes = { 1: 'command', 2: 'working_directory', 3: 'reason' };
const execResult = {
  1: 'id', 15: 'exec_id', 45: contexts,
  3: ['write_result', { 1: ['success', { 1: 'path' }], 3: denied, 5: ['error', { 1: 'path', 2: 'error' }], 6: rejected }],
  4: ['delete_result', { 1: ['success', { 1: 'path', 2: 'deleted_file', 3: 'file_size', 4: 'prev_content' }], 4: denied, 6: rejected }],
  7: ['read_result', { 1: ['success', { 1: 'path', 2: 'content' }], 2: ['error', { 1: 'path', 2: 'error' }], 3: rejected, 4: ['file_not_found', { 1: 'path' }], 5: denied }],
  11: ['mcp_result', { 1: ['success', { 1: ['content', { 1: ['text', { 1: 'text' }] }], 2: 'is_error' }], 2: ['error', { 1: 'error' }], 3: ['rejected', { 1: 'reason' }],
    4: ['permission_denied', { 1: 'error' }], 5: ['tool_not_found', {}], 6: ['server_not_found', {}] }],
  27: ['hook_result', { 1: ['response', hookAnswers] }],
  14: ['shell_stream', { 1: ['stdout', { 1: 'data' }], 2: ['stderr', { 1: 'data' }], 3: ['exit', { 1: 'code', 2: 'cwd' }], 4: ['start', {}], 5: ['rejected', shellOutcomes],
    6: ['permission_denied', shellOutcomes], 8: ['hook_context', { 1: contexts }] }],
};
const userMessage = { 1: 'text', 2: 'message_id', 21: contexts };
const clientMessage = {
  1: ['run_request', { 2: ['action', { 1: ['user_message_action', { 1: ['user_message', userMessage] }] }], 5: 'conversation_id' }],
  2: ['exec', execResult], 5: ['control', { 1: ['stream_close', { 1: 'id' }], 2: ['throw', { 1: 'id', 2: 'error' }] }], 7: ['heartbeat', {}],
};

// ---- what the backend says ----

// The arguments of a tool, and the field of the execution request they go to. They are named as Cursor's hooks see them.
const tools = {
  Shell: ({ command, cwd = '', timeout = 30000 }, id) => ({ 14: { 1: command, 2: cwd, 3: timeout, 4: id } }),
  BackgroundShell: ({ command, cwd = '' }, id) => ({ 16: { 1: command, 2: cwd, 3: id } }),
  Write: ({ file_path, content }, id) => ({ 3: { 1: file_path, 2: content, 3: id } }),
  Delete: ({ file_path }, id) => ({ 4: { 1: file_path, 2: id } }),
  Read: ({ file_path }, id) => ({ 7: { 1: file_path, 2: id } }),
  Grep: ({ pattern, file_path, glob }, id) => ({ 5: { 1: pattern, 2: file_path, ...(glob && { 3: glob }), 4: 'content', 14: id } }),
  List: ({ file_path }, id) => ({ 8: { 1: file_path, 3: id } }),
  Fetch: ({ url }, id) => ({ 20: { 1: url, 2: id } }),
};
// A tool of an MCP server is written MCP:server/tool.
const mcp = (server, tool, args, id) => ({ 11: { 1: `${server}-${tool}`, 2: jsonEntries(args), 3: id, 4: server, 5: tool, 9: server } });
// Events of what the backend does itself: it asks the client to run the hooks, and gets their answer.
const hooks = {
  preCompact: ({ trigger = 'auto' }) => ({ 1: { 1: trigger } }),
  subagentStart: ({ subagent_type, task }, id) => ({ 2: { 1: 'sub_1', 2: subagent_type, 3: task, 4: 'parent_1', 5: id } }),
  subagentStop: ({ subagent_type, status = 'completed', loop_count = 0 }) => ({ 3: { 1: 'sub_1', 2: subagent_type, 3: status, 4: 10, 5: 'did it', 6: 'parent_1', 15: loop_count } }),
  preToolUse: ({ tool_name, tool_input }, id) => ({ 4: { 1: tool_name, 2: { 1: jsonEntries(tool_input) }, 3: id } }),
  postToolUse: ({ tool_name, tool_input, tool_output }, id) => ({ 5: { 1: tool_name, 2: { 1: jsonEntries(tool_input) }, 3: tool_output, 4: 10, 5: id } }),
  beforeSubmitPrompt: ({ prompt }) => ({ 7: { 1: prompt, 3: 'agent' } }),
  stop: ({ status = 'completed', loop_count = 0 }) => ({ 11: { 1: status, 2: loop_count } }),
};
tools.RequestContext = () => ({ 10: {} });
tools.Hook = ({ event, ...input }, id) => ({ 27: { 1: hooks[event](input, id) } });

function toExecute({ tool, input }, n) {
  const [, server, name] = /^MCP:(.*)\/(.*)$/.exec(tool) ?? [];
  if (!server && !tools[tool]) throw new Error(`the backend knows no tool ${tool}`);
  return { 2: { 1: n, 15: `exec_${n}`, ...(server ? mcp(server, name, input, `call_${n}`) : tools[tool](input, `call_${n}`)) } };
}
const toSay = text => ({ 1: { 1: { 1: text } } });
const turnEnded = { 1: { 14: { 1: 10, 2: 5 } } };

// A message of a Connect stream: a byte of flags, the length in four bytes, the message.
function frame(bytes, flags = 0) {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

function reply(res, type, body) {
  res.writeHead(200, { 'content-type': type });
  res.end(body);
}

// ---- the conversation ----

export const handles = url => /^\/(auth\/|v1\/models$|(agent|aiserver)\.v1\.)/.test(url);

// handle() wants the whole body as a Buffer: it is binary.
export function start(script) {
  const requests = [], turns = new Map();
  let step = 0, n = 0;
  const turnOf = id => turns.get(id) ?? turns.set(id, { id, inbox: new Map(), seen: 0, waits: 0, heard: [] }).get(id);
  const say = (turn, message) => turn.stream.write(frame(encode(message)));

  function next(turn, told) {
    requests.push(told);
    const now = script[step++] ?? { text: 'done' };
    if (now.tool) return say(turn, toExecute(now, turn.waits = ++n));
    say(turn, toSay(now.text));
    say(turn, turnEnded);
    turn.stream.end(frame(Buffer.from('{}'), 2));
    turns.delete(turn.id); // a follow-up comes under the same id, and counts from 0 again
  }

  // A tool is over when the client closes the stream of its results, also where it could not execute it.
  function hear(turn, message) {
    const { run_request, exec, control } = message;
    if (run_request) return next(turn, run_request);
    if (exec) turn.heard.push(exec);
    if (control?.throw) turn.heard.push(control);
    if (turn.waits && (control?.stream_close ?? control?.throw)?.id === turn.waits) {
      turn.waits = 0;
      next(turn, turn.heard.splice(0));
    }
  }

  // What the client sends is numbered, because it may overtake itself; the first may come before the stream is open.
  function drain(turn) {
    for (let message; turn.stream && (message = turn.inbox.get(turn.seen)); hear(turn, message)) turn.inbox.delete(turn.seen++);
  }

  function handle(req, res, body) {
    const url = req.url.split('?')[0];
    if (url.endsWith('/exchange_user_api_key')) return reply(res, 'application/json', '{"accessToken":"dummy","refreshToken":"dummy"}');
    if (url === '/v1/models') return reply(res, 'application/json', '{"items":[{"id":"scripted","displayName":"scripted"}]}');
    if (url.endsWith('/RunSSE')) {
      const turn = turnOf(decode(body.subarray(5), { 1: 'id' }).id);
      res.writeHead(200, { 'content-type': 'application/connect+proto' });
      res.flushHeaders();
      turn.stream = res;
      return drain(turn);
    }
    if (url.endsWith('/BidiAppend')) {
      const { request: { id }, data, number = 0 } = decode(body, { 1: 'data', 2: ['request', { 1: 'id' }], 3: 'number' });
      const turn = turnOf(id);
      turn.inbox.set(number, decode(Buffer.from(data, 'hex'), clientMessage));
      reply(res, 'application/proto', '');
      return drain(turn);
    }
    reply(res, 'application/proto', ''); // configuration, telemetry: an empty message answers all of them
  }
  return { handle, requests };
}
