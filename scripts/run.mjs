import { spawn } from 'node:child_process';
import { ensureInstalled, environment, nodePath, root } from './prepare.mjs';

const PARENT_CHECK_MS = 500;

ensureInstalled();
const program = spawn(nodePath(), process.argv.slice(2), { cwd: root, stdio: 'inherit', env: environment() });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => program.kill(signal));
program.on('exit', (code) => process.exit(code ?? 1));

// npm signals only its shell, which ends without telling us, so a process that lost its parent stops too.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) program.kill('SIGTERM');
}, PARENT_CHECK_MS).unref();
