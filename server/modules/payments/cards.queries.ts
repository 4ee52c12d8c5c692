import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Card, PaymentMode } from '#server/platform/payments/payment-types.ts';

export type CardRow = Awaited<ReturnType<typeof listCardRows>>[number];

function selectCards(db: Db, userId: number, mode: PaymentMode) {
  return db
    .selectFrom('paymentSources')
    .selectAll()
    .where('userId', '=', userId)
    .where('mode', '=', mode)
    .where('removedAt', 'is', null);
}

export function listCardRows(db: Db, userId: number, mode: PaymentMode) {
  return selectCards(db, userId, mode).where('isOnce', '=', false).orderBy('id', 'desc').execute();
}

/** This subquery builds the JSON that customers see of their cards. */
export function selectShownCards(db: Db, userId: number, mode: PaymentMode) {
  return (
    db
      .selectFrom('paymentSources')
      .select(['id', 'brand', 'last4', 'expMonth', 'expYear', 'consentVersion'])
      // Inside JSON a timestamp would have another format.
      .select(sql<string | null>`consent_at::text`.as('consentAt'))
      .where('userId', '=', userId)
      .where('mode', '=', mode)
      .where('removedAt', 'is', null)
      .where('isOnce', '=', false)
      .orderBy('id', 'desc')
  );
}

export function findSavedCard(db: Db, userId: number, mode: PaymentMode, cardId: number) {
  return selectCards(db, userId, mode)
    .where('id', '=', cardId)
    .where('isOnce', '=', false)
    .executeTakeFirst();
}

/** The same card entered again has the same fingerprint. */
export function findSameCard(db: Db, { userId, mode, fingerprint }: CardRow) {
  if (fingerprint === null) return undefined;
  return selectCards(db, userId, mode as PaymentMode)
    .where('isOnce', '=', false)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
}

export function findSource(db: Db, sourceId: number) {
  return db.selectFrom('paymentSources').selectAll().where('id', '=', sourceId).executeTakeFirst();
}

/** Finds a card that can pay: a saved one, or one that was entered for this payment. */
export function findCard(db: Db, userId: number, mode: PaymentMode, cardId: number) {
  return selectCards(db, userId, mode).where('id', '=', cardId).executeTakeFirst();
}

/** Also finds a card that was removed, by its owner or because the provider dropped it. */
export function findOwnCard(db: Db, userId: number, cardId: number) {
  return db
    .selectFrom('paymentSources')
    .select('isOnce')
    .where('userId', '=', userId)
    .where('id', '=', cardId)
    .executeTakeFirst();
}

/** The row comes first: its key makes two calls to the provider create one customer. */
export async function openCustomer(db: Db, userId: number, mode: PaymentMode) {
  return db
    .insertInto('paymentCustomers')
    .values({ userId, mode })
    .onConflict((conflict) => conflict.columns(['userId', 'mode']).doUpdateSet({ mode }))
    .returning(['key', 'customerId'])
    .executeTakeFirstOrThrow();
}

export async function keepCustomerId(
  db: Db,
  userId: number,
  mode: PaymentMode,
  customerId: string,
): Promise<void> {
  await db
    .updateTable('paymentCustomers')
    .set({ customerId })
    .where('userId', '=', userId)
    .where('mode', '=', mode)
    .execute();
}

export function findCustomerId(db: Db, userId: number, mode: PaymentMode) {
  return db
    .selectFrom('paymentCustomers')
    .select(['customerId', 'renewedAt'])
    .where('userId', '=', userId)
    .where('mode', '=', mode)
    .executeTakeFirst();
}

export async function listSavedMethods(db: Db, methodIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('paymentSources')
    .select('methodId')
    .where('methodId', '=', anyOf(methodIds))
    .where('isOnce', '=', false)
    .where('removedAt', 'is', null)
    .execute();
  return new Set(rows.map(({ methodId }) => methodId));
}

export async function findOwnerOfCustomer(
  db: Db,
  customerId: string,
  mode: PaymentMode,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('paymentCustomers')
    .select('userId')
    .where('customerId', '=', customerId)
    .where('mode', '=', mode)
    .executeTakeFirst();
  return row?.userId;
}

