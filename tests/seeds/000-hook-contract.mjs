// 000-hook-contract.mjs - the plain hook contract: what a hook reads and answers, exit codes, names of events and tools.
import fs from 'node:fs';
import path from 'node:path';
import { call, differs, done, file, gaff, host, hosts, install, is, ok, root, run, says, seed, seenByHook, start, table } from './lib.mjs';

seed('hook contract');

const shell = { tool_name: 'Shell', tool_input: { command: 'ls' } };
const contract = ['--dialect', 'generic']; // a hook that is itself one of this contract
const claude = (event, more = {}) => ({ session_id: 's', cwd: '/p', hook_event_name: event, ...more });
const cursor = (event, more = {}) => ({ conversation_id: 'c', cursor_version: '3.20.17', hook_event_name: event, workspace_roots: ['/p'], ...more });
const opencode = (tool, args) => ({ hook: 'tool.execute.before', input: { tool, sessionID: 's', callID: 'c' }, output: { args }, directory: '/p', worktree: '/p' });
const allowed = '{"decision":"allow"}';
const answers = (r, code, stdout) => is([r.code, r.stdout.trim()], [code, stdout], 'exit code and stdout');
const lines = text => text.split('\n').length - 1;

// ---- who calls ----

const callers = {
  Cursor: ['cursor', 'beforeShellExecution', cursor('beforeShellExecution', { command: 'ls', cwd: '/p' }), r => is([r.json.permission, r.json.user_message], ['deny', 'no'])],
  'Claude Code': ['claude-code', 'PreToolUse', claude('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } }), r => is([r.code, r.json.hookSpecificOutput.permissionDecision, r.json.hookSpecificOutput.permissionDecisionReason], [2, 'deny', 'no'])],
  'Claude in Cursor': ['claude-code', 'PreToolUse', cursor('preToolUse', { tool_name: 'Shell', tool_input: { command: 'ls' } }), r => is([r.json.permission, r.json.user_message], ['deny', 'no'])],
  OpenCode: ['opencode', 'tool.execute.before', opencode('bash', { command: 'ls' }), r => is([r.code, r.json], [2, { block: 'no' }])],
};
for (const [who, [id, event, payload, judge]] of Object.entries(callers)) {
  says('who calls', `the same program denies under ${who}`, () => judge(run(id, event, payload, { decision: 'deny', reason: 'no' }, { args: contract })));
  says('who calls', `the same program reads the contract's call under ${who}`, () => {
    const { event: seen } = seenByHook(id, event, payload, { args: contract });
    is([seen.tool_name, seen.tool_input.command], ['Shell', 'ls']);
  });
}
for (const { id } of hosts()) {
  if (!host(id).events.some(one => one.canonical === 'before_tool_execute')) continue;
  says('who calls', `a hook of the contract blocks a shell call on ${id}`, () => {
    const r = call(['fire', '--host', id, '--event', 'before_tool_execute', '--command', 'ls', '--json', '--run', ...contract, '--', 'sh', '-c', `grep -q '"tool_name":"Shell","tool_input":{"command":"ls"' && echo '{"decision":"deny","reason":"why not"}'`]);
    is([r.json.agent.decision, r.json.agent.reason], ['deny', 'why not']);
  });
}

// ---- stdin ----

says('stdin', 'the example is a shell call', () => {
  const { event } = seenByHook('generic', '', shell);
  is([event.event, event.tool, event.tool_name, event.tool_input], ['before_tool_execute', 'shell', 'Shell', { command: 'ls' }]);
});
says('stdin', 'a call that ends with its last bracket is read', () => answers(run('generic', '', JSON.stringify(shell), { decision: 'deny', reason: 'r' }), 2, '{"decision":"deny","reason":"r"}'));
says('stdin', 'a call that ends with a newline is read', () => answers(run('generic', '', `${JSON.stringify(shell)}\n`, { decision: 'deny', reason: 'r' }), 2, '{"decision":"deny","reason":"r"}'));
says('stdin', 'a hook of the contract is given the example as it stands', () => is(seenByHook('generic', '', shell, { args: contract }).text, `${JSON.stringify(shell)}\n`));
for (const [who, [id, event, payload]] of Object.entries(callers)) {
  says('stdin', `a hook of the contract reads one object on one line under ${who}`, () => {
    const { text } = seenByHook(id, event, payload, { args: contract });
    is([lines(text), text.endsWith('}\n'), Object.keys(JSON.parse(text))], [1, true, ['tool_name', 'tool_input']]);
  });
  says('stdin', `the last line of a canonical hook's stdin ends under ${who}`, () => {
    const { text } = seenByHook(id, event, payload);
    is([lines(text), text.endsWith('}\n')], [1, true]);
  });
}
const several = JSON.stringify(shell, null, 2);
says('stdin', 'a call that came on several lines is one line for a hook of the contract', () => is(lines(seenByHook('generic', '', several, { args: contract }).text), 1));
says('stdin', 'a call that came on several lines is one line for a canonical hook', () => is(lines(seenByHook('generic', '', several).text), 1));
says('stdin', 'a second object behind the first is no call', () => answers(run('generic', '', `${JSON.stringify(shell)}${JSON.stringify(shell)}`, { decision: 'deny', reason: 'r' }), 0, allowed));
says('stdin', 'a tool name is a text', () => {
  const r = seenByHook('generic', '', { tool_name: 5, tool_input: {} });
  is([r.text, r.code, r.stdout.trim()], ['', 0, allowed]);
  ok(r.stderr.includes('does not name its event'), r.stderr);
});
says('stdin', 'a tool input is an object: a guard is not shown anything else', () => {
  const r = seenByHook('generic', '', { tool_name: 'Shell', tool_input: 'ls' });
  is([r.text, r.code, r.json.decision], ['', 2, 'deny']);
});

const tools = { Shell: 'shell', Write: 'file_write', Read: 'file_read', Edit: 'file_edit', MultiEdit: 'file_edit', Grep: 'search' };
const inputs = {
  Shell: { command: 'ls' }, Write: { path: '/p/a', contents: 'x' }, Read: { path: '/p/a' }, Edit: { path: '/p/a', old_string: 'a', new_string: 'b' },
  MultiEdit: { path: '/p/a', edits: [{ old_string: 'a', new_string: 'b' }, { old_string: 'c', new_string: 'd' }] }, Grep: { pattern: 'x', path: '/p' },
};
for (const [name, word] of Object.entries(tools)) {
  says('tool_name', `${name} is a tool`, () => {
    const { event } = seenByHook('generic', '', { tool_name: name, tool_input: inputs[name] });
    is([event.event, event.tool_name, event.tool], ['before_tool_execute', name, word]);
  });
  says('tool_name', `${name} can be matched by a manifest's word`, () => {
    const manifest = { spec: 'hooks/1.0', hooks: [{ event: 'before_tool_execute', matcher: word, blocking: true, handler: { type: 'command', command: 'echo mine >&2; exit 2' } }] };
    answers(call(['run', '--host', 'generic', '--inline', JSON.stringify(manifest)], { input: { tool_name: name, tool_input: inputs[name] } }), 2, '{"decision":"deny","reason":"mine"}');
  });
}
says('tool_name', 'a tool that the contract does not list keeps its name and its input', () => {
  const { event } = seenByHook('generic', '', { tool_name: 'Telescope', tool_input: { star: 1 } });
  is([event.event, event.tool, event.tool_name, event.tool_input], ['before_tool_execute', 'Telescope', 'Telescope', { star: 1 }]);
});
const lifecycle = { SessionStart: 'session_start', beforeSubmitPrompt: 'before_prompt', Stop: 'agent_stop', PreCompact: 'before_compact', SessionEnd: 'session_end' };
for (const [name, event] of Object.entries(lifecycle)) {
  says('tool_name', `${name} is an event and no tool`, () => {
    const { event: seen } = seenByHook('generic', '', { tool_name: name, tool_input: {} });
    is([seen.event, seen.tool, seen.tool_name], [event, undefined, undefined]);
  });
}

// ---- shapes of tool_input: each field, read from the contract and written for it ----

const field = (section, name, input, pointer, canonical, value) => {
  const at = (object, names) => names.split('.').reduce((one, key) => one?.[key], object);
  says(section, `${pointer} of ${name} is read`, () => is(at(seenByHook('generic', '', { tool_name: name, tool_input: input }).event, canonical), value));
};
field('shapes', 'Shell', { command: 'echo "a b"' }, 'command', 'tool_input.command', 'echo "a b"');
field('shapes', 'Write', { path: '/p/a', contents: 'two\nlines' }, 'path', 'tool_input.path', '/p/a');
field('shapes', 'Write', { path: '/p/a', contents: 'two\nlines' }, 'contents', 'tool_input.content', 'two\nlines');
field('shapes', 'Read', { path: '/p/a' }, 'path', 'tool_input.path', '/p/a');
field('shapes', 'Edit', inputs.Edit, 'path', 'tool_input.path', '/p/a');
field('shapes', 'Edit', inputs.Edit, 'an edit that stands alone', 'tool_input.edits', [{ old: 'a', new: 'b' }]);
field('shapes', 'Edit', { path: '/p/a', edits: [{ old_string: 'a', new_string: 'b' }] }, 'edits in a list', 'tool_input.edits', [{ old: 'a', new: 'b' }]);
field('shapes', 'MultiEdit', inputs.MultiEdit, 'path', 'tool_input.path', '/p/a');
field('shapes', 'MultiEdit', inputs.MultiEdit, 'each edit', 'tool_input.edits', [{ old: 'a', new: 'b' }, { old: 'c', new: 'd' }]);
field('shapes', 'Grep', { pattern: 'x', path: '/p' }, 'pattern', 'tool_input.pattern', 'x');
field('shapes', 'Grep', { pattern: 'x', path: '/p' }, 'a further field (path)', 'tool_input.path', '/p');
field('shapes', 'Grep', { pattern: 'x', glob: '*.c' }, 'a further field (glob)', 'tool_input.glob', '*.c');
says('shapes', 'a further field (include) of Grep is not lost', () => {
  const { tool_input: input } = seenByHook('generic', '', { tool_name: 'Grep', tool_input: { pattern: 'x', include: '*.c' } }).event;
  is(input.glob ?? input.include, '*.c');
});
for (const name of ['SessionStart', 'beforeSubmitPrompt']) {
  field('shapes', name, { session_id: 's1', cwd: '/p', prompt: 'hi' }, 'session_id', 'session_id', 's1');
  field('shapes', name, { session_id: 's1', cwd: '/p', prompt: 'hi' }, 'cwd', 'cwd', '/p');
}
field('shapes', 'SessionStart', { session_id: 's1', cwd: '/p', source: 'resume' }, 'a further field (source)', 'source', 'resume');
field('shapes', 'beforeSubmitPrompt', { session_id: 's1', cwd: '/p', prompt: 'hi there' }, 'prompt', 'prompt', 'hi there');
const stop = { transcript_path: '/t.jsonl', file_path: '/p/a', stop_hook_active: true, session_id: 's1' };
field('shapes', 'Stop', stop, 'transcript_path', 'transcript_path', '/t.jsonl');
field('shapes', 'Stop', stop, 'file_path', 'file_path', '/p/a');
field('shapes', 'Stop', stop, 'stop_hook_active (true)', 'stop_hook_active', true);
field('shapes', 'Stop', { ...stop, stop_hook_active: false }, 'stop_hook_active (false)', 'stop_hook_active', false);
field('shapes', 'Stop', stop, 'a further field (session_id)', 'session_id', 's1');
says('shapes', 'beforeSubmitPrompt needs no prompt', () => is(seenByHook('generic', '', { tool_name: 'beforeSubmitPrompt', tool_input: { session_id: 's' } }).event.prompt, undefined));
says('shapes', 'the files of a call are among its paths', () => is(['Write', 'Read', 'Edit', 'MultiEdit'].map(name => seenByHook('generic', '', { tool_name: name, tool_input: inputs[name] }).event.paths), [['/p/a'], ['/p/a'], ['/p/a'], ['/p/a']]));

const claudes = {
  Shell: ['Bash', { command: 'ls' }], Write: ['Write', { file_path: '/p/a', content: 'x' }], Read: ['Read', { file_path: '/p/a' }], Edit: ['Edit', { file_path: '/p/a', old_string: 'a', new_string: 'b' }],
  MultiEdit: ['MultiEdit', { file_path: '/p/a', edits: inputs.MultiEdit.edits }], Grep: ['Grep', { pattern: 'x', path: '/p' }],
};
for (const [name, [native, input]] of Object.entries(claudes)) {
  says('shapes', `${native} of Claude Code is written in the shape of ${name}`, () => {
    is(seenByHook('claude-code', 'PreToolUse', claude('PreToolUse', { tool_name: native, tool_input: input }), { args: contract }).event, { tool_name: name, tool_input: inputs[name] });
  });
}
const starts = [
  ['SessionStart', claude('SessionStart', { source: 'startup' }), 'SessionStart', { session_id: 's', cwd: '/p' }],
  ['UserPromptSubmit', claude('UserPromptSubmit', { prompt: 'hi' }), 'beforeSubmitPrompt', { session_id: 's', cwd: '/p', prompt: 'hi' }],
  ['Stop', claude('Stop', { transcript_path: '/t', stop_hook_active: true }), 'Stop', { transcript_path: '/t', stop_hook_active: true }],
  ['PreCompact', claude('PreCompact', { trigger: 'auto' }), 'PreCompact', { session_id: 's' }],
  ['SessionEnd', claude('SessionEnd', { reason: 'other' }), 'SessionEnd', { session_id: 's' }],
];
for (const [event, payload, name, want] of starts) {
  says('shapes', `${event} of Claude Code is written in the shape of ${name}`, () => {
    const { event: seen } = seenByHook('claude-code', event, payload, { args: contract });
    is([seen.tool_name, Object.fromEntries(Object.keys(want).map(key => [key, seen.tool_input[key]]))], [name, want]);
  });
}

// ---- stdout ----

says('stdout', 'allow is the object of the example, on one line', () => is(run('generic', '', shell, { decision: 'allow' }).stdout.trimEnd(), allowed));
says('stdout', 'deny is the object of the example, on one line', () => is(run('generic', '', shell, { decision: 'deny', reason: 'explanation' }).stdout.trimEnd(), '{"decision":"deny","reason":"explanation"}'));
says('stdout', 'one object is printed on one line when a reason has several', () => {
  const r = run('generic', '', shell, { decision: 'deny', reason: 'one\ntwo' });
  is([r.json.reason, r.stdout.trimEnd().includes('\n')], ['one\ntwo', false]);
});
says('stdout', 'an answer of a hook may end with a newline', () => answers(run('generic', '', shell, `${allowed}\n`), 0, allowed));
says('stdout', 'text beside the object is no answer, and that is said', () => {
  const r = run('generic', '', shell, 'thinking\nabout it');
  answers(r, 0, allowed);
  ok(r.stderr.includes('no opinion given'), r.stderr);
});
says('stdout', 'a decision in another word is no decision, and that is said', () => {
  const r = run('generic', '', shell, { decision: 'maybe' });
  answers(r, 0, allowed);
  ok(r.stderr.includes('unknown decision'), r.stderr);
});
says('stdout', 'no decision lets the tool run', () => answers(run('generic', '', shell, '{}'), 0, allowed));
says('stdout', 'no output at all lets the tool run', () => answers(run('generic', '', shell, ''), 0, allowed));
for (const decision of ['allow', 'deny']) {
  says('stdout', `a hook of the contract says ${decision} to another one`, () => is(run('generic', '', shell, { decision, reason: 'r' }, { args: contract }).json.decision, decision));
  says('stdout', `a message does not change ${decision}`, () => is(run('generic', '', shell, { decision, reason: 'r', message: 'by the way' }).json, { decision, reason: 'r', message: 'by the way' }));
  says('stdout', `a lint_command goes with ${decision}`, () => is(run('generic', '', shell, { decision, reason: 'r', lint_command: 'eslint --fix' }).json, { decision, reason: 'r', lint_command: 'eslint --fix' }));
}
says('stdout', 'a message alone is passed on', () => is(run('generic', '', shell, { message: 'by the way' }).json.message, 'by the way'));
says('stdout', 'a lint_command alone is passed on', () => is(run('generic', '', shell, { lint_command: 'eslint --fix' }).json.lint_command, 'eslint --fix'));
says('stdout', 'a message has somewhere to go under Claude Code', () => is(run('claude-code', 'PreToolUse', callers['Claude Code'][2], { message: 'by the way' }, { args: contract }).json, { systemMessage: 'by the way' }));
says('stdout', 'a lint_command that an agent has no place for is named', () => {
  const r = run('claude-code', 'PreToolUse', callers['Claude Code'][2], { lint_command: 'eslint --fix' }, { args: contract });
  is([r.code, r.stdout], [0, '']);
  ok(r.stderr.includes('lint_command is lost'), r.stderr);
});
says('stdout', 'a denial without a reason has one all the same', () => {
  const r = run('generic', '', shell, { decision: 'deny' });
  is([r.code, r.json], [2, { decision: 'deny', reason: 'blocked by a hook' }]);
});
for (const [who, [id, event, payload, judge]] of Object.entries(callers)) says('stdout', `the reason of a denial is shown under ${who}`, () => judge(run(id, event, payload, { decision: 'deny', reason: 'no' })));
for (const name of ['SessionStart', 'SessionEnd', 'Stop', 'PreCompact']) {
  const input = { tool_name: name, tool_input: { session_id: 's', cwd: '/p' } };
  says('stdout', `${name} gates nothing: silence is an empty object`, () => answers(run('generic', '', input, ''), 0, '{}'));
  says('stdout', `${name} gates nothing: an empty object stays one`, () => answers(run('generic', '', input, '{}'), 0, '{}'));
  says('stdout', `${name} gates nothing: a reason goes alone`, () => answers(run('generic', '', input, { reason: 'r' }), 0, '{"reason":"r"}'));
  says('stdout', `${name} gates nothing: an allow is no decision`, () => answers(run('generic', '', input, { decision: 'allow' }), 0, '{}'));
  says('stdout', `${name} carries a message`, () => is(run('generic', '', input, { message: 'm' }).json, { message: 'm' }));
}
says('stdout', 'a prompt is gated: silence is allow', () => answers(run('generic', '', { tool_name: 'beforeSubmitPrompt', tool_input: { prompt: 'hi' } }, ''), 0, allowed));
says('stdout', 'a prompt is gated: it can be denied', () => answers(run('generic', '', { tool_name: 'beforeSubmitPrompt', tool_input: { prompt: 'hi' } }, { decision: 'deny', reason: 'r' }), 2, '{"decision":"deny","reason":"r"}'));

// ---- exit codes ----

const passing = {
  generic: ['generic', '', shell, allowed], Cursor: [...callers.Cursor.slice(0, 3), '{}'], 'Claude Code': [...callers['Claude Code'].slice(0, 3), ''], OpenCode: [...callers.OpenCode.slice(0, 3), '{}'],
};
for (const [who, [id, event, payload, silence]] of Object.entries(passing)) {
  const blocked = r => ok(/deny|block/.test(r.stdout), r.stdout);
  for (const args of [[], contract]) {
    const speech = args.length ? 'a hook of the contract' : 'a canonical hook';
    says('exit codes', `0 of ${speech} lets it pass on ${who}`, () => answers(run(id, event, payload, { exit: 0 }, { args }), 0, silence));
    says('exit codes', `0 and a denial of ${speech} blocks on ${who}`, () => blocked(run(id, event, payload, { decision: 'deny', reason: 'r' }, { args })));
    says('exit codes', `2 of ${speech} is the same as a denial on ${who}`, () => {
      const by = [run(id, event, payload, { decision: 'deny', reason: 'r' }, { args }), run(id, event, payload, { exit: 2, stderr: 'r' }, { args })].map(r => [r.code, r.stdout, r.stderr]);
      is(by[1], by[0]);
    });
    says('exit codes', `2 of ${speech} blocks whatever it printed on ${who}`, () => blocked(run(id, event, payload, { exit: 2, print: { decision: 'allow' } }, { args })));
    for (const exit of [1, 3, 255]) {
      says('exit codes', `${exit} of ${speech} lets it pass on ${who}, and that is said`, () => {
        const r = run(id, event, payload, { exit, stderr: 'oops' }, { args });
        answers(r, 0, silence);
        ok(r.stderr.includes(`exit code ${exit}`), r.stderr);
      });
    }
    says('exit codes', `1 of ${speech} lets it pass on ${who} although it printed a denial`, () => answers(run(id, event, payload, { exit: 1, print: { decision: 'deny', reason: 'r' } }, { args }), 0, silence));
  }
  says('exit codes', `a hook that is killed lets it pass on ${who}`, () => answers(run(id, event, payload, ['sh', '-c', 'kill -9 $$']), 0, silence));
  says('exit codes', `a hook that is not there lets it pass on ${who}`, () => answers(run(id, event, payload, ['/no/such/hook']), 0, silence));
}
const broken = { 'half an object': '{"tool_name":"Shell"', nothing: '', text: 'ls', 'a list': '[]', 'no value': 'null', 'a text in quotes': '"Shell"', 'a number': '7', 'bytes that are no UTF-8': Buffer.from([0xff, 0xfe]), 'a comma too many': '{"tool_name":"Shell",}' };
for (const [what, text] of Object.entries(broken)) {
  says('exit codes', `${what} on stdin is answered with allow and 0`, () => answers(run('generic', '', text, { decision: 'deny', reason: 'r' }), 0, allowed));
  says('exit codes', `${what} on stdin of a tool's event is answered with allow and 0`, () => answers(run('generic', 'preToolUse', text, { decision: 'deny', reason: 'r' }), 0, allowed));
}
says('exit codes', 'a hook is not asked about what cannot be read', () => is(seenByHook('generic', '', '{').text, ''));
for (const name of ['protect-env', 'annotation-validator', 'prompt-secrets']) {
  says('exit codes', `the hook program ${name} answers what it cannot read with allow and 0`, () => answers(start(path.join(root, `build/examples/${name}/${name}`), ['--host', 'generic'], { input: '{"tool_name":' }), 0, allowed));
}

// ---- events ----

const events = table('events', 'names', ['Config event', 'Cursor', 'Claude', 'OpenCode'], {
  sessionStart: ['sessionStart', 'sessionStart', 'SessionStart', 'session.* (future)'],
  beforeSubmitPrompt: ['beforeSubmitPrompt', 'beforeSubmitPrompt', 'UserPromptSubmit', '(future)'],
  preToolUse: ['preToolUse', 'preToolUse', 'PreToolUse', 'tool.execute.before'],
  postToolUse: ['postToolUse', 'postToolUse', 'PostToolUse', 'tool.execute.after'],
  stop: ['stop', 'stop', 'Stop', '(future)'],
  preCompact: ['preCompact', 'preCompact', 'PreCompact', '(future)'],
  sessionEnd: ['sessionEnd', 'sessionEnd', 'SessionEnd', '(future)'],
});
const meant = { sessionStart: 'session_start', beforeSubmitPrompt: 'before_prompt', preToolUse: 'before_tool_execute', postToolUse: 'after_tool_execute', stop: 'agent_stop', preCompact: 'before_compact', sessionEnd: 'session_end' };
const came = { sessionStart: 'event:session.created', beforeSubmitPrompt: 'chat.message', stop: 'event:session.idle', preCompact: 'experimental.session.compacting', sessionEnd: 'event:session.deleted' }; // what was future then
events.each(['Config event'], (row, column, value) => () => {
  const input = { tool_name: /Tool/.test(row) ? 'Shell' : row, tool_input: {} };
  is(seenByHook('generic', value, input).event.event, meant[row], '--event');
  is(call(['fire', '--event', value]).code, 0, 'gaff fire');
});
events.each(['Cursor'], (row, column, value) => () => is(Object.keys(install('cursor', ['--events', row]).read('.cursor/hooks.json').hooks).includes(value), true));
events.each(['Claude'], (row, column, value) => () => is(Object.keys(install('claude-code', ['--events', row]).read('.claude/settings.json').hooks), [value]));
events.each(['OpenCode'], (row, column, value) => () => {
  const names = install('opencode', ['--events', row]).read('.config/opencode/plugins/gaff.json').events;
  ok(names.includes(came[row] ?? value), names.join());
});
for (const [row, cells] of Object.entries(events.rows)) {
  says('events', `the call that Cursor sends on ${row} is that event`, () => is(seenByHook('cursor', '', JSON.parse(call(['fire', '--host', 'cursor', '--event', cells.Cursor]).stdout)).event.event, meant[row]));
  says('events', `the call that Claude Code sends on ${row} is that event`, () => is(seenByHook('claude-code', '', JSON.parse(call(['fire', '--host', 'claude-code', '--event', cells.Claude]).stdout)).event.event, meant[row]));
  says('events', `a hook of Cursor's for ${row} becomes one of Claude Code's`, () => {
    const r = call(['convert', '--from', 'cursor', '--to', 'claude-code'], { input: { version: 1, hooks: { [cells.Cursor]: [{ command: './hook' }] } } });
    is(Object.keys(r.json.hooks), [cells.Claude]);
  });
  says('events', `a hook of Claude Code's for ${row} becomes one of Cursor's`, () => {
    const r = call(['convert', '--from', 'claude-code', '--to', 'cursor'], { input: { hooks: { [cells.Claude]: [{ hooks: [{ type: 'command', command: './hook' }] }] } } });
    is(Object.keys(r.json.hooks), [cells.Cursor]);
  });
}

// ---- tools ----

const natives = { Shell: ['bash', { command: 'ls' }], Write: ['write', { filePath: '/p/a', content: 'x' }], Read: ['read', { filePath: '/p/a' }], Edit: ['edit', { filePath: '/p/a', oldString: 'a', newString: 'b' }] };
table('tools', 'names', ['This contract', 'OpenCode'], { Shell: ['Shell', 'bash'], Write: ['Write', 'write'], Read: ['Read', 'read'], Edit: ['Edit', 'edit'], MultiEdit: ['MultiEdit', '(edit or multi)'] })
  .each(['This contract'], (row, column, value) => () => {
    const [tool, args] = natives[row] ?? ['multiedit', { filePath: '/p/a', edits: [{ oldString: 'a', newString: 'b' }, { oldString: 'c', newString: 'd' }] }];
    is(seenByHook('opencode', 'tool.execute.before', opencode(tool, args), { args: contract }).event, { tool_name: value, tool_input: inputs[row] });
  })
  .each(['OpenCode'], (row, column, value) => row === 'MultiEdit' ? null : () => {
    const { event } = seenByHook('generic', '', { tool_name: row, tool_input: inputs[row] }, { args: ['--dialect', 'opencode'] });
    is([event.input.tool, event.output.args], [value, natives[row][1]]);
  })
  .cell('MultiEdit', 'OpenCode', () => {
    const { event } = seenByHook('generic', '', { tool_name: 'MultiEdit', tool_input: { path: '/p/a', edits: [{ old_string: 'a', new_string: 'b' }] } }, { args: ['--dialect', 'opencode'] });
    is([event.input.tool, event.output.args], ['edit', natives.Edit[1]]);
  });
const foreign = {
  'gemini-cli': ['BeforeTool', { Shell: ['run_shell_command', { command: 'ls' }], Write: ['write_file', { file_path: '/p/a', content: 'x' }], Read: ['read_file', { file_path: '/p/a' }], Edit: ['replace', { file_path: '/p/a', old_string: 'a', new_string: 'b' }] }],
  'copilot-cli': ['preToolUse', { Shell: ['bash', { command: 'ls' }], Write: ['create', { path: '/p/a', file_text: 'x' }], Read: ['view', { path: '/p/a' }], Edit: ['edit', { path: '/p/a', old_str: 'a', new_str: 'b' }] }],
  'factory-droid': ['PreToolUse', { Shell: ['Execute', { command: 'ls' }], Write: ['Create', { file_path: '/p/a', content: 'x' }], Read: ['Read', { file_path: '/p/a' }], Edit: ['Edit', { file_path: '/p/a', old_str: 'a', new_str: 'b' }] }],
};
for (const [id, [event, names]] of Object.entries(foreign)) {
  for (const [name, [native, input]] of Object.entries(names)) {
    says('tools', `${native} of ${id} is ${name}`, () => {
      const payload = id === 'copilot-cli' ? { sessionId: 's', timestamp: 1, cwd: '/p', toolName: native, toolArgs: JSON.stringify(input) } : claude(event, { tool_name: native, tool_input: input });
      is(seenByHook(id, event, payload, { args: contract }).event, { tool_name: name, tool_input: inputs[name] });
    });
  }
}

// ---- agents ----

says('agents', 'Cursor is registered in .cursor/hooks.json', () => is(install('cursor', ['--project']).has('project/.cursor/hooks.json'), true));
for (const row of Object.keys(events.rows)) says('agents', `Cursor has ${row}, and it is registered`, () => ok(install('cursor', ['--project', '--events', 'all']).text('project/.cursor/hooks.json').includes(`--event ${row} `), row));
for (const model of ['gpt-5.3-codex', 'claude-4.5-sonnet', 'unknown']) {
  says('agents', `Cursor with the model ${model} has the same hooks`, () => {
    const r = run('cursor', 'preToolUse', cursor('preToolUse', { model, tool_name: 'Shell', tool_input: { command: 'ls' }, cwd: '/p' }), { decision: 'deny', reason: 'no' });
    is([r.code, r.json.permission], [0, 'deny']);
  });
}
says('agents', 'Claude in Cursor is registered in .claude/settings.json', () => is(install('claude-code', ['--project']).has('project/.claude/settings.json'), true));
says('agents', 'Cursor reads .claude/settings.json too', () => ok(host('cursor').config.some(one => one.path === './.claude/settings.json'), 'no such row'));
says('agents', 'Claude in Cursor: a call of Cursor on a registration for Claude Code is answered as Cursor reads it', () => is(run('claude-code', 'PreToolUse', callers['Claude in Cursor'][2], { decision: 'allow' }).json, { permission: 'allow' }));
differs('opencode-plugin-name', 'agents', 'OpenCode has the plugin gaff.js', () => {
  const r = install('opencode', ['--project']);
  is([r.has('project/.opencode/plugins/gaff.js'), r.has('project/.opencode/plugins/cursor-hooks-adapter.js')], [true, false]);
});
says('agents', 'OpenCode has the manifest of its plugin beside it', () => is(install('opencode', ['--project']).has('project/.opencode/plugins/gaff.json'), true));
for (const [row, name] of [['preToolUse', 'tool.execute.before'], ['postToolUse', 'tool.execute.after']]) says('agents', `the plugin of OpenCode maps ${row} to ${name}`, () => is(install('opencode', ['--events', row]).read('.config/opencode/plugins/gaff.json').events.filter(one => one.startsWith('tool.')), [name]));
says('agents', 'an agent that gaff does not know can call with the contract alone', () => answers(call(['run', '--', 'sh', '-c', 'cat >/dev/null; exit 2'], { input: shell }), 2, '{"decision":"deny","reason":"blocked by a hook"}'));
says('agents', 'an agent with a documented schema of its configuration has one written', () => {
  const manifest = file('backends.json', { spec: 'hooks/1.0', hooks: [{ event: 'before_tool_execute', matcher: 'shell', handler: { type: 'command', command: './hook' } }] });
  const none = hosts().filter(one => one.config.length && !['grok'].includes(one.id) && call(['convert', '--from', 'canonical', '--to', one.id, '--in', manifest]).stdout === '').map(one => one.id);
  is(none, []);
});

done('seed contract');
