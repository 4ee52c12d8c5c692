import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { buildMatch } from '#server/testing/athletes.ts';
import { buildAlbum, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, nextMessage } from '#server/testing/factories.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  keepCard,
  markViewed,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';

const app = await startPayingApp();

const chargesOf = async (buyer: Buyer) => {
  const { entries } = await booksOf(app, buyer.id);
  const ids = entries.map((entry) => entry.externalId);
  return (await app.charges()).filter((charge) => ids.includes(charge.id));
};
const payForImage = (buyer: Buyer, imageId: number, change: object = {}) =>
  app.call(paymentEndpoints.payForImage, {
    token: buyer.token,
    body: { imageId, paymentMethodId: buyer.sourceId, amount: 499, facial: false, ...change },
  });
const myAlbums = async (buyer: Buyer) =>
  (await app.call(foundAlbumEndpoints.myAlbums, { token: buyer.token })).body;

async function placeCartOrder(buyer: Buyer, albumIds: number[]) {
  let cartId = 0;
  for (const album of albumIds) {
    const answer = await app.call(orderEndpoints.addCartItem, { token: buyer.token, body: { album } });
    cartId = answer.body.id;
  }
  const answer = await app.call(orderEndpoints.checkOut, { token: buyer.token, body: { id: cartId } });
  return answer.body.data.key;
}
const payOrder = (buyer: Buyer, key: string, amount: number, token = buyer.token) =>
  app.call(paymentEndpoints.payOrder, {
    token,
    params: { id: key },
    body: { paymentMethodId: buyer.sourceId, amount },
  });

