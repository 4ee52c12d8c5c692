import { useQuery } from '@tanstack/react-query';
import { type StaffQueues, staffSearchEndpoints } from '#contract/endpoints/overview.ts';
import { CountBadge } from '#web/components/state-mark.tsx';
import { apiQuery } from '#web/lib/api.ts';
import { paths } from '#web/lib/navigation.tsx';

const REFETCH_MS = 20_000;

export const queuesQuery = apiQuery(['admin', 'queues'], staffSearchEndpoints.countQueues, {
  staleTime: 5_000,
  refetchInterval: REFETCH_MS,
  refetchOnWindowFocus: true,
});

/** The queues that each page of the admin menu shows. */
const QUEUES_OF: Record<string, readonly (keyof StaffQueues)[]> = {
  [paths.admin]: ['failed_jobs'],
  [paths.adminEvents]: ['unsorted_photos'],
  [paths.adminSupport]: ['conversations'],
  [paths.adminReportPhotoReview]: ['reported_photos'],
  [paths.adminNeverShow]: ['cover_requests'],
  [paths.adminPaymentCases]: ['payment_cases', 'refunds_to_approve'],
};

export function waitingAt(path: string, queues: StaffQueues | undefined): number {
  const names = QUEUES_OF[path] ?? [];
  return names.reduce((sum, name) => sum + (queues?.[name] ?? 0), 0);
}

export const hasQueue = (path: string) => path in QUEUES_OF;

type QueueBadgeProps = { path: string; className?: string };

/** The number of cases that wait on a page of the admin area. */
export function QueueBadge({ path, className = 'ml-auto' }: QueueBadgeProps) {
  const { data } = useQuery({ ...queuesQuery, enabled: hasQueue(path) });
  const waiting = waitingAt(path, data);
  return (
    <>
      <CountBadge count={waiting} tone="bad" className={className} />
      {waiting > 0 && <span className="sr-only">, {waiting} waiting</span>}
    </>
  );
}
