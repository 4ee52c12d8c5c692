import { isStaff } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import { holdsAlbum } from '#server/modules/found-albums/find-album.ts';
import { findVisibleImage } from '#server/modules/images/album-images.ts';
import { hideImage } from '#server/modules/images/image-records.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { insertReport, type NewReport, type ReportRow } from './moderation.queries.ts';

/** A privacy report hides the photo from everyone but staff at once. */
export async function reportPhoto(
  tx: Pick<Tx, 'db' | 'clock' | 'queue'>,
  actor: Actor,
  report: NewReport,
): Promise<ReportRow> {
  const { db, clock } = tx;
  if (report.userId !== actor.userId) throw new AppError('not_found');
  const image = await findVisibleImage(db, report.imageId);
  if (image?.albumId !== report.albumId || image.eventId !== report.eventId) throw new AppError('not_found');
  const mayReport = isStaff(actor.role) || (await holdsAlbum(db, actor.userId, report.albumId));
  if (!mayReport) throw new AppError('not_found');
  if (report.type === 'privacy') await hideImage(tx, report.imageId, clock.now());
  return insertReport(db, report);
}