describe('buying an album', () => {
  test('charges the card once, delivers the album and sends a receipt', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const { status, body } = await payForAlbum(app, buyer, album.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'succeeded',
      amount: ALBUM_PRICE,
      client_secret: null,
      failure: null,
    });
    expect(await chargesOf(buyer)).toMatchObject([{ amount: ALBUM_PRICE, paid: true, currency: 'usd' }]);
    expect((await myAlbums(buyer)).owned.map((found) => found.album.id)).toEqual([album.id]);
    const receipt = await nextMessage(app, buyer.email, /receipt/);
    expect(receipt.text).toContain('Total: $19.95');
    const order = await app.call(orderEndpoints.getOrder, {
      token: buyer.token,
      params: { id: body.order_key },
    });
    expect(order.body).toMatchObject({ status: 'paid', total: ALBUM_PRICE });
  });

  test('a hundred clicks at once make one charge, one entitlement and one entry', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const before = (await app.charges()).length;
    const answers = await Promise.all(Array.from({ length: 100 }, () => payForAlbum(app, buyer, album.id)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect((await app.charges()).length - before).toBe(1);
    const { entitlements, entries, attempts } = await booksOf(app, buyer.id);
    expect([entitlements.length, entries.length, attempts.length]).toEqual([1, 1, 1]);
  });

  test('is refused at another amount, with the right one, and nothing is charged', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    for (const amount of [0, 1, ALBUM_PRICE - 1, ALBUM_PRICE + 1]) {
      expect(await payForAlbum(app, buyer, album.id, { amount })).toMatchObject({
        status: 409,
        error: { code: 'price_changed', details: { amount: ALBUM_PRICE } },
      });
    }
    expect((await booksOf(app, buyer.id)).attempts).toEqual([]);
  });

  test('is refused before the first view, except for a recognized face', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildAlbum(app);
    expect(await payForAlbum(app, buyer, album.id)).toMatchObject({
      status: 409,
      error: { code: 'view_before_purchase' },
    });
    expect(await payForAlbum(app, buyer, album.id, { facial: true })).toMatchObject({
      status: 409,
      error: { code: 'view_before_purchase' },
    });
    await buildMatch(app, buyer, album);
    expect(await payForAlbum(app, buyer, album.id, { facial: false })).toMatchObject({
      status: 200,
      body: { status: 'succeeded', facial: true },
    });
  });

  test('counts as found by face only if one of the buyer’s athletes is in it, whatever the browser says', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const [image, other] = [await buildMatch(app, buyer, album), await buildImage(app, album)];
    const unmatched = await buildViewedAlbum(app, buyer);
    const claim = { facial: true };
    expect(await payForAlbum(app, buyer, unmatched.id, claim)).toMatchObject({ body: { facial: false } });
    expect(await payForImage(buyer, other.id, claim)).toMatchObject({ body: { facial: false } });
    expect(await payForImage(buyer, image.imageId, { facial: false })).toMatchObject({
      body: { facial: true },
    });
    const stored = (await booksOf(app, buyer.id)).attempts.map(({ facial }) => facial);
    expect(stored).toEqual([false, false, true]);
  });

  test("with another customer's card finds no card", async () => {
    const [buyer, other] = [await buildBuyer(app), await buildBuyer(app)];
    const album = await buildViewedAlbum(app, buyer);
    const answer = await payForAlbum(app, buyer, album.id, { paymentMethodId: other.sourceId });
    expect(answer).toMatchObject({ status: 404 });
    expect((await booksOf(app, buyer.id)).attempts).toEqual([]);
  });

  test('returns the same payment for a repeated call, and later says that the album is owned', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const first = await payForAlbum(app, buyer, album.id);
    const repeated = await payForAlbum(app, buyer, album.id);
    expect(repeated.body.id).toBe(first.body.id);
    await app.context.db
      .updateTable('paymentAttempts')
      .set({ settledAt: new Date(Date.now() - 600_000) })
      .where('id', '=', first.body.id)
      .execute();
    expect(await payForAlbum(app, buyer, album.id)).toMatchObject({
      status: 409,
      error: { code: 'already_owned' },
    });
    const again = await app.call(orderEndpoints.addCartItem, {
      token: buyer.token,
      body: { album: album.id },
    });
    expect(again).toMatchObject({ status: 409, error: { code: 'already_owned' } });
  });

  test('with a declined card says why, and another card succeeds', async () => {
    const buyer = await buildBuyer(app, 'pm_card_chargeCustomerFail');
    const album = await buildViewedAlbum(app, buyer);
    const declined = await payForAlbum(app, buyer, album.id);
    expect(declined).toMatchObject({
      status: 402,
      error: { code: 'card_declined', message: 'Your card was declined. Please try another card.' },
    });
    expect((await booksOf(app, buyer.id)).entitlements).toEqual([]);
    const paymentMethodId = await keepCard(app, buyer, 'pm_card_visa');
    const answer = await payForAlbum(app, buyer, album.id, { paymentMethodId });
    expect(answer).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    const { attempts, entries } = await booksOf(app, buyer.id);
    expect(attempts.map((attempt) => attempt.state)).toEqual(['failed', 'succeeded']);
    expect(new Set(attempts.map((attempt) => attempt.orderId)).size).toBe(1);
    expect(entries).toHaveLength(1);
  });

  test('with a declined card leaves no payment that a browser could still confirm', async () => {
    const buyer = await buildBuyer(app, 'pm_card_chargeCustomerFail');
    const album = await buildViewedAlbum(app, buyer);
    await payForAlbum(app, buyer, album.id);
    const { attempts } = await booksOf(app, buyer.id);
    const intent = await app.stripe.paymentIntents.retrieve(attempts[0]?.intentId ?? '');
    expect(intent.status).toBe('canceled');
  });

  test('after a price change asks for the new price, not the one of the failed attempt', async () => {
    const buyer = await buildBuyer(app, 'pm_card_chargeCustomerFail');
    const album = await buildViewedAlbum(app, buyer, { sharePriceCents: 200, imagePriceCents: null });
    expect(await payForAlbum(app, buyer, album.id, { amount: 1400 })).toMatchObject({ status: 402 });
    const { db } = app.context;
    await db
      .updateTable('eventPricings')
      .set({ sharePriceCents: 300 })
      .where('eventId', '=', album.eventId)
      .execute();
    const paymentMethodId = await keepCard(app, buyer, 'pm_card_visa');
    const stale = await payForAlbum(app, buyer, album.id, { amount: 1400, paymentMethodId });
    expect(stale).toMatchObject({ status: 409, error: { details: { amount: 2100 } } });
    const fresh = await payForAlbum(app, buyer, album.id, { amount: 2100, paymentMethodId });
    expect(fresh).toMatchObject({ status: 200, body: { amount: 2100 } });
  });
});

