import { z } from 'zod';
import { type Context, inTransaction } from '#server/context.ts';
import { followDispute } from '#server/modules/orders/disputes/follow.ts';
import { followRefund } from '#server/modules/orders/refunds/settle.ts';
import type { ProviderEvent } from '#server/platform/payments/payment-types.ts';
import { defineJob } from '#server/platform/queue.ts';
import { findAttemptByIntent, findAttemptByKey } from './attempts.queries.ts';
import { insertEvent, markEventHandled } from './events.queries.ts';
import { followPayment } from './settle.ts';

export const handleEventJob = defineJob({
  name: 'orders.handle-event',
  payload: z.object({
    eventId: z.int(),
    intentId: z.string(),
    refundId: z.string().nullable(),
    disputeId: z.string().nullable(),
  }),
});

/** Stores a repeated event only once and leaves the work to a job. */
export async function receiveEvent(context: Context, event: ProviderEvent): Promise<void> {
  await inTransaction(context, async ({ db, queue }) => {
    const eventId = await insertEvent(db, event);
    const { intentId, refundId, disputeId } = event;
    if (eventId === undefined || intentId === null) return;
    await queue.enqueue(db, handleEventJob, { eventId, intentId, refundId, disputeId });
  });
}

/** Reads the current state from the provider, so the order of events does not matter. */
export async function followEvent(
  context: Context,
  { eventId, intentId, refundId, disputeId }: z.output<typeof handleEventJob.payload>,
): Promise<void> {
  const attemptId = await findAttemptId(context, intentId);
  if (attemptId !== undefined) await followPayment(context, attemptId, intentId);
  if (refundId !== null) await followRefund(context, refundId);
  if (disputeId !== null && attemptId !== undefined) await followDispute(context, { attemptId, disputeId });
  await markEventHandled(context.db, eventId, context.clock.now());
}

/** An event can arrive before the answer to the call that caused it. */
async function findAttemptId(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  intentId: string,
): Promise<number | undefined> {
  const known = await findAttemptByIntent(db, intentId);
  if (known) return known.id;
  const { attemptKey } = await payments.getPayment(intentId);
  const isOurs = z.uuid().safeParse(attemptKey).success;
  return attemptKey && isOurs ? (await findAttemptByKey(db, attemptKey))?.id : undefined;
}
