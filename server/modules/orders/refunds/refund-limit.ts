// How much staff refund without a second person. Counted over seven rolling days are three sums: what this person
// refunded alone, what was refunded alone to the same customer, and what was refunded alone of the same order. A refund
// that a second person approved counts in none of them, and neither does a request that waits or was declined.
import { sumCents } from '#contract/rules/money.ts';
import type { Tx } from '#server/context.ts';
import { listAttempts } from '#server/modules/orders/payments/attempts.queries.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { lockName } from '#server/platform/lock-name.ts';
import type { RefundPlan } from './plan-refund.ts';
import { sumRefundsMadeAlone } from './refund-requests.queries.ts';

const WEEK_MINUTES = 7 * 24 * 60;

/** Waits for other refunds of staff, so that several at once do not pass the limit together. */
export async function needsSecondPerson(
  tx: Pick<Tx, 'db' | 'clock' | 'log'>,
  { userId: madeBy }: Actor,
  { order, amountCents, refunds }: RefundPlan,
): Promise<boolean> {
  if (amountCents === 0) return false;
  await lockName(tx.db, 'refunds-made-alone');
  const { refund_second_person_cents: limitCents } = await getSettings(tx);
  const since = minutesFrom(tx.clock.now(), -WEEK_MINUTES);
  const sums = [
    amountCents + (await sumRefundsMadeAlone(tx.db, since, { madeBy })),
    amountCents + (await sumRefundsMadeAlone(tx.db, since, { orderId: order.id })),
  ];
  const charges = await listAttempts(
    tx.db,
    refunds.map(({ attemptId }) => attemptId),
  );
  for (const [payerId, own] of Map.groupBy(charges, ({ userId }) => userId)) {
    const planned = refunds.filter(({ attemptId }) => own.some(({ id }) => id === attemptId));
    const earlierCents = await sumRefundsMadeAlone(tx.db, since, { payerId });
    sums.push(earlierCents + sumCents(planned.map((refund) => refund.amountCents)));
  }
  return sums.some((sum) => sum > limitCents);
}
