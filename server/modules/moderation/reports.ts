import {
  HIDDEN_AT_ONCE,
  MAX_REPORTS_LISTED,
  REVIEW_HOURS,
  type ReportInReview,
  URGENT_REVIEW_HOURS,
} from '#contract/endpoints/moderation.ts';
import { seesCustomers } from '#contract/lists/of-customers.ts';
import { isStaff } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import { listPeople, type Person } from '#server/modules/accounts/find-people.ts';
import { accountsOfMailbox, lockMailbox } from '#server/modules/accounts/mailboxes.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { type AlbumWithEvent, albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { holdsAlbum } from '#server/modules/found-albums/find-album.ts';
import { isHeldForReason } from '#server/modules/found-albums/held-album.ts';
import { findVisibleImage, type PhotoInReview, photosInReview } from '#server/modules/images/album-images.ts';
import { withholdImage } from '#server/modules/images/image-records.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { subnetOf } from '#server/platform/http/network-of.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { type ExportFile, jsonFiles } from '#server/platform/personal-data/export-file.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';

const DAY_MINUTES = 24 * 60;

type ReportTx = Pick<Tx, 'db' | 'clock' | 'queue'> & { purchases: Purchases };

/**
 * A privacy report hides the photo from everyone but staff at once. To keep anybody from emptying albums this way,
 * staff first review reports of people who neither follow the team nor own the album nor were invited by an owner,
 * whose address is not verified, or who report a lot.
 */
export async function reportPhoto(
  tx: ReportTx,
  actor: Actor,
  { ip, ...report }: NewReport & { ip: string },
): Promise<ReportRow> {
  const { db, clock } = tx;
  if (report.userId !== actor.userId) throw new AppError('not_found');
  // A second press, or a retry after a lost answer, is the same report and hides one photo of the day.
  await advisoryLock(db, `reports:${report.userId}:${report.imageId}`);
  const known = await findOpenReport(db, report);
  if (known) return known;
  const image = await findVisibleImage(db, report.imageId);
  if (image?.albumId !== report.albumId || image.eventId !== report.eventId) throw new AppError('not_found');
  const mayReport = isStaff(actor.role) || (await holdsAlbum(db, actor.userId, report.albumId));
  if (!mayReport) throw new AppError('not_found');
  const row = { ...report, network: subnetOf(ip), createdAt: clock.now() };
  await publishLive(db, { to: 'staff', kind: 'queues' });
  if (report.type !== 'privacy') return insertReport(db, { ...row, staffFirst: false });
  const staffFirst = !isStaff(actor.role) && !(actor.isVerified && (await mayHide(tx, row)));
  if (!staffFirst) await withholdImage(tx, report.imageId, row.createdAt);
  return insertReport(db, { ...row, staffFirst });
}

/** Concurrent reports of one person, and of one network, wait for each other, so that the limits are exact. */
async function mayHide(
  { db, clock, purchases }: ReportTx,
  { userId, albumId, network }: { userId: number; albumId: number; network: string },
): Promise<boolean> {
  if (!(await isHeldForReason(db, purchases, { userId, albumId }))) return false;
  const mailboxKey = await lockMailbox(db, 'privacy-reports', userId);
  await advisoryLock(db, `privacy-reports of network:${network}`);
  const since = (days: number) => minutesFrom(clock.now(), -days * DAY_MINUTES);
  const isBelow = (hidings: Date[], { perDay, per30Days }: typeof HIDDEN_AT_ONCE.person) =>
    hidings.length < per30Days && hidings.filter((at) => at > since(1)).length < perDay;
  return (
    isBelow(await listHidings(db, { mailboxKey }, since(30)), HIDDEN_AT_ONCE.person) &&
    isBelow(await listHidings(db, { network }, since(30)), HIDDEN_AT_ONCE.network)
  );
}

const TOKEN_MINUTES = 60;

export async function showReports(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys'>,
  actor: Actor,
  reports: ReportRow[],
): Promise<ReportInReview[]> {
  const { db } = tx;
  const { userId } = actor;
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
    return [toWireReportInReview(report, { photo, auth, found, people, isNamed: seesCustomers(actor) })];
  });
}

