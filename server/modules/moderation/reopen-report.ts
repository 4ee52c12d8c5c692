import { UNDO_SECONDS } from '#contract/endpoints/moderation.ts';
import type { Tx } from '#server/context.ts';
import { hideImage, showImage } from '#server/modules/images/image-records.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { listReportsOf, markKept, type ReportRow, reopenReports } from './moderation.queries.ts';

/** The page offers it for ten seconds; the call may be under way a little longer. */
const WINDOW_MS = (UNDO_SECONDS + 4) * 1_000;

/** Staff take a decision back: its reports wait again, and the photo is as hidden as they alone make it. */
export async function reopenReport(
  world: Pick<Tx, 'db' | 'clock' | 'queue'>,
  actor: Actor,
  imageId: number,
): Promise<ReportRow[]> {
  const now = world.clock.now();
  const before = await listReportsOf(world.db, imageId);
  const reopened = await reopenReports(world.db, imageId, new Date(now.getTime() - WINDOW_MS));
  if (reopened.length === 0) throw new AppError('too_late_to_undo');
  await markKept(world.db, imageId);
  const isHidden = reopened.some((report) => report.type === 'privacy');
  await (isHidden ? hideImage(world, imageId, now) : showImage(world, imageId));
  await recordAudit(world.db, {
    actorId: actor.userId,
    action: 'reported-photo.reopen',
    subject: `image:${imageId}`,
    before: { removed: before.some((report) => report.removed) },
    after: { hidden: isHidden, reports: reopened.map((report) => report.id) },
  });
  return listReportsOf(world.db, imageId);
}
