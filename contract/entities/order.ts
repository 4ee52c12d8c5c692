import { z } from 'zod';
import { cents, id, isoTimestamp } from '../primitives.ts';
import { album } from './album.ts';

export const cartItem = z.object({ id, price: cents, album });

export const cart = z.object({
  id,
  total: cents,
  sub_total: cents,
  items: z.array(cartItem),
});
export type Cart = z.output<typeof cart>;

export const paymentSource = z.object({
  id,
  brand: z.string(),
  last4: z.string().length(4),
  exp_month: z.int().min(1).max(12),
  exp_year: z.int().min(2000).max(2100),
});

export const order = z.object({
  id,
  key: z.string(),
  is_pool: z.boolean(),
  status: z.enum(['open', 'paid', 'partly_refunded', 'refunded', 'cancelled', 'expired']),
  total: cents,
  sub_total: cents,
  items: z.array(cartItem),
  created_at: isoTimestamp,
});

export const payment = z.object({
  id,
  order_key: z.string(),
  status: z.enum(['processing', 'requires_action', 'succeeded', 'failed']),
  amount: cents,
  facial: z.boolean(),
  client_secret: z.string().nullable(),
});
