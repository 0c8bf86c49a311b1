// Files of Kiro: those of its IDE 1.x, and agents of its CLI. What is exported, and what it means: tests/convert/forms.mjs.
import { flat, found, glob, list } from '../../convert/shapes.mjs';

const tags = {
  read: ['read_file', 'list_directory', 'file_search', 'grep_search'], write: ['fs_write', 'fs_append', 'str_replace', 'delete_file'], shell: ['execute_bash', 'execute_pwsh', 'control_bash_process', 'control_pwsh_process'], web: ['remote_web_search', 'web_fetch'],
};

export const place = '.kiro/hooks/guard.json';
export const written = '.kiro/hooks/hooks.json';
export const takenFor = [undefined, 'amazon-q'];
export const forms = {
  '': list('PreToolUse', 'trigger', ['trigger', 'matcher', 'type', 'command', 'prompt'], {
    inner: 'action', command: e => e.action?.command,
    file: (matcher, command) => ({ version: 'v1', hooks: [{ name: 'check', trigger: 'PreToolUse', matcher, action: { type: 'command', command } }] }),
    mcp: (server, tool) => `mcp_${server}_${tool}`,
    tools: [['execute_bash', 'shell'], ['execute_pwsh', 'shell'], ['control_bash_process', 'shell'], ['control_pwsh_process', 'shell'], ['read_file', 'file_read'], ['fs_write', 'file_write'], ['str_replace', 'file_edit'], ['fs_append', 'file_edit'], ['grep_search', 'search'], ['file_search', 'find'],
      ['remote_web_search', 'web_search'], ['web_fetch', 'web_fetch'], ['list_directory', ''], ['delete_file', '']],
    matchers: ['@github', '@github/create_issue', '@builtin', '@mcp', 'shell', 'read', 'write', 'web', '*_bash', 'fs_*'],
    selects(matcher, { name, mcp }) {
      if (matcher === undefined || matcher === '' || matcher === '*') return true;
      if (matcher === '@mcp') return mcp !== null;
      if (matcher === '@builtin') return mcp === null;
      if (matcher.startsWith('@')) return mcp !== null && [`@${mcp.server}`, `@${mcp.server}/${mcp.tool}`].includes(matcher);
      if (/^[A-Za-z0-9_-]+$/.test(matcher)) return matcher === name || (tags[matcher] ?? []).includes(name);
      return found(matcher, name);
    },
  }),
  agent: flat('preToolUse', ['matcher', 'command'], {
    mcp: (server, tool) => `@${server}/${tool}`,
    tools: [['execute_bash', 'shell'], ['fs_read', 'file_read'], ['fs_write', 'file_write'], ['fs_write', 'file_edit'], ['grep', 'search'], ['glob', 'find'], ['web_search', 'web_search'], ['web_fetch', 'web_fetch'], ['use_subagent', 'agent'], ['use_aws', '']],
    matchers: ['@github', '@github/create_issue', '@builtin', 'shell', 'read', 'write', 'web', '*_bash', 'fs_*'],
    selects(matcher, { name, mcp }) {
      if (matcher === undefined || matcher === '' || matcher === '*') return true;
      if (matcher === '@builtin') return mcp === null;
      if (matcher.startsWith('@') && !matcher.includes('/')) return mcp !== null && matcher === `@${mcp.server}`;
      const aliases = { execute_bash: 'shell', fs_read: 'read', fs_write: 'write', use_aws: 'aws' };
      return glob(matcher, name) || matcher === aliases[name];
    },
  }),
};
