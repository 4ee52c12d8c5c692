import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { operationEndpoints } from '#contract/endpoints/operations.ts';
import { createLog } from '#server/platform/operations/log.ts';
import { buildUser } from '#server/testing/factories.ts';
import { databaseUrl, overNetwork, runOnServer } from '#server/testing/postgres-for-tests.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { connectDatabase, type Db, keepSettings } from './database.ts';
import { isDatabaseLost, waitForDatabase } from './lost-database.ts';

const testApp = startTestApp();
const silent = createLog('silent');
const TEAM = { program_name: 'Bayline Cheer', team_name: 'Tidal', division_name: '' };

const DATABASE = () => new URL(testApp.url).pathname.slice(1);

/** Ends them, or those that wait for a lock, and waits until they are gone. */
const endConnections = (which = 'true') =>
  runOnServer(
    databaseUrl(testApp.url, 'postgres'),
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = '${DATABASE()}' and ${which}`,
  );
const WAITING_FOR_LOCK = "wait_event_type = 'Lock'";

afterEach(() => void vi.useRealTimers());

describe('when the database ends its connections', () => {
  test('a transaction that holds one fails, and the process goes on', async () => {
    const { db } = testApp.context;
    const failed = await db
      .transaction()
      .execute(async (tx) => {
        await sql`select 1`.execute(tx);
        await endConnections();
        await sql`select 1`.execute(tx);
      })
      .catch((error: unknown) => error);
    expect(isDatabaseLost(failed)).toBe(true);
    await expect(sql`select 1`.execute(db)).resolves.toBeTruthy();
  });

  test('calls that held none of them are answered as before', async () => {
    for (let round = 0; round < 5; round += 1) {
      await endConnections();
      await nextTurn();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => testApp.call(operationEndpoints.health)),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    }
  });

  test('a call that held one is answered with 503 and the time to wait', async () => {
    const { token } = await buildUser(testApp);
    const locking = connectDatabase(testApp.url, { maxConnections: 1 });
    const call = () => testApp.call(foundAlbumEndpoints.addSubscription, { token, body: TEAM });
    await locking.transaction().execute(async (tx) => {
      await sql`lock table team_subscriptions in access exclusive mode`.execute(tx);
      const answering = call();
      await expect.poll(() => countWaiting(tx)).toBe(1);
      await endConnections(WAITING_FOR_LOCK);
      const answer = await answering;
      expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    });
    await locking.destroy();
    expect((await call()).status).toBe(200);
  });

  test('jobs run again', async () => {
    await endConnections();
    await expect
      .poll(() => testApp.context.queue.listDeadLetters().catch(() => undefined), { timeout: 10_000 })
      .toEqual([]);
  });
});

async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from pg_stat_activity
    where datname = ${DATABASE()} and ${sql.raw(WAITING_FOR_LOCK)}`.execute(db);
  return rows[0]?.waiting ?? 0;
}

/** Passes connections on to the database; while it is closed it ends them at once and counts them. */
async function startGate() {
  const target = new URL(overNetwork(testApp.url));
  const clients = new Set<Socket>();
  let isOpen = true;
  let refused = 0;
  const gate = createServer((client) => {
    client.on('error', () => undefined);
    if (!isOpen) {
      refused += 1;
      client.destroy();
      return;
    }
    const server = connect(Number(target.port), target.hostname).on('error', () => undefined);
    clients.add(client.on('close', () => clients.delete(client)));
    client.pipe(server).pipe(client);
  });
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  const url = new URL(target);
  url.port = String((gate.address() as AddressInfo).port);
  return {
    url: url.href,
    refused: () => refused,
    open() {
      isOpen = true;
    },
    /** Returns when those who were connected have heard of it. */
    async close() {
      isOpen = false;
      const ended = [...clients].map((client) => once(client.end(), 'close'));
      await Promise.all(ended);
      await nextTurn();
    },
    async stop() {
      for (const client of clients) client.destroy();
      gate.close();
      await once(gate, 'close');
    },
  };
}

test('a query waits for a database that is away for a moment', async () => {
  const gate = await startGate();
  const db = connectDatabase(gate.url, { maxConnections: 2 });
  await sql`select 1`.execute(db);
  await gate.close();
  // Its timeout does not pass by itself while the clock stands still.
  vi.useFakeTimers({ toFake: ['Date'] });
  const waiting = sql`select 1`.execute(db);
  await expect.poll(() => gate.refused()).toBeGreaterThan(1);
  gate.open();
  await expect(waiting).resolves.toBeTruthy();
  await gate.close();
  const known = gate.refused();
  const failing = sql`select 1`.execute(db).catch((error: unknown) => error);
  await expect.poll(() => gate.refused()).toBeGreaterThan(known);
  vi.setSystemTime(Date.now() + 3_000);
  expect(isDatabaseLost(await failing)).toBe(true);
  await db.destroy();
  await gate.stop();
});

test('a process that starts before the database waits for it', async () => {
  const gate = await startGate();
  await gate.close();
  const waiting = waitForDatabase(gate.url, silent);
  await expect.poll(() => gate.refused()).toBeGreaterThan(0);
  gate.open();
  await expect(waiting).resolves.toBeUndefined();
  await gate.close();
  await expect(waitForDatabase(gate.url, silent, 100)).rejects.toThrow('did not answer');
  await gate.stop();
});

test('a wrong database name is refused at once', async () => {
  await expect(waitForDatabase(databaseUrl(testApp.url, 'no_such_database'), silent)).rejects.toThrow(
    'does not exist',
  );
});

test('connections of a pooler have the settings that were stored', async () => {
  await keepSettings(testApp.context.db);
  const pooled = connectDatabase(testApp.url, { maxConnections: 1, isPooled: true });
  const { rows } = await sql`select current_setting('statement_timeout') as timeout`.execute(pooled);
  expect(rows).toEqual([{ timeout: '30s' }]);
  await pooled.destroy();
});

test('a database without free disk, memory or connections counts as away', () => {
  for (const code of ['53100', '53200', '53300']) {
    expect(isDatabaseLost(Object.assign(new Error('out of something'), { code })), code).toBe(true);
  }
  expect(isDatabaseLost(Object.assign(new Error('a bug'), { code: '42601' }))).toBe(false);
});
