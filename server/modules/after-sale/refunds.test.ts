import { describe, expect, test } from 'vitest';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { inTransaction } from '#server/context.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { reconcilePayments } from '#server/modules/provider-events/reconcile.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually } from '#server/testing/factories.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  customerActor,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { planOrderRefund } from './plan-refund.ts';
import { refundOrder, reserveRefund } from './refunds.ts';

const app = await startPayingApp();
const MEMO = 'the parent asked for it';

const staff = () => buildUser(app, { role: 'customer_support' });
const refund = (token: string, key: string, lines?: number[]) =>
  app.call(refundEndpoints.refundOrder, {
    token,
    params: { id: key },
    body: { memo: MEMO, ...(lines ? { lines } : {}) },
  });
const getOrder = async (buyer: Buyer, key: string) =>
  (await app.call(orderEndpoints.getOrder, { token: buyer.token, params: { id: key } })).body;
const ownedBy = async (buyer: Buyer) => {
  const { body } = await app.call(foundAlbumEndpoints.myAlbums, { token: buyer.token });
  return body.owned.map((found) => found.album.id);
};
const refundsAtProvider = async (buyer: Buyer) => {
  const { attempts } = await booksOf(app, buyer.id);
  const intent = attempts.find((attempt) => attempt.state === 'succeeded')?.intentId ?? '';
  return (await app.stripe.refunds.list({ payment_intent: intent })).data.map((one) => one.amount);
};

async function buyAlbum(card = 'pm_card_visa') {
  const buyer = await buildBuyer(app, card);
  const album = await buildViewedAlbum(app, buyer);
  const { body } = await payForAlbum(app, buyer, album.id);
  return { buyer, album, key: body.order_key };
}

async function buyCart(albums: number) {
  const buyer = await buildBuyer(app);
  let cart = 0;
  for (let i = 0; i < albums; i++) {
    const { id } = await buildViewedAlbum(app, buyer);
    cart = (await app.call(orderEndpoints.addCartItem, { token: buyer.token, body: { album: id } })).body.id;
  }
  const { body } = await app.call(orderEndpoints.checkOut, { token: buyer.token, body: { id: cart } });
  const { key } = body.data;
  await app.call(paymentEndpoints.payOrder, {
    token: buyer.token,
    params: { id: key },
    body: { paymentMethodId: buyer.sourceId, amount: albums * ALBUM_PRICE },
  });
  return { buyer, key, order: await getOrder(buyer, key) };
}

