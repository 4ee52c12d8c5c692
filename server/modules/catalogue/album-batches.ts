import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { BodyOf } from '#contract/endpoint.ts';
import type { AlbumBatch, albumBatchEndpoints } from '#contract/endpoints/album-batches.ts';
import { MAX_SELECTED_ALBUMS } from '#contract/lists/albums.ts';
import type { Tx } from '#server/context.ts';
import { type AuditEntry, recordAudits } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { toIsoOrNull } from '#server/platform/time/timestamps.ts';
import {
  addAlbums,
  addChangedAlbums,
  addFilteredAlbums,
  type BatchAction,
  type BatchRow,
  countOutcomes,
  findBatch,
  findUndoneItems,
  insertBatch,
  listFailedAlbums,
  listUnpublished,
  lockBatch,
  lockWaitingAlbums,
  noteOutcomes,
  type Outcome,
  type UndoneItem,
  type WaitingAlbum,
} from './album-batches.queries.ts';
import { prepareSoon } from './prepare-soon.ts';
import {
  albumSubject,
  publishAlbum,
  requireEnoughPhotos,
  UNDO_MINUTES,
  unpublishAlbum,
} from './publish-album.ts';

type BatchTx = Pick<Tx, 'db' | 'clock' | 'queue'>;

type Change = BodyOf<typeof albumBatchEndpoints.changeAlbums>;

/**
 * Fixes the set of albums now, changes a few at once and many in a job. A second call with the same key returns the
 * progress of the first.
 */
export async function changeAlbums(
  tx: Pick<Tx, 'db' | 'clock' | 'queue' | 'log'>,
  actor: Actor,
  change: Change,
): Promise<AlbumBatch> {
  const { db, clock } = tx;
  const { key, action } = change;
  const isNew = await insertBatch(db, { key, actorId: actor.userId, action, createdAt: clock.now() });
  if (!isNew) {
    const first = await findBatch(db, key);
    if (first?.actorId !== actor.userId || first.action !== action) throw new AppError('conflict');
    return getAlbumBatch(db, key);
  }
  const albums = await addChosen(tx, change);
  const isPublishing = action === 'publish' || action === 'publish_quietly';
  if (isPublishing && !change.few_photos_ok) await requireEnoughPhotos(tx, await listUnpublished(db, key));
  await executeOrEnqueue(tx, key, albums);
  return getAlbumBatch(db, key);
}

async function addChosen(
  { db }: Pick<Tx, 'db'>,
  { key, ids, filter, except, expected }: Change,
): Promise<number> {
  if (ids) {
    await addAlbums(db, key, ids);
    return ids.length;
  }
  const total = await addFilteredAlbums(db, key, filter ?? {}, except ?? []);
  if (total !== expected) throw new AppError('conflict', { details: { total } });
  return total;
}

async function executeOrEnqueue(tx: BatchTx, key: string, albums: number): Promise<void> {
  if (albums <= MAX_SELECTED_ALBUMS) await executeAtOnce(tx, key);
  else await tx.queue.enqueue(tx.db, albumBatchRequested, { key }, { singletonKey: key });
}

export async function getAlbumBatch(db: Db, key: string): Promise<AlbumBatch> {
  const batch = await findBatch(db, key);
  if (!batch) throw new AppError('not_found');
  const reason = new AppError('not_found').message;
  const counts = await countOutcomes(db, key);
  return {
    key,
    action: batch.action,
    total: [...counts.values()].reduce((sum, albums) => sum + albums, 0),
    changed: counts.get('changed') ?? 0,
    unchanged: counts.get('unchanged') ?? 0,
    refused: (await listFailedAlbums(db, key)).map((id) => ({ id, reason })),
    is_finished: batch.finishedAt !== null,
  };
}

const CAN_BE_UNDONE = ['publish', 'publish_quietly', 'unpublish'];

/** Undoes only the albums that the batch changed and nobody has changed since. */
export async function undoAlbumBatch(tx: BatchTx, actor: Actor, undoneKey: string): Promise<AlbumBatch> {
  const { db, clock } = tx;
  const undone = await lockBatch(db, undoneKey);
  if (!undone) throw new AppError('not_found');
  const undo = db.selectFrom('albumBatches').select('key').where('undoes', '=', undoneKey);
  const earlier = await undo.executeTakeFirst();
  if (earlier) return getAlbumBatch(db, earlier.key);
  if (undone.finishedAt === null) throw new AppError('conflict');
  const isTooLate = new Date(undone.finishedAt) < minutesFrom(clock.now(), -UNDO_MINUTES);
  if (isTooLate || !CAN_BE_UNDONE.includes(undone.action)) throw new AppError('too_late_to_undo');
  const key = randomUUID();
  const batch = { key, actorId: actor.userId, action: 'undo', undoes: undoneKey } as const;
  await insertBatch(db, { ...batch, createdAt: clock.now() });
  await executeOrEnqueue(tx, key, await addChangedAlbums(db, key, undoneKey));
  return getAlbumBatch(db, key);
}

