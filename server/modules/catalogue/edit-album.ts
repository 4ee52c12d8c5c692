import type { BodyOf } from '#contract/endpoint.ts';
import type { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { Album } from '#contract/entities/album.ts';
import type { Tx } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { findAlbum, insertAlbums, lockAlbums, updateAlbumFields } from './albums.queries.ts';
import { toAlbums } from './browse-albums.ts';
import { lockEvent } from './events.queries.ts';
import { publishAlbum, unpublishAlbum } from './publish-album.ts';
import { type AlbumChange, recordAlbumChanges } from './record-album-changes.ts';
import { requireEnoughPhotos } from './require-enough-photos.ts';
import { lockSchedule } from './schedule.queries.ts';

type NewAlbum = BodyOf<typeof catalogueEndpoints.createAlbum>;
type AlbumEdit = BodyOf<typeof catalogueEndpoints.updateAlbum>;

export async function createAlbum(
  tx: Pick<Tx, 'db' | 'clock' | 'queue' | 'imageKeys'>,
  actor: Actor,
  album: NewAlbum,
): Promise<Album> {
  const [eventId = 0] = album.events;
  if (!(await lockEvent(tx.db, eventId))) throw new AppError('not_found');
  const [albumId] = await insertAlbums(tx.db, [
    {
      eventId,
      programName: album.program_name,
      teamName: album.team_name,
      divisionName: album.division_name,
      performanceOrder: album.performance_order,
      identifier: album.identifier,
    },
  ]);
  if (albumId === undefined) throw new AppError('already_exists');
  return finishEdit(tx, actor, { albumId });
}

export async function updateAlbum(
  tx: Pick<Tx, 'db' | 'clock' | 'queue' | 'imageKeys' | 'log'>,
  actor: Actor,
  { albumId, edit }: { albumId: number; edit: AlbumEdit },
): Promise<Album> {
  const { published, quiet, few_photos_ok: isConfirmed = false, ...fields } = edit;
  const album = await findAlbum(tx.db, albumId);
  if (!album) throw new AppError('not_found');
  if (fields.planned_at !== undefined) await lockSchedule(tx.db, album.eventId, 'exclusive');
  const [before] = await lockAlbums(tx.db, [albumId]);
  if (published && !isConfirmed) await requireEnoughPhotos(tx, [album]);
  if (Object.keys(fields).length > 0) {
    await updateAlbumFields(tx.db, albumId, {
      programName: fields.program_name,
      teamName: fields.team_name,
      divisionName: fields.division_name,
      performanceOrder: fields.performance_order,
      plannedAt: fields.planned_at,
    });
  }
  if (published === true) await publishAlbum(tx, albumId, { quiet });
  if (published === false) await unpublishAlbum(tx, albumId);
  return finishEdit(tx, actor, { albumId, before, quiet });
}

async function finishEdit(
  tx: Pick<Tx, 'db' | 'clock' | 'queue' | 'imageKeys'>,
  actor: Actor,
  {
    albumId,
    before,
    quiet,
  }: { albumId: number; before?: AlbumChange['before']; quiet?: boolean | undefined },
): Promise<Album> {
  const after = await findAlbum(tx.db, albumId);
  const [album] = after ? await toAlbums(tx, [after], actor.userId) : [];
  if (!after || !album) throw new AppError('not_found');
  await recordAlbumChanges(tx, actor, { changes: [{ before, after }], quiet });
  return album;
}
