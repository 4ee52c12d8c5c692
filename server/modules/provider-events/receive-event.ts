import { z } from 'zod';
import { paymentMachine } from '#contract/rules/order-states.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { syncDispute } from '#server/modules/after-sale/disputes.ts';
import { syncRefund, syncRefunds } from '#server/modules/after-sale/provider-refunds.ts';
import { sweepBalanceJob, syncPayoutJob } from '#server/modules/ledger/payouts.ts';
import { findAttemptByIntent, findAttemptByKey } from '#server/modules/orders/payment-attempts.ts';
import { syncTransferJob } from '#server/modules/payees/execute-transfer.ts';
import { syncPayeeAccountJob } from '#server/modules/payees/onboarding.ts';
import { findOwnerOfCustomer } from '#server/modules/payments/cards.ts';
import { forgetLostCard, forgetLostCustomer } from '#server/modules/payments/saved-cards.ts';
import { keepSetUpCard } from '#server/modules/payments/set-up-card.ts';
import { syncPayment } from '#server/modules/payments/settle.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { unlessMissing } from '#server/platform/payments/need-provider.ts';
import type { ProviderEvent } from '#server/platform/payments/payment-types.ts';
import { defineJob } from '#server/platform/queue/queue.ts';

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
    await syncMoneyLater(tx, event);
    if (event.type === 'setup_intent.succeeded' && event.objectId !== null) {
      await queue.enqueue(db, syncSetupIntentJob, { eventId, setupId: event.objectId });
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

const ABOUT_ACCOUNTS = /^(account\.(updated|application\.deauthorized)|capability\.updated)$/;
const MOVES_MONEY = /^(charge|refund|payout|transfer)\./;
/** Combines the events of some busy minutes into one check of the balance. */
const DEBOUNCE_SECONDS = 5 * 60;

/** The events do not hold fees, so the balance itself is read. */
async function syncMoneyLater({ db, queue }: Pick<Tx, 'db' | 'queue'>, { type, objectId }: ProviderEvent) {
  if (objectId === null) return;
  if (ABOUT_ACCOUNTS.test(type)) {
    await queue.enqueue(db, syncPayeeAccountJob, { accountId: objectId });
  }
  if (!MOVES_MONEY.test(type)) return;
  const later = { startAfterSeconds: DEBOUNCE_SECONDS, singletonKey: 'events' };
  await queue.enqueue(db, sweepBalanceJob, {}, later);
  if (type.startsWith('payout.')) {
    await queue.enqueue(db, syncPayoutJob, { payoutId: objectId });
  }
  if (type.startsWith('transfer.')) {
    await queue.enqueue(db, syncTransferJob, { transferId: objectId });
  }
}

/** Reads the current state from the provider, so the order of events does not matter. */
export async function handleEvent(
  context: Context,
  { eventId, intentId, refundId, disputeId, hasRefunds }: z.output<typeof handleEventJob.payload>,
): Promise<void> {
  await unlessMissing(context, intentId, async () => {
    const attempt = await findAttemptOfIntent(context, intentId);
    if (attempt) await syncPayment(context, attempt.id, intentId);
    if (refundId !== null) await syncRefund(context, refundId);
    if (hasRefunds) await syncRefunds(context, await context.payments.listRefunds({ intentId }));
    if (disputeId !== null) await syncDispute(context, disputeId);
  });
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

export const syncSetupIntentJob = defineJob({
  name: 'orders.sync-setup-intent',
  payload: z.object({ eventId: z.int(), setupId: z.string().max(255) }),
});

/** Saves a card whose owner closed the browser before our answer arrived. */
export async function syncSetupIntent(
  context: Context,
  { eventId, setupId }: z.output<typeof syncSetupIntentJob.payload>,
): Promise<void> {
  const { db, payments, clock } = context;
  await unlessMissing(context, setupId, async () => {
    const setup = await payments.getSetup(setupId);
    const { state, customerId, consent } = setup;
    // Without consent of ours, the setup was made by something else that uses the same account.
    if (state !== 'succeeded' || !customerId || !consent) return;
    const userId = await findOwnerOfCustomer(db, customerId, payments.mode);
    if (userId !== undefined) await unlessRemoved(() => keepSetUpCard(context, { userId }, setup));
  });
  await markEventHandled(db, eventId, clock.now());
}

/** A late event must not bring back a card that its owner has removed. */
async function unlessRemoved(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
  }
}

/** Returns undefined if the event was received before. */
export async function insertEvent(db: Db, event: ProviderEvent): Promise<number | undefined> {
  const row = await db
    .insertInto('externalEvents')
    .values({ source: 'stripe', externalId: event.id, type: event.type, objectId: event.objectId })
    .onConflict((conflict) => conflict.columns(['source', 'externalId']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

async function markEventHandled(db: Db, eventId: number, now: Date): Promise<void> {
  await db.updateTable('externalEvents').set({ handledAt: now }).where('id', '=', eventId).execute();
}
