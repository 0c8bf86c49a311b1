// model.mjs - a scripted model on loopback: Anthropic Messages, OpenAI Responses and Chat Completions,
// Gemini; each streaming or not, as the agent asks; and Augment, which always streams.
//
// Each request that offers tools takes the next step of the script: {tool, input} is a tool call,
// {text} an answer; after the last step every answer is "done". Requests without tools (titles,
// summaries) get a short text and take no step. `requests` keeps what the agent sent.
import http from 'node:http';

function json(res, value, status = 200) {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify(value));
}

// Anthropic and OpenAI Responses name each event by its type; the others send bare data.
function sse(res, events, end = '') {
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const e of events) res.write(`${e.type ? `event: ${e.type}\n` : ''}data: ${JSON.stringify(e)}\n\n`);
  res.end(end);
}

function anthropic(res, body, step, n) {
  const block = step.tool ? { type: 'tool_use', id: `toolu_${n}`, name: step.tool, input: step.input } : { type: 'text', text: step.text };
  const message = { id: `msg_${n}`, type: 'message', role: 'assistant', model: body.model, content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 10, output_tokens: 5 } };
  const stop_reason = step.tool ? 'tool_use' : 'end_turn';
  if (!body.stream) return json(res, { ...message, content: [block], stop_reason });
  sse(res, [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: step.tool ? { ...block, input: {} } : { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: step.tool ? { type: 'input_json_delta', partial_json: JSON.stringify(step.input) } : { type: 'text_delta', text: step.text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ]);
}

// An input that is a text goes to a tool without a schema; `namespace/name` is a tool of a namespace.
function responses(res, body, step, n) {
  const [name, namespace] = step.tool?.split('/').reverse() ?? [], call = { call_id: `call_${n}`, name, namespace, status: 'completed' };
  const item = typeof step.input === 'string' ? { type: 'custom_tool_call', id: `ctc_${n}`, ...call, input: step.input }
    : step.tool ? { type: 'function_call', id: `fc_${n}`, ...call, arguments: JSON.stringify(step.input) }
    : { type: 'message', id: `msg_${n}`, role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: step.text, annotations: [] }] };
  const usage = { input_tokens: 10, input_tokens_details: { cached_tokens: 0 }, output_tokens: 5, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 15 };
  const response = { id: `resp_${n}`, object: 'response', created_at: 1, status: 'completed', model: body.model, output: [item], usage };
  const started = step.tool ? { ...item, [item.input ? 'input' : 'arguments']: '' } : { ...item, status: 'in_progress', content: [] };
  if (!body.stream) return json(res, response);
  sse(res, [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: started },
    ...(step.tool ? [] : [{ type: 'response.output_text.delta', item_id: item.id, output_index: 0, content_index: 0, delta: step.text }]),
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response },
  ]);
}

function chat(res, body, step, n) {
  const call = step.tool && { id: `call_${n}`, type: 'function', function: { name: step.tool, arguments: JSON.stringify(step.input) } };
  const head = { id: `chatcmpl-${n}`, created: 1, model: body.model };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const finish_reason = call ? 'tool_calls' : 'stop';
  if (!body.stream) {
    const message = { role: 'assistant', content: call ? null : step.text, ...(call && { tool_calls: [call] }) };
    return json(res, { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage });
  }
  const chunk = (delta, finish = null) => ({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] });
  sse(res, [
    chunk({ role: 'assistant', content: call ? null : step.text }),
    ...(call ? [chunk({ tool_calls: [{ index: 0, ...call }] })] : []),
    chunk({}, finish_reason),
    { ...chunk({}), choices: [], usage },
  ], 'data: [DONE]\n\n');
}

function gemini(res, body, step, n, url) {
  const part = step.tool ? { functionCall: { id: `call_${n}`, name: step.tool, args: step.input } } : { text: step.text };
  const response = {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: /models\/([^:]+)/.exec(url)?.[1], responseId: `resp_${n}`,
  };
  if (url.endsWith(':generateContent')) return json(res, response);
  sse(res, [response]);
}

// One JSON object a line; a node of type 0 is text, of type 5 a tool call.
function augment(res, body, step, n) {
  const node = step.tool ? { id: n, type: 5, content: '', tool_use: { tool_use_id: `toolu_${n}`, tool_name: step.tool, input_json: JSON.stringify(step.input) } } : { id: n, type: 0, content: step.text };
  const line = more => `${JSON.stringify({ text: '', unknown_blob_names: [], checkpoint_not_found: false, workspace_file_chunks: [], nodes: [], ...more })}\n`;
  res.writeHead(200, { 'content-type': 'application/json' });
  res.end(line({ text: step.text ?? '', nodes: [node] }) + line({ stop_reason: step.tool ? 3 : 1 }));
}
// Without this flag Auggie runs no hook at all.
const augmentModels = {
  default_model: 'mock-model', models: [{ name: 'mock-model', suggested_prefix_char_count: 1, suggested_suffix_char_count: 1 }],
  languages: [], feature_flags: { enable_hooks: true }, user_tier: 'professional', user: { id: 'user', email: 'user@example.org' },
};

const speakers = [
  [/\/messages$/, anthropic], [/\/responses$/, responses], [/\/chat\/completions$/, chat],
  [/:(streamG|g)enerateContent$/, gemini], [/\/chat-stream$/, augment],
];
const constants = [[/\/count_tokens$/, { input_tokens: 10 }], [/:countTokens$/, { totalTokens: 10 }], [/\/get-models$/, augmentModels]];

// Gemini's own search and URL tools are no offer: only declared functions can be called.
const offersTools = body => body.tool_definitions?.length > 0 || Array.isArray(body.tools) && body.tools.some(t => t.functionDeclarations ? t.functionDeclarations.length : !t.googleSearch && !t.urlContext);

// `backend` is of an agent with a protocol of its own: { handles(url), start(script) -> { handle(req, res, bytes), requests } }.
export function startModel(script, backend) {
  const own = backend?.start(script), requests = own?.requests ?? [];
  let step = 0, n = 0;
  const server = http.createServer((req, res) => {
    const chunks = [];
    req.on('data', c => chunks.push(c));
    req.on('end', () => {
      const url = req.url.split('?')[0], bytes = Buffer.concat(chunks);
      if (backend?.handles(url)) return own.handle(req, res, bytes);
      let body = {};
      try { body = JSON.parse(bytes.toString('utf8') || '{}'); } catch { /* not for us */ }
      const find = table => req.method === 'POST' ? table.find(([pattern]) => pattern.test(url))?.[1] : undefined;
      const speak = find(speakers), constant = find(constants);
      if (constant) return json(res, constant);
      if (!speak) return json(res, { object: 'list', data: [], models: [] }, url.endsWith('/models') || req.method === 'HEAD' ? 200 : 404);
      const main = offersTools(body);
      if (main) requests.push(body);
      speak(res, body, main ? script[step++] ?? { text: 'done' } : { text: 'ok' }, ++n, url);
    });
  });
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve({ port: server.address().port, requests, stop: () => server.close() })));
}
