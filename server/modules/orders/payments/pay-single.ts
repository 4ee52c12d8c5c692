import type { Context, Tx } from '#server/context.ts';
import { findCouponForCode } from '#server/modules/orders/coupons/use.ts';
import { type Item, ownedAmong } from '#server/modules/orders/entitlements.ts';
import { requireChargeable, type Terms } from '#server/modules/orders/order/prices.ts';
import { requireViewed } from '#server/modules/orders/order/view-rule.ts';
import {
  findLastPaidSingle,
  insertOrder,
  lockOpenSingle,
  type OrderRow,
  setOrderState,
} from '#server/modules/orders/orders.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { findLiveAttempt, takeTurn } from './attempts.queries.ts';
import { pay } from './pay-order.ts';
import type { PaymentProgress } from './progress.ts';
import { agreeItemTerms, getItems, type ItemChoice, type ItemTerms, lockItems } from './single-item.ts';
import { type PaymentRequest, type Started, startPayment } from './start.ts';

/** A browser that lost the answer and asks again this soon gets the payment, not "already owned". */
const REPEAT_MINUTES = 2;

type Purchase = { choice: ItemChoice; request: PaymentRequest; couponCode?: string | undefined };

/** Places an order for an album, a photo or several photos, and pays it. */
export async function paySingle(
  context: Context,
  actor: Actor,
  { choice, request, couponCode }: Purchase,
): Promise<PaymentProgress> {
  const { userId } = actor;
  const coupon = await findCouponForCode(context, couponCode);
  return pay(context, { userId, request }, async (tx) => {
    await takeTurn(tx.db, userId);
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

async function justBought(
  tx: Pick<Tx, 'db' | 'clock'>,
  userId: number,
  items: readonly Item[],
): Promise<Started> {
  const order = await findLastPaidSingle(tx.db, userId, items);
  const attempt = order && (await findLiveAttempt(tx.db, order.id));
  const since = minutesFrom(tx.clock.now(), -REPEAT_MINUTES);
  if (!order || !attempt?.settledAt || new Date(attempt.settledAt) < since)
    throw new AppError('already_owned');
  return { attempt, order, isNew: false };
}

/** Reuses the open order of an earlier attempt if its terms still hold or money for it is on its way. */
async function openSingle(
  tx: Pick<Tx, 'db' | 'clock' | 'log'>,
  userId: number,
  terms: ItemTerms,
): Promise<OrderRow> {
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

function hasTerms(open: OrderRow, { totals, couponId, taxName }: Terms): boolean {
  return (
    open.totalCents === totals.totalCents &&
    open.subTotalCents === totals.subTotalCents &&
    open.creditCents === totals.creditCents &&
    open.taxCents === totals.taxCents &&
    open.couponId === couponId &&
    open.taxName === taxName
  );
}
