import { z } from 'zod';
import { CARD_CONSENT_VERSION } from '#contract/rules/cards.ts';
import { MAX_CART_ITEMS, MAX_GIFT_MESSAGE } from '#contract/rules/orders.ts';
import { endpointsOf } from '../endpoint.ts';
import { cart, order, payment, receipt } from '../entities/order.ts';
import { cents, email, grossCents, id, idInPath, photoId, text } from '../primitives.ts';
import { SHARES_PER_ALBUM } from '../rules/pricing.ts';
import { couponCode } from './coupons.ts';

export const cardToken = z
  .string()
  .max(255)
  .regex(/^(pm|tok|ctoken)_\w+$/, 'Send a token of the card provider that begins with pm_, tok_ or ctoken_');

/** The version of the words that the customer agreed to. */
export const cardConsent = z.literal(CARD_CONSENT_VERSION);

/** A saved card, or a token that the card provider gave the browser. A purchase that costs nothing needs neither. */
export const payingCard = {
  paymentMethodId: id.nullable(),
  /** With consent the card is kept once it has paid. */
  card: z.strictObject({ token: cardToken, consent: cardConsent.optional() }).optional(),
};
export type PayingCard = z.output<z.ZodObject<typeof payingCard>>;

const endpoint = endpointsOf('Orders and payments');
export const orderKey = z.string().min(16).max(64);
export const orderParams = z.strictObject({ id: z.union([idInPath, orderKey]) });

export const somePhotos = z.array(photoId).min(1).max(MAX_CART_ITEMS);
export const isOne = (...choices: unknown[]) => choices.filter((choice) => choice !== undefined).length === 1;

/** Guesses of coupon codes share one count, whichever call takes the code. */
export const COUPON_GUESSES = {
  name: 'coupon',
  per: 'account',
  max: 10,
  minutes: 10,
  counts: ['coupon_invalid'],
} as const;

export const orderEndpoints = {
  addCartItem: endpoint('POST /carts/add-item', {
    access: 'purchases',
    summary: 'Add an album, a photo or several photos to the cart; of several, those that are new are added',
    body: z
      .strictObject({ album: id.optional(), image: photoId.optional(), images: somePhotos.optional() })
      .refine(({ album, image, images }) => isOne(album, image, images), {
        message: 'Choose an album or photos',
      }),
    response: cart,
  }),
  removeCartItem: endpoint('POST /carts/remove-item', {
    access: 'purchases',
    summary: 'Remove an item from the cart',
    body: z.strictObject({ id }),
    response: cart,
  }),
  priceCart: endpoint('GET /carts/price', {
    access: 'purchases',
    summary: 'Price the cart with its tax, as checkout would place it',
    response: cart,
  }),
  checkOut: endpoint('POST /carts/checkout', {
    access: 'purchases',
    verification: 'address',
    summary: 'Turn the cart into an order and empty it; a higher total than the buyer saw is refused',
    body: z.strictObject({ id, total: grossCents.optional() }),
    response: z.object({ data: z.object({ key: orderKey }) }),
  }),
  getOrder: endpoint('GET /orders/:id', {
    access: 'purchases',
    summary: 'Get an order by its key, or by its number as its owner',
    params: orderParams,
    response: order,
  }),
  updateOrder: endpoint('PUT /orders/:id', {
    access: 'purchases',
    verification: 'address',
    summary: 'Share an order as a pool, or stop sharing it, before anyone has paid',
    params: orderParams,
    body: z.strictObject({ is_pool: z.boolean() }),
    response: order,
  }),
  sharePool: endpoint('POST /orders/pools', {
    access: 'purchases',
    verification: 'address',
    summary: 'Share the cost of one album without a cart; a repeated call finds the same pool',
    body: z.strictObject({ albumId: id, coupon: couponCode.optional() }),
    limits: [{ ...COUPON_GUESSES, onlyWith: 'coupon' }],
    response: order,
  }),
  listMyOrders: endpoint('GET /orders', {
    access: 'purchases',
    summary: "List the caller's orders and the pools they take part in, open or paid, newest first",
    query: z.strictObject({ scope: z.enum(['open', 'paid']).default('open') }),
    response: z.array(order),
  }),
  cancelOrder: endpoint('POST /orders/:id/cancel', {
    access: 'purchases',
    summary: 'Cancel an open order and release the holds of its pool',
    params: orderParams,
    response: order,
  }),
  putBack: endpoint('POST /orders/:id/put-back', {
    access: 'purchases',
    summary: 'Cancel an own order that nobody has paid for, and put its items back into the cart',
    params: orderParams,
    response: cart,
  }),
  setOrderCoupon: endpoint('POST /orders/:id/coupon', {
    access: 'purchases',
    summary: 'Set or remove the coupon of an open order before anyone has paid',
    params: orderParams,
    body: z.strictObject({ code: couponCode.nullable() }),
    limits: [{ ...COUPON_GUESSES, onlyWith: 'code' }],
    response: order,
  }),
  setGift: endpoint('POST /orders/:id/gift', {
    access: 'purchases',
    verification: 'address',
    summary:
      'Make an open order from the cart a gift for an email address, or with null the own purchase again',
    params: orderParams,
    body: z.strictObject({ email: email.nullable(), message: text(MAX_GIFT_MESSAGE).default('') }),
    limits: [
      { name: 'gift', per: 'account', max: 10, minutes: 24 * 60, counts: 'successes', onlyWith: 'email' },
    ],
    response: order,
  }),
  takeShares: endpoint('POST /orders/:id/shares', {
    access: 'purchases',
    verification: 'address',
    summary: 'Take shares of a pool; the card is authorized now and charged when the last share is taken',
    params: orderParams,
    body: z.strictObject({
      shares: z.int().min(1).max(SHARES_PER_ALBUM),
      /**
       * The number of the buyer's own shares when they pressed the button. If they have more by now, the last payment
       * is the answer.
       */
      held: z.int().min(0).max(SHARES_PER_ALBUM).optional(),
      ...payingCard,
      amount: cents,
    }),
    response: payment,
  }),
  leavePool: endpoint('POST /orders/:id/leave-pool', {
    access: 'purchases',
    summary: 'Leave a pool that has not filled and release the hold on the card',
    params: orderParams,
    response: order,
  }),
  orderReceipt: endpoint('GET /orders/:id/receipt', {
    access: 'purchases',
    summary: 'Get the receipt of a paid order, as one of its payers',
    params: orderParams,
    response: receipt,
  }),
};
