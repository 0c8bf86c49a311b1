// driver.mjs - pi over its RPC, which has what -p has not: questions, compaction, commands of the user. argv: { confirm, send },
// then the words that start it. Each of `send` goes out when the run that the one before it started has settled; `confirm` is what
// the user says when asked. What pi prints is printed.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [{ confirm = false, send }, program, ...args] = [JSON.parse(process.argv[2]), ...process.argv.slice(3)];
const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const say = value => child.stdin.write(`${JSON.stringify(value)}\n`);
let now;
const next = () => {
  now = send.shift();
  if (now) say(now);
  else child.stdin.end();
};
createInterface({ input: child.stdout }).on('line', line => {
  console.log(line);
  let message;
  try { message = JSON.parse(line); } catch { return; }
  if (message.type === 'extension_ui_request' && message.method === 'confirm') say({ type: 'extension_ui_response', id: message.id, confirmed: confirm });
  if (message.type === 'agent_settled' || (message.type === 'response' && message.command === now?.type && message.command !== 'prompt')) next();
});
child.on('close', code => { process.exitCode = code ?? 1; });
next();
