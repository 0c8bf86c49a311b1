// http.mjs - gaff-http, and http handlers through build/ask, against servers on loopback. Nothing here leaves this machine.
import { spawn, spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname));
const build = path.dirname(process.env.GAFF ?? path.join(root, 'build/gaff'));
const helper = path.join(build, 'libexec/gaff/gaff-http'), asker = path.join(build, 'ask');
const slow = process.env.SLOW ? Number(process.env.SLOW) : 1; // sanitizers take their time
const sanitizer = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|UB)SAN_OPTIONS$/.test(name)));
const version = fs.readFileSync(path.join(root, 'Makefile'), 'utf8').match(/^VERSION := (.*)$/m)[1];
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'gaff-http-'));
const secret = 'hunter2'; // in queries and headers; no message may hold it
const OK = 0, ENOENT = -1, ESYNTAX = -2, ETIME = -7, EHOOK = -8, EUSAGE = -9;
let passed = 0, failed = 0;

const tests = [];
function test(name, body) { tests.push([name, body]); }
function is(got, want, what = 'value') {
  if (JSON.stringify(got) !== JSON.stringify(want)) throw new Error(`${what} is ${JSON.stringify(got)?.slice(0, 400)}, not ${JSON.stringify(want)}`);
}
function ok(cond, what) { if (!cond) throw new Error(what); }

// ---- programs: asynchronous, because the servers are in this process ----

function program(file, input, env = {}, open = false) {
  return new Promise(resolve => {
    const started = Date.now();
    const child = spawn(file, [], { env: { PATH: process.env.PATH, HOME: scratch, ...sanitizer, ...env } });
    const out = [], err = [];
    const timer = setTimeout(() => child.kill('SIGKILL'), 60000);
    child.stdout.on('data', d => out.push(d));
    child.stderr.on('data', d => err.push(d));
    child.stdin.on('error', () => {});
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString(), ms: Date.now() - started });
    });
    child.stdin.write(input);
    if (!open) child.stdin.end();
  });
}
// gaff-http by itself.
async function post(url, more = {}, body = '{}', env = {}) {
  const line = { url, headers: [], timeout_ms: 10000, out_max: 1 << 24, http_loopback: true, ...more };
  const r = await program(helper, Buffer.concat([Buffer.from(JSON.stringify(line) + '\n'), Buffer.from(body)]), env);
  ok(r.code === 0 || r.code === 1, `exit ${r.code} ${r.signal}: ${r.stderr}`);
  if (r.code) ok(r.stdout === '' && /^[^\n]+\n$/.test(r.stderr), `not one line on stderr: ${JSON.stringify(r)}`);
  else is(r.stderr, '', 'stderr');
  ok(!r.stderr.includes(secret), `a secret on stderr: ${r.stderr}`);
  return r;
}
async function refused(pattern, ...rest) {
  const r = await post(...rest);
  is(r.code, 1, 'exit');
  ok(pattern.test(r.stderr), `stderr is ${r.stderr}`);
  return r;
}
// gaff_http_ask().
async function ask(url, more = {}, env = {}, file = asker) {
  const r = await program(file, JSON.stringify({ url, http_loopback: true, body: '{}', ...more }), env);
  is([r.code, r.stderr], [0, ''], 'ask');
  const answer = JSON.parse(r.stdout);
  ok(!(answer.err + answer.message).includes(secret), `a secret in a message: ${r.stdout}`);
  return answer;
}
const outcome = a => [a.rc, a.exit, a.out, a.err];

// ---- servers ----

const open = [];
async function listen(server, host = '127.0.0.1') {
  server.connections_seen = 0;
  server.sockets = new Set();
  server.on('connection', socket => {
    server.connections_seen++;
    server.sockets.add(socket);
    socket.on('error', () => {}).on('close', () => server.sockets.delete(socket));
  });
  await new Promise((resolve, reject) => server.on('error', reject).listen(0, host, resolve));
  open.push(server);
  server.port = server.address().port;
  server.url = `http://127.0.0.1:${server.port}`;
  server.secure = `https://127.0.0.1:${server.port}`;
  return server;
}
const serve = (handler, host) => listen(http.createServer(handler), host);
const raw = (handler, host) => listen(net.createServer(handler), host);
const says = (status, body = '', headers = {}) => serve((q, r) => { q.resume(); q.on('end', () => r.writeHead(status, headers).end(body)); });
// What came, as JSON.
function echo(q, r) {
  const hash = crypto.createHash('sha256');
  let bytes = 0;
  q.on('data', d => { bytes += d.length; hash.update(d); });
  q.on('end', () => r.end(JSON.stringify({ method: q.method, url: q.url, headers: q.headers, raw: q.rawHeaders, bytes, hash: hash.digest('hex') })));
}
const sha = data => crypto.createHash('sha256').update(data).digest('hex');
const own = Object.values(os.networkInterfaces()).flat().filter(i => !i.internal && !i.address.startsWith('fe80'));

