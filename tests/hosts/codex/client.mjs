// client.mjs - a client of `codex app-server`, for one turn: node client.mjs CODEX accept|decline PROMPT
//
// `codex exec` never asks its user; an editor that talks to the app server is asked, and this one answers always the same.
import { spawn } from 'node:child_process';
import readline from 'node:readline';

const [program, decision, text] = process.argv.slice(2);
const codex = spawn(program, ['app-server'], { stdio: ['pipe', 'pipe', 'inherit'] });
const waiting = new Map();
let last = 0;
const send = message => codex.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const call = (method, params) => new Promise(resolve => {
  waiting.set(++last, resolve);
  send({ id: last, method, params });
});
readline.createInterface({ input: codex.stdout }).on('line', line => {
  const { id, method, result } = JSON.parse(line);
  if (method && id !== undefined) {
    console.log(`asked: ${method}`);
    send({ id, result: { decision } });
  } else if (method === 'turn/completed') codex.stdin.end();
  else if (!method) waiting.get(id)?.(result);
});
codex.on('close', code => process.exit(code ?? 1));

await call('initialize', { clientInfo: { name: 'client', title: 'client', version: '1' }, capabilities: {} });
send({ method: 'initialized' });
const { thread } = await call('thread/start', { cwd: process.cwd(), approvalPolicy: 'on-request', sandbox: 'danger-full-access' });
await call('turn/start', { threadId: thread.id, input: [{ type: 'text', text }] });
