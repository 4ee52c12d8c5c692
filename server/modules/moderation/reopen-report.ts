import { UNDO_SECONDS } from '#contract/endpoints/moderation.ts';
import type { Tx } from '#server/context.ts';
import { hideImage, showImage } from '#server/modules/images/image-records.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { tell } from '#server/platform/live/tell.ts';
import { listReportsOf, markKept, type ReportRow, reopenReports } from './moderation.queries.ts';

/** The page shows Undo for UNDO_SECONDS; the rest allows for the time the request takes. */
const WINDOW_MS = (UNDO_SECONDS + 4) * 1_000;

/** Undoes a decision; the photo stays hidden only if one of the reopened reports had hidden it. */
export async function reopenReport(
  tx: Pick<Tx, 'db' | 'clock' | 'queue'>,
  actor: Actor,
  imageId: number,
): Promise<ReportRow[]> {
  const now = tx.clock.now();
  const before = await listReportsOf(tx.db, imageId);
  const reopened = await reopenReports(tx.db, imageId, new Date(now.getTime() - WINDOW_MS));
  if (reopened.length === 0) throw new AppError('too_late_to_undo');
  await markKept(tx.db, imageId);
  const isHidden = reopened.some(({ type, staffFirst }) => type === 'privacy' && !staffFirst);
  await (isHidden ? hideImage(tx, imageId, now) : showImage(tx, imageId));
  await recordAudit(tx.db, {
    actorId: actor.userId,
    action: 'reported-photo.reopen',
    subject: `image:${imageId}`,
    before: { removed: before.some((report) => report.removed) },
    after: { hidden: isHidden, reports: reopened.map((report) => report.id) },
  });
  await tell(tx.db, { to: 'staff', kind: 'queues' });
  return listReportsOf(tx.db, imageId);
}
