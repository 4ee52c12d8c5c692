// Builds the web app while the server prepares its database; the server opens the site once both are done.
import { spawn } from 'node:child_process';
import {
  buildWeb,
  ensureInstalled,
  forwardSignals,
  nodePath,
  root,
  secondsSince,
  siteEnvironment,
} from './prepare.mjs';

const startedAt = Date.now();
ensureInstalled({ forTests: false });
const build = buildWeb();
const server = spawn(nodePath(), ['server/api.ts', '--await-web-app'], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: siteEnvironment(),
});
let isStopping = false;
/** A server that waits for the web app gives up when it loses its parent's channel. */
const giveUpWaiting = () => server.connected && server.disconnect();
forwardSignals((signal) => {
  isStopping = true;
  build.stop();
  giveUpWaiting();
  server.kill(signal);
});
server.on('exit', (code) => {
  build.stop();
  process.exit(code ?? 1);
});
server.on('message', (message) => {
  if (message !== 'ready') return;
  console.log(`  Started in ${secondsSince(startedAt)}.\n`);
  giveUpWaiting();
});
// A server that has just ended takes no message.
server.on('error', () => {});

const isBuilt = await build.done;
if (isBuilt && server.connected) server.send('built', () => {});
else {
  if (!isStopping) console.error('Building the web app failed: see the lines above.');
  giveUpWaiting();
}