describe('buying one image', () => {
  test('opens fifty views, and its price counts toward the whole album', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const image = await buildImage(app, album);
    expect(await payForImage(buyer, image.id)).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    const albums = await myAlbums(buyer);
    expect(albums.owned_images).toMatchObject([{ album: album.id, image: image.id }]);
    expect(albums.found).toMatchObject([{ bought_images: 1, views_allowed: 50, owned: false }]);
    const whole = await payForAlbum(app, buyer, album.id);
    expect(whole).toMatchObject({ status: 409, error: { details: { amount: ALBUM_PRICE - 499 } } });
    const credited = await payForAlbum(app, buyer, album.id, { amount: ALBUM_PRICE - 499 });
    expect(credited).toMatchObject({ status: 200, body: { amount: ALBUM_PRICE - 499 } });
    expect(await payForImage(buyer, image.id)).toMatchObject({ status: 200 });
    const other = await buildImage(app, album);
    expect(await payForImage(buyer, other.id)).toMatchObject({ error: { code: 'already_owned' } });
  });

  test('that moved to another album since it was bought is not sold again', async () => {
    const buyer = await buildBuyer(app);
    const [album, other] = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
    const image = await buildImage(app, album);
    expect(await payForImage(buyer, image.id)).toMatchObject({ status: 200 });
    await app.context.db
      .updateTable('images')
      .set({ albumId: other.id })
      .where('id', '=', image.id)
      .execute();
    const added = await app.call(orderEndpoints.addCartItem, {
      token: buyer.token,
      body: { image: image.id },
    });
    expect(added).toMatchObject({ status: 409, error: { code: 'already_owned' } });
    await payForImage(buyer, image.id);
    expect(await chargesOf(buyer)).toHaveLength(1);
  });

  test('can cover the whole album with credit, which moves no money', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer, { sharePriceCents: 100, imagePriceCents: 700 });
    const image = await buildImage(app, album);
    await payForImage(buyer, image.id, { amount: 700 });
    expect(await payForAlbum(app, buyer, album.id, { amount: 0 })).toMatchObject({
      status: 200,
      body: { status: 'succeeded', amount: 0 },
    });
    expect((await myAlbums(buyer)).owned).toHaveLength(1);
    expect((await booksOf(app, buyer.id)).entries).toHaveLength(1);
  });

  test('that is hidden or not in a published album is not found', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const hidden = await buildImage(app, album, { hiddenAt: new Date() });
    expect(await payForImage(buyer, hidden.id)).toMatchObject({ status: 404 });
    const unpublished = await buildAlbum(app, { publishedAt: null });
    const image = await buildImage(app, unpublished);
    expect(await payForImage(buyer, image.id)).toMatchObject({ status: 404 });
  });
});

