import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cardSetup, payment, paymentSource, quote } from '../entities/order.ts';
import { cents, done, id, idParams, photoId } from '../primitives.ts';
import { couponCode } from './coupons.ts';
import {
  COUPON_GUESSES,
  cardConsent,
  cardToken,
  isOne,
  orderParams,
  payingCard,
  somePhotos,
} from './orders.ts';

const endpoint = endpointsOf('Orders and payments');

/** Accepted but ignored: the server decides from its own matches whether a purchase came from a face. */
const facial = z.boolean();

export const paymentEndpoints = {
  addPaymentMethod: endpoint('POST /payment-sources/add-payment-method', {
    access: 'purchases',
    verification: 'address',
    summary: 'Save a card by the token that the card provider gave the browser',
    body: z.strictObject({ token: cardToken }),
    response: paymentSource,
  }),
  setUpCard: endpoint('POST /payment-sources/set-up', {
    access: 'purchases',
    verification: 'address',
    summary:
      'Keep a card without a payment, by a token and with consent; the bank may ask its owner to confirm',
    body: z.strictObject({ token: cardToken, consent: cardConsent }),
    response: cardSetup,
  }),
  finishCardSetup: endpoint('POST /payment-sources/finish-set-up', {
    access: 'purchases',
    verification: 'address',
    summary: 'Save a card after its owner has confirmed it with the bank',
    body: z.strictObject({
      setup: z
        .string()
        .max(255)
        .regex(/^seti_\w+$/),
    }),
    response: cardSetup,
  }),
  removePaymentMethod: endpoint('POST /payment-sources/remove-payment-method', {
    access: 'purchases',
    summary: 'Remove a saved card',
    body: z.strictObject({ id }),
    response: done,
  }),
  payForAlbum: endpoint('POST /album-payments/add-album-payment', {
    access: 'purchases',
    verification: 'address',
    summary: 'Buy one album without a cart',
    body: z.strictObject({
      albumId: id,
      ...payingCard,
      amount: cents,
      facial,
      coupon: couponCode.optional(),
    }),
    limits: [{ ...COUPON_GUESSES, onlyWith: 'coupon' }],
    response: payment,
  }),
  payForImage: endpoint('POST /image-payments/add-image-payment', {
    access: 'purchases',
    verification: 'address',
    summary: 'Buy one image, or several at their best price together, without a cart',
    body: z
      .strictObject({
        imageId: photoId.optional(),
        imageIds: somePhotos.optional(),
        ...payingCard,
        amount: cents,
        facial,
        coupon: couponCode.optional(),
      })
      .refine(({ imageId, imageIds }) => isOne(imageId, imageIds), { message: 'Choose photos' }),
    limits: [{ ...COUPON_GUESSES, onlyWith: 'coupon' }],
    response: payment,
  }),
  quotePayment: endpoint('POST /payments/quote', {
    access: 'purchases',
    summary:
      'Quote the price of an album, a photo or several photos for the caller, with credit, coupon and tax',
    body: z
      .strictObject({
        albumId: id.optional(),
        imageId: photoId.optional(),
        imageIds: somePhotos.optional(),
        coupon: couponCode.optional(),
      })
      .refine(({ albumId, imageId, imageIds }) => isOne(albumId, imageId, imageIds), {
        message: 'Choose an album or photos',
      }),
    limits: [{ ...COUPON_GUESSES, onlyWith: 'coupon' }],
    response: quote,
  }),
  payOrder: endpoint('POST /orders/:id/pay', {
    access: 'purchases',
    verification: 'address',
    summary: 'Pay an open order with a saved card or a new one',
    params: orderParams,
    body: z.strictObject({ ...payingCard, amount: cents }),
    response: payment,
  }),
  refreshPayment: endpoint('POST /payments/:id/refresh', {
    access: 'purchases',
    summary:
      'Refresh a payment from the card provider, for example after the buyer has confirmed it with the bank',
    params: idParams,
    response: payment,
  }),
  paymentSettings: endpoint('GET /payments/settings', {
    access: 'public',
    summary: "Get the settings for the provider's card fields in the browser",
    response: z.object({
      mode: z.enum(['sandbox', 'test', 'live']),
      publishable_key: z.string(),
      currency: z.string(),
      /** Applies to events without their own image price. */
      image_price: cents,
    }),
  }),
};
