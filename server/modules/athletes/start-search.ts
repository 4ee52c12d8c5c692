import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { listHeldAlbums } from '#server/modules/found-albums/held-album.ts';
import { defineJob } from '#server/platform/queue.ts';
import { listDone, listSearchable } from './scans.queries.ts';

export const matchAlbumJob = defineJob({
  name: 'athletes.match-album',
  payload: z.object({ albumId: z.int() }),
  expireSeconds: 3600,
});

export const searchAlbumsJob = defineJob({
  name: 'athletes.search-albums',
  payload: z.object({ userId: z.int() }),
});

export async function enqueueSearch({ db, queue }: Pick<Tx, 'db' | 'queue'>, userId: number): Promise<void> {
  await queue.enqueue(db, searchAlbumsJob, { userId }, { singletonKey: `user:${userId}` });
}

/** Requests for the same album are merged until the search begins. */
export async function enqueueMatchAlbum(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  albumId: number,
  options: { startAfterSeconds?: number; priority?: number } = {},
): Promise<void> {
  await queue.enqueue(db, matchAlbumJob, { albumId }, { ...options, singletonKey: `album:${albumId}` });
}

/** The newest albums of every customer come before the older ones of anyone. */
const PRIORITY_ALBUMS = 20;

export async function startSearch(
  tx: Pick<Tx, 'db' | 'queue'> & { purchases: Purchases },
  userId: number,
): Promise<void> {
  const athletes = await listSearchable(tx.db, [userId]);
  if (athletes.length === 0) return;
  const held = await listHeldAlbums(tx, userId);
  const done = await listDone(
    tx.db,
    athletes.map(({ id }) => id),
    held,
  );
  const timesDone = new Map<number, number>();
  for (const { albumId } of done) timesDone.set(albumId, (timesDone.get(albumId) ?? 0) + 1);
  const behind = held.filter((albumId) => (timesDone.get(albumId) ?? 0) < athletes.length);
  for (const [place, albumId] of behind.entries()) {
    await enqueueMatchAlbum(tx, albumId, { priority: Math.max(1, PRIORITY_ALBUMS - place) });
  }
}
