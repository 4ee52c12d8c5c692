import type { ResponseOf } from '#contract/endpoint.ts';
import { type cullingEndpoints, MAX_RECENT_ACTIONS, type PhotoAction } from '#contract/endpoints/culling.ts';
import type { Context, Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/find-people.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { findPickedCover } from '#server/modules/catalogue/covers.ts';
import { findEventFacts } from '#server/modules/catalogue/events.ts';
import { albumSubject } from '#server/modules/catalogue/publish-album.ts';
import { listPerformances } from '#server/modules/catalogue/schedule.ts';
import { listPhotosToCull } from '#server/modules/images/album-images.ts';
import { type ActionRow, deleteActionsBefore, listActions } from '#server/modules/images/photo-actions.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { hasAudit, recordAudit } from '#server/platform/audit/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { toFrame, toWireAction, toWireCulledPhoto } from './culling.wire.ts';
import { findSuggestions } from './suggestions.rules.ts';

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
  const suggestions = findSuggestions(photos.map(toFrame));
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

/** Photos without the watermark are worth money, so the history of the album says who saw them, once per token. */
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

/** Deletes actions that can no longer be undone. The history of the album keeps what happened. */
export async function forgetOldActions(context: Context): Promise<void> {
  await deleteActionsBefore(context.db, await undoableSince(context));
}
