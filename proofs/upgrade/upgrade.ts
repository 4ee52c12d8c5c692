// Starts this release on the data of earlier ones from 1.0.0 on and on a database of an earlier PostgreSQL, and checks the result.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { startApi } from '#server/api.ts';
import { DEMO_PASSWORD } from '#server/demo/log-ins.ts';
import { findLedgerDifferences, findLinesOff } from '#server/modules/ledger/check-ledger.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { connectDatabase } from '#server/platform/database/database.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts';
import { ensurePassword, settleHome } from '#server/platform/database/embedded-postgres-install.ts';
import {
  choosePort,
  createCluster,
  launch,
  shutDown,
  urlOf,
} from '#server/platform/database/embedded-postgres-server.ts';
import { fetchOldBinaries } from '#server/platform/database/embedded-postgres-upgrade.ts';
import { migrateToLatest, readSchema } from '#server/platform/database/migrate.ts';
import { createLog } from '#server/platform/operations/log.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { buyAlbum, createAttacker, listPhotographed, openAlbum } from '../attack/attacker.ts';
import { eventually, newFolder } from '../site.ts';

/** Tags of releases whose demo data must survive. One that does not exist yet is not tried. */
const RELEASES = ['v1.0.0'].filter(hasTag);
const BASELINE = 'baseline';
const OLD_POSTGRES = 17;
const EMAIL = 'parent2@encore.test';
const WARM_UP_SECONDS = 600;
const ASK_AGAIN_MS = 3_000;
const COUNTS = `select (select count(*) from users)::int as users, (select count(*) from orders)::int as orders,
  (select count(*) from images)::int as images, (select count(*) from ledger_entries)::int as entries,
  (select coalesce(sum(amount_cents), 0) from ledger_entries)::int as cents`;

type Counts = Record<'users' | 'orders' | 'images' | 'entries' | 'cents', number>;

const { values } = parseArgs({
  options: { folder: { type: 'string' }, only: { type: 'string' } },
});
// A folder that is named is kept and used again by the next run.
const folder = values.folder ?? newFolder('try-upgrade');
mkdirSync(folder, { recursive: true });
chmodSync(folder, 0o755);
let failures = 0;
const tries: Record<string, (name: string) => Promise<string>> = {
  [BASELINE]: tryBaseline,
  ...Object.fromEntries(RELEASES.map((tag) => [tag, tryRelease])),
  [`postgres-${OLD_POSTGRES}`]: tryPostgres,
};
for (const [name, tryOne] of Object.entries(tries)) {
  if (values.only && values.only !== name) continue;
  try {
    console.log(await tryOne(name));
  } catch (error) {
    failures += 1;
    console.error(`${name}: FAILED. ${error instanceof Error ? error.message : error}`);
  }
}
if (!values.folder) rmSync(folder, { recursive: true, force: true });
process.exit(failures > 0 ? 1 : 0);

function hasTag(tag: string): boolean {
  return spawnSync('git', ['rev-parse', '--verify', '--quiet', `refs/tags/${tag}`]).status === 0;
}

/** Brings a database that has the schema of 1.0.0 alone up to date, and sells in it. */
async function tryBaseline(name: string): Promise<string> {
  const dataDir = join(folder, `data-${name}`);
  mkdirSync(dataDir, { recursive: true });
  const postgres = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres'), log: () => undefined });
  const db = connectDatabase(postgres.url, { maxConnections: 1 });
  try {
    await migrateToLatest(db, { files: readSchema().slice(0, 1) });
  } finally {
    await db.destroy();
    await postgres.stop();
  }
  const running = await startToday({ DATA_DIR: dataDir, SEED: 'demo-small' });
  const bought = await buyWhenReady(running.address).finally(() => running.stop());
  return checkToday(name, dataDir, await countRows(dataDir), bought);
}

async function tryRelease(tag: string): Promise<string> {
  const code = join(folder, tag);
  if (!existsSync(code)) runGit('worktree', 'add', '--detach', code, tag);
  if (!existsSync(join(code, 'node_modules'))) installPackages(code);
  const dataDir = join(folder, `data-${tag}`);
  mkdirSync(dataDir, { recursive: true });
  const bought = await runOldServer(code, dataDir);
  const before = await countRows(dataDir);
  const line = await checkToday(tag, dataDir, before, bought);
  if (!values.folder) runGit('worktree', 'remove', '--force', code);
  return line;
}

