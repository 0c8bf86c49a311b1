// OpenCode 1.18.33 with gaff's plugin, as it was measured. What is exported, and what it means: tests/hosts.mjs.
export const title = 'OpenCode';
export const shell = { event: 'tool.execute.before', case: 'tool.execute.before.bash' };
export const prolongs = {};
export const noOpinion = '{}';
export const privateStderr = true;

// What the plugin waits for and takes an answer to.
const hooks = ['tool.execute.before', 'tool.execute.after', 'chat.message', 'command.execute.before', 'shell.env', 'experimental.session.compacting', 'experimental.text.complete', 'chat.params', 'chat.headers'];

export const tools = ['tool.execute.before'];
export const afterwards = ['tool.execute.after', 'session.idle'];
export const unknown = ['message.updated', 'message.part.updated', 'message.part.delta', 'plugin.added', 'reference.updated'];
export const can = {
  deny: ['tool.execute.before', 'tool.execute.after', 'chat.message', 'command.execute.before', 'shell.env'],
  allow: [],
  ask: [],
  context: ['tool.execute.after', 'chat.message', 'command.execute.before', 'experimental.session.compacting'],
  denyContext: ['tool.execute.before', 'experimental.session.compacting'],
  rewrite: ['tool.execute.before'],
  message: hooks,
  stop: [],
  env: ['shell.env'],
  prompt: ['chat.message', 'command.execute.before', 'experimental.session.compacting'],
};

export const native = { 'chat.params': Object.fromEntries(['temperature', 'topP', 'topK', 'maxOutputTokens', 'options'].map(name => [name, `/output/${name}`])), 'chat.headers': { headers: '/output/headers' } };
export const outputs = event => ['tool.execute.after', 'experimental.text.complete'].includes(event);
export const waits = { '*': 60000 };
export const vocabulary = { shell: ['bash'], file_read: ['read'], file_write: ['write'], file_edit: ['edit', 'apply_patch', 'multiedit', 'patch'], search: ['grep'], find: ['glob'], web_fetch: ['webfetch'], web_search: ['websearch'], agent: ['task'] };
const about = p => p.input?.event?.properties;
export const toolName = p => p.input?.tool ?? about(p)?.permission;
export const toolInput = p => p.output?.args ?? p.input?.args ?? about(p)?.metadata;
export const command = p => toolInput(p).command;
export const path = p => toolInput(p).filePath ?? /^\*\*\* \w+ File: (.*)$/m.exec(toolInput(p).patchText ?? '')?.[1];
export const prompt = p => p.output.parts[0].text;
export const session = p => p.input?.sessionID ?? about(p)?.sessionID;
export const install = { file: '.config/opencode/plugins/gaff.json', project: '.opencode/plugins/gaff.json', shape: 'plugin', event: 'tool.execute.before', variables: { XDG_CONFIG_HOME: 'opencode/plugins/gaff.json' } };
export const inherits = { OPENCODE: '1' };
export const sessionless = ['file_changed'];
export const unfired = Object.fromEntries(['config', 'event.permission.asked.bare', 'event.permission.replied.bare', 'event.session.status.bare', 'tool.execute.before.bash.bare']
  .map(name => [name, 'the arguments of the hook alone, without what the plugin adds']));

// ---- what the plugin and OpenCode do with an answer ----

export function judge(event, payload, { stdout, stderr, code }) {
  const v = {};
  let json;
  if (code !== 0 && code !== 2) return { rejected: `exit ${code}` };
  if (code === 2 && unknown.includes(event)) return v; // the plugin does not throw on the bus
  if (code === 2 && !stdout && hooks.includes(event)) return { blocked: stderr.trim() };
  try { json = JSON.parse(stdout); } catch { return { rejected: 'not one JSON object' }; }
  for (const key of Object.keys(json)) if (!['block', 'args', 'output', 'parts', 'env', 'notify'].includes(key)) return { rejected: `the plugin knows no ${key}` };
  if (json.notify) v.message = json.notify;
  if (code === 2 || json.block !== undefined) {
    if (!hooks.includes(event)) return { rejected: 'there is nothing to block' };
    if (['experimental.session.compacting', 'chat.params', 'chat.headers'].includes(event)) return { rejected: 'the whole run would fail' };
    v.blocked = json.block || stderr.trim();
    if (!v.blocked) return { rejected: 'no reason' };
    return v;
  }
  if (Object.keys(json).length && !hooks.includes(event)) return { rejected: 'nobody reads an answer' };
  if (event === 'tool.execute.before' && json.args) v.rewritten = json.args;
  else if (json.args) return { rejected: 'args only count before a tool' };
  if (event === 'tool.execute.after' && json.output) {
    const old = payload.output;
    if (old.content && !old.output) { // MCP
      const added = json.output.content?.slice(old.content.length);
      if (!json.output.content?.every(item => item.type === 'text' || old.content.some(was => JSON.stringify(was) === JSON.stringify(item)))) return { rejected: 'not a content' };
      if (added?.length && JSON.stringify(json.output.content.slice(0, old.content.length)) === JSON.stringify(old.content)) v.context = added[0].text;
      else v.output = json.output.content;
    } else {
      if (typeof json.output.output !== 'string') return { rejected: 'the output is no text' };
      if (json.output.output.startsWith(old.output + '\n\n')) v.context = json.output.output.slice(old.output.length + 2);
      else if (!old.output) v.context = json.output.output;
      else v.output = json.output.output;
    }
  }
  if (json.parts) {
    if (!['chat.message', 'command.execute.before'].includes(event)) return { rejected: 'parts only count in a prompt' };
    const old = payload.output.parts, i = old.findIndex(part => part.type === 'text'), now = json.parts[i];
    if (json.parts.length !== old.length) return { rejected: 'a part too few or too many' };
    for (const key of Object.keys(old[i])) if (key !== 'text' && now[key] !== old[i][key]) return { rejected: `the part has another ${key}` };
    if (now.text.startsWith(old[i].text + '\n\n')) v.context = now.text.slice(old[i].text.length + 2);
    else v.prompt = now.text;
  }
  if (json.env) {
    if (event !== 'shell.env') return { rejected: 'env only counts in shell.env' };
    v.env = json.env;
  }
  if (event === 'experimental.session.compacting' && json.output?.context) v.context = json.output.context.join('\n');
  if (event === 'experimental.session.compacting' && json.output?.prompt) v.prompt = json.output.prompt;
  if (event === 'experimental.text.complete' && json.output) v.output = json.output.text;
  return v;
}
