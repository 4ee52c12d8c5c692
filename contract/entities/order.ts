import { z } from 'zod';
import { cents, count, id, isoTimestamp } from '../primitives.ts';
import { ORDER_STATES, PAYMENT_STATES, POOL_PHASES, REFUND_STATES } from '../rules/order-states.ts';
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

/** A pool as anyone who has the order's key sees it: first names only. */
export const pool = z.object({
  phase: z.enum(POOL_PHASES),
  shares: count,
  taken: count,
  mine: count,
  /** When the holds are released, or, while a failed charge is being covered, when everyone is paid back. */
  deadline: isoTimestamp,
  /** What each share that is still to be had costs, in the order in which they are taken. */
  shares_left: z.array(cents),
  participants: z.array(
    z.object({ first_name: z.string(), shares: count, is_me: z.boolean(), is_owner: z.boolean() }),
  ),
});
export type Pool = z.output<typeof pool>;

export const order = z.object({
  id,
  key: z.string(),
  is_pool: z.boolean(),
  is_mine: z.boolean(),
  owner_first_name: z.string(),
  pool: pool.nullable(),
  coupon: z.object({ code: z.string(), description: z.string() }).nullable(),
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

/** What one thing costs this customer now, before an order is made. */
export const quote = z.object({
  sub_total: cents,
  credit: cents,
  discount: cents,
  tax: cents,
  tax_name: z.string(),
  total: cents,
  coupon: z.object({ code: z.string(), description: z.string() }).nullable(),
});
export type Quote = z.output<typeof quote>;

/** A paid order as its buyer, or one of a pool's, may print it: what they themselves paid. */
export const receipt = z.object({
  number: id,
  order_key: z.string(),
  status: z.enum(ORDER_STATES),
  is_pool: z.boolean(),
  paid_at: isoTimestamp,
  seller: z.object({ name: z.string(), postal_address: z.string() }),
  buyer: z.object({ name: z.string(), email: z.string() }),
  lines: z.array(
    z.object({
      id,
      description: z.string(),
      team: z.string(),
      event: z.string(),
      price: cents,
      refunded: cents,
    }),
  ),
  sub_total: cents,
  credit: cents,
  discount: cents,
  coupon_code: z.string().nullable(),
  tax: cents,
  tax_name: z.string(),
  total: cents,
  /** The reader's own payments: of a pool, their shares alone. */
  payments: z.array(
    z.object({
      amount: cents,
      shares: count.nullable(),
      paid_at: isoTimestamp,
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    }),
  ),
  refunds: z.array(z.object({ amount: cents, created_at: isoTimestamp, status: z.enum(REFUND_STATES) })),
});
export type Receipt = z.output<typeof receipt>;

export const refund = z.object({
  id,
  order_key: z.string(),
  status: z.enum(REFUND_STATES),
  amount: cents,
  lines: z.array(id),
});
export type Refund = z.output<typeof refund>;
