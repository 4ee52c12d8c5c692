import { describe, expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import {
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  sharePayingApp,
} from '#server/testing/paying-app.ts';

const app = await sharePayingApp();

async function buildShelf(photos: number, pricing: object = {}) {
  const buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  const { db } = app.context;
  await db
    .insertInto('eventPricings')
    .values({
      eventId: album.eventId,
      sharePriceCents: 1000,
      imagePriceCents: 1000,
      photoSteps: JSON.stringify([{ photos: 5, price: 3000 }]),
      ...pricing,
    })
    .execute();
  const images: number[] = [];
  for (let index = 0; index < photos; index++) images.push((await buildImage(app, album)).id);
  return { buyer, album, images };
}

const add = ({ token }: Buyer, body: { album?: number; images?: number[] }) =>
  app.call(orderEndpoints.addCartItem, { token, body });
const checkOut = ({ token }: Buyer, id: number, total?: number) =>
  app.call(orderEndpoints.checkOut, { token, body: { id, total } });
const quote = ({ token }: Buyer, body: { albumId?: number; imageIds?: number[] }) =>
  app.call(paymentEndpoints.quotePayment, { token, body });
const pay = (buyer: Buyer, key: string, amount: number) =>
  app.call(paymentEndpoints.payOrder, {
    token: buyer.token,
    params: { id: key },
    body: { paymentMethodId: buyer.sourceId, amount },
  });
const dayFromNow = (days: number) => {
  const at = new Date(app.context.clock.now().getTime() + days * 86_400_000);
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(at);
};

describe('five photos for one price', () => {
  test('are priced and named in the quote, the cart, the order and the receipt', async () => {
    const { buyer, images } = await buildShelf(6);
    const name = '5 photos for $30.00';
    expect((await quote(buyer, { imageIds: images })).body).toMatchObject({
      total: 4000,
      price_names: [name],
    });
    const { body: cart } = await add(buyer, { images });
    expect(cart.total).toBe(4000);
    expect(cart.items.map((item) => [item.price, item.price_name]).sort()).toEqual([
      [1000, null],
      ...Array.from({ length: 5 }, () => [600, name]),
    ]);
    const { key } = (await checkOut(buyer, cart.id, 4000)).body.data;
    expect(await pay(buyer, key, 4000)).toMatchObject({ body: { status: 'succeeded', amount: 4000 } });
    const receipt = await app.call(orderEndpoints.orderReceipt, { token: buyer.token, params: { id: key } });
    expect(receipt.body.lines.filter((line) => line.price_name === name)).toHaveLength(5);
    const { entitlements, entries } = await booksOf(app, buyer.id);
    expect(entitlements).toHaveLength(6);
    expect(entries.map((entry) => entry.amountCents)).toEqual([4000]);
  });

  test('give back the part of one photo when it is refunded, and credit the rest to the album', async () => {
    const { buyer, album, images } = await buildShelf(5);
    const { body: cart } = await add(buyer, { images });
    const { key } = (await checkOut(buyer, cart.id)).body.data;
    await pay(buyer, key, 3000);
    const { body: order } = await app.call(orderEndpoints.getOrder, {
      token: buyer.token,
      params: { id: key },
    });
    const staff = await buildUser(app, { role: 'customer_support' });
    const refund = await app.call(refundEndpoints.refundOrder, {
      token: staff.token,
      params: { id: key },
      body: { lines: [order.items[0]?.id ?? 0], memo: 'blurred' },
    });
    expect(refund.body.amount).toBe(600);
    expect((await quote(buyer, { albumId: album.id })).body).toMatchObject({ sub_total: 7000, credit: 2400 });
  });

  describe('of which one drops out before they are paid', () => {
    const orderOf = async (photos: number, pricing: object = {}) => {
      const shelf = await buildShelf(photos, pricing);
      const { body: cart } = await add(shelf.buyer, { images: shelf.images });
      const { key } = (await checkOut(shelf.buyer, cart.id)).body.data;
      return { ...shelf, key, total: cart.total };
    };
    const hide = (image: number) =>
      app.context.db.updateTable('images').set({ hiddenAt: new Date() }).where('id', '=', image).execute();
    const pricesOf = async ({ token }: Buyer, key: string) => {
      const { body } = await app.call(orderEndpoints.getOrder, { token, params: { id: key } });
      return { total: body.total, lines: body.items.map((item) => [item.price, item.price_name]) };
    };
    const times = (count: number, line: unknown) => Array.from({ length: count }, () => line);

    test('keep the agreed part of the price and say what it covers', async () => {
      const { buyer, key, images, total } = await orderOf(5);
      expect(total).toBe(3000);
      await hide(images[0] ?? 0);
      expect(await pay(buyer, key, 3000)).toMatchObject({
        status: 409,
        error: { code: 'order_changed', details: { amount: 2400 } },
      });
      expect(await pricesOf(buyer, key)).toEqual({
        total: 2400,
        lines: times(4, [600, '4 photos for $24.00']),
      });
      expect(await pay(buyer, key, 2400)).toMatchObject({ body: { status: 'succeeded' } });
      const receipt = await app.call(orderEndpoints.orderReceipt, {
        token: buyer.token,
        params: { id: key },
      });
      expect(new Set(receipt.body.lines.map((line) => line.price_name))).toEqual(
        new Set(['4 photos for $24.00']),
      );
    });

    test('make a whole bundle with the others if that costs less', async () => {
      const { buyer, key, images, total } = await orderOf(6);
      expect(total).toBe(4000);
      await hide(images[0] ?? 0);
      await pay(buyer, key, 4000);
      expect(await pricesOf(buyer, key)).toEqual({
        total: 3000,
        lines: times(5, [600, '5 photos for $30.00']),
      });
    });

    test('cost what they cost alone if the buyer has bought the missing one meanwhile', async () => {
      const { buyer, key, images } = await orderOf(5);
      const bought = await app.call(paymentEndpoints.payForImage, {
        token: buyer.token,
        body: { imageId: images[0] ?? 0, paymentMethodId: buyer.sourceId, amount: 1000, facial: false },
      });
      expect(bought.status).toBe(200);
      await pay(buyer, key, 3000);
      const { total, lines } = await pricesOf(buyer, key);
      expect({ total, lines }).toEqual({ total: 3000, lines: times(4, [750, 'Up to 5 photos for $30.00']) });
    });

    test.each(['bought', 'hidden'])(
      'keep the agreed part if staff changed prices since and one was %s',
      async (how) => {
        const { buyer, key, album, images } = await orderOf(5);
        const staff = await buildUser(app, { role: 'super' });
        await app.call(catalogueEndpoints.setPricing, {
          token: staff.token,
          params: { id: album.eventId },
          body: { image_price: how === 'bought' ? 2000 : 300, photo_steps: [] },
        });
        const imageId = images[0] ?? 0;
        if (how === 'hidden') await hide(imageId);
        else {
          const body = { imageId, paymentMethodId: buyer.sourceId, amount: 2000, facial: false };
          await app.call(paymentEndpoints.payForImage, { token: buyer.token, body });
        }
        await pay(buyer, key, 3000);
        expect(await pricesOf(buyer, key)).toEqual({
          total: 2400,
          lines: times(4, [600, '4 photos for $24.00']),
        });
      },
    );

    test('leave single photos at the price of the day of the order', async () => {
      const early = { earlyPercentOff: 10, earlyUntil: dayFromNow(1), photoSteps: '[]' };
      const { buyer, key, images } = await orderOf(2, early);
      const { db } = app.context;
      await hide(images[0] ?? 0);
      await db.updateTable('eventPricings').set({ imagePriceCents: 2000 }).execute();
      await pay(buyer, key, 1800);
      const { total, lines } = await pricesOf(buyer, key);
      expect(total).toBe(900);
      expect(lines).toEqual([[900, expect.stringMatching(/^Early bird until /)]]);
    });
  });

  test('never cost more than the album', async () => {
    const { buyer, images } = await buildShelf(20, { photoSteps: '[]' });
    const { body } = await quote(buyer, { imageIds: images });
    expect(body).toMatchObject({
      total: 7000,
      price_names: ['20 photos for $70.00, the price of the album'],
    });
  });
});

describe('an early-bird price', () => {
  test('ends with its day, and a cart that was shown before is not charged more without a word', async () => {
    const { buyer, album } = await buildShelf(0, { earlyUntil: dayFromNow(1), earlyPercentOff: 20 });
    const { body: cart } = await add(buyer, { album: album.id });
    expect(cart.total).toBe(5600);
    expect(cart.items[0]?.price_name).toMatch(/^Early bird until /);
    const kept = (await checkOut(buyer, cart.id, cart.total)).body.data.key;
    const { body: again } = await add(buyer, { album: album.id });
    await app.context.db
      .updateTable('eventPricings')
      .set({ earlyUntil: dayFromNow(-1) })
      .where('eventId', '=', album.eventId)
      .execute();
    expect(await checkOut(buyer, again.id, again.total)).toMatchObject({
      status: 409,
      error: { code: 'price_changed', details: { amount: 7000 } },
    });
    expect((await quote(buyer, { albumId: album.id })).body).toMatchObject({ total: 7000, price_names: [] });
    // The order placed in time keeps its price.
    expect(await pay(buyer, kept, 5600)).toMatchObject({ status: 200, body: { amount: 5600 } });
  });

  test('that came in between lowers the price at checkout without asking', async () => {
    const { buyer, album } = await buildShelf(0);
    const { body: cart } = await add(buyer, { album: album.id });
    await app.context.db
      .updateTable('eventPricings')
      .set({ earlyUntil: dayFromNow(1), earlyPercentOff: 10 })
      .where('eventId', '=', album.eventId)
      .execute();
    const { key } = (await checkOut(buyer, cart.id, cart.total)).body.data;
    expect(await pay(buyer, key, 6300)).toMatchObject({ status: 200 });
  });
});

test('all photos of an athlete cost the price of the athlete, counted by the server’s own matches', async () => {
  const { buyer, images } = await buildShelf(6, { photoSteps: '[]', athletePriceCents: 2500 });
  const { db } = app.context;
  const athlete = await db
    .insertInto('userAthletes')
    .values({ userId: buyer.id, name: 'Maya', createdAt: new Date(), touchedAt: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const match = (imageId: number, decision: string | null) => ({
    athleteId: athlete.id,
    imageId,
    score: 0.99,
    isCloseUp: false,
    createdAt: new Date(),
    box: JSON.stringify({ x: 0, y: 0, width: 1, height: 1 }),
    decision,
    decidedAt: decision === null ? null : new Date(),
  });
  const [first = 0, second = 0, third = 0, fourth = 0] = images;
  await db
    .insertInto('athleteMatches')
    .values([match(first, null), match(second, null), match(third, 'confirmed'), match(fourth, 'rejected')])
    .execute();
  const { body } = await quote(buyer, { imageIds: images });
  expect(body).toMatchObject({ total: 2500 + 3000, price_names: ['All photos of Maya for $25.00'] });
  const stranger = await buildBuyer(app);
  expect((await quote(stranger, { imageIds: images })).body.total).toBe(6000);

  // The name of a child is for the parent alone, not for whoever has the address of the order.
  const { body: cart } = await add(buyer, { images: images.slice(0, 3) });
  const { key } = (await checkOut(buyer, cart.id, cart.total)).body.data;
  const namesFor = async ({ token }: Buyer) =>
    (await app.call(orderEndpoints.getOrder, { token, params: { id: key } })).body.items.map(
      ({ price_name }) => price_name,
    );
  expect(new Set(await namesFor(buyer))).toEqual(new Set(['All photos of Maya for $25.00']));
  expect(new Set(await namesFor(stranger))).toEqual(new Set([null]));
});
