import { describe, expect, test } from 'vitest';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { overviewEndpoints } from '#contract/endpoints/overview.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { readHistory } from '#server/testing/history.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';

const app = await startPayingApp();
const support = () => buildUser(app, { role: 'customer_support' });
const dear = { sharePriceCents: 1_000, imagePriceCents: null };
const DEAR_PRICE = 7_000;

/** Three albums of $70 each: two may be refunded by one person, all three need a second one. */
async function buyOrder() {
  const buyer = await buildBuyer(app);
  let cart = 0;
  for (let i = 0; i < 3; i++) {
    const { id } = await buildViewedAlbum(app, buyer, dear);
    cart = (await app.call(orderEndpoints.addCartItem, { token: buyer.token, body: { album: id } })).body.id;
  }
  const { body } = await app.call(orderEndpoints.checkOut, { token: buyer.token, body: { id: cart } });
  const { key } = body.data;
  await app.call(paymentEndpoints.payOrder, {
    token: buyer.token,
    params: { id: key },
    body: { paymentMethodId: buyer.sourceId, amount: 3 * DEAR_PRICE },
  });
  const order = (await app.call(orderEndpoints.getOrder, { token: buyer.token, params: { id: key } })).body;
  return { buyer, key, id: order.id, lines: order.items.map((item) => item.id) };
}

const refund = ({ token }: TestUser, key: string, lines?: number[]) =>
  app.call(refundEndpoints.refundOrder, {
    token,
    params: { id: key },
    body: { memo: 'wrong day', ...(lines ? { lines } : {}) },
  });
const approve = ({ token }: TestUser, id: number) =>
  app.call(refundEndpoints.approveRefund, { token, params: { id } });
const decline = ({ token }: TestUser, id: number) =>
  app.call(refundEndpoints.declineRefund, { token, params: { id } });
const refundedOf = async ({ id }: Buyer) =>
  (await booksOf(app, id)).entries.filter(({ amountCents }) => amountCents < 0).map((row) => row.amountCents);
const orderSeenBy = async ({ token }: TestUser, buyer: Buyer, order: number) =>
  (
    await app.call(userAdministrationEndpoints.orderOfUser, {
      token,
      params: { id: buyer.id, order },
    })
  ).body;

