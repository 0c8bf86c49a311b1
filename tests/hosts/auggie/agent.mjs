// Auggie against a scripted model. What is exported, and what it means: tests/e2e/e2e.mjs. gaff has no rows for it:
// what is shown is that the model speaks its language, and that it obeys a hook of its own.
import fs from 'node:fs';
import path from 'node:path';

export const install = '@augmentcode/auggie@0.36.0';
export const needs = ([arch]) => [`node-linux-${arch}@22.23.3`]; // it does not start on older ones
export const program = () => '@augmentcode/auggie/augment.mjs';
export const codec = false;
export const events = { before_tool_execute: 'PreToolUse' };

export function prepare({ home, port, program, entries: [{ command }], event }) {
  fs.mkdirSync(path.join(home, '.augment'));
  fs.writeFileSync(path.join(home, '.augment/settings.json'), JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: 'command', command: '/bin/sh', args: ['-c', command], timeout: 20000 }] }] } }));
  return {
    words: [path.resolve(program, `../../../node-linux-${process.arch}/bin/node`), program, '--print', '--output-format', 'json', 'please do it'],
    env: { AUGMENT_SESSION_AUTH: JSON.stringify({ accessToken: 'test', tenantURL: `http://127.0.0.1:${port}/`, scopes: ['read', 'write'] }), AUGMENT_DISABLE_AUTO_UPDATE: '1', NO_COLOR: '1' },
  };
}

export const scenarios = {
  'a hook without gaff: the tool does not run and the model reads why': ({ told }) => ({
    spec: { event: 'before_tool_execute', raw: true, hook: 'echo REASON-4711 >&2; exit 2', script: [{ tool: 'launch-process', input: { command: 'touch made', wait: true, max_wait_seconds: 20, cwd: 'PROJECT/' } }] },
    then: r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told',
  }),
  'no hook: the tool runs': () => ({
    spec: { event: 'before_tool_execute', raw: true, hook: 'exit 0', script: [{ tool: 'launch-process', input: { command: 'touch made', wait: true, max_wait_seconds: 20, cwd: 'PROJECT/' } }] },
    then: r => r.files.includes('made') ? null : 'the tool did not run',
  }),
};
