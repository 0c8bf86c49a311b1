// The wrapper around a command-line program, by its contract. What is exported, and what it means: tests/hosts.mjs.
export const title = 'Command-line wrapper';
export const shell = { event: 'pre', case: 'pre' };
export const prolongs = {};
export const noOpinion = '';
export const privateStderr = true;

export const tools = ['pre'];
export const afterwards = ['post'];
export const can = { deny: ['pre'], allow: [], ask: [], context: [], rewrite: [], message: [], stop: [], env: [] };

export const waits = { '*': 60000 };
export const vocabulary = { shell: ['cli'] };
export const toolName = p => 'cli' in p ? 'cli' : undefined;
export const toolInput = p => ({ cli: p.cli, args: p.args });
// What a shell would make of the words; a command that is no words goes to `sh -c` as it is.
export const command = p => p.cli === 'sh' && p.args[0] === '-c' ? p.args[1] : [p.cli, ...p.args].map(word => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`).join(' ');
export const path = () => undefined;
export const prompt = () => undefined;
export const session = () => undefined;
export const sessionless = ['before_tool_execute', 'after_tool_execute'];

export function judge(event, payload, { stdout, stderr, code }) {
  let json = {};
  try { json = stdout.trim() ? JSON.parse(stdout) : {}; } catch { return { rejected: 'not JSON' }; }
  for (const key of Object.keys(json)) if (!['decision', 'reason'].includes(key)) return { rejected: `unknown key ${key}` };
  if (json.decision !== undefined && !['allow', 'deny'].includes(json.decision)) return { rejected: 'unknown decision' };
  if (code === 2 || json.decision === 'deny') return event === 'pre' ? { blocked: json.reason ?? stderr.trim() } : { rejected: 'it has run already' };
  return code === 0 ? {} : { rejected: `exit ${code}` };
}