describe('a refund above the limit', () => {
  test('becomes a request that someone else approves', async () => {
    const { buyer, key, id, lines } = await buyOrder();
    const [asking, deciding] = [await support(), await support()];
    const asked = await refund(asking, key);
    expect(asked).toMatchObject({
      status: 202,
      body: { status: 'waiting', amount: 3 * DEAR_PRICE, order_key: key, lines },
    });
    expect(await refundedOf(buyer)).toEqual([]);
    expect((await orderSeenBy(deciding, buyer, id)).refund_request).toMatchObject({
      id: asked.body.id,
      amount: 3 * DEAR_PRICE,
      memo: 'wrong day',
      requested_by: { id: asking.id, name: asking.name },
    });
    const overview = await app.call(overviewEndpoints.adminOverview, { token: deciding.token, query: {} });
    expect(overview.body.refund_requests?.cases).toContainEqual(
      expect.objectContaining({ order: id, customer: buyer.id, amount: 3 * DEAR_PRICE }),
    );
    const done = await approve(deciding, asked.body.id);
    expect(done).toMatchObject({ status: 200, body: { status: 'succeeded', amount: 3 * DEAR_PRICE } });
    expect(await refundedOf(buyer)).toEqual([-3 * DEAR_PRICE]);
    expect(await orderSeenBy(deciding, buyer, id)).toMatchObject({
      status: 'refunded',
      refund_request: null,
    });
    const history = await readHistory(app, deciding.token, { scope: 'user', subject: buyer.id });
    expect(history.map(({ action, actor_name }) => [action, actor_name])).toEqual([
      ['order.refund', deciding.name],
      ['order.request-refund', asking.name],
    ]);
  });

  test('is never approved by the one who asked, nor by the customer', async () => {
    const { buyer, key } = await buyOrder();
    const asking = await support();
    const { body } = await refund(asking, key);
    expect(await approve(asking, body.id)).toMatchObject({
      status: 403,
      error: { code: 'second_person_needed' },
    });
    await app.context.db
      .updateTable('users')
      .set({ role: 'customer_support', secondFactorAt: app.context.clock.now() })
      .where('id', '=', buyer.id)
      .execute();
    for (const decide of [approve, decline])
      expect(await decide(buyer, body.id)).toMatchObject({
        status: 403,
        error: { code: 'not_for_yourself' },
      });
    expect(await refundedOf(buyer)).toEqual([]);
  });

  test('of a pool is never made or decided by someone who paid into it', async () => {
    const { buyer, key, id } = await buyOrder();
    const member = await support();
    const { body } = await refund(await support(), key);
    await app.context.db
      .updateTable('paymentAttempts')
      .set({ userId: member.id })
      .where('orderId', '=', id)
      .execute();
    const answers = [
      await approve(member, body.id),
      await decline(member, body.id),
      await refund(member, key),
    ];
    expect(answers.map(({ error }) => error.code)).toEqual(Array(3).fill('not_for_yourself'));
    expect(await refundedOf(buyer)).toEqual([]);
  });

  test('is executed once, however many approve and decline it at the same moment', async () => {
    const { buyer, key } = await buyOrder();
    const { body } = await refund(await support(), key);
    const deciding = await Promise.all(Array.from({ length: 6 }, support));
    const answers = await Promise.all(
      deciding.map(async (person, index) =>
        index % 3 === 2 ? (await decline(person, body.id)).status : (await approve(person, body.id)).status,
      ),
    );
    expect(answers.sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const { state } = await app.context.db
      .selectFrom('refundRequests')
      .select('state')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(await refundedOf(buyer)).toEqual(state === 'approved' ? [-3 * DEAR_PRICE] : []);
  });

  test('asked for many times at once is one request', async () => {
    const { key } = await buyOrder();
    const asking = await Promise.all(Array.from({ length: 4 }, support));
    const answers = await Promise.all(asking.map((person) => refund(person, key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('refund_waiting');
  });

  test('that is declined or withdrawn changes nothing and can be asked for again', async () => {
    const { buyer, key, id } = await buyOrder();
    const [asking, deciding] = [await support(), await support()];
    const first = await refund(asking, key);
    expect((await refund(deciding, key, [first.body.lines[0] ?? 0])).error.code).toBe('refund_waiting');
    expect((await decline(deciding, first.body.id)).status).toBe(200);
    expect((await approve(deciding, first.body.id)).status).toBe(409);
    const second = await refund(asking, key);
    expect((await decline(asking, second.body.id)).status).toBe(200);
    expect(await refundedOf(buyer)).toEqual([]);
    expect((await orderSeenBy(asking, buyer, id)).refund_request).toBeNull();
    const history = await readHistory(app, asking.token, { scope: 'user', subject: buyer.id });
    expect(history.map(({ action }) => action)).toEqual([
      'order.withdraw-refund',
      'order.request-refund',
      'order.decline-refund',
      'order.request-refund',
    ]);
  });
});

describe('small refunds of one order', () => {
  test('by one person count together', async () => {
    const { buyer, key, lines } = await buyOrder();
    const [one, other] = [await support(), await support()];
    expect((await refund(one, key, [lines[0] ?? 0])).status).toBe(200);
    expect((await refund(one, key, [lines[1] ?? 0])).status).toBe(200);
    const third = await refund(one, key, [lines[2] ?? 0]);
    expect(third).toMatchObject({ status: 202, body: { amount: DEAR_PRICE } });
    expect((await approve(other, third.body.id)).status).toBe(200);
    expect(await refundedOf(buyer)).toHaveLength(3);
  });

  test('sent at the same moment do not pass the limit together', async () => {
    const { buyer, key, lines } = await buyOrder();
    const person = await support();
    const answers = await Promise.all(lines.map((line) => refund(person, key, [line])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 202]);
    expect(await refundedOf(buyer)).toHaveLength(2);
  });

  test('by two people count together, and after a week they no longer do', async () => {
    const { key, lines } = await buyOrder();
    const [one, other] = [await support(), await support()];
    expect((await refund(one, key, lines.slice(0, 2))).status).toBe(200);
    const second = await refund(other, key, lines.slice(2));
    expect(second.status).toBe(202);
    await decline(other, second.body.id);
    app.advanceMinutes(7 * 24 * 60 + 1);
    expect((await refund(other, key, lines.slice(2))).status).toBe(200);
  });
});

describe('refunds of a week', () => {
  const buySingle = async (buyer: Buyer) => {
    const { id } = await buildViewedAlbum(app, buyer, dear);
    return (await payForAlbum(app, buyer, id, { amount: DEAR_PRICE })).body.order_key;
  };

  test('by one person count together, whoever the customers are', async () => {
    const person = await support();
    const keys: string[] = [];
    for (let i = 0; i < 6; i++) keys.push(await buySingle(await buildBuyer(app)));
    const answers = await Promise.all(keys.map((key) => refund(person, key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 202, 202, 202, 202]);
    const other = await support();
    const [waiting] = answers.filter(({ status }) => status === 202);
    // What a second person approved counts for neither of them.
    expect((await approve(other, waiting?.body.id ?? 0)).status).toBe(200);
    expect((await refund(other, await buySingle(await buildBuyer(app)))).status).toBe(200);
    expect((await refund(other, await buySingle(await buildBuyer(app)))).status).toBe(200);
    expect((await refund(other, await buySingle(await buildBuyer(app)))).status).toBe(202);
    app.advanceMinutes(7 * 24 * 60 + 1);
    expect((await refund(person, await buySingle(await buildBuyer(app)))).status).toBe(200);
  });

  test('to one customer count together, whoever makes them, also at the same moment', async () => {
    const buyer = await buildBuyer(app);
    const keys: string[] = [];
    for (let i = 0; i < 4; i++) keys.push(await buySingle(buyer));
    const people = await Promise.all(keys.map(support));
    const answers = await Promise.all(keys.map((key, index) => refund(people[index] as TestUser, key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 202, 202]);
    expect(await refundedOf(buyer)).toHaveLength(2);
  });
});

test('the limit is a setting', async () => {
  const boss = await buildUser(app, { role: 'super' });
  const set = (cents: number) =>
    app.call(settingsEndpoints.changeSettings, {
      token: boss.token,
      body: { refund_second_person_cents: cents } as never,
    });
  const { key, lines } = await buyOrder();
  expect((await set(ALBUM_PRICE)).status).toBe(200);
  expect((await refund(await support(), key, [lines[0] ?? 0])).status).toBe(202);
  await set(20_000);
});
