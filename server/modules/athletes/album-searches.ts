import type { Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { listAlbumHolders } from '#server/modules/found-albums/held-album.ts';
import { combine, type Template } from '#server/platform/faces/matching.ts';
import { listRejected } from './matches.queries.ts';
import { listScans, listSearchable, type SearchableAthlete } from './scans.queries.ts';
import { readReferences } from './templates.ts';

export type AlbumSearch = SearchableAthlete & {
  template: Template;
  /** Pictures that this template has not been compared with yet. */
  unseen: Set<number>;
  /** Pictures that the customer said do not show the athlete. */
  rejected: Set<number>;
  isFirstSearch: boolean;
};

/** Includes athletes whose search of the album is already complete. */
export async function findAlbumSearches(
  tx: Pick<Tx, 'db' | 'storage' | 'athleteKeys'> & { purchases: Purchases },
  { albumId, imageIds }: { albumId: number; imageIds: number[] },
): Promise<AlbumSearch[]> {
  const { db } = tx;
  const athletes = await listSearchable(db, await listAlbumHolders(tx, albumId));
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
      },
    ];
  });
}