function certificate(name, subject) {
  const key = path.join(scratch, `${name}.key`), cert = path.join(scratch, `${name}.pem`);
  const r = spawnSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2',
    '-keyout', key, '-out', cert, '-subj', `/CN=${name}`, '-addext', `subjectAltName=${subject}`]);
  if (r.status !== 0) throw new Error(`openssl: ${r.stderr}`);
  return { file: cert, key: fs.readFileSync(key), cert: fs.readFileSync(cert) };
}
const right = certificate('right', 'IP:127.0.0.1,DNS:localhost'), elsewhere = certificate('elsewhere', 'DNS:elsewhere.invalid');
const secure = (handler, { key, cert } = right, more = {}) => listen(https.createServer({ key, cert, ...more }, handler));
const trust = ({ file } = right) => ({ SSL_CERT_FILE: file });

// ---- answers ----

test('an answer', async () => {
  const s = await serve(echo);
  const body = '{"event":"before_tool"}';
  const r = await post(`${s.url}/hook?a=b`, {}, body);
  is(r.code, 0, 'exit');
  const got = JSON.parse(r.stdout);
  is([got.method, got.url, got.bytes, got.hash], ['POST', '/hook?a=b', body.length, sha(body)]);
  is([got.headers['content-type'], got.headers['user-agent'], got.headers.expect, got.headers['content-length']],
    ['application/json', `gaff/${version}`, undefined, String(body.length)]);
  is(got.raw.filter(n => /^(content-type|user-agent|cookie|authorization|transfer-encoding)$/i.test(n)).length, 2, 'headers once');
  is(s.connections_seen, 1, 'connections');
});
test('an answer, asked for by gaff', async () => {
  const s = await says(200, '{"decision":"deny"}');
  is(outcome(await ask(s.url)), [OK, 0, '{"decision":"deny"}', '']);
});
test('localhost is loopback', async () => {
  const s = await says(200, 'x');
  is(outcome(await ask(`http://localhost:${s.port}/`)), [OK, 0, 'x', '']);
});
test('bytes are passed on as they are', async () => {
  const bytes = Buffer.from([0, 1, 255, 13, 10, 0, 128]);
  const s = await says(200, bytes);
  const r = spawn(helper, [], { env: sanitizer });
  const chunks = [];
  r.stdout.on('data', d => chunks.push(d));
  r.stdin.end(JSON.stringify({ url: s.url, headers: [], timeout_ms: 9000, out_max: 99, http_loopback: true }) + '\n');
  await new Promise(resolve => r.on('close', resolve));
  is(Buffer.concat(chunks).toString('hex'), bytes.toString('hex'));
});
test('204 is an answer of nothing', async () => {
  const s = await says(204);
  is(outcome(await ask(s.url)), [OK, 0, '', '']);
});
test('no body at all', async () => {
  const s = await serve(echo);
  const r = await post(s.url, {}, '');
  is([r.code, JSON.parse(r.stdout).bytes, JSON.parse(r.stdout).headers['content-length']], [0, 0, '0']);
});
for (const status of [301, 400, 401, 404, 500, 503]) {
  test(`${status} is no answer`, async () => {
    const s = await says(status, '{"decision":"allow"}');
    is(outcome(await ask(`${s.url}/?k=${secret}`)), [OK, 1, '', `HTTP ${status}\n`]);
  });
}
test('an endless error page is not read', async () => {
  const s = await serve((q, r) => { r.writeHead(500); const t = setInterval(() => r.write('x'.repeat(1000)), 5); r.on('close', () => clearInterval(t)); });
  const a = await ask(s.url);
  is(outcome(a), [OK, 1, '', 'HTTP 500\n']);
  ok(a.ms < 3000 * slow, `it took ${a.ms} ms`);
});
for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect is not followed: ${status}`, async () => {
    const target = await says(200, 'no'), s = await says(status, '', { Location: `${target.url}/` });
    is(outcome(await ask(s.url)), [OK, 1, '', `HTTP ${status}\n`]);
    is(target.connections_seen, 0, 'connections to the target');
  });
}
test('cookies are not kept, credentials not asked for', async () => {
  const s = await says(401, '', { 'WWW-Authenticate': 'Basic realm="x"', 'Set-Cookie': 'a=b' });
  fs.writeFileSync(path.join(scratch, '.netrc'), `machine 127.0.0.1 login user password ${secret}\n`, { mode: 0o600 });
  is(outcome(await ask(s.url)), [OK, 1, '', 'HTTP 401\n']);
  is(s.connections_seen, 1, 'connections');
  const e = await serve(echo);
  ok(!JSON.parse((await ask(e.url)).out).headers.authorization, '.netrc is read');
});

// ---- sizes ----

test('10 MB of request', async () => {
  const s = await serve(echo), fill = 10 << 20;
  const a = await ask(s.url, { fill });
  is([a.rc, a.exit], [OK, 0], a.message + a.err);
  const got = JSON.parse(a.out);
  is([got.bytes, got.hash, got.headers.expect], [fill, sha(Buffer.alloc(fill, 'x')), undefined]);
});
test('100 MB of answer', async () => {
  const s = await serve((q, r) => {
    let left = 100;
    const more = () => { while (left-- > 0) if (!r.write(Buffer.alloc(1 << 20, 'x'))) return r.once('drain', more); r.end(); };
    more();
  });
  is(outcome(await ask(s.url)), [OK, 1, '', `the answer is more than ${1 << 24} bytes\n`]);
});
test('an answer that announces 100 MB', async () => {
  const s = await raw(c => c.on('data', () => c.write(`HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n${'x'.repeat(2000)}`)));
  await refused(/^the answer is more than 1000 bytes\n$/, s.url, { out_max: 1000 });
});
test('the bound is the last byte that is allowed', async () => {
  const s = await says(200, 'x'.repeat(1000));
  is((await post(s.url, { out_max: 1000 })).stdout.length, 1000);
  await refused(/^the answer is more than 999 bytes\n$/, s.url, { out_max: 999 });
  await refused(/^the answer is more than 0 bytes\n$/, s.url, { out_max: 0 });
});
test('16 MB of answer arrive', async () => {
  const s = await says(200, Buffer.alloc(1 << 24, 'y'));
  is(sha((await post(s.url)).stdout), sha(Buffer.alloc(1 << 24, 'y')));
});
test('endless headers', async () => {
  const s = await raw(c => c.on('data', () => { c.write('HTTP/1.1 200 OK\r\n'); const t = setInterval(() => c.write(`X: ${'y'.repeat(5000)}\r\n`), 1); c.on('close', () => clearInterval(t)); }));
  await refused(/^the answer's headers are more than 65536 bytes\n$/, s.url);
});
test('endless answers of 100', async () => {
  const s = await raw(c => c.on('data', () => { const t = setInterval(() => c.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(200)), 1); c.on('close', () => clearInterval(t)); }));
  await refused(/^the answer's headers are more than 65536 bytes\n$/, s.url);
});
for (const [name, text] of Object.entries({ 'no HTTP': 'hello\n', 'an answer cut off': 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc', 'nothing': '',
  'a broken chunk': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n' })) {
  test(`${name} is no answer`, async () => {
    const s = await raw(c => c.once('data', () => c.end(text)));
    await refused(/^(the request failed: |the server does not speak HTTP)/, `${s.url}/?${secret}`);
  });
}

// ---- time ----

const drip = text => raw(c => c.on('data', () => { c.write(text); const t = setInterval(() => c.write('x'), 50); c.on('close', () => clearInterval(t)); }));
for (const [name, make] of Object.entries({
  'a silent server': () => raw(() => {}),
  'a slow body': () => drip('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n'),
  'slow headers': () => drip('HTTP/1.1 200 OK\r\nX: '),
  'a slow error page': () => drip('HTTP/1.1 500 No\r\nX: '),
})) {
  test(`too late: ${name}`, async () => {
    const s = await make();
    const a = await ask(s.url, { ms: 1000 * slow });
    is(a.rc, ETIME, a.message);
    ok(a.ms < 1000 * slow + 300, `it took ${a.ms} ms`);
    const r = await refused(/^the server did not answer in time\n$/, s.url, { timeout_ms: 300 });
    ok(r.ms > 250 && r.ms < 300 + 1000 * slow, `gaff-http took ${r.ms} ms`);
  });
}
test('too late: a silent TLS server', async () => {
  const s = await raw(() => {});
  is((await ask(s.secure, { ms: 800 * slow })).rc, ETIME);
});
test('no time at all', async () => {
  const s = await says(200);
  is((await ask(s.url, { ms: 0 })).rc, ETIME);
  is((await ask(s.url, { ms: -5 })).rc, ETIME);
  is(s.connections_seen, 0, 'connections');
});
test('more time than there is', async () => {
  const s = await says(200, 'x');
  is(outcome(await ask(s.url, { ms: 1e15 })), [OK, 0, 'x', '']);
});
test('connection refused', async () => {
  const s = await says(200);
  await new Promise(resolve => s.close(resolve));
  is(outcome(await ask(s.url)), [OK, 1, '', 'cannot connect: Connection refused\n']);
});

// ---- where http may go ----

test('http to loopback without leave', async () => {
  const s = await says(200);
  const a = await ask(s.url, { http_loopback: false });
  is([a.rc, a.message], [ESYNTAX, 'http is not encrypted; use https (or, to this machine, allow_http_loopback)']);
  await refused(/^only https is spoken/, s.url, { http_loopback: false });
  await refused(/^only https is spoken/, s.url, { http_loopback: 'true' });
  is(s.connections_seen, 0, 'connections');
});
test('http elsewhere: names and addresses', async () => {
  for (const url of ['http://gaff.invalid/', 'http://localhost.gaff.invalid/', 'http://0.0.0.0/', 'http://127.0.0.1@gaff.invalid/', ...own.map(i => `http://${i.family === 'IPv6' ? `[${i.address}]` : i.address}/`)])
    is((await ask(url)).rc, ESYNTAX, url);
});
test('http elsewhere: gaff-http itself opens no socket', async () => {
  const s = await says(200), all = await serve((q, r) => r.end(), '0.0.0.0');
  for (const host of ['0.0.0.0', '0', '[::ffff:127.0.0.1]', '[::]', ...own.filter(i => i.family === 'IPv4').map(i => i.address)])
    await refused(/^http goes to this machine only/, `http://${host}:${host === '[::ffff:127.0.0.1]' ? s.port : all.port}/`);
  for (const i of own.filter(i => i.family === 'IPv6')) await refused(/^http goes to this machine only/, `http://[${i.address}]:${all.port}/`);
  is(s.connections_seen + all.connections_seen, 0, 'connections');
});
test('other protocols and users', async () => {
  const s = await says(200), rest = `127.0.0.1:${s.port}/`;
  for (const url of [`ftp://${rest}`, `gopher://${rest}`, 'file:///etc/passwd', `ws://${rest}`, `telnet://${rest}`, `dict://${rest}`]) await refused(/^only https is spoken/, url);
  await refused(/names a user/, `http://user:${secret}@${rest}`);
  for (const url of ['', 'http://', 'http:', '::', 'http://[::1']) await refused(/malformed|only https|failed/, url);
  is(s.connections_seen, 0, 'connections');
});

