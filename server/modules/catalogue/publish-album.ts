import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import { retract } from '#server/modules/notifications/notify.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { type AuditEntry, lastActionOn, recordAudit, recordAudits } from '#server/platform/audit/audit.ts';
import { changedFields } from '#server/platform/audit/versions.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { type AlbumRow, lockAlbums, updateAlbumFields } from './albums.ts';
import { coverSoon } from './covers.ts';
import { stretchEvents } from './schedule.ts';

type AlbumTx = Pick<Tx, 'db' | 'queue'>;

/** Tells later modules that customers can find an album from now on, or under a new name. */
export const albumPublished = defineJob({
  name: 'catalogue.album-published',
  payload: z.object({
    albumId: z.int(),
    /** Followers find a quietly published album but get no message. */
    quiet: z.boolean().default(false),
    /** These users get a message even so: an earlier one was retracted before it was sent. */
    unnotified: z.array(z.int()).default([]),
  }),
});

/** Tells later modules that an album is no longer sold, once its unpublishing can no longer be undone. */
export const albumUnpublished = defineJob({
  name: 'catalogue.album-unpublished',
  payload: z.object({ albumId: z.int() }),
});

/** Staff can undo the unpublishing of several albums for this long. */
export const UNDO_MINUTES = 10;

/** Names the album in the audit log and in notifications. */
export function albumSubject(albumId: number): string {
  return `album:${albumId}`;
}

type PublishOptions = { quiet?: boolean | undefined; at?: Date | string; unnotified?: number[] };

