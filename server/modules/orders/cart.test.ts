import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { buildMatch, holdAlbum } from '#server/testing/athletes.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { markViewed } from '#server/testing/paying-app.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const testApp = shareTestApp();

const add = (token: string, album: number) =>
  testApp.call(orderEndpoints.addCartItem, { token, body: { album } });
const checkOut = (token: string, id: number) =>
  testApp.call(orderEndpoints.checkOut, { token, body: { id } });

async function viewedAlbum(user: TestUser, fields: Parameters<typeof buildAlbum>[1] = {}) {
  const album = await buildAlbum(testApp, fields);
  await markViewed(testApp, user.id, album.id);
  return album;
}

async function cartWith(user: TestUser, albums: number) {
  let cart = (await add(user.token, (await viewedAlbum(user)).id)).body;
  for (let i = 1; i < albums; i++) cart = (await add(user.token, (await viewedAlbum(user)).id)).body;
  return cart;
}

async function forgetViews(userId: number, albumId: number) {
  await testApp.context.db
    .updateTable('userFoundAlbums')
    .set({ viewsUsed: 0 })
    .where('userId', '=', userId)
    .where('albumId', '=', albumId)
    .execute();
}

async function unpublish(albumId: number) {
  await testApp.context.db
    .updateTable('albums')
    .set({ publishedAt: null })
    .where('id', '=', albumId)
    .execute();
}

async function ordersOf(userId: number) {
  return testApp.context.db.selectFrom('orders').selectAll().where('userId', '=', userId).execute();
}

describe('the cart', () => {
  test('is stored on the server and prices each album at seven shares, or at the default', async () => {
    const user = await buildUser(testApp);
    const { token } = user;
    const event = await buildEvent(testApp);
    const { db } = testApp.context;
    await db.insertInto('eventPricings').values({ eventId: event.id, sharePriceCents: 300 }).execute();
    const priced = await viewedAlbum(user, { eventId: event.id });
    const plain = await viewedAlbum(user);
    await add(token, priced.id);
    const { status, body } = await add(token, plain.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 2100 + 1995, sub_total: 2100 + 1995, credit: 0 });
    expect(body.items.map((item) => [item.album.id, item.price])).toEqual([
      [priced.id, 2100],
      [plain.id, 1995],
    ]);
    const me = await testApp.call(accountEndpoints.me, { token });
    expect(me.body.cart).toEqual(body);
  });

  test('takes an album once, even when clicked twenty times at once', async () => {
    const user = await buildUser(testApp);
    const { token } = user;
    const album = await viewedAlbum(user);
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(token, album.id)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.error?.code === 'already_in_cart')).toHaveLength(19);
  });

  test('refuses albums that are unpublished or do not exist', async () => {
    const { token } = await buildUser(testApp);
    const hidden = await buildAlbum(testApp, { publishedAt: null });
    expect(await add(token, hidden.id)).toMatchObject({ status: 404 });
    expect(await add(token, 2_000_000_000)).toMatchObject({ status: 404 });
  });

  test('refuses an album that was never viewed, and names it', async () => {
    const user = await buildUser(testApp);
    const album = await buildAlbum(testApp);
    expect(await add(user.token, album.id)).toMatchObject({
      status: 409,
      error: { code: 'view_before_purchase', details: { albums: [album.id] } },
    });
    await markViewed(testApp, user.id, album.id);
    expect(await add(user.token, album.id)).toMatchObject({ status: 200, body: { total: 1995 } });
  });

  test('takes an unviewed album in which a face was found, and none that the customer was only invited to', async () => {
    const user = await buildUser(testApp);
    const [matched, invited] = [await buildAlbum(testApp), await buildAlbum(testApp)];
    await buildMatch(testApp, user, matched);
    await holdAlbum(testApp, user, invited);
    expect(await add(user.token, matched.id)).toMatchObject({
      status: 200,
      body: { items: [{ problem: null }] },
    });
    expect(await add(user.token, invited.id)).toMatchObject({
      status: 409,
      error: { code: 'view_before_purchase' },
    });
  });

  test('refuses albums of archived events', async () => {
    const user = await buildUser(testApp);
    const { id: eventId } = await buildEvent(testApp, { archived: true });
    const album = await viewedAlbum(user, { eventId });
    expect(await add(user.token, album.id)).toMatchObject({ error: { code: 'not_for_sale' } });
  });

  test('says of each item that cannot be bought why, and leaves it out of the total', async () => {
    const user = await buildUser(testApp);
    const albums = [await viewedAlbum(user), await viewedAlbum(user), await viewedAlbum(user)] as const;
    for (const { id } of albums) await add(user.token, id);
    await forgetViews(user.id, albums[1].id);
    await unpublish(albums[2].id);
    const { body } = await testApp.call(accountEndpoints.me, { token: user.token });
    expect(body.cart?.items.map(({ problem }) => problem)).toEqual([null, 'not_viewed', 'not_for_sale']);
    expect(body.cart).toMatchObject({ total: 1995, sub_total: 1995 });
  });

  test('lets only its owner remove an item', async () => {
    const [owner, stranger] = [await buildUser(testApp), await buildUser(testApp)];
    const cart = await cartWith(owner, 2);
    const [item] = cart.items;
    const body = { id: item?.id ?? 0 };
    const remove = (token: string) => testApp.call(orderEndpoints.removeCartItem, { token, body });
    expect(await remove(stranger.token)).toMatchObject({ status: 404 });
    expect((await remove(owner.token)).body.items).toHaveLength(1);
    expect(await remove(owner.token)).toMatchObject({ status: 404 });
  });
});

