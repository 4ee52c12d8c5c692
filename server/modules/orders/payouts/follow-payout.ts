import { type Context, inTransaction } from '#server/context.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import type { ProviderPayout } from '#server/platform/payments/payment-types.ts';
import { addTransactions, findFirstCharge, linkToPayout } from './balance.queries.ts';
import { findPayouts, hasPayouts, savePayout } from './payouts.queries.ts';

/** A bank may return a payout for some days after it was paid. */
const CHANGING_MINUTES = 40 * 24 * 60;

export async function followPayout(context: Context, payoutId: string): Promise<void> {
  await recordPayout(context, await context.payments.getPayout(payoutId));
}

/** Finds payouts whose events were lost. */
export async function sweepPayouts(context: Context): Promise<void> {
  const { db, payments, clock } = context;
  const first = (await hasPayouts(db, payments.mode)) ? undefined : await findFirstCharge(db, payments.mode);
  const since = minutesFrom(clock.now(), -CHANGING_MINUTES);
  const listed = await payments.listPayouts(first && first < since ? first : since);
  const known = await findPayouts(
    db,
    listed.map(({ payoutId }) => payoutId),
  );
  for (const payout of listed.toReversed()) {
    const own = known.get(payout.payoutId);
    if (own?.state === payout.state && own.itemizedAt !== null) continue;
    await recordPayout(context, payout);
  }
}

/** Only automatic payouts consist of named transactions. */
async function recordPayout(context: Context, payout: ProviderPayout): Promise<void> {
  const { payments, clock } = context;
  const lines = payout.isAutomatic ? await payments.listBalanceOfPayout(payout.payoutId) : [];
  await inTransaction(context, async ({ db }) => {
    const isWhole = payout.state !== 'pending' && payout.state !== 'in_transit';
    await savePayout(db, payments.mode, payout, isWhole ? clock.now() : null);
    await addTransactions(db, payments.mode, lines);
    await linkToPayout(
      db,
      payout.payoutId,
      lines.map(({ transactionId }) => transactionId),
    );
  });
}
