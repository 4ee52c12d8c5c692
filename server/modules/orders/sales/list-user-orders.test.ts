import { expect, test } from 'vitest';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { type UserOrderSort, userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import type { OrderState } from '#contract/rules/order-states.ts';
import { buildUser } from '#server/testing/factories.ts';
import { payOrder, placeOrder } from '#server/testing/order-factories.ts';
import { ALBUM_PRICE, buildBuyer, buildViewedAlbum, startPayingApp } from '#server/testing/paying-app.ts';

const app = await startPayingApp();

type Query = { status?: OrderState; q?: string; _sort?: UserOrderSort; _start?: number; _limit?: number };

test('staff see the orders of a customer with payments and refunded lines', async () => {
  const [staff, buyer] = [await buildUser(app, { role: 'customer_support' }), await buildBuyer(app)];
  const albums = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
  const key = await placeOrder(
    app,
    buyer,
    albums.map(({ id }) => id),
  );
  await payOrder(app, buyer, key, 2 * ALBUM_PRICE);
  const list = () =>
    app.call(userAdministrationEndpoints.ordersOfUser, { token: staff.token, params: { id: buyer.id } });
  const [order] = (await list()).body;
  expect(order).toMatchObject({
    key,
    status: 'paid',
    payments: [{ amount: 2 * ALBUM_PRICE, status: 'succeeded', card: { last4: '4242' } }],
    refunds: [],
  });
  const line = order?.items[0]?.id ?? 0;
  await app.call(orderEndpoints.refundOrder, {
    token: staff.token,
    params: { id: key },
    body: { lines: [line], memo: 'Wrong team' },
  });
  const [after] = (await list()).body;
  expect(after).toMatchObject({
    status: 'partly_refunded',
    refunded: ALBUM_PRICE,
    refunds: [{ amount: ALBUM_PRICE, memo: 'Wrong team', status: 'succeeded' }],
  });
  expect(after?.items.map((item) => [item.refunded, item.is_refunded])).toEqual([
    [ALBUM_PRICE, true],
    [0, false],
  ]);
  const history = await app.call(userAdministrationEndpoints.userHistory, {
    token: staff.token,
    params: { id: buyer.id },
  });
  expect(history.body.entries).toMatchObject([{ action: 'order.refund', actor_name: staff.name }]);
  const asCustomer = { token: buyer.token, params: { id: staff.id } };
  expect(await app.call(userAdministrationEndpoints.ordersOfUser, asCustomer)).toMatchObject({ status: 403 });
});

test('orders can be filtered by state, number and album, sorted and paged, and opened one by one', async () => {
  const [staff, buyer] = [await buildUser(app, { role: 'customer_support' }), await buildBuyer(app)];
  const [small, large] = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
  const paid = await placeOrder(app, buyer, [small.id]);
  await payOrder(app, buyer, paid, ALBUM_PRICE);
  const open = await placeOrder(app, buyer, [large.id, (await buildViewedAlbum(app, buyer)).id]);
  const mark = `Ümlaut 50%_${buyer.id}`;
  await app.context.db.updateTable('albums').set({ teamName: mark }).where('id', '=', large.id).execute();
  const params = { id: buyer.id };
  const keysOf = async (query: Query) => {
    const { body } = await app.call(userAdministrationEndpoints.ordersOfUser, {
      token: staff.token,
      params,
      query,
    });
    return body.map(({ key }) => key);
  };
  expect(await keysOf({})).toEqual([open, paid]);
  expect(await keysOf({ _sort: 'oldest' })).toEqual([paid, open]);
  expect(await keysOf({ _sort: 'amount' })).toEqual([paid, open]);
  expect(await keysOf({ _sort: 'amount_desc' })).toEqual([open, paid]);
  expect(await keysOf({ _limit: 1 })).toEqual([open]);
  expect(await keysOf({ _start: 1, _limit: 1 })).toEqual([paid]);
  expect(await keysOf({ status: 'paid' })).toEqual([paid]);
  expect(await keysOf({ q: mark.toLowerCase() })).toEqual([open]);
  expect(await keysOf({ q: '50%' })).toEqual([open]);
  expect(await keysOf({ q: '%', status: 'paid' })).toEqual([]);
  const { body: all } = await app.call(userAdministrationEndpoints.ordersOfUser, {
    token: staff.token,
    params,
  });
  const oldest = all.at(-1);
  expect(await keysOf({ q: String(oldest?.id) })).toEqual([paid]);
  const one = (id: number, order: number) =>
    app.call(userAdministrationEndpoints.orderOfUser, { token: staff.token, params: { id, order } });
  expect((await one(buyer.id, oldest?.id ?? 0)).body).toEqual(oldest);
  expect(await one(staff.id, oldest?.id ?? 0)).toMatchObject({ status: 404 });
});
