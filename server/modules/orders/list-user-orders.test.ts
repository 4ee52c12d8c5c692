import { expect, test } from 'vitest';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { buildUser } from '#server/testing/factories.ts';
import { payOrder, placeOrder } from '#server/testing/order-factories.ts';
import { ALBUM_PRICE, buildBuyer, buildViewedAlbum, startPayingApp } from '#server/testing/paying-app.ts';

const app = await startPayingApp();

test('staff see the orders of a customer with payments, and which lines were given back', async () => {
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
  expect(history.body).toMatchObject([{ action: 'order.refund', actor_name: staff.name }]);
  const asCustomer = { token: buyer.token, params: { id: staff.id } };
  expect(await app.call(userAdministrationEndpoints.ordersOfUser, asCustomer)).toMatchObject({ status: 403 });
});
