import { describe, expect, test } from 'vitest';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { MAX_CART_ITEMS } from '#contract/rules/orders.ts';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import {
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  sharePayingApp,
} from '#server/testing/paying-app.ts';

const app = await sharePayingApp();
const PHOTO = 499;

const add = ({ token }: Buyer, body: { album?: number; image?: number; images?: number[] }) =>
  app.call(orderEndpoints.addCartItem, { token, body });

async function checkOut(buyer: Buyer, id: number) {
  const { body } = await app.call(orderEndpoints.checkOut, { token: buyer.token, body: { id } });
  return body.data.key;
}

const getOrder = ({ token }: Buyer, key: string) =>
  app.call(orderEndpoints.getOrder, { token, params: { id: key } });

const pay = (buyer: Buyer, key: string, amount: number) =>
  app.call(paymentEndpoints.payOrder, {
    token: buyer.token,
    params: { id: key },
    body: { paymentMethodId: buyer.sourceId, amount },
  });

async function buildImages(album: TestAlbum, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < count; i++) ids.push((await buildImage(app, album)).id);
  return ids;
}

async function buildShelf(photos: number) {
  const buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  return { buyer, album, images: await buildImages(album, photos) };
}

describe('photos in the cart', () => {
  test('several photos and an album are paid for with one charge', async () => {
    const { buyer, images } = await buildShelf(3);
    const other = await buildViewedAlbum(app, buyer);
    await add(buyer, { images });
    const { status, body: cart } = await add(buyer, { album: other.id });
    expect(status).toBe(200);
    expect(cart.items.map((item) => item.image)).toEqual([...images, null]);
    const total = 3 * PHOTO + 1995;
    expect(cart).toMatchObject({ total, tax: 0 });
    const key = await checkOut(buyer, cart.id);
    expect(await pay(buyer, key, total)).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    const { entries, entitlements } = await booksOf(app, buyer.id);
    expect(entries.map((entry) => entry.amountCents)).toEqual([total]);
    expect(entitlements.map((one) => one.imageId)).toEqual([...images, null]);
    const receipt = await app.call(orderEndpoints.orderReceipt, {
      token: buyer.token,
      params: { id: key },
    });
    expect(receipt.body.lines.map((line) => line.description)).toEqual([
      'Single photo',
      'Single photo',
      'Single photo',
      'Digital Performance Album',
    ]);
  });

  test('shows the buyer a thumb of each photo, in the cart and in the order, and nobody else', async () => {
    const { buyer, album, images } = await buildShelf(1);
    const { body: cart } = await add(buyer, { image: images[0] ?? 0 });
    const [item] = cart.items;
    expect(item?.picture?.id).toBe(images[0]);
    const url = `/api/images/${album.uuid}/${images[0]}.thumb?auth=${item?.image_auth}`;
    expect((await app.app.inject({ url })).statusCode).toBe(200);
    const key = await checkOut(buyer, cart.id);
    expect((await getOrder(buyer, key)).body.items[0]?.picture?.id).toBe(images[0]);
    const stranger = await buildBuyer(app);
    const seen = (await getOrder(stranger, key)).body.items[0];
    expect(seen).toMatchObject({ image: images[0], picture: null, image_auth: null });
  });

  test('a photo is taken once, even when clicked twenty times at once', async () => {
    const { buyer, images } = await buildShelf(2);
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(buyer, { images })));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.error?.code === 'already_in_cart')).toHaveLength(19);
  });

  test('of several photos those that are new are added', async () => {
    const { buyer, images } = await buildShelf(3);
    await add(buyer, { image: images[1] ?? 0 });
    const { body } = await add(buyer, { images: [...images, ...images] });
    expect(body.items.map((item) => item.image).sort()).toEqual([...images].sort());
  });

  test('a photo that is owned, or whose album is in the cart, is refused by name', async () => {
    const { buyer, album, images } = await buildShelf(2);
    const [owned = 0, free = 0] = images;
    const key = await checkOut(buyer, (await add(buyer, { image: owned })).body.id);
    await pay(buyer, key, PHOTO);
    expect(await add(buyer, { image: owned })).toMatchObject({ error: { code: 'already_owned' } });
    await add(buyer, { album: album.id });
    expect(await add(buyer, { image: free })).toMatchObject({
      status: 409,
      error: { code: 'album_in_cart' },
    });
  });

  test('an album takes the place of its photos', async () => {
    const { buyer, album, images } = await buildShelf(2);
    const other = await buildViewedAlbum(app, buyer);
    const [kept = 0] = await buildImages(other, 1);
    await add(buyer, { images: [...images, kept] });
    const { body } = await add(buyer, { album: album.id });
    expect(body.items.map((item) => [item.album.id, item.image])).toEqual([
      [other.id, kept],
      [album.id, null],
    ]);
    expect(body.total).toBe(PHOTO + 1995);
  });

  test('buying the album without the cart takes its photos out of the cart', async () => {
    const { buyer, album, images } = await buildShelf(2);
    await add(buyer, { images });
    expect((await payForAlbum(app, buyer, album.id)).status).toBe(200);
    const rows = await app.context.db
      .selectFrom('cartItems')
      .innerJoin('carts', 'carts.id', 'cartItems.cartId')
      .select('cartItems.id')
      .where('carts.userId', '=', buyer.id)
      .execute();
    expect(rows).toEqual([]);
  });

  test('photos of an album that was never viewed, of a hidden album and hidden photos are refused', async () => {
    const buyer = await buildBuyer(app);
    const unseen = await buildAlbum(app);
    const [photo = 0] = await buildImages(unseen, 1);
    expect(await add(buyer, { image: photo })).toMatchObject({
      status: 409,
      error: { code: 'view_before_purchase', details: { albums: [unseen.id] } },
    });
    const unpublished = await buildAlbum(app, { publishedAt: null });
    expect(await add(buyer, { images: await buildImages(unpublished, 1) })).toMatchObject({ status: 404 });
    const seen = await buildViewedAlbum(app, buyer);
    const hidden = await buildImage(app, seen, { hiddenAt: new Date() });
    expect(await add(buyer, { image: hidden.id })).toMatchObject({ status: 404 });
    expect(await add(buyer, { image: 2_000_000_000 })).toMatchObject({ status: 404 });
  });

  test.each([
    {},
    { album: 1, image: 1 },
    { images: [] },
    { image: 1, images: [1] },
    { images: Array.from({ length: MAX_CART_ITEMS + 1 }, (_, index) => index + 1) },
  ])('the call refuses case %#', async (body) => {
    const buyer = await buildBuyer(app);
    expect(await add(buyer, body)).toMatchObject({ status: 400 });
  });

  test('a full cart says so', async () => {
    const { buyer, album, images } = await buildShelf(2);
    const [first = 0, second = 0] = images;
    const { body } = await add(buyer, { image: first });
    const { db } = app.context;
    const others = await db
      .insertInto('albums')
      .values(
        Array.from({ length: MAX_CART_ITEMS - 1 }, (_, index) => ({
          eventId: album.eventId,
          programName: 'Star Athletics',
          teamName: 'Comets',
          divisionName: '',
          performanceOrder: index,
          identifier: `full-${index}`,
          publishedAt: new Date(),
        })),
      )
      .returning('id')
      .execute();
    await db
      .insertInto('cartItems')
      .values(others.map(({ id: albumId }) => ({ cartId: body.id, albumId })))
      .execute();
    expect(await add(buyer, { image: second })).toMatchObject({ status: 409, error: { code: 'cart_full' } });
    // The album takes the place of its photo, so there is room for it.
    expect((await add(buyer, { album: album.id })).body.items).toHaveLength(MAX_CART_ITEMS);
  });

  test('a photo hidden after it was added is not sold', async () => {
    const { buyer, images } = await buildShelf(2);
    const { body: cart } = await add(buyer, { images });
    const [hidden = 0] = images;
    await app.context.db
      .updateTable('images')
      .set({ hiddenAt: new Date() })
      .where('id', '=', hidden)
      .execute();
    const { body: order } = await getOrder(buyer, await checkOut(buyer, cart.id));
    expect(order.items.map((item) => item.image)).toEqual([images[1]]);
    expect(order.total).toBe(PHOTO);
  });
});

