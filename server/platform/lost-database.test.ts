import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { operationEndpoints } from '#contract/endpoints/operations.ts';
import { databaseUrl, overNetwork, runOnServer } from '#server/testing/postgres-for-tests.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { connectDatabase, keepSettings } from './database.ts';
import { createLog } from './log.ts';
import { isDatabaseLost, waitForDatabase } from './lost-database.ts';

const testApp = startTestApp();
const silent = createLog('silent');

const endConnections = () => {
  const { pathname } = new URL(testApp.url);
  return runOnServer(
    databaseUrl(testApp.url, 'postgres'),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${pathname.slice(1)}'`,
  );
};

describe('when the database ends its connections', () => {
  test('a transaction that holds one fails, and the process goes on', async () => {
    const { db } = testApp.context;
    const failed = await db
      .transaction()
      .execute(async (tx) => {
        await sql`select 1`.execute(tx);
        await endConnections();
        await sleep(200);
        await sql`select 1`.execute(tx);
      })
      .catch((error: unknown) => error);
    expect(isDatabaseLost(failed)).toBe(true);
    await expect(sql`select 1`.execute(db)).resolves.toBeTruthy();
  });

  test('calls are answered with 200 or with 503 and the time to wait, never with 500', async () => {
    const answers: number[] = [];
    let isOver = false;
    const caller = async () => {
      while (!isOver) {
        const answer = await testApp.call(operationEndpoints.health);
        answers.push(answer.status);
        if (answer.status === 503) expect(answer.headers['retry-after']).toBe('2');
      }
    };
    const callers = Array.from({ length: 10 }, caller);
    for (let round = 0; round < 5; round += 1) {
      await endConnections();
      await sleep(60);
    }
    isOver = true;
    await Promise.all(callers);
    expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(answers).toContain(200);
    expect((await testApp.call(operationEndpoints.health)).status).toBe(200);
  });

  test('jobs run again', async () => {
    await endConnections();
    await expect
      .poll(() => testApp.context.queue.listDeadLetters().catch(() => undefined), { timeout: 10_000 })
      .toEqual([]);
  });
});

/** Passes connections on to the database; while it is closed it refuses them. */
async function startGate() {
  const target = new URL(overNetwork(testApp.url));
  const sockets = new Set<Socket>();
  const gate = createServer((client) => {
    const server = new (client.constructor as typeof Socket)();
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    server.connect(Number(target.port), target.hostname);
    client.pipe(server).pipe(client);
  });
  const open = (port: number) =>
    new Promise<void>((resolve) => void gate.listen(port, '127.0.0.1', () => resolve()));
  await open(0);
  const { port } = gate.address() as { port: number };
  const url = new URL(target);
  url.port = String(port);
  return {
    url: url.href,
    open: () => open(port),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => gate.close(resolve));
    },
  };
}

test('a query waits for a database that is away for a moment', async () => {
  const gate = await startGate();
  const db = connectDatabase(gate.url, { maxConnections: 2 });
  await sql`select 1`.execute(db);
  await gate.close();
  // The pool hears of the end of its idle connection.
  await sleep(50);
  const waiting = sql`select 1`.execute(db);
  await sleep(500);
  await gate.open();
  await expect(waiting).resolves.toBeTruthy();
  await gate.close();
  await sleep(50);
  const failed = await sql`select 1`.execute(db).catch((error: unknown) => error);
  expect(isDatabaseLost(failed)).toBe(true);
  await db.destroy();
});

test('a process that starts before the database waits for it', async () => {
  const gate = await startGate();
  await gate.close();
  const waiting = waitForDatabase(gate.url, silent);
  await sleep(300);
  await gate.open();
  await expect(waiting).resolves.toBeUndefined();
  await gate.close();
  await expect(waitForDatabase(gate.url, silent, 100)).rejects.toThrow('did not answer');
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