describe('a refund', () => {
  test('of a whole order returns all the money, ends access and is recorded', async () => {
    const { buyer, album, key } = await buyAlbum();
    const support = await staff();
    expect(await refund(support.token, key)).toMatchObject({
      status: 200,
      body: { status: 'succeeded', amount: ALBUM_PRICE, order_key: key },
    });
    expect(await getOrder(buyer, key)).toMatchObject({ status: 'refunded', refunded: ALBUM_PRICE });
    expect(await ownedBy(buyer)).toEqual([]);
    expect(await refundsAtProvider(buyer)).toEqual([ALBUM_PRICE]);
    const { entries, entitlements } = await booksOf(app, buyer.id);
    expect(entries.map((entry) => entry.amountCents)).toEqual([ALBUM_PRICE, -ALBUM_PRICE]);
    expect(entitlements).toMatchObject([{ state: 'ended' }]);
    const { db } = app.context;
    const audit = await db.selectFrom('auditLog').selectAll().where('actorId', '=', support.id).execute();
    expect(audit).toMatchObject([{ action: 'order.refund', after: { memo: MEMO } }]);
    const again = await payForAlbum(app, buyer, album.id);
    expect(again).toMatchObject({ status: 200, body: { status: 'succeeded' } });
  });

  test('of one line leaves the rest, which can be refunded later', async () => {
    const { buyer, key, order } = await buyCart(3);
    const { token } = await staff();
    const [first] = order.items;
    expect(await refund(token, key, [first?.id ?? 0])).toMatchObject({ body: { amount: ALBUM_PRICE } });
    expect(await getOrder(buyer, key)).toMatchObject({ status: 'partly_refunded', refunded: ALBUM_PRICE });
    expect(await ownedBy(buyer)).toHaveLength(2);
    expect(await refund(token, key, [first?.id ?? 0])).toMatchObject({
      error: { code: 'nothing_to_refund' },
    });
    expect(await refund(token, key)).toMatchObject({ body: { amount: 2 * ALBUM_PRICE } });
    expect(await getOrder(buyer, key)).toMatchObject({ status: 'refunded', refunded: 3 * ALBUM_PRICE });
  });

  test('clicked twenty times at once is made once', async () => {
    const { buyer, key } = await buyAlbum();
    const { token } = await staff();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(token, key)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.error?.code === 'nothing_to_refund')).toHaveLength(19);
    expect(await refundsAtProvider(buyer)).toEqual([ALBUM_PRICE]);
  });

  test('can be made only by staff, for a paid order and its own lines', async () => {
    const { buyer, key } = await buyAlbum();
    const { token } = await staff();
    expect(await refund(buyer.token, key)).toMatchObject({ status: 403 });
    expect(await refund(token, 'x'.repeat(32))).toMatchObject({ status: 404 });
    expect(await refund(token, key, [2_000_000_000])).toMatchObject({ status: 404 });
    const album = await buildViewedAlbum(app, buyer);
    const { body: cart } = await app.call(orderEndpoints.addCartItem, {
      token: buyer.token,
      body: { album: album.id },
    });
    const open = await app.call(orderEndpoints.checkOut, { token: buyer.token, body: { id: cart.id } });
    expect(await refund(token, open.body.data.key)).toMatchObject({ error: { code: 'nothing_to_refund' } });
  });

  test.each(['before', 'after'] as const)(
    'whose answer is lost %s the provider acts is made once',
    async (when) => {
      const { buyer, key } = await buyAlbum();
      const { token } = await staff();
      app.sandbox.webhooks.pause();
      app.sandbox.faults.next({ operation: 'refunds.create', kind: 'api_error', when, times: 3 });
      expect(await refund(token, key)).toMatchObject({ status: 200, body: { status: 'reserved' } });
      expect(await refund(token, key)).toMatchObject({ error: { code: 'nothing_to_refund' } });
      app.sandbox.faults.clear();
      app.advanceMinutes(3);
      await Promise.all([reconcilePayments(app.context), reconcilePayments(app.context)]);
      expect(await refundsAtProvider(buyer)).toEqual([ALBUM_PRICE]);
      expect(await getOrder(buyer, key)).toMatchObject({ status: 'refunded', refunded: ALBUM_PRICE });
      expect((await booksOf(app, buyer.id)).entries).toHaveLength(2);
    },
  );

  test('can be pending at first and succeed later', async () => {
    const { buyer, key } = await buyAlbum('pm_card_pendingRefund');
    const { token } = await staff();
    expect(await refund(token, key)).toMatchObject({ body: { status: 'pending' } });
    expect(await ownedBy(buyer)).toEqual([]);
    app.advanceMinutes(3);
    await app.sandbox.settle();
    await reconcilePayments(app.context);
    const { db } = app.context;
    const order = await getOrder(buyer, key);
    const [row] = await db.selectFrom('refunds').select('state').where('orderId', '=', order.id).execute();
    expect(row?.state).toBe('succeeded');
  });

  test('that the bank returns is reverted in the ledger and can be made again', async () => {
    const { buyer, key } = await buyAlbum('pm_card_refundFail');
    const { token } = await staff();
    expect(await refund(token, key)).toMatchObject({ body: { status: 'succeeded' } });
    app.advanceMinutes(1);
    await app.sandbox.settle();
    await eventually(async () => {
      const { entries } = await booksOf(app, buyer.id);
      return entries.length === 3 ? true : undefined;
    }, 'the failed refund in the ledger');
    const { entries } = await booksOf(app, buyer.id);
    expect(entries.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(ALBUM_PRICE);
    expect(await getOrder(buyer, key)).toMatchObject({ refunded: 0 });
    expect(await refund(token, key)).toMatchObject({ status: 200 });
  });

  test('of a rehearsal is refused once real cards pay, and reserves nothing', async () => {
    const { buyer, key } = await buyAlbum();
    const { id: userId } = await staff();
    const actor = { ...customerActor({ id: userId }), role: 'customer_support' } as const;
    const payments = { ...app.context.payments, mode: 'live' } as const;
    const request = { ref: key, lineIds: undefined, memo: MEMO };
    await expect(refundOrder({ ...app.context, payments }, actor, request)).rejects.toThrow(/rehearsal/);
    const { attempts } = await booksOf(app, buyer.id);
    const { db } = app.context;
    const orderId = attempts[0]?.orderId ?? 0;
    expect(await db.selectFrom('refunds').select('id').where('orderId', '=', orderId).execute()).toEqual([]);
  });

  test('of a photo that was credited to its album is refused until the album is refunded', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const image = await buildImage(app, album);
    const photo = await app.call(paymentEndpoints.payForImage, {
      token: buyer.token,
      body: { imageId: image.id, paymentMethodId: buyer.sourceId, amount: 499, facial: false },
    });
    const whole = await payForAlbum(app, buyer, album.id, { amount: ALBUM_PRICE - 499 });
    const { token } = await staff();
    expect(await refund(token, photo.body.order_key)).toMatchObject({ status: 409 });
    expect(await refund(token, whole.body.order_key)).toMatchObject({ body: { amount: ALBUM_PRICE - 499 } });
    expect(await refund(token, photo.body.order_key)).toMatchObject({ body: { amount: 499 } });
  });
});

