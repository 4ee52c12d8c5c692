import { RESETS_PER_DAY } from '#contract/rules/accounts.ts';
import type { AuditAction } from '#contract/rules/audit-actions.ts';
import { can, isStaff } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit, recordRead } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { consumeRateLimits } from '#server/platform/security/rate-limit.ts';
import { findUserById, type UserRow } from './accounts.queries.ts';

// All staff access to a person's data passes here: staff act for customers, never for themselves, and only a super
// acts for staff.

/** Call it before staff change anything of a person; the change itself goes to the audit log. */
export async function actFor({ db }: Pick<Tx, 'db'>, actor: Actor, userId: number): Promise<UserRow> {
  refuseSelf(actor, [userId]);
  return getChangeable({ db }, actor, userId);
}

/** Like `actFor`, for what people also change of their own. */
export async function getChangeable({ db }: Pick<Tx, 'db'>, actor: Actor, userId: number): Promise<UserRow> {
  const user = await getReachable(db, actor, userId);
  if (userId !== actor.userId) requireChanges(actor);
  return user;
}

export function requireChanges(actor: Actor): void {
  if (!can(actor, 'change_customers')) throw new AppError('forbidden');
}

/** Orders outlive accounts: staff act on an order also after its buyer has deleted the account. */
export async function actForBuyer({ db }: Pick<Tx, 'db'>, actor: Actor, userId: number): Promise<void> {
  refuseSelf(actor, [userId]);
  if (!(await isDeleted(db, userId))) await getReachable(db, actor, userId);
}

/** Without an actor, the operator did it on the command line. */
export async function auditUser(
  db: Tx['db'],
  actorId: number | null,
  { action, userId, ...change }: { action: AuditAction; userId: number; before?: unknown; after?: unknown },
): Promise<void> {
  await recordAudit(db, { actorId, action, subject: `user:${userId}`, ...change });
}

/** A change may concern several people, such as the members of a pool. */
export function refuseSelf(actor: Actor, userIds: readonly number[]): void {
  if (userIds.includes(actor.userId)) throw new AppError('not_for_yourself');
}

/** Call it before staff see anything of a person; it puts that on record. One's own data is open to everyone. */
export async function readOf(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  { userId, part }: { userId: number; part: string },
): Promise<void> {
  if (userId === actor.userId) return;
  await getReachable(db, actor, userId);
  await recordRead(db, { actorId: actor.userId, userId, part });
}

/** Like `readOf`, for what stays of a person who has deleted the account. */
export async function readOfBuyer(
  tx: Pick<Tx, 'db'>,
  actor: Actor,
  { userId, part }: { userId: number; part: string },
): Promise<void> {
  if (isStaff(actor.role) && (await isDeleted(tx.db, userId)))
    await recordRead(tx.db, { actorId: actor.userId, userId, part });
  else await readOf(tx, actor, { userId, part });
}

/** Answers customers who ask for another account as if there were none, so that nobody learns it exists. */
export async function getReachable(db: Tx['db'], actor: Actor, userId: number): Promise<UserRow> {
  const isOpen = userId === actor.userId || isStaff(actor.role);
  const user = isOpen ? await findUserById(db, userId) : undefined;
  if (!user) throw new AppError(isOpen && (await isDeleted(db, userId)) ? 'account_deleted' : 'not_found');
  const isAbove = user.role !== 'authenticated' && actor.role !== 'super';
  if (userId !== actor.userId && (isAbove || !can(actor, 'customers'))) throw new AppError('forbidden');
  return user;
}

const DAY_MINUTES = 24 * 60;

/**
 * Call it in the transaction that gives a customer more views, downloads, previews or card attempts, before it locks
 * anything: what is refused or rolled back does not count.
 */
export async function countReset(tx: Pick<Tx, 'db' | 'clock'>, actor: Actor, userId: number): Promise<void> {
  if (actor.role === 'super') return;
  const { byStaff, ofCustomer } = RESETS_PER_DAY;
  await take(tx, `resets-by:${actor.userId}`, byStaff, `You have reset limits of customers ${byStaff} times`);
  await take(tx, `resets-of:${userId}`, ofCustomer, `This customer’s limits were reset ${ofCustomer} times`);
}

async function take(tx: Pick<Tx, 'db' | 'clock'>, key: string, max: number, reached: string): Promise<void> {
  try {
    await consumeRateLimits(tx, [{ key, max, minutes: DAY_MINUTES }]);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'too_many_requests')) throw error;
    throw new AppError('resets_exceeded', {
      message: `${reached} in 24 hours, which is the limit. Ask an administrator.`,
      details: error.details,
    });
  }
}

/** The rows of a deleted account belong to one that has no person. */
export async function isDeleted(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deletedAt', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
