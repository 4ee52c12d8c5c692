import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  MAX_WALL_PHOTOS,
  MAX_WALL_TEAMS,
  type Wall,
  type WallSettings,
  type WallTeam,
  type wallEndpoints,
} from '#contract/endpoints/wall.ts';
import type { Event } from '#contract/entities/album.ts';
import type { Context, Tx } from '#server/context.ts';
import { listPeople, type Person } from '#server/modules/accounts/find-people.ts';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { getEvent } from '#server/modules/catalogue/browse-albums.ts';
import { findPosterOfEvent } from '#server/modules/catalogue/posters.ts';
import { listPerformances, type Performance } from '#server/modules/catalogue/schedule.ts';
import { visibleImages } from '#server/modules/images/album-images.ts';
import { findMarkedImage, readImageName, type ServeContext } from '#server/modules/images/serve-images.ts';
import { linkViewer } from '#server/modules/images/view-log.ts';
import { listForcedCovers } from '#server/modules/moderation/forced-covers.ts';
import { listOpenReports } from '#server/modules/moderation/reports.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import { readAddress, WALL_PICTURE } from '#server/platform/security/signed-address.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import { findWorkingLink } from './event-links.ts';

/** More than are shown, so that reported ones leave no gap. */
const MAX_READ = MAX_WALL_PHOTOS * 2;
/** A screen may still load a photo that newer ones have just pushed off the list. */
const JUST_SHOWN_MS = 60_000;

export async function showWall({ db }: Pick<Tx, 'db'>, eventId: number): Promise<Wall> {
  const event = await getEvent(db, eventId);
  const isOn = await isWallOn(db, eventId);
  const { albums, photos } = await listWallPhotos(db, eventId, isOn);
  const code = await findPosterOfEvent(db, eventId);
  return toWireWall({ event, code, isOn, albums, photos: photos.slice(0, MAX_WALL_PHOTOS) });
}

/** Returns the folder of a photo that is on the wall, or was a minute ago; undefined for any other photo of the event. */
export async function findShownFolder(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  eventId: number,
  imageId: number,
): Promise<string | undefined> {
  const { albums, photos } = await listWallPhotos(db, eventId, await isWallOn(db, eventId));
  const before = clock.now().getTime() - JUST_SHOWN_MS;
  const earlier = photos.filter(({ arrivedAt }) => Date.parse(arrivedAt) <= before);
  const shown = [...photos.slice(0, MAX_WALL_PHOTOS), ...earlier.slice(0, MAX_WALL_PHOTOS)];
  const photo = shown.find(({ id }) => id === imageId);
  return photo && albums.find(({ id }) => id === photo.albumId)?.uuid;
}

/**
 * Lists only published, visible photos of teams that agreed, newest first. Leaves out photos with a report that waits
 * for staff, and photos of a child that is never to be shown.
 */
async function listWallPhotos(db: Db, eventId: number, isOn: boolean) {
  const albums = isOn ? await listShownAlbums(db, eventId) : [];
  const ids = albums.map(({ id }) => id);
  const newest = await visibleImages(db, ids)
    .select(sql<string>`coalesce(images.processed_at, images.created_at)`.as('arrivedAt'))
    .orderBy(sql`images.id`, 'desc')
    .limit(MAX_READ)
    .execute();
  const reported = await listOpenReports(
    db,
    newest.map(({ id }) => id),
  );
  const covered = await listForcedCovers(
    db,
    newest.map(({ id }) => ({ id, rotation: 0 })),
  );
  return { albums, photos: newest.filter(({ id }) => !reported.has(id) && !covered.has(id)) };
}

/** Looks up the link, the switch, the consent and the photo for every picture, so nothing has to be forgotten in time. */
export async function serveWallImage(
  context: Context & ServeContext,
  name: string,
  token: string,
): Promise<Bytes> {
  const wanted = readImageName(name);
  const linkId = readAddress(context, WALL_PICTURE, token);
  const link = linkId === undefined ? undefined : await findWorkingLink(context, 'wall', linkId);
  if (wanted?.variant !== 'preview' || !link) throw new AppError('not_found');
  const { imageId, variant } = wanted;
  const folderUuid = await findShownFolder(context, link.eventId, imageId);
  const address = folderUuid && { folderUuid, imageId, variant };
  const picture = address && (await findMarkedImage(context, address, linkViewer('wall', link.id)));
  if (!picture) throw new AppError('not_found');
  return { ...picture, headers: { ...picture.headers, 'cache-control': 'no-store' } };
}

export async function getWallSettings({ db }: Pick<Tx, 'db'>, eventId: number): Promise<WallSettings> {
  await getEvent(db, eventId);
  const teams = (await listPerformances(db, eventId)).slice(0, MAX_WALL_TEAMS);
  const consents = await listConsents(
    db,
    teams.map(({ id }) => id),
  );
  const people = await listPeople(
    db,
    consents.map(({ recordedBy }) => recordedBy),
  );
  const byAlbum = new Map(consents.map((consent) => [consent.albumId, consent]));
  return {
    is_on: await isWallOn(db, eventId),
    teams: teams.map((team) => toWireTeam(team, byAlbum.get(team.id), people)),
  };
}

