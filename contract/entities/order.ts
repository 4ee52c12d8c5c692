import { z } from 'zod';
import { LEFT_OUT_REASONS } from '#contract/rules/orders.ts';
import { cents, count, grossCents, id, isoTimestamp, photoId } from '../primitives.ts';
import { ORDER_STATES, PAYMENT_STATES, POOL_PHASES, REFUND_STATES } from '../rules/order-states.ts';
import { album, image } from './album.ts';

/** `image` is the number of a photo, or null for a whole album. */
const item = z.object({
  id,
  price: grossCents,
  /** Explains a price that is not the regular one, such as "5 photos for $30.00". */
  price_name: z.string().nullable(),
  album,
  image: photoId.nullable(),
  /** The photo and a token for its thumb; null for an album, or if the viewer may not see it. */
  picture: image.nullable(),
  image_auth: z.string().nullable(),
});
export type ShopItem = z.output<typeof item>;

/** An item with a problem is not part of the total. One that was not viewed stays in the cart at checkout. */
export const cartItem = item.extend({ problem: z.enum(LEFT_OUT_REASONS).nullable() });
export type CartItem = z.output<typeof cartItem>;

const totals = {
  sub_total: grossCents,
  credit: grossCents,
  discount: grossCents,
  tax: cents,
  tax_name: z.string(),
  total: cents,
};

/** `credit` is what the customer already paid for single images of the albums. */
export const cart = z.object({
  id,
  total: grossCents,
  sub_total: grossCents,
  credit: grossCents,
  tax: grossCents,
  tax_name: z.string(),
  /**
   * False if tax comes on top of the total. The call that prices the cart returns it, or what has to be asked first.
   */
  is_tax_known: z.boolean(),
  items: z.array(cartItem),
});
export type Cart = z.output<typeof cart>;

export const paymentSource = z.object({
  id,
  brand: z.string(),
  last4: z.string().length(4),
  exp_month: z.int().min(1).max(12),
  exp_year: z.int().min(2000).max(2100),
  /**
   * The consent text that the customer agreed to when the card was saved; null for cards saved by a call without it.
   */
  consent: z.object({ words: z.string(), at: isoTimestamp }).nullable(),
});
export type PaymentSource = z.output<typeof paymentSource>;

/** While the bank asks the card's owner, `card` is null and the other fields say how to go on. */
export const cardSetup = z.object({
  status: z.enum(['kept', 'requires_action']),
  setup: z.string(),
  client_secret: z.string().nullable(),
  next_action_url: z.string().nullable(),
  card: paymentSource.nullable(),
});
export type CardSetup = z.output<typeof cardSetup>;

export const orderItem = item.extend({ credit: grossCents, total: cents });

/** An item that could no longer be sold when its order was paid. It has no picture, because it may be private now. */
export const leftOut = z.object({
  album: id,
  event: id,
  image: photoId.nullable(),
  title: z.string(),
  reason: z.enum(LEFT_OUT_REASONS),
});
export type LeftOut = z.output<typeof leftOut>;

/** Anyone with the order's key sees this, so it has first names only. */
export const pool = z.object({
  phase: z.enum(POOL_PHASES),
  shares: count,
  taken: count,
  mine: count,
  /** The price of the caller's own shares, how much of it was charged, and what they get back after the pool ended. */
  my_amount: cents,
  my_charged: cents,
  my_refund: cents,
  /**
   * Refunds to the caller's own cards, with what the bank gave back for an ended pool after a lost dispute, and whether a
   * refund failed and is still owed.
   */
  my_refunded: cents,
  is_refund_delayed: z.boolean(),
  /** True once any card was charged. */
  was_charged: z.boolean(),
  /** After this the holds are released, or, if some cards were charged already, everyone is refunded. */
  deadline: isoTimestamp,
  /** The prices of the available shares, in the order in which they are taken. */
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
  /** Only the buyer sees it. The address is null after the recipient has deleted their account. */
  gift: z.object({ email: z.string().nullable(), message: z.string() }).nullable(),
  coupon: z.object({ code: z.string(), off: z.string() }).nullable(),
  status: z.enum(ORDER_STATES),
  ...totals,
  refunded: cents,
  items: z.array(orderItem),
  left_out: z.array(leftOut),
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
  /** These two are set while the buyer has to confirm the payment with the bank. */
  client_secret: z.string().nullable(),
  next_action_url: z.string().nullable(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type Payment = z.output<typeof payment>;

export const quote = z.object({
  /** The album, or the album of the first photo. */
  album: id,
  ...totals,
  coupon: z.object({ code: z.string(), off: z.string() }).nullable(),
  /** Explain prices that are not the regular ones. */
  price_names: z.array(z.string()),
  /** The photos of this price, without those that are owned or can no longer be sold; empty for an album. */
  images: z.array(photoId),
});
export type Quote = z.output<typeof quote>;

export const receipt = z.object({
  number: id,
  order_key: z.string(),
  status: z.enum(ORDER_STATES),
  is_pool: z.boolean(),
  /** In words, such as "Gift for name@example.com". */
  gift: z.string().nullable(),
  paid_at: isoTimestamp,
  seller: z.object({ name: z.string(), postal_address: z.string() }),
  buyer: z.object({ name: z.string(), email: z.string() }),
  lines: z.array(
    z.object({
      id,
      description: z.string(),
      team: z.string(),
      event: z.string(),
      price: grossCents,
      price_name: z.string().nullable(),
      refunded: cents,
    }),
  ),
  ...totals,
  /** The tax by rate, where the rates were kept. They add up to `tax`. */
  taxes: z
    .array(z.object({ name: z.string(), state: z.string(), rate_millionths: z.int(), amount: cents }))
    .optional(),
  coupon_code: z.string().nullable(),
  /** In a pool each member sees only their own payments. */
  payments: z.array(
    z.object({
      amount: cents,
      shares: count.nullable(),
      paid_at: isoTimestamp,
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    }),
  ),
  refunds: z.array(
    z.object({
      amount: cents,
      created_at: isoTimestamp,
      status: z.enum(REFUND_STATES),
      /** The bank returned it, and staff paid it by other means. */
      is_paid_another_way: z.boolean(),
    }),
  ),
});
export type Receipt = z.output<typeof receipt>;

export const refund = z.object({
  id,
  order_key: z.string(),
  status: z.enum(REFUND_STATES),
  amount: cents,
  lines: z.array(id),
  /** Members of a pool whose refund the card provider refused. They keep what they bought, and each is a case for staff. */
  not_refunded: z.array(z.object({ id, name: z.string(), amount: cents })),
});
export type Refund = z.output<typeof refund>;

/** A refund above the limit waits for a second person. */
export const requestedRefund = z.object({
  id,
  order_key: z.string(),
  status: z.literal('waiting'),
  amount: cents,
  lines: z.array(id),
});
export type RequestedRefund = z.output<typeof requestedRefund>;
