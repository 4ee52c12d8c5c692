import type { JobSettlement } from '#contract/endpoints/operations.ts';
import type { BulkAnswer } from '#contract/lists/list.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { actOnEach } from '#server/platform/lists/act-on-each.ts';

const AFTER: Record<JobSettlement, string> = { retry: 'queued', discard: 'discarded' };

async function settleFailedJob(
  context: Context,
  actor: Actor,
  { jobId, settlement }: { jobId: string; settlement: JobSettlement },
): Promise<void> {
  const { queue } = context;
  const letter = await queue.findDeadLetter(jobId);
  if (!letter) throw new AppError('not_found', { message: 'Someone else has already handled this job.' });
  const settle = settlement === 'retry' ? queue.retryDeadLetter : queue.discardDeadLetter;
  await inTransaction(context, async ({ db }) => {
    if (!(await settle(jobId, db))) {
      throw new AppError('conflict', {
        message: 'Someone else has already handled this job, or the same job is already queued.',
      });
    }
    const { name, error, attempts, failedAt } = letter;
    await recordAudit(db, {
      actorId: actor.userId,
      action: `job.${settlement}`,
      subject: `job:${jobId}`,
      before: { state: 'failed', name, error, attempts, failedAt },
      after: { state: AFTER[settlement] },
    });
  });
}

export function settleFailedJobs(
  context: Context,
  actor: Actor,
  { jobIds, settlement }: { jobIds: readonly string[]; settlement: JobSettlement },
): Promise<BulkAnswer<string>> {
  return actOnEach(jobIds, (jobId) => settleFailedJob(context, actor, { jobId, settlement }));
}
