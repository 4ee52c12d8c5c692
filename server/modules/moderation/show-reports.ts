import type { ReportInReview } from '#contract/endpoints/moderation.ts';
import { listPeople } from '#server/modules/accounts/list-people.ts';
import { albumsById, type CatalogueWorld } from '#server/modules/catalogue/browse-albums.ts';
import { issueImageToken } from '#server/modules/images/image-tokens.ts';
import { photosInReview } from '#server/modules/images/photos-in-review.ts';
import type { ReportRow } from './moderation.queries.ts';
import { toWireReportInReview } from './moderation.wire.ts';

const TOKEN_MINUTES = 60;

/** Reports with all that whoever decides needs to see. */
export async function showReports(
  world: CatalogueWorld,
  reports: ReportRow[],
  userId: number,
): Promise<ReportInReview[]> {
  const { db } = world;
  const unique = (ids: number[]) => [...new Set(ids)];
  const photos = await photosInReview(
    db,
    reports.map((report) => report.imageId),
  );
  const albums = await albumsById(world, unique(reports.map((report) => report.albumId)), userId);
  const people = await listPeople(
    db,
    reports.flatMap((report) => [report.userId, report.acknowledgedBy]),
  );
  const tokens = new Map(
    unique(reports.map((report) => report.imageId)).map((imageId) => {
      const folderUuid = photos.get(imageId)?.folderUuid ?? '';
      const grant = { folderUuid, userId, scope: { kind: 'previews' } } as const;
      return [imageId, issueImageToken(world, grant, TOKEN_MINUTES)] as const;
    }),
  );
  return reports.flatMap((report) => {
    const [photo, found] = [photos.get(report.imageId), albums.get(report.albumId)];
    if (!photo || !found) return [];
    const auth = tokens.get(report.imageId) ?? '';
    return [toWireReportInReview(report, { photo, auth, found, people })];
  });
}
