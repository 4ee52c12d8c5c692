import fc from 'fast-check';
import { expect } from 'vitest';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { buildImage } from './catalogue-factories.ts';
import { buildUser, eventually } from './factories.ts';
import {
  type GiftSale,
  giftShape,
  sellByWallet,
  sellGift,
  sendEvidenceFor,
  type WalletSale,
  walletShape,
} from './gift-and-wallet-sales.ts';
import { buildCoupon, payOrder, placeOrder, setCoupon } from './order-factories.ts';
import { type Buyer, buildBuyer, buildViewedAlbum, type PayingApp } from './paying-app.ts';
import { booksOfPool, buildPool, fillPool, type TestPool, takeShares, untilPhaseIs } from './pools.ts';

type After =
  | 'kept'
  | 'refunded'
  | 'refund_fails'
  | 'dispute_open'
  | 'dispute_answered'
  | 'dispute_won'
  | 'dispute_lost'
  | 'swapped';
export type Sale = { hoursLater: number } & (
  | { kind: 'album' | 'image'; hasCoupon: boolean; after: After }
  | { kind: 'cart'; albums: number; hasCoupon: boolean; refundedLines: number }
  | { kind: 'photos'; photos: number; hasSteps: boolean; refundedLines: number; isInDashboard: boolean }
  | GiftSale
  | WalletSale
  | { kind: 'pool'; albums: number; end: 'filled' | 'line_refunded' | 'came_to_nothing' }
);

const hoursLater = fc.integer({ min: 0, max: 16 });
export const sales: fc.Arbitrary<Sale> = fc.oneof(
  fc.record({
    hoursLater,
    kind: fc.constantFrom('album' as const, 'image' as const),
    hasCoupon: fc.boolean(),
    after: fc.constantFrom<After>(
      'kept',
      'refunded',
      'refund_fails',
      'dispute_open',
      'dispute_answered',
      'dispute_won',
      'dispute_lost',
      'swapped',
    ),
  }),
  fc.record({
    hoursLater,
    kind: fc.constant('cart' as const),
    albums: fc.integer({ min: 2, max: 3 }),
    hasCoupon: fc.boolean(),
    refundedLines: fc.integer({ min: 0, max: 2 }),
  }),
  fc.record({
    hoursLater,
    kind: fc.constant('photos' as const),
    photos: fc.integer({ min: 2, max: 7 }),
    hasSteps: fc.boolean(),
    refundedLines: fc.integer({ min: 0, max: 2 }),
    isInDashboard: fc.boolean(),
  }),
  fc.record({ hoursLater, ...giftShape }),
  fc.record({ hoursLater, ...walletShape }),
  fc.record({
    hoursLater,
    kind: fc.constant('pool' as const),
    albums: fc.integer({ min: 1, max: 3 }),
    end: fc.constantFrom('filled' as const, 'line_refunded' as const, 'came_to_nothing' as const),
  }),
);
export const ONE_OF_EACH: Sale[] = [
  { kind: 'album', hasCoupon: true, after: 'refund_fails', hoursLater: 26 },
  { kind: 'image', hasCoupon: false, after: 'dispute_won', hoursLater: 1 },
  { kind: 'cart', albums: 3, hasCoupon: true, refundedLines: 1, hoursLater: 0 },
  { kind: 'album', hasCoupon: false, after: 'swapped', hoursLater: 0 },
  { kind: 'photos', photos: 6, hasSteps: true, refundedLines: 2, isInDashboard: false, hoursLater: 3 },
  { kind: 'photos', photos: 2, hasSteps: false, refundedLines: 0, isInDashboard: true, hoursLater: 1 },
  { kind: 'gift', albums: 2, hasAccount: true, isRefunded: true, hoursLater: 2 },
  { kind: 'wallet', wallet: 'apple_pay', keeps: true, isRefunded: false, hoursLater: 1 },
  { kind: 'album', hasCoupon: false, after: 'dispute_answered', hoursLater: 0 },
  { kind: 'pool', albums: 3, end: 'line_refunded', hoursLater: 5 },
  { kind: 'pool', albums: 2, end: 'came_to_nothing', hoursLater: 0 },
];

const CARDS: Record<After, string> = {
  kept: 'pm_card_visa',
  refunded: 'pm_card_visa',
  refund_fails: 'pm_card_refundFail',
  dispute_open: 'pm_card_createDispute',
  dispute_answered: 'pm_card_createDispute',
  dispute_won: 'pm_card_createDispute',
  dispute_lost: 'pm_card_createDispute',
  swapped: 'pm_card_visa',
};

