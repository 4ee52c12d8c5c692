import type { ResponseOf } from '#contract/endpoint.ts';
import type { JobSettlement, operationEndpoints } from '#contract/endpoints/operations.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';

type Outcome = ResponseOf<typeof operationEndpoints.settleFailedJobs>;

const AFTER: Record<JobSettlement, string> = { retry: 'queued', discard: 'discarded' };

export async function settleFailedJob(
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

export async function settleFailedJobs(
  context: Context,
  actor: Actor,
  { jobIds, settlement }: { jobIds: readonly string[]; settlement: JobSettlement },
): Promise<Outcome> {
  const outcome: Outcome = { settled: [], refused: [] };
  for (const jobId of new Set(jobIds)) {
    try {
      await settleFailedJob(context, actor, { jobId, settlement });
      outcome.settled.push(jobId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcome.refused.push({ id: jobId, reason: error.message });
    }
  }
  return outcome;
}