/** Tells which of these photos somebody has reported and staff have not yet decided on, or have removed. */
export async function listOpenReports(db: Db, imageIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('reportedPhotos')
    .select('imageId')
    .distinct()
    .where('imageId', '=', anyOf(imageIds))
    .where((eb) => eb.or([eb('acknowledgedAt', 'is', null), eb('removed', '=', true)]))
    .execute();
  return new Set(rows.map(({ imageId }) => imageId));
}

export async function* exportReports({ db }: Pick<Tx, 'db'>, userId: number): AsyncGenerator<ExportFile> {
  yield* jsonFiles('photo-reports', (afterId, limit) =>
    db
      .selectFrom('reportedPhotos')
      .select([
        'id',
        'imageId',
        'albumId',
        'eventId',
        'type',
        'memo',
        'removed',
        'acknowledgedAt',
        'createdAt',
      ])
      .where('userId', '=', userId)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .execute(),
  );
}

/** When the photos were hidden that privacy reports hid at once since then: those of a mailbox, or those of a network. */
async function listHidings(
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

/** Staff keep the report and its kind. Its text is removed, because it may name a person. */
export async function eraseMemosOf(db: Db, userId: number): Promise<void> {
  await db.updateTable('reportedPhotos').set({ memo: '' }).where('userId', '=', userId).execute();
}

type ReportType = 'privacy' | 'quality' | 'wrong_album' | 'other';

type NewReport = {
  imageId: number;
  albumId: number;
  eventId: number;
  userId: number;
  type: ReportType;
  memo: string;
};

export type ReportRow = Awaited<ReturnType<typeof insertReport>>;

function findOpenReport(db: Db, { imageId, albumId, eventId, userId, type, memo }: NewReport) {
  return db
    .selectFrom('reportedPhotos')
    .selectAll()
    .where('imageId', '=', imageId)
    .where('albumId', '=', albumId)
    .where('eventId', '=', eventId)
    .where('userId', '=', userId)
    .where('type', '=', type)
    .where('memo', '=', memo)
    .where('acknowledgedAt', 'is', null)
    .executeTakeFirst();
}

function insertReport(db: Db, report: NewReport & { network: string; staffFirst: boolean; createdAt: Date }) {
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

export function toWireReport(row: ReportRow) {
  return {
    id: row.id,
    image: row.imageId,
    album: row.albumId,
    event: row.eventId,
    user: row.userId,
    type: row.type as ReportType,
    memo: row.memo,
    ack: row.acknowledgedAt !== null,
    removed: row.removed,
    staff_first: row.staffFirst,
    created_at: toIso(row.createdAt),
  };
}

/** Stands for a customer where the reader may not see customers. */
export const UNNAMED = { name: 'A customer', email: '' };
export const contactOf = (person: Person | undefined) => ({
  name: person?.name ?? '',
  email: person?.email ?? '',
});

type ReviewParts = {
  photo: PhotoInReview;
  auth: string;
  found: AlbumWithEvent;
  people: ReadonlyMap<number, Person>;
  isNamed: boolean;
};

function toWireReportInReview(
  row: ReportRow,
  { photo, auth, found: { album, event }, people, isNamed }: ReviewParts,
): ReportInReview {
  const { image, fileName, folderUuid, isHidden, faces } = photo;
  const hours = row.staffFirst ? URGENT_REVIEW_HOURS : REVIEW_HOURS;
  const decideBy = new Date(Date.parse(toIso(row.createdAt)) + hours * 3600_000);
  return {
    ...toWireReport(row),
    decide_by: decideBy.toISOString(),
    acknowledged_at: toIsoOrNull(row.acknowledgedAt),
    acknowledged_by:
      row.acknowledgedBy === null
        ? null
        : { id: row.acknowledgedBy, name: people.get(row.acknowledgedBy)?.name ?? '' },
    user: isNamed ? row.userId : null,
    reporter: isNamed ? contactOf(people.get(row.userId)) : UNNAMED,
    album_name: `${album.program_name} ${album.team_name}`.trim(),
    division_name: album.division_name,
    event_name: event.name,
    photo: { ...image, file_name: fileName, folder: folderUuid, auth, is_hidden: isHidden, faces },
  };
}
