import { type Context, inTransaction, type Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { listSearchers } from '#server/modules/found-albums/searched-albums.ts';
import { combine, type Template } from '#server/platform/faces/matching.ts';
import { keepProven } from './guardian.ts';
import { listRejected } from './matches.queries.ts';
import { listScans, listSearchable, type SearchableAthlete } from './scans.queries.ts';
import { markStarted } from './search-turns.queries.ts';
import { grantTurns } from './search-turns.ts';
import { readReferences } from './templates.ts';

export type AlbumSearch = SearchableAthlete & {
  template: Template;
  /** Pictures that this template has not been compared with yet. */
  unseen: Set<number>;
  /** Pictures that the customer said do not show the athlete. */
  rejected: Set<number>;
  isFirstSearch: boolean;
  /** The whole album was searched before, so that only new pictures are left. */
  wasFinished: boolean;
};

/** Includes athletes whose search of the album is already complete. */
export async function findAlbumSearches(
  tx: Pick<Tx, 'db' | 'storage' | 'athleteKeys' | 'log' | 'config'> & { purchases: Purchases },
  { albumId, imageIds }: { albumId: number; imageIds: number[] },
): Promise<AlbumSearch[]> {
  const { db } = tx;
  const found = await listSearchable(db, await listSearchers(tx, albumId));
  const proven = new Set(await keepProven(tx, [...new Set(found.map(({ userId }) => userId))]));
  const athletes = found.filter(({ userId }) => proven.has(userId));
  const athleteIds = athletes.map(({ id }) => id);
  const references = await readReferences(tx, athleteIds);
  const scans = new Map((await listScans(db, albumId, athleteIds)).map((scan) => [scan.athleteId, scan]));
  const rejections = await listRejected(db, athleteIds, imageIds);
  return athletes.flatMap((athlete) => {
    const known = references.get(athlete.id);
    if (!known) return [];
    const scan = scans.get(athlete.id);
    const isCurrent = scan?.templateVersion === athlete.templateVersion;
    const seen = new Set(isCurrent ? scan.scannedImages : []);
    return [
      {
        ...athlete,
        template: combine(known),
        unseen: new Set(imageIds.filter((imageId) => !seen.has(imageId))),
        rejected: new Set(
          rejections.flatMap(({ athleteId, imageId }) => (athleteId === athlete.id ? [imageId] : [])),
        ),
        isFirstSearch: !isCurrent,
        wasFinished: isCurrent && scan.finishedAt !== null,
      },
    ];
  });
}

/** Drops the searches of customers who have reached their limit of a day, except for new pictures. */
export async function takeTurns(
  context: Context,
  albumId: number,
  searches: AlbumSearch[],
): Promise<AlbumSearch[]> {
  const granted = new Set<number>();
  for (const userId of new Set(searches.flatMap((search) => (search.wasFinished ? [] : [search.userId])))) {
    await inTransaction(context, async (tx) => {
      const turns = await grantTurns(tx, userId, [albumId]);
      if (turns.has(albumId)) granted.add(userId);
      await markStarted(tx.db, [userId], albumId, tx.clock.now());
    });
  }
  return searches.filter(({ wasFinished, userId }) => wasFinished || granted.has(userId));
}