describe('checking out', () => {
  test('places an order at current prices and empties the cart', async () => {
    const user = await buildUser(testApp);
    const cart = await cartWith(user, 3);
    const { status, body } = await checkOut(user.token, cart.id);
    expect(status).toBe(200);
    expect(body.data.key).toMatch(/^[\w-]{32}$/);
    const order = await testApp.call(orderEndpoints.getOrder, {
      token: user.token,
      params: { id: body.data.key },
    });
    expect(order.body).toMatchObject({ status: 'open', total: 3 * 1995, is_pool: false, is_mine: true });
    expect(order.body.items).toHaveLength(3);
    const me = await testApp.call(accountEndpoints.me, { token: user.token });
    expect(me.body.cart).toMatchObject({ items: [], total: 0 });
    const mine = await testApp.call(orderEndpoints.listMyOrders, { token: user.token });
    expect(mine.body.map((one) => one.key)).toEqual([body.data.key]);
  });

  test('keeps the prices of the order when the event changes its prices', async () => {
    const user = await buildUser(testApp);
    const event = await buildEvent(testApp);
    const { db } = testApp.context;
    await db.insertInto('eventPricings').values({ eventId: event.id, sharePriceCents: 300 }).execute();
    const album = await viewedAlbum(user, { eventId: event.id });
    const { body: cart } = await add(user.token, album.id);
    const { body } = await checkOut(user.token, cart.id);
    await db.updateTable('eventPricings').set({ sharePriceCents: 500 }).execute();
    const order = await testApp.call(orderEndpoints.getOrder, {
      token: user.token,
      params: { id: body.data.key },
    });
    expect(order.body.total).toBe(2100);
  });

  test('takes what can be bought, keeps what was not viewed in the cart and says what was left out', async () => {
    const user = await buildUser(testApp);
    const albums = [await viewedAlbum(user), await viewedAlbum(user), await viewedAlbum(user)] as const;
    for (const { id } of albums) await add(user.token, id);
    await forgetViews(user.id, albums[1].id);
    await unpublish(albums[2].id);
    const { body: me } = await testApp.call(accountEndpoints.me, { token: user.token });
    const { status, body } = await checkOut(user.token, me.cart?.id ?? 0);
    expect(status).toBe(200);
    const order = await testApp.call(orderEndpoints.getOrder, {
      token: user.token,
      params: { id: body.data.key },
    });
    expect(order.body.items.map(({ album }) => album.id)).toEqual([albums[0].id]);
    expect(order.body).toMatchObject({
      total: 1995,
      left_out: [{ album: albums[2].id, reason: 'not_for_sale' }],
    });
    const after = await testApp.call(accountEndpoints.me, { token: user.token });
    expect(after.body.cart?.items.map(({ album }) => album.id)).toEqual([albums[1].id]);
    expect(await checkOut(user.token, me.cart?.id ?? 0)).toMatchObject({
      status: 409,
      error: { code: 'view_before_purchase', details: { albums: [albums[1].id] } },
    });
  });

  test('clicked twenty times at once, in any window, makes one order; the others find the cart empty', async () => {
    const user = await buildUser(testApp);
    const cart = await cartWith(user, 2);
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkOut(user.token, cart.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.code === 'cart_empty')).toHaveLength(19);
    expect(await ordersOf(user.id)).toHaveLength(1);
  });

  test("another customer's cart is not found", async () => {
    const [owner, stranger] = [await buildUser(testApp), await buildUser(testApp)];
    const cart = await cartWith(owner, 1);
    expect(await checkOut(stranger.token, cart.id)).toMatchObject({ status: 404 });
    expect(await ordersOf(owner.id)).toEqual([]);
  });
});

