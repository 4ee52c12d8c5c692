import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { listHeldAlbums } from '#server/modules/found-albums/held-album.ts';
import { defineJob } from '#server/platform/queue.ts';
import { listDone, listSought } from './scans.queries.ts';

type World = Pick<Tx, 'db' | 'queue'>;

export const matchAlbumJob = defineJob({
  name: 'athletes.match-album',
  payload: z.object({ albumId: z.int() }),
  expireSeconds: 3600,
});

/** Looks through what a customer holds for whom it has not been looked through yet. */
export const searchAlbumsJob = defineJob({
  name: 'athletes.search-albums',
  payload: z.object({ userId: z.int() }),
});

export async function searchSoon({ db, queue }: World, userId: number): Promise<void> {
  await queue.enqueue(db, searchAlbumsJob, { userId }, { singletonKey: `user:${userId}` });
}

/** However often it is asked for before it begins, an album is looked through once. */
export async function matchSoon(
  { db, queue }: World,
  albumId: number,
  options: { startAfterSeconds?: number; priority?: number } = {},
): Promise<void> {
  await queue.enqueue(db, matchAlbumJob, { albumId }, { ...options, singletonKey: `album:${albumId}` });
}

/** The newest few albums of each customer come before the many old ones of another. */
const ALBUMS_FIRST = 20;

export async function startSearch(world: World & { purchases: Purchases }, userId: number): Promise<void> {
  const sought = await listSought(world.db, [userId]);
  if (sought.length === 0) return;
  const held = await listHeldAlbums(world, userId);
  const done = await listDone(
    world.db,
    sought.map(({ id }) => id),
    held,
  );
  const timesDone = new Map<number, number>();
  for (const { albumId } of done) timesDone.set(albumId, (timesDone.get(albumId) ?? 0) + 1);
  const behind = held.filter((albumId) => (timesDone.get(albumId) ?? 0) < sought.length);
  for (const [place, albumId] of behind.entries()) {
    await matchSoon(world, albumId, { priority: Math.max(1, ALBUMS_FIRST - place) });
  }
}
