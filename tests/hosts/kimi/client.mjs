// client.mjs - an editor, as far as Kimi Code needs one: `kimi acp` asks it for permissions, over stdio in JSON-RPC.
//
//   node client.mjs accept|decline PROMPT PROGRAM...     prints "asked: TOOL" for every question, and ends with the turn
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [answer, prompt, ...words] = process.argv.slice(2), wanted = answer === 'accept' ? 'allow_once' : 'reject_once';
const agent = spawn(words[0], words.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
const pending = new Map();
let id = 0;
const send = message => agent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const call = (method, params) => new Promise((resolve, reject) => { pending.set(++id, { resolve, reject }); send({ id, method, params }); });

createInterface({ input: agent.stdout }).on('line', line => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (!method) return error ? pending.get(id).reject(new Error(JSON.stringify(error))) : pending.get(id).resolve(result);
  if (method === 'session/request_permission') {
    console.log(`asked: ${params.toolCall.title}`);
    send({ id, result: { outcome: { outcome: 'selected', optionId: params.options.find(({ kind }) => kind === wanted).optionId } } });
  } else if (id !== undefined) send({ id, error: { code: -32601, message: 'this client does not do that' } });
});

await call('initialize', { protocolVersion: 1, clientCapabilities: {} });
const { sessionId } = await call('session/new', { cwd: process.cwd(), mcpServers: [] });
await call('session/prompt', { sessionId, prompt: [{ type: 'text', text: prompt }] });
agent.stdin.end();
agent.on('close', code => process.exit(code ?? 1));
