import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { defineJob, onJob } from '#server/platform/queue.ts';
import { keepAlbums } from './kept/keep-albums.ts';
import { keepFigures } from './kept/keep-figures.ts';

const keepFiguresJob = defineJob({
  name: 'reports.keep-figures',
  payload: z.object({}),
  concurrency: 1,
  expireSeconds: 3600,
});

export function reportJobs(context: Context) {
  return [
    onJob(
      keepFiguresJob,
      async (_payload, { signal }) => {
        await keepFigures(context, signal);
        await keepAlbums(context, signal);
      },
      { cron: '* * * * *', atBoot: true },
    ),
  ];
}
