import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { userOrderListEndpoints } from '#contract/endpoints/user-administration.ts';
import { MAX_GIFT_MESSAGE } from '#contract/rules/orders.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import type { ProviderDispute } from '#server/platform/payments/payment-types.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import {
  buildUser,
  eventually,
  freshIp,
  nextMessage,
  TEST_PASSWORD,
  type TestUser,
} from '#server/testing/factories.ts';
import { payOrder, placeOrder } from '#server/testing/order-factories.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  keepCard,
  markViewed,
  payForAlbum,
  sharePayingApp,
} from '#server/testing/paying-app.ts';
import { buildPool, takeShares } from '#server/testing/pools.ts';
import { letBankReturn, readOrderOf, refundOrder } from '#server/testing/refunds.ts';
import { syncDispute } from './disputes.ts';
import { deliverGift } from './gifts.ts';

const app = await sharePayingApp();
const MESSAGE = 'Happy birthday, Maya!';

let addresses = 0;
const freshAddress = () => `gift-${++addresses}-${Date.now()}@example.test`;

const setGift = ({ token }: Pick<Buyer, 'token'>, id: string, email: string | null, message = MESSAGE) =>
  app.call(orderEndpoints.setGift, { token, params: { id }, body: { email, message } });

async function orderOfAlbum(buyer: Buyer) {
  const album = await buildViewedAlbum(app, buyer);
  return { album, key: await placeOrder(app, buyer, [album.id]) };
}

async function giveAlbum(email: string, card = 'pm_card_visa') {
  const buyer = await buildBuyer(app, card);
  const { album, key } = await orderOfAlbum(buyer);
  expect(await setGift(buyer, key, email)).toMatchObject({ status: 200, body: { gift: { email } } });
  expect(await payOrder(app, buyer, key, ALBUM_PRICE)).toMatchObject({
    status: 200,
    body: { status: 'succeeded' },
  });
  return { buyer, album, key };
}

const logIn = ({ email }: Pick<TestUser, 'email'>) =>
  app.call(accountEndpoints.logIn, {
    body: { identifier: email, password: TEST_PASSWORD },
    ip: freshIp(),
  });

async function ownedBy({ token }: Pick<TestUser, 'token'>) {
  const { body } = await app.call(foundAlbumEndpoints.myAlbums, { token });
  return {
    albums: body.owned.map(({ album }) => album.id),
    images: body.owned_images.map(({ image }) => image),
  };
}

const untilOwned = (person: TestUser, albums: number[]) =>
  eventually(async () => {
    const owned = (await ownedBy(person)).albums;
    return JSON.stringify(owned) === JSON.stringify(albums) ? true : undefined;
  }, `${person.email} to own ${albums}`);

const orderRow = (key: string) =>
  app.context.db.selectFrom('orders').selectAll().where('key', '=', key).executeTakeFirstOrThrow();

const entitlementsOf = (userId: number) =>
  app.context.db.selectFrom('entitlements').selectAll().where('userId', '=', userId).orderBy('id').execute();