test('an open order with credit for a refunded photo asks for its new price', async () => {
  const buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  const image = await buildImage(app, album);
  const photo = await app.call(paymentEndpoints.payForImage, {
    token: buyer.token,
    body: { imageId: image.id, paymentMethodId: buyer.sourceId, amount: 499, facial: false },
  });
  const { body: cart } = await app.call(orderEndpoints.addCartItem, {
    token: buyer.token,
    body: { album: album.id },
  });
  expect(cart).toMatchObject({ sub_total: ALBUM_PRICE, credit: 499, total: ALBUM_PRICE - 499 });
  const { body } = await app.call(orderEndpoints.checkOut, { token: buyer.token, body: { id: cart.id } });
  await refund((await staff()).token, photo.body.order_key);
  const answer = await app.call(paymentEndpoints.payOrder, {
    token: buyer.token,
    params: { id: body.data.key },
    body: { paymentMethodId: buyer.sourceId, amount: ALBUM_PRICE - 499 },
  });
  expect(answer).toMatchObject({
    status: 409,
    error: { code: 'order_changed', details: { amount: ALBUM_PRICE, quote: { credit: 0 } } },
  });
});

test("after all refunds the ledger equals the provider's balance", async () => {
  // The bank returns the last refund of a returning card, too.
  app.advanceMinutes(1);
  await app.sandbox.settle();
  await eventually(async () => {
    const differences = await findLedgerDifferences(app.context, -5);
    return differences.length === 0 ? true : undefined;
  }, 'the returned refund in the ledger');
});

