import type { Tx } from '#server/context.ts';
import { hideImage, showImage } from '#server/modules/images/image-records.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { type ReportRow, settleReports } from './moderation.queries.ts';
import { tellLater } from './tell-reporters.ts';

/** Staff settle all reports of an image: removed for good, or back where it was. */
export async function acknowledgeReport(
  world: Pick<Tx, 'db' | 'clock' | 'queue'>,
  actor: Actor,
  { imageId, removed }: { imageId: number; removed: boolean },
): Promise<ReportRow[]> {
  const now = world.clock.now();
  const reports = await settleReports(world.db, imageId, { removed, actorId: actor.userId, now });
  if (reports.length === 0) throw new AppError('not_found');
  const hasChanged = removed ? await hideImage(world, imageId, now) : await showImage(world, imageId);
  await recordAudit(world.db, {
    actorId: actor.userId,
    action: 'reported-photo.acknowledge',
    subject: `image:${imageId}`,
    before: { hidden: hasChanged ? !removed : removed },
    after: { hidden: removed, reports: reports.map((report) => report.id) },
  });
  await tellLater(world, { imageId, removed });
  return reports.sort((a, b) => b.id - a.id);
}