/** Returns true for exactly one of several concurrent callers, unless the album was already published. */
export async function publishAlbum(
  { db, clock, queue }: Pick<Tx, 'db' | 'clock' | 'queue'>,
  albumId: number,
  { quiet = false, at = clock.now(), unnotified = [] }: PublishOptions = {},
): Promise<boolean> {
  const published = await db
    .updateTable('albums')
    .set({ publishedAt: at })
    .where('id', '=', albumId)
    .where('publishedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!published) return false;
  await queue.enqueue(db, albumPublished, { albumId, quiet, unnotified });
  await coverSoon({ db, queue }, albumId);
  return true;
}

/** Returns the users who had not yet been told that the album was published. */
export async function unpublishAlbum({ db, queue }: AlbumTx, albumId: number): Promise<number[]> {
  await updateAlbumFields(db, albumId, { publishedAt: null });
  await queue.enqueue(db, albumUnpublished, { albumId }, { startAfterSeconds: UNDO_MINUTES * 60 });
  return retract(db, 'album_published', albumSubject(albumId));
}

export const PUBLISHED_BY_ITSELF = 'album.publish-by-itself';
export const WITHDRAWN_BY_ITSELF = 'album.withdraw-by-itself';

/**
 * Publishes albums that just got pictures and have as many as staff need to publish without a warning, if their event
 * publishes automatically. What staff published or unpublished stays as it is. Call it after the counts are updated.
 */
export async function publishFirstImages(
  tx: Pick<Tx, 'db' | 'clock' | 'queue' | 'log'>,
  arrivals: { albumId: number | null }[],
): Promise<void> {
  const albumIds = [...new Set(arrivals.flatMap(({ albumId }) => albumId ?? []))];
  if (albumIds.length === 0) return;
  const at = tx.clock.now();
  const { few_photos_warning: fewest } = await getSettings(tx);
  const awaiting = await tx.db
    .selectFrom('albums')
    .innerJoin('events', 'events.id', 'albums.eventId')
    .select(['albums.id', 'albums.imagesCount'])
    .where('albums.id', '=', anyOf(albumIds))
    .where('albums.publishedAt', 'is', null)
    .where('events.autoPublish', '=', true)
    .execute();
  for (const { id, imagesCount } of awaiting) {
    if (imagesCount < Math.max(fewest, 1) || (await isDecidedByStaff(tx.db, id))) continue;
    if (!(await publishAlbum(tx, id, { at }))) continue;
    await recordAudit(tx.db, {
      actorId: null,
      action: PUBLISHED_BY_ITSELF,
      subject: albumSubject(id),
      before: { publishedAt: null },
      after: { publishedAt: at.toISOString() },
    });
  }
}

/** Unpublishes albums that published themselves and are empty again, because their photos belong elsewhere. */
export async function withdrawEmptied(tx: AlbumTx, albumIds: readonly number[]): Promise<void> {
  for (const { id, imagesCount, publishedAt } of await lockAlbums(tx.db, [...albumIds])) {
    if (imagesCount > 0 || publishedAt === null) continue;
    if ((await findLastPublishing(tx.db, id)) !== PUBLISHED_BY_ITSELF) continue;
    await unpublishAlbum(tx, id);
    await recordAudit(tx.db, {
      actorId: null,
      action: WITHDRAWN_BY_ITSELF,
      subject: albumSubject(id),
      before: { publishedAt },
      after: { publishedAt: null },
    });
  }
}

/** Returns whether the album was last published or unpublished by a person. */
async function isDecidedByStaff(db: Db, albumId: number): Promise<boolean> {
  const last = await findLastPublishing(db, albumId);
  return last !== undefined && ![PUBLISHED_BY_ITSELF, WITHDRAWN_BY_ITSELF].some((action) => action === last);
}

function findLastPublishing(db: Db, albumId: number): Promise<string | undefined> {
  return lastActionOn(db, albumSubject(albumId), 'publishedAt');
}

type Unsold = { imagesCount: number; publishedAt: string | null };

/** An album without any photo is not sold yet, so it needs no confirmation. */
export async function requireEnoughPhotos(
  tx: Pick<Tx, 'db' | 'log'>,
  albums: readonly Unsold[],
): Promise<void> {
  const { few_photos_warning: fewest } = await getSettings(tx);
  const few = albums.filter(
    ({ imagesCount, publishedAt }) => publishedAt === null && imagesCount > 0 && imagesCount < fewest,
  );
  if (few.length === 0) return;
  throw new AppError('few_photos', { details: { albums: few.length, fewest } });
}

export type AlbumChange = { before?: AlbumRow | undefined; after: AlbumRow };

/** Writes the history of created and changed albums, and tells the modules that depend on names and times. */
export async function recordAlbumChanges(
  { db, queue }: AlbumTx,
  actor: Actor,
  { changes, quiet = false }: { changes: readonly AlbumChange[]; quiet?: boolean | undefined },
): Promise<void> {
  // A corrected name can match saved searches that the old name did not.
  for (const { after } of changes.filter(isPublishedAndRenamed)) {
    await queue.enqueue(db, albumPublished, { albumId: after.id, quiet });
  }
  const rescheduled = changes.filter(
    ({ before, after }) =>
      (before?.plannedAt ?? null) !== after.plannedAt || (before && before.stage !== after.stage),
  );
  await stretchEvents(
    db,
    rescheduled.map(({ after }) => after.id),
  );
  for (const eventId of new Set(rescheduled.map(({ after }) => after.eventId))) {
    await queue.enqueue(db, scheduleChanged, { eventId });
  }
  await recordAudits(
    db,
    changes.flatMap(({ before, after }): AuditEntry[] => {
      const entry = { actorId: actor.userId, subject: albumSubject(after.id) };
      if (!before) return [{ ...entry, action: 'album.create', after }];
      const change = changedFields(before, after);
      return change ? [{ ...entry, action: 'album.update', ...change }] : [];
    }),
  );
}

function isPublishedAndRenamed({ before, after }: AlbumChange): boolean {
  if (!before?.publishedAt || !after.publishedAt) return false;
  return (['programName', 'teamName', 'divisionName'] as const).some((name) => before[name] !== after[name]);
}

/** Tells later modules that planned times changed, so photos may belong to other albums. */
export const scheduleChanged = defineJob({
  name: 'catalogue.schedule-changed',
  payload: z.object({ eventId: z.int() }),
});