type Done = Pick<Outcome, 'outcome' | 'publishedAfter' | 'unnotified'>;

/** A transaction with this many albums takes about a second. */
const ALBUMS_AT_A_TIME = 250;

export const albumBatchRequested = defineJob({
  name: 'catalogue.album-batch',
  payload: z.object({ key: z.uuid() }),
  expireSeconds: 3_600,
  concurrency: 1,
});

async function executeAtOnce(tx: BatchTx, key: string): Promise<void> {
  while (await executeNext(tx, key));
}

/**
 * Changes the next albums of a batch and returns false if none is left. Albums and outcomes are written together, so
 * that an interrupted batch continues where it stopped.
 */
export async function executeNext(tx: BatchTx, key: string): Promise<boolean> {
  const { db, clock } = tx;
  const batch = await lockBatch(db, key);
  if (!batch || batch.finishedAt !== null) return false;
  const albums = await lockWaitingAlbums(db, key, ALBUMS_AT_A_TIME);
  if (albums.length === 0) {
    await db.updateTable('albumBatches').set({ finishedAt: clock.now() }).where('key', '=', key).execute();
    return false;
  }
  const undone = await undoneItemsOf(tx, batch, albums);
  const outcomes: Outcome[] = [];
  for (const album of albums) {
    const done = await ACTIONS[batch.action](tx, album, undone.get(album.id));
    outcomes.push({ albumId: album.id, publishedBefore: album.publishedAt, ...done });
  }
  await noteOutcomes(db, key, outcomes);
  await recordAudits(db, auditEntries(batch, outcomes));
  return true;
}

const ACTIONS: Record<
  BatchAction,
  (tx: BatchTx, album: WaitingAlbum, undone: UndoneItem | undefined) => Promise<Done>
> = {
  publish: (tx, album) => publish(tx, album, false),
  publish_quietly: (tx, album) => publish(tx, album, true),
  unpublish: (tx, album) => (album.publishedAt ? unpublish(tx, album.id) : unchanged(album)),
  prepare_zips: async (tx, album) => {
    if (album.imagesCount === 0) return unchanged(album);
    await prepareSoon(tx, album.id, { anew: true });
    return { outcome: 'changed', publishedAfter: album.publishedAt, unnotified: [] };
  },
  undo: async (tx, album, undone) => {
    if (!undone || undone.publishedAfter !== album.publishedAt) return unchanged(album);
    if (undone.publishedBefore === null) return unpublish(tx, album.id);
    // Only those who had not been told before the album was unpublished get a message now.
    const { publishedBefore: at, unnotified } = undone;
    await publishAlbum(tx, album.id, { quiet: true, at, unnotified });
    return { outcome: 'changed', publishedAfter: at, unnotified: [] };
  },
};

async function unchanged({ publishedAt }: WaitingAlbum): Promise<Done> {
  return { outcome: 'unchanged', publishedAfter: publishedAt, unnotified: [] };
}

async function publish(tx: BatchTx, album: WaitingAlbum, quiet: boolean): Promise<Done> {
  const now = tx.clock.now();
  if (!(await publishAlbum(tx, album.id, { quiet, at: now }))) return unchanged(album);
  return { outcome: 'changed', publishedAfter: now.toISOString(), unnotified: [] };
}

async function unpublish(tx: Pick<Tx, 'db' | 'queue'>, albumId: number): Promise<Done> {
  return { outcome: 'changed', publishedAfter: null, unnotified: await unpublishAlbum(tx, albumId) };
}

async function undoneItemsOf({ db }: Pick<Tx, 'db'>, { undoes }: BatchRow, albums: readonly WaitingAlbum[]) {
  if (undoes === null) return new Map<number, UndoneItem>();
  const ids = albums.map(({ id }) => id);
  return new Map((await findUndoneItems(db, undoes, ids)).map((item) => [item.albumId, item]));
}

function auditEntries(batch: BatchRow, outcomes: readonly Outcome[]): AuditEntry[] {
  const { actorId, action } = batch;
  if (actorId === null) return [];
  return outcomes
    .filter(({ outcome }) => outcome === 'changed')
    .map(({ albumId, publishedBefore, publishedAfter }) => ({
      actorId,
      subject: albumSubject(albumId),
      ...(action === 'prepare_zips'
        ? { action: 'album.reprocess-zip' }
        : {
            action: 'album.update',
            before: { publishedAt: toIsoOrNull(publishedBefore) },
            after: { publishedAt: toIsoOrNull(publishedAfter), batch: batch.key },
          }),
    }));
}
