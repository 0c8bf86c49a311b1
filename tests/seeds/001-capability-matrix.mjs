// 001-capability-matrix.mjs - events and fields of answers on Claude Code, Cursor and Codex, the ask regression, exit codes, and who is meant.
import fs from 'node:fs';
import path from 'node:path';
import { call, differs, done, file, hosts, install, is, ok, root, run, says, scratch, seed, seenByHook, start, table } from './lib.mjs';

seed('capability matrix');

const ids = { Claude: 'claude-code', Cursor: 'cursor', Codex: 'codex' };
const clauses = {
  SessionStart: { source: 'startup' }, PreToolUse: { tool_name: 'Bash', tool_input: { command: 'ls' } }, PostToolUse: { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: { stdout: 'x' } },
  UserPromptSubmit: { prompt: 'hi' }, Stop: { stop_hook_active: false },
};
const cursors = {
  sessionStart: {}, preToolUse: { tool_name: 'Shell', tool_input: { command: 'ls' }, cwd: '/p' }, beforeShellExecution: { command: 'ls', cwd: '/p' }, beforeMCPExecution: { tool_name: 'search', tool_input: '{"q":1}', command: 'server' },
  beforeReadFile: { file_path: '/p/a', content: 'x' }, postToolUse: { tool_name: 'Shell', tool_input: { command: 'ls' }, tool_output: '{"output":"x"}', cwd: '/p' }, afterShellExecution: { command: 'ls', output: 'x' },
  afterMCPExecution: { tool_name: 'search', tool_input: '{"q":1}', result_json: '{"a":1}' }, afterFileEdit: { file_path: '/p/a', edits: [{ old_string: 'a', new_string: 'b' }] }, beforeSubmitPrompt: { prompt: 'hi' }, stop: { status: 'completed', loop_count: 0 },
};
const payloads = {
  'claude-code': event => ({ session_id: 's', transcript_path: '/home/x/.claude/projects/p/s.jsonl', cwd: '/p', permission_mode: 'default', hook_event_name: event, ...clauses[event] }),
  codex: event => ({ session_id: 's', turn_id: 't', transcript_path: null, cwd: '/p', model: 'gpt-5.3-codex', permission_mode: 'default', hook_event_name: event, ...clauses[event] }),
  cursor: (event, version = '3.2.16') => ({ conversation_id: 'c', generation_id: 'g', session_id: 'c', hook_event_name: event, cursor_version: version, workspace_roots: ['/p'], ...cursors[event] }),
};
const answer = (id, event, hook, options) => run(id, event, payloads[id](event), hook, options);
const specific = ['beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile'], after = ['afterShellExecution', 'afterMCPExecution', 'afterFileEdit'];
const permission = ['preToolUse', ...specific];
const every = [...Object.keys(clauses).flatMap(event => [['claude-code', event], ['codex', event]]), ...Object.keys(cursors).map(event => ['cursor', event])];
const lost = (r, what) => ok(new RegExp(`^gaff: ${what} (\\(without a decision\\) )?is lost: `, 'm').test(r.stderr), `nothing is said of ${what}: ${r.stderr}`);
const silent = { 'claude-code': '', codex: '', cursor: '{}' };
const passes = (id, r) => is([r.code, r.stdout], [0, silent[id]], 'exit code and stdout');
const specificOf = (event, fields) => ({ hookSpecificOutput: { hookEventName: event, ...fields } });

// ---- events ----

