import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#server/app.ts';
import { type Context, closeContext, createContext } from '#server/context.ts';
import { allJobs } from '#server/jobs.ts';
import { migrations } from '#server/migrations/migrations.ts';
import { readConfig } from '#server/platform/config.ts';
import { connectDatabase } from '#server/platform/database.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { createLog } from '#server/platform/log.ts';
import { migrateToLatest } from '#server/platform/migrate.ts';

export type BenchApp = { app: FastifyInstance; context: Context; address: string; stop(): Promise<void> };

/** The real application on a database of its own in a temporary folder. */
export async function startBenchApp(): Promise<BenchApp> {
  const folder = mkdtempSync(join(tmpdir(), 'encore-bench-'));
  // As root, the database runs as another user, which must reach the folder.
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => undefined });
  const db = connectDatabase(postgres.url, { maxConnections: 2 });
  await migrateToLatest(db, migrations);
  await db.destroy();
  const config = readConfig({ NODE_ENV: 'development', DATA_DIR: folder, LOG_LEVEL: 'silent', SEED: 'none' });
  const context = await createContext(config, postgres.url, createLog('silent'));
  await context.queue.prepare(allJobs(context));
  const app = await buildApp(context);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    context,
    address,
    async stop() {
      await app.close();
      await closeContext(context);
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
