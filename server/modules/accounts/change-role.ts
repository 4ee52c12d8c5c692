import { isStaff, type Role } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import type { UserRow } from './accounts.queries.ts';
import { actFor } from './customer-access.ts';
import { capStaffSessions } from './sessions.ts';
import { lockSupers, setRole } from './user-administration.queries.ts';

/** Locks all supers first, so that two of them cannot demote each other and leave none. */
export async function changeRole(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { userId, role }: { userId: number; role: Role },
): Promise<UserRow> {
  const { db } = tx;
  const supers = await lockSupers(db);
  if (!supers.includes(actor.userId)) throw new AppError('forbidden');
  const before = await actFor(tx, actor, userId);
  if (before.role === role) return before;
  await setRole(db, userId, role);
  if (isStaff(role)) await capStaffSessions(tx, userId);
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'user.change-role',
    subject: `user:${userId}`,
    before: { role: before.role },
    after: { role },
  });
  return { ...before, role };
}
