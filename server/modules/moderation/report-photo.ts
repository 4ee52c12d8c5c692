import { PRIVACY_REPORTS_AT_ONCE } from '#contract/endpoints/moderation.ts';
import { isStaff } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import { type Purchases, standingsOf } from '#server/modules/catalogue/album-standing.ts';
import { holdsAlbum } from '#server/modules/found-albums/find-album.ts';
import { viewedAlbums } from '#server/modules/found-albums/held-album.ts';
import { findVisibleImage } from '#server/modules/images/album-images.ts';
import { hideImage } from '#server/modules/images/image-records.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { tell } from '#server/platform/live/tell.ts';
import { lockName } from '#server/platform/lock-name.ts';
import { countPrivacyReports, insertReport, type NewReport, type ReportRow } from './moderation.queries.ts';

const COUNTED_MINUTES = 30 * 24 * 60;

type ReportTx = Pick<Tx, 'db' | 'clock' | 'queue'> & { purchases: Purchases };

/**
 * A privacy report hides the photo from everyone but staff at once. So that nobody can empty albums with it, staff look
 * first at the reports of people who have not seen the album, and of accounts that report a lot.
 */
export async function reportPhoto(tx: ReportTx, actor: Actor, report: NewReport): Promise<ReportRow> {
  const { db, clock } = tx;
  if (report.userId !== actor.userId) throw new AppError('not_found');
  const image = await findVisibleImage(db, report.imageId);
  if (image?.albumId !== report.albumId || image.eventId !== report.eventId) throw new AppError('not_found');
  const mayReport = isStaff(actor.role) || (await holdsAlbum(db, actor.userId, report.albumId));
  if (!mayReport) throw new AppError('not_found');
  const createdAt = clock.now();
  await tell(db, { to: 'staff', kind: 'queues' });
  if (report.type !== 'privacy') return insertReport(db, { ...report, staffFirst: false, createdAt });
  const staffFirst = !isStaff(actor.role) && !(await mayHide(tx, report));
  if (!staffFirst) await hideImage(tx, report.imageId, createdAt);
  return insertReport(db, { ...report, staffFirst, createdAt });
}

/** Concurrent reports of one account wait for each other, so that the limit is exact. */
async function mayHide({ db, clock, purchases }: ReportTx, { userId, albumId }: NewReport): Promise<boolean> {
  await lockName(db, `privacy-reports:${userId}`);
  const { owned, boughtImages } = (await standingsOf(purchases, db, userId, [albumId]))(albumId);
  const hasSeen = owned || boughtImages > 0 || (await viewedAlbums(db, userId, [albumId])).has(albumId);
  if (!hasSeen) return false;
  const since = minutesFrom(clock.now(), -COUNTED_MINUTES);
  return (await countPrivacyReports(db, userId, since)) < PRIVACY_REPORTS_AT_ONCE;
}
