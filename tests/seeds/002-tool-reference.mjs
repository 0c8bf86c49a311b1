// 002-tool-reference.mjs - the reference of tools: configurations, payloads and answers of Claude Code, Gemini CLI, Cursor and OpenCode, and wrapped programs.
import fs from 'node:fs';
import path from 'node:path';
import { call, clean, convert, differs, done, file, folder, gaff, host, install, is, ok, run, says, seed, seenByHook, start, table } from './lib.mjs';

seed('tool reference');

const speaks = id => ({ args: ['--dialect', id] });
const native = (id, event) => host(id).events.find(one => one.event === event);
const fired = (id, event, ...more) => JSON.parse(call(['fire', '--host', id, '--event', event, ...more]).stdout);
const answers = (r, code, json) => is([r.code, r.json], [code, json], 'exit code and answer');
const shell = { tool_name: 'Shell', tool_input: { command: 'ls' } };
const means = (id, answer, want) => { // an answer in the words of an agent, as the plain contract says it
  const r = run('generic', 'preToolUse', shell, answer, speaks(id));
  is([r.code, r.json], want);
};

// ---- quick reference ----

const written = { Claude: ['claude-code', '.claude/settings.json'], Gemini: ['gemini-cli', '.gemini/settings.json'], Cursor: ['cursor', '.cursor/hooks.json'], OpenCode: ['opencode', '.config/opencode/plugins/gaff.js'] };
table('quick reference', 'tools', ['Config', 'Pre-event', 'Post-event', 'Nesting'], {
  Claude: ['~/.claude/settings.json', 'PreToolUse', 'PostToolUse', 'nested'],
  Gemini: ['~/.gemini/settings.json', 'BeforeTool', 'AfterTool', 'nested'],
  Cursor: ['~/.cursor/hooks.json', 'beforeShellExecution', 'afterFileEdit', 'flat'],
  OpenCode: ['~/.config/opencode/plugins/*.js', 'tool.execute.before', 'tool.execute.after', 'plugin'],
}).each(['Config'], (row, column, value) => () => {
  const [id, at] = written[row];
  ok(host(id).config.some(one => one.path === value && one.scope === 'user'), 'no such row');
  is(install(id).has(at), true, 'the file is written');
}).each(['Pre-event', 'Post-event'], (row, column, value) => () => {
  const [id] = written[row];
  is(native(id, value).canonical, column === 'Pre-event' ? 'before_tool_execute' : 'after_tool_execute', 'what it is');
  is(seenByHook(id, value, fired(id, value)).event.native_event, value, 'what is read');
  const r = install(id, ['--events', value]), text = id === 'opencode' ? r.text('.config/opencode/plugins/gaff.json') : r.text(written[row][1]);
  ok(text.includes(value), `it is not registered: ${text}`);
}).each(['Nesting'], (row, column, value) => () => {
  const [id, at] = written[row], r = install(id);
  if (value === 'plugin') return is(/^export const \w+ = async/m.test(r.text(at)), true);
  const [group] = Object.values(r.read(at).hooks)[0];
  return is([Array.isArray(group.hooks), typeof group.command, typeof group.hooks?.[0].command], value === 'nested' ? [true, 'undefined', 'string'] : [false, 'string', 'undefined']);
});

// ---- Claude Code ----

const matcherOf = (id, event, matcher, hook = { type: 'command', command: './hook' }) => {
  const r = convert(id, 'canonical', { hooks: { [event]: [{ matcher, hooks: [hook] }] } });
  return { matcher: r.json?.hooks[0].matcher, said: /the matcher .* has no place/.test(r.stderr) };
};
const claudeEvents = { PreToolUse: 'before_tool_execute', PostToolUse: 'after_tool_execute', UserPromptSubmit: 'before_prompt', PermissionRequest: 'permission_request', Stop: 'agent_stop', SessionStart: 'session_start', SessionEnd: 'session_end' };
table('Claude events', 'events', ['Matcher', 'Description'], {
  PreToolUse: [true, 'before a tool'], PostToolUse: [true, 'after a tool'], UserPromptSubmit: [false, 'before a prompt is sent'], PermissionRequest: [true, 'the question for permission'], Stop: [false, 'the agent is done'], SessionStart: [false, 'a session begins'], SessionEnd: [false, 'a session ends'],
}).each(['Matcher'], (row, column, value) => () => is(matcherOf('claude-code', row, 'Bash'), value ? { matcher: 'shell', said: false } : { matcher: undefined, said: true }))
  .each(['Description'], row => () => {
    is(seenByHook('claude-code', row, fired('claude-code', row)).event.event, claudeEvents[row]);
    is(Object.keys(install('claude-code', ['--events', row]).read('.claude/settings.json').hooks), [row]);
  });

// A hook with this matcher, made into a manifest and run on a call of each tool.
const claudeTools = { Bash: { command: 'ls' }, Write: { file_path: '/p/a', content: 'x' }, Edit: { file_path: '/p/a', old_string: 'a', new_string: 'b' }, Read: { file_path: '/p/a' }, Grep: { pattern: 'x' } };
const selects = { Bash: ['Bash'], 'Write|Edit': ['Write', 'Edit'], '*': Object.keys(claudeTools) };
for (const [matcher, tools] of Object.entries(selects)) {
  for (const [tool, input] of Object.entries(claudeTools)) {
    says('Claude matchers', `${matcher} ${tools.includes(tool) ? 'selects' : 'does not select'} ${tool}`, () => {
      const manifest = convert('claude-code', 'canonical', { hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', command: 'exit 2' }] }] } }).stdout;
      is(call(['run', '--host', 'claude-code', '--event', 'PreToolUse', '--inline', manifest], { input: { hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p', tool_name: tool, tool_input: input } }).code, tools.includes(tool) ? 2 : 0);
    });
  }
}
const claudeTemplate = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: '<hook>' }] }] } };
says('Claude config', 'the template is read: event, tool and command', () => is(convert('claude-code', 'canonical', claudeTemplate).json.hooks.map(one => [one.event, one.matcher, one.handler.type, one.handler.command]), [['before_tool_execute', 'shell', 'command', '<hook>']]));
says('Claude config', 'the template is written again as it is', () => is(convert('claude-code', 'claude-code', claudeTemplate).json, claudeTemplate));
says('Claude config', 'the template is recognised', () => is(convert('auto', 'claude-code', claudeTemplate).json, claudeTemplate));
says('Claude config', 'a manifest for the same becomes the template', () => is(convert('canonical', 'claude-code', { spec: 'hooks/1.0', hooks: [{ event: 'before_tool_execute', matcher: 'shell', blocking: true, handler: { type: 'command', command: '<hook>' } }] }).json.hooks.PreToolUse[0].matcher, 'Bash'));
says('Claude config', 'what is installed has the members of the template', () => is(install('claude-code', ['--events', 'PreToolUse']).read('.claude/settings.json').hooks.PreToolUse.map(one => [one.hooks.length, one.hooks[0].type, typeof one.hooks[0].command]), [[1, 'command', 'string']]));

