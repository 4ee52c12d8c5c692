import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { migrations } from '#server/migrations/migrations.ts';
import { connectDatabase } from '#server/platform/database.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { createLog } from '#server/platform/log.ts';
import { migrateToLatest } from '#server/platform/migrate.ts';
import { createQueue } from '#server/platform/queue.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export const TEMPLATE_DATABASE = 'encore_template';

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
    if (given) await runOnServer(given, `drop database if exists ${TEMPLATE_DATABASE} with (force)`);
    await postgres.stop();
  };
}

async function startOwnPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'encore-test-'));
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    log: () => undefined,
    settings: { max_connections: 300, fsync: 'off', synchronous_commit: 'off' },
  });
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function buildTemplate(url: string): Promise<void> {
  await runOnServer(url, `drop database if exists ${TEMPLATE_DATABASE} with (force)`);
  await runOnServer(url, `create database ${TEMPLATE_DATABASE}`);
  const templateUrl = databaseUrl(url, TEMPLATE_DATABASE);
  const db = connectDatabase(templateUrl, { maxConnections: 2 });
  await migrateToLatest(db, migrations);
  await db.destroy();
  const queue = await createQueue(templateUrl, createLog('silent'));
  await queue.stop();
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
