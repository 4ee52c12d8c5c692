import { describe, expect, test } from 'vitest';
import { overviewEndpoints } from '#contract/endpoints/overview.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { userOrderListEndpoints } from '#contract/endpoints/user-administration.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { fetchUndeliveredEvents, reconcilePayments } from '#server/modules/provider-events/reconcile.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, jobsAreDone } from '#server/testing/factories.ts';
import { readHistory } from '#server/testing/history.ts';
import { payOrder, placeOrder } from '#server/testing/order-factories.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { buildPool, fillPool, readOrder } from '#server/testing/pools.ts';
import {
  balanceOf,
  buyWithReturningCard,
  letBankReturn,
  mailTo,
  ownedBy,
  readOrderOf,
  refundOrder,
  returnedOf,
} from '#server/testing/refunds.ts';
import { syncRefund } from './provider-refunds.ts';

const app = await startPayingApp();

const support = () => buildUser(app, { role: 'customer_support' });
const settle = async (id: number, how: 'refund_again' | 'paid_another_way' | 'purchase_kept') =>
  app.call(refundEndpoints.settleReturnedRefund, {
    token: (await support()).token,
    params: { id },
    body: { how, note: 'called the family' },
  });
const awaitMail = (buyer: Buyer, subject: string) =>
  eventually(async () => (await mailTo(app, buyer, subject))[0], subject);

async function returnedPurchase() {
  const bought = await buyWithReturningCard(app);
  await refundOrder(app, bought.key);
  const [found] = await letBankReturn(app, bought.buyer);
  return { ...bought, caseId: found?.id ?? 0 };
}

