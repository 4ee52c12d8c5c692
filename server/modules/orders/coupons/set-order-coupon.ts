import { isTooSmallToShare } from '#contract/rules/pool-split.ts';
import type { Tx } from '#server/context.ts';
import { lockOwnOrder } from '#server/modules/orders/order/get-order.ts';
import { agreeTerms, requireChargeable } from '#server/modules/orders/order/prices.ts';
import { requireUnpaid } from '#server/modules/orders/order/require-unpaid.ts';
import { listLines, type OrderRef, type OrderRow, saveTerms } from '#server/modules/orders/orders.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { requireTeam } from './coupon-teams.ts';
import type { CouponRow } from './coupons.queries.ts';
import { requireUsesLeft } from './use.ts';

export async function setOrderCoupon(
  tx: Pick<Tx, 'db' | 'log'>,
  actor: Actor,
  { ref, coupon }: { ref: OrderRef; coupon: CouponRow | undefined },
): Promise<void> {
  const order = await lockOwnOrder(tx, actor, ref);
  await requireUnpaid(tx, order);
  if (coupon) await requireUsesLeft(tx.db, coupon, { userId: actor.userId, exceptOrderId: order.id });
  await updateTerms(tx, order, coupon);
}

/** Prices and credit stay as they were at checkout; only the discount and tax change. */
async function updateTerms(
  tx: Pick<Tx, 'db' | 'log'>,
  order: OrderRow,
  coupon: CouponRow | undefined,
): Promise<void> {
  const lines = await listLines(tx.db, [order.id]);
  await requireTeam(
    tx.db,
    coupon,
    lines.map(({ albumId }) => albumId),
  );
  const terms = requireChargeable(await agreeTerms(tx, { prices: lines, coupon }));
  if (order.isPool && isTooSmallToShare(terms.totals.totalCents)) throw new AppError('pool_too_small');
  await saveTerms(
    tx.db,
    order.id,
    terms,
    lines.map((line) => line.id),
  );
}
