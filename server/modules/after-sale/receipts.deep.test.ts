import { describe, expect, test } from 'vitest';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { DEFAULT_SITE_SETTINGS } from '#contract/endpoints/settings.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, nextMessage } from '#server/testing/factories.ts';
import {
  buildCoupon,
  changeSettings,
  payOrder,
  placeOrder,
  setCoupon,
} from '#server/testing/order-factories.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { buildPool, fillPool, takeShares } from '#server/testing/pools.ts';
import { mailReceipt } from './receipts.ts';
import { mailRefundNotice } from './refund-notices.ts';

const app = await startPayingApp();

const receiptOf = ({ token }: Pick<Buyer, 'token'>, id: string | number) =>
  app.call(orderEndpoints.orderReceipt, { token, params: { id } });
const refund = async (key: string, lines?: number[]) => {
  const { token } = await buildUser(app, { role: 'customer_support' });
  const body = { memo: 'asked for it', ...(lines ? { lines } : {}) };
  return app.call(refundEndpoints.refundOrder, { token, params: { id: key }, body });
};
const mailsTo = async (email: string, subject: string) =>
  (await listOutbox(app.context.db, email)).filter((message) => message.subject === subject);

describe('a receipt', () => {
  test('lists the items, credit, discount, tax and card', async () => {
    const buyer = await buildBuyer(app);
    await changeSettings(app, { tax_rate_basis_points: 1000, tax_name: 'Sales tax' });
    const { code } = await buildCoupon(app, { percent_off: 20 });
    const albums = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
    const key = await placeOrder(
      app,
      buyer,
      albums.map((album) => album.id),
    );
    const { body: order } = await setCoupon(app, buyer, key, code);
    await payOrder(app, buyer, key, order.total);
    await changeSettings(app, { tax_rate_basis_points: 0, tax_name: 'Tax' });

    const { status, body } = await receiptOf(buyer, key);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      number: order.id,
      order_key: key,
      status: 'paid',
      is_pool: false,
      seller: { name: 'Encore' },
      buyer: { name: buyer.name, email: buyer.email },
      sub_total: 2 * ALBUM_PRICE,
      credit: 0,
      discount: 798,
      coupon_code: code,
      tax: 320,
      tax_name: 'Sales tax',
      total: order.total,
      payments: [{ amount: order.total, shares: null, card: { brand: 'visa', last4: '4242' } }],
      refunds: [],
    });
    expect(body.lines).toMatchObject([
      {
        description: 'Digital Performance Album',
        team: 'Star Athletics Comets, Senior 4',
        event: '2026 Encore Spirit Winter Classic, Austin, TX',
        price: ALBUM_PRICE,
      },
      { price: ALBUM_PRICE },
    ]);

    const { text } = await nextMessage(app, buyer.email, /Your Encore receipt/);
    for (const part of [
      'Comets',
      `Coupon ${code}: -$7.98`,
      'Sales tax: $3.20',
      `Total: $35.12`,
      `/receipt/${key}`,
    ]) {
      expect(text).toContain(part);
    }
  });

  test('uses the current site name and texts', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const key = await placeOrder(app, buyer, [album.id]);
    await changeSettings(app, {
      site_name: 'Stage Shots',
      mail_intro_receipt: 'Good choice.',
      mail_greeting: 'Ahoy {first_name}!',
    });
    await payOrder(app, buyer, key, ALBUM_PRICE);
    const { text } = await nextMessage(app, buyer.email, /Your Stage Shots receipt/);
    expect(text).toContain(`Ahoy ${buyer.firstName}!\n\nGood choice.\n\nThank you!`);
    expect((await receiptOf(buyer, key)).body.seller.name).toBe('Stage Shots');
    await changeSettings(app, {
      site_name: 'Encore',
      mail_intro_receipt: '',
      mail_greeting: DEFAULT_SITE_SETTINGS.mail_greeting,
    });
  });

  test('exists only for a paid order and those who paid it', async () => {
    const [buyer, stranger] = [await buildBuyer(app), await buildBuyer(app)];
    const album = await buildViewedAlbum(app, buyer);
    const key = await placeOrder(app, buyer, [album.id]);
    expect(await receiptOf(buyer, key)).toMatchObject({ status: 404, error: { code: 'not_found' } });
    await payOrder(app, buyer, key, ALBUM_PRICE);
    const { body } = await receiptOf(buyer, key);
    expect((await receiptOf(buyer, body.number)).body).toEqual(body);
    for (const name of [key, body.number]) {
      expect(await receiptOf(stranger, name)).toMatchObject({ status: 404, error: { code: 'not_found' } });
    }
  });

  test('of a free order shows no payment', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const { code } = await buildCoupon(app, { percent_off: 100 });
    const paid = await payForAlbum(app, buyer, album.id, { amount: 0, coupon: code });
    expect((await receiptOf(buyer, paid.body.order_key)).body).toMatchObject({ total: 0, payments: [] });
  });

  test('of a pool shows each member all lines and their own payments', async () => {
    const people: [Buyer, Buyer, Buyer] = [
      await buildBuyer(app),
      await buildBuyer(app),
      await buildBuyer(app),
    ];
    const pool = await buildPool(app, { owner: people[0], albums: 2 });
    const watcher = await buildBuyer(app);
    await fillPool(app, pool, people);
    const receipts = [];
    for (const person of people) receipts.push((await receiptOf(person, pool.key)).body);
    expect(receipts.map((receipt) => receipt.payments.map((payment) => payment.shares))).toEqual([
      [3],
      [2],
      [2],
    ]);
    const paid = receipts.flatMap((receipt) => receipt.payments.map((payment) => payment.amount));
    expect(paid.reduce((sum, amount) => sum + amount, 0)).toBe(pool.totalCents);
    for (const [position, person] of people.entries()) {
      expect(receipts[position]).toMatchObject({
        is_pool: true,
        total: pool.totalCents,
        buyer: { email: person.email },
      });
      expect(receipts[position]?.lines).toHaveLength(2);
      const { text } = await nextMessage(app, person.email, /Your Encore receipt/);
      expect(text).toContain(`Your share: $${((paid[position] ?? 0) / 100).toFixed(2)}`);
    }
    expect(await receiptOf(watcher, pool.key)).toMatchObject({ status: 404 });
  });

  test('of a pool that has not filled does not exist yet', async () => {
    const pool = await buildPool(app);
    await takeShares(app, pool.owner, pool, 2);
    expect(await receiptOf(pool.owner, pool.key)).toMatchObject({ status: 404 });
  });

  test('is mailed once per reader, however often the job runs', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const { body } = await payForAlbum(app, buyer, album.id);
    await nextMessage(app, buyer.email, /Your Encore receipt/);
    const { number: orderId } = (await receiptOf(buyer, body.order_key)).body;
    await mailReceipt(app.context, { orderId });
    await mailReceipt(app.context, { orderId, userId: buyer.id });
    expect(await mailsTo(buyer.email, 'Your Encore receipt')).toHaveLength(1);
  });
});

