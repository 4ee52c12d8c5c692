import type { BulkUserAction } from '#contract/endpoints/user-administration.ts';
import type { BulkAnswer } from '#contract/lists/list.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { actOnEach } from '#server/platform/lists/act-on-each.ts';
import { takeHits } from '#server/platform/rate-limit.ts';
import { actFor } from './customer-access.ts';
import { sendLink } from './links.ts';
import { logUserOut } from './user-sessions.ts';

const MAIL_LIMIT = { max: 3, minutes: 15 };

/** Handles each user in a transaction of their own. */
export function actOnUsers(
  context: Context,
  actor: Actor,
  { ids, action }: { ids: readonly number[]; action: BulkUserAction },
): Promise<BulkAnswer<number>> {
  const act = action === 'log_out' ? logOut : sendPasswordLink;
  return actOnEach(ids, (id) => act(context, actor, id));
}

async function logOut(context: Context, actor: Actor, userId: number): Promise<void> {
  await inTransaction(context, (tx) => logUserOut(tx, actor, userId));
}

async function sendPasswordLink(context: Context, actor: Actor, userId: number): Promise<void> {
  const user = await actFor(context, actor, userId);
  // The key is the one that links requested by the user count against.
  await takeHits(context, [{ key: `link:${user.email}`, ...MAIL_LIMIT }]);
  await inTransaction(context, async (tx) => {
    await tx.queue.enqueue(tx.db, sendLink, { email: user.email, purpose: 'password_reset' });
    await recordAudit(tx.db, {
      actorId: actor.userId,
      action: 'user.send-password-link',
      subject: `user:${userId}`,
      after: { to: user.email },
    });
  });
}
