import { z } from 'zod';
import { UNDO_SECONDS } from '#contract/endpoints/moderation.ts';
import type { Tx } from '#server/context.ts';
import { notify } from '#server/modules/notifications/notify.ts';
import { defineJob } from '#server/platform/queue.ts';
import { listReportsOf } from './moderation.queries.ts';

/** Runs once the decision can no longer be undone. */
export const notifyReportersJob = defineJob({
  name: 'moderation.tell-reporters',
  payload: z.object({ imageId: z.int(), removed: z.boolean() }),
});
type Decision = z.output<typeof notifyReportersJob.payload>;

const SLACK_SECONDS = 5;

export async function notifyReportersLater(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  decision: Decision,
): Promise<void> {
  await queue.enqueue(db, notifyReportersJob, decision, { startAfterSeconds: UNDO_SECONDS + SLACK_SECONDS });
}

export async function notifyReporters(tx: Tx, { imageId, removed }: Decision): Promise<void> {
  const reports = await listReportsOf(tx.db, imageId);
  const settled = reports.filter((report) => report.acknowledgedAt !== null && report.removed === removed);
  const [report] = settled;
  if (!report) return;
  const reporters = settled.map(({ userId }) => userId);
  await notify(tx, reporters, {
    kind: 'report_handled',
    subject: `image:${imageId}:${removed ? 'removed' : 'kept'}`,
    title: 'We reviewed the photo you reported',
    line: removed
      ? 'Thank you for letting us know. We removed the photo, and nobody can see it anymore.'
      : 'Thank you for letting us know. We looked at the photo closely and decided to keep it.',
    path: `/user-album/${report.albumId}`,
  });
}
