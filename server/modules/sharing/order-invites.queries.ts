import type { Db } from '#server/platform/database/database.ts';

const MAX_LISTED = 200;

export type OrderInviteRow = Awaited<ReturnType<typeof listOrderInvites>>[number];

export function listOrderInvites(db: Db, orderId: number, invitedBy: number) {
  return db
    .selectFrom('orderInvites')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('invitedBy', '=', invitedBy)
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute();
}

export function findOrderInvite(db: Db, inviteId: number) {
  return db.selectFrom('orderInvites').selectAll().where('id', '=', inviteId).executeTakeFirst();
}

/** Returns undefined if the address was already invited to the order. */
export function insertOrderInvite(
  db: Db,
  invite: { orderId: number; invitedBy: number; email: string; lastSentAt: Date; createdAt: Date },
) {
  return db
    .insertInto('orderInvites')
    .values(invite)
    .onConflict((conflict) => conflict.columns(['orderId', 'email']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function lockOrderInvite(db: Db, orderId: number, email: string) {
  return db
    .selectFrom('orderInvites')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export function markSentAgain(db: Db, inviteId: number, now: Date) {
  return db
    .updateTable('orderInvites')
    .set((eb) => ({ timesSent: eb('timesSent', '+', 1), lastSentAt: now, revokedAt: null }))
    .where('id', '=', inviteId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns undefined if the invitation is not theirs; revoking twice keeps the first time. */
export function markOrderInviteRevoked(db: Db, inviteId: number, invitedBy: number, now: Date) {
  return db
    .updateTable('orderInvites')
    .set((eb) => ({ revokedAt: eb.fn.coalesce('revokedAt', eb.val(now.toISOString())) }))
    .where('id', '=', inviteId)
    .where('invitedBy', '=', invitedBy)
    .returning('id')
    .executeTakeFirst();
}
