import type { BodyOf } from '#contract/endpoint.ts';
import type { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { Album } from '#contract/entities/album.ts';
import type { Tx } from '#server/context.ts';
import { retract } from '#server/modules/notifications/notify.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { type AlbumRow, findAlbum, insertAlbum, updateAlbumFields } from './albums.queries.ts';
import { toAlbums } from './browse-albums.ts';
import { lockEvent } from './events.queries.ts';
import { albumPublished, albumSubject, publishAlbum } from './publish-album.ts';
import { scheduleChanged } from './schedule-changed.ts';

type World = Pick<Tx, 'db' | 'clock' | 'queue' | 'imageKeys'>;
type NewAlbum = BodyOf<typeof catalogueEndpoints.createAlbum>;
type AlbumChange = BodyOf<typeof catalogueEndpoints.updateAlbum>;

export async function createAlbum(world: World, actor: Actor, album: NewAlbum): Promise<Album> {
  const [eventId = 0] = album.events;
  if (!(await lockEvent(world.db, eventId))) throw new AppError('not_found');
  const albumId = await insertAlbum(world.db, {
    eventId,
    programName: album.program_name,
    teamName: album.team_name,
    divisionName: album.division_name,
    performanceOrder: album.performance_order,
    identifier: album.identifier,
  });
  if (albumId === undefined) throw new AppError('already_exists');
  const after = await getRow(world, albumId);
  await recordAudit(world.db, {
    actorId: actor.userId,
    action: 'album.create',
    subject: `album:${albumId}`,
    after,
  });
  return toWire(world, after, actor);
}

export async function updateAlbum(
  world: World,
  actor: Actor,
  albumId: number,
  change: AlbumChange,
): Promise<Album> {
  const before = await getRow(world, albumId);
  const { published, quiet, ...fields } = change;
  const isUnpublished = published === false;
  if (Object.keys(fields).length > 0 || isUnpublished) {
    await updateAlbumFields(world.db, albumId, {
      programName: fields.program_name,
      teamName: fields.team_name,
      divisionName: fields.division_name,
      performanceOrder: fields.performance_order,
      plannedAt: fields.planned_at,
      ...(isUnpublished ? { publishedAt: null } : {}),
    });
  }
  // Taken back before anyone heard of it, it is no news.
  if (isUnpublished) await retract(world.db, 'album_published', albumSubject(albumId));
  const isNews = published ? await publishAlbum(world, albumId, { quiet }) : false;
  const after = await getRow(world, albumId);
  // A corrected team name can fit other saved searches than the one it was published under.
  if (after.publishedAt && !isNews && isRenamed(before, after)) {
    await world.queue.enqueue(world.db, albumPublished, { albumId, quiet });
  }
  if (before.plannedAt !== after.plannedAt) {
    await world.queue.enqueue(world.db, scheduleChanged, { eventId: after.eventId });
  }
  await recordAudit(world.db, {
    actorId: actor.userId,
    action: 'album.update',
    subject: `album:${albumId}`,
    before,
    after,
  });
  return toWire(world, after, actor);
}

function isRenamed(before: AlbumRow, after: AlbumRow): boolean {
  return (['programName', 'teamName', 'divisionName'] as const).some((name) => before[name] !== after[name]);
}

async function getRow({ db }: World, albumId: number): Promise<AlbumRow> {
  const album = await findAlbum(db, albumId);
  if (!album) throw new AppError('not_found');
  return album;
}

async function toWire(world: World, row: AlbumRow, actor: Actor): Promise<Album> {
  const [album] = await toAlbums(world, [row], actor.userId);
  if (!album) throw new AppError('not_found');
  return album;
}
