import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Role } from '#contract/rules/permissions.ts';
import { buildApp } from '#server/app.ts';
import { type Context, closeContext, createContext } from '#server/context.ts';
import { allJobs } from '#server/jobs.ts';
import { createPreviewMeter } from '#server/modules/images/preview-meter.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { connectDatabase } from '#server/platform/database/database.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts';
import type { PostgresSettings } from '#server/platform/database/embedded-postgres-server.ts';
import { migrateToLatest } from '#server/platform/database/migrate.ts';
import { buildUser } from '#server/testing/factories.ts';
import { newFolder } from '../site.ts';

export type BenchApp = {
  context: Context;
  address: string;
  databaseUrl: string;
  stop(): Promise<void>;
};
export type Session = {
  userId: number;
  token: string;
  call(path: string, init?: RequestInit): Promise<Response>;
};

export const BENCH_EMAIL = 'bench@example.test';

/** Filling millions of rows is not what is measured, so nothing is saved for a crash. Memory stays as it is delivered. */
export const FILLING_SETTINGS: PostgresSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '16GB',
  checkpoint_timeout: '30min',
  autovacuum: 'off',
  maintenance_work_mem: '512MB',
};

export async function startBenchApp(
  settings: PostgresSettings = {},
  environment: Record<string, string> = {},
): Promise<BenchApp> {
  const folder = newFolder('bench');
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    log: () => undefined,
    settings,
  });
  const db = connectDatabase(postgres.url, { maxConnections: 2 });
  await migrateToLatest(db);
  await db.destroy();
  const config = readConfig({
    NODE_ENV: 'production',
    DATA_DIR: folder,
    MAIL_TRANSPORT: 'outbox',
    PAYMENTS: 'sandbox',
    ...environment,
  });
  const log = pino({ level: config.logLevel }, pino.destination(join(folder, 'access.log')));
  const context = await createContext(config, postgres.url, log);
  await context.queue.prepare(allJobs(context));
  const app = await buildApp(context, createPreviewMeter(context, Number.POSITIVE_INFINITY));
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const stop = async () => {
    await app.close();
    await closeContext(context);
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  // `npm run bench` ends a benchmark that takes too long; its database must not go on.
  process.once('SIGTERM', () => void stop().finally(() => process.exit(1)));
  return { context, address, databaseUrl: postgres.url, stop };
}

export async function logIn(
  { context, address }: Pick<BenchApp, 'context' | 'address'>,
  role: Role,
): Promise<Session> {
  const { id: userId, token } = await buildUser({ context }, { role, email: BENCH_EMAIL });
  return {
    userId,
    token,
    async call(path, init = {}) {
      const headers = { ...init.headers, authorization: `Bearer ${token}` };
      const response = await fetch(`${address}/api${path}`, { ...init, headers });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response;
    },
  };
}

/** Makes a photographer's pass for each camera of an event and returns their numbers. */
export async function makePasses(staff: Session, eventId: number, cameras: number): Promise<number[]> {
  const passIds: number[] = [];
  for (let camera = 1; camera <= cameras; camera += 1) {
    const made = await staff.call(`/events/${eventId}/passes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ label: `Camera ${camera}` }),
    });
    passIds.push(((await made.json()) as { id: number }).id);
  }
  return passIds;
}
