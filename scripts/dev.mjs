// Restarts the server and reloads the page on every change; the page is on PORT, the API on the next port.
import { spawn } from 'node:child_process';
import { ensureInstalled, environment, nodePath, root } from './prepare.mjs';

ensureInstalled();
const port = Number(process.env.PORT ?? 4000);
const apiPort = port + 1;
const publicUrl = process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}`;
const children = [
  start(['--watch', '--watch-preserve-output', 'server/api.ts'], {
    PORT: String(apiPort),
    PUBLIC_URL: publicUrl,
  }),
  start(['node_modules/vite/bin/vite.js'], { PORT: String(port), API_PORT: String(apiPort) }),
];

function start(args, extra) {
  return spawn(nodePath(), args, { cwd: root, stdio: 'inherit', env: environment(extra) });
}

function stop(signal) {
  for (const child of children) child.kill(signal);
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
for (const child of children) {
  child.on('exit', (code) => {
    stop('SIGTERM');
    process.exitCode = code ?? 0;
  });
}
