import { z } from 'zod';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { PaymentUnknown, type ProviderPayout } from '#server/platform/payments/payment-types.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { addLedgerEntryOnce } from './ledger.ts';
import { lockOrders } from './ledger-lines.queries.ts';
import {
  addTransactions,
  findFirstCharge,
  findPayouts,
  findSaleOf,
  hasPayouts,
  linkToPayout,
  listUnbooked,
  markBooked,
  savePayout,
  type UnbookedRow,
} from './payouts.queries.ts';
import { findReached, saveReached } from './provider-cursors.ts';

export const sweepBalanceJob = defineJob({
  name: 'orders.sweep-balance',
  payload: z.object({}),
  concurrency: 1,
  retries: 2,
  expireSeconds: 3600,
});

export const syncPayoutJob = defineJob({
  name: 'orders.sync-payout',
  payload: z.object({ payoutId: z.string().max(255) }),
});

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

const BATCH = 200;
/** A transaction whose sale is still unknown after this time belongs to no order of this shop. */
const WAITING_MINUTES = 30 * 24 * 60;
const OF_SALES = new Set([
  'charge',
  'payment',
  'refund',
  'payment_refund',
  'refund_failure',
  'payment_failure_refund',
  'adjustment',
]);

/** Books the fee of every transaction of a sale exactly once: its number at the provider is the ledger's key. */
async function bookFees(context: Context): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await listUnbooked(context.db, context.payments.mode, { after, limit: BATCH });
    for (const row of rows) await inTransaction(context, (tx) => bookFee(tx, row));
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}

async function bookFee(tx: Pick<Tx, 'db' | 'clock' | 'log'>, row: UnbookedRow): Promise<void> {
  const { db, clock } = tx;
  const now = clock.now();
  const sale = row.sourceId === null ? undefined : await findSaleOf(db, row.sourceId);
  if (!sale) {
    const mayCome = OF_SALES.has(row.type) && new Date(row.createdAt) > minutesFrom(now, -WAITING_MINUTES);
    if (!mayCome) await markBooked(db, row.id, null, now);
    return;
  }
  await lockOrders(db, [sale.orderId]);
  // The fee of a sale in another currency cannot be subtracted from it.
  if (row.feeCents !== 0 && row.currency === sale.currency) {
    await addLedgerEntryOnce(tx, {
      ...sale,
      kind: row.type === 'adjustment' ? 'dispute_fee' : 'fee',
      externalId: row.transactionId,
      amountCents: 0 - row.feeCents,
      // A finished day of the books never changes, so a late fee counts on the day it is booked.
      createdAt: now,
    });
  }
  await markBooked(db, row.id, sale.orderId, now);
}

/** A bank may return a payout for some days after it was paid. */
const CHANGING_MINUTES = 40 * 24 * 60;

export async function syncPayout(context: Context, payoutId: string): Promise<void> {
  await recordPayout(context, await context.payments.getPayout(payoutId));
}

/** Finds payouts whose events were lost. */
async function sweepPayouts(context: Context): Promise<void> {
  const { db, payments, clock } = context;
  const first = (await hasPayouts(db, payments.mode)) ? undefined : await findFirstCharge(db, payments.mode);
  const since = minutesFrom(clock.now(), -CHANGING_MINUTES);
  const listed = await payments.listPayouts(first && first < since ? first : since);
  const payoutIds = listed.map(({ payoutId }) => payoutId);
  const known = await findPayouts(db, payoutIds);
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
    const transactionIds = lines.map(({ transactionId }) => transactionId);
    await linkToPayout(db, payout.payoutId, transactionIds);
  });
}

/** Asks the provider, because only it knows what is on the way. */
export async function showBalance({ payments }: Pick<Tx, 'payments'>) {
  try {
    const balances = await payments.getBalance();
    return {
      balances: balances.map(({ currency, availableCents: available, pendingCents: pending }) => ({
        currency,
        available,
        pending,
      })),
    };
  } catch (error) {
    if (error instanceof PaymentUnknown) return { balances: null };
    throw error;
  }
}
