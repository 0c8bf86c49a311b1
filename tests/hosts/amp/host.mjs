// Amp with gaff's plugin, from its pages and types of September 2026. What is exported, and what it means: tests/hosts.mjs.
export const title = 'Amp';
export const shell = { event: 'tool.call', case: 'tool.call.Bash' };
export const prolongs = { 'agent.end': 'agent.end' };
export const noOpinion = '{}';
export const privateStderr = true;

export const tools = ['tool.call'];
export const afterwards = ['tool.result', 'agent.end'];
export const can = {
  deny: ['tool.call', 'tool.result', 'agent.end'],
  allow: [],
  ask: ['tool.call'],
  context: ['tool.result', 'agent.start'],
  denyContext: ['tool.call', 'tool.result', 'agent.start'],
  rewrite: ['tool.call'],
  message: ['tool.call', 'tool.result', 'agent.start', 'agent.end'],
  stop: [],
  env: [],
  prompt: [],
};

export const outputs = event => event === 'tool.result';
export const waits = { '*': 60000 };
export const vocabulary = {
  shell: ['Bash', 'shell_command'], file_read: ['Read'], file_write: ['create_file'], file_edit: ['edit_file', 'apply_patch'], search: ['Grep'], find: ['glob'],
  web_fetch: ['read_web_page'], web_search: ['web_search'], agent: ['Task'],
};
export const toolName = p => p.event.tool;
export const toolInput = p => p.event.input;
export const command = p => p.event.input.cmd ?? p.event.input.command;
export const path = p => p.event.input.path ?? /^\*\*\* \w+ File: (.*)$/m.exec(p.event.input.patchText ?? '')?.[1];
export const prompt = p => p.event.message;
export const session = p => p.event.thread.id;
export const install = { file: '.config/amp/plugins/gaff.json', project: '.amp/plugins/gaff.json', shape: 'plugin', event: 'tool.call' };

// ---- what the plugin and Amp do with an answer ----

const members = {
  'tool.call': ['block', 'reason', 'ask', 'input', 'notify'], 'tool.result': ['block', 'reason', 'output', 'message', 'notify'],
  'agent.start': ['message', 'notify'], 'agent.end': ['block', 'reason', 'notify'],
};

export function judge(event, payload, { stdout, stderr, code }) {
  const v = {}, known = members[event] ?? [];
  let json;
  if (code !== 0 && code !== 2) return { rejected: `exit ${code}` };
  try { json = JSON.parse(stdout); } catch { return { rejected: 'not one JSON object' }; }
  for (const key of Object.keys(json)) if (!known.includes(key)) return { rejected: `nobody reads ${key} on ${event}` };
  for (const key of ['block', 'ask']) if (key in json && json[key] !== true) return { rejected: `${key} is ${json[key]}` };
  for (const key of ['reason', 'output', 'message', 'notify']) if (key in json && typeof json[key] !== 'string') return { rejected: `${key} is no text` };
  if ((code === 2) !== Boolean(json.block)) return { rejected: `exit ${code} and ${stdout}` };
  if (json.block) {
    v.blocked = json.reason;
    if (!v.blocked) return { rejected: 'no reason' };
    if (json.ask || json.input) return { rejected: 'a denial, and something else' };
  } else if (json.ask) v.asked = json.reason;
  else if (json.reason) return { rejected: 'a reason for nothing' };
  if (json.input) {
    if (typeof json.input !== 'object' || Array.isArray(json.input)) return { rejected: 'the input is no object' };
    v.rewritten = json.input; // it takes the place of all of the old one
  }
  if (json.output !== undefined) v.output = json.output;
  if (json.message !== undefined) v.context = json.message;
  if (json.notify !== undefined) v.message = json.notify;
  return v;
}
