import type { Quote } from '#contract/entities/order.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { lockOwnOrder } from '#server/modules/orders/change-order.ts';
import {
  type CouponRow,
  findCouponForCode,
  requireUsesLeft,
  toWireUsedCoupon,
} from '#server/modules/orders/coupons.ts';
import { type Item, ownedAmong } from '#server/modules/orders/entitlements.ts';
import {
  agreeItemTerms,
  getItems,
  type ItemChoice,
  type ItemTerms,
  lockItems,
  requireViewed,
} from '#server/modules/orders/items.ts';
import {
  findLastPaidSingle,
  insertOrder,
  lockOpenSingle,
  type OrderRef,
  type OrderRow,
  setOrderState,
} from '#server/modules/orders/orders.ts';
import { findLiveAttempt, lockBuyer } from '#server/modules/orders/payment-attempts.ts';
import { requireChargeable, type Terms } from '#server/modules/orders/prices.ts';
import { reviewOrder } from '#server/modules/orders/review-order.ts';
import { toWireTotals } from '#server/modules/orders/shop-items.ts';
import { isTaxedIn } from '#server/modules/tax/tax-port.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { createKeyedMutex } from '#server/platform/processes/keyed-mutex.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { executePayment, orUnclear } from './execute.ts';
import { type PaymentProgress, settlePayment, syncPayment, withoutNextStep } from './settle.ts';
import { type PaymentRequest, type Started, startPayment } from './start.ts';

/**
 * A payment has to name the amount that its buyer was quoted. Of several photos, those that the customer owns already
 * are left out.
 */
export async function quotePayment(
  context: Pick<Context, 'db' | 'log' | 'clock'>,
  actor: Actor,
  { choice, couponCode }: { choice: ItemChoice; couponCode: string | undefined },
): Promise<{ terms: ItemTerms; coupon: CouponRow | undefined }> {
  const { userId } = actor;
  const chosen = await getItems(context.db, choice);
  const owned = await ownedAmong(context.db, userId, chosen);
  const missing = chosen.filter((item) => !owned.includes(item));
  // Something that is not for sale is not found, even if it is owned.
  const items = missing.length > 0 ? missing : chosen;
  // Owned items need no tax, and a coupon changes it.
  const isEstimate = missing.length === 0 || couponCode !== undefined;
  const terms = await agreeItemTerms(context, { userId, items, coupon: undefined, isEstimate });
  if (missing.length === 0) throw new AppError('already_owned');
  const coupon = await findCouponForCode(context, couponCode);
  if (!coupon) return { terms: requireChargeable(terms), coupon };
  await requireUsesLeft(context.db, coupon, { userId });
  return { terms: requireChargeable(await agreeItemTerms(context, { userId, items, coupon })), coupon };
}

export function toWireQuote({ terms, coupon }: { terms: ItemTerms; coupon: CouponRow | undefined }): Quote {
  const { totals, taxName, items } = terms;
  return {
    album: items[0]?.albumId ?? 0,
    ...toWireTotals(totals),
    tax_name: taxName,
    coupon: toWireUsedCoupon(coupon),
    price_names: [...new Set(items.flatMap((item) => item.priceName ?? []))],
    images: items.flatMap((item) => item.imageId ?? []),
  };
}

export function payOrder(
  context: Context,
  actor: Actor,
  { ref, request }: { ref: OrderRef; request: PaymentRequest },
): Promise<PaymentProgress> {
  return pay(context, { userId: actor.userId, request }, async (tx) => {
    const order = await lockOwnOrder(tx, actor, ref);
    if (order.isPool) {
      throw new AppError('conflict', { message: 'This order is shared. Take shares of it instead.' });
    }
    return (await reviewOrder(tx, order)) ?? startPayment(tx, { order, request });
  });
}

const inTurn = createKeyedMutex<number>();

/**
 * Calls the provider only after the short transaction of `start`. An attempt in progress is joined, not repeated. An
 * error that `start` returns, instead of throwing it, leaves what was written in place.
 */
