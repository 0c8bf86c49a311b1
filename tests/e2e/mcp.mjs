// mcp.mjs - a tiny MCP server on stdin and stdout, for any agent: its tools `mark` and `mark-it` make a file in the folder argv[2].
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';

const tool = name => ({
  name, description: 'Makes a file of that name.',
  inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
});
const methods = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'lab', version: '1' } }),
  'tools/list': () => ({ tools: [tool('mark'), tool('mark-it')] }),
  'tools/call': ({ arguments: { name } }) => {
    fs.writeFileSync(path.join(process.argv[2], path.basename(name)), '');
    return { content: [{ type: 'text', text: `marked ${name}` }] };
  },
};

readline.createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined && method) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: methods[method]?.(params) ?? {} })}\n`);
});
