import { type Context, inTransaction, type TxContext } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { creditUsedOn } from './entitlements.queries.ts';
import { findOrder, type LineRow, listLines, type OrderName, type OrderRow } from './orders.queries.ts';
import { findLiveAttempt, isPayingElsewhere, takeTurn } from './payments.queries.ts';
import { insertRefund, type RefundRow, refundedLineIds } from './refunds.queries.ts';
import { carryOutRefund } from './settle-refund.ts';

export type RefundWish = { lineIds: number[] | undefined; memo: string };
export type RefundProgress = { refund: RefundRow; orderKey: string; lineIds: number[] };

/** Whole or by line, by staff. The lines are reserved before the provider is asked: no cent goes back twice. */
export async function refundOrder(
  context: Context,
  actor: Actor,
  name: OrderName,
  wish: RefundWish,
): Promise<RefundProgress> {
  const { refund, orderKey, lineIds } = await inTransaction(context, (tx) => reserve(tx, actor, name, wish));
  const settled = await carryOutRefund(context, refund);
  if (settled.state === 'failed') throw new AppError('refund_refused');
  return { refund: settled, orderKey, lineIds };
}

async function reserve(
  tx: TxContext,
  actor: Actor,
  name: OrderName,
  { lineIds, memo }: RefundWish,
): Promise<RefundProgress> {
  const seen = await findOrder(tx.db, name);
  if (!seen) throw new AppError('not_found');
  await takeTurn(tx.db, seen.userId);
  const order = await findOrder(tx.db, { id: seen.id }, { lock: true });
  const attempt = await findLiveAttempt(tx.db, seen.id);
  if (!order?.paidAt || attempt?.state !== 'succeeded') throw new AppError('nothing_to_refund');
  const lines = await chooseLines(tx, order.id, lineIds);
  await refuseSpentCredit(tx, order, lines);
  const amountCents = lines.reduce((sum, line) => sum + line.totalCents, 0);
  if (amountCents === 0) throw new AppError('nothing_to_refund');
  const refund = await insertRefund(
    tx.db,
    {
      orderId: order.id,
      attemptId: attempt.id,
      amountCents,
      memo,
      madeBy: actor.userId,
      createdAt: tx.clock.now(),
    },
    lines.map((line) => ({ orderLineId: line.id, amountCents: line.totalCents })),
  );
  const chosen = lines.map((line) => line.id);
  await recordAudit(tx.db, {
    actorId: actor.userId,
    action: 'order.refund',
    subject: `order:${order.id}`,
    after: { refund: refund.id, amountCents, lines: chosen, memo },
  });
  return { refund, orderKey: order.key, lineIds: chosen };
}

async function chooseLines(
  { db }: TxContext,
  orderId: number,
  lineIds: number[] | undefined,
): Promise<LineRow[]> {
  const gone = await refundedLineIds(db, orderId);
  const lines = await listLines(db, [orderId]);
  if (!lineIds) return lines.filter((line) => !gone.has(line.id));
  const chosen = lines.filter((line) => lineIds.includes(line.id));
  if (chosen.length < new Set(lineIds).size) throw new AppError('not_found');
  if (chosen.some((line) => gone.has(line.id))) throw new AppError('nothing_to_refund');
  return chosen;
}

/** What a photo cost has been taken off its album's price: giving it back too would pay it twice. */
async function refuseSpentCredit({ db }: TxContext, order: OrderRow, lines: LineRow[]): Promise<void> {
  const albumIds = lines.flatMap((line) => (line.imageId === null ? [] : [line.albumId]));
  if (albumIds.length === 0) return;
  const albums = albumIds.map((albumId) => ({ albumId, imageId: null }));
  if (await isPayingElsewhere(db, order.userId, order.id, albums)) throw new AppError('payment_in_progress');
  if (!(await creditUsedOn(db, order.userId, albumIds))) return;
  throw new AppError('conflict', {
    message: 'The price of this photo was credited to its album. Refund the album first.',
  });
}
