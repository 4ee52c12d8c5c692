import type { ResponseOf } from '#contract/endpoint.ts';
import {
  type CulledPhoto,
  type cullingEndpoints,
  MAX_RECENT_ACTIONS,
  type PhotoAction,
} from '#contract/endpoints/culling.ts';
import type { Context, Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/find-people.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { findPickedCover } from '#server/modules/catalogue/covers.ts';
import { findEventFacts } from '#server/modules/catalogue/events.ts';
import { albumSubject } from '#server/modules/catalogue/publish-album.ts';
import { listPerformances } from '#server/modules/catalogue/schedule.ts';
import { listPhotosToCull, toWireImage } from '#server/modules/images/album-images.ts';
import { decisionOf } from '#server/modules/images/image-records.ts';
import { type ActionRow, deleteActionsBefore, listActions } from '#server/modules/images/photo-actions.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { hasAudit, recordAudit } from '#server/platform/audit/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { toWire } from '#server/platform/http/wire-names.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';
import { type CulledImage, findSuggestions, type Suggestion, type Suggestions } from './suggestions.rules.ts';

const TOKEN_MINUTES = 30;

export async function listPhotos(
  context: Context,
  actor: Actor,
  albumId: number,
): Promise<ResponseOf<typeof cullingEndpoints.listCulledPhotos>> {
  const { db } = context;
  const album = await findAlbumFacts(db, albumId);
  const event = album && (await findEventFacts(db, album.eventId));
  if (!event) throw new AppError('not_found');
  await recordOpening(context, actor, albumId);
  const grant = { folderUuid: album.uuid, userId: actor.userId, scope: { kind: 'culling' } } as const;
  const photos = await listPhotosToCull(db, albumId);
  // Rejected photos are compared too, so that a burst stays together while it is culled.
  const suggestions = findSuggestions(photos.map(toCulledImage));
  return {
    album: {
      id: album.id,
      uuid: album.uuid,
      event: album.eventId,
      title: [album.programName, album.teamName].filter(Boolean).join(' '),
      performance_order: album.performanceOrder,
      time_zone: event.timeZone,
      ...(await findNeighbors(context, album)),
    },
    cover: (await findPickedCover(db, albumId)) ?? null,
    temp_jwt: issueImageToken(context, grant, TOKEN_MINUTES),
    images: photos.map((photo) => toWireCulledPhoto(photo, suggestions)),
  };
}

/** Photos without the watermark are worth money, so the album's history records who saw them, once per token. */
async function recordOpening({ db, clock }: Pick<Context, 'db' | 'clock'>, actor: Actor, albumId: number) {
  const action = 'images.see-clean' as const;
  const since = minutesFrom(clock.now(), -TOKEN_MINUTES);
  const seen = { actorId: actor.userId, action, subject: albumSubject(albumId) };
  if (!(await hasAudit(db, seen, since))) await recordAudit(db, seen);
}

async function findNeighbors({ db }: Pick<Context, 'db'>, { id, eventId }: { id: number; eventId: number }) {
  const albums = (await listPerformances(db, eventId)).filter((one) => one.id === id || one.imagesCount > 0);
  const at = albums.findIndex((one) => one.id === id);
  return { previous: albums[at - 1]?.id ?? null, next: albums[at + 1]?.id ?? null };
}

const MINUTES_PER_DAY = 24 * 60;

async function undoableSince(tx: Pick<Tx, 'db' | 'clock' | 'log'>): Promise<Date> {
  const { photo_undo_days: days } = await getSettings(tx);
  return minutesFrom(tx.clock.now(), -days * MINUTES_PER_DAY);
}

export async function canStillUndo(
  tx: Pick<Tx, 'db' | 'clock' | 'log'>,
  action: ActionRow,
): Promise<boolean> {
  return new Date(action.createdAt) >= (await undoableSince(tx));
}

export async function listPhotoActions(
  context: Context,
  actor: Actor,
  albumId: number,
): Promise<PhotoAction[]> {
  if (!(await findAlbumFacts(context.db, albumId))) throw new AppError('not_found');
  const since = await undoableSince(context);
  return show(context, actor, await listActions(context.db, albumId, { since, limit: MAX_RECENT_ACTIONS }));
}

export async function showAction(context: Context, actor: Actor, row: ActionRow): Promise<PhotoAction> {
  const [action] = await show(context, actor, [row]);
  if (!action) throw new AppError('not_found');
  return action;
}

async function show(context: Context, viewer: Actor, rows: ActionRow[]): Promise<PhotoAction[]> {
  const since = await undoableSince(context);
  const people = await listPeople(
    context.db,
    rows.map(({ actorId }) => actorId),
  );
  return rows.map((row) =>
    toWireAction(row, {
      since,
      actor: people.get(row.actorId ?? 0)?.name ?? null,
      viewerId: viewer.userId,
    }),
  );
}

/** Deletes actions that can no longer be undone. The album's history keeps them. */
export async function forgetOldActions(context: Context): Promise<void> {
  await deleteActionsBefore(context.db, await undoableSince(context));
}

function toWireAction(
  row: ActionRow,
  { since, actor, viewerId }: { since: Date; actor: string | null; viewerId: number },
): PhotoAction {
  return {
    key: row.key,
    kind: row.kind as PhotoAction['kind'],
    photos: row.images,
    album: row.albumId,
    to_album: row.toAlbumId,
    to_title: row.toAlbumId === null ? null : [row.toProgram, row.toTeam].filter(Boolean).join(' '),
    actor,
    created_at: toIso(row.createdAt),
    undone_at: toIsoOrNull(row.undoneAt),
    undone_photos: row.undoneImages,
    can_undo: row.undoneAt === null && row.images > 0 && new Date(row.createdAt) >= since,
    is_mine: row.actorId === viewerId,
  };
}

type PhotoRow = Awaited<ReturnType<typeof listPhotosToCull>>[number];

function toCulledImage(row: PhotoRow): CulledImage {
  const { id, cameraSerial, perceptualHash, sharpness, capturedAt } = row;
  const capturedAtMs = capturedAt === null ? null : Date.parse(toIso(capturedAt));
  return { id, cameraSerial, perceptualHash, sharpness, capturedAtMs };
}

const toWireGroup = (suggestion: Suggestion | undefined) => (suggestion ? toWire(suggestion) : null);

const MAX_FACES = 20;
const round = (fraction: number) => Math.round(fraction * 10_000) / 10_000;

/** Largest first, because staff look at the largest face first. */
function boxesOf(faces: NonNullable<PhotoRow['faces']>): NonNullable<CulledPhoto['faces']> {
  return faces
    .map(({ box }) => box)
    .toSorted((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, MAX_FACES)
    .map(({ x, y, width, height }) => ({
      x: round(x),
      y: round(y),
      width: round(width),
      height: round(height),
    }));
}

function toWireCulledPhoto(row: PhotoRow, { bursts, alike }: Suggestions): CulledPhoto {
  return {
    ...toWireImage(row),
    file_name: row.fileName,
    camera_serial: row.cameraSerial,
    photographer: row.photographer,
    is_kept: decisionOf(row) === 'kept',
    is_rejected: decisionOf(row) === 'rejected',
    sharpness: row.sharpness,
    faces: row.faces && boxesOf(row.faces),
    rotation: row.rotation as CulledPhoto['rotation'],
    is_turning: row.rotation !== row.shownRotation,
    burst: toWireGroup(bursts.get(row.id)),
    alike: toWireGroup(alike.get(row.id)),
  };
}
