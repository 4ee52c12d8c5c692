import type { NotificationKind } from '#contract/rules/notification-settings.ts';
import type { Db } from '#server/platform/database.ts';
import { lockName } from '#server/platform/lock-name.ts';

export type LinkOwner = { userId: number; kind: NotificationKind } | { email: string };

export async function lockLink(db: Db, owner: LinkOwner): Promise<void> {
  const name = 'email' in owner ? owner.email.toLowerCase() : `${owner.userId}:${owner.kind}`;
  await lockName(db, `unsubscribe:${name}`);
}

export async function findLinkOf(db: Db, owner: LinkOwner): Promise<string | undefined> {
  const links = db.selectFrom('unsubscribeLinks').select('publicActionUuid');
  const row = await ('email' in owner
    ? links.where('email', '=', owner.email)
    : links.where('userId', '=', owner.userId).where('kind', '=', owner.kind)
  ).executeTakeFirst();
  return row?.publicActionUuid;
}

export async function insertLink(db: Db, action: string, owner: LinkOwner): Promise<void> {
  await db
    .insertInto('unsubscribeLinks')
    .values({ publicActionUuid: action, ...owner })
    .execute();
}

export async function findLink(db: Db, action: string): Promise<LinkOwner | undefined> {
  const row = await db
    .selectFrom('unsubscribeLinks')
    .select(['userId', 'kind', 'email'])
    .where('publicActionUuid', '=', action)
    .executeTakeFirst();
  if (row?.email) return { email: row.email };
  if (row?.userId && row.kind) return { userId: row.userId, kind: row.kind as NotificationKind };
  return undefined;
}