const coupon = async (app: PayingApp, isWanted: boolean) =>
  isWanted ? (await buildCoupon(app, { percent_off: 33 })).code : undefined;
const passTime = async (app: PayingApp) => {
  app.advanceMinutes(1);
  await app.sandbox.settle();
};
const giveBack = async (app: PayingApp, key: string, lines?: number[]) => {
  const { token } = await buildUser(app, { role: 'customer_support' });
  const body = { memo: 'asked for', dispute_reason: 'other' as const, ...(lines ? { lines } : {}) };
  const answer = await app.call(refundEndpoints.refundOrder, { token, params: { id: key }, body });
  expect(answer.status).toBe(200);
};
const ledgerOf = (app: PayingApp, orderKey: string) =>
  app.context.db
    .selectFrom('ledgerEntries')
    .innerJoin('orders', 'orders.id', 'ledgerEntries.orderId')
    .select('ledgerEntries.kind')
    .where('orders.key', '=', orderKey)
    .execute();
const untilBooked = (app: PayingApp, orderKey: string, kind: string) =>
  eventually(async () => {
    await passTime(app);
    return (await ledgerOf(app, orderKey)).some((entry) => entry.kind === kind) || undefined;
  }, `a ${kind} in the ledger`);

async function sellSingle(
  app: PayingApp,
  { kind, hasCoupon, after }: Extract<Sale, { kind: 'album' | 'image' }>,
) {
  const buyer = await buildBuyer(app, CARDS[after]);
  const album = await buildViewedAlbum(app, buyer);
  const item = kind === 'album' ? { albumId: album.id } : { imageId: (await buildImage(app, album)).id };
  const code = await coupon(app, hasCoupon);
  const offer = { ...item, ...(code ? { coupon: code } : {}) };
  const { body: quote } = await app.call(paymentEndpoints.quotePayment, { token: buyer.token, body: offer });
  const terms = { paymentMethodId: buyer.sourceId, amount: quote.total, facial: false };
  const pay = kind === 'album' ? paymentEndpoints.payForAlbum : paymentEndpoints.payForImage;
  const paid = await app.call(pay, { token: buyer.token, body: { ...offer, ...terms } as never });
  expect(paid.status).toBe(200);
  const key = paid.body.order_key;
  if (after.startsWith('refund')) await giveBack(app, key);
  if (after === 'refund_fails') await untilBooked(app, key, 'refund_failed');
  if (after.startsWith('dispute')) await endDispute(app, key, after);
  if (after === 'swapped') await swapFor(app, buyer, key, kind);
}

/** Staff swap the purchase for another album or image; no money moves. */
async function swapFor(app: PayingApp, buyer: Buyer, key: string, kind: 'album' | 'image'): Promise<void> {
  const { token } = await buildUser(app, { role: 'super' });
  const [line] = (await readOrder(app, buyer, key)).items;
  const album = await buildViewedAlbum(app, buyer);
  const lineId = line?.id ?? 0;
  const answer =
    kind === 'album'
      ? await app.call(refundEndpoints.swapAlbumPayment, {
          token,
          body: { album_payment_id: lineId, album_id: album.id },
        })
      : await app.call(refundEndpoints.swapImagePayment, {
          token,
          body: { image_payment_id: lineId, image_id: (await buildImage(app, album)).id },
        });
  expect(answer.status).toBe(200);
}

async function endDispute(app: PayingApp, key: string, after: After): Promise<void> {
  await untilBooked(app, key, 'dispute');
  if (after === 'dispute_open') return;
  if (after === 'dispute_answered') return sendEvidenceFor(app, key);
  const { disputeId } = await app.context.db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.orderId')
    .select('disputeId')
    .where('orders.key', '=', key)
    .executeTakeFirstOrThrow();
  const words = after === 'dispute_won' ? 'winning_evidence' : 'losing_evidence';
  await app.stripe.disputes.update(disputeId, { evidence: { uncategorized_text: words } });
  if (after === 'dispute_won') await untilBooked(app, key, 'dispute_won');
}

async function sellCart(
  app: PayingApp,
  { albums, hasCoupon, refundedLines }: Extract<Sale, { kind: 'cart' }>,
) {
  const buyer = await buildBuyer(app);
  const albumIds: number[] = [];
  for (let i = 0; i < albums; i++) albumIds.push((await buildViewedAlbum(app, buyer)).id);
  const key = await placeOrder(app, buyer, albumIds);
  const code = await coupon(app, hasCoupon);
  if (code) await setCoupon(app, buyer, key, code);
  const order = await readOrder(app, buyer, key);
  expect(await payOrder(app, buyer, key, order.total)).toMatchObject({ status: 200 });
  const lines = order.items.slice(0, refundedLines).map((item) => item.id);
  if (lines.length > 0) await giveBack(app, key, lines);
}

