import type { Context, Tx } from '#server/context.ts';
import { findCouponForCode } from '#server/modules/orders/coupons/use.ts';
import { type Item, ownedAmong } from '#server/modules/orders/order/entitlements.queries.ts';
import {
  findLastPaidSingle,
  findOpenSingle,
  insertOrder,
  type OrderRow,
  setOrderState,
} from '#server/modules/orders/order/orders.queries.ts';
import type { Terms } from '#server/modules/orders/order/prices.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { findLiveAttempt, takeTurn } from './attempts.queries.ts';
import { pay } from './pay-order.ts';
import type { PaymentProgress } from './progress.ts';
import { agreeSingle, getWishedItem, type Wish } from './single-item.ts';
import { type Offer, type Started, startPayment } from './start.ts';

/** A browser that lost the answer asks again; for so long it is told what it bought, not that it owns it. */
const REPEAT_MINUTES = 2;

export function payForAlbum(
  context: Context,
  userId: number,
  albumId: number,
  offer: Offer,
  code?: string,
): Promise<PaymentProgress> {
  return paySingle(context, userId, { albumId }, offer, code);
}

export function payForImage(
  context: Context,
  userId: number,
  imageId: number,
  offer: Offer,
  code?: string,
): Promise<PaymentProgress> {
  return paySingle(context, userId, { imageId }, offer, code);
}

/** An order of one line, made and paid at once. */
async function paySingle(
  context: Context,
  userId: number,
  wish: Wish,
  offer: Offer,
  code: string | undefined,
): Promise<PaymentProgress> {
  const coupon = await findCouponForCode(context, userId, code);
  return pay(context, offer, async (tx) => {
    await takeTurn(tx.db, userId);
    const item = await getWishedItem(tx.db, wish);
    const terms = await agreeSingle(tx, userId, item, coupon);
    if ((await ownedAmong(tx.db, userId, [item])).length > 0) return justBought(tx, userId, item);
    return startPayment(tx, await openSingle(tx, userId, item, terms), offer);
  });
}

async function justBought(tx: Tx, userId: number, item: Item): Promise<Started> {
  const order = await findLastPaidSingle(tx.db, userId, item);
  const attempt = order && (await findLiveAttempt(tx.db, order.id));
  const since = minutesFrom(tx.clock.now(), -REPEAT_MINUTES);
  if (!order || !attempt?.settledAt || new Date(attempt.settledAt) < since)
    throw new AppError('already_owned');
  return { attempt, order, isNew: false };
}

/** The open order of an earlier try, unless its terms have changed since and no money is on its way. */
async function openSingle(tx: Tx, userId: number, item: Item, terms: Terms): Promise<OrderRow> {
  const { db } = tx;
  const open = await findOpenSingle(db, userId, item);
  if (open) {
    if (isAgreed(open, terms) || (await findLiveAttempt(db, open.id))) return open;
    await setOrderState(db, open.id, 'cancelled');
  }
  return insertOrder(db, { userId, items: [item], ...terms, isSingle: true, now: tx.clock.now() });
}

function isAgreed(open: OrderRow, { totals, couponId, taxName }: Terms): boolean {
  return (
    open.totalCents === totals.totalCents &&
    open.subTotalCents === totals.subTotalCents &&
    open.creditCents === totals.creditCents &&
    open.taxCents === totals.taxCents &&
    open.couponId === couponId &&
    open.taxName === taxName
  );
}
