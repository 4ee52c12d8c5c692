import type { Selectable } from 'kysely';
import type { Tx } from '#server/context.ts';
import { accountsByEmail } from '#server/modules/accounts/find-people.ts';
import { isAddressOf } from '#server/modules/accounts/mailboxes.ts';
import { findOrderOfMember, type SharedOrder } from '#server/modules/group-orders/show-pools.ts';
import type { OrderInvites } from '#server/platform/database/database.gen.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { MAX_INVITES_LISTED, maySendAgain } from './invites.ts';
import { sendOrderInvite } from './send-invites.ts';

type OrderInviteRow = Selectable<OrderInvites>;
export type OrderInvite = OrderInviteRow & { hasJoined: boolean };
export type OrderInvitation = { orderId: number; orderKey: string; email: string };

/** Every member of an order may invite others. The answer does not reveal whether the address has an account. */
export async function inviteToOrder(
  { db, clock, queue }: Pick<Tx, 'db' | 'clock' | 'queue'>,
  { userId }: Actor,
  { orderId, orderKey, email }: OrderInvitation,
): Promise<{ invite: OrderInvite; isSent: boolean }> {
  const order = await findOrderOfMember(db, userId, orderKey);
  if (order?.id !== orderId) throw new AppError('not_found');
  if (!order.isOpen) throw new AppError('order_closed');
  if (await isAddressOf(db, userId, email)) throw new AppError('invite_to_self');
  const now = clock.now();
  const values = { orderId, invitedBy: userId, email, lastSentAt: now, createdAt: now };
  let invite = await db
    .insertInto('orderInvites')
    .values(values)
    .onConflict((conflict) => conflict.columns(['orderId', 'email']).doNothing())
    .returningAll()
    .executeTakeFirst();
  let isSent = invite !== undefined;
  if (!invite) {
    invite = await lockInvite(db, orderId, email);
    isSent = maySendAgain(invite, now);
    if (isSent) invite = await reopenInvite(db, invite.id, { invitedBy: userId, lastSentAt: now });
  }
  const { id: inviteId, timesSent } = invite;
  if (isSent) await queue.enqueue(db, sendOrderInvite, { inviteId, timesSent });
  const joined = await joinedEmails(db, order, [invite]);
  return { invite: { ...invite, hasJoined: joined.has(invite.email) }, isSent };
}

function lockInvite(db: Db, orderId: number, email: string): Promise<OrderInviteRow> {
  return db
    .selectFrom('orderInvites')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** It belongs to whoever sent it last, because the first sender may have left the order. */
function reopenInvite(
  db: Db,
  inviteId: number,
  sent: { invitedBy: number; lastSentAt: Date },
): Promise<OrderInviteRow> {
  return db
    .updateTable('orderInvites')
    .set((eb) => ({ ...sent, timesSent: eb('timesSent', '+', 1), revokedAt: null }))
    .where('id', '=', inviteId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Lists only the invitations that the actor sent. */
export async function listInvitesToOrder(
  { db }: Pick<Tx, 'db'>,
  { userId }: Actor,
  orderId: number,
): Promise<OrderInvite[]> {
  const order = await findOrderOfMember(db, userId, orderId);
  if (!order) throw new AppError('not_found');
  const invites = await db
    .selectFrom('orderInvites')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('invitedBy', '=', userId)
    .orderBy('id')
    .limit(MAX_INVITES_LISTED)
    .execute();
  const joined = await joinedEmails(db, order, invites);
  return invites.map((invite) => ({ ...invite, hasJoined: joined.has(invite.email) }));
}

/** The invitation is not sent again, but the address of the order still works for whoever has it. */
export async function revokeOrderInvite(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { userId }: Actor,
  inviteId: number,
): Promise<void> {
  const now = clock.now().toISOString();
  // Revoking twice keeps the first time.
  const revoked = await db
    .updateTable('orderInvites')
    .set((eb) => ({ revokedAt: eb.fn.coalesce('revokedAt', eb.val(now)) }))
    .where('id', '=', inviteId)
    .where('invitedBy', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (!revoked) throw new AppError('not_found');
}

async function joinedEmails(db: Db, order: SharedOrder, invites: OrderInviteRow[]): Promise<Set<string>> {
  const emails = invites.map((invite) => invite.email);
  const accounts = await accountsByEmail(db, emails);
  return new Set(emails.filter((email) => order.holders.has(accounts.get(email.toLowerCase()) ?? 0)));
}
