import { expect, test } from 'vitest';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import {
  userAdministrationEndpoints,
  userOrderListEndpoints,
} from '#contract/endpoints/user-administration.ts';
import { userOrderList } from '#contract/lists/users.ts';
import type { OrderState } from '#contract/rules/order-states.ts';
import { buildUser } from '#server/testing/factories.ts';
import { readHistory } from '#server/testing/history.ts';
import { expectPagedList } from '#server/testing/lists.ts';
import { payOrder, placeOrder } from '#server/testing/order-factories.ts';
import { ALBUM_PRICE, buildBuyer, buildViewedAlbum, sharePayingApp } from '#server/testing/paying-app.ts';
import { buildPool, takeShares, untilPhaseIs } from '#server/testing/pools.ts';
import { refundOrder } from '#server/testing/refunds.ts';
import { listCustomerOrders } from './sales.ts';

const app = await sharePayingApp();

type Query = { state?: OrderState; q?: string; _sort?: `${'created_at' | 'total'}:${'asc' | 'desc'}` };

test('staff see the orders of a customer with payments and refunded lines', async () => {
  const [staff, buyer] = [await buildUser(app, { role: 'customer_support' }), await buildBuyer(app)];
  const albums = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
  const key = await placeOrder(
    app,
    buyer,
    albums.map(({ id }) => id),
  );
  await payOrder(app, buyer, key, 2 * ALBUM_PRICE);
  const list = () => app.call(userOrderListEndpoints.page, { token: staff.token, query: { user: buyer.id } });
  const [order] = (await list()).body.rows;
  expect(order).toMatchObject({
    key,
    status: 'paid',
    payments: [{ amount: 2 * ALBUM_PRICE, status: 'succeeded', card: { last4: '4242' } }],
    refunds: [],
  });
  const line = order?.items[0]?.id ?? 0;
  await app.call(refundEndpoints.refundOrder, {
    token: staff.token,
    params: { id: key },
    body: { lines: [line], memo: 'Wrong team' },
  });
  const [after] = (await list()).body.rows;
  expect(after).toMatchObject({
    status: 'partly_refunded',
    refunded: ALBUM_PRICE,
    refunds: [{ amount: ALBUM_PRICE, memo: 'Wrong team', status: 'succeeded' }],
  });
  expect(after?.items.map((item) => [item.refunded, item.is_refunded])).toEqual([
    [ALBUM_PRICE, true],
    [0, false],
  ]);
  const history = await readHistory(app, staff.token, { scope: 'user', subject: buyer.id });
  expect(history).toMatchObject([{ action: 'order.refund', actor_name: staff.name }]);
  const asCustomer = { token: buyer.token, query: { user: staff.id } };
  expect(await app.call(userOrderListEndpoints.page, asCustomer)).toMatchObject({ status: 403 });
  const ofNobody = { token: staff.token, query: {} as never };
  expect(await app.call(userOrderListEndpoints.page, ofNobody)).toMatchObject({ status: 400 });
});

test('a pool is listed for each member with what they paid and got back, not with the whole total', async () => {
  const staff = await buildUser(app, { role: 'customer_support' });
  const pool = await buildPool(app);
  const joiner = await buildBuyer(app);
  await takeShares(app, joiner, pool, 2);
  const listOf = async ({ id: user }: { id: number }) =>
    (await app.call(userOrderListEndpoints.page, { token: staff.token, query: { user } })).body.rows[0];
  expect(await listOf(joiner)).toMatchObject({
    total: ALBUM_PRICE,
    own: { paid: 0, refunded: 0 },
    pool: { my_amount: 570 },
  });
  await takeShares(app, pool.owner, pool, 5);
  await untilPhaseIs(app, pool, 'filled');
  expect(await listOf(joiner)).toMatchObject({ own: { paid: 570, refunded: 0 } });
  expect(await listOf(pool.owner)).toMatchObject({ own: { paid: ALBUM_PRICE - 570, refunded: 0 } });
  const chatOf = async ({ id }: { id: number }) => (await listCustomerOrders(app.context, id))[0]?.total;
  expect([await chatOf(joiner), await chatOf(pool.owner)]).toEqual([570, ALBUM_PRICE - 570]);
  await refundOrder(app, pool.key);
  expect(await listOf(joiner)).toMatchObject({ own: { paid: 570, refunded: 570 }, refunded: ALBUM_PRICE });
  const csv = await app.app.inject({
    url: `/api${userOrderListEndpoints.csv.path}`,
    query: { user: String(joiner.id) },
    headers: { authorization: `Bearer ${staff.token}` },
  });
  expect(csv.body).toContain('19.95,5.70,5.70');
});

