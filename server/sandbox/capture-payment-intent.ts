import type Stripe from 'stripe';
import { z } from 'zod';
import { bookCharge } from './balance-transactions.ts';
import type { Call } from './call.ts';
import { invalidRequest } from './errors.ts';
import { emit } from './events.ts';
import { mergeMetadata } from './metadata.ts';
import { metadata, paramsFor, positiveInteger, text } from './params.ts';
import { expectDispute } from './pay.ts';
import { moveTo, requireState, wrongState } from './payment-intent.states.ts';
import { releaseHold } from './release-hold.ts';
import { getObject, idOf, lockObject, saveObject } from './store.ts';

export const captureParams = paramsFor<Stripe.PaymentIntentCaptureParams>()({
  amount_to_capture: positiveInteger.optional(),
  final_capture: z.literal('true').optional(),
  metadata: metadata.optional(),
  statement_descriptor_suffix: text.optional(),
});

/** Takes all or part of a hold, once; what is left is released. */
export async function capturePaymentIntent(
  call: Call,
  params: z.output<typeof captureParams>,
  id: string,
): Promise<Stripe.PaymentIntent> {
  const intent = await lockObject(call.tx, 'payment_intent', id);
  const { body } = intent;
  if (body.status === 'succeeded') {
    throw wrongState(body, 'This PaymentIntent could not be captured because it has already been captured.');
  }
  requireState(body, 'captured');
  const amount = params.amount_to_capture ?? body.amount_capturable;
  if (amount > body.amount_capturable) {
    throw invalidRequest(
      `The provided capture amount (${amount}) is greater than the capturable amount (${body.amount_capturable}) of this PaymentIntent.`,
      { code: 'amount_too_large', param: 'amount_to_capture' },
    );
  }
  const charge = await getObject(call.tx, 'charge', idOf(body.latest_charge) ?? '');
  const remainder = body.amount_capturable - amount;
  charge.body.captured = true;
  charge.body.amount_captured = amount;
  delete charge.body.payment_method_details?.card?.capture_before;
  await bookCharge(call, charge);
  await expectDispute(call, charge);
  moveTo(body, 'succeeded');
  body.amount_capturable = 0;
  body.amount_received = amount;
  body.metadata = mergeMetadata(body.metadata, params.metadata);
  await saveObject(call.tx, intent);
  await emit(call, 'charge.captured', charge.body);
  if (remainder > 0) await releaseHold(call, charge, remainder);
  await emit(call, 'payment_intent.succeeded', body);
  return body;
}
