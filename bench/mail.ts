// Measures how long a one-time code takes without photos and while photos wait: npm run bench:mail [frames] [people]
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { type Context, closeContext, createContext } from '#server/context.ts';
import { ingestSource } from '#server/modules/ingest/ingest-source.ts';
import { readConfig } from '#server/platform/config.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { createLog } from '#server/platform/log.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { percentile } from './bench-app.ts';
import { inParallel, makeCameraPhotos } from './camera-photos.ts';

const FRAMES = Number(process.argv[2] ?? 120);
const PEOPLE = Number(process.argv[3] ?? 100);

const folder = mkdtempSync(join(tmpdir(), 'encore-bench-'));
chmodSync(folder, 0o755);
const arrivedAt = new Map<string, number>();
const smtp = await listenForMail();
const files = await makeCameraPhotos(folder, FRAMES);
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => undefined });
const environment = {
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: postgres.url,
  SEED: 'none',
  LOG_LEVEL: 'error',
  SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
  UV_THREADPOOL_SIZE: '8',
  MALLOC_ARENA_MAX: '2',
};
const site = startServerProcess(environment);
const address = await site.address;
const context = await createContext(readConfig(environment), postgres.url, createLog('error'));
try {
  await registerAll('to warm up', 5);
  const alone = await registerAll('without photos', PEOPLE);
  await receivePhotos(context, files);
  const beside = await registerAll(`while ${await countWaiting(context)} photos wait`, PEOPLE);
  console.log(`${await countWaiting(context)} photos still wait; ratio ${(beside / alone).toFixed(2)}`);
} finally {
  site.kill('SIGTERM');
  await site.ended;
  await closeContext(context);
  await postgres.stop();
  smtp.close();
  rmSync(folder, { recursive: true, force: true });
}

async function listenForMail(): Promise<SMTPServer> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      stream.resume().on('end', () => {
        for (const { address: to } of session.envelope.rcptTo) arrivedAt.set(to, performance.now());
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function receivePhotos({ db, ...rest }: Context, paths: string[]): Promise<void> {
  const place = { city: '', state: '', venueName: '', producerName: '', brandName: '' };
  const { id: eventId } = await db
    .insertInto('events')
    .values({ ...place, startDate: '2026-11-14', name: 'Benchmark' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const names = { programName: 'Bench', teamName: 'Mark', divisionName: '', performanceOrder: 1 };
  const { id: albumId } = await db
    .insertInto('albums')
    .values({ ...names, eventId, identifier: `bench-${eventId}`, publishedAt: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await inParallel(paths, (path) => ingestSource({ db, ...rest }, { eventId, albumId }, path));
}

async function countWaiting({ db }: Context): Promise<number> {
  const rows = await db.selectFrom('images').select('id').where('state', '=', 'received').execute();
  return rows.length;
}

/** Everybody registers at the same moment. Returns the median time until a code arrives. */
async function registerAll(when: string, people: number): Promise<number> {
  const answered: number[] = [];
  const mailed: number[] = [];
  const waited: number[] = [];
  const register = async (email: string) => {
    const begun = performance.now();
    const body = {
      ...{ email, username: email, password: 'correct horse battery' },
      ...{ first_name: 'Riley', last_name: 'Parent', name: 'Riley Parent', agreed_to_terms: true },
    };
    const response = await fetch(`${address}/api/auth/local/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    const answeredAt = performance.now();
    answered.push(answeredAt - begun);
    while (!arrivedAt.has(email)) await sleep(5);
    mailed.push((arrivedAt.get(email) ?? 0) - begun);
    waited.push(Math.max(0, (arrivedAt.get(email) ?? 0) - answeredAt));
  };
  const name = when.replaceAll(' ', '-');
  await Promise.all(Array.from({ length: people }, (_, n) => register(`${name}-${n}@example.test`)));
  const tell = (times: number[]) =>
    `p50 ${(percentile(times, 0.5) / 1000).toFixed(2)} s, p95 ${(percentile(times, 0.95) / 1000).toFixed(2)} s`;
  console.log(
    `${when}, ${people} people: registered ${tell(answered)}; code ${tell(mailed)}, of it after the answer ${tell(waited)}`,
  );
  return percentile(mailed, 0.5);
}
