// Runs a TypeScript program of the project on Node 24, after installing what is missing.
import { spawn } from 'node:child_process';
import { ensureInstalled, environment, nodePath, root } from './prepare.mjs';

const PARENT_CHECK_MS = 500;

ensureInstalled();
const program = spawn(nodePath(), process.argv.slice(2), { cwd: root, stdio: 'inherit', env: environment() });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => program.kill(signal));
program.on('exit', (code) => process.exit(code ?? 1));

// npm passes a signal to its shell only, which ends without telling us: an orphan stops as if it had been told.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) program.kill('SIGTERM');
}, PARENT_CHECK_MS).unref();
