import { useQuery } from '@tanstack/react-query';
import { cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import { Figures } from '#web/components/figures.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { apiQuery } from '#web/lib/api.ts';
import { TeamSection } from './team-section.tsx';
import { Timeline } from './timeline.tsx';
import { totalsOf } from './totals.tsx';

const REFETCH_MS = 30_000;

/** An event's sales by team and time, in the totals that its producer sees. */
export function EventSales({ eventId }: { eventId: number }) {
  const sales = useQuery({
    ...apiQuery(['staff', 'event-sales', eventId], cockpitEndpoints.showEventSales, {
      params: { id: eventId },
    }),
    refetchInterval: REFETCH_MS,
    refetchOnWindowFocus: true,
  });
  return (
    <div className="mx-auto grid w-full max-w-[1160px] grid-cols-[minmax(0,1fr)] content-start gap-6 p-4 desk:p-6">
      <h2 className="sr-only">Sales</h2>
      <QueryState query={sales} loading={<Skeleton label="Loading sales" className="h-96" />}>
        {(cockpit) => (
          <>
            <section aria-label="Totals">
              <Figures figures={totalsOf(cockpit, 'Producer’s share')} />
            </section>
            <Timeline cockpit={cockpit} />
            <TeamSection cockpit={cockpit} />
          </>
        )}
      </QueryState>
    </div>
  );
}