const unified = { SessionStart: 'session_start', PreToolUse: 'before_tool_execute', PostToolUse: 'after_tool_execute', UserPromptSubmit: 'before_prompt', Stop: 'agent_stop' };
const events = table('events', 'events', ['Claude', 'Cursor', 'Codex'], {
  SessionStart: ['SessionStart', 'sessionStart', 'SessionStart'],
  PreToolUse: ['PreToolUse', 'preToolUse, beforeShellExecution, beforeMCPExecution, beforeReadFile', 'PreToolUse'],
  PostToolUse: ['PostToolUse', 'postToolUse, afterShellExecution, afterMCPExecution, afterFileEdit', 'PostToolUse'],
  UserPromptSubmit: ['UserPromptSubmit', 'beforeSubmitPrompt', 'UserPromptSubmit'],
  Stop: ['Stop', 'stop', 'Stop'],
});
events.each(['Claude', 'Cursor', 'Codex'], (row, column, value) => () => {
  const id = ids[column];
  for (const name of value.split(', ')) is([name, seenByHook(id, name, payloads[id](name)).event.event], [name, unified[row]]);
});
for (const [row, cells] of Object.entries(events.rows)) {
  for (const [who, id] of Object.entries(ids)) {
    for (const name of cells[who].split(', ')) {
      says('events', `${name} of ${who} is told by the payload alone`, () => is(seenByHook(id, '', payloads[id](name)).event.event, unified[row]));
      says('events', `${name} of ${who} can be played`, () => is(call(['fire', '--host', id, '--event', name]).json?.hook_event_name, name));
    }
    says('events', `${row} is registered with ${who} under its names`, () => {
      const r = install(id), at = { Claude: '.claude/settings.json', Cursor: '.cursor/hooks.json', Codex: '.codex/hooks.json' }[who];
      const names = Object.keys(r.read(at).hooks);
      // of Cursor's specific ones those that a version can ask on: the others repeat what the general event has told
      const wanted = cells[who].split(', ').filter((name, i) => i === 0 || /^before(Shell|MCP)Execution$/.test(name));
      is(wanted.filter(name => !names.includes(name)), [], 'not registered');
      for (const name of cells[who].split(', ')) ok(Object.keys(install(id, ['--events', name]).read(at).hooks).includes(name), `${name} cannot be registered`);
    });
  }
  says('events', `a hook for ${row} of Claude Code is shown a call of Cursor in its own words`, () => is(seenByHook('cursor', cells.Cursor.split(', ')[0], payloads.cursor(cells.Cursor.split(', ')[0]), { args: ['--dialect', 'claude-code'] }).event.hook_event_name, row));
}
const folded = { PreToolUse: 'before_tool_execute', PostToolUse: 'after_tool_execute' }, words = { Bash: 'shell', MCP: 'mcp', Read: 'file_read', Edit: 'file_edit' };
table('events', "Cursor's specific events", ['event.event', 'event.tool'], {
  beforeShellExecution: ['PreToolUse', 'Bash'], afterShellExecution: ['PostToolUse', 'Bash'], beforeMCPExecution: ['PreToolUse', 'MCP'], afterMCPExecution: ['PostToolUse', 'MCP'], beforeReadFile: ['PreToolUse', 'Read'], afterFileEdit: ['PostToolUse', 'Edit'],
}).each(['event.event'], (row, column, value) => () => {
  is(seenByHook('cursor', row, payloads.cursor(row)).event.event, folded[value]);
  is(seenByHook('cursor', row, payloads.cursor(row), { args: ['--dialect', 'claude-code'] }).event.hook_event_name, value, 'for a hook of Claude Code');
}).each(['event.tool'], (row, column, value) => () => {
  is(seenByHook('cursor', row, payloads.cursor(row)).event.tool, words[value]);
  if (value !== 'MCP') is(seenByHook('cursor', row, payloads.cursor(row), { args: ['--dialect', 'claude-code'] }).event.tool_name, value, 'for a hook of Claude Code');
});
const patch = { ...payloads.codex('PreToolUse'), tool_name: 'apply_patch', tool_input: { command: '*** Begin Patch\n*** Update File: a.txt\n@@\n-a\n+b\n*** End Patch' } };
says('events', "Codex's apply_patch is an edit", () => is(seenByHook('codex', 'PreToolUse', patch).event.tool, 'file_edit'));
says('events', "Codex's apply_patch is Edit for a hook of Claude Code", () => is(seenByHook('codex', 'PreToolUse', patch, { args: ['--dialect', 'claude-code'] }).event.tool_name, 'Edit'));
says('events', "Codex's apply_patch names its files", () => is(seenByHook('codex', 'PreToolUse', patch).event.paths, ['/p/a.txt']));
says('events', "Codex's apply_patch is matched by a manifest's word for edits", () => {
  const manifest = { spec: 'hooks/1.0', hooks: [{ event: 'before_tool_execute', matcher: 'file_edit', blocking: true, handler: { type: 'command', command: 'exit 2' } }] };
  is(call(['run', '--host', 'codex', '--event', 'PreToolUse', '--inline', JSON.stringify(manifest)], { input: patch }).code, 2);
});

// ---- fields of an answer, one by one ----

const claude = (hook, options) => answer('claude-code', 'PreToolUse', hook, options);
for (const decision of ['allow', 'deny', 'ask']) says('fields', `decision ${decision} is read`, () => is(claude({ decision }).json.hookSpecificOutput.permissionDecision, decision));
says('fields', 'reason is read', () => is(claude({ decision: 'deny', reason: 'R' }).json.hookSpecificOutput.permissionDecisionReason, 'R'));
says('fields', 'user_message is read', () => is(answer('cursor', 'preToolUse', { decision: 'deny', reason: 'R', user_message: 'U' }).json.user_message, 'R\n\nU'));
says('fields', 'modified_input is read', () => is(claude({ modified_input: { command: 'ls -la' } }).json.hookSpecificOutput.updatedInput, { command: 'ls -la' }));
says('fields', 'additional_context is read', () => is(claude({ additional_context: 'C' }).json.hookSpecificOutput.additionalContext, 'C'));
says('fields', 'all of them are optional', () => passes('claude-code', claude('{}')));
for (const [field, value] of Object.entries({ decision: true, reason: 5, user_message: [], modified_input: 'ls', additional_context: {} })) {
  says('fields', `${field} of another type is a failure, and that is said`, () => {
    const r = claude({ [field]: value });
    is([r.code, r.stdout], [0, '']);
    ok(/gaff: .*no opinion given/.test(r.stderr), r.stderr);
  });
}

