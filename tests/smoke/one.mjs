// one.mjs - runs one scenario; smoke.mjs starts it inside a network namespace that has loopback only.
//
// argv[2] is a JSON file: { agent, program, gaff, dir, event, options, hook, script }. The result, JSON on
// stdout: how the agent ended, which requests it sent to the model, and what it printed.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { startModel } from './model.mjs';

const s = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const home = path.join(s.dir, 'home'), project = path.join(s.dir, 'project');
for (const d of [home, project]) fs.mkdirSync(d, { recursive: true });
const quote = text => `'${text.replaceAll("'", "'\\''")}'`;
const hook = path.join(s.dir, 'hook.sh');
fs.writeFileSync(hook, `#!/bin/sh\n: > '${hook}.ran'\n${s.hook}\n`, { mode: 0o755 });
const command = [s.gaff, 'run', '--host', s.agent, '--event', s.event, ...(s.options ?? []), '--', hook].map(quote).join(' ');
const hooks = { hooks: { [s.event]: [{ hooks: [{ type: 'command', command, timeout: 20 }] }] } };
const model = await startModel(s.script);

const agents = {
  'claude-code': () => {
    fs.mkdirSync(path.join(home, '.claude'));
    fs.writeFileSync(path.join(home, '.claude/settings.json'), JSON.stringify(hooks));
    return {
      args: ['-p', s.prompt ?? 'please do it', '--model', 'claude-sonnet-4-5', '--output-format', 'stream-json', '--verbose', '--include-hook-events', ...(s.allow === false ? [] : ['--allowedTools', 'Bash']), ...(s.args ?? [])],
      env: { ANTHROPIC_BASE_URL: `http://127.0.0.1:${model.port}`, ANTHROPIC_API_KEY: 'test', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_TELEMETRY: '1', DISABLE_AUTOUPDATER: '1' },
    };
  },
  codex: () => {
    fs.mkdirSync(path.join(home, '.codex'));
    fs.writeFileSync(path.join(home, '.codex/hooks.json'), JSON.stringify(hooks));
    fs.writeFileSync(path.join(home, '.codex/config.toml'), `model = "mock-model"
model_provider = "mock"
check_for_update_on_startup = false
web_search = "disabled"
[model_providers.mock]
name = "mock"
base_url = "http://127.0.0.1:${model.port}/v1"
env_key = "MOCK_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false
[analytics]
enabled = false
[features]
goals = false
plugins = false
apps = false
remote_plugin = false
shell_snapshot = false
`);
    return {
      args: ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', '--dangerously-bypass-hook-trust', s.prompt ?? 'please do it'],
      env: { MOCK_KEY: 'test' },
    };
  },
};

const { args, env } = agents[s.agent]();
const child = spawn(s.program, args, { cwd: project, stdio: ['ignore', 'pipe', 'pipe'], detached: true,
  env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, LANG: 'C.UTF-8', TERM: 'xterm', TMPDIR: s.dir, ...env } });
let stdout = '', stderr = '';
child.stdout.on('data', d => { stdout += d; });
child.stderr.on('data', d => { stderr += d; });
const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 60000);
child.on('close', code => {
  clearTimeout(timer);
  model.stop();
  const result = { code, requests: model.requests, stdout: stdout.slice(-200000), stderr: stderr.slice(-20000), files: fs.readdirSync(project), ran: fs.existsSync(hook + '.ran') };
  process.stdout.write(JSON.stringify(result), () => process.exit(0)); // an exit alone would cut a long text
});