/** Sells several photos of an album at once, with a lower price for five of them where the event has steps. */
async function sellPhotos(
  app: PayingApp,
  { photos, hasSteps, refundedLines, isInDashboard }: Extract<Sale, { kind: 'photos' }>,
) {
  const buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  if (hasSteps) await setPhotoSteps(app, album.eventId);
  const images: number[] = [];
  for (let i = 0; i < photos; i++) images.push((await buildImage(app, album)).id);
  const { token } = buyer;
  const cart = await app.call(orderEndpoints.addCartItem, { token, body: { images } });
  const checkedOut = await app.call(orderEndpoints.checkOut, { token, body: { id: cart.body.id } });
  const { key } = checkedOut.body.data;
  const order = await readOrder(app, buyer, key);
  expect(await payOrder(app, buyer, key, order.total)).toMatchObject({ status: 200 });
  const lines = order.items.slice(0, refundedLines).map((item) => item.id);
  if (lines.length > 0) await giveBack(app, key, lines);
  if (isInDashboard) await refundInDashboard(app, key);
}

const setPhotoSteps = (app: PayingApp, eventId: number) =>
  app.context.db
    .insertInto('eventPricings')
    .values({
      eventId,
      sharePriceCents: 1_995,
      imagePriceCents: 1_001,
      photoSteps: JSON.stringify([{ photos: 5, price: 3_001 }]),
    })
    .execute();

/** Returns all that is left of a payment, as somebody could do it without our pages. */
async function refundInDashboard(app: PayingApp, key: string): Promise<void> {
  const { intentId } = await app.context.db
    .selectFrom('paymentAttempts')
    .innerJoin('orders', 'orders.id', 'paymentAttempts.orderId')
    .select('intentId')
    .where('orders.key', '=', key)
    .executeTakeFirstOrThrow();
  const refund = await app.stripe.refunds.create({ payment_intent: intentId ?? '' });
  await eventually(async () => {
    await passTime(app);
    const booked = await app.context.db
      .selectFrom('ledgerEntries')
      .select('id')
      .where('externalId', '=', refund.id)
      .execute();
    return booked.length > 0 || undefined;
  }, 'the refund of the dashboard in the ledger');
}

async function sellPool(app: PayingApp, { albums, end }: Extract<Sale, { kind: 'pool' }>) {
  const pool = await buildPool(app, { albums });
  const [second, third] = [await buildBuyer(app), await buildBuyer(app)];
  if (end === 'came_to_nothing') return breakPool(app, pool, second);
  await fillPool(app, pool, [pool.owner, second, third]);
  const [line] = (await readOrder(app, pool.owner, pool.key)).items;
  if (end === 'line_refunded') await giveBack(app, pool.key, [line?.id ?? 0]);
}

/** One card is charged, another fails, and nobody covers its share. */
async function breakPool(app: PayingApp, pool: TestPool, guest: Buyer): Promise<void> {
  await takeShares(app, pool.owner, pool, 4);
  // A webhook would also report the end of the guest's hold.
  app.sandbox.webhooks.pause();
  await takeShares(app, guest, pool, 2);
  const { attempts } = await booksOfPool(app, pool);
  await app.stripe.paymentIntents.cancel(attempts.find((one) => one.userId === guest.id)?.intentId ?? '');
  await takeShares(app, pool.owner, pool, 1);
  await untilPhaseIs(app, pool, 'covering');
  app.sandbox.webhooks.resume();
  const { token } = pool.owner;
  await app.call(orderEndpoints.cancelOrder, { token, params: { id: pool.key } });
  await untilBooked(app, pool.key, 'refund');
}

const readOrder = async (app: PayingApp, { token }: Buyer, key: string) =>
  (await app.call(orderEndpoints.getOrder, { token, params: { id: key } })).body;

/** Makes the same calls as customers and staff, against the payment sandbox. */
export function sell(app: PayingApp, sale: Sale): Promise<void> {
  if (sale.kind === 'cart') return sellCart(app, sale);
  if (sale.kind === 'photos') return sellPhotos(app, sale);
  if (sale.kind === 'gift') return sellGift(app, sale);
  if (sale.kind === 'wallet') return sellByWallet(app, sale);
  return sale.kind === 'pool' ? sellPool(app, sale) : sellSingle(app, sale);
}
