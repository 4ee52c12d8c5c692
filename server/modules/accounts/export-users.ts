import { MAX_EXPORTED_USERS } from '#contract/endpoints/user-administration.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { searchUsers, type UserFilter, type UserRow } from './accounts.queries.ts';

export async function exportUsers(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  filter: UserFilter,
): Promise<UserRow[]> {
  const users = await searchUsers(db, { ...filter, start: 0, limit: MAX_EXPORTED_USERS, sort: 'newest' });
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'users.export',
    subject: 'users',
    after: { filter, users: users.length },
  });
  return users;
}
