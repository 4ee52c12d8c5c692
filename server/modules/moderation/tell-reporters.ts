import { z } from 'zod';
import { UNDO_SECONDS } from '#contract/endpoints/moderation.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { notify } from '#server/modules/notifications/notify.ts';
import { defineJob } from '#server/platform/queue.ts';
import { listReportsOf } from './moderation.queries.ts';

/** Comes when the decision can no longer be taken back. */
export const tellReporters = defineJob({
  name: 'moderation.tell-reporters',
  payload: z.object({ imageId: z.int(), removed: z.boolean() }),
});
type Decision = z.output<typeof tellReporters.payload>;

const SLACK_SECONDS = 5;

export async function tellLater({ db, queue }: Pick<Tx, 'db' | 'queue'>, decision: Decision): Promise<void> {
  await queue.enqueue(db, tellReporters, decision, { startAfterSeconds: UNDO_SECONDS + SLACK_SECONDS });
}

/** Everyone who reported the photo hears of a decision, if it still stands. */
export function tellDecision(context: Context, { imageId, removed }: Decision): Promise<void> {
  return inTransaction(context, async (tx) => {
    const reports = await listReportsOf(tx.db, imageId);
    const settled = reports.filter((report) => report.acknowledgedAt !== null && report.removed === removed);
    const [report] = settled;
    if (!report) return;
    const reporters = settled.map(({ userId }) => userId);
    await notify(tx, reporters, {
      kind: 'report_handled',
      subject: `image:${imageId}:${removed ? 'removed' : 'kept'}`,
      title: 'We looked at the photo you reported',
      line: removed
        ? 'Thank you for telling us. The photo has been removed: nobody sees it any more.'
        : 'Thank you for telling us. We looked at the photo closely and decided that it can stay.',
      path: `/user-album/${report.albumId}`,
    });
  });
}
