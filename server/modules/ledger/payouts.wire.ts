import type { Selectable } from 'kysely';
import type { PayoutLineRow, PayoutRow } from '#contract/entities/order-of-user.ts';
import type { BalanceTransactions, Payouts } from '#server/platform/database/database.gen.ts';
import { toIso } from '#server/platform/time/timestamps.ts';

export type PayoutRecord = Selectable<Payouts> & {
  transactions: number;
  salesCents: number;
  refundsCents: number;
  disputesCents: number;
  feesCents: number;
};

export function toWirePayout(row: PayoutRecord): PayoutRow {
  const named = row.salesCents + row.refundsCents + row.disputesCents - row.feesCents;
  return {
    id: row.id,
    payout: row.payoutId,
    state: row.state,
    amount: row.amountCents,
    currency: row.currency,
    arrives_on: row.arrivesOn,
    automatic: row.isAutomatic,
    failure: row.failureCode,
    created_at: toIso(row.createdAt),
    transactions: row.transactions,
    sales: row.salesCents,
    // Subtracting from zero avoids -0.
    refunds: 0 - row.refundsCents,
    disputes: 0 - row.disputesCents,
    fees: row.feesCents,
    other: row.amountCents - named,
  };
}

export function toWirePayoutLine(row: Selectable<BalanceTransactions>): PayoutLineRow {
  return {
    id: row.id,
    transaction: row.transactionId,
    at: toIso(row.createdAt),
    available_at: toIso(row.availableOn),
    type: row.type,
    source: row.sourceId,
    order: row.orderId,
    amount: row.amountCents,
    fee: row.feeCents,
    net: row.netCents,
  };
}
