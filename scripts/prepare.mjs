// This file must run on Node 20, because it finds Node 24 and installs the packages.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const allMark = join(root, 'node_modules/.encore-installed');
const siteMark = join(root, 'node_modules/.encore-installed-site');
const buildMark = join(root, 'dist/web/.built-from');
const NEEDED_NODE = 24;
const isWindows = process.platform === 'win32';

/**
 * Installs what the lock file names. What only tests and benchmarks need takes a third of the time, so a start leaves it
 * out, unless it has been installed here before.
 */
export function ensureInstalled({ forTests = true } = {}) {
  const wanted = hashOf(['package-lock.json', 'package.json']);
  if (readMark(allMark) === wanted) return;
  const isAll = forTests || existsSync(allMark);
  if (!isAll && readMark(siteMark) === wanted) return;
  console.log(`Installing packages (once, ${isAll ? 'about a minute' : 'half a minute or more'}) ...`);
  const startedAt = Date.now();
  // Without this, the runtime of the face models downloads GPU files from outside the registry.
  const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' };
  // `npm ci` would delete and install all packages again whenever one changes.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = spawnSync('npm', [...args, isAll ? '--include=dev' : '--omit=dev'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
    shell: isWindows,
  });
  if (result.status !== 0) fail('Installing packages failed: see the lines above.');
  writeFileSync(isAll ? allMark : siteMark, wanted);
  console.log(`Installed packages in ${secondsSince(startedAt)}.`);
}

/** Node 24 runs TypeScript directly; packages include it for machines with an older Node. */
export function nodePath() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_NODE) return process.execPath;
  const bundled = join(root, 'node_modules/.bin', isWindows ? 'node.cmd' : 'node');
  if (!existsSync(bundled))
    fail(`Encore needs Node ${NEEDED_NODE} or newer on this platform: install it and try again.`);
  return bundled;
}

export async function ensureBuilt() {
  if (!(await buildWeb().done)) fail('Building the web app failed: see the lines above.');
}

/** Builds the web app if its source has changed; `done` says whether there is a whole one. */
export function buildWeb() {
  const wanted = hashOf(['web', 'contract', 'vite.config.ts', 'package-lock.json']);
  if (readMark(buildMark) === wanted) return { done: Promise.resolve(true), stop() {} };
  console.log('Building the web app ...');
  const startedAt = Date.now();
  const args = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'];
  const vite = spawn(nodePath(), args, { cwd: root, stdio: 'inherit', env: environment() });
  const done = new Promise((resolve) => {
    vite.on('error', () => resolve(false));
    vite.on('exit', (code) => {
      // The mark is written last, so an interrupted build starts over.
      if (code === 0) {
        writeFileSync(buildMark, wanted);
        console.log(`Built the web app in ${secondsSince(startedAt)}.`);
      }
      resolve(code === 0);
    });
  });
  return { done, stop: () => vite.kill() };
}

export function environment(extra = {}) {
  return {
    // Image work shares Node's thread pool with file reads.
    UV_THREADPOOL_SIZE: '8',
    // Each thread would otherwise keep freed memory for itself.
    MALLOC_ARENA_MAX: '2',
    // Node keeps stripped TypeScript and compiled code here, which makes each later start a second faster.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
    ...extra,
  };
}

/**
 * Node otherwise follows the memory of the machine: with 16 GB it takes 128 MB for new objects and cleans up the older ones
 * only when there are four times as many as are in use. With less than 2 GB for them it waits for 1.6 times.
 */
export const SITE_MEMORY = '--max-semi-space-size=16 --max-old-space-size=1024';

/** Only processes of the site get these bounds. Builds and tests take the memory that they need. */
export function siteEnvironment() {
  return environment({ NODE_OPTIONS: process.env.NODE_OPTIONS ?? SITE_MEMORY });
}

export function run(args, options = {}) {
  return spawnSync(nodePath(), args, { cwd: root, stdio: 'inherit', env: environment(), ...options });
}

export function fail(message) {
  console.error(message);
  process.exit(1);
}

export function secondsSince(startedAt) {
  return `${Math.round((Date.now() - startedAt) / 1000)} s`;
}

function readMark(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function hashOf(entries) {
  const hash = createHash('sha256').update(process.platform + process.arch);
  for (const file of entries.flatMap((entry) => filesBelow(join(root, entry)))) {
    hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

const PARENT_CHECK_MS = 500;

/** Calls `stop` when this process is asked to end, and when its parent is gone: npm signals only its shell. */
export function forwardSignals(stop) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop('SIGTERM');
  }, PARENT_CHECK_MS).unref();
}
