import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { PaymentRefused } from '#server/platform/payments/payment-types.ts';
import { hasPaymentInFlight, takeTurn } from './attempts.queries.ts';
import { findSameCard, findSource } from './cards.queries.ts';
import { listUnreadCards, saveFingerprint, type UnreadCard } from './fingerprints.queries.ts';
import { mergeCards } from './keep-card.ts';
import { forgetLostCard } from './lost-customer.ts';

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
    await takeTurn(tx.db, unread.userId);
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
