// Runs a TypeScript program of the project on Node 24, after installing what is missing.
import { spawn } from 'node:child_process';
import { ensureInstalled, environment, nodePath, root } from './prepare.mjs';

ensureInstalled();
const program = spawn(nodePath(), process.argv.slice(2), { cwd: root, stdio: 'inherit', env: environment() });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => program.kill(signal));
program.on('exit', (code) => process.exit(code ?? 1));