function installPackages(code: string): void {
  const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' };
  const flags = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', flags, { cwd: code, env, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm install failed');
}

function runGit(...args: string[]): void {
  const { status } = spawnSync('git', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed`);
}

/** Starts the earlier release with its demo data, buys an album there, and stops it. */
async function runOldServer(code: string, dataDir: string): Promise<number> {
  const server = startServerProcess({ DATA_DIR: dataDir, SEED: 'demo' }, code);
  try {
    return await buyWhenReady(await server.address);
  } finally {
    server.kill('SIGTERM');
    await server.ended;
  }
}

/** Demo pictures are drawn in the background, so the first visits may find none. */
function buyWhenReady(address: string): Promise<number> {
  return eventually('an album with a picture', WARM_UP_SECONDS, async () => {
    const visit = await visitAndBuy(address, () => true).catch(() => sleep(ASK_AGAIN_MS, undefined));
    return visit?.albumId;
  });
}

async function countRows(dataDir: string): Promise<Counts> {
  const postgres = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres'), log: () => undefined });
  try {
    return await count(postgres.url);
  } finally {
    await postgres.stop();
  }
}

async function count(url: string): Promise<Counts> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Counts>(COUNTS)).rows[0] as Counts;
  } finally {
    await client.end();
  }
}

async function checkToday(name: string, dataDir: string, before: Counts, bought: number): Promise<string> {
  const startedMs = Date.now();
  const running = await startToday({ DATA_DIR: dataDir, SEED: 'none' });
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  try {
    const { context, address } = running;
    const { rows } = await sql.raw<Counts>(COUNTS).execute(context.db);
    const [found, expected] = [rows[0], before].map((counts) => JSON.stringify(counts));
    if (found !== expected) throw new Error(`there were ${expected}, now there are ${found}`);
    const { imageBytes } = await visitAndBuy(address, (albumId) => albumId !== bought);
    const off = [...(await findLinesOff(context, 0)), ...(await findLedgerDifferences(context, 0))];
    if (off.length > 0) throw new Error(`the ledger does not agree: ${off.join('; ')}`);
    return `${name}: ok, ready after ${seconds} s, ${found}, a picture of ${imageBytes} bytes`;
  } finally {
    await running.stop();
  }
}

function startToday(environment: Record<string, string>) {
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'warn', FACES: 'off', ...environment });
  return startApi(config, createLog('warn'));
}

/** Fills a cluster of an earlier PostgreSQL with the demo shop and starts on it as if that version had made it. */
async function tryPostgres(name: string): Promise<string> {
  const dataDir = join(folder, `data-${name}`);
  const home = settleHome(join(dataDir, 'postgres'), console.log);
  const binFolder = await fetchOldBinaries(home, OLD_POSTGRES, console.log);
  const cluster = { home, binFolder, major: OLD_POSTGRES, password: ensurePassword(home), settings: {} };
  await createCluster(cluster);
  const old = await launch(cluster, await choosePort(home));
  let filled: { bought: number; counts: Counts };
  try {
    const url = urlOf(cluster.password, old.port);
    const running = await startToday({ DATA_DIR: dataDir, DATABASE_URL: url, SEED: 'demo-small' });
    const bought = await buyWhenReady(running.address);
    await running.stop();
    filled = { bought, counts: await count(url) };
  } finally {
    await shutDown(cluster, old.pid);
  }
  return checkToday(name, dataDir, filled.counts, filled.bought);
}

/** Logs in, opens a picture of an album that has some, and buys the album. The calls are those of old and new releases. */
async function visitAndBuy(
  address: string,
  isWanted: (albumId: number) => boolean,
): Promise<{ albumId: number; imageBytes: number }> {
  const customer = createAttacker({ address });
  const { body } = await customer.call(accountEndpoints.logIn, {
    body: { identifier: EMAIL, password: DEMO_PASSWORD },
  });
  customer.token = body.jwt;
  const albums = await listPhotographed(customer);
  for (const album of albums.filter(({ id }) => isWanted(id))) {
    const { images, temp_jwt } = await openAlbum(customer, album);
    const picture = await customer.fetch(
      `/api/images/${album.uuid}/${images[0]?.id}.preview?auth=${temp_jwt}`,
    );
    if (!picture.ok) continue;
    const imageBytes = (await picture.arrayBuffer()).byteLength;
    await buyAlbum(customer, album);
    return { albumId: album.id, imageBytes };
  }
  throw new Error('no album shows a picture');
}
