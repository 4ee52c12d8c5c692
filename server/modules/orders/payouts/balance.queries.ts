import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database.ts';
import type { BalanceLine, PaymentMode } from '#server/platform/payments/payment-types.ts';

export async function findFirstCharge(db: Db, mode: PaymentMode): Promise<Date | undefined> {
  const row = await db
    .selectFrom('ledgerEntries')
    .select('createdAt')
    .where('mode', '=', mode)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
  return row && new Date(row.createdAt);
}

/** Adds the transactions that are not known yet. */
export async function addTransactions(db: Db, mode: PaymentMode, lines: BalanceLine[]): Promise<void> {
  const perInsert = 1_000;
  for (let at = 0; at < lines.length; at += perInsert) {
    await db
      .insertInto('balanceTransactions')
      .values(
        lines
          .slice(at, at + perInsert)
          .map(({ sourceId, ...line }) => ({ ...line, mode, sourceId: sourceId || null })),
      )
      .onConflict((conflict) => conflict.column('transactionId').doNothing())
      .execute();
  }
}

export type UnbookedRow = Awaited<ReturnType<typeof listUnbooked>>[number];

export function listUnbooked(db: Db, mode: PaymentMode, { after, limit }: { after: number; limit: number }) {
  return db
    .selectFrom('balanceTransactions')
    .selectAll()
    .where('mode', '=', mode)
    .where('bookedAt', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Finds the sale that a charge, refund or dispute of the provider belongs to. */
export function findSaleOf(db: Db, sourceId: string) {
  return db
    .selectFrom('ledgerEntries')
    .select(['orderId', 'attemptId', 'mode', 'currency'])
    .where('externalId', '=', sourceId)
    .where('kind', 'in', ['charge', 'refund', 'refund_failed', 'dispute', 'dispute_won'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

export async function markBooked(
  db: Db,
  id: number,
  { orderId, now }: { orderId: number | null; now: Date },
): Promise<void> {
  await db.updateTable('balanceTransactions').set({ orderId, bookedAt: now }).where('id', '=', id).execute();
}

export async function linkToPayout(db: Db, payoutId: string, transactionIds: string[]): Promise<void> {
  await db
    .updateTable('balanceTransactions')
    .set({ payoutId })
    .where('transactionId', '=', anyOf(transactionIds))
    .execute();
}

/** Lists fees that the ledger does not have, or has with another amount. */
export async function listFeesOff(db: Db, mode: PaymentMode, limit: number) {
  const { rows } = await sql<{ transactionId: string; feeCents: number; bookedCents: number }>`
    select txn.transaction_id, txn.fee_cents, coalesce(entry.amount_cents, 0) as booked_cents
    from balance_transactions txn
      left join ledger_entries entry
        on entry.kind in ('fee', 'dispute_fee') and entry.external_id = txn.transaction_id
    where txn.mode = ${mode} and txn.order_id is not null and txn.fee_cents <> 0
      and coalesce(entry.amount_cents, 0) <> -txn.fee_cents
    order by txn.id limit ${limit}`.execute(db);
  return rows;
}
