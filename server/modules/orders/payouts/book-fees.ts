import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findOrder } from '#server/modules/orders/order/orders.queries.ts';
import { addLedgerEntryOnce } from '#server/modules/orders/payments/ledger.queries.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { findSaleOf, listUnbooked, markBooked, type UnbookedRow } from './balance.queries.ts';

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
export async function bookFees(context: Context): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await listUnbooked(context.db, context.payments.mode, { after, limit: BATCH });
    for (const row of rows) await inTransaction(context, (tx) => bookFee(tx, row));
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}

async function bookFee(tx: Pick<Tx, 'db' | 'clock'>, row: UnbookedRow): Promise<void> {
  const { db, clock } = tx;
  const now = clock.now();
  const sale = row.sourceId === null ? undefined : await findSaleOf(db, row.sourceId);
  if (!sale) {
    const mayCome = OF_SALES.has(row.type) && new Date(row.createdAt) > minutesFrom(now, -WAITING_MINUTES);
    if (!mayCome) await markBooked(db, row.id, { orderId: null, now });
    return;
  }
  await findOrder(db, sale.orderId, { lock: true });
  // The fee of a sale in another currency cannot be subtracted from it.
  if (row.feeCents !== 0 && row.currency === sale.currency) {
    await addLedgerEntryOnce(db, {
      ...sale,
      kind: row.type === 'adjustment' ? 'dispute_fee' : 'fee',
      externalId: row.transactionId,
      amountCents: 0 - row.feeCents,
      // A finished day of the books never changes, so a late fee counts on the day it is booked.
      createdAt: now,
    });
  }
  await markBooked(db, row.id, { orderId: sale.orderId, now });
}
