import { sql } from 'kysely';
import { MAX_REPORTS_LISTED } from '#contract/endpoints/moderation.ts';
import { accountsOfMailbox } from '#server/modules/accounts/mailboxes.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

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

/** When the photos were hidden that privacy reports hid at once since then: those of a mailbox, or those of a network. */
export async function listHidings(
  db: Db,
  by: { mailboxKey: string } | { network: string },
  since: Date,
): Promise<Date[]> {
  const hidings = db
    .selectFrom('reportedPhotos')
    .select('createdAt')
    .where('type', '=', 'privacy')
    .where('staffFirst', '=', false)
    .where('createdAt', '>', since.toISOString());
  const rows = await ('network' in by
    ? hidings.where('network', '=', by.network)
    : hidings.where('userId', 'in', accountsOfMailbox(db, by.mailboxKey))
  ).execute();
  return rows.map(({ createdAt }) => new Date(createdAt));
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

export function listWaitingImages(db: Db, imageIds: readonly number[]) {
  return db
    .selectFrom('reportedPhotos')
    .select('imageId')
    .distinct()
    .where('imageId', '=', anyOf(imageIds))
    .where((eb) => eb.or([eb('acknowledgedAt', 'is', null), eb('removed', '=', true)]))
    .execute();
}

export function listReportsOf(db: Db, imageId: number) {
  return db
    .selectFrom('reportedPhotos')
    .selectAll()
    .where('imageId', '=', imageId)
    .orderBy('id', 'desc')
    .execute();
}

export function lockReportsOf(db: Db, imageId: number) {
  return db
    .selectFrom('reportedPhotos')
    .select('acknowledgedAt')
    .where('imageId', '=', imageId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Leaves decisions from before `decidedAfter` alone. */
export function markReopened(db: Db, imageId: number, decidedAfter: Date) {
  return db
    .updateTable('reportedPhotos')
    .set({ removed: false, acknowledgedAt: null, acknowledgedBy: null })
    .where('imageId', '=', imageId)
    .where('acknowledgedAt', '>', decidedAfter.toISOString())
    .returningAll()
    .execute();
}

export async function markKept(db: Db, imageId: number): Promise<void> {
  await db.updateTable('reportedPhotos').set({ removed: false }).where('imageId', '=', imageId).execute();
}

export function settleReports(
  db: Db,
  imageId: number,
  { removed, actorId, now }: { removed: boolean; actorId: number; now: Date },
) {
  return db
    .updateTable('reportedPhotos')
    .set({
      removed,
      acknowledgedAt: sql`coalesce(acknowledged_at, ${now})`,
      acknowledgedBy: actorId,
    })
    .where('imageId', '=', imageId)
    .returningAll()
    .execute();
}

/** Staff keep the report and its kind. Its text is removed, because it may name a person. */
export async function eraseMemosOf(db: Db, userId: number): Promise<void> {
  await db.updateTable('reportedPhotos').set({ memo: '' }).where('userId', '=', userId).execute();
}

export function listReportsBy(
  db: Db,
  { userId, afterId, limit }: { userId: number; afterId: number; limit: number },
) {
  return db
    .selectFrom('reportedPhotos')
    .select(['id', 'imageId', 'albumId', 'eventId', 'type', 'memo', 'removed', 'acknowledgedAt', 'createdAt'])
    .where('userId', '=', userId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}
