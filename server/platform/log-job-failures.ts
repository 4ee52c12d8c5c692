import { PoolClosedError } from './faces/process-pool.ts';
import type { Log } from './log.ts';
import type { Job } from './queue.ts';

export function logJobFailures(log: Log, job: Job): Job {
  return {
    ...job,
    async handler(payload, run) {
      try {
        await job.handler(payload, run);
      } catch (error) {
        // A shutdown aborts jobs, which run again after the next start.
        const isStop = run.signal.aborted || error instanceof PoolClosedError;
        if (!isStop) log.error({ err: error, job: job.definition.name }, 'a job failed');
        throw error;
      }
    },
  };
}
