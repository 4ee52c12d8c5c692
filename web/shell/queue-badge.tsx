import { useQuery } from '@tanstack/react-query';
import { CountBadge } from '#web/components/count-badge.tsx';
import { hasQueue, queuesQuery, waitingAt } from './queues.ts';

type QueueBadgeProps = { path: string; className?: string };

/** How many cases wait on a page of the admin area. */
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