describe('a gift', () => {
  test('gives the album to the recipient, and the buyer gets only the receipt', async () => {
    const recipient = await buildUser(app);
    const { buyer, album, key } = await giveAlbum(recipient.email);
    await untilOwned(recipient, [album.id]);
    expect(await ownedBy(buyer)).toEqual({ albums: [], images: [] });
    expect((await booksOf(app, buyer.id)).entries.map(({ amountCents }) => amountCents)).toEqual([
      ALBUM_PRICE,
    ]);
    const { text, subject } = await nextMessage(app, recipient.email, /gave you photos/);
    expect(subject).toMatch(/^Test gave you photos of /);
    expect(text).toContain(`Test writes: “${MESSAGE}”`);
    expect(text).toContain('Your gift: 1 album in full size, with no watermark');
    expect(text).toMatch(/See your gift:\n\S+\/MyAlbums/);
    const mail = await nextMessage(app, buyer.email, /receipt/i);
    expect(mail.text).toContain(`emailed your gift to ${recipient.email}`);
    expect(mail.text).not.toContain('Your albums and photos');
    const receipt = await app.call(orderEndpoints.orderReceipt, { token: buyer.token, params: { id: key } });
    expect(receipt.body.gift).toBe(`Gift for ${recipient.email}`);
    expect((await orderRow(key)).giftDeliveredAt).not.toBeNull();
  });

  test('of photos and an album gives all of them, without a way to the order of the buyer', async () => {
    const recipient = await buildUser(app);
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const other = await buildViewedAlbum(app, buyer);
    const image = await buildImage(app, album);
    await app.call(orderEndpoints.addCartItem, { token: buyer.token, body: { image: image.id } });
    const key = await placeOrder(app, buyer, [other.id]);
    const { body: order } = await setGift(buyer, key, recipient.email);
    expect(await payOrder(app, buyer, key, order.total)).toMatchObject({ status: 200 });
    await untilOwned(recipient, [other.id]);
    expect((await ownedBy(recipient)).images).toEqual([image.id]);
    expect(await ownedBy(buyer)).toEqual({ albums: [], images: [] });
    const { body } = await app.call(downloadEndpoints.myDownloads, { token: recipient.token });
    expect(body.albums.map(({ order_key }) => order_key)).toEqual([null]);
    const photos = body.photos.flatMap(({ images }) => images);
    expect(photos).toMatchObject([{ id: image.id, order_key: null }]);
    const mail = await nextMessage(app, recipient.email, /gave you photos/);
    expect(mail.text).toContain('Your gift: 1 album and 1 photo in full size');
    const seen = await app.call(orderEndpoints.getOrder, { token: recipient.token, params: { id: key } });
    expect(seen.body.gift).toBeNull();
  });

  test('waits for an address without an account, and is delivered once by twenty log-ins at once', async () => {
    const email = freshAddress();
    const { album, key } = await giveAlbum(email);
    await nextMessage(app, email, /gave you photos/);
    expect(await orderRow(key)).toMatchObject({ giftUser: null, giftDeliveredAt: null });
    const recipient = await buildUser(app, { email });
    const answers = await Promise.all(Array.from({ length: 20 }, () => logIn(recipient)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await ownedBy(recipient)).toEqual({ albums: [album.id], images: [] });
    expect(await entitlementsOf(recipient.id)).toMatchObject([{ albumId: album.id, state: 'active' }]);
    expect(await orderRow(key)).toMatchObject({ giftUser: recipient.id });
    expect(
      (await listOutbox(app.context.db, email)).filter(({ subject }) => /gave you/.test(subject)),
    ).toHaveLength(1);
  });

  test('is delivered once although its job runs again and again', async () => {
    const recipient = await buildUser(app);
    const { album, key } = await giveAlbum(recipient.email);
    await untilOwned(recipient, [album.id]);
    const { id, giftDeliveredAt } = await orderRow(key);
    app.advanceMinutes(1);
    await Promise.all(Array.from({ length: 20 }, () => deliverGift(app.context, id)));
    expect(await entitlementsOf(recipient.id)).toMatchObject([{ albumId: album.id, state: 'active' }]);
    expect((await orderRow(key)).giftDeliveredAt).toBe(giftDeliveredAt);
  });

  test('waits while a dispute holds its money, and is delivered once the bank has kept a part only', async () => {
    const email = freshAddress();
    const { buyer, album } = await giveAlbum(email);
    const { attempts } = await booksOf(app, buyer.id);
    const follow = (state: 'open' | 'lost') => {
      const getDispute = async (disputeId: string): Promise<ProviderDispute> => ({
        disputeId,
        intentId: attempts[0]?.intentId ?? null,
        state,
        isInquiry: false,
        amountCents: 500,
        withdrawnCents: 500,
        reinstatedCents: 0,
        reason: null,
        needsResponse: false,
        dueBy: null,
        evidenceKey: null,
      });
      const context = { ...app.context, payments: { ...app.context.payments, getDispute } };
      return syncDispute(context, `du_gift_${buyer.id}`);
    };
    await follow('open');
    const recipient = await buildUser(app, { email });
    await logIn(recipient);
    expect(await ownedBy(recipient)).toEqual({ albums: [], images: [] });
    await follow('lost');
    await logIn(recipient);
    expect(await ownedBy(recipient)).toEqual({ albums: [album.id], images: [] });
  });

  test('of what its buyer shares in a group order, or buys for themselves at the same time, is sold', async () => {
    const buyer = await buildBuyer(app);
    const pool = await buildPool(app, { owner: buyer });
    expect(await takeShares(app, buyer, pool, 1)).toMatchObject({ body: { status: 'authorized' } });
    const key = await placeOrder(app, buyer, pool.albumIds);
    await setGift(buyer, key, freshAddress());
    expect(await payOrder(app, buyer, key, ALBUM_PRICE)).toMatchObject({ body: { status: 'succeeded' } });
    const { album, key: another } = await orderOfAlbum(buyer);
    await setGift(buyer, another, freshAddress());
    const askedCard = await keepCard(app, buyer, 'pm_card_threeDSecure2Required');
    expect(await payOrder(app, buyer, another, ALBUM_PRICE, askedCard)).toMatchObject({
      body: { status: 'requires_action' },
    });
    expect(await payForAlbum(app, buyer, album.id)).toMatchObject({ body: { status: 'succeeded' } });
  });

  test('of something the recipient owns waits until their own purchase is refunded', async () => {
    const recipient = await buildBuyer(app);
    const buyer = await buildBuyer(app);
    const { album, key } = await orderOfAlbum(buyer);
    await markViewed(app, recipient.id, album.id);
    const { body: own } = await payForAlbum(app, recipient, album.id);
    expect(await setGift(buyer, key, recipient.email)).toMatchObject({ status: 200 });
    await payOrder(app, buyer, key, ALBUM_PRICE);
    await eventually(async () => ((await orderRow(key)).giftUser ? true : undefined), 'the job');
    expect(await entitlementsOf(recipient.id)).toHaveLength(1);
    expect((await orderRow(key)).giftDeliveredAt).toBeNull();
    await refundOrder(app, own.order_key);
    expect((await ownedBy(recipient)).albums).toEqual([]);
    await logIn(recipient);
    expect((await ownedBy(recipient)).albums).toEqual([album.id]);
  });

  test('that is refunded is taken from the recipient, and comes back if the bank returns the refund', async () => {
    const recipient = await buildUser(app);
    const { buyer, album, key } = await giveAlbum(recipient.email, 'pm_card_refundFail');
    await untilOwned(recipient, [album.id]);
    expect(await refundOrder(app, key)).toMatchObject({ status: 200 });
    expect((await ownedBy(recipient)).albums).toEqual([]);
    await letBankReturn(app, buyer);
    expect((await ownedBy(recipient)).albums).toEqual([album.id]);
    expect((await ownedBy(buyer)).albums).toEqual([]);
  });

  test('that is refunded while it waits is never delivered, unless the bank returns the refund', async () => {
    const email = freshAddress();
    const { buyer, album, key } = await giveAlbum(email, 'pm_card_refundFail');
    await nextMessage(app, email, /gave you photos/);
    expect(await refundOrder(app, key)).toMatchObject({ status: 200 });
    const recipient = await buildUser(app, { email });
    await logIn(recipient);
    expect(await entitlementsOf(recipient.id)).toEqual([]);
    await letBankReturn(app, buyer);
    await untilOwned(recipient, [album.id]);
  });

  test('is not swapped by its buyer, and is swapped for the recipient by staff', async () => {
    const recipient = await buildUser(app);
    const { buyer, album, key } = await giveAlbum(recipient.email);
    await untilOwned(recipient, [album.id]);
    const other = await buildViewedAlbum(app, buyer);
    const [line] = (await readOrderOf(app, buyer, key)).items;
    const swap = ({ token }: Pick<TestUser, 'token'>) =>
      app.call(refundEndpoints.swapAlbumPayment, {
        token,
        body: { album_payment_id: line?.id ?? 0, album_id: other.id },
      });
    expect(await swap(buyer)).toMatchObject({ status: 409, error: { code: 'swap_not_allowed' } });
    expect((await ownedBy(recipient)).albums).toEqual([album.id]);
    expect(await swap(await buildUser(app, { role: 'customer_support' }))).toMatchObject({ status: 200 });
    expect((await ownedBy(recipient)).albums).toEqual([other.id]);
    expect((await ownedBy(buyer)).albums).toEqual([]);
  });

  test('shows staff the address and whether it waits, on the page of the buyer', async () => {
    const email = freshAddress();
    const { buyer } = await giveAlbum(email);
    const staff = await buildUser(app, { role: 'customer_support' });
    const { body } = await app.call(userOrderListEndpoints.page, {
      token: staff.token,
      query: { user: buyer.id },
    });
    expect(body.rows[0]?.gift).toEqual({ email, message: MESSAGE, delivered_at: null });
  });
});

describe('making an order a gift', () => {
  test('is refused for the own address, in any case of letters', async () => {
    const buyer = await buildBuyer(app);
    const { key } = await orderOfAlbum(buyer);
    const answer = await setGift(buyer, key, buyer.email.toUpperCase());
    expect(answer).toMatchObject({ status: 409, error: { code: 'gift_to_self' } });
    expect((await readOrderOf(app, buyer, key)).gift).toBeNull();
  });

  test('is refused for a pool, and a gift cannot become a pool', async () => {
    const buyer = await buildBuyer(app);
    const { key } = await orderOfAlbum(buyer);
    const share = (isPool: boolean) =>
      app.call(orderEndpoints.updateOrder, {
        token: buyer.token,
        params: { id: key },
        body: { is_pool: isPool },
      });
    await share(true);
    const refused = { status: 409, error: { code: 'gift_or_pool' } };
    expect(await setGift(buyer, key, freshAddress())).toMatchObject(refused);
    await share(false);
    expect(await setGift(buyer, key, freshAddress())).toMatchObject({ status: 200 });
    expect(await share(true)).toMatchObject(refused);
    expect(await setGift(buyer, key, null)).toMatchObject({ status: 200, body: { gift: null } });
    expect(await share(true)).toMatchObject({ status: 200 });
  });

  test('is refused after it was paid, for orders of others, and for orders without the cart', async () => {
    const { buyer, key } = await giveAlbum(freshAddress());
    expect(await setGift(buyer, key, freshAddress())).toMatchObject({
      status: 409,
      error: { code: 'order_closed' },
    });
    expect(await setGift(buyer, key, null)).toMatchObject({ status: 409 });
    const { key: own } = await orderOfAlbum(buyer);
    expect(await setGift(await buildBuyer(app), own, freshAddress())).toMatchObject({ status: 404 });
    const album = await buildViewedAlbum(app, buyer);
    const paymentMethodId = await keepCard(app, buyer, 'pm_card_chargeCustomerFail');
    await payForAlbum(app, buyer, album.id, { paymentMethodId });
    const single = await app.context.db
      .selectFrom('orders')
      .select('key')
      .where('singleAlbumId', '=', album.id)
      .executeTakeFirstOrThrow();
    expect(await setGift(buyer, single.key, freshAddress())).toMatchObject({
      status: 409,
      error: { code: 'gift_from_cart' },
    });
  });

  test('takes ten addresses a day from one account', async () => {
    const buyer = await buildBuyer(app);
    const { key } = await orderOfAlbum(buyer);
    for (let i = 0; i < 10; i++) {
      expect(await setGift(buyer, key, freshAddress())).toMatchObject({ status: 200 });
    }
    expect(await setGift(buyer, key, freshAddress())).toMatchObject({ status: 429 });
    expect(await setGift(buyer, key, null)).toMatchObject({ status: 200 });
  });

  test('refuses a long message and a bad address', async () => {
    const buyer = await buildBuyer(app);
    const { key } = await orderOfAlbum(buyer);
    const tooLong = 'x'.repeat(MAX_GIFT_MESSAGE + 1);
    expect(await setGift(buyer, key, freshAddress(), tooLong)).toMatchObject({ status: 400 });
    expect(await setGift(buyer, key, 'nobody')).toMatchObject({ status: 400 });
  });

  test('does without the credit for photos of the buyer, who gets it back with the own purchase', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const image = await buildImage(app, album);
    const { body: cart } = await app.call(orderEndpoints.addCartItem, {
      token: buyer.token,
      body: { image: image.id },
    });
    const photo = await app.call(orderEndpoints.checkOut, { token: buyer.token, body: { id: cart.id } });
    await payOrder(app, buyer, photo.body.data.key, cart.total);
    const key = await placeOrder(app, buyer, [album.id]);
    const reduced = ALBUM_PRICE - cart.total;
    expect(await readOrderOf(app, buyer, key)).toMatchObject({ credit: cart.total, total: reduced });
    expect((await setGift(buyer, key, freshAddress())).body).toMatchObject({ credit: 0, total: ALBUM_PRICE });
    expect((await setGift(buyer, key, null)).body).toMatchObject({ credit: cart.total, total: reduced });
  });

  test('and paying at once end in one of both, never in a gift that was not asked for', async () => {
    const buyer = await buildBuyer(app);
    const recipient = await buildUser(app);
    const { album, key } = await orderOfAlbum(buyer);
    const [set, paid] = await Promise.all([
      setGift(buyer, key, recipient.email),
      payOrder(app, buyer, key, ALBUM_PRICE),
    ]);
    expect(paid.status).toBe(200);
    const [holder, other] = set.status === 200 ? [recipient, buyer] : [buyer, recipient];
    await untilOwned(holder, [album.id]);
    expect((await ownedBy(other)).albums).toEqual([]);
  });
});
