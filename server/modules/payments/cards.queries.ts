import { sql, type Updateable } from 'kysely';
import type { PaymentSources } from '#server/platform/database/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Card, PaymentMode } from '#server/platform/payments/payment-types.ts';

export type CardRow = Awaited<ReturnType<typeof listCardRows>>[number];

function ownCards(db: Db, userId: number, mode: PaymentMode) {
  return db
    .selectFrom('paymentSources')
    .where('userId', '=', userId)
    .where('mode', '=', mode)
    .where('removedAt', 'is', null);
}

function savedCards(db: Db, userId: number, mode: PaymentMode) {
  return ownCards(db, userId, mode).where('isOnce', '=', false);
}

export function listCardRows(db: Db, userId: number, mode: PaymentMode) {
  return savedCards(db, userId, mode).selectAll().orderBy('id', 'desc').execute();
}

/** This subquery builds the JSON that customers see of their cards. */
export function selectShownCards(db: Db, userId: number, mode: PaymentMode) {
  return (
    savedCards(db, userId, mode)
      .select(['id', 'brand', 'last4', 'expMonth', 'expYear', 'consentVersion'])
      // Inside JSON a timestamp would have another format.
      .select(sql<string | null>`consent_at::text`.as('consentAt'))
      .orderBy('id', 'desc')
  );
}

export function findSavedCard(db: Db, userId: number, mode: PaymentMode, cardId: number) {
  return savedCards(db, userId, mode).selectAll().where('id', '=', cardId).executeTakeFirst();
}

/** A card entered twice has the same fingerprint. */
export function findSameCard(db: Db, { userId, mode, fingerprint }: CardRow) {
  if (fingerprint === null) return undefined;
  return savedCards(db, userId, mode as PaymentMode)
    .selectAll()
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
}

export function findSource(db: Db, sourceId: number) {
  return db.selectFrom('paymentSources').selectAll().where('id', '=', sourceId).executeTakeFirst();
}

/** Finds a card that can pay: a saved one, or one that was entered for this payment. */
export function findCard(db: Db, userId: number, mode: PaymentMode, cardId: number) {
  return ownCards(db, userId, mode).selectAll().where('id', '=', cardId).executeTakeFirst();
}

/** Includes cards that their owner or the provider removed. */
export async function findOwnCard(db: Db, userId: number, cardId: number) {
  const card = await findSource(db, cardId);
  return card?.userId === userId ? card : undefined;
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

/** The provider made no customer with this key, and never will. */
export async function renewKey(db: Db, key: string): Promise<void> {
  const renewed = { key: sql<string>`gen_random_uuid()` };
  await db.updateTable('paymentCustomers').set(renewed).where('key', '=', key).execute();
}

export async function keepCustomerId(db: Db, userId: number, mode: PaymentMode, customerId: string) {
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

export async function findOwnerOfCustomer(db: Db, customerId: string, mode: PaymentMode) {
  const row = await db
    .selectFrom('paymentCustomers')
    .select('userId')
    .where('customerId', '=', customerId)
    .where('mode', '=', mode)
    .executeTakeFirst();
  return row?.userId;
}

/** Stores a card for one payment. Nothing changes if it is known already. */
export function insertCard(db: Db, card: Card & { userId: number; mode: PaymentMode }): Promise<CardRow> {
  return db
    .insertInto('paymentSources')
    .values({ ...card, isOnce: true })
    .onConflict((conflict) => conflict.column('methodId').doUpdateSet({ expYear: card.expYear }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type Consent = { version: number; at: Date | string; device: string | null };

export function consentFields(consent: Consent) {
  return { consentVersion: consent.version, consentAt: consent.at, consentDevice: consent.device };
}

export function saveCard(db: Db, cardId: number, change: Updateable<PaymentSources>): Promise<CardRow> {
  return db
    .updateTable('paymentSources')
    .set(change)
    .where('id', '=', cardId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

type WhichCards =
  | { id: number }
  | { methodId: string }
  | { userId: number }
  | { userId: number; mode: string };

/** Returns the cards that were not removed before. */
export function markRemoved(db: Db, which: WhichCards, now: Date) {
  return db
    .updateTable('paymentSources')
    .set({ removedAt: now })
    .where((eb) => eb.and(which))
    .where('removedAt', 'is', null)
    .returning(['methodId', 'mode'])
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