describe('a refund that the bank returns', () => {
  test('gives the album back to the buyer, and the order is paid again', async () => {
    const { buyer, album, key } = await buyWithReturningCard(app);
    expect(await refundOrder(app, key)).toMatchObject({ body: { status: 'succeeded' } });
    expect(await ownedBy(app, buyer)).toEqual([]);
    expect(await balanceOf(app, buyer)).toBe(0);
    await letBankReturn(app, buyer);
    expect(await ownedBy(app, buyer)).toEqual([album.id]);
    expect(await balanceOf(app, buyer)).toBe(ALBUM_PRICE);
    expect(await readOrderOf(app, buyer, key)).toMatchObject({ status: 'paid', refunded: 0 });
    expect((await booksOf(app, buyer.id)).entitlements).toMatchObject([{ state: 'active', endedAt: null }]);
  });

  test('is announced to the buyer, who so far only knew that the bank had been asked', async () => {
    const { buyer, key } = await buyWithReturningCard(app);
    await refundOrder(app, key);
    const asked = await awaitMail(buyer, 'Your refund');
    expect(asked.text).toContain('We’ve asked your bank to send back $19.95');
    expect(asked.text).not.toContain('refunded');
    await letBankReturn(app, buyer);
    const { text } = await awaitMail(buyer, 'Your bank returned our refund');
    expect(text).toContain('Your bank returned our refund of $19.95');
    expect(text).toContain('What you bought is yours again.');
  });

  test('is a case for staff with its clock, on the overview, on the order and in the history', async () => {
    const { buyer } = await returnedPurchase();
    const staff = await support();
    const { body } = await app.call(overviewEndpoints.adminOverview, { token: staff.token, query: {} });
    expect(body.payments?.returned_refunds).toBeGreaterThan(0);
    expect(body.payments?.cases).toContainEqual(
      expect.objectContaining({ trouble: 'returned_refund', customer: buyer.id, amount: ALBUM_PRICE }),
    );
    const { rows } = (
      await app.call(userOrderListEndpoints.page, { token: staff.token, query: { user: buyer.id } })
    ).body;
    expect(rows[0]).toMatchObject({
      status: 'paid',
      returned_refunds: [
        { amount: ALBUM_PRICE, has_entitlements: true, outcome: null, is_being_sent: false },
      ],
    });
    const history = await readHistory(app, staff.token, { scope: 'user', subject: buyer.id });
    expect(history.map(({ action }) => action)).toContain('order.refund-returned');
  });

  test('changes nothing a second time, whatever arrives in whatever order', async () => {
    const { buyer, key } = await buyWithReturningCard(app);
    app.sandbox.webhooks.pause();
    await refundOrder(app, key);
    app.advanceMinutes(1);
    await app.sandbox.settle();
    app.sandbox.webhooks.reverse(true);
    app.sandbox.webhooks.next({ kind: 'duplicate', times: 20 });
    await app.sandbox.webhooks.deliverNow();
    await eventually(async () => ((await returnedOf(app, buyer.id)).length > 0 ? true : undefined), 'a case');
    const { db } = app.context;
    const { refundId } = await db
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.id', 'refunds.orderId')
      .select('refunds.refundId')
      .where('orders.key', '=', key)
      .executeTakeFirstOrThrow();
    await Promise.all(Array.from({ length: 5 }, () => syncRefund(app.context, refundId ?? '')));
    expect(await returnedOf(app, buyer.id)).toHaveLength(1);
    expect((await booksOf(app, buyer.id)).entries).toHaveLength(3);
    await jobsAreDone(app, 'orders.send-returned-notice');
    expect(await mailTo(app, buyer, 'Your bank returned our refund')).toHaveLength(1);
  });

  test('before we knew that it had been made takes nothing and is still a case', async () => {
    const { buyer, album, key } = await buyWithReturningCard(app);
    app.sandbox.webhooks.pause();
    app.sandbox.faults.next({ operation: 'refunds.create', kind: 'reset', when: 'after', times: 3 });
    expect(await refundOrder(app, key)).toMatchObject({ body: { status: 'reserved' } });
    app.sandbox.faults.clear();
    app.advanceMinutes(1);
    await app.sandbox.settle();
    await fetchUndeliveredEvents(app.context);
    await eventually(async () => ((await returnedOf(app, buyer.id)).length > 0 ? true : undefined), 'a case');
    expect(await ownedBy(app, buyer)).toEqual([album.id]);
    expect(await balanceOf(app, buyer)).toBe(ALBUM_PRICE);
    expect(await mailTo(app, buyer, 'Your refund')).toEqual([]);
  });

  test('of one photo and one line leaves the rest of the order alone', async () => {
    const buyer = await buildBuyer(app, 'pm_card_refundFail');
    const photoAlbum = await buildViewedAlbum(app, buyer);
    const image = await buildImage(app, photoAlbum);
    const photo = await app.call(paymentEndpoints.payForImage, {
      token: buyer.token,
      body: { imageId: image.id, paymentMethodId: buyer.sourceId, amount: 499, facial: false },
    });
    const albums = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
    const key = await placeOrder(
      app,
      buyer,
      albums.map(({ id }) => id),
    );
    await payOrder(app, buyer, key, 2 * ALBUM_PRICE);
    const [first] = (await readOrderOf(app, buyer, key)).items;
    await refundOrder(app, photo.body.order_key);
    await refundOrder(app, key, [first?.id ?? 0]);
    await letBankReturn(app, buyer);
    await eventually(async () => ((await returnedOf(app, buyer.id)).length === 2 ? true : undefined), 'both');
    expect((await ownedBy(app, buyer)).sort()).toEqual(albums.map(({ id }) => id).sort());
    const { entitlements } = await booksOf(app, buyer.id);
    expect(entitlements.map(({ state }) => state)).toEqual(['active', 'active', 'active']);
    expect(await readOrderOf(app, buyer, key)).toMatchObject({ status: 'paid', refunded: 0 });
    expect(await refundOrder(app, key, [first?.id ?? 0])).toMatchObject({ body: { amount: ALBUM_PRICE } });
  });

  test('gives a swapped purchase back as what it was swapped to', async () => {
    const { buyer, key } = await buyWithReturningCard(app);
    const other = await buildViewedAlbum(app, buyer);
    const [line] = (await readOrderOf(app, buyer, key)).items;
    await app.call(refundEndpoints.swapAlbumPayment, {
      token: buyer.token,
      body: { album_payment_id: line?.id ?? 0, album_id: other.id },
    });
    await refundOrder(app, key);
    expect(await ownedBy(app, buyer)).toEqual([]);
    await letBankReturn(app, buyer);
    expect(await ownedBy(app, buyer)).toEqual([other.id]);
  });

  test('of an album that was bought again meanwhile is owed in money', async () => {
    const { buyer, album, key } = await buyWithReturningCard(app);
    await refundOrder(app, key);
    app.sandbox.webhooks.pause();
    expect(await payForAlbum(app, buyer, album.id)).toMatchObject({ status: 200 });
    app.sandbox.webhooks.resume();
    const [found] = await letBankReturn(app, buyer);
    expect(found).toMatchObject({ hasEntitlements: false });
    expect(await ownedBy(app, buyer)).toEqual([album.id]);
    expect(await settle(found?.id ?? 0, 'purchase_kept')).toMatchObject({ status: 409 });
  });

  test('of a photo that was bought again after it moved to another album is owed in money', async () => {
    const buyer = await buildBuyer(app, 'pm_card_refundFail');
    const [album, other] = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
    const image = await buildImage(app, album);
    const body = { imageId: image.id, paymentMethodId: buyer.sourceId, amount: 499, facial: false };
    const buy = () => app.call(paymentEndpoints.payForImage, { token: buyer.token, body });
    await refundOrder(app, (await buy()).body.order_key);
    const { db } = app.context;
    await db.updateTable('images').set({ albumId: other.id }).where('id', '=', image.id).execute();
    app.sandbox.webhooks.pause();
    expect(await buy()).toMatchObject({ status: 200 });
    app.sandbox.webhooks.resume();
    const [found] = await letBankReturn(app, buyer);
    expect(found).toMatchObject({ hasEntitlements: false });
    const { entitlements } = await booksOf(app, buyer.id);
    expect(entitlements.map(({ state }) => state)).toEqual(['ended', 'active']);
  });

  test('in a pool gives the albums back to that member only', async () => {
    const people: [Buyer, Buyer, Buyer] = [
      await buildBuyer(app),
      await buildBuyer(app, 'pm_card_refundFail'),
      await buildBuyer(app),
    ];
    const pool = await buildPool(app, { albums: 1, owner: people[0] });
    await fillPool(app, pool, people);
    await refundOrder(app, pool.key);
    await letBankReturn(app, people[1]);
    expect(await ownedBy(app, people[1])).toEqual(pool.albumIds);
    expect(await ownedBy(app, people[0])).toEqual([]);
    expect(await ownedBy(app, people[2])).toEqual([]);
    expect(await readOrder(app, people[0], pool)).toMatchObject({ status: 'partly_refunded' });
  });
});