describe('paying a cart order', () => {
  test('leaves what was put into the cart after the checkout there', async () => {
    const buyer = await buildBuyer(app);
    const [album, later] = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
    const inCart = async () => {
      const { body } = await app.call(accountEndpoints.me, { token: buyer.token });
      return body.cart?.items.map((item) => item.album.id);
    };
    const key = await placeCartOrder(buyer, [album.id]);
    expect(await payOrder(buyer, key, ALBUM_PRICE - 1)).toMatchObject({ error: { code: 'price_changed' } });
    expect(await inCart()).toEqual([]);
    await app.call(orderEndpoints.addCartItem, { token: buyer.token, body: { album: later.id } });
    await Promise.all(Array.from({ length: 5 }, () => payOrder(buyer, key, ALBUM_PRICE)));
    expect(await chargesOf(buyer)).toHaveLength(1);
    expect(await inCart()).toEqual([later.id]);
    const putBack = { token: buyer.token, params: { id: key } };
    expect(await app.call(orderEndpoints.putBack, putBack)).toMatchObject({
      error: { code: 'order_closed' },
    });
  });

  test('of three albums delivers all three with one charge', async () => {
    const buyer = await buildBuyer(app);
    const albums = [1, 2, 3].map(() => buildViewedAlbum(app, buyer));
    const ids = (await Promise.all(albums)).map((album) => album.id);
    const key = await placeCartOrder(buyer, ids);
    expect(await payOrder(buyer, key, 3 * ALBUM_PRICE)).toMatchObject({ body: { status: 'succeeded' } });
    expect((await myAlbums(buyer)).owned.map((found) => found.album.id).sort()).toEqual(ids.sort());
    expect(await chargesOf(buyer)).toMatchObject([{ amount: 3 * ALBUM_PRICE }]);
    expect(await payOrder(buyer, key, 3 * ALBUM_PRICE)).toMatchObject({ body: { status: 'succeeded' } });
    expect(await chargesOf(buyer)).toHaveLength(1);
  });

  test('of an unviewed album with a recognized face goes from the cart to the paid order', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildAlbum(app);
    await buildMatch(app, buyer, album);
    const key = await placeCartOrder(buyer, [album.id]);
    expect(await payOrder(buyer, key, ALBUM_PRICE)).toMatchObject({
      status: 200,
      body: { status: 'succeeded', facial: true },
    });
  });

  test('counts as found by face only if every album has a match', async () => {
    const buyer = await buildBuyer(app);
    const [matched, plain] = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
    await buildMatch(app, buyer, matched);
    const key = await placeCartOrder(buyer, [matched.id, plain.id]);
    expect(await payOrder(buyer, key, 2 * ALBUM_PRICE)).toMatchObject({ body: { facial: false } });
  });

  test('is possible after staff have given the views back', async () => {
    const buyer = await buildBuyer(app, 'pm_card_chargeCustomerFail');
    const [inCart, single] = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
    const key = await placeCartOrder(buyer, [inCart.id]);
    expect(await payForAlbum(app, buyer, single.id)).toMatchObject({ status: 402 });
    const { token } = await buildUser(app, { role: 'customer_support' });
    const reset = await app.call(userAdministrationEndpoints.resetAllViews, {
      token,
      params: { id: buyer.id },
    });
    expect(reset.status).toBe(200);
    const card = await keepCard(app, buyer, 'pm_card_visa');
    const paid = await payOrder({ ...buyer, sourceId: card }, key, ALBUM_PRICE);
    expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(await payForAlbum(app, buyer, single.id, { paymentMethodId: card })).toMatchObject({
      status: 200,
    });
  });

  test('is possible only for its owner and at its price', async () => {
    const [buyer, stranger] = [await buildBuyer(app), await buildBuyer(app)];
    const album = await buildViewedAlbum(app, buyer);
    await markViewed(app, stranger.id, album.id);
    const key = await placeCartOrder(buyer, [album.id]);
    expect(await payOrder(stranger, key, ALBUM_PRICE)).toMatchObject({ status: 404 });
    expect(await payOrder(buyer, key, 1)).toMatchObject({ error: { code: 'price_changed' } });
  });

  test('with nothing but an album that was bought separately cancels it and says so', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const key = await placeCartOrder(buyer, [album.id]);
    await payForAlbum(app, buyer, album.id);
    const answer = await payOrder(buyer, key, ALBUM_PRICE);
    expect(answer).toMatchObject({ status: 409, error: { code: 'order_closed' } });
    expect(answer.error?.message).toMatch(
      /^You already own .*Nothing is left in this order, so it was canceled\.$/,
    );
    expect((await booksOf(app, buyer.id)).entries).toHaveLength(1);
  });

  test('and buying its album separately at the same moment charges the album once', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const key = await placeCartOrder(buyer, [album.id]);
    const answers = await Promise.all([
      payOrder(buyer, key, ALBUM_PRICE),
      payForAlbum(app, buyer, album.id),
      payOrder(buyer, key, ALBUM_PRICE),
      payForAlbum(app, buyer, album.id),
    ]);
    expect(answers.every((answer) => [200, 409].includes(answer.status))).toBe(true);
    expect((await booksOf(app, buyer.id)).entries).toHaveLength(1);
  });
});