describe('a refund', () => {
  test('is on the receipt line by line, and its notice is sent once', async () => {
    const buyer = await buildBuyer(app);
    const albums = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
    const key = await placeOrder(
      app,
      buyer,
      albums.map((album) => album.id),
    );
    await payOrder(app, buyer, key, 2 * ALBUM_PRICE);
    const [line] = (await receiptOf(buyer, key)).body.lines;
    const { body } = await refund(key, [line?.id ?? 0]);
    expect((await receiptOf(buyer, key)).body).toMatchObject({
      status: 'partly_refunded',
      lines: [{ refunded: ALBUM_PRICE }, { refunded: 0 }],
      refunds: [{ amount: ALBUM_PRICE, status: 'succeeded' }],
    });
    const { text } = await nextMessage(app, buyer.email, /Your refund/);
    expect(text).toContain('$19.95');
    expect(text).toContain(`/receipt/${key}`);
    await mailRefundNotice(app.context, body.id);
    expect(await mailsTo(buyer.email, 'Your refund')).toHaveLength(1);
  });
});

describe('the list of paid orders', () => {
  test('has paid and refunded orders, newest first, and no open ones', async () => {
    const [buyer, other] = [await buildBuyer(app), await buildBuyer(app)];
    const keys: string[] = [];
    for (let i = 0; i < 3; i++) {
      const key = await placeOrder(app, buyer, [(await buildViewedAlbum(app, buyer)).id]);
      await payOrder(app, buyer, key, ALBUM_PRICE);
      keys.push(key);
    }
    await refund(keys[0] ?? '');
    const open = await placeOrder(app, buyer, [(await buildViewedAlbum(app, buyer)).id]);
    const list = async (who: Buyer, scope?: 'open' | 'paid') =>
      (
        await app.call(orderEndpoints.listMyOrders, {
          token: who.token,
          ...(scope ? { query: { scope } } : {}),
        })
      ).body;
    expect((await list(buyer, 'paid')).map((order) => [order.key, order.status])).toEqual([
      [keys[2], 'paid'],
      [keys[1], 'paid'],
      [keys[0], 'refunded'],
    ]);
    expect((await list(buyer)).map((order) => order.key)).toEqual([open]);
    expect(await list(other, 'paid')).toEqual([]);
  });

  test('includes pools of others that the customer paid into', async () => {
    const people: [Buyer, Buyer, Buyer] = [
      await buildBuyer(app),
      await buildBuyer(app),
      await buildBuyer(app),
    ];
    const pool = await buildPool(app, { owner: people[0] });
    await fillPool(app, pool, people);
    const { body } = await app.call(orderEndpoints.listMyOrders, {
      token: people[1].token,
      query: { scope: 'paid' },
    });
    expect(body).toMatchObject([{ key: pool.key, is_mine: false, status: 'paid' }]);
  });
});

test('a single photo is named as such on its receipt', async () => {
  const buyer = await buildBuyer(app);
  const image = await buildImage(app, await buildViewedAlbum(app, buyer));
  const { body } = await app.call(paymentEndpoints.payForImage, {
    token: buyer.token,
    body: { imageId: image.id, paymentMethodId: buyer.sourceId, amount: 499, facial: false },
  });
  expect((await receiptOf(buyer, body.order_key)).body.lines).toMatchObject([
    { description: 'Single photo' },
  ]);
});
