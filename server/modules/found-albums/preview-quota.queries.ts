import { type Expression, sql } from 'kysely';
import { accountsOfMailbox } from '#server/modules/accounts/mailboxes.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { Db } from '#server/platform/database/database.ts';
import { prepareStatement } from '#server/platform/database/prepared-statements.ts';
import type { Preview } from './preview-quota.rules.ts';
import { isNamedTeam } from './team-subscriptions.queries.ts';

export type OwnPreview = Preview & { userId: number };

/** Makes concurrent previews of one person wait for each other, so that no two take the same last place. */
export async function lockPreviews(db: Db, mailboxKey: string): Promise<void> {
  await advisoryLock(db, `previews:${mailboxKey}`);
}

/** What all accounts of a mailbox opened. */
export function listPreviews(db: Db, mailboxKey: string, since: Date): Promise<OwnPreview[]> {
  return listSince(db, { mailboxKey, since: since.toISOString() });
}

const listSince = prepareStatement((db, { mailboxKey, since }: { mailboxKey: string; since: string }) =>
  db
    .selectFrom('previewedAlbums as opened')
    .select(['opened.userId', 'opened.albumId', 'opened.program', 'opened.openedAt'])
    .where('opened.userId', 'in', accountsOfMailbox(db, mailboxKey))
    .where('opened.openedAt', '>', since),
);

export async function hasBuyerAmong(
  db: Db,
  purchases: Purchases,
  accounts: Expression<{ id: number }>,
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (
    select from ${purchases.boughtItems(db)} bought where bought.user_id in (${accounts})) as has`.execute(
    db,
  );
  return rows[0]?.has ?? false;
}

export async function isOfSavedTeam(db: Db, userId: number, albumId: number): Promise<boolean> {
  const followed = await db
    .selectFrom('teamSubscriptions as saved')
    .innerJoin(albumsToJoin(db).as('album'), (join) => join.on(isNamedTeam))
    .select('saved.id')
    .where('saved.userId', '=', userId)
    .where('album.id', '=', albumId)
    .executeTakeFirst();
  return followed !== undefined;
}

export async function recordPreview(
  db: Db,
  preview: { userId: number; albumId: number; program: string; openedAt: Date },
): Promise<void> {
  const { program, openedAt } = preview;
  await db
    .insertInto('previewedAlbums')
    .values(preview)
    .onConflict((conflict) => conflict.columns(['userId', 'albumId']).doUpdateSet({ program, openedAt }))
    .execute();
}

export async function deletePreviews(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('previewedAlbums').where('openedAt', '<', before.toISOString()).execute();
}

const NO_GRANT = { morePrograms: 0, moreAlbums: 0, until: null, countsFrom: null };

export async function findQuotaGrant(db: Db, userId: number) {
  const grant = await db
    .selectFrom('previewQuotaGrants')
    .select(['morePrograms', 'moreAlbums', 'until', 'countsFrom'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  return grant ?? NO_GRANT;
}

type GrantFields = { morePrograms?: number; moreAlbums?: number; until?: Date | null; countsFrom?: Date };

export async function saveQuotaGrant(db: Db, userId: number, fields: GrantFields): Promise<void> {
  await db
    .insertInto('previewQuotaGrants')
    .values({ userId, ...fields })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(fields))
    .execute();
}
