import type { TxContext } from '#server/context.ts';
import { hideImage, showImage } from '#server/modules/images/image-records.ts';
import { notify } from '#server/modules/notifications/notify.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { type ReportRow, settleReports } from './moderation.queries.ts';

/** Staff settle all reports of an image: removed for good, or back where it was. */
export async function acknowledgeReport(
  world: Pick<TxContext, 'db' | 'clock' | 'queue' | 'sms'>,
  actor: Actor,
  { imageId, removed }: { imageId: number; removed: boolean },
): Promise<ReportRow[]> {
  const now = world.clock.now();
  const reports = await settleReports(world.db, imageId, { removed, now });
  if (reports.length === 0) throw new AppError('not_found');
  const hasChanged = removed ? await hideImage(world, imageId, now) : await showImage(world, imageId);
  await recordAudit(world.db, {
    actorId: actor.userId,
    action: 'reported-photo.acknowledge',
    subject: `image:${imageId}`,
    before: { hidden: hasChanged ? !removed : removed },
    after: { hidden: removed, reports: reports.map((report) => report.id) },
  });
  await tellReporters(world, reports, removed);
  return reports.sort((a, b) => b.id - a.id);
}

async function tellReporters(
  world: Pick<TxContext, 'db' | 'clock' | 'queue' | 'sms'>,
  reports: ReportRow[],
  removed: boolean,
): Promise<void> {
  const [report] = reports;
  if (!report) return;
  const reporters = reports.map(({ userId }) => userId);
  await notify(world, reporters, {
    kind: 'report_handled',
    subject: `image:${report.imageId}:${removed ? 'removed' : 'kept'}`,
    title: 'We looked at the photo you reported',
    line: removed
      ? 'Thank you for telling us. The photo has been removed: nobody sees it any more.'
      : 'Thank you for telling us. We looked at the photo closely and decided that it can stay.',
    path: `/user-album/${report.albumId}`,
  });
}
