import { z } from 'zod';
import { cents, id, isoTimestamp } from '../primitives.ts';

export const PAYMENT_TROUBLES = [
  'payment',
  'refund',
  'returned_refund',
  'refused_refund',
  'dispute',
  'refund_request',
  'unbooked',
] as const;

/** Money about which staff have to do something. */
export const paymentCase = z.object({
  /** Unique among all troubles, such as `dispute:7`. */
  key: z.string(),
  trouble: z.enum(PAYMENT_TROUBLES),
  order: id,
  customer: id,
  customer_name: z.string(),
  amount: cents,
  since: isoTimestamp,
});
export type PaymentCase = z.output<typeof paymentCase>;
