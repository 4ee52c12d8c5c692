import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cart, order, payment, paymentSource, quote, receipt, refund } from '../entities/order.ts';
import { cents, done, id, idInPath, idParams, requiredText } from '../primitives.ts';
import { SHARES_PER_ALBUM } from '../rules/pricing.ts';
import { couponCode } from './coupons.ts';

const tag = 'Orders and payments';
const orderKey = z.string().min(16).max(64);
const orderParams = z.strictObject({ id: z.union([idInPath, orderKey]) });

/** A purchase that costs nothing needs no card. */
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
    summary: 'Add an album to the cart',
    body: z.strictObject({ album: id }),
    response: cart,
  }),
  removeCartItem: endpoint({
    method: 'POST',
    path: '/carts/remove-item',
    access: 'purchases',
    tag,
    summary: 'Remove an item from the cart',
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
    summary: 'Save a card by the token that the card provider gave the browser',
    body: z.strictObject({ token: z.string().min(1).max(255) }),
    response: paymentSource,
  }),
  removePaymentMethod: endpoint({
    method: 'POST',
    path: '/payment-sources/remove-payment-method',
    access: 'purchases',
    tag,
    summary: 'Remove a saved card',
    body: z.strictObject({ id }),
    response: done,
  }),
  payForAlbum: endpoint({
    method: 'POST',
    path: '/album-payments/add-album-payment',
    access: 'purchases',
    tag,
    summary: 'Buy one album without a cart',
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
    summary: 'Buy one image without a cart',
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
    summary:
      'Swap a purchased album (a line of an order) for another; customers may do this once with their own',
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
    summary: 'Swap a purchased image (a line of an order) for another',
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
    summary: 'Get an order by its key, or by its number as its owner',
    params: orderParams,
    response: order,
  }),
  updateOrder: endpoint({
    method: 'PUT',
    path: '/orders/:id',
    access: 'purchases',
    tag,
    summary: 'Share an order as a pool, or stop sharing it, before anyone has paid',
    params: orderParams,
    body: z.strictObject({ is_pool: z.boolean() }),
    response: order,
  }),
  listMyOrders: endpoint({
    method: 'GET',
    path: '/orders',
    access: 'purchases',
    tag,
    summary: "List the caller's orders and the pools they take part in, open or paid, newest first",
    query: z.strictObject({ scope: z.enum(['open', 'paid']).default('open') }),
    response: z.array(order),
  }),
  cancelOrder: endpoint({
    method: 'POST',
    path: '/orders/:id/cancel',
    access: 'purchases',
    tag,
    summary: 'Cancel an open order and release the holds of its pool',
    params: orderParams,
    response: order,
  }),
  setOrderCoupon: endpoint({
    method: 'POST',
    path: '/orders/:id/coupon',
    access: 'purchases',
    tag,
    summary: 'Set or remove the coupon of an open order before anyone has paid',
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
    summary: 'Take shares of a pool; the card is authorized now and charged when the last share is taken',
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
    summary: 'Leave a pool that has not filled and release the hold on the card',
    params: orderParams,
    response: order,
  }),
  orderReceipt: endpoint({
    method: 'GET',
    path: '/orders/:id/receipt',
    access: 'purchases',
    tag,
    summary: 'Get the receipt of a paid order, as one of its payers',
    params: orderParams,
    response: receipt,
  }),
  quotePayment: endpoint({
    method: 'POST',
    path: '/payments/quote',
    access: 'purchases',
    tag,
    summary: 'Quote the price of one album or image for the caller, with credit, coupon and tax',
    body: z
      .strictObject({ albumId: id.optional(), imageId: id.optional(), coupon: couponCode.optional() })
      .refine((body) => (body.albumId === undefined) !== (body.imageId === undefined), {
        message: 'Choose an album or an image',
      }),
    limits: [{ ...COUPON_GUESSES, onlyWith: 'coupon' }],
    response: quote,
  }),
  payOrder: endpoint({
    method: 'POST',
    path: '/orders/:id/pay',
    access: 'purchases',
    tag,
    summary: 'Pay an open order with a saved card',
    params: orderParams,
    body: z.strictObject({ paymentMethodId: cardOrNone, amount: cents }),
    response: payment,
  }),
  refreshPayment: endpoint({
    method: 'POST',
    path: '/payments/:id/refresh',
    access: 'purchases',
    tag,
    summary:
      'Refresh a payment from the card provider, for example after the buyer has confirmed it with the bank',
    params: idParams,
    response: payment,
  }),
  refundOrder: endpoint({
    method: 'POST',
    path: '/orders/:id/refund',
    access: 'customers',
    tag,
    summary: 'Refund an order or some of its lines, and end access to what was bought',
    params: orderParams,
    body: z.strictObject({ lines: z.array(id).min(1).max(500).optional(), memo: requiredText(1_000) }),
    response: refund,
  }),
  paymentSettings: endpoint({
    method: 'GET',
    path: '/payments/settings',
    access: 'public',
    tag,
    summary: "Get the settings for the provider's card fields in the browser",
    response: z.object({
      mode: z.enum(['sandbox', 'test', 'live']),
      publishable_key: z.string(),
      currency: z.string(),
      /** Applies to events without an image price of their own. */
      image_price: cents,
    }),
  }),
};
