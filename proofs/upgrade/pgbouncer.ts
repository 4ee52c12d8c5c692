// Runs the site behind PgBouncer in transaction mode: customers register, follow, view, buy and download while staff upload.
// It fails if anything breaks. PgBouncer must be installed; PostgreSQL comes with the packages.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { findPort } from '../front-servers.ts';
import { newFolder, waitUntil } from '../site.ts';
import { driveShop } from './drive-shop.ts';

const CUSTOMERS = 12;
/** Fewer than the processes ask for, so that transactions of different requests share connections. */
const SERVER_CONNECTIONS = 4;
const READY_SECONDS = 30;

if (spawnSync('pgbouncer', ['--version']).error) {
  console.error('PgBouncer is missing: install it (Debian: apt-get install pgbouncer) and try again.');
  process.exit(1);
}

const folder = newFolder('pgbouncer');
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => undefined });
const programs: ChildProcess[] = [];
const errors: string[] = [];
try {
  const pooledUrl = await startPgBouncer(postgres.url);
  const environment = {
    DATABASE_URL: pooledUrl,
    DATABASE_DIRECT_URL: postgres.url,
    DATA_DIR: join(folder, 'data'),
    KEYS: `try:${randomBytes(32).toString('base64url')}`,
    LOG_LEVEL: 'error',
    // The worker asks the card sandbox that the API process runs.
    SANDBOX_PORT: String(await findPort()),
  };
  const api = startServerProcess({ ...environment, ROLE: 'api', SEED: 'demo-small', TRUST_PROXY: '1' });
  try {
    const address = await api.address;
    startWorker(environment);
    const done = await driveShop({ address }, CUSTOMERS);
    for (const [what, times] of Object.entries(done)) console.log(`${String(times).padStart(5)} ${what}`);
    await checkPooler(pooledUrl);
  } finally {
    api.kill('SIGTERM');
    await api.ended;
    if (api.stderr) errors.push(api.stderr);
  }
} finally {
  for (const program of programs.toReversed()) {
    program.kill('SIGTERM');
    if (program.exitCode === null) await once(program, 'exit');
  }
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
if (errors.length > 0) console.error(`Errors in the logs:\n${errors.join('\n').slice(0, 10_000)}`);
else console.log('Nothing broke behind PgBouncer in transaction mode.');
process.exit(errors.length > 0 ? 1 : 0);

async function startPgBouncer(url: string): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const listenPort = await findPort();
  const config = join(folder, 'pgbouncer.ini');
  const server = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  const lines = [
    '[databases]',
    `${pathname.slice(1)} = ${server} dbname=${pathname.slice(1)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listenPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${SERVER_CONNECTIONS}`,
    'max_client_conn = 200',
    'log_connections = 0',
    'log_disconnections = 0',
    'admin_users = operator',
  ];
  writeFileSync(config, `${lines.join('\n')}\n`, { mode: 0o644 });
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const program = spawn('pgbouncer', [...asOther, config], { stdio: ['ignore', 'ignore', 'pipe'] });
  programs.push(program);
  let log = '';
  program.stderr?.on('data', (chunk) => {
    log += chunk;
    for (const line of String(chunk).split('\n')) if (/ (ERROR|FATAL|WARNING) /.test(line)) errors.push(line);
  });
  const pooled = new URL(url);
  pooled.port = String(listenPort);
  await waitUntil('PgBouncer', READY_SECONDS, () => canConnect(pooled.href)).catch((error) => {
    throw new Error(`PgBouncer did not start: ${log}`, { cause: error });
  });
  return pooled.href;
}

function startWorker(environment: Record<string, string>): void {
  const entry = join(import.meta.dirname, '../../server/worker.ts');
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, FACES: 'off' };
  const worker = spawn(process.execPath, [entry], {
    env: { ...env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  programs.push(worker);
  for (const output of [worker.stdout, worker.stderr]) {
    output.on('data', (chunk) => {
      const text = String(chunk);
      if (!text.startsWith('Encore worker is ready')) errors.push(`worker: ${text}`);
    });
  }
}

/** The drive proves nothing if requests did not share connections. */
async function checkPooler(pooledUrl: string): Promise<void> {
  const admin = new URL(pooledUrl);
  admin.pathname = '/pgbouncer';
  admin.username = 'operator';
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  try {
    const { rows } = await client.query('show pools');
    const pool = rows.find((row) => row.database !== 'pgbouncer');
    const clients = Number(pool?.cl_active ?? 0) + Number(pool?.cl_waiting ?? 0);
    const servers = Number(pool?.sv_active ?? 0) + Number(pool?.sv_idle ?? 0) + Number(pool?.sv_used ?? 0);
    console.log(`${String(clients).padStart(5)} connections of the site shared ${servers} of the database`);
    if (clients <= servers) errors.push('the site had no more connections than the pooler');
  } finally {
    await client.end();
  }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