describe('an order with photos', () => {
  async function buyPhotos(count: number) {
    const shelf = await buildShelf(count);
    const { body: cart } = await add(shelf.buyer, { images: shelf.images });
    const key = await checkOut(shelf.buyer, cart.id);
    await pay(shelf.buyer, key, count * PHOTO);
    return { ...shelf, key };
  }

  test('cannot be shared, and says that only albums can', async () => {
    const { buyer, images } = await buildShelf(1);
    const key = await checkOut(buyer, (await add(buyer, { images })).body.id);
    const shared = await app.call(orderEndpoints.updateOrder, {
      token: buyer.token,
      params: { id: key },
      body: { is_pool: true },
    });
    expect(shared).toMatchObject({ status: 409, error: { code: 'pool_albums_only' } });
  });

  test('refunds one photo; the others stay', async () => {
    const { buyer, images, key } = await buyPhotos(3);
    const { body: order } = await getOrder(buyer, key);
    const staff = await buildUser(app, { role: 'customer_support' });
    const refunded = await app.call(refundEndpoints.refundOrder, {
      token: staff.token,
      params: { id: key },
      body: { lines: [order.items[1]?.id ?? 0], memo: 'blurred' },
    });
    expect(refunded).toMatchObject({ status: 200, body: { amount: PHOTO } });
    const { entitlements, entries } = await booksOf(app, buyer.id);
    expect(entitlements.filter((one) => one.state === 'active').map((one) => one.imageId)).toEqual([
      images[0],
      images[2],
    ]);
    expect(entries.map((entry) => entry.amountCents)).toEqual([3 * PHOTO, -PHOTO]);
  });

  test('what was spent on its photos is credited to the album', async () => {
    const { buyer, album } = await buyPhotos(2);
    const quote = await app.call(paymentEndpoints.quotePayment, {
      token: buyer.token,
      body: { albumId: album.id },
    });
    expect(quote.body).toMatchObject({ sub_total: 1995, credit: 2 * PHOTO, total: 1995 - 2 * PHOTO });
  });
});
