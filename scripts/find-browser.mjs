import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Browser tests take a third less time in the build without windows. */
const SHELL = '/usr/bin/chromium-headless-shell';

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const INSTALL_MS = 120_000;
const INSTALL =
  'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium-headless-shell || ' +
  'apt-get install -y -qq --no-install-recommends chromium';

const find = () => CANDIDATES.find((path) => path && existsSync(path));

/** Installs a browser where it may. This is one command, so that it goes on while npm blocks this process. */
export async function findBrowser() {
  const found = find();
  if (found && (found === process.env.CHROMIUM_PATH || found === SHELL)) return found;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall) {
    console.log('Installing Chromium for the browser tests ...');
    await install();
  }
  return find();
}

function install() {
  const child = spawn('sh', ['-c', INSTALL], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: INSTALL_MS,
  });
  return new Promise((resolve) => child.on('close', resolve).on('error', resolve));
}

export const BROWSER_MISSING =
  'The browser tests need Chromium: install it, or set CHROMIUM_PATH to its program.';
