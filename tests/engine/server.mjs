// server.mjs - what http handlers are tried against: writes its port to the file it is given, and ends with its parent.
import fs from 'node:fs';
import http from 'node:http';

const answers = { '/deny': [200, { decision: 'deny', reason: 'the server says no' }], '/allow': [200, { decision: 'allow' }], '/context': [200, { context: 'from the server' }], '/none': [200, {}], '/500': [500, { decision: 'deny', reason: 'no' }], '/text': [200, 'plain text'] };
const server = http.createServer((request, response) => {
  const body = [];
  request.on('data', piece => body.push(piece));
  request.on('end', () => {
    const [code, answer] = answers[request.url] ?? [];
    fs.appendFileSync(process.argv[2] + '.log', JSON.stringify({ url: request.url, headers: request.headers, body: Buffer.concat(body).toString() }) + '\n');
    if (!code) return; // /late: never
    response.writeHead(code, { 'content-type': 'application/json' });
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
});
server.listen(0, '127.0.0.1', () => { fs.writeFileSync(process.argv[2] + '.new', String(server.address().port)); fs.renameSync(process.argv[2] + '.new', process.argv[2]); });
setInterval(() => { if (process.ppid !== Number(process.argv[3])) process.exit(0); }, 200);
