// Files of Auggie. What is exported, and what it means: tests/convert/forms.mjs.
import { found, groups } from '../../convert/shapes.mjs';

// What a shell gets, or the words of a program; from its code.
const line = ({ command, args = [] }) => !args.length ? command : command === '/bin/sh' && args[0] === '-c' ? args[1] : `${command} ${args.join(' ')}`;
const isAll = pattern => ['', '.*'].includes(pattern);

export const place = '.augment/settings.json';
export const takenFor = ['claude-code'];
export const apart = /_lab$/;
export const forms = { '': groups('PreToolUse', ['args'], {
  command: line,
  mcp: (server, tool) => `${tool}_${server}`,
  matchers: ['mcp:*', 'mcp:.*', 'mcp:', 'mcp:^create_issue_github$', 'mcp:_github$', 'mcp:^(create_issue|delete_repo)_github$', '.*', '.+', 'launch-process|mcp:x', '^(launch-process|bash)$'],
  selects(matcher, { name, mcp }) { // those of servers apart
    if (matcher === undefined || isAll(matcher)) return true;
    if (!matcher.startsWith('mcp:')) return mcp === null && found(matcher, name);
    const pattern = matcher.slice('mcp:'.length);
    return mcp !== null && (pattern === '*' || isAll(pattern) || found(pattern, name));
  },
}) };
