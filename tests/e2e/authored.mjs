// authored.mjs - hooks as people write them, in C with libgaff and in sh with gaff match and gaff reply: registered with
// the agent itself, without any gaff run, and behind gaff run. An agent.mjs takes these among its scenarios.
const row = event => ({ event, blocking: true, handler: { type: 'command', command: 'HOOK' } });
const before = 'before_tool_execute', start = 'session_start';

const denied = told => r => r.files.includes('made') ? 'the tool ran' : told(r, 1, 'REASON-4711') ? null : 'the model was not told';
const greeted = told => r => told(r, 0, 'CONTEXT-4711') ? null : 'the model was not told';
const both = told => r => greeted(told)(r) ?? denied(told)(r) ?? (r.files.includes('other') ? null : 'the other tool did not run');

// Behind gaff run a script may ask as often as it wants; of an agent itself stdin is a pipe, and is read once.
const asks = `gaff match event session_start && exec gaff reply context CONTEXT-4711
gaff match --not command 'touch made' && exit 0
exec gaff reply deny REASON-4711`;

export const authored = {};
for (const [written, deny, greet, all] of [['C'], ['sh', 'exec gaff reply deny REASON-4711', 'exec gaff reply context CONTEXT-4711', asks]]) {
  authored[`a hook in ${written}, called by the agent itself, denies`] = ({ shell, told }) => ({
    spec: { raw: true, written, event: before, hook: deny, script: [shell('touch made')] }, silent: denied(told),
  });
  authored[`a hook in ${written}, called by the agent itself, tells a session something`] = ({ told }) => ({
    spec: { raw: true, written, event: start, hook: greet, script: [] }, silent: greeted(told),
  });
  authored[`a hook in ${written}, behind gaff run, does both`] = ({ shell, told }) => ({
    spec: { user: [row(before), row(start)], written, hook: all, script: [shell('touch made'), shell('touch other')] }, silent: both(told),
  });
}
