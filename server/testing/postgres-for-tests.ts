import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { closeContext, createContext } from '#server/context.ts';
import { allJobs } from '#server/jobs.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { connectDatabase, type Database } from '#server/platform/database/database.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts';
import { migrateToLatest } from '#server/platform/database/migrate.ts';
import { createLog } from '#server/platform/operations/log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

const TEMPLATE_DATABASE = 'encore_template';
export const FIRST_WIDE_ID = 5_000_000_000;

/**
 * One server for the whole run with a migrated template; each test file clones its own database from it.
 * TEST_DATABASE_URL names another PostgreSQL to run on, with a user who may create databases.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const postgres = given ? { url: given, stop: async () => undefined } : await startOwnPostgres();
  await buildTemplate(postgres.url);
  project.provide('postgresUrl', postgres.url);
  return async () => {
    if (given) await dropDatabases(given);
    await postgres.stop();
  };
}

/** Shared applications end with their workers and leave their databases. */
async function dropDatabases(serverUrl: string): Promise<void> {
  const admin = connectDatabase(serverUrl, { maxConnections: 1 });
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database
    where datname = ${TEMPLATE_DATABASE} or datname ~ '^test_[0-9a-f]{32}$'`.execute(admin);
  await admin.destroy();
  for (const { name } of rows) await runOnServer(serverUrl, `drop database if exists ${name} with (force)`);
}

async function startOwnPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'encore-test-'));
  chmodSync(folder, 0o755);
  const sockets = makeSocketFolder(folder);
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    log: () => undefined,
    settings: {
      max_connections: 300,
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      wal_level: 'minimal',
      max_wal_senders: 0,
      scram_iterations: 1,
      ...(sockets && { unix_socket_directories: sockets }),
      jit: 'off',
      track_counts: 'off',
      // The planner took a third of the database's processor time, since few statements of a test are used six times.
      plan_cache_mode: 'force_generic_plan',
    },
  });
  // The password is hashed again with fewer iterations, because tests open thousands of connections.
  await runOnServer(postgres.url, `alter role postgres password '${new URL(postgres.url).password}'`);
  return {
    url: sockets ? addSocket(postgres.url, sockets) : postgres.url,
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A query through a socket takes a sixth less processor time than one through the loopback network. */
function makeSocketFolder(folder: string): string | undefined {
  const sockets = join(folder, 'sockets');
  // A path of more than 107 bytes, with the name of the socket, would be refused.
  if (process.platform !== 'linux' || Buffer.byteLength(sockets) > 80) return undefined;
  mkdirSync(sockets);
  // When started as root, the database runs as another user, who must be able to write there.
  chmodSync(sockets, 0o777);
  return sockets;
}

/** Clients prefer the folder of the socket to the host, which stays for tests that need the network. */
function addSocket(serverUrl: string, sockets: string): string {
  const url = new URL(serverUrl);
  url.searchParams.set('host', sockets);
  return url.href;
}

/** The address of the same database by its host and port. */
export function overNetwork(url: string): string {
  const plain = new URL(url);
  plain.searchParams.delete('host');
  return plain.href;
}

async function buildTemplate(url: string): Promise<void> {
  await runOnServer(url, `drop database if exists ${TEMPLATE_DATABASE} with (force)`);
  await runOnServer(url, `create database ${TEMPLATE_DATABASE}`);
  const templateUrl = databaseUrl(url, TEMPLATE_DATABASE);
  const db = connectDatabase(templateUrl, { maxConnections: 2 });
  await migrateToLatest(db);
  await startWideIds(db);
  await db.destroy();
  await prepareQueue(templateUrl);
}

/** Every test sees 64-bit ids where tables have them, so that none of the code takes them for 32 bits. */
async function startWideIds(db: Database): Promise<void> {
  await sql`
    do $$
    declare wide record;
    begin
      for wide in
        select attrelid::regclass as place, attname as name from pg_attribute
        where attidentity <> '' and atttypid = 'bigint'::regtype
          and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      loop
        execute format('alter table %s alter column %I restart with ${sql.lit(FIRST_WIDE_ID)}', wide.place, wide.name);
      end loop;
    end $$`.execute(db);
}

/** Registering the queues in each test database would take longer than many of the tests. */
async function prepareQueue(url: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'encore-template-'));
  const context = await createContext(
    readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir }),
    url,
    createLog('silent'),
  );
  await context.queue.prepare(allJobs(context));
  // Their jobs would run in every test application, beside tests that call the jobs they are about.
  await sql`delete from pgboss.schedule`.execute(context.db);
  await closeContext(context);
  rmSync(dataDir, { recursive: true, force: true });
}

/** Copying files takes less time than writing them to the log, but only in memory. */
export async function cloneTemplate(serverUrl: string, database: string): Promise<void> {
  const strategy =
    tmpdir().startsWith('/dev/shm/') && !process.env.TEST_DATABASE_URL ? 'file_copy' : 'wal_log';
  await runOnServer(
    serverUrl,
    `create database ${database} template ${TEMPLATE_DATABASE} strategy ${strategy}`,
  );
}

export async function runOnServer(serverUrl: string, statement: string): Promise<void> {
  const admin = connectDatabase(serverUrl, { maxConnections: 1 });
  try {
    await sql.raw(statement).execute(admin);
  } finally {
    await admin.destroy();
  }
}

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
