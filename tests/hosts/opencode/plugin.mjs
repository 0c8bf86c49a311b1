// plugin.mjs - what OpenCode loads to call gaff; agent.mjs fills in the two constants.
//
// A hook's command gets {"hook","input","output","directory","worktree"} on stdin and answers with one
// object: "block" is thrown, "args" replaces the tool's input, "output" and "env" are laid over what
// OpenCode passed, "parts" replaces the parts of a message. Exit 2 blocks too, with stderr as the reason.
// OpenCode keeps its own references to args, parts and env, so those are changed in place.
import { spawnSync } from 'node:child_process';

const commands = {}; // hook: shell line
const forward = []; // types of `event` that are worth a process

const hooks = ['tool.execute.before', 'tool.execute.after', 'chat.message', 'command.execute.before', 'shell.env',
  'permission.ask', 'experimental.session.compacting', 'experimental.text.complete'];

function ask(hook, { directory, worktree }, input, output) {
  const run = spawnSync('/bin/sh', ['-c', commands[hook]], {
    cwd: directory, encoding: 'utf8', maxBuffer: 1 << 26,
    env: process.env, // else it lacks OPENCODE, OPENCODE_PID and AGENT, which OpenCode sets after it has started
    input: JSON.stringify({ hook, input, output, directory, worktree }),
  });
  let answer = null;
  try { answer = JSON.parse(run.stdout); } catch { /* no answer is no opinion */ }
  const block = answer?.block || (run.status === 2 && (run.stderr.trim() || 'blocked by a hook'));
  return { ...answer, block };
}

function apply({ block, args, parts, env, output: members }, output) {
  if (block) throw new Error(block);
  if (args && output.args) {
    for (const key of Object.keys(output.args)) delete output.args[key];
    Object.assign(output.args, args);
  }
  if (members) Object.assign(output, members);
  if (parts && output.parts) output.parts.splice(0, output.parts.length, ...parts);
  if (env && output.env) Object.assign(output.env, env);
}

export const Gaff = async context => {
  const plugin = {};
  for (const hook of hooks)
    if (commands[hook]) plugin[hook] = async (input, output) => apply(ask(hook, context, input, output), output);
  if (commands.event) // nothing can be answered here, and what is thrown lands on the user's terminal
    plugin.event = async input => { if (forward.includes(input.event.type)) ask('event', context, input); };
  return plugin;
};
