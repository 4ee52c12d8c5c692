import { describe, expect, test } from 'vitest';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { amountOfSharesCents } from '#contract/rules/orders.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { nextMessage } from '#server/testing/factories.ts';
import { ALBUM_PRICE, type Buyer, buildBuyer, keepCard, startPayingApp } from '#server/testing/paying-app.ts';
import {
  booksOfPool,
  buildPool,
  fillPool,
  priceOf,
  readOrder,
  takeShares,
  untilOrderIs,
  viewAll,
} from '#server/testing/pools.ts';

const app = await startPayingApp();

const threePeople = async (): Promise<[Buyer, Buyer, Buyer]> => [
  await buildBuyer(app),
  await buildBuyer(app),
  await buildBuyer(app),
];
const setPool = (buyer: Buyer, id: number | string, isPool: boolean) =>
  app.call(orderEndpoints.updateOrder, { token: buyer.token, params: { id }, body: { is_pool: isPool } });
const ownedBy = async (buyer: Buyer) => {
  const { body } = await app.call(foundAlbumEndpoints.myAlbums, { token: buyer.token });
  return body.owned.map((found) => found.album.id).sort((a, b) => a - b);
};

describe('a pool', () => {
  test('of three people with seven shares charges each their part, and all own all albums', async () => {
    const people = await threePeople();
    const pool = await buildPool(app, { owner: people[0], albums: 2 });
    const order = await fillPool(app, pool, people);
    expect(order).toMatchObject({ status: 'paid', pool: { phase: 'filled', taken: 7, mine: 3 } });
    expect(order.pool?.participants.map(({ shares }) => shares)).toEqual([3, 2, 2]);
    for (const person of people) expect(await ownedBy(person)).toEqual(pool.albumIds);
    const { pool: seen } = await readOrder(app, people[1], pool);
    expect(seen?.my_charged).toBe(amountOfSharesCents(pool.totalCents, 3, 2));
    const { attempts, entries, shares, intents } = await booksOfPool(app, pool);
    expect(attempts.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(entries.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(pool.totalCents);
    expect(intents.map(({ amount_received }) => amount_received)).toEqual(entries.map((e) => e.amountCents));
    expect(new Set(shares.map(({ state }) => state))).toEqual(new Set(['paid']));
    for (const person of people) await nextMessage(app, person.email, /receipt/i);
  });

  test('tells the open pages of everyone in it when a share is taken', async () => {
    const [owner, second] = await threePeople();
    const pool = await buildPool(app, { owner });
    const notificationsFor = async ({ id }: Buyer) =>
      (
        await app.context.db
          .selectFrom('liveEvents')
          .select('id')
          .where('userId', '=', id)
          .where('kind', '=', 'order')
          .where('subject', '=', pool.key)
          .execute()
      ).length;
    await takeShares(app, owner, pool, 1);
    const before = await notificationsFor(owner);
    expect(await notificationsFor(second)).toBe(0);
    await takeShares(app, second, pool, 1);
    expect(await notificationsFor(owner)).toBeGreaterThan(before);
    expect(await notificationsFor(second)).toBeGreaterThan(0);
  });

  test('charges nobody before the last share is taken', async () => {
    const [first, second] = await threePeople();
    const pool = await buildPool(app, { owner: first });
    expect(await takeShares(app, first, pool, 4)).toMatchObject({
      status: 200,
      body: { status: 'authorized', amount: priceOf(4), order_key: pool.key },
    });
    expect(await takeShares(app, second, pool, 2)).toMatchObject({ body: { status: 'authorized' } });
    const { entries, intents } = await booksOfPool(app, pool);
    expect(entries).toEqual([]);
    expect(intents.map(({ status, amount_received }) => [status, amount_received])).toEqual([
      ['requires_capture', 0],
      ['requires_capture', 0],
    ]);
    expect(await readOrder(app, second, pool)).toMatchObject({
      status: 'open',
      is_mine: false,
      pool: {
        phase: 'filling',
        taken: 6,
        mine: 2,
        my_amount: priceOf(2, 4),
        my_charged: 0,
        was_charged: false,
        shares_left: [priceOf(1, 6)],
      },
    });
  });

  test('shows first names but no addresses, and only to those who have its key', async () => {
    const owner = await buildBuyer(app);
    const pool = await buildPool(app, { owner });
    await takeShares(app, owner, pool, 1);
    const stranger = await buildBuyer(app);
    const order = await readOrder(app, stranger, pool);
    expect(order.owner_first_name).toBe('Test');
    expect(order.pool?.participants).toEqual([
      { first_name: 'Test', shares: 1, is_me: false, is_owner: true },
    ]);
    expect(JSON.stringify(order)).not.toContain('@');
    const byNumber = await app.call(orderEndpoints.getOrder, {
      token: stranger.token,
      params: { id: pool.orderId },
    });
    expect(byNumber.status).toBe(404);
  });

  test('is listed among the open orders of its members until they leave', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app);
    const list = async () => {
      const { body } = await app.call(orderEndpoints.listMyOrders, { token: guest.token });
      return body.map((order) => order.id);
    };
    expect(await list()).toEqual([]);
    await takeShares(app, guest, pool, 1);
    expect(await list()).toEqual([pool.orderId]);
    await app.call(orderEndpoints.leavePool, { token: guest.token, params: { id: pool.key } });
    expect(await list()).toEqual([]);
  });

  test('of one person asks for the view that buying alone asks for', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app);
    const refused = {
      status: 409,
      error: { code: 'view_before_purchase', details: { albums: pool.albumIds } },
    };
    expect(await takeShares(app, guest, pool, 7)).toMatchObject(refused);
    expect(await takeShares(app, guest, pool, 4)).toMatchObject({ status: 200 });
    expect(await takeShares(app, guest, pool, 3)).toMatchObject(refused);
    await viewAll(app, guest, pool);
    expect(await takeShares(app, guest, pool, 3)).toMatchObject({ status: 200 });
    await untilOrderIs(app, pool, 'paid');
  });

  test('can be opened and undone by its owner while nobody holds a share', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app);
    expect(await setPool(guest, pool.key, false)).toMatchObject({ status: 404 });
    expect(await setPool(pool.owner, pool.key, true)).toMatchObject({ body: { is_pool: true } });
    expect(await setPool(pool.owner, pool.orderId, false)).toMatchObject({
      body: { is_pool: false, pool: null },
    });
    expect(await takeShares(app, guest, pool, 1, { amount: priceOf(1) })).toMatchObject({
      error: { code: 'not_a_pool' },
    });
    await setPool(pool.owner, pool.key, true);
    await takeShares(app, guest, pool, 1);
    expect(await setPool(pool.owner, pool.key, false)).toMatchObject({ error: { code: 'pool_started' } });
  });

  test('lasts six days', async () => {
    const pool = await buildPool(app);
    const { pool: seen } = await readOrder(app, pool.owner, pool);
    const days = (Date.parse(seen?.deadline ?? '') - app.context.clock.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(5.99);
    expect(days).toBeLessThanOrEqual(6);
  });

  test('cannot be paid as a whole, only in shares', async () => {
    const pool = await buildPool(app);
    const answer = await app.call(paymentEndpoints.payOrder, {
      token: pool.owner.token,
      params: { id: pool.key },
      body: { paymentMethodId: pool.owner.sourceId, amount: pool.totalCents },
    });
    expect(answer).toMatchObject({ status: 409, error: { code: 'conflict' } });
    await takeShares(app, pool.owner, pool, 7);
    await untilOrderIs(app, pool, 'paid');
    expect(await ownedBy(pool.owner)).toEqual(pool.albumIds);
  });
});

