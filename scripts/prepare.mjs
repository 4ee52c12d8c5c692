// This file must run on Node 20, because it finds Node 24 and installs the packages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installMark = join(root, 'node_modules/.encore-installed');
const buildMark = join(root, 'dist/web/.built-from');
const NEEDED_NODE = 24;
const isWindows = process.platform === 'win32';

export function ensureInstalled() {
  const wanted = hashOf(['package-lock.json', 'package.json']);
  if (readMark(installMark) === wanted) return;
  console.log('Installing packages (once, about a minute) ...');
  // Without this, the runtime of the face models downloads GPU files from outside the registry.
  const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' };
  // `npm ci` refuses a lock file when the registry lacks the packages of another platform.
  const result = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
    shell: isWindows,
  });
  if (result.status !== 0) fail('Installing packages failed: see the lines above.');
  writeFileSync(installMark, wanted);
}

/** Node 24 runs TypeScript directly; packages include it for machines with an older Node. */
export function nodePath() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_NODE) return process.execPath;
  const bundled = join(root, 'node_modules/.bin', isWindows ? 'node.cmd' : 'node');
  if (!existsSync(bundled))
    fail(`Encore needs Node ${NEEDED_NODE} or newer on this platform: install it and try again.`);
  return bundled;
}

export function ensureBuilt() {
  const wanted = hashOf(['web', 'contract', 'vite.config.ts', 'package-lock.json']);
  if (readMark(buildMark) === wanted) return;
  console.log('Building the web app ...');
  const result = run(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']);
  if (result.status !== 0) fail('Building the web app failed: see the lines above.');
  mkdirSync(dirname(buildMark), { recursive: true });
  writeFileSync(buildMark, wanted);
}

export function environment(extra = {}) {
  return {
    // Image work shares Node's thread pool with file reads.
    UV_THREADPOOL_SIZE: '8',
    // Node keeps stripped TypeScript and compiled code here, which makes each later start a second faster.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
    ...extra,
  };
}

export function run(args, options = {}) {
  return spawnSync(nodePath(), args, { cwd: root, stdio: 'inherit', env: environment(), ...options });
}

export function fail(message) {
  console.error(message);
  process.exit(1);
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