test('orders can be filtered by state, number and album, sorted, and opened one by one', async () => {
  const [staff, buyer] = [await buildUser(app, { role: 'customer_support' }), await buildBuyer(app)];
  const [small, large] = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
  const paid = await placeOrder(app, buyer, [small.id]);
  await payOrder(app, buyer, paid, ALBUM_PRICE);
  const open = await placeOrder(app, buyer, [large.id, (await buildViewedAlbum(app, buyer)).id]);
  // Without digits, because a number also finds albums whose names have it.
  const mark = 'Ümlaut half%_';
  await app.context.db.updateTable('albums').set({ teamName: mark }).where('id', '=', large.id).execute();
  const list = async (query: Query) => {
    const asked = { token: staff.token, query: { user: buyer.id, ...query } };
    return (await app.call(userOrderListEndpoints.page, asked)).body.rows;
  };
  const keysOf = async (query: Query) => (await list(query)).map(({ key }) => key);
  expect(await keysOf({})).toEqual([open, paid]);
  expect(await keysOf({ _sort: 'created_at:asc' })).toEqual([paid, open]);
  expect(await keysOf({ _sort: 'total:asc' })).toEqual([paid, open]);
  expect(await keysOf({ _sort: 'total:desc' })).toEqual([open, paid]);
  expect(await keysOf({ state: 'paid' })).toEqual([paid]);
  expect(await keysOf({ q: mark.toLowerCase() })).toEqual([open]);
  expect(await keysOf({ q: 'half%' })).toEqual([open]);
  expect(await keysOf({ q: '%', state: 'paid' })).toEqual([]);
  const oldest = (await list({})).at(-1);
  expect(await keysOf({ q: String(oldest?.id) })).toEqual([paid]);
  const one = (id: number, order: number) =>
    app.call(userAdministrationEndpoints.orderOfUser, { token: staff.token, params: { id, order } });
  expect((await one(buyer.id, oldest?.id ?? 0)).body).toEqual(oldest);
  expect(await one(staff.id, oldest?.id ?? 0)).toMatchObject({ status: 404 });
});

test('orders are paged in every order without repeating or losing one', async () => {
  const [staff, buyer] = [await buildUser(app, { role: 'customer_support' }), await buildBuyer(app)];
  let built = 0;
  const insertRow = async () => {
    const { id } = await app.context.db
      .insertInto('orders')
      .values({
        key: `paged-${buyer.id}-${built++}`.padEnd(32, '-'),
        userId: buyer.id,
        state: 'expired',
        subTotalCents: 0,
        totalCents: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  for (const count of [1, 2, 1]) {
    for (let i = 0; i < 5; i++) await insertRow();
    const albums = await Promise.all(Array.from({ length: count }, () => buildViewedAlbum(app, buyer)));
    await placeOrder(
      app,
      buyer,
      albums.map(({ id }) => id),
    );
  }
  await expectPagedList(app, {
    list: userOrderList,
    calls: userOrderListEndpoints,
    token: staff.token,
    filters: { user: buyer.id },
    idOf: ({ id }: { id: number }) => id,
    insertRow,
  });
});
