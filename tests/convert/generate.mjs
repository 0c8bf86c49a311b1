// generate.mjs - manifests by chance, the same for the same number: every kind of matcher, handler, field and provider_data.
import { ids, random } from './lib.mjs';
import { words } from './model.mjs';

const events = ['before_tool_execute', 'before_tool_execute', 'before_tool_execute', 'before_tool_execute', 'after_tool_execute', 'after_tool_execute', 'session_start', 'session_end', 'before_prompt', 'agent_stop', 'before_compact', 'after_compact', 'notification', 'error_occurred',
  'subagent_start', 'subagent_stop', 'permission_request', 'permission_denied', 'tool_use_failure', 'before_model', 'after_model', 'before_tool_selection', 'config_change', 'file_changed', 'file_created', 'file_saved', 'file_deleted', 'before_task', 'after_task',
  'claude-code:Setup', 'claude-code:TaskCompleted', 'cursor:workspaceOpen', 'qwen-code:TodoCreated', 'opencode:todo.updated'];
const names = ['Bash', 'NotebookEdit', 'run_shell_command', 'apply_patch', 'Delete', 'list_directory', 'my.tool', 'a b', 'größe', 'mcp__github__create_issue'];
const patterns = ['file_(read|write)', '^shell$', 'Bash', '^(Edit|Write)$', '.', 'mcp__github__', '(?i)bash', 'a|b', '[A-Z]+_x', '\\.env$', '^mcp__(lab|github)__', 'é', '\\bfoo\\b', 'x{1,3}'];
const servers = ['github', 'lab', 'my-server', 'a.b', 'under_score', 'Ünï'], tools = ['create_issue', 'mark', 'do-it', 'x', 'a__b'];
const texts = ['guard', 'größer ✓', 'two words', "it's", 'say "hi"', '日本語', 'a\tb', 'back\\slash', '$HOME', '`date`', '${X}', '//', '/* */', '#', ': x', '- y', '*/', '</script>', '\u2028', "'''", '"""', '{{x}}', '%d', 'null', '~', 'yes', '0x1f', ' lead', 'trail '];

const json = (r, depth = 0) => {
  switch (r.below(depth > 2 ? 6 : 8)) {
  case 0: return null;
  case 1: return r.chance(0.5);
  case 2: return r.below(1000);
  case 3: return r.below(1000) / 8;
  case 4:
  case 5: return r.pick(texts);
  case 6: return Array.from({ length: r.below(3) }, () => json(r, depth + 1));
  default: return Object.fromEntries(Array.from({ length: r.below(3) }, () => [r.pick(['a', 'b', 'label', 'ключ', 'x y']), json(r, depth + 1)]));
  }
};

function matcherOne(r) {
  switch (r.below(8)) {
  case 0: return r.pick(names);
  case 1: return { pattern: r.pick(patterns) };
  case 2: return { mcp: { server: r.pick(servers) } };
  case 3: return { mcp: { server: r.pick(servers), tool: r.pick(tools) } };
  default: return r.pick(words);
  }
}

// Each hook has a mark of its own in what runs, by which it is found again.
function handler(r, mark) {
  const h = {}, maybe = (p, key, value) => { if (r.chance(p)) h[key] = value(); };
  const commands = [`/opt/${mark}/check.sh`, `check --hook ${mark}`, `./${mark}.sh "$1"`, `sh -c 'echo ${mark}; exit 0'`, `python3 -c "print('${mark}')" # ${r.pick(texts)}`, `printf '%s\\n' "${mark}" | tee -a ~/log`, `a=1\nb=2 # ${mark}`, `"$CLAUDE_PROJECT_DIR"/${mark}`];
  h.type = r.pick(['command', 'command', 'command', 'command', 'command', 'http', 'prompt', 'agent']);
  if (h.type === 'command') {
    h.command = r.pick(commands);
    maybe(0.12, 'platform', () => ({ [r.pick(['windows', 'linux', 'osx'])]: `other-${mark}`, ...r.chance(0.3) ? { windows: `${mark}.cmd` } : {} }));
    maybe(0.12, 'cwd', () => r.pick(['tools', 'a/b', 'with space']));
    maybe(0.15, 'env', () => ({ LEVEL: r.pick(texts), ...r.chance(0.4) ? { B: '' } : {} }));
    maybe(0.12, 'async', () => r.chance(0.8));
  } else if (h.type === 'http') {
    h.url = `https://example.com/${mark}?a=1&b=2`;
    maybe(0.5, 'headers', () => ({ 'X-Team': r.pick(['core', 'größe', 'a "b"']), ...r.chance(0.5) ? { Authorization: 'Bearer ${TOKEN}' } : {} }));
    if (h.headers?.Authorization) h.allowed_env_vars = ['TOKEN'];
  } else {
    h.prompt = `Is ${mark} fine? ${r.pick(texts)}`;
    maybe(0.4, 'model', () => r.pick(['small', 'large-1.5']));
  }
  maybe(0.4, 'timeout', () => r.pick([1, 5, 10, 30, 60, 0.5, 2.5, 90, 600, 1000, 1800]));
  return h;
}

export const markOf = i => `hook${i + 1}x`;

export function manifest(seed) {
  const r = random(seed), maybe = (h, p, key, value) => { if (r.chance(p)) h[key] = value(); };
  const hooks = Array.from({ length: 1 + r.below(6) }, (_, i) => {
    const h = { event: r.pick(events) };
    maybe(h, 0.15, 'name', () => `${r.pick(texts)} ${i}`.trim());
    maybe(h, 0.6, 'matcher', () => r.chance(0.3) ? Array.from({ length: 1 + r.below(4) }, () => matcherOne(r)) : matcherOne(r));
    maybe(h, 0.08, 'paths', () => ['**/.env', ...r.chance(0.3) ? ['!**/testdata/**'] : []]);
    h.handler = handler(r, markOf(i));
    maybe(h, 0.7, 'blocking', () => r.chance(0.7) && !h.handler.async);
    maybe(h, 0.05, 'enabled', () => r.chance(0.4));
    maybe(h, 0.05, 'dialect', () => r.pick(['claude-code', 'cursor', 'gemini-cli']));
    maybe(h, 0.1, 'on_error', () => r.pick(['open', 'closed']));
    maybe(h, 0.05, 'timeout_action', () => r.pick(['warn', 'block']));
    maybe(h, 0.1, 'status_message', () => r.pick(texts.filter(t => t.trim() === t)));
    maybe(h, 0.08, 'capabilities', () => [r.pick(['input_rewrite', 'structured_output'])]);
    maybe(h, 0.1, 'degradation', () => ({ [r.pick(['input_rewrite', 'http_handler', 'async_execution', 'custom_env', 'llm_evaluated', 'configurable_cwd', 'platform_commands', 'structured_output'])]: r.pick(['block', 'warn', 'exclude']) }));
    maybe(h, 0.2, 'provider_data', () => Object.fromEntries(r.some(ids, 1 + r.below(2)).map(id => [id, Object.fromEntries(Array.from({ length: 1 + r.below(2) }, () => [r.pick(['show_output', 'label', 'loop_limit', 'description', 'tags', 'once', 'заметка']), json(r)]))])));
    return h;
  });
  return { spec: 'hooks/1.0', hooks };
}
