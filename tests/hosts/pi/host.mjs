// pi 1.5.0 with gaff's extension, as it was measured. What is exported, and what it means: tests/hosts.mjs.
export const title = 'pi';
export const shell = { event: 'tool_call', case: 'tool_call.bash' };
export const prolongs = { agent_before_settle: 'agent_before_settle' };
export const noOpinion = '{}';
export const privateStderr = true;

const gates = ['input', 'user_bash', 'session_before_compact', 'session_before_switch', 'session_before_fork', 'session_before_tree'];
const beginnings = ['session_start', 'session_compact', 'before_agent_start'];
const answered = ['tool_call', 'tool_result', 'agent_before_settle', ...gates, ...beginnings];

export const tools = ['tool_call'];
export const afterwards = ['tool_result', 'agent_before_settle'];
export const can = {
  deny: ['tool_call', 'tool_result', 'agent_before_settle', ...gates],
  allow: [],
  ask: ['tool_call', ...gates], // where there is a screen; elsewhere the extension blocks: tests/plugins.mjs
  context: ['tool_call', 'tool_result', 'input', 'agent_before_settle', ...beginnings],
  denyContext: ['tool_call', 'tool_result', 'agent_before_settle', ...beginnings],
  rewrite: ['tool_call'],
  message: answered,
  stop: ['tool_call', 'tool_result'],
  env: [],
  prompt: ['input'],
};

export const outputs = event => event === 'tool_result';
export const waits = { '*': 60000 };
export const vocabulary = { shell: ['bash'], file_read: ['read'], file_write: ['write'], file_edit: ['edit'], search: ['grep'], find: ['find'] };
export const toolName = p => p.toolName;
export const toolInput = p => p.input;
export const command = p => p.input.command;
export const path = p => p.input.path;
export const prompt = p => p.text;
export const session = p => p.ctx.sessionId;
export const install = { file: '.pi/agent/extensions/gaff.json', project: '.pi/extensions/gaff.json', shape: 'plugin', event: 'tool_call', variables: { PI_CODING_AGENT_DIR: 'extensions/gaff.json' } };
const bare = ['agent_end', 'agent_start', 'before_agent_start', 'context', 'input', 'session_start', 'tool_call', 'tool_result', 'turn_start'];
export const unfired = {
  ...Object.fromEntries(bare.map(event => [`${event}.bare`, 'the event alone, without what the extension adds'])),
  ...Object.fromEntries(['session_start.new', 'session_start.fork', 'session_shutdown.new', 'session_shutdown.fork'].map(name => [name, 'one session takes the place of another'])),
  ...Object.fromEntries(['grep', 'find', 'read-missing'].map(name => [`tool_result.${name}`, 'the tool failed'])),
  'tool_result.edit': 'gaff fire writes files, and edits none',
};

// ---- what the extension and pi do with an answer ----

const members = {
  tool_call: ['block', 'reason', 'ask', 'input', 'message', 'stop', 'stopReason', 'notify'], tool_result: ['block', 'reason', 'output', 'message', 'stop', 'stopReason', 'notify'],
  input: ['block', 'reason', 'ask', 'text', 'message', 'notify'], agent_before_settle: ['block', 'reason', 'message', 'notify'],
  ...Object.fromEntries(gates.filter(name => name !== 'input').map(name => [name, ['block', 'reason', 'ask', 'notify']])),
  ...Object.fromEntries(beginnings.map(name => [name, ['message', 'notify']])),
};

export function judge(event, payload, { stdout, stderr, code }) {
  const v = {}, known = members[event] ?? [];
  let json;
  if (code !== 0 && code !== 2) return { rejected: `exit ${code}` };
  try { json = JSON.parse(stdout); } catch { return { rejected: 'not one JSON object' }; }
  for (const key of Object.keys(json)) if (!known.includes(key)) return { rejected: `nobody reads ${key} on ${event}` };
  for (const key of ['block', 'ask', 'stop']) if (key in json && json[key] !== true) return { rejected: `${key} is ${json[key]}` };
  for (const key of ['reason', 'output', 'text', 'message', 'stopReason', 'notify']) if (key in json && typeof json[key] !== 'string') return { rejected: `${key} is no text` };
  if ((code === 2) !== Boolean(json.block)) return { rejected: `exit ${code} and ${stdout}` };
  if (json.block) {
    v.blocked = json.reason;
    if (!v.blocked) return { rejected: 'no reason' };
    if (json.ask || json.input || json.text) return { rejected: 'a denial, and something else' };
  } else if (json.ask) v.asked = json.reason;
  else if (json.reason) return { rejected: 'a reason for nothing' };
  if (json.input) {
    if (typeof json.input !== 'object' || Array.isArray(json.input)) return { rejected: 'the input is no object' };
    v.rewritten = json.input; // it takes the place of all of the old one
  }
  if (json.output !== undefined) v.output = json.output;
  if (json.text !== undefined) v.prompt = json.text;
  if (json.message !== undefined) v.context = json.message;
  if (json.notify !== undefined) v.message = json.notify;
  if (json.stop) v.stopped = json.stopReason ?? true;
  return v;
}
