import type { ProviderBalances } from '#contract/endpoints/refunds.ts';
import type { PayoutLineRow, PayoutRow } from '#contract/entities/order-of-user.ts';
import type { ProviderBalance } from '#server/platform/payments/payment-types.ts';
import { toIso } from '#server/platform/time/timestamps.ts';

export type PayoutRecord = {
  id: number;
  payoutId: string;
  state: string;
  amountCents: number;
  currency: string;
  arrivesOn: string;
  isAutomatic: boolean;
  failureCode: string | null;
  createdAt: string;
  transactions: number;
  salesCents: number;
  refundsCents: number;
  disputesCents: number;
  feesCents: number;
  netCents: number;
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

export type LineRecord = {
  id: number;
  transactionId: string;
  type: string;
  sourceId: string | null;
  orderId: number | null;
  amountCents: number;
  feeCents: number;
  netCents: number;
  createdAt: string;
  availableOn: string;
};

export function toWirePayoutLine(row: LineRecord): PayoutLineRow {
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

export function toWireBalances(balances: ProviderBalance[]): ProviderBalances {
  return balances.map(({ currency, availableCents, pendingCents }) => ({
    currency,
    available: availableCents,
    pending: pendingCents,
  }));
}
