import { sql } from 'kysely';
import { z } from 'zod';
import { type Context, inTransaction } from '#server/context.ts';
import { accountsByEmail } from '#server/modules/accounts/find-people.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { defineJob, type Job } from '#server/platform/queue/queue.ts';
import { type Cast, castSeason } from './cast.ts';
import { openPast } from './past.ts';
import { ACTS } from './season-acts.ts';
import { planSeason, type SeasonStep } from './season-plan.ts';

/** The job's own payload says how far the season has come, so that a restart continues there. */
export const makeSeasonJob = defineJob({
  name: 'demo.make-season',
  payload: z.object({
    today: z.iso.datetime(),
    customers: z.int().min(1).max(700),
    done: z.int().min(0).default(0),
  }),
  expireSeconds: 3600,
  concurrency: 1,
});

type Making = { jobId: string; signal: AbortSignal; jobsOf: (context: Context) => Job[] };

/** Commits each step with the progress, so that a step is made exactly once whatever interrupts it. */
export async function makeSeason(
  context: Context,
  progress: z.output<typeof makeSeasonJob.payload>,
  { jobId, signal, jobsOf }: Making,
): Promise<{ steps: number; refused: string[] }> {
  const today = new Date(progress.today);
  const { customers, steps } = planSeason({ today, customers: progress.customers });
  const refused: string[] = [];
  const begun = await accountsByEmail(context.db, [customers[0]?.email ?? '']);
  if (progress.done === 0 && begun.size > 0) return { steps: 0, refused };
  const past = await openPast(context, jobsOf, today);
  const cast = castSeason(past, customers);
  try {
    for (let done = progress.done; done < steps.length; done += 1) {
      signal.throwIfAborted();
      const step = steps[done] as SeasonStep;
      const advance = { id: jobId, from: { ...progress, done }, to: { ...progress, done: done + 1 } };
      const saveProgress = async (db: Db) => {
        const isOurs = await context.queue.saveProgress(db, makeSeasonJob, advance);
        if (!isOurs) throw new Error('another process is making the season');
      };
      try {
        await inTransaction(context, async (tx) => {
          // A power failure may lose the last steps with their progress, which are then made again.
          await sql`set local synchronous_commit = off`.execute(tx.db);
          await past.within(tx, () => act(cast, step));
          await saveProgress(tx.db);
        });
      } catch (error) {
        // A step that the shop refuses is left out, as it would be for a customer.
        if (!(error instanceof AppError)) throw error;
        refused.push(`${step.kind} at ${step.at.toISOString()}: ${error.code}`);
        await saveProgress(context.db);
      }
    }
  } finally {
    await past.close();
  }
  return { steps: steps.length - progress.done, refused };
}

async function act(cast: Cast, step: SeasonStep): Promise<void> {
  cast.past.begin(step.at);
  await (ACTS[step.kind] as (cast: Cast, step: SeasonStep) => Promise<void>)(cast, step);
  await cast.past.settle();
}