const claudeInput = { tool_name: 'Bash', tool_input: { command: 'ls' }, cwd: '/project', session_id: 'abc' };
const claude = (hook, options) => run('claude-code', 'PreToolUse', claudeInput, hook, options);
for (const [name, value] of Object.entries({ tool_name: 'Bash', tool_input: { command: 'ls' }, cwd: '/project', session_id: 'abc' })) {
  says('Claude PreToolUse', `${name} of the input is read`, () => is(seenByHook('claude-code', 'PreToolUse', claudeInput).event[name], value));
  says('Claude PreToolUse', `${name} is given to a hook of Claude Code as it came`, () => is(seenByHook('claude-code', 'PreToolUse', claudeInput, speaks('claude-code')).event[name], value));
  says('Claude PreToolUse', `${name} is written for a hook of Claude Code under another agent`, () => is(seenByHook('gemini-cli', 'BeforeTool', { session_id: 'abc', cwd: '/project', hook_event_name: 'BeforeTool', tool_name: 'run_shell_command', tool_input: { command: 'ls' } }, speaks('claude-code')).event[name], value));
}
const claudeAllow = { hookSpecificOutput: { permissionDecision: 'allow' } };
const claudeDeny = { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'Blocked' }, continue: false };
const claudeModify = { hookSpecificOutput: { permissionDecision: 'allow', modifiedToolInput: { command: 'ls -la' } } };
says('Claude PreToolUse', 'the allow is understood', () => means('claude-code', claudeAllow, [0, { decision: 'allow' }]));
says('Claude PreToolUse', 'the allow is printed', () => answers(claude({ decision: 'allow' }), 0, { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } }));
says('Claude PreToolUse', 'the allow of a hook of Claude Code stays one', () => answers(claude(claudeAllow, speaks('claude-code')), 0, { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } }));
says('Claude PreToolUse', 'the deny is understood', () => means('claude-code', claudeDeny, [2, { decision: 'deny', reason: 'Blocked' }]));
says('Claude PreToolUse', 'the deny of a hook of Claude Code stays one, and so does its stop', () => answers(claude(claudeDeny, speaks('claude-code')), 2, { continue: false, hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'Blocked' } }));
says('Claude PreToolUse', 'the reason of a deny is printed', () => is(claude({ decision: 'deny', reason: 'Blocked' }).json.hookSpecificOutput, { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'Blocked' }));
differs('claude-deny-goes-on', 'Claude PreToolUse', 'a deny does not end the turn', () => {
  is(claude({ decision: 'deny', reason: 'Blocked' }).json.continue, undefined);
  is(claude({ decision: 'deny', reason: 'Blocked', continue: false }).json.continue, false, 'a hook that wants that says so');
});
says('Claude PreToolUse', 'the modify is understood', () => answers(run('cursor', 'preToolUse', { hook_event_name: 'preToolUse', conversation_id: 'c', cursor_version: '3.2.16', workspace_roots: ['/p'], tool_name: 'Shell', tool_input: { command: 'ls' } }, claudeModify, speaks('claude-code')), 0, { permission: 'allow', updated_input: { command: 'ls -la' } }));
differs('claude-modified-name', 'Claude PreToolUse', 'a new input is printed as updatedInput', () => answers(claude(claudeModify, speaks('claude-code')), 0, { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: { command: 'ls -la' } } }));

const claudeWrite = { tool_name: 'Write', tool_input: { file_path: '/project/a', content: 'x' }, tool_output: { success: true }, cwd: '/project' };
for (const [name, value] of Object.entries({ tool_name: 'Write', tool_input: { path: '/project/a', content: 'x' }, tool_output: { success: true }, cwd: '/project' })) says('Claude PostToolUse', `${name} of the input is read`, () => is(seenByHook('claude-code', 'PostToolUse', claudeWrite).event[name], value));
for (const name of ['tool_output', 'tool_response', 'tool_result']) {
  says('Claude PostToolUse', `the output is read where it is called ${name}`, () => {
    const { event } = seenByHook('claude-code', 'PostToolUse', { hook_event_name: 'PostToolUse', session_id: 's', cwd: '/project', tool_name: 'Write', tool_input: claudeWrite.tool_input, [name]: { success: true } });
    is([event.host, event.tool_output], ['claude-code', { success: true }]);
  });
}
const claudeSaid = { continue: true, systemMessage: 'File formatted successfully' };
says('Claude PostToolUse', 'the answer is understood', () => is(run('generic', 'postToolUse', shell, claudeSaid, speaks('claude-code')).json.message, 'File formatted successfully'));
says('Claude PostToolUse', 'the message is printed', () => answers(run('claude-code', 'PostToolUse', claudeWrite, { system_message: 'File formatted successfully' }), 0, { systemMessage: 'File formatted successfully' }));
says('Claude PostToolUse', 'to go on is what happens anyhow', () => answers(run('claude-code', 'PostToolUse', claudeWrite, claudeSaid, speaks('claude-code')), 0, { systemMessage: 'File formatted successfully' }));

// ---- Gemini CLI ----

const places = [['project', './.gemini/settings.json'], ['user', '~/.gemini/settings.json'], ['system', '/etc/gemini-cli/settings.json']];
for (const [scope, at] of places) says('Gemini locations', `${at} is the file of the ${scope}`, () => is(host('gemini-cli').config.find(one => one.path === at)?.scope, scope));
says('Gemini locations', 'the narrower file is listed behind the wider one, as it wins', () => is(host('gemini-cli').config.map(one => one.scope), ['system', 'user', 'project']));
says('Gemini locations', 'for a project its own file is written', () => is([install('gemini-cli', ['--project'])].map(r => [r.has('project/.gemini/settings.json'), r.has('.gemini/settings.json')]), [[true, false]]));
says('Gemini locations', 'for the user that of the home is written', () => is([install('gemini-cli')].map(r => [r.has('project/.gemini/settings.json'), r.has('.gemini/settings.json')]), [[false, true]]));

const payload = {
  SessionStart: { source: 'startup' }, SessionEnd: { reason: 'exit' }, BeforeAgent: { prompt: 'hi' }, AfterAgent: { prompt: 'hi', prompt_response: 'done', stop_hook_active: false }, BeforeModel: { llm_request: { model: 'm' } }, AfterModel: { llm_request: { model: 'm' }, llm_response: {} },
  BeforeToolSelection: { llm_request: { model: 'm' } }, BeforeTool: { tool_name: 'run_shell_command', tool_input: { command: 'ls' } }, AfterTool: { tool_name: 'run_shell_command', tool_input: { command: 'ls' }, tool_response: { llmContent: 'secret' } }, PreCompress: { trigger: 'auto' }, Notification: { notification_type: 'ToolPermission', message: 'm' },
};
const gemini = (event, hook, options = {}) => run('gemini-cli', event, { session_id: 's', cwd: '/p', hook_event_name: event, ...payload[event] }, hook, options);
const geminiEvents = { SessionStart: 'session_start', SessionEnd: 'session_end', BeforeAgent: 'before_prompt', AfterAgent: 'agent_stop', BeforeModel: 'before_model', AfterModel: 'after_model', BeforeToolSelection: 'before_tool_selection', BeforeTool: 'before_tool_execute', AfterTool: 'after_tool_execute', PreCompress: 'before_compact', Notification: 'notification' };
const mock = { candidates: [{ content: { role: 'model', parts: ['[redacted]'] } }] };
const denied = event => answers(gemini(event, { decision: 'deny', reason: 'R' }), 2, { decision: 'deny', reason: 'R' });
const context = event => answers(gemini(event, { context: 'C' }), 0, { hookSpecificOutput: { additionalContext: 'C' } });
const advisory = event => {
  const r = gemini(event, { decision: 'deny', reason: 'R' }, { args: ['--verbose'] });
  is([r.code, r.stdout, r.stderr.trim()], [0, '', `gaff: deny is lost: Gemini CLI cannot take it on ${event}`]);
};
const influence = {
  SessionStart: () => context('SessionStart'), SessionEnd: () => advisory('SessionEnd'), BeforeAgent: () => { denied('BeforeAgent'); context('BeforeAgent'); },
  AfterAgent: () => { denied('AfterAgent'); answers(gemini('AfterAgent', { continue: false, stop_reason: 'S' }), 0, { continue: false, stopReason: 'S' }); },
  BeforeModel: () => { denied('BeforeModel'); is(gemini('BeforeModel', { decision: 'deny', reason: 'R', native: { llm_response: mock } }).json, { decision: 'deny', reason: 'R', hookSpecificOutput: { llm_response: mock } }); },
  AfterModel: () => answers(gemini('AfterModel', { native: { llm_response: mock } }), 0, { hookSpecificOutput: { llm_response: mock } }),
  BeforeToolSelection: () => answers(gemini('BeforeToolSelection', { native: { toolConfig: { mode: 'ANY', allowedFunctionNames: ['read_file'] } } }), 0, { hookSpecificOutput: { toolConfig: { mode: 'ANY', allowedFunctionNames: ['read_file'] } } }),
  BeforeTool: () => denied('BeforeTool'), AfterTool: () => { context('AfterTool'); answers(gemini('AfterTool', { updated_output: 'hidden' }), 0, { decision: 'deny', reason: 'hidden' }); },
  PreCompress: () => advisory('PreCompress'), Notification: () => advisory('Notification'),
};
table('Gemini events', 'events', ['Matcher', 'Description', 'Influence'], {
  SessionStart: [false, 'a session begins (startup, resume, clear)', 'context'], SessionEnd: [false, 'a session ends (exit, clear)', 'none'], BeforeAgent: [false, 'behind the prompt, before planning', 'block, context'], AfterAgent: [false, 'the loop ends', 'retry, halt'],
  BeforeModel: [false, 'before a request', 'block, mock'], AfterModel: [false, 'behind a response', 'filter, redact'], BeforeToolSelection: [false, 'before tools are selected', 'filter tools'], BeforeTool: [true, 'before a tool', 'validate, block'], AfterTool: [true, 'after a tool', 'process, hide'],
  PreCompress: [false, 'before the context is compressed', 'none'], Notification: [false, 'a notification', 'none'],
}).each(['Matcher'], (row, column, value) => () => is(matcherOf('gemini-cli', row, 'run_shell_command'), value ? { matcher: 'shell', said: false } : { matcher: undefined, said: true }))
  .each(['Description'], row => () => {
    is(seenByHook('gemini-cli', row, { session_id: 's', cwd: '/p', hook_event_name: row, ...payload[row] }).event.event, geminiEvents[row]);
    is(Object.keys(install('gemini-cli', ['--events', row]).read('.gemini/settings.json').hooks), [row]);
  })
  .each(['Influence'], row => influence[row]);
