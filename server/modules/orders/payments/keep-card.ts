import type { Tx } from '#server/context.ts';
import { type AttemptRow, takeTurn } from './attempts.queries.ts';
import {
  type CardRow,
  type Consent,
  findSameCard,
  findSource,
  markKept,
  markRemoved,
  saveConsent,
} from './cards.queries.ts';
import { detachCardJob } from './forget-cards.ts';

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
  await takeTurn(db, card.userId);
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
export async function mergeCards(tx: KeepTx, card: CardRow, same: CardRow): Promise<void> {
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
