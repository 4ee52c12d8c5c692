import { sql } from 'kysely';
import { payoutLineList, payoutList } from '#contract/lists/payouts.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { sortPart, sqlList } from '#server/platform/lists/list-source.ts';
import type { BalanceLine, PaymentMode, ProviderPayout } from '#server/platform/payments/payment-types.ts';
import { isoTime } from '#server/platform/time/timestamps.ts';

export async function hasPayouts(db: Db, mode: PaymentMode): Promise<boolean> {
  const payouts = db.selectFrom('payouts').select('id').where('mode', '=', mode).limit(1);
  return (await payouts.executeTakeFirst()) !== undefined;
}

export async function findPayouts(db: Db, payoutIds: string[]) {
  const rows = await db
    .selectFrom('payouts')
    .select(['payoutId', 'state', 'itemizedAt'])
    .where('payoutId', '=', anyOf(payoutIds))
    .execute();
  return new Map(rows.map((row) => [row.payoutId, row]));
}

export async function savePayout(db: Db, mode: PaymentMode, payout: ProviderPayout, itemizedAt: Date | null) {
  const { state, arrivesOn, failureCode } = payout;
  await db
    .insertInto('payouts')
    .values({ ...payout, mode, itemizedAt })
    .onConflict((conflict) =>
      conflict.column('payoutId').doUpdateSet({ state, arrivesOn, failureCode, itemizedAt }),
    )
    .execute();
}

const SALE = sql`txn.type in ('charge', 'payment')`;
const REFUND = sql`txn.type in ('refund', 'payment_refund', 'refund_failure', 'payment_failure_refund')`;
const DISPUTE = sql`txn.type = 'adjustment'`;
const sumOf = (condition: ReturnType<typeof sql>) =>
  sql`coalesce(sum(txn.amount_cents) filter (where ${condition}), 0)::bigint`;

const parts = sql`lateral (
  select count(*)::int as transactions, ${sumOf(SALE)} as sales, -${sumOf(REFUND)} as refunds,
    -${sumOf(DISPUTE)} as disputes, coalesce(sum(txn.fee_cents), 0)::bigint as fees
  from balance_transactions txn where txn.payout_id = payouts.payout_id and txn.type <> 'payout') parts`;

export const payoutSource = (mode: PaymentMode) =>
  sqlList(payoutList, {
    from: sql`payouts, ${parts}`,
    select: sql`payouts.id, payouts.payout_id as payout, payouts.state, payouts.amount_cents as amount, payouts.currency,
      payouts.arrives_on, payouts.is_automatic as automatic, payouts.failure_code as failure,
      ${isoTime('payouts.created_at')} as created_at, parts.*,
      payouts.amount_cents - parts.sales + parts.refunds + parts.disputes + parts.fees as other`,
    id: sortPart('payouts.id', 'bigint'),
    sorts: {
      arrives_on: [sortPart('payouts.arrives_on', 'date')],
      amount: [sortPart('payouts.amount_cents', 'bigint')],
    },
    where: ({ state }) => [
      sql<boolean>`payouts.mode = ${mode}`,
      ...(state === undefined ? [] : [sql<boolean>`payouts.state = ${state}`]),
    ],
  });

export const payoutLineSource = (mode: PaymentMode) =>
  sqlList(payoutLineList, {
    from: sql`balance_transactions txn`,
    select: sql`txn.id, txn.transaction_id as transaction, ${isoTime('txn.created_at')} as at,
      ${isoTime('txn.available_on')} as available_at, txn.type, txn.source_id as source, txn.order_id as order,
      txn.amount_cents as amount, txn.fee_cents as fee, txn.net_cents as net`,
    id: sortPart('txn.id', 'bigint'),
    sorts: {
      at: [sortPart('txn.created_at', 'timestamptz')],
      net: [sortPart('txn.net_cents', 'bigint')],
    },
    where: ({ payout }) => [
      sql<boolean>`txn.mode = ${mode}`,
      sql<boolean>`txn.type <> 'payout'`,
      payout === undefined ? sql<boolean>`txn.payout_id is null` : sql<boolean>`txn.payout_id = ${payout}`,
    ],
  });

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

export async function markBooked(db: Db, id: number, orderId: number | null, bookedAt: Date): Promise<void> {
  await db.updateTable('balanceTransactions').set({ orderId, bookedAt }).where('id', '=', id).execute();
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
