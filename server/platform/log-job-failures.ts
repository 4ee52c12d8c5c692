import type { Log } from './log.ts';
import type { Job } from './queue.ts';

/** A failed try is tried again by the queue; here it is written down. */
export function logJobFailures(log: Log, job: Job): Job {
  return {
    ...job,
    async handler(payload, run) {
      try {
        await job.handler(payload, run);
      } catch (error) {
        if (!run.signal.aborted) log.error({ err: error, job: job.definition.name }, 'a job failed');
        throw error;
      }
    },
  };
}
