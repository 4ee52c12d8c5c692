import { handleEventJob } from '#server/modules/provider-events/receive-event.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { JobDefinition, Queue } from '#server/platform/queue.ts';

export type DueJob = { name: string; payload: unknown; dueAt: Date };

/** Files are moved, and faces are found, once the rows of the season are committed. */
const LEFT_TO_THE_PRESENT = /^(images|athletes|found-albums)\./;
/** The season closes its pools and reads the balance itself. */
const LEFT_OUT = new Set(['orders.close-pool', 'orders.sweep-balance', 'support.mail-unread']);

export type PastQueue = Queue & {
  /** Takes the jobs that were enqueued since the last call, in the order of their times. */
  takeDue(): DueJob[];
};

/** Keeps the jobs of the past for the caller to run, and passes those of the future on to the real queue. */
export function createPastQueue(real: Queue, clock: Clock, present: Date): PastQueue {
  let waiting: (DueJob & { key: string | undefined })[] = [];
  return {
    ...real,
    async enqueue(db, job, payload, options = {}) {
      const { startAfterSeconds = 0, ...rest } = options;
      const dueAt = new Date(clock.now().getTime() + startAfterSeconds * 1000);
      if (LEFT_TO_THE_PRESENT.test(job.name)) return real.enqueue(db, job, payload, rest);
      if (dueAt > present) {
        const seconds = Math.ceil((dueAt.getTime() - Date.now()) / 1000);
        return real.enqueue(db, job, payload, { ...rest, startAfterSeconds: Math.max(seconds, 0) });
      }
      if (LEFT_OUT.has(job.name) || bringsNoNews(job, payload)) return;
      const key = rest.singletonKey;
      const isKnown = key !== undefined && waiting.some((one) => one.name === job.name && one.key === key);
      if (!isKnown) waiting.push({ name: job.name, payload: parse(job, payload), dueAt, key });
    },
    takeDue() {
      const due = waiting.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
      waiting = [];
      return due;
    },
  };
}

/** No answer of the sandbox is lost here, so an event about a payment alone repeats what is known. */
function bringsNoNews({ name }: JobDefinition, payload: unknown): boolean {
  if (name !== handleEventJob.name) return false;
  const { refundId, disputeId, hasRefunds } = handleEventJob.payload.parse(payload);
  return refundId === null && disputeId === null && !hasRefunds;
}

const parse = (job: JobDefinition, payload: unknown) => job.payload.parse(payload);
