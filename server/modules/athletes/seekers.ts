import type { Context } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { listAlbumHolders } from '#server/modules/found-albums/held-album.ts';
import type { Db } from '#server/platform/database.ts';
import { combine, type Template } from '#server/platform/faces/matching.ts';
import { listRejected } from './matches.queries.ts';
import { listScans, listSought, type Sought } from './scans.queries.ts';
import { readReferences } from './templates.ts';

/** An athlete who is to be looked for in one album. */
export type Seeker = Sought & {
  template: Template;
  /** Pictures not looked through with this template yet. */
  unseen: Set<number>;
  /** Pictures the customer said do not show the athlete: nothing is learned from them. */
  rejected: Set<number>;
  isFirstLook: boolean;
};

/** Everybody whose customer holds the album; those for whom nothing is left to look through, too. */
export async function findSeekers(
  world: Pick<Context, 'storage' | 'athleteKeys'> & { db: Db; purchases: Purchases },
  albumId: number,
  imageIds: number[],
): Promise<Seeker[]> {
  const { db } = world;
  const sought = await listSought(db, await listAlbumHolders(world, albumId));
  const athleteIds = sought.map(({ id }) => id);
  const references = await readReferences(world, athleteIds);
  const scans = new Map((await listScans(db, albumId, athleteIds)).map((scan) => [scan.athleteId, scan]));
  const rejections = await listRejected(db, athleteIds, imageIds);
  return sought.flatMap((athlete) => {
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
        isFirstLook: !isCurrent,
      },
    ];
  });
}