export async function pay(
  context: Context,
  { userId, request }: { userId: number; request: Pick<PaymentRequest, 'cardId' | 'amountCents'> },
  start: (tx: Tx) => Promise<Started | AppError>,
): Promise<PaymentProgress> {
  const startInTurn = async () => {
    const started = await inTurn(userId, () => inTransaction(context, start));
    if (started instanceof AppError) throw started;
    return started;
  };
  const started = await startInTurn();
  if (started.isNew) return orRefuse(await executePayment(context, started.attempt));
  const { attempt, order } = started;
  const { intentId } = attempt;
  if (attempt.state !== 'requires_action' || intentId === null) return withoutNextStep(attempt, order.key);
  if (attempt.sourceId === request.cardId && attempt.amountCents === request.amountCents) {
    return orRefuse(await orUnclear(() => syncPayment(context, attempt.id, intentId)));
  }
  // The buyer left the bank's page to use another card, so the first attempt ends before the next one starts.
  const abandoned = await orUnclear(async () =>
    settlePayment(context, attempt.id, await context.payments.cancelPayment(intentId)),
  );
  if (abandoned.attempt.state !== 'failed') return abandoned;
  const again = await startInTurn();
  if (!again.isNew) return withoutNextStep(again.attempt, order.key);
  return orRefuse(await executePayment(context, again.attempt));
}

function orRefuse(progress: PaymentProgress): PaymentProgress {
  const { attempt, orderKey } = progress;
  if (attempt.state !== 'failed') return progress;
  const details = { payment: attempt.id, order_key: orderKey };
  throw new AppError(attempt.failureCode ?? 'card_declined', { details });
}

/** A browser that lost the answer and asks again this soon gets the payment, not "already owned". */
const REPEAT_MINUTES = 2;

type Purchase = { choice: ItemChoice; request: PaymentRequest; couponCode?: string | undefined };

/** Places an order for an album, a photo or several photos, and pays it. */
export async function paySingle(context: Context, actor: Actor, { choice, request, couponCode }: Purchase) {
  const { userId } = actor;
  const coupon = await findCouponForCode(context, couponCode);
  return pay(context, { userId, request }, async (tx) => {
    await lockBuyer(tx.db, userId);
    const items = await getItems(tx.db, choice);
    await lockItems(tx.db, items);
    const terms = requireChargeable(await agreeItemTerms(tx, { userId, items, coupon }));
    const owned = await ownedAmong(tx.db, userId, items);
    if (owned.length === items.length) return justBought(tx, userId, items);
    // The buyer has to see what is left of the photos before they pay for it.
    const isWhole = terms.items.length === countOf(choice) && owned.length === 0;
    if (!isWhole) throw new AppError('order_changed');
    return startPayment(tx, { order: await openSingle(tx, userId, terms), request });
  });
}

const countOf = (choice: ItemChoice) => ('imageIds' in choice ? new Set(choice.imageIds).size : 1);

async function justBought(tx: Pick<Tx, 'db' | 'clock'>, userId: number, items: Item[]): Promise<Started> {
  const order = await findLastPaidSingle(tx.db, userId, items);
  const attempt = order && (await findLiveAttempt(tx.db, order.id));
  const since = minutesFrom(tx.clock.now(), -REPEAT_MINUTES);
  if (!order || !attempt?.settledAt || new Date(attempt.settledAt) < since)
    throw new AppError('already_owned');
  return { attempt, order, isNew: false };
}

/** Reuses the open order of an earlier attempt if its terms still hold or money for it is on its way. */
async function openSingle(tx: Pick<Tx, 'db' | 'clock' | 'log'>, userId: number, terms: ItemTerms) {
  const { db, clock } = tx;
  const open = await lockOpenSingle(db, userId, terms.items);
  if (open) {
    if (hasTerms(open, terms) || (await findLiveAttempt(db, open.id))) return open;
    await setOrderState(db, open.id, 'cancelled');
  } else {
    // An earlier order shows that the album was viewed, even if staff have given the views back since.
    await requireViewed(tx, userId, [...new Set(terms.items.map(({ albumId }) => albumId))]);
  }
  return insertOrder(db, { userId, ...terms, isSingle: true, now: clock.now() });
}

function hasTerms(open: OrderRow, { totals, couponId, taxName, tax }: Terms): boolean {
  return (
    open.totalCents === totals.totalCents &&
    open.subTotalCents === totals.subTotalCents &&
    open.creditCents === totals.creditCents &&
    open.taxCents === totals.taxCents &&
    open.couponId === couponId &&
    open.taxName === taxName &&
    isTaxedIn(open, tax)
  );
}
