import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { EndpointShape, ResponseOf, SentBody } from '#contract/endpoint.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { type Context, closeContext, createContext } from '#server/context.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { reconcilePayments } from '#server/modules/provider-events/reconcile.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createLog } from '#server/platform/operations/log.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { createRandom, ROUNDS_TIMEOUT, rounds } from '#server/testing/chaos.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { ALBUM_PRICE, markViewed } from '#server/testing/paying-app.ts';
import { expectAllOrNothing } from '#server/testing/pool-troubles.ts';
import { priceOf } from '#server/testing/pools.ts';
import { cloneTemplate, databaseUrl, runOnServer } from '#server/testing/postgres-for-tests.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';
import type { TestApp } from '#server/testing/test-app.ts';

const KILLS = rounds({ usually: 1, inChaos: 20 });
const PEOPLE = 3;
const MAX_DELAY_MS = 300;
const database = `killed_${randomUUID().replaceAll('-', '')}`;
const dataDir = mkdtempSync(join(tmpdir(), 'encore-killed-'));
chmodSync(dataDir, 0o755);

const random = createRandom();
let context: Context;
let environment: Record<string, string>;
let server: ServerProcess | undefined;
let offsetMs = 0;

/** Reads the database and the provider; the process that is killed does the work. */
beforeAll(async () => {
  await cloneTemplate(inject('postgresUrl'), database);
  const url = databaseUrl(inject('postgresUrl'), database);
  environment = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    JWT_SECRET: randomUUID().repeat(2),
    SANDBOX_PORT: String(await findFreePort()),
    LOG_LEVEL: 'silent',
  };
  const clock = { now: () => new Date(Date.now() + offsetMs) };
  context = await createContext(readConfig(environment), url, createLog('silent'), clock);
});

afterAll(async () => {
  server?.kill('SIGKILL');
  await server?.ended;
  await closeContext(context);
  await runOnServer(inject('postgresUrl'), `drop database if exists ${database} with (force)`);
  rmSync(dataDir, { recursive: true, force: true });
});

async function findFreePort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

async function start(): Promise<string> {
  server = startServerProcess(environment);
  return server.address;
}

