import type { ReportInReview } from '#contract/endpoints/moderation.ts';
import type { Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/find-people.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { photosInReview } from '#server/modules/images/photos-in-review.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { issueImageToken } from '#server/platform/image-tokens.ts';
import type { ReportRow } from './moderation.queries.ts';
import { toWireReportInReview } from './moderation.wire.ts';

const TOKEN_MINUTES = 60;

export async function showReports(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys'>,
  { userId }: Actor,
  reports: ReportRow[],
): Promise<ReportInReview[]> {
  const { db } = tx;
  const unique = (ids: number[]) => [...new Set(ids)];
  const photos = await photosInReview(
    db,
    reports.map((report) => report.imageId),
  );
  const albums = await albumsById(tx, unique(reports.map((report) => report.albumId)), userId);
  const people = await listPeople(
    db,
    reports.flatMap((report) => [report.userId, report.acknowledgedBy]),
  );
  const tokens = new Map(
    unique(reports.map((report) => report.imageId)).map((imageId) => {
      const folderUuid = photos.get(imageId)?.folderUuid ?? '';
      const grant = { folderUuid, userId, scope: { kind: 'previews' } } as const;
      return [imageId, issueImageToken(tx, grant, TOKEN_MINUTES)] as const;
    }),
  );
  return reports.flatMap((report) => {
    const [photo, found] = [photos.get(report.imageId), albums.get(report.albumId)];
    if (!photo || !found) return [];
    const auth = tokens.get(report.imageId) ?? '';
    return [toWireReportInReview(report, { photo, auth, found, people })];
  });
}
