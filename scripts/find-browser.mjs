import { spawnSync } from 'node:child_process';
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

const find = () => CANDIDATES.find((path) => path && existsSync(path));

export function findBrowser() {
  const found = find();
  if (found && (found === process.env.CHROMIUM_PATH || found === SHELL)) return found;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall) {
    console.log('Installing Chromium for the browser tests ...');
    install(['chromium-headless-shell']);
    if (!find()) install(['chromium']);
  }
  return find();
}

function install(packages) {
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: INSTALL_MS,
  };
  if (spawnSync('apt-get', ['update', '-qq'], quiet).status !== 0) return;
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet);
}

export const BROWSER_MISSING =
  'The browser tests need Chromium: install it, or set CHROMIUM_PATH to its program.';
