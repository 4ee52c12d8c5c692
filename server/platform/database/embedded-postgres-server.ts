import { execFile, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { giveToAccount, type Home, passwordFile, postgresEnvironment } from './embedded-postgres-install.ts';
import { errorCode, isAlive, isZombie } from './embedded-postgres-lock.ts';

export type PostgresSettings = Record<string, string | number>;
export type Cluster = {
  home: Home;
  binFolder: string;
  /** The version of the programs. */
  major: number;
  password: string;
  settings: PostgresSettings;
};
export type RunningServer = { pid: number; port: number; ended: Promise<void> };

const logSizeLimitBytes = 10 * 1024 * 1024;
const silenceLimitMs = 60_000;
const runFile = promisify(execFile);

export function removeUnfinishedClusters(home: Home): void {
  for (const name of readdirSync(home.folder)) {
    if (!name.startsWith('data.init-')) continue;
    rmSync(path.join(home.folder, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

export async function createCluster({ home, binFolder }: Pick<Cluster, 'home' | 'binFolder'>): Promise<void> {
  // A new name each time is safe even if an old initdb outlived its parent and still writes.
  const draft = path.join(home.folder, `data.init-${randomBytes(6).toString('hex')}`);
  mkdirSync(draft, { mode: 0o700 });
  giveToAccount(draft, home.account);
  // Without a UTF-8 character type, pg_trgm treats non-ASCII letters as punctuation.
  const locale = [
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--lc-ctype=C.UTF-8',
  ];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile(home)}`];
  try {
    await runFile(
      path.join(binFolder, 'initdb'),
      ['-D', draft, '--encoding=UTF8', ...locale, ...access, '--data-checksums'],
      processOptions(home),
    );
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new Error(
      `The database could not be created (${lastLine(stderr ?? '') || error}). Set DATABASE_URL to use another one.`,
    );
  }
  renameSync(draft, home.dataFolder);
  syncFolder(home.folder);
}

export function findPostmaster(dataFolder: string): { pid: number; port: number } | undefined {
  const found = readPidFile(dataFolder);
  if (!found || !isAlive(found.pid)) return undefined;
  return process.platform !== 'linux' || worksIn(found.pid, dataFolder) === true ? found : undefined;
}

export async function launch(cluster: Cluster, port: number, signal?: AbortSignal): Promise<RunningServer> {
  const { home, binFolder, major, settings } = cluster;
  removeStalePidFile(home.dataFolder);
  const log = openLog(home);
  const logStartBytes = statSync(logFile(home)).size;
  const all: PostgresSettings = {
    listen_addresses: '127.0.0.1',
    // Socket paths are limited to 107 bytes, and the data folder's path may be longer.
    unix_socket_directories: '',
    fsync: 'on',
    shared_buffers: '128MB',
    max_connections: 100,
    ...(major >= 18 ? { io_method: 'sync' } : {}),
    ...settings,
    port,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // In a separate process group, Ctrl-C does not stop the database before requests have finished.
  const child = spawn(path.join(binFolder, 'postgres'), ['-D', home.dataFolder, ...flags], {
    ...processOptions(home),
    stdio: ['ignore', log, log],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    await once(child, 'spawn');
  } finally {
    closeSync(log);
  }
  child.unref();
  const server = { pid: child.pid ?? 0, port, ended };
  try {
    if (await waitUntilReady(cluster, server, signal)) return server;
  } catch (error) {
    await shutDown(cluster, server.pid);
    throw error;
  }
  const said = readFileSync(logFile(home)).subarray(logStartBytes).toString('utf8');
  throw new Error(`PostgreSQL did not start: ${lastComplaint(said) || 'it left no message'}`);
}

/** Resolves to undefined if the server ends before it answers. */
export async function adopt(cluster: Cluster): Promise<RunningServer | undefined> {
  const found = findPostmaster(cluster.home.dataFolder);
  if (!found || !(await waitUntilReady(cluster, found))) return undefined;
  shortenLog(cluster.home);
  const ended = new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (isAlive(found.pid)) return;
      clearInterval(timer);
      resolve();
    }, 250);
    timer.unref();
  });
  return { ...found, ended };
}

export async function shutDown({ home, binFolder }: Cluster, pid: number): Promise<void> {
  if (process.platform === 'win32') {
    const stop = ['stop', '-D', home.dataFolder, '-m', 'fast', '-w'];
    await runFile(path.join(binFolder, 'pg_ctl'), stop, processOptions(home)).catch(() => {});
    return;
  }
  for (const request of ['SIGINT', 'SIGQUIT'] as const) {
    if (isAlive(pid)) process.kill(pid, request);
    for (const deadlineMs = Date.now() + silenceLimitMs; Date.now() < deadlineMs; await sleep(20)) {
      if (!isAlive(pid)) return;
    }
  }
}

export async function probe(url: string): Promise<'ready' | 'starting' | 'silent'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return 'ready';
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === '53300') return 'ready';
    if (code === '57P03') return 'starting';
    if (code.startsWith('28')) throw new Error('PostgreSQL refuses the password in the password file.');
    return 'silent';
  }
}

export function urlOf(password: string, port: number): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

/** Prefers the port of the last run, so that other processes can reconnect after a restart of the owner. */
export async function choosePort(home: Home): Promise<number> {
  const file = path.join(home.folder, 'port');
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  let port = last;
  while (!(port > 0 && (await isFree(port)))) {
    // Ports from this range do not collide with those of outgoing connections.
    port = randomInt(20_000, 30_000);
  }
  if (port !== last) writeFileSync(file, String(port));
  return port;
}

async function waitUntilReady(
  { password }: Cluster,
  { pid, port }: { pid: number; port: number },
  signal?: AbortSignal,
): Promise<boolean> {
  let lastSignMs = Date.now();
  while (isAlive(pid)) {
    signal?.throwIfAborted();
    const answer = await probe(urlOf(password, port));
    if (answer === 'ready') return true;
    if (answer === 'starting') lastSignMs = Date.now();
    if (Date.now() - lastSignMs > silenceLimitMs) {
      throw new Error(`PostgreSQL (process ${pid}) does not answer on port ${port}.`);
    }
    await sleep(30);
  }
  return false;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

function readPidFile(dataFolder: string): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]) };
  } catch {
    return undefined;
  }
}

function worksIn(pid: number, folder: string): boolean | undefined {
  try {
    const [actual, expected] = [statSync(`/proc/${pid}/cwd`), statSync(folder)];
    return actual.ino === expected.ino && actual.dev === expected.dev;
  } catch {
    return undefined;
  }
}

// PostgreSQL refuses to start while its old pid belongs to a zombie or to any process of its account,
// and both are common after a container restart.
function removeStalePidFile(dataFolder: string): void {
  const left = readPidFile(dataFolder);
  if (!left) return;
  const isForeign = isAlive(left.pid) && worksIn(left.pid, dataFolder) === false;
  if (isForeign || isZombie(left.pid)) rmSync(path.join(dataFolder, 'postmaster.pid'), { force: true });
}

function openLog(home: Home): number {
  const file = logFile(home);
  shortenLog(home);
  const descriptor = openSync(file, 'a', 0o600);
  chmodSync(file, 0o600);
  giveToAccount(file, home.account);
  return descriptor;
}

function shortenLog(home: Home): void {
  const file = logFile(home);
  if (existsSync(file) && statSync(file).size > logSizeLimitBytes) truncateSync(file);
}

function logFile(home: Home): string {
  return path.join(home.folder, 'postgres.log');
}

function processOptions(home: Home) {
  return { ...home.account, cwd: home.folder, env: postgresEnvironment(), windowsHide: true };
}

export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function lastComplaint(text: string): string {
  return (
    lastLine(
      text
        .split('\n')
        .filter((line) => /FATAL|PANIC|ERROR/.test(line))
        .join('\n'),
    ) || lastLine(text)
  );
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
