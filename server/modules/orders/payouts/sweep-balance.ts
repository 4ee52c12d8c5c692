import { type Context, inTransaction } from '#server/context.ts';
import { findReached, saveReached } from '#server/modules/orders/payments/provider-cursors.queries.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { addTransactions, findFirstCharge } from './balance.queries.ts';
import { bookFees } from './book-fees.ts';
import { sweepPayouts } from './follow-payout.ts';

const DAY_MINUTES = 24 * 60;
/** The provider may list a transaction a little after it happened. */
const OVERLAP_MINUTES = DAY_MINUTES;
const WINDOW_MINUTES = 7 * DAY_MINUTES;

/**
 * Copies new movements of the provider's balance, books their fees, and follows the payouts. `since` looks further back
 * than the last sweep.
 */
export async function sweepBalance(context: Context, since?: Date): Promise<void> {
  const first = await findFirstCharge(context.db, context.payments.mode);
  if (!first) return;
  await copyTransactions(context, first, since);
  await bookFees(context);
  await sweepPayouts(context);
}

/**
 * Goes from the oldest day to now, because the provider lists the newest first: an interrupted run continues after its
 * last whole window.
 */
async function copyTransactions(context: Context, first: Date, since?: Date): Promise<void> {
  const { db, payments, clock } = context;
  const now = clock.now();
  const cursor = { mode: payments.mode, sweep: 'balance' } as const;
  const known = since ?? (await findReached(db, cursor)) ?? first;
  let from = minutesFrom(known, -OVERLAP_MINUTES);
  while (from <= now) {
    const until = minutesFrom(from, WINDOW_MINUTES);
    const lines = await payments.listBalance(from, until);
    await inTransaction(context, async (tx) => {
      await addTransactions(tx.db, payments.mode, lines.toReversed());
      await saveReached(tx.db, cursor, new Date(Math.min(until.getTime(), now.getTime())));
    });
    from = until;
  }
}
