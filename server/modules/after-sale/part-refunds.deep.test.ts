import { describe, expect, test } from 'vitest';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { sumCents } from '#contract/rules/money.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { buildUser, eventually } from '#server/testing/factories.ts';
import { ALBUM_PRICE, booksOf, buildBuyer, startPayingApp } from '#server/testing/paying-app.ts';
import { booksOfPool, buildPool, fillPool } from '#server/testing/pools.ts';
import { buyAlbum, ownedBy, readOrderOf, refundOrder } from '#server/testing/refunds.ts';

const app = await startPayingApp();
const part = (key: string, amount: number) => refundOrder(app, key, undefined, amount);
const setLimit = async (cents: number) =>
  app.call(settingsEndpoints.changeSettings, {
    token: (await buildUser(app, { role: 'super' })).token,
    body: { refund_second_person_cents: cents } as never,
  });
const refundedOf = async (userId: number) =>
  (await booksOf(app, userId)).entries.flatMap(({ amountCents }) => (amountCents < 0 ? [amountCents] : []));

describe('a part of the money', () => {
  test('goes back to the cent and keeps the purchase, until the rest goes back too', async () => {
    const { buyer, album, key } = await buyAlbum(app);
    expect(await part(key, 1200)).toMatchObject({ status: 200, body: { amount: 1200, status: 'succeeded' } });
    expect(await readOrderOf(app, buyer, key)).toMatchObject({ status: 'partly_refunded', refunded: 1200 });
    expect(await ownedBy(app, buyer)).toEqual([album.id]);
    expect(await part(key, 1)).toMatchObject({ status: 200, body: { amount: 1 } });
    expect(await part(key, ALBUM_PRICE - 1200)).toMatchObject({
      status: 409,
      error: { code: 'refund_too_high', details: { left: ALBUM_PRICE - 1201, most: ALBUM_PRICE - 1202 } },
    });
    expect(await part(key, ALBUM_PRICE - 1201)).toMatchObject({ status: 200 });
    expect(await readOrderOf(app, buyer, key)).toMatchObject({ status: 'refunded', refunded: ALBUM_PRICE });
    expect(await ownedBy(app, buyer)).toEqual([]);
    expect(await refundedOf(buyer.id)).toEqual([-1200, -1, 1201 - ALBUM_PRICE]);
  });

  test('is never more than what is left, however many ask at once', async () => {
    const { buyer, album, key } = await buyAlbum(app);
    const answers = await Promise.all(Array.from({ length: 6 }, () => part(key, 700)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
    expect(await refundedOf(buyer.id)).toEqual([-700, -700]);
    expect(await ownedBy(app, buyer)).toEqual([album.id]);
  });

  test('goes back once if the press is repeated, because its answer was lost or a colleague was quicker', async () => {
    const { buyer, key } = await buyAlbum(app);
    const { token } = await buildUser(app, { role: 'customer_support' });
    const refund = (latest_refund: number | null) =>
      app.call(refundEndpoints.refundOrder, {
        token,
        params: { id: key },
        body: { memo: 'late delivery', amount: 700, latest_refund },
      });
    const answers = await Promise.all([refund(null), refund(null), refund(null)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await refund(null)).toMatchObject({ status: 409, error: { code: 'refunded_meanwhile' } });
    expect(await refundedOf(buyer.id)).toEqual([-700]);
    const { id } = await readOrderOf(app, buyer, key);
    const { body } = await app.call(userAdministrationEndpoints.orderOfUser, {
      token,
      params: { id: buyer.id, order: id },
    });
    expect(await refund(body.refunds.at(-1)?.id ?? null)).toMatchObject({ status: 200 });
    expect(await refundedOf(buyer.id)).toEqual([-700, -700]);
  });

  test('of a group order is split over its payers, and nobody loses the albums', async () => {
    const people = [await buildBuyer(app), await buildBuyer(app), await buildBuyer(app)] as const;
    const pool = await buildPool(app, { albums: 2, owner: people[0] });
    await fillPool(app, pool, [...people]);
    expect(await part(pool.key, 1000)).toMatchObject({ status: 200, body: { amount: 1000 } });
    const { entries, entitlements } = await booksOfPool(app, pool);
    const back = entries.flatMap(({ amountCents }) => (amountCents < 0 ? [-amountCents] : []));
    expect(back).toEqual([428, 286, 286]);
    expect(entitlements.every(({ state }) => state === 'active')).toBe(true);
    // All but one cent would end the albums of some payers and not of others.
    const left = pool.totalCents - 1000;
    expect(await part(pool.key, left - 1)).toMatchObject({ error: { details: { left, most: left - 6 } } });
    expect(await part(pool.key, left - 6)).toMatchObject({ status: 200 });
    expect((await booksOfPool(app, pool)).entitlements.every(({ state }) => state === 'active')).toBe(true);
    expect(await part(pool.key, 6)).toMatchObject({ status: 200 });
    const after = await booksOfPool(app, pool);
    expect(sumCents(after.entries.map(({ amountCents }) => amountCents))).toBe(0);
    expect(after.entitlements.every(({ state }) => state === 'ended')).toBe(true);
  });

  test('above the limit waits for a colleague, who approves the same part', async () => {
    const { buyer, album, key } = await buyAlbum(app);
    const [asking, deciding] = [
      await buildUser(app, { role: 'customer_support' }),
      await buildUser(app, { role: 'customer_support' }),
    ];
    await setLimit(500);
    const asked = await app.call(refundEndpoints.refundOrder, {
      token: asking.token,
      params: { id: key },
      body: { memo: 'late delivery', amount: 800 },
    });
    expect(asked).toMatchObject({ status: 202, body: { amount: 800 } });
    const { id } = await readOrderOf(app, buyer, key);
    const seen = await app.call(userAdministrationEndpoints.orderOfUser, {
      token: deciding.token,
      params: { id: buyer.id, order: id },
    });
    expect(seen.body.refund_request).toMatchObject({ amount: 800, keeps_purchase: true });
    const approved = await app.call(refundEndpoints.approveRefund, {
      token: deciding.token,
      params: { id: asked.body.id },
    });
    expect(approved).toMatchObject({ status: 200, body: { amount: 800 } });
    expect(await refundedOf(buyer.id)).toEqual([-800]);
    expect(await ownedBy(app, buyer)).toEqual([album.id]);
    await setLimit(20_000);
  });
});

test.each([
  ['dispute', 'pm_card_createDispute', 'refund_refused'],
  ['inquiry', 'pm_card_createDisputeInquiry', undefined],
])(
  'an order with an open %s is refunded only for a reason, which is on record',
  async (_kind, card, code) => {
    const { buyer, key } = await buyAlbum(app, card);
    app.advanceMinutes(1);
    await app.sandbox.settle();
    const { db } = app.context;
    const { id } = await readOrderOf(app, buyer, key);
    await eventually(
      () => db.selectFrom('disputes').select('id').where('orderId', '=', id).executeTakeFirst(),
      'the dispute',
    );
    const { token } = await buildUser(app, { role: 'customer_support' });
    const refund = (body: { amount: number; dispute_reason?: 'withdrawn' }) =>
      app.call(refundEndpoints.refundOrder, {
        token,
        params: { id: key },
        body: { memo: 'they called', ...body },
      });
    expect(await refund({ amount: 500 })).toMatchObject({ status: 409, error: { code: 'order_disputed' } });
    const answer = await refund({ amount: 500, dispute_reason: 'withdrawn' });
    if (code) expect(answer.error.code).toBe(code);
    else expect(answer).toMatchObject({ status: 200, body: { amount: 500 } });
    const audit = await db
      .selectFrom('auditLog')
      .select('after')
      .where('subject', '=', `order:${id}`)
      .where('action', '=', 'order.refund')
      .execute();
    expect(audit).toMatchObject([{ after: { disputeReason: 'withdrawn', amountCents: 500 } }]);
  },
);

test("after all parts the ledger equals the provider's balance", async () => {
  await expect.poll(() => findLedgerDifferences(app.context, 0)).toEqual([]);
});
