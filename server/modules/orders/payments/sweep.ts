import type { Context } from '#server/context.ts';
import { followDispute, listUnreadDisputes } from '#server/modules/orders/disputes/follow.ts';
import { followRefund, followRefunds } from '#server/modules/orders/refunds/follow.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { type BalanceLine, PaymentUnknown } from '#server/platform/payments/payment-types.ts';
import { findReached, saveReached } from './provider-cursors.queries.ts';
import { findAttemptOfIntent } from './receive-event.ts';
import { followPayment } from './settle.ts';
import { listBooked, listKnownDisputes } from './sweep.queries.ts';

const DAY_MINUTES = 24 * 60;
/** Objects can appear late in the provider's lists, so each sweep reads this far behind the last one. */
const OVERLAP_MINUTES = 3 * DAY_MINUTES;
const FIRST_SWEEP_MINUTES = 35 * DAY_MINUTES;

const KINDS: Readonly<Record<string, 'refund' | 'refund_failed'>> = {
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_failed',
  payment_failure_refund: 'refund_failed',
};

/**
 * Finds refunds and disputes whose events were lost or that somebody made in the provider's dashboard. The cursor moves
 * only after everything was booked. A refund can fail weeks after it was made: its balance transaction shows it then.
 */
export async function sweepProvider(context: Context): Promise<void> {
  const { db, payments, clock } = context;
  const startedAt = clock.now();
  const cursor = { mode: payments.mode, sweep: 'refunds_and_disputes' } as const;
  const last = await findReached(db, cursor);
  const since = last ? minutesFrom(last, -OVERLAP_MINUTES) : minutesFrom(startedAt, -FIRST_SWEEP_MINUTES);
  const errors: unknown[] = [];
  const attempt = async (work: () => Promise<void>) => {
    await work().catch((error: unknown) => errors.push(error));
  };
  for (const refund of await payments.listRefunds({ since })) {
    await attempt(async () => {
      if (refund.intentId) await bringPayment(context, refund.intentId);
      await followRefunds(context, [refund]);
    });
  }
  await sweepDisputes(context, since, attempt);
  const missing = await findUnbooked(context, await payments.listBalance(since));
  for (const id of missing.refunds) await attempt(() => followRefund(context, id));
  for (const id of missing.disputes) await attempt(() => followDispute(context, id));
  const [unknown] = errors.filter((error) => error instanceof PaymentUnknown);
  const failures = errors.filter((error) => !(error instanceof PaymentUnknown));
  if (failures.length > 0)
    throw new AggregateError(failures, `not everything was swept: ${failures.join('; ')}`);
  if (unknown) throw unknown;
  await saveReached(db, cursor, startedAt);
}

async function sweepDisputes(
  context: Context,
  since: Date,
  attempt: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const disputes = await context.payments.listDisputes(since);
  const known = await listKnownDisputes(
    context.db,
    disputes.map(({ disputeId }) => disputeId),
  );
  for (const { disputeId, intentId, state, needsResponse } of disputes) {
    const seen = known.get(disputeId);
    if (seen?.state === state && seen.needsResponse === needsResponse) continue;
    await attempt(async () => {
      if (intentId) await bringPayment(context, intentId);
      await followDispute(context, disputeId);
    });
  }
  for (const id of await listUnreadDisputes(context.db, context.payments.mode)) {
    await attempt(() => followDispute(context, id));
  }
}

/** A payment whose own answer was lost has to be settled before what follows it. */
async function bringPayment(context: Context, intentId: string): Promise<void> {
  const found = await findAttemptOfIntent(context, intentId);
  if (found?.isUnsettled) await followPayment(context, found.id, intentId);
}

async function findUnbooked({ db }: Pick<Context, 'db'>, lines: BalanceLine[]) {
  const ofRefund = (line: BalanceLine) => line.type in KINDS || /^(re|pyr)_/.test(line.sourceId);
  const ofDispute = (line: BalanceLine) => /^(du|dp)_/.test(line.sourceId);
  const kindOf = (line: BalanceLine) => {
    if (ofDispute(line)) return line.amountCents < 0 ? 'dispute' : 'dispute_won';
    return KINDS[line.type] ?? (line.amountCents < 0 ? 'refund' : 'refund_failed');
  };
  const relevant = lines.filter((line) => ofRefund(line) || ofDispute(line));
  const booked = await listBooked(db, [...new Set(relevant.map(({ sourceId }) => sourceId))]);
  const unbooked = relevant.filter((line) => !booked.has(`${kindOf(line)} ${line.sourceId}`));
  const idsOf = (chosen: BalanceLine[]) => [...new Set(chosen.map(({ sourceId }) => sourceId))];
  return {
    refunds: idsOf(unbooked.filter((line) => ofRefund(line) && !ofDispute(line))),
    disputes: idsOf(unbooked.filter(ofDispute)),
  };
}
