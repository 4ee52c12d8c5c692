import { z } from 'zod';
import { cents, id, isoTimestamp } from '../primitives.ts';
import { ORDER_STATES, PAYMENT_STATES, REFUND_STATES } from '../rules/order-states.ts';
import { album } from './album.ts';

export const cartItem = z.object({ id, price: cents, album });

/** `credit`: what was paid before for single images of the albums. */
export const cart = z.object({
  id,
  total: cents,
  sub_total: cents,
  credit: cents,
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
export type PaymentSource = z.output<typeof paymentSource>;

/** A line of an order: an album, or one image of it. */
export const orderItem = cartItem.extend({ image: id.nullable(), credit: cents, total: cents });

export const order = z.object({
  id,
  key: z.string(),
  is_pool: z.boolean(),
  is_mine: z.boolean(),
  status: z.enum(ORDER_STATES),
  total: cents,
  sub_total: cents,
  credit: cents,
  discount: cents,
  tax: cents,
  refunded: cents,
  items: z.array(orderItem),
  created_at: isoTimestamp,
  paid_at: isoTimestamp.nullable(),
});
export type Order = z.output<typeof order>;

export const payment = z.object({
  id,
  order_key: z.string(),
  status: z.enum(PAYMENT_STATES),
  amount: cents,
  facial: z.boolean(),
  /** While the bank wants to see the buyer: for the provider's browser part, or the page to go to. */
  client_secret: z.string().nullable(),
  next_action_url: z.string().nullable(),
  /** Why it failed: a code of the error table, and its sentence. */
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type Payment = z.output<typeof payment>;

export const refund = z.object({
  id,
  order_key: z.string(),
  status: z.enum(REFUND_STATES),
  amount: cents,
  lines: z.array(id),
});
export type Refund = z.output<typeof refund>;