describe('what cost nothing', () => {
  const FREE = { sharePriceCents: 0, imagePriceCents: null };

  test('is ended by staff without the card provider, and the books stay as they were', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer, FREE);
    const { body } = await payForAlbum(app, buyer, album.id, { amount: 0 });
    const { token } = await staff();
    app.sandbox.faults.next({ operation: 'refunds.create', kind: 'api_error', times: 3 });
    const answers = await Promise.all([refund(token, body.order_key), refund(token, body.order_key)]);
    app.sandbox.faults.clear();
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
      status: 'succeeded',
      amount: 0,
    });
    expect(await getOrder(buyer, body.order_key)).toMatchObject({ status: 'refunded', refunded: 0 });
    expect(await ownedBy(buyer)).toEqual([]);
    expect((await booksOf(app, buyer.id)).entries).toEqual([]);
    await expect.poll(() => findLedgerDifferences(app.context, 0)).toEqual([]);
    const again = await payForAlbum(app, buyer, album.id, { amount: 0 });
    expect(again).toMatchObject({ status: 200, body: { status: 'succeeded' } });
  });

  test('is finished after a crash between the reservation and the end', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer, FREE);
    const { body } = await payForAlbum(app, buyer, album.id, { amount: 0 });
    const actor = { ...customerActor(await staff()), role: 'customer_support' } as const;
    await inTransaction(app.context, async (tx) => {
      const plan = await planOrderRefund(tx, actor, { ref: body.order_key, lineIds: undefined });
      await reserveRefund(tx, actor, plan, { memo: MEMO });
    });
    expect(await ownedBy(buyer)).toEqual([album.id]);
    app.advanceMinutes(3);
    await reconcilePayments(app.context);
    expect(await ownedBy(buyer)).toEqual([]);
  });

  test('can be ended alone in an order with paid lines', async () => {
    const buyer = await buildBuyer(app);
    const [free, paid] = [await buildViewedAlbum(app, buyer, FREE), await buildViewedAlbum(app, buyer)];
    let cart = 0;
    for (const { id } of [free, paid])
      cart = (await app.call(orderEndpoints.addCartItem, { token: buyer.token, body: { album: id } })).body
        .id;
    const { body } = await app.call(orderEndpoints.checkOut, { token: buyer.token, body: { id: cart } });
    const { key } = body.data;
    const payment = { paymentMethodId: buyer.sourceId, amount: ALBUM_PRICE };
    await app.call(paymentEndpoints.payOrder, { token: buyer.token, params: { id: key }, body: payment });
    const line = (await getOrder(buyer, key)).items.find(({ total }) => total === 0)?.id ?? 0;
    const { token } = await staff();
    expect(await refund(token, key, [line])).toMatchObject({ status: 200, body: { amount: 0 } });
    expect(await ownedBy(buyer)).toEqual([paid.id]);
    expect(await getOrder(buyer, key)).toMatchObject({ status: 'paid', refunded: 0 });
    expect((await refund(token, key, [line])).error.code).toBe('nothing_to_refund');
    expect(await refund(token, key)).toMatchObject({ status: 200, body: { amount: ALBUM_PRICE } });
    expect(await getOrder(buyer, key)).toMatchObject({ status: 'refunded' });
  });

  test('because photos were credited frees the photos for a refund', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer, { sharePriceCents: 60, imagePriceCents: 499 });
    const image = await buildImage(app, album);
    const choice = { imageId: image.id };
    const { body } = await app.call(paymentEndpoints.quotePayment, { token: buyer.token, body: choice });
    const photo = await app.call(paymentEndpoints.payForImage, {
      token: buyer.token,
      body: { ...choice, paymentMethodId: buyer.sourceId, amount: body.total, facial: false },
    });
    const whole = await payForAlbum(app, buyer, album.id, { amount: 0 });
    expect(whole.body.status).toBe('succeeded');
    const { token } = await staff();
    expect((await refund(token, photo.body.order_key)).status).toBe(409);
    expect(await refund(token, whole.body.order_key)).toMatchObject({ status: 200, body: { amount: 0 } });
    expect(await refund(token, photo.body.order_key)).toMatchObject({
      status: 200,
      body: { amount: body.total },
    });
  });
});
