import { splitCents, sumCents } from '#contract/rules/money.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findOrder, listLines, type OrderRow } from '#server/modules/orders/order/orders.queries.ts';
import {
  type AttemptRow,
  findAttemptByIntent,
  takeTurn,
} from '#server/modules/orders/payments/attempts.queries.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { ProviderRefund } from '#server/platform/payments/payment-types.ts';
import {
  type EndsGoodsOf,
  findRefundByProviderId,
  insertRefund,
  listRefundParts,
  type RefundRow,
  sumRefunds,
} from './refunds.queries.ts';
import { carryOutReservedRefunds, settleRefund } from './settle.ts';
import { openOfLines } from './split.rules.ts';

const MEMO = 'Made in the provider’s dashboard.';

type Allotment = {
  endsGoodsOf: EndsGoodsOf;
  lines: { orderLineId: number; amountCents: number; isPartial: boolean }[];
};

/** Books a refund that somebody made in the provider's dashboard, by the rules of our own refunds. */
export async function bookForeignRefund(context: Context, news: ProviderRefund): Promise<void> {
  const attempt = news.intentId === null ? undefined : await findAttemptByIntent(context.db, news.intentId);
  // The release of a hold also appears as a refund, but it moves no money.
  if (attempt?.state !== 'succeeded') return;
  // Refunds of ours that wait for their answer may already have been refused because of this one.
  await carryOutReservedRefunds(context, attempt.orderId);
  const refund = await inTransaction(context, async (tx) => {
    await takeTurn(tx.db, attempt.userId);
    const order = await findOrder(tx.db, attempt.orderId, { lock: true });
    if (!order) throw new Error(`payment ${attempt.id} belongs to no order`);
    return (
      (await findRefundByProviderId(tx.db, news.refundId)) ?? (await reserve(tx, { order, attempt, news }))
    );
  });
  await settleRefund(context, refund.id, news);
}

async function reserve(
  tx: Pick<Tx, 'db' | 'clock'>,
  { order, attempt, news }: { order: OrderRow; attempt: AttemptRow; news: ProviderRefund },
): Promise<RefundRow> {
  const { refundId, amountCents } = news;
  const { id: attemptId, orderId, userId } = attempt;
  const { lines, endsGoodsOf } = await allot(tx, { order, attempt, amountCents });
  const refund = await insertRefund(
    tx.db,
    {
      orderId,
      attemptId,
      amountCents,
      refundId,
      endsGoodsOf,
      isMadeElsewhere: true,
      memo: MEMO,
      madeBy: null,
      createdAt: tx.clock.now(),
    },
    lines,
  );
  await recordAudit(tx.db, {
    actorId: null,
    action: 'order.refund-elsewhere',
    subject: `order:${orderId}`,
    before: { userId },
    after: { userId, refunds: [refund.id], amountCents, lines: lines.map((line) => line.orderLineId) },
  });
  return refund;
}

/**
 * The dashboard names an amount, not lines. All that is left of a payment ends everything it bought; the exact price of
 * one line ends that line; any other amount is spread over the lines and ends nothing.
 */
async function allot(
  { db }: Pick<Tx, 'db'>,
  { order, attempt, amountCents }: { order: OrderRow; attempt: AttemptRow; amountCents: number },
): Promise<Allotment> {
  const leftCents = attempt.amountCents - (await sumRefunds(db, attempt.id));
  if (amountCents > leftCents) {
    throw new Error(
      `the dashboard refunded ${amountCents} cents of payment ${attempt.id}; ${leftCents} are left`,
    );
  }
  if (order.paidAt === null) return { endsGoodsOf: 'everyone', lines: [] };
  const open = openOfLines(await listLines(db, [order.id]), await listRefundParts(db, order.id));
  const isWhole = amountCents === leftCents;
  if (order.isPool) return { endsGoodsOf: isWhole ? 'payer' : 'nobody', lines: spread(amountCents, open) };
  const priced = open.filter(({ openCents }) => openCents === amountCents);
  const ended = isWhole ? open : priced.length === 1 ? priced : undefined;
  if (!ended) return { endsGoodsOf: 'nobody', lines: spread(amountCents, open) };
  const lines = ended.map(({ id, openCents }) => ({
    orderLineId: id,
    amountCents: openCents,
    isPartial: false,
  }));
  return { endsGoodsOf: 'everyone', lines: lines.filter((line) => isWhole || line.amountCents > 0) };
}

function spread(amountCents: number, open: { id: number; openCents: number }[]): Allotment['lines'] {
  const weights = open.map(({ openCents }) => openCents);
  if (sumCents(weights) < amountCents)
    throw new Error(`${amountCents} cents are more than the lines are worth`);
  const parts = splitCents(amountCents, weights);
  return open.flatMap(({ id }, position) => {
    const part = parts[position] ?? 0;
    return part > 0 ? [{ orderLineId: id, amountCents: part, isPartial: true }] : [];
  });
}
