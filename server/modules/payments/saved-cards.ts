import { z } from 'zod';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import {
  type AttemptRow,
  hasPaymentInFlight,
  hasUnsettledPayment,
  lockBuyer,
} from '#server/modules/orders/payment-attempts.ts';
import { PaymentRefused } from '#server/platform/payments/payment-types.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import {
  type CardRow,
  type Consent,
  findOwnerOfCustomer,
  findSameCard,
  findSource,
  listSavedMethods,
  listUnreadCards,
  markAllRemoved,
  markKept,
  markMethodsRemoved,
  markRemoved,
  renewCustomer,
  saveConsent,
  saveFingerprint,
  type UnreadCard,
} from './cards.queries.ts';

type KeepTx = Pick<Tx, 'db' | 'clock' | 'queue'>;

/**
 * Keeps a card that is attached at the provider. If a card with the same number is kept already, the second one is
 * detached, unless it was issued anew with a later expiry date and replaces the first.
 */
export async function keepCard(
  tx: KeepTx,
  card: CardRow,
  { methodId, consent }: { methodId: string; consent: Consent | null },
): Promise<CardRow> {
  const { db, queue } = tx;
  await lockBuyer(db, card.userId);
  const same = await findSameCard(db, card);
  if (!same || same.id === card.id) return markKept(db, card.id, { methodId, consent });
  if (expiresLater(card, same)) {
    await dropCard(tx, same);
    return markKept(db, card.id, { methodId, consent });
  }
  if (methodId !== same.methodId) await queue.enqueue(db, detachCardJob, { methodId });
  return consent ? saveConsent(db, same.id, consent) : same;
}

/** Of two kept cards with the same number, the one that expires later stays, with the newer consent of both. */
async function mergeCards(tx: KeepTx, card: CardRow, same: CardRow): Promise<void> {
  const [kept, dropped] = expiresLater(card, same) ? [card, same] : [same, card];
  await dropCard(tx, dropped);
  const { consentVersion: version, consentAt: at, consentDevice: device } = dropped;
  if (version === null || at === null) return;
  if (kept.consentAt === null || new Date(kept.consentAt) < new Date(at)) {
    await saveConsent(tx.db, kept.id, { version, at, device });
  }
}

async function dropCard({ db, clock, queue }: KeepTx, { id, methodId }: CardRow): Promise<void> {
  await markRemoved(db, id, clock.now());
  await queue.enqueue(db, detachCardJob, { methodId });
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
  const removed = await markAllRemoved(db, userId, clock.now());
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
export async function forgetLostCustomer(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  customerId: string,
): Promise<void> {
  const owner = await renewCustomer(db, customerId, clock.now());
  if (owner) await markMethodsRemoved(db, owner, clock.now());
}

export async function forgetLostCard(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  methodId: string,
): Promise<void> {
  await markMethodsRemoved(db, { methodId }, clock.now());
}

const WINDOW_MINUTES = 3 * 24 * 60;
/** Before this, the call that attached the card may still keep it. */
const SETTLING_MINUTES = 15;

/**
 * Detaches cards that the provider attached to a customer of ours although we do not keep them: the answer was lost, so
 * the buyer was told that it failed. A payment that is not settled yet decides about its card itself.
 */
export async function detachLostCards(
  context: Pick<Context, 'db' | 'payments' | 'clock' | 'log'>,
): Promise<void> {
  const { db, payments, clock, log } = context;
  const now = clock.now();
  const attached = await payments.listAttachedCards({
    since: minutesFrom(now, -WINDOW_MINUTES),
    until: minutesFrom(now, -SETTLING_MINUTES),
  });
  const kept = await listSavedMethods(
    db,
    attached.map(({ methodId }) => methodId),
  );
  for (const { methodId, customerId } of attached.filter((card) => !kept.has(card.methodId))) {
    const userId = await findOwnerOfCustomer(db, customerId, payments.mode);
    // Something else that uses the same account has customers of its own.
    if (userId === undefined || (await hasUnsettledPayment(db, userId))) continue;
    if (!(await payments.readSavedCard(customerId, methodId)).isAttached) continue;
    await detachCard(context, methodId);
    log.info({ methodId }, 'a card was detached that the provider had attached and nobody keeps');
  }
}

const PER_BATCH = 100;

/** Cards that were kept before fingerprints were stored get theirs from the provider, and duplicates become one card. */
export async function readFingerprints(context: Context): Promise<void> {
  const { db, payments } = context;
  for (let after = 0; ; ) {
    const cards = await listUnreadCards(db, payments.mode, { after, limit: PER_BATCH });
    for (const card of cards) await readFingerprint(context, card);
    const last = cards.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function readFingerprint(context: Context, unread: UnreadCard): Promise<void> {
  const fingerprint = await askProvider(context, unread);
  await inTransaction(context, async (tx) => {
    if (fingerprint === undefined) return forgetLostCard(tx, unread.methodId);
    await lockBuyer(tx.db, unread.userId);
    // The bank may still be asked about a payment with one of the two cards; the next run merges them.
    if (await hasPaymentInFlight(tx.db, unread.userId)) return;
    await nameCard(tx, unread.id, fingerprint);
  });
}

/** Returns undefined for a card that the provider no longer knows or has detached: it can never pay again. */
async function askProvider(
  { payments }: Pick<Context, 'payments'>,
  { customerId, methodId }: UnreadCard,
): Promise<string | null | undefined> {
  try {
    const { card, isAttached } = await payments.readSavedCard(customerId ?? '', methodId);
    return isAttached ? card.fingerprint : undefined;
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    return error.missing === 'card' ? undefined : null;
  }
}

async function nameCard(
  tx: Pick<Tx, 'db' | 'clock' | 'queue'>,
  cardId: number,
  fingerprint: string | null,
): Promise<void> {
  const { db, clock } = tx;
  const card = await findSource(db, cardId);
  if (!card || card.removedAt !== null || card.fingerprint !== null) return;
  const same = await findSameCard(db, { ...card, fingerprint });
  if (same) await mergeCards(tx, card, same);
  await saveFingerprint(db, cardId, { fingerprint, now: clock.now() });
}
