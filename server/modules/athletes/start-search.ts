import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { listSearchedAlbums, listSearchers } from '#server/modules/found-albums/searched-albums.ts';
import { defineJob } from '#server/platform/queue.ts';
import { findMissingProof, keepProven } from './guardian.ts';
import { listScanStates, listSearchable } from './scans.queries.ts';
import { grantTurns } from './search-turns.ts';

export const matchAlbumJob = defineJob({
  name: 'athletes.match-album',
  payload: z.object({ albumId: z.int() }),
  expireSeconds: 3600,
});

export const searchAlbumsJob = defineJob({
  name: 'athletes.search-albums',
  payload: z.object({ userId: z.int() }),
});

type SearchTx = Pick<Tx, 'db' | 'queue' | 'clock' | 'log' | 'config'> & { purchases: Purchases };

export async function enqueueSearch({ db, queue }: Pick<Tx, 'db' | 'queue'>, userId: number): Promise<void> {
  await queue.enqueue(db, searchAlbumsJob, { userId }, { singletonKey: `user:${userId}` });
}

/** Searches every album in which an athlete of the customer was not searched yet, the newest ones first. */
export async function startSearch(tx: SearchTx, userId: number): Promise<void> {
  if ((await findMissingProof(tx, userId)) !== null) return;
  const turns = await grantAlbums(tx, userId, await listSearchedAlbums(tx, userId));
  // Albums are locked in the order of their ids, so that two customers with the same albums cannot deadlock.
  for (const [albumId, turn] of [...turns].sort(([a], [b]) => a - b)) {
    await enqueueMatchAlbum(tx, albumId, { turn });
  }
}

/** Searches an album that gained photos or customers. */
export async function searchAlbum(
  tx: SearchTx,
  albumId: number,
  options: { startAfterSeconds?: number } = {},
): Promise<void> {
  const athletes = await listSearchable(tx.db, await listSearchers(tx, albumId));
  const turns: number[] = [];
  const userIds = [...new Set(athletes.map(({ userId }) => userId))];
  for (const userId of await keepProven(tx, userIds)) {
    const turn = (await grantAlbums(tx, userId, [albumId], { hasNewPhotos: true })).get(albumId);
    if (turn !== undefined) turns.push(turn);
  }
  if (turns.length > 0) await enqueueMatchAlbum(tx, albumId, { ...options, turn: Math.min(...turns) });
}

/**
 * Returns the turns of the albums that may be searched today. New photos in an album that was searched before do not
 * count towards the limit.
 */
async function grantAlbums(
  tx: SearchTx,
  userId: number,
  albumIds: number[],
  { hasNewPhotos = false } = {},
): Promise<Map<number, number>> {
  const athletes = await listSearchable(tx.db, [userId]);
  if (athletes.length === 0) return new Map();
  const athleteIds = athletes.map(({ id }) => id);
  const states = Map.groupBy(await listScanStates(tx.db, athleteIds, albumIds), ({ albumId }) => albumId);
  const isForAll = (albumId: number, is: 'isSearched' | 'isDone') =>
    (states.get(albumId) ?? []).filter((state) => state[is]).length === athletes.length;
  const searched = albumIds.filter((albumId) => isForAll(albumId, 'isSearched'));
  const grown = searched.filter((albumId) => hasNewPhotos || !isForAll(albumId, 'isDone'));
  const unsearched = albumIds.filter((albumId) => !isForAll(albumId, 'isSearched'));
  return new Map([
    ...grown.map((albumId, place) => [albumId, place] as const),
    ...(await grantTurns(tx, userId, unsearched)),
  ]);
}

/** Requests for the same album are merged until the search begins, and the earliest turn counts. */
async function enqueueMatchAlbum(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  albumId: number,
  { turn, ...options }: { turn: number; startAfterSeconds?: number },
): Promise<void> {
  const waiting = { ...options, priority: -turn, singletonKey: `album:${albumId}` };
  await queue.enqueue(db, matchAlbumJob, { albumId }, waiting);
}
