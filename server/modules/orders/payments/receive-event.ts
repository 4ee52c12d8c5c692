import { z } from 'zod';
import { paymentMachine } from '#contract/rules/order-states.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { followPayoutJob, sweepBalanceJob } from '#server/modules/ledger/payouts.ts';
import { followDispute } from '#server/modules/orders/disputes/follow.ts';
import { followRefund, followRefunds } from '#server/modules/orders/refunds/follow.ts';
import type { ProviderEvent } from '#server/platform/payments/payment-types.ts';
import { defineJob } from '#server/platform/queue.ts';
import { findAttemptByIntent, findAttemptByKey } from './attempts.queries.ts';
import { insertEvent, markEventHandled } from './events.queries.ts';
import { followSetupJob } from './follow-setup.ts';
import { forgetLostCard, forgetLostCustomer } from './lost-customer.ts';
import { followPayment } from './settle.ts';

export const handleEventJob = defineJob({
  name: 'orders.handle-event',
  payload: z.object({
    eventId: z.int(),
    intentId: z.string(),
    refundId: z.string().nullable(),
    disputeId: z.string().nullable(),
    hasRefunds: z.boolean().default(false),
  }),
});

/** Stores a repeated event only once and leaves the work to a job. */
export async function receiveEvent(context: Context, event: ProviderEvent): Promise<void> {
  await inTransaction(context, async (tx) => {
    const { db, queue } = tx;
    const eventId = await insertEvent(db, event);
    if (eventId === undefined) return;
    await forgetDeleted(tx, event);
    await followMoney(tx, event);
    if (event.type === 'setup_intent.succeeded' && event.objectId !== null) {
      await queue.enqueue(db, followSetupJob, { eventId, setupId: event.objectId });
    }
    const { intentId, refundId, disputeId, hasRefunds } = event;
    if (intentId === null) return;
    await queue.enqueue(db, handleEventJob, { eventId, intentId, refundId, disputeId, hasRefunds });
  });
}

/** A deleted customer and a detached card never come back, so the event alone is enough. */
async function forgetDeleted(tx: Pick<Tx, 'db' | 'clock'>, { type, objectId }: ProviderEvent): Promise<void> {
  if (objectId === null) return;
  if (type === 'customer.deleted') await forgetLostCustomer(tx, objectId);
  if (type === 'payment_method.detached') await forgetLostCard(tx, objectId);
}

const MOVES_MONEY = /^(charge|refund|payout)\./;
/** Gathers the events of some busy minutes into one look at the balance. */
const GATHER_SECONDS = 5 * 60;

/** The events do not hold fees, so the balance itself is read. */
async function followMoney(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  { type, objectId }: ProviderEvent,
): Promise<void> {
  if (!MOVES_MONEY.test(type)) return;
  const later = { startAfterSeconds: GATHER_SECONDS, singletonKey: 'events' };
  await queue.enqueue(db, sweepBalanceJob, {}, later);
  if (type.startsWith('payout.') && objectId !== null) {
    await queue.enqueue(db, followPayoutJob, { payoutId: objectId });
  }
}

/** Reads the current state from the provider, so the order of events does not matter. */
export async function followEvent(
  context: Context,
  { eventId, intentId, refundId, disputeId, hasRefunds }: z.output<typeof handleEventJob.payload>,
): Promise<void> {
  const attempt = await findAttemptOfIntent(context, intentId);
  if (attempt) await followPayment(context, attempt.id, intentId);
  if (refundId !== null) await followRefund(context, refundId);
  if (hasRefunds) await followRefunds(context, await context.payments.listRefunds({ intentId }));
  if (disputeId !== null) await followDispute(context, disputeId);
  await markEventHandled(context.db, eventId, context.clock.now());
}

/** An event can arrive before the answer to the call that caused it. */
export async function findAttemptOfIntent(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  intentId: string,
): Promise<{ id: number; isUnsettled: boolean } | undefined> {
  const known = await findAttemptByIntent(db, intentId);
  if (known) return { id: known.id, isUnsettled: !paymentMachine.isFinal(known.state) };
  const { attemptKey } = await payments.getPayment(intentId);
  const isOurs = z.uuid().safeParse(attemptKey).success;
  const lost = attemptKey && isOurs ? await findAttemptByKey(db, attemptKey) : undefined;
  return lost && { id: lost.id, isUnsettled: true };
}
