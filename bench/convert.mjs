// convert.mjs - a conversion of 1,000 hooks, and rulesync from npm beside gaff: node bench/convert.mjs job DIR | install | idle DIR
//
//   job       writes DIR/.claude/settings.json
//   install   puts rulesync into build/rulesync and prints the file that is its program; nothing where the registry is out of reach
//   idle      of what both have written to DIR, how many hooks Cursor would never run: their matcher names none of its tools
import fs from 'node:fs';
import path from 'node:path';
import { install } from './npm.mjs';

const root = path.dirname(path.dirname(new URL(import.meta.url).pathname)), wanted = 'rulesync@17.0.0';
const dir = path.join(root, 'build/rulesync'), program = path.join(dir, 'node_modules/rulesync/dist/cli/index.js');

function job(folder) {
  const events = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'], matchers = ['Bash', 'Edit|Write', 'Read', 'mcp__github__create_issue', undefined], hooks = {};
  for (let i = 0; i < 1000; i++) {
    const event = events[i % events.length], matcher = event.includes('Tool') ? matchers[i % matchers.length] : undefined;
    (hooks[event] ??= []).push({ matcher, hooks: [{ type: 'command', command: `/opt/hooks/check-${i} --json`, timeout: 10 }] });
  }
  fs.mkdirSync(path.join(folder, '.claude'), { recursive: true });
  fs.writeFileSync(path.join(folder, '.claude/settings.json'), JSON.stringify({ hooks }, null, 2));
}

// Cursor's tools, as it was seen to name them; a matcher is found anywhere in a name.
const tools = ['Shell', 'Read', 'Write', 'Grep', 'Fetch', 'WebSearch', 'Task', 'Delete', 'MCP:create_issue'];
function idle(folder) {
  for (const [name, file] of [['gaff', 'gaff.json'], [wanted, '.cursor/hooks.json']]) {
    const entries = Object.values(JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')).hooks).flat();
    const never = entries.filter(e => e.matcher && !tools.some(tool => new RegExp(e.matcher).test(tool)));
    console.log(`${name.padEnd(22)} ${String(entries.length).padStart(10)} hooks, ${never.length} of them for tools that Cursor does not have`);
  }
}

if (process.argv[2] === 'job') job(process.argv[3]);
else if (process.argv[2] === 'install') console.log(install(dir, wanted, program));
else idle(process.argv[3]);