describe('taking shares', () => {
  test('at another amount is refused with the right one, and nothing is held', async () => {
    const pool = await buildPool(app);
    const amount = priceOf(2) - 1;
    expect(await takeShares(app, pool.owner, pool, 2, { amount })).toMatchObject({
      status: 409,
      error: { code: 'price_changed', details: { amount: priceOf(2) } },
    });
    expect((await booksOfPool(app, pool)).attempts).toEqual([]);
  });

  test('with a declined card frees them at once and says why', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app, 'pm_card_chargeCustomerFail');
    await viewAll(app, guest, pool);
    expect(await takeShares(app, guest, pool, 7)).toMatchObject({
      status: 402,
      error: { code: 'card_declined' },
    });
    expect(await readOrder(app, guest, pool)).toMatchObject({ pool: { taken: 0, mine: 0 } });
    const paymentMethodId = await keepCard(app, guest, 'pm_card_visa');
    const answer = await takeShares(app, guest, pool, 7, { paymentMethodId });
    expect(answer).toMatchObject({ status: 200 });
    await untilOrderIs(app, pool, 'paid');
  });

  test("is refused with another customer's card, or when not enough shares are left", async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app);
    const paymentMethodId = pool.owner.sourceId;
    expect(await takeShares(app, guest, pool, 1, { paymentMethodId })).toMatchObject({ status: 404 });
    await takeShares(app, guest, pool, 5);
    expect(await takeShares(app, pool.owner, pool, 3)).toMatchObject({
      error: { code: 'shares_taken', details: { left: 2 } },
    });
  });

  test('clicked twenty times at once takes them once', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app);
    const body = { shares: 1, paymentMethodId: guest.sourceId, amount: priceOf(1) };
    const click = () =>
      app.call(orderEndpoints.takeShares, { token: guest.token, params: { id: pool.key }, body });
    const answers = await Promise.all(Array.from({ length: 20 }, click));
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
    const { attempts, intents } = await booksOfPool(app, pool);
    expect([attempts.length, intents.length]).toEqual([1, 1]);
  });

  test('again, later, adds to them', async () => {
    const pool = await buildPool(app);
    const guest = await buildBuyer(app);
    await takeShares(app, guest, pool, 1);
    app.advanceMinutes(1);
    await takeShares(app, guest, pool, 1);
    expect(await readOrder(app, guest, pool)).toMatchObject({ pool: { taken: 2, mine: 2 } });
  });

  test('by twenty people at once holds exactly seven shares and no other money', async () => {
    const pool = await buildPool(app);
    const people = await Promise.all(Array.from({ length: 20 }, () => buildBuyer(app)));
    const answers = await Promise.all(
      people.map((person) =>
        app.call(orderEndpoints.takeShares, {
          token: person.token,
          params: { id: pool.key },
          body: { shares: 1, paymentMethodId: person.sourceId, amount: priceOf(1) },
        }),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(7);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ error }) => error.code))).toEqual(new Set(['pool_full']));
    await untilOrderIs(app, pool, 'paid');
    const [latecomer] = people.filter((_, index) => answers[index]?.status !== 200);
    const late = await takeShares(app, latecomer as Buyer, pool, 1, { amount: priceOf(1) });
    expect(late).toMatchObject({
      status: 409,
      error: { code: 'pool_full', message: expect.stringMatching(/^This group order is full\. /) },
    });
    const { intents, entries, entitlements } = await booksOfPool(app, pool);
    expect(intents).toHaveLength(7);
    expect(entries.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(ALBUM_PRICE);
    expect(new Set(entitlements.map(({ userId }) => userId)).size).toBe(7);
  });
});

test("after all pools the ledger equals the provider's balance", async () => {
  expect(await findLedgerDifferences(app.context, -2)).toEqual([]);
});
