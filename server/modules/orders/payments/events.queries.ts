import type { Db } from '#server/platform/database.ts';
import type { ProviderEvent } from '#server/platform/payments/payment-types.ts';

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

export async function markEventHandled(db: Db, eventId: number, now: Date): Promise<void> {
  await db.updateTable('externalEvents').set({ handledAt: now }).where('id', '=', eventId).execute();
}
