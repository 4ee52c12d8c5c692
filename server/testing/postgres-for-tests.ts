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

/** One server for the whole run with a migrated template; each test file clones its own database from it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'encore-test-'));
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    log: () => undefined,
    settings: { max_connections: 300, fsync: 'off', synchronous_commit: 'off' },
  });
  await buildTemplate(postgres.url);
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function buildTemplate(url: string): Promise<void> {
  const admin = connectDatabase(url, { maxConnections: 1 });
  await sql.raw(`create database ${TEMPLATE_DATABASE}`).execute(admin);
  await admin.destroy();
  const templateUrl = databaseUrl(url, TEMPLATE_DATABASE);
  const db = connectDatabase(templateUrl, { maxConnections: 2 });
  await migrateToLatest(db, migrations);
  await db.destroy();
  const queue = await createQueue(templateUrl, createLog('silent'));
  await queue.stop();
}

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
