import { MAX_REPORTS_LISTED } from '#contract/endpoints/moderation.ts';
import type { Db } from '#server/platform/database/database.ts';

export type ReportType = 'privacy' | 'quality' | 'wrong_album' | 'other';

export type NewReport = {
  imageId: number;
  albumId: number;
  eventId: number;
  userId: number;
  type: ReportType;
  memo: string;
};

export type ReportRow = Awaited<ReturnType<typeof insertReport>>;

export function insertReport(
  db: Db,
  report: NewReport & { network: string; staffFirst: boolean; createdAt: Date },
) {
  return db.insertInto('reportedPhotos').values(report).returningAll().executeTakeFirstOrThrow();
}

export function listReports(db: Db, filter: { isSettled?: boolean }) {
  let query = db.selectFrom('reportedPhotos').selectAll().orderBy('id', 'desc').limit(MAX_REPORTS_LISTED);
  if (filter.isSettled !== undefined) {
    query = query.where('acknowledgedAt', filter.isSettled ? 'is not' : 'is', null);
  }
  return query.execute();
}

export function listReportedImages(db: Db, { userId, albumId }: { userId: number; albumId: number }) {
  return db
    .selectFrom('reportedPhotos')
    .select('imageId')
    .distinct()
    .where('userId', '=', userId)
    .where('albumId', '=', albumId)
    .orderBy('imageId')
    .limit(MAX_REPORTS_LISTED)
    .execute();
}