// ---- TLS ----

test('a certificate that nobody vouches for', async () => {
  const s = await secure(echo);
  const a = await ask(`${s.secure}/?${secret}`, { http_loopback: false });
  is([a.rc, a.exit, a.out], [OK, 1, '']);
  ok(/^the server's certificate is not accepted: .*self-signed/.test(a.err), a.err);
});
test('one that SSL_CERT_FILE vouches for', async () => {
  const s = await secure(echo);
  for (const http_loopback of [true, false]) {
    const a = await ask(s.secure, { http_loopback }, trust());
    is([a.rc, a.exit], [OK, 0], a.err);
    is(JSON.parse(a.out).method, 'POST');
  }
});
test('one of another name', async () => {
  const s = await secure(echo, elsewhere);
  await refused(/^the server's certificate is not accepted: /, s.secure, {}, '', trust(elsewhere));
});
test('SSL_CERT_FILE names another, or none', async () => {
  const s = await secure(echo);
  await refused(/^the server's certificate is not accepted: /, s.secure, {}, '', trust(elsewhere));
  await refused(/^the file of SSL_CERT_FILE cannot be read\n$/, s.secure, {}, '', { SSL_CERT_FILE: path.join(scratch, secret) });
  await refused(/^the server's certificate is not accepted: /, s.secure, {}, '', { SSL_CERT_FILE: '', CURL_CA_BUNDLE: right.file, SSL_CERT_DIR: scratch });
});
test('TLS 1.1 is too old', async () => {
  const s = await secure(echo, right, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' });
  await refused(/^the request failed: /, s.secure, {}, '', trust());
});
test('http where https is asked for', async () => {
  const s = await says(200, 'no');
  await refused(/^the request failed: /, s.secure, {}, '', trust());
});

// ---- proxies ----

async function proxy(answer) {
  const s = await serve((q, r) => { s.asked.push(q.url); r.end('from the proxy'); });
  s.asked = [];
  s.on('connect', (q, client, head) => {
    s.asked.push(`${q.method} ${q.url} ${JSON.stringify(q.headers)}`);
    if (answer) return client.end(answer);
    const [, port] = q.url.split(':');
    const there = net.connect(Number(port), '127.0.0.1', () => { client.write('HTTP/1.1 200 OK\r\n\r\n'); there.write(head); there.pipe(client).pipe(there); });
    there.on('error', () => client.destroy());
  });
  return s;
}
const through = p => Object.fromEntries(['http_proxy', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'].map(n => [n, p.url]));
test('no proxy for http to loopback', async () => {
  const p = await proxy(), s = await says(200, 'direct');
  is((await post(s.url, {}, '', through(p))).stdout, 'direct');
  is(outcome(await ask(s.url, {}, through(p))), [OK, 0, 'direct', '']);
  is((await post(s.url, {}, '', { ...through(p), no_proxy: 'elsewhere' })).stdout, 'direct');
  is(p.connections_seen, 0, 'connections to the proxy');
});
test('https by the proxy of the environment, which sees no header', async () => {
  const p = await proxy(), s = await secure(echo);
  const a = await ask(s.secure, { headers: { Authorization: `Bearer ${secret}` } }, { https_proxy: p.url, ...trust() });
  is([a.rc, a.exit], [OK, 0], a.err);
  is(JSON.parse(a.out).headers.authorization, `Bearer ${secret}`);
  ok(p.asked.length === 1 && p.asked[0].startsWith(`CONNECT 127.0.0.1:${s.port} `) && !p.asked[0].includes(secret), p.asked.join());
  is((await ask(s.secure, {}, { https_proxy: p.url, no_proxy: '127.0.0.1', ...trust() })).exit, 0);
  is(p.asked.length, 1, 'with no_proxy');
});
test('a proxy that refuses', async () => {
  const p = await proxy('HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 2\r\n\r\nno'), s = await secure(echo);
  is(outcome(await ask(s.secure, {}, { https_proxy: p.url.replace('//', `//user:${secret}@`), ...trust() })), [OK, 1, '', 'the proxy says HTTP 407\n']);
  is(s.connections_seen, 0, 'connections');
});

// ---- headers ----

const headersOf = async (headers, allowed_env_vars, env) => {
  const s = await serve(echo);
  const a = await ask(s.url, { headers, allowed_env_vars }, env);
  return { ...a, seen: a.out && JSON.parse(a.out).headers, connections: s.connections_seen };
};
test('headers are expanded', async () => {
  const a = await headersOf({ Authorization: 'Bearer ${TOKEN}', 'X-Both': '$TOKEN/$$5/$_u', 'X-Empty': '', 'X-Blank': '${NONE}', 'X-Text': 'ä \t"\\' }, ['TOKEN', '_u', 'NONE'], { TOKEN: secret, _u: '$TOKEN', NONE: '' });
  is([a.rc, a.exit], [OK, 0], a.message + a.err);
  is([a.seen.authorization, a.seen['x-both'], a.seen['x-empty'], a.seen['x-blank']], [`Bearer ${secret}`, `${secret}/$5/$TOKEN`, '', '']);
  is(Buffer.from(a.seen['x-text'], 'latin1').toString(), 'ä \t"\\');
});
test('Content-Type and User-Agent may be others', async () => {
  const a = await headersOf({ 'content-TYPE': 'application/cloudevents+json', 'user-agent': 'me' });
  is([a.seen['content-type'], a.seen['user-agent']], ['application/cloudevents+json', 'me']);
});
test('a variable that is not on the list', async () => {
  for (const list of [undefined, [], ['TOKENS']]) {
    const a = await headersOf({ A: 'x ${TOKEN}' }, list, { TOKEN: secret });
    is([a.rc, a.message, a.connections], [EUSAGE, `the header 'A': 'TOKEN' is not in allowed_env_vars`, 0]);
  }
});
test('a variable that is not set', async () => {
  const a = await headersOf({ A: '$TOKEN' }, ['TOKEN'], {});
  is([a.rc, a.message, a.connections], [ENOENT, `the header 'A': 'TOKEN' is not set`, 0]);
});
test('line ends and NULs in headers', async () => {
  for (const value of ['a\r\nX: y', 'a\nX: y', 'a\r', 'a\0b', 'a\x7f', '\u001b[1m', 'a\n']) {
    const a = await headersOf({ A: value });
    is([a.rc, a.message, a.connections], [EUSAGE, `the header 'A' is not one line of text`, 0], JSON.stringify(value));
    if (value.includes('\0')) continue;
    const b = await headersOf({ A: '$V' }, ['V'], { V: value });
    is([b.rc, b.message, b.connections], [EUSAGE, `the header 'A' is not one line of text`, 0], `$V as ${JSON.stringify(value)}`);
  }
  for (const name of ['', 'A B', 'A:', 'A\r\nX', 'A\0', 'ä', 'A;', '(A)']) {
    const a = await headersOf({ [name]: 'x' });
    is([a.rc, a.message, a.connections], [EUSAGE, 'a header has a name that cannot be one', 0], JSON.stringify(name));
  }
});
test('headers that are not for hooks', async () => {
  for (const name of ['Host', 'HOST', 'content-length', 'Transfer-Encoding', 'Connection', 'expect', 'Upgrade'])
    is((await headersOf({ [name]: 'x' })).message, `the header '${name}' is not for hooks`);
});
test('too many headers, too long ones, and what is none', async () => {
  const many = n => Object.fromEntries(Array.from({ length: n }, (_, i) => [`X-${i}`, 'y']));
  is(Object.keys((await headersOf(many(64))).seen).filter(n => n.startsWith('x-')).length, 64);
  is((await headersOf(many(65))).rc, EUSAGE);
  is((await headersOf({ A: 'x'.repeat(15 << 10) })).seen.a.length, 15 << 10);
  is((await headersOf({ A: 'x'.repeat(17 << 10) })).rc, EUSAGE);
  is((await headersOf({ A: '$V$V$V' }, ['V'], { V: 'x'.repeat(7000) })).rc, EUSAGE);
  for (const headers of [[], 'x', 1, { A: 1 }, { A: null }]) is((await headersOf(headers)).rc, EUSAGE, JSON.stringify(headers));
  for (const list of [{}, 'TOKEN', [1]]) is((await headersOf({}, list)).rc, EUSAGE, JSON.stringify(list));
});
test('a secret is nowhere in /proc', async () => {
  if (!fs.existsSync('/proc/self/cmdline')) return;
  const seen = [];
  const s = await serve((q, r) => {
    for (const pid of fs.readdirSync('/proc').filter(n => /^\d+$/.test(n))) {
      try {
        if (fs.readlinkSync(`/proc/${pid}/exe`) === fs.realpathSync(helper)) seen.push(['cmdline', 'environ'].map(n => fs.readFileSync(`/proc/${pid}/${n}`, 'latin1')).join('\n'));
      } catch { /* it has ended, or is not ours */ }
    }
    echo(q, r);
  });
  const token = crypto.randomUUID();
  const a = await ask(`${s.url}/?key=${token}`, { headers: { A: '$TOKEN' }, allowed_env_vars: ['TOKEN'] }, { TOKEN: token });
  is(JSON.parse(a.out).headers.a, token);
  ok(seen.length >= 1, 'gaff-http is not to be found in /proc');
  ok(seen.every(text => !text.includes(token)), 'the secret is in /proc');
});

// ---- the protocol, and where the program lies ----

test('a malformed request ends it at once', async () => {
  const line = { url: 'https://127.0.0.1:1', headers: [], timeout_ms: 1000, out_max: 10, http_loopback: false };
  const wrong = [{ url: 1 }, { url: undefined }, { url: 'https://a\0b' }, { headers: {} }, { headers: undefined }, { headers: [1] }, { headers: ['x'] }, { headers: [': x'] },
    { headers: ['a: b\r\nc: d'] }, { headers: ['a: b\nc: d'] }, { headers: ['a: b\0'] }, { timeout_ms: 0 }, { timeout_ms: -1 }, { timeout_ms: '1' }, { timeout_ms: 1.5 },
    { timeout_ms: 1e12 }, { out_max: undefined }, { out_max: -1 }, { out_max: 1e15 }];
  const lines = ['', 'x', '[]', '{}', '{', '"', '\0', ...wrong.map(w => JSON.stringify({ ...line, ...w })), `${JSON.stringify(line)} x`];
  for (const text of lines) {
    const r = await program(helper, `${text}\n`, {}, true); // stdin stays open
    is([r.code, r.stdout], [1, ''], JSON.stringify(text));
    ok(/^the request on stdin is malformed: [^\n]+\n$/.test(r.stderr), `${text}: ${r.stderr}`);
  }
  for (const [text, open] of [['', false], ['x', false], [JSON.stringify(line), false], ['x'.repeat(1 << 20), true]]) {
    const r = await program(helper, text, {}, open);
    is([r.code, /malformed/.test(r.stderr)], [1, true], text.slice(0, 20));
  }
});
async function installed(make) {
  const folder = fs.mkdtempSync(path.join(scratch, 'prefix-')), there = path.join(folder, 'libexec/gaff/gaff-http');
  fs.mkdirSync(path.join(folder, 'bin'));
  fs.mkdirSync(path.dirname(there), { recursive: true });
  fs.copyFileSync(asker, path.join(folder, 'bin/ask'));
  make(there);
  return (url, env) => ask(url, {}, env, path.join(folder, 'bin/ask'));
}
const script = text => file => fs.writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
test('it is found as it is installed', async () => {
  const s = await says(200, 'x'), asks = await installed(file => fs.copyFileSync(helper, file));
  is(outcome(await asks(s.url)), [OK, 0, 'x', '']);
});
test('it is not installed, or is no program', async () => {
  if (fs.existsSync('/usr/local/libexec/gaff/gaff-http')) return; // the last place, and it is found there
  for (const make of [() => {}, file => fs.mkdirSync(file), file => fs.writeFileSync(file, 'x', { mode: 0o644 })]) {
    const a = await (await installed(make))('https://127.0.0.1:1');
    is(a.rc, ENOENT);
    ok(/^gaff-http is not installed.*libexec\/gaff\/gaff-http/.test(a.message), a.message);
  }
});
test('what is not exit 0 or 1 is no answer, above all not 2', async () => {
  for (const code of [2, 3, 127]) {
    const a = await (await installed(script(`echo '{"decision":"deny"}'; echo broken >&2; exit ${code}`)))('https://127.0.0.1:1');
    is([a.rc, a.message], [EHOOK, `gaff-http ended with exit code ${code}: broken`]);
  }
  is((await (await installed(script('kill -9 $$')))('https://127.0.0.1:1')).rc, EHOOK);
});
test('its environment is what it needs', async () => {
  const given = { SSL_CERT_FILE: '/etc/ssl/certs', https_proxy: '1', HTTPS_PROXY: '2', all_proxy: '3', ALL_PROXY: '4', no_proxy: '5', NO_PROXY: '6' };
  const a = await (await installed(script('cat >/dev/null; exec /usr/bin/env')))('https://127.0.0.1:1', { ...given, http_proxy: 'x', SSLKEYLOGFILE: 'x', LD_AUDIT_X: 'x', TOKEN: secret });
  const seen = Object.fromEntries(a.out.trim().split('\n').map(l => l.split(/=(.*)/s)).filter(([n]) => !['PWD', '_', 'SHLVL', 'OLDPWD'].includes(n)));
  is(Object.entries(seen).sort(), Object.entries({ ...given, HOME: scratch }).sort());
});
test('gaff itself is not linked to libcurl', () => {
  const r = spawnSync('ldd', [path.join(build, 'gaff')]);
  ok(!/libcurl/.test(`${r.stdout}`), `${r.stdout}`);
});

for (const [name, body] of tests) {
  try {
    await body();
    passed++;
  } catch (e) {
    failed++;
    console.log(`FAIL ${name}: ${e.message}`);
  }
  for (const server of open.splice(0)) {
    server.close();
    for (const socket of server.sockets) socket.destroy();
  }
}
fs.rmSync(scratch, { recursive: true });
console.log(`http: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
