import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cart, order, payment, paymentSource, quote, receipt, refund } from '../entities/order.ts';
import { cents, done, id, idInPath, idParams, requiredText } from '../primitives.ts';
import { SHARES_PER_ALBUM } from '../rules/pricing.ts';
import { couponCode } from './coupons.ts';

const tag = 'Orders and payments';
const orderKey = z.string().min(16).max(64);
const orderParams = z.strictObject({ id: z.union([idInPath, orderKey]) });

/** What costs nothing needs no card. */
const cardOrNone = id.nullable();

/** Guesses of coupon codes share one count, whichever call takes the code. */
const COUPON_GUESSES = {
  name: 'coupon',
  per: 'account',
  max: 10,
  minutes: 10,
  counts: ['coupon_invalid'],
} as const;

export const orderEndpoints = {
  addCartItem: endpoint({
    method: 'POST',
    path: '/carts/add-item',
    access: 'purchases',
    tag,
    summary: 'Put an album into the cart',
    body: z.strictObject({ album: id }),
    response: cart,
  }),
  removeCartItem: endpoint({
    method: 'POST',
    path: '/carts/remove-item',
    access: 'purchases',
    tag,
    summary: 'Take an item out of the cart',
    body: z.strictObject({ id }),
    response: cart,
  }),
  checkOut: endpoint({
    method: 'POST',
    path: '/carts/checkout',
    access: 'purchases',
    tag,
    summary: 'Turn the cart into an order',
    body: z.strictObject({ id }),
    response: z.object({ data: z.object({ key: orderKey }) }),
  }),
  addPaymentMethod: endpoint({
    method: 'POST',
    path: '/payment-sources/add-payment-method',
    access: 'purchases',
    tag,
    summary: 'Keep a card, by the token the card provider gave the browser',
    body: z.strictObject({ token: z.string().min(1).max(255) }),
    response: paymentSource,
  }),
  removePaymentMethod: endpoint({
    method: 'POST',
    path: '/payment-sources/remove-payment-method',
    access: 'purchases',
    tag,
    summary: 'Forget a card',
    body: z.strictObject({ id }),
    response: done,
  }),
  payForAlbum: endpoint({
    method: 'POST',
    path: '/album-payments/add-album-payment',
    access: 'purchases',
    tag,
    summary: 'Buy one album at once',
    body: z.strictObject({
      albumId: id,
      paymentMethodId: cardOrNone,
      amount: cents,
      facial: z.boolean(),
      coupon: couponCode.optional(),
    }),
    limits: [{ ...COUPON_GUESSES, onlyWith: 'coupon' }],
    response: payment,
  }),
  payForImage: endpoint({
    method: 'POST',
    path: '/image-payments/add-image-payment',
    access: 'purchases',
    tag,
    summary: 'Buy one image at once',
    body: z.strictObject({
      imageId: id,
      paymentMethodId: cardOrNone,
      amount: cents,
      facial: z.boolean(),
      coupon: couponCode.optional(),
    }),
    limits: [{ ...COUPON_GUESSES, onlyWith: 'coupon' }],
    response: payment,
  }),
  swapAlbumPayment: endpoint({
    method: 'POST',
    path: '/album-payments/swap',
    access: 'purchases',
    tag,
    summary: 'Move a payment (a line of an order) to another album; customers their own, once',
    body: z.strictObject({
      album_payment_id: id,
      album_id: id,
      memo: z.string().trim().max(1_000).optional(),
    }),
    response: payment,
  }),
  swapImagePayment: endpoint({
    method: 'POST',
    path: '/image-payments/swap',
    access: 'customers',
    tag,
    summary: 'Move a payment (a line of an order) to another image',
    body: z.strictObject({
      image_payment_id: id,
      image_id: id,
      memo: z.string().trim().max(1_000).optional(),
    }),
    response: payment,
  }),
  getOrder: endpoint({
    method: 'GET',
    path: '/orders/:id',
    access: 'purchases',
    tag,
    summary: 'One order, by key (or by number for its owner)',
    params: orderParams,
    response: order,
  }),
  updateOrder: endpoint({
    method: 'PUT',
    path: '/orders/:id',
    access: 'purchases',
    tag,
    summary: 'Make an order a pool, or not, while nothing has been paid',
    params: orderParams,
    body: z.strictObject({ is_pool: z.boolean() }),
    response: order,
  }),
  listMyOrders: endpoint({
    method: 'GET',
    path: '/orders',
    access: 'purchases',
    tag,
    summary:
      'The orders of whoever asks, and the pools they take part in, newest first: open ones, or paid ones',
    query: z.strictObject({ scope: z.enum(['open', 'paid']).default('open') }),
    response: z.array(order),
  }),
  cancelOrder: endpoint({
    method: 'POST',
    path: '/orders/:id/cancel',
    access: 'purchases',
    tag,
    summary: 'Give up an open order; the holds of a pool are released',
    params: orderParams,
    response: order,
  }),
  setOrderCoupon: endpoint({
    method: 'POST',
    path: '/orders/:id/coupon',
    access: 'purchases',
    tag,
    summary: 'Use a coupon for an open order, or none, while nothing has been paid',
    params: orderParams,
    body: z.strictObject({ code: couponCode.nullable() }),
    limits: [{ ...COUPON_GUESSES, onlyWith: 'code' }],
    response: order,
  }),
  takeShares: endpoint({
    method: 'POST',
    path: '/orders/:id/shares',
    access: 'purchases',
    tag,
    summary: 'Take shares of a pool: the card is authorised now and charged when the last share is taken',
    params: orderParams,
    body: z.strictObject({
      shares: z.int().min(1).max(SHARES_PER_ALBUM),
      paymentMethodId: id,
      amount: cents,
    }),
    response: payment,
  }),
  leavePool: endpoint({
    method: 'POST',
    path: '/orders/:id/leave-pool',
    access: 'purchases',
    tag,
    summary: 'Give back the shares of a pool that has not filled; the hold on the card is released',
    params: orderParams,
    response: order,
  }),
  orderReceipt: endpoint({
    method: 'GET',
    path: '/orders/:id/receipt',
    access: 'purchases',
    tag,
    summary: 'The receipt of a paid order, for whoever paid',
    params: orderParams,
    response: receipt,
  }),
  quotePayment: endpoint({
    method: 'POST',
    path: '/payments/quote',
    access: 'purchases',
    tag,
    summary: 'What one album or one image costs whoever asks: credit, coupon and tax included',
    body: z
      .strictObject({ albumId: id.optional(), imageId: id.optional(), coupon: couponCode.optional() })
      .refine((body) => (body.albumId === undefined) !== (body.imageId === undefined), {
        message: 'Name an album or an image',
      }),
    limits: [{ ...COUPON_GUESSES, onlyWith: 'coupon' }],
    response: quote,
  }),
  payOrder: endpoint({
    method: 'POST',
    path: '/orders/:id/pay',
    access: 'purchases',
    tag,
    summary: 'Pay an open order with a kept card',
    params: orderParams,
    body: z.strictObject({ paymentMethodId: cardOrNone, amount: cents }),
    response: payment,
  }),
  refreshPayment: endpoint({
    method: 'POST',
    path: '/payments/:id/refresh',
    access: 'purchases',
    tag,
    summary: 'How a payment stands at the card provider, e.g. after the bank has seen the buyer',
    params: idParams,
    response: payment,
  }),
  refundOrder: endpoint({
    method: 'POST',
    path: '/orders/:id/refund',
    access: 'customers',
    tag,
    summary: 'Give back the money of an order, or of some of its lines; what was bought ends',
    params: orderParams,
    body: z.strictObject({ lines: z.array(id).min(1).max(500).optional(), memo: requiredText(1_000) }),
    response: refund,
  }),
  paymentSettings: endpoint({
    method: 'GET',
    path: '/payments/settings',
    access: 'public',
    tag,
    summary: "What the browser needs for the provider's card fields",
    response: z.object({
      mode: z.enum(['sandbox', 'test', 'live']),
      publishable_key: z.string(),
      currency: z.string(),
      /** Of one image where the event's pricing says nothing. */
      image_price: cents,
    }),
  }),
};
