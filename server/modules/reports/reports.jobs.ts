import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { defineJob, onJob } from '#server/platform/queue.ts';
import { keepFigures } from './kept/keep-figures.ts';

const keepFiguresJob = defineJob({
  name: 'reports.keep-figures',
  payload: z.object({}),
  concurrency: 1,
  expireSeconds: 3600,
});

export function reportJobs(context: Context) {
  return [
    onJob(keepFiguresJob, (_payload, { signal }) => keepFigures(context, signal), {
      cron: '* * * * *',
      atBoot: true,
    }),
  ];
}
