import { z } from 'zod';
import { count, id, isoDate, isoTimestamp } from '../primitives.ts';
import { balance } from './report-row.ts';

/** The states that the card provider documents. */
export const PAYOUT_STATES = {
  pending: 'Pending',
  in_transit: 'On its way',
  paid: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
} as const;

export const payoutRow = z.object({
  id,
  /** The number at the card provider. */
  payout: z.string(),
  state: z.string(),
  amount: balance,
  currency: z.string(),
  arrives_on: isoDate,
  automatic: z.boolean(),
  failure: z.string().nullable(),
  created_at: isoTimestamp,
  transactions: count,
  /** Sales less refunds, disputes and fees, plus the rest, is the amount. */
  sales: balance,
  refunds: balance,
  disputes: balance,
  fees: balance,
  other: balance,
});
export type PayoutRow = z.output<typeof payoutRow>;

export const payoutLineRow = z.object({
  id,
  transaction: z.string(),
  at: isoTimestamp,
  available_at: isoTimestamp,
  type: z.string(),
  source: z.string().nullable(),
  order: id.nullable(),
  amount: balance,
  fee: balance,
  net: balance,
});
export type PayoutLineRow = z.output<typeof payoutLineRow>;