describe('putting an unpaid order back', () => {
  const putBack = (token: string, id: string) =>
    testApp.call(orderEndpoints.putBack, { token, params: { id } });

  test('cancels it and fills the cart again, however often it is pressed', async () => {
    const user = await buildUser(testApp);
    const cart = await cartWith(user, 2);
    const { key } = (await checkOut(user.token, cart.id)).body.data;
    const answers = await Promise.all(Array.from({ length: 10 }, () => putBack(user.token, key)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const after = await testApp.call(accountEndpoints.me, { token: user.token });
    expect(after.body.cart?.items.map(({ album }) => album.id)).toEqual(
      cart.items.map(({ album }) => album.id),
    );
    expect((await ordersOf(user.id)).map(({ state }) => state)).toEqual(['cancelled']);
  });

  test('is for its owner alone', async () => {
    const [owner, stranger] = [await buildUser(testApp), await buildUser(testApp)];
    const { key } = (await checkOut(owner.token, (await cartWith(owner, 1)).id)).body.data;
    expect(await putBack(stranger.token, key)).toMatchObject({ status: 404 });
  });

  test('passes over what is no longer for sale', async () => {
    const user = await buildUser(testApp);
    const cart = await cartWith(user, 2);
    const { key } = (await checkOut(user.token, cart.id)).body.data;
    await unpublish(cart.items[0]?.album.id ?? 0);
    const { body } = await putBack(user.token, key);
    expect(body.items.map(({ album }) => album.id)).toEqual([cart.items[1]?.album.id]);
  });

  test('takes back an order that was going to be a group order', async () => {
    const user = await buildUser(testApp);
    const cart = await cartWith(user, 1);
    const { key } = (await checkOut(user.token, cart.id)).body.data;
    await testApp.call(orderEndpoints.updateOrder, {
      token: user.token,
      params: { id: key },
      body: { is_pool: true },
    });
    const during = await testApp.call(accountEndpoints.me, { token: user.token });
    expect(during.body.cart?.items).toEqual([]);
    expect((await putBack(user.token, key)).body.items).toHaveLength(1);
  });
});

describe('an order', () => {
  async function placeOrder() {
    const owner = await buildUser(testApp);
    const cart = await cartWith(owner, 1);
    const { key } = (await checkOut(owner.token, cart.id)).body.data;
    const [row] = await ordersOf(owner.id);
    return { owner, key, id: row?.id ?? 0 };
  }
  const get = (token: string, id: number | string) =>
    testApp.call(orderEndpoints.getOrder, { token, params: { id } });

  test('opens by key for anyone who has it, and by number only for its owner', async () => {
    const { owner, key, id } = await placeOrder();
    const friend = await buildUser(testApp);
    expect(await get(owner.token, id)).toMatchObject({ status: 200, body: { is_mine: true } });
    expect(await get(friend.token, key)).toMatchObject({ status: 200, body: { is_mine: false } });
    expect(await get(friend.token, id)).toMatchObject({ status: 404 });
    expect(await get(friend.token, 'x'.repeat(32))).toMatchObject({ status: 404 });
  });

  test('can be shared or unshared only by its owner', async () => {
    const { owner, key } = await placeOrder();
    const friend = await buildUser(testApp);
    const change = (token: string, is_pool: boolean) =>
      testApp.call(orderEndpoints.updateOrder, { token, params: { id: key }, body: { is_pool } });
    expect(await change(friend.token, true)).toMatchObject({ status: 404 });
    expect(await change(owner.token, true)).toMatchObject({ status: 200, body: { is_pool: true } });
    expect(await change(owner.token, false)).toMatchObject({ status: 200, body: { is_pool: false } });
  });

  test('whose totals do not add up is not stored', async () => {
    const { id } = await placeOrder();
    const { db } = testApp.context;
    const change = (fields: object) => db.updateTable('orders').set(fields).where('id', '=', id).execute();
    await expect(change({ totalCents: 1 })).rejects.toThrow(/check/);
    await expect(change({ totalCents: 0, subTotalCents: 0 })).rejects.toThrow(/does not add up/);
    await expect(change({ refundedCents: 1 })).rejects.toThrow(/check/);
    await expect(change({ state: 'paid' })).rejects.toThrow(/check/);
  });
});