/** Stores a card for one payment. Nothing changes if it is known already. */
export async function insertCard(
  db: Db,
  card: Card & { userId: number; mode: PaymentMode },
): Promise<CardRow> {
  return db
    .insertInto('paymentSources')
    .values({ ...card, isOnce: true })
    .onConflict((conflict) => conflict.column('methodId').doUpdateSet({ expYear: card.expYear }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type Consent = { version: number; at: Date | string; device: string | null };

/** The method of a card that was paid with a confirmation token is known only after the payment. */
export function markKept(
  db: Db,
  cardId: number,
  { methodId, consent }: { methodId: string; consent: Consent | null },
): Promise<CardRow> {
  return db
    .updateTable('paymentSources')
    .set({ isOnce: false, methodId, ...consentFields(consent) })
    .where('id', '=', cardId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function saveConsent(db: Db, cardId: number, consent: Consent): Promise<CardRow> {
  return db
    .updateTable('paymentSources')
    .set(consentFields(consent))
    .where('id', '=', cardId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function consentFields(consent: Consent | null) {
  return consent
    ? { consentVersion: consent.version, consentAt: consent.at, consentDevice: consent.device }
    : { consentVersion: null, consentAt: null, consentDevice: null };
}

export function markAllRemoved(db: Db, userId: number, now: Date) {
  return db
    .updateTable('paymentSources')
    .set({ removedAt: now })
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .returning(['methodId', 'mode'])
    .execute();
}

export async function markRemoved(db: Db, cardId: number, now: Date): Promise<void> {
  await db
    .updateTable('paymentSources')
    .set({ removedAt: now })
    .where('id', '=', cardId)
    .where('removedAt', 'is', null)
    .execute();
}

/**
 * Forgets a customer that the provider no longer knows. The new key lets the provider make another one. Returns the
 * owner to exactly one of several concurrent callers.
 */
export function renewCustomer(db: Db, customerId: string, now: Date) {
  return db
    .updateTable('paymentCustomers')
    .set({ customerId: null, key: sql<string>`gen_random_uuid()`, renewedAt: now })
    .where('customerId', '=', customerId)
    .returning(['userId', 'mode'])
    .executeTakeFirst();
}

export async function markMethodsRemoved(
  db: Db,
  which: { methodId: string } | { userId: number; mode: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('paymentSources')
    .set({ removedAt: now })
    .where((eb) =>
      'methodId' in which
        ? eb('methodId', '=', which.methodId)
        : eb.and([eb('userId', '=', which.userId), eb('mode', '=', which.mode)]),
    )
    .where('removedAt', 'is', null)
    .execute();
}

export type UnreadCard = Awaited<ReturnType<typeof listUnreadCards>>[number];

/** Lists kept cards about which the provider was not asked yet. Link does not tell the card behind it. */
export function listUnreadCards(
  db: Db,
  mode: PaymentMode,
  { after, limit }: { after: number; limit: number },
) {
  return db
    .selectFrom('paymentSources')
    .innerJoin('paymentCustomers', (join) =>
      join
        .onRef('paymentCustomers.userId', '=', 'paymentSources.userId')
        .onRef('paymentCustomers.mode', '=', 'paymentSources.mode'),
    )
    .select(['paymentSources.id', 'paymentSources.userId', 'methodId', 'customerId'])
    .where('paymentSources.mode', '=', mode)
    .where('fingerprint', 'is', null)
    .where('fingerprintReadAt', 'is', null)
    .where('removedAt', 'is', null)
    .where('isOnce', '=', false)
    .where('brand', '<>', 'link')
    .where('paymentSources.id', '>', after)
    .orderBy('paymentSources.id')
    .limit(limit)
    .execute();
}

export async function saveFingerprint(
  db: Db,
  cardId: number,
  { fingerprint, now }: { fingerprint: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable('paymentSources')
    .set({ fingerprint, fingerprintReadAt: now })
    .where('id', '=', cardId)
    .execute();
}
