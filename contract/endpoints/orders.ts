import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cart, order, payment, paymentSource } from '../entities/order.ts';
import { cents, done, id, idInPath, isoTimestamp } from '../primitives.ts';

const tag = 'Orders and payments';
const orderKey = z.string().min(16).max(64);
const orderParams = z.strictObject({ id: z.union([idInPath, orderKey]) });

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
    body: z.strictObject({ albumId: id, paymentMethodId: id, amount: cents, facial: z.boolean() }),
    response: payment,
  }),
  payForImage: endpoint({
    method: 'POST',
    path: '/image-payments/add-image-payment',
    access: 'purchases',
    tag,
    summary: 'Buy one image at once',
    body: z.strictObject({ imageId: id, paymentMethodId: id, amount: cents, facial: z.boolean() }),
    response: payment,
  }),
  swapAlbumPayment: endpoint({
    method: 'POST',
    path: '/album-payments/swap',
    access: 'customers',
    tag,
    summary: 'Move a payment to another album',
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
    summary: 'Move a payment to another image',
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
  albumPaymentReport: endpoint({
    method: 'GET',
    path: '/album-payments/report',
    access: 'reports',
    tag: 'Reports',
    summary: 'Album payments between two moments',
    query: z.strictObject({ start_date: isoTimestamp, end_date: isoTimestamp }),
    response: z.array(payment.extend({ album: id, created_at: isoTimestamp })),
  }),
};
