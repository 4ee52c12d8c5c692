import type { BodyOf } from '#contract/endpoint.ts';
import {
  MAX_WALL_PHOTOS,
  MAX_WALL_TEAMS,
  type Wall,
  type WallSettings,
  type wallEndpoints,
} from '#contract/endpoints/wall.ts';
import type { Context, Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/find-people.ts';
import { getEvent } from '#server/modules/catalogue/browse-events.ts';
import { findPosterOfEvent } from '#server/modules/catalogue/posters.ts';
import { listPerformances } from '#server/modules/catalogue/schedule.ts';
import { readImageName, type ServeContext } from '#server/modules/images/serve-images.ts';
import { findMarkedImage } from '#server/modules/images/serve-marked.ts';
import { linkViewer } from '#server/modules/images/view-log.ts';
import { listOpenReports } from '#server/modules/moderation/reports.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import { readImageToken } from '#server/platform/security/link-image-token.ts';
import { findWorkingLink } from './event-links.ts';
import {
  isWallOn,
  listConsents,
  listNewest,
  listShownAlbums,
  removeConsents,
  writeConsents,
  writeSwitch,
} from './wall.queries.ts';
import { toWireTeam, toWireWall } from './wall.wire.ts';

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
 * Lists only published, visible photos of teams that agreed, newest first, and none that somebody has reported and staff have
 * not yet looked at.
 */
async function listWallPhotos(db: Db, eventId: number, isOn: boolean) {
  const albums = isOn ? await listShownAlbums(db, eventId) : [];
  const ids = albums.map(({ id }) => id);
  const newest = ids.length > 0 ? await listNewest(db, ids, MAX_READ) : [];
  const reported = await listOpenReports(
    db,
    newest.map(({ id }) => id),
  );
  return { albums, photos: newest.filter(({ id }) => !reported.has(id)) };
}

/** Looks up the link, the switch, the consent and the photo for every picture, so nothing has to be forgotten in time. */
export async function serveWallImage(
  context: Context & ServeContext,
  name: string,
  token: string,
): Promise<Bytes> {
  const wanted = readImageName(name);
  const linkId = readImageToken(context, 'wall', token);
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
  const change = { eventId, isOn, changedBy: actor.userId, now: clock.now() };
  if (await writeSwitch(db, change)) {
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
  if (agreedBy === null) await removeConsents(db, albumIds);
  else await writeConsents(db, albumIds, { agreedBy, recordedBy: actor.userId, now: clock.now() });
  await recordAudit(db, {
    actorId: actor.userId,
    action: agreedBy === null ? 'wall.withdraw' : 'wall.consent',
    subject: `event:${eventId}`,
    after: { albumIds, agreedBy },
  });
  return getWallSettings(tx, eventId);
}