export async function switchWall(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { eventId, isOn }: { eventId: number; isOn: boolean },
): Promise<WallSettings> {
  const { db, clock } = tx;
  await getEvent(db, eventId);
  const change = { isOn, changedBy: actor.userId, changedAt: clock.now() };
  // No row is written if the switch already stood so.
  const written = await db
    .insertInto('wallEvents')
    .values({ eventId, ...change })
    .onConflict((conflict) =>
      conflict.column('eventId').doUpdateSet(change).where('wallEvents.isOn', '!=', isOn),
    )
    .returning('eventId')
    .executeTakeFirst();
  if (written) {
    await recordAudit(db, {
      actorId: actor.userId,
      action: 'wall.switch',
      subject: `event:${eventId}`,
      after: { isOn },
    });
  }
  return getWallSettings(tx, eventId);
}

type Consent = BodyOf<typeof wallEndpoints.setWallConsent> & { eventId: number };

/** Refuses albums of other events. Withdrawing takes the team's photos off the wall with its next question. */
export async function setWallConsent(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { eventId, albums, agreed_by: agreedBy }: Consent,
): Promise<WallSettings> {
  const { db, clock } = tx;
  await getEvent(db, eventId);
  const albumIds = [...new Set(albums)];
  const known = new Set((await listPerformances(db, eventId)).map(({ id }) => id));
  if (albumIds.some((id) => !known.has(id))) throw new AppError('not_found');
  if (agreedBy === null) await db.deleteFrom('wallConsents').where('albumId', '=', anyOf(albumIds)).execute();
  else await writeConsents(db, albumIds, { agreedBy, recordedBy: actor.userId, now: clock.now() });
  await recordAudit(db, {
    actorId: actor.userId,
    action: agreedBy === null ? 'wall.withdraw' : 'wall.consent',
    subject: `event:${eventId}`,
    after: { albumIds, agreedBy },
  });
  return getWallSettings(tx, eventId);
}

async function isWallOn(db: Db, eventId: number): Promise<boolean> {
  const row = await db
    .selectFrom('wallEvents')
    .select('isOn')
    .where('eventId', '=', eventId)
    .executeTakeFirst();
  return row?.isOn ?? false;
}

export async function writeConsents(
  db: Db,
  albumIds: readonly number[],
  { agreedBy, recordedBy, now }: { agreedBy: string; recordedBy: number; now: Date },
): Promise<void> {
  const change = { agreedBy, recordedBy, recordedAt: now };
  await db
    .insertInto('wallConsents')
    .values(albumIds.map((albumId) => ({ albumId, ...change })))
    .onConflict((conflict) => conflict.column('albumId').doUpdateSet(change))
    .execute();
}

function listConsents(db: Db, albumIds: readonly number[]) {
  return db.selectFrom('wallConsents').selectAll().where('albumId', '=', anyOf(albumIds)).execute();
}

/** Lists the published albums of an event whose teams agreed. */
async function listShownAlbums(db: Db, eventId: number) {
  return albumsToJoin(db)
    .where('eventId', '=', eventId)
    .where('publishedAt', 'is not', null)
    .where('id', 'in', db.selectFrom('wallConsents').select('albumId'))
    .execute();
}

type WallFacts = {
  event: Event;
  code: string | undefined;
  isOn: boolean;
} & Awaited<ReturnType<typeof listWallPhotos>>;

function toWireWall({ event, code, isOn, albums, photos }: WallFacts): Wall {
  const teams = new Map(
    albums.map(({ id, programName, teamName }) => [id, `${programName} ${teamName}`.trim()]),
  );
  return {
    event: { name: event.name, venue_name: event.venue_name },
    poster_path: code === undefined ? null : `/e/${code}`,
    is_on: isOn,
    photos: photos.map(({ id, width, height, placeholder, albumId }) => ({
      id,
      width: width ?? 0,
      height: height ?? 0,
      placeholder,
      team: teams.get(albumId) ?? '',
    })),
  };
}

type ConsentRow = Awaited<ReturnType<typeof listConsents>>[number];

function toWireTeam(
  performance: Performance,
  consent: ConsentRow | undefined,
  people: ReadonlyMap<number, Person>,
): WallTeam {
  return {
    album: performance.id,
    performance_order: performance.performanceOrder,
    program_name: performance.programName,
    team_name: performance.teamName,
    published: performance.publishedAt !== null,
    agreed_by: consent?.agreedBy ?? null,
    recorded_by: consent ? (people.get(consent.recordedBy ?? 0)?.name ?? 'A former account') : null,
    recorded_at: consent ? toIso(consent.recordedAt) : null,
  };
}
