// driver.mjs - one prompt for Cursor's own agent runtime, through its public interface. Node 22.13 or later.
//
//   node driver.mjs SDK_DIR PROMPT [OPTIONS]      SDK_DIR is the folder of @cursor/sdk, OPTIONS JSON for its `local`
//
// The project is the current folder, the backend CURSOR_BACKEND_URL. Prints what the agent said.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [sdk, prompt, options = '{}'] = process.argv.slice(2);
setTimeout(() => {
  console.error('driver: not done in 50 s');
  process.exit(3);
}, 50000).unref();

const { Agent } = await import(pathToFileURL(path.join(sdk, 'dist/esm/index.js')));
try {
  const agent = await Agent.create({
    apiKey: process.env.CURSOR_API_KEY, model: { id: 'scripted' },
    // Without sources the SDK loads no hooks. A failed turn is a result here, not something to be tried again.
    local: { cwd: process.cwd(), settingSources: ['project', 'user'], enableAgentRetries: false, ...JSON.parse(options) },
  });
  const run = await agent.send(prompt), { status, result = '', error } = await run.wait();
  console.log(result);
  if (status !== 'finished') console.error(`driver: ${status}: ${error?.message ?? 'no reason given'}`);
  process.exit(status === 'finished' ? 0 : 1);
} catch (e) {
  console.error(`driver: ${e.stack}`);
  process.exit(2);
}
