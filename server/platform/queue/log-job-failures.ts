import { OutageError } from '#server/platform/http/errors.ts';
import { isDiskFull } from '#server/platform/operations/disk-space.ts';
import type { Log } from '#server/platform/operations/log.ts';
import { jobSeconds } from '#server/platform/operations/metrics.ts';
import { traceJob } from '#server/platform/operations/telemetry.ts';
import { PoolClosedError } from '#server/platform/processes/process-pool.ts';
import type { Job } from './queue.ts';

/** Measures every run of a job and logs those that fail. */
export function logJobFailures(log: Log, job: Job): Job {
  return {
    ...job,
    async handler(payload, run) {
      const end = jobSeconds.startTimer({ job: job.definition.name });
      try {
        await traceJob(job.definition.name, () => job.handler(payload, run));
        end({ outcome: 'done' });
      } catch (error) {
        end({ outcome: 'failed' });
        // A shutdown aborts jobs, which run again after the next start.
        const isStop = run.signal.aborted || error instanceof PoolClosedError;
        const about = { err: error, job: job.definition.name };
        if (error instanceof OutageError || isDiskFull(error))
          log.warn(about, 'a job met an outage and starts again later');
        else if (!isStop) log.error(about, 'a job failed');
        throw error;
      }
    },
  };
}
