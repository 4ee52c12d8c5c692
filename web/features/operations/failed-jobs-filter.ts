import type { FailedJob } from '#contract/endpoints/operations.ts';
import { csvText } from '#web/lib/csv.ts';
import type { Columns } from '#web/lib/list-sort.ts';

export const COLUMNS = {
  failed: { label: 'Failed', of: ({ failed_at }) => Date.parse(failed_at), beginsDown: true },
  name: { label: 'Name', of: ({ name }) => name },
  tries: { label: 'Tries', of: ({ attempts }) => attempts, beginsDown: true },
} satisfies Columns<FailedJob, string>;

/** Each name with how many of it there are: "images.derive (12)". */
export function jobNames(jobs: readonly FailedJob[]): Record<string, string> {
  const counts = new Map<string, number>();
  for (const { name } of jobs) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(
    [...counts]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, count]) => [name, `${name} (${count})`]),
  );
}

export function toFailedJobsCsv(jobs: readonly FailedJob[]): string {
  return csvText(
    ['id', 'name', 'error', 'tries', 'created_at', 'failed_at', 'payload'],
    jobs.map((job) => [
      job.id,
      job.name,
      job.error,
      job.attempts,
      job.created_at,
      job.failed_at,
      JSON.stringify(job.payload ?? null),
    ]),
  );
}
