import { sumCents } from '#contract/rules/money.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
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
  takeTurn,
} from '#server/modules/orders/payments/attempts.queries.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import {
  hasLiveRefund,
  insertRefund,
  isCreditInPool,
  listRefundParts,
  type NewRefund,
  type RefundRow,
} from './refunds.queries.ts';
import { carryOutRefund } from './settle.ts';
import { type LinePart, planRefund } from './split.rules.ts';

export type RefundRequest = { ref: OrderRef; lineIds: number[] | undefined; memo: string };
export type RefundProgress = { refund: RefundRow; orderKey: string; lineIds: number[] };

/** Reserves the lines before the provider is called, so that nothing is refunded twice. */
export async function refundOrder(
  context: Context,
  actor: Actor,
  request: RefundRequest,
): Promise<RefundProgress> {
  const reserved = await inTransaction(context, (tx) => reserve(tx, actor, request));
  const settled: RefundRow[] = [];
  for (const refund of reserved.refunds) settled.push(await carryOutRefund(context, refund));
  const { orderKey, lineIds } = reserved;
  return { refund: combine(settled), orderKey, lineIds };
}

/** A pool has one refund per charge; staff see them as one. */
function combine(refunds: RefundRow[]): RefundRow {
  const taken = refunds.filter((refund) => refund.state !== 'failed');
  const [first] = taken;
  if (!first) throw new AppError('refund_refused');
  const state = (['reserved', 'pending'] as const).find((one) =>
    taken.some((refund) => refund.state === one),
  );
  const amountCents = sumCents(taken.map((refund) => refund.amountCents));
  return { ...first, state: state ?? 'succeeded', amountCents };
}

type Reserved = { refunds: RefundRow[]; orderKey: string; lineIds: number[] };

async function reserve(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { ref, lineIds, memo }: RefundRequest,
): Promise<Reserved> {
  const seen = await findOrder(tx.db, ref);
  if (!seen) throw new AppError('not_found');
  await takeTurn(tx.db, seen.userId);
  const order = await findOrder(tx.db, seen.id, { lock: true });
  const charges = await listCharges(tx.db, seen.id);
  if (!order || charges.length === 0) throw new AppError('nothing_to_refund');
  const wanted = { orderId: order.id, memo, madeBy: actor.userId, createdAt: tx.clock.now() };
  const refunds = order.paidAt
    ? await reserveLines(tx, order, charges, lineIds, wanted)
    : await reserveCharges(tx, order, charges, wanted);
  const amountCents = sumCents(refunds.map(({ refund }) => refund.amountCents));
  const chosen = [...new Set(refunds.flatMap((one) => one.lineIds))].sort((a, b) => a - b);
  await recordAudit(tx.db, {
    actorId: actor.userId,
    action: 'order.refund',
    subject: `order:${order.id}`,
    before: { userId: order.userId, refundedCents: order.refundedCents },
    after: {
      userId: order.userId,
      refunds: refunds.map(({ refund }) => refund.id),
      amountCents,
      lines: chosen,
      memo,
    },
  });
  return { refunds: refunds.map(({ refund }) => refund), orderKey: order.key, lineIds: chosen };
}

type NewRefunds = Omit<NewRefund, 'attemptId' | 'amountCents'>;
type ReservedRefund = { refund: RefundRow; lineIds: number[] };

async function reserveLines(
  tx: Pick<Tx, 'db'>,
  order: OrderRow,
  charges: AttemptRow[],
  lineIds: number[] | undefined,
  wanted: NewRefunds,
): Promise<ReservedRefund[]> {
  const { db } = tx;
  const earlier = await listRefundParts(db, order.id);
  const lines = await chooseLines(tx, order.id, earlier, lineIds);
  await refuseSpentCredit(tx, order, lines);
  const amounts = charges.map(({ id: attemptId, amountCents }) => ({ attemptId, amountCents }));
  const parts = planRefund(lines, amounts, earlier).filter((part) => part.amountCents > 0);
  const paying = charges.filter(({ id }) => parts.some((part) => part.attemptId === id));
  // Lines that cost nothing end together with the first refund.
  const free = lines.flatMap((line) =>
    line.totalCents === 0 ? [{ orderLineId: line.id, attemptId: paying[0]?.id, amountCents: 0 }] : [],
  );
  if (paying.length === 0) throw new AppError('nothing_to_refund');
  const refunds: ReservedRefund[] = [];
  for (const { id: attemptId } of paying) {
    const own = [...parts, ...free].filter((part) => part.attemptId === attemptId);
    const amountCents = sumCents(own.map((part) => part.amountCents));
    const ownLines = own.map(({ orderLineId, amountCents: part }) => ({ orderLineId, amountCents: part }));
    const refund = await insertRefund(db, { ...wanted, attemptId, amountCents }, ownLines);
    refunds.push({ refund, lineIds: ownLines.map((line) => line.orderLineId) });
  }
  return refunds;
}

/** An unfilled pool refunds everyone automatically; staff can retry refunds that a bank returned. */
async function reserveCharges(
  { db }: Pick<Tx, 'db'>,
  order: OrderRow,
  charges: AttemptRow[],
  wanted: NewRefunds,
): Promise<ReservedRefund[]> {
  if (order.state === 'open') throw new AppError('nothing_to_refund');
  const refunds: ReservedRefund[] = [];
  for (const { id: attemptId, amountCents } of charges) {
    if (await hasLiveRefund(db, attemptId)) continue;
    refunds.push({ refund: await insertRefund(db, { ...wanted, attemptId, amountCents }, []), lineIds: [] });
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
  const latest = new Map(earlier.map((part) => [`${part.orderLineId} ${part.attemptId}`, part]));
  const isGone = ({ id }: LineRow) => {
    const parts = [...latest.values()].filter((part) => part.orderLineId === id);
    return parts.length > 0 && parts.every((part) => part.isLive);
  };
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