for (const source of ['startup', 'resume', 'clear']) says('Gemini events', `a session that begins by ${source} says so`, () => is(seenByHook('gemini-cli', 'SessionStart', { session_id: 's', cwd: '/p', hook_event_name: 'SessionStart', source }).event.source, source));
for (const reason of ['exit', 'clear']) says('Gemini events', `a session that ends by ${reason} says so`, () => is(seenByHook('gemini-cli', 'SessionEnd', { session_id: 's', cwd: '/p', hook_event_name: 'SessionEnd', reason }).event.reason, reason));
for (const [matcher, tool, selected] of [['write_file|replace', 'write_file', true], ['write_file|replace', 'replace', true], ['write_file|replace', 'read_file', false], ['.*_file', 'read_file', true], ['.*_file', 'replace', false], ['shell', 'run_shell_command', true], ['^command', 'run_shell_command', false]]) {
  says('Gemini matchers', `the pattern ${matcher} ${selected ? 'selects' : 'does not select'} ${tool}`, () => {
    const manifest = convert('gemini-cli', 'canonical', { hooks: { BeforeTool: [{ matcher, hooks: [{ type: 'command', command: 'exit 2' }] }] } }).stdout;
    const input = tool === 'run_shell_command' ? { command: 'ls' } : { file_path: '/p/a', content: 'x', old_string: 'a', new_string: 'b' };
    is(call(['run', '--host', 'gemini-cli', '--event', 'BeforeTool', '--inline', manifest], { input: { session_id: 's', cwd: '/p', hook_event_name: 'BeforeTool', tool_name: tool, tool_input: input } }).code, selected ? 2 : 0);
  });
}
says('Gemini matchers', 'the exact string of a lifecycle event stays where it is', () => {
  const config = { hooks: { SessionStart: [{ matcher: 'startup', hooks: [{ type: 'command', command: './hook' }] }] } };
  is(convert('gemini-cli', 'gemini-cli', config).json, config);
});

const geminiHook = { name: 'security-check', type: 'command', command: '$GEMINI_PROJECT_DIR/.gemini/hooks/security.sh', timeout: 5000 };
const geminiTemplate = { hooks: { BeforeTool: [{ matcher: 'write_file|replace', hooks: [geminiHook] }] } };
const sorted = value => Array.isArray(value) ? value.map(sorted) : value && typeof value === 'object' ? Object.fromEntries(Object.keys(value).sort().map(key => [key, sorted(value[key])])) : value;
const geminiRead = () => convert('gemini-cli', 'canonical', geminiTemplate).json.hooks[0];
says('Gemini config', 'the template is written again as it is', () => is(sorted(convert('gemini-cli', 'gemini-cli', geminiTemplate).json), sorted(geminiTemplate)));
says('Gemini config', 'the template is recognised', () => is(sorted(convert('auto', 'gemini-cli', geminiTemplate).json), sorted(geminiTemplate)));
says('Gemini config', 'the event of the template is read', () => is(geminiRead().event, 'before_tool_execute'));
says('Gemini config', 'the tools of the template are read', () => is(geminiRead().matcher, ['file_write', 'file_edit']));
says('Gemini config', 'the name of the template is read', () => is(geminiRead().name, 'security-check'));
says('Gemini config', 'the command of the template is read, and its variable is the one that gaff sets', () => is(geminiRead().handler.command, '$GAFF_PROJECT_DIR/.gemini/hooks/security.sh'));
says('Gemini config', 'for Gemini CLI it stays as it is', () => is(convert('gemini-cli', 'gemini-cli', geminiTemplate).json.hooks.BeforeTool[0].hooks[0].command, '$GEMINI_PROJECT_DIR/.gemini/hooks/security.sh'));
says('Gemini config', 'the timeout of the template is read as milliseconds', () => is(geminiRead().handler.timeout, 5));
says('Gemini config', 'the timeout is seconds where those are wanted', () => is(convert('gemini-cli', 'claude-code', geminiTemplate).json.hooks.PreToolUse[0].hooks[0].timeout, 5));
says('Gemini config', 'the timeout of another agent becomes milliseconds', () => is(convert('claude-code', 'gemini-cli', { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './hook', timeout: 7 }] }] } }).json.hooks.BeforeTool[0].hooks[0].timeout, 7000));
says('Gemini config', 'what is installed has the members of the template', () => is(Object.keys(install('gemini-cli').read('.gemini/settings.json').hooks.BeforeTool[0].hooks[0]).sort(), ['command', 'name', 'timeout', 'type']));

const geminiWith = (hook, to = 'gemini-cli') => convert('gemini-cli', to, { hooks: { BeforeTool: [{ hooks: [hook] }] } });
const all = { type: 'command', command: './hook', name: 'n', timeout: 1000, description: 'd' }, without = name => { const { [name]: gone, ...rest } = all; return rest; };
table('Gemini hook fields', 'fields', ['Required', 'Description'], { type: [true, 'only command'], command: [true, 'a line for the shell'], name: [false, 'for logs and the CLI'], timeout: [false, 'ms, 60000 by default'], description: [false, 'brief'] })
  .cell('type', 'Required', () => {
    const entries = [...Object.values(install('gemini-cli').read('.gemini/settings.json').hooks).flat(), ...convert('canonical', 'gemini-cli', { spec: 'hooks/1.0', hooks: [{ event: 'agent_stop', handler: { type: 'command', command: './hook' } }] }).json.hooks.AfterAgent].flatMap(one => one.hooks);
    is([...new Set(entries.map(one => one.type))], ['command']);
  })
  .cell('type', 'Description', () => {
    const r = geminiWith({ ...all, type: 'http' }, 'canonical');
    is(r.code, 1);
    ok(r.stderr.includes('GUARD LOST') && r.stderr.includes('"http"'), r.stderr);
  })
  .cell('command', 'Required', () => {
    const r = geminiWith(without('command'), 'canonical');
    is(r.code, 1);
    ok(r.stderr.includes('it has no command'), r.stderr);
  })
  .cell('command', 'Description', () => is(geminiWith({ ...all, command: 'a "$b" | c' }).json.hooks.BeforeTool[0].hooks[0].command, 'a "$b" | c'))
  .each(['Required'], row => ['name', 'timeout', 'description'].includes(row) ? () => is(sorted(geminiWith(without(row)).json.hooks.BeforeTool[0].hooks[0]), sorted(without(row))) : null)
  .cell('name', 'Description', () => is(install('gemini-cli').read('.gemini/settings.json').hooks.BeforeTool[0].hooks[0].name, 'gaff'))
  .cell('timeout', 'Description', () => {
    is(host('gemini-cli').events.map(one => one.timeout_ms), host('gemini-cli').events.map(() => 60000));
    is(install('gemini-cli').read('.gemini/settings.json').hooks.BeforeTool[0].hooks[0].timeout, 60000);
  })
  .cell('description', 'Description', () => is(geminiWith(all).json.hooks.BeforeTool[0].hooks[0].description, 'd'));

