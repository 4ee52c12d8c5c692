import { type Context, inTransaction } from '#server/context.ts';
import { type Job, onJob } from '#server/platform/queue/queue.ts';
import { endDrawing, photograph, photographPaletteJob } from './photograph.ts';
import { makeSeason, makeSeasonJob } from './season.ts';

const CUSTOMERS = 400;
const REST_SHARE = 0.1;

/** `jobsOf` makes the jobs of the whole shop for the season, which runs them in its own time. */
export function demoJobs(context: Context, jobsOf: (context: Context) => Job[]) {
  return [
    onJob(photographPaletteJob, async ({ palette, today, isLast }) => {
      await photograph(context, palette, new Date(today));
      if (!isLast) return;
      await endDrawing();
      if (context.config.seed !== 'demo') return;
      process.stdout.write('  The photos of the demo are complete. Its season follows.\n');
      await startSeason(context, today);
    }),
    onJob(makeSeasonJob, async (progress, { id, signal }) => {
      const startedAt = performance.now();
      const { steps, refused } = await makeSeason(context, progress, {
        jobId: id,
        signal,
        jobsOf,
        restShare: REST_SHARE,
      });
      if (steps > 0) announce(context, { refused, seconds: (performance.now() - startedAt) / 1000 });
    }),
  ];
}

/** Cards of the season are charged by the bundled sandbox, so without it there is no season. */
async function startSeason(context: Context, today: string): Promise<void> {
  if (context.config.payments.kind !== 'sandbox') return;
  await inTransaction(context, ({ db, queue }) =>
    queue.enqueue(db, makeSeasonJob, { today, customers: CUSTOMERS }, { singletonKey: 'season' }),
  );
}

function announce({ log }: Context, { refused, seconds }: { refused: string[]; seconds: number }): void {
  if (refused.length > 0) log.info({ refused }, 'the shop refused some steps of the demo season');
  process.stdout.write(`  The demo season is complete (${Math.round(seconds)} s in the background).\n`);
}
