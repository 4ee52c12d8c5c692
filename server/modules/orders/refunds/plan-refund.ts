import { sumCents } from '#contract/rules/money.ts';
import type { Tx } from '#server/context.ts';
import { actForBuyer, refuseSelf } from '#server/modules/accounts/customer-access.ts';
import { creditUsedOn } from '#server/modules/orders/order/entitlements.queries.ts';
import {
  findOrder,
  type LineRow,
  listLines,
  type OrderRef,
  type OrderRow,
} from '#server/modules/orders/order/orders.queries.ts';
import {
  type AttemptRow,
  isPayingElsewhere,
  listCharges,
  listFreePayments,
  takeTurn,
} from '#server/modules/orders/payments/attempts.queries.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { isCreditInPool, listRefundParts, sumRefunds } from './refunds.queries.ts';
import { type LinePart, openOfLines, planRefund } from './split.rules.ts';

type PlannedRefund = {
  attemptId: number;
  amountCents: number;
  lines: { orderLineId: number; amountCents: number }[];
};

export type RefundPlan = {
  order: OrderRow;
  refunds: PlannedRefund[];
  amountCents: number;
  lineIds: number[];
};

/**
 * Locks the order and plans one refund per charge. Nobody refunds an order that they paid for. What cost nothing ends
 * with a refund of zero.
 */
export async function planOrderRefund(
  tx: Pick<Tx, 'db'>,
  actor: Actor,
  { ref, lineIds }: { ref: OrderRef; lineIds: number[] | undefined },
): Promise<RefundPlan> {
  const seen = await findOrder(tx.db, ref);
  if (!seen) throw new AppError('not_found');
  await actForBuyer(tx, actor, seen.userId);
  await takeTurn(tx.db, seen.userId);
  const order = await findOrder(tx.db, seen.id, { lock: true });
  const paid = await listCharges(tx.db, seen.id);
  const charges = paid.length > 0 ? paid : await listFreePayments(tx.db, seen.id);
  refuseSelf(
    actor,
    charges.map((charge) => charge.userId),
  );
  if (!order || charges.length === 0) throw new AppError('nothing_to_refund');
  const refunds = order.paidAt
    ? await planLines(tx, order, charges, lineIds)
    : await planCharges(tx, order, charges);
  return {
    order,
    refunds,
    amountCents: sumCents(refunds.map((refund) => refund.amountCents)),
    lineIds: [...new Set(refunds.flatMap(({ lines }) => lines.map((line) => line.orderLineId)))].sort(
      (a, b) => a - b,
    ),
  };
}

async function planLines(
  tx: Pick<Tx, 'db'>,
  order: OrderRow,
  charges: AttemptRow[],
  lineIds: number[] | undefined,
): Promise<PlannedRefund[]> {
  const { db } = tx;
  const earlier = await listRefundParts(db, order.id);
  const lines = await chooseLines(tx, order.id, earlier, lineIds);
  await refuseSpentCredit(tx, order, lines);
  const amounts = charges.map(({ id: attemptId, amountCents }) => ({ attemptId, amountCents }));
  const parts = planRefund(lines, amounts, earlier).filter((part) => part.amountCents > 0);
  // Lines that cost nothing end together with the first refund.
  const first = parts[0]?.attemptId ?? charges[0]?.id ?? 0;
  const free = lines.flatMap((line) =>
    line.totalCents === 0 ? [{ orderLineId: line.id, attemptId: first, amountCents: 0 }] : [],
  );
  const refunds = charges.flatMap(({ id: attemptId }) => {
    const own = [...parts, ...free].filter((part) => part.attemptId === attemptId);
    if (own.length === 0) return [];
    return {
      attemptId,
      amountCents: sumCents(own.map((part) => part.amountCents)),
      lines: own.map(({ orderLineId, amountCents }) => ({ orderLineId, amountCents })),
    };
  });
  if (refunds.length === 0) throw new AppError('nothing_to_refund');
  return refunds;
}

/** An unfilled pool refunds everyone automatically; staff can retry refunds that a bank returned. */
async function planCharges(
  { db }: Pick<Tx, 'db'>,
  order: OrderRow,
  charges: AttemptRow[],
): Promise<PlannedRefund[]> {
  if (order.state === 'open') throw new AppError('nothing_to_refund');
  const refunds: PlannedRefund[] = [];
  for (const { id: attemptId, amountCents: paidCents } of charges) {
    const amountCents = paidCents - (await sumRefunds(db, attemptId));
    if (amountCents > 0) refunds.push({ attemptId, amountCents, lines: [] });
  }
  if (refunds.length === 0) throw new AppError('nothing_to_refund');
  return refunds;
}

async function chooseLines(
  { db }: Pick<Tx, 'db'>,
  orderId: number,
  earlier: LinePart[],
  lineIds: number[] | undefined,
): Promise<LineRow[]> {
  const lines = await listLines(db, [orderId]);
  const open = new Map(openOfLines(lines, earlier).map(({ id, openCents }) => [id, openCents]));
  const isGone = ({ id, totalCents }: LineRow) =>
    totalCents === 0 ? earlier.some((part) => part.orderLineId === id && part.isLive) : open.get(id) === 0;
  if (!lineIds) return lines.filter((line) => !isGone(line));
  const chosen = lines.filter((line) => lineIds.includes(line.id));
  if (chosen.length < new Set(lineIds).size) throw new AppError('not_found');
  if (chosen.some(isGone)) throw new AppError('nothing_to_refund');
  return chosen;
}

/** A photo that was credited to its album must not be refunded as well. */
async function refuseSpentCredit({ db }: Pick<Tx, 'db'>, order: OrderRow, lines: LineRow[]): Promise<void> {
  const albumIds = lines.flatMap((line) => (line.imageId === null ? [] : [line.albumId]));
  if (albumIds.length === 0) return;
  const albums = albumIds.map((albumId) => ({ albumId, imageId: null }));
  if (await isPayingElsewhere(db, order.userId, order.id, albums)) throw new AppError('payment_in_progress');
  const isSpent = await creditUsedOn(db, order.userId, albumIds);
  if (!isSpent && !(await isCreditInPool(db, order.userId, albumIds))) return;
  throw new AppError('conflict', {
    message: 'The price of this photo was credited to its album. Refund the album first.',
  });
}
