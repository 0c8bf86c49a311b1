// model.mjs - a scripted model on loopback: Anthropic Messages and OpenAI Responses, streaming.
//
// Each request that offers tools takes the next step of the script: {tool, input} is a tool call,
// {text} an answer; after the last step every answer is "done". Requests without tools (titles,
// summaries) get a short text and take no step. `requests` keeps what the agent sent.
import http from 'node:http';

function sse(res, events) {
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const e of events) res.write(`event: ${e.type}\ndata: ${JSON.stringify(e)}\n\n`);
  res.end();
}

function anthropic(res, body, step, n) {
  const block = step.tool ? { type: 'tool_use', id: `toolu_${n}`, name: step.tool, input: step.input } : { type: 'text', text: step.text };
  const message = { id: `msg_${n}`, type: 'message', role: 'assistant', model: body.model, content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 10, output_tokens: 5 } };
  const stop_reason = step.tool ? 'tool_use' : 'end_turn';
  if (!body.stream) {
    res.writeHead(200, { 'content-type': 'application/json' });
    return res.end(JSON.stringify({ ...message, content: [block], stop_reason }));
  }
  sse(res, [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: step.tool ? { ...block, input: {} } : { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: step.tool ? { type: 'input_json_delta', partial_json: JSON.stringify(step.input) } : { type: 'text_delta', text: step.text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ]);
}

function responses(res, body, step, n) {
  const item = step.tool
    ? { type: 'function_call', id: `fc_${n}`, call_id: `call_${n}`, name: step.tool, arguments: JSON.stringify(step.input), status: 'completed' }
    : { type: 'message', id: `msg_${n}`, role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: step.text, annotations: [] }] };
  const usage = { input_tokens: 10, input_tokens_details: { cached_tokens: 0 }, output_tokens: 5, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 15 };
  const response = { id: `resp_${n}`, object: 'response', created_at: 1, status: 'completed', model: body.model, output: [item], usage };
  const started = step.tool ? { ...item, arguments: '' } : { ...item, status: 'in_progress', content: [] };
  sse(res, [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: started },
    ...(step.tool ? [] : [{ type: 'response.output_text.delta', item_id: item.id, output_index: 0, content_index: 0, delta: step.text }]),
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response },
  ]);
}

export function startModel(script) {
  const requests = [];
  let step = 0, n = 0;
  const server = http.createServer((req, res) => {
    const chunks = [];
    req.on('data', c => chunks.push(c));
    req.on('end', () => {
      let body = {};
      try { body = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}'); } catch { /* not for us */ }
      const url = req.url.split('?')[0];
      const speak = req.method === 'POST' && (url.endsWith('/messages') ? anthropic : url.endsWith('/responses') ? responses : null);
      if (!speak) {
        res.writeHead(url.endsWith('/models') || url.endsWith('/count_tokens') || req.method === 'HEAD' ? 200 : 404, { 'content-type': 'application/json' });
        return res.end(url.endsWith('/count_tokens') ? '{"input_tokens":10}' : '{"object":"list","data":[],"models":[]}');
      }
      const main = Array.isArray(body.tools) && body.tools.length > 0;
      if (main) requests.push(body);
      speak(res, body, main ? script[step++] ?? { text: 'done' } : { text: 'ok' }, ++n);
    });
  });
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve({ port: server.address().port, requests, stop: () => server.close() })));
}
