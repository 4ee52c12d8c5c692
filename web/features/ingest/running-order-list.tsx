import { useQuery } from '@tanstack/react-query';
import { type Performance, runningOrderList } from '#contract/lists/running-order.ts';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { countMatches } from '#web/lib/lists/count-matches.ts';
import { useListState } from '#web/lib/lists/use-list-state.ts';
import { useLocalRows } from '#web/lib/lists/use-local-rows.ts';
import { toPerformance } from './event-rows.ts';
import { runningOrderQuery } from './ingest.query.ts';
import { albumTitle, type IngestEvent } from './ingest.types.ts';
import { PerformanceCard, performanceCells } from './performance-cells.tsx';

const albumOf = ({ album }: Performance) => album;

export function RunningOrderList({ event }: { event: IngestEvent }) {
  const { data, error, refetch } = useQuery(runningOrderQuery(event.id));
  const performances = data?.map((line) => toPerformance(line, event.time_zone));
  const state = useListState(runningOrderList);
  const rows = useLocalRows(state, performances, { error, retry: refetch });
  if (performances?.length === 0) return null;
  return (
    <SectionCard title="Running order">
      {performances && (
        <ListToolbar
          state={state}
          rows={rows}
          options={{ show: countMatches(runningOrderList.filters.show, performances) }}
          fileName={`running-order-${event.start_date}.csv`}
        />
      )}
      <StaffList
        state={state}
        rows={rows}
        idOf={albumOf}
        nameOf={albumTitle}
        cells={performanceCells(event)}
        card={(performance) => <PerformanceCard performance={performance} event={event} />}
        rowPx={{ desk: 40, phone: 80 }}
        hasKeys={false}
        isPane
        className="max-h-[min(60dvh,640px)]"
        empty={null}
      />
    </SectionCard>
  );
}