describe('a returned refund is settled', () => {
  test('by sending it again, once, and is a new case with the old clock if it comes back again', async () => {
    const { buyer, key, caseId } = await returnedPurchase();
    const answers = await Promise.all(Array.from({ length: 5 }, () => settle(caseId, 'refund_again')));
    expect(answers.filter(({ status }) => status === 200)).toMatchObject([{ body: { status: 'sent' } }]);
    expect(await ownedBy(app, buyer)).toEqual([]);
    expect(await readOrderOf(app, buyer, key)).toMatchObject({ status: 'refunded' });
    expect(await returnedOf(app, buyer.id)).toMatchObject([{ outcome: 'refunded_again' }]);
    const [first, again] = await letBankReturn(app, buyer);
    expect(again).toMatchObject({ outcome: null, owedSince: first?.owedSince });
    expect(await balanceOf(app, buyer)).toBe(ALBUM_PRICE);
  });

  test('by paying another way, after which the order is refunded and the album ends', async () => {
    const { buyer, key, caseId } = await returnedPurchase();
    expect(await settle(caseId, 'paid_another_way')).toMatchObject({ body: { status: 'settled' } });
    expect(await ownedBy(app, buyer)).toEqual([]);
    expect(await readOrderOf(app, buyer, key)).toMatchObject({ status: 'refunded', refunded: ALBUM_PRICE });
    expect(await refundOrder(app, key)).toMatchObject({ error: { code: 'nothing_to_refund' } });
    expect(await settle(caseId, 'refund_again')).toMatchObject({ status: 409 });
    expect(await returnedOf(app, buyer.id)).toMatchObject([
      { outcome: 'paid_another_way', note: 'called the family' },
    ]);
  });

  test('by leaving the purchase with the buyer', async () => {
    const { buyer, album, caseId } = await returnedPurchase();
    expect(await settle(caseId, 'purchase_kept')).toMatchObject({ status: 200 });
    expect(await ownedBy(app, buyer)).toEqual([album.id]);
    expect(await settle(caseId, 'purchase_kept')).toMatchObject({ status: 409 });
  });

  test('by a refund of the order, too', async () => {
    const { buyer, key } = await returnedPurchase();
    expect(await refundOrder(app, key)).toMatchObject({ status: 200 });
    expect(await returnedOf(app, buyer.id)).toMatchObject([{ outcome: 'refunded_again' }]);
  });

  test('that was a part of the price once, whoever presses, and stays one case while the provider refuses', async () => {
    const { buyer, key } = await buyWithReturningCard(app);
    await refundOrder(app, key, undefined, 300);
    const [part] = await letBankReturn(app, buyer);
    const caseId = part?.id ?? 0;
    app.sandbox.faults.next({ operation: 'refunds.create', kind: 'decline' });
    expect(await settle(caseId, 'refund_again')).toMatchObject({ error: { code: 'refund_refused' } });
    expect(await returnedOf(app, buyer.id)).toMatchObject([{ outcome: null, amountCents: 300 }]);
    app.sandbox.faults.untilCleared({ operation: 'refunds.create', kind: 'reset', when: 'before' });
    expect(await settle(caseId, 'refund_again')).toMatchObject({ body: { status: 'waiting' } });
    app.sandbox.faults.clear();
    for (const how of ['refund_again', 'paid_another_way', 'purchase_kept'] as const)
      expect(await settle(caseId, how)).toMatchObject({ status: 409 });
    app.advanceMinutes(3);
    await reconcilePayments(app.context);
    expect(await balanceOf(app, buyer)).toBe(ALBUM_PRICE - 300);
    expect(await returnedOf(app, buyer.id)).toMatchObject([{ outcome: 'refunded_again' }]);
  });

  test('never by a customer, by the buyer, or for a case that does not exist', async () => {
    const { buyer, caseId } = await returnedPurchase();
    const body = { how: 'purchase_kept', note: 'mine' } as const;
    const call = refundEndpoints.settleReturnedRefund;
    expect(await app.call(call, { token: buyer.token, params: { id: caseId }, body })).toMatchObject({
      status: 403,
    });
    expect(await settle(2_000_000_000, 'purchase_kept')).toMatchObject({ status: 404 });
  });

  test('and stays open while the provider refuses', async () => {
    const { buyer, caseId } = await returnedPurchase();
    app.sandbox.faults.next({ operation: 'refunds.create', kind: 'decline' });
    expect(await settle(caseId, 'refund_again')).toMatchObject({ error: { code: 'refund_refused' } });
    expect(await returnedOf(app, buyer.id)).toMatchObject([{ outcome: null }]);
    expect(await settle(caseId, 'refund_again')).toMatchObject({ status: 200 });
  });
});

test("after all of it the ledger equals the provider's balance", async () => {
  expect(await findLedgerDifferences(app.context, -5)).toEqual([]);
});
