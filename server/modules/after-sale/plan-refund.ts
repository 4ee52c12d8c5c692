import { formatCents, sumCents } from '#contract/rules/money.ts';
import type { DisputeRefundReason } from '#contract/rules/order-states.ts';
import type { Tx } from '#server/context.ts';
import { actForBuyer, refuseSelf } from '#server/modules/accounts/customer-access.ts';
import { isCreditSpent, listLineEntitlements } from '#server/modules/orders/entitlements.ts';
import { findOrder, type LineRow, type OrderRef, type OrderRow } from '#server/modules/orders/orders.ts';
import {
  type AttemptRow,
  isPayingElsewhere,
  listAttempts,
  listCharges,
  lockBuyer,
} from '#server/modules/orders/payment-attempts.ts';
import {
  type OrderCharge,
  type OrderMoney,
  readCharges,
  readOrderMoney,
} from '#server/modules/payments/order-money.ts';
import { keepOneCentEach, type Part, sumOf, takeParts } from '#server/modules/payments/split.rules.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { listDisputesOf } from './disputes.queries.ts';
import { findLatestRefund, sumRefundsMadeAlone } from './refunds.queries.ts';

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
  /** Only a part of the money goes back, and nobody loses what they bought. */
  keepsPurchase: boolean;
};

export type WantedRefund = {
  ref: OrderRef;
  lineIds: number[] | undefined;
  /** Everything left of the lines by default. */
  amountCents?: number | undefined;
  disputeReason?: DisputeRefundReason | null | undefined;
  /** The latest refund of the order that the caller saw. */
  latestRefundId?: number | null | undefined;
};

/**
 * Locks the order and plans one refund per charge. Nobody refunds an order that they paid for. What cost nothing ends
 * with a refund of zero.
 */
export async function planOrderRefund(
  tx: Pick<Tx, 'db' | 'payments'>,
  actor: Actor,
  { ref, lineIds: wanted, amountCents, disputeReason, latestRefundId }: WantedRefund,
): Promise<RefundPlan> {
  const seen = await findOrder(tx.db, ref);
  if (!seen) throw new AppError('not_found');
  await actForBuyer(tx, actor, seen.userId);
  await lockBuyer(tx.db, seen.userId);
  const order = await findOrder(tx.db, seen.id, { lock: true });
  const paid = await listCharges(tx.db, seen.id);
  const payerIds = paid.map((charge) => charge.userId);
  refuseSelf(actor, payerIds);
  requireSameMode(tx, paid);
  if (!order || payerIds.length === 0) throw new AppError('nothing_to_refund');
  if (latestRefundId !== undefined && latestRefundId !== (await findLatestRefund(tx.db, order.id)))
    throw new AppError('refunded_meanwhile');
  const whole = order.paidAt ? await planLines(tx, order, wanted) : await planCharges(tx, order);
  if (whole.length === 0) throw new AppError('nothing_to_refund');
  if (!disputeReason && (await listDisputesOf(tx.db, [order.id])).some(({ state }) => state === 'open'))
    throw new AppError('order_disputed');
  const leftCents = sumCents(whole.map((refund) => refund.amountCents));
  const keepsPurchase = amountCents !== undefined && amountCents !== leftCents;
  const lineIds = new Set(whole.flatMap(({ lines }) => lines.map((line) => line.orderLineId)));
  return {
    order,
    refunds: keepsPurchase ? planPart(whole, amountCents) : whole,
    amountCents: keepsPurchase ? amountCents : leftCents,
    lineIds: [...lineIds].sort((a, b) => a - b),
    keepsPurchase,
  };
}

/** The keys of one mode cannot reach the payments of another, and a rehearsal took no money. */
export function requireSameMode(
  { payments }: Pick<Tx, 'payments'>,
  paid: readonly Pick<AttemptRow, 'mode' | 'amountCents'>[],
): void {
  if (paid.every(({ mode, amountCents }) => mode === payments.mode || amountCents === 0)) return;
  throw new AppError('conflict', {
    message: 'This was paid in a rehearsal, not with the card provider of now.',
  });
}

/**
 * Spreads a part of the money over the lines and their payers. Each keeps at least one cent with us, because a purchase
 * ends when all of its money is back.
 */
function planPart(whole: readonly PlannedRefund[], amountCents: number): PlannedRefund[] {
  const open: Part[] = whole.flatMap(({ attemptId, lines }) => lines.map((line) => ({ attemptId, ...line })));
  const { parts, maxCents } = keepOneCentEach(amountCents, open);
  if (!parts) {
    const leftCents = sumCents(whole.map((refund) => refund.amountCents));
    const orLess = maxCents > 0 ? ` Refund all of it, or ${formatCents(maxCents)} at most.` : '';
    throw new AppError('refund_too_high', {
      message: `${formatCents(leftCents)} is left to refund.${orLess}`,
      details: { left: leftCents, most: maxCents },
    });
  }
  return [...Map.groupBy(parts, ({ attemptId }) => attemptId)].map(([attemptId, own]) => ({
    attemptId,
    amountCents: sumCents(own.map((part) => part.amountCents)),
    lines: own.map(({ orderLineId, amountCents }) => ({ orderLineId, amountCents })),
  }));
}