async function call<E extends EndpointShape>(
  address: string,
  endpoint: E,
  { token }: TestUser,
  { id = '', body }: { id?: string; body: SentBody<E> },
): Promise<ResponseOf<E>> {
  const response = await fetch(`${address}/api${endpoint.path.replace(':id', id)}`, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return (await response.json()) as ResponseOf<E>;
}

type Payer = TestUser & { sourceId: number };

async function buildPayer(address: string): Promise<Payer> {
  const user = await buildUser({ context } as TestApp);
  const card = await call(address, paymentEndpoints.addPaymentMethod, user, {
    body: { token: 'pm_card_visa' },
  });
  return { ...user, sourceId: card.id };
}

async function buildSales(address: string, people: Payer[]) {
  const app = { context } as TestApp;
  const [owner] = people as [Payer];
  const singles: { person: Payer; albumId: number }[] = [];
  for (const person of people) {
    const { id: albumId } = await buildAlbum(app);
    await markViewed(app, person.id, albumId);
    singles.push({ person, albumId });
  }
  const { id: shared } = await buildAlbum(app);
  await markViewed(app, owner.id, shared);
  const cart = await call(address, orderEndpoints.addCartItem, owner, { body: { album: shared } });
  const { data } = await call(address, orderEndpoints.checkOut, owner, { body: { id: cart.id } });
  const order = await call(address, orderEndpoints.updateOrder, owner, {
    id: data.key,
    body: { is_pool: true },
  });
  const pool = { owner, key: data.key, orderId: order.id, albumIds: [shared], totalCents: ALBUM_PRICE };
  return { singles, pool };
}

type Sales = Awaited<ReturnType<typeof buildSales>>;

const countAttempts = async () =>
  (await context.db.selectFrom('paymentAttempts').select('id').execute()).length;

/** Waits until a random number of payments have started, or all have ended. */
async function waitForSome(paying: Promise<unknown>): Promise<void> {
  let haveEnded = false;
  void paying.then(() => {
    haveEnded = true;
  });
  const wanted = (await countAttempts()) + 1 + Math.floor(random() * 2 * PEOPLE);
  while (!haveEnded && (await countAttempts()) < wanted) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function payUntilKilled(address: string, { singles, pool }: Sales, people: Payer[]): Promise<void> {
  const alone = singles.map(({ person, albumId }) =>
    call(address, paymentEndpoints.payForAlbum, person, {
      body: { albumId, paymentMethodId: person.sourceId, amount: ALBUM_PRICE, facial: false },
    }),
  );
  const counts = [3, 2, 2];
  const together = people.map((person, index) =>
    call(address, orderEndpoints.takeShares, person, {
      id: pool.key,
      body: {
        shares: counts[index] ?? 1,
        paymentMethodId: person.sourceId,
        amount: priceOf(counts[index] ?? 1),
      },
    }),
  );
  const paying = Promise.allSettled([...alone, ...together]);
  await waitForSome(paying);
  await new Promise((resolve) => setTimeout(resolve, random() * MAX_DELAY_MS));
  server?.kill('SIGKILL');
  await paying;
  expect(await server?.ended).toMatchObject({ signal: 'SIGKILL' });
}

async function reconcile(pools: number[]): Promise<void> {
  for (let i = 0; i < 3; i++) {
    offsetMs += 3 * 60_000;
    await reconcilePayments(context);
  }
  // Close the pools that can no longer fill.
  const deadline = context.clock.now();
  await context.db
    .updateTable('pools')
    .set({ deadline, coverDeadline: deadline })
    .where('orderId', 'in', pools)
    .where('phase', 'in', ['filling', 'covering'])
    .execute();
  for (let i = 0; i < 2; i++) {
    offsetMs += 3 * 60_000;
    await reconcilePayments(context);
  }
}

async function expectBoughtOrNot({ person, albumId }: Sales['singles'][number]): Promise<boolean> {
  const { db } = context;
  const attempts = await db
    .selectFrom('paymentAttempts')
    .innerJoin('orders', 'orders.id', 'paymentAttempts.orderId')
    .select('paymentAttempts.state')
    .where('orders.singleAlbumId', '=', albumId)
    .execute();
  const owned = await db
    .selectFrom('entitlements')
    .select('id')
    .where('userId', '=', person.id)
    .where('albumId', '=', albumId)
    .execute();
  expect(attempts.filter(({ state }) => !['succeeded', 'failed'].includes(state))).toEqual([]);
  expect(owned).toHaveLength(attempts.filter(({ state }) => state === 'succeeded').length);
  return owned.length === 1;
}

test('a server killed while people pay, alone and in pools, has charged exactly what it delivers', {
  timeout: ROUNDS_TIMEOUT,
}, async () => {
  const people: Payer[] = [];
  const rounds: Sales[] = [];
  for (let i = 0; i < KILLS; i++) {
    const address = await start();
    while (people.length < PEOPLE) people.push(await buildPayer(address));
    const sales = await buildSales(address, people);
    rounds.push(sales);
    await payUntilKilled(address, sales, people);
  }
  await start();
  expect(await countAttempts()).toBeGreaterThanOrEqual(KILLS);
  await reconcile(rounds.map(({ pool }) => pool.orderId));
  const stripe = new Stripe('sk_test_look', {
    host: '127.0.0.1',
    port: Number(environment.SANDBOX_PORT),
    protocol: 'http',
    telemetry: false,
  });
  for (const { singles, pool } of rounds) {
    for (const single of singles) await expectBoughtOrNot(single);
    const owner = { ...pool.owner, sourceId: 0 };
    await expectAllOrNothing({ context, stripe }, { ...pool, owner });
  }
  expect(await findLedgerDifferences(context, -20)).toEqual([]);
});
