import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import { type AuditEntry, recordAudits } from '#server/platform/audit.ts';
import { defineJob } from '#server/platform/queue.ts';
import { toIsoOrNull } from '#server/platform/timestamps.ts';
import {
  type BatchAction,
  type BatchRow,
  findUndoneItems,
  finishBatch,
  lockBatch,
  lockWaitingAlbums,
  noteOutcomes,
  type Outcome,
  type UndoneItem,
  type WaitingAlbum,
} from './album-batches.queries.ts';
import { prepareSoon } from './prepare-soon.ts';
import { albumSubject, publishAlbum, unpublishAlbum } from './publish-album.ts';

type Done = Pick<Outcome, 'outcome' | 'publishedAfter' | 'untold'>;

/** A transaction with this many albums takes about a second. */
const ALBUMS_AT_A_TIME = 250;

export const albumBatchRequested = defineJob({
  name: 'catalogue.album-batch',
  payload: z.object({ key: z.uuid() }),
  expireSeconds: 3_600,
  concurrency: 1,
});

export async function carryOutAtOnce(tx: Pick<Tx, 'db' | 'clock' | 'queue'>, key: string): Promise<void> {
  while (await carryOutNext(tx, key));
}

/**
 * Changes the next albums of a batch and returns false if none is left. Albums and outcomes are written together, so
 * that an interrupted batch continues where it stopped.
 */
export async function carryOutNext(tx: Pick<Tx, 'db' | 'clock' | 'queue'>, key: string): Promise<boolean> {
  const { db, clock } = tx;
  const batch = await lockBatch(db, key);
  if (!batch || batch.finishedAt !== null) return false;
  const albums = await lockWaitingAlbums(db, key, ALBUMS_AT_A_TIME);
  if (albums.length === 0) {
    await finishBatch(db, key, clock.now());
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
  (
    tx: Pick<Tx, 'db' | 'clock' | 'queue'>,
    album: WaitingAlbum,
    undone: UndoneItem | undefined,
  ) => Promise<Done>
> = {
  publish: (tx, album) => publish(tx, album, false),
  publish_quietly: (tx, album) => publish(tx, album, true),
  unpublish: (tx, album) => (album.publishedAt ? unpublish(tx, album.id) : unchanged(album)),
  prepare_zips: async (tx, album) => {
    if (album.imagesCount === 0) return unchanged(album);
    await prepareSoon(tx, album.id, { anew: true });
    return { outcome: 'changed', publishedAfter: album.publishedAt, untold: [] };
  },
  undo: async (tx, album, undone) => {
    if (!undone || undone.publishedAfter !== album.publishedAt) return unchanged(album);
    if (undone.publishedBefore === null) return unpublish(tx, album.id);
    // Only those who had not been told before the album was unpublished get a message now.
    const { publishedBefore: at, untold } = undone;
    await publishAlbum(tx, album.id, { quiet: true, at, untold });
    return { outcome: 'changed', publishedAfter: at, untold: [] };
  },
};

async function unchanged({ publishedAt }: WaitingAlbum): Promise<Done> {
  return { outcome: 'unchanged', publishedAfter: publishedAt, untold: [] };
}

async function publish(
  tx: Pick<Tx, 'db' | 'clock' | 'queue'>,
  album: WaitingAlbum,
  quiet: boolean,
): Promise<Done> {
  const now = tx.clock.now();
  if (!(await publishAlbum(tx, album.id, { quiet, at: now }))) return unchanged(album);
  return { outcome: 'changed', publishedAfter: now.toISOString(), untold: [] };
}

async function unpublish(tx: Pick<Tx, 'db' | 'queue'>, albumId: number): Promise<Done> {
  return { outcome: 'changed', publishedAfter: null, untold: await unpublishAlbum(tx, albumId) };
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