async function planLines(tx: Pick<Tx, 'db'>, order: OrderRow, lineIds?: number[]): Promise<PlannedRefund[]> {
  const money = await readOrderMoney(tx.db, order, { withReserved: true });
  const lines = chooseLines(money, lineIds);
  await refuseSpentCredit(tx, order, lines);
  const isChosen = ({ orderLineId }: { orderLineId: number }) => lines.some(({ id }) => id === orderLineId);
  const open = money.open.filter(isChosen);
  // Lines that cost nothing end for each payer, with what is refunded to that payer or with a refund of zero.
  const free = lines.filter(({ totalCents }) => totalCents === 0);
  return money.charges.flatMap((charge) => {
    const { attemptId, amountCents: paidCents } = charge;
    if (paidCents > 0 && !isWithUs(charge)) return [];
    const isNamed = (lineId: number) =>
      money.refunded.some((part) => part.orderLineId === lineId && part.attemptId === attemptId);
    const own = withUs(
      charge,
      open.filter((part) => part.attemptId === attemptId),
    );
    const ending = free.filter(({ id }) => !isNamed(id));
    if (own.length === 0 && ending.length === 0) return [];
    return {
      attemptId,
      amountCents: sumCents(own.map((part) => part.amountCents)),
      lines: [
        ...own.map(({ orderLineId, amountCents }) => ({ orderLineId, amountCents })),
        ...ending.map(({ id }) => ({ orderLineId: id, amountCents: 0 })),
      ],
    };
  });
}

/** An unfilled pool refunds everyone automatically; staff can retry refunds that failed. */
async function planCharges({ db }: Pick<Tx, 'db'>, order: OrderRow): Promise<PlannedRefund[]> {
  if (order.state === 'open') return [];
  const charges = await readCharges(db, order, { withReserved: true });
  return charges.flatMap((charge) => {
    const { attemptId, leftCents, lostCents } = charge;
    return isWithUs(charge) ? [{ attemptId, amountCents: leftCents - lostCents, lines: [] }] : [];
  });
}

/** A charge that was lost in a dispute cannot be refunded: the bank has given the money back. */
const isWithUs = ({ leftCents, lostCents }: OrderCharge) => leftCents > lostCents;

/** A bank may have given back a part of the charge only. */
function withUs({ attemptId, leftCents, lostCents }: OrderCharge, open: Part[]): Part[] {
  return takeParts(leftCents - lostCents, open, open).flatMap((part) =>
    part.amountCents > 0 ? [{ attemptId, ...part }] : [],
  );
}

function chooseLines({ lines, charges, open, refunded }: OrderMoney, lineIds?: number[]): LineRow[] {
  const isGone = ({ id, totalCents }: LineRow) =>
    totalCents > 0
      ? sumOf(open, ({ orderLineId }) => orderLineId === id) === 0
      : charges.every(
          ({ attemptId, amountCents, leftCents }) =>
            (amountCents > 0 && leftCents === 0) ||
            refunded.some((part) => part.orderLineId === id && part.attemptId === attemptId),
        );
  if (!lineIds) return lines.filter((line) => !isGone(line));
  const chosen = lines.filter((line) => lineIds.includes(line.id));
  if (chosen.length < new Set(lineIds).size) throw new AppError('not_found');
  if (chosen.some(isGone)) throw new AppError('nothing_to_refund');
  return chosen;
}

/** A photo that was credited to its album must not be refunded as well. */
async function refuseSpentCredit({ db }: Pick<Tx, 'db'>, order: OrderRow, lines: LineRow[]): Promise<void> {
  const photos = lines.filter(({ imageId }) => imageId !== null);
  if (photos.length === 0) return;
  // A photo that was swapped counts toward the album that it is in now.
  const held = await listLineEntitlements(
    db,
    photos.map(({ id }) => id),
  );
  const albumIds = [...new Set([...photos, ...held].map(({ albumId }) => albumId))];
  const albums = albumIds.map((albumId) => ({ albumId, imageId: null }));
  if (await isPayingElsewhere(db, order.userId, order.id, albums)) throw new AppError('payment_in_progress');
  if (!(await isCreditSpent(db, order.userId, albumIds))) return;
  throw new AppError('conflict', {
    message: 'The price of this photo was credited to its album. Refund the album first.',
  });
}

// How much staff refund without a second person. Counted over seven rolling days are three sums: what this person
// refunded alone, what was refunded alone to the same customer, and what was refunded alone of the same order. A refund
// that a second person approved counts in none of them, and neither does a request that waits or was declined.

const WEEK_MINUTES = 7 * 24 * 60;

/** Waits for other refunds of staff, so that several at once do not pass the limit together. */
export async function needsSecondPerson(
  tx: Pick<Tx, 'db' | 'clock' | 'log'>,
  { userId: madeBy }: Actor,
  { order, amountCents, refunds }: RefundPlan,
): Promise<boolean> {
  if (amountCents === 0) return false;
  await advisoryLock(tx.db, 'refunds-made-alone');
  const { refund_second_person_cents: limitCents } = await getSettings(tx);
  const since = minutesFrom(tx.clock.now(), -WEEK_MINUTES);
  const sums = [
    amountCents + (await sumRefundsMadeAlone(tx.db, since, { madeBy })),
    amountCents + (await sumRefundsMadeAlone(tx.db, since, { orderId: order.id })),
  ];
  const attemptIds = refunds.map(({ attemptId }) => attemptId);
  const charges = await listAttempts(tx.db, attemptIds);
  for (const [payerId, own] of Map.groupBy(charges, ({ userId }) => userId)) {
    const planned = refunds.filter(({ attemptId }) => own.some(({ id }) => id === attemptId));
    const earlierCents = await sumRefundsMadeAlone(tx.db, since, { payerId });
    sums.push(earlierCents + sumCents(planned.map((refund) => refund.amountCents)));
  }
  return sums.some((sum) => sum > limitCents);
}
