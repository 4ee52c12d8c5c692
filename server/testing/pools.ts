import { expect } from 'vitest';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { amountOfSharesCents } from '#contract/rules/orders.ts';
import { buildAlbum, buildEvent } from './catalogue-factories.ts';
import { eventually, type TestUser } from './factories.ts';
import { ALBUM_PRICE, type Buyer, buildBuyer, markViewed, type PayingApp } from './paying-app.ts';

export type TestPool = { owner: Buyer; key: string; orderId: number; albumIds: number[]; totalCents: number };

export async function buildPool(
  app: PayingApp,
  { albums = 1, owner }: { albums?: number; owner?: Buyer } = {},
): Promise<TestPool> {
  const poolOwner = owner ?? (await buildBuyer(app));
  const { token } = poolOwner;
  const event = await buildEvent(app);
  const albumIds: number[] = [];
  let cartId = 0;
  for (let i = 0; i < albums; i++) {
    const { id } = await buildAlbum(app, { eventId: event.id, performanceOrder: 100 + i });
    albumIds.push(id);
    await markViewed(app, poolOwner.id, id);
    cartId = (await app.call(orderEndpoints.addCartItem, { token, body: { album: id } })).body.id;
  }
  const { body } = await app.call(orderEndpoints.checkOut, { token, body: { id: cartId } });
  const { key } = body.data;
  const pool = await app.call(orderEndpoints.updateOrder, {
    token,
    params: { id: key },
    body: { is_pool: true },
  });
  if (pool.status !== 200) throw new Error(`no pool was opened: ${pool.error.code}`);
  return { owner: poolOwner, key, orderId: pool.body.id, albumIds, totalCents: albums * ALBUM_PRICE };
}

/** A buyer who takes all shares alone must have viewed the albums. */
export async function viewAll(app: PayingApp, guest: TestUser, { albumIds }: TestPool): Promise<void> {
  for (const albumId of albumIds) await markViewed(app, guest.id, albumId);
}

/** Takes shares at the price that the page shows for the next free ones. */
export async function takeShares(
  app: PayingApp,
  { token, sourceId }: Buyer,
  pool: TestPool,
  shares: number,
  change: { amount?: number; paymentMethodId?: number } = {},
) {
  const order = await readOrder(app, { token }, pool);
  const amount = order.pool?.shares_left.slice(0, shares).reduce((sum, cents) => sum + cents, 0) ?? 0;
  return app.call(orderEndpoints.takeShares, {
    token,
    params: { id: pool.key },
    body: { shares, paymentMethodId: sourceId, amount, ...change },
  });
}

export async function readOrder(app: PayingApp, { token }: Pick<TestUser, 'token'>, { key }: TestPool) {
  return (await app.call(orderEndpoints.getOrder, { token, params: { id: key } })).body;
}

export function untilOrderIs(app: PayingApp, pool: TestPool, state: string) {
  return eventually(async () => {
    const order = await readOrder(app, pool.owner, pool);
    return order.status === state ? order : undefined;
  }, `the order to be ${state}`);
}

export function untilPhaseIs(app: PayingApp, pool: TestPool, phase: string) {
  return eventually(async () => {
    const order = await readOrder(app, pool.owner, pool);
    return order.pool?.phase === phase ? order : undefined;
  }, `the pool to be ${phase}`);
}

/** Three people take all seven shares. */
export async function fillPool(app: PayingApp, pool: TestPool, people: [Buyer, Buyer, Buyer]) {
  const [first, second, third] = people;
  await takeShares(app, first, pool, 3);
  await takeShares(app, second, pool, 2);
  await takeShares(app, third, pool, 2);
  return untilOrderIs(app, pool, 'paid');
}

export type ProviderView = Pick<PayingApp, 'context' | 'stripe'>;

/** Reads our records and the provider's payments of the pool. */
export async function booksOfPool(app: ProviderView, { orderId }: TestPool) {
  const { db } = app.context;
  const attempts = await db
    .selectFrom('paymentAttempts')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute();
  const entries = await db
    .selectFrom('ledgerEntries')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('kind', 'not in', ['fee', 'dispute_fee'])
    .orderBy('id')
    .execute();
  const shares = await db
    .selectFrom('poolShares')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute();
  const entitlements = await db
    .selectFrom('entitlements')
    .innerJoin('orderLines', 'orderLines.id', 'entitlements.orderLineId')
    .select(['entitlements.userId', 'entitlements.albumId', 'entitlements.state'])
    .where('orderLines.orderId', '=', orderId)
    .execute();
  const intents = await Promise.all(
    attempts.flatMap(({ intentId }) => (intentId ? [app.stripe.paymentIntents.retrieve(intentId)] : [])),
  );
  return { attempts, entries, shares, entitlements, intents };
}

export function untilReleased(app: PayingApp, pool: TestPool) {
  return eventually(async () => {
    const { attempts } = await booksOfPool(app, pool);
    return attempts.every(({ state }) => ['released', 'failed'].includes(state)) ? true : undefined;
  }, 'every hold to be released');
}

export async function ownsAnything(app: PayingApp, { token }: TestUser): Promise<boolean> {
  const { body } = await app.call(foundAlbumEndpoints.myAlbums, { token });
  return body.owned.length > 0;
}

export async function expectNobodyPaid(app: ProviderView, pool: TestPool): Promise<void> {
  const { entries, shares, entitlements, intents } = await booksOfPool(app, pool);
  expect(entries.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(0);
  expect(shares.filter(({ state }) => !['released', 'refunded'].includes(state))).toEqual([]);
  expect(entitlements).toEqual([]);
  expect(intents.filter(({ status }) => status === 'requires_capture')).toEqual([]);
}

export function priceOf(shares: number, alreadyTaken = 0): number {
  return amountOfSharesCents(ALBUM_PRICE, alreadyTaken, shares);
}
