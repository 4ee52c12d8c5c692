import { useQuery } from '@tanstack/react-query';
import { CountBadge } from '#web/components/count-badge.tsx';
import { waitingQuery } from '#web/features/support/inbox.query.ts';

export function WaitingBadge({ className = 'ml-auto' }: { className?: string }) {
  const { data } = useQuery(waitingQuery);
  const waiting = data?.waiting ?? 0;
  return (
    <>
      <CountBadge count={waiting} className={className} />
      {waiting > 0 && <span className="sr-only">, {waiting} waiting</span>}
    </>
  );
}
