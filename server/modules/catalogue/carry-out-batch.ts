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

type World = Pick<Tx, 'db' | 'clock' | 'queue'>;
type Done = Pick<Outcome, 'outcome' | 'publishedAfter' | 'untold'>;

/** A transaction of so many albums is over in about a second. */
const ALBUMS_AT_A_TIME = 250;

export const albumBatchAsked = defineJob({
  name: 'catalogue.album-batch',
  payload: z.object({ key: z.uuid() }),
  expireSeconds: 3_600,
  concurrency: 1,
});

export async function carryOutAtOnce(world: World, key: string): Promise<void> {
  while (await carryOutNext(world, key));
}

/**
 * The next albums of a batch, in the caller's transaction; false when none is left. An album and its outcome are
 * written together, so that a batch which is broken off goes on where it was.
 */
export async function carryOutNext(world: World, key: string): Promise<boolean> {
  const { db, clock } = world;
  const batch = await lockBatch(db, key);
  if (!batch || batch.finishedAt !== null) return false;
  const albums = await lockWaitingAlbums(db, key, ALBUMS_AT_A_TIME);
  if (albums.length === 0) {
    await finishBatch(db, key, clock.now());
    return false;
  }
  const undone = await undoneItemsOf(world, batch, albums);
  const outcomes: Outcome[] = [];
  for (const album of albums) {
    const done = await ACTIONS[batch.action](world, album, undone.get(album.id));
    outcomes.push({ albumId: album.id, publishedBefore: album.publishedAt, ...done });
  }
  await noteOutcomes(db, key, outcomes);
  await recordAudits(db, auditEntries(batch, outcomes));
  return true;
}

const ACTIONS: Record<
  BatchAction,
  (world: World, album: WaitingAlbum, undone: UndoneItem | undefined) => Promise<Done>
> = {
  publish: (world, album) => publish(world, album, false),
  publish_quietly: (world, album) => publish(world, album, true),
  unpublish: (world, album) => (album.publishedAt ? unpublish(world, album.id) : unchanged(album)),
  prepare_zips: async (world, album) => {
    if (album.imagesCount === 0) return unchanged(album);
    await prepareSoon(world, album.id, { anew: true });
    return { outcome: 'changed', publishedAfter: album.publishedAt, untold: [] };
  },
  undo: async (world, album, undone) => {
    if (!undone || undone.publishedAfter !== album.publishedAt) return unchanged(album);
    if (undone.publishedBefore === null) return unpublish(world, album.id);
    // Those who were still to be told when it was taken away are told after all; the others know of it.
    const { publishedBefore: at, untold } = undone;
    await publishAlbum(world, album.id, { quiet: true, at, untold });
    return { outcome: 'changed', publishedAfter: at, untold: [] };
  },
};

async function unchanged({ publishedAt }: WaitingAlbum): Promise<Done> {
  return { outcome: 'unchanged', publishedAfter: publishedAt, untold: [] };
}

async function publish(world: World, album: WaitingAlbum, quiet: boolean): Promise<Done> {
  const now = world.clock.now();
  if (!(await publishAlbum(world, album.id, { quiet, at: now }))) return unchanged(album);
  return { outcome: 'changed', publishedAfter: now.toISOString(), untold: [] };
}

async function unpublish(tx: Pick<Tx, 'db'>, albumId: number): Promise<Done> {
  return { outcome: 'changed', publishedAfter: null, untold: await unpublishAlbum(tx, albumId) };
}

async function undoneItemsOf({ db }: World, { undoes }: BatchRow, albums: readonly WaitingAlbum[]) {
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
