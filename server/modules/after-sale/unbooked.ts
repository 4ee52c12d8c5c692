import { type Insertable, sql } from 'kysely';
import type { UnbookedItems } from '#server/platform/database/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';

export type UnbookedKind = 'refund' | 'dispute';

const MAX_RETRIED = 200;

/** Lists the oldest. */
export function listUnbooked(db: Db, mode: PaymentMode) {
  return db
    .selectFrom('unbookedItems')
    .innerJoin('paymentAttempts', 'paymentAttempts.id', 'unbookedItems.attemptId')
    .select(['unbookedItems.externalId', 'unbookedItems.kind'])
    .$narrowType<{ kind: UnbookedKind }>()
    .where('paymentAttempts.mode', '=', mode)
    .orderBy('unbookedItems.id')
    .limit(MAX_RETRIED)
    .execute();
}

export type UnbookedRow = Awaited<ReturnType<typeof listUnbookedOf>>[number];

export function listUnbookedOf(db: Db, orderIds: number[]) {
  return db
    .selectFrom('unbookedItems')
    .selectAll()
    .$narrowType<{ kind: UnbookedKind }>()
    .where('orderId', '=', anyOf(orderIds))
    .orderBy('id')
    .execute();
}

/** An item that fails again stays as old as it is. */
export async function saveUnbooked(db: Db, item: Insertable<UnbookedItems>): Promise<void> {
  await db
    .insertInto('unbookedItems')
    .values(item)
    .onConflict((conflict) => conflict.column('externalId').doUpdateSet({ problem: sql`excluded.problem` }))
    .execute();
}

export async function deleteUnbooked(db: Db, externalId: string): Promise<void> {
  await db.deleteFrom('unbookedItems').where('externalId', '=', externalId).execute();
}
