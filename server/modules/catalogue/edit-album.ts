import type { BodyOf } from '#contract/endpoint.ts';
import type { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { Album } from '#contract/entities/album.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { checkVersion, versionOf } from '#server/platform/audit/versions.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { toColumns } from '#server/platform/http/wire-names.ts';
import {
  findAlbum,
  findAlbums,
  insertAlbums,
  lockAlbums,
  type NewAlbumFields,
  selectAlbums,
  updateAlbumFields,
} from './albums.ts';
import { toAlbums } from './browse-albums.ts';
import { findEventFacts, lockEvent } from './events.ts';
import {
  type AlbumChange,
  albumSubject,
  publishAlbum,
  recordAlbumChanges,
  requireEnoughPhotos,
  unpublishAlbum,
} from './publish-album.ts';
import { delayAlbums, lockSchedule, type ScheduledAlbum, updateScheduledAlbums } from './schedule.ts';

type NewAlbum = BodyOf<typeof catalogueEndpoints.createAlbum>;
type AlbumEdit = BodyOf<typeof catalogueEndpoints.updateAlbum>;

export async function createAlbum(
  tx: Pick<Tx, 'db' | 'clock' | 'queue' | 'imageKeys'>,
  actor: Actor,
  album: NewAlbum,
): Promise<Album> {
  const { events, ...fields } = album;
  const [eventId = 0] = events;
  if (!(await lockEvent(tx.db, eventId))) throw new AppError('not_found');
  const [albumId] = await insertAlbums(tx.db, [{ eventId, ...toColumns(fields) }]);
  if (albumId === undefined) throw new AppError('already_exists');
  return finishEdit(tx, actor, { albumId });
}

export async function updateAlbum(
  tx: Pick<Tx, 'db' | 'clock' | 'queue' | 'imageKeys' | 'log'>,
  actor: Actor,
  { albumId, edit }: { albumId: number; edit: AlbumEdit },
): Promise<Album & { version: number }> {
  const { published, quiet, few_photos_ok: isConfirmed = false, version, ...fields } = edit;
  const album = await findAlbum(tx.db, albumId);
  if (!album) throw new AppError('not_found');
  if (fields.planned_at !== undefined) await lockSchedule(tx.db, album.eventId, 'exclusive');
  const [before] = await lockAlbums(tx.db, [albumId]);
  const subject = albumSubject(albumId);
  await checkVersion(tx.db, { subject, version, edit: fields });
  if (published && !isConfirmed) await requireEnoughPhotos(tx, [album]);
  if (Object.keys(fields).length > 0) {
    await updateAlbumFields(tx.db, albumId, toColumns(fields));
  }
  if (published === true) await publishAlbum(tx, albumId, { quiet });
  if (published === false) await unpublishAlbum(tx, albumId);
  const saved = await finishEdit(tx, actor, { albumId, before, quiet });
  return { ...saved, version: await versionOf(tx.db, subject) };
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

type AlbumsToSave = { created: NewAlbumFields[]; changed: ScheduledAlbum[] };

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

type Delay = { eventId: number; minutes: number; from: string; version?: number | undefined };

/** Moves every performance planned at or after a moment, and says how many there were. */
export async function delayEvent(tx: Pick<Tx, 'db' | 'queue'>, actor: Actor, delay: Delay) {
  const { eventId, minutes, from, version } = delay;
  const subject = `event:${eventId}`;
  if (!(await findEventFacts(tx.db, eventId))) throw new AppError('not_found');
  await lockSchedule(tx.db, eventId, 'exclusive');
  // The same minutes again would be another delay, so two equal ones do not agree.
  await checkVersion(tx.db, { subject, version, edit: { minutes: null } });
  const late = await selectAlbums(tx.db)
    .where('eventId', '=', eventId)
    .where('plannedAt', '>=', from)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const before = new Map(late.map((album) => [album.id, album]));
  await delayAlbums(tx.db, delay);
  const delayed = await findAlbums(tx.db, [...before.keys()]);
  await recordAlbumChanges(tx, actor, {
    changes: delayed.map((after) => ({ before: before.get(after.id), after })),
  });
  await recordAudit(tx.db, {
    actorId: actor.userId,
    action: 'event.delay',
    subject,
    before: {},
    after: { minutes, from, albums: delayed.length },
  });
  return { shifted_albums: delayed.length, version: await versionOf(tx.db, subject) };
}
