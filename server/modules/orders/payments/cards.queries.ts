import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
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
  return selectCards(db, userId, mode).orderBy('id', 'desc').execute();
}

export function findCard(db: Db, userId: number, mode: PaymentMode, cardId: number) {
  return selectCards(db, userId, mode).where('id', '=', cardId).executeTakeFirst();
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

export async function insertCard(
  db: Db,
  card: Card & { userId: number; mode: PaymentMode },
): Promise<CardRow> {
  return db
    .insertInto('paymentSources')
    .values(card)
    .onConflict((conflict) => conflict.column('methodId').doUpdateSet({ expYear: card.expYear }))
    .returningAll()
    .executeTakeFirstOrThrow();
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
