import type { Tx } from '#server/context.ts';
import { hideImage, showImage } from '#server/modules/images/image-records.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { tell } from '#server/platform/live/tell.ts';
import { type ReportRow, settleReports } from './moderation.queries.ts';
import { notifyReportersLater } from './notify-reporters.ts';

export async function acknowledgeReport(
  tx: Pick<Tx, 'db' | 'clock' | 'queue'>,
  actor: Actor,
  { imageId, removed }: { imageId: number; removed: boolean },
): Promise<ReportRow[]> {
  const now = tx.clock.now();
  const reports = await settleReports(tx.db, imageId, { removed, actorId: actor.userId, now });
  if (reports.length === 0) throw new AppError('not_found');
  const hasChanged = removed ? await hideImage(tx, imageId, now) : await showImage(tx, imageId);
  await recordAudit(tx.db, {
    actorId: actor.userId,
    action: 'reported-photo.acknowledge',
    subject: `image:${imageId}`,
    before: { hidden: hasChanged ? !removed : removed },
    after: { hidden: removed, reports: reports.map((report) => report.id) },
  });
  await tell(tx.db, { to: 'staff', kind: 'queues' });
  await notifyReportersLater(tx, { imageId, removed });
  return reports.sort((a, b) => b.id - a.id);
}