// ---- the matrix ----

const cells = table('response fields', 'fields', ['Claude', 'Cursor', 'Codex'], {
  'decision: allow': ['yes', 'yes (permission events; continue: true on beforeSubmitPrompt)', 'yes'],
  'decision: deny': ['yes (exit 2)', 'yes (exit 2)', 'yes (exit 2)'],
  'decision: ask': ['yes', 'downgraded to deny on Cursor 2.4.21+ (still broken on 3.2.16; opt out via cursorAskFallback: "ask")', 'yes'],
  reason: ['permissionDecisionReason / reason', 'agent_message on permission events; dropped on beforeSubmitPrompt', 'permissionDecisionReason / reason'],
  user_message: ['dropped + warn', 'user_message on permission events', 'dropped + warn'],
  additional_context: ['SessionStart, PreToolUse, UserPromptSubmit, PostToolUse', 'sessionStart, postToolUse; dropped on beforeSubmitPrompt', 'SessionStart, UserPromptSubmit, PostToolUse; systemMessage on Stop'],
  modified_input: ['PreToolUse (as updatedInput); dropped + warn elsewhere', 'preToolUse (as updated_input); dropped on specific events', 'dropped + warn'],
});
const reasonBy = id => () => {
  is(answer(id, 'PreToolUse', { decision: 'deny', reason: 'R' }).json, specificOf('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'R' }));
  for (const event of ['PostToolUse', 'UserPromptSubmit', 'Stop']) is(answer(id, event, { decision: 'deny', reason: 'R' }).json, { decision: 'block', reason: 'R' }, event);
};
const shown = id => () => {
  const r = answer(id, 'PreToolUse', { user_message: 'U' });
  is([r.code, r.json, r.stderr], [0, { systemMessage: 'U' }, '']);
};
cells.cell('decision: allow', 'Claude', () => is(claude({ decision: 'allow' }).json, specificOf('PreToolUse', { permissionDecision: 'allow' })))
  .cell('decision: allow', 'Cursor', () => {
    for (const event of permission) is(answer('cursor', event, { decision: 'allow' }).json, { permission: 'allow' }, event);
    is(answer('cursor', 'beforeSubmitPrompt', { decision: 'allow' }).json, { continue: true });
  })
  .cell('decision: allow', 'Codex', () => {
    const r = answer('codex', 'PreToolUse', { decision: 'allow' });
    passes('codex', r);
    ok(r.stderr.includes('allow grants nothing: Codex CLI does not take it on PreToolUse'), r.stderr);
  }, 'codex-allow')
  .cell('decision: deny', 'Claude', () => is(claude({ decision: 'deny', reason: 'R' }).code, 2))
  .cell('decision: deny', 'Cursor', () => { for (const event of permission) is([answer('cursor', event, { decision: 'deny', reason: 'R' })].map(r => [r.code, r.json.permission]), [[0, 'deny']], event); }, 'cursor-deny-exit')
  .cell('decision: deny', 'Codex', () => is(answer('codex', 'PreToolUse', { decision: 'deny', reason: 'R' }).code, 2))
  .cell('decision: ask', 'Claude', () => is([claude({ decision: 'ask', reason: 'R' })].map(r => [r.code, r.json]), [[0, specificOf('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: 'R' })]]))
  .cell('decision: ask', 'Cursor', () => is(['2.4.21', '3.2.16'].map(version => run('cursor', 'beforeShellExecution', payloads.cursor('beforeShellExecution', version), { decision: 'ask', reason: 'R' }).json.permission), ['deny', 'deny']))
  .cell('decision: ask', 'Codex', () => {
    const r = answer('codex', 'PreToolUse', { decision: 'ask', reason: 'R' });
    is([r.json.hookSpecificOutput.permissionDecision, /^R\n/.test(r.json.hookSpecificOutput.permissionDecisionReason)], ['deny', true]);
    ok(r.stderr.includes('ask became deny: Codex CLI does not ask on PreToolUse'), r.stderr);
  }, 'codex-ask')
  .cell('reason', 'Claude', reasonBy('claude-code'))
  .cell('reason', 'Cursor', () => { for (const event of ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution']) is(answer('cursor', event, { decision: 'deny', reason: 'R' }).json.agent_message, 'R', event); })
  .cell('reason', 'Codex', reasonBy('codex'))
  .cell('user_message', 'Claude', shown('claude-code'), 'user-message-is-shown')
  .cell('user_message', 'Cursor', () => { for (const event of permission) ok(answer('cursor', event, { decision: 'deny', reason: 'R', user_message: 'U' }).json.user_message.split('\n').includes('U'), event); })
  .cell('user_message', 'Codex', shown('codex'), 'user-message-is-shown')
  .cell('additional_context', 'Claude', value => { for (const event of value.split(', ')) is(answer('claude-code', event, { additional_context: 'C' }).json, specificOf(event, { additionalContext: 'C' })); })
  .cell('additional_context', 'Cursor', () => {
    for (const event of ['sessionStart', 'postToolUse']) is(answer('cursor', event, { additional_context: 'C' }).json, { additional_context: 'C' }, event);
    const r = answer('cursor', 'beforeSubmitPrompt', { additional_context: 'C' });
    passes('cursor', r);
    lost(r, 'context');
  })
  .cell('additional_context', 'Codex', () => {
    for (const event of ['SessionStart', 'UserPromptSubmit', 'PostToolUse']) is(answer('codex', event, { additional_context: 'C' }).json, specificOf(event, { additionalContext: 'C' }));
    is(answer('codex', 'Stop', { additional_context: 'C' }).json, { systemMessage: 'C' });
  })
  .cell('modified_input', 'Claude', () => {
    is(claude({ decision: 'allow', modified_input: { command: 'ls -la' } }).json, specificOf('PreToolUse', { permissionDecision: 'allow', updatedInput: { command: 'ls -la' } }));
    for (const event of ['SessionStart', 'PostToolUse', 'UserPromptSubmit', 'Stop']) lost(answer('claude-code', event, { modified_input: { command: 'x' } }), 'updated_input');
  })
  .cell('modified_input', 'Cursor', () => is(answer('cursor', 'preToolUse', { modified_input: { command: 'ls -la' } }).json, { updated_input: { command: 'ls -la' } }))
  .cell('modified_input', 'Codex', () => is(answer('codex', 'PreToolUse', { modified_input: { command: 'ls -la' } }).json, specificOf('PreToolUse', { permissionDecision: 'allow', updatedInput: { command: 'ls -la' } })), 'codex-modified-input');

differs('cursor-reason-place', 'response fields', 'the reason of a refused prompt, and of a read, is in user_message on Cursor', () => {
  is(answer('cursor', 'beforeSubmitPrompt', { decision: 'deny', reason: 'R' }).json, { continue: false, user_message: 'R' });
  is(answer('cursor', 'beforeReadFile', { decision: 'deny', reason: 'R' }).json, { permission: 'deny', user_message: 'R' });
});
differs('context-on-more-events', 'response fields', 'context also goes to preToolUse of Cursor, PreToolUse of Codex and Stop of Claude Code', () => {
  is(answer('cursor', 'preToolUse', { additional_context: 'C' }).json, { additional_context: 'C' });
  is(answer('codex', 'PreToolUse', { additional_context: 'C' }).json, specificOf('PreToolUse', { additionalContext: 'C' }));
  is(answer('claude-code', 'Stop', { additional_context: 'C' }).json, specificOf('Stop', { additionalContext: 'C' }));
});
differs('cursor-specific-rewrite', 'response fields', 'a new input that a specific event of Cursor cannot take is a denial', () => {
  for (const [event, input] of [['beforeShellExecution', { command: 'ls -la' }], ['beforeMCPExecution', { q: 2 }], ['beforeReadFile', { path: '/p/b' }]]) {
    const r = answer('cursor', event, { modified_input: input });
    is(r.json.permission, 'deny', event);
    ok(r.stderr.includes(`updated_input became deny: Cursor cannot take it on ${event}`), r.stderr);
  }
});

// ---- the matrix, event by event ----

const nowhere = { 'claude-code': ['SessionStart'], codex: ['SessionStart'], cursor: ['sessionStart', ...after] }; // a denial has no effect there
const context = { 'claude-code': ['SessionStart', 'PreToolUse', 'UserPromptSubmit', 'PostToolUse'], codex: ['SessionStart', 'UserPromptSubmit', 'PostToolUse'], cursor: ['sessionStart', 'postToolUse'] };
const denials = { PreToolUse: specificOf('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'R' }), PostToolUse: { decision: 'block', reason: 'R' }, UserPromptSubmit: { decision: 'block', reason: 'R' }, Stop: { decision: 'block', reason: 'R' } };
const refusals = { preToolUse: { permission: 'deny', agent_message: 'R', user_message: 'R' }, beforeShellExecution: { permission: 'deny', agent_message: 'R', user_message: 'R' }, beforeMCPExecution: { permission: 'deny', agent_message: 'R', user_message: 'R' }, beforeReadFile: { permission: 'deny', user_message: 'R' }, beforeSubmitPrompt: { continue: false, user_message: 'R' }, stop: { followup_message: 'R' }, postToolUse: { additional_context: 'R' } };
const asked = { 'claude-code': ['PreToolUse'], codex: [], cursor: [] }, gated = { 'claude-code': ['UserPromptSubmit'], codex: ['PreToolUse', 'UserPromptSubmit'], cursor: [...permission, 'beforeSubmitPrompt'] };
for (const [id, event] of every) {
  const where = `${event} of ${id}`;
  says('by event', `allow lets pass on ${where}`, () => {
    const r = answer(id, event, { decision: 'allow' });
    const said = id === 'cursor' ? permission.includes(event) ? '{"permission":"allow"}' : event === 'beforeSubmitPrompt' ? '{"continue":true}' : '{}' : id === 'claude-code' && event === 'PreToolUse' ? JSON.stringify(specificOf(event, { permissionDecision: 'allow' })) : '';
    is([r.code, r.stdout], [0, said]);
  });
  says('by event', `no decision lets pass on ${where}`, () => passes(id, answer(id, event, '{}')));
  says('by event', `exit 0 without a word lets pass on ${where}`, () => passes(id, answer(id, event, { exit: 0 })));
  if (nowhere[id].includes(event)) {
    says('by event', `deny comes too late or early on ${where}, and that is said`, () => {
      const r = answer(id, event, { decision: 'deny', reason: 'R' });
      passes(id, r);
      lost(r, 'deny');
    });
  } else {
    says('by event', `deny is delivered on ${where}`, () => is(answer(id, event, { decision: 'deny', reason: 'R' }).json, (id === 'cursor' ? refusals : denials)[event]));
    if (id !== 'cursor') says('by event', `deny is exit 2 on ${where}`, () => is(answer(id, event, { decision: 'deny', reason: 'R' }).code, 2));
  }
  says('by event', `exit 2 of a hook is deny on ${where}`, () => {
    const [json, exit] = [answer(id, event, { decision: 'deny', reason: 'R' }), answer(id, event, { exit: 2, stderr: 'R' })];
    is([exit.code, exit.stdout, exit.stderr], [json.code, json.stdout, json.stderr]);
  });
  says('by event', `ask is never dropped in silence on ${where}`, () => {
    const r = answer(id, event, { decision: 'ask', reason: 'R' });
    if (asked[id].includes(event)) is(r.json.hookSpecificOutput.permissionDecision, 'ask');
    else if (gated[id].includes(event)) ok(/"deny"|"block"|"continue":false/.test(r.stdout) && r.stderr.includes('ask became deny'), r.stdout + r.stderr);
    else lost(r, 'ask');
  });
  says('by event', `a reason without a decision is dropped on ${where}, and that is said`, () => {
    const r = answer(id, event, { reason: 'R' });
    passes(id, r);
    lost(r, 'reason');
  });
  if (id === 'cursor') {
    says('by event', `user_message without a denial has no place on ${where}, and that is said`, () => {
      const r = answer(id, event, { user_message: 'U' });
      passes(id, r);
      lost(r, 'user_message');
    });
    if (permission.includes(event)) says('by event', `user_message goes with a denial on ${where}`, () => ok(answer(id, event, { decision: 'deny', reason: 'R', user_message: 'U' }).json.user_message.endsWith('U'), event));
  }
  if (context[id].includes(event)) {
    says('by event', `additional_context is delivered on ${where}`, () => is(answer(id, event, { additional_context: 'C' }).json, id === 'cursor' ? { additional_context: 'C' } : specificOf(event, { additionalContext: 'C' })));
  } else if (!(id === 'cursor' && event === 'preToolUse') && !(id === 'codex' && ['PreToolUse', 'Stop'].includes(event)) && !(id === 'claude-code' && event === 'Stop')) {
    says('by event', `additional_context is dropped on ${where}, and that is said`, () => {
      const r = answer(id, event, { additional_context: 'C' });
      passes(id, r);
      lost(r, 'context');
    });
  }
  if (!/^preToolUse$/i.test(event) && !specific.includes(event)) {
    says('by event', `modified_input is dropped on ${where}, and that is said`, () => {
      const r = answer(id, event, { modified_input: { command: 'x' } });
      is(r.code, 0);
      ok(!r.stdout.includes('"x"'), r.stdout);
      lost(r, 'updated_input');
    });
  }
}
says('by event', 'context at the end of a turn is a message on Codex beside a denial too', () => is(answer('codex', 'Stop', { decision: 'deny', reason: 'R', additional_context: 'C' }).json, { decision: 'block', reason: 'R', systemMessage: 'C' }));
says('by event', 'a new input without a decision is passed on by Claude Code', () => is(claude({ modified_input: { command: 'ls -la' } }).json, specificOf('PreToolUse', { updatedInput: { command: 'ls -la' } })));
says('by event', 'a new input beside allow is passed on by Cursor', () => is(answer('cursor', 'preToolUse', { decision: 'allow', modified_input: { command: 'ls -la' } }).json, { permission: 'allow', updated_input: { command: 'ls -la' } }));

// ---- beforeSubmitPrompt ----

says('beforeSubmitPrompt', 'a denial has the shape of the example', () => is(answer('cursor', 'beforeSubmitPrompt', { decision: 'deny', reason: 'secrets detected; not submitting' }).json, { continue: false, user_message: 'secrets detected; not submitting' }));
says('beforeSubmitPrompt', 'an allow has the same shape', () => is(answer('cursor', 'beforeSubmitPrompt', { decision: 'allow' }).json, { continue: true }));
says('beforeSubmitPrompt', 'the example is understood as an answer of a hook', () => is(run('generic', '', { tool_name: 'beforeSubmitPrompt', tool_input: { prompt: 'x' } }, { continue: false, user_message: 'secrets detected; not submitting' }, { args: ['--dialect', 'cursor'] }).json.decision, 'deny'));
says('beforeSubmitPrompt', 'context with a prompt reaches the model on Claude Code', () => is(answer('claude-code', 'UserPromptSubmit', { additional_context: 'C' }).json.hookSpecificOutput.additionalContext, 'C'));
says('beforeSubmitPrompt', 'context with a prompt reaches the model on Codex', () => is(answer('codex', 'UserPromptSubmit', { additional_context: 'C' }).json.hookSpecificOutput.additionalContext, 'C'));
says('beforeSubmitPrompt', 'context with a prompt is dropped on Cursor, and that is said', () => {
  const r = answer('cursor', 'beforeSubmitPrompt', { additional_context: 'C' });
  ok(!r.stdout.includes('"C"'), r.stdout);
  lost(r, 'context');
});
differs('cursor-prompt-context', 'beforeSubmitPrompt', 'context with a prompt reaches the model of a Cursor that takes it', () => is(run('cursor', 'beforeSubmitPrompt', payloads.cursor('beforeSubmitPrompt', '3.20.17'), { additional_context: 'C' }).json, { additional_context: 'C' }));
says('beforeSubmitPrompt', 'context can be given at the start of a session instead', () => is(answer('cursor', 'sessionStart', { additional_context: 'C' }).json, { additional_context: 'C' }));
says('beforeSubmitPrompt', 'context can be given after a tool instead', () => is(answer('cursor', 'postToolUse', { additional_context: 'C' }).json, { additional_context: 'C' }));

// ---- the ask regression ----

const versions = { '2.4.20': true, '2.4.21': false, '2.9.9': false, '3.0.0': false, '3.2.16': false };
const ask = (event, version, args = []) => run('cursor', event, payloads.cursor(event, version), { decision: 'ask', reason: 'R' }, { args });
for (const [version, works] of Object.entries(versions)) {
  for (const event of ['beforeShellExecution', 'beforeMCPExecution']) {
    for (const fallback of [[], ['--ask-fallback', 'deny']]) {
      const how = fallback.length ? ' with the fallback deny' : '';
      says('ask', `${event} of Cursor ${version}${how}: ${works ? 'the question is passed on' : 'the question becomes a denial'}`, () => is(ask(event, version, fallback).json.permission, works ? 'ask' : 'deny'));
      says('ask', `${event} of Cursor ${version}${how}: ${works ? 'there is nothing to say' : 'that is said on stderr'}`, () => is(ask(event, version, fallback).stderr.trim(), works ? '' : `gaff: ask became deny: Cursor does not ask on ${event}`));
    }
    says('ask', `${event} of Cursor ${version} with the fallback ask: the question is passed on as it is`, () => is(ask(event, version, ['--ask-fallback', 'ask']).json, { permission: 'ask', agent_message: 'R', user_message: 'R' }));
  }
  if (!works) {
    says('ask', `preToolUse of Cursor ${version}: the question becomes a denial`, () => is(ask('preToolUse', version).json.permission, 'deny'));
    says('ask', `preToolUse of Cursor ${version} with the fallback ask: the question is passed on as it is`, () => is(ask('preToolUse', version, ['--ask-fallback', 'ask']).json, { permission: 'ask', agent_message: 'R', user_message: 'R' }));
    says('ask', `Cursor ${version}: what was to be asked is the reason, and that a person can do it`, () => ok(ask('beforeShellExecution', version).json.agent_message.startsWith("R\n\nThis needs a person's confirmation"), 'other words'));
    says('ask', `Cursor ${version}: a question that is passed on is said to be mishandled`, () => is(ask('beforeShellExecution', version, ['--ask-fallback', 'ask']).stderr.trim(), 'gaff: ask is passed on, but Cursor does not ask on beforeShellExecution'));
  }
}
differs('cursor-ask-events', 'ask', 'Cursor asks neither in preToolUse nor in beforeReadFile, whatever its version', () => {
  is(['preToolUse', 'beforeReadFile'].map(event => ask(event, '2.4.20').json.permission), ['deny', 'deny']);
  is(ask('beforeReadFile', '3.2.16', ['--ask-fallback', 'ask']).json.permission, 'deny');
});
differs('cursor-cli-asks', 'ask', "Cursor's command-line agent asks about shell commands again", () => is(['2026.07.22', '2026.07.23'].map(version => ask('beforeShellExecution', version).json.permission), ['deny', 'ask']));
says('ask', 'the version is that of the payload', () => is(seenByHook('cursor', 'preToolUse', payloads.cursor('preToolUse', '2.4.20')).event.host_version, '2.4.20'));
says('ask', 'the payload itself is there for a hook that wants the version', () => is(seenByHook('cursor', 'preToolUse', payloads.cursor('preToolUse', '2.4.20')).event.native.cursor_version, '2.4.20'));
says('ask', 'a Cursor that does not name its version is not trusted to ask', () => is(run('cursor', 'beforeShellExecution', { ...payloads.cursor('beforeShellExecution'), cursor_version: undefined }, { decision: 'ask', reason: 'R' }).json.permission, 'deny'));
says('ask', 'the fallback can be nothing else', () => {
  const r = ask('beforeShellExecution', '3.2.16', ['--ask-fallback', 'allow']);
  ok(!r.stdout.includes('"ask"') && r.stderr.includes('--ask-fallback'), r.stdout + r.stderr);
});
says('ask', 'a hook program of the library has the same option', () => {
  const option = name => start(library(), ['--host', 'cursor', '--ask-fallback', name], { input: payloads.cursor('beforeShellExecution') }).json.permission;
  is([option('ask'), option('deny')], ['ask', 'deny']);
});

// A hook program that asks about everything, and says which host it was told in its source.
function library(told) {
  const name = `asks-${told ?? 'nobody'}`, out = path.join(scratch, name);
  if (!fs.existsSync(out)) {
    const source = file(`${name}.c`, `#include <gaff.h>\nstatic int ask(gaff_event *event, gaff_response *response) { (void)event; gaff_response_ask(response, "R"); return 0; }\nint main(int argc, char **argv) { gaff_hooks hooks = {.before_tool_execute = ask${told ? `, .host = "${told}"` : ''}}; return gaff_main(&hooks, argc, argv); }\n`);
    const r = start('cc', ['-std=c17', `-I${root}/include`, '-o', out, source, path.join(root, 'build/libgaff.a')]);
    if (r.code !== 0) throw new Error(r.stderr);
  }
  return out;
}

// ---- exit codes ----

const codes = table('exit codes', 'codes', ['Meaning'], { 0: ['proceed (allow / ask / no decision)'], 2: ['block (decision: "deny")'], 1: ['bridge error (parse, unknown host, handler exception)'] });
codes.cell('0', 'Meaning', () => { for (const id of Object.values(ids)) for (const hook of [{ decision: 'allow' }, '{}', { exit: 0 }]) is(answer(id, id === 'cursor' ? 'preToolUse' : 'PreToolUse', hook).code, 0, id); is(claude({ decision: 'ask' }).code, 0); })
  .cell('2', 'Meaning', () => { for (const id of ['claude-code', 'codex']) is(answer(id, 'PreToolUse', { decision: 'deny', reason: 'R' }).code, 2, id); })
  .cell('1', 'Meaning', () => {
    for (const id of Object.values(ids)) {
      const event = id === 'cursor' ? 'preToolUse' : 'PreToolUse';
      const [parse, thrown] = [run(id, event, '{', { exit: 0 }), answer(id, event, { exit: 1, stderr: 'boom' })];
      is([parse.code, thrown.code], [0, 0], id);
      for (const r of [parse, thrown]) ok(r.stderr.includes('no opinion given'), r.stderr);
    }
  }, 'bridge-error-exit');
for (const [who, id] of Object.entries(ids)) {
  const event = id === 'cursor' ? 'preToolUse' : 'PreToolUse';
  says('exit codes', `${who}: allow is 0`, () => is(answer(id, event, { decision: 'allow' }).code, 0));
  says('exit codes', `${who}: no decision is 0`, () => is(answer(id, event, '{}').code, 0));
  says('exit codes', `${who}: a hook that fails can be made to block`, () => ok(/"deny"/.test(answer(id, event, { exit: 1 }, { args: ['--fail-closed'] }).stdout), 'it passes'));
  says('exit codes', `${who}: what a hook that failed said is told`, () => ok(answer(id, event, { exit: 1, stderr: 'boom' }).stderr.includes('boom'), 'it is not'));
}
says('exit codes', 'ask is 0 on Claude Code', () => is(claude({ decision: 'ask', reason: 'R' }).code, 0));

// ---- who is meant ----

const deny = ['--', 'sh', '-c', 'cat >/dev/null; echo R >&2; exit 2'];
const spoken = { 'claude-code': r => r.json.hookSpecificOutput.permissionDecision === 'deny', codex: r => r.json.hookSpecificOutput.permissionDecision === 'deny', cursor: r => r.json.permission === 'deny', generic: r => r.json.decision === 'deny', 'gemini-cli': r => r.json.decision === 'deny', opencode: r => r.json.block === 'R' };
const recognised = {
  'claude-code': payloads['claude-code']('PreToolUse'), codex: payloads.codex('PreToolUse'), cursor: payloads.cursor('preToolUse'), generic: { tool_name: 'Shell', tool_input: { command: 'ls' } },
  'gemini-cli': { session_id: 's', cwd: '/p', hook_event_name: 'BeforeTool', timestamp: '2026-11-15T18:21:23.626Z', tool_name: 'run_shell_command', tool_input: { command: 'ls' } },
  opencode: { hook: 'tool.execute.before', input: { tool: 'bash', sessionID: 's', callID: 'c' }, output: { args: { command: 'ls' } }, directory: '/p', worktree: '/p' },
};
for (const [id, payload] of Object.entries(recognised)) {
  says('who is meant', `a payload of ${id} tells by itself whose it is`, () => is(seenByHookWithoutHost(payload), id));
  says('who is meant', `${id} is answered in its own words without --host`, () => ok(spoken[id](call(['run', ...deny], { input: payload })), 'other words'));
}
function seenByHookWithoutHost(input) {
  const at = path.join(scratch, `alone-${Math.random()}`);
  call(['run', '--', 'sh', '-c', 'cat >"$0"', at], { input });
  return JSON.parse(fs.readFileSync(at, 'utf8')).host;
}
for (const [who, id] of Object.entries(ids)) says('who is meant', `--host ${id} is enough for a payload that could be anybody's`, () => is(seenByHook(id, id === 'cursor' ? 'preToolUse' : 'PreToolUse', { tool_name: 'x', tool_input: {} }).event.host, id, who));
says('who is meant', '--host outranks a payload of another (Codex, called as Cursor does)', () => is(seenByHook('codex', 'PreToolUse', payloads.cursor('preToolUse')).event.host, 'codex'));
says('who is meant', '--host outranks a payload of another (Cursor, called as Claude Code does)', () => is(seenByHook('cursor', 'preToolUse', payloads['claude-code']('PreToolUse')).event.host, 'cursor'));
says('who is meant', '--host outranks a payload of another (the contract, called as Codex does)', () => is(seenByHook('generic', 'preToolUse', payloads.codex('PreToolUse')).event.host, 'generic'));
differs('claude-registration-weighed', 'who is meant', 'a registration for Claude Code that Cursor calls is answered as Cursor reads it', () => is(run('claude-code', 'PreToolUse', payloads.cursor('preToolUse'), { decision: 'deny', reason: 'R' }).json, { permission: 'deny', agent_message: 'R', user_message: 'R' }));
for (const told of ['cursor', 'codex']) {
  const payload = told === 'cursor' ? payloads.codex('PreToolUse') : payloads.cursor('preToolUse'), other = told === 'cursor' ? 'codex' : 'cursor';
  const isTold = r => told === 'cursor' ? r.json?.permission !== undefined : r.json?.hookSpecificOutput !== undefined;
  says('who is meant', `a program that says ${told} in its source means it, whatever the payload looks like`, () => ok(isTold(start(library(told), ['--event', told === 'cursor' ? 'preToolUse' : 'PreToolUse'], { input: payload })), 'other words'));
  says('who is meant', `a program that says ${told} in its source means it, whatever --host says`, () => ok(isTold(start(library(told), ['--host', other, '--event', told === 'cursor' ? 'preToolUse' : 'PreToolUse'], { input: payload })), 'other words'));
}
says('who is meant', 'a program that says nothing takes --host', () => is(start(library(), ['--host', 'cursor', '--event', 'preToolUse'], { input: payloads.codex('PreToolUse') }).json.permission, 'deny'));
says('who is meant', 'a program without any is told by the payload', () => is(start(library(), [], { input: payloads.cursor('preToolUse') }).json.permission, 'deny'));
const unknowns = { 'a payload of nobody': [[], '{"hello":1}'], 'an empty object': [[], '{}'], nothing: [[], ''], 'half a payload': [[], '{"tool_name":'], 'a host that is not known': [['--host', 'nobody'], JSON.stringify(payloads.cursor('preToolUse'))], 'a host without a name': [['--host', ''], JSON.stringify(payloads.cursor('preToolUse'))] };
for (const [what, [args, input]] of Object.entries(unknowns)) {
  says('who is meant', `${what} ends with 1`, () => is(call(['run', ...args, ...deny], { input }).code, 1));
  says('who is meant', `${what} is an error on stderr, and no answer`, () => {
    const r = call(['run', ...args, ...deny], { input });
    is([r.stdout, /^gaff: \S/.test(r.stderr)], ['', true]);
  });
}
says('who is meant', 'a program of the library ends with 1 there too', () => is([start(library(), [], { input: '{"hello":1}' })].map(r => [r.code, r.stdout]), [[1, '']]));
for (const { id, config } of hosts()) {
  if (!config.length || id === 'grok') continue; // Grok reads the files of Claude Code
  says('who is meant', `what is installed for ${id} says --host ${id}`, () => {
    const r = install(id, ['--json']);
    const texts = r.json.map(one => fs.readFileSync(one.file, 'utf8')).join('\n');
    ok(new RegExp(`--host\\W+${id}\\b`).test(texts) || texts.includes('"program"') && /'--host', ?\w+/.test(texts), texts.slice(0, 400));
  });
}

done('seed matrix');
