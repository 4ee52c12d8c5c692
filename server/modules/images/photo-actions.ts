import { sql } from 'kysely';
import type { Tx } from '#server/context.ts';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import type { Db } from '#server/platform/database/database.ts';

/**
 * Call it under the locks of the photos, before they change. Returns false if the key was used before; the caller then
 * changes nothing.
 */
export async function recordPhotoAction(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  action: Omit<NewPhotoAction, 'images' | 'createdAt'>,
  items: readonly ActionItem[],
): Promise<boolean> {
  const row = await db
    .insertInto('photoActions')
    .values({ ...action, images: items.length, createdAt: clock.now() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  await insertItems(db, { actionId: row.id, aspect: ASPECTS[action.kind] }, items);
  return true;
}

export type PhotoActionKind = 'keep' | 'reject' | 'restore' | 'best' | 'move' | 'rotate' | 'cover';
export type Aspect = 'shown' | 'album' | 'rotation' | 'cover';
export type PhotoState = Record<string, string | number | boolean | null>;
export type ActionItem = { imageId: number; before: PhotoState; after: PhotoState };

export type NewPhotoAction = {
  key: string;
  kind: PhotoActionKind;
  eventId: number;
  albumId: number | null;
  toAlbumId: number | null;
  actorId: number;
  images: number;
  createdAt: Date;
};

export const ASPECTS: Record<PhotoActionKind, Aspect> = {
  keep: 'shown',
  reject: 'shown',
  restore: 'shown',
  best: 'shown',
  move: 'album',
  rotate: 'rotation',
  cover: 'cover',
};

export async function insertItems(
  db: Db,
  { actionId, aspect }: { actionId: number; aspect: Aspect },
  items: readonly ActionItem[],
): Promise<void> {
  const rows = items.map(({ imageId, before, after }) => ({ image_id: imageId, before, after }));
  await sql`
    insert into photo_action_items (action_id, image_id, aspect, before, after)
    select ${actionId}, image_id, ${aspect}, before, after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (image_id bigint, before jsonb, after jsonb)`.execute(
    db,
  );
}

function selectActions(db: Db) {
  return db
    .selectFrom('photoActions as action')
    .leftJoin(albumsToJoin(db).as('target'), 'target.id', 'action.toAlbumId')
    .selectAll('action')
    .select(['target.programName as toProgram', 'target.teamName as toTeam']);
}

export type ActionRow = NonNullable<Awaited<ReturnType<typeof findAction>>>;

export function findAction(db: Db, key: string) {
  return selectActions(db).where('action.key', '=', key).executeTakeFirst();
}

export async function lockAction(db: Db, key: string) {
  await db.selectFrom('photoActions').select('id').where('key', '=', key).forUpdate().execute();
  return findAction(db, key);
}

export function listActions(db: Db, albumId: number, { since, limit }: { since: Date; limit: number }) {
  return selectActions(db)
    .where((eb) => eb.or([eb('action.albumId', '=', albumId), eb('action.toAlbumId', '=', albumId)]))
    .where('action.createdAt', '>=', since.toISOString())
    .orderBy('action.id', 'desc')
    .limit(limit)
    .execute();
}

/** Leaves out photos that a later action, which was not undone, has changed in the same respect. */
export async function listUndoableItems(db: Db, actionId: number): Promise<ActionItem[]> {
  const { rows } = await sql<ActionItem>`
    select item.image_id as "imageId", item.before, item.after
    from photo_action_items item
    join photo_actions action on action.id = item.action_id
    where item.action_id = ${actionId} and not item.undone and not exists (
      select from photo_action_items later
      join photo_actions later_action on later_action.id = later.action_id
      where later.action_id > item.action_id and later.aspect = item.aspect and not later.undone
        and case when item.aspect = 'cover' then later_action.album_id = action.album_id
          else later.image_id = item.image_id end)
    order by item.image_id`.execute(db);
  return rows;
}

export async function markUndone(
  db: Db,
  actionId: number,
  { imageIds, actorId, now }: { imageIds: number[]; actorId: number; now: Date },
): Promise<void> {
  await db
    .updateTable('photoActionItems')
    .set({ undone: true })
    .where('actionId', '=', actionId)
    .where('imageId', 'in', imageIds.length > 0 ? imageIds : [0])
    .execute();
  await db
    .updateTable('photoActions')
    .set({ undoneAt: now, undoneBy: actorId, undoneImages: imageIds.length })
    .where('id', '=', actionId)
    .execute();
}

export async function deleteActionsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('photoActions').where('createdAt', '<', before.toISOString()).execute();
}
