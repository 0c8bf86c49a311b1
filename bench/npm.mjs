// npm.mjs - a program from npm, kept under build/: its file, or nothing where the registry is out of reach.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export function install(dir, wanted, program) {
  fs.mkdirSync(dir, { recursive: true });
  if (fs.existsSync(program)) return program;
  fs.writeFileSync(path.join(dir, 'package.json'), '{"private":true}');
  const r = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', wanted], { encoding: 'utf8', cwd: dir, timeout: 600000 });
  if (fs.existsSync(program)) return program;
  if (!/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|ENETUNREACH/.test(r.stderr ?? '')) throw new Error(`npm did not install ${wanted}:\n${r.stdout}${r.stderr}`);
  return '';
}
