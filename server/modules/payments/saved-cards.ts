import { z } from 'zod';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { type AttemptRow, hasUnsettledPayment, lockBuyer } from '#server/modules/orders/payment-attempts.ts';
import { PaymentRefused } from '#server/platform/payments/payment-types.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import {
  type CardRow,
  type Consent,
  consentFields,
  findOwnerOfCustomer,
  findSameCard,
  findSource,
  listSavedMethods,
  markRemoved,
  renewCustomer,
  saveCard,
} from './cards.queries.ts';

type KeepTx = Pick<Tx, 'db' | 'clock' | 'queue'>;

/**
 * Keeps a card that is attached at the provider. If a card with the same number is kept already, the second one is
 * detached, unless it was issued anew with a later expiry date and replaces the first. The method of a card that was paid
 * with a confirmation token is known only after the payment.
 */
export async function keepCard(
  { db, clock, queue }: KeepTx,
  card: CardRow,
  { methodId, consent }: { methodId: string; consent: Consent | null },
): Promise<CardRow> {
  await lockBuyer(db, card.userId);
  const same = await findSameCard(db, card);
  if (same && same.id !== card.id) {
    if (!expiresLater(card, same)) {
      if (methodId !== same.methodId) await queue.enqueue(db, detachCardJob, { methodId });
      return consent ? saveCard(db, same.id, consentFields(consent)) : same;
    }
    await markRemoved(db, { id: same.id }, clock.now());
    await queue.enqueue(db, detachCardJob, { methodId: same.methodId });
  }
  return saveCard(db, card.id, { isOnce: false, methodId, ...(consent && consentFields(consent)) });
}

function expiresLater(card: CardRow, other: CardRow): boolean {
  return card.expYear * 12 + card.expMonth > other.expYear * 12 + other.expMonth;
}

/** The provider attaches a card when the bank agrees; we keep it when the money is taken, and never before. */
export async function settleConsent(
  tx: KeepTx,
  attempt: Pick<AttemptRow, 'sourceId' | 'consentVersion' | 'consentDevice' | 'createdAt' | 'state'>,
  methodId: string | null,
): Promise<void> {
  if (attempt.consentVersion === null || attempt.sourceId === null || methodId === null) return;
  if (attempt.state === 'released') await tx.queue.enqueue(tx.db, detachCardJob, { methodId });
  if (attempt.state !== 'succeeded') return;
  const card = await findSource(tx.db, attempt.sourceId);
  if (!card?.isOnce || card.removedAt !== null) return;
  const consent = { version: attempt.consentVersion, at: attempt.createdAt, device: attempt.consentDevice };
  await keepCard(tx, card, { methodId, consent });
}

export const detachCardJob = defineJob({
  name: 'orders.detach-card',
  payload: z.object({ methodId: z.string() }),
});

/** Removes all saved cards at once here, and at the provider by a job of the same transaction. */
export async function forgetCards(
  { db, clock, payments, queue }: Pick<Tx, 'db' | 'clock' | 'payments' | 'queue'>,
  userId: number,
): Promise<void> {
  const removed = await markRemoved(db, { userId }, clock.now());
  // The keys of one mode cannot reach the cards of another.
  for (const { methodId } of removed.filter(({ mode }) => mode === payments.mode)) {
    await queue.enqueue(db, detachCardJob, { methodId });
  }
}

/** A card that the provider no longer knows is detached. */
export async function detachCard({ payments }: Pick<Context, 'payments'>, methodId: string): Promise<void> {
  try {
    await payments.detachCard(methodId);
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
  }
}

/** Removes from our lists what the provider no longer knows, so that buyers are asked for another card. */
export async function forgetMissing(
  context: Context,
  { missing }: PaymentRefused,
  used: { customerId: string; methodId: string },
): Promise<void> {
  if (missing === null) return;
  await inTransaction(context, (tx) =>
    missing === 'customer' ? forgetLostCustomer(tx, used.customerId) : forgetLostCard(tx, used.methodId),
  );
}

/** The provider detaches all cards of a customer that is deleted there. */
export async function forgetLostCustomer({ db, clock }: Pick<Tx, 'db' | 'clock'>, customerId: string) {
  const owner = await renewCustomer(db, customerId, clock.now());
  if (owner) await markRemoved(db, owner, clock.now());
}

export async function forgetLostCard({ db, clock }: Pick<Tx, 'db' | 'clock'>, methodId: string) {
  await markRemoved(db, { methodId }, clock.now());
}

const WINDOW_MINUTES = 3 * 24 * 60;
/** Before this, the call that attached the card may still keep it. */
const SETTLING_MINUTES = 15;

/**
 * Detaches cards that the provider attached to a customer of ours although we do not keep them: the answer was lost, so
 * the buyer was told that it failed. A payment that is not settled yet decides about its card itself.
 */
export async function detachLostCards(context: Context): Promise<void> {
  const { db, payments, clock, log } = context;
  const now = clock.now();
  const attached = await payments.listAttachedCards({
    since: minutesFrom(now, -WINDOW_MINUTES),
    until: minutesFrom(now, -SETTLING_MINUTES),
  });
  const methodIds = attached.map(({ methodId }) => methodId);
  const kept = await listSavedMethods(db, methodIds);
  for (const { methodId, customerId } of attached.filter((card) => !kept.has(card.methodId))) {
    const userId = await findOwnerOfCustomer(db, customerId, payments.mode);
    // Something else that uses the same account has its own customers.
    if (userId === undefined || (await hasUnsettledPayment(db, userId))) continue;
    if (!(await payments.readSavedCard(customerId, methodId)).isAttached) continue;
    await detachCard(context, methodId);
    log.info({ methodId }, 'a card was detached that the provider had attached and nobody keeps');
  }
}
