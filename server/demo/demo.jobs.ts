import { type Context, inTransaction } from '#server/context.ts';
import { type Job, onJob } from '#server/platform/queue/queue.ts';
import { endDrawing, photograph, photographPaletteJob } from './photograph.ts';
import { makeSeason, makeSeasonJob } from './season.ts';

const CUSTOMERS = 400;

/** `jobsOf` makes the jobs of the whole shop for the season, which runs them in its own time. */
export function demoJobs(context: Context, jobsOf: (context: Context) => Job[]) {
  const { config, log } = context;
  return [
    onJob(photographPaletteJob, async ({ palette, today, isLast }) => {
      await photograph(context, palette, new Date(today));
      if (!isLast) return;
      await endDrawing();
      if (config.seed !== 'demo') return;
      process.stdout.write('  The photos of the demo are complete. Its season follows.\n');
      // Cards of the season are charged by the bundled sandbox, so without it there is no season.
      if (config.payments.kind !== 'sandbox') return;
      const season = { today, customers: CUSTOMERS };
      await inTransaction(context, ({ db, queue }) =>
        queue.enqueue(db, makeSeasonJob, season, { singletonKey: 'season' }),
      );
    }),
    onJob(makeSeasonJob, async (progress, { id: jobId, signal }) => {
      const startedAt = performance.now();
      const { steps, refused } = await makeSeason(context, progress, { jobId, signal, jobsOf });
      if (steps === 0) return;
      if (refused.length > 0) log.info({ refused }, 'the shop refused some steps of the demo season');
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      process.stdout.write(`  The demo season is complete (${seconds} s in the background).\n`);
    }),
  ];
}