const variables = { GEMINI_PROJECT_DIR: ['project_dir', '/proj'], GEMINI_SESSION_ID: ['session_id', 'from-env'], GEMINI_CWD: ['cwd', '/proj/sub'] };
for (const [name, [field, value]] of Object.entries(variables)) says('Gemini environment', `${name} is read`, () => is(seenByHook('gemini-cli', 'BeforeTool', { hook_name: 'BeforeTool', tool_name: 'run_shell_command', tool_input: { command: 'ls' } }, { env: { [name]: value } }).event[field], value));
const environment = (id, event, input, env) => { // of a hook that was written for Gemini CLI
  const r = run(id, event, input, ['sh', '-c', 'cat >/dev/null; env >&2; exit 2'], { ...speaks('gemini-cli'), env });
  return Object.fromEntries(r.stderr.split('\n').map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
};
for (const [name, value] of Object.entries({ GEMINI_PROJECT_DIR: '/proj', GEMINI_SESSION_ID: 's', GEMINI_CWD: '/proj/sub', CLAUDE_PROJECT_DIR: '/proj' })) {
  says('Gemini environment', `${name} is set for a hook of Gemini CLI`, () => is(environment('gemini-cli', 'BeforeTool', { session_id: 's', cwd: '/proj/sub', hook_event_name: 'BeforeTool', ...payload.BeforeTool }, { GEMINI_PROJECT_DIR: '/proj' })[name], value));
  says('Gemini environment', `${name} is set for a hook of Gemini CLI under Claude Code`, () => is(environment('claude-code', 'PreToolUse', { hook_event_name: 'PreToolUse', session_id: 's', cwd: '/proj/sub', tool_name: 'Bash', tool_input: { command: 'ls' } }, { CLAUDE_PROJECT_DIR: '/proj' })[name], value));
}

const geminiInput = { hook_name: 'BeforeTool', tool_name: 'run_shell_command', tool_input: { command: 'ls' }, session_id: 'abc' };
const geminiHooked = (hook, id = 'generic') => run(id, id === 'generic' ? 'preToolUse' : 'BeforeTool', id === 'generic' ? shell : geminiInput, hook, speaks('gemini-cli'));
table('Gemini exit codes', 'codes', ['Meaning', 'Behavior'], { 0: ['success', 'for all logic, also to deny'], 2: ['a block of the system', 'critical abort'], Other: ['warning', 'goes on with what it had'] })
  .cell('0', 'Meaning', () => answers(geminiHooked({ exit: 0 }), 0, { decision: 'allow' }))
  .cell('0', 'Behavior', () => answers(geminiHooked({ decision: 'deny', reason: 'R' }), 2, { decision: 'deny', reason: 'R' }))
  .cell('2', 'Meaning', () => answers(geminiHooked({ exit: 2, stderr: 'R' }), 2, { decision: 'deny', reason: 'R' }))
  .cell('2', 'Behavior', () => answers(geminiHooked({ exit: 2, stderr: 'R' }, 'gemini-cli'), 2, { decision: 'deny', reason: 'R' }))
  .cell('Other', 'Meaning', () => {
    const r = geminiHooked({ exit: 1, stderr: 'careful' });
    answers(r, 0, { decision: 'allow' });
    ok(r.stderr.includes('careful'), r.stderr);
  })
  .cell('Other', 'Behavior', () => {
    answers(geminiHooked({ exit: 1, stderr: 'careful' }), 0, { decision: 'allow' });
    answers(geminiHooked({ exit: 3, stderr: 'R' }), 2, { decision: 'deny', reason: 'R' });
  }, 'gemini-other-exit');
differs('gemini-deny-exit', 'Gemini exit codes', 'gaff denies with JSON and exit 2', () => is([gemini('BeforeTool', { decision: 'deny', reason: 'R' })].map(r => [r.code, r.json, r.stderr.trim()]), [[2, { decision: 'deny', reason: 'R' }, 'R']]));
for (const event of Object.keys(geminiEvents)) {
  says('Gemini golden rule', `on ${event} stdout is JSON or nothing, whatever a hook prints`, () => {
    for (const hook of ['no JSON at all', '{"decision":', { exit: 1, stderr: 'oops' }, { decision: 'deny', reason: 'R' }, { context: 'C', message: 'M' }]) {
      const r = gemini(event, hook);
      ok(r.stdout === '' || r.json !== undefined, r.stdout);
    }
  });
  says('Gemini golden rule', `on ${event} nothing of gaff's is on stderr that the agent could take for an answer`, () => { for (const hook of ['no JSON at all', { exit: 1, stderr: 'oops' }]) is(gemini(event, hook).stderr, ''); });
}
says('Gemini golden rule', 'what a hook prints on stderr is no part of its answer', () => is([geminiHooked({ print: { decision: 'deny', reason: 'R' }, stderr: 'debug' })].map(r => [r.code, r.json]), [[2, { decision: 'deny', reason: 'R' }]]));

for (const [name, [field, value]] of Object.entries({ hook_name: ['native_event', 'BeforeTool'], tool_name: ['tool_name', 'run_shell_command'], tool_input: ['tool_input', { command: 'ls' }], session_id: ['session_id', 'abc'] })) says('Gemini BeforeTool', `${name} of the input is read`, () => is(seenByHook('gemini-cli', '', geminiInput).event[field], value));
says('Gemini BeforeTool', 'the input tells by itself whose it is', () => ok(call(['run', '--', 'sh', '-c', 'grep -q \'"host":"gemini-cli"\' && exit 2'], { input: geminiInput }).code === 2, 'it is another host'));
says('Gemini BeforeTool', 'the tool of the input is the shell', () => is(seenByHook('gemini-cli', '', geminiInput).event.tool, 'shell'));
differs('gemini-field-names', 'Gemini BeforeTool', 'a hook of Gemini CLI is told the event as hook_event_name, and how a session began as source', () => {
  const seen = (event, input) => seenByHook('claude-code', event, { hook_event_name: event, session_id: 's', cwd: '/p', ...input }, speaks('gemini-cli')).event;
  is([seen('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } })].map(one => [one.hook_event_name, one.hook_name]), [['BeforeTool', undefined]]);
  is([seen('SessionStart', { source: 'startup' })].map(one => [one.hook_event_name, one.hook_name, one.source, one.trigger]), [['SessionStart', undefined, 'startup', undefined]]);
});
says('Gemini BeforeTool', 'the allow is understood', () => means('gemini-cli', { decision: 'allow' }, [0, { decision: 'allow' }]));
says('Gemini BeforeTool', 'the allow of a hook of Gemini CLI lets pass', () => is([geminiHooked({ decision: 'allow' }, 'gemini-cli')].map(r => [r.code, /deny|block/.test(r.stdout)]), [[0, false]]));
says('Gemini BeforeTool', 'the allow with words is understood', () => is(geminiHooked({ decision: 'allow', systemMessage: 'Extra context' }).json.message, 'Extra context'));
says('Gemini BeforeTool', 'the words of an allow are printed', () => is(geminiHooked({ decision: 'allow', systemMessage: 'Extra context' }, 'gemini-cli').json.systemMessage, 'Extra context'));
differs('gemini-context', 'Gemini BeforeTool', 'context is no systemMessage: it goes to additionalContext where that is read, and is named where it is not', () => {
  const r = gemini('BeforeTool', { context: 'C' }, { args: ['--verbose'] });
  is([r.code, r.stdout, r.stderr.trim()], [0, '', 'gaff: context is lost: Gemini CLI cannot take it on BeforeTool']);
  answers(gemini('SessionStart', { context: 'C' }), 0, { hookSpecificOutput: { additionalContext: 'C' } });
});
says('Gemini BeforeTool', 'the deny is understood', () => means('gemini-cli', { decision: 'deny', reason: 'Blocked', systemMessage: 'words' }, [2, { decision: 'deny', reason: 'Blocked', message: 'words' }]));
says('Gemini BeforeTool', 'the deny is printed', () => is(sorted(geminiHooked({ decision: 'deny', reason: 'Blocked', systemMessage: 'words' }, 'gemini-cli').json), { decision: 'deny', reason: 'Blocked', systemMessage: 'words' }));
const geminiStart = { hook_name: 'SessionStart', session_id: 'abc', trigger: 'startup' };
for (const [name, [field, value]] of Object.entries({ hook_name: ['native_event', 'SessionStart'], session_id: ['session_id', 'abc'], trigger: ['source', 'startup'] })) says('Gemini SessionStart', `${name} of the input is read`, () => is(seenByHook('gemini-cli', '', geminiStart).event[field], value));
says('Gemini SessionStart', 'the answer is understood', () => is(run('generic', 'SessionStart', { tool_name: 'SessionStart', tool_input: {} }, { systemMessage: 'Context injected at session start' }, speaks('gemini-cli')).json, { message: 'Context injected at session start' }));
says('Gemini SessionStart', 'the answer is printed', () => answers(run('gemini-cli', 'SessionStart', geminiStart, { systemMessage: 'Context injected at session start' }, speaks('gemini-cli')), 0, { systemMessage: 'Context injected at session start' }));

// What /hooks writes, gaff status reads.
const managed = more => {
  const r = install('gemini-cli'), at = path.join(r.home, '.gemini/settings.json');
  fs.writeFileSync(at, JSON.stringify({ ...r.read('.gemini/settings.json'), ...more }));
  const status = call(['status', '--json'], { env: { HOME: r.home }, cwd: r.project });
  return [status.code, status.json.hosts.find(one => one.host === 'gemini-cli').files[0].state];
};
says('Gemini /hooks', 'panel: what is registered can be seen by its name', () => is(Object.values(install('gemini-cli').read('.gemini/settings.json').hooks).flat().flatMap(one => one.hooks).map(one => one.name), Array(6).fill('gaff')));
says('Gemini /hooks', 'enable-all: nothing is in the way', () => is(managed({}), [0, 'current']));
says('Gemini /hooks', 'disable-all: gaff status says so', () => is(managed({ hooksConfig: { enabled: false } }), [1, 'switched off']));
says('Gemini /hooks', 'enable NAME: another that is off is none of its business', () => is(managed({ hooksConfig: { disabled: ['another'] } }), [0, 'current']));
says('Gemini /hooks', 'disable NAME: gaff status says so', () => is(managed({ hooksConfig: { disabled: ['gaff'] } }), [1, 'switched off']));

// ---- Cursor ----

const cursorEvents = { beforeShellExecution: ['before_tool_execute', 'shell'], afterFileEdit: ['after_tool_execute', 'file_edit'], stop: ['agent_stop', undefined] };
table('Cursor events', 'events', ['Description'], { beforeShellExecution: ['before a shell command'], afterFileEdit: ['a file was changed'], stop: ['the task is done'] })
  .each(['Description'], row => () => {
    const { event } = seenByHook('cursor', row, fired('cursor', row));
    is([event.event, event.tool], cursorEvents[row]);
    ok(Object.keys(install('cursor', ['--events', row]).read('.cursor/hooks.json').hooks).includes(row), 'it is not registered');
  });
const cursorTemplate = { version: 1, hooks: { beforeShellExecution: [{ command: '<hook>' }] } };
says('Cursor config', 'the template is read: event, tool and command', () => is(convert('cursor', 'canonical', cursorTemplate).json.hooks.map(one => [one.event, one.matcher, one.handler.type, one.handler.command]), [['before_tool_execute', 'shell', 'command', '<hook>']]));
says('Cursor config', 'the template is written again as it is', () => is(convert('cursor', 'cursor', cursorTemplate).json, cursorTemplate));
says('Cursor config', 'the template is recognised', () => is(convert('auto', 'cursor', cursorTemplate).json, cursorTemplate));
says('Cursor config', 'what is installed has version 1', () => is(install('cursor').read('.cursor/hooks.json').version, 1));
says('Cursor config', 'what is converted has version 1', () => is(convert('claude-code', 'cursor', claudeTemplate).json.version, 1));
says('Cursor config', 'what is installed is commands, not groups', () => is(Object.values(install('cursor').read('.cursor/hooks.json').hooks).flat().every(one => typeof one.command === 'string' && !one.hooks), true));
const cursorInput = { command: 'ls', cwd: '/project' };
const cursor = (hook, options) => run('cursor', 'beforeShellExecution', cursorInput, hook, options);
says('Cursor beforeShellExecution', 'command of the input is read', () => is(seenByHook('cursor', 'beforeShellExecution', cursorInput).event.tool_input.command, 'ls'));
says('Cursor beforeShellExecution', 'cwd of the input is read', () => is(seenByHook('cursor', 'beforeShellExecution', cursorInput).event.cwd, '/project'));
for (const [name, value] of Object.entries(cursorInput)) {
  says('Cursor beforeShellExecution', `${name} is given to a hook of Cursor as it came`, () => is(seenByHook('cursor', 'beforeShellExecution', cursorInput, speaks('cursor')).event[name], value));
  says('Cursor beforeShellExecution', `${name} is in the call that gaff plays`, () => is(typeof fired('cursor', 'beforeShellExecution')[name], 'string'));
}
const cursorAllow = { continue: true, permission: 'allow' }, cursorDeny = { continue: false, permission: 'deny', agent_message: 'Blocked' };
says('Cursor beforeShellExecution', 'the allow is understood', () => means('cursor', cursorAllow, [0, { decision: 'allow' }]));
says('Cursor beforeShellExecution', 'the allow of a hook of Cursor lets pass', () => is([cursor(cursorAllow, speaks('cursor'))].map(r => [r.code, r.stderr, /deny|false/.test(r.stdout)]), [[0, '', false]]));
says('Cursor beforeShellExecution', 'the allow is printed', () => is(cursor({ decision: 'allow' }).json.permission, 'allow'));
says('Cursor beforeShellExecution', 'the deny is understood', () => means('cursor', cursorDeny, [2, { decision: 'deny', reason: 'Blocked' }]));
says('Cursor beforeShellExecution', 'the deny of a hook of Cursor stays one', () => is([cursor(cursorDeny, speaks('cursor')).json].map(one => [one.permission, one.agent_message]), [['deny', 'Blocked']]));
says('Cursor beforeShellExecution', 'the deny is printed', () => is([cursor({ decision: 'deny', reason: 'Blocked' }).json].map(one => [one.permission, one.agent_message]), [['deny', 'Blocked']]));
differs('cursor-continue-unsaid', 'Cursor beforeShellExecution', 'continue is not printed beside a permission', () => is([{ decision: 'allow' }, { decision: 'deny', reason: 'R' }].map(one => cursor(one).json.continue), [undefined, undefined]));

// ---- OpenCode ----

// The plugin as `gaff install` writes it, loaded by node, with these hooks in the user's manifest. Steps are calls
// of its hooks, one after another; what came of each, and what the plugin said, is printed.
const driver = file('driver.mjs', `
const { at, steps, given } = JSON.parse(process.argv[2]);
const module = await import(at), exported = Object.values(module), logs = [], toasts = [];
const client = { app: { log: async ({ body }) => { logs.push(body.message); } }, tui: { showToast: async ({ body }) => { toasts.push(body.message); } } };
const plugin = await exported[0]({ project: { id: 'p' }, client, $: () => { throw new Error('no shell'); }, ...given });
const results = [];
for (const { hook, input, output } of steps) {
  const args = output?.args;
  let error = null, returned;
  try { returned = await plugin[hook](input, output); } catch (thrown) { error = thrown.message; }
  results.push({ error, returned, output, isSame: output?.args === args });
}
await plugin.dispose?.();
console.log(JSON.stringify({ kinds: exported.map(one => typeof one), keys: Object.keys(plugin), results, logs, toasts }));
`);
function plugin({ events = 'all', hooks = [], steps = [] }) {
  const r = install('opencode', ['--events', events]);
  fs.mkdirSync(path.join(r.home, '.config/gaff'), { recursive: true });
  fs.writeFileSync(path.join(r.home, '.config/gaff/hooks.json'), JSON.stringify({ spec: 'hooks/1.0', hooks }), { mode: 0o600 });
  fs.writeFileSync(path.join(r.home, '.config/opencode/plugins/package.json'), '{"type":"module"}');
  const given = { directory: r.project, worktree: r.home };
  const ran = start('node', [driver, JSON.stringify({ at: path.join(r.home, '.config/opencode/plugins/gaff.js'), steps, given })], { env: { HOME: r.home }, cwd: r.project });
  if (!ran.json) throw new Error(ran.stderr);
  return { ...ran.json, home: r.home, given };
}
const hook = (event, command, more = {}) => ({ event, blocking: true, handler: { type: 'command', command }, ...more });
const printing = value => `cat >/dev/null; printf %s '${JSON.stringify(value)}'`;
const before = (tool, args) => ({ hook: 'tool.execute.before', input: { tool, sessionID: 'ses_1', callID: 'call_1' }, output: { args } });
const afterwards = { hook: 'tool.execute.after', input: { tool: 'bash', sessionID: 'ses_1', callID: 'call_1', args: { command: 'ls' } }, output: { title: 'ls', output: 'a\n', metadata: { exit: 0 } } };
const kept = (event, steps, events) => { // what a canonical hook was shown
  const r = plugin({ events, hooks: [hook(event, 'cat >"$HOME/seen"', { blocking: false })], steps });
  return { ...r, seen: JSON.parse(fs.readFileSync(path.join(r.home, 'seen'), 'utf8')) };
};
says('OpenCode', 'the plugin exports one function and nothing else', () => is(plugin({}).kinds, ['function']));
says('OpenCode', 'a converted module exports one function and nothing else', () => {
  const at = file('module/plugin.mjs', convert('claude-code', 'opencode', claudeTemplate).stdout);
  is(start('node', [driver, JSON.stringify({ at, steps: [], given: { directory: '/', worktree: '/' } })]).json.kinds, ['function']);
});
for (const [scope, at, wrote, args] of [['project', './.opencode/plugins/*.js', 'project/.opencode/plugins/gaff.js', ['--project']], ['user', '~/.config/opencode/plugins/*.js', '.config/opencode/plugins/gaff.js', []]]) {
  says('OpenCode locations', `${at} is a place for plugins of the ${scope}`, () => is(host('opencode').config.find(one => one.path === at)?.scope, scope));
  says('OpenCode locations', `the plugin of the ${scope} is installed there`, () => is(install('opencode', args).has(wrote), true));
}
says('OpenCode locations', 'the list of npm plugins in opencode.json is left alone', () => {
  const home = folder({ '.config/opencode/opencode.json': '{"plugin":["other@1"]}' }), at = path.join(home, '.config/opencode/opencode.json');
  is(call(['install', 'opencode'], { env: { HOME: home }, cwd: home }).code, 0);
  is(fs.readFileSync(at, 'utf8'), '{"plugin":["other@1"]}');
});

const bus = { 'command.executed': 'opencode:command.executed', 'file.edited': 'file_changed', 'file.watcher.updated': 'file_changed', 'session.created': 'session_start', 'session.idle': 'agent_stop', 'session.compacted': 'after_compact' };
const called = { 'tool.execute.before': 'before_tool_execute', 'tool.execute.after': 'after_tool_execute', 'permission.ask': 'permission_request', 'chat.message': 'before_prompt' };
table('OpenCode events', 'events', ['Description'], {
  'tool.execute.before': ['before a tool'], 'tool.execute.after': ['after a tool'], 'command.executed': ['a command has run'], 'file.edited': ['a file was edited'], 'file.watcher.updated': ['the watcher saw something'], 'session.created': ['a session began'], 'session.idle': ['a session has nothing to do'],
  'session.compacted': ['the context was compressed'], 'permission.ask': ['a permission is asked for'], 'chat.message': ['a message was sent'], event: ['every event, watched only'],
}).each(['Description'], row => row === 'event' ? null : () => is(seenByHook('opencode', row, fired('opencode', row)).event.event, { ...bus, ...called }[row]))
  .cell('event', 'Description', () => {
    const type = 'session.idle', r = kept('agent_stop', [{ hook: 'event', input: { event: { type, properties: { sessionID: 'ses_1' } } } }], type);
    is([r.results[0].error, r.results[0].returned, r.seen.session_id], [null, undefined, 'ses_1']);
  });
for (const [type, event] of Object.entries(bus)) {
  says('OpenCode events', `a hook for ${type} is run by the plugin`, () => {
    const { event: sent } = fired('opencode', type).input;
    is(kept(event, [{ hook: 'event', input: { event: sent } }], type).seen.native_event, type);
  });
}

for (const name of ['directory', 'worktree']) says('OpenCode context', `${name} is given to gaff`, () => { const r = kept('before_tool_execute', [before('bash', { command: 'ls' })]); is(r.seen.native[name], r.given[name]); });
says('OpenCode context', 'directory is where the agent works', () => { const r = kept('before_tool_execute', [before('bash', { command: 'ls' })]); is(r.seen.cwd, r.given.directory); });
says('OpenCode context', 'client is used to say what went wrong', () => {
  const r = plugin({ hooks: [hook('before_tool_execute', 'exit 7')], steps: [before('bash', { command: 'ls' })] });
  ok(r.logs.some(text => text.includes('exit code 7')), r.logs.join());
});
says('OpenCode context', 'the shell of Bun is not needed', () => is(plugin({ hooks: [hook('before_tool_execute', 'exit 0')], steps: [before('bash', { command: 'ls' })] }).results[0].error, null));

for (const [name, field, value] of [['input.tool', 'tool_name', 'bash'], ['input.sessionID', 'session_id', 'ses_1'], ['input.callID', 'tool_use_id', 'call_1'], ['output.args', 'tool_input', { command: 'ls' }]]) says('OpenCode plugin', `${name} of tool.execute.before is read`, () => is(kept('before_tool_execute', [before('bash', { command: 'ls' })]).seen[field], value));
says('OpenCode plugin', 'output.args are changed in place', () => {
  const [result] = plugin({ hooks: [hook('before_tool_execute', printing({ updated_input: { command: 'ls -la' } }))], steps: [before('bash', { command: 'ls', timeout: 5 })] }).results;
  is([result.error, result.isSame, result.output.args], [null, true, { command: 'ls -la', timeout: 5 }]);
});
const env = hook('before_tool_execute', `cat >/dev/null; printf %s '{"decision":"deny","reason":"Blocked: .env files"}'`, { matcher: 'file_read', paths: ['**/.env*'] });
says('OpenCode plugin', 'a read of .env throws, as in the template', () => is(plugin({ hooks: [env], steps: [before('read', { filePath: '/p/.env' })] }).results[0].error, 'Blocked: .env files'));
says('OpenCode plugin', 'a read of another file does not throw', () => is(plugin({ hooks: [env], steps: [before('read', { filePath: '/p/README.md' })] }).results[0].error, null));
says('OpenCode plugin', 'another tool with .env does not throw', () => is(plugin({ hooks: [env], steps: [before('write', { filePath: '/p/.env', content: 'x' })] }).results[0].error, null));
for (const [name, pointer, value] of [['title', 'title', 'ls'], ['output', 'output', 'a\n'], ['metadata', 'metadata', { exit: 0 }]]) says('OpenCode plugin', `output.${name} of tool.execute.after is given to gaff`, () => is(kept('after_tool_execute', [afterwards]).seen.native.output[pointer], value));
says('OpenCode plugin', 'output.output of tool.execute.after is the output of the tool', () => is(kept('after_tool_execute', [afterwards]).seen.tool_output, 'a\n'));
says('OpenCode plugin', 'output.output of tool.execute.after can be changed', () => is(plugin({ hooks: [hook('after_tool_execute', printing({ updated_output: 'b' }))], steps: [afterwards] }).results[0].output, { title: 'ls', output: 'b', metadata: { exit: 0 } }));
says('OpenCode plugin', 'a hook at session.idle runs a command', () => is(kept('agent_stop', [{ hook: 'event', input: { event: { type: 'session.idle', properties: { sessionID: 'ses_1' } } } }], 'agent_stop').seen.event, 'agent_stop'));
for (const name of ['tool.execute.before', 'tool.execute.after', 'command.execute.before', 'chat.message', 'chat.params', 'chat.headers', 'permission.ask', 'event', 'config']) {
  says('OpenCode hooks', `${name} can be a hook of the plugin`, () => ok(plugin({ events: 'all' }).keys.includes(name), 'it is not there'));
  if (name !== 'event') says('OpenCode hooks', `${name} can be registered by its name`, () => ok(install('opencode', ['--events', name]).read('.config/opencode/plugins/gaff.json').events.includes(name), 'it is not'));
}
says('OpenCode hooks', 'a prompt is blocked by throwing in chat.message', () => is(plugin({ hooks: [hook('before_prompt', printing({ decision: 'deny', reason: 'R' }))], steps: [{ hook: 'chat.message', input: { sessionID: 'ses_1' }, output: { message: { id: 'm' }, parts: [{ type: 'text', text: 'hi', id: 'p', messageID: 'm', sessionID: 'ses_1' }] } }] }).results[0].error, 'R'));
says('OpenCode hooks', 'a command is blocked by throwing in command.execute.before', () => is(plugin({ hooks: [hook('before_prompt', printing({ decision: 'deny', reason: 'R' }))], steps: [{ hook: 'command.execute.before', input: { sessionID: 'ses_1', command: 'foo', arguments: '' }, output: { parts: [{ type: 'text', text: 'hi' }] } }] }).results[0].error, 'R'));

// ---- wrapped programs ----

// A user with ~/.local/bin before the folder of the program; the hook notes what it is shown, then does `then`.
function wrapped({ name = 'gh', then = '', args = [], exit = 0, wrap = seen => ['--hook', seen], call: words = ['pr', 'create'] } = {}) {
  const top = fs.realpathSync(folder()), home = path.join(top, 'home'), bin = path.join(home, '.local/bin'), order = path.join(top, 'order');
  fs.mkdirSync(bin, { recursive: true });
  fs.mkdirSync(path.join(top, 'project'));
  const put = (at, text) => { fs.mkdirSync(path.dirname(path.join(top, at)), { recursive: true }); fs.writeFileSync(path.join(top, at), text, { mode: 0o755 }); return path.join(top, at); };
  put(`real/${name}`, `#!/bin/sh\necho program >>'${order}'\necho "ran: $*"\nexit ${exit}\n`);
  fs.symlinkSync(gaff, path.join(top, 'real/gaff')); // for hooks that call it
  const noting = put('hook', `#!/bin/sh\nphase=$(cat)\nprintf '%s\\n' "$phase" >>'${top}/seen'\ncase $phase in *'"phase":"pre"'*) echo pre >>'${order}' ;; *) echo post >>'${order}' ;; esac\n${then}\n`);
  const set = { HOME: home, PATH: `${bin}:${path.join(top, 'real')}:${clean.PATH}` }, project = path.join(top, 'project');
  const made = call(['wrap', name, ...wrap(noting), ...args], { env: set, cwd: project });
  const r = start(path.join(bin, name), words, { env: set, cwd: project });
  const lines = at => fs.existsSync(at) ? fs.readFileSync(at, 'utf8').trim().split('\n') : [];
  return { ...r, made, bin, project, order: lines(order), seen: lines(path.join(top, 'seen')) };
}
for (const name of ['gh', 'aws', 'kubectl', 'docker']) says('wrapper', `${name} has no hooks, and gets them`, () => is([wrapped({ name })].map(r => [r.code, r.stdout, r.order]), [[0, 'ran: pr create\n', ['pre', 'program', 'post']]]));
says('wrapper flow', 'the wrapper is in ~/.local/bin under the name of the program', () => { const r = wrapped(); is([r.made.code, fs.existsSync(path.join(r.bin, 'gh'))], [0, true]); });
says('wrapper flow', 'first the hook, then the program, then the hook', () => is(wrapped().order, ['pre', 'program', 'post']));
for (const exit of [0, 1, 42]) says('wrapper flow', `the exit status ${exit} of the program is that of the wrapper`, () => is(wrapped({ exit }).code, exit));
says('wrapper flow', 'the program gets the words as they were typed', () => is(wrapped({ call: ['a b', '$x', ''] }).stdout, 'ran: a b $x \n'));
says('wrapper install', 'it takes a program and a hook by its path', () => is([wrapped()].map(r => [r.made.code, r.made.stdout.startsWith('gh: wrapped: ')]), [[0, true]]));
const pre = () => { const r = wrapped(); return { ...JSON.parse(r.seen[0]), here: r.project, raw: r.seen[0] }; };
for (const [name, value] of Object.entries({ cli: 'gh', args: ['pr', 'create'], phase: 'pre' })) says('wrapper pre-hook', `${name} of the input`, () => is(pre()[name], value));
says('wrapper pre-hook', 'cwd of the input', () => { const one = pre(); is(one.cwd, one.here); });
says('wrapper pre-hook', 'nothing else is in the input, and in this order', () => { const one = pre(); is(one.raw, JSON.stringify({ cli: 'gh', args: ['pr', 'create'], cwd: one.here, phase: 'pre' })); });
says('wrapper pre-hook', 'exit 0 lets it run', () => is(wrapped({ then: 'exit 0' }).order, ['pre', 'program', 'post']));
says('wrapper pre-hook', 'allow lets it run', () => is(wrapped({ then: `echo '{"decision":"allow"}'` }).order, ['pre', 'program', 'post']));
const refused = () => wrapped({ then: `echo '{"decision":"deny","reason":"Blocked"}'` });
says('wrapper pre-hook', 'deny keeps it from running', () => is([refused()].map(r => [r.order, r.stdout]), [[['pre'], '']]));
says('wrapper pre-hook', 'the reason of a deny is told', () => ok(refused().stderr.includes('Blocked'), 'it is not'));
says('wrapper pre-hook', 'a deny is a failure for who called', () => is(refused().code, 126));
says('wrapper pre-hook', 'exit 2 keeps it from running too', () => is(wrapped({ then: 'exit 2' }).order, ['pre']));
const post = exit => { const r = wrapped({ exit }); return { ...JSON.parse(r.seen[1]), here: r.project, raw: r.seen[1] }; };
for (const [name, value] of Object.entries({ cli: 'gh', args: ['pr', 'create'], phase: 'post', exit_code: 0 })) says('wrapper post-hook', `${name} of the input`, () => is(post(0)[name], value));
says('wrapper post-hook', 'cwd of the input', () => { const one = post(0); is(one.cwd, one.here); });
says('wrapper post-hook', 'exit_code is that of the program', () => is(post(7).exit_code, 7));
says('wrapper post-hook', 'nothing else is in the input, and in this order', () => { const one = post(0); is(one.raw, JSON.stringify({ cli: 'gh', args: ['pr', 'create'], cwd: one.here, phase: 'post', exit_code: 0 })); });
says('wrapper post-hook', 'a hook may be asked after the program alone', () => is(wrapped({ wrap: seen => ['--post', seen] }).order, ['program', 'post']));
says('wrapper post-hook', 'a hook may be asked before the program alone', () => is(wrapped({ wrap: seen => ['--pre', seen] }).order, ['pre', 'program']));

const templates = { bash: 'sh', python: 'python', minimal: 'minimal' };
const made = name => { const dir = folder(), r = call(['new', 'demo', '--lang', templates[name], '--for', 'cli', '--dir', dir]); is(r.code, 0); return path.join(dir, 'demo', name === 'python' ? 'demo.py' : 'demo.sh'); };
// Programs that the hook may find: the few it is allowed to need, and gaff.
const poor = () => { const dir = folder(); for (const [name, at] of [['gaff', gaff], ['sh', '/bin/sh'], ['cat', '/bin/cat'], ['env', '/usr/bin/env'], ['python3', start('python3', ['-c', 'import sys; print(sys.executable)']).stdout.trim()]]) fs.symlinkSync(at, path.join(dir, name)); return { PATH: dir }; };
const asks = (name, words) => name === 'minimal' ? start(made(name), ['pre', ...words], { env: poor() }) : call(['run', '--host', 'cli', '--event', 'pre', '--dialect', 'cli', '--', made(name)], { input: { cli: words[0], args: words.slice(1), cwd: '/nowhere', phase: 'pre' }, env: poor() });
table('wrapper templates', 'templates', ['Dependencies', 'JSON I/O'], { bash: ['jq', 'Yes'], python: ['None', 'Yes'], minimal: ['None', 'No (CLI args)'] })
  .cell('bash', 'Dependencies', () => is(asks('bash', ['gh', 'repo', 'delete', 'x']).code, 2)) // no more than jq: not even that
  .cell('python', 'Dependencies', () => {
    is(asks('python', ['gh', 'repo', 'delete', 'x']).code, 2);
    is(fs.readFileSync(made('python'), 'utf8').match(/^import .*$/gm), ['import json', 'import sys']);
  })
  .cell('minimal', 'Dependencies', () => is(asks('minimal', ['gh', 'repo', 'delete', 'x']).code, 1))
  .cell('bash', 'JSON I/O', () => answers(asks('bash', ['gh', 'repo', 'delete', 'x']), 2, { decision: 'deny', reason: 'gh repo delete cannot be undone: do it in the browser' }))
  .cell('python', 'JSON I/O', () => answers(start(made('python'), [], { input: { cli: 'gh', args: ['repo', 'delete', 'x'], cwd: '/', phase: 'pre' } }), 0, { decision: 'deny', reason: 'gh repo delete cannot be undone: do it in the browser' }))
  .cell('minimal', 'JSON I/O', () => is([asks('minimal', ['gh', 'repo', 'delete', 'x']), asks('minimal', ['gh', 'repo', 'list'])].map(r => [r.code, r.stdout, r.stderr.trim()]), [[1, '', 'gh repo delete cannot be undone: do it in the browser'], [0, '', '']]));
for (const name of Object.keys(templates)) {
  says('wrapper templates', `the template ${name} lets other calls pass`, () => is(asks(name, ['gh', 'repo', 'list']).code, 0));
  says('wrapper templates', `the template ${name} passes its own test`, () => is(call(['test', path.dirname(made(name))]).code, 0));
  says('wrapper templates', `the template ${name} is a hook of a wrapped program`, () => {
    const r = wrapped({ wrap: () => ['--hook', made(name), ...(name === 'minimal' ? ['--args'] : [])], call: ['repo', 'delete', 'x'] });
    is([r.code, r.order], [126, []]);
  });
}

// ---- fields ----

const openCall = { hook: 'tool.execute.before', input: { tool: 'bash', sessionID: 'abc', callID: 'c' }, output: { args: { command: 'ls' } }, directory: '/project', worktree: '/tree' };
const set = { GEMINI_CWD: '/project', GEMINI_PROJECT_DIR: '/tree', GEMINI_SESSION_ID: 'abc' };
const seen = {
  Claude: () => seenByHook('claude-code', 'PreToolUse', claudeInput).event, Gemini: () => seenByHook('gemini-cli', 'BeforeTool', geminiInput, { env: set }).event,
  Cursor: () => seenByHook('cursor', 'beforeShellExecution', cursorInput).event, OpenCode: () => seenByHook('opencode', 'tool.execute.before', openCall).event,
};
const agents = ['Claude', 'Gemini', 'Cursor', 'OpenCode'];
const fields = {
  'Tool name': { Claude: one => [one.tool_name, 'Bash'], Gemini: one => [one.tool_name, 'run_shell_command'], Cursor: one => [[one.native.tool_name, one.tool], [undefined, 'shell']], OpenCode: one => [one.tool_name, 'bash'] },
  Command: Object.fromEntries(agents.map(who => [who, one => [one.tool_input.command, 'ls']])),
  CWD: Object.fromEntries(agents.map(who => [who, one => [one.cwd, '/project']])),
  Session: { Claude: one => [one.session_id, 'abc'], Gemini: one => [one.session_id, 'abc'], Cursor: one => [one.session_id, undefined], OpenCode: one => [one.session_id, 'abc'] },
  Project: { Claude: one => [one.project_dir, '/project'], Gemini: one => [one.project_dir, '/tree'], Cursor: one => [one.project_dir, '/project'], OpenCode: one => [one.project_dir, '/tree'] },
};
table('input fields', 'fields', agents, {
  'Tool name': ['tool_name', 'tool_name', '-', 'input.tool'],
  Command: ['tool_input.command', 'tool_input.command', 'command', 'output.args.command'],
  CWD: ['cwd', '$GEMINI_CWD', 'cwd', 'ctx.directory'],
  Session: ['session_id', 'session_id / $GEMINI_SESSION_ID', '-', 'input.sessionID'],
  Project: ['cwd', '$GEMINI_PROJECT_DIR', '-', 'ctx.worktree'],
}).each(agents, (row, column) => () => is(...fields[row][column](seen[column]())));
says('input fields', 'the session of Gemini CLI is in the environment too', () => is(seenByHook('gemini-cli', 'BeforeTool', { ...geminiInput, session_id: undefined }, { env: { GEMINI_SESSION_ID: 'env' } }).event.session_id, 'env'));
// The same places, written: a hook that was made for one agent is called by another.
const calling = { hook_event_name: 'PreToolUse', session_id: 'abc', cwd: '/project', tool_name: 'Bash', tool_input: { command: 'ls' } };
const wrote = dialect => seenByHook('claude-code', 'PreToolUse', calling, { ...speaks(dialect), env: { CLAUDE_PROJECT_DIR: '/tree' } }).event;
const wantedAt = {
  'gemini-cli': { 'Tool name': ['run_shell_command', one => one.tool_name], Command: ['ls', one => one.tool_input.command], Session: ['abc', one => one.session_id] },
  cursor: { Command: ['ls', one => one.command ?? one.tool_input.command], CWD: ['/project', one => one.cwd] },
  opencode: { 'Tool name': ['bash', one => one.input.tool], Command: ['ls', one => one.output.args.command], CWD: ['/project', one => one.directory], Session: ['abc', one => one.input.sessionID], Project: ['/tree', one => one.worktree] },
};
for (const [id, names] of Object.entries(wantedAt)) for (const [name, [value, at]] of Object.entries(names)) says('input fields', `${name} is written where a hook of ${id} looks for it`, () => is(at(wrote(id)), value));
for (const [name, value, at] of [['Tool name', 'Bash', 'tool_name'], ['Command', { command: 'ls' }, 'tool_input'], ['CWD', '/project', 'cwd'], ['Session', 'abc', 'session_id']]) says('input fields', `${name} is written where a hook of claude-code looks for it`, () => is(seenByHook('opencode', 'tool.execute.before', openCall, speaks('claude-code')).event[at], value));
const openAnswer = answer => run('opencode', 'tool.execute.before', openCall, answer);
table('output fields', 'actions', agents, {
  Allow: ['permissionDecision: "allow"', 'decision: "allow"', 'permission: "allow"', 'return'],
  Deny: ['permissionDecision: "deny"', 'decision: "deny"', 'permission: "deny"', 'throw'],
  Message: ['systemMessage', 'systemMessage', 'agent_message', 'console.log'],
}).cell('Allow', 'Claude', () => is(claude({ decision: 'allow' }).json.hookSpecificOutput.permissionDecision, 'allow'))
  .cell('Allow', 'Gemini', () => is([gemini('BeforeTool', { decision: 'allow' }, { args: ['--verbose'] })].map(r => [r.code, r.stdout, r.stderr.trim()]), [[0, '', 'gaff: allow grants nothing: Gemini CLI does not take it on BeforeTool']]), 'gemini-allow-unsaid')
  .cell('Allow', 'Cursor', () => is(cursor({ decision: 'allow' }).json.permission, 'allow'))
  .cell('Allow', 'OpenCode', () => is([plugin({ hooks: [hook('before_tool_execute', printing({ decision: 'allow' }))], steps: [before('bash', { command: 'ls' })] }).results[0]].map(one => [one.error, one.output]), [[null, { args: { command: 'ls' } }]]))
  .cell('Deny', 'Claude', () => is(claude({ decision: 'deny', reason: 'R' }).json.hookSpecificOutput.permissionDecision, 'deny'))
  .cell('Deny', 'Gemini', () => is(gemini('BeforeTool', { decision: 'deny', reason: 'R' }).json.decision, 'deny'))
  .cell('Deny', 'Cursor', () => is(cursor({ decision: 'deny', reason: 'R' }).json.permission, 'deny'))
  .cell('Deny', 'OpenCode', () => {
    is(openAnswer({ decision: 'deny', reason: 'R' }).json, { block: 'R' });
    is(plugin({ hooks: [hook('before_tool_execute', printing({ decision: 'deny', reason: 'R' }))], steps: [before('bash', { command: 'ls' })] }).results[0].error, 'R');
  })
  .cell('Message', 'Claude', () => is(claude({ message: 'M' }).json, { systemMessage: 'M' }))
  .cell('Message', 'Gemini', () => is(gemini('BeforeTool', { message: 'M' }).json, { systemMessage: 'M' }))
  .cell('Message', 'Cursor', () => is(cursor({ decision: 'deny', reason: 'M' }).json.agent_message, 'M'))
  .cell('Message', 'OpenCode', () => {
    const r = plugin({ hooks: [hook('before_tool_execute', printing({ message: 'M of a hook' }))], steps: [before('bash', { command: 'ls' })] });
    ok([...r.logs, ...r.toasts].some(text => text.includes('M of a hook')), `it is neither in ${r.logs} nor in ${r.toasts}`);
  }, 'opencode-message-log');

done('seed tools');
