import { z } from 'zod';
import { id, isoTimestamp, photoId } from '../primitives.ts';

export const PRODUCTS = ['album', 'image'] as const;

/** Cents; negative when refunds exceed sales. */
export const balance = z.int();

export const reportRow = z.object({
  key: z.string(),
  at: isoTimestamp,
  kind: z.enum(['charge', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'fee', 'dispute_fee']),
  amount: balance,
  order: id,
  line: id,
  product: z.enum(PRODUCTS),
  album: id,
  album_name: z.string(),
  image: photoId.nullable(),
  event: id,
  event_name: z.string(),
  brand: z.string(),
  customer: id,
  customer_name: z.string(),
  facial: z.boolean(),
  pool: z.boolean(),
  coupon: z.string().nullable(),
});
export type ReportRow = z.output<typeof reportRow>;
