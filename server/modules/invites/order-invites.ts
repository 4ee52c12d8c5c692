import type { Invite } from '#contract/endpoints/invites.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { accountsByEmail } from '#server/modules/accounts/find-accounts.ts';
import { findOrderOfMember, type SharedOrder } from '#server/modules/orders/pools/members.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { takeHits } from '#server/platform/rate-limit.ts';
import { toWireOrderInvite } from './invites.wire.ts';
import {
  insertOrderInvite,
  listOrderInvites,
  lockOrderInvite,
  markOrderInviteRevoked,
  markSentAgain,
  type OrderInviteRow,
} from './order-invites.queries.ts';
import { maySendAgain } from './order-invites.rules.ts';
import { sendOrderInvite } from './send-order-invite.ts';

const MOST_A_DAY = 30;

export type OrderInviteWish = { orderId: number; orderKey: string; email: string };

/** Whoever is in the order may ask others in. The answer is the same whether or not the address has an account. */
export async function inviteToOrder(
  context: Context,
  userId: number,
  wish: OrderInviteWish,
): Promise<Invite> {
  const order = await findOrderOfMember(context.db, userId, wish.orderKey);
  if (order?.id !== wish.orderId) throw new AppError('not_found');
  if (!order.isOpen) throw new AppError('order_closed');
  const hits = await takeHits(context, [
    { key: `order-invite:${userId}`, max: MOST_A_DAY, perMinutes: 24 * 60 },
  ]);
  const { invite, isSent } = await inTransaction(context, (tx) => send(tx, userId, order, wish.email));
  if (!isSent) await hits.giveBack();
  const [answer] = await toWire(context.db, order, [invite]);
  if (!answer) throw new AppError('not_found');
  return answer;
}

async function send(
  { db, clock, queue }: Tx,
  userId: number,
  order: SharedOrder,
  email: string,
): Promise<{ invite: OrderInviteRow; isSent: boolean }> {
  const now = clock.now();
  const fresh = { orderId: order.id, invitedBy: userId, email, lastSentAt: now, createdAt: now };
  let invite = await insertOrderInvite(db, fresh);
  if (!invite) {
    const known = await lockOrderInvite(db, order.id, email);
    if (!maySendAgain(known, now)) return { invite: known, isSent: false };
    invite = await markSentAgain(db, known.id, now);
  }
  const { id: inviteId, timesSent } = invite;
  await queue.enqueue(db, sendOrderInvite, { inviteId, timesSent });
  return { invite, isSent: true };
}

/** Those the asker has invited; whom others invited is theirs to know. */
export async function listInvitesToOrder(
  { db }: Pick<Context, 'db'>,
  userId: number,
  orderId: number,
): Promise<Invite[]> {
  const order = await findOrderOfMember(db, userId, orderId);
  if (!order) throw new AppError('not_found');
  return toWire(db, order, await listOrderInvites(db, orderId, userId));
}

/** It is marked so and not sent any more. The order's own address is not secret to whoever has seen it. */
export async function revokeOrderInvite(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  userId: number,
  inviteId: number,
): Promise<void> {
  if (!(await markOrderInviteRevoked(db, inviteId, userId, clock.now()))) throw new AppError('not_found');
}

async function toWire(db: Db, order: SharedOrder, invites: OrderInviteRow[]): Promise<Invite[]> {
  const accounts = await accountsByEmail(
    db,
    invites.map((invite) => invite.email),
  );
  return invites.map((invite) => {
    const accountId = accounts.get(invite.email.toLowerCase());
    return toWireOrderInvite(invite, accountId !== undefined && order.holders.has(accountId));
  });
}
