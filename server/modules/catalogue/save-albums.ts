import type { Tx } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { findAlbums, insertAlbums, lockAlbums, type NewAlbumFields } from './albums.queries.ts';
import { recordAlbumChanges } from './record-album-changes.ts';
import { type ScheduledAlbum, updateScheduledAlbums } from './schedule.queries.ts';

export type AlbumsToSave = { created: NewAlbumFields[]; changed: ScheduledAlbum[] };

/** Creates and changes many albums with the same consequences as editing each of them. */
export async function saveAlbums(
  tx: Pick<Tx, 'db' | 'queue'>,
  actor: Actor,
  { created, changed }: AlbumsToSave,
): Promise<void> {
  const changedIds = changed.map(({ id }) => id);
  const before = new Map((await lockAlbums(tx.db, changedIds)).map((album) => [album.id, album]));
  await updateScheduledAlbums(tx.db, changed);
  const createdIds = await insertAlbums(tx.db, created);
  if (createdIds.length < created.length) throw new AppError('already_exists');
  const saved = await findAlbums(tx.db, [...changedIds, ...createdIds]);
  await recordAlbumChanges(tx, actor, {
    changes: saved.map((after) => ({ before: before.get(after.id), after })),
  });
}
