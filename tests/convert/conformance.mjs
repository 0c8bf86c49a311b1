// conformance.mjs - docs/conformance.md names every requirement, and tests that are there.
import fs from 'node:fs';
import path from 'node:path';
import { finish, is, ok, test } from '../check.mjs';
import { root } from './lib.mjs';

const page = fs.readFileSync(path.join(root, 'docs/conformance.md'), 'utf8');
const levels = Object.fromEntries(page.split(/^## /m).slice(1).filter(part => !part.startsWith('Where gaff differs')).map(part => [part.split('\n')[0], part.split('\n').filter(line => /^\| (?!requirement)(?!-)/.test(line)).map(line => line.split('|').map(cell => cell.trim()))]));

test('the levels are Core, Extended and Full', () => is(Object.keys(levels), ['Core', 'Extended', 'Full']));
for (const [level, words] of Object.entries({
  Core: ['parsed', 'produced', 'core events', 'exit code', 'bare string', 'event names', 'tool names'],
  Extended: ['pattern, MCP and list', 'output schema', 'inferred', '`block`', '`warn`', '`exclude`', 'extended events'],
  Full: ['provider data', 'read again', 'structured_output', 'input_rewrite', 'llm_evaluated', 'http_handler', 'async_execution', 'platform_commands', 'custom_env', 'configurable_cwd', 'only one agent'],
})) test(`${level}: every requirement is there`, () => { for (const word of words) ok(levels[level].some(([, what]) => what.includes(word)), `nothing about ${word}`); });

// Names are told as they stand in the source, where some are put together.
const sources = new Map();
const linesOf = file => {
  if (!sources.has(file)) sources.set(file, fs.readFileSync(path.join(root, 'tests', file), 'utf8').split('\n').filter(line => /(?<![.\w])(test|check|compare|bounded)\(|^ {2}["'].*["']: \(?\{/.test(line)));
  return sources.get(file);
};
for (const [level, rows] of Object.entries(levels)) {
  for (const [, what, shown] of rows) {
    test(`${level}: ${what}`, () => {
      const named = [...shown.matchAll(/`([\w/]+\.mjs)` "([^"]+)"/g)];
      ok(named.length > 0 && shown.replace(/`([\w/]+\.mjs)` "([^"]+)"/g, '').replace(/[, ]/g, '') === '', `not only tests: ${shown}`);
      for (const [, file, name] of named) ok(linesOf(file).some(line => line.includes(name)), `${file} has no test "${name}"`);
    });
  }
}

finish('conformance');
